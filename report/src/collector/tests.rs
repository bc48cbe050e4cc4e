use super::*;
use crate::run::Bound;
use glmeter_recording::{ContextRecord, Counts, Options, STATISTICS};
use std::io::{ErrorKind, Result};
use std::sync::{Arc, Mutex};
use std::time::Duration;

fn about(warmup: u64) -> About {
    About { version: "0".to_owned(), command: vec!["program".to_owned(), "-x".to_owned()], started: 5.0, warmup }
}

fn recording() -> Recording {
    Recording::private(Options::default()).unwrap()
}

fn context(recording: &Recording, program: &str) -> u64 {
    let record = ContextRecord {
        process: 7,
        thread: 8,
        program: program.to_owned(),
        sources: "TIMESTAMP=fenced FRAGMENT_SHADER_INVOCATIONS=native COMPUTE_SHADER_INVOCATIONS=absent".to_owned(),
        ..ContextRecord::default()
    };
    recording.add_context(&record).unwrap() as u64
}

/// Returns a frame of 10 ms of which the GPU works 9.5 and the thread 2.
fn frame(context: u64, number: u64) -> Frame {
    let begin = 1_000_000 + number * 10_000_000;
    Frame {
        counts: Counts { draws: 40 + number % 3, compiles: u64::from(number == 0) * 5, ..Counts::NONE },
        context,
        number,
        begin,
        end: begin + 10_000_000,
        cpu: 2_000_000,
        gpu: 9_500_000,
        uncertainty: 40_000,
        flags: Frame::HAS_GPU,
        ..Frame::default()
    }
}

fn push(recording: &Recording, frame: &Frame) {
    if !frame.has(Frame::IS_REST) {
        recording.count_frame(Some(frame.context as usize), frame.begin, frame.end, frame.has(Frame::IS_DETAILED));
    }
    recording.push_frame(frame, true);
}

/// What an output received.
#[derive(Default)]
struct Seen {
    frames: Vec<(u64, u64)>,
    ticks: u64,
    ended: Option<Run>,
}

/// An output that fails at a frame of this number.
struct Recorder {
    seen: Arc<Mutex<Seen>>,
    fails_at: u64,
}

impl Output for Recorder {
    fn frame(&mut self, _: &Recording, frame: &Frame) -> Result<()> {
        if frame.number == self.fails_at {
            return Err(ErrorKind::BrokenPipe.into());
        }
        self.seen.lock().unwrap().frames.push((frame.context, frame.number));
        Ok(())
    }

    fn period(&self) -> Option<Duration> {
        Some(Duration::ZERO)
    }

    fn tick(&mut self, run: &Run) -> Result<()> {
        assert_eq!(run.ended, "running");
        self.seen.lock().unwrap().ticks += 1;
        Ok(())
    }

    fn finish(&mut self, run: &Run) -> Result<()> {
        self.seen.lock().unwrap().ended = Some(run.clone());
        Ok(())
    }
}

fn run_of(frames: &[Frame], warmup: u64) -> Run {
    let recording = recording();
    recording.begin();
    context(&recording, "one");
    context(&recording, "other");
    frames.iter().for_each(|frame| push(&recording, frame));
    Collector::new(&recording, about(warmup)).finish(&recording, "exit status 0", |_| ()).0
}

#[test]
fn contexts_are_told_apart_and_the_first_frame_is_apart() {
    let mut frames: Vec<Frame> = (0..101).map(|number| frame(0, number)).collect();
    frames.extend((0..3).map(|number| Frame { cpu: 9_900_000, flags: 0, ..frame(1, number) }));
    let run = run_of(&frames, 1);
    assert_eq!((run.schema, run.frames, run.lost_frames, run.ended.as_str(), run.command.len()), (1, 104, 0, "exit status 0", 2));
    let [one, other] = run.contexts.as_slice() else { panic!("{run:?}") };
    assert_eq!((one.program.as_str(), one.process, one.frames, one.wall_time.count), ("one", 7, 101, 100));
    assert_eq!((one.wall_time.mean, one.gpu_time.mean, one.gpu_time_uncertainty), (1e7, 9.5e6, 40_000.0));
    assert_eq!((one.gpu_busy, one.bound, other.bound), (Some(0.95), Bound::Gpu, Bound::Cpu));
    assert_eq!((other.gpu_busy, other.gpu_time.count, other.bound_frames["cpu"]), (None, 0, 2));
    assert_eq!((one.warmup.frames, one.warmup.wall_time, one.warmup.counts["compiles"], one.counts["compiles"].sum), (1, 10_000_000, 5, 0));
    assert_eq!((one.counts["draws"].least, one.counts["draws"].worst, one.counts["draws"].frames), (40, 42, 100));
    assert_eq!((one.series.len(), one.series[0].frame, one.series[0].begin), (100, 1, 10_000_000));
}

