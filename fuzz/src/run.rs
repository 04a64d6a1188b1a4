//! Runs of many pieces, one after the other.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use crate::readers::Reader;
use crate::{folders, limits};

/// How many inputs have been read if nothing is said.
const INPUTS: u64 = 100_000;

/// About how long a piece should take, in seconds: long beside the start of a process.
const PIECE: f64 = 60.0;

/// Feeds the readers in turn, until each has had so many inputs in all runs together, or the time is over.
pub(crate) fn run(readers: &[Reader], options: &[&str]) -> Result<(), String> {
    let (mut inputs, mut minutes) = (INPUTS, u64::MAX);
    let mut options = options.iter();
    while let Some(name) = options.next() {
        let value = options.next().and_then(|value| value.parse::<u64>().ok());
        match (*name, value) {
            ("--inputs", Some(value)) => inputs = value,
            ("--minutes", Some(value)) => minutes = value,
            _ => return Err(format!("{name} is not `--inputs N` or `--minutes M`")),
        }
    }
    let begun = Instant::now();
    let in_time = || minutes == u64::MAX || begun.elapsed() < Duration::from_secs(minutes.saturating_mul(60));
    let mut sizes: BTreeMap<&str, u64> = BTreeMap::new();
    loop {
        let mut left = false;
        for reader in readers {
            let done = read_counts().get(reader.name).copied().unwrap_or_default();
            if done.inputs >= inputs || !in_time() {
                continue;
            }
            left = true;
            let size = sizes.entry(reader.name).or_insert(200);
            let seconds = piece(*reader, done.next, (*size).min(inputs - done.inputs))?;
            *size = (*size as f64 * (PIECE / seconds.max(0.1)).clamp(0.2, 10.0)).clamp(20.0, 200_000.0) as u64;
        }
        if !left {
            return counts();
        }
    }
}

/// Runs one piece, again and again if something ends it, each time without the input that did.
fn piece(reader: Reader, number: u64, count: u64) -> Result<f64, String> {
    let begun = Instant::now();
    let mut skipped: Vec<String> = Vec::new();
    loop {
        let output = child(reader, number, count, "-", &skipped)?;
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
        if output.status.success() {
            let mut line = String::from_utf8_lossy(&output.stdout).into_owned();
            if !skipped.is_empty() {
                line = with_faults(&line, skipped.len());
            }
            print!("{line}");
            let failed = |error: std::io::Error| error.to_string();
            std::fs::create_dir_all(folders::work()).map_err(failed)?;
            let log = folders::work().join("log.csv");
            let mut log = std::fs::OpenOptions::new().append(true).create(true).open(log).map_err(failed)?;
            log.write_all(line.as_bytes()).map_err(failed)?;
            return Ok(begun.elapsed().as_secs_f64());
        }
        let each = std::env::temp_dir().join(format!("cutthroat-fuzz-{}-{}", reader.name, std::process::id()));
        let again = child(reader, number, count, &each.to_string_lossy(), &skipped)?;
        let written = std::fs::read(&each).unwrap_or_default();
        let _ = std::fs::remove_file(&each);
        let Some(end) = written.iter().position(|byte| *byte == b'\n') else {
            return Err(format!("{} does not begin: {}", reader.name, String::from_utf8_lossy(&again.stderr)));
        };
        if again.status.success() {
            return Err(format!("{} {number} ended with {}, and then did not", reader.name, output.status));
        }
        let why = match again.status.code() {
            Some(limits::TOO_MUCH_MEMORY) => "more than 1 GiB".to_owned(),
            Some(limits::TOO_MUCH_TIME) => "more than 10 seconds".to_owned(),
            _ => format!("{}", again.status),
        };
        let file = folders::write(&folders::faults(reader.name), &written[end + 1..])?;
        eprintln!("{} {}: {why}", reader.name, file.display());
        skipped.push(String::from_utf8_lossy(&written[..end]).into_owned());
    }
}

fn child(reader: Reader, number: u64, count: u64, each: &str, skipped: &[String]) -> Result<Output, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.args(["piece", reader.name, &number.to_string(), &count.to_string(), each]).args(skipped);
    command.output().map_err(|error| error.to_string())
}

/// A line of the log with more faults.
fn with_faults(line: &str, more: usize) -> String {
    let mut fields: Vec<String> = line.trim_end().split(',').map(str::to_owned).collect();
    if let Some(faults) = fields.get_mut(4) {
        *faults = (faults.parse::<usize>().unwrap_or(0) + more).to_string();
    }
    format!("{}\n", fields.join(","))
}

/// What all runs did with one reader.
#[derive(Clone, Copy, Default)]
struct Counts {
    inputs: u64,
    accepted: u64,
    faults: u64,
    seconds: f64,
    /// The number of the next piece.
    next: u64,
}

fn read_counts() -> BTreeMap<String, Counts> {
    let mut all: BTreeMap<String, Counts> = BTreeMap::new();
    for line in std::fs::read_to_string(folders::work().join("log.csv")).unwrap_or_default().lines() {
        let fields: Vec<&str> = line.split(',').collect();
        let [reader, number, inputs, accepted, faults, seconds] = fields[..] else { continue };
        let counts = all.entry(reader.to_owned()).or_default();
        counts.inputs += inputs.parse::<u64>().unwrap_or(0);
        counts.accepted += accepted.parse::<u64>().unwrap_or(0);
        counts.faults += faults.parse::<u64>().unwrap_or(0);
        counts.seconds += seconds.parse::<f64>().unwrap_or(0.0);
        counts.next = counts.next.max(number.parse::<u64>().unwrap_or(0) + 1);
    }
    all
}

/// Prints what all runs did so far.
pub(crate) fn counts() -> Result<(), String> {
    println!("{:12} {:>12} {:>12} {:>8} {:>10}", "reader", "inputs", "accepted", "faults", "seconds");
    let mut sum = Counts::default();
    for (reader, Counts { inputs, accepted, faults, seconds, .. }) in read_counts() {
        println!("{reader:12} {inputs:12} {accepted:12} {faults:8} {seconds:10.0}");
        sum.inputs += inputs;
        sum.accepted += accepted;
        sum.faults += faults;
        sum.seconds += seconds;
    }
    println!("{:12} {:12} {:12} {:8} {:10.0}", "all", sum.inputs, sum.accepted, sum.faults, sum.seconds);
    Ok(())
}
