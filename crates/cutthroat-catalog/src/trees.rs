//! Games that are trees, in the catalog.

use cutthroat::NotationError;

use crate::any_tree::{AnyPlace, AnyTree, Leaves};
use crate::error::Error;
use crate::kit::{Drawn, Kit};
use crate::registry::Entry;
use crate::setup::{Setup, Source};

/// The position as given, or as `drawn` describes it for a seed and a number of players.
fn read(
    entry: &Entry,
    setup: &Setup,
    read: fn(&str) -> Result<(AnyTree, AnyPlace), NotationError>,
    drawn: impl Fn(u64, usize) -> String,
) -> Result<(AnyTree, AnyPlace), Error> {
    entry.check_players(setup)?;
    entry.check_no_card_options(setup)?;
    let text = match setup.source(entry.name)? {
        Source::Text(text) => text.to_owned(),
        Source::Drawn(seed) => drawn(seed, setup.players.unwrap_or(entry.usual_players)),
    };
    read(&text).map_err(|error| Error::Notation { game: entry.name, error })
}

macro_rules! tree_kit {
    ($kit:ident, $about:literal, |$entry:ident, $setup:ident| $start:expr) => {
        #[doc = $about]
        pub(crate) struct $kit;

        impl Kit for $kit {
            type Game = AnyTree;
            type Evaluation = Leaves;
            type Order = cutthroat::ReferenceOrder;
            type Table = cutthroat::WholePositions;

            fn start($entry: &Entry, $setup: &Setup) -> Result<Drawn<Self>, Error> {
                $start
            }

            fn evaluation(_: &Entry, _: &AnyTree, _: &str) -> Result<Leaves, Error> {
                Ok(Leaves)
            }
        }
    };
}

tree_kit!(TypedTree, "Trees as text.", |entry, setup| {
    read(entry, setup, AnyTree::read_typed, |seed, players| format!("random players={players} seed={seed}"))
});

tree_kit!(Uniform, "Trees that are the same everywhere.", |entry, setup| {
    read(entry, setup, AnyTree::read_uniform, |seed, players| format!("players={players} seed={seed}"))
});

tree_kit!(Ternary, "Trees of two players.", |entry, setup| {
    // The notation of these begins with the name of the game.
    let position = setup.position.as_ref().map(|text| {
        let named = text.split_whitespace().next() == Some(entry.name);
        if named { text.clone() } else { format!("{} {text}", entry.name) }
    });
    read(entry, &Setup { position, ..setup.clone() }, AnyTree::read_ternary, |seed, _| {
        format!("{} seed={seed}", entry.name)
    })
});
