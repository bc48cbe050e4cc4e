//! `glmeter check`: its status, its lines, its files, and the commands of docs/budgets.md.

use super::{By, clean, frames, fresh};
use crate::support::{Ended, build_folder, display, glmeter, root, run};
use std::process::Command;

/// Runs `glmeter check` on the software pipeline with `frames`.
fn check(options: &[&str], arguments: &[&str]) -> Ended {
    let mut command = clean(glmeter().get_program());
    command.args(["check", "--provider", "software"]).args(options).arg("--").arg(frames(By::Glx)).args(arguments);
    run(&mut command)
}

/// Asserts the status and the lines on standard error.
fn expect(ended: &Ended, status: i32, lines: &[&str]) {
    assert_eq!((ended.code, ended.stderr.lines().collect::<Vec<_>>()), (status, lines.to_vec()), "{}", ended.all());
}

/// Runs the commands of a block of the page.
fn run_block(text: &str) -> Ended {
    let text = text.replace("target/release", &build_folder().to_string_lossy());
    let mut command = Command::new("bash");
    run(command.args(["-euo", "pipefail", "-c", &text]).current_dir(root()).env("DISPLAY", display()))
}

#[test]
fn the_commands_of_the_page_do_what_it_says() {
    std::fs::create_dir_all(root().join("target")).unwrap();
    let page = std::fs::read_to_string(root().join("docs/budgets.md")).unwrap();
    let blocks: Vec<&str> = page.split("```").skip(1).step_by(2).collect();
    let broken = ["glmeter: draws (worst): 100; the budget is 90; the worst frame is 1 with 100"];
    let mut statuses = Vec::new();
    for (at, block) in blocks.iter().enumerate() {
        let Some(text) = block.strip_prefix("sh measured\n") else { continue };
        let ended = run_block(text);
        statuses.push(ended.code);
        let lines: Vec<&str> = ended.stderr.lines().collect();
        match ended.code {
            0 if text.contains(" check ") => assert!(lines.len() == 1 && lines[0].contains(" hold"), "{text}\n{}", ended.all()),
            0 => assert!(lines.is_empty(), "{text}\n{}", ended.all()),
            _ => assert_eq!(lines, broken, "{text}\n{}", ended.all()),
        }
        // The output that the page shows is on one of the streams.
        if let Some(shown) = blocks.get(at + 1).and_then(|next| next.strip_prefix("text\n")) {
            assert!(ended.stderr.contains(shown) || ended.stdout.contains(shown), "{text}\n{}", ended.all());
        }
    }
    assert_eq!(statuses, [0, 1, 0, 0, 1]);
}

