//! Tests of budgets over runs made by hand.

use super::*;
use crate::run::{Apart, Context, Distribution, Sum};
use glmeter_recording::{Counts, Frame};

/// A run of one context with ten frames.
fn run() -> Run {
    let sum = |sum, least, worst| Sum { frames: 10, sum, least, worst };
    let counts = [("draws", sum(8_910, 90, 980)), ("errors", sum(2, 0, 1)), ("upload_bytes", sum(4_000_000, 0, 3_000_000))];
    let times = [("compile_time", sum(7_500_000, 0, 7_500_000)), ("link_time", sum(2_500_000, 0, 2_500_000))];
    let statistics = [("VERTICES_SUBMITTED", sum(20_000, 1_000, 3_000)), ("COMPUTE_SHADER_INVOCATIONS", sum(0, 0, 0))];
    let named = |(name, sum): (&str, Sum)| (name.to_owned(), sum);
    let sources = [("VERTICES_SUBMITTED", "native"), ("COMPUTE_SHADER_INVOCATIONS", "absent")];
    let gpu_time = Distribution {
        count: 10,
        sum: 30_000_000,
        mean: 3e6,
        median: 2_900_000,
        p95: 4_200_000,
        p99: 5_000_000,
        worst: 5_000_000,
        ..Distribution::default()
    };
    let context = Context {
        renderer: "softpipe".to_owned(),
        program: "game".to_owned(),
        process: 77,
        frames: 10,
        gpu_time,
        counts: counts.into_iter().chain(times).map(named).collect(),
        statistics: statistics.into_iter().map(named).collect(),
        sources: sources.map(|(name, source)| (name.to_owned(), source.to_owned())).into(),
        ratios: [("overdraw".to_owned(), 2.25)].into(),
        ..Context::default()
    };
    Run { schema: 1, is_used: true, frames: 10, contexts: vec![context], ..Run::default() }
}

/// A run without its worst frames.
fn checked(run: &Run) -> Checked {
    Checked { run: run.clone(), ..Checked::default() }
}

/// The verdict on one budget.
fn verdict(run: &Run, name: &str, value: &str) -> Verdict {
    Budget::parse(name, value).unwrap().unwrap().check(&[checked(run)])
}

#[test]
fn a_budget_compares_what_it_names_or_what_is_usual() {
    let run = run();
    let cases = [
        ("draws", "980", "draws (worst): 980; the budget is 980", false),
        ("draws", "900", "draws (worst): 980; the budget is 900", true),
        ("draws", "mean:900", "draws (mean): 891; the budget is 900", false),
        ("draws", "total:8e3", "draws (total): 8910; the budget is 8000", true),
        ("gpu-ms", "4", "gpu-ms (p95): 4.2; the budget is 4", true),
        ("gpu-ms", "mean:3", "gpu-ms (mean): 3; the budget is 3", false),
        ("gpu-ms", "median:2.8", "gpu-ms (median): 2.9; the budget is 2.8", true),
        ("gpu-ms", "p99:5", "gpu-ms (p99): 5; the budget is 5", false),
        ("gpu-ms", "worst:4.9995", "gpu-ms (worst): 5; the budget is 5", true),
        ("overdraw", "2.5", "overdraw (mean): 2.25; the budget is 2.5", false),
        ("vertices", "2e3", "vertices (worst): 3000; the budget is 2000", true),
        ("uploads-mb", "2.5", "uploads-mb (worst): 3; the budget is 2.5", true),
        ("errors", "1", "errors (total): 2; the budget is 1", true),
        ("compile-ms", "10", "compile-ms (total): 10; the budget is 10", false),
    ];
    for (name, value, line, is_broken) in cases {
        let verdict = verdict(&run, name, value);
        assert_eq!((verdict.line().as_str(), verdict.is_broken()), (line, is_broken));
    }
}

