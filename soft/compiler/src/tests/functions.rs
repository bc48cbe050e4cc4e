//! Tests of functions that stay functions. (`check` runs the code of every test in this folder with and without inlining.)

use super::{check, listing, program, run_code, run_with, without_inlining};
use base::hir::Stage;
use shader::ir::bytecode::{Bytecode, Code, Encoded, Op};
use shader::ir::{Verified, verify};
use std::sync::Arc;

/// Compiles the text of a vertex shader whose functions stay functions.
fn called(text: &str) -> Arc<Verified> {
    let program = without_inlining(|| program(&[(Stage::Vertex, text)]));
    program.vertex.as_ref().unwrap().code.clone()
}

fn count(code: &Bytecode, of: Code) -> usize {
    code.ops.iter().filter(|op| op.code == of).count()
}

#[test]
fn a_function_is_lowered_once() {
    let code = called(
        "#version 450
        float g(float x) { return x * 3.0 + 1.0; }
        float f(float x) { return g(x) + g(x + 1.0); }
        void main() { gl_Position = vec4(f(1.0), f(float(gl_VertexID)), g(2.0), 1.0); }",
    );
    assert_eq!((count(&code, Code::Function), count(&code, Code::FunctionEnd), count(&code, Code::Call)), (2, 2, 5), "{}", listing(&code));
    // Each call leads forward.
    let calls = code.ops.iter().enumerate().filter(|(_, op)| op.code == Code::Call);
    assert!(calls.clone().all(|(index, op)| op.target() > index), "{}", listing(&code));
}

#[test]
fn arguments_and_results() {
    check(
        "void f(in float a, out float b, inout vec2 c) { b = a * 2.0; a = 7.0; c = c.yx + vec2(a, b); }",
        "float b; vec2 c = vec2(x, 1.0); f(x, b, c); float d; f(b, d, c); gl_Position = vec4(b, d, c);",
        |i| {
            let x = i as f32;
            let (b, c) = (2.0 * x, [1.0 + 7.0, x + 2.0 * x]);
            let d = 2.0 * b;
            [b, d, c[1] + 7.0, c[0] + d]
        },
    );
    // Both results go to the other's registers.
    check(
        "void swap(inout float a, inout float b) { float t = a; a = b; b = t; }",
        "float y = 5.0; swap(x, y); gl_Position = vec4(x, y, 0, 0);",
        |i| [5.0, i as f32, 0.0, 0.0],
    );
    check("float f(float x) { return x * x + 1.0; }", "gl_Position = vec4(f(f(x)), f(f(f(1.0))), f(x) - f(f(2.0)), 0);", |i| {
        let f = |x: f32| x * x + 1.0;
        let x = i as f32;
        [f(f(x)), f(f(f(1.0))), f(x) - f(f(2.0)), 0.0]
    });
    check(
        "struct S { float a[5]; vec2 b; }; S f(S s, int n) { s.a[n] = s.b.y; s.b = s.b.yx; return s; }",
        "S s; for (int k = 0; k < 5; k++) s.a[k] = float(k); s.b = vec2(x, 9.0); s = f(f(s, i % 5), 2); gl_Position = vec4(s.a[i % 5], s.a[2], s.b);",
        |i| {
            let x = i as f32;
            [if i % 5 == 2 { x } else { 9.0 }, x, x, 9.0]
        },
    );
}

#[test]
fn lanes_that_do_not_call_keep_their_values() {
    check(
        "float g = 1.0; void f(inout float a) { if (a > 20.0) { a = -a; return; } g += a; a += 100.0; }",
        "float a = x; if ((i & 1) == 0) f(a); else if (i > 40) { f(a); f(a); } gl_Position = vec4(a, g, 0, 0);",
        |i| {
            let (mut a, mut g) = (i as f32, 1.0);
            let calls = if i & 1 == 0 {
                1
            } else if i > 40 {
                2
            } else {
                0
            };
            for _ in 0..calls {
                if a > 20.0 {
                    a = -a;
                } else {
                    g += a;
                    a += 100.0;
                }
            }
            [a, g, 0.0, 0.0]
        },
    );
}

