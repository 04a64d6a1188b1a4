//! Deals that a view allows.

use cutthroat::hidden::{Allocations, Dealer, Held, ImpossibleView, NoAllocation, Redeal, World, uniform_below};
use cutthroat::{MAX_PLAYERS, Player};
use rand_chacha::ChaCha8Rng;

use super::super::card::{Card, Cards};
use super::super::position::Position;
use super::super::rules::Rules;
use super::super::trick::TrickGame;
use super::{CardView, with_left};

/// Deals the unseen cards to the other hands and to those set aside, in every possible way equally often.
#[derive(Clone, Debug)]
pub struct CardDealer<R: Rules> {
    game: TrickGame<R>,
    view: CardView,
    /// Those who hold hidden cards; the last may be nobody, for the cards set aside.
    holders: Vec<Option<Player>>,
    /// What each of them may hold.
    may_hold: Vec<u64>,
    ways: Allocations,
}

impl<R: Rules> CardDealer<R> {
    /// The dealer of `view`.
    pub(super) fn new(game: &TrickGame<R>, view: &CardView) -> Result<Self, ImpossibleView> {
        Self::excluding(game, view, |_| Cards::NONE)
    }

    /// The same where more is known about what players, or those cards that nobody holds, do not have.
    pub(in super::super) fn excluding(
        game: &TrickGame<R>,
        view: &CardView,
        excluded: impl Fn(Option<Player>) -> Cards,
    ) -> Result<Self, ImpossibleView> {
        let mut holders: Vec<Option<Player>> = view.others().map(Some).collect();
        let mut room: Vec<u32> = view.others().map(|player| view.hand_size(player) as u32).collect();
        let known = view.others().fold(Cards::NONE, |known, player| known | view.known(player));
        let may_hold = |player: Player| view.unseen() - view.banned(player) - (known - view.known(player));
        let mut sets: Vec<u64> = view.others().map(|player| may_hold(player).bits()).collect();
        if view.hidden_aside() > 0 {
            holders.push(None);
            room.push(view.hidden_aside() as u32);
            sets.push((view.unseen() - known).bits());
        }
        for (set, &holder) in sets.iter_mut().zip(&holders) {
            *set &= !excluded(holder).bits();
        }
        let ways = Allocations::new(view.unseen().bits(), &sets, &room).map_err(|error| reason(view, error))?;
        Ok(Self { game: game.clone(), view: *view, holders, may_hold: sets, ways })
    }

    /// The world in which the holders have these cards.
    fn world(&self, held: &Held) -> World<TrickGame<R>> {
        let mut state = self.view.position;
        let mut in_play = state.on_table.cards | self.view.hand();
        for (holder, &cards) in self.holders.iter().zip(held) {
            if let Some(player) = holder {
                state.hands[player.index() % MAX_PLAYERS] = Cards::of_bits(cards);
                in_play |= Cards::of_bits(cards);
            }
        }
        state.in_play = in_play;
        let mut game = self.game.clone();
        game.total = game.total_of(in_play, &state.taken);
        let taken: u16 = state.taken.lanes().iter().sum();
        state.on_table.turn = with_left(state.on_table.turn, game.total - taken as u8);
        World { game, state }
    }

    /// What the holders have in a world.
    fn held(&self, state: &Position) -> Held {
        let mut held = Held::default();
        for (holder, cards) in self.holders.iter().zip(&mut held) {
            *cards = holder.map_or(self.view.unseen() - state.in_play(), |player| state.hand(player)).bits();
        }
        held
    }

    /// Two different holders.
    fn pair(&self, rng: &mut ChaCha8Rng) -> (usize, usize) {
        let number = self.holders.len() as u128;
        let first = uniform_below(number, rng) as usize;
        let second = uniform_below(number - 1, rng) as usize;
        (first, if second >= first { second + 1 } else { second })
    }
}

impl<R: Rules> Dealer<TrickGame<R>> for CardDealer<R> {
    fn worlds(&self) -> Option<u128> {
        Some(self.ways.count())
    }

    fn deal(&mut self, rng: &mut ChaCha8Rng) -> World<TrickGame<R>> {
        self.world(&self.ways.draw(rng))
    }

    fn all(&mut self, most: usize) -> Option<Vec<World<TrickGame<R>>>> {
        Some(self.ways.all(most)?.map(|held| self.world(&held)).collect())
    }

    fn redeal(&mut self, world: &mut World<TrickGame<R>>, part: Redeal, rng: &mut ChaCha8Rng) -> bool {
        if part == Redeal::All || self.holders.len() < 2 {
            *world = self.deal(rng);
            return true;
        }
        let mut held = self.held(&world.state);
        let (first, second) = self.pair(rng);
        let (all, sets) = (held[first] | held[second], [self.may_hold[first], self.may_hold[second]]);
        match part {
            Redeal::Swap => {
                let (Some(one), Some(other)) = (any_of(held[first], rng), any_of(held[second], rng)) else {
                    return false;
                };
                if sets[0] & other == 0 || sets[1] & one == 0 {
                    return false;
                }
                held[first] ^= one | other;
                held[second] ^= one | other;
            }
            Redeal::Pair | Redeal::All => {
                let room = [held[first].count_ones(), held[second].count_ones()];
                let Ok(ways) = Allocations::new(all, &sets, &room) else { return false };
                [held[first], held[second]] = [ways.draw(rng)[0], 0];
                held[second] = all ^ held[first];
            }
        }
        *world = self.world(&held);
        true
    }
}

/// One bit of `set`, each equally likely.
fn any_of(mut set: u64, rng: &mut ChaCha8Rng) -> Option<u64> {
    if set == 0 {
        return None;
    }
    for _ in 0..uniform_below(set.count_ones().into(), rng) {
        set &= set - 1;
    }
    Some(set & set.wrapping_neg())
}

/// Why a view allows no deal, in the words of the game.
fn reason(view: &CardView, error: NoAllocation) -> ImpossibleView {
    ImpossibleView(match error {
        NoAllocation::Nobody(bit) => {
            format!("nobody can have {}: no hand with room for it may hold it", Card::of_index(bit as u8))
        }
        NoAllocation::Room { things, room } => {
            format!("{things} cards are unseen, but other players hold {room}")
        }
        NoAllocation::Conflict => {
            format!("the {} unseen cards do not fit into the hands that may hold them", view.unseen().len())
        }
        NoAllocation::TooMany => "there are too many deals to count".to_owned(),
    })
}
