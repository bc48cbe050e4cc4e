//! `--headless`: the software pipeline, and a display of the program's own that ends with the command.

use super::reports::program;
use super::support::run;
use super::{folder, glmeter, without_gl};
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// Prints the display, the provider and the file with the secret, one a line; the last one must be there.
const TELL: &str = r#"sleep 0.1; echo "$DISPLAY"; echo "$GLMETER_PROVIDER"; echo "$WAYLAND_DISPLAY"; ls "$XAUTHORITY""#;

/// Returns what [`TELL`] prints with these options: the display, the provider, the Wayland display, and the file.
fn told(options: &[&str]) -> [String; 4] {
    let words = [&["run", "--headless"], options, &["--", "sh", "-c", TELL]].concat();
    let ended = run(glmeter(&words).env("WAYLAND_DISPLAY", "wayland-7"));
    assert_eq!((ended.code, ended.stderr.as_str()), (0, without_gl("sh").as_str()), "{}", ended.all());
    let mut lines = ended.stdout.lines().map(str::to_owned);
    std::array::from_fn(|_| lines.next().unwrap_or_default())
}

/// Returns true if a server listens on a display.
fn is_there(display: &str) -> bool {
    Path::new("/tmp/.X11-unix").join(format!("X{}", display.trim_start_matches(':'))).exists()
}

#[test]
fn the_program_gets_the_pipeline_and_a_display_that_end_with_it() {
    let [display, provider, wayland, authority] = told(&[]);
    assert!(display.starts_with(':'), "{display:?}");
    assert_eq!((provider.as_str(), wayland.as_str()), ("software", ""));
    assert!(!authority.is_empty() && !Path::new(&authority).exists(), "{authority:?}");
    assert!(!is_there(&display), "{display}");
}

#[test]
fn another_provider_may_be_asked_for() {
    assert_eq!(told(&["--provider", "host"])[1], "host");
}

#[test]
fn programs_draw_on_it_through_glx() {
    let ended = run(&mut glmeter(&["check", "--headless", "--max-draws", "100", "--stop-after", "5", "--", "glxgears"]));
    assert_eq!(ended.code, 0, "{}", ended.all());
    assert!(ended.stderr.starts_with("glmeter: the budget holds over 5 frames: draws (worst): "), "{}", ended.all());
    let ended = run(&mut glmeter(&["run", "--headless", "--report", "off", "--", "glxinfo", "-B"]));
    assert!(ended.stdout.contains("OpenGL renderer string: glmeter software pipeline"), "{}", ended.all());
}

#[test]
fn programs_draw_on_a_wayland_compositor() {
    let folder = folder("headless-wayland");
    let mut command = glmeter(&["check", "--headless", "--display", "wayland", "--max-draws", "100", "--stop-after", "5", "--"]);
    let ended = run(command.arg("es2gears_wayland").env("TMPDIR", &folder).env_remove("XDG_RUNTIME_DIR"));
    assert_eq!(ended.code, 0, "{}", ended.all());
    assert!(ended.stderr.starts_with("glmeter: the budget holds over 5 frames: draws (worst): "), "{}", ended.all());
    let tell = "echo $WAYLAND_DISPLAY; echo $DISPLAY; ls -d $XDG_RUNTIME_DIR";
    let mut command = glmeter(&["run", "--headless", "--display=wayland", "--report", "off", "--", "sh", "-c", tell]);
    let ended = run(command.env("DISPLAY", ":77").env("TMPDIR", &folder).env_remove("XDG_RUNTIME_DIR"));
    let lines: Vec<&str> = ended.stdout.lines().collect();
    let [socket, display, runtime] = lines[..] else { panic!("{}", ended.all()) };
    assert_eq!((Path::new(socket).parent(), display), (Some(Path::new(runtime)), ""));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "nothing is left");
    let ended = run(glmeter(&["run", "--headless", "--display=wayland", "true"]).env("PATH", &folder));
    let line = "glmeter: --display wayland: there is no weston; Debian's and Ubuntu's package is weston\n";
    assert_eq!((ended.code, ended.stderr.as_str()), (1, line));
}

#[test]
fn a_program_that_a_signal_ends_leaves_no_display_behind() {
    let folder = folder("headless");
    let words = ["run", "--headless", "--", "sh", "-c", "echo $DISPLAY; kill -KILL $$"];
    let ended = run(glmeter(&words).env("TMPDIR", &folder).env_remove("XDG_RUNTIME_DIR"));
    assert!(!is_there(ended.stdout.trim()) && !ended.stdout.trim().is_empty(), "{}", ended.all());
    let left: Vec<PathBuf> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(left, Vec::<PathBuf>::new());
}

#[test]
fn each_of_several_runs_has_a_display() {
    let words = ["check", "--headless", "--repeat", "3", "--max-draws", "100", "--"];
    let ended = run(glmeter(&words).arg(program()).args(["5", "1"]));
    assert_eq!(ended.code, 0, "{}", ended.all());
    assert!(ended.stderr.starts_with("glmeter: the budget holds over 5 frames in 3 runs: draws"), "{}", ended.all());
}

#[test]
fn without_an_x_server_a_line_says_so() {
    let line = "glmeter: there is no Xvfb, so the program has no X server; Debian's and Ubuntu's package is xvfb\n";
    let empty = folder("headless-empty");
    let ended = run(glmeter(&["run", "--headless", "--", "/bin/true"]).env("PATH", &empty));
    assert_eq!((ended.code, ended.stderr), (0, format!("{line}{}", without_gl("/bin/true"))));
    // With a display there is nothing to say.
    let ended = run(glmeter(&["run", "--headless", "--", "/bin/true"]).env("PATH", &empty).env("DISPLAY", ":77"));
    assert_eq!((ended.code, ended.stderr), (0, without_gl("/bin/true")));
}

