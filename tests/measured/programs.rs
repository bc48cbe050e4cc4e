//! Programs of others under `glmeter run` and `glmeter check`: frames, GPU time and draws of each context, and the same pictures as alone.

use super::{clean, compile, fresh, report};
use crate::support::{Ended, glmeter, root, run_for};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Fails with the package's name if a program is missing.
fn installed(program: &str, package: &str) {
    let path = std::env::var_os("PATH").unwrap();
    let is_there = Path::new(program).exists() || std::env::split_paths(&path).any(|folder| folder.join(program).exists());
    assert!(is_there, "{program} is missing: install the Debian package {package}");
}

/// Returns the library that ends a program after `FRAME_LIMIT` frames.
fn limit() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| compile("frame_limit.c", &["-shared", "-fPIC", "-ldl"]))
}

/// Runs a command line under `glmeter run` with every kind of report that is a file. Returns its end and the JSON report.
fn measured(words: &[&str], set_up: impl Fn(&mut Command)) -> (Ended, Value) {
    let [json, csv] = ["json", "csv"].map(fresh);
    let mut command = clean(glmeter().get_program());
    command.arg("run").arg("--report").arg(format!("json={}", json.display())).arg("--report").arg(format!("csv={}", csv.display()));
    command.arg("--").args(words);
    set_up(&mut command);
    let ended = run_for(&mut command, 120);
    let report = report(&json);
    let rows = std::fs::read_to_string(&csv).unwrap().lines().count() as u64 - 1;
    std::fs::remove_file(csv).unwrap();
    let frames = report["frames"].as_u64().unwrap() - report["lost_frames"].as_u64().unwrap();
    assert!(rows >= frames, "a row a frame: {rows}, {frames}\n{}", ended.all());
    (ended, report)
}

/// Returns the contexts of a report that show frames.
fn shown(report: &Value) -> Vec<&Value> {
    let contexts = report["contexts"].as_array().unwrap();
    contexts.iter().filter(|context| context["frames"].as_u64().unwrap() > 0).collect()
}

/// Asserts that a context shows at least some frames, of which GPU times were measured, with at least some draws each, and no errors.
fn expect(context: &Value, frames: u64, draws: u64, program: &str) {
    let number = |value: &Value| value.as_u64().unwrap();
    assert_eq!(context["program"], program, "{context}");
    assert!(number(&context["frames"]) >= frames, "{program}: {context}");
    assert!(number(&context["gpu_time"]["count"]) > 0 && number(&context["gpu_time"]["sum"]) > 0, "{program}: {context}");
    assert!(number(&context["counts"]["draws"]["worst"]) >= draws, "{program}: {context}");
    assert!(number(&context["counts"]["own_time"]["sum"]) < number(&context["wall_time"]["sum"]), "{program}: {context}");
    assert_eq!(context["errors"], Value::Array(vec![]), "{program}: {context}");
}

#[test]
fn gears_are_measured() {
    installed("glxgears", "mesa-utils");
    for (program, draws) in [("glxgears", 3), ("es2gears_x11", 3)] {
        let (ended, report) = measured(&[program], |command| _ = command.env("LD_PRELOAD", limit()).env("FRAME_LIMIT", "120"));
        assert_eq!(ended.code, 0, "{}", ended.all());
        let contexts = shown(&report);
        assert_eq!(contexts.len(), 1, "{report}");
        expect(contexts[0], 100, draws, program);
        assert!(ended.stderr.contains("frames in"), "the summary\n{}", ended.all());
    }
}

/// Each frame of glxgears is the same for a given angle; the numbers of its draws are the same in each.
#[test]
fn gears_keep_their_budgets_on_the_pipeline() {
    let mut command = clean(glmeter().get_program());
    command.args(["check", "--provider", "software", "--max-draws", "18", "--max-errors", "0", "--max-overdraw", "8", "--", "glxgears"]);
    let ended = run_for(command.env("LD_PRELOAD", limit()).env("FRAME_LIMIT", "60"), 120);
    assert_eq!(ended.code, 0, "{}", ended.all());
}

