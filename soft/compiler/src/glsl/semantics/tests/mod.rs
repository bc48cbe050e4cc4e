#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod images;

use crate::glsl::tests::{bad, good};
use base::hir::{
    BinaryOp, Builtin, BuiltinVariable, Direction, Expr, ExprKind, GeometryInput, Interpolation, Scalar, Shader, Stage, Statement, Storage,
    Type,
};
use shader::pipeline::limits::Limits;

fn fragment(body: &str) -> String {
    format!("#version 330\nin vec4 v; uniform float u; uniform int n; out vec4 o;\nvoid main() {{ {body} }}\n")
}

fn variable<'a>(shader: &'a Shader, name: &str) -> &'a base::hir::Variable {
    shader.variables.iter().find(|variable| variable.name == name).unwrap_or_else(|| panic!("no variable {name}"))
}

fn main_of(shader: &Shader) -> &[Statement] {
    shader.functions[shader.main.expect("main")].body.as_deref().expect("a body")
}

/// Returns the right operand of the first assignment in main.
fn assigned(shader: &Shader) -> &Expr {
    main_of(shader)
        .iter()
        .find_map(|statement| match statement {
            Statement::Expression(Expr { kind: ExprKind::Assign(_, value), .. }) => Some(&**value),
            _ => None,
        })
        .expect("an assignment")
}

#[test]
fn a_vertex_and_a_fragment_shader_of_each_age() {
    let shader = good(Stage::Vertex, "attribute vec4 a;\nvarying vec2 t;\nvoid main() { t = a.xy; gl_Position = ftransform(); }\n");
    assert_eq!((shader.version, shader.compatibility), (110, true));
    assert_eq!(variable(&shader, "t").storage, Storage::Out);
    assert_eq!(variable(&shader, "gl_Vertex").storage, Storage::Builtin(BuiltinVariable::Vertex));
    assert!(variable(&shader, "gl_Vertex").used);
    good(Stage::Fragment, "#version 120\nuniform sampler2D s;\nvarying vec2 t;\nvoid main() { gl_FragColor = texture2D(s, t) * 2; }\n");
    good(Stage::Fragment, "#version 100\nprecision mediump float;\nvarying vec2 t;\nvoid main() { gl_FragColor = vec4(t, 0.0, 1.0); }\n");
    good(Stage::Vertex, "#version 300 es\nin vec4 a; flat out int i;\nvoid main() { i = gl_VertexID; gl_Position = a; }\n");
    good(Stage::Vertex, "#version 330 core\nlayout(location = 2) in vec4 a;\nvoid main() { gl_Position = a; }\n");
    let shader = good(
        Stage::Fragment,
        "#version 330\nflat in ivec2 i; noperspective in float f; layout(location = 1) out vec4 o;\nvoid main() { o = vec4(i, f, 1); }\n",
    );
    assert_eq!(variable(&shader, "i").qualifiers.interpolation, Interpolation::Flat);
    assert_eq!(variable(&shader, "f").qualifiers.interpolation, Interpolation::NoPerspective);
    assert_eq!(variable(&shader, "o").qualifiers.location, Some(1));
}

#[test]
fn implicit_conversions_are_explicit_in_the_result() {
    let shader = good(Stage::Fragment, &fragment("o = v * n;"));
    let ExprKind::Binary(BinaryOp::Mul, left, right) = &assigned(&shader).kind else { panic!("a product") };
    assert_eq!((&left.ty, &right.ty), (&Type::Vector(Scalar::Float, 4), &Type::Scalar(Scalar::Float)));
    assert!(matches!(right.kind, ExprKind::Convert(_)));
}

#[test]
fn functions_overload_and_write_back() {
    let shader = good(
        Stage::Fragment,
        "#version 330\nout vec4 o;\nfloat f(float a, out vec2 b); int f(int a) { return a + 1; }\nfloat f(float a, out vec2 b) { b = vec2(a); return a; }\n\
         void main() { vec2 b; o.x = f(1.0, b); o.y = float(f(2)); o.zw = b; }\n",
    );
    let two = shader.functions.iter().find(|function| function.name == "f" && function.parameters.len() == 2).expect("f(float, out vec2)");
    assert_eq!(two.parameters[1].1, Direction::Out);
    assert!(two.body.is_some());
}

