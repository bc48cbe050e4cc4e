//! What follows the vertex stage: patches and geometry shaders in chunks of bounded size, then feedback and rasterisation.

use super::assemble::{Assembled, BATCH, Topology};
use super::feedback::Capture;
use super::geometry::{self, GeometryStage, InputPrimitives, Stream};
use super::state::{Draw, Failure, Mode};
use super::tess::{self, TessStage};
use super::workers::Workers;
use crate::pool::Pool;
use crate::program::{Program, RecordLayout};
use crate::raster::{Batch, PrimitiveKind, Raster, rasterise};
use crate::statistics::Statistics;
use std::sync::atomic::Ordering::Relaxed;

/// Assembled primitives with the vertex stage's records.
pub struct Primitives<'a> {
    pub assembled: &'a Assembled,
    pub records: &'a [u32],
    pub stride: usize,
    pub first_id: u32,
}

/// The stages behind the vertex stage.
pub struct Downstream<'a> {
    topology: Topology,
    tess: Option<TessStage<'a>>,
    geometry: Option<GeometryStage<'a>>,
    pool: &'a Pool,
    workers: &'a Workers,
    tess_arena: &'a mut tess::Arena,
    geometry_arena: &'a mut geometry::Arena,
    last: Last<'a>,
}

/// Feedback and rasterisation.
struct Last<'a> {
    captures: [Capture; 4],
    layout: &'a RecordLayout,
    pool: &'a Pool,
    raster: &'a mut Raster,
}

impl<'a> Downstream<'a> {
    /// Prepares the stages of a draw.
    #[allow(clippy::too_many_arguments, reason = "the parts of a pipeline, borrowed one by one")]
    pub fn new(
        program: &'a Program,
        topology: Topology,
        ids: bool,
        pool: &'a Pool,
        workers: &'a Workers,
        raster: &'a mut Raster,
        tess_arena: &'a mut tess::Arena,
        geometry_arena: &'a mut geometry::Arena,
    ) -> Self {
        let control = program.tess_control.as_ref().map(|(executable, control)| (executable, *control));
        let tess = match &program.tess_evaluation {
            Some((executable, mode)) if topology.mode == Mode::Patches => Some(TessStage::new(control, executable, *mode, ids)),
            _ => None,
        };
        let geometry = program.geometry.as_ref();
        let geometry = geometry.map(|(executable, geometry)| GeometryStage::new(executable, *geometry, topology.provoking_last));
        let captures = std::array::from_fn(|stream| Capture::new(program, stream));
        let last = Last { captures, layout: &program.last_vertex_layout, pool, raster };
        Self { topology, tess, geometry, pool, workers, tess_arena, geometry_arena, last }
    }

    /// Takes a window's primitives to the end.
    pub fn run(&mut self, draw: &mut Draw, primitives: &Primitives, statistics: &mut Statistics) -> Result<(), Failure> {
        let Assembled { primitives: narrow, wide, ids, edge_flags } = primitives.assembled;
        let vertices = self.topology.vertices();
        let is_wide = self.topology.is_wide();
        let (table, step) = if is_wide { (&wide[..], vertices as usize) } else { (narrow.as_flattened(), 3) };
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
        if let Some(tess) = &self.tess {
            return tessellated(
                tess,
                &self.geometry,
                self.workers,
                self.pool,
                self.tess_arena,
                self.geometry_arena,
                &mut self.last,
                draw,
                &input,
                statistics,
            );
        }
        if let Some(geometry) = &self.geometry {
            return through_geometry(geometry, self.workers, self.pool, self.geometry_arena, &mut self.last, draw, &input, statistics);
        }
        let batch = Batch {
            kind: self.topology.kind(),
            layout: self.last.layout,
            records: primitives.records,
            stride: primitives.stride,
            primitives: narrow,
            provoking: &[],
            primitive_ids: ids,
            first_primitive_id: primitives.first_id,
            edge_flags,
        };
        self.last.run(draw, &batch, 0, statistics)
    }
}

