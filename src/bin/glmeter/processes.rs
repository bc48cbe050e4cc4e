//! The processes that a program started, which are ended with it.

use std::collections::BTreeMap;

/// A process. Its number belongs to another one only after it has ended, which its start tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Process {
    number: i32,
    /// When it was started, in the kernel's units.
    started: u64,
}

impl Process {
    /// Returns its number.
    pub(crate) fn number(self) -> u32 {
        self.number.unsigned_abs()
    }

    /// Returns true if it has not ended.
    pub(crate) fn is_running(self) -> bool {
        read(self.number).is_some_and(|(_, process, is_over)| process == self && !is_over)
    }

    /// Returns it and those that it has started, directly or not.
    pub(crate) fn with_descendants(self) -> Vec<Self> {
        with_descendants(self.number)
    }

    /// Returns what is mapped into its memory, as `/proc/PID/maps` has it.
    pub(crate) fn maps(self) -> Option<String> {
        std::fs::read_to_string(format!("/proc/{}/maps", self.number)).ok()
    }

    /// Sends a signal to it, unless it has ended.
    pub(crate) fn send(self, signal: i32) {
        if self.is_running() {
            // SAFETY: the function takes no pointers.
            unsafe { libc::kill(self.number, signal) };
        }
    }
}

/// Returns the parent of a process, the process, and true if it has ended and its parent has not asked for its status yet.
fn read(number: i32) -> Option<(i32, Process, bool)> {
    let text = std::fs::read_to_string(format!("/proc/{number}/stat")).ok()?;
    // The name of the process, in parentheses, may contain anything.
    let mut words = text.rsplit_once(") ")?.1.split(' ');
    let state = words.next()?;
    let parent = words.next()?.parse().ok()?;
    let started = words.nth(17)?.parse().ok()?;
    Some((parent, Process { number, started }, matches!(state, "Z" | "X")))
}

/// Returns a process and those that it has started, directly or not. One whose parent has ended is not found.
pub(crate) fn with_descendants(number: i32) -> Vec<Process> {
    let folders = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let all = folders.filter_map(|folder| read(folder.file_name().to_str()?.parse().ok()?));
    let mut children: BTreeMap<i32, Vec<Process>> = BTreeMap::new();
    let mut found = Vec::new();
    for (parent, process, _) in all {
        if process.number == number {
            found.push(process);
        } else {
            children.entry(parent).or_default().push(process);
        }
    }
    let mut at = 0;
    while let Some(process) = found.get(at) {
        found.extend(children.remove(&process.number).unwrap_or_default());
        at += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn children_of_children_are_found_and_ended() {
        let mut shell = Command::new("sh").args(["-c", "sleep 60 & sleep 60 & wait"]).spawn().unwrap();
        let number = shell.id() as i32;
        let begun = std::time::Instant::now();
        while with_descendants(number).len() < 3 {
            assert!(begun.elapsed().as_secs() < 10, "the shell starts two programs");
            std::thread::yield_now();
        }
        let all = with_descendants(number);
        assert!(all.iter().all(|process| process.is_running()));
        all.iter().for_each(|process| process.send(libc::SIGKILL));
        shell.wait().unwrap();
        while all.iter().any(|process| process.is_running()) {
            assert!(begun.elapsed().as_secs() < 10, "all have ended");
            std::thread::yield_now();
        }
        let another = Process { number: std::process::id() as i32, started: 1 };
        assert!(!another.is_running());
    }
}
