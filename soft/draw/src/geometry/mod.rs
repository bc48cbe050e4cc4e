//! The geometry stages: from the parameters of a draw to primitives ready for clipping. The order is `fetch` (attributes) and `assemble`
//! (indices, restart, decomposition), `vertex`, `tess`, `geometry_shader`, `feedback`. `compute` is independent.
//!
//! The counts follow `base::core::statistics`. Quads and polygons count as one primitive each in PRIMITIVES_SUBMITTED, and as the
//! triangles that they decompose into in all later counts (geometry stage, PRIMITIVES_GENERATED, feedback, clipping input).

mod assemble;
mod attribute_sets;
mod compute;
mod feedback;
mod fetch;
mod geometry_shader;
mod output;
mod several;
mod stage;
mod tess;
mod vertex;
mod workers;

#[cfg(test)]
mod tests;

pub use attribute_sets::AttributeSets;
pub use fetch::{element, element_bytes};
pub use several::{SMALL, Uniforms, draw_several};

use crate::raster::Raster;
use assemble::{Assembler, BATCH, Topology, WINDOW, Window};
use base::core::pool::Pool;
use base::core::statistics::Statistics;
use base::hir::fixed_attribute::EDGE_FLAG;
use output::{Arenas, Downstream, Primitives};
use shader::ir::Verified;
use shader::ir::bytecode::Input;
use shader::pipeline::draw_call::{DrawCall, Mode};
use shader::pipeline::program::Program;
use shader::pipeline::state::{Draw, Failure, PolygonMode, Resources};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use vertex::{Sources, VertexStage, Vertices};
use workers::{Workers, grow};

/// The memory and workers that the draws of one context reuse.
pub struct Pipeline {
    /// The memory of the rasteriser.
    pub raster: Raster,
    workers: Workers,
    window: Window,
    /// The records of the vertex stage.
    records: Vec<u32>,
    /// The records carried over to the next window.
    carried: Vec<u32>,
    /// The primitives of several instances.
    packed: assemble::Assembled,
    /// The vertices and primitives of several draws.
    gathered: several::Gathered,
    tess: tess::Arena,
    geometry: geometry_shader::Arena,
}

impl Pipeline {
    /// Creates a pipeline that shares its work over a pool; it allocates memory as draws need it.
    pub fn new(pool: Arc<Pool>) -> Self {
        Self {
            workers: Workers::new(pool),
            raster: Raster::default(),
            window: Window::default(),
            records: Vec::new(),
            carried: Vec::new(),
            packed: assemble::Assembled::default(),
            gathered: several::Gathered::default(),
            tess: tess::Arena::default(),
            geometry: geometry_shader::Arena::default(),
        }
    }
}

/// Executes one draw command and adds its counts. If it fails, pixels already drawn stay.
///
/// Does nothing without a vertex stage, for patches without an evaluation stage, and for other primitives with one.
pub fn draw(pipeline: &mut Pipeline, draw: &mut Draw, call: &DrawCall, statistics: &mut Statistics) -> Result<(), Failure> {
    let program = draw.program;
    let Some(vertex) = &program.vertex else { return Ok(()) };
    let tessellates = program.tess_evaluation.is_some();
    if call.count == 0 || call.instances == 0 || tessellates != (call.mode == Mode::Patches) {
        return Ok(());
    }
    let adjacency = program.geometry.as_ref().is_some_and(|(_, geometry)| geometry.input.vertices() > 3);
    let topology = Topology { mode: call.mode, patch_vertices: call.patch_vertices, adjacency, provoking_last: draw.raster.provoking_last };
    let ids = reads_primitive_id(program);
    // Of strips, fans and the output of later stages, all edges are drawn.
    let outlined = matches!(call.mode, Mode::Triangles | Mode::Quads | Mode::Polygon)
        && draw.raster.polygon_mode.iter().any(|&mode| mode != PolygonMode::Fill)
        && program.geometry.is_none();
    let stage = VertexStage::new(vertex);
    let stride = stage.outputs.stride;
    let Pipeline { raster, workers, window, records, carried, packed, tess, geometry, .. } = pipeline;
    workers.begin();
    raster.begin_draw();
    let mut downstream = Downstream::new(program, topology, ids, workers, Arenas { tess, geometry, raster });
    let mut instance = 0;
    while instance < call.instances {
        let mut assembler = Assembler::new(call, topology, ids);
        carried.clear();
        window.carry.clear();
        window.carried_flags.clear();
        let mut counted = Statistics::default();
        let mut is_first = true;
        while assembler.next(window, &mut counted)? {
            if draw.cancel.load(Relaxed) {
                return Err(Failure::Interrupted);
            }
            if outlined {
                window.mark_edges(|vertex| draw.attributes.get(EDGE_FLAG as usize).is_none_or(|flags| fetch::edge_flag(flags, vertex)))?;
            }
            // Instances that fit into one window share it.
            let whole = is_first && window.is_last;
            is_first = false;
            let instances = if whole { instances_together(window, call.instances - instance, topology) } else { 1 };
            let fresh = window.count * instances;
            let old = window.carried as usize * stride;
            grow(records, old + fresh * stride, 0)?;
            records[..old].copy_from_slice(&carried[..old]);
            let list = window.indexed.then_some(&window.list[..]);
            let sources = Sources::default();
            let vertices = Vertices { list, first: window.first, count: window.count, first_instance: instance, instances, sources };
            stage.run(workers, draw, call, &vertices, &mut records[old..old + fresh * stride])?;
            counted.vertex_shader_invocations += window.count as u64;
            add_times(statistics, &counted, instances as u64);
            counted = Statistics::default();
            let used = old + fresh * stride;
            let assembled = if instances > 1 {
                repeat(&window.assembled, window.count, instances, packed)?;
                &*packed
            } else {
                &window.assembled
            };
            // If no stage reads primitive numbers, they need not restart with each instance.
            let primitives = Primitives { assembled, records: &records[..used], stride, first_id: window.first_id };
            downstream.run(draw, &primitives, statistics)?;
            carried.clear();
            carried.try_reserve(window.carry.len() * stride).map_err(|_| Failure::OutOfMemory)?;
            for &record in &window.carry {
                let start = record as usize * stride;
                carried.extend_from_slice(records.get(start..start + stride).unwrap_or(&[]));
            }
            carried.resize(window.carry.len() * stride, 0);
            if window.is_last {
                instance = instance.saturating_add(instances as u32 - 1);
                break;
            }
        }
        if is_first {
            // No instance has any primitive.
            return Ok(());
        }
        instance = instance.saturating_add(1);
    }
    Ok(())
}

