//! Tessellation: the control stage on patches, the tessellator, the evaluation stage on domain points.

pub mod tessellator;

#[cfg(test)]
mod tests;

use super::stage::{InputPrimitives, Outputs, finish};
use super::workers::{StageSlot, Workers, grow, lane_mask};
use crate::raster::PrimitiveKind;
use base::core::statistics::Statistics;
use shader::exec::{ExecutionContext, OutputVertices, PatchRecords};
use shader::ir::bytecode::Input;
use shader::pipeline::program::{Executable, TessControl, TessEvaluation};
use shader::pipeline::state::{Draw, Failure};
use std::ops::Range;
use tessellator::{Levels, Tessellation, tessellate};

/// The domain points of a group of patches, unless a single patch has more.
const GROUP_POINTS: usize = 65_536;

/// The words of control outputs of a chunk of patches.
const CHUNK_WORDS: usize = 1 << 22;

/// The tessellation stages of a draw.
pub struct TessStage<'a> {
    control: Option<(&'a Executable, TessControl)>,
    pub evaluation: &'a Executable,
    mode: TessEvaluation,
    pub outputs: Outputs,
    /// True if a later stage reads primitive numbers.
    ids: bool,
}

/// Reused memory for one chunk of patches and one group of them.
#[derive(Default)]
pub struct Arena {
    /// The records of the control stage's vertices.
    control_records: Vec<u32>,
    /// The patch records.
    patch_words: Vec<u32>,
    /// The numbers 0, 1, 2 …: the record table of the control stage, whose records are in order.
    identity: Vec<u32>,
    /// The tessellations of the group, one for each distinct set of levels.
    tessellations: Vec<Tessellation>,
    /// The patches of the group.
    group: Vec<Tessellated>,
    /// The first patch of the next group.
    next: usize,
    /// The records of the evaluation stage.
    pub records: Vec<u32>,
    /// The record numbers of each primitive.
    pub primitives: Vec<[u32; 3]>,
    /// gl_PrimitiveID of each primitive.
    pub ids: Vec<u32>,
}

/// A patch of a group.
#[derive(Clone, Copy, Debug)]
struct Tessellated {
    /// The patch number in the chunk.
    patch: usize,
    /// The index of its tessellation in the arena.
    tessellation: usize,
    /// The number of its first point in the group.
    first_point: usize,
}

