//! Portable Bridge Notation, version 2.1: what bridge programs exchange.
//!
//! Read are the cards, dealer, vulnerability, contract, declarer, play and the table of results of double-dummy
//! solvers. Other tags and their sections are kept as they are.

use std::fmt::Write as _;

use cutthroat::Player;

use super::super::card::{Card, Cards};
use super::board::{Board, BoardError, OtherTag};
use super::contract::{COMPASS, STRAINS, compass, seat_of, strain_letter};
use super::par::TrickTable;

/// A tag that every game of a PBN file has, in the order in which they are written.
const ROSTER: [&str; 15] = [
    "Event",
    "Site",
    "Date",
    "Board",
    "West",
    "North",
    "East",
    "South",
    "Dealer",
    "Vulnerable",
    "Deal",
    "Scoring",
    "Declarer",
    "Contract",
    "Result",
];

/// What stands in `[OptimumResultTable]`.
const RESULTS: &str = r"Declarer;Denomination\2R;Result\2R";

/// Whether a text looks like PBN.
#[must_use]
pub fn is_pbn(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with("[Deal ")) || text.starts_with("% PBN")
}

/// Reads all boards of a file.
///
/// # Errors
/// The first thing that is wrong, and in which board.
pub fn read_pbn(text: &str) -> Result<Vec<Board>, BoardError> {
    let games = games(text)?;
    let mut boards: Vec<Board> = Vec::new();
    let mut before: Vec<OtherTag> = Vec::new();
    for mut tags in games {
        // `#` means: as in the game before.
        for tag in &mut tags {
            if tag.value == "#" {
                tag.value = before
                    .iter()
                    .find(|known| known.name == tag.name)
                    .map_or_else(String::new, |known| known.value.clone());
            }
        }
        let number = boards.len() + 1;
        before.clone_from(&tags);
        boards.push(board(tags).map_err(|error| BoardError::Board { board: number, error: Box::new(error) })?);
    }
    if boards.is_empty() { Err(BoardError::NoBoard) } else { Ok(boards) }
}

/// The tags of each game that has cards.
fn games(text: &str) -> Result<Vec<Vec<OtherTag>>, BoardError> {
    let text = without_comments(text);
    let mut games: Vec<Vec<OtherTag>> = Vec::new();
    let mut game: Vec<OtherTag> = Vec::new();
    let mut ends = |game: &mut Vec<OtherTag>| {
        let tags = std::mem::take(game);
        if tags.iter().any(|tag| tag.name == "Deal") {
            games.push(tags);
        }
    };
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() {
            if game.iter().any(|tag| tag.name == "Deal") {
                ends(&mut game);
            }
        } else if line.starts_with('[') {
            let tag = tag(line).ok_or_else(|| BoardError::Line { line: number, text: line.to_owned() })?;
            if game.iter().any(|known| known.name == tag.name) {
                ends(&mut game);
            }
            game.push(tag);
        } else if let Some(tag) = game.last_mut() {
            tag.lines.push(line.to_owned());
        } else {
            return Err(BoardError::Line { line: number, text: line.to_owned() });
        }
    }
    ends(&mut game);
    Ok(games)
}

/// The text without escaped lines and comments. Lines stay where they are.
fn without_comments(text: &str) -> String {
    let (mut kept, mut in_braces) = (String::with_capacity(text.len()), false);
    for line in text.lines() {
        let mut in_quotes = false;
        if in_braces || !line.starts_with('%') {
            let mut letters = line.chars().peekable();
            while let Some(letter) = letters.next() {
                match letter {
                    '}' if in_braces => in_braces = false,
                    _ if in_braces => {}
                    '\\' if in_quotes => kept.extend([letter].into_iter().chain(letters.next())),
                    '"' => {
                        in_quotes = !in_quotes;
                        kept.push(letter);
                    }
                    '{' if !in_quotes => in_braces = true,
                    ';' if !in_quotes => break,
                    letter => kept.push(letter),
                }
            }
        }
        kept.push('\n');
    }
    kept
}

/// Reads `[Name "value"]`.
fn tag(line: &str) -> Option<OtherTag> {
    let inner = line.strip_prefix('[')?.strip_suffix(']')?.trim();
    let (name, value) = inner.split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut plain = String::with_capacity(value.len());
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        // Only quotes and backslashes are escaped; the columns of tables have backslashes of their own.
        match letter {
            '\\' if letters.as_str().starts_with(['"', '\\']) => plain.extend(letters.next()),
            letter => plain.push(letter),
        }
    }
    let is_name = !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    is_name.then(|| OtherTag { name: name.to_owned(), value: plain, lines: Vec::new() })
}

