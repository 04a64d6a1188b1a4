//! All ways to hand out things to holders, each of whom has room for a number of them and may hold some but not others.
//!
//! This is the arithmetic behind an exact dealer, and knows no cards. A way to hand the things out is a *number*: the
//! ways are counted, and [`nth`](Allocations::nth) finds any of them by its number. So a uniform draw is one uniform
//! number, an enumeration counts upwards, and nothing is ever rejected.
//!
//! Things that the same holders may hold form a *class*, holders who may hold the same classes a *group*. How many things
//! of each class go to each group is a table with given sums of rows and columns. It is filled cell by cell, and ways are
//! counted by what is left after each cell. A cell with `a` of the `n` things left in a class can be filled in
//! C(`n`, `a`) ways. Last, each group shares among its holders.

use rand::Rng;
use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::game::MAX_PLAYERS;

/// The most holders: every player, and one more for what nobody holds.
pub const MAX_HOLDERS: usize = MAX_PLAYERS + 1;

/// What each holder has, one bit for each thing.
pub type Held = [u64; MAX_HOLDERS];

/// The most things.
const MAX_THINGS: usize = u64::BITS as usize;

/// The most sums that are kept for a state of the count.
const MAX_SUMS: usize = 16;

/// Why nothing can be handed out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NoAllocation {
    /// The room of all holders is not the number of things.
    #[error("{things} things do not fill {room} places")]
    Room {
        /// How many things there are.
        things: u32,
        /// How many places there are.
        room: u32,
    },
    /// A thing that nobody can hold.
    #[error("no holder can have thing {0}")]
    Nobody(u32),
    /// Every thing has a possible holder, but they do not fit together.
    #[error("the things cannot be handed out so that all holders have what they may have")]
    Conflict,
    /// More ways than a number of 128 bits can count.
    #[error("there are too many ways to count")]
    TooMany,
}

/// All ways to hand out things to holders.
///
/// ```
/// use cutthroat::hidden::Allocations;
///
/// // Three things; the first holder has room for two and may not hold the lowest.
/// let ways = Allocations::new(0b111, &[0b110, 0b111], &[2, 1]).unwrap();
/// assert_eq!(ways.count(), 1);
/// assert_eq!(ways.nth(0)[..2], [0b110, 0b001]);
/// ```
#[derive(Clone, Debug)]
pub struct Allocations {
    /// What there is no choice about.
    fixed: Held,
    /// The holders of each group, and their room.
    groups: Vec<Vec<(usize, u32)>>,
    /// The things of each class.
    classes: Vec<u64>,
    nodes: Vec<Node>,
    branches: Vec<Branch>,
    root: Option<usize>,
    /// In how many ways groups can be filled.
    of_groups: u128,
    count: u128,
}

/// A state of the count: the next cell to fill, and in which ways.
#[derive(Clone, Copy, Debug)]
struct Node {
    class: u8,
    group: u8,
    first: u32,
    branches: u32,
}

/// One number of things in a cell.
#[derive(Clone, Copy, Debug)]
struct Branch {
    amount: u32,
    /// How many ways come before it.
    before: u128,
    /// In how many ways it goes on.
    after: u128,
    next: Option<usize>,
}

/// `BINOMIAL[n][k]` is the number of ways to choose `k` of `n`.
static BINOMIAL: [[u64; MAX_THINGS + 1]; MAX_THINGS + 1] = {
    let mut table = [[0; MAX_THINGS + 1]; MAX_THINGS + 1];
    let mut n = 0;
    while n <= MAX_THINGS {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

fn choose(n: u32, k: u32) -> u64 {
    BINOMIAL[n as usize][k as usize]
}

/// The bits of `set`, lowest first.
fn bits(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(bit)
    })
}

