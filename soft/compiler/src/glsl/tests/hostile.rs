//! Tests that hostile texts end with a log, in short time.

use super::{bad, good, run};
use base::hir::Stage;

fn body(text: &str) -> String {
    format!("#version 330\nout vec4 o;\nuniform float u;\nvoid main() {{ {text} }}\n")
}

#[test]
fn long_and_deep_expressions() {
    bad(Stage::Fragment, &body(&format!("float x = {}u;", "u + ".repeat(200_000))));
    bad(Stage::Fragment, &body(&format!("float x = {}u;", "-".repeat(3) + &"- ".repeat(100_000))));
    bad(Stage::Fragment, &body(&format!("float x = {}u{};", "(".repeat(30_000), ")".repeat(30_000))));
    bad(Stage::Fragment, &body(&format!("o = vec4(u){};", ".xyzw".repeat(50_000))));
    bad(Stage::Fragment, &body(&"{".repeat(30_000)));
    bad(Stage::Fragment, &body(&format!("{} ;", "if (u > 0.0) ".repeat(30_000))));
    bad(Stage::Fragment, &body(&format!("{} ;", "if (u > 0.0) ; else ".repeat(30_000))));
    bad(Stage::Fragment, &body(&format!("float x = {} u;", "u > 0.0 ? u : ".repeat(30_000))));
    bad(Stage::Fragment, &body(&format!("{}u;", "u, ".repeat(30_000))));
    // At the edge of the first limit the second one decides, on a stack that is large enough.
    let log = bad(Stage::Fragment, &body(&format!("float x = {}u;", "u + ".repeat(30_000))));
    assert!(log.contains("nested too deep"), "{log}");
    good(Stage::Fragment, &body(&format!("float x = {}u;", "u + ".repeat(15_000))));
}

/// Every production of the grammar that holds itself, nested as deep as the limits let the parser see it.
#[test]
fn deep_texts_end() {
    let nested = |open: &str, inner: &str, close: &str, count: usize| format!("{}{inner}{}", open.repeat(count), close.repeat(count));
    let value = |text: String| body(&format!("float x = {text};"));
    for text in [
        value(nested("! ", "true", "", 32_000)),
        value(nested("- ", "u", "", 32_000)),
        value(nested("x = ", "u", "", 32_000)),
        value(nested("true ? u : ", "u", "", 16_000)),
        value(nested("true ? ", "u", " : u", 16_000)),
        value(nested("true ? ", "u", "", 32_000)),
        value(nested("true ? x = ", "u", " : u", 10_000)),
        value(nested("u + ", "u", "", 32_000)),
        value(nested("u + ", "u", " * u", 16_000)),
        value(nested("u, ", "u", "", 32_000)),
        value(nested("(", "u", "", 4_090)),
        value(nested("f[", "u", "", 4_090)),
        value(nested("f(", "u", "", 4_090)),
        value(nested("", "u", ".x", 32_000)),
        value(nested("", "u", "[0]", 32_000)),
        value(nested("", "u", "(u)", 32_000)),
        value(nested("", "u", "++", 32_000)),
        value(nested("float[", "1", "](u)[0]", 4_000)),
        value(nested("{", "u", "}", 4_090)),
        value(nested("struct { int a; } (", "u", ")", 4_090)),
        body(&nested("struct A { ", "int a;", " } a;", 4_090)),
        body(&nested("struct A { ", "", "", 4_090)),
        body(&nested("{", "", "", 4_090)),
        body(&nested("if (true) ", "", "", 10_000)),
        body(&nested("if (true) ; else ", "", "", 6_500)),
        body(&nested("do ", ";", " while (false);", 6_500)),
        body(&nested("do ", "", "", 16_000)),
        body(&nested("while (true) ", ";", "", 10_000)),
        body(&nested("for (;;) ", ";", "", 10_000)),
        body(&nested("switch (1) { default: ", ";", "}", 4_090)),
        body(&nested("float a[", "", "", 4_090)),
        format!("#version 330\n{}", nested("layout(a = layout(", "", "", 2_000)),
    ] {
        let log = run(Stage::Fragment, &text).log;
        assert!(!log.contains("the compiler failed") && !log.contains("too long"), "{}: {log}", text.get(50..120).unwrap_or(""));
    }
    for text in [
        value(nested("(", "u", ")", 4_000)),
        value(nested("float(", "u", ")", 4_000)),
        value(nested("u > 0.0 ? u : ", "u", "", 5_000)),
        body(&nested("{", "", "}", 4_000)),
        body(&nested("if (u > 0.0) ; else ", ";", "", 600)),
        body(&nested("if (u > 0.0) ; else ", ";", "", 5_000)),
    ] {
        good(Stage::Fragment, &text);
    }
}

