//! Reversi for three.
//!
//! Three colours play on a board of seven by seven cells. In the middle lie nine discs, three of each colour. A player
//! puts a disc on an empty cell so that along at least one line, straight or diagonal, one or more discs of *other*
//! colours, in any mix, lie between the new disc and another of the player's own. All of those turn to the player's
//! colour. A player who cannot do that is passed over. The game is over when nobody can, and everybody gets a point for
//! each disc.

use cutthroat::hidden::PerfectInformation;
use cutthroat::{
    Evaluation, Game, MoveOrder, Notation, NotationError, Payoff, Player, Range, SearchHints, WholePositions,
};
use cutthroat_catalog::{BoardCell, Deal, Error, GameInfo, GameKit, Layout, Start, Tally};

const PLAYERS: usize = 3;
/// Cells of a row, and rows.
const SIDE: i8 = 7;
const CELLS: u8 = (SIDE * SIDE) as u8;
const CORNERS: [u8; 4] = [0, SIDE as u8 - 1, CELLS - SIDE as u8, CELLS - 1];
const START: &str = "......./......./..123../..312../..231../......./....... 1";

/// The rules.
#[derive(Clone, Debug)]
pub struct Reversi;

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// The discs of each player, a bit for each cell, row by row from the top left.
    discs: [u64; PLAYERS],
    /// Who is to move; nobody once the game is over.
    mover: Option<u8>,
}

impl Game for Reversi {
    type State = Board;
    /// The cell of the new disc.
    type Move = u8;
    /// A position is small: the one before is kept whole.
    type Undo = Board;

    fn players(&self) -> usize {
        PLAYERS
    }

    fn mover(&self, board: &Board) -> Option<Player> {
        board.mover.map(|mover| Player::new(mover.into()))
    }

    fn moves(&self, board: &Board, moves: &mut Vec<u8>) {
        if let Some(mover) = board.mover {
            moves.extend((0..CELLS).filter(|&cell| board.turned(mover, cell) != 0));
        }
    }

    fn play(&self, board: &mut Board, cell: u8) -> Board {
        let before = *board;
        if let Some(mover) = before.mover {
            let turned = before.turned(mover, cell);
            for discs in &mut board.discs {
                *discs &= !turned;
            }
            board.discs[usize::from(mover)] |= turned | 1 << cell;
            board.mover = board.next_mover(mover + 1);
        }
        before
    }

    fn undo(&self, board: &mut Board, _: u8, before: Board) {
        *board = before;
    }

    fn payoff(&self, board: &Board) -> Payoff {
        Payoff::from_fn(PLAYERS, |player| board.count(player))
    }
}

impl Board {
    fn occupied(&self) -> u64 {
        self.discs.iter().fold(0, |all, discs| all | discs)
    }

    fn count(&self, player: Player) -> i16 {
        self.discs[player.index()].count_ones() as i16
    }

    fn owner(&self, cell: u8) -> Option<usize> {
        self.discs.iter().position(|discs| discs & 1 << cell != 0)
    }

    /// The discs that turn if `player` puts one on `cell`; none if that is not allowed.
    fn turned(&self, player: u8, cell: u8) -> u64 {
        let own = self.discs[usize::from(player)];
        let others = self.occupied() & !own;
        if self.occupied() & 1 << cell != 0 {
            return 0;
        }
        let mut turned = 0;
        for direction in 0..9_i8 {
            let (down, right) = (direction / 3 - 1, direction % 3 - 1);
            let mut run = 0;
            let (mut row, mut column) = (cell as i8 / SIDE, cell as i8 % SIDE);
            loop {
                (row, column) = (row + down, column + right);
                let on_board = (0..SIDE).contains(&row) && (0..SIDE).contains(&column) && direction != 4;
                let disc = if on_board { 1 << (row * SIDE + column) } else { 0 };
                if own & disc != 0 {
                    turned |= run;
                }
                if others & disc == 0 {
                    break;
                }
                run |= disc;
            }
        }
        turned
    }

    /// The first from `player` on who can move.
    fn next_mover(&self, player: u8) -> Option<u8> {
        let players = (0..PLAYERS as u8).map(|step| (player + step) % PLAYERS as u8);
        let can_move = |player: &u8| (0..CELLS).any(|cell| self.turned(*player, cell) != 0);
        players.into_iter().find(can_move)
    }
}

