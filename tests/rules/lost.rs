//! Lost contexts: every command generates CONTEXT_LOST, which the driver records, and has no effect [CQ-83].
//! `ctests/lost_context.c` shows the same on the software pipeline, through the C interface.

use crate::rig::{DISJOINT, RAISED, Result, Rig, STATISTICS, Stop, UNTOUCHED, description};
use glmeter::gl::*;
use glmeter::memory::Out;
use glmeter::rules::perf_query;
use glmeter::rules::query;

/// Returns a context of every kind.
fn every_kind() -> [Rig; 4] {
    [
        ("4.5 (Core Profile) Recording", STATISTICS),
        ("4.5 (Compatibility Profile) Recording", STATISTICS),
        ("OpenGL ES 3.2 Recording", DISJOINT),
        ("OpenGL ES 2.0 Recording", DISJOINT),
    ]
    .map(|(version, extension)| Rig::that_can_be_lost(&description(version, &[extension])))
}

/// Calls `glGetQueryObjectuiv`. Returns the error and the value in memory.
fn read(gl: &mut Rig, id: GLuint, pname: GLenum) -> (Result<()>, u32) {
    let mut memory = u32::from(UNTOUCHED);
    let done = query::get_query_object(&mut gl.context, id, pname, Out::to(&mut memory));
    (done.map_err(Stop::from), memory)
}

#[test]
fn cq_83_a_result_is_available_in_a_lost_context_and_is_not_told() {
    for mut gl in every_kind() {
        let [unread, known] = [gl.used(TIME_ELAPSED, 5), gl.used(TIME_ELAPSED, 6)];
        assert_eq!(gl.result(known), Ok(6));
        let active = gl.active(TIME_ELAPSED);
        gl.driver().lost = true;
        for id in [unread, known, active, 0, 4711] {
            assert_eq!(read(&mut gl, id, QUERY_RESULT_AVAILABLE), (Err(RAISED), 1), "\"ignores the other parameters\"");
            assert_eq!(read(&mut gl, id, QUERY_RESULT), (Err(RAISED), UNTOUCHED.into()));
        }
    }
}

#[test]
fn cq_83_an_offset_into_a_buffer_is_not_written_through() {
    let mut gl = Rig::that_can_be_lost(&description("4.5 (Core Profile) Recording", &[]));
    let id = gl.used(TIME_ELAPSED, 5);
    gl.bind_query_buffer(3);
    gl.driver().lost = true;
    // No memory is mapped there: writing would crash the test.
    assert_eq!(gl.object_at::<u32>(id, QUERY_RESULT_AVAILABLE, 8), Err(RAISED));
    assert_eq!(gl.buffer_object::<u32>(id, 3, QUERY_RESULT, 8), Err(RAISED));
}

#[test]
fn cq_83_commands_of_a_lost_context_change_nothing() {
    for mut gl in every_kind() {
        let [id, active] = [gl.used(TIME_ELAPSED, 5), gl.active(TIME_ELAPSED)];
        gl.driver().lost = true;
        assert_eq!(gl.stop(|gl| gl.delete(&[id])), RAISED);
        assert_eq!(gl.stop(|gl| gl.end(TIME_ELAPSED)), RAISED);
        assert_eq!(gl.stop(|gl| gl.is_query(id)), RAISED);
        assert_eq!(gl.stop(|gl| gl.query(TIME_ELAPSED, CURRENT_QUERY)), RAISED);
        assert_eq!(gl.stop(|gl| gl.get::<i64>(TIMESTAMP)), RAISED);
        gl.driver().lost = false;
        assert_eq!(gl.query(TIME_ELAPSED, CURRENT_QUERY), Ok(active as GLint), "as if they had not been called");
        assert_eq!(gl.result(id), Ok(5));
    }
}

#[test]
fn cq_83_a_result_that_is_lost_on_the_way_is_neither_told_nor_kept() {
    for mut gl in every_kind() {
        let id = gl.used(TIME_ELAPSED, 5);
        gl.driver().is_lost_on_result = true;
        assert_eq!(read(&mut gl, id, QUERY_RESULT), (Err(RAISED), UNTOUCHED.into()));
        (gl.driver().lost, gl.driver().is_lost_on_result) = (false, false);
        assert_eq!(gl.result(id), Ok(5), "nothing was invented");
    }
}

#[test]
fn cq_83_nothing_between_begin_and_end_is_taken_for_a_lost_context() {
    let mut gl = Rig::that_can_be_lost(&description("4.5 (Compatibility Profile) Recording", &[]));
    let id = gl.used(TIME_ELAPSED, 5);
    gl.driver().list_index = None;
    assert_eq!(read(&mut gl, id, QUERY_RESULT_AVAILABLE), (Err(RAISED), UNTOUCHED.into()));
}

#[test]
fn cq_83_a_performance_query_of_a_lost_context_is_complete_and_has_no_data() {
    for mut gl in every_kind() {
        let mut handle = 0;
        perf_query::create(&mut gl.context, 1, Out::to(&mut handle)).unwrap();
        perf_query::begin(&mut gl.context, handle).unwrap();
        perf_query::end(&mut gl.context, handle).unwrap();
        let mut data = [UNTOUCHED; 1024];
        let mut get = |gl: &mut Rig| {
            let mut written = 0;
            let (size, memory) = (data.len() as GLsizei, Out::to_all(&mut data).untyped());
            let done = perf_query::get_data(&mut gl.context, handle, PERFQUERY_FLUSH_INTEL, size, memory, Out::to(&mut written));
            assert!(done.is_ok() || data.iter().all(|byte| *byte == UNTOUCHED));
            (done.map_err(Stop::from), written)
        };
        gl.driver().is_lost_on_result = true;
        assert_eq!(get(&mut gl), (Err(RAISED), 0), "it was lost on the way");
        gl.driver().is_lost_on_result = false;
        let (done, written) = get(&mut gl);
        assert_eq!(done, Err(RAISED));
        assert!(written > 0, "a program that asks until it is complete comes to an end");
        gl.driver().lost = false;
        assert_eq!(get(&mut gl), (Ok(()), written), "nothing was invented");
    }
}
