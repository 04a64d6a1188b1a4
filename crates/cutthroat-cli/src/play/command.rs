//! What a person can ask for beside a move, by a word.

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    /// What a strong player would do.
    Hint,
    /// Back to the person's last choice.
    Back,
    /// The last trick.
    Last,
    /// The rest of the tricks.
    Claim,
    /// The score sheet.
    Sheet,
    /// The own hand, and what lies on the table.
    Table,
    /// What the others expected in the last deal.
    Expected,
    /// What every card was worth in the last deal.
    Analysis,
    /// Keep the game in this file; nothing if it is not said which.
    Save(String),
    /// All commands.
    Help,
    /// The end.
    Quit,
}

/// Each command by its word, and what it does.
pub(crate) const COMMANDS: [(&str, Command, &str); 10] = [
    ("hint", Command::Hint, "what a strong player with your cards thinks of every choice"),
    ("back", Command::Back, "take back your last choice, and all that followed"),
    ("last", Command::Last, "show the last trick"),
    ("claim", Command::Claim, "claim all tricks that are left; it is checked"),
    ("sheet", Command::Sheet, "the score sheet"),
    ("table", Command::Table, "your hand, and what lies on the table"),
    ("expected", Command::Expected, "what the others expected, once a deal is over"),
    ("analysis", Command::Analysis, "what your moves were worth, all cards seen, once a deal is over"),
    ("help", Command::Help, "this list"),
    ("quit", Command::Quit, "leave the table"),
];

impl Command {
    /// Reads a word, which may be shortened unless it leaves the table, with or without a stroke before it.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let text = text.trim().trim_start_matches(['/', ':']).trim();
        if text == "?" {
            return Some(Self::Hint);
        }
        if let Some(file) = text.strip_prefix("save").filter(|file| file.is_empty() || file.starts_with(' ')) {
            return Some(Self::Save(file.trim().to_owned()));
        }
        let word = text.to_ascii_lowercase();
        let also = [("undo", Self::Back), ("exit", Self::Quit)];
        // Nobody leaves by a slip: that word is not shortened.
        let is_meant = |name: &str, command: &Self| {
            if *command == Self::Quit { name == word } else { !word.is_empty() && name.starts_with(&word) }
        };
        let known = COMMANDS.iter().find(|(name, command, _)| is_meant(name, command));
        let known = known.map(|(_, command, _)| command.clone());
        known.or_else(|| also.into_iter().find(|(name, command)| is_meant(name, command)).map(|(_, command)| command))
    }

    /// All commands, one a line.
    pub(crate) fn help() -> Vec<String> {
        let mut lines: Vec<String> = COMMANDS.iter().map(|(word, _, about)| format!("{word:<9} {about}")).collect();
        lines.push(format!("{:<9} keep the game in a file, after every move", "save FILE"));
        lines
    }
}
