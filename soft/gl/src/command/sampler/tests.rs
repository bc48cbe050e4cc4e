#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]
use super::*;
use crate::testing::fixtures::{code_of, out, outs, slice};
use crate::testing::windows::{core, es};

#[test]
fn samplers_are_bound_to_units() {
    let mut context = core();
    let mut name = 0;
    generate(&mut context, 1, out(&mut name)).unwrap();
    assert_eq!(code_of(bind(&mut context, 96, name)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(bind(&mut context, 0, 77)), Err(GL_INVALID_OPERATION));
    bind(&mut context, 5, name).unwrap();
    delete(&mut context, 1, slice(&[name])).unwrap();
    assert!(context.textures.units[5].sampler.is_none());
    assert_eq!(is_sampler(&mut context, name), Ok(0));
}

#[test]
fn parameters_are_checked() {
    let mut context = core();
    let mut name = 0;
    generate(&mut context, 1, out(&mut name)).unwrap();
    let mut set = |parameter, value: u32| set_integer(&mut context, name, parameter, value as i32);
    assert_eq!(code_of(set(GL_TEXTURE_MAG_FILTER, GL_LINEAR_MIPMAP_LINEAR)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(set(GL_TEXTURE_BASE_LEVEL, 0)), Err(GL_INVALID_ENUM));
    assert_eq!(set(GL_TEXTURE_COMPARE_FUNC, GL_GREATER), Ok(()));
    assert_eq!(code_of(set(GL_TEXTURE_MAX_ANISOTROPY, 0)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(set_integer(&mut context, 99, GL_TEXTURE_COMPARE_FUNC, 0)), Err(GL_INVALID_OPERATION));
    let mut es = es();
    generate(&mut es, 1, out(&mut name)).unwrap();
    assert_eq!(code_of(set_float(&mut es, name, GL_TEXTURE_LOD_BIAS, 1.0)), Err(GL_INVALID_ENUM));
}

#[test]
fn border_colours_come_back_in_the_type_they_are_asked_for() {
    let mut context = core();
    let mut name = 0;
    generate(&mut context, 1, out(&mut name)).unwrap();
    let colour = [i32::MAX, 0, i32::MIN, i32::MAX];
    set_integers(&mut context, name, GL_TEXTURE_BORDER_COLOR, slice(&colour)).unwrap();
    let mut floats = [9.0; 4];
    get_floats(&mut context, name, GL_TEXTURE_BORDER_COLOR, outs(&mut floats)).unwrap();
    assert_eq!(floats, [1.0, 0.0, -1.0, 1.0]);
    let bits = [5, -6, 7, 8];
    set_pure(&mut context, name, GL_TEXTURE_BORDER_COLOR, slice(&bits)).unwrap();
    let mut back = [0; 4];
    get_pure(&mut context, name, GL_TEXTURE_BORDER_COLOR, outs(&mut back)).unwrap();
    assert_eq!(back, bits);
}
