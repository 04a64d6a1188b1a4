//! The tree of a search: nodes and what was sampled below them. It knows no game: moves are places in lists.

use super::logarithm::{ln, power};
use super::options::{MctsOptions, MctsPolicy, RewardScale, Unvisited};
use crate::eval::{Bounds, Range};
use crate::game::{MAX_PLAYERS, Player};
use crate::payoff::Payoff;
use crate::ties::Ties;

/// A position in the tree.
#[derive(Clone, Copy)]
pub(super) struct SampleNode {
    /// The sum of rewards sampled below it, of the player whose rewards decide between it and its siblings.
    pub(super) sum: i64,
    pub(super) visits: u32,
    /// The first of its children, which stand one after the other in reference order.
    pub(super) first: u32,
    /// The place of its record, if it was seen and bounds are kept.
    pub(super) record: u32,
    /// How many children there are; 0 before they join the tree.
    pub(super) count: u16,
    /// The place of the move that leads here in the order of moves.
    pub(super) place: u16,
    /// How many of its children were tried, in the order of moves, or need not be.
    pub(super) tried: u16,
    pub(super) mover: u8,
    pub(super) flags: u8,
}

/// What bounds say about a position that was seen. In max^n that holds for every player and whatever the tie rule; in
/// paranoid search only the root player's number means anything. Rewards, if they are not payoffs.
#[derive(Clone, Copy)]
pub(super) struct NodeRecord {
    /// What each player gets at least and at most.
    pub(super) lo: Payoff,
    pub(super) up: Payoff,
    /// The payoffs under the tie rule, if the node is settled.
    pub(super) value: Payoff,
    /// The place of the record of what was known before anything below was looked at: it holds for children that were
    /// not seen yet. That record itself is shared by all positions of which nothing else is known; most of a tree is.
    pub(super) shared: u32,
}

impl SampleNode {
    /// A node without a visit.
    const NEW: Self = Self { sum: 0, visits: 0, first: 0, record: 0, count: 0, place: 0, tried: 0, mover: 0, flags: 0 };

    /// It was visited, so its mover is known.
    pub(super) const SEEN: u8 = 1;
    /// The game is over there.
    pub(super) const OVER: u8 = 2;
    /// Its value is known.
    pub(super) const SETTLED: u8 = 4;
    /// Its parent's mover will not choose it.
    pub(super) const BEATEN: u8 = 8;
    /// Some of its children are settled or beaten.
    pub(super) const HAS_CLOSED: u8 = 16;

    #[inline]
    pub(super) fn is(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    pub(super) fn children(&self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.count)
    }
}

/// How a player looks at sums of payoffs: whose they are, and whether the player wants them large or small.
#[derive(Clone, Copy)]
pub(super) struct Outlook {
    pub(super) lane: usize,
    pub(super) turned: bool,
    least: i64,
    span: i64,
}

impl Outlook {
    /// The mean reward of `visits` samples, from 0 to 1.
    #[inline]
    pub(super) fn mean(&self, sum: i64, visits: u32) -> f64 {
        let visits = i64::from(visits);
        let above = if self.turned { visits * (self.least + self.span) - sum } else { sum - visits * self.least };
        above as f64 / (visits * self.span) as f64
    }

    /// The reward of one payoff.
    #[inline]
    pub(super) fn of(&self, reward: &Payoff) -> f64 {
        self.mean(reward.seats(MAX_PLAYERS)[self.lane].into(), 1)
    }
}

/// What is needed to choose between a visited node and its siblings: it has `mean + C * sqrt(ln(parent)) * doubt`.
#[derive(Clone, Copy, Default)]
pub(super) struct MoveStanding {
    pub(super) mean: f64,
    pub(super) doubt: f64,
}

/// Square roots of functions of a number of visits.
#[derive(Clone, Copy)]
pub(super) struct VisitRoots {
    /// Of its inverse.
    pub(super) inverse: f64,
    /// Of its logarithm.
    pub(super) logarithm: f64,
}

/// They are kept for this many visits at first, and for as many as the root has had later.
const FIRST_ROOTS: u32 = 256;

/// They are never kept for more visits than this.
const MOST_ROOTS: usize = 1 << 16;

impl VisitRoots {
    fn of(visits: u32) -> Self {
        let visits = visits.max(1);
        Self { inverse: (1.0 / f64::from(visits)).sqrt(), logarithm: ln(visits).sqrt() }
    }
}

/// What a reward is counted in, if the winners share one: any number of up to eight can.
const WIN: i16 = 840;

