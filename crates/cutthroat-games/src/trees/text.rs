//! Trees as text.
//!
//! ```text
//! maxsum=10 step=0
//! 1[ (5,4,1)  a:2[ (3,3,4)  b:3[ (3,5,2) (1,1,8)? ] ] ]
//! ```
//!
//! A branch is the number of the player to move and their choices in square brackets; a leaf is the payoff of each
//! player, in round brackets. A name and a colon may stand before either. Before the tree, `low=` (or `minp=`),
//! `maxp=`, `minsum=`, `maxsum=` and `step=` declare the range of the payoffs (one number for all players, or one for
//! each, separated by commas); `low` is 0 and `step` is 1 unless declared. `{2<=9,3>=2}` after a mover says what is
//! known of the leaves below: player 2 gets at most 9, player 3 at least 2. A leaf `(13,0,23 | 1,0,2)` has counts and a
//! different payoff; such bounds are about the counts. A `?` after a leaf marks it as made up. `#` begins a comment.

use std::fmt::Write as _;
use std::iter::Peekable;
use std::str::CharIndices;

use cutthroat::{MAX_DEPTH, MAX_PLAYERS, Notation, NotationError, Outcome, Payoff, Player, Range};

use super::figures;
use super::random::RandomTree;
use super::sketch::{Branch, Leaf, Sketch};
use super::tree::{Place, Tree};
use crate::field::{DefaultValue, Field, Values};

/// What can be declared before a typed tree: the range of its payoffs.
pub const TREE_FIELDS: &[Field] = &[
    Field {
        name: "low",
        about: "the least that a player can get",
        values: Values::Form("a number for all players, or one for each with commas"),
        default: DefaultValue::Is("0"),
    },
    Field {
        name: "maxp",
        about: "the most that a player can get",
        values: Values::Form("a number for all players, or one for each with commas"),
        default: DefaultValue::Derived("not declared"),
    },
    Field {
        name: "minsum",
        about: "the least that a leaf adds up to",
        values: Values::Form("a number"),
        default: DefaultValue::Derived("not declared"),
    },
    Field {
        name: "maxsum",
        about: "the most that a leaf adds up to; pruning by sums needs it",
        values: Values::Form("a number"),
        default: DefaultValue::Derived("not declared"),
    },
    Field {
        name: "step",
        about: "the least difference between two payoffs of a player",
        values: Values::Number { least: 0, most: 65535 },
        default: DefaultValue::Is("1"),
    },
];

impl Notation for Tree {
    fn write_position(&self, place: &Place) -> String {
        let mut text = String::new();
        self.write_range(&mut text);
        self.write_node(*place, &mut text, None);
        text
    }

    /// Reads a tree, `figure ID` (a figure of one of the papers, by its name in [`FIGURES`](super::FIGURES)) or
    /// `random ...` (see [`RandomTree`]).
    fn read_position(text: &str) -> Result<(Self, Place), NotationError> {
        let invalid = |error: &dyn std::fmt::Display| NotationError(error.to_string());
        let tree = match text.split_whitespace().next() {
            Some("random") => {
                text.trim_start()["random".len()..].parse::<RandomTree>().map_err(|error| invalid(&error))?.draw()
            }
            Some("figure") => figures::read(text.trim_start()["figure".len()..].trim())?,
            _ => parse(text)?,
        };
        let root = tree.root();
        Ok((tree, root))
    }

    fn write_move(&self, place: &Place, mv: u16) -> String {
        let child = self.children(*place).nth(usize::from(mv));
        match child.and_then(|child| self.label(child)) {
            Some(label) => label.to_owned(),
            None => (mv + 1).to_string(),
        }
    }

    /// The name of the node, what it says of the leaves below, and `?` if it was made up.
    fn remark(&self, place: &Place) -> String {
        let node = self.node(*place);
        let mut remark = node.label.as_deref().unwrap_or_default().to_owned();
        if node.mover.is_some() && self.is_bounded() {
            let _ = write!(remark, " {}", self.known(*place, node.parent).join(" "));
        }
        if node.invented {
            remark.push('?');
        }
        remark.trim().to_owned()
    }
}

