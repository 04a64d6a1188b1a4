//! Which worlds are likely: weights against simulation, chains against weights.

use std::collections::HashMap;

use cutthroat::hidden::{
    AtRandomBehaviour, Behaviour, ByOrder, ByScores, Dealer, Hidden, Knowledge, LikelyWorlds, Pimc, Redeal, Sample,
    SeatViews, SeenWorld, World, log_likelihood,
};
use cutthroat::{AtTheEnd, Budget, Game, Maxn, MoveOrder, Player};
use cutthroat_games::cards::{
    Card, CardStart, Cards, DealMove, HandHabits, Hearts, HeartsRules, OhHellRules, Pass, Position, Rules, SeatSet,
    SpadesRules, TableHabits, TrickGame, WholeDeal, chosen_to_pass, preset, shuffled,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::searches::minimax;
use super::small_games::{FIRST, Node, SmallGame, Spot};

/// Player 2 could have stopped, where player 1 gets 0 or 10, but went on. A rational player 2 stops in the first world, so it
/// is the second, and player 1 should play for that.
#[test]
fn what_a_player_did_not_do_tells_something() {
    let leaf = |values: [i16; 2]| Node::Leaf(values.to_vec());
    let goes_on = Node::First(vec![leaf([10, 0]), leaf([4, 1])]);
    let game = SmallGame { root: Node::Second(vec![leaf([0, 10]), goes_on]), worlds: 2, second_knows: true };
    let mut spot = Spot { world: 1, path: Vec::new() };
    let mut views = SeatViews::new(&game, &spot);
    views.tell(&game, &spot, 1);
    game.play(&mut spot, 1);
    let known = views.of(FIRST);
    let own_payoffs = |seen: &SeenWorld<SmallGame>, mover: Player, moves: &[u8]| -> Vec<f64> {
        let game = &seen.world.game;
        let found = Maxn::new(game, &AtTheEnd(game.range())).all_moves(true).run(&seen.world.state).unwrap();
        assert_eq!(found.moves.len(), moves.len());
        found.moves.iter().map(|value| f64::from(value.payoff[mover])).collect()
    };
    let values = |noise: Option<f64>| -> (u8, f64, f64) {
        let mut sample = Sample::draw(&game, known.view, 10, 0).unwrap();
        if let Some(noise) = noise {
            let weighing = sample.weigh(&game, known, &mut ByScores { scores: own_payoffs, spread: 2.0, noise }, 0);
            assert_eq!(weighing.tempering, 1.0);
        }
        let found = Pimc::new(&game, known.view, &mut minimax).run(&sample).unwrap();
        (found.best, found.moves[0].means[0], found.moves[1].means[0])
    };
    let rounded = |(best, a, b): (u8, f64, f64)| (best, (a * 100.0).round() / 100.0, (b * 100.0).round() / 100.0);
    assert_eq!(rounded(values(None)), (0, 5.0, 2.5));
    assert_eq!(rounded(values(Some(0.0))), (1, 0.07, 1.02));
    assert_eq!(rounded(values(Some(0.05))), (1, 0.31, 1.09));
}

/// The habits of players who search, as a behaviour that looks at the table, or else at the view of the mover.
struct BySearchers {
    needs_no_views: bool,
}

impl Behaviour<Hearts> for BySearchers {
    fn log_probability(&mut self, seen: &SeenWorld<Hearts>, mover: Player, moves: &[Card], chosen: usize) -> f64 {
        let game = seen.world.game.public();
        let state = game.possible_state(seen.views.of(mover).view);
        HandHabits::of_game("hearts").unwrap().log_of_card(&game, &state, moves[chosen])
    }

    fn log_from_table(&mut self, world: &World<Hearts>, moves: &[Card], chosen: usize) -> Option<f64> {
        Some(HandHabits::of_game("hearts").unwrap().log_of_card(&world.game, &world.state, moves[chosen]))
    }

    fn needs_no_views(&self) -> bool {
        self.needs_no_views
    }
}

/// Learned habits look at no other hand: a world is as likely by what lies on its table as by what everybody knows in it. And
/// of all legal cards one is played.
#[test]
fn learned_habits_are_blind_and_add_up() {
    for seed in 1..=12 {
        let (game, mut state) = Hearts::deal(HeartsRules::TABLE, 4, None, seed).unwrap();
        let mut views = SeatViews::new(&game, &state);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for _ in 0..3 * seed + 4 {
            let (mut moves, habits) = (Vec::new(), HandHabits::of_game("hearts").unwrap());
            game.moves(&state, &mut moves);
            let sum: f64 = moves.iter().map(|&card| habits.log_of_card(&game, &state, card).exp()).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{sum}");
            let mv = moves[rng.random_range(0..moves.len())];
            views.tell(&game, &state, mv);
            game.play(&mut state, mv);
        }
        let (public, known) = (game.public(), views.of(game.mover(&state).unwrap()));
        let sample = Sample::draw(&public, known.view, 20, seed).unwrap();
        let mut differ = false;
        let mut first = None;
        for world in &sample.worlds {
            let log = |needs_no_views: bool| {
                log_likelihood(&public, known, world, &mut BySearchers { needs_no_views }, &mut rng.clone())
            };
            let (quick, slow) = (log(true), log(false));
            assert!((quick - slow).abs() < 1e-9, "{quick} and {slow}");
            differ |= *first.get_or_insert(quick) != quick;
        }
        assert!(differ, "some worlds are likelier than others");
    }
}

/// Worlds that were drawn again are repeated as often as they count.
#[test]
fn repeated_worlds_are_as_many_as_their_weights() {
    let (game, state) = Hearts::deal(HeartsRules::TABLE, 4, None, 3).unwrap();
    let views = SeatViews::new(&game, &state);
    let mut sample = Sample::draw(&game.public(), views.of(FIRST).view, 5, 1).unwrap();
    sample.weights = vec![3, 0, 1, 2, 4];
    let repeated = sample.repeated(7);
    assert_eq!((repeated.worlds.len(), repeated.weights.iter().sum::<u64>()), (10, 10));
    for (world, &weight) in sample.worlds.iter().zip(&sample.weights) {
        assert_eq!(repeated.worlds.iter().filter(|other| *other == world).count() as u64, weight);
    }
}

/// A deal of nine cards that everybody knows to be in play, after a few cards.
fn small_hearts(seed: u64, plies: usize) -> (Hearts, Position, SeatViews<Hearts>, Vec<Card>) {
    let rules = HeartsRules { random_aside: false, ..HeartsRules::default() };
    let pack: Cards = "AQ5.KJ2.32.2".parse().unwrap();
    let hands = shuffled(pack, seed).chunks(3).map(|hand| hand.iter().copied().collect()).collect();
    let (game, mut state) = Hearts::new(rules, &CardStart { hands, ..CardStart::default() }).unwrap();
    let mut views = SeatViews::new(&game, &state);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut played = Vec::new();
    for _ in 0..plies {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let card = moves[rng.random_range(0..moves.len())];
        views.tell(&game, &state, card);
        game.play(&mut state, card);
        played.push(card);
    }
    (game, state, views, played)
}

/// How often each world is the truth if deals and players are random and seat 1 sees what it saw, by trying.
fn simulated(game: &Hearts, known: Knowledge<'_, Hearts>, played: &[Card]) -> HashMap<Position, f64> {
    let mut rng = ChaCha8Rng::seed_from_u64(99);
    let seat = Hearts::seat_of(known.view);
    let world = game.public().dealer(known.view).unwrap().deal(&mut rng);
    let origin = game.public().origin(known, &world, &mut rng);
    let mut first = game.public().dealer(&origin.start.game.first_view(&origin.start.state, seat)).unwrap();
    let mut counts: HashMap<Position, f64> = HashMap::new();
    let mut kept = 0.0;
    for _ in 0..400_000 {
        let mut world = first.deal(&mut rng);
        let happened = played.iter().all(|&card| {
            let mover = world.game.mover(&world.state).unwrap();
            let mut moves = Vec::new();
            world.game.moves(&world.state, &mut moves);
            let chosen = if mover == seat { card } else { moves[rng.random_range(0..moves.len())] };
            world.game.play(&mut world.state, chosen);
            chosen == card
        });
        if happened {
            *counts.entry(world.state).or_default() += 1.0;
            kept += 1.0;
        }
    }
    assert!(kept > 1_000.0, "{kept}");
    counts.values_mut().for_each(|count| *count /= kept);
    counts
}

/// Half the sum of differences between two distributions.
fn distance(one: &HashMap<Position, f64>, other: &HashMap<Position, f64>) -> f64 {
    let all: std::collections::HashSet<&Position> = one.keys().chain(other.keys()).collect();
    let of = |distribution: &HashMap<Position, f64>, state| distribution.get(state).copied().unwrap_or(0.0);
    all.into_iter().map(|state| (of(one, state) - of(other, state)).abs()).sum::<f64>() / 2.0
}

fn weights_of<R: Rules>(sample: &Sample<TrickGame<R>>) -> HashMap<Position, f64> {
    let whole: u64 = sample.weights.iter().sum();
    let mut shares = HashMap::new();
    for (world, &weight) in sample.worlds.iter().zip(&sample.weights) {
        *shares.entry(world.state).or_default() += weight as f64 / whole as f64;
    }
    shares
}

/// Against random players worlds are not equally likely: weights say how likely, and so does trying it out; a Metropolis
/// chain visits them as often.
#[test]
fn weights_and_chains_are_the_posterior_of_random_players() {
    let mut uniform_is_off = 0.0_f64;
    for seed in [1, 4, 6] {
        let (game, _, views, played) = small_hearts(seed, 5);
        let known = views.of(Player::new(0));
        let public = game.public();
        let expected = simulated(&game, known, &played);
        let mut sample = Sample::draw(&public, known.view, 1_000, 0).unwrap();
        uniform_is_off = uniform_is_off.max(distance(&weights_of(&sample), &expected));
        sample.weigh(&public, known, &mut AtRandomBehaviour, 0);
        let weighed = weights_of(&sample);
        let off = distance(&weighed, &expected);
        assert!(off < 0.05, "seed {seed}: {off}");
        let chains = Sample::by_metropolis(&public, known, &mut AtRandomBehaviour, 4_000, 1).unwrap();
        assert_eq!(chains.worlds.len(), 4_000);
        let off = distance(&weights_of(&chains), &weighed);
        assert!(off < 0.06, "seed {seed}: {off}");
    }
    assert!(uniform_is_off > 0.1, "{uniform_is_off}");
}

/// Three seats that may hold one of two suits each, round the table: two deals, and neither an exchange of two cards nor a
/// redeal of two hands leads from one to the other. Dealing everything again does.
#[test]
fn exchanges_alone_do_not_reach_every_world() {
    let rules = HeartsRules { random_aside: false, ..HeartsRules::default() };
    // The two of diamonds is not dealt to five, so everybody knows what is in play. Seat 5 has nothing but clubs.
    let hands = ["A.A.A.A", "K2.2..2", ".K3.2.3", "3..K3.4", "...8765"].map(|hand| hand.parse().unwrap()).to_vec();
    let (game, mut state) = Hearts::new(rules, &CardStart { hands, ..CardStart::default() }).unwrap();
    let mut views = SeatViews::new(&game, &state);
    for card in "DA C2 D2 D3 C5 SA S2 C3 S3 C6 HA H2 H3 C4 C7".split(' ') {
        let card = card.parse().unwrap();
        assert!(game.legal(&state).has(card), "{card}");
        views.tell(&game, &state, card);
        game.play(&mut state, card);
    }
    let view = views.of(Player::new(0)).view;
    let mut dealer = game.public().dealer(view).unwrap();
    assert_eq!(dealer.worlds(), Some(2));
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut world = dealer.deal(&mut rng);
    let first = world.state;
    for part in [Redeal::Swap, Redeal::Pair] {
        for _ in 0..1_000 {
            dealer.redeal(&mut world, part, &mut rng);
            assert_eq!(world.state, first, "{part:?}");
        }
    }
    let others = (0..1_000).filter(|_| {
        dealer.redeal(&mut world, Redeal::All, &mut rng);
        world.state != first
    });
    assert!((400..600).contains(&others.count()));
}

/// A sample is reduced to worlds that count, each about as often as its weight says.
#[test]
fn resampling_keeps_proportions() {
    let (game, _, views, _) = small_hearts(2, 4);
    let known = views.of(Player::new(0));
    let public = game.public();
    let mut sample = Sample::draw(&public, known.view, 1_000, 0).unwrap();
    let weighing = sample.weigh(&public, known, &mut ByOrder::new(<HeartsRules as Rules>::Order::default()), 0);
    assert!(weighing.effective < sample.worlds.len() as f64 && weighing.effective >= 1.0);
    let fewer = sample.resampled(500, 3);
    assert_eq!(fewer.weights.iter().sum::<u64>(), 500);
    assert!(distance(&weights_of(&sample), &weights_of(&fewer)) < 0.1);
}

/// Few worlds that are far likelier than the others are tempered, and it is said.
#[test]
fn tempering_is_reported() {
    struct Certain;
    impl Behaviour<Hearts> for Certain {
        fn log_probability(&mut self, seen: &SeenWorld<Hearts>, mover: Player, _: &[Card], _: usize) -> f64 {
            seen.world.state.hand(mover).iter().map(|card| card.above() as f64 * 9.0).sum()
        }
    }
    let (game, state) = Hearts::deal(HeartsRules::default(), 4, None, 1).unwrap();
    let (mut state, mut views) = (state, SeatViews::new(&game, &state));
    for _ in 0..7 {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        views.tell(&game, &state, moves[0]);
        game.play(&mut state, moves[0]);
    }
    let known = views.of(Player::new(0));
    let mut sample = Sample::draw(&game.public(), known.view, 64, 1).unwrap();
    let weighing = sample.weigh(&game.public(), known, &mut Certain, 1);
    assert!(weighing.tempering < 1.0 && weighing.effective >= 16.0, "{weighing:?}");
}

/// Deals in which players bid and passed as people do are likelier.
#[test]
fn habits_tell_likely_deals_from_unlikely_ones() {
    let rules: SpadesRules = preset("table").unwrap();
    let mut ahead = 0;
    for seed in 0..20 {
        let (game, mut state) = WholeDeal::deal(rules, 3, None, SeatSet::NONE, seed).unwrap();
        let mut views = SeatViews::new(&game, &state);
        for player in 0..3 {
            // What a hand is worth, roughly: its aces, kings and spades.
            let hand = state.position().hand(Player::new(player));
            let high = hand.iter().filter(|card| card.above() < 2).count();
            let bid = DealMove::Bid((high + hand.of(cutthroat_games::cards::Suit::Spades).len() / 2).min(17) as u8);
            views.tell(&game, &state, bid);
            game.play(&mut state, bid);
        }
        let known = views.of(Player::new(0));
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let truth = World { game: game.clone(), state };
        let likelihood = |world: &World<WholeDeal<SpadesRules>>| {
            log_likelihood(&game, known, world, &mut TableHabits::default(), &mut ChaCha8Rng::seed_from_u64(1))
        };
        let own = likelihood(&truth);
        let mut dealer = game.dealer(known.view).unwrap();
        let others: f64 = (0..40).map(|_| likelihood(&dealer.deal(&mut rng))).sum();
        ahead += i32::from(own > others / 40.0);
    }
    assert!(ahead >= 15, "{ahead}");

    // A careful pass is likelier than its opposite.
    let rules = HeartsRules { pass: Pass::Left, ..HeartsRules::TABLE };
    let (game, state) = WholeDeal::deal(rules, 4, None, SeatSet::NONE, 5).unwrap();
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    let careful = DealMove::Pass(chosen_to_pass(state.position().hand(Player::new(0))));
    let views = SeatViews::new(&game, &state);
    let seen = SeenWorld { world: World { game, state }, views };
    let log = |place| TableHabits::default().log_probability(&seen, Player::new(0), &moves, place);
    let place = moves.iter().position(|&mv| mv == careful).unwrap();
    let sum: f64 = (0..moves.len()).map(|place| log(place).exp()).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    assert!((0..moves.len()).all(|other| log(other) <= log(place)));
}

/// The end of a deal of the whole pack that was played at random, with some dozens of possible worlds.
fn end_of_deal<R: Rules>(rules: &R, players: usize) -> (TrickGame<R>, Position, SeatViews<TrickGame<R>>) {
    for seed in 0.. {
        let (game, mut state) = TrickGame::deal(rules.clone(), players, None, seed).unwrap();
        let mut views = SeatViews::new(&game, &state);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        while let Some(mover) = game.mover(&state) {
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            let worlds = game.public().dealer(views.of(mover).view).unwrap().worlds().unwrap();
            if moves.len() > 1 && (50..100).contains(&worlds) {
                return (game, state, views);
            }
            let card = moves[rng.random_range(0..moves.len())];
            views.tell(&game, &state, card);
            game.play(&mut state, card);
        }
    }
    unreachable!("a deal with so many worlds is found")
}

/// The likelihood of `world` from its definition: the hands are put together again from what was played, and every card of
/// another seat that was not forced counts with the chance of its place in the order, every bid with its distance from what the
/// hand is worth.
fn likelihood_by_definition<R: Rules>(
    known: Knowledge<'_, TrickGame<R>>,
    world: &World<TrickGame<R>>,
    by_order: bool,
    usual_bids: Option<fn(Cards) -> i32>,
) -> f64 {
    let seat = known.view.seat();
    let mut hands: Vec<Cards> = Player::all(world.game.players()).map(|player| world.state.hand(player)).collect();
    for played in known.told {
        let hand = &mut hands[played.player.index()];
        *hand = hand.iter().chain([played.card]).collect();
    }
    let mut product = 1.0;
    if let (Some(usual), Some((bids, _))) = (usual_bids, world.game.rules().promised()) {
        for (player, &hand) in hands.iter().enumerate().filter(|&(player, _)| player != seat.index()) {
            let tricks = hand.len() as u8;
            let legal =
                (0..=tricks).filter(|&bid| world.game.rules().allows_bid(bid, &bids[..player], hands.len(), tricks));
            let legal: Vec<u8> = legal.collect();
            let weight = |bid: u8| (-f64::from((i32::from(bid) - usual(hand)).abs()) / 0.8).exp();
            let all: f64 = legal.iter().map(|&bid| weight(bid)).sum();
            product *= 0.95 * weight(bids[player]) / all + 0.05 / legal.len() as f64;
        }
    }
    let leader = known.told.first().map_or(0, |played| played.player.index());
    let (game, mut state) =
        TrickGame::new(world.game.rules().clone(), &CardStart { hands, leader, ..CardStart::default() }).unwrap();
    let mut views = SeatViews::new(&game, &state);
    for played in known.told {
        let mut legal = Vec::new();
        game.moves(&state, &mut legal);
        if played.player != seat && legal.len() > 1 {
            let place = if by_order {
                let possible = game.public().possible_state(views.of(played.player).view);
                let mut order: Vec<u16> = (0..legal.len() as u16).collect();
                R::Order::default().arrange(&game.public(), &possible, &legal, &mut order);
                order.iter().position(|&index| legal[usize::from(index)] == played.card).unwrap()
            } else {
                0
            };
            let weight = |place: usize| if by_order { (-(place as f64) / 1.5).exp() } else { 1.0 };
            let all: f64 = (0..legal.len()).map(weight).sum();
            product *= if by_order { 0.95 * weight(place) / all + 0.05 / legal.len() as f64 } else { 1.0 / all };
        }
        views.tell(&game, &state, played.card);
        game.play(&mut state, played.card);
    }
    product
}

/// How many tricks a hand of low cards is worth, as a second opinion: its aces and guarded kings, trumps beyond the second.
fn worth_of_hand(hand: Cards) -> i32 {
    let mut tricks = 0;
    let spades = hand.of(cutthroat_games::cards::Suit::Spades);
    for suit in cutthroat_games::cards::Suit::ALL {
        let held = hand.of(suit);
        let has = |above: usize| held.iter().any(|card| card.above() == above) && held.len() > above;
        if suit == cutthroat_games::cards::Suit::Spades {
            let high = (0..3).filter(|&above| has(above)).count();
            tricks += high + held.len().saturating_sub(high.max(2));
        } else {
            tricks += (0..2).filter(|&above| has(above)).count();
            tricks += usize::from(held.len() < 2 && spades.len() > 1 && hand.len() > 4);
        }
    }
    tricks.min(hand.len()) as i32
}

/// Weights are the likelihoods of their definition, and samples of likely worlds are the posterior that all worlds have:
/// all of them weighed, some of them weighed and drawn again, and chains.
fn posteriors_agree<R: Rules>(
    deal: &(TrickGame<R>, Position, SeatViews<TrickGame<R>>),
    behaviour: &mut dyn Behaviour<TrickGame<R>>,
    by_order: bool,
    usual_bids: Option<fn(Cards) -> i32>,
) -> f64 {
    let (game, state, views) = deal;
    let known = views.of(game.mover(state).unwrap());
    let public = game.public();
    let worlds = public.dealer(known.view).unwrap().all(100_000).unwrap();
    assert!(worlds.len() > 40, "{}", worlds.len());
    let likelihood = |world: &World<TrickGame<R>>| likelihood_by_definition(known, world, by_order, usual_bids);
    let whole: f64 = worlds.iter().map(likelihood).sum();
    let mut exact = HashMap::new();
    for world in &worlds {
        let rng = &mut ChaCha8Rng::seed_from_u64(0);
        let log = log_likelihood(&public, known, world, behaviour, rng);
        assert!(
            (log.exp() - likelihood(world)).abs() < 1e-12 * log.exp().max(1e-9),
            "{log} {}",
            likelihood(world).ln()
        );
        *exact.entry(world.state).or_insert(0.0) += likelihood(world) / whole;
    }
    let plan = LikelyWorlds { number: worlds.len(), weighed_for_each: 8, chained: 250 };
    let (all, weighing) = plan.draw(&public, known, behaviour, &Budget::default(), 1).unwrap();
    assert!(all.exhaustive && weighing.tempering == 1.0 && !weighing.chained);
    assert!(distance(&weights_of(&all), &exact) < 1e-6);
    // Fewer worlds than there are, drawn again and again.
    let mut drawn: HashMap<Position, f64> = HashMap::new();
    for seed in 0..300 {
        let plan = LikelyWorlds { number: 20, weighed_for_each: 8, chained: 250 };
        let (sample, weighing) = plan.draw(&public, known, behaviour, &Budget::default(), seed).unwrap();
        assert!(!sample.exhaustive && sample.worlds.len() <= 20 && weighing.weighed == 160);
        for (state, share) in weights_of(&sample) {
            *drawn.entry(state).or_insert(0.0) += share / 300.0;
        }
    }
    let uniform: HashMap<Position, f64> = worlds.iter().map(|world| (world.state, 1.0 / worlds.len() as f64)).collect();
    let off = distance(&drawn, &exact);
    assert!(off < 0.08, "{off} of {} worlds", worlds.len());
    let chains = Sample::by_metropolis(&public, known, behaviour, 6_000, 1).unwrap();
    let off = distance(&weights_of(&chains), &exact);
    assert!(off < 0.08, "{off} of {} worlds by chains", worlds.len());
    distance(&uniform, &exact)
}

#[test]
fn samples_of_likely_worlds_are_the_posterior() {
    let hearts = HeartsRules { random_aside: false, ..HeartsRules::default() };
    let order = <HeartsRules as Rules>::Order::default();
    let deal = end_of_deal(&hearts, 4);
    assert!(posteriors_agree(&deal, &mut AtRandomBehaviour, false, None) > 0.05);
    assert!(posteriors_agree(&deal, &mut ByOrder::new(order), true, None) > 0.1);
    let spades: SpadesRules = preset("table").unwrap();
    let bids = Some(worth_of_hand as fn(Cards) -> i32);
    assert!(posteriors_agree(&end_of_deal(&spades, 3), &mut TableHabits::default(), true, bids) > 0.1);
    let trump = Some(cutthroat_games::cards::Suit::Spades);
    let oh_hell = OhHellRules { trump, turns_up_trump: false, ..OhHellRules::default() };
    assert!(posteriors_agree(&end_of_deal(&oh_hell, 4), &mut TableHabits::default(), true, bids) > 0.1);
}

/// Where weights collapse, chains draw the worlds or weights are tempered, and it is said which.
#[test]
fn a_collapse_of_weights_is_told() {
    struct Certain;
    impl Behaviour<Hearts> for Certain {
        fn log_probability(&mut self, _: &SeenWorld<Hearts>, _: Player, _: &[Card], _: usize) -> f64 {
            0.0
        }

        fn log_of_start(&mut self, _: Knowledge<'_, Hearts>, start: &World<Hearts>, _: &mut ChaCha8Rng) -> f64 {
            start.state.hand(Player::new(1)).iter().map(|card| card.above() as f64).sum()
        }
    }
    let (game, state) = Hearts::deal(HeartsRules::default(), 4, None, 1).unwrap();
    let views = SeatViews::new(&game, &state);
    let known = views.of(Player::new(0));
    let draw = |chained| {
        let plan = LikelyWorlds { number: 40, weighed_for_each: 2, chained };
        plan.draw(&game.public(), known, &mut Certain, &Budget::default(), 1).unwrap()
    };
    let mean = |sample: &Sample<Hearts>| {
        let low = |world: &World<Hearts>| Certain.log_of_start(known, world, &mut ChaCha8Rng::seed_from_u64(0));
        let whole: u64 = sample.weights.iter().sum();
        let sum: f64 =
            sample.worlds.iter().zip(&sample.weights).map(|(world, &weight)| low(world) * weight as f64).sum();
        sum / whole as f64
    };
    let uniform = mean(&Sample::draw(&game.public(), known.view, 400, 2).unwrap());
    let (tempered, weighing) = draw(0);
    assert!(weighing.tempering < 1.0 && weighing.effective >= 10.0 && !weighing.chained, "{weighing:?}");
    let (chained, weighing) = draw(25);
    assert!(weighing.tempering == 1.0 && weighing.effective < 10.0 && weighing.chained, "{weighing:?}");
    assert_eq!((chained.worlds.len(), chained.worlds[0].clone()), (40, chained.worlds[25].clone()));
    let means = [uniform, mean(&tempered), mean(&chained)];
    assert!(means[0] + 5.0 < means[1] && means[1] + 5.0 < means[2], "{means:?}");
}

/// In the play, what a seat was passed weighs deals as the definition says: the mean over all that others may have passed to
/// each other.
#[test]
fn passes_are_weighed_by_their_definition() {
    let rules = HeartsRules { pass: Pass::Left, ..HeartsRules::TABLE };
    let (game, mut state) = WholeDeal::deal(rules, 3, Some(5), SeatSet::NONE, 4).unwrap();
    let mut views = SeatViews::new(&game, &state);
    for seat in 0..3 {
        let mv = DealMove::Pass(chosen_to_pass(state.position().hand(Player::new(seat))));
        views.tell(&game, &state, mv);
        game.play(&mut state, mv);
    }
    let view = views.of(Player::new(0)).view.play().unwrap();
    assert_eq!((view.passed().len(), view.received().len()), (3, 3));
    let (kernel, start) = (game.play_of(&state), *state.position());
    // Seat 1 has what seat 2 will hold of it, and seat 3 gave to seat 1 what that seat received.
    let pass = |before: Cards, cards: Cards| {
        let usual = chosen_to_pass(before);
        let overlap = |of: Cards| (of & usual).len() as f64;
        let held: Vec<Card> = before.iter().collect();
        let mut all = Vec::new();
        for (first, &one) in held.iter().enumerate() {
            for (second, &two) in held.iter().enumerate().skip(first + 1) {
                all.extend(held[second + 1..].iter().map(|&three| [one, two, three].into_iter().collect::<Cards>()));
            }
        }
        let sum: f64 = all.iter().map(|&other| (overlap(other) / 0.5).exp()).sum();
        (0.95 * (overlap(cards) / 0.5).exp() / sum + 0.05 / all.len() as f64, all)
    };
    let hand = |seat: usize| start.hand(Player::new(seat));
    let (_, choices) = pass(hand(2), hand(2).iter().take(3).collect());
    assert_eq!(choices.len(), 10);
    let likelihood = |&between: &Cards| {
        let second = (hand(1) - view.passed()) | between;
        let third = (hand(2) - between) | view.received();
        pass(second, between).0 * pass(third, view.received()).0
    };
    let expected = choices.iter().map(likelihood).sum::<f64>() / 10.0;
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let drawn = (0..40_000).map(|_| TableHabits::default().log_of_passes(&kernel, view, &start, &mut rng).exp());
    let mean = drawn.sum::<f64>() / 40_000.0;
    assert!((mean / expected - 1.0).abs() < 0.03, "{mean} {expected}");
}
