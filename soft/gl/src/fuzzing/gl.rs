//! A context that is current in this thread, and the commands by name.

use super::{arena, watchdog};
use crate::config::{Api, Config};
use crate::context::{Accumulation, Context, ContextRef, WindowBuffers};
use crate::dispatch::{Signature, close_stream, set_current};
use crate::table::signatures;
use base::core::pool::Pool;
use base::image::Surface;
use base::image::format::Format;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

/// All commands, in the order of [`command_hash`].
pub static COMMANDS: LazyLock<Vec<Signature>> = LazyLock::new(|| {
    let mut all = signatures();
    all.sort_by_key(|command| (command_hash(command.name), command.name));
    all
});

static BY_NAME: LazyLock<HashMap<&'static str, Signature>> =
    LazyLock::new(|| COMMANDS.iter().map(|command| (command.name, *command)).collect());

/// True if the variable GLMETER_FUZZ_TRACE is set: every command is printed with the error that it raised.
static TRACE: LazyLock<bool> = LazyLock::new(|| std::env::var_os("GLMETER_FUZZ_TRACE").is_some());

/// Returns the hash by which inputs select a command, so that new commands leave the selection of others unchanged.
pub fn command_hash(name: &str) -> u16 {
    let hash = name.bytes().fold(0x811C_9DC5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    (hash >> 16 ^ hash) as u16
}

/// A context with a window, current until it is dropped.
pub struct Gl {
    context: ContextRef,
    cancel: Arc<AtomicBool>,
}

impl Gl {
    /// Creates a context and makes it current; `threads` threads share a draw.
    pub fn new(api: Api, version: (u8, u8), lose_on_reset: bool, budget: u64, window: Option<(u32, u32)>, threads: usize) -> Self {
        let config = Config {
            api,
            version,
            debug: false,
            no_error: false,
            forward_compatible: false,
            robust: true,
            lose_on_reset,
            flush_on_release: true,
        };
        let mut context = crate::new_context(config, None);
        context.draws.budget = budget;
        context.pool = Arc::new(Pool::new(threads));
        if let Some((width, height)) = window {
            let surface = |format| Surface::new(format, width, height).unwrap_or_else(|_| unreachable!("the window is small"));
            let window = WindowBuffers {
                color: surface(Format::Rgba8),
                front: None,
                depth_stencil: Some(surface(Format::Depth24Stencil8)),
                depth_bits: 24,
                stencil_bits: 8,
                alpha_bits: 8,
                accumulation: Accumulation::new(Accumulation::BITS),
                pixmap: None,
                drawn: false,
            };
            let window = Arc::new(Mutex::new(window));
            context.bind_surfaces(Some(window.clone()), Some(window));
        }
        let cancel = context.cancel.clone();
        let context: ContextRef = Arc::new(Mutex::new(context));
        set_current(Some(context.clone()));
        Self { context, cancel }
    }

    /// Returns the locked state of the context, for use between commands.
    pub fn context(&self) -> MutexGuard<'_, Context> {
        close_stream();
        self.context.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls a command with these words as arguments; addresses among them are the arena's.
    pub(super) fn run(&self, command: &Signature, words: &[u64]) {
        if *TRACE {
            eprint!("{}{words:x?}", command.name);
        }
        // SAFETY: the words for addresses are null, offsets where a buffer is bound, or addresses in the arena, whose mapping is far larger
        // than what commands reach from there.
        watchdog::watched(&self.cancel, || unsafe { (command.call)(words) });
        if *TRACE {
            let mut context = self.context();
            eprintln!(" {:x}", std::mem::take(&mut context.error));
        }
    }

    /// Calls a command by its C name.
    pub(super) fn call(&self, name: &str, words: &[u64]) {
        match BY_NAME.get(name) {
            Some(command) => self.run(command, words),
            None => panic!("there is no {name}"),
        }
    }
}

impl Drop for Gl {
    fn drop(&mut self) {
        set_current(None);
        arena::clear();
    }
}
