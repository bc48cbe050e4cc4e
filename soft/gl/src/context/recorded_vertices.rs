//! Commands between glBegin and glEnd that a display list records, as plain data.
//!
//! Whole primitives whose vertices have the same attributes of their own are a batch: the list keeps them as arrays, which are drawn without their
//! commands where nothing can tell the difference. Everything else executes the commands one by one.

use crate::context::immediate::{MAX_VERTICES, Vertices};
use crate::error::{NO_MEMORY, Result};
use crate::tokens::*;
use base::hir::fixed_attribute::{COLOR, COUNT, VERTEX};
use draw::geometry::SMALL;
use shader::pipeline::draw_call::AttributeArray;
use std::ops::Range;

/// A command between glBegin and glEnd.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum VertexCommand {
    /// glBegin, with its mode.
    Begin(u32),
    /// glEnd.
    End,
    /// glColor, glNormal and the like: the attribute at a location becomes these words.
    Attribute(u8, [u32; 4]),
    /// glVertex.
    Vertex([f32; 4]),
}

/// Consecutive commands of a display list.
#[derive(Default)]
pub struct RecordedVertices {
    /// The commands.
    pub commands: Vec<VertexCommand>,
    /// Their primitives, if they are a batch.
    pub batch: Option<Batch>,
}

/// Primitives that may be drawn together.
pub struct Batch {
    /// The mode, the first vertex and the number of vertices of each glBegin, or of several that are one draw.
    pub primitives: Vec<(u32, u32, u32)>,
    /// The attributes that differ between the vertices, by location.
    pub arrays: Vec<(usize, AttributeArray)>,
    /// What the commands leave current: what all vertices have of the attributes without arrays.
    pub current: Vec<(u8, [u32; 4])>,
    /// True if there is a colour, which may be a material.
    pub has_colors: bool,
}

impl RecordedVertices {
    /// Adds a command.
    pub fn push(&mut self, command: VertexCommand) -> Result<()> {
        self.commands.try_reserve(1).map_err(|_| NO_MEMORY)?;
        self.commands.push(command);
        Ok(())
    }

    /// Returns the commands in parts, as many of them batches as possible.
    pub fn split(mut self) -> Vec<Self> {
        let (mut cuts, commands) = (Vec::new(), &self.commands);
        let (mut start, mut at, mut known, mut has_vertices) = (0, 0, 0, false);
        let mut cut = |from: usize, to: usize, is_batch: bool| {
            if from < to {
                cuts.push((from..to, is_batch));
            }
        };
        while at < commands.len() {
            let Some(Unit { length, early, late, vertices }) = Unit::new(&commands[at..]) else {
                // An error, or a primitive that other commands end.
                cut(start, at, true);
                cut(at, commands.len(), false);
                start = commands.len();
                break;
            };
            if has_vertices && early & !known != 0 {
                cut(start, at, true);
                (start, known, has_vertices) = (at, 0, false);
            }
            known |= early;
            if late & !known != 0 {
                cut(start, at, true);
                cut(at, at + length, false);
                (start, known, has_vertices) = (at + length, 0, false);
            } else {
                has_vertices |= vertices;
            }
            at += length;
        }
        cut(start, commands.len(), true);
        let part = |(range, is_batch): &(Range<usize>, bool)| {
            let mut part = Self::default();
            part.commands.try_reserve_exact(range.len()).ok()?;
            part.commands.extend_from_slice(&commands[range.clone()]);
            part.batch = if *is_batch { Batch::new(&part.commands) } else { None };
            Some(part)
        };
        let parts = if cuts.len() > 1 { cuts.iter().map(part).collect() } else { None };
        // Without memory for parts, the commands are executed one by one.
        parts.unwrap_or_else(|| {
            self.batch = if let [(_, true)] = cuts[..] { Batch::new(&self.commands) } else { None };
            vec![self]
        })
    }
}

/// A primitive, or a command outside of primitives.
struct Unit {
    /// The number of commands.
    length: usize,
    /// A bit for each attribute that is set before the first vertex.
    early: u32,
    /// A bit for each one that is set after it.
    late: u32,
    /// True if there are vertices.
    vertices: bool,
}

