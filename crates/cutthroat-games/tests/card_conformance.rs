//! Every trick game, with every preset, number of players and size of hand, through the conformance kit.

use std::cell::Cell;

use cutthroat::conformance::Conformance;
use cutthroat::{Game, Notation, Player, SearchHints};
use cutthroat_games::cards::{
    BridgeRules, Cards, HeartsRules, Listing, OhHellRules, Position, Rules, SergeantMajorRules, SpadesRules, TrickGame,
    Utility, preset,
};

fn every_deal<R: Rules>(check: impl Fn(&TrickGame<R>, &Position)) {
    let (least, most) = R::PLAYERS;
    for name in R::PRESETS {
        for players in least..=most {
            let rules: R = preset(name).unwrap();
            let full = rules.hand_size(players);
            for (seed, cards) in [1, 2, 3, 5, 8, full].into_iter().filter(|&cards| cards <= full).enumerate() {
                let (game, deal) = TrickGame::deal(rules.clone(), players, Some(cards), seed as u64).unwrap();
                check(&game, &deal);
                check(&game.clone().listed(Listing::ByRank), &deal);
            }
        }
    }
}

fn conforms<R: Rules>() {
    let kit = Conformance { games: 12, ..Conformance::default() };
    every_deal::<R>(|game, deal| {
        kit.rules(game, deal).unwrap();
        kit.hints(game, deal).unwrap();
        kit.notation(game, deal).unwrap();
        for utility in R::Evaluation::ALL {
            kit.evaluation(game, deal, utility).unwrap_or_else(|fault| panic!("{}: {fault}", utility.name()));
        }
    });
}

#[test]
fn hearts_conforms() {
    conforms::<HeartsRules>();
}

#[test]
fn spades_conforms() {
    conforms::<SpadesRules>();
}

#[test]
fn sergeant_major_conforms() {
    conforms::<SergeantMajorRules>();
}

#[test]
fn oh_hell_conforms() {
    conforms::<OhHellRules>();
}

#[test]
fn bridge_conforms() {
    conforms::<BridgeRules>();
}

/// Every legal card of random positions is read as itself, and playing it takes it from the hand, and nothing else.
fn cards_are_played_as_they_are_named<R: Rules>() -> u64 {
    let merged = Cell::new(0);
    every_deal::<R>(|game, deal| {
        let mut state = *deal;
        let mut draw = 1_u64;
        while let Some(mover) = game.mover(&state) {
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            assert_eq!(moves.iter().copied().collect::<Cards>(), game.legal(&state), "{state:?}");
            for &card in &moves {
                let read = game.read_move(&state, &game.write_move(&state, card)).unwrap();
                assert_eq!(read, card, "{} {state:?}", R::NAME);
                let mut after = state;
                game.play(&mut after, read);
                for player in Player::all(game.players()) {
                    let played = if player == mover { card.alone() } else { Cards::NONE };
                    assert!((played - state.hand(player)).is_empty());
                    assert_eq!(after.hand(player), state.hand(player) - played, "{} {card} {state:?}", R::NAME);
                }
                merged.set(merged.get() + u64::from(game.equivalents(&state, card)[0] != card));
            }
            draw = draw.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            game.play(&mut state, moves[(draw >> 33) as usize % moves.len()]);
        }
    });
    merged.get()
}

/// Also the cards that searches leave out; there have to be some.
#[test]
fn playing_a_card_removes_that_card() {
    for merged in [
        cards_are_played_as_they_are_named::<HeartsRules>(),
        cards_are_played_as_they_are_named::<SpadesRules>(),
        cards_are_played_as_they_are_named::<SergeantMajorRules>(),
        cards_are_played_as_they_are_named::<OhHellRules>(),
        cards_are_played_as_they_are_named::<BridgeRules>(),
    ] {
        assert!(merged > 100, "{merged} cards had a higher equivalent");
    }
}

/// At the end, evaluations agree with the rules of the game, if they are meant to.
#[test]
fn the_first_evaluation_is_the_payoff_at_the_end() {
    fn check<R: Rules>(utility: usize) {
        every_deal::<R>(|game, deal| {
            let mut state = *deal;
            let mut moves = Vec::new();
            while game.mover(&state).is_some() {
                moves.clear();
                game.moves(&state, &mut moves);
                game.play(&mut state, moves[moves.len() / 2]);
            }
            let utility = R::Evaluation::ALL[utility];
            assert_eq!(cutthroat::Evaluation::evaluate(&utility, game, &state), game.payoff(&state));
        });
    }
    check::<HeartsRules>(0);
    check::<SpadesRules>(3);
    check::<SergeantMajorRules>(0);
    check::<OhHellRules>(0);
    check::<BridgeRules>(0);
}

/// A deal of which only some tricks are played ends there, counts only those, and can be written and read.
#[test]
fn a_deal_can_be_played_within_a_number_of_tricks() {
    use cutthroat_games::cards::{CardStart, SergeantMajor};
    let (_, deal) = SergeantMajor::deal(SergeantMajorRules::default(), 3, Some(16), 3).unwrap();
    let hands = Player::all(3).map(|player| deal.hand(player)).collect();
    let start = CardStart { hands, within: Some(5), ..CardStart::default() };
    let (game, first_five) = SergeantMajor::new(SergeantMajorRules::default(), &start).unwrap();
    assert_eq!(game.total(), 5);
    assert!(game.write_position(&first_five).ends_with(" within=5"));
    let kit = Conformance { games: 20, ..Conformance::default() };
    kit.rules(&game, &first_five).unwrap();
    kit.hints(&game, &first_five).unwrap();
    kit.notation(&game, &first_five).unwrap();
    let mut state = first_five;
    let mut plies = 0;
    while game.mover(&state).is_some() {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        game.play(&mut state, moves[0]);
        plies += 1;
    }
    assert_eq!(plies, 15);
    assert_eq!(state.taken().iter().sum::<u8>(), 5);
}
