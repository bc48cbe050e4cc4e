//! No room for the recording, and programs that write to it: the program and the command end as they would, and what was measured is there or
//! one line says that it is not.

use super::{By, clean, frames, fresh, report};
use crate::support::{Ended, glmeter, library, run};
use std::path::Path;

/// Runs a script with the path of the command in `$GLMETER`, of the program `frames` in `$FRAMES`, and of a file for a report in `$REPORT`.
fn script(text: &str, report: &Path) -> Ended {
    let mut command = clean("sh");
    command.args(["-euc", text]).env("GLMETER", glmeter().get_program()).env("FRAMES", frames(By::Egl)).env("REPORT", report);
    run(command.env("LIBRARY", library()))
}

/// Returns what `frames` prints alone.
fn alone() -> String {
    run(clean(frames(By::Egl)).args(["20", "100", "return"])).stdout
}

/// The recording has 7 MB, and each of the folders 64 KB.
#[test]
fn a_program_is_measured_though_no_folder_has_room_for_its_recording() {
    let (folder, json) = (fresh("full"), fresh("json"));
    std::fs::create_dir(&folder).unwrap();
    let script = r#"
        for folder in /dev/shm "$FOLDER"; do mount -t tmpfs -o size=64k,mode=0700 none "$folder"; done
        export XDG_RUNTIME_DIR="$FOLDER" TMPDIR="$FOLDER"
        "$GLMETER" run --warmup 0 --report "json=$REPORT" -- "$FRAMES" 20 100 return
        ls -A /dev/shm "$FOLDER""#;
    let mut command = clean("unshare");
    // SAFETY: the function takes no arguments.
    if unsafe { libc::geteuid() } != 0 {
        command.arg("--map-root-user");
    }
    command.args(["--mount", "sh", "-euc", script]).env("FOLDER", &folder);
    command.env("GLMETER", glmeter().get_program()).env("FRAMES", frames(By::Egl)).env("REPORT", &json);
    let ended = run(&mut command);
    assert_eq!(ended.code, 0, "this test runs as root or in a user name space\n{}", ended.all());
    let report = report(&json);
    assert_eq!((&report["frames"], &report["contexts"][0]["counts"]["draws"]["sum"]), (&20.into(), &2_000.into()), "{}", ended.all());
    let left = format!("/dev/shm:\n\n{}:\n", folder.display());
    assert_eq!(ended.stdout, alone() + &left, "no file is left in the folders\n{}", ended.all());
    std::fs::remove_dir(folder).unwrap();
}

/// Beyond RLIMIT_FSIZE, the kernel ends a process that makes a file longer by SIGXFSZ.
#[test]
fn a_limit_of_the_size_of_files_ends_neither_the_program_nor_the_command() {
    let alone = alone();
    let unused = fresh("unused");
    let ended = script(r#"ulimit -f 100; "$GLMETER" run -- "$FRAMES" 20 100 return"#, &unused);
    assert_eq!((ended.code, &ended.stdout), (0, &alone), "{}", ended.all());
    let lines: Vec<_> = ended.stderr.lines().filter(|line| line.starts_with("glmeter: ")).collect();
    assert!(lines.len() == 1 && lines[0].starts_with("glmeter: there is no room for glmeter's recording of 8 MB: "), "{}", ended.all());
    assert!(lines[0].ends_with("; the program runs and nothing is measured"), "{}", ended.all());

    let ended = script(r#"ulimit -f 100; "$GLMETER" check --max-draws 1 -- "$FRAMES" 20 100 return"#, &unused);
    assert_eq!((ended.code, ended.stdout.as_str()), (2, ""), "nothing can be checked\n{}", ended.all());
    assert!(ended.stderr.starts_with("glmeter: there is no room for "), "{}", ended.all());

    // The program's own recording is in its own memory then.
    let ended = script(r#"ulimit -f 100; LD_PRELOAD="$LIBRARY" GLMETER_REPORT=summary "$FRAMES" 20 100 return"#, &unused);
    assert_eq!((ended.code, &ended.stdout), (0, &alone), "{}", ended.all());
    assert!(ended.stderr.contains("glmeter: 20 frames in "), "{}", ended.all());

    // A report and a message that have no room.
    let json = fresh("json");
    let ended = script(r#"ulimit -f 16000; "$GLMETER" run --report "csv=$REPORT" -- sh -c 'ulimit -f'"#, &json);
    assert_eq!((ended.code, ended.stdout.as_str()), (0, "16000\n"), "{}", ended.all());
    std::fs::remove_file(&json).unwrap();
    std::fs::write(&json, [b'-'; 600]).unwrap();
    let ended = script(
        r#"unset vblank_mode; ulimit -f 1; LD_PRELOAD="$LIBRARY" GLMETER_REPORT=summary "$FRAMES" 20 100 return 2>>"$REPORT""#,
        &json,
    );
    assert_eq!((ended.code, &ended.stdout), (0, &alone), "{}", ended.all());
    std::fs::remove_file(&json).unwrap();
}

#[test]
fn a_program_that_shortens_or_overwrites_its_recording_ends_as_alone() {
    let alone = alone();
    for (damage, says) in [
        ("truncate -s 0", "made the file of the recording shorter"),
        ("truncate -s 100000", "made the file of the recording shorter"),
        ("dd if=/dev/urandom bs=4096 seek=1 count=1600 conv=notrunc status=none of=", "wrote to the recording"),
        ("dd if=/dev/urandom bs=4096 count=1600 conv=notrunc status=none of=", "wrote to the recording"),
    ] {
        let space = if damage.ends_with('=') { "" } else { " " };
        let program = format!("\"$FRAMES\" 20 100 return; {damage}{space}\"$GLMETER_REPORT_FILE\"; sleep 0.1; exit 3");
        let unused = fresh("unused");
        let ended = script(&format!("\"$GLMETER\" run -- sh -c '{program}'"), &unused);
        assert_eq!((ended.code, &ended.stdout), (3, &alone), "{damage}\n{}", ended.all());
        assert_eq!(ended.stderr.lines().filter(|line| line.contains(says)).count(), 1, "{damage}\n{}", ended.all());
        // The program itself, at the end of which the library collects the last results.
        let program = program.replace("exit 3", "exit 0");
        let ended = script(&format!("\"$GLMETER\" check --max-draws 1000000 -- sh -c '{program}'"), &unused);
        assert_eq!((ended.code, &ended.stdout), (2, &alone), "{damage}: nothing could be checked\n{}", ended.all());
        assert!(ended.stderr.contains(says), "{damage}\n{}", ended.all());
    }
}
