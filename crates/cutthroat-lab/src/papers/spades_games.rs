//! Whole games of Spades (2005, Table 4).

use cutthroat::Notation as _;
use cutthroat_catalog::{Contest, ContestRequest, PlayerSpec, Setup};
use cutthroat_games::cards::{CardError, ScoreSheet, SpadesRules, read};
use serde::{Deserialize, Serialize};

use super::Experiment;
use super::finding::{Findings, Row, Verdict, margin};
use super::workbench::Workbench;
use crate::error::LabError;
use crate::seating::seatings;
use crate::seed;
use crate::stats::{Estimate, Share};

pub(super) const TABLE_4_OF_2005: Experiment = Experiment {
    id: "2005-table4",
    title: "leaf-value tables against the linear classifier, games of Spades to 300",
    set_up: "Open Spades, three players, hand after hand until somebody has 300 points; 100 games in all 6 seatings, 2.5 million \
             nodes a turn. Both players are speculative max^n with the evaluation of Table 1; one prunes by leaf-value tables, the \
             other by sums.",
    run: games,
};

const LIMIT: i32 = 300;
const SEATS: usize = 3;
/// Games in which nobody ever reaches the limit are given up.
const MOST_HANDS: usize = 60;

/// What a game came to: the points of every seat, and the kind that sat there.
#[derive(Serialize, Deserialize)]
struct Played {
    points: Vec<i32>,
    kinds: Vec<usize>,
    hands: usize,
}

impl Played {
    fn mean(&self, kind: usize) -> f64 {
        let points: Vec<f64> = self.of(kind).map(|seat| f64::from(self.points[seat])).collect();
        points.iter().sum::<f64>() / points.len() as f64
    }

    /// The part of the game that a kind has won.
    fn won(&self, kind: usize) -> f64 {
        let most = self.points.iter().max();
        let winners = self.points.iter().filter(|&points| Some(points) == most).count();
        self.of(kind).filter(|&seat| Some(&self.points[seat]) == most).count() as f64 / winners as f64
    }

    fn of(&self, kind: usize) -> impl Iterator<Item = usize> {
        (0..self.kinds.len()).filter(move |&seat| self.kinds[seat] == kind)
    }
}

fn games(bench: &Workbench<'_>) -> Result<Findings, LabError> {
    // 2.5 million nodes a turn for 600 games are some 500 thousand million: a tenth of the budget.
    let nodes = bench.at(10_000, 250_000);
    let deals = bench.sample(16, 100);
    let players = [true, false].map(|table| {
        let test = if table { "table,bounds=on" } else { "sum,bounds=off" };
        format!("maxn:pruning=speculative,test={test},eval=table1,nodes={nodes},root-ties=first,listing=order")
    });
    let contest = ContestRequest {
        game: "spades".into(),
        setup: Setup { players: Some(SEATS), ..Setup::default() },
        players: PlayerSpec::read_list(&players.join(" "))?,
        score: None,
        stop: Some(bench.stop.clone()),
    };
    let contest = contest.open()?;
    let all = seatings(2, SEATS);
    let count = deals * all.len() as u64;
    let played = bench.each("games", count, |id| {
        let seating = &all[(id as usize - 1) % all.len()];
        let deal = (id - 1) / all.len() as u64 + 1;
        play(contest.as_ref(), seating, bench.deal(deal), seed::of_game(bench.seed, id))
    })?;
    let by_deal = |kind: usize| -> Vec<f64> {
        played
            .chunks(all.len())
            .map(|games| games.iter().map(|game| game.mean(kind)).sum::<f64>() / games.len() as f64)
            .collect()
    };
    let (tables, linear) = (by_deal(0), by_deal(1));
    let difference: Vec<f64> = tables.iter().zip(&linear).map(|(one, other)| one - other).collect();
    let points = |name: &str, paper: f64, values: &[f64]| {
        let found = Estimate::of(values);
        Row {
            interval: found.map_or(String::new(), |found| margin(&found, |half| format!("{half:.0}"))),
            ..Row::beside(format!("points of {name}"), paper, found.map(|found| found.mean), 0)
                .verdict(Verdict::Open, "the difference below is compared")
        }
    };
    let hands = played.iter().map(|game| game.hands).sum::<usize>() as f64 / played.len() as f64;
    let tried = "both play the same evaluation and differ only in how deep they search";
    Ok(Findings {
        sample: format!("{count} games ({deals} sequences of deals in 6 seatings), {nodes} nodes a turn, {hands:.1} hands a game."),
        rows: vec![
            points("leaf-value tables", 263.0, &tables),
            points("the linear classifier", 226.0, &linear),
            Row::difference("leaf-value tables better by", 37.0, Estimate::of(&difference)).if_differs(tried),
            Row::share("games won by leaf-value tables", 62.3, Share::of(played.iter().map(|game| game.won(0)).sum(), played.len()))
                .if_differs(tried),
        ],
        notes: vec![
            "Evaluation of both: the formula of Table 1, by which it is worth overtricks to keep others from their bids. The paper \
             does not say which it was. With smot (two overtricks free, others' bids of no concern) bids, which add up to \
             15 to 17 of 17 tricks, can all be made, both players find that at once and play the same cards: +0.0 points a \
             hand over 240 hands at 10,000 nodes. Everybody bids what a simple count of sure and likely tricks suggests. \
             All seatings of a game meet the same deals, as far as the game goes."
                .into(),
            "The paper's 2.5 million nodes a turn would be some 500 thousand million nodes in all; what is run is the largest \
             sample that fits."
                .into(),
        ],
        ..Findings::default()
    })
}

/// Plays hands until somebody has won.
fn play(contest: &dyn Contest, seating: &[usize], deals: u64, chance: u64) -> Result<Played, LabError> {
    let wrong = |error: CardError| LabError::Usage(error.to_string());
    let mut sheet = ScoreSheet::new(SpadesRules::default(), SEATS, LIMIT).map_err(wrong)?;
    while !sheet.is_over() && sheet.deals() < MOST_HANDS {
        let number = sheet.deals() as u64 + 1;
        let (game, position) = sheet.deal(seed::of_deal(deals, number)).map_err(wrong)?;
        let start = game.write_position(&position);
        let mut hand = contest.begin(&start, seating, seed::of_game(chance, number))?;
        while hand.mover().is_some() {
            let chosen = hand.choose()?;
            if chosen.stopped {
                return Err(LabError::Stopped);
            }
            hand.play(&chosen.mv)?;
        }
        let (game, end) = read::<SpadesRules>(&hand.text()).map_err(wrong)?;
        sheet.record(&game, &end);
    }
    Ok(Played { points: sheet.totals().to_vec(), kinds: seating.to_vec(), hands: sheet.deals() })
}
