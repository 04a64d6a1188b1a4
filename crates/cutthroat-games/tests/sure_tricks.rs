//! Sure tricks against all lines of play and against best play, on small deals of every game for tricks.

use cutthroat::maxn::MaxnOptions;
use cutthroat::paranoid::{ParanoidOptions, Window};
use cutthroat::{Evaluation, Game, Maxn, Notation as _, Paranoid, Payoff, Player, ScalarTable, SearchHints, TieRule};
use cutthroat_games::cards::{
    BridgeRules, HeartsRules, OhHellRules, Position, Rules, SergeantMajorRules, SpadesEvaluation, SpadesRules,
    TrickGame, Utility, for_each_share, preset, read,
};

use crate::card_order::CardOrder;
use crate::dense_deal::dense_deal;

/// The least and the most that each player counts in any line of play, by full enumeration.
fn all_lines<R: Rules>(game: &TrickGame<R>, utility: R::Evaluation, state: &Position) -> (Payoff, Payoff) {
    let players = game.players();
    if game.mover(state).is_none() {
        let mut counted = Vec::new();
        for_each_share(game.total(), game.parties(), |counts| {
            let of_player = |player: Player| i16::from(counts[game.rules().party(player.index())]);
            counted.push(Payoff::from_fn(players, of_player));
        });
        let counted = counted[utility.outcome(game, state)];
        return (counted, counted);
    }
    let mut moves = Vec::new();
    game.search_moves(state, &mut moves);
    let (mut least, mut most) = (Payoff::uniform(i16::MAX, players), Payoff::uniform(i16::MIN, players));
    for mv in moves {
        let mut child = *state;
        game.play(&mut child, mv);
        let (lo, up) = all_lines(game, utility, &child);
        for player in Player::all(players) {
            least[player] = least[player].min(lo[player]);
            most[player] = most[player].max(up[player]);
        }
    }
    (least, most)
}

/// What the side of `root` gets against all others, by full enumeration.
fn minimax<R: Rules>(game: &TrickGame<R>, utility: R::Evaluation, state: &Position, root: Player) -> i16 {
    let Some(mover) = game.mover(state) else { return utility.evaluate(game, state)[root] };
    let mut moves = Vec::new();
    game.search_moves(state, &mut moves);
    let values = moves.into_iter().map(|mv| {
        let mut child = *state;
        game.play(&mut child, mv);
        minimax(game, utility, &child, root)
    });
    let value = if game.side(mover) == game.side(root) { values.max() } else { values.min() };
    value.unwrap()
}

/// Plays deals at random and checks every position; returns how often a bound was not trivial.
fn bounds_are_true<R: Rules>(seeds: u64) -> u64 {
    let mut told = 0;
    let (least, most) = R::PLAYERS;
    for name in R::PRESETS {
        for (players, seed) in (least..=most).flat_map(|players| (0..seeds).map(move |seed| (players, seed))) {
            let cards = [0, 0, 5, 4, 3, 3, 2, 2][players];
            let (game, dealt) = TrickGame::<R>::deal(preset(name).unwrap(), players, Some(cards), seed).unwrap();
            // Every third deal stops before the hands are played out.
            let within = if seed % 3 == 2 { 1 + seed / 3 % (cards as u64 - 1) } else { cards as u64 };
            let (game, mut state) = read::<R>(&format!("{} within={within}", game.write_position(&dealt))).unwrap();
            let mut counts_before = vec![None; R::Evaluation::ALL.len()];
            let mut draw = seed;
            while game.mover(&state).is_some() {
                for (utility, before) in R::Evaluation::ALL.iter().zip(&mut counts_before) {
                    told += check(&game, *utility, &state, before);
                }
                let mut moves = Vec::new();
                game.search_moves(&state, &mut moves);
                draw = draw.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                let mv = moves[(draw >> 33) as usize % moves.len()];
                game.play(&mut state, mv);
            }
        }
    }
    told
}