#[test]
fn a_run_of_warm_up_alone_is_measured_by_what_there_is() {
    let one = &run_of(&[frame(0, 0)], 1).contexts[0];
    assert_eq!((one.wall_time.count, one.warmup.frames, one.counts["compiles"].sum), (1, 0, 5));
    let all = &run_of(&[frame(0, 0), frame(0, 1)], 0).contexts[0];
    assert_eq!((all.wall_time.count, all.warmup.frames), (2, 0));
    let none = &run_of(&[], 1).contexts[0];
    assert_eq!((none.wall_time.count, none.bound, none.gpu_busy, none.ratios.len()), (0, Bound::Unknown, None, 0));
}

#[test]
fn work_without_a_swap_is_no_frame() {
    let rest = Frame { flags: Frame::IS_REST | Frame::HAS_GPU, ..frame(0, 2) };
    let run = run_of(&[frame(0, 0), frame(0, 1), rest], 1);
    let one = &run.contexts[0];
    assert_eq!((run.frames, one.wall_time.count, one.rest.frames, one.rest.gpu_time, one.rest.counts["draws"]), (2, 1, 1, 9_500_000, 42));
}

#[test]
fn ratios_follow_from_the_statistics_that_were_counted() {
    let statistic = |name: &str| STATISTICS.iter().position(|of| *of == name).unwrap();
    let mut counted = Frame { flags: Frame::HAS_STATISTICS, pixels: 1_000, ..frame(0, 1) };
    counted.statistics[statistic("FRAGMENT_SHADER_INVOCATIONS")] = 2_500;
    let unknown = Frame { pixels: 0, ..counted };
    let one = &run_of(&[frame(0, 0), counted, Frame { number: 2, ..unknown }, frame(0, 3)], 1).contexts[0];
    assert_eq!((one.ratios.get("overdraw"), one.ratios.get("clipping_yield")), (Some(&2.5), None));
    assert_eq!((one.statistics["FRAGMENT_SHADER_INVOCATIONS"].sum, one.statistics["FRAGMENT_SHADER_INVOCATIONS"].frames), (5_000, 2));
    assert!(!one.statistics.contains_key("COMPUTE_SHADER_INVOCATIONS"), "what the context lacks is not 0");
}

#[test]
fn scopes_and_errors_have_names() {
    let recording = recording();
    recording.begin();
    let number = context(&recording, "one") as usize;
    let outer = recording.scope(ScopeKind::Group, Some(number), None, "frame");
    let inner = recording.scope(ScopeKind::Group, Some(number), outer, "shadows").unwrap();
    recording.scope(ScopeKind::Group, Some(number), None, "unused");
    recording.add_to_scope(inner, &ScopeFigures { times: 2, timed: 2, gpu_time: 10, draws: 4, ..ScopeFigures::default() });
    recording.count_errors(number, 0x0502, ["glDrawArrays", "a rule"], 1, 3);
    recording.count_errors(number, 0x1234, ["", ""], 1, 4);
    let run = Collector::new(&recording, about(1)).run(&recording, "running");
    let one = &run.contexts[0];
    assert_eq!(one.groups.iter().map(|group| (group.path.as_str(), group.gpu_time)).collect::<Vec<_>>(), [("frame/shadows", 10)]);
    let errors: Vec<_> = one.errors.iter().map(|error| [error.name.as_str(), &error.command, &error.rule]).collect();
    assert_eq!(errors, [["GL_INVALID_OPERATION", "glDrawArrays", "a rule"], ["0x1234", "", ""]]);
}

