//! Matches and reports: the files that were named when the server was started, by their number. Nothing is written to them.

use std::path::{Path as FilePath, PathBuf};

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::{get, post};
use cutthroat_catalog::{PlayerSpec, Registry, Seating};
use cutthroat_lab::comparison::{Comparison, MatchGames};
use cutthroat_lab::spread::Spread;
use cutthroat_lab::store::{GameFilter, GamesListed, Store};
use cutthroat_lab::summary::Summary;
use cutthroat_lab::{GameRecord, HandRecord, LabError, choose_again};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::Shared;
use crate::body::{Asked, Named, Nothing, Wanted};
use crate::error::{Answer, ApiError, json_answer};
use crate::{events, limits};

/// What a file of a report may do in a browser: show itself, with its own styles and drawings.
const REPORT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; \
                             form-action 'none'; frame-ancestors 'none'";

/// The kinds of files that a report has, by the ends of their names.
const KINDS: [(&str, &str); 9] = [
    ("html", "text/html; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("csv", "text/csv; charset=utf-8"),
    ("json", "application/json"),
    ("jsonl", "text/plain; charset=utf-8"),
    ("md", "text/plain; charset=utf-8"),
    ("txt", "text/plain; charset=utf-8"),
    ("toml", "text/plain; charset=utf-8"),
];

pub(crate) fn routes() -> Router<Shared> {
    Router::new()
        .route("/api/stores", get(stores))
        .route("/api/stores/{number}/games", get(games))
        .route("/api/stores/{number}/games/{id}", get(game))
        .route("/api/stores/{number}/games/{id}/again", post(again))
        .route("/api/stores/{number}/summary", get(summary))
        .route("/api/stores/{number}/compare", get(compare))
        .route("/reports/{number}", get(to_report))
        .route("/reports/{number}/", get(report))
        .route("/reports/{number}/{file}", get(report_file))
}

/// The file with a number, counted from 1.
fn named<'f>(files: &'f [PathBuf], number: usize, what: &str) -> Result<&'f PathBuf, ApiError> {
    let file = number.checked_sub(1).and_then(|place| files.get(place));
    file.ok_or_else(|| ApiError::not_found(format!("there is no {what} {number}; there are {}", files.len())))
}

/// The name of a file or folder, for people.
fn name_of(file: &FilePath) -> String {
    let full = std::fs::canonicalize(file);
    let full = full.as_deref().unwrap_or(file);
    full.file_name().map_or_else(|| full.display().to_string(), |name| name.to_string_lossy().into_owned())
}

/// A store that is open, and its players.
struct Opened {
    store: Store,
    seating: Box<dyn Seating>,
}

impl Opened {
    fn new(registry: &Registry, file: &FilePath) -> Result<Self, LabError> {
        let store = Store::to_read(file)?;
        let seating = registry.seat(&store.settings().seating()?)?;
        Ok(Self { store, seating })
    }

    fn as_match<'m>(&'m self, games: &'m [GameRecord]) -> MatchGames<'m> {
        MatchGames { settings: self.store.settings(), seating: self.seating.as_ref(), games }
    }
}

/// Does something with a store on another thread.
async fn with_store<T: Send + 'static>(
    shared: &Shared,
    number: usize,
    work: impl FnOnce(&Registry, Opened) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let file = named(&shared.options.stores, number, "store")?.clone();
    shared.small_work(move |registry| work(registry, Opened::new(registry, &file)?)).await
}

