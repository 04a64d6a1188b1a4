//! A game in progress whose kit is known at compile time.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cutthroat::hidden::{Hidden as _, SeatViews, ViewNotation as _};
use cutthroat::{Game, Notation, Payoff, Player, Stop};

use super::{Chosen, LiveGame};
use crate::before_play::{BeforePlay, Choices, StartOfPlay, Task};
use crate::error::Error;
use crate::game_info::GameInfo;
use crate::game_kit::{Begun, Entry, GameKit};
use crate::layout::Layout;
use crate::player_spec::PlayerSpec;
use crate::position::{AnyPosition, Opened};
use crate::seat_event::SeatEvent;
use crate::seats::{self, Sitting, Table};
use crate::setup::Setup;

/// How the end of a game is counted.
pub(crate) type Count<G> = dyn Fn(&G, &<G as Game>::State, &Payoff) -> Vec<f64> + Send + Sync;

/// A game, known at compile time, in progress.
pub(crate) struct Live<K: GameKit> {
    pub(crate) entry: Arc<Entry<K>>,
    /// What came before the play, if anything did.
    pub(crate) before: Option<Box<dyn BeforePlay<K::Game>>>,
    /// The play. Until it begins, one that may follow, to check players against.
    pub(crate) game: K::Game,
    pub(crate) state: <K::Game as Game>::State,
    /// Who sits in each seat, and their settings.
    pub(crate) sitting: Vec<Option<Sitting<K::Game>>>,
    pub(crate) players: Vec<Option<PlayerSpec>>,
    /// What every seat knows when the play begins and now, and whether players see nothing else.
    pub(crate) first_views: SeatViews<K::Game>,
    pub(crate) views: SeatViews<K::Game>,
    pub(crate) hidden: bool,
    /// The seed of the random choices of each seat.
    pub(crate) seeds: Vec<u64>,
    /// A flag that stops every search.
    pub(crate) stop: Option<Arc<AtomicBool>>,
    /// How the end is counted.
    pub(crate) count: Arc<Count<K::Game>>,
    pub(crate) past: Past<K::Game>,
}

/// What was played.
pub(crate) struct Past<G: Game> {
    moves: Vec<String>,
    movers: Vec<usize>,
    /// Each move of the play, and the position before it.
    played: Vec<(G::State, G::Move)>,
    /// The result of the round that each move ended.
    ended: Vec<Option<String>>,
}

impl<G: Game> Default for Past<G> {
    fn default() -> Self {
        Self { moves: Vec::new(), movers: Vec::new(), played: Vec::new(), ended: Vec::new() }
    }
}

/// Begins a game with empty seats.
pub(crate) fn begin<K: GameKit>(entry: Arc<Entry<K>>, setup: &Setup) -> Result<Box<dyn LiveGame>, Error> {
    let Begun { before, game, state, views } = entry.begin(setup)?;
    let seats = game.players();
    let hidden = setup.hidden && entry.info.hides;
    let count = usual_count(entry.clone());
    Ok(Box::new(Live {
        entry,
        before,
        game,
        state,
        sitting: (0..seats).map(|_| None).collect(),
        players: vec![None; seats],
        first_views: views.clone(),
        views,
        hidden,
        seeds: seats::seeds_of_seats(0, seats, hidden),
        stop: None,
        count,
        past: Past::default(),
    }))
}

/// What people count.
pub(crate) fn usual_count<K: GameKit>(entry: Arc<Entry<K>>) -> Arc<Count<K::Game>> {
    Arc::new(move |game, _, payoff| entry.kit.score(game, payoff))
}

impl<K: GameKit> Live<K> {
    fn seed_of_move(&self, mover: Player) -> u64 {
        seats::seed_of_move(self.seeds[mover.index()], self.past.moves.len())
    }

    fn payoff_at_the_end(&self) -> Option<Payoff> {
        if self.phase().is_some() {
            return None;
        }
        self.game.mover(&self.state).is_none().then(|| self.game.payoff(&self.state))
    }

