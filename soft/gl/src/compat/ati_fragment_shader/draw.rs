//! The shader that a draw runs, and its constants.

use crate::context::Context;
use crate::object::ati_fragment_shader::Definition;
use crate::object::linked::Linked;
use crate::object::names::lock;
use crate::tokens::*;
use std::sync::Arc;

/// Returns the enabled shader. "If FRAGMENT_SHADER_ATI is enabled, but the currently bound shader is invalid, the results of drawing commands are
/// undefined." [ATI_fragment_shader, 3.8.11] Like Mesa, the driver uses the texture environments then.
pub fn active(context: &Context) -> Option<Arc<Definition>> {
    if !context.compat.enabled.contains(&GL_FRAGMENT_SHADER_ATI) {
        return None;
    }
    lock(&context.compat.fragment_shader.bound.contents).as_ref().map(|contents| contents.definition.clone())
}

/// Sets the constants of the shader in the uniform with this name of the program that it was linked to.
pub fn fill(context: &Context, linked: &Linked, name: &str) {
    let state = &context.compat.fragment_shader;
    let is_own = |found: &str| found.strip_suffix("[0]") == Some(name);
    let Some(uniform) = linked.program.uniforms.iter().find(|uniform| is_own(&uniform.name)) else { return };
    let own = lock(&state.bound.contents).as_ref().map(|contents| contents.constants).unwrap_or_default();
    linked.values(|values| {
        let words = values.words.get_mut(uniform.word as usize..).unwrap_or_default();
        let elements = words.as_chunks_mut::<4>().0.iter_mut().take(uniform.elements as usize);
        for (element, (own, global)) in elements.zip(own.iter().zip(&state.constants)) {
            *element = own.unwrap_or(*global).map(f32::to_bits);
        }
    });
}
