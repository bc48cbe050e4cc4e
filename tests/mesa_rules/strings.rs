//! The strings of a context, and the ways in which errors reach the application.

use crate::egl::{Session, address};
use crate::gl::*;
use core::ffi::{CStr, c_char, c_void};
use std::cell::RefCell;
use std::collections::BTreeSet;

fn text(pointer: *const c_char) -> String {
    assert!(!pointer.is_null());
    // SAFETY: a string that the library or the driver keeps.
    unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned()
}

fn indexed(gl: &Session) -> Vec<String> {
    (0..gl.integer(NUM_EXTENSIONS) as u32).map(|index| text(gl.GetStringi(EXTENSIONS, index))).collect()
}

#[test]
fn every_form_of_the_extension_string_agrees_and_names_each_once() {
    Session::each(|gl| {
        let names = indexed(gl);
        let count = names.len();
        let set: BTreeSet<String> = names.into_iter().collect();
        assert_eq!(set.len(), count, "each name once");
        assert_eq!(gl.integer64(NUM_EXTENSIONS), count as i64);
        assert_eq!(gl.float(NUM_EXTENSIONS), count as f32);
        assert_eq!(gl.boolean(NUM_EXTENSIONS), 1);
        if !gl.es {
            assert_eq!(gl.double(NUM_EXTENSIONS), count as f64);
        }
        gl.expect(NO_ERROR);
        if gl.es || gl.integer(0x9126) == 2 {
            let whole = text(gl.GetString(EXTENSIONS));
            let whole: Vec<String> = whole.split(' ').filter(|name| !name.is_empty()).map(str::to_owned).collect();
            assert_eq!(whole.len(), count);
            assert_eq!(whole.into_iter().collect::<BTreeSet<_>>(), set);
            gl.expect(NO_ERROR);
        } else {
            assert!(gl.GetString(EXTENSIONS).is_null());
            gl.expect(INVALID_ENUM);
        }
        for index in [count as u32, u32::MAX] {
            assert!(gl.GetStringi(EXTENSIONS, index).is_null());
            gl.expect(INVALID_VALUE);
        }
    });
}

#[test]
fn an_19_the_extensions_are_shown_where_they_are_offered() {
    Session::each(|gl| {
        let names = indexed(gl);
        let shown = |name: &str| names.iter().any(|shown| shown == name);
        assert_eq!(shown("GL_ANGLE_timer_query"), gl.es);
        assert_eq!(shown("GL_EXT_disjoint_timer_query"), gl.es);
        assert_eq!(shown("GL_ARB_timer_query"), !gl.es);
        assert_eq!(shown("GL_ARB_pipeline_statistics_query"), !gl.es);
        assert!(shown("GL_INTEL_performance_query"), "glmeter's own: this driver crashes in it");
    });
    for name in [c"glGenQueriesANGLE", c"glQueryCounterANGLE", c"glGetQueryObjectui64vANGLE", c"glGetInteger64vEXT"] {
        assert!(!address(name).is_null(), "{name:?}");
    }
}

thread_local! {
    /// The errors in the driver's debug output on this thread, by the name with which the message begins.
    static TOLD: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

unsafe extern "C" fn told(_: u32, kind: u32, _: u32, _: u32, _: i32, message: *const c_char, _: *mut c_void) {
    if kind == DEBUG_TYPE_ERROR {
        let message = text(message);
        let name = message.split(' ').next().unwrap().to_owned();
        TOLD.with_borrow_mut(|told| told.push(name));
    }
}

fn listen(gl: &Session) {
    gl.Enable(DEBUG_OUTPUT);
    gl.Enable(DEBUG_OUTPUT_SYNCHRONOUS);
    gl.DebugMessageCallback(told, core::ptr::null_mut());
    gl.expect(NO_ERROR);
    take_told();
}

fn take_told() -> Vec<String> {
    TOLD.take()
}

/// Returns the kind of a context, for messages.
fn kind(gl: &Session) -> String {
    text(gl.GetString(VERSION))
}

#[test]
fn cq_81_errors_are_told_by_debug_output_once_each_and_in_order() {
    Session::each(|gl| {
        listen(gl);
        gl.Enable(NO_TARGET);
        gl.BeginQuery(TIME_ELAPSED, 0);
        gl.GenQueries(-1, core::ptr::null_mut());
        gl.Enable(NO_TARGET);
        gl.EndQuery(TIME_ELAPSED);
        let names = ["GL_INVALID_ENUM", "GL_INVALID_OPERATION", "GL_INVALID_VALUE", "GL_INVALID_ENUM", "GL_INVALID_OPERATION"];
        assert_eq!(take_told(), names, "{}", kind(gl));
        gl.expect(INVALID_ENUM);
        gl.delete(gl.measured(TIME_ELAPSED, || ()));
        assert_eq!(take_told(), [""; 0], "what is right tells of no error");
    });
}

#[test]
fn cq_81_an_invalid_enum_is_told_by_debug_output_once() {
    Session::each(|gl| {
        listen(gl);
        gl.BeginQuery(TIMESTAMP, 0);
        assert_eq!(take_told(), ["GL_INVALID_ENUM"], "{}", kind(gl));
        gl.expect(INVALID_ENUM);
    });
}

#[test]
fn cq_81_get_error_gives_the_first_error_whoever_found_it() {
    Session::each(|gl| {
        gl.EndQuery(TIME_ELAPSED);
        gl.Enable(NO_TARGET);
        gl.expect(INVALID_OPERATION);
        gl.DeleteQueries(-1, core::ptr::null());
        gl.Enable(NO_TARGET);
        gl.expect(INVALID_VALUE);
        gl.Enable(NO_TARGET);
        gl.EndQuery(TIME_ELAPSED);
        gl.expect(INVALID_ENUM);
    });
}

#[test]
fn cq_76_a_buffer_that_does_not_exist_is_told_by_debug_output_once() {
    let gl = Session::core();
    listen(&gl);
    let created = gl.create(VERTICES_SUBMITTED);
    gl.GetQueryBufferObjectuiv(created, 4000, QUERY_RESULT, 0);
    assert_eq!(take_told(), ["GL_INVALID_OPERATION"]);
    gl.expect(INVALID_OPERATION);
}

#[test]
fn cq_84_a_context_without_errors_raises_none_and_does_not_crash() {
    for es in [true, false] {
        let gl = Session::without_errors(es);
        let id = gl.generate();
        gl.BeginQuery(TIME_ELAPSED, 4000);
        gl.BeginQuery(TIMESTAMP, id);
        gl.EndQuery(TIME_ELAPSED);
        gl.counter(4000, TIMESTAMP);
        assert_eq!(gl.u32(id, QUERY_RESULT), u32::from(UNTOUCHED));
        assert_eq!(gl.u32(4000, QUERY_RESULT), u32::from(UNTOUCHED));
        gl.GenQueries(-1, core::ptr::null_mut());
        gl.DeleteQueries(-1, core::ptr::null());
        gl.expect(NO_ERROR);
        let id = gl.measured(TIME_ELAPSED, || ());
        assert!(gl.u64(id, QUERY_RESULT) > 0);
        gl.expect(NO_ERROR);
    }
}
