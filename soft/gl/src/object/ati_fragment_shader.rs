//! Shader objects of GL_ATI_fragment_shader, and what a context has of them.

use std::sync::{Arc, Mutex};

/// The number of registers, and of the texture units that a shader samples: "The 6 REG_x_ATI registers can be used as source or destination in any
/// color or alpha instruction." [ATI_fragment_shader, 3.8.11]
pub const REGISTERS: usize = 6;
/// The number of constants: "There are 8 constant registers available" [ATI_fragment_shader, 3.8.11].
pub const CONSTANTS: usize = 8;
/// The number of passes: "Either one or two passes may be specified in a shader." [ATI_fragment_shader, 3.8.11]
pub const PASSES: usize = 2;
/// The number of pairs in a pass: "Each pass may use up to 8 pairs of instructions" [ATI_fragment_shader, 3.8.11].
pub const PAIRS: usize = 8;
/// The number of texture coordinates that a shader can name.
pub const COORDINATES: usize = 8;

/// The instructions of a shader.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Definition {
    /// One or two passes.
    pub passes: Vec<Pass>,
}

/// The instructions of a pass.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pass {
    /// By register: the routing instruction that fills it first.
    pub routes: [Option<Route>; REGISTERS],
    /// The arithmetic instructions.
    pub pairs: Vec<Pair>,
}

/// glPassTexCoordATI or glSampleMapATI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Route {
    /// True for glSampleMapATI: the texture of the register's unit is sampled.
    pub sampled: bool,
    /// The coordinates.
    pub coordinates: Coordinates,
    /// GL_SWIZZLE_STR_ATI to GL_SWIZZLE_STQ_DQ_ATI.
    pub swizzle: u32,
}

/// The coordinates of a routing instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coordinates {
    /// The texture coordinates of a unit.
    Unit(u8),
    /// A register of the first pass.
    Register(u8),
}

/// A colour instruction and the alpha instruction that executes with it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    /// The instruction on colours.
    pub color: Option<Instruction>,
    /// The instruction on alpha.
    pub alpha: Option<Instruction>,
}

/// An arithmetic instruction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Instruction {
    /// GL_MOV_ATI to GL_DOT2_ADD_ATI.
    pub op: u32,
    /// The number of the destination register.
    pub register: u8,
    /// The components that a colour instruction writes; 0 for all.
    pub mask: u32,
    /// The modification of the result.
    pub modifier: u32,
    /// The operands.
    pub operands: Vec<Operand>,
}

/// An operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Operand {
    /// The value.
    pub source: Source,
    /// GL_NONE, or the component in every place.
    pub replication: u32,
    /// The modification of the value.
    pub modifier: u32,
}

/// The value of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A register.
    Register(u8),
    /// A constant.
    Constant(u8),
    /// 0.
    Zero,
    /// 1.
    One,
    /// The primary colour.
    PrimaryColor,
    /// The secondary colour.
    SecondaryColor,
}

impl Definition {
    /// Returns true if the shader samples the texture of a unit.
    pub fn samples(&self, unit: usize) -> bool {
        self.passes.iter().any(|pass| pass.routes.get(unit).is_some_and(|route| route.is_some_and(|route| route.sampled)))
    }

    /// Returns true if the shader reads the texture coordinates of a unit.
    pub fn reads_coordinates(&self, unit: usize) -> bool {
        let mut routes = self.passes.iter().flat_map(|pass| pass.routes.iter().flatten());
        routes.any(|route| matches!(route.coordinates, Coordinates::Unit(number) if usize::from(number) == unit))
    }
}

/// The constants that a shader sets itself.
pub type OwnConstants = [Option<[f32; 4]>; CONSTANTS];

/// What glEndFragmentShaderATI made of a shader.
#[derive(Clone, Debug)]
pub struct Contents {
    /// The instructions.
    pub definition: Arc<Definition>,
    /// The constants that replace those of the context.
    pub constants: OwnConstants,
}

/// A shader object.
#[derive(Debug)]
pub struct FragmentShader {
    /// The name; 0 for the default shader.
    pub name: u32,
    /// The contents, which contexts share; none while the shader is invalid.
    pub contents: Mutex<Option<Contents>>,
}

impl FragmentShader {
    /// Creates a shader without contents.
    pub fn new(name: u32) -> Self {
        Self { name, contents: Mutex::default() }
    }
}

/// A shader between glBeginFragmentShaderATI and glEndFragmentShaderATI.
#[derive(Debug)]
pub struct Construction {
    /// The instructions so far: one or two passes.
    pub definition: Definition,
    /// The constants so far.
    pub constants: OwnConstants,
    /// By texture coordinates: true if their instructions read STQ, false if STR; none before the first one.
    pub reads_q: [Option<bool>; COORDINATES],
}

impl Default for Construction {
    fn default() -> Self {
        let definition = Definition { passes: vec![Pass::default()] };
        Self { definition, constants: OwnConstants::default(), reads_q: [None; COORDINATES] }
    }
}

/// State of these shaders in one context.
pub struct FragmentShaderBinding {
    /// The default shader.
    default: Arc<FragmentShader>,
    /// The bound shader.
    pub bound: Arc<FragmentShader>,
    /// The constants of the context.
    pub constants: [[f32; 4]; CONSTANTS],
    /// The shader that is being specified: the bound one.
    pub construction: Option<Construction>,
}

impl Default for FragmentShaderBinding {
    fn default() -> Self {
        let default = Arc::new(FragmentShader::new(0));
        Self { bound: default.clone(), default, constants: [[0.0; 4]; CONSTANTS], construction: None }
    }
}

impl FragmentShaderBinding {
    /// Binds the default shader.
    pub fn unbind(&mut self) {
        self.bound = self.default.clone();
    }
}
