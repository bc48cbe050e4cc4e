//! Transform feedback: the words of the last vertex-processing stage's record that each buffer captures.

use super::LinkOptions;
use super::interface::{Item, items};
use super::log::Log;
use super::static_use::UsedBuiltins;
use base::hir::layout::member_slot;
use base::hir::{Location, Member, Scalar, Semantic, Shader, Stage, Storage, StructType, Type, Variable};
use shader::pipeline::program::{FeedbackVarying, Program, RecordLayout};
use std::collections::HashSet;

/// Returns the names of captured outputs: those with `layout(xfb_offset)` if there are any, otherwise those of glTransformFeedbackVaryings.
pub fn captured_names(last: Option<&Shader>, options: &LinkOptions) -> HashSet<String> {
    let declared: HashSet<String> = last
        .map(|shader| {
            let own = items(shader, true).into_iter().filter(|item| declared_xfb(shader, item).is_some()).map(|item| item.name);
            let captured = |variable: &&Variable| matches!(variable.storage, Storage::Builtin(_)) && variable.qualifiers.xfb.is_some();
            own.chain(shader.variables.iter().filter(captured).map(|variable| variable.name.clone())).collect()
        })
        .unwrap_or_default();
    if last.is_some_and(has_declarations) { declared } else { options.feedback_varyings.iter().cloned().collect() }
}

fn declared_xfb(shader: &Shader, item: &Item) -> Option<(u32, u32)> {
    declaration(shader.variables.get(item.variable)?)
}

/// Returns the buffer and the offset of the first captured part of a variable: its own, or those of a member of an output block.
fn declaration(variable: &Variable) -> Option<(u32, u32)> {
    let of_members = || match &variable.ty {
        Type::Struct(structure) if variable.storage == Storage::OutBlock => {
            structure.members.iter().find_map(|member| member.qualifiers.xfb)
        }
        _ => None,
    };
    variable.qualifiers.xfb.or_else(of_members)
}

fn has_declarations(shader: &Shader) -> bool {
    shader.variables.iter().any(|variable| declaration(variable).is_some())
}

/// Marks captured built-in outputs as used, because they need slots even if the shader does not write them.
pub fn touch_captured(captured: &HashSet<String>, shader: &Shader, touched: &mut UsedBuiltins) {
    for name in captured {
        let base = name.split('[').next().unwrap_or(name);
        if let Some(variable) = shader.variables.iter().find(|variable| variable.name == base)
            && let Storage::Builtin(builtin) = variable.storage
            && builtin.passes_between_stages()
        {
            let length = if let Type::Array(_, length) = &variable.ty { (*length).max(1) } else { 1 };
            touched.outputs.entry(builtin).or_insert(length);
        }
    }
}

/// The output that a captured name refers to.
struct Captured {
    ty: Type,
    words: Vec<u32>,
    /// The vertex stream.
    stream: u32,
}

/// A part of a variable that is captured on its own.
struct Part {
    /// The name by which [`feedback`] finds it.
    name: String,
    buffer: u32,
    /// The byte in the vertex's data; `None` if it follows the part before it.
    offset: Option<u32>,
}

/// The largest number of parts of a captured variable.
const MAX_PARTS: usize = 256;

/// Returns the parts of a SPIR-V module's variable that transform feedback captures on their own: each member of an array of blocks at its own offset, in one
/// buffer for each block; and otherwise each value that is no structure and no array of arrays, one after the other.
fn captured_parts(name: &str, variable: &Variable, (buffer, offset): (u32, u32)) -> Vec<Part> {
    let mut parts = Vec::new();
    match &variable.ty {
        Type::Array(element, length) if variable.storage == Storage::OutBlock => {
            let Type::Struct(block) = &**element else { return parts };
            for index in 0..*length {
                for member in &block.members {
                    if let (Some(offset), true) = (member.qualifiers.offset, parts.len() < MAX_PARTS) {
                        let name = format!("{name}[{index}].{}", member.name);
                        parts.push(Part { name, buffer: buffer.saturating_add(index), offset: Some(offset) });
                    }
                }
            }
        }
        ty => leaves(name, ty, buffer, &mut parts),
    }
    if let Some(first) = parts.first_mut().filter(|first| first.offset.is_none()) {
        first.offset = Some(offset);
    }
    parts
}

