//! Runs the shaders of seeds in a child process on one driver, which returns the contents of the buffer in a file.

use crate::egl::{BARE, Session};
use crate::gl::*;
use crate::random::tree;
use crate::support;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Driver {
    Ours,
    Llvmpipe,
}

/// The number of pixels: four waves of the pipeline.
pub const PIXELS: usize = 16 * 16;
/// The word of a pixel that did not write.
pub const UNWRITTEN: u32 = 0xDEAD_BEEF;

/// The variables with the child's output file, and the first and the last seed.
const FILE: &str = "CONTROL_FLOW_FILE";
const SEEDS: &str = "CONTROL_FLOW_SEEDS";

const VERTEX: &str = "#version 450\nvoid main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }\n";

/// Runs the shaders of some seeds. Returns the words of each, or the info log.
pub fn outcomes(driver: Driver, seeds: Range<u64>) -> Vec<Result<Vec<u32>, String>> {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("control-flow-{driver:?}"));
    let vendor = match driver {
        Driver::Ours => support::build_folder().join("60_glmeter_soft.json"),
        Driver::Llvmpipe => PathBuf::from("/usr/share/glvnd/egl_vendor.d/50_mesa.json"),
    };
    assert!(vendor.exists(), "{}: build the workspace, or install the Debian package libegl-mesa0", vendor.display());
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "run::child", "--ignored", "--test-threads=1"]);
    command.env(FILE, &file).env(SEEDS, format!("{} {}", seeds.start, seeds.end)).env(BARE, "1");
    // Without LLVM's optimisations compiling takes half the time.
    command.env("MESA_SHADER_CACHE_DISABLE", "true").env("GALLIVM_PERF", "nopt");
    command.env("__EGL_VENDOR_LIBRARY_FILENAMES", vendor).env("LIBGL_ALWAYS_SOFTWARE", "1").env_remove("GALLIUM_DRIVER");
    let ended = support::run_for(&mut command, 3600);
    assert!(ended.code == 0 && ended.stdout.contains("1 passed"), "{driver:?}: {}", ended.all());
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

#[test]
#[ignore = "run by the other tests, in a process of its own"]
fn child() {
    let (Ok(file), Ok(seeds)) = (std::env::var(FILE), std::env::var(SEEDS)) else { return };
    let (first, end) = seeds.split_once(' ').unwrap();
    let gl = Session::core();
    prepare(&gl);
    let mut bytes: Vec<u8> = Vec::new();
    for seed in first.parse().unwrap()..end.parse::<u64>().unwrap() {
        let (kind, words) = match run(&gl, &tree(seed).text()) {
            Ok(words) => (0u32, words),
            Err(log) => (1, log.chars().map(u32::from).collect()),
        };
        bytes.extend([kind, words.len() as u32].into_iter().chain(words).flat_map(u32::to_le_bytes));
    }
    std::fs::write(file, bytes).unwrap();
}

/// Creates a framebuffer of 16 by 16 pixels, and the buffer.
fn prepare(gl: &Session) {
    let name = |make: &dyn Fn(*mut u32)| {
        let mut name = 0;
        make(&raw mut name);
        name
    };
    gl.BindVertexArray(name(&|id| gl.GenVertexArrays(1, id)));
    gl.BindFramebuffer(FRAMEBUFFER, name(&|id| gl.GenFramebuffers(1, id)));
    let renderbuffer = name(&|id| gl.GenRenderbuffers(1, id));
    gl.BindRenderbuffer(RENDERBUFFER, renderbuffer);
    gl.RenderbufferStorage(RENDERBUFFER, RGBA8, 16, 16);
    gl.FramebufferRenderbuffer(FRAMEBUFFER, COLOR_ATTACHMENT0, RENDERBUFFER, renderbuffer);
    gl.Viewport(0, 0, 16, 16);
    let buffer = name(&|id| gl.GenBuffers(1, id));
    gl.BindBuffer(SHADER_STORAGE_BUFFER, buffer);
    gl.BindBufferBase(SHADER_STORAGE_BUFFER, 0, buffer);
    gl.expect(NO_ERROR);
}

fn log(length: i32, get: impl Fn(i32, *mut u8)) -> String {
    let mut bytes = vec![0u8; length.max(1) as usize];
    get(length, bytes.as_mut_ptr());
    String::from_utf8_lossy(&bytes).trim_end_matches('\0').to_owned()
}

fn run(gl: &Session, text: &str) -> Result<Vec<u32>, String> {
    let name = gl.CreateProgram();
    for (kind, text) in [(VERTEX_SHADER, VERTEX), (FRAGMENT_SHADER, text)] {
        let shader = gl.CreateShader(kind);
        let (pointer, length) = (text.as_ptr().cast(), text.len() as i32);
        gl.ShaderSource(shader, 1, &pointer, &length);
        gl.CompileShader(shader);
        let (mut done, mut length) = (0, 0);
        gl.GetShaderiv(shader, COMPILE_STATUS, &mut done);
        if done == 0 {
            gl.GetShaderiv(shader, INFO_LOG_LENGTH, &mut length);
            return Err(log(length, |size, text| gl.GetShaderInfoLog(shader, size, core::ptr::null_mut(), text.cast())));
        }
        gl.AttachShader(name, shader);
    }
    gl.LinkProgram(name);
    let (mut done, mut length) = (0, 0);
    gl.GetProgramiv(name, LINK_STATUS, &mut done);
    if done == 0 {
        gl.GetProgramiv(name, INFO_LOG_LENGTH, &mut length);
        return Err(log(length, |size, text| gl.GetProgramInfoLog(name, size, core::ptr::null_mut(), text.cast())));
    }
    let empty = [UNWRITTEN; PIXELS];
    gl.BufferData(SHADER_STORAGE_BUFFER, size_of_val(&empty) as isize, empty.as_ptr().cast(), DYNAMIC_READ);
    gl.UseProgram(name);
    gl.DrawArrays(TRIANGLES, 0, 3);
    gl.MemoryBarrier(u32::MAX);
    let address = gl.MapBufferRange(SHADER_STORAGE_BUFFER, 0, size_of_val(&empty) as isize, MAP_READ_BIT);
    let error = gl.GetError();
    if address.is_null() || error != NO_ERROR {
        return Err(format!("error 0x{error:04X}"));
    }
    // SAFETY: the mapped bytes, which live until the buffer is unmapped.
    let words = unsafe { core::slice::from_raw_parts(address.cast::<u32>(), PIXELS) }.to_vec();
    gl.UnmapBuffer(SHADER_STORAGE_BUFFER);
    gl.UseProgram(0);
    gl.DeleteProgram(name);
    Ok(words)
}
