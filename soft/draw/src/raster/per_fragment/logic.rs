//! The logical operation of GL_COLOR_LOGIC_OP.

/// Applies a logical operation, GL_CLEAR (0x1500) to GL_SET (0x150F). (The low four bits of the token are not its truth table.)
pub fn apply(operation: u32, source: u32, stored: u32) -> u32 {
    match operation & 0xF {
        0x0 => 0,
        0x1 => source & stored,
        0x2 => source & !stored,
        0x3 => source,
        0x4 => !source & stored,
        0x5 => stored,
        0x6 => source ^ stored,
        0x7 => source | stored,
        0x8 => !(source | stored),
        0x9 => !(source ^ stored),
        0xA => !stored,
        0xB => source | !stored,
        0xC => !source,
        0xD => !source | stored,
        0xE => !(source & stored),
        _ => u32::MAX,
    }
}