/// The subset of `amount` things with this number, among all of that size.
#[inline]
fn nth_subset(mut things: u64, mut amount: u32, mut number: u64) -> u64 {
    let mut chosen = 0;
    let mut left = things.count_ones();
    while amount > 0 {
        if amount == left {
            return chosen | things;
        }
        let lowest = things & things.wrapping_neg();
        let with_lowest = choose(left - 1, amount - 1);
        if number < with_lowest {
            chosen |= lowest;
            amount -= 1;
        } else {
            number -= with_lowest;
        }
        things ^= lowest;
        left -= 1;
    }
    chosen
}

/// A number from 0 to `bound - 1`, each equally likely. The same on every machine.
///
/// # Panics
/// When `bound` is 0.
pub fn uniform_below(bound: u128, rng: &mut impl Rng) -> u128 {
    assert!(bound > 0, "no number is below 0");
    let bits = u128::BITS - (bound - 1).leading_zeros();
    if bits == 0 {
        return 0;
    }
    loop {
        let low = u128::from(rng.next_u64());
        let word = if bits > u64::BITS { u128::from(rng.next_u64()) << u64::BITS | low } else { low };
        let number = word & (u128::MAX >> (u128::BITS - bits));
        if number < bound {
            return number;
        }
    }
}

impl Allocations {
    /// All ways to hand out `things` so that holder `h` has exactly `room[h]` of them, all from `may_hold[h]`.
    ///
    /// # Errors
    /// If there is none, or more than can be counted.
    ///
    /// # Panics
    /// With more than [`MAX_HOLDERS`] holders, or unless there is a set for each.
    pub fn new(things: u64, may_hold: &[u64], room: &[u32]) -> Result<Self, NoAllocation> {
        assert!(may_hold.len() == room.len() && room.len() <= MAX_HOLDERS, "a set and room for each holder");
        let places: u32 = room.iter().sum();
        if places != things.count_ones() {
            return Err(NoAllocation::Room { things: things.count_ones(), room: places });
        }
        let mut room_left = room.to_vec();
        let (fixed, open) = hand_out_forced(things, may_hold, &mut room_left)?;
        let (classes, groups) = classes_and_groups(open, may_hold, &room_left);
        let mut counting = Counting::new(&classes, &groups);
        let of_groups = counting.count_all()?;
        let mut count = of_groups;
        for group in &groups.members {
            let mut rest: u32 = group.iter().map(|&(_, room)| room).sum();
            for &(_, room) in group {
                count = count.checked_mul(choose(rest, room).into()).ok_or(NoAllocation::TooMany)?;
                rest -= room;
            }
        }
        let Counting { nodes, branches, root, .. } = counting;
        Ok(Self { fixed, groups: groups.members, classes: classes.things, nodes, branches, root, of_groups, count })
    }

    /// How many ways there are; at least one.
    #[must_use]
    pub fn count(&self) -> u128 {
        self.count
    }

    /// The way with this number, counted from 0.
    ///
    /// # Panics
    /// When `number` is not below [`count`](Self::count).
    #[must_use]
    pub fn nth(&self, number: u128) -> Held {
        assert!(number < self.count, "way {number} of {}", self.count);
        let mut shares = number / self.of_groups;
        let mut number = number % self.of_groups;
        let mut things = [0; MAX_THINGS];
        things[..self.classes.len()].copy_from_slice(&self.classes);
        let mut pools = [0; MAX_HOLDERS];
        let mut next = self.root;
        while let Some(node) = next {
            let Node { class, group, first, branches } = self.nodes[node];
            let branches = &self.branches[first as usize..(first + branches) as usize];
            let place = branches.iter().rposition(|branch| branch.before <= number).unwrap_or(0);
            let Branch { amount, before, after, next: after_it } = branches[place];
            let (subset, rest) = divide(number - before, after);
            let left = &mut things[usize::from(class) % MAX_THINGS];
            let chosen = nth_subset(*left, amount, subset as u64);
            *left ^= chosen;
            pools[usize::from(group) % MAX_HOLDERS] |= chosen;
            number = rest;
            next = after_it;
        }
        let mut held = self.fixed;
        for (members, pool) in self.groups.iter().zip(&mut pools) {
            for &(holder, room) in members {
                let (rest, subset) = divide(shares, choose(pool.count_ones(), room).into());
                let chosen = nth_subset(*pool, room, subset as u64);
                *pool ^= chosen;
                held[holder] |= chosen;
                shares = rest;
            }
        }
        held
    }

