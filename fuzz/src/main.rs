//! Feeds readers with changed inputs: `cutthroat-fuzz READER|all --inputs N`. `fuzz/README.md` describes it.
//!
//! A run is divided into pieces, each in a process of its own: a pure function of the reader, the number of the piece and the
//! inputs it begins with. What ends a process is found by doing its piece again, with each input written down first.

mod change;
mod coverage;
mod folders;
mod limits;
mod piece;
#[path = "../../crates/cutthroat-cli/tests/readers/mod.rs"]
mod readers;
mod run;
mod seeds;

use std::process::ExitCode;

use readers::{READERS, Reader};

const USAGE: &str = "\
cutthroat-fuzz READER|all [--inputs N] [--minutes M]   feeds a reader, or all in turn; goes on where the last run ended
cutthroat-fuzz seeds                                   writes the inputs that a run begins with to fuzz/corpus
cutthroat-fuzz try READER FILE...                      reads files, and tells what becomes of each
cutthroat-fuzz counts                                  what all runs did so far";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments.as_slice() {
        ["seeds"] => seeds::write(),
        ["counts"] => run::counts(),
        ["try", reader, files @ ..] => named(reader).and_then(|readers| piece::try_files(readers[0], files)),
        ["piece", reader, number, count, each, skipped @ ..] => {
            named(reader).and_then(|readers| piece::run(readers[0], number, count, each, skipped))
        }
        [reader, options @ ..] if !reader.starts_with('-') => {
            named(reader).and_then(|readers| run::run(&readers, options))
        }
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            eprintln!("{what}");
            ExitCode::from(2)
        }
    }
}

/// The reader with this name, or all.
fn named(name: &str) -> Result<Vec<Reader>, String> {
    let found: Vec<Reader> = READERS.iter().filter(|reader| name == "all" || reader.name == name).copied().collect();
    if found.is_empty() {
        let known: Vec<&str> = READERS.iter().map(|reader| reader.name).collect();
        return Err(format!("there is no reader `{name}`; there are {}", known.join(", ")));
    }
    Ok(found)
}
