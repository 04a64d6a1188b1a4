//! A position of any game.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cutthroat::maxn::Test;
use cutthroat::paranoid::Window;
use cutthroat::{
    Analysis, Budget, Evaluation as _, Game, Notation as _, Player, SearchHints as _, SearchProgress, Social, TieRule,
    Ties, divide, perft,
};

use crate::algorithms::{self, At, Built, Method, Terms, fields};
use crate::decision::{self, DecisionReport, DecisionRequest};
use crate::error::Error;
use crate::events::Watcher;
use crate::game_kit::{Entry, GameKit, Weighed};
use crate::picture::{self, Sketch};
use crate::report::{self, InferenceReport, LeafTableReport, MoveReport, Report, SampledReport};
use crate::request::Request;
use crate::settings::Settings;

/// The most prunes and nodes of a trace.
const MOST_TRACED: usize = 10_000;

/// The most steps that are listed.
const MOST_STEPS: usize = 100_000;

/// How many times the usual memory is reserved for whole deals: 1 GiB for 64 MiB. Only what a deal needs is used.
pub const TIMES_FOR_WHOLE_DEALS: usize = 16;

/// A position of any game that can be searched. The only place where calls are dispatched at run time, once per search.
pub trait AnyPosition: Send + Sync {
    /// Writes the position.
    fn text(&self) -> String;

    /// What decides the game beside the position, in one line: rules, trump, bids.
    fn terms(&self) -> Option<String>;

    /// Searches it.
    ///
    /// # Errors
    /// When the request does not fit the game or its evaluation.
    fn analyse(&self, request: &Request) -> Result<Report, Error> {
        self.analyse_by_level(request, &mut |_| {})
    }

    /// Searches it, and shows the report on each completed level to `on_level` where the search deepens.
    ///
    /// # Errors
    /// As [`analyse`](Self::analyse).
    fn analyse_by_level(&self, request: &Request, on_level: &mut dyn FnMut(&Report)) -> Result<Report, Error>;

    /// Lets several searches, with and without forward pruning, decide here or a few moves later. `None` if there is
    /// nothing to decide.
    ///
    /// # Errors
    /// When the game cannot be searched.
    fn decide(&self, request: &DecisionRequest) -> Result<Option<DecisionReport>, Error>;

    /// Searches it to the end of the game, whatever that costs, as whole hands are solved fastest: with an order that is best for
    /// that, sure tricks, and null windows in paranoid search.
    ///
    /// # Errors
    /// As [`analyse`](Self::analyse); and for algorithms other than max^n and paranoid search.
    fn solve(&self, request: &Request, terms: &SolveTerms) -> Result<Report, Error>;

    /// The moves that a search looks at, one of each class of equivalent ones, in the reference order.
    fn searched_moves(&self) -> Vec<String>;

    /// The least and the greatest payoff of each player, as far as the evaluation declares them.
    fn ranges(&self) -> Option<Vec<(i16, i16)>>;

    /// How many positions there are `depth` moves below.
    fn perft(&self, depth: usize) -> u64;

    /// The same for each move.
    fn divide(&self, depth: usize) -> Vec<Divided>;
}

/// How a position is solved; by default on one thread, and nothing stops it.
#[derive(Clone, Debug, Default)]
pub struct SolveTerms {
    /// On how many threads. Payoff, move and line do not depend on it.
    pub threads: Option<NonZeroUsize>,
    /// Where other threads can see the progress.
    pub progress: Option<Arc<SearchProgress>>,
    /// A flag that stops it; then there is no answer.
    pub stop: Option<Arc<AtomicBool>>,
    /// The most nodes; if they are not enough, there is no answer.
    pub nodes: Option<u64>,
}

impl SolveTerms {
    fn budget(&self) -> Budget {
        Budget { nodes: self.nodes, progress: self.progress.clone(), stop: self.stop.clone(), ..Budget::default() }
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
    pub(crate) evaluation: Weighed<K>,
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
        let evaluation = Social::plain(entry.kit.evaluation(&game, evaluation_name)?);
        Ok(Self { entry, game, state, order: K::Order::default(), evaluation, evaluation_name })
    }