fn leaves(name: &str, ty: &Type, buffer: u32, parts: &mut Vec<Part>) {
    match ty {
        _ if parts.len() >= MAX_PARTS => {}
        Type::Struct(structure) => {
            structure.members.iter().for_each(|member| leaves(&format!("{name}.{}", member.name), &member.ty, buffer, parts));
        }
        Type::Array(element, length) if matches!(**element, Type::Struct(_) | Type::Array(..)) => {
            (0..(*length).min(MAX_PARTS as u32)).for_each(|index| leaves(&format!("{name}[{index}]"), element, buffer, parts));
        }
        _ => parts.push(Part { name: name.to_owned(), buffer, offset: None }),
    }
}

/// Fills in the program's list of captured varyings and the strides of the buffers. `last` is the stage whose outputs can be recorded.
pub fn feedback(
    stages: &[Shader],
    last: Option<&Shader>,
    layout: &RecordLayout,
    options: &LinkOptions,
    program: &mut Program,
    log: &mut Log,
) {
    let Some(shader) = last else {
        // "… a program will fail to link if: the count specified by TransformFeedbackVaryings is non-zero, but the program object has no vertex,
        // tessellation control, tessellation evaluation, or geometry shader" [GL 4.4, 11.1.2.1] OpenGL ES lacks the control shader in this list.
        let control = stages.iter().any(|shader| shader.stage == Stage::TessControl && !shader.es);
        if !options.feedback_varyings.is_empty() && !control {
            log.error("transform feedback needs a vertex, tessellation evaluation or geometry shader");
        }
        return;
    };
    if has_declarations(shader) {
        by_declaration(shader, layout, options, program, log);
    } else {
        by_names(shader, layout, options, program, log);
    }
    let mut streams = [None; 4];
    for varying in program.feedback.iter().filter(|varying| !varying.words.is_empty()) {
        if let Some(stream) = streams.get_mut(varying.buffer as usize)
            && *stream.get_or_insert(varying.stream) != varying.stream
        {
            log.error(format!("transform feedback varying {} is of another stream than its buffer's other varyings", varying.name));
        }
    }
}

fn by_names(shader: &Shader, layout: &RecordLayout, options: &LinkOptions, program: &mut Program, log: &mut Log) {
    let limits = &options.limits;
    let mut seen: HashSet<&str> = HashSet::new();
    let (mut buffer, mut offset, mut total) = (0u32, 0u32, 0u64);
    for (index, name) in options.feedback_varyings.iter().enumerate() {
        if options.feedback_separate {
            (buffer, offset) = (index as u32, 0);
        }
        if name == "gl_NextBuffer" || name.starts_with("gl_SkipComponents") {
            if options.feedback_separate {
                log.error(format!("{name} is listed among the varyings of separate transform feedback buffers"));
                continue;
            }
            let gap = |elements, buffer, offset| FeedbackVarying {
                name: name.clone(),
                ty: Type::Void,
                elements,
                buffer,
                offset,
                stream: 0,
                words: Vec::new(),
            };
            if name == "gl_NextBuffer" {
                push(program, gap(0, buffer, offset));
                (buffer, offset) = (buffer.saturating_add(1), 0);
                if buffer >= limits.feedback_buffers {
                    log.error(format!("transform feedback has more than {} buffers", limits.feedback_buffers));
                    return;
                }
                continue;
            }
            let count = match name.as_str() {
                "gl_SkipComponents1" => 1,
                "gl_SkipComponents2" => 2,
                "gl_SkipComponents3" => 3,
                "gl_SkipComponents4" => 4,
                _ => {
                    log.error(format!("transform feedback varying {name} does not exist"));
                    continue;
                }
            };
            total += u64::from(count);
            push(program, gap(count, buffer, offset));
            offset = offset.saturating_add(count * 4);
            grow(program, buffer, offset);
            continue;
        }
        if !seen.insert(name) {
            log.error(format!("transform feedback varying {name} is named twice"));
            continue;
        }
        if buffer >= limits.feedback_buffers {
            log.error(format!("transform feedback varying {name} needs a buffer beyond the limit of {}", limits.feedback_buffers));
            return;
        }
        let Some(captured) = resolve(name, shader, layout, limits.feedback_components, log) else { continue };
        if is_structure(&captured.ty) {
            log.error(format!("transform feedback varying {name} is a structure: only its members can be captured"));
        }
        let count = captured.words.len() as u64;
        total += count;
        add(program, name, captured, buffer, offset);
        offset = offset.saturating_add(count as u32 * 4);
        grow(program, buffer, offset);
    }
    if !options.feedback_separate && total > u64::from(limits.feedback_components) {
        log.error(format!("transform feedback has {total} components; the limit is {}", limits.feedback_components));
    }
}

