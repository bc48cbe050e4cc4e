//! Blending in single precision, one component of 64 lanes at a time.

use base::core::lanes::Floats;
use shader::pipeline::blend::{Blend, BlendEquation, BlendFactor};

/// Red, green, blue and alpha of 64 lanes.
pub type Colors = [Floats; 4];

/// The operands of blending.
pub struct Operands<'a> {
    /// The first source colour.
    pub source: &'a Colors,
    /// The second source colour of dual-source blending.
    pub second: &'a Colors,
    /// The destination colour.
    pub stored: &'a Colors,
    /// GL_BLEND_COLOR.
    pub constant: [f32; 4],
}

/// Blends one component.
#[inline(always)]
pub fn blend(blend: &Blend, operands: &Operands, component: usize) -> Floats {
    let (equation, source_factor, stored_factor) = if component == 3 { blend.alpha } else { blend.color };
    let (source, stored) = (&operands.source[component], &operands.stored[component]);
    let mut result = [0.0; 64];
    match equation {
        BlendEquation::Min => {
            for lane in 0..64 {
                result[lane] = if source[lane] < stored[lane] { source[lane] } else { stored[lane] };
            }
            return result;
        }
        BlendEquation::Max => {
            for lane in 0..64 {
                result[lane] = if source[lane] > stored[lane] { source[lane] } else { stored[lane] };
            }
            return result;
        }
        _ => {}
    }
    let (a, b) = (scaled(source, source_factor, operands, component), scaled(stored, stored_factor, operands, component));
    for lane in 0..64 {
        result[lane] = match equation {
            BlendEquation::Subtract => a[lane] - b[lane],
            BlendEquation::ReverseSubtract => b[lane] - a[lane],
            _ => a[lane] + b[lane],
        };
    }
    result
}

/// Multiplies values by a factor. The factor GL_ZERO gives 0 even for infinities.
#[inline(always)]
fn scaled(values: &Floats, factor: BlendFactor, operands: &Operands, component: usize) -> Floats {
    use BlendFactor::*;
    let constant = operands.constant;
    match factor {
        Zero => [0.0; 64],
        One => *values,
        SrcColor => times(values, &operands.source[component]),
        OneMinusSrcColor => times_rest(values, &operands.source[component]),
        DstColor => times(values, &operands.stored[component]),
        OneMinusDstColor => times_rest(values, &operands.stored[component]),
        SrcAlpha => times(values, &operands.source[3]),
        OneMinusSrcAlpha => times_rest(values, &operands.source[3]),
        DstAlpha => times(values, &operands.stored[3]),
        OneMinusDstAlpha => times_rest(values, &operands.stored[3]),
        ConstantColor => times(values, &[constant[component]; 64]),
        OneMinusConstantColor => times_rest(values, &[constant[component]; 64]),
        ConstantAlpha => times(values, &[constant[3]; 64]),
        OneMinusConstantAlpha => times_rest(values, &[constant[3]; 64]),
        SrcAlphaSaturate if component == 3 => *values,
        SrcAlphaSaturate => {
            let mut factors = [0.0; 64];
            for lane in 0..64 {
                let rest = 1.0 - operands.stored[3][lane];
                factors[lane] = if operands.source[3][lane] < rest { operands.source[3][lane] } else { rest };
            }
            times(values, &factors)
        }
        Src1Color => times(values, &operands.second[component]),
        OneMinusSrc1Color => times_rest(values, &operands.second[component]),
        Src1Alpha => times(values, &operands.second[3]),
        OneMinusSrc1Alpha => times_rest(values, &operands.second[3]),
    }
}

#[inline(always)]
fn times(values: &Floats, factors: &Floats) -> Floats {
    let mut result = [0.0; 64];
    for lane in 0..64 {
        result[lane] = values[lane] * factors[lane];
    }
    result
}

/// Multiplies values by one minus the factors.
#[inline(always)]
fn times_rest(values: &Floats, factors: &Floats) -> Floats {
    let mut result = [0.0; 64];
    for lane in 0..64 {
        result[lane] = values[lane] * (1.0 - factors[lane]);
    }
    result
}