/// A program compiles its shaders in the first frames, and an error counts wherever it is.
#[test]
fn totals_have_the_first_frames_too() {
    let mut run = run();
    let apart = |errors| Apart {
        counts: [("errors".to_owned(), errors), ("compile_time".to_owned(), 1_000_000), ("draws".to_owned(), 50)].into(),
        statistics: [("VERTICES_SUBMITTED".to_owned(), 70)].into(),
        ..Apart::default()
    };
    (run.contexts[0].warmup, run.contexts[0].rest) = (apart(3), apart(4));
    assert_eq!(verdict(&run, "errors", "9").line(), "errors (total): 9; the budget is 9");
    assert_eq!(verdict(&run, "errors", "worst:1").line(), "errors (worst): 1; the budget is 1");
    assert_eq!(verdict(&run, "compile-ms", "12").line(), "compile-ms (total): 12; the budget is 12");
    // Other totals are those of the measured frames, whether they are counted as commands or as statistics.
    assert_eq!(verdict(&run, "draws", "total:8910").line(), "draws (total): 8910; the budget is 8910");
    assert_eq!(verdict(&run, "vertices", "total:20000").line(), "vertices (total): 20000; the budget is 20000");
}

#[test]
fn wrong_budgets_are_told() {
    assert!(Budget::parse("fun", "1").is_none());
    let wrong = |name, value| Budget::parse(name, value).unwrap().err().unwrap();
    assert_eq!(wrong("gpu-ms", "p98:4"), "--max-gpu-ms wants mean, median, p95, p99 or worst before the colon, got \"p98\"");
    assert_eq!(wrong("draws", "p95:4"), "--max-draws wants mean, worst or total before the colon, got \"p95\"");
    for value in ["", "many", "-1", "nan", "inf", "4ms", "worst:"] {
        assert!(wrong("draws", value).starts_with("--max-draws wants a number from 0 on, got \""), "{value}");
    }
}

#[test]
fn what_was_not_measured_breaks_its_budget() {
    let mut run = run();
    let line = |run: &Run, name| {
        let verdict = verdict(run, name, "1e18");
        assert!(verdict.is_broken(), "{name}");
        verdict.line()
    };
    assert_eq!(line(&run, "compute-invocations"), "compute-invocations (worst): not measured: softpipe has no COMPUTE_SHADER_INVOCATIONS");
    assert_eq!(line(&run, "fragments"), "fragments (worst): not measured: no frame has it");
    assert_eq!(line(&run, "frame-ms"), "frame-ms (p95): not measured: no frame has it");
    run.contexts[0].gpu_time.count = 0;
    assert_eq!(line(&run, "gpu-ms"), "gpu-ms (p95): not measured: softpipe has no timer that glmeter could use");
    run.lost_frames = 3;
    assert_eq!(line(&run, "draws"), "draws (worst): not measured: 3 frames came too fast to be read one by one");
    assert!(!verdict(&run, "draws", "mean:900").is_broken());
    run.contexts[0].frames = 0;
    assert_eq!(line(&run, "errors"), "errors (total): not measured: the program never swapped buffers");
}

#[test]
fn each_context_keeps_a_budget_and_the_worst_frame_is_named() {
    let mut run = run();
    let idle = Context { number: 1, ..Context::default() };
    let other = Context { number: 5, process: 78, frames: 10, ..run.contexts[0].clone() };
    run.contexts.extend([idle, other]);
    run.contexts[2].counts.get_mut("draws").unwrap().worst = 1_000;
    let mut worst = Worst::after(2);
    for (context, number, draws) in [(5, 1, 2_000), (0, 3, 980), (5, 3, 20), (5, 7, 1_000), (5, 8, 1_000)] {
        worst.add(&Frame { counts: Counts { draws, ..Counts::NONE }, context, number, ..Frame::default() });
    }
    worst.add(&Frame { counts: Counts { draws: 3_000, ..Counts::NONE }, context: 5, number: 9, flags: Frame::IS_REST, ..Frame::default() });
    let verdict = Budget::parse("draws", "990").unwrap().unwrap().check(&[Checked { run, worst, ..Checked::default() }]);
    assert!(verdict.is_broken());
    assert_eq!(verdict.line(), "draws (worst): 1000 in context 5 of game (78); the budget is 990; the worst frame is 7 with 1000");
}

