//! Every field of the notation of card games, every evaluation and every way to search, against the plain games and searches
//! of [`plain`]: max^n under all tie rules, paranoid search with all windows, best-reply search; to the end, to a depth, and
//! deepening within budgets; without a table, with tiny ones, and with one kept over all of it and from move to move.
//!
//! `CUTTHROAT_COMPARISONS=1000000` sets the number of comparisons.

use std::collections::HashMap;
use std::fmt::Debug;

use cutthroat::maxn::{self, Test};
use cutthroat::paranoid::Window;
use cutthroat::{
    Analysis, BestReply, Budget, Evaluation, Game as _, Lifted, Maxn, MaxnOptions, Notation as _, Others, Paranoid,
    ParanoidOptions, Player, Pruning, ScalarTable, Selection, Stop, TieRule, VectorTable,
};
use cutthroat_games::cards::{
    BridgeRules, Card, HeartsRules, OhHellRules, Position, Rules, SergeantMajorRules, SpadesRules, TrickGame, Utility,
    Weighted, read,
};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::card_order::CardOrder;
use crate::plain::draw::{self, one_of};
use crate::plain::search::{PlainAnalysis, PlainNode, PlainSearch};
use crate::plain::worth::has_formula;
use crate::plain::{self, Kind, PlainGame, text};

/// Comparisons in the normal tests, of all games together.
const COMPARISONS: u64 = 100_000;

/// Larger trees are skipped.
const MOST_NODES: usize = 10_000;

/// Searches of one position and evaluation by each algorithm.
const SEARCHES: usize = 4;

fn order<R: Rules>(root: Player, draw: &mut ChaCha8Rng) -> CardOrder<R> {
    match draw.random_range(0..3) {
        0 => CardOrder::Listed,
        1 => CardOrder::usual(),
        _ => CardOrder::Weighted(Weighted::against(root)),
    }
}

fn name(card: Card) -> plain::PlainCard {
    (card.suit() as usize, 12 - card.above())
}

fn numbers(payoff: &cutthroat::Payoff, players: usize) -> Vec<i32> {
    payoff.seats(players).iter().map(|&score| score.into()).collect()
}

/// How far a search goes.
#[derive(Clone, Debug)]
struct DrawnLimit {
    /// Plies, or to the end.
    depth: Option<usize>,
    /// Level by level, with this many nodes.
    nodes: Option<u64>,
}

impl DrawnLimit {
    /// Half of all searches go to the end at once, as `solve` does.
    fn draw(height: usize, draw: &mut ChaCha8Rng) -> Self {
        let depth = |draw: &mut ChaCha8Rng| Some(draw.random_range(1..=height + 2));
        match draw.random_range(0..6) {
            0..3 => Self { depth: None, nodes: None },
            3 => Self { depth: depth(draw), nodes: None },
            4 => Self { depth: None, nodes: Some(u64::MAX / 2) },
            _ => {
                let depth = if draw.random_range(0..3) == 0 { depth(draw) } else { None };
                let most = one_of(draw, &[20, 200, 2_000]);
                Self { depth, nodes: Some(draw.random_range(1..=most)) }
            }
        }
    }

    fn budget(&self) -> Budget {
        Budget { nodes: self.nodes, ..Budget::default() }
    }
}

/// Which table a search has.
#[derive(Clone, Copy, Debug)]
enum DrawnTable {
    None,
    Slots(usize),
    WithoutPartitions(usize),
    /// The one that all searches of this evaluation share, at this position and those after it.
    Kept,
}

impl DrawnTable {
    fn draw(draw: &mut ChaCha8Rng) -> Self {
        let slots = one_of(draw, &[1, 2, 3, 8, 9, 17, 64, 512]);
        one_of(draw, &[Self::None, Self::Slots(slots), Self::WithoutPartitions(slots), Self::Kept, Self::Kept])
    }
}

/// A position in both forms, and its origin.
struct DrawnPosition<'a, R: Rules> {
    game: &'a TrickGame<R>,
    position: Position,
    plain: &'a PlainGame,
    node: &'a PlainNode,
    height: usize,
    origin: &'a str,
}

/// The results of plain searches of one position by one evaluation, by algorithm, tie rule and depth.
type PlainResults = HashMap<(u8, usize), PlainAnalysis>;

