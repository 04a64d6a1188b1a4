//! A position as it comes in a body: where a game begins, and the moves from there.

use cutthroat_catalog::{LiveGame, Registry, Setup};
use cutthroat_games::trees::RandomTree;
use cutthroat_lab::{HandRecord, RecordedMove};
use serde::Deserialize;

use crate::error::ApiError;
use crate::limits;

/// Where a game begins, and the moves from there.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Place {
    pub(crate) game: String,
    #[serde(default)]
    pub(crate) setup: Setup,
    #[serde(default)]
    pub(crate) moves: Vec<String>,
}

impl Place {
    /// The game after the moves, and its record.
    pub(crate) fn reach(&self, registry: &Registry) -> Result<(Box<dyn LiveGame>, HandRecord), ApiError> {
        limits::check_moves(&self.moves)?;
        check_size(&self.game, &self.setup)?;
        let mut live = registry.begin(&self.game, &self.setup)?;
        let players = vec![String::new(); live.seats()];
        // A whole game is written by its seed, not by its first deal.
        let start = match (&self.setup.position, self.setup.deal) {
            (Some(game), _) if self.setup.whole_game => game.clone(),
            (None, Some(seed)) if self.setup.whole_game => format!("game:{seed}"),
            _ => live.text(),
        };
        let mut record = HandRecord::new(&self.game, self.setup.clone(), start, 0, players);
        for (number, mv) in self.moves.iter().enumerate() {
            let seat = live.mover().unwrap_or_default();
            live.play(mv)
                .map_err(|error| ApiError::refused(format!("move {}: {error}", number + 1)).in_field("moves"))?;
            let mv = live.moves().last().cloned().unwrap_or_default();
            record.moves.push(RecordedMove { seat, mv, expects: None });
        }
        Ok((live, record))
    }
}

/// Refuses trees that take long to draw, before they are drawn.
fn check_size(game: &str, setup: &Setup) -> Result<(), ApiError> {
    let drawn =
        setup.position.as_deref().filter(|_| game == "tree").and_then(|text| text.trim().strip_prefix("random"));
    let Some(tree) = drawn.and_then(|fields| fields.parse::<RandomTree>().ok()) else { return Ok(()) };
    let leaves = f64::from(tree.branching.1).powi(tree.depth as i32);
    if leaves > limits::MOST_LEAVES {
        let most = limits::MOST_LEAVES;
        let why =
            format!("a tree of branching {} and depth {} has more than {most} leaves", tree.branching.1, tree.depth);
        return Err(ApiError::refused(why).in_field("position"));
    }
    Ok(())
}
