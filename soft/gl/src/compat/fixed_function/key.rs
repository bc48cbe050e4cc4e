//! The state that the shader texts of the fixed function depend on. Every draw builds it, without texts.

use super::POINT_SIZE;
use crate::command::texture;
use crate::compat::ati_fragment_shader;
use crate::config::Api;
use crate::context::Context;
use crate::limits::{MAX_POINT_SIZE, MAX_TEXTURE_COORDS};
use crate::object::ati_fragment_shader::Definition;
use crate::object::fixed_function::{FogCoordinate, FragmentKey, Key, LightKind, Lighting, Normals, Textured, VertexKey};
use crate::state::texture_environment::Unit;
use crate::tokens::*;
use base::hir::TextureKind;
use std::sync::Arc;

/// Returns true if a capability is enabled.
fn is(context: &Context, capability: u32) -> bool {
    context.compat.enabled.contains(&capability)
}

/// Returns the enabled target of a unit with the most dimensions, with its texture's base internal format and true if depths are compared, if the
/// texture is complete.
fn complete(context: &Context, index: usize, unit: &Unit) -> Option<(TextureKind, u32, bool)> {
    if unit.enabled.is_empty() {
        return None;
    }
    let targets = [
        (GL_TEXTURE_CUBE_MAP, TextureKind::Cube),
        (GL_TEXTURE_3D, TextureKind::D3),
        (GL_TEXTURE_RECTANGLE, TextureKind::Rect),
        (GL_TEXTURE_2D, TextureKind::D2),
        (GL_TEXTURE_1D, TextureKind::D1),
    ];
    let (_, kind) = targets.into_iter().find(|(target, _)| unit.enabled.contains(target))?;
    let (base, compared) = texture::complete_base_format(context, index, kind)?;
    Some((kind, base, compared))
}

/// Returns the texture that a shader of GL_ATI_fragment_shader samples: "… if fragment shader mode is enabled, the GL behaves as if
/// TEXTURE_COMPARE_MODE_ARB is NONE." [ATI_fragment_shader, Interactions with ARB_shadow] Its environment has no part in it.
fn sampled(context: &Context, index: usize, unit: &Unit) -> Option<Textured> {
    let (kind, ..) = complete(context, index, unit)?;
    Some(Textured { kind, base: GL_NONE, compared: false, mode: GL_NONE, combine: None })
}

/// Returns the texture of a unit and its environment.
fn textured(context: &Context, index: usize, unit: &Unit) -> Option<Textured> {
    let (kind, base, compared) = complete(context, index, unit)?;
    // Version 1.20 of the language has no comparison with cube maps.
    let compared = compared && kind != TextureKind::Cube;
    Some(Textured {
        kind,
        base,
        compared,
        mode: unit.mode,
        combine: matches!(unit.mode, GL_COMBINE | GL_COMBINE4_NV).then_some(unit.combine),
    })
}

/// Returns the generation modes of the coordinates of a unit.
fn generated(unit: &Unit) -> [u32; 4] {
    if unit.enabled.is_empty() {
        return [0; 4];
    }
    let axes = [GL_TEXTURE_GEN_S, GL_TEXTURE_GEN_T, GL_TEXTURE_GEN_R, GL_TEXTURE_GEN_Q];
    std::array::from_fn(|axis| if unit.enabled.contains(&axes[axis]) { unit.generate[axis].0 } else { 0 })
}

impl Key {
    /// Returns the key for the requested stages. A vertex stage before a fragment shader of the application computes all outputs.
    pub fn new(context: &Context, vertex: bool, fragment: bool) -> Self {
        let units = &context.compat.environment.units;
        let shader = if fragment { ati_fragment_shader::active(context) } else { None };
        let textured: [Option<Textured>; MAX_TEXTURE_COORDS] = std::array::from_fn(|index| {
            let unit = units.get(index).filter(|_| fragment)?;
            match &shader {
                Some(shader) => sampled(context, index, unit).filter(|_| shader.samples(index)),
                None => textured(context, index, unit),
            }
        });
        let coordinates = std::array::from_fn(|index| {
            let is_read = shader.as_ref().map_or(textured[index].is_some(), |shader| shader.reads_coordinates(index));
            (is_read || !fragment).then(|| units.get(index).map_or([0; 4], generated))
        });
        Self {
            vertex: vertex.then(|| VertexKey::new(context, coordinates, !fragment)),
            fragment: fragment.then(|| FragmentKey::new(context, shader, textured, vertex)),
        }
    }
}

