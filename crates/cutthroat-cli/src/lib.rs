//! Cutthroat at the command line: a thin shell over the catalog and the laboratory.
//!
//! A program with its own games gets the whole command line in three lines. Called without a word, as here, it prints
//! what people do first:
//!
//! ```
//! use std::process::ExitCode;
//! use cutthroat_catalog::Registry;
//!
//! fn main() -> ExitCode {
//!     cutthroat_cli::run(Registry::standard())
//! }
//! ```
//!
//! `Registry::empty().with(MyKit)` has your game alone, `Registry::standard().with(MyKit)` ours beside it. The book, in
//! `docs/`, describes the commands, and `docs/add-a-game.md` how a kit is written.

mod advise;
mod algorithms;
mod analyse;
#[cfg(feature = "standard")]
mod bench;
mod completions;
mod engine;
mod errors;
mod forward_pruning;
mod games;
mod interrupt;
mod json;
mod manual;
mod matches;
mod perft;
mod play;
#[cfg(feature = "standard")]
mod precomputed;
mod progress;
mod replay;
#[cfg(feature = "papers")]
mod reproduce;
mod results;
#[cfg(feature = "serve")]
mod serve;
mod setup;
mod solve;
mod table;
mod terminal;
mod threads;
mod whole_file;

use std::error::Error as _;
use std::io::Write as _;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};
use std::path::Path;
use std::process::ExitCode;
use std::sync::LazyLock;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory as _, Parser, Subcommand};
use cutthroat_catalog::Registry;

/// Search for games of three or more players, each playing for themselves.
#[derive(Parser)]
#[command(name = program(), version = env!("CUTTHROAT_VERSION"), about)]
#[command(
    after_help = "Exit codes: 0 success; 1 failure, such as a file or position that cannot be read; 2 wrong usage, such \
                  as an unknown option or a value that makes no sense."
)]
struct Cli {
    /// Print the result only.
    #[arg(long, global = true)]
    quiet: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the games, or describe one: its rules, options, positions and evaluations.
    Games(games::Args),
    /// Search a position: the payoff of each player, the move to play, and what was pruned.
    #[command(visible_alias = "analyze")]
    Analyse(Box<analyse::Args>),
    /// What to play when you see only your own hand.
    Advise(Box<advise::Args>),
    /// Solve a whole deal, or a file of them, to the end of the game.
    Solve(Box<solve::Args>),
    /// Count the positions a number of moves below a position.
    Perft(perft::Args),
    /// Run a fixed suite of searches; prints total nodes (the signature) and nodes per second.
    #[cfg(feature = "standard")]
    Bench(bench::Args),
    /// Sit down at a game in the terminal: cards hidden, hints, take back, score sheet.
    Play(Box<play::Args>),
    /// Play, analyse, see the pruning and read matches in a browser.
    #[cfg(feature = "serve")]
    Serve(serve::Args),
    /// Let players play against each other, every deal in all seatings.
    Match(matches::Args),
    /// Play for another program: JSON messages on standard input and output, as docs/protocol.md describes them.
    Engine(engine::Args),
    /// List the games of a match, all or some of them, or export them as CSV or JSON.
    Results(results::Args),
    /// Show one game move by move: a game of a match, or one that `play` recorded.
    Replay(replay::Args),
    /// Repeat the tables and figures of the papers, and compare our numbers with theirs.
    #[cfg(feature = "papers")]
    Reproduce(reproduce::Args),
    /// The laboratory of forward pruning: the 1994 paper's model, study and figures, and measurements on any game.
    ForwardPruning(forward_pruning::Args),
    /// Build, describe, check or query a precomputed table.
    #[cfg(feature = "standard")]
    Table(precomputed::Args),
    /// Print a completion script for a shell.
    Completions(completions::Args),
    /// Write the manual pages to a folder.
    Manual(manual::Args),
}