#[test]
fn calls_in_loops_that_lanes_leave() {
    check(
        "bool f(inout float s, int k, int i) { for (int j = 0; j < 3; j++) { if (j + k > i) return true; s += float(j); } return k == 5; }",
        "float s = 0.0; int k = 0; while (true) { if (f(s, k, i)) break; if (++k > 8) break; if ((k & 1) == 0) continue; s += 0.5; } gl_Position = vec4(s, k, 0, 0);",
        |i| {
            let (mut s, mut k) = (0.0f32, 0u32);
            let f = |s: &mut f32, k: u32| {
                for j in 0..3 {
                    if j + k > i {
                        return true;
                    }
                    *s += j as f32;
                }
                k == 5
            };
            loop {
                if f(&mut s, k) {
                    break;
                }
                k += 1;
                if k > 8 {
                    break;
                }
                if k & 1 == 0 {
                    continue;
                }
                s += 0.5;
            }
            [s, k as f32, 0.0, 0.0]
        },
    );
}

#[test]
fn functions_share_globals_and_outputs() {
    check(
        "float table[6]; float late = 2.0; void set(int n, float v) { table[n] = v; gl_Position.w += 1.0; } float get(int n) { return table[n] * late; }",
        "gl_Position = vec4(0); for (int k = 0; k < 6; k++) set(k, x + float(k)); late = 3.0; if (i > 9) set(i % 6, -1.0); gl_Position.xyz = vec3(get(i % 6), get(0), get(5));",
        |i| {
            let mut table: Vec<f32> = (0..6).map(|k| (i + k) as f32).collect();
            if i > 9 {
                table[i as usize % 6] = -1.0;
            }
            [table[i as usize % 6] * 3.0, table[0] * 3.0, table[5] * 3.0, if i > 9 { 7.0 } else { 6.0 }]
        },
    );
    // The initialiser of a global calls a function that reads another one.
    check(
        "float a = 3.0; float f(float x) { a += 1.0; return a * x; } float b = f(2.0); float c = f(b);",
        "gl_Position = vec4(a, b, c, f(x));",
        |i| [5.0, 8.0, 40.0, 6.0 * i as f32],
    );
}

#[test]
fn functions_store_to_buffers_for_active_lanes() {
    let text = "#version 450
        layout(std430, binding = 0) buffer B { uint words[]; };
        void f(uint at) { if (at > 40u) return; words[at] += 1u; }
        void main() { uint i = uint(gl_VertexID); if ((i & 1u) == 0u) f(i); f(i); gl_Position = vec4(0); }";
    for functions in [false, true] {
        let run = if functions { without_inlining(|| run_with(text, &[], &[0], &[0; 64])) } else { run_with(text, &[], &[0], &[0; 64]) };
        assert_eq!(count(&run.code, Code::Call) > 0, functions);
        for (lane, word) in (0u32..).zip(run.storage) {
            assert_eq!(word, if lane > 40 { 0 } else { 2 - lane % 2 }, "lane {lane}");
        }
    }
}

/// Calls that double: everything inlined would be a million calls of a chain of twenty functions.
#[test]
fn functions_stay_functions_where_inlining_is_too_much() {
    let chain: String = (1..=40)
        .map(|n| format!("float f{n}(float x, int n) {{ if (n < {n}) return f{0}(x, n); return f{0}(x, n) + f{0}(x * 2.0, n); }}\n", n - 1))
        .collect();
    let text = format!(
        "#version 450\nfloat f0(float x, int n) {{ return x + 1.0; }}\n{chain}void main() {{ gl_Position = vec4(f40(float(gl_VertexID), 6)); }}\n"
    );
    let run = run_with(&text, &[], &[], &[]);
    assert!(count(&run.code, Code::Function) >= 39 && run.code.ops.len() < 2000, "{}", listing(&run.code));
    fn expected(x: f32, n: u32) -> f32 {
        if n == 0 { x + 1.0 } else { expected(x, n - 1) + expected(x * 2.0, n - 1) }
    }
    for (lane, position) in run.position.iter().enumerate() {
        assert_eq!(position[0], expected(lane as f32, 6), "lane {lane}");
    }
    // What is called once is inlined.
    let text = text
        .replace("void main()", "float once(float x) { return x; } void main()")
        .replace("gl_Position = vec4(", "gl_Position = vec4(once(2.0) * ");
    assert_eq!(count(&run_with(&text, &[], &[], &[]).code, Code::Function), count(&run.code, Code::Function));
}

