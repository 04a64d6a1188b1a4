//! The steps of a search, one after the other, as plain data.

use cutthroat::{Evaluation, Game, Notation, Observer, Payoff, Prune, Trace, Verdict};
use serde::Serialize;

use crate::report::{self, CutReport};

/// What a watched search did, in order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Events {
    /// The steps, from the first on. The search begins and ends at the root.
    pub steps: Vec<Event>,
    /// Later steps that are not listed.
    pub left_out: u64,
}

/// One step of a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// The search goes down a move.
    Down {
        /// The move.
        #[serde(rename = "move")]
        mv: String,
        /// Whether the node below had been set aside, and is searched again.
        again: bool,
    },
    /// The search leaves the current node early. The step up follows.
    Pruned(CutReport),
    /// The search comes back up with the value of the node.
    Up {
        /// What each player gets.
        payoff: Vec<i16>,
    },
    /// The search comes back up without a value: the parent does not choose the node, whatever its value.
    Ignored,
    /// The search comes back up without a value: the node is set aside, and searched again if its value is needed.
    SetAside {
        /// The level whose best move stands, whatever the value of the node; the root is level 0.
        top: usize,
    },
}

/// A step as it is seen.
enum Step<M> {
    Down { mv: M, again: bool },
    Pruned,
    Up(Verdict<Payoff>),
}

/// Watches every step: keeps what a drawing or a list of prunes needs, and the steps themselves if they are wanted.
pub(crate) struct Watcher<M> {
    pub(crate) trace: Trace<M>,
    /// How many steps are kept.
    limit: usize,
    steps: Vec<Step<M>>,
    left_out: u64,
}

impl<M: Copy> Watcher<M> {
    /// Records limited numbers of prunes and nodes, and of steps.
    pub(crate) fn new(traced: usize, steps: usize) -> Self {
        Self { trace: Trace::new(traced), limit: steps, steps: Vec::new(), left_out: 0 }
    }

    fn note(&mut self, step: Step<M>) {
        if self.steps.len() < self.limit && self.left_out == 0 {
            self.steps.push(step);
        } else {
            self.left_out += 1;
        }
    }

    /// The steps of a search of `root`, in the notation of the game.
    pub(crate) fn events<G: Notation<Move = M>, E: Evaluation<G>>(
        &self,
        game: &G,
        evaluation: &E,
        root: &G::State,
    ) -> Events {
        let (players, spacing) = (game.players(), evaluation.range(game).step);
        let mut cuts = self.trace.cuts().iter();
        let mut path = vec![root.clone()];
        let mut steps = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            steps.push(match step {
                Step::Down { mv, again } => {
                    let mut state = path[path.len() - 1].clone();
                    let written = game.write_move(&state, *mv);
                    game.play(&mut state, *mv);
                    path.push(state);
                    Event::Down { mv: written, again: *again }
                }
                Step::Pruned => match cuts.next() {
                    Some(cut) => Event::Pruned(report::cut(game, root, spacing, cut)),
                    None => break,
                },
                Step::Up(verdict) => {
                    path.pop();
                    match verdict {
                        Verdict::Exact(payoff) => Event::Up { payoff: payoff.seats(players).to_vec() },
                        Verdict::Ignored => Event::Ignored,
                        Verdict::SetAside { top } => Event::SetAside { top: *top },
                    }
                }
            });
        }
        let left_out = self.left_out + (self.steps.len() - steps.len()) as u64;
        Events { steps, left_out }
    }
}

impl<G: Game> Observer<G> for Watcher<G::Move> {
    fn down(&mut self, mv: G::Move, index: u16, again: bool) {
        Observer::<G>::down(&mut self.trace, mv, index, again);
        self.note(Step::Down { mv, again });
    }

    fn up(&mut self, verdict: Verdict<Payoff>) {
        Observer::<G>::up(&mut self.trace, verdict);
        self.note(Step::Up(verdict));
    }

    fn pruned(&mut self, prune: Prune) {
        Observer::<G>::pruned(&mut self.trace, prune);
        self.note(Step::Pruned);
    }
}
