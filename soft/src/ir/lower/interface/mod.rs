//! Variables between stages: where the words of each lie in records. What comes in is in `inputs`, what goes out in `outputs`.

mod inputs;
mod outputs;

use super::path::{Path, Record, Root};
use super::{Binding, Lowered, Lowering, types};
use crate::hir::{BlockLayout, BuiltinVariable, Place, Scalar, Semantic, Shader, Stage, Storage, Type, VarId, Variable};
use crate::ir::bytecode::Space;
use crate::ir::linear::NO;

/// Returns the word in a vertex record of a word of a built-in variable.
pub fn builtin_word(shader: &Shader, builtin: BuiltinVariable, word: u32, input: bool) -> Option<u32> {
    use BuiltinVariable::*;
    let (semantic, component) = match builtin {
        Position => (Semantic::Position, word),
        PointSize => (Semantic::PointSize, word),
        ClipDistance => (Semantic::ClipDistance((word / 4) as u8), word % 4),
        CullDistance => (Semantic::CullDistance((word / 4) as u8), word % 4),
        ClipVertex => (Semantic::ClipVertex, word),
        FrontColor | FragmentColor => (Semantic::FrontColor, word),
        BackColor => (Semantic::BackColor, word),
        FrontSecondaryColor | FragmentSecondaryColor => (Semantic::FrontSecondaryColor, word),
        BackSecondaryColor => (Semantic::BackSecondaryColor, word),
        TexCoord => (Semantic::TexCoord((word / 4).min(255) as u8), word % 4),
        FogFragCoord => (Semantic::FogFragCoord, word),
        PrimitiveId => (Semantic::PrimitiveId, word),
        Layer => (Semantic::Layer, word),
        ViewportIndex => (Semantic::ViewportIndex, word),
        _ => return None,
    };
    let slots = if input { &shader.input_slots } else { &shader.output_slots };
    let slot = slots.iter().position(|&other| other == semantic)?;
    u32::try_from(slot * 4).ok()?.checked_add(component)
}

/// Returns true if a block's members are of the patch.
fn is_patch(ty: &Type) -> bool {
    match ty {
        Type::Array(element, _) => is_patch(element),
        Type::Struct(block) => block.members.iter().any(|member| member.qualifiers.patch),
        _ => false,
    }
}

fn is_integer(ty: &Type) -> bool {
    matches!(types::scalar(ty), Scalar::Int | Scalar::Uint | Scalar::Double | Scalar::Bool)
}

