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
