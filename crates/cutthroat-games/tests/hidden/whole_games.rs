//! Whole games: the score sheet against a plain reading of the rules, and worked examples.

use cutthroat::conformance::Conformance;
use cutthroat::playout::FastRandom;
use cutthroat::{Game, Maxn, Player, Pruning};
use cutthroat_games::cards::{
    Card, Counts, DealMove, DealPhase, HeartsRules, Moon, NextDeal, OhHellRules, Pass, Rules, ScoreSheet, Scoring,
    SeatSet, SergeantMajorRules, SpadesRules, Standing, Suit, TrickGame, Utility as _, WholeGame, first_choice, preset,
    seed_of_deal, utility_named,
};

/// Shares `total` among `players` at random.
fn shared(total: u8, players: usize, random: &mut FastRandom) -> Counts {
    let mut taken = Counts::default();
    // Now and then one player takes everything.
    let all = random.below(8) == 0;
    let lucky = random.below(players);
    for _ in 0..total {
        taken[if all { lucky } else { random.below(players) }] += 1;
    }
    taken
}

/// A game as the plain reading of the rules keeps it: a list of totals in the order of the players.
struct Plain {
    totals: Vec<i32>,
    bags: Vec<i32>,
    deal: usize,
}

impl Plain {
    fn new(players: usize) -> Self {
        Self { totals: vec![0; players], bags: vec![0; players], deal: 0 }
    }

    /// The seat of a player: the dealer, who has the last, moves on by one from deal to deal.
    fn seat(&self, player: usize) -> usize {
        let players = self.totals.len();
        (player + players * 1000 - self.deal) % players
    }

    fn best(&self, low_wins: bool) -> Vec<usize> {
        let sign = if low_wins { -1 } else { 1 };
        let best = self.totals.iter().map(|total| sign * total).max().unwrap();
        (0..self.totals.len()).filter(|&player| sign * self.totals[player] == best).collect()
    }

    fn compare<R: Rules>(&self, game: &WholeGame<R>, sheet: &ScoreSheet, over: bool, winners: &[usize]) {
        let standing = sheet.standing();
        assert_eq!(standing.totals(), self.totals, "{sheet}");
        assert_eq!(game.is_over(&standing), over, "{sheet}");
        let found: Vec<usize> = game.winners(&standing).into_iter().map(Player::index).collect();
        assert_eq!(found, winners, "{sheet}");
        assert_eq!(sheet.rows().len(), self.deal);
        assert_eq!(game.next_deal(&standing).is_none(), over);
    }
}

#[test]
fn hearts_is_scored_by_the_rules() {
    let mut moons = 0;
    for number in 0..1_500_u64 {
        let random = &mut FastRandom::new(11, number);
        let players = 3 + random.below(4);
        let moon = [Moon::Others, Moon::Minus, Moon::Off][random.below(3)];
        let limit = [50, 100][random.below(2)];
        let plays_on = random.below(2) == 0;
        let rules = HeartsRules { moon, ..HeartsRules::TABLE };
        let ties = if plays_on { "play-on" } else { "shared" };
        let game = WholeGame::new(rules, players, [("limit", &*limit.to_string()), ("ties", ties)]).unwrap();
        let (mut sheet, mut plain) = (ScoreSheet::new(players), Plain::new(players));
        while let Some(next) = game.next_deal(&sheet.standing()) {
            let passes: &[Pass] = if players == 4 {
                &[Pass::Left, Pass::Right, Pass::Across, Pass::None]
            } else {
                &[Pass::Left, Pass::Right, Pass::None]
            };
            assert_eq!(next.rules.pass, passes[plain.deal % passes.len()]);
            let taken = shared(26, players, random);
            game.record(&mut sheet, &next, &next.rules, &taken, 26);
            let shooter = (0..players).find(|&seat| taken[seat] == 26);
            moons += usize::from(shooter.is_some());
            for player in 0..players {
                let seat = plain.seat(player);
                plain.totals[player] += match (shooter, moon) {
                    (Some(shooter), Moon::Others) => 26 * i32::from(seat != shooter),
                    (Some(shooter), Moon::Minus) => -26 * i32::from(seat == shooter),
                    _ => i32::from(taken[seat]),
                };
            }
            plain.deal += 1;
            let best = plain.best(true);
            let reached = plain.totals.iter().any(|&total| total >= limit);
            let over = plain.deal == 200 || reached && !(plays_on && best.len() > 1);
            plain.compare(&game, &sheet, over, &best);
        }
        assert!(game.is_over(&sheet.standing()));
    }
    assert!(moons > 500, "{moons}");
}

