//! A player of whole deals who sees only their own seat: passes, bids and discards by simulation, and leaves the play to
//! another player.

use std::sync::atomic::Ordering;
use std::time::Instant;

use cutthroat::hidden::{Estimates, Hidden, Knowledge, MoveEstimate, PlayOut, Reader, Sample};
use cutthroat::player::Choice;
use cutthroat::playout::{FastRandom, PlayedOut, Playout, PlayoutPolicy};
use cutthroat::{AtTheEnd, Budget, Game, Payoff, Player, Range, SearchError, Stop, best_first};

use super::super::hidden::CardPlayed;
use super::super::position::Position;
use super::super::rules::Rules;
use super::super::trick::TrickGame;
use super::super::utility::{Utility as _, utility_named};
use super::{DealMove, DealPhase, DealState, DealView, WholeDeal};

/// In how many worlds many moves are compared at first. Half of them are dropped, and the rest is compared in twice as many.
const FIRST_WORLDS: usize = 8;

/// What is known so far.
type Found = Estimates<DealMove>;

impl<R: Rules> WholeDeal<R> {
    /// What to do before the play, by simulation: deals that fit what the seat knows are played out after each choice, all
    /// choices in the same deals. The others pass, bid and discard as a careful player does; `play_out` plays the cards and
    /// says what the end is worth: the score of the deal, or what it does for the whole game.
    ///
    /// Bids and trumps are compared in `worlds` deals. Passes and discards, of which there are many, are compared by
    /// *sequential halving*: all that are worth a look in a few deals, the better half in twice as many, and so on up to
    /// twice `worlds`. What a careful player would do is never dropped and wins ties, so the answer is not worse than that in
    /// the last deals; it is also the answer if the budget ends before anything was compared. Of a move that was dropped,
    /// the estimate is that of the last deals it was compared in.
    ///
    /// # Errors
    /// When the view allows no world.
    ///
    /// # Panics
    /// When it is not the turn of the seat, or the play has begun.
    pub fn simulate(
        &self,
        view: &DealView,
        worlds: usize,
        play_out: PlayOut<'_, TrickGame<R>>,
        budget: &Budget,
        seed: u64,
    ) -> Result<Found, SearchError> {
        let mut legal = Vec::new();
        self.moves_of(view, &mut legal);
        assert!(view.phase() != DealPhase::Playing && !legal.is_empty(), "it is not the turn of this seat");
        let usual = self.usual(view);
        let mut moves = self.considered(view.phase(), view.hand(), view.trump(), &legal);
        moves.retain(|&mv| mv != usual);
        moves.insert(0, usual);
        if moves.len() == 1 {
            return Ok(Estimates::only(usual));
        }
        let halves = matches!(view.phase(), DealPhase::Passing | DealPhase::Discarding);
        let (mut worlds, most) = if halves { (FIRST_WORLDS, 2 * worlds) } else { (worlds, worlds) };
        let mut budget = budget.started();
        let mut found = Estimates { stop: Stop::Depth, ..Estimates::only(usual) };
        loop {
            let sample = Sample::draw(self, view, worlds, seed.wrapping_add(worlds as u64))?;
            let round = self.compare(view, &moves, &sample, &mut *play_out, &budget, seed);
            let is_stopped = round.stop != Stop::Depth;
            budget.nodes = budget.nodes.map(|nodes| nodes.saturating_sub(round.nodes));
            found = merged(found, &round);
            if is_stopped || moves.len() <= 2 || worlds >= most {
                return Ok(found);
            }
            let seat = view.seat().index();
            let mean = |mv: &DealMove| found.of(*mv).map_or(0.0, |estimate| estimate.means[seat]);
            let means: Vec<f64> = moves.iter().map(mean).collect();
            let ranked = best_first(&means);
            let better: Vec<DealMove> = ranked[..moves.len().div_ceil(2)].iter().map(|&place| moves[place]).collect();
            moves.retain(|mv| better.contains(mv) || *mv == usual);
            worlds *= 2;
        }
    }

    /// Plays the deals of `sample` out after every move, as long as the budget lasts. A deal that is not finished does not
    /// count. The first of the best moves is the best.
    fn compare(
        &self,
        view: &DealView,
        moves: &[DealMove],
        sample: &Sample<Self>,
        play_out: PlayOut<'_, TrickGame<R>>,
        budget: &Budget,
        seed: u64,
    ) -> Found {
        let mut payoffs: Vec<Vec<Payoff>> = vec![Vec::with_capacity(sample.worlds.len()); moves.len()];
        let (mut nodes, mut stop) = (0, Stop::Depth);
        for (number, world) in (0..).zip(&sample.worlds) {
            if let Some(ended) = ended(budget) {
                stop = ended;
                break;
            }
            let before = with_usual_passes(&world.game, &world.state);
            let (mut of_world, mut cost) = (Vec::with_capacity(moves.len()), 0);
            for &mv in moves {
                let mut state = before;
                world.game.play(&mut state, mv);
                world.game.prepare_as_usual(&mut state);
                let kernel = world.game.play_of(&state);
                // All moves are played out with the same random numbers.
                let played = play_out(&kernel, &mut state.position, &mut FastRandom::new(seed, number));
                cost += 1 + played.nodes;
                of_world.push(played.payoff);
            }
            if budget.nodes.is_some_and(|most| nodes + cost > most) {
                stop = Stop::Nodes;
                break;
            }
            nodes += cost;
            for (payoffs, payoff) in payoffs.iter_mut().zip(of_world) {
                payoffs.push(payoff);
            }
        }
        let (worlds, seat) = (payoffs[0].len(), view.seat());
        let exhaustive = sample.exhaustive && worlds == sample.worlds.len();
        let estimate = |(&mv, payoffs): (&DealMove, &Vec<Payoff>)| {
            MoveEstimate::new(mv, payoffs, &sample.weights, seat, self.players, exhaustive)
        };
        let estimates: Vec<MoveEstimate<DealMove>> = moves.iter().zip(&payoffs).map(estimate).collect();
        let mut best = &estimates[0];
        for estimate in &estimates {
            if estimate.means[seat.index()] > best.means[seat.index()] {
                best = estimate;
            }
        }
        let best = best.mv;
        Estimates { moves: estimates, worlds: worlds as u64, exhaustive, nodes, stop, ..Estimates::only(best) }
    }
}

