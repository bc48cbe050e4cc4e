//! Processes around a client: children without the preload, and programs with another C library.

use super::{ADDED, ADDED_EVERYWHERE, Mode, client, compile, expect_success, installed};
use crate::support::{Ended, root, run};

/// Programs that a preloaded shell starts without the preload, in an otherwise equal environment, work.
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

/// A preload in a shell's environment does not change the output of programs without GL.
#[test]
fn programs_without_gl_are_left_alone() {
    let script = "env -i true; ls / | sort | head -3; printf '%s\\n' one two | sed s/o/0/ | tr a-z A-Z; cat /proc/self/comm; cc --version";
    let run = |mode| run(client(mode, "sh").args(["-c", script]));
    let (bare, ours) = (run(Mode::Bare), run(Mode::Preloaded));
    expect_success(&bare, "a shell");
    assert_eq!((ours.code, ours.stdout, ours.stderr), (bare.code, bare.stdout, bare.stderr));
}

/// musl's loader rejects every library built for glibc; a static program has no loader.
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
