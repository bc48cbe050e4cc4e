//! `glmeter demo`: draws a scene and prints the results of each of the five extensions.

mod frame;
mod measure;
mod performance;
mod picture;
mod scene;
mod shaders;
mod textures;
mod view;

use crate::egl::{CORE, Display, EMBEDDED_2, EMBEDDED_3, Kind, get_proc_address};
use crate::functions::Gl;
use crate::page::Page;
use frame::Frame;
use glmeter::describe::{self, ContextDescription, TargetDescription};
use glmeter::driver::capabilities::{Api, read_version};
use glmeter::gl::{GPU_DISJOINT_EXT, NO_ERROR, TIME_ELAPSED, TIMESTAMP};
use glmeter_report::numbers::grouped;
use measure::Meter;
use scene::Scene;
use std::path::Path;

const ARB_TIMER: &str = "GL_ARB_timer_query";
const ARB_STATISTICS: &str = "GL_ARB_pipeline_statistics_query";
const EXT_TIMER: &str = "GL_EXT_disjoint_timer_query";
const ANGLE_TIMER: &str = "GL_ANGLE_timer_query";
const INTEL: &str = "GL_INTEL_performance_query";
const ABSENT: &str = "absent";
const NATIVE: &str = "native";
const NANOSECONDS: &str = "ns";

/// The size of the frame and of the picture, pixels.
const WIDTH: i32 = 640;
const HEIGHT: i32 = 480;

/// Returns the page. Writes the first context's frame to the file `picture`.
pub(crate) fn demo(mut picture: Option<&Path>) -> Result<Page, String> {
    let display = Display::open()?;
    let mut page = Page::default();
    page.title(format!("glmeter {}, {}", env!("CARGO_PKG_VERSION"), display.about));
    let mut contexts = 0;
    for (name, kinds, extensions) in [
        ("OpenGL", [&CORE[..], &[Kind::Compatibility]].concat(), [ARB_TIMER, ARB_STATISTICS, INTEL].as_slice()),
        ("OpenGL ES", [&EMBEDDED_3[..], &EMBEDDED_2].concat(), &[EXT_TIMER, ANGLE_TIMER, INTEL]),
    ] {
        let Some(_context) = display.context(&kinds) else {
            page.title(format!("{name}: the driver cannot create such a context"));
            continue;
        };
        contexts += 1;
        Section::new(extensions)?.add_to(&mut page, picture.take())?;
    }
    if contexts == 0 { Err(format!("the driver ({}) cannot create a context", display.about)) } else { Ok(page) }
}

/// The section of the page about the current context.
struct Section {
    gl: Gl,
    about: ContextDescription,
    /// The extensions to measure with, in the order of the page.
    extensions: &'static [&'static str],
}

