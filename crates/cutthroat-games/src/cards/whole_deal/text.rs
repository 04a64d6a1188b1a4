//! Deals before their play as text.
//!
//! ```text
//! deal:AK3.Q2..T9 QJ2.A.K.32 T9.KJ3.2.J pass=left passed=SA,SK,HQ
//! ```
//!
//! As a position, with the word `deal` in place of the seat that leads, since nobody leads yet: the hands as they were
//! dealt, the [fields](DEAL_FIELDS) that say what was done so far, and the options of the rules.

use std::fmt::Write as _;

use cutthroat::{Game, MAX_PLAYERS, Player};

use super::super::card::{Card, Cards};
use super::super::error::CardError;
use super::super::picture::lines_of_hands;
use super::super::rules::{self, Preparation, Rules, SeatSet};
use super::super::terms::terms;
use super::super::text::{FIELDS, Words, read_rules};
use super::{DealMove, DealPhase, DealState, WholeDeal};
use crate::field::{DefaultValue, Field, Values};
use crate::parameters::Parameters;

/// How the text of a deal before its play begins.
const DEAL: &str = "deal:";

/// What is written for a nil that was bid before looking.
pub(super) const BLIND_NIL: &str = "blind-nil";

/// What is written for a player who has looked and not yet bid.
pub(super) const LOOK: &str = "look";

/// Whether a text is that of a deal before its play.
#[must_use]
pub fn is_before_play(text: &str) -> bool {
    text.trim_start().starts_with(DEAL)
}

/// The fields of a deal before its play, beside the options of the rules.
pub const DEAL_FIELDS: &[Field] = &[
    Field {
        name: "passed",
        about: "what each seat has passed so far, seat 1 first; in a view, what the own seat has passed",
        values: Values::Form("cards with commas, and / between seats"),
        default: DefaultValue::Derived("nobody has passed"),
    },
    Field {
        name: "bids",
        about: "the bids so far, seat 1 first; look, at the end, for a player who might have bid blind and has looked",
        values: Values::Form("numbers or blind-nil, with commas"),
        default: DefaultValue::Derived("nobody has bid"),
    },
    Field {
        name: "exchanged",
        about: "how many cards players have given each other; in a view, for each the own card that went and the one that came",
        values: Values::Form("a number; in a view such as S2-SK, with / between, and ? for a card between others"),
        default: DefaultValue::Derived("none"),
    },
    Field {
        name: "named",
        about: "the trump that the dealer has named",
        values: Values::Names(&rules::TRUMPS),
        default: DefaultValue::Derived("none has been named yet"),
    },
    Field {
        name: "kitty",
        about: "the cards of the kitty; in a view, those that the own seat has taken",
        values: Values::Form("cards with commas"),
        default: DefaultValue::Derived("none"),
    },
    MAY_BID_BLIND,
    Field {
        name: "cards",
        about: "in a view: how many cards everybody was dealt",
        values: Values::Number { least: 1, most: 52 },
        default: DefaultValue::Derived("a full deal"),
    },
    Field {
        name: "turn",
        about: "in a view: the seat that is to pass",
        values: Values::Number { least: 1, most: MAX_PLAYERS as u64 },
        default: DefaultValue::Derived(
            "nobody has passed, and all choose at the same time; after the own seat if it has passed",
        ),
    },
    Field {
        name: "seat",
        about: "in a view: the own seat, where it has not looked at its hand and every hand is ?",
        values: Values::Number { least: 1, most: MAX_PLAYERS as u64 },
        default: DefaultValue::Derived("the one whose hand is written"),
    },
];

/// Who may bid nil before they look.
pub(in super::super) const MAY_BID_BLIND: Field = Field {
    name: "may-bid-blind",
    about: "who may bid nil before they look at their cards, where nil counts: 1 or 0 for each player, seat 1 first",
    values: Values::Numbers { each: "player", least: 0, most: 1 },
    default: DefaultValue::Derived("nobody"),
};

pub(super) fn write_cards(cards: Cards) -> String {
    cards.iter().map(|card| card.to_string()).collect::<Vec<_>>().join(",")
}

