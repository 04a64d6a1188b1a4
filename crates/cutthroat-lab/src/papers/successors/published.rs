//! What the papers say of these algorithms. Their games, evaluations and budgets are others, so that only the direction can
//! be compared.

use super::duel::Duel;
use super::{Budget, Fought};
use crate::papers::finding::{Row, Unit};
use crate::papers::verdict::Claim;
use crate::stats::Estimate;

/// That one algorithm wins more than another, as a paper says.
struct Published {
    /// Who says it.
    source: &'static str,
    /// What it says.
    says: &'static str,
    /// Who is said to win more.
    winner: &'static str,
    /// Than whom: an anchor in the same games.
    anchor: &'static str,
    /// In which games of ours.
    game: &'static str,
}

const PUBLISHED: &[Published] = &[
    Published {
        source: "Schadd and Winands 2011",
        says: "more, in Chinese Checkers",
        winner: "BRS",
        anchor: "max^n",
        game: "Chinese Checkers",
    },
    Published {
        source: "Schadd and Winands 2011",
        says: "more, in Chinese Checkers",
        winner: "BRS",
        anchor: "paranoid",
        game: "Chinese Checkers",
    },
    Published {
        source: "Baier and Kaisers 2020",
        says: "more, in Chinese Checkers",
        winner: "OPPS",
        anchor: "max^n",
        game: "Chinese Checkers",
    },
    Published {
        source: "Baier and Kaisers 2020",
        says: "more, in Chinese Checkers",
        winner: "OPPS",
        anchor: "paranoid",
        game: "Chinese Checkers",
    },
    Published {
        source: "Zuckerman and Felner 2011",
        says: "more, in Hearts",
        winner: "MP-Mix",
        anchor: "max^n",
        game: "Hearts",
    },
    Published {
        source: "Zuckerman and Felner 2011",
        says: "more, in Hearts",
        winner: "MP-Mix",
        anchor: "paranoid",
        game: "Hearts",
    },
    Published {
        source: "Sturtevant, Zinkevich and Bowling 2006",
        says: "more, in Spades against unknown players",
        winner: "prob-max^n",
        anchor: "max^n",
        game: "Spades",
    },
];

/// That one algorithm wins more against an anchor than another does, in the games whose names begin so.
const BESIDE: &[(&str, &str, [&str; 2], &str)] = &[
    ("Esser et al. 2013", "+8.3 to +11.1 in four-player chess", ["BRS+", "BRS"], "Chinese Checkers"),
    ("Nijssen and Winands 2013", "more, in Chinese Checkers", ["MCTS", "MCTS-paranoid"], "Chinese Checkers"),
];

/// The rows: what is published and ours, at equal cost.
pub(super) fn rows(fought: &[Fought]) -> Vec<Row> {
    let at_equal_cost = || fought.iter().filter(|fought| fought.budget == Budget::EqualCost);
    let mut rows = Vec::new();
    for Published { source, says, winner, anchor, game } in PUBLISHED {
        let meant = |fought: &&Fought| {
            fought.contender.name == *winner && fought.anchor.name == *anchor && fought.arena.name.starts_with(game)
        };
        for found in at_equal_cost().filter(meant) {
            let quantity = format!("{}: {winner} wins against {anchor}", found.arena.name);
            let row = found.duel.won().map(|won| {
                Row::direction(quantity, Unit::Percent, &said(says, source), Claim::Above(50.0), won)
                    .of(format!("{} games", found.duel.games()))
            });
            rows.extend(row);
        }
    }
    for (source, says, [better, other], game) in BESIDE {
        let meant = |found: &&Fought| found.contender.name == *better && found.arena.name.starts_with(game);
        for found in at_equal_cost().filter(meant) {
            let beside = at_equal_cost().find(|beside| {
                beside.contender.name == *other && beside.anchor == found.anchor && beside.arena == found.arena
            });
            let Some(beside) = beside else { continue };
            let quantity = format!(
                "{}: {better} wins more than {other} against {}, by points of per cent",
                found.arena.name, found.anchor.name
            );
            rows.extend(apart(&found.duel, &beside.duel).map(|apart| {
                Row::direction(quantity, Unit::Signed, &said(says, source), Claim::Above(0.0), apart)
                    .of(format!("{} games each", found.duel.games()))
            }));
        }
    }
    rows
}

fn said(says: &str, source: &str) -> String {
    format!("{says} ({source})")
}

/// The difference of what two have won, on the same deals.
fn apart(one: &Duel, other: &Duel) -> Option<Estimate> {
    let pairs = one.deals.iter().zip(&other.deals);
    Estimate::of(&pairs.map(|(one, other)| 100.0 * (one.won - other.won)).collect::<Vec<_>>())
}
