//! Processes around a client: children that lost the preload, programs with more rights than who started them, and
//! programs of another C library.

use super::{ADDED, ADDED_EVERYWHERE, Mode, client, compile, expect_success, fresh, installed};
use crate::support::{Ended, build_folder, library, root, run};
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A shell with the preload starts programs without it, whose environment is otherwise the shell's: they work.
#[test]
fn children_without_the_preload_work() {
    installed("glxinfo", "mesa-utils");
    for program in ["glxinfo", "es2_info"] {
        let bare = run(&mut client(Mode::Bare, program));
        let child = run(client(Mode::Preloaded, "sh").args(["-c", &format!("env -u LD_PRELOAD {program}")]));
        expect_success(&child, program);
        let names = |ended: &Ended| {
            let words = ended.stdout.split([' ', ',', '\n']).filter(|word| word.starts_with("GL_"));
            let words = words.filter(|word| ![ADDED, ADDED_EVERYWHERE].contains(word));
            words.map(str::to_owned).collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(names(&bare), names(&child), "the extensions of {program}");
        assert_eq!(child.stderr, bare.stderr, "the messages of {program}");
    }
}

/// Programs without GL, of every kind that a preload in a shell's environment reaches, write what they wrote before.
#[test]
fn programs_without_gl_are_left_alone() {
    let script = "env -i true; ls / | sort | head -3; printf '%s\\n' one two | sed s/o/0/ | tr a-z A-Z; cat /proc/self/comm; cc --version";
    let run = |mode| run(client(mode, "sh").args(["-c", script]));
    let (bare, ours) = (run(Mode::Bare), run(Mode::Preloaded));
    expect_success(&bare, "a shell");
    assert_eq!((ours.code, ours.stdout, ours.stderr), (bare.code, bare.stdout, bare.stderr));
}

fn facts(ended: &Ended) -> Vec<&str> {
    ended.stdout.lines().collect()
}

/// The program of `setuid.c`, installed so that it runs as root for somebody else, in a folder that everybody can reach.
fn privileged(linked_with_glmeter: bool) -> (PathBuf, PathBuf) {
    let folder = std::env::temp_dir().join(format!("glmeter-{}", fresh("setuid").file_name().unwrap().display()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o755)).unwrap();
    // The library must be within reach of that somebody, or nothing would be learnt.
    std::fs::copy(library(), folder.join("libglmeter.so")).unwrap();
    std::fs::copy(build_folder().join("10_glmeter.json"), folder.join("10_glmeter.json")).unwrap();
    std::os::unix::fs::symlink("libglmeter.so", folder.join("libGLX_glmeter.so.0")).unwrap();
    let place = [format!("-L{}", folder.display()), format!("-Wl,-rpath,{}", folder.display())];
    let mut arguments = vec!["-std=c99", "-Wall", "-Wextra", "-O1"];
    if linked_with_glmeter {
        arguments.extend([&place[0], &place[1], "-Wl,--no-as-needed", "-lglmeter"]);
    }
    arguments.extend(["-lEGL", "-lGLESv2"]);
    let built = compile("cc", "gcc", "setuid.c", &arguments);
    let program = folder.join("privileged");
    std::fs::copy(&built, &program).unwrap();
    std::fs::remove_file(built).unwrap();
    if is_root() {
        chown(&program, Some(0), Some(0)).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o4755)).unwrap();
    } else {
        for change in [["chown", "0:0"], ["chmod", "4755"]] {
            let ended = run(Command::new("sudo").arg("-n").args(change).arg(&program));
            expect_success(&ended, "a setuid program is made by root: run this test as root, or with sudo without a password");
        }
    }
    (folder, program)
}

fn is_root() -> bool {
    // SAFETY: takes nothing.
    unsafe { libc::geteuid() == 0 }
}

