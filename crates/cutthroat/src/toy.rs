use cutthroat::{Game, Payoff, Player, SearchHints};

struct Pebbles {
    players: usize,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Heap {
    left: u8,
    mover: usize,
}

impl Game for Pebbles {
    type State = Heap;
    type Move = u8;
    type Undo = Heap;

    fn players(&self) -> usize {
        self.players
    }

    fn mover(&self, heap: &Heap) -> Option<Player> {
        (heap.left > 0).then(|| Player::new(heap.mover))
    }

    fn moves(&self, heap: &Heap, moves: &mut Vec<u8>) {
        moves.extend(1..=heap.left.min(3));
    }

    fn play(&self, heap: &mut Heap, taken: u8) -> Heap {
        let before = heap.clone();
        heap.left -= taken;
        heap.mover = (heap.mover + 1) % self.players;
        before
    }

    fn undo(&self, heap: &mut Heap, _: u8, before: Heap) {
        *heap = before;
    }

    fn payoff(&self, heap: &Heap) -> Payoff {
        let mut payoff = Payoff::ZERO;
        payoff[Player::new((heap.mover + self.players - 1) % self.players)] = 1;
        payoff
    }
}

impl SearchHints for Pebbles {}
