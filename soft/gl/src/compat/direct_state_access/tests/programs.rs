use super::{error, integer};
use crate::testing::calling::{Gl, gl};
use crate::testing::fixtures::compatibility;
use crate::tokens::*;

const VERTEX: u32 = GL_VERTEX_PROGRAM_ARB;
const FRAGMENT: u32 = GL_FRAGMENT_PROGRAM_ARB;
const TEXT: &str = "!!ARBvp1.0 MOV result.position, program.local[1]; END";

fn load(program: u32, target: u32, text: &str) {
    let length = text.len() as i32;
    gl!(glNamedProgramStringEXT(
        program => u32, target => u32, GL_PROGRAM_FORMAT_ASCII_ARB => u32, length => i32, text.as_ptr() => *const u8
    ));
}

fn property(program: u32, target: u32, name: u32) -> i32 {
    let mut value = -7;
    gl!(glGetNamedProgramivEXT(program => u32, target => u32, name => u32, &raw mut value => *mut i32));
    value
}

fn local(program: u32, target: u32, index: u32) -> [f32; 4] {
    let mut values = [-7.0; 4];
    gl!(glGetNamedProgramLocalParameterfvEXT(program => u32, target => u32, index => u32, values.as_mut_ptr() => *mut f32));
    values
}

#[test]
fn strings_of_a_named_program() {
    let _gl = Gl::new(compatibility());
    load(4, VERTEX, TEXT);
    assert_eq!((error(), integer(GL_PROGRAM_ERROR_POSITION_ARB), gl!(glIsProgramARB(4 => u32) -> u8)), (GL_NO_ERROR, -1, 1));
    assert_eq!(property(4, VERTEX, GL_PROGRAM_LENGTH_ARB), TEXT.len() as i32);
    assert_eq!(property(4, VERTEX, GL_PROGRAM_INSTRUCTIONS_ARB), 1);
    let mut text = vec![0u8; TEXT.len()];
    gl!(glGetNamedProgramStringEXT(4 => u32, VERTEX => u32, GL_PROGRAM_STRING_ARB => u32, text.as_mut_ptr() => *mut u8));
    assert_eq!((text, error()), (TEXT.as_bytes().to_vec(), GL_NO_ERROR));
    let mut bound = -7;
    gl!(glGetProgramivARB(VERTEX => u32, GL_PROGRAM_BINDING_ARB => u32, &raw mut bound => *mut i32));
    assert_eq!((bound, property(4, VERTEX, GL_PROGRAM_BINDING_ARB)), (0, 0));
    load(4, VERTEX, "!!ARBvp1.0 MOV END");
    assert_eq!((error(), property(4, VERTEX, GL_PROGRAM_LENGTH_ARB)), (GL_INVALID_OPERATION, TEXT.len() as i32));
    assert!(integer(GL_PROGRAM_ERROR_POSITION_ARB) > 0);
}

#[test]
fn local_parameters() {
    let _gl = Gl::new(compatibility());
    gl!(glNamedProgramLocalParameter4fEXT(4 => u32, FRAGMENT => u32, 1 => u32, 1.0 => f32, 2.0 => f32, 3.0 => f32, 4.0 => f32));
    let doubles = [5.0f64, 6.0, 7.0, 8.0];
    gl!(glNamedProgramLocalParameter4dvEXT(4 => u32, FRAGMENT => u32, 2 => u32, doubles.as_ptr() => *const f64));
    let floats = [9.0f32, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0];
    gl!(glNamedProgramLocalParameters4fvEXT(4 => u32, FRAGMENT => u32, 3 => u32, 2 => i32, floats.as_ptr() => *const f32));
    gl!(glNamedProgramLocalParameter4fvEXT(0 => u32, FRAGMENT => u32, 1 => u32, floats.as_ptr() => *const f32));
    gl!(glNamedProgramLocalParameter4dEXT(0 => u32, FRAGMENT => u32, 2 => u32, 1.0 => f64, 0.0 => f64, 0.0 => f64, 0.0 => f64));
    assert_eq!([1, 2, 3, 4].map(|index| local(4, FRAGMENT, index)[0]), [1.0, 5.0, 9.0, 13.0]);
    // The name 0 is the default program.
    let mut values = [0.0f64; 4];
    gl!(glGetProgramLocalParameterdvARB(FRAGMENT => u32, 1 => u32, values.as_mut_ptr() => *mut f64));
    assert_eq!(values, [9.0, 10.0, 11.0, 12.0]);
    gl!(glGetNamedProgramLocalParameterdvEXT(4 => u32, FRAGMENT => u32, 2 => u32, values.as_mut_ptr() => *mut f64));
    assert_eq!((values, error()), (doubles, GL_NO_ERROR));
    gl!(glNamedProgramLocalParameter4fEXT(4 => u32, FRAGMENT => u32, 1 << 20 => u32, 1.0 => f32, 2.0 => f32, 3.0 => f32, 4.0 => f32));
    assert_eq!(error(), GL_INVALID_VALUE);
    gl!(glNamedProgramLocalParameters4fvEXT(4 => u32, FRAGMENT => u32, 0 => u32, -1 => i32, floats.as_ptr() => *const f32));
    assert_eq!(error(), GL_INVALID_VALUE);
}

#[test]
fn the_target_must_be_that_of_the_program() {
    let _gl = Gl::new(compatibility());
    // The name becomes used, also by a getter.
    assert_eq!((local(4, VERTEX, 0), error()), ([0.0; 4], GL_NO_ERROR));
    load(4, FRAGMENT, "!!ARBfp1.0 MOV result.color, 1; END");
    assert_eq!(error(), GL_INVALID_OPERATION);
    assert_eq!((property(4, FRAGMENT, GL_PROGRAM_LENGTH_ARB), error()), (-7, GL_INVALID_OPERATION));
    load(4, GL_TEXTURE_2D, TEXT);
    assert_eq!(error(), GL_INVALID_ENUM);
}