/// What a side scores and its bags, read from the rules once more.
fn plain_spades(rules: &SpadesRules, bids: &[u8], taken: &[u8], blind: &[bool]) -> (i32, i32) {
    let (mut contract, mut won, mut bags, mut score) = (0, 0, 0, 0);
    for ((&bid, &tricks), &blind) in bids.iter().zip(taken).zip(blind) {
        let (bid, tricks) = (i32::from(bid), i32::from(tricks));
        if bid > 0 {
            contract += bid;
            won += tricks;
            continue;
        }
        let worth = if blind { 200 } else { 100 };
        score += if tricks == 0 { worth } else { -worth };
        if rules.nil_helps { won += tricks } else { bags += tricks }
    }
    if won >= contract {
        score += 10 * contract;
        bags += won - contract;
    } else {
        score -= 10 * contract;
    }
    (score + bags, bags)
}

#[test]
fn spades_is_scored_by_the_rules() {
    let (mut penalties, mut blind_nils) = (0, 0);
    for number in 0..1_500_u64 {
        let random = &mut FastRandom::new(12, number);
        let players = 2 + random.below(3);
        let sides = if players == 4 { 2 } else { players };
        let limit = [300, 500][random.below(2)];
        let rules = SpadesRules { nil_helps: random.below(2) == 0, ..preset::<SpadesRules>("table").unwrap() };
        let game = WholeGame::new(rules, players, [("limit", &*limit.to_string())]).unwrap();
        let (mut sheet, mut plain) = (ScoreSheet::new(players), Plain::new(players));
        while let Some(next) = game.next_deal(&sheet.standing()) {
            // Only who is behind by a hundred or more may bid blind.
            let most = *plain.totals.iter().max().unwrap();
            for player in 0..players {
                let seat = Player::new(plain.seat(player));
                assert_eq!(next.may_bid_blind.has(seat), most - plain.totals[player] >= 100);
                assert_eq!(i32::from(next.rules.bags[seat.index() % sides]), plain.bags[player]);
            }
            assert_eq!(next.rules.bids, None);
            let tricks = if players == 3 { 17 } else { 13 };
            let (mut bids, mut blind) = (Counts::default(), SeatSet::NONE);
            for (bid, seat) in bids.iter_mut().zip(Player::all(players)) {
                *bid = random.below(5) as u8;
                if next.may_bid_blind.has(seat) && random.below(3) == 0 {
                    (*bid, blind) = (0, blind.with(seat));
                    blind_nils += 1;
                }
            }
            let played = SpadesRules { bids: Some(bids), blind, ..next.rules };
            let taken = shared(tricks, players, random);
            game.record(&mut sheet, &next, &played, &taken, tricks);
            for player in 0..players {
                let of_side: Vec<usize> =
                    (0..players).map(|seat| (seat + plain.seat(player)) % players).step_by(sides).collect();
                let of = |counts: &Counts| of_side.iter().map(|&seat| counts[seat]).collect::<Vec<u8>>();
                let blind: Vec<bool> = of_side.iter().map(|&seat| blind.has(Player::new(seat))).collect();
                let (score, bags) = plain_spades(&rules, &of(&bids), &of(&taken), &blind);
                plain.totals[player] += score;
                plain.bags[player] += bags;
                while plain.bags[player] >= 10 {
                    plain.bags[player] -= 10;
                    plain.totals[player] -= 100;
                    penalties += 1;
                }
            }
            plain.deal += 1;
            let over = plain.deal == 200 || plain.totals.iter().any(|&total| total >= limit);
            plain.compare(&game, &sheet, over, &plain.best(false));
            // The payoff of the deal by itself is what it adds to the sheet.
            let payoff = played.score(players, &taken, tricks);
            let scores = &sheet.rows()[plain.deal - 1].scores;
            for (player, &score) in scores.iter().enumerate() {
                let seat = (player + players * 1000 - (plain.deal - 1)) % players;
                assert_eq!(i32::from(payoff.seats(players)[seat]), score);
            }
        }
    }
    assert!(penalties > 1_000 && blind_nils > 1_000, "{penalties} {blind_nils}");
}

