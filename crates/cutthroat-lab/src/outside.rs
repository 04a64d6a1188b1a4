//! Programs in the seats of a match.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use cutthroat_catalog::protocol::{ChoiceMade, Choose, FromPlayer, NewGame, PROTOCOL, ToPlayer};
use cutthroat_catalog::{Choices, Error, LiveGame, PROGRAM, PlayerSpec, SeatEvent, Setup};
use serde::Serialize;

use crate::error::LabError;
use crate::program::{NoAnswer, Program, Talk, shortened};

/// Who takes part in a match: a player of ours or a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entrant {
    /// A player of ours.
    Player(PlayerSpec),
    /// A program that speaks the engine protocol.
    Program(Program),
}

impl Entrant {
    /// Reads lists of players and programs. Between them stand commas or semicolons, and between players spaces too. The
    /// arguments of a program follow it with spaces; a part that is a setting (`name=value`) belongs to what comes before
    /// the comma. Quotes keep anything together.
    ///
    /// ```
    /// use cutthroat_lab::outside::Entrant;
    ///
    /// let lists = ["expert, exec:./engine --player flat:worlds=9,nodes=500, random".to_owned()];
    /// let entrants = Entrant::read_lists(&lists)?;
    /// assert_eq!(entrants.len(), 3);
    /// assert!(matches!(&entrants[1], Entrant::Program(program)
    ///     if program.to_string() == r#"exec:./engine --player "flat:worlds=9,nodes=500""#));
    /// # Ok::<(), cutthroat_lab::LabError>(())
    /// ```
    ///
    /// # Errors
    /// When one of them cannot be read, or there are none.
    pub fn read_lists(lists: &[String]) -> Result<Vec<Self>, LabError> {
        let mut items: Vec<(bool, String)> = Vec::new();
        for list in lists {
            let first = items.len();
            for piece in pieces(list) {
                let is_setting = piece.split(':').next().is_some_and(|name| name.contains('='));
                let (players, program) = match program_in(piece) {
                    Some(at) => (&piece[..at], Some(&piece[at..])),
                    None => (piece, None),
                };
                let goes_on = items.len() > first;
                match items.last_mut() {
                    Some((is_program, text))
                        if goes_on && (is_setting || !*is_program) && !players.trim().is_empty() =>
                    {
                        text.push(',');
                        text.push_str(players);
                    }
                    _ if !players.trim().is_empty() => items.push((false, players.to_owned())),
                    _ => {}
                }
                items.extend(program.map(|program| (true, program.to_owned())));
            }
        }
        let mut entrants = Vec::new();
        for (is_program, text) in items {
            if is_program {
                entrants.push(Self::Program(text.parse()?));
            } else {
                entrants.extend(PlayerSpec::read_list(&text)?.into_iter().map(Self::Player));
            }
        }
        if entrants.is_empty() { Err(Error::NoPlayers.into()) } else { Ok(entrants) }
    }
}

/// The parts of a list between commas and semicolons that are not quoted.
fn pieces(list: &str) -> Vec<&str> {
    let (mut pieces, mut start, mut quote) = (Vec::new(), 0, None);
    for (at, letter) in list.char_indices() {
        match (quote, letter) {
            (Some(open), _) if open == letter => quote = None,
            (None, '"' | '\'') => quote = Some(letter),
            (None, ',' | ';') => {
                pieces.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    pieces.push(&list[start..]);
    pieces
}

/// Where a program begins, if there is one.
fn program_in(piece: &str) -> Option<usize> {
    let mut places = piece.match_indices(PROGRAM).map(|(at, _)| at);
    places.find(|&at| at == 0 || piece[..at].ends_with(char::is_whitespace))
}

/// What happens to a program that fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OnFailure {
    /// Its seat loses: the rest is played at random for it, and it counts a point less than the worst of the others, or
    /// what it has if that is less, and nothing of a whole game.
    Lose,
    /// A player of ours takes the seat for the rest of the game, and the result counts.
    Replace(PlayerSpec),
}

impl OnFailure {
    /// How `lose` is written.
    pub const LOSE: &str = "lose";

    /// The player who takes the seat of a program that failed.
    pub(crate) fn stands_in(&self) -> Result<PlayerSpec, LabError> {
        match self {
            Self::Lose => Ok("random".parse()?),
            Self::Replace(player) => Ok(player.clone()),
        }
    }
}

impl std::str::FromStr for OnFailure {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        if text == Self::LOSE { Ok(Self::Lose) } else { Ok(Self::Replace(text.parse()?)) }
    }
}

impl std::fmt::Display for OnFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Lose => f.write_str(Self::LOSE),
            Self::Replace(player) => player.fmt(f),
        }
    }
}

