//! Mesa's demonstration programs, and one of piglit's.

use super::{ADDED, ADDED_EVERYWHERE, Frames, Mode, ask_to_end, client, expect_success, installed, run_until_frames};
use crate::support::{run, run_for};
use std::collections::BTreeMap;

/// Returns the extensions below each heading of a listing, in order. A heading ends with a colon.
fn listed(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut heading = "";
    for line in text.lines() {
        if line.trim_end().ends_with(':') {
            heading = line.trim();
        }
        let words = line.split([',', ' ']).filter(|word| word.starts_with("GL_") && !word.ends_with(':'));
        found.entry(heading.to_owned()).or_default().extend(words.map(str::to_owned));
    }
    found.retain(|_, names| names.len() > 1);
    found
}

/// Checks that each list is the driver's with glmeter's additions, without duplicates.
fn same_lists(bare: &str, ours: &str, is_es: impl Fn(&str) -> bool) {
    let (bare, ours) = (listed(bare), listed(ours));
    assert!(!bare.is_empty(), "the listing names extensions");
    assert_eq!(bare.keys().collect::<Vec<_>>(), ours.keys().collect::<Vec<_>>(), "the headings");
    for (heading, names) in &ours {
        let times = |name: &str| names.iter().filter(|other| *other == name).count();
        for name in names {
            assert_eq!(times(name), 1, "{name} of {heading}");
        }
        assert_eq!(times(ADDED), usize::from(is_es(heading)), "{ADDED} of {heading}");
        assert_eq!(times(ADDED_EVERYWHERE), 1, "{ADDED_EVERYWHERE} of {heading}");
        let rest: Vec<_> = names.iter().filter(|name| *name != ADDED && *name != ADDED_EVERYWHERE).collect();
        assert_eq!(rest, bare[heading].iter().collect::<Vec<_>>(), "{heading} apart from what is added, in the driver's order");
    }
}

fn glxinfo(mode: Mode) {
    installed("glxinfo", "mesa-utils");
    let bare = run(&mut client(Mode::Bare, "glxinfo"));
    expect_success(&bare, "glxinfo alone");
    let ours = run(&mut client(mode, "glxinfo"));
    expect_success(&ours, "glxinfo");
    same_lists(&bare.stdout, &ours.stdout, |heading| heading.contains("OpenGL ES"));
    let lists = listed(&ours.stdout);
    for heading in ["OpenGL core profile extensions:", "OpenGL extensions:"] {
        for name in ["GL_ARB_timer_query", "GL_ARB_pipeline_statistics_query"] {
            assert!(lists[heading].iter().any(|other| other == name), "{name} in {heading}");
        }
    }
    let says = |text: &str| text.lines().filter(|line| line.starts_with("OpenGL")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(says(&bare.stdout), says(&ours.stdout), "versions, vendor and renderer");
}

#[test]
fn glxinfo_preloaded() {
    glxinfo(Mode::Preloaded);
}

#[test]
fn glxinfo_under_glmeter_run() {
    glxinfo(Mode::Run);
}

fn es2_info(mode: Mode) {
    installed("es2_info", "mesa-utils");
    let bare = run(&mut client(Mode::Bare, "es2_info"));
    expect_success(&bare, "es2_info alone");
    let ours = run(&mut client(mode, "es2_info"));
    expect_success(&ours, "es2_info");
    same_lists(&bare.stdout, &ours.stdout, |heading| heading == "GL_EXTENSIONS:");
    assert!(ours.stdout.contains("GL_EXT_disjoint_timer_query"));
}

#[test]
fn es2_info_preloaded() {
    es2_info(Mode::Preloaded);
}

#[test]
fn es2_info_under_glmeter_run() {
    es2_info(Mode::Run);
}

/// For programs that copy the list into a small buffer Mesa can leave newer extensions out, and glmeter adds none of those.
#[test]
fn an_old_programs_short_list_stays_short() {
    installed("es2_info", "mesa-utils");
    let run = |mode| run(client(mode, "es2_info").env("MESA_EXTENSION_MAX_YEAR", "2010"));
    let (bare, ours) = (run(Mode::Bare), run(Mode::Preloaded));
    expect_success(&ours, "es2_info");
    same_lists(&bare.stdout, &ours.stdout, |heading| heading == "GL_EXTENSIONS:");
}

/// Runs a program that draws frames endlessly, and checks that glmeter counts them.
fn gears(program: &str, driver: &str) {
    installed(program, "mesa-utils");
    let mut command = client(Mode::Preloaded, program);
    let frames = Frames::of(&mut command);
    let ended = run_until_frames(command.env("GLMETER_LOG", "info"), &frames, ask_to_end);
    assert!(ended.stderr.contains(&format!("glmeter: wrapping {driver}")), "{}", ended.all());
}

#[test]
fn glxgears_shows_frames() {
    gears("glxgears", "libGLX_mesa.so.0");
}

#[test]
fn es2gears_shows_frames() {
    gears("es2gears_x11", "libEGL_mesa.so.0");
}

#[test]
fn glxgears_says_how_many_frames_there_were() {
    installed("glxgears", "mesa-utils");
    let preload = format!("LD_PRELOAD={}", crate::support::library().display());
    let ended = run(client(Mode::Bare, "timeout").args(["-s", "TERM", "7", "env", &preload, "glxgears"]));
    assert!(ended.stdout.contains("frames in") && ended.stdout.contains("FPS"), "{}", ended.all());
}

#[test]
fn a_piglit_program_passes_and_is_seen() {
    let program = "/usr/lib/x86_64-linux-gnu/piglit/bin/ext_timer_query-lifetime";
    installed(program, "piglit");
    let ended = run_for(client(Mode::Preloaded, program).args(["-auto", "-fbo"]).env("GLMETER_LOG", "info"), 120);
    expect_success(&ended, program);
    assert!(ended.stdout.contains("{\"result\": \"pass\" }"), "{}", ended.all());
    assert!(ended.stderr.contains("glmeter: wrapping libGLX_mesa.so.0"), "{}", ended.all());
}