/// How moves did wherever they were played, for progressive history.
pub(super) struct MoveHistory {
    /// For each node, the place of the move that led there: mover and slot.
    pub(super) places: Vec<u32>,
    pub(super) sums: Vec<i64>,
    pub(super) counts: Vec<u32>,
    pub(super) slots: usize,
}

/// The nodes of a search, and everything that does not depend on the game.
pub(super) struct SampleTree {
    pub(super) nodes: Vec<SampleNode>,
    /// What bounds say about nodes that were seen.
    pub(super) records: Vec<NodeRecord>,
    /// The sums of payoffs below each child of the root.
    pub(super) root_payoffs: Vec<[i64; MAX_PLAYERS]>,
    /// For each node, the sum of rewards as its own mover looks at them. Kept only for first-play urgency.
    pub(super) mover_sums: Vec<i64>,
    /// For each node, what is needed to choose between it and its siblings.
    pub(super) standings: Vec<MoveStanding>,
    /// The children of each node by their places in the order of moves.
    pub(super) by_place: Vec<u16>,
    /// Square roots that are needed all the time, for numbers of visits up to that of the root.
    roots: Vec<VisitRoots>,
    /// Whether moves are chosen by means and visits alone, on a scale that does not change.
    pub(super) is_plain: bool,
    /// The nodes from the root to the last one of this sample.
    pub(super) path: Vec<u32>,
    /// Where on the path the mover's best child is settled, by level, and its value: this is backed up there and above,
    /// whatever was sampled below.
    pub(super) backed_up: Vec<(usize, Payoff)>,
    /// Whether the bounds of the last node of the path are news to its parent.
    pub(super) has_news: bool,
    pub(super) history: Option<MoveHistory>,
    pub(super) options: MctsOptions,
    pub(super) ties: Ties,
    /// For each player, whether they are on the root player's side.
    pub(super) ours: [bool; MAX_PLAYERS],
    /// The least reward of each player and the distance to the greatest: declared, or seen so far.
    least: [i64; MAX_PLAYERS],
    span: [i64; MAX_PLAYERS],
    /// How the player in each seat looks at rewards.
    outlooks: [Outlook; MAX_PLAYERS],
}

impl SampleTree {
    pub(super) fn new(
        options: &MctsOptions,
        range: &Range,
        ties: Ties,
        ours: [bool; MAX_PLAYERS],
        slots: usize,
    ) -> Self {
        let players = ties.players;
        let (lo, up) = match options.scale {
            RewardScale::Win => (Payoff::ZERO, Payoff::uniform(WIN, players)),
            RewardScale::Range | RewardScale::Observed => (
                range.minp.unwrap_or(Payoff::uniform(i16::MIN, players)),
                range.maxp.unwrap_or(Payoff::uniform(i16::MAX, players)),
            ),
        };
        let root = SampleNode { mover: ties.root.index() as u8, flags: SampleNode::SEEN, ..SampleNode::NEW };
        let history =
            MoveHistory { places: vec![0], sums: vec![0; slots * players], counts: vec![0; slots * players], slots };
        let lanes = |payoff: Payoff| std::array::from_fn(|lane| i64::from(payoff.seats(MAX_PLAYERS)[lane]));
        let (least, most): ([i64; MAX_PLAYERS], [i64; MAX_PLAYERS]) = (lanes(lo), lanes(up));
        let mut tree = Self {
            nodes: vec![root],
            records: vec![NodeRecord { lo, up, value: Payoff::ZERO, shared: 0 }],
            root_payoffs: Vec::new(),
            mover_sums: if options.first_play.is_some() { vec![0] } else { Vec::new() },
            standings: vec![MoveStanding::default()],
            by_place: vec![0],
            roots: (0..FIRST_ROOTS).map(VisitRoots::of).collect(),
            is_plain: options.bias == 0.0
                && options.history == 0.0
                && options.widening.is_none()
                && options.first_play.is_none()
                && options.unvisited == Unvisited::ByOrder
                && options.scale != RewardScale::Observed,
            path: Vec::with_capacity(64),
            backed_up: Vec::with_capacity(64),
            has_news: false,
            history: (options.history > 0.0).then_some(history),
            options: *options,
            ties,
            ours,
            least,
            span: std::array::from_fn(|lane| (most[lane] - least[lane]).max(1)),
            outlooks: [Outlook { lane: 0, turned: false, least: 0, span: 1 }; MAX_PLAYERS],
        };
        tree.look_again();
        tree
    }

    pub(super) fn players(&self) -> usize {
        self.ties.players
    }

