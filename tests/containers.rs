//! Tests programs in containers and sandboxes, and children of 32 bits.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use support::{Ended, build_folder, glmeter, library, root, run};

/// Returns the folder of this test process.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("containers");
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    })
}

/// Returns a program of `ctests`, or of other text, built with these arguments.
fn compile(name: &str, source: &Path, arguments: &[&str]) -> PathBuf {
    library();
    let program = folder().join(name);
    let mut compiler = Command::new("cc");
    compiler.args(["-std=gnu99", "-Wall", "-Wextra", "-Werror", "-O1", "-I"]).arg(root().join("include"));
    let ended = run(compiler.arg(source).arg("-o").arg(&program).args(arguments));
    assert_eq!(ended.code, 0, "{} (is the Debian package gcc-multilib missing?)", ended.all());
    program
}

/// Returns the program that draws a frame on an EGL display without windows.
fn program() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| compile("alone", &root().join("ctests/alone.c"), &["-lEGL"]))
}

fn clean(mut command: Command) -> Command {
    let names = ["DISPLAY", "WAYLAND_DISPLAY", "LD_PRELOAD", "LD_LIBRARY_PATH", "XDG_RUNTIME_DIR", "GLMETER_PROVIDER"];
    names.iter().chain(&["__EGL_VENDOR_LIBRARY_FILENAMES", "__EGL_VENDOR_LIBRARY_DIRS"]).for_each(|name| {
        command.env_remove(name);
    });
    command.env("GLMETER_LOG", "info");
    command
}

/// Returns the command of a program in a sandbox, under `glmeter run` or without.
fn in_sandbox(under_run: bool, options: &[&str]) -> Command {
    let mut command = clean(if under_run { glmeter() } else { Command::new("bwrap") });
    if under_run {
        command.args(["run", "--", "bwrap"]);
    }
    command.args(options).arg(program());
    command
}

/// Asserts that the program drew, by Mesa.
fn expect_drawn(ended: &Ended) {
    assert_eq!(ended.code, 0, "the Debian package bubblewrap, as root or with user name spaces\n{}", ended.all());
    assert!(ended.stdout.contains("renderer llvmpipe") && ended.stdout.ends_with("alone: ok\n"), "{}", ended.all());
}

fn is_measured(ended: &Ended) -> bool {
    ended.stderr.contains("wrapping libEGL_mesa.so.0")
}

#[test]
fn glmeter_run_reports_on_a_program_in_a_sandbox() {
    let ended = run(&mut in_sandbox(true, &["--dev-bind", "/", "/"]));
    expect_drawn(&ended);
    assert!(is_measured(&ended) && ended.stderr.contains("glmeter: 1 frames in "), "{}", ended.all());
}

/// The recording is in memory, which the program inherits.
#[test]
fn a_sandbox_with_folders_processes_and_users_of_its_own_has_a_report() {
    let own = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--unshare-user", "--unshare-pid"];
    let ended = run(&mut in_sandbox(true, &own));
    expect_drawn(&ended);
    assert!(is_measured(&ended) && ended.stderr.contains("glmeter: 1 frames in "), "{}", ended.all());
}

/// Python closes what a child would inherit, and inherited it itself.
#[test]
fn a_child_that_inherits_nothing_in_a_sandbox_has_a_report() {
    let closing = "import subprocess, sys; sys.exit(subprocess.run(sys.argv[1:], close_fds=True).returncode)";
    let mut command = clean(glmeter());
    command.args(["run", "--", "bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--unshare-user", "--unshare-pid"]);
    let ended = run(command.args(["python3", "-c", closing]).arg(program()));
    expect_drawn(&ended);
    assert!(is_measured(&ended) && ended.stderr.contains("glmeter: 1 frames in "), "{}", ended.all());
}

#[test]
fn a_sandbox_with_a_cleared_environment_runs_the_program_without_glmeter() {
    let ended = run(&mut in_sandbox(true, &["--dev-bind", "/", "/", "--clearenv"]));
    assert!(ended.stdout.contains("renderer llvmpipe") && !is_measured(&ended), "{}", ended.all());
    // The program expects glmeter's extension, and all else is as with it.
    let failures: Vec<_> = ended.stderr.lines().filter(|line| line.contains("expected: ")).collect();
    assert!(failures.len() == 1 && failures[0].ends_with("GL_INTEL_performance_query is listed"), "{}", ended.all());
}

#[test]
fn a_sandbox_measures_with_a_folder_of_glmeters_files_that_it_binds() {
    let build = build_folder();
    let options = ["--ro-bind", "/", "/", "--dev", "/dev", "--tmpfs", "/run", "--ro-bind", build.to_str().unwrap(), "/run/glmeter"];
    for library in ["/run/glmeter/libglmeter.so", "/run/glmeter/preload/$LIB/libglmeter.so"] {
        let ended = run(&mut in_sandbox(false, &[&options[..], &["--setenv", "LD_PRELOAD", library]].concat()));
        expect_drawn(&ended);
        assert!(is_measured(&ended), "{}", ended.all());
    }
}

/// glmeter can keep no JSON file, and wraps the vendors that libglvnd finds.
#[test]
fn a_sandbox_measures_with_the_library_alone_and_no_folder_to_write() {
    let library = library();
    let file = ["--ro-bind", library.to_str().unwrap(), "/run/glmeter/libglmeter.so"];
    let options = [&["--ro-bind", "/", "/", "--dev", "/dev", "--tmpfs", "/run"], &file[..]].concat();
    let variables = ["--setenv", "HOME", "/nonexistent", "--setenv", "LD_PRELOAD", "/run/glmeter/libglmeter.so"];
    let mut command = in_sandbox(false, &[&options[..], &variables].concat());
    let ended = run(command.env_remove("XDG_CACHE_HOME"));
    expect_drawn(&ended);
    assert!(is_measured(&ended), "{}", ended.all());
}

