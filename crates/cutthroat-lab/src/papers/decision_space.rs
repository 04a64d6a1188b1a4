//! The decision spaces of the 2005 paper (Figures 5, 7 and 8), asked of the tests that the search uses.

use std::fmt::Write as _;

use cutthroat::attain::{Attain, SumTest, TableTest};
use cutthroat::{Evaluation as _, Payoff, Player, Range, Standing, TieRule, Ties};
use cutthroat_games::cards::{Position, Spades, SpadesEvaluation, SpadesRules, read};

use super::Experiment;
use super::finding::{Drawing, Findings, Row};
use super::leaf_value_tables_2005::{POSITION_OF_TABLE_1, ranks};
use super::workbench::Workbench;
use crate::error::LabError;

pub(super) const FIGURES_OF_2005: Experiment = Experiment {
    id: "2005-figures",
    title: "decision spaces of shallow and speculative pruning and of leaf-value tables",
    set_up: "Figures 2, 5, 7 and 8: for which bounds of the players a node can be pruned. Every cell is asked of the test that \
             the search uses.",
    minutes: 0,
    run: figures,
};

const MAXSUM: i16 = 10;
const TABLE_1: SpadesEvaluation = SpadesEvaluation::Table1;

/// Whether nothing is left that gives each of these players more than their bound.
fn prunes<T: Attain<Spades>>(test: &T, game: &Spades, position: &Position, bounds: &[(usize, T::Value)]) -> bool {
    let possible = test.possible(game, position);
    let mut region = test.everything(&possible);
    for (player, bound) in bounds {
        let accept = test.accept(Player::new(*player), bound, Standing::After);
        test.narrow(&mut region, &accept, &possible);
    }
    test.is_empty(&region)
}

