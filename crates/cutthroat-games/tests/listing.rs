//! Ties to the left of a game's order: the leftmost branch of the papers, against a naive max^n with that tie-break,
//! with every pruning and with tables.

use cutthroat::maxn::{MaxnOptions, Test};
use cutthroat::{Evaluation, Game, Maxn, MoveOrder, Payoff, Pruning, SearchHints, Selection, VectorTable};
use cutthroat_games::cards::{Card, Position, Rules, SpadesRules, TrickGame, Utility};

use crate::card_order::CardOrder;

/// The value of the position and the line, if the first of equal moves by the order is played.
fn leftmost<R: Rules>(
    game: &TrickGame<R>,
    utility: R::Evaluation,
    order: &R::Order,
    position: &Position,
) -> (Payoff, Vec<Card>) {
    let Some(mover) = game.mover(position) else { return (utility.evaluate(game, position), Vec::new()) };
    let mut moves = Vec::new();
    game.search_moves(position, &mut moves);
    let mut places: Vec<u16> = (0..moves.len() as u16).collect();
    order.arrange(game, position, &moves, &mut places);
    let mut best: Option<(Payoff, Vec<Card>)> = None;
    for place in places {
        let card = moves[usize::from(place)];
        let mut below = *position;
        game.play(&mut below, card);
        let (payoff, line) = leftmost(game, utility, order, &below);
        if best.as_ref().is_none_or(|(known, _)| payoff[mover] > known[mover]) {
            best = Some((payoff, [vec![card], line].concat()));
        }
    }
    best.expect("the mover has a move")
}

/// How many searches were compared, and in how many deals the reference order breaks ties differently.
fn searches_agree<R: Rules>(cards: usize, seeds: u64) -> (u32, u32) {
    let (mut searches, mut otherwise) = (0, 0);
    for seed in 0..seeds {
        let (game, deal) = TrickGame::<R>::deal(R::default(), 3, Some(cards), seed).unwrap();
        for &utility in R::Evaluation::ALL {
            let order = CardOrder::<R>::usual();
            let expected = leftmost(&game, utility, &R::Order::default(), &deal);
            let by_reference = Maxn::with_order(&game, &utility, &order).run(&deal).unwrap();
            otherwise += u32::from((by_reference.payoff, &by_reference.line) != (expected.0, &expected.1));
            let listed = Selection { by_order: true, ..Selection::default() };
            let tabled = utility.outcomes(&game).is_some_and(|outcomes| outcomes.len() <= 1024);
            for pruning in [Pruning::NONE, Pruning::SHALLOW, Pruning::SPECULATIVE, Pruning::DEEP] {
                for test in [Test::Sum, Test::Table] {
                    if test == Test::Table && (!tabled || pruning.is_none()) {
                        continue;
                    }
                    let options = MaxnOptions { pruning, test, bounds: test == Test::Table, ..MaxnOptions::default() };
                    let mut table = VectorTable::with_slots(256);
                    let search = || Maxn::with_order(&game, &utility, &order).options(&options).selection(listed);
                    for found in [search().run(&deal), search().partitions(&mut table).run(&deal)] {
                        let Ok(found) = found else { continue };
                        let what = (R::NAME, utility.name(), pruning.name(), test.name(), seed);
                        assert_eq!((found.payoff, &found.line), (expected.0, &expected.1), "{what:?}");
                        searches += 1;
                    }
                }
            }
        }
    }
    (searches, otherwise)
}

#[test]
fn ties_go_to_what_the_order_tries_first() {
    let (searches, otherwise) = searches_agree::<SpadesRules>(4, 60);
    assert!(searches > 1500 && otherwise > 40, "{searches} searches, {otherwise} differ by the reference order");
}
