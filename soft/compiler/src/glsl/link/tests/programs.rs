//! The inputs and outputs of programs, and interfaces between programs of a pipeline.

use super::*;
use shader::pipeline::program::InterfaceVariable;

/// Returns name, elements, location and true for per-patch variables.
fn described(list: &[InterfaceVariable]) -> Vec<(&str, u32, i32, bool)> {
    list.iter().map(|it| (it.name.as_str(), it.elements, it.location, it.patch)).collect()
}

fn separable(texts: Texts) -> LinkedStages {
    attempt(texts, &LinkOptions { separable: true, ..LinkOptions::default() }).unwrap_or_else(|log| panic!("{log}"))
}

#[test]
fn inputs_and_outputs_of_a_geometry_program() {
    let text = "#version 440
layout(points) in;
layout(points, max_vertices = 1) out;
struct S { float a; vec2 b[2]; };
layout(location = 2) in S s[];
in Named { vec4 v; float w[3]; } named[];
layout(location = 5) out Plain { vec4 p; layout(location = 9) vec4 q; };
out float unused;
void main() {
    gl_Position = gl_in[0].gl_Position + named[0].v + named[0].w[1] + s[0].a + s[0].b[1].x;
    p = q = vec4(gl_PrimitiveIDIn);
    EmitVertex();
}";
    let result = separable(&[(G, text)]);
    let inputs = [
        ("s[0].a", 1, 2, false),
        ("s[0].b[0]", 2, 3, false),
        ("Named.v", 1, -1, false),
        ("Named.w[0]", 3, -1, false),
        ("gl_PerVertex.gl_Position", 1, -1, false),
        ("gl_PrimitiveIDIn", 1, -1, false),
    ];
    let mut found = described(&result.program.inputs);
    found.sort_unstable();
    let mut wanted = inputs.to_vec();
    wanted.sort_unstable();
    assert_eq!(found, wanted);
    assert_eq!(described(&result.program.outputs), [("p", 1, 5, false), ("q", 1, 9, false), ("gl_Position", 1, -1, false)]);
    assert!(result.program.outputs.iter().all(|output| output.index == -1 && output.stages == 1 << 3));
}

#[test]
fn inputs_and_outputs_of_a_control_program() {
    let text = "#version 440
layout(vertices = 3) out;
in vec4 v[];
out vec4 w[];
patch out float p[2];
void main() { w[gl_InvocationID] = v[gl_InvocationID]; p[0] = 1.0; gl_TessLevelOuter[0] = 1.0; }";
    let result = separable(&[(TC, text)]);
    assert_eq!(described(&result.program.inputs), [("v[0]", 32, -1, false), ("gl_InvocationID", 1, -1, false)]);
    assert_eq!(described(&result.program.outputs), [("w[0]", 3, -1, false), ("p[0]", 2, -1, true), ("gl_TessLevelOuter[0]", 4, -1, true)]);
}

#[test]
fn inputs_of_vertices_outputs_of_fragments_and_inputs_of_compute_shaders() {
    let vertex = "#version 440\nin vec4 a[2];\nvoid main() { gl_Position = a[0] + a[1] + gl_VertexID; }";
    let fragment = "#version 440\nlayout(location = 1) out vec4 c[2];\nlayout(location = 0, component = 2) out float d;\nvoid main() { c[0] = c[1] = vec4(1.0); d = 1.0; }";
    let result = linked(&[(V, vertex), (F, fragment)]);
    let mut inputs = described(&result.program.inputs);
    inputs.sort_unstable();
    assert_eq!(inputs, [("a[0]", 2, 0, false), ("gl_VertexID", 1, -1, false)]);
    let mut outputs: Vec<_> = result.program.outputs.iter().map(|it| (it.name.as_str(), it.location, it.component, it.index)).collect();
    outputs.sort_unstable();
    assert_eq!(outputs, [("c[0]", 1, 0, 0), ("d", 0, 2, 0)]);
    let compute = "#version 440\nlayout(local_size_x = 1) in;\nbuffer B { uint x; };\nvoid main() { x = gl_NumWorkGroups.x; }";
    let result = linked(&[(C, compute)]);
    assert_eq!(described(&result.program.inputs), [("gl_NumWorkGroups", 1, -1, false)]);
    assert_eq!(described(&result.program.outputs), []);
}

