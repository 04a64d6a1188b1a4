//! Games that are trees, in the catalog.

use cutthroat::Notation;
use cutthroat_games::trees::{ShareOfWins, TernaryTree, Tree, TreeEvaluation, UniformEvaluation, UniformTree};

use crate::error::Error;
use crate::kit::{Drawn, Kit};
use crate::registry::Entry;
use crate::setup::{Setup, Source};

/// The position as given, or as `drawn` describes it for a seed and a number of players.
fn read<G: Notation>(
    entry: &Entry,
    setup: &Setup,
    drawn: impl Fn(u64, usize) -> String,
) -> Result<(G, G::State), Error> {
    entry.check_players(setup)?;
    entry.check_no_card_options(setup)?;
    let text = match setup.source(entry.name)? {
        Source::Text(text) => text.to_owned(),
        Source::Drawn(seed) => drawn(seed, setup.players.unwrap_or(entry.usual_players)),
    };
    G::read_position(&text).map_err(|error| Error::Notation { game: entry.name, error })
}

macro_rules! tree_kit {
    ($kit:ident, $game:ty, $evaluation:ident, $about:literal, |$entry:ident, $setup:ident| $start:expr) => {
        #[doc = $about]
        pub(crate) struct $kit;

        impl Kit for $kit {
            type Game = $game;
            type Evaluation = $evaluation;
            type Order = cutthroat::ReferenceOrder;
            type Table = cutthroat::WholePositions;

            fn start($entry: &Entry, $setup: &Setup) -> Result<Drawn<Self>, Error> {
                $start
            }

            fn evaluation(_: &Entry, _: &$game, _: &str) -> Result<$evaluation, Error> {
                Ok($evaluation)
            }
        }
    };
}

tree_kit!(TypedTree, Tree, TreeEvaluation, "Trees as text.", |entry, setup| {
    read(entry, setup, |seed, players| format!("random players={players} seed={seed}"))
});

tree_kit!(Uniform, UniformTree, UniformEvaluation, "Trees that are the same everywhere.", |entry, setup| {
    read(entry, setup, |seed, players| format!("players={players} seed={seed}"))
});

tree_kit!(Ternary, TernaryTree, ShareOfWins, "Trees of two players.", |entry, setup| {
    // The notation of these begins with the name of the game.
    let position = setup.position.as_ref().map(|text| {
        let named = text.split_whitespace().next() == Some(entry.name);
        if named { text.clone() } else { format!("{} {text}", entry.name) }
    });
    read(entry, &Setup { position, ..setup.clone() }, |seed, _| format!("{} seed={seed}", entry.name))
});
