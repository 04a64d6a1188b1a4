//! Tables on games whose positions are reached in several ways, and at several depths: random layered graphs, searched in
//! every way with one table kept from depth to depth, from search to search and from move to move, against a plain search
//! that stores only its own results.
//!
//! `CUTTHROAT_COMPARISONS=1000000` sets the number of comparisons.

use std::collections::HashMap;

use cutthroat::maxn::{self, Test};
use cutthroat::paranoid::Window;
use cutthroat::{
    Analysis, Bounds, Budget, Ensured, Evaluation, Game, MAX_PLAYERS, Maxn, MaxnOptions, Outcome, Paranoid,
    ParanoidOptions, Payoff, Player, Pruning, Range, ScalarTable, SearchHints, Stop, TieRule, VectorTable,
};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::shuffled::Shuffled;

/// Comparisons in the normal tests.
const COMPARISONS: u64 = 200_000;

/// Searches of each kind at one position.
const SEARCHES: usize = 8;

/// A game that is a graph without cycles; a position is one of its places.
#[derive(Debug)]
struct Graph {
    players: usize,
    partners: bool,
    places: Vec<GraphNode>,
    /// All outcomes and their payoffs.
    outcomes: Vec<Outcome>,
}

#[derive(Debug)]
struct GraphNode {
    mover: Player,
    /// The successors, in reference order; none at the end of the game.
    next: Vec<u16>,
    /// The outcome at the end, or an estimate of it.
    outcome: usize,
    /// The range of all outcomes from here on, including estimates.
    met: OutcomeRange,
    /// The range of outcomes at the end.
    ends: OutcomeRange,
}

/// The least and the greatest counts and payoffs of some outcomes.
#[derive(Clone, Copy, Debug)]
struct OutcomeRange {
    counted: Bounds,
    payoff: Bounds,
}

impl OutcomeRange {
    fn of(outcome: &Outcome) -> Self {
        let alone = |payoff: Payoff| Bounds { lo: payoff, up: payoff };
        Self { counted: alone(outcome.counted), payoff: alone(outcome.payoff) }
    }

    fn and(self, other: &Self) -> Self {
        let both = |a: Bounds, b: Bounds| {
            let of = |pick: &dyn Fn(Player) -> i16| Payoff::from_fn(MAX_PLAYERS, pick);
            Bounds { lo: of(&|p| a.lo[p].min(b.lo[p])), up: of(&|p| a.up[p].max(b.up[p])) }
        };
        Self { counted: both(self.counted, other.counted), payoff: both(self.payoff, other.payoff) }
    }
}

impl Graph {
    /// Draws a graph; a `small` one has hardly more places than players.
    fn draw(small: bool, draw: &mut ChaCha8Rng) -> Self {
        // Chains are long and tables of most use with few players.
        let players = if small || draw.random_range(0..3) == 0 { draw.random_range(2..=MAX_PLAYERS) } else { 3 };
        let (layers, width) = if small {
            (draw.random_range(2..=4), draw.random_range(1..=2))
        } else {
            (draw.random_range(3..=9), draw.random_range(3..=8))
        };
        let round_robin = draw.random_range(0..3) == 0;
        let outcomes = Self::draw_outcomes(players, draw);
        let mut places: Vec<GraphNode> = Vec::new();
        // From the last layer up, so that everything below a place is known.
        for layer in (0..=layers).rev() {
            for _ in 0..if layer == 0 { 1 } else { width } {
                let below = layers - layer;
                let ends = below == 0 || layer > 1 && draw.random_range(0..3) == 0;
                let branches = if ends { 0 } else { draw.random_range(2..=4) };
                let next: Vec<u16> = (0..branches)
                    .map(|_| {
                        let down = if below > 1 && draw.random_range(0..5) == 0 { 2 } else { 1 };
                        ((below - down) * width + draw.random_range(0..width)) as u16
                    })
                    .collect();
                let mover = if round_robin { layer % players } else { draw.random_range(0..players) };
                let outcome = draw.random_range(0..outcomes.len());
                let here = OutcomeRange::of(&outcomes[outcome]);
                let all = |of: &dyn Fn(&GraphNode) -> OutcomeRange| {
                    next.iter().map(|&place| of(&places[usize::from(place)])).reduce(|a, b| a.and(&b))
                };
                let met = all(&|place| place.met).map_or(here, |below| below.and(&here));
                let ends = all(&|place| place.ends).unwrap_or(here);
                places.push(GraphNode { mover: Player::new(mover), next, outcome, met, ends });
            }
        }
        Self { players, partners: players == 4 && draw.random_range(0..2) == 0, places, outcomes }
    }

