//! The interfaces between stages: matches outputs with inputs, drops unused outputs, and assigns slots in the records.

mod colors;
mod exact;
mod geometry;
mod invariance;
mod items;
pub mod locations;
mod matching;
mod slots;

use super::LinkOptions;
use super::log::{Log, stage_name};
use super::spirv;
use super::static_use::UsedBuiltins;
use super::static_writes;
use crate::glsl::builtins::type_name;
use base::hir::{BuiltinVariable, Interpolation, Location, Semantic, Shader, Stage, Storage, Type};
pub use colors::interpolated_colors;
use colors::{check_colors, flat_builtins};
pub use items::per_vertex_arrays;
use items::slot_interpolation;
pub use items::{Item, items, members};
use matching::{find, joined_type, types_match};
use shader::pipeline::program::RecordLayout;
pub use slots::basic_type;
use slots::{PATCH_LEVEL_SLOTS, SlotLocation, Slots};
use std::collections::{BTreeMap, HashMap, HashSet};

/// The layouts of the records between stages.
#[derive(Debug, Default)]
pub struct Interfaces {
    /// The output record of each vertex-processing stage, by stage index.
    pub outputs: HashMap<usize, RecordLayout>,
    /// The output record of the last vertex-processing stage.
    pub last: RecordLayout,
    /// The slots of the patch record; 0 without a tessellation control stage.
    pub patch_slots: u32,
}

/// Assigns a slot to every input and output that passes between stages. Outputs that no stage reads become plain globals. `captured` holds
/// the names that transform feedback captures from the last vertex-processing stage.
pub fn connect(
    stages: &mut [Shader],
    touched: &[UsedBuiltins],
    captured: &HashSet<String>,
    options: &LinkOptions,
    log: &mut Log,
) -> Interfaces {
    let mut interfaces = Interfaces::default();
    geometry::size_inputs(stages, log);
    let vertex_stages: Vec<usize> =
        stages.iter().enumerate().filter(|(_, it)| !matches!(it.stage, Stage::Fragment | Stage::Compute)).map(|(index, _)| index).collect();
    let Some(&last) = vertex_stages.last() else {
        // A fragment stage after fixed-function vertices, or after another program: its inputs determine the record.
        if let Some(fragment) = stages.iter().position(|shader| shader.stage == Stage::Fragment) {
            interfaces.last = assign_unmatched_inputs(stages, fragment, touched, &mut interfaces.patch_slots, log);
        }
        return interfaces;
    };
    if let Some(&first) = vertex_stages.first()
        && stages.get(first).is_some_and(|shader| shader.stage != Stage::Vertex)
    {
        assign_unmatched_inputs(stages, first, touched, &mut interfaces.patch_slots, log);
    }
    for &producer in &vertex_stages {
        let consumer = Some(producer + 1).filter(|consumer| *consumer < stages.len());
        let none = HashSet::new();
        let captured = if producer == last { captured } else { &none };
        let (layout, patch) = connect_stages(stages, producer, consumer, touched, captured, options, log);
        if stages.get(producer).is_some_and(|shader| shader.stage == Stage::TessControl) {
            interfaces.patch_slots = patch;
        }
        if producer == last {
            interfaces.last = layout.clone();
        }
        interfaces.outputs.insert(producer, layout);
    }
    interfaces
}

/// Assigns slots to the inputs of a stage whose producer is not in the program.
fn assign_unmatched_inputs(
    stages: &mut [Shader],
    consumer: usize,
    touched: &[UsedBuiltins],
    patch_slots: &mut u32,
    log: &mut Log,
) -> RecordLayout {
    let Some(shader) = stages.get_mut(consumer) else { return RecordLayout::default() };
    let inputs = items(shader, false);
    let used: Vec<&Item> = inputs.iter().filter(|item| item.used).collect();
    let builtins = touched.get(consumer).map(|touched| fragment_builtins(&touched.inputs)).unwrap_or_default();
    let mut slots = Slots::new(&builtins);
    let locations = slots.assign(&used, log);
    for (item, location) in used.iter().zip(&locations) {
        set_interpolation(&mut slots.layout, item, shader, *location);
        set_location(shader, item.variable, *location);
    }
    for item in inputs.iter().filter(|item| !item.used) {
        if let Some(location) = shader.locations.get_mut(item.variable) {
            *location = Some(Location::Unassigned);
        }
    }
    assign_builtins(shader, &slots.layout, false);
    flat_builtins(shader, &mut slots.layout);
    if shader.stage == Stage::TessEvaluation {
        *patch_slots = slots.patch.max(PATCH_LEVEL_SLOTS);
    }
    slots.layout
}

