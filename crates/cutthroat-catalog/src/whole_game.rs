//! Whole games: deal after deal as one game in progress, with a score sheet.
//!
//! A whole game is a [`LiveGame`] like any other, so whatever plays, stores and replays games does so with whole games: its
//! seats are the places of the players at the table, its moves are those of all deals, one after the other. Within a deal
//! seat 1 is to the dealer's left, and the deal goes round; [`GameSheet::seats`] says who sits where.

use cutthroat::NotationError;
use serde::Serialize;

use crate::before_play::{Choices, Task};
use crate::error::Error;
use crate::game_info::GameInfo;
use crate::layout::Layout;
use crate::live_game::{Chosen, LiveGame};
use crate::player_spec::PlayerSpec;
use crate::position::AnyPosition;
use crate::seat_event::SeatEvent;
use crate::seating::Seating;
use crate::setup::GameOptions;
use crate::tally::Tally;

/// How the text of a whole game begins; the seed of its deals follows.
const GAME: &str = "game:";

/// What is asked of a whole game.
#[derive(Clone, Copy, Debug)]
pub struct WholeGameRequest<'r> {
    /// The seed of all deals.
    pub seed: u64,
    /// How many play; a number that the game allows.
    pub players: usize,
    /// Options of the rules of its deals, and of the game itself.
    pub options: &'r GameOptions,
}

/// The deals of a whole game, one after the other, and its score sheet.
pub trait DealByDeal: Send {
    /// The next deal as text; `None` when the game is over.
    ///
    /// # Errors
    /// When it cannot be dealt.
    fn next_deal(&self) -> Result<Option<String>, NotationError>;

    /// Adds the deal that ended in the position with this text.
    ///
    /// # Errors
    /// When it cannot be read.
    fn record(&mut self, end: &str) -> Result<(), NotationError>;

    /// Takes the last deal off the sheet.
    fn take_back(&mut self);

    /// The score sheet.
    fn sheet(&self) -> GameSheet;
}

/// The score sheet of a whole game as plain data. Players are counted from 1, in their places at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameSheet {
    /// The deals so far.
    pub rows: Vec<DealRow>,
    /// What each player has scored.
    pub totals: Vec<i32>,
    /// The bags of each player, in a game that has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bags: Option<Vec<u8>>,
    /// Who deals next.
    pub dealer: usize,
    /// Who sits in each seat of the next deal, or of the one in progress.
    pub seats: Vec<usize>,
    /// Whether the game is over.
    pub over: bool,
    /// Who has won, or is ahead.
    pub winners: Vec<usize>,
    /// All of it as a table.
    #[serde(skip)]
    pub text: String,
}

/// A deal on the sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DealRow {
    /// Who dealt.
    pub dealer: usize,
    /// How many cards everybody had.
    pub cards: usize,
    /// What was settled for it: to whom cards were passed, what was trump.
    pub settled: String,
    /// What each player promised, in a game with bids.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bids: Option<Vec<u8>>,
    /// The tricks or points that each player took.
    pub taken: Vec<u8>,
    /// What each player scored.
    pub scores: Vec<i32>,
}

impl GameSheet {
    /// How much of the game each player has won.
    fn shares(&self) -> Vec<f64> {
        let share = 1.0 / self.winners.len().max(1) as f64;
        (1..=self.totals.len()).map(|player| if self.winners.contains(&player) { share } else { 0.0 }).collect()
    }
}

/// What is counted in matches of whole games. Partners share a game that they win.
pub(crate) const TALLY: Tally = Tally { unit: "wins", of: "a game", low_is_good: false };

/// Begins a deal: its text, and for each seat of it the player who sits there, counted from 0; and its number.
pub(crate) type BeginDeal = dyn FnMut(&str, &[usize], u64) -> Result<Box<dyn LiveGame>, Error> + Send;

