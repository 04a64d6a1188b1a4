//! A position of some game, whichever it is.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cutthroat::maxn::{self, Options};
use cutthroat::paranoid::Window;
use cutthroat::{
    Analysis, BestReply, Budget, Evaluation as _, Game, Lifted, Maxn, Notation as _, Others, Paranoid, Part, Player,
    ScalarTable, SearchHints as _, SearchProgress, Selection, TableKind, TieRule, Trace, VectorTable, divide, paranoid,
    perft,
};

use crate::decision::{self, DecisionReport, DecisionRequest};
use crate::error::Error;
use crate::game_kit::{Entry, GameKit};
use crate::picture;
use crate::report::{self, MemoryReport, MoveReport, Report};
use crate::request::{Algorithm, Request};

/// The prunes and nodes that a trace remembers at most.
const MOST_TRACED: usize = 10_000;

/// So many times the usual memory is set aside for whole deals: of 64 MiB a gibibyte, which is taken up only as far as a
/// deal needs it.
pub const TIMES_FOR_WHOLE_DEALS: usize = 16;

/// A position that can be searched, whichever game it is of. The only place where calls are dispatched at run time,
/// once a search.
pub trait Position: Send + Sync {
    /// Writes the position.
    fn text(&self) -> String;

    /// What decides the game beside the position, in a line: rules, trump, bids.
    fn terms(&self) -> Option<String>;

    /// Searches it.
    ///
    /// # Errors
    /// When the request does not fit the game or its evaluation.
    fn analyse(&self, request: &Request) -> Result<Report, Error>;

    /// Lets several searches, with and without forward pruning, decide here or a few moves later. `None` where there is
    /// nothing to decide.
    ///
    /// # Errors
    /// When the game cannot be searched.
    fn decide(&self, request: &DecisionRequest) -> Result<Option<DecisionReport>, Error>;

    /// Searches it to the end of the game, whatever that costs, as whole hands are solved fastest: with an order tuned for
    /// that, sure tricks, and null windows in paranoid search; or only a portion of that.
    ///
    /// # Errors
    /// As [`analyse`](Self::analyse); and for algorithms other than max^n and paranoid search.
    fn solve(&self, request: &Request, portion: &Portion) -> Result<Report, Error>;

    /// The moves that a search looks at, one of each class of equivalent ones, in the reference order.
    fn searched_moves(&self) -> Vec<String>;

    /// How many positions there are `depth` moves below.
    fn perft(&self, depth: usize) -> u64;

    /// The same for each move.
    fn divide(&self, depth: usize) -> Vec<Divided>;
}

/// What one thread does of a solution; by default all of it.
#[derive(Clone, Debug, Default)]
pub struct Portion {
    /// Only these moves of the root; max^n values each of them.
    pub part: Option<Part>,
    /// Where those who wait can see how far it has come.
    pub progress: Option<Arc<SearchProgress>>,
    /// A flag that somebody may raise to stop it, which leaves it without an answer.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Portion {
    fn budget(&self) -> Budget {
        Budget { progress: self.progress.clone(), stop: self.stop.clone(), ..Budget::default() }
    }
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
pub(crate) struct Opened<K: GameKit> {
    pub(crate) entry: Arc<Entry<K>>,
    pub(crate) game: K::Game,
    pub(crate) state: State<K>,
    /// Which moves are searched first.
    pub(crate) order: K::Order,
    pub(crate) evaluation: K::Evaluation,
    pub(crate) evaluation_name: &'static str,
}

type State<K> = <<K as GameKit>::Game as Game>::State;
type Move<K> = <<K as GameKit>::Game as Game>::Move;

impl<K: GameKit> Opened<K> {
    /// A position, to be searched by the evaluation with this name.
    pub(crate) fn new(
        entry: Arc<Entry<K>>,
        game: K::Game,
        state: State<K>,
        evaluation_name: &'static str,
    ) -> Result<Self, Error> {
        let evaluation = entry.kit.evaluation(&game, evaluation_name)?;
        Ok(Self { entry, game, state, order: K::Order::default(), evaluation, evaluation_name })
    }

