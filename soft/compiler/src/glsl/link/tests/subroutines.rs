//! Indices, locations and limits of subroutines.

use super::*;

const HEAD: &str = "#version 430\nout vec4 o;\nsubroutine float t(float x);\nsubroutine float s(float x);\n";

fn of_fragment(text: &str) -> shader::pipeline::program::StageSubroutines {
    let result = linked(&[(V, PLAIN_VERTEX), (F, &format!("{HEAD}{text}"))]);
    result.program.subroutines.first().expect("the fragment stage's").clone()
}

fn fails(text: &str, what: &str) {
    let log = refused(&[(V, PLAIN_VERTEX), (F, &format!("{HEAD}{text}"))]);
    assert!(log.contains(what), "{text}: {log}");
}

#[test]
fn indices_and_locations() {
    let list = of_fragment(
        "subroutine(t) float a(float x) { return x; }
layout(index = 1) subroutine(t, s) float b(float x) { return x; }
subroutine(s) float c(float x) { return x; }
subroutine uniform t unused;
layout(location = 4) subroutine uniform s kept[2];
subroutine uniform t many[5], one;
uniform int n;
void main() { o = vec4(many[n](1.0), one(2.0), kept[n](1.0), 0.0); }",
    );
    assert_eq!(list.functions, ["a", "b", "c"]);
    let uniforms: Vec<_> = list.uniforms.iter().map(|it| (it.name.as_str(), it.location, it.elements, it.compatible.as_slice())).collect();
    assert_eq!(uniforms, [("kept[0]", 4, 2, &[1, 2][..]), ("many[0]", 6, 5, &[0, 1]), ("one", 0, 1, &[0, 1])]);
    assert_eq!(list.locations, 11);
}

#[test]
fn indices_have_gaps_where_layouts_leave_them() {
    let list = of_fragment("layout(index = 2) subroutine(t) float a(float x) { return x; }\nvoid main() { o = vec4(0.0); }");
    assert_eq!(list.functions, ["", "", "a"]);
    assert_eq!((list.uniforms.len(), list.locations), (0, 0));
}

#[test]
fn subroutines_of_several_shaders_of_a_stage() {
    let first =
        format!("{HEAD}subroutine(t) float a(float x) {{ return x; }}\nsubroutine uniform t f;\nvoid main() {{ o = vec4(f(1.0)); }}");
    let second = format!("{HEAD}subroutine(t) float b(float x) {{ return -x; }}");
    let result = linked(&[(V, PLAIN_VERTEX), (F, &first), (F, &second)]);
    let list = result.program.subroutines.first().expect("the fragment stage's");
    assert_eq!(list.functions, ["a", "b"]);
    assert_eq!(list.uniforms.first().expect("f").compatible, [0, 1]);
    let other = "#version 430\nsubroutine float t(vec2 x);\nsubroutine(t) float b(vec2 x) { return 1.0; }";
    let log = refused(&[(V, PLAIN_VERTEX), (F, &first), (F, other)]);
    assert!(log.contains("different parameters"), "{log}");
    let other = format!("{HEAD}subroutine(s) float b(float x) {{ return x; }}\nsubroutine uniform s f;\nfloat c() {{ return f(1.0); }}");
    let log = refused(&[(V, PLAIN_VERTEX), (F, &first), (F, &other)]);
    assert!(log.contains("different subroutine types"), "{log}");
    let calling =
        format!("{HEAD}float g(float x);\nsubroutine(t) float a(float x) {{ return g(x); }}\nvoid main() {{ o = vec4(a(1.0)); }}");
    let called = format!("{HEAD}subroutine uniform t f;\nfloat g(float x) {{ return f(x); }}");
    let log = refused(&[(V, PLAIN_VERTEX), (F, &calling), (F, &called)]);
    assert!(log.contains("calls itself"), "{log}");
}

#[test]
fn subroutines_have_a_limit() {
    let many: String = (0..257).map(|number| format!("subroutine(t) float a{number}(float x) {{ return x; }}\n")).collect();
    fails(&format!("{many}void main() {{}}"), "the limit is 256");
}

#[test]
fn each_stage_has_subroutines_of_its_own() {
    let body = "subroutine float t(float x);\nsubroutine(t) float a(float x) { return x; }\nsubroutine uniform t f;\n";
    let vertex = format!("#version 430\n{body}void main() {{ gl_Position = vec4(f(1.0)); }}");
    let fragment = format!("#version 430\nout vec4 o;\n{body}void main() {{ o = vec4(f(1.0)); }}");
    let result = linked(&[(V, &vertex), (F, &fragment)]);
    let stages: Vec<_> = result.program.subroutines.iter().map(|list| (list.stage, list.locations)).collect();
    assert_eq!(stages, [(V, 1), (F, 1)]);
    assert!(result.program.uniforms.is_empty(), "subroutine uniforms are no active uniforms");
    assert_eq!(result.program.uniform_words.len(), 2);
}