/// How programs are treated in a match.
#[derive(Clone, PartialEq, Debug)]
pub struct ProgramTerms {
    /// How long one choice may take.
    pub patience: Duration,
    /// What happens to one that fails.
    pub on_failure: OnFailure,
}

/// A program that failed in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Failure {
    /// Its seat, counted from 1.
    pub seat: usize,
    /// How many moves everybody had made.
    pub moves: usize,
    /// What it did.
    pub what: String,
}

/// What a score counts if some seats have lost, because their programs failed. A seat that lost counts a point less than the
/// worst of the others, or what it has if that is less, so that nobody gains by failing; in `whole_games`, which are shared out to those who win them, the others share.
pub(crate) fn forfeited(score: &[f64], lost: &[usize], low_is_good: bool, whole_games: bool) -> Vec<f64> {
    let has_lost = |seat: usize| lost.contains(&(seat + 1));
    let others: Vec<f64> =
        score.iter().enumerate().filter(|(seat, _)| !has_lost(*seat)).map(|(_, &score)| score).collect();
    if lost.is_empty() || others.is_empty() {
        return score.to_vec();
    }
    if whole_games {
        let won: f64 = others.iter().sum();
        let share = |score: f64| if won > 0.0 { score / won } else { 1.0 / others.len() as f64 };
        return score
            .iter()
            .enumerate()
            .map(|(seat, &score)| if has_lost(seat) { 0.0 } else { share(score) })
            .collect();
    }
    let worst = match low_is_good {
        true => others.iter().copied().fold(f64::NEG_INFINITY, f64::max) + 1.0,
        false => others.iter().copied().fold(f64::INFINITY, f64::min) - 1.0,
    };
    let at_best = |score: f64| if low_is_good { score.max(worst) } else { score.min(worst) };
    score.iter().enumerate().map(|(seat, &score)| if has_lost(seat) { at_best(score) } else { score }).collect()
}

/// The programs of a match.
pub(crate) struct Programs {
    /// By the places of players.
    pub(crate) of_players: Vec<Option<Program>>,
    pub(crate) terms: ProgramTerms,
    pub(crate) game: String,
    pub(crate) setup: Setup,
    /// The file beside which standard error is kept.
    pub(crate) store: Option<PathBuf>,
}

/// A program in a seat.
struct SeatedProgram {
    talk: Talk,
    /// How many events it was told, and how many choices it was asked.
    told: usize,
    asked: u64,
    greeted: bool,
    /// What it complained about last.
    complaint: Option<String>,
}

/// The programs of one game.
pub(crate) struct GamePrograms<'m> {
    programs: Option<&'m Programs>,
    seats: Vec<Option<SeatedProgram>>,
    pub(crate) failures: Vec<Failure>,
    id: u64,
}

/// A move that a program chose.
pub(crate) struct Answer {
    pub(crate) mv: String,
    pub(crate) nodes: u64,
    pub(crate) depth: Option<usize>,
}

impl Programs {
    /// Starts every program once, so that one that is not there is found before the match.
    pub(crate) fn check(&self, stop: &AtomicBool) -> Result<(), LabError> {
        for program in self.of_players.iter().flatten() {
            let wrong = |what: String| LabError::Program { program: program.to_string(), what };
            let talk = Talk::start(program).map_err(wrong)?;
            let mut seated = SeatedProgram::new(talk);
            match seated.greet(self, stop) {
                Ok(()) => seated.talk.part(),
                Err(NoAnswer::Stopped) => return Err(LabError::Stopped),
                Err(NoAnswer::Failed(what)) => {
                    let errors = seated.talk.end();
                    let last = last_line(&errors).map_or(String::new(), |line| format!("; its last words: {line}"));
                    return Err(wrong(format!("{what}{last}")));
                }
            }
        }
        Ok(())
    }
}

/// The last line that is not blank.
fn last_line(text: &[u8]) -> Option<String> {
    let line = text.split(|&byte| byte == b'\n').rfind(|line| !line.iter().all(u8::is_ascii_whitespace))?;
    Some(shortened(line))
}

impl SeatedProgram {
    fn new(talk: Talk) -> Self {
        talk.ask(&ToPlayer::Hello { protocol: PROTOCOL });
        Self { talk, told: 0, asked: 0, greeted: false, complaint: None }
    }

