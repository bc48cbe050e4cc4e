//! A recording of a program that never ran: two contexts in two processes, with every kind of scope.

use glmeter_recording::{ContextRecord, Counts, Frame, Options, Recording, STATISTICS, ScopeKind, Span};
use glmeter_report::Output;

/// The pixels of the first context's surface.
const PIXELS: u64 = 640 * 480;
/// CLOCK_MONOTONIC minus the GL time.
const OFFSET: i64 = 900_000_000;
/// When the first frame begins, CLOCK_MONOTONIC.
pub const BEGIN: u64 = 5_000_000_000;
/// The time from a frame to the next.
pub const PERIOD: u64 = 16_000_000;
/// A name that ends a script, for pages that let it.
pub const EVIL: &str = "</script><script>document.title='evil'</script>";

/// Gives an output frames, and spans of every fourth one, as a collector does: frames before their spans or after them.
pub fn play(output: &mut dyn Output, run: &glmeter_report::run::Run, frames: u64) -> std::io::Result<()> {
    let recording = Recording::private(Options { spans: true, ..Options::default() })?;
    let record = |process, program: &str| ContextRecord {
        process,
        thread: process + 1,
        program: program.to_owned(),
        version: "4.6 (Core Profile) Mesa 25.0".to_owned(),
        renderer: "llvmpipe".to_owned(),
        sources: "TIMESTAMP=native VERTICES_SUBMITTED=native".to_owned(),
        clock_offset: OFFSET,
    };
    let first = recording.add_context(&record(4001, "game")).unwrap();
    let second = recording.add_context(&record(4100, "launcher")).unwrap();
    let scope = |kind, parent, name: &str| recording.scope(kind, Some(first), parent, name).unwrap() as u64;
    let shadows = scope(ScopeKind::Pass, None, "framebuffer 3");
    let screen = scope(ScopeKind::Pass, None, "default framebuffer");
    let world = scope(ScopeKind::Group, None, "world");
    let trees = scope(ScopeKind::Group, Some(world as usize), "trees");
    let lit = scope(ScopeKind::Program, None, "program 7");
    let evil = scope(ScopeKind::Program, None, EVIL);
    for number in 0..frames {
        let begin = BEGIN + number * PERIOD;
        // A slow frame now and then.
        let slow = if number % 97 == 40 { 3 } else { 1 };
        let is_detailed = number % 4 == 0;
        let mut statistics = [0; STATISTICS.len()];
        statistics[0] = 36_000 + number % 7 * 30;
        statistics[2] = 30_000;
        statistics[7] = PIXELS * 3 / 2;
        let frame = Frame {
            context: first as u64,
            number,
            begin,
            end: begin + PERIOD,
            swap: 2_000_000,
            cpu: 6_000_000,
            process_cpu: 9_000_000,
            flags: Frame::HAS_GPU | if is_detailed { Frame::IS_DETAILED | Frame::HAS_STATISTICS } else { 0 },
            gpu_begin: (begin as i64 - OFFSET) as u64 + 1_000_000,
            gpu_end: (begin as i64 - OFFSET) as u64 + 1_000_000 + 8_000_000 * slow,
            gpu: 8_000_000 * slow,
            uncertainty: 20_000,
            counts: Counts { draws: 120 + number % 5, clears: 2, uploads: 3, upload_bytes: 4096, state_changes: 400, ..Counts::NONE },
            pixels: PIXELS,
            statistics: if is_detailed { statistics } else { [0; STATISTICS.len()] },
            ..Frame::default()
        };
        let at = |share: u64| frame.gpu_begin + frame.gpu * share / 100;
        let span =
            |scope, begin, end| Span { context: first as u64, frame: number, scope, begin: at(begin), end: at(end), ..Span::default() };
        let draw = |number, scope, begin, end| Span { draw: number, has_statistics: 1, statistics, ..span(scope, begin, end) };
        // In the order in which they end, as the library leaves them; the last one outlasts its frame by a fence's uncertainty.
        let mut spans = vec![
            draw(1, lit, 0, 30),
            draw(2, lit, 30, 40),
            span(shadows, 0, 40),
            draw(3, lit, 40, 60),
            span(lit, 0, 60),
            draw(4, evil, 60, 80),
            span(trees, 40, 80),
            draw(5, evil, 80, 100),
            span(evil, 60, 100),
            span(world, 0, 100),
            span(screen, 40, 100),
        ];
        spans[9].end += 15_000;
        if !is_detailed {
            spans.clear();
        }
        let gives_spans = |output: &mut dyn Output| spans.iter().try_for_each(|span| output.span(&recording, span));
        if number % 8 == 0 {
            gives_spans(output)?;
            output.frame(&recording, &frame)?;
        } else {
            output.frame(&recording, &frame)?;
            gives_spans(output)?;
        }
        if number % 3 == 0 {
            let frame = Frame {
                counts: Counts { draws: 1, ..Counts::NONE },
                context: second as u64,
                number: number / 3,
                gpu_begin: 0,
                gpu: 0,
                flags: 0,
                pixels: 0,
                ..frame
            };
            output.frame(&recording, &Frame { statistics: [0; STATISTICS.len()], end: begin + 3 * PERIOD, ..frame })?;
        }
        if number % 6 == 5 {
            output.tick(run)?;
        }
    }
    Ok(())
}
