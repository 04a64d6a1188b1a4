//! Bridge double dummy: against brute force on small hands, and against itself on large ones, whole deals included.

use cutthroat::paranoid::{ParanoidOptions, Window};
use cutthroat::{Analysis, Budget, Evaluation as _, Game, Paranoid, Player, ScalarTable};
use cutthroat_games::cards::bridge::tricks_in_strain;
use cutthroat_games::cards::{Bridge, BridgeEvaluation, BridgeRules, Card, CardStart, Cards, Position, Suit, Weighted};

use crate::card_order::CardOrder;
use crate::dense_deal::dense_deal;

const STRAINS: [Option<Suit>; 5] =
    [Some(Suit::Spades), Some(Suit::Hearts), Some(Suit::Diamonds), Some(Suit::Clubs), None];

/// Limits within which every value lies.
const OPEN: (i32, i32) = (-1, 14);

fn deal(trump: Option<Suit>, cards: usize, seed: u64) -> (Bridge, Position) {
    Bridge::deal(BridgeRules { trump }, 4, Some(cards), seed).unwrap()
}

/// Searches with the settings of `solve`.
fn solve(game: &Bridge, state: &Position, all_moves: bool) -> Analysis<Card> {
    let order = CardOrder::Weighted(Weighted::against(game.mover(state).unwrap()));
    let options = ParanoidOptions { window: Window::Null, bounds: true, all_moves, ..ParanoidOptions::default() };
    let mut table = ScalarTable::new(16);
    Paranoid::with_order(game, &BridgeEvaluation::Tricks, &order)
        .options(&options)
        .partitions(&mut table)
        .run(state)
        .unwrap()
}

/// The tricks of seats 1 and 3.
fn tricks(game: &Bridge, state: &Position) -> i16 {
    let mover = game.mover(state).unwrap();
    let own = solve(game, state, false).payoff[mover];
    if mover.index().is_multiple_of(2) { own } else { i16::from(game.total()) - own }
}

/// The deal with every hand `by` seats further on, and seat 1 + `by` to lead.
fn rotated(trump: Option<Suit>, deal: &Position, by: usize) -> (Bridge, Position) {
    let hands = (0..4).map(|seat| deal.hand(Player::new((seat + 4 - by) % 4))).collect();
    Bridge::new(BridgeRules { trump }, &CardStart { hands, leader: by, ..CardStart::default() }).unwrap()
}

/// The deal with every suit, trump too, `by` further on.
fn permuted(trump: Option<Suit>, deal: &Position, by: usize) -> (Bridge, Position) {
    let other = |suit: Suit| Suit::ALL[(suit as usize + by) % 4];
    let hand = |seat| -> Cards {
        deal.hand(Player::new(seat)).iter().map(|card| Card::new(other(card.suit()), card.above())).collect()
    };
    let start = CardStart { hands: (0..4).map(hand).collect(), ..CardStart::default() };
    Bridge::new(BridgeRules { trump: trump.map(other) }, &start).unwrap()
}

#[test]
fn small_hands_are_worth_what_brute_force_finds() {
    for (cards, seeds) in [(3, 100), (4, 40), (5, 4)] {
        for (seed, trump) in (0..seeds).flat_map(|seed| STRAINS.map(|trump| (seed, trump))) {
            let (game, deal) = deal(trump, cards, seed);
            let every_node = ParanoidOptions { prune: false, all_moves: true, ..ParanoidOptions::default() };
            let plain = Paranoid::with_order(&game, &BridgeEvaluation::Tricks, &CardOrder::Listed)
                .options(&every_node)
                .run(&deal)
                .unwrap();
            let found = solve(&game, &deal, true);
            let root = game.mover(&deal).unwrap();
            let own = |analysis: &Analysis<Card>| -> Vec<_> {
                analysis.moves.iter().map(|value| (value.mv, value.payoff[root])).collect()
            };
            assert_eq!(own(&found), own(&plain), "{cards} cards, seed {seed}, {trump:?}");
            assert_eq!(solve(&game, &deal, false).best, plain.best, "{cards} cards, seed {seed}, {trump:?}");
        }
    }
}