    /// The rewards of payoffs, before they are scaled.
    #[inline]
    pub(super) fn reward(&self, payoff: &Payoff) -> Payoff {
        if self.options.scale == RewardScale::Win { self.shared_win(payoff) } else { *payoff }
    }

    fn shared_win(&self, payoff: &Payoff) -> Payoff {
        let scores = payoff.seats(self.players());
        let most = scores.iter().max().copied().unwrap_or_default();
        let winners = scores.iter().filter(|&&score| score == most).count() as i16;
        Payoff::from_fn(self.players(), |player| if payoff[player] == most { WIN / winners } else { 0 })
    }

    /// Renews how players look at rewards, on a scale that has changed.
    fn look_again(&mut self) {
        self.outlooks = std::array::from_fn(|seat| {
            let (lane, turned) = match self.options.policy {
                MctsPolicy::Maxn => (seat, false),
                MctsPolicy::Paranoid => (self.ties.root.lane(), !self.ours[seat]),
            };
            Outlook { lane, turned, least: self.least[lane], span: self.span[lane] }
        });
    }

    /// How the player in a seat looks at rewards.
    #[inline]
    pub(super) fn outlook(&self, mover: u8) -> Outlook {
        self.outlooks[usize::from(mover) % MAX_PLAYERS]
    }

    /// What bounds say about a node that was seen.
    #[inline]
    pub(super) fn record(&self, node: usize) -> &NodeRecord {
        &self.records[self.nodes[node].record as usize]
    }

    /// The square roots for a number of visits.
    #[inline]
    pub(super) fn roots_of(&self, visits: u32) -> VisitRoots {
        self.roots.get(visits as usize).copied().unwrap_or_else(|| VisitRoots::of(visits))
    }

    /// How many moves of the order are looked at.
    pub(super) fn width(&self, visits: u32) -> usize {
        self.options.widening.map_or(usize::MAX, |widening| {
            // A little less, since a power that should be whole may be a little more.
            (widening.start * power(visits.max(1), widening.power) - 1e-9).ceil() as usize
        })
    }

    /// Whether there is room for `count` more nodes.
    pub(super) fn has_room(&self, count: usize) -> bool {
        self.nodes.len() + count <= self.options.most_nodes
    }

    /// Adds the children of a node. `turns` are their places in the reference order, in the order of moves.
    pub(super) fn add_children(&mut self, at: usize, turns: &[u16]) {
        let first = self.nodes.len();
        let parent = &mut self.nodes[at];
        (parent.first, parent.count) = (first as u32, turns.len() as u16);
        self.nodes.resize(first + turns.len(), SampleNode::NEW);
        for (place, &turn) in turns.iter().enumerate() {
            self.nodes[first + usize::from(turn)].place = place as u16;
        }
        self.standings.resize(self.nodes.len(), MoveStanding::default());
        self.by_place.extend_from_slice(turns);
        if self.options.first_play.is_some() {
            self.mover_sums.resize(self.nodes.len(), 0);
        }
        if at == 0 {
            self.root_payoffs = vec![[0; MAX_PLAYERS]; turns.len()];
        }
    }

    /// Opens the root.
    pub(super) fn open_root(&mut self, bounds: Option<Bounds>) {
        let root = &mut self.records[0];
        if let Some(bounds) = bounds.filter(|_| self.options.scale != RewardScale::Win) {
            (root.lo, root.up) = (root.lo.max(&bounds.lo), root.up.min(&bounds.up));
        }
    }

    /// What was known of the parent of the last node of the path before anything below it was looked at.
    fn begin_record(&self) -> NodeRecord {
        let parent = self.path.iter().rev().nth(1).map_or(0, |&parent| parent as usize);
        self.records[self.record(parent).shared as usize]
    }

    /// Gives a node a record that it shares with nobody.
    fn push_record(&mut self, at: usize, record: NodeRecord) {
        self.nodes[at].record = self.records.len() as u32;
        self.records.push(record);
    }

    /// The record of a node, to change it: one that it shares with nobody.
    pub(super) fn own_record(&mut self, at: usize) -> &mut NodeRecord {
        let record = *self.record(at);
        if record.shared == self.nodes[at].record {
            self.push_record(at, record);
        }
        &mut self.records[self.nodes[at].record as usize]
    }

    /// The last node of the path is seen for the first time, and the game is over there.
    pub(super) fn end(&mut self, at: usize, payoff: Payoff) {
        self.nodes[at].flags |= SampleNode::SEEN | SampleNode::OVER;
        if self.options.bounds {
            let reward = self.reward(&payoff);
            let NodeRecord { shared, .. } = self.begin_record();
            self.nodes[at].flags |= SampleNode::SETTLED;
            self.push_record(at, NodeRecord { lo: reward, up: reward, value: payoff, shared });
            self.has_news = true;
        }
    }

