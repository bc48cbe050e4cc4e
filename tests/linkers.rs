//! Checks the conditions of symbol hiding (`winsys::symbol_hiding`), which relies on the way in which the library is linked, and that it works,
//! with GNU ld, gold and lld.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use support::{build_folder, library, root, run, run_for};

/// A linker, with the arguments that select it.
#[derive(Clone, Copy, Debug)]
enum Linker {
    Gnu,
    Gold,
    /// The linker of the Rust toolchain, its default.
    Lld,
}

impl Linker {
    /// Returns the C compiler's argument for the application's libraries and programs. It does not find the Rust toolchain's lld.
    fn c_argument(self) -> &'static str {
        match self {
            Self::Gnu | Self::Lld => "-fuse-ld=bfd",
            Self::Gold => "-fuse-ld=gold",
        }
    }
}

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("linkers");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// What stands in for rustc's linker: links the library as rustc asks, and in three further ways. What rustc says of lld and of
/// the table of relocations, it says before the build script's arguments.
const LINK: &str = r#"#!/bin/bash
set -euo pipefail
link() { # NAME ARGUMENT...
    local name=$1 argument arguments=()
    shift
    for argument in "${asked[@]}"; do
        case $argument in
        -fuse-ld=lld | -B*gcc-ld) [ "$name" = Lld ] && arguments+=("$argument") ;;
        -Wl,-z,relro,-z,now) [ "$name" = less ] && arguments+=("-Wl,-z,norelro,-z,lazy") || arguments+=("$argument") ;;
        */libglmeter.so) arguments+=("$argument.$name") ;;
        *) arguments+=("$argument") ;;
        esac
    done
    cc "$@" "${arguments[@]}"
}
asked=("$@")
link Lld
link Gnu -fuse-ld=bfd
link Gold -fuse-ld=gold
link less -fuse-ld=bfd
cc "$@"
"#;

/// Compiles the library once, separately from the build under test, and links it in each way of `LINK`. Returns the folder.
fn linked() -> &'static Path {
    static LINKED: OnceLock<PathBuf> = OnceLock::new();
    LINKED.get_or_init(|| {
        let link = folder().join("cc");
        std::fs::write(&link, LINK).unwrap();
        std::fs::set_permissions(&link, std::fs::Permissions::from_mode(0o755)).unwrap();
        let mut command = Command::new(env!("CARGO"));
        command.current_dir(root()).args(["rustc", "--quiet", "--locked", "-p", "glmeter", "--lib", "--crate-type", "cdylib"]);
        command.arg("--target-dir").arg(folder().join("build")).arg("--").arg(format!("-Clinker={}", link.display()));
        // Nothing that is checked depends on the optimiser, and without it the library is compiled in a third of the time.
        command.envs([("CARGO_PROFILE_DEV_OPT_LEVEL", "0"), ("CARGO_PROFILE_DEV_DEBUG", "0")]);
        let ended = run_for(&mut command, 1800);
        assert_eq!(ended.code, 0, "Debian's binutils has GNU ld and gold\n{}", ended.all());
        folder().join("build/debug/deps")
    })
}

/// Returns the library that is linked in one of the ways of `LINK`.
fn build(name: &str) -> PathBuf {
    // As beside an installed library: the JSON file names the library in its own folder.
    let place = folder().join(name);
    let _ = std::fs::remove_dir_all(&place);
    std::fs::create_dir_all(&place).unwrap();
    std::fs::copy(linked().join(format!("libglmeter.so.{name}")), place.join("libglmeter.so")).unwrap();
    std::fs::copy(build_folder().join("10_glmeter.json"), place.join("10_glmeter.json")).unwrap();
    place.join("libglmeter.so")
}

fn readelf(option: &str, library: &Path) -> String {
    let ended = run(Command::new("readelf").env("LC_ALL", "C").args([option, "-W"]).arg(library));
    assert_eq!(ended.code, 0, "readelf of the Debian package binutils\n{}", ended.all());
    ended.stdout
}

fn number(word: &str) -> u64 {
    u64::from_str_radix(word.trim_start_matches("0x"), 16).unwrap_or_else(|_| panic!("{word} is a number"))
}

/// Returns a number of the dynamic section; sizes are decimal, addresses are not.
fn dynamic(text: &str, tag: &str) -> Option<u64> {
    let word = text.lines().find(|line| line.contains(&format!("({tag})")))?.split(')').nth(1)?.split_whitespace().next()?;
    Some(if word.starts_with("0x") { number(word) } else { word.parse().unwrap() })
}

