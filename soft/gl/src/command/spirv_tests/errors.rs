//! One test for each sentence of the errors.

use super::*;

const COMPUTE: &str = "#version 450\nlayout(local_size_x = 1) in;\nlayout(constant_id = 3) const int size = 2;\nlayout(binding = 0) buffer B { int b; };\nvoid main() { b = size; }";

fn error() -> u32 {
    glGetError()
}

fn is_binary(shader: u32) -> i32 {
    let mut value = -1;
    glGetShaderiv(shader, GL_SPIR_V_BINARY, &raw mut value);
    value
}

#[test]
fn a_module_replaces_text_and_text_replaces_a_module() {
    let _gl = Gl::new(core());
    let binary = module(GL_COMPUTE_SHADER, COMPUTE);
    let shader = loaded(GL_COMPUTE_SHADER, &binary);
    assert_eq!((error(), is_binary(shader), status(shader).0), (GL_NO_ERROR, 1, 0));
    glCompileShader(shader);
    assert_eq!(error(), GL_INVALID_OPERATION, "modules do not compile");
    specialize(shader, "main", &[]);
    assert_eq!((error(), status(shader).0), (GL_NO_ERROR, 1));
    let text = CString::new(COMPUTE.replace("layout(constant_id = 3) ", "")).unwrap();
    let strings = [text.as_ptr()];
    glShaderSource(shader, 1, strings.as_ptr(), std::ptr::null());
    assert_eq!(is_binary(shader), 0);
    glCompileShader(shader);
    assert_eq!((error(), status(shader).0), (GL_NO_ERROR, 1));
}

#[test]
fn shader_binary_checks_its_arguments() {
    let gl = Gl::new(core());
    let binary = module(GL_COMPUTE_SHADER, COMPUTE);
    let shader = glCreateShader(GL_COMPUTE_SHADER);
    let load = |count: i32, name: u32, format: u32, bytes: &[u8], length: i32| {
        glShaderBinary(count, &raw const name, format, bytes.as_ptr().cast(), length);
        error()
    };
    let (spirv, length) = (GL_SHADER_BINARY_FORMAT_SPIR_V, binary.len() as i32);
    assert_eq!(load(-1, shader, spirv, &binary, length), GL_INVALID_VALUE);
    assert_eq!(load(1, shader, spirv, &binary, -1), GL_INVALID_VALUE);
    assert_eq!(load(1, 999, spirv, &binary, length), GL_INVALID_VALUE);
    let program = glCreateProgram();
    assert_eq!(load(1, program, spirv, &binary, length), GL_INVALID_OPERATION);
    assert_eq!(load(1, shader, GL_RGBA, &binary, length), GL_INVALID_ENUM);
    assert_eq!(load(1, shader, spirv, &binary, length - 1), GL_INVALID_VALUE, "the binary is cut");
    assert_eq!(load(1, shader, spirv, COMPUTE.as_bytes(), 64), GL_INVALID_VALUE, "this is text");
    assert_eq!(is_binary(shader), 0);
    assert_eq!(load(1, shader, spirv, &binary, length), GL_NO_ERROR);
    let mut value = 0;
    glGetIntegerv(GL_NUM_SHADER_BINARY_FORMATS, &raw mut value);
    assert_eq!(value, 1);
    glGetIntegerv(GL_SHADER_BINARY_FORMATS, &raw mut value);
    assert_eq!(value as u32, GL_SHADER_BINARY_FORMAT_SPIR_V);
    gl.no_error();
}

#[test]
fn specialize_shader_checks_its_arguments() {
    let _gl = Gl::new(core());
    let binary = module(GL_COMPUTE_SHADER, COMPUTE);
    let special = |shader: u32, entry: &str, constants: &[(u32, u32)]| {
        specialize(shader, entry, constants);
        error()
    };
    assert_eq!(special(999, "main", &[]), GL_INVALID_VALUE, "no shader");
    let program = glCreateProgram();
    assert_eq!(special(program, "main", &[]), GL_INVALID_OPERATION, "a program");
    let text = glCreateShader(GL_COMPUTE_SHADER);
    assert_eq!(special(text, "main", &[]), GL_INVALID_OPERATION, "no module");
    let shader = loaded(GL_COMPUTE_SHADER, &binary);
    assert_eq!(special(shader, "other", &[]), GL_INVALID_VALUE, "no such entry point");
    assert_eq!(special(shader, "main", &[(4, 1)]), GL_INVALID_VALUE, "no such constant");
    let vertex = loaded(GL_VERTEX_SHADER, &binary);
    assert_eq!(special(vertex, "main", &[]), GL_INVALID_OPERATION, "an entry point of another stage");
    assert_eq!(special(shader, "main", &[(3, 1)]), GL_NO_ERROR);
    assert_eq!(special(shader, "main", &[(3, 1)]), GL_INVALID_OPERATION, "already specialized");
}

#[test]
fn an_invalid_module_fails_with_one_line() {
    let _gl = Gl::new(core());
    let mut binary = module(GL_COMPUTE_SHADER, COMPUTE);
    // The capability Shader becomes Kernel.
    let at = binary.chunks(4).position(|word| word == 0x0002_0011u32.to_ne_bytes()).unwrap();
    binary[(at + 1) * 4] = 6;
    let shader = loaded(GL_COMPUTE_SHADER, &binary);
    specialize(shader, "main", &[]);
    assert_eq!(error(), GL_NO_ERROR);
    assert_eq!(status(shader), (0, String::from("error: the capability Kernel is not supported\n")));
}

#[test]
fn modules_and_text_do_not_link() {
    let gl = Gl::new(core());
    let vertex = module(GL_VERTEX_SHADER, "#version 450\nvoid main() { gl_Position = vec4(0); }");
    let program = link(&gl, &[(GL_VERTEX_SHADER, vertex)], &[]);
    let fragment = glCreateShader(GL_FRAGMENT_SHADER);
    let strings = [c"#version 450\nvoid main() {}".as_ptr()];
    glShaderSource(fragment, 1, strings.as_ptr(), std::ptr::null());
    glCompileShader(fragment);
    glAttachShader(program, fragment);
    glLinkProgram(program);
    let mut status = -1;
    glGetProgramiv(program, GL_LINK_STATUS, &raw mut status);
    assert_eq!(status, 0);
}
