//! What distinguishes one trick game from another.

use std::fmt::Debug;

use cutthroat::{Evaluation, MAX_PLAYERS, MoveOrder, Payoff, Player};

use super::card::{Card, Cards, Suit};
use super::error::CardError;
use super::pass::Pass;
use super::so_far::GameSoFar;
use super::trick::TrickGame;
use super::utility::Utility;
use super::whole_deal::Exchanges;
use super::whole_game::GameTerms;
use crate::field::{self, DefaultValue, Field, Values};
use crate::parameters::ParameterError;

/// What each party has taken: tricks, or points.
pub type Counts = [u8; MAX_PLAYERS];

/// The circumstances of a choice on which rules about leads and discards can depend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// Whether this is the first trick of the deal.
    pub first_trick: bool,
    /// Whether a card that [breaks](Rules::breakers) has been played.
    pub broken: bool,
    /// All cards still held, and those of the trick in progress.
    pub in_play: Cards,
}

/// What the players do between the deal and the play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preparation {
    /// Nothing.
    None,
    /// Everybody passes cards, and sees what they are given when all have passed.
    Pass(Pass),
    /// Everybody bids in turn, the dealer in the last seat last.
    Bids,
    /// The dealer names trump, discards as many cards as lie in the kitty, and takes the kitty.
    TrumpAndKitty {
        /// The dealer.
        dealer: Player,
        /// Whether the dealer takes the kitty first and may discard cards of it.
        kitty_first: bool,
    },
}

/// A set of seats, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// Nobody.
    pub const NONE: Self = Self(0);

    /// Everybody at a table of `players`.
    #[must_use]
    pub fn all(players: usize) -> Self {
        Player::all(players).fold(Self::NONE, Self::with)
    }

    /// The seats whose number is not 0.
    #[must_use]
    pub fn of(numbers: &Counts) -> Self {
        Player::all(MAX_PLAYERS).filter(|player| numbers[player.index()] > 0).fold(Self::NONE, Self::with)
    }

    /// Reads 1 or 0 for each of `players`, with commas.
    ///
    /// # Errors
    /// If there are more or fewer numbers, or others.
    pub fn read(field: &'static str, value: &str, players: usize) -> Result<Self, CardError> {
        Ok(Self::of(&read_numbers(field, value, players, 1)?))
    }

    /// 1 for every seat in the set, 0 for the others.
    #[must_use]
    pub fn numbers(self) -> Counts {
        std::array::from_fn(|seat| self.0 >> seat & 1)
    }

    /// The set with `player`.
    #[must_use]
    pub fn with(self, player: Player) -> Self {
        Self(self.0 | 1 << player.index())
    }

    /// Whether `player` is in it.
    #[must_use]
    pub fn has(self, player: Player) -> bool {
        self.0 >> player.index() & 1 == 1
    }
}

