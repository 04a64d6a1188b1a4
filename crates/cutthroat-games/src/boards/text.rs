//! Positions and moves of Chinese Checkers as text.
//!
//! ```text
//! pieces=6 players=3 1=a1,b1,b2,c1,c2,c3 2=... 3=... mover=1 ply=0
//! ```
//!
//! A position is a list of [fields](FIELDS), each of which may be left out.
//!
//! A cell is a letter for the row from the top and a number from the left; a move is `FROM-TO`, or `pass`.

use std::fmt::Write as _;

use cutthroat::{Game, Notation, NotationError, Player};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::cell::{Cell, Cells};
use super::chinese_checkers::{CheckersState, ChineseCheckers, Hop, WinRule};
use super::drawing;
use super::error::BoardError;
use super::star::CORNERS;
use crate::field::{DefaultValue, Field, Values};
use crate::parameters::Parameters;

/// The fields of a position.
pub const FIELDS: &[Field] = &[
    Field {
        name: "pieces",
        about: "pieces of each player, which decides how large the board is",
        values: Values::Names(&[
            ("1", "a board of 13 cells"),
            ("3", "37 cells"),
            ("6", "73 cells"),
            ("10", "the standard board of 121 cells"),
        ]),
        default: DefaultValue::Is("10"),
    },
    Field {
        name: "players",
        about: "how many play",
        values: Values::Number { least: 2, most: 6 },
        default: DefaultValue::Is("3"),
    },
    Field {
        name: "win",
        about: "when a player has won",
        values: Values::Names(&[
            ("all", "all their pieces are in the goal"),
            ("full", "the goal is full and at least one piece in it is theirs"),
        ]),
        default: DefaultValue::Is("all"),
    },
    Field {
        name: "limit",
        about: "moves, by all players together, after which the game is drawn",
        values: Values::Number { least: 1, most: 60_000 },
        default: DefaultValue::Derived("100 for each player"),
    },
    Field {
        name: "1",
        about: "where the pieces of player 1 stand; either everybody's or nobody's are given",
        values: Values::Form("cells with commas, such as a1,b1,b2"),
        default: DefaultValue::Derived("the start"),
    },
    Field {
        name: "2",
        about: "where the pieces of player 2 stand; either everybody's or nobody's are given",
        values: Values::Form("cells with commas, such as a1,b1,b2"),
        default: DefaultValue::Derived("the start"),
    },
    Field {
        name: "3",
        about: "where the pieces of player 3 stand; either everybody's or nobody's are given",
        values: Values::Form("cells with commas, such as a1,b1,b2"),
        default: DefaultValue::Derived("the start"),
    },
    Field {
        name: "4",
        about: "where the pieces of player 4 stand; either everybody's or nobody's are given",
        values: Values::Form("cells with commas, such as a1,b1,b2"),
        default: DefaultValue::Derived("the start"),
    },
    Field {
        name: "5",
        about: "where the pieces of player 5 stand; either everybody's or nobody's are given",
        values: Values::Form("cells with commas, such as a1,b1,b2"),
        default: DefaultValue::Derived("the start"),
    },
    Field {
        name: "6",
        about: "where the pieces of player 6 stand; either everybody's or nobody's are given",
        values: Values::Form("cells with commas, such as a1,b1,b2"),
        default: DefaultValue::Derived("the start"),
    },
    Field {
        name: "mover",
        about: "whose turn it is",
        values: Values::Number { least: 1, most: 6 },
        default: DefaultValue::Is("1"),
    },
    Field {
        name: "ply",
        about: "moves played so far",
        values: Values::Form("0 to the limit"),
        default: DefaultValue::Is("0"),
    },
    Field {
        name: "last",
        about: "everybody's last move, player 1's first",
        values: Values::Form("moves with commas, such as b1-d4,pass,pass"),
        default: DefaultValue::Derived("pass for each"),
    },
    Field {
        name: "back",
        about: "moves on end that took back their player's last one",
        values: Values::Form("0 to three rounds of moves"),
        default: DefaultValue::Is("0"),
    },
    Field {
        name: "moves",
        about: "moves to play from there",
        values: Values::Form("moves with commas, such as b1-d4,i9-g7"),
        default: DefaultValue::Derived("none"),
    },
    Field {
        name: "seed",
        about: "moves are drawn at random by this seed, and played after those",
        values: Values::Number { least: 0, most: u64::MAX },
        default: DefaultValue::Derived("none are drawn"),
    },
    Field {
        name: "plies",
        about: "how many moves are drawn, where there is a seed",
        values: Values::Number { least: 0, most: 60_000 },
        default: DefaultValue::Is("30"),
    },
];
const SEATS: [&str; CORNERS] = ["1", "2", "3", "4", "5", "6"];
const PASS: &str = "pass";

