//! Numeric literals.

use crate::glsl::syntax::Constant;

/// The literals that a version allows.
#[derive(Clone, Copy)]
pub(super) struct Numbers {
    /// The suffix `u` of integers.
    pub unsigned: bool,
    /// The suffix `f` of floats.
    pub float_suffix: bool,
    /// The suffix `lf` of doubles.
    pub double: bool,
    /// The suffixes `l` and `ul` of 64-bit integers.
    pub int64: bool,
}

/// Returns the value of a number, or an error message.
pub(super) fn number(text: &str, numbers: Numbers) -> Result<Constant, String> {
    let long = text.strip_suffix(['l', 'L']).filter(|_| numbers.int64);
    match long {
        // "or before the suffix u, U, l, L, ul, or UL." [ARB_gpu_shader_int64] So there is neither uL nor Ul.
        Some(digits) if !digits.ends_with(['u', 'U']) => long_integer(text, digits).map(Constant::Int64),
        Some(digits) if text.ends_with("ul") || text.ends_with("UL") => {
            long_integer(text, &digits[..digits.len() - 1]).map(Constant::Uint64)
        }
        _ => short_number(text, numbers),
    }
}

/// Returns the bits of a 64-bit integer with these digits.
fn long_integer(text: &str, digits: &str) -> Result<u64, String> {
    integer(digits).map_err(|error| match error {
        std::num::IntErrorKind::PosOverflow => format!("`{text}` does not fit in 64 bits"),
        _ => format!("`{text}` is not a number"),
    })
}

/// Returns the value of the digits of an integer of any base.
fn integer(digits: &str) -> Result<u64, std::num::IntErrorKind> {
    let value = match digits.as_bytes() {
        // A sign is no digit.
        [b'0', b'x' | b'X', b'+' | b'-', ..] | [b'+' | b'-', ..] => return Err(std::num::IntErrorKind::InvalidDigit),
        [b'0', b'x' | b'X', ..] => u64::from_str_radix(&digits[2..], 16),
        [b'0', _, ..] => u64::from_str_radix(digits, 8),
        _ => digits.parse(),
    };
    value.map_err(|error| *error.kind())
}

/// Returns the value of a number of 32 bits or of a floating-point number.
fn short_number(text: &str, numbers: Numbers) -> Result<Constant, String> {
    let hexadecimal = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    if hexadecimal.is_none() && (text.contains(['.', 'e', 'E']) || (text.ends_with(['f', 'F']))) {
        return float(text, numbers);
    }
    let (digits, unsigned) = match text.strip_suffix(['u', 'U']) {
        Some(digits) => (digits, true),
        None => (text, false),
    };
    if unsigned && !numbers.unsigned {
        return Err(format!("`{text}`: unsigned integers need version 130 or ES 300"));
    }
    match integer(digits) {
        Ok(value) if value <= u64::from(u32::MAX) => {
            Ok(if unsigned { Constant::Uint(value as u32) } else { Constant::Int(value as u32 as i32) })
        }
        Ok(_) => Err(format!("`{text}` does not fit in 32 bits")),
        Err(_) if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0') => {
            Err(format!("`{text}` does not fit in 32 bits"))
        }
        Err(_) => Err(format!("`{text}` is not a number")),
    }
}

fn float(text: &str, numbers: Numbers) -> Result<Constant, String> {
    let (digits, double, suffix) = if let Some(digits) = text.strip_suffix("lf").or_else(|| text.strip_suffix("LF")) {
        (digits, true, true)
    } else if let Some(digits) = text.strip_suffix(['f', 'F']) {
        (digits, false, true)
    } else {
        (text, false, false)
    };
    if double && !numbers.double {
        return Err(format!("`{text}`: doubles need version 400 or GL_ARB_gpu_shader_fp64"));
    }
    // GLSL 1.10 has no suffix either, but other compilers accept it and shaders use it.
    if suffix && !double && !numbers.float_suffix {
        return Err(format!("`{text}`: the suffix f needs version 120 or ES 300"));
    }
    if suffix && !digits.contains(['.', 'e', 'E']) {
        return Err(format!("`{text}` is not a number: a suffix needs a decimal point or an exponent"));
    }
    if !digits.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'+' | b'-')) {
        return Err(format!("`{text}` is not a number"));
    }
    let wrong = |_| format!("`{text}` is not a number");
    if double { digits.parse().map(Constant::Double).map_err(wrong) } else { digits.parse().map(Constant::Float).map_err(wrong) }
}