#[test]
fn oh_hell_is_scored_by_the_rules() {
    for number in 0..600_u64 {
        let random = &mut FastRandom::new(13, number);
        let players = 3 + random.below(5);
        let scoring = [Scoring::Exact, Scoring::Tricks, Scoring::Penalty][random.below(3)];
        let up_first = random.below(2) == 0;
        let sizes = if up_first { "up-down" } else { "down-up" };
        let rules = OhHellRules { scoring, ..OhHellRules::default() };
        let game = WholeGame::new(rules, players, [("sizes", sizes)]).unwrap();
        let (mut sheet, mut plain) = (ScoreSheet::new(players), Plain::new(players));
        let largest = [0, 0, 0, 10, 10, 10, 8, 7][players];
        let down = (1..=largest).rev().chain(2..=largest);
        let up = (1..=largest).chain((1..largest).rev());
        let sizes: Vec<usize> = if up_first { up.collect() } else { down.collect() };
        for (deal, &size) in sizes.iter().enumerate() {
            let next = game.next_deal(&sheet.standing()).unwrap();
            assert_eq!((next.cards, next.number), (Some(size), deal));
            let mut bids = Counts::default();
            bids[..players].fill_with(|| random.below(size + 1) as u8);
            let played = OhHellRules { bids: Some(bids), ..next.rules };
            let taken = shared(size as u8, players, random);
            game.record(&mut sheet, &next, &played, &taken, size as u8);
            for player in 0..players {
                let seat = plain.seat(player);
                let (bid, tricks) = (i32::from(bids[seat]), i32::from(taken[seat]));
                plain.totals[player] += match scoring {
                    Scoring::Exact if bid == tricks => 10 + bid,
                    Scoring::Exact => 0,
                    Scoring::Tricks => tricks + if bid == tricks { 10 } else { 0 },
                    Scoring::Penalty if bid == tricks => 10 + bid,
                    Scoring::Penalty => -(bid - tricks).abs(),
                };
            }
            plain.deal += 1;
            plain.compare(&game, &sheet, deal + 1 == sizes.len(), &plain.best(false));
        }
    }
}

#[test]
fn sergeant_major_is_scored_by_the_rules() {
    let mut twelves = 0;
    for number in 0..1_500_u64 {
        let random = &mut FastRandom::new(14, number);
        let deals = random.below(12);
        let exchange = random.below(4) > 0;
        let options = [("deals", deals.to_string()), ("exchange", if exchange { "on" } else { "off" }.to_owned())];
        let rules: SergeantMajorRules = preset("table").unwrap();
        let game = WholeGame::new(rules, 3, options.iter().map(|(name, value)| (*name, &**value))).unwrap();
        let (mut sheet, mut plain) = (ScoreSheet::new(3), Plain::new(3));
        let mut last = [0; 3];
        while let Some(next) = game.next_deal(&sheet.standing()) {
            for (player, &last) in last.iter().enumerate() {
                let expected = if exchange { last } else { 0 };
                assert_eq!(i32::from(next.rules.up[plain.seat(player)]), expected);
            }
            let taken = shared(16, 3, random);
            game.record(&mut sheet, &next, &next.rules, &taken, 16);
            let mut twelve = Vec::new();
            for (player, last) in last.iter_mut().enumerate() {
                // The dealer, in the last seat, has to take eight, the player to the left of the dealer five.
                let seat = plain.seat(player);
                *last = i32::from(taken[seat]) - [5, 3, 8][seat];
                plain.totals[player] += *last;
                twelve.extend((taken[seat] >= 12).then_some(player));
            }
            assert_eq!(plain.totals.iter().sum::<i32>(), 0);
            plain.deal += 1;
            twelves += twelve.len();
            let over = !twelve.is_empty() || plain.deal == if deals > 0 { deals } else { 200 };
            let winners = if twelve.is_empty() { plain.best(false) } else { twelve };
            plain.compare(&game, &sheet, over, &winners);
        }
    }
    assert!(twelves > 500, "{twelves}");
}

