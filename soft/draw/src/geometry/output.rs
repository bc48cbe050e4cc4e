//! The stages after the vertex stage: patches and geometry shaders in chunks of bounded size, then feedback and rasterisation.

use super::assemble::{Assembled, BATCH, Topology};
use super::feedback::Capture;
use super::geometry_shader::{self, GeometryStage, Stream};
use super::stage::InputPrimitives;
use super::tess::{self, TessStage};
use super::workers::Workers;
use crate::raster::{Batch, PrimitiveKind, Raster, rasterise};
use base::core::statistics::Statistics;
use shader::pipeline::draw_call::Mode;
use shader::pipeline::program::{Program, RecordLayout};
use shader::pipeline::state::{Draw, Failure};
use std::sync::atomic::Ordering::Relaxed;

/// Assembled primitives with the records of the vertex stage.
pub struct Primitives<'a> {
    /// The primitives; their entries are record numbers.
    pub assembled: &'a Assembled,
    /// The words of all records.
    pub records: &'a [u32],
    /// Words of one record.
    pub stride: usize,
    /// gl_PrimitiveID of the first primitive, if the primitives have no ids.
    pub first_id: u32,
}

/// Primitives of several draws.
pub struct Part<'a> {
    /// The words of their records.
    pub records: &'a [u32],
    /// Words of one record.
    pub stride: usize,
    /// The records of each primitive.
    pub primitives: &'a [[u32; 3]],
    /// The edges of each primitive, as [`Batch`] has them.
    pub edge_flags: &'a [u8],
}

/// The stages after the vertex stage.
pub struct Downstream<'a> {
    topology: Topology,
    tess: Option<(TessStage<'a>, &'a mut tess::Arena)>,
    after_tessellation: AfterTessellation<'a>,
}

/// The stages after tessellation.
struct AfterTessellation<'a> {
    workers: &'a Workers,
    geometry: Option<(GeometryStage<'a>, &'a mut geometry_shader::Arena)>,
    last: FeedbackAndRaster<'a>,
}

/// Transform feedback and rasterisation.
struct FeedbackAndRaster<'a> {
    workers: &'a Workers,
    /// The captured varyings of each stream.
    captures: [Capture; 4],
    layout: &'a RecordLayout,
    raster: &'a mut Raster,
}

/// The reused memory of these stages.
pub struct Arenas<'a> {
    pub tess: &'a mut tess::Arena,
    pub geometry: &'a mut geometry_shader::Arena,
    pub raster: &'a mut Raster,
}

impl<'a> Downstream<'a> {
    /// Prepares the stages of a draw. `ids` is true if a stage reads gl_PrimitiveID.
    pub fn new(program: &'a Program, topology: Topology, ids: bool, workers: &'a Workers, arenas: Arenas<'a>) -> Self {
        let Arenas { tess: tess_arena, geometry: geometry_arena, raster } = arenas;
        let control = program.tess_control.as_ref().map(|(executable, control)| (executable, *control));
        let tess = match &program.tess_evaluation {
            Some((executable, mode)) if topology.mode == Mode::Patches => {
                Some((TessStage::new(control, executable, *mode, ids), tess_arena))
            }
            _ => None,
        };
        let geometry = program.geometry.as_ref().map(|(executable, geometry)| {
            let stage = GeometryStage::new(executable, *geometry, topology.provoking_last);
            (stage, geometry_arena)
        });
        let captures = std::array::from_fn(|stream| Capture::new(program, stream));
        let last = FeedbackAndRaster { workers, captures, layout: &program.last_vertex_layout, raster };
        Self { topology, tess, after_tessellation: AfterTessellation { workers, geometry, last } }
    }

    /// Runs all stages on the primitives of a window.
    pub fn run(&mut self, draw: &mut Draw, primitives: &Primitives, statistics: &mut Statistics) -> Result<(), Failure> {
        let Assembled { primitives: narrow, wide, ids, edge_flags } = primitives.assembled;
        let vertices = self.topology.vertices();
        let (table, step) = if self.topology.is_wide() { (&wide[..], vertices as usize) } else { (narrow.as_flattened(), 3) };
        let input = InputPrimitives {
            records: primitives.records,
            stride: primitives.stride,
            table,
            step,
            vertices,
            count: table.len() / step,
            ids,
            first_id: primitives.first_id,
        };
        if let Some((stage, arena)) = &mut self.tess {
            return tessellate(stage, arena, &mut self.after_tessellation, draw, &input, statistics);
        }
        if self.after_tessellation.geometry.is_some() {
            return self.after_tessellation.geometry(draw, &input, statistics);
        }
        let batch = Batch {
            kind: self.topology.kind(),
            layout: self.after_tessellation.last.layout,
            records: primitives.records,
            stride: primitives.stride,
            primitives: narrow,
            provoking: &[],
            primitive_ids: ids,
            first_primitive_id: primitives.first_id,
            edge_flags,
        };
        self.after_tessellation.last.run(draw, &batch, 0, statistics)
    }

