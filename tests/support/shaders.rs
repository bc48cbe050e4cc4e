//! Runs shaders in a child process on one driver. The child returns what each wrote in a file. The suite that uses this has the modules `egl` and
//! `gl` of `mesa_rules`.

use crate::egl::{BARE, Session};
use crate::gl::*;
use crate::support;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The variable with the child's output file.
const FILE: &str = "SHADERS_FILE";

/// The driver that runs the shaders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Driver {
    Ours,
    Llvmpipe,
}

/// The words that a shader wrote, or the reason for which it did not run.
pub type Outcome = Result<Vec<u32>, String>;

/// Runs the ignored test `run::child` of this suite in a process on a driver, for at most so many seconds. The variables tell it what to do, and
/// `name` is that of its output file. Returns the outcomes that it wrote.
pub fn outcomes(driver: Driver, name: &str, variables: &[(&str, String)], seconds: u64) -> Vec<Outcome> {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let vendor = match driver {
        Driver::Ours => support::build_folder().join("60_glmeter_soft.json"),
        Driver::Llvmpipe => PathBuf::from("/usr/share/glvnd/egl_vendor.d/50_mesa.json"),
    };
    assert!(vendor.exists(), "{}: build the workspace, or install the Debian package libegl-mesa0", vendor.display());
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "run::child", "--ignored", "--test-threads=1"]);
    command.env(FILE, &file).env(BARE, "1").envs(variables.iter().map(|(name, value)| (name, value)));
    // Disable Mesa's shader cache, so that every run compiles. Without LLVM's optimisations compiling takes half the time.
    command.env("MESA_SHADER_CACHE_DISABLE", "true").env("GALLIVM_PERF", "nopt");
    command.env("__EGL_VENDOR_LIBRARY_FILENAMES", vendor).env("LIBGL_ALWAYS_SOFTWARE", "1").env_remove("GALLIUM_DRIVER");
    let ended = support::run_for(&mut command, seconds);
    assert!(ended.code == 0 && ended.stdout.contains("1 passed"), "{name}: {}", ended.all());
    let bytes = std::fs::read(&file).unwrap();
    let mut words = bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap()));
    let mut outcomes = Vec::new();
    while let Some(kind) = words.next() {
        let length = words.next().unwrap() as usize;
        let data: Vec<u32> = words.by_ref().take(length).collect();
        outcomes.push(if kind == 0 { Ok(data) } else { Err(data.iter().filter_map(|word| char::from_u32(*word)).collect()) });
    }
    outcomes
}

/// Writes the outcomes of a child. Does nothing in a process that no suite started.
pub fn write(outcomes: impl FnOnce() -> Vec<Outcome>) {
    let Ok(file) = std::env::var(FILE) else { return };
    let mut bytes: Vec<u8> = Vec::new();
    for outcome in outcomes() {
        let (kind, words) = match outcome {
            Ok(words) => (0u32, words),
            Err(log) => (1, log.chars().map(u32::from).collect()),
        };
        bytes.extend([kind, words.len() as u32].into_iter().chain(words).flat_map(u32::to_le_bytes));
    }
    std::fs::write(file, bytes).unwrap();
}

/// Returns the name that a command writes.
pub fn name(make: impl FnOnce(*mut u32)) -> u32 {
    let mut name = 0;
    make(&raw mut name);
    name
}

/// Creates and binds a vertex array and a framebuffer of a size, which the viewport covers.
pub fn framebuffer(gl: &Session, width: i32, height: i32) {
    gl.BindVertexArray(name(|id| gl.GenVertexArrays(1, id)));
    gl.BindFramebuffer(FRAMEBUFFER, name(|id| gl.GenFramebuffers(1, id)));
    let renderbuffer = name(|id| gl.GenRenderbuffers(1, id));
    gl.BindRenderbuffer(RENDERBUFFER, renderbuffer);
    gl.RenderbufferStorage(RENDERBUFFER, RGBA8, width, height);
    gl.FramebufferRenderbuffer(FRAMEBUFFER, COLOR_ATTACHMENT0, RENDERBUFFER, renderbuffer);
    gl.Viewport(0, 0, width, height);
}

/// Returns an info log of a length.
fn log(length: i32, get: impl Fn(i32, *mut u8)) -> String {
    let mut bytes = vec![0u8; length.max(1) as usize];
    get(length, bytes.as_mut_ptr());
    String::from_utf8_lossy(&bytes).trim_end_matches('\0').to_owned()
}

/// Compiles and links a program of shaders, each with its kind and text. Returns its name, or the info log with the text that does not compile.
pub fn linked<'text>(gl: &Session, shaders: impl IntoIterator<Item = (u32, &'text str)>) -> Result<u32, String> {
    let program = gl.CreateProgram();
    for (kind, text) in shaders {
        let shader = gl.CreateShader(kind);
        let (pointer, length) = (text.as_ptr().cast(), text.len() as i32);
        gl.ShaderSource(shader, 1, &pointer, &length);
        gl.CompileShader(shader);
        let (mut done, mut length) = (0, 0);
        gl.GetShaderiv(shader, COMPILE_STATUS, &mut done);
        if done == 0 {
            gl.GetShaderiv(shader, INFO_LOG_LENGTH, &mut length);
            return Err(log(length, |size, text| gl.GetShaderInfoLog(shader, size, core::ptr::null_mut(), text.cast())) + text);
        }
        gl.AttachShader(program, shader);
        gl.DeleteShader(shader);
    }
    gl.LinkProgram(program);
    let (mut done, mut length) = (0, 0);
    gl.GetProgramiv(program, LINK_STATUS, &mut done);
    if done == 0 {
        gl.GetProgramiv(program, INFO_LOG_LENGTH, &mut length);
        return Err(log(length, |size, text| gl.GetProgramInfoLog(program, size, core::ptr::null_mut(), text.cast())));
    }
    Ok(program)
}

/// Returns `count` words of the bound shader storage buffer, and the error of the commands before if there was one.
pub fn words(gl: &Session, count: usize) -> Outcome {
    gl.MemoryBarrier(u32::MAX);
    let address = gl.MapBufferRange(SHADER_STORAGE_BUFFER, 0, (count * 4) as isize, MAP_READ_BIT);
    let error = gl.GetError();
    if address.is_null() || error != NO_ERROR {
        return Err(format!("error 0x{error:04X}"));
    }
    // SAFETY: the mapped bytes, which live until the buffer is unmapped.
    let words = unsafe { core::slice::from_raw_parts(address.cast::<u32>(), count) }.to_vec();
    gl.UnmapBuffer(SHADER_STORAGE_BUFFER);
    Ok(words)
}
