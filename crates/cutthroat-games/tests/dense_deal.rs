//! Deals out of small packs, so that voids, entries and blocked suits are common.

use cutthroat_games::cards::{Card, CardStart, Position, Rules, Suit, TrickGame};

/// A deal of `cards` cards for each of `players`.
pub(crate) fn dense_deal<R: Rules>(rules: R, players: usize, cards: usize, seed: u64) -> (TrickGame<R>, Position) {
    let suits = 2 + seed as usize % 3;
    let ranks = (players * cards).div_ceil(suits) + seed as usize / 3 % 3;
    let pack = (0..suits).flat_map(|suit| (0..ranks.min(13)).map(move |above| (suit, above)));
    let mut pack: Vec<Card> = pack.map(|(suit, above)| Card::new(Suit::ALL[suit], above)).collect();
    let mut draw = seed;
    for left in (1..pack.len()).rev() {
        draw = draw.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        pack.swap(left, (draw >> 33) as usize % (left + 1));
    }
    let hands = pack.chunks(cards).take(players).map(|hand| hand.iter().copied().collect()).collect();
    TrickGame::new(rules, &CardStart { hands, ..CardStart::default() }).unwrap()
}
