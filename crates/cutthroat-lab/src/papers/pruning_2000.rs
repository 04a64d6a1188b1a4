//! Sturtevant and Korf 2000: pruning techniques.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cutthroat::{
    Bounds, Budget, Evaluation, Game as _, Maxn, Memo, Paranoid, Payoff, Player, Pruning, Range, SearchHints as _,
    VectorTable,
};
use cutthroat_catalog::{Request, Setup};
use cutthroat_games::cards::{
    Card, CardStart, Cards, HeartsEvaluation, HeartsRules, Listing, Position, SergeantMajor, SergeantMajorEvaluation,
    SergeantMajorRules, Suit, TrickGame,
};

use super::Experiment;
use super::finding::{Findings, Row, Unit, whole};
use super::verdict::{Found, Printed};
use super::workbench::{Workbench, part_of};
use crate::error::LabError;
use crate::stats::{Estimate, Interval};

pub(super) const TABLE_1: Experiment = Experiment {
    id: "2000-table1",
    title: "the max/min duality",
    set_up: "Three-player Hearts, and the same game turned into one that is maximised: the least and the most that a \
             player can have, and what all have together.",
    minutes: 0,
    run: duality,
};

pub(super) const TABLE_2: Experiment = Experiment {
    id: "2000-table2",
    title: "nodes of the first five tricks of Sergeant Major",
    set_up: "200 random deals of 16 cards each without trump; the first five tricks (15 plies), tricks taken so far; equivalent \
             cards are generated once, from high to low by rank; no transposition table.",
    minutes: 40,
    run: first_five_tricks,
};

pub(super) const SOLVE_8: Experiment = Experiment {
    id: "2000-solve8",
    title: "whole hands of eight cards",
    set_up: "Sergeant Major with 8 cards each (24 plies), searched to the end by alpha-beta branch-and-bound. The paper says \
             that it takes from a few seconds to a minute; times are not compared, nodes are shown.",
    minutes: 20,
    run: whole_hands,
};

fn duality(_: &Workbench<'_>) -> Result<Findings, LabError> {
    let rules = HeartsRules { random_aside: false, ..HeartsRules::default() };
    let (game, _) = TrickGame::deal(rules, 3, None, 1).map_err(|error| LabError::Usage(error.to_string()))?;
    let outcomes = HeartsEvaluation::Points.outcomes(&game).unwrap_or_default();
    let extent = |payoffs: &mut dyn Iterator<Item = Payoff>| {
        let (mut least, mut most, mut sum) = (i16::MAX, i16::MIN, i32::MIN);
        for payoff in payoffs {
            least = payoff.seats(3).iter().copied().fold(least, i16::min);
            most = payoff.seats(3).iter().copied().fold(most, i16::max);
            sum = sum.max(payoff.sum());
        }
        [i32::from(least), i32::from(most), sum]
    };
    let before = extent(&mut outcomes.iter().map(|outcome| outcome.counted));
    let after = extent(&mut outcomes.iter().map(|outcome| outcome.payoff));
    let names = ["minp", "maxp", "maxsum"];
    let mut rows = Vec::new();
    for (game, found, paper) in [("Hearts", before, [0, 26, 26]), ("turned round", after, [0, 26, 52])] {
        for ((name, ours), paper) in names.iter().zip(found).zip(paper) {
            rows.push(Row::same(format!("{name}, {game}"), paper.to_string(), ours.to_string()));
        }
    }
    let sample = format!("all {} ways to share the points.", outcomes.len());
    Ok(Findings { sample, rows, ..Findings::default() })
}

/// Tricks taken so far. The paper has no leaf-value tables, and without outcomes the searches by them are not compiled.
struct Tricks;

const TRICKS: SergeantMajorEvaluation = SergeantMajorEvaluation::Tricks;

impl Evaluation<SergeantMajor> for Tricks {
    const ENUMERATES: bool = false;

    fn range(&self, game: &SergeantMajor) -> Range {
        TRICKS.range(game)
    }

    fn evaluate(&self, game: &SergeantMajor, position: &Position) -> Payoff {
        TRICKS.evaluate(game, position)
    }

    fn payoff_bounds(&self, game: &SergeantMajor, position: &Position) -> Option<Bounds> {
        TRICKS.payoff_bounds(game, position)
    }

