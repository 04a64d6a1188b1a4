//! Chinese Checkers written a second time, as plainly as can be: coordinates, hash sets and a search for every hop.
//! Both must agree on every move of random games, and on how many positions there are.

use std::collections::{BTreeSet, HashMap, HashSet};

use cutthroat::{Game, Notation, Player, perft};
use cutthroat_games::boards::{Cell, CheckersState, ChineseCheckers, Hop, SIZES, Star, WinRule};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A point of the plane: two columns to the next cell of a row, one to those of the rows above and below.
type NaivePoint = (i32, i32);

const DIRECTIONS: [NaivePoint; 6] = [(0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)];

struct NaiveBoard {
    cells: HashSet<NaivePoint>,
    names: HashMap<NaivePoint, String>,
    /// Clockwise from the top.
    corners: Vec<HashSet<NaivePoint>>,
}

impl NaiveBoard {
    /// Two triangles laid over each other, row by row.
    fn new(rows_of_corner: i32) -> Self {
        let n = rows_of_corner;
        let mut cells = HashSet::new();
        for row in 0..=3 * n {
            for column in (-row..=row).step_by(2) {
                cells.insert((row, column));
                cells.insert((4 * n - row, column));
            }
        }
        let mut names = HashMap::new();
        for row in 0..=4 * n {
            let mut columns: Vec<i32> = cells.iter().filter(|cell| cell.0 == row).map(|cell| cell.1).collect();
            columns.sort_unstable();
            for (place, column) in columns.into_iter().enumerate() {
                names.insert((row, column), format!("{}{}", (b'a' + row as u8) as char, place + 1));
            }
        }
        let corner = |inside: &dyn Fn(NaivePoint) -> bool| cells.iter().copied().filter(|&cell| inside(cell)).collect();
        let corners: Vec<HashSet<NaivePoint>> = vec![
            corner(&|(row, _)| row < n),
            HashSet::new(),
            HashSet::new(),
            corner(&|(row, _)| row > 3 * n),
            HashSet::new(),
            HashSet::new(),
        ];
        let mut board = Self { cells, names, corners };
        board.side_corners(n);
        board
    }

    /// The corners at the sides: in rows `n` to `2n - 1` the outermost cells, `n` of them in the first row and one
    /// fewer in each row below; and the same from the bottom up.
    fn side_corners(&mut self, n: i32) {
        for below in 0..n {
            for (row, right, left) in [(n + below, 1, 5), (3 * n - below, 2, 4)] {
                let mut columns: Vec<i32> = self.cells.iter().filter(|cell| cell.0 == row).map(|cell| cell.1).collect();
                columns.sort_unstable();
                let outermost = (n - below) as usize;
                self.corners[left].extend(columns[..outermost].iter().map(|&column| (row, column)));
                self.corners[right].extend(columns[columns.len() - outermost..].iter().map(|&column| (row, column)));
            }
        }
    }
}

#[derive(Clone)]
struct NaiveState {
    pieces: Vec<HashSet<NaivePoint>>,
    mover: usize,
    ply: usize,
    winner: Option<usize>,
    history: Vec<Option<(NaivePoint, NaivePoint)>>,
}

struct NaiveGame {
    board: NaiveBoard,
    goals: Vec<usize>,
    win: WinRule,
    limit: usize,
}

impl NaiveGame {
    fn new(rows_of_corner: i32, players: usize, win: WinRule, limit: usize) -> (Self, NaiveState) {
        let homes: &[usize] = match players {
            2 => &[0, 3],
            3 => &[0, 2, 4],
            4 => &[1, 2, 4, 5],
            5 => &[0, 1, 2, 3, 4],
            _ => &[0, 1, 2, 3, 4, 5],
        };
        let board = NaiveBoard::new(rows_of_corner);
        let pieces = homes.iter().map(|&home| board.corners[home].clone()).collect();
        let goals = homes.iter().map(|home| (home + 3) % 6).collect();
        let state = NaiveState { pieces, mover: 0, ply: 0, winner: None, history: Vec::new() };
        (Self { board, goals, win, limit }, state)
    }

