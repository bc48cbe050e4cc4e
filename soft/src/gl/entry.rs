//! The door: every command comes through here.

use super::compat;
use super::compat::lists::Step;
use super::context::{Context, ContextRef};
use super::names::lock;
use std::cell::RefCell;
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A GL error code, e.g. `GL_INVALID_ENUM`; the command changes nothing and returns zero.
pub type Error = u32;
/// What handlers give.
pub type Result<T> = std::result::Result<T, Error>;

thread_local! {
    /// Never destroyed, so that commands still work in what a program does while it exits.
    static CURRENT: RefCell<ManuallyDrop<Option<ContextRef>>> = const { RefCell::new(ManuallyDrop::new(None)) };
}

/// Makes a context current in this thread, or none.
pub fn set_current(context: Option<ContextRef>) {
    let old = CURRENT.replace(ManuallyDrop::new(context));
    drop(ManuallyDrop::into_inner(old));
}

/// Runs a command on the current context, if there is one. Errors are recorded; a panic ends here.
///
/// Not generic, because there are two thousand commands. `step` makes what a display list keeps of the command.
fn door(name: &'static str, step: &dyn Fn() -> Option<Step>, work: &mut dyn FnMut(&mut Context) -> Result<()>) {
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        CURRENT.with_borrow(|current| {
            let mut context = lock(current.as_ref()?);
            if let Err(error) = listed(&mut context, name, step).and_then(|now| if now { work(&mut context) } else { Ok(()) }) {
                context.record(error);
                super::debug::error(&mut context, name, error);
            }
            context.debug.take_pending()
        })
    }));
    match outcome {
        Ok(Some(messages)) => messages.deliver(),
        Ok(None) => {}
        Err(_) => log_once(name, "failed inside the driver; the command was dropped"),
    }
}

/// In a compatibility context display lists and glBegin/glEnd have their say first: whether the command is to be done now.
fn listed(context: &mut Context, name: &str, step: &dyn Fn() -> Option<Step>) -> Result<bool> {
    if !context.compat.watches() {
        return Ok(true);
    }
    compat::inside_begin(context, name)?;
    Ok(compat::lists::record(context, name, step))
}

/// Raises an error in the current context.
pub fn raise(name: &'static str, error: Error) {
    door(name, &|| None, &mut |_| Err(error));
}

/// A type of a command's argument.
pub trait Argument {
    /// Whether it is a value of its own: commands of such arguments alone can be kept in display lists as they are.
    const VALUE: bool;
}

macro_rules! arguments {
    ($($ty:ty)*) => { $(impl Argument for $ty { const VALUE: bool = true; })* };
}
arguments! { u8 i8 u16 i16 u32 i32 u64 i64 isize usize f32 f64 }

impl<T> Argument for super::pointer::In<T> {
    const VALUE: bool = false;
}

impl<T> Argument for super::pointer::Out<T> {
    const VALUE: bool = false;
}

/// A command with its arguments, for a display list.
#[derive(Clone, Copy)]
struct Kept<F>(F);
// SAFETY: made only of commands whose arguments are all values, so that nothing in it belongs to a thread.
unsafe impl<F> Send for Kept<F> {}
// SAFETY: as above.
unsafe impl<F> Sync for Kept<F> {}

impl<F> Kept<F> {
    fn get(&self) -> &F {
        &self.0
    }
}

/// Runs a command. `values`: all of its arguments are values, so that a display list can keep it.
pub fn command<R: Default>(name: &'static str, values: bool, handler: impl Fn(&mut Context) -> Result<R> + Copy + 'static) -> R {
    let mut result = R::default();
    let kept = Kept(handler);
    // Commands that return something are never compiled into lists.
    let step = || (values && size_of::<R>() == 0).then(|| Box::new(move |context: &mut Context| kept.get()(context).map(drop)) as Step);
    door(name, &step, &mut |context| {
        result = handler(context)?;
        Ok(())
    });
    result
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
/// ```text
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
        /// The commands that this file implements.
        #[allow(non_snake_case, reason = "the commands' C names")]
        pub fn commands() -> Vec<$crate::gl::entry::Command> {
            $($(#[$meta])* extern "C" fn $name($($argument: $ty),*) $(-> $result)? {
                let values = true $(&& <$ty as $crate::gl::entry::Argument>::VALUE)*;
                $crate::gl::entry::command(stringify!($name), values, move |context| $handler(context, $($argument),*))
            })*
            const TABLE: &[$crate::gl::entry::Command] = &[
                $((stringify!($name), $name as *const core::ffi::c_void),)*
                $((stringify!($alias), $target as *const core::ffi::c_void),)*
            ];
            TABLE.to_vec()
        }
    };
}
pub(crate) use commands;