/// Reads cards of which none is there twice.
pub(super) fn read_cards(text: &str) -> Result<Cards, CardError> {
    let mut cards = Cards::NONE;
    for word in text.split(',').filter(|_| !text.is_empty()) {
        let card: Card = word.parse()?;
        if cards.has(card) {
            return Err(CardError::Twice(card));
        }
        cards.insert(card);
    }
    Ok(cards)
}

#[expect(clippy::needless_pass_by_value, reason = "numbers and texts are given as they are")]
pub(super) fn wrong(field: &'static str, value: impl ToString, why: impl Into<String>) -> CardError {
    CardError::Field { field, value: value.to_string(), why: why.into() }
}

/// The words of a text that begins with `deal:`, and its rules.
pub(super) struct DealText<R> {
    pub(super) rules: R,
    pub(super) hands: Vec<String>,
    pub(super) given: Parameters,
    pub(super) may_bid_blind: SeatSet,
}

impl<R: Rules> DealText<R> {
    pub(super) fn read(text: &str) -> Result<Self, CardError> {
        let text = text.trim_start();
        let rest = text.strip_prefix(DEAL).ok_or_else(|| CardError::NoDeal(text.to_owned()))?;
        let text = format!("1:{rest}");
        let Words { hands, fields, .. } = Words::split::<R>(&text)?;
        let players = hands.len();
        let rules_field = FIELDS.iter().filter(|field| field.name == "rules");
        let given = Parameters::read(&fields, DEAL_FIELDS.iter().chain(rules_field).chain(R::OPTIONS))?;
        // The bids of a text are those so far, and not all of them, as the option has them.
        let (mut rules, _): (R, _) = read_rules(&given.without("bids"), players)?;
        let unsettled = match rules.preparation() {
            Preparation::None => return Err(CardError::NothingBeforePlay(R::NAME)),
            Preparation::Pass(_) => "",
            Preparation::Bids => "bids",
            Preparation::TrumpAndKitty { .. } => "trump",
        };
        match rules.clone().settle_from_table() {
            Err(CardError::Missing { field, .. }) if field == unsettled => {}
            settled => settled?,
        }
        rules.turn_up(None);
        let may_bid_blind = match given.value(MAY_BID_BLIND.name) {
            Some(seats) => SeatSet::read(MAY_BID_BLIND.name, seats, players)?,
            None => SeatSet::NONE,
        };
        let hands = hands.into_iter().map(str::to_owned).collect();
        Ok(Self { rules, hands, given, may_bid_blind })
    }

    /// The game in which everybody is dealt `cards` cards.
    pub(super) fn game(&self, cards: usize) -> Result<WholeDeal<R>, CardError> {
        let players = self.hands.len();
        let most = self.rules.pack(players).len() / players;
        if !(1..=most).contains(&cards) {
            return Err(CardError::Cards { cards, players, most });
        }
        let (rules, may_bid_blind) = (self.rules.clone(), self.may_bid_blind);
        Ok(WholeDeal { rules, players, cards, may_bid_blind })
    }

    /// The moves of `bids=`. Who could have bid blind and did not has looked before.
    pub(super) fn bids(&self) -> Result<Vec<DealMove>, CardError> {
        let text = self.given.value("bids").unwrap_or_default();
        let (mut moves, mut seat) = (Vec::new(), 0);
        for word in text.split(',').filter(|_| !text.is_empty()) {
            let mv = match word {
                LOOK => DealMove::Look,
                BLIND_NIL => DealMove::BlindNil,
                number => number.parse().map(DealMove::Bid).map_err(|_| {
                    wrong("bids", text, format!("`{word}` is not a number of tricks, {BLIND_NIL} or {LOOK}"))
                })?,
            };
            let may_bid_blind = seat < MAX_PLAYERS && self.may_bid_blind.has(Player::new(seat));
            if matches!(mv, DealMove::Bid(_)) && may_bid_blind && moves.last() != Some(&DealMove::Look) {
                moves.push(DealMove::Look);
            }
            seat += usize::from(mv != DealMove::Look);
            moves.push(mv);
        }
        Ok(moves)
    }

    /// The trump of `named=`.
    pub(super) fn named(&self) -> Result<Option<DealMove>, CardError> {
        let named = self.given.value("named").map(|trump| rules::read_trump("named", trump)).transpose()?;
        Ok(named.map(DealMove::Trump))
    }

