//! The reports of `glmeter run`: their options, their files, and what they keep of a program that ends in any way.

use super::{Command, Path, PathBuf, eventually, folder, frames, gears, glmeter, run, start};
use crate::support::{Ended, root};
use std::os::fd::AsRawFd;
use std::sync::OnceLock;

/// Returns a program of `ctests/frames.c`: 2 passes, 2 programs, and so many frames and draws as its arguments say.
pub(super) fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let output = Path::new(env!("CARGO_TARGET_TMPDIR")).join("command-frames");
        let mut compiler = Command::new("cc");
        compiler.arg("-o").arg(&output).arg(root().join("ctests/frames.c")).args(["-O1", "-lGL", "-lX11", "-lpthread"]);
        let ended = run(&mut compiler);
        assert_eq!(ended.code, 0, "{}", ended.all());
        output
    })
}

/// Returns the command that runs the program under glmeter with these options.
fn frames_under(options: &[&str], arguments: &[&str]) -> Command {
    let mut command = gears(&["run"]);
    command.args(options).arg("--").arg(program()).args(arguments).env("LC_ALL", "C.UTF-8");
    command
}

fn text(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn json(file: &Path) -> serde_json::Value {
    serde_json::from_str(&text(file)).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn option(kind: &str, file: &Path) -> String {
    format!("--report={kind}={}", file.display())
}

#[test]
fn wrong_options_are_told_in_one_line() {
    for (option, word, wanted) in [
        ("--report", "jsn=a", "summary, summary=FILE, off, json=FILE, csv=FILE, draws=FILE"),
        ("--frames", "5..3", "A..B, A.. or ..B, where A is less than B"),
        ("--warmup", "-1", "a number of frames"),
        ("--repeat", "0", "a number of runs from 1 to 10000"),
        ("--interval", "0", "a number of seconds from 0.01 to 86400"),
    ] {
        let ended = run(&mut glmeter(&["run", &format!("{option}={word}"), "true"]));
        let wrong =
            ended.stderr.starts_with(&format!("glmeter: {option} wants {wanted}")) && ended.stderr.contains(&format!(", got {word:?}"));
        assert!(ended.code == 2 && wrong && ended.stderr.lines().count() == 1, "{}", ended.all());
    }
    let ended = run(&mut glmeter(&["run", "--report=json=/no/such/folder/a.json", "true"]));
    assert_eq!(
        (ended.code, ended.stderr.as_str()),
        (1, "glmeter: --report=json=/no/such/folder/a.json: No such file or directory (os error 2)\n")
    );
}

#[test]
fn a_report_goes_to_each_of_its_files() {
    let folder = folder("files");
    let [summary, sums, rows] = ["summary.txt", "report.json", "frames.csv"].map(|name| folder.join(name));
    let options = [option("summary", &summary), option("json", &sums), option("csv", &rows)];
    let ended = run(&mut frames_under(&options.each_ref().map(String::as_str), &["40", "20"]));
    assert_eq!((ended.code, ended.stderr.contains("glmeter")), (0, false), "{}", ended.all());
    let summary = text(&summary);
    assert_eq!(frames(&summary), 40, "{summary}");
    assert!(summary.lines().skip(1).all(|line| line.chars().count() <= 80) && !summary.contains('\x1b'), "{summary}");
    let run_of = json(&sums);
    assert_eq!(
        (run_of["frames"].as_u64(), run_of["ended"].as_str(), run_of["lost_frames"].as_u64()),
        (Some(40), Some("exit status 0"), Some(0))
    );
    let context = &run_of["contexts"][0];
    assert_eq!(
        (context["frames"].as_u64(), context["wall_time"]["count"].as_u64(), context["warmup"]["frames"].as_u64()),
        (Some(40), Some(39), Some(1))
    );
    let rows: Vec<Vec<String>> = text(&rows).lines().map(|line| line.split(',').map(str::to_owned).collect()).collect();
    assert!(rows.len() >= 41 && rows.iter().all(|row| row.len() == rows[0].len()), "{rows:?}");
    let column = |name: &str| rows[0].iter().position(|heading| heading == name).unwrap();
    let walls: u64 =
        rows[2..].iter().filter(|row| row[column("rest")] == "0").map(|row| row[column("wall_ns")].parse::<u64>().unwrap()).sum();
    assert_eq!(Some(walls), context["wall_time"]["sum"].as_u64(), "the rows are the frames of the sums");
    let draws = context["counts"]["draws"]["sum"].as_u64().unwrap();
    assert_eq!(draws % 39, 0, "each frame has as many draws");
}

#[test]
fn the_json_file_obeys_its_schema() {
    let file = folder("schema").join("report.json");
    let ended = run(&mut frames_under(&["--report=off", &option("json", &file), "--repeat", "2", "--overhead"], &["20", "10"]));
    assert_eq!(ended.code, 0, "{}", ended.all());
    let script = "import json, jsonschema, sys; schema, run = (json.load(open(file)) for file in sys.argv[1:]); \
                  jsonschema.Draft202012Validator(schema).validate(run)";
    let mut python = Command::new(root().join("target/clients-venv/bin/python"));
    python.args(["-c", script]).arg(root().join("docs/report-schema.json")).arg(&file);
    let checked = run(&mut python);
    assert_eq!((checked.code, checked.stderr.as_str()), (0, ""), "{}", checked.all());
    let run_of = json(&file);
    assert_eq!(run_of["repeats"].as_array().map(Vec::len), Some(2));
    let overhead = |name: &str| run_of["overhead"][name].as_u64();
    assert!(overhead("cpu_time") > Some(0) && overhead("cpu_time_without") > Some(0));
    assert_eq!((overhead("frames"), overhead("frames_without")), (Some(20), Some(20)));
    assert!(ended.stderr.contains("glmeter: run 1 of 2: 20 frames in "), "{}", ended.all());
    let compared = run(glmeter(&["compare"]).arg(&file).arg(&file));
    assert!(compared.code == 0 && compared.stdout.contains("wall time, ms") && compared.stdout.contains("  0 of "), "{}", compared.all());
    let refused = run(glmeter(&["compare"]).arg(&file).arg("/dev/null"));
    assert_eq!((refused.code, refused.stderr.lines().count()), (1, 1), "{}", refused.all());
}

#[test]
fn nothing_is_lost_of_a_program_that_ends_in_any_way() {
    for (way, ended_as) in
        [("_exit", "exit status "), ("abort", "signal 6"), ("kill", "signal 9"), ("exec", "exit status "), ("fork", "exit status ")]
    {
        let file = folder(way).join("report.json");
        let ended = run(&mut frames_under(&[&option("json", &file)], &["30", "10", way]));
        assert_eq!(frames(&ended.stderr), 30, "{way}: {}", ended.all());
        let run_of = json(&file);
        assert!(run_of["ended"].as_str().is_some_and(|text| text.starts_with(ended_as)), "{way}: {}", run_of["ended"]);
        assert_eq!((run_of["frames"].as_u64(), run_of["contexts"][0]["wall_time"]["count"].as_u64()), (Some(30), Some(29)), "{way}");
    }
}

#[test]
fn contexts_of_threads_are_told_apart() {
    let file = folder("thread").join("report.json");
    let ended = run(&mut frames_under(&[&option("json", &file)], &["30", "10", "thread"]));
    assert_eq!(ended.code, 0, "{}", ended.all());
    let run_of = json(&file);
    let shown: Vec<&serde_json::Value> = run_of["contexts"].as_array().unwrap().iter().filter(|context| context["frames"] != 0).collect();
    assert_eq!((shown.len(), run_of["frames"].as_u64()), (2, Some(30)), "{run_of}");
    assert!(shown[0]["thread"] != shown[1]["thread"] && shown[0]["process"] == shown[1]["process"]);
    assert!(ended.stderr.contains("context 0: ") && ended.stderr.contains("context 1: "), "{}", ended.all());
}

#[test]
fn a_full_disk_is_told_in_one_line_and_harms_nothing() {
    for kind in ["json", "csv", "summary"] {
        let ended = run(&mut frames_under(&["--report=summary", &format!("--report={kind}=/dev/full")], &["30", "10"]));
        let told: Vec<&str> = ended.stderr.lines().filter(|line| line.contains("No space left")).collect();
        assert!(ended.code == 0 && told.len() == 1 && told[0].starts_with(&format!("glmeter: {kind}=/dev/full: ")), "{}", ended.all());
        assert_eq!(frames(&ended.stderr), 30, "{}", ended.all());
    }
}

#[test]
fn a_closed_pipe_harms_nothing() {
    let (reader, writer) = std::io::pipe().unwrap();
    let file = PathBuf::from(format!("/proc/self/fd/{}", writer.as_raw_fd()));
    // SAFETY: the descriptor is open; the child inherits it.
    unsafe { libc::fcntl(writer.as_raw_fd(), libc::F_SETFD, 0) };
    drop(reader);
    let ended = run(&mut frames_under(&[&option("csv", &file)], &["30", "10"]));
    assert_eq!((ended.code, frames(&ended.stderr)), (0, 30), "{}", ended.all());
}

#[test]
fn a_killed_command_leaves_what_it_knew() {
    let folder = folder("killed");
    let [sums, rows] = ["report.json", "frames.csv"].map(|name| folder.join(name));
    let mut command = gears(&["run", &option("json", &sums), &option("csv", &rows), "sh", "-c", "echo ready; exec glxgears"]);
    let (mut child, _output, _) = start(&mut command);
    eventually("the JSON file has frames", || sums.exists() && json(&sums)["frames"].as_u64() > Some(10));
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(json(&sums)["ended"], "running");
    assert!(text(&rows).lines().count() > 10);
}

#[test]
fn frames_and_warm_up_are_chosen() {
    let file = folder("chosen").join("report.json");
    let ended = run(&mut frames_under(&[&option("json", &file), "--frames=10..30", "--warmup", "15"], &["40", "10"]));
    assert_eq!(frames(&ended.stderr), 20, "{}", ended.all());
    let run_of = json(&file);
    let context = &run_of["contexts"][0];
    assert_eq!((context["warmup"]["frames"].as_u64(), context["wall_time"]["count"].as_u64()), (Some(5), Some(15)), "{run_of}");
}

#[test]
fn each_interval_has_a_line() {
    let ended: Ended = run(&mut gears(&["run", "--report=off", "--interval", "0.3", "timeout", "1", "glxgears"]));
    let lines: Vec<&str> = ended.stderr.lines().filter(|line| line.split_whitespace().count() == 8 && !line.contains('[')).collect();
    assert!(ended.code == 124 && lines.len() >= 3 && !ended.stderr.contains(" frames in "), "{}", ended.all());
}
