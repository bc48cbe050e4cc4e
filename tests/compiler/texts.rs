//! Shaders that are small and cost much, and shaders that are large as generated ones are.

use std::fmt::Write;

/// Returns the parts of `count` numbers, one after the other.
fn each(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect()
}

/// Returns a fragment shader with these declarations and statements.
fn fragment(declarations: &str, statements: &str) -> String {
    format!(
        "#version 450\nout vec4 o;\nuniform float one;\nuniform int ione;\n{declarations}\nvoid main() {{\n\
         float s = 0.0; int k = ione * int(gl_FragCoord.x);\n{statements}\no = vec4(s / 255.0, 1.0, 0.0, 1.0);\n}}\n"
    )
}

/// A shader whose size does not show what it costs.
pub struct Bomb {
    pub name: &'static str,
    pub text: String,
}

/// Returns shaders that ask for more than any computer has, or that cost time by the square of their size.
pub fn bombs() -> Vec<Bomb> {
    let mut bombs = Vec::new();
    let mut add = |name, text| bombs.push(Bomb { name, text });
    let doubled = |levels: usize| {
        let inner = each(levels, |n| format!("struct S{} {{ S{n} a, b; }};\n", n + 1));
        format!("struct S0 {{ float a; }};\n{inner}")
    };
    add("structures that double", fragment(&doubled(40), ""));
    add(
        "a variable of structures that double",
        fragment(&format!("{}S24 v;", doubled(24)), "s += v.a.a.a.a.a.a.a.a.b.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a;"),
    );
    add("a uniform of structures that double", fragment(&format!("{}uniform S24 v;", doubled(40)), ""));
    let many = each(9_000, |n| format!(", v{n}"));
    add("thousands of variables of a large type", fragment(&format!("{}S15 v{many};", doubled(15)), "s += float(v == v1);"));
    let calls = |levels: usize| {
        let inner = each(levels, |n| format!("float f{}(float x) {{ return f{n}(x) + f{n}(x * 2.0); }}\n", n + 1));
        format!("float f0(float x) {{ return x + 1.0; }}\n{inner}")
    };
    add("calls that double", fragment(&calls(24), "s = f24(one);"));
    add("calls that double without end", fragment(&calls(200), "s = f200(one);"));
    let changing = each(30, |n| format!("void g{}(inout float x) {{ if (x > 1.0) g{n}(x); g{n}(x); }}\n", n + 1));
    add("calls that double and change their argument", fragment(&format!("void g0(inout float x) {{ x += one; }}\n{changing}"), "g30(s);"));
    let chain = each(10_000, |n| format!("struct S{} {{ S{n} a; }};\n", n + 1));
    add("a chain of structures", fragment(&format!("struct S0 {{ float a; }};\n{chain}uniform S10000 v;"), ""));
    let members = each(8_000, |n| format!("float b{n};"));
    let read = each(4_000, |n| format!("s += b{n};"));
    add("a block of thousands of members", fragment(&format!("layout(std430, binding = 0) buffer B {{ {members} }};"), &read));
    let overloads = each(1_500, |n| format!("struct T{n} {{ int a; }}; void f(T{n} t) {{}}\n"));
    add("thousands of overloads", fragment(&format!("{overloads}T1499 t;"), &"f(t);".repeat(5_000)));
    let macros = each(40, |n| format!("#define M{} M{n} M{n}\n", n + 1));
    add("macros that double", fragment(&format!("#define M0 s += one;\n{macros}"), "M40"));
    let macros = each(15, |n| format!("#define M{} M{n} M{n}\n", n + 1));
    add("macros that double to the limit", fragment(&format!("#define M0 s += one;\n{macros}"), "M15"));
    let constants = each(22, |n| format!("const S{0} c{0} = S{0}(c{n}, c{n});\n", n + 1));
    add(
        "constants that double",
        fragment(&format!("{}const S0 c0 = S0(1.0);\n{constants}", doubled(22)), "s = c22.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a;"),
    );
    let nested: String = each(60, |n| format!("for (int i{n} = 0; i{n} < 2; ++i{n}) {{"));
    let variables = each(300, |n| format!("float v{n} = one;"));
    let changes = each(300, |n| format!("v{n} += one;"));
    add("variables of loops in loops", fragment("", &format!("{variables}{nested}{changes}{}s += v7;", "}".repeat(60))));
    let returns = each(1_500, |n| format!("v{} = one; if (k == {n}) return s;", n % 300));
    add("returns between changes", fragment(&format!("float f(int k, float s) {{ {variables} {returns} return v7; }}"), "s = f(k, one);"));
    add("copies of large arrays", fragment("", &format!("float a[30000], b[30000];{} s = a[k];", "a=b;b=a;".repeat(6_000))));
    let structures = "struct A { float x[7]; vec4 y; }; struct B { A a[100]; }; struct C { B b[100]; }; struct D { C c[100]; };";
    add(
        "blocks of arrays of arrays",
        fragment(&format!("{structures} layout(std430, binding = 0) buffer U {{ D d[]; }};"), "s = d[0].c[0].b[0].a[0].x[0];"),
    );
    let long = "n".repeat(900);
    let named = each(40, |n| format!("struct S{} {{ S{n} {long}[9]; }};", n + 1));
    add(
        "long names in arrays",
        fragment(
            &format!("struct S0 {{ float a; }}; {named} uniform S6 v;"),
            &format!("s = v.{0}[0].{0}[0].{0}[0].{0}[0].{0}[0].{0}[0].a;", long),
        ),
    );
    let ternaries = each(600, |n| format!("k == {n} ? {n}.0 : "));
    add("calls of a long function", fragment(&format!("float f(int k) {{ return {ternaries}0.0; }}"), &"s += f(k);".repeat(4_000)));
    let cases = each(4_000, |n| format!("case {n}: s = {n}.0; break;"));
    add("thousands of cases", fragment("", &format!("switch (k) {{ {cases} }}")));
    let through = each(3_000, |n| format!("case {n}: s += {n}.0;"));
    add("thousands of cases that fall through", fragment("", &format!("switch (k) {{ {through} }}")));
    let uniforms = each(6_000, |n| format!("uniform float u{n};"));
    add("thousands of uniforms", fragment(&uniforms, &each(2_000, |n| format!("s += u{n};"))));
    let initialised = each(3_000, |n| format!("float g{n} = one * {n}.0;"));
    add("thousands of globals", fragment(&initialised, &each(2_000, |n| format!("s += g{n};"))));
    add("a sum without end", fragment("", &format!("s = {}one;", "one + ".repeat(10_000))));
    add("brackets without end", fragment("", &format!("s = {}one{};", "(".repeat(30_000), ")".repeat(30_000))));
    add("conditions without end", fragment("", &"if (k == 1) s = 1.0; else ".repeat(2_400)));
    add("members of members", fragment("", &format!("vec4 v = vec4(one); s = v{}.x;", ".xyzw".repeat(12_000))));
    bombs
}

