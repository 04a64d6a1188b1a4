//! The twenty results of a deal: every declarer in every strain.

use cutthroat::paranoid::{ParanoidOptions, Window};
use cutthroat::{Budget, Paranoid, Player, ScalarTable, SearchError};

use super::super::card::{Cards, Suit};
use super::super::error::CardError;
use super::super::start::CardStart;
use super::super::weights::Weighted;
use super::{Bridge, BridgeEvaluation, BridgeRules, PLAYERS};

/// Whose tricks are searched for, whoever leads: then everything that is known about a position holds for all four leaders.
const VALUED: Player = Player::new(0);

/// A strain of a deal could not be solved.
#[derive(Debug, thiserror::Error)]
pub enum StrainError {
    /// The hands are no deal.
    #[error(transparent)]
    Deal(#[from] CardError),
    /// The search ended without an answer.
    #[error(transparent)]
    Search(#[from] SearchError),
}

/// The tricks that each declarer takes in a strain, from north on, with best play of everybody. The player to the left of the
/// declarer leads.
///
/// The `table` must be empty, or have served the same deal in the same strain. The four searches share it: all of them
/// ask for the tricks of the same side.
///
/// # Errors
/// When the hands are no deal; when the budget ended before all four were solved.
pub fn tricks_in_strain(
    hands: &[Cards; PLAYERS],
    strain: Option<Suit>,
    table: &mut ScalarTable,
    budget: &Budget,
) -> Result<[u8; PLAYERS], StrainError> {
    let budget = budget.started();
    let options =
        ParanoidOptions { window: Window::Null, bounds: true, value_for: Some(VALUED), ..ParanoidOptions::default() };
    let order = Weighted::against(VALUED);
    let mut tricks = [0; PLAYERS];
    for declarer in Player::all(PLAYERS) {
        let leader = declarer.next(PLAYERS).index();
        let start = CardStart { hands: hands.to_vec(), leader, ..CardStart::default() };
        let (game, deal) = Bridge::new(BridgeRules { trump: strain }, &start)?;
        let found = Paranoid::with_order(&game, &BridgeEvaluation::Tricks, &order)
            .options(&options)
            .budget(budget.clone())
            .partitions(table)
            .run(&deal)?;
        let of_valued = found.payoff[VALUED] as u8;
        let same_side = declarer.index() % 2 == VALUED.index() % 2;
        tricks[declarer.index()] = if same_side { of_valued } else { game.total() - of_valued };
    }
    Ok(tricks)
}
