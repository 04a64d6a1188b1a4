//! Whole games of Spades (2005, Table 4).

use cutthroat::{Game as _, Notation as _};
use cutthroat_catalog::{PlayerSpec, Seating, SeatingRequest, Setup};
use cutthroat_games::cards::{CardError, Spades, SpadesRules, read};
use serde::{Deserialize, Serialize};

use super::Experiment;
use super::finding::{Findings, Row, Unit};
use super::leaf_value_tables_2005::BID_RULE;
use super::verdict::Printed;
use super::workbench::{Workbench, part_of};
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
    minutes: 300,
    run: games,
};

const LIMIT: i32 = 300;
const SEATS: usize = 3;
/// Games in which no player ever reaches the limit are given up.
const MOST_HANDS: usize = 60;

/// The result of a game: the points of every seat, and the kind that sat there.
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
    // 2.5 million nodes a turn for 600 games are some 500 thousand million: a tenth of the budget, unless it is asked for.
    let nodes = bench.budget(10_000, 250_000);
    let deals = bench.sample(16, 100);
    let players = ["test=table,bounds=on", "test=linear,bounds=off"]
        .map(|test| format!("maxn:pruning=speculative,{test},eval=table1,nodes={nodes},root-ties=first,listing=order"));
    let request = SeatingRequest {
        game: "spades".into(),
        setup: Setup { players: Some(SEATS), ..Setup::default() },
        players: PlayerSpec::read_list(&players.join(" "))?,
        score: None,
        stop: Some(bench.stop.clone()),
        lets_cheat: false,
    };
    let seated = bench.registry.seat(&request)?;
    let all = seatings(2, SEATS);
    let count = deals * all.len() as u64;
    let settings = format!("{}, bids {BID_RULE}", players.join(" "));
    let played = bench.each(&format!("games at {nodes} nodes"), &settings, count, |id| {
        let seating = &all[(id as usize - 1) % all.len()];
        let deal = (id - 1) / all.len() as u64 + 1;
        play(seated.as_ref(), seating, bench.deal(deal), seed::of_game(bench.seed, id))
    })?;
    let whole = played.len() / all.len();
    let played = &played[..whole * all.len()];
    let by_deal = |kind: usize| -> Vec<f64> {
        played
            .chunks(all.len())
            .map(|games| games.iter().map(|game| game.mean(kind)).sum::<f64>() / games.len() as f64)
            .collect()
    };
    let (tables, linear) = (by_deal(0), by_deal(1));
    let difference: Vec<f64> = tables.iter().zip(&linear).map(|(one, other)| one - other).collect();
    let won = Share::of(played.iter().map(|game| game.won(0)).sum(), played.len());
    let points = |name: &str, paper: f64, values: &[f64]| {
        let found = Estimate::of(values)?;
        Some(Row::figure(format!("points of {name}"), Unit::Plain, Printed::new(paper, 1.0), found).because(TRIED))
    };
    let rows = [
        points("leaf-value tables", 263.0, &tables),
        points("the linear test", 226.0, &linear),
        Estimate::of(&difference).map(|found| {
            Row::figure("leaf-value tables better by", Unit::Signed, Printed::new(37.0, 2.0), found)
                .derived("263 - 226")
        }),
        won.map(|won| Row::figure("games won by leaf-value tables", Unit::Percent, Printed::new(62.3, 0.1), won)),
    ];
    let sample = part_of(played.len(), 600, "games");
    let hands = played.iter().map(|game| game.hands).sum::<usize>() as f64 / played.len().max(1) as f64;
    Ok(Findings {
        sample: format!("{sample}, {nodes} nodes a turn, {hands:.1} hands a game."),
        rows: rows.into_iter().flatten().map(|row| row.of(&sample)).collect(),
        notes: vec![
            "Evaluation of both: the formula of Table 1, by which it is worth overtricks to keep others from their bids. The paper \
             does not say which it was. With smot (two overtricks free, others' bids of no concern) both players find at once \
             that all bids can be made, and play the same cards. Bids are by the rule of Tables 2 and 3. All seatings of a \
             game meet the same deals, as far as the game goes."
                .into(),
            "The paper has 2.5 million nodes a turn, which would be some 500 thousand million nodes in all: --nodes 2500000 asks \
             for them."
                .into(),
        ],
        ..Findings::default()
    })
}

const TRIED: &str = "bids and the points of a hand decide how far both come until somebody has 300";

/// Plays hands until a player has won.
fn play(seated: &dyn Seating, places: &[usize], deals: u64, chance: u64) -> Result<Played, LabError> {
    let wrong = |error: CardError| LabError::Usage(error.to_string());
    // The leader stays the same: the paper says nothing of a deal that goes round.
    let mut points = [0; SEATS];
    let mut rules = SpadesRules::default();
    let mut hands = 0;
    while points.iter().all(|&points| points < LIMIT) && hands < MOST_HANDS {
        let number = hands as u64 + 1;
        let (game, position) = Spades::deal(rules, SEATS, None, seed::of_deal(deals, number)).map_err(wrong)?;
        let start = game.write_position(&position);
        let mut hand = seated.begin(&start, places, seed::of_game(chance, number))?;
        while hand.mover().is_some() {
            let chosen = hand.choose()?;
            if chosen.stopped {
                return Err(LabError::Stopped);
            }
            hand.play(&chosen.mv)?;
        }
        let (game, end) = read::<SpadesRules>(&hand.text()).map_err(wrong)?;
        for (seat, (points, &score)) in points.iter_mut().zip(game.payoff(&end).seats(SEATS)).enumerate() {
            *points += i32::from(score);
            rules.bags[seat] = (rules.bags[seat] + game.rules().bags_of(seat, SEATS, &end.taken())) % 10;
        }
        hands += 1;
    }
    Ok(Played { points: points.to_vec(), kinds: places.to_vec(), hands })
}
