//! How the games in a file were played.

use cutthroat_catalog::{PlayerSpec, SeatingRequest, Setup};
use serde::Serialize;

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
            self.players.join(" "),
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
            players: players.split(' ').map(str::to_owned).collect(),
            score: Some(score.clone()).filter(|score| !score.is_empty()),
            seed: seed.parse().map_err(|_| format!("`{seed}` is not a seed"))?,
        })
    }

    /// The game and the players.
    ///
    /// # Errors
    /// When a player cannot be read.
    pub fn seating(&self) -> Result<SeatingRequest, cutthroat_catalog::Error> {
        let players = self.players.iter().map(|player| player.parse()).collect::<Result<Vec<PlayerSpec>, _>>()?;
        let (game, setup, score) = (self.game.clone(), self.setup.clone(), self.score.clone());
        Ok(SeatingRequest { game, setup, players, score, ..SeatingRequest::default() })
    }
}

/// Which setting differs, as people know it: of a setup the first field in which two of them differ.
pub(super) fn difference(key: &str, kept: String, asked: String) -> (String, String, String) {
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
