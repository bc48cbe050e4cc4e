//! Programs that draw without a swap, or in a context that another one shows.

use super::{clean, compile, fresh, report};
use crate::support::{Ended, glmeter, run};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The draws of the context of `ctests/offscreen.c` that does not swap, and of the one that does, in a frame.
const DRAWS: [u64; 2] = [50, 1];

/// Builds `ctests/offscreen.c`, once.
fn program() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| compile("offscreen.c", &["-lEGL", "-lGLESv2", "-lpthread"]))
}

/// Runs the program under `glmeter run`. Returns its end, whose standard error has the summary, and the JSON report.
fn measured(provider: &str, options: &[&str], arguments: &[&str]) -> (Ended, Value) {
    let json = fresh("json");
    let mut command = clean(glmeter().get_program());
    command.args(["run", "--provider", provider, "--report", "summary", "--report"]).arg(format!("json={}", json.display()));
    command.args(options).arg("--").arg(program()).args(arguments).env("EGL_PLATFORM", "surfaceless");
    let ended = run(&mut command);
    let report = report(&json);
    (ended, report)
}

/// Returns the words of the first line of the summary that begins with these.
fn words<'text>(ended: &'text Ended, begin: &str) -> Vec<&'text str> {
    let line = ended.stderr.lines().find(|line| line.trim_start().starts_with(begin));
    line.unwrap_or_else(|| panic!("{begin} in\n{}", ended.stderr)).split_whitespace().collect()
}

#[test]
fn work_without_a_swap_is_there_however_the_program_ends() {
    for (provider, end) in [("host", "_exit"), ("host", "interrupt"), ("host", "crash"), ("software", "kill"), ("host", "return")] {
        let (ended, report) = measured(provider, &[], &["alone", "300", end]);
        let rest = &report["contexts"][0]["rest"];
        let what = format!("{provider} {end}: {rest}\n{}", ended.all());
        assert_eq!((&rest["counts"]["draws"], &rest["counts"]["clears"]), (&300.into(), &300.into()), "{what}");
        assert_eq!(words(&ended, "draws"), ["draws", "300"], "{what}");
        // A part ends with each read-back; the last one may be lost with the program.
        let [parts, timed, gpu, wall] = ["frames", "timed", "gpu_time", "wall_time"].map(|member| rest[member].as_u64().unwrap());
        assert!((295..=301).contains(&parts) && timed > 0 && timed <= parts && gpu > 0 && gpu <= wall, "{what}");
        assert!(timed == parts || ended.stderr.contains(&format!("of {timed} of its {parts} parts")), "{what}");
    }
}

/// The GPU time of work after the last swap is there as well when the program is killed.
#[test]
fn work_after_the_last_swap_survives_the_program() {
    let (ended, report) = measured("host", &[], &["after", "300", "kill"]);
    let rest = &report["contexts"][0]["rest"];
    let [draws, timed, gpu] = [&rest["counts"]["draws"], &rest["timed"], &rest["gpu_time"]].map(|value| value.as_u64().unwrap());
    assert!(draws == 300 && timed > 64 && gpu > 0, "{rest}\n{}", ended.all());
}

#[test]
fn an_interval_tells_work_without_a_swap() {
    let (ended, _) = measured("host", &["--interval", "0.2"], &["alone", "3000", "_exit"]);
    let lines = ended.stderr.lines().filter_map(|line| line.trim().strip_prefix("without a swap: "));
    // The first one may end between the first clear and the first draw.
    let draws = lines.filter_map(|line| line.split(", ").find_map(|part| part.strip_suffix(" draws").or(part.strip_suffix(" draw"))));
    let draws: u64 = draws.map(|draws| draws.replace(',', "").parse::<u64>().unwrap()).sum();
    assert_eq!(draws, 3000, "{}", ended.all());
}

#[test]
fn work_after_the_last_swap_is_in_the_summary() {
    let (ended, report) = measured("host", &[], &["after", "200"]);
    assert_eq!((&report["frames"], &report["contexts"][0]["rest"]["counts"]["draws"]), (&1.into(), &200.into()), "{}", ended.all());
    let rows = ended.stderr.split_once("work that no swap followed").unwrap_or_else(|| panic!("{}", ended.all())).1;
    assert!(rows.lines().any(|line| line.split_whitespace().eq(["draws", "200"])), "{}", ended.all());
    assert!(rows.lines().any(|line| line.trim_start().starts_with("GPU time") && line.ends_with(" ms")), "{}", ended.all());
}

