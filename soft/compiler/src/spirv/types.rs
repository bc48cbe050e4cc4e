//! The types of a module.

use super::module::{Id, id_at, literal_at};
use super::{Result, Translator};
use base::hir::{MAX_DECLARED_STRIDES, Member, MemberQualifiers, SamplerType, Scalar, Strides, StructType, TextureKind, Type};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Decoration, Dim, ImageFormat, Op, StorageClass};
use std::sync::Arc;

/// A type of a module.
#[derive(Clone, Debug)]
pub enum SpirvType {
    /// Void, and every type that values and variables have.
    Value(Type),
    Pointer {
        class: StorageClass,
        pointee: Id,
    },
    Function {
        result: Id,
        parameters: Vec<Id>,
    },
}

/// A type and its extent.
#[derive(Debug)]
pub struct Known {
    pub ty: SpirvType,
    /// The number of types that it consists of.
    parts: u32,
    /// The number of types nested in each other.
    depth: u32,
    /// The words of a value.
    pub words: u64,
}

/// The deepest nesting of types.
const MAX_DEPTH: u32 = 64;
/// The largest number of types that a type consists of, and the largest number of its words.
const MAX_PARTS: u32 = 16_384;
const MAX_WORDS: u64 = 1 << 27;

impl Translator<'_> {
    /// Returns a type.
    pub fn known_type(&self, id: Id) -> Result<&Known> {
        self.types.get(&id).ok_or_else(|| format!("%{id} is not a type"))
    }

    /// Returns the type of values.
    pub fn value_type(&self, id: Id) -> Result<Type> {
        match &self.known_type(id)?.ty {
            SpirvType::Value(ty) => Ok(ty.clone()),
            _ => Err(format!("%{id} is not the type of a value")),
        }
    }

    /// Returns the storage class and the type that a pointer type refers to.
    pub fn pointer_type(&self, id: Id) -> Result<(StorageClass, Id)> {
        match &self.known_type(id)?.ty {
            SpirvType::Pointer { class, pointee } => Ok((*class, *pointee)),
            _ => Err(format!("%{id} is not the type of a pointer")),
        }
    }

    /// Returns the type of a member, an element, a column or a component.
    pub fn part_type(&self, composite: Id, index: u32) -> Result<Id> {
        let definition = self.index.global(composite).ok_or_else(|| format!("%{composite} is not a type"))?;
        match definition.class.opcode {
            Op::TypeStruct => id_at(definition, index as usize).map_err(|_| format!("structure %{composite} has no member {index}")),
            Op::TypeVector | Op::TypeMatrix => {
                let count = literal_at(definition, 1)?;
                if index < count { id_at(definition, 0) } else { Err(format!("%{composite} has no component {index}")) }
            }
            Op::TypeArray | Op::TypeRuntimeArray => id_at(definition, 0),
            _ => Err(format!("%{composite} has no parts")),
        }
    }

    /// Declares the type that an instruction defines.
    pub fn declare_type(&mut self, instruction: &Instruction) -> Result<()> {
        let Some(id) = instruction.result_id else { return Err(String::from("a type lacks a result")) };
        let known = self.new_type(id, instruction)?;
        self.types.insert(id, known);
        Ok(())
    }

    fn new_type(&self, id: Id, instruction: &Instruction) -> Result<Known> {
        let plain = |ty: Type| {
            let words = ty.words();
            Ok(Known { ty: SpirvType::Value(ty), parts: 1, depth: 1, words })
        };
        let other = |ty: SpirvType| Ok(Known { ty, parts: 1, depth: 1, words: 0 });
        match instruction.class.opcode {
            Op::TypeVoid => plain(Type::Void),
            Op::TypeBool => plain(Type::Scalar(Scalar::Bool)),
            Op::TypeInt => match (literal_at(instruction, 0)?, literal_at(instruction, 1)?) {
                (32, 0) => plain(Type::Scalar(Scalar::Uint)),
                (32, 1) => plain(Type::Scalar(Scalar::Int)),
                (64, 0) => plain(Type::Scalar(Scalar::Uint64)),
                (64, 1) => plain(Type::Scalar(Scalar::Int64)),
                (width, _) => Err(format!("integers of {width} bits are not supported")),
            },
            Op::TypeFloat => match (literal_at(instruction, 0)?, instruction.operands.len()) {
                (32, 1) => plain(Type::Scalar(Scalar::Float)),
                (64, 1) => plain(Type::Scalar(Scalar::Double)),
                (width, _) => Err(format!("floating-point numbers of {width} bits are not supported")),
            },
            Op::TypeVector => match (self.value_type(id_at(instruction, 0)?)?, literal_at(instruction, 1)?) {
                (Type::Scalar(scalar), size @ 2..=4) => plain(Type::Vector(scalar, size as u8)),
                _ => Err(format!("vector type %{id} is invalid")),
            },
            Op::TypeMatrix => match (self.value_type(id_at(instruction, 0)?)?, literal_at(instruction, 1)?) {
                (Type::Vector(scalar @ (Scalar::Float | Scalar::Double), rows), columns @ 2..=4) => {
                    plain(Type::Matrix(scalar, columns as u8, rows))
                }
                _ => Err(format!("matrix type %{id} is invalid")),
            },
            Op::TypeArray => {
                let length = self.array_length(id_at(instruction, 1)?)?;
                self.array(id_at(instruction, 0)?, length)
            }
            Op::TypeRuntimeArray => self.array(id_at(instruction, 0)?, 0),
            Op::TypeStruct => self.structure(id, instruction),
            Op::TypeImage => plain(self.image(id, instruction)?),
            Op::TypeSampledImage => match self.value_type(id_at(instruction, 0)?)? {
                ty @ Type::Sampler(_) => plain(ty),
                _ => Err(format!("sampled image type %{id} has no image that can be sampled")),
            },
            Op::TypePointer => match instruction.operands.first() {
                Some(Operand::StorageClass(class)) => {
                    let pointee = id_at(instruction, 1)?;
                    self.value_type(pointee)?;
                    other(SpirvType::Pointer { class: *class, pointee })
                }
                _ => Err(format!("pointer type %{id} is invalid")),
            },
            Op::TypeFunction => {
                let parameters = (1..instruction.operands.len()).map(|at| id_at(instruction, at)).collect::<Result<Vec<Id>>>()?;
                other(SpirvType::Function { result: id_at(instruction, 0)?, parameters })
            }
            Op::TypeSampler => Err(String::from("samplers without images are not supported")),
            _ => Err(format!("Op{} is not supported", instruction.class.opname)),
        }
    }

    fn array(&self, element: Id, length: u32) -> Result<Known> {
        let known = self.known_type(element)?;
        let SpirvType::Value(ty) = &known.ty else { return Err(format!("%{element} is not the type of an element")) };
        if *ty == Type::Void || matches!(ty, Type::Array(_, 0)) {
            return Err(format!("%{element} is not the type of an element"));
        }
        let array = Type::Array(Arc::new(ty.clone()), length);
        checked(Known {
            ty: SpirvType::Value(array),
            parts: known.parts.saturating_add(1),
            depth: known.depth + 1,
            words: known.words.saturating_mul(length.into()),
        })
    }

    fn structure(&self, id: Id, instruction: &Instruction) -> Result<Known> {
        let mut members = Vec::with_capacity(instruction.operands.len());
        let (mut parts, mut depth, mut words) = (1u32, 1u32, 0u64);
        for at in 0..instruction.operands.len() {
            let member = id_at(instruction, at)?;
            let known = self.known_type(member)?;
            let SpirvType::Value(ty) = &known.ty else { return Err(format!("%{member} is not the type of a member")) };
            let unsized_array = matches!(ty, Type::Array(_, 0)) && at + 1 < instruction.operands.len();
            if *ty == Type::Void || unsized_array {
                return Err(format!("%{member} is not the type of a member"));
            }
            parts = parts.saturating_add(known.parts);
            depth = depth.max(known.depth + 1);
            words = words.saturating_add(known.words);
            members.push(Member { name: format!("m{at}"), ty: ty.clone(), qualifiers: self.member_qualifiers(id, at as u32, member)? });
        }
        let structure = StructType::new("", members);
        checked(Known { ty: SpirvType::Value(Type::Struct(Arc::new(structure))), parts, depth, words })
    }

    /// Returns the layout of a member of a block.
    fn member_qualifiers(&self, structure: Id, member: u32, ty: Id) -> Result<MemberQualifiers> {
        let number = |decoration| self.index.number(structure, Some(member), decoration);
        let has = |decoration| self.index.has(structure, Some(member), decoration);
        let mut strides = Strides { matrix: number(Decoration::MatrixStride).unwrap_or(0), ..Strides::default() };
        let mut element = ty;
        let mut dimension = 0;
        while let Some(array) = self.index.global(element).filter(|it| matches!(it.class.opcode, Op::TypeArray | Op::TypeRuntimeArray)) {
            let stride = self.index.number(element, None, Decoration::ArrayStride).unwrap_or(0);
            match strides.arrays.get_mut(dimension) {
                Some(slot) => *slot = stride,
                None if stride != 0 => return Err(format!("an array in a block has more than {MAX_DECLARED_STRIDES} dimensions")),
                None => {}
            }
            dimension += 1;
            element = id_at(array, 0)?;
        }
        Ok(MemberQualifiers {
            offset: number(Decoration::Offset),
            row_major: has(Decoration::RowMajor),
            strides,
            read_only: has(Decoration::NonWritable),
            write_only: has(Decoration::NonReadable),
            ..MemberQualifiers::default()
        })
    }

    fn image(&self, id: Id, instruction: &Instruction) -> Result<Type> {
        let Type::Scalar(result @ (Scalar::Float | Scalar::Int | Scalar::Uint)) = self.value_type(id_at(instruction, 0)?)? else {
            return Err(format!("image type %{id} has texels of a wrong type"));
        };
        let Some(Operand::Dim(dim)) = instruction.operands.get(1) else { return Err(format!("image type %{id} is invalid")) };
        let (depth, arrayed, multisampled, sampled) =
            (literal_at(instruction, 2)?, literal_at(instruction, 3)?, literal_at(instruction, 4)?, literal_at(instruction, 5)?);
        let kind = match (dim, arrayed, multisampled) {
            (Dim::Dim1D, 0, 0) => TextureKind::D1,
            (Dim::Dim1D, 1, 0) => TextureKind::D1Array,
            (Dim::Dim2D, 0, 0) => TextureKind::D2,
            (Dim::Dim2D, 1, 0) => TextureKind::D2Array,
            (Dim::Dim2D, 0, 1) => TextureKind::D2Multisample,
            (Dim::Dim2D, 1, 1) => TextureKind::D2MultisampleArray,
            (Dim::Dim3D, 0, 0) => TextureKind::D3,
            (Dim::DimCube, 0, 0) => TextureKind::Cube,
            (Dim::DimCube, 1, 0) => TextureKind::CubeArray,
            (Dim::DimRect, 0, 0) => TextureKind::Rect,
            (Dim::DimBuffer, 0, 0) => TextureKind::Buffer,
            _ => return Err(format!("image type %{id} has dimensions that OpenGL lacks")),
        };
        match sampled {
            // The operand Depth is a hint: lookups without a reference also use images that have it.
            1 => Ok(Type::Sampler(SamplerType { kind, result, shadow: depth == 1 && !self.sampled_without_reference.contains(&id) })),
            2 => Ok(Type::Image(SamplerType { kind, result, shadow: false })),
            _ => Err(format!("image type %{id} does not say whether it is sampled")),
        }
    }

    /// Returns the format layout qualifier of an image type, or `None` for other types and for images without a format.
    pub fn image_format(&self, mut id: Id) -> Option<&'static str> {
        let mut definition = self.index.global(id)?;
        while matches!(definition.class.opcode, Op::TypeArray) {
            id = id_at(definition, 0).ok()?;
            definition = self.index.global(id)?;
        }
        match (definition.class.opcode, definition.operands.get(6)) {
            (Op::TypeImage, Some(Operand::ImageFormat(format))) => qualifier_of(*format),
            _ => None,
        }
    }
}

