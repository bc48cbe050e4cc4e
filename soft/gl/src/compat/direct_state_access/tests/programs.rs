use super::{error, integer};
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::compatibility;
use crate::tokens::*;

const VERTEX: u32 = GL_VERTEX_PROGRAM_ARB;
const FRAGMENT: u32 = GL_FRAGMENT_PROGRAM_ARB;
const TEXT: &str = "!!ARBvp1.0 MOV result.position, program.local[1]; END";

fn load(program: u32, target: u32, text: &str) {
    let length = text.len() as i32;
    glNamedProgramStringEXT(program, target, GL_PROGRAM_FORMAT_ASCII_ARB, length, text.as_ptr().cast());
}

fn property(program: u32, target: u32, name: u32) -> i32 {
    let mut value = -7;
    glGetNamedProgramivEXT(program, target, name, &raw mut value);
    value
}

fn local(program: u32, target: u32, index: u32) -> [f32; 4] {
    let mut values = [-7.0; 4];
    glGetNamedProgramLocalParameterfvEXT(program, target, index, values.as_mut_ptr());
    values
}

#[test]
fn strings_of_a_named_program() {
    let _gl = Gl::new(compatibility());
    load(4, VERTEX, TEXT);
    assert_eq!((error(), integer(GL_PROGRAM_ERROR_POSITION_ARB), glIsProgramARB(4)), (GL_NO_ERROR, -1, 1));
    assert_eq!(property(4, VERTEX, GL_PROGRAM_LENGTH_ARB), TEXT.len() as i32);
    assert_eq!(property(4, VERTEX, GL_PROGRAM_INSTRUCTIONS_ARB), 1);
    let mut text = vec![0u8; TEXT.len()];
    glGetNamedProgramStringEXT(4, VERTEX, GL_PROGRAM_STRING_ARB, text.as_mut_ptr().cast());
    assert_eq!((text, error()), (TEXT.as_bytes().to_vec(), GL_NO_ERROR));
    let mut bound = -7;
    glGetProgramivARB(VERTEX, GL_PROGRAM_BINDING_ARB, &raw mut bound);
    assert_eq!((bound, property(4, VERTEX, GL_PROGRAM_BINDING_ARB)), (0, 0));
    load(4, VERTEX, "!!ARBvp1.0 MOV END");
    assert_eq!((error(), property(4, VERTEX, GL_PROGRAM_LENGTH_ARB)), (GL_INVALID_OPERATION, TEXT.len() as i32));
    assert!(integer(GL_PROGRAM_ERROR_POSITION_ARB) > 0);
}

#[test]
fn local_parameters() {
    let _gl = Gl::new(compatibility());
    glNamedProgramLocalParameter4fEXT(4, FRAGMENT, 1, 1.0, 2.0, 3.0, 4.0);
    let doubles = [5.0f64, 6.0, 7.0, 8.0];
    glNamedProgramLocalParameter4dvEXT(4, FRAGMENT, 2, doubles.as_ptr());
    let floats = [9.0f32, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0];
    glNamedProgramLocalParameters4fvEXT(4, FRAGMENT, 3, 2, floats.as_ptr());
    glNamedProgramLocalParameter4fvEXT(0, FRAGMENT, 1, floats.as_ptr());
    glNamedProgramLocalParameter4dEXT(0, FRAGMENT, 2, 1.0, 0.0, 0.0, 0.0);
    assert_eq!([1, 2, 3, 4].map(|index| local(4, FRAGMENT, index)[0]), [1.0, 5.0, 9.0, 13.0]);
    // The name 0 is the default program.
    let mut values = [0.0f64; 4];
    glGetProgramLocalParameterdvARB(FRAGMENT, 1, values.as_mut_ptr());
    assert_eq!(values, [9.0, 10.0, 11.0, 12.0]);
    glGetNamedProgramLocalParameterdvEXT(4, FRAGMENT, 2, values.as_mut_ptr());
    assert_eq!((values, error()), (doubles, GL_NO_ERROR));
    glNamedProgramLocalParameter4fEXT(4, FRAGMENT, 1 << 20, 1.0, 2.0, 3.0, 4.0);
    assert_eq!(error(), GL_INVALID_VALUE);
    glNamedProgramLocalParameters4fvEXT(4, FRAGMENT, 0, -1, floats.as_ptr());
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
