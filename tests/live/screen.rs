//! A terminal in which a test types and whose screen it reads: a tmux of its own with a shell.

use super::support;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// A terminal.
pub(crate) struct Screen {
    socket: String,
}

impl Screen {
    /// Starts a shell, whose prompt is `$ `, with these variables.
    pub(crate) fn new(columns: u32, rows: u32, variables: &[(&str, &str)]) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        support::library();
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let screen = Self { socket: format!("glmeter-{}-{number}", std::process::id()) };
        let mut tmux = screen.tmux();
        tmux.args(["-f", "/dev/null", "-u", "new-session", "-d", "-x", &columns.to_string(), "-y", &rows.to_string()]);
        let shell: String = variables.iter().map(|(name, value)| format!("{name}='{value}' ")).collect();
        tmux.arg(format!("env PS1='$ ' GLMETER='{}' {shell}bash --norc", env!("CARGO_BIN_EXE_glmeter")));
        let ended =
            support::run(tmux.env("DISPLAY", support::display()).env("LC_ALL", "C.UTF-8").env_remove("NO_COLOR").env_remove("TMUX"));
        assert_eq!(ended.code, 0, "tmux is in the Debian package of its name\n{}", ended.all());
        screen.wait("a prompt", |text| text.starts_with('$'));
        screen
    }

    fn tmux(&self) -> Command {
        let mut command = Command::new("tmux");
        command.args(["-L", &self.socket]);
        command
    }

    fn call(&self, arguments: &[&str]) -> String {
        let ended = support::run(self.tmux().args(arguments));
        assert_eq!(ended.code, 0, "{arguments:?}\n{}", ended.all());
        ended.stdout
    }

    /// Types a line. `$GLMETER` is the command.
    pub(crate) fn line(&self, text: &str) {
        self.call(&["send-keys", "-l", text]);
        self.keys(&["Enter"]);
    }

    /// Presses keys.
    pub(crate) fn keys(&self, keys: &[&str]) {
        self.call(&[&["send-keys"], keys].concat());
    }

    /// Changes the terminal's size.
    pub(crate) fn resize(&self, columns: u32, rows: u32) {
        self.call(&["resize-window", "-x", &columns.to_string(), "-y", &rows.to_string()]);
    }

    /// Returns the screen.
    pub(crate) fn text(&self) -> String {
        self.call(&["capture-pane", "-p"])
    }

    /// Returns the screen with its escape sequences for colours.
    pub(crate) fn coloured(&self) -> String {
        self.call(&["capture-pane", "-p", "-e"])
    }

    /// Returns the screen once it is as a test waits for it.
    pub(crate) fn wait(&self, what: &str, is_there: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        loop {
            let text = self.text();
            if is_there(&text) {
                return text;
            }
            assert!(begun.elapsed() < Duration::from_secs(30), "there is no {what} in\n{text}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Asserts that the shell has the whole terminal again, of so many rows.
    pub(crate) fn is_restored(&self, rows: usize) {
        self.line("clear; seq 50; echo en''d");
        let text = self.wait("end", |text| text.trim_end().ends_with("\nend\n$"));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!((lines.len(), lines[rows - 1].trim_end(), lines[rows - 3]), (rows, "$", "50"), "{text}");
        assert_eq!(lines[0], (50 + 3 - rows).to_string(), "{text}");
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.tmux().arg("kill-server").output();
    }
}