impl Tree {
    fn write_range(&self, text: &mut String) {
        let Range { minp, maxp, minsum, maxsum, step } = self.range;
        let mut declare = |name: &str, payoff: Option<Payoff>| {
            if let Some(payoff) = payoff {
                let seats = payoff.seats(self.players);
                let same = seats.iter().all(|score| *score == seats[0]);
                let _ = write!(text, "{name}={} ", comma_separated(if same { &seats[..1] } else { seats }));
            }
        };
        declare("low", minp.filter(|minp| *minp != Payoff::ZERO));
        declare("maxp", maxp);
        for (name, sum) in [("minsum", minsum), ("maxsum", maxsum)] {
            if let Some(sum) = sum {
                let _ = write!(text, "{name}={sum} ");
            }
        }
        if step != 1 {
            let _ = write!(text, "step={step} ");
        }
    }

    fn write_node(&self, place: Place, text: &mut String, parent: Option<Place>) {
        let node = self.node(place);
        if let Some(label) = &node.label {
            let _ = write!(text, "{label}:");
        }
        let Some(mover) = node.mover else {
            let Outcome { counted, payoff } = self.outcome_at(place);
            let _ = write!(text, "({}", comma_separated(payoff.seats(self.players)));
            if counted != payoff {
                let _ = write!(text, " | {}", comma_separated(counted.seats(self.players)));
            }
            text.push(')');
            if node.invented {
                text.push('?');
            }
            return;
        };
        let _ = write!(text, "{}", mover.seat());
        let known = self.known(place, parent);
        if !known.is_empty() {
            let _ = write!(text, "{{{}}}", known.join(","));
        }
        text.push('[');
        for (index, child) in self.children(place).enumerate() {
            if index > 0 {
                text.push(' ');
            }
            self.write_node(child, text, Some(place));
        }
        text.push(']');
    }

    /// What a node says of the leaves below it, beyond what its parent said.
    pub(crate) fn known(&self, place: Place, parent: Option<Place>) -> Vec<String> {
        let here = &self.node(place).bounds;
        let above = parent.map(|parent| &self.node(parent).bounds);
        let mut known = Vec::new();
        for player in Player::all(self.players).filter(|_| self.is_bounded()) {
            let seat = player.seat();
            if here.lo[player] > above.map_or(i16::MIN, |above| above.lo[player]) {
                known.push(format!("{seat}>={}", here.lo[player]));
            }
            if here.up[player] < above.map_or(i16::MAX, |above| above.up[player]) {
                known.push(format!("{seat}<={}", here.up[player]));
            }
        }
        known
    }
}

fn comma_separated(scores: &[i16]) -> String {
    scores.iter().map(i16::to_string).collect::<Vec<_>>().join(",")
}

/// Reads a tree.
pub(super) fn parse(text: &str) -> Result<Tree, NotationError> {
    let mut reader = Reader { text, chars: text.char_indices().peekable(), players: None };
    let mut declared = Declared { step: 1, ..Declared::default() };
    let mut root_label = None;
    while let Some(name) = reader.word()? {
        if reader.take_if(':')? {
            root_label = Some(name);
            break;
        }
        reader.expect('=', "after a declaration such as maxsum")?;
        declared.read(&name, &mut reader)?;
    }
    let sketch = reader.node(root_label, 0)?;
    reader.skip_space();
    if reader.chars.peek().is_some() {
        return Err(reader.error("nothing more after the tree"));
    }
    let players = reader.players.ok_or_else(|| NotationError("a tree without a leaf".into()))?;
    let range = declared.range(players).map_err(NotationError)?;
    Tree::new(players, range, &sketch).map_err(|error| NotationError(error.to_string()))
}

#[derive(Default)]
struct Declared {
    minp: Option<Vec<i16>>,
    maxp: Option<Vec<i16>>,
    minsum: Option<i32>,
    maxsum: Option<i32>,
    step: u16,
    seen: Vec<String>,
}

