//! The files of an installation below a prefix: where each lies, and where its contents come from.
//!
//! `cargo cinstall` lays a part of them, by the same sources and to the same places: `package.metadata.capi` of the manifest names the folder `packaging/share`.
//! `tests/installed` compares the two.

use Contents::{Binary, Link, PkgConfig, Text};

/// The shim's library, which comes with the command.
pub(crate) const LIBRARY: &str = "libglmeter.so";
/// The SONAME of [`LIBRARY`], under which an installation has it.
pub(crate) const SONAME: &str = "libglmeter.so.0";
/// The shim's library for static linking.
const ARCHIVE: &str = "libglmeter.a";
/// The software pipeline's library, which comes with the command.
pub(crate) const SOFTWARE: &str = "libglmeter_soft.so";
/// The library of OSMesa's functions, which comes with the command and needs [`SOFTWARE`] beside it.
pub(crate) const OSMESA: &str = "libglmeter_osmesa.so";
/// The name by which programs open [`OSMESA`].
pub(crate) const OSMESA_LINK: &str = "libOSMesa.so.8";
/// The library of the commands of GL, GLX and EGL, which comes with the command and needs [`SOFTWARE`] beside it.
pub(crate) const GL: &str = "libglmeter_gl.so";
/// The folder of links to [`GL`] by which programs find it on a machine without libglvnd. Elsewhere than among the other files, where the links
/// would stand for the machine's libraries in every program that searches the folder.
pub(crate) const GL_FOLDER: &str = "gl";
/// The links in [`GL_FOLDER`]. "libGL.so.1" is the name that the Linux OpenGL ABI has.
pub(crate) const GL_LINKS: [&str; 6] =
    ["libGL.so.1", "libEGL.so.1", "libGLESv2.so.2", "libGLESv1_CM.so.1", "libOpenGL.so.0", "libGLX.so.0"];