    fn name(&self) -> &'static str {
        self.entry.info.name
    }

    /// The deal before its play, until that begins.
    fn phase(&self) -> Option<&dyn BeforePlay<K::Game>> {
        self.before.as_deref().filter(|before| before.mover().is_some())
    }

    fn seat(&self, seat: usize) -> Result<Player, Error> {
        let seats = self.seats();
        if (1..=seats).contains(&seat) { Ok(Player::new(seat - 1)) } else { Err(Error::NoSeat { seat, seats }) }
    }

    /// Makes a move before the play.
    fn prepare(&mut self, mover: usize, mv: &str) -> Result<(), Error> {
        let name = self.name();
        let Some(before) = &mut self.before else { return Ok(()) };
        let mv = before.play(mv).map_err(|error| Error::Move { game: name, error })?;
        self.past.moves.push(mv);
        self.past.movers.push(mover);
        self.past.ended.push(None);
        if before.mover().is_none() {
            let StartOfPlay { game, state, views } = before.start_of_play();
            (self.game, self.state) = (game, state);
            self.first_views = SeatViews::of_views(views);
            self.views = self.first_views.clone();
        }
        Ok(())
    }

    /// What the player in the mover's seat would do before the play.
    fn choose_before_play(&self, before: &dyn BeforePlay<K::Game>, mover: Player) -> Result<Chosen, Error> {
        let Some(player) = &self.sitting[mover.index()] else {
            return Err(Error::EmptySeat { game: self.name(), seat: mover.seat() });
        };
        let (how, budget) = player.preparing();
        let found = before.choose(how, budget, self.seed_of_move(mover))?;
        let best = found.moves.iter().find(|estimate| estimate.mv == found.best);
        let rounded = |mean: &f64| mean.round_ties_even() as i16;
        Ok(Chosen {
            nodes: found.nodes,
            depth: best.map(|_| found.depth),
            payoff: best.map(|best| best.means[..self.seats()].iter().map(rounded).collect()),
            stopped: found.stop == Stop::Flag,
            mv: found.best,
        })
    }
}

impl<K: GameKit> LiveGame for Live<K> {
    fn info(&self) -> &GameInfo {
        &self.entry.info
    }

    fn seats(&self) -> usize {
        self.game.players()
    }

    fn text(&self) -> String {
        self.phase().map_or_else(|| self.game.write_position(&self.state), BeforePlay::text)
    }

    fn view(&self, seat: usize) -> Result<String, Error> {
        let seat = self.seat(seat)?;
        Ok(match self.phase() {
            Some(before) => before.view(seat),
            None => self.game.write_view(self.views.of(seat)),
        })
    }

    fn events(&self, seat: usize) -> Result<Vec<SeatEvent>, Error> {
        let (seat, kit) = (self.seat(seat)?, &self.entry.kit);
        let mut events = match &self.before {
            Some(before) => before.events(seat),
            None => {
                let start = self.past.played.first().map_or(&self.state, |(start, _)| start);
                kit.first_events(&self.game, start, seat)
            }
        };
        events.extend(self.past.played.iter().flat_map(|(before, mv)| kit.events_of(&self.game, before, *mv)));
        events.extend(self.score().map(|scores| SeatEvent::Score { scores }));
        Ok(events)
    }

    fn layout(&self) -> Layout {
        self.phase().map_or_else(|| self.entry.kit.layout(&self.game, &self.state), BeforePlay::layout)
    }

    fn diagram(&self) -> Option<String> {
        self.phase().map_or_else(|| self.game.diagram(&self.state), BeforePlay::diagram)
    }

    fn terms(&self) -> Option<String> {
        self.phase().map_or_else(|| self.game.terms(), BeforePlay::terms)
    }

    fn round_begins(&self) -> Option<String> {
        self.phase().map_or_else(|| self.game.round_begins(&self.state), BeforePlay::begins)
    }

    fn round_ended(&self) -> Option<&str> {
        self.past.ended.last()?.as_deref()
    }

    fn mover(&self) -> Option<usize> {
        self.phase().map_or_else(|| self.game.mover(&self.state), BeforePlay::mover).map(Player::seat)
    }

    fn choices(&self) -> Choices {
        match self.phase() {
            Some(before) => before.choices(),
            None => Choices { what: Task::Play, legal: self.legal_moves(), count: None },
        }
    }

