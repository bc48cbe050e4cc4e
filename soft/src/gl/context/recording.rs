//! Recording of commands into display lists.
//!
//! While a list is compiled, dispatch gives every command to [`record`]: with values alone, or with arrays whose lengths the command's
//! declaration gives. Commands that read more behind pointers (vertex arrays, pixels) read it at once and record themselves through
//! [`perform`].

use crate::gl::context::Context;
use crate::gl::error::Result;
use crate::gl::object::names::{Labelled, Labels};
use crate::tokens::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A recorded command with its arguments.
pub type Step = Box<dyn Fn(&mut Context) -> Result<()> + Send + Sync>;

/// Commands that one glCallList or glCallLists may do: lists that call lists could else go on for ever.
pub const STEPS: u32 = 1 << 26;

/// The lists of a context.
pub struct State {
    /// By name; generated names have empty lists.
    pub lists: BTreeMap<u32, Arc<Vec<Step>>>,
    pub labels: Labels,
    pub compiling: Option<Compiling>,
    pub base: u32,
    /// Lists that are being called, one within the other.
    pub depth: u32,
    /// Commands that the outermost of them may do, and may still do.
    pub limit: u32,
    pub steps: u32,
}

impl Default for State {
    fn default() -> Self {
        Self { lists: BTreeMap::new(), labels: Labels::default(), compiling: None, base: 0, depth: 0, limit: STEPS, steps: 0 }
    }
}

/// The list between glNewList and glEndList.
pub struct Compiling {
    pub name: u32,
    /// GL_COMPILE_AND_EXECUTE.
    pub execute: bool,
    pub steps: Vec<Step>,
}

impl State {
    /// GL_LIST_INDEX: the list being compiled, or 0.
    pub fn index(&self) -> u32 {
        self.compiling.as_ref().map_or(0, |list| list.name)
    }

    /// GL_LIST_MODE.
    pub fn mode(&self) -> u32 {
        self.compiling.as_ref().map_or(0, |list| if list.execute { GL_COMPILE_AND_EXECUTE } else { GL_COMPILE })
    }

    /// GL_LIST_BASE.
    pub fn base(&self) -> u32 {
        self.base
    }

    /// GL_LIST_BASE comes back with glPopAttrib.
    pub fn set_base(&mut self, base: u32) {
        self.base = base;
    }

    /// Whether what is done now comes from a list.
    pub fn is_called(&self) -> bool {
        self.depth > 0
    }

    /// Whether a list is being compiled now, and not one called.
    pub fn is_compiling(&self) -> bool {
        self.compiling.is_some() && self.depth == 0
    }
}

impl Labelled for State {
    fn labels(&mut self, name: u32) -> Option<&mut Labels> {
        self.lists.contains_key(&name).then_some(&mut self.labels)
    }
}

/// What [`record`] did with a command.
pub enum Recorded {
    /// Not recorded: it executes now, or records itself.
    No,
    /// Recorded, and to be executed now.
    AndExecuted,
    /// Recorded only.
    Alone,
}

/// Adds a command to the list that is compiled.
pub fn record(context: &mut Context, step: &dyn Fn() -> Option<Step>) -> Recorded {
    let lists = &mut context.compat.lists;
    let Some(list) = lists.compiling.as_mut().filter(|_| lists.depth == 0) else { return Recorded::No };
    let Some(step) = step() else { return Recorded::No };
    list.steps.push(step);
    if list.execute { Recorded::AndExecuted } else { Recorded::Alone }
}

/// Executes a command that was recorded: nothing that it does is recorded again.
pub fn as_called(context: &mut Context, work: &mut dyn FnMut(&mut Context) -> Result<()>) -> Result<()> {
    let lists = &mut context.compat.lists;
    (lists.depth, lists.steps) = (lists.depth + 1, lists.limit);
    let outcome = work(context);
    context.compat.lists.depth -= 1;
    outcome
}

/// Executes a command whose arguments have been read, records it into the list that is compiled, or both.
pub fn perform(context: &mut Context, step: impl Fn(&mut Context) -> Result<()> + Send + Sync + 'static) -> Result<()> {
    if context.compat.lists.is_compiling()
        && let Some(list) = &mut context.compat.lists.compiling
    {
        if !list.execute {
            list.steps.push(Box::new(step));
            return Ok(());
        }
        let step = Arc::new(step);
        let recorded = step.clone();
        list.steps.push(Box::new(move |context| recorded(context)));
        return step(context);
    }
    step(context)
}
