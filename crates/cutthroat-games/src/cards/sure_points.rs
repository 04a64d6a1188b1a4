//! Points that a player is sure to take, or to avoid, before they are played, each with its proof. For games without
//! trump in which tricks count by the cards in them and nobody wants any: Hearts.
//!
//! As with [sure tricks](super::sure_tricks) there are two kinds: what is true *in every line of play*, a monotone
//! bound, and what a player can *ensure* by their own play. Here the latter is an upper bound: nobody gets more points
//! from max^n or from paranoid search than they can ensure not to exceed, if their payoff depends on their own points
//! only. All players' bounds hold together, so what all others avoid is left to the last.
//!
//! **The last trick** is forced.
//!
//! **A trick that is won.** If nobody who plays later has a card that beats the best, its owner takes the points on the
//! table, and from each later player at least the fewest points of a card that player may play.
//!
//! **All the rest.** A player who is to lead and whose cards are above all cards that others hold of their suits wins
//! every trick to come: whatever they lead wins, and so they lead again. That stays true, since cards only leave hands.
//! It begins with the player's lead, or with a trick that the player is winning and nobody can beat.
//!
//! **Nothing more, whatever happens.** A player who does not lead, and whose cards are below all cards that others hold
//! of their suits, never wins a trick: such a card could only win a trick in which its suit was led, and it was led by
//! a card above it.
//!
//! **Nothing more, by choice.** Let `a1 < a2 < ...` be a player's cards of a suit and `o1 < o2 < ...` those of all
//! others. If `ai < oi` as far as both go, in every suit, and the player does not lead, then the player need not win
//! any more tricks. If another player leads `ok`, the player follows with the highest card below it, `aj`, which exists
//! since `ak < ok`. The others then have lost at least `ok` and the player `aj`, `j >= k`, and again each of the
//! player's cards is below its counterpart: for `i < k` nothing has changed, for `k <= i < j` it is `ai < aj < ok`, and
//! from `j` on both have moved up by one. Other cards that the others play only raise counterparts. A player who cannot
//! follow discards the highest card of a suit, so every other card keeps its counterpart. When the others have no card
//! of a suit left nobody leads it, for the player never leads. Within a trick to which the player has not yet played,
//! the best card is one of the others', and the player plays the highest card below it.
//!
//! **Out of the lead.** If the player leads, and another has to follow the player's lowest card of a suit with a higher
//! one, the player loses the lead with it, and the others lose at least one card of that suit. So the rest of the
//! player's suit has to be below the counterparts without the highest of them, which is the worst case.
//!
//! **A deal that stops early** leaves points in the hands, which are shared evenly: nobody is sure to take all the
//! rest, or to avoid it, and no trick is forced. Only the trick in progress is certain to be completed, so only what it
//! is sure to bring is known.

use cutthroat::MAX_PLAYERS;

use super::card::{Card, Cards, Suit};
use super::position::{Numbers, Position};
use super::rules::{Counts, Moment, Rules};
use super::trick::TrickGame;

/// What players will count, by what they are sure of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct SurePoints {
    /// The least and the most in every line of play.
    pub(crate) least: Counts,
    pub(crate) most: Counts,
    /// The most points of each player, if they play to avoid points.
    pub(crate) at_most: Counts,
    /// For each player, the cards on whose ranks rest the points that they are sure to take, or can avoid.
    pub(crate) rests_on: [u64; MAX_PLAYERS],
}

/// Whether each of `own`, from the lowest on, is below its counterpart of `others`, as far as both go.
#[inline]
fn are_below_counterparts(own: Cards, others: Cards) -> bool {
    let (mut below, mut all) = (0_i32, own | others);
    let mut unmet = own.len();
    while unmet > 0
        && let Some(lowest) = all.last()
    {
        if own.has(lowest) {
            below += 1;
            unmet -= 1;
        } else if below == 0 {
            return false;
        } else {
            below -= 1;
        }
        all.remove(lowest);
    }
    true
}

/// What is asked about every player at a position.
struct Situation<'p> {
    position: &'p Position,
    turn: Numbers,
    players: usize,
    /// All cards in hands.
    held: Cards,
}