    fn legal_moves(&self) -> Vec<String> {
        if let Some(before) = self.phase() {
            return before.legal_moves();
        }
        let mut moves = Vec::new();
        if self.mover().is_some() {
            self.game.moves(&self.state, &mut moves);
        }
        moves.into_iter().map(|mv| self.game.write_move(&self.state, mv)).collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), Error> {
        let Some(mover) = self.mover() else {
            return Err(Error::Over { game: self.name() });
        };
        if self.phase().is_some() {
            return self.prepare(mover, mv);
        }
        let read = self.game.read_move(&self.state, mv);
        let mv = read.map_err(|error| Error::Move { game: self.name(), error })?;
        self.past.moves.push(self.game.write_move(&self.state, mv));
        self.past.movers.push(mover);
        self.past.ended.push(self.game.round_ended(&self.state, mv));
        self.past.played.push((self.state.clone(), mv));
        self.views.tell(&self.game, &self.state, mv);
        self.game.play(&mut self.state, mv);
        Ok(())
    }

    fn take_back(&mut self) -> bool {
        if let Some((state, _)) = self.past.played.pop() {
            self.state = state;
            self.views = self.first_views.clone();
            for (before, mv) in &self.past.played {
                self.views.tell(&self.game, before, *mv);
            }
        } else if !self.before.as_mut().is_some_and(|before| before.take_back()) {
            return false;
        }
        self.past.moves.pop();
        self.past.movers.pop();
        self.past.ended.pop();
        true
    }

    fn moves(&self) -> &[String] {
        &self.past.moves
    }

    fn movers(&self) -> &[usize] {
        &self.past.movers
    }

    fn sit(&mut self, seat: usize, player: Option<&PlayerSpec>) -> Result<(), Error> {
        let seat = self.seat(seat)?.index();
        let (player, sitting) = match player {
            None => (None, None),
            Some(spec) => {
                let table = Table { hidden: self.hidden, whole_deal: self.before.is_some() };
                let (spec, seated) = seats::seat::<K>(&self.entry, &self.game, &self.state, table, spec)?;
                (Some(spec), Some(seated.sit_down(self.stop.as_ref())))
            }
        };
        self.players[seat] = player;
        self.sitting[seat] = sitting;
        Ok(())
    }

    fn players(&self) -> &[Option<PlayerSpec>] {
        &self.players
    }

    fn choose(&mut self) -> Result<Chosen, Error> {
        if let Some((before, mover)) = self.phase().and_then(|before| Some((before, before.mover()?))) {
            return self.choose_before_play(before, mover);
        }
        let Some(mover) = self.game.mover(&self.state) else {
            return Err(Error::Over { game: self.name() });
        };
        let seed = self.seed_of_move(mover);
        let Some(player) = &mut self.sitting[mover.index()] else {
            return Err(Error::EmptySeat { game: self.name(), seat: mover.seat() });
        };
        let choice = if self.hidden && player.plays_from_views() {
            player.choose_on_view(&self.game.public(), self.views.of(mover), seed)?
        } else {
            player.watch(&self.game, &self.past.played);
            player.choose(&self.game, &self.state, seed)?
        };
        let players = self.game.players();
        Ok(Chosen {
            mv: self.game.write_move(&self.state, choice.mv),
            nodes: choice.searched.map_or(0, |searched| searched.nodes),
            depth: choice.searched.map(|searched| searched.depth),
            payoff: choice.searched.map(|searched| searched.payoff.seats(players).to_vec()),
            stopped: choice.searched.is_some_and(|searched| searched.stop == Stop::Flag),
        })
    }

    fn position(&self, evaluation: Option<&str>) -> Result<Box<dyn AnyPosition>, Error> {
        let name = self.entry.info.evaluation(evaluation)?;
        if self.phase().is_some() {
            return Err(Error::BeforePlay { game: self.name() });
        }
        Ok(Box::new(Opened::new(self.entry.clone(), self.game.clone(), self.state.clone(), name)?))
    }

    fn payoff(&self) -> Option<Vec<i16>> {
        Some(self.payoff_at_the_end()?.seats(self.game.players()).to_vec())
    }

    fn score(&self) -> Option<Vec<f64>> {
        Some((self.count)(&self.game, &self.state, &self.payoff_at_the_end()?))
    }
}