#[test]
fn long_lists_are_fine() {
    let values = vec!["0.5"; 5_000].join(", ");
    good(
        Stage::Fragment,
        &format!(
            "#version 330\nconst float t[5000] = float[5000]({values});\nout vec4 o;\nuniform int i;\nvoid main() {{ o = vec4(t[i]); }}\n"
        ),
    );
    let large = format!(
        "#version 330\nconst float t[5000] = float[5000]({values}); out vec4 o;\nvoid main() {{ float a[int(t[7] * 4.0)]; o = vec4(a.length()); {} }}\n",
        "o.x += t[4999];".repeat(2_000)
    );
    good(Stage::Fragment, &large);
    let vectors = vec!["vec4(0.5, 1.0, 2.0, 3.0)"; 2_000].join(", ");
    good(Stage::Fragment, &format!("#version 330\nvec4 t[2000] = vec4[]({vectors});\nout vec4 o;\nvoid main() {{ o = t[3]; }}\n"));
    good(Stage::Fragment, &body(&"o.x += u; if (u > 1.0) { o.y = u; } else { o.z = u; }\n".repeat(5_000)));
}

#[test]
fn sizes_are_bounded() {
    bad(Stage::Fragment, "#version 430\nfloat a[65536][65536][65536];\nvoid main() {}\n");
    bad(Stage::Fragment, "#version 330\nuniform mat4 a[2147483647];\nvoid main() {}\n");
    bad(Stage::Fragment, "#version 330\nstruct S { vec4 a[1000000]; }; S s[1000000];\nvoid main() {}\n");
    bad(Stage::Fragment, "#version 330\nfloat a[]; void main() { a[2147483647] = 1.0; }\n");
}

#[test]
fn names_have_1024_characters() {
    for version in ["#version 100", "#version 300 es", "#version 320 es"] {
        let run = |length| {
            let name = "n".repeat(length);
            let text =
                format!("{version}\nprecision mediump float;\nuniform float {name};\nvoid main() {{ if ({name} > 1.0) discard; }}\n");
            super::super::compile(&text, Stage::Fragment, &super::options(true))
        };
        assert!(run(1024).shader.is_some(), "{version}: {}", run(1024).log);
        assert!(run(1025).log.contains("a name is too long"), "{version}");
    }
}

#[test]
fn no_text_panics() {
    let text = "#version 430\nlayout(local_size_x = 4) in;\nstruct S { vec2 a; int b[3]; };\nlayout(std430) buffer B { S s[]; } b;\n\
                shared float t[4];\nfloat f(inout float x, const in S s) { return x++ + s.a.yx.x; }\n\
                void main() { S s = b.s[gl_LocalInvocationIndex]; float x = 1e3; for (int i = 0; i < 3; ++i) { if (i == 1) continue; x += f(x, s); }\n\
                switch (s.b[0]) { case 1: x = 2.0; break; default: x = t[0] > 1.0 ? 1.0 : 2.0; } t[1] = x; barrier(); }\n";
    good(Stage::Compute, text);
    let stages = [Stage::Compute, Stage::Vertex, Stage::Fragment, Stage::Geometry, Stage::TessControl];
    let words: Vec<&str> = text.split_inclusive([' ', '(', ')', ';', ',', '.', '[', ']', '{', '}', '\n']).collect();
    for index in 0..words.len() {
        let mut cut = words.clone();
        let word = cut.remove(index);
        run(stages[index % stages.len()], &cut.concat());
        cut.insert((index * 7) % words.len(), word);
        let log = run(Stage::Compute, &cut.concat()).log;
        assert!(!log.contains("the compiler failed"), "{log}\n{}", cut.concat());
    }
}
