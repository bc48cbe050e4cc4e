//! The extension strings over the recording driver.

use crate::rig::*;
use core::ffi::CStr;
use glmeter::driver::capabilities::Offer;
use glmeter::gl::*;
use glmeter::rules::state;

fn string(gl: &mut Rig, index: Option<GLuint>) -> String {
    let pointer = match index {
        Some(index) => state::get_string_i(&mut gl.context, EXTENSIONS, index),
        None => state::get_string(&mut gl.context, EXTENSIONS),
    };
    // SAFETY: the library never frees the string.
    unsafe { CStr::from_ptr(pointer.expect("a string").cast()) }.to_string_lossy().into_owned()
}

#[test]
fn all_forms_of_the_extension_string_agree_and_name_each_once() {
    let listed = ["GL_A", DISJOINT, "GL_B", "GL_A", DISJOINT];
    let mut gl = Rig::new(&description("OpenGL ES 3.2 Recording", &listed));
    let names = ["GL_A", DISJOINT, "GL_B", ANGLE, INTEL];
    assert_eq!(string(&mut gl, None), names.join(" "));
    assert_eq!(gl.get(NUM_EXTENSIONS), Ok(5_i32));
    assert_eq!(gl.get(NUM_EXTENSIONS), Ok(5_i64));
    assert_eq!(gl.get(NUM_EXTENSIONS), Ok(5.0_f32));
    assert_eq!(gl.get(NUM_EXTENSIONS), Ok(5.0_f64));
    assert_eq!(gl.get(NUM_EXTENSIONS), Ok(TRUE));
    for (index, name) in names.into_iter().enumerate() {
        assert_eq!(string(&mut gl, Some(index as GLuint)), name);
    }
    assert_eq!(gl.stop(|gl| state::get_string_i(&mut gl.context, EXTENSIONS, 5)), VALUE);
    assert_eq!(gl.stop(|gl| state::get_string_i(&mut gl.context, EXTENSIONS, u32::MAX)), VALUE);
}

#[test]
fn a_core_profile_has_no_whole_string_and_early_versions_no_indexed_one() {
    for mut gl in [core33(), core45()] {
        assert_eq!(gl.stop(|gl| state::get_string(&mut gl.context, EXTENSIONS)), FORWARD);
        assert!(gl.get::<i32>(NUM_EXTENSIONS).is_ok());
    }
    for mut gl in [gl21(), es2()] {
        string(&mut gl, None);
        assert_eq!(gl.stop(|gl| state::get_string_i(&mut gl.context, EXTENSIONS, 0)), FORWARD);
        assert_eq!(gl.stop(|gl| gl.get::<i32>(NUM_EXTENSIONS)), FORWARD);
    }
}

#[test]
fn other_strings_and_state_are_the_driver_s() {
    let mut gl = compatibility45();
    assert_eq!(gl.stop(|gl| state::get_string(&mut gl.context, VERSION)), FORWARD);
    assert_eq!(gl.stop(|gl| state::get_string_i(&mut gl.context, 0x8B8C, 0)), FORWARD);
    assert_eq!(gl.stop(|gl| gl.get::<i32>(MAX_VERTEX_STREAMS)), FORWARD);
}

#[test]
fn an_extension_that_the_driver_cannot_be_trusted_with_is_listed_once_and_never_left_to_it() {
    for vendor in ["", "Intel"] {
        let mut described = description("4.5 (Compatibility Profile) Mesa", &["GL_A", INTEL]);
        described.vendor = vendor.to_owned();
        let mut gl = Rig::new(&described);
        assert_eq!(string(&mut gl, None).matches(INTEL).count(), 1);
        let offer = gl.context.capabilities.intel_performance_query;
        assert_eq!(
            offer,
            if vendor.is_empty() { Offer::Emulated } else { Offer::Native },
            "others crash in it when it is forced upon them"
        );
    }
    assert!(
        !string(&mut Rig::new(&description("1.4 Recording", &["GL_A", INTEL])), None).contains(INTEL),
        "not where nothing can be measured"
    );
}
