//! What the library writes to a recording: frames with their times and counts, passes, groups, programs, errors.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use glmeter::report::VARIABLE;
use glmeter_recording::{Cursor, Detail, Frame, NamedScope, Options, Recording, STATISTICS, ScopeKind, Span};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use support::{Ended, library, root, run};

/// What each frame of `ctests/passes.c` contains.
const DRAWS: u64 = 5;
const CLEARS: u64 = 2;
const UPLOADED: u64 = 256;
const SIDE: u64 = 256;
const SHADOW_SIDE: u64 = 64;

/// The drivers, by `GLMETER_PROVIDER`.
const DRIVERS: [&str; 2] = ["host", "software"];

/// Builds a program of `ctests`.
fn build(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-O1", "-I"]).arg(root().join("include"));
    let ended = run(compiler.arg(root().join(format!("ctests/{name}.c"))).arg("-o").arg(&path).args(["-lEGL", "-lpthread", "-ldl"]));
    assert_eq!(ended.code, 0, "{}", ended.all());
    path
}

/// Builds `ctests/passes.c`, once.
fn passes() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| build("passes"))
}

/// Builds `ctests/scopes.c`, once.
fn scopes() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| build("scopes"))
}

/// What a run of the program left.
struct Recorded {
    recording: Recording,
    frames: Vec<Frame>,
    rest: Vec<Frame>,
    spans: Vec<Span>,
    ended: Ended,
}

/// Runs `ctests/passes.c` on a driver with a recording.
fn record(driver: &str, options: Options, arguments: &[&str]) -> Recorded {
    record_program(passes(), driver, options, arguments)
}

/// Runs a program on a driver with a recording.
fn record_program(program: &Path, driver: &str, options: Options, arguments: &[&str]) -> Recorded {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("glmeter-frames-{}-{number}", std::process::id()));
    let recording = Recording::create_at(&path, options).unwrap();
    let mut command = Command::new(program);
    command.args(arguments).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command.env("LD_PRELOAD", library()).env("GLMETER_PROVIDER", driver).env("GLMETER_REPORT", "summary").env(VARIABLE, &path);
    let ended = run(&mut command);
    std::fs::remove_file(&path).unwrap();
    let (mut frames, mut rest, mut spans) = (Vec::new(), Vec::new(), Vec::new());
    recording.read_frames(
        &mut Cursor::default(),
        true,
        |frame| if frame.has(Frame::IS_REST) { rest.push(frame) } else { frames.push(frame) },
    );
    recording.read_spans(&mut Cursor::default(), true, |span| spans.push(span));
    Recorded { recording, frames, rest, spans, ended }
}

fn every_frame() -> Options {
    Options { detail: Detail::EveryFrame, ..Options::default() }
}

impl Recorded {
    /// Asserts that the program found nothing wrong.
    fn passed(self) -> Self {
        assert!(self.ended.code == 0 && self.ended.stdout.ends_with(": ok\n"), "{}", self.ended.all());
        self
    }

    /// Returns the number of draws in each scope of a kind in a detailed frame, by path; scopes without draws are left out.
    fn draws(&self, kind: ScopeKind) -> Vec<(String, u64)> {
        let frames = self.frames.iter().filter(|frame| frame.has(Frame::IS_DETAILED)).count() as u64;
        let scopes = self.scopes(kind).into_iter().map(|(path, scope)| (path, scope.figures.draws / frames));
        scopes.filter(|(_, draws)| *draws > 0).collect()
    }

    /// Returns the scopes of a kind, by path.
    fn scopes(&self, kind: ScopeKind) -> Vec<(String, NamedScope)> {
        let of_kind = self.recording.scopes().filter(|(_, scope)| scope.kind == kind && scope.figures.timed > 0);
        let mut scopes: Vec<_> = of_kind.map(|(number, scope)| (self.recording.path(number), scope)).collect();
        scopes.sort_by(|(one, _), (other, _)| one.cmp(other));
        scopes
    }
}

