//! Intervals below each other, as SVG: how much each player won, and how sure that is.

use std::fmt::Write as _;

use crate::stats::Estimate;

const WIDTH: f64 = 960.0;
/// Where 0 and 100 per cent are.
const LEFT: f64 = 300.0;
const RIGHT: f64 = 900.0;
const TOP: f64 = 64.0;
const LINE: f64 = 26.0;
const COLOURS: [&str; 2] = ["#0072B2", "#D55E00"];

/// A line of the drawing: a name, and what was found with each of the two budgets.
pub(super) struct ForestLine {
    pub(super) name: String,
    pub(super) found: [Option<Estimate>; 2],
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// The drawing, of per cent.
pub(super) fn drawn(title: &str, budgets: [&str; 2], lines: &[ForestLine]) -> String {
    let height = TOP + LINE * lines.len() as f64 + 34.0;
    let along = |per_cent: f64| LEFT + per_cent.clamp(0.0, 100.0) / 100.0 * (RIGHT - LEFT);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"13\" role=\"img\" aria-label=\"{0}\">\
         <text x=\"20\" y=\"22\" font-size=\"16\">{0}</text>",
        escaped(title)
    );
    for (place, (budget, colour)) in budgets.iter().zip(COLOURS).enumerate() {
        let x = LEFT + 130.0 * place as f64;
        let _ = write!(
            svg,
            "<circle cx=\"{x}\" cy=\"40\" r=\"4\" fill=\"{colour}\"/><text x=\"{}\" y=\"44\">{budget}</text>",
            x + 10.0
        );
    }
    let bottom = height - 30.0;
    for per_cent in [0, 25, 50, 75, 100] {
        let (x, colour) = (along(f64::from(per_cent)), if per_cent == 50 { "#1c1c1c" } else { "#d8d8d2" });
        let _ = write!(
            svg,
            "<line x1=\"{x}\" y1=\"{}\" x2=\"{x}\" y2=\"{bottom}\" stroke=\"{colour}\"/>\
             <text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{per_cent} %</text>",
            TOP - 8.0,
            bottom + 18.0
        );
    }
    for (place, line) in lines.iter().enumerate() {
        let y = TOP + LINE * place as f64 + 8.0;
        let _ = write!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
            LEFT - 12.0,
            y + 4.0,
            escaped(&line.name)
        );
        for (kind, found) in line.found.iter().enumerate() {
            let Some(found) = found else { continue };
            let colour = COLOURS[kind];
            let (y, half) = (y - 4.0 + 8.0 * kind as f64, found.half_width.unwrap_or(0.0));
            let _ = write!(
                svg,
                "<line x1=\"{:.1}\" y1=\"{y}\" x2=\"{:.1}\" y2=\"{y}\" stroke=\"{colour}\" stroke-width=\"2\"/>\
                 <circle cx=\"{:.1}\" cy=\"{y}\" r=\"3.5\" fill=\"{colour}\"/>",
                along(found.mean - half),
                along(found.mean + half),
                along(found.mean)
            );
        }
    }
    svg.push_str("</svg>\n");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_has_every_line_and_both_budgets() {
        let found = Estimate::of(&[40.0, 60.0, 55.0]);
        let lines =
            ["BRS+ against max^n", "a < b"].map(|name| ForestLine { name: name.to_owned(), found: [found, None] });
        let svg = drawn("Hearts", ["equal nodes", "equal cost"], &lines);
        assert!(svg.contains("BRS+ against max^n") && svg.contains("a &lt; b") && svg.contains("equal cost"));
        assert_eq!(svg.matches("<circle").count(), 2 + 2);
    }
}
