//! The order of libraries, loaders of functions, and both drivers.

use super::support::{root, run};
use super::{Command, Path, PathBuf, command, compile, folder, joined, link, served_once, shared};
use std::sync::OnceLock;

/// The contexts of `ctests/loaders.c`, by extensions that only one of them has.
pub(super) const DESKTOP: &str = "GL_ARB_timer_query";
pub(super) const EMBEDDED: &str = "GL_ANGLE_timer_query";

/// Returns the folder with glad's header, which its generator writes here from its own copy of the Khronos registry.
fn glad() -> &'static Path {
    static GENERATED: OnceLock<PathBuf> = OnceLock::new();
    GENERATED.get_or_init(|| {
        let folder = folder().join(format!("glad-{}", std::process::id()));
        let mut glad = Command::new(root().join("target/clients-venv/bin/glad"));
        glad.args(["--reproducible", "--quiet", "--merge", "--api", "gl:core=4.6,gles2=3.2", "--extensions"])
            .arg("GL_ARB_timer_query,GL_ARB_pipeline_statistics_query,GL_INTEL_performance_query,GL_EXT_disjoint_timer_query");
        let ended = run(glad.arg("--out-path").arg(&folder).args(["c", "--header-only"]));
        assert_eq!(ended.code, 0, "tests/clients/setup.sh installs glad\n{}", ended.all());
        folder
    })
}

/// Compiles the program once, links it with glmeter before and after the other libraries, and runs both on both drivers.
fn serves(name: &str, flags: &[&str], libraries: &str, contexts: &[&str]) {
    let object = compile(name, "loaders.c", flags);
    let libraries: Vec<&str> = libraries.split(' ').collect();
    let glmeter = shared();
    for (order, arguments) in
        [("before", joined(&[&glmeter], &libraries)), ("after", libraries.iter().copied().chain(joined(&[&glmeter], &[])).collect())]
    {
        // A program whose loader finds every function names none of glmeter's.
        let arguments: Vec<&str> = ["-Wl,--no-as-needed"].into_iter().chain(arguments).collect();
        let program = link(&format!("{name}-{order}"), &object, &arguments);
        for (provider, renderer) in [("host", "llvmpipe"), ("software", "glmeter software pipeline")] {
            let mut command = command(&program);
            let ended = served_once(command.env("GLMETER_PROVIDER", provider), "loaders: ok", contexts);
            assert!(ended.stdout.contains(&format!("renderer {renderer}")), "{name} {order}\n{}", ended.all());
        }
    }
}

macro_rules! loaders {
    ($($test:ident: $flags:expr, $libraries:literal, $contexts:expr;)*) => { $(
        #[test]
        fn $test() {
            serves(stringify!($test), &$flags, $libraries, &$contexts);
        }
    )* };
}

loaders! {
    linked_with_libgl: ["-DLINKED"], "-lGL -lEGL", [DESKTOP, EMBEDDED];
    linked_with_libglesv2: ["-DLINKED"], "-lGLESv2 -lEGL", [DESKTOP, EMBEDDED];
    linked_with_libopengl: ["-DLINKED"], "-lOpenGL -lEGL", [DESKTOP, EMBEDDED];
    linked_with_libegl: ["-DOF_EGL"], "-lEGL", [DESKTOP, EMBEDDED];
    linked_with_libglx: ["-DOF_GLX"], "-lGLX -lX11", [DESKTOP, EMBEDDED];
    linked_with_glew: ["-DLINKED", "-DLOADER=<GL/glew.h>"], "-lGLEW -lGL -lEGL", [DESKTOP];
    linked_with_libepoxy: ["-DLINKED", "-include", "epoxy/gl.h", "-DLOADER=<epoxy/gl.h>"], "-lepoxy -lEGL", [DESKTOP, EMBEDDED];
    // SDL makes contexts of its own to find out what the driver has.
    linked_with_sdl: ["-DOF_SDL"], "-lSDL2", [];
    linked_with_glfw: ["-DOF_GLFW"], "-lglfw", [DESKTOP, EMBEDDED];
}

#[test]
fn linked_with_glad() {
    let include = format!("-I{}", glad().join("include").display());
    serves("linked_with_glad", &["-DLINKED", "-DLOADER=<glad/gl.h>", "-DGLAD_GL_IMPLEMENTATION", &include], "-lEGL", &[DESKTOP, EMBEDDED]);
}

/// glmeter's functions of extensions, which neither libEGL nor libGLX exports, call the driver's.
#[test]
fn functions_that_no_library_exports_reach_the_driver() {
    let glmeter = shared();
    let presentation = compile("presentation", "presentation.c", &[]);
    let program = link("presentation", &presentation, &joined(&[&glmeter], &["-lEGL", "-lX11", "-ldl", "-pthread"]));
    let ended = run(command(&program).env("GLMETER_PROVIDER", "software"));
    assert!(ended.code == 0 && ended.stdout == "presentation: ok\n", "{}", ended.all());
}

/// With `--as-needed`, the default of some distributions' compilers, the linker keeps a library only for a name that no library before it has.
#[test]
fn as_needed_keeps_a_library_whose_functions_are_called() {
    let (linked, by_name) =
        (compile("linked_with_libgl", "loaders.c", &["-DLINKED"]), compile("linked_with_libegl", "loaders.c", &["-DOF_EGL"]));
    let glmeter = shared();
    let needs = |name: &str, object: &Path, arguments: &[&str]| {
        let program = link(name, object, &["-Wl,--as-needed"].into_iter().chain(arguments.iter().copied()).collect::<Vec<_>>());
        run(Command::new("readelf").arg("-d").arg(program)).stdout.contains("[libglmeter.so.0]")
    };
    let first = |others: &[&'static str]| joined(&[&glmeter], others);
    let last = |others: &[&'static str]| others.iter().copied().chain(joined(&[&glmeter], &[])).collect::<Vec<_>>();
    assert!(needs("as-needed-first", &linked, &first(&["-lGL", "-lEGL"])));
    assert!(needs("as-needed-last", &linked, &last(&["-lGL", "-lEGL"])), "libGL lacks the functions of GL_ANGLE_timer_query");
    assert!(needs("as-needed-egl-first", &by_name, &first(&["-lEGL"])), "EGL's functions come from glmeter");
    assert!(!needs("as-needed-egl-last", &by_name, &last(&["-lEGL"])), "every function comes from libEGL");
}
