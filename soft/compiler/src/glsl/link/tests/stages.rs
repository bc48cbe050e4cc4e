use super::*;

#[test]
fn a_function_may_be_defined_in_another_object() {
    let result = linked(&[
        (V, "#version 330\nvec4 there(float x); void main() { gl_Position = there(1.0); }"),
        (V, "#version 330\nuniform vec4 u; vec4 there(float x) { return u * x; }"),
        (F, PLAIN_FRAGMENT),
    ]);
    let vertex = stage(&result, V);
    assert!(vertex.functions.iter().all(|function| function.body.is_some()));
    assert!(vertex.variables[variable(vertex, "u")].used);
}

#[test]
fn a_called_function_needs_a_body() {
    let log = refused(&[(V, "#version 330\nvec4 there(); void main() { gl_Position = there(); }"), (F, PLAIN_FRAGMENT)]);
    assert!(log.contains("there") && log.contains("vertex"), "{log}");
    linked(&[(V, "#version 330\nvec4 there(); void main() { gl_Position = vec4(0.0); }"), (F, PLAIN_FRAGMENT)]);
}

#[test]
fn a_function_has_one_body() {
    let body = "#version 330\nfloat f() { return 1.0; }";
    let log =
        refused(&[(V, "#version 330\nfloat f(); void main() { gl_Position = vec4(f()); }"), (V, body), (V, body), (F, PLAIN_FRAGMENT)]);
    assert!(log.contains("more than one body"), "{log}");
}

#[test]
fn a_stage_has_one_main() {
    assert!(refused(&[(V, PLAIN_VERTEX), (V, PLAIN_VERTEX), (F, PLAIN_FRAGMENT)]).contains("more than one main"));
    assert!(refused(&[(V, "#version 330\nfloat f() { return 1.0; }"), (F, PLAIN_FRAGMENT)]).contains("no main"));
}

#[test]
fn recursion_across_objects_is_an_error() {
    let log = refused(&[
        (V, "#version 330\nfloat g(float x); float f(float x) { return g(x); } void main() { gl_Position = vec4(f(1.0)); }"),
        (V, "#version 330\nfloat f(float x); float g(float x) { return f(x); }"),
        (F, PLAIN_FRAGMENT),
    ]);
    assert!(log.contains("calls itself"), "{log}");
}

#[test]
fn objects_share_their_globals() {
    let result = linked(&[
        (V, "#version 330\nvec4 shared_one; void set(); void main() { set(); gl_Position = shared_one; }"),
        (V, "#version 330\nvec4 shared_one; void set() { shared_one = vec4(1.0); }"),
        (F, PLAIN_FRAGMENT),
    ]);
    assert_eq!(stage(&result, V).variables.iter().filter(|variable| variable.name == "shared_one").count(), 1);
    let log = refused(&[
        (V, "#version 330\nvec4 g; void set(); void main() { set(); gl_Position = g; }"),
        (V, "#version 330\nvec3 g; void set() { g = vec3(1.0); }"),
        (F, PLAIN_FRAGMENT),
    ]);
    assert!(log.contains("g is vec4") && log.contains("vec3"), "{log}");
}

#[test]
fn locals_of_two_objects_stay_apart() {
    let result = linked(&[
        (V, "#version 330\nfloat f(float x); void main() { float y = 2.0; gl_Position = vec4(f(y) + y); }"),
        (V, "#version 330\nfloat f(float x) { float y = x; return y; }"),
        (F, PLAIN_FRAGMENT),
    ]);
    assert_eq!(stage(&result, V).variables.iter().filter(|variable| variable.name == "y").count(), 2);
}

#[test]
fn es_links_with_es_of_its_version() {
    let es100 = "#version 100\nvoid main() { gl_Position = vec4(0.0); }";
    assert!(refused(&[(V, es100), (F, PLAIN_FRAGMENT)]).contains("OpenGL ES"));
    let es300 = "#version 300 es\nprecision mediump float; out vec4 c; void main() { c = vec4(0.0); }";
    assert!(refused(&[(V, es100), (F, es300)]).contains("different versions"));
}

#[test]
fn stages_need_each_other() {
    let geometry = "#version 150\nlayout(points) in; layout(points, max_vertices = 1) out; void main() { EmitVertex(); }";
    assert!(refused(&[(G, geometry), (F, PLAIN_FRAGMENT)]).contains("no vertex shader"));
    let separable = LinkOptions { separable: true, ..LinkOptions::default() };
    assert!(attempt(&[(G, geometry)], &separable).is_ok());
    let control = "#version 400\nlayout(vertices = 3) out; void main() { gl_TessLevelOuter[0] = 1.0; }";
    assert!(refused(&[(V, PLAIN_VERTEX), (TC, control), (F, PLAIN_FRAGMENT)]).contains("evaluation"));
    let compute = "#version 430\nlayout(local_size_x = 1) in; void main() { }";
    assert!(refused(&[(C, compute), (F, PLAIN_FRAGMENT)]).contains("compute"));
    assert!(attempt(&[], &LinkOptions::default()).is_err());
    let es = "#version 100\nvoid main() { gl_Position = vec4(0.0); }";
    assert!(refused(&[(V, es)]).contains("no fragment shader"));
}

