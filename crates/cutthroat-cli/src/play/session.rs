//! A person at a table: the game, what they have seen, and what they can do. No terminal is known here.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cutthroat_catalog::{Error, Layout, LiveGame, Registry, SeatEvent};
use cutthroat_lab::{HandRecord, PERSON, RecordedMove};

use super::SaveFile;
use super::aftermath::{self, Decision};
use super::claim;
use super::hint::Question;
use super::seen::{DealSeen, Seen};
use crate::{whole_file, without_number};

/// Whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turn {
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

/// Where a game is kept.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kept {
    /// The game as it stands, after every move.
    pub(crate) save: SaveFile,
    /// The game once a deal of it is over.
    pub(crate) record: Option<PathBuf>,
}

/// A person at a table.
pub(crate) struct Session {
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
}

impl Session {
    /// Sits down to the game of a record, in the seat of the person. `stop` is a flag that stops every search.
    pub(crate) fn new(
        registry: &Registry,
        record: HandRecord,
        kept: Kept,
        stop: Arc<AtomicBool>,
    ) -> anyhow::Result<Self> {
        let people = record.players.iter().filter(|player| *player == PERSON).count();
        anyhow::ensure!(people == 1, "a game with {people} people cannot be resumed; it needs exactly one");
        let seat = record.players.iter().position(|player| player == PERSON).map_or(0, |seat| seat + 1);
        let start = HandRecord { moves: Vec::new(), ..record.clone() };
        let game = start.sit_down(registry, Some(stop))?;
        let mut session = Self::at_start(registry, start, game, seat, kept)?;
        for (number, mv) in record.moves.into_iter().enumerate() {
            let wrong = |what: String| anyhow::anyhow!("move {} of the record: {what}", number + 1);
            if session.game.mover() != Some(mv.seat) {
                return Err(wrong(format!("it is not the turn of seat {}", mv.seat)));
            }
            session.make(&mv.mv, mv.expects).map_err(|error| wrong(error.to_string()))?;
        }
        session.settle()?;
        Ok(session)
    }

    /// Watches a game from its start: from one seat, or with all cards open.
    pub(crate) fn watching(registry: &Registry, record: &HandRecord, seat: Option<usize>) -> anyhow::Result<Self> {
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
    ) -> anyhow::Result<Self> {
        let (seats, given) = (game.seats(), record.players.len());
        anyhow::ensure!(seats == given, "the record has {given} players, and {seats} play");
        let seen = Seen {
            game: game.info().name,
            tally: game.info().tally.clone(),
            seat,
            players: record.players.iter().map(|player| in_a_word(player)).collect(),
            mover: None,
            choices: None,
            events: Vec::new(),
            deal: DealSeen::default(),
            deals_over: 0,
            terms: None,
            cells: Vec::new(),
            diagram: None,
            sheet: None,
            scores: None,
            moves: 0,
            open: false,
        };
        let (registry, deals) = (registry.clone(), Vec::new());
        let mut session = Self { registry, record, seat, game, deals, claimed: 0..0, seen, kept, open: false };
        session.look();
        Ok(session)
    }

