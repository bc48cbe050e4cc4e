//! Runs fragment shaders with structured control flow of every shape, drawn at random from fixed seeds, on the software pipeline and on
//! Mesa's llvmpipe. The results of both are compared with those of an interpreter of the syntax tree ([`interpret`]).
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../mesa_rules/egl.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod egl;
#[path = "../mesa_rules/gl.rs"]
mod gl;
mod interpret;
mod random;
mod run;
#[path = "../support/shaders.rs"]
mod shaders;
#[path = "../support/mod.rs"]
mod support;
mod tree;

use interpret::{Outcome, interpret};
use run::{Form, PIXELS, UNWRITTEN, outcomes};
use shaders::Driver;
use std::ops::Range;

/// Returns the number of shaders to run: that of the variable `CONTROL_FLOW`, otherwise `usual`.
fn count(usual: u64) -> u64 {
    std::env::var("CONTROL_FLOW").map_or(usual, |value| value.parse().expect("CONTROL_FLOW is a number of shaders"))
}

/// Runs the shaders of some seeds. Returns those that a driver computes otherwise, with the first wrong pixel.
fn wrong(driver: Driver, form: Form, seeds: Range<u64>) -> Vec<String> {
    let results = outcomes(driver, form, seeds.clone());
    assert_eq!(results.len() as u64, seeds.end - seeds.start);
    let pixels = results.len() * PIXELS;
    let (mut compared, mut discarded) = (0, 0);
    let mut wrong = Vec::new();
    for (seed, result) in seeds.zip(results) {
        let tree = random::tree(seed);
        let words = match result {
            Ok(words) => words,
            Err(log) => {
                wrong.push(format!("seed {seed}: {log}\n{}", tree.text()));
                continue;
            }
        };
        for (pixel, &word) in words.iter().enumerate() {
            let expected = match interpret(&tree, pixel as u32) {
                Outcome::Hash(hash) => hash,
                Outcome::Discarded => {
                    discarded += 1;
                    UNWRITTEN
                }
                Outcome::Undefined | Outcome::Endless => continue,
            };
            compared += 1;
            if word != expected {
                wrong.push(format!("seed {seed}, pixel {pixel}: {word:08x}, not {expected:08x}\n{}", tree.text()));
                break;
            }
        }
    }
    let enough = compared > pixels / 2 && (1..pixels / 4).contains(&discarded);
    assert!(!wrong.is_empty() || enough, "of {pixels} pixels {compared} are compared, {discarded} of them discarded");
    wrong
}

fn expect_right(driver: Driver, form: Form, count: u64) {
    let wrong = wrong(driver, form, 0..count);
    let shortest = wrong.iter().min_by_key(|case| case.len()).map_or("", String::as_str);
    assert!(wrong.is_empty(), "{} of {count} shaders are wrong; the shortest is {shortest}", wrong.len());
}

#[test]
fn the_pipeline_runs_control_flow_of_every_shape() {
    expect_right(Driver::Ours, Form::Inlined, count(400));
}

#[test]
fn the_pipeline_calls_functions_that_it_does_not_inline() {
    expect_right(Driver::Ours, Form::WithCalls, count(200));
}

#[test]
fn llvmpipe_runs_a_sample_of_it() {
    expect_right(Driver::Llvmpipe, Form::Inlined, count(40));
}