impl<R: Rules> DrawnPosition<'_, R> {
    /// Every legal card where the position was written so, or one of each class of equivalent ones.
    fn selection(&self) -> Selection {
        Selection { equivalents: self.origin.contains("equivalence=off"), ..Selection::default() }
    }

    fn root(&self) -> Player {
        Player::new(self.node.deal.mover())
    }

    /// The depths whose answer a search must have given: of the level it completed, and the whole tree if it says so.
    fn depths(&self, way: &DrawnLimit, found: &Analysis<Card>) -> Vec<usize> {
        let mut depths = Vec::new();
        if found.stop == Stop::Complete {
            depths.push(self.height);
        }
        match way {
            DrawnLimit { depth: Some(depth), nodes: None } => depths.push((*depth).min(self.height)),
            _ if found.stop != Stop::Complete => depths.push(found.depth),
            _ => {}
        }
        depths.dedup();
        depths
    }

    /// Whether the line can be played and leads to `payoff`.
    fn line_leads_to(&self, evaluation: &str, found: &Analysis<Card>, payoff: &[i32]) -> bool {
        let mut at = self.node;
        for card in &found.line {
            let Some(next) = at.child(name(*card)) else { return false };
            at = next;
        }
        self.plain.evaluate(evaluation, &at.deal) == payoff
    }

    fn complain(
        &self,
        what: &str,
        setting: &dyn Debug,
        found: &Analysis<Card>,
        expected: &PlainAnalysis,
        depth: usize,
    ) -> ! {
        panic!(
            "{} at {}\n(from {})\n{what}: {setting:?}\ngave {:?} {:?} {:?} moves {:?}, {:?} at depth {}\nplain to \
             {depth}: {:?} of {:?}, line {:?}",
            R::NAME,
            self.game.write_position(&self.position),
            self.origin,
            numbers(&found.payoff, self.plain.players),
            found.best,
            found.line,
            found.moves,
            found.stop,
            found.depth,
            expected.payoff(),
            expected.moves.iter().map(|(card, value)| (text::name(*card), value)).collect::<Vec<_>>(),
            expected.line.iter().map(|&card| text::name(card)).collect::<Vec<_>>()
        );
    }

    /// One max^n search; `false` if the evaluation does not declare what it needs.
    fn maxn(
        &self,
        utility: R::Evaluation,
        kept: &mut VectorTable,
        known: &mut PlainResults,
        draw: &mut ChaCha8Rng,
    ) -> bool {
        let way = DrawnLimit::draw(self.height, draw);
        let any = one_of(draw, &Pruning::ALL);
        let options = MaxnOptions {
            pruning: one_of(draw, &[any, Pruning::SPECULATIVE, Pruning::DEEP]),
            test: one_of(draw, &[Test::Sum, Test::Table]),
            bounds: draw.random_range(0..4) > 0,
            ties: [TieRule::First, TieRule::WorstForRoot, TieRule::Spiteful, TieRule::Random(draw.random_range(0..99))]
                [draw.random_range(0..4)],
            depth: way.depth,
            all_moves: draw.random_range(0..4) == 0,
        };
        if maxn::check(self.game, &utility, &self.position, &options).is_err() {
            return false;
        }
        let memory = DrawnTable::draw(draw);
        let mut table = match memory {
            DrawnTable::Slots(slots) | DrawnTable::WithoutPartitions(slots) => Some(VectorTable::with_slots(slots)),
            DrawnTable::None | DrawnTable::Kept => None,
        };
        let table = if matches!(memory, DrawnTable::Kept) { Some(kept) } else { table.as_mut() };
        let order = order::<R>(self.root(), draw);
        let mut search = Maxn::with_order(self.game, &utility, &order).options(&options).selection(self.selection());
        if let Some(table) = table {
            let whole = matches!(memory, DrawnTable::WithoutPartitions(_));
            search = if whole { search.table(table) } else { search.partitions(table) };
        }
        let found = search.budget(way.budget()).deepen(way.nodes.is_some()).run(&self.position).unwrap();
        let setting = (utility.name(), options, &way, memory);
        let root = self.root();
        let search = PlainSearch { plain: self.plain, evaluation: utility.name(), root: root.index() };
        let payoff = numbers(&found.payoff, self.plain.players);
        for depth in self.depths(&way, &found).into_iter().filter(|&depth| depth > 0) {
            let (rule, ties) = match options.ties {
                TieRule::First => (0, TieRule::First),
                TieRule::WorstForRoot => (1, TieRule::WorstForRoot),
                TieRule::Spiteful => (2, TieRule::Spiteful),
                // Only the order of the root's own moves is shuffled.
                TieRule::Random(_) => (0, TieRule::First),
            };
            let expected = known.entry((rule, depth)).or_insert_with(|| search.maxn(self.node, ties, depth));
            let of_move = |card: Card| expected.moves.iter().find(|(mv, _)| *mv == name(card)).map(|(_, value)| value);
            let right = if matches!(options.ties, TieRule::Random(_)) {
                found.best.and_then(of_move) == Some(&payoff)
                    && payoff[root.index()] == expected.payoff()[root.index()]
                    && self.line_leads_to(utility.name(), &found, &payoff)
            } else {
                let line: Vec<plain::PlainCard> = found.line.iter().map(|&card| name(card)).collect();
                payoff == expected.payoff() && line == expected.line
            };
            let moves_right = found.moves.iter().all(|value| {
                of_move(value.mv).is_some_and(|expected| *expected == numbers(&value.payoff, self.plain.players))
            });
            if !right || !moves_right || options.all_moves == found.moves.is_empty() {
                self.complain("max^n", &setting, &found, expected, depth);
            }
        }
        true
    }

    /// One paranoid search.
    fn paranoid(
        &self,
        utility: R::Evaluation,
        kept: &mut ScalarTable,
        known: &mut PlainResults,
        draw: &mut ChaCha8Rng,
    ) {
        let (way, options) = self.alpha_beta(utility, draw);
        let memory = DrawnTable::draw(draw);
        let mut table = match memory {
            DrawnTable::Slots(slots) | DrawnTable::WithoutPartitions(slots) => Some(ScalarTable::with_slots(slots)),
            DrawnTable::None | DrawnTable::Kept => None,
        };
        let table = if matches!(memory, DrawnTable::Kept) { Some(kept) } else { table.as_mut() };
        let order = order::<R>(self.root(), draw);
        let mut search =
            Paranoid::with_order(self.game, &utility, &order).options(&options).selection(self.selection());
        if let Some(table) = table {
            let whole = matches!(memory, DrawnTable::WithoutPartitions(_));
            search = if whole { search.table(table) } else { search.partitions(table) };
        }
        let found = search.budget(way.budget()).deepen(way.nodes.is_some()).run(&self.position).unwrap();
        let search = PlainSearch { plain: self.plain, evaluation: utility.name(), root: self.root().index() };
        for depth in self.depths(&way, &found).into_iter().filter(|&depth| depth > 0) {
            let expected = known.entry((3, depth)).or_insert_with(|| search.paranoid(self.node, depth));
            self.check_alpha_beta("paranoid", utility, &options, &(&way, memory), &found, expected, depth);
        }
    }

    /// One best-reply search, in which the others play the first move that is listed.
    fn best_reply(&self, utility: R::Evaluation, known: &mut PlainResults, draw: &mut ChaCha8Rng) {
        let (way, options) = self.alpha_beta(utility, draw);
        let listed = CardOrder::<R>::Listed;
        let replies = BestReply::new(self.game, &listed, &self.position, Others::FirstChoice).unwrap();
        let order = order::<R>(self.root(), draw);
        let (evaluation, order) = (Lifted(&utility), Lifted(&order));
        let search = Paranoid::with_order(&replies, &evaluation, &order).options(&options);
        let found = search.budget(way.budget()).deepen(way.nodes.is_some()).run(&replies.begin(&self.position));
        let found = replies.in_the_game(&self.position, &found.unwrap());
        let search = PlainSearch { plain: self.plain, evaluation: utility.name(), root: self.root().index() };
        for depth in self.depths(&way, &found).into_iter().filter(|&depth| depth > 0) {
            let expected = known.entry((4, depth)).or_insert_with(|| search.best_reply(self.node, depth));
            self.check_alpha_beta("best reply", utility, &options, &way, &found, expected, depth);
        }
    }

    fn alpha_beta(&self, utility: R::Evaluation, draw: &mut ChaCha8Rng) -> (DrawnLimit, ParanoidOptions) {
        let way = DrawnLimit::draw(self.height, draw);
        let prune = draw.random_range(0..8) > 0;
        let bounded = utility.payoff_bounds(self.game, &self.position).is_some();
        let options = ParanoidOptions {
            prune,
            window: if prune { one_of(draw, &Window::ALL).1 } else { Window::Full },
            bounds: prune && bounded && draw.random_range(0..4) > 0,
            depth: way.depth,
            all_moves: draw.random_range(0..4) == 0,
            any_best: draw.random_range(0..4) == 0,
            ..ParanoidOptions::default()
        };
        (way, options)
    }

    #[expect(clippy::too_many_arguments, reason = "all that a complaint names")]
    fn check_alpha_beta(
        &self,
        algorithm: &str,
        utility: R::Evaluation,
        options: &ParanoidOptions,
        setting: &dyn Debug,
        found: &Analysis<Card>,
        expected: &PlainAnalysis,
        depth: usize,
    ) {
        let root = self.root();
        let of_move = |card: Card| expected.moves.iter().find(|(mv, _)| *mv == name(card)).map(|(_, value)| value[0]);
        let is_best = |card: Card| match options.any_best {
            true => of_move(card) == Some(expected.payoff()[0]),
            false => name(card) == expected.moves[expected.best].0,
        };
        let right = i32::from(found.payoff[root]) == expected.payoff()[0]
            && found.best.is_some_and(is_best)
            && self.line_leads_to(utility.name(), found, &numbers(&found.payoff, self.plain.players));
        let moves_right = found.moves.iter().all(|value| of_move(value.mv) == Some(i32::from(value.payoff[root])));
        if !right || !moves_right || options.all_moves == found.moves.is_empty() {
            self.complain(algorithm, &(utility.name(), options, setting), found, expected, depth);
        }
    }
}

