//! The results of operations for one lane: what operations on constants fold to, and what other executors are compared with.

use super::bytecode::Code;
use super::operations::operations;
use super::value::Value;
use base::core::{math, scalar};

/// The most registers of an operand.
const MOST: usize = 4;

/// The words of a value, one of each register.
pub type Words = [u32; MOST];

/// Returns a value from its words.
macro_rules! value_of {
    ($ty:ty, $words:expr) => {{
        let mut words = [0; <$ty as Value>::REGISTERS];
        words.iter_mut().zip($words).for_each(|(word, of)| *word = of);
        <$ty as Value>::of(words)
    }};
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
            let mut result = [0; MOST];
            match code {
                $(Code::$word => {
                    $(let $wa = value_of!($wt, operands.next()?);)*
                    result.iter_mut().zip(<$wr as Value>::words($wb)).for_each(|(word, of)| *word = of);
                })*
                $(Code::$pair => {
                    $(let $pa = value_of!($pt, operands.next()?);)*
                    result.iter_mut().zip(<$pr as Value>::words($pb)).for_each(|(word, of)| *word = of);
                })*
                $(Code::$effect)|* => return None,
            }
            Some(result)
        }
    };
}
operations!(evaluators!());
