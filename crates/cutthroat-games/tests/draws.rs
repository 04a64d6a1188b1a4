//! Moves drawn by chance.

use cutthroat::playout::FastRandom;
use cutthroat::{Evaluation, Game, SearchHints};
use cutthroat_games::cards::{
    BridgeRules, HeartsRules, OhHellRules, Rules, SergeantMajorRules, SpadesRules, TrickGame, Utility,
};

/// Whole tricks drawn at a time are the same cards, drawn one by one.
#[test]
fn whole_tricks_are_drawn_like_single_cards() {
    fn check<R: Rules>(players: usize) {
        for seed in 0..300 {
            let preset = R::PRESETS.get(seed as usize % R::PRESETS.len().max(1)).and_then(|name| R::preset(name));
            let Ok((game, mut position)) = TrickGame::<R>::deal(preset.unwrap_or_default(), players, None, seed) else {
                continue;
            };
            let mut moves = Vec::new();
            let mut random = FastRandom::new(seed, 1);
            for _ in 0..seed % 30 {
                let card = game.draw_move(&position, &mut moves, |count| random.below(count));
                game.play(&mut position, card);
            }
            let (mut one_by_one, mut tricks) = (position, position);
            let mut random = FastRandom::new(seed, 2);
            let nodes = game.draw_to_the_end(&mut tricks, |count| random.below(count)).unwrap();
            let mut random = FastRandom::new(seed, 2);
            for _ in 0..nodes {
                let card = game.draw_move(&one_by_one, &mut moves, |count| random.below(count));
                game.play(&mut one_by_one, card);
            }
            assert_eq!(one_by_one, tricks, "{} {position:?}", R::NAME);
            assert!(tricks.left() == 0 || game.mover(&tricks).is_none());
            // Nothing that is played later changes the outcome.
            for &utility in R::Evaluation::ALL {
                let decided = utility.evaluate(&game, &tricks);
                let mut end = tricks;
                while game.mover(&end).is_some() {
                    let card = game.draw_move(&end, &mut moves, |count| random.below(count));
                    game.play(&mut end, card);
                }
                assert_eq!(utility.evaluate(&game, &end), decided, "{} {}", R::NAME, utility.name());
            }
        }
    }
    check::<HeartsRules>(3);
    check::<HeartsRules>(4);
    check::<SpadesRules>(3);
    check::<OhHellRules>(4);
    check::<SergeantMajorRules>(3);
    check::<BridgeRules>(4);
}