#[test]
fn a_frame_has_the_work_that_the_program_did() {
    for driver in DRIVERS {
        let recorded = record(driver, every_frame(), &["6", "swap"]).passed();
        assert_eq!(recorded.frames.len(), 6, "{driver}");
        for (number, frame) in recorded.frames.iter().enumerate() {
            let what = format!("{driver}: {frame:#?}");
            assert_eq!((frame.context, frame.number), (0, number as u64), "{what}");
            assert_eq!(
                (frame.counts.draws, frame.counts.dispatches, frame.counts.clears, frame.counts.queries, frame.counts.errors),
                (DRAWS, 0, CLEARS, 1, 0),
                "{what}"
            );
            assert!(frame.wall() > 0 && frame.swap > 0 && frame.swap <= frame.wall() && frame.own_time > 0, "{what}");
            assert!(frame.cpu > 0 && frame.cpu <= frame.process_cpu + 1_000_000, "{what}");
            assert!(frame.has(Frame::HAS_GPU) && frame.gpu > 0, "{what}");
            if number > 0 {
                assert_eq!(
                    (frame.counts.uploads, frame.counts.upload_bytes, frame.counts.compiles, frame.counts.links),
                    (1, UPLOADED, 0, 0),
                    "{what}"
                );
                // Pushes and pops of groups, framebuffers, viewports and programs.
                assert!(frame.counts.state_changes >= 6, "{what}");
                assert!(frame.has(Frame::IS_DETAILED | Frame::HAS_STATISTICS), "{what}");
                assert_eq!(frame.pixels, SIDE * SIDE, "{what}");
            } else {
                assert_eq!((frame.counts.compiles, frame.counts.links), (4, 2), "{what}");
                assert!(frame.counts.compile_time > 0 && frame.counts.link_time > 0 && frame.counts.upload_bytes >= UPLOADED, "{what}");
            }
        }
        assert!(
            recorded.frames.is_sorted_by(|one, next| one.end <= next.begin || one.end == next.begin),
            "{driver}: frames follow each other"
        );
    }
}

/// On the software pipeline the counts are exact.
#[test]
fn the_statistics_of_a_frame_are_exact_on_the_software_pipeline() {
    let recorded = record("software", every_frame(), &["4", "swap"]).passed();
    let pixels = 2 * SHADOW_SIDE * SHADOW_SIDE + 3 * SIDE * SIDE;
    for frame in &recorded.frames[1..] {
        let count = |name: &str| frame.statistic(name);
        // Clipping makes two triangles of one that is twice as wide and high as the surface.
        assert_eq!(STATISTICS.map(count), [15, 5, 15, 0, 0, 0, 0, pixels, 0, 5, 10, pixels], "{frame:#?}");
    }
}

#[test]
fn passes_groups_and_programs_have_their_gpu_time() {
    for driver in DRIVERS {
        let recorded = record(driver, every_frame(), &["8", "swap"]).passed();
        let frames: Vec<&Frame> = recorded.frames.iter().filter(|frame| frame.has(Frame::IS_DETAILED)).collect();
        let (gpu, times) = (frames.iter().map(|frame| frame.gpu).sum::<u64>(), frames.len() as u64);
        assert!(times >= 7, "{driver}");
        let expected: [(ScopeKind, &[(&str, u64)]); 3] = [
            (ScopeKind::Pass, &[("default framebuffer", 3), ("shadow map", 2)]),
            (ScopeKind::Group, &[("scene", 3), ("scene/water", 2), ("shadows", 2)]),
            (ScopeKind::Program, &[("depth", 2), ("lit", 3)]),
        ];
        for (kind, expected) in expected {
            let scopes = recorded.scopes(kind);
            let found: Vec<_> = scopes.iter().map(|(path, scope)| (path.as_str(), scope.figures.draws)).collect();
            let expected: Vec<_> = expected.iter().map(|(path, draws)| (*path, draws * times)).collect();
            assert_eq!(found, expected, "{driver}");
            let outermost = scopes.iter().filter(|(_, scope)| scope.parent.is_none());
            let sum: u64 = outermost.map(|(_, scope)| scope.figures.gpu_time).sum();
            assert!(sum <= gpu && sum > gpu / 4, "{driver}: {kind:?} {sum} of {gpu}");
            assert!(scopes.iter().all(|(_, scope)| scope.figures.times >= times && scope.context == Some(0)), "{driver}: {scopes:#?}");
        }
        let [scene, water] = ["scene", "scene/water"].map(|path| {
            let groups = recorded.scopes(ScopeKind::Group);
            groups.into_iter().find(|(of, _)| of == path).unwrap().1.figures.gpu_time
        });
        assert!(water < scene, "{driver}: a group contains those inside it");
        // The scene has 24 times the pixels of the shadow map.
        let shadows = recorded.scopes(ScopeKind::Group).into_iter().find(|(of, _)| of == "shadows").unwrap().1.figures.gpu_time;
        assert!(driver == "host" || scene > 4 * shadows, "{driver}: {scene}, {shadows}");
        assert!(recorded.spans.is_empty(), "{driver}: no output needs spans");
    }
}

