use super::*;
use shader::pipeline::program::{BlockKind, Uniform};

fn uniform<'a>(result: &'a LinkedStages, name: &str) -> &'a Uniform {
    result
        .program
        .uniforms
        .iter()
        .find(|uniform| uniform.name == name)
        .unwrap_or_else(|| panic!("{name} is not among {:?}", result.program.uniforms.iter().map(|it| &it.name).collect::<Vec<_>>()))
}

fn fragment(body: &str) -> String {
    format!("#version 450\nout vec4 color; {body}")
}

#[test]
fn stages_share_uniforms_by_name() {
    let result = linked(&[
        (V, "#version 330\nuniform vec4 u; uniform float v; void main() { gl_Position = u * v; }"),
        (F, "#version 330\nuniform vec4 u; out vec4 c; void main() { c = u; }"),
    ]);
    assert_eq!(result.program.uniforms.len(), 2);
    assert_eq!(uniform(&result, "u").stages, 0b1_0001);
    assert_eq!(location_of(&result, V, "u"), location_of(&result, F, "u"));
    let log = refused(&[
        (V, "#version 330\nuniform vec4 u; void main() { gl_Position = u; }"),
        (F, "#version 330\nuniform vec3 u; out vec4 c; void main() { c = vec4(u, 1.0); }"),
    ]);
    assert!(log.contains("uniform u is vec4 in the vertex stage and vec3 in the fragment stage"), "{log}");
}

#[test]
fn unused_uniforms_are_inactive() {
    let result = linked(&[
        (V, PLAIN_VERTEX),
        (F, &fragment("uniform vec4 u; uniform vec4 w; void other() { color = w; } void main() { color = u; }")),
    ]);
    assert_eq!(result.program.uniforms.len(), 1);
    assert_eq!(location_of(&result, F, "w"), Some(Location::Unassigned));
}

#[test]
fn structures_are_listed_by_member() {
    let result = linked(&[
        (V, PLAIN_VERTEX),
        (
            F,
            &fragment(
                "struct Light { vec3 position; mat2 m[2]; }; uniform float first; uniform Light light[2]; void main() { color = vec4(light[1].position, light[0].m[1][0].x * first); }",
            ),
        ),
    ]);
    let base = uniform(&result, "light[0].position").word;
    assert_eq!(uniform(&result, "light[0].m[0]").word, base + 3);
    assert_eq!(uniform(&result, "light[1].position").word, base + 11);
    let member = uniform(&result, "light[1].m[0]");
    assert_eq!((member.elements, member.array, member.words_per_element), (2, true, 4));
    // Arrays take one location for each element.
    assert_eq!(member.location, uniform(&result, "light[1].position").location + 1);
    let mut all: Vec<i32> = result.program.uniforms.iter().map(|it| it.location).collect();
    all.sort_unstable();
    assert_eq!(all, [0, 1, 2, 4, 5]);
    assert_eq!(result.program.uniform_words.len(), 23);
}

#[test]
fn declared_locations_are_kept() {
    let result = linked(&[
        (V, PLAIN_VERTEX),
        (
            F,
            &fragment(
                "uniform float a; layout(location = 0) uniform float b[2]; layout(location = 7) uniform float c; void main() { color = vec4(a, b[0], b[1], c); }",
            ),
        ),
    ]);
    assert_eq!(uniform(&result, "b[0]").location, 0);
    assert_eq!(uniform(&result, "c").location, 7);
    assert_eq!(uniform(&result, "a").location, 2);
}

#[test]
fn initial_values_and_units_fill_the_storage() {
    let result = linked(&[
        (V, PLAIN_VERTEX),
        (
            F,
            &fragment(
                "uniform float a = 2.5; uniform bvec2 b = bvec2(false, true); layout(binding = 3) uniform sampler2D s[2]; void main() { color = texture(s[1], vec2(a)) + texture(s[0], vec2(a)) * float(b.y); }",
            ),
        ),
    ]);
    let word = |name: &str| uniform(&result, name).word as usize;
    let words = &result.program.uniform_words;
    assert_eq!(words[word("a")], 2.5f32.to_bits());
    assert_eq!(words[word("b")..word("b") + 2], [0, 1]);
    assert_eq!(words[word("s[0]")..word("s[0]") + 2], [3, 4]);
}

