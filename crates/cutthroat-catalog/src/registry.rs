//! The single list of games.

use cutthroat_games::boards;
use cutthroat_games::cards::{BridgeRules, HeartsRules, OhHellRules, SergeantMajorRules, SpadesRules};
use cutthroat_games::field::Field;
use cutthroat_games::trees::{RANDOM_FIELDS, TERNARY_FIELDS, TREE_FIELDS, UNIFORM_FIELDS};

use crate::cards::{self, Cards};
use crate::chinese_checkers::{self, Checkers};
use crate::contest::{ContestRequest, Seating, contest};
use crate::error::Error;
use crate::kit::{self, Kit};
use crate::position::Position;
use crate::setup::Setup;
use crate::trees::{Ternary, TypedTree, Uniform};

/// A position that was opened, or why it could not be.
pub(crate) type Opening = Result<Box<dyn Position>, Error>;

/// A game by name.
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// The fewest and the most players.
    pub players: (usize, usize),
    /// How it is played, in a few sentences.
    pub play: &'static str,
    /// How a position is written.
    pub notation: &'static str,
    /// The fields of a position, in groups, each group with what it is for.
    pub fields: &'static [(&'static str, &'static [Field])],
    /// The options of its rules, which are fields of a position too.
    pub options: &'static [Field],
    /// A position to try.
    pub example: &'static str,
    /// Its evaluations by name, the default first, and what each means.
    pub evaluations: fn() -> Vec<(&'static str, &'static str)>,
    /// The names of its sets of rules, the default first, where it has several.
    pub rules: &'static [&'static str],
    /// The same with what they are and what they set.
    pub presets: fn() -> Vec<Preset>,
    /// How many play unless it is said otherwise.
    pub usual_players: usize,
    /// Nodes that an analysis spends where neither nodes, time nor a depth is given; `None` searches to the end.
    pub default_nodes: Option<u64>,
    /// MiB of the transposition table of an analysis where nobody says how much; 0 for none.
    pub default_memory: usize,
    open: fn(&Entry, &Setup) -> Opening,
    pub(crate) contest: fn(&'static Entry, &ContestRequest) -> Seating,
}

/// A set of rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// The options that it sets otherwise than the default.
    pub sets: Vec<(&'static str, String)>,
}

fn share_of_wins() -> Vec<(&'static str, &'static str)> {
    vec![("share", "winning leaves below, in thousandths of all leaves below; 1000 or 0 at the end")]
}

/// The entry of a card game: everything but a few words is the same for all of them.
macro_rules! card_game {
    ($rules:ty, $about:literal, $usual_players:literal, $example:literal) => {
        Entry {
            name: <$rules as cutthroat_games::cards::Rules>::NAME,
            about: $about,
            players: <$rules as cutthroat_games::cards::Rules>::PLAYERS,
            usual_players: $usual_players,
            play: <$rules as cutthroat_games::cards::Rules>::PLAY,
            notation: cards::NOTATION,
            fields: &[
                ("what a position begins with", cutthroat_games::cards::PARTS),
                ("fields of a position, by name=value after the hands, in any order", cutthroat_games::cards::FIELDS),
            ],
            options: <$rules as cutthroat_games::cards::Rules>::OPTIONS,
            example: $example,
            rules: <$rules as cutthroat_games::cards::Rules>::PRESETS,
            presets: || cards::presets::<$rules>($usual_players),
            default_nodes: <Cards<$rules> as Kit>::DEFAULT_NODES,
            default_memory: <Cards<$rules> as Kit>::MEMORY,
            evaluations: cards::evaluations::<$rules>,
            open: kit::open::<Cards<$rules>>,
            contest: contest::<Cards<$rules>>,
        }
    };
}