/// Returns the conditions of symbol hiding that a library violates.
fn broken_conditions(library: &Path) -> Vec<String> {
    let mut broken = Vec::new();
    let mut expect = |holds: bool, what: String| {
        if !holds {
            broken.push(what);
        }
    };
    let dynamics = readelf("-d", library);
    expect(dynamics.contains("BIND_NOW") || dynamics.contains("Flags: NOW"), "all functions are bound at once".to_owned());

    // glibc treats the two tables as one, whose resolvers it calls at the end, if the second directly follows the first.
    let relocations = readelf("-r", library);
    let entries: Vec<&str> = relocations.lines().filter(|line| line.contains(" R_X86_64_")).collect();
    let resolvers: Vec<usize> = (0..entries.len()).filter(|index| entries[*index].contains("R_X86_64_IRELATIV")).collect();
    expect(!resolvers.is_empty(), "a resolver is called".to_owned());
    let first = dynamic(&dynamics, "RELA").zip(dynamic(&dynamics, "RELASZ"));
    let second = dynamic(&dynamics, "JMPREL").zip(dynamic(&dynamics, "PLTRELSZ"));
    let table_entries = |table: Option<(u64, u64)>| table.map_or(0, |(_, size)| size as usize / 24);
    let [of_first, of_second] = [first, second].map(table_entries);
    expect(of_first + of_second == entries.len(), format!("{of_first} and {of_second} relocations, not {}", entries.len()));
    let one_list = match (first, second) {
        (Some((start, size)), Some((next, _))) => start + size == next,
        _ => true,
    };
    expect(one_list, "one list of relocations".to_owned());
    // The entry is also the last one of its own table, for a loader that handles the entries in order.
    let is_last = resolvers.iter().all(|index| [of_first, of_first + of_second].contains(&(index + 1)));
    expect(is_last, format!("a resolver is the last entry of its table: {resolvers:?} of {of_first} and {of_second}"));

    let segments = readelf("-l", library);
    let headers: Vec<(&str, core::ops::Range<u64>, String)> = segments
        .lines()
        .filter_map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let kind = *words.first()?;
            let start = ["LOAD", "GNU_RELRO"].contains(&kind).then(|| number(words[2]))?;
            Some((kind, start..start + number(words[5]), words[6..words.len() - 1].concat()))
        })
        .collect();
    let segment_of = |kind: &str, address: u64| headers.iter().find(|(of, range, _)| *of == kind && range.contains(&address));
    let symbols = dynamic(&dynamics, "SYMTAB").unwrap();
    let flags = segment_of("LOAD", symbols).map(|(_, _, flags)| flags.as_str()).unwrap_or_default();
    expect(flags.starts_with('R') && !flags.contains('W'), format!("the symbol table is only read: {flags}"));
    // The GOT entries.
    let word = |entry: &&str| ["GLOB_DAT", "JUMP_SLO", "IRELATIV"].iter().any(|kind| entry.contains(kind));
    let open = entries.iter().filter(|entry| word(entry)).map(|entry| number(entry.split_whitespace().next().unwrap()));
    let open: Vec<u64> = open.filter(|address| segment_of("GNU_RELRO", *address).is_none()).collect();
    expect(open.is_empty(), format!("functions' addresses are protected after relocation: {open:x?}"));
    broken
}

/// Compiles `source` of `ctests/`.
fn compile(name: &str, source: &str, arguments: &[&str]) -> PathBuf {
    let output = folder().join(name);
    let mut command = Command::new("cc");
    command.args(["-std=c99", "-Wall", "-Wextra", "-O1", "-I"]).arg(root().join("include")).arg(root().join("ctests").join(source));
    let ended = run(command.arg("-o").arg(&output).args(arguments));
    assert_eq!(ended.code, 0, "{source}\n{}", ended.all());
    output
}

fn bare(program: &Path) -> Command {
    let mut command = Command::new(program);
    for name in ["DISPLAY", "LD_PRELOAD", "LD_LIBRARY_PATH", "__EGL_VENDOR_LIBRARY_FILENAMES", "__GLX_VENDOR_LIBRARY_NAME", "GLMETER_LOG"] {
        command.env_remove(name);
    }
    command
}

