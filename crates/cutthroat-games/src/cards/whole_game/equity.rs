//! The chance to win a whole game from where it stands, and what a deal is worth by it.
//!
//! The rest of a game is simulated: results of deals that careful players have played, drawn at random, with the players in
//! any order, until the game is over. Results are whole rows, so points that belong together stay together: all 26 of a
//! deal of Hearts, or a moon. The same draws are used for every standing, and every draw is used with the players in all
//! orders (of more than four players, and of partners: in all rotations). So more points of one's own are never worse,
//! and equal standings have equal chances, exactly.

use std::any::Any;
use std::cell::RefCell;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use cutthroat::playout::{FastRandom, Playout};
use cutthroat::{AtTheEnd, Game, MAX_PLAYERS, Payoff, Player, Range};
use rustc_hash::{FxHashMap, FxHasher};

use super::super::error::CardError;
use super::super::rules::{Counts, Rules, SeatSet};
use super::super::score_sheet::Standing;
use super::super::trick::TrickGame;
use super::super::whole_deal::WholeDeal;
use super::{DealResult, WholeGame};

/// The chance of any move in these deals, and not the first of the order.
const EPSILON: f64 = 0.1;

/// How many results are drawn from.
const RESULTS: u64 = 400;

/// About how often the rest of a game is simulated.
const SIMULATIONS: usize = 1_000;

/// A game that is shared by up to eight sides is shared into whole parts.
const PARTS: u64 = 840;

/// How many chances are kept.
const MOST_KEPT: usize = 1 << 18;

/// A game that is won is worth this much to the side that wins it.
pub const WON: i16 = 10_000;

/// The chances of all sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Equity {
    /// What each side has of all games.
    parts: [u64; MAX_PLAYERS],
    all: u64,
    sides: usize,
    players: usize,
}

impl Equity {
    /// How many sides there are; player `p` is on side `p % sides`.
    #[must_use]
    pub fn sides(&self) -> usize {
        self.sides
    }

    /// The chance of a side to win; a game that is shared counts in part. Those of all sides add up to 1.
    #[must_use]
    pub fn of_side(&self, side: usize) -> f64 {
        self.parts[side] as f64 / self.all as f64
    }

    /// The chances in units of which [`WON`] are a game. They add up to exactly that over all sides, by the method of the
    /// largest remainder; partners have what their side has.
    #[must_use]
    pub fn payoff(&self) -> Payoff {
        let whole = |side: usize| self.parts[side] * WON as u64 / self.all;
        let rest = |side: usize| self.parts[side] * WON as u64 % self.all;
        let mut of_sides = [0_i16; MAX_PLAYERS];
        (0..self.sides).for_each(|side| of_sides[side] = whole(side) as i16);
        let mut order: Vec<usize> = (0..self.sides).collect();
        order.sort_by_key(|&side| std::cmp::Reverse(rest(side)));
        let missing = i32::from(WON) - of_sides.iter().map(|&part| i32::from(part)).sum::<i32>();
        for &side in order.iter().take(missing.max(0) as usize) {
            of_sides[side] += 1;
        }
        Payoff::from_fn(self.players, |player| of_sides[player.index() % self.sides])
    }
}

type ByRules<K, T> = LazyLock<Mutex<FxHashMap<K, T>>>;

/// The results of deals, by the rules and the number of cards.
static RESULTS_OF: ByRules<(u64, usize), Arc<[DealResult]>> = LazyLock::new(Mutex::default);

/// The chances found so far, by the rules and the standing.
static FOUND: ByRules<(u64, Standing), Equity> = LazyLock::new(Mutex::default);

/// All orders in which a draw is used.
fn orders(players: usize, sides: usize) -> Vec<[u8; MAX_PLAYERS]> {
    let identity: [u8; MAX_PLAYERS] = std::array::from_fn(|place| place as u8);
    let mut found = vec![identity];
    if sides < players || players > 4 {
        let rotated =
            |by: usize| std::array::from_fn(|place| if place < players { ((place + by) % players) as u8 } else { 0 });
        return (0..players).map(rotated).collect();
    }
    for place in 1..players {
        found = found
            .into_iter()
            .flat_map(|order| {
                (0..=place).map(move |other| {
                    let mut order = order;
                    order.swap(place, other);
                    order
                })
            })
            .collect();
    }
    found
}