/// A whole game in progress.
pub(crate) struct WholeLive {
    deals: Box<dyn DealByDeal>,
    begin: Box<BeginDeal>,
    seed: u64,
    /// The deal in progress or, when the game is over, the last.
    deal: Box<dyn LiveGame>,
    /// The deals that are over, each with its seats.
    finished: Vec<(Box<dyn LiveGame>, Vec<usize>)>,
    sheet: GameSheet,
    /// The seats of the deal in progress, which stay when it is over.
    seats: Vec<usize>,
    moves: Vec<String>,
    movers: Vec<usize>,
    /// What the last move ended, if that was a deal.
    ended: Vec<Option<String>>,
    players: Vec<Option<PlayerSpec>>,
}

/// The seed in the text of a whole game.
pub(crate) fn read_seed(game: &'static str, text: &str) -> Result<u64, Error> {
    let seed = text.trim().strip_prefix(GAME).and_then(|seed| seed.parse().ok());
    seed.ok_or_else(|| {
        let error = NotationError(format!("`{text}` is not a whole game, such as {GAME}7 for the one of seed 7"));
        Error::Option { game, error }
    })
}

/// The text of a whole game as it begins.
pub(crate) fn write_seed(seed: u64) -> String {
    format!("{GAME}{seed}")
}

impl WholeLive {
    /// Begins a game with its first deal.
    pub(crate) fn new(
        game: &'static str,
        deals: Box<dyn DealByDeal>,
        mut begin: Box<BeginDeal>,
        seed: u64,
    ) -> Result<Self, Error> {
        let wrong = |error| Error::Option { game, error };
        let sheet = deals.sheet();
        let start = deals.next_deal().map_err(wrong)?;
        let start = start.ok_or_else(|| wrong(NotationError("the game is over before it begins".to_owned())))?;
        let seats = from_0(&sheet.seats);
        let deal = begin(&start, &seats, 0)?;
        let players = in_places(deal.players(), &seats);
        Ok(Self {
            deals,
            begin,
            seed,
            deal,
            finished: Vec::new(),
            sheet,
            seats,
            moves: Vec::new(),
            movers: Vec::new(),
            ended: Vec::new(),
            players,
        })
    }

    fn wrong(&self) -> impl Fn(NotationError) -> Error + use<> {
        let game = self.deal.info().name;
        move |error| Error::Option { game, error }
    }

    /// Where a player, counted from 1, sits in the deal; counted from 1.
    fn seat(&self, player: usize) -> Result<usize, Error> {
        seat_of(&self.seats, player)
    }

    /// Writes the result of the deal down, and begins the next.
    fn end_deal(&mut self) -> Result<(), Error> {
        self.deals.record(&self.deal.text()).map_err(self.wrong())?;
        self.sheet = self.deals.sheet();
        let row = self.sheet.rows.last();
        let scores: Vec<String> =
            row.map_or_else(Vec::new, |row| row.scores.iter().map(|score| format!("{score:+}")).collect());
        let totals: Vec<String> = self.sheet.totals.iter().map(i32::to_string).collect();
        let number = self.sheet.rows.len();
        let what = format!("deal {number}: {}, in all {}", scores.join(", "), totals.join(", "));
        if let Some(ended) = self.ended.last_mut() {
            *ended = Some(ended.take().map_or(what.clone(), |ended| format!("{ended}; {what}")));
        }
        if let Some(start) = self.deals.next_deal().map_err(self.wrong())? {
            let seats = from_0(&self.sheet.seats);
            let next = (self.begin)(&start, &seats, number as u64)?;
            let before = std::mem::replace(&mut self.deal, next);
            self.finished.push((before, std::mem::replace(&mut self.seats, seats)));
            for player in 0..self.players.len() {
                let seat = self.seat(player + 1)?;
                if self.deal.players()[seat - 1].is_none() {
                    self.deal.sit(seat, self.players[player].as_ref())?;
                }
            }
        }
        Ok(())
    }
}

/// Where a player, counted from 1, sits in a deal; counted from 1.
fn seat_of(seats: &[usize], player: usize) -> Result<usize, Error> {
    let place = seats.iter().position(|&sits| sits + 1 == player);
    place.map(|seat| seat + 1).ok_or(Error::NoSeat { seat: player, seats: seats.len() })
}

fn from_0(seats: &[usize]) -> Vec<usize> {
    seats.iter().map(|player| player - 1).collect()
}

