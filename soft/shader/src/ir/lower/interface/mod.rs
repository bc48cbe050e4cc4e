//! Interface variables: the positions of their words in records. `inputs` handles inputs, `outputs` outputs.

mod inputs;
pub mod interpolate;
mod outputs;

use super::path::{Path, Record, Root};
use super::{Binding, Lowered, Lowering, types};
use crate::ir::bytecode::Space;
use crate::ir::linear::NO_REGISTER;
use base::hir::layout::Arrangement;
use base::hir::{BlockLayout, BuiltinVariable, Location, Scalar, Stage, Storage, Type, VarId, Variable};

/// Returns true if the members of a block belong to the patch.
fn is_patch(ty: &Type) -> bool {
    match ty {
        Type::Array(element, _) => is_patch(element),
        Type::Struct(block) => block.members.iter().any(|member| member.qualifiers.patch),
        _ => false,
    }
}

fn is_integer(ty: &Type) -> bool {
    types::scalar(ty) != Scalar::Float
}

impl Lowering<'_> {
    fn variable(&self, variable: VarId) -> Option<&Variable> {
        self.shader.variables.get(variable)
    }

    /// Returns the location of a variable; variables without one are unassigned.
    fn location(&self, variable: VarId) -> Location {
        self.shader.locations.get(variable).cloned().flatten().unwrap_or(Location::Unassigned)
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
        let location = self.location(id);
        let stage = self.stage();
        Ok(match storage {
            Storage::Private => Path::new(Root::Variable(id), ty, 0),
            Storage::Uniform | Storage::Builtin(BuiltinVariable::State) => match location {
                Location::Uniform { word } => Path::new(Root::Uniform, ty, word),
                Location::AtomicCounter { buffer, offset } => Path::new(Root::Counter { buffer }, ty, offset),
                _ => Path::new(Root::Unassigned, ty, 0),
            },
            Storage::UniformBlock | Storage::StorageBlock => {
                let Location::Block { index } = location else { return Ok(Path::new(Root::Unassigned, ty, 0)) };
                let space = if storage == Storage::UniformBlock { Space::UniformBlock } else { Space::Storage };
                let blocks = matches!(ty, Type::Array(..));
                Path::new(
                    Root::Buffer { space, block: index, block_index: NO_REGISTER, layout, arrangement: Arrangement::default(), blocks },
                    ty,
                    0,
                )
            }
            Storage::Shared => {
                let Location::Shared { offset } = location else { return Ok(Path::new(Root::Unassigned, ty, 0)) };
                let layout = BlockLayout::Std430;
                let root = Root::Buffer {
                    space: Space::Shared,
                    block: 0,
                    block_index: NO_REGISTER,
                    layout,
                    arrangement: Arrangement::default(),
                    blocks: false,
                };
                Path::new(root, ty, offset)
            }
            Storage::In | Storage::InBlock => match stage {
                Stage::Geometry | Stage::TessControl | Stage::TessEvaluation => {
                    let kind = if patch { Record::Patch } else { Record::Input };
                    self.record(kind, ty, &location)
                }
                _ => {
                    let words = self.input_words(id)?;
                    Path::new(Root::Value(words), ty, 0)
                }
            },
            Storage::Out | Storage::OutBlock if stage == Stage::TessControl => {
                let kind = if patch { Record::Patch } else { Record::Output };
                self.record(kind, ty, &location)
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

    /// Returns the path of a variable in a record.
    fn record(&mut self, kind: Record, ty: Type, location: &Location) -> Path {
        let word = match location {
            Location::Varying { slot, component } => slot.saturating_mul(4).saturating_add(*component),
            // Blocks with built-in members only have no location themselves.
            _ => 0,
        };
        let part = match (&ty, kind) {
            (Type::Array(element, _), Record::Input | Record::Output) => (**element).clone(),
            _ => ty.clone(),
        };
        if kind == Record::Patch {
            let end = word.saturating_add(types::slots(&part).saturating_mul(4));
            self.bytecode.patch_stride = self.bytecode.patch_stride.max(end);
        }
        let is_varying = matches!(location, Location::Varying { .. });
        let builtins = matches!(&part, Type::Struct(block) if block.members.iter().any(|member| member.qualifiers.builtin.is_some()));
        if !is_varying && !builtins {
            return Path::new(Root::Unassigned, ty, 0);
        }
        let member = (word, types::slots(&part).saturating_mul(4));
        Path::new(Root::Record { kind, vertex: NO_REGISTER, packed: false, member }, ty, word)
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
            Stage::Fragment => {
                matches!(builtin, FragColor | FragData | SecondaryFragColor | SecondaryFragData | FragDepth | FragStencilRef | SampleMask)
            }
            Stage::TessControl | Stage::Compute => false,
        }
    }
}

fn patch_root(word: u32, words: u32) -> Root {
    Root::Record { kind: Record::Patch, vertex: NO_REGISTER, packed: true, member: (word, words) }
}
