//! Tests of uniforms, blocks, storage, inputs and outputs, the other stages.

use super::{check, program, run_code};
use base::hir::Stage;
use shader::ir::bytecode::{Code, Input, Output, Payload, Word};

#[test]
fn stores_are_side_effects() {
    let text = "#version 450\nlayout(std430) buffer B { uint count; };\nvoid main() { atomicAdd(count, 2u); gl_Position = vec4(0.0); }";
    assert!(program(&[(Stage::Vertex, text)]).vertex.as_ref().unwrap().code.has_side_effects);
}

#[test]
fn attributes() {
    check("layout(location = 2) in vec3 a; layout(location = 5) in mat2 m;", "gl_Position = vec4(a.xz, m[1]);", |i| {
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
