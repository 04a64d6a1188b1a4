//! All the ways to share a number of tricks or points: the rows of a leaf-value table (2005 paper, Table 1).
//!
//! Nine tricks among three players can be shared in 55 ways, seventeen in 171; `t` among `n` in C(t+n-1, n-1).

use super::rules::Counts;

const MOST_TOTAL: usize = u8::MAX as usize;
const MOST_PARTIES: usize = cutthroat::MAX_PLAYERS;

/// `BINOMIAL[k][m]` is the number of ways to choose `k` out of `m`.
static BINOMIAL: [[u64; MOST_TOTAL + MOST_PARTIES + 1]; MOST_PARTIES] = {
    let mut table = [[0; MOST_TOTAL + MOST_PARTIES + 1]; MOST_PARTIES];
    let mut m = 0;
    while m <= MOST_TOTAL + MOST_PARTIES {
        table[0][m] = 1;
        let mut k = 1;
        while k < MOST_PARTIES && m > 0 {
            table[k][m] = table[k][m - 1] + table[k - 1][m - 1];
            k += 1;
        }
        m += 1;
    }
    table
};

/// In how many ways `total` can be shared among `parties`.
#[must_use]
pub fn shares(total: u8, parties: usize) -> u64 {
    BINOMIAL[parties - 1][usize::from(total) + parties - 1]
}

/// The place of `counts`, which add up to `total`, among all ways to share it, counted from 0 in the order of
/// [`for_each_share`]. Skipping all ways in which one party gets less is one subtraction of binomials.
#[inline]
#[must_use]
pub fn place_of_share<C: Copy + Into<usize>>(counts: &[C], total: u8, parties: usize) -> usize {
    let mut left = usize::from(total);
    let mut place = 0;
    for (party, &count) in counts[..parties - 1].iter().enumerate() {
        let after = &BINOMIAL[parties - 1 - party];
        let kept = left - count.into().min(left);
        place += after[left + parties - 1 - party] - after[kept + parties - 1 - party];
        left = kept;
    }
    place as usize
}

/// Calls `see` with all ways to share `total` among `parties`, the first party's least first.
pub fn for_each_share(total: u8, parties: usize, mut see: impl FnMut(&Counts)) {
    any_share(total, parties, |counts| {
        see(counts);
        false
    });
}

/// Whether `is_it` says so of a way to share `total` among `parties`. Those after the first are not looked at.
pub(crate) fn any_share(total: u8, parties: usize, mut is_it: impl FnMut(&Counts) -> bool) -> bool {
    let mut counts = Counts::default();
    any_of_rest(&mut counts, 0, total, parties, &mut is_it)
}

fn any_of_rest(
    counts: &mut Counts,
    party: usize,
    left: u8,
    parties: usize,
    is_it: &mut impl FnMut(&Counts) -> bool,
) -> bool {
    if party + 1 == parties {
        counts[party] = left;
        return is_it(counts);
    }
    (0..=left).any(|count| {
        counts[party] = count;
        any_of_rest(counts, party + 1, left - count, parties, is_it)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_share_has_its_place() {
        for (total, parties) in [(0, 2), (3, 3), (9, 3), (17, 3), (13, 4), (26, 3), (7, 7), (5, 8)] {
            let mut place = 0;
            for_each_share(total, parties, |counts| {
                assert_eq!(counts.iter().sum::<u8>(), total);
                assert_eq!(place_of_share(counts, total, parties), place);
                place += 1;
            });
            assert_eq!(shares(total, parties), place as u64);
        }
    }

    #[test]
    fn the_papers_numbers_of_outcomes() {
        assert_eq!(shares(3, 3), 10);
        assert_eq!(shares(9, 3), 55);
        assert_eq!(shares(17, 3), 171);
        assert_eq!(shares(26, 4), 3654);
    }
    #[test]
    fn no_more_ways_are_looked_at_than_needed() {
        let mut seen = 0;
        let fourth = any_share(26, 6, |_| {
            seen += 1;
            seen == 4
        });
        assert!(fourth && seen == 4, "{seen} of {} ways", shares(26, 6));
        assert!(!any_share(3, 3, |counts| counts[0] > 3));
    }
}
