//! Fragments: the covered pixels that pass the tests before the shader. Fragments that the shader discards count, because it ran; helper
//! invocations never count.

use crate::case::{Case, Cases, Counts};
use crate::gl::*;
use crate::scene::{FRAGMENT, Scene, VERTEX, named};

/// Returns the counts of a rectangle of two triangles, all inside.
const fn filled(fragments: u64) -> Counts {
    [4, 2, 4, 0, 0, 0, 0, 2, 2, fragments, 0]
}

const fn point(fragments: u64) -> Counts {
    [1, 1, 1, 0, 0, 0, 0, 1, 1, fragments, 0]
}

const fn line(fragments: u64) -> Counts {
    [2, 1, 2, 0, 0, 0, 0, 1, 1, fragments, 0]
}

const DISCARD: &str = "#version 450 core\nout vec4 color; void main() { color = vec4(1.0); if (gl_FragCoord.x < 32.0) discard; }";
const DEPTH: &str = "#version 450 core\nout vec4 color; void main() { color = vec4(1.0); gl_FragDepth = 0.25; }";
const EARLY: &str = "layout(early_fragment_tests) in;\n";
const COUNTER: &str = "#version 450 core\nlayout(binding = 0) uniform atomic_uint n; out vec4 color; void main() { atomicCounterIncrement(n); color = vec4(1.0); }";
const DERIVATIVE: &str = "#version 450 core\nout vec4 color; void main() { color = vec4(dFdx(gl_FragCoord.x * gl_FragCoord.x)); }";

/// Returns the shader with early fragment tests.
fn early(text: &str) -> String {
    text.replacen('\n', &format!("\n{EARLY}"), 1)
}

fn depth_test(scene: &Scene, function: u32) {
    scene.Enable(DEPTH_TEST);
    scene.DepthFunc(function);
}

fn stencil_test(scene: &Scene, function: u32) {
    scene.Enable(STENCIL_TEST);
    scene.StencilFunc(function, 1, 0xFF);
}

pub fn cases() -> Vec<Case> {
    let mut cases = Cases::of("fragments");
    areas(&mut cases);
    points_and_lines(&mut cases);
    tests(&mut cases);
    outputs(&mut cases);
    shaders(&mut cases);
    cases.list()
}

