//! Utilities: evaluations as functions of what is counted.
//!
//! All evaluations of trick games have one form. What each party has taken is *completed* with an estimate of what is
//! still to come (nothing at the end, so it is exact there), and a [`Utility`] turns the counts into payoffs. As the
//! counts of every position then add up to the same total, the ways to share that total are the whole leaf-value
//! table, and what has been taken and what is left bound the counts.

use std::fmt::Debug;

use cutthroat::attain::MAX_OUTCOMES;
use cutthroat::{Bounds, Ensured, MAX_PLAYERS, Memo, Outcome, Payoff, Player, Range, SideBounds};
use rustc_hash::FxHashSet;

use super::card::{Cards, Suit};
use super::packed_counts::PackedCounts;
use super::position::Position;
use super::rules::{Counts, Rules, payoff_of};
use super::share::{any_share, for_each_share, place_of_share, shares};
use super::trick::TrickGame;

/// The value of counts.
pub trait Utility<R: Rules>: Copy + Eq + Debug + 'static {
    /// Every utility of the game; the first is the natural one.
    const ALL: &'static [Self];
    /// Those that value a deal by what it does for a [whole game](super::WholeGame).
    const OF_GAMES: &'static [Self] = &[];

    /// The name on the command line and in results.
    fn name(&self) -> &'static str;

    /// The formula, in one line.
    fn formula(&self) -> &'static str;

    /// The value of `counts` to each player.
    fn worth(&self, game: &TrickGame<R>, counts: &Counts) -> Payoff;

    /// The range of [`worth`](Self::worth); by default that of the leaf-value table.
    fn range(&self, game: &TrickGame<R>) -> Range {
        range_of_shares(self, game)
    }

    /// Bounds on payoffs if every party takes from `least` to `most`. Only if payoffs are monotone in counts.
    fn bounds(&self, game: &TrickGame<R>, least: &Counts, most: &Counts) -> Option<Bounds> {
        let _ = (game, least, most);
        None
    }

    /// Bounds on the payoffs of best play if every party counts from `least` to `most`. A party can ensure the end that
    /// it wants; the other end holds in every line of play. [`Ensured`] says what they promise. Only if a player's
    /// payoff does not depend on the counts of others.
    fn ensured(&self, game: &TrickGame<R>, least: &Counts, most: &Counts) -> Option<Bounds> {
        let _ = (game, least, most);
        None
    }

    /// Whether the payoff is what one's side has counted.
    fn is_of_sides(&self) -> bool {
        false
    }

    /// Whether the counts themselves are the payoff, each player's their own.
    fn is_plain(&self) -> bool {
        false
    }

    /// Whether what is still to come is estimated, so that counts always add up to the total. Otherwise only what has
    /// been taken counts, and there is no leaf-value table.
    fn completes(&self) -> bool {
        true
    }

    /// Whether the leaf-value table is worth its time and memory.
    fn enumerates(&self, game: &TrickGame<R>) -> bool {
        let _ = game;
        true
    }

    /// Whether the value of what is still to come does not depend on what was taken before, so that a table need not
    /// store it.
    fn is_linear(&self, game: &TrickGame<R>) -> bool {
        let _ = game;
        false
    }

    /// Everything that decides which of two ways to share the rest each player prefers; by default all that has been
    /// taken.
    fn preferences(&self, game: &TrickGame<R>, position: &Position) -> u64 {
        if self.is_linear(game) { 0 } else { u64::from_le_bytes(position.taken()) }
    }
}

/// The utility of `R` with this name.
#[must_use]
pub fn utility_named<R: Rules>(name: &str) -> Option<R::Evaluation> {
    R::Evaluation::ALL.iter().chain(R::Evaluation::OF_GAMES).copied().find(|utility| utility.name() == name)
}

/// More ways to share than this are not enumerated; no table would hold them.
const MOST_SHARES: u64 = 1 << 20;

pub(crate) fn range_of_shares<R: Rules, U: Utility<R>>(utility: &U, game: &TrickGame<R>) -> Range {
    let players = cutthroat::Game::players(game);
    let mut minp = Payoff::uniform(i16::MAX, players);
    let mut maxp = Payoff::uniform(i16::MIN, players);
    let (mut minsum, mut maxsum) = (i32::MAX, i32::MIN);
    for_each_share(game.total(), game.parties(), |counts| {
        let worth = utility.worth(game, counts);
        for player in Player::all(players) {
            minp[player] = minp[player].min(worth[player]);
            maxp[player] = maxp[player].max(worth[player]);
        }
        minsum = minsum.min(worth.sum());
        maxsum = maxsum.max(worth.sum());
    });
    Range { minp: Some(minp), maxp: Some(maxp), minsum: Some(minsum), maxsum: Some(maxsum), step: 1 }
}