#[test]
fn constants_fold_and_size_arrays() {
    let shader = good(
        Stage::Fragment,
        "#version 330\nconst int n = 2 * 3; uniform float a[n + 1]; out vec4 o;\nvoid main() { const int m = n - 1; float b[m]; o = vec4(a[m], b.length(), 0, 0); }\n",
    );
    assert_eq!(variable(&shader, "a").ty, Type::Array(Type::Scalar(Scalar::Float).into(), 7));
    assert_eq!(variable(&shader, "b").ty, Type::Array(Type::Scalar(Scalar::Float).into(), 5));
}

#[test]
fn only_the_outermost_size_may_be_missing() {
    for count in 2..=8 {
        for missing in 1..count {
            // The first dimension has a size or none; one of the others has none.
            let inner = |at: usize| if at == missing { "[]" } else { "[2]" };
            for outer in ["[]", "[2]"] {
                let dimensions: String = [outer].into_iter().chain((1..count).map(inner)).collect();
                for text in
                    [format!("int x{dimensions};"), format!("int{dimensions} x;"), format!("int[] x{};", &dimensions[outer.len()..])]
                {
                    let whole = |globals: &str, body: &str| format!("#version 430\n{globals}\nvoid main() {{ {body} }}\n");
                    assert!(bad(Stage::Fragment, &whole(&text, "")).contains("only the outermost size"), "{text}");
                    assert!(bad(Stage::Fragment, &whole("", &text)).contains("only the outermost size"), "{text}");
                    assert!(bad(Stage::Fragment, &whole(&format!("uniform {text}"), "")).contains("only the outermost size"), "{text}");
                }
            }
        }
        let all = "[]".repeat(count);
        let value = (0..count).fold(String::from("1"), |inner, _| format!("{{ {inner}, {inner} }}"));
        good(Stage::Fragment, &format!("#version 430\nint x{all} = {value};\nvoid main() {{ int y{all} = {value}; }}\n"));
        good(
            Stage::Fragment,
            &format!("#version 430\nint x[]{};\nvoid main() {{ x[1]{} = 1; }}\n", "[2]".repeat(count - 1), "[0]".repeat(count - 1)),
        );
    }
}

#[test]
fn unsized_arrays_are_sized_by_use() {
    let shader = good(Stage::Fragment, "#version 330\nuniform float a[]; out vec4 o;\nvoid main() { o = vec4(a[3] + a[1]); }\n");
    assert_eq!(variable(&shader, "a").ty, Type::Array(Type::Scalar(Scalar::Float).into(), 4));
    assert!(variable(&shader, "a").qualifiers.implicitly_sized);
    let ExprKind::Construct(parts) = &assigned(&shader).kind else { panic!("vec4") };
    let ExprKind::Binary(_, left, _) = &parts[0].kind else { panic!("a sum") };
    let ExprKind::Index(base, _) = &left.kind else { panic!("an element") };
    assert_eq!(base.ty, Type::Array(Type::Scalar(Scalar::Float).into(), 4), "expressions have the final type");
    let shader = good(Stage::Vertex, "void main() { gl_TexCoord[2] = gl_Vertex; gl_Position = gl_Vertex; }\n");
    assert!(matches!(variable(&shader, "gl_TexCoord").ty, Type::Array(_, 3)));
}

#[test]
fn blocks_with_and_without_names() {
    let shader = good(
        Stage::Fragment,
        "#version 430\nlayout(std140) uniform;\nlayout(binding = 2) uniform A { vec4 x; layout(row_major) mat2 m; };\nuniform B { vec4 x; } b[2];\n\
         layout(std430) buffer C { readonly int n; float f[]; } c;\nin D { vec4 d; flat int e; };\nout vec4 o;\n\
         void main() { o = x + b[1].x + d * float(e); c.f[c.n] = float(c.f.length()); }\n",
    );
    let a = shader.variables.iter().find(|variable| variable.qualifiers.block_name == "A").expect("A");
    assert!(a.qualifiers.unnamed_block && a.name.is_empty() && a.qualifiers.binding == Some(2));
    assert_eq!(a.qualifiers.block_layout, base::hir::BlockLayout::Std140);
    let Type::Struct(members) = &a.ty else { panic!("a block's type") };
    assert!(members.members[1].qualifiers.row_major);
    assert_eq!(variable(&shader, "c").storage, Storage::StorageBlock);
}

