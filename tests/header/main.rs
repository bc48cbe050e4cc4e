//! Generates `include/GL/glmeter.h` from the tables in `src/spec` and compares it with the file.
//!
//! `BLESS=1 cargo test --test header` writes the file. cbindgen converts the procedures to C; it cannot expand macros, so it gets their
//! signatures as a file of plain functions.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod comments;
mod control;
#[path = "../support/mod.rs"]
mod support;

use glmeter::gl::GLenum;
use glmeter::spec::{EXTENSIONS, Extension, Procedure};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use support::{root, run};

const OPENING: &str = "\
/** @file
 * The commands and tokens that glmeter gives to OpenGL and OpenGL ES programs, and glmeter's control interface: link with
 * -lglmeter, or take the GL commands from GetProcAddress.
 *
 * Made from the tables in src/spec and from src/control.rs by `BLESS=1 cargo test --test header`; not to be edited.
 *
 * It may be included before, after and without the system's GL headers, in C and in C++: its types are theirs, its tokens
 * step back behind theirs, and a prototype may be repeated. It defines no GL_<extension> macro that they test, because
 * they would then leave out their own part. A prototype steps back behind a macro of its name, as the headers of function
 * loaders have them; GLMETER_NO_PROTOTYPES leaves all prototypes of GL commands out, for programs with function pointers
 * of these names.
 *
 * All GL commands act on the context that is current on the calling thread; without one they do nothing. Each thread may
 * have a context of its own, and query objects belong to one context. Pointers belong to the caller and are not kept. A
 * command that raises an error, which glGetError returns, changes no state. Times are nanoseconds. In a lost context every
 * command raises GL_CONTEXT_LOST, and between glBegin and glEnd GL_INVALID_OPERATION.
 */

#ifndef GLMETER_H
#define GLMETER_H

/* Before C11 a type may be defined twice, by this header and by another GL header, only if one of the two is a system header. */
#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern \"C\" {
#endif

";

/// The types of the prototypes, as the Khronos headers define them: the same definition may stand in several headers.
const TYPES: [(&str, &str); 12] = [
    ("unsigned int", "GLenum"),
    ("unsigned char", "GLboolean"),
    ("int", "GLint"),
    ("unsigned int", "GLuint"),
    ("int", "GLsizei"),
    ("char", "GLchar"),
    ("unsigned char", "GLubyte"),
    ("float", "GLfloat"),
    ("double", "GLdouble"),
    ("int64_t", "GLint64"),
    ("uint64_t", "GLuint64"),
    ("long", "GLintptr"),
];

const CLOSING: &str = "\
#ifdef __cplusplus
}
#endif

#endif /* GLMETER_H */
";

fn header() -> String {
    let mut text = OPENING.to_owned();
    for (kind, name) in TYPES {
        writeln!(text, "typedef {kind} {name};").unwrap();
    }
    text.push('\n');
    text.push_str("/* The control interface */\n\n");
    let version = [
        ("MAJOR", env!("CARGO_PKG_VERSION_MAJOR")),
        ("MINOR", env!("CARGO_PKG_VERSION_MINOR")),
        ("PATCH", env!("CARGO_PKG_VERSION_PATCH")),
    ];
    for (part, number) in version {
        writeln!(text, "#define GLMETER_VERSION_{part} {number}").unwrap();
    }
    text.push('\n');
    text.push_str(&control::control());
    for extension in EXTENSIONS {
        writeln!(text, "/* {} */\n", title(extension)).unwrap();
        for (token, value) in extension.tokens {
            define(&mut text, &format!("GL_{token}"), &hexadecimal(*value));
        }
        if !extension.tokens.is_empty() {
            text.push('\n');
        }
        if !extension.procedures.is_empty() {
            text.push_str("#ifndef GLMETER_NO_PROTOTYPES\n");
            for (procedure, prototype) in extension.procedures.iter().zip(prototypes(extension)) {
                let name = procedure.name.to_str().unwrap();
                write!(text, "#ifndef {name}\n{}\n{prototype}\n#endif\n", comments::comment(procedure)).unwrap();
            }
            text.push_str("#endif\n\n");
        }
    }
    text + CLOSING
}

fn title(extension: &Extension) -> &str {
    match extension.name {
        "GL_queries" => "Query commands of the core specifications and of GL_ARB_occlusion_query",
        "GL_state" => "Core commands whose answers the extensions change",
        name => name,
    }
}

fn define(text: &mut String, name: &str, value: &str) {
    write!(text, "#ifndef {name}\n#define {name} {value}\n#endif\n").unwrap();
}

/// Returns a token's value as the Khronos headers write it, so that both definitions are the same; bits have eight digits there.
fn hexadecimal(value: GLenum) -> String {
    if value < 0x100 { format!("0x{value:08X}") } else { format!("0x{value:04X}") }
}

