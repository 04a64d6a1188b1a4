//! Tables on a terminal.

use comfy_table::{CellAlignment, LineStyle, Table, presets};
pub(crate) use cutthroat_lab::thousands;

/// A plain table with these headings; all columns but the first are aligned to the right.
pub(crate) fn table(headings: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING.header_separator(LineStyle::none().fill('-').junction('-')));
    table.set_header(headings.to_vec());
    for place in 1..headings.len() {
        if let Some(column) = table.column_mut(place) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// The table as text, without spaces at the ends of its lines.
pub(crate) fn text(table: &Table) -> String {
    table.to_string().lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

/// A payoff as people write it.
pub(crate) fn tuple(payoff: &[i16]) -> String {
    format!("({})", payoff.iter().map(i16::to_string).collect::<Vec<_>>().join(", "))
}

/// A number with a separator for thousands, and what it counts, singular or plural.
pub(crate) fn counted(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", thousands(number), if number == 1 { "" } else { "s" })
}
