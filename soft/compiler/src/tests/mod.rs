//! Tests of whole shaders: compiles source text and checks what they compute.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod arithmetic;
mod errors;
mod flow;
mod functions;
mod interface;
mod limits;
mod texts;
mod values;
mod verify;

use crate::glsl::{CompileOptions, LinkOptions, compile, link};
use base::core::lanes::{Bits, Lanes};
use base::core::memory::Memory;
use base::hir::{Shader, Stage};
use shader::exec::{Execution, ExecutionContext, Stop, Wave};
use shader::ir::bytecode::{Input, Output};
use shader::ir::{Bytecode, Verified, verified, without_inlining};
use shader::pipeline::limits::Limits;
use shader::pipeline::program::Program;
use shader::pipeline::state::{BufferRange, Resources};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The results of a wave of 64 lanes.
pub struct Run {
    /// gl_Position of each lane.
    pub position: Vec<[f32; 4]>,
    /// The words of the storage block.
    pub storage: Vec<u32>,
    pub code: Arc<Verified>,
}

/// Compiles the source text of a shader. Returns the info log if there is an error.
fn compiled(stage: Stage, text: &str) -> Result<Arc<Shader>, String> {
    let options = CompileOptions { es: false, core: false, max_version: CompileOptions::newest(false), limits: Limits::default() };
    let compiled = compile(text, stage, &options);
    compiled.shader.ok_or(compiled.log)
}

/// Compiles and links the source text of stages.
pub fn program(stages: &[(Stage, &str)]) -> Arc<Program> {
    let shaders: Vec<_> = stages.iter().map(|(stage, text)| compiled(*stage, text).unwrap_or_else(|log| panic!("{log}"))).collect();
    let linked = link(&shaders, &LinkOptions::default());
    linked.program.unwrap_or_else(|| panic!("{}", linked.log))
}

/// Returns a lane's value of an input; lanes differ.
fn input(input: Input, lane: u32) -> u32 {
    match input {
        Input::VertexId => lane,
        Input::InstanceId => lane / 8,
        Input::Attribute { location, component } => ((lane * 8 + u32::from(location)) as f32 + f32::from(component) * 0.25).to_bits(),
        Input::LocalInvocationId(0) | Input::LocalInvocationIndex => lane,
        _ => 0,
    }
}

/// Runs code with uniform words, a uniform block and a storage block: interpreted and generated, with the same results.
pub fn run_code(code: &Arc<Verified>, uniforms: &[u32], block: &[u32], storage: &[u32], lanes: u64) -> Run {
    let [(run, words), (other, other_words)] =
        [Execution::Interpreted, Execution::Generated].map(|execution| run_by(execution, code, uniforms, block, storage, lanes));
    assert_eq!(run.storage, other.storage, "generated code stores something else");
    for (register, (found, expected)) in other_words.iter().zip(&words).enumerate() {
        let same = |found: u32, expected: u32| found == expected || [found, expected].iter().all(|&word| f32::from_bits(word).is_nan());
        Bits(lanes)
            .for_each(|lane| assert!(same(found[lane], expected[lane]), "output {register} of generated code differs in lane {lane}"));
    }
    run
}

