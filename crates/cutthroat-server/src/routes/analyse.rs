//! Searches of a position whose cards are all seen, and advice for one seat that sees only its own.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::post;
use cutthroat::SearchProgress;
use cutthroat_catalog::{
    AdviceReport, AdviceRequest, Algorithm, AnyPosition, Error, GameOptions, PlayerSpec, Registry, Request, Settings,
    Setup,
};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::Shared;
use crate::body::Asked;
use crate::error::ApiError;
use crate::events::{self, Events, end};
use crate::limits;
use crate::place::Place;
use crate::searches::Stop;

pub(crate) fn routes() -> Router<Shared> {
    Router::new().route("/api/analyse", post(analyse)).route("/api/advise", post(advise))
}

/// A position, and how it is searched.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Question {
    game: String,
    #[serde(default)]
    setup: Setup,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default, deserialize_with = "object")]
    request: Map<String, Value>,
}

/// Reads an object, or nothing for `null`.
fn object<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Map<String, Value>, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// Reads how to search. What is wrong is said with the name of the field.
fn read_request(mut fields: Map<String, Value>) -> Result<Request, ApiError> {
    let unfit = |name: &str, what: &str| ApiError::refused(format!("`{name}` is not {what}")).in_field(name);
    let algorithm = match fields.remove("algorithm") {
        None => Algorithm::default(),
        Some(Value::String(name)) => Algorithm::named(&name)?,
        Some(_) => return Err(unfit("algorithm", "a name")),
    };
    let mut request = Request { settings: Settings::new(algorithm), ..Request::default() };
    for (name, value) in fields.into_iter().filter(|(_, value)| !value.is_null()) {
        let switch = match name.as_str() {
            "all_moves" => Some(&mut request.all_moves),
            "trace" => Some(&mut request.trace),
            "events" => Some(&mut request.events),
            "picture" => Some(&mut request.picture),
            "tree" => Some(&mut request.tree),
            _ => None,
        };
        if let Some(switch) = switch {
            *switch = value.as_bool().ok_or_else(|| unfit(&name, "true or false"))?;
            continue;
        }
        match (name.as_str(), value) {
            ("seed", value) => {
                let seed = value.as_u64().ok_or_else(|| unfit("seed", "a whole number from 0 on"))?;
                request.seed = Some(seed);
            }
            ("time", value) => request.time = Some(read_time(&value)?),
            (_, Value::String(text)) => request.settings.set(&name, &text)?,
            (_, Value::Bool(on)) => request.settings.set(&name, if on { "on" } else { "off" })?,
            (_, Value::Number(number)) => request.settings.set(&name, &number.to_string())?,
            _ => return Err(unfit(&name, "text, a number, true or false")),
        }
    }
    Ok(request)
}

/// Seconds to spend.
fn read_time(value: &Value) -> Result<f64, ApiError> {
    let seconds = value.as_f64().filter(|seconds| *seconds > 0.0 && seconds.is_finite());
    seconds.ok_or_else(|| ApiError::refused("`time` is not a number of seconds above 0").in_field("time"))
}

impl Question {
    /// How it is searched.
    pub(super) fn request(&mut self) -> Result<Request, ApiError> {
        read_request(std::mem::take(&mut self.request))
    }

    /// Opens the position, by the evaluation that is asked for.
    pub(super) async fn open(
        self,
        shared: &Shared,
        mut request: Request,
    ) -> Result<(Box<dyn AnyPosition>, Request), ApiError> {
        let Self { game, setup, moves, .. } = self;
        let eval = request.settings.take("eval").or_else(|| setup.eval.clone());
        let place = Place { game, setup, moves };
        let open = move |registry: &Registry| {
            let (live, _) = place.reach(registry)?;
            Ok(live.position(eval.as_deref())?)
        };
        Ok((shared.small_work(open).await?, request))
    }

    /// MiB of the table that a search has if nothing is said.
    fn usual_memory(&self, shared: &Shared, request: &Request) -> Result<usize, ApiError> {
        let info = shared.registry.game(&self.game)?;
        let named = request.settings.get("pruning").is_some();
        Ok(if named { 0 } else { info.default_memory })
    }
}

