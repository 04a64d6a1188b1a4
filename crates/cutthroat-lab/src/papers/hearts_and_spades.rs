//! Open Hearts and Spades, hand by hand (2002, Table 4; 2003, Tables 11 and 12).

use cutthroat_catalog::Setup;

use super::Experiment;
use super::comparison_2002::about;
use super::finding::{Findings, Row, Unit};
use super::played::{Keep, Played, Reach};
use super::verdict::{Claim, Printed};
use super::workbench::{Workbench, part_of};
use crate::error::LabError;
use crate::stats::{Estimate, Interval};

pub(super) const TABLE_4_OF_2002: Experiment = Experiment {
    id: "2002-table4",
    title: "paranoid against max^n at Hearts and Spades",
    set_up: "Open hands, 250,000 nodes a play, 100 hands in all 6 (four players: 14) seatings; Hearts for three and four, Spades \
             for three without bids, as many tricks as possible. Max^n with the shallow and monotone pruning of 2000. And each \
             with a search of two tricks against a player that does not search.",
    minutes: 120,
    run: paranoid_against_maxn,
};

pub(super) const TABLE_11_OF_2003: Experiment = Experiment {
    id: "2003-table11",
    title: "how deep speculative max^n searches Hearts and Spades",
    set_up: "Three players, open, 500,000 nodes, 300 hands; evaluation: the difference to the mean of the opponents. All players \
             have a transposition table, and paranoid searches with zero windows. The average depth where it was not \
             limited by the hand, and how many cards were left when the hand was first searched to its end.",
    minutes: 600,
    run: depths,
};

pub(super) const TABLE_12_OF_2003: Experiment = Experiment {
    id: "2003-table12",
    title: "max^n and speculative max^n against paranoid",
    set_up: "Three players, open, 500,000 nodes, 50 hands in all seatings; evaluation: the difference to the mean of the opponents. Points \
             at Hearts (low is good), tricks at Spades.",
    minutes: 140,
    run: speculative_against_paranoid,
};

/// Ties go to the left, and left is what a good player would try first; nothing is random. With the reference order
/// instead, both searchers lose to the heuristic player in Spades.
const LEFT: &str = "root-ties=first,listing=order";

fn hands_of(players: usize) -> Setup {
    Setup { players: Some(players), ..Setup::default() }
}

const OUR_ORDER: &str = "the order of moves and the evaluation of cards to come are our own";

/// The scores of both, and by how much the first is better.
fn score_rows(name: &str, who: [&str; 2], paper: [Printed; 2], played: &Played) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for (kind, (who, paper)) in who.into_iter().zip(paper).enumerate() {
        let found = Estimate::of(&played.scores(kind));
        rows.extend(found.map(|found| Row::figure(format!("{name}: score of {who}"), Unit::Plain, paper, found)));
    }
    let sign = if played.low_is_good() { -1.0 } else { 1.0 };
    let apart = Printed::new(sign * (paper[0].value - paper[1].value) + 0.0, paper[0].last_digit + paper[1].last_digit);
    let better = Estimate::of(&played.better_by())
        .map(|found| Row::figure(format!("{name}: {} better by", who[0]), Unit::Signed, apart, found));
    rows.extend(better.map(|row| row.derived("the two above")));
    rows.into_iter().map(|row| row.because(OUR_ORDER)).collect()
}

/// A game of 2002's Table 4, with the paper's figures, paranoid's first.
struct Figures {
    name: &'static str,
    game: &'static str,
    players: usize,
    eval: &'static str,
    score: [Printed; 2],
    depth: [f64; 2],
    /// By which factor paranoid searches deeper, as the text says.
    deeper: f64,
    /// The standard deviation of a round.
    deviation: Option<f64>,
    against: [Printed; 2],
}

const fn tenths(one: f64, other: f64) -> [Printed; 2] {
    [Printed::new(one, 0.1), Printed::new(other, 0.1)]
}

const fn hundredths(one: f64, other: f64) -> [Printed; 2] {
    [Printed::new(one, 0.01), Printed::new(other, 0.01)]
}