/// Nothing that a search could know beyond the rules.
impl SearchHints for Reversi {}

/// Everybody sees the whole board.
impl PerfectInformation for Reversi {}

impl Notation for Reversi {
    fn write_position(&self, board: &Board) -> String {
        let mut text = String::new();
        for cell in 0..CELLS {
            if cell > 0 && cell % SIDE as u8 == 0 {
                text.push('/');
            }
            text.push(board.owner(cell).map_or('.', |owner| ['1', '2', '3'][owner]));
        }
        format!("{text} {}", board.mover.map_or(1, |mover| mover + 1))
    }

    fn read_position(text: &str) -> Result<(Self, Board), NotationError> {
        let mut words = text.split_whitespace();
        let mut board = Board { discs: [0; PLAYERS], mover: None };
        let mut cell = 0;
        for sign in words.next().unwrap_or_default().chars() {
            match sign {
                '.' | '1'..='3' if cell == CELLS => {
                    return Err(NotationError(format!("there are more than {CELLS} cells")));
                }
                '/' => continue,
                '.' => {}
                '1'..='3' => board.discs[sign as usize - '1' as usize] |= 1 << cell,
                _ => return Err(NotationError(format!("`{sign}` is none of . 1 2 3 /"))),
            }
            cell += 1;
        }
        if cell != CELLS {
            return Err(NotationError(format!("there are {cell} cells, not {CELLS}")));
        }
        let mover = words.next().unwrap_or("1");
        let mover: u8 = mover
            .parse()
            .ok()
            .filter(|mover| (1..=PLAYERS as u8).contains(mover))
            .ok_or_else(|| NotationError(format!("`{mover}` is no player: 1, 2 or 3")))?;
        if let Some(more) = words.next() {
            return Err(NotationError(format!("nothing was expected after the player to move, but `{more}`")));
        }
        board.mover = board.next_mover(mover - 1);
        Ok((Self, board))
    }

    fn write_move(&self, _: &Board, cell: u8) -> String {
        name(cell)
    }

    fn diagram(&self, board: &Board) -> Option<String> {
        let mut text = "  a b c d e f g".to_owned();
        for cell in 0..CELLS {
            if cell % SIDE as u8 == 0 {
                text.push_str(&format!("\n{}", cell / SIDE as u8 + 1));
            }
            text.push(' ');
            text.push(board.owner(cell).map_or('.', |owner| ['1', '2', '3'][owner]));
        }
        Some(text)
    }
}

/// What a cell is called: its column and its row.
fn name(cell: u8) -> String {
    format!("{}{}", char::from(b'a' + cell % SIDE as u8), cell / SIDE as u8 + 1)
}

/// What a position is taken to be worth.
#[derive(Clone, Copy, Debug)]
pub enum ReversiEvaluation {
    /// The discs that each player has now.
    Discs,
    /// The same, and more for every corner, which nobody can turn any more. At the end only discs count.
    Corners,
}

/// What a corner is worth.
const CORNER: i16 = 5;

impl Evaluation<Reversi> for ReversiEvaluation {
    fn range(&self, _: &Reversi) -> Range {
        let extra = match self {
            Self::Discs => 0,
            Self::Corners => CORNER * CORNERS.len() as i16,
        };
        let most = i16::from(CELLS) + extra;
        Range {
            minp: Some(Payoff::ZERO),
            maxp: Some(Payoff::uniform(most, PLAYERS)),
            minsum: Some(0),
            maxsum: Some(most.into()),
            step: 1,
        }
    }

    fn evaluate(&self, _: &Reversi, board: &Board) -> Payoff {
        let corner = match self {
            Self::Corners if board.mover.is_some() => CORNER,
            _ => 0,
        };
        Payoff::from_fn(PLAYERS, |player| {
            let corners = CORNERS.iter().filter(|&&cell| board.owner(cell) == Some(player.index())).count();
            board.count(player) + corner * corners as i16
        })
    }
}

/// Corners first, then whatever turns most discs.
#[derive(Clone, Copy, Debug, Default)]
pub struct CornersFirst;

impl MoveOrder<Reversi> for CornersFirst {
    fn arrange(&self, _: &Reversi, board: &Board, moves: &[u8], order: &mut [u16]) {
        let Some(mover) = board.mover else { return };
        order.sort_by_key(|&place| {
            let cell = moves[usize::from(place)];
            (!CORNERS.contains(&cell), std::cmp::Reverse(board.turned(mover, cell).count_ones()))
        });
    }
}

