//! Deals that a view of a whole deal allows.

use cutthroat::hidden::{Allocations, Dealer, ImpossibleView, Redeal, World};
use cutthroat::{MAX_PLAYERS, Player};
use rand_chacha::ChaCha8Rng;

use super::super::card::Cards;
use super::super::hidden::CardDealer;
use super::super::position::Position;
use super::super::rules::Rules;
use super::{DealState, DealView, WholeDeal, for_each_choice};

/// Deals what a view of a whole deal allows, each world equally often.
#[derive(Clone, Debug)]
pub struct DealDealer<R: Rules> {
    game: WholeDeal<R>,
    view: DealView,
    stage: Stage<R>,
    /// Whether some of the deals that are counted cannot have come about, and how many can, if they were listed.
    is_sifted: bool,
    sifted: Option<u128>,
}

#[derive(Clone, Debug)]
enum Stage<R: Rules> {
    /// Holders of hidden cards: players, then the kitty, then nobody.
    Before {
        players: Vec<Player>,
        has_kitty: bool,
        ways: Box<Allocations>,
    },
    Playing(Box<CardDealer<R>>),
}

/// Where the exchange excludes deals that cannot be told card by card, this many are listed to count the others.
const MOST_LISTED: usize = 2_000;

impl<R: Rules> DealDealer<R> {
    pub(super) fn new(game: &WholeDeal<R>, view: &DealView) -> Result<Self, ImpossibleView> {
        let stage = if let Some(play) = &view.play {
            let excluded = |holder| game.excluded_by_exchange(view, holder);
            Stage::Playing(Box::new(CardDealer::excluding(&game.play_in(view), play, excluded)?))
        } else {
            let hidden = |player: &Player| *player != view.seat || !view.has_looked();
            let players: Vec<Player> = Player::all(game.players).filter(hidden).collect();
            let mut room: Vec<u32> =
                players.iter().map(|&player| game.size_before_play(view.phase, player) as u32).collect();
            let kitty = game.kitty_size(view.phase) as u32;
            room.extend((kitty > 0).then_some(kitty));
            let unseen = game.unseen(view);
            let held: u32 = room.iter().sum();
            let aside = (unseen.len() as u32).saturating_sub(held);
            room.extend((aside > 0).then_some(aside));
            let holders = players.iter().copied().map(Some).chain([None, None]);
            let sets: Vec<u64> =
                holders.take(room.len()).map(|holder| !game.excluded_by_exchange(view, holder).bits()).collect();
            let ways = Allocations::new(unseen.bits(), &sets, &room);
            let ways = ways.map_err(|error| ImpossibleView(error.to_string()))?;
            Stage::Before { players, has_kitty: kitty > 0, ways: Box::new(ways) }
        };
        let is_sifted = game.needs_past(view);
        let mut dealer = Self { game: game.clone(), view: *view, stage, is_sifted, sifted: None };
        if is_sifted {
            dealer.sifted = dealer.all(MOST_LISTED).map(|worlds| worlds.len() as u128);
        }
        Ok(dealer)
    }

    /// Whether a deal can have come about.
    fn has_past(&self, state: &DealState) -> bool {
        !self.is_sifted || self.game.exchange_allows(&self.view, state)
    }

    /// The number of deals, before they are sifted.
    pub(super) fn counted(&self) -> Option<u128> {
        match &self.stage {
            Stage::Before { ways, .. } => ways.count().checked_mul(self.passes()),
            Stage::Playing(dealer) => dealer.worlds(),
        }
    }

    /// In how many ways others can have chosen what they passed.
    fn passes(&self) -> u128 {
        let mut choices: u128 = 0;
        for_each_choice(
            Cards::PACK.iter().take(self.game.cards).collect(),
            self.game.cards_to_pass(),
            Cards::NONE,
            &mut |_| {
                choices += 1;
            },
        );
        choices.pow(self.game.others_who_passed(&self.view).count() as u32)
    }