fn paranoid_against_maxn(bench: &Workbench<'_>) -> Result<Findings, LabError> {
    let games = [
        Figures {
            name: "Hearts 3p",
            game: "hearts",
            players: 3,
            eval: "points",
            score: tenths(8.1, 8.9),
            depth: [15.2, 11.0],
            deeper: 1.5,
            deviation: Some(1.3),
            against: tenths(5.6, 5.6),
        },
        Figures {
            name: "Hearts 4p",
            game: "hearts",
            players: 4,
            eval: "points",
            score: hundredths(6.45, 6.55),
            depth: [14.3, 11.2],
            deeper: 1.33,
            deviation: Some(0.67),
            against: tenths(4.3, 4.2),
        },
        Figures {
            name: "Spades 3p",
            game: "spades",
            players: 3,
            eval: "tricks",
            score: hundredths(5.67, 5.67),
            depth: [15.4, 10.6],
            deeper: 1.5,
            deviation: None,
            against: hundredths(6.06, 6.12),
        },
    ];
    let nodes = bench.budget(8_000, 250_000);
    let mut rows = Vec::new();
    for figures in &games {
        rows.extend(rows_of_2002(bench, figures, nodes)?);
    }
    Ok(Findings {
        sample: format!("{nodes} nodes a play."),
        rows,
        notes: vec![
            "Cards to come are estimated by runs of top cards (Spades) or shared evenly (Hearts); the order drops trumps and \
             keeps away from the queen of spades. The heuristic player plays the first card of that order, and ties go to it; \
             max^n takes others' ties for the worst for the root, without which, the paper says, it plays much worse."
                .into(),
        ],
        ..Findings::default()
    })
}

fn rows_of_2002(bench: &Workbench<'_>, figures: &Figures, nodes: u64) -> Result<Vec<Row>, LabError> {
    let Figures { name, game, players, eval, .. } = *figures;
    let hands = bench.sample(if players == 4 { 12 } else { 32 }, 100);
    let part = name.to_lowercase().replace(' ', "-");
    let play = |part: &str, kinds: &[String]| bench.play(part, game, &hands_of(players), kinds, hands, Keep::Nothing);
    let sample = |played: &Played| part_of(played.deals(), 100, "hands");
    let mut rows = Vec::new();

    let maxn = |ties: &str| format!("maxn:pruning=abbnb,ties={ties},eval={eval},nodes={nodes},{LEFT}");
    let played = play(&part, &[format!("paranoid:eval={eval},nodes={nodes},{LEFT}"), maxn("worst-for-root")])?;
    let mut of_match = score_rows(name, ["paranoid", "max^n"], figures.score, &played);
    if let Some(paper) = figures.deviation {
        let found = Interval::of_deviation(&played.scores(0));
        let last = if paper < 1.0 { 0.01 } else { 0.1 };
        of_match.extend(found.map(|found| {
            Row::figure(format!("{name}: deviation of a round's score"), Unit::Plain, Printed::new(paper, last), found)
                .because("ours is that of paranoid's mean score over all seatings of a hand")
        }));
    }
    let depths = [played.depths(0), played.depths(1)];
    for ((who, paper), found) in ["paranoid", "max^n"].iter().zip(figures.depth).zip(&depths) {
        let found = Estimate::of(found);
        of_match.extend(found.map(|found| {
            Row::figure(format!("{name}: depth of {who}"), Unit::Plain, Printed::new(paper, 0.1), found)
                .because("move order decides how deep a search comes")
        }));
    }
    let ratio = Interval::of_ratio(&depths[0], &depths[1]);
    of_match.extend(ratio.map(|ratio| {
        Row::figure(format!("{name}: paranoid deeper by the factor"), Unit::Times, about(figures.deeper), ratio)
    }));
    rows.extend(of_match.into_iter().map(|row| row.of(sample(&played))));

    let plies = 2 * players;
    let searchers = [("paranoid", "paranoid", "bounds=on"), ("max^n", "maxn", "pruning=abbnb,ties=worst-for-root")];
    for ((who, kind, settings), paper) in searchers.into_iter().zip(figures.against) {
        let kinds = [format!("{kind}:{settings},eval={eval},depth={plies},{LEFT}"), "heuristic".to_owned()];
        let played = play(&format!("{part}-{kind}-heuristic"), &kinds)?;
        const BETTER: &str = "our heuristic player is a better one than the paper's, whose order is not given";
        let score = Estimate::of(&played.scores(0)).map(|found| {
            Row::figure(format!("{name}: score of {who} against the heuristic player"), Unit::Plain, paper, found)
        });
        // The total is shared: the paper's other figure follows.
        let (sign, total) = if game == "hearts" { (-1.0, 26.0) } else { (1.0, 17.0) };
        let by =
            Printed::new(sign * 2.0 * (paper.value - total / players as f64), 0.01_f64.max(2.0 * paper.last_digit));
        let better = Estimate::of(&played.better_by()).map(|found| {
            Row::figure(format!("{name}: {who} better than the heuristic player by"), Unit::Signed, by, found)
                .derived(&format!("all {total} are taken"))
        });
        rows.extend(score.into_iter().chain(better).map(|row| row.because(BETTER).of(sample(&played))));
    }

    if players == 3 {
        let played = play(&format!("{part}-tie-rule"), &[maxn("worst-for-root"), maxn("first")])?;
        let found = Estimate::of(&played.better_by());
        rows.extend(found.map(|found| {
            let quantity = format!("{name}: max^n with its tie rule better than without by");
            Row::direction(quantity, Unit::Signed, "much better", Claim::Above(0.0), found).of(sample(&played))
        }));
    }
    Ok(rows)
}