#[test]
fn state_uniforms_are_marked() {
    let result = linked(&[
        (V, "#version 120\nvoid main() { gl_Position = gl_LightSource[1].position; }"),
        (F, "#version 120\nvoid main() { gl_FragColor = gl_Fog.color; }"),
    ]);
    let position = uniform(&result, "gl_LightSource[1].position");
    assert!(position.state && position.location == -1);
    // Element 0 has its words too, although it is not active.
    assert_eq!(uniform(&result, "gl_LightSource[1].ambient").word, 29);
    assert!(result.program.uniforms.iter().all(|uniform| !uniform.name.starts_with("gl_LightSource[0]")));
    assert!(uniform(&result, "gl_Fog.color").state);
    assert!(matches!(location_of(&result, F, "gl_Fog"), Some(Location::Uniform { .. })));
}

#[test]
fn atomic_counters_gather_in_buffers() {
    let result = linked(&[
        (V, PLAIN_VERTEX),
        (
            F,
            &fragment(
                "layout(binding = 2, offset = 8) uniform atomic_uint a; layout(binding = 0) uniform atomic_uint b[3]; void main() { color = vec4(atomicCounterIncrement(a) + atomicCounter(b[1])); }",
            ),
        ),
    ]);
    let buffers: Vec<(u32, u32)> = result.program.atomic_buffers.iter().map(|buffer| (buffer.binding, buffer.size)).collect();
    assert_eq!(buffers, [(2, 12), (0, 12)]);
    assert_eq!(location_of(&result, F, "a"), Some(Location::AtomicCounter { buffer: 0, offset: 8 }));
    let member = uniform(&result, "b[0]").block.unwrap();
    assert_eq!((member.kind, member.index, member.array_stride), (BlockKind::AtomicCounter, 1, 4));
}

#[test]
fn atomic_counters_without_an_offset_follow_each_other() {
    let result = linked(&[
        (V, PLAIN_VERTEX),
        (
            F,
            &fragment(
                "layout(binding = 0) uniform atomic_uint a; layout(binding = 0) uniform atomic_uint b; void main() { color = vec4(atomicCounter(a) + atomicCounter(b)); }",
            ),
        ),
    ]);
    assert_eq!(location_of(&result, F, "a"), Some(Location::AtomicCounter { buffer: 0, offset: 0 }));
    assert_eq!(location_of(&result, F, "b"), Some(Location::AtomicCounter { buffer: 0, offset: 4 }));
}

/// A fragment shader of version 450 that stores to images of an array.
fn storing(images: u32) -> String {
    format!("#version 450\nwriteonly uniform image2D images[{images}]; void main() {{ imageStore(images[0], ivec2(0), vec4(1.0)); }}")
}

#[test]
fn images_are_uniforms_of_one_word() {
    let text =
        "#version 450\nlayout(r32f, binding = 3) uniform image2D a[2]; layout(location = 9, binding = 6) writeonly uniform uimage3D b;
void main() { imageStore(b, ivec3(0), uvec4(imageLoad(a[1], ivec2(0)))); }";
    let result = linked(&[(V, PLAIN_VERTEX), (F, text)]);
    assert_eq!(result.program.uniform_words, [3, 4, 6]);
    let (a, b) = (uniform(&result, "a[0]"), uniform(&result, "b"));
    assert_eq!((a.elements, a.array, a.words_per_element, a.stages), (2, true, 1, 1 << 4));
    assert_eq!((b.elements, b.location, b.word), (1, 9, 2));
}

#[test]
fn images_are_limited_by_stage_and_program() {
    assert!(attempt(&[(V, PLAIN_VERTEX), (F, &storing(16))], &LinkOptions::default()).is_ok());
    assert!(refused(&[(V, PLAIN_VERTEX), (F, &storing(17))]).contains("the fragment stage uses 17 images; the limit is 16"));
    let vertex = storing(5).replace("{ imageStore", "{ gl_Position = vec4(0.0); imageStore");
    let with = |change: fn(&mut Limits)| {
        let mut options = LinkOptions::default();
        change(&mut options.limits);
        attempt(&[(V, &vertex), (F, &storing(5))], &options).map(|_| ())
    };
    // Each stage that uses an image counts.
    assert_eq!(with(|limits| limits.combined_image_uniforms = 10), Ok(()));
    assert!(with(|limits| limits.combined_image_uniforms = 9).is_err_and(|log| log.contains("the program uses 10 images; the limit is 9")));
}

