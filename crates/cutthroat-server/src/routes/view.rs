//! Positions: what lies on the table, and what a pasted text means.

use axum::Router;
use axum::extract::State;
use axum::routing::post;
use cutthroat_catalog::{Choices, GameInfo, ReadGame, Registry, Setup};
use cutthroat_lab::HandRecord;
use cutthroat_lab::person::{Seen, Session};
use serde::{Deserialize, Serialize};

use crate::Shared;
use crate::body::Asked;
use crate::error::{Answer, ApiError, json_answer};
use crate::place::Place;

pub(crate) fn routes() -> Router<Shared> {
    Router::new().route("/api/view", post(view)).route("/api/read", post(read))
}

/// A position, all cards open.
#[derive(Debug, Serialize)]
struct ViewAnswer {
    seen: Seen,
    /// The position after the moves.
    position: String,
    /// The moves as they are always written.
    moves: Vec<String>,
    /// What the mover can choose from; nothing when the game is over.
    choices: Option<Choices>,
    /// Every legal move; of passes and the like, of which there are hundreds, the cards to choose from.
    legal: Vec<String>,
    /// What the mover knows, for `advise`, in a game that hides something.
    view: Option<String>,
    payoff: Option<Vec<i16>>,
    score: Option<Vec<f64>>,
}

async fn view(State(shared): State<Shared>, Asked(place): Asked<Place>) -> Result<Answer, ApiError> {
    shared.small_work(move |registry| Ok(json_answer(&look(registry, &place)?))).await
}

fn look(registry: &Registry, place: &Place) -> Result<ViewAnswer, ApiError> {
    let (live, record) = place.reach(registry)?;
    let mut session = Session::watching(registry, &record, None)?;
    session.go_to(&record, record.moves.len())?;
    let mover = live.mover().filter(|_| live.info().hides);
    let choices = live.choices();
    Ok(ViewAnswer {
        seen: session.seen().clone(),
        position: live.text(),
        moves: live.moves().to_vec(),
        legal: choices.legal.clone(),
        choices: live.mover().map(|_| choices),
        view: mover.map(|seat| live.view(seat)).transpose()?,
        payoff: live.payoff(),
        score: live.score(),
    })
}

/// A text that was pasted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pasted {
    game: String,
    text: String,
}

/// What a text means.
#[derive(Debug, Default, Serialize)]
struct ReadAnswer {
    games: Vec<ReadPlace>,
    /// What one seat knows, if the text says that.
    view: Option<String>,
}

#[derive(Debug, Serialize)]
struct ReadPlace {
    game: String,
    setup: Setup,
    moves: Vec<String>,
    about: String,
}

async fn read(State(shared): State<Shared>, Asked(pasted): Asked<Pasted>) -> Result<Answer, ApiError> {
    shared.small_work(move |registry| Ok(json_answer(&meaning(registry, &pasted)?))).await
}

fn meaning(registry: &Registry, pasted: &Pasted) -> Result<ReadAnswer, ApiError> {
    let info = registry.game(&pasted.game)?;
    let text = pasted.text.trim().trim_start_matches('\u{feff}').trim_start();
    if HandRecord::is_record(text) {
        return of_record(registry, text);
    }
    if let Some(recorded) = info.recorded(text)? {
        let games = recorded.into_iter().enumerate().map(|(number, read)| of_another_program(info, number, read));
        return Ok(ReadAnswer { games: games.collect(), view: None });
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let setup = Setup { position: Some(text.clone()), ..Setup::default() };
    let place = Place { game: pasted.game.clone(), setup, moves: Vec::new() };
    match place.reach(registry) {
        Ok((live, _)) => {
            let about = live.terms().unwrap_or_default();
            let Place { game, setup, moves } = place;
            Ok(ReadAnswer { games: vec![ReadPlace { game, setup, moves, about }], view: None })
        }
        Err(refused) => {
            let known = registry.open_view(&pasted.game, &text, &Setup::default());
            let view = known.ok().filter(|_| info.hides).map(|view| view.text()).ok_or(refused.in_field("text"))?;
            Ok(ReadAnswer { games: Vec::new(), view: Some(view) })
        }
    }
}

fn of_another_program(info: &GameInfo, number: usize, read: ReadGame) -> ReadPlace {
    let ReadGame { position, moves } = read;
    let played = match moves.len() {
        0 => String::new(),
        1 => ", 1 card played".to_owned(),
        cards => format!(", {cards} cards played"),
    };
    ReadPlace {
        game: info.name.to_owned(),
        setup: Setup { position: Some(position), ..Setup::default() },
        moves,
        about: format!("board {}{played}", number + 1),
    }
}

fn of_record(registry: &Registry, text: &str) -> Result<ReadAnswer, ApiError> {
    let unread = |why: String| ApiError::refused(why).in_field("text");
    let record = HandRecord::read(text).map_err(unread)?;
    let HandRecord { game, setup, start, moves, players, .. } = record;
    let setup = if setup.whole_game {
        Setup { position: Some(start), ..setup }
    } else {
        Setup { position: Some(start), players: None, options: Default::default(), ..setup }
    };
    let moves = moves.into_iter().map(|mv| mv.mv).collect();
    let place = Place { game, setup, moves };
    place.reach(registry).map_err(|error| error.in_field("text"))?;
    let names: Vec<&str> = players.iter().map(|player| player.split(':').next().unwrap_or_default()).collect();
    let about = format!("{}: {}", place.game, names.join(", "));
    let Place { game, setup, moves } = place;
    Ok(ReadAnswer { games: vec![ReadPlace { game, setup, moves, about }], view: None })
}
