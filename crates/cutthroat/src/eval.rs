//! The value of a position, and what is known about such values in advance.

use crate::game::{Game, MAX_PLAYERS, Player};
use crate::payoff::Payoff;
use crate::table::Memo;

/// What an evaluation promises about its values, for each player `j` (2000 paper, "Duality of Maximization and
/// Minimization"; Korf 1991). Prunings rely on these numbers. What is not declared is not used, and a pruning that
/// needs it is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Range {
    /// The least payoff of each player, *minp* in the papers.
    pub minp: Option<Payoff>,
    /// The greatest payoff of each player, *maxp*.
    pub maxp: Option<Payoff>,
    /// The least sum over all players.
    pub minsum: Option<i32>,
    /// The greatest sum over all players.
    pub maxsum: Option<i32>,
    /// The least difference between two different payoffs of one player; 0 treats payoffs as continuous. With a step of
    /// 1, a player who has 5 prefers nothing below 6: the "aside" of the 2000 paper and the discrete cut-off of 2003,
    /// section 4.4.
    pub step: u16,
}

impl Range {
    /// The range of a game in which every player gets between 0 and `total`, and all together exactly `total`.
    ///
    /// ```
    /// use cutthroat::Range;
    /// let sergeant_major = Range::constant_sum(16, 3);
    /// assert_eq!(sergeant_major.maxsum, Some(16));
    /// ```
    #[must_use]
    pub fn constant_sum(total: i16, players: usize) -> Self {
        Self {
            minp: Some(Payoff::ZERO),
            maxp: Some(Payoff::uniform(total, players)),
            minsum: Some(total.into()),
            maxsum: Some(total.into()),
            step: 1,
        }
    }

    /// The range after every score is turned round, `v = maxp - score`: the duality of the 2000 paper, Table 1. `None`
    /// if `minp` or `maxp` is not declared.
    ///
    /// ```
    /// use cutthroat::{Payoff, Range};
    /// // Three-player Hearts as people score it, then as this engine does.
    /// let hearts = Range::constant_sum(26, 3).dual(3).unwrap();
    /// assert_eq!(hearts.minp, Some(Payoff::ZERO));
    /// assert_eq!(hearts.maxp, Some(Payoff::uniform(26, 3)));
    /// assert_eq!(hearts.maxsum, Some(52));
    /// assert_eq!(hearts.dual(3), Some(Range::constant_sum(26, 3)));
    /// ```
    #[must_use]
    pub fn dual(&self, players: usize) -> Option<Self> {
        let (minp, maxp) = (self.minp?, self.maxp?);
        let mut span = Payoff::ZERO;
        for player in Player::all(players) {
            span[player] = maxp[player].checked_sub(minp[player])?;
        }
        let turned = |sum: i32| maxp.sum() - sum;
        Some(Self {
            minp: Some(Payoff::ZERO),
            maxp: Some(span),
            minsum: self.maxsum.map(turned),
            maxsum: self.minsum.map(turned),
            step: self.step,
        })
    }
}

/// The least and the most that each player can still get.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// What each player is sure of.
    pub lo: Payoff,
    /// What each player cannot exceed.
    pub up: Payoff,
}

impl Bounds {
    /// Whether these bounds allow `payoff` for the first `players` players.
    #[must_use]
    pub fn allow(&self, payoff: &Payoff, players: usize) -> bool {
        Player::all(players).all(|p| self.lo[p] <= payoff[p] && payoff[p] <= self.up[p])
    }
}

/// One possible end of the game: what is counted (tricks, points) and what that is worth to each player. A row of a
/// leaf-value table (2005 paper, Table 1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// What was counted, per player. Monotone bounds refer to this.
    pub counted: Payoff,
    /// What it is worth, per player. max^n maximises this.
    pub payoff: Payoff,
}

/// What is known about the result of best play before it is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ensured {
    /// What is counted in every line of play to the end.
    pub counted: Bounds,
    /// What the players can ensure. The max^n value lies within these bounds on payoffs, and so does the value of a
    /// paranoid search, whichever player is at the root. `None` if only counts are known.
    pub payoff: Option<Bounds>,
    /// The features it rests on, as in [`Partition::decided`](crate::Partition::decided). A player's lower bounds rest
    /// on the player's own entry, the upper bounds on the entries of all others.
    pub rests_on: [u64; MAX_PLAYERS],
}

impl Ensured {
    /// Everything that any of it rests on.
    #[inline]
    #[must_use]
    pub fn rests_on_all(&self) -> u64 {
        self.rests_on.iter().fold(0, |all, &one| all | one)
    }
}

