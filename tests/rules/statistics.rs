//! PS-01 to PS-24: `GL_ARB_pipeline_statistics_query`.

use crate::recording::Command;
use crate::rig::*;
use glmeter::gl::*;

const GEOMETRY: [GLenum; 2] = [GEOMETRY_SHADER_INVOCATIONS, GEOMETRY_SHADER_PRIMITIVES_EMITTED];
const TESSELLATION: [GLenum; 2] = [TESS_CONTROL_SHADER_PATCHES, TESS_EVALUATION_SHADER_INVOCATIONS];

fn accepts(version: &str, extensions: &[&str], target: GLenum) -> bool {
    let mut gl = Rig::new(&description(version, extensions));
    let id = gl.generate();
    let begun = gl.begin(target, id);
    assert!(begun.is_ok() || begun == Err(ENUM), "{begun:?}");
    begun.is_ok()
}

#[test]
fn ps_01_the_eleven_targets_are_taken_by_every_command() {
    assert_eq!(GEOMETRY_SHADER_INVOCATIONS, 0x887F);
    for target in ELEVEN {
        let mut gl = core45();
        let id = gl.generate();
        gl.commands();
        assert_eq!(gl.begin_indexed(target, 0, id), Ok(()));
        assert_eq!(gl.query_indexed(target, 0, CURRENT_QUERY), Ok(id as GLint));
        assert_eq!(gl.end_indexed(target, 0), Ok(()));
        assert_eq!(gl.changes(), [Command::Begin(target, 0, id), Command::End(target, 0)]);
        assert_eq!(gl.query(target, QUERY_COUNTER_BITS), Ok(64));
    }
}

#[test]
fn ps_02_the_geometry_targets_need_geometry_shaders() {
    for target in GEOMETRY {
        assert!(!accepts("3.1 Recording", &[STATISTICS], target));
        assert!(accepts("3.1 Recording", &[STATISTICS, "GL_ARB_geometry_shader4"], target));
        assert!(accepts("3.2 Recording", &[STATISTICS], target));
    }
}

#[test]
fn ps_03_the_tessellation_targets_need_tessellation_shaders() {
    for target in TESSELLATION {
        assert!(!accepts("3.3 Recording", &[STATISTICS], target));
        assert!(accepts("3.3 Recording", &[STATISTICS, "GL_ARB_tessellation_shader"], target));
        assert!(accepts("4.0 Recording", &[STATISTICS], target));
    }
}

#[test]
fn ps_04_the_compute_target_needs_compute_shaders() {
    assert!(!accepts("4.2 Recording", &[STATISTICS], COMPUTE_SHADER_INVOCATIONS));
    assert!(accepts("4.2 Recording", &[STATISTICS, "GL_ARB_compute_shader"], COMPUTE_SHADER_INVOCATIONS));
    assert!(accepts("4.3 Recording", &[STATISTICS], COMPUTE_SHADER_INVOCATIONS));
}

#[test]
fn ps_05_without_the_extension_every_target_is_invalid_enum() {
    for target in ELEVEN {
        assert!(accepts("4.6 Recording", &[], target));
        assert!(accepts("4.5 Recording", &[], target), "others take the place of the driver's");
        let mut gl = core33_as_it_is();
        let id = gl.generate();
        assert_eq!(gl.stop(|gl| gl.begin(target, id)), ENUM);
        assert_eq!(gl.stop(|gl| gl.end(target)), ENUM);
        assert_eq!(gl.stop(|gl| gl.query(target, QUERY_COUNTER_BITS)), ENUM);
    }
}

#[test]
fn ps_06_an_index_other_than_zero_is_invalid_value() {
    let mut gl = core45();
    let id = gl.generate();
    for target in ELEVEN {
        assert_eq!(gl.stop(|gl| gl.begin_indexed(target, 1, id)), VALUE);
        assert_eq!(gl.stop(|gl| gl.end_indexed(target, 1)), VALUE);
        assert_eq!(gl.stop(|gl| gl.query_indexed(target, 1, CURRENT_QUERY)), VALUE);
    }
}

#[test]
fn ps_07_all_eleven_are_active_at_once() {
    let mut gl = core45();
    let ids = ELEVEN.map(|target| gl.active(target));
    for (target, id) in ELEVEN.into_iter().zip(ids) {
        assert_eq!(gl.query(target, CURRENT_QUERY), Ok(id as GLint));
        assert_eq!(gl.end(target), Ok(()));
    }
}

#[test]
fn ps_08_the_same_target_twice_is_invalid_operation() {
    for target in ELEVEN {
        let mut gl = core45();
        gl.active(target);
        let id = gl.generate();
        assert_eq!(gl.stop(|gl| gl.begin(target, id)), OPERATION);
    }
}

