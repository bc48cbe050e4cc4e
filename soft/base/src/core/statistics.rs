//! The statistics counters. They only grow: a query copies them when it begins and subtracts the copy when it ends.
//!
//! The comment of each field is this driver's definition of one of the eleven statistics; it holds on every machine and for any number of
//! threads.

/// Counts since the context was created.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// The vertices of complete primitives, adjacent vertices included. The restart index and the vertices of an incomplete primitive never
    /// count.
    /// (The specification lets an implementation count the latter.)
    pub vertices_submitted: u64,
    /// Complete primitives, before any shader: a line loop of n vertices is n lines, a patch is one primitive.
    pub primitives_submitted: u64,
    /// One for each distinct index of an instance of a draw, within windows of 196,608 indices; without indices, one for each vertex.
    pub vertex_shader_invocations: u64,
    /// Patches, if the program has a tessellation control shader.
    pub tess_control_shader_patches: u64,
    /// Domain points, after the tessellator has merged equal ones.
    pub tess_evaluation_shader_invocations: u64,
    /// Input primitives × invocations.
    pub geometry_shader_invocations: u64,
    /// Points, lines and triangles that the emitted strips decompose into, on every stream.
    pub geometry_shader_primitives_emitted: u64,
    /// Covered pixels that pass the early tests, whether or not a fragment shader has a visible effect. Helper invocations never count.
    pub fragment_shader_invocations: u64,
    /// Work groups × local size.
    pub compute_shader_invocations: u64,
    /// Primitives after the last vertex-processing stage (stream 0), unless rasterisation is discarded.
    pub clipping_input_primitives: u64,
    /// 1 for a primitive that is not clipped, the number of triangles of the fan for a clipped one, 0 for a rejected one. Culling comes
    /// later.
    pub clipping_output_primitives: u64,
    /// PRIMITIVES_GENERATED of each stream: primitives that reach (or would reach) transform feedback, discarded or not.
    pub primitives_generated: [u64; 4],
    /// TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN of each stream.
    pub transform_feedback_primitives_written: [u64; 4],
    /// Samples that passed all tests.
    pub samples_passed: u64,
}

impl Statistics {
    /// Adds the counts of a worker.
    pub fn add(&mut self, other: &Statistics) {
        self.vertices_submitted += other.vertices_submitted;
        self.primitives_submitted += other.primitives_submitted;
        self.vertex_shader_invocations += other.vertex_shader_invocations;
        self.tess_control_shader_patches += other.tess_control_shader_patches;
        self.tess_evaluation_shader_invocations += other.tess_evaluation_shader_invocations;
        self.geometry_shader_invocations += other.geometry_shader_invocations;
        self.geometry_shader_primitives_emitted += other.geometry_shader_primitives_emitted;
        self.fragment_shader_invocations += other.fragment_shader_invocations;
        self.compute_shader_invocations += other.compute_shader_invocations;
        self.clipping_input_primitives += other.clipping_input_primitives;
        self.clipping_output_primitives += other.clipping_output_primitives;
        for stream in 0..4 {
            self.primitives_generated[stream] += other.primitives_generated[stream];
            self.transform_feedback_primitives_written[stream] += other.transform_feedback_primitives_written[stream];
        }
        self.samples_passed += other.samples_passed;
    }
}
