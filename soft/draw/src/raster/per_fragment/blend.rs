//! Blending in single precision, eight lanes at a time.

use super::advanced;
pub use super::advanced::Colors;
use base::core::cpu::{InstructionSet, versions};
use base::core::vector::Eight;
use shader::pipeline::blend::{Blend, BlendEquation, BlendFactor};

/// The operands of blending.
pub struct Operands<V: Eight> {
    /// The first source colour.
    pub source: Colors<V>,
    /// The second source colour of dual-source blending.
    pub second: Colors<V>,
    /// The destination colour.
    pub stored: Colors<V>,
    /// GL_BLEND_COLOR.
    pub constant: [f32; 4],
}

/// Blends colours. With a constant state the compiler leaves one equation.
#[inline(always)]
pub fn blend<V: Eight>(state: &Blend, operands: &Operands<V>) -> Colors<V> {
    if let BlendEquation::Advanced { equation, opaque } = state.color.0 {
        return advanced::blend::<V>(equation, opaque, &operands.source, &operands.stored);
    }
    // No closure: it would not be compiled for the instruction set.
    [
        blend_component::<V>(state, operands, 0),
        blend_component::<V>(state, operands, 1),
        blend_component::<V>(state, operands, 2),
        blend_component::<V>(state, operands, 3),
    ]
}

/// The words of the colours of eight lanes.
type Eights = [[u32; 8]; 4];

/// Blends colours by any state. The equations are long and stand apart from the callers, which have code for each format.
#[inline(always)]
pub fn blend_by_any<V: Eight>(state: &Blend, operands: &Operands<V>) -> Colors<V> {
    let set = if V::IS_NATIVE { InstructionSet::best() } else { InstructionSet::BASELINE };
    let colors = [words::<V>(&operands.source), words::<V>(&operands.second), words::<V>(&operands.stored)];
    let mut blended = [[0; 8]; 4];
    blend_apart(set, state, &colors, operands.constant, &mut blended);
    floats::<V>(&blended)
}

/// Blends eight lanes. `colors` are the first and the second source colour, and the stored one.
#[inline(never)]
fn blend_apart(set: InstructionSet, state: &Blend, colors: &[Eights; 3], constant: [f32; 4], blended: &mut Eights) {
    blend_words(set, state, colors, constant, blended);
}

versions! {
    /// Does what [`blend_apart`] says, by the instruction set.
    fn blend_words = blend_words_body<Eight>(state: &Blend, colors: &[Eights; 3], constant: [f32; 4], blended: &mut Eights)
}

#[inline(always)]
fn blend_words_body<V: Eight>(state: &Blend, [source, second, stored]: &[Eights; 3], constant: [f32; 4], blended: &mut Eights) {
    let operands = Operands::<V> { source: floats::<V>(source), second: floats::<V>(second), stored: floats::<V>(stored), constant };
    *blended = words::<V>(&blend::<V>(state, &operands));
}

#[inline(always)]
fn words<V: Eight>(&[red, green, blue, alpha]: &Colors<V>) -> Eights {
    [V::words(V::bits(red)), V::words(V::bits(green)), V::words(V::bits(blue)), V::words(V::bits(alpha))]
}

#[inline(always)]
fn floats<V: Eight>(&[red, green, blue, alpha]: &Eights) -> Colors<V> {
    [
        V::from_bits(V::from_words(red)),
        V::from_bits(V::from_words(green)),
        V::from_bits(V::from_words(blue)),
        V::from_bits(V::from_words(alpha)),
    ]
}

/// Blends one component.
#[inline(always)]
fn blend_component<V: Eight>(state: &Blend, operands: &Operands<V>, component: usize) -> V::Floats {
    let (equation, source_factor, stored_factor) = if component == 3 { state.alpha } else { state.color };
    let (source, stored) = (operands.source[component], operands.stored[component]);
    match equation {
        BlendEquation::Min => return V::smaller(source, stored),
        BlendEquation::Max => return V::larger(source, stored),
        _ => {}
    }
    let a = scaled::<V>(source, source_factor, operands, component);
    let b = scaled::<V>(stored, stored_factor, operands, component);
    match equation {
        BlendEquation::Subtract => V::subtract(a, b),
        BlendEquation::ReverseSubtract => V::subtract(b, a),
        _ => V::add(a, b),
    }
}

/// Multiplies values by a factor. The factor GL_ZERO gives 0 even for infinities.
#[inline(always)]
fn scaled<V: Eight>(values: V::Floats, factor: BlendFactor, operands: &Operands<V>, component: usize) -> V::Floats {
    use BlendFactor::*;
    let Operands { source, second, stored, constant } = operands;
    let one = V::float(1.0);
    let factor_value = match factor {
        Zero => return V::float(0.0),
        One => return values,
        SrcAlphaSaturate if component == 3 => return values,
        SrcColor | OneMinusSrcColor => source[component],
        DstColor | OneMinusDstColor => stored[component],
        SrcAlpha | OneMinusSrcAlpha => source[3],
        DstAlpha | OneMinusDstAlpha => stored[3],
        ConstantColor | OneMinusConstantColor => V::float(constant[component]),
        ConstantAlpha | OneMinusConstantAlpha => V::float(constant[3]),
        SrcAlphaSaturate => V::smaller(source[3], V::subtract(one, stored[3])),
        Src1Color | OneMinusSrc1Color => second[component],
        Src1Alpha | OneMinusSrc1Alpha => second[3],
    };
    let rest = matches!(
        factor,
        OneMinusSrcColor
            | OneMinusDstColor
            | OneMinusSrcAlpha
            | OneMinusDstAlpha
            | OneMinusConstantColor
            | OneMinusConstantAlpha
            | OneMinusSrc1Color
            | OneMinusSrc1Alpha
    );
    V::multiply(values, if rest { V::subtract(one, factor_value) } else { factor_value })
}
