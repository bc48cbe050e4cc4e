//! The rules of locations and components [GLSL 4.60, 4.4.1], as a table: two declarations of an interface, and whether they may stand together.

use super::*;

/// How two declarations end.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Ends {
    Links,
    /// The program does not link; the log contains the text.
    Fails(&'static str),
}
use Ends::{Fails, Links};

const OVERLAP: Ends = Fails("overlap");
const TYPES: Ends = Fails("basic type");
const INTERPOLATION: Ends = Fails("interpolation");
const AUXILIARY: Ends = Fails("auxiliary storage");
const LIMIT: Ends = Fails("the limit is");

/// Pairs of declarations, in which `IO` is the storage qualifier, and what becomes of a program with both. Integers and doubles are flat, as
/// fragment shaders demand; arrays over vertices get their brackets from the stage, `[]` is where they stand.
const PAIRS: [(&str, &str, Ends); 34] = [
    // Each of them has its own location, or its own components.
    ("layout(location = 1) IO vec4 a[];", "layout(location = 2) IO vec4 b[];", Links),
    ("layout(location = 1) IO vec2 a[];", "layout(location = 1, component = 2) IO vec2 b[];", Links),
    ("layout(location = 1) IO float a[];", "layout(location = 1, component = 1) IO vec3 b[];", Links),
    ("layout(location = 1) flat IO int a[];", "layout(location = 1, component = 3) flat IO uint b[];", Links),
    ("layout(location = 1) flat IO double a[];", "layout(location = 1, component = 2) flat IO double b[];", Links),
    ("layout(location = 1) IO vec2 a[][3];", "layout(location = 2, component = 2) IO vec2 b[];", Links),
    ("layout(location = 1) IO vec4 a[][3];", "layout(location = 4) IO vec4 b[];", Links),
    ("layout(location = 1) flat IO dvec4 a[];", "layout(location = 3) IO vec4 b[];", Links),
    ("layout(location = 1) flat IO dvec3 a[];", "layout(location = 2, component = 2) flat IO double b[];", Links),
    ("layout(location = 1) IO mat3 a[];", "layout(location = 4) IO float b[];", Links),
    // Two variables on one component.
    ("layout(location = 1) IO vec4 a[];", "layout(location = 1) IO vec4 b[];", OVERLAP),
    ("layout(location = 1) IO float a[];", "layout(location = 1) IO vec4 b[];", OVERLAP),
    ("layout(location = 1) IO vec3 a[];", "layout(location = 1, component = 2) IO vec2 b[];", OVERLAP),
    ("layout(location = 1, component = 3) IO float a[];", "layout(location = 1, component = 1) IO vec3 b[];", OVERLAP),
    ("layout(location = 1) IO vec2 a[][3];", "layout(location = 3, component = 1) IO vec2 b[];", OVERLAP),
    ("layout(location = 1) IO mat4 a[];", "layout(location = 4) IO vec4 b[];", OVERLAP),
    ("layout(location = 1) flat IO dvec2 a[];", "layout(location = 1, component = 2) flat IO double b[];", OVERLAP),
    ("layout(location = 1) flat IO dvec4 a[];", "layout(location = 2) IO vec4 b[];", OVERLAP),
    ("layout(location = 1) flat IO dvec3 a[];", "layout(location = 2, component = 0) flat IO double b[];", OVERLAP),
    ("layout(location = 1) IO S a[];", "layout(location = 2, component = 3) IO float b[];", OVERLAP),
    // Mixed types.
    ("layout(location = 1) flat IO vec2 a[];", "layout(location = 1, component = 2) flat IO ivec2 b[];", TYPES),
    ("layout(location = 1) flat IO float a[];", "layout(location = 1, component = 2) flat IO double b[];", TYPES),
    ("layout(location = 1) flat IO uvec2 a[];", "layout(location = 1, component = 2) flat IO double b[];", TYPES),
    ("layout(location = 1) flat IO vec2 a[][4];", "layout(location = 3, component = 3) flat IO int b[];", TYPES),
    // Mixed interpolation and auxiliary storage.
    ("layout(location = 1) flat IO vec2 a[];", "layout(location = 1, component = 2) IO vec2 b[];", INTERPOLATION),
    ("layout(location = 1) noperspective IO vec2 a[];", "layout(location = 1, component = 2) smooth IO vec2 b[];", INTERPOLATION),
    ("layout(location = 1) centroid IO vec2 a[];", "layout(location = 1, component = 2) IO vec2 b[];", AUXILIARY),
    ("layout(location = 1) sample IO vec2 a[];", "layout(location = 1, component = 2) centroid IO vec2 b[];", AUXILIARY),
    ("layout(location = 1) sample IO vec2 a[];", "layout(location = 1, component = 2) sample IO vec2 b[];", Links),
    // Beyond the last location, 31.
    ("layout(location = 31) IO vec4 a[];", "", Links),
    ("layout(location = 32) IO vec4 a[];", "", LIMIT),
    ("layout(location = 24) flat IO dmat4 a[];", "", Links),
    ("layout(location = 25) flat IO dmat4 a[];", "", LIMIT),
    ("layout(location = 30) IO vec4 a[][3];", "", LIMIT),
];