fn board(tags: Vec<OtherTag>) -> Result<Board, BoardError> {
    let value = |name: &str| {
        let tag = tags.iter().find(|tag| tag.name == name)?;
        (!matches!(tag.value.trim(), "" | "?" | "-")).then(|| tag.value.trim())
    };
    let mut board = Board::new(hands(value("Deal").ok_or(BoardError::Missing("[Deal]"))?)?)?;
    let seat = |tag: &'static str, text: &str| {
        let letter = text.trim_start_matches('^').chars().next().filter(|_| text.trim_start_matches('^').len() == 1);
        let must = "N, E, S or W";
        letter.and_then(seat_of).ok_or_else(|| BoardError::Tag { tag, value: text.to_owned(), must })
    };
    board.dealer = value("Dealer").map(|text| seat("Dealer", text)).transpose()?;
    board.vulnerable = value("Vulnerable").map(str::parse).transpose()?;
    board.passed_out = value("Contract").is_some_and(|contract| contract.eq_ignore_ascii_case("pass"));
    let contract = value("Contract").filter(|_| !board.passed_out).map(str::parse).transpose()?;
    let declarer = value("Declarer").map(|text| seat("Declarer", text)).transpose()?;
    board.contract = contract.zip(declarer);
    if let Some(play) = tags.iter().find(|tag| tag.name == "Play") {
        board.plays = plays(&board, play)?;
        board.check_play()?;
    }
    if let Some(results) = tags.iter().find(|tag| tag.name == "OptimumResultTable") {
        board.table = Some(results_of(results)?);
    }
    let known = |name: &str| {
        matches!(name, "Deal" | "Dealer" | "Vulnerable" | "Contract" | "Declarer" | "Play" | "OptimumResultTable")
    };
    board.others = tags.into_iter().filter(|tag| !known(&tag.name)).collect();
    // A contract without a declarer tells nobody who leads, but it is not lost.
    board.others.retain(|tag| !(ROSTER.contains(&tag.name.as_str()) && matches!(tag.value.trim(), "" | "?")));
    Ok(board)
}

/// Reads `N:hand hand hand hand`, clockwise from the seat that is named.
fn hands(text: &str) -> Result<[Cards; 4], BoardError> {
    let wrong = || BoardError::Tag {
        tag: "Deal",
        value: text.to_owned(),
        must: "a seat, a colon and four hands with spaces between, such as N:AKQ.. ... ... ...",
    };
    let (first, words) = text.split_once(':').ok_or_else(wrong)?;
    let first = first.trim().chars().next().and_then(seat_of).ok_or_else(wrong)?;
    let words: Vec<&str> = words.split_whitespace().collect();
    if words.len() != 4 {
        return Err(wrong());
    }
    let mut hands = [Cards::NONE; 4];
    for (place, word) in words.into_iter().enumerate() {
        hands[(first.index() + place) % 4] = word.parse()?;
    }
    Ok(hands)
}

/// The cards of a section `[Play]`: a row for each trick, whose columns begin with the first leader.
fn plays(board: &Board, play: &OtherTag) -> Result<Vec<Card>, BoardError> {
    let (Some(leader), Some((contract, _))) = (board.leader(), board.contract) else {
        let empty = play.lines.iter().all(|line| line.trim().is_empty() || line.trim() == "*");
        return if empty { Ok(Vec::new()) } else { Err(BoardError::PlayWithoutContract) };
    };
    let column_of = match play.value.trim() {
        "" | "?" => leader,
        value => value.chars().next().and_then(seat_of).unwrap_or(leader),
    };
    let words = play.lines.iter().flat_map(|line| line.split_whitespace());
    // Notes (`=1=`), marks (`$3`, `!`) and the sign of a play that stopped are left out.
    let words = words.filter(|word| !word.starts_with(['=', '$', '^'])).take_while(|word| !matches!(*word, "*" | "+"));
    let cards: Vec<Option<Card>> = words
        .map(|word| match word.trim_end_matches(['!', '?']) {
            "-" | "--" => Ok(None),
            word => word.parse().map(Some),
        })
        .collect::<Result<_, _>>()?;
    let (mut plays, mut leads) = (Vec::new(), leader);
    for row in cards.chunks(4) {
        let mut best: Option<(Player, Card)> = None;
        for step in 0..4 {
            let seat = Player::new((leads.index() + step) % 4);
            let column = (seat.index() + 4 - column_of.index()) % 4;
            let Some(card) = row.get(column).copied().flatten() else { return Ok(plays) };
            plays.push(card);
            if best.is_none_or(|(_, winning)| card.beats(winning, contract.strain)) {
                best = Some((seat, card));
            }
        }
        leads = best.map_or(leads, |(seat, _)| seat);
    }
    Ok(plays)
}

