//! Compiles `<GL/glmeter.h>` before, after, between and without the system's GL headers, in C and in C++.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use std::path::Path;
use std::process::Command;

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

fn header_compiles(extension: &str, place: Place) {
    let (compiler, standard) = if extension == "cpp" { ("c++", "-std=c++17") } else { ("cc", "-std=c99") };
    let flags = [standard, "-Wall", "-Wextra", "-Werror", "-I"];
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
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
        for prototypes in ["", "#define GL_GLEXT_PROTOTYPES\n", "#define GL_GLEXT_PROTOTYPES 1\n"] {
            let includes: String = headers.iter().map(|header| format!("#include <{header}>\n")).collect();
            let text = format!("{prototypes}{includes}{HEADER_USES}");
            let path = folder.join(format!("header-{}-{index}-{}-{}.{extension}", place as u8, prototypes.len(), std::process::id()));
            std::fs::write(&path, text).unwrap();
            let ended = run(Command::new(compiler).args(flags).arg(root().join("include")).arg("-fsyntax-only").arg(&path));
            assert_eq!(ended.code, 0, "this does not compile as {}:\n{prototypes}{includes}\n{}", flags[0], ended.all());
            std::fs::remove_file(&path).unwrap();
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
    header_compiles_alone_as_c99: "c", Alone;
    header_compiles_before_the_gl_headers_as_c99: "c", Before;
    header_compiles_after_the_gl_headers_as_c99: "c", After;
    header_compiles_between_the_gl_headers_as_c99: "c", Between;
    header_compiles_alone_as_cpp17: "cpp", Alone;
    header_compiles_before_the_gl_headers_as_cpp17: "cpp", Before;
    header_compiles_after_the_gl_headers_as_cpp17: "cpp", After;
    header_compiles_between_the_gl_headers_as_cpp17: "cpp", Between;
}
