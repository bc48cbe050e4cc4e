//! A parsed program: its instructions, variables and options.

/// The program targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// GL_VERTEX_PROGRAM_ARB.
    Vertex,
    /// GL_FRAGMENT_PROGRAM_ARB.
    Fragment,
}

/// An arithmetic operation, by the name of its instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opcode {
    Abs,
    Add,
    Cmp,
    Cos,
    Dp3,
    Dp4,
    Dph,
    Dst,
    Ex2,
    Exp,
    Flr,
    Frc,
    Lg2,
    Lit,
    Log,
    Lrp,
    Mad,
    Max,
    Min,
    Mov,
    Mul,
    Pow,
    Rcp,
    Rsq,
    Scs,
    Sge,
    Sin,
    Slt,
    Sub,
    Xpd,
}

/// A texture instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// TEX.
    Plain,
    /// TXP: divides by the fourth coordinate.
    Projected,
    /// TXB: adds the fourth coordinate to the level of detail.
    Biased,
}

/// The target of a texture instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextureTarget {
    /// 1D, 2D, 3D, CUBE or RECT.
    pub kind: base::hir::TextureKind,
    /// True for the targets of ARB_fragment_program_shadow.
    pub shadow: bool,
}

/// An attribute of a vertex or a fragment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Input {
    Position,
    Normal,
    Color,
    SecondaryColor,
    FogCoordinate,
    TextureCoordinates(u8),
    /// A generic vertex attribute.
    Generic(u8),
}

/// A result of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Output {
    Position,
    /// A colour of a vertex.
    Color {
        back: bool,
        secondary: bool,
    },
    FogCoordinate,
    PointSize,
    TextureCoordinates(u8),
    /// A colour of a fragment, by draw buffer.
    FragmentColor(u8),
    Depth,
}

/// The value of a program parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parameter {
    /// The bits of a constant vector.
    Constant([u32; 4]),
    /// `program.env[n]`.
    Environment(u16),
    /// `program.local[n]`.
    Local(u16),
    /// A part of the GL's state.
    State(StateBinding),
}

/// A vector of the GL's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of the state in the extensions")]
pub enum StateBinding {
    /// A colour of a material.
    Material {
        back: bool,
        color: Color,
    },
    /// (shininess, 0, 0, 1).
    Shininess {
        back: bool,
    },
    /// A colour of a light.
    LightColor {
        light: u8,
        color: Color,
    },
    LightPosition {
        light: u8,
    },
    /// The attenuation constants and the spot exponent.
    LightAttenuation {
        light: u8,
    },
    /// The spot direction and the cosine of the cutoff.
    SpotDirection {
        light: u8,
    },
    /// The half vector of an infinite light and viewer.
    HalfVector {
        light: u8,
    },
    /// The ambient colour of the light model.
    ModelAmbient,
    /// The colour of a material without lights.
    SceneColor {
        back: bool,
    },
    /// A colour of a light times that of a material.
    LightProduct {
        light: u8,
        back: bool,
        color: Color,
    },
    /// A plane of texture coordinate generation.
    TextureGeneration {
        unit: u8,
        eye: bool,
        coordinate: u8,
    },
    /// The colour of a texture environment.
    TextureEnvironment {
        unit: u8,
    },
    FogColor,
    /// (density, start, end, 1 / (end - start)).
    FogParameters,
    ClipPlane {
        plane: u8,
    },
    /// (size, smallest, largest, fade threshold).
    PointSize,
    PointAttenuation,
    /// (near, far, far - near, 1).
    DepthRange,
    /// A row of a matrix.
    MatrixRow {
        matrix: Matrix,
        inverted: bool,
        transposed: bool,
        row: u8,
    },
    /// The range that colours of fragments are clamped to, in the first two components. Programs cannot name it; the options of fog read it.
    ColorRange,
}

/// A colour of a light or a material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of the colours in GL")]
pub enum Color {
    Ambient,
    Diffuse,
    Specular,
    Emission,
}