#[test]
fn geometry_shader_inputs_have_the_primitives_vertices() {
    let shader = good(
        Stage::Geometry,
        "#version 150\nin vec4 v[];\nlayout(triangles) in; layout(triangle_strip, max_vertices = 3) out;\nout vec4 c;\n\
         void main() { for (int i = 0; i < v.length(); i++) { c = v[i]; gl_Position = gl_in[i].gl_Position; EmitVertex(); } EndPrimitive(); }\n",
    );
    assert_eq!(shader.layout.geometry_input, Some(GeometryInput::Triangles));
    assert_eq!(shader.layout.max_vertices, Some(3));
    assert!(matches!(variable(&shader, "v").ty, Type::Array(_, 3)));
    assert!(matches!(variable(&shader, "gl_in").ty, Type::Array(_, 3)));
}

#[test]
fn tessellation_and_compute() {
    let control = "#version 400\nlayout(vertices = 3) out;\nin vec4 a[]; out vec4 b[]; patch out float p;\n";
    let shader = good(
        Stage::TessControl,
        &format!("{control}void main() {{ b[gl_InvocationID] = a[gl_InvocationID]; p = 1.0; gl_TessLevelOuter[0] = 2.0; barrier(); }}\n"),
    );
    assert_eq!(shader.layout.output_vertices, Some(3));
    assert!(matches!(variable(&shader, "b").ty, Type::Array(_, 3)));
    assert!(variable(&shader, "p").qualifiers.patch);
    let shader = good(
        Stage::TessEvaluation,
        "#version 400\nlayout(quads, fractional_odd_spacing, cw) in;\nin vec4 a[];\nvoid main() { gl_Position = a[0] * gl_TessCoord.x; }\n",
    );
    assert_eq!(shader.layout.tess_clockwise, Some(true));
    let shader = good(
        Stage::Compute,
        "#version 430\nlayout(local_size_x = 8, local_size_y = 2) in;\nshared uint s[gl_WorkGroupSize.x];\nlayout(rgba8) writeonly uniform image2D i;\n\
         void main() { atomicAdd(s[0], 1u); barrier(); imageStore(i, ivec2(gl_GlobalInvocationID.xy), vec4(s[0])); }\n",
    );
    assert_eq!(shader.layout.local_size, Some([8, 2, 1]));
    assert!(matches!(variable(&shader, "s").ty, Type::Array(_, 8)));
}

#[test]
fn statements_lower_to_few_forms() {
    let shader = good(
        Stage::Fragment,
        &fragment(
            "switch (n) { case 0: case 1: o.x = 1.0; break; default: discard; } while (bool b = n > 3) { if (b) break; } do { o.y++; } while (o.y < 3.0);",
        ),
    );
    let body = main_of(&shader);
    let Statement::Switch { cases, .. } = &body[0] else { panic!("a switch") };
    assert_eq!(cases.iter().map(|(labels, _)| labels.clone()).collect::<Vec<_>>(), [vec![Some(0), Some(1)], vec![None]]);
    assert!(matches!(body[1], Statement::Declare(_, None)));
    assert!(matches!(&body[2], Statement::Loop { condition: Some(Expr { kind: ExprKind::Assign(..), .. }), test_first: true, .. }));
    assert!(matches!(body[3], Statement::Loop { test_first: false, .. }));
}

#[test]
fn globals_initialise_before_main() {
    let shader =
        good(Stage::Fragment, "#version 330\nuniform float u = 2.5; float g = u * 2.0; out vec4 o;\nvoid main() { o = vec4(g); }\n");
    assert_eq!(variable(&shader, "u").initialiser, Some(vec![2.5_f32.to_bits()]));
    assert!(matches!(&*shader.initialise, [Statement::Declare(_, Some(_))]));
    assert!(variable(&shader, "u").used && variable(&shader, "g").used);
}

#[test]
fn constructors_and_built_in_functions() {
    let shader = good(Stage::Fragment, &fragment("o = clamp(v, 0.0, 1.0);"));
    assert!(matches!(&assigned(&shader).kind, ExprKind::Builtin(Builtin::Clamp, arguments) if arguments.len() == 3));
}