#[test]
fn a_trace_has_nested_spans_of_every_frame() {
    let recorded = record("software", Options { spans: true, ..every_frame() }, &["4", "swap"]).passed();
    for frame in &recorded.frames[1..] {
        let spans: Vec<&Span> = recorded.spans.iter().filter(|span| span.frame == frame.number).collect();
        let paths: Vec<String> = spans.iter().map(|span| recorded.recording.path(span.scope as usize)).collect();
        for path in ["shadow map", "default framebuffer", "shadows", "scene", "scene/water", "depth", "lit"] {
            assert!(paths.iter().any(|of| of == path), "{path} is not among {paths:?}");
        }
        let end = frame.gpu_end;
        assert!(frame.gpu > 0 && frame.gpu <= end - frame.gpu_begin, "{frame:#?}");
        assert!(spans.iter().all(|span| span.draw == 0 && frame.gpu_begin <= span.begin && span.begin <= span.end && span.end <= end));
    }
}

#[test]
fn each_draw_has_its_time_and_counts() {
    let recorded = record("software", Options { per_draw: true, ..every_frame() }, &["3", "swap"]).passed();
    for frame in &recorded.frames[1..] {
        let draws: Vec<&Span> = recorded.spans.iter().filter(|span| span.frame == frame.number && span.draw > 0).collect();
        let fragments = |span: &Span| span.statistics[STATISTICS.iter().position(|name| *name == "FRAGMENT_SHADER_INVOCATIONS").unwrap()];
        let of_draws: Vec<u64> = draws.iter().map(|span| fragments(span)).collect();
        let [shadow, scene] = [SHADOW_SIDE * SHADOW_SIDE, SIDE * SIDE];
        assert_eq!(of_draws, [shadow, shadow, scene, scene, scene], "{frame:#?}");
        assert_eq!(draws.iter().map(|span| span.draw).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
        assert_eq!(of_draws.iter().sum::<u64>(), frame.statistic("FRAGMENT_SHADER_INVOCATIONS"));
    }
}

#[test]
fn detailed_frames_are_sampled() {
    let recorded = record("host", Options::default(), &["12", "swap"]).passed();
    let detailed: Vec<u64> = recorded.frames.iter().filter(|frame| frame.has(Frame::IS_DETAILED)).map(|frame| frame.number).collect();
    assert_eq!(detailed, [1, 2, 3]);
    assert_eq!(recorded.recording.context(0).unwrap().detailed_frames, 3);
    assert!(recorded.frames.iter().all(|frame| frame.has(Frame::HAS_GPU) && frame.counts.draws == DRAWS));
}

#[test]
fn frames_outside_the_range_are_not_recorded() {
    let options = Options { first_frame: 2, last_frame: 5, ..every_frame() };
    let recorded = record("host", options, &["8", "swap"]).passed();
    let numbers: Vec<u64> = recorded.frames.iter().map(|frame| frame.number).collect();
    assert_eq!((numbers, recorded.recording.totals().frames), (vec![2, 3, 4], 3));
}

#[test]
fn errors_have_their_commands() {
    for driver in DRIVERS {
        let recorded = record(driver, Options::default(), &["5", "swap", "errors"]).passed();
        let errors: Vec<_> = recorded.recording.errors().into_iter().map(|error| (error.code, error.command, error.times)).collect();
        assert_eq!(errors, [(0x0500, "glEnable".to_owned(), 5)], "{driver}");
        assert!(recorded.frames.iter().all(|frame| frame.counts.errors == 1), "{driver}");
    }
}

/// The frames, the sums and the errors by their commands have the same number of them.
#[test]
fn each_of_many_errors_counts() {
    for driver in DRIVERS {
        let recorded = record(driver, Options::default(), &["6", "swap", "many"]).passed();
        let errors: Vec<_> = recorded.recording.errors().into_iter().map(|error| (error.command, error.times)).collect();
        assert_eq!(errors, [("glEnable".to_owned(), 600)], "{driver}");
        assert!(recorded.frames.iter().all(|frame| frame.counts.errors == 100), "{driver}");
    }
}

/// A context that has more frames than those of the warm-up leaves these out of its scopes.
#[test]
fn the_warm_up_is_in_no_scope() {
    for driver in DRIVERS {
        for (warmup, counted) in [(0, 8), (5, 3), (7, 1), (20, 8)] {
            let recorded = record(driver, Options { warmup, ..every_frame() }, &["8", "swap"]).passed();
            let what = format!("{driver}, warm-up {warmup}");
            assert_eq!(recorded.recording.context(0).unwrap().detailed_frames, counted, "{what}");
            for kind in [ScopeKind::Pass, ScopeKind::Group, ScopeKind::Program] {
                for (path, scope) in recorded.scopes(kind) {
                    assert!(scope.figures.times <= counted * 2 && scope.figures.times % counted == 0, "{what}: {path} {:?}", scope.figures);
                }
            }
            let draws: u64 = recorded.scopes(ScopeKind::Pass).iter().map(|(_, scope)| scope.figures.draws).sum();
            assert_eq!(draws, counted * DRAWS, "{what}");
        }
    }
}

#[test]
fn work_that_no_swap_follows_is_recorded() {
    for driver in DRIVERS {
        let recorded = record(driver, Options::default(), &["5", "rest"]).passed();
        assert_eq!((recorded.frames.len(), recorded.recording.totals().frames), (0, 0), "{driver}");
        assert_eq!(recorded.rest.iter().map(|rest| rest.counts.draws).sum::<u64>(), 5 * DRAWS, "{driver}");
        assert!(recorded.rest.iter().any(|rest| rest.has(Frame::HAS_GPU) && rest.gpu > 0), "{driver}");
    }
}

/// Also on a machine so busy that no frame's time is known when the frame ends: the program's glFinish completes them.
#[test]
fn what_was_measured_survives_the_program() {
    for end in ["kill", "abort", "exit"] {
        let recorded = record("host", Options::default(), &["6", "swap", end]);
        assert_eq!(recorded.frames.len(), 6, "{end}: {}", recorded.ended.all());
        assert!(recorded.frames.iter().all(|frame| frame.counts.draws == DRAWS && frame.wall() > 0), "{end}");
        assert!(recorded.frames.iter().all(|frame| frame.has(Frame::HAS_GPU)), "{end}: {:#?}", recorded.frames);
    }
}

/// A program that never swaps, and ends where no handler of the C library runs, leaves its counts.
#[test]
fn work_without_a_swap_survives_the_program() {
    for (driver, end) in [("host", "exit"), ("host", "kill"), ("software", "abort")] {
        let recorded = record(driver, Options::default(), &["4", "rest", end]);
        assert_eq!((recorded.frames.len(), recorded.rest.len()), (0, 0), "{driver} {end}: {}", recorded.ended.all());
        let open = recorded.recording.opened_frame(0).unwrap();
        assert_eq!(
            (open.counts.draws, open.counts.clears, open.counts.queries, open.counts.compiles),
            (4 * DRAWS, 4 * CLEARS, 4, 4),
            "{driver} {end}"
        );
        assert!(
            open.has(Frame::IS_REST) && open.counts.upload_bytes >= 4 * UPLOADED && open.counts.state_changes >= 24 && open.wall() > 0,
            "{open:#?}"
        );
    }
    let recorded = record("host", Options::default(), &["3", "rest", "errors", "kill"]);
    let errors: Vec<_> = recorded.recording.errors().into_iter().map(|error| (error.command, error.times)).collect();
    assert_eq!(errors, [("glEnable".to_owned(), 3)], "errors have their commands: {}", recorded.ended.all());
}

#[test]
fn a_context_is_described() {
    for (driver, renderer) in [("host", "llvmpipe"), ("software", "glmeter software pipeline")] {
        let recorded = record(driver, Options::default(), &["1", "swap"]).passed();
        let context = recorded.recording.context(0).unwrap();
        assert!(context.record.renderer.starts_with(renderer) && context.record.version.starts_with("4."), "{context:?}");
        assert_eq!((context.record.program.as_str(), context.frames), ("passes", 1), "{context:?}");
        assert!(STATISTICS.iter().chain(&["TIMESTAMP"]).all(|target| context.source(target).is_some()), "{context:?}");
        assert!(recorded.recording.context(1).is_none(), "there is one context");
    }
}

fn owned(draws: &[(&str, u64)]) -> Vec<(String, u64)> {
    draws.iter().map(|(path, draws)| ((*path).to_owned(), *draws)).collect()
}

#[test]
fn what_the_gl_refuses_is_no_scope() {
    for driver in DRIVERS {
        let recorded = record_program(scopes(), driver, every_frame(), &["refused"]).passed();
        assert_eq!(recorded.draws(ScopeKind::Pass), owned(&[("default framebuffer", 2), ("shadow/map", 1)]), "{driver}");
        assert_eq!(recorded.draws(ScopeKind::Group), owned(&[("outer", 1)]), "{driver}");
        assert_eq!(recorded.draws(ScopeKind::Program), owned(&[("first", 2), ("second", 1)]), "{driver}");
        assert!(
            recorded.frames.iter().all(|frame| frame.counts.draws == 3 && frame.counts.errors == 5),
            "{driver}: {:#?}",
            recorded.frames
        );
        let mut errors: Vec<String> = recorded.recording.errors().into_iter().map(|error| error.command).collect();
        errors.sort();
        assert_eq!(errors, ["glBindFramebuffer", "glDrawArrays", "glObjectLabel", "glPushDebugGroup", "glUseProgram"], "{driver}");
    }
}

#[test]
fn different_names_are_different_scopes() {
    let recorded = record_program(scopes(), "software", every_frame(), &["names"]).passed();
    let groups = recorded.draws(ScopeKind::Group);
    assert_eq!(groups[..3], owned(&[("a", 1), ("a%2Fb", 1), ("a/b", 1)]));
    assert!(groups.len() == 5 && groups[3..].iter().all(|(path, draws)| path.starts_with("xxxx") && *draws == 1), "{groups:#?}");
}

#[test]
fn a_label_holds_in_every_context_of_a_share_group() {
    for driver in DRIVERS {
        let recorded = record_program(scopes(), driver, every_frame(), &["shared"]).passed();
        let programs: Vec<String> = recorded.scopes(ScopeKind::Program).into_iter().map(|(path, _)| path).collect();
        assert_eq!(programs, ["labelled elsewhere"], "{driver}");
    }
}

#[test]
fn what_has_no_room_is_told() {
    let of = |kind| record_program(scopes(), "software", every_frame(), &[kind]).passed();
    let recorded = of("groups");
    let groups = recorded.draws(ScopeKind::Group);
    assert_eq!((groups.len(), recorded.recording.lost()), (3000, (0, 0)));
    let recorded = of("more groups");
    let frames = recorded.frames.iter().filter(|frame| frame.has(Frame::IS_DETAILED)).count() as u64;
    let groups = recorded.draws(ScopeKind::Group).len() as u64;
    assert_eq!((groups > 4000, recorded.recording.lost()), (true, ((5000 - groups) * frames, 0)));
    let recorded = of("marks");
    let known = (1 << 14) - 1;
    assert_eq!(recorded.draws(ScopeKind::Program).iter().map(|(_, draws)| draws).sum::<u64>(), known);
    assert_eq!(recorded.recording.lost(), (0, (20_000 - known) * frames));
}
