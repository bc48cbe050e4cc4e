use super::*;
use base::hir::{Interpolation, Semantic, Storage};

#[test]
fn outputs_feed_inputs_of_their_name() {
    let result = linked(&[
        (
            V,
            "#version 330\nout vec2 unread; out vec3 n; out mat2 m; void main() { unread = vec2(1.0); n = vec3(1.0); m = mat2(1.0); gl_Position = vec4(0.0); }",
        ),
        (F, "#version 330\nin mat2 m; in vec3 n; out vec4 c; void main() { c = vec4(n, m[0].x); }"),
    ]);
    assert_eq!(slot_of(&result, V, "n"), slot_of(&result, F, "n"));
    assert_eq!(slot_of(&result, V, "m"), slot_of(&result, F, "m"));
    assert_eq!(result.program.last_vertex_layout.slots.len(), 4);
    assert_eq!(result.program.last_vertex_layout.slots[0], Semantic::Position);
    let vertex = stage(&result, V);
    // The stage that writes it may read it.
    assert_eq!(vertex.variables[variable(vertex, "unread")].storage, Storage::Private);
}

#[test]
fn an_input_that_nothing_uses_needs_no_output() {
    let result = linked(&[(V, PLAIN_VERTEX), (F, "#version 330\nin vec2 t; out vec4 c; void main() { c = vec4(1.0); }")]);
    assert_eq!(location_of(&result, F, "t"), Some(Location::Unassigned));
}

#[test]
fn the_input_says_the_interpolation_from_4_40_on() {
    let vertex = |version| format!("#version {version}\nout vec2 t; void main() {{ t = vec2(1.0); gl_Position = vec4(0.0); }}");
    let fragment = |version| format!("#version {version}\nflat in vec2 t; out vec4 c; void main() {{ c = t.xyxy; }}");
    let result = linked(&[(V, &vertex(440)), (F, &fragment(440))]);
    let slot = slot_of(&result, F, "t").0 as usize;
    assert_eq!(result.program.last_vertex_layout.interpolation[slot], Interpolation::Flat);
    assert_eq!(result.program.last_vertex_layout.interpolation[0], Interpolation::Smooth);
}

#[test]
fn locations_match_whatever_the_names() {
    let result = linked(&[
        (
            V,
            "#version 440\nlayout(location = 3) out vec4 a; layout(location = 1) out vec2 b; void main() { a = vec4(1.0); b = vec2(2.0); gl_Position = a; }",
        ),
        (F, "#version 440\nlayout(location = 1) in vec2 x; layout(location = 3) in vec4 y; out vec4 c; void main() { c = y + x.xyxy; }"),
    ]);
    assert_eq!(slot_of(&result, V, "a"), slot_of(&result, F, "y"));
    assert_eq!(slot_of(&result, V, "b"), slot_of(&result, F, "x"));
}

#[test]
fn components_share_a_slot() {
    let vertex = "#version 440\nlayout(location = 0) out vec2 a; layout(location = 0, component = 2) out vec2 b; void main() { a = vec2(1.0); b = a; gl_Position = vec4(0.0); }";
    let fragment = "#version 440\nlayout(location = 0) in vec2 a; layout(location = 0, component = 2) in vec2 b; out vec4 c; void main() { c = vec4(a, b); }";
    let result = linked(&[(V, vertex), (F, fragment)]);
    assert_eq!(slot_of(&result, V, "a"), (1, 0));
    assert_eq!(slot_of(&result, F, "b"), (1, 2));
}

#[test]
fn blocks_match_by_their_block_name() {
    let vertex =
        "#version 330\nout Block { vec4 a; flat int b; } one; void main() { one.a = vec4(1.0); one.b = 1; gl_Position = vec4(0.0); }";
    let fragment = "#version 330\nin Block { vec4 a; flat int b; } two; out vec4 c; void main() { c = two.a * float(two.b); }";
    let result = linked(&[(V, vertex), (F, fragment)]);
    let slot = slot_of(&result, V, "Block");
    assert_eq!(slot, slot_of(&result, F, "Block"));
    let layout = &result.program.last_vertex_layout;
    assert_eq!(layout.interpolation[slot.0 as usize..], [Interpolation::Smooth, Interpolation::Flat]);
}

