//! Tessellation: patches count if a control shader processes them, and evaluation shaders run once for every point of the domain.
//!
//! A triangle of equal levels n has rings: an outer one of 3n points, the next of 3(n-2), and so on to a triangle or a single point. A
//! square has n·n cells, and isolines are as many as the first level says. Between two rings of a and b segments are a + b triangles.

use crate::case::{Case, Cases, Counts, NOTHING};
use crate::gl::*;
use crate::scene::{FRAGMENT, Scene, VERTEX, named, offset};
use crate::shapes::*;

fn control(vertices: u32, inner: [f32; 2], outer: [f32; 4]) -> String {
    let levels = |name: &str, levels: &[f32]| -> String {
        levels.iter().enumerate().map(|(n, level)| format!("gl_TessLevel{name}[{n}] = float({level});")).collect()
    };
    format!(
        "#version 450 core\nlayout(vertices = {vertices}) out;
        void main() {{ gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position; {} {} }}",
        levels("Inner", &inner),
        levels("Outer", &outer)
    )
}

fn evaluation(layouts: &str) -> String {
    let position = if layouts.contains("triangles") {
        "gl_TessCoord.x * gl_in[0].gl_Position + gl_TessCoord.y * gl_in[1].gl_Position + gl_TessCoord.z * gl_in[2].gl_Position"
    } else {
        "mix(mix(gl_in[0].gl_Position, gl_in[1].gl_Position, gl_TessCoord.x), mix(gl_in[3].gl_Position, gl_in[2].gl_Position, gl_TessCoord.x), gl_TessCoord.y)"
    };
    format!("#version 450 core\nlayout({layouts}) in;\nvoid main() {{ gl_Position = {position}; }}")
}

/// Levels: inner, outer. Two patches of three vertices of the zigzag.
type Triangles = (&'static str, &'static str, f32, [f32; 3], Counts);

#[rustfmt::skip]
const TRIANGLE_ROWS: &[Triangles] = &[
    //                                                                            VSUB PSUB VSI TCSP TESI GSI GSP CLIN CLOUT FSI CSI
    ("1, 1", "triangles", 1.0, [1.0; 3],                                          [6, 2, 6,  2, 6,  0, 0,  2, 2, 64, 0]),
    // The middle and the three corners: three triangles.
    ("2, 1", "triangles", 2.0, [1.0; 3],                                          [6, 2, 6,  2, 8,  0, 0,  6, 6, 64, 0]),
    // Six around the middle.
    ("2, 2", "triangles", 2.0, [2.0; 3],                                          [6, 2, 6,  2, 14,  0, 0,  12, 12, 64, 0]),
    // Rings of 9 and 3 segments, and the triangle within.
    ("3, 3", "triangles", 3.0, [3.0; 3],                                          [6, 2, 6,  2, 24,  0, 0,  26, 26, 64, 0]),
    // Rings of 12 and 6, and the middle: 18 and 6 triangles of 12 + 6 + 1 points.
    ("4, 4", "triangles", 4.0, [4.0; 3],                                          [6, 2, 6,  2, 38,  0, 0,  48, 48, 64, 0]),
    // An outer ring of 1 + 2 + 3 segments around 3 and the triangle within: 6 + 3 points, 9 + 1 triangles.
    ("3, 1 2 3", "triangles", 3.0, [1.0, 2.0, 3.0],                               [6, 2, 6,  2, 18,  0, 0,  20, 20, 64, 0]),
    // An inner level of 1 becomes 2 if an outer one is more: 4 points around the middle.
    ("1, 2 1 1", "triangles", 1.0, [2.0, 1.0, 1.0],                               [6, 2, 6,  2, 10,  0, 0,  8, 8, 64, 0]),
    ("an outer level of 0", "triangles", 3.0, [3.0, 0.0, 3.0],                    [6, 2, 6,  2, 0,  0, 0,  0, 0, 0, 0]),
    ("an outer level below 0", "triangles", 3.0, [3.0, 3.0, -1.0],                [6, 2, 6,  2, 0,  0, 0,  0, 0, 0, 0]),
    // It is 1, at least.
    ("an inner level of 0", "triangles", 0.0, [1.0; 3],                           [6, 2, 6,  2, 6,  0, 0,  2, 2, 64, 0]),
    // 2.5 is 3, equal or odd, and 4 if even.
    ("2.5, equal", "triangles", 2.5, [2.5; 3],                                    [6, 2, 6,  2, 24,  0, 0,  26, 26, 64, 0]),
    ("2.5, odd", "triangles, fractional_odd_spacing", 2.5, [2.5; 3],              [6, 2, 6,  2, 24,  0, 0,  26, 26, 64, 0]),
    ("2.5, even", "triangles, fractional_even_spacing", 2.5, [2.5; 3],            [6, 2, 6,  2, 38,  0, 0,  48, 48, 64, 0]),
    ("1, odd", "triangles, fractional_odd_spacing", 1.0, [1.0; 3],                [6, 2, 6,  2, 6,  0, 0,  2, 2, 64, 0]),
    // 2 at least.
    ("1, even", "triangles, fractional_even_spacing", 1.0, [1.0; 3],              [6, 2, 6,  2, 14,  0, 0,  12, 12, 64, 0]),
    ("3, odd", "triangles, fractional_odd_spacing", 3.0, [3.0; 3],                [6, 2, 6,  2, 24,  0, 0,  26, 26, 64, 0]),
    ("4, even", "triangles, fractional_even_spacing", 4.0, [4.0; 3],              [6, 2, 6,  2, 38,  0, 0,  48, 48, 64, 0]),
    ("2, 2, clockwise", "triangles, cw", 2.0, [2.0; 3],                           [6, 2, 6,  2, 14,  0, 0,  12, 12, 64, 0]),
    // A point for each of the domain.
    ("1, 1, points", "triangles, point_mode", 1.0, [1.0; 3],                      [6, 2, 6,  2, 6,  0, 0,  6, 6, 6, 0]),
    ("2, 2, points", "triangles, point_mode", 2.0, [2.0; 3],                      [6, 2, 6,  2, 14,  0, 0,  14, 14, 14, 0]),
    ("3, 3, points", "triangles, point_mode", 3.0, [3.0; 3],                      [6, 2, 6,  2, 24,  0, 0,  24, 24, 24, 0]),
    ("an outer level of 0, points", "triangles, point_mode", 3.0, [0.0, 3.0, 3.0], [6, 2, 6,  2, 0,  0, 0,  0, 0, 0, 0]),
];

