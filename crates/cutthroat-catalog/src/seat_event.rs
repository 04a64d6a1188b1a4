//! What one seat sees of a game, event by event, as plain data.

use std::fmt;

use cutthroat::counted;
use serde::{Deserialize, Serialize};

/// What one seat sees: nothing in it tells more than that seat may know. Seats are counted from 1, cards are written as
/// moves are. This is the one form in which records, protocols and other programs have events.
///
/// ```
/// use cutthroat_catalog::{Registry, SeatEvent, Setup};
///
/// let setup = Setup { deal: Some(1), players: Some(4), hidden: true, whole_deal: true, ..Setup::default() };
/// let setup = setup.with_option("rules", "table").with_option("pass", "left");
/// let mut game = Registry::standard().begin("hearts", &setup)?;
/// let mine = game.choices().legal[..3].join(",");
/// game.play(&format!("pass:{mine}"))?;
/// let seen = serde_json::to_value(game.events(1)?).unwrap();
/// assert_eq!(seen[0]["event"], "deal");
/// assert_eq!(seen[0]["pass"], "left");
/// assert_eq!(seen[1]["event"], "passed");
/// assert_eq!(seen[1]["to"], 2);
/// // Another seat sees only that cards were passed.
/// assert_eq!(game.events(3)?[1], SeatEvent::Passes { seat: 1, to: 2, count: 3 });
/// # Ok::<(), cutthroat_catalog::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum SeatEvent {
    /// The cards are dealt.
    Deal {
        /// The own hand; `None` if the seat has not looked at it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hand: Option<Vec<String>>,
        /// How many cards everybody has; 0 if that is not said.
        #[serde(default)]
        cards: usize,
        /// To whom cards are passed: left, right or across.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pass: Option<String>,
        /// The trump, where it is known with the deal: a suit, or N for none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        trump: Option<String>,
        /// The card that was turned up.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turned_up: Option<String>,
        /// What every seat has promised, where that is known with the deal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bids: Option<Vec<u8>>,
        /// In a whole game, the own seat in this deal: seats go round with the deal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<usize>,
        /// All that the seat knows then, rules included, as [`Registry::open_view`](crate::Registry::open_view) reads it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        view: Option<String>,
    },
    /// A game begins in any other way: what the seat knows then, as text.
    Start {
        /// What it knows, as [`Registry::open_view`](crate::Registry::open_view) reads it; the position, in a card game in
        /// which nothing is hidden.
        view: String,
    },
    /// The own seat passed cards.
    Passed {
        /// The cards.
        cards: Vec<String>,
        /// To whom.
        to: usize,
    },
    /// Another seat passed cards.
    Passes {
        /// Who.
        seat: usize,
        /// To whom.
        to: usize,
        /// How many.
        count: usize,
    },
    /// The own seat picked up what it was passed.
    Received {
        /// The cards.
        cards: Vec<String>,
        /// From whom.
        from: usize,
    },
    /// A seat looked at its cards, which it had not done when they were dealt.
    Look {
        /// Who.
        seat: usize,
        /// The cards, if it is the own seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hand: Option<Vec<String>>,
    },
    /// A bid.
    Bid {
        /// Who.
        seat: usize,
        /// The number of tricks.
        bid: u8,
        /// Whether it was made before looking.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        blind: bool,
    },
    /// The own seat gave a card, and was given back the highest of its suit.
    Gave {
        /// The card.
        card: String,
        /// To whom.
        to: usize,
        /// The card that came back, which may be the same.
        back: String,
    },
    /// The own seat was given a card, and gave back its highest of the suit.
    Given {
        /// The card.
        card: String,
        /// By whom.
        from: usize,
        /// The card that went back, which may be the same.
        back: String,
    },
    /// Others exchanged a card.
    Gives {
        /// Who gave one.
        seat: usize,
        /// To whom.
        to: usize,
    },
    /// Trump was named.
    Trump {
        /// Who named it.
        seat: usize,
        /// A suit, or N for none.
        trump: String,
    },
    /// The own seat discarded cards.
    Discarded {
        /// The cards.
        cards: Vec<String>,
    },
    /// The own seat took the kitty.
    Kitty {
        /// The cards.
        cards: Vec<String>,
    },
    /// Another seat exchanged cards with the kitty.
    Exchanges {
        /// Who.
        seat: usize,
        /// How many.
        count: usize,
    },
    /// A card was played.
    Play {
        /// Who played it.
        seat: usize,
        /// The card.
        card: String,
    },
    /// A trick is over.
    Trick {
        /// Who takes it.
        seat: usize,
        /// What it counts: 1 where tricks count, otherwise its points.
        counts: u8,
    },
    /// A move of a game without cards.
    Move {
        /// Who made it.
        seat: usize,
        /// The move.
        #[serde(rename = "move")]
        mv: String,
    },
    /// The game is over.
    Score {
        /// What each seat scores, as people count it.
        scores: Vec<f64>,
    },
}

