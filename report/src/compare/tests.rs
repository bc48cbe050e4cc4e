use super::*;
use crate::run::{Context, Distribution, Point, Scope, Sum};
use std::collections::BTreeMap;

/// Returns a run whose frames take a mean time with a spread, which is another in each frame of ten.
fn run(mean: f64, spread: f64, draws: u64) -> Run {
    let wall = |frame: u64| mean + spread * ((frame * 7 % 10) as f64 - 4.5);
    let series: Vec<Point> =
        (0..1000).map(|frame| Point { frame, frames: 1, wall_time: wall(frame), draws: draws as f64, ..Point::default() }).collect();
    let wall_time = Distribution {
        count: 1000,
        mean,
        deviation: spread * 2.87,
        median: mean as u64,
        p95: mean as u64,
        p99: mean as u64,
        ..Distribution::default()
    };
    let counts = BTreeMap::from([("draws".to_owned(), Sum { frames: 1000, sum: draws * 1000, least: draws, worst: draws })]);
    let context = Context { frames: 1000, wall_time, series, counts, program: "program".to_owned(), ..Context::default() };
    Run { schema: 1, contexts: vec![context], ..Run::default() }
}

fn verdict_of(changes: &[Change], name: &str) -> Verdict {
    changes.iter().find(|change| change.name == name).unwrap_or_else(|| panic!("{name} in {changes:?}")).verdict
}

/// Two runs of the same program differ by more than the frames of one do: one run of each says nothing of times. Counts do not vary.
#[test]
fn one_run_of_each_says_nothing_of_times_beyond_the_spread_of_the_frames() {
    let changes = |one: &Run, other: &Run| super::changes(one, other);
    let base = run(16e6, 1e5, 40);
    let slower = changes(&base, &run(17e6, 1e5, 40));
    assert_eq!((verdict_of(&slower, "wall time, ms"), verdict_of(&slower, "draws")), (Verdict::Unknown, Verdict::Same));
    let noise = changes(&run(16e6, 3e6, 40), &run(16.01e6, 3e6, 40));
    assert_eq!(verdict_of(&noise, "wall time, ms"), Verdict::Noise);
    assert_eq!(verdict_of(&changes(&base, &run(16e6, 1e5, 41)), "draws"), Verdict::Real);
    assert_eq!(verdict_of(&slower, "wall time p99, ms"), Verdict::Unknown);
}

#[test]
fn the_spread_between_runs_counts_where_there_are_several() {
    let repeated = |walls: &[f64]| Run {
        repeats: walls.iter().map(|wall| BTreeMap::from([("wall time, ms".to_owned(), *wall)])).collect(),
        ..run(16e6, 1e3, 40)
    };
    let change = |one: &[f64], other: &[f64]| verdict_of(&changes(&repeated(one), &repeated(other)), "wall time, ms");
    assert_eq!(change(&[15.0, 16.0, 17.0], &[16.0, 17.0, 18.0]), Verdict::Noise, "runs differ by as much");
    assert_eq!(change(&[15.9, 16.0, 16.1], &[18.9, 19.0, 19.1]), Verdict::Real);
    assert_eq!(change(&[16.0, 16.0], &[16.0, 16.0]), Verdict::Same);
    assert_eq!(change(&[16.0, 16.01, 16.02], &[16.2, 16.21, 16.22]), Verdict::Noise, "a hundredth is from minute to minute");
    let busy = Run { other_load: 1.2, processors: 2, ..repeated(&[18.9, 19.0, 19.1]) };
    assert_eq!(verdict_of(&changes(&repeated(&[15.9, 16.0, 16.1]), &busy), "wall time, ms"), Verdict::Busy);
}

/// Compares a program with itself, many times: 50 metrics of 5 runs each, of a fixed sequence of normally distributed numbers.
#[test]
fn identical_runs_are_not_told_apart() {
    let mut state = 1_u64;
    let mut uniform = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as f64 / f64::from(1_u32 << 31)
    };
    let mut repeated = || {
        let mut series = run(16e6, 1e3, 40);
        series.sections =
            (0..50).map(|number| Scope { path: number.to_string(), times: 1, wall_time: 16_000_000, ..Scope::default() }).collect();
        let mut value = || 16.0 + (0..12).map(|_| uniform()).sum::<f64>() - 6.0;
        series.repeats = (0..5).map(|_| (0..50).map(|number| (format!("section {number} wall, ms"), value())).collect()).collect();
        series
    };
    let mut false_alarms = 0;
    for _ in 0..100 {
        let changes = changes(&repeated(), &repeated());
        assert!(changes.len() >= 50, "{changes:?}");
        false_alarms += u32::from(changes.iter().any(|change| change.verdict == Verdict::Real));
    }
    assert!(false_alarms <= 4, "{false_alarms} of 100 comparisons");
}

#[test]
fn the_text_has_eighty_columns() {
    let mut other = run(18e6, 1e5, 1_000_000);
    other.contexts[0].ratios = BTreeMap::from([("a_very_long_name_of_a_ratio_that_is_cut".to_owned(), 1e8)]);
    let text = text(&run(16e6, 1e5, 40), &other, ["a.json", "b.json"], Style::default());
    assert!(text.contains("+12.50 %  of unknown noise") && text.contains("  a very long ..."), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(text.ends_with('\n'));
}

#[test]
fn few_values_need_a_greater_difference() {
    let noise = |freedom: f64| Noise { error: 0.5_f64.sqrt(), freedom };
    let of = |t: f64, freedom: f64| probability(t, &noise(freedom), &noise(freedom));
    assert!((of(9.925, 1.0) - 0.01).abs() < 1e-4 && (of(2.626, 50.0) - 0.01).abs() < 1e-4);
    assert_eq!(probability(1.0, &Noise { error: 0.0, freedom: 1.0 }, &Noise { error: 0.0, freedom: 1.0 }), 0.0);
    assert_eq!(greatest_of_real(vec![0.004, 0.2, 0.003, 0.9]), -1.0);
    assert_eq!(greatest_of_real(vec![0.004, 0.2, 0.002, 0.003]), 0.004);
    assert_eq!(greatest_of_real(Vec::new()), -1.0);
}