    /// A few ways to share a few points, with the shares or anything else as payoffs.
    fn draw_outcomes(players: usize, draw: &mut ChaCha8Rng) -> Vec<Outcome> {
        let total = draw.random_range(1..=6);
        let plain = draw.random_range(0..3) > 0;
        let mut worth = HashMap::new();
        (0..draw.random_range(2..=16))
            .map(|_| {
                let mut counted = Payoff::ZERO;
                (0..total).for_each(|_| counted[Player::new(draw.random_range(0..players))] += 1);
                let any = Payoff::from_fn(players, |_| 0);
                let payoff = *worth.entry(counted).or_insert_with(|| {
                    Player::all(players).fold(any, |mut payoff, player| {
                        payoff[player] = draw.random_range(0..=total);
                        payoff
                    })
                });
                Outcome { counted, payoff: if plain { counted } else { payoff } }
            })
            .collect()
    }

    fn root(&self) -> u16 {
        self.places.len() as u16 - 1
    }

    fn at(&self, place: u16) -> &GraphNode {
        &self.places[usize::from(place)]
    }

    fn height(&self, place: u16) -> usize {
        self.at(place).next.iter().map(|&next| 1 + self.height(next)).max().unwrap_or(0)
    }
}

impl Game for Graph {
    type State = u16;
    type Move = u8;
    type Undo = u16;

    fn players(&self) -> usize {
        self.players
    }

    fn side(&self, player: Player) -> Player {
        if self.partners { Player::new(player.index() % 2) } else { player }
    }

    fn mover(&self, place: &u16) -> Option<Player> {
        (!self.at(*place).next.is_empty()).then_some(self.at(*place).mover)
    }

    fn moves(&self, place: &u16, moves: &mut Vec<u8>) {
        moves.extend(0..self.at(*place).next.len() as u8);
    }

    fn play(&self, place: &mut u16, mv: u8) -> u16 {
        let next = self.at(*place).next[usize::from(mv)];
        std::mem::replace(place, next)
    }

    fn undo(&self, place: &mut u16, _: u8, before: u16) {
        *place = before;
    }

    fn payoff(&self, place: &u16) -> Payoff {
        self.outcomes[self.at(*place).outcome].payoff
    }
}

impl SearchHints for Graph {}

/// Everything that an evaluation can declare.
struct DeclaredRange;

impl Evaluation<Graph> for DeclaredRange {
    fn range(&self, graph: &Graph) -> Range {
        let of = |pick: &dyn Fn(i16, i16) -> i16| {
            graph
                .outcomes
                .iter()
                .map(|outcome| outcome.payoff)
                .reduce(|a, b| Payoff::from_fn(graph.players, |player| pick(a[player], b[player])))
        };
        let sums = || graph.outcomes.iter().map(|outcome| outcome.payoff.sum());
        Range { minp: of(&i16::min), maxp: of(&i16::max), minsum: sums().min(), maxsum: sums().max(), step: 1 }
    }

    fn evaluate(&self, graph: &Graph, place: &u16) -> Payoff {
        graph.payoff(place)
    }

    fn payoff_bounds(&self, graph: &Graph, place: &u16) -> Option<Bounds> {
        Some(graph.at(*place).met.payoff)
    }

    fn outcomes(&self, graph: &Graph) -> Option<Vec<Outcome>> {
        Some(graph.outcomes.clone())
    }

    fn outcome(&self, graph: &Graph, place: &u16) -> usize {
        graph.at(*place).outcome
    }

    fn counted_bounds(&self, graph: &Graph, place: &u16) -> Option<Bounds> {
        Some(graph.at(*place).met.counted)
    }

