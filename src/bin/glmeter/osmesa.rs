//! libOSMesa: glmeter's own, and the machine's.

use crate::layout::OSMESA_LINK;
use glmeter::platform::vendors;
use std::path::{Path, PathBuf};

/// The name by which programs open the library.
pub(crate) const NAME: &str = OSMESA_LINK;

/// The loader's list of the libraries in the machine's folders.
const CACHE: &str = "/etc/ld.so.cache";

/// Returns the folder with glmeter's library, if it is installed with the software pipeline.
pub(crate) fn folder() -> Option<PathBuf> {
    let software = vendors::software_library()?;
    let folder = software.parent()?;
    folder.join(NAME).exists().then(|| folder.to_path_buf())
}

/// Returns true if the loader finds a library of the machine or of `LD_LIBRARY_PATH` that is not glmeter's.
pub(crate) fn is_on_machine() -> bool {
    let own = folder().and_then(|folder| folder.join(NAME).canonicalize().ok());
    let has_other = |folder: &Path| folder.join(NAME).canonicalize().is_ok_and(|library| own.as_ref() != Some(&library));
    let listed = || {
        let cache = std::fs::read(CACHE).unwrap_or_default();
        let name = format!("{NAME}\0");
        cache.windows(name.len()).any(|part| part == name.as_bytes())
    };
    let folders = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder != Path::new("") && has_other(&folder)) || listed()
}
