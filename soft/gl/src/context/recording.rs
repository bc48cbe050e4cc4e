//! Recording of commands into display lists.
//!
//! While a list is compiled, dispatch passes every command to [`record`]: with values only, or with arrays whose lengths the declaration of the
//! command has. Commands that read more behind pointers (vertex arrays, pixels) read it at once and record themselves through [`perform`].

use crate::config::Config;
use crate::context::Context;
use crate::context::immediate::outside_begin;
use crate::context::prepared::Changes;
use crate::context::recorded_vertices::{RecordedVertices, VertexCommand};
use crate::error::{NO_MEMORY, Result};
use crate::object::names::{Labelled, Labels};
use crate::tokens::*;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A recorded command with its arguments.
pub type Step = Box<dyn Fn(&mut Context) -> Result<()> + Send + Sync>;

/// A part of a display list.
pub enum Listed {
    /// A command.
    Command(Command),
    /// Commands between glBegin and glEnd.
    Vertices(RecordedVertices),
}

/// A command of a display list.
pub struct Command {
    /// Executes it.
    step: Step,
    /// What it may change of the state that draws have collected.
    changes: Changes,
}

impl Command {
    /// Executes the command.
    pub fn call(&self, context: &mut Context) -> Result<()> {
        context.changes(self.changes);
        let outcome = (self.step)(context);
        context.changes(self.changes);
        outcome
    }
}

impl Listed {
    /// Creates a command that may change everything, for tests.
    #[cfg(test)]
    pub fn new(step: Step) -> Self {
        Self::Command(Command { step, changes: Changes::ALL })
    }
}

/// Limits what one glCallList or glCallLists does: lists that call one another could otherwise run for ever.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// The commands that it executes.
    pub steps: u32,
    /// The time after which it calls no further list.
    pub time: Duration,
}

impl Limit {
    /// Returns the limit of a context: seconds if a reset may end it, as the watchdog of a GPU does, otherwise minutes.
    pub fn new(config: &Config) -> Self {
        Self { steps: 1 << 26, time: Duration::from_secs(if config.lose_on_reset { 10 } else { 300 }) }
    }
}

/// Display lists that contexts share.
#[derive(Default)]
pub struct Lists {
    /// By name; generated names have empty lists.
    pub by_name: BTreeMap<u32, Arc<Vec<Listed>>>,
    /// Debug labels by name.
    pub labels: Labels,
}

/// Display lists of a context.
pub struct DisplayLists {
    /// The lists, which contexts of a share group have in common.
    pub lists: Arc<Mutex<Lists>>,
    /// The list under construction.
    pub compiling: Option<Compiling>,
    /// GL_LIST_BASE.
    pub base: u32,
    /// Nesting depth of the lists that are being executed.
    pub depth: u32,
    /// What the outermost call may do.
    pub limit: Limit,
    /// The commands that it may still execute.
    pub steps: u32,
    /// When it began.
    pub began: Instant,
}

/// The list between glNewList and glEndList.
pub struct Compiling {
    /// Its name.
    pub name: u32,
    /// True for GL_COMPILE_AND_EXECUTE.
    pub execute: bool,
    /// True if the command that is being recorded may stand between glBegin and glEnd.
    pub between_begin_end: bool,
    /// What that command may change of the state that draws have collected.
    pub changes: Changes,
    /// The recorded commands.
    pub steps: Vec<Listed>,
}

impl Compiling {
    /// Makes room for one more command.
    fn reserve(&mut self) -> Result<()> {
        self.steps.try_reserve(1).map_err(|_| NO_MEMORY)
    }

    /// Adds the command, for which there is room.
    fn push(&mut self, step: Step) {
        self.steps.push(Listed::Command(Command { step, changes: self.changes }));
    }

    /// Returns the whole list.
    pub fn finish(mut self) -> Vec<Listed> {
        let (mut steps, vertices) = (Vec::new(), |step: &Listed| matches!(step, Listed::Vertices(_)));
        if !self.steps.iter().any(vertices) || steps.try_reserve(self.steps.len()).is_err() {
            return self.steps;
        }
        for step in self.steps.drain(..) {
            match step {
                Listed::Vertices(vertices) => steps.extend(vertices.split().into_iter().map(Listed::Vertices)),
                command => steps.push(command),
            }
        }
        steps
    }
}

impl DisplayLists {
    /// Creates the initial state.
    pub fn new(config: &Config) -> Self {
        let limit = Limit::new(config);
        Self { lists: Arc::default(), compiling: None, base: 0, depth: 0, limit, steps: 0, began: Instant::now() }
    }

