//! The sizes of a geometry shader's inputs, which are arrays over the vertices of the input primitive.

use crate::glsl::link::log::Log;
use crate::glsl::link::merge::finalize;
use crate::glsl::link::walk::{Part, walk};
use base::hir::{Expr, ExprKind, Shader, Stage, Storage, Type};

/// Sizes unsized inputs of geometry shaders by the input primitive.
pub fn size_inputs(stages: &mut [Shader], log: &mut Log) {
    for shader in stages.iter_mut().filter(|shader| shader.stage == Stage::Geometry) {
        let Some(input) = shader.layout.geometry_input else { continue };
        let mut sized = false;
        for variable in shader.variables.iter_mut().filter(|it| matches!(it.storage, Storage::In | Storage::InBlock)) {
            if let Type::Array(element, length) = &variable.ty {
                if *length == input.vertices() {
                    continue;
                }
                if *length == 0 || variable.qualifiers.implicitly_sized {
                    variable.ty = Type::Array(element.clone(), input.vertices());
                    sized = true;
                } else {
                    log.error(format!(
                        "geometry input {} has {length} elements, but the input primitive has {} vertices",
                        variable.name,
                        input.vertices()
                    ));
                }
            }
        }
        if sized {
            finalize(shader);
        }
        check_vertices(shader, input.vertices(), log);
    }
}

/// Checks that no constant index into the inputs of a geometry shader exceeds the vertices of the input primitive, which another shader of the
/// stage may declare: "It is a link-time error if not all provided sizes (sized input arrays and layout size) match across all geometry shaders
/// in a program." [GLSL 4.60, 4.4.1.2]
fn check_vertices(shader: &Shader, vertices: u32, log: &mut Log) {
    for function in shader.functions.iter().filter(|_| !shader.spirv) {
        walk(function.body.as_deref().unwrap_or_default(), &mut |part| {
            let Part::Expr(Expr { kind: ExprKind::Index(base, index), .. }) = part else { return };
            let (ExprKind::Variable(id), ExprKind::Constant(words)) = (&base.kind, &index.kind) else { return };
            let Some(variable) = shader.variables.get(*id) else { return };
            if matches!(variable.storage, Storage::In | Storage::InBlock)
                && let Some(index) = words.first().filter(|index| **index >= vertices)
            {
                log.error(format!("geometry input {} has no element {index}: the input primitive has {vertices} vertices", variable.name));
            }
        });
    }
}
