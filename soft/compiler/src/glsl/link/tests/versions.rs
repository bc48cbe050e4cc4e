//! Rules of particular versions, and what programs written on other compilers need.

use super::*;

#[test]
fn the_position_is_written_before_1_30() {
    let fragment = "void main() { gl_FragColor = gl_Color; }";
    let log = refused(&[(V, "void main() { gl_FrontColor = vec4(0.3); }"), (F, fragment)]);
    assert!(log.contains("does not write gl_Position"), "{log}");
    linked(&[(V, "void main() { gl_FrontColor = vec4(0.3); if (gl_Vertex.x > 0.0) gl_Position.x = 1.0; }"), (F, fragment)]);
    linked(&[(V, "void f(out vec4 p) { p = vec4(0.0); } void main() { f(gl_Position); }"), (F, "void main() {}")]);
    linked(&[(V, "#version 130\nvoid main() { gl_FrontColor = vec4(0.3); }"), (F, &format!("#version 130\n{fragment}"))]);
    linked(&[(V, "#version 100\nvoid main() {}"), (F, "#version 100\nvoid main() {}")]);
}

#[test]
fn varyings_that_are_read_are_written_before_1_30() {
    let vertex = |body: &str| format!("varying vec4 v; void main() {{ gl_Position = ftransform(); {body} }}");
    let fragment = |body: &str| format!("varying vec4 v; void main() {{ gl_FragColor = {body}; }}");
    let log = refused(&[(V, &vertex("")), (F, &fragment("v"))]);
    assert!(log.contains("v is read in the fragment stage and not written"), "{log}");
    linked(&[(V, &vertex("v.x = 1.0;")), (F, &fragment("v"))]);
    linked(&[(V, &vertex("")), (F, &fragment("vec4(1.0)"))]);
    linked(&[(V, &format!("#version 130\n{}", vertex(""))), (F, &format!("#version 130\n{}", fragment("v")))]);
}

#[test]
fn clip_vertices_and_distances_exclude_each_other() {
    let vertex = |body: &str| format!("#version 130\nvoid main() {{ gl_Position = vec4(0.0); {body} }}");
    let fragment = "#version 130\nvoid main() {}";
    let log = refused(&[(V, &vertex("gl_ClipDistance[0] = 1.0; gl_ClipVertex = vec4(0.0);")), (F, fragment)]);
    assert!(log.contains("either gl_ClipVertex or gl_ClipDistance"), "{log}");
    linked(&[(V, &vertex("gl_ClipVertex = vec4(0.0);")), (F, fragment)]);
}

#[test]
fn constant_conditions_exclude_calls() {
    let text = |condition: &str| {
        format!(
            "#version 120\nfloat missing(); uniform float u;\nvoid main() {{ gl_FragColor = vec4(u); if ({condition}) gl_FragColor.x = missing(); else gl_FragColor.y = 1.0; }}"
        )
    };
    let vertex = "#version 120\nvoid main() { gl_Position = gl_Vertex; }";
    linked(&[(V, vertex), (F, &text("false"))]);
    linked(&[(V, vertex), (F, &text("sqrt(1.0) != 1.0"))]);
    assert!(refused(&[(V, vertex), (F, &text("true"))]).contains("missing is called"));
    assert!(refused(&[(V, vertex), (F, &text("u > 0.0"))]).contains("missing is called"));
    // The program is lowered, too.
    let shaders = [shader(V, vertex), shader(F, &text("false"))];
    assert!(crate::glsl::link(&shaders, &LinkOptions::default()).program.is_some());
}

#[test]
fn streams_have_the_numbers_0_to_3() {
    let geometry = |stream: &str| {
        format!(
            "#version 400\nlayout(points) in; layout(points, max_vertices = 1) out; void main() {{ EmitStreamVertex({stream}); EndStreamPrimitive({stream}); }}"
        )
    };
    assert_eq!(linked(&[(V, PLAIN_VERTEX), (G, &geometry("1 + 2"))]).streams, 4);
    assert!(refused(&[(V, PLAIN_VERTEX), (G, &geometry("-1"))]).contains("a stream that does not exist"));
    assert!(refused(&[(V, PLAIN_VERTEX), (G, &geometry("4"))]).contains("a stream that does not exist"));
}

#[test]
fn fragments_have_the_outputs_of_stream_0() {
    let geometry = |stream: u32| {
        format!(
            "#version 400\nlayout(points) in; layout(points, max_vertices = 1) out; layout(stream = {stream}) out vec4 v;\nvoid main() {{ v = vec4(1.0); gl_Position = v; EmitStreamVertex({stream}); }}"
        )
    };
    let fragment = "#version 400\nin vec4 v; out vec4 c; void main() { c = v; }";
    linked(&[(V, PLAIN_VERTEX), (G, &geometry(0)), (F, fragment)]);
    let log = refused(&[(V, PLAIN_VERTEX), (G, &geometry(1)), (F, fragment)]);
    assert!(log.contains("fragment input v (vec4) has no matching output"), "{log}");
}

#[test]
fn names_of_structures_do_not_count_at_locations() {
    let vertex = "#version 440\nlayout(location = 1) out struct S { vec4 a; } s; void main() { s.a = vec4(1.0); gl_Position = s.a; }";
    let fragment = |location: &str, member: &str| {
        format!("#version 440\n{location} in struct T {{ vec4 {member}; }} s; out vec4 c; void main() {{ c = s.{member}; }}")
    };
    let result = linked(&[(V, vertex), (F, &fragment("layout(location = 1)", "a"))]);
    assert_eq!(slot_of(&result, V, "s"), slot_of(&result, F, "s"));
    assert!(refused(&[(V, vertex), (F, &fragment("layout(location = 1)", "b"))]).contains("different types"));
}

#[test]
fn members_feed_variables_of_another_program_by_location() {
    let vertex = "#version 440\nlayout(location = 0) out B { layout(location = 2) vec4 c; vec4 d; layout(location = 0) vec4 a; vec3 b; } o;
        void main() { o.a = o.c = o.d = vec4(1.0); o.b = vec3(1.0); gl_Position = vec4(0.0); }";
    let fragment =
        "#version 440\nlayout(location = 0) in vec4 a; layout(location = 1) in vec4 b; layout(location = 3) in vec4 d; out vec4 c;
        void main() { c = a + b + d; }";
    let options = LinkOptions { separable: true, programs: [1, 0, 0, 0, 2, 0], ..LinkOptions::default() };
    let result = attempt(&[(V, vertex), (F, fragment)], &options).unwrap();
    let (block, _) = slot_of(&result, V, "B");
    assert_eq!(slot_of(&result, F, "a"), (block + 2, 0));
    assert_eq!(slot_of(&result, F, "d"), (block + 1, 0));
    // The types of the member and of the variable differ.
    assert_eq!(location_of(&result, F, "b"), Some(Location::Unassigned));
}