/// A call overwrites no register that its caller needs afterwards.
#[test]
fn values_survive_calls() {
    let sums: String = (0..40).map(|n| format!("float v{n} = x + {n}.0;")).collect();
    let uses: String = (0..40).map(|n| format!("s += v{n} * {}.0;", n + 1)).collect();
    let inner: String = (0..30).map(|n| format!("float w{n} = a * {n}.0 + b;")).collect();
    let total: String = (0..30).map(|n| format!("t += w{n};")).collect();
    check(
        &format!(
            "float g(float a, float b) {{ float t = 0.0; {inner} {total} return t; }}
            float f(float a) {{ float c = a + 1.0, d = a * 2.0; return g(a, c) + g(c, d) + c * d; }}"
        ),
        &format!("{sums} float s = f(x) + f(x + 1.0); {uses} gl_Position = vec4(s * 0.001);"),
        |i| {
            let g = |a: f64, b: f64| (0..30).map(|n| a * f64::from(n) + b).sum::<f64>();
            let f = |a: f64| g(a, a + 1.0) + g(a + 1.0, a * 2.0) + (a + 1.0) * a * 2.0;
            let x = f64::from(i);
            [((f(x) + f(x + 1.0) + (0..40).map(|n| (x + f64::from(n)) * f64::from(n + 1)).sum::<f64>()) * 0.001) as f32; 4]
        },
    );
}

#[test]
fn rejects_calls_that_do_not_lead_to_functions() {
    use Code::*;
    let op = |code: Code, target: u32| Op { code, dst: 0, a: 0, b: 0, c: 0, payload: Encoded::from_bits(0, target) };
    let accepted = |ops: &[Op], depth: u32| verify(Bytecode { ops: ops.to_vec(), registers: 1, depth, ..Bytecode::default() }).is_ok();
    let good = [op(Call, 2), op(End, 0), op(Function, 0), op(Enter, 0), op(Return, 0), op(Leave, 0), op(FunctionEnd, 2)];
    assert!(accepted(&good, 2) && !accepted(&good, 1));
    let with = |at: usize, op: Op| {
        let mut ops = good.to_vec();
        ops[at] = op;
        accepted(&ops, 9)
    };
    assert!(with(3, op(FNeg, 0)) || !with(3, op(Function, 0)));
    // Targets that are no function, or before the call.
    assert!(!with(0, op(Call, 1)) && !with(0, op(Call, 3)) && !with(0, op(Call, 70)) && !with(4, op(Call, 2)));
    // Functions that code runs into, and jumps into and out of them.
    assert!(!with(1, op(FNeg, 0)) && !with(0, op(Jump, 3)) && !with(0, op(Jump, 2)) && !with(3, op(Jump, 0)));
    assert!(!with(6, op(End, 0)) && !with(6, op(FunctionEnd, 1)));
    // A return of the caller's lanes.
    let returns = [op(Call, 2), op(End, 0), op(Function, 0), op(Return, 0), op(FunctionEnd, 2)];
    assert!(!accepted(&returns, 9));
    assert!(!accepted(
        &[
            op(Enter, 0),
            op(Call, 4),
            op(Leave, 0),
            op(End, 0),
            op(Function, 0),
            op(Enter, 0),
            op(Return, 1),
            op(Leave, 0),
            op(FunctionEnd, 4)
        ],
        9
    ));
}

#[test]
fn calls_cost_the_length_of_the_function() {
    use shader::exec::{ExecutionContext, Stop, Wave};
    use shader::pipeline::state::Resources;
    let chain: String = (1..=30).map(|n| format!("void f{n}() {{ f{0}(); f{0}(); }}\n", n - 1)).collect();
    let code =
        called(&format!("#version 450\nfloat g; void f0() {{ g += 1.0; }}\n{chain}void main() {{ f30(); gl_Position = vec4(g); }}\n"));
    let (resources, cancel) = (Resources::default(), Default::default());
    let mut budget = 100_000;
    let mut wave = Wave::default();
    wave.load(&code, &resources);
    wave.start(&code, u64::MAX);
    let mut context = ExecutionContext::new(&resources, &cancel, &mut budget, u64::MAX);
    assert_eq!(wave.run(&code, &mut context), Stop::Interrupted);
    assert_eq!(budget, 0);
    // Lanes that are not active do not call.
    let text = "#version 450\nfloat g; void f0() { g += 1.0; }\n".to_owned()
        + &chain
        + "uniform int n; void main() { if (gl_VertexID > 100) f30(); gl_Position = vec4(g); }\n";
    let code = called(&text);
    assert_eq!(run_code(&code, &[0], &[], &[], u64::MAX).position[3], [0.0; 4]);
}
