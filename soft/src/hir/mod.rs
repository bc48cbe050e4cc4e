//! Shaders after semantic analysis: typed, checked, every name resolved. `glsl` makes it, `ir` lowers it.
//!
//! One [`Shader`] is one shader object that compiled. Linking (`glsl::link`) merges the shaders of a stage into one [`Shader`]
//! without unresolved functions and gives every variable of an interface its [`Place`]; lowering reads nothing else.

mod builtin;
pub mod fixed_attribute;
pub mod layout;

pub use builtin::{Builtin, BuiltinVariable, TextureCall, TextureLod};
use std::sync::Arc;

/// A shader stage, in the order of the pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    Vertex,
    TessControl,
    TessEvaluation,
    Geometry,
    Fragment,
    Compute,
}

/// The type of one component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    Bool,
    Int,
    Uint,
    Float,
    Double,
}

impl Scalar {
    /// 32-bit words that one component takes in registers and constants: 2 for doubles (low word first), else 1. A true boolean
    /// is 0xFFFF_FFFF in registers and constants, 1 in uniform storage and buffers (where any value but 0 reads as true).
    pub fn words(self) -> u32 {
        if self == Scalar::Double { 2 } else { 1 }
    }
}

/// What a sampler or image looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextureKind {
    D1,
    D2,
    D3,
    Cube,
    Rect,
    Buffer,
    D1Array,
    D2Array,
    CubeArray,
    D2Multisample,
    D2MultisampleArray,
}

/// A sampler type: `isampler2D` is `{ kind: D2, result: Int, shadow: false }`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SamplerType {
    pub kind: TextureKind,
    pub result: Scalar,
    pub shadow: bool,
}

/// A GLSL type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    Void,
    Scalar(Scalar),
    /// 2 to 4 components.
    Vector(Scalar, u8),
    /// Columns, rows (2 to 4 each); the scalar is Float or Double. `mat2x3` is `Matrix(Float, 2, 3)`: 2 columns of 3 rows.
    Matrix(Scalar, u8, u8),
    /// Length 0: unsized (the last member of a storage block, or not yet sized).
    Array(Arc<Type>, u32),
    Struct(Arc<StructType>),
    Sampler(SamplerType),
    Image(SamplerType),
    AtomicCounter,
}

/// A structure, or the members of an interface block.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StructType {
    pub name: String,
    pub members: Vec<Member>,
}

/// A member of a structure or of an interface block.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Member {
    pub name: String,
    pub ty: Type,
    pub qualifiers: MemberQualifiers,
}

/// What may stand before a member; all at their defaults for the members of plain structures.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct MemberQualifiers {
    /// `layout(offset = )` of a buffer block, bytes.
    pub offset: Option<u32>,
    /// `layout(align = )`, bytes.
    pub align: Option<u32>,
    /// `layout(location = )` of an in or out block.
    pub location: Option<u32>,
    /// `layout(component = )`.
    pub component: Option<u32>,
    /// `layout(row_major)`, already inherited from the block. False is column_major.
    pub row_major: bool,
    pub interpolation: Interpolation,
    pub patch: bool,
    pub invariant: bool,
    /// Memory qualifiers of a storage block's member, already inherited from the block.
    pub read_only: bool,
    pub write_only: bool,
    /// A built-in member of `gl_PerVertex`.
    pub builtin: Option<BuiltinVariable>,
}

/// How a value reaches the fragments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Interpolation {
    /// Perspective-correct; also what stands without a qualifier.
    #[default]
    Smooth,
    /// The provoking vertex's value.
    Flat,
    /// Linear in window space.
    NoPerspective,
}

/// How the members of a uniform or storage block lie in the buffer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BlockLayout {
    /// Ours: as std140.
    #[default]
    Shared,
    Packed,
    Std140,
    Std430,
}

/// A variable of a shader: a global, a parameter or a local. `VarId` indexes [`Shader::variables`].
pub type VarId = usize;
/// Indexes [`Shader::functions`].
pub type FunctionId = usize;

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub ty: Type,
    pub storage: Storage,
    pub qualifiers: Qualifiers,
    /// Uniforms: the initialiser's words, laid out as [`Type`]'s components in order (see [`ExprKind::Constant`]).
    /// (The initialisers of plain globals are statements in [`Shader::initialise`].)
    pub initialiser: Option<Vec<u32>>,
    /// Whether a statement reachable from main names it: what is not static use is not active.
    pub used: bool,
}

/// Where a variable lives.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::enum_variant_names, reason = "the specification's words")]
pub enum Storage {
    /// A plain global, a local, or a parameter (each call has its own copy).
    Private,
    /// `in`/`attribute`/`varying` of a stage. For geometry and tessellation inputs the type is the array over vertices.
    In,
    /// `out`/`varying`. For tessellation control outputs that are not `patch` the type is the array over vertices.
    Out,
    /// A default-block uniform, samplers and atomic counters included.
    Uniform,
    /// A uniform block: the variable's type is the block's [`StructType`], or an array of it. A block without an instance name
    /// is one variable too; the front end turns a member's bare name into a Field of it.
    UniformBlock,
    /// A `buffer` block.
    StorageBlock,
    /// An `in` block (array over vertices where the stage has it).
    InBlock,
    /// An `out` block.
    OutBlock,
    /// `shared` of a compute shader.
    Shared,
    /// A built-in input, output or state uniform: `gl_Position`, `gl_VertexID`, `gl_ModelViewMatrix` …
    /// `gl_in` and `gl_out` are InBlock/OutBlock variables whose members have [`MemberQualifiers::builtin`].
    Builtin(BuiltinVariable),
}

