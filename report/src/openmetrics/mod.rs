//! `--report openmetrics=ADDRESS`: the sums of the run, which Prometheus scrapes while the program runs.

mod histogram;
mod metrics;
mod server;
mod text;

use crate::output::Output;
use crate::run::Run;
use glmeter_recording::{CONTEXTS, Frame, Recording};
use histogram::Histogram;
use server::Server;
use std::collections::BTreeMap;
use std::io::Result;
use std::path::Path;
use std::time::Duration;

/// Answers HTTP requests for the sums, on a thread of its own.
pub struct OpenMetrics {
    server: Server,
    frame_times: FrameTimes,
}

/// The histograms of each context, by its number.
type FrameTimes = BTreeMap<usize, Times>;

/// The histograms of a context.
#[derive(Default)]
struct Times {
    wall: Histogram,
    gpu: Histogram,
}

impl OpenMetrics {
    /// Listens on an address: a path for a Unix socket, `HOST:PORT`, or `:PORT` for programs of this machine alone. Fails if it is in use.
    pub fn listen(address: impl AsRef<Path>) -> Result<Self> {
        Ok(Self { server: Server::start(address.as_ref())?, frame_times: FrameTimes::new() })
    }
}

/// Returns true for an address on which [`OpenMetrics::listen`] can listen: the path of a Unix socket, which has a `/`, `HOST:PORT` or `:PORT`.
pub fn is_address(address: &Path) -> bool {
    server::is_address(address)
}

/// Adds a frame to the histograms of its context.
fn add(times: &mut FrameTimes, frame: &Frame) {
    let number = frame.context as usize;
    if number < CONTEXTS && !frame.has(Frame::IS_REST) {
        let times = times.entry(number).or_default();
        times.wall.add(frame.wall());
        if frame.has(Frame::HAS_GPU) {
            times.gpu.add(frame.gpu);
        }
    }
}

impl Output for OpenMetrics {
    fn frame(&mut self, _recording: &Recording, frame: &Frame) -> Result<()> {
        add(&mut self.frame_times, frame);
        Ok(())
    }

    fn period(&self) -> Option<Duration> {
        // The sums are made up only for a client.
        self.server.is_asked().then_some(Duration::ZERO)
    }

    fn tick(&mut self, run: &Run) -> Result<()> {
        self.server.answer(metrics::text(run, &self.frame_times));
        Ok(())
    }

    fn finish(&mut self, run: &Run) -> Result<()> {
        self.server.answer(metrics::text(run, &self.frame_times));
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use crate::live::figures::tests::frame;
    use crate::run::{Context, Error, Scope, Sum};
    use glmeter_recording::Options;
    use std::io::{Read, Write};
    use std::net::TcpStream;
    use std::os::unix::net::{UnixListener, UnixStream};
    use std::path::PathBuf;
    use std::time::Instant;

    fn path(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("glmeter-openmetrics-{}-{name}", std::process::id()))
    }

    fn run() -> Run {
        let counts = [("draws", 900), ("compile_time", 1_500_000_000)].map(|(name, sum)| (name.to_owned(), Sum { sum, ..Sum::default() }));
        let context = Context {
            process: 7,
            program: "a \"b\"".to_owned(),
            frames: 90,
            counts: counts.into(),
            ratios: [("overdraw".to_owned(), 2.5)].into(),
            passes: vec![Scope { path: "window 640x480".to_owned(), gpu_time: 250_000_000, ..Scope::default() }],
            errors: [("one rule", 1), ("another", 2)]
                .map(|(rule, times)| Error {
                    name: "GL_INVALID_ENUM".to_owned(),
                    command: "glEnable".to_owned(),
                    rule: rule.to_owned(),
                    times,
                    first_frame: 0,
                })
                .into(),
            ..Context::default()
        };
        Run { glmeter: "1.2.3".to_owned(), command: vec!["gears".to_owned()], contexts: vec![context], ..Run::default() }
    }

    /// Returns what a client gets, while the collector calls the output as often as usual.
    fn ask(output: &mut OpenMetrics, mut stream: impl Read + Write + Send, request: &str) -> String {
        std::thread::scope(|scope| {
            let client = scope.spawn(move || {
                stream.write_all(request.as_bytes()).unwrap();
                let mut answer = String::new();
                let _ = stream.read_to_string(&mut answer);
                answer
            });
            while !client.is_finished() {
                if output.period().is_some() {
                    output.tick(&run()).unwrap();
                }
                std::thread::sleep(Duration::from_millis(10));
            }
            client.join().unwrap()
        })
    }

