//! Compiles `<GL/glmeter.h>` before, after, between and without the system's GL headers and those of function loaders, in every version of C and C++,
//! with gcc and clang.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use support::{root, run};

/// System headers that programs include, in order.
const SYSTEM_HEADERS: [&[&str]; 6] = [
    &["GL/gl.h", "GL/glext.h"],
    &["GL/glcorearb.h"],
    &["GLES3/gl32.h", "GLES2/gl2ext.h"],
    &["GLES3/gl3.h", "GLES2/gl2ext.h"],
    &["GLES2/gl2.h", "GLES2/gl2ext.h"],
    &["EGL/egl.h", "GLES3/gl32.h", "GLES2/gl2ext.h", "GL/gl.h", "GL/glext.h"],
];

/// Uses of declarations that only glmeter's header has.
const HEADER_USES: &str = "
    void use(GLuint query);
    void use(GLuint query)
    {
        GLuint64 result = 0;
        GLint64 signed_result = 0;
        GLint available = 0;
        GLboolean (*is)(GLuint) = glIsQueryANGLE;
        glGenQueriesANGLE(1, &query);
        glBeginQueryANGLE(GL_TIME_ELAPSED_ANGLE, query);
        glEndQueryANGLE(GL_TIME_ELAPSED_ANGLE);
        glQueryCounterANGLE(query, GL_TIMESTAMP_ANGLE);
        glGetQueryivANGLE(GL_TIMESTAMP_ANGLE, GL_QUERY_COUNTER_BITS_ANGLE, &available);
        glGetQueryObjectivANGLE(query, GL_QUERY_RESULT_AVAILABLE_ANGLE, &available);
        glGetQueryObjectuivANGLE(query, GL_QUERY_RESULT_ANGLE, &query);
        glGetQueryObjecti64vANGLE(query, GL_QUERY_RESULT_ANGLE, &signed_result);
        glGetQueryObjectui64vANGLE(query, GL_QUERY_RESULT_ANGLE, &result);
        if (is(query))
            glDeleteQueriesANGLE(1, &query);
    }
    GLenum tokens[] = { GL_TIME_ELAPSED_EXT, GL_GPU_DISJOINT_EXT, GL_CURRENT_QUERY_ANGLE, GL_PERFQUERY_WAIT_INTEL,
                        GL_VERTICES_SUBMITTED_ARB, GL_GEOMETRY_SHADER_INVOCATIONS, GL_CLIPPING_OUTPUT_PRIMITIVES_ARB };
";

#[derive(Clone, Copy, PartialEq)]
enum Place {
    Alone,
    Before,
    After,
    Between,
}

/// The versions of a language that the header must compile in, by the names that gcc 12 and clang 14 know.
fn standards(extension: &str) -> &'static [&'static str] {
    if extension == "cpp" { &["c++11", "c++14", "c++17", "c++20", "c++2b"] } else { &["c89", "c99", "c11", "c17", "c2x"] }
}

/// Compiles a file in every version of its language with both compilers.
fn compiles_everywhere(name: &str, extension: &str, text: &str, folders: &[&Path]) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}.{extension}", std::process::id()));
    std::fs::write(&path, text).unwrap();
    for compiler in if extension == "cpp" { ["g++", "clang++"] } else { ["gcc", "clang"] } {
        for standard in standards(extension) {
            let mut command = Command::new(compiler);
            command.args([&format!("-std={standard}"), "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only"]);
            command.args(folders.iter().flat_map(|folder| [Path::new("-I"), folder]));
            let ended = run(command.arg("-I").arg(root().join("include")).arg(&path));
            assert_eq!(ended.code, 0, "{compiler} {standard} does not compile\n{text}\n{}", ended.all());
        }
    }
    std::fs::remove_file(&path).unwrap();
}

fn header_compiles(extension: &str, place: Place) {
    let own = "GL/glmeter.h";
    let systems: &[&[&str]] = if place == Place::Alone { &[&[]] } else { &SYSTEM_HEADERS };
    for (index, system) in systems.iter().enumerate() {
        let mut headers = system.to_vec();
        match place {
            Place::Alone => headers.push(own),
            Place::Before => headers.insert(0, own),
            Place::After => headers.push(own),
            Place::Between => headers.insert(1, own),
        }
        // Included twice, as by several other headers.
        headers.push(own);
        for prototypes in ["", "#define GL_GLEXT_PROTOTYPES 1\n"] {
            let includes: String = headers.iter().map(|header| format!("#include <{header}>\n")).collect();
            let name = format!("header-{}-{index}-{}", place as u8, prototypes.len());
            compiles_everywhere(&name, extension, &format!("{prototypes}{includes}{HEADER_USES}"), &[]);
        }
    }
}

/// The headers of function loaders.
const LOADERS: [&str; 4] = ["GL/glew.h", "epoxy/gl.h", "glad/gl.h", "glad/gles2.h"];

/// Generates the headers of glad, which does not install any. Returns their folder.
fn glad() -> &'static Path {
    static GLAD: OnceLock<PathBuf> = OnceLock::new();
    GLAD.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("glad-headers-{}", std::process::id()));
        for api in ["gl:compatibility=4.6", "gles2=3.2"] {
            let mut command = Command::new(root().join("target/clients-venv/bin/glad"));
            let ended = run(command.args(["--reproducible", "--api", api, "--out-path"]).arg(&folder).args(["--quiet", "c"]));
            assert_eq!(ended.code, 0, "glad of tests/clients/setup.sh\n{}", ended.all());
        }
        folder.join("include")
    })
}

/// Compiles the header before and after those of loaders. Its prototypes step back behind a loader's macros, which has the functions.
fn header_compiles_with_loaders(extension: &str) {
    let uses = "
    GLenum tokens[] = { GL_TIME_ELAPSED_EXT, GL_GPU_DISJOINT_EXT, GL_PERFQUERY_WAIT_INTEL, GL_VERTICES_SUBMITTED_ARB };
    void use(GLuint query);
    void use(GLuint query)
    {
        glBeginQuery(GL_TIME_ELAPSED_EXT, query);
        glBeginQueryANGLE(GL_TIME_ELAPSED_ANGLE, query);
        glmeter_push_section(glmeter_version());
    }
";
    for (number, loader) in LOADERS.into_iter().enumerate() {
        for (order, headers) in [[loader, "GL/glmeter.h"], ["GL/glmeter.h", loader]].into_iter().enumerate() {
            let includes = headers.map(|header| format!("#include <{header}>\n")).concat();
            compiles_everywhere(&format!("loader-{number}-{order}"), extension, &format!("{includes}{uses}"), &[glad()]);
        }
    }
}

macro_rules! header {
    ($($test:ident: $extension:literal, $place:ident;)*) => { $(
        #[test]
        fn $test() {
            header_compiles($extension, Place::$place);
        }
    )* };
}

header! {
    header_compiles_alone_in_c: "c", Alone;
    header_compiles_before_the_gl_headers_in_c: "c", Before;
    header_compiles_after_the_gl_headers_in_c: "c", After;
    header_compiles_between_the_gl_headers_in_c: "c", Between;
    header_compiles_alone_in_cpp: "cpp", Alone;
    header_compiles_before_the_gl_headers_in_cpp: "cpp", Before;
    header_compiles_after_the_gl_headers_in_cpp: "cpp", After;
    header_compiles_between_the_gl_headers_in_cpp: "cpp", Between;
}

#[test]
fn header_compiles_with_loaders_in_c() {
    header_compiles_with_loaders("c");
}

#[test]
fn header_compiles_with_loaders_in_cpp() {
    header_compiles_with_loaders("cpp");
}