/// Levels: inner, outer. Two patches of four corners of 8 by 8 pixels.
type Squares = (&'static str, &'static str, [f32; 2], [f32; 4], Counts);

#[rustfmt::skip]
const SQUARE_ROWS: &[Squares] = &[
    //                                                                            VSUB PSUB VSI TCSP TESI GSI GSP CLIN CLOUT FSI CSI
    ("1, 1", "quads", [1.0; 2], [1.0; 4],                                         [8, 2, 8,  2, 8,  0, 0,  4, 4, 128, 0]),
    ("2, 2", "quads", [2.0; 2], [2.0; 4],                                         [8, 2, 8,  2, 18,  0, 0,  16, 16, 128, 0]),
    // 16 points: 12 around 4. 12 + 4 triangles, and 2 within.
    ("3, 3", "quads", [3.0; 2], [3.0; 4],                                         [8, 2, 8,  2, 32,  0, 0,  36, 36, 128, 0]),
    ("4, 4", "quads", [4.0; 2], [4.0; 4],                                         [8, 2, 8,  2, 50,  0, 0,  64, 64, 128, 0]),
    // Two rows of four cells.
    ("4 2, 2 4", "quads", [4.0, 2.0], [2.0, 4.0, 2.0, 4.0],                       [8, 2, 8,  2, 30,  0, 0,  32, 32, 128, 0]),
    // Inner levels of 1 become 2 if another one is more: 5 points around the middle.
    ("1, 2 1 1 1", "quads", [1.0; 2], [2.0, 1.0, 1.0, 1.0],                       [8, 2, 8,  2, 12,  0, 0,  10, 10, 128, 0]),
    ("2, 1", "quads", [2.0; 2], [1.0; 4],                                         [8, 2, 8,  2, 10,  0, 0,  8, 8, 128, 0]),
    ("an outer level of 0", "quads", [2.0; 2], [2.0, 2.0, 0.0, 2.0],              [8, 2, 8,  2, 0,  0, 0,  0, 0, 0, 0]),
    ("an inner level of 0", "quads", [0.0; 2], [1.0; 4],                          [8, 2, 8,  2, 8,  0, 0,  4, 4, 128, 0]),
    ("2.5, odd", "quads, fractional_odd_spacing", [2.5; 2], [2.5; 4],             [8, 2, 8,  2, 32,  0, 0,  36, 36, 128, 0]),
    ("2.5, even", "quads, fractional_even_spacing", [2.5; 2], [2.5; 4],           [8, 2, 8,  2, 50,  0, 0,  64, 64, 128, 0]),
    ("2, 2, points", "quads, point_mode", [2.0; 2], [2.0; 4],                     [8, 2, 8,  2, 18,  0, 0,  18, 18, 18, 0]),
    // One line of one segment: from the first corner to the second, 8 pixels.
    ("lines: 1, 1", "isolines", [0.0; 2], [1.0, 1.0, 0.0, 0.0],                   [8, 2, 8,  2, 4,  0, 0,  2, 2, 16, 0]),
    // Four lines of two segments, 8 pixels each.
    ("lines: 4, 2", "isolines", [0.0; 2], [4.0, 2.0, 0.0, 0.0],                   [8, 2, 8,  2, 24,  0, 0,  16, 16, 64, 0]),
    ("lines: 2, 8", "isolines", [0.0; 2], [2.0, 8.0, 0.0, 0.0],                   [8, 2, 8,  2, 36,  0, 0,  32, 32, 32, 0]),
    ("lines: 0, 2", "isolines", [0.0; 2], [0.0, 2.0, 0.0, 0.0],                   [8, 2, 8,  2, 0,  0, 0,  0, 0, 0, 0]),
    ("lines: 2, 0", "isolines", [0.0; 2], [2.0, 0.0, 0.0, 0.0],                   [8, 2, 8,  2, 0,  0, 0,  0, 0, 0, 0]),
    // The number of lines is always rounded up, only the segments become even.
    ("lines: 1, 3, even", "isolines, fractional_even_spacing", [0.0; 2], [1.0, 3.0, 0.0, 0.0], [8, 2, 8,  2, 10,  0, 0,  8, 8, 16, 0]),
    ("lines: 2, 4, points", "isolines, point_mode", [0.0; 2], [2.0, 4.0, 0.0, 0.0], [8, 2, 8,  2, 20,  0, 0,  20, 20, 20, 0]),
];

