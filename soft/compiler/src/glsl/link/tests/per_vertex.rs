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
fn separable_programs_redeclare_the_block_between_their_stages() {
    let separable = LinkOptions { separable: true, ..LinkOptions::default() };
    let link = |out: &str, into: &str| attempt(&[(V, &vertex(out, WRITE)), (G, &geometry(into, READ)), (F, FRAGMENT)], &separable);
    let log = link("", "").expect_err("an error");
    assert!(log.contains("gl_PerVertex is not redeclared between the vertex and the geometry stage"), "{log}");
    assert!(link(OUT, IN).is_ok());
    assert!(attempt(&[(V, &vertex("", WRITE)), (F, FRAGMENT)], &separable).is_ok());
}
