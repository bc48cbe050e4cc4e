//! Clients on a driver that lacks the extensions or gets them wrong, so that glmeter's own sources provide the values.

use super::Mode;
use super::apitrace::{First, part, record, replay_with};
use super::libraries::{answers, python, with_qt};
use crate::support::root;

const WITHOUT_TIMERS: (&str, &str) = ("MESA_EXTENSION_OVERRIDE", "-GL_ARB_timer_query -GL_EXT_timer_query -GL_EXT_disjoint_timer_query");

#[test]
fn moderngl_measures_without_the_drivers_timers() {
    let script = root().join("tests/clients/with_moderngl.py").display().to_string();
    for backend in ["egl", "x11"] {
        let settings = [WITHOUT_TIMERS, ("MESA_GL_VERSION_OVERRIDE", "3.3")];
        answers(Mode::Preloaded, &python(), &[&script, backend, "330"], &settings);
    }
}

#[test]
fn qt_measures_without_the_drivers_timers() {
    let program = with_qt();
    for integration in ["xcb_glx", "xcb_egl"] {
        let settings = [WITHOUT_TIMERS, ("MESA_GL_VERSION_OVERRIDE", "4.5"), ("QT_XCB_GL_INTEGRATION", integration)];
        answers(Mode::Preloaded, &program, &["gl"], &settings);
    }
    std::fs::remove_file(program).unwrap();
}

/// Checks the GPU time of each draw: `call NUMBER START DURATION … NAME`.
#[test]
fn glretrace_profiles_without_the_drivers_timers() {
    let (trace, _) = record("glxtrace", First::Apitrace, "glxgears");
    let part = part(&trace);
    let (_, ended) = replay_with(Mode::Preloaded, "glretrace", &part.0, &["--pgpu"], &[WITHOUT_TIMERS]);
    assert!(!ended.all().contains("cannot profile"), "{}", ended.all());
    let draws = ended.stdout.lines().filter(|line| line.starts_with("call ") && line.ends_with(" glCallList"));
    let durations: Vec<u64> = draws.map(|call| call.split_whitespace().nth(3).unwrap().parse().unwrap()).collect();
    assert!(durations.len() > 5, "{}", ended.all());
    assert!(durations.iter().all(|duration| (1..1_000_000_000).contains(duration)), "{}", ended.all());
}

#[test]
fn glretrace_lists_the_performance_queries_and_reads_them_for_each_draw() {
    let (trace, _) = record("glxtrace", First::Apitrace, "glxgears");
    let part = part(&trace);
    let list = replay_without_frames(&part.0, "--list-metrics");
    assert!(list.contains("GL_INTEL_performance_query") && list.contains("Pipeline Statistics Registers"), "{list}");
    let metrics = "--pdrawcalls=GL_INTEL_performance_query: [1,1], [1,2]";
    let (_, ended) = replay_with(Mode::Preloaded, "glretrace", &part.0, &[metrics], &[]);
    // A tab-separated table: the call, its name, and the two counters.
    let mut draws = 0;
    for line in ended.stdout.lines().filter(|line| line.contains("\tglCallList\t")) {
        let [.., vertices, primitives] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        assert!(vertices.parse::<u64>().unwrap() > 0 && primitives.parse::<u64>().unwrap() > 0, "{line}\n{}", ended.all());
        draws += 1;
    }
    assert!(draws > 5, "{draws} draws\n{}", ended.all());
}

/// Returns the output of the player with an option that replays no frames.
fn replay_without_frames(trace: &std::path::Path, option: &str) -> String {
    let mut command = super::client(Mode::Preloaded, "glretrace");
    let ended = crate::support::run(command.args([option, "--headless"]).arg(trace));
    super::expect_success(&ended, option);
    ended.stdout
}
