//! The known differences between a source's counts and the definition, listed one by one or by a rule for all cases, with their reasons.

mod emulated;
mod llvmpipe;

use crate::Measured;
use crate::case::{Counts, NAMES};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A reason, with its cases: the name of the case, the statistic, and the source's count.
pub struct Differences {
    reason: &'static str,
    list: &'static [(&'static str, &'static str, u64)],
}

/// The cases whose queries begin or end at different times, so that their counts are unrelated and no rule applies.
const APART: [&str; 3] = ["queries: begun one after the other", "queries: ended one after the other", "queries: overlapping"];

/// A rule for a statistic that is not counted itself: in every case except [`APART`] it is the result of `is` for the case's other counts.
pub struct Rule {
    reason: &'static str,
    statistic: &'static str,
    is: fn(&Counts) -> u64,
}

/// The known differences of a source.
pub struct Known {
    lists: &'static [&'static [Differences]],
    rules: &'static [Rule],
    /// The source counts fragments in blocks ([`is_of_blocks`]).
    of_blocks: bool,
    /// The cases that crash the driver or that it cannot run.
    pub not_run: &'static [&'static str],
}

/// llvmpipe's own counts.
pub const LLVMPIPE: Known = Known { lists: &[llvmpipe::DIFFERENCES], rules: &[], of_blocks: true, not_run: llvmpipe::NOT_RUN };
/// The statistics that glmeter emulates on the software pipeline.
pub const EMULATED_OVER_THE_PIPELINE: Known = Known {
    lists: &[emulated::EVERYWHERE, emulated::PIPELINE],
    rules: &[emulated::SHADED, emulated::CLIPPED],
    of_blocks: false,
    not_run: &[],
};
/// The statistics that glmeter emulates on llvmpipe.
pub const EMULATED_OVER_LLVMPIPE: Known = Known {
    lists: &[emulated::EVERYWHERE, emulated::LLVMPIPE],
    rules: &[emulated::SHADED, emulated::CLIPPED],
    of_blocks: false,
    not_run: llvmpipe::NOT_RUN,
};
/// The statistics that glmeter emulates on llvmpipe without its own statistics.
pub const LLVMPIPE_WITHOUT_STATISTICS: Known = Known {
    lists: &[emulated::EVERYWHERE, emulated::LLVMPIPE],
    rules: &[emulated::SHADED, emulated::CLIPPED, emulated::NOT_EVALUATED],
    of_blocks: false,
    not_run: llvmpipe::NOT_RUN,
};

/// B.1, FSI: wherever there are fragments, llvmpipe counts 16 for each block of 4×4 pixels that a primitive touches, which is at least as
/// many as there are and at most 16 times as many.
fn is_of_blocks(statistic: &str, expected: u64, counted: u64) -> bool {
    statistic == "FSI" && counted.is_multiple_of(16) && (expected..=expected * 16).contains(&counted)
}

/// Fails with every unknown difference, and with every known one that does not occur.
pub fn check(measured: &[Measured], known: &Known) {
    let all = known.lists.iter().copied().flatten();
    let listed = all.flat_map(|part| part.list.iter().map(|&(case, statistic, value)| ((case, statistic), (value, part.reason))));
    let mut listed: BTreeMap<_, _> = listed.filter(|((case, _), _)| !known.not_run.contains(case)).collect();
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