impl<R: Rules> WholeGame<R> {
    /// How many sides play for the game.
    fn sides(&self) -> usize {
        (0..self.players).filter(|&player| self.rules.side(self.players, player) == player).count()
    }

    /// What tells this game from others whose deals have other results.
    fn key(&self) -> u64 {
        let mut hasher = FxHasher::default();
        (R::NAME, self.players, self.terms.options(), self.terms.limit()).hash(&mut hasher);
        let options = self.rules.options(self.players);
        for (option, value) in
            options.iter().filter(|(option, _)| !R::OF_THE_DEAL.contains(option) && *option != "bags")
        {
            (option, value).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Results of deals of `cards` cards, played by careful players.
    fn results(&self, key: u64, cards: Option<usize>) -> Result<Arc<[DealResult]>, CardError> {
        let place = (key, cards.unwrap_or(0));
        let known = |map: &FxHashMap<_, Arc<[DealResult]>>| map.get(&place).cloned();
        if let Some(results) = known(&RESULTS_OF.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(results);
        }
        let mut results = Vec::with_capacity(RESULTS as usize);
        for number in 0..RESULTS {
            let mut rules = self.rules.clone();
            let standing = Standing { deals: (number % 12) as u16, ..Standing::begin(self.players) };
            self.terms.settle(&mut rules, &standing);
            let (game, mut state) = WholeDeal::deal(rules, self.players, cards, SeatSet::NONE, number)?;
            game.prepare_as_usual(&mut state);
            let play = game.play_of(&state);
            let (mut position, end, order) = (*state.position(), AtTheEnd(Range::default()), R::Order::default());
            Playout::by_order(&play, &end, &order, EPSILON).run(&mut position, &mut FastRandom::new(1, number));
            results.push(self.terms.result(play.rules(), self.players, &position.taken(), play.total()));
        }
        let results: Arc<[DealResult]> = results.into();
        RESULTS_OF.lock().unwrap_or_else(PoisonError::into_inner).insert(place, results.clone());
        Ok(results)
    }

    /// The chances of all sides to win from here.
    ///
    /// # Errors
    /// When the rules do not fit the number of players.
    pub fn equity(&self, standing: &Standing) -> Result<Equity, CardError> {
        // How the last deal went matters only at the end.
        let standing = if self.is_over(standing) {
            *standing
        } else {
            Standing { last: [0; MAX_PLAYERS], taken: [0; MAX_PLAYERS], ..*standing }
        };
        let key = self.key();
        if let Some(found) = FOUND.lock().unwrap_or_else(PoisonError::into_inner).get(&(key, standing)) {
            return Ok(*found);
        }
        let found = self.simulate(key, &standing)?;
        let mut kept = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MOST_KEPT {
            kept.clear();
        }
        kept.insert((key, standing), found);
        Ok(found)
    }

    fn simulate(&self, key: u64, standing: &Standing) -> Result<Equity, CardError> {
        let (players, sides) = (self.players, self.sides());
        let orders = orders(players, sides);
        let draws = SIMULATIONS.div_ceil(orders.len());
        // The deals to come have the same sizes in all simulations.
        let mut of_deals: Vec<Arc<[DealResult]>> = Vec::new();
        let mut parts = [0_u64; MAX_PLAYERS];
        for draw in 0..draws as u64 {
            for order in &orders {
                let mut state = *standing;
                let mut number = 0;
                while !self.is_over(&state) {
                    if of_deals.len() == number {
                        of_deals.push(self.results(key, self.terms.cards(&state))?);
                    }
                    let results = &of_deals[number];
                    let random = &mut FastRandom::new(draw, number as u64);
                    let row = &results[random.below(results.len())];
                    let places = any_order(players, sides, random);
                    let row = row.moved(|seat| usize::from(order[usize::from(places[seat])]), players);
                    state = self.terms.add(&self.rules, &state, &row);
                    number += 1;
                }
                let winners = self.winners(&state);
                for winner in &winners {
                    parts[winner.index() % sides] += PARTS / winners.len() as u64;
                }
            }
        }
        let all = parts.iter().sum();
        let mut equity = Equity { parts, all, sides, players };
        if sides > 4 {
            equity.level(standing);
        }
        Ok(equity)
    }
}

/// Where each seat of a result goes: anywhere, but partners stay partners.
fn any_order(players: usize, sides: usize, random: &mut FastRandom) -> [u8; MAX_PLAYERS] {
    let mut places: [u8; MAX_PLAYERS] = std::array::from_fn(|place| place as u8);
    if sides < players {
        let by = random.below(players);
        return std::array::from_fn(|place| if place < players { ((place + by) % players) as u8 } else { 0 });
    }
    for place in (1..players).rev() {
        places.swap(place, random.below(place + 1));
    }
    places
}

impl Equity {
    /// Gives players with equal scores the same chance, where not all orders were tried.
    fn level(&mut self, standing: &Standing) {
        let parts = self.parts;
        let like = |side: usize| (standing.totals[side], standing.bags[side]);
        // In whole parts: everything is counted as often as the least common multiple of all numbers of players.
        self.all *= PARTS;
        for side in 0..self.sides {
            let same: Vec<usize> = (0..self.sides).filter(|&other| like(other) == like(side)).collect();
            self.parts[side] = same.iter().map(|&other| parts[other]).sum::<u64>() * (PARTS / same.len() as u64);
        }
    }
}

/// What the results of one deal are worth, as far as they were asked for.
struct OfDeal<R: Rules> {
    rules: R,
    players: usize,
    total: u8,
    game: WholeGame<R>,
    standing: Standing,
    is_late: bool,
    worth: FxHashMap<u64, Payoff>,
}

impl<R: Rules> OfDeal<R> {
    fn new(game: &TrickGame<R>) -> Option<Self> {
        let (rules, players) = (game.rules().clone(), game.players());
        let (whole, standing) = WholeGame::of_deal(&rules, players)?;
        let is_late = whole.terms.is_late(&standing);
        Some(Self { rules, players, total: game.total(), game: whole, standing, is_late, worth: FxHashMap::default() })
    }

    fn is_of(&self, game: &TrickGame<R>) -> bool {
        self.rules == *game.rules() && self.players == game.players() && self.total == game.total()
    }

    fn worth(&mut self, counts: &Counts) -> Payoff {
        let Self { rules, game, standing, total, .. } = self;
        *self.worth.entry(u64::from_le_bytes(*counts)).or_insert_with(|| {
            let after = game.after(standing, rules, counts, *total);
            let chances = game.equity(&after).map_or(Payoff::ZERO, |equity| equity.payoff());
            Payoff::from_fn(game.players, |seat| chances[standing.player_in(seat.index())])
        })
    }
}

thread_local! {
    /// The deal that this thread last asked about: searches ask about one again and again.
    static LAST: RefCell<Option<Box<dyn Any>>> = const { RefCell::new(None) };
}

fn with_deal<R: Rules, T>(game: &TrickGame<R>, ask: impl FnOnce(&mut OfDeal<R>) -> T) -> Option<T> {
    LAST.with_borrow_mut(|last| {
        let known =
            last.as_deref_mut().and_then(|last| last.downcast_mut::<OfDeal<R>>()).is_some_and(|deal| deal.is_of(game));
        if !known {
            *last = Some(Box::new(OfDeal::new(game)?));
        }
        last.as_deref_mut().and_then(|last| last.downcast_mut::<OfDeal<R>>()).map(ask)
    })
}

/// What `counts` of a deal are worth to those who play for the whole game: chances of winning it.
pub(in super::super) fn worth_of_game<R: Rules>(game: &TrickGame<R>, counts: &Counts) -> Payoff {
    with_deal(game, |deal| deal.worth(counts)).unwrap_or_default()
}

/// Whether the whole game is near its end, so that chances of winning it are worth asking for.
pub(in super::super) fn is_late<R: Rules>(game: &TrickGame<R>) -> bool {
    with_deal(game, |deal| deal.is_late).unwrap_or_default()
}

/// The range of these chances.
pub(in super::super) fn range_of_game<R: Rules>(game: &TrickGame<R>) -> Range {
    let players = game.players();
    let sides = Player::all(players).filter(|&player| game.side(player) == player).count();
    let sum = Some(i32::from(WON) * (players / sides) as i32);
    Range { minp: Some(Payoff::ZERO), maxp: Some(Payoff::uniform(WON, players)), minsum: sum, maxsum: sum, step: 1 }
}
