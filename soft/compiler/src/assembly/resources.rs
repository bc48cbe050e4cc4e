//! Counts the resources that a program uses, and checks the rules that only the whole of a text can break.

use super::limits;
use super::parser::Failure;
use super::program::{Fog, Instruction, Parameter, Program, Register, Source, Target, Written};
use std::collections::HashSet;

/// The resources that a program uses. The interpreter executes programs as they are, so the native ones are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resources {
    /// All instructions.
    pub instructions: usize,
    /// Instructions other than those on textures.
    pub arithmetic_instructions: usize,
    /// Instructions on textures.
    pub texture_instructions: usize,
    /// Texture indirections, as GL_ARB_fragment_program counts them.
    pub texture_indirections: usize,
    /// Temporaries.
    pub temporaries: usize,
    /// Parameters.
    pub parameters: usize,
    /// Attributes.
    pub attributes: usize,
    /// Address registers.
    pub addresses: usize,
}

/// Counts the resources of a program, and checks them and the bindings of arrays that address registers access. `length` is that of the text: "If
/// the program fails to load because of a semantic restriction that is not detected until the program is fully scanned, the error position is set to
/// the value of <len>." [ARB_vertex_program, 2.14.1]
pub fn check(program: &Program, length: usize) -> Result<Resources, Failure> {
    let texture_instructions = program.instructions.iter().filter(|instruction| is_texture(instruction)).count();
    let fragment = program.target == Target::Fragment;
    let resources = Resources {
        instructions: program.instructions.len(),
        arithmetic_instructions: program.instructions.len() - texture_instructions,
        texture_instructions,
        texture_indirections: if fragment { indirections(program) } else { 0 },
        temporaries: program.temporaries,
        parameters: parameters(program),
        attributes: program.inputs.len(),
        addresses: program.addresses,
    };
    let failed = |message: String| Err(Failure { position: length, message });
    if binds_repeatedly(program) {
        return failed("an item of the state is bound repeatedly in arrays that are accessed by an address register".into());
    }
    let options = &program.options;
    // "… if the number of instructions it contains exceeds the implementation-dependent limit minus four." [ARB_vertex_program, 2.14.4.5.1] The same
    // for the options of fog. [ARB_fragment_program, 3.11.4.5.1]
    let instructions = match options.fog {
        Some(Fog::Exponential) => 3,
        Some(Fog::ExponentialSquared) => 4,
        Some(Fog::Linear) => 2,
        None if options.position_invariant => 4,
        None => 0,
    };
    let fog = usize::from(options.fog.is_some());
    let checks = [
        (resources.instructions, limits::INSTRUCTIONS - instructions, "instructions"),
        (resources.temporaries, limits::TEMPORARIES - fog, "temporaries"),
        (resources.attributes, limits::attributes(program.target) - fog, "attributes"),
        (resources.parameters, limits::PARAMETERS - 2 * fog, "parameters"),
    ];
    match checks.into_iter().find(|(used, limit, _)| used > limit) {
        Some((used, limit, what)) => failed(format!("the program uses {used} {what}; the limit is {limit}")),
        None => Ok(resources),
    }
}

fn is_texture(instruction: &Instruction) -> bool {
    matches!(instruction, Instruction::Sample { .. } | Instruction::Kill { .. })
}

/// Returns true if the arrays that address registers access bind an item of the state more than once: "A vertex program will fail to load if any GL
/// state vector is bound multiple times in a single array accessed using relative addressing or bound once in two or more arrays accessed using
/// relative addressing." [ARB_vertex_program, 2.14.3.2]
fn binds_repeatedly(program: &Program) -> bool {
    let mut seen = HashSet::new();
    let relative = program.arrays.iter().filter(|array| array.relative);
    relative.flat_map(|array| &array.elements).any(|element| !matches!(element, Parameter::Constant(_)) && !seen.insert(*element))
}

/// Counts the parameters: items of the state once each, constants of arrays that address registers access always, "Every other constant vector bound in
/// the program is counted if and only if an identical constant vector has not already been counted." [ARB_vertex_program, 2.14.3.7]
fn parameters(program: &Program) -> usize {
    // "Two constant vectors are considered identical if the four component values are numerically equivalent."
    let identical = |parameter: &Parameter| match parameter {
        Parameter::Constant(words) => Parameter::Constant(words.map(|word| if word == 1 << 31 { 0 } else { word })),
        other => *other,
    };
    let mut counted: HashSet<Parameter> = HashSet::new();
    let mut constants = 0;
    for element in program.arrays.iter().filter(|array| array.relative).flat_map(|array| &array.elements) {
        counted.insert(identical(element));
        constants += usize::from(matches!(element, Parameter::Constant(_)));
    }
    let distinct = counted.iter().filter(|element| matches!(element, Parameter::Constant(_))).count();
    let others = program.arrays.iter().filter(|array| !array.relative).flat_map(|array| &array.elements);
    counted.extend(others.chain(&program.parameters).map(identical));
    counted.len() - distinct + constants
}

/// Counts the texture indirections: "Each instruction encountered is included in this node until a texture instruction is encountered - whose texture
/// coordinate is a temporary that has been previously written in the current node; or - whose result vector is a temporary that is also the operand
/// or result vector of a previous ALU instruction in the current node." [ARB_fragment_program, 3.11.6]
fn indirections(program: &Program) -> usize {
    let temporary = |source: &Source| match source.register {
        Register::Temporary(number) => Some(number),
        _ => None,
    };
    let result = |to: &super::program::Destination| match to.register {
        Written::Temporary(number) => Some(number),
        Written::Output(_) => None,
    };
    let mut nodes = 1;
    // The temporaries of the node that were written, and those that arithmetic used.
    let (mut written, mut used) = (HashSet::new(), HashSet::new());
    for instruction in &program.instructions {
        match instruction {
            Instruction::Sample { to, coordinates, .. } => {
                if temporary(coordinates).is_some_and(|it| written.contains(&it)) || result(to).is_some_and(|it| used.contains(&it)) {
                    nodes += 1;
                    written.clear();
                    used.clear();
                }
                written.extend(result(to));
            }
            Instruction::Arithmetic { to, operands, .. } => {
                used.extend(operands.iter().filter_map(temporary));
                used.extend(result(to));
                written.extend(result(to));
            }
            Instruction::Swizzle { to, from, .. } => {
                used.extend(temporary(from).into_iter().chain(result(to)));
                written.extend(result(to));
            }
            Instruction::Kill { from } => {
                if temporary(from).is_some_and(|it| written.contains(&it)) {
                    nodes += 1;
                    written.clear();
                    used.clear();
                }
            }
            Instruction::LoadAddress { .. } => {}
        }
    }
    nodes
}
