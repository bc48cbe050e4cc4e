//! Each listed extension is used: a short check for every name, in every kind of context that lists it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod assembly;
mod blending;
mod classic;
mod compressed;
mod egl;
mod embedded;
mod es1;
mod es_compatibility;
mod es_formats;
mod filters;
mod formats;
mod fragments;
mod functions;
mod images;
mod includes;
mod integers;
mod invocations;
mod memory_objects;
mod minor;
mod multisample;
mod nvidia;
mod objects;
mod points;
mod shading;
mod texture_kinds;
mod textures;
mod unchecked;

use super::extensions;
use crate::config::Api;
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::context;
use crate::tokens::*;
use std::collections::BTreeSet;
use std::ffi::{CString, c_void};

/// What is done with an extension in a context of its own; it leaves no error behind.
type Check = fn(&Gl);

/// Name, check; the name may stand in several tables, for contexts of different kinds.
type Table = &'static [(&'static str, Check)];

const KINDS: [(Api, (u8, u8)); 7] = [
    (Api::Core, (4, 6)),
    (Api::Compatibility, (4, 6)),
    (Api::Es, (2, 0)),
    (Api::Es, (3, 0)),
    (Api::Es, (3, 1)),
    (Api::Es, (3, 2)),
    (Api::Es1, (1, 1)),
];

fn tables(api: Api) -> Vec<Table> {
    match api {
        Api::Es => {
            vec![
                blending::EMBEDDED,
                blending::TABLE,
                compressed::TABLE,
                egl::TABLE,
                embedded::TABLE,
                filters::TABLE,
                formats::EMBEDDED,
                formats::TABLE,
                fragments::EMBEDDED,
                fragments::TABLE,
                functions::EMBEDDED,
                images::EMBEDDED,
                invocations::EMBEDDED,
                memory_objects::TABLE,
                multisample::EMBEDDED,
                texture_kinds::EMBEDDED,
            ]
        }
        Api::Es1 => vec![egl::TABLE, es1::TABLE],
        Api::Core | Api::Compatibility => {
            let (assembly, classic, minor) =
                if api == Api::Core { (&[][..], &[][..], &[][..]) } else { (assembly::TABLE, classic::TABLE, minor::COMPATIBILITY) };
            vec![
                assembly,
                blending::TABLE,
                classic,
                compressed::TABLE,
                egl::TABLE,
                es_compatibility::TABLE,
                filters::DESKTOP,
                filters::TABLE,
                formats::DESKTOP,
                formats::TABLE,
                fragments::TABLE,
                functions::TABLE,
                images::TABLE,
                includes::TABLE,
                integers::TABLE,
                invocations::TABLE,
                memory_objects::TABLE,
                minor::TABLE,
                minor,
                multisample::TABLE,
                objects::TABLE,
                shading::TABLE,
                texture_kinds::TABLE,
                textures::TABLE,
            ]
        }
    }
}