/// Arrays of samplers need constant indices before GLSL 4.00; arrays of structures that hold samplers do not.
#[test]
fn samplers_are_indexed_as_their_version_says() {
    let declarations =
        "struct Light { sampler2D map; sampler2D more[2]; }; uniform Light lights[3]; uniform sampler2D maps[3]; uniform int n;";
    let shader = |version: &str, expression: &str| {
        format!(
            "#version {version}\n{declarations}\nout vec4 o; void main() {{ for (int i = 0; i < n; i++) o += texture({expression}, vec2(0.5)); }}"
        )
    };
    let embedded = |version: &str, expression: &str| {
        let text = shader(version, expression);
        text.replacen('\n', "\nprecision highp float;\n", 1)
    };
    for expression in ["lights[i].map", "lights[i].more[1]", "lights[n - i].map"] {
        for version in ["130", "330", "400"] {
            good(Stage::Fragment, &shader(version, expression));
        }
        for version in ["300 es", "310 es", "320 es"] {
            good(Stage::Fragment, &embedded(version, expression));
        }
    }
    for expression in ["maps[i]", "lights[0].more[i]", "lights[i].more[i]"] {
        good(Stage::Fragment, &shader("400", expression));
        good(Stage::Fragment, &embedded("320 es", expression));
        for text in [shader("130", expression), shader("330", expression), embedded("300 es", expression), embedded("310 es", expression)] {
            let log = bad(Stage::Fragment, &text);
            assert!(log.contains("arrays of samplers need constant indices here"), "{log}");
        }
    }
}

#[test]
fn messages_have_positions() {
    let log = bad(Stage::Fragment, "#version 330\nout vec4 o;\nvoid main()\n{\n  o = vec3(1.0);\n  o = w;\n}\n");
    assert!(
        log.starts_with(
            "0:5: error: cannot convert vec3 to vec4 in an assignment; a value of type vec4 is accepted\n0:6: error: `w` is not declared"
        ),
        "{log}"
    );
    let log = bad(Stage::Fragment, "#version 330\n#line 20 4\nvoid main() { int i = ; }\n");
    assert!(log.starts_with("4:20: error: syntax error: unexpected `;` after `=`"), "{log}");
    let log = bad(Stage::Fragment, &format!("#version 330\nvoid main() {{\n{}}}\n", "x = 1;\n".repeat(100)));
    assert_eq!(log.lines().count(), 20, "{log}");
}

#[test]
fn bindings_run_up_to_the_limits_that_glget_returns() {
    let limits = Limits::default();
    for (kind, bindings) in [("buffer", limits.storage_bindings()), ("uniform", limits.uniform_bindings())] {
        let block = |binding: u32| {
            format!("#version 430\nlayout(binding = {binding}) {kind} B {{ vec4 a; }};\nout vec4 o;\nvoid main() {{ o = a; }}\n")
        };
        good(Stage::Fragment, &block(bindings - 1));
        bad(Stage::Fragment, &block(bindings));
    }
}

#[test]
fn a_declaration_without_a_name_sets_the_offset_of_the_next_counter() {
    let text = |declaration: &str| format!("#version 420\n{declaration}\nout vec4 o;\nvoid main() {{ o = vec4(atomicCounter(a)); }}\n");
    let offset = |declaration: &str| variable(&good(Stage::Fragment, &text(declaration)), "a").qualifiers.offset;
    assert_eq!(offset("layout(binding = 2, offset = 8) uniform atomic_uint; layout(binding = 2) uniform atomic_uint a;"), Some(8));
    assert_eq!(offset("layout(binding = 1, offset = 8) uniform atomic_uint; layout(binding = 2) uniform atomic_uint a;"), None);
}

#[test]
fn varying_outputs_of_geometry_shaders() {
    let shader = good(
        Stage::Geometry,
        "#version 150 compatibility\nlayout(triangles) in; layout(points, max_vertices = 1) out; varying float v;\nvoid main() { v = 1.0; EmitVertex(); }",
    );
    assert_eq!(variable(&shader, "v").storage, Storage::Out);
}

#[test]
fn repeated_qualifiers_of_counters() {
    let shader = good(
        Stage::Fragment,
        "#version 140\n#extension GL_ARB_shader_atomic_counters : require\n\
         layout(binding = 7, binding = 2, offset = 8, offset = 4) uniform atomic_uint c;\nvoid main() { atomicCounterIncrement(c); }",
    );
    let qualifiers = &variable(&shader, "c").qualifiers;
    assert_eq!((qualifiers.binding, qualifiers.offset), (Some(2), Some(4)));
}
