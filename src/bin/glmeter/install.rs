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

/// A file of an installation.
pub(crate) struct Entry {
    /// Where it lies.
    pub(crate) path: PathBuf,
    /// What it is.
    pub(crate) source: Source,
}

/// What a file of an installation is.
pub(crate) enum Source {
    /// A copy of the file of this name beside the command.
    Copy(&'static str),
    /// A symbolic link with this target.
    Link(PathBuf),
    /// These bytes.
    Bytes(Vec<u8>),
    /// These bytes, unless there is a file already, which the user put there.
    Default(Vec<u8>),
}

/// Lays the files. Returns one line for each.
pub(crate) fn install(target: &Target) -> Result<String, Failure> {
    let own = own_folder()?;
    if !own.join(LIBRARY).exists() {
        return Err(format!("{} is missing: install takes the libraries beside this command", own.join(LIBRARY).display()).into());
    }
    let has = |name: &str| own.join(name).exists();
    let mut laid = Laid(String::new());
    for Entry { path, source } in target.entries(&own, has) {
        path.parent().map_or(Ok(()), create)?;
        match source {
            // A copy of the pipeline is optional, and so are its links.
            Source::Copy(name) => laid.lay(path, |path| copy(&own.join(name), path))?,
            Source::Link(target) => laid.lay(path, |path| std::os::unix::fs::symlink(&target, path))?,
            Source::Default(_) if path.exists() => {}
            Source::Bytes(bytes) | Source::Default(bytes) => laid.lay(path, |path| std::fs::write(path, bytes))?,
        }
    }
    Ok(laid.0)
}

/// Returns the folder of this command.
pub(crate) fn own_folder() -> Result<PathBuf, String> {
    let command = std::env::current_exe().map_err(|error| format!("cannot find this command's own file: {error}"))?;
    Ok(command.parent().unwrap_or(Path::new("/")).to_owned())
}

impl Target {
    /// Returns the files of an installation by the command in the folder `own`. `has` returns whether it has a file of a name beside it.
    pub(crate) fn entries(&self, own: &Path, has: impl Fn(&str) -> bool) -> Vec<Entry> {
        match self {
            Self::Folder(folder) => in_folder(own, folder.as_deref().unwrap_or(own), has),
            Self::Prefix { prefix, libdir, .. } => below_prefix(&self.root(own), prefix, libdir, has),
        }
    }

    /// Returns the folder below which the files lie, seen from this process.
    pub(crate) fn root(&self, own: &Path) -> PathBuf {
        let inner = |path: &Path| path.components().filter(|part| matches!(part, Component::Normal(_))).collect::<PathBuf>();
        match self {
            Self::Folder(folder) => folder.clone().unwrap_or_else(|| own.to_owned()),
            Self::Prefix { prefix, destdir: Some(destdir), .. } => destdir.join(inner(prefix)),
            Self::Prefix { prefix, .. } => prefix.clone(),
        }
    }
}

/// Returns the links and the JSON files in `folder`, and the copies of the command and the libraries if the folder is another one than `own`.
fn in_folder(own: &Path, folder: &Path, has: impl Fn(&str) -> bool) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut add = |path: &Path, source| entries.push(Entry { path: folder.join(path), source });
    let is_elsewhere = folder.canonicalize().ok() != own.canonicalize().ok();
    // The command and the shim's library always are: a missing one is an error.
    let copies = ["glmeter", LIBRARY, SOFTWARE, OSMESA, GL].into_iter().filter(|name| matches!(*name, "glmeter" | LIBRARY) || has(name));
    copies.filter(|_| is_elsewhere).for_each(|name| add(name.as_ref(), Source::Copy(name)));
    // libglvnd must not find a link to a missing library, or its JSON file.
    for (name, library) in LINKS.into_iter().filter(|(_, library)| has(library)) {
        add(name.as_ref(), Source::Link(library.into()));
    }
    for name in GL_LINKS.into_iter().filter(|_| has(GL)) {
        add(&Path::new(GL_FOLDER).join(name), Source::Link(format!("../{GL}").into()));
    }
    for (path, contents) in preload::files() {
        match contents {
            preload::Contents::Link(target) => add(&path, Source::Link(target)),
            preload::Contents::Empty => add(&path, Source::Default(preload::empty_library())),
        }
    }
    for (name, library) in VENDORS.into_iter().filter(|(_, library)| has(library)) {
        let text = format!("{{\"file_format_version\": \"1.0.0\", \"ICD\": {{\"library_path\": \"./{library}\"}}}}\n");
        add(name.as_ref(), Source::Bytes(text.into_bytes()));
    }
    entries
}

/// Returns the files of [`INSTALLED`] whose libraries are beside the command. `root` is the prefix as this process sees it.
fn below_prefix(root: &Path, prefix: &Path, libdir: &Path, has: impl Fn(&str) -> bool) -> Vec<Entry> {
    let entry = |file: &layout::Installed| {
        let path = match file.base {
            Base::Prefix => root.join(file.path),
            Base::Libraries => root.join(libdir).join(file.path),
        };
        let source = match file.contents {
            Contents::Binary(name) => Source::Copy(name),
            Contents::Text(text) => Source::Bytes(text.into()),
            Contents::Link(target) => Source::Link(target.into()),
            Contents::PkgConfig => Source::Bytes(layout::pkg_config(&prefix.to_string_lossy(), &libdir.to_string_lossy()).into_bytes()),
        };
        Entry { path, source }
    };
    INSTALLED.iter().filter(|file| has(file.of)).map(entry).collect()
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
