//! Joint distributions of what a node seems to be worth to a search with forward pruning and what it is worth.

use super::model::Discard;

/// The distribution of the pair (estimate, value) over a scale of values, both counted from 0, stored as cumulative
/// sums.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Joint {
    values: usize,
    /// At `estimate * values + value`: the chance that neither is above these.
    cumulative: Vec<f64>,
}

impl Joint {
    fn build(values: usize, mut at_most: impl FnMut(usize, usize) -> f64) -> Self {
        let mut cumulative = Vec::with_capacity(values * values);
        for estimate in 0..values {
            cumulative.extend((0..values).map(|value| at_most(estimate, value)));
        }
        Self { values, cumulative }
    }

    /// A single value, seen as it is: the leaf of an N-game-like tree, before anything is added.
    pub(super) fn certain() -> Self {
        Self::build(1, |_, _| 1.0)
    }

    /// A win (1) with this chance or a loss (0), seen as it is: the leaf of a P-game.
    pub(super) fn of_leaf(chance: f64) -> Self {
        Self::build(2, |estimate, value| if estimate.min(value) == 1 { 1.0 } else { 1.0 - chance })
    }

    /// The distribution after a random-value addition: +1 with this chance, or -1. Strengths of one parity follow each
    /// other on the scale, so adding 1 moves a strength up one place on the new scale, and taking 1 leaves its place.
    pub(super) fn added(&self, chance: f64) -> Self {
        let last = self.values - 1;
        Self::build(self.values + 1, |estimate, value| {
            let up = if estimate.min(value) == 0 { 0.0 } else { self.at_most(estimate - 1, value - 1) };
            chance * up + (1.0 - chance) * self.at_most(estimate.min(last), value.min(last))
        })
    }

    fn at_most(&self, estimate: usize, value: usize) -> f64 {
        self.cumulative[estimate * self.values + value]
    }

    /// The chances of every estimate and value, where the lowest `losing` places of the scale are losses (0) and the
    /// others wins (1): `[estimate][value]`.
    pub(super) fn seen(&self, losing: usize) -> [[f64; 2]; 2] {
        let last = self.values - 1;
        let lost = losing - 1;
        let both_lost = self.at_most(lost, lost);
        let (estimated, actual) = (self.at_most(lost, last), self.at_most(last, lost));
        [[both_lost, estimated - both_lost], [actual - both_lost, 1.0 - estimated - actual + both_lost]]
    }

    /// The distribution at a node whose three children, independent of each other, are distributed like this one. One
    /// child is discarded; the estimate is the best of the others', the value the best of all. The best for Max is the
    /// greatest, for Min (`least`) the least.
    ///
    /// Instead of all triples of pairs it takes one pass over the scale. Rank equal values at random, which shares
    /// their chances equally: then the discarded child lies somewhere on a continuous scale, each value being a stretch
    /// of it along which the chance `s` that another child lies below, with an estimate of at most `x`, grows evenly
    /// from its cumulative sum before that value to the one after. Of two other children with values of at most `y` and
    /// estimates of at most `x` (chance `c` for each), both lie above the discarded one with chance `(c - s)^2`, one
    /// with `2s(c - s)`, none with `s^2`. Averaged over a stretch these are polynomials in its two ends, and summed
    /// over the values of the discarded child they need three running sums.
    pub(super) fn best_of_two_of_three(&self, discard: &Discard, least: bool) -> Self {
        if least {
            return self.reversed().best_of_two_of_three(discard, false).reversed();
        }
        let Discard { p, q, r } = *discard;
        let values = self.values;
        let mut sums = [0.0; 3];
        let mut before = 0.0;
        let mut any_before = 0.0;
        Self::build(values, |estimate, value| {
            if value == 0 {
                (sums, before, any_before) = ([0.0; 3], 0.0, 0.0);
            }
            let here = self.at_most(estimate, value);
            let any = self.at_most(values - 1, value);
            let chance = any - any_before;
            sums[0] += chance;
            sums[1] += chance * (before + here) / 2.0;
            sums[2] += chance * (before * before + before * here + here * here) / 3.0;
            (before, any_before) = (here, any);
            3.0 * (p * here * here * sums[0] + 2.0 * (q - p) * here * sums[1] + (p - 2.0 * q + r) * sums[2])
        })
    }

    /// The same distribution seen from the other end of the scale.
    fn reversed(&self) -> Self {
        let last = self.values - 1;
        let below = |estimate: usize, value: usize| {
            if estimate == 0 || value == 0 { 0.0 } else { self.at_most(estimate - 1, value - 1) }
        };
        Self::build(self.values, |estimate, value| {
            let (estimate, value) = (last - estimate, last - value);
            1.0 - below(estimate, last + 1) - below(last + 1, value) + below(estimate, value)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Joint {
        fn chance(&self, estimate: usize, value: usize) -> f64 {
            let at = |e: usize, v: usize| if e == 0 || v == 0 { 0.0 } else { self.at_most(e - 1, v - 1) };
            at(estimate + 1, value + 1) - at(estimate, value + 1) - at(estimate + 1, value) + at(estimate, value)
        }

        /// All triples of outcomes, all ways to rank them.
        fn by_triples(&self, discard: &Discard, least: bool) -> Vec<f64> {
            let n = self.values;
            let pairs: Vec<(usize, usize)> = (0..n * n).map(|place| (place / n, place % n)).collect();
            let mut chances = vec![0.0; n * n];
            let better = |a: usize, b: usize| if least { a < b } else { a > b };
            let best = |a: usize, b: usize| if better(a, b) { a } else { b };
            for &first in &pairs {
                for &second in &pairs {
                    for &third in &pairs {
                        let children = [first, second, third];
                        let chance: f64 = children.iter().map(|&(e, v)| self.chance(e, v)).product();
                        let value = best(best(first.1, second.1), third.1);
                        for (place, child) in children.iter().enumerate() {
                            let worse = children.iter().filter(|other| better(child.1, other.1)).count();
                            let equal = children.iter().filter(|other| child.1 == other.1).count();
                            let share: f64 = [discard.p, discard.q, discard.r][worse..worse + equal].iter().sum();
                            let kept = [children[(place + 1) % 3].0, children[(place + 2) % 3].0];
                            chances[best(kept[0], kept[1]) * n + value] += chance * share / equal as f64;
                        }
                    }
                }
            }
            chances
        }
    }

    #[test]
    fn one_pass_gives_what_all_triples_give() {
        for p in [0.0, 0.3, 0.5, 0.77, 1.0] {
            let discard = Discard::new(p).unwrap();
            let mut leaf = Joint::of_leaf(0.68233);
            let mut strengths = Joint::certain();
            for level in 0..4 {
                strengths = if level % 2 == 0 { strengths.added(0.61803) } else { strengths };
                for joint in [&mut leaf, &mut strengths] {
                    let least = level % 2 == 0;
                    let next = joint.best_of_two_of_three(&discard, least);
                    let triples = joint.by_triples(&discard, least);
                    let n = joint.values;
                    for (place, &chance) in triples.iter().enumerate() {
                        assert!((next.chance(place / n, place % n) - chance).abs() < 1e-14, "{p} {level} {place}");
                    }
                    *joint = next;
                }
            }
        }
    }
}
