//! C programs that are linked with the installed library, by pkg-config and by CMake.

use super::support::{Ended, display, root, run, run_for};
use super::{command, folder, install, prefix};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A program that uses the extension as a linked program does, and prints `: ok` at its end.
const PROGRAM: &str = "ctests/ext_disjoint_timer_query.c";

/// Returns what pkg-config says of the package in `prefix`.
fn pkg_config(prefix: &Path, options: &[&str]) -> Vec<String> {
    let ended = run(command("pkg-config").args(options).arg("glmeter").env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig")));
    assert_eq!(ended.code, 0, "{}", ended.all());
    ended.stdout.split_whitespace().map(str::to_owned).collect()
}

/// Returns a prefix in which the library was installed and stays.
fn installed() -> &'static Path {
    static PREFIX: OnceLock<PathBuf> = OnceLock::new();
    PREFIX.get_or_init(|| {
        let prefix = folder("in-place");
        install(&prefix, &[]);
        prefix
    })
}

fn compile(name: &str, sources: &[PathBuf], arguments: &[String]) -> PathBuf {
    let program = folder(name).join("program");
    let ended = run(command("cc").args(["-std=c99", "-Wall", "-Wextra", "-O1", "-o"]).arg(&program).args(sources).args(arguments));
    assert_eq!(ended.code, 0, "{}", ended.all());
    program
}

fn works(ended: &Ended, what: &str) {
    assert!(ended.code == 0 && ended.stdout.lines().any(|line| line.ends_with(": ok")), "{what}\n{}", ended.all());
}

/// Runs a program on Mesa and on the software pipeline.
fn works_on_both_drivers(program: &Path, prefix: &Path, what: &str) {
    let libraries = prefix.join("lib");
    works(&run_for(command(program).env("LD_LIBRARY_PATH", &libraries), 120), what);
    let pipeline = prefix.join("share/glvnd/egl_vendor.d/60_glmeter_soft.json");
    let mut command = command(program);
    command.env("LD_LIBRARY_PATH", &libraries).env("__EGL_VENDOR_LIBRARY_FILENAMES", pipeline);
    works(&run_for(&mut command, 120), what);
}

/// Returns the arguments for [`PROGRAM`], with those of glmeter before the libraries of GL.
fn arguments(glmeter: Vec<String>) -> Vec<String> {
    let others = ["-DLINKED", "-lEGL", "-lGLESv2", "-lpthread", "-ldl"].map(str::to_owned);
    [vec![others[0].clone()], glmeter, others[1..].to_vec()].concat()
}

#[test]
fn pkg_config_describes_the_library() {
    let prefix = installed();
    let shown = prefix.display();
    assert_eq!(pkg_config(prefix, &["--modversion"]), [env!("CARGO_PKG_VERSION")]);
    assert_eq!(pkg_config(prefix, &["--cflags"]), [format!("-I{shown}/include")]);
    assert_eq!(pkg_config(prefix, &["--libs"]), [format!("-L{shown}/lib"), "-lglmeter".to_owned()]);
    let static_libs = pkg_config(prefix, &["--static", "--libs"]);
    assert!(static_libs.iter().any(|word| word == "-lgcc_s") && static_libs.iter().any(|word| word == "-lm"), "{static_libs:?}");
}

#[test]
fn a_program_is_linked_with_the_shared_library_by_pkg_config() {
    let prefix = installed();
    let glmeter = pkg_config(prefix, &["--cflags", "--libs"]);
    let program = compile("shared", &[root().join(PROGRAM)], &arguments(glmeter));
    let needed = run(command("readelf").arg("-dVW").arg(&program)).stdout;
    assert!(needed.contains("Shared library: [libglmeter.so.0]") && needed.contains("Name: GLMETER_0.1"), "{needed}");
    works_on_both_drivers(&program, prefix, "linked with the shared library");
    // The setting selects the pipeline too.
    let mut software = command(&program);
    software.env("LD_LIBRARY_PATH", prefix.join("lib")).env("GLMETER_PROVIDER", "software").env("GLMETER_LOG", "info");
    let ended = run_for(&mut software, 120);
    works(&ended, "GLMETER_PROVIDER=software");
    assert!(ended.stderr.contains("lib/glmeter/libglmeter_soft.so"), "{}", ended.all());
}

#[test]
fn a_program_is_linked_with_the_static_library_by_pkg_config() {
    let prefix = installed();
    let glmeter = pkg_config(prefix, &["--static", "--cflags", "--libs"]);
    // Where both libraries are installed, the linker prefers the shared one.
    let glmeter = glmeter.into_iter().map(|word| if word == "-lglmeter" { "-l:libglmeter.a".to_owned() } else { word }).collect();
    let program = compile("static", &[root().join(PROGRAM)], &arguments(glmeter));
    let needed = run(command("readelf").arg("-dW").arg(&program)).stdout;
    assert!(!needed.contains("libglmeter"), "{needed}");
    works_on_both_drivers(&program, prefix, "linked with the static library");
}

