//! The exact table of the 2002 paper (section 6.1): for every placement of one player's pieces, the fewest moves that
//! bring all of them to the goal on an otherwise empty board.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use memmap2::Mmap;
use rayon::prelude::*;

use super::cell::Cells;
use super::lines::Lines;
use super::ranking::Ranking;
use super::star::{CORNERS, Star};

/// A distance that is not known yet.
const UNSEEN: u8 = u8::MAX;
/// Placements that a thread takes at a time.
const CHUNK: usize = 1 << 16;

/// The fewest moves to the goal, for every placement of a player's pieces on one board.
///
/// Every move can be reversed, so a breadth-first search from the goal outwards finds all distances. It needs one byte
/// per placement, found by a ranking without gaps (the combinatorial number system), and no other memory. A level is
/// expanded by looking at the placements of that level and marking their neighbours or, once fewer are left than the
/// level has, by asking each unmarked placement whether a neighbour is on the level (direction-optimising search,
/// Beamer, Asanovic and Patterson 2012). Threads only ever write the same value to the same place, so the result does
/// not depend on their number.
///
/// | pieces | cells | placements | file | deep | from home to goal |
/// |---|---|---|---|---|---|
/// | 1 | 13 | 13 | 61 bytes | 4 | 4 |
/// | 3 | 37 | 7,770 | 7,818 bytes | 14 | 11 |
/// | 6 | 73 | 170,230,452 | 170,230,500 bytes | 28 | 17 |
/// | 10 | 121 | 126,524,771,308,936 | 115 TiB, not built | | |
///
/// Building the table for 6 pieces takes 73 to 77 s of processor time (80 to 104 s on two cores shared with others) and
/// 166 MiB of memory. Ten pieces would take 743,256 times the memory and, at the same speed a placement, 630 days of
/// processor time.
///
/// A placement and its mirror image have the same distance. Expanding one of the two and marking both pays: 73 s
/// instead of 104 s of processor time. Storing one of the two would not: it saves 85 MB of a file that is mapped and
/// not read, there is no ranking of such pairs that is as simple as this one, and every lookup would have to rank two
/// placements instead of one.
#[derive(Debug)]
pub struct DistanceTable {
    star: &'static Star,
    ranking: Ranking,
    depth: u8,
    bytes: Bytes,
}

/// Where the bytes are.
#[derive(Debug)]
enum Bytes {
    Built(Vec<u8>),
    /// In a file, after a header.
    Mapped(Mmap, Range<usize>),
}

/// The progress of the construction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableProgress {
    /// Placements whose distance is known.
    pub settled: u64,
    /// All placements.
    pub placements: u64,
    /// The distance that is being expanded.
    pub distance: u8,
}

impl DistanceTable {
    /// Whether a table for this number of pieces is possible: the placements of ten pieces would take
    /// 126,524,771,308,936 bytes, 115 TiB.
    #[must_use]
    pub fn is_possible(pieces: usize) -> bool {
        Star::for_pieces(pieces).is_some_and(|star| Ranking::new(star).is_some())
    }

    /// Builds the table on all threads of rayon and calls `progress` after each piece of work. `None` if no table [is
    /// possible](Self::is_possible).
    pub fn build(pieces: usize, progress: impl Fn(TableProgress) + Sync) -> Option<Self> {
        let star = Star::for_pieces(pieces)?;
        let ranking = Ranking::new(star)?;
        let (bytes, depth) = BreadthFirst { star, ranking: &ranking, progress: &progress }.run();
        Some(Self { star, ranking, depth, bytes: Bytes::Built(bytes) })
    }

    /// A table in a file. `None` if the number of bytes is not the number of placements.
    pub(super) fn mapped(pieces: usize, depth: u8, map: Mmap, place: Range<usize>) -> Option<Self> {
        let star = Star::for_pieces(pieces)?;
        let ranking = Ranking::new(star)?;
        let fits = place.len() == ranking.placements() && place.end <= map.len();
        fits.then(|| Self { star, ranking, depth, bytes: Bytes::Mapped(map, place) })
    }

