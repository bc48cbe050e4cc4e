//! The door: every command comes through here.

use super::context::{Context, ContextRef};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A GL error code, e.g. `GL_INVALID_ENUM`; the command changes nothing and returns zero.
pub type Error = u32;
/// What handlers give.
pub type Result<T> = std::result::Result<T, Error>;

thread_local! {
    static CURRENT: RefCell<Option<ContextRef>> = const { RefCell::new(None) };
}

/// The thread's current context.
pub fn current() -> Option<ContextRef> {
    CURRENT.with_borrow(Clone::clone)
}

/// Makes a context current in this thread, or none; gives the one that was.
pub fn set_current(context: Option<ContextRef>) -> Option<ContextRef> {
    CURRENT.replace(context)
}

/// Runs a command's handler on the current context; without one nothing happens and the result is zero.
pub fn enter<R: Default>(name: &'static str, handler: impl FnOnce(&mut Context) -> Result<R>) -> R {
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        CURRENT.with_borrow(|current| {
            let Some(context) = current else { return R::default() };
            let mut context = context.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            match handler(&mut context) {
                Ok(result) => result,
                Err(error) => {
                    context.record(error);
                    R::default()
                }
            }
        })
    }));
    outcome.unwrap_or_else(|_| {
        crate::gl::entry::log_once(name, "failed inside the driver; the command was dropped");
        R::default()
    })
}

/// Says something about a command once in the process, on standard error, if GLMETER_LOG asks for it.
pub fn log_once(command: &'static str, what: &str) {
    static SAID: std::sync::Mutex<Vec<&'static str>> = std::sync::Mutex::new(Vec::new());
    let mut said = SAID.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if !said.contains(&command) {
        said.push(command);
        if std::env::var_os("GLMETER_LOG").is_some_and(|level| level != "off") {
            eprintln!("glmeter-soft: {command} {what}");
        }
    }
}

/// A command's C name and its address.
pub type Command = (&'static str, *const core::ffi::c_void);

/// Declares the commands of one file:
///
/// ```ignore
/// commands! {
///     fn glGenBuffers(count: i32, names: Out<u32>) => gen_buffers;
///     fn glIsBuffer(name: u32) -> u8 => is_buffer;
///     // the same handler under other names
///     alias glGenBuffersARB = glGenBuffers;
/// }
/// ```
///
/// Types are C's by size: GLenum, GLbitfield, GLuint u32; GLint, GLsizei i32; GLboolean u8; GLintptr, GLsizeiptr isize; GLchar u8;
/// `const T *` is `In<T>`, `T *` is `Out<T>`. The table is `COMMANDS: &[Command]`.
macro_rules! commands {
    ($($(#[$meta:meta])* fn $name:ident($($argument:ident: $ty:ty),* $(,)?) $(-> $result:ty)? => $handler:path;)* $(alias $alias:ident = $target:ident;)*) => {
        #[allow(non_snake_case, reason = "the commands' C names")]
        mod c_names {
            #[allow(unused_imports, reason = "each file uses some of them")]
            use super::*;
            $($(#[$meta])* pub extern "C" fn $name($($argument: $ty),*) $(-> $result)? {
                $crate::gl::entry::enter(stringify!($name), |context| $handler(context, $($argument),*))
            })*
        }
        /// The commands that this file implements.
        pub fn commands() -> Vec<$crate::gl::entry::Command> {
            vec![
                $((stringify!($name), c_names::$name as *const core::ffi::c_void),)*
                $((stringify!($alias), c_names::$target as *const core::ffi::c_void),)*
            ]
        }
    };
}
pub(crate) use commands;
