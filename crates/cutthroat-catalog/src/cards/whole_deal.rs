//! Card games before the play, in the catalog.

mod hearing;

use cutthroat::hidden::{Dealer as _, Estimates, Hidden as _, Knowledge, MoveEstimate, ReadView, SeatViews};
use cutthroat::playout::{FastRandom, PlayedOut, Playout, PlayoutPolicy};
use cutthroat::{Budget, Game as _, NotationError, Player, SearchError, Social};
use cutthroat_games::cards::{
    Cards, DealDealer, DealEvent, DealMove, DealPhase, DealReader, DealSeen, DealState, DealView, Position,
    Preparation, Rules, TrickGame, Utility as _, WholeDeal, utility_named, write_trump,
};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::CardOrder;
use crate::before_play::{BeforePlay, Choices, Preparing, StartOfPlay, Task, ViewBeforePlay};
use crate::layout::Layout;
use crate::seat_event::SeatEvent;

/// A deal before its play, and all that was done in it.
pub(super) struct DealInProgress<R: Rules> {
    game: WholeDeal<R>,
    state: DealState,
    views: SeatViews<WholeDeal<R>>,
    /// Each move, and the state before it.
    played: Vec<(DealState, DealMove)>,
}

impl<R: Rules> DealInProgress<R> {
    /// A deal that was just dealt; `None` if the play begins at once.
    pub(super) fn new(game: WholeDeal<R>, state: DealState) -> Option<Self> {
        let views = SeatViews::new(&game, &state);
        (state.phase() != DealPhase::Playing).then_some(Self { game, state, views, played: Vec::new() })
    }

    fn make(&mut self, mv: DealMove) {
        self.views.tell(&self.game, &self.state, mv);
        self.played.push((self.state, mv));
        self.game.play(&mut self.state, mv);
    }
}

/// What the players do in a phase.
fn task(phase: DealPhase) -> Task {
    match phase {
        DealPhase::Passing => Task::Pass,
        DealPhase::Bidding => Task::Bid,
        DealPhase::Exchanging => Task::Give,
        DealPhase::Naming => Task::Trump,
        DealPhase::Discarding => Task::Discard,
        DealPhase::Playing => Task::Play,
    }
}

fn names(cards: Cards) -> Vec<String> {
    cards.iter().map(|card| card.to_string()).collect()
}

/// What a player who sees `view` does.
fn choose<R: Rules>(
    game: &WholeDeal<R>,
    view: &DealView,
    how: Preparing,
    budget: &Budget,
    seed: u64,
) -> Result<Estimates<String>, SearchError> {
    let found = match how {
        Preparing::Usual => Estimates::only(game.usual(view)),
        Preparing::Simulate { for_game } => {
            // The same playouts as those of other players, so that nothing is compiled for it.
            let (evaluation, order) = (Social::plain(R::Evaluation::ALL[0]), CardOrder::<R::Order>::default());
            let utility = utility_named::<R>("game").filter(|_| for_game);
            let mut play_out = |game: &TrickGame<R>, state: &mut Position, random: &mut FastRandom| {
                let played = Playout::new(game, &evaluation, &order, PlayoutPolicy::default()).run(state, random);
                let worth = utility.map(|utility| utility.worth(game, &state.taken()));
                PlayedOut { payoff: worth.unwrap_or_else(|| game.payoff(state)), ..played }
            };
            game.simulate(view, DealReader::<()>::USUAL_WORLDS, &mut play_out, budget, seed)?
        }
        Preparing::AtRandom => {
            let mut moves = Vec::new();
            game.moves_of(view, &mut moves);
            Estimates::only(moves[ChaCha8Rng::seed_from_u64(seed).random_range(0..moves.len())])
        }
    };
    let written = |estimate: &MoveEstimate<DealMove>| estimate.with(game.write_deal_move(estimate.mv));
    Ok(found.with(game.write_deal_move(found.best), found.moves.iter().map(written).collect()))
}

impl<R: Rules + Send> BeforePlay<TrickGame<R>> for DealInProgress<R> {
    fn mover(&self) -> Option<Player> {
        self.game.mover(&self.state).filter(|_| self.state.phase() != DealPhase::Playing)
    }

