//! The table in lines of plain text, for screen readers, scripts and pipes.

use std::io::{BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Context as _;
use cutthroat_catalog::Task;
use cutthroat_lab::person::{Seen, Session, Turn, choice, written};

use super::command::Command;
use super::{save_to, tell};

/// Plays until the game is over and the person has nothing more to ask, they leave, or the input ends.
pub(crate) fn run(session: &mut Session, input: &mut dyn BufRead, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut told = 0;
    let mut deals_over = session.seen().deals_over;
    loop {
        let seen = session.seen();
        for event in seen.events.iter().skip(told) {
            writeln!(out, "{}", Seen::sentence(event))?;
        }
        told = seen.events.len();
        if seen.deals_over != deals_over {
            deals_over = seen.deals_over;
            if let Some(sheet) = &seen.sheet {
                writeln!(out, "{}", sheet.text.trim_end())?;
            }
        }
        match session.turn() {
            Turn::Others(_) => {
                session.let_others_move()?;
                continue;
            }
            Turn::Yours => ask(session.seen(), out)?,
            Turn::Over => {
                writeln!(out, "the game is over; expected and analysis tell more, back takes back, quit leaves")?;
            }
        }
        write!(out, "> ")?;
        out.flush()?;
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line).context("cannot read what is typed")? == 0 {
            writeln!(out)?;
            return Ok(());
        }
        // What is not text is no choice, and asked for again.
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        match choice::read(line, session.seen()) {
            Ok(mv) => {
                if let Err(error) = session.play(&mv) {
                    writeln!(out, "{error}")?;
                }
            }
            Err(why) => match Command::read(line) {
                Some(Command::Quit) => return Ok(()),
                Some(Command::Back) => {
                    let back = session.take_back()?;
                    writeln!(out, "{}", if back { "taken back" } else { "there is nothing to take back" })?;
                    told = session.seen().events.len();
                    deals_over = session.seen().deals_over;
                    if back {
                        show_table(session.seen(), out)?;
                    }
                }
                Some(command) => obey(session, command, out)?,
                None => writeln!(out, "{why}; help lists the commands")?,
            },
        }
    }
}

fn ask(seen: &Seen, out: &mut dyn Write) -> anyhow::Result<()> {
    let Some(choices) = &seen.choices else { return Ok(()) };
    if let Some(diagram) = &seen.diagram {
        writeln!(out, "{diagram}")?;
    }
    let held = seen.hand().join(" ");
    if !held.is_empty() && choices.what != Task::Pass && choices.what != Task::Discard {
        writeln!(out, "you hold {held}")?;
    }
    let (question, legal) = (choice::question(choices), choices.legal.join(" "));
    writeln!(out, "your turn to {question}: {legal}")?;
    Ok(())
}

fn show_table(seen: &Seen, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(terms) = &seen.terms {
        writeln!(out, "{terms}")?;
    }
    if seen.has_cards() {
        writeln!(out, "you hold {}", seen.hand().join(" "))?;
        for played in &seen.deal.trick {
            writeln!(out, "{} played {}", seen.name(played.seat), played.card)?;
        }
        let taken: Vec<String> = seen.deal.taken.iter().map(usize::to_string).collect();
        writeln!(out, "taken: {}", taken.join(", "))?;
        if seen.deal.bids.iter().any(Option::is_some) {
            let bids: Vec<String> =
                seen.deal.bids.iter().map(|bid| bid.map_or("-".to_owned(), |bid| bid.to_string())).collect();
            writeln!(out, "bids: {}", bids.join(", "))?;
        }
    }
    Ok(())
}

fn obey(session: &mut Session, command: Command, out: &mut dyn Write) -> anyhow::Result<()> {
    let stop = Arc::new(AtomicBool::new(false));
    let lines = match command {
        Command::Hint if session.turn() != Turn::Yours => vec!["it is not your turn".to_owned()],
        Command::Hint => match session.question().and_then(|question| question.ask(stop)) {
            Ok(hint) => tell::hint(&hint),
            Err(error) => vec![format!("there is no hint: {error}")],
        },
        Command::Last => last_trick(session.seen()),
        Command::Claim => match session.claim()? {
            Ok(()) => vec!["the rest is yours".to_owned()],
            Err(why) => vec![format!("the claim does not stand: {why}")],
        },
        Command::Sheet => sheet(session.seen()),
        Command::Table => {
            show_table(session.seen(), out)?;
            Vec::new()
        }
        Command::Expected => session.expected().map_or_else(no_deal, |expected| tell::expected(&expected)),
        Command::Analysis => {
            let Some(decisions) = session.decisions() else {
                writeln!(out, "{}", no_deal().join(" "))?;
                return Ok(());
            };
            for decision in decisions {
                if let Some(judged) = decision.judge(&stop)? {
                    tell::judged(&judged).iter().try_for_each(|line| writeln!(out, "{line}"))?;
                }
            }
            Vec::new()
        }
        Command::Save(file) => vec![save_to(session, &file)],
        Command::Help => {
            let mut lines = vec!["type a card (HJ or jh), cards, a bid, a suit or a move; or a word:".to_owned()];
            lines.extend(Command::help());
            lines
        }
        Command::Back | Command::Quit => Vec::new(),
    };
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    Ok(())
}

fn no_deal() -> Vec<String> {
    vec!["no deal is over yet".to_owned()]
}

/// The last trick in a line.
pub(super) fn last_trick(seen: &Seen) -> Vec<String> {
    let Some(last) = &seen.deal.last else { return vec!["there is no trick yet".to_owned()] };
    let cards: Vec<String> =
        last.cards.iter().map(|played| format!("{} {}", seen.name(played.seat), played.card)).collect();
    let takes = if last.seat == seen.seat { "take" } else { "takes" };
    vec![format!("{}; {} {takes} it, which counts {}", cards.join(", "), seen.name(last.seat), last.counts)]
}

/// The score sheet, or what was taken so far.
pub(super) fn sheet(seen: &Seen) -> Vec<String> {
    if let Some(sheet) = &seen.sheet {
        return sheet.text.lines().map(str::to_owned).collect();
    }
    let count: Vec<String> = match (&seen.scores, seen.has_cards()) {
        (Some(scores), _) => scores.iter().map(|score| written(*score)).collect(),
        (None, true) => seen.deal.taken.iter().map(usize::to_string).collect(),
        (None, false) => return vec!["nothing is counted before the end".to_owned()],
    };
    (1..).zip(count).map(|(seat, count)| format!("{:<7} {count} {}", seen.name(seat), seen.tally.unit)).collect()
}