/// Searches a position level by level.
async fn analyse(State(shared): State<Shared>, Asked(mut question): Asked<Question>) -> Result<Response, ApiError> {
    let mut request = question.request()?;
    let drawn =
        [("trace", request.trace), ("events", request.events), ("picture", request.picture), ("tree", request.tree)];
    if let Some((field, _)) = drawn.into_iter().find(|(_, given)| *given) {
        return Err(ApiError::refused(format!("`{field}` is for /api/tree")).in_field(field));
    }
    if request.settings.algorithm().searches {
        let is_limited = request.settings.get("nodes").is_some() || request.settings.get("depth").is_some();
        request.time = Some(limits::seconds(request.time, is_limited));
    }
    let usual = question.usual_memory(&shared, &request)?;
    let mebibytes = limits::clamp(&mut request.settings, usual, shared.searches.most_memory())?;
    let (position, request) = question.open(&shared, request).await?;
    let slot = shared.searches.take(mebibytes)?;
    let progress = Arc::new(SearchProgress::default());
    let request = Request { stop: Some(slot.stop()), progress: Some(progress.clone()), ..request };
    Ok(events::stream(slot, Some(progress), move |events, _| {
        let report = position.analyse_by_level(&request, &mut |level| events.send("level", level))?;
        events.send("level", &report);
        Ok(end(report.stop))
    }))
}

/// What one seat knows, and who is asked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct View {
    game: String,
    view: String,
    #[serde(default)]
    options: GameOptions,
    #[serde(default)]
    eval: Option<String>,
    /// The player; the game's expert if not given.
    #[serde(default)]
    player: Option<String>,
    #[serde(default)]
    seed: u64,
    /// Seconds to spend.
    #[serde(default)]
    time: Option<Value>,
}

/// Asks a player who sees what one seat sees, with more and more to spend.
async fn advise(State(shared): State<Shared>, Asked(asked): Asked<View>) -> Result<Response, ApiError> {
    let info = shared.registry.game(&asked.game)?;
    let spec = asked.player.as_deref().unwrap_or(Algorithm::EXPERT.name);
    let mut player: PlayerSpec = spec.parse()?;
    if player.settings.algorithm() == Algorithm::EXPERT {
        // A budget that grows is set for the player that is meant.
        let mut meant: PlayerSpec = info.expert.parse()?;
        for (name, value) in player.settings.given() {
            meant.settings.set(name, value)?;
        }
        player = PlayerSpec { time: player.time, ..meant };
    }
    let mebibytes = limits::clamp(&mut player.settings, 1, shared.searches.most_memory())?;
    let time = Duration::from_secs_f64(limits::seconds(asked.time.as_ref().map(read_time).transpose()?, false));
    let setup = Setup { options: asked.options.clone(), eval: asked.eval.clone(), ..Setup::default() };
    let registry = shared.registry.clone();
    {
        // What cannot be read is refused before the stream begins.
        let (game, view, setup) = (asked.game.clone(), asked.view.clone(), setup.clone());
        let check =
            move |registry: &Registry| registry.open_view(&game, &view, &setup).map(drop).map_err(ApiError::from);
        shared.small_work(check).await?;
    }
    let slot = shared.searches.take(mebibytes)?;
    slot.stop_after(time);
    Ok(events::stream(slot, None, move |events, stop| {
        let view = registry.open_view(&asked.game, &asked.view, &setup)?;
        let ask = |player| view.advise(&AdviceRequest { player, seed: asked.seed, stop: Some(stop.clone()) });
        advise_more_and_more(events, stop, &player, time, ask)
    }))
}

/// How much more is spent than at first: from one stage to the next, and by the last.
const MORE: u64 = 2;
const MOST_TIMES: u64 = 1 << 16;
/// The first stage has this part of what the player usually has.
const FIRST_PART: u64 = 16;

fn advise_more_and_more(
    events: &Events,
    stop: &Stop,
    player: &PlayerSpec,
    time: Duration,
    ask: impl Fn(PlayerSpec) -> Result<AdviceReport, Error>,
) -> Result<Value, ApiError> {
    let began = Instant::now();
    let mut last = None;
    let mut times = 1;
    while times <= MOST_TIMES {
        let stage = limits::scaled(player, times, FIRST_PART);
        times *= MORE;
        // Nobody is asked the same twice: below the least there is, or above the most, nothing changes.
        if last.as_ref() == Some(&stage) {
            continue;
        }
        let report = match ask(stage.clone()) {
            Err(_) if stop.load(Ordering::Relaxed) && last.is_some() => return Ok(end(why_stopped(began, time))),
            report => report?,
        };
        // What was broken off rests on fewer deals than the report before it.
        if !stop.load(Ordering::Relaxed) || last.is_none() {
            events.send("advice", &report);
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(end(why_stopped(began, time)));
        }
        if report.exhaustive && report.stop == "complete" {
            return Ok(end("complete"));
        }
        last = Some(stage);
    }
    Ok(end("complete"))
}

fn why_stopped(began: Instant, time: Duration) -> &'static str {
    if began.elapsed() >= time { "time" } else { "stopped" }
}
