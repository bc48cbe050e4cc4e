//! The Debian packages, on clean systems of two releases.

use super::root::Root;
use super::support::{self, root, run_for};
use super::{PATIENCE, PIPELINE, made, page};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The part of docs/install.md about the packages, and the number of its blocks: build, install, run, link, layer, without libglvnd, remove.
pub(crate) const HEADING: &str = "Debian packages";
pub(crate) const BLOCKS: usize = 7;

/// The part of docs/install.md about the tree, and the number of its blocks.
pub(crate) const TREE: &str = "The tree";
pub(crate) const TREE_BLOCKS: usize = 1;

/// The packages that the tree builds.
const NAMES: [&str; 4] = ["glmeter", "glmeter-soft", "libglmeter-dev", "libglmeter0"];

/// The packages of Mesa's drivers.
const MESA: &str = "libegl-mesa0 libglx-mesa0 libgl1-mesa-dri libgbm1";

/// Builds the packages once, by the page's commands, and returns their files. With `PACKAGES=all` they are those that `dpkg-buildpackage` builds
/// from the sources alone, which takes minutes.
pub(crate) fn packages() -> &'static [PathBuf] {
    static BUILT: OnceLock<Result<Vec<PathBuf>, String>> = OnceLock::new();
    let build = || {
        if std::env::var("PACKAGES").is_ok_and(|word| word == "all") { from_sources() } else { from_tree() }
    };
    let built = BUILT.get_or_init(build).as_ref().unwrap_or_else(|failed| panic!("{failed}"));
    let names = built.iter().map(|file| file.file_name().unwrap().to_string_lossy().into_owned());
    let wanted = NAMES.map(|name| format!("{name}_{}_amd64.deb", env!("CARGO_PKG_VERSION")));
    assert_eq!(names.collect::<BTreeSet<String>>(), BTreeSet::from(wanted));
    built
}

fn from_tree() -> Result<Vec<PathBuf>, String> {
    made(&page::commands(HEADING, 0), &root().join("target/packages"), ".deb")
}

/// Builds the packages from a copy of the sources, which has no release build.
fn from_sources() -> Result<Vec<PathBuf>, String> {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("from-sources");
    let copy = format!(
        "rm -rf {0}; mkdir -p {0}/tree; git ls-files -z | xargs -0 cp --parents -t {0}/tree; cd {0}/tree; unset CARGO_TARGET_DIR
        dpkg-buildpackage -us -uc -b",
        place.display()
    );
    made(&copy, &place, ".deb")
}

/// Unpacks a clean system with the packages where the page's commands look for them, and with the sources of a program.
fn system(release: &str, name: &str) -> Root {
    let root = Root::new(release, name);
    root.put(packages().iter().map(PathBuf::as_path), "/srv/target/packages");
    let sources = support::root().join("ctests");
    root.put([sources.join("alone.c").as_path(), &sources.join("check.h")], "/srv/ctests");
    root
}

/// Asserts that nothing of the system differs from before.
fn is_as_before(before: &BTreeSet<String>, after: &BTreeSet<String>) {
    let differences: Vec<_> = before.symmetric_difference(after).collect();
    assert!(differences.is_empty(), "the packages leave behind\n{differences:#?}");
}

/// Asserts that a command succeeds and prints this, to either stream.
fn prints(root: &Root, commands: &str, wanted: &str) {
    let ended = root.run_with(commands, support::display());
    let found = ended.stdout.contains(wanted) || ended.stderr.contains(wanted);
    assert!(ended.code == 0 && found, "{commands}: {wanted}\n{}", ended.all());
}

/// Installs the packages on a system without GL, runs what they have, and removes them.
fn come_and_go(release: &str) {
    let root = system(release, "clean");
    let before = root.files();
    root.does(&page::commands(HEADING, 1));
    prints(&root, "glmeter --version", &format!("glmeter {}\n", env!("CARGO_PKG_VERSION")));
    for page in ["demo", "info"] {
        prints(&root, &format!("glmeter {page}"), PIPELINE);
    }
    prints(&root, "ls /usr/share/man/man1/glmeter.1.gz", "glmeter.1.gz");
    root.does(&page::commands(HEADING, 6));
    is_as_before(&before, &root.files());
}

/// Installs from the tree below a prefix, on a system without GL.
#[test]
fn the_tree_installs_below_a_prefix() {
    packages();
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().join("release");
    let root = Root::new("bookworm", "prefix");
    let names = ["glmeter", "libglmeter.so", "libglmeter.a", "libglmeter_soft.so", "libglmeter_osmesa.so", "libglmeter_gl.so"];
    let files = names.map(|name| target.join(name));
    root.put(files.iter().map(PathBuf::as_path), "/srv/target/release");
    root.does(&page::commands(TREE, 0));
    root.does("rm -r target");
    prints(&root, "glmeter --version", &format!("glmeter {}\n", env!("CARGO_PKG_VERSION")));
    prints(&root, "glmeter demo", PIPELINE);
    prints(&root, "ldconfig -p", "libglmeter.so.0 (libc6,x86-64) => /usr/local/lib/libglmeter.so.0");
}

