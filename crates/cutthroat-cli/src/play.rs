//! `cutthroat play`

mod board;
mod command;
mod drawing;
mod driver;
mod palette;
mod plain;
mod popup;
mod screen;
mod tell;
#[cfg(all(test, feature = "standard"))]
mod tests;
mod watch;

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::{Write as _, stdin, stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context as _, bail};
use cutthroat_catalog::{Registry, SeatEvent, Setup};
use cutthroat_lab::HandRecord;
use cutthroat_lab::person::{Kept, NewTable, SaveFile, Session, Turn};

use crate::setup::{TableArgs, position_text};
use crate::{complain, program, terminal, whole_file, without_number};
use driver::Leaving;
pub(crate) use watch::watch;

/// What a person needs to know first.
const HELP: &str = "Choose a card with the arrows and Enter, or type it: HJ or jh. Mark cards to pass or to discard with the space \
                    bar, or type them: SQ HK HA. A bid is a number, a trump the letter of a suit. Words do the rest: hint, back, \
                    last, claim, sheet, help, quit; all but quit may be shortened. Where there is no terminal, or with --plain, the \
                    same is done line by line.";

/// Options of a game that begins. One that is resumed has them all.
const BEGINNING: [&str; 14] = [
    "seat",
    "against",
    "players",
    "cards",
    "trump",
    "bids",
    "rules",
    "options",
    "deal",
    "position",
    "seed",
    "whole_game",
    "play_only",
    "save",
];

/// Options of `cutthroat play`.
#[derive(clap::Args)]
#[command(after_long_help = HELP)]
pub(crate) struct Args {
    /// The game, as listed by `games`; not needed with --resume.
    #[arg(required_unless_present = "resume")]
    game: Option<String>,
    /// Your seat.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    seat: usize,
    /// Whom you play against: a player for all other seats, or one for each, from the next seat on.
    #[arg(long, value_name = "SPEC,SPEC,...", default_value = "expert")]
    against: Vec<String>,
    #[command(flatten)]
    table: TableArgs,
    /// Deal the cards from this seed; at random if not given.
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    deal: Option<u64>,
    /// Begin with this position; @FILE reads it from a file.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, conflicts_with = "deal")]
    position: Option<String>,
    /// The seed of the random choices of the other players.
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true)]
    seed: u64,
    /// Play a whole game of several deals with a score sheet, not one deal.
    #[arg(long, alias = "whole-games", conflicts_with_all = ["play_only", "position"])]
    whole_game: bool,
    /// Begin with the play, after the usual passes and bids.
    #[arg(long)]
    play_only: bool,
    /// Keep the game in this file after every move, to go on with it later.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Go on with the game in this file, and keep it there.
    #[arg(long, value_name = "FILE", conflicts_with_all = BEGINNING)]
    resume: Option<PathBuf>,
    /// Write the game to this file when it is over, or a deal of it, for `replay`; as JSON if its name ends in .json.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Print and read lines of plain text, as where there is no terminal: for screen readers and scripts.
    #[arg(long)]
    plain: bool,
}

/// How to go on with a game that is not over.
fn goodbye(save: &SaveFile) -> String {
    match save.get() {
        Some(file) => format!("the game is kept: `{} play --resume {}` goes on with it", program(), file.display()),
        None => "the game is not kept; --save FILE keeps one after every move".to_owned(),
    }
}

pub(crate) fn run(games: &Registry, args: Args) -> anyhow::Result<()> {
    let plain = args.plain || !terminal::is_there();
    let save = SaveFile::default();
    if let Some(file) = args.save.as_ref().or(args.resume.as_ref()) {
        save.set(file.clone());
    }
    for file in args.save.iter().chain(&args.record).filter(|file| args.resume.as_ref() != Some(*file)) {
        check_empty(file)?;
        let writable = cutthroat_catalog::whole_file::check_writable(file);
        writable.with_context(|| format!("cannot write {}", file.display()))?;
    }
    let kept = Kept { save: save.clone(), record: args.record.clone() };
    let record = match args.resume.as_deref() {
        Some(file) => saved(file, args.game.as_deref())?,
        None => begun(games, args)?,
    };
    let stop = Arc::new(AtomicBool::new(false));
    let mut session = Session::new(games, record, kept, stop.clone())?;
    let hides = games.game(session.seen().game)?.hides;
    if hides && matches!(session.seen().events.first(), Some(SeatEvent::Start { .. })) {
        bail!("a game with hidden cards begins with a deal, not in the middle of one");
    }
    if !plain {
        let (left, leaving) = driver::run(session, stop)?;
        session = left;
        if leaving == Leaving::Interrupted && session.turn() != Turn::Over {
            bail!("{}", goodbye(&save));
        }
    } else {
        let kept_in = save.clone();
        ctrlc::set_handler(move || {
            complain(&goodbye(&kept_in));
            std::process::exit(1);
        })
        .context("cannot listen for interrupts")?;
        plain::run(&mut session, &mut stdin().lock(), &mut stdout().lock())?;
    }
    if session.turn() != Turn::Over {
        writeln!(stdout(), "{}", goodbye(&save))?;
    }
    Ok(())
}

/// The game that is kept in a file.
fn saved(file: &Path, game: Option<&str>) -> anyhow::Result<HandRecord> {
    let record =
        HandRecord::read(&whole_file::read(file)?).map_err(|what| anyhow::anyhow!("{}: {what}", file.display()))?;
    if let Some(game) = game.filter(|game| *game != record.game) {
        bail!("{} has a game of {}, not of {game}", file.display(), record.game);
    }
    Ok(record)
}

/// A new game.
fn begun(games: &Registry, args: Args) -> anyhow::Result<HandRecord> {
    let game = args.game.unwrap_or_default();
    games.game(&game)?;
    let position = args.position.map(position_text).transpose()?;
    let setup = Setup { position, whole_game: args.whole_game, ..args.table.setup()? };
    let table = NewTable {
        game,
        setup,
        seat: args.seat,
        against: args.against.join(" "),
        deal: args.deal.unwrap_or_else(|| RandomState::new().build_hasher().finish() >> 11),
        drawn: args.deal.is_some(),
        seed: args.seed,
        play_only: args.play_only,
        open: false,
    };
    Ok(table.begin(games)?)
}

/// Refuses a file in which there is something, so that nobody loses it.
fn check_empty(file: &Path) -> anyhow::Result<()> {
    let is_taken = std::fs::metadata(file).is_ok_and(|there| there.is_file() && there.len() > 0);
    anyhow::ensure!(
        !is_taken,
        "{}: there is something in it already; name another file, or --resume a saved game",
        file.display()
    );
    Ok(())
}

/// Keeps the game in this file from now on. Says what was done, or why not.
fn save_to(session: &mut Session, file: &str) -> String {
    let path = PathBuf::from(file);
    let is_own = session.save_file().get().as_ref() == Some(&path);
    let free = match file {
        "" => return "say where: save FILE".to_owned(),
        _ if is_own => Ok(()),
        _ => check_empty(&path),
    };
    match free.and_then(|()| Ok(session.keep_in(path)?)) {
        Ok(()) => format!("the game is kept in {file} from now on"),
        Err(error) => without_number(&format!("{error:#}")),
    }
}
