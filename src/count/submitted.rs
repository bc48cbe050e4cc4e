//! Computes the vertices and primitives that a draw submits, by arithmetic alone.
//!
//! The extension leaves some vertices open ("may or may not be counted"). This follows Mesa: vertices of incomplete primitives do not
//! count, vertices that are only adjacent to primitives count, and the first vertex of a line loop counts once. Each quadrilateral or
//! polygon, for which the extension defines no count, counts as one primitive.

use crate::driver::{Stages, Submitted};
use crate::gl::{self, GLenum};

/// The kind of primitive that vertices are assembled into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Primitive {
    /// The draw command's `mode`.
    pub mode: GLenum,
    /// `GL_PATCH_VERTICES`, where `mode` is `GL_PATCHES`.
    pub patch_vertices: u32,
}

impl Primitive {
    /// Returns the counts of `vertices` consecutive vertices without a restart.
    pub fn run(self, vertices: u64) -> Submitted {
        let n = vertices;
        // Separate primitives of `each` vertices.
        let separate = |each: u64| (n.checked_div(each).unwrap_or(0) * each, n.checked_div(each).unwrap_or(0));
        // Connected primitives, which need at least `least` vertices.
        let joined = |least: u64, primitives: u64| if n < least { (0, 0) } else { (n, primitives) };
        let (vertices, primitives) = match self.mode {
            gl::POINTS => (n, n),
            gl::LINES => separate(2),
            gl::LINE_LOOP => joined(2, n),
            gl::LINE_STRIP => joined(2, n.saturating_sub(1)),
            gl::TRIANGLES => separate(3),
            gl::TRIANGLE_STRIP | gl::TRIANGLE_FAN => joined(3, n.saturating_sub(2)),
            gl::QUADS | gl::LINES_ADJACENCY => separate(4),
            gl::QUAD_STRIP if n >= 4 => (n / 2 * 2, n / 2 - 1),
            gl::POLYGON => joined(3, 1),
            gl::LINE_STRIP_ADJACENCY => joined(4, n.saturating_sub(3)),
            gl::TRIANGLES_ADJACENCY => separate(6),
            gl::TRIANGLE_STRIP_ADJACENCY if n >= 6 => (n / 2 * 2, n / 2 - 2),
            gl::PATCHES => separate(u64::from(self.patch_vertices)),
            _ => (0, 0),
        };
        // Primitives go to the geometry shader, patches to tessellation.
        let (geometry_invocations, tess_control_patches) = if self.mode == gl::PATCHES { (0, primitives) } else { (primitives, 0) };
        Submitted { vertices, primitives, geometry_invocations, tess_control_patches, ..Submitted::default() }
    }
}

impl Submitted {
    /// Adds another command's counts.
    pub fn add(&mut self, more: Self) {
        self.vertices = self.vertices.wrapping_add(more.vertices);
        self.primitives = self.primitives.wrapping_add(more.primitives);
        self.compute_invocations = self.compute_invocations.wrapping_add(more.compute_invocations);
        self.geometry_invocations = self.geometry_invocations.wrapping_add(more.geometry_invocations);
        self.tess_control_patches = self.tess_control_patches.wrapping_add(more.tess_control_patches);
    }

    /// Returns the counts of `instances` instances.
    pub fn times(self, instances: u64) -> Self {
        Self {
            vertices: self.vertices.wrapping_mul(instances),
            primitives: self.primitives.wrapping_mul(instances),
            compute_invocations: self.compute_invocations.wrapping_mul(instances),
            geometry_invocations: self.geometry_invocations.wrapping_mul(instances),
            tess_control_patches: self.tess_control_patches.wrapping_mul(instances),
        }
    }

    /// Returns the counts for a program with these stages.
    pub fn through(self, stages: Stages) -> Self {
        Self {
            geometry_invocations: self.geometry_invocations.wrapping_mul(u64::from(stages.geometry.unwrap_or(0))),
            tess_control_patches: if stages.tess_control { self.tess_control_patches } else { 0 },
            ..self
        }
    }
}

/// Counts vertices that restart indices divide into runs; each run drops its own incomplete primitive.
#[derive(Clone, Debug)]
pub struct Runs {
    primitive: Primitive,
    restart: Option<u32>,
    open: u64,
    ended: Submitted,
}

impl Runs {
    /// Creates an empty count. `restart` is the restart index, if primitive restart is enabled.
    pub fn new(primitive: Primitive, restart: Option<u32>) -> Self {
        Self { primitive, restart, open: 0, ended: Submitted::default() }
    }

    /// Adds an index: a vertex, or a restart. The index is compared without the base vertex.
    pub fn index(&mut self, index: u32) {
        if self.restart == Some(index) { self.divide() } else { self.vertices(1) }
    }

    /// Adds vertices.
    pub fn vertices(&mut self, vertices: u64) {
        self.open += vertices;
    }

    /// Ends the current run and begins another.
    pub fn divide(&mut self) {
        let run = core::mem::take(&mut self.open);
        self.ended.add(self.primitive.run(run));
    }

    /// Adds indices of `size` bytes each.
    pub fn indices(&mut self, bytes: &[u8], size: usize) {
        for index in bytes.chunks_exact(size.max(1)) {
            self.index(match *index {
                [a] => u32::from(a),
                [a, b] => u32::from(u16::from_ne_bytes([a, b])),
                [a, b, c, d] => u32::from_ne_bytes([a, b, c, d]),
                _ => continue,
            });
        }
    }

    /// Returns the counts of all runs.
    pub fn submitted(mut self) -> Submitted {
        self.ended.add(self.primitive.run(self.open));
        self.ended
    }
}