/// The rules of one trick game, and nothing that all of them share: following suit, winning a trick, equivalent cards
/// and notation are [`TrickGame`](super::TrickGame)'s.
pub trait Rules: Clone + Eq + Debug + Default + Send + Sync + 'static {
    /// Whether players at a table do not see the hands of others.
    const HIDES: bool = true;
    /// The utilities of the game's outcomes.
    type Evaluation: Utility<Self> + Evaluation<TrickGame<Self>>;
    /// The order in which a good player considers their cards.
    type Order: MoveOrder<TrickGame<Self>> + Copy + Default + Debug;

    /// The name of the game.
    const NAME: &'static str;
    /// The fewest and the most players.
    const PLAYERS: (usize, usize);
    /// What a trick counts, whatever is in it: 1 if tricks are counted, 0 if points are.
    const PER_TRICK: u8 = 1;
    /// Whether searches look positions up within tricks, too, and not only where a trick begins.
    const LOOKS_UP_WITHIN_TRICKS: bool = true;
    /// What a [`score`](Self::score) counts, in a word.
    const UNIT: &'static str = "points";
    /// The names of the well-known sets of rules.
    const PRESETS: &'static [&'static str];
    /// The options, described. Every option is also a field of positions.
    const OPTIONS: &'static [Field];
    /// The options that are settled again for every deal, and are shown beside the rules.
    const OF_THE_DEAL: &'static [&'static str] = &["trump", "bids"];
    /// What can be chosen for a deal beside the rules.
    const DEALING: &'static [Field] = &[CARDS_DEALT];
    /// How it is played, in a few sentences.
    const PLAY: &'static str;
    /// The options of [whole games](super::WholeGame), described.
    const GAME_OPTIONS: &'static [Field] = &[];

    /// A set of rules by name.
    fn preset(name: &str) -> Option<Self>;

    /// What a set of rules is, in a few words.
    fn about_preset(name: &str) -> &'static str;

    /// Sets an option from text.
    ///
    /// # Errors
    /// When there is no such option or the value does not fit.
    fn set(&mut self, option: &str, value: &str, players: usize) -> Result<(), CardError>;

    /// All options as text, in the order of [`OPTIONS`](Self::OPTIONS). Those that are not settled yet are left out.
    fn options(&self, players: usize) -> Vec<(&'static str, String)>;

    /// The cards that are dealt.
    fn pack(&self, players: usize) -> Cards {
        let _ = players;
        Cards::PACK
    }

    /// How many cards a player holds in a full deal.
    fn hand_size(&self, players: usize) -> usize {
        self.pack(players).len() / players
    }

    /// Exchanges cards between the players before the play, if the game does that.
    fn exchange(&self, hands: &mut [Cards]) {
        let _ = hands;
    }

    /// Settles what depends on the cards once they are dealt: bids that were not given, a trump turned up.
    fn settle(&mut self, hands: &[Cards], taken: &Counts, turned_up: Option<Card>) {
        let _ = (hands, taken, turned_up);
    }

    /// What the players do between the deal and the play of a [whole deal](super::WholeDeal).
    fn preparation(&self) -> Preparation {
        Preparation::None
    }

    /// The cards that players exchange with each other before the dealer names trump, in a game in which a dealer does.
    fn exchanges(&self) -> Exchanges {
        Exchanges::NONE
    }

    /// Takes note of the card that is turned up after the deal, if the game does that.
    fn turn_up(&mut self, card: Option<Card>) {
        let _ = card;
    }

    /// Whether a player may promise `bid` of `tricks` tricks after the `earlier` bids, in a game with bids.
    fn allows_bid(&self, bid: u8, earlier: &[u8], players: usize, tricks: u8) -> bool {
        let _ = (earlier, players);
        bid <= tricks
    }

    /// Whether a player can be allowed to bid nil before they look at their cards.
    fn has_blind_bids(&self) -> bool {
        false
    }

    /// Sets what everybody promised, and who did so before they looked at their cards.
    fn set_bids(&mut self, bids: Counts, blind: SeatSet) {
        let _ = (bids, blind);
    }

    /// What everybody promised, and who did so before they looked at their cards, once that is settled.
    fn promised(&self) -> Option<(Counts, SeatSet)> {
        None
    }

    /// Sets the trump that the dealer named.
    fn set_trump(&mut self, trump: Option<Suit>) {
        let _ = trump;
    }

    /// Settles what follows from what everybody has seen, where only one hand is known.
    ///
    /// # Errors
    /// If a bid or a trump is not given that everybody knows.
    fn settle_from_table(&mut self) -> Result<(), CardError> {
        Ok(())
    }

    /// The card that has to be led to the first trick, if there is one.
    fn first_lead(&self, in_play: Cards) -> Option<Card> {
        let _ = in_play;
        None
    }

    /// The trump suit.
    fn trump(&self) -> Option<Suit> {
        None
    }

    /// The points on a card.
    fn points(&self, card: Card) -> u8 {
        let _ = card;
        0
    }

    /// The cards that are not equivalent to others of their suit: they carry other points, or break what the others do
    /// not.
    fn special(&self) -> Cards {
        Cards::NONE
    }

    /// The points on all of these cards together.
    #[inline]
    fn points_of_all(&self, cards: Cards) -> u8 {
        cards.iter().map(|card| self.points(card)).sum()
    }

    /// The cards that break the suit that may not be led before.
    fn breakers(&self) -> Cards {
        Cards::NONE
    }

    /// What may be led from `hand`; at least one card.
    fn leads(&self, hand: Cards, moment: Moment) -> Cards {
        let _ = moment;
        hand
    }

    /// What a player who cannot follow suit may play; at least one card.
    fn discards(&self, hand: Cards, moment: Moment) -> Cards {
        let _ = moment;
        hand
    }

    /// The cards that a player cannot have who plays `card` here, where `led` was led, beside those of the suit led if
    /// they do not follow. Exactly: `card` is legal from a hand that has it if and only if the hand has none of these.
    /// They concern what is left of the hand as well.
    fn excludes(&self, card: Card, led: Option<Card>, first_trick: bool, broken: bool) -> Cards {
        let _ = (card, led, first_trick, broken);
        Cards::NONE
    }

    /// The cards that everybody knows to be set aside: a trump that was turned up.
    fn shown_aside(&self) -> Cards {
        Cards::NONE
    }

    /// The party that counts what `player` takes: the player, or their side.
    fn party(&self, player: usize) -> usize {
        player
    }

    /// How many parties there are.
    fn parties(&self, players: usize) -> usize {
        players
    }

    /// The first player of the side of `player`: the player themselves, if nobody has a partner.
    fn side(&self, players: usize, player: usize) -> usize {
        let _ = players;
        player
    }

    /// Whether `player` needs more tricks than `taken` to make their bid; always, in games without bids.
    fn wants_tricks(&self, players: usize, player: usize, taken: &Counts) -> bool {
        let _ = (players, player, taken);
        true
    }

    /// Whether `player` can no longer make their bid, with `left` tricks to come; never, in games without bids.
    fn cannot_make_bid(&self, players: usize, player: usize, taken: &Counts, left: u8) -> bool {
        let _ = (players, player, taken, left);
        false
    }

    /// The usual terms of a [whole game](super::WholeGame), if people play deal after deal.
    fn game_terms() -> Option<Box<dyn GameTerms<Self>>> {
        None
    }

    /// The game that the deal is a part of.
    fn so_far(&self) -> GameSoFar {
        GameSoFar::default()
    }

    /// Sets the game that the deal is a part of.
    fn set_so_far(&mut self, so_far: GameSoFar) {
        let _ = so_far;
    }

    /// The bags of every seat before the deal; partners have the same.
    fn bags(&self, players: usize) -> Counts {
        let _ = players;
        Counts::default()
    }

    /// What each player gets by the rules of the game when `counts` have been taken, `total` in all.
    fn score(&self, players: usize, counts: &Counts, total: u8) -> Payoff;
}

