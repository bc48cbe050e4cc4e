//! What differs between processors: the types of relocations, and functions of a few instructions.
//!
//! The build script sets `stubs` for processors that have a module here. On others glmeter neither changes the relocations of loaded libraries nor answers `dlsym`.

#[cfg(all(stubs, target_arch = "aarch64"))]
mod aarch64;
#[cfg(not(stubs))]
mod other;
#[cfg(all(stubs, target_arch = "x86_64"))]
mod x86_64;

#[cfg(all(stubs, target_arch = "aarch64"))]
pub(crate) use aarch64::*;
#[cfg(not(stubs))]
pub(crate) use other::*;
#[cfg(all(stubs, target_arch = "x86_64"))]
pub(crate) use x86_64::*;

/// Defines the word of [`word`]: eight bytes of each thread, zero in the beginning, in static thread-local storage.
#[cfg(all(stubs, target_os = "linux", target_env = "gnu"))]
macro_rules! define_word {
    () => {
        core::arch::global_asm!(
            ".section .tbss.glmeter_current,\"awT\",%nobits",
            ".globl glmeter_current",
            ".hidden glmeter_current",
            ".type glmeter_current, %object",
            ".size glmeter_current, 8",
            ".p2align 3",
            "glmeter_current:",
            ".zero 8",
            ".text",
        );
    };
}
#[cfg(all(stubs, target_os = "linux", target_env = "gnu"))]
use define_word;
