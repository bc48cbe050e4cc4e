//! The Doxygen comments of the extensions' commands, by the function of `src/rules` that handles them.

use glmeter::spec::Procedure;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::support::root;

/// The comment of each handler.
const COMMENTS: [(&str, &str); 34] = [
    (
        "query::gen_queries",
        "Writes `n` unused names to `ids`, which has room for as many. A name becomes a query object when it is first used.\n\
         Errors: GL_INVALID_VALUE if `n` is negative.",
    ),
    (
        "query::create_queries",
        "Writes the names of `n` new query objects of a target to `ids`, which has room for as many.\n\
         Errors: GL_INVALID_ENUM if `target` is none of the context's, GL_INVALID_VALUE if `n` is negative.",
    ),
    (
        "query::delete_queries",
        "Deletes the `n` query objects in `ids`, and ends those that are active. Ignores 0 and names of no object.\n\
         Errors: GL_INVALID_VALUE if `n` is negative.",
    ),
    ("query::is_query", "Returns GL_TRUE if `id` is a query object: a name that has been used and not deleted."),
    (
        "query::begin_query",
        "Begins a query: GL_TIME_ELAPSED, a statistic, or another target of the context. Sets the object's result to 0.\n\
         Errors: GL_INVALID_ENUM if `target` is none of the context's or GL_TIMESTAMP; GL_INVALID_OPERATION if a query of the\n\
         target is active, or `id` is 0, active, an object of another target, or a name that was not generated.",
    ),
    (
        "query::begin_query_indexed",
        "Begins a query of a vertex stream; otherwise as glBeginQuery.\n\
         Errors: those of glBeginQuery, and GL_INVALID_VALUE if there is no such stream, or `index` is not 0 for a target\n\
         without streams.",
    ),
    (
        "query::end_query",
        "Ends the active query of a target, whose result becomes available when the GPU has executed the commands so far.\n\
         Errors: GL_INVALID_ENUM if `target` is none of the context's or GL_TIMESTAMP; GL_INVALID_OPERATION if no query of the\n\
         target is active.",
    ),
    (
        "query::end_query_indexed",
        "Ends the active query of a vertex stream.\n\
         Errors: those of glEndQuery, and GL_INVALID_VALUE for `index` as in glBeginQueryIndexed.",
    ),
    (
        "query::query_counter",
        "Records in a query object the time at which the GPU has executed the commands so far, in nanoseconds. `target` is\n\
         GL_TIMESTAMP.\n\
         Errors: GL_INVALID_ENUM for any other target; GL_INVALID_OPERATION if `id` is 0, active, an object of another target, or\n\
         a name that was not generated.",
    ),
    (
        "query::get_query",
        "Writes to `params`, one value, the active query of a target (GL_CURRENT_QUERY; 0 for none), or the number of bits of its\n\
         counter (GL_QUERY_COUNTER_BITS; 0 for no counter).\n\
         Errors: GL_INVALID_ENUM if `target` is none of the context's, or for any other `pname`.",
    ),
    (
        "query::get_query_indexed",
        "Writes what glGetQueryiv does, for a vertex stream.\n\
         Errors: those of glGetQueryiv, and GL_INVALID_VALUE for `index` as in glBeginQueryIndexed.",
    ),
    (
        "query::get_query_object",
        "Writes to `params`, one value: GL_QUERY_RESULT, nanoseconds or a count, for which it waits;\n\
         GL_QUERY_RESULT_AVAILABLE, for which it does not; GL_QUERY_RESULT_NO_WAIT, which is written only if it is available;\n\
         GL_QUERY_TARGET. A result too large for the type becomes the largest value. With a buffer bound to GL_QUERY_BUFFER,\n\
         `params` is an offset into it, bytes.\n\
         Errors: GL_INVALID_OPERATION if `id` is no query object or active, or the value does not fit into the buffer;\n\
         GL_INVALID_ENUM for any other `pname`; GL_INVALID_VALUE for a negative offset.",
    ),
    (
        "buffer::get_query_buffer_object",
        "Writes what glGetQueryObject does to a buffer object, at an offset in bytes.\n\
         Errors: those of glGetQueryObject, and GL_INVALID_OPERATION if `buffer` is no buffer object.",
    ),
    (
        "conditional::begin_conditional_render",
        "Makes the commands until glEndConditionalRender depend on the result of an occlusion or overflow query.\n\
         Errors: GL_INVALID_ENUM for an unknown `mode`; GL_INVALID_VALUE if `id` is no query object; GL_INVALID_OPERATION if `id`\n\
         is active or of another target, or conditional rendering has begun.",
    ),
    (
        "conditional::end_conditional_render",
        "Ends conditional rendering.\n\
         Errors: GL_INVALID_OPERATION if it has not begun.",
    ),
    ("buffer::bind_buffer", "Binds a buffer object as the core specification says; glmeter notes that of GL_QUERY_BUFFER."),
    ("buffer::delete_buffers", "Deletes buffer objects as the core specification says."),
    (
        "state::get_integer64_ext",
        "Writes any state of glGetIntegerv as 64-bit values, with GL_TIMESTAMP, the GPU's time in nanoseconds, and GL_GPU_DISJOINT_EXT.\n\
         Errors: GL_INVALID_ENUM for an unknown `pname`.",
    ),
    (
        "state::get",
        "Writes state as the core specification says, with GL_TIMESTAMP, the GPU's time in nanoseconds, and GL_GPU_DISJOINT_EXT.\n\
         Errors: GL_INVALID_ENUM for an unknown `pname`.",
    ),
    (
        "state::get_string",
        "Returns a string as the core specification says; GL_EXTENSIONS has what glmeter adds. It belongs to glmeter or the driver.",
    ),
    (
        "state::get_string_i",
        "Returns one string as the core specification says; GL_EXTENSIONS has what glmeter adds. It belongs to glmeter or the driver.",
    ),
    ("finish", "Waits until the GPU has executed all commands so far."),
    ("state::get_error", "Returns an error that a command has raised since the last call, and GL_NO_ERROR if there is none."),
    ("state::get_graphics_reset_status", "Returns whether and why the context is lost, as the extensions of robustness say."),
    (
        "perf_query::begin",
        "Begins a performance query.\n\
         Errors: GL_INVALID_VALUE if `queryHandle` is none; GL_INVALID_OPERATION if it, or a query that cannot overlap it, is active.",
    ),
    (
        "perf_query::create",
        "Creates a performance query of a type, and writes its handle to `queryHandle`.\n\
         Errors: GL_INVALID_VALUE if `queryId` is no type or `queryHandle` is NULL; GL_OUT_OF_MEMORY.",
    ),
    (
        "perf_query::delete",
        "Deletes a performance query, and ends it if it is active.\n\
         Errors: GL_INVALID_VALUE if `queryHandle` is none.",
    ),
    (
        "perf_query::end",
        "Ends a performance query.\n\
         Errors: GL_INVALID_VALUE if `queryHandle` is none; GL_INVALID_OPERATION if it is not active.",
    ),
    (
        "perf_query::get_first_id",
        "Writes the first type of performance query.\n\
         Errors: GL_INVALID_VALUE if `queryId` is NULL; GL_INVALID_OPERATION, with 0 written, if there is none.",
    ),
    (
        "perf_query::get_next_id",
        "Writes the type after `queryId`, 0 after the last one.\n\
         Errors: GL_INVALID_VALUE if `queryId` is no type, with 0 written, or `nextQueryId` is NULL.",
    ),
    (
        "perf_query::get_counter_info",
        "Writes what a counter of a type is: its name and description, of which at most `counterNameLength` and `counterDescLength`\n\
         bytes with a zero at the end, its offset and size in the data, bytes, its types, and the largest raw value, 0 if unknown.\n\
         Pointers that are NULL are ignored.\n\
         Errors: GL_INVALID_VALUE if there is no such type or counter; counters begin with 1.",
    ),
    (
        "perf_query::get_data",
        "Writes the data of a query to `data`, at most `dataSize` bytes, and how many to `bytesWritten`: 0 if they are not available.\n\
         `flags` is GL_PERFQUERY_WAIT_INTEL, _FLUSH_INTEL or _DONOT_FLUSH_INTEL.\n\
         Errors: GL_INVALID_VALUE if `queryHandle` or `flags` is none, a pointer is NULL, or `dataSize` is too small;\n\
         GL_INVALID_OPERATION if the query is active or has never begun.",
    ),
    (
        "perf_query::get_id_by_name",
        "Writes the type of a name, a string that is not changed.\n\
         Errors: GL_INVALID_VALUE if a pointer is NULL or there is no such type.",
    ),
    (
        "perf_query::get_info",
        "Writes what a type is: its name, of which at most `queryNameLength` bytes with a zero at the end, the size of its data,\n\
         bytes, the numbers of its counters and of its active queries, and GL_PERFQUERY_SINGLE_CONTEXT_INTEL or _GLOBAL_.\n\
         Pointers that are NULL are ignored.\n\
         Errors: GL_INVALID_VALUE if `queryId` is no type.",
    ),
];