/// Runs programs that are preloaded, linked and layered, on a system with Mesa, and on the pipeline when Mesa is gone.
fn serve_programs(release: &str) {
    let root = system(release, "programs");
    root.does("apt-get install -y ./programs/*.deb");
    root.does(&page::commands(HEADING, 1));

    prints(&root, &page::commands(HEADING, 2), " frames in ");
    prints(&root, "glmeter run -- es2_info", "GL_RENDERER: llvmpipe");
    prints(&root, "glmeter run --provider software -- es2_info", "GL_RENDERER: glmeter software pipeline");
    prints(&root, "glmeter run --provider software --stop-after 20 glxgears", " frames in ");

    root.does("cp ctests/alone.c program.c && cp ctests/check.h .");
    root.does(&page::commands(HEADING, 3));
    prints(&root, "./program", "renderer llvmpipe");
    prints(&root, "GLMETER_PROVIDER=software ./program", "renderer glmeter software pipeline");
    prints(&root, "ldd ./program", "libglmeter.so.0 => /lib/x86_64-linux-gnu/libglmeter.so.0");
    prints(&root, "cc program.c -lEGL -o plain && glmeter run -- ./plain", "renderer llvmpipe");

    // The program expects glmeter's extensions, which it has from the layer alone.
    assert_eq!(root.run("./plain").code, 1);
    root.does(&page::commands(HEADING, 4));
    prints(&root, "./plain", "renderer llvmpipe");
    root.does("rm /etc/glvnd/egl_vendor.d/10_glmeter.json");

    let without = page::commands(HEADING, 5);
    prints(&root, &without, "OpenGL renderer string: glmeter software pipeline");
    prints(&root, &format!("dpkg --purge --force-depends {MESA}"), "Removing libegl-mesa0");
    prints(&root, "es2_info", "GL_RENDERER: glmeter software pipeline");
    prints(&root, "glmeter run -- ./plain", "renderer glmeter software pipeline");
    prints(&root, "./program", "renderer glmeter software pipeline");
    root.does("dpkg --purge --force-depends libglvnd0 libegl1 libgl1 libglx0 libgles2");
    prints(&root, &without, "OpenGL renderer string: glmeter software pipeline");
    prints(&root, "glmeter run -- es2_info", "GL_RENDERER: glmeter software pipeline");
}

#[test]
fn the_packages_leave_a_clean_debian_12_as_it_was() {
    come_and_go("bookworm");
}

#[test]
fn the_packages_leave_a_clean_debian_13_as_it_was() {
    come_and_go("trixie");
}

#[test]
fn the_packages_serve_programs_on_debian_12() {
    serve_programs("bookworm");
}

#[test]
fn the_packages_serve_programs_on_debian_13() {
    serve_programs("trixie");
}

/// Tests the packages with the rules of the newer release, which has more of them; also with those that are no more than hints.
///
/// An override of `spelling-error-in-binary` would itself be a hint in the builds whose machine code has no word in it.
#[test]
fn lintian_finds_nothing() {
    let root = system("trixie", "lintian");
    root.does("apt-get install -y ./lintian/*.deb >/dev/null");
    let command = "lintian --fail-on error,warning,info,pedantic --display-info --pedantic \
                     --suppress-tags spelling-error-in-binary target/packages/*.deb";
    let ended = root.run(command);
    assert_eq!((ended.code, ended.stdout.as_str()), (0, ""), "{}", ended.all());
}

/// Tests that the newest versions of the C library's symbols that the packages need are Debian 12's.
#[test]
fn the_packages_need_no_newer_c_library_than_debian_12s() {
    for package in packages() {
        let ended = run_for(Command::new("dpkg-deb").arg("-f").arg(package).arg("Depends"), PATIENCE);
        let version = ended.stdout.split("libc6 (>= 2.").nth(1).and_then(|rest| rest.split(')').next());
        let minor: u32 = version.map_or(0, |minor| minor.parse().unwrap());
        let has_code = !package.to_string_lossy().contains("-dev_");
        assert!(minor <= 36 && (minor > 0) == has_code, "{}: {}", package.display(), ended.stdout);
    }
}

/// Builds a project with CMake against the packages of the library, unpacked in a folder: shared and static.
#[test]
fn cmake_finds_the_development_package() {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("unpacked");
    let _ = std::fs::remove_dir_all(&place);
    std::fs::create_dir_all(&place).unwrap();
    for package in packages().iter().filter(|package| package.to_string_lossy().contains("/libglmeter")) {
        let ended = run_for(Command::new("dpkg-deb").arg("-x").arg(package).arg(place.join("system")), PATIENCE);
        assert_eq!(ended.code, 0, "{}", ended.all());
    }
    let project = "cmake_minimum_required(VERSION 3.16)\nproject(program C)\nfind_package(glmeter REQUIRED)\n\
        foreach(kind glmeter glmeter_static)\n  add_executable(with_${kind} program.c)\n  target_link_libraries(with_${kind} glmeter::${kind})\n\
        endforeach()\n";
    std::fs::write(place.join("CMakeLists.txt"), project).unwrap();
    let program = "#include <GL/glmeter.h>\nint main(void) { GLuint id = 0; glGetFirstPerfQueryIdINTEL(&id); return (int)id; }\n";
    std::fs::write(place.join("program.c"), program).unwrap();
    let build =
        "cmake -S . -B build -DCMAKE_PREFIX_PATH=$PWD/system/usr && cmake --build build && build/with_glmeter && build/with_glmeter_static";
    let ended = run_for(Command::new("sh").args(["-euc", build]).current_dir(&place), PATIENCE);
    assert_eq!(ended.code, 0, "{}", ended.all());
}

/// Tests that the packages have the version of the manifest.
#[test]
fn the_changelog_begins_with_the_version() {
    let changelog = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("debian/changelog")).unwrap();
    assert!(changelog.starts_with(&format!("glmeter ({}) ", env!("CARGO_PKG_VERSION"))), "{changelog}");
}
