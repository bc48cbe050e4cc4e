//! A machine without libglvnd: a `libEGL.so.1` and a `libGL.so.1` of the old style, over the machine's driver.

use super::{Mode, build_folder, command, compile, expect_verdict, folder, link_glmeter, run, run_for, support, words};
use std::path::PathBuf;
use std::process::Command;

/// Builds a `libEGL.so.1` of the old style, which exports its functions itself. Returns its folder.
fn classic_egl() -> PathBuf {
    std::fs::create_dir_all(folder().join("classic")).unwrap();
    compile("classic/libEGL.so.1", "classic_egl.c", &words("-shared -fPIC -Wl,-soname,libEGL.so.1 -ldl")).parent().unwrap().to_path_buf()
}

/// Returns the command that runs `source` with this libEGL; `name` is the program's name.
fn over_classic_egl(name: &str, source: &str, mode: Mode, arguments: &[&str]) -> Command {
    let egl = classic_egl();
    let stand_in = format!("-L{} -l:libEGL.so.1 -lpthread -ldl", egl.display());
    let program = match mode {
        Mode::Linked => compile(&format!("{name}-linked"), source, &link_glmeter().into_iter().chain(words(&stand_in)).collect::<Vec<_>>()),
        _ => compile(name, source, &words(&stand_in)),
    };
    let mut command = command(&program, mode, arguments);
    command.env("LD_LIBRARY_PATH", format!("{}:{}", egl.display(), build_folder().display()));
    command
}

fn classic(route: &str, mode: Mode) {
    let arguments = [route, "alone"];
    let arguments = if mode == Mode::Alone { &arguments } else { &arguments[..1] };
    let mut command = match route {
        "dlsym" => {
            let mut command = command(&compile("classic-opened", "classic.c", &words("-DOPENED -ldl")), mode, arguments);
            command.env("LD_LIBRARY_PATH", format!("{}:{}", classic_egl().display(), build_folder().display()));
            command
        }
        _ => over_classic_egl("classic-program", "classic.c", mode, arguments),
    };
    expect_verdict(&run(&mut command), &format!("without libglvnd, by the route {route} ({mode:?})"));
}

macro_rules! classic {
    ($($test:ident: $route:literal, $mode:ident;)*) => { $(
        #[test]
        fn $test() {
            classic($route, Mode::$mode);
        }
    )* };
}

classic! {
    without_glvnd_the_stand_in_works_alone_linked: "linked", Alone;
    without_glvnd_the_stand_in_works_alone_by_get_proc_address: "getproc", Alone;
    without_glvnd_the_stand_in_works_alone_by_dlsym: "dlsym", Alone;
    without_glvnd_linked_symbols_preloaded: "linked", Preloaded;
    without_glvnd_get_proc_address_preloaded: "getproc", Preloaded;
    without_glvnd_dlsym_preloaded: "dlsym", Preloaded;
    without_glvnd_linked_symbols_under_glmeter_run: "linked", Run;
    without_glvnd_get_proc_address_under_glmeter_run: "getproc", Run;
    without_glvnd_dlsym_under_glmeter_run: "dlsym", Run;
    without_glvnd_linked_with_glmeter: "linked", Linked;
    without_glvnd_get_proc_address_linked_with_glmeter: "getproc", Linked;
}

/// Asserts that a program gets no context, and `glmeter run --provider software` says why in one line.
fn expect_not_served(command: &mut Command) {
    let ended = run(command);
    let lines: Vec<&str> = ended.stderr.lines().filter(|line| line.starts_with("glmeter: ")).collect();
    let reason = "the software pipeline cannot serve this program: it has a libEGL, libGL or libOSMesa of its own";
    assert!(ended.code == 1 && lines.len() == 1 && lines[0].ends_with(reason), "{}", ended.all());
}

#[test]
fn without_glvnd_a_program_that_asks_for_the_software_pipeline_gets_no_other_driver() {
    for route in ["linked", "getproc"] {
        for report in ["summary", "off"] {
            let mut command = over_classic_egl("classic-program", "classic.c", Mode::Software, &[route]);
            expect_not_served(command.env("GLMETER_REPORT", report));
        }
    }
    expect_not_served(&mut classic_glx_command("linked", Mode::Software));
}

