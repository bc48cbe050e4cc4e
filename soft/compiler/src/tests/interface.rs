//! Tests of uniforms, blocks, storage, inputs and outputs, the other stages.

use super::{check_with, program, run_code};
use base::hir::Stage;
use shader::ir::bytecode::{Code, Input, Output, Payload, Word};

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

#[test]
fn uniforms() {
    let words = bits(&(0..16).map(|n| n as f32).collect::<Vec<_>>());
    check_with("uniform mat4 m;", "gl_Position = m * vec4(x, 1, 0, 0);", &words, &[], &[], |i| {
        let x = i as f32;
        [4.0, x + 5.0, 2.0 * x + 6.0, 3.0 * x + 7.0]
    });
    check_with("uniform vec2 v[8];", "gl_Position = vec4(v[i & 7], v[2]);", &words, &[], &[], |i| {
        let k = (i & 7) as f32 * 2.0;
        [k, k + 1.0, 4.0, 5.0]
    });
    check_with("uniform bool b[3];", "gl_Position = vec4(b[0], b[1], b[i % 3], b[2] == true);", &[1, 0, 7], &[], &[], |i| {
        [1.0, 0.0, f32::from(i % 3 != 1), 1.0]
    });
}

#[test]
fn uniform_blocks() {
    let mut block = bits(&(0..40).map(|n| n as f32).collect::<Vec<_>>());
    block[20] = 2;
    let declaration = "layout(std140) uniform B { float a; vec2 b; layout(row_major) mat2 m; float t[2]; bool flag; } u;";
    // a at 0, b at 2, m's rows at 4 and 8, t at 12 and 16, flag at 20.
    check_with(declaration, "gl_Position = vec4(u.a, u.b.y, u.m[1].y, u.t[i & 1]);", &[], &block, &[], |i| {
        [0.0, 3.0, 9.0, if i & 1 == 0 { 12.0 } else { 16.0 }]
    });
    check_with(declaration, "gl_Position = vec4(u.flag, u.m[0].y, u.m[1].x, u.m[i & 1][1]);", &[], &block, &[], |i| {
        [1.0, 8.0, 5.0, if i & 1 == 0 { 8.0 } else { 9.0 }]
    });
}

#[test]
fn storage_blocks() {
    let declaration = "layout(std430) buffer B { uint count; float a[64]; };";
    let run = check_with(
        declaration,
        "uint n = atomicAdd(count, 2u); if ((i & 1) == 1) { a[i] = x * 2.0; } gl_Position = vec4(a.length(), 0, 0, 0); if (i == 100) a[0] = float(n);",
        &[],
        &[],
        &[0; 65],
        |_| [64.0, 0.0, 0.0, 0.0],
    );
    assert_eq!(run.storage[0], 128);
    for lane in 0..64 {
        let expected = if lane & 1 == 1 { lane as f32 * 2.0 } else { 0.0 };
        assert_eq!(f32::from_bits(run.storage[lane + 1]), expected);
    }
    assert!(run.code.has_side_effects);
}

#[test]
fn inactive_lanes_store_nothing() {
    let run = check_with(
        "layout(std430) buffer B { uint a[64]; };",
        "for (int k = 0; k < 10; k++) { if (k == i) break; if (k > 4) continue; a[i]++; } gl_Position = vec4(0);",
        &[],
        &[],
        &[0; 64],
        |_| [0.0; 4],
    );
    for lane in 0..64 {
        assert_eq!(run.storage[lane], lane.min(5) as u32);
    }
}

#[test]
fn attributes() {
    check_with("layout(location = 2) in vec3 a; layout(location = 5) in mat2 m;", "gl_Position = vec4(a.xz, m[1]);", &[], &[], &[], |i| {
        let at = |location: u32, component: u32| (i * 8 + location) as f32 + component as f32 * 0.25;
        [at(2, 0), at(2, 2), at(6, 0), at(6, 1)]
    });
}