impl Lowering<'_> {
    fn variable(&self, variable: VarId) -> Option<&Variable> {
        self.shader.variables.get(variable)
    }

    fn place(&self, variable: VarId) -> Place {
        self.shader.places.get(variable).cloned().flatten().unwrap_or(Place::Nowhere)
    }

    /// Returns the path of a whole variable.
    pub fn variable_path(&mut self, id: VarId) -> Lowered<Path> {
        if let Some(Binding::Alias(path)) = self.bindings.get(id) {
            return Ok((**path).clone());
        }
        let Some(variable) = self.variable(id) else { return Ok(Path::new(Root::Variable(id), Type::Void, 0)) };
        let (ty, storage, patch, layout) = (
            variable.ty.clone(),
            variable.storage.clone(),
            variable.qualifiers.patch || is_patch(&variable.ty),
            variable.qualifiers.block_layout,
        );
        let place = self.place(id);
        let stage = self.stage();
        Ok(match storage {
            Storage::Private => Path::new(Root::Variable(id), ty, 0),
            Storage::Uniform | Storage::Builtin(BuiltinVariable::State) => match place {
                Place::Uniform { word } => Path::new(Root::Uniform, ty, word),
                Place::AtomicCounter { buffer, offset } => Path::new(Root::Counter { buffer }, ty, offset),
                _ => Path::new(Root::Nowhere, ty, 0),
            },
            Storage::UniformBlock | Storage::StorageBlock => {
                let Place::Block { index } = place else { return Ok(Path::new(Root::Nowhere, ty, 0)) };
                let space = if storage == Storage::UniformBlock { Space::UniformBlock } else { Space::Storage };
                let blocks = matches!(ty, Type::Array(..));
                Path::new(Root::Buffer { space, block: index, block_index: NO, layout, row_major: false, blocks }, ty, 0)
            }
            Storage::Shared => {
                let Place::Shared { offset } = place else { return Ok(Path::new(Root::Nowhere, ty, 0)) };
                let layout = BlockLayout::Std430;
                let root = Root::Buffer { space: Space::Shared, block: 0, block_index: NO, layout, row_major: false, blocks: false };
                Path::new(root, ty, offset)
            }
            Storage::In | Storage::InBlock => match stage {
                Stage::Geometry | Stage::TessControl | Stage::TessEvaluation => {
                    let kind = if patch { Record::Patch } else { Record::Input };
                    self.record(kind, ty, &place)
                }
                _ => {
                    let words = self.input_words(id)?;
                    Path::new(Root::Value(words), ty, 0)
                }
            },
            Storage::Out | Storage::OutBlock if stage == Stage::TessControl => {
                let kind = if patch { Record::Patch } else { Record::Output };
                self.record(kind, ty, &place)
            }
            Storage::Out | Storage::OutBlock => Path::new(Root::Variable(id), ty, 0),
            Storage::Builtin(builtin) => match builtin {
                BuiltinVariable::TessLevelOuter => Path::new(patch_root(0, 4), ty, 0),
                BuiltinVariable::TessLevelInner => Path::new(patch_root(4, 2), ty, 4),
                _ if self.is_output(builtin) => Path::new(Root::Variable(id), ty, 0),
                _ => {
                    let words = self.input_words(id)?;
                    Path::new(Root::Value(words), ty, 0)
                }
            },
        })
    }

    fn record(&mut self, kind: Record, ty: Type, place: &Place) -> Path {
        let word = match place {
            Place::Varying { slot, component } => slot.saturating_mul(4).saturating_add(*component),
            // Blocks of built-in members only have no place of their own.
            _ => 0,
        };
        let part = match (&ty, kind) {
            (Type::Array(element, _), Record::Input | Record::Output) => (**element).clone(),
            _ => ty.clone(),
        };
        if kind == Record::Patch {
            let end = word.saturating_add(types::slots(&part).saturating_mul(4));
            self.facts.patch_stride = self.facts.patch_stride.max(end);
        }
        let has_place = matches!(place, Place::Varying { .. });
        let builtins = matches!(&part, Type::Struct(block) if block.members.iter().any(|member| member.qualifiers.builtin.is_some()));
        if !has_place && !builtins {
            return Path::new(Root::Nowhere, ty, 0);
        }
        let member = (word, types::slots(&part).saturating_mul(4));
        Path::new(Root::Record { kind, vertex: NO, packed: false, member }, ty, word)
    }

    /// Returns true if this stage writes a built-in variable.
    fn is_output(&self, builtin: BuiltinVariable) -> bool {
        use BuiltinVariable::*;
        match self.stage() {
            Stage::Vertex | Stage::TessEvaluation | Stage::Geometry => matches!(
                builtin,
                Position
                    | PointSize
                    | ClipDistance
                    | CullDistance
                    | ClipVertex
                    | FrontColor
                    | BackColor
                    | FrontSecondaryColor
                    | BackSecondaryColor
                    | TexCoord
                    | FogFragCoord
                    | PrimitiveId
                    | Layer
                    | ViewportIndex
            ),
            Stage::Fragment => matches!(builtin, FragColor | FragData | FragDepth | SampleMask),
            Stage::TessControl | Stage::Compute => false,
        }
    }
}

fn patch_root(word: u32, words: u32) -> Root {
    Root::Record { kind: Record::Patch, vertex: NO, packed: true, member: (word, words) }
}