    fn renews_bounds(&self, game: &SergeantMajor, position: &Position) -> bool {
        TRICKS.renews_bounds(game, position)
    }

    fn memo(&self, game: &SergeantMajor, position: &Position) -> Option<Memo> {
        TRICKS.memo(game, position)
    }
}

const PLIES: usize = 15;
const MEBIBYTES: usize = 64;
const DEALS: u64 = 200;

/// The first five tricks of the deal with this seed. The sum of payoffs is 5, and ties go to the left.
fn five_tricks(seed: u64) -> Result<(SergeantMajor, Position), LabError> {
    let wrong = |error: cutthroat_games::cards::CardError| LabError::Usage(error.to_string());
    let rules = SergeantMajorRules::default();
    let (_, deal) = SergeantMajor::deal(rules, 3, None, seed).map_err(wrong)?;
    let hands = Player::all(3).map(|player| deal.hand(player)).collect();
    let start = CardStart { hands, within: Some(5), ..CardStart::default() };
    let (game, position) = SergeantMajor::new(rules, &start).map_err(wrong)?;
    Ok((game.listed(Listing::ByRank), position))
}

fn by_maxn(seed: u64, pruning: Pruning, budget: &Budget) -> Result<u64, LabError> {
    let (game, position) = five_tricks(seed)?;
    let search = Maxn::new(&game, &Tricks).pruning(pruning).bounds(pruning.is_by_bounds());
    let found = search.budget(budget.clone()).run(&position);
    Ok(found.map_err(cutthroat_catalog::Error::from)?.nodes)
}

/// Alpha-beta branch-and-bound with a transposition table.
fn by_maxn_with_a_table(seed: u64, budget: &Budget) -> Result<u64, LabError> {
    let (game, position) = five_tricks(seed)?;
    // With a depth, so that nothing is asked but what the search without a table asks.
    let mut table = VectorTable::new(MEBIBYTES);
    let search = Maxn::new(&game, &Tricks).pruning(Pruning::ALPHA_BETA_BRANCH_AND_BOUND).bounds(true).depth(PLIES);
    let found = search.partitions(&mut table).budget(budget.clone()).run(&position);
    Ok(found.map_err(cutthroat_catalog::Error::from)?.nodes)
}

fn by_paranoid(seed: u64, bounds: bool, budget: &Budget) -> Result<u64, LabError> {
    let (game, position) = five_tricks(seed)?;
    let found = Paranoid::new(&game, &Tricks).bounds(bounds).budget(budget.clone()).run(&position);
    Ok(found.map_err(cutthroat_catalog::Error::from)?.nodes)
}

/// The nodes of the whole tree. What is below the beginning of a trick depends on the hands and the leader only, so
/// positions that occur again are not counted again; the last trick is a formula.
fn whole_tree(seed: u64, budget: &Budget) -> Result<u64, LabError> {
    let (game, mut position) = five_tricks(seed)?;
    let mut counter = Counter { game, known: HashMap::new(), moves: Vec::new(), stop: budget.stop.clone() };
    let nodes = counter.below(&mut position, PLIES);
    if counter.is_stopped() { Err(LabError::Stopped) } else { Ok(nodes) }
}

struct Counter {
    game: SergeantMajor,
    known: HashMap<([Cards; 3], Player), u64>,
    moves: Vec<Card>,
    stop: Option<Arc<AtomicBool>>,
}

impl Counter {
    /// Whether it was stopped, so that the count has no meaning.
    fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    fn below(&mut self, position: &mut Position, plies: usize) -> u64 {
        let begins = position.played() == 0;
        let hands = [0, 1, 2].map(|player| position.hand(Player::new(player)));
        if begins && plies == 3 {
            return in_one_trick(&hands, self.game.leader(position).index());
        }
        let key = (hands, self.game.leader(position));
        if let Some(&nodes) = self.known.get(&key).filter(|_| begins) {
            return nodes;
        }
        if begins && self.is_stopped() {
            return 0;
        }
        let first = self.moves.len();
        self.game.search_moves(position, &mut self.moves);
        let mut nodes = (self.moves.len() - first) as u64;
        if plies > 1 {
            for place in first..self.moves.len() {
                let card = self.moves[place];
                let undo = self.game.play(position, card);
                nodes += self.below(position, plies - 1);
                self.game.undo(position, card, undo);
            }
        }
        self.moves.truncate(first);
        if begins {
            self.known.insert(key, nodes);
        }
        nodes
    }
}