/// Returns the C prototypes of an extension, in the table's order.
fn prototypes(extension: &Extension) -> Vec<String> {
    let mut source = String::new();
    for procedure in extension.procedures {
        // cbindgen needs a complete function but ignores its body.
        writeln!(source, "#[no_mangle] pub unsafe extern \"C\" {} {{}}", procedure.signature).unwrap();
    }
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{}.rs", extension.name, std::process::id()));
    std::fs::write(&path, source).unwrap();
    let mut config = cbindgen::Config { language: cbindgen::Language::C, no_includes: true, ..Default::default() };
    config.function.sort_by = Some(cbindgen::SortKey::None);
    config.function.args = cbindgen::Layout::Horizontal;
    let bindings = cbindgen::Builder::new().with_config(config).with_src(&path).generate().unwrap();
    std::fs::remove_file(&path).unwrap();
    let mut output = Vec::new();
    bindings.write(&mut output);
    let output = String::from_utf8(output).unwrap();
    let lines: Vec<&str> = output.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(lines.len(), extension.procedures.len(), "one prototype for each procedure of {}:\n{output}", extension.name);
    let prototype = |(procedure, line): (&Procedure, &str)| {
        let name = procedure.name.to_str().unwrap();
        let call = format!("{name}(");
        assert!(line.contains(&call), "{name} stands on its own line: {line}");
        line.to_owned()
    };
    extension.procedures.iter().zip(lines).map(prototype).collect()
}

fn path() -> PathBuf {
    root().join("include/GL/glmeter.h")
}

#[test]
fn the_header_is_the_tables() {
    let made = header();
    if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
        std::fs::write(path(), &made).unwrap();
    }
    let kept = std::fs::read_to_string(path()).unwrap_or_default();
    let first = made.lines().zip(kept.lines().chain(std::iter::repeat(""))).find(|(made, kept)| made != kept);
    assert!(made == kept, "include/GL/glmeter.h is not what src/spec says; BLESS=1 rewrites it. First difference, new and old: {first:#?}");
}

#[test]
fn every_type_of_the_prototypes_is_defined() {
    for procedure in EXTENSIONS.iter().flat_map(|extension| extension.procedures) {
        let words = procedure.signature.split(|letter: char| !letter.is_ascii_alphanumeric());
        for word in words.filter(|word| word.starts_with("GL")) {
            assert!(TYPES.iter().any(|(_, name)| *name == word), "{} uses {word}, which the header does not define", procedure.signature);
        }
    }
}

/// Pedantic C99 forbids defining a type twice, but compilers accept it if one definition is in a system header.
#[test]
fn the_header_is_pedantically_right_beside_the_systems() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let own = "#include <GL/glmeter.h>\n";
    let systems = ["", "#include <GL/gl.h>\n#include <GL/glext.h>\n", "#include <GLES3/gl32.h>\n#include <GLES2/gl2ext.h>\n"];
    for (index, system) in systems.into_iter().enumerate() {
        for (order, text) in [format!("{own}{system}"), format!("{system}{own}")].into_iter().enumerate() {
            // Further parts of another header's EXT_disjoint_timer_query must not be skipped.
            let use_of = if index == 2 { "PFNGLGENQUERIESEXTPROC get(void);\n" } else { "GLenum token = GL_TIMESTAMP;\n" };
            for (compiler, standard, ending) in [("cc", "-std=c99", "c"), ("c++", "-std=c++17", "cpp")] {
                let file = folder.join(format!("pedantic-{index}-{order}-{}.{ending}", std::process::id()));
                std::fs::write(&file, format!("{text}{use_of}")).unwrap();
                let mut command = Command::new(compiler);
                command.args([standard, "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", "-I"]);
                let ended = run(command.arg(root().join("include")).arg(&file));
                assert_eq!(ended.code, 0, "{compiler} {standard}\n{text}\n{}", ended.all());
                std::fs::remove_file(&file).unwrap();
            }
        }
    }
}

/// The header works in a program that loads the commands itself, through a loader's macros or into variables of their names.
#[test]
fn the_header_leaves_a_programs_own_names_alone() {
    let loader = "extern void (*loaded_BeginQuery)(int);\n#define glBeginQuery loaded_BeginQuery\n#include <GL/glmeter.h>\n";
    let variables = "#define GLMETER_NO_PROTOTYPES\n#include <GL/glmeter.h>\nvoid (*glBeginQueryANGLE)(GLenum target, GLuint id);\n";
    for text in [loader, variables] {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("loaders-{}.c", std::process::id()));
        std::fs::write(&file, text).unwrap();
        let ended =
            run(Command::new("cc").args(["-std=c99", "-Wall", "-Werror", "-fsyntax-only", "-I"]).arg(root().join("include")).arg(&file));
        assert_eq!(ended.code, 0, "{text}\n{}", ended.all());
        std::fs::remove_file(&file).unwrap();
    }
}
