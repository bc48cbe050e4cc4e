//! `glmeter install`: lays the files by which the loader, libglvnd and compilers find the libraries, in one folder or below a prefix.

use crate::Failure;
use crate::layout::{self, Base, Contents, GL, GL_FOLDER, GL_LINKS, INSTALLED, LIBRARY, OSMESA, OSMESA_LINK, SOFTWARE};
use crate::preload;
use std::path::{Component, Path, PathBuf};

/// The links in one folder by which programs and libglvnd's GLX open a library. The first is the SONAME of [`LIBRARY`], the last the name that the
/// linker looks for.
const LINKS: [(&str, &str); 5] = [
    ("libglmeter.so.0", LIBRARY),
    ("libGLX_glmeter.so.0", LIBRARY),
    ("libGLX_glmeter_soft.so.0", SOFTWARE),
    (OSMESA_LINK, OSMESA),
    ("libOSMesa.so", OSMESA),
];
/// The files in one folder by which libglvnd's EGL finds a library. libglvnd tries them in the order of their names: the pipeline comes after the
/// machine's drivers.
const VENDORS: [(&str, &str); 2] = [("10_glmeter.json", LIBRARY), ("60_glmeter_soft.json", SOFTWARE)];

/// Where an installation goes.
pub(crate) enum Target {
    /// One folder, by default that of the command.
    Folder(Option<PathBuf>),
    /// The folders below a prefix.
    Prefix {
        /// The absolute path that programs will see.
        prefix: PathBuf,
        /// The folder of libraries, relative to the prefix.
        libdir: PathBuf,
        /// The folder that stands for the root folder.
        destdir: Option<PathBuf>,
    },
}

/// Lays the files. Returns one line for each.
pub(crate) fn install(target: Target) -> Result<String, Failure> {
    let command = std::env::current_exe().map_err(|error| format!("cannot find this command's own file: {error}"))?;
    let own = command.parent().unwrap_or(Path::new("/"));
    if !own.join(LIBRARY).exists() {
        return Err(format!("{} is missing: install takes the libraries beside this command", own.join(LIBRARY).display()).into());
    }
    let mut laid = Laid(String::new());
    match target {
        Target::Folder(folder) => in_folder(own, &folder.unwrap_or_else(|| own.to_owned()), &mut laid)?,
        Target::Prefix { prefix, libdir, destdir } => below_prefix(own, &prefix, &libdir, destdir.as_deref(), &mut laid)?,
    }
    Ok(laid.0)
}

/// Creates the links and the JSON files in `folder`, and copies the command and the libraries there from another folder.
fn in_folder(own: &Path, folder: &Path, laid: &mut Laid) -> Result<(), String> {
    create(folder)?;
    let is_elsewhere = folder.canonicalize().ok() != own.canonicalize().ok();
    for name in ["glmeter", LIBRARY, SOFTWARE, OSMESA, GL] {
        let file = own.join(name);
        // The pipeline is optional.
        if is_elsewhere && (matches!(name, "glmeter" | LIBRARY) || file.exists()) {
            laid.lay(folder.join(name), |path| copy(&file, path))?;
        }
    }
    // libglvnd must not find a link to a missing library, or its JSON file.
    for (name, library) in LINKS.into_iter().filter(|(_, library)| own.join(library).exists()) {
        laid.lay(folder.join(name), |path| std::os::unix::fs::symlink(library, path))?;
    }
    if own.join(GL).exists() {
        let links = folder.join(GL_FOLDER);
        create(&links)?;
        for name in GL_LINKS {
            laid.lay(links.join(name), |path| std::os::unix::fs::symlink(format!("../{GL}"), path))?;
        }
    }
    for (path, contents) in preload::files() {
        let path = folder.join(path);
        path.parent().map_or(Ok(()), create)?;
        match contents {
            preload::Contents::Link(target) => laid.lay(path, |path| std::os::unix::fs::symlink(&target, path))?,
            // A library of 32 bits, which the user put there, stays.
            preload::Contents::Empty if path.exists() => {}
            preload::Contents::Empty => laid.lay(path, |path| std::fs::write(path, preload::empty_library()))?,
        }
    }
    for (name, library) in VENDORS.into_iter().filter(|(_, library)| own.join(library).exists()) {
        let text = format!("{{\"file_format_version\": \"1.0.0\", \"ICD\": {{\"library_path\": \"./{library}\"}}}}\n");
        laid.lay(folder.join(name), |path| std::fs::write(path, &text))?;
    }
    Ok(())
}

/// Lays the files of [`INSTALLED`] whose libraries are in the folder `own`.
fn below_prefix(own: &Path, prefix: &Path, libdir: &Path, destdir: Option<&Path>, laid: &mut Laid) -> Result<(), String> {
    let inner = |path: &Path| path.components().filter(|part| matches!(part, Component::Normal(_))).collect::<PathBuf>();
    let root = destdir.map_or_else(|| prefix.to_owned(), |destdir| destdir.join(inner(prefix)));
    for file in INSTALLED.iter().filter(|file| own.join(file.of).exists()) {
        let path = match file.base {
            Base::Prefix => root.join(file.path),
            Base::Libraries => root.join(libdir).join(file.path),
        };
        path.parent().map_or(Ok(()), create)?;
        laid.lay(path, |path| match &file.contents {
            Contents::Binary(name) => copy(&own.join(name), path),
            Contents::Text(text) => std::fs::write(path, text),
            Contents::Link(target) => std::os::unix::fs::symlink(target, path),
            Contents::PkgConfig => std::fs::write(path, layout::pkg_config(&prefix.to_string_lossy(), &libdir.to_string_lossy())),
        })?;
    }
    Ok(())
}

/// Creates a folder and those above it.
fn create(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

/// Copies a file with its mode.
fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::copy(from, to).map(|_| ())
}

/// The paths of the files that are laid, one a line.
struct Laid(String);

impl Laid {
    /// Replaces a file atomically, by what `write` creates at a path beside it: a process that uses the old file keeps it.
    fn lay(&mut self, path: PathBuf, write: impl FnOnce(&Path) -> std::io::Result<()>) -> Result<(), String> {
        let mut aside = path.clone().into_os_string();
        aside.push(format!(".{}.new", std::process::id()));
        let aside = PathBuf::from(aside);
        let done = write(&aside).and_then(|()| std::fs::rename(&aside, &path));
        if done.is_err() {
            let _ = std::fs::remove_file(&aside);
        }
        done.map_err(|error| format!("{}: {error}", path.display()))?;
        self.0 += &format!("{}\n", path.display());
        Ok(())
    }
}
