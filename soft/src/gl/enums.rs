//! Conversion of tokens of fixed state to and from the types of the pipeline.

use crate::core::compare::Compare;
use crate::gl::error::Result;
use crate::pipeline::state::{BlendEquation, BlendFactor, PolygonMode, StencilOp};
use crate::tokens::*;

/// A type whose values have tokens.
pub trait Token: Copy + PartialEq + 'static {
    /// Every value with its token.
    const TABLE: &'static [(u32, Self)];

    /// Returns the value of a token; none for other tokens.
    fn from_token(token: u32) -> Option<Self> {
        Self::TABLE.iter().find(|entry| entry.0 == token).map(|entry| entry.1)
    }

    /// Returns the token of a value.
    fn token(self) -> u32 {
        Self::TABLE.iter().find(|entry| entry.1 == self).map_or(0, |entry| entry.0)
    }
}

/// Converts a token.
pub fn token<T: Token>(token: u32) -> Result<T> {
    // "If a command … is passed a symbolic constant that is not one of those specified …, an INVALID_ENUM error is generated." [GL 4.4, 2.3.1]
    T::from_token(token).ok_or(GL_INVALID_ENUM)
}

impl Token for Compare {
    const TABLE: &'static [(u32, Self)] = &[
        (GL_NEVER, Compare::Never),
        (GL_LESS, Compare::Less),
        (GL_EQUAL, Compare::Equal),
        (GL_LEQUAL, Compare::LessEqual),
        (GL_GREATER, Compare::Greater),
        (GL_NOTEQUAL, Compare::NotEqual),
        (GL_GEQUAL, Compare::GreaterEqual),
        (GL_ALWAYS, Compare::Always),
    ];
}

impl Token for StencilOp {
    const TABLE: &'static [(u32, Self)] = &[
        (GL_KEEP, StencilOp::Keep),
        (GL_ZERO, StencilOp::Zero),
        (GL_REPLACE, StencilOp::Replace),
        (GL_INCR, StencilOp::Increment),
        (GL_DECR, StencilOp::Decrement),
        (GL_INVERT, StencilOp::Invert),
        (GL_INCR_WRAP, StencilOp::IncrementWrap),
        (GL_DECR_WRAP, StencilOp::DecrementWrap),
    ];
}

impl Token for BlendEquation {
    const TABLE: &'static [(u32, Self)] = &[
        (GL_FUNC_ADD, BlendEquation::Add),
        (GL_FUNC_SUBTRACT, BlendEquation::Subtract),
        (GL_FUNC_REVERSE_SUBTRACT, BlendEquation::ReverseSubtract),
        (GL_MIN, BlendEquation::Min),
        (GL_MAX, BlendEquation::Max),
    ];
}

impl Token for BlendFactor {
    const TABLE: &'static [(u32, Self)] = &[
        (GL_ZERO, BlendFactor::Zero),
        (GL_ONE, BlendFactor::One),
        (GL_SRC_COLOR, BlendFactor::SrcColor),
        (GL_ONE_MINUS_SRC_COLOR, BlendFactor::OneMinusSrcColor),
        (GL_DST_COLOR, BlendFactor::DstColor),
        (GL_ONE_MINUS_DST_COLOR, BlendFactor::OneMinusDstColor),
        (GL_SRC_ALPHA, BlendFactor::SrcAlpha),
        (GL_ONE_MINUS_SRC_ALPHA, BlendFactor::OneMinusSrcAlpha),
        (GL_DST_ALPHA, BlendFactor::DstAlpha),
        (GL_ONE_MINUS_DST_ALPHA, BlendFactor::OneMinusDstAlpha),
        (GL_CONSTANT_COLOR, BlendFactor::ConstantColor),
        (GL_ONE_MINUS_CONSTANT_COLOR, BlendFactor::OneMinusConstantColor),
        (GL_CONSTANT_ALPHA, BlendFactor::ConstantAlpha),
        (GL_ONE_MINUS_CONSTANT_ALPHA, BlendFactor::OneMinusConstantAlpha),
        (GL_SRC_ALPHA_SATURATE, BlendFactor::SrcAlphaSaturate),
        (GL_SRC1_COLOR, BlendFactor::Src1Color),
        (GL_ONE_MINUS_SRC1_COLOR, BlendFactor::OneMinusSrc1Color),
        (GL_SRC1_ALPHA, BlendFactor::Src1Alpha),
        (GL_ONE_MINUS_SRC1_ALPHA, BlendFactor::OneMinusSrc1Alpha),
    ];
}

impl Token for PolygonMode {
    const TABLE: &'static [(u32, Self)] = &[(GL_POINT, PolygonMode::Point), (GL_LINE, PolygonMode::Line), (GL_FILL, PolygonMode::Fill)];
}
