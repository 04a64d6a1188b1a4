//! Counts and draws against brute force, against a count thing by thing, and against two dealers that are wrong.

use std::collections::HashMap;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;

/// A random small case: things, what each holder may have, and room.
struct Case {
    things: u64,
    may_hold: Vec<u64>,
    room: Vec<u32>,
}

fn random_case(rng: &mut ChaCha8Rng) -> Case {
    let number = rng.random_range(1..=9);
    let holders = rng.random_range(2..=4);
    let mut places: Vec<u64> = (0..64).collect();
    places.shuffle(rng);
    let things: Vec<u64> = places[..number].iter().map(|&place| 1 << place).collect();
    let mut room = vec![0; holders];
    for _ in 0..number {
        room[rng.random_range(0..holders)] += 1;
    }
    let suits = rng.random_range(1..=4);
    let mut may_hold: Vec<u64> = vec![u64::MAX; holders];
    for allowed in &mut may_hold {
        for suit in 0..suits {
            if rng.random_range(0..4) == 0 {
                things.iter().skip(suit).step_by(suits).for_each(|&thing| *allowed &= !thing);
            }
        }
    }
    if rng.random_range(0..3) == 0 {
        // One thing is known to be with one holder.
        let (thing, holder) = (things[0], rng.random_range(0..holders));
        may_hold.iter_mut().enumerate().filter(|(other, _)| *other != holder).for_each(|(_, set)| *set &= !thing);
    }
    Case { things: things.iter().fold(0, |all, &thing| all | thing), may_hold, room }
}

/// Every way, by trying every holder for every thing.
fn brute_force(case: &Case) -> Vec<Held> {
    fn go(case: &Case, left: u64, room: &mut [u32], held: &mut Held, found: &mut Vec<Held>) {
        if left == 0 {
            found.push(*held);
            return;
        }
        let thing = left & left.wrapping_neg();
        for holder in 0..room.len() {
            if room[holder] > 0 && case.may_hold[holder] & thing != 0 {
                room[holder] -= 1;
                held[holder] |= thing;
                go(case, left ^ thing, room, held, found);
                held[holder] ^= thing;
                room[holder] += 1;
            }
        }
    }
    let mut found = Vec::new();
    go(case, case.things, &mut case.room.clone(), &mut [0; MAX_HOLDERS], &mut found);
    found
}

/// The number of ways, thing by thing: what is left of each holder's room is all that it depends on.
fn thing_by_thing(case: &Case) -> u128 {
    fn go(case: &Case, left: u64, room: &mut Vec<u32>, known: &mut HashMap<Vec<u32>, u128>) -> u128 {
        if left == 0 {
            return 1;
        }
        if let Some(&count) = known.get(room) {
            return count;
        }
        let thing = left & left.wrapping_neg();
        let mut count = 0;
        for holder in 0..room.len() {
            if room[holder] > 0 && case.may_hold[holder] & thing != 0 {
                room[holder] -= 1;
                count += go(case, left ^ thing, room, known);
                room[holder] += 1;
            }
        }
        known.insert(room.clone(), count);
        count
    }
    go(case, case.things, &mut case.room.clone(), &mut HashMap::new())
}

#[test]
fn the_ways_are_those_of_brute_force() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut cases, mut impossible) = (0, 0);
    while cases < 5_000 {
        let case = random_case(&mut rng);
        let mut expected = brute_force(&case);
        let Ok(ways) = Allocations::new(case.things, &case.may_hold, &case.room) else {
            assert!(expected.is_empty());
            impossible += 1;
            continue;
        };
        let mut found: Vec<Held> = ways.all(100_000).unwrap().collect();
        assert_eq!(ways.count(), found.len() as u128);
        assert_eq!(ways.count(), thing_by_thing(&case));
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected);
        cases += 1;
    }
    assert!(impossible > 100, "{impossible}");
}

/// Up to 52 things, eight holders and the rest: too many ways to list, but not to count in two ways.
#[test]
fn large_counts_agree_with_a_count_thing_by_thing() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for holders in [3, 4, 5, 6] {
        for _ in 0..40 {
            let each: usize = rng.random_range(1..=(40 / holders).min(7));
            let number = each * holders;
            let things: u64 = (0..number).fold(0, |all, place| all | 1 << (place / 13 * 16 + place % 13));
            let mut may_hold = vec![u64::MAX; holders];
            for allowed in may_hold.iter_mut().skip(1) {
                for suit in 0..4 {
                    if rng.random_range(0..3) == 0 {
                        *allowed &= !(0x1fff << (16 * suit));
                    }
                }
            }
            let case = Case { things, may_hold, room: vec![each as u32; holders] };
            match Allocations::new(case.things, &case.may_hold, &case.room) {
                Ok(ways) => assert_eq!(ways.count(), thing_by_thing(&case)),
                Err(_) => assert_eq!(thing_by_thing(&case), 0),
            }
        }
    }
    // The largest deal: eight seats of six, of which seven are hidden, and four cards aside. A spectator's is larger.
    let largest = Allocations::new((1 << 46) - 1, &[u64::MAX; 8], &[6, 6, 6, 6, 6, 6, 6, 4]).unwrap();
    assert_eq!(largest.count().ilog2(), 120);
    assert!(Allocations::new((1 << 52) - 1, &[u64::MAX; 9], &[6, 6, 6, 6, 6, 6, 6, 6, 4]).is_err());
}

