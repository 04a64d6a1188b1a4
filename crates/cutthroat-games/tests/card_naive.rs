//! The trick games against a second implementation that is as simple as possible: lists of cards, no bits, no
//! equivalence, positions copied whole.

use cutthroat::maxn::MaxnOptions;
use cutthroat::{Game, Maxn, Player, Pruning, TieRule, perft};
use cutthroat_games::cards::{
    BridgeEvaluation, BridgeRules, CardStart, Cards, HeartsRules, OhHellRules, Position, Rules, SergeantMajorRules,
    SpadesRules, Suit, TrickGame, Utility, preset, shuffled,
};

use crate::card_order::CardOrder;

/// A card as two letters.
type Name = (char, char);

const RANKS: &str = "23456789TJQKA";

fn height(card: Name) -> usize {
    RANKS.find(card.1).unwrap()
}

/// The rules that differ, as in the text options.
#[derive(Clone, Default)]
struct NaiveTrickGame {
    trump: Option<char>,
    hearts: bool,
    lowest_club_leads: bool,
    clean_first_trick: bool,
    /// The suit that has to be broken.
    breaking: Option<char>,
    queen_breaks: bool,
    partners: bool,
}

#[derive(Clone)]
struct NaiveDeal {
    hands: Vec<Vec<Name>>,
    trick: Vec<Name>,
    leader: usize,
    taken: Vec<u32>,
    tricks_over: usize,
    broken: bool,
}

impl NaiveTrickGame {
    fn points(&self, card: Name) -> u32 {
        match card {
            ('H', _) => 1,
            ('S', 'Q') => 13,
            _ => 0,
        }
    }

    fn mover(&self, deal: &NaiveDeal) -> usize {
        (deal.leader + deal.trick.len()) % deal.hands.len()
    }

    fn legal(&self, deal: &NaiveDeal) -> Vec<Name> {
        let hand = deal.hands[self.mover(deal)].clone();
        if let Some(led) = deal.trick.first() {
            let follow: Vec<Name> = hand.iter().copied().filter(|card| card.0 == led.0).collect();
            if !follow.is_empty() {
                return follow;
            }
            let clean: Vec<Name> = hand.iter().copied().filter(|&card| self.points(card) == 0).collect();
            return if self.clean_first_trick && deal.tricks_over == 0 && !clean.is_empty() { clean } else { hand };
        }
        if self.lowest_club_leads && deal.tricks_over == 0 {
            let mut clubs: Vec<Name> = deal.hands.iter().flatten().copied().filter(|card| card.0 == 'C').collect();
            clubs.sort_by_key(|&card| height(card));
            if let Some(&lowest) = clubs.first() {
                return vec![lowest];
            }
        }
        if let (Some(suit), false) = (self.breaking, deal.broken) {
            let others: Vec<Name> = hand.iter().copied().filter(|card| card.0 != suit).collect();
            if !others.is_empty() {
                return others;
            }
        }
        hand
    }

    fn play(&self, deal: &NaiveDeal, card: Name) -> NaiveDeal {
        let mut next = deal.clone();
        let mover = self.mover(deal);
        next.hands[mover].retain(|&held| held != card);
        next.trick.push(card);
        next.broken |= self.breaking == Some(card.0) || self.queen_breaks && card == ('S', 'Q');
        if next.trick.len() == next.hands.len() {
            let led = next.trick[0].0;
            let strength = |card: Name| {
                if Some(card.0) == self.trump {
                    100 + height(card)
                } else if card.0 == led {
                    1 + height(card)
                } else {
                    0
                }
            };
            let place = (0..next.trick.len()).max_by_key(|&place| strength(next.trick[place])).unwrap();
            let winner = (next.leader + place) % next.hands.len();
            let worth = if self.hearts { next.trick.iter().map(|&card| self.points(card)).sum() } else { 1 };
            next.taken[if self.partners { winner % 2 } else { winner }] += worth;
            next.leader = winner;
            next.trick.clear();
            next.tricks_over += 1;
        }
        next
    }

    fn perft(&self, deal: &NaiveDeal, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        if deal.hands.iter().all(Vec::is_empty) {
            return 0;
        }
        self.legal(deal).into_iter().map(|card| self.perft(&self.play(deal, card), depth - 1)).sum()
    }
}