/// Every game there is. Not a constant: all that use one would compile every search of every game once more.
pub static GAMES: &[Entry] = &[
    Entry {
        name: "tree",
        about: "a tree typed as text, a figure of one of the papers, or a tree drawn at random",
        players: (2, 8),
        play: "A branch belongs to the player who moves there, a leaf says what everybody gets.",
        fields: &[
            ("declarations, by name=value before a typed tree", TREE_FIELDS),
            ("fields, by name=value after the word `random`", RANDOM_FIELDS),
        ],
        options: &[],
        presets: Vec::new,
        default_nodes: TypedTree::DEFAULT_NODES,
        default_memory: TypedTree::MEMORY,
        notation: "[maxsum=S] [maxp=M] [low=L] [step=D] PLAYER[child child ...], leaves (a,b,c); or `figure ID`; or \
                   `random name=value ...`; --deal SEED draws one",
        example: "maxsum=10 1[(5,4,1) a:2[(0,6,4) (4,0,6)]]",
        evaluations: || vec![("leaves", "what is written at the leaves; at a branch, what its leftmost leaf has")],
        rules: &[],
        usual_players: 3,
        open: kit::open::<TypedTree>,
        contest: contest::<TypedTree>,
    },
    Entry {
        name: "uniform-tree",
        about: "every branch as wide, every leaf as deep; leaves all the same or shared out by a hash",
        players: (2, 8),
        play: "Players move in turn, each to one of the children.",
        fields: &[("fields of a position, by name=value in any order", UNIFORM_FIELDS)],
        options: &[],
        presets: Vec::new,
        default_nodes: Uniform::DEFAULT_NODES,
        default_memory: Uniform::MEMORY,
        notation: "players=N branching=B depth=D (leaf=a,b,c | total=T seed=S) step=D",
        example: "players=3 branching=10 depth=4 leaf=1,1,1 step=0",
        evaluations: || vec![("leaves", "what is at the leaves; at a branch, what its own path hashes to")],
        rules: &[],
        usual_players: 3,
        open: kit::open::<Uniform>,
        contest: contest::<Uniform>,
    },
    Entry {
        name: "n-game",
        about: "Nau's N-game: every arc +1 or -1, Max wins where they add up to 0 or more; siblings are alike",
        players: (2, 2),
        play: "Max, player 1, and Min, player 2, move in turn, each to one of three children.",
        fields: &[("fields of a position, by name=value in any order", TERNARY_FIELDS)],
        options: &[],
        presets: Vec::new,
        default_nodes: Ternary::DEFAULT_NODES,
        default_memory: Ternary::MEMORY,
        notation: "height=H seed=S",
        example: "height=3 seed=1",
        evaluations: share_of_wins,
        rules: &[],
        usual_players: 2,
        open: kit::open::<Ternary>,
        contest: contest::<Ternary>,
    },
    Entry {
        name: "n-game-like",
        about: "the N-game-like tree of the 1994 paper: only arcs below Min nodes count, +1 with chance 0.61803",
        players: (2, 2),
        play: "Max, player 1, and Min, player 2, move in turn, each to one of three children.",
        fields: &[("fields of a position, by name=value in any order", TERNARY_FIELDS)],
        options: &[],
        presets: Vec::new,
        default_nodes: Ternary::DEFAULT_NODES,
        default_memory: Ternary::MEMORY,
        notation: "height=H seed=S",
        example: "height=3 seed=1",
        evaluations: share_of_wins,
        rules: &[],
        usual_players: 2,
        open: kit::open::<Ternary>,
        contest: contest::<Ternary>,
    },
    Entry {
        name: "p-game",
        about: "Pearl's P-game: every leaf won with chance 0.68233, whatever its siblings are",
        players: (2, 2),
        play: "Max, player 1, and Min, player 2, move in turn, each to one of three children.",
        fields: &[("fields of a position, by name=value in any order", TERNARY_FIELDS)],
        options: &[],
        presets: Vec::new,
        default_nodes: Ternary::DEFAULT_NODES,
        default_memory: Ternary::MEMORY,
        notation: "height=H seed=S",
        example: "height=3 seed=1",
        evaluations: share_of_wins,
        rules: &[],
        usual_players: 2,
        open: kit::open::<Ternary>,
        contest: contest::<Ternary>,
    },
    Entry {
        name: "chinese-checkers",
        about: "step and hop with all your pieces to the opposite corner of the star",
        players: (2, 6),
        usual_players: 3,
        play: "Each player has a corner of the star and moves one piece a turn: a step to the next cell, or any number of hops, each \
               over one piece to the cell behind it. Whoever has all pieces in the opposite corner first wins.",
        fields: &[("fields of a position, by name=value in any order", boards::FIELDS)],
        options: &[],
        presets: Vec::new,
        default_nodes: Checkers::DEFAULT_NODES,
        default_memory: Checkers::MEMORY,
        notation: "pieces=1|3|6|10 players=N win=all|full limit=M 1=a1,b1,... 2=... mover=K ply=P moves=a1-b2,...; \
                   rows are letters from the top, cells are counted from the left, and all may be left out; \
                   --deal SEED plays 30 random moves",
        example: "pieces=6 players=3",
        evaluations: || chinese_checkers::EVALUATIONS.to_vec(),
        rules: &[],
        open: kit::open::<Checkers>,
        contest: contest::<Checkers>,
    },
    card_game!(HeartsRules, "Hearts: take as few points as you can, or all of them", 3, "1:Q.A2..4 .KQ.A.3 A.5.K.2"),
    card_game!(
        SpadesRules,
        "Spades: take what you bid; two or three for themselves, four in partnership",
        3,
        "1:A.K3..T Q2.A.K. T.J.2.J bids=1,2,0"
    ),
    card_game!(
        SergeantMajorRules,
        "Sergeant Major or 8-5-3: three players, sixteen tricks, targets eight, five and three",
        3,
        "1:AK3.Q2..T9 QJ2.A.K.32 T9.KJ3.2.J"
    ),
    card_game!(
        OhHellRules,
        "Oh Hell: take exactly what you bid",
        4,
        "1:A.K..2 Q.A.2. J..K3. T.3.4. trump=S bids=1,1,0,0"
    ),
    card_game!(
        BridgeRules,
        "bridge, double dummy: two sides, every card seen, tricks count",
        4,
        "1:A.K..2 Q.A.2. J..K3. T.3.4. trump=N"
    ),
];

