//! The help text: whole, and that of each command.

use crate::words::nearest;
use crate::{Failure, usage};
use glmeter_report::check::Budget;
use lexopt::Arg;

/// What glmeter is.
const ABOUT: &str = "\
Timer, statistics and performance queries for every OpenGL and OpenGL ES program, on any driver.
";

/// A command: its name, how it is called, and the parts of the help text about its options.
struct Command {
    name: &'static str,
    usage: &'static str,
    parts: &'static [&'static str],
}

/// The commands, in the order of the help text.
const COMMANDS: [Command; 8] = [
    Command {
        name: "demo",
        usage: "  \
  glmeter [demo [--picture FILE] [OPTIONS]]   draw a scene and print the results of each extension; --picture
                                              saves the scene to FILE as a PNG picture
",
        parts: &[SETTINGS],
    },
    Command {
        name: "info",
        usage: "  \
  glmeter info [OPTIONS]                      print the extensions and targets of each kind of context and their sources
",
        parts: &[SETTINGS],
    },
    Command {
        name: "run",
        usage: "  \
  glmeter run [OPTIONS] [--] PROGRAM [ARG...] run a program with glmeter, and print its frames, times and counts
",
        parts: &[RUN, SETTINGS, STATUS_OF_RUN],
    },
    Command {
        name: "check",
        usage: "  \
  glmeter check BUDGETS [OPTIONS] [--] PROGRAM [ARG...]
                                              run a program with glmeter; end with status 1 if it exceeds a budget
",
        parts: &[CHECK, RUN, SETTINGS, STATUS_OF_CHECK],
    },
    Command {
        name: "compare",
        usage: "  \
  glmeter compare A.json B.json               print how the metrics of two runs differ, and whether by more than noise;
                                              write the files with run --report json=FILE
",
        parts: &[],
    },
    Command {
        name: "top",
        usage: "  \
  glmeter top [--once] [--interval SECONDS] [PID]
                                              show your programs that are running under glmeter, or only that of PID;
                                              --once prints a list and ends
",
        parts: &[],
    },
    Command {
        name: "install",
        usage: "  \
  glmeter install [FOLDER]                    create the links and the JSON files that the loader and libglvnd need,
                                              beside the libraries, or in FOLDER with copies of libraries and command
  glmeter install --prefix PREFIX [--libdir FOLDER] [--destdir ROOT]
                                              install the libraries, command, header, manual and build files below
                                              PREFIX; FOLDER is its library folder [lib]; ROOT stands for / while you
                                              build a package
",
        parts: &[],
    },
    Command {
        name: "help",
        usage: "  glmeter help | --help | -h                  print this text; glmeter COMMAND --help prints only its part\n",
        parts: &[],
    },
];

/// How the version is asked for.
const VERSION: &str = "  glmeter --version | -V\n";

