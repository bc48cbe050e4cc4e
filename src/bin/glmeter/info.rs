//! `glmeter info`: prints the extensions and query targets of each kind of context with their sources.

use crate::egl::{CORE, Display, EMBEDDED_2, EMBEDDED_3, Kind};
use crate::page::Page;

/// The contexts that the page describes, by title.
const CONTEXTS: [(&str, &[Kind]); 4] = [
    ("OpenGL, core profile", &CORE),
    ("OpenGL, compatibility profile", &[Kind::Compatibility]),
    ("OpenGL ES 3", &EMBEDDED_3),
    ("OpenGL ES 2", &EMBEDDED_2),
];

/// Returns the page that `glmeter info` prints.
pub(crate) fn info() -> Result<Page, String> {
    let display = Display::open()?;
    let mut page = Page::default();
    page.title(format!("glmeter {}, {}", env!("CARGO_PKG_VERSION"), display.about));
    let mut contexts = 0;
    for (name, kinds) in CONTEXTS {
        page.title(name.to_string());
        let Some(_context) = display.context(kinds) else {
            page.text("  the driver makes no such context".to_string());
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
        for target in about.targets {
            let (bits, unit) = if target.counter_bits > 0 { (target.counter_bits.to_string(), "bits") } else { (String::new(), "") };
            page.row(target.name, bits, unit, target.source);
        }
        if let Some(uncertainty) = about.uncertainty {
            page.text(format!("  A time from fences is right to ± {:.1} µs here (median of a few marks).", uncertainty as f64 / 1e3));
        }
    }
    if contexts == 0 { Err(format!("the driver ({}) makes no context", display.about)) } else { Ok(page) }
}
