//! Compares the library's C interface with that of the last release, which `packaging/link/glmeter.abi` has: what programs were linked with must stay.
//!
//! The interface is names with their versions, as `packaging/link/glmeter.map` has them, and signatures, as the headers have them. `tests/library` shows that
//! the library exports these names in these versions, and `tests/header` and `tests/library` that its functions have these signatures. So a stub with
//! the same interface stands for the library, compiled with the debug information from which abidw and abidiff read C types.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use support::{Ended, root, run};

/// The dump of the last release. `BLESS=1 cargo test --test abi` writes it.
const RELEASED: &str = "packaging/link/glmeter.abi";

/// The headers that declare the exported functions. glmeter's own is first: its declarations are the ones that count.
const HEADERS: &str = "
#define GL_GLEXT_PROTOTYPES 1
#define GLX_GLXEXT_PROTOTYPES 1
#define EGL_EGLEXT_PROTOTYPES 1
#include <GL/glmeter.h>
void *OSMesaCreateContext(unsigned format, void *share);
void *OSMesaCreateContextExt(unsigned format, int depth_bits, int stencil_bits, int accum_bits, void *share);
void *OSMesaCreateContextAttribs(const int *attributes, void *share);
void OSMesaDestroyContext(void *context);
unsigned char OSMesaMakeCurrent(void *context, void *buffer, unsigned type, int width, int height);
void *OSMesaGetProcAddress(const char *name);
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl32.h>
#include <GLES2/gl2ext.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include <GL/glx.h>
#include <GL/glxext.h>
#include <glvnd/libeglabi.h>
#include <glvnd/libglxabi.h>
";

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("abi");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn map() -> String {
    std::fs::read_to_string(root().join("packaging/link/glmeter.map")).unwrap()
}

/// Returns the names in a version script.
fn names(map: &str) -> Vec<&str> {
    let globals = map.lines().map(str::trim).filter(|line| !line.contains('*'));
    globals.filter_map(|line| line.strip_suffix(';')).filter(|name| !name.starts_with('}')).collect()
}

/// Returns the headers' text after the preprocessor, and the first declaration of each name.
fn declarations() -> &'static (String, BTreeMap<String, String>) {
    static DECLARED: OnceLock<(String, BTreeMap<String, String>)> = OnceLock::new();
    DECLARED.get_or_init(|| {
        let source = folder().join("headers.c");
        std::fs::write(&source, HEADERS).unwrap();
        let ended = run(Command::new("cc").args(["-E", "-P", "-I"]).arg(root().join("include")).arg(&source));
        assert_eq!(
            ended.code,
            0,
            "the Debian packages libgl-dev, libegl-dev, libgles-dev and libglvnd-dev have the headers\n{}",
            ended.all()
        );
        let mut found = BTreeMap::new();
        let is_declaration = |statement: &&str| statement.ends_with(')') && !statement.contains("typedef") && !statement.contains('{');
        for statement in ended.stdout.split(';').map(str::trim).filter(is_declaration) {
            // The declared name is the first of such a name before a parenthesis; attributes have other names.
            let words =
                statement.split('(').map(|before| before.trim_end().rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap());
            let is_exported = |word: &&str| ["gl", "egl", "OSMesa", "__egl_", "__glx_"].iter().any(|prefix| word.starts_with(prefix));
            if let Some(name) = words.into_iter().find(is_exported) {
                found.entry(name.to_owned()).or_insert_with(|| statement.trim_start_matches("extern ").to_owned());
            }
        }
        (ended.stdout, found)
    })
}

/// Compiles a library with the interface of a version script and of the headers; `change` may change the functions.
fn stub(name: &str, map: &str, change: impl Fn(String) -> String) -> PathBuf {
    let names = names(map);
    let (headers, declared) = declarations();
    let declaration = |name: &&str| declared.get(*name).unwrap_or_else(|| panic!("no header declares {name}"));
    let functions: String = names.iter().map(declaration).map(|text| format!("{text} {{ __builtin_unreachable(); }}\n")).collect();
    let path = |end: &str| folder().join(format!("{name}.{end}"));
    std::fs::write(path("c"), format!("{headers}\n{}", change(functions))).unwrap();
    std::fs::write(path("map"), map).unwrap();
    let mut command = Command::new("cc");
    command.args(["-w", "-g", "-O0", "-fPIC", "-shared", "-nostdlib", "-Wl,-soname,libglmeter.so.0", "-o"]).arg(path("so")).arg(path("c"));
    let ended = run(command.arg(format!("-Wl,--version-script={}", path("map").display())));
    assert_eq!(ended.code, 0, "{}", ended.all());
    path("so")
}

/// Compares the last release with a library. Additions are no difference: programs of the last release do not know them.
fn compare(library: &Path) -> Ended {
    run(Command::new("abidiff").args(["--no-added-syms", "--harmless"]).arg(root().join(RELEASED)).arg(library))
}

fn differs(library: &Path, what: &str) {
    let ended = compare(library);
    assert!(ended.code & 4 != 0 && ended.stdout.contains(what), "abidiff sees it\n{}", ended.all());
}

#[test]
fn programs_of_the_last_release_find_what_they_need() {
    let library = stub("now", &map(), |functions| functions);
    if std::env::var_os("BLESS").is_some() {
        let mut command = Command::new("abidw");
        command.args(["--no-corpus-path", "--no-comp-dir-path", "--no-show-locs", "--out-file"]).arg(root().join(RELEASED));
        let ended = run(command.arg(&library));
        assert_eq!(ended.code, 0, "abidw of the Debian package abigail-tools\n{}", ended.all());
    }
    let ended = compare(&library);
    assert_eq!(ended.code, 0, "{}", ended.all());
}

#[test]
fn a_name_may_be_added() {
    let map = format!("{}\nGLMETER_0.2 {{\n  global:\n    glNormal3f;\n}} GLMETER_0.1;\n", map());
    let ended = compare(&stub("added", &map, |functions| functions));
    assert_eq!(ended.code, 0, "{}", ended.all());
}

#[test]
fn a_removed_name_is_seen() {
    differs(&stub("removed", &map().replace("    glIsQuery;\n", ""), |functions| functions), "glIsQuery");
}

#[test]
fn a_name_in_another_version_is_seen() {
    let map = map().replace("    glIsQuery;\n", "");
    let map = format!("{map}\nGLMETER_0.2 {{\n  global:\n    glIsQuery;\n}} GLMETER_0.1;\n");
    differs(&stub("moved", &map, |functions| functions), "glIsQuery@@GLMETER_0.1");
}

#[test]
fn a_changed_signature_is_seen() {
    let change = |functions: String| {
        let old = "glGetQueryObjectui64v(GLuint id, GLenum pname, GLuint64 *params)";
        // The headers' text declares the name, so another function gets it by `asm`.
        let new = "other(GLuint id, GLenum pname, GLint64 *params)";
        let changed = functions.replace(&format!("void {old}"), &format!("void {new} asm(\"glGetQueryObjectui64v\"); void {new}"));
        assert_ne!(changed, functions);
        changed
    };
    differs(&stub("changed", &map(), change), "'GLuint64*' changed");
}
