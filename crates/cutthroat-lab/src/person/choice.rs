//! What a person types, as a move; and why something is not one.

use cutthroat_catalog::{Choices, Task};

use super::card::{self, CardName, suit_in_words};
use super::seen::Seen;

/// Reads a move of the person whose turn it is. Small letters and other orders are read as well.
///
/// # Errors
/// Why it is none.
pub fn read(text: &str, seen: &Seen) -> Result<String, String> {
    let Some(choices) = &seen.choices else { return Err("it is not your turn".to_owned()) };
    let text = text.trim();
    let words = text.split_once(':').filter(|(what, _)| *what == choices.what.name()).map_or(text, |(_, rest)| rest);
    match (choices.what, choices.count) {
        (Task::Pass | Task::Discard, count) => several(words, choices, count.unwrap_or(1), seen),
        (Task::Trump, _) => trump(words, choices),
        (Task::Bid, _) => one_of(if words.eq_ignore_ascii_case("nil") { "0" } else { words }, choices),
        (Task::Play | Task::Give, _) => match CardName::read(words) {
            Some(card) if seen.has_cards() => one_card(&card.to_string(), choices, seen),
            _ => one_of(words, choices),
        },
    }
}

/// The move that consists of these cards.
#[must_use]
pub fn of_cards(what: Task, cards: &[String]) -> String {
    format!("{}:{}", what.name(), cards.join(","))
}

fn several(text: &str, choices: &Choices, count: usize, seen: &Seen) -> Result<String, String> {
    let mut cards: Vec<String> = Vec::new();
    for word in text.split([' ', ',', ';']).filter(|word| !word.is_empty()) {
        let card = CardName::read(word).ok_or_else(|| format!("`{word}` is not a card"))?.to_string();
        if !choices.legal.contains(&card) {
            return Err(why_not(&card, seen));
        }
        if cards.contains(&card) {
            return Err(format!("{card} is named twice"));
        }
        cards.push(card);
    }
    if cards.len() != count {
        return Err(format!("{} {count} cards, not {}", choices.what.name(), cards.len()));
    }
    Ok(of_cards(choices.what, &cards))
}

fn one_card(card: &str, choices: &Choices, seen: &Seen) -> Result<String, String> {
    if choices.legal.iter().any(|legal| legal == card) { Ok(card.to_owned()) } else { Err(why_not(card, seen)) }
}

fn trump(text: &str, choices: &Choices) -> Result<String, String> {
    let first = text.chars().next().map(|letter| letter.to_ascii_uppercase());
    let word = text.to_ascii_lowercase();
    let is_word = |suit: usize| word.len() > 1 && suit_in_words(suit).starts_with(&word);
    let trump = match first {
        Some(letter) if text.chars().count() == 1 => card::suit_of(letter).map_or(text, |suit| &"SHDC"[suit..=suit]),
        Some(_) => (0..4).find(|&suit| is_word(suit)).map_or(text, |suit| &"SHDC"[suit..=suit]),
        None => text,
    };
    let trump = if matches!(word.as_str(), "n" | "nt" | "none" | "no trump" | "notrump") { "N" } else { trump };
    one_of(trump, choices)
}

/// What is typed as one of the moves, whatever the case and with a space for a dash.
fn one_of(text: &str, choices: &Choices) -> Result<String, String> {
    let dashed = text.split_whitespace().collect::<Vec<_>>().join("-");
    let is_meant = |legal: &&String| legal.eq_ignore_ascii_case(text) || legal.eq_ignore_ascii_case(&dashed);
    choices.legal.iter().find(is_meant).cloned().ok_or_else(|| format!("`{text}` is not one of the choices"))
}

/// Why a card cannot be chosen now.
#[must_use]
pub fn why_not(name: &str, seen: &Seen) -> String {
    let (deal, hand) = (&seen.deal, seen.hand());
    if !hand.iter().any(|held| held == name) {
        return format!("you do not hold {name}");
    }
    let Some(choices) = &seen.choices else { return "it is not your turn".to_owned() };
    let (Some(card), legal) = (CardName::read(name), choices.legal.iter().filter_map(|legal| CardName::read(legal)))
    else {
        return format!("{name} is not legal here");
    };
    let legal: Vec<CardName> = legal.collect();
    let suit = suit_in_words(card.suit);
    match deal.trick.first().and_then(|led| CardName::read(&led.card)) {
        Some(led) if card.suit != led.suit && legal.iter().all(|legal| legal.suit == led.suit) => {
            format!("you have to follow {}", suit_in_words(led.suit))
        }
        Some(_) if deal.tricks == 0 => format!("{name} counts, and nothing that counts may go to the first trick"),
        None if legal.len() == 1 && deal.tricks == 0 => format!("{} has to be led", legal[0]),
        None if choices.what == Task::Play && legal.iter().all(|legal| legal.suit != card.suit) => {
            format!("{suit} may not be led yet")
        }
        _ => format!("{name} is not legal here"),
    }
}

/// What is asked of the person, in a sentence.
#[must_use]
pub fn question(choices: &Choices) -> String {
    match (choices.what, choices.count) {
        (Task::Pass, count) => format!("pass {} cards", count.unwrap_or(1)),
        (Task::Discard, count) => format!("discard {} cards", count.unwrap_or(1)),
        (Task::Bid, _) => "bid".to_owned(),
        (what, _) => what.in_words().to_owned(),
    }
}
