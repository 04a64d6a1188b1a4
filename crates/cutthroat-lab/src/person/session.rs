//! A person at a table.

mod claiming;
mod finished;

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cutthroat_catalog::{Chosen, Error, Layout, LiveGame, Registry, SeatEvent};

use super::hint::Question;
use super::kept::{Kept, SaveFile, write_record};
use super::seen::{DealSeen, Seen};
use crate::error::LabError;
use crate::hand_record::{HandRecord, PERSON, RecordedMove};
pub use finished::PlayedDeal;

/// Whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// The person's.
    Yours,
    /// Another seat's.
    Others(usize),
    /// Nobody's: the game is over.
    Over,
}

/// Where a deal begins.
struct DealBegun {
    /// How many moves came before it.
    moves: usize,
    /// Who sits in each of its seats, counted from 1.
    seats: Vec<usize>,
}

/// A person at a table: the game, what they have seen, and what they can do.
pub struct Session {
    registry: Registry,
    record: HandRecord,
    seat: usize,
    game: Box<dyn LiveGame>,
    deals: Vec<DealBegun>,
    /// The moves of the last claim, which are taken back together.
    claimed: Range<usize>,
    seen: Seen,
    kept: Kept,
    /// Whether all cards are shown, to those who watch.
    open: bool,
    /// The most mebibytes of a table of a search for the person.
    memory: Option<usize>,
    /// Stops the searches of the other players.
    stop: Arc<AtomicBool>,
}

impl Session {
    /// Sits down to the game of a record, in the seat of the person. `stop` is a flag that stops every search of the other
    /// players.
    ///
    /// # Errors
    /// When there is not exactly one person in the record, a player does not fit, a move is not legal, or the game cannot be
    /// kept.
    pub fn new(registry: &Registry, record: HandRecord, kept: Kept, stop: Arc<AtomicBool>) -> Result<Self, LabError> {
        let people = record.players.iter().filter(|player| *player == PERSON).count();
        if people != 1 {
            let what = format!("a game with {people} people cannot be resumed; it needs exactly one");
            return Err(LabError::Record(what));
        }
        let seat = record.players.iter().position(|player| player == PERSON).map_or(0, |seat| seat + 1);
        let start = HandRecord { moves: Vec::new(), ..record.clone() };
        let game = start.sit_down(registry, Some(stop.clone()))?;
        let mut session = Self { stop, ..Self::at_start(registry, start, game, seat, kept)? };
        for (number, mv) in record.moves.into_iter().enumerate() {
            let wrong = |what: String| LabError::Record(format!("move {} of the record: {what}", number + 1));
            if session.game.mover() != Some(mv.seat) {
                return Err(wrong(format!("it is not the turn of seat {}", mv.seat)));
            }
            session.make(&mv.mv, mv.expects).map_err(|error| wrong(error.to_string()))?;
        }
        session.settle()?;
        Ok(session)
    }

    /// Watches a game from its start: from one seat, or with all cards open.
    ///
    /// # Errors
    /// When there is no such game or seat, or the record does not fit the game.
    pub fn watching(registry: &Registry, record: &HandRecord, seat: Option<usize>) -> Result<Self, LabError> {
        let start = HandRecord { moves: Vec::new(), ..record.clone() };
        let game = start.game_after(registry, 0)?;
        let seats = game.seats();
        if let Some(seat) = seat.filter(|seat| !(1..=seats).contains(seat)) {
            return Err(Error::NoSeat { seat, seats }.into());
        }
        let mut session = Self::at_start(registry, start, game, seat.unwrap_or(1), Kept::default())?;
        session.open = seat.is_none();
        session.seen.players =
            record.players.iter().map(|player| player.split(':').next().unwrap_or(player).to_owned()).collect();
        session.look();
        Ok(session)
    }

    fn at_start(
        registry: &Registry,
        record: HandRecord,
        game: Box<dyn LiveGame>,
        seat: usize,
        kept: Kept,
    ) -> Result<Self, LabError> {
        let (seats, given) = (game.seats(), record.players.len());
        if seats != given {
            return Err(LabError::Record(format!("the record has {given} players, and {seats} play")));
        }
        let seen = Seen {
            game: game.info().name,
            tally: game.info().tally.clone(),
            seat,
            players: record.players.iter().map(|player| in_a_word(player)).collect(),
            mover: None,
            choices: None,
            events: Vec::new(),
            deal: DealSeen::default(),
            previous: None,
            deals_over: 0,
            terms: None,
            cells: Vec::new(),
            diagram: None,
            sheet: None,
            scores: None,
            moves: 0,
            can_take_back: false,
            open: false,
        };
        let (registry, deals) = (registry.clone(), Vec::new());
        let (claimed, open, memory, stop) = (0..0, false, None, Arc::default());
        let mut session = Self { registry, record, seat, game, deals, claimed, seen, kept, open, memory, stop };
        session.look();
        Ok(session)
    }

