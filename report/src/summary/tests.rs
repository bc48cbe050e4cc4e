use super::*;
use crate::run::{Distribution, Draw, Error, Overhead, Sum};
use std::collections::BTreeMap;

const PLAIN: Style = Style { colour: false, unicode: true };

fn distribution(mean: u64) -> Distribution {
    let values = [(mean / 2, 5), (mean, 900), (mean * 2, 95)];
    Distribution {
        count: 1_000,
        mean: mean as f64,
        median: mean,
        p95: mean * 2,
        p99: mean * 2,
        worst: mean * 2,
        least: mean / 2,
        histogram: values.to_vec(),
        ..Distribution::default()
    }
}

fn scope(path: &str, gpu_time: u64) -> Scope {
    Scope { path: path.to_owned(), times: 10, timed: 10, gpu_time, gpu_time_uncertainty: 10, draws: 20, ..Scope::default() }
}

fn run() -> Run {
    let count = |mean: u64| Sum { frames: 1_000, sum: mean * 1_000, least: mean, worst: mean };
    let context = Context {
        process: 7,
        thread: 8,
        program: "program".to_owned(),
        version: "4.5 of a driver".to_owned(),
        renderer: "a renderer with a name that is much too long for a line of eighty columns, which is cut off at its beginning".to_owned(),
        sources: BTreeMap::from([("TIMESTAMP".to_owned(), "fenced".to_owned()), ("VERTICES_SUBMITTED".to_owned(), "derived".to_owned())]),
        frames: 1_001,
        detailed_frames: 10,
        warmup: crate::run::Apart {
            frames: 1,
            wall_time: 30_000_000,
            counts: BTreeMap::from([("compiles".to_owned(), 4), ("compile_time".to_owned(), 9_000_000)]),
            ..Default::default()
        },
        wall_time: distribution(16_600_000),
        cpu_time: distribution(2_000_000),
        process_cpu_time: distribution(3_000_000),
        swap_time: distribution(10_000_000),
        gpu_time: distribution(9_000_000),
        gpu_time_uncertainty: 40_000.0,
        gpu_busy: Some(0.54),
        gpu_wall_time: 16_600_000.0,
        bound_frames: BTreeMap::from([("gpu".to_owned(), 100), ("cpu".to_owned(), 50), ("waiting".to_owned(), 850)]),
        counts: BTreeMap::from([
            ("draws".to_owned(), count(1_234)),
            ("upload_bytes".to_owned(), count(2_048)),
            ("own_time".to_owned(), count(20_000)),
        ]),
        statistics: BTreeMap::from([
            ("VERTICES_SUBMITTED".to_owned(), count(123_400)),
            ("FRAGMENT_SHADER_INVOCATIONS".to_owned(), count(1_000_000)),
            ("COMPUTE_SHADER_INVOCATIONS".to_owned(), count(0)),
        ]),
        ratios: BTreeMap::from([("overdraw".to_owned(), 2.5)]),
        passes: vec![scope("default framebuffer", 60_000_000), scope("framebuffer 1", 20_000_000)],
        programs: (0..12).map(|number| scope(&format!("program {number}\x1b[31m"), 1_000)).collect(),
        draws: vec![Draw {
            number: 1_017,
            program: "sky".to_owned(),
            frames: 10,
            gpu_time: 40_000_000,
            counted: 10,
            statistics: BTreeMap::from([("VERTICES_SUBMITTED".to_owned(), 360), ("FRAGMENT_SHADER_INVOCATIONS".to_owned(), 9_000_000)]),
        }],
        errors: vec![Error {
            name: "GL_INVALID_ENUM".to_owned(),
            command: "glEnable".to_owned(),
            rule: "An INVALID_ENUM error is generated if … cap is not one of the capabilities that the context has, in these words. [GL 9.9, 1.2]"
                .to_owned(),
            times: 12,
            first_frame: 3,
        }],
        ..Context::default()
    };
    Run {
        is_used: true,
        frames: 1_001,
        wall: 16_630_000_000,
        timed_frames: 1_000,
        gpu_time: 9_000_000_000,
        gpu_time_uncertainty: 40_000_000,
        contexts: vec![context],
        ..Run::default()
    }
}

