//! Checks that every row of the conformance matrix has a test.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// Returns the rows of the matrix, by the letters of their section.
const ROWS: [(&str, &[RangeInclusive<u32>]); 6] = [
    ("cq", &[1..=37, 40..=45, 50..=57, 60..=85]),
    ("tq", &[1..=30]),
    ("ps", &[1..=24]),
    ("dj", &[1..=31]),
    ("an", &[1..=19]),
    ("in", &[1..=58]),
];

/// The rows that no test can show, with the reason.
const NOT_OBSERVABLE: [(&str, &str); 10] = [
    ("cq_37", "multiview framebuffers: the driver's errors at draws, and no driver here has them"),
    ("tq_19", "n/a: glGetDoublev does not exist in OpenGL ES"),
    ("tq_23", "freedom: the two timers may have different clocks"),
    ("ps_16", "freedom: clipping may count or not while primitives are discarded"),
    ("ps_17", "n/a: AMD_transform_feedback4"),
    ("ps_19", "undefined: quadrilaterals and polygons"),
    ("ps_23", "freedom: counters of stages that are absent"),
    ("dj_27", "undefined: values around a disjoint event"),
    ("dj_29", "freedom: tiling and preemption"),
    ("in_26", "n/a: no command has the flag that the issue speaks of, and no type of ours is global"),
];

const TESTS: [&str; 18] = [
    include_str!("names.rs"),
    include_str!("begin_end.rs"),
    include_str!("values.rs"),
    include_str!("buffers.rs"),
    include_str!("timer.rs"),
    include_str!("statistics.rs"),
    include_str!("embedded.rs"),
    include_str!("perf_query.rs"),
    include_str!("perf_query_data.rs"),
    include_str!("lost.rs"),
    include_str!("../mesa_rules/objects.rs"),
    include_str!("../mesa_rules/begin_end.rs"),
    include_str!("../mesa_rules/without.rs"),
    include_str!("../mesa_rules/results.rs"),
    include_str!("../mesa_rules/timers.rs"),
    include_str!("../mesa_rules/lists.rs"),
    include_str!("../mesa_rules/strings.rs"),
    include_str!("../mesa_rules/conditional.rs"),
];

/// Returns the row with which a test's name begins: two letters and two digits.
fn row_of(word: &str) -> Option<&str> {
    let row = word.get(..5)?;
    let (letters, digits) = (row.get(..3)?, row.get(3..)?);
    let known = ROWS.iter().any(|(section, _)| letters.strip_suffix('_') == Some(section));
    (known && digits.bytes().all(|digit| digit.is_ascii_digit()) && word.as_bytes().get(5) == Some(&b'_')).then_some(row)
}

#[test]
fn every_row_has_a_test_or_a_reason_for_none() {
    let rows: BTreeSet<String> =
        ROWS.iter().flat_map(|(section, ranges)| ranges.iter().cloned().flatten().map(move |row| format!("{section}_{row:02}"))).collect();
    assert_eq!(rows.len(), 77 + 30 + 24 + 31 + 19 + 58);
    let words = TESTS.iter().flat_map(|source| source.split(|c: char| !c.is_alphanumeric() && c != '_'));
    let tested: BTreeSet<&str> = words.filter_map(row_of).collect();
    let excused: BTreeMap<&str, &str> = NOT_OBSERVABLE.into_iter().collect();
    for row in &rows {
        let row = row.as_str();
        match (tested.contains(row), excused.get(row)) {
            (false, None) => panic!("{row} has no test"),
            (true, Some(reason)) => panic!("{row} has a test, and is said to have none: {reason}"),
            _ => {}
        }
    }
    for row in tested.iter().chain(excused.keys()) {
        assert!(rows.contains(*row), "{row} is no row of the matrix");
    }
}