    fn choices(&self) -> Choices {
        let what = task(self.state.phase());
        let of_hand = |count: usize| {
            let hand = self.mover().map_or(Cards::NONE, |mover| self.state.position().hand(mover));
            Choices { what, legal: names(hand), count: Some(count) }
        };
        match what {
            Task::Pass => of_hand(self.game.cards_to_pass()),
            Task::Discard => of_hand(self.game.cards_to_discard()),
            _ => {
                let after_colon = |mv: String| mv.split_once(':').map_or(mv.clone(), |(_, rest)| rest.to_owned());
                Choices { what, legal: self.legal_moves().into_iter().map(after_colon).collect(), count: None }
            }
        }
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.mover().is_some() {
            self.game.moves(&self.state, &mut moves);
        }
        moves.into_iter().map(|mv| self.game.write_deal_move(mv)).collect()
    }

    fn play(&mut self, mv: &str) -> Result<String, NotationError> {
        let mv = self.game.read_deal_move(&self.state, mv)?;
        self.make(mv);
        Ok(self.game.write_deal_move(mv))
    }

    fn take_back(&mut self) -> bool {
        let Some((state, _)) = self.played.pop() else { return false };
        self.state = state;
        let start = self.played.first().map_or(&self.state, |(start, _)| start);
        self.views = SeatViews::new(&self.game, start);
        for (before, mv) in &self.played {
            self.views.tell(&self.game, before, *mv);
        }
        true
    }

    fn choose(&self, how: Preparing, budget: &Budget, seed: u64) -> Result<Estimates<String>, SearchError> {
        let mover = self.mover().expect("the play has not begun");
        choose(&self.game, self.views.of(mover).view, how, budget, seed)
    }

    fn start_of_play(&self) -> StartOfPlay<TrickGame<R>> {
        let (mut state, mut views) = (self.state, self.views.clone());
        while state.phase() != DealPhase::Playing {
            let mover = self.game.mover(&state).expect("somebody is to move");
            let mv = self.game.usual(views.of(mover).view);
            views.tell(&self.game, &state, mv);
            self.game.play(&mut state, mv);
        }
        let view = |seat| *views.of(seat).view.play().expect("the play has begun");
        StartOfPlay {
            game: self.game.play_of(&state),
            state: *state.position(),
            views: Player::all(self.game.players()).map(view).collect(),
        }
    }

    fn text(&self) -> String {
        self.game.write_before_play(&self.state)
    }

    fn view(&self, seat: Player) -> String {
        self.game.write_deal_view(self.views.of(seat))
    }

    fn layout(&self) -> Layout {
        let hand = |player| names(self.state.position().hand(player));
        Layout { hands: Player::all(self.game.players()).map(hand).collect(), ..Layout::default() }
    }

    fn diagram(&self) -> Option<String> {
        Some(self.game.diagram_before_play(&self.state))
    }

    fn terms(&self) -> Option<String> {
        Some(self.game.terms_before_play())
    }

    fn begins(&self) -> Option<String> {
        let phase = self.state.phase();
        if self.played.last().is_some_and(|(before, _)| before.phase() == phase) {
            return None;
        }
        Some(match phase {
            DealPhase::Passing => {
                let first = Player::new(0);
                let (to, number) = (self.game.receiver(first).seat(), self.game.cards_to_pass());
                format!("passing {} each, seat 1 to seat {to} and so on", cutthroat::counted(number, "card"))
            }
            DealPhase::Bidding => "bidding".to_owned(),
            DealPhase::Exchanging => "giving cards for the highest of their suit".to_owned(),
            DealPhase::Naming => "naming trump".to_owned(),
            DealPhase::Discarding => "exchanging cards with the kitty".to_owned(),
            DealPhase::Playing => return None,
        })
    }

    fn events(&self, seat: Player) -> Vec<SeatEvent> {
        let start = self.played.first().map_or(&self.state, |(start, _)| start);
        events(&self.game, &self.game.first_view(start, seat), self.views.of(seat).told)
    }
}

