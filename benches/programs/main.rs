//! Measures whole programs on the software pipeline beside Mesa's llvmpipe: the scenes of glmark2, and a scene of WebGL in Chromium.
//!
//! `cargo bench --bench programs -- [--quick]`
//!
//! The programs draw on each driver in turn, in every round; the fastest counts, since it was disturbed least. Nothing is asserted of the times.
//! glmark2 draws to a picture of 800 x 600 pixels that no window shows. Chromium draws the scene of `scene.html` to a canvas of this size.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a benchmark ends by panicking")]

#[path = "../support/command.rs"]
mod command;
#[path = "../support/drivers.rs"]
#[allow(dead_code, reason = "the programs are no children of this one")]
mod drivers;
#[path = "../support/needs.rs"]
#[allow(dead_code, reason = "the programs draw on drivers alone")]
mod needs;
#[path = "../support/xvfb.rs"]
mod xvfb;

use drivers::{Driver, LLVMPIPE, PIPELINE};
use needs::require;
use std::path::Path;
use std::process::{Command, ExitCode};
use xvfb::Xvfb;

const ROUNDS: u32 = 3;
const DRIVERS: [Driver; 2] = [PIPELINE, LLVMPIPE];

fn main() -> ExitCode {
    command::main("programs", "--quick", |_| {}, |arguments| measure(command::quick(arguments)?))
}

/// Milliseconds a frame of each scene, by name, in the order in which they are drawn.
type Frames = Vec<(String, f64)>;

/// Runs the programs and prints the table.
fn measure(quick: bool) -> Result<(), String> {
    require("Xvfb", "xvfb")?;
    require("glmark2-es2", "glmark2-es2-x11")?;
    require("chromium", "chromium")?;
    let xvfb = Xvfb::start()?;
    let mut least = [Frames::new(), Frames::new()];
    for _ in 0..if quick { 1 } else { ROUNDS } {
        for (driver, least) in DRIVERS.iter().zip(&mut least) {
            let mut frames = glmark2(driver, &xvfb.display, if quick { 0.3 } else { 2.0 })?;
            frames.push(chromium(driver)?);
            for (scene, time) in frames {
                match least.iter_mut().find(|(known, _)| *known == scene) {
                    Some((_, least)) => *least = least.min(time),
                    None => least.push((scene, time)),
                }
            }
        }
    }
    println!("milliseconds a frame; the pipeline's speed as a multiple of llvmpipe's\n");
    println!("{:100}{:>10}{:>10}{:>12}", "", "pipeline", "llvmpipe", "of llvmpipe");
    let (mut sum, mut scenes) = (0.0, 0);
    for ((scene, own), (other_scene, other)) in least[0].iter().zip(&least[1]) {
        assert!(scene == other_scene, "{scene} and {other_scene}");
        println!("{scene:100}{own:>10.2}{other:>10.2}{:>12.2}", other / own);
        if scene.starts_with('[') {
            (sum, scenes) = (sum + (other / own).ln(), scenes + 1);
        }
    }
    println!("\ngeometric mean of glmark2's {scenes} scenes: {:.2}", (sum / f64::from(scenes)).exp());
    Ok(())
}

/// Returns the output of a program that ended well.
fn output(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        Ok(text)
    } else {
        Err(format!("{command:?}: {}\n{text}{}", output.status, String::from_utf8_lossy(&output.stderr)))
    }
}

/// Draws glmark2's own selection of scenes for so many seconds each.
fn glmark2(driver: &Driver, display: &str, seconds: f64) -> Result<Frames, String> {
    let mut command = driver.command(Path::new("glmark2-es2"))?;
    let text = output(command.env("DISPLAY", display).args(["--off-screen", "-b", &format!(":duration={seconds}")]))?;
    let frames: Frames = text.lines().filter_map(frame).collect();
    if frames.is_empty() { Err(format!("glmark2-es2 drew no scene\n{text}")) } else { Ok(frames) }
}

/// Returns the scene and the time of a line as `[build] use-vbo=false: FPS: 385 FrameTime: 2.601 ms`.
fn frame(line: &str) -> Option<(String, f64)> {
    let (scene, figures) = line.split_once(": FPS: ")?;
    let time = figures.split_once("FrameTime: ")?.1.strip_suffix(" ms")?.parse().ok()?;
    Some((scene.to_owned(), time))
}

/// Draws the page's scene; its title is then the milliseconds of a frame.
fn chromium(driver: &Driver) -> Result<(String, f64), String> {
    let data = std::env::temp_dir().join(format!("glmeter-programs-{}", std::process::id()));
    let mut command = driver.command(Path::new("/usr/lib/chromium/chromium"))?;
    command.args(["--headless", "--no-sandbox", "--use-gl=angle", "--use-angle=gles-egl", "--ignore-gpu-blocklist", "--enable-gpu"]);
    command.args(["--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"]);
    command.args(["--virtual-time-budget=20000", "--dump-dom"]).arg(format!("--user-data-dir={}", data.display()));
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/programs/scene.html");
    let text = output(command.arg(format!("file://{}", page.display())).env_remove("DISPLAY").env("HOME", std::env::temp_dir()));
    let _ = std::fs::remove_dir_all(&data);
    let text = text?;
    let title = text.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>")).map(|(title, _)| title);
    let time = title.and_then(|title| title.parse().ok()).ok_or_else(|| format!("Chromium drew nothing: {title:?}"))?;
    Ok(("Chromium: 400 lit and textured cubes in WebGL".to_owned(), time))
}
