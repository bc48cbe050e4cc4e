//! What a benchmark needs on the machine: programs, and the library under test.

use std::path::PathBuf;

/// `program` must be on the path; `package` is the Debian package to install.
pub(crate) fn require(program: &str, package: &str) -> Result<(), String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).any(|folder| folder.join(program).is_file());
    found.then_some(()).ok_or_else(|| format!("{program} is missing; on Debian: apt-get install {package}"))
}

/// `cargo build` puts the library into the profile's folder, `cargo bench` alone only into its `deps`
/// beside this program; the newer of the two is the one just built.
pub(crate) fn library() -> Result<PathBuf, String> {
    let name = "libglmeter.so";
    if let Some(path) = std::env::var_os("GLMETER_LIBRARY").map(PathBuf::from) {
        // Absolute, because ld.so looks for a bare name in its own folders.
        return path.canonicalize().map_err(|error| format!("GLMETER_LIBRARY={}: {error}", path.display()));
    }
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let built = program.ancestors().skip(1).take(2).map(|folder| folder.join(name));
    // `max_by_key` keeps the last of equals, which is the documented place.
    built
        .filter_map(|path| Some((path.metadata().ok()?.modified().ok()?, path)))
        .max_by_key(|(modified, _)| *modified)
        .map(|(_, path)| path)
        .ok_or_else(|| format!("no {name} near {}; cargo build --release, or set GLMETER_LIBRARY", program.display()))
}