    /// A search of this position by the algorithm and the settings, with all settings that were chosen for it.
    fn search(&self, settings: &Settings, usual_memory: usize) -> Built<K::Game> {
        let Self { game, state, evaluation, .. } = self;
        if settings.get("eval").is_some_and(|eval| eval != self.evaluation_name) {
            return Err(Error::Useless { what: "an analysis of a position with another evaluation", field: "eval" });
        }
        let (entry, order) = (&*self.entry, self.order.clone());
        let at = At { entry, game, state, evaluation, order, usual_memory };
        let (mut spec, search) = algorithms::build::<K>(settings, &at)?;
        spec.complete("eval", self.evaluation_name);
        // The default depends on what is given, and more is given now.
        spec.complete("memory", &fields::memory(settings, usual_memory).to_string());
        Ok((spec, search))
    }

    /// The leaf-value table of a search from here, if it has one.
    fn leaf_table(&self, method: Method, rule: TieRule) -> Option<LeafTableReport> {
        if method.test != Test::Table.name() {
            return None;
        }
        let outcomes = self.evaluation.outcomes(&self.game)?;
        let (root, players) = (self.game.mover(&self.state)?, self.game.players());
        LeafTableReport::new(&outcomes, Ties { rule, root, players }, method.bounds)
    }

    fn report(&self, request: &Request, spec: &Settings, method: Method, found: &Analysis<Move<K>>) -> Report {
        let algorithm = request.settings.algorithm();
        let players = self.game.players();
        let write = |mv| self.game.write_move(&self.state, mv);
        let moves = found
            .moves
            .iter()
            .flat_map(|value| {
                // Equivalents that were searched themselves have their own place.
                let is_new = |mv: &Move<K>| *mv == value.mv || found.moves.iter().all(|other| other.mv != *mv);
                let equivalents = self.game.equivalents(&self.state, value.mv).into_iter().filter(is_new);
                equivalents.collect::<Vec<_>>().into_iter().map(move |mv| MoveReport {
                    mv: write(mv),
                    payoff: value.payoff.seats(players).to_vec(),
                    same_as: (mv != value.mv).then(|| write(value.mv)),
                    sampled: value.sampled.map(|sampled| SampledReport::new(&sampled, players)),
                })
            })
            .collect::<Vec<_>>();
        let knows_worth = algorithm.searches || found.best.is_none();
        Report {
            game: self.entry.info.name,
            position: self.game.write_position(&self.state),
            terms: self.game.terms(),
            diagram: self.game.diagram(&self.state),
            mover: self.game.mover(&self.state).map(Player::seat),
            algorithm: algorithm.name,
            spec: spec.clone(),
            pruning: method.pruning,
            test: method.test,
            window: method.window,
            bounds: method.bounds,
            evaluation: self.evaluation_name,
            tie_rule: found.ties.name(),
            tie_seed: match found.ties {
                TieRule::Random(seed) => Some(seed),
                _ => None,
            },
            payoff: if knows_worth { found.payoff.seats(players).to_vec() } else { Vec::new() },
            best: found.best.map(write),
            pv: self.game.write_line(&self.state, &found.line),
            nodes: found.nodes,
            researches: found.researches,
            depth: found.depth,
            complete: found.is_complete(),
            stop: found.stop.name(),
            default_nodes: None,
            moves: (request.all_moves || moves.iter().any(|value| value.sampled.is_some())).then_some(moves),
            memory: None,
            inference: None,
            default_memory: request.settings.get("memory").is_none(),
            outcome_masks: 0,
            trace: None,
            events: None,
            tree: None,
            leaf_table: None,
            more_prunes: 0,
            svg: None,
            diagram_of_line: self.game.diagram_of_line(&self.state, &found.line),
        }
    }
}

impl<K: GameKit> AnyPosition for Opened<K> {
    fn text(&self) -> String {
        self.game.write_position(&self.state)
    }

    fn terms(&self) -> Option<String> {
        self.game.terms()
    }

