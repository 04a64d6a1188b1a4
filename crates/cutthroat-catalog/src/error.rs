//! Errors.

use std::path::PathBuf;

use cutthroat::{NotationError, SearchError, counted};
use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::algorithms::{ALGORITHMS, Algorithm};

/// Why something could not be done; one line for a person to read. Settings are named as fields (`nodes`), never as options of
/// a command line (`--nodes`): each front end puts errors into its own words. Written as JSON it is plain data: the `kind`, which is
/// the name of the variant, and its `fields`.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize)]
#[serde(tag = "kind", content = "fields", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Error {
    /// There is no such game.
    #[error("there is no game `{name}`; there are {known}")]
    Game {
        /// The name asked for.
        name: String,
        /// The known names.
        known: String,
    },
    /// There is no such evaluation of a game.
    #[error("{game} has no evaluation `{name}`; it has {known}")]
    Evaluation {
        /// The game.
        game: &'static str,
        /// The name asked for.
        name: String,
        /// The known names.
        known: String,
    },
    /// There is no such algorithm.
    #[error("there is no algorithm `{name}`; there are {}", names_of_algorithms())]
    Algorithm {
        /// The name asked for.
        name: String,
    },
    /// A setting that an algorithm does not have.
    #[error("{algorithm} has no use for `{field}`{}", settings_of(algorithm))]
    Setting {
        /// The algorithm.
        algorithm: &'static str,
        /// The setting.
        field: String,
    },
    /// A value that does not fit a setting.
    #[error("{field}={value} {misfit}")]
    Unfit {
        /// The setting.
        field: &'static str,
        /// The value.
        value: String,
        /// Why it does not fit: `is not from 1 to 256`.
        misfit: String,
    },
    /// A setting that is given twice.
    #[error("`{field}` is given twice")]
    Twice {
        /// The setting.
        field: String,
    },
    /// A part of a spec that is not a setting.
    #[error("`{text}` is not of the form name=value")]
    NotASetting {
        /// The piece.
        text: String,
    },
    /// No players.
    #[error("no players are given; write for example heuristic,random")]
    NoPlayers,
    /// A program where only a player of ours can sit.
    #[error("programs are started only by the option --seats of the command match")]
    Program,
    /// An event that does not fit what a seat knows.
    #[error("{game}: {error}")]
    SeatEvent {
        /// The game.
        game: &'static str,
        /// What is wrong with it.
        #[serde(serialize_with = "as_text")]
        error: NotationError,
    },
    /// A player who does not fit.
    #[error("player `{player}`: {error}")]
    Player {
        /// The player, as text.
        player: String,
        /// What is wrong.
        error: Box<Error>,
    },
    /// A player who has to see everything, at a table where cards are hidden.
    #[error(
        "{algorithm} needs to see everything, and {game} is played with hidden cards; play it open, or let it search deals that fit: pimc:search={}",
        searched_by_pimc(algorithm)
    )]
    NeedsToSee {
        /// The algorithm.
        algorithm: &'static str,
        /// The game.
        game: &'static str,
    },
    /// Best-reply search in which opponents pass, of a game in which nobody may.
    #[error(
        "brs lets all opponents but one pass, and nobody may pass in {game}; brs+ has them play their first choice"
    )]
    NobodyPasses {
        /// The game.
        game: &'static str,
    },
    /// An algorithm that does not solve whole deals.
    #[error("{algorithm} does not solve a game: {} do", names_of_solvers())]
    CannotSolve {
        /// The algorithm.
        algorithm: &'static str,
    },
    /// A field that has no meaning with another choice.
    #[error("{what} has no use for `{field}`")]
    Useless {
        /// The choice.
        what: &'static str,
        /// The field.
        field: &'static str,
    },
    /// An option that the game does not have.
    #[error("{game} has no use for the option `{option}`")]
    NoOption {
        /// The game.
        game: &'static str,
        /// The option.
        option: String,
    },
    /// A record of another program that cannot be read.
    #[error("this record of {game} cannot be read: {error}")]
    Record {
        /// The game.
        game: &'static str,
        /// What is wrong with it.
        #[serde(serialize_with = "as_text")]
        error: NotationError,
    },
    /// No position is given.
    #[error("{game} needs a `position` or a `deal`")]
    NoPosition {
        /// The game.
        game: &'static str,
    },
    /// A game of which only single deals are played.
    #[error("there are no whole games of {game}, only single ones")]
    NoWholeGame {
        /// The game.
        game: &'static str,
    },
    /// Something that single deals have and whole games have not.
    #[error("a whole game has no `{field}`: its deals are drawn, and who wins it counts")]
    WholeGameFrom {
        /// The field.
        field: &'static str,
    },
    /// Two fields of which only one can be given.
    #[error("give either `{}` or `{}`, not both", fields[0], fields[1])]
    Exclusive {
        /// The fields.
        fields: [&'static str; 2],
    },
    /// A field about dealing, together with a given position.
    #[error("`{field}` goes with `deal`; a `position` says that itself")]
    NotDealt {
        /// The field.
        field: String,
    },
    /// More or fewer players than a game allows.
    #[error("{game} is for {fits} players, not {players}")]
    Players {
        /// The game.
        game: &'static str,
        /// How many it allows: `3 to 6`.
        fits: String,
        /// How many were asked for.
        players: usize,
    },
    /// An option of a game whose value does not fit.
    #[error("{game}: {error}")]
    Option {
        /// The game.
        game: &'static str,
        /// What is wrong with it.
        #[serde(serialize_with = "as_text")]
        error: NotationError,
    },
    /// A seat that the table does not have.
    #[error("there is no seat {seat}; there are seats 1 to {seats}")]
    NoSeat {
        /// The seat.
        seat: usize,
        /// How many there are.
        seats: usize,
    },
    /// An empty seat, which cannot choose a move.
    #[error("{game}: nobody sits in seat {seat}")]
    EmptySeat {
        /// The game.
        game: &'static str,
        /// The seat.
        seat: usize,
    },
    /// More or fewer players than there are seats.
    #[error("{} in the seating where {seats} play", counted(*given, "player"))]
    Places {
        /// How many were given.
        given: usize,
        /// How many seats there are.
        seats: usize,
    },
    /// A player who is not among those that were checked.
    #[error("there is no player number {number}")]
    NoPlayer {
        /// The number, counted from 1.
        number: usize,
    },
    /// A move asked for after the end.
    #[error("{game}: nobody is to move, the game is over")]
    Over {
        /// The game.
        game: &'static str,
    },
    /// A search asked for before the play has begun.
    #[error("{game}: the play has not begun, so there is no position to search")]
    BeforePlay {
        /// The game.
        game: &'static str,
    },
    /// A position that cannot be read.
    #[error("{game}: {error}{}", written_like(example))]
    Notation {
        /// The game.
        game: &'static str,
        /// What is wrong with it.
        #[serde(serialize_with = "as_text")]
        error: NotationError,
        /// A position that can be read.
        example: &'static str,
    },
    /// A view that cannot be read, or that nobody can have.
    #[error("{game}: {error}")]
    View {
        /// The game.
        game: &'static str,
        /// What is wrong with it.
        #[serde(serialize_with = "as_text")]
        error: NotationError,
    },
    /// Advice for a seat whose turn it is not.
    #[error("{game}: it is the turn of seat {mover}, and this is the view of seat {seat}")]
    OtherTurn {
        /// The game.
        game: &'static str,
        /// Whose view it is.
        seat: usize,
        /// Whose turn it is.
        mover: usize,
    },
    /// Advice on hidden cards, in a game without.
    #[error("nothing is hidden in {game}; analyse the position instead")]
    HidesNothing {
        /// The game.
        game: &'static str,
    },
    /// A move that cannot be read or played.
    #[error("{game}: {error}")]
    Move {
        /// The game.
        game: &'static str,
        /// What is wrong with it.
        #[serde(serialize_with = "as_text")]
        error: NotationError,
    },
    /// A game without precomputed tables.
    #[error("{game} has no table; chinese-checkers has one")]
    NoTable {
        /// The game.
        game: String,
    },
    /// A table that was never built.
    #[error("there is no table {}; it has to be built for {pieces} pieces first", file.display())]
    TableMissing {
        /// Where it should be.
        file: PathBuf,
        /// For how many pieces.
        pieces: usize,
    },
    /// A number of pieces for which there is no board.
    #[error("{0}")]
    NoBoard(String),
    /// A board for which no table can be built.
    #[error(
        "a table for {pieces} pieces would have 126,524,771,308,936 bytes (115 TiB); there are tables for 1, 3 and 6"
    )]
    TooLargeForTable {
        /// The pieces.
        pieces: usize,
    },
    /// A position that does not fit a table.
    #[error(
        "the position has {} a player, and the table is for {expected}; give the position as `pieces={expected} ...`",
        counted(*pieces, "piece")
    )]
    OtherTable {
        /// The pieces of the position.
        pieces: usize,
        /// Those of the table.
        expected: usize,
    },
    /// A file that has a table for another number of pieces.
    #[error("{error}; `force` builds it anew for {pieces}")]
    TableThere {
        /// What is there.
        error: String,
        /// The pieces asked for.
        pieces: usize,
    },
    /// No place for tables.
    #[error("nothing says where tables lie; give a `file`, or set CUTTHROAT_DATA")]
    NoTableFolder,
    /// A table that is damaged, or cannot be written.
    #[error("{0}")]
    Table(String),
    /// A search that cannot be made.
    #[error(transparent)]
    Search(
        #[from]
        #[serde(serialize_with = "as_text")]
        SearchError,
    ),
    /// A tree too large for a drawing.
    #[error("the tree has more than {limit} nodes, too many to draw; give a smaller `depth`")]
    TooLargeToDraw {
        /// The most nodes that are drawn.
        limit: usize,
    },
}

