//! The result of a search, as plain data.

use cutthroat::attain::LeafTable;
use cutthroat::hidden::Weighing;
use cutthroat::table::{Entry, Statistics, Table};
use cutthroat::{Cut, Game, MAX_PLAYERS, Notation, Outcome, Payoff, Player, Requirement, Sampled, Standing, Ties};
use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};

use crate::events::Events;
use crate::settings::Settings;

/// What a search found, and how.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The game.
    pub game: &'static str,
    /// The position that was searched.
    pub position: String,
    /// What decides the game beside the position: rules, trump, bids.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terms: Option<String>,
    /// The position drawn in characters, if that is easier to read than the notation.
    #[serde(skip)]
    pub diagram: Option<String>,
    /// Who is to move there, counted from 1; `None` where the game is over.
    pub mover: Option<usize>,
    /// The algorithm.
    pub algorithm: &'static str,
    /// The algorithm with its settings, those included that were chosen for the position. In JSON it is text, which can
    /// be given as an algorithm again.
    #[serde(serialize_with = "as_text")]
    pub spec: Settings,
    /// The pruning.
    pub pruning: &'static str,
    /// What decided whether a payoff is attainable.
    pub test: &'static str,
    /// With which windows alpha-beta searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<&'static str>,
    /// Whether monotone bounds were used.
    pub bounds: bool,
    /// The evaluation.
    pub evaluation: &'static str,
    /// The tie-break rule.
    pub tie_rule: &'static str,
    /// The seed of a random tie-break rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tie_seed: Option<u64>,
    /// What each player gets, seat 1 first; empty if the algorithm chooses a move without a search.
    pub payoff: Vec<i16>,
    /// The move to play; `None` where the game is over.
    #[serde(rename = "move")]
    pub best: Option<String>,
    /// The principal variation.
    pub pv: Vec<String>,
    /// States visited below the root, each time they were visited.
    pub nodes: u64,
    /// Nodes searched again: after an uncertain prune, or because a null window did not settle a value.
    pub researches: u64,
    /// The deepest level reached.
    pub depth: usize,
    /// Whether every line was searched to the end of the game or pruned.
    pub complete: bool,
    /// Why the search ended where it did: `complete`, `depth`, `nodes`, `time` or `stopped`.
    pub stop: &'static str,
    /// The node limit, if the game's default was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_nodes: Option<u64>,
    /// The value of every move of the root, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<MoveReport>>,
    /// The transposition table, where there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<MemoryReport>,
    /// Whether the size of that table is the default.
    #[serde(skip)]
    pub default_memory: bool,
    /// What told likely deals from others, if anything did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inference: Option<InferenceReport>,
    /// Bytes of the acceptance sets of the leaf-value table, beside the transposition table.
    #[serde(skip_serializing_if = "is_zero")]
    pub outcome_masks: u64,
    /// The prunes in the order in which they were made, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Vec<CutReport>>,
    /// Every step of the search, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub events: Option<Events>,
    /// The nodes of the tree, if asked for, each after its parent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<Vec<NodeReport>>,
    /// The leaf-value table, if the tree was asked for and the search had one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaf_table: Option<LeafTableReport>,
    /// Prunes beyond those listed.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_prunes: u64,
    /// The drawing, if asked for.
    #[serde(skip)]
    pub svg: Option<String>,
    /// The principal variation, formatted for people.
    #[serde(skip)]
    pub diagram_of_line: String,
}

fn as_text<S: Serializer>(spec: &Settings, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(spec)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// How likely deals were told from others.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct InferenceReport {
    /// How many deals were weighed.
    pub weighed: usize,
    /// They count as much as this many of equal weight: the effective sample size.
    pub effective: f64,
    /// The power to which likelihoods were raised, so that enough deals count; 1 if they are used as they are.
    pub tempering: f64,
    /// `weights` if deals were drawn equally often and weighed, `chains` if so few counted that they were drawn by
    /// Metropolis chains.
    pub by: &'static str,
}

impl InferenceReport {
    pub(crate) fn new(weighing: &Weighing) -> Self {
        let Weighing { weighed, effective, tempering, chained } = *weighing;
        Self { weighed, effective, tempering, by: if chained { "chains" } else { "weights" } }
    }
}

