//! A drawing of a searched tree, to be laid beside a figure of a paper.

use std::fmt::Write as _;

use cutthroat::{Evaluation, Notation, Trace, Verdict};

use crate::error::Error;
use crate::report::Report;

/// The most nodes that are drawn.
pub const MOST_DRAWN: usize = 400;

/// A tree as far as it is drawn.
pub(crate) struct Sketch {
    nodes: Vec<Node>,
}

struct Node {
    /// Who moves, counted from 1; `None` at a leaf.
    mover: Option<usize>,
    payoff: Vec<i16>,
    remark: String,
    path: Vec<u16>,
    children: Vec<usize>,
}

/// The tree below `state` down to `depth`.
pub(crate) fn sketch<G: Notation, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    state: &G::State,
    depth: Option<usize>,
) -> Result<Sketch, Error> {
    let mut sketch = Sketch { nodes: Vec::new() };
    add(game, evaluation, &mut state.clone(), depth.unwrap_or(usize::MAX), &mut Vec::new(), &mut sketch)?;
    Ok(sketch)
}

fn add<G: Notation, E: Evaluation<G>>(
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
    sketch.nodes.push(Node { mover, payoff, remark, path: path.clone(), children: Vec::new() });
    if mover.is_some() {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        for (index, mv) in moves.into_iter().enumerate() {
            path.push(index as u16);
            let undo = game.play(state, mv);
            let child = add(game, evaluation, state, depth - 1, path, sketch)?;
            game.undo(state, mv, undo);
            path.pop();
            sketch.nodes[id].children.push(child);
        }
    }
    Ok(id)
}

const LEVEL: f64 = 96.0;
const TOP: f64 = 64.0;
const MARGIN: f64 = 24.0;
const BOX: f64 = 22.0;
const CHARACTER: f64 = 6.3;
const LINE: f64 = 13.0;
const LEGEND_WIDTH: f64 = 900.0;
/// With more leaves than this their numbers are written one under the other.
const MOST_ABREAST: usize = 16;

/// Draws the tree: what was searched, what was cut, what was searched again, and the values.
pub(crate) fn draw<M>(sketch: &Sketch, trace: &Trace<M>, report: &Report) -> String {
    let leaves = sketch.nodes.iter().filter(|node| node.mover.is_none()).count();
    let places = vec![(0.0, 0.0); sketch.nodes.len()];
    let mut drawing = Drawing { sketch, trace, root_payoff: &report.payoff, stacked: leaves > MOST_ABREAST, places };
    let tree_width = drawing.place(0, MARGIN, TOP) + MARGIN;
    let bottom = drawing.places.iter().map(|place| place.1).fold(TOP, f64::max);
    let height = bottom + if drawing.stacked { 110.0 } else { 60.0 } + 40.0;
    let title = format!(
        "max^n of {}: {}. Pruning {}, test {}, bounds {}, ties {}; {} nodes, {} searched again",
        report.game,
        tuple(&report.payoff),
        report.pruning,
        report.test,
        if report.bounds { "on" } else { "off" },
        report.tie_rule,
        report.nodes,
        report.researches
    );
    let width = tree_width.max(title.len() as f64 * 7.2 + 2.0 * MARGIN).max(LEGEND_WIDTH);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"11\">\n{STYLE}"
    );
    let _ = writeln!(svg, "<text class=\"title\" x=\"{MARGIN}\" y=\"24\">{}</text>", escape(&title));
    for id in 0..sketch.nodes.len() {
        drawing.edges(id, &mut svg);
    }
    for id in 0..sketch.nodes.len() {
        drawing.node(id, &mut svg);
    }
    legend(&mut svg, height - 16.0);
    svg.push_str("</svg>\n");
    svg
}