/// Returns the words of the line that begins with these.
fn words(text: &str, begin: &str) -> Vec<String> {
    let line = text.lines().find(|line| line.trim_start().starts_with(begin)).unwrap_or_else(|| panic!("{begin} in\n{text}"));
    line.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn the_first_line_has_the_sums_of_all_contexts() {
    let line = "glmeter: 1001 frames in 16.630 s (16.600 ms a frame, 60.2 a second); GPU time 9000.0 ms over 1000 frames (9.000 ms a frame, ± 0.040)";
    assert_eq!(text(&run(), PLAIN).lines().next(), Some(line));
    assert_eq!(text(&Run::default(), PLAIN), "glmeter: the program used no GL context\n");
    assert_eq!(text(&Run { is_used: true, ..Run::default() }, PLAIN), "glmeter: the program used GL and never swapped buffers\n");
}

#[test]
fn an_error_says_which_rule_was_broken() {
    let lines = "    GL_INVALID_ENUM in glEnable: 12 times, first in frame 3
      An INVALID_ENUM error is generated if … cap is not one of the capabilities
      that the context has, in these words. [GL 9.9, 1.2]
";
    let text = text(&run(), PLAIN);
    assert!(text.contains(lines), "{text}");
}

#[test]
fn the_other_lines_have_eighty_columns() {
    let mut run = run();
    run.contexts.push(Context { number: 1, ..run.contexts[0].clone() });
    run.overhead = Some(Overhead { cpu_time: 2_310_000_000, frames: 1_001, cpu_time_without: 2_280_000_000, frames_without: 1_010 });
    run.repeats = vec![BTreeMap::from([("wall time, ms".to_owned(), 16.6)]), BTreeMap::from([("wall time, ms".to_owned(), 17.6)])];
    for unicode in [true, false] {
        let text = text(&run, Style { colour: false, unicode });
        let long: Vec<&str> = text.lines().skip(1).filter(|line| line.chars().count() > 80).collect();
        assert!(long.is_empty(), "{long:#?}\n{text}");
        assert!(text.lines().skip(1).all(|line| unicode || line.is_ascii()), "{text}");
    }
}

#[test]
fn each_figure_has_its_source_and_its_error() {
    let text = text(&run(), PLAIN);
    assert_eq!(words(&text, "wall time "), ["wall", "time", "16.600", "16.600", "33.200", "33.200", "33.200", "clock"]);
    assert_eq!(words(&text, "GPU  ")[5..], ["18.000", "fenced"]);
    assert_eq!(words(&text, "± "), ["±", "0.040"]);
    assert_eq!(
        words(&text, "bound by"),
        ["bound", "by", "waiting", "85.0", "%,", "GPU", "10.0", "%,", "CPU", "5.0", "%", "of", "the", "frames"]
    );
    assert_eq!(words(&text, "VERTICES_SUBMITTED"), ["VERTICES_SUBMITTED", "123,400", "100", "0.308", "derived"]);
    assert_eq!(words(&text, "default framebuffer"), ["default", "framebuffer", "6.000", "75.0", "%", "2"]);
    assert_eq!(words(&text, "1,017"), ["1,017", "sky", "4.000", "36", "900,000"]);
    assert_eq!(words(&text, "bytes uploaded")[2..4], ["2.0", "KiB"]);
    assert!(text.contains("  4 shaders compiled in 9.000 ms\n"), "{text}");
    assert!(text.contains("GL_INVALID_ENUM in glEnable: 12 times, first in frame 3\n"), "{text}");
    assert!(text.contains("without the first one, which took 30.000 ms"), "{text}");
    assert!(text.contains("; 4 more\n") && !text.contains('\x1b'), "{text}");
    assert!(!text.contains("COMPUTE_SHADER") && text.contains("the other 1 are 0"), "{text}");
}

#[test]
fn what_was_not_measured_is_not_zero() {
    let mut run = run();
    let context = &mut run.contexts[0];
    (context.gpu_time, context.gpu_busy, context.gpu_time_uncertainty) = (Distribution::default(), None, 0.0);
    context.statistics.clear();
    context.ratios.clear();
    context.passes.clear();
    context.programs.clear();
    let text = text(&run, PLAIN);
    assert_eq!(words(&text, "GPU  "), ["GPU", "not", "measured"]);
    assert!(["GPU busy", "statistics", "overdraw", "by pass", "dispatches"].iter().all(|name| !text.contains(name)), "{text}");
}

#[test]
fn a_context_without_frames_shows_its_work() {
    let mut run = run();
    let context = &mut run.contexts[0];
    context.rest = crate::run::Apart {
        frames: 1,
        wall_time: 5_000_000,
        timed: 1,
        gpu_time: 4_000_000,
        counts: BTreeMap::from([("draws".to_owned(), 9)]),
        ..Default::default()
    };
    (context.wall_time, context.frames) = (Distribution::default(), 0);
    let text = text(&run, PLAIN);
    assert_eq!(
        (words(&text, "GPU time"), words(&text, "draws")),
        (vec!["GPU".into(), "time".into(), "4.000".into(), "ms".into()], vec!["draws".into(), "9".into()])
    );
}

/// Work after the last swap is told if it is more than a tenth of anything.
#[test]
fn work_after_the_last_swap_is_told_if_it_is_much() {
    let with_rest = |draws: u64, gpu_time: u64| {
        let mut run = run();
        let counts = BTreeMap::from([("draws".to_owned(), draws), ("state_changes".to_owned(), 0)]);
        run.contexts[0].rest = crate::run::Apart { frames: 1, wall_time: 1_000_000, timed: 1, gpu_time, counts, ..Default::default() };
        text(&run, PLAIN)
    };
    // The frames have 1,234,000 draws and 9 s of GPU time.
    let (few, many, long) = (with_rest(100_000, 50_000_000), with_rest(200_000, 0), with_rest(10, 2_000_000_000));
    assert!(!few.contains("no swap followed") && long.contains("no swap followed"), "{few}{long}");
    let rows: Vec<&str> = many.lines().skip_while(|line| !line.contains("work that no swap followed")).skip(1).map(str::trim).collect();
    assert_eq!(rows[2].split_whitespace().collect::<Vec<_>>(), ["draws", "200,000"]);
    assert_eq!(words(&long, "GPU time  ")[2..], ["2000.0", "ms"]);
}

/// A GPU time of a sample stands beside the wall time of the same frames.
#[test]
fn a_sample_is_compared_with_itself() {
    let mut run = run();
    let context = &mut run.contexts[0];
    (context.gpu_time.count, context.gpu_time.mean, context.gpu_wall_time) = (64, 18_000_000.0, 19_000_000.0);
    let text = text(&run, PLAIN);
    let head = "(16.600 ms a frame, 60.2 a second); GPU time 1152.0 ms over 64 frames (18.000 ms of 19.000 ms a frame, ± 0.040)";
    assert!(text.lines().next().unwrap().ends_with(head), "{text}");
    assert_eq!(words(&text, "of wall time"), ["of", "wall", "time", "19.000"]);
}

/// Contexts of one process that work together have their sum first.
#[test]
fn the_contexts_of_a_process_are_together_first() {
    let mut run = run();
    let mut all = Context { gpu_time: distribution(16_000_000), gpu_busy: Some(0.96), ..run.contexts[0].clone() };
    (all.passes, all.programs) = (Vec::new(), Vec::new());
    run.contexts[0].bound_frames.clear();
    run.contexts.push(Context { number: 1, process: 7, ..Context::default() });
    run.processes.push(all);
    let text = text(&run, PLAIN);
    assert!(text.lines().next().unwrap().contains("(16.000 ms a frame"), "{text}");
    let (together, apart) = text.split_once("  context 0: program").unwrap();
    assert!(together.contains("program, process 7, all contexts together\n") && together.contains("bound by"), "{text}");
    assert!(!apart.contains("bound by") && apart.contains("GPU busy"), "{text}");
}

#[test]
fn a_time_with_waits_is_said_to_be_one() {
    let mut run = run();
    let context = &mut run.contexts[0];
    context.gpu_time_has_waits = true;
    context.bound_frames = BTreeMap::from([("unknown".to_owned(), 950), ("waiting".to_owned(), 50)]);
    let text = text(&run, PLAIN);
    assert!(text.contains("  GPU: from first to last command") && text.contains("at most: GPU time"), "{text}");
    assert!(text.contains("not known 95.0 %, waiting 5.0 % of the frames"), "{text}");
}

#[test]
fn colour_and_bars_are_those_of_the_style() {
    let coloured = text(&run(), Style { colour: true, unicode: true });
    assert!(coloured.contains("\x1b[1m") && coloured.contains("\x1b[2m") && coloured.contains('█'));
    let plain = text(&run(), Style::default());
    assert!(plain.contains("####") && !plain.contains('\x1b'));
    let bars = [0.0, 0.001, 0.5, 1.0].map(|share| PLAIN.bar(share, 4));
    assert_eq!(bars, ["", "▏", "██", "████"]);
    assert_eq!([0.0, 0.001, 0.5, 1.0].map(|share| Style::default().bar(share, 4)), ["", ".", "##", "####"]);
}
