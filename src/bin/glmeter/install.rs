//! `glmeter install`: creates the links and the JSON files by which the loader and libglvnd find the libraries.

use crate::Failure;
use crate::preload::{self, Contents};
use std::path::{Path, PathBuf};

/// The shim's library, which comes with the command.
pub(crate) const LIBRARY: &str = "libglmeter.so";
/// The software pipeline's library, which comes with the command.
const SOFTWARE: &str = "libglmeter_soft.so";
/// The library of OSMesa's functions, which comes with the command and needs [`SOFTWARE`] beside it.
const OSMESA: &str = "libglmeter_osmesa.so";
/// The library of the commands of GL, GLX and EGL, which comes with the command and needs [`SOFTWARE`] beside it.
const GL: &str = "libglmeter_gl.so";
/// The folder of links to [`GL`] by which programs find it on a machine without libglvnd. Elsewhere than among the other files, where the links
/// would stand for the machine's libraries in every program that searches the folder.
pub(crate) const GL_FOLDER: &str = "gl";
/// The links in [`GL_FOLDER`]. "libGL.so.1" is the name that the Linux OpenGL ABI has.
const GL_LINKS: [&str; 6] = ["libGL.so.1", "libEGL.so.1", "libGLESv2.so.2", "libGLESv1_CM.so.1", "libOpenGL.so.0", "libGLX.so.0"];
/// The links by which programs and libglvnd's GLX open a library. The first is the SONAME of [`LIBRARY`], the last the name that the linker looks
/// for.
pub(crate) const LINKS: [(&str, &str); 4] =
    [("libGLX_glmeter.so.0", LIBRARY), ("libGLX_glmeter_soft.so.0", SOFTWARE), ("libOSMesa.so.8", OSMESA), ("libOSMesa.so", OSMESA)];
/// The files by which libglvnd's EGL finds a library. libglvnd tries them in the order of their names: the pipeline comes after the
/// machine's drivers.
const VENDORS: [(&str, &str); 2] = [("10_glmeter.json", LIBRARY), ("60_glmeter_soft.json", SOFTWARE)];

/// Creates the links and the JSON files in `folder`, and copies the command and the libraries there from another folder. Returns one
/// line for each file.
pub(crate) fn install(folder: Option<PathBuf>) -> Result<String, Failure> {
    let command = std::env::current_exe().map_err(|error| format!("the command's own file: {error}"))?;
    let own = command.parent().unwrap_or(Path::new("/"));
    let folder = folder.unwrap_or_else(|| own.to_owned());
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let is_elsewhere = folder.canonicalize().ok() != own.canonicalize().ok();
    let mut laid = String::new();
    let mut lay = |name: &str, write: &dyn Fn(&Path) -> std::io::Result<()>| {
        let path = folder.join(name);
        replace(&path, write).map_err(|error| format!("{}: {error}", path.display()))?;
        laid += &format!("{}\n", path.display());
        Ok::<(), String>(())
    };
    for name in ["glmeter", LIBRARY, SOFTWARE, OSMESA, GL] {
        let file = own.join(name);
        // The pipeline is optional.
        if is_elsewhere && (matches!(name, "glmeter" | LIBRARY) || file.exists()) {
            lay(name, &|path| std::fs::copy(&file, path).map(|_| ()))?;
        }
    }
    // libglvnd must not find a link to a missing library, or its JSON file.
    for (name, library) in LINKS.into_iter().filter(|(_, library)| own.join(library).exists()) {
        lay(name, &|path| std::os::unix::fs::symlink(library, path))?;
    }
    if own.join(GL).exists() {
        let links = folder.join(GL_FOLDER);
        std::fs::create_dir_all(&links).map_err(|error| format!("{}: {error}", links.display()))?;
        for name in GL_LINKS {
            lay(&format!("{GL_FOLDER}/{name}"), &|path| std::os::unix::fs::symlink(format!("../{GL}"), path))?;
        }
    }
    for (path, contents) in preload::files() {
        let is_there = folder.join(&path).exists();
        std::fs::create_dir_all(folder.join(&path).parent().unwrap_or(&folder)).map_err(|error| format!("{}: {error}", path.display()))?;
        match contents {
            Contents::Link(target) => lay(&path.to_string_lossy(), &|path| std::os::unix::fs::symlink(&target, path))?,
            // A library of 32 bits, which the user put there, stays.
            Contents::Empty if is_there => {}
            Contents::Empty => lay(&path.to_string_lossy(), &|path| std::fs::write(path, preload::empty_library()))?,
        }
    }
    for (name, library) in VENDORS.into_iter().filter(|(_, library)| own.join(library).exists()) {
        let text = format!("{{\"file_format_version\": \"1.0.0\", \"ICD\": {{\"library_path\": \"./{library}\"}}}}\n");
        lay(name, &|path| std::fs::write(path, &text))?;
    }
    Ok(laid)
}

/// Replaces a file atomically: a process that uses the old file keeps it.
fn replace(path: &Path, write: &dyn Fn(&Path) -> std::io::Result<()>) -> std::io::Result<()> {
    let aside = path.with_extension(format!("{}.new", std::process::id()));
    let done = write(&aside).and_then(|()| std::fs::rename(&aside, path));
    if done.is_err() {
        let _ = std::fs::remove_file(&aside);
    }
    done
}
