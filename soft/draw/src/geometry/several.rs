//! Draws that differ only in their vertices and uniforms, executed together: they share waves of the vertex stage, set-up and the tiles, as far as the
//! stages read the same uniforms.

use super::assemble::{Assembled, Assembler, Topology, Window};
use super::output::{Arenas, Downstream, Part};
use super::vertex::{Sources, VertexStage, Vertices};
use super::workers::grow;
use super::{AttributeSets, Pipeline, draw};
use base::core::statistics::Statistics;
use shader::ir::Verified;
use shader::ir::bytecode::{Code, Splat};
use shader::pipeline::draw_call::DrawCall;
use shader::pipeline::state::{Draw, Failure, Resources};
use std::ops::Range;

/// The most vertices of a draw that is executed together with others.
pub const SMALL: u32 = 1024;

/// The vertices after which gathered draws go on to the next stages.
const GATHERED: usize = 32_768;

/// The words of the default uniform block that draws of one program have, one after the other.
#[derive(Clone, Debug, Default)]
pub struct Uniforms {
    /// For each block the number of the first draw that has it, and the end of its words.
    blocks: Vec<(usize, usize)>,
    /// The words of all blocks.
    words: Vec<u32>,
}

impl Uniforms {
    /// Returns true if there are no blocks.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Returns the number of words of all blocks.
    pub fn size(&self) -> usize {
        self.words.len()
    }

    /// Returns true if a block begins with a draw.
    pub fn begin_at(&self, draw: usize) -> bool {
        self.blocks.last().is_some_and(|&(last, _)| last == draw)
    }

    /// Removes all blocks.
    pub fn clear(&mut self) {
        self.blocks.clear();
        self.words.clear();
    }

    /// Adds the block that draws have from number `first` on, in place of one that no draw has.
    pub fn push(&mut self, first: usize, words: &[u32]) {
        if self.begin_at(first) {
            self.blocks.pop();
            self.words.truncate(self.blocks.last().map_or(0, |&(_, end)| end));
        }
        self.words.extend_from_slice(words);
        self.blocks.push((first, self.words.len()));
    }

    /// Returns the words of a block.
    fn get(&self, block: usize) -> Option<&[u32]> {
        let &(_, end) = self.blocks.get(block)?;
        let start = block.checked_sub(1).and_then(|before| self.blocks.get(before)).map_or(0, |&(_, end)| end);
        self.words.get(start..end)
    }

    /// Returns true if a draw has a block after this one.
    fn is_past(&self, block: usize, draw: usize) -> bool {
        self.blocks.get(block + 1).is_some_and(|&(first, _)| first <= draw)
    }
}

/// Draws with the same uniforms, as far as a stage reads them.
#[derive(Clone, Copy, Default)]
struct Group {
    /// The first vertex and the first primitive.
    vertex: usize,
    primitive: usize,
    /// The number of their uniforms.
    uniforms: usize,
}

/// The vertices and primitives of several draws.
#[derive(Default)]
pub struct Gathered {
    /// The vertex numbers, by record.
    vertices: Vec<u32>,
    /// The primitives; their records count from the first one of their group.
    assembled: Assembled,
    /// The groups for the vertex stage.
    shaded: Vec<Group>,
    /// The groups for the fragment stage.
    drawn: Vec<Group>,
    /// The set of attributes that vertices from a number on have.
    sources: Vec<(usize, usize)>,
}

impl Gathered {
    /// Removes all draws.
    fn clear(&mut self) {
        self.vertices.clear();
        self.assembled.clear();
        self.shaded.clear();
        self.drawn.clear();
        self.sources.clear();
    }

    /// Begins a group of draws in each stage that reads other uniforms.
    fn begin(&mut self, uniforms: usize, [shades, draws]: [bool; 2]) -> Result<(), Failure> {
        let group = Group { vertex: self.vertices.len(), primitive: self.assembled.primitives.len(), uniforms };
        for (groups, begins) in [(&mut self.shaded, shades), (&mut self.drawn, draws)] {
            groups.try_reserve(1).map_err(|_| Failure::OutOfMemory)?;
            if begins || groups.is_empty() {
                groups.push(group);
            }
        }
        Ok(())
    }