#[test]
fn draws_are_summed_up_by_their_number() {
    let recording = recording();
    recording.begin();
    let number = context(&recording, "one") as usize;
    let sky = recording.scope(ScopeKind::Program, Some(number), None, "sky").unwrap() as u64;
    let mut collector = Collector::new(&recording, about(1));
    // The first frame is in the warm-up; scopes are no draws.
    for (frame, draw, time) in [(0, 1, 1_000), (1, 0, 500), (1, 1, 10), (1, 2, 40), (2, 1, 20), (2, 2, 60)] {
        let span = Span {
            frame,
            scope: sky,
            draw,
            begin: 5,
            end: 5 + time,
            has_statistics: 1,
            statistics: [draw; STATISTICS.len()],
            ..Span::default()
        };
        recording.push_span(&span);
    }
    assert!(collector.collect(&recording).is_empty());
    let draws = &collector.run(&recording, "running").contexts[0].draws;
    let seen: Vec<_> = draws.iter().map(|draw| (draw.number, draw.program.as_str(), draw.frames, draw.gpu_time)).collect();
    assert_eq!(seen, [(2, "sky", 2, 100), (1, "sky", 2, 30)]);
    assert_eq!((draws[0].counted, draws[0].statistics["VERTICES_SUBMITTED"], draws[1].statistics["VERTICES_SUBMITTED"]), (2, 4, 2));
}

#[test]
fn an_output_that_fails_is_dropped_and_told_once() {
    let recording = recording();
    context(&recording, "one");
    let mut collector = Collector::new(&recording, about(1));
    let [good, bad] = [Arc::<Mutex<Seen>>::default(), Arc::default()];
    collector.add("good".to_owned(), Box::new(Recorder { seen: good.clone(), fails_at: u64::MAX }));
    collector.add("csv=pipe".to_owned(), Box::new(Recorder { seen: bad.clone(), fails_at: 1 }));
    push(&recording, &frame(0, 0));
    assert_eq!(collector.collect(&recording), Vec::<String>::new());
    push(&recording, &frame(0, 1));
    push(&recording, &frame(0, 2));
    let told = collector.collect(&recording);
    assert!(told.len() == 1 && told[0].starts_with("csv=pipe: ") && told[0].contains("pipe"), "{told:?}");
    push(&recording, &frame(0, 3));
    let (run, told) = collector.finish(&recording, "signal 9", |run| run.glmeter = "changed".to_owned());
    assert_eq!((told.len(), run.glmeter.as_str()), (0, "changed"));
    let (good, bad) = (good.lock().unwrap(), bad.lock().unwrap());
    assert_eq!((good.frames.len(), good.ticks, good.ended.as_ref()), (4, 2, Some(&run)));
    assert_eq!((bad.frames.len(), bad.ended.is_none()), (1, true));
}

#[test]
fn frames_that_were_overwritten_are_counted() {
    let recording = recording();
    context(&recording, "one");
    let mut collector = Collector::new(&recording, about(0));
    let more = glmeter_recording::FRAMES as u64 + 100;
    (0..more).for_each(|number| push(&recording, &frame(0, number)));
    assert!(collector.collect(&recording).is_empty());
    let run = collector.run(&recording, "running");
    assert_eq!((run.frames, run.lost_frames), (more, 100));
    assert_eq!(run.contexts[0].wall_time.count, more - 100);
}

#[test]
fn a_reset_by_the_program_begins_anew() {
    let recording = recording();
    recording.begin();
    context(&recording, "one");
    let mut collector = Collector::new(&recording, about(0));
    push(&recording, &frame(0, 0));
    assert!(collector.collect(&recording).is_empty());
    recording.reset();
    push(&recording, &frame(0, 1));
    let (run, _) = collector.finish(&recording, "exit status 0", |_| ());
    assert_eq!((run.frames, run.contexts[0].wall_time.count, run.contexts[0].series[0].frame), (1, 1, 1));
}

