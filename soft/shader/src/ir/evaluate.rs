//! The results of operations for one lane: what operations on constants fold to, and what other executors are compared with.

use super::bytecode::Code;
use super::operations::operations;
use super::value::Value;
use base::core::{math, scalar};

/// The most registers of an operand.
const MOST: usize = 4;

/// The words of a value, one of each register.
pub type Words = [u32; MOST];

/// Returns the first words of a value, or a value with zeros after its words.
fn resized<const OLD: usize, const NEW: usize>(words: [u32; OLD]) -> [u32; NEW] {
    let mut new = [0; NEW];
    let count = OLD.min(NEW);
    new[..count].copy_from_slice(&words[..count]);
    new
}

/// Defines [`evaluate`].
macro_rules! evaluators {
    (
        ()
        words { $($(#[$word_about:meta])* $word:ident($($wa:ident: $wt:ty),*) -> $wr:ty: $wl:ident $(, $wf:ident $(($wv:literal))?)* = $wb:expr;)* }
        pairs { $($(#[$pair_about:meta])* $pair:ident($($pa:ident: $pt:ty),*) -> $pr:ty: $pl:ident $(, $pf:ident $(($pv:literal))?)* = $pb:expr;)* }
        effects { $($(#[$effect_about:meta])* $effect:ident $(($payload:ident: $of:ty))? [$($width:expr),*] $(: $($ef:ident $(($ev:literal))?),*)?;)* }
    ) => {
        /// Returns the result of an operation on the operands a, b and c; `None` for one that needs more than its operands. Words beyond its
        /// registers are 0.
        pub fn evaluate(code: Code, operands: [Words; 3]) -> Option<Words> {
            let mut operands = operands.into_iter();
            Some(match code {
                $(Code::$word => {
                    $(let $wa = <$wt as Value>::of(resized(operands.next()?));)*
                    resized(<$wr as Value>::words($wb))
                })*
                $(Code::$pair => {
                    $(let $pa = <$pt as Value>::of(resized(operands.next()?));)*
                    resized(<$pr as Value>::words($pb))
                })*
                $(Code::$effect)|* => return None,
            })
        }
    };
}
operations!(evaluators!());