/// A program of Qt Quick has a context for what it draws, and the picture that it writes is the same as without glmeter.
#[test]
fn qt_quick_is_measured_and_draws_the_same() {
    installed("qmlscene", "qmlscene");
    let draw = |is_measured: bool| {
        let folder = fresh("quick");
        std::fs::create_dir(&folder).unwrap();
        let file = folder.join("quick.qml");
        let text = std::fs::read_to_string(root().join("tests/clients/draw_with_quick.qml")).unwrap();
        std::fs::write(&file, text.replace("FOLDER", &folder.display().to_string())).unwrap();
        let set_up = |command: &mut Command| _ = command.env("QT_QPA_PLATFORM", "xcb").env("QT_XCB_GL_INTEGRATION", "xcb_egl");
        let words = ["qmlscene", file.to_str().unwrap()];
        let report = is_measured.then(|| measured(&words, set_up)).map(|(ended, report)| {
            assert_eq!(ended.code, 0, "{}", ended.all());
            report
        });
        if !is_measured {
            let mut command = clean(words[0]);
            set_up(&mut command);
            let ended = run_for(command.arg(words[1]), 120);
            assert_eq!(ended.code, 0, "{}", ended.all());
        }
        let picture = std::fs::read(folder.join("quick.ppm")).unwrap();
        std::fs::remove_dir_all(folder).unwrap();
        (picture, report)
    };
    let (picture, report) = draw(true);
    // Alone it has one of two pictures, by whether an effect's source was drawn in time.
    let (alone, _) = (0..40).map(|_| draw(false)).find(|(alone, _)| *alone == picture).unwrap_or_else(|| draw(false));
    let differing = picture.iter().zip(&alone).filter(|(one, other)| one != other).count();
    assert!(picture == alone, "{differing} of {} bytes differ", alone.len());
    let report = report.unwrap();
    let contexts = shown(&report);
    assert_eq!(contexts.len(), 1, "{report}");
    expect(contexts[0], 1, 5, "qmlscene");
}

#[test]
fn mpv_is_measured_on_opengl_and_on_opengl_es() {
    installed("mpv", "mpv");
    for es in ["--opengl-es=no", "--opengl-es=yes"] {
        let words = [
            "mpv",
            "--no-config",
            "--vo=gpu",
            "--gpu-api=opengl",
            "--gpu-sw",
            es,
            "--ao=null",
            "--untimed",
            "--frames=40",
            "av://lavfi:testsrc",
        ];
        let (ended, report) = measured(&words, |_| ());
        assert_eq!(ended.code, 0, "{es}\n{}", ended.all());
        let contexts = shown(&report);
        assert_eq!(contexts.len(), 1, "{es}: {report}");
        expect(contexts[0], 30, 1, "mpv");
        let version = contexts[0]["version"].as_str().unwrap();
        assert_eq!(version.starts_with("OpenGL ES"), es.ends_with("yes"), "{version}");
    }
}

#[test]
fn osgviewer_is_measured() {
    installed("osgviewer", "openscenegraph");
    let model = fresh("model").with_extension("obj");
    std::fs::write(&model, "v -1 0 -1\nv 1 0 -1\nv 0 0 1\nf 1 2 3\n").unwrap();
    let words = ["osgviewer", "--window", "0", "0", "320", "240", model.to_str().unwrap()];
    let (ended, report) = measured(&words, |command| _ = command.env("OSG_RUN_FRAME_COUNT", "50"));
    std::fs::remove_file(&model).unwrap();
    assert_eq!(ended.code, 0, "{}", ended.all());
    let contexts = shown(&report);
    assert_eq!(contexts.len(), 1, "{report}");
    expect(contexts[0], 40, 1, "osgviewer");
}

/// A game of SDL 2, which draws with OpenGL 1 and waits between its frames.
#[test]
fn a_game_of_sdl_is_measured() {
    let program = "/usr/games/chromium-bsu";
    installed(program, "chromium-bsu");
    let home = fresh("home");
    std::fs::create_dir(&home).unwrap();
    let words = ["timeout", "--kill-after", "5", "3", program, "--window", "--noaudio"];
    let (ended, report) = measured(&words, |command| _ = command.env("HOME", &home).env("SDL_AUDIODRIVER", "dummy"));
    std::fs::remove_dir_all(home).unwrap();
    assert_eq!(ended.code, 124, "{}", ended.all());
    let contexts = shown(&report);
    assert_eq!(contexts.len(), 1, "{report}");
    expect(contexts[0], 10, 20, "chromium-bsu");
}

