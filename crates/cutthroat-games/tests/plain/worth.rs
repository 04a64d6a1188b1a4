//! The value of what has been taken, by the formulas that `cutthroat games` prints.

use super::{Kind, PlainCard, PlainDeal, PlainGame};

/// Whether an evaluation has a formula. Chances to win the whole game have none: they are simulated, and the tests of
/// whole games look at them; searches by them are compared in `card_differential` and `card_tables`.
pub(crate) fn has_formula(name: &str) -> bool {
    !matches!(name, "win" | "game")
}

impl PlainGame {
    /// The value of a position to each player: what has been taken, and an estimate of what is to come.
    pub(crate) fn evaluate(&self, name: &str, deal: &PlainDeal) -> Vec<i32> {
        if name == "so-far" { self.worth(name, &deal.taken) } else { self.worth(name, &self.completed(deal)) }
    }

    /// Tricks to come go to the owners of unbroken runs of top cards, trumps first; the rest, and points, are shared
    /// evenly, and the remainder from the mover on.
    fn completed(&self, deal: &PlainDeal) -> Vec<i32> {
        let mut counts = deal.taken.clone();
        let mut left = self.total - counts.iter().sum::<i32>();
        if self.kind != Kind::Hearts {
            let others = (0..4).filter(|&suit| Some(suit) != self.trump);
            for suit in self.trump.into_iter().chain(others) {
                let mut held: Vec<(PlainCard, usize)> = Vec::new();
                for (player, hand) in deal.hands.iter().enumerate() {
                    held.extend(hand.iter().filter(|card| card.0 == suit).map(|&card| (card, player)));
                }
                held.sort_by(|a, b| b.cmp(a));
                if let Some(&(_, owner)) = held.first() {
                    let run = held.iter().take_while(|&&(_, player)| player == owner).count() as i32;
                    counts[owner % self.parties()] += run.min(left);
                    left -= run.min(left);
                }
            }
        }
        let parties = self.parties() as i32;
        let mover = if self.is_over(deal) { 0 } else { deal.mover() };
        for turn in 0..parties {
            let party = (mover + turn as usize) % self.players % self.parties();
            counts[party] += left / parties + i32::from(turn < left % parties);
        }
        counts
    }

    fn worth(&self, name: &str, counts: &[i32]) -> Vec<i32> {
        let sides = self.sides();
        let of_sides = |numbers: &[i32]| -> Vec<i32> {
            let mut sums = vec![0; sides];
            numbers.iter().enumerate().for_each(|(party, number)| sums[party % sides] += number);
            sums
        };
        let tricks = of_sides(counts);
        let bids = of_sides(&self.bids);
        let worth_of = |side: usize| {
            let others = (0..sides).filter(|&other| other != side);
            let (taken, total) = (tricks[side], self.total);
            if self.kind == Kind::Hearts {
                let scores: Vec<i32> = (0..sides).map(|player| self.points_against(player, counts)).collect();
                return match name {
                    "points" => total - scores[side],
                    "so-far" => total - taken,
                    _ => total + others.map(|other| scores[other]).min().unwrap() - scores[side],
                };
            }
            let bid = bids.get(side).copied().unwrap_or(0);
            let missing = others.clone().filter(|&other| tricks[other] < bids.get(other).copied().unwrap_or(0)).count();
            match (self.kind, name) {
                (_, "tricks" | "so-far") => taken,
                (_, "ahead") => total + taken - others.map(|other| tricks[other]).max().unwrap(),
                (_, "oh") => total - (taken - bid).abs(),
                (_, "exact") => i32::from(taken == bid),
                (_, "targets") => taken - self.targets[side],
                (_, "reached") => i32::from(taken >= self.targets[side]),
                (_, "momb") => missing as i32,
                (_, "wl") => i32::from(taken >= bid),
                (_, "mot" | "smot" | "table1") if taken < bid => 0,
                (_, "mot") => 1 + total - (taken - bid),
                (_, "smot") => 1 + total - (taken - bid - 2).max(0),
                (_, "table1") => 10 * bid - (taken - bid) + 3 * missing as i32,
                (Kind::Spades, "score") => self.score_of_spades(side, counts),
                (Kind::OhHell, "score") => self.score_of_oh_hell(taken, bid),
                _ => panic!("no evaluation {name}"),
            }
        };
        (0..self.players).map(|player| worth_of(player % sides)).collect()
    }

    /// The points that count against a player when the moon has been shot, or not.
    fn points_against(&self, player: usize, counts: &[i32]) -> i32 {
        let shooter = counts.iter().position(|&points| self.total > 0 && points == self.total);
        match (self.moon.as_str(), shooter) {
            ("others", Some(shooter)) => {
                if player == shooter {
                    0
                } else {
                    self.total
                }
            }
            ("minus", Some(shooter)) => {
                if player == shooter {
                    -self.total
                } else {
                    0
                }
            }
            _ => counts[player],
        }
    }

    fn score_of_spades(&self, side: usize, counts: &[i32]) -> i32 {
        let (mut score, mut promised, mut kept, mut bags) = (0, 0, 0, 0);
        for player in (side..self.players).step_by(self.sides()) {
            if self.nil > 0 && self.bids[player] == 0 {
                score += if counts[player] == 0 { self.nil } else { -self.nil };
                bags += counts[player];
            } else {
                promised += self.bids[player];
                kept += counts[player];
            }
        }
        bags += (kept - promised).max(0);
        score += if kept >= promised { 10 * promised } else { -10 * promised };
        let before = self.bags[side];
        score + bags - ((before + bags) / 10 - before / 10) * self.bag_penalty
    }

    fn score_of_oh_hell(&self, taken: i32, bid: i32) -> i32 {
        let made = taken == bid;
        match self.scoring.as_str() {
            "tricks" => taken + if made { 10 } else { 0 },
            _ if made => 10 + bid,
            "exact" => 0,
            _ => -(taken - bid).abs(),
        }
    }
}
