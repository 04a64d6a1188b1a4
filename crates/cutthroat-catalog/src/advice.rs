//! What one seat knows, by name: which deals are possible, and what to play.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cutthroat::hidden::{Dealer as _, Estimates, Hidden, MoveEstimate, ReadView, ViewNotation as _, World};
use cutthroat::{Game, Notation as _, Player};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

use crate::algorithms::Algorithm;
use crate::before_play::{Task, ViewBeforePlay};
use crate::error::Error;
use crate::game_info::GameInfo;
use crate::game_kit::{Entry, GameKit};
use crate::player_spec::PlayerSpec;
use crate::report::InferenceReport;
use crate::seats::{self, Table};
use crate::settings::Settings;
use crate::setup::Setup;

/// What one seat of any game knows. Calls are dispatched at run time, once per search or deal.
///
/// ```
/// use cutthroat_catalog::{AdviceRequest, Registry, Setup};
///
/// let text = "1:? AK3.Q2..T9 ? cards=8 bids=3,2,1 plays=S4,S5,S6/H3,H4";
/// let mut view = Registry::standard().open_view("spades", text, &Setup::default())?;
/// assert_eq!((view.seat(), view.worlds()), (2, Some(3_613_576_830_864)));
/// assert!(view.deal(1, 0).starts_with("3:"));
/// let advice = view.advise(&AdviceRequest { player: "flat:worlds=20".parse()?, ..AdviceRequest::default() })?;
/// assert_eq!(advice.moves.iter().map(|value| value.mv.as_str()).collect::<Vec<_>>(), ["HQ", "H2"]);
/// # Ok::<(), cutthroat_catalog::Error>(())
/// ```
pub trait AnyView {
    /// Writes it.
    fn text(&self) -> String;

    /// What decides the game beside it, in one line: rules, trump, bids.
    fn terms(&self) -> Option<String>;

    /// Whose view it is, counted from 1.
    fn seat(&self) -> usize;

    /// Whose turn it is, counted from 1; `None` when the game is over.
    fn mover(&self) -> Option<usize>;

    /// What the mover is asked to do.
    fn task(&self) -> Task;

    /// How many deals are possible, if that is known.
    fn worlds(&self) -> Option<u128>;

    /// The deal that `seed` draws with this number, each possible one equally likely, as a position. A search with that seed
    /// looks at the deals 0, 1, 2 and so on.
    fn deal(&mut self, seed: u64, number: u64) -> String;

    /// Every possible deal as a position, if there are at most `most`.
    fn all_deals(&mut self, most: usize) -> Option<Vec<String>>;

    /// What a player who sees only this would play.
    ///
    /// # Errors
    /// When it is not the turn of the seat, or the player does not fit the game or needs to see everything.
    fn advise(&self, request: &AdviceRequest) -> Result<AdviceReport, Error>;
}

/// Who is asked, and with which random choices.
#[derive(Clone, Debug)]
pub struct AdviceRequest {
    /// The player.
    pub player: PlayerSpec,
    /// The seed of all random choices.
    pub seed: u64,
    /// A flag that stops the search.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Default for AdviceRequest {
    fn default() -> Self {
        Self { player: PlayerSpec { settings: Settings::new(Algorithm::EXPERT), time: None }, seed: 0, stop: None }
    }
}

/// What to play, as plain data.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AdviceReport {
    /// The game.
    pub game: &'static str,
    /// What the seat knows.
    pub view: String,
    /// What decides the game beside it: rules, trump, bids.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terms: Option<String>,
    /// The seat, counted from 1.
    pub seat: usize,
    /// What it is asked to do: pass, bid, trump, discard or play.
    pub what: Task,
    /// The player, with all settings.
    pub player: String,
    /// The seed of all random choices.
    pub seed: u64,
    /// How many deals are possible, as a decimal number; `None` if that is not known.
    pub worlds: Option<String>,
    /// How many of them were looked at.
    pub looked_at: u64,
    /// Whether that were all.
    pub exhaustive: bool,
    /// What told likely deals from others, if anything did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inference: Option<InferenceReport>,
    /// The move to play.
    #[serde(rename = "move")]
    pub best: String,
    /// Every legal move; of passes and discards, of which there are hundreds, those that were compared.
    pub moves: Vec<AdvisedMove>,
    /// States visited.
    pub nodes: u64,
    /// The level to which all deals were searched; 0 if there was no search.
    pub depth: usize,
    /// For how many plies, or own moves, players kept to what they know, if the player searches so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept: Option<usize>,
    /// Whether a strategy may have been lost because there were too many.
    #[serde(skip_serializing_if = "is_false")]
    pub truncated: bool,
    /// Why it ended there.
    pub stop: &'static str,
}

