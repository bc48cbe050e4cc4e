//! The implementation's limits.

/// GL_MAX_VIEWPORTS.
pub const VIEWPORTS: usize = 16;
/// GL_MAX_DRAW_BUFFERS.
pub const DRAW_BUFFERS: usize = 8;
/// GL_MAX_UNIFORM_LOCATIONS.
pub const UNIFORM_LOCATIONS: u32 = 65_536;

/// The number of stages: vertex, tessellation control, tessellation evaluation, geometry, fragment, compute.
const STAGES: u32 = 6;
/// Image units, and image uniforms of a stage.
const IMAGES: u32 = 16;
/// Storage blocks of a stage, and of all stages of a program.
const STORAGE_BLOCKS: u32 = 16;

/// The implementation limits that shaders can read (`gl_MaxDrawBuffers` …), that linking enforces and that glGet returns.
#[derive(Clone, Debug)]
pub struct Limits {
    /// GL_MAX_VERTEX_ATTRIBS.
    pub vertex_attribs: u32,
    /// GL_MAX_*_UNIFORM_COMPONENTS.
    pub uniform_components: u32,
    /// GL_MAX_VARYING_COMPONENTS.
    pub varying_components: u32,
    /// GL_MAX_TEXTURE_IMAGE_UNITS, for each stage.
    pub texture_units: u32,
    /// GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS.
    pub combined_texture_units: u32,
    /// GL_MAX_IMAGE_UNITS.
    pub image_units: u32,
    /// GL_MAX_*_IMAGE_UNIFORMS, for each stage.
    pub image_uniforms: u32,
    /// GL_MAX_COMBINED_IMAGE_UNIFORMS.
    pub combined_image_uniforms: u32,
    /// GL_MAX_COMBINED_SHADER_OUTPUT_RESOURCES: storage blocks, image uniforms and fragment outputs.
    pub output_resources: u32,
    /// GL_MAX_DRAW_BUFFERS.
    pub draw_buffers: u32,
    /// GL_MAX_CLIP_DISTANCES.
    pub clip_distances: u32,
    /// GL_MAX_PATCH_VERTICES.
    pub patch_vertices: u32,
    /// GL_MAX_TESS_PATCH_COMPONENTS.
    pub patch_components: u32,
    /// GL_MAX_TESS_GEN_LEVEL.
    pub tess_level: u32,
    /// GL_MAX_GEOMETRY_OUTPUT_VERTICES.
    pub geometry_output_vertices: u32,
    /// GL_MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS.
    pub geometry_total_output_components: u32,
    /// GL_MAX_COMPUTE_WORK_GROUP_COUNT.
    pub work_group_count: [u32; 3],
    /// GL_MAX_COMPUTE_WORK_GROUP_SIZE.
    pub work_group_size: [u32; 3],
    /// GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS.
    pub work_group_invocations: u32,
    /// GL_MAX_COMPUTE_SHARED_MEMORY_SIZE.
    pub shared_bytes: u32,
    /// GL_MAX_*_UNIFORM_BLOCKS, for each stage.
    pub uniform_blocks: u32,
    /// GL_MAX_*_SHADER_STORAGE_BLOCKS, for each stage.
    pub storage_blocks: u32,
    /// GL_MAX_IMAGE_SAMPLES.
    pub image_samples: u32,
    /// GL_MAX_UNIFORM_BLOCK_SIZE.
    pub uniform_block_bytes: u32,
    /// GL_MAX_SHADER_STORAGE_BLOCK_SIZE.
    pub storage_block_bytes: u32,
    /// GL_MAX_*_ATOMIC_COUNTER_BUFFERS, for each stage.
    pub atomic_buffers: u32,
    /// GL_MAX_ATOMIC_COUNTER_BUFFER_SIZE.
    pub atomic_buffer_bytes: u32,
    /// GL_MAX_SUBROUTINES, for each stage.
    pub subroutines: u32,
    /// GL_MAX_SUBROUTINE_UNIFORM_LOCATIONS, for each stage.
    pub subroutine_uniform_locations: u32,
    /// GL_MAX_TRANSFORM_FEEDBACK_BUFFERS.
    pub feedback_buffers: u32,
    /// GL_MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS.
    pub feedback_components: u32,
}

impl Limits {
    /// The limits of every context.
    pub const IMPLEMENTATION: Self = Self {
        vertex_attribs: 16,
        uniform_components: 16384,
        varying_components: 128,
        texture_units: 16,
        combined_texture_units: 96,
        image_units: IMAGES,
        image_uniforms: IMAGES,
        combined_image_uniforms: IMAGES * STAGES,
        image_samples: base::core::sample_positions::MAX_SAMPLES as u32,
        output_resources: IMAGES * STAGES + STORAGE_BLOCKS + DRAW_BUFFERS as u32,
        draw_buffers: DRAW_BUFFERS as u32,
        clip_distances: 8,
        patch_vertices: 32,
        patch_components: 120,
        tess_level: 64,
        geometry_output_vertices: 1024,
        geometry_total_output_components: 4096,
        work_group_count: [65535; 3],
        work_group_size: [1024, 1024, 64],
        work_group_invocations: 1024,
        shared_bytes: 32768,
        uniform_blocks: 14,
        storage_blocks: STORAGE_BLOCKS,
        uniform_block_bytes: 65536,
        storage_block_bytes: 1 << 27,
        atomic_buffers: 8,
        atomic_buffer_bytes: 65536,
        subroutines: 256,
        subroutine_uniform_locations: 1024,
        feedback_buffers: 4,
        feedback_components: 128,
    };

    /// Returns GL_MAX_UNIFORM_BUFFER_BINDINGS.
    pub const fn uniform_bindings(&self) -> u32 {
        self.uniform_blocks * STAGES
    }

    /// Returns GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS.
    pub const fn storage_bindings(&self) -> u32 {
        self.storage_blocks * STAGES
    }

    /// Returns GL_MAX_ATOMIC_COUNTER_BUFFER_BINDINGS.
    pub const fn atomic_bindings(&self) -> u32 {
        self.atomic_buffers * STAGES
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::IMPLEMENTATION
    }
}
