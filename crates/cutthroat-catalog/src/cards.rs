//! Card games in the catalog: all are opened in the same way.

mod whole_deal;
mod whole_game;

use std::marker::PhantomData;

use cutthroat::hidden::{Hidden as _, Knowledge, ViewNotation as _, World};
use cutthroat::{Game, MoveOrder, Notation as _, NotationError, Payoff, Player};
use cutthroat_games::cards::{
    Card, CardError, CardPlayed, CardView, Cards as CardSet, DEAL_FIELDS, FIELDS, HandHabits, HandOrder, PARTS,
    Position, Preparation, Rules, SeatSet, TableHabits, TrickGame, Utility, VIEW_FIELDS, Weighted, WholeDeal, changes,
    is_before_play, preset, utility_named, write_trump,
};
use rand_chacha::ChaCha8Rng;

use crate::algorithms::Algorithm;
use crate::before_play::{BeforePlay, ViewBeforePlay};
use crate::error::Error;
use crate::game_info::{GameInfo, Preset, RecordReader};
use crate::game_kit::{Deal, GameKit, Habit, LogOfMove, Place, Start};
use crate::layout::{Layout, PlayedCard};
use crate::seat_event::SeatEvent;
use crate::setup::GameOptions;
use crate::tally::Tally;
use crate::whole_game::{DealByDeal, WholeGameRequest};
use whole_deal::{DealInProgress, SeenDeal};
use whole_game::CardGame;

/// How positions of card games are written.
const NOTATION: &str = "LEADER:hand hand ..., each hand spades.hearts.diamonds.clubs, then fields such as \
                                   played=SA,S3 taken=2,0,1 rules=NAME; --deal SEED [--cards K] [--players N] deals";

/// The sets of rules of a card game, and what each sets.
fn presets<R: Rules>(players: usize) -> Vec<Preset> {
    let with_rules = |name: &&'static str| {
        let rules = R::preset(name).unwrap_or_default();
        Preset { name, about: R::about_preset(name), sets: changes(&rules, &R::default(), players) }
    };
    R::PRESETS.iter().map(with_rules).collect()
}

/// The order of a game, or one for solving whole hands: one type, so that every search is compiled once.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one of it in a search")]
pub(crate) enum CardOrder<O> {
    /// The game's own.
    Usual(O),
    /// By weights.
    Weighted(Weighted),
    /// As the game lists its moves.
    Reference,
    /// Learned, without a look at other hands.
    Hand(HandOrder),
}

impl<O: Default> Default for CardOrder<O> {
    fn default() -> Self {
        Self::Usual(O::default())
    }
}

impl<R: Rules, O: MoveOrder<TrickGame<R>>> MoveOrder<TrickGame<R>> for CardOrder<O> {
    fn arrange(&self, game: &TrickGame<R>, position: &Position, moves: &[Card], order: &mut [u16]) {
        match self {
            Self::Usual(usual) => usual.arrange(game, position, moves, order),
            Self::Weighted(weighted) => weighted.arrange(game, position, moves, order),
            Self::Reference => {}
            Self::Hand(hand) => hand.arrange(game, position, moves, order),
        }
    }
}

/// The card game with rules `R`.
pub(crate) struct Cards<R> {
    about: &'static str,
    usual_players: usize,
    example: &'static str,
    records: Option<RecordReader>,
    expert: &'static str,
    at_table: &'static [(&'static str, &'static str)],
    rules: PhantomData<R>,
}

impl<R> Cards<R> {
    /// What the rules do not say themselves.
    pub(crate) const fn new(about: &'static str, usual_players: usize, example: &'static str) -> Self {
        Self { about, usual_players, example, expert: "paranoid", at_table: &[], records: None, rules: PhantomData }
    }

    /// The same with the options of a single deal as people play it.
    pub(crate) const fn at_table(self, at_table: &'static [(&'static str, &'static str)]) -> Self {
        Self { at_table, ..self }
    }

    /// The same with the best player that is known.
    pub(crate) const fn with_expert(self, expert: &'static str) -> Self {
        Self { expert, ..self }
    }

    /// The same, with records of other programs.
    pub(crate) const fn with_records(self, records: RecordReader) -> Self {
        Self { records: Some(records), ..self }
    }
}