/// What was found about a move; nothing if it is the only one, or if the player does not search.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AdvisedMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What the seat gets on average.
    pub mean: Option<f64>,
    /// The standard error of that, 0 if every deal was looked at.
    pub error: Option<f64>,
    /// What each player gets on average, seat 1 first.
    pub means: Vec<f64>,
    /// How often it was tried.
    pub visits: u64,
    /// In how many deals.
    pub worlds: u64,
    /// Whether the mean is only an upper bound, which showed that the move is not the best.
    #[serde(skip_serializing_if = "is_false")]
    pub at_most: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_false(given: &bool) -> bool {
    !given
}

/// A view of a game that is known at compile time.
pub(crate) struct OpenedView<K: GameKit> {
    entry: Arc<Entry<K>>,
    read: ReadView<K::Game>,
    dealer: <K::Game as Hidden>::Dealer,
    eval: Option<String>,
}

/// Reads a view; options beside it as beside a position.
pub(crate) fn open<K: GameKit>(entry: Arc<Entry<K>>, text: &str, setup: &Setup) -> Result<Box<dyn AnyView>, Error> {
    if setup.players.is_some() {
        return Err(Error::NotDealt { field: "players".into() });
    }
    entry.info.evaluation(setup.eval.as_deref())?;
    let options: String =
        setup.checked_options(&entry.info)?.iter().map(|(n, value)| format!(" {n}={value}")).collect();
    let text = format!("{}{options}", text.trim_start_matches('\u{feff}'));
    let before = entry.kit.read_view_before_play(&text);
    if let Some(view) = before.map_err(|error| Error::View { game: entry.info.name, error })? {
        return Ok(Box::new(ViewOfDeal { entry, view, eval: setup.eval.clone() }));
    }
    let read = entry.read_view(&text)?;
    let dealer = read.game.dealer(&read.view).map_err(cutthroat::SearchError::from)?;
    Ok(Box::new(OpenedView { entry, read, dealer, eval: setup.eval.clone() }))
}

impl<K: GameKit> OpenedView<K> {
    fn write(world: &World<K::Game>) -> String {
        world.game.write_position(&world.state)
    }

    fn report(&self, player: &PlayerSpec, seed: u64, found: &Estimates<<K::Game as Game>::Move>) -> AdviceReport {
        let ReadView { game, view, .. } = &self.read;
        let state = game.possible_state(view);
        let mut legal = Vec::new();
        game.moves_of(view, &mut legal);
        let written = |estimate: &MoveEstimate<_>| estimate.with(game.write_move(&state, estimate.mv));
        let found = found.with(game.write_move(&state, found.best), found.moves.iter().map(written).collect());
        let legal = legal.into_iter().map(|mv| game.write_move(&state, mv)).collect();
        report(self, self.entry.info.name, game.players(), (player, seed), legal, &found)
    }
}

/// What was found, for the player with this seed.
fn report(
    view: &dyn AnyView,
    game: &'static str,
    players: usize,
    (player, seed): (&PlayerSpec, u64),
    legal: Vec<String>,
    found: &Estimates<String>,
) -> AdviceReport {
    let value = |mv: String| {
        let estimate = found.moves.iter().find(|estimate| estimate.mv == mv);
        let means = estimate.map_or(Vec::new(), |estimate| estimate.means[..players].to_vec());
        AdvisedMove {
            mv,
            mean: means.get(view.seat() - 1).copied(),
            error: estimate.map(|estimate| estimate.error),
            means,
            visits: estimate.map_or(0, |estimate| estimate.visits),
            worlds: estimate.map_or(0, |estimate| estimate.worlds),
            at_most: estimate.is_some_and(|estimate| estimate.at_most),
        }
    };
    AdviceReport {
        game,
        view: view.text(),
        terms: view.terms(),
        seat: view.seat(),
        what: view.task(),
        player: player.to_string(),
        seed,
        worlds: view.worlds().map(|worlds| worlds.to_string()),
        looked_at: found.worlds,
        exhaustive: found.exhaustive,
        inference: found.weighing.as_ref().map(InferenceReport::new),
        best: found.best.clone(),
        moves: legal.into_iter().map(value).collect(),
        nodes: found.nodes,
        depth: found.depth,
        kept: found.kept,
        truncated: found.truncated,
        stop: found.stop.name(),
    }
}