#[test]
fn geometry_inputs_are_arrays_over_vertices() {
    let result = linked(&[
        (V, "#version 150\nout vec4 a; void main() { a = vec4(1.0); gl_Position = a; gl_PointSize = 2.0; }"),
        (
            G,
            "#version 150\nlayout(triangles) in; layout(points, max_vertices = 1) out; in vec4 a[3]; out vec4 b; void main() { b = a[2]; gl_Position = gl_in[0].gl_Position; EmitVertex(); }",
        ),
        (F, "#version 150\nin vec4 b; out vec4 c; void main() { c = b; }"),
    ]);
    assert_eq!(slot_of(&result, V, "a"), slot_of(&result, G, "a"));
    assert_eq!(slot_of(&result, G, "b"), slot_of(&result, F, "b"));
    // The geometry shader does not read the point size, so it is dropped.
    assert_eq!(stage(&result, V).output_slots, [Semantic::Position, Semantic::User(0)]);
    assert_eq!(stage(&result, G).input_slots, stage(&result, V).output_slots);
}

#[test]
fn the_last_stage_keeps_what_the_pipeline_reads() {
    let result = linked(&[
        (
            V,
            "#version 450\nout float gl_ClipDistance[5]; void main() { gl_Position = vec4(0.0); gl_PointSize = 1.0; gl_ClipDistance[4] = 1.0; }",
        ),
        (F, PLAIN_FRAGMENT),
    ]);
    let layout = &result.program.last_vertex_layout;
    assert_eq!(layout.slots, [Semantic::Position, Semantic::PointSize, Semantic::ClipDistance(0), Semantic::ClipDistance(1)]);
    assert_eq!((layout.clip_distances, layout.cull_distances), (5, 0));
}

#[test]
fn a_fragment_colour_needs_front_and_back() {
    let result = linked(&[
        (V, "#version 120\nvoid main() { gl_FrontColor = vec4(1.0); gl_TexCoord[1] = vec4(0.0); gl_Position = ftransform(); }"),
        (F, "#version 120\nvoid main() { gl_FragColor = gl_Color + gl_TexCoord[1]; }"),
    ]);
    let slots = &result.program.last_vertex_layout.slots;
    for semantic in [Semantic::FrontColor, Semantic::BackColor, Semantic::TexCoord(0), Semantic::TexCoord(1)] {
        assert!(slots.contains(&semantic), "{semantic:?}");
    }
    assert_eq!(stage(&result, F).input_slots, *slots);
    assert!(!result.program.uniforms.is_empty() && result.program.uniforms.iter().all(|uniform| uniform.state));
}

#[test]
fn patch_variables_follow_the_levels() {
    let result = linked(&[
        (V, PLAIN_VERTEX),
        (
            TC,
            "#version 400\nlayout(vertices = 3) out; out vec4 a[]; patch out vec4 p; void main() { a[gl_InvocationID] = vec4(1.0); p = vec4(2.0); gl_TessLevelInner[0] = 1.0; gl_out[gl_InvocationID].gl_Position = gl_in[0].gl_Position; }",
        ),
        (
            TE,
            "#version 400\nlayout(triangles) in; in vec4 a[]; patch in vec4 p; void main() { gl_Position = a[0] + p + gl_in[0].gl_Position; }",
        ),
        (F, PLAIN_FRAGMENT),
    ]);
    assert_eq!(slot_of(&result, TC, "p"), (2, 0));
    assert_eq!(slot_of(&result, TE, "p"), (2, 0));
    assert_eq!(result.interfaces.patch_slots, 3);
    assert_eq!(slot_of(&result, TC, "a"), slot_of(&result, TE, "a"));
    assert_eq!(location_of(&result, TC, "gl_TessLevelInner"), Some(Location::Varying { slot: 1, component: 0 }));
}