/// Returns a type, or an error if it is too large.
fn checked(known: Known) -> Result<Known> {
    if known.parts > MAX_PARTS || known.depth > MAX_DEPTH || known.words > MAX_WORDS {
        return Err(String::from("the module is too large: a type has too many parts"));
    }
    Ok(known)
}

/// Returns the layout qualifier of an image format.
fn qualifier_of(format: ImageFormat) -> Option<&'static str> {
    Some(match format {
        ImageFormat::Rgba32f => "rgba32f",
        ImageFormat::Rgba16f => "rgba16f",
        ImageFormat::R32f => "r32f",
        ImageFormat::Rgba8 => "rgba8",
        ImageFormat::Rgba8Snorm => "rgba8_snorm",
        ImageFormat::Rg32f => "rg32f",
        ImageFormat::Rg16f => "rg16f",
        ImageFormat::R11fG11fB10f => "r11f_g11f_b10f",
        ImageFormat::R16f => "r16f",
        ImageFormat::Rgba16 => "rgba16",
        ImageFormat::Rgb10A2 => "rgb10_a2",
        ImageFormat::Rg16 => "rg16",
        ImageFormat::Rg8 => "rg8",
        ImageFormat::R16 => "r16",
        ImageFormat::R8 => "r8",
        ImageFormat::Rgba16Snorm => "rgba16_snorm",
        ImageFormat::Rg16Snorm => "rg16_snorm",
        ImageFormat::Rg8Snorm => "rg8_snorm",
        ImageFormat::R16Snorm => "r16_snorm",
        ImageFormat::R8Snorm => "r8_snorm",
        ImageFormat::Rgba32i => "rgba32i",
        ImageFormat::Rgba16i => "rgba16i",
        ImageFormat::Rgba8i => "rgba8i",
        ImageFormat::R32i => "r32i",
        ImageFormat::Rg32i => "rg32i",
        ImageFormat::Rg16i => "rg16i",
        ImageFormat::Rg8i => "rg8i",
        ImageFormat::R16i => "r16i",
        ImageFormat::R8i => "r8i",
        ImageFormat::Rgba32ui => "rgba32ui",
        ImageFormat::Rgba16ui => "rgba16ui",
        ImageFormat::Rgba8ui => "rgba8ui",
        ImageFormat::R32ui => "r32ui",
        ImageFormat::Rgb10a2ui => "rgb10_a2ui",
        ImageFormat::Rg32ui => "rg32ui",
        ImageFormat::Rg16ui => "rg16ui",
        ImageFormat::Rg8ui => "rg8ui",
        ImageFormat::R16ui => "r16ui",
        ImageFormat::R8ui => "r8ui",
        _ => return None,
    })
}