/// Executes a dispatch and adds its counts. Does nothing without a compute stage.
pub fn dispatch(
    pipeline: &mut Pipeline,
    program: &Program,
    resources: &Resources,
    groups: [u32; 3],
    cancel: &AtomicBool,
    budget: u64,
    statistics: &mut Statistics,
) -> Result<(), Failure> {
    let Some((executable, compute)) = &program.compute else { return Ok(()) };
    let dispatch = compute::Dispatch { code: &executable.code, local_size: compute.local_size, groups, resources, cancel, budget };
    pipeline.workers.begin();
    dispatch.run(&pipeline.workers)?;
    statistics.compute_shader_invocations += dispatch.invocations();
    Ok(())
}

/// Returns true if any stage after the vertex stage reads gl_PrimitiveID.
fn reads_primitive_id(program: &Program) -> bool {
    let reads = |code: &Verified| stage::reads(code, Input::PrimitiveId);
    program.tess_control.as_ref().is_some_and(|(executable, _)| reads(&executable.code))
        || program.tess_evaluation.as_ref().is_some_and(|(executable, _)| reads(&executable.code))
        || program.geometry.as_ref().is_some_and(|(executable, _)| reads(&executable.code))
        || program.fragment.as_ref().is_some_and(|(executable, _)| reads(&executable.code))
}

/// Returns the number of whole instances that fit into one window.
fn instances_together(window: &Window, left: u32, topology: Topology) -> usize {
    let primitives = window.assembled.primitives.len().max(window.assembled.wide.len() / topology.vertices() as usize);
    let limit = (WINDOW as usize / window.count.max(1)).min(BATCH / primitives.max(1));
    limit.clamp(1, left as usize)
}

/// Repeats the primitives for each instance, with the instance's own records.
fn repeat(from: &assemble::Assembled, records: usize, instances: usize, into: &mut assemble::Assembled) -> Result<(), Failure> {
    into.clear();
    let full = |_| Failure::OutOfMemory;
    into.primitives.try_reserve(from.primitives.len() * instances).map_err(full)?;
    into.wide.try_reserve(from.wide.len() * instances).map_err(full)?;
    into.ids.try_reserve(from.ids.len() * instances).map_err(full)?;
    into.edge_flags.try_reserve(from.edge_flags.len() * instances).map_err(full)?;
    for instance in 0..instances {
        let base = (instance * records) as u32;
        into.primitives.extend(from.primitives.iter().map(|primitive| primitive.map(|vertex| vertex.wrapping_add(base))));
        into.wide.extend(from.wide.iter().map(|vertex| vertex.wrapping_add(base)));
        into.ids.extend_from_slice(&from.ids);
        into.edge_flags.extend_from_slice(&from.edge_flags);
    }
    Ok(())
}

/// Adds the counts of one instance for several instances.
fn add_times(statistics: &mut Statistics, counted: &Statistics, instances: u64) {
    statistics.vertices_submitted += counted.vertices_submitted * instances;
    statistics.primitives_submitted += counted.primitives_submitted * instances;
    statistics.vertex_shader_invocations += counted.vertex_shader_invocations * instances;
}
