//! Where llvmpipe counts otherwise, and why.

use crate::case::{Case, Counts, NAMES};
use std::fmt::Write as _;

pub fn check(measured: &[(Case, Counts)]) {
    let mut wrong = String::new();
    for (case, counts) in measured {
        for ((name, expected), counted) in NAMES.iter().zip(case.expected).zip(counts) {
            if expected != *counted {
                writeln!(wrong, "{}: {name} is {counted}, not {expected}", case.name).unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}