/// The counts of an open frame are there while the program runs, and after an end that nothing announced.
#[test]
fn an_open_frame_is_work_without_a_swap() {
    let recording = recording();
    recording.begin();
    let number = context(&recording, "one") as usize;
    let place = recording.open_frame(number).unwrap();
    let seen = Arc::<Mutex<Seen>>::default();
    let mut collector = Collector::new(&recording, about(1));
    collector.add("all".to_owned(), Box::new(Recorder { seen: seen.clone(), fails_at: u64::MAX }));
    let draws = |collector: &Collector| collector.run(&recording, "running").contexts[0].rest.counts.get("draws").copied().unwrap_or(0);
    place.begin(0, 5_000_000);
    assert_eq!(draws(&collector), 0, "it has done nothing yet");
    place.set_counts(&frame(0, 0).counts);
    assert_eq!((draws(&collector), draws(&collector)), (40, 40));
    // The frame ends, before its place is closed.
    push(&recording, &Frame { begin: 5_000_000, ..frame(0, 0) });
    assert!(collector.collect(&recording).is_empty());
    assert_eq!(draws(&collector), 0, "nothing counts twice");
    place.begin(1, 15_000_000);
    place.set_draws_and_state_changes(&Counts { draws: 7, state_changes: 9, ..Counts::NONE });
    let (run, _) = collector.finish(&recording, "signal 9", |_| ());
    let rest = &run.contexts[0].rest;
    assert_eq!((run.frames, rest.frames, rest.counts["draws"], rest.counts["state_changes"]), (1, 1, 7, 9));
    assert_eq!(seen.lock().unwrap().frames, [(0, 0), (0, 1)], "the outputs get it as a rest");
}

/// The frames of one process have the work of all its contexts; those of another have not.
#[test]
fn contexts_of_a_process_are_summed_up_together() {
    let recording = recording();
    recording.begin();
    context(&recording, "draws");
    context(&recording, "shows");
    recording.add_context(&ContextRecord { process: 8, ..ContextRecord::default() });
    for number in 0..5 {
        push(
            &recording,
            &Frame {
                counts: Counts { draws: 50, ..Counts::NONE },
                gpu: 8_000_000,
                flags: Frame::IS_REST | Frame::HAS_GPU,
                ..frame(0, number)
            },
        );
        push(&recording, &Frame { counts: Counts { draws: 1, ..Counts::NONE }, gpu: 1_500_000, ..frame(1, number) });
        push(&recording, &frame(2, number));
    }
    let run = Collector::new(&recording, about(1)).finish(&recording, "exit status 0", |_| ()).0;
    let [all] = run.processes.as_slice() else { panic!("{run:?}") };
    assert_eq!((all.process, all.frames, all.wall_time.count, all.gpu_time.mean, all.gpu_busy), (7, 5, 4, 9.5e6, Some(0.95)));
    assert_eq!((all.bound, run.contexts[1].bound, run.contexts[2].bound), (Bound::Gpu, Bound::Unknown, Bound::Gpu));
    assert_eq!((all.counts["draws"].sum, all.warmup.counts["draws"], run.contexts[0].rest.counts["draws"]), (204, 51, 250));
}

/// A GPU time that may contain waiting names no bound.
#[test]
fn a_time_from_the_first_to_the_last_command_does_not_name_the_gpu() {
    let waits = |number: u64| Frame { flags: Frame::HAS_GPU | Frame::GPU_HAS_WAITS, ..frame(0, number) };
    let run = run_of(&(0..5).map(waits).collect::<Vec<_>>(), 1);
    let one = &run.contexts[0];
    assert_eq!((one.gpu_time_has_waits, one.bound, one.bound_frames["unknown"]), (true, Bound::Unknown, 4));
    let short = |number: u64| Frame { gpu: 100, ..waits(number) };
    let run = run_of(&(0..5).map(short).collect::<Vec<_>>(), 1);
    assert_eq!(run.contexts[0].bound, Bound::Waiting, "it is not the GPU, whatever its time contains");
}
