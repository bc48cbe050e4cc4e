//! The sums of a program that never ran.

use crate::sample::EVIL;
use glmeter_report::run::{Bound, Context, Distribution, Error, Point, Run, SCHEMA, Scope, Sum};

/// Returns values that look like those of a game of about 60 frames a second.
struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

fn distribution(values: &[u64]) -> Distribution {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let at = |share: usize| sorted[(sorted.len() - 1) * share / 100];
    let mean = sorted.iter().sum::<u64>() as f64 / sorted.len() as f64;
    let mut histogram: Vec<(u64, u64)> = Vec::new();
    for value in &sorted {
        let bound = 2_f64.powf(((*value as f64).log2() * 24.0).ceil() / 24.0) as u64;
        match histogram.last_mut().filter(|(last, _)| *last == bound) {
            Some((_, count)) => *count += 1,
            None => histogram.push((bound, 1)),
        }
    }
    Distribution {
        count: sorted.len() as u64,
        sum: sorted.iter().sum(),
        mean,
        deviation: (sorted.iter().map(|value| (*value as f64 - mean).powi(2)).sum::<f64>() / sorted.len() as f64).sqrt(),
        least: at(0),
        median: at(50),
        p95: at(95),
        p99: at(99),
        worst: at(100),
        histogram,
    }
}

fn scope(path: &str, share: u64, times: u64) -> Scope {
    Scope {
        path: path.to_owned(),
        times,
        timed: times,
        gpu_time: share * 34_000_000,
        gpu_time_uncertainty: share * 90_000,
        draws: times * (1 + share / 3),
        ..Scope::default()
    }
}

fn sums(values: &[(&str, u64)], frames: u64) -> std::collections::BTreeMap<String, Sum> {
    let sum =
        |(name, mean): &(&str, u64)| ((*name).to_owned(), Sum { frames, sum: mean * frames, least: mean * 9 / 10, worst: mean * 13 / 10 });
    values.iter().map(sum).collect()
}