/// What each party will have taken: what it has, and an estimate of what is to come.
#[inline]
pub(crate) fn completed<R: Rules>(game: &TrickGame<R>, position: &Position) -> Counts {
    if position.left() == 0 { position.taken() } else { with_estimate(game, position) }
}

/// An estimate of the tricks to come: every player takes those of their unbroken runs of top cards, trumps first.
/// Tricks that nobody is sure of, and points, are shared evenly; the remainder goes to the mover and the players after
/// them.
#[cold]
fn with_estimate<R: Rules>(game: &TrickGame<R>, position: &Position) -> Counts {
    let players = cutthroat::Game::players(game);
    let mut counts = position.taken();
    let mut left = position.left();
    let rules = game.rules();
    if R::PER_TRICK == 1 {
        let held = Player::all(players).fold(Cards::NONE, |held, player| held | position.hand(player));
        let trump = rules.trump();
        for suit in trump.into_iter().chain(Suit::ALL.into_iter().filter(|&suit| trump != Some(suit))) {
            let Some(top) = held.of(suit).first() else { continue };
            let Some(owner) = Player::all(players).find(|&player| position.hand(player).has(top)) else { continue };
            let run = held.of(suit).iter().take_while(|&card| position.hand(owner).has(card)).count() as u8;
            counts[rules.party(owner.index())] += run.min(left);
            left -= run.min(left);
        }
    }
    let parties = game.parties();
    let mover = cutthroat::Game::mover(game, position).map_or(0, Player::index);
    for turn in 0..parties {
        let odd = u8::from(turn < usize::from(left) % parties);
        counts[rules.party((mover + turn) % players)] += left / parties as u8 + odd;
    }
    counts
}

#[inline(always)]
pub(crate) fn evaluate<R: Rules, U: Utility<R>>(utility: &U, game: &TrickGame<R>, position: &Position) -> Payoff {
    if position.left() > 0 && utility.completes() {
        estimate(utility, game, position)
    } else if utility.is_plain() {
        position.taken.payoff()
    } else {
        utility.worth(game, &position.taken())
    }
}

#[cold]
fn estimate<R: Rules, U: Utility<R>>(utility: &U, game: &TrickGame<R>, position: &Position) -> Payoff {
    utility.worth(game, &with_estimate(game, position))
}

/// What each party has taken, and what it has if it takes everything that is left.
#[inline(always)]
fn least_and_most<R: Rules>(game: &TrickGame<R>, position: &Position) -> (PackedCounts, PackedCounts) {
    (position.taken, position.taken.with(position.left(), game.parties()))
}

#[inline(always)]
pub(crate) fn payoff_bounds<R: Rules, U: Utility<R>>(
    utility: &U,
    game: &TrickGame<R>,
    position: &Position,
) -> Option<Bounds> {
    let (least, most) = least_and_most(game, position);
    if utility.is_plain() {
        return Some(Bounds { lo: least.payoff(), up: most.payoff() });
    }
    utility.bounds(game, &least.counts(), &most.counts())
}

#[inline(always)]
pub(crate) fn counted_bounds<R: Rules, U: Utility<R>>(
    utility: &U,
    game: &TrickGame<R>,
    position: &Position,
) -> Option<Bounds> {
    let (least, most) = least_and_most(game, position);
    if !utility.completes() {
        return None;
    }
    if game.parties() == cutthroat::Game::players(game) {
        return Some(Bounds { lo: least.payoff(), up: most.payoff() });
    }
    Some(Bounds { lo: counted(game, &least.counts()), up: counted(game, &most.counts()) })
}

/// What is known about the result of best play.
#[inline]
pub(crate) fn ensured<R: Rules, U: Utility<R>>(
    utility: &U,
    game: &TrickGame<R>,
    position: &Position,
) -> Option<Ensured> {
    let mut found = ensured_by(utility, game, position, u8::MAX)?;
    // What a player is sure to take in every line of play limits what others can take. If they do not want it, or not all
    // of it, that is a lower bound on their payoffs too.
    if R::PER_TRICK == 0 || !utility.is_linear(game) {
        let taken = position.taken();
        let mut shared = 0;
        for (player, cards) in found.rests_on.iter().enumerate().take(cutthroat::Game::players(game)) {
            if found.counted.lo[Player::new(player)] > i16::from(taken[game.rules().party(player)]) {
                shared |= cards;
            }
        }
        for cards in &mut found.rests_on {
            *cards |= shared;
        }
    }
    Some(found)
}

