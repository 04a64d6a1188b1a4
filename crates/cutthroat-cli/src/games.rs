//! `cutthroat games`

use std::fmt::Write as _;
use std::io::{Write as _, stdout};

use cutthroat_catalog::{ALGORITHMS, AlgorithmDescription, Field, GameDescription, GameInfo, Registry, Values};
use serde_json::json;

use crate::json::object;
use crate::program;
use crate::setup::FLAGS;
use crate::table::thousands;

/// Options of `cutthroat games`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A game to describe in full: rules, options, how positions are written, evaluations, an example.
    game: Option<String>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(games: &Registry, args: &Args) -> anyhow::Result<()> {
    let described = args.game.as_deref().map(|name| games.game(name)).transpose()?;
    let mut out = stdout().lock();
    if args.json {
        let described: Vec<GameDescription<'_>> = match described {
            Some(info) => vec![GameDescription::of(info)],
            None => games.games().map(GameDescription::of).collect(),
        };
        let algorithms: Vec<AlgorithmDescription> = ALGORITHMS.iter().map(AlgorithmDescription::of).collect();
        writeln!(out, "{}", object(&json!({ "games": described, "algorithms": algorithms }))?)?;
        return Ok(());
    }
    if let Some(info) = described {
        write!(out, "{}", described_in_full(info))?;
        return Ok(());
    }
    for info in games.games() {
        writeln!(out, "{} ({} players): {}", info.name, info.numbers_of_players(), info.about)?;
        if info.presets.len() > 1 {
            writeln!(out, "  rules        {}", names_of_rules(info).join(", "))?;
        }
        let evaluations: Vec<&str> = info.evaluations.iter().map(|(name, _)| *name).collect();
        writeln!(out, "  evaluations  {}", evaluations.join(", "))?;
        writeln!(out, "  position     {}", info.notation)?;
        writeln!(out, "  example      {}\n", info.example)?;
    }
    writeln!(out, "`{} games GAME` describes one in full: rules, options, positions, evaluations.", program())?;
    Ok(())
}

/// The names of the sets of rules.
fn names_of_rules(info: &GameInfo) -> Vec<&'static str> {
    info.presets.iter().map(|preset| preset.name).collect()
}

/// The column at which a description begins.
const COLUMN: usize = 21;
/// Lines are broken before this column.
const WIDTH: usize = 110;

/// `name`, and `text` in a column of its own, broken into lines.
fn add(page: &mut String, indent: usize, name: &str, text: &str) {
    let mut line = format!("{:indent$}{name}", "");
    let (column, mut words) = (COLUMN + indent - 2, 0);
    let width = line.chars().count();
    line.push_str(&" ".repeat(column.saturating_sub(width).max(2)));
    for word in text.split_whitespace() {
        if words > 0 && line.chars().count() + 1 + word.chars().count() > WIDTH {
            let _ = writeln!(page, "{}", line.trim_end());
            line = " ".repeat(column);
            words = 0;
        }
        if words > 0 {
            line.push(' ');
        }
        line.push_str(word);
        words += 1;
    }
    let _ = writeln!(page, "{}", line.trim_end());
}

fn described_in_full(info: &GameInfo) -> String {
    let mut page = format!("{}\n\n", info.name);
    add(&mut page, 0, "what it is", info.about);
    let usual = match info.players {
        (fewest, most) if fewest == most => String::new(),
        _ => format!(", {} unless --players or the position says otherwise", info.usual_players),
    };
    add(&mut page, 0, "players", &format!("{}{usual}", info.numbers_of_players()));
    add(&mut page, 0, "how it is played", info.play);
    let presets = &info.presets;
    if !presets.is_empty() {
        let _ = writeln!(page, "\nrules, by --rules NAME or rules=NAME in a position; the first if not given");
        for preset in presets {
            let sets: Vec<String> = preset.sets.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let sets = if sets.is_empty() { String::new() } else { format!(": {}", sets.join(" ")) };
            add(&mut page, 2, preset.name, &format!("{}{sets}", preset.about));
        }
    }
    if !info.options.is_empty() {
        let flags: Vec<String> = ["trump", "bids"]
            .iter()
            .filter(|flag| info.options.iter().any(|option| option.name == **flag))
            .map(|flag| format!("--{flag}"))
            .collect();
        let flags = if flags.is_empty() { String::new() } else { format!(", some also as {}", flags.join(" and ")) };
        let _ = writeln!(page, "\noptions of the rules, by --option NAME=VALUE or name=value in a position{flags}");
        add_fields(&mut page, info.options);
    }
    if !info.dealing.is_empty() {
        let flags: Vec<String> = info
            .dealing
            .iter()
            .filter(|option| FLAGS.contains(&option.name))
            .map(|option| format!(" or --{} VALUE", option.name))
            .collect();
        let _ = writeln!(page, "\noptions of a --deal, by --option NAME=VALUE{}", flags.concat());
        add_fields(&mut page, info.dealing);
    }
    if !info.game_options.is_empty() {
        let _ = writeln!(
            page,
            "\noptions of whole games, by --option NAME=VALUE with match --whole-games or play --whole-game"
        );
        add_fields(&mut page, info.game_options);
    }
    let _ = writeln!(page, "\npositions, by --position TEXT or --position @FILE");
    add(&mut page, 2, "notation", info.notation);
    for (about, fields) in info.fields {
        let _ = writeln!(page, "\n{about}");
        add_fields(&mut page, fields);
    }
    let _ = writeln!(page, "\nevaluations, by --eval NAME; the first if not given");
    for (name, about) in &info.evaluations {
        add(&mut page, 2, name, about);
    }
    page.push('\n');
    add(&mut page, 0, "analyse spends", &budget(info));
    let example = format!("{} analyse {} --position \"{}\" --all-moves", program(), info.name, info.example);
    let _ = writeln!(page, "{:<width$}{example}", "example", width = COLUMN - 2);
    page
}

/// The default cost of an analysis.
fn budget(info: &GameInfo) -> String {
    let nodes = match info.default_nodes {
        Some(nodes) => format!("{} nodes at most, unless --nodes, --time or --depth is given", thousands(nodes)),
        None => "whatever it takes, unless --nodes, --time or --depth is given".to_owned(),
    };
    let table = match info.default_memory {
        0 => "no transposition table, unless --memory is given".to_owned(),
        mebibytes => format!(
            "a transposition table of {mebibytes} MiB (solve: {} MiB), unless --memory or a pruning is given",
            mebibytes * cutthroat_catalog::TIMES_FOR_WHOLE_DEALS
        ),
    };
    format!("{nodes}; {table}")
}

fn add_fields(page: &mut String, fields: &[Field]) {
    for field in fields {
        let Values::Names(names) = field.values else {
            add(page, 2, field.name, &format!("{} ({}; {})", field.about, field.values, field.default));
            continue;
        };
        add(page, 2, field.name, &format!("{} ({})", field.about, field.default));
        for (name, about) in names {
            add(page, COLUMN, name, about);
        }
    }
}