    fn is_taken(state: &NaiveState, cell: NaivePoint) -> bool {
        state.pieces.iter().any(|own| own.contains(&cell))
    }

    /// Every `(from, to)`; `None` is a pass.
    fn moves(&self, state: &NaiveState) -> HashSet<Option<(NaivePoint, NaivePoint)>> {
        let mut moves = HashSet::new();
        for &from in &state.pieces[state.mover] {
            for (down, right) in DIRECTIONS {
                let to = (from.0 + down, from.1 + right);
                if self.board.cells.contains(&to) && !Self::is_taken(state, to) {
                    moves.insert(Some((from, to)));
                }
            }
            let mut lifted = state.clone();
            lifted.pieces[state.mover].remove(&from);
            let mut seen = HashSet::from([from]);
            let mut waiting = vec![from];
            while let Some(at) = waiting.pop() {
                for (down, right) in DIRECTIONS {
                    let over = (at.0 + down, at.1 + right);
                    let to = (over.0 + down, over.1 + right);
                    if Self::is_taken(&lifted, over)
                        && self.board.cells.contains(&to)
                        && !Self::is_taken(&lifted, to)
                        && seen.insert(to)
                    {
                        waiting.push(to);
                    }
                }
            }
            seen.remove(&from);
            moves.extend(seen.into_iter().map(|to| Some((from, to))));
        }
        if moves.is_empty() {
            moves.insert(None);
        }
        moves
    }

    fn play(&self, state: &mut NaiveState, mv: Option<(NaivePoint, NaivePoint)>) {
        if let Some((from, to)) = mv {
            state.pieces[state.mover].remove(&from);
            state.pieces[state.mover].insert(to);
        }
        state.history.push(mv);
        let players = state.pieces.len();
        for player in 0..players {
            let goal = &self.board.corners[self.goals[player]];
            let arrived = goal.intersection(&state.pieces[player]).count();
            let won = match self.win {
                WinRule::All => arrived == goal.len(),
                WinRule::Full => arrived > 0 && goal.iter().all(|&cell| Self::is_taken(state, cell)),
            };
            if won {
                state.winner = Some(player);
            }
        }
        state.ply += 1;
        state.mover = (state.mover + 1) % players;
    }

    fn is_over(&self, state: &NaiveState) -> bool {
        let players = state.pieces.len();
        let reversed = |mv: Option<(NaivePoint, NaivePoint)>| mv.map(|(from, to)| (to, from));
        let reversals = (0..state.history.len()).rev().take_while(|&ply| {
            let mv = state.history[ply];
            mv.is_none() || (ply >= players && mv == reversed(state.history[ply - players]))
        });
        state.winner.is_some() || state.ply >= self.limit || reversals.count() >= 3 * players
    }

    fn perft(&self, state: &NaiveState, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.is_over(state) {
            return 0;
        }
        let below = |mv| {
            let mut child = state.clone();
            self.play(&mut child, mv);
            self.perft(&child, depth - 1)
        };
        self.moves(state).into_iter().map(below).sum()
    }

    fn names(&self, moves: HashSet<Option<(NaivePoint, NaivePoint)>>) -> BTreeSet<String> {
        let name = |cell| self.board.names[&cell].as_str();
        let written = |mv: Option<(NaivePoint, NaivePoint)>| {
            mv.map_or("pass".to_owned(), |(from, to)| format!("{}-{}", name(from), name(to)))
        };
        moves.into_iter().map(written).collect()
    }

    fn read(&self, text: &str) -> Option<(NaivePoint, NaivePoint)> {
        text.split_once('-').map(|(from, to)| (self.cell(from), self.cell(to)))
    }