/// Wrong usage, in contrast to something that could not be done.
#[derive(Debug)]
struct Usage(String);

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// Runs the command line of this process with the games of `registry`. Prints results, or an error in one line. The
/// exit code is 0 on success, 1 if it could not be done, and 2 for wrong usage.
#[must_use]
#[expect(clippy::needless_pass_by_value, reason = "a main function has no use for it afterwards")]
pub fn run(registry: Registry) -> ExitCode {
    let games = &registry;
    if std::env::args_os().len() < 2 {
        return front_page(games);
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return explain(&error),
    };
    let done = match cli.command {
        Command::Games(args) => games::run(games, &args),
        Command::Analyse(args) => analyse::run(games, *args, cli.quiet),
        Command::Advise(args) => advise::run(games, *args, cli.quiet),
        Command::Solve(args) => solve::run(games, *args, cli.quiet),
        Command::Perft(args) => perft::run(games, args, cli.quiet),
        #[cfg(feature = "standard")]
        Command::Bench(args) => bench::run(&args, cli.quiet),
        Command::Play(args) => play::run(games, *args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(games, args, cli.quiet),
        Command::Match(args) => matches::run(games, args, cli.quiet),
        Command::Engine(args) => engine::run(games, &args),
        Command::Results(args) => results::run(games, &args, cli.quiet),
        Command::Replay(args) => replay::run(games, &args, cli.quiet),
        #[cfg(feature = "papers")]
        Command::Reproduce(args) => reproduce::run(args, cli.quiet),
        Command::ForwardPruning(args) => forward_pruning::run(games, args, cli.quiet),
        #[cfg(feature = "standard")]
        Command::Table(args) => precomputed::run(args, cli.quiet),
        Command::Completions(args) => completions::run(&args),
        Command::Manual(args) => manual::run(&args, cli.quiet),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let printing = if error.is::<std::io::Error>() && error.chain().len() == 1 { "cannot print: " } else { "" };
            complain(&format!("{printing}{}", errors::in_words(&error)));
            ExitCode::from(if errors::is_usage(&error) { 2 } else { 1 })
        }
    }
}

/// What people do first, for those who call the program without a word.
fn front_page(games: &Registry) -> ExitCode {
    let program = program();
    let mut text = format!("{program}: search for games of three or more players, each playing for themselves\n\n");
    let game = games.games().find(|game| game.hides).or_else(|| games.games().next());
    if let Some(game) = game {
        let (name, example) = (game.name, game.example);
        text += &format!(
            "  {program} analyse {name} --position \"{example}\" --all-moves\n      what every move is worth to everybody\n\n"
        );
        text += &format!("  {program} play {name}\n      sit down at the table yourself\n\n");
        if cfg!(feature = "serve") {
            text += &format!("  {program} serve --browser\n      play and analyse in the browser\n\n");
        }
        let players = if game.hides { "flat,heuristic" } else { "maxn,paranoid" };
        text += &format!(
            "  {program} match {name} --seats {players} --games 60\n      let players play against each other, every deal in all seatings\n\n"
        );
    }
    text += &format!(
        "  {program} games\n      the games, and with a name the rules and notation of one\n\n{program} --help has all commands"
    );
    match writeln!(std::io::stdout().lock(), "{text}") {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            complain(&format!("cannot print: {error}"));
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// The name of this program: `cutthroat`, or that of a program with its own games.
fn program() -> &'static str {
    static NAME: LazyLock<String> = LazyLock::new(|| {
        let called = std::env::args_os().next().unwrap_or_default();
        let name = Path::new(&called).file_stem().map(|name| name.to_string_lossy().into_owned());
        name.unwrap_or_else(|| "cutthroat".to_owned())
    });
    &NAME
}

/// Whether the reader of our output has closed it.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}

/// Help is printed as it is; a mistake in one line.
fn explain(error: &clap::Error) -> ExitCode {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return match error.print() {
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
                complain(&error.to_string());
                ExitCode::FAILURE
            }
            _ => ExitCode::SUCCESS,
        };
    }
    let told = match error.kind() {
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            format!("say what to do: {} (--help tells more)", commands_here().join(", "))
        }
        ErrorKind::InvalidSubcommand => {
            let name = told(error, ContextKind::InvalidSubcommand).unwrap_or_default();
            match commands_here().join(", ") {
                known if known.is_empty() => format!("there is no command `{name}` here"),
                known => format!("there is no command `{name}`; there are {known}"),
            }
        }
        _ => unfit_value(error).unwrap_or_else(|| as_clap_tells(error)),
    };
    complain(&told);
    ExitCode::from(2)
}

