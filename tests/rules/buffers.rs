//! CQ-72 to CQ-78, CQ-82: results in buffers.

use crate::recording::Command;
use crate::rig::*;
use glmeter::gl::*;
use glmeter::memory::In;
use glmeter::rules::query::buffer;

const BUFFER: GLuint = 9;

/// Returns an object whose result only glmeter has.
fn derived(result: u64) -> (Rig, GLuint) {
    let mut gl = Rig::derived();
    let id = gl.generate();
    gl.begin(TIME_ELAPSED, id).unwrap();
    gl.end(TIME_ELAPSED).unwrap();
    let stamps: Vec<_> = gl.commands().into_iter().filter_map(|c| if let Command::Counter(id, _) = c { Some(id) } else { None }).collect();
    gl.driver().results = [(stamps[0], 5000), (stamps[1], 5000 + result)].into();
    (gl, id)
}

#[test]
fn cq_72_with_a_query_buffer_bound_the_pointer_is_an_offset() {
    let (mut gl, id) = derived(8);
    gl.bind_query_buffer(BUFFER);
    assert_eq!(gl.object_at::<u32>(id, QUERY_RESULT, 16), Ok(()));
    let bytes = 8_u32.to_ne_bytes().to_vec();
    let unbound = [Command::BindQueryBuffer(0), Command::BindQueryBuffer(BUFFER)];
    assert_eq!(gl.changes(), [unbound.to_vec(), vec![Command::WriteBuffer(0, 16, bytes)]].concat());
}

#[test]
fn cq_72_what_the_driver_has_it_writes_itself() {
    let mut gl = core45();
    let id = gl.used(SAMPLES_PASSED, 5);
    gl.bind_query_buffer(BUFFER);
    assert_eq!(gl.stop(|gl| gl.object_at::<u32>(id, QUERY_RESULT, 16)), FORWARD);
    assert_eq!(gl.stop(|gl| gl.buffer_object::<u32>(id, BUFFER, QUERY_RESULT, 16)), FORWARD);
}

#[test]
fn cq_73_cq_75_cq_77_what_the_driver_would_write_otherwise_is_written_here() {
    let large = u64::from(u32::MAX) + 9;
    let mut gl = Rig::writing_buffers_otherwise();
    gl.driver().buffer_size = 16;
    let id = gl.used(VERTICES_SUBMITTED, large);
    gl.buffer_object::<u32>(id, BUFFER, QUERY_RESULT, 4).unwrap();
    gl.buffer_object::<u64>(id, BUFFER, QUERY_RESULT, 3).unwrap();
    let written =
        [Command::WriteBuffer(BUFFER, 4, u32::MAX.to_ne_bytes().to_vec()), Command::WriteBuffer(BUFFER, 3, large.to_ne_bytes().to_vec())];
    assert_eq!(gl.changes(), written);
    assert_eq!(gl.stop(|gl| gl.buffer_object::<u64>(id, BUFFER, QUERY_RESULT, 12)), OPERATION);
    assert_eq!(gl.stop(|gl| gl.buffer_object::<u64>(id, BUFFER, QUERY_RESULT, 8)), FORWARD, "the driver writes what it writes rightly");
    assert_eq!(gl.stop(|gl| gl.buffer_object::<u32>(id, BUFFER, QUERY_RESULT_AVAILABLE, 8)), FORWARD);
    let samples = gl.used(SAMPLES_PASSED, 5);
    assert_eq!(gl.stop(|gl| gl.buffer_object::<u32>(samples, BUFFER, QUERY_RESULT, 8)), FORWARD);
}

#[test]
fn cq_72_the_pointer_is_a_pointer_again_when_the_buffer_is_unbound_or_deleted() {
    let mut gl = core45();
    let id = gl.used(SAMPLES_PASSED, 5);
    gl.bind_query_buffer(BUFFER);
    gl.bind_query_buffer(0);
    assert_eq!(gl.result(id), Ok(5));
    gl.bind_query_buffer(BUFFER);
    assert_eq!(buffer::delete_buffers(&mut gl.context, 2, In::from(&[3, BUFFER])), Ok(()));
    assert_eq!(gl.result(id), Ok(5));
}

#[test]
fn cq_72_a_context_without_query_buffers_leaves_the_binding_to_the_driver() {
    let mut gl = core33();
    assert_eq!(gl.stop(|gl| buffer::bind_buffer(&mut gl.context, QUERY_BUFFER, BUFFER)), FORWARD);
    let id = gl.used(TIME_ELAPSED, 5);
    assert_eq!(gl.result(id), Ok(5));
}

#[test]
fn cq_73_a_result_beyond_the_end_of_the_buffer_is_invalid_operation() {
    let (mut gl, id) = derived(8);
    gl.driver().buffer_size = 16;
    gl.bind_query_buffer(BUFFER);
    assert_eq!(gl.object_at::<u32>(id, QUERY_RESULT, 12), Ok(()));
    assert_eq!(gl.stop(|gl| gl.object_at::<u32>(id, QUERY_RESULT, 13)), OPERATION);
    assert_eq!(gl.stop(|gl| gl.object_at::<u64>(id, QUERY_RESULT, 12)), OPERATION);
    assert_eq!(gl.stop(|gl| gl.buffer_object::<u64>(id, 4, QUERY_RESULT, 12)), OPERATION);
    assert_eq!(gl.stop(|gl| gl.object_at::<u64>(id, QUERY_RESULT, isize::MAX)), OPERATION);
}