impl NaiveTrickGame {
    /// What each player gets under max^n with ties settled spitefully: worst for `root`, then for the next seats.
    fn maxn(&self, deal: &NaiveDeal, root: usize) -> Vec<i32> {
        let players = deal.hands.len();
        if deal.hands.iter().all(Vec::is_empty) {
            let sign = if self.hearts { -1 } else { 1 };
            let party = |player: usize| if self.partners { player % 2 } else { player };
            return (0..players).map(|player| sign * deal.taken[party(player)] as i32).collect();
        }
        let mover = self.mover(deal);
        let spite = |value: &Vec<i32>| {
            let mut key = vec![value[mover]];
            key.extend((mover != root).then(|| -value[root]));
            key.extend((1..players).map(|turn| -value[(mover + turn) % players]));
            key
        };
        let children = self.legal(deal).into_iter().map(|card| self.maxn(&self.play(deal, card), root));
        children.max_by_key(spite).unwrap()
    }

    /// The tricks of seats 1 and 3 with best play by two teams.
    fn minimax(&self, deal: &NaiveDeal) -> u32 {
        if deal.hands.iter().all(Vec::is_empty) {
            return deal.taken[0];
        }
        let children = self.legal(deal).into_iter().map(|card| self.minimax(&self.play(deal, card)));
        if self.mover(deal).is_multiple_of(2) { children.max().unwrap() } else { children.min().unwrap() }
    }
}

fn naive<R: Rules>(game: &TrickGame<R>, position: &Position) -> (NaiveTrickGame, NaiveDeal) {
    let players = game.players();
    let options = game.rules().options(players);
    let is = |name: &str, value: &str| options.iter().any(|(option, given)| *option == name && given == value);
    let hearts = R::NAME == "hearts";
    let rules = NaiveTrickGame {
        trump: game.rules().trump().map(Suit::letter),
        hearts,
        lowest_club_leads: is("lowest-club-leads", "on"),
        clean_first_trick: is("clean-first-trick", "on"),
        breaking: is("breaking", "on").then_some(if hearts { 'H' } else { 'S' }),
        queen_breaks: is("queen-breaks", "on"),
        partners: R::NAME == "bridge",
    };
    let names = |player: Player| {
        position.hand(player).iter().map(|card| (card.suit().letter(), card.rank())).collect::<Vec<Name>>()
    };
    let deal = NaiveDeal {
        hands: Player::all(players).map(names).collect(),
        trick: Vec::new(),
        leader: game.leader(position).index(),
        taken: vec![0; players],
        tricks_over: 0,
        broken: false,
    };
    (rules, deal)
}

/// Walks both at once: the same legal cards, the same mover, the same counts, everywhere.
fn walk<R: Rules>(game: &TrickGame<R>, position: &Position, rules: &NaiveTrickGame, deal: &NaiveDeal, nodes: &mut u64) {
    *nodes += 1;
    let taken: Vec<u32> = position.taken()[..game.players()].iter().map(|&taken| taken.into()).collect();
    assert_eq!(taken, deal.taken);
    let Some(mover) = game.mover(position) else {
        assert!(deal.hands.iter().all(Vec::is_empty));
        return;
    };
    assert_eq!(mover.index(), rules.mover(deal));
    let mut legal = rules.legal(deal);
    legal.sort_unstable();
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut names: Vec<Name> = moves.iter().map(|card| (card.suit().letter(), card.rank())).collect();
    names.sort_unstable();
    assert_eq!(names, legal);
    for card in moves {
        let mut next = *position;
        game.play(&mut next, card);
        walk(game, &next, rules, &rules.play(deal, (card.suit().letter(), card.rank())), nodes);
    }
}

fn crowded_deal<R: Rules>(rules: R, players: usize, cards: usize, seed: u64) -> (TrickGame<R>, Position) {
    let shuffled = shuffled("AKQJ.AKQJ.AKQ.AKQ".parse().unwrap(), seed);
    let hands: Vec<Cards> = shuffled.chunks(cards).take(players).map(|hand| hand.iter().copied().collect()).collect();
    let first = rules.first_lead(hands.iter().fold(Cards::NONE, |all, &hand| all | hand));
    let leader = first.and_then(|card| hands.iter().position(|hand| hand.has(card))).unwrap_or(0);
    TrickGame::new(rules, &CardStart { hands, leader, ..CardStart::default() }).unwrap()
}