/// What a side is sure of lies within its value, and often answers the question that is asked. A question that all bounds
/// together answer is answered by those that it asks for.
#[test]
fn what_sides_are_sure_of_is_theirs() {
    let (mut answered, mut asked) = (0, 0);
    for (cards, seeds) in [(2, 1000), (3, 3000), (4, 2000), (5, 500), (6, 50)] {
        for (seed, trump) in (0..seeds).flat_map(|seed| STRAINS.map(|trump| (seed, trump))) {
            let (game, deal) = dense_deal(BridgeRules { trump }, 4, cards, seed);
            let root = game.mover(&deal).unwrap();
            let without = ParanoidOptions { window: Window::Null, ..ParanoidOptions::default() };
            let mut table = ScalarTable::new(1);
            let value = Paranoid::with_order(&game, &BridgeEvaluation::Tricks, &CardOrder::Listed)
                .options(&without)
                .partitions(&mut table)
                .run(&deal)
                .unwrap()
                .payoff[root];
            let all = BridgeEvaluation::Tricks.side_bounds(&game, &deal, root, OPEN).unwrap();
            assert!((all.lo..=all.up).contains(&value), "{cards} cards, seed {seed}, {trump:?}: {value}, {all:?}");
            for (alpha, beta) in (1..=cards as i32).map(|asked| (asked - 1, asked)) {
                let own = BridgeEvaluation::Tricks.side_bounds(&game, &deal, root, (alpha, beta)).unwrap();
                let context = format!("{cards} cards, seed {seed}, {trump:?}, {beta}: {value}, {own:?}, {all:?}");
                assert!((own.lo..=own.up).contains(&value), "{context}");
                assert!(i32::from(own.lo) >= beta || i32::from(all.lo) < beta, "{context}");
                assert!(i32::from(own.up) <= alpha || i32::from(all.up) > alpha, "{context}");
                let other = (cards as i32 - beta, cards as i32 - alpha);
                let other = BridgeEvaluation::Tricks.side_bounds(&game, &deal, Player::new(1), other).unwrap();
                assert_eq!((other.lo, other.up), (cards as i16 - own.up, cards as i16 - own.lo), "{context}");
                answered += i32::from(i32::from(own.lo) >= beta || i32::from(own.up) <= alpha);
                asked += 1;
            }
        }
    }
    assert!(2 * answered > asked, "{answered} of {asked}");
}

/// The same after every lead. Only the second hand's side is sure of anything there.
#[test]
fn what_the_second_hand_is_sure_of_is_theirs() {
    let (mut answered, mut asked) = (0, 0);
    for (cards, seeds) in [(2, 500), (3, 1500), (4, 500), (5, 60)] {
        for (seed, trump) in (0..seeds).flat_map(|seed| STRAINS.map(|trump| (seed, trump))) {
            let (game, mut state) = dense_deal(BridgeRules { trump }, 4, cards, seed);
            let every_move = ParanoidOptions { all_moves: true, ..ParanoidOptions::default() };
            let mut table = ScalarTable::new(1);
            let search =
                Paranoid::with_order(&game, &BridgeEvaluation::Tricks, &CardOrder::Listed).options(&every_move);
            let found = search.partitions(&mut table).run(&state).unwrap();
            let [first, second] = [game.mover(&state).unwrap(), Player::new(1)];
            for lead in found.moves {
                let undo = game.play(&mut state, lead.mv);
                for (root, asked_for) in
                    [first, second].into_iter().flat_map(|root| (1..=cards as i32).map(move |one| (root, one)))
                {
                    let limits = (asked_for - 1, asked_for);
                    let bounds = BridgeEvaluation::Tricks.side_bounds(&game, &state, root, limits).unwrap();
                    let value = lead.payoff[root];
                    let context = format!("{state:?} for {root:?}, {trump:?}, {asked_for}: {value}, {bounds:?}");
                    assert!((bounds.lo..=bounds.up).contains(&value), "{context}");
                    answered += i32::from(i32::from(bounds.lo) >= limits.1 || i32::from(bounds.up) <= limits.0);
                    asked += 1;
                }
                game.undo(&mut state, lead.mv, undo);
            }
        }
    }
    assert!(5 * answered > asked, "{answered} of {asked}");
}

