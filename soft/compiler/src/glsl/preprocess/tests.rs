#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::super::CompileOptions;
use super::super::include::{Includes, Tree, location};
use super::super::log::Log;
use super::{Preprocessed, preprocess};
use shader::pipeline::limits::Limits;

fn options(es: bool) -> CompileOptions {
    CompileOptions { es, core: false, max_version: CompileOptions::newest(es), limits: Limits::default() }
}

fn run(source: &str) -> (String, Preprocessed, String) {
    let mut log = Log::default();
    let result = preprocess(source, &options(false), &Includes::default(), &mut log);
    let text: Vec<&str> = result.tokens.iter().map(|token| result.spellings.text(token.spelling)).collect();
    (text.join(" "), result, log.into_text())
}

fn text(source: &str) -> String {
    let (text, _, log) = run(source);
    assert_eq!(log, "", "{source}");
    text
}

fn error(source: &str) -> String {
    let (_, _, log) = run(source);
    assert!(log.contains("error"), "no error for: {:.80}\n{log}", source);
    log
}

#[test]
fn macros_expand_as_in_c() {
    assert_eq!(text("#define A 1\n#define F(x, y) x + A * y\nF(A, F(2, (3, 4)))"), "1 + 1 * 2 + 1 * ( 3 , 4 )");
    assert_eq!(text("#define foo foo + bar\n#define bar foo\nfoo"), "foo + foo");
    assert_eq!(text("#define f(x) x f\nf(1)(2)"), "1 f ( 2 )");
    assert_eq!(text("#define f(x) x\nf\n(\n1\n)\nf"), "1 f");
    assert_eq!(text("#version 130\n#define glue(a, b) a ## b\nglue(gl_, Position) glue(1, 2)"), "gl_Position 12");
    assert_eq!(text("#define none\n#define empty() 1\nnone empty()"), "1");
    assert_eq!(text("#define A(x) x\n#define B A\nB(3)"), "3");
}

#[test]
fn conditions() {
    assert_eq!(text("#if 1 + 2 * 3 == 7 && !(4 >> 1 & 1)\nyes\n#else\nno\n#endif"), "yes");
    assert_eq!(text("#define X 3\n#if defined(X) && X > 2\na\n#elif 1\nb\n#endif"), "a");
    assert_eq!(text("#ifdef Y\na\n#elif 0\nb\n#elif 1\nc\n#elif 1\nd\n#else\ne\n#endif"), "c");
    assert_eq!(text("#if 0\n#if 1\na\n#else\nb\n#endif\n' \" @\n#endif\nc"), "c");
    assert_eq!(text("#if 0x10 == 16 && 010 == 8\nok\n#endif"), "ok");
    assert_eq!(text("#define A\n#define has(x) defined(x)\n#define B defined A\n#if B && !has(C)\nyes\n#endif"), "yes");
    assert_eq!(text("#define one 1\n#if defined one && defined(one)\nyes\n#endif"), "yes");
    // What is skipped need not be right.
    assert_eq!(text("#if 0\n#if 1\n#else more\n#endif more\n#ifdef A B\n#endif\n#undef A B\n#endif\nyes"), "yes");
}

#[test]
fn lines_and_versions() {
    let (text, result, log) = run("#version 330 core // yes\n__LINE__ /* a\nb */ __LINE__\n#line 10 3\n__LINE__ __FILE__ __VERSION__");
    assert_eq!((text.as_str(), log.as_str()), ("2 3 10 3 330", ""));
    assert_eq!((result.version, result.es, result.compatibility), (330, false, false));
    assert_eq!(super::tests::text("#version 120\n#line 10\n__LINE__"), "11");
    assert_eq!(super::tests::text("#version 100\n#line 10\n__LINE__"), "10");
    // Arguments are expanded where they stand, the body where the call ends.
    assert_eq!(super::tests::text("#version 330 core\n#define B __LINE__\n#define A(a, b) B a b\nA(__LINE__,\n__LINE__\n)"), "6 4 5");
    assert_eq!(super::tests::text("a \\\n b /\\\n/ comment \\\n still\nc"), "a b c");
    assert!(error("\n\nint x;\n#version 330\n").starts_with("0:4: error: #version must"));
    assert!(run("#version 300 es\n").1.es);
}

#[test]
fn definitions_are_checked() {
    assert_eq!(text("#define a 1\n#define a  1\na"), "1");
    assert_eq!(text("#version 330\n#undef __VERSION__\n#ifdef __VERSION__\nno\n#else\nyes\n#endif"), "yes");
    error("/* no end");
}

#[test]
fn extension_directives_are_checked() {
    let (text, result, log) = run("#extension GL_ARB_gpu_shader5 : require\n#ifdef GL_ARB_gpu_shader5\nyes\n#endif");
    assert_eq!((text.as_str(), log.as_str()), ("yes", ""));
    assert_eq!(result.extensions, ["GL_ARB_gpu_shader5"]);
    let es = |source: &str| {
        let mut log = Log::default();
        preprocess(source, &options(true), &Includes::default(), &mut log);
        log.into_text()
    };
    assert!(es("#version 300 es\nint a;\n#extension GL_EXT_shader_io_blocks : enable\n").contains("must come before"));
    assert_eq!(es("#version 300 es\n#define A\n#extension GL_EXT_shader_io_blocks : enable\nint a;\n"), "");
    assert_eq!(super::tests::text("int a;\n#extension GL_ARB_gpu_shader5 : enable\n"), "int a ;");
}