/// The nodes of one trick without trump. Which cards are equivalent does not change within a trick, so once the suit is
/// led, every player has as many cards to choose from as if nobody had chosen before.
fn in_one_trick(hands: &[Cards; 3], leader: usize) -> u64 {
    let in_play = hands[0] | hands[1] | hands[2];
    let classes = |turn: usize| {
        let hand = hands[(leader + turn) % 3];
        let highest = hand.highest_of_runs(in_play - hand);
        Suit::ALL.map(|suit| highest.of(suit).len() as u64)
    };
    let (leads, seconds, thirds) = (classes(0), classes(1), classes(2));
    let choices = |classes: &[u64; 4], led: usize| match classes[led] {
        0 => classes.iter().sum(),
        following => following,
    };
    (0..4).map(|led| leads[led] * (1 + choices(&seconds, led) * (1 + choices(&thirds, led)))).sum()
}

fn first_five_tricks(bench: &Workbench<'_>) -> Result<Findings, LabError> {
    type Count = fn(u64, &Budget) -> Result<u64, LabError>;
    let algorithms: [(&str, Printed, Count); 6] = [
        ("whole tree", Printed::new(3.33e9, 1e7), whole_tree),
        ("branch-and-bound", Printed::new(32.7e6, 1e5), |seed, budget| {
            by_maxn(seed, Pruning::BRANCH_AND_BOUND, budget)
        }),
        ("shallow", Printed::new(26.8e6, 1e5), |seed, budget| by_maxn(seed, Pruning::SHALLOW, budget)),
        ("alpha-beta branch-and-bound", Printed::new(1.43e6, 1e4), |seed, budget| {
            by_maxn(seed, Pruning::ALPHA_BETA_BRANCH_AND_BOUND, budget)
        }),
        ("paranoid", Printed::new(437_600.0, 100.0), |seed, budget| by_paranoid(seed, false, budget)),
        ("paranoid with heuristic", Printed::new(36_121.0, 1.0), |seed, budget| by_paranoid(seed, true, budget)),
    ];
    // The paper's factors, each over the column before.
    let factors = [(102.0, 1.0), (1.22, 0.01), (18.7, 0.1), (3.27, 0.01), (12.1, 0.1)];
    let deals = bench.sample(20, DEALS);
    // The whole tree takes many seconds a deal and is left out at the small scale.
    let first = bench.at(1, 0);
    let (mut rows, mut nodes) = (Vec::new(), vec![Vec::new(); first]);
    for &(name, paper, count) in &algorithms[first..] {
        let found: Vec<f64> =
            bench.each(name, "", deals, |number| Ok(count(bench.deal(number), &bench.until_stopped())? as f64))?;
        let sample = part_of(found.len(), DEALS, "deals");
        rows.extend(Estimate::of(&found).map(|mean| {
            Row::figure(name, Unit::Nodes, paper, mean).of(&sample).because("the order of equal ranks is our own")
        }));
        if name == algorithms[0].0 && !found.is_empty() {
            let (least, most) =
                (found.iter().copied().fold(f64::INFINITY, f64::min), found.iter().copied().fold(0.0, f64::max));
            let extremes = [("least", 78e6, 1e6, least), ("most", 64e9, 1e9, most)];
            rows.extend(extremes.map(|(what, paper, last, ours)| {
                Row::figure(
                    format!("{name}, {what} of a deal"),
                    Unit::Nodes,
                    Printed::new(paper, last),
                    Found::Count(ours),
                )
                .of(&sample)
                .because("an extreme of a sample has no interval")
            }));
        }
        nodes.push(found);
    }
    let names: Vec<&str> = algorithms[first..].iter().map(|(name, ..)| *name).collect();
    let least = nodes[first..].iter().map(Vec::len).min().unwrap_or(0);
    let sample = part_of(least, DEALS, "deals");
    for (place, (paper, last)) in factors.into_iter().enumerate().skip(first) {
        let ratio = Interval::of_ratio(&nodes[place][..least], &nodes[place + 1][..least]);
        let quantity = format!("reduction by {}", algorithms[place + 1].0);
        rows.extend(
            ratio.map(|ratio| Row::figure(quantity, Unit::Times, Printed::new(paper, last), ratio).of(&sample)),
        );
    }
    if least > 0 {
        let steps = nodes[first..].windows(2).map(|two| {
            let pairs = two[0].iter().zip(&two[1]).take(least);
            Estimate::of(&pairs.map(|(one, other)| one - other).collect::<Vec<f64>>())
        });
        rows.push(Row::order("order of the averages", &names, &steps.collect::<Vec<_>>()).of(&sample));
    }
    let settings = format!("{MEBIBYTES} MiB");
    let remembering: Vec<f64> = bench.each("with a table", &settings, deals, |number| {
        Ok(by_maxn_with_a_table(bench.deal(number), &bench.until_stopped())? as f64)
    })?;
    let least = least.min(remembering.len());
    let saved = Interval::of_ratio(&nodes[3][..least], &remembering[..least]);
    rows.extend(saved.map(|ratio| {
        Row::figure("a transposition table saves", Unit::Times, Printed::new(3.0, 1.0), ratio)
            .of(part_of(least, DEALS, "deals"))
            .because("of alpha-beta branch-and-bound; the paper does not say what its table stored")
    }));
    Ok(Findings {
        sample: "averages are heavy-tailed: the interval says how far the sample may be off.".into(),
        rows,
        notes: vec![
            "The sum to be had in the searched part is 5, payoffs are whole numbers and ties go to the left; other choices \
             miss by factors. The paper's text also says 33 billion for the whole tree, a slip for 3.33."
                .into(),
            "Two cards of a hand are equivalent when no card still in play lies between them. The whole tree is counted \
             exactly: positions that occur again at the beginning of a trick only once, and the last trick by a formula."
                .into(),
        ],
        ..Findings::default()
    })
}