/// A shooter who may choose subtracts the points only if giving them to the others would end the game lost.
#[test]
fn a_shooter_may_choose() {
    let game = WholeGame::new(HeartsRules::TABLE, 3, [("moon-choice", "on")]).unwrap();
    let shot = |totals: [i32; 3]| {
        let mut standing = Standing::begin(3);
        standing.totals[..3].copy_from_slice(&totals);
        game.after(&standing, game.rules(), &[26, 0, 0, 0, 0, 0, 0, 0], 26).totals()[..3].to_vec()
    };
    assert_eq!(shot([10, 20, 30]), [10, 46, 56]);
    assert_eq!(shot([40, 60, 80]), [40, 86, 106]);
    assert_eq!(shot([90, 20, 80]), [64, 20, 80]);
}

/// Options that a game does not have, and values that do not fit.
#[test]
fn wrong_terms_are_refused() {
    let refused = |options: &[(&'static str, &'static str)]| {
        WholeGame::new(HeartsRules::TABLE, 4, options.iter().copied()).unwrap_err().to_string()
    };
    assert_eq!(
        refused(&[("bags", "3")]),
        "there is no parameter `bags`; there are limit, deals, passing, moon-choice, ties"
    );
    assert!(refused(&[("limit", "0")]).contains("limit=0"));
    assert!(refused(&[("passing", "up")]).contains("passing=up"));
    assert!(WholeGame::new(HeartsRules::TABLE, 7, []).is_err());
    let none = WholeGame::new(cutthroat_games::cards::BridgeRules::default(), 4, []).unwrap_err();
    assert_eq!(none.to_string(), "there are no whole games of bridge, only single deals");
}

/// Plays a deal as a careful player does without a search: the first bid, pass or trump that comes to mind, and then by the
/// order of the game.
fn play<R: Rules>(next: &NextDeal<R>, seed: u64) -> (R, Counts, u8) {
    let (game, mut state) = next.deal(seed).unwrap();
    let random = &mut FastRandom::new(seed, 1);
    while game.mover(&state).is_some() {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let mv = if state.phase() == DealPhase::Playing {
            let play = game.play_of(&state);
            DealMove::Play(first_choice(&play, &R::Order::default(), state.position()))
        } else {
            moves[random.below(moves.len())]
        };
        game.play(&mut state, mv);
    }
    let play = game.play_of(&state);
    (play.rules().clone(), state.position().taken(), play.total())
}

/// Whole games, card by card, to their end; the same seed plays the same game.
#[test]
fn whole_games_end() {
    fn check<R: Rules>(rules: &R, players: usize, options: &[(&'static str, &'static str)]) -> String {
        let game = WholeGame::new(rules.clone(), players, options.iter().copied()).unwrap();
        let mut sheet = ScoreSheet::new(players);
        while let Some(next) = game.next_deal(&sheet.standing()) {
            // What the rules of a deal tell of the game is the game.
            let (again, standing) = WholeGame::of_deal(&next.rules, players).unwrap();
            let before = sheet.standing();
            assert_eq!((standing.totals, standing.bags, standing.deals), (before.totals, before.bags, before.deals));
            assert_eq!(again.terms().limit(), game.terms().limit());
            let (played, taken, total) = play(&next, seed_of_deal(5, next.number));
            game.record(&mut sheet, &next, &played, &taken, total);
        }
        assert!(!game.winners(&sheet.standing()).is_empty());
        sheet.to_string()
    }
    let hearts = check(&HeartsRules::TABLE, 4, &[]);
    assert_eq!(hearts, check(&HeartsRules::TABLE, 4, &[]));
    assert!(hearts.starts_with("deal  dealer  player 1  player 2  player 3  player 4\n   1       4"), "{hearts}");
    check(&HeartsRules::TABLE, 6, &[("limit", "50")]);
    check(&preset::<SpadesRules>("table").unwrap(), 4, &[("limit", "300"), ("deals", "20")]);
    check(&OhHellRules::default(), 5, &[]);
    check(&preset::<SergeantMajorRules>("table").unwrap(), 3, &[("deals", "6")]);
}