/// The same, as far as it rests on cards of `seats`, one bit for each player, and on whose cards.
#[inline]
pub(crate) fn ensured_by<R: Rules, U: Utility<R>>(
    utility: &U,
    game: &TrickGame<R>,
    position: &Position,
    seats: u8,
) -> Option<Ensured> {
    if !utility.completes() || seats == 0 {
        return None;
    }
    if R::PER_TRICK == 0 {
        let sure = game.sure_points(position, seats);
        return Some(Ensured {
            counted: Bounds { lo: counted(game, &sure.least), up: counted(game, &sure.most) },
            payoff: utility.ensured(game, &sure.least, &sure.at_most),
            rests_on: sure.rests_on,
        });
    }
    let mut sure = game.sure_tricks(position);
    if seats != u8::MAX {
        sure.forget_all_but(seats, |player| game.rules().party(player));
    }
    let taken = position.taken();
    let left = position.left();
    let parties = game.parties();
    let others = |counts: &Counts, party: usize| counts[..parties].iter().sum::<u8>() - counts[party];
    let (mut least, mut most, mut ensured) = (taken, taken, taken);
    for party in 0..parties {
        least[party] += sure.always[party];
        most[party] += left - others(&sure.always, party);
        ensured[party] += sure.ensured[party];
    }
    Some(Ensured {
        counted: Bounds { lo: counted(game, &least), up: counted(game, &most) },
        payoff: utility.ensured(game, &ensured, &most),
        rests_on: sure.rests_on,
    })
}

/// What is known about the side of `root` in best play. Within a trick of four players nothing: what a side is sure of is
/// found again where the next trick begins, and costs as much as a search of the cards between.
#[inline]
pub(crate) fn side_bounds<R: Rules, U: Utility<R>>(
    utility: &U,
    game: &TrickGame<R>,
    position: &Position,
    root: Player,
    (alpha, beta): (i32, i32),
) -> Option<SideBounds> {
    if !utility.is_of_sides() || !game.has_two_sides() {
        return None;
    }
    let turn = position.numbers();
    let plays_last = usize::from(turn.played) == 2 && cutthroat::Game::players(game) == 3;
    let plays_second = turn.played == 1 && cutthroat::Game::players(game) == 4;
    if turn.tricks_left == 0 || turn.played > 0 && !plays_last && !plays_second {
        return Some(SideBounds::NOTHING);
    }
    let taken = position.taken.lanes()[game.rules().party(root.index()) % MAX_PLAYERS] as i16;
    let mut bounds = SideBounds { lo: taken, up: taken + i16::from(turn.left), ..SideBounds::NOTHING };
    // What is enough to reach the upper limit, or to keep the other side to the lower one.
    let most = i32::from(turn.left);
    let wanted = [beta - i32::from(bounds.lo), i32::from(bounds.up) - alpha].map(|tricks| tricks.clamp(0, most) as u32);
    if wanted[0] > 0 && wanted[1] > 0 {
        let sure = if plays_last {
            game.sure_of_last_to_play(position, root, wanted)?
        } else if plays_second {
            game.sure_of_second_hand(position, root, wanted)?
        } else {
            game.sure_of_sides(position, root, wanted)?
        };
        bounds.lo += i16::from(sure.tricks[0]);
        bounds.up -= i16::from(sure.tricks[1]);
        bounds.lo_rests_on = sure.rests_on[0];
        bounds.up_rests_on = sure.rests_on[1];
    }
    Some(bounds)
}

#[inline]
fn counted<R: Rules>(game: &TrickGame<R>, counts: &Counts) -> Payoff {
    payoff_of(cutthroat::Game::players(game), |player| i16::from(counts[game.rules().party(player)]))
}

/// Whether there are more different payoffs than a leaf-value table holds. No more ways to share are looked at than it
/// takes to know: six players share the points of Hearts in 142,506 ways, and the first 1,025 of them are enough.
fn exceeds_tables<R: Rules, U: Utility<R>>(utility: &U, game: &TrickGame<R>) -> bool {
    let mut seen = FxHashSet::default();
    shares(game.total(), game.parties()) > MAX_OUTCOMES as u64
        && any_share(game.total(), game.parties(), |counts| {
            seen.insert(utility.worth(game, counts));
            seen.len() > MAX_OUTCOMES
        })
}