/// A run whose GPU times have this 95th percentile, while other programs kept so many of two processors busy.
fn timed(p95: u64, other_load: f64) -> Checked {
    let mut run = Run { other_load, processors: 2, ..run() };
    (run.contexts[0].gpu_time.p95, run.contexts[0].gpu_time.median) = (p95, p95);
    checked(&run)
}

#[test]
fn a_time_is_judged_by_all_runs_and_not_while_the_machine_is_busy() {
    let of = |runs: &[(u64, f64)], most: &str| {
        let runs: Vec<Checked> = runs.iter().map(|(p95, load)| timed(*p95, *load)).collect();
        let verdict = Budget::parse("gpu-ms", most).unwrap().unwrap().check(&runs);
        (verdict.outcome, verdict.line())
    };
    let quiet = [4_100_000, 4_300_000, 4_200_000, 9_000_000, 4_200_000].map(|p95| (p95, 0.1));
    let said = "gpu-ms (p95): 4.2 in the median of 5 runs (4.1 to 9); the budget is ";
    assert_eq!(of(&quiet, "4.2"), (Outcome::Kept, said.to_owned() + "4.2"));
    assert_eq!(of(&quiet, "4.15"), (Outcome::Kept, said.to_owned() + "4.15, which is within the noise of the runs"));
    assert_eq!(of(&quiet.map(|(p95, load)| (p95.min(4_300_000), load)), "3").0, Outcome::Broken);
    let busy = quiet.map(|(p95, _)| (p95, 1.04));
    let reason = "; not judged, because other programs kept 1 of 2 processors busy: check it on a quiet machine";
    assert_eq!(of(&busy, "3"), (Outcome::Unjudged, said.to_owned() + "3" + reason));
    let slow = (Outcome::Broken, "gpu-ms (p95): 500; the budget is 4".to_owned());
    assert_eq!(of(&[(500_000_000, 1.04)], "4"), slow, "no load explains that");
    let check = Check { budgets: vec![Budget::parse("gpu-ms", "4").unwrap().unwrap()], ..Check::default() };
    assert!(check.limits_time() && check.exceeds_time(&timed(4_100_000, 0.0)) && !check.exceeds_time(&timed(3_900_000, 9.0)));
}

#[test]
fn the_times_of_a_baseline_are_judged_so_too() {
    let json = serde_json::to_string(&run()).unwrap();
    let baseline = Baseline::parse(&json, None, true).unwrap();
    let of = |load: f64| {
        let runs = [4_400_000, 4_420_000, 4_410_000].map(|p95| timed(p95, load));
        baseline.check(&runs).into_iter().find(|verdict| verdict.name == "baseline: GPU time, ms").unwrap().outcome
    };
    assert_eq!((of(0.0), of(2.0)), (Outcome::Broken, Outcome::Unjudged));
    assert!(baseline.exceeds_time(&timed(4_300_000, 0.0)) && !baseline.exceeds_time(&timed(4_200_000, 0.0)));
}

#[test]
fn a_count_keeps_its_budget_in_each_run() {
    let mut second = run();
    second.contexts[0].counts.get_mut("draws").unwrap().worst = 990;
    let verdict = Budget::parse("draws", "980").unwrap().unwrap().check(&[checked(&run()), checked(&second)]);
    assert_eq!((verdict.outcome, verdict.line().as_str()), (Outcome::Broken, "draws (worst): 990; the budget is 980"));
}

