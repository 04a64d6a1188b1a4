//! What one input may take: ten seconds of processor time, and a gibibyte of memory. More ends the process.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

/// Bytes that a process may hold.
const MOST_BYTES: usize = 1 << 30;

/// Seconds of processor time that an input may take. Time by the clock passes also while the process waits for its turn.
const MOST_SECONDS: u64 = 10;

/// What a process that took too much memory or time ends with.
pub(crate) const TOO_MUCH_MEMORY: i32 = 71;
pub(crate) const TOO_MUCH_TIME: i32 = 72;

static HELD: AtomicUsize = AtomicUsize::new(0);
static MOST_HELD: AtomicUsize = AtomicUsize::new(0);
static INPUT: AtomicU64 = AtomicU64::new(0);

/// The system's memory, counted.
struct Counted;

#[global_allocator]
static COUNTED: Counted = Counted;

// SAFETY: everything is left to the system; only sizes are counted.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        hold(layout.size());
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        hold(layout.size());
        // SAFETY: as the caller promises.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        hold(size);
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.realloc(place, layout, size) }
    }
}

fn hold(bytes: usize) {
    let held = HELD.fetch_add(bytes, Ordering::Relaxed) + bytes;
    MOST_HELD.fetch_max(held, Ordering::Relaxed);
    if held > MOST_BYTES {
        end(TOO_MUCH_MEMORY);
    }
}

/// Ends the process at once, without unwinding or cleaning up, from whatever thread: the parent finds the input.
fn end(code: i32) -> ! {
    unsafe extern "C" {
        safe fn _exit(code: i32) -> !;
    }
    _exit(code)
}

/// The most bytes that were held at once.
pub(crate) fn most_held() -> usize {
    MOST_HELD.load(Ordering::Relaxed)
}

/// Says that the next input begins.
pub(crate) fn begin() {
    INPUT.fetch_add(1, Ordering::Relaxed);
}

/// Watches from a thread of its own that every input ends in time.
pub(crate) fn watch() {
    std::thread::spawn(|| {
        let mut last = (0, spent());
        loop {
            std::thread::sleep(Duration::from_millis(200));
            let (input, now) = (INPUT.load(Ordering::Relaxed), spent());
            if input != last.0 {
                last = (input, now);
            } else if now - last.1 > MOST_SECONDS * 100 {
                end(TOO_MUCH_TIME);
            }
        }
    });
}

/// Hundredths of a second of processor time; 0 where the system does not tell.
fn spent() -> u64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let field = |place: usize| fields.get(place).and_then(|field| field.parse::<u64>().ok()).unwrap_or(0);
    field(11) + field(12)
}