/// Patches: the control stage in chunks, tessellation and evaluation in groups.
#[allow(clippy::too_many_arguments, reason = "the parts of a pipeline, borrowed one by one")]
fn tessellated(
    tess: &TessStage,
    geometry: &Option<GeometryStage>,
    workers: &Workers,
    pool: &Pool,
    arena: &mut tess::Arena,
    geometry_arena: &mut geometry::Arena,
    last: &mut Last,
    draw: &mut Draw,
    input: &InputPrimitives,
    statistics: &mut Statistics,
) -> Result<(), Failure> {
    let chunk = tess.chunk();
    let mut first = 0;
    while first < input.count {
        let count = chunk.min(input.count - first);
        tess.run_control(workers, pool, draw, input, (first, count), arena, statistics)?;
        let mut from = 0;
        while from < count {
            interrupted(draw)?;
            from = tess.run_group(workers, pool, draw, input, (first, count), from, arena, statistics)?;
            let stride = tess.outputs.stride;
            if let Some(stage) = geometry {
                let vertices = match tess.kind() {
                    PrimitiveKind::Point => 1,
                    PrimitiveKind::Line => 2,
                    PrimitiveKind::Triangle => 3,
                };
                let input = InputPrimitives {
                    records: &arena.records,
                    stride,
                    table: arena.primitives.as_flattened(),
                    step: 3,
                    vertices,
                    count: arena.primitives.len(),
                    ids: &arena.ids,
                    first_id: 0,
                };
                through_geometry(stage, workers, pool, geometry_arena, last, draw, &input, statistics)?;
                continue;
            }
            let batch = Batch {
                kind: tess.kind(),
                layout: last.layout,
                records: &arena.records,
                stride,
                primitives: &arena.primitives,
                provoking: &[],
                primitive_ids: &arena.ids,
                first_primitive_id: 0,
                edge_flags: &[],
            };
            last.run(draw, &batch, 0, statistics)?;
        }
        first += count;
    }
    Ok(())
}

/// The geometry stage in chunks.
#[allow(clippy::too_many_arguments, reason = "the parts of a pipeline, borrowed one by one")]
fn through_geometry(
    stage: &GeometryStage,
    workers: &Workers,
    pool: &Pool,
    arena: &mut geometry::Arena,
    last: &mut Last,
    draw: &mut Draw,
    input: &InputPrimitives,
    statistics: &mut Statistics,
) -> Result<(), Failure> {
    let chunk = stage.chunk();
    let mut first = 0;
    while first < input.count {
        interrupted(draw)?;
        let count = chunk.min(input.count - first);
        stage.run(workers, pool, draw, input, first, count, arena)?;
        statistics.geometry_shader_invocations += (count * stage.invocations()) as u64;
        for (number, Stream { records, primitives }) in arena.streams.iter().enumerate().take(stage.streams) {
            statistics.geometry_shader_primitives_emitted += primitives.len() as u64;
            let batch = Batch {
                kind: stage.kind(),
                layout: last.layout,
                records,
                stride: stage.stride(),
                primitives,
                provoking: &[],
                primitive_ids: &[],
                first_primitive_id: 0,
                edge_flags: &[],
            };
            last.run(draw, &batch, number, statistics)?;
        }
        first += count;
    }
    Ok(())
}

fn interrupted(draw: &Draw) -> Result<(), Failure> {
    if draw.cancel.load(Relaxed) { Err(Failure::Interrupted) } else { Ok(()) }
}

impl Last<'_> {
    /// Feedback for one stream, rasterisation for stream 0.
    fn run(&mut self, draw: &mut Draw, batch: &Batch, stream: usize, statistics: &mut Statistics) -> Result<(), Failure> {
        let count = batch.primitives.len();
        statistics.primitives_generated[stream] += count as u64;
        self.captures[stream].write(draw, batch, statistics);
        if stream != 0 || draw.raster.rasterizer_discard {
            return Ok(());
        }
        let mut first = 0;
        while first < count {
            let end = count.min(first + BATCH);
            // What is empty for the whole stays empty.
            let part = Batch {
                primitives: &batch.primitives[first..end],
                provoking: batch.provoking.get(first..end).unwrap_or(&[]),
                primitive_ids: batch.primitive_ids.get(first..end).unwrap_or(&[]),
                first_primitive_id: batch.first_primitive_id.wrapping_add(first as u32),
                edge_flags: batch.edge_flags.get(first..end).unwrap_or(&[]),
                ..*batch
            };
            rasterise(self.raster, self.pool, draw, &part, statistics)?;
            first = end;
        }
        Ok(())
    }
}
