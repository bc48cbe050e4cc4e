//! Functions that only one stage has: vertices of geometry shaders, the barrier of tessellation control, and `ftransform`.

use crate::bounded::Expect;
use crate::gl::{FRAGMENT_SHADER, GEOMETRY_SHADER, TESS_CONTROL_SHADER, TESS_EVALUATION_SHADER, VERTEX_SHADER};
use crate::program::{Expected, FLOAT, Program, UINT, Work, buffers};
use crate::signatures::Language;
use crate::textures::{HEIGHT, WIDTH};

/// The compatibility profile's modelview matrix, by columns.
pub const MODELVIEW: [f32; 16] = [2.0, 0.5, 0.0, 0.0, -1.0, 4.0, 0.25, 0.0, 0.0, 0.0, 1.0, 0.0, 0.125, -0.5, 3.0, 1.0];
/// The vertex of immediate mode.
pub const VERTEX: [f32; 2] = [0.25, -0.5];

/// The value of a word before a program runs.
const BEFORE: u32 = 0xDEAD_BEEF;

fn program(name: &str, language: Language, work: Work, cases: &[&str], output_words: usize, shaders: Vec<(u32, String)>) -> Program {
    let shaders = shaders.into_iter().map(|(kind, text)| (kind, format!("{}{text}", language.head()))).collect();
    let cases = cases.iter().map(|case| (*case).to_owned()).collect();
    Program { name: name.to_owned(), language, work, shaders, input: vec![0; 2], output_words, cases, expected: Vec::new() }
}

/// Returns a fragment shader that adds `id` to the word of the pixel.
fn adding() -> String {
    format!(
        "{}flat in uint id;\nvoid main() {{ atomicAdd(uint_out[uint(gl_FragCoord.y) * {WIDTH}u + uint(gl_FragCoord.x)], id); }}\n",
        buffers(false)
    )
}

fn pixels(program: &mut Program, value: impl Fn(i32, i32) -> u32) {
    for (x, y) in (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (x, y))) {
        let expect = Expect::Exact(BEFORE.wrapping_add(value(x, y)).into());
        program.expected.push(Expected { case: 0, at: (y * WIDTH + x) as usize, ty: UINT, expect, with: format!("pixel {x}, {y}") });
    }
}

/// Returns a program with two strips that meet in the middle. As one strip, triangles between them would cover the left half again.
fn strips(language: Language) -> Program {
    let vertex = "void main() { gl_Position = vec4(0.0); gl_PointSize = 1.0; }\n";
    let geometry = "layout(points) in;\nlayout(triangle_strip, max_vertices = 8) out;\nflat out uint id;\n\
        void strip(float left, uint number) {\n\
        \x20   for (int k = 0; k < 4; k++) {\n\
        \x20       id = number;\n\
        \x20       gl_Position = vec4(left + float(k & 1), float(k & 2) - 1.0, 0.0, 1.0);\n\
        \x20       EmitVertex();\n\
        \x20   }\n\
        \x20   EndPrimitive();\n\
        }\n\
        void main() { strip(-1.0, 1u); strip(0.0, 2u); }\n";
    let shaders = vec![(VERTEX_SHADER, vertex.into()), (GEOMETRY_SHADER, geometry.into()), (FRAGMENT_SHADER, adding())];
    let cases = ["EmitVertex(), EndPrimitive()"];
    let mut program = program("strips", language, Work::Point, &cases, (WIDTH * HEIGHT) as usize, shaders);
    pixels(&mut program, |x, _| if x < WIDTH / 2 { 1 } else { 2 });
    program
}

