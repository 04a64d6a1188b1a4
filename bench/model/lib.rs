//! The sequence lock of tables, with numbers of which `loom` knows every value that a thread may see: each test runs once
//! for every order of events that the memory model of Rust allows.
#![cfg(test)]
// Not everything that a table uses is needed here.
#![allow(dead_code)]

mod atomic {
    pub(crate) use loom::sync::atomic::{AtomicU64, Ordering, fence};
}

#[path = "../../crates/cutthroat/src/table/version.rs"]
mod version;

use atomic::{AtomicU64, Ordering};
use loom::sync::{Arc, Mutex};
use loom::thread;
use version::{NOTE, Version};

/// Something like a block of a table: both numbers are always the same, and the note says whether they are odd.
struct Block {
    version: AtomicU64,
    one: AtomicU64,
    other: AtomicU64,
    writes: Mutex<()>,
}

impl Block {
    fn new() -> Arc<Self> {
        let number = || AtomicU64::new(0);
        Arc::new(Self { version: number(), one: number(), other: number(), writes: Mutex::new(()) })
    }

    fn write(&self, number: u64) {
        let _alone = self.writes.lock().unwrap();
        Version(&self.version).change(number & 1, || {
            self.one.store(number, Ordering::Relaxed);
            self.other.store(number, Ordering::Relaxed);
        });
    }

    /// Reads it, and fails if what is read does not belong together. Returns the number, if it did not change meanwhile.
    fn read(&self) -> Option<u64> {
        let version = Version(&self.version).before_reading()?;
        let (one, other) = (self.one.load(Ordering::Relaxed), self.other.load(Ordering::Relaxed));
        if !Version(&self.version).is_still(version) {
            return None;
        }
        assert_eq!((version & NOTE, one), (other & 1, other), "torn");
        Some(one)
    }
}

#[test]
fn a_reader_never_sees_half_a_change() {
    loom::model(|| {
        let block = Block::new();
        let writer = {
            let block = block.clone();
            thread::spawn(move || {
                // The note stays as it is, so the count alone tells that there was a change.
                block.write(2);
                block.write(4);
            })
        };
        let (first, second) = (block.read(), block.read());
        if let (Some(first), Some(second)) = (first, second) {
            assert!(first <= second, "time goes back");
        }
        writer.join().unwrap();
        assert_eq!(block.read(), Some(4));
    });
}

#[test]
fn neither_does_one_with_two_writers() {
    loom::model(|| {
        let block = Block::new();
        let writers = [1, 2].map(|number| {
            let block = block.clone();
            thread::spawn(move || block.write(number))
        });
        block.read();
        for writer in writers {
            writer.join().unwrap();
        }
        assert!(matches!(block.read(), Some(1 | 2)));
    });
}