#[test]
fn a_run_is_like_its_baseline_within_the_tolerance() {
    let before = run();
    let json = serde_json::to_string(&before).unwrap();
    let broken = |now: &Run, tolerance| {
        let verdicts = Baseline::parse(&json, tolerance, true).unwrap().check(&[checked(now)]);
        let lines: Vec<String> = verdicts.iter().filter(|verdict| verdict.is_broken()).map(Verdict::line).collect();
        (verdicts.len(), lines)
    };
    // Compute shader invocations are the same as well; times of the compiler are not compared.
    assert_eq!(broken(&before, Some(0.0)), (6, vec![]));

    let mut now = before.clone();
    now.contexts[0].counts.get_mut("draws").unwrap().sum = 8_911;
    now.contexts[0].counts.get_mut("compile_time").unwrap().sum = 9;
    assert_eq!(broken(&now, None).1, Vec::<String>::new(), "a hundredth elsewhere");
    let line = "baseline: draws: 891.1 in the mean frame; the baseline has 891 (+0.01 %)";
    assert_eq!(broken(&now, Some(0.0)).1, [line]);
    let exact = |run: &Run| {
        let mut run = run.clone();
        run.contexts[0].renderer = "glmeter software pipeline".to_owned();
        run
    };
    let soft = Baseline::parse(&serde_json::to_string(&exact(&before)).unwrap(), None, true).unwrap();
    assert_eq!(
        soft.check(&[checked(&exact(&now))]).iter().filter(|verdict| verdict.is_broken()).count(),
        1,
        "exact on the software pipeline"
    );

    // Twice as many frames, each the same.
    let mut now = before.clone();
    let Context { counts, statistics, .. } = &mut now.contexts[0];
    for sum in counts.values_mut().chain(statistics.values_mut()) {
        (sum.sum, sum.frames) = (sum.sum * 2, 20);
    }
    assert_eq!(broken(&now, Some(0.0)).1, Vec::<String>::new());

    let mut now = before.clone();
    now.contexts[0].gpu_time.median = 4_300_000;
    now.contexts[0].statistics.remove("VERTICES_SUBMITTED");
    let lines = [
        "baseline: VERTICES_SUBMITTED: not measured; the baseline has it",
        "baseline: GPU time, ms: 4.3; the baseline has a median of 2.9, and 4.2 at most in 95 % of its frames",
    ];
    assert_eq!(broken(&now, Some(0.0)).1, lines);
    now.contexts.clear();
    assert_eq!(broken(&now, Some(0.0)).1, ["baseline: contexts: not measured: the program never swapped buffers"]);
}

#[test]
fn a_picture_has_the_hash_that_is_expected() {
    let verdict = |has: Option<&str>| {
        let run = Run { picture_hash: has.map(str::to_owned), ..run() };
        let check = Check { picture_hash: Some("00000000000000AB".to_owned()), ..Check::default() };
        check.verdicts(&[checked(&run)]).remove(0)
    };
    assert!(!verdict(Some("00000000000000ab")).is_broken());
    assert_eq!(verdict(Some("00000000000000ac")).line(), "picture-hash: 00000000000000ac; 00000000000000ab was expected");
    assert_eq!(verdict(None).line(), "picture-hash: not read: the program did not reach this frame");
}

#[test]
fn other_files_are_no_baseline() {
    assert!(Baseline::parse("{", None, true).err().unwrap().starts_with("this is not a report of glmeter: "));
    let later = serde_json::to_string(&Run { schema: 99, glmeter: "9.0".to_owned(), ..run() }).unwrap();
    let error = Baseline::parse(&later, None, true).err().unwrap();
    assert_eq!(error, "its layout is of a later glmeter (9.0): version 99, and this is 1");
}