/// Runs the commands of the sample workflow with this build, and shows that it fails when a budget breaks.
#[test]
fn the_workflow_of_the_page_works() {
    let page = std::fs::read_to_string(root().join("docs/budgets.md")).unwrap();
    let workflow = page.split("```yaml measured\n").nth(1).unwrap().split("```").next().unwrap();
    let folder = fresh("workflow");
    std::fs::create_dir_all(&folder).unwrap();
    std::os::unix::fs::symlink(root().join("ctests"), folder.join("ctests")).unwrap();
    let step = |first: &str| workflow.split("- run: ").find(|step| step.trim_start_matches('|').trim_start().starts_with(first)).unwrap();
    let [compile, check] = [step("cc "), step("glmeter check ")].map(|step| step.split("- uses").next().unwrap().trim_start_matches('|'));
    let run_in_folder = |text: &str| {
        let path = format!("{}:{}", build_folder().display(), std::env::var("PATH").unwrap());
        let mut command = Command::new("bash");
        run(command.args(["-euc", text]).current_dir(&folder).env_remove("DISPLAY").env("PATH", path))
    };
    let compiled = run_in_folder(compile);
    assert_eq!(compiled.code, 0, "{}", compiled.all());
    let kept = run_in_folder(check);
    assert_eq!(kept.code, 0, "{}", kept.all());
    let broken = run_in_folder(&check.replace("--max-draws 100", "--max-draws 99"));
    assert!(broken.code == 1 && broken.stdout.contains("::error title=glmeter check::draws"), "{}", broken.all());
    assert!(std::fs::read_to_string(folder.join("budgets.xml")).unwrap().contains("<failure"), "{}", broken.all());
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_settings_file_of_the_page_works() {
    let page = std::fs::read_to_string(root().join("docs/budgets.md")).unwrap();
    let text = page.split("```toml measured\n").nth(1).unwrap().split("```").next().unwrap();
    let folder = fresh("settings");
    std::fs::create_dir_all(&folder).unwrap();
    let program = format!("\"{}\"", frames(By::Glx).display());
    std::fs::write(folder.join("glmeter.toml"), text.replace("\"target/frames\"", &program)).unwrap();
    let mut command = clean(glmeter().get_program());
    let ended = run(command.arg("check").current_dir(&folder).env("DISPLAY", display()));
    expect(&ended, 0, &["glmeter: all 3 budgets hold over 12 frames"]);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn each_broken_budget_has_a_line() {
    let options = ["--max-draws", "mean:99", "--max-vertices", "299", "--max-clears", "1", "--max-errors", "0", "--max-compile-ms", "1e6"];
    let lines = [
        "glmeter: draws (mean): 100; the budget is 99; the worst frame is 1 with 100",
        "glmeter: vertices (worst): 300; the budget is 299; the worst frame is 1 with 300",
        "glmeter: clears (worst): 2; the budget is 1; the worst frame is 1 with 2",
        "glmeter: errors (total): 1; the budget is 0; the worst frame is 19 with 1",
    ];
    expect(&check(&options, &["20", "100"]), 1, &lines);
    let ended = check(&["--max-draws", "100", "--frames", "5..10", "--max-errors", "0"], &["20", "100"]);
    expect(&ended, 0, &["glmeter: all 2 budgets hold over 5 frames"]);
}

/// The program would show a hundred thousand frames, each the same.
#[test]
fn a_range_of_frames_ends_the_program() {
    let ended = check(&["--max-draws", "100", "--frames", "5..10"], &["100000", "100"]);
    expect(&ended, 0, &["glmeter: the budget holds over 5 frames: draws (worst): 100; the budget is 100"]);
    let ended = check(&["--max-draws", "90", "--stop-after", "12"], &["100000", "100"]);
    expect(&ended, 1, &["glmeter: draws (worst): 100; the budget is 90; the worst frame is 1 with 100"]);
    let ended = check(&["--max-draws", "100", "--stop-after", "1s"], &["10000000", "100"]);
    assert!(ended.code == 0 && ended.stderr.starts_with("glmeter: the budget holds over "), "{}", ended.all());
}

#[test]
fn totals_of_commands_and_of_statistics_are_of_the_same_frames() {
    let ended = check(&["--max-draws", "total:1900", "--max-vertices", "total:5700", "--warmup", "1"], &["20", "100"]);
    expect(&ended, 0, &["glmeter: all 2 budgets hold over 20 frames"]);
    let ended = check(&["--max-draws", "total:1499", "--max-vertices", "total:4499", "--warmup", "5"], &["20", "100"]);
    let lines = [
        "glmeter: draws (total): 1500; the budget is 1499; the worst frame is 5 with 100",
        "glmeter: vertices (total): 4500; the budget is 4499; the worst frame is 5 with 300",
    ];
    expect(&ended, 1, &lines);
}

/// Returns threads that keep processors busy until the flag is set.
fn busy(threads: usize, is_over: &'static std::sync::atomic::AtomicBool) -> Vec<std::thread::JoinHandle<()>> {
    let spin = move || while !is_over.load(std::sync::atomic::Ordering::Relaxed) {};
    (0..threads).map(|_| std::thread::spawn(spin)).collect()
}

/// A budget that holds on a quiet machine is not called broken on a busy one, and one that is far too small is broken on both.
#[test]
fn a_time_is_not_judged_while_the_machine_is_busy() {
    static IS_OVER: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);
    let threads = busy(std::thread::available_parallelism().unwrap().get() * 2, &IS_OVER);
    let ended = check(&["--max-frame-ms", "mean:0.05", "--repeat", "3"], &["60", "100"]);
    IS_OVER.store(true, std::sync::atomic::Ordering::Relaxed);
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    assert_eq!(ended.code, 3, "{}", ended.all());
    let says = |line: &str| {
        line.contains("frame-ms (mean): ")
            && line.contains(" in the median of 3 runs (")
            && line.contains("; not judged, because other programs kept ")
    };
    assert!(ended.stderr.lines().count() == 1 && says(&ended.stderr), "{}", ended.all());
}

#[test]
fn a_time_that_exceeds_its_budget_is_measured_again() {
    let ended = check(&["--max-compile-ms", "0", "--max-draws", "100"], &["5", "100"]);
    assert!(matches!(ended.code, 1 | 3), "{}", ended.all());
    let again = "glmeter: a time exceeds its budget: running the program 4 more times to tell noise from change\n";
    assert!(
        ended.stderr.starts_with(again) && ended.stderr.contains("compile-ms (total): ") && ended.stderr.contains(" of 5 runs"),
        "{}",
        ended.all()
    );
    assert_eq!(ended.stdout.matches("samples ").count(), 5, "{}", ended.all());
    let kept = check(&["--max-frame-ms", "1e6"], &["5", "100"]);
    assert_eq!((kept.code, kept.stdout.matches("samples ").count()), (0, 1), "{}", kept.all());
}

#[test]
fn a_program_without_frames_keeps_no_budget() {
    let mut command = clean(glmeter().get_program());
    let ended = run(command.args(["check", "--max-draws", "5", "--max-gpu-ms", "5", "--", "true"]));
    let line = |name: &str| format!("glmeter: {name}: not measured: the program made no GL context current");
    let why = "glmeter: true loaded no GL library: there is nothing to report";
    expect(&ended, 1, &[why, &line("draws (worst)"), &line("gpu-ms (p95)")]);
}

#[test]
fn a_failed_program_is_told_from_broken_budgets() {
    let lines = |ending: &str| format!("glmeter: the program failed ({ending}): its budgets were not checked");
    expect(&check(&["--max-draws", "1"], &["5", "10", "exit"]), 3, &[&lines("exit status 3")]);
    expect(&check(&["--max-draws", "1"], &["5", "10", "kill"]), 128 + libc::SIGKILL, &[&lines("signal 9")]);
    let mut command = clean(glmeter().get_program());
    let ended = run(command.args(["check", "--max-draws", "5", "--", "/there/is/none"]));
    expect(&ended, 127, &["glmeter: /there/is/none: no such program"]);
}

#[test]
fn wrong_command_lines_run_nothing() {
    let wrong = |options: &[&str], says: &str| {
        let ended = check(options, &["1", "1"]);
        assert!(ended.code == 2 && ended.stdout.is_empty(), "{options:?}\n{}", ended.all());
        assert!(ended.stderr.contains(says), "{options:?}\n{}", ended.all());
    };
    wrong(&[], "check wants a budget");
    wrong(&["--max-fun", "1"], "--max-fun");
    wrong(&["--max-draws", "many"], "--max-draws wants a number from 0 on, got \"many\"");
    wrong(&["--max-draws", "p99:1"], "--max-draws wants mean, worst or total before the colon, got \"p99\"");
    wrong(&["--picture-hash", "0123456789abcdef"], "needs --frame");
    wrong(&["--max-draws", "1", "--frame", "1"], "needs --picture-hash");
    wrong(&["--frame", "1", "--picture-hash", "12"], "16 hexadecimal digits");
    wrong(&["--baseline", "/there/is/none"], "/there/is/none");
    wrong(&["--max-draws", "1", "--tolerance", "1"], "--tolerance needs --baseline");
    wrong(&["--max-draws", "1", "--overhead"], "--overhead");
    let ended = run(clean(glmeter().get_program()).args(["check", "--max-draws", "1"]));
    assert!(ended.code == 2 && ended.stderr.contains("check wants a program"), "{}", ended.all());
}

#[test]
fn another_picture_and_another_count_than_the_baselines_are_told() {
    let json = fresh("baseline");
    let report = format!("json={}", json.display());
    let mut command = clean(glmeter().get_program());
    command.args(["run", "--provider", "software", "--report", "off", "--report", &report, "--frame", "11", "--"]);
    let ended = run(command.arg(frames(By::Glx)).args(["20", "100"]));
    expect(&ended, 0, &[]);
    let baseline = ["--baseline", json.to_str().unwrap(), "--no-times", "--frame", "11", "--picture-hash", "aa7bb7e7897ebff0"];
    let kept = check(&baseline, &["20", "100"]);
    assert!(
        kept.code == 0 && kept.stderr.starts_with("glmeter: all ") && kept.stderr.ends_with(" budgets hold over 20 frames\n"),
        "{}",
        kept.all()
    );
    let ended = check(&baseline, &["20", "110"]);
    let lines: Vec<&str> = ended.stderr.lines().collect();
    let changed = "glmeter: baseline: draws: 110 in the mean frame; the baseline has 100 (+10.00 %)";
    assert!(ended.code == 1 && lines.contains(&changed), "{}", ended.all());
    assert!(ended.stderr.contains("glmeter: baseline: VERTICES_SUBMITTED: 330 in the mean frame; the baseline has 300 (+10.00 %)\n"));
    assert!(lines.iter().any(|line| line.starts_with("glmeter: picture-hash: ") && line.ends_with("; aa7bb7e7897ebff0 was expected")));
    assert!(lines.iter().any(|line| line.starts_with("glmeter: baseline: picture: ")), "{}", ended.all());
    let tolerant = check(&["--baseline", json.to_str().unwrap(), "--no-times", "--tolerance", "100"], &["20", "110"]);
    assert!(tolerant.code == 1 && tolerant.stderr.lines().count() == 1, "the picture alone\n{}", tolerant.all());
    std::fs::remove_file(json).unwrap();
}

#[test]
fn junit_and_github_get_every_budget() {
    let junit = fresh("junit");
    let options = ["--max-draws", "90", "--max-vertices", "300", "--junit", junit.to_str().unwrap(), "--github"];
    let ended = check(&options, &["20", "100"]);
    assert_eq!(ended.code, 1, "{}", ended.all());
    let annotation = "::error title=glmeter check::draws (worst): 100; the budget is 90; the worst frame is 1 with 100";
    assert_eq!(ended.stdout.lines().filter(|line| line.starts_with("::")).collect::<Vec<_>>(), [annotation]);
    let script = "import sys, xml.etree.ElementTree as tree
suite = tree.parse(sys.argv[1]).getroot()[0]
print(suite.get('tests'), suite.get('failures'), *(case.get('name') + ('!' if case.find('failure') is not None else '') for case in suite))";
    let parsed = run(Command::new("python3").args(["-c", script]).arg(&junit));
    assert_eq!(parsed.stdout, "2 1 draws (worst)! vertices (worst)\n", "{}", parsed.all());
    std::fs::remove_file(junit).unwrap();
    // Status 1 is that of a broken budget alone.
    let full = check(&["--max-draws", "100", "--junit", "/dev/full"], &["5", "10"]);
    assert!(full.code == 2 && full.stderr.contains("glmeter: --junit /dev/full: No space left on device"), "{}", full.all());
    let both = check(&["--max-draws", "1", "--junit", "/dev/full"], &["5", "10"]);
    assert!(both.code == 1 && both.stderr.contains("glmeter: --junit /dev/full: No space left on device"), "{}", both.all());
}
