//! Players who see only their own cards, compared: the ladder up to `expert`, a published program's method, what each part of
//! `expert` is worth, and how much there would be to gain by seeing all cards.
//!
//! The comparison is data: [`contests`] says who plays against whom, and [`costs`] what a node costs each of them.

mod contests;
mod costs;
mod tables;

pub use costs::measure_costs;

use contests::{
    ARENAS, CHEATERS, EXPERT, HEARTS, HEARTS_OF_VARIANTS, HEARTS_WITH_PASSING, HEURISTIC, LADDER, PUBLISHED, VARIANTS,
};

use cutthroat_catalog::PlayerSpec;

use super::Experiment;
use super::finding::Findings;
use super::successors::arenas::Arena;
use super::successors::contenders::Contender;
use super::successors::duel::{self, Duel};
use super::workbench::Workbench;
use crate::error::LabError;

/// The comparison.
pub(super) const STRENGTH: Experiment = Experiment {
    id: "players",
    title: "players who see only their own cards, compared",
    set_up: "Two kinds of players sit at a table, every deal in all seatings of the two. They see only their own cards, and what is \
             played. What a node costs each of them was measured once and is kept in the repository, so that all have the same \
             processor time for a decision and the games repeat.",
    minutes: 60,
    run,
};

/// What a decision may cost, in microseconds.
const COST: f64 = 2_000.0;
const QUICK_COST: f64 = 1_000.0;

/// Two kinds of players who met.
struct Met {
    arena: &'static Arena,
    one: &'static Contender,
    other: &'static Contender,
    duel: Duel,
}

impl Met {
    fn play(
        bench: &Workbench<'_>,
        arena: &'static Arena,
        [one, other]: [&'static Contender; 2],
        microseconds: f64,
    ) -> Result<Self, LabError> {
        let deals = bench.sample(arena.quick_deals, arena.deals);
        let specs = [spec(arena, one, microseconds)?, spec(arena, other, microseconds)?];
        let part = format!("{}: {} against {}", arena.name, one.name, other.name);
        Ok(Self { arena, one, other, duel: duel::play(bench, &part, arena, &specs, deals)? })
    }

    /// By how much the first is better in each deal.
    fn by_deal(&self) -> Vec<f64> {
        self.duel.better_by_deal()
    }
}

/// A player with as many nodes as the time buys.
fn spec(arena: &Arena, contender: &Contender, microseconds: f64) -> Result<String, LabError> {
    // Passing does not change what a node costs.
    let measured = if arena.name == HEARTS_WITH_PASSING.name { &HEARTS } else { arena };
    let nodes = if *contender == PUBLISHED {
        costs::NO_LIMIT
    } else {
        // Who does not search costs next to nothing.
        costs::nodes(measured, contender, microseconds).unwrap_or(1)
    };
    let mut spec: PlayerSpec = contender.spec(arena.game, nodes)?.parse()?;
    // The play is compared, not the bids; but how cards are passed is a part of Hearts.
    if arena.name != HEARTS_WITH_PASSING.name && spec.settings.algorithm().setting("prepare").is_some() {
        spec.settings.set("prepare", "usual")?;
    }
    Ok(spec.to_string())
}

/// Everything that was played.
struct Played {
    ladder: Vec<Met>,
    published: Met,
    variants: Vec<(&'static str, Met)>,
    ceiling: Vec<Met>,
}

fn run(bench: &Workbench<'_>) -> Result<Findings, LabError> {
    let cost = bench.at(QUICK_COST, COST);
    let against = costs::of_a_decision(&HEARTS, &PUBLISHED).unwrap_or(cost);
    let published = Met::play(bench, &HEARTS_WITH_PASSING, [&EXPERT, &PUBLISHED], against)?;
    let (mut ladder, mut ceiling, mut variants) = (Vec::new(), Vec::new(), Vec::new());
    for arena in ARENAS {
        for step in LADDER.windows(2) {
            ladder.push(Met::play(bench, arena, [&step[1], &step[0]], cost)?);
        }
    }
    for arena in ARENAS {
        for player in [&EXPERT].into_iter().chain(CHEATERS) {
            ceiling.push(Met::play(bench, arena, [player, &HEURISTIC], cost)?);
        }
    }
    for (what, variant) in VARIANTS {
        variants.push((*what, Met::play(bench, &HEARTS_OF_VARIANTS, [&EXPERT, variant], cost)?));
    }
    // Of what is reported before it is finished, some parts have not begun.
    let has_begun = |met: &Met| met.duel.games() > 0;
    ladder.retain(has_begun);
    ceiling.retain(has_begun);
    variants.retain(|(_, met)| has_begun(met));
    Ok(tables::findings(&Played { ladder, published, variants, ceiling }, cost, against))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_can_sit_down_everywhere() {
        let arenas = ARENAS.iter().chain([&HEARTS_WITH_PASSING]);
        for arena in arenas {
            for contender in contests::everybody() {
                let spec = spec(arena, contender, 1000.0).unwrap();
                let again: PlayerSpec = spec.parse().unwrap();
                assert_eq!(again.to_string(), spec);
                let is_play_only = again.settings.get("prepare") == Some("usual");
                let can_prepare = again.settings.algorithm().setting("prepare").is_some();
                assert_eq!(is_play_only, can_prepare && arena.name != HEARTS_WITH_PASSING.name, "{spec}");
            }
        }
    }
}