/// The program finds the library by its run path alone, and libglvnd's GLX, which opens it by another name, does not search that.
#[test]
fn libglvnd_finds_the_library_of_a_linked_program() {
    let prefix = installed();
    let glmeter = pkg_config(prefix, &["--cflags", "--libs"]);
    let mut arguments = ["-DLINKED", "-lGL", "-lEGL", "-lX11", "-lpthread", "-ldl"].map(str::to_owned).to_vec();
    arguments.splice(1..1, glmeter.into_iter().chain([format!("-Wl,-rpath,{}/lib", prefix.display())]));
    let program = compile("linked-glx", &[root().join("ctests/glx.c")], &arguments);
    for (provider, driver) in [("host", "libGLX_mesa.so.0"), ("software", "libglmeter_soft.so")] {
        let mut preloaded = command(prefix.join("bin/glmeter"));
        preloaded.args(["run", "--"]).arg(&program);
        for mut program in [command(&program), preloaded] {
            program.env("DISPLAY", display()).env("GLMETER_PROVIDER", provider).env("GLMETER_LOG", "info");
            let ended = run_for(&mut program, 120);
            works(&ended, provider);
            let is_in_front = |line: &str| line.starts_with("glmeter: wrapping") && line.ends_with(driver);
            assert!(ended.stderr.lines().any(is_in_front), "{provider} {program:?}\n{}", ended.all());
            assert_eq!(ended.stderr.contains("llvmpipe"), provider == "host", "{program:?}\n{}", ended.all());
        }
    }
}

/// Before the names had versions, programs were linked without: they still find them.
#[test]
fn a_program_that_was_linked_with_a_library_without_versions_runs() {
    let prefix = installed();
    let old = folder("unversioned");
    let map = std::fs::read_to_string(root().join("packaging/link/glmeter.map")).unwrap();
    let names = map
        .lines()
        .map(str::trim)
        .take_while(|line| *line != "local:")
        .filter_map(|line| line.strip_suffix(';'))
        .filter(|name| *name != "}");
    let functions: String = names.map(|name| format!("void {name}(void) {{}}\n")).collect();
    std::fs::write(old.join("old.c"), functions).unwrap();
    let library = old.join("libglmeter.so");
    let soname = "-Wl,-soname,libglmeter.so.0";
    let ended = run(command("cc").args(["-shared", "-fPIC", "-w", soname, "-o"]).arg(&library).arg(old.join("old.c")));
    assert_eq!(ended.code, 0, "{}", ended.all());
    let glmeter = vec![format!("-I{}", prefix.join("include").display()), format!("-L{}", old.display()), "-lglmeter".to_owned()];
    let program = compile("old", &[root().join(PROGRAM)], &arguments(glmeter));
    let needed = run(command("readelf").arg("-dVW").arg(&program)).stdout;
    assert!(needed.contains("[libglmeter.so.0]") && !needed.contains("GLMETER_0.1"), "{needed}");
    works_on_both_drivers(&program, prefix, "linked with a library without versions");
}

/// Configures and builds a CMake project that is linked with `target`. Returns the configuration's end, and the program if there is one.
fn cmake(name: &str, package: &str, target: &str) -> (Ended, PathBuf) {
    let project = folder(name);
    let text = format!(
        "cmake_minimum_required(VERSION 3.16)\nproject(program C)\nset(CMAKE_C_STANDARD 99)\nset(CMAKE_C_EXTENSIONS OFF)\n\
        find_package({package} REQUIRED)\nadd_executable(program \"{}\")\ntarget_compile_definitions(program PRIVATE LINKED)\n\
        target_link_libraries(program {target} EGL GLESv2 pthread dl)\n",
        root().join(PROGRAM).display()
    );
    std::fs::write(project.join("CMakeLists.txt"), text).unwrap();
    let build = project.join("build");
    let prefix = format!("-DCMAKE_PREFIX_PATH={}", prefix().display());
    let configured = run(command("cmake").arg("-S").arg(&project).arg("-B").arg(&build).arg(prefix));
    if configured.code == 0 {
        let ended = run(command("cmake").arg("--build").arg(&build));
        assert_eq!(ended.code, 0, "{}", ended.all());
    }
    (configured, build.join("program"))
}

#[test]
fn a_cmake_project_is_linked_with_the_shared_library() {
    let (configured, program) = cmake("cmake-shared", "glmeter 0.1", "glmeter::glmeter");
    assert_eq!(configured.code, 0, "{}", configured.all());
    let needed = run(command("readelf").arg("-dW").arg(&program)).stdout;
    assert!(needed.contains("Shared library: [libglmeter.so.0]"), "{needed}");
    // CMake gives the program the library's place as its run path.
    works(&run_for(&mut command(&program), 120), "built by CMake");
    works_on_both_drivers(&program, prefix(), "built by CMake");
}

#[test]
fn a_cmake_project_is_linked_with_the_static_library() {
    let (configured, program) = cmake("cmake-static", "glmeter", "glmeter::glmeter_static");
    assert_eq!(configured.code, 0, "{}", configured.all());
    let needed = run(command("readelf").arg("-dW").arg(&program)).stdout;
    assert!(!needed.contains("libglmeter"), "{needed}");
    works_on_both_drivers(&program, prefix(), "built by CMake");
}

#[test]
fn cmake_finds_no_package_of_a_later_version() {
    for later in ["glmeter 0.99", "glmeter 1.0"] {
        let (configured, _) = cmake("cmake-later", later, "glmeter::glmeter");
        assert!(
            configured.code != 0 && configured.stderr.contains(concat!("version: ", env!("CARGO_PKG_VERSION"))),
            "{}",
            configured.all()
        );
    }
    let (exact, _) = cmake("cmake-exact", concat!("glmeter ", env!("CARGO_PKG_VERSION"), " EXACT"), "glmeter::glmeter");
    assert_eq!(exact.code, 0, "{}", exact.all());
}
