//! The built-in variables and functions of the language.

/// Every built-in variable that needs something of the pipeline. Arrays and vectors are one entry; components are indexed.
/// Those that pass between stages get slots in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BuiltinVariable {
    // vertex inputs
    VertexId,
    InstanceId,
    BaseVertex,
    BaseInstance,
    DrawId,
    // compatibility vertex inputs: attributes at fixed places, see `Place::Attribute` of [`fixed_attribute`]
    Vertex,
    Normal,
    Color,
    SecondaryColor,
    MultiTexCoord(u8),
    FogCoord,
    // per-vertex outputs, and inputs of the next stage
    Position,
    PointSize,
    ClipDistance,
    CullDistance,
    ClipVertex,
    FrontColor,
    BackColor,
    FrontSecondaryColor,
    BackSecondaryColor,
    /// `gl_TexCoord[]`, out of a vertex or geometry shader and into a fragment shader.
    TexCoord,
    FogFragCoord,
    // tessellation
    PatchVerticesIn,
    InvocationId,
    TessLevelOuter,
    TessLevelInner,
    TessCoord,
    // geometry and fragment
    PrimitiveIdIn,
    /// `gl_PrimitiveID` as an output of a geometry shader and an input of a fragment shader.
    PrimitiveId,
    Layer,
    ViewportIndex,
    // fragment inputs
    FragCoord,
    FrontFacing,
    PointCoord,
    SampleId,
    SamplePosition,
    SampleMaskIn,
    HelperInvocation,
    /// `gl_Color` of a fragment shader: front or back colour by facing.
    FragmentColor,
    /// `gl_SecondaryColor` of a fragment shader.
    FragmentSecondaryColor,
    // fragment outputs
    FragColor,
    FragData,
    FragDepth,
    SampleMask,
    // compute
    NumWorkGroups,
    WorkGroupId,
    LocalInvocationId,
    GlobalInvocationId,
    LocalInvocationIndex,
    /// A state uniform (compatibility matrices, lights, `gl_DepthRange`, `gl_NumSamples`): the variable is otherwise a uniform, and linking
    /// gives it a [`Place::Uniform`]; the GL state fills its words by name before a draw.
    State,
}

impl BuiltinVariable {
    /// Returns true if a stage hands it to the next one in the vertex record.
    pub fn passes_between_stages(self) -> bool {
        use BuiltinVariable::*;
        matches!(
            self,
            Position
                | PointSize
                | ClipDistance
                | CullDistance
                | ClipVertex
                | FrontColor
                | BackColor
                | FrontSecondaryColor
                | BackSecondaryColor
                | TexCoord
                | FogFragCoord
                | PrimitiveId
                | Layer
                | ViewportIndex
                | FragmentColor
                | FragmentSecondaryColor
        )
    }
}

