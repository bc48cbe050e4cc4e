//! Queries beside performance queries: as conditions of rendering [CQ-85], and with a begin that the driver rejects [CQ-26].

use crate::egl::Session;
use crate::gl::*;

/// Samples of the canvas.
const SIZE: i32 = 16;
const SAMPLES: u32 = (SIZE * SIZE) as u32;

fn create_perf_query(gl: &Session) -> u32 {
    let mut handle = 0;
    gl.CreatePerfQueryINTEL(1, &raw mut handle);
    gl.expect(NO_ERROR);
    handle
}

/// Returns an occlusion query over this many triangles that a performance query has split.
fn split(gl: &Session, target: u32, triangles: i32) -> u32 {
    let handle = create_perf_query(gl);
    let id = gl.measured(target, || {
        gl.fill(triangles);
        gl.BeginPerfQueryINTEL(handle);
        gl.EndPerfQueryINTEL(handle);
    });
    gl.DeletePerfQueryINTEL(handle);
    gl.expect(NO_ERROR);
    id
}

#[test]
fn cq_85_a_split_query_is_a_condition_beside_a_query_buffer_and_an_active_query() {
    let modes = [QUERY_WAIT, QUERY_NO_WAIT, QUERY_BY_REGION_WAIT, QUERY_BY_REGION_NO_WAIT];
    let inverted = [QUERY_WAIT_INVERTED, QUERY_NO_WAIT_INVERTED, QUERY_BY_REGION_WAIT_INVERTED, QUERY_BY_REGION_NO_WAIT_INVERTED];
    for make in [Session::core, Session::compatibility] {
        let gl = make();
        gl.canvas(SIZE, 1);
        let mut buffer = 0;
        gl.CreateBuffers(1, &raw mut buffer);
        gl.NamedBufferData(buffer, 64, core::ptr::null(), DYNAMIC_READ);
        for target in [SAMPLES_PASSED, ANY_SAMPLES_PASSED] {
            for triangles in [0, 1] {
                let condition = split(&gl, target, triangles);
                // Once the result is known, every mode follows it.
                gl.Finish();
                for (mode, renders) in
                    modes.map(|mode| (mode, triangles != 0)).into_iter().chain(inverted.map(|mode| (mode, triangles == 0)))
                {
                    gl.BindBuffer(QUERY_BUFFER, buffer);
                    let counted = gl.measured(SAMPLES_PASSED, || {
                        gl.fill(1);
                        gl.BeginConditionalRender(condition, mode);
                        gl.expect(NO_ERROR);
                        gl.fill(1);
                        gl.BeginConditionalRender(condition, mode);
                        gl.expect(INVALID_OPERATION);
                        gl.EndConditionalRender();
                        gl.fill(1);
                    });
                    gl.BindBuffer(QUERY_BUFFER, 0);
                    assert_eq!(
                        gl.u32(counted, QUERY_RESULT),
                        SAMPLES * (2 + u32::from(renders)),
                        "mode 0x{mode:04X}, {triangles} triangles"
                    );
                    gl.expect(NO_ERROR);
                }
            }
        }
    }
}

#[test]
fn cq_26_a_refused_begin_disturbs_no_performance_query() {
    for make in [Session::core, Session::es3] {
        let gl = make();
        gl.canvas(SIZE, 1);
        let [running, next] = [(); 2].map(|()| create_perf_query(&gl));
        for beside in [false, true] {
            let id = gl.measured(ANY_SAMPLES_PASSED, || gl.fill(1));
            if beside {
                gl.BeginPerfQueryINTEL(running);
            }
            gl.BeginQuery(ANY_SAMPLES_PASSED_CONSERVATIVE, id);
            gl.expect(INVALID_OPERATION);
            assert_eq!(gl.query(ANY_SAMPLES_PASSED_CONSERVATIVE, CURRENT_QUERY), 0);
            gl.EndQuery(ANY_SAMPLES_PASSED_CONSERVATIVE);
            gl.expect(INVALID_OPERATION);
            gl.BeginPerfQueryINTEL(next);
            gl.expect(NO_ERROR);
            let other = gl.measured(ANY_SAMPLES_PASSED, || gl.fill(1));
            gl.EndPerfQueryINTEL(next);
            if beside {
                gl.EndPerfQueryINTEL(running);
            }
            assert_eq!([id, other].map(|id| gl.u32(id, QUERY_RESULT)), [1, 1]);
            gl.expect(NO_ERROR);
        }
    }
}