/// What the players of 2003 maximise: a player's difference to the mean of the others. It is constant-sum, as the
/// paper's pruning needs, and with the rest shared evenly it orders positions as points or tricks do.
fn eval_of(game: &str) -> &'static str {
    if game == "hearts" { "points" } else { "tricks" }
}

/// MiB of the transposition tables of 2003.
const MEBIBYTES: usize = 64;

fn depths(bench: &Workbench<'_>) -> Result<Findings, LabError> {
    const HANDS: u64 = 300;
    let nodes = bench.budget(50_000, 500_000);
    let hands = bench.sample(24, HANDS);
    let games = [
        ("Hearts", "hearts", [11.1, 12.1], [20.9, 22.1], 3.7),
        ("Spades", "spades", [11.1, 15.4], [21.7, 24.3], 33.5 - 24.3),
    ];
    let kinds = [
        ("max^n", "maxn:pruning=none"),
        ("speculative", "maxn:pruning=speculative,bounds=on"),
        ("paranoid", "paranoid:window=binary,bounds=on"),
    ];
    let mut rows = Vec::new();
    for (name, game, depth, cards, more) in games {
        let mut found: Vec<Vec<Reach>> = Vec::new();
        for (who, kind) in kinds {
            let eval = eval_of(game);
            let player = format!("{kind},eval={eval},nodes={nodes},memory={MEBIBYTES},{LEFT}");
            let part = format!("{game}-{}", who.replace('^', ""));
            let played = bench.play(&part, game, &hands_of(3), &[player], hands, Keep::Reach)?;
            found.push(played.games.iter().filter_map(|game| game.reach).collect());
        }
        let sample = |hands: usize| part_of(hands, HANDS, "hands");
        for (kind, (who, _)) in kinds.iter().enumerate().take(2) {
            let hands = found[kind].len();
            let values =
                |of: fn(&Reach) -> Option<f64>| Estimate::of(&found[kind].iter().filter_map(of).collect::<Vec<_>>());
            let tenth = |value| Printed::new(value, 0.1);
            let deep = values(|reach| reach.depth)
                .map(|found| Row::figure(format!("{name}, {who}: depth"), Unit::Plain, tenth(depth[kind]), found));
            let ended = values(|reach| reach.cards).map(|found| {
                Row::figure(format!("{name}, {who}: cards when first solved"), Unit::Plain, tenth(cards[kind]), found)
            });
            rows.extend(deep.into_iter().chain(ended).map(|row| row.of(sample(hands)).because(OUR_ORDER)));
        }
        let least = found.iter().map(Vec::len).min().unwrap_or(0);
        let steps: Vec<Vec<f64>> = found
            .windows(2)
            .map(|two| {
                let pairs = two[0].iter().zip(&two[1]).take(least);
                pairs.filter_map(|(one, other)| Some(other.cards? - one.cards?)).collect()
            })
            .collect();
        if game == "spades" {
            let cards: Vec<f64> = found[2].iter().filter_map(|reach| reach.cards).collect();
            rows.extend(Estimate::of(&cards).map(|found_cards| {
                Row::figure(
                    format!("{name}, paranoid: cards when first solved"),
                    Unit::Plain,
                    Printed::new(33.5, 0.1),
                    found_cards,
                )
                .of(sample(found[2].len()))
                .because(OUR_ORDER)
            }));
        }
        rows.extend(Estimate::of(&steps[1]).map(|step| {
            let last = if game == "hearts" { 0.1 } else { 0.2 };
            let row = Row::figure(
                format!("{name}: paranoid solves so many cards more than speculative"),
                Unit::Signed,
                Printed::new(more, last),
                step,
            );
            let row = if game == "hearts" { row } else { row.derived("33.5 - 24.3") };
            row.of(sample(least)).because(OUR_ORDER)
        }));
        if least > 0 {
            let steps: Vec<Option<Estimate>> = steps.iter().rev().map(|step| Estimate::of(step)).collect();
            rows.push(
                Row::order(format!("{name}: cards when first solved"), &["paranoid", "speculative", "max^n"], &steps)
                    .of(sample(least)),
            );
        }
    }
    Ok(Findings {
        sample: format!("all seats the same player, {nodes} nodes a move, tables of {MEBIBYTES} MiB."),
        rows,
        notes: vec![
            "Paranoid asks with zero windows, by binary search for the value; it and speculative max^n use what has been taken \
             as monotone bounds. Plain max^n has the table and does not prune."
                .into(),
        ],
        ..Findings::default()
    })
}

