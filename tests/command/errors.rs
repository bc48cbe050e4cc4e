//! The messages for errors: each is one line, with the exit status that `glmeter --help` names.

use super::{ends_with, folder, glmeter, support};
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use support::{library, run};

#[test]
fn a_word_that_a_setting_does_not_know_is_named_with_those_that_it_knows() {
    ends_with(&["run", "--provider", "gpu", "true"], 2, "glmeter: --provider wants auto, host or software, got \"gpu\"\n");
    ends_with(
        &["run", "--report=full", "true"],
        2,
        "glmeter: --report wants summary, summary=FILE, off, json=FILE, csv=FILE, draws=FILE, trace=FILE, html=FILE or openmetrics=ADDRESS, got \"full\"\n",
    );
    ends_with(&["run", "--log=", "true"], 2, "glmeter: --log wants off, error, info or debug, got \"\"\n");
    for arguments in [["run", "true"].as_slice(), &["demo"], &["info"], &[]] {
        let ended = run(glmeter(arguments).env("GLMETER_LOG", "loud"));
        let line = "glmeter: GLMETER_LOG wants off, error, info or debug, got \"loud\"\n";
        assert_eq!((ended.code, ended.stderr.as_str(), ended.stdout.as_str()), (2, line, ""), "{arguments:?}");
    }
    // An option overrides the variable, and an empty variable counts as absent.
    assert_eq!(run(glmeter(&["run", "--log", "off", "true"]).env("GLMETER_LOG", "loud")).code, 0);
    assert_eq!(run(glmeter(&["run", "true"]).env("GLMETER_LOG", "")).code, 0);
}

#[test]
fn a_wrong_command_line_is_answered_with_one_line() {
    ends_with(&["frob"], 2, "glmeter: there is no command \"frob\"; see glmeter --help\n");
    ends_with(&["--frob"], 2, "glmeter: glmeter has no option --frob; see glmeter --help\n");
    ends_with(&["run"], 2, "glmeter: run wants a program; see glmeter run --help\n");
    ends_with(&["run", "--frob", "true"], 2, "glmeter: run has no option --frob; see glmeter run --help\n");
    ends_with(&["run", "--report"], 2, "glmeter: --report wants a value; see glmeter run --help\n");
    ends_with(&["run", "--live=3", "true"], 2, "glmeter: --live takes no value, got \"3\"; see glmeter run --help\n");
    ends_with(&["demo", "--picture"], 2, "glmeter: --picture wants a value; see glmeter demo --help\n");
    ends_with(
        &["demo", "--picture", "/no/such/folder/a.png"],
        1,
        "glmeter: /no/such/folder/a.png: No such file or directory (os error 2)\n",
    );
    ends_with(&["info", "--picture", "a"], 2, "glmeter: info has no option --picture; it is an option of demo; see glmeter info --help\n");
    ends_with(&["demo", "more"], 2, "glmeter: demo does not know what to do with \"more\"; see glmeter demo --help\n");
    ends_with(&["info", "-x"], 2, "glmeter: info has no option -x; see glmeter info --help\n");
    ends_with(&["compare", "a.json"], 2, "glmeter: compare wants two files of run --report json=FILE; see glmeter compare --help\n");
    ends_with(&["top", "all"], 2, "glmeter: top wants the number of a process, got \"all\"\n");
}

#[test]
fn a_misspelt_word_gets_the_nearest_right_one() {
    ends_with(&["rnu", "true"], 2, "glmeter: there is no command \"rnu\"; did you mean \"run\"? See glmeter --help\n");
    ends_with(
        &["check", "--max-drws", "3", "true"],
        2,
        "glmeter: check has no option --max-drws; did you mean --max-draws? See glmeter check --help\n",
    );
    ends_with(
        &["run", "--provider=sofware", "true"],
        2,
        "glmeter: --provider wants auto, host or software, got \"sofware\"; did you mean \"software\"?\n",
    );
    for (word, meant) in [("jsn=a", "json"), ("json", "json=FILE"), ("off=a", "off")] {
        let ended = run(&mut glmeter(&["run", "--report", word, "true"]));
        assert!(ended.code == 2 && ended.stderr.ends_with(&format!("got {word:?}; did you mean {meant:?}?\n")), "{}", ended.all());
    }
}

#[test]
fn settings_may_stand_before_the_command() {
    let ended =
        run(&mut glmeter(&["--provider", "host", "--log=info", "run", "--report=off", "sh", "-c", "echo $GLMETER_PROVIDER $GLMETER_LOG"]));
    assert_eq!((ended.code, ended.stdout.as_str(), ended.stderr.as_str()), (0, "host info\n", ""), "{}", ended.all());
    ends_with(
        &["--provider", "host", "top"],
        2,
        "glmeter: top has no option --provider; it is an option of demo; see glmeter top --help\n",
    );
    ends_with(&["--provider", "gpu", "run", "true"], 2, "glmeter: --provider wants auto, host or software, got \"gpu\"\n");
}