/// What stood before a declaration.
#[derive(Clone, Debug, Default)]
pub struct Qualifiers {
    pub location: Option<u32>,
    pub component: Option<u32>,
    /// Fragment outputs: `layout(index = )` for dual-source blending.
    pub index: Option<u32>,
    pub binding: Option<u32>,
    /// Atomic counters: byte offset in the buffer.
    pub offset: Option<u32>,
    pub interpolation: Interpolation,
    /// Colours: redeclared with an interpolation. Without one they are as glShadeModel says.
    pub interpolation_given: bool,
    pub centroid: bool,
    pub sample: bool,
    pub patch: bool,
    pub invariant: bool,
    pub constant: bool,
    /// Memory qualifiers: writes and reads that they forbid are errors already.
    pub read_only: bool,
    pub write_only: bool,
    /// Geometry outputs: `layout(stream = )`.
    pub stream: u32,
    pub block_layout: BlockLayout,
    /// Transform feedback: `layout(xfb_buffer, xfb_offset, xfb_stride)`.
    pub xfb: Option<(u32, u32)>,
    /// Blocks: the block's name (the variable's own is the instance name, or empty).
    pub block_name: String,
    /// Blocks: whether members are seen without an instance name.
    pub unnamed_block: bool,
    /// Declared without an explicit array size: sized by use or by linking.
    pub implicitly_sized: bool,
}

/// Where linking put a variable of an interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Vertex inputs: generic attribute location of the first component; each column or element takes the next.
    Attribute { location: u32 },
    /// Values between stages: the first slot (of 4 words) in the vertex record; each array element and matrix column takes the next,
    /// double vectors of 3 and 4 components take two. `component` is the first component in the slot.
    /// For `patch` variables the slot is in the patch's record.
    Varying { slot: u32, component: u32 },
    /// Fragment outputs.
    FragmentOutput { location: u32, index: u32, component: u32 },
    /// Default-block uniforms: first word in the program's uniform storage, where everything is tightly packed: a matrix column
    /// by column, arrays and structures element after element, doubles as two words, samplers and images one word (the unit).
    Uniform { word: u32 },
    /// Uniform and storage blocks: index of the block (of its first element, for an array of blocks) in the stage's list.
    Block { index: u32 },
    /// Atomic counters: index in the stage's list of atomic buffers and byte offset.
    AtomicCounter { buffer: u32, offset: u32 },
    /// `shared`: first byte (std430 layout) in the work group's memory.
    Shared { offset: u32 },
    /// Nothing reads or nothing writes it: reads give 0, writes are dropped.
    Nowhere,
}

/// The slot a built-in has in a vertex record is decided by linking; a stage's layout lists what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Semantic {
    Position,
    PointSize,
    /// 0: the distances 0..4, 1: 4..8.
    ClipDistance(u8),
    CullDistance(u8),
    ClipVertex,
    FrontColor,
    BackColor,
    FrontSecondaryColor,
    BackSecondaryColor,
    TexCoord(u8),
    FogFragCoord,
    PrimitiveId,
    Layer,
    ViewportIndex,
    /// A user's varying; the number only tells them apart.
    User(u32),
}

/// A function with a body (after linking: all of them have one).
#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub result: Type,
    /// Variables of [`Storage::Private`].
    pub parameters: Vec<(VarId, Direction)>,
    /// None: only declared in this shader object.
    pub body: Option<Vec<Statement>>,
}

/// `in`, `out`, `inout`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    In,
    Out,
    InOut,
}

/// A statement. Scopes are gone: every variable has its own [`VarId`].
#[derive(Clone, Debug)]
pub enum Statement {
    Expression(Expr),
    /// A local comes to life; without initialiser its value is undefined (ours: 0).
    Declare(VarId, Option<Expr>),
    If {
        condition: Expr,
        then: Vec<Statement>,
        otherwise: Vec<Statement>,
    },
    /// `for`, `while` (test first) and `do while` (test last). `continue` goes to `step`, then to the test.
    Loop {
        condition: Option<Expr>,
        test_first: bool,
        step: Option<Expr>,
        body: Vec<Statement>,
    },
    /// Case labels are constants; `cases` keep their order, bodies fall through; `None` is `default`.
    Switch {
        selector: Expr,
        cases: Vec<(Vec<Option<u32>>, Vec<Statement>)>,
    },
    Break,
    Continue,
    Return(Option<Expr>),
    Discard,
}

/// An expression with its type. All implicit conversions are explicit [`ExprKind::Convert`]s.
#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: Type,
}