    /// The distances by rank.
    #[inline]
    pub(super) fn bytes(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Built(bytes) => bytes,
            Bytes::Mapped(map, place) => &map[place.clone()],
        }
    }

    /// The pieces of the player.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.star.pieces()
    }

    /// How many placements there are.
    #[must_use]
    pub fn placements(&self) -> usize {
        self.ranking.placements()
    }

    /// The greatest distance.
    #[inline]
    #[must_use]
    pub const fn depth(&self) -> u8 {
        self.depth
    }

    /// The fewest moves that bring a placement to corner `goal`, counted clockwise from the top, from 0.
    #[inline]
    #[must_use]
    pub fn distance_to(&self, goal: usize, placement: u128) -> u8 {
        let turns = (CORNERS - goal) % CORNERS;
        if turns == 0 {
            return self.distance(placement);
        }
        self.distance(Cells(placement).fold(0, |turned, cell| turned | 1 << self.star.turned(turns, cell)))
    }

    /// The fewest moves that bring a placement to the top corner.
    #[inline]
    fn distance(&self, placement: u128) -> u8 {
        self.bytes()[self.ranking.rank(placement)]
    }

    /// How many placements there are at each distance.
    #[must_use]
    pub fn histogram(&self) -> Vec<u64> {
        let count = |bytes: &[u8]| {
            let mut counts = vec![0_u64; usize::from(UNSEEN) + 1];
            for &byte in bytes {
                counts[usize::from(byte)] += 1;
            }
            counts
        };
        let add = |mut one: Vec<u64>, other: Vec<u64>| {
            one.iter_mut().zip(other).for_each(|(one, other)| *one += other);
            one
        };
        let none = || vec![0; usize::from(UNSEEN) + 1];
        let mut counts = self.bytes().par_chunks(CHUNK).map(count).reduce(none, add);
        counts.truncate(usize::from(self.depth) + 1);
        counts
    }

    /// Checks one placement, by its rank, against the rules. 0 is the goal and only the goal. Any other distance is one
    /// more than the least of its neighbours, and at most what a plain walk to the goal takes.
    ///
    /// # Errors
    /// What does not hold.
    pub fn check(&self, rank: usize) -> Result<(), String> {
        let placement = self.ranking.placement(rank);
        let distance = self.bytes()[rank];
        let name = || Cells(placement).map(|cell| self.star.name(cell)).collect::<Vec<_>>().join(",");
        let moves = || cutthroat::counted(distance.into(), "move");
        if placement == self.star.corner(0) {
            return if distance == 0 { Ok(()) } else { Err(format!("the goal is {} from itself", moves())) };
        }
        let mut nearest = UNSEEN;
        let _ = each_successor(self.star, &self.ranking, placement, |rank, _| {
            nearest = nearest.min(self.bytes()[rank]);
            ControlFlow::<()>::Continue(())
        });
        if nearest.checked_add(1) != Some(distance) {
            return Err(format!("{} is said to be {} from the goal, but leads to {nearest}", name(), moves()));
        }
        match walk(self.star, placement) {
            Some(walked) if walked < usize::from(distance) => {
                Err(format!("{} is said to be {} from the goal, but {walked} are enough", name(), moves()))
            }
            _ => Ok(()),
        }
    }
}

/// The number of moves in which a placement reaches the top corner by always playing the move that gains most; `None`
/// if that leads nowhere.
fn walk(star: &Star, mut placement: u128) -> Option<usize> {
    let mut moves = 0;
    while placement != star.corner(0) {
        let lines = lines_of(star, placement);
        let gains = Cells(placement).flat_map(|from| {
            let far = i16::from(star.tip_distance(0, from));
            Cells(star.reachable(&lines, from)).map(move |to| (far - i16::from(star.tip_distance(0, to)), from, to))
        });
        let (gain, from, to) = gains.max_by_key(|&(gain, _, _)| gain)?;
        if gain <= 0 {
            return None;
        }
        placement ^= (1 << from) | (1 << to);
        moves += 1;
    }
    Some(moves)
}

fn lines_of(star: &Star, placement: u128) -> Lines {
    let mut lines = Lines::default();
    for cell in Cells(placement) {
        lines.toggle(star, cell);
    }
    lines
}

