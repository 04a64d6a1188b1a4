//! The leaf-value tables of the 2005 paper.

use std::collections::HashSet;

use cutthroat::attain::{Attain, MAX_OUTCOMES, TableTest};
use cutthroat::{Evaluation, Payoff, Player, Standing, TieRule, Ties};
use cutthroat_games::cards::{
    HeartsEvaluation, HeartsRules, OhHellRules, Position, Rules, Spades, SpadesEvaluation, SpadesRules, TrickGame,
    for_each_share, preset, read,
};

/// Three tricks, and bids of 1, 1 and 2.
fn table_1() -> (Spades, Position) {
    read::<SpadesRules>("1:AK.2.. QJ..2. T9...2 bids=1,1,2").unwrap()
}

/// The rank of every player's payoff among all that they can get.
fn ranks(payoffs: &[Payoff], players: usize) -> Vec<Vec<usize>> {
    let rank = |payoff: &Payoff, player: Player| {
        let mut less: Vec<i16> =
            payoffs.iter().map(|other| other[player]).filter(|&other| other < payoff[player]).collect();
        less.sort_unstable();
        less.dedup();
        less.len()
    };
    payoffs.iter().map(|payoff| Player::all(players).map(|player| rank(payoff, player)).collect()).collect()
}

#[test]
fn table_1_of_2005() {
    let (game, _) = table_1();
    let outcomes = SpadesEvaluation::Table1.outcomes(&game).unwrap();
    let taken: Vec<&[i16]> = outcomes.iter().map(|outcome| outcome.counted.seats(3)).collect();
    assert_eq!(
        taken,
        [[0, 0, 3], [0, 1, 2], [0, 2, 1], [0, 3, 0], [1, 0, 2], [1, 1, 1], [1, 2, 0], [2, 0, 1], [2, 1, 0], [3, 0, 0]]
    );
    let payoffs: Vec<Payoff> = outcomes.iter().map(|outcome| outcome.payoff).collect();
    assert_eq!(payoffs[0].seats(3), [0, 0, 19 + 6]);
    assert_eq!(payoffs[1].seats(3), [0, 10 + 3, 20 + 3]);
    assert_eq!(payoffs[7].seats(3), [9 + 6, 0, 0]);
    assert_eq!(
        ranks(&payoffs, 3),
        [[0, 0, 2], [0, 2, 1], [0, 4, 0], [0, 3, 0], [2, 0, 1], [2, 2, 0], [2, 1, 0], [4, 0, 0], [1, 2, 0], [3, 0, 0]]
    );
}

#[test]
fn figure_8_of_2005() {
    let (game, deal) = table_1();
    let outcomes = SpadesEvaluation::Table1.outcomes(&game).unwrap();
    let payoffs: Vec<Payoff> = outcomes.iter().map(|outcome| outcome.payoff).collect();
    let ranks = ranks(&payoffs, 3);
    let ties = Ties { rule: TieRule::First, root: Player::new(0), players: 3 };
    let test = TableTest::<_, 1>::new(&SpadesEvaluation::Table1, &outcomes, ties, false).unwrap();
    assert_eq!(test.len(), 10);
    let row_with = |player: usize, rank: usize| ranks.iter().position(|ranks| ranks[player] == rank).unwrap() as u16;
    let possible = Attain::<Spades>::possible(&test, &game, &deal);
    let mut not_pruned = Vec::new();
    for one in 0..=4 {
        for two in 0..=4 {
            let mut region = Attain::<Spades>::everything(&test, &possible);
            for (player, rank) in [(0, one), (1, two)] {
                let best = row_with(player, rank);
                let accept = Attain::<Spades>::accept(&test, Player::new(player), &best, Standing::After);
                Attain::<Spades>::narrow(&test, &mut region, &accept, &possible);
            }
            if !Attain::<Spades>::is_empty(&test, &region) {
                not_pruned.push((one, two));
            }
        }
    }
    assert_eq!(not_pruned, [(0, 0), (0, 1), (1, 0), (1, 1)]);
}

/// With a trick for player 2 only the rows with a dagger are left, in which player 1 ranks at most 2 and player 3 at
/// most 1.
#[test]
fn a_trick_taken_removes_rows() {
    let (game, deal) = read::<SpadesRules>("2:K.2.. J..2. 9...2 taken=0,1,0 bids=1,1,2").unwrap();
    let outcomes = SpadesEvaluation::Table1.outcomes(&game).unwrap();
    let bounds = SpadesEvaluation::Table1.counted_bounds(&game, &deal).unwrap();
    let left: Vec<&[i16]> = outcomes
        .iter()
        .map(|outcome| outcome.counted)
        .enumerate()
        .filter(|(_, counted)| bounds.allow(counted, 3))
        .map(|(row, _)| outcomes[row].counted.seats(3))
        .collect();
    assert_eq!(left, [[0, 1, 2], [0, 2, 1], [0, 3, 0], [1, 1, 1], [1, 2, 0], [2, 1, 0]]);
}

#[test]
fn the_papers_numbers_of_outcomes() {
    for (cards, rows) in [(9, 55), (17, 171)] {
        let (game, _) = Spades::deal(SpadesRules::default(), 3, Some(cards), 1).unwrap();
        for utility in [SpadesEvaluation::Tricks, SpadesEvaluation::Mot, SpadesEvaluation::Score] {
            assert_eq!(utility.outcomes(&game).unwrap().len(), rows);
        }
    }
}

