//! A drawing of a searched tree, for comparison with a figure of a paper.

use std::fmt::Write as _;

use cutthroat::{Evaluation, Notation, SearchHints, Trace, Verdict, counted};

use crate::error::Error;
use crate::report::{NodeReport, Report};

/// The most nodes that are drawn.
pub const MOST_DRAWN: usize = 400;

/// The part of a tree that is drawn.
pub(crate) struct Sketch {
    nodes: Vec<Node>,
    /// Whether it has every move, and not one of those that are equivalent.
    every: bool,
}

struct Node {
    /// The move that leads here; empty at the root.
    mv: String,
    /// What is written on the branch that leads here: the move and its equivalents, unless it is only a number or the name
    /// of the node.
    arc: String,
    /// Who moves, counted from 1; `None` at a leaf.
    mover: Option<usize>,
    payoff: Vec<i16>,
    remark: String,
    path: Vec<u16>,
    children: Vec<usize>,
}

impl Sketch {
    /// The nodes as plain data, each after its parent.
    pub(crate) fn nodes(&self) -> Vec<NodeReport> {
        let mut parents = vec![None; self.nodes.len()];
        for (id, node) in self.nodes.iter().enumerate() {
            for &child in &node.children {
                parents[child] = Some(id);
            }
        }
        let node = |(id, (node, parent)): (usize, (&Node, Option<usize>))| NodeReport {
            id,
            parent,
            mv: node.mv.clone(),
            arc: node.arc.clone(),
            mover: node.mover,
            payoff: node.payoff.clone(),
            remark: node.remark.clone(),
        };
        self.nodes.iter().zip(parents).enumerate().map(node).collect()
    }
}

/// The tree below `state` down to `depth`: one of equivalent moves, or `every` move.
pub(crate) fn sketch<G: Notation + SearchHints, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    state: &G::State,
    depth: Option<usize>,
    every: bool,
) -> Result<Sketch, Error> {
    let mut sketch = Sketch { nodes: Vec::new(), every };
    add(game, evaluation, &mut state.clone(), depth.unwrap_or(usize::MAX), &mut Vec::new(), &mut sketch)?;
    Ok(sketch)
}

fn add<G: Notation + SearchHints, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    state: &mut G::State,
    depth: usize,
    path: &mut Vec<u16>,
    sketch: &mut Sketch,
) -> Result<usize, Error> {
    if sketch.nodes.len() == MOST_DRAWN {
        return Err(Error::TooLargeToDraw { limit: MOST_DRAWN });
    }
    let mover = game.mover(state).filter(|_| depth > 0);
    let id = sketch.nodes.len();
    let payoff =
        if mover.is_none() { evaluation.evaluate(game, state).seats(game.players()).to_vec() } else { Vec::new() };
    let (mover, remark) = (mover.map(cutthroat::Player::seat), game.remark(state));
    let (mv, arc) = (String::new(), String::new());
    sketch.nodes.push(Node { mv, arc, mover, payoff, remark, path: path.clone(), children: Vec::new() });
    if mover.is_some() {
        let mut moves = Vec::new();
        if sketch.every {
            game.moves(state, &mut moves);
        } else {
            game.search_moves(state, &mut moves);
        }
        for (index, mv) in moves.into_iter().enumerate() {
            path.push(index as u16);
            let same = if sketch.every { vec![mv] } else { game.equivalents(state, mv) };
            let names: Vec<String> = same.into_iter().map(|same| game.write_move(state, same)).collect();
            let name = game.write_move(state, mv);
            let undo = game.play(state, mv);
            let child = add(game, evaluation, state, depth - 1, path, sketch)?;
            game.undo(state, mv, undo);
            path.pop();
            sketch.nodes[id].children.push(child);
            let child = &mut sketch.nodes[child];
            if name != (index + 1).to_string() && child.remark.split(' ').next() != Some(&name) {
                child.arc = names.join("=");
            }
            child.mv = name;
        }
    }
    Ok(id)
}

const LEVEL: f64 = 98.0;
/// If moves are written on the branches, each branch ends in a vertical piece that carries its move, so that no branch
/// runs through the move of another.
const STUB: f64 = 26.0;
const MARGIN: f64 = 24.0;
const BOX: f64 = 22.0;
const CHARACTER: f64 = 6.6;
const LINE: f64 = 13.0;
const LEAST_WIDTH: f64 = 620.0;
/// With more leaves than this their numbers are written one under the other.
const MOST_ABREAST: usize = 16;

