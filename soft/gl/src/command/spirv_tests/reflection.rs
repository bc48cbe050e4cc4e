//! Program interface queries: the variables of modules have no names.

use super::*;

fn property(program: u32, name: u32) -> i32 {
    let mut value = -1;
    glGetProgramiv(program, name, &raw mut value);
    value
}

#[test]
fn names_are_empty_and_found_by_no_query() {
    let gl = Gl::new(core());
    let vertex = "#version 450\nlayout(location = 3) in vec4 p;\nlayout(location = 6) uniform mat4 m;\nlayout(binding = 2) uniform U { vec4 a; };\nvoid main() { gl_Position = m * p + a; }";
    let program = link(&gl, &[(GL_VERTEX_SHADER, module(GL_VERTEX_SHADER, vertex))], &[]);
    assert_eq!(property(program, GL_ACTIVE_UNIFORMS), 2);
    for name in [GL_ACTIVE_UNIFORM_MAX_LENGTH, GL_ACTIVE_ATTRIBUTE_MAX_LENGTH, GL_ACTIVE_UNIFORM_BLOCK_MAX_NAME_LENGTH] {
        assert_eq!(property(program, name), 1);
    }
    for name in [c"m", c"", c"U"] {
        assert_eq!(glGetUniformLocation(program, name.as_ptr()), -1);
        assert_eq!(glGetAttribLocation(program, name.as_ptr()), -1);
        assert_eq!(glGetUniformBlockIndex(program, name.as_ptr()), GL_INVALID_INDEX);
        for interface in [GL_UNIFORM, GL_UNIFORM_BLOCK, GL_PROGRAM_INPUT] {
            assert_eq!(glGetProgramResourceIndex(program, interface, name.as_ptr()), GL_INVALID_INDEX);
            assert_eq!(glGetProgramResourceLocation(program, GL_UNIFORM, name.as_ptr()), -1);
        }
    }
    let (mut length, mut size, mut ty, mut text) = (-1, 0, 0, [1u8; 8]);
    glGetActiveAttrib(program, 0, 8, &raw mut length, &raw mut size, &raw mut ty, text.as_mut_ptr().cast());
    assert_eq!((length, size, ty, text[0]), (0, 1, GL_FLOAT_VEC4, 0));
    let mut values = [-1i32; 2];
    let names = [GL_NAME_LENGTH, GL_LOCATION];
    glGetProgramResourceiv(program, GL_PROGRAM_INPUT, 0, 2, names.as_ptr(), 2, std::ptr::null_mut(), values.as_mut_ptr());
    assert_eq!(values, [1, 3]);
    let mut binding = -1;
    glGetActiveUniformBlockiv(program, 0, GL_UNIFORM_BLOCK_BINDING, &raw mut binding);
    assert_eq!(binding, 2);
    gl.no_error();
}