fn set_location(shader: &mut Shader, variable: usize, location: SlotLocation) {
    if let Some(target) = shader.locations.get_mut(variable) {
        *target = Some(Location::Varying { slot: location.slot, component: location.component });
    }
}

fn set_interpolation(layout: &mut RecordLayout, item: &Item, shader: &Shader, location: SlotLocation) {
    let Some(variable) = shader.variables.get(item.variable) else { return };
    if shader.stage != Stage::Fragment {
        return;
    }
    for (slot, interpolation) in layout.interpolation.iter_mut().skip(location.slot as usize).zip(slot_interpolation(item, variable)) {
        *slot = interpolation;
    }
}

/// Returns the record's built-ins that the built-in inputs of a fragment shader read.
fn fragment_builtins(inputs: &BTreeMap<BuiltinVariable, u32>) -> BTreeMap<BuiltinVariable, u32> {
    let mut all: BTreeMap<BuiltinVariable, u32> = BTreeMap::new();
    for (&builtin, &length) in inputs {
        match builtin {
            BuiltinVariable::FragmentColor => all.extend([(BuiltinVariable::FrontColor, 1), (BuiltinVariable::BackColor, 1)]),
            BuiltinVariable::FragmentSecondaryColor => {
                all.extend([(BuiltinVariable::FrontSecondaryColor, 1), (BuiltinVariable::BackSecondaryColor, 1)]);
            }
            BuiltinVariable::TexCoord | BuiltinVariable::FogFragCoord => {
                all.insert(builtin, length);
            }
            _ => {}
        }
    }
    all
}

