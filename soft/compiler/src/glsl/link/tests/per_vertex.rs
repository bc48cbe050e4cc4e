use super::*;

const FRAGMENT: &str = "#version 150\nvoid main() { }";

fn vertex(block: &str, body: &str) -> String {
    format!("#version 150\n{block}\nvoid main() {{ {body} }}")
}

fn geometry(block: &str, body: &str) -> String {
    format!("#version 150\nlayout(triangles) in; layout(points, max_vertices = 1) out; {block}\nvoid main() {{ {body} EmitVertex(); }}")
}

const OUT: &str = "out gl_PerVertex { vec4 gl_Position; };";
const IN: &str = "in gl_PerVertex { vec4 gl_Position; } gl_in[];";
const WRITE: &str = "gl_Position = vec4(0.0);";
const READ: &str = "gl_Position = gl_in[0].gl_Position;";

#[test]
fn shaders_of_a_stage_redeclare_the_block_alike() {
    let main = format!("#version 150\n{OUT}\nvoid f(); void main() {{ f(); {WRITE} }}");
    let other = |block: &str| format!("#version 150\n{block}\nvoid f() {{ gl_PointSize = 1.0; }}");
    let log = refused(&[(V, &main), (V, &other("out gl_PerVertex { float gl_PointSize; };")), (F, FRAGMENT)]);
    assert!(log.contains("differ between two vertex shaders"), "{log}");
    let log = refused(&[(V, &main), (V, &other("")), (F, FRAGMENT)]);
    assert!(log.contains("on one side only, of two vertex shaders"), "{log}");
    linked(&[(V, &main), (V, "#version 150\nvoid f() { }"), (F, FRAGMENT)]);
}

#[test]
fn stages_redeclare_the_block_alike() {
    let link =
        |out: &str, into: &str| attempt(&[(V, &vertex(out, WRITE)), (G, &geometry(into, READ)), (F, FRAGMENT)], &LinkOptions::default());
    let log = link(OUT, "").expect_err("an error");
    assert!(log.contains("on one side only, of the vertex and the geometry stage"), "{log}");
    let log = link("", IN).expect_err("an error");
    assert!(log.contains("on one side only"), "{log}");
    let log = link(OUT, "in gl_PerVertex { vec4 gl_Position; float gl_PointSize; } gl_in[];").expect_err("an error");
    assert!(log.contains("differ between the vertex and the geometry stage"), "{log}");
    assert!(link(OUT, IN).is_ok() && link("", "").is_ok());
    let other = geometry("in gl_PerVertex { float gl_PointSize; } gl_in[];", "gl_Position = vec4(1.0);");
    let log = refused(&[(V, &vertex(OUT, WRITE)), (G, &other), (F, FRAGMENT)]);
    assert!(log.contains("differ between the vertex and the geometry stage"), "the geometry shader reads no member: {log}");
    // Nothing uses the other side.
    linked(&[(V, &vertex(OUT, WRITE)), (G, &geometry("", "gl_Position = vec4(1.0);")), (F, FRAGMENT)]);
}

#[test]
fn separable_programs_redeclare_the_block_between_their_stages() {
    let separable = LinkOptions { separable: true, ..LinkOptions::default() };
    let link = |out: &str, into: &str| attempt(&[(V, &vertex(out, WRITE)), (G, &geometry(into, READ)), (F, FRAGMENT)], &separable);
    let log = link("", "").expect_err("an error");
    assert!(log.contains("gl_PerVertex is not redeclared between the vertex and the geometry stage"), "{log}");
    assert!(link(OUT, IN).is_ok());
    assert!(attempt(&[(V, &vertex("", WRITE)), (F, FRAGMENT)], &separable).is_ok());
}

#[test]
fn gl_in_is_redeclared_before_it_is_used() {
    let text = geometry(&format!("vec4 f() {{ return gl_in[0].gl_Position; }}\n{IN}"), "");
    let options = CompileOptions { es: false, core: false, max_version: CompileOptions::newest(false), limits: Limits::default() };
    let compiled = compile(&text, G, &options);
    assert!(compiled.shader.is_none() && compiled.log.contains("redeclared before its members are used"), "{}", compiled.log);
}
