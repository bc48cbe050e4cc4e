//! The choice of the functions that are inlined.

use super::walk::{each_expression_of, each_statement};
use super::{MAXIMUM_WORK, WORDS_OF_WORK, types};
use base::hir::{ExprKind, FunctionId, Shader};
use std::cell::Cell;

/// The calls that are inlined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inlining {
    /// All of them.
    All,
    /// Those of functions that are called in one place or are very small: the others stay functions.
    Once,
    /// None: every function stays a function. Only tests ask for this.
    Never,
}

std::thread_local! {
    static INLINING: Cell<Inlining> = const { Cell::new(Inlining::All) };
}

/// Returns the calls that are inlined in the shaders that this thread lowers.
pub fn inlining() -> Inlining {
    INLINING.get()
}

/// Does some work, in which functions of the shaders that this thread lowers stay functions, for tests that compare the results.
pub fn without_inlining<T>(work: impl FnOnce() -> T) -> T {
    let before = INLINING.replace(Inlining::Never);
    let result = work();
    INLINING.set(before);
    result
}

/// The work of lowering a function up to which a call costs more than the function.
const SMALL: u64 = 8;

/// The calls in the text of a shader.
pub struct Calls {
    /// For each function, the functions that it calls, as often as it names them.
    callees: Vec<Vec<FunctionId>>,
    /// For each function, the work of lowering it without the functions that it calls.
    own: Vec<u64>,
    /// For each function, the number of calls.
    count: Vec<u32>,
}

impl Calls {
    /// Counts the calls of a shader.
    pub fn new(shader: &Shader) -> Self {
        let functions = shader.functions.len();
        let mut calls = Self { callees: vec![Vec::new(); functions], own: vec![0; functions], count: vec![0; functions] };
        for (function, callee) in shader.functions.iter().enumerate() {
            let body = callee.body.as_deref().unwrap_or_default();
            each_statement(body, &mut |_| calls.own[function] += 1);
            each_expression_of(body, &mut |expression| {
                calls.own[function] += 1 + u64::from(types::words(&expression.ty)) / WORDS_OF_WORK as u64;
                if let ExprKind::Call(callee, _) = expression.kind
                    && callee < functions
                {
                    calls.callees[function].push(callee);
                    calls.count[callee] += 1;
                }
            });
        }
        each_expression_of(&shader.initialise, &mut |expression| {
            if let ExprKind::Call(callee, _) = expression.kind
                && let Some(count) = calls.count.get_mut(callee)
            {
                *count += 1;
            }
        });
        calls
    }

    /// Returns `inlining`, or less where inlining every call is sure to be too much work.
    pub fn within_limits(&self, shader: &Shader, inlining: Inlining) -> Inlining {
        let mut known = vec![None; self.own.len()];
        let mut is_too_much = || shader.main.is_some_and(|main| self.work(main, &mut known) > MAXIMUM_WORK);
        if inlining == Inlining::All && is_too_much() { Inlining::Once } else { inlining }
    }

    /// Returns the work of lowering a function with everything inlined. `known` holds the work of other functions; that of a recursive one, which
    /// does not compile, is 0.
    fn work(&self, function: FunctionId, known: &mut [Option<u64>]) -> u64 {
        let (Some(&own), Some(slot)) = (self.own.get(function), known.get_mut(function)) else { return 0 };
        if let Some(work) = *slot {
            return work;
        }
        *slot = Some(0);
        let work = self.callees[function].iter().fold(own, |sum, &callee| sum.saturating_add(self.work(callee, known)));
        known[function] = Some(work);
        work
    }

    /// Returns for each function whether it stays a function.
    pub fn staying(&self, inlining: Inlining) -> Vec<bool> {
        let stays = |function: FunctionId| match inlining {
            Inlining::All => false,
            Inlining::Once => self.count[function] > 1 && (self.own[function] > SMALL || !self.callees[function].is_empty()),
            Inlining::Never => true,
        };
        (0..self.own.len()).map(stays).collect()
    }
}