    fn cell(&self, name: &str) -> NaivePoint {
        *self.board.names.iter().find(|(_, known)| *known == name).unwrap().0
    }
}

fn both(rows: i32, players: usize, win: WinRule, limit: u16) -> (ChineseCheckers, NaiveGame, NaiveState) {
    let game = ChineseCheckers::new(SIZES[rows as usize - 1], players).unwrap().won_by(win).limited_to(limit);
    let (naive, start) = NaiveGame::new(rows, players, win, limit.into());
    (game, naive, start)
}

fn written_moves(game: &ChineseCheckers, state: &CheckersState) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.into_iter().map(|mv| game.write_move(state, mv)).collect()
}

#[test]
fn random_games_have_the_same_moves_and_the_same_end() {
    for rows in 1..=4 {
        for players in 2..=6 {
            for win in [WinRule::All, WinRule::Full] {
                for seed in 0..[40, 20, 6, 3][rows as usize - 1] {
                    play_side_by_side(rows, players, win, seed);
                }
            }
        }
    }
}

fn play_side_by_side(rows: i32, players: usize, win: WinRule, seed: u64) {
    let (game, naive, mut naive_state) = both(rows, players, win, 80);
    let mut state = game.start();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    loop {
        assert_eq!(game.mover(&state).is_none(), naive.is_over(&naive_state), "{}", game.write_position(&state));
        assert_eq!(state.winner().map(Player::index), naive_state.winner);
        if game.mover(&state).is_none() {
            break;
        }
        let moves = written_moves(&game, &state);
        let distinct: BTreeSet<String> = moves.iter().cloned().collect();
        assert_eq!(distinct.len(), moves.len(), "one move for each destination");
        assert_eq!(distinct, naive.names(naive.moves(&naive_state)), "{}", game.write_position(&state));
        // Half of the time a move is reversed, so that repetitions occur as well.
        let last = naive_state.history.len().checked_sub(players).and_then(|ply| naive_state.history[ply]);
        let back = last.map(|(from, to)| format!("{}-{}", naive.board.names[&to], naive.board.names[&from]));
        let chosen = match back.filter(|back| seed % 2 == 1 && moves.contains(back)) {
            Some(back) => back,
            None => moves[rng.random_range(0..moves.len())].clone(),
        };
        let mv = game.read_move(&state, &chosen).unwrap();
        game.play(&mut state, mv);
        let naive_move = naive.read(&chosen);
        naive.play(&mut naive_state, naive_move);
    }
}

/// A position of the perft file, read without the game's own reader.
fn read_naively(text: &str) -> (NaiveGame, NaiveState) {
    let value = |name: &str| {
        let words = text.split_whitespace().filter_map(|word| word.split_once('='));
        words.into_iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    };
    let rows = SIZES.iter().position(|size| value("pieces") == Some(&size.to_string())).unwrap() as i32 + 1;
    let players: usize = value("players").unwrap().parse().unwrap();
    let win = if value("win") == Some("full") { WinRule::Full } else { WinRule::All };
    let limit = value("limit").map_or(100 * players, |limit| limit.parse().unwrap());
    let (naive, mut state) = NaiveGame::new(rows, players, win, limit);
    for player in 0..players {
        if let Some(cells) = value(&(player + 1).to_string()) {
            state.pieces[player] = cells.split(',').map(|name| naive.cell(name)).collect();
        }
    }
    state.mover = value("mover").map_or(0, |mover| mover.parse::<usize>().unwrap() - 1);
    (naive, state)
}