    fn ensured(&self, graph: &Graph, place: &u16) -> Option<Ensured> {
        let OutcomeRange { counted, payoff } = graph.at(*place).ends;
        Some(Ensured { counted, payoff: Some(payoff), rests_on: [0; MAX_PLAYERS] })
    }
}

/// A plain search: the value of every place at every depth, and the chosen move.
struct PlainGraphSearch<'g> {
    graph: &'g Graph,
    root: Player,
    vectors: HashMap<(u16, usize), (Payoff, Option<u8>)>,
    scalars: HashMap<(u16, usize), i16>,
}

impl<'g> PlainGraphSearch<'g> {
    fn new(graph: &'g Graph, root: Player) -> Self {
        Self { graph, root, vectors: HashMap::new(), scalars: HashMap::new() }
    }

    fn maxn(&mut self, place: u16, ties: TieRule, depth: usize) -> (Payoff, Option<u8>) {
        let at = self.graph.at(place);
        if depth == 0 || at.next.is_empty() {
            return (self.graph.payoff(&place), None);
        }
        if let Some(&known) = self.vectors.get(&(place, depth)) {
            return known;
        }
        let mut best: Option<(Payoff, u8)> = None;
        for (mv, &next) in at.next.iter().enumerate() {
            let value = self.maxn(next, ties, depth - 1).0;
            let wish = |value: &Payoff| self.wish(at.mover, ties, value);
            if best.is_none_or(|(best, _)| wish(&value) > wish(&best)) {
                best = Some((value, mv as u8));
            }
        }
        let (value, mv) = best.unwrap();
        self.vectors.insert((place, depth), (value, Some(mv)));
        (value, Some(mv))
    }

    /// A player's preferences, the most important first.
    fn wish(&self, mover: Player, ties: TieRule, value: &Payoff) -> Vec<i16> {
        let mut wish = vec![value[mover]];
        if ties != TieRule::First && mover != self.root {
            wish.push(-value[self.root]);
        }
        if ties == TieRule::Spiteful {
            let players = self.graph.players;
            wish.extend((1..players).map(|turn| -value[Player::new((mover.index() + turn) % players)]));
        }
        wish
    }

    fn line(&mut self, mut place: u16, ties: TieRule, mut depth: usize) -> Vec<u8> {
        let mut line = Vec::new();
        while let (_, Some(mv)) = self.maxn(place, ties, depth) {
            line.push(mv);
            place = self.graph.at(place).next[usize::from(mv)];
            depth -= 1;
        }
        line
    }

    fn paranoid(&mut self, place: u16, depth: usize) -> i16 {
        let at = self.graph.at(place);
        if depth == 0 || at.next.is_empty() {
            return self.graph.payoff(&place)[self.root];
        }
        if let Some(&known) = self.scalars.get(&(place, depth)) {
            return known;
        }
        let values: Vec<i16> = at.next.iter().map(|&next| self.paranoid(next, depth - 1)).collect();
        let ours = self.graph.side(at.mover) == self.graph.side(self.root);
        let value = if ours { values.iter().max() } else { values.iter().min() };
        self.scalars.insert((place, depth), *value.unwrap());
        *value.unwrap()
    }
}

/// How far to search.
#[derive(Debug)]
struct GraphLimit {
    depth: Option<usize>,
    nodes: Option<u64>,
}

impl GraphLimit {
    fn draw(height: usize, draw: &mut ChaCha8Rng) -> Self {
        let depth = Some(draw.random_range(1..=height + 1));
        match draw.random_range(0..10) {
            0 => Self { depth: None, nodes: None },
            1..4 => Self { depth, nodes: None },
            4..9 => Self { depth: None, nodes: Some(u64::MAX / 2) },
            _ => Self { depth: None, nodes: Some(draw.random_range(1..100)) },
        }
    }

    fn budget(&self) -> Budget {
        Budget { nodes: self.nodes, ..Budget::default() }
    }