/// Why there is no time left, if there is none.
fn ended(budget: &Budget) -> Option<Stop> {
    if budget.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
        return Some(Stop::Flag);
    }
    budget.deadline.filter(|&deadline| Instant::now() >= deadline).map(|_| Stop::Time)
}

/// What is known after another round, in which some moves were compared again. A round that was stopped says nothing if fewer
/// deals were compared than before.
fn merged(before: Found, round: &Found) -> Found {
    let nodes = before.nodes + round.nodes;
    if round.worlds <= before.worlds && round.stop != Stop::Depth {
        return Estimates { nodes, stop: round.stop, ..before };
    }
    let dropped = before.moves.into_iter().filter(|estimate| round.of(estimate.mv).is_none());
    let moves = round.moves.iter().copied().chain(dropped).collect();
    Estimates { moves, nodes, ..round.clone() }
}

/// The deal with what others have passed as a careful player passes. A world has any cards there, since a seat knows nothing
/// of them.
fn with_usual_passes<R: Rules>(game: &WholeDeal<R>, state: &DealState) -> DealState {
    let mut state = *state;
    if state.phase == DealPhase::Passing {
        for player in Player::all(usize::from(state.turn)) {
            let usual = game.usual_move(state.phase, state.position.hand(player), &state.promises, None);
            if let DealMove::Pass(cards) = usual {
                state.passed[player.index()] = cards;
            }
        }
    }
    state
}

impl<R: Rules> WholeDeal<R> {
    /// Everybody who is still to move before the play does what a careful player does.
    pub fn prepare_as_usual(&self, state: &mut DealState) {
        while state.phase != DealPhase::Playing {
            let mover = Player::new(usize::from(state.turn));
            let looked = state.phase != DealPhase::Bidding || state.promises.looked.has(mover);
            let mv = if looked {
                self.usual_move(state.phase, state.position.hand(mover), &state.promises, state.trump)
            } else {
                DealMove::Look
            };
            self.play(state, mv);
        }
    }
}

/// A player of whole deals who sees only their own seat.
#[derive(Clone, Copy, Debug)]
pub struct DealReader<P> {
    /// Plays the cards.
    pub in_play: P,
    /// How many worlds a bid or a trump is tried in; passes and discards have twice as many in the end.
    pub worlds: usize,
    /// How the cards are played in these worlds.
    pub policy: PlayoutPolicy,
    /// Whether the deal is played for the whole game: near its end, for the chance to win it.
    pub for_game: bool,
}

impl<P> DealReader<P> {
    /// How many worlds a bid is tried in, if nothing else is said.
    pub const USUAL_WORLDS: usize = 100;

    /// A player whose cards `in_play` plays.
    #[must_use]
    pub fn new(in_play: P) -> Self {
        Self { in_play, worlds: Self::USUAL_WORLDS, policy: PlayoutPolicy::default(), for_game: false }
    }

    /// What to do before the play: [`WholeDeal::simulate`] with playouts by the policy.
    ///
    /// # Errors
    /// When the view allows no world.
    ///
    /// # Panics
    /// When it is not the turn of the seat, or the play has begun.
    pub fn prepare<R: Rules>(
        &self,
        game: &WholeDeal<R>,
        view: &DealView,
        budget: &Budget,
        seed: u64,
    ) -> Result<Found, SearchError> {
        let (end, order) = (AtTheEnd(Range::default()), R::Order::default());
        let utility = utility_named::<R>("game").filter(|_| self.for_game);
        let mut play_out = |game: &TrickGame<R>, state: &mut Position, random: &mut FastRandom| {
            let played = Playout::new(game, &end, &order, self.policy).run(state, random);
            let for_game = utility.map(|utility| utility.worth(game, &state.taken()));
            PlayedOut { payoff: for_game.unwrap_or(played.payoff), ..played }
        };
        game.simulate(view, self.worlds, &mut play_out, budget, seed)
    }
}

impl<R: Rules, P: Reader<TrickGame<R>>> Reader<WholeDeal<R>> for DealReader<P> {
    fn choose(
        &mut self,
        game: &WholeDeal<R>,
        known: Knowledge<'_, WholeDeal<R>>,
        seed: u64,
    ) -> Result<Choice<DealMove>, SearchError> {
        if let Some(play) = known.view.play() {
            let told: Vec<CardPlayed> = known.told.iter().filter_map(super::DealSeen::played).collect();
            let chosen = self.in_play.choose(&game.play_in(known.view), Knowledge { view: play, told: &told }, seed)?;
            return Ok(Choice { mv: DealMove::Play(chosen.mv), searched: chosen.searched });
        }
        Ok(self.prepare(game, known.view, &Budget::default(), seed)?.choice(game.players()))
    }
}
