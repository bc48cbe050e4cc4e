//! `glmeter run --report openmetrics=ADDRESS`.

use super::support::{self, root, run};
use super::{Running, glmeter};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Prints the name and the type of each metric, as Prometheus's own parser reads them.
const PARSER: &str = "
import sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families
for family in text_string_to_metric_families(sys.stdin.read()):
    for sample in family.samples:
        print(family.name, family.type, sample.name, sample.labels.get('program'), sample.value)
";

/// Returns what curl prints for the metrics, once there are frames.
fn fetch(arguments: &[&str]) -> (String, PathBuf) {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("metrics-{}-{}", std::process::id(), arguments.len()));
    let begun = Instant::now();
    loop {
        let mut curl = Command::new("curl");
        curl.args(["--silent", "--fail", "--max-time", "10", "--write-out", "%{content_type}", "--output"]).arg(&file).args(arguments);
        let ended = run(&mut curl);
        if ended.code == 0 && std::fs::read_to_string(&file).unwrap().contains("glmeter_frames_total{") {
            return (ended.stdout, file);
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "curl is in the Debian package of its name\n{}", ended.all());
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Asserts that Prometheus's parser reads the metrics of glxgears.
fn check((kind, file): (String, PathBuf)) {
    assert_eq!(kind, "application/openmetrics-text; version=1.0.0; charset=utf-8");
    let python = root().join("target/clients-venv/bin/python");
    let mut parser = Command::new("sh");
    parser.args(["-c", "exec \"$0\" -c \"$1\" <\"$2\""]).arg(python).arg(PARSER).arg(&file);
    let ended = run(&mut parser);
    assert_eq!(ended.code, 0, "tests/clients/setup.sh installs the parser\n{}\n{}", ended.all(), std::fs::read_to_string(&file).unwrap());
    let value = |start: &str| {
        let line = ended.stdout.lines().find(|line| line.starts_with(start));
        line.and_then(|line| line.rsplit(' ').next()?.parse::<f64>().ok()).unwrap_or_else(|| panic!("{start} in\n{}", ended.all()))
    };
    let frames = value("glmeter_frames counter glmeter_frames_total glxgears ");
    let counted = value("glmeter_frame_time_seconds histogram glmeter_frame_time_seconds_count glxgears ");
    assert!(frames > 0.0 && counted > 0.0, "{}", ended.stdout);
    assert!(value("glmeter_frame_time_seconds histogram glmeter_frame_time_seconds_sum glxgears ") > 0.0);
    assert!(value("glmeter_cpu_time_seconds counter glmeter_cpu_time_seconds_total glxgears ") > 0.0);
    value("glmeter_gpu_busy_ratio gauge glmeter_gpu_busy_ratio glxgears ");
    value("glmeter info glmeter_info None ");
    std::fs::remove_file(file).unwrap();
}

#[test]
fn prometheus_reads_the_metrics_over_a_unix_socket() {
    let socket = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("socket-{}", std::process::id()));
    let report = format!("openmetrics={}", socket.display());
    let program = Running::start(glmeter().args(["run", "--report", &report, "--", "glxgears"]));
    check(fetch(&["--unix-socket", socket.to_str().unwrap(), "http://glmeter/metrics"]));
    // Another run cannot have the same socket, and does not begin.
    let ended = run(glmeter().args(["run", "--report", &report, "--", "echo", "it runs"]));
    let line = format!("glmeter: --report={report}: Address already in use (os error 98)\n");
    assert_eq!((ended.code, ended.stderr, ended.stdout.as_str()), (1, line, ""));
    drop(program);
    assert!(!socket.exists());
}

#[test]
fn prometheus_reads_the_metrics_over_tcp() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let report = format!("--report=openmetrics=:{port}");
    let _program = Running::start(glmeter().args(["run", &report, "--", "glxgears"]));
    check(fetch(&[&format!("http://localhost:{port}/metrics")]));
}

#[test]
fn the_program_ends_though_a_client_is_waiting() {
    let socket = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("waiting-{}", std::process::id()));
    let report = format!("--report=openmetrics={}", socket.display());
    let begun = Instant::now();
    let script = format!("while ! [ -S '{0}' ]; do sleep 0.1; done; exec curl --silent --unix-socket '{0}' telnet://x", socket.display());
    let client = Running::start(Command::new("sh").args(["-c", &script]));
    let ended = support::run(glmeter().args(["run", &report, "--", "timeout", "2", "glxgears"]));
    assert_eq!(ended.code, 124, "{}", ended.all());
    assert!(begun.elapsed() < Duration::from_secs(20) && !socket.exists());
    drop(client);
}