    #[test]
    fn a_client_gets_the_metrics_over_a_unix_socket() {
        let path = path("unix");
        let mut output = OpenMetrics::listen(path.to_str().unwrap()).unwrap();
        let recording = Recording::private(Options::default()).unwrap();
        (1..=3).for_each(|number| output.frame(&recording, &frame(number, number * 10 + 10, 10, 2, 8)).unwrap());
        output.frame(&recording, &Frame { flags: Frame::IS_REST, ..frame(4, 100, 10, 2, 8) }).unwrap();
        let mut get = |request: &str| ask(&mut output, UnixStream::connect(&path).unwrap(), request);
        let answer = get("GET /metrics?a=b HTTP/1.1\r\nHost: x\r\n\r\n");
        let (head, text) = answer.split_once("\r\n\r\n").unwrap();
        assert!(
            head.starts_with("HTTP/1.1 200 OK\r\nContent-Type: application/openmetrics-text; version=1.0.0; charset=utf-8\r\n"),
            "{head}"
        );
        assert!(head.contains(&format!("Content-Length: {}\r\n", text.len())), "{head}");
        let labels = r#"process="7",program="a \"b\"",context="0""#;
        for line in [
            format!("glmeter_frames_total{{{labels}}} 90"),
            format!("glmeter_draws_total{{{labels}}} 900"),
            format!("glmeter_shader_compile_time_seconds_total{{{labels}}} 1.5"),
            format!("glmeter_frame_time_seconds_bucket{{{labels},le=\"0.0112\"}} 3"),
            format!("glmeter_frame_time_seconds_bucket{{{labels},le=\"0.0084\"}} 0"),
            format!("glmeter_frame_time_seconds_sum{{{labels}}} 0.03"),
            format!("glmeter_frame_gpu_time_seconds_count{{{labels}}} 3"),
            format!("glmeter_ratio{{{labels},of=\"overdraw\"}} 2.5"),
            format!("glmeter_pass_gpu_time_seconds_total{{{labels},pass=\"window 640x480\"}} 0.25"),
            format!("glmeter_gl_errors_total{{{labels},error=\"GL_INVALID_ENUM\",command=\"glEnable\"}} 3"),
            "glmeter_info{version=\"1.2.3\",command=\"gears\"} 1".to_owned(),
        ] {
            assert!(text.lines().any(|of| of == line), "{line} in\n{text}");
        }
        assert!(text.ends_with("\n# EOF\n"), "{text}");
        assert!(get("HEAD /metrics HTTP/1.1\r\n\r\n").ends_with("\r\n\r\n"));
        assert!(get("GET /other HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404 "));
        assert!(get("POST /metrics HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405 "));
        assert!(get("\x01\r\n\r\n").starts_with("HTTP/1.1 400 "));
        assert!(get(&format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(9000))).starts_with("HTTP/1.1 400 "));
        drop(output);
        assert!(!path.exists());
    }

    #[test]
    fn a_client_gets_the_metrics_over_tcp() {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut output = OpenMetrics::listen(format!(":{port}")).unwrap();
        let answer = ask(&mut output, TcpStream::connect(("127.0.0.1", port)).unwrap(), "GET /metrics HTTP/1.0\r\n\r\n");
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.ends_with("# EOF\n"), "{answer}");
        let again = OpenMetrics::listen(format!("localhost:{port}")).err().unwrap();
        assert_eq!(again.kind(), std::io::ErrorKind::AddrInUse);
    }

    #[test]
    fn a_silent_client_delays_nothing() {
        let path = path("silent");
        let mut output = OpenMetrics::listen(path.to_str().unwrap()).unwrap();
        let silent: Vec<_> = (0..4).map(|_| UnixStream::connect(&path).unwrap()).collect();
        let begun = Instant::now();
        let answer = ask(&mut output, UnixStream::connect(&path).unwrap(), "GET /metrics HTTP/1.1\r\n\r\n");
        assert!(answer.ends_with("# EOF\n"), "{answer}");
        output.finish(&run()).unwrap();
        drop(output);
        assert!(begun.elapsed() < Duration::from_secs(3) && !path.exists());
        drop(silent);
    }

    #[test]
    fn what_is_no_address_makes_no_socket() {
        let is = |address: &str| is_address(Path::new(address));
        assert!([":9464", "localhost:9464", "[::1]:9464", "./socket", "/run/a:9464"].into_iter().all(is));
        for address in ["localhost", ":99999", ":0", ":", "", "9464", "socket", "localhost:", "a:b:c", "http://localhost:9464"] {
            assert!(!is(address), "{address}");
            assert_eq!(OpenMetrics::listen(address).err().map(|error| error.kind()), Some(std::io::ErrorKind::InvalidInput), "{address}");
            assert!(!Path::new(address).exists(), "{address}");
        }
        assert_eq!(OpenMetrics::listen("/").err().map(|error| error.kind()), Some(std::io::ErrorKind::IsADirectory));
    }

    #[test]
    fn a_socket_that_is_in_use_or_left_behind() {
        let path = path("used");
        let address = path.to_str().unwrap();
        let other = UnixListener::bind(&path).unwrap();
        let kind = |address: &str| OpenMetrics::listen(address).err().map(|error| error.kind());
        assert_eq!(kind(address), Some(std::io::ErrorKind::AddrInUse));
        drop(other);
        // The file of a socket stays when its process is killed.
        let output = OpenMetrics::listen(address).unwrap();
        drop(output);
        std::fs::write(&path, "a file of the user's").unwrap();
        assert_eq!(kind(address), Some(std::io::ErrorKind::AddrInUse));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "a file of the user's");
        std::fs::remove_file(&path).unwrap();
        assert_eq!(kind("/no/such/folder/socket"), Some(std::io::ErrorKind::NotFound));
    }
}
