//! Query commands in display lists whose targets the driver does not measure: the driver compiles such a list in parts, between which they are
//! executed. `rules::draw::lists` has the commands of lists.

use super::{begin_query_indexed, end_query_indexed, query_counter};
use crate::context::Context;
use crate::count::lists::Compiling;
use crate::count::step::{QueryCommand, Step};
use crate::error::{Result, Stop, invalid_operation};
use crate::gl;
use crate::platform::call_slots::is_observed;
use crate::rules::observe;
use crate::target::Target;

/// Makes the driver compile a part of a list.
pub(crate) fn begin_part(context: &mut Context, compiling: &mut Compiling) {
    let mut part = context.share_group.lists.name_part();
    // The application may use any names.
    while context.driver.is_list(part) {
        part = context.share_group.lists.name_part();
    }
    context.driver.new_list(part, if compiling.executes { gl::COMPILE_AND_EXECUTE } else { gl::COMPILE });
    compiling.begin_part(part);
}

/// Ends the part that the driver compiles, adds a step, executes it if the list is executed too, and begins the next part.
pub(crate) fn divide(context: &mut Context, mut compiling: Compiling, step: Step, execute: impl FnOnce(&mut Context)) {
    context.driver.end_list();
    compiling.end_part();
    compiling.push(step);
    if compiling.executes {
        execute(context);
    }
    begin_part(context, &mut compiling);
    context.drawing.compiling = Some(compiling);
}

/// Compiles a query command that the driver does not have.
pub(super) fn compile_query(context: &mut Context, query: QueryCommand) -> Result<()> {
    let Some(mut compiling) = context.drawing.compiling.take() else {
        return Err(
            invalid_operation(&"glmeter compiles a query that the driver lacks only into a list whose beginning it has seen.").into()
        );
    };
    if compiling.is_in_parts() && !compiling.has_begun() {
        divide(context, compiling, Step::Query(query), |context| run_query(context, query));
    } else {
        compiling.push(Step::Query(query));
        context.drawing.compiling = Some(compiling);
    }
    Ok(())
}

/// Returns true if the context has query targets that the driver does not measure.
pub(crate) fn emulates_queries(context: &Context) -> bool {
    Target::all().any(|target| context.capabilities.targets.contains(target) && context.driver.emulates(target))
}

/// Executes a query command of a list.
pub(crate) fn run_query(context: &mut Context, command: QueryCommand) {
    // A list that is executed while it is compiled counts the command when it is called, by executing it.
    let observed = context.observation.list.take();
    if is_observed() {
        // An error of this command takes back nothing of the list.
        observe::before(context);
    }
    let (name, done) = match command {
        QueryCommand::Begin(target, index, id) => ("glBeginQuery", begin_query_indexed(context, target, index, id)),
        QueryCommand::End(target, index) => ("glEndQuery", end_query_indexed(context, target, index)),
        QueryCommand::Counter(id) => ("glQueryCounter", query_counter(context, id, gl::TIMESTAMP)),
    };
    context.observation.list = observed;
    if let Err(Stop::Error(error)) = done {
        context.raise(name, error.into());
    }
}
