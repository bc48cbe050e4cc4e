//! Shaders after semantic analysis: typed and checked, with every name resolved. `glsl` makes this representation and `ir` lowers it.
//!
//! A [`Shader`] is one shader object that compiled. Linking (`glsl::link`) merges the shaders of a stage into one [`Shader`] without
//! unresolved functions and assigns each interface variable a [`Location`]; lowering reads nothing else.

mod builtin;
pub mod fixed_attribute;
pub mod layout;
mod statements;
mod structure;
mod subroutines;
mod text;
mod type_names;
mod types;

pub use builtin::{Builtin, BuiltinVariable, TextureCall, TextureLod};
pub use statements::Statements;
pub use structure::{Contents, StructType, Summary};
pub use subroutines::{Subroutine, SubroutineType, Subroutines};
pub use type_names::{type_name, type_named};
pub use types::*;

/// A shader stage. The order is that of the pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names of the stages")]
pub enum Stage {
    Vertex,
    TessControl,
    TessEvaluation,
    Geometry,
    Fragment,
    Compute,
}

/// The index of a variable (a global, a parameter or a local) in [`Shader::variables`].
pub type VarId = usize;
/// The index of a function in [`Shader::functions`].
pub type FunctionId = usize;

/// A variable of a shader.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The name in the source text.
    pub name: String,
    /// The type.
    pub ty: Type,
    /// Where the value is.
    pub storage: Storage,
    /// The qualifiers of the declaration.
    pub qualifiers: Qualifiers,
    /// The words of a uniform's initialiser, in the order of [`ExprKind::Constant`]. (The initialisers of plain globals are statements of
    /// [`Shader::initialise`].)
    pub initialiser: Option<Vec<u32>>,
    /// True if the variable is in static use: a statement in a function reachable from main names it. Other variables are inactive.
    pub used: bool,
}

/// The storage class of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::enum_variant_names, reason = "the specification's words")]
pub enum Storage {
    /// A plain global, a local or a parameter; each call has its own copy of locals and parameters.
    Private,
    /// `in`/`attribute`/`varying` of a stage. For geometry and tessellation inputs the type is the array over vertices.
    In,
    /// `out`/`varying`. For tessellation control outputs that are not `patch` the type is the array over vertices.
    Out,
    /// A uniform of the default block, samplers and atomic counters included.
    Uniform,
    /// A uniform block: the type of the variable is the block's [`StructType`], or an array of it. A block without an instance name is also
    /// one variable; the front end turns the bare name of a member into a [`ExprKind::Field`] of it.
    UniformBlock,
    /// A `buffer` block.
    StorageBlock,
    /// An `in` block: an array over vertices in the stages that have one.
    InBlock,
    /// An `out` block.
    OutBlock,
    /// A `shared` variable of a compute shader.
    Shared,
    /// A built-in input, output or state uniform: `gl_Position`, `gl_VertexID`, `gl_ModelViewMatrix` … `gl_in` and `gl_out` are InBlock and
    /// OutBlock variables whose members have [`MemberQualifiers::builtin`].
    Builtin(BuiltinVariable),
}

/// The qualifiers of a declaration.
#[derive(Clone, Debug, Default)]
pub struct Qualifiers {
    /// `layout(location = )`.
    pub location: Option<u32>,
    /// `layout(component = )`.
    pub component: Option<u32>,
    /// Fragment outputs: `layout(index = )` for dual-source blending.
    pub index: Option<u32>,
    /// `layout(binding = )`.
    pub binding: Option<u32>,
    /// Atomic counters: the byte offset in the buffer.
    pub offset: Option<u32>,
    /// How the values of the vertices are interpolated.
    pub interpolation: Interpolation,
    /// The precision qualifier.
    pub precision: Precision,
    /// Colours: true if redeclared with an interpolation qualifier. Otherwise glShadeModel decides.
    pub interpolation_given: bool,
    /// True with `centroid`.
    pub centroid: bool,
    /// True with `sample`.
    pub sample: bool,
    /// True with `patch`.
    pub patch: bool,
    /// True with `invariant`.
    pub invariant: bool,
    /// True if the declaration itself says `invariant`, not only the pragma that makes all outputs invariant.
    pub invariant_given: bool,
    /// True for `const` variables.
    pub constant: bool,
    /// Images: the format layout qualifier, as `rgba8`.
    pub image_format: Option<&'static str>,
    /// `coherent`, of images.
    pub coherent: bool,
    /// `volatile`, of images.
    pub volatile: bool,
    /// `restrict`, of images.
    pub restrict: bool,
    /// Memory qualifiers. The front end has already rejected the accesses that they forbid.
    pub read_only: bool,
    /// True if reads are errors.
    pub write_only: bool,
    /// Geometry outputs: `layout(stream = )`.
    pub stream: u32,
    /// The layout of a block in memory.
    pub block_layout: BlockLayout,
    /// Transform feedback: `xfb_buffer` and `xfb_offset`.
    pub xfb: Option<(u32, u32)>,
    /// Blocks: the block's name; the name of the variable is the instance name, or empty.
    pub block_name: String,
    /// Blocks: true if members are visible without an instance name.
    pub unnamed_block: bool,
    /// True for an array declared without a size: its uses or linking determine the size.
    pub implicitly_sized: bool,
    /// Fragment outputs: true for `inout`, whose initial value is the stored colour.
    pub fetched: bool,
    /// Subroutine uniforms: the name of the subroutine type. The variable is a uint, or an array of it: the subroutine index.
    pub subroutine: Option<String>,
}

