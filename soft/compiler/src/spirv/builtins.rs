//! The built-in variables of each stage.

use base::hir::{BuiltinVariable, Scalar, Stage, Type};
use rspirv::spirv::BuiltIn;

/// The type that a built-in variable must have.
#[derive(Clone, Copy)]
pub enum Expected {
    /// A scalar or vector of floats.
    Float(u8),
    /// A scalar or vector of integers, signed or not.
    Integer(u8),
    Bool,
    /// An array of floats of at most this length.
    Floats(u32),
    /// An array of one integer.
    Masks,
}

impl Expected {
    /// Returns true if a type is the expected one.
    pub fn fits(self, ty: &Type) -> bool {
        let integer = |scalar: Scalar| matches!(scalar, Scalar::Int | Scalar::Uint);
        match (self, ty) {
            (Self::Float(count), ty) => super::shape(ty) == Some((Scalar::Float, count)),
            (Self::Integer(count), ty) => super::shape(ty).is_some_and(|(scalar, size)| integer(scalar) && size == count),
            (Self::Bool, ty) => *ty == Type::Scalar(Scalar::Bool),
            (Self::Floats(most), Type::Array(element, length)) => **element == Type::Scalar(Scalar::Float) && (1..=most).contains(length),
            (Self::Masks, Type::Array(element, 1)) => super::shape(element).is_some_and(|(scalar, size)| integer(scalar) && size == 1),
            _ => false,
        }
    }
}

/// Returns the variable of a built-in decoration with its name and type, or `None` if the stage does not have it on this side.
pub fn known_builtin(builtin: BuiltIn, stage: Stage, output: bool) -> Option<(BuiltinVariable, &'static str, Expected)> {
    use BuiltinVariable as V;
    use Expected::{Bool, Float, Floats, Integer, Masks};
    use Stage::{Compute, Fragment, Geometry, TessControl, TessEvaluation, Vertex};
    let tessellates = matches!(stage, TessControl | TessEvaluation);
    let arrays = matches!(stage, TessControl | TessEvaluation | Geometry);
    let vertices = matches!(stage, Vertex | TessControl | TessEvaluation | Geometry);
    let distances = (output && vertices) || (!output && (arrays || stage == Fragment));
    Some(match builtin {
        BuiltIn::Position if vertices && (output || arrays) => (V::Position, "gl_Position", Float(4)),
        BuiltIn::PointSize if vertices && (output || arrays) => (V::PointSize, "gl_PointSize", Float(1)),
        BuiltIn::ClipDistance if distances => (V::ClipDistance, "gl_ClipDistance", Floats(8)),
        BuiltIn::CullDistance if distances => (V::CullDistance, "gl_CullDistance", Floats(8)),
        BuiltIn::VertexId if stage == Vertex && !output => (V::VertexId, "gl_VertexID", Integer(1)),
        BuiltIn::InstanceId if stage == Vertex && !output => (V::InstanceId, "gl_InstanceID", Integer(1)),
        BuiltIn::BaseVertex if stage == Vertex && !output => (V::BaseVertex, "gl_BaseVertex", Integer(1)),
        BuiltIn::BaseInstance if stage == Vertex && !output => (V::BaseInstance, "gl_BaseInstance", Integer(1)),
        BuiltIn::DrawIndex if stage == Vertex && !output => (V::DrawId, "gl_DrawID", Integer(1)),
        BuiltIn::PrimitiveId if arrays && !output => (V::PrimitiveIdIn, "gl_PrimitiveIDIn", Integer(1)),
        BuiltIn::PrimitiveId if (stage == Geometry && output) || (stage == Fragment && !output) => {
            (V::PrimitiveId, "gl_PrimitiveID", Integer(1))
        }
        BuiltIn::InvocationId if matches!(stage, TessControl | Geometry) && !output => (V::InvocationId, "gl_InvocationID", Integer(1)),
        BuiltIn::Layer if (stage == Geometry && output) || (stage == Fragment && !output) => (V::Layer, "gl_Layer", Integer(1)),
        BuiltIn::ViewportIndex if (stage == Geometry && output) || (stage == Fragment && !output) => {
            (V::ViewportIndex, "gl_ViewportIndex", Integer(1))
        }
        BuiltIn::PatchVertices if tessellates && !output => (V::PatchVerticesIn, "gl_PatchVerticesIn", Integer(1)),
        BuiltIn::TessLevelOuter if tessellates && output == (stage == TessControl) => (V::TessLevelOuter, "gl_TessLevelOuter", Floats(4)),
        BuiltIn::TessLevelInner if tessellates && output == (stage == TessControl) => (V::TessLevelInner, "gl_TessLevelInner", Floats(2)),
        BuiltIn::TessCoord if stage == TessEvaluation && !output => (V::TessCoord, "gl_TessCoord", Float(3)),
        BuiltIn::FragCoord if stage == Fragment && !output => (V::FragCoord, "gl_FragCoord", Float(4)),
        BuiltIn::FrontFacing if stage == Fragment && !output => (V::FrontFacing, "gl_FrontFacing", Bool),
        BuiltIn::PointCoord if stage == Fragment && !output => (V::PointCoord, "gl_PointCoord", Float(2)),
        BuiltIn::SampleId if stage == Fragment && !output => (V::SampleId, "gl_SampleID", Integer(1)),
        BuiltIn::SamplePosition if stage == Fragment && !output => (V::SamplePosition, "gl_SamplePosition", Float(2)),
        BuiltIn::SampleMask if stage == Fragment && !output => (V::SampleMaskIn, "gl_SampleMaskIn", Masks),
        BuiltIn::SampleMask if stage == Fragment => (V::SampleMask, "gl_SampleMask", Masks),
        BuiltIn::HelperInvocation if stage == Fragment && !output => (V::HelperInvocation, "gl_HelperInvocation", Bool),
        BuiltIn::FragDepth if stage == Fragment && output => (V::FragDepth, "gl_FragDepth", Float(1)),
        BuiltIn::NumWorkgroups if stage == Compute && !output => (V::NumWorkGroups, "gl_NumWorkGroups", Integer(3)),
        BuiltIn::WorkgroupId if stage == Compute && !output => (V::WorkGroupId, "gl_WorkGroupID", Integer(3)),
        BuiltIn::LocalInvocationId if stage == Compute && !output => (V::LocalInvocationId, "gl_LocalInvocationID", Integer(3)),
        BuiltIn::GlobalInvocationId if stage == Compute && !output => (V::GlobalInvocationId, "gl_GlobalInvocationID", Integer(3)),
        BuiltIn::LocalInvocationIndex if stage == Compute && !output => (V::LocalInvocationIndex, "gl_LocalInvocationIndex", Integer(1)),
        _ => return None,
    })
}
