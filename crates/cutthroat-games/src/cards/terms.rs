//! What decides a deal beside the cards: the rules, trump and bids.

use super::rules::Rules;
use super::text::preset;

/// The options in which `rules` differ from `usual`, with the values that they have in `rules`.
#[must_use]
pub fn changes<R: Rules>(rules: &R, usual: &R, players: usize) -> Vec<(&'static str, String)> {
    let usual = usual.options(players);
    rules.options(players).into_iter().filter(|option| !usual.contains(option)).collect()
}

/// The preset that is nearest to the rules, what differs from it, and what was settled for this deal:
/// `rules: table with pass=left`, `rules: paper; trump: spades; bids: 6, 5, 6`.
pub(super) fn terms<R: Rules>(rules: &R, players: usize) -> String {
    let presets: Vec<(&str, Vec<(&str, String)>)> = R::PRESETS
        .iter()
        .filter_map(|name| {
            let mut changed = changes(rules, &preset::<R>(name).ok()?, players);
            changed.retain(|(option, _)| !R::OF_THE_DEAL.contains(option));
            Some((*name, changed))
        })
        .collect();
    let mut terms = Vec::new();
    // If presets differ only in what is settled for every deal, that is enough.
    if let Some((name, changed)) = presets.iter().min_by_key(|(_, changed)| changed.len())
        && presets.iter().any(|(_, changed)| !changed.is_empty())
    {
        let changed: Vec<String> = changed.iter().map(|(option, value)| format!("{option}={value}")).collect();
        let with = if changed.is_empty() { String::new() } else { format!(" with {}", changed.join(" ")) };
        terms.push(format!("rules: {name}{with}"));
    }
    let settled = rules.options(players);
    let option = settled.iter().find(|(option, _)| *option == "trump").map(|(_, value)| value.as_str());
    match (rules.trump(), option) {
        (Some(trump), _) => terms.push(format!("trump: {}", trump.name())),
        (None, Some("N")) => terms.push("no trump".to_owned()),
        (None, Some(decided_later)) => terms.push(format!("trump: {decided_later}")),
        (None, None) => {}
    }
    for (option, value) in settled.iter().filter(|(option, _)| *option != "trump" && R::OF_THE_DEAL.contains(option)) {
        terms.push(format!("{option}: {}", value.replace(',', ", ")));
    }
    terms.join("; ")
}