/// Seats A, B and C hold three each of 3 spades, 3 hearts, 2 diamonds and a club; A has no spades, B no hearts, and C has
/// the club. Counted by hand: 37.
fn worked_example() -> Case {
    let (spades, hearts, diamonds, club) = (0b111, 0b111_000, 0b11_000_000, 0b1_0000_0000);
    Case {
        things: spades | hearts | diamonds | club,
        may_hold: vec![hearts | diamonds, spades | diamonds, spades | hearts | diamonds | club],
        room: vec![3, 3, 3],
    }
}

#[test]
fn the_worked_example_has_37_ways() {
    let case = worked_example();
    let ways = Allocations::new(case.things, &case.may_hold, &case.room).unwrap();
    assert_eq!(ways.count(), 37);
}

/// How far frequencies are from equal, in standard deviations of chi-square.
fn deviation(counts: &[u64]) -> f64 {
    let expected = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    let chi: f64 = counts.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum();
    let freedom = counts.len() as f64 - 1.0;
    (chi - freedom) / (2.0 * freedom).sqrt()
}

fn frequencies(case: &Case, draws: u64, mut draw: impl FnMut() -> Held) -> f64 {
    let all = brute_force(case);
    let place: HashMap<Held, usize> = all.iter().enumerate().map(|(place, &held)| (held, place)).collect();
    let mut counts = vec![0; all.len()];
    for _ in 0..draws {
        counts[place[&draw()]] += 1;
    }
    deviation(&counts)
}

/// Deals holder after holder from a shuffled pack, puts back what does not fit, and starts again after 20 attempts: the
/// dealer of a published program. Every way can come, but some come six times as often as others.
fn sequential(case: &Case, rng: &mut ChaCha8Rng) -> Held {
    'again: loop {
        let mut pack: Vec<u64> = bits(case.things).map(|thing| 1 << thing).collect();
        let mut held: Held = [0; MAX_HOLDERS];
        for (holder, (&room, &may_hold)) in case.room.iter().zip(&case.may_hold).enumerate() {
            let mut missed = 0;
            while held[holder].count_ones() < room {
                let place = rng.random_range(0..pack.len());
                if may_hold & pack[place] == 0 {
                    missed += 1;
                    if missed > 20 {
                        continue 'again;
                    }
                } else {
                    held[holder] |= pack.swap_remove(place);
                }
            }
        }
        return held;
    }
}

/// Uniform, but without a look at who may hold what.
fn without_voids(case: &Case, rng: &mut ChaCha8Rng) -> Held {
    let everything = vec![u64::MAX; case.room.len()];
    Allocations::new(case.things, &everything, &case.room).unwrap().draw(rng)
}

#[test]
fn draws_are_uniform_and_a_sequential_dealer_is_caught() {
    let case = worked_example();
    let ways = Allocations::new(case.things, &case.may_hold, &case.room).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let exact = frequencies(&case, 60_000, || ways.draw(&mut rng));
    assert!(exact.abs() < 4.0, "{exact}");
    let biased = frequencies(&case, 60_000, || sequential(&case, &mut rng));
    assert!(biased > 1_000.0, "{biased}");
    let impossible = (0..1_000).filter(|_| !brute_force(&case).contains(&without_voids(&case, &mut rng))).count();
    assert!(impossible > 900, "{impossible}");

    let mut checked = 0;
    while checked < 60 {
        let case = random_case(&mut rng);
        let Ok(ways) = Allocations::new(case.things, &case.may_hold, &case.room) else { continue };
        if !(21..=400).contains(&ways.count()) {
            continue;
        }
        let found = frequencies(&case, 100 * ways.count() as u64, || ways.draw(&mut rng));
        assert!(found < 6.0, "{found}");
        checked += 1;
    }
}

/// The same seed deals the same on every machine: these were dealt once, and written down.
#[test]
fn a_seed_always_deals_the_same() {
    let case = worked_example();
    let ways = Allocations::new(case.things, &case.may_hold, &case.room).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let drawn: Vec<u64> = (0..6).map(|_| ways.draw(&mut rng)[0]).collect();
    assert_eq!(drawn, [176, 176, 200, 104, 56, 168]);
    let whole = Allocations::new((1 << 39) - 1, &[u64::MAX; 3], &[13; 3]).unwrap();
    assert_eq!(whole.count(), 8_122_425_444 * 10_400_600);
    assert_eq!(whole.draw(&mut rng)[..3], [481_319_650_584, 59_660_847_266, 8_775_316_037]);
}

#[test]
fn what_cannot_be_handed_out_is_refused_with_the_reason() {
    let refused = |things, may_hold: &[u64], room: &[u32]| Allocations::new(things, may_hold, room).unwrap_err();
    assert_eq!(refused(0b11, &[3, 3], &[1, 2]), NoAllocation::Room { things: 2, room: 3 });
    assert_eq!(refused(0b11, &[1, 1], &[1, 1]), NoAllocation::Nobody(1));
    assert_eq!(refused(0b1111, &[0b0011, 0b0011, u64::MAX, u64::MAX], &[1, 2, 1, 0]), NoAllocation::Nobody(3));
    assert_eq!(refused(0b111_111, &[0b111, 0b111, u64::MAX, u64::MAX], &[2, 2, 1, 1]), NoAllocation::Conflict);
    assert_eq!(refused(u64::MAX, &[u64::MAX; 9], &[8, 7, 7, 7, 7, 7, 7, 7, 7]), NoAllocation::TooMany);
}
