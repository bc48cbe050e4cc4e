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
fn objects_share_their_globals() {
    let result = linked(&[
        (V, "#version 330\nvec4 shared_one; void set(); void main() { set(); gl_Position = shared_one; }"),
        (V, "#version 330\nvec4 shared_one; void set() { shared_one = vec4(1.0); }"),
        (F, PLAIN_FRAGMENT),
    ]);
    assert_eq!(stage(&result, V).variables.iter().filter(|variable| variable.name == "shared_one").count(), 1);
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
    let result = linked(&[(V, vertex), (G, input), (G, rest), (F, PLAIN_FRAGMENT)]);
    let geometry = stage(&result, G);
    assert_eq!(crate::glsl::builtins::type_name(&geometry.variables[variable(geometry, "a")].ty), "vec4[1]");
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
