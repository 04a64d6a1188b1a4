//! The rows and tables of the comparison.

use super::contests::{ARENAS, CHEATERS, EXPERT};
use super::{Met, Played};
use crate::papers::finding::{Findings, FoundTable, Row, Unit, whole};
use crate::papers::verdict::Claim;
use crate::stats::{Estimate, Interval};

/// What a difference is expected to be at least, where somebody asked for one.
const AIM_AGAINST_PUBLISHED: f64 = 0.5;

/// The part of the gap between the heuristic player and one who sees all cards that `expert` has to close.
const LEAST_PART_OF_GAP: f64 = 1.0 / 3.0;

/// All that is found.
pub(super) fn findings(played: &Played, cost: f64, against: f64) -> Findings {
    let gaps: Vec<Gap> = ARENAS.iter().filter_map(|arena| Gap::of(&played.ceiling, arena.name)).collect();
    let mut rows: Vec<Row> = played.ladder.iter().map(step).collect();
    rows.push(
        step(&played.published)
            .of(format!("{} hands", played.published.duel.games()))
            .because(&format!("the aim is {AIM_AGAINST_PUBLISHED} points a hand")),
    );
    rows.extend(gaps.iter().map(Gap::row));
    let everything = || {
        let variants = played.variants.iter().map(|(_, met)| met);
        played.ladder.iter().chain([&played.published]).chain(variants).chain(&played.ceiling)
    };
    let hands: usize = everything().map(|met| met.duel.games()).sum();
    let duels: Vec<Vec<String>> = everything().map(duel_cells).collect();
    let tables = vec![
        table("ladder", "The ladder", DUEL_HEADINGS, played.ladder.iter().map(duel_cells).collect()),
        table("published", "The published program's method", DUEL_HEADINGS, vec![duel_cells(&played.published)]),
        table(
            "variants",
            "What the parts of expert are worth: expert against itself with something else, at the same cost",
            &["what is different", "the other player", "expert is better by", "hands"],
            played.variants.iter().map(|(what, met)| variant_cells(what, met)).collect(),
        ),
        table(
            "ceiling",
            "What there is to gain: how much better than the heuristic player, against it",
            &["game", "expert", "the best who sees all cards", "who that is", "part of the gap that expert closes"],
            gaps.iter().map(Gap::cells).collect(),
        ),
        table("duels", "Every duel", DUEL_HEADINGS, duels),
    ];
    Findings {
        sample: format!(
            "{} hands; {:.1} ms of one core a decision, {:.1} ms against the published program's method.",
            whole(hands as f64),
            cost / 1000.0,
            against / 1000.0
        ),
        rows,
        tables: tables.into_iter().filter(|table| !table.rows.is_empty()).collect(),
        notes: vec![
            "Differences are paired: both kinds play every deal in every seat, and the mean over the seatings of a deal is one \
             observation. Intervals have 95 % confidence."
                .into(),
            "In Spades the players play for the score, bids and bags included; bids are made by the game's own rule.".into(),
        ],
        ..Findings::default()
    }
}

fn table(name: &str, title: &str, headings: &[&str], rows: Vec<Vec<String>>) -> FoundTable {
    FoundTable {
        name: format!("players-{name}"),
        title: title.to_owned(),
        headings: headings.iter().map(|&heading| heading.to_owned()).collect(),
        rows,
    }
}

const DUEL_HEADINGS: &[&str] = &["game", "player", "against", "better by", "unit", "games won", "hands"];

fn with_interval(found: Option<Estimate>, decimals: usize) -> String {
    match found.map(|found| (found.mean, found.half_width)) {
        Some((mean, Some(half))) => format!("{mean:+.decimals$} ± {half:.decimals$}"),
        Some((mean, None)) => format!("{mean:+.decimals$}"),
        None => "-".to_owned(),
    }
}

fn duel_cells(met: &Met) -> Vec<String> {
    let won = met
        .duel
        .won()
        .map_or("-".to_owned(), |won| format!("{:.1} % ± {:.1}", won.mean, won.half_width.unwrap_or_default()));
    vec![
        met.arena.name.to_owned(),
        met.one.name.to_owned(),
        met.other.name.to_owned(),
        with_interval(met.duel.better_by(), 2),
        met.duel.unit().to_owned(),
        won,
        met.duel.games().to_string(),
    ]
}

fn variant_cells(what: &str, met: &Met) -> Vec<String> {
    let better = format!("{} {}", with_interval(met.duel.better_by(), 2), met.duel.unit());
    vec![what.to_owned(), met.other.name.to_owned(), better, met.duel.games().to_string()]
}

/// A step of the ladder as a row: who is said to be better.
fn step(met: &Met) -> Row {
    let quantity =
        format!("{}: {} ahead of {}, {} a hand", met.arena.name, met.one.name, met.other.name, met.duel.unit());
    let Some(found) = met.duel.better_by() else {
        return Row::same(quantity, "ahead", "not played yet");
    };
    Row::direction(quantity, Unit::Signed, "ahead", Claim::Above(0.0), found).of(format!("{} hands", met.duel.games()))
}

/// How much of what there is to gain `expert` gains.
struct Gap {
    game: &'static str,
    unit: &'static str,
    expert: Estimate,
    best: Estimate,
    cheater: &'static str,
    closed: Option<Interval>,
}

impl Gap {
    fn of(ceiling: &[Met], game: &'static str) -> Option<Self> {
        let here = |name: &str| ceiling.iter().find(|met| met.arena.name == game && met.one.name == name);
        let expert = here(EXPERT.name)?;
        let mean = |met: &&Met| met.duel.better_by().map_or(f64::NEG_INFINITY, |found| found.mean);
        let cheater = CHEATERS.iter().filter_map(|cheater| here(cheater.name));
        let best = cheater.max_by(|one, other| mean(one).total_cmp(&mean(other)))?;
        Some(Self {
            game,
            unit: expert.duel.unit(),
            expert: expert.duel.better_by()?,
            best: best.duel.better_by()?,
            cheater: best.one.name,
            closed: Interval::of_ratio(&expert.by_deal(), &best.by_deal()),
        })
    }

    fn cells(&self) -> Vec<String> {
        let per_cent = |closed: Interval| {
            format!("{:.0} % ({:.0} to {:.0})", 100.0 * closed.middle, 100.0 * closed.low, 100.0 * closed.high)
        };
        vec![
            self.game.to_owned(),
            format!("{} {}", with_interval(Some(self.expert), 2), self.unit),
            format!("{} {}", with_interval(Some(self.best), 2), self.unit),
            self.cheater.to_owned(),
            self.closed.map_or("-".to_owned(), per_cent),
        ]
    }

    fn row(&self) -> Row {
        let quantity =
            format!("{}: part of the gap between heuristic and {} that expert closes", self.game, self.cheater);
        let Some(Interval { middle, low, high }) = self.closed else {
            return Row::same(quantity, "at least a third", "not known");
        };
        let [middle, low, high] = [middle, low, high].map(|part| 100.0 * part);
        let least = 100.0 * LEAST_PART_OF_GAP;
        Row::direction(quantity, Unit::Percent, "at least a third", Claim::Above(least), Interval { middle, low, high })
    }
}