impl Situation<'_> {
    fn hand(&self, player: usize) -> Cards {
        self.position.hands[player % MAX_PLAYERS]
    }

    /// The players who still have to play to the trick in progress; none if it has not begun.
    fn later(&self) -> impl Iterator<Item = usize> {
        let (mover, players, played) = (usize::from(self.turn.mover), self.players, usize::from(self.turn.played));
        let left = if played == 0 { 0 } else { players - played };
        (0..left).map(move |turn| (mover + turn) % players)
    }

    fn is_winning(&self, player: usize) -> bool {
        self.turn.played > 0 && usize::from(self.turn.winner) == player
    }

    fn is_to_lead(&self, player: usize) -> bool {
        self.turn.played == 0 && usize::from(self.turn.mover) == player
    }

    /// Whether nobody can beat the best card of the trick in progress.
    fn is_won(&self) -> bool {
        let best = self.turn.best;
        self.turn.played > 0
            && self.later().all(|player| self.hand(player).following(best).first().is_none_or(|first| first > best))
    }

    /// Whether a player has to beat `card`, the best of the trick, with the suit they have to follow.
    fn has_to_be_beaten(&self, card: Card, mut later: impl Iterator<Item = usize>) -> bool {
        later.any(|player| self.hand(player).following(card).last().is_some_and(|lowest| lowest < card))
    }

    /// The cards on which it rests that a player wins all the rest, if they do.
    fn wins_the_rest(&self, player: usize) -> Option<Cards> {
        let (hand, mut rests_on) = (self.hand(player), Cards::NONE);
        for suit in Suit::ALL {
            let own = hand.of(suit);
            if let (Some(lowest), Some(highest)) = (own.last(), (self.held.of(suit) - own).first()) {
                if highest < lowest {
                    return None;
                }
                rests_on.insert(lowest);
            }
        }
        Some(rests_on)
    }

    /// The cards on which it rests that a player never wins a trick, if they never do.
    fn never_wins(&self, player: usize) -> Option<Cards> {
        if self.is_to_lead(player) || self.is_winning(player) {
            return None;
        }
        let (hand, best) = (self.hand(player), self.best_for(player));
        let mut rests_on = self.has_beaten(player);
        for suit in Suit::ALL {
            let own = hand.of(suit);
            if let (Some(highest), Some(lowest)) = (own.first(), ((self.held | best).of(suit) - own).last()) {
                if highest < lowest {
                    return None;
                }
                rests_on.insert(lowest);
            }
        }
        Some(rests_on)
    }

    /// The best card of the trick in progress, if `player` still has to play to it.
    fn best_for(&self, player: usize) -> Cards {
        if self.later().any(|later| later == player) { self.turn.best.alone() } else { Cards::NONE }
    }

    /// The best card of the trick in progress, if `player` has played to it and the card is winning by its rank: that the
    /// player does not win the trick rests on it.
    fn has_beaten(&self, player: usize) -> Cards {
        let best = self.turn.best;
        let is_by_rank = || self.position.on_table.cards.of(best.suit()).len() > 1;
        let has_played = || self.later().all(|later| later != player);
        if self.turn.played > 0 && is_by_rank() && has_played() { best.alone() } else { Cards::NONE }
    }
}

impl<R: Rules> TrickGame<R> {
    /// What every player is sure of at `position`, if points are counted, as far as it rests on cards of `seats`, one bit
    /// for each player.
    pub(crate) fn sure_points(&self, position: &Position, seats: u8) -> SurePoints {
        let turn = position.numbers();
        let players = self.players;
        let table = Situation { position, turn, players, held: position.in_play - position.on_table.cards };
        let mut always = Counts::default();
        let mut never = [false; MAX_PLAYERS];
        let mut clear = [false; MAX_PLAYERS];
        let mut rests_on = [0; MAX_PLAYERS];
        if turn.left > 0 {
            let cards = if position.never_played() > 0 {
                self.sure_of_the_won_trick(&table, &mut always)
            } else if turn.tricks_left == 1 {
                let (winner, best) = self.winner_of_last_trick(position);
                always[winner % MAX_PLAYERS] = turn.left;
                best
            } else {
                self.sure_of_the_trick(&table, &mut always)
            };
            if let Some(winner) = always.iter().position(|&points| points > 0) {
                rests_on[winner] = cards.bits();
            }
            if position.never_played() == 0 && turn.tricks_left > 1 {
                for player in (0..players).filter(|player| seats >> player & 1 == 1) {
                    let never_wins = table.never_wins(player);
                    never[player % MAX_PLAYERS] = never_wins.is_some();
                    if let Some(cards) = never_wins.or_else(|| self.can_avoid_points(&table, player)) {
                        clear[player % MAX_PLAYERS] = true;
                        rests_on[player % MAX_PLAYERS] |= cards.bits();
                    }
                }
            }
            for (player, always) in always.iter_mut().enumerate().filter(|(player, _)| seats >> player & 1 == 0) {
                (*always, rests_on[player]) = (0, 0);
            }
        }
        let taken = position.taken();
        let mut sure = SurePoints { least: taken, most: taken, at_most: taken, rests_on };
        let open = turn.left - always[..players].iter().sum::<u8>();
        for player in 0..players {
            sure.least[player] += always[player];
            sure.most[player] += always[player] + if never[player] { 0 } else { open };
            sure.at_most[player] += always[player] + if clear[player] { 0 } else { open };
        }
        sure
    }