    /// The depths whose answer a search must have given.
    fn depths(&self, height: usize, found: &Analysis<u8>) -> Vec<usize> {
        let mut depths = Vec::new();
        if found.stop == Stop::Complete {
            depths.push(height);
        }
        match self {
            Self { depth: Some(depth), nodes: None } => depths.push((*depth).min(height)),
            _ if found.stop != Stop::Complete && found.depth > 0 => depths.push(found.depth),
            _ => {}
        }
        depths
    }
}

/// The table of a search.
#[derive(Clone, Copy, Debug)]
enum GraphTable {
    None,
    Slots(usize),
    Kept,
}

fn memory(draw: &mut ChaCha8Rng) -> GraphTable {
    match draw.random_range(0..8) {
        0 => GraphTable::None,
        1..3 => GraphTable::Slots([1, 2, 8, 9, 64][draw.random_range(0..5)]),
        _ => GraphTable::Kept,
    }
}

/// One max^n search of `place`.
fn compare_maxn(graph: &Graph, place: u16, kept: &mut VectorTable, draw: &mut ChaCha8Rng) -> Result<bool, String> {
    let (root, height) = (graph.at(place).mover, graph.height(place));
    let way = GraphLimit::draw(height, draw);
    let seed = draw.random_range(0..99);
    // Results under one tie rule are of no use to another, so most searches of a graph have the same.
    let own = [TieRule::First, TieRule::WorstForRoot, TieRule::Spiteful][graph.places.len() % 3];
    let rules = [TieRule::First, TieRule::WorstForRoot, TieRule::Spiteful, TieRule::Random(seed), own, own, own, own];
    let any = Pruning::ALL[draw.random_range(0..Pruning::ALL.len())];
    let prunings = [any, any, Pruning::SPECULATIVE, Pruning::DEEP];
    let options = MaxnOptions {
        pruning: prunings[draw.random_range(0..4)],
        test: if draw.random_range(0..2) == 0 { Test::Sum } else { Test::Table },
        bounds: draw.random_range(0..4) == 0,
        ties: rules[draw.random_range(0..rules.len())],
        depth: way.depth,
        all_moves: draw.random_range(0..2) == 0,
    };
    if maxn::check(graph, &DeclaredRange, &place, &options).is_err() {
        return Ok(false);
    }
    let memory = memory(draw);
    let mut fresh = match memory {
        GraphTable::Slots(slots) => Some(VectorTable::with_slots(slots)),
        _ => None,
    };
    let table = if matches!(memory, GraphTable::Kept) { Some(kept) } else { fresh.as_mut() };
    let order = Shuffled(draw.random_range(0..99));
    let mut search = Maxn::with_order(graph, &DeclaredRange, &order).options(&options);
    if let Some(table) = table {
        search = search.table(table);
    }
    let found = search.budget(way.budget()).deepen(way.nodes.is_some()).run(&place).unwrap();
    let ties = if matches!(options.ties, TieRule::Random(_)) { TieRule::First } else { options.ties };
    let mut plain = PlainGraphSearch::new(graph, root);
    for depth in way.depths(height, &found) {
        let payoff = plain.maxn(place, ties, depth).0;
        let line = plain.line(place, ties, depth);
        let mut of_move = |mv: u8| plain.maxn(graph.at(place).next[usize::from(mv)], ties, depth - 1).0;
        let right = if matches!(options.ties, TieRule::Random(_)) {
            found.payoff[root] == payoff[root] && found.best.is_some_and(|mv| of_move(mv) == found.payoff)
        } else {
            found.payoff == payoff && found.line == line
        };
        if !right || !found.moves.iter().all(|value| of_move(value.mv) == value.payoff) {
            return Err(format!(
                "place {place} of {graph:?}\n{options:?} {way:?} {memory:?}\ngave {found:?}\nplain to {depth}: \
                 {payoff:?} {line:?}"
            ));
        }
    }
    Ok(true)
}