impl Declared {
    fn read(&mut self, name: &str, reader: &mut Reader<'_>) -> Result<(), NotationError> {
        let name = if name == "minp" { "low" } else { name };
        if self.seen.iter().any(|seen| seen == name) {
            return Err(NotationError(format!("{name} is declared twice")));
        }
        self.seen.push(name.to_owned());
        match name {
            "low" => self.minp = Some(reader.scores()?),
            "maxp" => self.maxp = Some(reader.scores()?),
            "minsum" => self.minsum = Some(reader.number()?),
            "maxsum" => self.maxsum = Some(reader.number()?),
            "step" => {
                let number = reader.number()?;
                let misfit = |_| NotationError(format!("step={number} is not from 0 to 65535"));
                self.step = u16::try_from(number).map_err(misfit)?;
            }
            _ => return Err(reader.error(&format!("low, maxp, minsum, maxsum or step, not `{name}`,"))),
        }
        Ok(())
    }

    fn range(self, players: usize) -> Result<Range, String> {
        let spread = |name: &str, scores: Option<Vec<i16>>| match scores {
            None => Ok(None),
            Some(scores) if scores.len() == 1 => Ok(Some(Payoff::uniform(scores[0], players))),
            Some(scores) if scores.len() == players => Ok(Some(Payoff::new(&scores))),
            Some(scores) => Err(format!(
                "{name} has {} numbers; write one for all, or one for each of {players} players",
                scores.len()
            )),
        };
        Ok(Range {
            minp: spread("low", self.minp)?.or(Some(Payoff::ZERO)),
            maxp: spread("maxp", self.maxp)?,
            minsum: self.minsum,
            maxsum: self.maxsum,
            step: self.step,
        })
    }
}

struct Reader<'t> {
    text: &'t str,
    chars: Peekable<CharIndices<'t>>,
    /// How many players there are, known after the first leaf.
    players: Option<usize>,
}