    /// What the trick in progress is sure to bring, or all the rest, and what that rests on.
    fn sure_of_the_trick(&self, table: &Situation<'_>, always: &mut Counts) -> Cards {
        let turn = table.turn;
        let is_won = table.is_won();
        if turn.played > 0 && !is_won {
            return Cards::NONE;
        }
        let leads_next = usize::from(if is_won { turn.winner } else { turn.mover });
        if let Some(cards) = table.wins_the_rest(leads_next) {
            always[leads_next % MAX_PLAYERS] = turn.left;
            return if is_won { cards | turn.best.alone() } else { cards };
        }
        self.sure_of_the_won_trick(table, always)
    }

    /// What the trick in progress is sure to bring its winner, if nobody else can win it any more, and what that rests
    /// on.
    fn sure_of_the_won_trick(&self, table: &Situation<'_>, always: &mut Counts) -> Cards {
        let turn = table.turn;
        if !table.is_won() {
            return Cards::NONE;
        }
        let moment = self.moment(table.position);
        let fewest = |player: usize| {
            let hand = table.hand(player);
            let follows = hand.following(turn.best);
            let legal = if follows.is_empty() { self.rules.discards(hand, moment) } else { follows };
            legal.iter().map(|card| self.rules.points(card)).min().unwrap_or(0)
        };
        always[usize::from(turn.winner) % MAX_PLAYERS] = turn.points + table.later().map(fewest).sum::<u8>();
        turn.best.alone()
    }

    fn moment(&self, position: &Position) -> Moment {
        let turn = position.numbers();
        Moment { first_trick: turn.tricks_left == self.tricks, broken: turn.broken, in_play: position.in_play }
    }

    /// The cards on which it rests that `player` can avoid all points to come, if they can.
    fn can_avoid_points(&self, table: &Situation<'_>, player: usize) -> Option<Cards> {
        let (hand, best) = (table.hand(player), table.best_for(player));
        let mut rests_on = table.has_beaten(player);
        if table.is_winning(player) {
            if !table.has_to_be_beaten(table.turn.best, table.later()) {
                return None;
            }
            rests_on = table.turn.best.alone();
        } else if !best.is_empty() && self.rules.discards(hand, self.moment(table.position)) != hand {
            return None;
        }
        let leads = table.is_to_lead(player);
        let legal = if leads { self.rules.leads(hand, self.moment(table.position)) } else { Cards::NONE };
        let mut is_out = !leads;
        for suit in Suit::ALL {
            let own = hand.of(suit);
            let others = (table.held | best).of(suit) - own;
            let (Some(low), Some(lowest), Some(highest)) = (own.last(), others.last(), others.first()) else {
                continue;
            };
            let plain = are_below_counterparts(own, others);
            if !is_out && legal.has(low) {
                let rest_is_below = are_below_counterparts(own - low.alone(), others - highest.alone());
                let everybody = (0..table.players).filter(|&other| other != player);
                if rest_is_below && table.has_to_be_beaten(low, everybody) {
                    is_out = true;
                    rests_on |= low.alone() | lowest.alone();
                    continue;
                }
            }
            if !plain {
                return None;
            }
            rests_on.insert(lowest);
        }
        is_out.then_some(rests_on)
    }

    /// Who wins the last trick, and the card whose rank that rests on, if it does.
    fn winner_of_last_trick(&self, position: &Position) -> (usize, Cards) {
        let turn = position.numbers();
        let mut winning = position.winning().map(|(winner, best)| (winner.index(), best));
        for later in 0..self.players - usize::from(turn.played) {
            let player = (usize::from(turn.mover) + later) % self.players;
            let card = position.hands[player % MAX_PLAYERS].first().unwrap_or_default();
            if winning.is_none_or(|(_, best)| card.beats(best, self.rules.trump())) {
                winning = Some((player, card));
            }
        }
        let (winner, best) = winning.unwrap_or_default();
        (winner, if position.in_play.of(best.suit()).len() > 1 { best.alone() } else { Cards::NONE })
    }
}
