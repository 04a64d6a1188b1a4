//! One game in progress, of any kind: moves and positions as text.

mod live;

use crate::before_play::Choices;
use crate::error::Error;
use crate::game_info::GameInfo;
use crate::layout::Layout;
use crate::player_spec::PlayerSpec;
use crate::position::AnyPosition;
use crate::seat_event::SeatEvent;
use crate::whole_game::GameSheet;
pub(crate) use live::{Count, Live, Past, begin, usual_count};

/// One game in progress: what lies on the table, who is to move, the legal moves, who sits where, and what was played.
/// It owns everything it needs and can be sent to another thread. Calls are dispatched at run time, once per move.
///
/// A move is played exactly as given, even if another card is equivalent.
///
/// A deal of cards may begin before the play ([`Setup::whole_deal`](crate::Setup::whole_deal)): players pass, bid, name trump, discard. These are
/// moves like any other, and what each seat sees of them is in [`events`](Self::events).
///
/// ```
/// use cutthroat_catalog::{Registry, Setup};
///
/// let setup = Setup { position: Some("1:AK.2.. Q.A.2. J..K3.".into()), ..Setup::default() };
/// let mut game = Registry::standard().begin("hearts", &setup)?;
/// game.sit(2, Some(&"paranoid:nodes=100".parse()?))?;
/// game.play("SK")?;
/// assert!(game.text().starts_with("1:A.2.. "));
/// let chosen = game.choose()?;
/// game.play(&chosen.mv)?;
/// assert_eq!(game.moves(), ["SK", "SQ"]);
/// game.take_back();
/// assert_eq!(game.mover(), Some(2));
/// # Ok::<(), cutthroat_catalog::Error>(())
/// ```
pub trait LiveGame: Send {
    /// The game, described.
    fn info(&self) -> &GameInfo;

    /// How many seats there are.
    fn seats(&self) -> usize;

    /// Writes the position as it stands.
    fn text(&self) -> String;

    /// What a seat, counted from 1, knows: what it sees, and all that was played since the game began. It can be read
    /// again: [`Registry::open_view`](crate::Registry::open_view).
    ///
    /// # Errors
    /// When there is no such seat.
    fn view(&self, seat: usize) -> Result<String, Error>;

    /// The board and the hands as plain data.
    fn layout(&self) -> Layout;

    /// Draws it in characters, if that is easier to read than the notation.
    fn diagram(&self) -> Option<String>;

    /// What decides the game beside the position, in one line: rules, trump, bids.
    fn terms(&self) -> Option<String>;

    /// A heading for the moves from here on, if something begins here, such as a trick.
    fn round_begins(&self) -> Option<String>;

    /// The result of the round that the last move ended, if it ended one: who takes the trick.
    fn round_ended(&self) -> Option<&str>;

    /// Whose turn it is, counted from 1; `None` when the game is over.
    fn mover(&self) -> Option<usize>;

    /// What the mover can choose from, in a short form: of a pass the cards and how many of them. Nothing when the game
    /// is over.
    fn choices(&self) -> Choices;

    /// Every legal move, in the reference order of the game. Before the play these may be hundreds: all passes of three
    /// cards.
    fn legal_moves(&self) -> Vec<String>;

    /// Plays a move. Before the play of a card game it is written `pass:SA,SQ,HK`, `bid:3`, `look`, `bid:blind-nil`,
    /// `give:C2`, `trump:H`, `discard:C2,C3,D2,D3`; the word before the colon may be left out.
    ///
    /// # Errors
    /// When it is not legal.
    fn play(&mut self, mv: &str) -> Result<(), Error>;

    /// What a seat, counted from 1, has seen so far, from the deal to the score.
    ///
    /// # Errors
    /// When there is no such seat.
    fn events(&self, seat: usize) -> Result<Vec<SeatEvent>, Error>;

    /// Takes the last move back. Returns whether there was one.
    fn take_back(&mut self) -> bool;

    /// The moves played so far.
    fn moves(&self) -> &[String];

    /// Who made each of them, counted from 1.
    fn movers(&self) -> &[usize];

    /// Seats a player, in a seat counted from 1, or empties the seat.
    ///
    /// # Errors
    /// When there is no such seat, or the player does not fit the game.
    fn sit(&mut self, seat: usize, player: Option<&PlayerSpec>) -> Result<(), Error>;

    /// Who sits in each seat, with all their settings.
    fn players(&self) -> &[Option<PlayerSpec>];

    /// The move that the player in the mover's seat would play. It is not played.
    ///
    /// # Errors
    /// When the game is over, nobody sits there, or the search does not fit.
    fn choose(&mut self) -> Result<Chosen, Error>;

    /// The position as it stands, to search it by this evaluation, or by the first.
    ///
    /// # Errors
    /// When there is no such evaluation, or the play has not begun.
    fn position(&self, evaluation: Option<&str>) -> Result<Box<dyn AnyPosition>, Error>;

    /// What each seat gets by the rules, once the game is over.
    fn payoff(&self) -> Option<Vec<i16>>;

    /// The same as people count it, or by the requested evaluation.
    fn score(&self) -> Option<Vec<f64>>;

    /// The score sheet, if this is a whole game of several deals.
    fn sheet(&self) -> Option<&GameSheet> {
        None
    }
}

/// A chosen move, and its cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// The move.
    pub mv: String,
    /// States visited.
    pub nodes: u64,
    /// The depth of the last completed iteration; `None` if nothing was searched.
    pub depth: Option<usize>,
    /// The payoff that the player expects, after a search.
    pub payoff: Option<Vec<i16>>,
    /// Whether the search was stopped, so that the move may differ another time.
    pub stopped: bool,
}
