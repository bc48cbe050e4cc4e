//! A clean Debian system: a folder with what tests/packages/roots has packed, in which commands run as root.

use super::PATIENCE;
use super::support::{Ended, run_for};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The commands that run before those of a test: they make the system's /proc the machine's own, in a mount name space that ends with them.
const ENTER: &str = r#"mount --rbind /proc "$1/proc" && exec chroot "$1" /usr/bin/env -i \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive DISPLAY="$2" \
    /bin/sh -euc "cd /srv; $3""#;

/// What changes with every use of apt and dpkg, and what is no part of the system.
const CHANGING: [&str; 9] = [
    "/proc",
    "/srv",
    "/tmp",
    "/var/cache",
    "/var/log",
    "/var/lib/apt/extended_states",
    "/var/lib/apt/lists",
    "/var/lib/dpkg/status-old",
    "/var/lib/dpkg/lock*",
];

/// A clean system in a folder of its own, which is removed when this is dropped.
pub(crate) struct Root {
    folder: PathBuf,
}

/// Returns a command that runs as root.
fn as_root(program: &str) -> Command {
    // SAFETY: the function takes no arguments.
    if unsafe { libc::geteuid() } == 0 {
        return Command::new(program);
    }
    let mut command = Command::new("sudo");
    command.args(["-n", program]);
    command
}

/// Runs a command that must succeed.
fn must(command: &mut Command) {
    let ended = run_for(command, PATIENCE);
    assert_eq!(ended.code, 0, "{command:?}: this test runs as root, or with sudo without a password\n{}", ended.all());
}

impl Root {
    /// Unpacks the system of a release.
    pub(crate) fn new(release: &str, name: &str) -> Self {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
        let packed = target.join("roots").join(format!("{release}.tar"));
        assert!(packed.exists(), "{} is missing: tests/packages/roots makes it", packed.display());
        let root = Self { folder: Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("root-{name}-{release}")) };
        root.remove();
        std::fs::create_dir_all(&root.folder).unwrap();
        must(as_root("tar").arg("-xf").arg(packed).arg("-C").arg(&root.folder));
        // dpkg need not wait for the disk.
        must(as_root("sh").args(["-c", "echo force-unsafe-io >\"$1\"/etc/dpkg/dpkg.cfg.d/unsafe-io", "sh"]).arg(&root.folder));
        root
    }

    fn remove(&self) {
        must(as_root("rm").arg("-rf").arg("--one-file-system").arg(&self.folder));
    }

    /// Copies files to a folder of the system, which it creates.
    pub(crate) fn put<'a>(&self, files: impl IntoIterator<Item = &'a Path>, to: &str) {
        let to = self.folder.join(to.trim_start_matches('/'));
        must(as_root("mkdir").arg("-p").arg(&to));
        must(as_root("cp").args(files).arg("-t").arg(&to));
    }

    /// Runs commands of a shell in the folder /srv of the system to their end, or to the first that fails.
    pub(crate) fn run(&self, commands: &str) -> Ended {
        self.run_with(commands, "")
    }

    /// Runs commands as [`Self::run`] does, with an X server of the machine.
    pub(crate) fn run_with(&self, commands: &str, display: &str) -> Ended {
        let mut command = as_root("unshare");
        command.args(["--mount", "--propagation", "private", "sh", "-c", ENTER, "sh"]);
        run_for(command.arg(&self.folder).args([display, commands]), PATIENCE)
    }

    /// Runs commands that must succeed, and returns what they printed.
    pub(crate) fn does(&self, commands: &str) -> String {
        let ended = self.run(commands);
        assert_eq!(ended.code, 0, "{commands}\n{}", ended.all());
        ended.stdout
    }

    /// Returns each file of the system with its mode, its owner, and its hash or the target of the link.
    pub(crate) fn files(&self) -> BTreeSet<String> {
        let leave_out: Vec<String> = CHANGING.iter().map(|path| format!("-path '{path}'")).collect();
        let find = format!("find / \\( {} \\) -prune -o", leave_out.join(" -o "));
        let list = format!("{find} -printf '%p %M %U:%G %l\\n'; {find} -type f -exec md5sum {{}} +");
        self.does(&list).lines().map(str::to_owned).collect()
    }
}

impl Drop for Root {
    fn drop(&mut self) {
        // A test that fails leaves its system behind for a look at it.
        if !std::thread::panicking() {
            self.remove();
        }
    }
}
