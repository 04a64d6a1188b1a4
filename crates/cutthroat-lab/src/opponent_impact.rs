//! Opponent impact: how far a player can lower, or raise, the value of another.
//!
//! Zuckerman and Felner (2011) use it to say in which games MP-Mix helps: those in which players can harm each other. Here
//! it is measured: the mean, over random positions, of what the mover's choice can change in the payoff of another player,
//! as a share of what that payoff can be at all.

use cutthroat_catalog::{LiveGame, Registry, Request, Setup};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::error::LabError;
use crate::seed;
use crate::stats::Estimate;

/// The most random moves of one game.
const MOST_MOVES: usize = 300;

/// What to measure.
#[derive(Clone, Debug)]
pub struct ImpactRequest {
    /// The game by name.
    pub game: String,
    /// How its positions are drawn, or the one that every game begins with. The seed of the deal is not used, the
    /// evaluation is.
    pub setup: Setup,
    /// How many positions are looked at.
    pub positions: u64,
    /// The plies of max^n by which moves are valued, at least 1. In a trick game one card seldom changes a value before
    /// the trick is over, so that as many plies as there are players say more.
    pub plies: usize,
    /// The seed of all random choices.
    pub seed: u64,
}

/// Measures the opponent impact of a game: 0 if nothing that a player does changes what another gets, 1 if everything is
/// up to them. `None` if no position had a choice. A partner counts as another player.
///
/// ```
/// use cutthroat_catalog::{Registry, Setup};
/// use cutthroat_lab::opponent_impact::{ImpactRequest, opponent_impact};
///
/// let setup = Setup { players: Some(3), ..Setup::default() }.with_option("cards", 4);
/// let request = ImpactRequest { game: "hearts".into(), setup, positions: 50, plies: 3, seed: 1 };
/// let impact = opponent_impact(&Registry::standard(), &request)?.unwrap();
/// assert!(impact.mean > 0.0 && impact.mean < 1.0);
/// # Ok::<(), cutthroat_lab::LabError>(())
/// ```
///
/// # Errors
/// When there is no such game or evaluation, or the evaluation does not declare how much payoffs can be.
pub fn opponent_impact(registry: &Registry, request: &ImpactRequest) -> Result<Option<Estimate>, LabError> {
    let search =
        Request { all_moves: true, ..Request::of(&format!("maxn:depth={},ties=first,memory=0", request.plies))? };
    let mut impacts = Vec::new();
    for number in 0..request.positions {
        let drawn = request.setup.position.is_none();
        let deal = drawn.then(|| seed::of_deal(request.seed, number));
        let mut game = registry.begin(&request.game, &Setup { deal, eval: None, ..request.setup.clone() })?;
        let mut random = ChaCha8Rng::seed_from_u64(seed::of_game(request.seed, number));
        play_to_a_choice(&mut *game, &mut random)?;
        let Some(mover) = game.mover() else { continue };
        let position = game.position(request.setup.eval.as_deref())?;
        let ranges = position.ranges().ok_or_else(|| {
            LabError::Usage(format!("this evaluation of {} does not declare how much a player can get", request.game))
        })?;
        let moves = position.analyse(&search)?.moves.unwrap_or_default();
        let mut shares = Vec::new();
        for (seat, (least, most)) in ranges.into_iter().enumerate().filter(|(seat, _)| seat + 1 != mover) {
            let payoffs = || moves.iter().map(|value| value.payoff[seat]);
            if let (Some(low), Some(high)) = (payoffs().min(), payoffs().max())
                && most > least
            {
                shares.push((f64::from(high) - f64::from(low)) / (f64::from(most) - f64::from(least)));
            }
        }
        if !shares.is_empty() {
            impacts.push(shares.iter().sum::<f64>() / shares.len() as f64);
        }
    }
    Ok(Estimate::of(&impacts))
}

/// Plays a random game, and goes back to one of its positions with a choice, each as likely as the others. If there is
/// none, the game is over.
fn play_to_a_choice(game: &mut dyn LiveGame, random: &mut ChaCha8Rng) -> Result<(), LabError> {
    let mut choices = Vec::new();
    while game.mover().is_some() && game.moves().len() < MOST_MOVES {
        let moves = game.legal_moves();
        if moves.len() > 1 {
            choices.push(game.moves().len());
        }
        game.play(&moves[random.random_range(0..moves.len())])?;
    }
    if choices.is_empty() {
        return Ok(());
    }
    let chosen = choices[random.random_range(0..choices.len())];
    while game.moves().len() > chosen {
        game.take_back();
    }
    Ok(())
}

#[cfg(all(test, feature = "standard"))]
mod tests {
    use super::*;

    fn impact(game: &str, position: &str, plies: usize) -> f64 {
        let setup = Setup { position: Some(position.to_owned()), ..Setup::default() };
        let request = ImpactRequest { game: game.into(), setup, positions: 30, plies, seed: 1 };
        opponent_impact(&Registry::standard(), &request).unwrap().unwrap().mean
    }

    #[test]
    fn it_is_what_a_choice_changes_for_the_others() {
        // One choice: player 2 gets 0 or 10 of 10, player 3 gets 4 or 6 of 10.
        let impact_of_one = impact("tree", "maxp=10 low=0 1[(0,0,4) (0,10,6)]", 1);
        assert!((impact_of_one - 0.6).abs() < 1e-9, "{impact_of_one}");
        assert!(impact("tree", "maxp=10 low=0 1[(0,5,4) (9,5,4)]", 1).abs() < 1e-9);
    }

    #[test]
    fn the_same_seed_gives_the_same_positions() {
        let registry = Registry::standard();
        let setup = Setup { players: Some(3), ..Setup::default() }.with_option("cards", 3);
        let request =
            |seed| ImpactRequest { game: "spades".into(), setup: setup.clone(), positions: 20, plies: 3, seed };
        let measured = |seed| opponent_impact(&registry, &request(seed)).unwrap().unwrap().mean;
        assert!((measured(1) - measured(1)).abs() < 1e-12);
        assert!((measured(1) - measured(2)).abs() > 1e-12);
    }
}