/// Draws the tree: what was searched, what was cut, what was searched again, the values and the best line.
pub(crate) fn draw<M>(sketch: &Sketch, trace: &Trace<M>, report: &Report) -> String {
    let leaves = sketch.nodes.iter().filter(|node| node.mover.is_none()).count();
    let stub = if sketch.nodes.iter().any(|node| !node.arc.is_empty()) { STUB } else { 0.0 };
    let mut drawing = Drawing {
        sketch,
        trace,
        root_payoff: &report.payoff,
        stacked: leaves > MOST_ABREAST,
        stub,
        best: best_line(sketch, &report.pv),
        places: vec![(0.0, 0.0); sketch.nodes.len()],
    };
    let heading = Heading::of(report);
    let top = heading.height() + BOX + LINE;
    let tree_width = drawing.place(0, MARGIN, top) + MARGIN;
    let below = if drawing.stacked { LINE * report.payoff.len() as f64 } else { LINE };
    let bottom = drawing.places.iter().map(|place| place.1).fold(top, f64::max) + below;
    let width = tree_width.max(heading.width()).max(LEAST_WIDTH);
    drawing.shift(0, (width - tree_width) / 2.0);
    let height = bottom + 4.5 * LINE + 2.0 * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"11\">\n{STYLE}"
    );
    heading.write(&mut svg);
    for id in 0..sketch.nodes.len() {
        drawing.highlight(id, &mut svg);
    }
    for id in 0..sketch.nodes.len() {
        drawing.edges(id, &mut svg);
    }
    for id in 0..sketch.nodes.len() {
        drawing.node(id, &mut svg);
    }
    legend(&mut svg, height - MARGIN - LINE);
    svg.push_str("</svg>\n");
    svg
}

