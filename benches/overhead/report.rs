//! Compares whole programs without a tool, with the default report of `glmeter run`, under `apitrace trace` and under MangoHud: the CPU time
//! and the instructions of a frame.
//!
//! Both are the differences of two runs of different lengths, so that what a program does once does not count. The CPU time is that of the
//! program and of the tool's own processes. callgrind counts the instructions of the program's process alone.

use crate::frames::median;
use crate::needs::require;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A program with its name, its arguments but the number of frames, and the numbers of frames of a short and a long run for the CPU time and
/// for the instructions.
struct Program {
    name: &'static str,
    /// What apitrace calls its window system.
    api: &'static str,
    path: PathBuf,
    arguments: &'static [&'static str],
    /// The program takes the number of frames as its first argument. Others are ended by the preloaded limit.
    is_counted: bool,
    timed: [u32; 2],
    instructed: [u32; 2],
}

/// What a program runs under.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tool {
    None,
    Glmeter,
    Apitrace,
    Mangohud,
}

const TOOLS: [(&str, Tool); 4] =
    [("bare", Tool::None), ("glmeter run", Tool::Glmeter), ("apitrace", Tool::Apitrace), ("mangohud", Tool::Mangohud)];

/// The number of rounds of the CPU time, of which the median counts.
const ROUNDS: usize = 7;
const QUICK_ROUNDS: usize = 2;

/// Compiles a C file of `ctests`.
fn compile(folder: &Path, source: &str, arguments: &[&str]) -> Result<PathBuf, String> {
    let output = folder.join(source).with_extension("built");
    let mut command = Command::new("cc");
    command.arg("-O1").arg("-o").arg(&output).arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("ctests").join(source)).args(arguments);
    let ended = command.output().map_err(|error| format!("cc: {error}"))?;
    ended.status.success().then_some(output).ok_or_else(|| String::from_utf8_lossy(&ended.stderr).into_owned())
}

