//! Runs every program of a language on a driver.

use crate::egl::Session;
use crate::gl::*;
use crate::memory::COUNTERS;
use crate::program::{Program, Work};
use crate::programs_of;
use crate::shaders::{self, Driver, Outcome};
use crate::signatures::Language;
use crate::stages::{MODELVIEW, VERTEX};
use crate::textures::{KINDS, Kind, LEVELS, TEXELS, Texels, depth, texel, unit};

/// The variables with the child's driver and its language.
const DRIVER: &str = "BUILTINS_DRIVER";
const LANGUAGE: &str = "BUILTINS_LANGUAGE";

/// Runs all programs of a language on a driver.
pub fn outcomes(driver: Driver, language: Language) -> Vec<Outcome> {
    let variables = [(DRIVER, format!("{driver:?}")), (LANGUAGE, format!("{language:?}"))];
    shaders::outcomes(driver, &format!("builtins-{driver:?}-{language:?}"), &variables, 1200)
}

#[test]
#[ignore = "run by the other tests, in a process of its own"]
fn child() {
    shaders::write(|| {
        let driver = if std::env::var(DRIVER).unwrap() == "Ours" { Driver::Ours } else { Driver::Llvmpipe };
        let language = if std::env::var(LANGUAGE).unwrap() == "Desktop" { Language::Desktop } else { Language::Embedded };
        let gl = if language == Language::Desktop { Session::compatibility() } else { Session::es3() };
        prepare(&gl);
        let programs = programs_of(driver);
        programs.iter().filter(|program| program.language == language).map(|program| run(&gl, program)).collect()
    });
}

/// Creates a framebuffer of 16 by 8 pixels, and the textures.
fn prepare(gl: &Session) {
    shaders::framebuffer(gl, 16, 8);
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

fn run(gl: &Session, program: &Program) -> Outcome {
    let name = shaders::linked(gl, program.shaders.iter().map(|(kind, text)| (*kind, text.as_str())))?;
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
    gl.BindBuffer(SHADER_STORAGE_BUFFER, buffers[1]);
    let words = shaders::words(gl, program.output_words)?;
    gl.DeleteBuffers(3, buffers.as_ptr());
    gl.DeleteProgram(name);
    Ok(words)
}
