//! Decomposition of the primitive modes: the number of vertices and primitives of a run, and the vertices of each primitive.
//!
//! A run is the vertices between two restarts; positions count the vertices of a run from 0. A unit is one primitive as the application
//! specifies it: a quad is one unit and two triangles. A polygon is one unit, but each triangle of its fan is handled as a unit.

use crate::raster::PrimitiveKind;
use shader::pipeline::draw_call::Mode;

/// A primitive mode with the state that decides how it decomposes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Topology {
    pub mode: Mode,
    /// GL_PATCH_VERTICES.
    pub patch_vertices: u32,
    /// True if a geometry shader reads the adjacent vertices; otherwise they are dropped.
    pub adjacency: bool,
    /// True if the last vertex is the provoking one.
    pub provoking_last: bool,
}

impl Topology {
    /// Returns the kind of primitives that reach the rasteriser (patches reach it only through tessellation).
    pub fn kind(&self) -> PrimitiveKind {
        match self.mode {
            Mode::Points | Mode::Patches => PrimitiveKind::Point,
            Mode::Lines | Mode::LineLoop | Mode::LineStrip | Mode::LinesAdjacency | Mode::LineStripAdjacency => PrimitiveKind::Line,
            _ => PrimitiveKind::Triangle,
        }
    }

    /// Returns the number of vertices of one assembled primitive.
    pub fn vertices(&self) -> u32 {
        match self.mode {
            Mode::Patches => self.patch_vertices.clamp(1, 32),
            Mode::LinesAdjacency | Mode::LineStripAdjacency if self.adjacency => 4,
            Mode::TrianglesAdjacency | Mode::TriangleStripAdjacency if self.adjacency => 6,
            _ => match self.kind() {
                PrimitiveKind::Point => 1,
                PrimitiveKind::Line => 2,
                PrimitiveKind::Triangle => 3,
            },
        }
    }

    /// Returns true for primitives of more than three vertices and patches, which go to the wide table.
    pub fn is_wide(&self) -> bool {
        self.mode == Mode::Patches || self.vertices() > 3
    }

    /// Returns the number of vertices of a separate primitive, or 0 for modes that share vertices.
    fn separate(&self) -> u64 {
        match self.mode {
            Mode::Points => 1,
            Mode::Lines => 2,
            Mode::Triangles => 3,
            Mode::Quads | Mode::LinesAdjacency => 4,
            Mode::TrianglesAdjacency => 6,
            Mode::Patches => u64::from(self.patch_vertices.clamp(1, 32)),
            _ => 0,
        }
    }

    /// Returns the number of vertices of about one batch of primitives.
    pub fn batch_vertices(&self) -> u64 {
        let batch = super::BATCH as u64;
        match self.mode {
            Mode::Quads => batch / 2 * 4,
            _ => batch * self.separate().max(1),
        }
    }

    /// Returns the number of a run's vertices that belong to complete primitives.
    pub fn trim(&self, count: u64) -> u64 {
        let least = match self.mode {
            Mode::LineLoop | Mode::LineStrip => 2,
            Mode::TriangleStrip | Mode::TriangleFan | Mode::Polygon => 3,
            Mode::QuadStrip | Mode::LineStripAdjacency => 4,
            Mode::TriangleStripAdjacency => 6,
            _ => return count - count % self.separate().max(1),
        };
        if count < least {
            0
        } else if matches!(self.mode, Mode::QuadStrip | Mode::TriangleStripAdjacency) {
            count - count % 2
        } else {
            count
        }
    }

    /// Returns the number of units of a trimmed run.
    pub fn units(&self, count: u64) -> u64 {
        match self.mode {
            Mode::LineLoop => count,
            Mode::LineStrip => count.saturating_sub(1),
            Mode::TriangleStrip | Mode::TriangleFan | Mode::Polygon => count.saturating_sub(2),
            Mode::QuadStrip => count.saturating_sub(2) / 2,
            Mode::LineStripAdjacency => count.saturating_sub(3),
            Mode::TriangleStripAdjacency => count.saturating_sub(4) / 2,
            _ => count / self.separate().max(1),
        }
    }

    /// Returns the number of primitives of a trimmed run, as PRIMITIVES_SUBMITTED counts them.
    pub fn submitted(&self, count: u64) -> u64 {
        if self.mode == Mode::Polygon { u64::from(count > 0) } else { self.units(count) }
    }