/// How many cards are dealt.
pub(crate) const CARDS_DEALT: Field = Field {
    name: "cards",
    about: "how many cards each player gets",
    values: Values::Number { least: 1, most: 52 },
    default: DefaultValue::Derived("all there are"),
};

/// The error for bids that everybody knows and that are not given.
pub(crate) const BIDS_MISSING: CardError =
    CardError::Missing { field: "bids", why: "everybody knows what each seat has promised, such as bids=3,4,2" };

/// The error for an unknown option.
pub(crate) fn unknown_option<R: Rules>(option: &str) -> CardError {
    ParameterError::Unknown { name: option.to_owned(), known: field::names(R::OPTIONS).join(", ") }.into()
}

/// The error for a value that does not fit.
pub(crate) fn misfit(option: &str, value: &str, expected: &str) -> CardError {
    ParameterError::Value { name: option.to_owned(), value: value.to_owned(), expected: expected.to_owned() }.into()
}

/// The names of a suit or no trump, with what they mean.
pub(crate) const TRUMPS: [(&str, &str); 6] =
    [("S", "spades"), ("H", "hearts"), ("D", "diamonds"), ("C", "clubs"), ("N", "no trump"), ("NT", "the same")];

/// These names, and one for a trump that the deal decides.
pub(crate) const fn trumps_and(word: &'static str, about: &'static str) -> [(&'static str, &'static str); 7] {
    let mut names = [(word, about); 7];
    let mut place = 0;
    while place < TRUMPS.len() {
        names[place] = TRUMPS[place];
        place += 1;
    }
    names
}