/// The location that linking assigned to an interface variable.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the variants say what their numbers are")]
pub enum Location {
    /// Vertex inputs: the generic attribute location of the first component; each further column or element takes the next one. The component
    /// counts words of the attribute, so that doubles take two.
    Attribute { location: u32, component: u32 },
    /// Values between stages: the first slot (of 4 words) in the vertex record, or in the patch record for `patch` variables, and the first
    /// component in that slot. Each array element and matrix column takes a slot, double vectors of 3 and 4 components take two.
    Varying { slot: u32, component: u32 },
    /// Fragment outputs.
    FragmentOutput { location: u32, index: u32, component: u32 },
    /// Uniforms of the default block: the first word in the program's uniform storage. Everything is tightly packed: matrices column by
    /// column, arrays and structures element by element, doubles as two words, samplers and images as one word (the unit).
    Uniform { word: u32 },
    /// Uniform and storage blocks: the index of the block in the stage's list; for an array of blocks, of its first element.
    Block { index: u32 },
    /// Atomic counters: the index in the stage's list of atomic counter buffers, and the byte offset.
    AtomicCounter { buffer: u32, offset: u32 },
    /// `shared` variables: the first byte in the memory of the work group (std430 layout).
    Shared { offset: u32 },
    /// None, because one side of the interface is missing: reads return 0, writes are dropped.
    Unassigned,
}

/// The meaning of a slot of a vertex record. Linking assigns slots; [`Shader::output_slots`] and [`Shader::input_slots`] list them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of GLSL's variables without gl_")]
pub enum Semantic {
    Position,
    PointSize,
    /// 0: distances 0 to 3, 1: distances 4 to 7.
    ClipDistance(u8),
    /// Numbered as [`Semantic::ClipDistance`].
    CullDistance(u8),
    ClipVertex,
    FrontColor,
    BackColor,
    FrontSecondaryColor,
    BackSecondaryColor,
    /// `gl_TexCoord[n]`.
    TexCoord(u8),
    FogFragCoord,
    PrimitiveId,
    Layer,
    ViewportIndex,
    /// A user-defined varying; the number tells varyings apart.
    User(u32),
}

/// A function. After linking every function has a body.
#[derive(Clone, Debug)]
pub struct Function {
    /// The name in the source text.
    pub name: String,
    /// The type of the result.
    pub result: Type,
    /// The parameters, which are variables of [`Storage::Private`].
    pub parameters: Vec<(VarId, Direction)>,
    /// The body, or `None` if this shader object only declares the function.
    pub body: Option<Statements>,
}

/// The direction of a parameter: `in`, `out` or `inout`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of the qualifiers in GLSL")]
pub enum Direction {
    In,
    Out,
    InOut,
}

/// A statement. Scopes are resolved: every variable has its own [`VarId`].
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names of the statements in GLSL, and of their parts")]
pub enum Statement {
    Expression(Expr),
    /// Declares a local; without an initialiser its value is undefined (here 0).
    Declare(VarId, Option<Expr>),
    If {
        condition: Expr,
        then: Vec<Statement>,
        otherwise: Vec<Statement>,
    },
    /// `for`, `while` (test first) and `do while` (test last). `continue` jumps to `step`, then to the test.
    Loop {
        condition: Option<Expr>,
        test_first: bool,
        step: Option<Expr>,
        body: Vec<Statement>,
    },
    /// The labels and body of each case in source order; a label of `None` is `default`. Bodies fall through.
    Switch {
        selector: Expr,
        cases: Vec<(Vec<Option<u32>>, Vec<Statement>)>,
    },
    Break,
    Continue,
    Return(Option<Expr>),
    Discard,
}

