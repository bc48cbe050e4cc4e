//! Uniform and storage blocks, and the shared memory of work groups.

use super::LinkOptions;
use super::leaves::{MAX_LOCATIONS, MAX_NAME_BYTES};
use super::log::{Log, stage_bit, stage_name};
use super::merge::join_types;
use super::static_use::UsedElements;
use crate::glsl::builtins::type_name;
use base::hir::layout::{Arrangement, array_stride, block_size, matrix_stride, member_offsets, size_and_alignment, too_large};
use base::hir::{BlockLayout, Location, Shader, Stage, Storage, StructType, Type, Variable};
use shader::pipeline::program::{Block, BlockKind, BlockMember, Program, Uniform};
use std::collections::{BTreeSet, HashMap};

/// A block, merged from all stages that declare it.
struct MergedBlock {
    variable: Variable,
    /// The stages in which it is active, one bit each.
    stages: u8,
    /// The stages that reference it, each with the instances that it references, or `None` for all.
    references: Vec<(u8, Option<BTreeSet<u32>>)>,
    /// The stage that declared it first, for messages.
    stage: &'static str,
    /// For each declaration, the index of the stage and the variable.
    declarations: Vec<(usize, usize)>,
}

/// Assigns indices to blocks and lists the active ones with their members. Unused blocks are inactive if they are
/// packed, or of SPIR-V modules. `elements` has the instances of arrays of blocks that each stage uses.
pub fn blocks(stages: &mut [Shader], elements: &[UsedElements], options: &LinkOptions, program: &mut Program, log: &mut Log) {
    for kind in [BlockKind::Uniform, BlockKind::Storage] {
        let all = gather(stages, elements, kind, options, log);
        for block in &all {
            let location = if block.stages != 0 { add(block, kind, options, program, log) } else { Some(Location::Unassigned) };
            for (stage, id) in &block.declarations {
                if let (Some(location), Some(target)) = (&location, stages.get_mut(*stage).and_then(|shader| shader.locations.get_mut(*id)))
                {
                    *target = Some(location.clone());
                }
            }
        }
        check_limits(stages, &all, kind, options, log);
    }
}

/// Merges the blocks of each program's stages by name.
fn gather(stages: &[Shader], elements: &[UsedElements], kind: BlockKind, options: &LinkOptions, log: &mut Log) -> Vec<MergedBlock> {
    let storage = if kind == BlockKind::Storage { Storage::StorageBlock } else { Storage::UniformBlock };
    let mut all: Vec<MergedBlock> = Vec::new();
    let mut names: HashMap<(u8, String), usize> = HashMap::new();
    for (index, shader) in stages.iter().enumerate() {
        for (id, variable) in shader.variables.iter().enumerate().filter(|(_, variable)| variable.storage == storage) {
            let active = variable.used || (!shader.spirv && variable.qualifiers.block_layout != BlockLayout::Packed);
            let bit = if active { stage_bit(shader.stage) } else { 0 };
            let stage = stage_name(shader.stage);
            // An index of an array of arrays stands for several instances.
            let nested = matches!(&variable.ty, Type::Array(element, _) if matches!(**element, Type::Array(..)));
            let instances = elements.get(index).filter(|_| !nested).and_then(|used| used.get(&id)).cloned();
            let reference = variable.used.then(|| (stage_bit(shader.stage), instances));
            let key = (options.program(shader.stage), variable.qualifiers.block_name.clone());
            let Some(known) = names.get(&key).and_then(|known| all.get_mut(*known)) else {
                names.insert(key, all.len());
                let (variable, references) = (variable.clone(), reference.into_iter().collect());
                all.push(MergedBlock { variable, stages: bit, references, stage, declarations: vec![(index, id)] });
                continue;
            };
            known.stages |= bit;
            known.references.extend(reference);
            known.declarations.push((index, id));
            // OpenGL ES: a member without a size does not match one with a size.
            if shader.es && !same_lengths(&known.variable.ty, &variable.ty) {
                log.error(format!(
                    "block {} has an array with different sizes in the {} and the {stage} stage",
                    key_name(variable),
                    known.stage
                ));
            }
            join(known, variable, stage, log);
        }
    }
    check_member_names(&all, stages, options, log);
    check_sizes(&all, log);
    all
}

/// Returns the name of a block.
fn key_name(variable: &Variable) -> &str {
    &variable.qualifiers.block_name
}