/// How a transposition table was used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct MemoryReport {
    /// Its size.
    pub bytes: u64,
    /// Whether one entry served all positions that differ only in irrelevant features.
    pub partition: bool,
    /// Positions that were looked up.
    pub probes: u64,
    /// Positions that needed no search because of it.
    pub hits: u64,
    /// Results written.
    pub stores: u64,
    /// Of those, how many replaced another position's.
    pub replaced: u64,
}

impl MemoryReport {
    pub(crate) fn new<E: Entry>(table: &Table<E>, may_partition: bool) -> Self {
        let Statistics { probes, hits, stores, replaced } = table.statistics();
        let (bytes, partition) = (table.bytes() as u64, may_partition);
        Self { bytes, partition, probes, hits, stores, replaced }
    }
}

/// A move of the root and what it leads to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MoveReport {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What each player gets after it.
    pub payoff: Vec<i16>,
    /// The move that was searched in its place, because both are equivalent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_as: Option<String>,
    /// What the payoff rests on, if it comes from samples.
    #[serde(flatten)]
    pub sampled: Option<SampledReport>,
}

/// What samples say about a move. In JSON the sums are written as means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SampledReport {
    /// How many samples began with it.
    pub visits: u64,
    /// The sum of the payoffs of each player, seat 1 first.
    pub sums: Vec<i64>,
    /// What each player gets at least and at most, if that is known.
    pub bounds: Option<(Vec<i16>, Vec<i16>)>,
    /// Whether the payoff is exact.
    pub settled: bool,
}

impl SampledReport {
    pub(crate) fn new(sampled: &Sampled, players: usize) -> Self {
        let Sampled { visits, sums, bounds, settled } = *sampled;
        let seats = |payoff: &Payoff| payoff.seats(players).to_vec();
        let bounds = bounds.map(|bounds| (seats(&bounds.lo), seats(&bounds.up)));
        Self { visits, sums: sums[..players].to_vec(), bounds, settled }
    }

    /// The mean payoff of each player, seat 1 first; nothing without a sample.
    #[must_use]
    pub fn means(&self) -> Vec<f64> {
        let sums = self.sums.iter().filter(|_| self.visits > 0);
        sums.map(|&sum| sum as f64 / self.visits as f64).collect()
    }
}

impl Serialize for SampledReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("visits", &self.visits)?;
        map.serialize_entry("means", &self.means())?;
        if let Some((least, most)) = &self.bounds {
            map.serialize_entry("least", least)?;
            map.serialize_entry("most", most)?;
        }
        map.serialize_entry("settled", &self.settled)?;
        map.end()
    }
}

/// A node of a tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NodeReport {
    /// Its place in the list.
    pub id: usize,
    /// The place of its parent; `None` for the root.
    pub parent: Option<usize>,
    /// The move that leads to it; empty at the root.
    #[serde(rename = "move")]
    pub mv: String,
    /// What is written on the branch that leads to it: the move and its equivalents, unless it is only a number or the name
    /// of the node.
    pub arc: String,
    /// Who moves there, counted from 1; `None` at a leaf.
    pub mover: Option<usize>,
    /// What each player gets; empty at a branch.
    pub payoff: Vec<i16>,
    /// What the tree says about the node, such as its name.
    pub remark: String,
}

/// The most outcomes of which a report has the acceptance sets.
const MOST_OUTCOMES: usize = 128;

/// A leaf-value table: the outcomes, and what each player would take in place of each of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LeafTableReport {
    /// How many outcomes there are.
    pub size: usize,
    /// The payoffs of the outcomes; none where there are too many to look at.
    pub outcomes: Vec<Vec<i16>>,
    /// What was counted for them, if monotone bounds use that; otherwise empty.
    pub counted: Vec<Vec<i16>>,
    /// For each player and each outcome: the places of those that the player would take in its place.
    pub accepted: Vec<Vec<AcceptedReport>>,
}

/// What a player would take in place of an outcome.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AcceptedReport {
    /// By a move that comes before that of the outcome in the reference order.
    pub before: Vec<u16>,
    /// By a move that comes after it.
    pub after: Vec<u16>,
}