/// Returns a program with points on two streams, of which only the first is rasterised.
fn streams() -> Program {
    let vertex = "void main() { gl_Position = vec4(0.0); }\n";
    let point = |stream: u32, x: f64, y: f64, id: u32| {
        let (x, y) = ((x + 0.5) / 8.0 - 1.0, (y + 0.5) / 4.0 - 1.0);
        format!("    id = {id}u; gl_Position = vec4({x:?}, {y:?}, 0.0, 1.0); EmitStreamVertex({stream}); EndStreamPrimitive({stream});\n")
    };
    let geometry = format!(
        "layout(points) in;\nlayout(points, max_vertices = 4) out;\nlayout(stream = 0) flat out uint id;\nlayout(stream = 1) flat out uint other;\n\
         void main() {{\n    other = 0u;\n{}{}{}}}\n",
        point(0, 2.0, 3.0, 5),
        point(1, 4.0, 3.0, 6),
        point(0, 9.0, 6.0, 7)
    );
    let shaders = vec![(VERTEX_SHADER, vertex.into()), (GEOMETRY_SHADER, geometry), (FRAGMENT_SHADER, adding())];
    let cases = ["EmitStreamVertex(int), EndStreamPrimitive(int)"];
    let mut program = program("streams", Language::Desktop, Work::Point, &cases, (WIDTH * HEIGHT) as usize, shaders);
    pixels(&mut program, |x, y| match (x, y) {
        (2, 3) => 5,
        (9, 6) => 7,
        _ => 0,
    });
    program
}

/// Returns a program in which every invocation of a patch reads the output of the next one.
fn control_barrier(language: Language) -> Program {
    let vertex = "void main() { gl_Position = vec4(float(gl_VertexID)); }\n";
    let control = format!(
        "{}layout(vertices = 3) out;\npatch out vec3 shared_by_all;\nvoid main() {{\n\
         \x20   shared_by_all[gl_InvocationID] = float(gl_InvocationID * 10 + 1);\n\
         \x20   gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;\n\
         \x20   barrier();\n\
         \x20   uint_out[gl_InvocationID] = uint(shared_by_all[(gl_InvocationID + 1) % 3]);\n\
         \x20   gl_TessLevelOuter[0] = 0.0;\n}}\n",
        buffers(false)
    );
    let evaluation = "layout(triangles) in;\npatch in vec3 shared_by_all;\nvoid main() { gl_Position = vec4(shared_by_all, 1.0); }\n";
    let mut shaders = vec![(VERTEX_SHADER, vertex.into()), (TESS_CONTROL_SHADER, control), (TESS_EVALUATION_SHADER, evaluation.into())];
    shaders.push((FRAGMENT_SHADER, "void main() { }\n".into()));
    let mut program = program("control barrier", language, Work::Patch, &["barrier() of tessellation control"], 4, shaders);
    for at in 0..3 {
        let expect = Expect::Exact(((at + 1) % 3 * 10 + 1) as f64);
        program.expected.push(Expected { case: 0, at, ty: UINT, expect, with: format!("invocation {at}") });
    }
    program
}

/// Returns a program that transforms the vertex with `ftransform` and with the product of the two matrices.
fn transformed() -> Program {
    let vertex = "flat out vec4 one;\nflat out vec4 other;\n\
        void main() { one = ftransform(); other = gl_ModelViewProjectionMatrix * gl_Vertex; gl_Position = vec4(0.0625, 0.125, 0.0, 1.0); }\n";
    let store: String =
        (0..4).map(|k| format!("    float_out[{k}] = one[{k}];\n    float_out[{}] = one[{k}] - other[{k}];\n", k + 4)).collect();
    let fragment = format!("{}flat in vec4 one;\nflat in vec4 other;\nvoid main() {{\n{store}}}\n", buffers(false));
    let shaders = vec![(VERTEX_SHADER, vertex.into()), (FRAGMENT_SHADER, fragment)];
    let mut program = program("ftransform", Language::Desktop, Work::Immediate, &["ftransform()"], 8, shaders);
    for row in 0..4 {
        let vertex = [VERTEX[0], VERTEX[1], 0.0, 1.0];
        let value: f64 = (0..4).map(|column| f64::from(MODELVIEW[column * 4 + row]) * f64::from(vertex[column])).sum();
        for (at, expect) in [(row, Expect::Exact(value)), (row + 4, Expect::Near(0.0, 1e-6))] {
            program.expected.push(Expected { case: 0, at, ty: FLOAT, expect, with: format!("row {row}") });
        }
    }
    program
}

pub fn programs(language: Language) -> Vec<Program> {
    let mut programs = vec![strips(language), control_barrier(language)];
    if language == Language::Desktop {
        programs.extend([streams(), transformed()]);
    }
    programs
}
