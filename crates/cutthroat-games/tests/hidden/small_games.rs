//! Five games of a few moves that tell the searches on views apart. The numbers are what player 1 gets, in each world; player
//! 2 wants them small. Player 1 does not know the world.

use cutthroat::hidden::{Dealer, Hidden, ImpossibleView, Knowledge, Origin, Redeal, World, uniform_below};
use cutthroat::{Game, Payoff, Player, Range, SearchHints};
use rand_chacha::ChaCha8Rng;

/// A tree with a value for each world at its leaves.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Node {
    Leaf(Vec<i16>),
    First(Vec<Node>),
    Second(Vec<Node>),
}

/// A tree, in which player 2 may know the world.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SmallGame {
    pub(crate) root: Node,
    pub(crate) worlds: usize,
    pub(crate) second_knows: bool,
}

/// The moves so far, and the world.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Spot {
    pub(crate) world: usize,
    pub(crate) path: Vec<u8>,
}

/// What a player knows.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct SpotView {
    seat: Player,
    world: Option<usize>,
    path: Vec<u8>,
}

pub(crate) const FIRST: Player = Player::new(0);
pub(crate) const SECOND: Player = Player::new(1);

impl SmallGame {
    fn at(&self, path: &[u8]) -> &Node {
        path.iter().fold(&self.root, |node, &mv| match node {
            Node::First(children) | Node::Second(children) => &children[usize::from(mv)],
            Node::Leaf(_) => node,
        })
    }

    pub(crate) fn range(&self) -> Range {
        Range { minp: Some(Payoff::new(&[0, -10])), maxp: Some(Payoff::new(&[10, 0])), ..Range::default() }
    }

    fn mover_at(&self, path: &[u8]) -> Option<Player> {
        match self.at(path) {
            Node::Leaf(_) => None,
            Node::First(_) => Some(FIRST),
            Node::Second(_) => Some(SECOND),
        }
    }
}

impl Game for SmallGame {
    type State = Spot;
    type Move = u8;
    type Undo = ();

    fn players(&self) -> usize {
        2
    }

    fn mover(&self, spot: &Spot) -> Option<Player> {
        self.mover_at(&spot.path)
    }

    fn moves(&self, spot: &Spot, moves: &mut Vec<u8>) {
        if let Node::First(children) | Node::Second(children) = self.at(&spot.path) {
            moves.extend(0..children.len() as u8);
        }
    }

    fn play(&self, spot: &mut Spot, mv: u8) {
        spot.path.push(mv);
    }

    fn undo(&self, spot: &mut Spot, _: u8, (): ()) {
        spot.path.pop();
    }

    fn payoff(&self, spot: &Spot) -> Payoff {
        match self.at(&spot.path) {
            Node::Leaf(values) => Payoff::new(&[values[spot.world], -values[spot.world]]),
            _ => Payoff::ZERO,
        }
    }
}

impl SearchHints for SmallGame {}

impl Hidden for SmallGame {
    type Seen = u8;
    type View = SpotView;
    type Dealer = AnyWorld;

    fn first_view(&self, start: &Spot, seat: Player) -> SpotView {
        let world = (seat == SECOND && self.second_knows).then_some(start.world);
        SpotView { seat, world, path: start.path.clone() }
    }

    fn seen(&self, _: &Spot, mv: u8, _: Player) -> u8 {
        mv
    }

    fn note(&self, view: &mut SpotView, mv: u8) {
        view.path.push(mv);
    }

    fn seat_of(view: &SpotView) -> Player {
        view.seat
    }

    fn mover_of(&self, view: &SpotView) -> Option<Player> {
        self.mover_at(&view.path)
    }

    fn moves_of(&self, view: &SpotView, moves: &mut Vec<u8>) {
        if self.mover_of(view) == Some(view.seat) {
            self.moves(&self.possible_state(view), moves);
        }
    }

    fn allows(&self, view: &SpotView, world: &World<Self>) -> bool {
        world.state.path == view.path && view.world.is_none_or(|known| known == world.state.world)
    }

    fn dealer(&self, view: &SpotView) -> Result<AnyWorld, ImpossibleView> {
        let worlds = view.world.map_or(0..self.worlds, |known| known..known + 1);
        let spot = |world| World { game: self.clone(), state: Spot { world, path: view.path.clone() } };
        Ok(AnyWorld(worlds.map(spot).collect()))
    }

    fn possible_state(&self, view: &SpotView) -> Spot {
        Spot { world: view.world.unwrap_or(0), path: view.path.clone() }
    }

    fn origin(&self, known: Knowledge<'_, Self>, world: &World<Self>, _: &mut ChaCha8Rng) -> Origin<Self> {
        let mut start = world.clone();
        start.state.path.truncate(world.state.path.len() - known.told.len());
        Origin { start, moves: known.told.to_vec() }
    }
}

/// Every world of a small game.
#[derive(Clone)]
pub(crate) struct AnyWorld(Vec<World<SmallGame>>);

impl Dealer<SmallGame> for AnyWorld {
    fn worlds(&self) -> Option<u128> {
        Some(self.0.len() as u128)
    }

    fn deal(&mut self, rng: &mut ChaCha8Rng) -> World<SmallGame> {
        self.0[uniform_below(self.0.len() as u128, rng) as usize].clone()
    }

    fn all(&mut self, most: usize) -> Option<Vec<World<SmallGame>>> {
        (self.0.len() <= most).then(|| self.0.clone())
    }

    fn redeal(&mut self, world: &mut World<SmallGame>, _: Redeal, rng: &mut ChaCha8Rng) -> bool {
        *world = self.deal(rng);
        true
    }
}

fn leaf(values: &[i16]) -> Node {
    Node::Leaf(values.to_vec())
}

/// Which world player 1 is in decides between two moves later on: a search that sees it is too hopeful.
pub(crate) fn fusion() -> SmallGame {
    let later = Node::First(vec![leaf(&[10, 0]), leaf(&[0, 10])]);
    SmallGame { root: Node::First(vec![leaf(&[6, 6]), later]), worlds: 2, second_knows: true }
}

/// The same, a move later.
pub(crate) fn late_fusion() -> SmallGame {
    let later = Node::First(vec![leaf(&[0, 0]), Node::First(vec![leaf(&[10, 0]), leaf(&[0, 10])])]);
    SmallGame { root: Node::First(vec![leaf(&[6, 6]), later]), worlds: 2, second_knows: true }
}

/// Player 2 goes where player 1 can win only in some worlds, so which worlds are still possible depends on player 2.
pub(crate) fn nonlocal() -> SmallGame {
    let after = Node::First(vec![leaf(&[4, 0, 0]), leaf(&[0, 4, 4])]);
    let dare = Node::Second(vec![leaf(&[5, 0, 0]), after]);
    SmallGame { root: Node::First(vec![leaf(&[1, 1, 1]), dare]), worlds: 3, second_knows: true }
}

/// Player 2 knows the world and makes use of it.
pub(crate) fn informed_foe() -> SmallGame {
    let risk = Node::Second(vec![leaf(&[0, 10]), leaf(&[10, 0])]);
    SmallGame { root: Node::First(vec![leaf(&[4, 4]), risk]), worlds: 2, second_knows: true }
}

/// The same, but player 2 does not know the world.
pub(crate) fn blind_foe() -> SmallGame {
    SmallGame { second_knows: false, ..informed_foe() }
}
