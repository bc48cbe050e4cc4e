//! Starts a Wayland compositor without a screen for the tests.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The width and height of the compositor's output in pixels.
pub const SIZE: [u32; 2] = [320, 240];

/// The socket's name within the folder.
const SOCKET: &str = "compositor";

/// The first part of the folder's name, before the number of the test process.
const PREFIX: &str = "glmeter-weston-";

/// Removes the folders of test processes that have ended.
fn remove_leftovers() {
    for entry in std::fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten() {
        let owner = entry.file_name().to_str().and_then(|name| name.strip_prefix(PREFIX)).and_then(|number| number.parse::<u32>().ok());
        if owner.is_some_and(|number| !Path::new("/proc").join(number.to_string()).exists()) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// A running weston. Stops it when dropped.
pub struct Weston {
    compositor: Child,
    /// The value for `XDG_RUNTIME_DIR`, an own folder.
    folder: PathBuf,
}

impl Weston {
    /// Starts a compositor, which draws with pixman. If the calling thread ends before it drops the compositor, the kernel kills it.
    fn start() -> Self {
        // The path of a socket has at most 107 bytes, which the build folder's may exceed.
        let folder = std::env::temp_dir().join(format!("{PREFIX}{}", std::process::id()));
        remove_leftovers();
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::set_permissions(&folder, std::os::unix::fs::PermissionsExt::from_mode(0o700)).unwrap();
        let size = [format!("--width={}", SIZE[0]), format!("--height={}", SIZE[1])];
        let mut command = Command::new("weston");
        // The debug option lets any client take pictures of the screen.
        command.args(["--backend=headless-backend.so", "--use-pixman", "--no-config", "--idle-time=0", "--debug"]).args(size);
        command.arg(format!("--socket={SOCKET}")).arg(format!("--log={}", folder.join("log").display()));
        command.env("XDG_RUNTIME_DIR", &folder).env_remove("LD_PRELOAD").env_remove("WAYLAND_DISPLAY").env_remove("DISPLAY");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        // SAFETY: prctl is async-signal-safe.
        unsafe {
            command.pre_exec(|| {
                libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
                Ok(())
            });
        }
        let compositor = command.spawn().expect("weston starts; it is in the Debian package weston");
        let mut started = Self { compositor, folder };
        let begun = Instant::now();
        while !started.folder.join(SOCKET).exists() {
            let log = || std::fs::read_to_string(started.folder.join("log")).unwrap_or_default();
            assert!(started.compositor.try_wait().unwrap().is_none(), "weston ended\n{}", log());
            assert!(begun.elapsed() < Duration::from_secs(60), "weston has no socket\n{}", log());
            std::thread::sleep(Duration::from_millis(20));
        }
        started
    }

    /// Makes a program a client of the compositor, without an X server.
    pub fn of<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command.env("XDG_RUNTIME_DIR", &self.folder).env("WAYLAND_DISPLAY", SOCKET).env_remove("DISPLAY").env_remove("EGL_PLATFORM")
    }

    /// Returns the path of a picture of the screen, which a later picture overwrites.
    pub fn picture(&self) -> PathBuf {
        let folder = self.folder.join("pictures");
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let ended = super::run(self.of(Command::new("weston-screenshooter").current_dir(&folder)));
        let files: Vec<PathBuf> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(ended.code == 0 && files.len() == 1, "{files:?} {}", ended.all());
        files[0].clone()
    }

    /// Returns the folder of the compositor's sockets.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

impl Drop for Weston {
    fn drop(&mut self) {
        let _ = self.compositor.kill();
        let _ended = self.compositor.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Returns this test process's own compositor, which ends with the process.
pub fn weston() -> &'static Weston {
    static COMPOSITOR: OnceLock<Weston> = OnceLock::new();
    // A compositor is killed when the thread that started it ends, so that thread sleeps until the process ends.
    let start = || {
        let (send, started) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            send.send(Weston::start()).unwrap();
            loop {
                std::thread::park();
            }
        });
        started.recv().expect("weston starts")
    };
    COMPOSITOR.get_or_init(start)
}