impl Error {
    /// The same, for a player.
    #[must_use]
    pub(crate) fn of_player(self, player: &impl ToString) -> Self {
        match self {
            error @ Self::Player { .. } => error,
            error => Self::Player { player: player.to_string(), error: Box::new(error) },
        }
    }

    /// The error of a search that could not be made anew in a later position. Other errors were found when it was built.
    pub(crate) fn of_search(self) -> SearchError {
        match self {
            Self::Search(error) => error,
            _ => SearchError::NoRange,
        }
    }

    /// Whether the request is wrong in itself, for any position; in contrast to something that could not be done.
    #[must_use]
    pub fn is_usage(&self) -> bool {
        use SearchError::{BoundsOff, Depth, Endless, NothingToPrune, Parameter};
        match self {
            Self::Player { error, .. } => {
                // A player who does not fit the game is a mistake in the list of players.
                error.is_usage() || matches!(**error, Self::Search(_))
            }
            Self::Search(error) => {
                matches!(error, BoundsOff { .. } | Depth { .. } | Endless | NothingToPrune { .. } | Parameter { .. })
            }
            Self::Notation { .. }
            | Self::Move { .. }
            | Self::Over { .. }
            | Self::EmptySeat { .. }
            | Self::SeatEvent { .. }
            | Self::BeforePlay { .. } => false,
            Self::View { .. } | Self::Record { .. } | Self::OtherTurn { .. } | Self::TooLargeToDraw { .. } => false,
            Self::TableMissing { .. } | Self::TooLargeForTable { .. } | Self::OtherTable { .. } => false,
            Self::TableThere { .. } | Self::NoTableFolder | Self::Table(_) => false,
            _ => true,
        }
    }
}

