//! How the games in a file were played.

use cutthroat_catalog::{PROGRAM, PlayerSpec, SeatingRequest, Setup, Tally};
use serde::Serialize;

use crate::outside::{Failure, OnFailure, forfeited};
use crate::shard::ShardRange;

/// What a run needs to resume, and a reader to play its games again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RunSettings {
    /// The version of the program. Another version may play differently.
    pub version: String,
    /// The commit of the program that began it, if it was known.
    pub commit: Option<String>,
    /// The game.
    pub game: String,
    /// Where games start.
    pub setup: Setup,
    /// The players, with all their settings.
    pub players: Vec<String>,
    /// The evaluation that is the score, if not what people count.
    pub score: Option<String>,
    /// The seed of the match.
    pub seed: u64,
    /// What happens to a program that fails, if programs play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_failure: Option<String>,
    /// The games that belong here, if this is a shard of a match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<ShardRange>,
}

/// The names of the values, in the order of [`RunSettings::values`].
pub(super) const KEYS: [&str; 6] = ["version", "game", "setup", "players", "score", "seed"];

impl RunSettings {
    /// The settings as text.
    pub(super) fn values(&self) -> [String; KEYS.len()] {
        [
            self.version.clone(),
            self.game.clone(),
            serde_json::to_string(&self.setup).unwrap_or_default(),
            written(&self.players),
            self.score.clone().unwrap_or_default(),
            self.seed.to_string(),
        ]
    }

    /// Reads what [`values`](Self::values) wrote.
    pub(super) fn of_values(values: &[String]) -> Result<Self, String> {
        let [version, game, setup, players, score, seed] = values else {
            return Err("has no settings".to_owned());
        };
        Ok(Self {
            version: version.clone(),
            commit: None,
            game: game.clone(),
            setup: serde_json::from_str(setup).map_err(|error| format!("has no setup that can be read: {error}"))?,
            players: match players.strip_suffix('\n') {
                Some(lines) => lines.lines().map(str::to_owned).collect(),
                None => players.split(' ').map(str::to_owned).collect(),
            },
            score: Some(score.clone()).filter(|score| !score.is_empty()),
            seed: seed.parse().map_err(|_| format!("`{seed}` is not a seed"))?,
            on_failure: None,
            shard: None,
        })
    }

    /// The first setting in which games of `asked` would differ from these, in words.
    pub(crate) fn difference(&self, asked: &Self) -> Option<String> {
        let on_failure = |settings: &Self| settings.on_failure.clone().unwrap_or_default();
        let shard = |settings: &Self| {
            settings.shard.map_or(String::new(), |range| format!("{} of {} games", range.shard, range.all))
        };
        let optional = [(on_failure(self), on_failure(asked)), (shard(self), shard(asked))];
        let values = self.values().into_iter().zip(asked.values()).chain(optional);
        let mut named = KEYS.iter().chain(&["on_failure", "shard"]).zip(values);
        let (key, (kept, asked)) = named.find(|(_, (kept, asked))| kept != asked)?;
        let (key, kept, asked) = difference(key, kept, asked);
        let word = |value: String| if value.is_empty() { "nothing".to_owned() } else { format!("`{value}`") };
        Some(format!("{key} {}, not {}", word(kept), word(asked)))
    }

    /// That another build of the same version played them, in words.
    pub(crate) fn other_build(&self, asked: &Self) -> String {
        let word =
            |settings: &Self| settings.commit.clone().map_or("unknown".to_owned(), |commit| format!("`{commit}`"));
        format!("commit {}, not {}", word(self), word(asked))
    }

    /// The first setting or the build that keeps these games and those of `asked` from being merged, in words.
    pub(crate) fn unmergeable(&self, asked: &Self) -> Option<String> {
        self.difference(asked).or_else(|| (self.commit != asked.commit).then(|| self.other_build(asked)))
    }

    /// Whether a player, counted from 0, is a program.
    #[must_use]
    pub fn is_program(&self, player: usize) -> bool {
        self.players.get(player).is_some_and(|player| player.starts_with(PROGRAM))
    }

    /// A score as it counts: a seat whose program failed has lost, if failures lose.
    pub(crate) fn counted(&self, score: &[f64], failures: &[Failure], tally: &Tally) -> Vec<f64> {
        if self.on_failure.as_deref() != Some(OnFailure::LOSE) {
            return score.to_vec();
        }
        let lost: Vec<usize> = failures.iter().map(|failure| failure.seat).collect();
        forfeited(score, &lost, tally.low_is_good, self.setup.whole_game)
    }

    /// The game and the players, with the player who stands in for each program: what is written in a file never starts
    /// one.
    ///
    /// # Errors
    /// When a player cannot be read.
    pub fn seating(&self) -> Result<SeatingRequest, cutthroat_catalog::Error> {
        let stands_in = self.on_failure.as_deref().filter(|on_failure| *on_failure != OnFailure::LOSE);
        let player = |player: usize| match self.is_program(player) {
            true => stands_in.unwrap_or("random").parse(),
            false => self.players[player].parse(),
        };
        let players = (0..self.players.len()).map(player).collect::<Result<Vec<PlayerSpec>, _>>()?;
        let (game, setup, score) = (self.game.clone(), self.setup.clone(), self.score.clone());
        Ok(SeatingRequest { game, setup, players, score, ..SeatingRequest::default() })
    }
}

/// Players in one value. Programs have spaces in them, and then every player has a line.
fn written(players: &[String]) -> String {
    if players.iter().any(|player| player.contains(' ')) { players.join("\n") + "\n" } else { players.join(" ") }
}

/// Which setting differs, as people know it: of a setup the first field in which two of them differ.
fn difference(key: &str, kept: String, asked: String) -> (String, String, String) {
    let read = |text: &str| {
        let mut fields: serde_json::Map<String, serde_json::Value> = serde_json::from_str(text).unwrap_or_default();
        if let Some(serde_json::Value::Object(options)) = fields.remove("options") {
            fields.extend(options);
        }
        fields
    };
    let field = |value: Option<&serde_json::Value>| match value {
        None | Some(serde_json::Value::Null) => String::new(),
        Some(serde_json::Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    };
    if key == "setup" {
        let (kept, asked) = (read(&kept), read(&asked));
        if let Some(name) = kept.keys().chain(asked.keys()).find(|&name| kept.get(name) != asked.get(name)) {
            return (name.clone(), field(kept.get(name)), field(asked.get(name)));
        }
    }
    (key.to_owned(), kept, asked)
}
