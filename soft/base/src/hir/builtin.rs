//! The built-in variables and functions of GLSL.

/// A built-in variable that the pipeline provides or consumes. Arrays and vectors are one entry; expressions index their components.
/// Linking assigns slots to those that pass between stages in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names of GLSL's variables without gl_")]
pub enum BuiltinVariable {
    // vertex inputs
    VertexId,
    InstanceId,
    BaseVertex,
    BaseInstance,
    DrawId,
    // compatibility vertex inputs: attributes at the fixed locations of [`fixed_attribute`](super::fixed_attribute)
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
    /// `gl_TexCoord[]`, an output of vertex and geometry shaders and an input of fragment shaders.
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
    /// `gl_Color` of a fragment shader: the front or the back colour, by the facing of the primitive.
    FragmentColor,
    /// `gl_SecondaryColor` of a fragment shader, likewise.
    FragmentSecondaryColor,
    /// `gl_LastFragData[]`: the stored colours of the draw buffers.
    LastFragData,
    /// `gl_LastFragDepthARM`: the stored depth.
    LastFragDepth,
    /// `gl_LastFragStencilARM`: the stored stencil value.
    LastFragStencil,
    // fragment outputs
    FragColor,
    FragData,
    /// `gl_SecondaryFragColorEXT`: the second colour for blending.
    SecondaryFragColor,
    /// `gl_SecondaryFragDataEXT[]`: the second colours for blending.
    SecondaryFragData,
    FragDepth,
    FragStencilRef,
    SampleMask,
    // compute
    NumWorkGroups,
    WorkGroupId,
    LocalInvocationId,
    GlobalInvocationId,
    LocalInvocationIndex,
    // groups of invocations
    SubGroupSize,
    SubGroupInvocation,
    SubGroupEqMask,
    SubGroupGeMask,
    SubGroupGtMask,
    SubGroupLeMask,
    SubGroupLtMask,
    /// A state uniform (compatibility matrices, lights, `gl_DepthRange`, `gl_NumSamples`). The variable is otherwise a uniform with a
    /// [`Location::Uniform`](super::Location::Uniform); the GL state writes its words, found by name, before a draw.
    State,
}

impl BuiltinVariable {
    /// Returns true if the variable passes from one stage to the next in the vertex record.
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

/// A built-in function. `glsl::builtins` holds the signatures (types, versions, stages). Here all arguments already have the types of the
/// chosen overload; `genType` functions with scalar second arguments keep them scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of GLSL's functions")]
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
    /// `mix(x, y, bool a)`: y where `a` is true.
    MixBool,
    Step,
    SmoothStep,
    IsNan,
    IsInf,
    FloatBitsToInt,
    FloatBitsToUint,
    IntBitsToFloat,
    UintBitsToFloat,
    DoubleBitsToInt64,
    DoubleBitsToUint64,
    Int64BitsToDouble,
    Uint64BitsToDouble,
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
    /// `packInt2x32` and `packUint2x32`.
    PackInt2x32,
    /// `unpackInt2x32` and `unpackUint2x32`.
    UnpackInt2x32,
    // geometry
    Length,
    Distance,
    Dot,
    Cross,
    Normalize,
    FaceForward,
    Reflect,
    Refract,
    /// `ftransform()`: the position that the fixed function computes, bit for bit `gl_ModelViewProjectionMatrix * gl_Vertex`. The front end
    /// replaces it by that product; lowering never sees it.
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
    // textures: the sampler is the first argument, [`TextureCall`] describes the rest
    Texture(TextureCall),
    /// `textureSize(sampler, lod)`; sampler types without levels have no `lod` argument.
    TextureSize,
    TextureQueryLevels,
    TextureQueryLod,
    // images
    ImageLoad,
    ImageStore,
    ImageSize,
    ImageSamples,
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
    /// Subtracts; returns the old value. (The other operations on counters are those on memory.)
    AtomicCounterSubtract,
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
    // votes and reads, in groups of one invocation each
    /// `anyInvocation` and `allInvocations`: the argument.
    InvocationVote,
    /// `allInvocationsEqual`: true.
    InvocationsEqual,
    /// `ballotARB`: bit 0 is the argument.
    Ballot,
    /// `readInvocationARB`: the first argument.
    ReadInvocation,
    /// `readFirstInvocationARB`: the argument.
    ReadFirstInvocation,
    /// `clockARB` and `clock2x32ARB`.
    Clock,
    // of three values
    Min3,
    Max3,
    /// The median.
    Mid3,
    // noise: 0, as in other drivers
    Noise1,
    Noise2,
    Noise3,
    Noise4,
}

/// A texture function of GLSL, by its properties. The arguments after the sampler come in this order, as far as the function has them:
/// coordinate (with the projective divisor and the depth reference inside it where GLSL has them there), separate depth reference, then
/// lod, bias or sample, or two gradients (dPdx, dPdy), offset (constant), gathered component (constant).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextureCall {
    /// The source of the level of detail.
    pub lod: TextureLod,
    /// `textureProj…`: divide by the coordinate's last component.
    pub project: bool,
    /// The function takes an offset argument.
    pub offset: bool,
    /// `texelFetch`: the coordinates are integers.
    pub fetch: bool,
    /// `textureGather`.
    pub gather: bool,
    /// The depth reference is a separate argument (gathers and cube array shadows).
    pub separate_reference: bool,
    /// The last argument is the component to gather.
    pub component: bool,
    /// `texture4`: gathers the component of a texture that has one.
    pub single: bool,
}

/// The source of a texture function's level of detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextureLod {
    /// The derivatives in fragment shaders, level 0 in other stages.
    Implicit,
    /// The derivatives plus the bias argument.
    Bias,
    /// The lod argument (an integer for texelFetch).
    Explicit,
    /// Two gradient arguments.
    Gradient,
    /// None: the sampler type has no levels.
    None,
}

impl Builtin {
    /// Returns true if the function operates on the memory of its first argument in place.
    pub fn is_atomic(self) -> bool {
        matches!(
            self,
            Self::AtomicAdd
                | Self::AtomicMin
                | Self::AtomicMax
                | Self::AtomicAnd
                | Self::AtomicOr
                | Self::AtomicXor
                | Self::AtomicExchange
                | Self::AtomicCompSwap
        )
    }
}
