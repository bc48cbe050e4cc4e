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

/// What the log of a program with aliases warns of: "Implementations are permitted, but not required, to generate link-time errors if they detect that
/// every path through the vertex shader executable accesses multiple inputs aliased to any single component." [GLSL 4.60, 4.4.1]
const WARNS: &str = "warning: attribute b shares location";

/// Declarations of vertex inputs with the value that a vertex shader computes of them, by version, and what becomes of the program.
///
/// "The one exception where component aliasing is permitted is for two input variables (not block members) to a vertex shader" [GLSL 4.60, 4.4.1].
/// Their types may differ: `layout(location=3) in float var1; layout(location=3) in int var2;` is not an error, and "it would be strange to treat
/// non-overlapping component assignments as an error" [ARB_enhanced_layouts, issue 16]. Mesa links all of these.
const ATTRIBUTES: [(&str, &str, &str, Ends); 33] = [
    // Each has its own location, or its own components.
    ("450", "layout(location = 1) in vec4 a; layout(location = 2) in vec4 b;", "a + b", Links),
    ("450", "layout(location = 1) in vec2 a; layout(location = 1, component = 2) in vec2 b;", "vec4(a, b)", Links),
    ("450", "layout(location = 1) in float a; layout(location = 1, component = 1) in vec3 b;", "vec4(a, b)", Links),
    ("450", "layout(location = 1) in vec2 a[3]; layout(location = 3, component = 2) in vec2 b;", "vec4(a[2], b)", Links),
    ("450", "layout(location = 1) in mat3 a; layout(location = 4) in vec4 b;", "a[2].xyzz + b", Links),
    // "[I]f a vertex shader input is any scalar or vector type, it will consume a single location." [GLSL 4.60, 4.4.1]
    ("450", "layout(location = 1) in dvec4 a; layout(location = 2) in vec4 b;", "vec4(a) + b", Links),
    ("450", "layout(location = 1) in dmat2x4 a; layout(location = 3) in vec4 b;", "vec4(a[1]) + b", Links),
    // Their own components of one location, with mixed types.
    ("450", "layout(location = 1) in ivec2 a; layout(location = 1, component = 2) in uvec2 b;", "vec4(a, b)", Links),
    ("450", "layout(location = 1) in vec2 a; layout(location = 1, component = 2) in ivec2 b;", "vec4(a, b)", Links),
    ("450", "layout(location = 1) in vec2 a; layout(location = 1, component = 2) in double b;", "vec4(a, b, b)", Links),
    ("450", "layout(location = 1) in vec2 a[2]; layout(location = 2, component = 3) in int b;", "vec4(a[1], b, b)", Links),
    // Common components.
    ("450", "layout(location = 1) in vec4 a; layout(location = 1) in vec4 b;", "gl_VertexID > 1 ? a : b", Fails(WARNS)),
    ("450", "layout(location = 1) in vec4 a; layout(location = 1) in vec4 b;", "a + b", Fails(WARNS)),
    ("450", "layout(location = 1) in vec3 a; layout(location = 1, component = 1) in vec2 b;", "vec4(a, b.x)", Fails(WARNS)),
    ("450", "layout(location = 1) in vec4 a[3]; layout(location = 3) in vec4 b;", "a[2] + b", Fails(WARNS)),
    ("450", "layout(location = 1) in mat4 a; layout(location = 4) in vec4 b;", "a[3] + b", Fails(WARNS)),
    ("450", "layout(location = 3) in float a; layout(location = 3) in int b;", "gl_VertexID > 1 ? vec4(a) : vec4(b)", Fails(WARNS)),
    ("450", "layout(location = 1) in vec4 a; layout(location = 1) in dvec2 b;", "gl_VertexID > 1 ? a : vec4(b, b)", Fails(WARNS)),
    ("450", "layout(location = 1) in mat3 a; layout(location = 3) in ivec2 b;", "vec4(a[2], b.x)", Fails(WARNS)),
    // One that is not used is no alias.
    ("450", "layout(location = 1) in vec4 a; layout(location = 1) in ivec4 b;", "a", Links),
    ("450", "layout(location = 1) in vec4 a; layout(location = 1) in ivec4 b;", "vec4(0.0)", Links),
    // Beyond the last location, 15, used or not.
    ("450", "layout(location = 15) in dvec4 a;", "vec4(a)", Links),
    ("450", "layout(location = 14) in vec4 a[2];", "a[1]", Links),
    ("450", "layout(location = 15) in vec4 a[2];", "a[1]", LIMIT),
    ("450", "layout(location = 15) in vec4 a[2];", "vec4(0.0)", LIMIT),
    ("450", "layout(location = 12) in dmat4 a;", "vec4(a[0])", Links),
    ("450", "layout(location = 13) in dmat4 a;", "vec4(a[0])", LIMIT),
    ("450", "layout(location = 16) in vec4 a;", "vec4(0.0)", LIMIT),
    // "[A] program will fail to link if explicit location assignments leave the linker unable to find space for other variables" [GLSL 4.60, 4.4.1]
    ("450", "layout(location = 0) in vec4 a[14]; in mat2 b;", "a[13] + b[1].xyxy", Links),
    ("450", "layout(location = 0) in vec4 a[15]; in mat2 b;", "a[14] + b[1].xyxy", LIMIT),
    // "Binding more than one attribute name to the same location is referred to as aliasing, and is not permitted in OpenGL ES Shading Language 3.00
    // vertex shaders." [ES 3.0, 2.12.5]
    ("310 es", "layout(location = 1) in vec4 a; layout(location = 2) in vec4 b;", "a + b", Links),
    ("310 es", "layout(location = 1) in vec4 a; layout(location = 1) in vec4 b;", "gl_VertexID > 1 ? a : b", Fails("shares location 1")),
    ("310 es", "layout(location = 1) in mat3 a; layout(location = 3) in ivec2 b;", "vec4(0.0)", Fails("shares location 3")),
];