pub(crate) fn outcomes<R: Rules, U: Utility<R>>(utility: &U, game: &TrickGame<R>) -> Option<Vec<Outcome>> {
    let (total, parties) = (game.total(), game.parties());
    if !utility.completes()
        || shares(total, parties) > MOST_SHARES
        || !utility.enumerates(game)
        || exceeds_tables(utility, game)
    {
        return None;
    }
    let mut outcomes = Vec::with_capacity(shares(total, parties) as usize);
    for_each_share(total, parties, |counts| {
        outcomes.push(Outcome { counted: counted(game, counts), payoff: utility.worth(game, counts) });
    });
    Some(outcomes)
}

#[inline]
pub(crate) fn outcome<R: Rules>(game: &TrickGame<R>, position: &Position) -> usize {
    let (total, parties) = (game.total(), game.parties());
    if position.left() == 0 {
        place_of_share(position.taken.lanes(), total, parties)
    } else {
        place_of_share(&with_estimate(game, position), total, parties)
    }
}

#[inline]
pub(crate) fn memo<R: Rules, U: Utility<R>>(utility: &U, game: &TrickGame<R>, position: &Position) -> Option<Memo> {
    if !utility.is_linear(game) {
        return game.memo(position, u64::from_le_bytes(position.taken()), Payoff::ZERO);
    }
    let base = utility.worth(game, &position.taken()) - utility.worth(game, &Counts::default());
    game.memo(position, 0, base)
}

#[inline]
pub(crate) fn counted_memo<R: Rules, U: Utility<R>>(
    utility: &U,
    game: &TrickGame<R>,
    position: &Position,
) -> Option<Memo> {
    game.memo(position, utility.preferences(game, position), counted(game, &position.taken()))
}

/// The payoff that is the counts themselves.
#[inline]
pub(crate) fn plain(players: usize, counts: &Counts) -> Payoff {
    debug_assert!(counts[players..].iter().all(|&count| count == 0), "an empty seat took something");
    Payoff::of_lanes(counts.map(i16::from))
}

/// The bounds of a payoff that is the counts themselves.
#[inline]
pub(crate) fn plain_bounds(players: usize, least: &Counts, most: &Counts) -> Bounds {
    Bounds { lo: plain(players, least), up: plain(players, most) }
}

/// The bounds on best play of a payoff that is the counts themselves: what a player can ensure, nobody else gets.
#[inline]
pub(crate) fn plain_ensured(total: u8, parties: usize, ensured: &Counts) -> Bounds {
    let sum: u8 = ensured[..parties].iter().sum();
    let mut most = *ensured;
    most[..parties].iter_mut().for_each(|count| *count += total - sum);
    plain_bounds(parties, ensured, &most)
}

/// The bounds on best play of a payoff that depends only on a player's own count, or on their side's, and that first
/// rises and then falls with it: between what is ensured and what is possible it is least at one of the two ends.
#[inline]
pub(crate) fn ensured_by_own<R: Rules, U: Utility<R>>(
    utility: &U,
    game: &TrickGame<R>,
    least: &Counts,
    most: &Counts,
) -> Bounds {
    let players = cutthroat::Game::players(game);
    let (fewest, greatest) = (utility.worth(game, least), utility.worth(game, most));
    let lo = Payoff::from_fn(players, |player| fewest[player].min(greatest[player]));
    Bounds { lo, up: Payoff::uniform(i16::MAX, players) }
}

/// Chances of winning a whole game take long to find, so not too many of them are listed.
const MOST_CHANCES: u64 = 1_000;

/// Whether a table of the chances of winning is listed, for all ways in which the deal can end.
pub(crate) fn enumerates_chances<R: Rules>(game: &TrickGame<R>) -> bool {
    shares(game.total(), game.parties()) <= MOST_CHANCES
}

/// What [`Utility::formula`] says about the chance of winning.
pub(crate) const FORMULA_OF_WIN: &str = "the chance to win the whole game from the scores so far, in 10,000ths";

/// The same for those who play for points until the end of the game is near.
pub(crate) const FORMULA_OF_GAME: &str = "points, or when the end of the whole game is near, the chance to win it";
