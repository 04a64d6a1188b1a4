//! Runs the table on a terminal: keys go to the screen, searches to other threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use cutthroat_catalog::SeatEvent;
use cutthroat_lab::LabError;
use cutthroat_lab::person::{Hint, Seen, Session, Turn};

use super::command::Command;
use super::palette::Palette;
use super::plain::{last_trick, sheet};
use super::popup::Popup;
use super::screen::{Action, Screen};
use super::{save_to, tell};
use crate::terminal::DrawnTerminal;

/// How long a move of another player is looked at before the next.
const PAUSE: Duration = Duration::from_millis(350);

/// How long a trick that is over is looked at.
const PAUSE_AFTER_TRICK: Duration = Duration::from_millis(1100);

/// How the table was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Leaving {
    /// By the word.
    Quit,
    /// By an interrupt.
    Interrupted,
}

/// Work that needs the session, on another thread. It says what to tell the person.
type Work = JoinHandle<(Session, Result<Option<String>, LabError>)>;

/// A search for the person, and a flag that stops it.
struct Search<T> {
    found: T,
    stop: Arc<AtomicBool>,
}

struct Driver {
    screen: Screen,
    /// Away while others think.
    session: Option<Session>,
    work: Option<Work>,
    hint: Option<Search<JoinHandle<Result<Hint, LabError>>>>,
    analysis: Option<Search<Receiver<Vec<String>>>>,
    /// When the next player may move.
    next: Instant,
    /// Stops the searches of the other players.
    stop: Arc<AtomicBool>,
}

/// Plays on a terminal. Returns the session and how it was left.
pub(crate) fn run(session: Session, stop: Arc<AtomicBool>) -> anyhow::Result<(Session, Leaving)> {
    let screen = Screen::new(session.seen().clone(), Palette::of_environment());
    let mut driver =
        Driver { screen, session: Some(session), work: None, hint: None, analysis: None, next: Instant::now(), stop };
    let mut terminal = DrawnTerminal::new()?;
    let leaving = loop {
        driver.collect()?;
        driver.go_on();
        terminal.draw(|buffer| driver.screen.draw(buffer))?;
        if terminal.is_asked_to_end() {
            break Leaving::Interrupted;
        }
        let Some(key) = terminal.key()? else {
            driver.screen.ticks += 1;
            continue;
        };
        // Who presses a key does not want to wait.
        driver.next = Instant::now();
        if let Some(leaving) = driver.screen.key(key).map_or(Ok(None), |action| driver.act(action))? {
            break leaving;
        }
    };
    drop(terminal);
    Ok((driver.end()?, leaving))
}

