//! Numeric literals.

use glsl_lang::lexer::Token;

/// The literals that a version allows.
#[derive(Clone, Copy)]
pub(super) struct Numbers {
    /// The suffix `u` of integers.
    pub unsigned: bool,
    /// The suffix `f` of floats.
    pub float_suffix: bool,
    /// The suffix `lf` of doubles.
    pub double: bool,
}

/// Returns the token of a number, or an error message.
pub(super) fn number(text: &str, numbers: Numbers) -> Result<Token, String> {
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
    let value = if hexadecimal.is_some() {
        u64::from_str_radix(digits.get(2..).unwrap_or(""), 16)
    } else if digits.len() > 1 && digits.starts_with('0') {
        u64::from_str_radix(digits, 8)
    } else {
        digits.parse::<u64>()
    };
    match value {
        Ok(value) if value <= u64::from(u32::MAX) => {
            Ok(if unsigned { Token::UIntConstant(value as u32) } else { Token::IntConstant(value as u32 as i32) })
        }
        Ok(_) => Err(format!("`{text}` does not fit in 32 bits")),
        Err(_) if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0') => {
            Err(format!("`{text}` does not fit in 32 bits"))
        }
        Err(_) => Err(format!("`{text}` is not a number")),
    }
}

fn float(text: &str, numbers: Numbers) -> Result<Token, String> {
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
    if double { digits.parse().map(Token::DoubleConstant).map_err(wrong) } else { digits.parse().map(Token::FloatConstant).map_err(wrong) }
}
