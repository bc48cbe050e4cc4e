//! The textures and images that the bytecode accesses.

use super::NONE;
use base::image::lookup::SampleKind;

/// A texture access. Unused registers are [`NONE`].
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The type of the sampler in the shader.
    pub sampler: base::hir::SamplerType,
    /// The word of the default uniform block that holds the texture unit (of element 0).
    pub unit_word: u32,
    /// The register of the element index.
    pub unit_index: u16,
    /// The number of elements of the sampler array (1 if not an array); the index is clamped to it.
    pub units: u32,
    /// The kind of lookup.
    pub kind: SampleKind,
    /// The coordinates, already divided by the projective divisor; the array layer follows them. Fetches take ints.
    pub coordinates: [u16; 4],
    /// The depth reference of a shadow sampler.
    pub reference: u16,
    /// The bias, level of detail or sample number, depending on `kind`.
    pub lod: u16,
    /// The gradients: d/dx of up to three coordinates, then d/dy.
    pub gradients: [u16; 6],
    /// The constant texel offset.
    pub offset: [i32; 3],
    /// The registers of an offset that is not constant (gathers), otherwise NONE.
    pub offset_registers: [u16; 2],
    /// The component to gather, or [`SINGLE_COMPONENT`](base::image::lookup::SINGLE_COMPONENT).
    pub component: u8,
    /// True for depth comparisons that return a scalar.
    pub scalar: bool,
    /// True if the shader only multiplies the results by 0: finite results that are not negative may be replaced by 0.
    pub weightless: bool,
    /// The components of the result that the shader reads, as bits; the registers of the others may hold anything.
    pub wanted: u8,
}

impl Sample {
    /// Creates a look-up without operands, all of whose results are read.
    pub fn new(sampler: base::hir::SamplerType, unit_word: u32, kind: SampleKind) -> Self {
        Self {
            sampler,
            unit_word,
            unit_index: NONE,
            units: 1,
            kind,
            coordinates: [NONE; 4],
            reference: NONE,
            lod: NONE,
            gradients: [NONE; 6],
            offset: [0; 3],
            offset_registers: [NONE; 2],
            component: 0,
            scalar: false,
            weightless: false,
            wanted: 15,
        }
    }
}

/// An image variable, or an array of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// The type of the variable.
    pub image: base::hir::SamplerType,
    /// The word of the default uniform block that holds the image unit (of element 0).
    pub unit_word: u32,
    /// The number of elements of the array (1 if not an array); the index is clamped to it.
    pub units: u32,
}
