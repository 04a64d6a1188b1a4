//! MP-Mix: which of three searches fits the standing of the players.

use crate::game::{Game, Player};

/// The thresholds of MP-Mix (Zuckerman, Felner and Kraus 2009): how far a player has to be ahead of the next before
/// anybody plays differently for it. `None` is never.
///
/// ```
/// # use cutthroat::*;
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/toy.rs"));
/// # fn main() {
/// let (game, one, two) = (Pebbles { players: 3 }, Player::new(0), Player::new(1));
/// let mix = MpMix { defend: Some(6), attack: Some(4) };
/// assert_eq!(mix.plan(&game, one, &[10, 4, 2]), Plan::Defend);
/// assert_eq!(mix.plan(&game, two, &[10, 4, 2]), Plan::Attack(one));
/// assert_eq!(mix.plan(&game, two, &[10, 7, 2]), Plan::Play);
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MpMix {
    /// The lead from which the player at the root defends it.
    pub defend: Option<u32>,
    /// The lead of another player from which that player is attacked.
    pub attack: Option<u32>,
}

/// What MP-Mix does in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plan {
    /// Plays for the most: max^n.
    Play,
    /// Defends a lead: paranoid search.
    Defend,
    /// Attacks this player: max^n with the weights of [`SocialWeights::against`](crate::SocialWeights::against).
    Attack(Player),
}

impl MpMix {
    /// The plan of `root`, given how everybody stands, seat 1 first: the evaluation of the position and, if a game goes
    /// over several deals, what was scored before. Partners are one side. Of several leaders the first counts.
    #[must_use]
    pub fn plan<G: Game>(&self, game: &G, root: Player, standing: &[i32]) -> Plan {
        let Some(most) = standing.iter().max() else { return Plan::Play };
        let Some(leader) = Player::all(game.players()).find(|leader| standing[leader.index()] == *most) else {
            return Plan::Play;
        };
        let others = Player::all(game.players()).filter(|&other| game.side(other) != game.side(leader));
        let Some(next) = others.map(|other| standing[other.index()]).max() else { return Plan::Play };
        let lead = most.abs_diff(next);
        let reaches = |threshold: Option<u32>| threshold.is_some_and(|threshold| lead >= threshold);
        match game.side(leader) == game.side(root) {
            true if reaches(self.defend) => Plan::Defend,
            false if reaches(self.attack) => Plan::Attack(leader),
            _ => Plan::Play,
        }
    }
}