fn areas(cases: &mut Cases) {
    type Area = (&'static str, [f32; 2], [f32; 2], u64);
    let areas: [Area; 9] = [
        ("the canvas", [0.0, 64.0], [0.0, 64.0], 4096),
        ("10 by 10", [3.0, 13.0], [5.0, 15.0], 100),
        ("one pixel", [7.0, 8.0], [7.0, 8.0], 1),
        ("one pixel's centre", [7.375, 7.625], [7.375, 7.625], 1),
        ("between centres", [7.625, 8.375], [7.0, 9.0], 0),
        ("a column", [20.0, 21.0], [0.0, 64.0], 64),
        ("a row", [0.0, 64.0], [63.0, 64.0], 64),
        // Centres on the left and the right side, and on the bottom and the top one: one of each pair belongs to the inside.
        ("from centre to centre", [8.5, 18.5], [8.5, 18.5], 100),
        ("over four blocks", [15.0, 17.0], [15.0, 17.0], 4),
    ];
    for (name, x, y, fragments) in areas {
        cases.add(name, filled(fragments), move |scene| {
            scene.rectangle(x, y, 0.5);
            scene.count(|| scene.DrawArrays(TRIANGLE_STRIP, 0, 4));
        });
    }
    cases.add("a sliver between centres", [3, 1, 3, 0, 0, 0, 0, 1, 1, 0, 0], |scene| {
        scene.vertices(&[[0.0, 8.0], [60.0, 8.0], [60.0, 8.375]]);
        scene.count(|| scene.DrawArrays(TRIANGLES, 0, 3));
    });
    cases.add("the canvas twice", [8, 4, 8, 0, 0, 0, 0, 4, 4, 8192, 0], |scene| {
        scene.rectangle([0.0, 64.0], [0.0, 64.0], 0.5);
        scene.count(|| {
            scene.DrawArrays(TRIANGLE_STRIP, 0, 4);
            scene.DrawArrays(TRIANGLE_STRIP, 0, 4);
        });
    });
    cases.add("a scissor", filled(100), |scene| {
        scene.rectangle([0.0, 64.0], [0.0, 64.0], 0.5);
        scene.Enable(SCISSOR_TEST);
        scene.Scissor(3, 60, 25, 50);
        scene.count(|| scene.DrawArrays(TRIANGLE_STRIP, 0, 4));
    });
    cases.add("many small triangles", [15, 13, 15, 0, 0, 0, 0, 13, 13, 416, 0], |scene| {
        scene.vertices(&crate::shapes::zigzag(15));
        scene.count(|| scene.DrawArrays(TRIANGLE_STRIP, 0, 15));
    });
}

fn points_and_lines(cases: &mut Cases) {
    // (size, centre, pixels): squares around the centre.
    let sizes: [(&str, f32, f32, u64); 8] = [
        ("1", 1.0, 20.5, 1),
        ("2 at a corner", 2.0, 20.0, 4),
        ("3 at a centre", 3.0, 20.5, 9),
        ("4 at a corner", 4.0, 20.0, 16),
        ("8 at a corner", 8.0, 20.0, 64),
        ("16 at a corner", 16.0, 20.0, 256),
        // A quarter of it is on the canvas.
        ("16 at the canvas's corner", 16.0, 64.0, 64),
        ("64 in the middle", 64.0, 32.0, 4096),
    ];
    for (name, size, at, fragments) in sizes {
        cases.add(&format!("a point of size {name}"), point(fragments), move |scene| {
            scene.vertices(&[[at, at]]);
            scene.PointSize(size);
            scene.count(|| scene.DrawArrays(POINTS, 0, 1));
        });
    }
    cases.add("points of the shader's size", [3, 3, 3, 0, 0, 0, 0, 3, 3, 48, 0], |scene| {
        let vertex =
            "#version 450 core\nlayout(location = 0) in vec4 position; void main() { gl_Position = position; gl_PointSize = 4.0; }";
        scene.program(&[(VERTEX_SHADER, vertex), (FRAGMENT_SHADER, FRAGMENT)]);
        scene.vertices(&[[8.0, 8.0], [16.0, 8.0], [24.0, 8.0]]);
        scene.Enable(PROGRAM_POINT_SIZE);
        scene.count(|| scene.DrawArrays(POINTS, 0, 3));
    });
    type Line = (&'static str, [f32; 2], [f32; 2], u64);
    // A pixel for each column, steep ones for each row, but not the one that the line ends in.
    let lines: [Line; 8] = [
        ("to the right", [4.5, 4.5], [20.5, 4.5], 16),
        ("to the left", [20.5, 4.5], [4.5, 4.5], 16),
        ("up", [4.5, 4.5], [4.5, 20.5], 16),
        ("down", [4.5, 20.5], [4.5, 4.5], 16),
        ("of slope 1", [4.5, 4.5], [20.5, 20.5], 16),
        ("of slope 1/4", [4.5, 4.5], [20.5, 8.5], 16),
        ("of slope 4", [4.5, 4.5], [8.5, 20.5], 16),
        // It leaves no diamond.
        ("within a pixel", [4.375, 4.5], [4.625, 4.5], 0),
    ];
    for (name, from, to, fragments) in lines {
        cases.add(&format!("a line {name}"), line(fragments), move |scene| {
            scene.vertices(&[from, to]);
            scene.count(|| scene.DrawArrays(LINES, 0, 2));
        });
    }
    cases.add("a line of width 3", line(48), |scene| {
        scene.vertices(&[[4.5, 8.5], [20.5, 8.5]]);
        scene.LineWidth(3.0);
        scene.count(|| scene.DrawArrays(LINES, 0, 2));
    });
}

/// The canvas has a depth of 0.5 and a stencil of 0. Every case draws all of it.
fn tests(cases: &mut Cases) {
    let mut tested = |name: &str, fragments: u64, depth: f32, shader: &str, state: fn(&Scene)| {
        let shader = shader.to_owned();
        cases.add(name, filled(fragments), move |scene| {
            scene.program(&[(VERTEX_SHADER, VERTEX), (FRAGMENT_SHADER, &shader)]);
            let buffer = scene.buffer(ATOMIC_COUNTER_BUFFER, &[0u32]);
            scene.BindBufferBase(ATOMIC_COUNTER_BUFFER, 0, buffer);
            scene.rectangle([0.0, 64.0], [0.0, 64.0], depth);
            state(scene);
            scene.count(|| scene.DrawArrays(TRIANGLE_STRIP, 0, 4));
        });
    };
    tested("depth LESS passes", 4096, 0.25, FRAGMENT, |gl| depth_test(gl, LESS));
    tested("depth LESS fails", 0, 0.75, FRAGMENT, |gl| depth_test(gl, LESS));
    tested("depth GREATER passes", 4096, 0.75, FRAGMENT, |gl| depth_test(gl, GREATER));
    tested("depth NEVER", 0, 0.25, FRAGMENT, |gl| depth_test(gl, NEVER));
    tested("depth ALWAYS", 4096, 0.75, FRAGMENT, |gl| depth_test(gl, ALWAYS));
    tested("depth without writes", 0, 0.75, FRAGMENT, |gl| {
        depth_test(gl, LESS);
        gl.DepthMask(0);
    });
    tested("depth NEVER, but the test is disabled", 4096, 0.25, FRAGMENT, |gl| gl.DepthFunc(NEVER));
    tested("stencil passes", 4096, 0.5, FRAGMENT, |gl| stencil_test(gl, GREATER));
    tested("stencil fails", 0, 0.5, FRAGMENT, |gl| stencil_test(gl, EQUAL));
    tested("stencil NEVER", 0, 0.5, FRAGMENT, |gl| stencil_test(gl, NEVER));
    // The stencil passes, the depth does not.
    tested("stencil passes and depth fails", 0, 0.75, FRAGMENT, |gl| {
        depth_test(gl, LESS);
        stencil_test(gl, ALWAYS);
    });
    // With a shader that discards fragments the tests come later, so that discarded fragments write nothing.
    tested("discard", 4096, 0.25, DISCARD, |gl| depth_test(gl, LESS));
    tested("discard of what depth hides", 4096, 0.75, DISCARD, |gl| depth_test(gl, LESS));
    tested("discard of what depth hides, early", 0, 0.75, &early(DISCARD), |gl| depth_test(gl, LESS));
    tested("discard of what the stencil hides", 4096, 0.5, DISCARD, |gl| stencil_test(gl, EQUAL));
    tested("discard of what the stencil hides, early", 0, 0.5, &early(DISCARD), |gl| stencil_test(gl, EQUAL));
    tested("depth of the shader's own, hidden", 4096, 0.75, DEPTH, |gl| depth_test(gl, GREATER));
    tested("depth of the shader's own, early", 4096, 0.75, &early(DEPTH), |gl| depth_test(gl, GREATER));
    tested("depth of the shader's own, early and hidden", 0, 0.75, &early(DEPTH), |gl| depth_test(gl, LESS));
    tested("an atomic counter, hidden", 4096, 0.75, COUNTER, |gl| depth_test(gl, LESS));
    tested("an atomic counter, early and hidden", 0, 0.75, &early(COUNTER), |gl| depth_test(gl, LESS));
    // Shaders run for whole quads of pixels here, but helper invocations do not count.
    tested("derivatives", 4096, 0.5, DERIVATIVE, |_| {});
    cases.add("derivatives at sides", [3, 1, 3, 0, 0, 0, 0, 1, 1, 32, 0], |scene| {
        scene.program(&[(VERTEX_SHADER, VERTEX), (FRAGMENT_SHADER, DERIVATIVE)]);
        scene.vertices(&crate::shapes::zigzag(3));
        scene.count(|| scene.DrawArrays(TRIANGLES, 0, 3));
    });
    // The left half is nearer already.
    cases.add("half hidden by a draw before", [8, 4, 8, 0, 0, 0, 0, 4, 4, 2048 + 2048, 0], |scene| {
        depth_test(scene, LESS);
        let draw = |x: f32, depth: f32| {
            scene.rectangle([0.0, x], [0.0, 64.0], depth);
            scene.DrawArrays(TRIANGLE_STRIP, 0, 4);
        };
        scene.count(|| {
            draw(32.0, 0.125);
            draw(64.0, 0.25);
        });
    });
    // Of 64 points at one pixel, each nearer than the one before or farther.
    for (name, step, fragments) in [("nearer and nearer", -1.0, 64), ("farther and farther", 1.0, 1)] {
        cases.add(&format!("points {name}"), [64, 64, 64, 0, 0, 0, 0, 64, 64, fragments, 0], move |scene| {
            let positions: Vec<[f32; 4]> = (0..64).map(|n| [0.015_625, 0.015_625, -0.5 + step * n as f32 / 256.0, 1.0]).collect();
            scene.positions(&positions);
            depth_test(scene, LESS);
            scene.count(|| scene.DrawArrays(POINTS, 0, 64));
        });
    }
    // The first draw sets the left half's stencil to 1, which the second then asks for.
    cases.add("half hidden by the stencil", [8, 4, 8, 0, 0, 0, 0, 4, 4, 2048 + 2048, 0], |scene| {
        scene.Enable(STENCIL_TEST);
        scene.StencilOp(KEEP, KEEP, INCR);
        scene.count(|| {
            scene.rectangle([0.0, 32.0], [0.0, 64.0], 0.5);
            scene.DrawArrays(TRIANGLE_STRIP, 0, 4);
            scene.StencilFunc(EQUAL, 1, 0xFF);
            scene.rectangle([0.0, 64.0], [0.0, 64.0], 0.5);
            scene.DrawArrays(TRIANGLE_STRIP, 0, 4);
        });
    });
}

/// The fate of the colours does not matter.
fn outputs(cases: &mut Cases) {
    let mut drawn = |name: &str, expected: Counts, state: fn(&Scene)| {
        cases.add(name, expected, move |scene| {
            scene.rectangle([0.0, 64.0], [0.0, 64.0], 0.5);
            state(scene);
            scene.count(|| scene.DrawArrays(TRIANGLE_STRIP, 0, 4));
        });
    };
    drawn("colour mask of nothing", filled(4096), |gl| gl.ColorMask(0, 0, 0, 0));
    drawn("no draw buffer", filled(4096), |gl| gl.DrawBuffer(0));
    drawn("blending", filled(4096), |gl| {
        gl.Enable(BLEND);
        gl.BlendFunc(ONE, ONE);
    });
    drawn("blending that changes nothing", filled(4096), |gl| {
        gl.Enable(BLEND);
        gl.BlendFunc(0, ONE);
    });
    drawn("logic operation NOOP", filled(4096), |gl| {
        gl.Enable(COLOR_LOGIC_OP);
        gl.LogicOp(NOOP);
    });
    drawn("colour mask of nothing and depth NEVER", filled(0), |gl| {
        gl.ColorMask(0, 0, 0, 0);
        depth_test(gl, NEVER);
    });
    drawn("colour mask of nothing and a depth that passes in half", filled(2048), |gl| {
        gl.ColorMask(0, 0, 0, 0);
        gl.Enable(SCISSOR_TEST);
        gl.Scissor(0, 0, 32, 64);
        gl.ClearBufferfi(DEPTH_STENCIL, 0, 1.0, 0);
        gl.Disable(SCISSOR_TEST);
        depth_test(gl, LESS);
    });
    drawn("rasterizer discard", [4, 2, 4, 0, 0, 0, 0, 0, 0, 0, 0], |gl| gl.Enable(RASTERIZER_DISCARD));
}

fn shaders(cases: &mut Cases) {
    let mut drawn = |name: &str, fragments: u64, shaders: &'static [(u32, &'static str)]| {
        cases.add(name, filled(fragments), move |scene| {
            scene.program(shaders);
            scene.rectangle([0.0, 64.0], [0.0, 64.0], 0.5);
            scene.count(|| scene.DrawArrays(TRIANGLE_STRIP, 0, 4));
        });
    };
    // Pixels count whether or not a shader reads them.
    drawn("no fragment shader", 4096, &[(VERTEX_SHADER, VERTEX)]);
    drawn("an empty shader", 4096, &[(VERTEX_SHADER, VERTEX), (FRAGMENT_SHADER, "#version 450 core\nvoid main() {}")]);
    drawn("discard of everything", 4096, &[(VERTEX_SHADER, VERTEX), (FRAGMENT_SHADER, "#version 450 core\nvoid main() { discard; }")]);
    cases.add("separate programs", filled(4096), |scene| {
        let vertex = "#version 450 core\nout gl_PerVertex { vec4 gl_Position; }; layout(location = 0) in vec4 position;
            void main() { gl_Position = position; }\0";
        let fragment = format!("{FRAGMENT}\0");
        let [vertex, fragment] = [(VERTEX_SHADER, vertex), (FRAGMENT_SHADER, &fragment)]
            .map(|(kind, text)| scene.CreateShaderProgramv(kind, 1, &text.as_ptr().cast()));
        let pipeline = named(|id| scene.GenProgramPipelines(1, id));
        scene.UseProgramStages(pipeline, VERTEX_SHADER_BIT, vertex);
        scene.UseProgramStages(pipeline, FRAGMENT_SHADER_BIT, fragment);
        scene.UseProgram(0);
        scene.BindProgramPipeline(pipeline);
        scene.rectangle([0.0, 64.0], [0.0, 64.0], 0.5);
        scene.count(|| scene.DrawArrays(TRIANGLE_STRIP, 0, 4));
    });
    cases.add("viewport of the geometry shader's choice", [1, 1, 1, 0, 0, 1, 1, 1, 2, 256, 0], |scene| {
        // A point becomes a triangle that covers the second viewport, of 16 by 16 pixels; clipped it has four corners.
        let geometry = "#version 450 core\nlayout(points) in; layout(triangle_strip, max_vertices = 4) out;
            void main() { gl_ViewportIndex = 1; gl_Position = vec4(-1.0, -1.0, 0.0, 1.0); EmitVertex();
            gl_ViewportIndex = 1; gl_Position = vec4(3.0, -1.0, 0.0, 1.0); EmitVertex();
            gl_ViewportIndex = 1; gl_Position = vec4(-1.0, 3.0, 0.0, 1.0); EmitVertex(); }";
        scene.program(&[(VERTEX_SHADER, VERTEX), (GEOMETRY_SHADER, geometry), (FRAGMENT_SHADER, FRAGMENT)]);
        scene.ViewportIndexedf(1, 8.0, 8.0, 16.0, 16.0);
        scene.vertices(&[[8.5, 8.5]]);
        scene.count(|| scene.DrawArrays(POINTS, 0, 1));
    });
}