fn check<R: Rules>(
    game: &TrickGame<R>,
    utility: R::Evaluation,
    state: &Position,
    before: &mut Option<cutthroat::Bounds>,
) -> u64 {
    let Some(ensured) = Evaluation::ensured(&utility, game, state) else { return 0 };
    let players = game.players();
    let context = || format!("{} {} at {state:?}", R::NAME, utility.name());
    let (least, most) = all_lines(game, utility, state);
    let taken = utility.counted_bounds(game, state).unwrap();
    let mut told = 0;
    for player in Player::all(players) {
        let counted = ensured.counted;
        assert!(counted.lo[player] <= least[player], "{} {player:?} {counted:?} {least:?}", context());
        assert!(counted.up[player] >= most[player], "{} {player:?} {counted:?} {most:?}", context());
        if let Some(earlier) = before {
            let only_tightens = counted.lo[player] >= earlier.lo[player] && counted.up[player] <= earlier.up[player];
            assert!(only_tightens, "{} {player:?} from {earlier:?} to {counted:?}", context());
        }
        told += u64::from(counted.lo[player] > taken.lo[player]);
        if let Some(payoff) = ensured.payoff {
            let value = minimax(game, utility, state, player);
            assert!(
                (payoff.lo[player]..=payoff.up[player]).contains(&value),
                "{} paranoid for {player:?}: {value}, not in {payoff:?}",
                context()
            );
        }
    }
    *before = Some(ensured.counted);
    if let Some(payoff) = ensured.payoff {
        for ties in [TieRule::First, TieRule::WorstForRoot, TieRule::Spiteful] {
            let value = Maxn::with_order(game, &utility, &CardOrder::<R>::Listed)
                .options(&MaxnOptions { ties, ..MaxnOptions::default() })
                .run(state)
                .unwrap();
            assert!(payoff.allow(&value.payoff, players), "{} {:?} not in {payoff:?}", context(), value.payoff);
            told += 1;
        }
    }
    told
}

#[test]
fn hearts_is_sure() {
    assert!(bounds_are_true::<HeartsRules>(60) > 10_000);
}

#[test]
fn spades_is_sure() {
    assert!(bounds_are_true::<SpadesRules>(12) > 1_000);
}

#[test]
fn sergeant_major_is_sure() {
    assert!(bounds_are_true::<SergeantMajorRules>(60) > 1_000);
}

#[test]
fn oh_hell_is_sure() {
    assert!(bounds_are_true::<OhHellRules>(5) > 1_000);
}

#[test]
fn bridge_is_sure() {
    assert!(bounds_are_true::<BridgeRules>(60) > 1_000);
}

/// One against two: what either side is sure of where a trick begins and before its last card is within the value, whichever
/// question is asked.
#[test]
fn one_against_two_is_sure() {
    let (mut sure, mut all) = (0, 0);
    for (cards, seeds) in [(2, 1500), (3, 3000), (4, 1500), (5, 150)] {
        for seed in 0..seeds {
            let (game, mut state) = dense_deal(SpadesRules::default(), 3, cards, seed);
            let mut draw = seed;
            while game.mover(&state).is_some() {
                for root in Player::all(3) {
                    let value = minimax(&game, SpadesEvaluation::Tricks, &state, root);
                    for asked in 0..=cards as i32 + 1 {
                        let limits = if asked == 0 { (-1, 14) } else { (asked - 1, asked) };
                        let bounds = SpadesEvaluation::Tricks.side_bounds(&game, &state, root, limits).unwrap();
                        let context = || format!("{state:?} for {root:?}, {limits:?}: {value}, {bounds:?}");
                        assert!((bounds.lo..=bounds.up).contains(&value), "{}", context());
                        (sure, all) = (sure + u64::from(bounds.lo == bounds.up), all + 1);
                    }
                }
                let mut moves = Vec::new();
                game.search_moves(&state, &mut moves);
                draw = draw.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                game.play(&mut state, moves[(draw >> 33) as usize % moves.len()]);
            }
        }
    }
    assert!(10 * sure > all, "{sure} of {all}");
}

/// One against two: with bounds and a table that keeps what they rest on, every lead is worth what it is without.
#[test]
fn what_one_against_two_rests_on_is_kept() {
    for (cards, seeds) in [(5, 3000), (6, 1000), (7, 200)] {
        for seed in 0..seeds {
            let (game, deal) = dense_deal(SpadesRules::default(), 3, cards, seed);
            let root = game.mover(&deal).unwrap();
            let values = |bounds: bool| {
                let options =
                    ParanoidOptions { window: Window::Null, bounds, all_moves: true, ..ParanoidOptions::default() };
                let mut table = ScalarTable::new(4);
                let search =
                    Paranoid::with_order(&game, &SpadesEvaluation::Tricks, &CardOrder::Listed).options(&options);
                let search = if bounds { search.partitions(&mut table) } else { search.table(&mut table) };
                let found = search.run(&deal).unwrap();
                found.moves.iter().map(|value| (value.mv, value.payoff[root])).collect::<Vec<_>>()
            };
            assert_eq!(values(true), values(false), "{cards} cards, seed {seed}");
        }
    }
}