/// Returns a shader of a kind and size that llvmpipe compiles.
pub fn large(kind: &str, size: usize) -> String {
    let mut statements = String::new();
    let mut declarations = String::from("float u(float a, float b) { return min(a, b); }\n");
    match kind {
        "brackets" => {
            write!(statements, "s = {}0.0{};", "(one + ".repeat(size), ")".repeat(size)).unwrap();
        }
        "else if" => statements = each(size, |n| format!("{}if (k == {n}) s = {n}.0;\n", if n > 0 { "else " } else { "" })),
        "ternary" => statements = format!("s = {}0.0;", each(size, |n| format!("k == {n} ? {n}.0 : "))),
        "sum" => statements = format!("s = 0.0{};", " + one".repeat(size)),
        "calls in arguments" => {
            statements = format!("s = {}1e9{};", each(size, |n| format!("u({}.0 * one, ", n + 1)), ")".repeat(size));
        }
        "calls in first arguments" => {
            statements = format!("s = {}1e9{};", "u(".repeat(size), each(size, |n| format!(", {}.0 * one)", n + 1)));
        }
        "blocks" => statements = format!("{}s += one;{}", each(size, |n| format!("if (k >= {}) {{", n % 32)), "}".repeat(size)),
        "signs" => statements = format!("s = {}one;", "- ".repeat(size)),
        "functions" => {
            declarations += "float f0(float a) { return a; }\n";
            declarations += &each(size, |n| format!("float f{}(float a) {{ return f{n}(a) + one; }}\n", n + 1));
            statements = format!("s = f{size}(0.0);");
        }
        "and" => statements = format!("if ({}true) s = one;", each(size, |n| format!("k != -{} && ", n + 1))),
        "conditional groups" => {
            declarations += &format!("{}#define Q 1.0\n{}", "#if 1\n".repeat(size), "#endif\n".repeat(size));
            statements = String::from("s = Q;");
        }
        "macros" => {
            declarations += "#define M0 one\n";
            declarations += &each(size, |n| format!("#define M{} (M{n})\n", n + 1));
            statements = format!("s = M{size};");
        }
        _ => unreachable!("a kind of shader: {kind}"),
    }
    fragment(&declarations, &statements)
}