impl Reader<'_> {
    fn skip_space(&mut self) {
        while let Some(&(_, c)) = self.chars.peek() {
            if c == '#' {
                while self.chars.next_if(|&(_, c)| c != '\n').is_some() {}
            } else if c.is_whitespace() {
                self.chars.next();
            } else {
                break;
            }
        }
    }

    /// The error for what should have been at this place.
    fn error(&mut self, expected: &str) -> NotationError {
        self.skip_space();
        let (at, found) = match self.chars.peek() {
            Some(&(at, c)) => (at, format!("`{}`", c.escape_debug())),
            None => (self.text.len(), "the end".to_owned()),
        };
        let before = &self.text[..at];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        NotationError(format!("line {line}, column {column} of the tree: expected {expected} but found {found}"))
    }

    fn take_if(&mut self, wanted: char) -> Result<bool, NotationError> {
        self.skip_space();
        Ok(self.chars.next_if(|&(_, c)| c == wanted).is_some())
    }

    fn expect(&mut self, wanted: char, place: &str) -> Result<(), NotationError> {
        if self.take_if(wanted)? { Ok(()) } else { Err(self.error(&format!("`{wanted}` {place}"))) }
    }

    /// A name: a letter, then letters, digits, `_`, `-` or `'`.
    fn word(&mut self) -> Result<Option<String>, NotationError> {
        self.skip_space();
        if !self.chars.peek().is_some_and(|&(_, c)| c.is_alphabetic()) {
            return Ok(None);
        }
        let mut word = String::new();
        while let Some((_, c)) = self.chars.next_if(|&(_, c)| c.is_alphanumeric() || "_-'".contains(c)) {
            word.push(c);
        }
        Ok(Some(word))
    }

    fn number(&mut self) -> Result<i32, NotationError> {
        self.skip_space();
        let start = self.chars.clone();
        let mut digits = String::new();
        while let Some((_, c)) = self.chars.next_if(|&(_, c)| c.is_ascii_digit() || (c == '-' && digits.is_empty())) {
            digits.push(c);
        }
        digits.parse().map_err(|_| {
            self.chars = start;
            self.error(if digits.len() > 1 { "a number that is not so large" } else { "a whole number" })
        })
    }

    fn score(&mut self) -> Result<i16, NotationError> {
        let start = {
            self.skip_space();
            self.chars.clone()
        };
        let number = self.number()?;
        i16::try_from(number).map_err(|_| {
            self.chars = start;
            self.error("a number from -32768 to 32767")
        })
    }

    fn scores(&mut self) -> Result<Vec<i16>, NotationError> {
        let mut scores = vec![self.score()?];
        while self.take_if(',')? {
            scores.push(self.score()?);
        }
        Ok(scores)
    }

    fn node(&mut self, label: Option<String>, depth: usize) -> Result<Sketch, NotationError> {
        if depth > MAX_DEPTH {
            return Err(self.error(&format!("a tree of at most {MAX_DEPTH} levels")));
        }
        let label = match label {
            Some(label) => Some(label),
            None => {
                let label = self.word()?;
                if label.is_some() {
                    self.expect(':', "after the name of a node")?;
                }
                label
            }
        };
        if self.take_if('(')? {
            Ok(Sketch::Leaf(self.leaf(label)?))
        } else {
            Ok(Sketch::Branch(self.branch(label, depth)?))
        }
    }

    fn leaf(&mut self, label: Option<String>) -> Result<Leaf, NotationError> {
        let payoff = self.payoff()?;
        let counted = if self.take_if('|')? { self.payoff()? } else { payoff };
        self.expect(')', "after a payoff")?;
        let invented = self.take_if('?')?;
        Ok(Leaf { label, outcome: Outcome { counted, payoff }, invented })
    }

    /// One number per player, as many as at every other leaf.
    fn payoff(&mut self) -> Result<Payoff, NotationError> {
        let start = self.chars.clone();
        let scores = self.scores()?;
        let players = *self.players.get_or_insert(scores.len());
        let complaint = if scores.len() != players {
            format!("{players} numbers, as at the first leaf, not {}, in the payoff that begins here:", scores.len())
        } else if !(2..=MAX_PLAYERS).contains(&players) {
            format!("2 to {MAX_PLAYERS} numbers, not {players}, in the payoff that begins here:")
        } else {
            return Ok(Payoff::new(&scores));
        };
        self.chars = start;
        Err(self.error(&complaint))
    }

    fn player(&mut self, what: &str) -> Result<Player, NotationError> {
        self.skip_space();
        let start = self.chars.clone();
        if !self.chars.peek().is_some_and(|&(_, c)| c.is_ascii_digit()) {
            return Err(self.error(what));
        }
        let number = self.number()?;
        if !(1..=MAX_PLAYERS as i32).contains(&number) {
            self.chars = start;
            return Err(self.error(&format!("a player from 1 to {MAX_PLAYERS}")));
        }
        Ok(Player::new(number as usize - 1))
    }

    fn branch(&mut self, label: Option<String>, depth: usize) -> Result<Branch, NotationError> {
        let mover = self.player("a payoff in round brackets or the number of the player to move")?;
        let mut bounds = Vec::new();
        if self.take_if('{')? {
            loop {
                let player = self.player("a bound such as 2<=9")?;
                let upper = self.take_if('<')?;
                if !upper {
                    self.expect('>', "or `<` in a bound")?;
                }
                self.expect('=', "in a bound")?;
                bounds.push((player, upper, self.score()?));
                if !self.take_if(',')? {
                    break;
                }
            }
            self.expect('}', "after bounds")?;
        }
        self.expect('[', "before the children of a branch")?;
        let mut children = Vec::new();
        while !self.take_if(']')? {
            if self.chars.peek().is_none() {
                return Err(self.error("`]` after the last child"));
            }
            children.push(self.node(None, depth + 1)?);
        }
        if children.is_empty() {
            return Err(self.error("at least one child before this:"));
        }
        Ok(Branch { label, mover, bounds, children })
    }
}
