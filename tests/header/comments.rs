//! The Doxygen comments of the extensions' commands, by the function of `src/rules` that handles them.

use super::rows::TABLES;
use glmeter::entry::{EXTENSIONS, Procedure};

/// The comment of each handler.
const COMMENTS: [(&str, &str); 34] = [
    (
        "query::gen_queries",
        "Writes `n` unused names to `ids`, which must have room for them. A name becomes a query object when it is first used.\n\
         Errors: GL_INVALID_VALUE if `n` is negative.",
    ),
    (
        "query::create_queries",
        "Creates `n` query objects of a target, and writes their names to `ids`, which must have room for them.\n\
         Errors: GL_INVALID_ENUM if the context does not support `target`; GL_INVALID_VALUE if `n` is negative.",
    ),
    (
        "query::delete_queries",
        "Deletes the `n` query objects in `ids`, and ends those that are active. Ignores 0 and names that are not objects.\n\
         Errors: GL_INVALID_VALUE if `n` is negative.",
    ),
    ("query::is_query", "Returns GL_TRUE if `id` is a query object: a name that has been used and has not been deleted."),
    (
        "query::begin_query",
        "Begins a query: GL_TIME_ELAPSED, a statistic, or another target of the context. Sets the object's result to 0.\n\
         Errors: GL_INVALID_ENUM if `target` is GL_TIMESTAMP, or the context does not support it; GL_INVALID_OPERATION if a\n\
         query of the target is active, or `id` is 0, active, an object of another target, or a name that was not generated.",
    ),
    (
        "query::begin_query_indexed",
        "Begins a query of the vertex stream `index`, as glBeginQuery does.\n\
         Errors: those of glBeginQuery, and GL_INVALID_VALUE if there is no such stream, or if `index` is not 0 for a target\n\
         without streams.",
    ),
    (
        "query::end_query",
        "Ends the active query of a target. Its result becomes available when the GPU has executed the commands so far.\n\
         Errors: GL_INVALID_ENUM if `target` is GL_TIMESTAMP, or the context does not support it; GL_INVALID_OPERATION if no\n\
         query of the target is active.",
    ),
    (
        "query::end_query_indexed",
        "Ends the active query of the vertex stream `index`.\n\
         Errors: those of glEndQuery, and GL_INVALID_VALUE for `index` as in glBeginQueryIndexed.",
    ),
    (
        "query::query_counter",
        "Records in a query object the time at which the GPU has executed the commands so far, in nanoseconds. `target` must be\n\
         GL_TIMESTAMP.\n\
         Errors: GL_INVALID_ENUM for any other target; GL_INVALID_OPERATION if `id` is 0, active, an object of another target, or\n\
         a name that was not generated.",
    ),
    (
        "query::get_query",
        "Writes one value to `params`: the active query of a target (GL_CURRENT_QUERY; 0 if there is none), or the number of bits\n\
         of its counter (GL_QUERY_COUNTER_BITS; 0 if there is none).\n\
         Errors: GL_INVALID_ENUM if the context does not support `target`, or for any other `pname`.",
    ),
    (
        "query::get_query_indexed",
        "Writes what glGetQueryiv writes, for the vertex stream `index`.\n\
         Errors: those of glGetQueryiv, and GL_INVALID_VALUE for `index` as in glBeginQueryIndexed.",
    ),
    (
        "query::get_query_object",
        "Writes one value to `params`. GL_QUERY_RESULT waits for the result, nanoseconds or a count; GL_QUERY_RESULT_NO_WAIT\n\
         writes it only if it is available; GL_QUERY_RESULT_AVAILABLE writes whether it is, without waiting; GL_QUERY_TARGET\n\
         writes the target. A result too large for the type becomes the largest value. If a buffer is bound to GL_QUERY_BUFFER,\n\
         `params` is an offset into it, in bytes.\n\
         Errors: GL_INVALID_OPERATION if `id` is not a query object or is active, or if the value does not fit into the buffer;\n\
         GL_INVALID_ENUM for any other `pname`; GL_INVALID_VALUE for a negative offset.",
    ),
    (
        "buffer::get_query_buffer_object",
        "Writes what glGetQueryObject writes to a buffer object, at an offset in bytes.\n\
         Errors: those of glGetQueryObject, and GL_INVALID_OPERATION if `buffer` is not a buffer object.",
    ),
    (
        "conditional::begin_conditional_render",
        "Makes the commands until glEndConditionalRender depend on the result of an occlusion or overflow query.\n\
         Errors: GL_INVALID_ENUM for an unknown `mode`; GL_INVALID_VALUE if `id` is not a query object; GL_INVALID_OPERATION if\n\
         `id` is active or of another target, or if conditional rendering has begun.",
    ),
    (
        "conditional::end_conditional_render",
        "Ends conditional rendering.\n\
         Errors: GL_INVALID_OPERATION if it has not begun.",
    ),
    ("buffer::bind_buffer", "Binds a buffer object as the core specification says; glmeter keeps track of GL_QUERY_BUFFER."),
    ("buffer::delete_buffers", "Deletes buffer objects as the core specification says."),
    (
        "state::get_integer64_ext",
        "Writes any state of glGetIntegerv as 64-bit values, including GL_TIMESTAMP, the GPU's time in nanoseconds, and\n\
         GL_GPU_DISJOINT_EXT.\n\
         Errors: GL_INVALID_ENUM for an unknown `pname`.",
    ),
    (
        "state::get",
        "Writes state as the core specification says, including GL_TIMESTAMP, the GPU's time in nanoseconds, and\n\
         GL_GPU_DISJOINT_EXT.\n\
         Errors: GL_INVALID_ENUM for an unknown `pname`.",
    ),
    (
        "state::get_string",
        "Returns a string as the core specification says; GL_EXTENSIONS includes glmeter's. It belongs to glmeter or the driver.",
    ),
    (
        "state::get_string_i",
        "Returns one string as the core specification says; GL_EXTENSIONS includes glmeter's. It belongs to glmeter or the driver.",
    ),
    ("finish", "Waits until the GPU has executed all commands so far."),
    ("state::get_error", "Returns an error that a command has raised since the last call, or GL_NO_ERROR."),
    ("state::get_graphics_reset_status", "Returns whether and why the context is lost, as the robustness extensions say."),
    (
        "perf_query::begin",
        "Begins a performance query.\n\
         Errors: GL_INVALID_VALUE if `queryHandle` is unknown; GL_INVALID_OPERATION if it, or a query that cannot overlap it, is\n\
         active.",
    ),
    (
        "perf_query::create",
        "Creates a performance query of a type, and writes its handle to `queryHandle`.\n\
         Errors: GL_INVALID_VALUE if `queryId` is unknown or `queryHandle` is NULL; GL_OUT_OF_MEMORY.",
    ),
    (
        "perf_query::delete",
        "Deletes a performance query, and ends it if it is active.\n\
         Errors: GL_INVALID_VALUE if `queryHandle` is unknown.",
    ),
    (
        "perf_query::end",
        "Ends a performance query.\n\
         Errors: GL_INVALID_VALUE if `queryHandle` is unknown; GL_INVALID_OPERATION if it is not active.",
    ),
    (
        "perf_query::get_first_id",
        "Writes the id of the first type of performance query to `queryId`.\n\
         Errors: GL_INVALID_VALUE if `queryId` is NULL; GL_INVALID_OPERATION if there is no type: it then writes 0.",
    ),
    (
        "perf_query::get_next_id",
        "Writes the id of the type after `queryId` to `nextQueryId`, or 0 after the last type.\n\
         Errors: GL_INVALID_VALUE if `queryId` is unknown, in which case it writes 0, or if `nextQueryId` is NULL.",
    ),
    (
        "perf_query::get_counter_info",
        "Describes a counter of a type: writes its name and description, at most `counterNameLength` and `counterDescLength` bytes\n\
         including a zero at the end; its offset and size in the data, in bytes; its types; and the largest raw value, 0 if\n\
         unknown. Ignores NULL pointers.\n\
         Errors: GL_INVALID_VALUE if the type or the counter is unknown; counters are numbered from 1.",
    ),
    (
        "perf_query::get_data",
        "Writes the data of a query to `data`, at most `dataSize` bytes, and their number to `bytesWritten`, which is 0 if the data\n\
         is not available. `flags` is GL_PERFQUERY_WAIT_INTEL, _FLUSH_INTEL or _DONOT_FLUSH_INTEL.\n\
         Errors: GL_INVALID_VALUE if `queryHandle` or `flags` is unknown, a pointer is NULL, or `dataSize` is too small;\n\
         GL_INVALID_OPERATION if the query is active or has never begun.",
    ),
    (
        "perf_query::get_id_by_name",
        "Writes the id of the type with a name to `queryId`. Does not change the name.\n\
         Errors: GL_INVALID_VALUE if a pointer is NULL, or there is no such type: it then writes 0.",
    ),
    (
        "perf_query::get_info",
        "Describes a type: writes its name, at most `queryNameLength` bytes including a zero at the end; the size of its data, in\n\
         bytes; the number of its counters; the number of its queries that exist; and GL_PERFQUERY_SINGLE_CONTEXT_INTEL or\n\
         GL_PERFQUERY_GLOBAL_CONTEXT_INTEL. Ignores NULL pointers.\n\
         Errors: GL_INVALID_VALUE if `queryId` is unknown.",
    ),
];

/// Returns the handler of a command, without its type parameters.
fn handler(name: &str) -> &'static str {
    let mut rows = TABLES.iter().flat_map(|table| table.sections).flat_map(|section| section.rows);
    let row = rows.find(|row| row.names().any(|one| one == name)).unwrap_or_else(|| panic!("a table has {name}"));
    row.action.split([',', ' ', '<']).next().unwrap().trim_end_matches(':')
}

/// Returns the comment of a procedure.
pub(crate) fn comment(procedure: &Procedure) -> String {
    let name = procedure.name.to_str().unwrap();
    let handler = handler(name);
    let (_, text) = COMMENTS.iter().find(|(of, _)| *of == handler).unwrap_or_else(|| panic!("{name}: {handler} has a comment"));
    format!("/** {} */", text.replace('`', "").replace('\n', "\n *  "))
}

#[test]
fn every_comment_is_used() {
    for (handler, _) in COMMENTS {
        let mut used = EXTENSIONS.iter().flat_map(|extension| extension.procedures);
        assert!(used.any(|procedure| self::handler(procedure.name.to_str().unwrap()) == handler), "{handler} handles no command");
    }
}