/// Returns true if the members of two blocks are arrays of the same lengths.
fn same_lengths(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Array(a, m), Type::Array(b, n)) => m == n && same_lengths(a, b),
        (Type::Struct(a), Type::Struct(b)) => a.members.iter().zip(&b.members).all(|(a, b)| same_lengths(&a.ty, &b.ty)),
        _ => true,
    }
}

/// Checks that no two blocks without instance names have a member of the same name, and that no uniform has the name of such a member: all
/// declarations of one global name in a program are for one object.
fn check_member_names(blocks: &[MergedBlock], stages: &[Shader], options: &LinkOptions, log: &mut Log) {
    let mut owners: HashMap<(u8, &str), &str> = HashMap::new();
    let buffer = |variable: &Variable| matches!(variable.storage, Storage::UniformBlock | Storage::StorageBlock);
    for block in blocks.iter().filter(|block| block.variable.qualifiers.unnamed_block && buffer(&block.variable)) {
        let Some((members, _)) = structure(&block.variable.ty) else { continue };
        let first = block.declarations.first().and_then(|(stage, _)| stages.get(*stage));
        let program = first.map_or(0, |shader| options.program(shader.stage));
        for member in &members.members {
            if let Some(other) = owners.insert((program, &member.name), key_name(&block.variable)) {
                log.error(format!("{} is a member of the blocks {other} and {}", member.name, key_name(&block.variable)));
            }
        }
    }
    for shader in stages.iter().filter(|shader| !shader.spirv) {
        for uniform in shader.variables.iter().filter(|variable| variable.storage == Storage::Uniform) {
            if let Some(block) = owners.get(&(options.program(shader.stage), uniform.name.as_str())) {
                log.error(format!(
                    "{} is a uniform of the {} stage and a member of the block {block}",
                    uniform.name,
                    stage_name(shader.stage)
                ));
            }
        }
    }
}

/// Checks that the members of a buffer block have a size, but for the last one: "float u[]; // an error, unless u gets statically sized by link
/// time". [GLSL 4.60, 4.1.9]
fn check_sizes(blocks: &[MergedBlock], log: &mut Log) {
    for block in blocks.iter().filter(|block| block.variable.storage == Storage::StorageBlock) {
        let Some((members, _)) = structure(&block.variable.ty) else { continue };
        let before_last = members.members.iter().rev().skip(1);
        for member in before_last.filter(|member| matches!(member.ty, Type::Array(_, 0))) {
            log.error(format!(
                "{} of the block {} has no size and is not the last member",
                member.name, block.variable.qualifiers.block_name
            ));
        }
    }
}

/// Merges another declaration into a block; logs an error if they differ.
fn join(known: &mut MergedBlock, other: &Variable, stage: &str, log: &mut Log) {
    let (name, first) = (&other.qualifiers.block_name, known.stage);
    let a = &mut known.variable;
    let layouts = a.qualifiers.block_layout == other.qualifiers.block_layout;
    let instances = a.qualifiers.unnamed_block == other.qualifiers.unnamed_block;
    match join_types(&a.ty, &other.ty) {
        Some(ty) if layouts && instances => a.ty = ty,
        _ => log.error(format!("block {name} differs between the {first} and the {stage} stage{}", difference(a, other))),
    }
    match (a.qualifiers.binding, other.qualifiers.binding) {
        (Some(x), Some(y)) if x != y => {
            log.error(format!("block {name} has binding {x} in the {first} stage and {y} in the {stage} stage"));
        }
        (None, binding) => a.qualifiers.binding = binding,
        _ => {}
    }
}

/// Describes the difference of two declarations, for messages.
fn difference(a: &Variable, b: &Variable) -> String {
    if a.qualifiers.block_layout != b.qualifiers.block_layout {
        return format!(": {:?} and {:?} layout", a.qualifiers.block_layout, b.qualifiers.block_layout).to_lowercase();
    }
    if a.qualifiers.unnamed_block != b.qualifiers.unnamed_block {
        return ": only one has an instance name".into();
    }
    let (Some((first, m)), Some((second, n))) = (structure(&a.ty), structure(&b.ty)) else { return String::new() };
    if m != n {
        return format!(": {m} and {n} instances");
    }
    for (a, b) in first.members.iter().zip(&second.members) {
        if a.name != b.name {
            return format!(": member {} and member {}", a.name, b.name);
        }
        if a.ty != b.ty {
            return format!(": member {} is {} and {}", a.name, type_name(&a.ty), type_name(&b.ty));
        }
        if a.qualifiers != b.qualifiers {
            return format!(": member {} has different qualifiers", a.name);
        }
    }
    format!(": {} and {} members", first.members.len(), second.members.len())
}

