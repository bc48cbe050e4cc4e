//! What `glmeter uninstall` removes, and what it leaves.

use super::support::{build_folder, glmeter, run};
use super::{command, files_below, folder, install};
use std::os::unix::fs::symlink;
use std::path::Path;

/// Runs `glmeter uninstall`. Returns the lines that it printed, sorted.
fn uninstall(arguments: &[&str]) -> Vec<String> {
    let ended = run(glmeter().arg("uninstall").args(arguments));
    assert_eq!((ended.code, ended.stderr.as_str()), (0, ""), "{}", ended.all());
    let mut lines: Vec<String> = ended.stdout.lines().map(str::to_owned).collect();
    lines.sort_unstable();
    lines
}

/// Returns the lines of a command sorted.
fn sorted(printed: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = printed.lines().collect();
    lines.sort_unstable();
    lines
}

#[test]
fn below_a_prefix_everything_goes_that_was_laid() {
    let prefix = folder("removed");
    let laid = install(&prefix, &["--libdir", "lib64"]);
    std::fs::write(prefix.join("lib64/libother.so"), "").unwrap();
    let removed = uninstall(&["--prefix", prefix.to_str().unwrap(), "--libdir", "lib64"]);
    assert_eq!(removed, sorted(&laid));
    assert_eq!(files_below(&prefix).into_keys().collect::<Vec<_>>(), ["lib64/libother.so"]);
    let folders = ["lib64/glmeter", "share/glmeter", "share/doc/glmeter", "share/cmake/glmeter"];
    assert!(folders.into_iter().all(|folder| !prefix.join(folder).exists()), "folders of glmeter's name go");
    assert!(prefix.join("share/man/man1").exists(), "folders that others use stay");
    let ended = run(glmeter().args(["uninstall", "--prefix"]).arg(&prefix));
    assert_eq!((ended.code, ended.stderr), (1, format!("glmeter: {} has no glmeter\n", prefix.display())));
}

#[test]
fn what_others_put_in_its_place_stays_and_other_versions_go() {
    let prefix = folder("removed-partly");
    install(&prefix, &[]);
    let library = prefix.join("lib");
    let replace = |name: &str, target: &str| {
        std::fs::remove_file(library.join(name)).unwrap();
        symlink(target, library.join(name)).unwrap();
    };
    replace("glmeter/libOSMesa.so.8", "/usr/lib/libOSMesa.so.8");
    std::fs::write(library.join("libglmeter.so.0.0.9"), "").unwrap();
    replace("libglmeter.so.0", "libglmeter.so.0.0.9");
    uninstall(&["--prefix", prefix.to_str().unwrap()]);
    assert_eq!(files_below(&prefix).into_keys().collect::<Vec<_>>(), ["lib/glmeter/libOSMesa.so.8"]);
}

#[test]
fn a_folder_goes_with_its_files() {
    build_folder();
    let folder = folder("removed-folder").join("inner");
    let ended = run(glmeter().arg("install").arg(&folder));
    assert_eq!(ended.code, 0, "{}", ended.all());
    let removed = uninstall(&[folder.to_str().unwrap()]);
    assert_eq!(removed, sorted(&ended.stdout));
    assert!(!folder.exists());
}

#[test]
fn uninstall_refuses_what_it_cannot_do() {
    let prefix = folder("removed-by-itself");
    install(&prefix, &[]);
    let own = |arguments: &[&str]| run(command(prefix.join("bin/glmeter")).arg("uninstall").args(arguments));
    let shown = prefix.display();
    let line = format!("glmeter: {shown}/bin has no installation; glmeter uninstall --prefix {shown} removes this one\n");
    let ended = own(&[]);
    assert_eq!((ended.code, ended.stderr), (2, line));
    let package = prefix.join("share/doc/libglmeter0");
    std::fs::create_dir_all(&package).unwrap();
    std::fs::write(package.join("copyright"), "").unwrap();
    let ended = own(&["--prefix", prefix.to_str().unwrap()]);
    assert_eq!(
        (ended.code, ended.stderr),
        (1, format!("glmeter: {shown} has glmeter from Debian packages, which apt-get purge removes\n"))
    );
    std::fs::remove_dir_all(package).unwrap();
    let ended = own(&["--prefix", prefix.to_str().unwrap()]);
    assert!(ended.code == 0 && files_below(Path::new(&prefix)).is_empty(), "the command removes itself: {}", ended.all());
    let ended = run(glmeter().args(["uninstall", "folder", "--prefix", "/usr"]));
    assert_eq!(
        (ended.code, ended.stderr.as_str()),
        (2, "glmeter: uninstall wants a folder or --prefix, not both; see glmeter uninstall --help\n")
    );
}
