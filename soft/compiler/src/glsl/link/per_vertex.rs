//! Redeclarations of the built-in block `gl_PerVertex`: shaders on the same interface redeclare it in the same way.

use super::LinkOptions;
use super::log::{Log, stage_name};
use super::merge::join_types;
use super::walk::{Part, root, walk};
use base::hir::{BuiltinVariable, ExprKind, Member, Shader, Stage, Storage, Type};

/// Checks the shaders of one stage.
///
/// "If multiple shaders using members of a built-in block belonging to the same interface are linked together in the same program, they must
/// all redeclare the built-in block in the same way […] or a link-time error will result. It will also be a link-time error if some shaders in
/// a program redeclare a specific built-in interface block while another shader in that program does not redeclare that interface block yet
/// still uses a member of that interface block." [EXT_shader_io_blocks]
pub fn check_stage(objects: &[&Shader], log: &mut Log) {
    for output in [false, true] {
        let Some(first) = objects.iter().find_map(|object| redeclared(object, output)) else { continue };
        for object in objects.iter().filter(|object| uses_members(object, output)) {
            report(Some(first), redeclared(object, output), &format!("two {} shaders", stage_name(object.stage)), log);
        }
    }
}

/// Checks the outputs of each stage and the inputs of the next one in the same program, where both use members of the block.
///
/// "To use any built-in input or output in the gl_PerVertex block in separable program objects, shader code must redeclare that block prior to
/// use." [GL 4.4, 7.4.1] Here that holds where one program has both sides of an interface: elsewhere a redeclaration changes nothing.
pub fn check_stages(stages: &[Shader], options: &LinkOptions, log: &mut Log) {
    for pair in stages.windows(2) {
        let [from, to] = pair else { continue };
        let apart = options.program(from.stage) != options.program(to.stage) || from.spirv || to.spirv;
        if apart || to.stage == Stage::Fragment {
            continue;
        }
        let (output, input) = (redeclared(from, true), redeclared(to, false));
        let between = format!("the {} and the {} stage", stage_name(from.stage), stage_name(to.stage));
        if !uses_members(from, true) || !uses_members(to, false) {
            // "At an interface between two non-fragment shader stages, the gl_PerVertex input and output blocks are considered to match if and only
            // if the block members members match exactly in name, type, qualification, and declaration order." [GL 4.4, 7.4.1] Redeclarations
            // on both sides show what a stage that uses no member expects.
            if !from.es && output.is_some() && input.is_some() {
                report(output, input, &between, log);
            }
            continue;
        }
        match (output, input) {
            (None, None) if options.separable && !from.es && options.programs == LinkOptions::default().programs => {
                log.error(format!("gl_PerVertex is not redeclared between {between} of a separable program"));
            }
            // In OpenGL ES the block itself has just these members.
            (Some(members), None) | (None, Some(members)) if from.es && is_embedded(members) => {}
            _ => report(output, input, &between, log),
        }
    }
}

fn report(a: Option<&Vec<Member>>, b: Option<&Vec<Member>>, between: &str, log: &mut Log) {
    match (a, b) {
        (Some(a), Some(b)) if !same(a, b) => log.error(format!("the redeclarations of gl_PerVertex differ between {between}")),
        (Some(_), None) | (None, Some(_)) => log.error(format!("gl_PerVertex is redeclared on one side only, of {between}")),
        _ => {}
    }
}

fn same(a: &[Member], b: &[Member]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.name == b.name && join_types(&a.ty, &b.ty).is_some())
}

fn is_embedded(members: &[Member]) -> bool {
    members.iter().map(|member| member.name.as_str()).eq(["gl_Position", "gl_PointSize"])
}

fn redeclared(shader: &Shader, output: bool) -> Option<&Vec<Member>> {
    if output { shader.layout.vertex_outputs.as_ref() } else { shader.layout.vertex_inputs.as_ref() }
}

/// Returns true if the functions of a shader name members of the block.
fn uses_members(shader: &Shader, output: bool) -> bool {
    use BuiltinVariable as B;
    let block = if output { Storage::OutBlock } else { Storage::InBlock };
    let alone = output && matches!(shader.stage, Stage::Vertex | Stage::TessEvaluation | Stage::Geometry);
    let storage = |id: usize| shader.variables.get(id).map(|variable| &variable.storage);
    let mut found = false;
    for function in &shader.functions {
        walk(function.body.as_deref().unwrap_or_default(), &mut |part| {
            let Part::Expr(expr) = part else { return };
            found |= match &expr.kind {
                ExprKind::Variable(id) if alone => matches!(
                    storage(*id),
                    Some(Storage::Builtin(B::Position | B::PointSize | B::ClipDistance | B::CullDistance | B::ClipVertex))
                ),
                ExprKind::Field(base, member) => {
                    let builtin = match &base.ty {
                        Type::Struct(structure) => structure.members.get(*member).and_then(|member| member.qualifiers.builtin),
                        _ => None,
                    };
                    builtin.is_some() && root(base).and_then(storage) == Some(&block)
                }
                _ => false,
            };
        });
    }
    found
}
