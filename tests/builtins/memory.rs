//! Atomic functions, counters and barriers, in work groups of 128 invocations.

use crate::bounded::Expect;
use crate::program::{Expected, INVOCATIONS, Program, UINT, Work, buffers};
use crate::signatures::Language;
use crate::types::{Scalar, Ty};
use std::fmt::Write;

/// The counters' values when a program begins.
pub const COUNTERS: [u32; 3] = [100, 200, 7];

/// The name of an atomic function, and its result for a value and an operand, as 64-bit numbers.
type Atomic = (&'static str, fn(i64, i64) -> i64);
const ATOMICS: [Atomic; 8] = [
    ("atomicAdd", |a, b| a + b),
    ("atomicMin", |a, b| a.min(b)),
    ("atomicMax", |a, b| a.max(b)),
    ("atomicAnd", |a, b| a & b),
    ("atomicOr", |a, b| a | b),
    ("atomicXor", |a, b| a ^ b),
    ("atomicExchange", |_, b| b),
    // Compares with 3, which every fourth value equals.
    ("atomicCompSwap", |a, b| if a == 3 { b } else { a }),
];

const BARRIERS: [&str; 7] = [
    "barrier",
    "memoryBarrier",
    "memoryBarrierShared",
    "memoryBarrierBuffer",
    "memoryBarrierImage",
    "memoryBarrierAtomicCounter",
    "groupMemoryBarrier",
];

/// Returns a program of one work group; `i` is the index of the invocation.
fn compute(name: &str, language: Language, declarations: &str, body: &str, cases: Vec<String>, output_words: usize) -> Program {
    let head = language.head();
    let text = format!(
        "{head}layout(local_size_x = {INVOCATIONS}) in;\n{}{declarations}void main() {{\n    uint i = gl_LocalInvocationIndex;\n{body}}}\n",
        buffers(false)
    );
    Program {
        name: name.to_owned(),
        language,
        work: Work::Compute,
        shaders: vec![(crate::gl::COMPUTE_SHADER, text)],
        input: vec![0; 2],
        output_words,
        cases,
        expected: Vec::new(),
    }
}

fn number(value: i64, scalar: Scalar) -> Expect {
    Expect::Exact(if scalar == Scalar::Int { f64::from(value as i32) } else { f64::from(value as u32) })
}

/// Returns a program with an atomic function on the storage buffer or shared memory: on one word for each invocation, and on one word for
/// all.
fn atomic((name, function): Atomic, scalar: Scalar, shared: bool, language: Language) -> Program {
    let ty = Ty::vector(scalar, 1);
    let (t, out) = (ty.name(), format!("{}_out", ty.name()));
    // Words: the values before, the values after, and the common word.
    let word = |index: &str| if shared { format!("words[{index}]") } else { format!("{out}[{index} + {}u]", 2 * INVOCATIONS) };
    let compare = if name == "atomicCompSwap" { format!("{t}(3), ") } else { String::new() };
    let mut body = String::new();
    let _ = writeln!(body, "    {} = {t}(int(i) % 4 * 5 - 12);", word("i"));
    let _ = writeln!(body, "    if (i == 0u) {} = {t}(3);", word(&format!("{INVOCATIONS}u")));
    let _ = writeln!(body, "    memoryBarrierBuffer(); memoryBarrierShared(); barrier();");
    let _ = writeln!(body, "    {out}[i] = {name}({}, {compare}{t}(int(i) * 3 + 1));", word("i"));
    // Commutative functions use different operands in all invocations; the others use one operand.
    let all = if matches!(name, "atomicExchange" | "atomicCompSwap") { "77" } else { "int(i) | 64" };
    let _ = writeln!(body, "    {name}({}, {compare}{t}({all}));", word(&format!("{INVOCATIONS}u")));
    let _ = writeln!(body, "    memoryBarrierBuffer(); memoryBarrierShared(); barrier();");
    let _ = writeln!(body, "    {out}[i + {INVOCATIONS}u] = {};", word("i"));
    let _ = writeln!(body, "    if (i == 0u) {out}[{}u] = {};", 3 * INVOCATIONS + 1, word(&format!("{INVOCATIONS}u")));
    let declarations = if shared { format!("shared {t} words[{}];\n", INVOCATIONS + 1) } else { String::new() };
    let place = if shared { "shared memory" } else { "a buffer" };
    let case = format!("{name}({t}) in {place}");
    let mut program = compute(name, language, &declarations, &body, vec![case], 3 * INVOCATIONS + 2);
    let wide = |value: i64| if scalar == Scalar::Int { value } else { i64::from(value as u32) };
    let mut expect =
        |at, value| program.expected.push(Expected { case: 0, at, ty, expect: number(value, scalar), with: format!("word {at}") });
    let mut whole = 3;
    for i in 0..INVOCATIONS as i64 {
        let before = wide(i % 4 * 5 - 12);
        expect(i as usize, before);
        expect(i as usize + INVOCATIONS, function(before, i * 3 + 1));
        whole = function(whole, if matches!(name, "atomicExchange" | "atomicCompSwap") { 77 } else { i | 64 });
    }
    expect(3 * INVOCATIONS + 1, whole);
    program
}

/// Returns a program in which every invocation writes a shared word and reads another's.
fn barriers(language: Language) -> Program {
    let mut body = String::new();
    for (index, name) in BARRIERS.iter().enumerate() {
        let _ = writeln!(body, "    words[i] = i * {}u; {name}(); barrier();", index + 1);
        let _ = writeln!(body, "    uint_out[i + {}u] = words[{}u - i]; barrier();", index * INVOCATIONS, INVOCATIONS - 1);
    }
    let cases = BARRIERS.iter().map(|name| format!("{name}()")).collect();
    let declarations = format!("shared uint words[{INVOCATIONS}];\n");
    let mut program = compute("barriers", language, &declarations, &body, cases, BARRIERS.len() * INVOCATIONS);
    for at in 0..BARRIERS.len() * INVOCATIONS {
        let (case, i) = (at / INVOCATIONS, at % INVOCATIONS);
        let expect = Expect::Exact(((INVOCATIONS - 1 - i) * (case + 1)) as f64);
        program.expected.push(Expected { case, at, ty: UINT, expect, with: format!("invocation {i}") });
    }
    program
}

/// Returns a program in which every invocation gets a distinct counter value.
fn counters(language: Language) -> Program {
    let declarations = "layout(binding = 0, offset = 0) uniform atomic_uint up;\n\
        layout(binding = 0, offset = 4) uniform atomic_uint down;\n\
        layout(binding = 0, offset = 8) uniform atomic_uint still;\n";
    let body = format!(
        "    uint_out[atomicCounterIncrement(up) - {}u] = 1u;\n\
        \x20   uint_out[atomicCounterDecrement(down) - {}u + {INVOCATIONS}u] = 2u;\n\
        \x20   memoryBarrierAtomicCounter(); barrier();\n\
        \x20   uint_out[i + {}u] = atomicCounter(up) + atomicCounter(still);\n",
        COUNTERS[0],
        COUNTERS[1] as usize - INVOCATIONS,
        2 * INVOCATIONS
    );
    let names = ["atomicCounterIncrement", "atomicCounterDecrement", "atomicCounter"];
    let cases = names.iter().map(|name| format!("{name}(atomic_uint)")).collect();
    let mut program = compute("counters", language, declarations, &body, cases, 3 * INVOCATIONS);
    for at in 0..3 * INVOCATIONS {
        let value = [1, 2, COUNTERS[0] + INVOCATIONS as u32 + COUNTERS[2]][at / INVOCATIONS];
        let expect = Expect::Exact(value.into());
        program.expected.push(Expected { case: at / INVOCATIONS, at, ty: UINT, expect, with: format!("word {at}") });
    }
    program
}

pub fn programs(language: Language) -> Vec<Program> {
    let mut programs = vec![barriers(language), counters(language)];
    for function in ATOMICS {
        for scalar in [Scalar::Uint, Scalar::Int] {
            programs.extend([false, true].map(|shared| atomic(function, scalar, shared, language)));
        }
    }
    programs
}
