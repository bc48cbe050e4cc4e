//! The function by which the command `glmeter shader` asks the software pipeline for the text of a shader.

use core::ffi::{c_char, c_void};

/// The name by which the pipeline's GetProcAddress knows the function.
pub const NAME: &str = "glmeter_shader_text";

/// Receives the text: `length` bytes of UTF-8 that are valid during the call, and the request's data.
pub type Receive = unsafe extern "C" fn(data: *mut c_void, text: *const u8, length: usize);

/// The request: which shader, and which text of it.
#[repr(C)]
#[derive(Debug)]
pub struct Request {
    /// The shader's source: `length` bytes of UTF-8.
    pub source: *const u8,
    /// The number of bytes of the source.
    pub length: usize,
    /// The extension of a file's name that tells the stage: a C string.
    pub extension: *const c_char,
    /// The form of the text, hir, linear or bytecode: a C string.
    pub form: *const c_char,
    /// Not 0 if the shader is one of OpenGL ES.
    pub es: u32,
    /// What `receive` gets.
    pub data: *mut c_void,
    /// Gets the text or, if there is none, the reason. It is called once.
    pub receive: Receive,
}

/// Makes the text. Returns 0 if there is none.
///
/// # Safety
/// The pointers of the request must be valid, and `receive` must be safe to call with `data`.
pub type ShaderText = unsafe extern "C" fn(request: *const Request) -> u32;
