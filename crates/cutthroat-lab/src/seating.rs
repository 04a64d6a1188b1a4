//! Who sits where.

/// All ways to fill `seats` with `kinds` kinds of players that use every kind: 6, 14 and 62 for two kinds on 3, 4 and 6
/// seats (2002 paper, section 6). In each, the kind of every seat, counted from 0; in lexicographic order.
///
/// ```
/// use cutthroat_lab::seatings;
///
/// assert_eq!(seatings(2, 3).len(), 6);
/// assert_eq!(seatings(2, 3)[0], [0, 0, 1]);
/// ```
#[must_use]
pub fn seatings(kinds: usize, seats: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..seats {
        all = all
            .into_iter()
            .flat_map(|begun: Vec<usize>| {
                (0..kinds).map(move |kind| begun.iter().copied().chain([kind]).collect::<Vec<usize>>())
            })
            .collect();
    }
    all.retain(|seating| (0..kinds).all(|kind| seating.contains(&kind)));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_sits_somewhere() {
        let counts = [(2, 3, 6), (2, 4, 14), (2, 6, 62), (3, 3, 6), (3, 4, 36), (1, 5, 1), (4, 3, 0)];
        for (kinds, seats, expected) in counts {
            assert_eq!(seatings(kinds, seats).len(), expected, "{kinds} kinds on {seats} seats");
        }
        // Two kinds sit in every seat equally often, so that no seat favours one.
        for seats in 2..=6 {
            let all = seatings(2, seats);
            for seat in 0..seats {
                let first = all.iter().filter(|seating| seating[seat] == 0).count();
                assert_eq!(2 * first, all.len());
            }
        }
    }
}