/// How often searches were compared, and how far into games.
#[derive(Default)]
struct FieldCounts {
    comparisons: u64,
    stopped_early: u64,
    hits: u64,
}

/// Plays a deal from a drawn position on, and compares searches by some evaluations after every card.
fn play<R: Rules>(kind: Kind, seed: u64, tally: &mut FieldCounts) {
    let mut draw = ChaCha8Rng::seed_from_u64(seed);
    let origin = draw::position(kind, &mut draw);
    let (game, mut position) = read::<R>(&origin).unwrap_or_else(|error| panic!("{} {origin}: {error}", R::NAME));
    let written = game.write_position(&position);
    assert_eq!(read::<R>(&written).unwrap(), (game.clone(), position), "{origin} is written as {written}");
    let (plain, deal) = PlainGame::read(kind, &origin, &written);
    let Some(tree) = PlainNode::grow(&plain, deal, &mut MOST_NODES.clone()) else { return };
    let mut node = &tree;
    let formulas: Vec<R::Evaluation> =
        R::Evaluation::ALL.iter().copied().filter(|utility| has_formula(utility.name())).collect();
    let first = draw.random_range(0..formulas.len());
    let utilities = [0, 1].map(|next| formulas[(first + next) % formulas.len()]);
    let mut vectors = utilities.map(|_| VectorTable::with_slots(4096));
    let mut scalars = utilities.map(|_| ScalarTable::with_slots(4096));
    loop {
        for (place, &utility) in utilities.iter().enumerate() {
            let evaluated = numbers(&Evaluation::evaluate(&utility, &game, &position), plain.players);
            let expected = plain.evaluate(utility.name(), &node.deal);
            assert_eq!(evaluated, expected, "{} {} at {origin}", R::NAME, utility.name());
            if node.children.is_empty() {
                assert_eq!(game.mover(&position), None, "{origin}");
                continue;
            }
            let height = node.height();
            let at = DrawnPosition { game: &game, position, plain: &plain, node, height, origin: &origin };
            assert_eq!(game.mover(&position), Some(at.root()), "{origin}");
            let mut known = PlainResults::new();
            for _ in 0..SEARCHES {
                tally.comparisons += u64::from(at.maxn(utility, &mut vectors[place], &mut known, &mut draw));
                at.paranoid(utility, &mut scalars[place], &mut known, &mut draw);
                tally.comparisons += 1;
            }
            at.best_reply(utility, &mut known, &mut draw);
            tally.comparisons += 1;
            if position.hand(at.root()).len() > usize::from(position.tricks_left()) {
                tally.stopped_early += 2 * SEARCHES as u64;
            }
        }
        if node.children.is_empty() || draw.random_range(0..4) == 0 {
            break;
        }
        let (card, next) = &node.children[draw.random_range(0..node.children.len())];
        let card = game.legal(&position).iter().find(|&legal| name(legal) == *card).expect("a legal card");
        game.play(&mut position, card);
        node = next;
    }
    tally.hits += vectors.iter().map(|table| table.statistics().hits).sum::<u64>();
    tally.hits += scalars.iter().map(|table| table.statistics().hits).sum::<u64>();
}