    /// One way, each equally likely.
    pub fn draw(&self, rng: &mut impl Rng) -> Held {
        self.nth(uniform_below(self.count, rng))
    }

    /// All ways, if there are at most `most`.
    pub fn all(&self, most: usize) -> Option<impl Iterator<Item = Held>> {
        (self.count <= most as u128).then(|| (0..self.count).map(|number| self.nth(number)))
    }
}

/// Quotient and remainder. Most numbers are short, and a long division is slow.
#[inline]
fn divide(number: u128, by: u128) -> (u128, u128) {
    match (u64::try_from(number), u64::try_from(by)) {
        (Ok(number), Ok(by)) => ((number / by).into(), (number % by).into()),
        _ => (number / by, number % by),
    }
}

/// Hands out everything that only one holder can have, and returns it with the rest.
fn hand_out_forced(things: u64, may_hold: &[u64], room: &mut [u32]) -> Result<(Held, u64), NoAllocation> {
    let mut fixed = [0; MAX_HOLDERS];
    let mut open = things;
    loop {
        let before = open;
        for thing in bits(before) {
            let mut possible = (0..room.len()).filter(|&holder| room[holder] > 0 && may_hold[holder] >> thing & 1 == 1);
            let Some(holder) = possible.next() else { return Err(NoAllocation::Nobody(thing)) };
            if possible.next().is_none() {
                fixed[holder] |= 1 << thing;
                room[holder] -= 1;
                open ^= 1 << thing;
            }
        }
        if open == before {
            return Ok((fixed, open));
        }
    }
}

/// Things that the same holders may hold.
struct Classes {
    things: Vec<u64>,
    /// The groups that may hold each class.
    groups: Vec<Vec<usize>>,
}

/// Holders who may hold the same classes.
struct Groups {
    members: Vec<Vec<(usize, u32)>>,
    /// The classes that each group may hold.
    classes: Vec<Vec<usize>>,
}

fn classes_and_groups(open: u64, may_hold: &[u64], room: &[u32]) -> (Classes, Groups) {
    let mut by_holders: Vec<(Vec<usize>, u64)> = Vec::new();
    for thing in bits(open) {
        let holders: Vec<usize> =
            (0..room.len()).filter(|&holder| room[holder] > 0 && may_hold[holder] >> thing & 1 == 1).collect();
        match by_holders.iter_mut().find(|(of_class, _)| *of_class == holders) {
            Some((_, things)) => *things |= 1 << thing,
            None => by_holders.push((holders, 1 << thing)),
        }
    }
    by_holders.sort_by_key(|(holders, things)| (holders.len(), things.trailing_zeros()));
    let mut groups = Groups { members: Vec::new(), classes: Vec::new() };
    for holder in (0..room.len()).filter(|&holder| room[holder] > 0) {
        let own: Vec<usize> = (0..by_holders.len()).filter(|&class| by_holders[class].0.contains(&holder)).collect();
        match groups.classes.iter().position(|classes| *classes == own) {
            Some(group) => groups.members[group].push((holder, room[holder])),
            None => {
                groups.members.push(vec![(holder, room[holder])]);
                groups.classes.push(own);
            }
        }
    }
    let of_class =
        |class: usize| (0..groups.classes.len()).filter(|&group| groups.classes[group].contains(&class)).collect();
    let of_classes = (0..by_holders.len()).map(of_class).collect();
    (Classes { things: by_holders.into_iter().map(|(_, things)| things).collect(), groups: of_classes }, groups)
}

/// A node and in how many ways it goes on; `None` if in no way.
type Counted = Option<(usize, u128)>;

