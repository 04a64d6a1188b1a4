//! Players as text: `maxn`, `paranoid:nodes=250000`, `maxn:pruning=speculative,test=table,best=6`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use cutthroat_games::field::{thousandths, write_thousandths};

use crate::error::Error;
use crate::settings::{Settings, parts};

/// A player, as plain data: an algorithm and its [`Settings`], written `NAME` or `NAME:setting=value,setting=value`.
///
/// What is not given is chosen when the player joins a game ([`Seating::players`] shows it): the strongest search that
/// the evaluation allows, 250,000 nodes a move if there is no depth either, no table, and any of the moves that are
/// equally good. These are the algorithms and their settings:
///
#[doc = include_str!("algorithms/table.md")]
///
/// Every player who searches also has `time=SECONDS`, a limit on each move by the clock, with up to three decimals. What such
/// a player plays depends on the machine and does not repeat, so the experiments of the laboratory refuse it.
///
/// `ties=random` is another way to write `ties=first,root-ties=random`.
///
/// ```
/// use cutthroat_catalog::PlayerSpec;
///
/// let spec: PlayerSpec = "paranoid:best=6,nodes=5000".parse()?;
/// assert_eq!(spec.to_string(), "paranoid:nodes=5000,best=6");
/// let error = "paranoid:plies=6".parse::<PlayerSpec>().unwrap_err();
/// assert!(error.to_string().contains("`plies`"));
/// # Ok::<(), cutthroat_catalog::Error>(())
/// ```
///
/// [`Seating::players`]: crate::Seating::players
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerSpec {
    /// The algorithm and its settings.
    pub settings: Settings,
    /// What a move may take by the clock.
    pub time: Option<Duration>,
}

/// How a program begins that plays in a match. It is never a player by itself, wherever its text comes from.
pub const PROGRAM: &str = "exec:";

/// The longest time of a move, in seconds: a day.
const MOST_SECONDS: i64 = 86_400;

impl PlayerSpec {
    /// A player without a limit by the clock.
    #[must_use]
    pub const fn new(settings: Settings) -> Self {
        Self { settings, time: None }
    }

    /// Whether the player plays the same by the same seed, whatever the machine.
    #[must_use]
    pub const fn repeats(&self) -> bool {
        self.time.is_none()
    }

    /// Reads several players with commas, semicolons or spaces between. A comma also stands between the settings of
    /// one player, but a setting has a `=` before any `:` and a player has not.
    ///
    /// ```
    /// use cutthroat_catalog::PlayerSpec;
    ///
    /// let players = PlayerSpec::read_list("maxn:depth=3,best=6,paranoid random")?;
    /// assert_eq!(players.len(), 3);
    /// assert_eq!(players[0].settings.get("best"), Some("6"));
    /// # Ok::<(), cutthroat_catalog::Error>(())
    /// ```
    ///
    /// # Errors
    /// When one of them cannot be read, or there are none.
    pub fn read_list(text: &str) -> Result<Vec<Self>, Error> {
        let mut players: Vec<String> = Vec::new();
        for word in text.split([';', ' ', '\t', '\n']) {
            let mut first = true;
            for piece in word.split(',').filter(|piece| !piece.is_empty()) {
                let is_setting = piece.split(':').next().is_some_and(|name| name.contains('='));
                match players.last_mut() {
                    Some(player) if is_setting && !first => {
                        player.push(',');
                        player.push_str(piece);
                    }
                    _ => players.push(piece.to_owned()),
                }
                first = false;
            }
        }
        if players.is_empty() {
            return Err(Error::NoPlayers);
        }
        players.iter().map(|player| player.parse()).collect()
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.settings.fmt(f)?;
        let Some(time) = self.time else { return Ok(()) };
        let between = if self.settings.given().next().is_none() { ':' } else { ',' };
        write!(f, "{between}time={}", write_thousandths(time.as_millis() as i64))
    }
}

impl FromStr for PlayerSpec {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let read = || {
            let (algorithm, parts) = parts(text)?;
            let (mut settings, mut time) = (Settings::new(algorithm), None);
            for (name, value) in parts {
                if name == "time" && algorithm.setting("nodes").is_some() {
                    time = Some(read_time(value)?);
                    continue;
                }
                // A player draws the root's tie-break again for each move.
                if (name, value) == ("ties", "random") && algorithm.setting("root-ties").is_some() {
                    settings.set("ties", "first")?;
                    settings.set("root-ties", "random")?;
                } else {
                    settings.set(name, value)?;
                }
            }
            Ok(Self { settings, time })
        };
        read().map_err(|error: Error| error.of_player(&text))
    }
}

fn read_time(value: &str) -> Result<Duration, Error> {
    let milliseconds = thousandths(value).filter(|time| (1..=MOST_SECONDS * 1000).contains(time));
    milliseconds.map(|time| Duration::from_millis(time.unsigned_abs())).ok_or_else(|| Error::Unfit {
        field: "time",
        value: value.to_owned(),
        misfit: format!("is not a number of seconds from 0.001 to {MOST_SECONDS}"),
    })
}
