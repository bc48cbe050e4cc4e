//! The environment of a running program stays as it was when the program began.

use super::support::{self, build_folder, run};
use super::{Mode, command, compile, expect_verdict, words};
use std::path::PathBuf;
use std::process::Command;

fn environment_program() -> PathBuf {
    compile("environment", "environment.c", &words("-lEGL -lGL -lX11"))
}

fn environment(mut command: Command, display: Option<&str>) {
    if let Some(display) = display {
        command.env("DISPLAY", display);
    }
    expect_verdict(&run(&mut command), "the environment of a running program");
}

#[test]
fn a_running_programs_environment_stays_as_it_was_preloaded() {
    environment(command(&environment_program(), Mode::Preloaded, &[]), None);
    environment(command(&environment_program(), Mode::Preloaded, &[]), Some(support::display()));
}

#[test]
fn a_running_programs_environment_stays_as_it_was_with_vendors_of_the_users() {
    let mut command = command(&environment_program(), Mode::Preloaded, &[]);
    command.env("__EGL_VENDOR_LIBRARY_FILENAMES", "/usr/share/glvnd/egl_vendor.d/50_mesa.json");
    environment(command, None);
}

/// libglvnd opens the library in the middle of a running program.
#[test]
fn a_running_programs_environment_stays_as_it_was_by_the_json_file() {
    let mut command = command(&environment_program(), Mode::Alone, &[]);
    command.env("__EGL_VENDOR_LIBRARY_FILENAMES", build_folder().join("10_glmeter.json"));
    environment(command, None);
}
