//! The page in headless Chromium: charts, keyboard, mouse, tabs, both colour schemes, a narrow window and paper.

use crate::sample::EVIL;
use crate::sample_run::sample_run;
use crate::support::{root, run_for};
use crate::trace::file;
use glmeter_report::Output;
use glmeter_report::page::Page;
use glmeter_report::run::{Context, Difference, FramePicture, Image, Run};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Opens a page; returns what `page.js` found. The screenshots are in a folder beside the page.
pub fn open(page: &Path) -> Value {
    let folder: PathBuf = page.with_extension("");
    std::fs::create_dir_all(&folder).unwrap();
    let mut node = Command::new("node");
    let ended = run_for(node.arg(root().join("tests/reports/page.js")).arg(page).arg(&folder), 120);
    assert_eq!(ended.code, 0, "{}", ended.all());
    let found: Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(found["errors"], json!([]), "on the console");
    let loads = found["requests"].as_array().unwrap().iter().filter(|scheme| !["file", "data"].contains(&scheme.as_str().unwrap()));
    assert_eq!(loads.count(), 0, "{}", found["requests"]);
    found
}

fn write(name: &str, run: &Run) -> PathBuf {
    let path = file(name);
    Page::create(&path).unwrap().finish(run).unwrap();
    path
}

/// Returns a PNG file of two pixels.
fn png(colours: [u8; 6]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, 2, 1);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(&colours).unwrap();
    file
}

#[test]
fn a_page_is_drawn_and_works_by_keyboard_and_mouse_in_every_form() {
    let mut run = sample_run();
    // The page begins with the context that has drawn most.
    run.contexts.insert(0, Context::default());
    run.picture = Some(FramePicture { frame: 11, width: 2, height: 1, difference: Some(Difference { pixels: 1, most: 255 }) });
    run.images = vec![Image { title: "Picture", png: png([0, 0, 0, 255, 0, 0]) }];
    let found = open(&write("sample.html", &run));
    assert_eq!(found["pictures"], json!([["Picture", 2, 1]]));
    let told = "Frame 11, 2 × 1 pixels; 1 pixel of 2 differs from the reference, by at most 255 of 255.";
    assert!(found["text"].as_str().unwrap().contains(told), "{}", found["text"]);
    let headings = [
        "extremetuxracer",
        "Times of frames",
        "Distribution",
        "Percentiles",
        "Framebuffer passes",
        "Debug groups",
        "Programs",
        "Counts",
        "Statistics",
        "Times of commands",
        "GL errors",
        "Sources",
    ];
    assert_eq!(found["headings"], json!(headings));
    assert_eq!((&found["points"], &found["series"]), (&json!(2000), &json!(["wall", "cpu", "gpu"])));
    assert!(found["bins"].as_u64().is_some_and(|bins| bins > 2));
    assert_eq!(found["unnamed"], 0);
    // A name of the program is text.
    assert_eq!(found["title"], "extremetuxracer --fullscreen --course bunny hill – glmeter report");
    assert!(found["text"].as_str().unwrap().contains(EVIL));

    let focus = found["focus"].as_array().unwrap();
    assert_eq!(focus[0], "Skip to the report");
    assert!(focus.last().unwrap().as_str().unwrap().starts_with("Times of frames over time."), "{focus:?}");
    assert_eq!(found["first"], "Frames 0–1 at 0 s: Frame 16.5 ms, worst 16.6 ms; CPU 5.06 ms; GPU 8.23 ms");
    assert!(found["second"].as_str().unwrap().starts_with("Frames 2–3 at "), "{}", found["second"]);
    for changed in ["zoomed", "moved", "home", "dragged", "wheeled"] {
        assert_eq!(found[changed], true, "{changed}");
    }
    assert!(found["tip"].as_str().unwrap().starts_with("Frames "), "{}", found["tip"]);
    assert_eq!((&found["second_tab"], &found["first_tab"]), (&json!("panel-1 tab-1"), &json!("tab-0")));
    assert_eq!(found["rows"], 2000);

    assert_eq!(
        (&found["light"], &found["dark"], &found["switched"]),
        (&json!("rgb(246, 247, 249)"), &json!("rgb(15, 20, 25)"), &json!("rgb(246, 247, 249)"))
    );
    assert_eq!(found["narrow"], json!([360, 360]));
    assert_eq!(found["narrow_points"], 2000);
    assert_eq!(found["print"], json!(["#fff", 3, 3]));
}