impl Key {
    /// Returns the key for selection and feedback, with the vertex stage if `vertex` is true.
    pub fn of_collection(context: &Context, vertex: bool) -> Self {
        let mut key = Self::new(context, vertex, true);
        if let Some(vertex) = &mut key.vertex {
            vertex.units[0] = Some(context.compat.environment.units.first().map_or([0; 4], generated));
        }
        let units = [const { None }; MAX_TEXTURE_COORDS];
        key.fragment = Some(FragmentKey { collects: true, shader: None, units, color_sum: false, fog: None, clamped: false });
        key
    }

    /// Returns the key for the fragments of pixel rectangles and bitmaps, with the fragment stage if `fragment` is true.
    pub fn of_rectangle(context: &Context, fragment: bool) -> Self {
        Self { vertex: Some(VertexKey::of_rectangle()), ..Self::new(context, true, fragment) }
    }
}

impl VertexKey {
    fn new(context: &Context, units: [Option<[u32; 4]>; MAX_TEXTURE_COORDS], everything: bool) -> Self {
        let state = &context.compat.lighting;
        let light = |index: usize| {
            let light = state.lights.get(index).filter(|_| is(context, GL_LIGHT0 + index as u32))?;
            Some(LightKind { directional: light.position[3] == 0.0, spot: light.spot_cutoff != 180.0 })
        };
        let lighting = is(context, GL_LIGHTING).then(|| Lighting {
            lights: std::array::from_fn(light),
            two_side: state.two_side,
            local_viewer: state.local_viewer,
            separate_specular: state.color_control == GL_SEPARATE_SPECULAR_COLOR,
            color_material: is(context, GL_COLOR_MATERIAL).then_some(state.color_material),
            vertex_materials: context.compat.vertex_materials,
        });
        let needs_normals = lighting.is_some() || units.iter().flatten().any(|modes| *modes != [0; 4]);
        let normals = match needs_normals {
            true if is(context, GL_NORMALIZE) => Normals::Normalized,
            true if is(context, GL_RESCALE_NORMAL) => Normals::Rescaled,
            _ => Normals::AsTheyAre,
        };
        let fog = match everything || is(context, GL_FOG) {
            true if state.fog.source == GL_FOG_COORD => FogCoordinate::Given,
            true => match state.fog.distance {
                GL_EYE_PLANE => FogCoordinate::Plane,
                GL_EYE_RADIAL_NV => FogCoordinate::Radial,
                _ => FogCoordinate::Depth,
            },
            false => FogCoordinate::Unused,
        };
        // Only OpenGL ES 1.1 has such arrays; other interfaces may have a generic attribute there.
        let point_sizes = context.config.api == Api::Es1 && context.vertex_arrays.array().attributes[POINT_SIZE as usize].enabled;
        let sized =
            point_sizes || context.state.point_attenuation != [1.0, 0.0, 0.0] || context.state.point_size_range != [0.0, MAX_POINT_SIZE];
        Self { planes: context.state.raster.clip_enables != 0, lighting, normals, fog, sized, point_sizes, units, rectangle: false }
    }

    /// Returns the key for the fragments of pixel rectangles and bitmaps.
    fn of_rectangle() -> Self {
        let (normals, fog) = (Normals::AsTheyAre, FogCoordinate::Given);
        Self {
            planes: false,
            lighting: None,
            normals,
            fog,
            sized: false,
            point_sizes: false,
            units: [Some([0; 4]); MAX_TEXTURE_COORDS],
            rectangle: true,
        }
    }
}

impl FragmentKey {
    /// Returns the key. `lit`: the fixed function processes the vertices, so lighting may separate the specular colour.
    fn new(context: &Context, shader: Option<Arc<Definition>>, units: [Option<Textured>; MAX_TEXTURE_COORDS], lit: bool) -> Self {
        let state = &context.compat.lighting;
        let separate = lit && is(context, GL_LIGHTING) && state.color_control == GL_SEPARATE_SPECULAR_COLOR;
        Self {
            collects: false,
            shader,
            units,
            color_sum: is(context, GL_COLOR_SUM) || separate,
            fog: is(context, GL_FOG).then_some(state.fog.mode),
            clamped: context.state.clamps_fragments(),
        }
    }
}
