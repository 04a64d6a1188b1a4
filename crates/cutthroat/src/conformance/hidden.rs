//! The laws of hidden information.

use std::collections::HashMap;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Conformance, Violation};
use crate::game::Player;
use crate::hidden::{Dealer, Hidden, Knowledge, Origin, Redeal, SeatViews, ViewNotation, World};

/// At most this many worlds are listed, and checked one by one.
const MOST_LISTED: usize = 200;

/// Worlds drawn at each position for each seat.
const DRAWN: usize = 2;

/// The fewest worlds on which uniformity is tested, and how often each is expected.
const LEAST_COUNTED: usize = 21;
const DRAWS_PER_WORLD: usize = 100;

/// How many positions of all games are tested for uniformity.
const MOST_COUNTED: usize = 6;

/// Standard deviations of chi-square beyond which a dealer is not uniform.
const MOST_DEVIATION: f64 = 6.0;

/// A position of a game in which every seat takes note of what it is told.
struct WatchedPosition<'a, G: Hidden> {
    truth: &'a World<G>,
    views: &'a SeatViews<G>,
    moves: &'a [G::Move],
    mover: Option<Player>,
    rng: &'a mut ChaCha8Rng,
}

impl Conformance {
    /// Checks the laws of [`Hidden`], for every seat at every position of random games. Every second game begins with
    /// a world that a seat could not tell from `start`.
    ///
    /// * Everybody knows whose turn it is, and the mover knows their legal moves.
    /// * The truth is one of the worlds that a view allows. So is every world that the dealer draws, deals again or lists.
    ///   What is listed is as many worlds as are counted, all different, and drawn equally often.
    /// * A world that is drawn has an origin from which the moves lead there, legally, and look to the seat as it was
    ///   told: its view there is the same. It has the same moves in that world, and is told the same about its own unless a
    ///   move [reveals](Hidden::reveals) something.
    /// * Views remember: the same view never follows from two different ones.
    ///
    /// # Errors
    /// The first violation.
    pub fn hidden<G: Hidden>(&self, game: &G, start: &G::State) -> Result<(), Violation> {
        let mut before: HashMap<G::View, Option<G::View>> = HashMap::new();
        let mut last: Vec<Option<G::View>> = Vec::new();
        let mut counted = 0;
        self.watch(game, start, |moves_before, position| {
            let players = position.truth.game.players();
            if moves_before == 0 {
                last = vec![None; players];
            }
            for seat in Player::all(players) {
                let known = position.views.of(seat);
                check_turn(position, seat)?;
                let follows = before.entry(known.view.clone()).or_insert_with(|| last[seat.index()].clone());
                if *follows != last[seat.index()] {
                    return Err(format!("{seat:?} forgets: {:?} follows from different views", known.view));
                }
                last[seat.index()] = Some(known.view.clone());
                check_worlds(position, seat, &mut counted)?;
            }
            Ok(())
        })
    }