const TRIED_IN_2003: &str = "Tried on other deals, speculative max^n against paranoid at Hearts, by how much max^n is better: with the \
                             difference to the best opponent, which is not constant-sum, -2.0 +- 0.8 points at 100,000 \
                             nodes (50 hands), and -0.1 +- 0.9 with the difference to their mean. Ties to the reference \
                             order, -1.1 +- 0.6 at 20,000 nodes (100 hands) and +0.2 +- 1.2 at 500,000 (30 hands); chance \
                             between equal moves at the root, -1.4 +- 0.7 at 20,000. Ties worst for the root instead of to \
                             the left, -1.0 +- 0.7 at 20,000. The more nodes, the less paranoid's depth is worth. The paper \
                             gives no intervals; of its 50 hands they would be about as wide as ours.";

fn speculative_against_paranoid(bench: &Workbench<'_>) -> Result<Findings, LabError> {
    let nodes = bench.budget(20_000, 500_000);
    let hands = bench.sample(24, 50);
    let games = [
        ("Hearts", "hearts", [hundredths(8.50, 8.50), hundredths(8.01, 8.99)]),
        ("Spades", "spades", [hundredths(5.55, 5.78), hundredths(5.72, 5.61)]),
    ];
    let mut rows = Vec::new();
    for (name, game, papers) in games {
        let player = |kind: &str| format!("{kind},eval={},nodes={nodes},{LEFT}", eval_of(game));
        for ((who, kind), paper) in [("max^n", "none"), ("speculative", "speculative")].into_iter().zip(papers) {
            let kinds = [player(&format!("maxn:pruning={kind}")), player("paranoid:bounds=off")];
            let part = format!("{game}-{}", who.replace('^', ""));
            let played = bench.play(&part, game, &hands_of(3), &kinds, hands, Keep::Nothing)?;
            let sample = part_of(played.deals(), 50, "hands");
            let name = format!("{name}, {who} and paranoid");
            rows.extend(score_rows(&name, [who, "paranoid"], paper, &played).into_iter().map(|row| row.of(&sample)));
        }
    }
    Ok(Findings {
        sample: format!("{nodes} nodes a move, no transposition table."),
        rows,
        notes: vec![TRIED_IN_2003.into()],
        ..Findings::default()
    })
}