    fn world_before(&self, players: &[Player], has_kitty: bool, held: &[u64]) -> DealState {
        let mut hands = [Cards::NONE; MAX_PLAYERS];
        hands[self.view.seat.index()] = self.view.hand;
        for (player, &cards) in players.iter().zip(held) {
            hands[player.index()] = Cards::of_bits(cards);
        }
        let kitty = if has_kitty { Cards::of_bits(held[players.len()]) } else { Cards::NONE };
        self.game.state_before_play(&self.view, hands, kitty)
    }

    fn world(&self, state: DealState) -> World<WholeDeal<R>> {
        World { game: self.game.clone(), state }
    }
}

impl<R: Rules> Dealer<WholeDeal<R>> for DealDealer<R> {
    fn worlds(&self) -> Option<u128> {
        if self.is_sifted { self.sifted } else { self.counted() }
    }

    fn deal(&mut self, rng: &mut ChaCha8Rng) -> World<WholeDeal<R>> {
        loop {
            let state = self.any_state(rng);
            if self.has_past(&state) {
                return self.world(state);
            }
        }
    }

    fn all(&mut self, most: usize) -> Option<Vec<World<WholeDeal<R>>>> {
        let mut states = self.all_states(most)?;
        states.retain(|state| self.has_past(state));
        Some(states.into_iter().map(|state| self.world(state)).collect())
    }

    /// Before the play, and after an exchange, every part is everything: all worlds are alike, so it does not matter which
    /// one comes next.
    fn redeal(&mut self, world: &mut World<WholeDeal<R>>, part: Redeal, rng: &mut ChaCha8Rng) -> bool {
        let Stage::Playing(dealer) = &mut self.stage else {
            *world = self.deal(rng);
            return true;
        };
        if self.is_sifted {
            *world = self.deal(rng);
            return true;
        }
        let position: Position = world.state.position;
        let mut kernel = World { game: self.game.play_of(&world.state), state: position };
        let changed = dealer.redeal(&mut kernel, part, rng);
        world.state = WholeDeal::state_of_play(&self.view, &kernel);
        changed
    }
}

impl<R: Rules> DealDealer<R> {
    /// Any deal that is counted.
    fn any_state(&mut self, rng: &mut ChaCha8Rng) -> DealState {
        match &mut self.stage {
            Stage::Playing(dealer) => WholeDeal::state_of_play(&self.view, &dealer.deal(rng)),
            Stage::Before { players, has_kitty, ways } => {
                let (players, has_kitty, held) = (players.clone(), *has_kitty, ways.draw(rng));
                let mut state = self.world_before(&players, has_kitty, &held);
                for player in self.game.others_who_passed(&self.view) {
                    let hand = state.position.hand(player);
                    state.passed[player.index()] = WholeDeal::<R>::any_choice(hand, self.game.cards_to_pass(), rng);
                }
                state
            }
        }
    }

    /// All deals that are counted, if there are at most so many.
    fn all_states(&mut self, most: usize) -> Option<Vec<DealState>> {
        if self.counted()? > most as u128 {
            return None;
        }
        let mut states: Vec<DealState> = match &mut self.stage {
            Stage::Playing(dealer) => {
                let worlds = dealer.all(most)?;
                return Some(worlds.iter().map(|world| WholeDeal::state_of_play(&self.view, world)).collect());
            }
            Stage::Before { players, has_kitty, ways } => {
                let (players, has_kitty) = (players.clone(), *has_kitty);
                let all: Vec<_> = ways.all(most)?.collect();
                all.iter().map(|held| self.world_before(&players, has_kitty, held)).collect()
            }
        };
        for player in self.game.others_who_passed(&self.view) {
            let mut more = Vec::new();
            for state in states {
                let hand = state.position.hand(player);
                for_each_choice(hand, self.game.cards_to_pass(), Cards::NONE, &mut |cards| {
                    let mut state = state;
                    state.passed[player.index()] = cards;
                    more.push(state);
                });
            }
            states = more;
        }
        Some(states)
    }
}
