//! The global variables: inputs and outputs, uniforms, blocks, shared and private variables.
//!
//! Each member of an input or output block becomes a variable of its own, because SPIR-V matches and captures members by their decorations. Only
//! the built-in members that are arrays over vertices stay together, in the blocks gl_in and gl_out.

use super::builtins::known_builtin;
use super::module::{Id, id_at, result_of};
use super::places::Place;
use super::{Result, Translator, variable_expr};
use base::hir::{
    BlockLayout, Interpolation, Member, MemberQualifiers, Qualifiers, Scalar, Stage, Storage, StructType, Type, VarId, Variable,
};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{BuiltIn, Decoration, Op, StorageClass};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// A global variable of the module.
pub struct Global {
    pub place: Place,
}

/// The built-in members of gl_in and gl_out.
#[derive(Default)]
pub struct PerVertex {
    sides: [Option<PerVertexBlock>; 2],
}

/// The members of one of the blocks.
struct PerVertexBlock {
    variable: VarId,
    members: Vec<Member>,
    vertices: u32,
}

/// The largest number of global variables.
const MAX_GLOBALS: usize = 16_384;
/// The longest array over vertices.
const MAX_VERTICES: u32 = 32;

/// The declaration of a variable of an interface or of a member of its block.
struct Leaf {
    id: Id,
    /// The structure type and the index of a member.
    member: Option<(Id, u32)>,
    /// The type without the array over vertices.
    ty: Type,
    location: u32,
    /// The length of the array over vertices.
    vertices: Option<u32>,
    output: bool,
}

/// Returns true for inputs or outputs that are arrays over vertices.
fn per_vertex_arrays(stage: Stage, output: bool) -> bool {
    match stage {
        Stage::TessControl => true,
        Stage::TessEvaluation | Stage::Geometry => !output,
        _ => false,
    }
}

/// Returns the type with its array over vertices.
fn over_vertices(ty: Type, vertices: Option<u32>) -> Type {
    match vertices {
        Some(vertices) => Type::Array(Arc::new(ty), vertices),
        None => ty,
    }
}

/// Returns true if a value of the type contains booleans.
fn has_booleans(ty: &Type) -> bool {
    match ty {
        Type::Array(element, _) => has_booleans(element),
        Type::Struct(structure) => structure.members.iter().any(|member| has_booleans(&member.ty)),
        Type::Scalar(scalar) | Type::Vector(scalar, _) => *scalar == Scalar::Bool,
        _ => false,
    }
}

