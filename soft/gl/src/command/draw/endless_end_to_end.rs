//! Shaders that do not end, from their text to the context that they lose.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::{core, es};
use crate::tokens::*;
use std::ffi::CStr;

#[test]
fn a_stopped_shader_loses_the_context() {
    let mut context = es(3, 0);
    context.config.lose_on_reset = true;
    let gl = Gl::new(context);
    gl.program(
        &[
            (
                GL_VERTEX_SHADER,
                c"#version 300 es
uniform int steps;
void main() { float sum = 0.0; for (int i = 0; i != steps; i += 2) { sum += float(i); } gl_Position = vec4(sum); }",
            ),
            (GL_FRAGMENT_SHADER, c"#version 300 es\nprecision mediump float;\nout vec4 pixel;\nvoid main() { pixel = vec4(1.0); }"),
        ],
        &[],
    );
    let program = gl.0.lock().unwrap().programs.current;
    glUniform1i(gl.location(program, "steps"), 1);
    gl.0.lock().unwrap().cancel.store(true, std::sync::atomic::Ordering::Relaxed);
    let mut query = 0;
    glGenQueries(1, &raw mut query);
    glDrawArrays(GL_POINTS, 0, 1);
    assert_eq!(glGetError(), GL_CONTEXT_LOST);
    assert_eq!(glGetError(), GL_NO_ERROR);
    assert_eq!(glGetGraphicsResetStatus(), GL_GUILTY_CONTEXT_RESET);
    assert_eq!(glGetGraphicsResetStatus(), GL_NO_ERROR);
    let lost = |what: &str| assert_eq!(glGetError(), GL_CONTEXT_LOST, "{what}");
    glDrawArrays(GL_POINTS, 0, 1);
    lost("a draw");
    glEnable(GL_BLEND);
    lost("state");
    assert!(!gl.0.lock().unwrap().state.raster.blend[0].enabled);
    let mut value = 77;
    glGetIntegerv(GL_CURRENT_PROGRAM, &raw mut value);
    assert_eq!(value, 77);
    lost("a question");
    assert_eq!((glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0) as usize), 0);
    lost("a new object");
    // What is polled is complete, for whatever names.
    glGetQueryObjectiv(query + 9, GL_QUERY_RESULT_AVAILABLE, &raw mut value);
    assert_eq!(value, 1);
    lost("a query");
    glGetQueryObjectiv(query, GL_QUERY_RESULT, &raw mut value);
    assert_eq!(value, 1);
    lost("a result");
    glGetSynciv(5 as *mut _, GL_SYNC_STATUS, 1, std::ptr::null_mut(), &raw mut value);
    assert_eq!(value.cast_unsigned(), GL_SIGNALED);
    lost("a fence");
    assert_eq!(glClientWaitSync(5 as *mut _, 0, u64::MAX), GL_WAIT_FAILED);
    lost("a wait");
    // So is every context that shares with it.
    let mut other = es(3, 0);
    other.config.lose_on_reset = true;
    other.share = gl.0.lock().unwrap().share.clone();
    let other = Gl::new(other);
    glFlush();
    assert_eq!(glGetError(), GL_CONTEXT_LOST);
    assert_eq!(glGetGraphicsResetStatus(), GL_INNOCENT_CONTEXT_RESET);
    drop(other);
}

/// A loop without end in each stage.
#[test]
fn endless_shaders_end() {
    const VERTEX: &CStr = c"#version 430\nvoid main() { gl_Position = vec4(gl_VertexID & 1, gl_VertexID & 2, 0.0, 1.0); }";
    const PLAIN: &CStr = c"#version 430\nout vec4 pixel;\nvoid main() { pixel = vec4(1.0); }";
    const EVALUATION: &CStr = c"#version 430\nlayout(triangles) in;\nvoid main() { gl_Position = vec4(gl_TessCoord, 1.0); }";
    let programs: [&[(u32, &CStr)]; 6] = [
        &[
            (GL_VERTEX_SHADER, c"#version 430\nuniform int x;\nvoid main() { while (true) if (x == 1) break; gl_Position = vec4(0); }"),
            (GL_FRAGMENT_SHADER, PLAIN),
        ],
        &[
            (GL_VERTEX_SHADER, VERTEX),
            (GL_FRAGMENT_SHADER, c"#version 430\nout vec4 pixel;\nuniform int x;\nvoid main() { pixel = vec4(0); for (;;) pixel.x += float(x); }"),
        ],
        &[
            (GL_VERTEX_SHADER, VERTEX),
            (
                GL_GEOMETRY_SHADER,
                c"#version 430\nlayout(triangles) in;\nlayout(points, max_vertices = 3) out;\nvoid main() { do EmitVertex(); while (true); }",
            ),
        ],
        &[
            (GL_VERTEX_SHADER, VERTEX),
            (
                GL_TESS_CONTROL_SHADER,
                c"#version 430\nlayout(vertices = 3) out;\nvoid main() { while (true) { gl_TessLevelOuter[0] += 1.0; } }",
            ),
            (GL_TESS_EVALUATION_SHADER, EVALUATION),
        ],
        &[
            (GL_VERTEX_SHADER, VERTEX),
            (
                GL_TESS_EVALUATION_SHADER,
                c"#version 430\nlayout(triangles) in;\nuniform int x;\nvoid main() { while (true) if (x == 1) return; }",
            ),
        ],
        &[(
            GL_COMPUTE_SHADER,
            c"#version 430\nlayout(local_size_x = 70) in;\nshared uint sum;\nvoid main() { while (true) { barrier(); atomicAdd(sum, 1u); } }",
        )],
    ];
    for (number, shaders) in programs.into_iter().enumerate() {
        for lose in [true, false] {
            let mut context = core();
            (context.config.lose_on_reset, context.draws.budget) = (lose, 50_000);
            let gl = Gl::new(context);
            gl.program(shaders, &[]);
            if number == 5 {
                glDispatchCompute(3, 1, 1);
            } else {
                let mode = if number == 3 || number == 4 { GL_PATCHES } else { GL_TRIANGLES };
                glDrawArrays(mode, 0, 3);
            }
            assert_eq!(glGetError(), if lose { GL_CONTEXT_LOST } else { GL_OUT_OF_MEMORY }, "program {number}");
            let status = if lose { GL_GUILTY_CONTEXT_RESET } else { GL_NO_ERROR };
            assert_eq!(glGetGraphicsResetStatus(), status, "program {number}");
            glFlush();
            assert_eq!(glGetError(), if lose { GL_CONTEXT_LOST } else { GL_NO_ERROR }, "program {number}");
        }
    }
}
