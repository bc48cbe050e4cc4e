//! Runs every program in a child process on one driver. The child returns the contents of the buffers in a file.

use crate::egl::{BARE, Session};
use crate::gl::*;
use crate::memory::COUNTERS;
use crate::program::{Program, Work};
use crate::programs_of;
use crate::signatures::Language;
use crate::stages::{MODELVIEW, VERTEX};
use crate::support;
use crate::textures::{KINDS, Kind, LEVELS, TEXELS, Texels, depth, texel, unit};
use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Driver {
    Ours,
    Llvmpipe,
}

/// The variables with the child's output file, its driver and its language.
const FILE: &str = "BUILTINS_FILE";
const DRIVER: &str = "BUILTINS_DRIVER";
const LANGUAGE: &str = "BUILTINS_LANGUAGE";

/// The words that a program wrote, or the reason for which it did not run.
pub type Outcome = Result<Vec<u32>, String>;

/// Runs all programs of a language on a driver.
pub fn outcomes(driver: Driver, language: Language) -> Vec<Outcome> {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("builtins-{driver:?}-{language:?}"));
    let vendor = match driver {
        Driver::Ours => support::build_folder().join("60_glmeter_soft.json"),
        Driver::Llvmpipe => PathBuf::from("/usr/share/glvnd/egl_vendor.d/50_mesa.json"),
    };
    assert!(vendor.exists(), "{}: build the workspace, or install the Debian package libegl-mesa0", vendor.display());
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "run::child", "--ignored", "--test-threads=1"]);
    command.env(FILE, &file).env(DRIVER, format!("{driver:?}")).env(LANGUAGE, format!("{language:?}")).env(BARE, "1");
    // Disable Mesa's shader cache, so that every run compiles.
    // Without LLVM's optimisations compiling takes half the time.
    command.env("MESA_SHADER_CACHE_DISABLE", "true").env("GALLIVM_PERF", "nopt");
    command.env("__EGL_VENDOR_LIBRARY_FILENAMES", vendor).env("LIBGL_ALWAYS_SOFTWARE", "1").env_remove("GALLIUM_DRIVER");
    let ended = support::run_for(&mut command, 1200);
    assert!(ended.code == 0 && ended.stdout.contains("1 passed"), "{driver:?} {language:?}: {}", ended.all());
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
    let (Ok(file), Ok(name)) = (std::env::var(FILE), std::env::var(LANGUAGE)) else { return };
    let driver = if std::env::var(DRIVER).unwrap() == "Ours" { Driver::Ours } else { Driver::Llvmpipe };
    let language = if name == "Desktop" { Language::Desktop } else { Language::Embedded };
    let session = if language == Language::Desktop { Session::compatibility() } else { Session::es3() };
    prepare(&session);
    let mut bytes: Vec<u8> = Vec::new();
    for program in programs_of(driver).iter().filter(|program| program.language == language) {
        let (kind, words) = match run(&session, program) {
            Ok(words) => (0u32, words),
            Err(log) => (1, log.chars().map(u32::from).collect()),
        };
        bytes.extend(kind.to_le_bytes());
        bytes.extend((words.len() as u32).to_le_bytes());
        words.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
    }
    std::fs::write(file, bytes).unwrap();
}

/// Creates a framebuffer of 16 by 8 pixels, and the textures.
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
    gl.RenderbufferStorage(RENDERBUFFER, RGBA8, 16, 8);
    gl.FramebufferRenderbuffer(FRAMEBUFFER, COLOR_ATTACHMENT0, RENDERBUFFER, renderbuffer);
    gl.Viewport(0, 0, 16, 8);
    if !gl.es {
        gl.LoadMatrixf(MODELVIEW.as_ptr());
    }
    for kind in KINDS.into_iter().filter(|kind| !gl.es || *kind == Kind::D2) {
        TEXELS.into_iter().for_each(|texels| texture(gl, kind, texels));
    }
    gl.expect(NO_ERROR);
}

