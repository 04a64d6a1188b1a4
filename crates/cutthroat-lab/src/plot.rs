//! Line charts as SVG: axes, a legend, confidence bands. The same numbers give the same bytes.

use kuva::backend::svg::SvgBackend;
use kuva::plot::legend::LegendPosition;
use kuva::plot::{LinePlot, LineStyle};
use kuva::render::figure::Figure;
use kuva::render::layout::{Layout, TickFormat};
use kuva::render::plots::Plot;
use kuva::render::render::{Scene, render_multiple};

/// Colours that can be distinguished by the colour-blind (Okabe and Ito 2008), darkest first.
const COLOURS: [&str; 7] = ["#000000", "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"];

/// How a line is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stroke {
    /// In one piece.
    #[default]
    Solid,
    /// In dashes.
    Dashed,
    /// In dots.
    Dotted,
}

/// One point of a line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// Where it is from left to right.
    pub x: f64,
    /// Where it is from bottom to top.
    pub y: f64,
    /// Its margin, up or down; 0 draws no band.
    pub margin: f64,
}

/// One line of a chart.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// What the legend calls it.
    pub name: String,
    /// Its points, from left to right.
    pub points: Vec<Point>,
    /// Which colour; lines that belong together have the same.
    pub colour: usize,
    /// How it is drawn.
    pub stroke: Stroke,
}

/// A chart of lines.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LineChart {
    /// The title.
    pub title: String,
    /// The label of the x axis.
    pub x_label: String,
    /// The label of the y axis.
    pub y_label: String,
    /// The scale of x.
    pub scale: AxisScale,
    /// The lines, in the order of the legend.
    pub lines: Vec<Line>,
}

/// The scale of x.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AxisScale {
    /// Evenly.
    #[default]
    Linear,
    /// By whole numbers.
    Whole,
    /// By powers of ten.
    Logarithmic,
}

impl LineChart {
    /// The chart as the text of an SVG file.
    #[must_use]
    pub fn svg(&self) -> String {
        let plots = self.plots();
        let layout = self.layout(&plots).with_legend_position(LegendPosition::OutsideRightTop);
        written(&render_multiple(plots, layout.with_width(960.0).with_height(600.0)))
    }

    /// The corner with the fewest points in it.
    fn emptiest_corner(&self) -> LegendPosition {
        let along = |x: f64| if self.scale == AxisScale::Logarithmic { x.ln() } else { x };
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let ends = |of: &dyn Fn(&Point) -> f64| {
            points().map(of).fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)))
        };
        let middle = |(low, high): (f64, f64)| f64::midpoint(low, high);
        let x = middle(ends(&|point| along(point.x)));
        let y = middle(ends(&|point| point.y));
        let in_corner = |right: bool, top: bool| {
            points().filter(|point| (along(point.x) >= x) == right && (point.y >= y) == top).count()
        };
        [
            (LegendPosition::InsideBottomRight, in_corner(true, false)),
            (LegendPosition::InsideTopRight, in_corner(true, true)),
            (LegendPosition::InsideBottomLeft, in_corner(false, false)),
            (LegendPosition::InsideTopLeft, in_corner(false, true)),
        ]
        .into_iter()
        .min_by_key(|(_, points)| *points)
        .map_or(LegendPosition::InsideBottomRight, |(corner, _)| corner)
    }

    fn plots(&self) -> Vec<Plot> {
        self.lines.iter().map(|line| Plot::Line(line.plot())).collect()
    }

    fn layout(&self, plots: &[Plot]) -> Layout {
        let layout = Layout::auto_from_plots(plots)
            .with_title(self.title.as_str())
            .with_x_label(self.x_label.as_str())
            .with_y_label(self.y_label.as_str())
            .with_y_tick_format(TickFormat::Fixed(3));
        match self.scale {
            AxisScale::Linear => layout,
            AxisScale::Whole => layout.with_x_tick_step(1.0).with_x_tick_format(TickFormat::Integer),
            AxisScale::Logarithmic => layout.with_log_x(),
        }
    }
}

/// Several charts side by side, three in a row, as the text of an SVG file.
#[must_use]
pub fn panels(title: &str, charts: &[LineChart]) -> String {
    let plots: Vec<Vec<Plot>> = charts.iter().map(LineChart::plots).collect();
    let layouts = charts
        .iter()
        .zip(&plots)
        .map(|(chart, plots)| chart.layout(plots).with_legend_position(chart.emptiest_corner()))
        .collect();
    let figure = Figure::new(charts.len().div_ceil(PANELS_IN_A_ROW), PANELS_IN_A_ROW)
        .with_title(title)
        .with_plots(plots)
        .with_layouts(layouts)
        .with_cell_size(460.0, 360.0);
    written(&figure.render())
}

const PANELS_IN_A_ROW: usize = 3;

fn written(scene: &Scene) -> String {
    let mut svg = renumbered(&SvgBackend.render_scene(scene));
    svg.push('\n');
    svg
}

/// The drawing with the names of its clipping areas counted from 0: the library counts them through all drawings of a
/// process.
fn renumbered(svg: &str) -> String {
    const NAME: &str = "kuva-clip-";
    let mut parts = svg.split(NAME);
    let mut text = parts.next().unwrap_or_default().to_owned();
    let mut known: Vec<&str> = Vec::new();
    for part in parts {
        let (number, rest) = part.split_at(part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len()));
        let place = known.iter().position(|&other| other == number).unwrap_or_else(|| {
            known.push(number);
            known.len() - 1
        });
        text.push_str(&format!("{NAME}{place}{rest}"));
    }
    text
}

impl Line {
    fn plot(&self) -> LinePlot {
        let style = match self.stroke {
            Stroke::Solid => LineStyle::Solid,
            Stroke::Dashed => LineStyle::Dashed,
            Stroke::Dotted => LineStyle::Dotted,
        };
        let plot = LinePlot::new()
            .with_data(self.points.iter().map(|point| (point.x, point.y)))
            .with_color(COLOURS[self.colour % COLOURS.len()])
            .with_line_style(style)
            .with_legend(self.name.as_str());
        if self.points.iter().all(|point| point.margin <= 0.0) {
            return plot;
        }
        let edge = |side: f64| self.points.iter().map(move |point| point.y + side * point.margin).collect::<Vec<_>>();
        let mut plot = plot.with_band(edge(-1.0), edge(1.0));
        plot.band = plot.band.map(|band| band.with_opacity(0.15));
        plot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_says_what_it_shows_and_is_the_same_twice() {
        let point = |x: f64, y: f64| Point { x, y, margin: 0.01 };
        let line = |name: &str, stroke| Line {
            name: name.into(),
            points: vec![point(3.0, 0.5), point(12.0, 0.6), point(39.0, 0.7)],
            colour: 1,
            stroke,
        };
        let chart = LineChart {
            title: "Decisions".into(),
            x_label: "nodes".into(),
            y_label: "correct".into(),
            scale: AxisScale::Logarithmic,
            lines: vec![line("minimax", Stroke::Solid), line("pruned", Stroke::Dashed)],
        };
        let svg = chart.svg();
        for part in ["<svg", "Decisions", "nodes", "correct", "minimax", "pruned", "stroke-dasharray", "</svg>"] {
            assert!(svg.contains(part), "{part}");
        }
        assert_eq!(svg, chart.svg());
    }
}