const STYLE: &str = "<style>
.edge{stroke:#333;stroke-width:1.2;fill:none}.unseen{stroke:#bbb;stroke-dasharray:3 3}.again{stroke:#d9730d;stroke-width:2.6}
.bar{stroke:#c4232b;stroke-width:2}.box{fill:#fff;stroke:#333;stroke-width:1.2}.box.dim{stroke:#bbb}
text{text-anchor:middle;fill:#111}.ground{fill:#fff}
text.dim{fill:#999}text.remark{fill:#2456a6;font-style:italic}text.aside{fill:#d9730d}text.ignored{fill:#c4232b}
text.title,text.key{text-anchor:start}text.title{font-size:13px}
</style>
<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>
";

struct Drawing<'d, M> {
    sketch: &'d Sketch,
    trace: &'d Trace<M>,
    root_payoff: &'d [i16],
    stacked: bool,
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

    /// Places a node and all below it from `left` on, and returns where they end on the right.
    fn place(&mut self, id: usize, left: f64, y: f64) -> f64 {
        let widest = |text: &str| text.chars().count() as f64 * CHARACTER;
        let (lines, _) = self.lines(id);
        let own =
            lines.iter().map(|line| widest(line)).fold(widest(&self.sketch.nodes[id].remark), f64::max).max(BOX) + 8.0;
        let children = self.sketch.nodes[id].children.clone();
        let mut right = left;
        for &child in &children {
            right = self.place(child, right, y + LEVEL);
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
        self.places[id] = (x, y);
        right
    }

    fn shift(&mut self, id: usize, by: f64) {
        self.places[id].0 += by;
        for child in self.sketch.nodes[id].children.clone() {
            self.shift(child, by);
        }
    }

    fn edges(&self, id: usize, svg: &mut String) {
        let (x, y) = self.places[id];
        for &child in &self.sketch.nodes[id].children {
            let (to_x, to_y) = self.places[child];
            let (from_y, to_y) = (y + BOX / 2.0, to_y - BOX / 2.0);
            let class = match self.visits(child) {
                0 => "edge unseen",
                1 => "edge",
                _ => "edge again",
            };
            let _ = writeln!(
                svg,
                "<line class=\"{class}\" x1=\"{x:.1}\" y1=\"{from_y:.1}\" x2=\"{to_x:.1}\" y2=\"{to_y:.1}\"/>"
            );
            if self.is_seen(id) && !self.is_seen(child) {
                // Two bars across the branch, as the papers mark a cut.
                let (dx, dy) = (to_x - x, to_y - from_y);
                let length = dx.hypot(dy);
                let (across_x, across_y) = (-dy / length * 7.0, dx / length * 7.0);
                for along in [0.58, 0.66] {
                    let (mid_x, mid_y) = (x + dx * along, from_y + dy * along);
                    let _ = writeln!(
                        svg,
                        "<line class=\"bar\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
                        mid_x - across_x,
                        mid_y - across_y,
                        mid_x + across_x,
                        mid_y + across_y
                    );
                }
            }
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
            below += BOX / 2.0 + LINE;
        }
        write_text(svg, "remark", x, y - BOX / 2.0 - 4.0, node.remark.trim_end_matches('?'));
        for line in lines {
            write_text(svg, class, x, below, &line);
            below += LINE;
        }
    }
}

/// Text on white ground, so that branches do not run through it.
fn write_text(svg: &mut String, class: &str, x: f64, y: f64, text: &str) {
    if text.is_empty() {
        return;
    }
    let width = text.chars().count() as f64 * CHARACTER;
    let _ = writeln!(
        svg,
        "<rect class=\"ground\" x=\"{:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{LINE}\"/>\
         <text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>",
        x - width / 2.0,
        y - LINE + 3.0,
        escape(text)
    );
}

fn legend(svg: &mut String, y: f64) {
    let entries = [("edge", "searched"), ("edge again", "searched again"), ("edge unseen", "cut, not searched")];
    let mut x = MARGIN;
    for (class, words) in entries {
        let _ = writeln!(
            svg,
            "<line class=\"{class}\" x1=\"{x}\" y1=\"{y}\" x2=\"{}\" y2=\"{y}\"/><text class=\"key\" x=\"{}\" y=\"{}\">{words}</text>",
            x + 28.0,
            x + 36.0,
            y + 4.0
        );
        x += 60.0 + words.len() as f64 * CHARACTER;
    }
    let words = "in the boxes: who moves; below: values; ?: a leaf that was made up";
    let _ = writeln!(svg, "<text class=\"key dim\" x=\"{x}\" y=\"{}\">{words}</text>", y + 4.0);
}

fn tuple(payoff: &[i16]) -> String {
    format!("({})", payoff.iter().map(i16::to_string).collect::<Vec<_>>().join(", "))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