/// An expression with its type. Every implicit conversion is an explicit [`ExprKind::Convert`].
#[derive(Clone, Debug)]
pub struct Expr {
    /// The operation and its operands.
    pub kind: ExprKind,
    /// The type.
    pub ty: Type,
}

/// The operation of an expression.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names of the expressions, and of their parts")]
pub enum ExprKind {
    /// A constant: the words of all components in order (vector components, matrix columns, array elements, structure members). Doubles
    /// take two words, low word first; booleans are 0 or 0xFFFF_FFFF.
    Constant(Vec<u32>),
    Variable(VarId),
    /// An element of an array, a column of a matrix or a component of a vector. Out of range, reads return some element and writes are
    /// dropped.
    Index(Box<Expr>, Box<Expr>),
    /// The member of a structure or block with this index.
    Field(Box<Expr>, usize),
    /// 1 to 4 components of a vector (or of a scalar, since GLSL 4.20).
    Swizzle(Box<Expr>, Vec<u8>),
    Unary(UnaryOp, Box<Expr>),
    /// Both operands have the same type, or one is a scalar of the same base type (applied to each component). `Mul` also takes matrix ×
    /// matrix, matrix × vector and vector × matrix; shifts may mix integer types.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `&&`: evaluates the right operand only if needed. (`^^` is `Binary(NotEqual)` on booleans.)
    And(Box<Expr>, Box<Expr>),
    /// `||`: evaluates the right operand only if needed.
    Or(Box<Expr>, Box<Expr>),
    /// `?:`: evaluates only the selected operand.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `=`: returns the assigned value. The left operand is an lvalue (Variable, Index, Field or Swizzle).
    Assign(Box<Expr>, Box<Expr>),
    /// `+=`, `++` and the like: evaluates the lvalue once. Returns the new value, or the old one if `post` (`i++`).
    Update {
        op: BinaryOp,
        lvalue: Box<Expr>,
        value: Box<Expr>,
        post: bool,
    },
    /// A call of a user function. Out and inout arguments are lvalues, written back from left to right when it returns.
    Call(FunctionId, Vec<Expr>),
    Builtin(Builtin, Vec<Expr>),
    /// A constructor. Vectors and matrices are built from scalars, vectors and matrices that already have the base type of the result: one
    /// scalar fills a vector or the diagonal of a matrix, a matrix from a matrix copies the common components (identity elsewhere),
    /// anything else takes components in order. Arrays and structures take one expression for each element or member.
    Construct(Vec<Expr>),
    /// Converts each component to the scalar type of `ty`; the shape stays.
    Convert(Box<Expr>),
    /// `.length()` of the operand, the unsized last member of a storage block.
    RuntimeLength(Box<Expr>),
    /// `a, b`: the comma operator.
    Sequence(Vec<Expr>),
}

/// A unary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of the operators")]
pub enum UnaryOp {
    Negate,
    /// `!` on a boolean.
    Not,
    /// `~`.
    Complement,
}

/// A binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of the operators")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    ShiftLeft,
    ShiftRight,
    BitAnd,
    BitOr,
    BitXor,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    /// Compares whole values (vectors, matrices, arrays, structures) to one boolean.
    Equal,
    /// The negation of `Equal`.
    NotEqual,
}

