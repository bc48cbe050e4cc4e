//! Tests that the parser groups operators and statements, and what it accepts and refuses.

use crate::glsl::tests::{bad, good};
use base::hir::Stage;

fn text(version: &str, globals: &str, statements: &str) -> String {
    format!("#version {version}\n{globals}\nout vec4 o;\nuniform int a, b, c, d;\nuniform bool p, q, r;\nvoid main() {{ {statements} }}\n")
}

fn shader(statements: &str) -> String {
    format!("{:?}", good(Stage::Fragment, &text("460", "", statements)))
}

/// Checks that a text means the same as one with more brackets.
fn same(short: &str, long: &str) {
    assert_eq!(shader(short), shader(long), "{short}");
}

#[test]
fn operators_group_by_precedence() {
    for (short, long) in [
        ("a + b * c", "a + (b * c)"),
        ("a * b + c", "(a * b) + c"),
        ("a - b - c", "(a - b) - c"),
        ("a - b * c / d - a", "(a - ((b * c) / d)) - a"),
        ("a << b + c & d", "(a << (b + c)) & d"),
        ("a | b ^ c & d", "a | (b ^ (c & d))"),
        ("- a * b", "(-a) * b"),
        ("- ~ + a", "-(~(+a))"),
        ("p ? a : q ? b : c", "p ? a : (q ? b : c)"),
        ("p ? q ? a : b : c", "p ? (q ? a : b) : c"),
        ("int(p || q ^^ r && p)", "int(p || (q ^^ (r && p)))"),
        ("int(a < b == c > d)", "int((a < b) == (c > d))"),
        ("int(a == b && c != d)", "int((a == b) && (c != d))"),
        ("int(a | b) & c", "(int(a | b)) & c"),
    ] {
        same(&format!("o.x = float({short});"), &format!("o.x = float({long});"));
    }
    same("int x, y; x = y = a;", "int x, y; (x = (y = a));");
    same("int x, y; x += y -= a + b;", "int x, y; x += (y -= (a + b));");
    same("int x; p ? x : x = a;", "int x; p ? x : (x = a);");
    same("int x; x = p ? a : b, x;", "int x; (x = (p ? a : b)), x;");
    same("int x; - x ++;", "int x; -(x++);");
    same("int x[2]; - x[1]++;", "int x[2]; -((x[1])++);");
}

#[test]
fn else_belongs_to_the_nearest_if() {
    same("if (p) if (q) o.x = 1.0; else o.y = 1.0;", "if (p) { if (q) { o.x = 1.0; } else { o.y = 1.0; } }");
    same("if (p) o.x = 1.0; else o.y = 1.0; if (q) o.z = 1.0;", "if (p) { o.x = 1.0; } else { o.y = 1.0; } { if (q) o.z = 1.0; }");
    same(
        "if (p) o.x = 1.0; else if (q) o.y = 1.0; else o.z = 1.0; if (r) o.w = 1.0;",
        "if (p) { o.x = 1.0; } else { if (q) { o.y = 1.0; } else { o.z = 1.0; } } { if (r) o.w = 1.0; }",
    );
    same(
        "if (p) while (q) if (r) o.x = 1.0; else o.y = 1.0; else o.z = 1.0;",
        "if (p) { while (q) { if (r) o.x = 1.0; else o.y = 1.0; } } else { o.z = 1.0; }",
    );
}

#[test]
fn constructors_begin_statements_as_types_do() {
    same(
        "float[2](1.0, 2.0).length(); float[2] x = float[](1.0, 2.0); vec4(1.0).x;",
        "(float[2](1.0, 2.0)).length(); float x[2] = float[2](1.0, 2.0); (vec4(1.0)).x;",
    );
    same("for (vec4(1.0); p; float[1](1.0)) break;", "for ((vec4(1.0)); p; (float[1](1.0))) break;");
    good(
        Stage::Fragment,
        &text("460", "", "while (bool x = p) { if (x) break; } for (int i = 0; bool y = i < 2; i++) { o.x += float(y); }"),
    );
}