/// A matrix of the GL's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of the matrices in GL")]
pub enum Matrix {
    ModelView,
    Projection,
    ModelViewProjection,
    Texture(u8),
    Program(u8),
}

/// The register that an operand is read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Register {
    Temporary(usize),
    Input(Input),
    Parameter(Parameter),
    /// An element of an array of parameters, relative to the address register with this number.
    Relative {
        array: usize,
        address: usize,
        offset: i32,
    },
}

/// An operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    pub register: Register,
    /// The component of the register that each component is read from.
    pub swizzle: [u8; 4],
    pub negated: bool,
}

/// The register that an instruction writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    Temporary(usize),
    Output(Output),
}

/// The destination of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Destination {
    pub register: Written,
    /// The components that are written, one bit each.
    pub mask: u8,
    /// True for `_SAT`.
    pub saturated: bool,
}

/// A component of the operand of SWZ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    pub value: Selected,
    pub negated: bool,
}

/// The value of a component of the operand of SWZ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selected {
    Zero,
    One,
    Component(u8),
}

/// An instruction.
#[derive(Clone, Debug, PartialEq)]
pub enum Instruction {
    /// An arithmetic instruction with as many operands as its operation has.
    Arithmetic { opcode: Opcode, to: Destination, operands: Vec<Source> },
    /// SWZ.
    Swizzle { to: Destination, from: Source, selections: [Selection; 4] },
    /// ARL.
    LoadAddress { address: usize, from: Source },
    /// TEX, TXP or TXB.
    Sample { lookup: Lookup, to: Destination, coordinates: Source, unit: u8, target: TextureTarget },
    /// KIL.
    Kill { from: Source },
}

/// Fog that an option applies to the colours of fragments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fog {
    Exponential,
    ExponentialSquared,
    Linear,
}

/// The options of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// ARB_position_invariant.
    pub position_invariant: bool,
    /// ARB_fog_exp, ARB_fog_exp2 or ARB_fog_linear.
    pub fog: Option<Fog>,
    /// True for ARB_precision_hint_nicest, false for ARB_precision_hint_fastest.
    pub nicest: Option<bool>,
    /// ARB_fragment_program_shadow.
    pub shadow: bool,
    /// ARB_draw_buffers or ATI_draw_buffers.
    pub draw_buffers: bool,
    /// ARB_fragment_coord_origin_upper_left.
    pub upper_left: bool,
    /// ARB_fragment_coord_pixel_center_integer.
    pub integer_centers: bool,
}

/// An array of parameters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Array {
    pub elements: Vec<Parameter>,
    /// True if an instruction accesses it by an address register.
    pub relative: bool,
}

/// A parsed program.
#[derive(Clone, Debug)]
pub struct Program {
    pub target: Target,
    pub options: Options,
    pub instructions: Vec<Instruction>,
    pub temporaries: usize,
    pub addresses: usize,
    pub arrays: Vec<Array>,
    /// The attributes that are bound, each once.
    pub inputs: Vec<Input>,
    /// The single parameters that are bound, with those of arrays that are bound several times.
    pub parameters: Vec<Parameter>,
}

impl Instruction {
    /// Returns the operands.
    pub fn operands(&self) -> &[Source] {
        match self {
            Self::Arithmetic { operands, .. } => operands,
            Self::Swizzle { from, .. } | Self::LoadAddress { from, .. } | Self::Kill { from } => std::slice::from_ref(from),
            Self::Sample { coordinates, .. } => std::slice::from_ref(coordinates),
        }
    }

    /// Returns the destination; none for address registers.
    pub fn destination(&self) -> Option<&Destination> {
        match self {
            Self::Arithmetic { to, .. } | Self::Swizzle { to, .. } | Self::Sample { to, .. } => Some(to),
            Self::LoadAddress { .. } | Self::Kill { .. } => None,
        }
    }
}
