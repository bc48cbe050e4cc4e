//! Student's t-distribution, by which a difference is told from noise.

/// Lanczos's coefficients of the gamma function, for g = 7.
const LANCZOS: [f64; 9] = [
    0.999_999_999_999_809_9,
    676.520_368_121_885_1,
    -1_259.139_216_722_402_8,
    771.323_428_777_653_1,
    -176.615_029_162_140_6,
    12.507_343_278_686_905,
    -0.138_571_095_265_720_12,
    9.984_369_578_019_572e-6,
    1.505_632_735_149_311_6e-7,
];
/// The most steps of the continued fraction, which converges in far fewer.
const STEPS: u32 = 300;

/// Returns the probability that a value is at least as far from 0 as `t` by chance, with so many degrees of freedom.
pub(crate) fn two_sided(t: f64, freedom: f64) -> f64 {
    match () {
        () if t.is_nan() || freedom.is_nan() || freedom <= 0.0 => 1.0,
        () if t.is_infinite() => 0.0,
        () => incomplete_beta(freedom / 2.0, 0.5, freedom / (freedom + t * t)),
    }
}

/// Returns the logarithm of the gamma function of a value above 0.
fn ln_gamma(value: f64) -> f64 {
    let below = value - 1.0;
    let sum =
        LANCZOS.iter().skip(1).zip(1..).fold(LANCZOS[0], |sum, (coefficient, number)| sum + coefficient / (below + f64::from(number)));
    let shifted = below + 7.5;
    0.5 * core::f64::consts::TAU.ln() + (below + 0.5) * shifted.ln() - shifted + sum.ln()
}

/// Returns the regularized incomplete beta function.
fn incomplete_beta(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    // The continued fraction converges fast on this side of the mean.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(b, a, 1.0 - x);
    }
    let front = (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (1.0 - x).ln()).exp() / a;
    (front * fraction(a, b, x)).clamp(0.0, 1.0)
}

/// Returns the continued fraction of the incomplete beta function, by Lentz's method.
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    let not_zero = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let (mut above, mut below) = (1.0, 1.0 / not_zero(1.0 - (a + b) * x / (a + 1.0)));
    let mut result = below;
    for step in 1..=STEPS {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut change = 1.0;
        for coefficient in [even, odd] {
            below = 1.0 / not_zero(1.0 + coefficient * below);
            above = not_zero(1.0 + coefficient / above);
            change = above * below;
            result *= change;
        }
        if (change - 1.0).abs() < 1e-14 {
            break;
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_probabilities_are_those_of_the_tables() {
        let table =
            [(63.657, 1.0, 0.01), (9.925, 2.0, 0.01), (4.604, 4.0, 0.01), (2.776, 4.0, 0.05), (2.750, 30.0, 0.01), (1.645, 1e6, 0.1)];
        for (t, freedom, expected) in table {
            let probability = two_sided(t, freedom);
            assert!((probability / expected - 1.0).abs() < 2e-3, "{t} with {freedom}: {probability}");
            assert_eq!(two_sided(-t, freedom), probability);
        }
        assert!((two_sided(0.0, 5.0) - 1.0).abs() < 1e-12 && two_sided(f64::INFINITY, 5.0) == 0.0 && two_sided(f64::NAN, 5.0) == 1.0);
        assert!(two_sided(50.0, 100.0) < 1e-60);
    }
}
