//! Reports: what was found, as Markdown, as CSV, and as one self-contained HTML page.

use std::fmt::Write as _;

use super::finding::{FoundTable, Row};
use super::run::{Finished, Provenance};
use super::verdict::RowVerdict;
use super::{PAPERS, pairs};

/// How many rows have this verdict.
fn count(finished: &[Finished], verdict: RowVerdict) -> usize {
    finished.iter().flat_map(|done| &done.findings.rows).filter(|row| row.verdict == verdict).count()
}

fn in_short(finished: &[Finished]) -> String {
    let counts = RowVerdict::ALL.map(|verdict| {
        let all = finished.iter().flat_map(|done| &done.findings.rows).filter(|row| row.verdict == verdict);
        let parts = all.filter(|row| row.is_of_a_part()).count();
        let parts = if parts > 0 { format!(" ({parts} on a part of the paper's sample)") } else { String::new() };
        format!("{} {}{parts}", count(finished, verdict), verdict.word())
    });
    let rows: usize = finished.iter().map(|done| done.findings.rows.len()).sum();
    let experiments = finished.len();
    let plural = if experiments == 1 { "" } else { "s" };
    let parts: Vec<&str> =
        finished.iter().filter(|done| done.findings.unfinished).map(|done| done.experiment.id).collect();
    let parts = match &parts[..] {
        [] => String::new(),
        parts => format!(". Not finished, and reported as far as they are: {}", parts.join(", ")),
    };
    let rows = if rows == 1 { "1 row".to_owned() } else { format!("{rows} rows") };
    format!("{experiments} experiment{plural}, {rows}: {}{parts}", counts.join(", "))
}

/// How rows are judged, for readers of the report.
const WORDS: &str = "agrees: the paper's figure, as precise as it is printed, lies in our 95 % interval; or, for a count \
                     without an interval, within a factor 1.5; or both are exact and equal. same direction: not that, but \
                     the same side is ahead and our interval leaves out the value at which neither is. not shown: our \
                     interval has that value in it. differs: everything else";

fn title(finished: &[Finished]) -> &'static str {
    if finished.iter().any(|done| done.experiment.is_of_a_paper()) {
        "The papers, repeated"
    } else {
        "Beyond the papers"
    }
}

fn origin(provenance: &Provenance) -> String {
    let Provenance { version, commit, scale, seed, machine } = provenance;
    let commit = commit.as_ref().map_or(String::new(), |commit| format!(" (commit {commit})"));
    format!("cutthroat {version}{commit}, scale {scale}, seed {seed}; {machine}")
}

const COLUMNS: [&str; 7] = ["quantity", "paper", "ours", "95 % interval", "sample", "verdict", "why"];

fn cells(row: &Row) -> [&str; 7] {
    [&row.quantity, &row.paper, &row.ours, &row.interval, &row.sample, row.verdict.word(), &row.why]
}

/// The report as Markdown.
#[must_use]
pub fn markdown(provenance: &Provenance, finished: &[Finished]) -> String {
    let mut text = format!(
        "# {}\n\n{}.\n\n    {}\n\n{}.\n\n{WORDS}.\n",
        title(finished),
        origin(provenance),
        provenance.commands(finished).join("\n    "),
        in_short(finished)
    );
    for done in finished {
        let (experiment, findings) = (done.experiment, &done.findings);
        let _ = write!(text, "\n## {}: {}\n\n{}\n", experiment.id, experiment.title, experiment.set_up);
        let _ = write!(text, "\nHere: {}\n\n", findings.sample);
        for found in &findings.tables {
            let _ = write!(text, "### {}\n\n{}\n", found.title, markdown_of_table(found));
        }
        if !findings.rows.is_empty() {
            text.push_str(&table(&findings.rows));
        }
        for note in &findings.notes {
            let _ = write!(text, "\n- {note}");
        }
        if !findings.notes.is_empty() {
            text.push('\n');
        }
        for drawing in &findings.drawings {
            let _ = writeln!(text, "\n![{0}]({0}.svg)", drawing.name);
        }
    }
    text
}