/// A text about a deal, with the places at the table for its seats.
fn named_by_place(text: &str, seats: &[usize]) -> String {
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    for place in 1..words.len() {
        let digits = words[place].trim_end_matches(|letter: char| !letter.is_ascii_digit()).len();
        let seat = words[place][..digits].parse::<usize>().ok().and_then(|seat| seats.get(seat.checked_sub(1)?));
        if let (Some(player), "seat" | "Seat") = (seat, words[place - 1].as_str()) {
            let rest = words[place][digits..].to_owned();
            words[place] = format!("{}{rest}", player + 1);
        }
    }
    words.join(" ")
}

/// What is in the order of the seats of a deal, in the order of the players.
fn in_places<T: Clone>(of_seats: &[T], seats: &[usize]) -> Vec<T> {
    let place = |player: usize| seats.iter().position(|&sits| sits == player).unwrap_or(player);
    (0..of_seats.len()).map(|player| of_seats[place(player)].clone()).collect()
}

impl LiveGame for WholeLive {
    fn info(&self) -> &GameInfo {
        self.deal.info()
    }

    fn seats(&self) -> usize {
        self.deal.seats()
    }

    /// The deal in progress. When the game is over, its seed, the number of deals and the totals.
    fn text(&self) -> String {
        if !self.sheet.over {
            return self.deal.text();
        }
        let totals: Vec<String> = self.sheet.totals.iter().map(i32::to_string).collect();
        format!("{} deals={} totals={}", write_seed(self.seed), self.sheet.rows.len(), totals.join(","))
    }

    fn view(&self, seat: usize) -> Result<String, Error> {
        self.deal.view(self.seat(seat)?)
    }

    fn layout(&self) -> Layout {
        self.deal.layout()
    }

    fn diagram(&self) -> Option<String> {
        if self.sheet.over { Some(self.sheet.text.clone()) } else { self.deal.diagram() }
    }

    fn terms(&self) -> Option<String> {
        self.deal.terms()
    }

    fn round_begins(&self) -> Option<String> {
        let begins = self.deal.round_begins().map(|begins| named_by_place(&begins, &self.seats));
        if !self.deal.moves().is_empty() {
            return begins;
        }
        let seats: Vec<String> = self.sheet.seats.iter().map(usize::to_string).collect();
        let number = self.sheet.rows.len() + 1;
        let deal =
            format!("deal {number}: player {} deals, players {} in the seats", self.sheet.dealer, seats.join(", "));
        Some(begins.map_or(deal.clone(), |begins| format!("{deal}\n{begins}")))
    }

    fn round_ended(&self) -> Option<&str> {
        self.ended.last()?.as_deref()
    }

    fn mover(&self) -> Option<usize> {
        self.deal.mover().map(|seat| self.seats[seat - 1] + 1)
    }

    fn choices(&self) -> Choices {
        if self.sheet.over { Choices { what: Task::Play, legal: Vec::new(), count: None } } else { self.deal.choices() }
    }

    fn legal_moves(&self) -> Vec<String> {
        self.deal.legal_moves()
    }

    fn play(&mut self, mv: &str) -> Result<(), Error> {
        let mover = self.mover();
        self.deal.play(mv)?;
        self.moves.extend(self.deal.moves().last().cloned());
        self.movers.extend(mover);
        self.ended.push(self.deal.round_ended().map(|ended| named_by_place(ended, &self.seats)));
        if self.deal.mover().is_none() { self.end_deal() } else { Ok(()) }
    }

    /// What the player saw in all deals; in each, seats are counted from the dealer's left.
    fn events(&self, seat: usize) -> Result<Vec<SeatEvent>, Error> {
        let mut events = Vec::new();
        let finished = self.finished.iter().map(|(deal, seats)| (deal, seats));
        for (deal, seats) in finished.chain([(&self.deal, &self.seats)]) {
            let own = seat_of(seats, seat)?;
            events.extend(deal.events(own)?.into_iter().map(|mut event| {
                if let SeatEvent::Deal { seat, .. } = &mut event {
                    *seat = Some(own);
                }
                event
            }));
        }
        Ok(events)
    }