/// What a seat saw, from its first view and all that it was told.
fn events<R: Rules>(game: &WholeDeal<R>, first: &DealView, told: &[DealSeen]) -> Vec<SeatEvent> {
    let (seat, players) = (first.seat(), game.players());
    let mut events = vec![dealt(game, first)];
    let mut hand = first.hand();
    // How many cards players have given each other.
    let mut given = 0;
    for seen in told {
        let (mover, own) = (seen.player.seat(), seen.player == seat);
        // Cards that have come into the own hand.
        let gained = seen.hand - (hand - seen.given);
        match seen.event {
            DealEvent::Passed => {
                let to = game.receiver(seen.player).seat();
                events.push(match own {
                    true => SeatEvent::Passed { cards: names(seen.given), to },
                    false => SeatEvent::Passes { seat: mover, to, count: game.cards_to_pass() },
                });
            }
            DealEvent::Looked => {
                events.push(SeatEvent::Look { seat: mover, hand: own.then(|| names(seen.hand)) });
            }
            DealEvent::BidBlind => {
                events.push(SeatEvent::Bid { seat: mover, bid: 0, blind: true });
                events.push(SeatEvent::Look { seat: mover, hand: own.then(|| names(seen.hand)) });
            }
            DealEvent::Bid(bid) => events.push(SeatEvent::Bid { seat: mover, bid, blind: false }),
            DealEvent::Gave => {
                events.extend(exchanged(game, seat, seen, hand, given));
                given += 1;
            }
            DealEvent::Named(trump) => {
                events.push(SeatEvent::Trump { seat: mover, trump: write_trump(trump) });
                if own && !gained.is_empty() {
                    events.push(SeatEvent::Kitty { cards: names(gained) });
                }
            }
            DealEvent::Discarded if own => {
                events.push(SeatEvent::Discarded { cards: names(seen.given) });
                if !gained.is_empty() {
                    events.push(SeatEvent::Kitty { cards: names(gained) });
                }
            }
            DealEvent::Discarded => {
                events.push(SeatEvent::Exchanges { seat: mover, count: game.cards_to_discard() });
            }
            DealEvent::Played(_) => {}
        }
        if seen.event == DealEvent::Passed && seen.start.is_some() {
            // What the seat has passed earlier is gone only now.
            let given = told.iter().fold(Cards::NONE, |given, seen| given | seen.given);
            let from = Player::all(players).find(|&giver| game.receiver(giver) == seat).map_or(0, Player::seat);
            events.push(SeatEvent::Received { cards: names(seen.hand - (first.hand() - given)), from });
        }
        hand = seen.hand;
    }
    events
}

/// What a seat that had `hand` saw of the exchange after `done` others.
fn exchanged<R: Rules>(game: &WholeDeal<R>, seat: Player, seen: &DealSeen, hand: Cards, done: u8) -> Option<SeatEvent> {
    let exchange = game.exchanges().after(done)?;
    let (giver, taker) = (exchange.giver.seat(), exchange.taker.seat());
    let Some(card) = seen.given.only() else { return Some(SeatEvent::Gives { seat: giver, to: taker }) };
    let given = card.to_string();
    // If nothing changed, the same card came back.
    Some(if exchange.giver == seat {
        let back = (seen.hand - hand).only().unwrap_or(card).to_string();
        SeatEvent::Gave { card: given, to: taker, back }
    } else {
        let back = (hand - seen.hand).only().unwrap_or(card).to_string();
        SeatEvent::Given { card: given, from: giver, back }
    })
}

/// The first event of a whole deal.
fn dealt<R: Rules>(game: &WholeDeal<R>, first: &DealView) -> SeatEvent {
    let rules = game.rules();
    let pass = match rules.preparation() {
        Preparation::Pass(pass) => Some(pass.name().to_owned()),
        _ => None,
    };
    let names_trump = matches!(rules.preparation(), Preparation::TrumpAndKitty { .. });
    // Also where it is always the same suit.
    let has_trump = (R::OPTIONS.iter().any(|option| option.name == "trump") || rules.trump().is_some()) && !names_trump;
    SeatEvent::Deal {
        hand: Some(names(first.hand())).filter(|hand| !hand.is_empty()),
        cards: game.cards(),
        pass,
        trump: has_trump.then(|| write_trump(rules.trump())),
        turned_up: rules.shown_aside().first().map(|card| card.to_string()),
        bids: None,
        seat: None,
        // At a table all pass at the same time, and nobody's turn is known.
        view: Some(game.write_deal_view(Knowledge { view: first, told: &[] }).replacen(&format!("{TURN}1"), "", 1)),
    }
}