/// The player who is asked, if it is the turn of their seat.
fn asked(
    view: &dyn AnyView,
    info: &GameInfo,
    request: &AdviceRequest,
    eval: Option<&str>,
) -> Result<PlayerSpec, Error> {
    if !info.hides {
        return Err(Error::HidesNothing { game: info.name });
    }
    let (seat, mover) = (view.seat(), view.mover().ok_or(Error::Over { game: info.name })?);
    if seat != mover {
        return Err(Error::OtherTurn { game: info.name, seat, mover });
    }
    let mut player = request.player.clone();
    if let Some(eval) = eval {
        player.settings.complete("eval", eval);
    }
    Ok(player)
}

/// What a seat knows before the play.
struct ViewOfDeal<K: GameKit> {
    entry: Arc<Entry<K>>,
    view: Box<dyn ViewBeforePlay<K::Game>>,
    eval: Option<String>,
}

impl<K: GameKit> AnyView for ViewOfDeal<K> {
    fn text(&self) -> String {
        self.view.text()
    }

    fn terms(&self) -> Option<String> {
        self.view.terms()
    }

    fn seat(&self) -> usize {
        self.view.seat().seat()
    }

    fn mover(&self) -> Option<usize> {
        Some(self.view.mover().seat())
    }

    fn task(&self) -> Task {
        self.view.task()
    }

    fn worlds(&self) -> Option<u128> {
        self.view.worlds()
    }

    fn deal(&mut self, seed: u64, number: u64) -> String {
        self.view.deal(seed, number)
    }

    fn all_deals(&mut self, most: usize) -> Option<Vec<String>> {
        self.view.all_deals(most)
    }

    fn advise(&self, request: &AdviceRequest) -> Result<AdviceReport, Error> {
        let player = asked(self, &self.entry.info, request, self.eval.as_deref())?;
        let (game, state) = self.view.some_play();
        let table = Table { hidden: true, whole_deal: true };
        let (player, seated) = seats::seat::<K>(&self.entry, &game, &state, table, &player)?;
        let sitting = seated.sit_down(request.stop.as_ref());
        let (how, budget) = sitting.preparing();
        let found = self.view.choose(how, budget, request.seed)?;
        let mut legal = self.view.legal_moves();
        if matches!(self.task(), Task::Pass | Task::Discard) {
            legal.retain(|mv| *mv == found.best || found.moves.iter().any(|estimate| estimate.mv == *mv));
        }
        Ok(report(self, self.entry.info.name, game.players(), (&player, request.seed), legal, &found))
    }
}

impl<K: GameKit> AnyView for OpenedView<K> {
    fn text(&self) -> String {
        self.read.game.write_view(self.read.known())
    }

    fn terms(&self) -> Option<String> {
        self.read.game.terms()
    }

    fn seat(&self) -> usize {
        K::Game::seat_of(&self.read.view).seat()
    }

    fn mover(&self) -> Option<usize> {
        self.read.game.mover_of(&self.read.view).map(Player::seat)
    }

    fn task(&self) -> Task {
        Task::Play
    }

    fn worlds(&self) -> Option<u128> {
        self.dealer.worlds()
    }

    fn deal(&mut self, seed: u64, number: u64) -> String {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(number);
        Self::write(&self.dealer.deal(&mut rng))
    }

    fn all_deals(&mut self, most: usize) -> Option<Vec<String>> {
        Some(self.dealer.all(most)?.iter().map(Self::write).collect())
    }

    fn advise(&self, request: &AdviceRequest) -> Result<AdviceReport, Error> {
        let ReadView { game, view, .. } = &self.read;
        let player = asked(self, &self.entry.info, request, self.eval.as_deref())?;
        // Any of the deals will do to check the player.
        let mut dealer = game.dealer(view).map_err(cutthroat::SearchError::from)?;
        let World { state, .. } = dealer.deal(&mut ChaCha8Rng::seed_from_u64(request.seed));
        let table = Table { hidden: true, whole_deal: false };
        let (player, seated) = seats::seat::<K>(&self.entry, game, &state, table, &player)?;
        let mut sitting = seated.sit_down(request.stop.as_ref());
        let found = sitting.estimate_on_view(game, self.read.known(), request.seed)?;
        Ok(self.report(&player, request.seed, &found))
    }
}