fn agree<R: Rules>() {
    let (least, most) = R::PLAYERS;
    let mut deals = 0;
    for name in R::PRESETS {
        for players in least..=most {
            for seed in 0..40 {
                let rules: R = preset(name).unwrap();
                let cards = if players > 4 { 2 } else { 2 + (seed % 3) as usize };
                let (game, deal) = TrickGame::deal(rules, players, Some(cards), seed).unwrap();
                let (rules, simple) = naive(&game, &deal);
                let mut nodes = 0;
                if cards < 4 {
                    walk(&game, &deal, &rules, &simple, &mut nodes);
                }
                for depth in [1, players, players * cards / 2, players * cards] {
                    if cards < 4 || depth <= players * 2 + 1 {
                        assert_eq!(perft(&game, &deal, depth), rules.perft(&simple, depth), "{name} {players} {seed}");
                    }
                }
                // High cards only, so that the queen of spades is included and suits run out.
                let (crowded, high_cards) =
                    crowded_deal(preset::<R>(name).unwrap(), players, if players > 4 { 2 } else { 3 }, seed);
                let (crowded_rules, simple_high_cards) = naive(&crowded, &high_cards);
                walk(&crowded, &high_cards, &crowded_rules, &simple_high_cards, &mut nodes);
                // Whole hands, near their beginning.
                if seed < 10 {
                    let full = game.rules().hand_size(players).min(52 / players);
                    let (game, deal) = TrickGame::deal(preset::<R>(name).unwrap(), players, Some(full), seed).unwrap();
                    let (rules, simple) = naive(&game, &deal);
                    let depth = players.min(4);
                    assert_eq!(perft(&game, &deal, depth), rules.perft(&simple, depth), "{name} {players} {seed}");
                }
                deals += 1;
            }
        }
    }
    assert!(deals >= 40);
}

/// Root values, with equivalent cards merged and pruning on, against plain search without either.
fn values_agree<R: Rules>(preset_name: &str, utility: usize, seeds: u64) {
    for seed in 0..seeds {
        for players in R::PLAYERS.0..=R::PLAYERS.1.min(4) {
            let cards = if players == 4 { 3 } else { 4 };
            let rules = preset::<R>(preset_name).unwrap();
            let (game, deal) = TrickGame::deal(rules, players, Some(cards), seed).unwrap();
            let (rules, simple) = naive(&game, &deal);
            let root = game.leader(&deal).index();
            let expected = rules.maxn(&simple, root);
            let options = MaxnOptions { pruning: Pruning::DEEP, ties: TieRule::Spiteful, ..MaxnOptions::default() };
            let utility = R::Evaluation::ALL[utility];
            let found =
                Maxn::with_order(&game, &utility, &CardOrder::<R>::usual()).options(&options).run(&deal).unwrap();
            let total = if rules.hearts { i32::from(game.total()) } else { 0 };
            let payoff: Vec<i32> = found.payoff.seats(players).iter().map(|&score| i32::from(score) - total).collect();
            assert_eq!(payoff, expected, "{} {players} players, seed {seed}", R::NAME);
        }
    }
}

#[test]
fn values_agree_with_plain_search_without_bits() {
    values_agree::<HeartsRules>("paper", 0, 15);
    values_agree::<SergeantMajorRules>("paper", 0, 15);
    values_agree::<SergeantMajorRules>("table", 0, 15);
    values_agree::<OhHellRules>("table", 3, 15);
}

#[test]
fn bridge_is_double_dummy() {
    let mut different = 0;
    for seed in 0..40 {
        for trump in ["S", "H", "D", "C", "N"] {
            let mut rules = BridgeRules::default();
            rules.set("trump", trump, 4).unwrap();
            let (game, deal) = TrickGame::deal(rules, 4, Some(3), seed).unwrap();
            let (rules, simple) = naive(&game, &deal);
            let tricks = rules.minimax(&simple) as i16;
            for (pruning, bounds) in [(Pruning::NONE, false), (Pruning::DEEP, true), (Pruning::SHALLOW, false)] {
                let options = MaxnOptions { pruning, bounds, ..MaxnOptions::default() };
                let order = CardOrder::<BridgeRules>::usual();
                let found =
                    Maxn::with_order(&game, &BridgeEvaluation::Tricks, &order).options(&options).run(&deal).unwrap();
                assert_eq!(found.payoff.seats(4), [tricks, 3 - tricks, tricks, 3 - tricks], "seed {seed} {trump}");
            }
            different += u64::from(tricks > 0 && tricks < 3);
        }
    }
    assert!(different > 20);
}

#[test]
fn hearts_agrees() {
    agree::<HeartsRules>();
}

#[test]
fn spades_agrees() {
    agree::<SpadesRules>();
}

#[test]
fn sergeant_major_agrees() {
    agree::<SergeantMajorRules>();
}

#[test]
fn oh_hell_agrees() {
    agree::<OhHellRules>();
}

#[test]
fn bridge_agrees() {
    agree::<BridgeRules>();
}
