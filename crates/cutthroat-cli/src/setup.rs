//! The options that select a position.

use std::path::Path;

use cutthroat_catalog::{AnyPosition, ReadGame, Registry, Setup};

use crate::table::counted;
use crate::{Usage, whole_file};

/// The options of games that have a flag of their own.
pub(crate) const FLAGS: [&str; 4] = ["cards", "trump", "bids", "rules"];

/// How positions are dealt.
#[derive(clap::Args)]
pub(crate) struct TableArgs {
    /// How many players, if a position is dealt; the usual number for the game if not given.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    players: Option<usize>,
    #[command(flatten)]
    options: OptionArgs,
}

impl TableArgs {
    /// The setup without a position and an evaluation.
    ///
    /// # Errors
    /// As [`OptionArgs::setup`].
    pub(crate) fn setup(self) -> Result<Setup, Usage> {
        Ok(Setup { players: self.players, ..self.options.setup()? })
    }
}

/// Options of a game.
#[derive(clap::Args)]
pub(crate) struct OptionArgs {
    /// How many cards each player gets, if a position is dealt; a full deal if not given.
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    cards: Option<usize>,
    /// The trump suit, if the game has one: S, H, D, C, or N or NT for none.
    #[arg(long, value_name = "SUIT")]
    trump: Option<String>,
    /// The bid of each player, seat 1 first, in games with bids; estimated from the hands if not given.
    #[arg(long, value_name = "B,B,...")]
    bids: Option<String>,
    /// A set of rules, as listed by `games GAME`.
    #[arg(long, value_name = "PRESET")]
    rules: Option<String>,
    /// Another option of the game, as listed by `games GAME`; may be repeated.
    #[arg(long = "option", value_name = "NAME=VALUE", allow_hyphen_values = true)]
    options: Vec<String>,
}

impl OptionArgs {
    /// A setup with these options only.
    ///
    /// # Errors
    /// When an option is not `name=value`, or is given twice.
    pub(crate) fn setup(self) -> Result<Setup, Usage> {
        let mut setup = Setup::default();
        let flags = [self.cards.map(|cards| cards.to_string()), self.trump, self.bids, self.rules];
        for (name, value) in FLAGS.iter().zip(flags) {
            if let Some(value) = value {
                setup = setup.with_option(name, value);
            }
        }
        for option in self.options {
            let (name, value) = option
                .split_once('=')
                .filter(|(name, _)| !name.is_empty())
                .ok_or_else(|| Usage(format!("--option {option} is not of the form NAME=VALUE")))?;
            if setup.options.contains_key(name) {
                return Err(Usage(format!("the option {name} is given twice")));
            }
            setup = setup.with_option(name, value);
        }
        Ok(setup)
    }
}

/// Which game, how positions of it are dealt, and how they are evaluated.
#[derive(clap::Args)]
pub(crate) struct DealArgs {
    /// The game, as listed by `games`.
    pub(crate) game: String,
    #[command(flatten)]
    table: TableArgs,
    /// The evaluation, as listed by `games GAME`; the first if not given.
    #[arg(long, value_name = "NAME")]
    eval: Option<String>,
}

impl DealArgs {
    /// The setup without a position.
    ///
    /// # Errors
    /// As [`TableArgs::setup`].
    pub(crate) fn setup(self) -> Result<Setup, Usage> {
        Ok(Setup { eval: self.eval, ..self.table.setup()? })
    }
}

/// Which position of which game.
#[derive(clap::Args)]
pub(crate) struct SetupArgs {
    #[command(flatten)]
    dealt: DealArgs,
    /// The position, in the notation that `games GAME` describes; @FILE reads it from a file.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// Deal a position at random, from this seed.
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    deal: Option<u64>,
    /// Which board of the PBN or LIN file in --position @FILE; not needed if the file has only one.
    #[arg(long, value_name = "N", requires = "position", allow_negative_numbers = true)]
    board: Option<usize>,
    /// The position after this many cards of the recorded play; before the first if not given.
    #[arg(long, value_name = "CARDS", requires = "position", allow_negative_numbers = true)]
    after: Option<usize>,
}

impl SetupArgs {
    /// The same with this evaluation, unless another one is given.
    pub(crate) fn or_eval(mut self, eval: Option<String>) -> Self {
        self.dealt.eval = self.dealt.eval.or(eval);
        self
    }

    /// Opens the position.
    pub(crate) fn open(self, games: &Registry) -> anyhow::Result<Box<dyn AnyPosition>> {
        let (game, setup) = self.read(games)?;
        Ok(games.open(&game, &setup)?)
    }

    /// The game and which position of it.
    pub(crate) fn read(self, games: &Registry) -> anyhow::Result<(String, Setup)> {
        let game = self.dealt.game.clone();
        let text = self.position.map(position_text).transpose()?;
        let recorded = match &text {
            Some(text) => games.game(&game)?.recorded(text)?,
            None => None,
        };
        let position = match recorded {
            Some(recorded) => Some(chosen(games, &game, &recorded, self.board, self.after)?),
            None if self.board.or(self.after).is_some() => {
                let option = if self.board.is_some() { "--board" } else { "--after" };
                return Err(Usage(format!("{option} goes with a record of another program, such as PBN or LIN")).into());
            }
            None => text,
        };
        Ok((game, Setup { position, deal: self.deal, ..self.dealt.setup()? }))
    }
}

/// The position that is meant of a record.
fn chosen(
    games: &Registry,
    game: &str,
    recorded: &[ReadGame],
    board: Option<usize>,
    after: Option<usize>,
) -> anyhow::Result<String> {
    let boards = || counted(recorded.len() as u64, "board");
    let read = match (board, recorded) {
        (None, [only]) => only,
        (None, _) => return Err(Usage(format!("there are {}; say which by --board", boards())).into()),
        (Some(number), _) => match number.checked_sub(1).and_then(|place| recorded.get(place)) {
            Some(read) => read,
            None => return Err(Usage(format!("--board {number}: the file has {}", boards())).into()),
        },
    };
    let after = after.unwrap_or_default();
    if after > read.moves.len() {
        let played = counted(read.moves.len() as u64, "card");
        return Err(Usage(format!("--after {after}: {played} were played")).into());
    }
    let start = Setup { position: Some(read.position.clone()), ..Setup::default() };
    let mut live = games.begin(game, &start)?;
    for card in &read.moves[..after] {
        live.play(card)?;
    }
    Ok(live.text())
}

/// The text of a position; `@FILE` reads it from a file.
pub(crate) fn position_text(text: String) -> anyhow::Result<String> {
    match text.strip_prefix('@') {
        Some("") => Err(Usage("@ is followed by the name of a file that has the position".into()).into()),
        Some(file) => whole_file::read(Path::new(file)),
        None => Ok(text),
    }
}