    /// Goes to the position of `whole` after this many moves.
    pub(crate) fn go_to(&mut self, whole: &HandRecord, moves: usize) -> anyhow::Result<()> {
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
    pub(crate) fn seen(&self) -> &Seen {
        &self.seen
    }

    /// The game so far.
    #[cfg(test)]
    pub(crate) fn record(&self) -> &HandRecord {
        &self.record
    }

    /// Whether all cards are shown.
    pub(crate) fn is_open(&self) -> bool {
        self.open
    }

    /// Whether a move, made by another seat, is seen: cards that are passed, given or put away are not.
    pub(crate) fn shows(&self, seat: usize, mv: &str) -> bool {
        let is_secret = ["pass:", "give:", "discard:"].iter().any(|word| mv.starts_with(word));
        self.open || seat == self.seat || !is_secret
    }

    /// Whose turn it is.
    pub(crate) fn turn(&self) -> Turn {
        match self.game.mover() {
            None => Turn::Over,
            Some(seat) if seat == self.seat => Turn::Yours,
            Some(seat) => Turn::Others(seat),
        }
    }

    /// Makes a move of the person.
    pub(crate) fn play(&mut self, mv: &str) -> anyhow::Result<()> {
        self.make(mv, None)?;
        self.settle()
    }

    /// Lets another player choose and make a move, unless they are stopped.
    pub(crate) fn let_others_move(&mut self) -> anyhow::Result<()> {
        let chosen = self.game.choose()?;
        // Who is interrupted has not made up their mind: the game goes on as if nobody had asked.
        if chosen.stopped {
            return Ok(());
        }
        self.make(&chosen.mv, chosen.payoff)?;
        self.settle()
    }

    /// Back to the last choice of the person. Returns whether there was one.
    pub(crate) fn take_back(&mut self) -> anyhow::Result<bool> {
        let Some(last) = self.record.moves.iter().rposition(|mv| mv.seat == self.seat) else { return Ok(false) };
        let last = if self.claimed.contains(&last) { self.claimed.start } else { last };
        while self.record.moves.len() > last && self.game.take_back() {
            self.record.moves.pop();
        }
        let moves = self.record.moves.len();
        self.deals.retain(|deal| deal.moves <= moves);
        self.settle()?;
        Ok(true)
    }

    /// What to ask a strong player who sees only the person's cards.
    pub(crate) fn question(&self) -> anyhow::Result<Question> {
        let seed = self.record.seed.wrapping_add(self.record.moves.len() as u64);
        Question::new(&self.registry, self.game.as_ref(), self.seat, seed)
    }

    /// Claims all tricks that are left. If they surely are the person's, the deal is played to its end.
    ///
    /// # Errors
    /// Why they may not be.
    pub(crate) fn claim(&mut self) -> anyhow::Result<Result<(), String>> {
        if self.turn() != Turn::Yours {
            return Ok(Err("it is not your turn".to_owned()));
        }
        let plan = match claim::plan(&self.seen, self.game.as_ref()) {
            Ok(plan) => plan,
            Err(why) => return Ok(Err(why)),
        };
        let (moves, deals) = (self.record.moves.len(), self.deals.len());
        while self.game.mover().is_some() && self.deals.len() == deals {
            let (mv, payoff) = match plan.next(self.game.as_ref(), self.seat)? {
                Some(mv) => (mv, None),
                None => self.game.choose().map(|chosen| (chosen.mv, chosen.payoff))?,
            };
            self.make(&mv, payoff)?;
        }
        self.look();
        // What the plan proves holds for games of tricks as we know them; another game may have rules of its own.
        let lost = |event: &SeatEvent| matches!(event, SeatEvent::Trick { seat, .. } if *seat != self.seat);
        let before = self.game_after(moves)?.events(self.seat)?.len();
        if plan.is_of_one_seat() && self.seen.events.iter().skip(before).any(lost) {
            while self.record.moves.len() > moves && self.game.take_back() {
                self.record.moves.pop();
            }
            self.deals.truncate(deals);
            self.settle()?;
            return Ok(Err("a trick would be lost".to_owned()));
        }
        self.claimed = moves..self.record.moves.len();
        self.settle()?;
        Ok(Ok(()))
    }

    /// Keeps the game in this file from now on. Says what was done, or why not.
    pub(crate) fn save_to(&mut self, file: &str) -> String {
        let path = PathBuf::from(file);
        let is_own = self.kept.save.get().as_ref() == Some(&path);
        let kept = match file {
            "" => return "say where: save FILE".to_owned(),
            _ if is_own => Ok(()),
            _ => check_empty(&path),
        };
        match kept.and_then(|()| write_record(&path, &self.record)) {
            Ok(()) => {
                self.kept.save.set(path);
                format!("the game is kept in {file} from now on")
            }
            Err(error) => without_number(&format!("{error:#}")),
        }
    }

    /// What the others expected in the last deal that is over, a line for each choice.
    pub(crate) fn expected(&self) -> Option<Vec<String>> {
        let (first, last, _) = self.last_deal()?;
        Some(aftermath::expected(&self.record, self.seat, first..last))
    }

    /// The choices of the person in the play of the last deal that is over, to be analysed one by one.
    pub(crate) fn decisions(&self) -> Option<Vec<Decision>> {
        let (first, last, seats) = self.last_deal()?;
        let own = seats.iter().position(|player| *player == self.seat).map_or(self.seat, |seat| seat + 1);
        let decision = |place| Decision::new(&self.registry, &self.record, place, own);
        let places = (first..last).filter(|&place| self.record.moves[place].seat == self.seat);
        Some(places.map(decision).collect())
    }

    /// The moves of the last deal that is over, and who sat in its seats.
    fn last_deal(&self) -> Option<(usize, usize, &[usize])> {
        let moves = self.record.moves.len();
        let over = if self.game.mover().is_none() { self.deals.len() } else { self.deals.len() - 1 };
        let deal = self.deals.get(over.checked_sub(1)?)?;
        Some((deal.moves, self.deals.get(over).map_or(moves, |next| next.moves), &deal.seats))
    }

    fn game_after(&self, moves: usize) -> anyhow::Result<Box<dyn LiveGame>> {
        Ok(self.record.game_after(&self.registry, moves)?)
    }

    fn make(&mut self, mv: &str, expects: Option<Vec<i16>>) -> anyhow::Result<()> {
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

    fn settle(&mut self) -> anyhow::Result<()> {
        self.look();
        self.keep()
    }

    fn keep(&self) -> anyhow::Result<()> {
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
        let mut last = 0;
        for event in game.events(seat).unwrap_or_default() {
            if matches!(event, SeatEvent::Deal { .. } | SeatEvent::Start { .. }) {
                begun += 1;
                last = events.len();
            }
            let seats = self.deals.get(begun - 1).map_or(&[][..], |deal| &deal.seats);
            events.push(event.with_seats(seats));
        }
        let mut deal = DealSeen::new(seat, game.seats(), &events[last..]);
        // Where nothing is hidden, the position is what everybody sees.
        let hides = game.info().hides && !self.open;
        let layout = if hides { Layout::default() } else { game.layout() };
        if !layout.hands.is_empty() {
            deal.left = layout.hands.iter().map(Vec::len).collect();
            deal.hands = layout.hands.into_iter().map(Some).collect();
        }
        let mover = game.mover();
        self.seen = Seen {
            mover,
            choices: (mover == Some(seat)).then(|| game.choices()),
            events,
            deal,
            deals_over: self.deals.len() - usize::from(mover.is_some()),
            terms: game.terms(),
            cells: layout.cells,
            diagram: if hides { None } else { game.diagram() },
            sheet: game.sheet().cloned(),
            scores: game.score(),
            moves: self.record.moves.len(),
            open: self.open,
            ..self.seen.clone()
        };
    }
}

/// Refuses a file in which there is something, so that nobody loses it.
pub(crate) fn check_empty(file: &Path) -> anyhow::Result<()> {
    let is_taken = std::fs::metadata(file).is_ok_and(|there| there.is_file() && there.len() > 0);
    anyhow::ensure!(
        !is_taken,
        "{}: there is something in it already; name another file, or --resume a saved game",
        file.display()
    );
    Ok(())
}

/// Writes a record as text, or as JSON if the name of the file ends so.
pub(crate) fn write_record(file: &Path, record: &HandRecord) -> anyhow::Result<()> {
    let is_json = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    whole_file::write(file, &if is_json { format!("{}\n", record.to_json()?) } else { record.to_string() })
}

/// A player in a word.
fn in_a_word(player: &str) -> String {
    if player == PERSON { "you".to_owned() } else { player.split(':').next().unwrap_or(player).to_owned() }
}
