//! C programs of `ctests/` whose queries glmeter emulates: with time from fences, on EGL and GLX, and with its own counts.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use support::{display, library, root, run, run_for};

/// An environment variable and its value.
type Setting = (&'static str, &'static str);

const ALWAYS: Setting = ("GLMETER_EMULATE", "always");
const WITHOUT_TIMERS: Setting = ("MESA_EXTENSION_OVERRIDE", "-GL_ARB_timer_query -GL_EXT_timer_query -GL_EXT_disjoint_timer_query");
const WITHOUT_STATISTICS: Setting = ("MESA_EXTENSION_OVERRIDE", "-GL_ARB_pipeline_statistics_query");
/// Requests OpenGL 4.5, because without ARB_timer_query Mesa creates contexts of OpenGL 3.2.
const VERSION_4_5: Setting = ("MESA_GL_VERSION_OVERRIDE", "4.5");
const SOFTPIPE: Setting = ("GALLIUM_DRIVER", "softpipe");
const FENCES: [&str; 3] = ["auto", "gl", "finish"];

/// Held by a running test, because the tests measure time.
static ALONE: Mutex<()> = Mutex::new(());

/// Returns a program of `ctests/`, built once for all tests.
fn built(source: &str, flags: &[&str]) -> PathBuf {
    static BUILT: Mutex<Option<HashMap<String, PathBuf>>> = Mutex::new(None);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fenced-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let name = format!("{source}{}", flags.concat().replace(' ', ""));
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    built
        .get_or_insert_default()
        .entry(name.clone())
        .or_insert_with(|| {
            let path = folder.join(&name);
            let mut command = Command::new("cc");
            command.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-O1", "-g", "-I"]).arg(root().join("include"));
            let ended = run(command.arg(root().join("ctests").join(format!("{source}.c"))).arg("-o").arg(&path).args(flags));
            assert_eq!(ended.code, 0, "{source} does not compile\n{}", ended.all());
            path
        })
        .clone()
}

/// Runs a program with glmeter preloaded. It must exit with 0 and print that it passed.
#[track_caller]
fn passes(program: &Path, arguments: &[&str], settings: &[Setting]) {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut command = Command::new(program);
    command.args(arguments).env("LD_PRELOAD", library()).env("DISPLAY", display());
    for name in ["WAYLAND_DISPLAY", "LD_LIBRARY_PATH", "__EGL_VENDOR_LIBRARY_FILENAMES", "__GLX_VENDOR_LIBRARY_NAME"] {
        command.env_remove(name);
    }
    // Some programs keep every core busy.
    let ended = run_for(command.envs(settings.iter().copied()), 240);
    let passed = ended.code == 0 && ended.stdout.lines().any(|line| line.ends_with(": ok"));
    assert!(passed, "{} {arguments:?} with {settings:?}\n{}", program.display(), ended.all());
}

fn egl(source: &str) -> PathBuf {
    built(source, &["-lEGL", "-lpthread", "-ldl"])
}