async fn stores(State(shared): State<Shared>) -> Result<Answer, ApiError> {
    let options = shared.options.clone();
    let found = shared.small_work(move |registry| {
        let store = |(place, file): (usize, &PathBuf)| {
            let (number, name) = (place + 1, name_of(file));
            let opened = Opened::new(registry, file).and_then(|opened| Ok((opened.store.count()?, opened)));
            match opened {
                Ok((games, Opened { store, .. })) => {
                    let settings = store.settings();
                    json!({ "number": number, "name": name, "game": settings.game, "games": games, "players": settings.players })
                }
                Err(error) => {
                    json!({ "number": number, "name": name, "game": "", "games": 0, "players": [], "error": error.to_string() })
                }
            }
        };
        let stores: Vec<Value> = options.stores.iter().enumerate().map(store).collect();
        let report = |(place, folder): (usize, &PathBuf)| json!({ "number": place + 1, "name": name_of(folder) });
        let reports: Vec<Value> = options.reports.iter().enumerate().map(report).collect();
        Ok(json!({ "stores": stores, "reports": reports }))
    });
    Ok(json_answer(&found.await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    #[serde(default)]
    after: usize,
    limit: Option<usize>,
    deal: Option<u64>,
    won_by: Option<usize>,
    /// Players with commas between.
    seating: Option<String>,
}

async fn games(
    State(shared): State<Shared>,
    Named(number): Named<usize>,
    Wanted(page): Wanted<Page>,
) -> Result<Answer, ApiError> {
    let seating = page.seating.map(|seating| seating.split(',').map(str::parse).collect::<Result<Vec<usize>, _>>());
    let seating =
        seating.transpose().map_err(|_| ApiError::refused("`seating` has numbers of players, with commas"))?;
    let filter = GameFilter { deal: page.deal, seating, won_by: page.won_by };
    let limit = page.limit.unwrap_or(limits::GAMES_OF_A_PAGE).min(limits::GAMES_OF_A_PAGE);
    let found = with_store(&shared, number, move |_, Opened { store, seating }| {
        let tally = seating.tally();
        let GamesListed { games, total } = store.list(&filter, page.after, limit, |score| tally.wins(score))?;
        let game = |game: &GameRecord| {
            let nodes: u64 = game.nodes.iter().sum();
            json!({ "id": game.id, "deal": game.deal, "seating": game.seating, "scores": game.score,
                "moves": game.moves.len(), "nodes": nodes, "failed": !game.failures.is_empty() })
        };
        Ok(json!({ "games": games.iter().map(game).collect::<Vec<Value>>(), "total": total }))
    });
    Ok(json_answer(&found.await?))
}

/// The game with a number; 404 if there is none.
fn find_game(store: &Store, id: u64) -> Result<GameRecord, ApiError> {
    if !store.ids()?.contains(&id) {
        return Err(ApiError::not_found(format!("there is no game {id} in this store")));
    }
    Ok(store.game(id)?)
}

async fn game(State(shared): State<Shared>, Named((number, id)): Named<(usize, u64)>) -> Result<Answer, ApiError> {
    let found = with_store(&shared, number, move |_, Opened { store, .. }| {
        let settings = store.settings();
        let game = find_game(&store, id)?;
        let record = HandRecord::of_game(settings, &game);
        let player = |kind: &usize| settings.players.get(kind.saturating_sub(1)).cloned().unwrap_or_default();
        let players: Vec<String> = game.seating.iter().map(player).collect();
        let made = record.moves.iter().zip(game.nodes.iter().zip(&game.depths));
        let moves = made.map(
            |(made, (nodes, depth))| json!({ "seat": made.seat, "move": made.mv, "nodes": nodes, "depth": depth }),
        );
        let failure =
            game.failures.first().map(|failure| format!("seat {}: the program {}", failure.seat, failure.what));
        Ok(
            json!({ "id": id, "deal": game.deal, "game": settings.game, "setup": record.start_setup(), "players": players,
            "moves": moves.collect::<Vec<Value>>(), "scores": game.score, "failure": failure }),
        )
    });
    Ok(json_answer(&found.await?))
}

async fn again(
    State(shared): State<Shared>,
    Named((number, id)): Named<(usize, u64)>,
    Asked(Nothing {}): Asked<Nothing>,
) -> Result<Response, ApiError> {
    let found = with_store(&shared, number, move |_, Opened { store, .. }| {
        Ok((store.settings().clone(), find_game(&store, id)?))
    });
    let (settings, record) = found.await?;
    // Their settings are those of the match, or they would choose otherwise: what they need together has to be there.
    let needs = |player: &usize| -> usize {
        let spec = settings.players.get(player.saturating_sub(1)).and_then(|player| player.parse::<PlayerSpec>().ok());
        spec.map_or(0, |mut spec| {
            let table: usize = spec.settings.number("memory").unwrap_or(1);
            table.max(limits::clamp(&mut spec.settings, 1, limits::MOST_MEMORY).unwrap_or_default())
        })
    };
    let memory = record.seating.iter().map(needs).sum();
    if memory > shared.searches.most_memory() {
        let most = shared.searches.most_memory();
        return Err(ApiError::refused(format!("these players need {memory} MiB, and there are {most} (--memory)")));
    }
    let slot = shared.searches.take(memory)?;
    let registry = shared.registry.clone();
    Ok(events::stream(slot, None, move |events, stop| {
        match choose_again(&registry, &settings, &record, stop, |chosen| events.send("again", &chosen)) {
            Err(LabError::Stopped) => Ok(events::end("stopped")),
            done => Ok(done.map(|()| events::end("complete"))?),
        }
    }))
}

async fn summary(State(shared): State<Shared>, Named(number): Named<usize>) -> Result<Answer, ApiError> {
    let found = with_store(&shared, number, |_, Opened { store, seating }| {
        let games = store.games()?;
        let summary = Summary::of(store.settings(), seating.as_ref(), &games);
        let spread = Spread::of(summary.players.len(), &games);
        let mut answer = serde_json::to_value(&summary).unwrap_or_default();
        answer["histogram"] = json!(spread.histogram);
        let players = answer["players"].as_array_mut().into_iter().flatten().zip(&spread.by_seat);
        for (player, by_seat) in players {
            player["by_seat"] = json!(by_seat);
        }
        let ratings = summary.ratings.iter().flatten().enumerate();
        for (place, rating) in ratings {
            answer["players"][place]["rating"] = json!(rating);
        }
        Ok(answer)
    });
    Ok(json_answer(&found.await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct With {
    with: usize,
}

async fn compare(
    State(shared): State<Shared>,
    Named(number): Named<usize>,
    Wanted(With { with }): Wanted<With>,
) -> Result<Answer, ApiError> {
    let other = named(&shared.options.stores, with, "store")?.clone();
    let found = with_store(&shared, number, move |registry, one| {
        let other = Opened::new(registry, &other)?;
        let (games, other_games) = (one.store.games()?, other.store.games()?);
        let comparison = Comparison::of(one.as_match(&games), other.as_match(&other_games))?;
        let mut answer = serde_json::to_value(&comparison).unwrap_or_default();
        answer["tally"] = json!(one.seating.tally());
        Ok(answer)
    });
    Ok(json_answer(&found.await?))
}

/// The folder itself is at an address that ends with a slash, so that its files are found beside it.
async fn to_report(State(shared): State<Shared>, Named(number): Named<usize>) -> Result<Redirect, ApiError> {
    named(&shared.options.reports, number, "report")?;
    Ok(Redirect::permanent(&format!("/reports/{number}/")))
}

async fn report(State(shared): State<Shared>, Named(number): Named<usize>) -> Result<Response, ApiError> {
    let folder = named(&shared.options.reports, number, "report")?.clone();
    let found = shared.small_work(move |_| {
        let files = files_in(&folder)?;
        match ["report.html", "index.html"].iter().find(|page| files.iter().any(|file| file == *page)) {
            Some(page) => served(&folder, page),
            None => Ok(listed(&name_of(&folder), &files)),
        }
    });
    found.await
}

async fn report_file(
    State(shared): State<Shared>,
    Named((number, file)): Named<(usize, String)>,
) -> Result<Response, ApiError> {
    let folder = named(&shared.options.reports, number, "report")?.clone();
    shared.small_work(move |_| served(&folder, &file)).await
}

/// The names of the files in a folder; neither folders nor links.
fn files_in(folder: &FilePath) -> Result<Vec<String>, ApiError> {
    let entries = std::fs::read_dir(folder);
    let entries = entries.map_err(|error| ApiError::not_found(format!("the report cannot be read: {error}")))?;
    let files = entries.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    let mut files: Vec<String> = files.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    files.retain(|file| !file.starts_with('.'));
    files.sort_unstable();
    Ok(files)
}

/// A file of a report. It is found by its name among those that are there, and by nothing else.
fn served(folder: &FilePath, name: &str) -> Result<Response, ApiError> {
    let missing = || ApiError::not_found(format!("there is no file `{name}` in this report"));
    let name = files_in(folder)?.into_iter().find(|file| file == name).ok_or_else(missing)?;
    let file = folder.join(&name);
    let there = std::fs::metadata(&file).map_err(|_| missing())?;
    if there.len() > limits::REPORT_BYTES {
        return Err(ApiError::refused(format!("`{name}` is too large to be shown")));
    }
    let bytes = std::fs::read(&file).map_err(|error| ApiError::failure(format!("`{name}` cannot be read: {error}")))?;
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let kind = KINDS.iter().find(|(known, _)| *known == ending).map(|(_, kind)| *kind);
    Ok(shown(bytes, kind.unwrap_or("application/octet-stream")))
}

fn shown(bytes: Vec<u8>, kind: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(REPORT_POLICY)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    (headers, bytes).into_response()
}

/// A page of links to files.
fn listed(name: &str, files: &[String]) -> Response {
    let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
    // A name in an address has nothing but letters, digits and a few signs as it is.
    let address = |file: &str| -> String {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        file.bytes()
            .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
            .collect()
    };
    let links: String =
        files.iter().map(|file| format!("<li><a href=\"{}\">{}</a></li>\n", address(file), escaped(file))).collect();
    let name = escaped(name);
    let page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{name}</title></head>\n<body><h1>{name}</h1>\n<ul>\n{links}</ul>\n</body></html>\n"
    );
    shown(page.into_bytes(), "text/html; charset=utf-8")
}
