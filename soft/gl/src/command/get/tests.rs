#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::value;
use crate::state::value::Value;
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::{code_of, core, es};
use crate::tokens::*;
use std::ffi::{CStr, CString};

/// Returns a text of the context.
fn text(address: *const u8) -> String {
    // SAFETY: the texts of contexts live for ever and end with a zero.
    unsafe { CStr::from_ptr(address.cast()) }.to_str().unwrap().to_owned()
}

#[test]
fn the_compiler_accepts_every_version_that_the_context_lists() {
    let compile = |gl: &Gl, version: &str| {
        let vertex = CString::new(format!("#version {version}\nvoid main() {{ gl_Position = vec4(0.0); }}")).unwrap();
        let fragment = CString::new(format!("#version {version}\nvoid main() {{}}")).unwrap();
        gl.program(&[(GL_VERTEX_SHADER, &vertex), (GL_FRAGMENT_SHADER, &fragment)], &[]);
    };
    let gl = Gl::new(core());
    let mut count = 0;
    glGetIntegerv(GL_NUM_SHADING_LANGUAGE_VERSIONS, &raw mut count);
    let listed: Vec<String> = (0..count).map(|index| text(glGetStringi(GL_SHADING_LANGUAGE_VERSION, index as u32))).collect();
    let newest = text(glGetString(GL_SHADING_LANGUAGE_VERSION)).replace('.', "");
    assert!(listed.contains(&format!("{newest} core")), "{newest} in {listed:?}");
    listed.iter().for_each(|version| compile(&gl, version));
    drop(gl);
    let gl = Gl::new(es(3, 2));
    let newest = text(glGetString(GL_SHADING_LANGUAGE_VERSION));
    assert_eq!(newest, "OpenGL ES GLSL ES 3.20");
    compile(&gl, "320 es");
}

#[test]
fn names_of_later_versions_are_unknown() {
    for name in [GL_MAX_SERVER_WAIT_TIMEOUT, GL_RASTERIZER_DISCARD, GL_READ_FRAMEBUFFER_BINDING, GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS]
    {
        assert_eq!(code_of(value(&mut es(2, 0), name)), Err(GL_INVALID_ENUM));
        assert!(value(&mut es(3, 0), name).is_ok());
        assert!(value(&mut core(), name).is_ok());
    }
    assert_eq!(code_of(value(&mut es(3, 0), GL_DRAW_INDIRECT_BUFFER_BINDING)), Err(GL_INVALID_ENUM));
    assert!(value(&mut es(3, 1), GL_DRAW_INDIRECT_BUFFER_BINDING).is_ok());
    assert!(value(&mut es(2, 0), GL_MAX_VERTEX_UNIFORM_VECTORS).is_ok());
}

#[test]
fn patches_restart_and_the_context_says_so() {
    assert_eq!(value(&mut core(), GL_PRIMITIVE_RESTART_FOR_PATCHES_SUPPORTED), Ok(Value::from(true)));
    assert_eq!(code_of(value(&mut es(3, 1), GL_PRIMITIVE_RESTART_FOR_PATCHES_SUPPORTED)), Err(GL_INVALID_ENUM));
}

#[test]
fn bindings_of_texture_units_by_index() {
    let gl = Gl::new(core());
    let (mut texture, mut sampler) = (0u32, 0u32);
    glCreateTextures(GL_TEXTURE_3D, 1, &raw mut texture);
    glGenSamplers(1, &raw mut sampler);
    glBindTextureUnit(3, texture);
    glBindSampler(5, sampler);
    let indexed = |name: u32, index: u32| {
        let mut value = -1i32;
        glGetIntegeri_v(name, index, &raw mut value);
        value as u32
    };
    assert_eq!([indexed(GL_TEXTURE_BINDING_3D, 3), indexed(GL_TEXTURE_BINDING_3D, 4), indexed(GL_TEXTURE_BINDING_2D, 3)], [texture, 0, 0]);
    assert_eq!([indexed(GL_SAMPLER_BINDING, 5), indexed(GL_SAMPLER_BINDING, 3)], [sampler, 0]);
    gl.no_error();
    indexed(GL_SAMPLER_BINDING, 100_000);
    assert_eq!(glGetError(), GL_INVALID_VALUE);
}
