//! Checks that glmeter preserves the application's EGL error and leaves no threads behind.

use super::{Mode, build, command, compile, desktop, expect_verdict, run_for, support, words};

/// Runs the program with the driver's own timer and with EGL's fences.
fn egl_error(mode: Mode) {
    let program = build(desktop("egl_error.c"), mode);
    for emulate in ["auto", "always"] {
        let mut command = command(&program, mode, &[]);
        let ended = run_for(command.env("GLMETER_EMULATE", emulate), 120);
        expect_verdict(&ended, &format!("eglGetError ({mode:?}, GLMETER_EMULATE={emulate})"));
    }
}

macro_rules! egl_error {
    ($($test:ident: $mode:ident;)*) => { $(
        #[test]
        fn $test() {
            egl_error(Mode::$mode);
        }
    )* };
}

egl_error! {
    the_drivers_egl_error_alone: Alone;
    the_applications_egl_error_is_its_own_preloaded: Preloaded;
    the_applications_egl_error_is_its_own_under_glmeter_run: Run;
    the_applications_egl_error_is_its_own_on_the_software_pipeline: Software;
    the_applications_egl_error_is_its_own_linked: Linked;
    the_applications_egl_error_is_its_own_linked_and_preloaded: LinkedPreloaded;
}

/// Runs the program with and without watcher threads.
fn left_threads(name: &str, flags: &str) {
    let program = compile(name, "left_threads.c", &words(flags));
    for (emulate, argument) in [("always", "watched"), ("never", "")] {
        let mut command = command(&program, Mode::Preloaded, &[argument]);
        let ended = run_for(command.env("DISPLAY", support::display()).env("GLMETER_EMULATE", emulate), 120);
        expect_verdict(&ended, &format!("threads that end with a context current ({name}, GLMETER_EMULATE={emulate})"));
    }
}

#[test]
fn threads_that_end_with_an_egl_context_current_leave_nothing() {
    left_threads("left-threads", "-lEGL -lpthread -ldl");
}

#[test]
fn threads_that_end_with_a_glx_context_current_leave_nothing() {
    left_threads("left-threads-glx", "-DGLX -lEGL -lGL -lX11 -lpthread -ldl");
}

/// Mesa lets two threads have one context, and may damage its own tables: glmeter's commands take turns there. The pipeline refuses the second
/// thread, as GLX demands.
#[test]
fn one_glx_context_on_two_threads_is_locked_or_refused() {
    let program = compile("glx-two-threads", "glx_two_threads.c", &words("-lEGL -lGL -lX11 -lpthread"));
    for (mode, what) in [(Mode::Preloaded, "shared"), (Mode::Run, "shared"), (Mode::Software, "refused")] {
        let mut command = command(&program, mode, &[what]);
        let ended = run_for(command.env("DISPLAY", support::display()), 120);
        expect_verdict(&ended, &format!("one context on two threads ({mode:?})"));
    }
}