/// Measures the programs under each tool, and prints a table.
pub(crate) fn compare(library: &Path, quick: bool, display: &str) -> Result<(), String> {
    for (program, package) in [("apitrace", "apitrace"), ("mangohud", "mangohud"), ("valgrind", "valgrind"), ("glxgears", "mesa-utils")] {
        require(program, package)?;
    }
    let folder = std::env::temp_dir().join(format!("glmeter-report-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let compared = compare_in(&folder, library, quick, display);
    let _removed = std::fs::remove_dir_all(&folder);
    compared
}

/// Does [`compare`] with a folder for files.
fn compare_in(folder: &Path, library: &Path, quick: bool, display: &str) -> Result<(), String> {
    let limit = compile(folder, "frame_limit.c", &["-shared", "-fPIC", "-ldl"])?;
    let frames = compile(folder, "frames.c", &["-D_GNU_SOURCE", "-lGL", "-lX11", "-lpthread"])?;
    let gears = |name: &'static str, api: &'static str| Program {
        name,
        api,
        path: name.into(),
        arguments: &[],
        is_counted: false,
        timed: [100, 10_100],
        // Enough for several detailed frames.
        instructed: [70, 134],
    };
    let draws = Program {
        name: "10,000 draws a frame",
        api: "gl",
        path: frames,
        arguments: &["10000"],
        is_counted: true,
        timed: [4, 204],
        // After those that are detailed at the beginning.
        instructed: [5, 13],
    };
    // Cargo leaves the library in a folder inside that of the command.
    let mut beside = library.ancestors().skip(1).take(2).map(|folder| folder.join("glmeter"));
    let Some(glmeter) = beside.find(|command| command.is_file()) else {
        return Err(format!("there is no glmeter near {}: cargo build --release", library.display()));
    };
    let bench = Bench { folder, glmeter: &glmeter, limit: &limit, display };
    println!("\n{:22}{:14}{:>12}{:>9}{:>18}{:>9}", "a frame", "", "CPU µs", "ratio", "instructions", "ratio");
    for program in [gears("glxgears", "gl"), gears("es2gears_x11", "egl"), draws] {
        // The ratios of a round are those of runs beside each other, because the machine's speed changes.
        let mut rounds: Vec<[f64; TOOLS.len()]> = Vec::new();
        for _ in 0..if quick { QUICK_ROUNDS } else { ROUNDS } {
            let mut times = [0.0; TOOLS.len()];
            for (time, (_, tool)) in times.iter_mut().zip(TOOLS) {
                let [short, long] = program.timed.map(|frames| bench.cpu_time(&program, tool, frames));
                *time = each(program.timed, [short?, long?]);
            }
            rounds.push(times);
        }
        let mut instructions = [f64::NAN; TOOLS.len()];
        for (count, (_, tool)) in instructions.iter_mut().zip(TOOLS) {
            let counted: Result<Vec<f64>, String> =
                program.instructed.iter().map(|frames| bench.instructions(&program, tool, *frames)).collect();
            match (counted, tool) {
                (Ok(counted), _) => *count = each(program.instructed, [counted[0], counted[1]]),
                (Err(error), Tool::None | Tool::Glmeter) => return Err(error),
                // MangoHud sometimes crashes under callgrind.
                (Err(error), _) => eprintln!("not counted: {error}"),
            }
        }
        for (place, (tool, _)) in TOOLS.into_iter().enumerate() {
            let time = median(&mut rounds.iter().map(|times| times[place]).collect::<Vec<_>>());
            let more_time = median(&mut rounds.iter().map(|times| times[place] / times[0]).collect::<Vec<_>>());
            let (count, more) = (instructions[place], instructions[place] / instructions[0]);
            println!("{:22}{tool:14}{:>12.1}{more_time:>9.4}{count:>18.0}{more:>9.4}", program.name, time * 1e6);
        }
    }
    Ok(())
}

/// What every run needs.
struct Bench<'folder> {
    folder: &'folder Path,
    /// The command.
    glmeter: &'folder Path,
    /// The library that ends a program after some frames.
    limit: &'folder Path,
    display: &'folder str,
}

impl Bench<'_> {
    /// Returns the command that runs a program for some frames under a tool and, inside that, under `inner`.
    fn command(&self, program: &Program, tool: Tool, inner: &[String], frames: u32) -> Command {
        let mut words: Vec<String> = match tool {
            Tool::None => vec![],
            Tool::Glmeter => [&*self.glmeter.to_string_lossy(), "run", "--"].map(str::to_owned).into(),
            Tool::Apitrace => {
                let trace = self.folder.join("trace");
                ["apitrace", "trace", "-a", program.api, "-o", &trace.to_string_lossy()].map(str::to_owned).into()
            }
            Tool::Mangohud => ["mangohud", "--dlsym"].map(str::to_owned).into(),
        };
        words.extend_from_slice(inner);
        words.push(program.path.to_string_lossy().into_owned());
        if program.is_counted {
            words.push(frames.to_string());
        }
        words.extend(program.arguments.iter().map(|argument| (*argument).to_owned()));
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).env("DISPLAY", self.display).env("vblank_mode", "0").env("LP_NUM_THREADS", "0");
        // Otherwise glibc returns memory to the kernel in each frame, or not, as other allocations happen to lie: a third of the CPU time.
        command.env("MALLOC_TRIM_THRESHOLD_", "1000000000").env("MALLOC_MMAP_THRESHOLD_", "1000000000");
        command.env_remove("LD_PRELOAD").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if !program.is_counted {
            command.env("LD_PRELOAD", self.limit).env("FRAME_LIMIT", frames.to_string());
        }
        command
    }

    /// Returns the CPU time of a run and of all its processes, seconds.
    fn cpu_time(&self, program: &Program, tool: Tool, frames: u32) -> Result<f64, String> {
        let mut command = self.command(program, tool, &[], frames);
        let before = children_cpu_time();
        run(&mut command)?;
        Ok(children_cpu_time() - before)
    }

    /// Returns the instructions of the program in a run.
    fn instructions(&self, program: &Program, tool: Tool, frames: u32) -> Result<f64, String> {
        let files = self.folder.join("callgrind");
        let _absent = std::fs::remove_dir_all(&files);
        std::fs::create_dir(&files).map_err(|error| error.to_string())?;
        let output = format!("--callgrind-out-file={}", files.join("%p").display());
        let inner = ["valgrind".to_owned(), "--tool=callgrind".to_owned(), "--quiet".to_owned(), output];
        run(&mut self.command(program, tool, &inner, frames))?;
        let mut most: f64 = 0.0;
        for entry in std::fs::read_dir(&files).map_err(|error| error.to_string())?.flatten() {
            let text = std::fs::read_to_string(entry.path()).unwrap_or_default();
            let total = text.lines().rev().find_map(|line| line.strip_prefix("totals: "));
            most = most.max(total.and_then(|total| total.trim().parse().ok()).unwrap_or(0.0));
        }
        if most > 0.0 { Ok(most) } else { Err(format!("callgrind counted nothing of {}", program.name)) }
    }
}

/// Returns what one more frame takes, by the measurements of a short and a long run.
fn each([short, long]: [u32; 2], [of_short, of_long]: [f64; 2]) -> f64 {
    (of_long - of_short) / f64::from(long - short)
}

/// Runs a command to its end.
fn run(command: &mut Command) -> Result<(), String> {
    let status = command.status().map_err(|error| format!("{command:?}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?} ended with {status}")) }
}

/// Returns the CPU time of all processes that this one has waited for, seconds.
fn children_cpu_time() -> f64 {
    // SAFETY: rusage is plain data, valid when zeroed.
    let mut usage: libc::rusage = unsafe { core::mem::zeroed() };
    // SAFETY: the usage is written to a local variable.
    unsafe { libc::getrusage(libc::RUSAGE_CHILDREN, &raw mut usage) };
    let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 / 1e6;
    seconds(usage.ru_utime) + seconds(usage.ru_stime)
}