/// Returns squares with corners at pixel centres, so that lines have as many pixels as their length.
fn centred(count: usize) -> Vec<[f32; 2]> {
    squares(count).into_iter().map(|[x, y]| [x + 0.5, y + 0.5]).collect()
}

fn patches(scene: &Scene, vertices: i32, stages: &[(u32, &str)]) {
    let all: Vec<_> = [(VERTEX_SHADER, VERTEX), (FRAGMENT_SHADER, FRAGMENT)].into_iter().chain(stages.iter().copied()).collect();
    scene.program(&all);
    scene.PatchParameteri(PATCH_VERTICES, vertices);
}

pub fn cases() -> Vec<Case> {
    let mut cases = Cases::of("tessellation");
    for &(name, layouts, inner, outer, expected) in TRIANGLE_ROWS {
        cases.add(&format!("triangles {name}"), expected, move |scene| {
            let control = control(3, [inner, 0.0], [outer[0], outer[1], outer[2], 0.0]);
            patches(scene, 3, &[(TESS_CONTROL_SHADER, &control), (TESS_EVALUATION_SHADER, &evaluation(layouts))]);
            scene.vertices(&zigzag(6));
            scene.count(|| scene.DrawArrays(PATCHES, 0, 6));
        });
    }
    for &(name, layouts, inner, outer, expected) in SQUARE_ROWS {
        cases.add(&format!("quads {name}"), expected, move |scene| {
            patches(scene, 4, &[(TESS_CONTROL_SHADER, &control(4, inner, outer)), (TESS_EVALUATION_SHADER, &evaluation(layouts))]);
            scene.vertices(&if layouts.contains("isolines") { centred(8) } else { squares(8) });
            scene.count(|| scene.DrawArrays(PATCHES, 0, 8));
        });
    }
    without_control(&mut cases);
    combinations(&mut cases);
    cases.list()
}

