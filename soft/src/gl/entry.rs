//! The door: every command comes through here.

use super::compat;
use super::compat::lists::Step;
use super::context::{Context, ContextRef};
use super::names::lock;
use crate::tokens::GL_CONTEXT_LOST;
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
            let Some(context) = current.as_ref() else { return };
            let mut context = lock(context);
            if context.is_lost() {
                return lost(&mut context, name, work);
            }
            if let Err(error) = listed(&mut context, name, step).and_then(|now| if now { work(&mut context) } else { Ok(()) }) {
                context.record(error);
            }
        });
    }));
    if outcome.is_err() {
        log_once(name, "failed inside the driver; the command was dropped");
    }
}

/// What is left of commands once the context is lost ([GL 4.5] 2.3.2): GL_CONTEXT_LOST and no effects, but for the two that tell of it,
/// and for those that a program may ask again and again until they say that something is complete.
#[cold]
fn lost(context: &mut Context, name: &str, work: &mut dyn FnMut(&mut Context) -> Result<()>) {
    let outcome = match name {
        "glGetError" | "glGetGraphicsResetStatus" => work(context),
        "glGetSynciv" | "glGetQueryObjectiv" | "glGetQueryObjectuiv" | "glGetQueryObjecti64v" | "glGetQueryObjectui64v" => {
            work(context).and(Err(GL_CONTEXT_LOST))
        }
        _ => Err(GL_CONTEXT_LOST),
    };
    if let Err(error) = outcome {
        context.record(error);
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
    /// The argument whose bits are the lowest ones of this word.
    #[cfg(any(test, fuzzing))]
    fn from_word(word: u64) -> Self;

    /// Whether it is a value of its own: commands of such arguments alone can be kept in display lists as they are.
    const VALUE: bool;
}

macro_rules! arguments {
    ($($ty:ty: |$word:ident| $from:expr,)*) => {
        $(impl Argument for $ty {
            const VALUE: bool = true;
            #[cfg(any(test, fuzzing))]
            fn from_word($word: u64) -> Self {
                $from
            }
        })*
    };
}
arguments! {
    u8: |word| word as u8,
    i8: |word| word as i8,
    u16: |word| word as u16,
    i16: |word| word as i16,
    u32: |word| word as u32,
    i32: |word| word as i32,
    u64: |word| word,
    i64: |word| word as i64,
    isize: |word| word as isize,
    usize: |word| word as usize,
    f32: |word| f32::from_bits(word as u32),
    f64: |word| f64::from_bits(word),
}

impl<T> Argument for super::pointer::In<T> {
    const VALUE: bool = false;
    #[cfg(any(test, fuzzing))]
    fn from_word(word: u64) -> Self {
        Self(word as usize as *const T)
    }
}

impl<T> Argument for super::pointer::Out<T> {
    const VALUE: bool = false;
    #[cfg(any(test, fuzzing))]
    fn from_word(word: u64) -> Self {
        Self(word as usize as *mut T)
    }
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

/// A command.
#[derive(Clone, Copy)]
pub struct Command {
    /// Its C name.
    pub name: &'static str,
    pub address: *const core::ffi::c_void,
    /// How the fuzz targets call it; None for other names of the same.
    #[cfg(any(test, fuzzing))]
    pub signature: Option<Signature>,
}

/// A command as the fuzz targets call it.
#[cfg(any(test, fuzzing))]
#[derive(Clone, Copy)]
pub struct Signature {
    pub name: &'static str,
    /// The arguments' names and types, as `commands!` has them.
    pub arguments: &'static [(&'static str, &'static str)],
    /// Calls it with these words, each cut to its argument's type; missing ones are 0.
    pub call: fn(&[u64]),
}

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
        $(
            #[allow(non_snake_case, reason = "the command's C name")]
            $(#[$meta])*
            extern "C" fn $name($($argument: $ty),*) $(-> $result)? {
                let values = true $(&& <$ty as $crate::gl::entry::Argument>::VALUE)*;
                $crate::gl::entry::command(stringify!($name), values, move |context| $handler(context, $($argument),*))
            }
        )*

        /// The commands that this file implements.
        pub fn commands() -> Vec<$crate::gl::entry::Command> {
            const TABLE: &[$crate::gl::entry::Command] = &[
                $($crate::gl::entry::Command {
                    name: stringify!($name),
                    address: $name as *const core::ffi::c_void,
                    #[cfg(any(test, fuzzing))]
                    signature: Some($crate::gl::entry::Signature {
                        name: stringify!($name),
                        arguments: &[$((stringify!($argument), stringify!($ty))),*],
                        call: |words| {
                            let mut words = words.iter().copied();
                            let mut next = || words.next().unwrap_or(0);
                            let _ = &mut next;
                            let _ = $name($(<$ty as $crate::gl::entry::Argument>::from_word(next())),*);
                        },
                    }),
                },)*
                $($crate::gl::entry::Command {
                    name: stringify!($alias),
                    address: $target as *const core::ffi::c_void,
                    #[cfg(any(test, fuzzing))]
                    signature: None,
                },)*
            ];
            TABLE.to_vec()
        }
    };
}
pub(crate) use commands;