impl LeafTableReport {
    /// The table of `outcomes`; `None` where a search cannot have one.
    pub(crate) fn new(outcomes: &[Outcome], ties: Ties, bounds: bool) -> Option<Self> {
        let table = LeafTable::new(outcomes, ties, bounds).ok()?;
        let size = table.outcomes().len();
        let shown = if size <= MOST_OUTCOMES { table.outcomes() } else { &[] };
        let seats = |payoff: &Payoff| payoff.seats(ties.players).to_vec();
        let accepted = |player: Player, best: usize| AcceptedReport {
            before: table.accepted(player, best, Standing::Before),
            after: table.accepted(player, best, Standing::After),
        };
        let counted = shown.iter().filter(|_| bounds).map(|outcome| seats(&outcome.counted));
        let players = Player::all(ties.players);
        Some(Self {
            size,
            outcomes: shown.iter().map(|outcome| seats(&outcome.payoff)).collect(),
            counted: counted.collect(),
            accepted: players.map(|player| (0..shown.len()).map(|best| accepted(player, best)).collect()).collect(),
        })
    }
}

/// One prune.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CutReport {
    /// The moves from the root to the node that was left; none for the root itself.
    pub node: Vec<String>,
    /// `exact` (its best is final), `final` (the parent ignores it) or `uncertain` (the parent sets it aside).
    pub kind: &'static str,
    /// Whether it was left before anything below it was searched.
    pub on_entry: bool,
    /// The children that were not searched, or not completely.
    pub children_cut: usize,
    /// The chain, from the node up.
    pub chain: Vec<LinkReport>,
    /// The least that unseen moves would have to give each player: the requirement vector.
    pub requirement: Vec<String>,
    /// Whether it had to be searched again after all.
    pub searched_again: bool,
    /// The outcomes of the leaf-value table that could still happen, by their places, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub possible: Option<Vec<u16>>,
}

/// One level of a chain.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LinkReport {
    /// The moves from the root to the node.
    pub node: Vec<String>,
    /// Its mover, counted from 1.
    pub player: usize,
    /// What the mover has.
    pub has: i16,
    /// What the mover would need to prefer another move.
    pub needs: String,
    /// What everybody has there: the best so far.
    pub best: Vec<i16>,
    /// Whether the moves that could replace it come `before` or `after` it in the reference order.
    pub standing: &'static str,
}

/// What a level would need, in words.
fn need(requirement: &Requirement, step: u16) -> String {
    let has = i32::from(requirement.has);
    match (requirement.tie_may_replace, step) {
        (true, _) => format!(">={has}"),
        (false, 0) => format!(">{has}"),
        (false, step) => format!(">={}", has + i32::from(step)),
    }
}

/// The report on a prune, in the notation of the game.
pub(crate) fn cut<G: Notation>(game: &G, root: &G::State, step: u16, cut: &Cut<<G as Game>::Move>) -> CutReport {
    let players = game.players();
    let node = game.write_line(root, &cut.moves);
    let prune = &cut.prune;
    let on_entry = prune.chain.first().is_none_or(|link| link.level < prune.level);
    let mut requirement: Vec<String> = (0..players)
        .map(|seat| match prune.bounds {
            Some(bounds) if bounds.lo.seats(MAX_PLAYERS)[seat] > i16::MIN => {
                format!(">={}", bounds.lo.seats(MAX_PLAYERS)[seat])
            }
            _ => "any".to_owned(),
        })
        .collect();
    let mut asked: Vec<Option<&Requirement>> = vec![None; players];
    for link in &prune.chain {
        let most = &mut asked[link.player.index()];
        let weight = |link: &Requirement| (link.has, !link.tie_may_replace);
        if most.is_none_or(|most| weight(link) > weight(most)) {
            *most = Some(link);
        }
    }
    for (requirement, asked) in requirement.iter_mut().zip(asked) {
        if let Some(link) = asked {
            *requirement = need(link, step);
        }
    }
    CutReport {
        kind: match prune.level - prune.top {
            0 => "exact",
            1 => "final",
            _ => "uncertain",
        },
        on_entry,
        children_cut: prune.cut,
        chain: prune
            .chain
            .iter()
            .map(|link| LinkReport {
                node: node[..link.level].to_vec(),
                player: link.player.seat(),
                has: link.has,
                needs: need(link, step),
                best: link.best.seats(players).to_vec(),
                standing: match link.standing {
                    Standing::Before => "before",
                    Standing::After => "after",
                },
            })
            .collect(),
        requirement,
        searched_again: cut.searched_again,
        possible: prune.possible.clone(),
        node,
    }
}