fn by_declaration(shader: &Shader, layout: &RecordLayout, options: &LinkOptions, program: &mut Program, log: &mut Log) {
    let limits = &options.limits;
    let mut alignment = [4u32; 4];
    for variable in &shader.variables {
        let Some((buffer, offset)) = declaration(variable) else { continue };
        let block = variable.storage == Storage::OutBlock;
        let name = if block { &variable.qualifiers.block_name } else { &variable.name };
        if buffer >= limits.feedback_buffers.min(4) {
            log.error(format!("{name} has xfb_buffer {buffer}; the limit is {}", limits.feedback_buffers));
            continue;
        }
        // The members of a block follow each other.
        let parts = match &variable.ty {
            _ if shader.spirv => captured_parts(name, variable, (buffer, offset)),
            // "If a block is not qualified with *xfb_offset*, any members of that block not qualified with an *xfb_offset* will not be assigned
            // transform feedback buffer offsets." [ARB_enhanced_layouts]
            Type::Struct(structure) if block => {
                let captured = |member: &&Member| variable.qualifiers.xfb.or(member.qualifiers.xfb).is_some();
                let part = |member: &Member| {
                    let offset = member.qualifiers.xfb.map(|(_, offset)| offset);
                    Part { name: format!("{name}.{}", member.name), buffer, offset }
                };
                structure.members.iter().filter(captured).map(part).collect()
            }
            _ => vec![Part { name: name.clone(), buffer, offset: None }],
        };
        let mut offset = offset;
        for Part { name: part, buffer, offset: own } in parts {
            offset = own.unwrap_or(offset);
            let Some(captured) = resolve(&part, shader, layout, limits.feedback_components, log) else { continue };
            if is_wide(&captured.ty) {
                offset = offset.checked_next_multiple_of(8).unwrap_or(u32::MAX);
                if let Some(alignment) = alignment.get_mut(buffer as usize) {
                    *alignment = 8;
                }
            }
            let end = offset.saturating_add(captured.words.len() as u32 * 4);
            let overlap = program.feedback.iter().find(|other| {
                other.buffer == buffer && other.offset < end && offset < other.offset.saturating_add(other.words.len() as u32 * 4)
            });
            if let Some(other) = overlap {
                log.error(format!("{part} and {} overlap in transform feedback buffer {buffer}", other.name));
            }
            add(program, &part, captured, buffer, offset);
            grow(program, buffer, end);
            offset = end;
        }
    }
    for (buffer, ((stride, declared), alignment)) in
        program.feedback_strides.iter_mut().zip(shader.layout.xfb_stride).zip(alignment).enumerate()
    {
        if let Some(declared) = declared {
            if declared < *stride {
                log.error(format!("xfb_stride {declared} of buffer {buffer} is less than its varyings take: {stride}"));
            }
            *stride = declared.max(*stride);
        } else {
            *stride = stride.checked_next_multiple_of(alignment).unwrap_or(*stride);
        }
        if u64::from(*stride) > u64::from(limits.feedback_components) * 4 {
            log.error(format!(
                "transform feedback buffer {buffer} has {stride} bytes a vertex; the limit is {}",
                limits.feedback_components * 4
            ));
        }
    }
    program.feedback.sort_by_key(|varying| (varying.buffer, varying.offset));
}

fn push(program: &mut Program, varying: FeedbackVarying) {
    program.feedback.push(varying);
}

fn grow(program: &mut Program, buffer: u32, end: u32) {
    if let Some(stride) = program.feedback_strides.get_mut(buffer as usize) {
        *stride = (*stride).max(end);
    }
}