#[test]
fn layouts_must_be_declared_somewhere() {
    let input = "#version 150\nlayout(points) in;";
    let rest = "#version 150\nlayout(points, max_vertices = 1) out; in vec4 a[]; void main() { gl_Position = a[0]; EmitVertex(); }";
    let vertex = "#version 150\nout vec4 a; void main() { a = vec4(1.0); gl_Position = a; }";
    assert!(refused(&[(V, vertex), (G, rest), (F, PLAIN_FRAGMENT)]).contains("input primitive type"));
    let result = linked(&[(V, vertex), (G, input), (G, rest), (F, PLAIN_FRAGMENT)]);
    let geometry = stage(&result, G);
    assert_eq!(crate::glsl::builtins::type_name(&geometry.variables[variable(geometry, "a")].ty), "vec4[1]");
    assert!(refused(&[(C, "#version 430\nvoid main() { }")]).contains("local size"));
}

#[test]
fn different_layouts_of_one_stage_are_an_error() {
    let log = refused(&[
        (V, PLAIN_VERTEX),
        (G, "#version 150\nlayout(points) in; layout(points, max_vertices = 1) out; void main() { EmitVertex(); }"),
        (G, "#version 150\nlayout(lines) in;"),
        (F, PLAIN_FRAGMENT),
    ]);
    assert!(log.contains("input primitives"), "{log}");
}

/// "It is a compile-time or link-time error for the set of shaders forming a program to have the sum of the sizes of the gl_ClipDistance and
/// gl_CullDistance arrays to be larger than gl_MaxCombinedClipAndCullDistances." [GLSL 4.60, 7.1.1]
#[test]
fn clip_and_cull_distances_share_a_limit() {
    let vertex = |clip: u32, cull: u32| {
        format!("#version 450\nvoid main() {{ gl_Position = vec4(0.0); gl_ClipDistance[{clip}] = 0.0; gl_CullDistance[{cull}] = 0.0; }}")
    };
    linked(&[(V, &vertex(3, 3)), (F, PLAIN_FRAGMENT)]);
    for (clip, cull) in [(4, 3), (3, 4)] {
        let log = refused(&[(V, &vertex(clip, cull)), (F, PLAIN_FRAGMENT)]);
        assert!(log.contains("distances") && log.contains("8"), "{log}");
    }
    let alone = "#version 450\nvoid main() { gl_Position = vec4(0.0); gl_ClipDistance[8] = 0.0; }";
    assert!(refused(&[(V, alone), (F, PLAIN_FRAGMENT)]).contains("9 clip distances"));
    let read = "#version 130\nvoid main() { gl_FragColor = vec4(gl_ClipDistance[gl_MaxClipDistances]); }";
    assert!(refused(&[(V, PLAIN_VERTEX), (F, read)]).contains("9 clip distances"));
    // gl_in of OpenGL ES has both arrays at their largest sizes.
    let es = |stage: &str| format!("#version 320 es\n#extension GL_EXT_clip_cull_distance : require\n{stage}");
    let write = "gl_Position = vec4(0.0); gl_ClipDistance[0] = 0.0; gl_CullDistance[0] = 0.0;";
    let vertex = es(&format!("out float gl_ClipDistance[1]; out float gl_CullDistance[1]; void main() {{ {write} }}"));
    let geometry = es("layout(points) in; layout(points, max_vertices = 1) out;
        out float gl_ClipDistance[1]; out float gl_CullDistance[1];
        void main() { gl_Position = gl_in[0].gl_Position; gl_ClipDistance[0] = gl_in[0].gl_ClipDistance[0];
            gl_CullDistance[0] = gl_in[0].gl_CullDistance[0]; EmitVertex(); }");
    linked(&[(V, &vertex), (G, &geometry), (F, "#version 320 es\nvoid main() {}")]);
}

/// "It is an error for a shader to statically write both gl_ClipVertex and gl_ClipDistance." [GLSL 1.30, 7.1]
#[test]
fn clip_vertex_and_clip_distances_do_not_link_together() {
    let vertex = |write: &str| format!("#version 130\nuniform bool b;\nvoid main() {{ gl_Position = vec4(0.0); {write} }}");
    let (distance, vertices) = ("gl_ClipDistance[0] = 1.0;", "gl_ClipVertex = vec4(0.0);");
    linked(&[(V, &vertex(distance)), (F, PLAIN_FRAGMENT)]);
    linked(&[(V, &vertex(vertices)), (F, PLAIN_FRAGMENT)]);
    let both = vertex(&format!("if (b) {{ {distance} }} else {{ {vertices} }}"));
    let log = refused(&[(V, &both), (F, PLAIN_FRAGMENT)]);
    assert!(log.contains("gl_ClipVertex"), "{log}");
}

#[test]
fn programs_of_an_es_pipeline_need_no_fragment_shader() {
    let vertex = "#version 320 es\nflat out int i; void main() { i = gl_VertexID; gl_Position = vec4(0.0); }";
    let geometry = "#version 320 es\nlayout(points) in; layout(points, max_vertices = 1) out; flat in int i[];
        void main() { gl_Position = vec4(i[0]); EmitVertex(); }";
    let pipeline = LinkOptions { es: true, programs: [0, 0, 0, 3, 0, 0], ..LinkOptions::default() };
    assert!(attempt(&[(V, vertex), (G, geometry)], &pipeline).is_ok());
    assert!(refused(&[(V, vertex), (G, geometry)]).contains("no fragment shader"));
}