/// Counts the ways to fill the table of classes and groups, and keeps them for drawing.
///
/// The table is filled line by line: class by class, or group by group, whichever has fewer states. What is left in
/// the other direction is then all that the count depends on.
struct Counting<'a> {
    by_class: bool,
    /// The sum of each line, and the other lines that it crosses.
    lines: Vec<(u32, &'a [usize])>,
    /// The sums in the other direction.
    sums: Vec<u32>,
    /// By line, place and what is left of the sums.
    known: FxHashMap<(u8, u8, [u8; MAX_SUMS]), Counted>,
    nodes: Vec<Node>,
    branches: Vec<Branch>,
    root: Option<usize>,
}

impl<'a> Counting<'a> {
    fn new(classes: &'a Classes, groups: &'a Groups) -> Self {
        let of_classes: Vec<u32> = classes.things.iter().map(|things| things.count_ones()).collect();
        let of_groups: Vec<u32> =
            groups.members.iter().map(|members| members.iter().map(|&(_, room)| room).sum()).collect();
        let states = |sums: &[u32]| sums.iter().map(|&sum| f64::from(sum + 1)).product::<f64>();
        let by_class = of_classes.len() > MAX_SUMS || states(&of_groups) <= states(&of_classes);
        let (sums_of_lines, crossed, sums) =
            if by_class { (of_classes, &classes.groups, of_groups) } else { (of_groups, &groups.classes, of_classes) };
        let lines = sums_of_lines.into_iter().zip(crossed).map(|(sum, crossed)| (sum, crossed.as_slice())).collect();
        Self { by_class, lines, sums, known: FxHashMap::default(), nodes: Vec::new(), branches: Vec::new(), root: None }
    }

    fn count_all(&mut self) -> Result<u128, NoAllocation> {
        if self.lines.is_empty() {
            return Ok(1);
        }
        if self.lines.iter().any(|(_, crossed)| crossed.is_empty()) {
            return Err(NoAllocation::Conflict);
        }
        let first = self.lines[0].0;
        let (root, count) = self.count(0, 0, first)?.ok_or(NoAllocation::Conflict)?;
        self.root = Some(root);
        Ok(count)
    }

    /// Counts from this cell on, with `left` still to put into its line.
    fn count(&mut self, line: usize, place: usize, left: u32) -> Result<Counted, NoAllocation> {
        let mut key = [0; MAX_SUMS];
        for (entry, &sum) in key.iter_mut().zip(&self.sums) {
            *entry = sum as u8;
        }
        let key = (line as u8, place as u8, key);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let crossed = self.lines[line].1;
        let other = crossed[place];
        let is_last = place + 1 == crossed.len();
        let most = left.min(self.sums[other]);
        let least = if is_last { left } else { 0 };
        let mut branches = Vec::new();
        let mut before: u128 = 0;
        for amount in least..=most {
            let ways = choose(if self.by_class { left } else { self.sums[other] }, amount);
            self.sums[other] -= amount;
            let after = if !is_last {
                self.count(line, place + 1, left - amount)?.map(|(node, count)| (Some(node), count))
            } else if line + 1 < self.lines.len() {
                self.count(line + 1, 0, self.lines[line + 1].0)?.map(|(node, count)| (Some(node), count))
            } else {
                Some((None, 1))
            };
            self.sums[other] += amount;
            if let Some((next, after)) = after {
                branches.push(Branch { amount, before, after, next });
                let ways = after.checked_mul(ways.into()).ok_or(NoAllocation::TooMany)?;
                before = before.checked_add(ways).ok_or(NoAllocation::TooMany)?;
            }
        }
        let found = (!branches.is_empty()).then(|| {
            let (class, group) = if self.by_class { (line, other) } else { (other, line) };
            let first = self.branches.len() as u32;
            let node = Node { class: class as u8, group: group as u8, first, branches: branches.len() as u32 };
            self.branches.extend(branches);
            self.nodes.push(node);
            (self.nodes.len() - 1, before)
        });
        self.known.insert(key, found);
        Ok(found)
    }
}

#[cfg(test)]
mod tests;