/// Spades that two partners have to promise together; the turned-up card goes out of the next deal.
#[test]
fn deals_are_settled_again() {
    let rules = SpadesRules { least_side_bid: 4, ..preset::<SpadesRules>("table").unwrap() };
    assert!(rules.allows_bid(0, &[], 4, 13) && rules.allows_bid(0, &[1], 4, 13));
    assert!(!rules.allows_bid(2, &[1, 9], 4, 13) && rules.allows_bid(3, &[1, 9], 4, 13));
    let seven: Card = "H7".parse().unwrap();
    let turned = OhHellRules {
        turned_up: Some(seven),
        trump: Some(Suit::Hearts),
        turns_up_trump: false,
        ..OhHellRules::default()
    };
    let game = WholeGame::new(turned, 4, []).unwrap();
    let next = game.next_deal(&Standing::begin(4)).unwrap();
    assert_eq!((next.rules.turned_up, next.rules.trump, next.rules.turns_up_trump), (None, None, true));
}

/// A standing with these totals and bags, after some deals.
fn standing(totals: &[i32], bags: &[u8], deals: u16) -> Standing {
    let mut standing = Standing { deals, ..Standing::begin(totals.len()) };
    standing.totals[..totals.len()].copy_from_slice(totals);
    standing.bags[..bags.len()].copy_from_slice(bags);
    standing
}

/// Chances add up to one; equal scores have equal chances; a better score of one's own is never worse.
fn chances_are_sound<R: Rules>(game: &WholeGame<R>, spread: i32, deals: u16, better: i32) {
    let players = game.players();
    let random = &mut FastRandom::new(21, players as u64);
    for _ in 0..12 {
        let level = standing(&vec![random.below(spread as usize) as i32; players], &[], deals);
        let equity = game.equity(&level).unwrap();
        let sides = equity.sides();
        assert!((0..sides).all(|side| (equity.of_side(side) - 1.0 / sides as f64).abs() < 1e-12));
        let mut totals: Vec<i32> = (0..sides).map(|_| random.below(spread as usize) as i32).collect();
        totals[1] = totals[0];
        let of_players = |totals: &[i32]| (0..players).map(|player| totals[player % sides]).collect::<Vec<_>>();
        let before = standing(&of_players(&totals), &[], deals);
        let equity = game.equity(&before).unwrap();
        assert_eq!(equity.of_side(0).to_bits(), equity.of_side(1).to_bits(), "{before:?}");
        let sum: f64 = (0..sides).map(|side| equity.of_side(side)).sum();
        assert!((sum - 1.0).abs() < 1e-12);
        assert_eq!(equity.payoff().sum(), 10_000 * (players / sides) as i32);
        for side in 0..sides {
            assert_eq!(equity.payoff().seats(players)[side], equity.payoff().seats(players)[(side + sides) % players]);
        }
        let mut last = equity.of_side(0);
        for _ in 0..6 {
            totals[0] += better;
            let now = game.equity(&standing(&of_players(&totals), &[], deals)).unwrap().of_side(0);
            assert!(now >= last, "{totals:?}: {now} after {last}");
            last = now;
        }
    }
}

#[test]
fn chances_of_winning_are_sound() {
    for players in [3, 4] {
        chances_are_sound(&WholeGame::new(HeartsRules::TABLE, players, []).unwrap(), 90, 6, -3);
    }
    for players in [2, 3, 4] {
        let rules = preset::<SpadesRules>("table").unwrap();
        chances_are_sound(&WholeGame::new(rules, players, [("limit", "300")]).unwrap(), 280, 6, 7);
    }
    chances_are_sound(&WholeGame::new(OhHellRules::default(), 4, []).unwrap(), 60, 12, 4);
    let rules = preset::<SergeantMajorRules>("table").unwrap();
    chances_are_sound(&WholeGame::new(rules, 3, [("deals", "10"), ("end", "none")]).unwrap(), 9, 7, 1);
    // With five players a draw is used in all rotations, and equal scores are levelled.
    let five = WholeGame::new(HeartsRules::TABLE, 5, []).unwrap();
    let equity = five.equity(&standing(&[70, 20, 70, 90, 20], &[], 9)).unwrap();
    assert_eq!(equity.of_side(0).to_bits(), equity.of_side(2).to_bits());
    assert!(equity.of_side(1) > equity.of_side(0) && equity.of_side(0) > equity.of_side(3));
    assert_eq!(equity.payoff().sum(), 10_000);
}