fn add(program: &mut Program, name: &str, captured: Captured, buffer: u32, offset: u32) {
    let (ty, elements) = match captured.ty {
        Type::Array(element, length) => ((*element).clone(), length),
        ty => (ty, 1),
    };
    push(program, FeedbackVarying { name: name.into(), ty, elements, buffer, offset, stream: captured.stream, words: captured.words });
}

/// Returns true for structures and arrays of them.
fn is_structure(ty: &Type) -> bool {
    match ty {
        Type::Array(element, _) => is_structure(element),
        ty => matches!(ty, Type::Struct(_)),
    }
}

/// Returns true for types with components of 64 bits.
fn is_wide(ty: &Type) -> bool {
    match ty {
        Type::Array(element, _) => is_wide(element),
        Type::Struct(structure) => structure.members.iter().any(|member| is_wide(&member.ty)),
        Type::Scalar(scalar) | Type::Vector(scalar, _) | Type::Matrix(scalar, ..) => scalar.is_wide(),
        _ => false,
    }
}

/// Splits a name into the base name and the accessors `[n]` and `.member`.
fn accessors(name: &str) -> Option<(&str, Vec<Accessor<'_>>)> {
    let end = name.find(['[', '.']).unwrap_or(name.len());
    let (base, mut rest) = name.split_at(end);
    let mut list = Vec::new();
    while !rest.is_empty() {
        if let Some(indexed) = rest.strip_prefix('[') {
            let (index, behind) = indexed.split_once(']')?;
            list.push(Accessor::Element(index.parse().ok()?));
            rest = behind;
        } else {
            let member = rest.strip_prefix('.')?;
            let end = member.find(['[', '.']).unwrap_or(member.len());
            list.push(Accessor::Member(member.get(..end)?));
            rest = member.get(end..)?;
        }
    }
    Some((base, list))
}

enum Accessor<'a> {
    Element(u32),
    Member(&'a str),
}

fn resolve(name: &str, shader: &Shader, layout: &RecordLayout, limit: u32, log: &mut Log) -> Option<Captured> {
    let found = find(name, shader, layout);
    let Some((ty, first, stream)) = found else {
        log.error(format!("transform feedback varying {name} does not exist"));
        return None;
    };
    if ty.words() > u64::from(limit) {
        log.error(format!("transform feedback varying {name} has {} components; the limit is {limit}", ty.words()));
        return None;
    }
    let mut list = Vec::new();
    match first {
        First::Packed(word) => list.extend((0..ty.words() as u32).map(|index| word + index)),
        First::Slots(slot, component) => record_words(&ty, slot, component, &mut list),
    }
    Some(Captured { ty, words: list, stream })
}

/// The position of a captured value in the record.
enum First {
    /// The first of consecutive words, as of clip distances.
    Packed(u32),
    /// The first slot and its component.
    Slots(u64, u32),
}

fn find(name: &str, shader: &Shader, layout: &RecordLayout) -> Option<(Type, First, u32)> {
    let (base, accessors) = accessors(name)?;
    if base.starts_with("gl_") {
        return find_builtin(base, &accessors, shader, layout);
    }
    let outputs = items(shader, true);
    let slot_of = |item: &Item| match shader.locations.get(item.variable) {
        Some(Some(Location::Varying { slot, component })) => Some((u64::from(*slot), *component)),
        _ => None,
    };
    if let Some(item) = outputs.iter().find(|item| item.name == base && !item.patch) {
        let (slot, component) = slot_of(item)?;
        let (ty, slot) = follow(&item.ty, slot, &accessors)?;
        return Some((ty, First::Slots(slot, component), item.stream));
    }
    // A member of a block without an instance name is captured by its own name.
    for item in outputs.iter().filter(|item| item.block && !item.patch) {
        let Type::Struct(structure) = &item.ty else { continue };
        let Some(index) = structure.members.iter().position(|member| member.name == base) else { continue };
        if !item.unnamed {
            continue;
        }
        let (slot, _) = slot_of(item)?;
        let member = structure.members.get(index)?;
        let (ty, slot) = follow(&member.ty, slot + member_slot(structure, index), &accessors)?;
        return Some((ty, First::Slots(slot, member.qualifiers.component.unwrap_or(0)), item.stream));
    }
    None
}