/// The field that says whose turn it is to pass.
const TURN: &str = " turn=";

/// What one seat knows before the play, and the deals that fit.
pub(super) struct SeenDeal<R: Rules> {
    read: ReadView<WholeDeal<R>>,
    dealer: DealDealer<R>,
    /// Whether it is said of nobody that they have passed: then it is everybody's turn.
    all_pass: bool,
    /// The last move before the play, which is noted when it is known whether the play begins with it.
    held: Option<DealSeen>,
}

impl<R: Rules> SeenDeal<R> {
    pub(super) fn read(text: &str) -> Result<Self, NotationError> {
        let wrong = |error: &dyn std::fmt::Display| NotationError(error.to_string());
        let read = WholeDeal::<R>::read_deal_view(text).map_err(|error| wrong(&error))?;
        let dealer = read.game.dealer(&read.view).map_err(|error| wrong(&error))?;
        let all_pass = read.game.is_open_pass(&read.view) && !text.contains(TURN);
        Ok(Self { read, dealer, all_pass, held: None })
    }

    /// What the seat knows when it is its turn.
    fn view_in_turn(&self) -> DealView {
        let ReadView { game, view, .. } = &self.read;
        if self.all_pass { game.at_own_pass(view) } else { *view }
    }
}

impl<R: Rules + Send> ViewBeforePlay<TrickGame<R>> for SeenDeal<R> {
    fn text(&self) -> String {
        let text = self.read.game.write_deal_view(self.read.known());
        if self.all_pass { text.replacen(&format!("{TURN}1"), "", 1) } else { text }
    }

    fn terms(&self) -> Option<String> {
        Some(self.read.game.terms_before_play())
    }

    fn seat(&self) -> Player {
        self.read.view.seat()
    }

    fn mover(&self) -> Player {
        self.read.game.mover_of(&self.view_in_turn()).expect("the play has not begun")
    }

    fn task(&self) -> Task {
        task(self.read.view.phase())
    }

    fn worlds(&self) -> Option<u128> {
        self.dealer.worlds()
    }

    fn deal(&mut self, seed: u64, number: u64) -> String {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(number);
        let world = self.dealer.deal(&mut rng);
        world.game.write_before_play(&world.state)
    }

    fn all_deals(&mut self, most: usize) -> Option<Vec<String>> {
        let all = self.dealer.all(most)?;
        Some(all.iter().map(|world| world.game.write_before_play(&world.state)).collect())
    }

    fn legal_moves(&self) -> Vec<String> {
        let game = &self.read.game;
        let mut moves = Vec::new();
        game.moves_of(&self.view_in_turn(), &mut moves);
        moves.into_iter().map(|mv| game.write_deal_move(mv)).collect()
    }

    fn choose(&self, how: Preparing, budget: &Budget, seed: u64) -> Result<Estimates<String>, SearchError> {
        choose(&self.read.game, &self.view_in_turn(), how, budget, seed)
    }

    fn some_play(&self) -> (TrickGame<R>, Position) {
        let world = self.dealer.clone().deal(&mut ChaCha8Rng::seed_from_u64(0));
        let (game, mut state) = (world.game, world.state);
        while state.phase() != DealPhase::Playing {
            let mover = game.mover(&state).expect("somebody is to move");
            let mv = game.usual(&game.first_view(&state, mover));
            game.play(&mut state, mv);
        }
        (game.play_of(&state), *state.position())
    }

    fn tell(&mut self, event: &SeatEvent) -> Result<(), NotationError> {
        self.hear(event)
    }

    fn come_to_turn(&mut self) -> Result<(), NotationError> {
        self.note_held(None)
    }

    fn moves_made(&self) -> usize {
        self.read.told.len() + usize::from(self.held.is_some())
    }

    fn begin_play(&mut self, lead: Option<&SeatEvent>) -> Result<ReadView<TrickGame<R>>, NotationError> {
        self.hear_lead(lead)
    }
}