    fn analyse_by_level(&self, request: &Request, on_level: &mut dyn FnMut(&Report)) -> Result<Report, Error> {
        request.check()?;
        let Self { game, state, evaluation, .. } = self;
        // A position on a board is drawn as such, one that is a tree as that tree.
        let board = game.picture(state).filter(|_| request.picture);
        let draws = request.picture && board.is_none();
        let watched = request.trace || request.events || request.tree || draws;
        if watched {
            request.check_watched()?;
        }
        let (spec, mut search) =
            self.search(&request.settings, if request.is_watched() { 0 } else { self.entry.info.default_memory })?;
        let sketch = if draws || request.tree {
            let (depth, every) =
                (request.settings.number("depth"), request.settings.switch("equivalence") == Some(false));
            Some(picture::sketch(game, evaluation, state, depth, every)?)
        } else {
            None
        };
        let default_nodes = self.entry.info.default_nodes.filter(|_| !watched);
        let can_be_limited = request.settings.algorithm().setting("nodes").is_some();
        let mut watcher = Watcher::new(MOST_TRACED, if request.events { MOST_STEPS } else { 0 });
        let method = search.method();
        let terms = Terms {
            budget: request.budget(default_nodes)?,
            deepens: !watched && request.deepens(default_nodes),
            depth: None,
            all_moves: request.all_moves,
            threads: 1,
            seed: request.seed.unwrap_or_default(),
            on_level: Some(&mut |found| on_level(&self.report(request, &spec, method, found))),
            observer: if watched { Some(&mut watcher) } else { None },
        };
        let found = search.run(game, state, terms)?;
        let memory = search.memory(game);
        let mut report = Report {
            default_nodes: default_nodes.filter(|_| request.is_unlimited() && can_be_limited),
            outcome_masks: if watched { 0 } else { search.bytes_beside_table(game) },
            memory,
            inference: search.weighing().as_ref().map(InferenceReport::new),
            ..self.report(request, &spec, method, &found)
        };
        if request.trace {
            let (step, trace) = (evaluation.range(game).step, &watcher.trace);
            report.trace = Some(trace.cuts().iter().map(|cut| report::cut(game, state, step, cut)).collect());
            report.more_prunes = trace.left_out();
        }
        if request.events {
            report.events = Some(watcher.events(game, evaluation, state));
        }
        if request.tree {
            report.tree = sketch.as_ref().map(Sketch::nodes);
            report.leaf_table = self.leaf_table(method, found.ties);
        }
        let sketch = sketch.filter(|_| draws);
        report.svg = sketch.map(|sketch| picture::draw(&sketch, &watcher.trace, &report)).or(board);
        Ok(report)
    }

    fn decide(&self, request: &DecisionRequest) -> Result<Option<DecisionReport>, Error> {
        decision::decide(&self.game, &self.evaluation, &self.order, &self.state, request)
    }

    fn solve(&self, request: &Request, terms: &SolveTerms) -> Result<Report, Error> {
        request.check()?;
        let algorithm = request.settings.algorithm();
        if !algorithm.solves {
            return Err(Error::CannotSolve { algorithm: algorithm.name });
        }
        let mut settings = request.settings.clone();
        settings.complete("window", Window::Null.name());
        // Without a table no whole deal is solved.
        if settings.number::<usize>("memory").unwrap_or(0) == 0 {
            settings.take("memory");
        }
        let mover = self.game.mover(&self.state);
        let solving = Self {
            entry: self.entry.clone(),
            game: self.game.clone(),
            state: self.state.clone(),
            order: self.entry.kit.solving_order(algorithm, mover),
            evaluation: self.evaluation.clone(),
            evaluation_name: self.evaluation_name,
        };
        let (spec, mut search) =
            solving.search(&settings, (TIMES_FOR_WHOLE_DEALS * self.entry.info.default_memory).max(1))?;
        let terms = Terms {
            budget: terms.budget(),
            deepens: false,
            depth: None,
            all_moves: request.all_moves,
            threads: terms.threads.map_or(1, NonZeroUsize::get),
            seed: request.seed.unwrap_or_default(),
            on_level: None,
            observer: None,
        };
        let found = search.run(&self.game, &self.state, terms)?;
        let memory = search.memory(&self.game);
        let outcome_masks = search.bytes_beside_table(&self.game);
        let report = self.report(request, &spec, search.method(), &found);
        Ok(Report { memory, outcome_masks, ..report })
    }

    fn searched_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.game.mover(&self.state).is_some() {
            self.game.search_moves(&self.state, &mut moves);
        }
        moves.into_iter().map(|mv| self.game.write_move(&self.state, mv)).collect()
    }

    fn ranges(&self) -> Option<Vec<(i16, i16)>> {
        let (range, players) = (self.evaluation.range(&self.game), self.game.players());
        let (minp, maxp) = (range.minp?, range.maxp?);
        Some(minp.seats(players).iter().copied().zip(maxp.seats(players).iter().copied()).collect())
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