    fn maxn(&self, request: &Request) -> Result<Report, Error> {
        let Self { game, evaluation, state, order, .. } = self;
        let options = request.maxn(game, evaluation, state)?;
        // A position on a board is drawn as such, one that is a tree as that tree.
        let board = game.picture(state).filter(|_| request.picture);
        if !request.trace && (!request.picture || board.is_some()) {
            let memory = request.memory(self.entry.info.default_memory)?;
            let mut table = (memory > 0).then(|| VectorTable::new(memory));
            let deepens = request.deepens(self.entry.info.default_nodes);
            let search = self.maxn_search(request, &options, table.as_mut());
            let found = search.budget(request.budget(self.entry.info.default_nodes)?).deepen(deepens).run(state)?;
            let outcome_masks = maxn::outcome_mask_bytes(game, evaluation, &options, table.is_some());
            let memory = table.map(|table| MemoryReport::new(&table, self.partitions(request, options.ties)));
            return Ok(Report { svg: board, memory, outcome_masks, ..self.maxn_report(&found, &options) });
        }
        if request.nodes.is_some() || request.time.is_some() {
            return Err(Error::Useless { what: "a search that is traced or drawn", option: "--nodes and --time" });
        }
        if request.listed_by_order {
            return Err(Error::Useless { what: "a search that is traced or drawn", option: "--listing order" });
        }
        let sketch = if request.picture && board.is_none() {
            Some(picture::sketch(game, evaluation, state, request.depth)?)
        } else {
            None
        };
        let mut trace = Trace::new(MOST_TRACED);
        let found = Maxn::with_order(game, evaluation, order).options(&options).observer(&mut trace).run(state)?;
        let mut report = self.maxn_report(&found, &options);
        if request.trace {
            let step = evaluation.range(game).step;
            report.trace = Some(trace.cuts().iter().map(|cut| report::cut(game, state, step, cut)).collect());
            report.more_prunes = trace.left_out();
        }
        report.svg = sketch.map(|sketch| picture::draw(&sketch, &trace, &report)).or(board);
        Ok(report)
    }

