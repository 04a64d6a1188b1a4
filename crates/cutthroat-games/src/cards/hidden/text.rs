//! Views as text, as somebody at the table would type them.
//!
//! ```text
//! 1:? AK3.Q2..T9 ? cards=8 plays=S4,S5,S6/H3,H4
//! ```
//!
//! As a position, with `?` for every hand that one does not see: the own hand *as it is now*, and in `plays=` every card
//! that was played since, in order. `?SQ,HK` is a hand in which these cards are known to be. All [other
//! fields](super::super::FIELDS), and the seat that leads, are those of the moment when the seat began to look, so from the
//! deal on none of them is needed but the bids and the trump. A view that begins in the middle of a deal says in
//! `unseen=` which cards the others hold now.

use std::fmt::Write as _;

use cutthroat::hidden::{Knowledge, ReadView, ViewNotation};
use cutthroat::{MAX_PLAYERS, NotationError, Player};

use super::super::card::{Card, Cards};
use super::super::error::CardError;
use super::super::pass;
use super::super::position::Position;
use super::super::rules::{self, Preparation, Rules};
use super::super::start::CardStart;
use super::super::text::{FIELDS, Words, read_rules, read_start};
use super::super::trick::{Listing, TrickGame};
use super::typed::TypedView;
use super::view_error::ViewError;
use super::{CardPlayed, CardView};
use crate::field::{DefaultValue, Field, Values};
use crate::parameters::Parameters;

/// The fields of views that positions do not have.
pub const VIEW_FIELDS: &[Field] = &[
    Field {
        name: "plays",
        about: "every card played since the seat began to look, in order, beginning with the leader's",
        values: Values::Form("cards with commas, and / between tricks if you like, such as SA,S3,S2/HK"),
        default: DefaultValue::Derived("none"),
    },
    Field {
        name: "cards",
        about: "how many cards everybody was dealt",
        values: Values::Number { least: 0, most: 52 },
        default: DefaultValue::Derived("a full deal"),
    },
    Field {
        name: "aside",
        about: "cards that the seat knows to be out of the deal",
        values: Values::Form("cards with commas"),
        default: DefaultValue::Derived("none"),
    },
    Field {
        name: "passed",
        about: "what the seat has passed before the play, to the seat that pass= says",
        values: Values::Form("cards with commas"),
        default: DefaultValue::Derived("not known"),
    },
    Field {
        name: "received",
        about: "what the seat was passed before the play",
        values: Values::Form("cards with commas"),
        default: DefaultValue::Derived("not known"),
    },
    Field {
        name: "unseen",
        about: "what all other players hold now; needed if tricks were over when the seat began to look",
        values: Values::Form("spades.hearts.diamonds.clubs, as a hand"),
        default: DefaultValue::Derived("all that is left of the pack, which may be set aside as well"),
    },
];

impl<R: Rules> ViewNotation for TrickGame<R> {
    fn write_view(&self, known: Knowledge<'_, Self>) -> String {
        let Knowledge { view, told } = known;
        let first = view.first_table(told);
        let mut text = format!("{}:", self.leader(&first).seat());
        for player in Player::all(self.players) {
            let space = if player.index() > 0 { " " } else { "" };
            let _ = match view.known(player) {
                hand if player == view.seat => write!(text, "{space}{hand}"),
                known => write!(text, "{space}?{}", write_cards(known.iter())),
            };
        }
        let own = told.iter().filter(|played| played.player == view.seat).count();
        let dealt = view.hand().len() + own + usize::from(self.has_played_to(&first, view.seat));
        self.write_fields(&mut text, &first, dealt);
        let leader = self.leader(&first);
        let lead = first.led().or(told.first().map(|played| played.card));
        let lead = lead.or_else(|| self.rules.first_lead(view.position.hand(leader)));
        let mut usual = self.possible_in_deal(lead);
        if lead.is_none() && leader != view.seat {
            // Nothing shows a reader that the cards that would have to be led are all set aside.
            usual = self.rules.pack(self.players) - self.rules.shown_aside();
        }
        if self.tricks_over(&first) == 0 && (first.in_play - usual).is_empty() {
            if dealt != self.rules.hand_size(self.players) {
                let _ = write!(text, " cards={dealt}");
            }
            let aside = usual - first.in_play;
            if !aside.is_empty() {
                let _ = write!(text, " aside={}", write_cards(aside.iter()));
            }
        } else {
            let _ = write!(text, " unseen={}", view.unseen());
        }
        for (name, cards) in [("passed", view.passed), ("received", view.received)] {
            if !cards.is_empty() {
                let _ = write!(text, " {name}={}", write_cards(cards.iter()));
            }
        }
        if !told.is_empty() {
            let cards: Vec<Card> = told.iter().map(|played| played.card).collect();
            let (rest_of_trick, tricks) = cards.split_at(cards.len().min(self.players - first.played()));
            let tricks = std::iter::once(rest_of_trick).chain(tricks.chunks(self.players));
            let tricks: Vec<String> = tricks.map(|trick| write_cards(trick.iter().copied())).collect();
            let _ = write!(text, " plays={}", tricks.join("/"));
        }
        text
    }

    fn read_view(text: &str) -> Result<ReadView<Self>, NotationError> {
        read(text).map_err(|error| NotationError(error.to_string()))
    }
}

impl CardView {
    /// The table when the seat began to look, without hands, and all that could be in play.
    fn first_table(&self, told: &[CardPlayed]) -> Position {
        let told: Cards = told.iter().map(|played| played.card).collect();
        Position {
            hands: [Cards::NONE; MAX_PLAYERS],
            in_play: self.position.in_play | told | self.first_table.cards,
            taken: self.first_taken,
            on_table: self.first_table,
        }
    }
}

