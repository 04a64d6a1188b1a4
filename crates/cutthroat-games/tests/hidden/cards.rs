//! What a seat knows in trick games: the laws of views for every game, preset, number of players and seat, counts against
//! brute force, and players who peek.

use std::collections::HashSet;

use cutthroat::conformance::Conformance;
use cutthroat::hidden::{Dealer, Hidden, SeatViews};
use cutthroat::{Game, Player};
use cutthroat_games::cards::{
    BridgeRules, Card, CardStart, CardView, Cards, Hearts, HeartsRules, Moment, OhHell, OhHellRules, Position, Rules,
    SergeantMajorRules, SpadesRules, Suit, TrickGame, preset,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn every_deal<R: Rules>(sizes: &[usize], check: impl Fn(&TrickGame<R>, &Position)) {
    let (least, most) = R::PLAYERS;
    for name in R::PRESETS {
        for players in least..=most {
            let rules: R = preset(name).unwrap();
            let full = rules.hand_size(players);
            for (seed, &cards) in sizes.iter().chain([&full]).filter(|&&cards| cards <= full).enumerate() {
                let (game, deal) = TrickGame::deal(rules.clone(), players, Some(cards), seed as u64).unwrap();
                check(&game, &deal);
            }
        }
    }
}

fn conforms<R: Rules>() {
    let kit = Conformance { games: 4, ..Conformance::default() };
    every_deal::<R>(&[1, 2, 3, 5], |game, deal| kit.hidden(game, deal).unwrap());
}

#[test]
fn views_of_hearts_conform() {
    conforms::<HeartsRules>();
}

#[test]
fn views_of_spades_conform() {
    conforms::<SpadesRules>();
}

#[test]
fn views_of_sergeant_major_conform() {
    conforms::<SergeantMajorRules>();
}

#[test]
fn views_of_oh_hell_conform() {
    conforms::<OhHellRules>();
}

#[test]
fn views_of_bridge_conform() {
    conforms::<BridgeRules>();
}

/// A pack of twelve cards of all suits, with the queen of spades.
fn small_pack() -> Cards {
    "AQ2.K52.T43.QJ2".parse().unwrap()
}

/// All subsets of one to `most` cards.
fn hands_of(pack: Cards, most: usize) -> Vec<Cards> {
    let cards: Vec<Card> = pack.iter().collect();
    (1_u32..1 << cards.len())
        .filter(|set| set.count_ones() as usize <= most)
        .map(|set| (0..cards.len()).filter(|place| set >> place & 1 == 1).map(|place| cards[place]).collect())
        .collect()
}

/// What a play proves is exact: a card is legal from a hand if and only if the hand has none of the cards that playing
/// it excludes.
fn exclusions_are_exact<R: Rules>(rules: &R) -> usize {
    let pack = small_pack();
    let mut excluding = 0;
    for hand in hands_of(pack, 4) {
        for led in std::iter::once(None).chain((pack - hand).iter().map(Some)) {
            for (first_trick, broken) in [(false, false), (false, true), (true, false), (true, true)] {
                let moment = Moment { first_trick, broken, in_play: pack };
                let legal = match led {
                    // A player who has to lead a named card holds it: nothing is learned.
                    None if first_trick && rules.first_lead(pack).is_some() => continue,
                    None => rules.leads(hand, moment),
                    Some(led) if !hand.following(led).is_empty() => hand.following(led),
                    Some(_) => rules.discards(hand, moment),
                };
                for card in hand.iter() {
                    let followed = led.is_none_or(|led| led.suit() == card.suit());
                    let suit = led.filter(|_| !followed).map_or(Cards::NONE, |led| led.suit().cards());
                    let own = rules.excludes(card, led, first_trick, broken);
                    excluding += usize::from(!own.is_empty());
                    let fits = (hand & (own | suit)).is_empty();
                    assert_eq!(legal.has(card), fits, "{card} from {hand} to {led:?}, {moment:?} {rules:?}");
                }
            }
        }
    }
    excluding
}

#[test]
fn what_a_play_proves_is_exact() {
    for name in HeartsRules::PRESETS {
        exclusions_are_exact::<HeartsRules>(&preset(name).unwrap());
    }
    let free_lead = HeartsRules { lowest_club_leads: false, ..HeartsRules::TABLE };
    let without_queen = HeartsRules { queen: 0, ..free_lead };
    for rules in [free_lead, without_queen] {
        assert!(exclusions_are_exact(&rules) > 0);
    }
    assert!(exclusions_are_exact::<SpadesRules>(&preset("table").unwrap()) > 0);
    exclusions_are_exact::<SpadesRules>(&preset("paper").unwrap());
    exclusions_are_exact(&OhHellRules::default());
    exclusions_are_exact(&SergeantMajorRules::default());
    exclusions_are_exact(&BridgeRules::default());
}

/// At most this many ways to hand out unseen cards are tried one by one.
const MOST_TRIED: u64 = 1_000;

/// Every way to hand out `cards` so that hand `s` gets `room[s]` more; the rest is set aside.
fn hand_out(cards: &[Card], room: &[usize], hands: &mut Vec<Cards>, see: &mut impl FnMut(&[Cards])) {
    let Some((&card, rest)) = cards.split_first() else {
        see(hands);
        return;
    };
    let places: usize = room.iter().sum();
    let mut room = room.to_vec();
    for seat in 0..hands.len() {
        if room[seat] > 0 {
            room[seat] -= 1;
            hands[seat] |= card.alone();
            hand_out(rest, &room, hands, see);
            hands[seat] = hands[seat] - card.alone();
            room[seat] += 1;
        }
    }
    if rest.len() >= places {
        hand_out(rest, &room, hands, see);
    }
}

/// In how many ways that is.
fn ways_to_hand_out(cards: usize, room: &[usize]) -> u64 {
    let choose = |n: usize, k: usize| (1..=k).fold(1_u64, |ways, i| ways.saturating_mul((n + 1 - i) as u64) / i as u64);
    let mut left = cards;
    room.iter().fold(1_u64, |ways, &room| {
        let more = choose(left, room);
        left -= room;
        ways.saturating_mul(more)
    })
}

/// Plays a random game. Wherever few cards are unseen, every way to hand them out is tried: if the whole deal can have been
/// played so, from its start, and looks the same to the seat, it is a world, and the dealer must have exactly these.
fn worlds_are_those_of_brute_force<R: Rules>(game: &TrickGame<R>, deal: &Position, seed: u64) -> usize {
    let players = game.players();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (mut state, mut views) = (*deal, SeatViews::new(game, deal));
    let mut played: Vec<(Player, Card)> = Vec::new();
    let mut compared = 0;
    loop {
        for seat in Player::all(players) {
            let view: CardView = *views.of(seat).view;
            let room: Vec<usize> =
                Player::all(players).map(|player| if player == seat { 0 } else { view.hand_size(player) }).collect();
            if ways_to_hand_out(view.unseen().len(), &room) > MOST_TRIED {
                continue;
            }
            let mut expected: HashSet<Position> = HashSet::new();
            let mut hands = vec![Cards::NONE; players];
            hands[seat.index()] = view.hand();
            for &(player, card) in &played {
                hands[player.index()] |= card.alone();
            }
            let unseen: Vec<Card> = view.unseen().iter().collect();
            hand_out(&unseen, &room, &mut hands, &mut |hands| {
                let start =
                    CardStart { hands: hands.to_vec(), leader: game.leader(deal).index(), ..CardStart::default() };
                let Ok((game, mut state)) = TrickGame::new(game.rules().clone(), &start) else { return };
                let mut told = SeatViews::new(&game, &state);
                for &(_, card) in &played {
                    if !game.legal(&state).has(card) {
                        return;
                    }
                    told.tell(&game, &state, card);
                    game.play(&mut state, card);
                }
                if told.of(seat).view == &view {
                    expected.insert(state);
                }
            });
            let mut dealer = game.public().dealer(&view).unwrap();
            assert_eq!(dealer.worlds(), Some(expected.len() as u128), "{view:?}");
            let listed: HashSet<Position> = dealer.all(100_000).unwrap().iter().map(|world| world.state).collect();
            assert_eq!(listed, expected, "{view:?}");
            compared += 1;
        }
        let Some(mover) = game.mover(&state) else { return compared };
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let card = moves[rng.random_range(0..moves.len())];
        views.tell(game, &state, card);
        game.play(&mut state, card);
        played.push((mover, card));
    }
}

/// A deal of a small pack that everybody knows, since a card of it is none that the game deals.
fn small_deal<R: Rules>(rules: &R, pack: &str, players: usize, seed: u64) -> (TrickGame<R>, Position) {
    let pack: Cards = pack.parse().unwrap();
    assert!(!(pack - rules.pack(players)).is_empty());
    let cards = cutthroat_games::cards::shuffled(pack, seed);
    let hands: Vec<Cards> =
        cards.chunks(cards.len() / players).take(players).map(|hand| hand.iter().copied().collect()).collect();
    let in_play = hands.iter().fold(Cards::NONE, |all, &hand| all | hand);
    let leader = rules.first_lead(in_play).and_then(|card| hands.iter().position(|hand| hand.has(card))).unwrap_or(0);
    TrickGame::new(rules.clone(), &CardStart { hands, leader, ..CardStart::default() }).unwrap()
}

#[test]
fn worlds_are_counted_as_by_brute_force() {
    fn whole_deals<R: Rules>(rules: &R, players: usize) -> usize {
        let deal = |seed| TrickGame::deal(rules.clone(), players, None, seed).unwrap();
        (0..5).map(|seed| worlds_are_those_of_brute_force(&deal(seed).0, &deal(seed).1, seed)).sum()
    }
    let mut compared = 0;
    for name in HeartsRules::PRESETS {
        let rules: HeartsRules = preset(name).unwrap();
        compared += (3..=5).map(|players| whole_deals(&rules, players)).sum::<usize>();
        compared += whole_deals(&HeartsRules { random_aside: true, ..rules }, 3);
    }
    for name in SpadesRules::PRESETS {
        compared += (2..=4).map(|players| whole_deals::<SpadesRules>(&preset(name).unwrap(), players)).sum::<usize>();
    }
    compared += whole_deals(&OhHellRules::default(), 4);
    compared += whole_deals(&SergeantMajorRules::default(), 3);
    compared += whole_deals(&BridgeRules::default(), 4);
    assert!(compared > 3_000, "{compared}");
    // Many points, so that hands of nothing else come to the first trick, and lead what is not broken.
    for seed in 0..150 {
        for rules in [HeartsRules::TABLE, HeartsRules { lowest_club_leads: false, ..HeartsRules::TABLE }] {
            let (game, deal) = small_deal(&rules, "AQ.KQ92.2.32", 3, seed);
            compared += worlds_are_those_of_brute_force(&game, &deal, seed);
        }
        let (game, deal) = small_deal::<SpadesRules>(&preset("table").unwrap(), "AQJ98.K2.3.2", 3, seed);
        compared += worlds_are_those_of_brute_force(&game, &deal, seed);
    }
    assert!(compared > 8_000, "{compared}");
}

/// In a deal with cards aside, the points of the cards in play say which. A player who looks at the total is caught, and so
/// is one who breaks ties by a hash of the true state; one who sees only their view is not.
#[test]
fn players_who_peek_are_caught() {
    let kit = Conformance { games: 10, ..Conformance::default() };
    let (game, deal) = Hearts::deal(HeartsRules::default(), 3, Some(5), 3).unwrap();
    let pick = |view: &CardView, number: u64| {
        let mut moves = Vec::new();
        game.public().moves_of(view, &mut moves);
        moves[number as usize % moves.len()]
    };
    kit.no_peeking(&game, &deal, |truth, known, seed| {
        pick(known.view, seed + u64::from(truth.game.public().total()) + known.told.len() as u64)
    })
    .unwrap();
    let by_total = kit.no_peeking(&game, &deal, |truth, known, _| pick(known.view, truth.game.total().into()));
    assert!(by_total.unwrap_err().fault.contains("dealt again"));
    let by_left = kit.no_peeking(&game, &deal, |truth, known, _| pick(known.view, truth.state.left().into()));
    assert!(by_left.is_err());
    let by_hash = kit.no_peeking(&game, &deal, |truth, known, _| {
        use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
        pick(known.view, BuildHasherDefault::<DefaultHasher>::default().hash_one(truth.state))
    });
    assert!(by_hash.is_err());
    let by_classes = kit.no_peeking(&game, &deal, |truth, known, _| {
        let searched = truth.game.representatives(&truth.state, truth.game.legal(&truth.state));
        pick(known.view, searched.len() as u64)
    });
    assert!(by_classes.is_err(), "equivalent cards depend on what is set aside");
}

/// What is known at once: nobody holds the trump that was turned up, the leader has the lowest club, and lower ones are out.
#[test]
fn the_deal_itself_tells_something() {
    let (game, deal) = OhHell::deal(OhHellRules::default(), 4, Some(7), 1).unwrap();
    let turned_up = game.rules().turned_up.unwrap();
    let view = game.first_view(&deal, Player::new(0));
    assert_eq!(game.rules().trump(), Some(turned_up.suit()));
    assert_eq!((view.unseen().len(), view.unseen().has(turned_up), view.hidden_aside()), (44, false, 23));
    let again = cutthroat::Notation::write_position(&game, &deal);
    assert!(again.contains(&format!(" turned-up={turned_up}")), "{again}");

    let rules = HeartsRules { random_aside: true, ..HeartsRules::TABLE };
    let mut lower_out = 0;
    for seed in 0..50 {
        let (game, deal) = Hearts::deal(rules, 3, Some(8), seed).unwrap();
        let lowest = deal.in_play().of(Suit::Clubs).last().unwrap();
        let leader = game.mover(&deal).unwrap();
        for seat in Player::all(3) {
            let view = game.first_view(&deal, seat);
            let known = if seat == leader { view.hand() } else { view.known(leader) };
            assert!(known.has(lowest));
            let possible = view.unseen() | view.hand();
            assert!(possible.of(Suit::Clubs).iter().all(|card| card <= lowest));
            lower_out += 12 - lowest.above();
        }
    }
    assert!(lower_out > 0);
}

#[test]
fn a_view_is_small() {
    assert!(size_of::<CardView>() <= 256, "{}", size_of::<CardView>());
}

/// Games in which everybody sees everything have one world, and the state as view.
#[test]
fn games_of_perfect_information_conform() {
    use cutthroat::Notation;
    use cutthroat_games::trees::Tree;
    let kit = Conformance { games: 6, ..Conformance::default() };
    let (tree, root) = Tree::read_position("1[ (5,4,1) 2[ (3,3,4) 3[ (2,6,2) (1,1,1) ] ] ]").unwrap();
    kit.hidden(&tree, &root).unwrap();
}