/// Reads the rows of `[OptimumResultTable]`: declarer, strain, tricks.
fn results_of(tag: &OtherTag) -> Result<TrickTable, BoardError> {
    let mut table = TrickTable::default();
    let mut found = 0;
    for line in tag.lines.iter().filter(|line| !line.trim().is_empty()) {
        let wrong = || BoardError::Tag {
            tag: "OptimumResultTable",
            value: line.clone(),
            must: "a declarer, a strain and a number of tricks, such as N NT 9",
        };
        let words: Vec<&str> = line.split_whitespace().collect();
        let [declarer, strain, tricks] = words[..] else { return Err(wrong()) };
        let declarer = declarer.chars().next().and_then(seat_of).ok_or_else(wrong)?;
        let strain = strain.trim_end_matches('T').chars().next().ok_or_else(wrong)?;
        let column = STRAINS.iter().position(|&known| strain_letter(known) == strain.to_ascii_uppercase());
        let tricks = tricks.parse().ok().filter(|&tricks: &u8| tricks <= 13).ok_or_else(wrong)?;
        table.tricks[declarer.index()][column.ok_or_else(wrong)?] = tricks;
        found += 1;
    }
    let must = "a row for each of four declarers and five strains";
    let rows = || BoardError::Tag { tag: "OptimumResultTable", value: format!("{found} rows"), must };
    if found == 20 { Ok(table) } else { Err(rows()) }
}

/// Writes boards so that they can be read again.
#[must_use]
pub fn write_pbn(boards: &[Board]) -> String {
    let mut text = String::from("% PBN 2.1\n% EXPORT\n");
    for board in boards {
        text.push('\n');
        for name in ROSTER {
            let other = board.others.iter().find(|tag| tag.name == name);
            let value = match name {
                "Deal" => deal_value(&board.hands),
                "Dealer" => board.dealer.map(|seat| compass(seat).to_string()).unwrap_or_default(),
                "Vulnerable" => board.vulnerable.map_or("", |vulnerable| vulnerable.name()).to_owned(),
                "Declarer" => board.contract.map(|(_, seat)| compass(seat).to_string()).unwrap_or_default(),
                "Contract" if board.passed_out => "Pass".to_owned(),
                "Contract" => board.contract.map(|(contract, _)| contract.to_string()).unwrap_or_default(),
                _ => other.map(|tag| tag.value.clone()).unwrap_or_default(),
            };
            write_tag(&mut text, name, &value);
            write_lines(&mut text, other);
        }
        for tag in board.others.iter().filter(|tag| !ROSTER.contains(&tag.name.as_str())) {
            write_tag(&mut text, &tag.name, &tag.value);
            write_lines(&mut text, Some(tag));
        }
        if let Some(table) = &board.table {
            let _ = writeln!(text, "[OptimumResultTable \"{RESULTS}\"]");
            for (seat, row) in COMPASS.iter().zip(&table.tricks) {
                // No trump first, then from spades down, as others write it.
                for (strain, tricks) in STRAINS.iter().zip(row).rev() {
                    let strain = strain.map_or_else(|| "NT".to_owned(), |suit| suit.letter().to_string());
                    let _ = writeln!(text, "{seat} {strain:<2} {tricks:>2}");
                }
            }
        }
        write_play(&mut text, board);
    }
    text
}

fn deal_value(hands: &[Cards; 4]) -> String {
    let hands: Vec<String> = hands.iter().map(ToString::to_string).collect();
    format!("N:{}", hands.join(" "))
}

/// Writes a tag. A backslash is doubled only where it would be taken for an escape: tables have `\2R`, which everybody
/// writes as it is.
fn write_tag(text: &mut String, name: &str, value: &str) {
    let _ = write!(text, "[{name} \"");
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        let escapes = letters.as_str().is_empty() || letters.as_str().starts_with(['"', '\\']);
        if letter == '"' || letter == '\\' && escapes {
            text.push('\\');
        }
        text.push(letter);
    }
    text.push_str("\"]\n");
}

/// Writes the section of a tag. A percent sign at the beginning of a line would hide it.
fn write_lines(text: &mut String, tag: Option<&OtherTag>) {
    for line in tag.into_iter().flat_map(|tag| &tag.lines) {
        let _ = writeln!(text, "{}{line}", if line.starts_with('%') { " " } else { "" });
    }
}

fn write_play(text: &mut String, board: &Board) {
    let (Some(leader), false) = (board.leader(), board.plays.is_empty()) else { return };
    let _ = writeln!(text, "[Play \"{}\"]", compass(leader));
    for (leads, cards) in board.tricks().unwrap_or_default() {
        let mut row = ["- ".to_owned(), "- ".to_owned(), "- ".to_owned(), "- ".to_owned()];
        for (step, card) in cards.iter().enumerate() {
            row[(leads.index() + step + 4 - leader.index()) % 4] = card.to_string();
        }
        let _ = writeln!(text, "{}", row.join(" ").trim_end());
    }
    text.push_str("*\n");
}
