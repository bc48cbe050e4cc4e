//! The operations that compute their destination from their operands alone: for each a loop over the lanes, made from its row in
//! [`crate::ir::operations`].

use super::registers::{CHUNKS, RegisterFile, WIDTH, long, short};
use crate::ir::bytecode::{Code, Op};
use crate::ir::operations::operations;
use crate::ir::value::Value;
use base::core::lanes::Lanes;
use base::core::{math, scalar};

/// Defines [`execute_words`] and [`execute_pairs`].
macro_rules! executors {
    (
        ()
        words { $($(#[$word_about:meta])* $word:ident($($wa:ident: $wt:ty),*) -> $wr:ty: $wl:ident $(, $wf:ident $(($wv:literal))?)* = $wb:expr;)* }
        pairs { $($(#[$pair_about:meta])* $pair:ident($($pa:ident: $pt:ty),*) -> $pr:ty: $pl:ident $(, $pf:ident $(($pv:literal))?)* = $pb:expr;)* }
        effects { $($(#[$effect_about:meta])* $effect:ident $(($payload:ident: $of:ty))? [$($width:expr),*] $(: $($ef:ident $(($ev:literal))?),*)?;)* }
    ) => {
        /// Executes an operation of words; ignores others.
        ///
        /// # Safety
        /// `op` must be an operation of verified code, and `file` must hold the registers of that code.
        #[inline(always)]
        pub(super) unsafe fn execute_words(file: RegisterFile, op: &Op) {
            match op.code {
                $(Code::$word => $wl!(file, op, ($($wa: $wt),*) -> $wr = $wb),)*
                $(Code::$pair)|* | $(Code::$effect)|* => {}
            }
        }

        /// Executes an operation of pairs; ignores others.
        ///
        /// # Safety
        /// `op` must be an operation of verified code, and `file` must hold the registers of that code.
        #[inline(always)]
        pub(super) unsafe fn execute_pairs(file: RegisterFile, op: &Op) {
            match op.code {
                $(Code::$pair => $pl!(file, op, ($($pa: $pt),*) -> $pr = $pb),)*
                $(Code::$word)|* | $(Code::$effect)|* => {}
            }
        }
    };
}
operations!(executors!());

/// Makes the interpreter's choice among all operations: those with effects by the arms that stand there, the others by `words` and `pairs`. It has
/// no other arm, so that none can be forgotten.
macro_rules! choose {
    (
        ($code:expr, words => $words:expr, pairs => $pairs:expr, { $($arms:tt)* })
        words { $($(#[$word_about:meta])* $word:ident($($wa:ident: $wt:ty),*) -> $wr:ty: $wl:ident $(, $wf:ident $(($wv:literal))?)* = $wb:expr;)* }
        pairs { $($(#[$pair_about:meta])* $pair:ident($($pa:ident: $pt:ty),*) -> $pr:ty: $pl:ident $(, $pf:ident $(($pv:literal))?)* = $pb:expr;)* }
        effects { $($effects:tt)* }
    ) => {
        match $code {
            $($arms)*
            $(Code::$word)|* => $words,
            $(Code::$pair)|* => $pairs,
        }
    };
}
pub(super) use choose;
