//! `cutthroat engine`: a player for other programs.

use std::io::{Write as _, stdin, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use cutthroat::SearchProgress;
use cutthroat_catalog::protocol::{
    ChoiceMade, Choose, FromPlayer, LONGEST_LINE, LineRead, NewGame, PROTOCOL, ToPlayer, read_line, skip_line,
};
use cutthroat_catalog::{ChoiceLimits, PlayerSpec, Registry, SeatChoice, SeatGame, SeatRequest, Task};

use crate::errors;
use crate::table::thousands;

/// Options of `cutthroat engine`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Who plays, if `newgame` does not say it: an algorithm with its settings.
    #[arg(long, value_name = "SPEC", default_value = "expert")]
    player: String,
}

/// How often a search tells how far it is.
const BETWEEN_INFOS: Duration = Duration::from_millis(500);

/// The messages there are.
const MESSAGES: &str = "hello, newgame, event, choose, stop, end, quit";

/// The longest time of a choice, in seconds.
const MOST_SECONDS: f64 = 86_400.0;

/// What was heard on standard input.
enum Heard {
    /// A message; with a choice comes the flag that ends its search.
    Message(Box<ToPlayer>, Arc<AtomicBool>),
    /// A line that is no message, and what is wrong with it.
    Wrong(String),
}

pub(crate) fn run(games: &Registry, args: &Args) -> anyhow::Result<()> {
    let usual: PlayerSpec = args.player.parse()?;
    let (sender, receiver) = channel();
    // Listens while the player thinks. It ends with the process.
    std::thread::spawn(move || listen(&sender));
    Engine { games, usual, seat: None }.answer(&receiver)
}

/// Reads messages until there are no more. A search ends at once when it is stopped.
fn listen(heard: &Sender<Heard>) {
    let (mut input, mut line) = (stdin().lock(), Vec::new());
    // The flag of every search that was asked for and may still run.
    let mut searching: Vec<Arc<AtomicBool>> = Vec::new();
    loop {
        let message = match read_line(&mut input, &mut line) {
            Err(_) | Ok(LineRead::End) => break,
            Ok(LineRead::TooLong) => {
                if skip_line(&mut input).is_err() {
                    break;
                }
                Heard::Wrong(format!("a line is longer than {} bytes", thousands(LONGEST_LINE as u64)))
            }
            Ok(LineRead::Line) if line.iter().all(u8::is_ascii_whitespace) => continue,
            Ok(LineRead::Line) => match read(&line) {
                Err(what) => Heard::Wrong(what),
                Ok(message) => {
                    let stop = Arc::new(AtomicBool::new(false));
                    match message {
                        ToPlayer::Choose(_) => {
                            // Nobody else has the flag of a search that is over.
                            searching.retain(|flag| Arc::strong_count(flag) > 1);
                            searching.push(stop.clone());
                        }
                        ToPlayer::Stop | ToPlayer::Quit => {
                            searching.drain(..).for_each(|flag| flag.store(true, Ordering::Relaxed));
                        }
                        _ => {}
                    }
                    Heard::Message(Box::new(message), stop)
                }
            },
        };
        if heard.send(message).is_err() {
            return;
        }
    }
}

fn read(line: &[u8]) -> Result<ToPlayer, String> {
    let value: serde_json::Value =
        serde_json::from_slice(line).map_err(|error| format!("this line is not JSON: {error}"))?;
    let Some(kind) = value.get("type").and_then(serde_json::Value::as_str) else {
        return Err(format!("a message is an object with a \"type\"; there are {MESSAGES}"));
    };
    if !MESSAGES.split(", ").any(|known| known == kind) {
        return Err(format!("there is no message \"{kind}\"; there are {MESSAGES}"));
    }
    let kind = kind.to_owned();
    serde_json::from_value(value).map_err(|error| format!("{kind}: {error}"))
}

/// A player, and the seat they have taken.
struct Engine<'g> {
    games: &'g Registry,
    usual: PlayerSpec,
    seat: Option<Box<dyn SeatGame>>,
}