/// A game that is over is won or shared; bags that are about to cost a hundred points are worth less.
#[test]
fn chances_at_the_end_are_certain() {
    let hearts = WholeGame::new(HeartsRules::TABLE, 4, []).unwrap();
    let payoff = |totals: &[i32]| hearts.equity(&standing(totals, &[], 9)).unwrap().payoff().seats(4).to_vec();
    assert_eq!(payoff(&[104, 60, 70, 80]), [0, 10_000, 0, 0]);
    assert_eq!(payoff(&[104, 60, 60, 60]), [0, 3_334, 3_333, 3_333]);
    let spades = WholeGame::new(preset::<SpadesRules>("table").unwrap(), 4, []).unwrap();
    let chance = |bags: &[u8]| spades.equity(&standing(&[440, 430, 440, 430], bags, 9)).unwrap().of_side(0);
    assert!(chance(&[9, 0, 9, 0]) < chance(&[0, 0, 0, 0]));
    assert!(chance(&[0, 9, 0, 9]) > chance(&[0, 0, 0, 0]));
    let won = spades.equity(&standing(&[510, 505, 510, 505], &[], 9)).unwrap();
    assert_eq!(won.payoff().seats(4), [10_000, 0, 10_000, 0]);
}

/// Searches use the chance of winning as any other evaluation: what it declares is true, and prunings and tables find
/// what a search without them finds.
#[test]
fn deals_are_searched_for_the_game() {
    fn check<R: Rules>(rules: &R, players: usize, size: usize, scores: &str, deals: u16) {
        for name in ["win", "game"] {
            for seed in 0..3 {
                let mut rules = rules.clone();
                rules.set("scores", scores, players).unwrap();
                rules.set("deals-before", &deals.to_string(), players).unwrap();
                let (game, deal) = TrickGame::deal(rules, players, Some(size), seed).unwrap();
                let evaluation = utility_named::<R>(name).unwrap();
                let kit = Conformance { games: 20, ..Conformance::default() };
                kit.evaluation(&game, &deal, &evaluation).unwrap();
                let plain = Maxn::new(&game, &evaluation).run(&deal).unwrap();
                for pruning in [Pruning::SHALLOW, Pruning::DEEP] {
                    let found = Maxn::new(&game, &evaluation).pruning(pruning).run(&deal).unwrap();
                    assert_eq!((found.payoff, found.best), (plain.payoff, plain.best), "{name} {seed} {pruning:?}");
                }
            }
        }
    }
    check(&HeartsRules { lowest_club_leads: false, ..HeartsRules::TABLE }, 3, 3, "80,95,20", 9);
    check(&preset::<SpadesRules>("table").unwrap(), 3, 3, "480,440,-20", 9);
    check(&OhHellRules::default(), 3, 3, "80,95,70", 17);
    check(&SergeantMajorRules::default(), 3, 3, "3,-2,-1", 198);
}

/// Points early, the chance of winning late.
#[test]
fn points_count_until_the_end_is_near() {
    let worth = |scores: [i16; 3], name: &str| {
        let mut rules = HeartsRules { random_aside: false, ..HeartsRules::default() };
        rules.so_far.scores[..3].copy_from_slice(&scores);
        let (game, _) = TrickGame::deal(rules, 3, None, 1).unwrap();
        let evaluation = utility_named::<HeartsRules>(name).unwrap();
        evaluation.worth(&game, &[20, 4, 2, 0, 0, 0, 0, 0]).seats(3).to_vec()
    };
    assert_eq!(worth([10, 20, 30], "game"), worth([10, 20, 30], "points"));
    assert_eq!(worth([10, 61, 30], "game"), worth([10, 61, 30], "win"));
    // Seat 1 ends the game with 20 points, and seat 3 wins it.
    assert_eq!(worth([85, 61, 30], "game"), [0, 0, 10_000]);
}
