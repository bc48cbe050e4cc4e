//! What glmeter gives in the current context: each extension, each target, and where its values come from.

use crate::context::Context;
use crate::provider::capabilities::Offer;
use crate::query::target::Target;
use crate::winsys;

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
    /// Where it comes from: "native", "derived from …" or "absent".
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
    /// The five extensions.
    pub extensions: Vec<ExtensionDescription>,
    /// The timers and the eleven statistics.
    pub targets: Vec<TargetDescription>,
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
            true => context.provider.query_counter_bits(target.token()).clamp(0, 64),
            false => 0,
        };
        let source = if counter_bits > 0 { context.provider.source(target) } else { "absent" };
        TargetDescription { name: target.name(), token: target.token(), source, counter_bits }
    });
    let targets = targets.collect();
    ContextDescription {
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

/// Describes the context that is current on this thread, if glmeter has it.
pub fn current() -> Option<ContextDescription> {
    winsys::with_current(of)
}