fn figures(_: &Workbench<'_>) -> Result<Findings, LabError> {
    let (game, position) =
        read::<SpadesRules>(POSITION_OF_TABLE_1).map_err(|error| LabError::Usage(error.to_string()))?;
    let ties = Ties { rule: TieRule::First, root: Player::new(0), players: 3 };
    let range = Range {
        minp: Some(Payoff::ZERO),
        maxp: Some(Payoff::uniform(MAXSUM, 3)),
        minsum: None,
        maxsum: Some(MAXSUM.into()),
        step: 0,
    };
    let sums = SumTest::new(&TABLE_1, &range, ties, false, true);
    let bound = |player: usize, score: i16| (player, Payoff::uniform(score, 3));
    let shallow = Space::asked(MAXSUM as usize, |x, y| {
        prunes(&sums, &game, &position, &[bound(0, x as i16), bound(1, y as i16)])
    });
    // In a zero-sum game of two, the other player has the greatest sum less beta.
    let by_margin = |margin: i16| -> Vec<bool> {
        let alphas = (0..=MAXSUM).filter(|alpha| (0..=MAXSUM).contains(&(alpha + margin)));
        alphas
            .map(|alpha| prunes(&sums, &game, &position, &[bound(0, alpha), bound(1, MAXSUM - alpha - margin)]))
            .collect()
    };
    let margins: Vec<(i16, bool)> =
        (-MAXSUM..=MAXSUM).map(|margin| (margin, by_margin(margin).iter().all(|&prunes| prunes))).collect();
    let at_zero = (-MAXSUM..=MAXSUM).all(|margin| by_margin(margin).iter().all(|&prunes| prunes == (margin <= 0)));
    let speculative = [0, 2, 4, 6, 8, 10].map(|z| {
        let space = Space::asked(MAXSUM as usize, |x, y| {
            prunes(&sums, &game, &position, &[bound(0, x as i16), bound(1, y as i16), bound(2, z)])
        });
        (format!("Player 3 has {z}"), space, Vec::new())
    });
    let outcomes = TABLE_1.outcomes(&game).unwrap_or_default();
    let payoffs: Vec<Payoff> = outcomes.iter().map(|outcome| outcome.payoff).collect();
    let ranks = ranks(&payoffs, 3);
    let table =
        TableTest::<_, 1>::new(&TABLE_1, &outcomes, ties, false).map_err(|error| LabError::Usage(error.to_string()))?;
    let with = |player: usize, rank: usize| ranks.iter().position(|row| row[player] == rank).unwrap_or_default() as u16;
    let by_table = Space::asked(4, |x, y| prunes(&table, &game, &position, &[(0, with(0, x)), (1, with(1, y))]));
    let leaves: Vec<(usize, usize)> = ranks.iter().map(|row| (row[0], row[1])).collect();

    let on_line =
        (0..=MAXSUM as usize).all(|x| (0..=MAXSUM as usize).all(|y| shallow.at(x, y) == (x + y >= MAXSUM as usize)));
    let on_plane = speculative.iter().zip([0, 2, 4, 6, 8, 10]).all(|((_, space, _), z)| {
        (0..=MAXSUM as usize).all(|x| (0..=MAXSUM as usize).all(|y| space.at(x, y) == (x + y + z >= MAXSUM as usize)))
    });
    let kept: Vec<String> = (0..=4)
        .flat_map(|x| (0..=4).map(move |y| (x, y)))
        .filter(|&(x, y)| !by_table.at(x, y))
        .map(|(x, y)| format!("({x}, {y})"))
        .collect();
    let word = |holds: bool, text: &str| if holds { text.to_owned() } else { format!("not {text}") };
    Ok(Findings {
        sample: "every pair or triple of whole bounds.".into(),
        rows: vec![
            Row::same("Figure 2: prunes", "where beta - alpha <= 0", word(at_zero, "where beta - alpha <= 0")),
            Row::same("Figure 5: prunes", "where x + y >= maxsum", word(on_line, "where x + y >= maxsum")),
            Row::same("Figure 7: prunes", "where x + y + z >= maxsum", word(on_plane, "where x + y + z >= maxsum")),
            Row::same("Figure 8: cannot prune", "(0, 0), (0, 1), (1, 0), (1, 1)", kept.join(", ")),
        ],
        notes: vec!["Figure 7 is drawn in slices: one square for each bound of Player 3.".into()],
        drawings: vec![
            line("2005-figure2", "Alpha-beta (Figure 2)", &margins),
            drawing(
                "2005-figure5",
                "Shallow pruning, maxsum 10 (Figure 5)",
                &[("".into(), shallow, vec![(5, 4), (0, 6)])],
            ),
            drawing("2005-figure7", "Speculative pruning, maxsum 10 (Figure 7)", &speculative),
            drawing(
                "2005-figure8",
                "Leaf-value table of Table 1, by ranks (Figure 8)",
                &[("".into(), by_table, leaves)],
            ),
        ],
        ..Findings::default()
    })
}

/// A line of margins, beta less alpha, and whether a prune is possible at each.
fn line(name: &str, title: &str, margins: &[(i16, bool)]) -> Drawing {
    const CELL: f64 = 30.0;
    let width = 2.0 * GAP + CELL * margins.len() as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} 150\" width=\"{width}\" height=\"150\" \
         font-family=\"system-ui, sans-serif\" font-size=\"13\" role=\"img\">\
         <rect width=\"{width}\" height=\"150\" fill=\"#fff\"/><text x=\"{GAP}\" y=\"26\" font-size=\"16\">{title}: white can be \
         pruned</text>"
    );
    let mut csv = String::from("beta_less_alpha,prunes\n");
    for (place, (margin, prunes)) in margins.iter().enumerate() {
        let x = GAP + CELL * place as f64;
        let fill = if *prunes { "#fff" } else { "#b9c7d6" };
        let _ = write!(
            svg,
            "<rect x=\"{x}\" y=\"50\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\" stroke=\"#ccc\"/>\
             <text x=\"{}\" y=\"98\" text-anchor=\"middle\">{margin}</text>",
            x + CELL / 2.0
        );
        let _ = writeln!(csv, "{margin},{prunes}");
    }
    let _ = write!(svg, "<text x=\"{}\" y=\"128\" text-anchor=\"middle\">beta - alpha</text></svg>", width / 2.0);
    svg.push('\n');
    Drawing { name: name.to_owned(), svg, csv }
}

/// For every pair of bounds from 0 to `most`, whether a prune is possible.
struct Space {
    most: usize,
    prunes: Vec<bool>,
}

