//! `glmeter shader`: prints what the software pipeline's compiler makes of a shader.

use crate::command_line::{DUMP, ES, Given};
use crate::words::wants;
use crate::{Failure, usage};
use core::ffi::c_void;
use glmeter::platform::vendors;
use glmeter_abi::glvnd::GetProcAddress;
use glmeter_abi::shader_text::{NAME, Request, ShaderText};
use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
use std::ffi::{CString, OsStr};
use std::path::Path;

/// Returns the text of the shader of a file.
pub(crate) fn shader(given: &Given) -> Result<String, Failure> {
    let file = given.operands.first().map(Path::new).ok_or_else(|| usage("shader wants a file"))?;
    let form = given.value(&DUMP).unwrap_or(OsStr::new("bytecode"));
    let form = form.to_str().filter(|form| DUMP.words().iter().any(|word| word.0 == *form)).ok_or_else(|| DUMP.refuses("--dump", form))?;
    let extension = file.extension().unwrap_or_default();
    let stages = ["vert", "tesc", "tese", "geom", "frag", "comp"];
    let Some(extension) = stages.into_iter().find(|stage| extension == *stage) else {
        return Err(wants("shader", "a file that ends with .vert, .tesc, .tese, .geom, .frag or .comp", file.as_os_str()));
    };
    let source = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let texts = (CString::new(extension), CString::new(form));
    let (Ok(extension), Ok(form)) = texts else { return Err(usage("the command line contains a zero")) };
    let function = function().ok_or_else(|| "the software pipeline, libglmeter_soft.so, is not beside glmeter".to_owned())?;
    let mut text = Vec::new();
    let request = Request {
        source: source.as_ptr(),
        length: source.len(),
        extension: extension.as_ptr(),
        form: form.as_ptr(),
        es: given.has(&ES).into(),
        data: (&raw mut text).cast(),
        receive,
    };
    // SAFETY: the pointers of the request are valid during the call, and the data is what `receive` expects.
    let is_text = unsafe { function(&raw const request) } != 0;
    let text = String::from_utf8_lossy(&text).into_owned();
    if is_text { Ok(text) } else { Err(format!("{}: {}", file.display(), text.trim_end()).into()) }
}

/// Returns the pipeline's function; `None` without the pipeline. The library stays open.
fn function() -> Option<ShaderText> {
    let path = vendors::software_library()?;
    // SAFETY: the library is glmeter's own, and its constructors have no preconditions.
    let library = unsafe { Library::open(Some(&path), RTLD_NOW | RTLD_LOCAL) }.ok()?;
    // SAFETY: the pipeline's function has this type.
    let get = *unsafe { library.get::<GetProcAddress>(b"glmeter_soft_get_proc_address\0") }.ok()?;
    core::mem::forget(library);
    let name = CString::new(NAME).ok()?;
    // SAFETY: the name is a C string.
    let address = unsafe { get(name.as_ptr()) };
    // SAFETY: null is `None`; any other address is that of the function of this name, which has this type.
    unsafe { core::mem::transmute::<*mut c_void, Option<ShaderText>>(address) }
}

/// Appends the text to the vector at `data`.
unsafe extern "C" fn receive(data: *mut c_void, text: *const u8, length: usize) {
    // SAFETY: the data is the vector of `shader`, and the text is valid during the call.
    let (out, bytes) = unsafe { (&mut *data.cast::<Vec<u8>>(), core::slice::from_raw_parts(text, length)) };
    out.extend_from_slice(bytes);
}
