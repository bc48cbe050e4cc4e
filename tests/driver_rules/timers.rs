//! TIMESTAMP and GPU_DISJOINT as state.

use crate::rig::{Rig, compatibility, core, each, es2, es32};
use glmeter::gl::*;

#[test]
fn tq_15_the_time_is_strictly_increasing_and_of_the_query_counters_clock() {
    for gl in each([core, compatibility, es2, es32]) {
        let (before, after) = (gl.name(), gl.name());
        gl.glQueryCounter(before, TIMESTAMP);
        let before = gl.result(before) as i64;
        let times: Vec<i64> = (0..10_000).map(|_| gl.time()).collect();
        gl.glQueryCounter(after, TIMESTAMP);
        let after = gl.result(after) as i64;
        assert!(times.windows(2).all(|pair| pair[0] < pair[1]));
        let (first, last) = (times[0], times[9_999]);
        assert!(before <= first && last <= after, "{before} {first} {last} {after}");
        gl.expect(NO_ERROR);
    }
}

/// The time in every form there is, read between two others.
fn forms(gl: &Rig, desktop: bool) {
    let before = gl.time();
    assert_eq!(gl.integer(TIMESTAMP), GLint::MAX, "the machine runs for more than 2.1 s");
    let (mut float, mut double, mut boolean, mut wide) = (0.0_f32, before as f64, 7, 0);
    gl.glGetFloatv(TIMESTAMP, &mut float);
    if desktop {
        gl.glGetDoublev(TIMESTAMP, &mut double);
    }
    gl.glGetBooleanv(TIMESTAMP, &mut boolean);
    gl.glGetInteger64v(TIMESTAMP, &mut wide);
    let after = gl.time();
    gl.expect(NO_ERROR);
    assert!((before as f32..=after as f32).contains(&float), "{before} {float} {after}");
    assert!((before as f64..=after as f64).contains(&double), "{before} {double} {after}");
    assert_eq!(boolean, TRUE);
    assert!(before < wide && wide < after);
}

#[test]
fn tq_16_tq_17_the_time_is_converted_to_each_type() {
    forms(&core(), true);
    forms(&compatibility(), true);
}

#[test]
fn dj_20_an_15_the_time_can_be_read_in_es_where_ext_is_there_too() {
    for gl in each([es2, es32]) {
        let extensions = gl.text(gl.glGetString(EXTENSIONS)).unwrap();
        assert!(extensions.contains("GL_EXT_disjoint_timer_query") && extensions.contains("GL_ANGLE_timer_query"));
        forms(&gl, false);
    }
}

#[test]
fn dj_16_dj_17_dj_18_gpu_disjoint_reads_zero_in_every_form() {
    for gl in each([es2, es32]) {
        let (mut integer, mut wide, mut float, mut boolean) = (7, 7, 7.0, 7);
        gl.glGetIntegerv(GPU_DISJOINT_EXT, &mut integer);
        gl.glGetInteger64vEXT(GPU_DISJOINT_EXT, &mut wide);
        gl.glGetFloatv(GPU_DISJOINT_EXT, &mut float);
        gl.glGetBooleanv(GPU_DISJOINT_EXT, &mut boolean);
        assert_eq!((integer, wide, float, boolean), (0, 0, 0.0, 0));
        wide = 7;
        gl.glGetInteger64v(GPU_DISJOINT_EXT, &mut wide);
        assert_eq!(wide, 0);
        gl.expect(NO_ERROR);
    }
}

#[test]
fn dj_19_gpu_disjoint_is_no_token_of_desktop_gl() {
    for gl in each([core, compatibility]) {
        assert_eq!(gl.integer(GPU_DISJOINT_EXT), 7);
        gl.expect(INVALID_ENUM);
        let (mut wide, mut float, mut boolean) = (7, 7.0, 7);
        gl.glGetInteger64v(GPU_DISJOINT_EXT, &mut wide);
        gl.expect(INVALID_ENUM);
        gl.glGetFloatv(GPU_DISJOINT_EXT, &mut float);
        gl.expect(INVALID_ENUM);
        gl.glGetBooleanv(GPU_DISJOINT_EXT, &mut boolean);
        gl.expect(INVALID_ENUM);
        assert_eq!((wide, float, boolean), (7, 7.0, 7));
    }
}

#[test]
fn dj_22_get_integer64v_ext_of_no_token_is_invalid_enum() {
    let gl = es32();
    let mut wide = 7;
    gl.glGetInteger64vEXT(crate::tokens::NO_TARGET, &mut wide);
    gl.expect(INVALID_ENUM);
    assert_eq!(wide, 7);
}

#[test]
fn tq_25_an_empty_span_is_some_time() {
    for gl in each([core, es32]) {
        let id = gl.name();
        gl.glBeginQuery(TIME_ELAPSED, id);
        gl.glEndQuery(TIME_ELAPSED);
        assert!((1..1_000_000_000).contains(&gl.result(id)));
        gl.expect(NO_ERROR);
    }
}