/// What is known about the payoff of one player before it is searched, if all others are either with them or against
/// them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SideBounds {
    /// What the player's side can ensure for them.
    pub lo: i16,
    /// What the other side can hold them to.
    pub up: i16,
    /// The features that the lower end rests on, as in [`Partition::decided`](crate::Partition::decided).
    pub lo_rests_on: u64,
    /// The features that the upper end rests on.
    pub up_rests_on: u64,
}

impl SideBounds {
    /// Nothing is known.
    pub const NOTHING: Self = Self { lo: i16::MIN, up: i16::MAX, lo_rests_on: 0, up_rests_on: 0 };
}

/// Turns positions into payoffs, and declares what is known about them in advance.
///
/// Only [`range`](Self::range) and [`evaluate`](Self::evaluate) are required. The other methods are promises that
/// enable stronger prunings. A promise is made by returning `Some`, and then for every position of the game. The
/// conformance kit checks all of them.
pub trait Evaluation<G: Game> {
    /// Whether [`outcomes`](Self::outcomes) are ever declared. If not, searches by leaf-value tables are not compiled.
    const ENUMERATES: bool = true;

    /// The range of every payoff that [`evaluate`](Self::evaluate) can return.
    fn range(&self, game: &G) -> Range;

    /// The value of the position: the exact payoff at the end of the game, an estimate where a search stops early.
    fn evaluate(&self, game: &G, state: &G::State) -> Payoff;

    /// *Monotone bounds* on payoffs: every evaluation at or below `state` lies within them, and they only tighten as
    /// the game goes on (2000 paper, "Depth-First Branch-and-Bound Pruning"). Only for payoffs that are monotone in
    /// what is counted: points once taken cannot be given back, but a bid once made can be overrun.
    fn payoff_bounds(&self, game: &G, state: &G::State) -> Option<Bounds> {
        let _ = (game, state);
        None
    }

    /// Whether monotone bounds at `state`, on payoffs and on counts, may differ from those before the move that led
    /// there. `true` is always correct. If most moves change nothing, as in the middle of a trick, `false` saves a
    /// test.
    #[inline(always)]
    fn renews_bounds(&self, game: &G, state: &G::State) -> bool {
        let _ = (game, state);
        true
    }

    /// Every outcome that [`evaluate`](Self::evaluate) can return: the *leaf-value table* (2005 paper, section 4). `None`
    /// also where they are known to be more than a table holds ([`MAX_OUTCOMES`](crate::attain::MAX_OUTCOMES)).
    fn outcomes(&self, game: &G) -> Option<Vec<Outcome>> {
        let _ = game;
        None
    }

    /// The row of [`outcomes`](Self::outcomes) for `evaluate(state)`; only called if outcomes are declared.
    fn outcome(&self, game: &G, state: &G::State) -> usize {
        let _ = (game, state);
        0
    }

    /// Monotone bounds on what is *counted*, for any utility. With a leaf-value table they remove rows.
    fn counted_bounds(&self, game: &G, state: &G::State) -> Option<Bounds> {
        let _ = (game, state);
        None
    }

    /// What is known about the result of best play from `state` to the end of the game. Unlike monotone bounds it may
    /// use what players can ensure. So it need not tighten as the game goes on, and says nothing about estimates. Only
    /// searches to the end ask for it, with bounds on.
    #[inline]
    fn ensured(&self, game: &G, state: &G::State) -> Option<Ensured> {
        let _ = (game, state);
        None
    }

    /// The same, if nothing is known of the players who are not among `seats`, one bit for each player. All of it together
    /// rests on the entries of those who are, whichever bounds they belong to. A search asks for it to see by whose
    /// features its proof holds. By default nothing is known without all players.
    #[inline]
    fn ensured_by(&self, game: &G, state: &G::State, seats: u8) -> Option<Ensured> {
        if seats == u8::MAX { self.ensured(game, state) } else { None }
    }

    /// Bounds on the value of a paranoid search for `root`, in place of all others, for an evaluation that finds them faster
    /// or sharper for two sides than for each player.
    ///
    /// All that is asked is whether the value is at most the first of the two limits, or at least the second: sharper bounds are
    /// right too, but rest on more features.
    #[inline]
    fn side_bounds(&self, game: &G, state: &G::State, root: Player, limits: (i32, i32)) -> Option<SideBounds> {
        let _ = (game, state, root, limits);
        None
    }

    /// The memo of the position in a table whose values are payoffs: everything that the payoffs of all searches of it
    /// depend on. By default its hash. `None` if a table does not pay.
    #[inline]
    fn memo(&self, game: &G, state: &G::State) -> Option<Memo> {
        let _ = game;
        Some(Memo::of(state))
    }