fn whole_hands(bench: &Workbench<'_>) -> Result<Findings, LabError> {
    let deals = bench.sample(6, 100);
    let setup = Setup { eval: Some("so-far".into()), ..Setup::default() };
    let setup = setup.with_option("cards", 8).with_option("trump", "N");
    let request = Request::of("maxn:pruning=abbnb,depth=24")?;
    let nodes = bench.nodes("hands", "", deals, "sergeant-major", &setup, &request)?;
    let most = nodes.iter().copied().fold(0.0, f64::max);
    let solved = format!("{} of {}", nodes.len(), nodes.len());
    let row = Row::holds("hands of eight cards solved", "can be solved", solved, true);
    let average = Estimate::of(&nodes).map_or(String::new(), |found| {
        let half = found.half_width.map_or(String::new(), |half| format!(" +- {}", whole(half)));
        format!(
            "They took {}{half} nodes on average and {} at most; the paper gives times only. ",
            whole(found.mean),
            whole(most)
        )
    });
    Ok(Findings {
        sample: format!("{} deals, without trump; no transposition table.", nodes.len()),
        rows: if nodes.is_empty() { Vec::new() } else { vec![row.of(format!("{} deals", nodes.len()))] },
        notes: vec![format!("{average}Moves are ordered by the game's own order, not by rank alone as in Table 2.")],
        ..Findings::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every node visited, with neither formula nor memory.
    fn one_by_one(game: &SergeantMajor, position: &mut Position, plies: usize) -> u64 {
        let mut moves = Vec::new();
        game.search_moves(position, &mut moves);
        let mut nodes = moves.len() as u64;
        for card in moves.into_iter().filter(|_| plies > 1) {
            let undo = game.play(position, card);
            nodes += one_by_one(game, position, plies - 1);
            game.undo(position, card, undo);
        }
        nodes
    }

    #[test]
    fn whole_trees_are_counted_by_formula_and_one_by_one() {
        for seed in 0..12 {
            let (game, mut position) = five_tricks(seed).unwrap();
            for plies in [3, 6] {
                let expected = one_by_one(&game, &mut position, plies);
                let mut counter = Counter { game: game.clone(), known: HashMap::new(), moves: Vec::new(), stop: None };
                assert_eq!(counter.below(&mut position, plies), expected, "deal {seed}, {plies} plies");
            }
        }
    }
}
