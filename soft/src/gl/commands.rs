//! All commands by name.

use super::entry::{Command, log_once, raise};
use crate::tokens::GL_INVALID_OPERATION;
use core::ffi::c_void;
use once_cell::sync::Lazy;
use std::collections::HashMap;

/// The commands that the rooms of the state machine implement.
fn implemented() -> Vec<Command> {
    [
        super::draws::commands(),
        super::feedback::commands(),
        super::programs::commands(),
        super::queries::commands(),
        super::shaders::commands(),
        super::sync::commands(),
        super::state::commands(),
        super::fragment_state::commands(),
        super::get::commands(),
        super::compat::commands(),
        super::buffers::commands(),
        super::vertex_arrays::commands(),
        super::textures::commands(),
        super::samplers::commands(),
        super::renderbuffers::commands(),
        super::framebuffers::commands(),
        super::pixels::commands(),
        super::clears::commands(),
    ]
    .concat()
}

/// A core command that this driver does not have yet: an error, and its name in the log.
fn missing(name: &'static str) -> usize {
    log_once(name, "is not implemented: GL_INVALID_OPERATION");
    raise(name, GL_INVALID_OPERATION);
    0
}

macro_rules! missing {
    ($($name:ident,)*) => {
        /// A stand-in for every command of GL 4.6 and ES 3.2: whatever its arguments, it leaves them alone.
        #[allow(non_snake_case, reason = "the commands' C names")]
        mod stand_ins {
            $(pub extern "C" fn $name() -> usize {
                super::missing(stringify!($name))
            })*
        }
        const MISSING: &[(&str, *const c_void)] = &[$((stringify!($name), stand_ins::$name as *const c_void),)*];
    };
}
include!(concat!(env!("OUT_DIR"), "/missing.rs"));

struct Table(HashMap<&'static str, *const c_void>);
// SAFETY: the addresses are of functions.
unsafe impl Send for Table {}
// SAFETY: the addresses are of functions.
unsafe impl Sync for Table {}

static TABLE: Lazy<Table> =
    Lazy::new(|| Table(MISSING.iter().copied().chain(implemented().into_iter().map(|command| (command.name, command.address))).collect()));

/// Every command under its first name, for the fuzz targets.
#[cfg(any(test, fuzzing))]
pub fn signatures() -> Vec<super::entry::Signature> {
    implemented().into_iter().filter_map(|command| command.signature).collect()
}

/// The address of a command by its C name: ours, or, for a core command that is missing, a stand-in that raises GL_INVALID_OPERATION.
pub fn command(name: &str) -> Option<*const c_void> {
    TABLE.0.get(name).copied()
}