/// Built-in functions. Signatures (which types, versions and stages) are in `glsl::builtins`; here all arguments already have
/// the overload's types, `genType` functions with scalar second arguments keep them scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Builtin {
    // angles, exponentials
    Radians,
    Degrees,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Atan2,
    Sinh,
    Cosh,
    Tanh,
    Asinh,
    Acosh,
    Atanh,
    Pow,
    Exp,
    Log,
    Exp2,
    Log2,
    Sqrt,
    InverseSqrt,
    // common
    Abs,
    Sign,
    Floor,
    Trunc,
    Round,
    RoundEven,
    Ceil,
    Fract,
    Mod,
    /// `modf(x, out i)`: the second argument is an lvalue.
    Modf,
    Min,
    Max,
    Clamp,
    Mix,
    /// `mix(x, y, bool a)`: y where true.
    MixBool,
    Step,
    SmoothStep,
    IsNan,
    IsInf,
    FloatBitsToInt,
    FloatBitsToUint,
    IntBitsToFloat,
    UintBitsToFloat,
    Fma,
    /// `frexp(x, out exp)`.
    Frexp,
    Ldexp,
    // packing
    PackUnorm2x16,
    PackSnorm2x16,
    PackUnorm4x8,
    PackSnorm4x8,
    UnpackUnorm2x16,
    UnpackSnorm2x16,
    UnpackUnorm4x8,
    UnpackSnorm4x8,
    PackHalf2x16,
    UnpackHalf2x16,
    PackDouble2x32,
    UnpackDouble2x32,
    // geometry
    Length,
    Distance,
    Dot,
    Cross,
    Normalize,
    FaceForward,
    Reflect,
    Refract,
    /// `ftransform()`: position as the fixed function computes it, bit for bit `gl_ModelViewProjectionMatrix * gl_Vertex`.
    /// The front end writes it as that product; lowering never sees it.
    Ftransform,
    // matrices
    MatrixCompMult,
    OuterProduct,
    Transpose,
    Determinant,
    Inverse,
    // vectors of booleans and comparisons by component
    LessThan,
    LessThanEqual,
    GreaterThan,
    GreaterThanEqual,
    EqualEach,
    NotEqualEach,
    Any,
    All,
    NotEach,
    // integers
    /// `uaddCarry(x, y, out carry)`, and so on: out arguments are lvalues.
    UaddCarry,
    UsubBorrow,
    /// `umulExtended(x, y, out msb, out lsb)`; signed by the arguments' type.
    MulExtended,
    BitfieldExtract,
    BitfieldInsert,
    BitfieldReverse,
    BitCount,
    FindLsb,
    FindMsb,
    // derivatives
    Dfdx,
    Dfdy,
    Fwidth,
    DfdxFine,
    DfdyFine,
    FwidthFine,
    DfdxCoarse,
    DfdyCoarse,
    FwidthCoarse,
    InterpolateAtCentroid,
    InterpolateAtSample,
    InterpolateAtOffset,
    // textures: the sampler is the first argument; the layout of the rest is in [`TextureCall`]
    Texture(TextureCall),
    /// `textureSize(sampler, lod)`; without lod for kinds that have none.
    TextureSize,
    TextureQueryLevels,
    TextureQueryLod,
    // images
    ImageLoad,
    ImageStore,
    ImageSize,
    ImageAtomicAdd,
    ImageAtomicMin,
    ImageAtomicMax,
    ImageAtomicAnd,
    ImageAtomicOr,
    ImageAtomicXor,
    ImageAtomicExchange,
    ImageAtomicCompSwap,
    // atomics: the first argument is the lvalue in a storage block or in shared memory
    AtomicAdd,
    AtomicMin,
    AtomicMax,
    AtomicAnd,
    AtomicOr,
    AtomicXor,
    AtomicExchange,
    AtomicCompSwap,
    // atomic counters
    AtomicCounterIncrement,
    AtomicCounterDecrement,
    AtomicCounter,
    // geometry shaders; the argument is the constant stream
    EmitStreamVertex,
    EndStreamPrimitive,
    EmitVertex,
    EndPrimitive,
    // synchronisation
    Barrier,
    MemoryBarrier,
    MemoryBarrierAtomicCounter,
    MemoryBarrierBuffer,
    MemoryBarrierShared,
    MemoryBarrierImage,
    GroupMemoryBarrier,
    // noise: 0, as every driver has it
    Noise1,
    Noise2,
    Noise3,
    Noise4,
}

/// One of GLSL's texture functions, taken apart. The arguments after the sampler stand in this order, those that are there:
/// coordinate (with the projective divisor and the depth reference inside it where GLSL has them inside), separate depth reference,
/// lod or bias or sample, or two gradients (dPdx, dPdy), offset (constant), gathered component (constant).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextureCall {
    pub lod: TextureLod,
    /// `textureProj…`: divide by the coordinate's last component.
    pub project: bool,
    pub offset: bool,
    /// `texelFetch`: integer coordinates.
    pub fetch: bool,
    /// `textureGather`.
    pub gather: bool,
    /// The depth reference is an argument of its own (gathers and cube array shadows).
    pub separate_reference: bool,
    /// A gathered component is the last argument.
    pub component: bool,
}

/// Where a texture function's level of detail comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextureLod {
    /// From derivatives in fragment shaders, level 0 elsewhere.
    Implicit,
    /// Derivatives plus the bias argument.
    Bias,
    /// The lod argument (texelFetch: an integer).
    Explicit,
    /// Two gradient arguments.
    Gradient,
    /// The kind has no levels.
    None,
}
