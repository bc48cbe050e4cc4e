//! No room for the recording, and programs that write to it: the program and the command end as they would, and what was measured is there or
//! one line says that it is not.

use super::{By, clean, compile, frames, fresh, report};
use crate::support::{Ended, glmeter, library, run};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Returns a library that takes memfd_create from programs that preload it, as on an old kernel.
fn without_memory() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| compile("no_memfd.c", &["-shared", "-fPIC"]))
}

/// Runs a script with the path of the command in `$GLMETER`, of the program `frames` in `$FRAMES`, of a file for a report in `$REPORT`, and of
/// [`without_memory`] in `$NO_MEMORY`.
fn script(text: &str, report: &Path) -> Ended {
    let mut command = clean("sh");
    command.args(["-euc", text]).env("GLMETER", glmeter().get_program()).env("FRAMES", frames(By::Egl)).env("REPORT", report);
    run(command.env("LIBRARY", library()).env("NO_MEMORY", without_memory()))
}

/// Returns what `frames` prints alone.
fn alone() -> String {
    run(clean(frames(By::Egl)).args(["20", "100", "return"])).stdout
}

/// Runs a script as root or in a user name space, with folders for recordings that have no room for one: 64 KB instead of 8 MB. Returns its end and
/// the report.
fn without_room(text: &str) -> (Ended, Option<serde_json::Value>) {
    let (folder, json) = (fresh("full"), fresh("json"));
    std::fs::create_dir(&folder).unwrap();
    let script = format!(
        r#"
        for folder in /dev/shm "$FOLDER"; do mount -t tmpfs -o size=64k,mode=0700 none "$folder"; done
        export XDG_RUNTIME_DIR="$FOLDER" TMPDIR="$FOLDER"
        {text}
        find /dev/shm "$FOLDER" -name 'glmeter-report-*'"#
    );
    let mut command = clean("unshare");
    // SAFETY: the function takes no arguments.
    if unsafe { libc::geteuid() } != 0 {
        command.arg("--map-root-user");
    }
    command.args(["--mount", "sh", "-euc", &script]).env("FOLDER", &folder).env("NO_MEMORY", without_memory());
    command.env("GLMETER", glmeter().get_program()).env("FRAMES", frames(By::Egl)).env("REPORT", &json);
    let ended = run(&mut command);
    assert_eq!(ended.code, 0, "this test runs as root or in a user name space\n{}", ended.all());
    // The library may keep its JSON file there, if that beside it could be exchanged by others.
    std::fs::remove_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    (ended, json.exists().then(|| report(&json)))
}

#[test]
fn a_program_is_measured_though_no_folder_has_room_for_its_recording() {
    let (ended, report) = without_room(r#""$GLMETER" run --warmup 0 --report "json=$REPORT" -- "$FRAMES" 20 100 return"#);
    assert_eq!(ended.stdout, alone(), "the program prints what it prints alone, and no recording is left in the folders\n{}", ended.all());
    assert!(ended.stderr.contains("glmeter: 20 frames in "), "the command prints the summary\n{}", ended.all());
    let report = report.unwrap_or_else(|| panic!("there is a report\n{}", ended.all()));
    assert_eq!(report["contexts"].as_array().map(Vec::len), Some(1), "the program's context is in the report: {report}\n{}", ended.all());
    assert_eq!(report["frames"], 20, "all frames are in the report: {report}\n{}", ended.all());
    assert_eq!(report["lost_frames"], 0, "each was read by itself: {report}\n{}", ended.all());
    assert_eq!(report["contexts"][0]["counts"]["draws"]["sum"], 2_000, "and all draws: {report}\n{}", ended.all());
}

/// Neither memory nor a folder has room.
#[test]
fn a_program_runs_though_nothing_has_room_for_its_recording() {
    let (ended, report) = without_room(r#"LD_PRELOAD="$NO_MEMORY" "$GLMETER" run --report "json=$REPORT" -- "$FRAMES" 20 100 return"#);
    assert_eq!(ended.stdout, alone(), "the program prints what it prints alone, and no recording is left in the folders\n{}", ended.all());
    assert_eq!(report, None, "{}", ended.all());
    let says = ended.stderr.lines().filter(|line| line.contains("; the program runs and nothing is measured")).count();
    assert_eq!(says, 1, "{}", ended.all());
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

/// What the program does to its recording, and what the command says then; with memory, and on a kernel without, where the recording is a file.
#[test]
fn a_program_that_shortens_or_overwrites_its_recording_ends_as_alone() {
    let alone = alone();
    let (frames, shorter, other) = ("20 frames in ", "made the file of the recording shorter", "wrote to the recording");
    for (damage, in_memory, in_file) in [
        ("truncate -s 0 ", frames, shorter),
        ("truncate -s 100000 ", frames, shorter),
        ("dd if=/dev/urandom bs=4096 seek=1 count=1600 conv=notrunc status=none of=", other, other),
        ("dd if=/dev/urandom bs=4096 count=1600 conv=notrunc status=none of=", other, other),
    ] {
        for (system, says) in [("", in_memory), ("export LD_PRELOAD=\"$NO_MEMORY\"; ", in_file)] {
            let what = format!("{system}{damage}");
            let program = format!("\"$FRAMES\" 20 100 return; {damage}\"$GLMETER_REPORT_FILE\"; sleep 0.1; exit 3");
            let unused = fresh("unused");
            let ended = script(&format!("{system}\"$GLMETER\" run --warmup 0 -- sh -c '{program}'"), &unused);
            assert_eq!((ended.code, &ended.stdout), (3, &alone), "{what}\n{}", ended.all());
            assert_eq!(ended.stderr.lines().filter(|line| line.contains(says)).count(), 1, "{what}\n{}", ended.all());
            // The program itself, at the end of which the library collects the last results.
            let program = program.replace("exit 3", "exit 0");
            let ended = script(&format!("{system}\"$GLMETER\" check --max-draws 1000000 -- sh -c '{program}'"), &unused);
            assert_eq!(ended.stdout, alone, "{what}\n{}", ended.all());
            if says == frames {
                assert_eq!(ended.code, 0, "{what}: the budget is kept\n{}", ended.all());
            } else {
                assert_eq!(ended.code, 2, "{what}: nothing could be checked\n{}", ended.all());
                assert!(ended.stderr.contains(says), "{what}\n{}", ended.all());
            }
        }
    }
}

#[test]
fn a_program_that_tries_to_shorten_its_recording_while_it_draws_goes_on() {
    let include = crate::support::root().join("include");
    let program = compile("shortened_recording.c", &["-I", include.to_str().unwrap(), "-lEGL"]);
    let json = fresh("json");
    let mut command = clean(glmeter().get_program());
    command.args(["run", "--report"]).arg(format!("json={}", json.display())).arg("--").arg(program);
    let ended = run(command.env("LIBGL_ALWAYS_SOFTWARE", "1"));
    assert_eq!((ended.code, ended.stdout.as_str()), (0, "shortened_recording: ok\n"), "{}", ended.all());
    assert_eq!(report(&json)["frames"], 10, "{}", ended.all());
}
