//! Paper and ours side by side as bars.

use std::fmt::Write as _;

use super::finding::Row;

const WIDTH: f64 = 960.0;
/// Where the bars begin, beside the names.
const LEFT: f64 = 350.0;
/// Where the longest ends, leaving room for its figure.
const RIGHT: f64 = 820.0;
const BAR: f64 = 12.0;
const PAIR: f64 = 38.0;
const TOP: f64 = 40.0;
/// Bars are logarithmic if one is more than this many times another.
const FAR_APART: f64 = 20.0;
const COLOURS: [&str; 2] = ["#D55E00", "#0072B2"];

/// A chart of all rows that have numbers above zero; `None` for fewer than two.
pub(super) fn chart(rows: &[Row]) -> Option<String> {
    let pairs: Vec<(&Row, [f64; 2])> = rows
        .iter()
        .filter_map(|row| row.numbers.map(|(paper, ours)| (row, [paper, ours])))
        .filter(|(_, both)| both.iter().all(|number| *number > 0.0))
        .collect();
    if pairs.len() < 2 {
        return None;
    }
    let numbers = || pairs.iter().flat_map(|(_, both)| *both);
    let (least, most) = (numbers().fold(f64::INFINITY, f64::min), numbers().fold(0.0, f64::max));
    let logarithmic = most / least > FAR_APART;
    let along = |number: f64| {
        let share = if logarithmic { (number / least * 3.0).ln() / (most / least * 3.0).ln() } else { number / most };
        LEFT + share * (RIGHT - LEFT)
    };
    let height = TOP + PAIR * pairs.len() as f64 + 10.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"13\" role=\"img\" aria-label=\"paper and ours\">"
    );
    for (place, name) in ["paper", "ours"].into_iter().enumerate() {
        let x = LEFT + 90.0 * place as f64;
        let _ = write!(
            svg,
            "<rect x=\"{x}\" y=\"10\" width=\"12\" height=\"12\" fill=\"{}\"/><text x=\"{}\" y=\"21\">{name}</text>",
            COLOURS[place],
            x + 18.0
        );
    }
    if logarithmic {
        let _ = write!(svg, "<text x=\"{}\" y=\"21\" fill=\"#555\">logarithmic</text>", LEFT + 190.0);
    }
    for (place, (row, both)) in pairs.iter().enumerate() {
        let y = TOP + PAIR * place as f64;
        let name = row.quantity.replace('&', "&amp;").replace('<', "&lt;");
        let _ = write!(svg, "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{name}</text>", LEFT - 10.0, y + BAR + 4.0);
        for (kind, (&number, text)) in both.iter().zip([&row.paper, &row.ours]).enumerate() {
            let (y, end) = (y + BAR * kind as f64, along(number));
            let _ = write!(
                svg,
                "<rect x=\"{LEFT}\" y=\"{y}\" width=\"{:.1}\" height=\"{}\" fill=\"{}\"/>\
                 <text x=\"{:.1}\" y=\"{}\" font-size=\"11\">{text}</text>",
                end - LEFT,
                BAR - 1.0,
                COLOURS[kind],
                end + 6.0,
                y + BAR - 2.0
            );
        }
    }
    svg.push_str("</svg>");
    Some(svg)
}

#[cfg(test)]
mod tests {
    use super::super::finding::Unit;
    use super::super::verdict::{Found, Printed};
    use super::*;

    #[test]
    fn only_what_can_be_drawn_is() {
        let rows = [("a < b", 10.0, 12.0), ("c", 3000.0, 2000.0), ("none", 0.0, 1.0)]
            .map(|(name, paper, ours)| Row::figure(name, Unit::Nodes, Printed::new(paper, 1.0), Found::Count(ours)));
        let svg = chart(&rows).unwrap();
        assert!(svg.contains("a &lt; b") && svg.contains("logarithmic") && !svg.contains("none"));
        assert_eq!(svg.matches("<rect").count(), 2 + 4);
        assert_eq!(chart(&rows[..1]), None);
    }
}