/// Runs code; returns the words of the outputs as well.
fn run_by(
    execution: Execution,
    code: &Arc<Verified>,
    uniforms: &[u32],
    block: &[u32],
    storage: &[u32],
    lanes: u64,
) -> (Run, Vec<[u32; 64]>) {
    let range = |words: &[u32]| {
        let memory = Memory::new(words.len() * 4).unwrap();
        words.iter().enumerate().for_each(|(index, &word)| memory.set_word(index, word));
        BufferRange { memory: Some(Arc::new(memory)), offset: 0, size: words.len() * 4 }
    };
    let resources = Resources {
        uniforms: uniforms.to_vec(),
        uniform_blocks: vec![range(block)],
        storage_blocks: vec![range(storage)],
        atomic_buffers: vec![range(&[0; 4])],
        ..Resources::default()
    };
    let shared = Memory::new(4096).unwrap();
    let mut wave = Wave::default().with_execution(execution);
    // Registers start with garbage, as between draws.
    wave.load(&verified(Bytecode { registers: code.registers, ..Bytecode::default() }), &resources);
    for register in 0..code.registers {
        *wave.register_mut(register as u16) = Lanes([0x7FC0_1234; 64]);
    }
    wave.load(code, &resources);
    for &(register, what) in &code.inputs {
        *wave.register_mut(register) = Lanes(std::array::from_fn(|lane| input(what, lane as u32)));
    }
    wave.start(code, lanes);
    let (mut budget, cancel) = (1 << 22, AtomicBool::new(false));
    loop {
        let mut context = ExecutionContext { shared: Some(&shared), ..ExecutionContext::new(&resources, &cancel, &mut budget, lanes) };
        match wave.run(code, &mut context) {
            Stop::Done => break,
            Stop::Barrier => {}
            Stop::Interrupted => panic!("interrupted"),
        }
    }
    let mut position = vec![[0.0; 4]; 64];
    for &(register, output) in &code.outputs {
        let component = match output {
            Output::Varying { slot: 0, component } | Output::AllColors { component } => component,
            _ => continue,
        };
        for (lane, value) in position.iter_mut().enumerate() {
            value[usize::from(component)] = f32::from_bits(wave.register(register).0[lane]);
        }
    }
    let memory = resources.storage_blocks[0].memory.as_ref().unwrap();
    let words = code.outputs.iter().map(|&(register, _)| wave.register(register).0).collect();
    (Run { position, storage: (0..storage.len()).map(|index| memory.word(index)).collect(), code: code.clone() }, words)
}

/// Runs a vertex shader. `uniforms` are the words of the default block in order of declaration.
pub fn run_with(text: &str, uniforms: &[u32], block: &[u32], storage: &[u32]) -> Run {
    let program = program(&[(Stage::Vertex, text)]);
    let code = &program.vertex.as_ref().unwrap().code;
    run_code(code, uniforms, block, storage, u64::MAX)
}

/// Checks that main, with this body, lane `i` and float `x = i`, gives `expected` for each lane of a vertex shader.
pub fn check(declarations: &str, body: &str, expected: impl Fn(u32) -> [f32; 4]) {
    check_with(declarations, body, &[], expected);
}

/// Checks likewise with the words of the default block.
pub fn check_with(declarations: &str, body: &str, uniforms: &[u32], expected: impl Fn(u32) -> [f32; 4]) {
    let text = format!("#version 450\n{declarations}\nvoid main() {{ int i = gl_VertexID; float x = float(i);\n{body}\n}}\n");
    compare(&without_inlining(|| run_with(&text, uniforms, &[], &[])), body, &expected);
    compare(&run_with(&text, uniforms, &[], &[]), body, &expected);
}

/// Compares the positions of the lanes with what is expected.
fn compare(run: &Run, body: &str, expected: &impl Fn(u32) -> [f32; 4]) {
    for lane in 0..64 {
        let (found, wanted) = (run.position[lane as usize], expected(lane));
        let near = |a: f32, b: f32| a == b || (a - b).abs() <= 1e-5 * b.abs().max(1.0) || a.is_nan() && b.is_nan();
        assert!(
            found.iter().zip(wanted).all(|(&a, b)| near(a, b)),
            "lane {lane}: {found:?}, expected {wanted:?}\n{body}\n{}",
            listing(&run.code)
        );
    }
}

/// Returns the code as text, for messages.
pub fn listing(code: &Bytecode) -> String {
    let mut text = format!("splats {:?}\ninputs {:?}\noutputs {:?}\n", code.splats, code.inputs, code.outputs);
    for (index, op) in code.ops.iter().enumerate() {
        text += &format!("{index:4} {:?} {} <- {} {} {} {:?}\n", op.code, op.dst, op.a, op.b, op.c, op.payload);
    }
    text
}
