//! However a program ends, and whatever its threads and processes do, what was measured is there, and it ends as it would alone.

use super::{By, clean, frames, fresh, report};
use crate::support::{Ended, glmeter, run};
use serde_json::Value;

/// Runs `frames` with 20 frames of 100 draws under `glmeter run`. Returns its end and the report.
fn measured(way: &str, by: By) -> (Ended, Value) {
    let json = fresh("json");
    let mut command = clean(glmeter().get_program());
    command.arg("run").arg("--report").arg(format!("json={}", json.display())).args(["--warmup", "0", "--"]);
    let ended = run(command.arg(frames(by)).args(["20", "100", way]));
    let report = report(&json);
    (ended, report)
}

/// Asserts that a context has frames of 100 draws, and GPU times of nearly all.
fn expect_frames(context: &Value, frames: u64, what: &str) {
    assert_eq!(context["frames"], frames, "{what}: {context}");
    assert_eq!(context["counts"]["draws"]["sum"], frames * 100, "{what}: {context}");
    assert_eq!(
        (&context["counts"]["draws"]["least"], &context["counts"]["draws"]["worst"]),
        (&100.into(), &100.into()),
        "{what}: {context}"
    );
    assert_eq!(context["wall_time"]["count"], frames, "{what}: {context}");
    let timed = context["gpu_time"]["count"].as_u64().unwrap();
    // The results of the last frames are pending when a program is killed.
    assert!(timed + 8 >= frames && timed <= frames, "{what}: {context}");
}

#[test]
fn what_was_measured_is_there_however_the_program_ends() {
    for by in [By::Glx, By::Egl] {
        for (way, ending) in [
            ("return", "exit status 0"),
            ("exit", "exit status 3"),
            ("_exit", "exit status 4"),
            ("abort", "signal 6"),
            ("kill", "signal 9"),
            ("exec", "exit status 5"),
        ] {
            let alone = run(clean(frames(by)).args(["20", "100", way]));
            let (ended, report) = measured(way, by);
            let what = format!("{way} by {by:?}");
            assert_eq!((ended.code, &ended.stdout), (alone.code, &alone.stdout), "{what}\n{}", ended.all());
            assert_eq!(report["ended"], ending, "{what}");
            assert_eq!(report["frames"], 20, "{what}");
            let contexts = report["contexts"].as_array().unwrap();
            assert_eq!(contexts.len(), 1, "{what}: {report}");
            expect_frames(&contexts[0], 20, &what);
        }
    }
}

#[test]
fn a_forked_child_takes_nothing_and_gives_nothing() {
    for by in [By::Glx, By::Egl] {
        let alone = run(clean(frames(by)).args(["20", "100", "fork"]));
        let (ended, report) = measured("fork", by);
        assert_eq!((ended.code, &ended.stdout), (0, &alone.stdout), "{}", ended.all());
        let contexts = report["contexts"].as_array().unwrap();
        assert_eq!(contexts.len(), 1, "{report}");
        expect_frames(&contexts[0], 20, "fork");
    }
}

#[test]
fn each_thread_has_its_context() {
    for by in [By::Glx, By::Egl] {
        let alone = run(clean(frames(by)).args(["20", "100", "thread"]));
        let (ended, report) = measured("thread", by);
        assert_eq!((ended.code, &ended.stdout), (0, &alone.stdout), "{}", ended.all());
        let contexts = report["contexts"].as_array().unwrap();
        assert_eq!(contexts.len(), 2, "{report}");
        contexts.iter().for_each(|context| expect_frames(context, 10, "thread"));
        assert_eq!(contexts[0]["process"], contexts[1]["process"]);
        assert_ne!(contexts[0]["thread"], contexts[1]["thread"]);
    }
}

/// What the program itself asks and does wrong is in the report.
#[test]
fn the_programs_errors_and_queries_are_counted() {
    let (_, report) = measured("return", By::Glx);
    let context = &report["contexts"][0];
    let errors = context["errors"].as_array().unwrap();
    assert_eq!((errors.len(), &errors[0]["name"], &errors[0]["times"]), (1, &"GL_INVALID_ENUM".into(), &1.into()), "{context}");
    assert_eq!((&context["counts"]["errors"]["sum"], &context["counts"]["queries"]["sum"]), (&1.into(), &40.into()), "{context}");
    assert_eq!((&context["counts"]["compiles"]["sum"], &context["counts"]["links"]["sum"]), (&4.into(), &2.into()), "{context}");
    assert_eq!(context["counts"]["clears"]["sum"], 40, "{context}");
}
