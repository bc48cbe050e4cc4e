//! Programs with more rights than their caller (AT_SECURE): glmeter ignores all settings of the caller, preloaded or linked.

use super::{Mode, client, compile, expect_success, fresh};
use crate::support::{self, Ended, build_folder, library, root, run};
use glmeter_recording::{Options, Recording};
use std::collections::BTreeSet;
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

fn facts(ended: &Ended) -> Vec<&str> {
    ended.stdout.lines().collect()
}

/// A folder that every user can reach, with the program of `setuid.c` and glmeter. Removes the folder when dropped.
struct Privileged {
    folder: PathBuf,
    /// The program that belongs to root and runs with root's rights.
    program: PathBuf,
    /// The same program without rights, whose output shows that a setting would have had an effect.
    plain: PathBuf,
}

impl Drop for Privileged {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Privileged {
    fn new(linked_with_glmeter: bool) -> Self {
        let folder = std::env::temp_dir().join(format!("glmeter-{}", fresh("setuid").file_name().unwrap().display()));
        std::fs::create_dir_all(&folder).unwrap();
        set_mode(&folder, 0o755);
        // A caller without rights must be able to read the library; otherwise the test would show nothing.
        std::fs::copy(library(), folder.join("libglmeter.so")).unwrap();
        std::fs::copy(build_folder().join("10_glmeter.json"), folder.join("10_glmeter.json")).unwrap();
        symlink("libglmeter.so", folder.join("libglmeter.so.0")).unwrap();
        symlink("libglmeter.so", folder.join("libGLX_glmeter.so.0")).unwrap();
        // The program's run path also applies to what its libraries open: a vendor there is found by its name with or without rights.
        let place = [format!("-L{}", folder.display()), format!("-Wl,--disable-new-dtags,-rpath,{}", folder.display())];
        let mut arguments = vec!["-std=c99", "-Wall", "-Wextra", "-O1"];
        if linked_with_glmeter {
            arguments.extend([&place[0], &place[1], "-Wl,--no-as-needed", "-lglmeter"]);
        }
        arguments.extend(["-lEGL", "-lGLESv2", "-ldl"]);
        let built = compile("cc", "gcc", "setuid.c", &arguments);
        let (program, plain) = (folder.join("privileged"), folder.join("plain"));
        std::fs::copy(&built, &program).unwrap();
        std::fs::rename(&program, &plain).unwrap();
        std::fs::copy(&built, &program).unwrap();
        std::fs::remove_file(built).unwrap();
        if is_root() {
            chown(&program, Some(0), Some(0)).unwrap();
            set_mode(&program, 0o4755);
        } else {
            for change in [["chown", "0:0"], ["chmod", "4755"]] {
                let ended = run(Command::new("sudo").arg("-n").args(change).arg(&program));
                expect_success(&ended, "a setuid program is made by root: run this test as root, or with sudo without a password");
            }
        }
        Self { folder, program, plain }
    }

    fn at(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }

    /// Runs it as a user who is not root.
    fn run(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Ended {
        let mut command = client(Mode::Bare, &self.program);
        command.args(arguments).envs(variables.iter().copied()).current_dir(&self.folder);
        if is_root() {
            command.uid(65534);
        }
        let ended = run(&mut command);
        expect_success(&ended, "a setuid program");
        assert_eq!(facts(&ended)[0], "secure=1", "{} must not be mounted nosuid\n{}", self.folder.display(), ended.all());
        ended
    }

    /// Runs the same program without rights.
    fn run_plain(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Ended {
        let mut command = client(Mode::Bare, &self.plain);
        let ended = run(command.args(arguments).envs(variables.iter().copied()).current_dir(&self.folder));
        expect_success(&ended, "the program without rights");
        assert_eq!(facts(&ended)[0], "secure=0", "{}", ended.all());
        ended
    }
}

fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

fn is_root() -> bool {
    // SAFETY: the function takes no arguments.
    unsafe { libc::geteuid() == 0 }
}

/// In such a program the loader ignores the caller's LD_PRELOAD, and libglvnd the caller's list of vendors.
#[test]
fn a_setuid_program_knows_nothing_of_glmeter() {
    let program = Privileged::new(false);
    let (own, json) = (program.at("libglmeter.so"), program.at("10_glmeter.json"));
    // Without the rights, the same program uses glmeter, so the check is meaningful.
    let ended = program.run_plain(&[], &[("LD_PRELOAD", &own)]);
    assert!(facts(&ended).starts_with(&["secure=0", "mapped=1"]) && ended.stdout.contains("extension=1"), "{}", ended.all());

    let ended = program.run(&[], &[("LD_PRELOAD", &own)]);
    assert_eq!(facts(&ended)[1], "mapped=0", "{}", ended.all());
    assert!(ended.stdout.contains("__EGL_VENDOR_LIBRARY_FILENAMES=(unset)"), "{}", ended.all());
    assert!(ended.stdout.contains("extension=0"), "{}", ended.all());
    let ended = program.run(&[], &[("__EGL_VENDOR_LIBRARY_FILENAMES", &json)]);
    assert!(ended.stdout.contains("extension=0"), "{}", ended.all());
}

/// A program linked with glmeter uses it, and its environment stays unchanged.
#[test]
fn a_setuid_program_that_is_linked_with_glmeter_keeps_its_environment() {
    let program = Privileged::new(true);
    let ended = program.run(&[], &[]);
    assert_eq!(facts(&ended)[1], "mapped=1", "{}", ended.all());
    assert_eq!(facts(&ended).iter().filter(|fact| fact.ends_with("=(unset)")).count(), 4, "{}", ended.all());
}

/// Returns every `GLMETER_` variable in the libraries' sources.
fn variables_of_the_sources() -> BTreeSet<String> {
    fn visit(folder: &Path, found: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            // Skip the command, and code that is compiled only for tests and fuzzers.
            if path.is_dir() && !["bin", "tests", "fuzzing"].iter().any(|other| path.ends_with(other)) {
                visit(&path, found);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                for (place, _) in text.match_indices("GLMETER_") {
                    let rest = &text[place..];
                    let end = rest.find(|letter: char| !letter.is_ascii_uppercase() && letter != '_').unwrap_or(rest.len());
                    // The tokens of the header are no variables.
                    if !["GLMETER_SOURCE", "GLMETER_VERSION"].iter().any(|token| rest.starts_with(token)) {
                        found.insert(rest[..end].to_owned());
                    }
                }
            }
        }
    }
    let mut found = BTreeSet::new();
    visit(&root().join("src"), &mut found);
    visit(&root().join("soft"), &mut found);
    assert!(found.contains("GLMETER_REPORT_FILE"), "the sources are read");
    found
}

/// The program's arguments, and the variables with which it runs.
type Trial<'a> = (&'a [&'a str], &'a [(&'a str, &'a str)]);

/// Each variable that affects the program without rights has no effect on the program with rights.
#[test]
fn a_setuid_program_that_is_linked_with_glmeter_heeds_no_variable() {
    let program = Privileged::new(true);
    let soft = build_folder().join("libglmeter_soft.so");
    std::fs::copy(&soft, program.folder.join("libglmeter_soft.so")).expect("libglmeter_soft.so: cargo build -p glmeter-soft");
    // A library of the caller's: by a vendor's JSON file, and by a vendor's name, which becomes `libGLX_NAME.so.0`.
    let canary = compile("cc", "gcc", "canary.c", &["-shared", "-fPIC"]);
    std::fs::rename(&canary, program.folder.join("libGLX_canary.so.0")).unwrap();
    // Another one, which has the functions of libEGL.
    let egl_canary = compile("cc", "gcc", "canary.c", &["-shared", "-fPIC", "-Wl,--no-as-needed", "-lEGL"]);
    std::fs::rename(&egl_canary, program.folder.join("libEGL_canary.so")).unwrap();
    let egl_library = program.at("libEGL_canary.so");
    std::fs::create_dir(program.folder.join("vendors")).unwrap();
    let library = program.at("libGLX_canary.so.0");
    let json = format!("{{\"file_format_version\": \"1.0.0\", \"ICD\": {{\"library_path\": {library:?}}}}}");
    let file = program.at("vendors/canary.json");
    std::fs::write(&file, json).unwrap();
    let folder = program.at("vendors");
    // A recording that belongs to root.
    let recording = program.at("recording");
    Recording::create_at(Path::new(&recording), Options::default()).unwrap();
    set_mode(Path::new(&recording), 0o600);
    let empty = std::fs::read(&recording).unwrap();

    let effects: &[&str] = &["effects"];
    let vendors: &[&str] = &["vendors"];
    let trials: &[Trial] = &[
        (effects, &[("GLMETER_PROVIDER", "software")]),
        (effects, &[("GLMETER_EMULATE", "unknown")]),
        (effects, &[("GLMETER_FENCE", "unknown")]),
        (effects, &[("GLMETER_REPORT", "summary")]),
        (effects, &[("GLMETER_LOG", "debug")]),
        (effects, &[("GLMETER_REPORT", "summary"), ("GLMETER_REPORT_FILE", &recording)]),
        (effects, &[("GLMETER_PROVIDER", "software"), ("GLMETER_LOG", "debug"), ("GLMETER_SOFT_CODE", "unknown")]),
        (effects, &[("GLMETER_EGL_LIBRARY", &egl_library)]),
        (vendors, &[("GLMETER_EGL_VENDORS", &file)]),
        (vendors, &[("GLMETER_GLX_VENDOR", "canary")]),
        (vendors, &[("__EGL_VENDOR_LIBRARY_FILENAMES", &file)]),
        (vendors, &[("__EGL_VENDOR_LIBRARY_DIRS", &folder)]),
        (vendors, &[("__GLX_VENDOR_LIBRARY_NAME", "canary")]),
    ];
    let tried: BTreeSet<_> = trials.iter().flat_map(|(_, variables)| variables.iter().map(|(name, _)| (*name).to_owned())).collect();
    let untried: Vec<_> = variables_of_the_sources().difference(&tried).cloned().collect();
    assert!(untried.is_empty(), "no trial of {untried:?}");

    let said = |ended: &Ended| (ended.stdout.clone(), ended.stderr.clone(), std::fs::read(&recording).unwrap());
    let heeded: Vec<String> = trials
        .iter()
        .filter(|(arguments, variables)| {
            let without = said(&program.run(arguments, &[]));
            let with = said(&program.run(arguments, variables));
            std::fs::write(&recording, &empty).unwrap();
            let plain_without = said(&program.run_plain(arguments, &[]));
            let plain_with = said(&program.run_plain(arguments, variables));
            std::fs::write(&recording, &empty).unwrap();
            assert_ne!(plain_without, plain_with, "{variables:?} has an effect on a program without rights");
            with != without
        })
        .map(|(_, variables)| format!("{variables:?}"))
        .collect();
    assert!(heeded.is_empty(), "a program with rights heeds {}", heeded.join(" and "));
}

/// glmeter rejects a GLX vendor's name with a `/`, which would be a path, as libglvnd does.
#[test]
fn a_glx_vendor_with_a_slash_is_refused() {
    let program = Privileged::new(true);
    let canary = compile("cc", "gcc", "canary.c", &["-shared", "-fPIC"]);
    std::fs::rename(&canary, program.folder.join("canary.so.0")).unwrap();
    // dlopen("libGLX_/../canary.so.0") is a path relative to the caller's current folder.
    std::fs::create_dir(program.folder.join("libGLX_")).unwrap();
    for variable in ["GLMETER_GLX_VENDOR", "__GLX_VENDOR_LIBRARY_NAME"] {
        for ended in [program.run(&["vendors"], &[(variable, "/../canary")]), program.run_plain(&["vendors"], &[(variable, "/../canary")])]
        {
            assert!(ended.stdout.contains("glx=1"), "the machine's own vendor serves\n{}", ended.all());
            assert!(!ended.stdout.contains("opened"), "{variable}\n{}", ended.all());
        }
    }
}

/// The software pipeline's default display is that of the variable DISPLAY, which the caller sets.
#[test]
fn the_software_pipeline_of_a_setuid_program_connects_to_no_display_of_the_callers() {
    let program = Privileged::new(true);
    let soft = program.at("libglmeter_soft.so");
    std::fs::copy(build_folder().join("libglmeter_soft.so"), &soft).expect("libglmeter_soft.so: cargo build -p glmeter-soft");
    let plain = program.run_plain(&["display", &soft], &[]);
    assert!(plain.stdout.contains("windows=1\nx11=1"), "{}", plain.all());
    let ended = program.run(&["display", &soft], &[]);
    assert!(ended.stdout.contains("windows=0\nx11=0"), "{}", ended.all());
    // It also ignores the other variables for the default display.
    let ended = program.run(&["display", &soft], &[("EGL_PLATFORM", "surfaceless")]);
    assert!(ended.stdout.contains("windows=0\nx11=0"), "{}", ended.all());
}

/// The command says before it runs such a program that the software pipeline cannot serve it.
#[test]
fn a_setuid_program_is_not_run_if_the_software_pipeline_is_asked_for() {
    let program = Privileged::new(false);
    let ended = run(support::glmeter().args(["install"]).arg(&program.folder));
    expect_success(&ended, "a copy that every user can reach");
    let mut command = client(Mode::Bare, program.folder.join("glmeter"));
    command.args(["run", "--provider", "software"]).arg(&program.program);
    if is_root() {
        command.uid(65534);
    }
    let ended = run(&mut command);
    let reason = "it has more privileges than its caller (setuid, setgid or file capabilities)";
    let line = format!("glmeter: {}: the software pipeline cannot serve this program: {reason}\n", program.program.display());
    assert_eq!((ended.code, ended.stderr, ended.stdout.as_str()), (1, line, ""));
}