/// Connects a stage to the next one, if there is one. Returns the layout of the record and the number of slots of the patch record.
fn connect_stages(
    stages: &mut [Shader],
    producer: usize,
    consumer: Option<usize>,
    touched: &[UsedBuiltins],
    captured: &HashSet<String>,
    options: &LinkOptions,
    log: &mut Log,
) -> (RecordLayout, u32) {
    let (before, after) = stages.split_at_mut(producer + 1);
    let Some(from) = before.last_mut() else { return (RecordLayout::default(), 0) };
    let to = consumer.and_then(|_| after.first_mut());
    let mut outputs = items(from, true);
    let inputs = to.as_deref().map(|to| items(to, false)).unwrap_or_default();
    if from.spirv && to.is_none() {
        forget_locations(&mut outputs);
    }

    let mut matches: Vec<Option<usize>> = inputs.iter().map(|input| find(input, &outputs)).collect();
    // "The primitives emitted to all streams but stream zero are discarded after transform feedback." [ARB_gpu_shader5]
    if to.as_deref().is_some_and(|to| to.stage == Stage::Fragment) {
        for matched in &mut matches {
            *matched = matched.filter(|matched| outputs.get(*matched).is_some_and(|output| output.stream == 0));
        }
    }
    // "If a mismatch between programs occurs, no GL error is generated, but some or all of the inputs on the interface will be undefined."
    // [GL 4.4, 7.4.1] OpenGL ES wants an exact match.
    let between_programs = to.as_deref().is_some_and(|to| options.program(from.stage) != options.program(to.stage));
    let strict = !between_programs || options.es;
    if let (Some(to), true) = (to.as_deref(), between_programs) {
        if options.es {
            exact::check_all(from, &outputs, to, &inputs, log);
        } else {
            exact::drop_mismatches(from, &outputs, to, &inputs, &mut matches);
        }
    }
    // The slot of an input in the block of which a member feeds it.
    let mut members = vec![0; inputs.len()];
    if between_programs && !options.es {
        for ((input, matched), slot) in inputs.iter().zip(&mut matches).zip(&mut members).filter(|((_, matched), _)| matched.is_none()) {
            if let Some((block, at)) = matching::find_member(input, &outputs) {
                (*matched, *slot) = (Some(block), at);
            }
        }
    }
    // "Only those varying variables used (i.e. read) in the fragment shader must be written to by the vertex shader" [GLSL 1.10, 4.3.6]
    let must_write = strict && static_writes::must_write(from) && to.as_deref().is_some_and(static_writes::must_write);
    let written = if must_write { static_writes::written(from) } else { HashSet::new() };
    let mut kept: Vec<bool> = outputs
        .iter()
        .map(|output| {
            is_captured(output, captured)
                || (output.used && (from.stage == Stage::TessControl || (to.is_none() && (options.separable || from.compatibility))))
        })
        .collect();
    if let Some(to) = to.as_deref() {
        for (input, matched) in inputs.iter().zip(&matches) {
            match matched.and_then(|matched| Some((outputs.get_mut(matched)?, kept.get_mut(matched)?))) {
                Some((output, kept)) => {
                    if strict {
                        check(output, input, from, to, log);
                    }
                    if must_write && input.used && !written.contains(&output.variable) {
                        log.error(format!("{} is read in the fragment stage and not written in the vertex stage", input.name));
                    }
                    *kept |= input.used;
                    // Of two arrays sized by their use the longer one counts.
                    if let Some(joined) = joined_type(output, input, from, to) {
                        output.ty = joined;
                    }
                }
                None if input.used && strict && !to.spirv => log.error(format!(
                    "{} input {} ({}) has no matching output in the {} stage",
                    stage_name(to.stage),
                    input.name,
                    type_name(&input.ty),
                    stage_name(from.stage)
                )),
                None => {}
            }
        }
    }

    if let Some(to) = to.as_deref() {
        check_colors(from, to, log);
        invariance::check_builtins(from, to, log);
    }
    let builtins = record_builtins(from, to.as_deref(), producer, touched, captured);
    let mut slots = Slots::new(&builtins);
    let wanted: Vec<&Item> = outputs.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(item, _)| item).collect();
    let locations: HashMap<usize, SlotLocation> = wanted.iter().map(|item| item.variable).zip(slots.assign(&wanted, log)).collect();
    for output in &outputs {
        match locations.get(&output.variable) {
            Some(location) => set_location(from, output.variable, *location),
            // The shader that writes the output may still read it.
            None => {
                if let Some(variable) = from.variables.get_mut(output.variable) {
                    variable.storage = Storage::Private;
                }
            }
        }
    }
    let components: u64 = wanted.iter().filter(|item| !item.patch).map(|item| item.ty.words()).fold(0, u64::saturating_add);
    if components > u64::from(options.limits.varying_components) {
        log.error(format!(
            "the outputs of the {} stage have {components} components; the limit is {}",
            stage_name(from.stage),
            options.limits.varying_components
        ));
    }
    if from.stage == Stage::Geometry {
        let position = if builtins.contains_key(&BuiltinVariable::Position) { 4 } else { 0 };
        let total = (components + position).saturating_mul(from.layout.max_vertices.unwrap_or(0).into());
        if total > u64::from(options.limits.geometry_total_output_components) {
            log.error(format!(
                "the geometry stage's vertices have {total} components in all; the limit is {}",
                options.limits.geometry_total_output_components
            ));
        }
    }
    assign_builtins(from, &slots.layout, true);
    if let Some(to) = to {
        for ((input, matched), member) in inputs.iter().zip(&matches).zip(&members) {
            let output = matched.and_then(|matched| outputs.get(matched));
            match output.and_then(|output| locations.get(&output.variable)) {
                Some(location) => {
                    let location = SlotLocation { slot: location.slot + member, ..*location };
                    set_interpolation(&mut slots.layout, input, to, location);
                    set_location(to, input.variable, location);
                }
                None => {
                    if let Some(location) = to.locations.get_mut(input.variable) {
                        *location = Some(Location::Unassigned);
                    }
                }
            }
        }
        assign_builtins(to, &slots.layout, false);
        flat_builtins(to, &mut slots.layout);
    }
    (slots.layout, slots.patch)
}