#[test]
fn varyings_have_a_limit() {
    let log = refused(&[
        (V, "#version 330\nout vec4 v[40]; void main() { v[39] = vec4(1.0); gl_Position = vec4(0.0); }"),
        (F, "#version 330\nin vec4 v[40]; out vec4 c; void main() { c = v[39]; }"),
    ]);
    assert!(log.contains("160") && log.contains("128"), "{log}");
}

#[test]
fn a_separable_stage_keeps_its_interface() {
    let separable = LinkOptions { separable: true, ..LinkOptions::default() };
    let vertex = "#version 330\nout vec4 a; void main() { a = vec4(1.0); gl_Position = a; }";
    let result = attempt(&[(V, vertex)], &separable).unwrap();
    assert_eq!(slot_of(&result, V, "a"), (1, 0));
    let fragment = "#version 330\nin vec4 a; out vec4 c; void main() { c = a; }";
    let result = attempt(&[(F, fragment)], &separable).unwrap();
    assert_eq!(slot_of(&result, F, "a"), (1, 0));
}

#[test]
fn redeclared_colours_agree_in_their_interpolation() {
    let vertex = "#version 130\nflat out vec4 gl_FrontColor; void main() { gl_FrontColor = vec4(1.0); gl_Position = vec4(0.0); }";
    let result = linked(&[(V, vertex), (F, "#version 130\nflat in vec4 gl_Color; out vec4 c; void main() { c = gl_Color; }")]);
    let layout = &result.program.last_vertex_layout;
    let slot = layout.word_of(Semantic::BackColor).unwrap() / 4;
    assert_eq!(layout.interpolation[slot], Interpolation::Flat);
}

#[test]
fn members_of_blocks_that_share_a_location_need_different_components() {
    let link = |members: &str| {
        let vertex = format!("#version 440\nlayout(location = 0) out B {{ {members} }} b; void main() {{ b.a = vec2(1.0); }}");
        let fragment = format!("#version 440\nlayout(location = 0) in B {{ {members} }} b; out vec4 c; void main() {{ c = b.a.xyxy; }}");
        attempt(&[(V, &vertex), (F, &fragment)], &LinkOptions::default())
    };
    let log = link("vec2 a; layout(location = 1) float f[2][2]; layout(location = 4) float g;").expect_err("an error");
    assert!(log.contains("f and g overlap at location 4"), "{log}");
    let log = link("layout(location = 3) vec2 a; layout(location = 2) float f; float g;").expect_err("an error");
    assert!(log.contains("overlap at location 3"), "{log}");
    let log = link("vec2 a; layout(location = 0, component = 2) flat int i;").expect_err("an error");
    assert!(log.contains("share location 0 but not their basic type"), "{log}");
    assert!(link("vec2 a; layout(location = 0, component = 2) float f;").is_ok());
    assert!(link("layout(location = 3) vec2 a; layout(location = 1) float f; float g;").is_ok());
}

#[test]
fn a_variable_between_the_members_of_a_block_has_its_own_slot() {
    let members = "layout(location = 5) vec4 a; layout(location = 1) vec4 b;";
    let vertex =
        format!("#version 440\nout B {{ {members} }} x; layout(location = 6) out vec4 v; void main() {{ x.a = x.b = v = vec4(1.0); }}");
    let fragment =
        format!("#version 440\nin B {{ {members} }} x; layout(location = 6) in vec4 v; out vec4 c; void main() {{ c = x.a + x.b + v; }}");
    let result = linked(&[(V, &vertex), (F, &fragment)]);
    let ((block, _), (variable, _)) = (slot_of(&result, V, "x"), slot_of(&result, V, "v"));
    assert!(variable < block || variable >= block + 2, "{block} and {variable}");
    assert_eq!(slot_of(&result, F, "v"), slot_of(&result, V, "v"));
}