/// As many comparisons as one of five games has to make.
fn compare<R: Rules>(kind: Kind) {
    let asked = std::env::var("CUTTHROAT_COMPARISONS").map(|number| number.parse().expect("a number of comparisons"));
    let due = asked.unwrap_or(COMPARISONS) / 5 + 1;
    let mut tally = FieldCounts::default();
    let mut seed = 0;
    while tally.comparisons < due {
        play::<R>(kind, seed, &mut tally);
        seed += 1;
    }
    println!(
        "{}: {} comparisons on {seed} deals, {} where a deal stops early, {} hits",
        R::NAME,
        tally.comparisons,
        tally.stopped_early,
        tally.hits
    );
    assert!(tally.stopped_early > due / 10 && tally.hits > due / 20);
}

#[test]
fn hearts_is_right() {
    compare::<HeartsRules>(Kind::Hearts);
}

#[test]
fn spades_is_right() {
    compare::<SpadesRules>(Kind::Spades);
}

#[test]
fn oh_hell_is_right() {
    compare::<OhHellRules>(Kind::OhHell);
}

#[test]
fn sergeant_major_is_right() {
    compare::<SergeantMajorRules>(Kind::SergeantMajor);
}

#[test]
fn bridge_is_right() {
    compare::<BridgeRules>(Kind::Bridge);
}
