//! The types of values and the qualifiers of members.

use super::{BuiltinVariable, Contents, StructType};
use std::sync::Arc;

/// The type of one component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of the types in GLSL")]
pub enum Scalar {
    Bool,
    Int,
    Uint,
    Float,
    Double,
    /// `int64_t`.
    Int64,
    /// `uint64_t`.
    Uint64,
}

impl Scalar {
    /// Returns the number of 32-bit words of one component in registers and constants: 2 for types of 64 bits (low word first), otherwise 1.
    /// True is 0xFFFF_FFFF in registers and constants and 1 in uniform storage and buffers (where any value except 0 reads as true).
    pub fn words(self) -> u32 {
        if self.is_wide() { 2 } else { 1 }
    }

    /// Returns true for the types of 64 bits.
    pub fn is_wide(self) -> bool {
        matches!(self, Self::Double | Self::Int64 | Self::Uint64)
    }

    /// Returns the signed integer of the same width.
    pub fn signed(self) -> Self {
        if self.is_wide() { Self::Int64 } else { Self::Int }
    }

    /// Returns the unsigned integer of the same width.
    pub fn unsigned(self) -> Self {
        if self.is_wide() { Self::Uint64 } else { Self::Uint }
    }

    fn contents(self) -> Contents {
        match self {
            Self::Bool => Contents::BOOL,
            Self::Float => Contents::FLOAT,
            Self::Int | Self::Uint => Contents::INT32,
            Self::Double => Contents::DOUBLE,
            Self::Int64 | Self::Uint64 => Contents::INT64,
        }
    }

    /// Returns true for integers of 32 and 64 bits.
    pub fn is_integer(self) -> bool {
        matches!(self, Self::Int | Self::Uint | Self::Int64 | Self::Uint64)
    }
}

/// The dimensionality of a sampler's or image's texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of the texture targets in GL")]
pub enum TextureKind {
    D1,
    D2,
    D3,
    Cube,
    Rect,
    Buffer,
    D1Array,
    D2Array,
    CubeArray,
    D2Multisample,
    D2MultisampleArray,
    /// GL_TEXTURE_EXTERNAL_OES: two dimensions, one level, texels of EGL alone.
    External,
}

impl TextureKind {
    /// Returns true for kinds whose texels have samples.
    pub fn is_multisampled(self) -> bool {
        matches!(self, Self::D2Multisample | Self::D2MultisampleArray)
    }
}

/// A sampler or image type: `isampler2D` is `{ kind: D2, result: Int, shadow: false }`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SamplerType {
    /// The texture target.
    pub kind: TextureKind,
    /// The scalar type of the texels that lookups return.
    pub result: Scalar,
    /// True for samplers that compare with a depth reference.
    pub shadow: bool,
}

/// A GLSL type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of the types in GLSL")]
pub enum Type {
    Void,
    Scalar(Scalar),
    /// 2 to 4 components.
    Vector(Scalar, u8),
    /// Columns, rows (2 to 4 each); the scalar is Float or Double. `mat2x3` is `Matrix(Float, 2, 3)`: 2 columns of 3 rows.
    Matrix(Scalar, u8, u8),
    /// Element type and length. Length 0 means unsized: the last member of a storage block, or an array not yet sized.
    Array(Arc<Type>, u32),
    Struct(Arc<StructType>),
    Sampler(SamplerType),
    Image(SamplerType),
    AtomicCounter,
}

impl Type {
    /// Returns true for samplers, images, atomic counters, and arrays and structures that contain them.
    pub fn is_opaque(&self) -> bool {
        self.contents().any(Contents::OPAQUE)
    }

    /// Returns what the type holds.
    pub fn contents(&self) -> Contents {
        match self {
            Self::Void => Contents::default(),
            Self::Scalar(scalar) | Self::Vector(scalar, _) => scalar.contents(),
            Self::Matrix(scalar, ..) => scalar.contents().or(Contents::MATRIX),
            Self::Array(element, 0) => element.contents().or(Contents::ARRAY).or(Contents::UNSIZED),
            Self::Array(element, _) => element.contents().or(Contents::ARRAY),
            Self::Struct(structure) => structure.summary().contents,
            Self::Sampler(_) => Contents::SAMPLER,
            Self::Image(_) => Contents::IMAGE,
            Self::AtomicCounter => Contents::COUNTER,
        }
    }

    /// Returns the innermost element type of nested arrays.
    pub fn without_array(&self) -> &Self {
        let mut ty = self;
        while let Self::Array(element, _) = ty {
            ty = element;
        }
        ty
    }