impl Notation for ChineseCheckers {
    fn write_position(&self, state: &CheckersState) -> String {
        let mut text = format!("pieces={} players={}", self.star().pieces(), self.players());
        if self.win_rule() != WinRule::All {
            let _ = write!(text, " win={}", self.win_rule().name());
        }
        if Self::new(self.star().pieces(), self.players()).is_ok_and(|usual| usual.limit() != self.limit()) {
            let _ = write!(text, " limit={}", self.limit());
        }
        if *state == self.start() {
            return text;
        }
        for player in Player::all(self.players()) {
            let cells: Vec<&str> = Cells(state.pieces(player)).map(|cell| self.star().name(cell)).collect();
            let _ = write!(text, " {}={}", player.seat(), cells.join(","));
        }
        let _ = write!(text, " mover={} ply={}", state.mover.seat(), state.ply);
        let last = &state.last[..self.players()];
        if last.iter().any(|&hop| hop != Hop::PASS) {
            let last: Vec<String> = last.iter().map(|&hop| self.write_move(state, hop)).collect();
            let _ = write!(text, " last={}", last.join(","));
        }
        if state.reversals > 0 {
            let _ = write!(text, " back={}", state.reversals);
        }
        text
    }

    fn read_position(text: &str) -> Result<(Self, CheckersState), NotationError> {
        read(text).map_err(|error| NotationError(error.to_string()))
    }

    fn write_move(&self, _: &CheckersState, hop: Hop) -> String {
        if hop == Hop::PASS {
            return PASS.to_owned();
        }
        format!("{}-{}", self.star().name(hop.from), self.star().name(hop.to))
    }

    /// Reads a legal move, or says why a move is not legal.
    fn read_move(&self, state: &CheckersState, text: &str) -> Result<Hop, NotationError> {
        self.legal_move(state, text).map_err(|error| NotationError(error.to_string()))
    }

    fn diagram(&self, state: &CheckersState) -> Option<String> {
        Some(drawing::diagram(self, state))
    }

    fn picture(&self, state: &CheckersState) -> Option<String> {
        Some(drawing::picture(self, state))
    }
}

impl ChineseCheckers {
    fn cell(&self, name: &str) -> Result<Cell, BoardError> {
        let unknown = || BoardError::Cell { name: name.to_owned(), last_row: self.star().last_row() };
        self.star().named(name).ok_or_else(unknown)
    }

    fn hop(&self, text: &str) -> Result<Hop, BoardError> {
        if text == PASS {
            return Ok(Hop::PASS);
        }
        let (from, to) = text.split_once('-').ok_or_else(|| BoardError::MoveForm(text.to_owned()))?;
        Ok(Hop { from: self.cell(from)?, to: self.cell(to)? })
    }

    fn legal_move(&self, state: &CheckersState, text: &str) -> Result<Hop, BoardError> {
        let hop = self.hop(text)?;
        let mover = self.mover(state).ok_or_else(|| BoardError::Over(text.to_owned()))?;
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        if moves.contains(&hop) {
            return Ok(hop);
        }
        if hop == Hop::PASS {
            return Err(BoardError::NeedlessPass(mover.seat()));
        }
        let (mv, from, to) =
            (text.to_owned(), self.star().name(hop.from).to_owned(), self.star().name(hop.to).to_owned());
        match (state.owner(hop.from), state.owner(hop.to)) {
            (None, _) => Err(BoardError::NoPiece { mv, from }),
            (Some(owner), _) if owner != mover => {
                Err(BoardError::NotYours { mv, from, owner: owner.seat(), mover: mover.seat() })
            }
            (_, Some(owner)) => Err(BoardError::Taken { mv, to, owner: owner.seat() }),
            _ => Err(BoardError::OutOfReach { mv, from, to }),
        }
    }

