//! The messages for errors: each is one line, with the exit status that `glmeter --help` names.

use super::{ends_with, folder, glmeter, support};
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use support::{library, run};

#[test]
fn a_word_that_a_setting_does_not_know_is_named_with_those_that_it_knows() {
    ends_with(&["run", "--provider", "gpu", "true"], 2, "glmeter: --provider=gpu is not known; accepted: auto, host, software\n");
    ends_with(
        &["run", "--report=full", "true"],
        2,
        "glmeter: --report=full is not known; accepted: summary, summary=FILE, off, json=FILE, csv=FILE, draws=FILE, trace=FILE, html=FILE, openmetrics=ADDRESS\n",
    );
    ends_with(&["run", "--log=", "true"], 2, "glmeter: --log= is not known; accepted: off, error, info, debug\n");
    for arguments in [["run", "true"].as_slice(), &["demo"], &["info"], &[]] {
        let ended = run(glmeter(arguments).env("GLMETER_LOG", "loud"));
        let line = "glmeter: GLMETER_LOG=loud is not known; accepted: off, error, info, debug\n";
        assert_eq!((ended.code, ended.stderr.as_str(), ended.stdout.as_str()), (2, line, ""), "{arguments:?}");
    }
    // An option overrides the variable, and an empty variable counts as absent.
    assert_eq!(run(glmeter(&["run", "--log", "off", "true"]).env("GLMETER_LOG", "loud")).code, 0);
    assert_eq!(run(glmeter(&["run", "true"]).env("GLMETER_LOG", "")).code, 0);
}

#[test]
fn a_wrong_command_line_is_answered_with_one_line() {
    ends_with(&["frob"], 2, "glmeter: unknown command 'frob'; see glmeter --help\n");
    ends_with(&["--frob"], 2, "glmeter: invalid option '--frob'; see glmeter --help\n");
    ends_with(&["run"], 2, "glmeter: run: no program was given; see glmeter --help\n");
    ends_with(&["run", "--frob", "true"], 2, "glmeter: invalid option '--frob'; see glmeter --help\n");
    ends_with(&["run", "--report"], 2, "glmeter: missing argument for option '--report'; see glmeter --help\n");
    ends_with(&["demo", "--picture"], 2, "glmeter: missing argument for option '--picture'; see glmeter --help\n");
    ends_with(
        &["demo", "--picture", "/no/such/folder/a.png"],
        1,
        "glmeter: /no/such/folder/a.png: No such file or directory (os error 2)\n",
    );
    ends_with(&["info", "--picture", "a"], 2, "glmeter: invalid option '--picture'; see glmeter --help\n");
    ends_with(&["demo", "more"], 2, "glmeter: unexpected argument \"more\"; see glmeter --help\n");
    ends_with(&["info", "-x"], 2, "glmeter: invalid option '-x'; see glmeter --help\n");
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
        (executable("narrow", &narrow), "it is a program of 32 bits"),
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
        assert_eq!((ended.code, ended.stdout.as_str(), ended.stderr.as_str()), (0, "it runs\n", ""), "{}", program.display());
    }
    // Any other provider leaves the program as it is.
    assert_eq!(run(&mut glmeter(&["run", fixed.to_str().unwrap()])).stdout, "it runs\n");
}

#[test]
fn the_library_must_lie_beside_the_command() {
    let folder = folder("alone");
    let alone = folder.join("glmeter");
    std::fs::copy(support::glmeter().get_program(), &alone).unwrap();
    let ended = run(Command::new(&alone).args(["run", "true"]));
    let line = format!("glmeter: {} is missing: libglmeter.so belongs beside this command\n", folder.join("libglmeter.so").display());
    assert_eq!((ended.code, ended.stderr), (1, line));

    let spaced = folder.join("two words");
    std::fs::create_dir(&spaced).unwrap();
    std::fs::rename(&alone, spaced.join("glmeter")).unwrap();
    let library = spaced.join("libglmeter.so");
    std::os::unix::fs::symlink(support::library(), &library).unwrap();
    let ended = run(Command::new(spaced.join("glmeter")).args(["run", "true"]));
    let line = format!("glmeter: {} cannot be preloaded: a path in LD_PRELOAD has no spaces or colons\n", library.display());
    assert_eq!((ended.code, ended.stderr), (1, line));
}
