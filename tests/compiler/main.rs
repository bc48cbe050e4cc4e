//! The limits of the pipeline's shader compiler: text and SPIR-V modules that ask for more than any computer has end soon with an info log, and
//! text that is as large as llvmpipe accepts compiles, also on threads with a small stack.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../mesa_rules/egl.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod egl;
#[path = "../mesa_rules/gl.rs"]
mod gl;
mod module;
mod modules;
mod pictures;
mod small_stacks;
#[path = "../support/mod.rs"]
mod support;
mod texts;

use egl::{BARE, Session};
use gl::*;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The variables with the file of the child's text or module, and the output file.
const TEXT: &str = "COMPILER_TEXT";
const MODULE: &str = "COMPILER_MODULE";
const FILE: &str = "COMPILER_FILE";
/// The stack of the thread that compiles, in KB.
const STACK: &str = "COMPILER_STACK";

/// The vertex shader beside the fragment shaders.
const VERTEX: &str = "#version 450\nvoid main() { gl_Position = vec4(0.0); }\n";

const SHADER_BINARY_FORMAT_SPIR_V: u32 = 0x9551;
const PROGRAM_SEPARABLE: u32 = 0x8258;

/// What became of a shader.
struct Ended {
    /// The info log, if it did not compile or link.
    log: Option<String>,
    /// The processor time of compiling and linking.
    time: Duration,
    /// The most memory that the process had, in KB, beyond that before.
    memory: u64,
}

/// Compiles and links a fragment shader in a process of its own, on a thread with a stack of this many KB.
fn compile(name: &str, text: &str, stack: usize, vendor: &Path) -> Ended {
    measure(name, TEXT, text.as_bytes(), stack, vendor)
}

/// Specializes and links a fragment shader likewise.
fn specialize(name: &str, words: &[u32], stack: usize) -> Ended {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
    measure(name, MODULE, &bytes, stack, &pipeline())
}

/// Compiles the contents of the file that a variable names.
fn measure(name: &str, variable: &str, contents: &[u8], stack: usize, vendor: &Path) -> Ended {
    assert!(vendor.exists(), "{}: build the workspace, or install the Debian package libegl-mesa0", vendor.display());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (source, file) = (folder.join(format!("{variable} {name} source")), folder.join(format!("{variable} {name} ended")));
    std::fs::write(&source, contents).unwrap();
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "child", "--ignored", "--test-threads=1"]);
    command.env(variable, &source).env(FILE, &file).env(STACK, stack.to_string()).env(BARE, "1");
    command.env("MESA_SHADER_CACHE_DISABLE", "true").env("__EGL_VENDOR_LIBRARY_FILENAMES", vendor).env("LIBGL_ALWAYS_SOFTWARE", "1");
    let ended = support::run_for(&mut command, 120);
    assert!(ended.code == 0 && ended.stdout.contains("1 passed"), "{name}: {}", ended.all());
    let words = std::fs::read_to_string(&file).unwrap();
    let mut lines = words.splitn(3, '\n');
    let mut number = || lines.next().unwrap().parse::<u64>().unwrap();
    let (time, memory) = (Duration::from_micros(number()), number());
    let log = lines.next().unwrap();
    Ended { log: (!log.is_empty()).then(|| log.to_owned()), time, memory }
}

fn pipeline() -> PathBuf {
    support::build_folder().join("60_glmeter_soft.json")
}

/// Returns the processor time of the process.
fn processor_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the clock writes to the structure.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Returns the most memory that the process has had, in KB.
fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

#[test]
#[ignore = "run by the other tests, in a process of its own"]
fn child() {
    let (Ok(file), Ok(stack)) = (std::env::var(FILE), std::env::var(STACK)) else { return };
    let source = [TEXT, MODULE].map(|variable| std::env::var(variable).map(|path| std::fs::read(path).unwrap()));
    let work = move || {
        let session = Session::core();
        // What the first shader of a process costs.
        link(&session, texts::large("sum", 1).as_bytes(), &compile_text).unwrap();
        let (time, memory) = (processor_time(), most_memory());
        let result = match &source {
            [Ok(text), _] => link(&session, text, &compile_text),
            [_, Ok(module)] => link(&session, module, &specialize_module),
            _ => unreachable!("a text or a module"),
        };
        let (time, memory) = ((processor_time() - time).as_micros(), most_memory() - memory);
        std::fs::write(file, format!("{time}\n{memory}\n{}", result.err().unwrap_or_default())).unwrap();
    };
    let stack = stack.parse::<usize>().unwrap() << 10;
    std::thread::Builder::new().stack_size(stack).spawn(work).unwrap().join().unwrap();
}

fn compile_text(gl: &Session, shader: u32, text: &[u8]) {
    let (pointer, length) = (text.as_ptr().cast(), text.len() as i32);
    gl.ShaderSource(shader, 1, &pointer, &length);
    gl.CompileShader(shader);
}

fn specialize_module(gl: &Session, shader: u32, module: &[u8]) {
    gl.ShaderBinary(1, &shader, SHADER_BINARY_FORMAT_SPIR_V, module.as_ptr().cast(), module.len() as i32);
    gl.SpecializeShader(shader, c"main".as_ptr(), 0, core::ptr::null(), core::ptr::null());
}

/// Compiles a fragment shader by `compile`, and links and deletes a program with it. Returns the info log if there was an error.
fn link(gl: &Session, source: &[u8], compile: &dyn Fn(&Session, u32, &[u8])) -> Result<(), String> {
    // A program with a module has no text.
    let spirv = source.starts_with(&0x0723_0203u32.to_ne_bytes());
    let vertex = (VERTEX_SHADER, VERTEX.as_bytes(), &compile_text as &dyn Fn(&Session, u32, &[u8]));
    let all = [vertex, (FRAGMENT_SHADER, source, compile)];
    let program = link_stages(gl, &all[usize::from(spirv)..], spirv)?;
    gl.DeleteProgram(program);
    gl.expect(NO_ERROR);
    Ok(())
}

