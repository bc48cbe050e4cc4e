//! The requirements of a benchmark: programs, and the library under test.

use std::path::PathBuf;

/// Returns an error unless `program` is on the path. `package` is the Debian package that contains it.
pub(crate) fn require(program: &str, package: &str) -> Result<(), String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).any(|folder| folder.join(program).is_file());
    found.then_some(()).ok_or_else(|| format!("{program} is missing; on Debian: apt-get install {package}"))
}

/// Returns the path of the library under test. `cargo build` puts it into the profile's folder, `cargo bench` only into the `deps` folder
/// with this program; the newer of the two is the current one.
pub(crate) fn library() -> Result<PathBuf, String> {
    let name = "libglmeter.so";
    if let Some(path) = std::env::var_os("GLMETER_LIBRARY").map(PathBuf::from) {
        // Make it absolute, because ld.so searches its own folders for a bare name.
        return path.canonicalize().map_err(|error| format!("GLMETER_LIBRARY={}: {error}", path.display()));
    }
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let built = program.ancestors().skip(1).take(2).map(|folder| folder.join(name));
    // `max_by_key` returns the last of equals, which is the documented path.
    built
        .filter_map(|path| Some((path.metadata().ok()?.modified().ok()?, path)))
        .max_by_key(|(modified, _)| *modified)
        .map(|(_, path)| path)
        .ok_or_else(|| format!("no {name} near {}; cargo build --release, or set GLMETER_LIBRARY", program.display()))
}
