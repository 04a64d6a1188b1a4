//! Logarithms and powers from sums and products only, so that they are the same on every machine. Those of the standard
//! library are those of the system.

use std::f64::consts::{LN_2, SQRT_2};

/// The natural logarithm of a whole number above 0.
#[inline]
pub(super) fn ln(number: u32) -> f64 {
    let exponent = number.ilog2();
    let (mut exponent, mut mantissa) = (f64::from(exponent), f64::from(number) / (1_u64 << exponent) as f64);
    if mantissa > SQRT_2 {
        mantissa /= 2.0;
        exponent += 1.0;
    }
    // ln m = 2 artanh((m - 1) / (m + 1)), and the fraction is below 0.172.
    let fraction = (mantissa - 1.0) / (mantissa + 1.0);
    let square = fraction * fraction;
    let mut sum = 0.0;
    for odd in [17.0, 15.0, 13.0, 11.0, 9.0, 7.0, 5.0, 3.0, 1.0] {
        sum = sum * square + 2.0 / odd;
    }
    exponent * LN_2 + fraction * sum
}

/// A whole number above 0 to a power from 0 to 1.
pub(super) fn power(number: u32, power: f64) -> f64 {
    let exponent = power * ln(number);
    let doublings = (exponent / LN_2).round();
    let rest = exponent - doublings * LN_2;
    let mut sum = 1.0;
    for term in (1..=14).rev() {
        sum = 1.0 + sum * rest / f64::from(term);
    }
    sum * (1_u64 << doublings as u32) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_agree_with_those_of_the_system() {
        let numbers = (1..2000).chain([4_095, 65_536, 1_000_003, u32::MAX]);
        for number in numbers {
            let exact = f64::from(number).ln();
            assert!((ln(number) - exact).abs() <= 1e-13 * exact.max(1.0), "{number}");
            for half in [0.0, 0.25, 0.5, 0.9, 1.0] {
                let exact = f64::from(number).powf(half);
                assert!((power(number, half) - exact).abs() <= 1e-11 * exact, "{number} to {half}");
            }
        }
    }
}
