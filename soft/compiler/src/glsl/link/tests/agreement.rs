//! What two shaders must agree in: initialisers, invariance, samples, streams.

use super::*;

#[test]
fn initialisers_of_a_shared_global_are_constant_and_equal() {
    let main =
        |initialiser: &str| format!("#version 110\nuniform float u; float g = {initialiser}; void main() {{ gl_Position = vec4(g); }}");
    let other = |initialiser: &str| format!("#version 110\nuniform float u; float g = {initialiser}; void f() {{ }}");
    linked(&[(V, &main("2.0")), (V, &other("1.0 + 1.0"))]);
    let log = refused(&[(V, &main("2.0")), (V, &other("1.0"))]);
    assert!(log.contains("g has two different initialisers"), "{log}");
    for first in ["u", "2.0"] {
        let log = refused(&[(V, &main(first)), (V, &other("u"))]);
        assert!(log.contains("g has two initialisers in the vertex stage that are not both constant"), "{log}");
    }
    linked(&[(V, &main("u")), (V, "#version 110\nfloat g; void f() { }")]);
}

#[test]
fn constants_of_one_name_have_one_value() {
    let other = |value: &str| format!("#version 110\nconst float c = {value}; void f() {{ }}");
    let main = "#version 110\nconst float c = 1.0; void main() { gl_Position = vec4(c); }";
    linked(&[(V, main), (V, &other("1.0"))]);
    let log = refused(&[(V, main), (V, &other("2.0"))]);
    assert!(log.contains("c has two different initialisers"), "{log}");
}

#[test]
fn invariance_is_declared_on_both_sides() {
    let vertex = |word: &str| format!("#version 150\n{word}out vec4 v; void main() {{ v = vec4(1.0); }}");
    let geometry = |word: &str| {
        format!(
            "#version 150\nlayout(points) in; layout(points, max_vertices = 1) out; {word}in vec4 v[];\nvoid main() {{ gl_Position = v[0]; EmitVertex(); }}"
        )
    };
    linked(&[(V, &vertex("invariant ")), (G, &geometry("invariant ")), (F, PLAIN_FRAGMENT)]);
    for (first, second) in [("invariant ", ""), ("", "invariant ")] {
        let log = refused(&[(V, &vertex(first)), (G, &geometry(second)), (F, PLAIN_FRAGMENT)]);
        assert!(log.contains("invariant on one side only"), "{log}");
    }
    // The pragma is no qualifier.
    linked(&[(V, &vertex("\n#pragma STDGL invariant(all)\n")), (G, &geometry("")), (F, PLAIN_FRAGMENT)]);
}

#[test]
fn shaders_of_a_stage_declare_the_same_invariance() {
    let main = "#version 120\ninvariant varying float v; void main() { gl_Position = gl_Vertex; }";
    let log = refused(&[(V, main), (V, "#version 120\nvarying float v; void f() { }")]);
    assert!(log.contains("v has different invariance"), "{log}");
    linked(&[(V, main), (V, "#version 120\ninvariant varying float v; void f() { }")]);
}

#[test]
fn built_in_inputs_of_es_100_are_as_invariant_as_their_outputs() {
    for (output, input) in [("gl_Position", "gl_FragCoord"), ("gl_PointSize", "gl_PointCoord")] {
        let vertex = |word: &str| format!("#version 100\n{word}\nvoid main() {{ gl_PointSize = 1.0; gl_Position = vec4(0.0); }}");
        let fragment = format!("#version 100\ninvariant {input};\nvoid main() {{ gl_FragColor = vec4({input}.x); }}");
        linked(&[(V, &vertex(&format!("invariant {output};"))), (F, &fragment)]);
        let log = refused(&[(V, &vertex("")), (F, &fragment)]);
        assert!(log.contains(&format!("{input} is invariant, and {output} is not")), "{log}");
    }
}

#[test]
fn sample_is_declared_on_both_sides() {
    let vertex = |word: &str| format!("#version 400\n{word}out vec4 v; void main() {{ v = vec4(1.0); }}");
    let fragment = "#version 400\nsample in vec4 v; out vec4 c; void main() { c = v; }";
    linked(&[(V, &vertex("sample ")), (F, fragment)]);
    let log = refused(&[(V, &vertex("")), (F, fragment)]);
    assert!(log.contains("sample on one side only"), "{log}");
}

#[test]
fn only_points_go_to_several_streams() {
    let geometry = |output: &str, stream: u32| {
        format!(
            "#version 400\nlayout(points) in; layout({output}, max_vertices = 3) out; layout(stream = {stream}) out vec4 v;\n\
             void main() {{ v = vec4(1.0); EmitStreamVertex({stream}); }}"
        )
    };
    linked(&[(V, PLAIN_VERTEX), (G, &geometry("points", 1)), (F, PLAIN_FRAGMENT)]);
    linked(&[(V, PLAIN_VERTEX), (G, &geometry("triangle_strip", 0)), (F, PLAIN_FRAGMENT)]);
    let log = refused(&[(V, PLAIN_VERTEX), (G, &geometry("triangle_strip", 1)), (F, PLAIN_FRAGMENT)]);
    assert!(log.contains("emits to stream 1"), "{log}");
}