#[test]
fn contexts_that_draw_for_another_are_in_its_frames() {
    for provider in ["host", "software"] {
        let (ended, report) = measured(provider, &[], &["together", "30"]);
        let what = format!("{provider}: {}", ended.all());
        let [all] = report["processes"].as_array().unwrap().as_slice() else { panic!("{what}") };
        assert_eq!((&all["frames"], &all["counts"]["draws"]["worst"]), (&30.into(), &(DRAWS[0] + DRAWS[1]).into()), "{what}");
        let contexts = report["contexts"].as_array().unwrap();
        let shows = contexts.iter().find(|context| context["frames"] == 30).unwrap();
        let draws = contexts.iter().find(|context| context["frames"] == 0).unwrap();
        let mean = |context: &Value, member: &str| context[member]["mean"].as_f64().unwrap();
        // The context that draws has nearly all of the work, and the time of each of its parts is measured.
        let [parts, timed] = ["frames", "timed"].map(|member| draws["rest"][member].as_u64().unwrap());
        let of_draws = draws["rest"]["gpu_time"].as_f64().unwrap() / timed as f64;
        assert!(parts >= 30 && timed + 2 >= parts && of_draws > 2.0 * mean(shows, "gpu_time"), "{what}");
        assert!(mean(all, "gpu_time") > of_draws / 2.0, "{what}");
        // The GPU works for one of them at a moment, and no longer than the frames last.
        assert!(mean(all, "gpu_time") <= all["gpu_wall_time"].as_f64().unwrap() * 1.1, "{what}");
        assert_eq!((&shows["bound"], &all["warmup"]["frames"]), (&"unknown".into(), &1.into()), "{what}");
        let first = ended.stderr.lines().find(|line| line.starts_with("glmeter: 30 frames")).unwrap();
        assert!(first.contains(&format!("({:.3} ms", mean(all, "gpu_time") / 1e6)), "the first line is that of all: {what}");
        assert!(words(&ended, "offscreen").ends_with(&["all", "contexts", "together"]), "{what}");
    }
}

/// A worker that draws beside a window: what it does belongs to the frame in which it does it.
#[test]
fn a_context_on_a_thread_of_its_own_is_in_the_frames_of_the_program() {
    for (provider, more) in
        [("host", "--report=off"), ("software", "--report=off"), ("host", "--report=csv=/dev/null"), ("host", "--every-frame")]
    {
        let json = fresh("json");
        let mut command = clean(glmeter().get_program());
        command
            .args(["run", "--provider", provider, "--warmup", "0", more, "--report=summary", "--report"])
            .arg(format!("json={}", json.display()));
        let ended = run(command.arg("--").arg(program()).args(["thread", "30"]).env("EGL_PLATFORM", "surfaceless"));
        let report = report(&json);
        let what = format!("{provider} {more}: {}", ended.all());
        let [all] = report["processes"].as_array().unwrap_or_else(|| panic!("{what}")).as_slice() else { panic!("{what}") };
        let counts = &all["counts"]["draws"];
        assert_eq!((&all["frames"], &counts["least"], &counts["worst"]), (&30.into(), &51.into(), &51.into()), "{counts} {what}");
        let contexts = report["contexts"].as_array().unwrap();
        let draws = contexts.iter().find(|context| context["frames"] == 0).unwrap();
        assert_eq!(draws["rest"]["counts"]["draws"], 30 * DRAWS[0], "{what}");
        let [parts, timed, gpu] = ["frames", "timed", "gpu_time"].map(|member| draws["rest"][member].as_u64().unwrap());
        assert!(parts >= 30 && timed + 2 >= parts, "{timed} of {parts} parts: {what}");
        let [frames, sum] = ["count", "sum"].map(|member| all["gpu_time"][member].as_u64().unwrap());
        assert!(frames >= 25 && sum * 4 > gpu, "{sum} of at least {gpu} ns, in {frames} frames: {what}");
        let mean = |context: &Value, member: &str| context[member]["mean"].as_f64().unwrap();
        assert!(mean(all, "gpu_time") <= all["gpu_wall_time"].as_f64().unwrap() * 1.1, "{what}");
        let first = ended.stderr.lines().find(|line| line.starts_with("glmeter: 30 frames")).unwrap();
        assert!(first.contains(&format!("({:.3} ms", mean(all, "gpu_time") / 1e6)), "the first line is that of all: {what}");
    }
}