impl Section {
    /// Creates the section of the current context.
    fn new(extensions: &'static [&'static str]) -> Result<Self, String> {
        let about = describe::current().ok_or("glmeter does not know the context that it made current")?;
        // SAFETY: GetProcAddress returns the GL function of the name.
        let gl = unsafe { Gl::load(get_proc_address) };
        Ok(Self { gl, about, extensions })
    }

    /// Measures the scene with each extension and adds the results to the page. Writes the scene to the file `picture`.
    fn add_to(&self, page: &mut Page, picture: Option<&Path>) -> Result<(), String> {
        let (api, version) = read_version(&self.about.version);
        let scene = Scene::new(&self.gl, api, version)?;
        let frame = Frame::new(&self.gl, WIDTH, HEIGHT)?;
        // The first frames make the driver compile its shaders.
        scene.draw(&frame);
        scene.draw(&frame);
        scene::check(&self.gl)?;

        let kind = if api == Api::Desktop { "OpenGL " } else { "" };
        page.title(format!("{kind}{} on {}", self.about.version, self.about.renderer));
        page.text(format!("  a frame of {} x {} pixels: {} through {} shaders", WIDTH, HEIGHT, scene.shapes, scene.stages));
        if let Some(file) = picture {
            picture::write(&self.gl, &scene, file)?;
            page.text(format!("  the picture is in {}", file.display()));
        }
        let draw = &|| scene.draw(&frame);
        for extension in self.extensions {
            let source = self.source(extension);
            if source == ABSENT {
                page.heading(extension, source);
                continue;
            }
            page.heading(extension, "");
            match *extension {
                INTEL => self.performance(page, draw, source)?,
                ARB_STATISTICS => self.statistics(page, draw, source)?,
                ARB_TIMER => self.timers(page, draw, source, "")?,
                ANGLE_TIMER => self.timers(page, draw, source, "ANGLE")?,
                _ => self.timers(page, draw, source, "EXT")?,
            }
        }
        Ok(())
    }

    /// Adds TIME_ELAPSED, two TIMESTAMPs and the current GL time.
    fn timers(&self, page: &mut Page, draw: &dyn Fn(), source: &str, suffix: &str) -> Result<(), String> {
        let meter = Meter::new(&self.gl, suffix, true);
        let measured = meter.measure(true, &[], draw);
        self.check(&meter)?;
        // SAFETY: a place for the value.
        let clock = self.get(|value: &mut i64| unsafe {
            if suffix.is_empty() { self.gl.glGetInteger64v(TIMESTAMP, value) } else { self.gl.glGetInteger64vEXT(TIMESTAMP, value) }
        });
        let underscore = if suffix.is_empty() { "" } else { "_" };
        let name = |target: &str| format!("{target}{underscore}{suffix}");
        let mut row = |name: &str, value: Option<u64>, target| {
            let source = self.source_of(target, source);
            page.row(name, answer(value.map(grouped)), NANOSECONDS, source);
        };
        row(&name("TIME_ELAPSED"), measured.elapsed, TIME_ELAPSED);
        row(&(name("TIMESTAMP") + " before the frame"), measured.before, TIMESTAMP);
        row(&(name("TIMESTAMP") + " after the frame"), measured.after, TIMESTAMP);
        let difference = measured.after.zip(measured.before).map(|(after, before)| after.wrapping_sub(before));
        row("difference of the two", difference, TIMESTAMP);
        if suffix != "ANGLE" {
            row(&format!("GetInteger64v{suffix}({})", name("TIMESTAMP")), clock.map(|clock| clock as u64), TIMESTAMP);
        }
        if suffix == "EXT" {
            // SAFETY: a place for the value.
            let disjoint = self.get(|value: &mut i32| unsafe { self.gl.glGetIntegerv(GPU_DISJOINT_EXT, value) });
            let word = disjoint.map(|disjoint| if disjoint == 0 { "no" } else { "yes" }.to_string());
            page.row("GPU_DISJOINT_EXT", answer(word), "", source);
        }
        Ok(())
    }

    /// Adds the eleven pipeline statistics.
    fn statistics(&self, page: &mut Page, draw: &dyn Fn(), source: &str) -> Result<(), String> {
        let targets = || self.about.targets.iter().filter(|target| ![TIME_ELAPSED, TIMESTAMP].contains(&target.token));
        let present: Vec<_> = targets().filter(|target| target.source != ABSENT).map(|target| target.token).collect();
        let meter = Meter::new(&self.gl, "", self.source(ARB_TIMER) != ABSENT);
        let measured = meter.measure(false, &present, draw);
        self.check(&meter)?;
        let mut values = measured.statistics.iter();
        for target in targets() {
            if target.source == ABSENT {
                page.row(target.name, String::new(), "", ABSENT);
                continue;
            }
            let value = values.next().copied().flatten();
            page.row(target.name, answer(value.map(grouped)), unit(target), self.source_of(target.token, source));
        }
        Ok(())
    }

    /// Adds the counters of a performance query that are not 0.
    fn performance(&self, page: &mut Page, draw: &dyn Fn(), source: &str) -> Result<(), String> {
        for counter in performance::measure(&self.gl, draw)?.into_iter().filter(|counter| counter.value > 0) {
            let unit = if counter.is_time { NANOSECONDS } else { "" };
            page.row(&counter.name, grouped(counter.value), unit, source);
        }
        Ok(())
    }

    /// Returns an error if the driver lacked a query command or raised a GL error.
    fn check(&self, meter: &Meter) -> Result<(), String> {
        if let Some(name) = meter.missing() {
            return Err(format!("the driver has no {name}"));
        }
        scene::check(&self.gl)
    }

    /// Returns the value that a Get command writes; `None` if the driver raised an error.
    fn get<T: Default>(&self, get: impl FnOnce(&mut T)) -> Option<T> {
        let mut value = T::default();
        get(&mut value);
        // SAFETY: the function takes no arguments.
        (unsafe { self.gl.glGetError() } == NO_ERROR).then_some(value)
    }

    /// Returns the source of an extension, [`ABSENT`] if the context does not offer it.
    fn source(&self, extension: &str) -> &str {
        self.about.extensions.iter().find(|known| known.name == extension).map_or(ABSENT, |known| &known.source)
    }

    /// Returns the source of a target's values: the target's own unless that is [`NATIVE`], otherwise its extension's.
    fn source_of<'a>(&self, token: u32, extension: &'a str) -> &'a str {
        let target = self.about.targets.iter().find(|target| target.token == token);
        target.map(|target| target.source).filter(|source| *source != NATIVE).unwrap_or(extension)
    }
}

/// Returns the value, or "no answer".
fn answer(value: Option<String>) -> String {
    value.unwrap_or_else(|| "no answer".to_string())
}

/// Returns the unit of a statistic.
fn unit(target: &TargetDescription) -> &'static str {
    match target.name {
        name if name.starts_with("VERTICES") => "vertices",
        name if name.ends_with("PATCHES") => "patches",
        name if name.ends_with("INVOCATIONS") => "invocations",
        _ => "primitives",
    }
}