/// Without a control shader no patch counts, and the default levels apply.
fn without_control(cases: &mut Cases) {
    let mut drawn = |name: &str, expected: Counts, count: i32, inner: f32, outer: f32| {
        cases.add(name, expected, move |scene| {
            patches(scene, 3, &[(TESS_EVALUATION_SHADER, &evaluation("triangles"))]);
            scene.PatchParameterfv(PATCH_DEFAULT_INNER_LEVEL, [inner; 2].as_ptr());
            scene.PatchParameterfv(PATCH_DEFAULT_OUTER_LEVEL, [outer; 4].as_ptr());
            scene.vertices(&zigzag(9));
            scene.count(|| scene.DrawArrays(PATCHES, 0, count));
        });
    };
    drawn("no control shader", [6, 2, 6, 0, 6, 0, 0, 2, 2, 64, 0], 6, 1.0, 1.0);
    drawn("no control shader, a rest", [6, 2, 6, 0, 6, 0, 0, 2, 2, 64, 0], 8, 1.0, 1.0);
    drawn("no control shader, no complete patch", NOTHING, 2, 1.0, 1.0);
    drawn("no control shader, levels 2", [6, 2, 6, 0, 14, 0, 0, 12, 12, 64, 0], 6, 2.0, 2.0);
    drawn("no control shader, levels 0", [6, 2, 6, 0, 0, 0, 0, 0, 0, 0, 0], 6, 0.0, 0.0);
}