#[test]
fn each_command_prints_its_own_help() {
    let whole = run(&mut glmeter(&["--help"])).stdout;
    for name in ["demo", "info", "run", "check", "compare", "top", "install"] {
        let ended = run(&mut glmeter(&[name, "--help"]));
        assert!(
            ended.code == 0
                && ended.stdout.len() < whole.len()
                && ended.stdout.contains(&format!("  glmeter {name}").replace(" demo", " [demo"))
        );
        assert_eq!(ended.stdout, run(&mut glmeter(&["help", name])).stdout);
    }
    let of_top = run(&mut glmeter(&["top", "-h"])).stdout;
    assert!(of_top.contains("--once") && !of_top.contains("--report"), "{of_top}");
}

/// Nothing runs before each output is open: the program would leave a file.
#[test]
fn outputs_that_cannot_be_written_are_told_before_the_program_starts() {
    let folder = folder("outputs");
    let trace = folder.join("it-ran");
    let text = |path: &std::path::Path| path.to_str().unwrap().to_owned();
    std::os::unix::fs::symlink(folder.join("nowhere"), folder.join("dead")).unwrap();
    let wrong = |arguments: &[&str], code: i32, says: &str| {
        let arguments: Vec<&str> = arguments.iter().copied().chain(["--", "touch", trace.to_str().unwrap()]).collect();
        let ended = run(glmeter(&arguments).current_dir(&folder));
        assert!(ended.code == code && ended.stdout.is_empty() && ended.stderr.lines().count() == 1, "{arguments:?}\n{}", ended.all());
        assert!(ended.stderr.contains(says) && !trace.exists(), "{arguments:?}\n{}", ended.all());
    };
    for kind in ["summary", "json", "csv", "draws", "trace", "html"] {
        wrong(&["run", &format!("--report={kind}={}", folder.display())], 1, "s a directory");
        wrong(&["run", &format!("--report={kind}=/no/such/folder/a")], 1, "No such file or directory");
    }
    wrong(&["run", &format!("--report=json={}", text(&folder.join("dead")))], 1, "No such file or directory");
    wrong(&["run", &format!("--report=openmetrics={}", folder.display())], 1, "is a directory");
    for address in ["localhost", ":99999", ":0", "9464", "metrics.socket", "http://localhost:9464"] {
        wrong(&["run", &format!("--report=openmetrics={address}")], 2, "--report openmetrics wants :PORT, HOST:PORT");
    }
    wrong(&["run", "--report=csv=a", "--report=json=a"], 2, "have the same file, a");
    for bad in ["/no/such/folder/a.xml", folder.to_str().unwrap()] {
        wrong(&["check", "--max-draws=1", "--junit", bad], 2, &format!("--junit {bad}: "));
        wrong(&["check", "--max-draws=1", &format!("--report=json={bad}")], 2, "--report=json=");
    }
    wrong(
        &["check", "--max-draws=1", "--baseline=a.json", "--tolerance=-1"],
        2,
        "--tolerance wants a number of percent from 0 on, got \"-1\"",
    );
    let left: Vec<_> = std::fs::read_dir(&folder).unwrap().flatten().map(|entry| entry.file_name()).collect();
    assert_eq!(left, ["dead"], "no socket and no file");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_file_that_a_dash_names_is_standard_output() {
    let folder = folder("dash");
    for (kind, begin) in [("csv", "context,frame,"), ("draws", "context,frame,draw,"), ("json", "{\"schema\":"), ("summary", "glmeter: ")] {
        let ended = run(glmeter(&["run", &format!("--report={kind}=-"), "true"]).current_dir(&folder));
        assert!(ended.code == 0 && ended.stdout.starts_with(begin), "{kind}\n{}", ended.all());
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "no file has the name -");
    std::fs::remove_dir_all(folder).unwrap();
}

/// A terminal would obey the escape sequences of a program's name.
#[test]
fn names_cannot_control_the_terminal() {
    let evil = "no\x1b]0;title\x07\n\u{9b}31m\u{202e}such";
    for arguments in [
        ["run", evil].as_slice(),
        &["run", "--report", evil, "true"],
        &[evil],
        &["run", "--log", evil, "true"],
        &["info", evil],
        &["compare", evil, evil],
    ] {
        let ended = run(&mut glmeter(arguments));
        let is_evil = |character: char| character.is_control() && character != '\n' || character == '\u{202e}';
        assert!(
            ended.code != 0 && !ended.stderr.contains(is_evil) && ended.stderr.lines().count() == 1,
            "{arguments:?}: {:?}",
            ended.stderr
        );
    }
}

#[test]
fn the_software_pipeline_must_be_there_if_it_is_asked_for() {
    let folder = folder("without-software");
    let alone = folder.join("glmeter");
    std::fs::copy(support::glmeter().get_program(), &alone).unwrap();
    std::fs::copy(library(), folder.join("libglmeter.so")).unwrap();
    let line = |name: &str| format!("glmeter: {name}=software: the software pipeline, libglmeter_soft.so, is not beside glmeter\n");
    for arguments in [["run", "--provider", "software", "true"].as_slice(), &["info", "--provider=software"]] {
        let ended = run(Command::new(&alone).args(arguments));
        assert_eq!((ended.code, ended.stderr), (1, line("--provider")), "{arguments:?}");
    }
    let ended = run(Command::new(&alone).args(["run", "true"]).env("GLMETER_PROVIDER", "software"));
    assert_eq!((ended.code, ended.stderr), (1, line("GLMETER_PROVIDER")));
}

#[test]
fn a_program_that_the_software_pipeline_cannot_serve_is_not_run() {
    let folder = folder("not-served");
    let source = folder.join("program.c");
    std::fs::write(&source, "#include <stdio.h>\nint main(void) { puts(\"it runs\"); return 0; }\n").unwrap();
    let compile = |compiler: &str, option: &str, name: &str| {
        let program = folder.join(name);
        let ended = run(Command::new(compiler).args([option, "-o"]).arg(&program).arg(&source));
        assert_eq!(ended.code, 0, "{compiler} is in the Debian packages gcc and musl-tools: {}", ended.all());
        program
    };
    let executable = |name: &str, bytes: &[u8]| {
        let program = folder.join(name);
        std::fs::write(&program, bytes).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        program
    };
    let fixed = compile("cc", "-static", "static");
    // The fifth byte of an ELF file is 1 for 32 bits.
    let mut narrow = std::fs::read(compile("cc", "-O1", "plain")).unwrap();
    narrow[4] = 1;
    let cases = [
        (fixed.clone(), "it is statically linked"),
        (compile("musl-gcc", "-O1", "musl"), "its loader, ld-musl-x86_64.so.1, is not that of glmeter"),
        (executable("narrow", &narrow), "it is a 32-bit program"),
        (executable("script", format!("#! {}\n", fixed.display()).as_bytes()), "it is statically linked"),
    ];
    for (program, reason) in &cases {
        let line = format!("glmeter: {}: the software pipeline cannot serve this program: {reason}\n", program.display());
        ends_with(&["run", "--provider", "software", program.to_str().unwrap()], 1, &line);
    }
    // Others run: the pipeline may be asked for in a shell whose programs use no GL.
    let plain = folder.join("plain");
    let script = executable("served", format!("#!/bin/sh\nexec {}\n", plain.display()).as_bytes());
    for program in [&plain, &script] {
        let ended = run(&mut glmeter(&["run", "--provider=software", program.to_str().unwrap()]));
        let line = format!("glmeter: {} loaded no GL library: there is nothing to report\n", program.display());
        assert_eq!((ended.code, ended.stdout.as_str(), ended.stderr.as_str()), (0, "it runs\n", line.as_str()), "{}", program.display());
    }
    // Any other provider leaves the program as it is, and says why nothing is measured of it.
    let ended = run(&mut glmeter(&["run", fixed.to_str().unwrap()]));
    assert_eq!(ended.stdout, "it runs\n");
    assert_eq!(ended.stderr, format!("glmeter: {} cannot be measured: it is statically linked\n", fixed.display()));
}

#[test]
fn the_library_must_lie_beside_the_command() {
    let folder = folder("alone");
    let alone = folder.join("glmeter");
    std::fs::copy(support::glmeter().get_program(), &alone).unwrap();
    let ended = run(Command::new(&alone).args(["run", "true"]));
    let line = format!("glmeter: {} is missing: libglmeter.so must be beside this command\n", folder.join("libglmeter.so").display());
    assert_eq!((ended.code, ended.stderr), (1, line));

    std::fs::remove_dir_all(folder).unwrap();
}

/// `LD_PRELOAD` separates paths by spaces and colons, and the loader replaces words behind a `$`.
#[test]
fn the_library_is_preloaded_from_any_path() {
    let runtime = super::private_folder("runtime");
    for name in ["two words", "a:b;c", "$LIB"] {
        let folder = folder("path").join(name);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::copy(support::glmeter().get_program(), folder.join("glmeter")).unwrap();
        std::fs::copy(library(), folder.join("libglmeter.so")).unwrap();
        let script = "grep -c libglmeter.so /proc/self/maps; echo \"$LD_PRELOAD\"";
        let mut command = Command::new(folder.join("glmeter"));
        let ended =
            run(command.args(["run", "--report=off", "sh", "-c", script]).env("XDG_RUNTIME_DIR", &runtime).env_remove("LD_PRELOAD"));
        let lines: Vec<&str> = ended.stdout.lines().collect();
        assert_eq!((ended.code, ended.stderr.as_str(), lines.len()), (0, "", 2), "{}", ended.all());
        assert!(lines[0].parse::<u32>().unwrap() > 0 && lines[1].starts_with(runtime.join("glmeter").to_str().unwrap()), "{}", ended.all());
        std::fs::remove_dir_all(folder).unwrap();
    }
    std::fs::remove_dir_all(runtime).unwrap();
}
