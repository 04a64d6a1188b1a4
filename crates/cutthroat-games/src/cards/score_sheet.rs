//! The score sheet of a whole game: a row for each deal, and the totals.

use std::fmt;

use cutthroat::{MAX_PLAYERS, Player};

/// Where a game stands: all that decides how it goes on and who has won. Players are in their places at the table, no
/// matter who deals.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Standing {
    /// How many play.
    pub players: u8,
    /// How many deals have been played.
    pub deals: u16,
    /// What each player has scored.
    pub totals: [i32; MAX_PLAYERS],
    /// The bags of each player that have not cost anything yet; partners have the same.
    pub bags: [u8; MAX_PLAYERS],
    /// What each player scored in the last deal.
    pub last: [i32; MAX_PLAYERS],
    /// The tricks or points that each player took in the last deal.
    pub taken: [u8; MAX_PLAYERS],
}

impl Standing {
    /// The beginning of a game.
    #[must_use]
    pub fn begin(players: usize) -> Self {
        Self { players: players as u8, ..Self::default() }
    }

    /// How many play.
    #[must_use]
    pub fn players(&self) -> usize {
        usize::from(self.players)
    }

    /// The totals of those who play.
    #[must_use]
    pub fn totals(&self) -> &[i32] {
        &self.totals[..self.players()]
    }

    /// Who sits in the first seat of the next deal, to the dealer's left. The deal goes round; the last player deals first.
    #[must_use]
    pub fn first_seat(&self) -> Player {
        Player::new(usize::from(self.deals) % self.players())
    }

    /// Who deals next, in the last seat.
    #[must_use]
    pub fn dealer(&self) -> Player {
        self.player_in(self.players() - 1)
    }

    /// Who sits in a seat of the next deal.
    #[must_use]
    pub fn player_in(&self, seat: usize) -> Player {
        Player::new((self.first_seat().index() + seat) % self.players())
    }

    /// What is in the order of the players, in the order of the seats of the next deal.
    #[must_use]
    pub fn by_seat<T: Copy + Default>(&self, of_players: &[T; MAX_PLAYERS]) -> [T; MAX_PLAYERS] {
        let mut of_seats = [T::default(); MAX_PLAYERS];
        for (seat, place) in of_seats[..self.players()].iter_mut().enumerate() {
            *place = of_players[self.player_in(seat).index()];
        }
        of_seats
    }

    /// What is in the order of the seats of the next deal, in the order of the players.
    #[must_use]
    pub fn by_player<T: Copy + Default>(&self, of_seats: &[T; MAX_PLAYERS]) -> [T; MAX_PLAYERS] {
        let mut of_players = [T::default(); MAX_PLAYERS];
        for (seat, &value) in of_seats[..self.players()].iter().enumerate() {
            of_players[self.player_in(seat).index()] = value;
        }
        of_players
    }
}

/// A deal on the sheet, in the order of the players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetRow {
    /// Who dealt.
    pub dealer: Player,
    /// How many cards everybody had.
    pub cards: usize,
    /// What was settled for the deal, in words: to whom cards were passed, what was trump.
    pub settled: String,
    /// What each player promised, in a game with bids.
    pub bids: Option<Vec<u8>>,
    /// The tricks or points that each player took.
    pub taken: Vec<u8>,
    /// What each player scored.
    pub scores: Vec<i32>,
    /// Where the game stands after it.
    pub standing: Standing,
}

/// The score sheet of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreSheet {
    players: usize,
    rows: Vec<SheetRow>,
}

impl ScoreSheet {
    /// An empty sheet.
    #[must_use]
    pub fn new(players: usize) -> Self {
        Self { players, rows: Vec::new() }
    }

    /// The deals so far.
    #[must_use]
    pub fn rows(&self) -> &[SheetRow] {
        &self.rows
    }

    /// Where the game stands.
    #[must_use]
    pub fn standing(&self) -> Standing {
        self.rows.last().map_or_else(|| Standing::begin(self.players), |row| row.standing)
    }

    /// Takes the last deal off the sheet.
    pub fn take_back(&mut self) {
        self.rows.pop();
    }

    pub(super) fn add(&mut self, row: SheetRow) {
        self.rows.push(row);
    }
}

/// The sheet as a table: a line for each deal, and the totals.
impl fmt::Display for ScoreSheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let has_bids = self.rows.iter().any(|row| row.bids.is_some());
        let wide = if has_bids { 12 } else { 7 };
        write!(f, "deal  dealer")?;
        for player in 1..=self.players {
            write!(f, "  {:>wide$}", format!("player {player}"), wide = wide.max(8))?;
        }
        writeln!(f)?;
        let wide = wide.max(8);
        for (number, row) in self.rows.iter().enumerate() {
            write!(f, "{:>4}  {:>6}", number + 1, row.dealer.seat())?;
            for player in 0..self.players {
                let score = format!("{:+}", row.scores[player]);
                let cell = match &row.bids {
                    Some(bids) => format!("{}/{} {score:>5}", row.taken[player], bids[player]),
                    None => score,
                };
                write!(f, "  {cell:>wide$}")?;
            }
            writeln!(f, "{}{}", if row.settled.is_empty() { "" } else { "  " }, row.settled)?;
        }
        let Standing { totals, bags, .. } = self.standing();
        write!(f, "total       ")?;
        for total in &totals[..self.players] {
            write!(f, "  {total:>wide$}")?;
        }
        if bags.iter().any(|&bags| bags > 0) {
            write!(f, "\nbags        ")?;
            for bags in &bags[..self.players] {
                write!(f, "  {bags:>wide$}")?;
            }
        }
        Ok(())
    }
}
