//! Compares the results with the expected values.

use crate::bounded::fits;
use crate::program::Program;
use crate::programs_of;
use crate::run::outcomes;
use crate::shaders::{Driver, Outcome};
use crate::signatures::Language;
use std::collections::BTreeMap;
use std::io::Write;

/// Returns the wrong cases of a driver: the number of wrong values, and the first of them.
fn wrong(programs: &[&Program], outcomes: &[Outcome]) -> BTreeMap<String, (usize, String)> {
    let mut wrong: BTreeMap<String, (usize, String)> = BTreeMap::new();
    assert_eq!(programs.len(), outcomes.len());
    for (program, outcome) in programs.iter().zip(outcomes) {
        let words = match outcome {
            Ok(words) => words,
            Err(log) => {
                wrong.insert(format!("{:?} {}", program.language, program.name), (1, log.clone()));
                continue;
            }
        };
        for expected in &program.expected {
            let value = expected.ty.decode(words, expected.at);
            if !fits(expected.expect, value, expected.ty.double()) {
                let entry = wrong.entry(format!("{:?} {}", program.language, program.cases[expected.case])).or_default();
                entry.0 += 1;
                if entry.0 == 1 {
                    entry.1 = format!("with {}: {value:?}, not {:?}", expected.with, expected.expect);
                }
            }
        }
    }
    wrong
}

/// Runs the programs of a driver on it. Returns the wrong cases.
fn all(driver: Driver) -> BTreeMap<String, (usize, String)> {
    let programs = programs_of(driver);
    let cases: usize = programs.iter().map(|program| program.cases.len()).sum();
    let values: usize = programs.iter().map(|program| program.expected.len()).sum();
    // Bypasses the test harness, which hides the output of a passing test.
    let _ = writeln!(std::io::stderr(), "built-ins on {driver:?}: {cases} overloads in {} programs, {values} values", programs.len());
    let mut found = BTreeMap::new();
    for language in Language::ALL {
        let programs: Vec<&Program> = programs.iter().filter(|program| program.language == language).collect();
        found.extend(wrong(&programs, &outcomes(driver, language)));
    }
    found
}

fn listed(wrong: &BTreeMap<String, (usize, String)>) -> String {
    wrong.iter().map(|(case, (count, first))| format!("{case}: {count} values, the first {first}\n")).collect()
}

#[test]
fn the_pipeline_computes_what_the_specification_says() {
    let wrong = all(Driver::Ours);
    assert!(wrong.is_empty(), "{} cases\n{}", wrong.len(), listed(&wrong));
}

/// The cases in which llvmpipe is wrong, by the beginning of their names, with the reason.
pub const LLVMPIPE: [(&str, &str); 7] = [
    ("textureSize", "the level of one invocation serves all that run together"),
    ("asin(", "a polynomial whose absolute error is 2^-16: next to zero that is more than 4,096 ULP"),
    ("ldexp(d", "the exponent is added to that of zero, too: ldexp(0.0, 15) is 16384"),
    ("dmat2(dmat4) of constants", CONSTANT_MATRICES),
    ("dmat2(mat2) of constants", CONSTANT_MATRICES),
    ("mat4x2(float) of constants", CONSTANT_MATRICES),
    ("mat4x2(mat2x4) of constants", CONSTANT_MATRICES),
];

const CONSTANT_MATRICES: &str = "Mesa's compiler puts components of some constant matrices in the wrong places";

#[test]
fn llvmpipe_agrees_but_for_what_is_listed() {
    let mut wrong = all(Driver::Llvmpipe);
    let begins = |case: &String, beginning: &str| case.split_once(' ').is_some_and(|(_, case)| case.starts_with(beginning));
    let stale = LLVMPIPE.iter().find(|(listed, _)| !wrong.keys().any(|case| begins(case, listed)));
    assert_eq!(stale, None, "this is right by now");
    wrong.retain(|case, _| !LLVMPIPE.iter().any(|(listed, _)| begins(case, listed)));
    assert!(wrong.is_empty(), "{} cases\n{}", wrong.len(), listed(&wrong));
}
