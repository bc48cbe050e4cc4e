//! Runs many windows, pixmaps, pbuffers and contexts at once on the software pipeline, against X servers of several kinds. `STORM=SECONDS` runs each
//! storm for that time.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use support::xvfb::Xvfb;
use support::{Ended, build_folder, root, run, run_for};

/// Builds a program of `ctests`.
fn build(source: &str, output: &str, arguments: &[&str]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(output);
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-O1"]).arg(root().join("ctests").join(source)).arg("-o").arg(&path);
    let ended = run(compiler.args(arguments));
    assert_eq!(ended.code, 0, "{}", ended.all());
    path
}

fn storm() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| build("storm.c", "storm", &["-lGL", "-lEGL", "-lX11", "-lXRes", "-lpthread"]))
}

/// Returns a command whose program has the pipeline by libglvnd's variables alone.
fn command(program: impl AsRef<std::ffi::OsStr>, display: &str) -> Command {
    let mut command = Command::new(program);
    command.env("DISPLAY", display).env("LD_LIBRARY_PATH", build_folder()).env("__GLX_VENDOR_LIBRARY_NAME", "glmeter_soft");
    command.env("__EGL_VENDOR_LIBRARY_FILENAMES", build_folder().join("60_glmeter_soft.json"));
    command.env_remove("LD_PRELOAD");
    command
}

fn passes(ended: &Ended) {
    assert!(ended.code == 0 && ended.stdout.ends_with("storm: ok\n"), "{}", ended.all());
}

/// Runs storms of both window systems, with displays of the threads' own and a shared one.
fn rage(display: &str, threads: &str, memory: &str) {
    let duration = std::env::var("STORM").map(|seconds| format!("{seconds}s")).unwrap_or("400".to_owned());
    for window_system in ["glx", "egl"] {
        for displays in ["own", "shared"] {
            let mut command = command(storm(), display);
            passes(&run_for(command.args([window_system, displays, threads, &duration]).arg(format!("memory={memory}")), 3600));
        }
    }
}

#[test]
fn nothing_leaks_and_every_picture_arrives() {
    let server = Xvfb::start().unwrap();
    rage(&server.display, "3", "file");
}

#[test]
fn a_display_may_be_closed_before_it_is_terminated() {
    let server = Xvfb::start().unwrap();
    for window_system in ["glx", "egl"] {
        passes(&run(command(storm(), &server.display).args([window_system, "own", "1", "2000"])));
    }
}

#[test]
fn a_server_without_mit_shm_gets_requests() {
    // A pixmap of the storm takes one large request, or several of a megabyte at most.
    for megabytes in ["4", "1"] {
        let options = ["-screen", "0", "800x600x24", "-extension", "MIT-SHM", "-maxbigreqsize", megabytes];
        let server = Xvfb::start_with(&options).unwrap();
        rage(&server.display, "2", "none");
    }
}

#[test]
fn a_server_without_glx_serves_plain_visuals() {
    let server = Xvfb::start_with(&["-screen", "0", "800x600x24", "-extension", "GLX"]).unwrap();
    rage(&server.display, "2", "file");
}

#[test]
fn screens_of_sixteen_and_of_thirty_bits_show_their_pixels() {
    let screens = ["-screen", "0", "800x600x24", "-screen", "1", "640x480x16", "-screen", "2", "640x480x30"];
    let server = Xvfb::start_with(&screens).unwrap();
    for screen in ["0", "1", "2"] {
        for displays in ["own", "shared"] {
            let mut command = command(storm(), &format!("{}.{screen}", server.display));
            passes(&run(command.args(["glx", displays, "2", "200", "memory=file"])));
        }
    }
    let without = Xvfb::start_with(&[screens.as_slice(), &["-extension", "MIT-SHM", "-extension", "GLX"]].concat()).unwrap();
    for screen in ["1", "2"] {
        passes(&run(command(storm(), &format!("{}.{screen}", without.display)).args(["glx", "own", "2", "200", "memory=none"])));
    }
}

/// Returns a library that stands for a kernel without memfd_create.
fn without_files() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| build("no_memfd.c", "libno_memfd.so", &["-shared", "-fPIC"]))
}

#[test]
fn segments_of_system_v_take_the_place_of_files() {
    let server = Xvfb::start().unwrap();
    for window_system in ["glx", "egl"] {
        let mut command = command(storm(), &server.display);
        command.args([window_system, "own", "2", "200", "memory=system_v"]).env("LD_PRELOAD", without_files());
        passes(&run(&mut command));
    }
}

#[test]
fn a_server_that_cannot_attach_memory_gets_requests() {
    // As in a container: the server has other segments of the same numbers, or none.
    let server = Xvfb::start().unwrap();
    let mut unshared = command("unshare", &server.display);
    // SAFETY: the function takes no arguments.
    if unsafe { libc::geteuid() } != 0 {
        unshared.arg("--map-root-user");
    }
    unshared.arg("--ipc").arg(storm()).args(["glx", "own", "2", "200", "memory=none"]).env("LD_PRELOAD", without_files());
    passes(&run(&mut unshared));
}

/// Starts a program, and waits until it has said so.
fn start(command: &mut Command) -> Child {
    use std::io::BufRead;
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    std::io::BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "raging\n");
    child
}

#[test]
fn a_program_ends_as_xlib_ends_it_when_its_server_dies() {
    // If threads share a display, libxcb 1.15 loops for ever: its list of threads that wait for replies is only left by the first.
    for arguments in [["glx", "own"], ["egl", "own"], ["glx", "own"], ["egl", "own"]] {
        let server = Xvfb::start().unwrap();
        // A program that does not ignore SIGPIPE may end by it, in libxcb.
        let mut shell = command("sh", &server.display);
        shell.args(["-c", "trap '' PIPE; exec \"$0\" \"$@\""]).arg(storm()).args(arguments).args(["3", "60s"]);
        let mut child = start(&mut shell);
        std::thread::sleep(Duration::from_millis(300));
        drop(server);
        let begun = Instant::now();
        while child.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < Duration::from_secs(20), "{arguments:?} hangs");
            std::thread::sleep(Duration::from_millis(20));
        }
        let ended = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&ended.stderr);
        // Xlib's handler of a lost connection exits with status 1.
        assert_eq!(ended.status.code(), Some(1), "{arguments:?}: {:?}\n{said}", ended.status);
    }
}
