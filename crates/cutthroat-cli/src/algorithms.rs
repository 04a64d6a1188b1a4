//! The list of algorithms, in the words of the command line.

use cutthroat_catalog::{ALGORITHMS, Algorithm, Field, Values};

/// The names of those that `fits` accepts, with `last` before the last: `maxn, paranoid or random`.
fn names(last: &str, fits: impl Fn(&Algorithm) -> bool) -> String {
    let names: Vec<&str> =
        ALGORITHMS.iter().filter(|algorithm| fits(algorithm)).map(|algorithm| algorithm.name).collect();
    match names.split_last() {
        Some((end, [])) => (*end).to_owned(),
        Some((end, before)) => format!("{} {last} {end}", before.join(", ")),
        None => String::new(),
    }
}

/// Every setting that some algorithm has, once, in the order of the list.
fn settings() -> Vec<&'static Field> {
    let mut settings: Vec<&Field> = Vec::new();
    for setting in ALGORITHMS.iter().flat_map(|algorithm| algorithm.settings) {
        if !settings.iter().any(|other| other.name == setting.name) {
            settings.push(setting);
        }
    }
    settings
}

/// What can be given for a setting: every value that fits it for some algorithm.
pub(crate) fn values(name: &str) -> Vec<&'static str> {
    let mut values: Vec<&str> = Vec::new();
    for setting in ALGORITHMS.iter().filter_map(|algorithm| algorithm.setting(name)) {
        let names: Vec<&str> = match setting.values {
            Values::Switch => vec!["on", "off"],
            Values::Names(names) => names.iter().map(|(name, _)| *name).collect(),
            _ => Vec::new(),
        };
        for name in names {
            if !values.contains(&name) {
                values.push(name);
            }
        }
    }
    values
}

/// The help of `--algorithm` for an analysis.
pub(crate) fn help_of_algorithm() -> String {
    format!(
        "The algorithm: {}. Settings may follow a colon, as for players: paranoid:window=null",
        names("or", |_| true)
    )
}

/// The help of `--algorithm` for a solution.
pub(crate) fn help_of_solver() -> String {
    format!("The algorithm: {}", names("or", |algorithm| algorithm.solves))
}

/// The help of `--seats`.
pub(crate) fn help_of_seats() -> String {
    format!(
        "The kinds of players; all seatings that use every kind are played. A player is NAME or NAME:setting=value,... \
         with NAME {}; --help describes them and their settings. A player has 250,000 nodes a move if neither nodes nor \
         a depth is given, and no memory if none is given. Separate players by commas, semicolons or spaces, or repeat \
         --seats. exec:COMMAND is a program that speaks the protocol of docs/protocol.md; its arguments follow with \
         spaces, and quotes keep commas together",
        names("or", |_| true)
    )
}

/// Every algorithm and every setting, for people.
pub(crate) fn in_words() -> String {
    let mut text = "Algorithms:\n".to_owned();
    for algorithm in ALGORITHMS {
        let Algorithm { name, about, paper, assumes, settings, .. } = algorithm;
        let names: Vec<&str> = settings.iter().map(|setting| setting.name).collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        text += &format!("  {name}: {about}\n    paper     {paper}\n    assumes   {assumes}\n    settings  {names}\n");
    }
    text += "\nSettings, by name=value after the name of an algorithm and a colon:\n";
    for Field { name, about, values, default } in settings() {
        text += &format!("  {name:<12}{about}; {values}; {default}\n");
    }
    text
}
