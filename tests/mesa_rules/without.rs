//! The same driver without some of its extensions, which Mesa hides for a whole process: each in one of its own.

use crate::egl::Session;
use crate::gl::*;
use crate::support::run;
use std::process::Command;

const HIDDEN: &str = "MESA_RULES_HIDDEN";

/// Runs a part of this file in a process whose driver has no extension of this name.
fn part(name: &str, hidden: &str) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", &format!("without::{name}"), "--ignored", "--nocapture", "--test-threads=1"]);
    command.env(HIDDEN, hidden).env("MESA_EXTENSION_OVERRIDE", format!("-{hidden}"));
    let ended = run(&mut command);
    assert!(ended.code == 0 && ended.stdout.contains("1 passed"), "{name} without {hidden}\n{}", ended.all());
}

/// Whether this process was started by [`part`].
fn is_part() -> bool {
    std::env::var_os(HIDDEN).is_some()
}

#[test]
#[ignore = "a part of the test after it"]
fn opengl_es_in_a_process_of_its_own() {
    if !is_part() {
        return;
    }
    let gl = Session::es3();
    for pname in [QUERY_COUNTER_BITS, CURRENT_QUERY] {
        assert_eq!(gl.query(TIME_ELAPSED, pname), i32::from(UNTOUCHED));
        gl.expect(INVALID_ENUM);
    }
    assert_eq!(gl.query(ANY_SAMPLES_PASSED, QUERY_COUNTER_BITS), i32::from(UNTOUCHED));
    gl.expect(INVALID_ENUM);
    assert_eq!(gl.query(ANY_SAMPLES_PASSED, CURRENT_QUERY), 0);
    gl.expect(NO_ERROR);
    let id = gl.generate();
    gl.BeginQuery(TIME_ELAPSED, id);
    gl.expect(INVALID_ENUM);
    gl.QueryCounterEXT(id, TIMESTAMP);
    gl.expect(INVALID_ENUM);
    assert_eq!(gl.IsQuery(id), 0);
    assert_eq!(gl.integer64(TIMESTAMP), i64::from(UNTOUCHED));
    gl.expect(INVALID_ENUM);
}

#[test]
fn cq_56_tq_13_without_the_extension_opengl_es_has_neither_bits_nor_timers() {
    part("opengl_es_in_a_process_of_its_own", "GL_EXT_disjoint_timer_query");
}

#[test]
#[ignore = "a part of the test after it"]
fn statistics_in_a_process_of_their_own() {
    if !is_part() {
        return;
    }
    let gl = Session::core();
    for target in ELEVEN {
        let id = gl.generate();
        gl.BeginQuery(target, id);
        gl.expect(INVALID_ENUM);
        gl.EndQuery(target);
        gl.expect(INVALID_ENUM);
        assert_eq!(gl.query(target, QUERY_COUNTER_BITS), i32::from(UNTOUCHED));
        gl.expect(INVALID_ENUM);
        assert_eq!(gl.create(target), u32::from(UNTOUCHED));
        gl.expect(INVALID_ENUM);
    }
}

#[test]
fn ps_05_without_the_extension_every_statistic_is_invalid_enum() {
    part("statistics_in_a_process_of_their_own", "GL_ARB_pipeline_statistics_query");
}