/// Runs it as somebody who is not root.
fn run_privileged(program: &Path, variables: &[(&str, &str)]) -> Ended {
    let mut command = client(Mode::Bare, program);
    command.envs(variables.iter().copied());
    if is_root() {
        command.uid(65534);
    }
    let ended = run(&mut command);
    expect_success(&ended, "a setuid program");
    let where_it_lies = program.parent().unwrap().display();
    assert_eq!(facts(&ended)[0], "secure=1", "{where_it_lies} must not be mounted nosuid\n{}", ended.all());
    ended
}

/// The loader takes no library by its path, and libglvnd no list of vendors, from whoever starts such a program.
#[test]
fn a_setuid_program_knows_nothing_of_glmeter() {
    let (folder, program) = privileged(false);
    let at = |name: &str| folder.join(name).display().to_string();
    let (own, json) = (at("libglmeter.so"), at("10_glmeter.json"));
    // Without the rights, the same program has glmeter in front: what it says is worth something.
    let plain = at("plain");
    std::fs::copy(&program, &plain).unwrap();
    std::fs::set_permissions(&plain, std::fs::Permissions::from_mode(0o755)).unwrap();
    let ended = run(client(Mode::Bare, &plain).env("LD_PRELOAD", &own));
    expect_success(&ended, "the program without rights");
    assert!(facts(&ended).starts_with(&["secure=0", "mapped=1"]) && ended.stdout.contains("extension=1"), "{}", ended.all());

    let ended = run_privileged(&program, &[("LD_PRELOAD", &own)]);
    assert_eq!(facts(&ended)[1], "mapped=0", "{}", ended.all());
    assert!(ended.stdout.contains("__EGL_VENDOR_LIBRARY_FILENAMES=(unset)"), "{}", ended.all());
    assert!(ended.stdout.contains("extension=0"), "{}", ended.all());
    let ended = run_privileged(&program, &[("__EGL_VENDOR_LIBRARY_FILENAMES", &json)]);
    assert!(ended.stdout.contains("extension=0"), "{}", ended.all());
    std::fs::remove_dir_all(folder).unwrap();
}

/// One that is linked with glmeter has it, and its environment stays as it was.
#[test]
fn a_setuid_program_that_is_linked_with_glmeter_keeps_its_environment() {
    let (folder, program) = privileged(true);
    let ended = run_privileged(&program, &[]);
    assert_eq!(facts(&ended)[1], "mapped=1", "{}", ended.all());
    assert_eq!(facts(&ended).iter().filter(|fact| fact.ends_with("=(unset)")).count(), 4, "{}", ended.all());
    std::fs::remove_dir_all(folder).unwrap();
}

/// musl's loader refuses every library of glibc, whatever it is; a static program does not look.
#[test]
fn a_musl_program_meets_no_more_than_its_loaders_refusal() {
    installed("musl-gcc", "musl-tools");
    let fixed = compile("musl-gcc", "musl-tools", "musl.c", &["-static"]);
    let ended = run(client(Mode::Preloaded, &fixed).current_dir(root()));
    expect_success(&ended, "a static program");
    assert_eq!((ended.stdout.as_str(), ended.stderr.as_str()), ("running with a preload\n", ""));

    let shared = compile("musl-gcc", "musl-tools", "musl.c", &[]);
    let ended = run(&mut client(Mode::Bare, &shared));
    assert_eq!(ended.stdout, "running without a preload\n", "{}", ended.all());
    let ours = run(&mut client(Mode::Preloaded, &shared));
    let other = run(client(Mode::Bare, &shared).env("LD_PRELOAD", "/usr/lib/x86_64-linux-gnu/libEGL.so.1"));
    assert_eq!(ours.code, other.code, "as with any other library of glibc\n{}\n{}", ours.all(), other.all());
    if ours.code != 0 {
        assert_eq!(ours.code, 127, "the loader says no before anything runs\n{}", ours.all());
        for line in ours.stderr.lines() {
            assert!(line.starts_with("Error loading") || line.starts_with("Error relocating"), "{}", ours.all());
        }
    }
    for program in [fixed, shared] {
        std::fs::remove_file(program).unwrap();
    }
}