/// Returns a program of two texts, or the info log.
fn linked(gl: &Session, vertex: &str, fragment: &str) -> Result<u32, String> {
    link_stages(gl, &[(VERTEX_SHADER, vertex.as_bytes(), &compile_text), (FRAGMENT_SHADER, fragment.as_bytes(), &compile_text)], false)
}

/// The token of a stage, its source, and the function that compiles it.
type StageSource<'a> = (u32, &'a [u8], &'a dyn Fn(&Session, u32, &[u8]));

fn link_stages(gl: &Session, stages: &[StageSource], separable: bool) -> Result<u32, String> {
    let program = gl.CreateProgram();
    let log = |length: i32, get: &dyn Fn(i32, *mut u8)| {
        let mut bytes = vec![0u8; length.max(1) as usize];
        get(length, bytes.as_mut_ptr());
        String::from_utf8_lossy(&bytes).trim_end_matches('\0').to_owned()
    };
    let mut result = Ok(program);
    for (kind, source, compile) in stages {
        let shader = gl.CreateShader(*kind);
        compile(gl, shader, source);
        let (mut done, mut length) = (0, 0);
        gl.GetShaderiv(shader, COMPILE_STATUS, &mut done);
        if done == 0 {
            gl.GetShaderiv(shader, INFO_LOG_LENGTH, &mut length);
            let log = log(length, &|size, text| gl.GetShaderInfoLog(shader, size, core::ptr::null_mut(), text.cast()));
            result = Err(format!("compiler: {log}"));
        }
        gl.AttachShader(program, shader);
        gl.DeleteShader(shader);
    }
    if result.is_ok() {
        gl.ProgramParameteri(program, PROGRAM_SEPARABLE, i32::from(separable));
        gl.LinkProgram(program);
        let (mut done, mut length) = (0, 0);
        gl.GetProgramiv(program, LINK_STATUS, &mut done);
        if done == 0 {
            gl.GetProgramiv(program, INFO_LOG_LENGTH, &mut length);
            let log = log(length, &|size, text| gl.GetProgramInfoLog(program, size, core::ptr::null_mut(), text.cast()));
            result = Err(format!("linker: {log}"));
        }
    }
    if result.is_err() {
        gl.DeleteProgram(program);
    }
    gl.expect(NO_ERROR);
    result
}

/// Checks that what compiling cost is within the limits. Returns a description if it is not.
fn check(name: &str, bytes: usize, ended: &Ended) -> Option<String> {
    let line = format!(
        "{name}: {bytes} bytes, {:.2} s, {} MB, {}",
        ended.time.as_secs_f64(),
        ended.memory / 1024,
        ended.log.as_deref().unwrap_or("linked").lines().next().unwrap_or("an empty log")
    );
    println!("{line}");
    let named = ended.log.as_deref().is_none_or(|log| log.len() > "compiler: ".len());
    (ended.time > Duration::from_secs(2) || ended.memory > 256 << 10 || !named).then_some(line)
}

/// Any text of 64 KB ends within a second and 256 MB; the test leaves room for slow machines.
#[test]
fn bombs_end_soon() {
    let bombs = texts::bombs();
    let wrong: Vec<String> =
        bombs.iter().filter_map(|bomb| check(bomb.name, bomb.text.len(), &compile(bomb.name, &bomb.text, 256, &pipeline()))).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// So does any module of 64 KB.
#[test]
fn modules_end_soon() {
    let bombs = modules::bombs();
    let run = |bomb: &modules::Bomb| {
        let words = bomb.module.words();
        assert!(words.len() <= 16 << 10, "{}: {} words", bomb.name, words.len());
        check(bomb.name, words.len() * 4, &specialize(bomb.name, &words, 256))
    };
    let wrong: Vec<String> = bombs.iter().filter_map(run).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let plain = specialize("plain", &bombs[0].module.words(), 256);
    assert_eq!(plain.log, None, "the modules are those that the test means");
}

/// The kinds of large shaders, each with a size that llvmpipe compiles, and one beyond every limit.
const LARGE: [(&str, usize, usize); 12] = [
    ("brackets", 3_000, 30_000),
    ("else if", 1_000, 30_000),
    ("ternary", 1_000, 30_000),
    ("sum", 10_000, 200_000),
    ("calls in arguments", 1_000, 30_000),
    ("calls in first arguments", 1_000, 30_000),
    ("blocks", 500, 30_000),
    ("signs", 1_000, 100_000),
    ("functions", 3_000, 100_000),
    ("and", 10_000, 100_000),
    ("conditional groups", 1_000, 30_000),
    ("macros", 1_000, 100_000),
];

#[test]
fn limits_are_at_least_those_of_llvmpipe() {
    let mut wrong = Vec::new();
    for (kind, size, beyond) in LARGE {
        for stack in [256, 8192] {
            if let Some(log) = compile(kind, &texts::large(kind, size), stack, &pipeline()).log {
                wrong.push(format!("{size} {kind} on a stack of {stack} KB: {log}"));
            }
        }
        // Between the sizes either is right, a crash is not.
        for more in [size * 2, size * 5] {
            compile(kind, &texts::large(kind, more), 256, &pipeline());
        }
        if compile(kind, &texts::large(kind, beyond), 256, &pipeline()).log.is_none() {
            wrong.push(format!("{beyond} {kind}: no error"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
