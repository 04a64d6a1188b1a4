//! Hints, judgements and expectations as lines of text.

use cutthroat_lab::person::{Expected, Hint, Judged, Worth};

/// A hint: the best first.
pub(crate) fn hint(hint: &Hint) -> Vec<String> {
    let mut lines = vec![format!("{} ({})", hint.best, hint.about)];
    lines.extend(table_of(&hint.moves, &hint.best, None));
    lines
}

/// What a search of all hands says about a choice.
pub(crate) fn judged(judged: &Judged) -> Vec<String> {
    let mut lines = vec![format!("{}: you played {} ({})", judged.heading, judged.played, judged.about)];
    lines.extend(table_of(&judged.moves, judged.best(), Some(&judged.played)));
    lines
}

/// What the others expected, a line for each choice.
pub(crate) fn expected(expected: &[Expected]) -> Vec<String> {
    let line = |Expected { seat, mv, expects }: &Expected| {
        let expects: Vec<String> = expects.iter().map(i16::to_string).collect();
        format!("seat {seat}  {mv:<12} expects {}", expects.join(", "))
    };
    if expected.is_empty() { vec!["nobody searched".to_owned()] } else { expected.iter().map(line).collect() }
}

/// Moves and what they are worth, the best first; `played` is marked.
fn table_of(moves: &[Worth], best: &str, played: Option<&str>) -> Vec<String> {
    let mut moves: Vec<&Worth> = moves.iter().collect();
    let mean = |worth: &Worth| worth.mean.unwrap_or(f64::MIN);
    moves.sort_by(|one, other| {
        (one.mv != best).cmp(&(other.mv != best)).then_with(|| mean(other).total_cmp(&mean(one)))
    });
    let width = moves.iter().map(|worth| worth.mv.len()).max().unwrap_or_default();
    let line = |worth: &&Worth| {
        let mean = worth.mean.map_or("      -".to_owned(), |mean| format!("{mean:7.2}"));
        let error = worth.error.map_or(String::new(), |error| format!(" +- {error:.2}"));
        let best = if worth.mv == best { "  best" } else { "" };
        let played = if Some(worth.mv.as_str()) == played { "  played" } else { "" };
        format!("{:width$} {mean}{error}{best}{played}", worth.mv)
    };
    moves.iter().map(line).collect()
}
