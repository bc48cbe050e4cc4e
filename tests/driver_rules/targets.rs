//! Names and targets: which are refused, in which order, and one name space for every suffix.

use crate::rig::{compatibility, core, core_without_errors, each, es2, es32, es32_without_errors};
use crate::tokens::*;
use glmeter::gl::*;

// Mesa alone takes any name in every context.
#[test]
fn tq_05_query_counter_of_a_name_never_generated_is_invalid_operation() {
    for gl in each([core, es2, es32]) {
        gl.glQueryCounter(NO_NAME, TIMESTAMP);
        gl.expect(INVALID_OPERATION);
        assert_eq!(gl.glIsQuery(NO_NAME), FALSE);
        let id = gl.name();
        gl.glQueryCounter(id, TIMESTAMP);
        gl.expect(NO_ERROR);
        gl.delete(id);
        gl.glQueryCounter(id, TIMESTAMP);
        gl.expect(INVALID_OPERATION);
        assert_eq!(gl.glIsQuery(id), FALSE);
    }
}

#[test]
fn tq_05_dj_09_an_09_the_suffixed_forms_refuse_it_too() {
    for gl in each([es2, es32]) {
        gl.glQueryCounterEXT(NO_NAME, TIMESTAMP);
        gl.expect(INVALID_OPERATION);
        gl.glQueryCounterANGLE(NO_NAME, TIMESTAMP);
        gl.expect(INVALID_OPERATION);
    }
}

#[test]
fn tq_28_a_compatibility_context_takes_names_of_its_own() {
    let gl = compatibility();
    gl.glQueryCounter(NO_NAME, TIMESTAMP);
    gl.expect(NO_ERROR);
    assert_eq!(gl.glIsQuery(NO_NAME), TRUE);
    assert!(gl.result(NO_NAME) > 7);
    gl.glBeginQuery(SAMPLES_PASSED, NO_NAME + 1);
    gl.draw();
    gl.glEndQuery(SAMPLES_PASSED);
    assert_eq!(gl.result(NO_NAME + 1), crate::rig::SAMPLES);
    gl.expect(NO_ERROR);
}

// Mesa alone looks at the index first.
#[test]
fn cq_22_an_index_is_invalid_value_but_a_bad_target_invalid_enum_before_it() {
    let gl = core();
    let id = gl.name();
    for (target, error) in [
        (NO_TARGET, INVALID_ENUM),
        (TIMESTAMP, INVALID_ENUM),
        (SAMPLES_PASSED, INVALID_VALUE),
        (TIME_ELAPSED, INVALID_VALUE),
        (VERTICES_SUBMITTED, INVALID_VALUE),
    ] {
        gl.glBeginQueryIndexed(target, 1, id);
        gl.expect(error);
        gl.glEndQueryIndexed(target, 1);
        gl.expect(error);
        let mut value = 7;
        gl.glGetQueryIndexediv(target, 1, CURRENT_QUERY, &mut value);
        gl.expect(if target == TIMESTAMP { INVALID_VALUE } else { error });
        assert_eq!(value, 7);
    }
    assert_eq!(gl.glIsQuery(id), FALSE);
    gl.glBeginQueryIndexed(PRIMITIVES_GENERATED, 1, id);
    gl.glEndQueryIndexed(PRIMITIVES_GENERATED, 1);
    gl.expect(NO_ERROR);
}

// Mesa alone raises the error and writes all the same. The driver reads its list of extensions from the environment, so
// that the context without timers needs a process of its own.
#[test]
fn cq_56_counter_bits_in_es_without_timers_are_invalid_enum_and_leave_memory_alone() {
    const OVERRIDE: &str = "MESA_EXTENSION_OVERRIDE";
    if std::env::var_os(OVERRIDE).is_none() {
        let name = "targets::cq_56_counter_bits_in_es_without_timers_are_invalid_enum_and_leave_memory_alone";
        let mut again = std::process::Command::new(std::env::current_exe().unwrap());
        again.args(["--exact", name]).env(OVERRIDE, "-GL_EXT_disjoint_timer_query");
        let ended = crate::support::run(&mut again);
        assert!(ended.code == 0 && ended.stdout.contains("1 passed"), "{}", ended.all());
        return;
    }
    let gl = es32();
    let extensions = gl.text(gl.glGetString(EXTENSIONS)).unwrap();
    assert!(!extensions.contains("timer_query"), "{extensions}");
    let mut value = 7;
    gl.glGetQueryiv(ANY_SAMPLES_PASSED, QUERY_COUNTER_BITS, &mut value);
    gl.expect(INVALID_ENUM);
    assert_eq!(value, 7);
    gl.glGetQueryiv(TIME_ELAPSED, QUERY_COUNTER_BITS, &mut value);
    gl.expect(INVALID_ENUM);
    assert_eq!(value, 7);
    // Mesa alone takes it even so [TQ-13].
    let id = gl.name();
    gl.glQueryCounter(id, TIMESTAMP);
    gl.expect(INVALID_ENUM);
}

#[test]
fn cq_31_a_begin_that_fails_changes_nothing() {
    let gl = core();
    let id = gl.drawn(SAMPLES_PASSED);
    let unread = gl.drawn(SAMPLES_PASSED);
    let active = gl.name();
    gl.glBeginQuery(SAMPLES_PASSED, active);
    for old in [id, unread] {
        gl.glBeginQuery(SAMPLES_PASSED, old);
        gl.expect(INVALID_OPERATION);
        gl.glBeginQuery(TIME_ELAPSED, old);
        gl.expect(INVALID_OPERATION);
        gl.glQueryCounter(old, TIMESTAMP);
        gl.expect(INVALID_OPERATION);
    }
    assert_eq!((gl.current(SAMPLES_PASSED), gl.current(TIME_ELAPSED)), (active, 0));
    gl.glEndQuery(SAMPLES_PASSED);
    for old in [id, unread] {
        assert_eq!((gl.result(old), gl.object(old, QUERY_RESULT_AVAILABLE)), (crate::rig::SAMPLES, 1));
        assert_eq!(gl.object(old, QUERY_TARGET), SAMPLES_PASSED);
    }
    assert_eq!(gl.result(active), 0);
    gl.expect(NO_ERROR);
}

