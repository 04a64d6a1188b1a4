//! `cutthroat games`

use std::io::{Write, stdout};

use cutthroat_catalog::GAMES;
use serde_json::json;

/// Options of `cutthroat games`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut out = stdout().lock();
    if args.json {
        let games: Vec<_> = GAMES
            .iter()
            .map(|entry| {
                let evaluations: Vec<_> = (entry.evaluations)()
                    .into_iter()
                    .map(|(name, about)| json!({"name": name, "about": about}))
                    .collect();
                json!({
                    "name": entry.name,
                    "about": entry.about,
                    "players": {"fewest": entry.players.0, "most": entry.players.1},
                    "notation": entry.notation,
                    "example": entry.example,
                    "evaluations": evaluations,
                    "rules": entry.rules,
                })
            })
            .collect();
        writeln!(out, "{}", json!({ "games": games }))?;
        return Ok(());
    }
    for (place, entry) in GAMES.iter().enumerate() {
        if place > 0 {
            writeln!(out)?;
        }
        let (fewest, most) = entry.players;
        let players = if fewest == most { format!("{fewest} players") } else { format!("{fewest} to {most} players") };
        writeln!(out, "{} ({players}): {}", entry.name, entry.about)?;
        writeln!(out, "  position    {}", entry.notation)?;
        writeln!(out, "  example     {}", entry.example)?;
        if !entry.rules.is_empty() {
            writeln!(out, "  rules       {}", entry.rules.join(", "))?;
        }
        for (name, about) in (entry.evaluations)() {
            writeln!(out, "  evaluation  {name}: {about}")?;
        }
    }
    Ok(())
}
