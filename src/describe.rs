//! What glmeter gives in the current context: each extension, each target, and where its values come from.

use crate::context::Context;
use crate::current;
use crate::driver::capabilities::Offer;
use crate::gl;
use crate::target::Target;
use core::ffi::{CStr, c_char};

/// One query target.
#[derive(Clone, Debug)]
pub struct TargetDescription {
    /// The token's name, without `GL_`.
    pub name: &'static str,
    /// The token.
    pub token: u32,
    /// Where the values come from: "native", "derived from …", or "absent".
    pub source: &'static str,
    /// `GL_QUERY_COUNTER_BITS`; 0 where there is no such counter.
    pub counter_bits: i32,
}

/// One extension.
#[derive(Clone, Debug)]
pub struct ExtensionDescription {
    /// Its name.
    pub name: &'static str,
    /// Where it comes from: "native", "derived from …", "emulated" or "absent".
    pub source: String,
}

/// The current context.
#[derive(Clone, Debug)]
pub struct ContextDescription {
    /// `GL_VERSION`
    pub version: String,
    /// `GL_RENDERER`
    pub renderer: String,
    /// `GL_VENDOR`
    pub vendor: String,
    /// What the software pipeline lacks of OpenGL and OpenGL ES, as a line of its own making; `None` on other drivers.
    pub absent: Option<String>,
    /// The five extensions.
    pub extensions: Vec<ExtensionDescription>,
    /// The timers and the eleven statistics.
    pub targets: Vec<TargetDescription>,
    /// How far a time can be from the truth where it comes from fences, nanoseconds: the median of a few marks that were made
    /// for this. None where it comes from the driver's timer.
    pub uncertainty: Option<u64>,
}

/// Measures [`ContextDescription::uncertainty`].
fn uncertainty(context: &mut Context) -> Option<u64> {
    const MARKS: usize = 15;
    // With a query buffer bound, results would go there.
    if context.query_buffer != 0 || !context.capabilities.targets.contains(Target::TIMESTAMP) {
        return None;
    }
    let driver = context.driver.as_mut();
    let id = driver.own_query();
    let marks = (0..MARKS).map_while(|_| {
        driver.query_counter(id, gl::TIMESTAMP);
        driver.result(id);
        driver.uncertainty(id)
    });
    let mut measured: Vec<_> = marks.collect();
    driver.delete_queries(&[id]);
    measured.sort_unstable();
    measured.get(measured.len() / 2).copied()
}

fn of(context: &mut Context) -> ContextDescription {
    let source = |offer| match offer {
        Offer::Native => "native".to_string(),
        Offer::Derived(from) => format!("derived from {from}"),
        Offer::Emulated => "emulated".to_string(),
        Offer::Absent => "absent".to_string(),
    };
    let targets = Target::all().filter(|target| target.is_ours()).map(|target| {
        let counter_bits = match context.capabilities.targets.contains(target) {
            true => context.driver.query_counter_bits(target.token()).clamp(0, 64),
            false => 0,
        };
        let source = if counter_bits > 0 { context.driver.source(target) } else { "absent" };
        TargetDescription { name: target.name(), token: target.token(), source, counter_bits }
    });
    let targets = targets.collect();
    ContextDescription {
        uncertainty: uncertainty(context),
        version: context.description.version.clone(),
        renderer: context.description.renderer.clone(),
        vendor: context.description.vendor.clone(),
        absent: None,
        extensions: context
            .capabilities
            .offers()
            .into_iter()
            .map(|(name, offer)| ExtensionDescription { name, source: source(offer) })
            .collect(),
        targets,
    }
}

/// Describes the context that is current on this thread, if glmeter has it.
pub fn current() -> Option<ContextDescription> {
    let mut description = current::with_current(of)?;
    description.absent = absent_parts(&description);
    Some(description)
}

/// Asks the software pipeline what it lacks. Other drivers are not asked: some answer any name that begins with "gl".
fn absent_parts(description: &ContextDescription) -> Option<String> {
    type Absent = unsafe extern "C" fn() -> *const c_char;
    if description.renderer != "glmeter software pipeline" {
        return None;
    }
    // SAFETY: null is `None`; any other address is the pipeline's function of this name.
    let ask: Option<Absent> = unsafe { core::mem::transmute(current::driver_function(c"glmeter_soft_absent_parts")) };
    // SAFETY: the function takes nothing and returns null or a string that it keeps.
    let line = unsafe { ask?() };
    // SAFETY: as above.
    (!line.is_null()).then(|| unsafe { CStr::from_ptr(line) }.to_string_lossy().into_owned())
}