/// Returns a run of two contexts: one of 4,000 frames, in 2,000 points, and one of which little is known.
pub fn sample_run() -> Run {
    let mut random = Random(7);
    let mut begin = 0;
    let [mut wall, mut cpu, mut gpu] = [const { Vec::new() }; 3];
    let mut frames = Vec::new();
    for frame in 0..4000_u64 {
        let slow = if frame % 701 == 300 { 3 } else { 1 };
        let load = 1_500_000.0 * (1.0 + (frame as f64 / 260.0).sin());
        wall.push((16_666_667 + random.below(500_000) - 250_000) * slow);
        cpu.push(4_800_000 * slow + random.below(900_000));
        gpu.push((6_500_000 + random.below(900_000) + load as u64) * slow);
        frames.push((frame, begin, wall[frame as usize], 118 + random.below(6)));
        begin += wall[frame as usize];
    }
    let points = frames.chunks(2).enumerate().map(|(index, pair)| {
        let mean = |values: &[u64]| (values[index * 2] + values[index * 2 + 1]) as f64 / 2.0;
        Point {
            frame: pair[0].0,
            frames: 2,
            begin: pair[0].1,
            wall_time: mean(&wall),
            worst_wall_time: pair[0].2.max(pair[1].2),
            cpu_time: mean(&cpu),
            gpu_time: Some(mean(&gpu)),
            draws: (pair[0].3 + pair[1].3) as f64 / 2.0,
        }
    });
    let game = Context {
        number: 0,
        process: 4001,
        thread: 4001,
        program: "extremetuxracer".to_owned(),
        version: "4.5 (Compatibility Profile) Mesa 25.0.7".to_owned(),
        renderer: "llvmpipe (LLVM 19.1.7, 256 bits)".to_owned(),
        sources: [
            ("TIMESTAMP", "native"),
            ("VERTICES_SUBMITTED", "native"),
            ("FRAGMENT_SHADER_INVOCATIONS", "native"),
            ("SAMPLES_PASSED", "derived"),
        ]
        .map(|(target, source)| (target.to_owned(), source.to_owned()))
        .into(),
        frames: 4000,
        detailed_frames: 40,
        wall_time: distribution(&wall),
        cpu_time: distribution(&cpu),
        process_cpu_time: distribution(&cpu.iter().map(|time| time * 5 / 3).collect::<Vec<_>>()),
        swap_time: distribution(&wall.iter().map(|time| time / 8).collect::<Vec<_>>()),
        gpu_time: distribution(&gpu),
        gpu_time_uncertainty: 21_000.0,
        gpu_busy: Some(0.503),
        bound: Bound::Waiting,
        counts: sums(
            &[
                ("draws", 120),
                ("clears", 2),
                ("uploads", 14),
                ("upload_bytes", 183_000),
                ("state_changes", 412),
                ("compile_time", 91_000),
                ("own_time", 41_000),
            ],
            4000,
        ),
        statistics: sums(
            &[
                ("VERTICES_SUBMITTED", 36_120),
                ("VERTEX_SHADER_INVOCATIONS", 30_004),
                ("PRIMITIVES_SUBMITTED", 12_040),
                ("CLIPPING_OUTPUT_PRIMITIVES", 9_770),
                ("FRAGMENT_SHADER_INVOCATIONS", 781_232),
            ],
            40,
        ),
        ratios: [("overdraw", 2.543), ("invocations_per_vertex", 0.831), ("clipping_yield", 0.811), ("fragments_per_primitive", 79.96)]
            .map(|(name, value)| (name.to_owned(), value))
            .into(),
        passes: vec![scope("framebuffer 3", 3, 40), scope("default framebuffer", 6, 40), scope("framebuffer 1", 1, 40)],
        groups: vec![
            scope("world", 7, 40),
            scope("world/trees", 4, 80),
            scope("world/terrain with a rather long name of its own", 2, 40),
            scope("menu", 1, 40),
        ],
        programs: vec![scope("program 7", 5, 160), scope(EVIL, 3, 40), scope("program 12", 2, 80)],
        errors: vec![
            Error {
                name: "GL_INVALID_ENUM".to_owned(),
                command: "glBeginQuery".to_owned(),
                rule: "An INVALID_ENUM error is generated if <target> is not one of the query object targets described in section 4.2. [GL 4.4, 4.2]"
                    .to_owned(),
                times: 4000,
                first_frame: 0,
            },
            Error {
                name: "GL_INVALID_OPERATION".to_owned(),
                command: String::new(),
                rule: String::new(),
                times: 2,
                first_frame: 17,
            },
        ],
        series: points.collect(),
        ..Context::default()
    };
    let launcher = Context {
        number: 1,
        process: 4100,
        thread: 4103,
        program: EVIL.to_owned(),
        version: "OpenGL ES 3.2 Mesa".to_owned(),
        renderer: "softpipe".to_owned(),
        frames: 3,
        wall_time: distribution(&[20_000_000, 21_000_000, 19_000_000]),
        cpu_time: distribution(&[2_000_000, 2_100_000, 1_900_000]),
        counts: sums(&[("draws", 1)], 3),
        series: (0..3)
            .map(|frame| Point {
                frame,
                frames: 1,
                begin: frame * 20_000_000,
                wall_time: 20e6,
                worst_wall_time: 20_000_000,
                cpu_time: 2e6,
                gpu_time: None,
                draws: 1.0,
            })
            .collect(),
        ..Context::default()
    };
    Run {
        schema: SCHEMA,
        glmeter: "0.1.0".to_owned(),
        command: ["extremetuxracer", "--fullscreen", "--course", "bunny hill"].map(str::to_owned).to_vec(),
        started: 1_790_000_000.0,
        ended: "exit status 0".to_owned(),
        wall: begin,
        frames: 4003,
        contexts: vec![game, launcher],
        sections: vec![Scope { path: "frame/physics".to_owned(), times: 4000, wall_time: 5_200_000_000, ..Scope::default() }],
        ..Run::default()
    }
}