    /// The search that is asked for, with a table if there is one.
    fn maxn_search<'s>(
        &'s self,
        request: &Request,
        options: &Options,
        table: Option<&'s mut VectorTable>,
    ) -> Maxn<'s, K::Game, K::Evaluation, K::Order> {
        let search = Maxn::with_order(&self.game, &self.evaluation, &self.order);
        let search = search.options(options).selection(request.selection());
        match table {
            Some(table) => search.table_of_kind::<K::Table>(table),
            None => search,
        }
    }

    fn paranoid_search<'s>(
        &'s self,
        request: &Request,
        options: &paranoid::Options,
        table: Option<&'s mut ScalarTable>,
    ) -> Paranoid<'s, K::Game, K::Evaluation, K::Order> {
        let search = Paranoid::with_order(&self.game, &self.evaluation, &self.order);
        let search = search.options(options).selection(request.selection());
        match table {
            Some(table) => search.table_of_kind::<K::Table>(table),
            None => search,
        }
    }

    /// Whether a table of max^n leaves out what is not relevant.
    fn partitions(&self, request: &Request, ties: TieRule) -> bool {
        let in_order = ties == TieRule::Spiteful || <K::Table as TableKind<K::Game>>::merges_in_order(&self.game);
        Self::PARTITIONS && in_order && request.selection() == Selection::default()
    }

    const PARTITIONS: bool = <K::Table as TableKind<K::Game>>::PARTITIONS;

    fn solve_maxn(&self, request: &Request, portion: &Portion) -> Result<Report, Error> {
        let part = portion.part;
        let Self { game, evaluation, state, .. } = self;
        let options = request.maxn(game, evaluation, state)?;
        let options = Options { part, all_moves: options.all_moves || part.is_some(), ..options };
        let mut table =
            VectorTable::new(request.memory(TIMES_FOR_WHOLE_DEALS * self.entry.info.default_memory)?.max(1));
        let found = self.maxn_search(request, &options, Some(&mut table)).budget(portion.budget()).run(state)?;
        let memory = Some(MemoryReport::new(&table, self.partitions(request, options.ties)));
        let outcome_masks = maxn::outcome_mask_bytes(game, evaluation, &options, true);
        Ok(Report { memory, outcome_masks, ..self.maxn_report(&found, &options) })
    }

    fn solve_paranoid(&self, request: &Request, portion: &Portion) -> Result<Report, Error> {
        let Self { game, evaluation, state, .. } = self;
        let window = request.window.clone().or_else(|| Some(Window::Null.name().to_owned()));
        let request = Request { window, ..request.clone() };
        let options = request.paranoid(game, evaluation, state)?;
        let options = paranoid::Options { part: portion.part, ..options };
        let mut table =
            ScalarTable::new(request.memory(TIMES_FOR_WHOLE_DEALS * self.entry.info.default_memory)?.max(1));
        let found = self.paranoid_search(&request, &options, Some(&mut table)).budget(portion.budget()).run(state)?;
        let memory = Some(MemoryReport::new(&table, Self::PARTITIONS && request.selection() == Selection::default()));
        Ok(Report { memory, ..self.alpha_beta_report(&found, &request, &options) })
    }

    fn maxn_report(&self, found: &Analysis<Move<K>>, options: &Options) -> Report {
        let mut report = self.report("maxn", found, options.all_moves);
        report.pruning = options.pruning.name();
        report.test = if options.pruning.is_none() { "none" } else { options.test.name() };
        report.bounds = options.bounds;
        report
    }

    fn paranoid(&self, request: &Request) -> Result<Report, Error> {
        let Self { game, evaluation, state, .. } = self;
        let options = request.paranoid(game, evaluation, state)?;
        let memory = request.memory(self.entry.info.default_memory)?;
        let mut table = (memory > 0).then(|| ScalarTable::new(memory));
        let deepens = request.deepens(self.entry.info.default_nodes);
        let search = self.paranoid_search(request, &options, table.as_mut());
        let found = search.budget(request.budget(self.entry.info.default_nodes)?).deepen(deepens).run(state)?;
        let merges = Self::PARTITIONS && request.selection() == Selection::default();
        let memory = table.map(|table| MemoryReport::new(&table, merges));
        Ok(Report { memory, ..self.alpha_beta_report(&found, request, &options) })
    }

    fn best_reply(&self, request: &Request, others: Others) -> Result<Report, Error> {
        let Self { game, evaluation, state, order, .. } = self;
        if game.mover(state).is_none() {
            return self.paranoid(request);
        }
        let Some(replies) = BestReply::new(game, order, state, others) else {
            return Err(Error::Usage(format!(
                "brs lets all opponents but one pass, and nobody may pass in {}; brs+ has them play their first choice",
                self.entry.info.name
            )));
        };
        let (evaluation, order) = (Lifted(evaluation), Lifted(order));
        let options = request.paranoid(&replies, &evaluation, state)?;
        if request.memory.is_some_and(|mebibytes| mebibytes > 0) {
            return Err(Error::Useless { what: request.algorithm.name(), option: "--memory" });
        }
        if request.listed_by_order {
            return Err(Error::Useless { what: request.algorithm.name(), option: "--listing order" });
        }
        let search = Paranoid::with_order(&replies, &evaluation, &order).options(&options);
        let deepens = request.deepens(self.entry.info.default_nodes);
        let found = search.budget(request.budget(self.entry.info.default_nodes)?).deepen(deepens).run(state)?;
        Ok(self.alpha_beta_report(&replies.in_the_game(state, &found), request, &options))
    }

    fn alpha_beta_report(&self, found: &Analysis<Move<K>>, request: &Request, options: &paranoid::Options) -> Report {
        let mut report = self.report(request.algorithm.name(), found, options.all_moves);
        report.pruning = if options.prune { "alpha-beta" } else { "none" };
        report.window = options.prune.then(|| options.window.name());
        report.bounds = options.bounds;
        report
    }

    fn report(&self, algorithm: &'static str, found: &Analysis<Move<K>>, all_moves: bool) -> Report {
        let players = self.game.players();
        let write = |mv| self.game.write_move(&self.state, mv);
        let moves = found
            .moves
            .iter()
            .flat_map(|value| {
                self.game.equivalents(&self.state, value.mv).into_iter().map(move |mv| MoveReport {
                    mv: write(mv),
                    payoff: value.payoff.seats(players).to_vec(),
                    same_as: (mv != value.mv).then(|| write(value.mv)),
                })
            })
            .collect::<Vec<_>>();
        Report {
            game: self.entry.info.name,
            position: self.game.write_position(&self.state),
            terms: self.game.terms(),
            diagram: self.game.diagram(&self.state),
            mover: self.game.mover(&self.state).map(Player::seat),
            algorithm,
            pruning: "none",
            test: "none",
            window: None,
            bounds: false,
            evaluation: self.evaluation_name,
            tie_rule: found.ties.name(),
            tie_seed: match found.ties {
                TieRule::Random(seed) => Some(seed),
                _ => None,
            },
            payoff: found.payoff.seats(players).to_vec(),
            best: found.best.map(write),
            pv: self.game.write_line(&self.state, &found.line),
            nodes: found.nodes,
            researches: found.researches,
            depth: found.depth,
            complete: found.is_complete(),
            stop: found.stop.name(),
            default_nodes: None,
            moves: all_moves.then_some(moves),
            memory: None,
            default_memory: false,
            outcome_masks: 0,
            trace: None,
            more_prunes: 0,
            svg: None,
            diagram_of_line: self.game.diagram_of_line(&self.state, &found.line),
        }
    }
}