impl Unit {
    /// Returns the unit at the beginning of commands; none for an error, and for a primitive that does not end.
    fn new(commands: &[VertexCommand]) -> Option<Self> {
        let mut unit = Self { length: 1, early: 0, late: 0, vertices: false };
        match *commands.first()? {
            VertexCommand::Begin(_) => {}
            VertexCommand::End => return None,
            VertexCommand::Attribute(location, _) => {
                unit.early = 1 << location;
                return Some(unit);
            }
            VertexCommand::Vertex(_) => return Some(unit),
        }
        for command in &commands[1..] {
            unit.length += 1;
            match *command {
                VertexCommand::Begin(_) => return None,
                VertexCommand::End => return Some(unit),
                VertexCommand::Attribute(location, _) if unit.vertices => unit.late |= 1 << location,
                VertexCommand::Attribute(location, _) => unit.early |= 1 << location,
                VertexCommand::Vertex(_) => unit.vertices = true,
            }
        }
        None
    }
}

/// Makes a primitive part of the last one, whose vertices its own follow, if the draws of both would be one when they wait: see
/// [`Waiting::extend`](crate::context::prepared::Waiting::extend). Returns false if not.
fn extend(primitives: &mut [(u32, u32, u32)], mode: u32, count: u32) -> bool {
    let each = match mode {
        GL_POINTS => 1,
        GL_LINES => 2,
        GL_TRIANGLES => 3,
        GL_QUADS => 4,
        _ => return false,
    };
    let Some((_, _, vertices)) = primitives.last_mut().filter(|last| last.0 == mode && last.2.is_multiple_of(each)) else { return false };
    let is_one = (1..=SMALL).contains(&count) && *vertices > 0 && *vertices + count <= SMALL;
    if is_one {
        *vertices += count;
    }
    is_one
}

impl Batch {
    /// Makes a batch of whole primitives: each attribute that they set is set before the first vertex. Returns `None` without memory, or without
    /// vertices.
    fn new(commands: &[VertexCommand]) -> Option<Self> {
        let mut vertices = Vertices::default();
        let mut primitives: Vec<(u32, u32, u32)> = Vec::new();
        let mut current = [[0; 8]; COUNT];
        let (mut known, mut open) = (0_u32, None);
        for command in commands {
            match *command {
                // Without tessellation, glEnd is an error.
                VertexCommand::Begin(GL_PATCHES) => return None,
                VertexCommand::Begin(mode) => open = Some((mode, vertices.count())),
                VertexCommand::Attribute(location, value) => {
                    known |= 1 << location;
                    let old: &mut [u32; 4] = current.get_mut(usize::from(location))?.first_chunk_mut()?;
                    (vertices.count() == 0 || vertices.keep(location.into(), *old, value)).then_some(())?;
                    *old = value;
                }
                VertexCommand::Vertex(position) if open.is_some() => {
                    known |= 1 << VERTEX;
                    let has_room = vertices.count() < MAX_VERTICES && vertices.place(position, &mut current) && vertices.push(&current);
                    has_room.then_some(())?;
                }
                VertexCommand::Vertex(_) => {}
                VertexCommand::End => {
                    let (mode, first) = open.take()?;
                    let (first, count) = (first as u32, (vertices.count() - first) as u32);
                    if !extend(&mut primitives, mode, count) {
                        primitives.try_reserve(1).ok()?;
                        primitives.push((mode, first, count));
                    }
                }
            }
        }
        if vertices.count() == 0 {
            return None;
        }
        let left = (0..COUNT as u8).filter(|location| known >> location & 1 != 0);
        let left = left.map(|location| (location, *current[usize::from(location)].first_chunk().unwrap_or(&[0; 4])));
        let (arrays, current) = (vertices.arrays(0, None).ok()?, left.collect());
        Some(Self { primitives, arrays, current, has_colors: known >> COLOR & 1 != 0 })
    }
}