/// One paranoid search of `place`.
fn compare_paranoid(graph: &Graph, place: u16, kept: &mut ScalarTable, draw: &mut ChaCha8Rng) -> Result<bool, String> {
    let (root, height) = (graph.at(place).mover, graph.height(place));
    let way = GraphLimit::draw(height, draw);
    let prune = draw.random_range(0..8) > 0;
    let options = ParanoidOptions {
        prune,
        window: if prune { Window::ALL[draw.random_range(0..3)].1 } else { Window::Full },
        bounds: prune && draw.random_range(0..2) == 0,
        depth: way.depth,
        all_moves: draw.random_range(0..4) == 0,
        any_best: draw.random_range(0..4) == 0,
        ..ParanoidOptions::default()
    };
    let memory = memory(draw);
    let mut fresh = match memory {
        GraphTable::Slots(slots) => Some(ScalarTable::with_slots(slots)),
        _ => None,
    };
    let table = if matches!(memory, GraphTable::Kept) { Some(kept) } else { fresh.as_mut() };
    let order = Shuffled(draw.random_range(0..99));
    let mut search = Paranoid::with_order(graph, &DeclaredRange, &order).options(&options);
    if let Some(table) = table {
        search = search.table(table);
    }
    let found = search.budget(way.budget()).deepen(way.nodes.is_some()).run(&place).unwrap();
    let mut plain = PlainGraphSearch::new(graph, root);
    for depth in way.depths(height, &found) {
        let values: Vec<i16> = graph.at(place).next.iter().map(|&next| plain.paranoid(next, depth - 1)).collect();
        let most = *values.iter().max().unwrap();
        let first = values.iter().position(|&value| value == most).map(|mv| mv as u8);
        let is_best = |mv: u8| if options.any_best { values[usize::from(mv)] == most } else { first == Some(mv) };
        let mut end = place;
        found.line.iter().for_each(|&mv| _ = graph.play(&mut end, mv));
        let right = found.payoff[root] == most && found.best.is_some_and(is_best) && graph.payoff(&end) == found.payoff;
        if !right || !found.moves.iter().all(|value| values[usize::from(value.mv)] == value.payoff[root]) {
            return Err(format!(
                "place {place} of {graph:?}\n{options:?} {way:?} {memory:?}\ngave {found:?}\nplain to {depth}: \
                 {values:?}"
            ));
        }
    }
    Ok(true)
}

/// Compares searches at the root of many graphs and at positions after it, and returns what was wrong.
fn compare<T>(
    table: impl Fn() -> T,
    mut search: impl FnMut(&Graph, u16, &mut T, &mut ChaCha8Rng) -> Result<bool, String>,
) -> (u64, Vec<String>) {
    let asked = std::env::var("CUTTHROAT_COMPARISONS").map(|number| number.parse().expect("a number of comparisons"));
    let due = asked.unwrap_or(COMPARISONS) / 2;
    let (mut compared, mut seed, mut wrong) = (0, 0, Vec::new());
    while compared < due {
        let mut draw = ChaCha8Rng::seed_from_u64(seed);
        let small = seed % 4 == 0;
        let graph = Graph::draw(small, &mut draw);
        let mut kept = table();
        let mut place = graph.root();
        while graph.mover(&place).is_some() && (small || place == graph.root() || draw.random_range(0..2) == 0) {
            for _ in 0..SEARCHES {
                // Once a table knows everything, little can go wrong, except for roots that it has not seen.
                if !small && draw.random_range(0..3) == 0 {
                    kept = table();
                }
                match search(&graph, place, &mut kept, &mut draw) {
                    Ok(done) => compared += u64::from(done),
                    Err(what) => wrong.push(format!("graph {seed}: {what}")),
                }
            }
            let next = &graph.at(place).next;
            place = next[draw.random_range(0..next.len())];
        }
        seed += 1;
    }
    println!("{compared} comparisons on {seed} graphs");
    (compared, wrong)
}

fn none_wrong(compared: u64, wrong: &[String]) {
    assert!(wrong.is_empty(), "{} of {compared} wrong; the first: {}", wrong.len(), wrong[0]);
}

#[test]
fn max_n_remembers_nothing_wrong() {
    let (compared, wrong) = compare(|| VectorTable::with_slots(512), compare_maxn);
    none_wrong(compared, &wrong);
}

#[test]
fn paranoid_remembers_nothing_wrong() {
    let (compared, wrong) = compare(|| ScalarTable::with_slots(512), compare_paranoid);
    none_wrong(compared, &wrong);
}