fn find_builtin(base: &str, accessors: &[Accessor], shader: &Shader, layout: &RecordLayout) -> Option<(Type, First, u32)> {
    let variable = shader.variables.iter().find(|variable| variable.name == base);
    let packed = |semantic: Semantic| layout.word_of(semantic).map(|word| word as u32);
    let scalar = Type::Scalar(Scalar::Float);
    let distances = |semantic: Semantic, count: u8| -> Option<(Type, First, u32)> {
        let word = packed(semantic)?;
        match accessors {
            [] => Some((Type::Array(std::sync::Arc::new(scalar.clone()), count.into()), First::Packed(word), 0)),
            [Accessor::Element(index)] if *index < count.into() => Some((scalar.clone(), First::Packed(word + index), 0)),
            _ => None,
        }
    };
    let semantic = match base {
        "gl_ClipDistance" => return distances(Semantic::ClipDistance(0), layout.clip_distances),
        "gl_CullDistance" => return distances(Semantic::CullDistance(0), layout.cull_distances),
        "gl_Position" => Semantic::Position,
        "gl_PointSize" => Semantic::PointSize,
        "gl_ClipVertex" => Semantic::ClipVertex,
        "gl_FrontColor" => Semantic::FrontColor,
        "gl_BackColor" => Semantic::BackColor,
        "gl_FrontSecondaryColor" => Semantic::FrontSecondaryColor,
        "gl_BackSecondaryColor" => Semantic::BackSecondaryColor,
        "gl_TexCoord" => Semantic::TexCoord(0),
        "gl_FogFragCoord" => Semantic::FogFragCoord,
        "gl_PrimitiveID" => Semantic::PrimitiveId,
        "gl_Layer" => Semantic::Layer,
        "gl_ViewportIndex" => Semantic::ViewportIndex,
        _ => return None,
    };
    let slot = u64::from(packed(semantic)? / 4);
    let ty = variable.map_or(Type::Vector(Scalar::Float, 4), |variable| variable.ty.clone());
    let (ty, slot) = follow(&ty, slot, accessors)?;
    Some((ty, First::Slots(slot, 0), variable.map_or(0, |variable| variable.qualifiers.stream)))
}

/// Resolves accessors in a type; returns the type and slot of the part.
fn follow(ty: &Type, slot: u64, accessors: &[Accessor]) -> Option<(Type, u64)> {
    let (mut ty, mut slot) = (ty.clone(), slot);
    for accessor in accessors {
        (ty, slot) = match (accessor, &ty) {
            (Accessor::Element(index), Type::Array(element, length)) if index < length => {
                ((**element).clone(), slot.saturating_add(element.slots().saturating_mul((*index).into())))
            }
            (Accessor::Member(name), Type::Struct(structure)) => {
                let index = member_index(structure, name)?;
                (structure.members.get(index)?.ty.clone(), slot.saturating_add(member_slot(structure, index)))
            }
            _ => return None,
        };
    }
    Some((ty, slot))
}

fn member_index(structure: &StructType, name: &str) -> Option<usize> {
    structure.members.iter().position(|member| member.name == name)
}

/// Appends the words of a value in a record.
fn record_words(ty: &Type, slot: u64, component: u32, list: &mut Vec<u32>) {
    match ty {
        Type::Array(element, length) => {
            let size = element.slots();
            (0..u64::from(*length)).for_each(|index| record_words(element, slot + index * size, component, list));
        }
        Type::Struct(structure) => {
            for (index, member) in structure.members.iter().enumerate() {
                record_words(&member.ty, slot + member_slot(structure, index), 0, list);
            }
        }
        Type::Matrix(scalar, columns, rows) => {
            let column = Type::Vector(*scalar, *rows);
            let size = column.slots();
            (0..u64::from(*columns)).for_each(|index| record_words(&column, slot + index * size, component, list));
        }
        _ => {
            let first = (slot * 4) as u32 + component;
            list.extend((0..ty.words() as u32).map(|word| first + word));
        }
    }
}
