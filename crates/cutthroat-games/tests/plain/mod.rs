//! The card games as plain as possible, written from their rules and their notation and not from the kernel: cards are
//! pairs of numbers, hands are lists, positions are copied whole, and a search looks at everything.

pub(crate) mod draw;
pub(crate) mod search;
pub(crate) mod successors;
pub(crate) mod text;
pub(crate) mod worth;

/// A card: its suit (spades, hearts, diamonds, clubs, from 0) and its height (0 for a two, 12 for an ace).
pub(crate) type PlainCard = (usize, usize);

pub(crate) const SPADES: usize = 0;
pub(crate) const HEARTS: usize = 1;
pub(crate) const CLUBS: usize = 3;
pub(crate) const QUEEN_OF_SPADES: PlainCard = (SPADES, 10);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Hearts,
    Spades,
    OhHell,
    SergeantMajor,
    Bridge,
}

impl Kind {
    pub(crate) fn players(self) -> (usize, usize) {
        match self {
            Self::Hearts => (3, 6),
            Self::Spades => (2, 4),
            Self::OhHell => (3, 7),
            Self::SergeantMajor => (3, 3),
            Self::Bridge => (4, 4),
        }
    }
}

/// A game: everything that the text of a position says and that never changes.
#[derive(Clone, Debug)]
pub(crate) struct PlainGame {
    pub(crate) kind: Kind,
    pub(crate) players: usize,
    pub(crate) trump: Option<usize>,
    pub(crate) heart: i32,
    pub(crate) queen: i32,
    pub(crate) moon: String,
    pub(crate) lowest_club_leads: bool,
    pub(crate) clean_first_trick: bool,
    pub(crate) breaking: bool,
    pub(crate) queen_breaks: bool,
    pub(crate) bids: Vec<i32>,
    pub(crate) bags: Vec<i32>,
    pub(crate) nil: i32,
    pub(crate) bag_penalty: i32,
    pub(crate) scoring: String,
    pub(crate) targets: Vec<i32>,
    /// Whether moves are listed by rank across suits.
    pub(crate) by_rank: bool,
    /// Whether equivalent cards are one move, if that can change which move wins a tie.
    pub(crate) merges: bool,
    /// How many tricks are played in all.
    pub(crate) tricks: usize,
    /// What all players together count at the end.
    pub(crate) total: i32,
}

/// A position.
#[derive(Clone, Debug)]
pub(crate) struct PlainDeal {
    pub(crate) hands: Vec<Vec<PlainCard>>,
    pub(crate) trick: Vec<PlainCard>,
    pub(crate) leader: usize,
    /// What each party has taken.
    pub(crate) taken: Vec<i32>,
    /// How many tricks are over.
    pub(crate) over: usize,
    pub(crate) broken: bool,
}

impl PlainDeal {
    pub(crate) fn mover(&self) -> usize {
        (self.leader + self.trick.len()) % self.hands.len()
    }
}

impl PlainGame {
    /// How many sides there are; player `p` is on side `p % sides`.
    pub(crate) fn sides(&self) -> usize {
        match self.kind {
            Kind::Bridge => 2,
            Kind::Spades if self.players == 4 => 2,
            _ => self.players,
        }
    }

    /// How many parties count what they take; in bridge those are the sides.
    pub(crate) fn parties(&self) -> usize {
        if self.kind == Kind::Bridge { 2 } else { self.players }
    }

    pub(crate) fn points(&self, card: PlainCard) -> i32 {
        match card {
            _ if self.kind != Kind::Hearts => 0,
            (HEARTS, _) => self.heart,
            QUEEN_OF_SPADES => self.queen,
            _ => 0,
        }
    }

    pub(crate) fn is_over(&self, deal: &PlainDeal) -> bool {
        deal.over == self.tricks
    }

    /// The suit that has to be broken before it is led.
    fn suit_to_break(&self) -> Option<usize> {
        let suit = if self.kind == Kind::Hearts { HEARTS } else { SPADES };
        self.breaking.then_some(suit)
    }

    pub(crate) fn legal(&self, deal: &PlainDeal) -> Vec<PlainCard> {
        let hand = &deal.hands[deal.mover()];
        let only = |keep: &dyn Fn(PlainCard) -> bool| {
            let kept: Vec<PlainCard> = hand.iter().copied().filter(|&card| keep(card)).collect();
            if kept.is_empty() { hand.clone() } else { kept }
        };
        let Some(led) = deal.trick.first() else {
            if self.lowest_club_leads && deal.over == 0 {
                let clubs = deal.hands.iter().flatten().filter(|card| card.0 == CLUBS);
                if let Some(&lowest) = clubs.min() {
                    return vec![lowest];
                }
            }
            return match self.suit_to_break() {
                Some(suit) if !deal.broken => only(&|card| card.0 != suit),
                _ => hand.clone(),
            };
        };
        if hand.iter().any(|card| card.0 == led.0) {
            return only(&|card| card.0 == led.0);
        }
        let clean = self.clean_first_trick && deal.over == 0;
        only(&|card| !clean || self.points(card) == 0)
    }

    /// The moves in their reference order.
    pub(crate) fn moves(&self, deal: &PlainDeal) -> Vec<PlainCard> {
        let mut moves = self.legal(deal);
        let is_special = |card: PlainCard| {
            let breaks = self.breaking && self.queen_breaks;
            self.kind == Kind::Hearts && card == QUEEN_OF_SPADES && (self.queen > 0 || breaks)
        };
        if self.by_rank {
            moves.sort_by_key(|&(suit, height)| (12 - height, suit));
        } else {
            moves.sort_by_key(|&(suit, height)| (is_special((suit, height)), suit, 12 - height));
        }
        if !self.merges {
            return moves;
        }
        let mover = deal.mover();
        let others: Vec<PlainCard> = (0..self.players)
            .filter(|&player| player != mover)
            .flat_map(|player| deal.hands[player].clone())
            .chain(deal.trick.clone())
            .collect();
        let stands_for = |high: PlainCard, low: PlainCard| {
            let between = |card: &PlainCard| card.0 == low.0 && low.1 < card.1 && card.1 < high.1;
            high.0 == low.0 && high.1 > low.1 && !is_special(high) && !is_special(low) && !others.iter().any(between)
        };
        let all = moves.clone();
        moves.retain(|&low| !all.iter().any(|&high| stands_for(high, low)));
        moves
    }

    pub(crate) fn play(&self, deal: &PlainDeal, card: PlainCard) -> PlainDeal {
        let mut next = deal.clone();
        next.hands[deal.mover()].retain(|&held| held != card);
        next.trick.push(card);
        next.broken |=
            self.suit_to_break() == Some(card.0) || self.breaking && self.queen_breaks && card == QUEEN_OF_SPADES;
        if next.trick.len() == self.players {
            let led = next.trick[0].0;
            let strength = |card: PlainCard| match card.0 {
                suit if Some(suit) == self.trump => 100 + card.1,
                suit if suit == led => 1 + card.1,
                _ => 0,
            };
            let place = (0..self.players).max_by_key(|&place| strength(next.trick[place])).unwrap();
            let winner = (next.leader + place) % self.players;
            let points: i32 = next.trick.iter().map(|&card| self.points(card)).sum();
            next.taken[winner % self.parties()] += if self.kind == Kind::Hearts { points } else { 1 };
            next.leader = winner;
            next.trick.clear();
            next.over += 1;
        }
        next
    }
}