    /// Returns the number of units of a run of `count` trimmed vertices that need no position from `end` on.
    pub fn units_before(&self, end: u64, count: u64) -> u64 {
        if end >= count {
            return self.units(count);
        }
        match self.mode {
            Mode::LineLoop => end.saturating_sub(1),
            // Only the last triangle of the strip stops at the vertex after it; the others read one more.
            Mode::TriangleStripAdjacency => end.saturating_sub(5) / 2,
            _ => self.units(end),
        }
    }

    /// Returns the lowest position that a unit and those after it need, except position 0 if [`Topology::needs_first_vertex`].
    pub fn lowest_position(&self, unit: u64) -> u64 {
        match self.mode {
            Mode::TriangleFan | Mode::Polygon => unit + 1,
            Mode::LineLoop | Mode::LineStrip | Mode::TriangleStrip | Mode::LineStripAdjacency => unit,
            Mode::QuadStrip => unit * 2,
            Mode::TriangleStripAdjacency => (unit * 2).saturating_sub(2),
            _ => unit * self.separate(),
        }
    }

    /// Returns true if every unit (of a loop, the last one) needs the first vertex of the run.
    pub fn needs_first_vertex(&self) -> bool {
        matches!(self.mode, Mode::TriangleFan | Mode::Polygon | Mode::LineLoop)
    }
}

/// A range of a run's units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Units {
    /// The number of trimmed vertices of the whole run.
    pub count: u64,
    /// The first unit.
    pub first: u64,
    /// The unit after the last one.
    pub end: u64,
    /// gl_PrimitiveID of the first unit of the run.
    pub first_id: u32,
}

/// Assembled primitives.
#[derive(Debug, Default)]
pub struct Assembled {
    /// Record numbers; lines use two of three, points one.
    pub primitives: Vec<[u32; 3]>,
    /// Record numbers of longer primitives, [`Topology::vertices`] for each.
    pub wide: Vec<u32>,
    /// gl_PrimitiveID of each primitive; filled only if a stage reads it.
    pub ids: Vec<u32>,
    /// For triangles of quads and polygons: bit n is set if the edge from vertex n to n + 1 is a boundary edge.
    pub edge_flags: Vec<u8>,
}

impl Assembled {
    /// Removes all primitives.
    pub fn clear(&mut self) {
        self.primitives.clear();
        self.wide.clear();
        self.ids.clear();
        self.edge_flags.clear();
    }
}

