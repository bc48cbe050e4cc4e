//! The rules of the locations and components that declarations give to inputs and outputs.

use super::items::{Item, items};
use super::slots::basic_type;
use crate::glsl::link::LinkOptions;
use crate::glsl::link::log::{Log, stage_name};
use base::hir::layout;
use base::hir::{Interpolation, Sampling, Scalar, Shader, Stage, Type, Variable};

/// A variable with a location, or a member of a block with locations.
struct Part<'a> {
    name: &'a str,
    ty: &'a Type,
    /// The first location, and that after the last one.
    from: u64,
    to: u64,
    component: u32,
    patch: bool,
    interpolation: Interpolation,
    sampling: Sampling,
}

impl Part<'_> {
    /// Returns the components that it uses of a location, as a mask of four bits.
    fn components(&self, location: u64) -> u32 {
        let ty = self.ty.without_array();
        let words = match ty {
            Type::Scalar(scalar) => scalar.words(),
            Type::Vector(scalar, size) => scalar.words() * u32::from(*size),
            _ => return 0xF,
        };
        // Vectors of 64-bit components of three and four components continue in the next location.
        let before = 4 * (location.saturating_sub(self.from) % ty.slots().max(1)) as u32;
        let first = if before == 0 { self.component.min(3) } else { 0 };
        let count = words.saturating_sub(before).clamp(1, 4 - first);
        (0xFu32 >> (4 - count)) << first
    }
}

/// Returns the class of values that may share a location: floating-point or integer, of the same width.
fn numerical_type(ty: &Type) -> Option<Scalar> {
    basic_type(ty).map(|scalar| match scalar {
        Scalar::Uint => Scalar::Int,
        Scalar::Uint64 => Scalar::Int64,
        scalar => scalar,
    })
}

fn sampling(variable: &Variable) -> Sampling {
    match (variable.qualifiers.centroid, variable.qualifiers.sample) {
        (_, true) => Sampling::Sample,
        (true, _) => Sampling::Centroid,
        _ => Sampling::Center,
    }
}

/// Returns the parts of items that have locations: variables as a whole, the members of blocks.
fn parts<'a>(items: &'a [Item], shader: &Shader) -> Vec<Part<'a>> {
    let mut parts = Vec::new();
    for item in items {
        let (Some(location), Some(variable)) = (item.location, shader.variables.get(item.variable)) else { continue };
        let (interpolation, sampling, patch) = (variable.qualifiers.interpolation, sampling(variable), item.patch);
        match &item.ty {
            Type::Struct(block) if item.block => {
                for (member, (from, to)) in block.members.iter().zip(layout::member_locations(&block.members, Some(location))) {
                    let qualifiers = &member.qualifiers;
                    let of_member = |own, block| if own == Default::default() { block } else { own };
                    parts.push(Part {
                        name: &member.name,
                        ty: &member.ty,
                        from,
                        to,
                        component: qualifiers.component.unwrap_or(0),
                        patch,
                        interpolation: of_member(qualifiers.interpolation, interpolation),
                        sampling: if qualifiers.sampling == Sampling::Center { sampling } else { qualifiers.sampling },
                    });
                }
            }
            ty => {
                let (from, to) = (u64::from(location), u64::from(location).saturating_add(ty.slots()));
                parts.push(Part { name: &item.name, ty, from, to, component: item.component, patch, interpolation, sampling });
            }
        }
    }
    parts.sort_by_key(|part| (part.patch, part.from, part.to));
    parts
}

/// Checks the locations of a stage's inputs and outputs, whether or not it uses them. The attributes of vertices and the outputs of fragments
/// have rules and limits of their own.
pub fn check(shader: &Shader, options: &LinkOptions, log: &mut Log) {
    // Modules name what their entry point uses, and validators have checked them.
    if shader.spirv {
        return;
    }
    for output in [false, true] {
        if matches!((shader.stage, output), (Stage::Vertex, false) | (Stage::Fragment, true)) {
            continue;
        }
        let items = items(shader, output);
        let parts = parts(&items, shader);
        check_limit(&parts, shader.stage, output, options, log);
        check_overlaps(&parts, log);
    }
}

/// Checks that every location is within the limit of the stage.
fn check_limit(parts: &[Part], stage: Stage, output: bool, options: &LinkOptions, log: &mut Log) {
    for part in parts {
        let limit = if part.patch { options.limits.patch_components } else { options.limits.varying_components } / 4;
        if part.to > u64::from(limit) {
            log.error(format!(
                "{} {} takes the locations {} to {} of the {} stage; the limit is {limit}",
                if output { "output" } else { "input" },
                part.name,
                part.from,
                part.to.saturating_sub(1),
                stage_name(stage)
            ));
        }
    }
}

/// Checks that variables and members of blocks that share a location use different components of it.
///
/// "With one exception, location aliasing is allowed only if it does not cause component aliasing; it is a compile-time or link-time error to cause
/// component aliasing. Further, when location aliasing, the aliases sharing the location must have the same underlying numerical type and bit
/// width (floating-point or integer, 32-bit versus 64-bit, etc.) and the same auxiliary storage and interpolation qualification." [GLSL 4.60, 4.4.1]
fn check_overlaps(parts: &[Part], log: &mut Log) {
    for (position, a) in parts.iter().enumerate() {
        for b in parts.iter().skip(position + 1).take_while(|b| b.patch == a.patch && b.from < a.to) {
            let mut shared = b.from..a.to.min(b.to);
            if let Some(location) = shared.find(|at| a.components(*at) & b.components(*at) != 0) {
                log.error(format!("{} and {} overlap at location {location}", a.name, b.name));
            } else if numerical_type(a.ty) != numerical_type(b.ty) {
                log.error(format!("{} and {} share location {} but not their basic type", a.name, b.name, b.from));
            } else if a.interpolation != b.interpolation {
                log.error(format!("{} and {} share location {} but not their interpolation", a.name, b.name, b.from));
            } else if a.sampling != b.sampling {
                log.error(format!("{} and {} share location {} but not their auxiliary storage", a.name, b.name, b.from));
            }
        }
    }
}