#[test]
fn cq_18_cq_31_a_name_whose_first_begin_failed_is_still_no_object() {
    let gl = core();
    let (active, id) = (gl.name(), gl.name());
    gl.glBeginQuery(TIME_ELAPSED, active);
    gl.glBeginQuery(TIME_ELAPSED, id);
    gl.expect(INVALID_OPERATION);
    gl.glEndQuery(TIME_ELAPSED);
    assert_eq!(gl.glIsQuery(id), FALSE);
    gl.glQueryCounter(id, TIMESTAMP);
    gl.expect(NO_ERROR);
}

#[test]
fn dj_25_c_20_angle_ext_and_core_names_act_on_the_same_objects() {
    for gl in each([es2, es32]) {
        let mut id = 0;
        gl.glGenQueriesANGLE(1, &mut id);
        gl.glBeginQueryEXT(TIME_ELAPSED, id);
        assert_eq!((gl.glIsQueryANGLE(id), gl.glIsQueryEXT(id), gl.glIsQuery(id)), (TRUE, TRUE, TRUE));
        let (mut angle, mut ext) = (0, 0);
        gl.glGetQueryivANGLE(TIME_ELAPSED, CURRENT_QUERY, &mut angle);
        gl.glGetQueryivEXT(TIME_ELAPSED, CURRENT_QUERY, &mut ext);
        assert_eq!((angle as GLuint, ext as GLuint, gl.current(TIME_ELAPSED)), (id, id, id));
        gl.glBeginQueryANGLE(TIME_ELAPSED, id);
        gl.expect(INVALID_OPERATION);
        gl.draw();
        gl.glEndQueryANGLE(TIME_ELAPSED);
        gl.glEndQueryEXT(TIME_ELAPSED);
        gl.expect(INVALID_OPERATION);
        let result = gl.result(id);
        let (mut signed, mut unsigned, mut wide_signed, mut wide) = (7, 7, 7, 7);
        gl.glGetQueryObjectivANGLE(id, QUERY_RESULT, &mut signed);
        gl.glGetQueryObjectuivANGLE(id, QUERY_RESULT, &mut unsigned);
        gl.glGetQueryObjecti64vANGLE(id, QUERY_RESULT, &mut wide_signed);
        gl.glGetQueryObjectui64vANGLE(id, QUERY_RESULT, &mut wide);
        assert!(result > 0);
        assert_eq!((signed as u64, u64::from(unsigned), wide_signed as u64, wide), (result, result, result, result));
        gl.glGetQueryObjectivEXT(id, QUERY_RESULT, &mut signed);
        gl.glGetQueryObjecti64vEXT(id, QUERY_RESULT, &mut wide_signed);
        assert_eq!((signed as u64, wide_signed as u64, u64::from(gl.object(id, QUERY_RESULT))), (result, result, result));
        gl.glQueryCounterANGLE(id, TIMESTAMP);
        gl.expect(INVALID_OPERATION);
        gl.glDeleteQueries(1, &id);
        assert_eq!((gl.glIsQueryANGLE(id), gl.glIsQueryEXT(id)), (FALSE, FALSE));
        gl.expect(NO_ERROR);
    }
}

#[test]
fn cq_84_a_context_without_errors_raises_none_and_does_not_crash() {
    for gl in each([core_without_errors, es32_without_errors]) {
        let mut value = [7; 4];
        gl.glGenQueries(-1, value.as_mut_ptr().cast());
        gl.glDeleteQueries(-1, value.as_ptr().cast());
        gl.glBeginQuery(NO_TARGET, 1);
        gl.glBeginQuery(TIMESTAMP, 1);
        gl.glBeginQuery(TIME_ELAPSED, 0);
        gl.glBeginQuery(TIME_ELAPSED, NO_NAME);
        gl.glEndQuery(TIME_ELAPSED);
        gl.glEndQuery(NO_TARGET);
        gl.glQueryCounter(NO_NAME, TIMESTAMP);
        gl.glQueryCounter(0, TIMESTAMP);
        gl.glQueryCounter(1, NO_TARGET);
        gl.glGetQueryiv(NO_TARGET, CURRENT_QUERY, value.as_mut_ptr());
        gl.glGetQueryiv(TIME_ELAPSED, NO_TARGET, value.as_mut_ptr());
        for id in [0, NO_NAME, gl.name()] {
            gl.glGetQueryObjectiv(id, QUERY_RESULT, value.as_mut_ptr());
            gl.glGetQueryObjectui64v(id, NO_TARGET, value.as_mut_ptr().cast());
        }
        gl.expect(NO_ERROR);
        let id = gl.drawn(TIME_ELAPSED);
        assert!(gl.result(id) > 0);
        gl.glBeginQuery(ANY_SAMPLES_PASSED, id);
        gl.glEndQuery(ANY_SAMPLES_PASSED);
        let samples = gl.drawn(ANY_SAMPLES_PASSED);
        assert_eq!(gl.object(samples, QUERY_RESULT), 1);
        gl.expect(NO_ERROR);
    }
}
