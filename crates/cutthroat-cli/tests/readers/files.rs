//! Tables of distances.

use cutthroat_games::boards::DistanceTable;

use super::{Scratch, accepted};

/// Where the checksum is, and where the placements begin.
const CHECKSUM_AT: usize = 40;
const HEADER: usize = 48;

/// The file of a table for one piece or for three. A checksum of zeros is put right first: damage that no checksum shows.
pub(super) fn table(bytes: &[u8]) -> bool {
    let mut bytes = bytes.to_vec();
    if bytes.get(CHECKSUM_AT..HEADER) == Some(&[0; 8]) {
        let sum = checksum(&bytes).to_le_bytes();
        bytes[CHECKSUM_AT..HEADER].copy_from_slice(&sum);
    }
    let scratch = Scratch::new();
    let file = scratch.file("table", &bytes);
    let mut read = false;
    for pieces in [1, 3] {
        let Some(table) = accepted(DistanceTable::open(&file, pieces)) else { continue };
        let mut written = Vec::new();
        table.write_to(&mut written).unwrap();
        assert_eq!(written, bytes, "a table that is written as another");
        // Values above the greatest distance are not counted; only a forged checksum lets them in.
        assert!(table.histogram().iter().sum::<u64>() <= table.placements() as u64);
        for rank in 0..table.placements().min(100) {
            let _ = table.check(rank);
        }
        read = true;
    }
    read
}

/// As the format describes it: FNV-1a by words of eight bytes, of the header and of the placements.
fn checksum(bytes: &[u8]) -> u64 {
    let words = |part: &[u8]| -> Vec<u64> {
        let whole = part.len() / 8 * 8;
        let mut last = [0; 8];
        last[..part.len() - whole].copy_from_slice(&part[whole..]);
        let words = part[..whole].chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().unwrap()));
        words.chain([u64::from_le_bytes(last)]).collect()
    };
    let all = words(&bytes[..CHECKSUM_AT]).into_iter().chain(words(&bytes[HEADER..]));
    all.fold(0xcbf2_9ce4_8422_2325, |sum, word| (sum ^ word).wrapping_mul(0x0100_0000_01b3))
}
