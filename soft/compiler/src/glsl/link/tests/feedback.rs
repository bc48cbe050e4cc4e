use super::*;

const VERTEX: &str = "#version 400\nout vec3 a[3]; out mat2 m; out Block { vec2 x; vec4 y; } b; void main() { a[0] = vec3(1.0); m = mat2(1.0); b.x = vec2(1.0); b.y = vec4(2.0); gl_Position = vec4(0.0); }";

fn captured(names: &[&str], separate: bool) -> Result<LinkedStages, String> {
    let options = LinkOptions {
        feedback_varyings: names.iter().map(|name| (*name).to_owned()).collect(),
        feedback_separate: separate,
        ..LinkOptions::default()
    };
    attempt(&[(V, VERTEX), (F, PLAIN_FRAGMENT)], &options)
}

#[test]
fn captured_outputs_get_slots_without_a_reader() {
    let result = captured(&["a[1]", "gl_Position"], false).unwrap();
    let slot = slot_of(&result, V, "a").0;
    let feedback = &result.program.feedback;
    assert_eq!(feedback[0].words, [slot * 4 + 4, slot * 4 + 5, slot * 4 + 6]);
    assert_eq!((feedback[1].offset, feedback[1].words.as_slice()), (12, [0, 1, 2, 3].as_slice()));
    assert_eq!(result.program.feedback_strides, [28, 0, 0, 0]);
}

#[test]
fn matrices_and_block_members_come_by_slot() {
    let result = captured(&["m", "Block.y"], false).unwrap();
    let (matrix, block) = (slot_of(&result, V, "m").0 * 4, slot_of(&result, V, "Block").0 * 4);
    assert_eq!(result.program.feedback[0].words, [matrix, matrix + 1, matrix + 4, matrix + 5]);
    assert_eq!(result.program.feedback[1].words, [block + 4, block + 5, block + 6, block + 7]);
}

#[test]
fn gaps_and_further_buffers() {
    let result = captured(&["gl_SkipComponents2", "Block.x", "gl_NextBuffer", "gl_Position"], false).unwrap();
    let found: Vec<(u32, u32)> =
        result.program.feedback.iter().filter(|varying| varying.elements > 0).map(|varying| (varying.buffer, varying.offset)).collect();
    assert_eq!(found, [(0, 0), (0, 8), (1, 0)]);
    assert_eq!(result.program.feedback.len(), 4);
    assert_eq!(result.program.feedback_strides, [16, 16, 0, 0]);
    assert!(captured(&["gl_NextBuffer"], true).is_err());
}

#[test]
fn separate_buffers_take_one_varying_each() {
    let result = captured(&["m", "Block.y"], true).unwrap();
    assert_eq!(result.program.feedback.iter().map(|varying| varying.buffer).collect::<Vec<_>>(), [0, 1]);
    // As many components as GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS says, so whole arrays and matrices too.
    assert_eq!(captured(&["a"], true).unwrap().program.feedback[0].words.len(), 9);
}

#[test]
fn captured_names_must_exist_and_be_unique() {
    assert!(captured(&["nothing"], false).err().unwrap().contains("nothing does not exist"));
    assert!(captured(&["a[3]"], false).err().unwrap().contains("a[3] does not exist"));
    assert!(captured(&["m", "m"], false).err().unwrap().contains("twice"));
}

#[test]
fn layouts_in_the_shader_decide() {
    let vertex = "#version 440\nlayout(xfb_buffer = 1, xfb_offset = 4, xfb_stride = 32) out vec2 a; out vec4 b; void main() { a = vec2(1.0); b = vec4(2.0); gl_Position = b; }";
    let options = LinkOptions { feedback_varyings: vec!["b".to_owned()], ..LinkOptions::default() };
    let result = attempt(&[(V, vertex), (F, PLAIN_FRAGMENT)], &options).unwrap();
    assert_eq!(result.program.feedback.len(), 1);
    let varying = &result.program.feedback[0];
    assert_eq!((varying.name.as_str(), varying.buffer, varying.offset), ("a", 1, 4));
    assert_eq!(result.program.feedback_strides, [0, 32, 0, 0]);
}

#[test]
fn members_of_a_block_have_offsets_of_their_own() {
    let captured = |block: &str| {
        let vertex = format!(
            "#version 440\n{block}\nvoid main() {{ x.a = 1.0; x.b = vec2(2.0); x.c = vec3(3.0); x.d = 4.0; gl_Position = vec4(0.0); }}"
        );
        let result = attempt(&[(V, &vertex), (F, PLAIN_FRAGMENT)], &LinkOptions::default()).unwrap().program;
        let places = result.feedback.iter().map(|varying| (varying.name.clone(), varying.buffer, varying.offset, varying.words.len()));
        (places.collect::<Vec<_>>(), result.feedback_strides)
    };
    let (found, strides) = captured(
        "layout(xfb_buffer = 1) out B { layout(xfb_offset = 4) float a; layout(xfb_offset = 8) vec2 b; vec3 c; layout(xfb_offset = 0) float d; } x;",
    );
    assert_eq!(found, [("B.d".to_owned(), 1, 0, 1), ("B.a".to_owned(), 1, 4, 1), ("B.b".to_owned(), 1, 8, 2)]);
    assert_eq!(strides, [0, 16, 0, 0]);
    let (found, _) = captured("layout(xfb_offset = 4) out B { float a; layout(xfb_offset = 16) vec2 b; vec3 c; float d; } x;");
    let offsets: Vec<u32> = found.iter().map(|place| place.2).collect();
    assert_eq!(offsets, [4, 16, 24, 36], "members without an offset follow the one before them");
}

#[test]
fn feedback_has_limits() {
    let vertex = "#version 330\nout vec4 v[31]; out vec4 w; out vec4 x; void main() { v[30] = w = x = vec4(1.0); gl_Position = w; }";
    let options = LinkOptions { feedback_varyings: ["v", "w", "x"].map(str::to_owned).to_vec(), ..LinkOptions::default() };
    let log = attempt(&[(V, vertex), (F, PLAIN_FRAGMENT)], &options).err().unwrap();
    assert!(log.contains("132"), "{log}");
}

#[test]
fn structures_are_captured_by_member() {
    let vertex = "#version 150\nstruct S { float a; float b; }; flat out S s[2]; void main() { s[0].a = s[0].b = s[1].a = s[1].b = 1.0; gl_Position = vec4(0.0); }";
    let capture = |name: &str| {
        let options = LinkOptions { feedback_varyings: vec![name.to_owned()], ..LinkOptions::default() };
        attempt(&[(V, vertex), (F, PLAIN_FRAGMENT)], &options)
    };
    assert_eq!(capture("s[1].b").unwrap().program.feedback[0].words.len(), 1);
    for name in ["s", "s[1]"] {
        assert!(capture(name).err().unwrap().contains("is a structure"), "{name}");
    }
}

#[test]
fn a_control_program_takes_varyings_on_desktop_only() {
    let options = LinkOptions { separable: true, feedback_varyings: vec!["b".into()], ..LinkOptions::default() };
    let text = |version: &str| {
        format!("#version {version}\nlayout(vertices = 1) out; void main() {{ gl_out[gl_InvocationID].gl_Position = vec4(0.0); }}")
    };
    let result = attempt(&[(Stage::TessControl, &text("450"))], &options).unwrap();
    assert!(result.program.feedback.is_empty());
    let log = attempt(&[(Stage::TessControl, &text("320 es"))], &options).err().unwrap();
    assert!(log.contains("transform feedback needs"), "{log}");
    assert!(attempt(&[(F, PLAIN_FRAGMENT)], &options).is_err());
}