/// Appends units. `at` maps a position to its record; `first` is the record of position 0.
pub fn decompose(topology: &Topology, units: Units, ids: bool, first: u32, at: impl Fn(u64) -> u32, into: &mut Assembled) {
    let Units { count, first: begin, end, first_id } = units;
    let last = topology.provoking_last;
    let range = begin..end;
    let primitives = &mut into.primitives;
    match topology.mode {
        Mode::Points => primitives.extend(range.map(|unit| [at(unit); 3])),
        Mode::Lines => primitives.extend(range.map(|unit| line(at(unit * 2), at(unit * 2 + 1)))),
        Mode::LineStrip => primitives.extend(range.map(|unit| line(at(unit), at(unit + 1)))),
        Mode::LineLoop => {
            primitives.extend(range.map(|unit| line(at(unit), if unit + 1 == count { first } else { at(unit + 1) })));
        }
        Mode::Triangles => primitives.extend(range.map(|unit| [at(unit * 3), at(unit * 3 + 1), at(unit * 3 + 2)])),
        Mode::TriangleStrip => primitives.extend(range.map(|unit| {
            let vertices = [at(unit), at(unit + 1), at(unit + 2)];
            strip_triangle(vertices, unit % 2 == 1, last)
        })),
        Mode::TriangleFan => primitives.extend(range.map(|unit| {
            let (b, c) = (at(unit + 1), at(unit + 2));
            if last { [first, b, c] } else { [b, c, first] }
        })),
        Mode::Polygon => {
            // The first vertex provokes under both conventions.
            for unit in range {
                let (b, c) = (at(unit + 1), at(unit + 2));
                let (opens, closes) = (u8::from(unit == 0), u8::from(unit + 3 == count));
                if last {
                    primitives.push([b, c, first]);
                    into.edge_flags.push(1 | closes << 1 | opens << 2);
                } else {
                    primitives.push([first, b, c]);
                    into.edge_flags.push(opens | 1 << 1 | closes << 2);
                }
            }
        }
        Mode::Quads => {
            for unit in range {
                let [a, b, c, d] = [at(unit * 4), at(unit * 4 + 1), at(unit * 4 + 2), at(unit * 4 + 3)];
                if last {
                    primitives.extend([[a, b, d], [b, c, d]]);
                    into.edge_flags.extend([0b101, 0b011]);
                } else {
                    primitives.extend([[a, b, c], [a, c, d]]);
                    into.edge_flags.extend([0b011, 0b110]);
                }
            }
        }
        Mode::QuadStrip => {
            for unit in range {
                // Around the quad; c is the provoking vertex of the last-vertex convention.
                let [a, b, c, d] = [at(unit * 2), at(unit * 2 + 1), at(unit * 2 + 3), at(unit * 2 + 2)];
                if last {
                    primitives.extend([[a, b, c], [d, a, c]]);
                    into.edge_flags.extend([0b011, 0b101]);
                } else {
                    primitives.extend([[a, b, c], [a, c, d]]);
                    into.edge_flags.extend([0b011, 0b110]);
                }
            }
        }
        Mode::LinesAdjacency if topology.adjacency => into.wide.extend((begin * 4..end * 4).map(&at)),
        Mode::LinesAdjacency => primitives.extend(range.map(|unit| line(at(unit * 4 + 1), at(unit * 4 + 2)))),
        Mode::LineStripAdjacency if topology.adjacency => {
            for unit in range {
                into.wide.extend([at(unit), at(unit + 1), at(unit + 2), at(unit + 3)]);
            }
        }
        Mode::LineStripAdjacency => primitives.extend(range.map(|unit| line(at(unit + 1), at(unit + 2)))),
        Mode::TrianglesAdjacency if topology.adjacency => into.wide.extend((begin * 6..end * 6).map(&at)),
        Mode::TrianglesAdjacency => primitives.extend(range.map(|unit| [at(unit * 6), at(unit * 6 + 2), at(unit * 6 + 4)])),
        Mode::TriangleStripAdjacency if topology.adjacency => {
            for unit in range {
                into.wide.extend(strip_triangle_adjacency(unit, unit + 1 == topology.units(count)).map(&at));
            }
        }
        Mode::TriangleStripAdjacency => primitives.extend(range.map(|unit| {
            let vertices = [at(unit * 2), at(unit * 2 + 2), at(unit * 2 + 4)];
            strip_triangle(vertices, unit % 2 == 1, last)
        })),
        Mode::Patches => {
            let size = topology.separate();
            into.wide.extend((begin * size..end * size).map(&at));
        }
    }
    if ids {
        let id = |unit: u64| first_id.wrapping_add(unit as u32);
        match topology.mode {
            Mode::Polygon => into.ids.extend((begin..end).map(|_| first_id)),
            Mode::Quads | Mode::QuadStrip => into.ids.extend((begin..end).flat_map(|unit| [id(unit); 2])),
            _ => into.ids.extend((begin..end).map(id)),
        }
    }
}

fn line(a: u32, b: u32) -> [u32; 3] {
    [a, b, b]
}

/// Returns a triangle of a strip from its vertices in strip order: odd triangles face the same way as even ones, and the provoking vertex
/// (the first or last of the three in the strip) comes first or last.
pub fn strip_triangle([a, b, c]: [u32; 3], odd: bool, provoking_last: bool) -> [u32; 3] {
    match (odd, provoking_last) {
        (false, _) => [a, b, c],
        (true, false) => [a, c, b],
        (true, true) => [b, a, c],
    }
}

/// Returns the six positions of a triangle of a strip with adjacency, in the order that geometry shaders read them (the specification's
/// table of "triangles generated by triangle strips with adjacency").
fn strip_triangle_adjacency(unit: u64, is_last: bool) -> [u64; 6] {
    let main = unit * 2;
    // The vertices opposite the edge to the previous vertex, beside the strip, and opposite the edge to the next vertex.
    let before = if unit == 0 { 1 } else { main - 2 };
    let after = if is_last { main + 5 } else { main + 6 };
    if unit.is_multiple_of(2) {
        [main, before, main + 2, after, main + 4, main + 3]
    } else {
        [main + 2, before, main, main + 3, main + 4, after]
    }
}