    /// The pieces that are given, or those of the start.
    fn read_pieces(&self, given: &Parameters) -> Result<[u128; CORNERS], BoardError> {
        if SEATS.iter().all(|seat| given.value(seat).is_none()) {
            return Ok(self.start().pieces);
        }
        let mut pieces = [0; CORNERS];
        let expected = self.star().pieces();
        for (seat, name) in SEATS.iter().enumerate() {
            let cells = given.value(name);
            if seat >= self.players() && cells.is_some() {
                return Err(BoardError::Absent { player: seat + 1, players: self.players() });
            }
            for name in cells.into_iter().flat_map(|cells| cells.split(',')) {
                let cell = self.cell(name)?;
                if let Some(first) = pieces.iter().position(|&own: &u128| own >> cell & 1 == 1) {
                    return Err(BoardError::Overlap { cell: name.to_owned(), first: first + 1, second: seat + 1 });
                }
                pieces[seat] |= 1 << cell;
            }
            let found = pieces[seat].count_ones() as usize;
            if seat < self.players() && found != expected {
                return Err(BoardError::Count { player: seat + 1, found, expected });
            }
        }
        Ok(pieces)
    }
}

fn read(text: &str) -> Result<(ChineseCheckers, CheckersState), BoardError> {
    let given = Parameters::read(text, FIELDS)?;
    let pieces = given.get("pieces", 10, "1, 3, 6 or 10", |_| true)?;
    let players = given.get("players", 3, "from 2 to 6", |_| true)?;
    let usual = ChineseCheckers::new(pieces, players)?;
    let win = match given.value("win") {
        None => WinRule::All,
        Some(name) => {
            let known = WinRule::NAMES.into_iter().find(|(known, _)| *known == name);
            known.ok_or_else(|| given.misfit("win", "all or full"))?.1
        }
    };
    let limit = given.get("limit", usual.limit(), "from 1 to 60000", |limit| (1..=60_000).contains(limit))?;
    let game = usual.won_by(win).limited_to(limit);
    let mover = given.get("mover", 1, "a player", |mover| (1..=players).contains(mover))?;
    let ply = given.get("ply", 0, "from 0 to the move limit", |&ply| ply <= limit)?;
    let mut state = game.position(game.read_pieces(&given)?, Player::new(mover - 1), ply);
    let winners: Vec<usize> =
        Player::all(players).filter(|&player| game.has_won(&state, player)).map(Player::seat).collect();
    if let [first, second, ..] = winners[..] {
        return Err(BoardError::TwoWinners(first, second));
    }
    if let Some(last) = given.value("last") {
        let hops = last.split(',').map(|text| game.hop(text)).collect::<Result<Vec<Hop>, _>>()?;
        if hops.len() != players {
            return Err(given.misfit("last", "one move for each player, separated by commas").into());
        }
        state.last[..players].copy_from_slice(&hops);
    }
    let most_reversals = game.most_reversals();
    state.reversals =
        given.get("back", 0, "from 0 to three rounds of moves", |&back| usize::from(back) <= most_reversals)?;
    for text in given.value("moves").into_iter().flat_map(|moves| moves.split(',')) {
        let hop = game.legal_move(&state, text)?;
        game.play(&mut state, hop);
    }
    let plies: u16 = given.get("plies", 30, "from 0 to 60000", |&plies| plies <= 60_000)?;
    if given.value("seed").is_some() {
        let seed = given.get("seed", 0, "a whole number", |_| true)?;
        play_at_random(&game, &mut state, seed, plies);
    } else if given.value("plies").is_some() {
        return Err(given.misfit("plies", "of use without a seed").into());
    }
    Ok((game, state))
}

fn play_at_random(game: &ChineseCheckers, state: &mut CheckersState, seed: u64, plies: u16) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut moves = Vec::new();
    for _ in 0..plies {
        if game.mover(state).is_none() {
            break;
        }
        moves.clear();
        game.moves(state, &mut moves);
        game.play(state, moves[rng.random_range(0..moves.len())]);
    }
}