impl SeatEvent {
    /// The same with the number that each seat has in `seats`, counted from 1: who sits where, seat 1 first. Within a whole game
    /// seats are counted from the dealer's left in each deal; players keep their places at the table.
    #[must_use]
    pub fn with_seats(mut self, seats: &[usize]) -> Self {
        let number = |seat: &mut usize| {
            if let Some(&other) = seat.checked_sub(1).and_then(|seat| seats.get(seat)) {
                *seat = other;
            }
        };
        match &mut self {
            Self::Deal { bids, seat, .. } => {
                seat.iter_mut().for_each(number);
                if let Some(bids) = bids {
                    in_order(bids, seats);
                }
            }
            Self::Start { .. } | Self::Discarded { .. } | Self::Kitty { .. } => {}
            Self::Passed { to, .. } | Self::Gave { to, .. } => number(to),
            Self::Received { from, .. } | Self::Given { from, .. } => number(from),
            Self::Passes { seat, to, .. } | Self::Gives { seat, to } => {
                number(seat);
                number(to);
            }
            Self::Look { seat, .. }
            | Self::Bid { seat, .. }
            | Self::Trump { seat, .. }
            | Self::Exchanges { seat, .. }
            | Self::Play { seat, .. }
            | Self::Trick { seat, .. }
            | Self::Move { seat, .. } => number(seat),
            Self::Score { scores } => in_order(scores, seats),
        }
        self
    }
}

/// Puts what each seat has to the place of the player who sits there.
fn in_order<T: Clone>(of_seats: &mut Vec<T>, seats: &[usize]) {
    let place = |number: usize| seats.iter().position(|&other| other == number + 1).unwrap_or(number);
    *of_seats = (0..of_seats.len()).filter_map(|number| of_seats.get(place(number)).cloned()).collect();
}

/// As the seat itself would tell it: `you pass SA SQ HK to seat 3`.
impl fmt::Display for SeatEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Deal { hand, cards, pass, trump, turned_up, bids, .. } => {
                match hand {
                    Some(hand) => write!(f, "you are dealt {}", hand.join(" "))?,
                    None => write!(f, "you are dealt {} and have not looked", counted(*cards, "card"))?,
                }
                let bids = bids.as_ref().map(|bids| bids.iter().map(u8::to_string).collect::<Vec<_>>().join(", "));
                let rest = [("pass", pass), ("trump", trump), ("turned up", turned_up), ("bids", &bids)];
                for (name, value) in rest.into_iter().filter_map(|(name, value)| Some((name, value.as_ref()?))) {
                    write!(f, "; {name} {value}")?;
                }
                Ok(())
            }
            Self::Start { view } => write!(f, "you know {view}"),
            Self::Passed { cards, to } => write!(f, "you pass {} to seat {to}", cards.join(" ")),
            Self::Passes { seat, to, count } => {
                write!(f, "seat {seat} passes {} to seat {to}", counted(*count, "card"))
            }
            Self::Received { cards, from } => write!(f, "you receive {} from seat {from}", cards.join(" ")),
            Self::Look { hand: Some(hand), .. } => write!(f, "you look: {}", hand.join(" ")),
            Self::Look { seat, hand: None } => write!(f, "seat {seat} looks at their cards"),
            Self::Bid { seat, blind: true, .. } => write!(f, "seat {seat} bids nil before looking"),
            Self::Bid { seat, bid, .. } => write!(f, "seat {seat} bids {bid}"),
            Self::Gave { card, to, back } => write!(f, "you give {card} to seat {to} and get {back} back"),
            Self::Given { card, from, back } => write!(f, "seat {from} gives you {card}, and you give {back} back"),
            Self::Gives { seat, to } => write!(f, "seat {seat} gives a card to seat {to} and gets one back"),
            Self::Trump { seat, trump } => write!(f, "seat {seat} names trump: {trump}"),
            Self::Discarded { cards } => write!(f, "you discard {}", cards.join(" ")),
            Self::Kitty { cards } => write!(f, "you take the kitty: {}", cards.join(" ")),
            Self::Exchanges { seat, count } => {
                write!(f, "seat {seat} exchanges {} with the kitty", counted(*count, "card"))
            }
            Self::Play { seat, card } => write!(f, "seat {seat} plays {card}"),
            Self::Trick { seat, counts } => write!(f, "seat {seat} takes the trick, which counts {counts}"),
            Self::Move { seat, mv } => write!(f, "seat {seat} moves {mv}"),
            Self::Score { scores } => {
                let scores: Vec<String> = scores.iter().map(f64::to_string).collect();
                write!(f, "scores: {}", scores.join(", "))
            }
        }
    }
}