#[test]
fn invariant_and_precise() {
    let vertex = |version: &str, globals: &str| format!("#version {version}\n{globals}\nvoid main() {{ gl_Position = vec4(0.0); }}\n");
    for globals in [
        "out vec4 a, b; invariant a, b;",
        "invariant gl_Position, gl_PointSize;",
        "out invariant flat vec4 a;",
        "layout(location = 1) invariant out vec4 a;",
        "precise out vec4 a; precise invariant out vec4 b; out precise vec4 c;",
        "out vec4 a, b; precise a, b; invariant precise a; precise invariant b;",
        "precise float f(precise in float x) { precise float y = x; precise y, x; return y; }",
    ] {
        good(Stage::Vertex, &vertex("460", globals));
    }
    good(Stage::Vertex, &vertex("130", "invariant out vec4 a;"));
    for (version, globals, message) in [
        ("330", "out invariant vec4 a;", "invariant must come before all other qualifiers"),
        ("330", "uniform invariant vec4 a;", "invariant must come before all other qualifiers"),
        ("330", "out vec4 a; invariant a, b;", "`b` is not declared"),
        ("330", "invariant;", "unexpected `;` after `invariant`"),
        ("330", "invariant out;", "this qualifier needs a declaration after it"),
        ("460", "invariant invariant a;", "unexpected `invariant` after `invariant`"),
        ("330", "invariant a b;", "unexpected `b` after `a`"),
        ("330", "invariant vec4;", "`vec4` is not declared"),
        ("460", "float f() { float a, b; a = precise b; return a; }", "unexpected `precise` after `=`"),
        ("460", "precise;", "`precise` is a reserved word"),
        ("460", "struct S { precise float a; };", "members of structures take no qualifiers but precision"),
    ] {
        let log = bad(Stage::Vertex, &vertex(version, globals));
        assert!(log.contains(message), "{globals}: {log}");
    }
}

#[test]
fn the_first_word_that_does_not_fit_is_reported() {
    for (statements, message) in [
        ("a b;", "unexpected `b` after `a`"),
        ("a + b = c;", "unexpected `=` after `b`"),
        ("else ;", "unexpected `else` after `{`"),
        ("f(, a);", "unexpected `,` after `(`"),
        ("f(a, );", "unexpected `)` after `,`"),
        ("();", "unexpected `)` after `(`"),
        ("a[];", "unexpected `]` after `[`"),
        ("(vec4) a;", "unexpected `)` after `vec4`"),
        ("vec4.x;", "unexpected `.` after `vec4`"),
        ("int[a = 1] x;", "unexpected `=` after `a`"),
        ("while () ;", "unexpected `)` after `(`"),
        ("for (;) ;", "unexpected `)` after `;`"),
        ("if (p) int x = 1 else ;", "unexpected `else` after `1`"),
        ("switch (a) case 1: ;", "unexpected `case` after `)`"),
        ("do ; while (p) a;", "unexpected `a` after `)`"),
        ("void f() {}", "unexpected `{` after `)`"),
        ("precision float;", "unexpected `float` after `precision`"),
        ("uniform vec5 x;", "unexpected `x` after `vec5`"),
        ("struct S S2;", "unexpected `S2` after `S`"),
        ("float x[] = {1.0,,};", "unexpected `,` after `,`"),
        ("return 1", "unexpected `}` after `1`"),
    ] {
        let log = bad(Stage::Fragment, &text("460", "", statements));
        assert!(log.contains(&format!("syntax error: {message}\n")), "{statements}: {log}");
    }
    let log = bad(Stage::Fragment, &text("460", "", "{"));
    assert!(log.contains("the shader ends too early"), "{log}");
    let log = bad(Stage::Fragment, &text("460", "vec5 x;", ""));
    assert!(log.starts_with("0:2: error: syntax error: unexpected `vec5`\n"), "{log}");
}