    /// The memo of the position in a table whose values are what is *counted*: everything that decides which of two
    /// outcomes each player prefers.
    #[inline]
    fn counted_memo(&self, game: &G, state: &G::State) -> Option<Memo> {
        let _ = game;
        Some(Memo::of(state))
    }
}

/// The payoff at the end of the game, as an evaluation: enough for games that are searched to their end. Declares the
/// range it is given. Before the end it estimates that every player gets the least possible; what is missing to the
/// least sum goes to the first seats.
#[derive(Clone, Copy, Debug)]
pub struct AtTheEnd(pub Range);

impl<G: Game> Evaluation<G> for AtTheEnd {
    fn range(&self, _: &G) -> Range {
        self.0
    }

    fn evaluate(&self, game: &G, state: &G::State) -> Payoff {
        if game.mover(state).is_none() {
            return game.payoff(state);
        }
        let mut payoff = self.0.minp.unwrap_or_default();
        let mut missing = self.0.minsum.map_or(0, |minsum| minsum - payoff.sum());
        for player in Player::all(game.players()) {
            let most = self.0.maxp.map_or(i32::MAX, |maxp| i32::from(maxp[player]) - i32::from(payoff[player]));
            let more = missing.clamp(0, most.max(0));
            payoff[player] = payoff[player].saturating_add(more as i16);
            missing -= more;
        }
        payoff
    }
}

/// A score to be minimised, turned into a payoff to be maximised: `v = maxp - score` (2000 paper, Table 1). Range,
/// bounds and outcomes are turned too, so every pruning of one form has its dual in the other.
#[derive(Clone, Debug)]
pub struct Minimised<E> {
    scores: E,
    maxp: Payoff,
    range: Range,
}

impl<E> Minimised<E> {
    /// Turns `scores` round. `None` if it does not declare both `minp` and `maxp`.
    pub fn new<G: Game>(scores: E, game: &G) -> Option<Self>
    where
        E: Evaluation<G>,
    {
        let declared = scores.range(game);
        let range = declared.dual(game.players())?;
        Some(Self { scores, maxp: declared.maxp?, range })
    }

    fn turned(&self, score: Payoff, players: usize) -> Payoff {
        let mut payoff = Payoff::ZERO;
        for player in Player::all(players) {
            payoff[player] = self.maxp[player].saturating_sub(score[player]);
        }
        payoff
    }
}

impl<G: Game, E: Evaluation<G>> Evaluation<G> for Minimised<E> {
    fn range(&self, _: &G) -> Range {
        self.range
    }

    fn evaluate(&self, game: &G, state: &G::State) -> Payoff {
        self.turned(self.scores.evaluate(game, state), game.players())
    }

    fn payoff_bounds(&self, game: &G, state: &G::State) -> Option<Bounds> {
        let Bounds { lo, up } = self.scores.payoff_bounds(game, state)?;
        let players = game.players();
        Some(Bounds { lo: self.turned(up, players), up: self.turned(lo, players) })
    }

    fn renews_bounds(&self, game: &G, state: &G::State) -> bool {
        self.scores.renews_bounds(game, state)
    }

    fn outcomes(&self, game: &G) -> Option<Vec<Outcome>> {
        let mut outcomes = self.scores.outcomes(game)?;
        for outcome in &mut outcomes {
            outcome.payoff = self.turned(outcome.payoff, game.players());
        }
        Some(outcomes)
    }

    fn outcome(&self, game: &G, state: &G::State) -> usize {
        self.scores.outcome(game, state)
    }

    fn counted_bounds(&self, game: &G, state: &G::State) -> Option<Bounds> {
        self.scores.counted_bounds(game, state)
    }

    fn ensured(&self, game: &G, state: &G::State) -> Option<Ensured> {
        // A player who can ensure a score does not want it here. Only what is counted in every line remains true.
        Some(Ensured { payoff: None, ..self.scores.ensured(game, state)? })
    }

    fn ensured_by(&self, game: &G, state: &G::State, seats: u8) -> Option<Ensured> {
        Some(Ensured { payoff: None, ..self.scores.ensured_by(game, state, seats)? })
    }

    fn memo(&self, game: &G, state: &G::State) -> Option<Memo> {
        let memo = self.scores.memo(game, state)?;
        Some(Memo { base: Payoff::ZERO - memo.base, ..memo })
    }

    fn counted_memo(&self, game: &G, state: &G::State) -> Option<Memo> {
        self.scores.counted_memo(game, state)
    }
}