    /// Begins an outermost call.
    pub fn begin(&mut self) {
        (self.steps, self.began) = (self.limit.steps, Instant::now());
    }

    /// Returns GL_LIST_INDEX: the list under construction, or 0.
    pub fn index(&self) -> u32 {
        self.compiling.as_ref().map_or(0, |list| list.name)
    }

    /// Returns GL_LIST_MODE.
    pub fn mode(&self) -> u32 {
        self.compiling.as_ref().map_or(0, |list| if list.execute { GL_COMPILE_AND_EXECUTE } else { GL_COMPILE })
    }

    /// Returns GL_LIST_BASE.
    pub fn base(&self) -> u32 {
        self.base
    }

    /// Sets GL_LIST_BASE, for glPopAttrib.
    pub fn set_base(&mut self, base: u32) {
        self.base = base;
    }

    /// Returns true while a list is executed.
    pub fn is_called(&self) -> bool {
        self.depth > 0
    }

    /// Returns true while a list is compiled and none is executed.
    pub fn is_compiling(&self) -> bool {
        self.compiling.is_some() && self.depth == 0
    }
}

impl Labelled for Lists {
    fn labels(&mut self, name: u32) -> Option<&mut Labels> {
        self.by_name.contains_key(&name).then_some(&mut self.labels)
    }
}

/// The result of [`record`].
pub enum Recorded {
    /// Not recorded: it executes now, or records itself.
    No,
    /// Recorded, and to be executed now.
    AndExecuted,
    /// Recorded only.
    Alone,
}

/// Adds a command to the list under construction. A command that may not stand between glBegin and glEnd raises its error when the list is called.
/// One for which there is no memory raises an error now, and is not in the list.
pub fn record(
    context: &mut Context,
    between_begin_end: bool,
    changes: Changes,
    step: &dyn Fn() -> Result<Option<Step>>,
) -> Result<Recorded> {
    let lists = &mut context.compat.lists;
    let Some(list) = lists.compiling.as_mut().filter(|_| lists.depth == 0) else { return Ok(Recorded::No) };
    (list.between_begin_end, list.changes) = (between_begin_end, changes);
    let Some(step) = step()? else { return Ok(Recorded::No) };
    list.reserve()?;
    list.push(if between_begin_end {
        step
    } else {
        Box::new(move |context: &mut Context| outside_begin(context).and_then(|()| step(context)))
    });
    Ok(if list.execute { Recorded::AndExecuted } else { Recorded::Alone })
}

/// Executes a recorded command; nothing that it does is recorded again.
pub fn as_called(context: &mut Context, work: &mut dyn FnMut(&mut Context) -> Result<()>) -> Result<()> {
    let lists = &mut context.compat.lists;
    lists.depth += 1;
    lists.begin();
    let outcome = work(context);
    context.compat.lists.depth -= 1;
    outcome
}

/// Executes a command whose arguments have been read, records it into the list under construction, or both.
pub fn perform(context: &mut Context, step: impl Fn(&mut Context) -> Result<()> + Send + Sync + 'static) -> Result<()> {
    if context.compat.lists.is_compiling() { add(context, Box::new(step)) } else { step(context) }
}

/// Adds a command whose arguments have been read to the list under construction, and executes it if the list says so.
fn add(context: &mut Context, step: Step) -> Result<()> {
    let Some(list) = &mut context.compat.lists.compiling else { return step(context) };
    list.reserve()?;
    let step = if list.between_begin_end {
        step
    } else {
        Box::new(move |context: &mut Context| outside_begin(context).and_then(|()| step(context)))
    };
    if !list.execute {
        list.push(step);
        return Ok(());
    }
    let step = Arc::new(step);
    let recorded = Arc::clone(&step);
    list.push(Box::new(move |context| recorded(context)));
    as_called(context, &mut |context| step(context))
}

/// Adds a command between glBegin and glEnd to the list under construction. Returns true if it is to be executed too.
pub fn add_vertex_command(list: &mut Compiling, command: VertexCommand) -> Result<bool> {
    match list.steps.last_mut() {
        Some(Listed::Vertices(vertices)) => vertices.push(command)?,
        _ => {
            list.reserve()?;
            let mut vertices = RecordedVertices::default();
            vertices.push(command)?;
            list.steps.push(Listed::Vertices(vertices));
        }
    }
    Ok(list.execute)
}