/// Outcomes are listed exactly where a table holds all different payoffs, however many ways lead to them.
fn are_listed_if_a_table_holds_them<R: Rules>(players: usize, cards: Option<usize>, rules: R) -> (usize, usize) {
    use cutthroat_games::cards::Utility as _;

    let (game, _) = TrickGame::deal(rules, players, cards, 1).unwrap();
    let (mut listed, mut few) = (0, 0);
    for utility in
        <R::Evaluation as cutthroat_games::cards::Utility<R>>::ALL.iter().filter(|utility| utility.completes())
    {
        let (mut payoffs, mut ways) = (HashSet::new(), 0);
        for_each_share(game.total(), game.parties(), |counts| {
            payoffs.insert(utility.worth(&game, counts));
            ways += 1;
        });
        let outcomes = utility.outcomes(&game).map(|outcomes| outcomes.len());
        assert_eq!(outcomes, (payoffs.len() <= MAX_OUTCOMES).then_some(ways), "{utility:?} for {players}");
        listed += usize::from(outcomes.is_some());
        few += usize::from(outcomes.is_some_and(|ways| ways > MAX_OUTCOMES));
    }
    (listed, few)
}

#[test]
fn outcomes_that_no_table_holds_are_not_listed() {
    let hearts = |players| are_listed_if_a_table_holds_them(players, None, HeartsRules::default());
    assert_eq!((hearts(3), hearts(4), hearts(6)), ((2, 0), (0, 0), (0, 0)));
    let oh_hell = |players, cards| are_listed_if_a_table_holds_them(players, Some(cards), OhHellRules::default());
    let (listed, few) = [(3, 17), (4, 13), (5, 10), (6, 8), (7, 7)]
        .map(|(players, cards)| oh_hell(players, cards))
        .into_iter()
        .fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
    assert!(listed > 0 && few > 0, "{listed} listed, {few} of them with more ways than a table holds");
}

/// 2000 paper, Table 1: Hearts turned round.
#[test]
fn hearts_is_turned_round() {
    let (game, _) = TrickGame::deal(HeartsRules::default(), 4, None, 1).unwrap();
    assert_eq!(game.total(), 26);
    let (game, _) = TrickGame::deal(preset::<HeartsRules>("table").unwrap(), 3, None, 1).unwrap();
    let range = HeartsEvaluation::SoFar.range(&game);
    assert_eq!((range.minp, range.maxp), (Some(Payoff::ZERO), Some(Payoff::uniform(26, 3))));
    let paper = TrickGame::deal(HeartsRules { random_aside: false, ..HeartsRules::default() }, 3, None, 1).unwrap().0;
    assert_eq!(HeartsEvaluation::Points.range(&paper).maxsum, Some(52));
}

#[test]
fn shooting_the_moon() {
    let payoff = |name: &str, taken: [u8; 8]| preset::<HeartsRules>(name).unwrap().score(4, &taken, 26);
    let shot = [0, 26, 0, 0, 0, 0, 0, 0];
    assert_eq!(payoff("paper", shot).seats(4), [26, 0, 26, 26]);
    assert_eq!(payoff("table", shot).seats(4), [0, 26, 0, 0]);
    assert_eq!(payoff("minus", shot).seats(4), [26, 52, 26, 26]);
    let missed = [1, 25, 0, 0, 0, 0, 0, 0];
    for name in ["paper", "table", "minus"] {
        assert_eq!(payoff(name, missed).seats(4), [25, 1, 26, 26]);
    }
}

#[test]
fn the_score_of_a_deal_of_spades() {
    let score = |rules: SpadesRules, players: usize, taken: &[u8]| {
        let mut counts = [0; 8];
        counts[..players].copy_from_slice(taken);
        rules.score(players, &counts, taken.iter().sum()).seats(players).to_vec()
    };
    let bids = |bids: &[u8]| {
        let mut all = [0; 8];
        all[..bids.len()].copy_from_slice(bids);
        Some(all)
    };
    let table = preset::<SpadesRules>("table").unwrap();
    // The examples of the 2005 paper: bid 3 and take 3, 5 and 2.
    let three = SpadesRules { bids: bids(&[3, 3, 3]), ..SpadesRules::default() };
    assert_eq!(score(three, 3, &[3, 5, 2]), [30, 32, -30]);
    // The tenth bag.
    let bagged = SpadesRules { bags: [0, 8, 0, 0, 0, 0, 0, 0], ..three };
    assert_eq!(score(bagged, 3, &[3, 5, 2]), [30, 32 - 100, -30]);
    // Partners add up; a nil counts by itself, and its tricks are bags.
    let nil = SpadesRules { bids: bids(&[4, 5, 0, 3]), ..table };
    assert_eq!(score(nil, 4, &[5, 6, 0, 2]), [141, 80, 141, 80]);
    assert_eq!(score(nil, 4, &[4, 6, 1, 2]), [-59, 80, -59, 80]);
    assert_eq!(score(nil, 4, &[3, 6, 2, 2]), [-138, 80, -138, 80]);
}
