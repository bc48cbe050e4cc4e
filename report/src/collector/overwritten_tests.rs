//! A program that writes anything to its recording: every report ends, with whatever figures, in bounded time and memory.

use super::*;
use crate::check::Worst;
use crate::live::Live;
use crate::top;
use glmeter_recording::{CONTEXTS, ContextRecord, Counts, Damage, FRAMES, Options, SCOPES};
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The number of recordings that are tried; the variable `OVERWRITTEN` asks for more.
const RECORDINGS: u64 = 12;
/// The most bytes that the reports of one have.
const MOST_BYTES: u64 = 64 << 20;

/// Pseudo-random numbers, by Marsaglia's xorshift.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn below(&mut self, most: u64) -> u64 {
        self.next() % most.max(1)
    }

    /// Returns a value that may be taken for a number, a state, a name, a time or a count.
    fn word(&mut self, old: u64) -> u64 {
        const EDGES: [u64; 12] =
            [0, 1, 2, 3, u64::MAX, u64::MAX - 1, 1 << 63, (1 << 50) + 1, CONTEXTS as u64, SCOPES as u64, 1 << 32, 0x1b5b_3331_6d1b_5d30];
        match self.below(6) {
            0 | 1 => EDGES[self.below(EDGES.len() as u64) as usize],
            2 => self.below(5_000),
            3 => self.next(),
            4 => old ^ 1 << self.below(64),
            _ => self.below(4) + 4 * self.below(70_000),
        }
    }
}

/// Fills a recording as the library does.
fn filled(file: &File) -> Recording {
    let recording = Recording::create(file, Options { spans: true, per_draw: true, ..Options::default() }).unwrap();
    recording.begin();
    for process in 0..3 {
        recording.add_context(&ContextRecord { process, program: "program".to_owned(), ..ContextRecord::default() }).unwrap();
    }
    let mut parent = None;
    let kinds = [ScopeKind::Pass, ScopeKind::Group, ScopeKind::Program, ScopeKind::Section];
    let scopes: Vec<_> = (0..40)
        .map(|number| {
            let number = recording.scope(kinds[number % 4], Some(number % 3), parent, &format!("scope {number}")).unwrap();
            recording.add_to_scope(number, &ScopeFigures { times: 3, timed: 3, gpu_time: 900, ..ScopeFigures::default() });
            parent = Some(number);
            number as u64
        })
        .collect();
    for number in 0..600 {
        let (context, begin) = (number % 3, number * 1_000_000);
        recording.count_errors(context as usize, 0x500 + (number % 3) as u32, ["glEnable", "a rule"], 1, number);
        for draw in 0..6 {
            let at = begin + draw * 1_000;
            let scope = scopes[(number + draw) as usize % scopes.len()];
            recording.push_span(&Span {
                context,
                frame: number / 3,
                scope,
                draw: draw % 2 * draw,
                begin: at,
                end: at + 900,
                ..Span::default()
            });
        }
        let frame = Frame { context, number: number / 3, begin, end: begin + 900_000, gpu_begin: begin, gpu: 800_000, ..Frame::default() };
        let flags = Frame::HAS_GPU | Frame::HAS_STATISTICS | Frame::IS_DETAILED;
        recording.count_frame(Some(context as usize), begin, frame.end, true);
        recording.push_frame(&Frame { counts: Counts { draws: 6, ..Counts::NONE }, flags, pixels: 100, ..frame }, number % 7 != 0);
    }
    recording
}

/// Overwrites so many words of a recording; those before `first` stay.
fn overwrite(file: &File, random: &mut Random, first: u64, count: u64) {
    let words = Recording::SIZE / 8;
    for _ in 0..count {
        // Half of them in the first twentieth, which all reports read.
        let range = if random.below(2) == 0 { words / 20 } else { words };
        let at = (first + random.below(range)).min(words - 1) * 8;
        let mut old = [0; 8];
        file.read_exact_at(&mut old, at).unwrap();
        file.write_all_at(&random.word(u64::from_ne_bytes(old)).to_ne_bytes(), at).unwrap();
    }
}

/// Adds every output. Returns the files.
fn outputs(collector: &mut Collector, folder: &Path) -> Vec<PathBuf> {
    let kinds = ["summary", "json", "csv", "draws", "trace", "html"];
    let add = |kind: &str| {
        let path = folder.join(kind);
        collector.add(kind.to_owned(), crate::open(kind, Some(&path)).unwrap().unwrap());
        path
    };
    let files = kinds.map(add).to_vec();
    collector.add("check".to_owned(), Box::new(Worst::after(1)));
    collector.add("live".to_owned(), Box::new(Live::new(Duration::from_secs(3_600))));
    files
}

#[test]
fn any_values_in_a_recording_give_a_report() {
    let recordings = std::env::var("OVERWRITTEN").ok().and_then(|count| count.parse().ok()).unwrap_or(RECORDINGS);
    let folder = std::env::temp_dir().join(format!("glmeter-overwritten-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for seed in 1..=recordings {
        let mut random = Random(seed * 0x9E37_79B9_7F4A_7C15);
        let path = folder.join("recording");
        let file = File::options().read(true).write(true).create(true).truncate(true).open(&path).unwrap();
        let recording = filled(&file);
        let mut collector = Collector::new(&recording, About::default());
        let files = outputs(&mut collector, &folder);
        let begun = Instant::now();
        // Before the first reading, or between two.
        if seed % 2 == 0 {
            collector.collect(&recording);
        }
        // The mark and the options stay half of the time.
        overwrite(&file, &mut random, seed / 2 % 2 * 16, [40, 2_000, 60_000][seed as usize % 3]);
        for _ in 0..3 {
            collector.collect(&recording);
            overwrite(&file, &mut random, 10, 200);
        }
        let found = top::Found { identity: (0, seed), process: 1, file: file.try_clone().unwrap() };
        let _ = top::once(top::Options { process: None, interval: Duration::from_millis(1) }, || {
            Recording::open(&found.file)
                .map(|_| vec![top::Found { identity: (0, seed), process: 1, file: file.try_clone().unwrap() }])
                .unwrap_or_default()
        });
        let (run, failed) = collector.finish(&recording, "exit status 0", |_| ());
        assert_eq!(failed, Vec::<String>::new(), "{seed}");
        assert!(run.contexts.len() <= CONTEXTS && run.sections.len() <= SCOPES, "{seed}");
        let bytes: u64 = files.iter().map(|file| file.metadata().unwrap().len()).sum();
        assert!(bytes < MOST_BYTES, "{seed}: {bytes} bytes");
        assert!(begun.elapsed() < Duration::from_secs(60), "{seed}: {:?}", begun.elapsed());
        let mut frames = 0;
        recording.read_frames(&mut Cursor::default(), true, |_| frames += 1);
        assert!(frames <= FRAMES, "{seed}");
        assert_eq!(recording.damage(), Some(Damage::Overwritten), "{seed}");
        drop(recording);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_recording_as_the_library_writes_it_has_no_damage() {
    let path = std::env::temp_dir().join(format!("glmeter-whole-{}", std::process::id()));
    let file = File::options().read(true).write(true).create_new(true).open(&path).unwrap();
    let recording = filled(&file);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(recording.damage(), None);
    // As long as it is a ring of, with all of its places in use.
    (0..FRAMES * 2).for_each(|_| _ = recording.push_frame(&Frame::default(), true));
    recording.reset();
    assert_eq!(recording.damage(), None);
    file.write_all_at(&[255; 8], 0).unwrap();
    assert_eq!(recording.damage(), Some(Damage::Overwritten));
}