fn works(library: &Path, linker: Linker) {
    let name = |stem: &str| format!("{stem}-{linker:?}");
    let place = folder().display().to_string();
    let link = linker.c_argument();
    // Bound at once and protected, or lazily and unprotected: each library is changed at another time.
    for (kind, binding) in [("now", "-Wl,-z,now,-z,relro"), ("lazy", "-Wl,-z,lazy,-z,norelro")] {
        let clash = name(&format!("libclash-{kind}.so"));
        compile(&clash, "clash_library.c", &["-shared", "-fPIC", "-lEGL", link, binding]);
        let [needed, path] = [format!("-l:{clash}"), format!("-Wl,-rpath,{place}")];
        let linked: Vec<&str> = vec!["-L", &place, &needed, "-lEGL", &path, link, binding];
        let copied: Vec<&str> = linked.iter().copied().chain(["-DCOPIED", "-fno-pie", "-no-pie"]).collect();
        for (stem, arguments) in [("clash", &linked), ("clash-copied", &copied)] {
            let program = compile(&name(&format!("{stem}-{kind}")), "clash.c", arguments);
            let ended = run(bare(&program).env("LD_PRELOAD", library));
            assert_eq!((ended.code, ended.stdout.as_str(), ended.stderr.as_str()), (0, "clash: ok\n", ""), "{linker:?} {stem} {kind}");
        }
    }
    // And the other ways into a process: linked, where the names stay, alone and with a preload beside it.
    let place = library.parent().unwrap().display().to_string();
    let soname = library.with_file_name("libglmeter.so.0");
    let _ = std::fs::remove_file(&soname);
    std::os::unix::fs::symlink("libglmeter.so", &soname).unwrap();
    let path = format!("-Wl,-rpath,{place}");
    let program = compile(
        &name("linked"),
        "ext_disjoint_timer_query.c",
        &["-DLINKED", "-L", &place, "-lglmeter", "-lEGL", "-lGLESv2", "-lpthread", "-ldl", &path],
    );
    for preload in [None, Some(library)] {
        let mut command = bare(&program);
        let ended = run_for(command.envs(preload.map(|library| ("LD_PRELOAD", library))), 120);
        assert!(ended.code == 0 && ended.stdout.contains(": ok"), "{linker:?} {preload:?}\n{}", ended.all());
    }
}

fn library_of(linker: Linker) -> PathBuf {
    let library = build(&format!("{linker:?}"));
    assert_eq!(readelf("-S", &library).contains("gnu.gold-version"), matches!(linker, Linker::Gold), "{linker:?} linked the library");
    assert_eq!(readelf("-p.comment", &library).contains("LLD"), matches!(linker, Linker::Lld), "{linker:?} linked the library");
    assert!(readelf("-V", &library).contains("Name: GLMETER_0.1"), "{linker:?} got the version script");
    library
}

fn holds_and_works(linker: Linker) {
    let library = library_of(linker);
    assert_eq!(broken_conditions(&library), Vec::<String>::new(), "{linker:?}");
    works(&library, linker);
}

#[test]
fn the_library_under_test_has_what_symbol_hiding_rests_on() {
    assert_eq!(broken_conditions(&library()), Vec::<String>::new());
}

#[test]
fn symbol_hiding_works_linked_by_gnu_ld() {
    holds_and_works(Linker::Gnu);
}

#[test]
fn symbol_hiding_works_linked_by_gold() {
    holds_and_works(Linker::Gold);
}

#[test]
fn symbol_hiding_works_linked_by_lld() {
    holds_and_works(Linker::Lld);
}

/// The build script's linker arguments override earlier ones.
#[test]
fn a_build_that_asks_for_less_has_what_symbol_hiding_rests_on() {
    let library = build("less");
    assert_eq!(broken_conditions(&library), Vec::<String>::new());
}

/// The check detects a library that violates the conditions.
#[test]
fn what_symbol_hiding_rests_on_can_be_absent() {
    let library = compile("libwithout.so", "clash_library.c", &["-shared", "-fPIC", "-lEGL", "-Wl,-z,lazy,-z,norelro"]);
    let broken = broken_conditions(&library);
    for condition in ["all functions are bound at once", "a resolver is called", "functions' addresses are protected after relocation"] {
        assert!(broken.iter().any(|line| line.starts_with(condition)), "{condition}: {broken:?}");
    }
}