impl Engine<'_> {
    fn answer(&mut self, heard: &Receiver<Heard>) -> anyhow::Result<()> {
        while let Ok(heard) = heard.recv() {
            let (message, stop) = match heard {
                Heard::Message(message, stop) => (*message, stop),
                Heard::Wrong(what) => {
                    complain(None, what)?;
                    continue;
                }
            };
            match message {
                ToPlayer::Hello { protocol: 0 } => {
                    complain(None, "hello: versions of the protocol are counted from 1".to_owned())?;
                }
                ToPlayer::Hello { .. } => self.hello()?,
                ToPlayer::NewGame(new) => {
                    self.seat = None;
                    match self.sit_down(new) {
                        Ok(seat) => self.seat = Some(seat),
                        Err(error) => complain(None, errors::in_words(&error))?,
                    }
                }
                ToPlayer::Event(event) => match &mut self.seat {
                    None => complain(None, "there is no game; newgame begins one".to_owned())?,
                    Some(seat) => {
                        if let Err(error) = seat.tell(&event) {
                            complain(None, errors::in_words(&error.into()))?;
                        }
                    }
                },
                ToPlayer::Choose(choose) => {
                    let id = choose.id;
                    match self.choose(&choose, stop) {
                        Ok(made) => say(&FromPlayer::Choice(made))?,
                        Err(error) => complain(Some(id), errors::in_words(&error))?,
                    }
                }
                // A search that it could end is over.
                ToPlayer::Stop => {}
                ToPlayer::End { .. } => self.seat = None,
                ToPlayer::Quit => return Ok(()),
            }
        }
        Ok(())
    }

    fn hello(&self) -> anyhow::Result<()> {
        say(&FromPlayer::Hello {
            protocol: PROTOCOL,
            name: crate::program().to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            games: self.games.games().map(|game| game.name.to_owned()).collect(),
        })
    }

    fn sit_down(&self, new: NewGame) -> anyhow::Result<Box<dyn SeatGame>> {
        let NewGame { game, players, seat, options, seed, player, .. } = new;
        let player = player.map_or_else(|| Ok(self.usual.clone()), |player| player.parse())?;
        Ok(self.games.take_seat(&SeatRequest { game, players, seat, options, player, seed })?)
    }

    fn choose(&mut self, choose: &Choose, stop: Arc<AtomicBool>) -> anyhow::Result<ChoiceMade> {
        let Some(seat) = &mut self.seat else { anyhow::bail!("there is no game; newgame begins one") };
        let time = match choose.time {
            None => None,
            Some(time) if time > 0.0 && time <= MOST_SECONDS => Some(Duration::from_secs_f64(time)),
            Some(time) => anyhow::bail!("{time} is not a time; it is given in seconds, at most {MOST_SECONDS}"),
        };
        let progress = Arc::new(SearchProgress::default());
        let limits =
            ChoiceLimits { nodes: choose.nodes, time, stop: Some(stop.clone()), progress: Some(progress.clone()) };
        let (done, waiting) = channel::<()>();
        let chosen = std::thread::scope(|scope| {
            let progress = &progress;
            scope.spawn(move || tell_progress(choose.id, progress, &waiting, &stop));
            let chosen = seat.choose(choose.choices.what, &limits);
            drop(done);
            chosen
        })?;
        let legal = &choose.choices.legal;
        if let Some(other) = chosen.moves.iter().find(|mv| !legal.is_empty() && !legal.contains(mv)) {
            anyhow::bail!("by what was told, {other} is the move, and it is not among the legal ones");
        }
        Ok(made(choose, chosen))
    }
}

/// Tells how far the search is, until it is over. It is stopped when nobody listens any more.
fn tell_progress(id: u64, progress: &SearchProgress, done: &Receiver<()>, stop: &AtomicBool) {
    let begun = Instant::now();
    while done.recv_timeout(BETWEEN_INFOS) == Err(RecvTimeoutError::Timeout) {
        let depth = Some(progress.level()).filter(|&level| level > 0);
        let time = (begun.elapsed().as_secs_f64() * 1000.0).round() / 1000.0;
        if say(&FromPlayer::Info { id, nodes: progress.nodes(), depth, time }).is_err() {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

fn made(choose: &Choose, chosen: SeatChoice) -> ChoiceMade {
    let SeatChoice { mut moves, expects, error, nodes, depth, line, .. } = chosen;
    let several = matches!(choose.choices.what, Task::Pass | Task::Discard);
    ChoiceMade {
        id: choose.id,
        mv: if several { None } else { moves.pop() },
        moves: several.then_some(moves),
        expects,
        error,
        nodes: depth.map(|_| nodes),
        depth,
        line: Some(line).filter(|line| !line.is_empty()),
    }
}

fn complain(id: Option<u64>, message: String) -> anyhow::Result<()> {
    say(&FromPlayer::Error { id, message })
}

/// Writes a message at once.
fn say(message: &FromPlayer) -> anyhow::Result<()> {
    let mut out = stdout().lock();
    writeln!(out, "{}", serde_json::to_string(message)?)?;
    out.flush()?;
    Ok(())
}