/// Returns the size and the pixels of a PNG file, three bytes each, the upper row first.
fn picture(path: &Path) -> ([u32; 2], Vec<u8>) {
    let mut reader = png::Decoder::new(BufReader::new(std::fs::File::open(path).unwrap())).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let about = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((about.color_type, about.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
    ([about.width, about.height], pixels)
}

#[test]
fn the_picture_of_a_frame_is_saved() {
    let file = folder("headless-picture").join("frame.png");
    let saved = || {
        let words = ["run", "--headless", "--report", "off", "--frame", "3", "--picture", file.to_str().unwrap(), "--"];
        let ended = run(glmeter(&words).arg(program()).args(["5", "1"]));
        assert_eq!((ended.code, ended.stderr.as_str()), (0, ""), "{}", ended.all());
        picture(&file)
    };
    let (size, pixels) = saved();
    assert_eq!(pixels.len(), size[0] as usize * size[1] as usize * 3);
    // The upper left corner has the colour of the clear; something was drawn.
    assert!(pixels.chunks_exact(3).any(|pixel| pixel != &pixels[..3]), "{size:?}");
    assert!((size, pixels) == saved(), "another run draws another picture");
}

#[test]
fn a_picture_that_there_is_not_leaves_no_file() {
    let file = folder("headless-no-picture").join("frame.png");
    let words = ["run", "--headless", "--report", "off", "--frame", "100", "--picture", file.to_str().unwrap(), "--"];
    let ended = run(glmeter(&words).arg(program()).args(["5", "1"]));
    let line = format!("glmeter: --picture {}: the program did not reach frame 100\n", file.display());
    assert_eq!((ended.code, ended.stderr, file.exists()), (0, line, false));
    // A device stays.
    let device = file.with_file_name("device");
    std::os::unix::fs::symlink("/dev/null", &device).unwrap();
    let words = ["run", "--report", "off", "--frame", "100", "--picture", device.to_str().unwrap(), "true"];
    assert_eq!((run(&mut glmeter(&words)).code, device.is_symlink()), (0, true));
    let ended = run(&mut glmeter(&["run", "--frame", "1", "--picture", "/nonexistent/frame.png", "true"]));
    assert_eq!(
        (ended.code, ended.stderr.as_str()),
        (1, "glmeter: --picture /nonexistent/frame.png: No such file or directory (os error 2)\n")
    );
}

/// Writes a PNG file.
fn write(path: &Path, [width, height]: [u32; 2], pixels: &[u8]) {
    let mut encoder = png::Encoder::new(std::fs::File::create(path).unwrap(), width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(pixels).unwrap();
}

#[test]
fn a_picture_is_compared_with_a_reference() {
    let folder = folder("headless-reference");
    let [reference, found, difference, junit] = ["reference.png", "found.png", "difference.png", "junit.xml"].map(|name| folder.join(name));
    let path = |path: &Path| path.to_str().unwrap().to_owned();
    let checked = |options: &[&str]| {
        let mut command = glmeter(&["check", "--headless", "--frame", "3", "--picture", &path(&found), "--junit", &path(&junit)]);
        command.args(["--reference", &path(&reference), "--difference", &path(&difference)]).args(options);
        let ended = run(command.arg("--").arg(program()).args(["5", "1"]));
        (ended.code, ended.stderr)
    };
    let words = ["run", "--headless", "--report", "off", "--frame", "3", "--picture", &path(&reference), "--"];
    assert_eq!(run(glmeter(&words).arg(program()).args(["5", "1"])).code, 0);
    assert_eq!(checked(&[]), (0, "glmeter: the budget holds over 5 frames: reference: no pixel differs\n".to_owned()));
    let (size, pixels) = picture(&found);
    assert!(picture(&difference).1.iter().zip(&pixels).all(|(dark, colour)| *dark == colour / 4));

    let mut other = pixels.clone();
    other[3] ^= 0x20;
    write(&reference, size, &other);
    let all = size[0] * size[1];
    let text = format!("1 of {all} pixels differ, by at most 32 of 255");
    assert_eq!(checked(&[]), (1, format!("glmeter: reference: {text}; none may\n")));
    assert_eq!(picture(&difference).1[3..6], [255, 0, 0]);
    assert!(std::fs::read_to_string(&junit).unwrap().contains(&format!("{text}; none may")));
    let (page, json) = (folder.join("page.html"), folder.join("run.json"));
    checked(&["--report", &format!("html={}", page.display()), "--report", &format!("json={}", json.display())]);
    let page = std::fs::read_to_string(&page).unwrap();
    let titles = ["Picture", "Reference", "Difference"].map(|title| format!(r#"{{"title":"{title}","source":"data:image/png;base64,"#));
    assert!(titles.iter().all(|title| page.contains(title)), "the page has the three pictures");
    let json: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&json).unwrap()).unwrap();
    let differs = serde_json::json!({"pixels": 1, "most": 32});
    assert_eq!(json["picture"], serde_json::json!({"frame": 3, "width": size[0], "height": size[1], "difference": differs}));
    assert_eq!(checked(&["--tolerance", "0.1"]), (0, format!("glmeter: the budget holds over 5 frames: reference: {text}\n")));

    write(&reference, [2, 1], &[0; 6]);
    let line = format!("glmeter: reference: the picture has {} x {} pixels; the reference has 2 x 1\n", size[0], size[1]);
    assert_eq!((checked(&[]), difference.exists()), ((1, line), false));
    std::fs::write(&reference, "no picture").unwrap();
    let (code, line) = checked(&[]);
    assert!(code == 2 && line.starts_with(&format!("glmeter: --reference {}: ", reference.display())), "{code} {line}");
}