impl Driver {
    /// Takes what other threads have finished.
    fn collect(&mut self) -> anyhow::Result<()> {
        if self.work.as_ref().is_some_and(JoinHandle::is_finished)
            && let Some(work) = self.work.take()
        {
            let (session, done) = joined(work)?;
            let before = self.screen.seen.clone();
            self.screen.show(session.seen().clone());
            self.screen.busy = None;
            self.session = Some(session);
            if let Some(message) = done? {
                self.screen.message = message;
            }
            self.notice(&before);
        }
        if self.hint.as_ref().is_some_and(|hint| hint.found.is_finished())
            && let Some(hint) = self.hint.take()
        {
            self.screen.busy = None;
            match joined(hint.found)? {
                Ok(hint) => {
                    self.select(&hint.best);
                    self.screen.popup = Some(Popup::new("hint: what you get, more is better", tell::hint(&hint)));
                }
                Err(error) => self.screen.message = format!("there is no hint: {error}"),
            }
        }
        while let Some(analysis) = &self.analysis {
            match analysis.found.try_recv() {
                Ok(page) => {
                    match &mut self.screen.popup {
                        Some(popup) if popup.growing => popup.add(page),
                        // Its popup was closed, or another one is there.
                        _ => {
                            analysis.stop.store(true, Ordering::Relaxed);
                            self.analysis = None;
                        }
                    }
                }
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    self.analysis = None;
                    if let Some(popup) = &mut self.screen.popup {
                        popup.growing = false;
                    }
                }
            }
        }
        Ok(())
    }

    /// Selects or marks what the hint says.
    fn select(&mut self, best: &str) {
        let best = best.split_once(':').map_or(best, |(_, rest)| rest);
        if self.screen.seen.choices.as_ref().is_some_and(|choices| choices.count.is_some()) {
            self.screen.marked = best.split(',').map(str::to_owned).collect();
        }
        if let Some(place) = self.screen.items().iter().position(|item| item == best) {
            self.screen.cursor = place;
        }
    }

    /// Pauses after what is worth a look, and shows the end of a deal.
    fn notice(&mut self, before: &Seen) {
        let seen = &self.screen.seen;
        let trick_over = matches!(seen.events.last(), Some(SeatEvent::Trick { .. }));
        self.next = Instant::now() + if trick_over { PAUSE_AFTER_TRICK } else { PAUSE };
        if seen.deals_over > before.deals_over {
            let mut lines = match (&seen.sheet, &seen.scores) {
                (None, Some(_)) => sheet(seen),
                (Some(sheet), _) => sheet.text.lines().map(str::to_owned).collect(),
                (None, None) => Vec::new(),
            };
            lines.push(String::new());
            lines.push("F7 what the others expected".to_owned());
            lines.push("F8 what each of your moves was worth".to_owned());
            let title = if seen.mover.is_none() { "the game is over" } else { "the deal is over" };
            self.screen.popup = Some(Popup::new(title, lines));
        }
    }

    /// Lets the next player move, if it is time.
    fn go_on(&mut self) {
        let waits = self.screen.popup.is_some() || Instant::now() < self.next;
        if waits || !matches!(self.session.as_ref().map(Session::turn), Some(Turn::Others(_))) {
            return;
        }
        self.send(|session| session.let_others_move().map(|_| None));
    }

    /// Does something with the session on another thread.
    fn send(&mut self, work: impl FnOnce(&mut Session) -> Result<Option<String>, LabError> + Send + 'static) {
        if let Some(mut session) = self.session.take() {
            if let Turn::Others(seat) = session.turn() {
                self.screen.busy = Some(format!("seat {seat} thinks"));
            }
            self.work = Some(thread::spawn(move || {
                let done = work(&mut session);
                (session, done)
            }));
        }
    }

    fn act(&mut self, action: Action) -> anyhow::Result<Option<Leaving>> {
        match action {
            Action::Leave => return Ok(Some(Leaving::Interrupted)),
            Action::Do(Command::Quit) => return Ok(Some(Leaving::Quit)),
            Action::Stop => {
                let searches =
                    self.hint.iter().map(|hint| &hint.stop).chain(self.analysis.iter().map(|search| &search.stop));
                searches.for_each(|stop| stop.store(true, Ordering::Relaxed));
                self.analysis = None;
            }
            Action::Play(mv) => {
                self.stop_hint();
                if let Some(session) = &mut self.session {
                    let before = session.seen().clone();
                    match session.play(&mv) {
                        Ok(()) => {
                            let seen = session.seen().clone();
                            self.screen.show(seen);
                            self.notice(&before);
                        }
                        Err(error) => self.screen.message = error.to_string(),
                    }
                }
            }
            Action::Do(command) => self.obey(command)?,
        }
        Ok(None)
    }

    fn stop_hint(&mut self) {
        if let Some(hint) = self.hint.take() {
            hint.stop.store(true, Ordering::Relaxed);
            self.screen.busy = None;
        }
    }

    fn obey(&mut self, command: Command) -> anyhow::Result<()> {
        let text = |title, lines| Some(Popup::new(title, lines));
        match command {
            Command::Help => self.screen.popup = text("help", help()),
            Command::Last => self.screen.popup = text("last trick", last_trick(&self.screen.seen)),
            Command::Sheet => self.screen.popup = text("score sheet", sheet(&self.screen.seen)),
            Command::Table => self.screen.popup = text("the table", self.screen.seen.terms.iter().cloned().collect()),
            Command::Quit => {}
            other => {
                let Some(session) = &mut self.session else {
                    self.screen.message = "wait for the other player".to_owned();
                    return Ok(());
                };
                match other {
                    Command::Hint => self.ask()?,
                    Command::Back => {
                        let back = session.take_back()?;
                        let seen = session.seen().clone();
                        self.stop_hint();
                        self.screen.show(seen);
                        self.screen.message =
                            if back { "taken back" } else { "there is nothing to take back" }.to_owned();
                    }
                    Command::Claim => {
                        self.send(|session| {
                            Ok(Some(match session.claim()? {
                                Ok(()) => "the rest is yours".to_owned(),
                                Err(why) => format!("the claim does not stand: {why}"),
                            }))
                        });
                        self.screen.busy = Some("the claim is checked".to_owned());
                    }
                    Command::Expected => match session.expected() {
                        Some(expected) => {
                            let title = "what the others expected for each seat (more is better)";
                            self.screen.popup = text(title, tell::expected(&expected));
                        }
                        None => self.screen.message = "no deal is over yet".to_owned(),
                    },
                    Command::Analysis => self.analyse(),
                    Command::Save(file) => self.screen.message = save_to(session, &file),
                    Command::Help | Command::Last | Command::Sheet | Command::Table | Command::Quit => {}
                }
            }
        }
        Ok(())
    }

    /// Asks for a hint.
    fn ask(&mut self) -> anyhow::Result<()> {
        let Some(session) = self.session.as_ref().filter(|session| session.turn() == Turn::Yours) else {
            self.screen.message = "it is not your turn".to_owned();
            return Ok(());
        };
        if self.hint.is_none() {
            let (question, stop) = (session.question()?, Arc::new(AtomicBool::new(false)));
            let flag = stop.clone();
            self.hint = Some(Search { found: thread::spawn(move || question.ask(flag)), stop });
            self.screen.busy = Some("a hint is on its way; Esc takes what there is".to_owned());
        }
        Ok(())
    }

    /// Begins to analyse the choices of the last deal, page by page.
    fn analyse(&mut self) {
        let Some(decisions) = self.session.as_ref().and_then(Session::decisions) else {
            self.screen.message = "no deal is over yet".to_owned();
            return;
        };
        self.stop_hint();
        let (sender, receiver) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = stop.clone();
        thread::spawn(move || {
            for decision in decisions {
                let page = match decision.judge(&flag) {
                    Ok(None) => continue,
                    Ok(Some(judged)) => tell::judged(&judged),
                    Err(error) => vec![error.to_string()],
                };
                if flag.load(Ordering::Relaxed) || sender.send(page).is_err() {
                    return;
                }
            }
        });
        self.analysis = Some(Search { found: receiver, stop });
        self.screen.popup = Some(Popup::pages("what your moves were worth to you, all cards seen"));
    }

    /// Stops all searches, and returns the session.
    fn end(mut self) -> anyhow::Result<Session> {
        self.stop.store(true, Ordering::Relaxed);
        self.stop_hint();
        if let Some(analysis) = &self.analysis {
            analysis.stop.store(true, Ordering::Relaxed);
        }
        match (self.session, self.work) {
            (Some(session), _) => Ok(session),
            (None, Some(work)) => Ok(joined(work)?.0),
            (None, None) => anyhow::bail!("the game is lost"),
        }
    }
}

fn joined<T>(thread: JoinHandle<T>) -> anyhow::Result<T> {
    thread.join().map_err(|_| anyhow::anyhow!("a search has failed"))
}

/// The keys and the commands.
fn help() -> Vec<String> {
    let mut lines: Vec<String> = [
        "Arrows select, Enter chooses. Cards can be typed: \"HJ\" or \"jh\".",
        "To pass or discard, mark cards with the space bar, then Enter.",
        "Bids are numbers, a trump is the letter of a suit.",
        "On a board, choose a piece, then a cell; or type a move.",
        "",
        "F1 help   F2 or ? hint   F3 take back   F4 last trick",
        "F5 claim  F6 sheet       F7 expected    F8 analysis",
        "",
        "What is typed is a choice if it is one, otherwise a word,",
        "which may be shortened, all but quit:",
    ]
    .map(str::to_owned)
    .to_vec();
    lines.extend(Command::help());
    lines
}
