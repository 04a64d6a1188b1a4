//! A walk through a game, whichever game it is. Searches that back up more than one payoff from each node cost more than
//! the calls: they are compiled once, for this trait, and not once for every game.

use crate::analysis::{Analysis, MoveValue};
use crate::budget::{Meter, Stop};
use crate::eval::{Bounds, Evaluation};
use crate::game::{Game, Player};
use crate::hints::SearchHints;
use crate::order::MoveOrder;
use crate::payoff::Payoff;
use crate::search::{Course, MAX_DEPTH, SearchError, SearchResult};
use crate::selection::Lister;

/// A game being walked through, position by position.
pub(crate) trait Walk {
    fn players(&self) -> usize;

    fn mover(&self) -> Option<Player>;

    /// Lists the moves of the position, and returns how many there are.
    fn list(&mut self) -> usize;

    /// Forgets the list that was made last.
    fn unlist(&mut self);

    /// Plays a move of the list that was made last.
    fn play(&mut self, place: usize);

    /// Takes back the move that was played last.
    fn take_back(&mut self);

    /// The payoffs of the position, one for each evaluation.
    fn evaluate(&self, payoffs: &mut [Payoff]);

    /// Monotone bounds of the first evaluation.
    fn bounds(&self) -> Option<Bounds>;
}

struct Walker<'w, G: Game, E, M> {
    game: &'w G,
    evaluations: &'w [E],
    lister: Lister<'w, G, M>,
    state: G::State,
    /// The lists of all positions on the path, one after the other, and where each begins.
    moves: Vec<G::Move>,
    lists: Vec<usize>,
    played: Vec<(G::Move, G::Undo)>,
}

impl<G: SearchHints, E: Evaluation<G>, M: MoveOrder<G>> Walk for Walker<'_, G, E, M> {
    fn players(&self) -> usize {
        self.game.players()
    }

    fn mover(&self) -> Option<Player> {
        self.game.mover(&self.state)
    }

    fn list(&mut self) -> usize {
        let first = self.moves.len();
        if self.lists.is_empty() {
            self.lister.list_root(&self.state, &mut self.moves);
        } else {
            self.lister.list(&self.state, &mut self.moves);
        }
        self.lists.push(first);
        self.moves.len() - first
    }

    fn unlist(&mut self) {
        self.moves.truncate(self.lists.pop().unwrap_or_default());
    }

    fn play(&mut self, place: usize) {
        let first = self.lists.last().copied().unwrap_or_default();
        let mv = self.moves[first + place];
        let undo = self.game.play(&mut self.state, mv);
        self.played.push((mv, undo));
    }

    fn take_back(&mut self) {
        if let Some((mv, undo)) = self.played.pop() {
            self.game.undo(&mut self.state, mv, undo);
        }
    }

    fn evaluate(&self, payoffs: &mut [Payoff]) {
        for (payoff, evaluation) in payoffs.iter_mut().zip(self.evaluations) {
            *payoff = evaluation.evaluate(self.game, &self.state);
        }
    }

    fn bounds(&self) -> Option<Bounds> {
        self.evaluations[0].payoff_bounds(self.game, &self.state)
    }
}

/// What a walk found.
pub(crate) struct Walked {
    /// The payoff that is reported for each move of the root.
    pub(crate) payoffs: Vec<Payoff>,
    /// The move that is chosen.
    pub(crate) best: usize,
    pub(crate) deepest: usize,
    /// Whether the search ended at its depth somewhere.
    pub(crate) cut_off: bool,
}

/// Searches by walks, once or level by level. `search` is given the plies to go at the most, and returns nothing if it had
/// to stop. The line of the answer is the move alone: what follows it is not one line.
pub(crate) fn search_by_walks<G: SearchHints, E: Evaluation<G>, M: MoveOrder<G>>(
    course: Course<'_, G, E, M>,
    evaluations: &[E],
    all_moves: bool,
    state: &G::State,
    search: &mut dyn FnMut(&mut dyn Walk, usize, &mut Meter) -> Option<Walked>,
) -> SearchResult<G> {
    if let Some(depth) = course.depth
        && !(1..=MAX_DEPTH).contains(&depth)
    {
        return Err(SearchError::Depth { depth });
    }
    if course.game.mover(state).is_none() {
        return Ok(Analysis::of_finished_game(course.evaluation.evaluate(course.game, state), course.ties));
    }
    let (game, order, selection, ties) = (course.game, course.order, course.selection, course.ties);
    course.run(state, &mut |iteration, meter| {
        let before = meter.nodes();
        let mut walker = Walker {
            game,
            evaluations,
            lister: Lister::new(game, order, selection),
            state: state.clone(),
            moves: Vec::new(),
            lists: Vec::new(),
            played: Vec::new(),
        };
        let horizon = iteration.depth.unwrap_or(MAX_DEPTH);
        let Some(walked) = search(&mut walker, horizon, meter) else {
            return Err(SearchError::Stopped(meter.stopped().unwrap_or(Stop::Nodes)));
        };
        if walked.cut_off && iteration.depth.is_none() {
            return Err(SearchError::TooLong);
        }
        let mut moves = Vec::new();
        Lister::new(game, order, selection).list_root(state, &mut moves);
        let best = moves[walked.best];
        let values = moves.iter().zip(&walked.payoffs).map(|(&mv, &payoff)| MoveValue::searched(mv, payoff));
        Ok(Analysis {
            payoff: walked.payoffs[walked.best],
            best: Some(best),
            line: vec![best],
            moves: if all_moves { values.collect() } else { Vec::new() },
            nodes: meter.nodes() - before,
            researches: 0,
            depth: if walked.cut_off { horizon } else { walked.deepest },
            stop: if walked.cut_off { Stop::Depth } else { Stop::Complete },
            ties,
        })
    })
}
