//! `cutthroat bench`

use std::io::{Write, stdout};

use clap::builder::{PossibleValue, PossibleValuesParser};
use cutthroat_lab::suites::{SUITES, SuiteOutcome};

use crate::json;
use crate::table::{self, thousands};

/// Options of `cutthroat bench`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The suite.
    #[arg(long, value_name = "NAME", default_value = SUITES[0].name,
          value_parser = PossibleValuesParser::new(SUITES.iter().map(|suite| PossibleValue::new(suite.name).help(suite.about))))]
    suite: String,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, quiet: bool) -> anyhow::Result<()> {
    let Some(suite) = SUITES.iter().find(|suite| suite.name == args.suite) else { return Ok(()) };
    let outcome = suite.run();
    let mut out = stdout().lock();
    if args.json {
        writeln!(out, "{}", json::object(&outcome)?)?;
    } else if quiet {
        writeln!(out, "{}", outcome.signature)?;
    } else {
        writeln!(out, "{}: {}", suite.name, suite.about)?;
        write_rows(&mut out, &outcome)?;
        writeln!(
            out,
            "signature {} nodes, {} searched again, {} nodes/s",
            thousands(outcome.signature),
            thousands(outcome.researches),
            thousands(outcome.nodes_per_second as u64)
        )?;
    }
    Ok(())
}

fn write_rows(out: &mut impl Write, outcome: &SuiteOutcome) -> anyhow::Result<()> {
    let mut headings = vec!["search", "nodes", "again", "nodes/s"];
    for row in &outcome.rows {
        for (name, _) in &row.figures {
            if !headings.contains(name) {
                headings.push(name);
            }
        }
    }
    let mut table = table::table(&headings);
    for row in &outcome.rows {
        let speed = row.nodes as f64 / row.seconds.max(1e-9);
        let mut cells =
            vec![row.what.clone(), thousands(row.nodes), thousands(row.researches), thousands(speed as u64)];
        cells.extend(headings[4..].iter().map(|name| {
            let figure = row.figures.iter().find(|(figure, _)| figure == name);
            figure.map_or(String::new(), |(_, value)| format!("{value:.3}"))
        }));
        table.add_row(cells);
    }
    writeln!(out, "{}", table::text(&table))?;
    Ok(())
}
