//! Atomic counters: their buffers and limits.

use super::LinkOptions;
use super::leaves::{Leaves, MAX_LOCATIONS};
use super::log::Log;
use super::merged_uniforms::MergedUniform;
use base::hir::Location;
use shader::pipeline::program::{AtomicBuffer, BlockKind, BlockMember, Program, Uniform};

/// Assigns a buffer to each active atomic counter, and checks the limits of counters and their buffers.
pub fn assign(
    counters: &[&MergedUniform],
    options: &LinkOptions,
    program: &mut Program,
    assignments: &mut Vec<(usize, usize, Location)>,
    log: &mut Log,
) {
    let mut ranges: Vec<(u32, u64, u64, &str)> = Vec::new();
    for counter in counters {
        let variable = &counter.variable;
        let binding = variable.qualifiers.binding.unwrap_or(0);
        let offset = variable.qualifiers.offset.unwrap_or(0);
        let end = variable.ty.words().saturating_mul(4).saturating_add(offset.into());
        if binding >= options.limits.atomic_bindings() {
            log.error(format!("atomic counter {} has binding {binding}; the limit is {}", variable.name, options.limits.atomic_bindings()));
            continue;
        }
        if end > u64::from(options.limits.atomic_buffer_bytes) {
            log.error(format!("atomic counter {} ends at byte {end}; the limit is {}", variable.name, options.limits.atomic_buffer_bytes));
            continue;
        }
        let overlaps = |other: &&(u32, u64, u64, &str)| other.0 == binding && other.1 < end && u64::from(offset) < other.2;
        // Programs of a pipeline may share counters.
        if let Some(other) = ranges.iter().find(overlaps).filter(|_| options.programs == [0; 6]) {
            log.error(format!("atomic counters {} and {} overlap in binding {binding}", other.3, variable.name));
        }
        ranges.push((binding, offset.into(), end, &variable.name));
        let known = program.atomic_buffers.iter().position(|buffer| buffer.binding == binding);
        let buffer = known.unwrap_or_else(|| {
            program.atomic_buffers.push(AtomicBuffer { binding, size: 0, stages: 0 });
            program.atomic_buffers.len() - 1
        });
        if buffer >= options.limits.atomic_buffers as usize {
            log.error(format!("the program uses more than {} buffers of atomic counters", options.limits.atomic_buffers));
            continue;
        }
        if let Some(buffer) = program.atomic_buffers.get_mut(buffer) {
            buffer.size = buffer.size.max(end as u32);
            buffer.stages |= counter.stages;
        }
        let mut leaves = Leaves::new(&variable.name, MAX_LOCATIONS as usize);
        if !leaves.add(&variable.name, &variable.ty, 0) {
            log.error(format!("atomic counter {} has too many elements", variable.name));
            continue;
        }
        for leaf in leaves.list {
            let block = BlockMember {
                kind: BlockKind::AtomicCounter,
                index: buffer as u32,
                offset: offset.saturating_add(leaf.word.saturating_mul(4)),
                array_stride: if leaf.array { 4 } else { 0 },
                matrix_stride: 0,
                row_major: false,
                top_level_array_size: 1,
                top_level_array_stride: 0,
            };
            program.uniforms.push(Uniform { block: Some(block), word: 0, stages: counter.stages, ..leaf });
        }
        assignments.extend(
            counter.declarations.iter().map(|(stage, id)| (*stage, *id, Location::AtomicCounter { buffer: buffer as u32, offset })),
        );
    }
    if options.programs == [0; 6] {
        check_limits(counters, options, program, log);
    }
}

/// Checks the limits of the counters and of the buffers that each stage uses, and all stages together.
///
/// "If more than one pipeline stage accesses the same atomic counter, each such access counts separately against the
/// MAX_COMBINED_ATOMIC_COUNTERS limit." [GL 4.6, 11.1.3.6] "If an atomic counter buffer is used by multiple shader stages, each such use counts
/// separately against this combined limit." [GL 4.6, 7.7]
fn check_limits(counters: &[&MergedUniform], options: &LinkOptions, program: &Program, log: &mut Log) {
    let uses: u64 = counters.iter().map(|counter| counter.variable.ty.words().saturating_mul(counter.stages.count_ones().into())).sum();
    let limit = options.limits.atomic_buffer_bytes / 4;
    if uses > u64::from(limit) {
        log.error(format!("the stages of the program use {uses} atomic counters; the limit is {limit}"));
    }
    let buffers: u32 = program.atomic_buffers.iter().map(|buffer| buffer.stages.count_ones()).sum();
    if buffers > options.limits.atomic_buffers {
        let limit = options.limits.atomic_buffers;
        log.error(format!("the stages of the program use {buffers} buffers of atomic counters; the limit is {limit}"));
    }
}
