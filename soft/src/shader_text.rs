//! The function behind `glmeter shader`: the text of a shader after a step of the compiler.

use compiler::glsl::dump::dump_file;
use glmeter_abi::border::guard;
use glmeter_abi::shader_text::{NAME, Request, ShaderText};
use std::ffi::{CStr, c_void};

/// Returns the function if `name` is its name.
pub(crate) fn function(name: &str) -> Option<*const c_void> {
    const FUNCTION: ShaderText = shader_text;
    (name == NAME).then_some(FUNCTION as *const c_void)
}

/// Makes the text that the request asks for.
///
/// # Safety
/// As [`ShaderText`] says.
unsafe extern "C" fn shader_text(request: *const Request) -> u32 {
    // SAFETY: the caller guarantees a request whose pointers are valid.
    let (request, source, extension, form) = unsafe {
        let request = &*request;
        let source = core::slice::from_raw_parts(request.source, request.length);
        (request, source, CStr::from_ptr(request.extension), CStr::from_ptr(request.form))
    };
    let text = || {
        let source = core::str::from_utf8(source).map_err(|error| error.to_string())?;
        dump_file(source, &extension.to_string_lossy(), request.es != 0, &form.to_string_lossy())
    };
    let text = guard(text).unwrap_or_else(|| Err("the compiler failed on this shader".to_owned()));
    let (Ok(words) | Err(words)) = &text;
    // SAFETY: the caller guarantees that the function accepts its own data; the text is valid until it returns.
    unsafe { (request.receive)(request.data, words.as_ptr(), words.len()) };
    u32::from(text.is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks as `glmeter shader` does. Returns whether there is a text, and the text or the reason.
    fn ask(source: &str, extension: &CStr, form: &CStr, es: bool) -> (bool, String) {
        unsafe extern "C" fn receive(data: *mut c_void, text: *const u8, length: usize) {
            // SAFETY: the data is the string of `ask`, and the text is valid during the call.
            let (out, bytes) = unsafe { (&mut *data.cast::<String>(), core::slice::from_raw_parts(text, length)) };
            out.push_str(core::str::from_utf8(bytes).unwrap());
        }
        let mut text = String::new();
        let request = Request {
            source: source.as_ptr(),
            length: source.len(),
            extension: extension.as_ptr(),
            form: form.as_ptr(),
            es: es.into(),
            data: (&raw mut text).cast(),
            receive,
        };
        // SAFETY: the pointers of the request are valid, and the data is what `receive` expects.
        let is_text = unsafe { shader_text(&raw const request) };
        (is_text != 0, text)
    }

    #[test]
    fn each_form_of_a_shader_has_a_text() {
        let source = "#version 450\nout vec4 color;\nvoid main() { color = vec4(0.5); }\n";
        for form in [c"hir", c"linear", c"bytecode"] {
            let (is_text, text) = ask(source, c"frag", form, false);
            assert!(is_text && text.lines().count() > 2, "{form:?}: {text}");
        }
        assert!(ask("#version 310 es\nvoid main() {}\n", c"vert", c"hir", true).0);
    }

    #[test]
    fn what_is_wrong_is_told() {
        let told = |source, extension, form| {
            let (is_text, reason) = ask(source, extension, form, false);
            assert!(!is_text);
            reason
        };
        assert!(told("#version 450\nvoid main() { x = 1; }\n", c"frag", c"hir").contains("0:2"));
        assert!(told("", c"glsl", c"hir").contains("vert, tesc, tese, geom, frag or comp"));
        assert!(told("", c"frag", c"tree").contains("tree"));
    }
}