/// The command given last, or the program if none is given.
fn command_here() -> clap::Command {
    let mut command = Cli::command();
    for word in std::env::args_os().skip(1) {
        if let Some(inner) = command.find_subcommand(word) {
            command = inner.clone();
        }
    }
    command
}

/// The commands that could stand where the command line ends.
fn commands_here() -> Vec<String> {
    command_here().get_subcommands().map(|command| command.get_name().to_owned()).collect()
}

/// The message of the command-line parser, shortened.
fn as_clap_tells(error: &clap::Error) -> String {
    let text = error.to_string();
    let told = text.split("\n\nUsage:").next().unwrap_or_default();
    let told = told.split("\n\nFor more information").next().unwrap_or_default();
    let told = told.split("\n\n  tip: to pass").next().unwrap_or_default();
    told.trim_start_matches("error: ").replace("\n\n  tip: ", "; ")
}

fn told(error: &clap::Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text),
        _ => None,
    }
}

/// What is wrong with the value of an option, in words.
fn unfit_value(error: &clap::Error) -> Option<String> {
    let (option, value) = (told(error, ContextKind::InvalidArg)?, told(error, ContextKind::InvalidValue)?);
    let option = option.split_whitespace().next().unwrap_or(option).trim_matches(['<', '>', '[', ']']);
    if let Some(ContextValue::Strings(known)) = error.get(ContextKind::ValidValue)
        && !known.is_empty()
    {
        let none_of = if known.len() == 1 { "is not" } else { "is none of" };
        return Some(format!("{option} {value} {none_of} {}", known.join(", ")));
    }
    let source = error.source()?;
    let why = if let Some(error) = source.downcast_ref::<ParseIntError>() {
        match error.kind() {
            IntErrorKind::PosOverflow => "is too large".to_owned(),
            IntErrorKind::Zero => "is not a whole number above 0".to_owned(),
            _ => "is not a whole number from 0 on".to_owned(),
        }
    } else if source.is::<ParseFloatError>() {
        "is not a number".to_owned()
    } else if let Some((_, range)) = source.to_string().split_once("is not in ") {
        match (range.split_once("..="), range.split_once("..")) {
            (Some((least, most)), _) => format!("is not from {least} to {most}"),
            (None, Some((least, _))) => format!("is not a whole number from {least} on"),
            (None, None) => format!("is not in {range}"),
        }
    } else {
        return Some(format!("{option} {value}: {source}"));
    };
    Some(format!("{option} {value} {why}"))
}

/// Prints what is wrong, in one line. If that cannot be printed, there is only the exit code. What was read from a file may
/// have characters in it that a terminal obeys: they are shown and not sent.
fn complain(text: &str) {
    let text = without_number(text);
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_hidden = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let line: String = line
        .chars()
        .map(|letter| if is_hidden(letter) { letter.escape_unicode().to_string() } else { letter.to_string() })
        .collect();
    let _ = writeln!(std::io::stderr(), "{}: {line}", program());
}

/// A message without the number of a system error, which adds nothing to its text.
fn without_number(text: &str) -> String {
    match text.split_once(" (os error ") {
        Some((before, after)) => format!("{before}{}", after.split_once(')').map_or("", |(_, rest)| rest)),
        None => text.to_owned(),
    }
}