impl Space {
    fn asked(most: usize, prunes: impl Fn(usize, usize) -> bool) -> Self {
        let pairs = (0..=most).flat_map(|x| (0..=most).map(move |y| (x, y)));
        Self { most, prunes: pairs.map(|(x, y)| prunes(x, y)).collect() }
    }

    fn at(&self, x: usize, y: usize) -> bool {
        self.prunes[x * (self.most + 1) + y]
    }
}

/// A square with its name, and the leaf values to be drawn in it as circles.
type Square = (String, Space, Vec<(usize, usize)>);

const SIDE: f64 = 240.0;
const GAP: f64 = 70.0;
const IN_A_ROW: usize = 3;

fn drawing(name: &str, title: &str, squares: &[Square]) -> Drawing {
    let columns = squares.len().min(IN_A_ROW);
    let (width, height) =
        (GAP + (SIDE + GAP) * columns as f64 + 150.0, 80.0 + (SIDE + GAP) * squares.len().div_ceil(IN_A_ROW) as f64);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"13\" role=\"img\">\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/><text x=\"{GAP}\" y=\"26\" font-size=\"16\">{title}</text>"
    );
    let mut csv = String::from("square,player_1,player_2,prunes\n");
    for (place, (caption, space, leaves)) in squares.iter().enumerate() {
        let (left, top) =
            (GAP + (SIDE + GAP) * (place % IN_A_ROW) as f64, 65.0 + (SIDE + GAP) * (place / IN_A_ROW) as f64);
        let cell = SIDE / (space.most + 1) as f64;
        let centre = |x: usize, y: usize| (left + cell * (x as f64 + 0.5), top + SIDE - cell * (y as f64 + 0.5));
        let _ = write!(svg, "<text x=\"{left}\" y=\"{}\">{caption}</text>", top - 8.0);
        for x in 0..=space.most {
            for y in 0..=space.most {
                let prunes = space.at(x, y);
                let (cx, cy) = centre(x, y);
                let fill = if prunes { "#fff" } else { "#b9c7d6" };
                let _ = write!(
                    svg,
                    "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{cell:.1}\" height=\"{cell:.1}\" fill=\"{fill}\" stroke=\"#ccc\"/>",
                    cx - cell / 2.0,
                    cy - cell / 2.0
                );
                let _ = writeln!(csv, "{caption},{x},{y},{prunes}");
            }
        }
        for &(x, y) in leaves {
            let (cx, cy) = centre(x, y);
            let _ = write!(svg, "<circle cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"5\" fill=\"#fff\" stroke=\"#000\"/>");
        }
        for tick in (0..=space.most).step_by(if space.most > 5 { 5 } else { 1 }) {
            let (x, y) = (centre(tick, 0).0, centre(0, tick).1);
            let _ = write!(
                svg,
                "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{tick}</text>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{tick}</text>",
                top + SIDE + 16.0,
                left - 6.0,
                y + 4.0
            );
        }
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">Player 1</text>\
             <text transform=\"translate({:.1} {:.1}) rotate(-90)\" text-anchor=\"middle\">Player 2</text>",
            left + SIDE / 2.0,
            top + SIDE + 34.0,
            left - 30.0,
            top + SIDE / 2.0
        );
    }
    let legend = GAP + (SIDE + GAP) * columns as f64 - 40.0;
    let mut entry = |y: f64, fill: &str, text: &str| {
        let _ = write!(
            svg,
            "<rect x=\"{legend}\" y=\"{y}\" width=\"14\" height=\"14\" fill=\"{fill}\" stroke=\"#999\"/>\
             <text x=\"{}\" y=\"{}\">{text}</text>",
            legend + 20.0,
            y + 12.0
        );
    };
    entry(70.0, "#b9c7d6", "cannot prune");
    entry(94.0, "#fff", "can prune");
    if squares.iter().any(|(_, _, leaves)| !leaves.is_empty()) {
        let _ = write!(
            svg,
            "<circle cx=\"{}\" cy=\"126\" r=\"5\" fill=\"#fff\" stroke=\"#000\"/><text x=\"{}\" y=\"130\">leaf value</text>",
            legend + 7.0,
            legend + 20.0
        );
    }
    svg.push_str("</svg>\n");
    Drawing { name: name.to_owned(), svg, csv }
}