    fn take_back(&mut self) -> bool {
        if self.moves.is_empty() {
            return false;
        }
        if self.sheet.over {
            self.deals.take_back();
        } else if self.deal.moves().is_empty()
            && let Some(before) = self.finished.pop()
        {
            (self.deal, self.seats) = before;
            self.deals.take_back();
        }
        self.sheet = self.deals.sheet();
        self.moves.pop();
        self.movers.pop();
        self.ended.pop();
        self.deal.take_back()
    }

    fn moves(&self) -> &[String] {
        &self.moves
    }

    fn movers(&self) -> &[usize] {
        &self.movers
    }

    fn sit(&mut self, seat: usize, player: Option<&PlayerSpec>) -> Result<(), Error> {
        let place = self.seat(seat)?;
        self.deal.sit(place, player)?;
        self.players[seat - 1] = self.deal.players()[place - 1].clone();
        Ok(())
    }

    fn players(&self) -> &[Option<PlayerSpec>] {
        &self.players
    }

    fn choose(&mut self) -> Result<Chosen, Error> {
        let mut chosen = self.deal.choose()?;
        chosen.payoff = chosen.payoff.map(|payoff| in_places(&payoff, &self.seats));
        Ok(chosen)
    }

    fn position(&self, evaluation: Option<&str>) -> Result<Box<dyn AnyPosition>, Error> {
        self.deal.position(evaluation)
    }

    /// The totals.
    fn payoff(&self) -> Option<Vec<i16>> {
        let rounded = |&total: &i32| total.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        self.sheet.over.then(|| self.sheet.totals.iter().map(rounded).collect())
    }

    /// How much of the game each player has won.
    fn score(&self) -> Option<Vec<f64>> {
        self.sheet.over.then(|| self.sheet.shares())
    }

    fn sheet(&self) -> Option<&GameSheet> {
        Some(&self.sheet)
    }
}

/// Makes the deals of a game with a seed.
pub(crate) type Deals = dyn Fn(u64) -> Result<Box<dyn DealByDeal>, Error> + Send + Sync;

/// Whole games of players who were checked for its deals.
pub(crate) struct WholeSeating {
    pub(crate) game: &'static str,
    pub(crate) of_deals: std::sync::Arc<dyn Seating>,
    pub(crate) deals: Box<Deals>,
}

impl Seating for WholeSeating {
    fn seats(&self) -> usize {
        self.of_deals.seats()
    }

    fn players(&self) -> &[PlayerSpec] {
        self.of_deals.players()
    }

    fn tally(&self) -> Tally {
        TALLY
    }

    fn start(&self, deal: u64) -> Result<String, Error> {
        Ok(write_seed(deal))
    }

    fn seeds(&self, seed: u64) -> Vec<u64> {
        self.of_deals.seeds(seed)
    }

    fn begin_with_seeds(&self, start: &str, places: &[usize], seeds: &[u64]) -> Result<Box<dyn LiveGame>, Error> {
        let of_game = read_seed(self.game, start)?;
        let seats = self.seats();
        if let Some(&given) = [places.len(), seeds.len()].iter().find(|&&given| given != seats) {
            return Err(Error::Places { given, seats });
        }
        let (of_deals, places, seeds) = (self.of_deals.clone(), places.to_vec(), seeds.to_vec());
        let begin = move |start: &str, seats: &[usize], number: u64| {
            let in_seats: Vec<usize> = seats.iter().map(|&player| places[player]).collect();
            let of_deal: Vec<u64> = seats.iter().map(|&player| seed_of_deal(seeds[player], number)).collect();
            of_deals.begin_with_seeds(start, &in_seats, &of_deal)
        };
        Ok(Box::new(WholeLive::new(self.game, (self.deals)(of_game)?, Box::new(begin), of_game)?))
    }
}

/// The seed of a player in the deal with this number of a whole game, counted from 0.
pub(crate) fn seed_of_deal(seed: u64, number: u64) -> u64 {
    seed.wrapping_add(number << 48)
}
