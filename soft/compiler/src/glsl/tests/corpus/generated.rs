//! Generated code against the interpreter: each stage of a program runs as both, with inputs that mean nothing.

use base::core::cpu::InstructionSet;
use base::core::lanes::{Bits, Lanes};
use base::core::memory::Memory;
use shader::exec::{Emitted, Execution, ExecutionContext, Stop, Wave};
use shader::ir::Verified;
use shader::ir::bytecode::Code;
use shader::pipeline::program::Program;
use shader::pipeline::state::Resources;
use std::sync::atomic::AtomicBool;

/// The budget of a stage: without its buffers and uniforms it may not end.
const BUDGET: u64 = 1 << 16;

/// What a stage left.
struct Left {
    stop: Stop,
    alive: u64,
    /// By lane, the words of its outputs; in geometry stages those of the vertices that it emitted.
    words: Vec<Vec<u32>>,
    events: Vec<Vec<(u8, bool)>>,
}

/// Returns true if the outputs of a stage are those of its vertices, and nothing at its end.
fn emits(code: &Verified) -> bool {
    code.ops.iter().any(|op| op.code == Code::EmitVertex)
}

/// Runs a stage.
fn run(code: &Verified, set: InstructionSet, execution: Execution) -> Option<Left> {
    let resources = Resources { uniforms: (0..1024u32).map(|word| ((word % 7) as f32 - 2.5).to_bits()).collect(), ..Resources::default() };
    let shared = Memory::new(code.shared_size as usize).ok()?;
    let mut wave = Wave::with_instruction_set(set).with_execution(execution);
    wave.load(code, &resources);
    for register in 0..code.registers as u16 {
        *wave.register_mut(register) = Lanes([0; 64]);
    }
    wave.load(code, &resources);
    for (number, &(register, _)) in code.inputs.iter().enumerate() {
        let lanes = std::array::from_fn(|lane| ((lane as f32 - 20.0) * 0.375 + number as f32).to_bits());
        *wave.register_mut(register) = Lanes(lanes);
    }
    wave.start(code, 0xFFFF_F0FF_FFFF_FFFF);
    let (mut budget, cancel) = (BUDGET, AtomicBool::new(false));
    let mut emitted = Emitted { vertices: vec![Vec::new(); 64], events: vec![Vec::new(); 64], max_vertices: 64 };
    let stop = loop {
        let context = ExecutionContext::new(&resources, &cancel, &mut budget, u64::MAX);
        match wave.run(code, &mut ExecutionContext { shared: Some(&shared), emitted: Some(&mut emitted), ..context }) {
            Stop::Barrier => {}
            stop => break stop,
        }
    };
    let outputs = |lane: usize| code.outputs.iter().map(|&(register, _)| wave.register(register).0[lane]).collect();
    let words = if emits(code) { emitted.vertices } else { (0..64).map(outputs).collect() };
    Some(Left { stop, alive: wave.alive(), words, events: emitted.events })
}

/// Returns what differs between the interpreter and generated code in a stage.
fn stage(code: &Verified) -> Option<String> {
    let regions = code.native_regions();
    if let Err((what, at)) = regions {
        return Some(format!("the generated code does not pass the check: {what} at byte {at}"));
    }
    // The time differs.
    if regions == Ok(0) || code.ops.iter().any(|op| op.code == Code::Clock) {
        return None;
    }
    let interpreted = run(code, InstructionSet::best(), Execution::Interpreted)?;
    // Generated code may charge less, and end where the interpreter does not.
    if interpreted.stop == Stop::Interrupted {
        return None;
    }
    InstructionSet::available().iter().find_map(|&set| compare(&interpreted, &run(code, set, Execution::Generated)?))
}

/// Returns what differs in what a stage left.
fn compare(interpreted: &Left, generated: &Left) -> Option<String> {
    if (interpreted.stop, interpreted.alive, &interpreted.events) != (generated.stop, generated.alive, &generated.events) {
        return Some(String::from("generated code ends in another way"));
    }
    let same = |(a, b): (&u32, &u32)| a == b || [a, b].iter().all(|&&word| f32::from_bits(word).is_nan());
    let different = Bits(interpreted.alive).find(|&lane| {
        let (found, expected) = (&generated.words[lane], &interpreted.words[lane]);
        found.len() != expected.len() || !found.iter().zip(expected).all(same)
    });
    different.map(|lane| format!("generated code: lane {lane} has {:08X?}, not {:08X?}", generated.words[lane], interpreted.words[lane]))
}

/// Returns what differs between the interpreter and generated code in a program.
pub fn differs(program: &Program) -> Option<String> {
    let Program { vertex, tess_control, tess_evaluation, geometry, fragment, compute, .. } = program;
    let stages = [
        vertex.as_ref(),
        tess_control.as_ref().map(|stage| &stage.0),
        tess_evaluation.as_ref().map(|stage| &stage.0),
        geometry.as_ref().map(|stage| &stage.0),
        fragment.as_ref().map(|stage| &stage.0),
        compute.as_ref().map(|stage| &stage.0),
    ];
    stages.into_iter().flatten().find_map(|executable| stage(&executable.code))
}