#[test]
fn names_are_escaped_for_xml_and_for_github() {
    let verdict = Verdict::broken("a<b>&\"c\"".to_owned(), "50 %\r\nof\u{1} x\u{fffe}".to_owned());
    assert_eq!(verdict.annotation(), "::error title=glmeter check::a<b>&\"c\": 50 %25%0D%0Aof? x\u{fffe}");
    let kept = Verdict::kept("draws".to_owned(), "1; the budget is 2".to_owned());
    assert_eq!(kept.annotation(), "::notice title=glmeter check::draws: 1; the budget is 2");
    let expected = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<testsuites tests=\"2\" failures=\"1\" errors=\"0\" time=\"1.500\">
  <testsuite name=\"glmeter check\" tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\" time=\"1.500\">
    <testcase classname=\"./game &apos;1&apos;\" name=\"a&lt;b&gt;&amp;&quot;c&quot;\" time=\"0\"><failure message=\"50 %&#13;&#10;of\u{fffd} x\u{fffd}\" \
                    type=\"budget\">50 %&#13;&#10;of\u{fffd} x\u{fffd}</failure></testcase>
    <testcase classname=\"./game &apos;1&apos;\" name=\"draws\" time=\"0\"><system-out>1; the budget is 2</system-out></testcase>
  </testsuite>
</testsuites>
";
    let unjudged = Verdict { outcome: Outcome::Unjudged, ..kept.clone() };
    assert_eq!(unjudged.annotation(), "::warning title=glmeter check::draws: 1; the budget is 2");
    let skipped = junit("game", 1.5, std::slice::from_ref(&unjudged));
    assert!(skipped.contains("failures=\"0\" errors=\"0\" skipped=\"1\"") && skipped.contains("<skipped message=\"1; the budget is 2\"/>"));
    assert_eq!(junit("./game '1'", 1.5, &[verdict, kept]), expected.replace("&apos;", "'"));
}

/// Returns a picture of one colour, with some pixels of another one.
fn picture(size: [u32; 2], others: &[(usize, [u8; 3])]) -> Colours {
    let mut pixels = vec![[40, 80, 120]; (size[0] * size[1]) as usize];
    others.iter().for_each(|&(at, colour)| pixels[at] = colour);
    Colours { width: size[0], height: size[1], bytes: pixels.into_flattened() }
}

#[test]
fn a_picture_is_compared_with_a_reference() {
    let verdict = |tolerance, picture: Option<Colours>| {
        let reference = Some(Reference { colours: self::picture([4, 5], &[]), tolerance });
        let verdicts = Check { reference, ..Check::default() }.verdicts(&[Checked { picture, ..checked(&run()) }]);
        (verdicts[0].outcome == Outcome::Kept, verdicts[0].line())
    };
    let of = |others: &[(usize, [u8; 3])]| Some(picture([4, 5], others));
    let broken = |text: &str| (false, format!("reference: {text}"));
    assert_eq!(verdict(0.0, of(&[])), (true, "reference: no pixel differs".to_owned()));
    let one = of(&[(7, [40, 83, 110])]);
    assert_eq!(verdict(0.0, one.clone()), broken("1 of 20 pixels differ, by at most 10 of 255; none may"));
    assert_eq!(verdict(5.0, one), (true, "reference: 1 of 20 pixels differ, by at most 10 of 255".to_owned()));
    assert_eq!(verdict(5.0, of(&[(0, [0; 3]), (19, [0; 3])])), broken("2 of 20 pixels differ, by at most 120 of 255; 5 % may"));
    assert_eq!(verdict(9.0, Some(picture([5, 4], &[]))), broken("the picture has 5 x 4 pixels; the reference has 4 x 5"));
    assert_eq!(verdict(9.0, None), broken("no picture: the program did not reach this frame"));
}

#[test]
fn a_difference_is_shown_in_red() {
    let reference = Reference { colours: picture([2, 1], &[]), tolerance: 0.0 };
    let shown = reference.shown(&picture([2, 1], &[(1, [41, 80, 120])]));
    assert_eq!(shown.map(|shown| shown.bytes), Some(vec![10, 20, 30, 255, 0, 0]));
    assert_eq!(reference.shown(&picture([1, 2], &[])), None);
}

#[test]
fn the_colours_of_a_picture_begin_with_the_upper_row() {
    let picture = glmeter_recording::Picture { width: 1, height: 2, pixels: vec![1, 2, 3, 4, 5, 6, 7, 8] };
    assert_eq!(Colours::from(&picture), Colours { width: 1, height: 2, bytes: vec![5, 6, 7, 1, 2, 3] });
}