/// Returns the handler of each procedure, from the files of `src/spec`.
fn handlers() -> &'static BTreeMap<String, String> {
    static HANDLERS: OnceLock<BTreeMap<String, String>> = OnceLock::new();
    HANDLERS.get_or_init(|| {
        let mut handlers = BTreeMap::new();
        for entry in std::fs::read_dir(root().join("src/spec")).unwrap() {
            let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
            for line in text.lines().filter_map(|line| line.trim().strip_prefix("fn ")) {
                let (Some((name, _)), Some((_, handler))) = (line.split_once('('), line.split_once("=> ")) else { continue };
                let handler = handler.split(|letter: char| !letter.is_alphanumeric() && !"_:".contains(letter)).next().unwrap();
                handlers.insert(name.to_owned(), handler.trim_end_matches(':').to_owned());
            }
        }
        handlers
    })
}

/// Returns the comment of a procedure.
pub(crate) fn comment(procedure: &Procedure) -> String {
    let name = procedure.name.to_str().unwrap();
    let handler = &handlers()[name];
    let (_, text) = COMMENTS.iter().find(|(of, _)| of == handler).unwrap_or_else(|| panic!("{name}: {handler} has a comment"));
    format!("/** {} */", text.replace('`', "").replace('\n', "\n *  "))
}

#[test]
fn every_comment_is_used() {
    for (handler, _) in COMMENTS {
        assert!(handlers().values().any(|used| used == handler), "{handler} handles no command");
    }
}
