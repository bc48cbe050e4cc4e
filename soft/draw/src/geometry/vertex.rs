//! The vertex stage: waves of 64 vertices, shared among the workers; each vertex writes a record.

use super::fetch::{AttributesOfLanes, Elements, Plan};
use super::stage::{Outputs, finish};
use super::workers::{StageSlot, Workers, lane_mask};
use shader::exec::{ExecutionContext, Wave};
use shader::ir::Verified;
use shader::ir::bytecode::Input;
use shader::pipeline::draw_call::{DrawCall, VertexAttribute};
use shader::pipeline::program::Executable;
use shader::pipeline::state::{Draw, Failure};

/// The number of waves that a worker takes at a time.
const WAVES: usize = 4;

/// The vertex stage of a draw.
pub struct VertexStage<'a> {
    code: &'a Verified,
    plan: Plan,
    /// The registers of inputs other than attributes.
    inputs: Vec<(u16, Input)>,
    /// The destinations of the output registers.
    pub outputs: Outputs,
}

/// The vertices to shade, the same for each instance.
pub struct Vertices<'a> {
    /// Vertex numbers with the base vertex added; if `None`, the `count` numbers from `first` on.
    pub list: Option<&'a [u32]>,
    /// The first vertex number, without a list.
    pub first: u32,
    /// The number of vertices of an instance, at most the length of the list.
    pub count: usize,
    /// The number of the first instance, without the base instance.
    pub first_instance: u32,
    /// The number of instances.
    pub instances: usize,
    /// The attributes of the vertices of one instance, in place of those of the draw.
    pub sources: Sources<'a>,
}

/// Sets of attributes, each for some of the vertices.
#[derive(Clone, Copy, Default)]
pub struct Sources<'a> {
    /// The sets; without any, vertices have the attributes of the draw.
    pub sets: &'a [Vec<VertexAttribute>],
    /// For each row of vertices with one set the place of the first one, and the number of the set.
    pub runs: &'a [(usize, usize)],
    /// The place of the first vertex.
    pub first: usize,
}

impl<'a> Sources<'a> {
    /// Returns the sets of at most 64 vertices from a place on, each with the lane after the last one that has it; the rest has no lanes.
    fn parts(&self, at: usize, count: usize) -> [AttributesOfLanes<'a>; 64] {
        let mut parts: [AttributesOfLanes; 64] = [(&[], count); 64];
        let at = self.first + at;
        let run = self.runs.partition_point(|&(first, _)| first <= at).saturating_sub(1);
        let runs = self.runs.get(run..).unwrap_or_default();
        for (number, (&(_, set), part)) in runs.iter().zip(&mut parts).enumerate() {
            let end = runs.get(number + 1).map_or(count, |&(next, _)| (next - at).min(count));
            *part = (self.sets.get(set).map_or(&[], |set| set), end);
            if end == count {
                break;
            }
        }
        parts
    }
}

impl<'a> VertexStage<'a> {
    /// Prepares the stage for a draw.
    pub fn new(executable: &'a Executable) -> Self {
        let code = &executable.code;
        let inputs = code.inputs.iter().copied().filter(|(_, input)| !matches!(input, Input::Attribute { .. })).collect();
        Self { code, plan: Plan::new(code), inputs, outputs: Outputs::new(executable) }
    }

    /// Shades all vertices, instance by instance, each to its record.
    pub fn run(&self, workers: &Workers, draw: &Draw, call: &DrawCall, vertices: &Vertices, records: &mut [u32]) -> Result<(), Failure> {
        let stride = self.outputs.stride;
        let total = (vertices.count * vertices.instances).min(records.len() / stride);
        let jobs = records[..total * stride].chunks_mut(stride * 64 * WAVES).enumerate();
        workers.run_jobs(total.div_ceil(64 * WAVES), jobs, |worker, (job, records)| {
            let (wave, raw) = worker.stage_and_raw(StageSlot::Vertex, workers.serial, self.code, draw.resources);
            let mut at = job * 64 * WAVES;
            for records in records.chunks_mut(stride * 64) {
                let count = records.len() / stride;
                let (mut numbers, mut instances) = ([0; 64], [0; 64]);
                let one_instance = vertices.fill(at, count, &mut numbers, &mut instances);
                let elements =
                    Elements { vertices: &numbers, instances: &instances, one_instance, base_instance: call.base_instance, count };
                match vertices.sources {
                    Sources { sets: [], .. } => self.plan.fetch(draw.attributes, &elements, raw, wave),
                    Sources { sets, runs: [(_, set)], .. } => {
                        self.plan.fetch(sets.get(*set).map_or(&[], |set| set), &elements, raw, wave);
                    }
                    sources => self.plan.fetch_parts(&sources.parts(at, count), &elements, raw, wave),
                }
                self.fill(wave, call, &numbers, &instances);
                wave.start(self.code, lane_mask(count));
                let mut budget = draw.budget;
                let mut context = ExecutionContext::new(draw.resources, draw.cancel, &mut budget, lane_mask(count));
                finish(wave, self.code, &mut context)?;
                self.outputs.write(wave, records);
                at += count;
            }
            Ok(())
        })
    }

    /// Fills the registers of inputs other than attributes.
    fn fill(&self, wave: &mut Wave, call: &DrawCall, numbers: &[u32; 64], instances: &[u32; 64]) {
        for &(register, input) in &self.inputs {
            wave.register_mut(register).0 = match input {
                Input::VertexId => *numbers,
                Input::InstanceId => *instances,
                Input::BaseVertex => [call.base_vertex as u32; 64],
                Input::BaseInstance => [call.base_instance; 64],
                Input::DrawId => [call.draw_id; 64],
                _ => [0; 64],
            };
        }
    }
}

impl Vertices<'_> {
    /// Fills in vertex and instance numbers from number `at` on; lanes beyond `count` repeat the last one. Returns true if all belong to
    /// one instance.
    fn fill(&self, at: usize, count: usize, numbers: &mut [u32; 64], instances: &mut [u32; 64]) -> bool {
        let each = self.count.max(1);
        let (instance, vertex) = (at / each, at % each);
        let first_instance = self.first_instance.wrapping_add(instance as u32);
        let number = |vertex: usize| match self.list {
            Some(list) => list.get(vertex).copied().unwrap_or(0),
            None => self.first.wrapping_add(vertex as u32),
        };
        *instances = [first_instance; 64];
        let one_instance = vertex + count <= each;
        if one_instance {
            match self.list.and_then(|list| list.get(vertex..vertex + count)) {
                Some(list) => numbers[..count].copy_from_slice(list),
                None => numbers[..count].iter_mut().enumerate().for_each(|(lane, into)| *into = number(vertex + lane)),
            }
        } else {
            let (mut instance, mut vertex) = (first_instance, vertex);
            for lane in 0..count {
                (numbers[lane], instances[lane]) = (number(vertex), instance);
                vertex += 1;
                if vertex == each {
                    (vertex, instance) = (0, instance.wrapping_add(1));
                }
            }
        }
        if let Some(last) = count.checked_sub(1) {
            let (number, instance) = (numbers[last], instances[last]);
            numbers[count..].fill(number);
            instances[count..].fill(instance);
        }
        one_instance
    }
}