fn combinations(cases: &mut Cases) {
    fn ring(scene: &Scene, more: &[(u32, &str)]) {
        let (control, evaluation) = (control(3, [2.0; 2], [2.0; 4]), evaluation("triangles"));
        let stages: Vec<_> =
            [(TESS_CONTROL_SHADER, &*control), (TESS_EVALUATION_SHADER, &*evaluation)].into_iter().chain(more.iter().copied()).collect();
        patches(scene, 3, &stages);
        scene.vertices(&zigzag(9));
    }
    cases.add("a rest", [6, 2, 6, 2, 14, 0, 0, 12, 12, 64, 0], |scene| {
        ring(scene, &[]);
        scene.count(|| scene.DrawArrays(PATCHES, 0, 8));
    });
    cases.add("no complete patch", NOTHING, |scene| {
        ring(scene, &[]);
        scene.count(|| scene.DrawArrays(PATCHES, 0, 2));
    });
    cases.add("instances", [18, 6, 18, 6, 42, 0, 0, 36, 36, 192, 0], |scene| {
        ring(scene, &[]);
        scene.count(|| scene.DrawArraysInstanced(PATCHES, 0, 6, 3));
    });
    cases.add("indices", [6, 2, 4, 2, 14, 0, 0, 12, 12, 64, 0], |scene| {
        ring(scene, &[]);
        scene.buffer(ELEMENT_ARRAY_BUFFER, &[0u8, 1, 2, 1, 2, 3]);
        scene.count(|| scene.DrawElements(PATCHES, 6, UNSIGNED_BYTE, offset(0)));
    });
    cases.add("restarts", [6, 2, 6, 2, 14, 0, 0, 12, 12, 64, 0], |scene| {
        ring(scene, &[]);
        scene.buffer(ELEMENT_ARRAY_BUFFER, &[0u8, 1, 2, 0xFF, 6, 7, 0xFF, 3, 4, 5]);
        scene.Enable(PRIMITIVE_RESTART_FIXED_INDEX);
        scene.count(|| scene.DrawElements(PATCHES, 10, UNSIGNED_BYTE, offset(0)));
    });
    cases.add("rasterizer discard", [6, 2, 6, 2, 14, 0, 0, 0, 0, 0, 0], |scene| {
        ring(scene, &[]);
        scene.Enable(RASTERIZER_DISCARD);
        scene.count(|| scene.DrawArrays(PATCHES, 0, 6));
    });
    // A shader of one output vertex sees a patch of three, and makes one of one: 1 is not the number of patches.
    cases.add("fewer vertices out than in", [9, 3, 9, 3, 9, 0, 0, 9, 9, 9, 0], |scene| {
        let evaluation = "#version 450 core\nlayout(triangles, point_mode) in;
            void main() { gl_Position = gl_in[0].gl_Position + vec4(gl_TessCoord.xy / 16.0, 0.0, 0.0); }";
        patches(scene, 3, &[(TESS_CONTROL_SHADER, &control(1, [1.0; 2], [1.0; 4])), (TESS_EVALUATION_SHADER, evaluation)]);
        scene.vertices(&zigzag(9));
        scene.count(|| scene.DrawArrays(PATCHES, 0, 9));
    });
    const PASSED: &str = "#version 450 core\nlayout(triangles) in; layout(triangle_strip, max_vertices = 3) out;
        void main() { for (int n = 0; n < 3; n++) { gl_Position = gl_in[n].gl_Position; EmitVertex(); } }";
    // Twelve triangles reach the geometry shader.
    cases.add("and a geometry shader", [6, 2, 6, 2, 14, 12, 12, 12, 12, 64, 0], |scene| {
        ring(scene, &[(GEOMETRY_SHADER, PASSED)]);
        scene.count(|| scene.DrawArrays(PATCHES, 0, 6));
    });
    cases.add("and a geometry shader, invoked 3 times", [6, 2, 6, 2, 14, 36, 36, 36, 36, 192, 0], |scene| {
        ring(scene, &[(GEOMETRY_SHADER, &PASSED.replace("layout(triangles)", "layout(triangles, invocations = 3)"))]);
        scene.count(|| scene.DrawArrays(PATCHES, 0, 6));
    });
    cases.add("and a geometry shader that emits nothing", [6, 2, 6, 2, 14, 12, 0, 0, 0, 0, 0], |scene| {
        let nothing = "#version 450 core\nlayout(triangles) in; layout(triangle_strip, max_vertices = 3) out; void main() {}";
        ring(scene, &[(GEOMETRY_SHADER, nothing)]);
        scene.count(|| scene.DrawArrays(PATCHES, 0, 6));
    });
    cases.add("a geometry shader without a control shader", [6, 2, 6, 0, 6, 2, 2, 2, 2, 64, 0], |scene| {
        patches(scene, 3, &[(TESS_EVALUATION_SHADER, &evaluation("triangles")), (GEOMETRY_SHADER, PASSED)]);
        scene.vertices(&zigzag(6));
        scene.count(|| scene.DrawArrays(PATCHES, 0, 6));
    });
    // The whole patch outside: everything up to the clipper runs.
    cases.add("outside", [3, 1, 3, 1, 7, 0, 0, 6, 0, 0, 0], |scene| {
        ring(scene, &[]);
        scene.positions(&[[1.5, 0.0, 0.0, 1.0], [2.0, 0.0, 0.0, 1.0], [1.5, 0.5, 0.0, 1.0]]);
        scene.count(|| scene.DrawArrays(PATCHES, 0, 3));
    });
    // glmeter finds a program's stages by its attached shaders, if they are still attached.
    cases.add("shaders that were detached", [6, 2, 6, 2, 14, 0, 0, 12, 12, 64, 0], |scene| {
        ring(scene, &[]);
        let (mut program, mut count, mut shaders) = (0, 0, [0; 4]);
        scene.GetIntegerv(CURRENT_PROGRAM, &raw mut program);
        scene.GetAttachedShaders(program as u32, 4, &raw mut count, shaders.as_mut_ptr());
        shaders.iter().take(count as usize).for_each(|shader| scene.DetachShader(program as u32, *shader));
        scene.count(|| scene.DrawArrays(PATCHES, 0, 6));
    });
    cases.add("separate programs", [6, 2, 6, 2, 14, 0, 0, 12, 12, 64, 0], |scene| {
        ring(scene, &[]);
        const VERTEX_BLOCK: &str = "gl_PerVertex { vec4 gl_Position; }";
        let (control, evaluation) = (control(3, [2.0; 2], [2.0; 4]), evaluation("triangles"));
        let pipeline = named(|id| scene.GenProgramPipelines(1, id));
        for (kind, bit, text, blocks) in [
            (VERTEX_SHADER, VERTEX_SHADER_BIT, VERTEX, format!("out {VERTEX_BLOCK};")),
            (TESS_CONTROL_SHADER, TESS_CONTROL_SHADER_BIT, &control, format!("in {VERTEX_BLOCK} gl_in[]; out {VERTEX_BLOCK} gl_out[];")),
            (TESS_EVALUATION_SHADER, TESS_EVALUATION_SHADER_BIT, &evaluation, format!("in {VERTEX_BLOCK} gl_in[]; out {VERTEX_BLOCK};")),
            (FRAGMENT_SHADER, FRAGMENT_SHADER_BIT, FRAGMENT, String::new()),
        ] {
            let (version, rest) = text.split_once('\n').unwrap();
            let text = format!("{version}\n{blocks}\n{rest}\0");
            scene.UseProgramStages(pipeline, bit, scene.CreateShaderProgramv(kind, 1, &text.as_ptr().cast()));
        }
        scene.UseProgram(0);
        scene.BindProgramPipeline(pipeline);
        scene.count(|| scene.DrawArrays(PATCHES, 0, 6));
    });
}
