//! `glmeter info`: prints the extensions and query targets of each kind of context with their sources.

use crate::egl::{CORE, Display, EMBEDDED_2, EMBEDDED_3, Kind};
use crate::osmesa;
use crate::page::Page;
use glmeter::config::{self, Provider};
use glmeter::platform::vendors;
use glmeter_report::style::Style;

/// The contexts that the page describes, by title.
const CONTEXTS: [(&str, &[Kind]); 4] = [
    ("OpenGL, core profile", &CORE),
    ("OpenGL, compatibility profile", &[Kind::Compatibility]),
    ("OpenGL ES 3", &EMBEDDED_3),
    ("OpenGL ES 2", &EMBEDDED_2),
];

/// What [`served_by`] prints for the software pipeline, and for an interface that no driver serves.
const PIPELINE: &str = "the software pipeline";
const NOTHING: &str = "no driver";

/// Returns the line that names the driver behind each interface.
fn served_by(display: &Display) -> String {
    let software = vendors::software_library();
    let egl = if display.vendor == "glmeter" { PIPELINE } else { &display.vendor };
    let glx = match vendors::glx_library() {
        Some(path) if Some(&path) == software.as_ref() => PIPELINE.to_string(),
        Some(path) => path.to_string_lossy().into_owned(),
        None => NOTHING.to_string(),
    };
    let osmesa = match config::get().provider {
        Provider::Auto | Provider::Host if osmesa::is_on_machine() => osmesa::NAME,
        Provider::Auto | Provider::Software if osmesa::folder().is_some() => PIPELINE,
        _ => NOTHING,
    };
    format!("served by: EGL {egl}; GLX {glx}; OSMesa {osmesa}")
}

/// Returns the page that `glmeter info` prints.
pub(crate) fn info() -> Result<Page, String> {
    let display = Display::open()?;
    let mut page = Page::default();
    page.title(format!("glmeter {}, {}", env!("CARGO_PKG_VERSION"), display.about));
    page.text(served_by(&display));
    let mut contexts = 0;
    for (name, kinds) in CONTEXTS {
        page.title(name.to_string());
        let Some(_context) = display.context(kinds) else {
            page.text("  the driver cannot create such a context".to_string());
            continue;
        };
        contexts += 1;
        let about = glmeter::describe::current().ok_or("glmeter does not know the context that it made current")?;
        page.text(format!("  {} on {}, {}", about.version, about.renderer, about.vendor));
        page.heading("Extensions", "");
        for extension in about.extensions {
            page.row(extension.name, String::new(), "", &extension.source);
        }
        page.heading("Targets", "");
        for target in &about.targets {
            let (bits, unit) = if target.counter_bits > 0 { (target.counter_bits.to_string(), "bits") } else { (String::new(), "") };
            let about = if target.difference.is_some() { "≈ " } else { "" };
            page.row(target.name, bits, unit, &format!("{about}{}", target.source));
        }
        for (target, difference) in about.targets.iter().filter_map(|target| Some((target, target.difference?))) {
            page.text(format!("  ≈ {}: {difference}.", target.name));
        }
        if let Some(uncertainty) = about.uncertainty {
            let style = Style::of_file();
            let microseconds = if style.unicode { "µs" } else { "us" };
            let uncertainty = uncertainty as f64 / 1e3;
            page.text(format!(
                "  A time from fences is accurate to {} {uncertainty:.1} {microseconds} here (median of a few marks).",
                style.plus_minus()
            ));
        }
    }
    if contexts == 0 { Err(format!("the driver ({}) cannot create a context", display.about)) } else { Ok(page) }
}