    /// Waits for the program to say hello.
    fn greet(&mut self, programs: &Programs, stop: &AtomicBool) -> Result<(), NoAnswer> {
        let begun = Instant::now();
        while !self.greeted {
            match self.talk.listen(begun, programs.terms.patience, stop)? {
                FromPlayer::Hello { protocol: PROTOCOL, games, .. } => {
                    if !games.is_empty() && !games.contains(&programs.game) {
                        let game = &programs.game;
                        return Err(NoAnswer::Failed(format!(
                            "does not play {game}; it plays {}",
                            shortened(games.join(", ").as_bytes())
                        )));
                    }
                    self.greeted = true;
                }
                FromPlayer::Hello { protocol, .. } => {
                    return Err(NoAnswer::Failed(format!("speaks version {protocol} of the protocol, not {PROTOCOL}")));
                }
                FromPlayer::Choice(_) => return Err(NoAnswer::Failed("did not say hello".to_owned())),
                FromPlayer::Error { message, .. } => self.complaint = Some(shortened(message.as_bytes())),
                FromPlayer::Info { .. } => {}
            }
        }
        Ok(())
    }

    fn tell(&mut self, events: &[SeatEvent]) {
        for event in events.get(self.told..).unwrap_or_default() {
            self.talk.say(&ToPlayer::Event(event.clone()));
        }
        self.told = events.len();
    }

    /// Asks for a choice.
    fn choose(&mut self, programs: &Programs, choices: &Choices, stop: &AtomicBool) -> Result<Answer, NoAnswer> {
        self.greet(programs, stop)?;
        self.asked += 1;
        let id = self.asked;
        self.talk.ask(&ToPlayer::Choose(Choose { id, choices: choices.clone(), nodes: None, time: None }));
        let begun = Instant::now();
        loop {
            match self.talk.listen(begun, programs.terms.patience, stop)? {
                FromPlayer::Choice(made) if made.id == id => return legal(made, choices).map_err(NoAnswer::Failed),
                FromPlayer::Error { id: about, message } => {
                    let complaint = shortened(message.as_bytes());
                    if about == Some(id) {
                        return Err(NoAnswer::Failed(format!("gave no move but an error: {complaint}")));
                    }
                    self.complaint = Some(complaint);
                }
                // The answer to an earlier question comes too late.
                FromPlayer::Choice(_) | FromPlayer::Info { .. } | FromPlayer::Hello { .. } => {}
            }
        }
    }
}

/// The move of an answer, if it is one of the choices.
fn legal(made: ChoiceMade, choices: &Choices) -> Result<Answer, String> {
    let ChoiceMade { mv, moves, nodes, depth, .. } = made;
    let chosen: Vec<String> = match choices.count {
        None => mv
            .or_else(|| moves.and_then(|moves| <[String; 1]>::try_from(moves).ok().map(|[mv]| mv)))
            .into_iter()
            .collect(),
        Some(_) => moves.unwrap_or_else(|| mv.into_iter().collect()),
    };
    let written = || shortened(chosen.join(",").as_bytes());
    let count = choices.count.unwrap_or(1);
    if chosen.len() != count {
        return Err(format!("chose {} where {count} are to be chosen", chosen.len()));
    }
    let twice = chosen.iter().enumerate().any(|(place, mv)| chosen[..place].contains(mv));
    if twice || chosen.iter().any(|mv| !choices.legal.contains(mv)) {
        return Err(format!("chose {}, which is not legal", written()));
    }
    let depth = depth.filter(|&depth| depth <= cutthroat::MAX_DEPTH);
    // No sum of nodes may be more than can be counted.
    let nodes = nodes.unwrap_or(0).min(1 << 48);
    Ok(Answer { mv: chosen.join(","), nodes, depth })
}

impl<'m> GamePrograms<'m> {
    /// Starts the programs of a game.
    pub(crate) fn sit_down(programs: Option<&'m Programs>, places: &[usize], id: u64, seeds: &[u64]) -> Self {
        let mut here = Self { programs, seats: Vec::new(), failures: Vec::new(), id };
        let Some(programs) = programs else { return here };
        for (seat, &place) in places.iter().enumerate() {
            let started = programs.of_players[place].as_ref().map(Talk::start);
            here.seats.push(None);
            match started {
                None => {}
                Some(Err(what)) => here.fail(seat + 1, 0, what),
                Some(Ok(talk)) => {
                    let seated = SeatedProgram::new(talk);
                    seated.talk.say(&ToPlayer::NewGame(NewGame {
                        game: programs.game.clone(),
                        players: places.len(),
                        seat: seat + 1,
                        options: programs.setup.options.clone(),
                        seed: seeds[seat],
                        whole_game: programs.setup.whole_game,
                        patience: Some(programs.terms.patience.as_secs_f64()),
                        player: None,
                    }));
                    here.seats[seat] = Some(seated);
                }
            }
        }
        here
    }

