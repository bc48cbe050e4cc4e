//! The uniforms that the GL state provides: `gl_DepthRange`, and the fixed function's matrices, lights, materials, planes and fog.

use super::constants::FIXED_FUNCTION_UNITS;
use base::hir::type_named;
use base::hir::{Member, MemberQualifiers, StructType, Type};
use std::sync::Arc;

/// Structures: the name, then the members in the syntax of a shader.
const STRUCTURES: &[(&str, &str)] = &[
    ("gl_DepthRangeParameters", "float near, float far, float diff"),
    (
        "gl_PointParameters",
        "float size, float sizeMin, float sizeMax, float fadeThresholdSize, float distanceConstantAttenuation, \
         float distanceLinearAttenuation, float distanceQuadraticAttenuation",
    ),
    ("gl_MaterialParameters", "vec4 emission, vec4 ambient, vec4 diffuse, vec4 specular, float shininess"),
    (
        "gl_LightSourceParameters",
        "vec4 ambient, vec4 diffuse, vec4 specular, vec4 position, vec4 halfVector, vec3 spotDirection, float spotExponent, \
         float spotCutoff, float spotCosCutoff, float constantAttenuation, float linearAttenuation, float quadraticAttenuation",
    ),
    ("gl_LightModelParameters", "vec4 ambient"),
    ("gl_LightModelProducts", "vec4 sceneColor"),
    ("gl_LightProducts", "vec4 ambient, vec4 diffuse, vec4 specular"),
    ("gl_FogParameters", "vec4 color, float density, float start, float end, float scale"),
];

/// Uniforms of the fixed function: type and name; `[]` is an array over lights, planes or texture units.
const FIXED: &[(&str, &str)] = &[
    ("gl_ModelViewMatrix", "mat4"),
    ("gl_ProjectionMatrix", "mat4"),
    ("gl_ModelViewProjectionMatrix", "mat4"),
    ("gl_TextureMatrix", "mat4[]"),
    ("gl_NormalMatrix", "mat3"),
    ("gl_ModelViewMatrixInverse", "mat4"),
    ("gl_ProjectionMatrixInverse", "mat4"),
    ("gl_ModelViewProjectionMatrixInverse", "mat4"),
    ("gl_TextureMatrixInverse", "mat4[]"),
    ("gl_ModelViewMatrixTranspose", "mat4"),
    ("gl_ProjectionMatrixTranspose", "mat4"),
    ("gl_ModelViewProjectionMatrixTranspose", "mat4"),
    ("gl_TextureMatrixTranspose", "mat4[]"),
    ("gl_ModelViewMatrixInverseTranspose", "mat4"),
    ("gl_ProjectionMatrixInverseTranspose", "mat4"),
    ("gl_ModelViewProjectionMatrixInverseTranspose", "mat4"),
    ("gl_TextureMatrixInverseTranspose", "mat4[]"),
    ("gl_NormalScale", "float"),
    ("gl_ClipPlane", "vec4[]"),
    ("gl_Point", "gl_PointParameters"),
    ("gl_FrontMaterial", "gl_MaterialParameters"),
    ("gl_BackMaterial", "gl_MaterialParameters"),
    ("gl_LightSource", "gl_LightSourceParameters[]"),
    ("gl_LightModel", "gl_LightModelParameters"),
    ("gl_FrontLightModelProduct", "gl_LightModelProducts"),
    ("gl_BackLightModelProduct", "gl_LightModelProducts"),
    ("gl_FrontLightProduct", "gl_LightProducts[]"),
    ("gl_BackLightProduct", "gl_LightProducts[]"),
    ("gl_TextureEnvColor", "vec4[]"),
    ("gl_EyePlaneS", "vec4[]"),
    ("gl_EyePlaneT", "vec4[]"),
    ("gl_EyePlaneR", "vec4[]"),
    ("gl_EyePlaneQ", "vec4[]"),
    ("gl_ObjectPlaneS", "vec4[]"),
    ("gl_ObjectPlaneT", "vec4[]"),
    ("gl_ObjectPlaneR", "vec4[]"),
    ("gl_ObjectPlaneQ", "vec4[]"),
    ("gl_Fog", "gl_FogParameters"),
];

fn ty(name: &str) -> Option<Type> {
    if let Some(element) = name.strip_suffix("[]") {
        return Some(Type::Array(Arc::new(ty(element)?), FIXED_FUNCTION_UNITS));
    }
    let Some((_, members)) = STRUCTURES.iter().find(|(structure, _)| *structure == name) else { return type_named(name) };
    let members = members.split(", ").filter_map(|member| {
        let (ty, name) = member.trim().split_once(' ')?;
        Some(Member { name: name.into(), ty: type_named(ty)?, qualifiers: MemberQualifiers::default() })
    });
    Some(Type::Struct(Arc::new(StructType::new(name, members.collect()))))
}

/// Returns the state uniforms; those of the fixed function only if `fixed_function`.
pub fn state_uniforms(fixed_function: bool) -> Vec<(&'static str, Type)> {
    let fixed = FIXED.iter().filter(|_| fixed_function);
    [("gl_DepthRange", "gl_DepthRangeParameters")].iter().chain(fixed).filter_map(|(name, of)| Some((*name, ty(of)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_uniform_has_a_type_with_all_its_members() {
        let all = state_uniforms(true);
        assert_eq!(all.len(), FIXED.len() + 1);
        for (structure, members) in STRUCTURES {
            let Some(Type::Struct(ty)) = ty(structure) else { unreachable!("{structure}") };
            assert_eq!(ty.members.len(), members.split(',').count(), "{structure}");
        }
        let light = all.iter().find(|(name, _)| *name == "gl_LightSource").map(|(_, ty)| ty.words());
        assert_eq!(light, Some(8 * (5 * 4 + 3 + 6)));
    }

    #[test]
    fn without_the_fixed_function_only_the_depth_range_is_left() {
        assert_eq!(state_uniforms(false).iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["gl_DepthRange"]);
    }
}