/// The options that are settings.
const SETTINGS: &str = "\
Options, each also an environment variable; the option overrides the variable; defaults are in brackets:
  --provider WORD  GLMETER_PROVIDER  the driver to use: auto (the machine's, or the software pipeline if there is none),
                                     host, software [auto]
  --emulate WORD   GLMETER_EMULATE   when glmeter emulates a query: auto (if the driver lacks it or gets it wrong),
                                     always (wherever glmeter can), never [auto]
  --fence WORD     GLMETER_FENCE     how to measure time if the driver has no timer: egl (EGL's fences), gl (the
                                     context's own), finish (glFinish at each mark), auto (egl, otherwise gl) [auto]
  --report WORD    GLMETER_REPORT    the report at the end of the program: summary, off [summary]; run accepts more
  --log WORD       GLMETER_LOG       which of glmeter's own messages to print: off, error, info, debug [error]
";

/// The options of `run`.
const RUN: &str = "\
Options of run:
  --report KIND[=FILE]  may be repeated: summary (on standard error, the default), summary=FILE, json=FILE,
                        csv=FILE (a row a frame), draws=FILE (CSV, a row a draw; implies --per-draw),
                        trace=FILE (for Perfetto's viewer), html=FILE (a page of charts);
                        openmetrics=ADDRESS (for Prometheus: :PORT, HOST:PORT, or the path of a Unix socket with a /);
                        off cancels the default and those before it; a FILE of - is standard output
  --stop-after AMOUNT   end the program after this many frames of a context (600) or seconds (10s): with SIGTERM, and
                        5 seconds later with SIGKILL; this counts as success
  --frames A..B         record each context's frames from number A up to, but not including, B; A.. and ..B work too;
                        check ends the program at B
  --frame N             read the picture of frame N, and print its hash
  --warmup N            leave the first N frames of each context out of the figures [1]
  --every-frame         time and count the passes, groups and programs of every frame, not of a sample
  --per-draw            measure each draw by itself, which slows the program down
  --repeat N            run the program N times, and print the mean, deviation, least and greatest value of each metric;
                        check judges times by all runs [5, if the first run exceeds a time]
  --live                show a table on standard error while the program runs, or print lines if it is not a terminal
  --interval SECONDS    print a line on standard error at this interval; with --live, update the table [1]
  --overhead            run the program without the report first, and print what glmeter itself cost
";

/// The options of `check`.
const CHECK: &str = "\
Budgets of check, which also accepts the options of run except --interval and --overhead:
  --max-METRIC [WORD:]N a budget: METRIC is frame-ms, gpu-ms, cpu-ms, process-cpu-ms, swap-ms, draws, dispatches,
                        clears, uploads, uploads-mb, state-changes, queries, errors, compiles, links, compile-ms,
                        vertices, primitives, vertex-invocations, patches, evaluation-invocations,
                        geometry-invocations, geometry-primitives, fragments, compute-invocations, clipping-input,
                        clipping-output, samples or overdraw; WORD is mean, median, p95, p99, worst or total
                        [times: p95; counts: worst; overdraw: mean; errors, compiles, links, compile-ms: total]
  --baseline FILE       compare with an earlier run; FILE is its report (run --report json=FILE)
  --tolerance PERCENT   how far counts may differ from the baseline [0 on the software pipeline, otherwise 1]
  --no-times            do not compare times with the baseline
  --picture-hash HASH   the hash that the picture of --frame must have
  --junit FILE          write a test case for each budget
  --github              print an annotation for each broken budget
";

/// How `run` ends.
const STATUS_OF_RUN: &str = "\
glmeter prints its own messages and reports about a program on standard error. run ends as the program ends: with its
exit status, or by the signal that ended it; with 127 if there is no such program, and with 126 if it cannot be run;
with 1 if you ask for --provider software and the software pipeline cannot serve the program.
";

/// How `check` ends.
const STATUS_OF_CHECK: &str = "\
check ends with 0 if every budget holds, with 1 if one is broken, with 2 if nothing could be checked because of the
command line or a file that it names, with 3 if the machine was too busy to judge a time, and as the program ends if
the program fails.
";

/// How the other commands end.
const STATUS: &str = "\
Otherwise the status is 0, 1 if something is missing on the machine, or 2 if the command line or a setting is wrong.
";

/// Returns the whole help text.
pub(crate) fn whole() -> String {
    let usages: String = COMMANDS.iter().map(|command| command.usage).collect();
    format!("{ABOUT}\nUsage:\n{usages}{VERSION}\n{SETTINGS}\n{RUN}\n{CHECK}\n{STATUS_OF_RUN}{STATUS_OF_CHECK}{STATUS}")
}

/// Returns the help text of a command.
pub(crate) fn of(name: &str) -> String {
    let Some(command) = COMMANDS.iter().find(|command| command.name == name) else { return whole() };
    let parts: String = command.parts.iter().map(|part| format!("\n{part}")).collect();
    format!("Usage:\n{}{parts}", command.usage)
}

/// Returns the name of the command that a word names.
pub(crate) fn command(word: &str) -> Option<&'static str> {
    COMMANDS.iter().map(|command| command.name).find(|name| *name == word)
}

/// Returns the failure for a word that names no command.
pub(crate) fn no_command(word: &str) -> Failure {
    let meant = nearest(word, COMMANDS.iter().map(|command| command.name)).map(|name| format!("; did you mean {name:?}?"));
    usage(&format!("there is no command {word:?}{}", meant.unwrap_or_default()))
}

/// Returns the options that the help text of a command names, with their dashes.
fn options(name: &str) -> Vec<String> {
    let text = if name.is_empty() { "--help --version".to_owned() } else { of(name) + " --help" };
    let words = text.split(|character: char| !character.is_ascii_alphanumeric() && character != '-');
    let named = words.filter(|word| word.len() > 3 && word.starts_with("--") && *word != "--max-METRIC").map(str::to_owned);
    let budgets = Budget::names().map(|metric| format!("--max-{metric}"));
    named.chain(budgets.filter(|_| name == "check")).collect()
}

/// Returns the failure for an argument that a command does not accept. The command is empty before its name.
pub(crate) fn unexpected(name: &str, argument: Arg) -> Failure {
    let who = if name.is_empty() { "glmeter" } else { name };
    match argument {
        Arg::Long(option) => {
            let option = format!("--{option}");
            let known = options(name);
            let meant = nearest(&option, known.iter().map(String::as_str)).map(|option| format!("; did you mean {option}?"));
            let meant = meant.or_else(|| owner(&option).map(|of| format!("; it is an option of {of}")));
            usage(&format!("{who} has no option {option}{}", meant.unwrap_or_default()))
        }
        Arg::Short(letter) => usage(&format!("{who} has no option -{letter}")),
        Arg::Value(word) => usage(&format!("{who} does not know what to do with {:?}", word.to_string_lossy())),
    }
}

/// Returns the first command that has an option.
fn owner(option: &str) -> Option<&'static str> {
    COMMANDS.iter().map(|command| command.name).find(|name| options(name).iter().any(|of| of == option))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_command_has_its_own_part() {
        for name in ["demo", "info", "run", "check", "compare", "top", "install", "help"] {
            let text = of(name);
            assert!(text.lines().nth(1).is_some_and(|line| line.starts_with("  glmeter ") && line.contains(name)), "{text}");
            assert!(text.lines().count() < whole().lines().count() && text.lines().all(|line| line.chars().count() <= 120), "{text}");
        }
        assert!(!of("top").contains("--report") && of("run").contains("--stop-after") && of("check").contains("--junit"));
    }

    #[test]
    fn options_are_those_of_the_text() {
        assert_eq!(options("top"), ["--once", "--interval", "--once", "--help"]);
        assert!(options("check").contains(&"--max-draws".to_owned()) && !options("run").contains(&"--junit".to_owned()));
        assert_eq!((owner("--junit"), owner("--frob")), (Some("check"), None));
    }
}