#[test]
fn arrays_of_blocks_share_their_members_and_top_level_arrays_are_aggregates() {
    let text = "#version 430
layout(local_size_x = 1) in;
struct S { float x; };
buffer B { float plain[4]; float deep[3][2]; S all[]; } b[2];
void main() { b[0].plain[0] = b[1].all[3].x; }";
    let result = linked(&[(C, text)]);
    let blocks: Vec<_> = result.program.storage_blocks.iter().map(|block| (block.name.as_str(), block.first)).collect();
    assert_eq!(blocks, [("B[0]", 0), ("B[1]", 0)]);
    let tops: Vec<_> = result
        .program
        .uniforms
        .iter()
        .filter_map(|uniform| {
            uniform.block.map(|block| (uniform.name.as_str(), block.top_level_array_size, block.top_level_array_stride > 0))
        })
        .collect();
    assert_eq!(tops, [("B.plain[0]", 1, false), ("B.deep[0][0]", 3, true), ("B.all[0].x", 0, true)]);
}

const ES_VERTEX: &str = "#version 310 es\nVARYINGS\nvoid main() { gl_Position = vec4(0.0); WRITES }";
const ES_FRAGMENT: &str = "#version 310 es\nprecision mediump float;\nVARYINGS\nout vec4 o;\nvoid main() { o = vec4(0.0); READS }";

/// Links the stages of two programs of a pipeline; returns the log if they do not match.
fn between(vertex: [&str; 2], fragment: [&str; 2], es: bool) -> Result<LinkedStages, String> {
    let mut vertex_text = ES_VERTEX.replace("VARYINGS", vertex[0]).replace("WRITES", vertex[1]);
    let mut fragment_text = ES_FRAGMENT.replace("VARYINGS", fragment[0]).replace("READS", fragment[1]);
    if !es {
        vertex_text = vertex_text.replace("310 es", "430");
        fragment_text = fragment_text.replace("310 es", "430");
    }
    let options = LinkOptions { programs: [0, 0, 0, 0, 4, 0], es, ..LinkOptions::default() };
    attempt(&[(V, &vertex_text), (F, &fragment_text)], &options)
}

#[test]
fn programs_of_es_match_exactly() {
    let good = |vertex, fragment| between(vertex, fragment, true).map(drop);
    let bad = |vertex, fragment, what: &str| {
        let log = between(vertex, fragment, true).map(drop).expect_err("an error");
        assert!(log.contains(what), "{log}");
    };
    assert_eq!(good(["out mediump float v;", "v = 1.0;"], ["in mediump float v;", "o += v;"]), Ok(()));
    assert_eq!(
        good(["layout(location = 1) out mediump float a;", "a = 1.0;"], ["layout(location = 1) in mediump float b;", "o += b;"]),
        Ok(())
    );
    assert_eq!(good(["out mediump float v;", "v = 1.0;"], ["in float v;", "o += v;"]), Ok(()), "the default precision");
    bad(["out mediump float v;", "v = 1.0;"], ["in highp float v;", "o += v;"], "different precisions");
    bad(["out mediump float v, w;", "v = w = 1.0;"], ["in mediump float v;", "o += v;"], "no matching input");
    bad(["out mediump float v;", "v = 1.0;"], ["in mediump float v, w;", "o += v + w;"], "no matching output");
    bad(["out mediump float v;", "v = 1.0;"], ["layout(location = 3) in mediump float v;", "o += v;"], "no matching output");
    bad(["out mediump float v;", "v = 1.0;"], ["in mediump vec2 v;", "o += v.x;"], "different types");
    bad(["flat out mediump float v;", "v = 1.0;"], ["in mediump float v;", "o += v;"], "interpolation");
    let first = ["struct S { mediump float x; };\nout S v;", "v.x = 1.0;"];
    bad(first, ["struct S { highp float x; };\nin S v;", "o += v.x;"], "different precisions");
    bad(first, ["struct T { mediump float x; };\nin T v;", "o += v.x;"], "different types");
}

#[test]
fn mismatched_inputs_of_desktop_programs_are_undefined() {
    let linked = |vertex, fragment| between(vertex, fragment, false).unwrap_or_else(|log| panic!("{log}"));
    let result = linked(["out float v;", "v = 1.0;"], ["in float w;", "o += w;"]);
    assert_eq!(location_of(&result, F, "w"), Some(Location::Unassigned));
    let result = linked(["out float v;", "v = 1.0;"], ["in vec2 v;", "o += v.x;"]);
    assert_eq!(location_of(&result, F, "v"), Some(Location::Unassigned));
    let result = linked(["flat out float v;", "v = 1.0;"], ["in float v;", "o += v;"]);
    assert_eq!(location_of(&result, F, "v"), location_of(&result, V, "v"), "the interpolation may differ");
    let result = linked(["layout(location = 2) out vec4 v;", "v = vec4(1.0);"], ["layout(location = 2) in vec2 w;", "o += w.x;"]);
    assert_eq!(location_of(&result, F, "w"), location_of(&result, V, "v"));
}
