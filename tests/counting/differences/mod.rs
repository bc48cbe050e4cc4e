//! Where a source counts otherwise than the definition: one by one, or by a rule that every case obeys, each with the reason.

mod emulated;
mod llvmpipe;

use crate::Measured;
use crate::case::{Counts, NAMES};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A reason, and every case that it is the reason for: the case, the statistic, and what is counted.
pub struct Differences {
    reason: &'static str,
    list: &'static [(&'static str, &'static str, u64)],
}

/// The cases whose queries begin or end apart, so that their counts have nothing to do with each other: no rule is about them.
const APART: [&str; 3] = ["queries: begun one after the other", "queries: ended one after the other", "queries: overlapping"];

/// A statistic that is not counted for itself: in every case but [`APART`] it is exactly what `is` makes of the case's other counts.
pub struct Rule {
    reason: &'static str,
    statistic: &'static str,
    is: fn(&Counts) -> u64,
}

/// What is known of a source of counts.
pub struct Known {
    lists: &'static [&'static [Differences]],
    rules: &'static [Rule],
    /// Fragments are counted in blocks ([`is_of_blocks`]).
    of_blocks: bool,
    /// The cases that end the driver's process, and are not run.
    pub crashes: &'static [&'static str],
}

/// llvmpipe's own counts.
pub const LLVMPIPE: Known = Known { lists: &[llvmpipe::DIFFERENCES], rules: &[], of_blocks: true, crashes: llvmpipe::CRASHES };
/// What glmeter makes of the pipeline's other queries and of the draws.
pub const EMULATED_OVER_THE_PIPELINE: Known =
    Known { lists: &[emulated::EVERYWHERE], rules: &[emulated::SHADED, emulated::CLIPPED], of_blocks: false, crashes: &[] };
/// What glmeter makes of llvmpipe's other queries and of the draws.
pub const EMULATED_OVER_LLVMPIPE: Known = Known {
    lists: &[emulated::EVERYWHERE, emulated::LLVMPIPE],
    rules: &[emulated::SHADED, emulated::CLIPPED],
    of_blocks: false,
    crashes: llvmpipe::CRASHES,
};
/// The same where llvmpipe has no statistics.
pub const LLVMPIPE_WITHOUT_STATISTICS: Known = Known {
    lists: &[emulated::EVERYWHERE, emulated::LLVMPIPE],
    rules: &[emulated::SHADED, emulated::CLIPPED, emulated::NOT_EVALUATED],
    of_blocks: false,
    crashes: llvmpipe::CRASHES,
};

/// B.1, FSI: wherever there are fragments, llvmpipe counts 16 for each block of 4×4 pixels that a primitive touches, which is at least as
/// many as there are and at most 16 times as many.
fn is_of_blocks(statistic: &str, expected: u64, counted: u64) -> bool {
    statistic == "FSI" && counted.is_multiple_of(16) && (expected..=expected * 16).contains(&counted)
}

/// Fails with every difference that is not known, and with every one that is known and not there.
pub fn check(measured: &[Measured], known: &Known) {
    let all = known.lists.iter().copied().flatten();
    let listed = all.flat_map(|part| part.list.iter().map(|&(case, statistic, value)| ((case, statistic), (value, part.reason))));
    let mut listed: BTreeMap<_, _> = listed.filter(|((case, _), _)| !known.crashes.contains(case)).collect();
    let mut wrong = String::new();
    let mut of_blocks = 0;
    let mut ruled: BTreeMap<&str, u32> = known.rules.iter().map(|rule| (rule.statistic, 0)).collect();
    for Measured { case, counts, error } in measured {
        if *error != 0 {
            writeln!(wrong, "{}: error 0x{error:04X}", case.name).unwrap();
        }
        for ((statistic, expected), &counted) in NAMES.iter().zip(case.expected).zip(counts) {
            let mut rules = known.rules.iter().filter(|_| !APART.contains(&&*case.name));
            if let Some(rule) = rules.find(|rule| rule.statistic == *statistic) {
                let value = (rule.is)(counts);
                if counted != value {
                    writeln!(wrong, "{}: {statistic} is {counted}, not {value}: {}", case.name, rule.reason).unwrap();
                }
                *ruled.entry(statistic).or_default() += u32::from(value != expected);
                continue;
            }
            match listed.remove(&(&*case.name, *statistic)) {
                Some((value, reason)) if counted != value || counted == expected => {
                    writeln!(wrong, "{}: {statistic} is {counted} and listed as {value}, not {expected}: {reason}", case.name).unwrap();
                }
                Some(_) => {}
                None if counted == expected => {}
                None if known.of_blocks && is_of_blocks(statistic, expected, counted) => of_blocks += 1,
                None => writeln!(wrong, "{}: {statistic} is {counted}, not {expected}", case.name).unwrap(),
            }
        }
    }
    for ((case, statistic), _) in listed {
        writeln!(wrong, "{case}: {statistic} is listed, but there is no such case").unwrap();
    }
    for (statistic, _) in ruled.iter().filter(|(_, cases)| **cases == 0) {
        writeln!(wrong, "{statistic} is as it is defined: its rule says nothing").unwrap();
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(!known.of_blocks || of_blocks > 0, "fragments are counted exactly");
}