const STYLE: &str = "<style>
.edge{stroke:#333;stroke-width:1.2;fill:none}.unseen{stroke:#bbb;stroke-dasharray:3 3}.again{stroke:#d9730d;stroke-width:2.6}
.best{stroke:#8fd3a4;stroke-width:9;fill:none;stroke-linejoin:round}
.bar{stroke:#c4232b;stroke-width:2}.box{fill:#fff;stroke:#333;stroke-width:1.2}.box.dim{stroke:#bbb}
text{text-anchor:middle;fill:#111}.ground{fill:#fff}
text.dim{fill:#999}text.remark{fill:#2456a6;font-style:italic}text.aside{fill:#d9730d}text.ignored{fill:#c4232b}
text.move{font-weight:bold}text.move.dim{font-weight:normal}
text.title,text.key,text.hands{text-anchor:start}text.title{font-size:13px}
text.hands{font-family:monospace;font-size:12px;white-space:pre}
</style>
<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>
";

/// What is written above the tree.
struct Heading {
    titles: Vec<String>,
    hands: Vec<String>,
}

impl Heading {
    fn of(report: &Report) -> Self {
        let searched_again = match report.researches {
            0 => String::new(),
            count => format!(", {count} searched again"),
        };
        let how = match (report.pruning, report.bounds) {
            ("none", _) => "no pruning".to_owned(),
            (pruning, false) => format!("{pruning} pruning by {}", report.test),
            (pruning, true) => format!("{pruning} pruning by {} and monotone bounds", report.test),
        };
        let nodes = counted(report.nodes as usize, "node");
        let mut titles = vec![
            format!("max^n of {}: {}", report.game, tuple(&report.payoff)),
            format!("{how}, ties: {}, evaluation: {}; {nodes}{searched_again}", report.tie_rule, report.evaluation),
        ];
        titles.extend(report.terms.clone());
        let hands = report.diagram.iter().flat_map(|diagram| diagram.lines().map(str::to_owned)).collect();
        Self { titles, hands }
    }

    fn height(&self) -> f64 {
        let hands = if self.hands.is_empty() { 0.0 } else { (self.hands.len() as f64 + 0.5) * 1.2 * LINE };
        MARGIN + self.titles.len() as f64 * 1.4 * LINE + hands
    }

    fn width(&self) -> f64 {
        let longest = self.titles.iter().chain(&self.hands).map(|line| line.chars().count()).max();
        longest.unwrap_or(0) as f64 * 7.4 + 2.0 * MARGIN
    }

    fn write(&self, svg: &mut String) {
        let mut y = MARGIN;
        for title in &self.titles {
            let _ = writeln!(svg, "<text class=\"title\" x=\"{MARGIN}\" y=\"{y:.1}\">{}</text>", escape(title));
            y += 1.4 * LINE;
        }
        y += 0.3 * LINE;
        for hand in &self.hands {
            let _ = writeln!(
                svg,
                "<text class=\"hands\" xml:space=\"preserve\" x=\"{MARGIN}\" y=\"{y:.1}\">{}</text>",
                escape(hand)
            );
            y += 1.2 * LINE;
        }
    }
}

/// Which nodes the best line leads to.
fn best_line(sketch: &Sketch, line: &[String]) -> Vec<bool> {
    let mut best = vec![false; sketch.nodes.len()];
    let mut id = 0;
    for mv in line {
        let Some(&child) = sketch.nodes[id].children.iter().find(|&&child| sketch.nodes[child].mv == *mv) else {
            break;
        };
        best[child] = true;
        id = child;
    }
    best
}

struct Drawing<'d, M> {
    sketch: &'d Sketch,
    trace: &'d Trace<M>,
    root_payoff: &'d [i16],
    stacked: bool,
    /// How long the last piece of a branch is, straight down.
    stub: f64,
    /// Which nodes are on the best line.
    best: Vec<bool>,
    places: Vec<(f64, f64)>,
}

impl<M> Drawing<'_, M> {
    fn is_seen(&self, id: usize) -> bool {
        id == 0 || self.trace.seen(&self.sketch.nodes[id].path).is_some()
    }

    fn visits(&self, id: usize) -> u32 {
        self.trace.seen(&self.sketch.nodes[id].path).map_or(0, |seen| seen.visits)
    }

    /// The lines written under a node, and their class.
    fn lines(&self, id: usize) -> (Vec<String>, &'static str) {
        let node = &self.sketch.nodes[id];
        if node.mover.is_none() {
            let class = if self.is_seen(id) { "" } else { "dim" };
            let invented = if node.remark.ends_with('?') { "?" } else { "" };
            return if self.stacked {
                (
                    node.payoff.iter().map(i16::to_string).chain((!invented.is_empty()).then(|| "?".into())).collect(),
                    class,
                )
            } else {
                (vec![format!("{}{invented}", tuple(&node.payoff))], class)
            };
        }
        if id == 0 {
            return (vec![tuple(self.root_payoff)], "");
        }
        match self.trace.seen(&node.path).map(|seen| seen.verdict) {
            None => (Vec::new(), "dim"),
            Some(Verdict::Exact(payoff)) => (vec![tuple(payoff.seats(self.root_payoff.len()))], ""),
            Some(Verdict::Ignored) => (vec!["ignored".into()], "ignored"),
            Some(Verdict::SetAside { .. }) => (vec!["set aside".into()], "aside"),
        }
    }

    /// What is written above a node.
    fn remark(&self, id: usize) -> &str {
        self.sketch.nodes[id].remark.trim_end_matches('?')
    }

    /// Where the branch that leads to a node ends: above everything that is written there.
    fn top(&self, id: usize) -> f64 {
        let remark = if self.remark(id).is_empty() { 0.0 } else { LINE + 3.0 };
        self.places[id].1 - BOX / 2.0 - remark
    }

    /// Where the branches of a node begin: below everything that is written there.
    fn bottom(&self, id: usize) -> f64 {
        let lines = self.lines(id).0.len() as f64;
        self.places[id].1 + BOX / 2.0 + if lines > 0.0 { lines * LINE + 6.0 } else { 0.0 }
    }

    /// Places a node and all below it from `left` on, and returns where they end on the right.
    fn place(&mut self, id: usize, left: f64, y: f64) -> f64 {
        let width = |text: &str| text.chars().count() as f64 * CHARACTER;
        let (lines, _) = self.lines(id);
        let beside = width(self.remark(id)).max(width(&self.sketch.nodes[id].arc));
        let own = lines.iter().map(|line| width(line)).fold(beside, f64::max).max(BOX) + 10.0;
        let children = self.sketch.nodes[id].children.clone();
        let mut right = left;
        for &child in &children {
            right = self.place(child, right, y + LEVEL + self.stub);
        }
        let spare = own - (right - left);
        if spare > 0.0 {
            // The children are narrower than what is written here: centre them below it.
            for &child in &children {
                self.shift(child, spare / 2.0);
            }
            right = left + own;
        }
        let x = match (children.first(), children.last()) {
            (Some(&first), Some(&last)) => f64::midpoint(self.places[first].0, self.places[last].0),
            _ => left + own / 2.0,
        };
        // Never so far to one side that what is written here leaves its own place.
        let x = x.clamp(left + own / 2.0, (right - own / 2.0).max(left + own / 2.0));
        self.places[id] = (x, y);
        right
    }

    fn shift(&mut self, id: usize, by: f64) {
        self.places[id].0 += by;
        for child in self.sketch.nodes[id].children.clone() {
            self.shift(child, by);
        }
    }

    /// The corners of the branch from a node to its child.
    fn branch(&self, id: usize, child: usize) -> [(f64, f64); 3] {
        let (to_x, end) = (self.places[child].0, self.top(child));
        [(self.places[id].0, self.bottom(id)), (to_x, end - self.stub), (to_x, end)]
    }

    fn line(&self, class: &str, id: usize, child: usize, svg: &mut String) {
        let [(x, y), (bend_x, bend_y), (end_x, end_y)] = self.branch(id, child);
        let stub = if self.stub > 0.0 { format!(" {end_x:.1},{end_y:.1}") } else { String::new() };
        let _ = writeln!(svg, "<polyline class=\"{class}\" points=\"{x:.1},{y:.1} {bend_x:.1},{bend_y:.1}{stub}\"/>");
    }

    /// The ground under the best line.
    fn highlight(&self, id: usize, svg: &mut String) {
        for &child in self.sketch.nodes[id].children.iter().filter(|&&child| self.best[child]) {
            self.line("best", id, child, svg);
        }
    }

    fn edges(&self, id: usize, svg: &mut String) {
        for &child in &self.sketch.nodes[id].children {
            let class = match self.visits(child) {
                0 => "edge unseen",
                1 => "edge",
                _ => "edge again",
            };
            self.line(class, id, child, svg);
            if self.is_seen(id) && !self.is_seen(child) {
                self.bars(id, child, svg);
            }
        }
    }

    /// Two bars across a branch, as the papers mark a cut.
    fn bars(&self, id: usize, child: usize, svg: &mut String) {
        let [(x, y), (to_x, to_y), _] = self.branch(id, child);
        let (dx, dy) = (to_x - x, to_y - y);
        let length = dx.hypot(dy).max(1.0);
        let (along_x, along_y) = (dx / length, dy / length);
        for along in [0.55 * length - 2.5, 0.55 * length + 2.5] {
            let (mid_x, mid_y) = (x + along_x * along, y + along_y * along);
            let _ = writeln!(
                svg,
                "<line class=\"bar\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
                mid_x + along_y * 7.0,
                mid_y - along_x * 7.0,
                mid_x - along_y * 7.0,
                mid_y + along_x * 7.0
            );
        }
    }

    fn node(&self, id: usize, svg: &mut String) {
        let node = &self.sketch.nodes[id];
        let (x, y) = self.places[id];
        let (lines, class) = self.lines(id);
        let dim = if self.is_seen(id) { "" } else { " dim" };
        let mut below = y + 4.0;
        if let Some(mover) = node.mover {
            let (left, top) = (x - BOX / 2.0, y - BOX / 2.0);
            let _ = writeln!(
                svg,
                "<rect class=\"box{dim}\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{BOX}\" height=\"{BOX}\"/>\
                 <text class=\"{}\" x=\"{x:.1}\" y=\"{below:.1}\">{mover}</text>",
                dim.trim()
            );
            below += BOX / 2.0 + LINE - 2.0;
        }
        write_text(svg, "remark", x, y - BOX / 2.0 - 4.0, self.remark(id));
        if !node.arc.is_empty() {
            // On the piece that goes straight down, with white ground.
            let (width, baseline) =
                (node.arc.chars().count() as f64 * CHARACTER + 2.0, self.top(id) - STUB / 2.0 + 4.0);
            let (left, top) = (x - width / 2.0, baseline - LINE + 3.0);
            let _ = writeln!(
                svg,
                "<rect class=\"ground\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{LINE}\"/>"
            );
            write_text(svg, &format!("move{dim}"), x, baseline, &node.arc);
        }
        for line in lines {
            write_text(svg, class, x, below, &line);
            below += LINE;
        }
    }
}

fn write_text(svg: &mut String, class: &str, x: f64, y: f64, text: &str) {
    if !text.is_empty() {
        let _ = writeln!(svg, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", escape(text));
    }
}

fn legend(svg: &mut String, y: f64) {
    let entries = [
        ("best", "best line"),
        ("edge", "searched"),
        ("edge again", "searched again"),
        ("edge unseen", "cut, not searched"),
    ];
    let mut x = MARGIN;
    for (class, words) in entries {
        let _ = writeln!(
            svg,
            "<line class=\"{class}\" x1=\"{x}\" y1=\"{y}\" x2=\"{}\" y2=\"{y}\"/><text class=\"key\" x=\"{}\" y=\"{}\">{words}</text>",
            x + 28.0,
            x + 38.0,
            y + 4.0
        );
        x += 62.0 + words.len() as f64 * CHARACTER;
    }
    let words = "in the boxes: who moves; below: what everybody gets; ?: a leaf that was made up";
    let _ = writeln!(svg, "<text class=\"key dim\" x=\"{MARGIN}\" y=\"{}\">{words}</text>", y + 4.0 + 1.5 * LINE);
}

fn tuple(payoff: &[i16]) -> String {
    format!("({})", payoff.iter().map(i16::to_string).collect::<Vec<_>>().join(", "))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
