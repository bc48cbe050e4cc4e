//! GL_ARB_shading_language_include: named strings and shaders that include them.

use super::*;

pub const TABLE: Table = &[("GL_ARB_shading_language_include", |gl| {
    shaders(gl);
    queries();
    errors(gl);
})];

fn define(name: &CString, string: &CString) {
    gl!(glNamedStringARB(GL_SHADER_INCLUDE_ARB => u32, -1 => i32, name.as_ptr() => *const i8, -1 => i32, string.as_ptr() => *const i8));
}

/// Compiles a fragment shader with search paths; returns its status and log.
fn compile(text: &str, paths: &[&CString]) -> (i32, String) {
    let shader = gl!(glCreateShader(GL_FRAGMENT_SHADER => u32) -> u32);
    let text = c(text);
    gl!(glShaderSource(shader => u32, 1 => i32, [text.as_ptr()].as_ptr() => *const *const i8, std::ptr::null() => *const i32));
    let paths: Vec<*const i8> = paths.iter().map(|path| path.as_ptr()).collect();
    gl!(glCompileShaderIncludeARB(
        shader => u32, paths.len() as i32 => i32, paths.as_ptr() => *const *const i8, std::ptr::null() => *const i32
    ));
    let (mut status, mut log) = (0, vec![0u8; 1024]);
    gl!(glGetShaderiv(shader => u32, GL_COMPILE_STATUS => u32, &raw mut status => *mut i32));
    gl!(glGetShaderInfoLog(shader => u32, 1024 => i32, std::ptr::null_mut() => *mut i32, log.as_mut_ptr() => *mut u8));
    (status, String::from_utf8_lossy(&log).into_owned())
}

/// glCompileShader includes absolute paths; the other command also those below its search paths.
fn shaders(gl: &Gl) {
    define(&c("/lib/./old/../color"), &c("vec4 color() { return vec4(1.0, 0.0, 0.0, 1.0); }"));
    define(&c("/lib/color"), &c("#include \"value\"\nvec4 color() { return VALUE; }\n"));
    define(&c("/lib/value"), &c("#define VALUE vec4(0.0, 1.0, 0.0, 1.0)\n"));
    let header = header("330", "GL_ARB_shading_language_include");
    let text = |path: &str| format!("{header}out vec4 pixel;\n#include {path}\nvoid main() {{ pixel = color(); }}");
    assert_eq!(shade(gl, &text("\"/lib/color\"")), GREEN);
    assert_eq!(compile(&text("<color>"), &[&c("/none"), &c("/lib")]).0, 1);
    let (status, log) = compile(&text("<color>"), &[]);
    assert!(status == 0 && log.contains("there is no string `color`"), "{log}");
    gl.no_error();
}

/// The strings and their parameters come back, and are gone when they are deleted.
fn queries() {
    let name = c("/lib/../lib/value");
    let is = |name: &CString, length: i32| gl!(glIsNamedStringARB(length => i32, name.as_ptr() => *const i8) -> u8);
    assert_eq!([is(&name, -1), is(&name, 4), is(&c("lib"), -1), is(&c("/lib"), -1), is(&c("/lib//"), -1)], [1, 0, 0, 0, 0]);
    assert_eq!(gl!(glIsNamedStringARB(-1 => i32, std::ptr::null() => *const i8) -> u8), 0);
    let (mut values, mut length, mut text) = ([0i32; 2], 0i32, [b'?'; 12]);
    for (pname, value) in [GL_NAMED_STRING_LENGTH_ARB, GL_NAMED_STRING_TYPE_ARB].into_iter().zip(&mut values) {
        gl!(glGetNamedStringivARB(-1 => i32, name.as_ptr() => *const i8, pname => u32, &raw mut *value => *mut i32));
    }
    assert_eq!(values, ["#define VALUE vec4(0.0, 1.0, 0.0, 1.0)\n".len() as i32 + 1, GL_SHADER_INCLUDE_ARB as i32]);
    gl!(glGetNamedStringARB(-1 => i32, name.as_ptr() => *const i8, 8 => i32, &raw mut length => *mut i32, text.as_mut_ptr() => *mut u8));
    assert_eq!((length, &text), (7, b"#define\0????"));
    gl!(glDeleteNamedStringARB(10 => i32, c("/lib/value and more").as_ptr() => *const i8));
    assert_eq!((is(&name, -1), error()), (0, GL_NO_ERROR));
}

