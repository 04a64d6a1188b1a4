//! Fronts of alpha-mu: vectors of payoffs, one for each world, of which none is at least as good as another everywhere.

/// The most vectors of a front; of more, those with the best means are kept.
const MOST_VECTORS: usize = 64;

/// The value of a move that opponents cannot make in a world, and of one that a partner cannot make.
pub(super) const NEVER_FOR_OPPONENTS: i32 = i32::MAX;
pub(super) const NEVER_FOR_US: i32 = i32::MIN;

/// Vectors that no other is at least as good as in every world.
pub(super) type Front = Vec<Vec<i32>>;

/// What we have elsewhere: what opponents leave us has to be better.
#[derive(Clone, Copy)]
pub(super) enum Elsewhere<'e> {
    /// Nothing that counts.
    Nothing,
    /// One of these vectors.
    Vectors(&'e Front),
    /// A weighted sum at the root; whether an equal one is as good as none.
    Sum(i64, bool),
}

/// How much worlds count, and what was made of fronts.
pub(super) struct Fronts<'w> {
    pub(super) weights: &'w [u64],
    /// Whether what is useless is told.
    pub(super) cuts: bool,
    /// Whether a front was too large and lost some of its vectors.
    pub(super) truncated: bool,
}

impl Fronts<'_> {
    /// The weighted sum of a vector, over the worlds in which it is a number.
    pub(super) fn weighed(&self, vector: &[i32]) -> i64 {
        let numbers = vector.iter().zip(self.weights).filter(|(value, _)| ![i32::MIN, i32::MAX].contains(value));
        numbers.map(|(&value, &weight)| i64::from(value) * weight as i64).sum()
    }

    /// The standard error of the mean of a vector.
    pub(super) fn error(&self, vector: &[i32], mean: f64) -> f64 {
        let off = |(&value, &weight): (&i32, &u64)| {
            let off = (f64::from(value) - mean) * weight as f64;
            off * off
        };
        let squares: f64 = vector.iter().zip(self.weights).map(off).sum();
        squares.sqrt() / self.weights.iter().sum::<u64>() as f64
    }

    /// Whether nothing of a front, or of what becomes of it if more moves of opponents are looked at, is better than what
    /// we have elsewhere.
    pub(super) fn is_useless(&self, front: &Front, elsewhere: Elsewhere<'_>) -> bool {
        match elsewhere {
            _ if !self.cuts => false,
            Elsewhere::Nothing => false,
            Elsewhere::Vectors(others) => front.iter().all(|own| others.iter().any(|other| is_beaten(own, other))),
            Elsewhere::Sum(sum, equal_is_useless) => front.iter().all(|own| {
                let own_sum = self.weighed(own);
                !own.contains(&NEVER_FOR_OPPONENTS) && (own_sum < sum || equal_is_useless && own_sum == sum)
            }),
        }
    }

    /// All vectors that come of one of each front, joined world by world.
    pub(super) fn joined(&mut self, one: &Front, other: &Front, join: fn(i32, i32) -> i32) -> Front {
        let join =
            |one: &[i32], other: &[i32]| -> Vec<i32> { one.iter().zip(other).map(|(&a, &b)| join(a, b)).collect() };
        let all = one.iter().flat_map(|one| other.iter().map(move |other| join(one, other)));
        self.kept(all.collect())
    }

    /// The vectors that no other is at least as good as in every world, not too many of them.
    pub(super) fn kept(&mut self, mut vectors: Front) -> Front {
        vectors.sort_by_key(|vector| std::cmp::Reverse(self.weighed(vector)));
        let mut front: Front = Vec::new();
        for vector in vectors {
            if !front.iter().any(|other| is_beaten(&vector, other)) {
                front.retain(|other| !is_beaten(other, &vector));
                front.push(vector);
            }
        }
        self.truncated |= front.len() > MOST_VECTORS;
        front.truncate(MOST_VECTORS);
        front
    }
}

/// Whether the other vector is at least as good in every world.
fn is_beaten(vector: &[i32], other: &[i32]) -> bool {
    vector.iter().zip(other).all(|(own, other)| other >= own)
}
