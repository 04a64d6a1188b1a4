//! How similar siblings are in value.

use serde::Serialize;

use super::sample_mean::SampleMean;

/// The correlation of siblings, and how far off it may be.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Correlation {
    /// The intraclass correlation: 1 where siblings always have the same value, 0 where knowing one says nothing of
    /// another; below 0 where they differ more than unrelated nodes.
    pub estimate: f64,
    /// The half-width of its 95 % confidence interval, by leaving out one family after the other (the jackknife).
    pub margin: f64,
}

/// Sums over families that make up the correlation.
#[derive(Clone, Copy, Default)]
struct Sums {
    families: f64,
    members: f64,
    /// The sum of the squared sizes of families.
    sizes: f64,
    values: f64,
    /// The sum of the squared totals of families, each divided by its size.
    between: f64,
    squares: f64,
}

impl Sums {
    fn of(family: &[i16]) -> Self {
        let size = family.len() as f64;
        let total: f64 = family.iter().map(|&value| f64::from(value)).sum();
        Self {
            families: 1.0,
            members: size,
            sizes: size * size,
            values: total,
            between: total * total / size,
            squares: family.iter().map(|&value| f64::from(value).powi(2)).sum(),
        }
    }

    fn plus(self, other: Self, sign: f64) -> Self {
        Self {
            families: self.families + sign * other.families,
            members: self.members + sign * other.members,
            sizes: self.sizes + sign * other.sizes,
            values: self.values + sign * other.values,
            between: self.between + sign * other.between,
            squares: self.squares + sign * other.squares,
        }
    }

    /// The one-way analysis of variance for families of different sizes.
    fn correlation(&self) -> f64 {
        let freedom = self.families - 1.0;
        let between = (self.between - self.values * self.values / self.members) / freedom;
        let within = (self.squares - self.between) / (self.members - self.families);
        let size = (self.members - self.sizes / self.members) / freedom;
        let variance = between + (size - 1.0) * within;
        // If nothing varies at all, siblings are completely alike.
        if variance <= 0.0 { 1.0 } else { (between - within) / variance }
    }
}

/// The correlation of values within families of two or more siblings.
pub(super) fn sibling_correlation(families: &[&[i16]]) -> Correlation {
    let families: Vec<Sums> =
        families.iter().filter(|family| family.len() > 1).map(|family| Sums::of(family)).collect();
    let all = families.iter().fold(Sums::default(), |sums, family| sums.plus(*family, 1.0));
    let count = families.len() as f64;
    if families.len() < 3 {
        return Correlation { estimate: all.correlation(), margin: f64::INFINITY };
    }
    let estimate = all.correlation();
    // Pseudo-values behave like independent samples of the correlation.
    let pseudo = families.iter().map(|family| count * estimate - (count - 1.0) * all.plus(*family, -1.0).correlation());
    Correlation { estimate, margin: SampleMean::of(pseudo).margin }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn twins_and_strangers() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let strangers: Vec<Vec<i16>> =
            (0..2000).map(|size| (0..2 + size % 4).map(|_| random.random_range(0..100)).collect()).collect();
        let twins: Vec<Vec<i16>> = strangers.iter().map(|family| vec![family[0]; family.len()]).collect();
        // Half of what each is worth is that of the family: of variances a quarter and a quarter.
        let siblings: Vec<Vec<i16>> = strangers
            .iter()
            .map(|family| {
                let shared = random.random_range(0..100);
                family.iter().map(|own| own + shared).collect()
            })
            .collect();
        for (families, expected) in [(strangers, 0.0), (twins, 1.0), (siblings, 0.5)] {
            let slices: Vec<&[i16]> = families.iter().map(Vec::as_slice).collect();
            let found = sibling_correlation(&slices);
            assert!((found.estimate - expected).abs() <= 2.0 * found.margin + 1e-9, "{found:?} {expected}");
            assert!(found.margin < 0.05, "{found:?}");
        }
    }
}