/// The game with this name.
///
/// # Errors
/// When there is none; the error lists those there are.
pub fn entry(game: &str) -> Result<&'static Entry, Error> {
    GAMES.iter().find(|entry| entry.name == game).ok_or_else(|| {
        let known: Vec<&str> = GAMES.iter().map(|entry| entry.name).collect();
        Error::Game { name: game.to_owned(), known: known.join(", ") }
    })
}

/// Opens a position of the game with this name.
///
/// # Errors
/// When there is no such game, or the setup does not fit it.
pub fn open(game: &str, setup: &Setup) -> Result<Box<dyn Position>, Error> {
    let entry = entry(game)?;
    (entry.open)(entry, setup)
}

impl Entry {
    /// Refuses options that the game does not have.
    pub(crate) fn check_options(&self, setup: &Setup) -> Result<(), Error> {
        let useless = |option| Err(Error::Useless { what: self.name, option });
        for (name, _) in setup.game_options() {
            match name {
                "rules" if self.rules.is_empty() => return useless("--rules"),
                "trump" if !self.has_option("trump") => return useless("--trump"),
                "bids" if !self.has_option("bids") => return useless("--bids"),
                _ => {}
            }
        }
        Ok(())
    }

    /// Refuses the options that only card games have.
    pub(crate) fn check_no_card_options(&self, setup: &Setup) -> Result<(), Error> {
        match setup.cards {
            Some(_) => Err(Error::Useless { what: self.name, option: "--cards" }),
            None => self.check_options(setup),
        }
    }

    fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|option| option.name == name)
    }

    /// How many can play: `3`, or `3 to 6`.
    #[must_use]
    pub fn numbers_of_players(&self) -> String {
        let (fewest, most) = self.players;
        if fewest == most { fewest.to_string() } else { format!("{fewest} to {most}") }
    }

    pub(crate) fn check_players(&self, setup: &Setup) -> Result<(), Error> {
        let (fewest, most) = self.players;
        match setup.players {
            Some(players) if !(fewest..=most).contains(&players) => {
                Err(Error::Usage(format!("{} is for {} players, not {players}", self.name, self.numbers_of_players())))
            }
            _ => Ok(()),
        }
    }

    /// The evaluation asked for.
    pub(crate) fn evaluation(&self, name: Option<&str>) -> Result<&'static str, Error> {
        let known = (self.evaluations)();
        let Some(name) = name else { return Ok(known[0].0) };
        match known.iter().find(|(known, _)| *known == name) {
            Some((name, _)) => Ok(name),
            None => {
                let known: Vec<&str> = known.iter().map(|(known, _)| *known).collect();
                Err(Error::Evaluation { game: self.name, name: name.to_owned(), known: known.join(", ") })
            }
        }
    }
}