#[test]
fn locations_of_attributes() {
    let mut wrong = Vec::new();
    for (version, declarations, value, ends) in ATTRIBUTES {
        let vertex = format!("#version {version}\n{declarations}\nvoid main() {{ gl_Position = {value}; }}");
        let fragment = format!("#version {version}\nlayout(location = 0) out highp vec4 color; void main() {{ color = vec4(1.0); }}");
        let mut log = Log::default();
        let is_linked = link_stages(&[shader(V, &vertex), shader(F, &fragment)], &LinkOptions::default(), &mut log).is_some();
        let right = match ends {
            Links => is_linked && log.text.is_empty(),
            Fails(WARNS) => is_linked && log.text.contains(WARNS),
            Fails(what) => !is_linked && log.text.contains(what),
        };
        if !right {
            wrong.push(format!("{version}: {declarations} {value}: {ends:?}, not {is_linked}, {}", log.text));
        }
    }
    assert!(wrong.is_empty(), "{} cases:\n{}", wrong.len(), wrong.join("\n"));
}

/// Locations that glBindAttribLocation sets are aliases as declared ones are. "However, aliasing is possible in OpenGL ES Shading Language 1.00 vertex
/// shaders." [ES 3.0, 2.12.5]
#[test]
fn locations_of_bound_attributes() {
    for (version, input, links) in [("450", "in", true), ("300 es", "in", false), ("100", "attribute", true)] {
        let vertex = format!("#version {version}\n{input} vec4 a; {input} vec4 b; void main() {{ gl_Position = a.x > 0.0 ? a : b; }}");
        let fragment = format!("#version {version}\nvoid main() {{}}");
        let attribute_locations = [("a", 3), ("b", 3)].map(|(name, location)| (name.to_string(), location)).into();
        let options = LinkOptions { attribute_locations, ..LinkOptions::default() };
        assert_eq!(attempt(&[(V, &vertex), (F, &fragment)], &options).is_ok(), links, "{version}");
    }
}

/// Declarations of fragment outputs, whether or not the shader writes them, and what becomes of the program. They have no exception from the rules of
/// aliases, and the locations of draw buffers.
const OUTPUTS: [(&str, Ends); 17] = [
    ("layout(location = 1) out vec4 a; layout(location = 2) out vec4 b;", Links),
    ("layout(location = 1) out vec2 a; layout(location = 1, component = 2) out vec2 b;", Links),
    ("layout(location = 1) out float a; layout(location = 1, component = 1) out vec3 b;", Links),
    ("layout(location = 1) out float a; layout(location = 1, component = 1) out float b[2];", Links),
    ("layout(location = 1) out vec2 a; layout(location = 1, component = 1) out vec2 b;", Fails("shares location 1")),
    ("layout(location = 1) out vec4 a; layout(location = 1) out vec4 b;", Fails("shares location 1")),
    ("layout(location = 1) out vec4 a[2]; layout(location = 2) out vec4 b;", Fails("shares location 2")),
    // "[T]he same underlying numerical type"; of outputs, Mesa and [GL 4.6, 15.2.3] ask for the same basic type.
    ("layout(location = 1) out vec2 a; layout(location = 1, component = 2) out ivec2 b;", TYPES),
    ("layout(location = 1) out ivec2 a; layout(location = 1, component = 2) out uvec2 b;", TYPES),
    ("layout(location = 1) out vec2 a[2]; layout(location = 2, component = 2) out uvec2 b;", TYPES),
    ("layout(location = 7) out vec4 a;", Links),
    ("layout(location = 8) out vec4 a;", LIMIT),
    ("layout(location = 7) out vec4 a[2];", LIMIT),
    // Each index is a buffer's colour of its own.
    ("layout(location = 0, index = 0) out vec4 a; layout(location = 0, index = 1) out vec4 b;", Links),
    ("layout(location = 0, index = 0) out vec4 a; layout(location = 0, index = 1) out ivec4 b;", Links),
    ("layout(location = 0, index = 1) out vec4 a; layout(location = 0, index = 1) out vec4 b;", Fails("shares location 0")),
    ("layout(location = 1, index = 1) out vec4 a;", LIMIT),
];

#[test]
fn locations_of_fragment_outputs() {
    for (outputs, ends) in OUTPUTS {
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