/// Returns the built-ins in the record between two stages.
fn record_builtins(
    from: &Shader,
    to: Option<&Shader>,
    producer: usize,
    touched: &[UsedBuiltins],
    captured: &HashSet<String>,
) -> BTreeMap<BuiltinVariable, u32> {
    let is_captured = |builtin: &BuiltinVariable| {
        let of = |name: &str| from.variables.iter().any(|it| it.storage == Storage::Builtin(*builtin) && it.name == name);
        captured.iter().filter_map(|name| name.split('[').next()).any(of)
    };
    let none = UsedBuiltins::default();
    let written = &touched.get(producer).unwrap_or(&none).outputs;
    let read = to.and(touched.get(producer + 1)).map(|touched| &touched.inputs);
    let last = to.is_none_or(|to| to.stage == Stage::Fragment);
    let mut kept: BTreeMap<BuiltinVariable, u32> = written
        .iter()
        .filter(|(builtin, _)| {
            let always = matches!(
                builtin,
                BuiltinVariable::Position
                    | BuiltinVariable::PointSize
                    | BuiltinVariable::ClipDistance
                    | BuiltinVariable::CullDistance
                    | BuiltinVariable::ClipVertex
                    | BuiltinVariable::PrimitiveId
                    | BuiltinVariable::Layer
                    | BuiltinVariable::ViewportIndex
            );
            let wanted = read.is_none_or(|read| read.contains_key(builtin));
            from.stage == Stage::TessControl || (last && (always || to.is_none())) || wanted || is_captured(builtin)
        })
        .map(|(builtin, length)| (*builtin, *length))
        .collect();
    if let Some(to) = to
        && to.stage == Stage::Fragment
        && let Some(read) = read
    {
        for (builtin, length) in fragment_builtins(read) {
            let known = kept.entry(builtin).or_default();
            *known = length.max(*known);
        }
    }
    kept
}

/// Assigns locations to standalone built-in variables that live in records; outputs without a slot become plain globals.
fn assign_builtins(shader: &mut Shader, layout: &RecordLayout, output: bool) {
    if output {
        shader.output_slots.clone_from(&layout.slots);
    } else {
        shader.input_slots.clone_from(&layout.slots);
    }
    let fragment = shader.stage == Stage::Fragment;
    for (variable, location) in shader.variables.iter_mut().zip(&mut shader.locations) {
        let Storage::Builtin(builtin) = variable.storage else { continue };
        let levels = matches!(builtin, BuiltinVariable::TessLevelOuter | BuiltinVariable::TessLevelInner);
        if levels {
            let slot = u32::from(builtin == BuiltinVariable::TessLevelInner);
            *location = Some(Location::Varying { slot, component: 0 });
            continue;
        }
        let semantic = match builtin {
            BuiltinVariable::Position => Semantic::Position,
            BuiltinVariable::PointSize => Semantic::PointSize,
            BuiltinVariable::ClipDistance => Semantic::ClipDistance(0),
            BuiltinVariable::CullDistance => Semantic::CullDistance(0),
            BuiltinVariable::ClipVertex => Semantic::ClipVertex,
            BuiltinVariable::FrontColor | BuiltinVariable::FragmentColor => Semantic::FrontColor,
            BuiltinVariable::BackColor => Semantic::BackColor,
            BuiltinVariable::FrontSecondaryColor | BuiltinVariable::FragmentSecondaryColor => Semantic::FrontSecondaryColor,
            BuiltinVariable::BackSecondaryColor => Semantic::BackSecondaryColor,
            BuiltinVariable::TexCoord => Semantic::TexCoord(0),
            BuiltinVariable::FogFragCoord => Semantic::FogFragCoord,
            BuiltinVariable::PrimitiveId if !fragment => Semantic::PrimitiveId,
            BuiltinVariable::Layer if !fragment => Semantic::Layer,
            BuiltinVariable::ViewportIndex if !fragment => Semantic::ViewportIndex,
            _ => continue,
        };
        // Standalone names are outputs, except in fragment shaders.
        if output == fragment {
            continue;
        }
        match layout.slots.iter().position(|slot| *slot == semantic) {
            Some(slot) => *location = Some(Location::Varying { slot: slot as u32, component: 0 }),
            None if output => variable.storage = Storage::Private,
            None => *location = Some(Location::Unassigned),
        }
    }
}

