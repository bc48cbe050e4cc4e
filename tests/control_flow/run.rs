//! Runs the shaders of seeds, each of which writes a word for each pixel.

use crate::egl::Session;
use crate::gl::*;
use crate::random::tree;
use crate::shaders::{self, Driver, Outcome};
use std::ops::Range;

/// The number of pixels: four waves of the pipeline.
pub const PIXELS: usize = 16 * 16;
/// The word of a pixel that did not write.
pub const UNWRITTEN: u32 = 0xDEAD_BEEF;

/// The form of the shaders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// The driver may inline all functions.
    Inlined,
    /// The shader has so many calls that its functions stay functions.
    WithCalls,
}

/// The variables with the first seed and the one behind the last, and with the form.
const SEEDS: &str = "CONTROL_FLOW_SEEDS";
const FORM: &str = "CONTROL_FLOW_FORM";

const VERTEX: &str = "#version 450\nvoid main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }\n";

/// Runs the shaders of some seeds. Returns the words of each, or the info log.
pub fn outcomes(driver: Driver, form: Form, seeds: Range<u64>) -> Vec<Outcome> {
    let variables = [(SEEDS, format!("{} {}", seeds.start, seeds.end)), (FORM, format!("{form:?}"))];
    shaders::outcomes(driver, &format!("control-flow-{driver:?}-{form:?}"), &variables, 3600)
}

#[test]
#[ignore = "run by the other tests, in a process of its own"]
fn child() {
    shaders::write(|| {
        let seeds = std::env::var(SEEDS).unwrap();
        let (first, end) = seeds.split_once(' ').unwrap();
        let gl = Session::core();
        prepare(&gl);
        let with_calls = std::env::var(FORM).unwrap() == format!("{:?}", Form::WithCalls);
        let text = |seed| if with_calls { tree(seed).text_with_calls() } else { tree(seed).text() };
        (first.parse().unwrap()..end.parse::<u64>().unwrap()).map(|seed| run(&gl, &text(seed))).collect()
    });
}

/// Creates a framebuffer of 16 by 16 pixels, and the buffer.
fn prepare(gl: &Session) {
    shaders::framebuffer(gl, 16, 16);
    let buffer = shaders::name(|id| gl.GenBuffers(1, id));
    gl.BindBuffer(SHADER_STORAGE_BUFFER, buffer);
    gl.BindBufferBase(SHADER_STORAGE_BUFFER, 0, buffer);
    gl.expect(NO_ERROR);
}

fn run(gl: &Session, text: &str) -> Outcome {
    let program = shaders::linked(gl, [(VERTEX_SHADER, VERTEX), (FRAGMENT_SHADER, text)])?;
    let empty = [UNWRITTEN; PIXELS];
    gl.BufferData(SHADER_STORAGE_BUFFER, size_of_val(&empty) as isize, empty.as_ptr().cast(), DYNAMIC_READ);
    gl.UseProgram(program);
    gl.DrawArrays(TRIANGLES, 0, 3);
    let words = shaders::words(gl, PIXELS)?;
    gl.UseProgram(0);
    gl.DeleteProgram(program);
    Ok(words)
}
