//! What searches for hidden cards are made of, at four-player Hearts: playouts of whole deals, and deals drawn that fit what
//! a seat knows, each beside a bare loop.

use cutthroat::hidden::{Dealer, Hidden, SeatViews};
use cutthroat::playout::{FastRandom, Playout, PlayoutPolicy};
use cutthroat::{Game, MoveOrder, Player, SearchHints};
use cutthroat_games::cards::{AvoidingPoints, CardView, Cards, Hearts, HeartsEvaluation, HeartsRules, Position, Suit};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{SuiteRow, timed};

const PLAYERS: usize = 4;
/// What is compared takes turns, so that a machine that is busy for a while slows all.
const ROUNDS: u64 = 5;
const RANDOM_PLAYOUTS: u64 = 100_000;
const ORDER_PLAYOUTS: u64 = 30_000;
/// Worlds drawn of each view.
const WORLDS: usize = 2_000;
const VIEWS: usize = 50;
/// Of 2^32, the chance that a player does not follow the order.
const CHANCE: u64 = ((1_u64 << 32) as f64 * 0.1) as u64;

pub(super) fn run() -> Vec<SuiteRow> {
    let mut rows = playouts();
    rows.extend(worlds());
    rows
}

/// Playouts by chance and by an order, each beside a bare loop.
pub(super) fn playouts() -> Vec<SuiteRow> {
    let (game, deal) = Hearts::deal(HeartsRules::default(), PLAYERS, None, 1).expect("a deal of the whole pack");
    let mut rows = compared(
        ["random playouts, a bare loop", "random playouts, the engine"],
        (RANDOM_PLAYOUTS, "playouts/s"),
        |samples| random_by_hand(&deal, samples),
        |samples| by_engine(&game, &deal, PlayoutPolicy::UNIFORM, samples),
    );
    rows.extend(compared(
        ["order playouts, a bare loop", "order playouts, the engine"],
        (ORDER_PLAYOUTS, "playouts/s"),
        |samples| by_order(&game, &deal, samples),
        |samples| by_engine(&game, &deal, PlayoutPolicy::order(0.1), samples),
    ));
    rows
}

/// Numbers of samples from the first to the last.
type Samples = std::ops::Range<u64>;

/// States visited, and the points of seat 1.
type Played = (u64, u64);