    /// The move of the program whose turn it is; `None` if it is a player of ours or a program that has failed.
    pub(crate) fn choose(&mut self, game: &dyn LiveGame, stop: &AtomicBool) -> Result<Option<Answer>, LabError> {
        let (Some(programs), Some(mover)) = (self.programs, game.mover()) else { return Ok(None) };
        let Some(seated) = &mut self.seats[mover - 1] else { return Ok(None) };
        seated.tell(&game.events(mover)?);
        match seated.choose(programs, &game.choices(), stop) {
            Ok(answer) => Ok(Some(answer)),
            Err(NoAnswer::Stopped) => Err(LabError::Stopped),
            Err(NoAnswer::Failed(what)) => {
                let complaint = seated.complaint.take().map_or(String::new(), |said| format!("; it had said: {said}"));
                self.fail(mover, game.moves().len(), format!("{what}{complaint}"));
                Ok(None)
            }
        }
    }

    /// The program in a seat has failed: it is killed, and somebody else plays on.
    pub(crate) fn fail(&mut self, seat: usize, moves: usize, mut what: String) {
        let errors = self.seats[seat - 1].take().map_or_else(Vec::new, |seated| seated.talk.end());
        if let Some(last) = last_line(&errors) {
            let store = self.programs.and_then(|programs| programs.store.as_deref());
            let file = store.map(|store| errors_file(store, self.id, seat));
            match file.filter(|file| std::fs::write(file, &errors).is_ok()) {
                Some(file) => what.push_str(&format!("; its standard error is in {}", file.display())),
                None => what.push_str(&format!("; its last words: {last}")),
            }
        }
        self.failures.push(Failure { seat, moves, what });
    }

    /// The game is over: tells everybody, and lets the programs end.
    pub(crate) fn end(&mut self, game: &dyn LiveGame, score: &[f64]) -> Result<(), LabError> {
        for (seat, seated) in self.seats.iter_mut().enumerate() {
            if let Some(mut seated) = seated.take() {
                seated.tell(&game.events(seat + 1)?);
                seated.talk.say(&ToPlayer::End { scores: score.to_vec() });
                seated.talk.part();
            }
        }
        Ok(())
    }
}

/// Where the standard error of a program that failed is kept.
fn errors_file(store: &Path, id: u64, seat: usize) -> PathBuf {
    let mut name = store.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".game-{id}-seat-{seat}.stderr"));
    store.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_players_and_programs() {
        let read = |list: &str| -> Vec<String> {
            let entrants = Entrant::read_lists(&[list.to_owned()]).unwrap();
            let text = |entrant: &Entrant| match entrant {
                Entrant::Player(player) => player.to_string(),
                Entrant::Program(program) => program.to_string(),
            };
            entrants.iter().map(text).collect()
        };
        assert_eq!(read("expert,exec:./bot"), ["expert", "exec:./bot"]);
        assert_eq!(read("exec:./bot,expert"), ["exec:./bot", "expert"]);
        assert_eq!(read("exec:a, exec:b ;random"), ["exec:a", "exec:b", "random"]);
        assert_eq!(read("maxn random exec:a -x 1"), ["maxn", "random", "exec:a -x 1"]);
        assert_eq!(
            read("exec:e --player flat:worlds=9,nodes=5,flat:nodes=6,worlds=2"),
            [r#"exec:e --player "flat:worlds=9,nodes=5""#, "flat:worlds=2,nodes=6",]
        );
        assert_eq!(read(r#"exec:"my bot" "1,2",random,"#), [r#"exec:"my bot" "1,2""#, "random"]);
        assert!(Entrant::read_lists(&[",".to_owned()]).is_err());
    }

    #[test]
    fn who_forfeits_comes_last() {
        assert_eq!(forfeited(&[3.0, 13.0, 0.0, 10.0], &[3], true, false), [3.0, 13.0, 14.0, 10.0]);
        assert_eq!(forfeited(&[3.0, 5.0, 2.0], &[2], false, false), [3.0, 1.0, 2.0]);
        // Those who have even less do not gain by failing.
        assert_eq!(forfeited(&[1.0, 0.0, 24.0, 1.0], &[3], true, false), [1.0, 0.0, 24.0, 1.0]);
        assert_eq!(forfeited(&[9.0, -50.0, 8.0], &[2], false, false), [9.0, -50.0, 8.0]);
        assert_eq!(forfeited(&[0.0, 1.0, 0.0], &[2], false, true), [0.5, 0.0, 0.5]);
        assert_eq!(forfeited(&[0.5, 0.5, 0.0], &[2], false, true), [1.0, 0.0, 0.0]);
        assert_eq!(forfeited(&[3.0, 5.0, 2.0], &[], false, false), [3.0, 5.0, 2.0]);
    }
}