    /// Checks that a player does not peek: at every turn of random games the truth is replaced by another world that the
    /// mover could not tell from it, with everything that led there, and the choice has to be the same. `choose` is
    /// given the true world, so that a test can try a player who peeks; an honest one looks only at the
    /// [public](Hidden::public) game.
    ///
    /// # Errors
    /// The first violation.
    pub fn no_peeking<G: Hidden>(
        &self,
        game: &G,
        start: &G::State,
        mut choose: impl FnMut(&World<G>, Knowledge<'_, G>, u64) -> G::Move,
    ) -> Result<(), Violation> {
        let seed = self.seed;
        self.watch(game, start, |_, position| {
            let Some(mover) = position.mover else { return Ok(()) };
            let known = position.views.of(mover);
            let first = choose(position.truth, known, seed);
            let other = draw(&position.truth.game, known, position.rng)?;
            let (views, _) = replay(&other.1)?;
            let second = choose(&other.0, views.of(mover), seed);
            if first == second {
                Ok(())
            } else {
                Err(format!(
                    "{mover:?} plays {first:?}, but {second:?} if hidden cards are dealt again: {:?}",
                    other.0.state
                ))
            }
        })
    }

    /// Checks views as text, for every seat at every position of random games: what is written can be read back and is
    /// written the same again, by the same seat, with the same mover and the same moves.
    ///
    /// # Errors
    /// The first violation.
    pub fn view_notation<G: ViewNotation>(&self, game: &G, start: &G::State) -> Result<(), Violation> {
        self.watch(game, start, |_, position| {
            let public = position.truth.game.public();
            for seat in Player::all(public.players()) {
                let known = position.views.of(seat);
                let text = public.write_view(known);
                let read = G::read_view(&text).map_err(|error| format!("`{text}` cannot be read back: {error}"))?;
                let written = read.game.write_view(read.known());
                if written != text {
                    return Err(format!("`{text}` was read as `{written}`"));
                }
                let (mut moves, mut read_moves) = (Vec::new(), Vec::new());
                public.moves_of(known.view, &mut moves);
                read.game.moves_of(&read.view, &mut read_moves);
                let is_same_turn = read.game.mover_of(&read.view) == position.mover;
                if G::seat_of(&read.view) != seat || !is_same_turn || moves != read_moves {
                    return Err(format!("`{text}` was read as another view: {:?}", read.view));
                }
            }
            Ok(())
        })
    }

    /// Plays random games and shows every position to `look`, with the number of moves before it.
    fn watch<G: Hidden>(
        &self,
        game: &G,
        start: &G::State,
        mut look: impl FnMut(usize, &mut WatchedPosition<'_, G>) -> Result<(), String>,
    ) -> Result<(), Violation> {
        for number in 0..self.games {
            let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
            rng.set_stream(number);
            let mut truth = World { game: game.clone(), state: start.clone() };
            let mut played: Vec<G::Move> = Vec::new();
            let violation = |played: &[G::Move], fault: String| Violation { moves: format!("{played:?}"), fault };
            if number % 2 == 1 {
                let seat = Player::new(number as usize / 2 % game.players());
                let view = game.first_view(start, seat);
                let dealer = game.public().dealer(&view);
                truth = dealer.map_err(|error| violation(&played, error.to_string()))?.deal(&mut rng);
            }
            let mut views = SeatViews::new(&truth.game, &truth.state);
            loop {
                let mover = truth.game.mover(&truth.state);
                let mut moves = Vec::new();
                if mover.is_some() {
                    truth.game.moves(&truth.state, &mut moves);
                }
                let position =
                    &mut WatchedPosition { truth: &truth, views: &views, moves: &moves, mover, rng: &mut rng };
                look(played.len(), position).map_err(|fault| violation(&played, fault))?;
                if mover.is_none() || played.len() == self.most_plies {
                    break;
                }
                let mv = moves[rng.random_range(0..moves.len())];
                views.tell(&truth.game, &truth.state, mv);
                truth.game.play(&mut truth.state, mv);
                played.push(mv);
            }
        }
        Ok(())
    }
}

fn check_turn<G: Hidden>(position: &WatchedPosition<'_, G>, seat: Player) -> Result<(), String> {
    let (game, view) = (position.truth.game.public(), position.views.of(seat).view);
    if G::seat_of(view) != seat {
        return Err(format!("the view of {seat:?} is that of {:?}", G::seat_of(view)));
    }
    let mover = game.mover_of(view);
    if mover != position.mover {
        return Err(format!("{seat:?} thinks that it is the turn of {mover:?}, and not of {:?}", position.mover));
    }
    let mut moves = Vec::new();
    game.moves_of(view, &mut moves);
    let expected = if position.mover == Some(seat) { position.moves } else { &[] };
    if moves != expected {
        return Err(format!("{seat:?} thinks that their moves are {moves:?}, and not {expected:?}"));
    }
    Ok(())
}

fn check_worlds<G: Hidden>(
    position: &mut WatchedPosition<'_, G>,
    seat: Player,
    counted: &mut usize,
) -> Result<(), String> {
    let known = position.views.of(seat);
    let public = position.truth.game.public();
    if !public.allows(known.view, position.truth) {
        return Err(format!("{seat:?} thinks that the truth is impossible: {:?}", known.view));
    }
    for _ in 0..DRAWN {
        let (world, origin) = draw(&position.truth.game, known, position.rng)?;
        check_world(position, seat, &world)?;
        let (views, state) = replay(&origin)?;
        if state != world.state {
            return Err(format!("the origin of {:?} leads to {state:?}", world.state));
        }
        if views.of(seat).view != known.view || views.of(seat).told != known.told {
            let (there, here) = (views.of(seat).view, known.view);
            return Err(format!("in {:?} {seat:?} would know {there:?}, and not {here:?}", world.state));
        }
    }
    let mut dealer = public.dealer(known.view).map_err(|error| error.to_string())?;
    for part in [Redeal::Swap, Redeal::Pair, Redeal::All] {
        let mut world = dealer.deal(position.rng);
        dealer.redeal(&mut world, part, position.rng);
        if !public.allows(known.view, &world) {
            return Err(format!("{part:?} leads {seat:?} to an impossible world {:?}", world.state));
        }
    }
    check_listed(position, seat, &mut dealer, counted)
}

fn check_world<G: Hidden>(position: &WatchedPosition<'_, G>, seat: Player, world: &World<G>) -> Result<(), String> {
    let (truth, view) = (position.truth, position.views.of(seat).view);
    if !truth.game.public().allows(view, world) {
        return Err(format!("{seat:?} is dealt an impossible world {:?}", world.state));
    }
    if world.game.mover(&world.state) != position.mover {
        return Err(format!("another player is to move in {:?}", world.state));
    }
    if position.mover != Some(seat) {
        return Ok(());
    }
    let mut moves = Vec::new();
    world.game.moves(&world.state, &mut moves);
    if moves != position.moves {
        return Err(format!("{seat:?} has other moves in {:?}", world.state));
    }
    for &mv in position.moves {
        let same = world.game.seen(&world.state, mv, seat) == truth.game.seen(&truth.state, mv, seat);
        if !same && !truth.game.public().reveals(view, mv) {
            return Err(format!("{seat:?} can tell {:?} from the truth by playing {mv:?}", world.state));
        }
    }
    Ok(())
}

/// If there are few worlds: all of them are listed, once each, and drawn equally often.
fn check_listed<G: Hidden>(
    position: &mut WatchedPosition<'_, G>,
    seat: Player,
    dealer: &mut G::Dealer,
    counted: &mut usize,
) -> Result<(), String> {
    let Some(worlds) = dealer.all(MOST_LISTED) else { return Ok(()) };
    let number = worlds.len();
    if dealer.worlds().is_some_and(|count| count != number as u128) {
        return Err(format!("{seat:?} counts {:?} worlds but lists {number}", dealer.worlds()));
    }
    for world in &worlds {
        check_world(position, seat, world)?;
    }
    let mut drawn: HashMap<G::State, usize> = worlds.into_iter().map(|world| (world.state, 0)).collect();
    if drawn.len() != number || !drawn.contains_key(&position.truth.state) {
        return Err(format!("{seat:?} lists {number} worlds: some twice, or without the truth"));
    }
    if number < LEAST_COUNTED || *counted == MOST_COUNTED {
        return Ok(());
    }
    *counted += 1;
    for _ in 0..number * DRAWS_PER_WORLD {
        let world = dealer.deal(position.rng);
        *drawn.get_mut(&world.state).ok_or_else(|| format!("{seat:?} is dealt a world that is not listed"))? += 1;
    }
    let expected = DRAWS_PER_WORLD as f64;
    let chi: f64 = drawn.values().map(|&count| (count as f64 - expected).powi(2) / expected).sum();
    let freedom = (number - 1) as f64;
    let deviation = (chi - freedom) / (2.0 * freedom).sqrt();
    if deviation > MOST_DEVIATION {
        return Err(format!("{seat:?} is not dealt {number} worlds equally often: {deviation:.1} standard deviations"));
    }
    Ok(())
}

/// A world that the seat cannot tell from the truth, and where it came from.
fn draw<G: Hidden>(game: &G, known: Knowledge<'_, G>, rng: &mut ChaCha8Rng) -> Result<(World<G>, Origin<G>), String> {
    let public = game.public();
    let world = public.dealer(known.view).map_err(|error| error.to_string())?.deal(rng);
    let origin = public.origin(known, &world, rng);
    Ok((world, origin))
}

/// Plays the moves of an origin, and shows them to every seat.
fn replay<G: Hidden>(origin: &Origin<G>) -> Result<(SeatViews<G>, G::State), String> {
    let Origin { start: World { game, state }, moves } = origin;
    let mut state = state.clone();
    let mut views = SeatViews::new(game, &state);
    for &mv in moves {
        let mut legal = Vec::new();
        if game.mover(&state).is_some() {
            game.moves(&state, &mut legal);
        }
        if !legal.contains(&mv) {
            return Err(format!("the origin of a world has an illegal move {mv:?} at {state:?}"));
        }
        views.tell(game, &state, mv);
        game.play(&mut state, mv);
    }
    Ok((views, state))
}