/// Returns the command that runs a GLX program with a `libGL.so.1` of the old style.
fn classic_glx_command(route: &str, mode: Mode) -> Command {
    std::fs::create_dir_all(folder().join("classic_glx")).unwrap();
    let library = compile("classic_glx/libGL.so.1", "classic_glx.c", &words("-shared -fPIC -Wl,-soname,libGL.so.1 -ldl"));
    let place = library.parent().unwrap();
    let program = compile("classic-x", "classic_x.c", &words(&format!("-L{} -l:libGL.so.1 -lX11 -ldl", place.display())));
    let arguments = [route, "alone"];
    let mut command = command(&program, mode, if mode == Mode::Alone { &arguments } else { &arguments[..1] });
    command.env("DISPLAY", support::display()).env("LD_LIBRARY_PATH", format!("{}:{}", place.display(), build_folder().display()));
    command
}

/// Runs a GLX program with a `libGL.so.1` of the old style.
fn classic_glx(route: &str, mode: Mode) {
    expect_verdict(&run(&mut classic_glx_command(route, mode)), &format!("GLX without libglvnd, by the route {route} ({mode:?})"));
}

#[test]
fn without_glvnd_glx_works_alone() {
    ["linked", "getproc", "dlsym"].into_iter().for_each(|route| classic_glx(route, Mode::Alone));
}

#[test]
fn without_glvnd_glx_preloaded() {
    ["linked", "getproc", "dlsym"].into_iter().for_each(|route| classic_glx(route, Mode::Preloaded));
}

#[test]
fn without_glvnd_glx_under_glmeter_run() {
    ["linked", "getproc", "dlsym"].into_iter().for_each(|route| classic_glx(route, Mode::Run));
}

// Calls that glmeter must not make. The stand-in libEGL ends the process at a wrong call.

#[test]
fn without_glvnd_the_applications_egl_error_is_its_own() {
    for mode in [Mode::Alone, Mode::Preloaded, Mode::Linked] {
        for emulate in ["auto", "always"] {
            let mut command = over_classic_egl("classic-egl-error", "egl_error.c", mode, &[]);
            let ended = run(command.env("GLMETER_EMULATE", emulate));
            expect_verdict(&ended, &format!("eglGetError without libglvnd ({mode:?}, GLMETER_EMULATE={emulate})"));
        }
    }
}

/// After eglTerminate a driver may reuse the handles of a display's fences.
#[test]
fn no_fence_of_a_terminated_display_is_named() {
    for case in ["display", "current-display"] {
        let mut command = over_classic_egl("classic-marks", "fenced_marks.c", Mode::Preloaded, &[case]);
        expect_verdict(&run(command.env("GLMETER_EMULATE", "always")), &format!("marks in flight and eglTerminate ({case})"));
    }
}

#[test]
fn threads_that_end_with_a_context_current_leave_nothing_without_glvnd() {
    let mut command = over_classic_egl("classic-left-threads", "left_threads.c", Mode::Preloaded, &["watched"]);
    expect_verdict(&run(command.env("GLMETER_EMULATE", "always")), "threads that end with a context current");
}

#[test]
fn a_thread_may_be_cancelled_inside_the_driver() {
    for mode in [Mode::Alone, Mode::Preloaded, Mode::Linked] {
        for report in ["off", "summary"] {
            let mut command = over_classic_egl("classic-cancelled", "cancelled_threads.c", mode, &[]);
            let ended = run(command.env("GLMETER_REPORT", report));
            expect_verdict(&ended, &format!("threads that are cancelled ({mode:?}, GLMETER_REPORT={report})"));
        }
    }
}

/// The quick way of a command leaves the driver's cancellation points as they are.
#[test]
fn a_thread_may_be_cancelled_inside_the_drivers_query_commands() {
    for mode in [Mode::Alone, Mode::Preloaded, Mode::Linked] {
        let mut command = over_classic_egl("classic-cancelled", "cancelled_threads.c", mode, &["begin"]);
        expect_verdict(&run(&mut command), &format!("threads that are cancelled in glBeginQuery ({mode:?})"));
    }
}

#[test]
fn no_display_list_holds_a_query_of_the_report() {
    let mut command = over_classic_egl("classic-frames", "frames_in_lists.c", Mode::Preloaded, &[]);
    let ended = run(command.env("GLMETER_REPORT", "summary"));
    expect_verdict(&ended, "frames that end in display lists");
    assert!(ended.stderr.contains("GPU time") && !ended.stderr.contains("not measured"), "the other frames are measured\n{}", ended.all());
}

/// Such a driver calls its own functions by their exported names and gets glmeter's, even while glmeter describes a context.
#[test]
fn a_driver_may_call_exported_functions_at_any_time() {
    for mode in [Mode::Preloaded, Mode::Linked] {
        let mut command = over_classic_egl("classic-program", "classic.c", mode, &["linked"]);
        expect_verdict(&run_for(command.env("CLASSIC_CALLS_EXPORTS", "1"), 30), &format!("a driver that calls exports ({mode:?})"));
    }
}