#[test]
fn fragment_shaders() {
    let vertex = "#version 330\nout vec3 v; flat out int n; out B { vec2 p; } b; void main() { v = vec3(1); n = 2; b.p = vec2(3); gl_Position = vec4(0); }";
    let fragment = "#version 330\nin vec3 v; flat in int n; in B { vec2 p; } b; layout(location = 1) out vec2 c;\
        void main() { if (v.z > 2.0) discard; c = v.xy + b.p * float(n); gl_FragDepth = v.x; }";
    let program = program(&[(Stage::Vertex, vertex), (Stage::Fragment, fragment)]);
    let code = &program.fragment.as_ref().unwrap().0.code;
    assert!(code.uses_discard && code.writes_depth && !code.has_side_effects);
    let outputs: Vec<Output> = code.outputs.iter().map(|&(_, output)| output).collect();
    for component in 0..2 {
        assert!(outputs.contains(&Output::FragmentColor { location: 1, index: 0, component }));
    }
    assert!(outputs.contains(&Output::FragmentDepth));
    // The fragment stage reads each slot that the vertex stage writes.
    let written = program.vertex.as_ref().unwrap().code.outputs.len();
    assert!(written >= 4 + 3 + 1 + 2);
    for &(_, input) in &code.inputs {
        if let Input::Varying { slot, component, .. } = input {
            let wanted = Output::Varying { slot, component };
            assert!(program.vertex.as_ref().unwrap().code.outputs.iter().any(|&(_, output)| output == wanted));
        }
    }
}

#[test]
fn geometry_shaders_move_outputs_before_each_vertex() {
    let vertex = "#version 330\nout vec2 v; void main() { v = vec2(1); gl_Position = vec4(0); }";
    let geometry = "#version 330\nlayout(triangles) in; layout(triangle_strip, max_vertices = 3) out; in vec2 v[]; out vec2 w;\
        void main() { for (int k = 0; k < 3; k++) { gl_Position = gl_in[k].gl_Position; w = v[k] * 2.0; EmitVertex(); } EndPrimitive(); }";
    let fragment = "#version 330\nin vec2 w; out vec4 c; void main() { c = vec4(w, 0, 1); }";
    let program = program(&[(Stage::Vertex, vertex), (Stage::Geometry, geometry), (Stage::Fragment, fragment)]);
    let code = &program.geometry.as_ref().unwrap().0.code;
    let count = |code_wanted: Code| code.ops.iter().filter(|op| op.code == code_wanted).count();
    assert_eq!((count(Code::EmitVertex), count(Code::EndPrimitive), count(Code::LoadVertex)), (1, 1, 6));
    assert!(code.outputs.len() >= 6);
}

#[test]
fn input_arrays_of_every_length_are_indexed() {
    let vertex = "#version 330\nout B { float v[100]; } b; uniform int n;\
        void main() { for (int k = 0; k < 100; k++) b.v[k] = n; gl_Position = vec4(0); }";
    let geometry = "#version 330\nlayout(points) in; layout(points, max_vertices = 1) out; in B { float v[100]; } b[]; uniform int n;\
        void main() { gl_Position = vec4(b[0].v[n]); EmitVertex(); }";
    let fragment = "#version 330\nout vec4 c; void main() { c = vec4(1); }";
    let program = program(&[(Stage::Vertex, vertex), (Stage::Geometry, geometry), (Stage::Fragment, fragment)]);
    let code = &program.geometry.as_ref().unwrap().0.code;
    // Every element has a slot of four words.
    let words: Vec<u32> = code.ops.iter().filter(|op| op.code == Code::LoadVertex).map(|op| Word::decode(op.payload).0).collect();
    let first = words.iter().min().unwrap();
    assert!((0..100).all(|element| words.contains(&(first + element * 4))));
}

#[test]
fn compute_shaders() {
    let text = "#version 430\nlayout(local_size_x = 64) in; layout(std430) buffer B { uint a[64]; }; shared uint s[64];\
        void main() { uint i = gl_LocalInvocationIndex; s[i] = i * 3u; barrier(); a[i] = s[63u - i] + gl_GlobalInvocationID.x; }";
    let program = program(&[(Stage::Compute, text)]);
    let code = &program.compute.as_ref().unwrap().0.code;
    assert!(code.uses_barrier);
    assert_eq!(code.shared_size, 256);
    let run = run_code(code, &[], &[], &[0; 64], u64::MAX);
    for lane in 0..64 {
        assert_eq!(run.storage[lane as usize], (63 - lane) * 3 + lane);
    }
}
