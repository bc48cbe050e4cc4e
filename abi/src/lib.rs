//! The C interfaces that glmeter and its software pipeline share.
//!
//! - [`allocator`]: serves small allocations from a reserve when the system has no memory.
//! - [`border`]: runs an entry point's body so that no panic reaches the application and no thread cancellation interrupts it.
//! - [`gl`], [`egl`]: the C types of OpenGL and EGL.
//! - [`error`]: GL errors, with the rules that commands broke.
//! - [`functions!`], [`function`]: tables of C functions that are found by name at run time, and the function at one address.
//! - [`glvnd`]: the function tables that libglvnd and a vendor exchange.
//! - [`jump_through!`]: functions that are one jump to an address in memory.
//! - [`raised_error`]: the function that says which rule of the pipeline's a command broke.
//! - [`waiting_commands`]: the function that makes the pipeline complete commands.
//! - [`shader_text`]: the function behind `glmeter shader`.
//! - [`signals`]: starts threads that do not take the program's signals, and writes files without the signals that a write raises.
//! - [`text`]: strings that know their bytes.
//!
//! The types for the caller's memory (`In`, `Out`) are not shared: the pipeline stores such pointers in display lists and reads them
//! again later, while glmeter's live for one command and tell an offset into a bound buffer from an address.

pub mod allocator;
pub mod border;
pub mod egl;
pub mod error;
mod functions;
pub mod gl;
pub mod glvnd;
mod jump;
pub mod raised_error;
pub mod shader_text;
pub mod signals;
pub mod text;
pub mod waiting_commands;

pub use functions::function;