/// With bounds and a table that keeps what they rest on, every lead is worth what it is without.
#[test]
fn what_sides_rest_on_is_kept() {
    for (cards, seeds) in [(3, 600), (4, 150), (5, 20)] {
        for (seed, trump) in (0..seeds).flat_map(|seed| STRAINS.map(|trump| (seed, trump))) {
            let (game, deal) = dense_deal(BridgeRules { trump }, 4, cards, seed);
            let every_move = ParanoidOptions { all_moves: true, ..ParanoidOptions::default() };
            let plain = Paranoid::with_order(&game, &BridgeEvaluation::Tricks, &CardOrder::Listed)
                .options(&every_move)
                .run(&deal)
                .unwrap();
            let root = game.mover(&deal).unwrap();
            let own = |analysis: &Analysis<Card>| -> Vec<_> {
                analysis.moves.iter().map(|value| (value.mv, value.payoff[root])).collect()
            };
            assert_eq!(own(&solve(&game, &deal, true)), own(&plain), "{cards} cards, seed {seed}, {trump:?}");
            let found = solve(&game, &deal, false);
            assert_eq!(
                (found.best, found.payoff[root]),
                (plain.best, plain.payoff[root]),
                "{cards} cards, seed {seed}, {trump:?}"
            );
        }
    }
}

#[test]
fn the_best_card_is_worth_what_the_deal_is() {
    for (seed, trump) in (0..3).flat_map(|seed| STRAINS.map(|trump| (seed, trump))) {
        let (game, deal) = deal(trump, 9, seed);
        let value = tricks(&game, &deal);
        let all = solve(&game, &deal, true);
        let root = game.mover(&deal).unwrap();
        assert_eq!(all.moves.iter().map(|value| value.payoff[root]).max(), Some(value), "seed {seed}, {trump:?}");
        for worth in &all.moves {
            let mut after = deal;
            game.play(&mut after, worth.mv);
            // Seat 2 moves now, and the value is for its side.
            assert_eq!(tricks(&game, &after), worth.payoff[root], "seed {seed}, {trump:?}, {:?}", worth.mv);
        }
        let mut end = deal;
        for &mv in &all.line {
            game.play(&mut end, mv);
        }
        assert_eq!(i16::from(end.taken()[0]), value, "seed {seed}, {trump:?}: the line keeps its promise");
    }
}

#[test]
fn seats_and_suits_are_alike() {
    for (cards, seeds) in [(8, 12), (10, 4), (13, 1)] {
        for (seed, trump) in (0..seeds).flat_map(|seed| STRAINS.map(|trump| (seed, trump))) {
            let (game, deal) = deal(trump, cards, seed);
            let value = tricks(&game, &deal);
            let by = 1 + seed as usize % 3;
            let (game, turned) = rotated(trump, &deal, by);
            let own = if by.is_multiple_of(2) { value } else { cards as i16 - value };
            assert_eq!(tricks(&game, &turned), own, "{cards} cards, seed {seed}, {trump:?}, {by} seats on");
            let (game, recoloured) = permuted(trump, &deal, by);
            assert_eq!(tricks(&game, &recoloured), value, "{cards} cards, seed {seed}, {trump:?}, {by} suits on");
        }
    }
}

/// The four searches of a strain share a table and ask for one side's tricks. Each search alone, with its own table and for the
/// side that leads, finds the same.
#[test]
fn a_shared_table_changes_no_result() {
    for (cards, seed) in [(2, 6), (5, 20), (8, 6), (10, 2)]
        .into_iter()
        .flat_map(|(cards, seeds)| (0..seeds).map(move |seed| (cards, seed)))
    {
        for trump in STRAINS {
            let (_, dealt) = deal(trump, cards, seed);
            let hands: [Cards; 4] = std::array::from_fn(|seat| dealt.hand(Player::new(seat)));
            let mut table = ScalarTable::new(16);
            let shared = tricks_in_strain(&hands, trump, &mut table, &Budget::default()).unwrap();
            let alone: [u8; 4] = std::array::from_fn(|declarer| {
                let start = CardStart { hands: hands.to_vec(), leader: (declarer + 1) % 4, ..CardStart::default() };
                let (game, deal) = Bridge::new(BridgeRules { trump }, &start).unwrap();
                solve(&game, &deal, false).payoff[Player::new(declarer)] as u8
            });
            assert_eq!(shared, alone, "{cards} cards, seed {seed}, {trump:?}");
        }
    }
}