#[test]
fn the_perft_file_is_right() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../perft/chinese-checkers.perft");
    let text = std::fs::read_to_string(file).unwrap();
    let mut seen = HashSet::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split(';').map(str::trim);
        let position = fields.next().unwrap();
        let (naive, state) = read_naively(position);
        seen.insert((naive.board.cells.len(), state.pieces.len()));
        let (game, own_state) = ChineseCheckers::read_position(position).unwrap();
        for field in fields {
            let (depth, count) = field.split_once(' ').unwrap();
            let (depth, count): (usize, u64) = (depth.parse().unwrap(), count.parse().unwrap());
            assert_eq!(naive.perft(&state, depth), count, "{position}, depth {depth}");
            assert_eq!(perft(&game, &own_state, depth), count, "{position}, depth {depth}");
        }
    }
    assert_eq!(seen.len(), 20, "every size with every number of players");
}

/// The moves of the piece on `from`.
fn destinations(text: &str, from: &str) -> Vec<String> {
    let (game, state) = ChineseCheckers::read_position(text).unwrap();
    let from = format!("{from}-");
    written_moves(&game, &state).iter().filter_map(|mv| mv.strip_prefix(&from)).map(str::to_owned).collect()
}

#[test]
fn hops_go_over_anybody_and_through_foreign_corners() {
    let own = destinations("pieces=3 players=2 1=a1,b1,f5 2=i1,h1,h2", "a1");
    assert!(own.contains(&"c3".to_owned()), "over one's own piece: {own:?}");
    let foreign = destinations("pieces=3 players=2 1=a1,g1,g7 2=b1,h1,h2", "a1");
    assert!(foreign.contains(&"c3".to_owned()), "over another player's piece: {foreign:?}");
    // c1 is the tip of the corner to which player 2 goes.
    let (game, state) = ChineseCheckers::read_position("pieces=3 players=3 1=c3,i1,h1 2=c2,h2,e1 3=f1,f2,g1").unwrap();
    let text = game.write_position(&state);
    assert!(destinations(&text, "c3").contains(&"c1".to_owned()), "into a foreign corner");
}

#[test]
fn a_chain_of_hops_may_return_but_is_then_no_move() {
    let star = Star::for_pieces(10).unwrap();
    let mut rings = 0;
    for seed in 0..40 {
        let text = format!("pieces=10 players=6 seed={seed} plies=200");
        let (game, state) = ChineseCheckers::read_position(&text).unwrap();
        let Some(mover) = game.mover(&state) else { continue };
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        assert!(moves.iter().all(|mv| mv.from != mv.to || *mv == Hop::PASS));
        for from in cutthroat_games::boards::Cells(state.pieces(mover)) {
            rings += usize::from(goes_round(star, &state, from));
        }
    }
    assert!(rings > 0, "some piece could hop round and come back");
}

/// Whether a piece can return to its cell by three hops or more, none of them reversed at once.
fn goes_round(star: &Star, state: &CheckersState, from: Cell) -> bool {
    let board = NaiveBoard::new(4);
    let point = |cell: Cell| *board.names.iter().find(|(_, name)| *name == star.name(cell)).unwrap().0;
    let taken: HashSet<NaivePoint> =
        (0..star.cells() as Cell).filter(|&cell| cell != from && state.owner(cell).is_some()).map(point).collect();
    let landings = |at: NaivePoint, before: Option<NaivePoint>| {
        DIRECTIONS
            .map(|(down, right)| ((at.0 + down, at.1 + right), (at.0 + 2 * down, at.1 + 2 * right)))
            .into_iter()
            .filter(|(over, to)| taken.contains(over) && board.cells.contains(to) && !taken.contains(to))
            .map(|(_, to)| to)
            .filter(move |&to| Some(to) != before)
            .collect::<Vec<_>>()
    };
    let start = point(from);
    let mut seen = HashSet::new();
    let mut waiting: Vec<(NaivePoint, NaivePoint)> = landings(start, None).into_iter().map(|to| (start, to)).collect();
    while let Some((before, at)) = waiting.pop() {
        if at == start {
            return true;
        }
        if seen.insert((before, at)) {
            waiting.extend(landings(at, Some(before)).into_iter().map(|to| (at, to)));
        }
    }
    false
}