    /// Shows all cards from now on, as they are to the other players of a game that hides nothing.
    pub fn show_all(&mut self) {
        self.open = true;
        self.look();
    }

    /// Limits what the table of a search for the person may have, in mebibytes: of a hint, a claim, an analysis.
    pub fn limit_memory(&mut self, mebibytes: usize) {
        self.memory = Some(mebibytes);
    }

    /// Goes to the position of `whole` after this many moves.
    ///
    /// # Errors
    /// When one of them is not legal.
    pub fn go_to(&mut self, whole: &HandRecord, moves: usize) -> Result<(), LabError> {
        while self.record.moves.len() > moves && self.game.take_back() {
            self.record.moves.pop();
        }
        let kept = self.record.moves.len();
        self.deals.retain(|deal| deal.moves <= kept);
        for place in kept..moves.min(whole.moves.len()) {
            whole.go_on(self.game.as_mut(), place)?;
            self.record.moves.push(whole.moves[place].clone());
            self.note_deal();
        }
        self.look();
        Ok(())
    }

    /// What the person has seen.
    #[must_use]
    pub fn seen(&self) -> &Seen {
        &self.seen
    }

    /// The game so far, with all that is hidden.
    #[must_use]
    pub fn record(&self) -> &HandRecord {
        &self.record
    }

    /// Whether all cards are shown.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Whether a move, made by another seat, is seen: cards that are passed, given or put away are not.
    #[must_use]
    pub fn shows(&self, seat: usize, mv: &str) -> bool {
        let is_secret = ["pass:", "give:", "discard:"].iter().any(|word| mv.starts_with(word));
        self.open || seat == self.seat || !is_secret
    }

    /// Whose turn it is.
    #[must_use]
    pub fn turn(&self) -> Turn {
        match self.game.mover() {
            None => Turn::Over,
            Some(seat) if seat == self.seat => Turn::Yours,
            Some(seat) => Turn::Others(seat),
        }
    }

    /// Makes a move of the person.
    ///
    /// # Errors
    /// When it is not legal, or the game cannot be kept.
    pub fn play(&mut self, mv: &str) -> Result<(), LabError> {
        self.make(mv, None)?;
        self.settle()
    }

    /// Lets another player choose and make a move, unless they are stopped. Returns whether they moved. Who is asked again after
    /// a stop chooses as if they had never been stopped.
    ///
    /// # Errors
    /// When the game is over, the search does not fit, or the game cannot be kept.
    pub fn let_others_move(&mut self) -> Result<bool, LabError> {
        let Some(chosen) = self.choose()? else { return Ok(false) };
        self.make(&chosen.mv, chosen.payoff)?;
        self.settle()?;
        Ok(true)
    }

    /// What the mover chooses; `None` if they were stopped. Who is interrupted has not made up their mind, and the game goes on
    /// as if nobody had asked.
    fn choose(&mut self) -> Result<Option<Chosen>, LabError> {
        let chosen = match self.game.choose().map_err(LabError::from) {
            Err(LabError::Stopped) => return Ok(None),
            chosen => chosen?,
        };
        // A choice that was complete when the flag was raised is made again in the same way.
        let is_stopped = chosen.stopped || self.stop.load(Ordering::Relaxed);
        Ok(Some(chosen).filter(|_| !is_stopped))
    }

    /// Back to the last choice of the person. Returns whether there was one.
    ///
    /// # Errors
    /// When the game cannot be kept.
    pub fn take_back(&mut self) -> Result<bool, LabError> {
        let Some(last) = self.record.moves.iter().rposition(|mv| mv.seat == self.seat) else { return Ok(false) };
        self.back_to(if self.claimed.contains(&last) { self.claimed.start } else { last })?;
        Ok(true)
    }

    /// Back to the position after this many moves.
    fn back_to(&mut self, moves: usize) -> Result<(), LabError> {
        while self.record.moves.len() > moves && self.game.take_back() {
            self.record.moves.pop();
        }
        self.deals.retain(|deal| deal.moves <= moves);
        self.settle()
    }

    /// The moves of the last claim, which are taken back together.
    #[must_use]
    pub fn claimed(&self) -> Range<usize> {
        self.claimed.clone()
    }

    /// Takes these moves for a claim that was made before the person sat down again.
    pub fn set_claimed(&mut self, moves: Range<usize>) {
        self.claimed = moves;
    }

    /// What to ask a strong player who sees what the person sees.
    ///
    /// # Errors
    /// When there is nothing to ask.
    pub fn question(&self) -> Result<Question, LabError> {
        let seed = self.record.seed.wrapping_add(self.record.moves.len() as u64);
        let game = self.game.as_ref();
        let question = if self.open {
            Question::open(&self.registry, game, self.seat, seed)
        } else {
            Question::new(&self.registry, game, self.seat, seed)
        };
        Ok(question?.with_memory(self.memory))
    }

    /// The file that the game is kept in.
    #[must_use]
    pub fn save_file(&self) -> &SaveFile {
        &self.kept.save
    }