/// Returns true if transform feedback captures an output, or an element or member of it.
fn is_captured(output: &Item, captured: &HashSet<String>) -> bool {
    captured.iter().filter_map(|name| name.split(['[', '.']).next()).any(|base| {
        let member = || output.unnamed && members(&output.ty).is_some_and(|it| it.members.iter().any(|member| member.name == base));
        base == output.name || member()
    })
}

/// Checks that an output and the input that it feeds match.
fn check(output: &Item, input: &Item, from: &Shader, to: &Shader, log: &mut Log) {
    let (Some(a), Some(b)) = (from.variables.get(output.variable), to.variables.get(input.variable)) else { return };
    let names = format!("{} ({} output and {} input)", input.name, stage_name(from.stage), stage_name(to.stage));
    if output.patch != input.patch {
        log.error(format!("{names} is patch on one side only"));
        return;
    }
    let matches = types_match(output, input, from.es || to.es) || (to.spirv && spirv::begins_with(&output.ty, &input.ty));
    if !matches && joined_type(output, input, from, to).is_none() {
        let places = |item: &Item| -> Vec<_> {
            let members = members(&item.ty).map(|it| it.members.as_slice()).unwrap_or_default();
            members.iter().map(|member| (member.qualifiers.location, member.qualifiers.component)).collect()
        };
        if output.block && input.block && places(output) != places(input) {
            log.error(format!("the members of {names} have different locations or components"));
            return;
        }
        log.error(format!("{names} has different types: {} and {}", type_name(&output.ty), type_name(&input.ty)));
        return;
    }
    if let (Type::Array(_, m), Type::Array(_, n)) = (&a.ty, &b.ty)
        && per_vertex_arrays(to.stage, false)
        && per_vertex_arrays(from.stage, true)
        && !input.patch
        && to.stage == Stage::TessEvaluation
        && *n != 0
        && *m > *n
    {
        log.warning(format!("{names} has {m} elements on one side and {n} on the other"));
    }
    let version = from.version.max(to.version);
    let es = from.es || to.es;
    // OpenGL ES matches the qualifiers of every pair of stages, OpenGL those of fragment shaders.
    if es || to.stage == Stage::Fragment && version < 440 {
        let differ = |a: Interpolation, b: Interpolation| a != b;
        if differ(a.qualifiers.interpolation, b.qualifiers.interpolation) && !(es && version < 300) {
            log.error(format!(
                "{names} has different interpolation qualifiers: {} and {}",
                interpolation_name(a.qualifiers.interpolation),
                interpolation_name(b.qualifiers.interpolation)
            ));
        }
        if let (true, Some(first), Some(second)) = (output.block, members(&output.ty), members(&input.ty)) {
            for (first, second) in first.members.iter().zip(&second.members) {
                if differ(first.qualifiers.interpolation, second.qualifiers.interpolation) {
                    log.error(format!("member {} of {names} has different interpolation qualifiers", first.name));
                }
            }
        }
    }
    invariance::check(a, b, &names, from, to, log);
    // "When comparing an output from one shader stage to an input of a subsequent shader stage, the input and output don't match if their auxiliary
    // qualifiers (or lack thereof) are not the same." [GLSL 4.60, 4.3]
    if to.stage == Stage::Fragment && !es && a.qualifiers.sample != b.qualifiers.sample {
        log.error(format!("{names} is sample on one side only"));
    }
}

fn interpolation_name(interpolation: Interpolation) -> &'static str {
    match interpolation {
        Interpolation::Smooth => "smooth",
        Interpolation::Flat => "flat",
        Interpolation::NoPerspective => "noperspective",
    }
}

/// Forgets the locations of a SPIR-V module's outputs that no input reads: transform feedback captures them by other decorations, and modules may give several
/// captured outputs one location.
fn forget_locations(outputs: &mut [Item]) {
    for output in outputs {
        output.location = None;
        output.component = 0;
    }
}