/// Creates a texture with all its levels in its unit.
fn texture(gl: &Session, kind: Kind, texels: Texels) {
    let target = match kind {
        Kind::D1 => TEXTURE_1D,
        Kind::D2 => TEXTURE_2D,
        Kind::Rect => TEXTURE_RECTANGLE,
    };
    let mut name = 0;
    gl.GenTextures(1, &mut name);
    gl.ActiveTexture(TEXTURE0 + unit(kind, texels));
    gl.BindTexture(target, name);
    let (internal, format, ty) = match texels {
        Texels::Float => (RGBA32F, RGBA, FLOAT),
        Texels::Int => (RGBA32I, RGBA_INTEGER, INT),
        Texels::Uint => (RGBA32UI, RGBA_INTEGER, UNSIGNED_INT),
        Texels::Depth => (DEPTH_COMPONENT32F, DEPTH_COMPONENT, FLOAT),
    };
    for level in 0..if kind == Kind::Rect { 1 } else { LEVELS } {
        let (width, height) = kind.size(level);
        let mut words: Vec<u32> = Vec::new();
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            match texels {
                Texels::Float => words.extend(texel(x, y, level).map(|component| (component as f32).to_bits())),
                Texels::Int | Texels::Uint => words.extend(texel(x, y, level).map(|component| component as u32)),
                Texels::Depth => words.push(depth(x, y, level).to_bits()),
            }
        }
        match kind {
            Kind::D1 => gl.TexImage1D(target, level, internal as i32, width, 0, format, ty, words.as_ptr().cast()),
            _ => gl.TexImage2D(target, level, internal as i32, width, height, 0, format, ty, words.as_ptr().cast()),
        }
    }
    let (filter, wrap) = if kind == Kind::Rect { (NEAREST, CLAMP_TO_EDGE) } else { (NEAREST_MIPMAP_NEAREST, REPEAT) };
    let mut parameters = vec![(TEXTURE_MIN_FILTER, filter), (TEXTURE_MAG_FILTER, NEAREST), (TEXTURE_WRAP_S, wrap), (TEXTURE_WRAP_T, wrap)];
    if texels == Texels::Depth {
        parameters.push((TEXTURE_COMPARE_MODE, COMPARE_REF_TO_TEXTURE));
    }
    parameters.into_iter().for_each(|(name, value)| gl.TexParameteri(target, name, value as i32));
    gl.expect(NO_ERROR);
}

fn log(length: i32, get: impl Fn(i32, *mut u8)) -> String {
    let mut bytes = vec![0u8; length.max(1) as usize];
    get(length, bytes.as_mut_ptr());
    String::from_utf8_lossy(&bytes).trim_end_matches('\0').to_owned()
}

fn linked(gl: &Session, program: &Program) -> Result<u32, String> {
    let name = gl.CreateProgram();
    for (kind, text) in &program.shaders {
        let shader = gl.CreateShader(*kind);
        let (pointer, length) = (text.as_ptr().cast(), text.len() as i32);
        gl.ShaderSource(shader, 1, &pointer, &length);
        gl.CompileShader(shader);
        let (mut done, mut length) = (0, 0);
        gl.GetShaderiv(shader, COMPILE_STATUS, &mut done);
        if done == 0 {
            gl.GetShaderiv(shader, INFO_LOG_LENGTH, &mut length);
            return Err(log(length, |size, text| gl.GetShaderInfoLog(shader, size, core::ptr::null_mut(), text.cast())) + text);
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
    Ok(name)
}

fn run(gl: &Session, program: &Program) -> Outcome {
    let name = linked(gl, program)?;
    let mut buffers = [0u32; 3];
    gl.GenBuffers(3, buffers.as_mut_ptr());
    let empty = vec![0xDEAD_BEEFu32; program.output_words];
    for (buffer, words) in buffers.into_iter().zip([&program.input, &empty]) {
        gl.BindBuffer(SHADER_STORAGE_BUFFER, buffer);
        gl.BufferData(SHADER_STORAGE_BUFFER, (words.len() * 4) as isize, words.as_ptr().cast(), DYNAMIC_READ);
    }
    for index in 0..8 {
        gl.BindBufferBase(SHADER_STORAGE_BUFFER, index, buffers[index as usize / 4]);
    }
    gl.BindBuffer(ATOMIC_COUNTER_BUFFER, buffers[2]);
    gl.BufferData(ATOMIC_COUNTER_BUFFER, size_of_val(&COUNTERS) as isize, COUNTERS.as_ptr().cast(), DYNAMIC_READ);
    gl.BindBufferBase(ATOMIC_COUNTER_BUFFER, 0, buffers[2]);
    gl.UseProgram(name);
    match program.work {
        Work::Compute => gl.DispatchCompute(1, 1, 1),
        Work::Fragments => gl.DrawArrays(TRIANGLES, 0, 3),
        Work::Point => gl.DrawArrays(POINTS, 0, 1),
        Work::Patch => gl.DrawArrays(PATCHES, 0, 3),
        Work::Immediate => {
            gl.Begin(POINTS);
            gl.Vertex2f(VERTEX[0], VERTEX[1]);
            gl.End();
            // Mesa batches such vertices, and mapping a buffer does not wait for them.
            gl.Finish();
        }
    }
    gl.MemoryBarrier(u32::MAX);
    let size = (program.output_words * 4) as isize;
    gl.BindBuffer(SHADER_STORAGE_BUFFER, buffers[1]);
    let address = gl.MapBufferRange(SHADER_STORAGE_BUFFER, 0, size, MAP_READ_BIT);
    let error = gl.GetError();
    if address.is_null() || error != NO_ERROR {
        return Err(format!("error 0x{error:04X}"));
    }
    // SAFETY: the mapped bytes, which live until the buffer is unmapped.
    let words = unsafe { core::slice::from_raw_parts(address.cast::<u32>(), program.output_words) }.to_vec();
    gl.UnmapBuffer(SHADER_STORAGE_BUFFER);
    gl.DeleteBuffers(3, buffers.as_ptr());
    gl.DeleteProgram(name);
    Ok(words)
}