    /// Keeps the game there from the next move on.
    pub fn keep_next(&mut self, kept: Kept) {
        self.kept = kept;
    }

    /// Keeps the game in this file from now on.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keep_in(&mut self, file: PathBuf) -> Result<(), LabError> {
        write_record(&file, &self.record)?;
        self.kept.save.set(file);
        Ok(())
    }

    fn game_after(&self, moves: usize) -> Result<Box<dyn LiveGame>, LabError> {
        self.record.game_after(&self.registry, moves)
    }

    fn make(&mut self, mv: &str, expects: Option<Vec<i16>>) -> Result<(), LabError> {
        let seat = self.game.mover().unwrap_or_default();
        self.game.play(mv)?;
        let mv = self.game.moves().last().cloned().unwrap_or_else(|| mv.to_owned());
        self.record.moves.push(RecordedMove { seat, mv, expects });
        self.note_deal();
        Ok(())
    }

    /// Notes that a deal has begun, if one has.
    fn note_deal(&mut self) {
        let identity = || (1..=self.record.players.len()).collect();
        let (begun, seats) = match self.game.sheet() {
            None => (1, identity()),
            Some(sheet) => (sheet.rows.len() + usize::from(!sheet.over), sheet.seats.clone()),
        };
        if self.deals.len() < begun {
            self.deals.push(DealBegun { moves: self.record.moves.len(), seats });
        }
    }

    fn settle(&mut self) -> Result<(), LabError> {
        self.look();
        self.keep()
    }

    fn keep(&self) -> Result<(), LabError> {
        if let Some(file) = self.kept.save.get() {
            write_record(&file, &self.record)?;
        }
        let begins = self.deals.last().is_some_and(|deal| deal.moves == self.record.moves.len());
        let deal_over = self.game.mover().is_none() || self.deals.len() > 1 && begins;
        match &self.kept.record {
            Some(file) if deal_over => write_record(file, &self.record),
            _ => Ok(()),
        }
    }

    /// Looks at the table from the seat of the person.
    fn look(&mut self) {
        self.note_deal();
        let (game, seat) = (&self.game, self.seat);
        let mut events = Vec::new();
        let mut begun = 0;
        let (mut before, mut last) = (0, 0);
        let rows = game.sheet().map_or(&[][..], |sheet| &sheet.rows);
        for event in game.events(seat).unwrap_or_default() {
            if matches!(event, SeatEvent::Deal { .. } | SeatEvent::Start { .. }) {
                begun += 1;
                (before, last) = (last, events.len());
            }
            let seats = self.deals.get(begun - 1).map_or(&[][..], |deal| &deal.seats);
            events.push(match (event, rows.get(begun - 1)) {
                // In a whole game a deal scores what is on the sheet.
                (SeatEvent::Score { .. }, Some(row)) => {
                    SeatEvent::Score { scores: row.scores.iter().map(|&score| score.into()).collect() }
                }
                (event, _) => event.with_seats(seats),
            });
        }
        let mut deal = DealSeen::new(seat, game.seats(), &events[last..]);
        let terms = game.terms();
        let seats = self.deals.last().map_or(&[][..], |deal| &deal.seats);
        deal.targets = terms.as_deref().and_then(|terms| targets(terms, seats));
        // Where nothing is hidden, the position is what everybody sees.
        let hides = game.info().hides && !self.open;
        let layout = if hides { Layout::default() } else { game.layout() };
        if !layout.hands.is_empty() {
            deal.left = layout.hands.iter().map(Vec::len).collect();
            deal.hands = layout.hands.into_iter().map(Some).collect();
        }
        let previous = (begun > 1).then(|| DealSeen::new(seat, game.seats(), &events[before..last]));
        let mover = game.mover();
        self.seen = Seen {
            mover,
            choices: (mover == Some(seat)).then(|| game.choices()),
            events,
            deal,
            previous,
            deals_over: self.deals.len() - usize::from(mover.is_some()),
            terms,
            cells: layout.cells,
            diagram: if hides { None } else { game.diagram() },
            sheet: game.sheet().cloned(),
            scores: game.score(),
            moves: self.record.moves.len(),
            can_take_back: self.record.moves.iter().any(|mv| mv.seat == seat),
            open: self.open,
            ..self.seen.clone()
        };
    }
}

/// What each player has to take, where the terms of a deal say so: in their places at the table. `seats` says who sits in each
/// seat of the deal.
fn targets(terms: &str, seats: &[usize]) -> Option<Vec<usize>> {
    let written = terms.split("; ").find_map(|term| term.strip_prefix("targets: "))?;
    let of_seats: Vec<usize> = written.split(", ").map(str::parse).collect::<Result<_, _>>().ok()?;
    let of_player = |player| of_seats.get(seats.iter().position(|sits| *sits == player)?).copied();
    (1..=seats.len()).map(of_player).collect()
}

/// A player in a word.
fn in_a_word(player: &str) -> String {
    if player == PERSON { "you".to_owned() } else { player.split(':').next().unwrap_or(player).to_owned() }
}