/// The option for the trump suit.
pub(crate) const fn trump_option(names: &'static [(&'static str, &'static str)], default: &'static str) -> Field {
    Field { name: "trump", about: "the trump suit", values: Values::Names(names), default: DefaultValue::Is(default) }
}

/// Reads `on` or `off`.
pub(crate) fn read_switch(option: &str, value: &str) -> Result<bool, CardError> {
    match value {
        "on" | "yes" => Ok(true),
        "off" | "no" => Ok(false),
        _ => Err(misfit(option, value, "on or off")),
    }
}

pub(crate) fn write_switch(on: bool) -> String {
    if on { "on" } else { "off" }.to_owned()
}

/// Reads a whole number from 0 to `most`.
pub(crate) fn read_number(option: &str, value: &str, most: u8) -> Result<u8, CardError> {
    let number = value.parse().ok().filter(|&number| number <= most);
    number.ok_or_else(|| misfit(option, value, &format!("a number from 0 to {most}")))
}

/// Reads one number from 0 to `most` for each of `due`, with commas between.
pub(crate) fn read_numbers(field: &'static str, value: &str, due: usize, most: u8) -> Result<Counts, CardError> {
    let words: Vec<&str> = value.split(',').collect();
    if words.len() != due {
        return Err(CardError::Numbers { field, value: value.to_owned(), given: words.len(), due });
    }
    let mut numbers = Counts::default();
    for (number, word) in numbers.iter_mut().zip(words) {
        *number = read_number(field, word, most)?;
    }
    Ok(numbers)
}

pub(crate) fn write_numbers(numbers: &[u8]) -> String {
    numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(",")
}

/// Reads a trump suit: a letter, `N` or `NT` for none.
pub(crate) fn read_trump(option: &str, value: &str) -> Result<Option<Suit>, CardError> {
    if value.eq_ignore_ascii_case("n") || value.eq_ignore_ascii_case("nt") {
        return Ok(None);
    }
    let mut letters = value.chars();
    let suit = letters.next().filter(|_| letters.next().is_none()).and_then(Suit::of_letter);
    suit.map(Some).ok_or_else(|| misfit(option, value, "S, H, D, C, or N for no trump"))
}

/// Reads a trump suit, or the word for one that the deal decides: then the first value is true.
pub(crate) fn read_trump_or(word: &str, option: &str, value: &str) -> Result<(bool, Option<Suit>), CardError> {
    if value == word { Ok((true, None)) } else { Ok((false, read_trump(option, value)?)) }
}

/// The option as it is written.
pub(crate) fn write_trump_or(word: &str, is_open: bool, trump: Option<Suit>) -> String {
    if is_open { word.to_owned() } else { write_trump(trump) }
}

/// A trump suit as it is written: its letter, or `N` for none.
#[must_use]
pub fn write_trump(trump: Option<Suit>) -> String {
    trump.map_or('N', Suit::letter).to_string()
}

/// One number per player, computed from the counts.
#[inline]
pub(crate) fn payoff_of(players: usize, worth: impl Fn(usize) -> i16) -> Payoff {
    Payoff::from_fn(players, |player| worth(player.index()))
}