    /// The last node of the path is seen for the first time: `mover` moves there, and nothing below is outside the
    /// `bounds`.
    pub(super) fn open(&mut self, at: usize, mover: Player, bounds: Option<Bounds>) {
        self.nodes[at].flags |= SampleNode::SEEN;
        self.nodes[at].mover = mover.index() as u8;
        if !self.options.bounds {
            return;
        }
        let known = self.begin_record();
        self.nodes[at].record = known.shared;
        let Some(bounds) = bounds.filter(|_| self.options.scale != RewardScale::Win) else { return };
        let (lo, up) = (known.lo.max(&bounds.lo), known.up.min(&bounds.up));
        if lo != known.lo || up != known.up {
            let shared = self.records.len() as u32;
            self.push_record(at, NodeRecord { lo, up, value: Payoff::ZERO, shared });
            self.has_news = true;
        }
        let root = self.ties.root;
        let is_known = match self.options.policy {
            MctsPolicy::Maxn => lo == up,
            MctsPolicy::Paranoid => lo[root] == up[root],
        };
        if is_known {
            // What the others get may be open in paranoid search: about half.
            let half = |player| ((i32::from(lo[player]) + i32::from(up[player])) / 2) as i16;
            self.own_record(at).value = Payoff::from_fn(self.players(), half);
            self.nodes[at].flags |= SampleNode::SETTLED;
            self.has_news = true;
        }
    }

    /// Adds a sample to all nodes of the path.
    pub(super) fn back_up(&mut self, sample: Payoff) {
        let (mut payoff, mut reward) = (sample, self.reward(&sample));
        for level in (0..self.path.len()).rev() {
            if let Some((_, value)) = self.backed_up.pop_if(|(at, _)| *at == level) {
                (payoff, reward) = (value, self.reward(&value));
            }
            let node = self.path[level] as usize;
            if let Some(sum) = self.mover_sums.get_mut(node) {
                let outlook = self.outlooks[usize::from(self.nodes[node].mover) % MAX_PLAYERS];
                *sum += i64::from(reward.lanes()[outlook.lane]);
            }
            if level == 0 {
                break;
            }
            let outlook = self.outlook(self.nodes[self.path[level - 1] as usize].mover);
            let SampleNode { sum, visits, .. } = &mut self.nodes[node];
            *sum += i64::from(reward.lanes()[outlook.lane]);
            *visits += 1;
            let (sum, visits) = (*sum, *visits);
            if self.is_plain {
                self.standings[node] =
                    MoveStanding { mean: outlook.mean(sum, visits), doubt: self.roots_of(visits).inverse };
            }
            if level == 1 {
                let sums = &mut self.root_payoffs[node - self.nodes[0].first as usize];
                for (sum, score) in sums.iter_mut().zip(payoff.lanes()) {
                    *sum += i64::from(score);
                }
            }
        }
        let visits = &mut self.nodes[0].visits;
        *visits += 1;
        if *visits as usize == self.roots.len() && self.roots.len() < MOST_ROOTS {
            self.roots.push(VisitRoots::of(*visits));
        }
        if self.options.scale == RewardScale::Observed {
            self.observe(&reward);
        }
    }

    /// Widens the scale to what was backed up at the root.
    fn observe(&mut self, reward: &Payoff) {
        let is_first = self.nodes[0].visits == 1;
        for lane in 0..self.players() {
            let score = i64::from(reward.seats(MAX_PLAYERS)[lane]);
            let (least, most) =
                if is_first { (score, score) } else { (self.least[lane], self.least[lane] + self.span[lane]) };
            let least = least.min(score);
            (self.least[lane], self.span[lane]) = (least, (most.max(score) - least).max(1));
        }
        self.look_again();
    }

    /// Adds a sample to the moves of the path and to those of the playout.
    pub(super) fn learn(&mut self, sample: &Payoff, played: &[(Player, usize)]) {
        let reward = self.reward(sample);
        let Self { history: Some(history), path, options, ties, .. } = self else { return };
        let of_path = path[1..].iter().map(|&node| history.places[node as usize] as usize);
        let of_playout = played.iter().map(|(player, slot)| player.index() * history.slots + slot % history.slots);
        for place in of_path.chain(of_playout) {
            let lane = match options.policy {
                MctsPolicy::Maxn => Player::new(place / history.slots),
                MctsPolicy::Paranoid => ties.root,
            };
            history.sums[place] += i64::from(reward[lane]);
            history.counts[place] += 1;
        }
    }
}
