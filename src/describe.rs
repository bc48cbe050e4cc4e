//! Describes the extensions and query targets of the current context and their sources, for `glmeter info`.

use crate::context::Context;
use crate::current;
use crate::driver::capabilities::Offer;
use crate::gl;
use crate::target::Target;

/// A query target.
#[derive(Clone, Debug)]
pub struct TargetDescription {
    /// The token's name, without `GL_`.
    pub name: &'static str,
    /// The token.
    pub token: u32,
    /// The source of the values: "native", "derived from …", "absent" and so on.
    pub source: &'static str,
    /// `GL_QUERY_COUNTER_BITS`; 0 without a counter.
    pub counter_bits: i32,
    /// How the values are known to differ from the specification's.
    pub difference: Option<&'static str>,
}

/// An extension.
#[derive(Clone, Debug)]
pub struct ExtensionDescription {
    /// The extension's name.
    pub name: &'static str,
    /// The source: "native", "derived from …", "emulated" or "absent".
    pub source: String,
}

/// A description of the current context.
#[derive(Clone, Debug)]
pub struct ContextDescription {
    /// `GL_VERSION`
    pub version: String,
    /// `GL_RENDERER`
    pub renderer: String,
    /// `GL_VENDOR`
    pub vendor: String,
    /// The five extensions.
    pub extensions: Vec<ExtensionDescription>,
    /// The timers and the eleven statistics.
    pub targets: Vec<TargetDescription>,
    /// The uncertainty of a time from fences, nanoseconds: the median of a few test marks. `None` with the driver's timer.
    pub uncertainty: Option<u64>,
}

/// Measures [`ContextDescription::uncertainty`].
fn uncertainty(context: &mut Context) -> Option<u64> {
    const MARKS: usize = 15;
    // The driver would write the results to a bound query buffer.
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

/// Describes a query target of a context.
pub(crate) fn target(context: &mut Context, target: Target) -> TargetDescription {
    let counter_bits = match context.capabilities.targets.contains(target) {
        true => context.driver.query_counter_bits(target.token()).clamp(0, 64),
        false => 0,
    };
    let source = if counter_bits > 0 { context.driver.source(target) } else { "absent" };
    let difference = if counter_bits > 0 { context.driver.difference(target) } else { None };
    TargetDescription { name: target.name(), token: target.token(), source, counter_bits, difference }
}

/// Describes a context.
fn of(context: &mut Context) -> ContextDescription {
    let source = |offer| match offer {
        Offer::Native => "native".to_string(),
        Offer::Derived(from) => format!("derived from {from}"),
        Offer::Emulated => "emulated".to_string(),
        Offer::Absent => "absent".to_string(),
    };
    let targets = Target::all().filter(|target| target.is_ours()).map(|of| target(context, of)).collect();
    ContextDescription {
        uncertainty: uncertainty(context),
        version: context.description.version.clone(),
        renderer: context.description.renderer.clone(),
        vendor: context.description.vendor.clone(),
        extensions: context
            .capabilities
            .offers()
            .into_iter()
            .map(|(name, offer)| ExtensionDescription { name, source: source(offer) })
            .collect(),
        targets,
    }
}

/// Describes this thread's current context. Returns `None` if glmeter does not track it.
pub fn current() -> Option<ContextDescription> {
    current::with_current(of)
}
