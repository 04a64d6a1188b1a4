//! A table at which a person sits down.

use cutthroat_catalog::{Algorithm, Error, PlayerSpec, Registry, Seating, SeatingRequest, Settings, Setup};

use crate::error::LabError;
use crate::hand_record::{HandRecord, PERSON};

/// What a person wants to play, and against whom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTable {
    /// The game by name.
    pub game: String,
    /// A position, or what is drawn: players, options, and whether a whole game is played. What comes before the play, and
    /// what is hidden, is settled by the fields below.
    pub setup: Setup,
    /// The person's seat, counted from 1.
    pub seat: usize,
    /// The other players: one for all other seats, or one for each, from the next seat on.
    pub against: String,
    /// The seed of the deal, where the setup has no position.
    pub deal: u64,
    /// Whether the deal was asked for: a game that has a usual start begins with that otherwise.
    pub drawn: bool,
    /// The seed of the random choices of the other players.
    pub seed: u64,
    /// Whether the game begins with the play, after the usual passes and bids.
    pub play_only: bool,
    /// Whether everybody sees all cards.
    pub open: bool,
}

impl NewTable {
    /// A table of a game, in seat 1 against experts.
    #[must_use]
    pub fn of(game: &str) -> Self {
        Self {
            game: game.to_owned(),
            setup: Setup::default(),
            seat: 1,
            against: "expert".to_owned(),
            deal: 0,
            drawn: false,
            seed: 1,
            play_only: false,
            open: false,
        }
    }

    /// The game as it begins.
    ///
    /// # Errors
    /// When the game does not exist, or the setup, the seat or a player does not fit it.
    pub fn begin(self, registry: &Registry) -> Result<HandRecord, LabError> {
        let Self { game, mut setup, seat, against, deal, drawn, seed, play_only, open } = self;
        let info = registry.game(&game)?;
        if play_only && !info.hides {
            return Err(LabError::NothingBeforePlay { game });
        }
        let position = match (setup.position.take(), info.start) {
            (None, Some(start)) if !drawn && !setup.whole_game => {
                let (players, (fewest, most)) = (setup.players.take().unwrap_or(info.usual_players), info.players);
                if !(fewest..=most).contains(&players) {
                    return Err(Error::Players { game: info.name, fits: info.numbers_of_players(), players }.into());
                }
                Some(start(players))
            }
            (position, _) => position,
        };
        if info.hides && !setup.whole_game && position.is_none() && !setup.options.contains_key("rules") {
            for (name, value) in info.at_table {
                setup.options.entry((*name).to_owned()).or_insert_with(|| (*value).to_owned());
            }
        }
        let whole_deal = info.hides && !play_only && position.is_none();
        let setup = Setup { position, deal: None, hidden: info.hides && !open, whole_deal, ..setup };
        let players = PlayerSpec::read_list(&against)?;
        let request = SeatingRequest { game: game.clone(), setup: setup.clone(), players, ..SeatingRequest::default() };
        let seating = seated(registry, request)?;
        let seats = seating.seats();
        if !(1..=seats).contains(&seat) {
            return Err(Error::NoSeat { seat, seats }.into());
        }
        let others = seating.players();
        if others.len() >= seats.max(2) {
            return Err(LabError::TooManyPlayers { given: others.len(), others: seats - 1 });
        }
        // From the next seat on.
        let player = |place: usize| match (place + seats - (seat - 1)) % seats {
            0 => PERSON.to_owned(),
            after => others[(after - 1) % others.len()].to_string(),
        };
        let start = seating.start(deal)?;
        Ok(HandRecord::new(&game, setup, start, seed, (0..seats).map(player).collect()))
    }
}

/// Seats the players. The best player of a game may need what a position does not have, such as the range of the payoffs of a
/// typed tree; max^n sits down in their place then.
fn seated(registry: &Registry, mut request: SeatingRequest) -> Result<Box<dyn Seating>, Error> {
    let refused = match registry.seat(&request) {
        Err(error @ Error::Player { .. }) => error,
        seated => return seated,
    };
    let experts = request.players.iter_mut().filter(|player| player.settings.algorithm() == Algorithm::EXPERT);
    let mut replaced = false;
    for expert in experts {
        expert.settings = Settings::new(Algorithm::MAXN);
        replaced = true;
    }
    if replaced { registry.seat(&request).map_err(|_| refused) } else { Err(refused) }
}