/// Returns the shaders of a program of which one stage has these inputs or outputs, which nothing uses.
fn with(of: Stage, output: bool, declarations: &str) -> Vec<(Stage, String)> {
    let arrays = match of {
        TC => true,
        TE | G => !output,
        _ => false,
    };
    let text = declarations.replace("IO", if output { "out" } else { "in" });
    let text = if arrays { text } else { text.replace("a[]", "a").replace("b[]", "b") };
    let own = |stage: Stage| if stage == of { format!("struct S {{ vec4 m; vec4 n; }};\n{text}\n") } else { String::new() };
    let mut shaders = vec![(V, format!("#version 450\n{}void main() {{ gl_Position = vec4(0.0); }}", own(V)))];
    if matches!(of, TC | TE) {
        let layout = "layout(vertices = 3) out;";
        shaders.push((TC, format!("#version 450\n{layout}\n{}void main() {{ gl_TessLevelInner[0] = 1.0; }}", own(TC))));
        shaders.push((TE, format!("#version 450\nlayout(triangles) in;\n{}void main() {{ gl_Position = vec4(0.0); }}", own(TE))));
    }
    if of == G {
        let layout = "layout(triangles) in; layout(triangle_strip, max_vertices = 3) out;";
        shaders.push((G, format!("#version 450\n{layout}\n{}void main() {{ gl_Position = vec4(0.0); EmitVertex(); }}", own(G))));
    }
    shaders.push((F, format!("#version 450\n{}layout(location = 0) out vec4 color; void main() {{ color = vec4(1.0); }}", own(F))));
    shaders
}

#[test]
fn locations_of_every_stage() {
    let sides = [(V, true), (TC, false), (TC, true), (TE, false), (TE, true), (G, false), (G, true), (F, false)];
    let mut wrong = Vec::new();
    for (first, second, ends) in PAIRS {
        for (of, output) in sides {
            let shaders = with(of, output, &format!("{first}\n{second}"));
            let texts: Vec<(Stage, &str)> = shaders.iter().map(|(stage, text)| (*stage, text.as_str())).collect();
            let found = attempt(&texts, &LinkOptions::default()).err();
            let right = match (ends, &found) {
                (Links, None) => true,
                (Fails(what), Some(log)) => log.contains(what),
                _ => false,
            };
            if !right {
                wrong.push(format!("{of:?} {}: {first} {second}: {ends:?}, not {found:?}", if output { "outputs" } else { "inputs" }));
            }
        }
    }
    assert!(wrong.is_empty(), "{} cases:\n{}", wrong.len(), wrong.join("\n"));
}

/// Attributes of vertices may have components in common; outputs of fragments may not, and have the locations of draw buffers.
#[test]
fn locations_of_attributes_and_fragment_outputs() {
    let attributes = "#version 450\nlayout(location = 1) in vec4 a; layout(location = 1, component = 2) in vec2 b;\n\
                      void main() { gl_Position = gl_VertexID > 1 ? a : b.xyxy; }";
    linked(&[(V, attributes), (F, PLAIN_FRAGMENT)]);
    for (outputs, ends) in [
        ("layout(location = 1) out vec2 a; layout(location = 1, component = 2) out vec2 b;", Links),
        ("layout(location = 1) out vec2 a; layout(location = 1, component = 1) out vec2 b;", Fails("shares location 1")),
        ("layout(location = 1) out vec2 a; layout(location = 1, component = 2) out ivec2 b;", Fails("basic type")),
        ("layout(location = 1) out vec4 a[2]; layout(location = 2) out vec4 b;", Fails("shares location 2")),
        ("layout(location = 7) out vec4 a[2];", Fails("the limit is 8")),
        ("layout(location = 0, index = 0) out vec4 a; layout(location = 0, index = 1) out ivec4 b;", Links),
    ] {
        let text = format!("#version 450\n{outputs}\nvoid main() {{}}");
        let found = attempt(&[(V, PLAIN_VERTEX), (F, &text)], &LinkOptions::default()).err();
        let right = match (ends, &found) {
            (Links, None) => true,
            (Fails(what), Some(log)) => log.contains(what),
            _ => false,
        };
        assert!(right, "{outputs}: {ends:?}, not {found:?}");
    }
}

/// The members of blocks are aliases as variables are.
#[test]
fn locations_of_members_of_blocks() {
    let program = |outputs: &str| {
        let vertex = format!("#version 450\n{outputs}\nvoid main() {{ gl_Position = vec4(0.0); }}");
        attempt(&[(V, &vertex), (F, PLAIN_FRAGMENT)], &LinkOptions::default()).err().unwrap_or_default()
    };
    assert_eq!(program("layout(location = 1) out B { vec4 a; vec4 b; }; layout(location = 3) out vec4 c;"), "");
    assert!(program("layout(location = 1) out B { vec4 a; vec4 b; }; layout(location = 2) out vec4 c;").contains("b and c overlap"));
    let members = "out B { layout(location = 4, component = 0) vec2 a; layout(location = 4, component = 2) ivec2 b; };";
    assert!(program(members).contains("basic type"));
    assert!(program("out B { layout(location = 31) mat2 a; };").contains("the limit is 32"));
}
