//! The blend state of a draw buffer.

/// A blend factor, GL_ZERO to GL_ONE_MINUS_SRC1_ALPHA.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of the factors in GL")]
pub enum BlendFactor {
    Zero,
    One,
    SrcColor,
    OneMinusSrcColor,
    DstColor,
    OneMinusDstColor,
    SrcAlpha,
    OneMinusSrcAlpha,
    DstAlpha,
    OneMinusDstAlpha,
    ConstantColor,
    OneMinusConstantColor,
    ConstantAlpha,
    OneMinusConstantAlpha,
    SrcAlphaSaturate,
    Src1Color,
    OneMinusSrc1Color,
    Src1Alpha,
    OneMinusSrc1Alpha,
}

/// A blend equation, GL_FUNC_ADD to GL_MAX, or an advanced one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of the equations in GL")]
pub enum BlendEquation {
    Add,
    Subtract,
    ReverseSubtract,
    Min,
    Max,
    /// An equation of KHR_blend_equation_advanced, which has no factors. It is that of all components.
    Advanced {
        /// The equation.
        equation: AdvancedEquation,
        /// True if the stored alpha has no meaning: it counts as 1.
        opaque: bool,
    },
}

/// An equation of KHR_blend_equation_advanced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of the equations in GL")]
pub enum AdvancedEquation {
    Multiply,
    Screen,
    Overlay,
    Darken,
    Lighten,
    ColorDodge,
    ColorBurn,
    HardLight,
    SoftLight,
    Difference,
    Exclusion,
    HslHue,
    HslSaturation,
    HslColor,
    HslLuminosity,
}

impl AdvancedEquation {
    /// Every equation with the name that follows `blend_support_` in its layout qualifier.
    pub const ALL: [(Self, &'static str); 15] = [
        (Self::Multiply, "multiply"),
        (Self::Screen, "screen"),
        (Self::Overlay, "overlay"),
        (Self::Darken, "darken"),
        (Self::Lighten, "lighten"),
        (Self::ColorDodge, "colordodge"),
        (Self::ColorBurn, "colorburn"),
        (Self::HardLight, "hardlight"),
        (Self::SoftLight, "softlight"),
        (Self::Difference, "difference"),
        (Self::Exclusion, "exclusion"),
        (Self::HslHue, "hsl_hue"),
        (Self::HslSaturation, "hsl_saturation"),
        (Self::HslColor, "hsl_color"),
        (Self::HslLuminosity, "hsl_luminosity"),
    ];

    /// Returns the bit of the equation in the sets that shaders declare.
    pub fn bit(self) -> u16 {
        1 << self as u16
    }

    /// Returns the equations of a layout qualifier as a set; `None` for other names.
    pub fn of_qualifier(name: &str) -> Option<u16> {
        let name = name.strip_prefix("blend_support_")?;
        if name == "all_equations" {
            return Some(Self::ALL.iter().fold(0, |set, (equation, _)| set | equation.bit()));
        }
        Self::ALL.iter().find(|(_, own)| *own == name).map(|(equation, _)| equation.bit())
    }
}

/// The blend state of one draw buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blend {
    /// GL_BLEND.
    pub enabled: bool,
    /// The equation, source factor and destination factor for red, green and blue.
    pub color: (BlendEquation, BlendFactor, BlendFactor),
    /// The equation, source factor and destination factor for alpha.
    pub alpha: (BlendEquation, BlendFactor, BlendFactor),
    /// True for each component (red, green, blue, alpha) that is written.
    pub write_mask: [bool; 4],
}

impl Blend {
    /// Returns the advanced equation that enabled blending uses.
    pub fn advanced(&self) -> Option<AdvancedEquation> {
        match self.color.0 {
            BlendEquation::Advanced { equation, .. } if self.enabled => Some(equation),
            _ => None,
        }
    }

    /// Returns true if any factor is of the second source colour.
    pub fn reads_second_color(&self) -> bool {
        use BlendFactor::*;
        let factors = [self.color.1, self.color.2, self.alpha.1, self.alpha.2];
        factors.iter().any(|factor| matches!(factor, Src1Color | OneMinusSrc1Color | Src1Alpha | OneMinusSrc1Alpha))
    }
}

impl Default for Blend {
    /// Returns the initial state: blending disabled, all components written.
    fn default() -> Self {
        let replace = (BlendEquation::Add, BlendFactor::One, BlendFactor::Zero);
        Self { enabled: false, color: replace, alpha: replace, write_mask: [true; 4] }
    }
}