/// Returns the members of a block, and the length of its array or 0.
fn structure(ty: &Type) -> Option<(&StructType, u64)> {
    match ty {
        Type::Struct(structure) => Some((structure, 0)),
        Type::Array(element, length) => {
            let (structure, inner) = structure(element)?;
            Some((structure, inner.max(1).saturating_mul(u64::from(*length))))
        }
        _ => None,
    }
}

/// Adds a block to the program; returns its location.
fn add(shared: &MergedBlock, kind: BlockKind, options: &LinkOptions, program: &mut Program, log: &mut Log) -> Option<Location> {
    let variable = &shared.variable;
    let name = &variable.qualifiers.block_name;
    let (members, count) = structure(&variable.ty)?;
    let layout = variable.qualifiers.block_layout;
    let (what, limit, count_limit) = match kind {
        BlockKind::Storage => ("storage", options.limits.storage_block_bytes, options.limits.storage_blocks),
        _ => ("uniform", options.limits.uniform_block_bytes, options.limits.uniform_blocks),
    };
    let size = block_size(members, layout, false);
    let element = Type::Struct(std::sync::Arc::new(members.clone()));
    if too_large(&element) || size > u64::from(limit) {
        log.error(format!("{what} block {name} has {size} bytes; the limit is {limit}"));
        return None;
    }
    let list = if kind == BlockKind::Storage { &mut program.storage_blocks } else { &mut program.uniform_blocks };
    if count.max(1).saturating_add(list.len() as u64) > u64::from(count_limit) * 6 {
        log.error(format!("there are too many {what} blocks with {name}; the limit is {count_limit} a stage"));
        return None;
    }
    let index = list.len() as u32;
    let mut names = Vec::new();
    element_names(name, &variable.ty, &mut names);
    for (instance, name) in names.into_iter().enumerate() {
        let binding = variable.qualifiers.binding.map_or(0, |binding| binding.saturating_add(instance as u32));
        // "The value one is written to params if … an active uniform block, shader storage block, or atomic counter buffer contains at least one
        // variable referenced by the corresponding shader." [GL 4.4, 7.3.1]
        let references = shared.references.iter().filter(|(_, used)| used.as_ref().is_none_or(|used| used.contains(&(instance as u32))));
        list.push(Block { name, first: index, binding, size: size as u32, stages: references.fold(0, |stages, (bit, _)| stages | bit) });
    }
    let stages = shared.references.iter().fold(0, |stages, (bit, _)| stages | bit);
    let mut lister =
        MemberLister { program, kind, index, layout, stages, limit: MAX_LOCATIONS as usize, name_bytes: MAX_NAME_BYTES, top: (1, 0) };
    let offsets = member_offsets(members, layout, false);
    for (member, offset) in members.members.iter().zip(offsets) {
        let path = if variable.qualifiers.unnamed_block { member.name.clone() } else { format!("{name}.{}", member.name) };
        let mut arrangement = Arrangement::default().member(&member.qualifiers);
        let mut ty = &member.ty;
        let mut path = path;
        lister.top = (1, 0);
        if let (BlockKind::Storage, Type::Array(element, length)) = (kind, ty)
            && matches!(**element, Type::Struct(_) | Type::Array(..))
        {
            // "If the top-level block member is not declared as an array, the value one is written to params." [GL 4.4, 7.3.1] OpenGL ES 3.1
            // and the conformance tests also count arrays of basic types as no such arrays: GL_ARRAY_SIZE is their length.
            lister.top = (*length, array_stride(ty, layout, arrangement) as u32);
            // Only the first element of the outermost array is listed.
            path += "[0]";
            ty = element;
            arrangement = arrangement.element();
        }
        if !lister.add(&path, ty, offset, arrangement) {
            log.error(format!("block {name} has too many members"));
            return None;
        }
    }
    Some(Location::Block { index })
}

fn element_names(name: &str, ty: &Type, names: &mut Vec<String>) {
    match ty {
        Type::Array(element, length) => (0..*length).for_each(|index| element_names(&format!("{name}[{index}]"), element, names)),
        _ => names.push(name.into()),
    }
}