/// Calls `look` with all placements one move away, each with its rank, until it breaks off.
#[inline]
fn each_successor<B>(
    star: &Star,
    ranking: &Ranking,
    placement: u128,
    mut look: impl FnMut(usize, u128) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let lines = lines_of(star, placement);
    for from in Cells(placement) {
        let lifted = ranking.lift(placement, from);
        for to in Cells(star.reachable(&lines, from)) {
            look(lifted.rank(to), placement ^ (1 << from) ^ (1 << to))?;
        }
    }
    ControlFlow::Continue(())
}

/// The breadth-first search.
struct BreadthFirst<'s, P> {
    star: &'static Star,
    ranking: &'s Ranking,
    progress: &'s P,
}

impl<P: Fn(TableProgress) + Sync> BreadthFirst<'_, P> {
    fn run(&self) -> (Vec<u8>, u8) {
        let placements = self.ranking.placements() as u64;
        let distances: Vec<AtomicU8> = (0..placements).map(|_| AtomicU8::new(UNSEEN)).collect();
        distances[self.ranking.rank(self.star.corner(0))].store(0, Ordering::Relaxed);
        let settled = AtomicU64::new(1);
        let mut level = 1;
        let mut distance = 0;
        while level > 0 {
            let before = settled.load(Ordering::Relaxed);
            let outward = level <= placements - before;
            distances.par_chunks(CHUNK).enumerate().for_each(|(chunk, part)| {
                let first = chunk * CHUNK;
                let found = if outward {
                    self.mark_from(&distances, part, first, distance)
                } else {
                    self.ask_whether(&distances, part, first, distance)
                };
                let settled = settled.fetch_add(found, Ordering::Relaxed) + found;
                (self.progress)(TableProgress { settled, placements, distance });
            });
            level = settled.load(Ordering::Relaxed) - before;
            distance += u8::from(level > 0);
        }
        (distances.into_iter().map(AtomicU8::into_inner).collect(), distance)
    }

    /// The rank of the mirror image of a placement.
    #[inline]
    fn mirror_rank(&self, placement: u128) -> usize {
        self.ranking.rank(Cells(placement).fold(0, |mirrored, cell| mirrored | 1 << self.star.mirrored(cell)))
    }

    /// Marks the neighbours of each placement of a part that is at `distance` as one move farther. Returns how many
    /// were marked.
    fn mark_from(&self, distances: &[AtomicU8], part: &[AtomicU8], first: usize, distance: u8) -> u64 {
        // Only one thread may count a placement, so marks are set by an exchange.
        let mark = |rank: usize| {
            let there = &distances[rank];
            there.load(Ordering::Relaxed) == UNSEEN
                && there.compare_exchange(UNSEEN, distance + 1, Ordering::Relaxed, Ordering::Relaxed).is_ok()
        };
        let mut marked = 0;
        for (place, here) in part.iter().enumerate() {
            if here.load(Ordering::Relaxed) != distance {
                continue;
            }
            let placement = self.ranking.placement(first + place);
            if self.mirror_rank(placement) < first + place {
                continue;
            }
            let _ = each_successor(self.star, self.ranking, placement, |rank, successor| {
                if mark(rank) {
                    marked += 1 + u64::from(mark(self.mirror_rank(successor)));
                }
                ControlFlow::<()>::Continue(())
            });
        }
        marked
    }

    /// Marks each placement of a part that is not known yet and has a neighbour at `distance`. Returns how many were
    /// marked.
    fn ask_whether(&self, distances: &[AtomicU8], part: &[AtomicU8], first: usize, distance: u8) -> u64 {
        let mut marked = 0;
        for (place, here) in part.iter().enumerate() {
            if here.load(Ordering::Relaxed) != UNSEEN {
                continue;
            }
            let placement = self.ranking.placement(first + place);
            let mirror_rank = self.mirror_rank(placement);
            if mirror_rank < first + place {
                continue;
            }
            let leads = each_successor(self.star, self.ranking, placement, |rank, _| {
                if distances[rank].load(Ordering::Relaxed) == distance {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            if leads.is_break() {
                here.store(distance + 1, Ordering::Relaxed);
                distances[mirror_rank].store(distance + 1, Ordering::Relaxed);
                marked += 1 + u64::from(mirror_rank != first + place);
            }
        }
        marked
    }
}