#[test]
fn cq_74_a_negative_offset_is_invalid_value() {
    let (mut gl, id) = derived(8);
    assert_eq!(gl.stop(|gl| gl.buffer_object::<u32>(id, BUFFER, QUERY_RESULT, -4)), VALUE);
    gl.bind_query_buffer(BUFFER);
    assert_eq!(gl.stop(|gl| gl.object_at::<u32>(id, QUERY_RESULT, -4)), VALUE);
}

#[test]
fn cq_75_an_offset_may_be_odd() {
    let (mut gl, id) = derived(8);
    assert_eq!(gl.buffer_object::<u64>(id, BUFFER, QUERY_RESULT, 3), Ok(()));
    assert_eq!(gl.changes(), [Command::WriteBuffer(BUFFER, 3, 8_u64.to_ne_bytes().to_vec())]);
}

#[test]
fn cq_76_a_buffer_that_does_not_exist_is_invalid_operation() {
    let (mut gl, id) = derived(8);
    gl.driver().buffer_size = -1;
    assert_eq!(gl.stop(|gl| gl.buffer_object::<u32>(id, BUFFER, QUERY_RESULT, 0)), RAISED, "the driver has said so");
    assert_eq!(gl.stop(|gl| gl.buffer_object::<u32>(id, 0, QUERY_RESULT, 0)), FORWARD, "the driver says so of zero");
}

#[test]
fn cq_77_what_is_written_into_a_buffer_saturates_as_what_is_read() {
    let large = u64::from(u32::MAX) + 9;
    let mut gl = Rig::derived();
    let id = gl.used(CLIPPING_INPUT_PRIMITIVES, large);
    gl.buffer_object::<i32>(id, BUFFER, QUERY_RESULT, 0).unwrap();
    gl.buffer_object::<u32>(id, BUFFER, QUERY_RESULT, 4).unwrap();
    gl.buffer_object::<i64>(id, BUFFER, QUERY_RESULT, 8).unwrap();
    let written = [
        Command::WriteBuffer(BUFFER, 0, i32::MAX.to_ne_bytes().to_vec()),
        Command::WriteBuffer(BUFFER, 4, u32::MAX.to_ne_bytes().to_vec()),
        Command::WriteBuffer(BUFFER, 8, large.to_ne_bytes().to_vec()),
    ];
    assert_eq!(gl.changes(), written);
}

#[test]
fn cq_78_an_object_that_was_created_and_never_used_writes_its_values() {
    for target in [SAMPLES_PASSED, TIME_ELAPSED, FRAGMENT_SHADER_INVOCATIONS] {
        let mut gl = core45();
        let id = gl.create(target).unwrap();
        gl.commands();
        gl.buffer_object::<u32>(id, BUFFER, QUERY_RESULT, 0).unwrap();
        gl.buffer_object::<u32>(id, BUFFER, QUERY_RESULT_AVAILABLE, 4).unwrap();
        gl.buffer_object::<u32>(id, BUFFER, QUERY_TARGET, 8).unwrap();
        let write = |place, value: u32| Command::WriteBuffer(BUFFER, place, value.to_ne_bytes().to_vec());
        assert_eq!(gl.changes(), [write(0, 0), write(4, 1), write(8, target)]);
    }
}

#[test]
fn cq_82_with_a_query_buffer_bound_null_is_the_offset_zero() {
    let (mut gl, id) = derived(8);
    gl.bind_query_buffer(BUFFER);
    assert_eq!(gl.object_at::<u32>(id, QUERY_RESULT, 0), Ok(()));
    assert!(gl.changes().contains(&Command::WriteBuffer(0, 0, 8_u32.to_ne_bytes().to_vec())));
}

#[test]
fn cq_70_no_wait_into_a_buffer_writes_only_what_is_available() {
    let (mut gl, id) = derived(8);
    let stamps: Vec<_> = gl.driver().results.keys().copied().collect();
    gl.driver().unavailable = stamps.into_iter().collect();
    assert_eq!(gl.buffer_object::<u32>(id, BUFFER, QUERY_RESULT_NO_WAIT, 0), Ok(()));
    assert!(!gl.changes().iter().any(|command| matches!(command, Command::WriteBuffer(..))));
}

#[test]
fn cq_62_errors_of_objects_come_before_those_of_buffers() {
    let mut gl = core45();
    let active = gl.active(TIME_ELAPSED);
    let unused = gl.generate();
    for id in [0, 4000, active, unused] {
        assert_eq!(gl.stop(|gl| gl.buffer_object::<u32>(id, BUFFER, QUERY_RESULT, -4)), OPERATION);
    }
    let id = gl.used(SAMPLES_PASSED, 1);
    assert_eq!(gl.stop(|gl| gl.buffer_object::<u32>(id, BUFFER, CURRENT_QUERY, 0)), ENUM);
}