impl Translator<'_> {
    /// Declares the global variable that an instruction defines.
    pub fn declare_variable(&mut self, instruction: &Instruction) -> Result<()> {
        let (id, ty) = result_of(instruction)?;
        let (class, pointee) = self.pointer_type(ty)?;
        if instruction.operands.first() != Some(&Operand::StorageClass(class)) {
            return Err(format!("variable %{id} and its type have different storage classes"));
        }
        if self.globals.len() >= MAX_GLOBALS {
            return Err(String::from("the module is too large: it has too many global variables"));
        }
        let value = self.value_type(pointee)?;
        if value == Type::Void {
            return Err(format!("variable %{id} has no type"));
        }
        let place = match class {
            StorageClass::Input | StorageClass::Output if !self.interface.contains(&id) => return Ok(()),
            StorageClass::Input | StorageClass::Output => self.interface_variable(id, pointee, class == StorageClass::Output)?,
            StorageClass::UniformConstant => self.uniform(id, pointee, value)?,
            StorageClass::Uniform | StorageClass::StorageBuffer => self.block(id, pointee, value, class)?,
            StorageClass::AtomicCounter => self.counter(id, &value)?,
            StorageClass::Workgroup if self.stage == Stage::Compute => self.plain(id, value, Storage::Shared),
            StorageClass::Private => self.plain(id, value, Storage::Private),
            _ => return Err(format!("variable %{id} has storage class {class:?}, which is not supported")),
        };
        if instruction.operands.len() > 1 {
            self.initial_value(id_at(instruction, 1)?, pointee, class, &place)?;
        }
        self.globals.insert(id, Global { place });
        Ok(())
    }

    /// Gives a variable its initial value.
    fn initial_value(&mut self, constant: Id, pointee: Id, class: StorageClass, place: &Place) -> Result<()> {
        let value = self.constant(constant)?;
        if value.ty != pointee {
            return Err(format!("a variable has the initial value %{constant} of another type"));
        }
        let words = value.words.to_vec();
        let Some(expr) = self.constant_expr(constant) else { return Ok(()) };
        let variable = match place {
            Place::Lvalue(place) => place,
            _ => return Err(String::from("a block has an initial value")),
        };
        let base::hir::ExprKind::Variable(variable) = variable.kind else { return Ok(()) };
        match class {
            StorageClass::UniformConstant => {
                if let Some(variable) = self.variables.get_mut(variable) {
                    variable.initialiser = Some(words);
                }
                Ok(())
            }
            StorageClass::Private | StorageClass::Output => {
                self.assign_at_start(variable, expr);
                Ok(())
            }
            _ => Err(format!("a variable of storage class {class:?} has an initial value")),
        }
    }

    fn add(&mut self, name: String, ty: Type, storage: Storage, qualifiers: Qualifiers) -> Place {
        let variable = Variable { name, ty: ty.clone(), storage, qualifiers, initialiser: None, used: false };
        Place::Lvalue(variable_expr(self.add_variable(variable), ty))
    }

    fn plain(&mut self, id: Id, ty: Type, storage: Storage) -> Place {
        self.add(format!("variable {id}"), ty, storage, Qualifiers::default())
    }

    /// Declares a uniform of the default block.
    fn uniform(&mut self, id: Id, pointee: Id, ty: Type) -> Result<Place> {
        let number = |decoration| self.index.number(id, None, decoration);
        let has = |decoration| self.index.has(id, None, decoration);
        let location = number(Decoration::Location);
        let qualifiers = Qualifiers {
            location,
            binding: number(Decoration::Binding).filter(|_| ty.is_opaque()),
            image_format: self.image_format(pointee),
            coherent: has(Decoration::Coherent),
            volatile: has(Decoration::Volatile),
            restrict: has(Decoration::Restrict),
            read_only: has(Decoration::NonWritable),
            write_only: has(Decoration::NonReadable),
            ..Qualifiers::default()
        };
        let name = match location {
            Some(location) => format!("uniform at location {location}"),
            None => format!("uniform {id} of the {:?} stage", self.stage),
        };
        Ok(self.add(name, ty, Storage::Uniform, qualifiers))
    }

    /// Declares a uniform or storage block, or an array of them.
    fn block(&mut self, id: Id, pointee: Id, ty: Type, class: StorageClass) -> Result<Place> {
        let mut structure = pointee;
        while let Some(array) = self.index.global(structure).filter(|it| it.class.opcode == Op::TypeArray) {
            structure = id_at(array, 0)?;
        }
        let decorated = |decoration| self.index.has(structure, None, decoration);
        let is_structure = self.index.global(structure).is_some_and(|it| it.class.opcode == Op::TypeStruct);
        let storage = match class {
            _ if !is_structure || ty.is_opaque() => return Err(format!("variable %{id} is not a block")),
            StorageClass::StorageBuffer if decorated(Decoration::Block) => Storage::StorageBlock,
            StorageClass::Uniform if decorated(Decoration::BufferBlock) => Storage::StorageBlock,
            StorageClass::Uniform if decorated(Decoration::Block) => Storage::UniformBlock,
            _ => return Err(format!("variable %{id} is not a block")),
        };
        if storage == Storage::UniformBlock && has_unsized_array(&ty) {
            return Err(format!("uniform block %{id} has an array without a length"));
        }
        // "Uniform and shader storage block variables must also be decorated with a Binding." [ARB_gl_spirv]
        let Some(binding) = self.index.number(id, None, Decoration::Binding) else {
            return Err(format!("block %{id} has no binding"));
        };
        let mut hasher = DefaultHasher::new();
        ty.hash(&mut hasher);
        let qualifiers = Qualifiers {
            binding: Some(binding),
            block_layout: if storage == Storage::UniformBlock { BlockLayout::Std140 } else { BlockLayout::Std430 },
            // Declarations of one block in two stages are the same: they have the same binding and type.
            block_name: format!("block at binding {binding} {:x}", hasher.finish()),
            ..Qualifiers::default()
        };
        Ok(self.add(String::new(), ty, storage, qualifiers))
    }

    /// Declares an atomic counter, or an array of them.
    fn counter(&mut self, id: Id, ty: &Type) -> Result<Place> {
        fn counters(ty: &Type) -> Option<Type> {
            match ty {
                Type::Scalar(Scalar::Uint) => Some(Type::AtomicCounter),
                Type::Array(element, length) => Some(Type::Array(Arc::new(counters(element)?), *length)),
                _ => None,
            }
        }
        // "Unless otherwise specified, variables declared in the AtomicCounter storage class must be unsigned 32-bit integers." [ARB_gl_spirv]
        let ty = counters(ty).ok_or_else(|| format!("atomic counter %{id} is not an unsigned integer"))?;
        let number = |decoration| self.index.number(id, None, decoration);
        let (binding, offset) = (number(Decoration::Binding).unwrap_or(0), number(Decoration::Offset));
        if offset.is_some_and(|offset| offset % 4 != 0) {
            return Err(format!("the offset of atomic counter %{id} is not a multiple of 4"));
        }
        let name = match offset {
            Some(offset) => format!("counter at binding {binding} and offset {offset}"),
            None => format!("counter {id} at binding {binding} of the {:?} stage", self.stage),
        };
        let qualifiers = Qualifiers { binding: Some(binding), offset, ..Qualifiers::default() };
        Ok(self.add(name, ty, Storage::Uniform, qualifiers))
    }

    /// Declares an input or output.
    fn interface_variable(&mut self, id: Id, pointee: Id, output: bool) -> Result<Place> {
        if let Some(builtin) = self.index.builtin(id, None) {
            return self.builtin(builtin, pointee, output);
        }
        let has = |decoration| self.index.has(id, None, decoration);
        let first_member = |ty: Id, decoration| self.index.has(ty, Some(0), decoration);
        let is_block = |ty: Id| self.index.has(ty, None, Decoration::Block);
        let array_of = |ty: Id| self.index.global(ty).filter(|it| it.class.opcode == Op::TypeArray);
        let patch = has(Decoration::Patch) || (is_block(pointee) && first_member(pointee, Decoration::Patch));
        let (mut element, mut vertices) = (pointee, None);
        if per_vertex_arrays(self.stage, output) && !patch {
            let (Some(array), Type::Array(_, length)) = (array_of(pointee), self.value_type(pointee)?) else {
                return Err(format!("variable %{id} is not an array over vertices"));
            };
            if length > MAX_VERTICES {
                return Err(format!("variable %{id} is an array over {length} vertices"));
            }
            (element, vertices) = (id_at(array, 0)?, Some(length));
        }
        let ty = self.value_type(element)?;
        if ty.is_opaque() || has_unsized_array(&ty) || ty.slots() > 256 {
            return Err(format!("variable %{id} has a type that cannot pass between stages"));
        }
        if let (true, Type::Struct(structure)) = (is_block(element), &ty) {
            return self.interface_block(id, element, structure, vertices, output);
        }
        // "User-defined interface variables must be decorated with a Location" [ARB_gl_spirv]
        let Some(location) = self.index.number(id, None, Decoration::Location) else {
            return Err(format!("variable %{id} has no location"));
        };
        self.check_interface_type(id, &ty)?;
        let blocks = vertices.is_none() && output && self.is_array_of_blocks(element);
        let place = self.leaf(Leaf { id, member: None, ty, location, vertices, output });
        if blocks {
            self.capture_blocks(id, &place);
        }
        Ok(place)
    }

    /// "Must not use OpTypeBool, either directly or as part of an aggregate." [ARB_gl_spirv]
    fn check_interface_type(&self, id: Id, ty: &Type) -> Result<()> {
        if has_booleans(ty) { Err(format!("variable %{id} has booleans")) } else { Ok(()) }
    }

    /// Declares a variable for each member of an input or output block.
    fn interface_block(&mut self, id: Id, block: Id, structure: &StructType, vertices: Option<u32>, output: bool) -> Result<Place> {
        let mut next = self.index.number(id, None, Decoration::Location);
        let mut members = Vec::with_capacity(structure.members.len());
        for (at, member) in (0..).zip(&structure.members) {
            let part = self.part_type(block, at)?;
            if let Some(builtin) = self.index.builtin(block, Some(at)) {
                let place = self.builtin_of(builtin, part, vertices, output)?;
                self.capture_builtin(id, (block, at), &place, output);
                members.push(place);
                continue;
            }
            let own = self.index.number(block, Some(at), Decoration::Location);
            let Some(location) = own.or(next) else { return Err(format!("member {at} of block %{id} has no location")) };
            self.check_interface_type(id, &member.ty)?;
            next = Some(location.saturating_add(u32::try_from(member.ty.slots()).unwrap_or(u32::MAX)));
            members.push(self.leaf(Leaf { id, member: Some((block, at)), ty: member.ty.clone(), location, vertices, output }));
        }
        Ok(Place::Block { id, members: members.into(), vertices, vertex: None })
    }

    /// Returns true for the type of an array of blocks.
    fn is_array_of_blocks(&self, ty: Id) -> bool {
        let array = self.index.global(ty).filter(|it| it.class.opcode == Op::TypeArray);
        array.and_then(|array| id_at(array, 0).ok()).is_some_and(|element| self.index.has(element, None, Decoration::Block))
    }

    /// Lets transform feedback capture the members of an array of output blocks that have offsets.
    fn capture_blocks(&mut self, id: Id, place: &Place) {
        let buffer = self.index.number(id, None, Decoration::XfbBuffer).filter(|_| self.captures);
        if let Place::Lvalue(expr) = place
            && let base::hir::ExprKind::Variable(variable) = expr.kind
            && let Some(variable) = self.variables.get_mut(variable)
        {
            variable.storage = Storage::OutBlock;
            variable.qualifiers.block_name.clone_from(&variable.name);
            variable.qualifiers.xfb = buffer.map(|buffer| (buffer, 0));
        }
    }

    /// Lets transform feedback capture a built-in member that is decorated for it.
    fn capture_builtin(&mut self, id: Id, (block, at): (Id, u32), place: &Place, output: bool) {
        let own = |decoration| self.index.number(block, Some(at), decoration);
        let buffer = own(Decoration::XfbBuffer)
            .or_else(|| self.index.number(id, None, Decoration::XfbBuffer))
            .or_else(|| self.index.number(block, None, Decoration::XfbBuffer));
        let xfb = buffer.zip(own(Decoration::Offset)).filter(|_| output && self.captures);
        if let (Some(xfb), Place::Lvalue(expr)) = (xfb, place)
            && let base::hir::ExprKind::Variable(variable) = expr.kind
            && let Some(variable) = self.variables.get_mut(variable)
        {
            variable.qualifiers.xfb = Some(xfb);
        }
    }

    /// Declares a user-defined variable of an interface.
    fn leaf(&mut self, leaf: Leaf) -> Place {
        let Leaf { id, member, ty, location, vertices, output } = leaf;
        let of_member = |decoration| member.and_then(|(block, at)| self.index.number(block, Some(at), decoration));
        let number = |decoration| of_member(decoration).or_else(|| self.index.number(id, None, decoration));
        let has = |decoration| {
            self.index.has(id, None, decoration) || member.is_some_and(|(block, at)| self.index.has(block, Some(at), decoration))
        };
        let on_type = |decoration| member.and_then(|(block, _)| self.index.number(block, None, decoration));
        let interpolation = match (has(Decoration::Flat), has(Decoration::NoPerspective)) {
            (true, _) => Interpolation::Flat,
            (_, true) => Interpolation::NoPerspective,
            _ => Interpolation::Smooth,
        };
        // Members are captured by their own offsets, not by those of their variable.
        let offset = if member.is_some() { of_member(Decoration::Offset) } else { number(Decoration::Offset) };
        let buffer = number(Decoration::XfbBuffer).or_else(|| on_type(Decoration::XfbBuffer));
        let component = number(Decoration::Component);
        let index = number(Decoration::Index);
        let qualifiers = Qualifiers {
            location: Some(location),
            component,
            index,
            interpolation,
            centroid: has(Decoration::Centroid),
            sample: has(Decoration::Sample),
            patch: has(Decoration::Patch),
            invariant: has(Decoration::Invariant),
            stream: number(Decoration::Stream).unwrap_or(0).min(3),
            xfb: buffer.zip(offset).filter(|_| output && self.captures),
            ..Qualifiers::default()
        };
        let side = if output { "output" } else { "input" };
        let patch = if qualifiers.patch { "patch " } else { "" };
        let of = member.map_or_else(String::new, |(_, at)| format!(" member {at}"));
        let name = format!("{patch}{side} %{id}{of} at location {location}");
        let storage = if output { Storage::Out } else { Storage::In };
        self.add(name, over_vertices(ty, vertices), storage, qualifiers)
    }

    /// Declares a variable that is decorated as a built-in one.
    fn builtin(&mut self, builtin: BuiltIn, pointee: Id, output: bool) -> Result<Place> {
        let per_vertex = matches!(builtin, BuiltIn::Position | BuiltIn::PointSize | BuiltIn::ClipDistance | BuiltIn::CullDistance);
        if !(per_vertex && per_vertex_arrays(self.stage, output)) {
            return self.builtin_of(builtin, pointee, None, output);
        }
        match (self.index.global(pointee), self.value_type(pointee)?) {
            (Some(array), Type::Array(_, vertices @ 1..=MAX_VERTICES)) if array.class.opcode == Op::TypeArray => {
                let element = id_at(array, 0)?;
                self.builtin_of(builtin, element, Some(vertices), output)
            }
            _ => Err(format!("the built-in variable {builtin:?} is not an array over vertices")),
        }
    }

    /// Declares a built-in variable, or a member of gl_in or gl_out.
    fn builtin_of(&mut self, builtin: BuiltIn, ty: Id, vertices: Option<u32>, output: bool) -> Result<Place> {
        let value = self.value_type(ty)?;
        let Some((variable, name, expected)) = known_builtin(builtin, self.stage, output) else {
            let side = if output { "an output" } else { "an input" };
            return Err(format!("the built-in variable {builtin:?} is not {side} of the {:?} stage", self.stage));
        };
        if !expected.fits(&value) {
            return Err(format!("the built-in variable {builtin:?} has a wrong type"));
        }
        let Some(vertices) = vertices else {
            let storage = Storage::Builtin(variable);
            // Further declarations are the same variable.
            if let Some(known) = self.variables.iter().position(|it| it.storage == storage && it.ty == value) {
                return Ok(Place::Lvalue(variable_expr(known, value)));
            }
            return Ok(self.add(name.into(), value, storage, Qualifiers::default()));
        };
        let qualifiers = MemberQualifiers { builtin: Some(variable), ..MemberQualifiers::default() };
        let member = Member { name: name.into(), ty: value, qualifiers };
        let side = usize::from(output);
        let Some(block) = self.per_vertex.sides.get_mut(side) else { return Err(String::from("no such interface")) };
        if block.is_none() {
            let (name, storage) = if output { ("gl_out", Storage::OutBlock) } else { ("gl_in", Storage::InBlock) };
            let qualifiers = Qualifiers { block_name: String::from("gl_PerVertex"), ..Qualifiers::default() };
            // The type follows once all members are known.
            let variable = Variable { name: name.into(), ty: Type::Void, storage, qualifiers, initialiser: None, used: false };
            self.variables.push(variable);
            *block = Some(PerVertexBlock { variable: self.variables.len() - 1, members: Vec::new(), vertices });
        }
        let Some(block) = block else { return Err(String::from("no such interface")) };
        if block.vertices != vertices {
            return Err(String::from("the built-in arrays over vertices have different lengths"));
        }
        block.members.push(member);
        Ok(Place::PerVertex { variable: block.variable, member: block.members.len() - 1, vertices })
    }

    /// Completes the types of gl_in and gl_out.
    pub fn finish_per_vertex(&mut self) {
        for block in self.per_vertex.sides.iter_mut().flatten() {
            let structure = StructType::new("gl_PerVertex", std::mem::take(&mut block.members));
            if let Some(variable) = self.variables.get_mut(block.variable) {
                variable.ty = Type::Array(Arc::new(Type::Struct(Arc::new(structure))), block.vertices);
            }
        }
    }
}

/// Returns true if a type contains an array without a length.
pub fn has_unsized_array(ty: &Type) -> bool {
    match ty {
        Type::Array(element, length) => *length == 0 || has_unsized_array(element),
        Type::Struct(structure) => structure.members.iter().any(|member| has_unsized_array(&member.ty)),
        _ => false,
    }
}
