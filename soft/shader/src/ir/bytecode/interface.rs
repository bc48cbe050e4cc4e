//! The values that the pipeline writes to registers before a wave runs, and reads when it ends.

/// A value that the pipeline writes to a register before a wave runs: one entry for each register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of GLSL's variables without gl_")]
pub enum Input {
    /// A component of a vertex attribute, converted to the type that its format declares; ints and doubles keep their bits (components 2k
    /// and 2k + 1 are the low and high words of double k).
    Attribute {
        location: u8,
        component: u8,
    },
    VertexId,
    InstanceId,
    BaseVertex,
    BaseInstance,
    DrawId,
    /// A fragment input: word `slot * 4 + component` of the vertex records, interpolated.
    Varying {
        slot: u16,
        component: u8,
        interpolation: base::hir::Interpolation,
        sampling: base::hir::Sampling,
    },
    /// A coefficient of the same word, for interpolation at an offset: with the weights l1 and l2 there, the value is coefficient 0 + l1 ×
    /// coefficient 1 + l2 × coefficient 2.
    VaryingCoefficient {
        slot: u16,
        component: u8,
        interpolation: base::hir::Interpolation,
        coefficient: u8,
    },
    /// A value of which those weights are made: the linear weights w1 and w2 (0, 1) at the location that other inputs are interpolated at,
    /// their changes per pixel to the right (2, 3) and up (4, 5), and 1/w of vertices 1 and 2 relative to vertex 0 (6, 7). With perspective,
    /// l1 is w1 × value 6 / (1 + (value 6 - 1) × w1 + (value 7 - 1) × w2).
    Weight(u8),
    /// The offset in pixels of sample n from the pixel's centre: in x (2n) and in y (2n + 1). 0 for samples that the target lacks.
    SampleOffset(u8),
    /// Component n of gl_FragCoord: x, y, z, 1/w.
    FragCoord(u8),
    FrontFacing,
    PointCoord(u8),
    /// gl_PrimitiveID of fragment, tessellation and geometry stages.
    PrimitiveId,
    Layer,
    ViewportIndex,
    SampleId,
    /// Component n of gl_SamplePosition.
    SamplePosition(u8),
    SampleMaskIn,
    HelperInvocation,
    /// A component of the colour that a draw buffer stores, before the fragment.
    StoredColor {
        location: u8,
        component: u8,
    },
    /// The depth that the depth buffer stores.
    StoredDepth,
    /// The value that the stencil buffer stores.
    StoredStencil,
    InvocationId,
    PatchVerticesIn,
    TessCoord(u8),
    NumWorkGroups(u8),
    WorkGroupId(u8),
    LocalInvocationId(u8),
    LocalInvocationIndex,
}

impl Input {
    /// Returns true for values that the framebuffer stores.
    pub fn is_stored(&self) -> bool {
        matches!(self, Self::StoredColor { .. } | Self::StoredDepth | Self::StoredStencil)
    }
}

/// The destination of a register when a wave ends (in geometry shaders, at each EmitVertex).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of GLSL's variables without gl_")]
pub enum Output {
    /// Word `slot * 4 + component` of the vertex record.
    Varying {
        slot: u16,
        component: u8,
    },
    FragmentColor {
        location: u8,
        index: u8,
        component: u8,
    },
    /// A component of `gl_FragColor`, for every draw buffer.
    AllColors {
        component: u8,
    },
    FragmentDepth,
    /// The stencil reference value.
    FragmentStencil,
    SampleMask,
}