#[test]
fn every_listed_extension_is_used() {
    let mut failed = Vec::new();
    let (mut used, mut listed) = (BTreeSet::new(), BTreeSet::new());
    for (api, version) in KINDS {
        for name in extensions::list(&context(api, version)) {
            listed.insert(name);
            for (_, check) in tables(api).into_iter().flatten().filter(|row| row.0 == name) {
                used.insert(name);
                let run = || {
                    let gl = Gl::new(context(api, version));
                    check(&gl);
                    assert_eq!(error(), GL_NO_ERROR, "an error was left behind");
                };
                if let Err(reason) = std::panic::catch_unwind(run) {
                    let reason = reason.downcast_ref::<String>().cloned().unwrap_or_default();
                    failed.push(format!("{name} {api:?} {version:?}: {reason}"));
                }
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    let without: Vec<&str> = listed.difference(&used).copied().collect();
    assert_eq!(without, unchecked::NAMES, "extensions without a check, which may only become fewer");
    let rows = [Api::Core, Api::Compatibility, Api::Es, Api::Es1].into_iter().flat_map(tables).flatten();
    let unlisted: Vec<&str> = rows.map(|row| row.0).filter(|name| !listed.contains(name)).collect();
    assert_eq!(unlisted, Vec::<&str>::new(), "checks of extensions that are not listed");
}

#[test]
fn the_lists_are_in_order_and_without_doubles() {
    for (api, version) in KINDS {
        let list = extensions::list(&context(api, version));
        let sorted: BTreeSet<&str> = list.iter().copied().collect();
        assert_eq!(list.len(), sorted.len(), "{api:?} {version:?}");
    }
}

#[test]
fn macros_of_shaders_are_of_listed_extensions() {
    for (es, kinds) in [(false, &KINDS[1..2]), (true, &KINDS[5..])] {
        let (api, version) = kinds[0];
        let listed = extensions::list(&context(api, version));
        let unlisted: Vec<&str> = compiler::glsl::macros(es).into_iter().filter(|name| !listed.contains(name)).collect();
        assert_eq!(unlisted, Vec::<&str>::new(), "{api:?}");
    }
}

/// A state variable, the first of its values; None if it is none of this context.
fn integer(gl: &Gl, name: u32) -> Option<i32> {
    gl.no_error();
    let mut values = [0; 16];
    glGetIntegerv(name, values.as_mut_ptr());
    (error() == GL_NO_ERROR).then_some(values[0])
}

/// The error that waits.
fn error() -> u32 {
    glGetError()
}

/// Several state variables as floats.
fn floats<const N: usize>(name: u32) -> [f32; N] {
    let mut values = [0.0; N];
    glGetFloatv(name, values.as_mut_ptr());
    values
}

/// One more object of the kind that a glGen command makes.
macro_rules! generate {
    ($command:ident) => {{
        let mut name = 0u32;
        $crate::testing::calls::$command(1, &raw mut name);
        name
    }};
}
use generate;

/// The lines that begin a shader: its version, and the extension that it requires and whose macro it asks for.
fn header(version: &str, extension: &str) -> String {
    header_with(version, extension, "")
}

/// The same with one more extension.
fn header_with(version: &str, extension: &str, other: &str) -> String {
    let more = if other.is_empty() { String::new() } else { format!("#extension {other} : require\n") };
    let macros = format!("#if {extension} != 1\n#error the macro is missing\n#endif\n");
    format!("#version {version}\n#extension {extension} : require\n{more}{macros}{PRECISION}")
}

const PRECISION: &str = "#ifdef GL_ES\nprecision highp float;\nprecision highp int;\n#endif\n";

/// The version line of a plain shader that any context takes, and its input, output, attribute and fragment colour.
fn plain(gl: &Gl) -> (&'static str, [&'static str; 3]) {
    if gl.0.lock().unwrap().is_es() {
        ("#version 100\nprecision highp float;\n", ["attribute", "varying", "gl_FragColor"])
    } else {
        ("#version 330\n#define texture2D texture\nout vec4 pixel;\n", ["in", "in", "pixel"])
    }
}

fn c(text: &str) -> CString {
    CString::new(text).unwrap()
}

/// Makes a program current whose vertex shader passes positions through and whose fragment shader is given, with the window covered by a
/// triangle in the array buffer.
fn cover(gl: &Gl, vertex: &str, fragment: &str) -> u32 {
    let program = gl.program(&[(GL_VERTEX_SHADER, &c(vertex)), (GL_FRAGMENT_SHADER, &c(fragment))], &[]);
    let corners = [-1.0f32, -1.0, 3.0, -1.0, -1.0, 3.0].map(f32::to_bits);
    gl.buffer(GL_ARRAY_BUFFER, &corners);
    let name = c"position";
    let location = glGetAttribLocation(program, name.as_ptr()).cast_unsigned();
    glVertexAttribPointer(location, 2, GL_FLOAT, 0, 0, std::ptr::null());
    glEnableVertexAttribArray(location);
    gl.no_error();
    program
}

/// A vertex shader for `cover` in the language of a fragment shader's text.
fn vertex_for(fragment: &str) -> String {
    let version = fragment.lines().find(|line| line.starts_with("#version")).unwrap_or_default();
    let attribute = if ["#version 100", "#version 110", "#version 120"].contains(&version) { "attribute" } else { "in" };
    format!("{version}\n{attribute} vec2 position;\nvoid main() {{ gl_Position = vec4(position, 0.0, 1.0); }}")
}

fn draw() {
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

/// The pixel that a fragment shader gives all over the window.
fn shade(gl: &Gl, fragment: &str) -> [u8; 4] {
    cover(gl, &vertex_for(fragment), fragment);
    draw();
    gl.no_error();
    gl.pixel(8, 8)
}

/// The colour of a shader that says whether something holds.
const GREEN: [u8; 4] = [0, 255, 0, 255];

/// Makes the text of a fragment shader green where a condition holds, for the languages with `out` variables.
fn green_if(header: &str, declarations: &str, condition: &str) -> String {
    format!(
        "{header}{declarations}\nout vec4 pixel;\nvoid main() {{ pixel = ({condition}) ? vec4(0.0, 1.0, 0.0, 1.0) : vec4(1.0, 0.0, 0.0, 1.0); }}"
    )
}

/// A bound 2D texture with these texels and the nearest filter.
fn texture(gl: &Gl, internal: u32, size: [i32; 2], format: u32, ty: u32, texels: &[u8]) -> u32 {
    let name = generate!(glGenTextures);
    glBindTexture(GL_TEXTURE_2D, name);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    let address = if texels.is_empty() { std::ptr::null() } else { texels.as_ptr().cast() };
    glTexImage2D(GL_TEXTURE_2D, 0, internal.cast_signed(), size[0], size[1], 0, format, ty, address);
    for filter in [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER] {
        parameter(filter, GL_NEAREST);
    }
    gl.no_error();
    name
}

/// A parameter of the bound 2D texture.
fn parameter(name: u32, value: u32) {
    glTexParameteri(GL_TEXTURE_2D, name, value.cast_signed());
}

/// What a plain shader reads from the bound 2D texture at a place.
fn sample(gl: &Gl, x: f32, y: f32) -> [u8; 4] {
    let (version, [_, _, pixel]) = plain(gl);
    shade(gl, &format!("{version}uniform sampler2D image;\nvoid main() {{ {pixel} = texture2D(image, vec2({x:.4}, {y:.4})); }}"))
}

/// A bound framebuffer with a colour renderbuffer of a format and size, and its status.
fn framebuffer(gl: &Gl, attachment: u32, format: u32, size: [i32; 2]) -> u32 {
    let name = generate!(glGenFramebuffers);
    glBindFramebuffer(GL_FRAMEBUFFER, name);
    attach(gl, attachment, format, size)
}

/// Attaches a new renderbuffer to the bound framebuffer; returns its status.
fn attach(gl: &Gl, attachment: u32, format: u32, [width, height]: [i32; 2]) -> u32 {
    let renderbuffer = generate!(glGenRenderbuffers);
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    glRenderbufferStorage(GL_RENDERBUFFER, format, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, renderbuffer);
    gl.no_error();
    glCheckFramebufferStatus(GL_FRAMEBUFFER)
}

/// One pixel of the read framebuffer, in elements of any type.
fn read<T: Copy + Default, const N: usize>(gl: &Gl, format: u32, ty: u32) -> [T; N] {
    let mut values = [T::default(); N];
    glReadPixels(0, 0, 1, 1, format, ty, values.as_mut_ptr().cast());
    gl.no_error();
    values
}