/// The layout qualifiers of a stage.
#[derive(Clone, Debug, Default)]
pub struct StageLayout {
    /// Geometry: the primitives that the stage reads.
    pub geometry_input: Option<GeometryInput>,
    /// Geometry: the primitives that the stage emits.
    pub geometry_output: Option<GeometryOutput>,
    /// Geometry: `layout(max_vertices = )`.
    pub max_vertices: Option<u32>,
    /// Geometry: `layout(invocations = )`.
    pub invocations: Option<u32>,
    /// Tessellation control: `layout(vertices = )`.
    pub output_vertices: Option<u32>,
    /// Tessellation evaluation: the domain.
    pub tess_mode: Option<TessMode>,
    /// Tessellation evaluation: `layout(equal_spacing)` and the like.
    pub tess_spacing: Option<TessSpacing>,
    /// Tessellation evaluation: true for `layout(cw)`, false for `layout(ccw)`.
    pub tess_clockwise: Option<bool>,
    /// Tessellation evaluation: `layout(point_mode)`.
    pub point_mode: bool,
    /// Compute: `layout(local_size_x, local_size_y, local_size_z)`.
    pub local_size: Option<[u32; 3]>,
    /// Fragment: `layout(early_fragment_tests)`.
    pub early_fragment_tests: bool,
    /// Fragment: `layout(post_depth_coverage)`.
    pub post_depth_coverage: bool,
    /// Fragment: true if several outputs of OpenGL ES may lack a location.
    pub free_outputs: bool,
    /// The advanced equations of `layout(blend_support_…) out`, as a set.
    pub blend_support: u16,
    /// Fragment: `layout(origin_upper_left)`.
    pub origin_upper_left: bool,
    /// Fragment: `layout(pixel_center_integer)`.
    pub pixel_center_integer: bool,
    /// `(origin_upper_left, pixel_center_integer)` of a redeclaration of gl_FragCoord.
    pub fragment_coordinate: Option<(bool, bool)>,
    /// The depth layout of a redeclaration of gl_FragDepth, empty if it has none.
    pub fragment_depth: Option<&'static str>,
    /// The members of a redeclared `in gl_PerVertex`.
    pub vertex_inputs: Option<Vec<Member>>,
    /// The members of a redeclared `out gl_PerVertex`.
    pub vertex_outputs: Option<Vec<Member>>,
    /// `layout(xfb_stride)` of each buffer, in bytes.
    pub xfb_stride: [Option<u32>; 4],
}

/// The input primitive of a geometry stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of the layout qualifiers in GLSL")]
pub enum GeometryInput {
    Points,
    Lines,
    LinesAdjacency,
    Triangles,
    TrianglesAdjacency,
}

impl GeometryInput {
    /// Returns the number of vertices of one input primitive.
    pub fn vertices(self) -> u32 {
        match self {
            GeometryInput::Points => 1,
            GeometryInput::Lines => 2,
            GeometryInput::Triangles => 3,
            GeometryInput::LinesAdjacency => 4,
            GeometryInput::TrianglesAdjacency => 6,
        }
    }
}

/// The output primitive of a geometry stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of the layout qualifiers in GLSL")]
pub enum GeometryOutput {
    Points,
    LineStrip,
    TriangleStrip,
}

/// The domain of a tessellation evaluation stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of the layout qualifiers in GLSL")]
pub enum TessMode {
    Triangles,
    Quads,
    Isolines,
}

/// The edge spacing of a tessellation evaluation stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of the layout qualifiers in GLSL")]
pub enum TessSpacing {
    Equal,
    FractionalEven,
    FractionalOdd,
}

/// A shader object that compiled, or a stage after linking.
#[derive(Clone, Debug)]
pub struct Shader {
    /// The stage that the shader is for.
    pub stage: Stage,
    /// True for a SPIR-V module: its interfaces match by location and binding, and its variables have no names.
    pub spirv: bool,
    /// 110 to 450, or 100, 300, 310 or 320 with `es`.
    pub version: u32,
    /// True for a shader of OpenGL ES.
    pub es: bool,
    /// True for the compatibility profile.
    pub compatibility: bool,
    /// The layout qualifiers of the stage.
    pub layout: StageLayout,
    /// The variables of all scopes; a [`VarId`] is a position here.
    pub variables: Vec<Variable>,
    /// The functions; a [`FunctionId`] is a position here.
    pub functions: Vec<Function>,
    /// The statements that run before main: the initialisers of plain globals, in order.
    pub initialise: Statements,
    /// `main`, if this shader object defines it.
    pub main: Option<FunctionId>,
    /// The subroutine types and the functions that are associated with them.
    pub subroutines: Subroutines,
    /// The location of each variable; empty before linking.
    pub locations: Vec<Option<Location>>,
    /// The meaning of each slot of the output record; linking fills this in.
    pub output_slots: Vec<Semantic>,
    /// The meaning of each slot of the input record; linking fills this in.
    pub input_slots: Vec<Semantic>,
}

impl Shader {
    /// Creates a shader of GLSL 1.30, of the core profile, without variables and functions.
    pub fn new(stage: Stage) -> Self {
        Self {
            stage,
            spirv: false,
            version: 130,
            es: false,
            compatibility: false,
            layout: StageLayout::default(),
            variables: Vec::new(),
            functions: Vec::new(),
            initialise: Statements::default(),
            main: None,
            subroutines: Subroutines::default(),
            locations: Vec::new(),
            output_slots: Vec::new(),
            input_slots: Vec::new(),
        }
    }
}