    pub(super) fn cards_of(&self, field: &str) -> Result<Cards, CardError> {
        read_cards(self.given.value(field).unwrap_or_default())
    }

    /// Fields of other games.
    pub(super) fn check_fields(&self) -> Result<(), CardError> {
        let useless: &[&'static str] = match self.rules.preparation() {
            Preparation::None => &[],
            Preparation::Pass(_) => &["bids", "named", "kitty", "exchanged", MAY_BID_BLIND.name],
            Preparation::Bids if self.rules.has_blind_bids() => &["passed", "named", "kitty", "exchanged", "turn"],
            Preparation::Bids => &["passed", "named", "kitty", "exchanged", "turn", MAY_BID_BLIND.name],
            Preparation::TrumpAndKitty { .. } => &["passed", "bids", "turn", MAY_BID_BLIND.name],
        };
        match useless.iter().find_map(|&field| Some((field, self.given.value(field)?))) {
            Some((field, value)) => Err(wrong(field, value, "there is nothing of that before the play by these rules")),
            None => Ok(()),
        }
    }
}

impl<R: Rules> WholeDeal<R> {
    /// Writes a deal before its play.
    ///
    /// # Panics
    /// When the play has begun: [`play_of`](Self::play_of) has the game to write it.
    #[must_use]
    pub fn write_before_play(&self, state: &DealState) -> String {
        assert!(state.phase != DealPhase::Playing, "the play has begun");
        let hands: Vec<String> =
            Player::all(self.players).map(|player| state.position.hand(player).to_string()).collect();
        let mut text = format!("{DEAL}{}", hands.join(" "));
        if !state.kitty.is_empty() {
            let _ = write!(text, " kitty={}", write_cards(state.kitty));
        }
        if state.phase == DealPhase::Passing && state.turn > 0 {
            let passed: Vec<String> =
                state.passed[..usize::from(state.turn)].iter().copied().map(write_cards).collect();
            let _ = write!(text, " passed={}", passed.join("/"));
        }
        if state.exchanged > 0 {
            let _ = write!(text, " exchanged={}", state.exchanged);
        }
        self.write_common(&mut text, state.phase, &state.promises, state.trump);
        text
    }

    /// Writes bids, trump and the options of the rules.
    pub(super) fn write_common(
        &self,
        text: &mut String,
        phase: DealPhase,
        promises: &super::Promises,
        trump: Option<super::Suit>,
    ) {
        if phase == DealPhase::Bidding {
            let bids = self.write_bids(promises);
            if !bids.is_empty() {
                let _ = write!(text, " bids={bids}");
            }
            if self.may_bid_blind() != SeatSet::NONE {
                let seats = rules::write_numbers(&self.may_bid_blind.numbers()[..self.players]);
                let _ = write!(text, " {}={seats}", MAY_BID_BLIND.name);
            }
        }
        if phase == DealPhase::Discarding {
            let _ = write!(text, " named={}", rules::write_trump(trump));
        }
        let usual = R::default().options(self.players);
        for (name, value) in self.rules.options(self.players) {
            if !usual.contains(&(name, value.clone())) {
                let _ = write!(text, " {name}={value}");
            }
        }
    }

    fn write_bids(&self, promises: &super::Promises) -> String {
        let made = usize::from(promises.made);
        let bid = |player: Player| match promises.blind.has(player) {
            true => BLIND_NIL.to_owned(),
            false => promises.bids[player.index()].to_string(),
        };
        let mut words: Vec<String> = Player::all(made).map(bid).collect();
        let mover = Player::new(made.min(self.players - 1));
        if self.may_bid_blind().has(mover) && made < self.players && promises.looked.has(mover) {
            words.push(LOOK.to_owned());
        }
        words.join(",")
    }