    /// Rasterises primitives of a program without other stages, whose numbers no stage reads.
    pub fn rasterise(&mut self, draw: &mut Draw, part: &Part, statistics: &mut Statistics) -> Result<(), Failure> {
        let batch = Batch {
            kind: self.topology.kind(),
            layout: self.after_tessellation.last.layout,
            records: part.records,
            stride: part.stride,
            primitives: part.primitives,
            provoking: &[],
            primitive_ids: &[],
            first_primitive_id: 0,
            edge_flags: part.edge_flags,
        };
        self.after_tessellation.last.run(draw, &batch, 0, statistics)
    }
}

/// Runs the control stage on chunks of patches, and tessellation and evaluation on groups of them.
fn tessellate(
    stage: &TessStage,
    arena: &mut tess::Arena,
    after_tessellation: &mut AfterTessellation,
    draw: &mut Draw,
    input: &InputPrimitives,
    statistics: &mut Statistics,
) -> Result<(), Failure> {
    for first in (0..input.count).step_by(stage.chunk()) {
        let chunk = first..input.count.min(first + stage.chunk());
        stage.run_control(after_tessellation.workers, draw, input, chunk.clone(), arena, statistics)?;
        while stage.run_group(after_tessellation.workers, draw, input, chunk.clone(), arena, statistics)? {
            check_cancelled(draw)?;
            let stride = stage.outputs.stride;
            if after_tessellation.geometry.is_some() {
                let input = InputPrimitives {
                    records: &arena.records,
                    stride,
                    table: arena.primitives.as_flattened(),
                    step: 3,
                    vertices: match stage.kind() {
                        PrimitiveKind::Point => 1,
                        PrimitiveKind::Line => 2,
                        PrimitiveKind::Triangle => 3,
                    },
                    count: arena.primitives.len(),
                    ids: &arena.ids,
                    first_id: 0,
                };
                after_tessellation.geometry(draw, &input, statistics)?;
                continue;
            }
            let batch = Batch {
                kind: stage.kind(),
                layout: after_tessellation.last.layout,
                records: &arena.records,
                stride,
                primitives: &arena.primitives,
                provoking: &[],
                primitive_ids: &arena.ids,
                first_primitive_id: 0,
                edge_flags: &[],
            };
            after_tessellation.last.run(draw, &batch, 0, statistics)?;
        }
    }
    Ok(())
}

/// Returns an error if the draw was cancelled.
fn check_cancelled(draw: &Draw) -> Result<(), Failure> {
    if draw.cancel.load(Relaxed) { Err(Failure::Interrupted) } else { Ok(()) }
}

impl AfterTessellation<'_> {
    /// Runs the geometry stage in chunks if there is one, then the stages after it.
    fn geometry(&mut self, draw: &mut Draw, input: &InputPrimitives, statistics: &mut Statistics) -> Result<(), Failure> {
        let Some((stage, arena)) = &mut self.geometry else { return Ok(()) };
        for first in (0..input.count).step_by(stage.chunk()) {
            check_cancelled(draw)?;
            let chunk = first..input.count.min(first + stage.chunk());
            statistics.geometry_shader_invocations += (chunk.len() * stage.invocations()) as u64;
            stage.run(self.workers, draw, input, chunk, arena)?;
            for (number, Stream { records, primitives }) in arena.streams.iter().enumerate().take(stage.streams) {
                statistics.geometry_shader_primitives_emitted += primitives.len() as u64;
                let batch = Batch {
                    kind: stage.kind(),
                    layout: self.last.layout,
                    records,
                    stride: stage.stride(),
                    primitives,
                    provoking: &[],
                    primitive_ids: &[],
                    first_primitive_id: 0,
                    edge_flags: &[],
                };
                self.last.run(draw, &batch, number, statistics)?;
            }
        }
        Ok(())
    }
}

impl FeedbackAndRaster<'_> {
    /// Writes transform feedback for one stream, and rasterises stream 0.
    fn run(&mut self, draw: &mut Draw, batch: &Batch, stream: usize, statistics: &mut Statistics) -> Result<(), Failure> {
        let count = batch.primitives.len();
        statistics.primitives_generated[stream] += count as u64;
        self.captures[stream].write(draw, batch, statistics);
        if stream != 0 || draw.raster.rasterizer_discard {
            return Ok(());
        }
        for first in (0..count).step_by(BATCH) {
            let part = first..count.min(first + BATCH);
            // Tables that are empty for the batch stay empty for the part.
            let part = Batch {
                primitives: &batch.primitives[part.clone()],
                provoking: batch.provoking.get(part.clone()).unwrap_or(&[]),
                primitive_ids: batch.primitive_ids.get(part.clone()).unwrap_or(&[]),
                first_primitive_id: batch.first_primitive_id.wrapping_add(first as u32),
                edge_flags: batch.edge_flags.get(part).unwrap_or(&[]),
                ..*batch
            };
            rasterise(self.raster, self.workers.pool(), draw, &part, statistics)?;
        }
        Ok(())
    }
}
