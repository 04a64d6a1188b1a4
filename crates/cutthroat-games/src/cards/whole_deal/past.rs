//! How the hands of a whole deal came about.

use cutthroat::MAX_PLAYERS;
use cutthroat::Player;
use rand_chacha::ChaCha8Rng;

use super::super::card::{Card, Cards};
use super::super::rules::{Preparation, Rules};
use super::{DealPhase, DealState, DealView, WholeDeal};

/// What happened before the play: the hands as they were dealt, the kitty, and what everybody gave away.
pub(super) struct BeforePlay {
    pub(super) hands: [Cards; MAX_PLAYERS],
    pub(super) kitty: Cards,
    pub(super) given: [Cards; MAX_PLAYERS],
    /// The cards that others gave each other in an exchange, in order.
    pub(super) exchanged: Vec<Card>,
}

impl<R: Rules> WholeDeal<R> {
    /// How `hands`, with which the play begins or which are held before it, came about. What the seat cannot know is
    /// drawn: which cards others passed to each other, which ones a dealer discarded and took.
    pub(super) fn before_play(
        &self,
        view: &DealView,
        state: &DealState,
        hands: [Cards; MAX_PLAYERS],
        rng: &mut ChaCha8Rng,
    ) -> BeforePlay {
        let playing = state.phase == DealPhase::Playing;
        let mut past = BeforePlay { hands, kitty: state.kitty, given: state.passed, exchanged: Vec::new() };
        if self.has_exchanged(view) {
            return self.before_exchange(view, state, hands);
        }
        match self.rules.preparation() {
            Preparation::Pass(_) if playing => {
                for giver in Player::all(self.players) {
                    let receiver = self.receiver(giver);
                    past.given[giver.index()] = if giver == view.seat {
                        view.given
                    } else if receiver == view.seat {
                        view.received()
                    } else {
                        Self::any_choice(hands[receiver.index()], self.cards_to_pass(), rng)
                    };
                }
                for giver in Player::all(self.players) {
                    let receiver = self.receiver(giver).index();
                    past.hands[receiver] = past.hands[receiver] - past.given[giver.index()];
                }
                for giver in Player::all(self.players) {
                    past.hands[giver.index()] |= past.given[giver.index()];
                }
            }
            Preparation::TrumpAndKitty { dealer, kitty_first } => {
                let (number, place) = (self.cards_to_discard(), dealer.index());
                let own = view.seat == dealer;
                let discarded = if !playing {
                    Cards::NONE
                } else if own {
                    view.given
                } else {
                    let held = hands.iter().fold(Cards::NONE, |held, &hand| held | hand);
                    let aside = self.rules.pack(self.players) - self.rules.shown_aside() - held;
                    Self::any_choice(aside, number, rng)
                };
                past.given[place] = discarded;
                let has_taken = playing || kitty_first && state.phase == DealPhase::Discarding;
                if has_taken {
                    let from = if kitty_first { hands[place] | discarded } else { hands[place] };
                    past.kitty = if own { view.taken } else { Self::any_choice(from, number, rng) };
                    past.hands[place] = (hands[place] | discarded) - past.kitty;
                }
            }
            _ => {}
        }
        past
    }

    /// The same where players have exchanged cards, by the first past that is found.
    fn before_exchange(&self, view: &DealView, state: &DealState, hands: [Cards; MAX_PLAYERS]) -> BeforePlay {
        let [one, two, three, ..] = hands;
        let found = self.past_of_exchange(view, [one, two, three], state.kitty);
        let (past, kitty) = found.expect("a world that is allowed has a past");
        let held = one | two | three;
        let discarded = self.rules.pack(self.players) - held;
        let mut before = BeforePlay { hands, kitty, given: state.passed, exchanged: past.given };
        before.hands[..past.dealt.len()].copy_from_slice(&past.dealt);
        if let (Preparation::TrumpAndKitty { dealer, .. }, DealPhase::Playing) = (self.rules.preparation(), state.phase)
        {
            before.given[dealer.index()] = discarded;
        }
        before
    }
}