    /// Adds the only window of a draw whose attributes are those of a set.
    fn add(&mut self, window: &Window, set: usize) -> Result<(), Failure> {
        let full = |_| Failure::OutOfMemory;
        if self.sources.last().is_none_or(|&(_, last)| last != set) {
            self.sources.try_reserve(1).map_err(full)?;
            self.sources.push((self.vertices.len(), set));
        }
        let base = (self.vertices.len() - self.drawn.last().map_or(0, |group| group.vertex)) as u32;
        let Assembled { primitives, edge_flags, .. } = &window.assembled;
        self.vertices.try_reserve(window.count).map_err(full)?;
        self.assembled.primitives.try_reserve(primitives.len()).map_err(full)?;
        self.assembled.edge_flags.try_reserve(edge_flags.len()).map_err(full)?;
        if window.indexed {
            self.vertices.extend_from_slice(&window.list);
        } else {
            self.vertices.extend((0..window.count as u32).map(|number| window.first.wrapping_add(number)));
        }
        self.assembled.primitives.extend(primitives.iter().map(|primitive| primitive.map(|vertex| vertex.wrapping_add(base))));
        self.assembled.edge_flags.extend_from_slice(edge_flags);
        Ok(())
    }

    /// Returns the groups of a stage, each with its vertices and its primitives.
    fn ranges(&self, groups: &[Group]) -> impl Iterator<Item = (usize, Range<usize>, Range<usize>)> {
        let end = Group { vertex: self.vertices.len(), primitive: self.assembled.primitives.len(), uniforms: 0 };
        let ends = groups.iter().skip(1).copied().chain([end]);
        groups.iter().zip(ends).map(|(group, end)| (group.uniforms, group.vertex..end.vertex, group.primitive..end.primitive))
    }
}

/// The words of the default uniform block that code reads.
enum Read {
    /// All of them may be read.
    All,
    /// These ones.
    Words(Vec<u32>),
}

impl Read {
    /// Finds the words that code reads.
    fn of(code: &Verified) -> Self {
        if code.ops.iter().any(|op| op.code == Code::Load) {
            return Self::All;
        }
        let word = |&(_, splat): &(u16, Splat)| if let Splat::Uniform(word) = splat { Some(word) } else { None };
        Self::Words(code.splats.iter().filter_map(word).collect())
    }

    /// Returns true if the words differ.
    fn differs(&self, one: &[u32], other: &[u32]) -> bool {
        match self {
            Self::All => one != other,
            Self::Words(words) => words.iter().any(|&word| one.get(word as usize) != other.get(word as usize)),
        }
    }
}

/// Executes draws of one mode one after the other, as [`draw`] does, and adds their counts. `uniforms` are their uniforms, in order and from the first
/// draw on; if there are none, all draws have those of the state. `attributes` are their attributes; without sets all have those of the state.
///
/// If there are several draws or uniforms, each draw must have at most [`SMALL`] vertices, or be such draws of consecutive vertices with at most 32,768
/// of them, and one instance; the program no stages but vertices and fragments, no stage may read the number of the primitive or parameters of the draw, polygons must be filled, and transform
/// feedback be off.
pub fn draw_several<'a>(
    pipeline: &mut Pipeline,
    state: &mut Draw<'a>,
    calls: &[DrawCall],
    (uniforms, attributes): (&Uniforms, &'a AttributeSets),
    statistics: &mut Statistics,
) -> Result<(), Failure> {
    match calls {
        [call] if uniforms.is_empty() => {
            if !attributes.all().is_empty() {
                state.attributes = attributes.of_draw(0);
            }
            draw(pipeline, state, call, statistics)
        }
        calls => draw_together(pipeline, state, calls, (uniforms, attributes), statistics),
    }
}