impl<'a> TessStage<'a> {
    /// Prepares the stages for a draw.
    pub fn new(control: Option<(&'a Executable, TessControl)>, evaluation: &'a Executable, mode: TessEvaluation, ids: bool) -> Self {
        Self { control, evaluation, mode, outputs: Outputs::new(evaluation), ids }
    }

    /// Returns the kind of primitives that the tessellator emits.
    pub fn kind(&self) -> PrimitiveKind {
        tessellator::kind(self.mode)
    }

    /// Returns the words of a patch record.
    fn patch_stride(&self) -> usize {
        let stride = match self.control {
            Some((_, control)) => control.patch_stride,
            None => self.evaluation.code.patch_stride,
        };
        (stride as usize).max(8)
    }

    /// Returns the number of patches of a chunk, which pass the control stage together.
    pub fn chunk(&self) -> usize {
        let vertices = match self.control {
            Some((executable, control)) => executable.output.stride().max(4) * control.output_vertices.clamp(1, 32) as usize,
            None => 0,
        };
        (CHUNK_WORDS / (vertices + self.patch_stride())).clamp(1, 4096)
    }

    /// Runs the control stage on a chunk of the patches, or writes the default levels.
    pub fn run_control(
        &self,
        workers: &Workers,
        draw: &Draw,
        input: &InputPrimitives,
        chunk: Range<usize>,
        arena: &mut Arena,
        statistics: &mut Statistics,
    ) -> Result<(), Failure> {
        let (first, count) = (chunk.start, chunk.len());
        let patch_stride = self.patch_stride();
        arena.next = 0;
        arena.patch_words.clear();
        grow(&mut arena.patch_words, count * patch_stride, 0)?;
        let Some((executable, control)) = self.control else {
            let (outer, inner) = draw.default_tess_levels;
            for words in arena.patch_words.chunks_exact_mut(patch_stride) {
                let levels = outer.iter().chain(&inner);
                words.iter_mut().zip(levels).for_each(|(word, level)| *word = level.to_bits());
            }
            return Ok(());
        };
        statistics.tess_control_shader_patches += count as u64;
        let code = &*executable.code;
        let stride = executable.output.stride().max(4);
        let size = control.output_vertices.clamp(1, 32) as usize;
        arena.control_records.clear();
        grow(&mut arena.control_records, count * size * stride, 0)?;
        arena.identity.clear();
        arena.identity.extend(0..(count * size) as u32);
        // A wave takes whole patches, so that a barrier never involves other waves.
        let patches = 64 / size;
        let records = arena.control_records.chunks_mut(patches * size * stride);
        let jobs = records.zip(arena.patch_words.chunks_mut(patches * patch_stride)).enumerate();
        workers.run_jobs(count.div_ceil(patches), jobs, |worker, (number, (records, patch_words))| {
            let wave = worker.stage(StageSlot::TessControl, workers.serial, code, draw.resources);
            let here = patch_words.len() / patch_stride;
            let active = here * size;
            let patch = |lane: usize| (lane / size).min(here.saturating_sub(1));
            let global = |lane: usize| first + number * patches + patch(lane);
            for &(register, what) in &code.inputs {
                wave.register_mut(register).0 = match what {
                    Input::InvocationId => std::array::from_fn(|lane| (lane % size) as u32),
                    Input::PrimitiveId => std::array::from_fn(|lane| input.id(global(lane))),
                    Input::PatchVerticesIn => [input.vertices; 64],
                    _ => [0; 64],
                };
            }
            let first_entry: [u32; 64] = std::array::from_fn(|lane| (global(lane) * input.step) as u32);
            let first_output: [u32; 64] = std::array::from_fn(|lane| (patch(lane) * size) as u32);
            let record: [u32; 64] = std::array::from_fn(|lane| patch(lane) as u32);
            wave.start(code, lane_mask(active));
            let mut budget = draw.budget;
            let mut context = ExecutionContext {
                vertices: Some(input.vertices_at(&first_entry)),
                patch: Some(PatchRecords { words: patch_words, stride: patch_stride, record: &record }),
                outputs: Some(OutputVertices { words: records, stride, first: &first_output, count: size as u32 }),
                ..ExecutionContext::new(draw.resources, draw.cancel, &mut budget, lane_mask(active))
            };
            finish(wave, code, &mut context)
        })
    }

    /// Tessellates and evaluates the next group of the chunk's patches; leaves the records and primitives in the arena. Returns false if no
    /// patch is left.
    pub fn run_group(
        &self,
        workers: &Workers,
        draw: &Draw,
        input: &InputPrimitives,
        chunk: Range<usize>,
        arena: &mut Arena,
        statistics: &mut Statistics,
    ) -> Result<bool, Failure> {
        let first = chunk.start;
        if arena.next >= chunk.len() {
            return Ok(false);
        }
        self.tessellate_group(workers, chunk.len(), arena)?;
        let Arena { control_records, patch_words, identity, tessellations, group, records, primitives, ids, .. } = arena;
        primitives.clear();
        ids.clear();
        let mut total = 0;
        for tessellated in group.iter_mut() {
            let Some(tessellation) = tessellations.get(tessellated.tessellation) else { continue };
            tessellated.first_point = total;
            let base = total as u32;
            total += tessellation.points.len();
            primitives.try_reserve(tessellation.primitives.len()).map_err(|_| Failure::OutOfMemory)?;
            primitives.extend(tessellation.primitives.iter().map(|primitive| primitive.map(|point| point + base)));
            if self.ids {
                ids.try_reserve(tessellation.primitives.len()).map_err(|_| Failure::OutOfMemory)?;
                ids.resize(primitives.len(), input.id(first + tessellated.patch));
            }
        }
        statistics.tess_evaluation_shader_invocations += total as u64;
        let stride = self.outputs.stride;
        grow(records, total * stride, 0)?;
        records.truncate(total * stride);
        let code = &*self.evaluation.code;
        let patch_stride = self.patch_stride();
        let vertices = match self.control {
            Some((executable, control)) => {
                let count = control.output_vertices.clamp(1, 32);
                InputPrimitives {
                    records: control_records,
                    stride: executable.output.stride().max(4),
                    table: identity,
                    step: count as usize,
                    vertices: count,
                    ..*input
                }
            }
            None => *input,
        };
        let table_first = if self.control.is_some() { 0 } else { first };
        let (group, tessellations, patch_words) = (&group[..], &tessellations[..], &patch_words[..]);
        workers.run_jobs(total.div_ceil(64), records.chunks_mut(64 * stride).enumerate(), |worker, (number, records)| {
            let (wave, words) = worker.stage_and_patch(StageSlot::TessEvaluation, workers.serial, code, draw.resources);
            let active = records.len() / stride;
            let mut at = group.partition_point(|tessellated| tessellated.first_point <= number * 64).saturating_sub(1);
            let mut coordinates = [[0.0f32; 64]; 3];
            let (mut patches, mut local) = ([0; 64], [0; 64]);
            words.clear();
            let mut before = usize::MAX;
            for lane in 0..active {
                let point = number * 64 + lane;
                while group.get(at + 1).is_some_and(|next| next.first_point <= point) {
                    at += 1;
                }
                let Some(tessellated) = group.get(at) else { break };
                let points = tessellations.get(tessellated.tessellation).map_or(&[][..], |tessellation| &tessellation.points);
                let coordinate = points.get(point - tessellated.first_point).copied().unwrap_or_default();
                for (row, value) in coordinates.iter_mut().zip(coordinate) {
                    row[lane] = value;
                }
                if before != at {
                    // The stage only reads patch records, but the interpreter takes them mutably: give each wave a copy.
                    before = at;
                    let start = tessellated.patch * patch_stride;
                    words.extend_from_slice(patch_words.get(start..start + patch_stride).unwrap_or(&[]));
                }
                patches[lane] = tessellated.patch;
                local[lane] = (words.len() / patch_stride).saturating_sub(1) as u32;
            }
            for &(register, what) in &code.inputs {
                wave.register_mut(register).0 = match what {
                    Input::TessCoord(component) => coordinates.get(usize::from(component)).map_or([0; 64], |row| row.map(f32::to_bits)),
                    Input::PrimitiveId => patches.map(|patch| input.id(first + patch)),
                    Input::PatchVerticesIn => [vertices.vertices; 64],
                    _ => [0; 64],
                };
            }
            let first_entry = patches.map(|patch| ((table_first + patch) * vertices.step) as u32);
            wave.start(code, lane_mask(active));
            let mut budget = draw.budget;
            let mut context = ExecutionContext {
                vertices: Some(vertices.vertices_at(&first_entry)),
                patch: Some(PatchRecords { words, stride: patch_stride, record: &local }),
                ..ExecutionContext::new(draw.resources, draw.cancel, &mut budget, lane_mask(active))
            };
            finish(wave, code, &mut context)?;
            self.outputs.write(wave, records);
            Ok(())
        })?;
        Ok(true)
    }

    /// Selects the patches of a group and runs the tessellator for each distinct set of levels.
    fn tessellate_group(&self, workers: &Workers, count: usize, arena: &mut Arena) -> Result<(), Failure> {
        let patch_stride = self.patch_stride();
        let Arena { patch_words, tessellations, group, .. } = arena;
        group.clear();
        let (mut used, mut bound, mut patch) = (0, 0, arena.next);
        while patch < count {
            let words = patch_words.get(patch * patch_stride..).and_then(|words| words.first_chunk::<6>()).copied().unwrap_or_default();
            let levels = Levels::new(words.map(f32::from_bits), self.mode);
            if let Some(levels) = levels {
                let points = levels.max_points();
                if !group.is_empty() && bound + points > GROUP_POINTS {
                    break;
                }
                bound += points;
                if used == 0 || tessellations[used - 1].levels != Some(levels) {
                    if used == tessellations.len() {
                        tessellations.push(Tessellation::default());
                    }
                    if tessellations[used].levels != Some(levels) || tessellations[used].mode != Some(self.mode) {
                        tessellations[used] = Tessellation::default();
                        tessellations[used].levels = Some(levels);
                    }
                    used += 1;
                }
                group.push(Tessellated { patch, tessellation: used - 1, first_point: 0 });
            }
            patch += 1;
        }
        workers.run_jobs(used.div_ceil(16), tessellations[..used].chunks_mut(16), |_, tessellations| {
            for tessellation in tessellations {
                if tessellation.mode.is_none() {
                    tessellate(self.mode, tessellation)?;
                }
            }
            Ok(())
        })?;
        arena.next = patch;
        Ok(())
    }
}