/// The libEGL of a Flatpak runtime, or of NixOS, is built with other default folders of JSON files.
#[test]
fn the_folders_with_which_libegl_is_built_have_the_vendors() {
    const BUILT_IN: &[u8] = b"/etc/glvnd/egl_vendor.d:/usr/share/glvnd/egl_vendor.d\0";
    let mut bytes = std::fs::read("/usr/lib/x86_64-linux-gnu/libEGL.so.1").unwrap();
    let at = bytes.windows(BUILT_IN.len()).position(|part| part == BUILT_IN).expect("libglvnd's default folders");
    // A folder with as long a name.
    let place = Path::new("/tmp").join(format!("glmeter{:04}", std::process::id() % 10_000));
    let folders = format!("/etc/other/egl_vendor.d:{}/egl_vendor.d\0", place.display());
    assert_eq!(folders.len(), BUILT_IN.len(), "{folders}");
    bytes[at..at + BUILT_IN.len()].copy_from_slice(folders.as_bytes());
    std::fs::create_dir_all(place.join("egl_vendor.d")).unwrap();
    std::fs::copy("/usr/share/glvnd/egl_vendor.d/50_mesa.json", place.join("egl_vendor.d/50_mesa.json")).unwrap();
    let other = folder().join("other-folders");
    std::fs::create_dir_all(&other).unwrap();
    std::fs::write(other.join("libEGL.so.1"), bytes).unwrap();
    let mut preloaded = clean(Command::new(program()));
    preloaded.env("LD_PRELOAD", library()).env("LD_LIBRARY_PATH", &other);
    let ended = run(&mut preloaded);
    // Without the file, there is no driver in these folders.
    std::fs::remove_dir_all(&place).unwrap();
    let without = run(preloaded.env("GLMETER_PROVIDER", "host"));
    expect_drawn(&ended);
    assert!(is_measured(&ended), "{}", ended.all());
    assert!(without.code == 1 && without.stderr.contains("no EGL driver was found"), "{}", without.all());
}

/// The commands of docs/containers.md, with the build under test.
#[test]
fn the_commands_of_the_page_measure() {
    let page = std::fs::read_to_string(root().join("docs/containers.md")).unwrap();
    let blocks: Vec<_> = page.split("```sh containers\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert!(!blocks.is_empty(), "the page has commands");
    for block in blocks {
        let build = build_folder();
        let script = block.replace("$PWD/target/release", "target/release").replace("target/release", build.to_str().unwrap());
        let mut shell = clean(Command::new("bash"));
        let ended = run(shell.args(["-ec", &script]).env("DISPLAY", support::display()));
        assert!(ended.code == 0 && ended.stdout.contains("GL_ANGLE_timer_query"), "{block}{}", ended.all());
    }
}

// Programs of 32 bits

/// Returns a program of 32 bits without GL.
fn program_of_32_bits() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let source = folder().join("child.c");
        std::fs::write(&source, "#include <stdio.h>\nint main(void) { puts(\"32 bits\"); return sizeof(void *) == 4 ? 0 : 1; }\n").unwrap();
        compile("child-of-32-bits", &source, &["-m32"])
    })
}

#[test]
fn a_child_of_32_bits_runs_silently() {
    let mut shell = clean(glmeter());
    shell.args(["run", "sh", "-c"]).arg(format!("{} && {} && exec {0}", program_of_32_bits().display(), program().display()));
    let ended = run(&mut shell);
    assert!(ended.code == 0 && ended.stdout.starts_with("32 bits\n") && ended.stdout.ends_with("32 bits\n"), "{}", ended.all());
    assert!(is_measured(&ended), "its 64-bit sister is measured\n{}", ended.all());
    assert!(!ended.stderr.contains("ld.so"), "{}", ended.all());
    // The plain path, which the loader refuses for this class in one line.
    let ended = run(clean(Command::new(program_of_32_bits())).env("LD_PRELOAD", library()));
    assert!(ended.code == 0 && ended.stderr.lines().count() == 1 && ended.stderr.contains("wrong ELF class"), "{}", ended.all());
}

#[test]
fn a_library_of_32_bits_in_its_place_is_preloaded_and_stays() {
    let place = folder().join("both-classes");
    let install = || {
        let ended = run(glmeter().arg("install").arg(&place));
        assert_eq!(ended.code, 0, "{}", ended.all());
    };
    install();
    let source = folder().join("library.c");
    std::fs::write(&source, "#include <stdio.h>\n__attribute__((constructor)) static void loaded(void) { puts(\"loaded\"); }\n").unwrap();
    let library = compile("libglmeter-of-32-bits.so", &source, &["-m32", "-shared", "-fPIC"]);
    for folder in ["lib/i386-linux-gnu", "lib32", "lib"] {
        std::fs::copy(&library, place.join("preload").join(folder).join("libglmeter.so")).unwrap();
    }
    install();
    let ended = run(clean(Command::new(place.join("glmeter"))).arg("run").arg(program_of_32_bits()));
    let line = format!("glmeter: {} cannot be measured: it is a 32-bit program\n", program_of_32_bits().display());
    assert_eq!((ended.code, ended.stdout, ended.stderr), (0, "loaded\n32 bits\n".to_owned(), line), "this library measures nothing");
}
