//! The wheel, in fresh virtual environments and on a clean system.

use super::root::Root;
use super::support::{self, root, run_for};
use super::{PATIENCE, PIPELINE, made, page};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The part of docs/install.md about the wheel, and the number of its blocks: build, install, use, remove.
pub(crate) const HEADING: &str = "Python wheel";
pub(crate) const BLOCKS: usize = 4;

/// Builds the wheel once, by the page's commands, and returns its file.
pub(crate) fn wheel() -> &'static Path {
    static BUILT: OnceLock<Result<Vec<PathBuf>, String>> = OnceLock::new();
    let build = || made(&page::commands(HEADING, 0), &root().join("target/wheel"), ".whl");
    match BUILT.get_or_init(build).as_deref() {
        Ok([wheel]) => wheel,
        other => panic!("{other:?}"),
    }
}

/// A fresh virtual environment.
struct Environment {
    folder: PathBuf,
}

impl Environment {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        let ended = run_for(Command::new("python3").args(["-m", "venv"]).arg(&folder), PATIENCE);
        assert_eq!(ended.code, 0, "{}", ended.all());
        Self { folder }
    }

    /// Runs commands in the root of the repository, in this environment, and returns what they print to both streams.
    fn does(&self, commands: &str) -> String {
        let mut shell = Command::new("sh");
        shell.args(["-euc", commands]).current_dir(root()).env("DISPLAY", support::display());
        let search = format!("{}:{}", self.folder.join("bin").display(), std::env::var("PATH").unwrap());
        let ended = run_for(shell.env("VIRTUAL_ENV", &self.folder).env("PATH", search), PATIENCE);
        assert_eq!(ended.code, 0, "{commands}\n{}", ended.all());
        ended.stdout + &ended.stderr
    }

    /// Asserts that commands print this.
    fn prints(&self, commands: &str, wanted: &str) {
        let printed = self.does(commands);
        assert!(printed.contains(wanted), "{commands}: {wanted}\n{printed}");
    }

    /// Returns the paths of its files, without compiled modules of Python's own.
    fn files(&self) -> Vec<String> {
        let mut find = Command::new("find");
        let ended = run_for(find.arg(&self.folder).args(["-name", "__pycache__", "-prune", "-o", "-print"]), PATIENCE);
        let mut files: Vec<String> = ended.stdout.lines().map(str::to_owned).collect();
        files.sort();
        files
    }
}

#[test]
fn the_wheel_serves_python_programs_and_leaves_nothing() {
    wheel();
    let environment = Environment::new("wheel-venv");
    let before = environment.files();
    environment.does(&page::commands(HEADING, 1));
    environment.does("pip check");
    environment.prints("pip show --files glmeter", "licenses/crates.txt");
    environment.prints("glmeter --version", &format!("glmeter {}\n", env!("CARGO_PKG_VERSION")));
    environment.prints("glmeter info", " on llvmpipe ");
    environment.does("cp tests/packages/draw.py target/wheel/program.py");
    environment.prints(&page::commands(HEADING, 2), "glmeter software pipeline ff00ffff");
    environment.prints("python -m glmeter run -- python tests/packages/draw.py", "llvmpipe");
    environment.prints("python -m glmeter run -- python tests/packages/draw.py", "glmeter: 1 frames in ");
    // What a caller gives reaches the program as it is, and the program's end the caller.
    environment.prints("python -m glmeter run -- python -c 'import sys; print(sys.argv)' 'a b' '$c'", "['-c', 'a b', '$c']");
    environment.prints("glmeter run -- sh -c 'exit 7' || echo ended with $?", "ended with 7");
    environment.does(&page::commands(HEADING, 3));
    assert_eq!(environment.files(), before);
}

/// Tests third-party bindings with the programs of tests/clients, each of which prints whose functions it got.
#[test]
fn moderngl_pyopengl_and_glfw_are_served() {
    let environment = Environment::new("wheel-clients-venv");
    environment.does(&format!("pip install --no-index {}", wheel().display()));
    let clients = "PYTHONPATH=$(echo target/clients-venv/lib/python3*/site-packages)";
    for program in ["with_moderngl.py egl", "with_moderngl.py x11", "with_pyopengl.py glx", "with_pyopengl.py es", "with_glfw.py gl"] {
        for run in ["glmeter run", "python -m glmeter run --provider software"] {
            environment.prints(&format!("{clients} {run} -- python tests/clients/{program}"), "glmeter\n");
        }
    }
}

/// Tests the wheel's files against its list, and its platform against what the libraries need.
#[test]
fn the_wheel_is_what_it_says() {
    let wheel = wheel().display().to_string();
    let tag = wheel.rsplit('-').next().unwrap().trim_end_matches(".whl");
    let tool = |command: &str, wanted: &str| {
        let tools = "export PATH=target/clients-venv/bin:$PATH";
        let ended = run_for(Command::new("sh").args(["-euc", &format!("{tools}; {command}")]).current_dir(root()), PATIENCE);
        assert!(ended.code == 0 && ended.stdout.contains(wanted), "{command}: {wanted}\n{}", ended.all());
    };
    // Reports a file whose hash is not that of the list.
    tool(&format!("wheel unpack -d {} {wheel}", env!("CARGO_TARGET_TMPDIR")), "OK");
    tool(&format!("auditwheel show {wheel} | tr '\\n' ' '"), &format!("following platform tag: \"{tag}\""));
    tool(&format!("twine check --strict {wheel}"), "PASSED");
}

/// Tests the wheel on a system without any GL library, of another release than the one that built it.
#[test]
fn the_wheel_alone_draws_on_a_clean_system() {
    let system = Root::new("trixie", "wheel");
    system.put([wheel()], "/srv/target/wheel");
    for program in ["draw.py", "context.py"] {
        system.put([support::root().join("tests/packages").join(program).as_path()], "/srv");
    }
    system.does("apt-get install -y ./python/*.deb");
    system.does("python3 -m venv venv && venv/bin/pip install --no-index target/wheel/*.whl");
    for run in ["glmeter run", "python -m glmeter run", "glmeter run --provider software"] {
        let ended = system.run(&format!("PATH=/srv/venv/bin:$PATH; {run} -- python draw.py"));
        assert_eq!(ended.stdout, format!("{PIPELINE} ff00ffff\n"), "{}", ended.all());
        assert!(ended.stderr.starts_with("glmeter: 1 frames in "), "{}", ended.all());
    }
    for run in ["", "glmeter run --report off --", "glmeter run --provider software --report off --"] {
        let ended = system.run(&format!("PATH=/srv/venv/bin:$PATH; {run} python context.py"));
        assert_eq!(ended.stdout, format!("{PIPELINE} 1 ff00ffff\n"), "{run}\n{}", ended.all());
    }
}