fn as_text<S: Serializer>(error: &impl ToString, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&error.to_string())
}

/// The search inside PIMC that is nearest to an algorithm.
fn searched_by_pimc(algorithm: &str) -> &str {
    let known = Algorithm::PIMC.setting("search").is_some_and(|search| search.values.read(algorithm).is_ok());
    if known { algorithm } else { Algorithm::MAXN.name }
}

fn written_like(example: &str) -> String {
    if example.is_empty() { String::new() } else { format!("; a position is written like \"{example}\"") }
}

fn names_of_algorithms() -> String {
    ALGORITHMS.iter().map(|algorithm| algorithm.name).collect::<Vec<_>>().join(", ")
}

fn names_of_solvers() -> String {
    let solvers = ALGORITHMS.iter().filter(|algorithm| algorithm.solves);
    solvers.map(|algorithm| algorithm.name).collect::<Vec<_>>().join(" and ")
}

fn settings_of(algorithm: &str) -> String {
    match Algorithm::named(algorithm) {
        Ok(algorithm) if !algorithm.settings.is_empty() => {
            let names: Vec<&str> = algorithm.settings.iter().map(|setting| setting.name).collect();
            format!("; it has {}", names.join(", "))
        }
        _ => "; it has no settings".to_owned(),
    }
}