/// Executes small draws together.
fn draw_together(
    pipeline: &mut Pipeline,
    draw: &Draw,
    calls: &[DrawCall],
    (uniforms, attributes): (&Uniforms, &AttributeSets),
    statistics: &mut Statistics,
) -> Result<(), Failure> {
    let (Some(vertex), Some(first)) = (&draw.program.vertex, calls.first()) else { return Ok(()) };
    let topology =
        Topology { mode: first.mode, patch_vertices: first.patch_vertices, adjacency: false, provoking_last: draw.raster.provoking_last };
    let stage = VertexStage::new(vertex);
    let fragment = draw.program.fragment.as_ref().map_or(Read::Words(Vec::new()), |(executable, _)| Read::of(&executable.code));
    let read = [Read::of(&vertex.code), fragment];
    let mut resources = if uniforms.is_empty() { Resources::default() } else { draw.resources.clone() };
    pipeline.window.carry.clear();
    pipeline.window.carried_flags.clear();
    pipeline.gathered.clear();
    let (mut now, mut sets) = (0, attributes.by_draw());
    for (number, call) in calls.iter().enumerate() {
        let Pipeline { window, gathered, .. } = &mut *pipeline;
        let before = now;
        while uniforms.is_past(now, number) {
            now += 1;
        }
        if now != before || gathered.drawn.is_empty() {
            let words = uniforms.get(before).zip(uniforms.get(now));
            gathered.begin(now, read.each_ref().map(|read| words.is_some_and(|(one, other)| read.differs(one, other))))?;
        }
        let set = sets.next(number);
        if Assembler::new(call, topology, false).next(window, statistics)? {
            gathered.add(window, set)?;
        }
        if gathered.vertices.len() >= GATHERED || number + 1 == calls.len() {
            execute(pipeline, draw, &stage, topology, first, (uniforms, &mut resources, attributes), statistics)?;
            pipeline.gathered.clear();
        }
    }
    Ok(())
}

/// Executes the gathered draws.
fn execute(
    pipeline: &mut Pipeline,
    draw: &Draw,
    stage: &VertexStage,
    topology: Topology,
    call: &DrawCall,
    (uniforms, resources, attributes): (&Uniforms, &mut Resources, &AttributeSets),
    statistics: &mut Statistics,
) -> Result<(), Failure> {
    let Pipeline { raster, workers, records, gathered, tess, geometry, .. } = pipeline;
    let (count, stride) = (gathered.vertices.len(), stage.outputs.stride);
    grow(records, count * stride, 0)?;
    let words = |range: &Range<usize>| range.start * stride..range.end * stride;
    for (number, vertices, _) in gathered.ranges(&gathered.shaded) {
        let draw = with_uniforms(draw, uniforms.get(number), resources);
        workers.begin();
        let records = &mut records[words(&vertices)];
        let sources = Sources { sets: attributes.all(), runs: &gathered.sources, first: vertices.start };
        let (count, list) = (vertices.len(), Some(&gathered.vertices[vertices]));
        stage.run(workers, &draw, call, &Vertices { list, first: 0, count, first_instance: 0, instances: 1, sources }, records)?;
    }
    statistics.vertex_shader_invocations += count as u64;
    raster.begin_draw();
    let mut downstream = Downstream::new(draw.program, topology, false, workers, Arenas { tess, geometry, raster });
    for (number, vertices, primitives) in gathered.ranges(&gathered.drawn) {
        let mut draw = with_uniforms(draw, uniforms.get(number), resources);
        // Without flags all edges are drawn.
        let edge_flags = gathered.assembled.edge_flags.get(primitives.clone()).unwrap_or(&[]);
        let part = Part { records: &records[words(&vertices)], stride, primitives: &gathered.assembled.primitives[primitives], edge_flags };
        downstream.rasterise(&mut draw, &part, statistics)?;
    }
    Ok(())
}

/// Returns a draw with other uniforms, if there are some. Draws with transform feedback are not executed together.
fn with_uniforms<'a>(draw: &Draw<'a>, words: Option<&[u32]>, resources: &'a mut Resources) -> Draw<'a> {
    let resources = match words {
        Some(words) => {
            resources.uniforms.clear();
            resources.uniforms.extend_from_slice(words);
            &*resources
        }
        None => draw.resources,
    };
    Draw { resources, feedback: None, ..*draw }
}