/// What an expression does.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// Words of all components in order: vector components, matrix columns, array elements, structure members; doubles as two
    /// words, low first; booleans 0 or 0xFFFF_FFFF.
    Constant(Vec<u32>),
    Variable(VarId),
    /// An element of an array, a column of a matrix, a component of a vector. Out of range: reads give some element, writes are dropped.
    Index(Box<Expr>, Box<Expr>),
    /// A member of a structure or block, by its index.
    Field(Box<Expr>, usize),
    /// 1 to 4 components of a vector (or of a scalar, where GLSL 4.20 allows it).
    Swizzle(Box<Expr>, Vec<u8>),
    Unary(UnaryOp, Box<Expr>),
    /// Operand types are equal, or one is a scalar of the same base type (applied to each component); `Mul` also takes
    /// matrix × matrix, matrix × vector and vector × matrix; shifts may mix int and uint operands.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `&&`, `||`: the right side is evaluated only if needed. `^^` is `Binary(NotEqual)` on booleans.
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    /// `?:`: only the chosen side is evaluated.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `=`: its value is the assigned value. The left side is an lvalue (Variable, Index, Field, Swizzle).
    Assign(Box<Expr>, Box<Expr>),
    /// `+=` and the like: the lvalue is evaluated once. The value is the new one, or the old one if `post` (`i++`).
    Update {
        op: BinaryOp,
        lvalue: Box<Expr>,
        value: Box<Expr>,
        post: bool,
    },
    /// A user function; out and inout arguments are lvalues, written back when it returns, left to right.
    Call(FunctionId, Vec<Expr>),
    Builtin(Builtin, Vec<Expr>),
    /// A constructor of a vector or matrix from scalars, vectors and matrices already of the result's base type, in GLSL's ways: one
    /// scalar fills a vector or a matrix's diagonal, a matrix from a matrix copies what both have (identity elsewhere), else
    /// components in order. Arrays and structures: one expression an element or member.
    Construct(Vec<Expr>),
    /// Component by component to the scalar type of `ty`, same shape.
    Convert(Box<Expr>),
    /// `.length()` of the unsized last member of a storage block (the operand is that member).
    RuntimeLength(Box<Expr>),
    /// `a, b`.
    Sequence(Vec<Expr>),
}

/// An operator with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    Negate,
    /// `!` of a boolean.
    Not,
    /// `~`.
    Complement,
}

/// An operator with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// Of whole values (vectors, matrices, arrays, structures): one boolean.
    Equal,
    NotEqual,
}

/// What a stage's layout qualifiers say.
#[derive(Clone, Debug, Default)]
pub struct StageLayout {
    pub geometry_input: Option<GeometryInput>,
    pub geometry_output: Option<GeometryOutput>,
    pub max_vertices: Option<u32>,
    pub invocations: Option<u32>,
    /// Tessellation control: `layout(vertices = )`.
    pub output_vertices: Option<u32>,
    pub tess_mode: Option<TessMode>,
    pub tess_spacing: Option<TessSpacing>,
    pub tess_clockwise: Option<bool>,
    pub point_mode: bool,
    pub local_size: Option<[u32; 3]>,
    pub early_fragment_tests: bool,
    pub origin_upper_left: bool,
    pub pixel_center_integer: bool,
    /// Whether gl_FragCoord is redeclared, and with which of the two.
    pub fragment_coordinate: Option<(bool, bool)>,
    /// gl_FragDepth is redeclared: with this layout, or with an empty name for none.
    pub fragment_depth: Option<&'static str>,
    /// `layout(xfb_stride)` of each buffer, bytes.
    pub xfb_stride: [Option<u32>; 4],
}

/// The primitives that a geometry stage takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GeometryInput {
    Points,
    Lines,
    LinesAdjacency,
    Triangles,
    TrianglesAdjacency,
}

impl GeometryInput {
    /// Vertices of one input primitive.
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

/// The primitives that a geometry stage emits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GeometryOutput {
    Points,
    LineStrip,
    TriangleStrip,
}

/// The domain of a tessellation evaluation stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TessMode {
    Triangles,
    Quads,
    Isolines,
}

/// How a tessellation evaluation stage has edges divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TessSpacing {
    Equal,
    FractionalEven,
    FractionalOdd,
}

/// A shader object that compiled, or a stage after linking.
#[derive(Clone, Debug)]
pub struct Shader {
    pub stage: Stage,
    /// 110 to 450; 100, 300, 310, 320 with `es`.
    pub version: u32,
    pub es: bool,
    pub compatibility: bool,
    pub layout: StageLayout,
    pub variables: Vec<Variable>,
    pub functions: Vec<Function>,
    /// What runs before main: the initialisers of plain globals, in order.
    pub initialise: Vec<Statement>,
    /// `main`, if this shader object has it.
    pub main: Option<FunctionId>,
    /// For each variable its place; empty before linking.
    pub places: Vec<Option<Place>>,
    /// For each built-in member or variable between stages, the slot; filled by linking.
    pub output_slots: Vec<Semantic>,
    pub input_slots: Vec<Semantic>,
}