/// Runs a program that gets its time only from fences, with each kind of fence.
#[track_caller]
fn passes_on_fences(source: &str, fences: &[&'static str]) {
    for fence in fences {
        passes(&egl(source), &[], &[ALWAYS, ("GLMETER_FENCE", fence)]);
    }
    passes(&egl(source), &[], &[WITHOUT_TIMERS, VERSION_4_5]);
}

#[test]
fn arb_timer_query_on_every_kind_of_fence() {
    passes_on_fences("arb_timer_query", &FENCES);
}

#[test]
fn ext_disjoint_timer_query_on_every_kind_of_fence() {
    passes_on_fences("ext_disjoint_timer_query", &FENCES);
}

#[test]
fn angle_timer_query_on_every_kind_of_fence() {
    passes_on_fences("angle_timer_query", &FENCES);
}

/// Only fences with a watcher thread: others are stamped when a later command polls them, without any bound.
#[test]
fn time_from_fences_is_accurate() {
    passes_on_fences("timer_accuracy", &["auto", "finish"]);
}

#[test]
fn a_profilers_zones_on_every_kind_of_fence() {
    passes_on_fences("zones", &FENCES);
    passes(&egl("zones"), &[], &[]);
}

/// Also on the driver's own queries, which its lists contain.
#[test]
fn queries_in_display_lists() {
    passes(&egl("queries_in_lists"), &[], &[]);
    passes_on_fences("queries_in_lists", &FENCES);
    passes(&egl("queries_in_lists"), &[], &[("GLMETER_PROVIDER", "software")]);
    passes(&egl("queries_in_lists"), &[], &[WITHOUT_STATISTICS]);
}

#[test]
fn two_contexts_on_fences() {
    passes(&egl("two_contexts"), &[], &[ALWAYS]);
}

#[test]
fn statistics_counted_and_derived() {
    passes(&egl("arb_pipeline_statistics_query"), &[], &[ALWAYS]);
}

#[test]
fn performance_queries_without_the_drivers_statistics() {
    for source in ["intel_performance_query", "intel_walk", "intel_nesting", "intel_renderdoc"] {
        passes(&egl(source), &[], &[WITHOUT_STATISTICS]);
    }
}

#[test]
fn performance_queries_of_opengl_es_count_what_is_submitted() {
    let without_version_3 = ("MESA_GLES_VERSION_OVERRIDE", "2.0");
    for settings in [&[][..], &[WITHOUT_STATISTICS], &[WITHOUT_TIMERS], &[ALWAYS], &[SOFTPIPE]] {
        passes(&egl("intel_embedded"), &[], settings);
    }
    passes(&egl("intel_embedded"), &["2"], &[without_version_3]);
}

// On a busy machine.

/// There a new thread runs milliseconds after it was started.
#[test]
fn no_query_waits_until_a_thread_has_started() {
    passes(&built("held_thread", &["-rdynamic", "-lEGL", "-lpthread", "-ldl"]), &[], &[]);
}

const ON_GLX: [&str; 6] = ["-DGLX", "-lEGL", "-lGL", "-lX11", "-lpthread", "-ldl"];

#[test]
fn times_do_not_collapse_under_load() {
    let programs = [egl("fenced_load"), built("fenced_load", &ON_GLX)];
    for program in &programs {
        for fence in ["auto", "gl"] {
            passes(program, &[], &[WITHOUT_TIMERS, VERSION_4_5, ("GLMETER_FENCE", fence)]);
        }
        passes(program, &[], &[]);
    }
}

#[test]
fn a_child_of_fork_with_marks_of_its_own_destroys_what_it_inherited() {
    for parent in ["glx", "egl"] {
        passes(&built("fenced_fork", &ON_GLX), &[parent], &[ALWAYS]);
    }
}

/// llvmpipe's threads would write to queries that are freed.
#[test]
fn displays_are_terminated_with_queries_in_flight() {
    passes(&egl("terminated"), &[], &[]);
    passes(&egl("terminated"), &[], &[ALWAYS]);
}

// A thousand marks in flight.

/// Runs a part of `fenced_marks.c` on EGL with every kind of fence, and on GLX with a watcher thread.
fn marks(what: &str) {
    let run = |program: &Path, fence| {
        let arguments = [what, if fence == "finish" { "waits" } else { "" }];
        passes(program, &arguments, &[ALWAYS, ("GLMETER_FENCE", fence)]);
    };
    FENCES.iter().for_each(|fence| run(&egl("fenced_marks"), fence));
    run(&built("fenced_marks", &ON_GLX), "auto");
}

macro_rules! marks {
    ($($test:ident: $what:literal;)*) => { $(
        #[test]
        fn $test() {
            marks($what);
        }
    )* };
}

marks! {
    marks_in_flight_cost_no_stall_and_come_in_order: "flight";
    polling_alone_reaches_every_mark: "polled";
    every_get_of_timestamp_lies_between_marks: "gets";
    names_may_be_deleted_with_marks_in_flight: "names";
    contexts_may_be_destroyed_with_marks_in_flight: "contexts";
    threads_have_marks_of_their_own: "threads";
    a_context_goes_to_another_thread_with_marks_in_flight: "moved";
    a_process_may_fork_with_marks_in_flight: "forked";
    a_display_may_be_closed_with_marks_in_flight: "display";
    a_display_may_be_closed_with_marks_in_flight_in_a_current_context: "current-display";
    a_process_may_end_with_marks_in_flight: "exit";
}