/// The game as a registry holds it.
pub struct ReversiKit;

impl GameKit for ReversiKit {
    type Game = Reversi;
    type Evaluation = ReversiEvaluation;
    type Order = CornersFirst;
    type Table = WholePositions;

    fn info(&self) -> GameInfo {
        GameInfo {
            about: "Reversi for three: turn discs of both other colours by enclosing them",
            play: "Put a disc so that others lie in line between it and another of your own: they turn to your colour. Who \
                   cannot do that is passed over. The most discs win.",
            notation: "seven rows of cells from the top, `.` or the player whose disc lies there, with / between; then the \
                       player to move",
            example: START,
            start: Some(|_| START.to_owned()),
            evaluations: vec![("corners", "discs, and five more for every corner before the end"), ("discs", "discs")],
            default_nodes: Some(1_000_000),
            tally: Tally { unit: "discs", of: "a game", low_is_good: false },
            ..GameInfo::new("reversi")
        }
    }

    /// The start, after six discs put at random.
    fn deal(&self, deal: &Deal<'_>) -> Result<Start<Reversi>, NotationError> {
        let (game, mut board) = Reversi::read_position(START)?;
        let mut random = deal.seed;
        for _ in 0..6 {
            let mut moves = Vec::new();
            game.moves(&board, &mut moves);
            if moves.is_empty() {
                break;
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            game.play(&mut board, moves[(random >> 33) as usize % moves.len()]);
        }
        Ok((game, board))
    }

    fn evaluation(&self, _: &Reversi, name: &str) -> Result<ReversiEvaluation, Error> {
        match name {
            "corners" => Ok(ReversiEvaluation::Corners),
            "discs" => Ok(ReversiEvaluation::Discs),
            _ => Err(Error::Evaluation { game: "reversi", name: name.to_owned(), known: "corners, discs".to_owned() }),
        }
    }

    fn layout(&self, _: &Reversi, board: &Board) -> Layout {
        let cell = |cell: u8| BoardCell {
            name: name(cell),
            column: usize::from(cell % SIDE as u8),
            row: usize::from(cell / SIDE as u8),
            owner: board.owner(cell).map(|owner| owner + 1),
        };
        Layout { cells: (0..CELLS).map(cell).collect(), ..Layout::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cutthroat::conformance::Conformance;
    use cutthroat_catalog::{PlayerSpec, Registry, SeatingRequest, conformance};

    #[test]
    fn it_is_a_game_as_the_engine_wants_it() {
        let (game, board) = Reversi::read_position(START).unwrap();
        let kit = Conformance::default();
        kit.rules(&game, &board).unwrap();
        kit.hints(&game, &board).unwrap();
        kit.notation(&game, &board).unwrap();
        for evaluation in [ReversiEvaluation::Discs, ReversiEvaluation::Corners] {
            kit.evaluation(&game, &board, &evaluation).unwrap();
        }
        conformance::check(&Registry::empty().with(ReversiKit), "reversi").unwrap();
    }

    #[test]
    fn lines_of_any_mix_are_turned() {
        let row_of_three = "1233.../......./......./......./......./......./....... 1";
        let (game, mut board) = Reversi::read_position(row_of_three).unwrap();
        assert_eq!(game.write_move(&board, 4), "e1");
        game.play(&mut board, 4);
        assert!(game.write_position(&board).starts_with("11111../"));
        // Nobody has anything left to turn.
        assert_eq!(game.mover(&board), None);
        assert_eq!(game.payoff(&board), Payoff::new(&[5, 0, 0]));
    }

    #[test]
    fn it_is_played_by_name() {
        let registry = Registry::empty().with(ReversiKit);
        let players = PlayerSpec::read_list("maxn:nodes=200 paranoid:nodes=200 random").unwrap();
        let request = SeatingRequest { game: "reversi".into(), players, ..SeatingRequest::default() };
        let seating = registry.seat(&request).unwrap();
        let mut game = seating.begin(&seating.start(1).unwrap(), &[0, 1, 2], 1).unwrap();
        while game.mover().is_some() {
            let chosen = game.choose().unwrap();
            game.play(&chosen.mv).unwrap();
        }
        assert!(game.score().unwrap().iter().sum::<f64>() <= 49.0);
    }
}
