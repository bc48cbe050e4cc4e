//! Rules of particular versions, and what programs written on other compilers need.

use super::*;

#[test]
fn streams_have_the_numbers_0_to_3() {
    let geometry = |stream: &str| {
        format!(
            "#version 400\nlayout(points) in; layout(points, max_vertices = 1) out; void main() {{ EmitStreamVertex({stream}); EndStreamPrimitive({stream}); }}"
        )
    };
    assert_eq!(linked(&[(V, PLAIN_VERTEX), (G, &geometry("1 + 2"))]).streams, 4);
}

#[test]
fn names_of_structures_do_not_count_at_locations() {
    let vertex = "#version 440\nlayout(location = 1) out struct S { vec4 a; } s; void main() { s.a = vec4(1.0); gl_Position = s.a; }";
    let fragment = |location: &str, member: &str| {
        format!("#version 440\n{location} in struct T {{ vec4 {member}; }} s; out vec4 c; void main() {{ c = s.{member}; }}")
    };
    let result = linked(&[(V, vertex), (F, &fragment("layout(location = 1)", "a"))]);
    assert_eq!(slot_of(&result, V, "s"), slot_of(&result, F, "s"));
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