/// What is asked of a deal, read.
struct Dealt<R> {
    rules: R,
    cards: Option<usize>,
    may_bid_blind: SeatSet,
}

impl<R: Rules> Dealt<R> {
    fn by(deal: &Deal<'_>) -> Result<Self, CardError> {
        let rules = deal.options.get("rules").map_or_else(|| Ok(R::default()), |name| preset(name))?;
        let mut dealt = Self { rules, cards: None, may_bid_blind: SeatSet::NONE };
        for (name, value) in deal.options {
            match name.as_str() {
                "rules" => {}
                "cards" => dealt.cards = value.parse().ok(),
                "may-bid-blind" => dealt.may_bid_blind = SeatSet::read("may-bid-blind", value, deal.players)?,
                name => dealt.rules.set(name, value, deal.players)?,
            }
        }
        Ok(dealt)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
fn wrong(error: CardError) -> NotationError {
    NotationError(error.to_string())
}

/// If points are counted and not tricks, they count against the player.
fn low_is_good<R: Rules>() -> bool {
    R::PER_TRICK == 0
}

impl<R> GameKit for Cards<R>
where
    R: Rules<Evaluation: Send + Sync, Order: Send + Sync + 'static> + Send + Sync + 'static,
{
    type Game = TrickGame<R>;
    type Evaluation = R::Evaluation;
    type Order = CardOrder<R::Order>;
    type Table = cutthroat::Partitions;

    fn info(&self) -> GameInfo {
        GameInfo {
            about: self.about,
            players: R::PLAYERS,
            usual_players: self.usual_players,
            play: R::PLAY,
            notation: NOTATION,
            fields: &[
                ("what a position begins with", PARTS),
                ("fields of a position, by name=value after the hands, in any order", FIELDS),
                (
                    "more fields of a view: a position with ? for each hidden hand, and the own hand as it is now",
                    VIEW_FIELDS,
                ),
                (
                    "fields of a deal before its play, and of a view of it: the word deal in place of LEADER, hands as dealt",
                    DEAL_FIELDS,
                ),
            ],
            options: R::OPTIONS,
            dealing: R::DEALING,
            presets: presets::<R>(self.usual_players),
            example: self.example,
            // "Most tricks" of the papers on Spades.
            evaluation_aliases: if utility_named::<R>("tricks").is_some() { &[("mt", "tricks")] } else { &[] },
            game_options: R::GAME_OPTIONS,
            evaluations: R::Evaluation::ALL
                .iter()
                .chain(R::Evaluation::OF_GAMES)
                .map(|utility| (utility.name(), utility.formula()))
                .collect(),
            default_nodes: Some(10_000_000),
            default_memory: 64,
            tally: Tally { unit: R::UNIT, of: "a hand", low_is_good: low_is_good::<R>() },
            hides: R::HIDES,
            records: self.records,
            expert: self.expert,
            at_table: self.at_table,
            ..GameInfo::new(R::NAME)
        }
    }

    fn solving_order(&self, algorithm: Algorithm, mover: Option<Player>) -> CardOrder<R::Order> {
        match mover {
            // A node of max^n often ends with the first move, in the reference order, that gives the mover all there is
            // to get. The moves before it have to be searched anyway, and those after it need not be.
            _ if algorithm != Algorithm::PARANOID => CardOrder::Reference,
            // The weights are those of games for tricks.
            Some(mover) if R::PER_TRICK > 0 => CardOrder::Weighted(Weighted::against(mover)),
            _ => CardOrder::default(),
        }
    }

    fn learned_order(&self) -> Option<CardOrder<R::Order>> {
        HandOrder::of_game(R::NAME).map(CardOrder::Hand)
    }

    fn learned_habits(&self) -> Option<LogOfMove<TrickGame<R>>> {
        let log_of_card: LogOfMove<TrickGame<R>> = |World { game, state }, card| {
            HandHabits::of_game(R::NAME).map_or(0.0, |habits| habits.log_of_card(game, state, card))
        };
        HandHabits::of_game(R::NAME).map(|_| log_of_card)
    }

    fn deal(&self, deal: &Deal<'_>) -> Result<Start<TrickGame<R>>, NotationError> {
        let Dealt { rules, cards, .. } = Dealt::<R>::by(deal).map_err(wrong)?;
        TrickGame::deal(rules, deal.players, cards, deal.seed).map_err(wrong)
    }

    fn before_play(&self, deal: &Deal<'_>) -> Result<Option<Box<dyn BeforePlay<TrickGame<R>>>>, NotationError> {
        let Dealt { rules, cards, may_bid_blind } = Dealt::<R>::by(deal).map_err(wrong)?;
        if !R::HIDES || rules.preparation() == Preparation::None {
            return Ok(None);
        }
        let (game, state) = WholeDeal::deal(rules, deal.players, cards, may_bid_blind, deal.seed).map_err(wrong)?;
        Ok(DealInProgress::new(game, state).map(|deal| Box::new(deal) as _))
    }

    fn read_before_play(&self, text: &str) -> Result<Option<Box<dyn BeforePlay<TrickGame<R>>>>, NotationError> {
        if !R::HIDES || !is_before_play(text) {
            return Ok(None);
        }
        let (game, state) = WholeDeal::read_before_play(text).map_err(wrong)?;
        Ok(DealInProgress::new(game, state).map(|deal| Box::new(deal) as _))
    }

    fn read_view_before_play(
        &self,
        text: &str,
    ) -> Result<Option<Box<dyn ViewBeforePlay<TrickGame<R>>>>, NotationError> {
        if R::HIDES && is_before_play(text) { Ok(Some(Box::new(SeenDeal::<R>::read(text)?))) } else { Ok(None) }
    }

    fn whole_game(&self, request: &WholeGameRequest<'_>) -> Result<Option<Box<dyn DealByDeal>>, NotationError> {
        if R::GAME_OPTIONS.is_empty() {
            return Ok(None);
        }
        Ok(Some(Box::new(CardGame::<R>::new(request).map_err(wrong)?)))
    }

    fn first_events(&self, game: &TrickGame<R>, start: &Position, seat: Player) -> Vec<SeatEvent> {
        if !R::HIDES {
            return vec![SeatEvent::Start { view: game.write_position(start) }];
        }
        let view = game.write_view(Knowledge { view: &game.first_view(start, seat), told: &[] });
        let is_deal = game.tricks_over(start) == 0 && start.played() == 0;
        if !is_deal {
            return vec![SeatEvent::Start { view }];
        }
        let settled = game.rules().options(game.players());
        let option = |name: &str| settled.iter().find(|(option, _)| *option == name).map(|(_, value)| value);
        let bids = option("bids").map(|bids| bids.split(',').filter_map(|bid| bid.parse().ok()).collect());
        vec![SeatEvent::Deal {
            hand: Some(start.hand(seat).iter().map(|card| card.to_string()).collect()),
            cards: start.hand(seat).len(),
            pass: None,
            trump: (option("trump").is_some() || game.rules().trump().is_some())
                .then(|| write_trump(game.rules().trump())),
            turned_up: game.rules().shown_aside().first().map(|card| card.to_string()),
            bids,
            seat: None,
            view: Some(view),
        }]
    }

    fn view_of_deal(&self, deal: &SeatEvent, place: Place, options: &GameOptions) -> Option<String> {
        let SeatEvent::Deal { hand, cards, pass, trump, turned_up, .. } = deal else { return None };
        let own = hand.as_ref().map(|hand| {
            let cards: CardSet = hand.iter().filter_map(|card| card.parse::<Card>().ok()).collect();
            cards.to_string()
        });
        let shown = |seat: usize| own.clone().filter(|_| seat == place.seat).unwrap_or_else(|| "?".to_owned());
        let hands: Vec<String> = (1..=place.seats).map(shown).collect();
        let mut text = format!("deal:{} seat={}", hands.join(" "), place.seat);
        let dealt = hand.as_ref().map_or(*cards, Vec::len);
        let told = [("pass", pass), ("trump", trump), ("turned-up", turned_up)];
        // Spades tells the trump that it always has.
        let told = told.into_iter().filter(|(name, _)| R::OPTIONS.iter().any(|option| option.name == *name));
        let mut fields: Vec<(&str, String)> = vec![("cards", dealt.to_string())];
        fields.extend(told.filter_map(|(name, value)| Some((name, value.clone()?))));
        let is_open = |name: &str| {
            let of_game = R::GAME_OPTIONS.iter().any(|option| option.name == name);
            !of_game && !fields.iter().any(|(field, _)| *field == name)
        };
        let rest = options.iter().filter(|(name, _)| is_open(name));
        let rest: Vec<(&str, String)> = rest.map(|(name, value)| (name.as_str(), value.clone())).collect();
        for (name, value) in fields.iter().chain(&rest) {
            text.push_str(&format!(" {name}={value}"));
        }
        Some(text)
    }

    fn seen_in(
        &self,
        game: &TrickGame<R>,
        view: &CardView,
        event: &SeatEvent,
    ) -> Result<Option<CardPlayed>, NotationError> {
        let SeatEvent::Play { seat, card } = event else { return Ok(None) };
        let wrong = |why: String| NotationError(format!("seat {seat} plays {card}: {why}"));
        let mover = game.mover_of(view).ok_or_else(|| wrong("the deal is over".to_owned()))?;
        if mover.seat() != *seat {
            return Err(wrong(format!("it is the turn of seat {}", mover.seat())));
        }
        let card: Card = card.parse().map_err(|error: CardError| wrong(error.to_string()))?;
        let held = if mover == view.seat() { view.hand() } else { view.unseen() - view.banned(mover) };
        if !held.has(card) {
            return Err(wrong("they cannot hold it, by what was told before".to_owned()));
        }
        Ok(Some(CardPlayed { player: mover, card }))
    }

    fn events_of(&self, game: &TrickGame<R>, before: &Position, card: Card) -> Vec<SeatEvent> {
        let seat = game.mover(before).map_or(0, Player::seat);
        let mut events = vec![SeatEvent::Play { seat, card: card.to_string() }];
        let mut after = *before;
        game.play(&mut after, card);
        if after.played() == 0 {
            let winner = game.leader(&after);
            let party = game.rules().party(winner.index());
            events.push(SeatEvent::Trick { seat: winner.seat(), counts: after.taken()[party] - before.taken()[party] });
        }
        events
    }

    fn evaluation(&self, _: &TrickGame<R>, name: &str) -> Result<R::Evaluation, Error> {
        Ok(utility_named::<R>(name).unwrap_or(R::Evaluation::ALL[0]))
    }

    fn score(&self, game: &TrickGame<R>, payoff: &Payoff) -> Vec<f64> {
        let turned = |score: i16| if low_is_good::<R>() { i16::from(game.total()) - score } else { score };
        payoff.seats(game.players()).iter().map(|&score| turned(score).into()).collect()
    }

    fn has_habit(game: &TrickGame<R>, habit: Habit) -> bool {
        let preparation = game.rules().preparation();
        match habit {
            Habit::Bids => game.rules().promised().is_some() || preparation == Preparation::Bids,
            Habit::Passes => matches!(preparation, Preparation::Pass(_)),
        }
    }

    fn log_of_habit(
        habit: Habit,
        known: Knowledge<'_, TrickGame<R>>,
        start: &World<TrickGame<R>>,
        rng: &mut ChaCha8Rng,
    ) -> f64 {
        let (habits, World { game, state }) = (TableHabits::default(), start);
        match habit {
            Habit::Bids => habits.log_of_bids(game, state, known.view.seat()),
            Habit::Passes => habits.log_of_passes(game, known.view, state, rng),
        }
    }

    fn rounds_left(_: &TrickGame<R>, position: &Position) -> Option<usize> {
        Some(usize::from(position.tricks_left()))
    }

    fn layout(&self, game: &TrickGame<R>, position: &Position) -> Layout {
        let players = game.players();
        let hand = |player| position.hand(player).iter().map(|card| card.to_string()).collect();
        let mut player = game.leader(position);
        let mut played = |card: Card| {
            let seat = player.seat();
            player = player.next(players);
            PlayedCard { seat, card: card.to_string() }
        };
        Layout {
            hands: Player::all(players).map(hand).collect(),
            trick: position.trick().map(&mut played).collect(),
            ..Layout::default()
        }
    }
}