impl<K: GameKit> Position for Opened<K> {
    fn text(&self) -> String {
        self.game.write_position(&self.state)
    }

    fn terms(&self) -> Option<String> {
        self.game.terms()
    }

    fn analyse(&self, request: &Request) -> Result<Report, Error> {
        let report = match request.algorithm {
            Algorithm::Maxn => self.maxn(request),
            Algorithm::Paranoid => self.paranoid(request),
            Algorithm::Brs => self.best_reply(request, Others::Pass),
            Algorithm::BrsPlus => self.best_reply(request, Others::FirstChoice),
        }?;
        let default_nodes =
            self.entry.info.default_nodes.filter(|_| request.is_unlimited() && !request.trace && !request.picture);
        Ok(Report { default_nodes, default_memory: request.memory.is_none(), ..report })
    }

    fn decide(&self, request: &DecisionRequest) -> Result<Option<DecisionReport>, Error> {
        decision::decide(&self.game, &self.evaluation, &self.order, &self.state, request)
    }

    fn solve(&self, request: &Request, portion: &Portion) -> Result<Report, Error> {
        let mover = self.game.mover(&self.state);
        let solving = Self {
            entry: self.entry.clone(),
            game: self.game.clone(),
            state: self.state.clone(),
            order: self.entry.kit.solving_order(request.algorithm, mover),
            evaluation: self.evaluation.clone(),
            evaluation_name: self.evaluation_name,
        };
        let report = match request.algorithm {
            Algorithm::Maxn => solving.solve_maxn(request, portion),
            Algorithm::Paranoid => solving.solve_paranoid(request, portion),
            Algorithm::Brs | Algorithm::BrsPlus => {
                Err(Error::Usage(format!("{} does not solve a game: maxn and paranoid do", request.algorithm.name())))
            }
        }?;
        Ok(Report { default_memory: request.memory.is_none(), ..report })
    }

    fn searched_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.game.mover(&self.state).is_some() {
            self.game.search_moves(&self.state, &mut moves);
        }
        moves.into_iter().map(|mv| self.game.write_move(&self.state, mv)).collect()
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
