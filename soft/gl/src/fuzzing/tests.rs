//! A short smoke test of the fuzz targets, with any compiler that builds the driver's tests.

#![allow(clippy::unwrap_used, reason = "tests")]

use super::limits::{Limits, limited};
use super::mutate::XorShift;
use super::{call_sequences, mutate, mutate_module, shader_text};
use crate::testing::rules::hostile;
use std::time::Duration;

/// Returns the messages of panics on any thread, including those that the driver's entry points catch.
fn panics(work: impl FnOnce()) -> Vec<String> {
    use std::sync::{Arc, Mutex};
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _alone = ONE_AT_A_TIME.lock().unwrap();
    let said = Arc::new(Mutex::new(Vec::new()));
    let before = std::panic::take_hook();
    let listener = said.clone();
    std::panic::set_hook(Box::new(move |information| listener.lock().unwrap().push(information.to_string())));
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| hostile(work)));
    std::panic::set_hook(before);
    let said = said.lock().unwrap().clone();
    assert!(outcome.is_ok() || !said.is_empty());
    said
}

/// Returns the seed corpus of a fuzz target in a fixed order.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(target);
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 16, "{target}: {} files", files.len());
    files.iter().map(|file| std::fs::read(file).unwrap()).collect()
}

fn smoke_shaders(count: u32) {
    let said = panics(|| {
        let corpus = corpus("shader_text");
        corpus.iter().for_each(|input| shader_text(input));
        let mut chance = XorShift(7);
        for _ in 0..count {
            let mut input = corpus[chance.below(corpus.len())].clone();
            for _ in 0..=chance.below(3) {
                input = mutate(&input, 4096, chance.next());
            }
            shader_text(&input);
        }
    });
    assert!(said.is_empty(), "{}", said.join("\n"));
}

fn smoke_calls(count: u32) {
    let said = panics(|| {
        corpus("call_sequences").iter().for_each(|input| call_sequences(input));
        let mut chance = XorShift(11);
        for _ in 0..count {
            let length = 20 + chance.below(500);
            let input: Vec<u8> = (0..length).map(|_| (chance.next() >> 11) as u8).collect();
            call_sequences(&input);
        }
    });
    assert!(said.is_empty(), "{}", said.join("\n"));
}

#[test]
fn hostile_modules() {
    let said = panics(|| {
        let modules: Vec<Vec<u8>> =
            corpus("shader_text").into_iter().filter(|input| input.get(1..5) == Some(&super::modules::MAGIC)).collect();
        assert!(modules.len() >= 6, "{} modules", modules.len());
        let mut chance = XorShift(5);
        for _ in 0..6000 {
            let input = &modules[chance.below(modules.len())];
            let mutated = mutate_module(&input[1..], chance.next());
            shader_text(&[&input[..1], &mutated].concat());
        }
    });
    assert!(said.is_empty(), "{}", said.join("\n"));
}

#[test]
fn hostile_shader_texts() {
    smoke_shaders(1000);
}

#[test]
fn hostile_call_sequences() {
    smoke_calls(60);
}

/// The limits without a sanitizer, with room for slow machines: a shader takes a second, a draw what the watchdog allows.
const LIMITS: Limits = Limits { time: Duration::from_secs(8), memory: 384 << 20 };

/// The corpus, and large inputs made of it, take no more time and memory than a program can bear.
#[test]
fn hostile_inputs_end_soon() {
    // In a process of its own, because the time and the memory are those of the process.
    let mut command = std::process::Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "fuzzing::tests::limited_inputs", "--ignored", "--test-threads=1"]);
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
#[ignore = "run by the test above, in a process of its own"]
fn limited_inputs() {
    let said = panics(|| {
        let shaders = corpus("shader_text");
        shaders.iter().for_each(|input| limited(LIMITS, input, shader_text));
        corpus("call_sequences").iter().for_each(|input| limited(LIMITS, input, call_sequences));
        let mut chance = XorShift(3);
        // Texts of 64 KB: one text many times, its names changed here and there.
        for input in shaders.iter().filter(|input| input.get(1..5) != Some(&super::modules::MAGIC)) {
            let (head, text) = input.split_at(2.min(input.len()));
            let mut large = head.to_vec();
            while large.len() < 65_536 && !text.is_empty() {
                large.extend(text);
            }
            limited(LIMITS, &mutate(&large, 65_536, chance.next()), shader_text);
        }
    });
    assert!(said.is_empty(), "{}", said.join("\n"));
}
