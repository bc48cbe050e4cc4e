//! Program interface queries: the variables of modules have no names.

use super::*;

fn property(program: u32, name: u32) -> i32 {
    let mut value = -1;
    gl!(glGetProgramiv(program => u32, name => u32, &raw mut value => *mut i32));
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
        assert_eq!(gl!(glGetUniformLocation(program => u32, name.as_ptr() => *const i8) -> i32), -1);
        assert_eq!(gl!(glGetAttribLocation(program => u32, name.as_ptr() => *const i8) -> i32), -1);
        assert_eq!(gl!(glGetUniformBlockIndex(program => u32, name.as_ptr() => *const i8) -> u32), GL_INVALID_INDEX);
        for interface in [GL_UNIFORM, GL_UNIFORM_BLOCK, GL_PROGRAM_INPUT] {
            assert_eq!(
                gl!(glGetProgramResourceIndex(program => u32, interface => u32, name.as_ptr() => *const i8) -> u32),
                GL_INVALID_INDEX
            );
            assert_eq!(gl!(glGetProgramResourceLocation(program => u32, GL_UNIFORM => u32, name.as_ptr() => *const i8) -> i32), -1);
        }
    }
    let (mut length, mut size, mut ty, mut text) = (-1, 0, 0, [1u8; 8]);
    gl!(glGetActiveAttrib(
        program => u32, 0 => u32, 8 => i32, &raw mut length => *mut i32, &raw mut size => *mut i32, &raw mut ty => *mut u32, text.as_mut_ptr() => *mut u8
    ));
    assert_eq!((length, size, ty, text[0]), (0, 1, GL_FLOAT_VEC4, 0));
    let mut values = [-1i32; 2];
    let names = [GL_NAME_LENGTH, GL_LOCATION];
    gl!(glGetProgramResourceiv(
        program => u32, GL_PROGRAM_INPUT => u32, 0 => u32, 2 => i32, names.as_ptr() => *const u32, 2 => i32, std::ptr::null_mut() => *mut i32,
        values.as_mut_ptr() => *mut i32
    ));
    assert_eq!(values, [1, 3]);
    let mut binding = -1;
    gl!(glGetActiveUniformBlockiv(program => u32, 0 => u32, GL_UNIFORM_BLOCK_BINDING => u32, &raw mut binding => *mut i32));
    assert_eq!(binding, 2);
    gl.no_error();
}