    /// Returns the number of 32-bit words of a value in registers, constants and the default uniform block. Everything is tightly packed; a
    /// component of 64 bits takes two words, a sampler, image or atomic counter one, an unsized array none.
    pub fn words(&self) -> u64 {
        match self {
            Self::Void => 0,
            Self::Scalar(scalar) => u64::from(scalar.words()),
            Self::Vector(scalar, size) => u64::from(scalar.words()) * u64::from(*size),
            Self::Matrix(scalar, columns, rows) => u64::from(scalar.words()) * u64::from(*columns) * u64::from(*rows),
            Self::Array(element, length) => element.words().saturating_mul(u64::from(*length)),
            Self::Struct(structure) => structure.summary().words,
            Self::Sampler(_) | Self::Image(_) | Self::AtomicCounter => 1,
        }
    }

    /// Returns the number of slots (of 4 words) that a value takes between stages: one for each scalar, vector, matrix column and array
    /// element, two for vectors of 3 and 4 components of 64 bits. The members of structures and blocks follow each other.
    pub fn slots(&self) -> u64 {
        match self {
            Self::Vector(scalar, 3 | 4) if scalar.is_wide() => 2,
            Self::Matrix(scalar, columns, rows) => u64::from(*columns) * Self::Vector(*scalar, *rows).slots(),
            Self::Array(element, length) => element.slots().saturating_mul(u64::from(*length)),
            Self::Struct(structure) => structure.summary().slots,
            _ => 1,
        }
    }

    /// Returns the number of types in it and the depth to which they nest, as in [`Summary`](super::Summary).
    pub fn size(&self) -> (u32, u32) {
        match self {
            Self::Array(element, _) => {
                let (parts, depth) = element.size();
                (parts.saturating_add(1), depth.saturating_add(1))
            }
            Self::Struct(structure) => (structure.summary().parts, structure.summary().depth),
            _ => (1, 1),
        }
    }
}

/// A member of a structure or of an interface block.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Member {
    /// The name in the source text.
    pub name: String,
    /// The type.
    pub ty: Type,
    /// The qualifiers of the declaration.
    pub qualifiers: MemberQualifiers,
}

/// The qualifiers of a member; the members of plain structures have a precision only.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct MemberQualifiers {
    /// `layout(offset = )` of a block with a buffer, in bytes.
    pub offset: Option<u32>,
    /// `layout(align = )`, in bytes.
    pub align: Option<u32>,
    /// `layout(location = )` of an in or out block.
    pub location: Option<u32>,
    /// `layout(component = )`.
    pub component: Option<u32>,
    /// Transform feedback: the block's `xfb_buffer` and the member's `xfb_offset`.
    pub xfb: Option<(u32, u32)>,
    /// `layout(row_major)`, inherited from the block if the member has none; false means column_major.
    pub row_major: bool,
    /// How the values of the vertices are interpolated.
    pub interpolation: Interpolation,
    /// The strides that a SPIR-V module declares for a member of a block.
    pub strides: Strides,
    /// Set by `centroid` and `sample`.
    pub sampling: Sampling,
    /// The precision qualifier.
    pub precision: Precision,
    /// True with `patch`.
    pub patch: bool,
    /// True with `invariant`.
    pub invariant: bool,
    /// Memory qualifiers of a storage block's member, those of the block included.
    pub read_only: bool,
    /// True if reads are errors.
    pub write_only: bool,
    /// True for an array declared without a size in a block: its uses determine the size.
    pub implicitly_sized: bool,
    /// The built-in variable, for members of `gl_PerVertex`.
    pub builtin: Option<BuiltinVariable>,
}

/// The strides of a member in bytes, where they are declared: GLSL derives them from the rules of the block's layout, SPIR-V modules state them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Strides {
    /// The bytes from one element to the next, of the outermost array first; 0 where the rules apply.
    pub arrays: [u32; MAX_DECLARED_STRIDES],
    /// The bytes from one column (or row) of a matrix to the next; 0 where the rules apply.
    pub matrix: u32,
}

/// The largest number of dimensions of an array with declared strides.
pub const MAX_DECLARED_STRIDES: usize = 8;

/// How a value is interpolated over a primitive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Interpolation {
    /// Perspective-correct interpolation, the default.
    #[default]
    Smooth,
    /// The value of the provoking vertex.
    Flat,
    /// Linear interpolation in window space.
    NoPerspective,
}

/// The location within a pixel at which a value is interpolated, in multisampled targets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sampling {
    /// The centre of the pixel, the default.
    #[default]
    Center,
    /// `centroid`: a location inside both the pixel and the primitive.
    Centroid,
    /// `sample`: the location of the sample that is shaded.
    Sample,
}

/// The precision of a value in OpenGL ES, declared or by default. No result depends on it; declarations of an interface must agree in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of the qualifiers in GLSL")]
pub enum Precision {
    /// None: of booleans, structures and everything on desktop.
    #[default]
    None,
    Low,
    Medium,
    High,
}

/// The memory layout of a uniform or storage block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of the layout qualifiers in GLSL")]
pub enum BlockLayout {
    /// Implementation-defined; here as std140.
    #[default]
    Shared,
    /// Implementation-defined; here as std140.
    Packed,
    Std140,
    Std430,
}
