//! `cutthroat games`

use std::fmt::Write as _;
use std::io::{Write as _, stdout};

use cutthroat_catalog::{DefaultValue, Entry, Field, GAMES, Values, entry};
use serde_json::{Value, json};

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

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let described = args.game.as_deref().map(entry).transpose()?;
    let mut out = stdout().lock();
    if args.json {
        let games: Vec<Value> = match described {
            Some(entry) => vec![as_json(entry)],
            None => GAMES.iter().map(as_json).collect(),
        };
        writeln!(out, "{}", json!({ "games": games }))?;
        return Ok(());
    }
    if let Some(entry) = described {
        write!(out, "{}", described_in_full(entry))?;
        return Ok(());
    }
    for entry in GAMES {
        writeln!(out, "{} ({} players): {}", entry.name, entry.numbers_of_players(), entry.about)?;
        if entry.rules.len() > 1 {
            writeln!(out, "  rules        {}", entry.rules.join(", "))?;
        }
        let evaluations: Vec<&str> = (entry.evaluations)().iter().map(|(name, _)| *name).collect();
        writeln!(out, "  evaluations  {}", evaluations.join(", "))?;
        writeln!(out, "  position     {}", entry.notation)?;
        writeln!(out, "  example      {}\n", entry.example)?;
    }
    writeln!(out, "`cutthroat games GAME` describes one in full: rules, options, positions, evaluations.")?;
    Ok(())
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

fn described_in_full(entry: &Entry) -> String {
    let mut page = format!("{}\n\n", entry.name);
    add(&mut page, 0, "what it is", entry.about);
    let usual = match entry.players {
        (fewest, most) if fewest == most => String::new(),
        _ => format!(", {} unless --players or the position says otherwise", entry.usual_players),
    };
    add(&mut page, 0, "players", &format!("{}{usual}", entry.numbers_of_players()));
    add(&mut page, 0, "how it is played", entry.play);
    let presets = (entry.presets)();
    if !presets.is_empty() {
        let _ = writeln!(page, "\nrules, by --rules NAME or rules=NAME in a position; the first if not given");
        for preset in &presets {
            let sets: Vec<String> = preset.sets.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let sets = if sets.is_empty() { String::new() } else { format!(": {}", sets.join(" ")) };
            add(&mut page, 2, preset.name, &format!("{}{sets}", preset.about));
        }
    }
    if !entry.options.is_empty() {
        let flags: Vec<String> = ["trump", "bids"]
            .iter()
            .filter(|flag| entry.options.iter().any(|option| option.name == **flag))
            .map(|flag| format!("--{flag}"))
            .collect();
        let flags = if flags.is_empty() { String::new() } else { format!(", some also as {}", flags.join(" and ")) };
        let _ = writeln!(page, "\noptions of the rules, by name=value in a position{flags}");
        add_fields(&mut page, entry.options);
    }
    let _ = writeln!(page, "\npositions, by --position TEXT or --position @FILE");
    add(&mut page, 2, "notation", entry.notation);
    for (about, fields) in entry.fields {
        let _ = writeln!(page, "\n{about}");
        add_fields(&mut page, fields);
    }
    let _ = writeln!(page, "\nevaluations, by --eval NAME; the first if not given");
    for (name, about) in (entry.evaluations)() {
        add(&mut page, 2, name, about);
    }
    page.push('\n');
    add(&mut page, 0, "analyse spends", &budget(entry));
    let example = format!("cutthroat analyse {} --position \"{}\" --all-moves", entry.name, entry.example);
    let _ = writeln!(page, "{:<width$}{example}", "example", width = COLUMN - 2);
    page
}

/// What an analysis may cost where nothing is said about it.
fn budget(entry: &Entry) -> String {
    let nodes = match entry.default_nodes {
        Some(nodes) => format!("{} nodes at most, unless --nodes, --time or --depth is given", thousands(nodes)),
        None => "whatever it takes, unless --nodes, --time or --depth is given".to_owned(),
    };
    let table = match entry.default_memory {
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

fn as_json(entry: &Entry) -> Value {
    let evaluations: Vec<_> =
        (entry.evaluations)().into_iter().map(|(name, about)| json!({"name": name, "about": about})).collect();
    let presets: Vec<_> = (entry.presets)()
        .into_iter()
        .map(|preset| {
            let sets: serde_json::Map<_, _> =
                preset.sets.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
            json!({"name": preset.name, "about": preset.about, "sets": sets})
        })
        .collect();
    let groups: Vec<_> = entry
        .fields
        .iter()
        .map(|(about, fields)| json!({"about": about, "fields": fields.iter().map(field_as_json).collect::<Vec<_>>()}))
        .collect();
    json!({
        "name": entry.name,
        "about": entry.about,
        "players": {"fewest": entry.players.0, "most": entry.players.1, "usual": entry.usual_players},
        "play": entry.play,
        "notation": entry.notation,
        "example": entry.example,
        "evaluations": evaluations,
        "rules": entry.rules,
        "presets": presets,
        "options": entry.options.iter().map(field_as_json).collect::<Vec<_>>(),
        "position": groups,
        "default_nodes": entry.default_nodes,
        "default_memory": entry.default_memory,
    })
}

fn field_as_json(field: &Field) -> Value {
    let values = match field.values {
        Values::Switch => json!({"kind": "switch"}),
        Values::Number { least, most } => json!({"kind": "number", "least": least, "most": most}),
        Values::Numbers { each, least, most } => {
            json!({"kind": "numbers", "each": each, "least": least, "most": most})
        }
        Values::Names(names) => {
            let names: Vec<_> = names.iter().map(|(name, about)| json!({"name": name, "about": about})).collect();
            json!({"kind": "names", "names": names})
        }
        Values::Form(form) => json!({"kind": "text", "form": form}),
    };
    let default = match field.default {
        DefaultValue::Is(value) => json!({"value": value}),
        DefaultValue::Derived(words) => json!({"derived": words}),
        DefaultValue::Required => json!({"required": true}),
    };
    json!({"name": field.name, "about": field.about, "values": values, "default": default})
}