/// Returns the files of a folder with their bytes, by name.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        entries.map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(&path).unwrap())).collect();
    files.sort();
    files
}

/// A program without a window: its work is in the report, although no swap ends it, and its pictures are those that it draws alone.
#[test]
fn moderngl_without_a_window_is_measured_and_draws_the_same() {
    let python = root().join("target/clients-venv/bin/python");
    assert!(python.exists(), "{} is missing: run tests/clients/setup.sh", python.display());
    let folder = fresh("moderngl");
    std::fs::create_dir(&folder).unwrap();
    let script = root().join("tests/clients/draw_with_moderngl.py");
    let (ended, report) = measured(&[python.to_str().unwrap(), script.to_str().unwrap(), folder.to_str().unwrap()], |_| ());
    let pictures = files(&folder);
    std::fs::remove_dir_all(&folder).unwrap();
    std::fs::create_dir(&folder).unwrap();
    let alone = run_for(clean(&python).arg(&script).arg(&folder), 120);
    assert_eq!(alone.code, 0, "{}", alone.all());
    assert!(!pictures.is_empty() && pictures == files(&folder), "the pictures differ");
    std::fs::remove_dir_all(folder).unwrap();
    assert_eq!(ended.code, 0, "{}", ended.all());
    let draws: u64 =
        report["contexts"].as_array().unwrap().iter().map(|context| context["rest"]["counts"]["draws"].as_u64().unwrap()).sum();
    assert!(draws >= 8, "{report}");
}

/// Chromium's GPU process is one of many, and has the contexts.
#[test]
fn chromiums_gpu_process_is_measured() {
    let program = "/usr/lib/chromium/chromium";
    installed(program, "chromium");
    let data = fresh("chromium");
    let page = format!("file://{}", root().join("tests/clients/webgl.html").display());
    let folder = format!("--user-data-dir={}", data.display());
    let words = [
        program,
        "--no-sandbox",
        "--disable-gpu-sandbox",
        "--headless",
        "--use-gl=angle",
        "--use-angle=gl-egl",
        "--ignore-gpu-blocklist",
        "--virtual-time-budget=5000",
        "--dump-dom",
        &folder,
        &page,
    ];
    let (ended, report) = measured(&words, |command| _ = command.env("HOME", data.parent().unwrap()));
    let _ = std::fs::remove_dir_all(&data);
    assert_eq!(ended.code, 0, "{}", ended.all());
    let contexts = report["contexts"].as_array().unwrap();
    let processes: std::collections::BTreeSet<u64> = contexts.iter().map(|context| context["process"].as_u64().unwrap()).collect();
    assert!(!contexts.is_empty() && processes.len() <= 2, "{report}");
    assert!(contexts.iter().all(|context| context["program"] == "chromium"), "{report}");
}

/// The memory of the program and of the command is the same after ten seconds and after a minute.
#[test]
#[ignore = "takes a minute: cargo test --release --test measured -- --ignored"]
fn memory_does_not_grow() {
    let json = fresh("json");
    let mut command = clean(glmeter().get_program());
    command.args(["run", "--report", &format!("json={}", json.display()), "--", "glxgears"]).stdout(std::process::Stdio::null());
    let mut child = command.stderr(std::process::Stdio::null()).spawn().unwrap();
    let resident = |process: u32| {
        let text = std::fs::read_to_string(format!("/proc/{process}/smaps_rollup")).unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix("Pss_Anon:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap()
    };
    let children = std::fs::read_to_string(format!("/proc/{0}/task/{0}/children", child.id()));
    std::thread::sleep(std::time::Duration::from_secs(10));
    let children = std::fs::read_to_string(format!("/proc/{0}/task/{0}/children", child.id())).or(children).unwrap();
    let program: u32 = children.trim().parse().unwrap();
    let before = [resident(child.id()), resident(program)];
    std::thread::sleep(std::time::Duration::from_secs(50));
    let after = [resident(child.id()), resident(program)];
    // SAFETY: the child has not been reaped, so the process id is still its own.
    unsafe { libc::kill(child.id() as i32, libc::SIGTERM) };
    child.wait().unwrap();
    std::fs::remove_file(json).unwrap();
    // A page table's worth, for what the C library's allocator keeps.
    assert!(after.iter().zip(before).all(|(after, before)| *after <= before + 256), "{before:?} kB, then {after:?} kB");
}