#[test]
fn storage_blocks_images_and_fragment_outputs_are_limited_together() {
    let text = "#version 450\nwriteonly uniform image2D images[3]; buffer B { float x; } blocks[2]; layout(location = 0) out vec4 one; out vec4 two;
void main() { imageStore(images[0], ivec2(0), vec4(1.0)); blocks[1].x = 1.0; one = two = vec4(blocks[0].x); }";
    let with = |limit: u32| {
        let mut options = LinkOptions::default();
        options.limits.output_resources = limit;
        attempt(&[(V, PLAIN_VERTEX), (F, text)], &options).map(|_| ())
    };
    assert_eq!(with(7), Ok(()));
    assert!(with(6).is_err_and(|log| log.contains("uses 7 storage blocks, images and fragment outputs; the limit is 6")));
}

#[test]
fn images_have_one_format_in_all_stages() {
    let both = |format: &str| {
        let vertex = "#version 450\nlayout(rgba32f) writeonly uniform image2D i; void main() { imageStore(i, ivec2(0), vec4(1.0)); gl_Position = vec4(0.0); }";
        let fragment = fragment(&format!(
            "layout({format}) writeonly uniform image2D i; void main() {{ imageStore(i, ivec2(1), vec4(1.0)); color = vec4(0.0); }}"
        ));
        attempt(&[(V, vertex), (F, &fragment)], &LinkOptions::default())
    };
    assert!(both("rgba32f").is_ok());
    assert!(both("r32f").is_err_and(|log| log.contains("different formats")));
}

#[test]
fn atomic_counters_have_any_binding_and_a_limit_of_buffers() {
    let counters = |count: u32| {
        let declared: String = (0..count).map(|n| format!("layout(binding = {}) uniform atomic_uint c{n}; ", n * 5)).collect();
        let used: String = (0..count).map(|n| format!("atomicCounterIncrement(c{n}); ")).collect();
        attempt(
            &[(V, PLAIN_VERTEX), (F, &fragment(&format!("{declared} void main() {{ {used} color = vec4(0.0); }}")))],
            &LinkOptions::default(),
        )
    };
    assert!(counters(8).is_ok());
    let both = |text: &str, fragment_text: &str| {
        let vertex = format!("#version 420\n{text}");
        attempt(&[(V, &vertex), (F, &format!("#version 420\n{fragment_text}"))], &LinkOptions::default())
    };
    let used = |name: &str, count: u32| {
        let buffers: String = (0..count).map(|n| format!("layout(binding = {n}) uniform atomic_uint {name}{n};")).collect();
        let all: String = (0..count).map(|n| format!("atomicCounterIncrement({name}{n});")).collect();
        format!("{buffers} void main() {{ {all} }}")
    };
    assert!(both(&used("c", 4), &used("c", 4)).is_ok());
    assert!(both(&used("c", 4), &used("c", 5)).is_err_and(|log| log.contains("use 9 buffers")));
    let array =
        |length: u32| format!("layout(binding = 0) uniform atomic_uint c[{length}]; void main() {{ atomicCounterIncrement(c[0]); }}");
    assert!(both(&array(8192), &array(8192)).is_ok());
    assert!(both(&array(8193), &array(8193)).is_err_and(|log| log.contains("use 16386 atomic counters")));
    assert!(counters(9).is_err_and(|log| log.contains("more than 8 buffers")));
}

#[test]
fn elements_of_built_in_structures_are_active_where_constants_name_them() {
    let vertex = "#version 120\nvoid main() { gl_Position = gl_LightSource[2].ambient + gl_FrontLightProduct[1].diffuse; }";
    let fragment =
        |index: &str| format!("#version 120\nuniform int i;\nvoid main() {{ gl_FragColor = gl_LightSource[{index}].specular; }}");
    let lights = |index: &str| -> Vec<u32> {
        let result = linked(&[(V, vertex), (F, &fragment(index))]);
        let element = |name: &str| name.strip_prefix("gl_LightSource[")?.strip_suffix("].position")?.parse().ok();
        result.program.uniforms.iter().filter_map(|uniform| element(&uniform.name)).collect()
    };
    assert_eq!(lights("5"), [2, 5]);
    // Any element may be meant.
    assert_eq!(lights("i"), [0, 1, 2, 3, 4, 5, 6, 7]);
}
