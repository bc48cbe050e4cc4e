//! What follows the vertex stage: patches and geometry shaders in chunks of bounded size, then feedback and rasterisation.

use super::assemble::{Assembled, BATCH, Topology};
use super::feedback::Capture;
use super::geometry_shader::{self, GeometryStage, Stream};
use super::stage::InputPrimitives;
use super::tess::{self, TessStage};
use super::workers::Workers;
use crate::core::statistics::Statistics;
use crate::pipeline::program::{Program, RecordLayout};
use crate::pipeline::state::{Draw, Failure, Mode};
use crate::raster::{Batch, PrimitiveKind, Raster, rasterise};
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
    tess: Option<(TessStage<'a>, &'a mut tess::Arena)>,
    rest: Rest<'a>,
}

/// What follows the tessellation stages.
struct Rest<'a> {
    workers: &'a Workers,
    geometry: Option<(GeometryStage<'a>, &'a mut geometry_shader::Arena)>,
    last: Last<'a>,
}

/// Feedback and rasterisation.
struct Last<'a> {
    workers: &'a Workers,
    captures: [Capture; 4],
    layout: &'a RecordLayout,
    raster: &'a mut Raster,
}

/// The reused memory of all these stages.
pub struct Arenas<'a> {
    pub tess: &'a mut tess::Arena,
    pub geometry: &'a mut geometry_shader::Arena,
    pub raster: &'a mut Raster,
}

impl<'a> Downstream<'a> {
    /// Prepares the stages of a draw. `ids`: something reads gl_PrimitiveID.
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
        let last = Last { workers, captures, layout: &program.last_vertex_layout, raster };
        Self { topology, tess, rest: Rest { workers, geometry, last } }
    }

    /// Takes a window's primitives to the end.
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
            return tessellate(stage, arena, &mut self.rest, draw, &input, statistics);
        }
        if self.rest.geometry.is_some() {
            return self.rest.geometry(draw, &input, statistics);
        }
        let batch = Batch {
            kind: self.topology.kind(),
            layout: self.rest.last.layout,
            records: primitives.records,
            stride: primitives.stride,
            primitives: narrow,
            provoking: &[],
            primitive_ids: ids,
            first_primitive_id: primitives.first_id,
            edge_flags,
        };
        self.rest.last.run(draw, &batch, 0, statistics)
    }
}

/// Patches: the control stage in chunks, tessellation and evaluation in groups.
fn tessellate(
    stage: &TessStage,
    arena: &mut tess::Arena,
    rest: &mut Rest,
    draw: &mut Draw,
    input: &InputPrimitives,
    statistics: &mut Statistics,
) -> Result<(), Failure> {
    for first in (0..input.count).step_by(stage.chunk()) {
        let chunk = first..input.count.min(first + stage.chunk());
        stage.run_control(rest.workers, draw, input, chunk.clone(), arena, statistics)?;
        while stage.run_group(rest.workers, draw, input, chunk.clone(), arena, statistics)? {
            go_on(draw)?;
            let stride = stage.outputs.stride;
            if rest.geometry.is_some() {
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
                rest.geometry(draw, &input, statistics)?;
                continue;
            }
            let batch = Batch {
                kind: stage.kind(),
                layout: rest.last.layout,
                records: &arena.records,
                stride,
                primitives: &arena.primitives,
                provoking: &[],
                primitive_ids: &arena.ids,
                first_primitive_id: 0,
                edge_flags: &[],
            };
            rest.last.run(draw, &batch, 0, statistics)?;
        }
    }
    Ok(())
}

fn go_on(draw: &Draw) -> Result<(), Failure> {
    if draw.cancel.load(Relaxed) { Err(Failure::Interrupted) } else { Ok(()) }
}

impl Rest<'_> {
    /// The geometry stage in chunks, if there is one.
    fn geometry(&mut self, draw: &mut Draw, input: &InputPrimitives, statistics: &mut Statistics) -> Result<(), Failure> {
        let Some((stage, arena)) = &mut self.geometry else { return Ok(()) };
        for first in (0..input.count).step_by(stage.chunk()) {
            go_on(draw)?;
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

impl Last<'_> {
    /// Feedback for one stream, rasterisation for stream 0.
    fn run(&mut self, draw: &mut Draw, batch: &Batch, stream: usize, statistics: &mut Statistics) -> Result<(), Failure> {
        let count = batch.primitives.len();
        statistics.primitives_generated[stream] += count as u64;
        self.captures[stream].write(draw, batch, statistics);
        if stream != 0 || draw.raster.rasterizer_discard {
            return Ok(());
        }
        for first in (0..count).step_by(BATCH) {
            let part = first..count.min(first + BATCH);
            // What is empty for the whole stays empty.
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
