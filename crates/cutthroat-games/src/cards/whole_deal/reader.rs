//! A player of whole deals who sees only their own seat: passes, bids and discards by simulation, and leaves the play to
//! another player.

use cutthroat::hidden::{
    Aggregation, Estimates, Hidden, Knowledge, Pimc, Reader, Sample, WorldSearch, WorldTask, WorldValues,
};
use cutthroat::player::Choice;
use cutthroat::playout::{FastRandom, Playout, PlayoutPolicy};
use cutthroat::{AtTheEnd, Game, Player, Range, SearchError, Stop};

use super::super::hidden::CardPlayed;
use super::super::rules::Rules;
use super::super::trick::TrickGame;
use super::{DealMove, DealPhase, DealState, DealView, WholeDeal};

/// Values moves of whole deals by playouts: everybody passes, bids, names and discards as a careful player does, and then
/// plays by the policy. The payoff is the score of the deal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DealPlayouts {
    /// How the cards are played.
    pub policy: PlayoutPolicy,
    /// The seed of random choices.
    pub seed: u64,
}

impl DealPlayouts {
    fn finish<R: Rules>(&self, game: &WholeDeal<R>, state: &mut DealState) {
        while state.phase != DealPhase::Playing {
            let mover = Player::new(usize::from(state.turn));
            let looked = state.phase != DealPhase::Bidding || state.promises.looked.has(mover);
            let mv = if looked {
                game.usual_move(state.phase, state.position.hand(mover), &state.promises, state.trump)
            } else {
                DealMove::Look
            };
            game.play(state, mv);
        }
    }
}

impl<R: Rules> WorldSearch<WholeDeal<R>> for DealPlayouts {
    fn values(&mut self, task: &WorldTask<'_, WholeDeal<R>>) -> Result<WorldValues, SearchError> {
        let game = &task.world.game;
        let (end, order) = (AtTheEnd(Range::default()), R::Order::default());
        let mut nodes = 0;
        let mut payoffs = Vec::with_capacity(task.moves.len());
        for &mv in task.moves {
            let mut state = task.world.state;
            game.play(&mut state, mv);
            self.finish(game, &mut state);
            let kernel = game.play_of(&state);
            let mut playout = Playout::new(&kernel, &end, &order, self.policy);
            let played = playout.run(&mut state.position, &mut FastRandom::new(self.seed, task.number));
            nodes += 1 + played.nodes;
            payoffs.push(played.payoff);
        }
        if task.budget.nodes.is_some_and(|most| nodes > most) {
            return Err(SearchError::Stopped(Stop::Nodes));
        }
        Ok(WorldValues { payoffs, nodes, complete: false })
    }
}

/// A player of whole deals who sees only their own seat.
#[derive(Clone, Copy, Debug)]
pub struct DealReader<P> {
    /// Plays the cards.
    pub in_play: P,
    /// How many worlds a bid or a trump is tried in; passes and discards have twice as many in the end.
    pub worlds: usize,
    /// How the cards are played in these worlds.
    pub policy: PlayoutPolicy,
}

/// In how many worlds many moves are compared at first. Half of them are dropped, and the rest is compared in twice as many.
const FIRST_WORLDS: usize = 8;

impl<P> DealReader<P> {
    /// A player whose cards `in_play` plays.
    #[must_use]
    pub fn new(in_play: P) -> Self {
        Self { in_play, worlds: 100, policy: PlayoutPolicy::default() }
    }

    /// Compares moves by *sequential halving*: all of them in a few worlds, the better half in twice as many, and so on.
    /// What a careful player would do stays to the last, so the answer is not worse than that in the last worlds.
    ///
    /// # Errors
    /// When the view allows no world.
    pub fn halve<R: Rules>(
        &self,
        game: &WholeDeal<R>,
        view: &DealView,
        seed: u64,
    ) -> Result<Estimates<DealMove>, SearchError> {
        let mut legal = Vec::new();
        game.moves_of(view, &mut legal);
        let usual = game.usual_move(view.phase(), view.hand(), view.promises(), view.trump());
        let mut moves = game.considered(view.phase(), view.hand(), view.trump(), &legal);
        if !moves.contains(&usual) {
            moves.push(usual);
        }
        let mut worlds = FIRST_WORLDS;
        let mut nodes = 0;
        let mut search = DealPlayouts { policy: self.policy, seed };
        loop {
            let sample = Sample::draw(game, view, worlds, seed.wrapping_add(worlds as u64))?;
            let mut found = Pimc::new(game, view, &mut search).only(&moves).run(&sample)?;
            nodes += found.nodes;
            found.nodes = nodes;
            if moves.len() <= 2 || worlds >= 2 * self.worlds {
                return Ok(found);
            }
            let seat = WholeDeal::<R>::seat_of(view).index();
            let mut ranked = found.moves.clone();
            ranked.sort_by(|one, other| other.means[seat].total_cmp(&one.means[seat]));
            moves = ranked[..moves.len().div_ceil(2)].iter().map(|estimate| estimate.mv).collect();
            if !moves.contains(&usual) {
                moves.push(usual);
            }
            worlds *= 2;
        }
    }
}

impl<R: Rules, P: Reader<TrickGame<R>>> Reader<WholeDeal<R>> for DealReader<P> {
    fn choose(
        &mut self,
        game: &WholeDeal<R>,
        known: Knowledge<'_, WholeDeal<R>>,
        seed: u64,
    ) -> Result<Choice<DealMove>, SearchError> {
        let players = game.players();
        if let Some(play) = known.view.play() {
            let told: Vec<CardPlayed> = known.told.iter().filter_map(super::DealSeen::played).collect();
            let chosen = self.in_play.choose(&game.play_in(known.view), Knowledge { view: play, told: &told }, seed)?;
            return Ok(Choice { mv: DealMove::Play(chosen.mv), searched: chosen.searched });
        }
        if matches!(known.view.phase(), DealPhase::Passing | DealPhase::Discarding) {
            return Ok(self.halve(game, known.view, seed)?.choice(players));
        }
        let sample = Sample::draw(game, known.view, self.worlds, seed)?;
        let mut search = DealPlayouts { policy: self.policy, seed };
        let search = Pimc::new(game, known.view, &mut search).aggregation(Aggregation::Mean);
        Ok(search.run(&sample)?.choice(players))
    }
}