impl<R: Rules> TrickGame<R> {
    /// Whether `player` has played to the trick in progress.
    fn has_played_to(&self, position: &Position, player: Player) -> bool {
        let place = (player.index() + self.players - self.leader(position).index()) % self.players;
        place < position.played()
    }

    /// Everything that can be in play in a new deal, if `lead` was or will be led to its first trick.
    pub(super) fn possible_in_deal(&self, lead: Option<Card>) -> Cards {
        let pack = self.rules.pack(self.players) - self.rules.shown_aside();
        if self.tricks > 0 { pack - self.out_of_play(pack, lead) } else { pack }
    }
}

fn write_cards(cards: impl Iterator<Item = Card>) -> String {
    cards.map(|card| card.to_string()).collect::<Vec<_>>().join(",")
}

fn read_cards(text: &str) -> Result<Vec<Card>, CardError> {
    text.split(',').filter(|_| !text.is_empty()).map(str::parse).collect()
}

/// Reads a view.
fn read<R: Rules>(text: &str) -> Result<ReadView<TrickGame<R>>, ViewError> {
    let Words { leader, hands, fields } = Words::split::<R>(text)?;
    let players = hands.len();
    if leader >= players {
        return Err(CardError::Leader { leader: leader + 1, players }.into());
    }
    let (seat, hands) = read_hands(&hands)?;
    let given = Parameters::read(&fields, VIEW_FIELDS.iter().chain(FIELDS).chain(R::OPTIONS))?;
    let (mut rules, listing): (R, Listing) = read_rules(&given, players)?;
    rules.settle_from_table()?;
    let start = CardStart { leader, ..read_start(&given, rules.parties(players))? };
    if start.played.len() >= players {
        return Err(CardError::TrickSize { cards: start.played.len(), players }.into());
    }
    let unseen: Option<Cards> = given.value("unseen").map(str::parse).transpose()?;
    let aside = read_cards(given.value("aside").unwrap_or_default())?;
    let cards = given.value("cards").map(|cards| rules::read_number("cards", cards, Cards::PACK.len() as u8));
    let cards = cards.transpose()?.map(usize::from);
    let plays = read_plays(&given, players, &start)?;
    let passed = read_passed(&given, "passed", &rules, players)?;
    let received = read_passed(&given, "received", &rules, players)?;
    if unseen.is_some() {
        let given = [("aside", !aside.is_empty()), ("cards", cards.is_some())];
        if let Some((field, _)) = given.into_iter().find(|&(_, is_given)| is_given) {
            return Err(ViewError::BesideUnseen(field));
        }
    }
    let game = TrickGame { rules, players, tricks: 0, total: 0, listing };
    TypedView { game, seat, hands, start, plays, unseen, aside, cards, passed, received }.view()
}

/// The seat whose hand is written; its hand, and the cards known to be in the others.
fn read_hands(words: &[&str]) -> Result<(Player, [Cards; MAX_PLAYERS]), ViewError> {
    let mut seat: Option<usize> = None;
    let mut hands = [Cards::NONE; MAX_PLAYERS];
    for (player, word) in words.iter().enumerate() {
        match word.strip_prefix('?') {
            Some(known) => {
                for card in read_cards(known)? {
                    if hands[player].has(card) {
                        return Err(CardError::Twice(card).into());
                    }
                    hands[player].insert(card);
                }
            }
            None => {
                hands[player] = word.parse()?;
                if let Some(first) = seat.replace(player) {
                    return Err(ViewError::TwoHands(first + 1, player + 1));
                }
            }
        }
    }
    Ok((Player::new(seat.ok_or(ViewError::NoHand)?), hands))
}

/// The cards of `passed=` or `received=`; none if it is not given.
fn read_passed<R: Rules>(
    given: &Parameters,
    field: &'static str,
    rules: &R,
    players: usize,
) -> Result<Cards, ViewError> {
    let Some(text) = given.value(field) else { return Ok(Cards::NONE) };
    let wrong = |why: String| ViewError::from(CardError::Field { field, value: text.to_owned(), why });
    let mut cards = Cards::NONE;
    for card in read_cards(text)? {
        if cards.has(card) {
            return Err(CardError::Twice(card).into());
        }
        cards.insert(card);
    }
    let most = rules.hand_size(players).min(pass::CARDS);
    match rules.preparation() {
        Preparation::Pass(_) if cards.len() > most => Err(wrong(format!("{most} cards are passed"))),
        Preparation::Pass(_) => Ok(cards),
        _ => Err(wrong("nobody passes by these rules; write to whom, such as pass=left".to_owned())),
    }
}

/// The cards of `plays=`. Where tricks are divided, each but the last has all its cards.
fn read_plays(given: &Parameters, players: usize, start: &CardStart) -> Result<Vec<Card>, ViewError> {
    let text = given.value("plays").unwrap_or_default();
    let tricks: Vec<Vec<Card>> = text.trim_end_matches('/').split('/').map(read_cards).collect::<Result<_, _>>()?;
    for (place, trick) in tricks.iter().enumerate() {
        let due = if place == 0 { players - start.played.len() } else { players };
        let is_last = place + 1 == tricks.len();
        if tricks.len() > 1 && (trick.len() > due || trick.len() < due && !is_last) {
            return Err(ViewError::TrickSize { trick: place + 1, cards: trick.len(), due });
        }
    }
    Ok(tricks.concat())
}