fn errors(gl: &Gl) {
    let (good, bad, absent) = (c("/lib/color"), c("lib/color"), c("/lib"));
    let null = std::ptr::null::<i8>();
    let mut value = 0i32;
    // "An INVALID_VALUE error will be generated under any of the following conditions: - Either <name> or <string> is NULL. - <name> is not a
    // valid pathname beginning with '/'."
    for (name, string) in [(null, good.as_ptr()), (good.as_ptr(), null), (bad.as_ptr(), good.as_ptr())] {
        gl!(glNamedStringARB(GL_SHADER_INCLUDE_ARB => u32, -1 => i32, name => *const i8, -1 => i32, string => *const i8));
        assert_eq!(error(), GL_INVALID_VALUE);
    }
    gl!(glNamedStringARB(GL_FRAGMENT_SHADER => u32, -1 => i32, good.as_ptr() => *const i8, -1 => i32, good.as_ptr() => *const i8));
    assert_eq!(error(), GL_INVALID_ENUM);
    for (name, wanted) in [(null, GL_INVALID_VALUE), (bad.as_ptr(), GL_INVALID_VALUE), (absent.as_ptr(), GL_INVALID_OPERATION)] {
        gl!(glDeleteNamedStringARB(-1 => i32, name => *const i8));
        assert_eq!(error(), wanted);
        gl!(glGetNamedStringARB(-1 => i32, name => *const i8, 0 => i32, &raw mut value => *mut i32, std::ptr::null_mut() => *mut u8));
        assert_eq!(error(), wanted);
        gl!(glGetNamedStringivARB(-1 => i32, name => *const i8, GL_NAMED_STRING_LENGTH_ARB => u32, &raw mut value => *mut i32));
        assert_eq!(error(), wanted);
    }
    gl!(glGetNamedStringARB(-1 => i32, good.as_ptr() => *const i8, -1 => i32, &raw mut value => *mut i32, std::ptr::null_mut() => *mut u8));
    assert_eq!(error(), GL_INVALID_VALUE);
    gl!(glGetNamedStringivARB(-1 => i32, good.as_ptr() => *const i8, GL_SHADER_TYPE => u32, &raw mut value => *mut i32));
    assert_eq!(error(), GL_INVALID_ENUM);
    // "An INVALID_OPERATION error is generated if <shader> is not the name of a valid shader object generated by CreateShader."
    let shader = gl!(glCreateShader(GL_FRAGMENT_SHADER => u32) -> u32);
    let program = gl!(glCreateProgram() -> u32);
    let compile = |shader: u32, count: i32, paths: *const *const i8| {
        gl!(glCompileShaderIncludeARB(shader => u32, count => i32, paths => *const *const i8, std::ptr::null() => *const i32));
        error()
    };
    let nothing = std::ptr::null::<*const i8>();
    assert_eq!(
        [compile(0, 0, nothing), compile(program, 0, nothing), compile(shader, 0, nothing)],
        [GL_INVALID_OPERATION, GL_INVALID_OPERATION, 0]
    );
    // "<count> is greater than zero and <path> is NULL, or any of the pointers path[0] .. path[<count>-1] is NULL. - Any of the strings in
    // <path> are not valid pathnames beginning with '/'."
    assert_eq!(compile(shader, 1, nothing), GL_INVALID_VALUE);
    assert_eq!(compile(shader, 2, [good.as_ptr(), null].as_ptr()), GL_INVALID_VALUE);
    assert_eq!(compile(shader, 1, [bad.as_ptr()].as_ptr()), GL_INVALID_VALUE);
    assert_eq!(compile(shader, 1, [c("/lib/").as_ptr()].as_ptr()), GL_INVALID_VALUE);
    assert_eq!(compile(shader, -1, [good.as_ptr()].as_ptr()), GL_INVALID_VALUE);
    assert_eq!(compile(shader, 1, [good.as_ptr()].as_ptr()), GL_NO_ERROR);
    gl.no_error();
}