/// Both in turn, on the same samples.
fn compared(
    names: [&str; 2],
    (number, unit): (u64, &'static str),
    bare: impl Fn(Samples) -> Played,
    engine: impl Fn(Samples) -> Played,
) -> Vec<SuiteRow> {
    let mut rows = names.map(|what| timed(what.to_owned(), || (0, 0)));
    for round in 0..ROUNDS {
        let samples = round * number..(round + 1) * number;
        let mut played = [(0, 0); 2];
        let seconds = [
            timed(String::new(), || {
                played[0] = bare(samples.clone());
                (0, 0)
            }),
            timed(String::new(), || {
                played[1] = engine(samples.clone());
                (0, 0)
            }),
        ];
        assert_eq!(played[0], played[1], "both play the same cards");
        for ((row, seconds), (nodes, _)) in rows.iter_mut().zip(seconds).zip(played) {
            row.nodes += nodes;
            row.seconds += seconds.seconds;
        }
    }
    with_rates(rows, number * ROUNDS, unit)
}

/// The rows with how many were made in a second, and how fast the second is, compared with the first.
fn with_rates(mut rows: [SuiteRow; 2], number: u64, unit: &'static str) -> Vec<SuiteRow> {
    let ratio = rows[0].seconds / rows[1].seconds.max(1e-9);
    for row in &mut rows {
        row.figures.push((unit, number as f64 / row.seconds.max(1e-9)));
    }
    rows[1].figures.push(("of the bare loop", ratio));
    rows.into()
}

fn by_engine(game: &Hearts, deal: &Position, policy: PlayoutPolicy, samples: Samples) -> Played {
    let mut playout = Playout::new(game, &HeartsEvaluation::Points, &AvoidingPoints, policy);
    let (mut nodes, mut points) = (0, 0);
    for sample in samples {
        let mut state = *deal;
        nodes += playout.run(&mut state, &mut FastRandom::new(1, sample)).nodes;
        points += u64::from(state.taken()[0]);
    }
    (nodes, points)
}

/// Random Hearts by the rules of the papers, on bits: a suit has sixteen, the ace the lowest.
fn random_by_hand(deal: &Position, samples: Samples) -> Played {
    const SUIT: u64 = 0xffff;
    const QUEEN: u32 = 2;
    let hearts = Suit::Hearts.cards().bits();
    let dealt: [u64; PLAYERS] = std::array::from_fn(|seat| deal.hand(Player::new(seat)).bits());
    let (mut nodes, mut points) = (0, 0);
    for sample in samples {
        let mut random = FastRandom::new(1, sample);
        let (mut hands, mut leader, mut left) = (dealt, 0, 26);
        while left > 0 {
            let (mut led, mut winner, mut best, mut counted) = (0, leader, u32::MAX, 0);
            for place in 0..PLAYERS {
                let seat = (leader + place) % PLAYERS;
                let follows = hands[seat] & SUIT << led;
                let legal = if place == 0 || follows == 0 { hands[seat] } else { follows };
                let card = bit(legal, random.below(legal.count_ones() as usize));
                hands[seat] &= !(1 << card);
                if place == 0 {
                    led = card & !15;
                }
                if card & !15 == led && card < best {
                    (best, winner) = (card, seat);
                }
                counted += u64::from(hearts >> card & 1 == 1) + if card == QUEEN { 13 } else { 0 };
            }
            nodes += PLAYERS as u64;
            left -= counted;
            points += if winner == 0 { counted } else { 0 };
            leader = winner;
        }
    }
    (nodes, points)
}

/// The place of a set bit.
fn bit(mut bits: u64, place: usize) -> u32 {
    for _ in 0..place {
        bits &= bits - 1;
    }
    bits.trailing_zeros()
}

/// The game's own moves and order, called one after the other.
fn by_order(game: &Hearts, deal: &Position, samples: Samples) -> Played {
    let (mut moves, mut places) = (Vec::new(), Vec::new());
    let (mut nodes, mut points) = (0, 0);
    for sample in samples {
        let mut random = FastRandom::new(1, sample);
        let mut state = *deal;
        while game.mover(&state).is_some() {
            moves.clear();
            game.search_moves(&state, &mut moves);
            let card = if let Some(only) = game.only_move(&state) {
                only
            } else {
                let bits = random.bits();
                places.clear();
                places.extend(0..moves.len() as u16);
                if bits & 0xffff_ffff < CHANCE {
                    moves[((bits >> 32).wrapping_mul(moves.len() as u64) >> 32) as usize]
                } else {
                    AvoidingPoints.arrange(game, &state, &moves, &mut places);
                    moves[usize::from(places[0])]
                }
            };
            game.play(&mut state, card);
            nodes += 1;
        }
        points += u64::from(state.taken()[0]);
    }
    (nodes, points)
}

/// Views after five tricks of random play in which at least two other players have shown that they lack something.
fn views_with_voids() -> Vec<(Hearts, CardView)> {
    let view = |seed: u64| {
        let (game, mut state) =
            Hearts::deal(HeartsRules::TABLE, PLAYERS, None, seed).expect("a deal of the whole pack");
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut known = SeatViews::new(&game, &state);
        for _ in 0..5 * PLAYERS {
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            let card = moves[rng.random_range(0..moves.len())];
            known.tell(&game, &state, card);
            game.play(&mut state, card);
        }
        let view = *known.of(Player::new(0)).view;
        let voids = Player::all(PLAYERS).filter(|&player| view.banned(player) != Cards::NONE).count();
        (voids >= 2).then(|| (game.public(), view))
    };
    (0..).filter_map(view).take(VIEWS).collect()
}

/// Deals drawn that fit, beside a shuffle of the unseen cards that looks at nothing.
fn worlds() -> Vec<SuiteRow> {
    let views = views_with_voids();
    let mut rows = ["unseen cards shuffled, voids ignored", "worlds drawn with voids, the engine"]
        .map(|what| timed(what.to_owned(), || (0, 0)));
    let mut dealers: Vec<_> = views.iter().map(|(game, view)| game.dealer(view).expect("a true view")).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut seen = 0;
    for _ in 0..ROUNDS {
        let shuffled = timed(String::new(), || {
            for (_, view) in &views {
                let mut cards: Vec<_> = view.unseen().iter().collect();
                for _ in 0..WORLDS {
                    for last in (1..cards.len()).rev() {
                        cards.swap(last, rng.random_range(0..=last as u32) as usize);
                    }
                    seen ^= cards[0].above();
                }
            }
            (0, 0)
        });
        let drawn = timed(String::new(), || {
            for dealer in &mut dealers {
                for _ in 0..WORLDS {
                    seen ^= dealer.deal(&mut rng).state.hand(Player::new(1)).len();
                }
            }
            (0, 0)
        });
        for (row, seconds) in rows.iter_mut().zip([shuffled.seconds, drawn.seconds]) {
            row.nodes += (VIEWS * WORLDS) as u64;
            row.seconds += seconds;
        }
    }
    std::hint::black_box(seen);
    let number = (VIEWS * WORLDS) as u64 * ROUNDS;
    with_rates(rows, number, "worlds/s")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bare_loops_play_what_the_engine_plays() {
        let (game, deal) = Hearts::deal(HeartsRules::default(), PLAYERS, None, 2).unwrap();
        let random = by_engine(&game, &deal, PlayoutPolicy::UNIFORM, 0..500);
        assert_eq!(random_by_hand(&deal, 0..500), random);
        let ordered = by_engine(&game, &deal, PlayoutPolicy::order(0.1), 0..100);
        assert_eq!(by_order(&game, &deal, 0..100), ordered);
        assert!(random.1 > 0 && ordered.1 > 0);
    }
}