/// Adds the members of a block to the program's uniforms.
struct MemberLister<'a> {
    program: &'a mut Program,
    kind: BlockKind,
    index: u32,
    layout: BlockLayout,
    stages: u8,
    limit: usize,
    /// The bytes of names that may still be made.
    name_bytes: usize,
    /// The length and stride of the outermost array.
    top: (u32, u32),
}

impl MemberLister<'_> {
    /// Adds a member; returns false if there are too many.
    fn add(&mut self, name: &str, ty: &Type, offset: u64, arrangement: Arrangement) -> bool {
        let Some(left) = self.name_bytes.checked_sub(name.len()) else { return false };
        self.name_bytes = left;
        match ty {
            Type::Struct(structure) => {
                let offsets = member_offsets(structure, self.layout, arrangement);
                structure.members.iter().zip(offsets).all(|(member, inner)| {
                    let arrangement = arrangement.member(&member.qualifiers);
                    self.add(&format!("{name}.{}", member.name), &member.ty, offset.saturating_add(inner), arrangement)
                })
            }
            Type::Array(element, length) if matches!(**element, Type::Struct(_) | Type::Array(..)) => {
                let stride = array_stride(ty, self.layout, arrangement);
                let inner = arrangement.element();
                (0..*length).all(|index| {
                    self.add(&format!("{name}[{index}]"), element, offset.saturating_add(stride.saturating_mul(index.into())), inner)
                })
            }
            _ => {
                let (element, elements, array) = match ty {
                    Type::Array(element, length) => (&**element, *length, true),
                    _ => (ty, 1, false),
                };
                let matrix = matches!(element, Type::Matrix(..));
                self.program.uniforms.push(Uniform {
                    name: if array { format!("{name}[0]") } else { name.into() },
                    ty: element.clone(),
                    elements,
                    array,
                    location: -1,
                    word: 0,
                    words_per_element: 0,
                    block: Some(BlockMember {
                        kind: self.kind,
                        index: self.index,
                        offset: offset.min(u32::MAX.into()) as u32,
                        array_stride: array_stride(ty, self.layout, arrangement) as u32,
                        matrix_stride: matrix_stride(ty, self.layout, arrangement) as u32,
                        row_major: matrix && arrangement.row_major,
                        top_level_array_size: self.top.0,
                        top_level_array_stride: self.top.1,
                    }),
                    state: false,
                    stages: self.stages,
                });
                self.program.uniforms.len() <= self.limit
            }
        }
    }
}

/// Checks that no stage has more active blocks than the limit. A block of a shared or standard layout is active in each stage that declares it.
fn check_limits(stages: &[Shader], blocks: &[MergedBlock], kind: BlockKind, options: &LinkOptions, log: &mut Log) {
    let (what, limit) = match kind {
        BlockKind::Storage => ("storage", options.limits.storage_blocks),
        _ => ("uniform", options.limits.uniform_blocks),
    };
    for shader in stages {
        let active = blocks.iter().filter(|block| block.stages & stage_bit(shader.stage) != 0);
        let count = active.filter_map(|block| structure(&block.variable.ty)).fold(0u64, |count, (_, n)| count.saturating_add(n.max(1)));
        if count > u64::from(limit) {
            log.error(format!("the {} stage has {count} {what} blocks; the limit is {limit}", stage_name(shader.stage)));
        }
    }
}

/// Assigns offsets to `shared` variables.
pub fn shared_memory(stages: &mut [Shader], options: &LinkOptions, log: &mut Log) {
    for shader in stages.iter_mut().filter(|shader| shader.stage == Stage::Compute) {
        let mut next = 0u64;
        for (variable, location) in
            shader.variables.iter().zip(&mut shader.locations).filter(|(it, _)| it.storage == Storage::Shared && it.used)
        {
            if too_large(&variable.ty) {
                log.error(format!("shared variable {} ({}) is too large", variable.name, type_name(&variable.ty)));
                return;
            }
            let (size, alignment) = size_and_alignment(&variable.ty, BlockLayout::Std430, false);
            let offset = next.checked_next_multiple_of(alignment.max(1)).unwrap_or(u64::MAX);
            next = offset.saturating_add(size);
            *location = Some(Location::Shared { offset: offset.min(u32::MAX.into()) as u32 });
        }
        if next > u64::from(options.limits.shared_bytes) {
            log.error(format!("the shared variables have {next} bytes; the limit is {}", options.limits.shared_bytes));
        }
    }
}
