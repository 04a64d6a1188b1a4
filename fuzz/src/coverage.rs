//! Which places of the program were reached, if it was built with counters (`fuzz/README.md` has the flags). Without them
//! nothing is new.

#![allow(unsafe_code)]

use std::sync::Mutex;

/// The counters of each part of the program: where they begin, and how many there are.
static COUNTERS: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());

/// Called by the compiler's own code before `main`, once for each part.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_8bit_counters_init(begin: *mut u8, end: *mut u8) {
    if let Ok(mut counters) = COUNTERS.lock() {
        let (begin, end) = (begin as usize, end as usize);
        if !counters.iter().any(|&(known, _)| known == begin) {
            counters.push((begin, end - begin));
        }
    }
}

/// Also called, with the places themselves, which are not needed.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_pcs_init(_: *const usize, _: *const usize) {}

/// What has been reached so far.
pub(crate) struct Coverage {
    parts: Vec<(usize, usize)>,
    reached: Vec<Vec<u8>>,
}

impl Coverage {
    pub(crate) fn new() -> Self {
        let parts = COUNTERS.lock().map(|counters| counters.clone()).unwrap_or_default();
        let reached = parts.iter().map(|&(_, count)| vec![0; count]).collect();
        Self { parts, reached }
    }

    /// How many places there are.
    pub(crate) fn places(&self) -> usize {
        self.parts.iter().map(|&(_, count)| count).sum()
    }

    /// Whether a place was reached since the last call, or reached much more often, that never was before. Notes that if
    /// `notes` is set. Sets all counters back.
    pub(crate) fn is_new(&mut self, notes: bool) -> bool {
        let mut is_new = false;
        for (&(begin, count), reached) in self.parts.iter().zip(&mut self.reached) {
            // SAFETY: the compiler laid out these bytes for counting, and they are there as long as the program is. Other
            // threads may count at the same time: a count that is lost does no harm.
            let counters = unsafe { std::slice::from_raw_parts_mut(begin as *mut u8, count) };
            let mut words = counters.chunks_exact_mut(32).zip(reached.chunks_exact_mut(32));
            for (counters, reached) in &mut words {
                if counters.iter().any(|count| *count != 0) {
                    is_new |= look(counters, reached, notes);
                }
            }
            let whole = count / 32 * 32;
            is_new |= look(&mut counters[whole..], &mut reached[whole..], notes);
        }
        is_new
    }
}

/// Compares counters with what was reached, by powers of two.
fn look(counters: &mut [u8], reached: &mut [u8], notes: bool) -> bool {
    let mut is_new = false;
    for (counter, reached) in counters.iter_mut().zip(reached) {
        let times = match *counter {
            0 => continue,
            1 => 1,
            2..=3 => 2,
            4..=15 => 4,
            _ => 8,
        };
        *counter = 0;
        is_new |= *reached & times == 0;
        if notes {
            *reached |= times;
        }
    }
    is_new
}
