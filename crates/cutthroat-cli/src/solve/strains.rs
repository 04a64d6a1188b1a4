//! `cutthroat solve bridge --strains all`

use std::io::{Write as _, stdout};

use anyhow::bail;
use cutthroat_catalog::Registry;
use cutthroat_lab::LabError;
use cutthroat_lab::strains::{DeclarerTricks, ParReport, StrainReport, StrainSolving};

use super::Args;
use crate::table::counted;
use crate::{Usage, interrupt, json, progress, whole_file};

pub(super) fn run(games: &Registry, args: Args, quiet: bool) -> anyhow::Result<()> {
    let (memory, threads, as_json, resume) = (args.memory, args.threads, args.json, args.resume);
    let files = args.deals.zip(args.out);
    let (game, setup) = args.setup.read(games)?;
    if game != "bridge" {
        return Err(Usage(format!("--strains is for bridge, not for {game}")).into());
    }
    let solving = StrainSolving { memory, threads, stop: None };
    if let Some((deals, out)) = files {
        let text = whole_file::read(&deals)?;
        let kept = "the boards that were solved are kept, and --resume goes on with the rest";
        let solving = StrainSolving { stop: Some(interrupt::stop_flag(kept)?), ..solving };
        let bar = progress::bar(quiet, "{bar:40} {human_pos} of {human_len} boards, {elapsed}, {eta} left");
        let solved = solving.many(&text, &out, resume, &|done, all| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        });
        bar.finish_and_clear();
        let (done, all) = (bar.position(), bar.length().unwrap_or_default());
        let solved = match solved {
            Err(LabError::Stopped) => {
                bail!("stopped after {done} of {}; --resume goes on from {}", counted(all, "board"), out.display())
            }
            solved => solved?,
        };
        if !quiet {
            writeln!(stdout().lock(), "{} solved, in {}", counted(solved as u64, "board"), out.display())?;
        }
        return Ok(());
    }
    let position = games.open(&game, &setup)?.text();
    let bar = progress::spinner(quiet || as_json, |elapsed| format!("{} s", elapsed.as_secs()));
    let report = solving.one(&position);
    bar.finish_and_clear();
    let report = report?;
    let text = if as_json { json::object(&report)? } else { words(&report) };
    writeln!(stdout().lock(), "{}", text.trim_end())?;
    Ok(())
}

/// The table and par, as people read them.
fn words(report: &StrainReport) -> String {
    let mut text = String::from("declarer      NT   S   H   D   C\n");
    for (seat, DeclarerTricks { declarer, tricks }) in (1..).zip(&report.tricks) {
        let tricks: String = ['N', 'S', 'H', 'D', 'C'].iter().map(|strain| format!("{:>4}", tricks[strain])).collect();
        text.push_str(&format!("{declarer} (seat {seat})  {tricks}\n"));
    }
    if !report.par.is_empty() {
        text.push_str("\nvulnerable  par of N and S, if N deals\n");
    }
    for ParReport { vulnerable, score, contracts } in &report.par {
        let contracts = if contracts.is_empty() { "passed out".to_owned() } else { contracts.join(", ") };
        text.push_str(&format!("{vulnerable:<10}  {score:>+5}  {contracts}\n"));
    }
    text
}