/// A table that no paper has, as Markdown.
fn markdown_of_table(found: &FoundTable) -> String {
    let lined = |cells: &Vec<String>| line(&cells.iter().map(String::as_str).collect::<Vec<_>>());
    let under = "|---".repeat(found.headings.len()) + "|\n";
    lined(&found.headings) + &under + &found.rows.iter().map(lined).collect::<String>()
}

/// A line of a table as Markdown.
fn line(cells: &[&str]) -> String {
    format!("| {} |\n", cells.iter().map(|cell| cell.replace('|', "\\|")).collect::<Vec<_>>().join(" | "))
}

/// A table of rows as Markdown.
#[must_use]
pub fn table(rows: &[Row]) -> String {
    let mut text = line(&COLUMNS) + "|---|---:|---:|---:|---|---|---|\n";
    for row in rows {
        text.push_str(&line(&cells(row)));
    }
    text
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}

/// A table as CSV.
#[must_use]
pub fn csv_of_table(table: &FoundTable) -> String {
    let line = |cells: &Vec<String>| cells.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",") + "\n";
    line(&table.headings) + &table.rows.iter().map(line).collect::<String>()
}

/// All rows as CSV.
#[must_use]
pub fn csv(finished: &[Finished]) -> String {
    let line = |id: &str, cells: [&str; 7]| {
        let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
        format!("{id},{}\n", cells.join(","))
    };
    let mut text = line("experiment", COLUMNS);
    for done in finished {
        for row in &done.findings.rows {
            text.push_str(&line(done.experiment.id, cells(row)));
        }
    }
    text
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

const STYLE: &str = "
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #1c1c1c; background: #fff; margin: 0 auto; padding: 1.5rem; max-width: 72rem; }
h1, h2, h3 { line-height: 1.25; }
h2 { margin-top: 3rem; border-bottom: 2px solid #1c1c1c; }
h3 { margin-top: 2.5rem; }
code, pre { font: 0.9em/1.4 ui-monospace, monospace; background: #f3f3f0; overflow-wrap: anywhere; white-space: pre-wrap; }
pre { padding: 0.75rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.9em; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.6rem; border-bottom: 1px solid #d8d8d2; overflow-wrap: break-word; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.agrees { color: #00664b; }
.same-direction { color: #1d4f91; }
.not-shown { color: #666; }
.differs { color: #a33c00; }
.agrees, .same-direction, .not-shown, .differs { white-space: nowrap; font-weight: 600; }
nav table { font-size: 1em; }
figure { margin: 1rem 0; }
figure svg { max-width: 100%; height: auto; display: block; }
.origin { color: #555; }
";

/// The report as one HTML page.
#[must_use]
pub fn html(provenance: &Provenance, finished: &[Finished]) -> String {
    let title = title(finished);
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n\
         <p class=\"origin\">{}.</p>\n<pre>{}</pre>\n<p>{}.</p>\n<p>{WORDS}.</p>\n",
        escaped(&origin(provenance)),
        escaped(&provenance.commands(finished).join("\n")),
        in_short(finished)
    );
    text.push_str(&contents(finished));
    for (year, paper) in PAPERS {
        let of_paper: Vec<&Finished> = finished.iter().filter(|done| done.experiment.paper() == year).collect();
        if of_paper.is_empty() {
            continue;
        }
        let _ = writeln!(text, "<h2>{year}: {}</h2>", escaped(paper));
        for done in of_paper {
            text.push_str(&section(done));
        }
    }
    for done in finished.iter().filter(|done| !done.experiment.is_of_a_paper()) {
        text.push_str(&section(done));
    }
    text.push_str("</body>\n</html>\n");
    text
}

/// The style of a verdict on the page.
fn style(verdict: RowVerdict) -> String {
    verdict.word().replace(' ', "-")
}

fn contents(finished: &[Finished]) -> String {
    let mut text = String::from("<nav class=\"wide\"><table><thead><tr><th>experiment</th><th></th>");
    for verdict in RowVerdict::ALL {
        let _ = write!(text, "<th class=\"number\">{}</th>", verdict.word());
    }
    text.push_str("</tr></thead><tbody>\n");
    for done in finished {
        let id = done.experiment.id;
        let _ = write!(text, "<tr><td><a href=\"#{id}\">{id}</a></td><td>{}</td>", escaped(done.experiment.title));
        for verdict in RowVerdict::ALL {
            let count = count(std::slice::from_ref(done), verdict);
            let style = if count > 0 { style(verdict) } else { String::new() };
            let _ = write!(text, "<td class=\"number {style}\">{count}</td>");
        }
        text.push_str("</tr>\n");
    }
    text + "</tbody></table></nav>\n"
}

/// A drawing that shrinks with the page: without a view box it would be cut off.
fn fitted(svg: &str) -> String {
    let head = svg.split('>').next().unwrap_or_default();
    let value = |name: &str| head.split_once(&format!(" {name}=\""))?.1.split('"').next();
    match (value("viewBox"), value("width"), value("height")) {
        (None, Some(width), Some(height)) => {
            svg.replacen("<svg ", &format!("<svg viewBox=\"0 0 {width} {height}\" "), 1)
        }
        _ => svg.to_owned(),
    }
}

/// A table that no paper has.
fn html_of_table(found: &FoundTable) -> String {
    let mut text = format!("<h4>{}</h4>\n<div class=\"wide\"><table><thead><tr>", escaped(&found.title));
    for heading in &found.headings {
        let _ = write!(text, "<th>{}</th>", escaped(heading));
    }
    text.push_str("</tr></thead><tbody>\n");
    for row in &found.rows {
        text.push_str("<tr>");
        for cell in row {
            let _ = write!(text, "<td>{}</td>", escaped(cell));
        }
        text.push_str("</tr>\n");
    }
    text + "</tbody></table></div>\n"
}

/// Paper and ours.
fn html_of_rows(rows: &[Row]) -> String {
    let mut text = String::from("<div class=\"wide\"><table><thead><tr>");
    let class = |place: usize| if (1..=3).contains(&place) { " class=\"number\"" } else { "" };
    for (place, column) in COLUMNS.iter().enumerate() {
        let _ = write!(text, "<th{}>{column}</th>", class(place));
    }
    text.push_str("</tr></thead><tbody>\n");
    for row in rows {
        text.push_str("<tr>");
        for (place, cell) in cells(row).iter().enumerate() {
            let class = if place == 5 { format!(" class=\"{}\"", style(row.verdict)) } else { class(place).to_owned() };
            let _ = write!(text, "<td{class}>{}</td>", escaped(cell));
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</tbody></table></div>\n");
    text
}

fn section(done: &Finished) -> String {
    let (experiment, findings) = (done.experiment, &done.findings);
    let mut text = format!(
        "<section id=\"{}\">\n<h3>{0}: {}</h3>\n<p>{}</p>\n<p>Here: {}</p>\n",
        experiment.id,
        escaped(experiment.title),
        escaped(experiment.set_up),
        escaped(&findings.sample)
    );
    findings.tables.iter().for_each(|found| text.push_str(&html_of_table(found)));
    if !findings.rows.is_empty() {
        text.push_str(&html_of_rows(&findings.rows));
    }
    if !findings.notes.is_empty() {
        text.push_str("<ul>\n");
        for note in &findings.notes {
            let _ = writeln!(text, "<li>{}</li>", escaped(note));
        }
        text.push_str("</ul>\n");
    }
    if let Some(svg) = pairs::chart(&findings.rows) {
        let _ = writeln!(text, "<figure>{svg}</figure>");
    }
    for drawing in &findings.drawings {
        // The names inside a drawing are its own: two on a page must not share them.
        let svg = fitted(&drawing.svg).replace("kuva-clip-", &format!("{}-clip-", drawing.name));
        let _ = writeln!(text, "<figure>{svg}</figure>");
    }
    text + "</section>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_fit_the_page() {
        let svg = "<svg xmlns=\"x\" width=\"1430\" height=\"786.28\"><rect/></svg>";
        assert!(fitted(svg).starts_with("<svg viewBox=\"0 0 1430 786.28\" xmlns"));
        assert_eq!(fitted(&fitted(svg)), fitted(svg));
    }
}
