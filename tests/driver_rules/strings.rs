//! The extension strings of real contexts: the same in every form.

use crate::rig::{Rig, compatibility, core, each, es2, es32};
use glmeter::gl::*;
use std::collections::BTreeSet;

/// The names by index, after each form of their number was found to be the same.
fn by_index(gl: &Rig, desktop: bool) -> Vec<String> {
    let number = gl.integer(NUM_EXTENSIONS);
    assert!(number > 50, "{number}");
    let (mut wide, mut float, mut double, mut boolean) = (0, 0.0, f64::from(number), 7);
    gl.glGetInteger64v(NUM_EXTENSIONS, &mut wide);
    gl.glGetFloatv(NUM_EXTENSIONS, &mut float);
    if desktop {
        gl.glGetDoublev(NUM_EXTENSIONS, &mut double);
    }
    gl.glGetBooleanv(NUM_EXTENSIONS, &mut boolean);
    assert_eq!((wide, float, double, boolean), (i64::from(number), number as f32, f64::from(number), TRUE));
    let names: Vec<String> = (0..number as GLuint).map(|index| gl.text(gl.glGetStringi(EXTENSIONS, index)).unwrap()).collect();
    gl.expect(NO_ERROR);
    for index in [number as GLuint, GLuint::MAX] {
        assert_eq!(gl.text(gl.glGetStringi(EXTENSIONS, index)), None);
        gl.expect(INVALID_VALUE);
    }
    let distinct: BTreeSet<&String> = names.iter().collect();
    assert_eq!(distinct.len(), names.len(), "a name comes twice");
    assert!(names.iter().all(|name| name.starts_with("GL_") && !name.contains(' ')));
    names
}

/// Whether the whole string holds these names, each once.
fn agrees(gl: &Rig, names: &[String]) {
    let whole = gl.text(gl.glGetString(EXTENSIONS)).unwrap();
    gl.expect(NO_ERROR);
    let mut listed: Vec<&str> = whole.split_ascii_whitespace().collect();
    let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
    listed.sort_unstable();
    names.sort_unstable();
    assert_eq!(listed, names);
}

fn has(names: &[String], name: &str) -> bool {
    names.iter().any(|listed| listed == name)
}

// Mesa alone lists no GL_ANGLE_timer_query.
#[test]
fn dj_31_an_19_in_es_every_form_lists_the_same_names_and_angles_among_them() {
    for gl in each([es2, es32]) {
        let names = by_index(&gl, false);
        agrees(&gl, &names);
        assert!(has(&names, "GL_ANGLE_timer_query") && has(&names, "GL_EXT_disjoint_timer_query"));
        assert!(!has(&names, "GL_ARB_timer_query") && !has(&names, "GL_ARB_pipeline_statistics_query"));
        assert!(!has(&names, "GL_INTEL_performance_query"));
    }
}

#[test]
fn h_10_a_compatibility_context_lists_the_same_names_in_every_form() {
    let gl = compatibility();
    let names = by_index(&gl, true);
    agrees(&gl, &names);
    assert!(has(&names, "GL_ARB_timer_query") && has(&names, "GL_ARB_pipeline_statistics_query"));
    assert!(!has(&names, "GL_ANGLE_timer_query") && !has(&names, "GL_EXT_disjoint_timer_query"));
    assert!(!has(&names, "GL_INTEL_performance_query"));
}

#[test]
fn a_core_context_lists_names_by_index_alone() {
    let gl = core();
    let names = by_index(&gl, true);
    assert!(has(&names, "GL_ARB_timer_query") && has(&names, "GL_ARB_pipeline_statistics_query"));
    assert!(!has(&names, "GL_ANGLE_timer_query") && !has(&names, "GL_EXT_disjoint_timer_query"));
    assert_eq!(gl.text(gl.glGetString(EXTENSIONS)), None);
    gl.expect(INVALID_ENUM);
}