#[test]
fn hostile_texts_end_in_an_error() {
    let mut bomb = String::new();
    for level in 0..40 {
        bomb.push_str(&format!("#define a{level} a{} a{}\n", level + 1, level + 1));
    }
    bomb.push_str("a0\n");
    assert!(error(&bomb).contains("expand to too much"));
    let mut arguments = String::from("#define f(x) x x\n");
    arguments.push_str(&"f(".repeat(5_000));
    arguments.push('1');
    arguments.push_str(&")".repeat(5_000));
    error(&arguments);
    let nested = format!("{}{}", "#if 1\n".repeat(50_000), "#endif\n".repeat(50_000));
    assert!(error(&nested).contains("nested too deep"));
    let parentheses = format!("#if {}1{}\n#endif", "(".repeat(30_000), ")".repeat(30_000));
    assert!(error(&parentheses).contains("nested too deep"));
    error(&format!("#if {}1\n#endif", "-".repeat(30_000)));
}

/// Preprocesses a text that may include these strings, with the search paths `/a` and `/b`; returns the text and the log.
fn including(source: &str, strings: &[(&str, &str)]) -> (String, String) {
    let mut tree = Tree::default();
    strings.iter().for_each(|(path, string)| tree.insert(location(path.as_bytes()).unwrap(), string.as_bytes()));
    let includes = Includes { tree: std::sync::Arc::new(tree), paths: vec!["/a".into(), "/b".into()] };
    let mut log = Log::default();
    let source = format!("#version 150\n#extension GL_ARB_shading_language_include : require\n{source}");
    let result = preprocess(&source, &options(false), &includes, &mut log);
    let text: Vec<&str> = result.tokens.iter().map(|token| result.spellings.text(token.spelling)).collect();
    (text.join(" "), log.into_text())
}

#[test]
fn strings_are_included_with_their_macros() {
    let strings = [
        ("/a/one", "#define ONE 1\nfrom a"),
        ("/b/two", "#include \"three\"\n#include <three>\n__LINE__ ONE"),
        ("/b/three", "b3"),
        ("/a/three", "a3"),
    ];
    let (text, log) = including("#include \"one\" // a comment\n#include </b/two>\nONE __LINE__ __FILE__\n", &strings);
    assert_eq!((text.as_str(), log.as_str()), ("from a b3 a3 3 1 1 5 0", ""));
    let (text, log) = including("#if 0\n#include \"none\"\n#endif\n#if 1\n#include \"/a/./../b/three\"\n#endif\n", &strings);
    assert_eq!((text.as_str(), log.as_str()), ("b3", ""));
}

#[test]
fn messages_name_the_included_string() {
    let (_, log) = including("#include \"x/y\"\n#error outer\n", &[("/a/x/y", "\n#error inner\n")]);
    assert!(log.contains("x/y:2: error: #error inner") && log.contains("0:4: error: #error outer"), "{log}");
    let (_, log) = including("#line 7 \"/p q\"\n#error here\n", &[]);
    assert!(log.contains("/p q:8: error: #error here"), "{log}");
}

#[test]
fn wrong_includes_are_errors() {
    let strings =
        [("/a/self", "#include \"self\""), ("/a/open", "#if 1"), ("/a/close", "#endif"), ("/a/b/c", "c"), ("/a/note", "/* no end")];
    for (source, wanted) in [
        ("#include \"none\"", "there is no string"),
        ("#include \"b\"", "no string is associated"),
        ("#include \"/a//b\"", "not a valid path"),
        ("#include \"b/c/\"", "not a valid path"),
        ("#include b", "needs a path"),
        ("#include \"b", "needs a path"),
        ("#include", "needs a path"),
        ("#include \"b/c\" more", "unexpected `more`"),
        ("#include \"self\"", "too many strings are included"),
        ("#include \"open\"", "has no #endif"),
        ("#if 1\n#include \"close\"\n#endif", "#endif without #if"),
        ("#include \"note\"", "has no end"),
        ("#line 1 \"a//b\"", "#line takes"),
    ] {
        let (_, log) = including(source, &strings);
        assert!(log.contains("error") && log.contains(wanted), "{source}: {log}");
    }
    assert!(error("#version 150\n#include \"x\"\n").contains("unknown directive"));
    error("#version 150\n#line 1 \"/a\"\n");
}

#[test]
fn strings_that_include_each_other_twice_come_to_an_end() {
    let names: Vec<(String, String)> =
        (0..40).map(|level| (format!("/a/{level}"), format!("#include \"{0}\"\n#include \"{0}\"\n", level + 1))).collect();
    let mut strings: Vec<(&str, &str)> = names.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    strings.push(("/a/40", "x"));
    let (_, log) = including("#include \"0\"\n", &strings);
    assert!(log.contains("too many strings are included"), "{log}");
}
