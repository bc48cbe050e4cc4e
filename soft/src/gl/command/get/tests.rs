#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::value;
use crate::gl::state::value::Value;
use crate::gl::testing::fixtures::{core, es};
use crate::tokens::*;

#[test]
fn names_of_later_versions_are_unknown() {
    for name in [GL_MAX_SERVER_WAIT_TIMEOUT, GL_RASTERIZER_DISCARD, GL_READ_FRAMEBUFFER_BINDING, GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS]
    {
        assert_eq!(value(&mut es(2, 0), name), Err(GL_INVALID_ENUM));
        assert!(value(&mut es(3, 0), name).is_ok());
        assert!(value(&mut core(), name).is_ok());
    }
    assert_eq!(value(&mut es(3, 0), GL_DRAW_INDIRECT_BUFFER_BINDING), Err(GL_INVALID_ENUM));
    assert!(value(&mut es(3, 1), GL_DRAW_INDIRECT_BUFFER_BINDING).is_ok());
    assert!(value(&mut es(2, 0), GL_MAX_VERTEX_UNIFORM_VECTORS).is_ok());
}

#[test]
fn patches_restart_and_the_context_says_so() {
    assert_eq!(value(&mut core(), GL_PRIMITIVE_RESTART_FOR_PATCHES_SUPPORTED), Ok(Value::from(true)));
    assert_eq!(value(&mut es(3, 1), GL_PRIMITIVE_RESTART_FOR_PATCHES_SUPPORTED), Err(GL_INVALID_ENUM));
}
