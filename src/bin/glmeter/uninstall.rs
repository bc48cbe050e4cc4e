//! `glmeter uninstall`: removes what `glmeter install` has laid.

use crate::Failure;
use crate::install::{Entry, Source, Target, own_folder};
use crate::layout::{LIBRARY, SONAME};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// A file that only Debian's package of the library has.
const OF_A_PACKAGE: &str = "share/doc/libglmeter0/copyright";

/// Removes the files of an installation, and then the folders that only it used. Leaves what others have put in their place. Returns one line for each
/// file that is removed.
pub(crate) fn uninstall(target: &Target) -> Result<String, Failure> {
    let own = own_folder()?;
    if let (Target::Folder(None), Some(prefix), false) = (target, own.parent(), own.join(LIBRARY).exists()) {
        let prefix = prefix.display();
        return Err(Failure::Value(format!("{} has no installation; glmeter uninstall --prefix {prefix} removes this one", own.display())));
    }
    let root = target.root(&own);
    if root.join(OF_A_PACKAGE).exists() {
        return Err(format!("{} has glmeter from Debian packages, which apt-get purge removes", root.display()).into());
    }
    let entries = target.entries(&own, |_| true);
    let mut removed = String::new();
    for path in entries.iter().flat_map(|entry| of_other_versions(entry).into_iter().chain(is_laid(entry).then(|| entry.path.clone()))) {
        std::fs::remove_file(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        removed += &format!("{}\n", path.display());
    }
    if removed.is_empty() {
        return Err(format!("{} has no glmeter", root.display()).into());
    }
    entries.iter().rev().for_each(|entry| remove_folders(&entry.path, &root, matches!(target, Target::Folder(_))));
    Ok(removed)
}

/// Returns true if the file is there and is the one that was laid: a link has its target, and the user's own file remains.
fn is_laid(Entry { path, source }: &Entry) -> bool {
    match source {
        Source::Link(target) => path.read_link().is_ok_and(|found| found == *target || is_library(&found)),
        Source::Default(bytes) => std::fs::read(path).is_ok_and(|found| found == *bytes),
        Source::Copy(_) | Source::Bytes(_) => path.symlink_metadata().is_ok(),
    }
}

/// Returns true for the file name of any version of the library.
fn is_library(name: &Path) -> bool {
    name.to_str().is_some_and(|name| name.strip_prefix(SONAME).is_some_and(|version| version.starts_with('.')))
}

/// Returns the library of another version, to which a link of this one leads.
fn of_other_versions(Entry { path, source }: &Entry) -> Option<PathBuf> {
    let (Source::Link(target), true) = (source, path.ends_with(SONAME)) else { return None };
    let found = path.read_link().ok().filter(|found| found != target && is_library(found))?;
    Some(path.with_file_name(found)).filter(|other| other.is_file())
}

/// Removes the empty folders of a file that is gone: those named after glmeter, or all of a folder that holds nothing else.
fn remove_folders(path: &Path, root: &Path, is_own: bool) {
    let folders = path.ancestors().skip(1).take_while(|folder| folder.starts_with(root));
    for folder in folders {
        let is_named = folder.strip_prefix(root).is_ok_and(|inner| inner.iter().any(|name| name == "glmeter"));
        // One that is not empty stays.
        if !(is_own || is_named) || std::fs::remove_dir(folder).is_err_and(|error| error.kind() != ErrorKind::NotFound) {
            break;
        }
    }
}
