//! Tests the recording as a file: who can open it, that glmeter changes no other file, and that none is left behind.

use crate::support::{self, library, run};
use crate::{finish, folder, glmeter, private_folder, send, start, without_gl};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

/// Returns a library that takes memfd_create from programs that preload it: without such memory, the recording is a file.
fn without_memory() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let library = folder("without-memory").join("no_memfd.so");
        let mut compiler = Command::new("cc");
        let ended = run(compiler.args(["-shared", "-fPIC", "-o"]).arg(&library).arg(support::root().join("ctests/no_memfd.c")));
        assert_eq!(ended.code, 0, "{}", ended.all());
        library
    })
}

#[test]
fn no_file_is_left_behind() {
    let folder = private_folder("page");
    let files = || std::fs::read_dir(&folder).unwrap().count();
    let with_file = |words: &[&str]| {
        let mut command = glmeter(words);
        command.env("XDG_RUNTIME_DIR", &folder).env("LD_PRELOAD", without_memory());
        command
    };
    for script in ["true", "exit 3", "kill -SEGV $$", "test $(ls $XDG_RUNTIME_DIR | wc -l) = 1 || echo there was no file"] {
        let ended = run(&mut with_file(&["run", "sh", "-c", script]));
        assert_eq!((ended.stdout.as_str(), files()), ("", 0), "{script}");
    }
    run(&mut with_file(&["run", "no-such-program"]));
    assert_eq!(files(), 0);
    let ended = run(glmeter(&["run", "sh", "-c", "ls $XDG_RUNTIME_DIR"]).env("XDG_RUNTIME_DIR", &folder));
    assert_eq!(ended.stdout, "", "in memory there is none");

    // A killed run leaves its file, which a later run removes because it is unlocked.
    let (child, output, _) = start(&mut with_file(&["run", "sh", "-c", "echo ready; exec sleep 60"]));
    send(child.id(), libc::SIGKILL);
    finish(child, output);
    assert_eq!(files(), 1);
    let file = std::fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    let long_ago = std::time::SystemTime::now() - Duration::from_secs(3600);
    std::fs::File::options().write(true).open(&file).unwrap().set_modified(long_ago).unwrap();
    run(glmeter(&["run", "true"]).env("XDG_RUNTIME_DIR", &folder));
    assert_eq!(files(), 0, "an abandoned file is removed");

    let (child, output, _) = start(&mut with_file(&["run", "sh", "-c", "echo ready; exec sleep 60"]));
    let file = std::fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    std::fs::File::options().write(true).open(&file).unwrap().set_modified(long_ago).unwrap();
    run(glmeter(&["run", "true"]).env("XDG_RUNTIME_DIR", &folder));
    assert!(file.exists(), "a file in use is left alone");
    send(child.id(), libc::SIGTERM);
    finish(child, output);
    assert_eq!(files(), 0);
    std::fs::remove_dir(folder).unwrap();
}

/// Sets a file's modification time to an hour ago, without following a link.
fn make_old(path: &Path) {
    let ended = run(Command::new("touch").args(["-h", "-d", "1 hour ago"]).arg(path));
    assert_eq!(ended.code, 0, "{}", ended.all());
}

/// In `/dev/shm` every user can create files with the names of pages.
#[test]
fn only_pages_of_the_user_are_removed_and_nothing_else_is_opened() {
    let folder = private_folder("others");
    let [fifo, link, other, own] = ["fifo", "link", "other", "own"].map(|name| folder.join(format!("glmeter-report-{name}")));
    assert_eq!(run(Command::new("mkfifo").arg(&fifo)).code, 0);
    let target = folder.join("target");
    std::fs::write(&target, "").unwrap();
    symlink(&target, &link).unwrap();
    std::fs::create_dir(folder.join("glmeter-report-folder")).unwrap();
    for file in [&other, &own] {
        std::fs::write(file, "").unwrap();
    }
    support::give_away(&other);
    for path in [&fifo, &link, &target, &other, &own, &folder.join("glmeter-report-folder")] {
        make_old(path);
    }
    let ended = support::run_for(glmeter(&["run", "true"]).env("XDG_RUNTIME_DIR", &folder), 30);
    assert_eq!(ended.code, 0, "{}", ended.all());
    for left in [&fifo, &link, &target, &other, &folder.join("glmeter-report-folder")] {
        assert!(left.symlink_metadata().is_ok(), "{} is not a page of this user's", left.display());
    }
    assert!(!own.exists(), "an abandoned page is removed");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn no_other_user_can_open_or_exchange_the_recording() {
    // In memory, and on a kernel without such memory in a folder: that user could replace it in one that they can write to.
    let folder = private_folder("foreign");
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o777)).unwrap();
    let script = "echo \"$GLMETER_REPORT_FILE\"; stat -Lc %a \"$GLMETER_REPORT_FILE\"";
    let mut command = glmeter(&["run", "sh", "-c", script]);
    let ended = run(command.env("XDG_RUNTIME_DIR", &folder));
    assert!(ended.stdout.starts_with("/proc/") && ended.stdout.ends_with("\n600\n"), "{}", ended.all());
    let ended = run(command.env("LD_PRELOAD", without_memory()));
    assert!(ended.stdout.starts_with("/dev/shm/glmeter-report-") && ended.stdout.ends_with("\n600\n"), "{}", ended.all());
    std::fs::remove_dir_all(folder).unwrap();
}

/// The recording's variable may name any file: glmeter leaves a file that is no recording unchanged.
#[test]
fn a_file_that_is_no_recording_keeps_its_bytes() {
    let folder = folder("no-page");
    let [zeros, link, short] = ["zeros", "link", "short"].map(|name| folder.join(name));
    let page = folder.join("page");
    std::fs::write(&zeros, [0; 4096]).unwrap();
    std::fs::write(&short, "short").unwrap();
    glmeter_recording::Recording::create_at(&page, glmeter_recording::Options::default()).unwrap();
    symlink(&page, &link).unwrap();
    let before = [&zeros, &short, &page].map(|path| std::fs::read(path).unwrap());
    for file in [&zeros, &link, &short] {
        let mut command = Command::new("es2_info");
        command.env("DISPLAY", support::display()).env("LD_PRELOAD", library());
        let ended = run(command.env("GLMETER_REPORT", "summary").env("GLMETER_REPORT_FILE", file));
        assert_eq!(ended.code, 0, "{}", ended.all());
        let now = [&zeros, &short, &page].map(|path| std::fs::read(path).unwrap());
        assert_eq!(before, now, "{}", file.display());
    }
    let mut command = Command::new("es2_info");
    command.env("DISPLAY", support::display()).env("LD_PRELOAD", library());
    run(command.env("GLMETER_REPORT", "summary").env("GLMETER_REPORT_FILE", &page));
    assert_ne!(before[2], std::fs::read(&page).unwrap(), "a page is written to");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_folder_that_cannot_be_written_is_passed_over() {
    let ended = run(glmeter(&["run", "--report", "summary", "sh", "-c", "exit 4"]).env("XDG_RUNTIME_DIR", "/no/such/folder"));
    assert_eq!((ended.code, ended.stderr.as_str()), (4, without_gl("sh").as_str()));
}
