//! One piece of a run, in a process of its own.

use std::cell::RefCell;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Instant;

use crate::change::{self, Numbers};
use crate::coverage::Coverage;
use crate::readers::{READERS, Reader};
use crate::{folders, limits};

/// The stack on which inputs are read: that of a main thread.
const STACK: usize = 8 << 20;

/// Inputs after which it is looked for places that were reached for the first time: there are many places.
const BATCH: usize = 16;

/// Inputs that are kept of one fault.
const MOST_ALIKE: usize = 3;

thread_local! {
    /// Where and why the last panic was.
    static PANIC: RefCell<(String, String)> = const { RefCell::new((String::new(), String::new())) };
}

/// Feeds a reader with some inputs, and prints how many were accepted and how many showed a fault. With a file `each`, every
/// input is written there first; `-` for none. Inputs whose numbers are `skipped` are left out.
pub(crate) fn run(reader: Reader, number: &str, count: &str, each: &str, skipped: &[&str]) -> Result<(), String> {
    let read = |text: &str| text.parse::<u64>().map_err(|_| format!("{text} is not a number"));
    let (number, count) = (read(number)?, read(count)?);
    let skipped: Vec<u64> = skipped.iter().map(|text| read(text)).collect::<Result<_, _>>()?;
    let each = (each != "-").then(|| each.to_owned());
    limits::watch();
    on_a_stack(move || Piece::new(reader, number).run(count, each.as_deref().map(Path::new), &skipped))
}

/// Reads files, and tells what becomes of each.
pub(crate) fn try_files(reader: Reader, files: &[&str]) -> Result<(), String> {
    let files: Vec<String> = files.iter().map(|file| (*file).to_owned()).collect();
    limits::watch();
    on_a_stack(move || {
        hook();
        for file in files {
            let bytes = std::fs::read(&file).map_err(|error| format!("{file}: {error}"))?;
            limits::begin();
            let begun = Instant::now();
            let what = match caught(reader, &bytes) {
                Ok(true) => "accepted".to_owned(),
                Ok(false) => "refused".to_owned(),
                Err((place, what)) => format!("FAULT at {place}: {what}"),
            };
            println!("{file}: {what} ({:.3} s, {} MiB)", begun.elapsed().as_secs_f64(), limits::most_held() >> 20);
        }
        Ok(())
    })
}

fn on_a_stack(work: impl FnOnce() -> Result<(), String> + Send + 'static) -> Result<(), String> {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work).map_err(|error| error.to_string())?;
    thread.join().unwrap_or_else(|_| Err("the piece itself failed".to_owned()))
}

/// Keeps what a panic says instead of printing it.
fn hook() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map_or_else(String::new, |at| format!("{}:{}", at.file(), at.line()));
        let what = info.payload_as_str().unwrap_or("something").to_owned();
        PANIC.with_borrow_mut(|last| *last = (place, what));
    }));
}

/// Whether the bytes are accepted; or where and why the reader panicked.
fn caught(reader: Reader, bytes: &[u8]) -> Result<bool, (String, String)> {
    catch_unwind(AssertUnwindSafe(|| (reader.read)(bytes))).map_err(|_| PANIC.with_borrow(Clone::clone))
}

struct Piece {
    reader: Reader,
    number: u64,
    numbers: Numbers,
    pool: Vec<Vec<u8>>,
    dictionary: Vec<Vec<u8>>,
    coverage: Coverage,
    /// The last inputs, of which it is not known yet whether they reached new places.
    recent: Vec<Vec<u8>>,
}

impl Piece {
    fn new(reader: Reader, number: u64) -> Self {
        let mut pool = folders::inputs(&folders::corpus(reader.corpus));
        let all: Vec<Vec<u8>> =
            READERS.iter().flat_map(|reader| folders::inputs(&folders::corpus(reader.corpus))).collect();
        let dictionary = change::dictionary(all.iter().map(Vec::as_slice).filter(|input| input.len() < 4096));
        pool.extend(folders::inputs(&folders::kept(reader.name)));
        pool.extend(folders::inputs(&folders::found(reader.name)));
        let seed = reader.name.bytes().fold(number, |sum, byte| sum.wrapping_mul(257).wrapping_add(u64::from(byte)));
        Self { reader, number, numbers: Numbers(seed), pool, dictionary, coverage: Coverage::new(), recent: Vec::new() }
    }

    fn run(mut self, count: u64, each: Option<&Path>, skipped: &[u64]) -> Result<(), String> {
        if self.pool.is_empty() {
            return Err(format!("{} has no corpus", self.reader.name));
        }
        hook();
        let (mut accepted, mut faults, mut alike, begun) = (0_u64, 0_u64, HashMap::new(), Instant::now());
        // What the inputs themselves reach is not new.
        if self.coverage.places() > 0 {
            for input in &self.pool {
                limits::begin();
                let _ = caught(self.reader, input);
            }
            self.coverage.is_new(true);
        }
        for place in 0..count {
            let input = change::change(&mut self.numbers, &self.pool, &self.dictionary);
            if skipped.contains(&place) {
                continue;
            }
            if let Some(each) = each {
                let text = [format!("{place}\n").as_bytes(), &input].concat();
                std::fs::write(each, text).map_err(|error| error.to_string())?;
            }
            limits::begin();
            match caught(self.reader, &input) {
                Ok(true) => accepted += 1,
                Ok(false) => {}
                Err((at, what)) => {
                    faults += 1;
                    let seen: &mut usize = alike.entry(at.clone()).or_default();
                    *seen += 1;
                    if *seen <= MOST_ALIKE {
                        let file = folders::write(&folders::faults(self.reader.name), &input)?;
                        let what: String = what.chars().take(400).collect();
                        eprintln!("{} {}: {at}: {what:?}", self.reader.name, file.display());
                    }
                }
            }
            self.recent.push(input);
            if self.recent.len() == BATCH {
                self.look_for_new()?;
            }
        }
        let seconds = begun.elapsed().as_secs_f64();
        println!("{},{},{count},{accepted},{faults},{seconds:.1}", self.reader.name, self.number);
        Ok(())
    }

    /// Keeps those of the last inputs that reached new places, if any did.
    fn look_for_new(&mut self) -> Result<(), String> {
        let recent = std::mem::take(&mut self.recent);
        if !self.coverage.is_new(false) {
            return Ok(());
        }
        for input in recent {
            limits::begin();
            let _ = caught(self.reader, &input);
            if self.coverage.is_new(true) {
                folders::write(&folders::found(self.reader.name), &input)?;
                self.pool.push(input);
            }
        }
        Ok(())
    }
}
