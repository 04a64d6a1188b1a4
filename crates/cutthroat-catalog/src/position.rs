//! A position of some game, whichever it is.

use cutthroat::maxn::{self, Options};
use cutthroat::{Analysis, Evaluation, MoveOrder, Notation, Player, Trace, divide, paranoid, perft};

use crate::error::Error;
use crate::picture;
use crate::report::{self, MoveReport, Report};
use crate::request::{Algorithm, Request};

/// The prunes and nodes that a trace remembers at most.
const MOST_TRACED: usize = 10_000;

/// A position that can be searched, whichever game it is of. The only place where calls are dispatched at run time,
/// once a search.
pub trait Position {
    /// Writes the position.
    fn text(&self) -> String;

    /// Searches it.
    ///
    /// # Errors
    /// When the request does not fit the game or its evaluation.
    fn analyse(&self, request: &Request) -> Result<Report, Error>;

    /// How many positions there are `depth` moves below.
    fn perft(&self, depth: usize) -> u64;

    /// The same for each move.
    fn divide(&self, depth: usize) -> Vec<Divided>;
}

/// A move and the positions below it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Divided {
    /// The move.
    pub mv: String,
    /// The positions.
    pub positions: u64,
}

/// A position of a game that is known at compile time.
pub(crate) struct Opened<G: Notation, E, O> {
    pub(crate) name: &'static str,
    pub(crate) game: G,
    pub(crate) state: G::State,
    pub(crate) evaluation: E,
    pub(crate) evaluation_name: &'static str,
    pub(crate) order: O,
    /// How deep to search where nothing is said, for games too long to be searched to their end.
    pub(crate) usual_depth: Option<usize>,
}

impl<G: Notation, E: Evaluation<G>, O: MoveOrder<G>> Opened<G, E, O> {
    fn maxn(&self, request: &Request) -> Result<Report, Error> {
        let Self { game, evaluation, state, order, .. } = self;
        let options = request.maxn(game, evaluation, state)?;
        // A position on a board is drawn as such, one that is a tree as that tree.
        let board = game.picture(state).filter(|_| request.picture);
        if !request.trace && (!request.picture || board.is_some()) {
            let found = maxn::search(game, evaluation, order, state, &options)?;
            return Ok(Report { svg: board, ..self.maxn_report(&found, &options) });
        }
        let sketch = if request.picture && board.is_none() {
            Some(picture::sketch(game, evaluation, state, request.depth)?)
        } else {
            None
        };
        let mut trace = Trace::new(MOST_TRACED);
        let found = maxn::search_observed(game, evaluation, order, state, &options, &mut trace)?;
        let mut report = self.maxn_report(&found, &options);
        if request.trace {
            let step = evaluation.range(game).step;
            report.trace = Some(trace.cuts().iter().map(|cut| report::cut(game, state, step, cut)).collect());
            report.more_prunes = trace.left_out();
        }
        report.svg = sketch.map(|sketch| picture::draw(&sketch, &trace, &report)).or(board);
        Ok(report)
    }

    fn maxn_report(&self, found: &Analysis<G::Move>, options: &Options) -> Report {
        let mut report = self.report("maxn", found);
        report.pruning = options.pruning.name();
        report.test = if options.pruning.is_none() { "none" } else { options.test.name() };
        report.bounds = options.bounds;
        report
    }

    fn paranoid(&self, request: &Request) -> Result<Report, Error> {
        let Self { game, evaluation, state, order, .. } = self;
        let options = request.paranoid(game, evaluation, state)?;
        let found = paranoid::search(game, evaluation, order, state, &options)?;
        let mut report = self.report("paranoid", &found);
        report.pruning = if options.prune { "alpha-beta" } else { "none" };
        report.bounds = options.bounds;
        Ok(report)
    }

    fn report(&self, algorithm: &'static str, found: &Analysis<G::Move>) -> Report {
        let players = self.game.players();
        let write = |mv| self.game.write_move(&self.state, mv);
        let moves = found
            .moves
            .iter()
            .map(|value| MoveReport { mv: write(value.mv), payoff: value.payoff.seats(players).to_vec() })
            .collect::<Vec<_>>();
        Report {
            game: self.name,
            position: self.game.write_position(&self.state),
            diagram: self.game.diagram(&self.state),
            mover: self.game.mover(&self.state).map(Player::seat),
            algorithm,
            pruning: "none",
            test: "none",
            bounds: false,
            evaluation: self.evaluation_name,
            tie_rule: found.ties.name(),
            payoff: found.payoff.seats(players).to_vec(),
            best: found.best.map(write),
            pv: self.game.write_line(&self.state, &found.line),
            nodes: found.nodes,
            researches: found.researches,
            depth: found.depth,
            complete: found.complete,
            moves: (!moves.is_empty()).then_some(moves),
            trace: None,
            more_prunes: 0,
            svg: None,
        }
    }
}

impl<G: Notation, E: Evaluation<G>, O: MoveOrder<G>> Position for Opened<G, E, O> {
    fn text(&self) -> String {
        self.game.write_position(&self.state)
    }

    fn analyse(&self, request: &Request) -> Result<Report, Error> {
        let request = &Request { depth: request.depth.or(self.usual_depth), ..request.clone() };
        match request.algorithm {
            Algorithm::Maxn => self.maxn(request),
            Algorithm::Paranoid => self.paranoid(request),
        }
    }

    fn perft(&self, depth: usize) -> u64 {
        perft(&self.game, &self.state, depth)
    }

    fn divide(&self, depth: usize) -> Vec<Divided> {
        divide(&self.game, &self.state, depth)
            .into_iter()
            .map(|(mv, positions)| Divided { mv: self.game.write_move(&self.state, mv), positions })
            .collect()
    }
}