    /// Reads what [`write_before_play`](Self::write_before_play) wrote, or what a person typed.
    ///
    /// # Errors
    /// What is wrong with the text, and with which card or field.
    pub fn read_before_play(text: &str) -> Result<(Self, DealState), CardError> {
        let text = DealText::<R>::read(text)?;
        text.check_fields()?;
        if let Some((field, value)) =
            ["cards", "turn", "seat"].iter().find_map(|&field| Some((field, text.given.value(field)?)))
        {
            return Err(wrong(field, value, "a deal with all hands says that itself"));
        }
        let hands: Vec<Cards> = text.hands.iter().map(|hand| hand.parse()).collect::<Result<_, CardError>>()?;
        let cards = hands.iter().map(|hand| hand.len()).min().unwrap_or(0);
        let game = text.game(cards)?;
        let named = text.named()?;
        let kitty = text.cards_of("kitty")?;
        let phase = if named.is_some() { DealPhase::Discarding } else { DealPhase::Naming };
        let mut seen = game.rules.shown_aside();
        for (player, &hand) in Player::all(game.players).zip(&hands) {
            let due = game.size_before_play(phase, player);
            if hand.len() != due {
                return Err(CardError::HandSize { seat: player.seat(), held: hand.len(), due });
            }
        }
        for cards in hands.iter().copied().chain([kitty]) {
            if let Some(card) = (seen & cards).first() {
                return Err(CardError::Twice(card));
            }
            if let Some(card) = (cards - game.rules.pack(game.players)).first() {
                return Err(CardError::NotInPack { card, game: R::NAME, players: game.players });
            }
            seen |= cards;
        }
        let due = if game.cards_to_discard() > 0 { game.kitty_size(phase) } else { 0 };
        if kitty.len() != due {
            let why = format!("{due} cards are set aside as the kitty");
            return Err(wrong("kitty", write_cards(kitty), why));
        }
        let mut all = [Cards::NONE; MAX_PLAYERS];
        all[..game.players].copy_from_slice(&hands);
        let mut state = game.dealt(all, kitty);
        let exchanged = text.given.value("exchanged").unwrap_or("0");
        state.exchanged = rules::read_number("exchanged", exchanged, game.exchanges().cards())?;
        if game.exchanges().cards() > 0 {
            (state.phase, state.turn) = game.after_exchange(state.exchanged);
        }
        if let (Some(_), DealPhase::Exchanging) = (named, state.phase) {
            return Err(wrong("exchanged", exchanged, "trump is named after the last card"));
        }
        if let Some(DealMove::Trump(trump)) = named {
            (state.phase, state.trump) = (DealPhase::Discarding, trump);
        }
        let passed = text.given.value("passed").map_or(Vec::new(), |passed| passed.split('/').collect());
        for cards in passed {
            game.play_read(&mut state, "passed", DealMove::Pass(read_cards(cards)?))?;
        }
        for bid in text.bids()? {
            game.play_read(&mut state, "bids", bid)?;
        }
        Ok((game, state))
    }

    /// Plays a move of a field, if it is legal and not the last before the play.
    fn play_read(&self, state: &mut DealState, field: &'static str, mv: DealMove) -> Result<(), CardError> {
        let mut moves = Vec::new();
        if state.phase != DealPhase::Playing {
            self.moves(state, &mut moves);
        }
        if !moves.contains(&mv) {
            let seat = usize::from(state.turn) + 1;
            return Err(wrong(field, self.write_deal_move(mv), format!("seat {seat} cannot do that")));
        }
        self.play(state, mv);
        if state.phase == DealPhase::Playing {
            return Err(wrong(
                field,
                self.write_deal_move(mv),
                "with that the play begins; write a position of the play",
            ));
        }
        Ok(())
    }

    /// The hands, one line each, with who is to move, and the kitty.
    #[must_use]
    pub fn diagram_before_play(&self, state: &DealState) -> String {
        let hands: Vec<Cards> = Player::all(self.players).map(|player| state.position.hand(player)).collect();
        let passed = |player: Player| match state.passed[player.index()] {
            cards if cards.is_empty() => String::new(),
            cards => format!("  passes {}", write_cards(cards)),
        };
        let mut text = lines_of_hands(&hands, self.mover(state), passed);
        if !state.kitty.is_empty() {
            let _ = writeln!(text, "kitty: {}", write_cards(state.kitty));
        }
        text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
    }

    /// What decides the deal beside the cards, in one line.
    #[must_use]
    pub fn terms_before_play(&self) -> String {
        terms(&self.rules, self.players)
    }
}
