//! Numbers and nouns in messages.

/// A number and what it counts, singular or plural: `1 card`, `2 cards`, `0 cards`.
///
/// ```
/// assert_eq!(cutthroat::counted(1, "card"), "1 card");
/// assert_eq!(cutthroat::counted(3, "card"), "3 cards");
/// ```
#[must_use]
pub fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
