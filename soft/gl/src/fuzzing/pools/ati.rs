//! Tokens of the commands of GL_ATI_fragment_shader.

use crate::tokens::*;

const ATI_OPERATIONS: [&[u32]; 3] = [
    &[GL_MOV_ATI],
    &[GL_ADD_ATI, GL_MUL_ATI, GL_SUB_ATI, GL_DOT3_ATI, GL_DOT4_ATI],
    &[GL_MAD_ATI, GL_LERP_ATI, GL_CND_ATI, GL_CND0_ATI, GL_DOT2_ADD_ATI],
];
const ATI_SOURCES: &[u32] = &[
    GL_REG_0_ATI,
    GL_REG_1_ATI,
    GL_REG_5_ATI,
    GL_CON_0_ATI,
    GL_CON_7_ATI,
    GL_ZERO,
    GL_ONE,
    GL_PRIMARY_COLOR,
    GL_SECONDARY_INTERPOLATOR_ATI,
];

/// Returns the likely values of an argument of the commands of GL_ATI_fragment_shader.
pub fn likely(command: &str, argument: &str) -> Option<&'static [u32]> {
    Some(match argument {
        "op" if command.contains("Op1") => ATI_OPERATIONS[0],
        "op" if command.contains("Op2") => ATI_OPERATIONS[1],
        "op" => ATI_OPERATIONS[2],
        "register" => &[GL_REG_0_ATI, GL_REG_1_ATI, GL_REG_5_ATI],
        "coordinates" => &[GL_TEXTURE0, GL_TEXTURE1, GL_TEXTURE7, GL_REG_0_ATI, GL_REG_5_ATI],
        "swizzle" => &[GL_SWIZZLE_STR_ATI, GL_SWIZZLE_STQ_ATI, GL_SWIZZLE_STR_DR_ATI, GL_SWIZZLE_STQ_DQ_ATI],
        "mask" => &[GL_NONE, GL_RED_BIT_ATI, GL_GREEN_BIT_ATI | GL_BLUE_BIT_ATI],
        "modifier" => &[GL_NONE, GL_HALF_BIT_ATI, GL_EIGHTH_BIT_ATI | GL_SATURATE_BIT_ATI],
        "constant" => &[GL_CON_0_ATI, GL_CON_7_ATI],
        _ if argument.starts_with("source") => ATI_SOURCES,
        _ if argument.starts_with("replication") => &[GL_NONE, GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA],
        _ if argument.starts_with("modifier") => &[GL_NONE, GL_COMP_BIT_ATI | GL_BIAS_BIT_ATI, GL_NEGATE_BIT_ATI],
        _ => return None,
    })
}