/// The contents of an installed file.
pub(crate) enum Contents {
    /// The file of this name beside the command.
    Binary(&'static str),
    /// This text.
    Text(&'static str),
    /// A symbolic link.
    Link(&'static str),
    /// The description for pkg-config, which names the prefix.
    PkgConfig,
}

/// The folder that an installed file's path begins at.
#[derive(Clone, Copy)]
pub(crate) enum Base {
    /// The prefix.
    Prefix,
    /// The folder of libraries, which has another name on each system.
    Libraries,
}

/// An installed file.
pub(crate) struct Installed {
    /// The file beside the command to which this one belongs: laid only with it.
    pub(crate) of: &'static str,
    /// The folder that `path` begins at.
    pub(crate) base: Base,
    /// The path below `base`.
    pub(crate) path: &'static str,
    /// What it contains.
    pub(crate) contents: Contents,
}

const fn file(of: &'static str, base: Base, path: &'static str, contents: Contents) -> Installed {
    Installed { of, base, path, contents }
}

/// The library's file name, as its version.
macro_rules! versioned {
    () => {
        concat!(
            "libglmeter.so.",
            env!("CARGO_PKG_VERSION_MAJOR"),
            ".",
            env!("CARGO_PKG_VERSION_MINOR"),
            ".",
            env!("CARGO_PKG_VERSION_PATCH")
        )
    };
}

/// A file below `share`, with the text that the repository has at the same place below this folder.
macro_rules! shared {
    ($of:expr, $folder:literal, $path:literal) => {
        file($of, Base::Prefix, concat!("share/", $path), Text(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $folder, "/", $path))))
    };
}

const fn library(of: &'static str, path: &'static str, contents: Contents) -> Installed {
    file(of, Base::Libraries, path, contents)
}

/// The files. Programs and libglvnd search the folder of libraries; its folder `glmeter` has what only glmeter opens, and `libOSMesa.so.8`, which is
/// the name of another package's library too.
pub(crate) const INSTALLED: &[Installed] = &[
    file("glmeter", Base::Prefix, "bin/glmeter", Binary("glmeter")),
    library(LIBRARY, versioned!(), Binary(LIBRARY)),
    library(LIBRARY, "libglmeter.so.0", Link(versioned!())),
    library(LIBRARY, "libglmeter.so", Link(versioned!())),
    // The name by which libglvnd opens a GLX vendor.
    library(LIBRARY, "libGLX_glmeter.so.0", Link("libglmeter.so.0")),
    // The preload announces this one to libglvnd: it names the library by its place, wherever that is.
    library(
        LIBRARY,
        "glmeter/10_glmeter.json",
        Text("{\"file_format_version\": \"1.0.0\", \"ICD\": {\"library_path\": \"../libglmeter.so.0\"}}\n"),
    ),
    library(ARCHIVE, ARCHIVE, Binary(ARCHIVE)),
    library(LIBRARY, "pkgconfig/glmeter.pc", PkgConfig),
    file(LIBRARY, Base::Prefix, "include/GL/glmeter.h", Text(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/include/GL/glmeter.h")))),
    shared!(LIBRARY, "packaging/share", "cmake/glmeter/glmeterConfig.cmake"),
    shared!(LIBRARY, "packaging/share", "cmake/glmeter/glmeterConfigVersion.cmake"),
    // Not in libglvnd's own folder: every program of the machine would go through glmeter.
    shared!(LIBRARY, "packaging/share", "glmeter/egl_vendor.d/10_glmeter.json"),
    shared!(LIBRARY, "packaging/share", "man/man1/glmeter.1"),
    shared!(LIBRARY, "packaging/share", "man/man7/glmeter.7"),
    shared!(LIBRARY, "packaging/share", "bash-completion/completions/glmeter"),
    shared!(LIBRARY, "packaging/share", "zsh/site-functions/_glmeter"),
    shared!(LIBRARY, "packaging/share", "fish/vendor_completions.d/glmeter.fish"),
    file(LIBRARY, Base::Prefix, "share/doc/glmeter/LICENSE-MIT", Text(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/LICENSE-MIT")))),
    library(SOFTWARE, "glmeter/libglmeter_soft.so", Binary(SOFTWARE)),
    library(SOFTWARE, "libGLX_glmeter_soft.so.0", Link("glmeter/libglmeter_soft.so")),
    shared!(SOFTWARE, "soft/share", "glvnd/egl_vendor.d/60_glmeter_soft.json"),
    library(OSMESA, "glmeter/libglmeter_osmesa.so", Binary(OSMESA)),
    library(OSMESA, "glmeter/libOSMesa.so.8", Link(OSMESA)),
    library(OSMESA, "glmeter/libOSMesa.so", Link(OSMESA)),
    library(GL, "glmeter/libglmeter_gl.so", Binary(GL)),
    library(GL, "glmeter/gl/libGL.so.1", Link("../libglmeter_gl.so")),
    library(GL, "glmeter/gl/libEGL.so.1", Link("../libglmeter_gl.so")),
    library(GL, "glmeter/gl/libGLESv2.so.2", Link("../libglmeter_gl.so")),
    library(GL, "glmeter/gl/libGLESv1_CM.so.1", Link("../libglmeter_gl.so")),
    library(GL, "glmeter/gl/libOpenGL.so.0", Link("../libglmeter_gl.so")),
    library(GL, "glmeter/gl/libGLX.so.0", Link("../libglmeter_gl.so")),
];

/// Returns the description for pkg-config. `libdir` is relative to the prefix.
pub(crate) fn pkg_config(prefix: &str, libdir: &str) -> String {
    format!(
        "prefix={prefix}\n\
        exec_prefix=${{prefix}}\n\
        libdir=${{prefix}}/{libdir}\n\
        includedir=${{prefix}}/include\n\
        \n\
        Name: glmeter\n\
        Description: {}\n\
        Version: {}\n\
        Libs: -L${{libdir}} -lglmeter\n\
        Cflags: -I${{includedir}}\n\
        Libs.private: -ldl -lgcc_s -lutil -lrt -lpthread -lm -ldl -lc\n",
        env!("CARGO_PKG_DESCRIPTION"),
        env!("CARGO_PKG_VERSION")
    )
}
