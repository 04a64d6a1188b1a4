//! How many possible deals one core draws in a second, in the middle of deals of four-player Hearts in which players have
//! shown voids.
//!
//!     cargo run --release -p cutthroat-games --example world_speed

use std::time::Instant;

use cutthroat::hidden::{Dealer, Hidden, SeatViews};
use cutthroat::{Game, Player};
use cutthroat_games::cards::{CardView, Cards, Hearts, HeartsRules};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Views after `tricks` tricks of random play in which at least two other players have shown that they lack something.
fn views(tricks: usize) -> Vec<(Hearts, CardView)> {
    let mut found = Vec::new();
    for seed in 0.. {
        let (game, mut state) = Hearts::deal(HeartsRules::TABLE, 4, None, seed).expect("a deal of the whole pack");
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut known = SeatViews::new(&game, &state);
        for _ in 0..4 * tricks {
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            let card = moves[rng.random_range(0..moves.len())];
            known.tell(&game, &state, card);
            game.play(&mut state, card);
        }
        let view = *known.of(Player::new(0)).view;
        if Player::all(4).filter(|&player| view.banned(player) != Cards::NONE).count() >= 2 {
            found.push((game.public(), view));
        }
        if found.len() == 50 {
            return found;
        }
    }
    found
}

fn main() {
    const DRAWN: usize = 10_000;
    for tricks in [0, 3, 5, 7, 9] {
        let views = if tricks == 0 { start() } else { views(tricks) };
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let counting = Instant::now();
        let mut dealers: Vec<_> = views.iter().map(|(game, view)| game.dealer(view).expect("a true view")).collect();
        let counted = counting.elapsed().as_secs_f64() / dealers.len() as f64;
        let drawing = Instant::now();
        let mut seen = 0;
        for dealer in &mut dealers {
            for _ in 0..DRAWN {
                seen ^= dealer.deal(&mut rng).state.hand(Player::new(1)).bits();
            }
        }
        let rate = (dealers.len() * DRAWN) as f64 / drawing.elapsed().as_secs_f64();
        println!("after {tricks} tricks: {rate:.0} worlds a second, counted in {:.0} us ({seen:x})", counted * 1e6);
    }
}

/// The view at the start, without voids.
fn start() -> Vec<(Hearts, CardView)> {
    let (game, state) = Hearts::deal(HeartsRules::TABLE, 4, None, 1).expect("a deal of the whole pack");
    vec![(game.public(), game.first_view(&state, Player::new(0))); 20]
}
