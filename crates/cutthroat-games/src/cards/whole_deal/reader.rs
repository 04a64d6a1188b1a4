//! A player of whole deals who sees only their own seat: passes, bids and discards by simulation, and leaves the play to
//! another player.

use cutthroat::hidden::{Estimates, Hidden, Knowledge, Pimc, Reader, Sample, WorldSearch, WorldTask, WorldValues};
use cutthroat::player::Choice;
use cutthroat::playout::{FastRandom, Playout, PlayoutPolicy};
use cutthroat::{AtTheEnd, Budget, Game, Player, Range, SearchError, Stop};

use super::super::hidden::CardPlayed;
use super::super::rules::Rules;
use super::super::trick::TrickGame;
use super::super::utility::{Utility as _, utility_named};
use super::{DealMove, DealPhase, DealState, DealView, WholeDeal};

/// Values moves of whole deals by playouts: everybody passes, bids, names and discards as a careful player does, and then
/// plays by the policy. The payoff is the score of the deal, or what the deal does for the whole game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DealPlayouts {
    /// How the cards are played.
    pub policy: PlayoutPolicy,
    /// The seed of random choices.
    pub seed: u64,
    /// Whether the deal is played for the whole game: near its end, for the chance to win it.
    pub for_game: bool,
}

impl DealPlayouts {
    /// The deal with what others have passed as a careful player passes. A world has any cards there, since a seat knows
    /// nothing of them.
    fn with_usual_passes<R: Rules>(game: &WholeDeal<R>, state: &DealState) -> DealState {
        let mut state = *state;
        if state.phase == DealPhase::Passing {
            for player in Player::all(usize::from(state.turn)) {
                let usual = game.usual_move(state.phase, state.position.hand(player), &state.promises, None);
                if let DealMove::Pass(cards) = usual {
                    state.passed[player.index()] = cards;
                }
            }
        }
        state
    }

    /// Plays on as careful players do until the play begins.
    pub(in super::super) fn finish<R: Rules>(&self, game: &WholeDeal<R>, state: &mut DealState) {
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
        let utility = utility_named::<R>("game").filter(|_| self.for_game);
        let mut nodes = 0;
        let mut payoffs = Vec::with_capacity(task.moves.len());
        let before = Self::with_usual_passes(game, &task.world.state);
        for &mv in task.moves {
            let mut state = before;
            game.play(&mut state, mv);
            self.finish(game, &mut state);
            let kernel = game.play_of(&state);
            let mut playout = Playout::new(&kernel, &end, &order, self.policy);
            let played = playout.run(&mut state.position, &mut FastRandom::new(self.seed, task.number));
            nodes += 1 + played.nodes;
            let for_game = utility.map(|utility| utility.worth(&kernel, &state.position.taken()));
            payoffs.push(for_game.unwrap_or(played.payoff));
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
    /// Whether the deal is played for the whole game.
    pub for_game: bool,
}

/// In how many worlds many moves are compared at first. Half of them are dropped, and the rest is compared in twice as many.
const FIRST_WORLDS: usize = 8;

impl<P> DealReader<P> {
    /// A player whose cards `in_play` plays.
    #[must_use]
    pub fn new(in_play: P) -> Self {
        Self { in_play, worlds: 100, policy: PlayoutPolicy::default(), for_game: false }
    }

    /// What to do before the play. Bids and trumps are all compared in the same worlds. Passes and discards, of which
    /// there are many, are compared by *sequential halving*: all that are worth a look in a few worlds, the better half
    /// in twice as many, and so on. What a careful player would do stays to the last, so the answer is not worse than
    /// that in the last worlds; it is also the answer if the budget ends before anything was compared.
    ///
    /// Of a move that was dropped, the estimate is that of the last worlds it was compared in.
    ///
    /// # Errors
    /// When the view allows no world.
    ///
    /// # Panics
    /// When it is not the turn of the seat, or the play has begun.
    pub fn prepare<R: Rules>(
        &self,
        game: &WholeDeal<R>,
        view: &DealView,
        budget: &Budget,
        seed: u64,
    ) -> Result<Estimates<DealMove>, SearchError> {
        let mut legal = Vec::new();
        game.moves_of(view, &mut legal);
        assert!(view.phase() != DealPhase::Playing && !legal.is_empty(), "it is not the turn of this seat");
        let usual = game.usual(view);
        let mut moves = game.considered(view.phase(), view.hand(), view.trump(), &legal);
        // Equal moves are settled by what a careful player would do.
        moves.retain(|&mv| mv != usual);
        moves.insert(0, usual);
        let halves = matches!(view.phase(), DealPhase::Passing | DealPhase::Discarding);
        let (mut worlds, most) = if halves { (FIRST_WORLDS, 2 * self.worlds) } else { (self.worlds, self.worlds) };
        let mut budget = budget.started();
        let mut search = DealPlayouts { policy: self.policy, seed, for_game: self.for_game };
        let mut found = Estimates { stop: Stop::Depth, ..Estimates::only(usual) };
        loop {
            let sample = Sample::draw(game, view, worlds, seed.wrapping_add(worlds as u64))?;
            let round =
                Pimc::new(game, view, &mut search).only(&moves).in_turn().budget(budget.clone()).run(&sample)?;
            let is_stopped = matches!(round.stop, Stop::Nodes | Stop::Time | Stop::Flag);
            budget.nodes = budget.nodes.map(|nodes| nodes.saturating_sub(round.nodes));
            // Fewer worlds than before say less than what is known already.
            let counts = round.worlds > found.worlds || !is_stopped;
            found = if counts {
                merged(found, round)
            } else {
                Estimates { nodes: found.nodes + round.nodes, stop: round.stop, ..found }
            };
            if is_stopped || moves.len() <= 2 || worlds >= most {
                return Ok(found);
            }
            let seat = WholeDeal::<R>::seat_of(view).index();
            let mean = |mv: DealMove| found.of(mv).map_or(0.0, |estimate| estimate.means[seat]);
            let mut ranked = moves.clone();
            ranked.sort_by(|&one, &other| mean(other).total_cmp(&mean(one)));
            ranked.truncate(moves.len().div_ceil(2));
            moves.retain(|mv| ranked.contains(mv) || *mv == usual);
            worlds *= 2;
        }
    }
}

/// What is known after another round, in which some moves were compared again.
fn merged(before: Estimates<DealMove>, round: Estimates<DealMove>) -> Estimates<DealMove> {
    let dropped = before.moves.into_iter().filter(|estimate| round.of(estimate.mv).is_none());
    let moves = round.moves.iter().copied().chain(dropped).collect();
    Estimates { moves, nodes: before.nodes + round.nodes, ..round }
}

impl<R: Rules, P: Reader<TrickGame<R>>> Reader<WholeDeal<R>> for DealReader<P> {
    fn choose(
        &mut self,
        game: &WholeDeal<R>,
        known: Knowledge<'_, WholeDeal<R>>,
        seed: u64,
    ) -> Result<Choice<DealMove>, SearchError> {
        if let Some(play) = known.view.play() {
            let told: Vec<CardPlayed> = known.told.iter().filter_map(super::DealSeen::played).collect();
            let chosen = self.in_play.choose(&game.play_in(known.view), Knowledge { view: play, told: &told }, seed)?;
            return Ok(Choice { mv: DealMove::Play(chosen.mv), searched: chosen.searched });
        }
        Ok(self.prepare(game, known.view, &Budget::default(), seed)?.choice(game.players()))
    }
}