#[test]
fn ps_09_an_object_of_one_target_is_none_of_another() {
    for first in ELEVEN {
        let mut gl = core45();
        let id = gl.used(first, 5);
        for second in ELEVEN.into_iter().filter(|second| *second != first) {
            assert_eq!(gl.stop(|gl| gl.begin(second, id)), OPERATION);
        }
        assert_eq!(gl.begin(first, id), Ok(()));
    }
}

#[test]
fn ps_10_query_counter_of_a_statistic_is_invalid_enum() {
    let mut gl = core45();
    let id = gl.generate();
    for target in ELEVEN {
        assert_eq!(gl.stop(|gl| gl.counter(id, target)), ENUM);
    }
}

#[test]
fn ps_11_a_statistic_is_no_condition() {
    let mut gl = core45();
    for target in ELEVEN {
        let id = gl.used(target, 1);
        assert_eq!(gl.stop(|gl| gl.begin_conditional(id)), OPERATION);
        assert_eq!(gl.begin(target, id), Ok(()), "no condition holds it");
        gl.end(target).unwrap();
    }
}

#[test]
fn ps_12_the_bits_are_32_at_least_or_none() {
    let mut gl = core45();
    for (bits, expected) in [(0, 0), (1, 32), (40, 40), (64, 64)] {
        gl.driver().bits = bits;
        for target in ELEVEN {
            assert_eq!(gl.query(target, QUERY_COUNTER_BITS), Ok(expected));
        }
    }
}

#[test]
fn ps_13_all_four_getters_agree() {
    for target in ELEVEN {
        let mut gl = core45();
        let id = gl.used(target, 5);
        assert_eq!(gl.object(id, QUERY_RESULT), Ok(5_i32));
        gl.driver().results.insert(id, 80);
        assert_eq!(gl.object(id, QUERY_RESULT), Ok(5_u32));
        assert_eq!(gl.object(id, QUERY_RESULT), Ok(5_i64));
        assert_eq!(gl.object(id, QUERY_RESULT), Ok(5_u64));
    }
}

#[test]
fn ps_14_a_begin_counts_from_zero_again() {
    let mut gl = core45();
    let id = gl.used(VERTICES_SUBMITTED, 5);
    assert_eq!(gl.result(id), Ok(5));
    gl.begin(VERTICES_SUBMITTED, id).unwrap();
    gl.end(VERTICES_SUBMITTED).unwrap();
    gl.driver().results.insert(id, 0);
    assert_eq!(gl.result(id), Ok(0));
}

#[test]
fn ps_20_opengl_es_has_no_statistics() {
    for target in ELEVEN {
        for version in ["OpenGL ES 3.2 Recording", "OpenGL ES 2.0 Recording"] {
            assert!(!accepts(version, &[DISJOINT, STATISTICS], target), "the extension is OpenGL's alone");
        }
    }
}

#[test]
fn ps_21_statistics_can_be_created() {
    let mut gl = core45();
    for target in ELEVEN {
        let id = gl.create(target).unwrap();
        assert_eq!(gl.object(id, QUERY_TARGET), Ok(target));
    }
}

#[test]
fn ps_22_each_target_has_its_own_current_query() {
    let mut gl = core45();
    let id = gl.active(CLIPPING_INPUT_PRIMITIVES);
    for target in ELEVEN {
        let current = if target == CLIPPING_INPUT_PRIMITIVES { id as GLint } else { 0 };
        assert_eq!(gl.query(target, CURRENT_QUERY), Ok(current));
    }
}

#[test]
fn ps_24_a_counter_that_ran_backwards_is_zero() {
    for backwards in [u64::MAX, 1 << 63] {
        let mut gl = core45();
        let id = gl.used(CLIPPING_INPUT_PRIMITIVES, backwards);
        assert_eq!(gl.object(id, QUERY_RESULT), Ok(0_u32));
        assert_eq!(gl.result(id), Ok(0));
    }
    let mut gl = core45();
    let id = gl.used(CLIPPING_INPUT_PRIMITIVES, (1 << 63) - 1);
    assert_eq!(gl.result(id), Ok((1 << 63) - 1));
}

#[test]
fn ps_24_a_counter_that_ran_backwards_is_zero_in_a_buffer_too() {
    let mut gl = core45();
    let id = gl.used(CLIPPING_INPUT_PRIMITIVES, u64::MAX);
    gl.result(id).unwrap();
    gl.commands();
    assert_eq!(gl.buffer_object::<u64>(id, 9, QUERY_RESULT, 0), Ok(()));
    assert_eq!(gl.changes(), [Command::WriteBuffer(9, 0, vec![0; 8])]);
}
