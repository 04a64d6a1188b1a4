//! The exact table: against a plain breadth-first search on the small boards, and as a file.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use cutthroat::Player;
use cutthroat_games::boards::{Cells, ChineseCheckers, DistanceTable, Lines, Star, TableError, TableProgress};

/// Distances from the top corner by a plain search with a hash map, without ranks.
fn plain_distances(star: &Star) -> HashMap<u128, u8> {
    let goal = star.corner(0);
    let mut distances = HashMap::from([(goal, 0)]);
    let mut level = vec![goal];
    let mut distance = 0;
    while !level.is_empty() {
        distance += 1;
        let mut next = Vec::new();
        for placement in level {
            let mut lines = Lines::default();
            Cells(placement).for_each(|cell| lines.toggle(star, cell));
            for from in Cells(placement) {
                for to in Cells(star.reachable(&lines, from)) {
                    let moved = placement ^ (1 << from) ^ (1 << to);
                    distances.entry(moved).or_insert_with(|| {
                        next.push(moved);
                        distance
                    });
                }
            }
        }
        level = next;
    }
    distances
}

#[test]
fn the_table_is_what_a_plain_search_finds() {
    for (pieces, placements) in [(1, 13), (3, 7_770)] {
        let star = Star::for_pieces(pieces).unwrap();
        let table = DistanceTable::build(pieces, |_| ()).unwrap();
        let plain = plain_distances(star);
        assert_eq!((plain.len(), table.placements()), (placements, placements));
        for (&placement, &distance) in &plain {
            assert_eq!(table.distance_to(0, placement), distance);
        }
        assert_eq!(plain.values().max(), Some(&table.depth()));
        let histogram = table.histogram();
        assert_eq!((histogram[0], histogram.iter().sum::<u64>()), (1, placements as u64));
        for rank in 0..placements {
            table.check(rank).unwrap();
        }
    }
    assert!(!DistanceTable::is_possible(10));
    assert!(DistanceTable::build(10, |_| ()).is_none());
}

#[test]
fn every_seat_is_as_far_from_its_goal() {
    let table = DistanceTable::build(3, |_| ()).unwrap();
    let game = ChineseCheckers::new(3, 6).unwrap();
    for player in Player::all(6) {
        let (home, goal) = (game.home(player), game.goal(player));
        assert_eq!(table.distance_to(goal, game.star().corner(home)), table.distance_to(0, game.star().corner(3)));
        assert_eq!(table.distance_to(goal, game.star().corner(goal)), 0);
    }
}

#[test]
fn a_placement_and_its_mirror_image_are_as_far() {
    let star = Star::for_pieces(3).unwrap();
    let table = DistanceTable::build(3, |_| ()).unwrap();
    for (placement, distance) in plain_distances(star) {
        let mirrored = Cells(placement).fold(0, |mirrored, cell| mirrored | 1 << star.mirrored(cell));
        assert_eq!(table.distance_to(0, mirrored), distance);
    }
}

#[test]
fn progress_reaches_the_end() {
    let last = std::sync::Mutex::new(None);
    DistanceTable::build(3, |progress| *last.lock().unwrap() = Some(progress)).unwrap();
    let TableProgress { settled, placements, .. } = last.into_inner().unwrap().unwrap();
    assert_eq!((settled, placements), (7_770, 7_770));
}

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("cutthroat-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn write(table: &DistanceTable, file: &Path) {
    table.write_to(&mut std::fs::File::create(file).unwrap()).unwrap();
}

#[test]
fn files_are_read_back_or_refused() {
    let folder = folder("tables");
    let file = folder.join("three");
    let table = DistanceTable::build(3, |_| ()).unwrap();
    write(&table, &file);
    let read = DistanceTable::open(&file, 3).unwrap();
    assert_eq!((read.depth(), read.histogram()), (table.depth(), table.histogram()));
    let whole = std::fs::read(&file).unwrap();
    assert_eq!(whole.len(), 48 + 7_770);
    let refusal = |bytes: &[u8]| {
        std::fs::write(&file, bytes).unwrap();
        DistanceTable::open(&file, 3).unwrap_err().to_string()
    };
    let with = |place: usize, byte: u8| {
        let mut bytes = whole.clone();
        bytes[place] ^= byte;
        bytes
    };
    // Every byte counts: damage to any of them is detected.
    for place in (0..whole.len()).step_by(7).chain(0..48) {
        refusal(&with(place, 1));
    }
    assert!(refusal(&with(100, 1)).contains("is damaged: its checksum is wrong"));
    assert!(refusal(&with(16, 3)).contains("is a table of version 2, and this program reads version 1"));
    assert!(refusal(&with(20, 5)).contains("is a table for 6 pieces, not 3"));
    assert!(refusal(&whole[..5_000]).contains("has 5000 bytes instead of 7818"));
    assert!(refusal(&[&whole[..], b"x"].concat()).contains("has 7819 bytes instead of 7818"));
    assert!(refusal(b"something else altogether, and long enough to have a header").contains("is not a table"));
    assert!(refusal(&whole[..20]).contains("is not a table"));
    assert!(refusal(b"").contains("is not a table"));
    std::fs::write(&file, &whole).unwrap();
    assert!(DistanceTable::open(&file, 3).is_ok());
    assert!(matches!(DistanceTable::open(&folder.join("nowhere"), 3), Err(TableError::System { .. })));
    assert!(matches!(DistanceTable::open(&folder, 3), Err(TableError::Foreign { .. })));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The checksum that a file with these bytes should have.
fn checksum(bytes: &[u8]) -> u64 {
    let words = bytes[..40].chunks(8).chain([&[][..]]).chain(bytes[48..].chunks(8));
    words.fold(0xcbf2_9ce4_8422_2325, |sum, word| {
        let mut filled = [0; 8];
        filled[..word.len()].copy_from_slice(word);
        (sum ^ u64::from_le_bytes(filled)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[test]
fn wrong_values_are_noticed_even_under_a_right_checksum() {
    let folder = folder("forged-tables");
    let file = folder.join("three");
    write(&DistanceTable::build(3, |_| ()).unwrap(), &file);
    let whole = std::fs::read(&file).unwrap();
    assert_eq!(checksum(&whole).to_le_bytes(), whole[40..48]);
    for rank in [0, 1, 77, 4_000, 7_769] {
        for wrong in [whole[48 + rank] + 1, whole[48 + rank] + 2, whole[48 + rank].wrapping_sub(1)] {
            let mut forged = whole.clone();
            forged[48 + rank] = wrong;
            let sum = checksum(&forged);
            forged[40..48].copy_from_slice(&sum.to_le_bytes());
            std::fs::write(&file, forged).unwrap();
            let table = DistanceTable::open(&file, 3).unwrap();
            assert!(table.check(rank).is_err(), "{wrong} for {} of placement {rank}", whole[48 + rank]);
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
