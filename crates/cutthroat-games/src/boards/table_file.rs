//! A distance table in a file. It is only used if its checksum is right.
//!
//! The file is a header of 48 bytes and one byte for each placement, in the order of their ranks. All numbers are
//! little endian:
//!
//! | bytes | meaning |
//! |---|---|
//! | 0 to 15 | `cutthroat table` and a line feed |
//! | 16 to 19 | the version of this layout, of the ranking and of the numbering of cells |
//! | 20 to 23 | pieces of the player |
//! | 24 to 31 | placements, which is also how many bytes follow the header |
//! | 32 to 39 | the greatest distance |
//! | 40 to 47 | FNV-1a checksum, by words of eight bytes, of all that is not the checksum |

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use cutthroat::counted;
use memmap2::Mmap;
use thiserror::Error;

use super::distance_table::DistanceTable;

const MAGIC: [u8; 16] = *b"cutthroat table\n";
/// Changes whenever a file written before would be read wrongly.
const VERSION: u32 = 1;
const CHECKSUM_AT: usize = 40;
const HEADER: usize = 48;

/// Why a table could not be read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// An error of the operating system.
    #[error("{file}: {error}")]
    System {
        /// The file.
        file: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// Some other file.
    #[error("{file} is not a table of distances")]
    Foreign {
        /// The file.
        file: PathBuf,
    },
    /// A file of another version.
    #[error("{file} is a table of version {found}, and this program reads version {VERSION}: build it again")]
    Version {
        /// The file.
        file: PathBuf,
        /// Its version.
        found: u32,
    },
    /// A table for another board.
    #[error("{file} is a table for {}, not {expected}", counted(*found as usize, "piece"))]
    Pieces {
        /// The file.
        file: PathBuf,
        /// Its pieces.
        found: u32,
        /// The pieces asked for.
        expected: usize,
    },
    /// A file that was cut off, or has something after its end.
    #[error("{file} has {} instead of {expected}: build it again", counted(*found, "byte"))]
    Length {
        /// The file.
        file: PathBuf,
        /// Its length.
        found: usize,
        /// What its header says.
        expected: usize,
    },
    /// A file whose bytes have changed.
    #[error("{file} is damaged: its checksum is wrong; build it again")]
    Checksum {
        /// The file.
        file: PathBuf,
    },
}

impl DistanceTable {
    /// Writes the table as a file has it.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        let mut header = Vec::with_capacity(HEADER);
        header.extend(MAGIC);
        header.extend(VERSION.to_le_bytes());
        header.extend((self.pieces() as u32).to_le_bytes());
        header.extend((self.placements() as u64).to_le_bytes());
        header.extend(u64::from(self.depth()).to_le_bytes());
        header.extend(checksum(&header, self.bytes()).to_le_bytes());
        out.write_all(&header)?;
        out.write_all(self.bytes())
    }

    /// Opens a table for `pieces` pieces. Only the parts that are used later are read into memory.
    ///
    /// # Errors
    /// When the file cannot be read, is another kind of file, of another version, for another board, or damaged.
    pub fn open(file: &Path, pieces: usize) -> Result<Self, TableError> {
        let path = || file.to_owned();
        let system = |error| TableError::System { file: path(), error };
        // Opening a pipe would block.
        if !std::fs::metadata(file).map_err(system)?.is_file() {
            return Err(TableError::Foreign { file: path() });
        }
        let opened = File::open(file).map_err(system)?;
        // SAFETY: the file is only read. Nobody writes to a finished table: a new one is another file that is renamed,
        // which leaves this mapping on the old one. If another program truncates the file meanwhile, this program
        // stops; no file mapping is without that risk.
        #[allow(unsafe_code)]
        let map = unsafe { Mmap::map(&opened) }.map_err(system)?;
        let Some((header, bytes)) = map.split_at_checked(HEADER).filter(|(header, _)| header.starts_with(&MAGIC))
        else {
            return Err(TableError::Foreign { file: path() });
        };
        let short = |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        let long = |at: usize| u64::from(short(at)) | u64::from(short(at + 4)) << 32;
        let (version, found_pieces, placements, depth) = (short(16), short(20), long(24), long(32));
        if version != VERSION {
            return Err(TableError::Version { file: path(), found: version });
        }
        if found_pieces as usize != pieces {
            return Err(TableError::Pieces { file: path(), found: found_pieces, expected: pieces });
        }
        let expected = HEADER.saturating_add(usize::try_from(placements).unwrap_or(usize::MAX));
        if map.len() != expected {
            return Err(TableError::Length { file: path(), found: map.len(), expected });
        }
        if checksum(&header[..CHECKSUM_AT], bytes) != long(CHECKSUM_AT) {
            return Err(TableError::Checksum { file: path() });
        }
        let place = HEADER..map.len();
        let depth = u8::try_from(depth).ok();
        depth
            .and_then(|depth| Self::mapped(pieces, depth, map, place))
            .ok_or_else(|| TableError::Foreign { file: path() })
    }
}

/// FNV-1a (Fowler, Noll and Vo), by words of eight bytes instead of single ones, the last filled up with zeros.
fn checksum(header: &[u8], bytes: &[u8]) -> u64 {
    let mut sum = 0xcbf2_9ce4_8422_2325;
    for part in [header, bytes] {
        let mut words = part.chunks_exact(8);
        let mut add = |word: [u8; 8]| sum = (sum ^ u64::from_le_bytes(word)).wrapping_mul(0x0100_0000_01b3);
        for word in &mut words {
            add(word.try_into().expect("a chunk of eight bytes"));
        }
        let rest = words.remainder();
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        add(last);
    }
    sum
}
