//! Getters of programs, draws, queries and transform feedback.

use crate::command::query;
use crate::context::Context;
use crate::state::value::Value;
use crate::tokens::*;

/// Returns a state variable of these; none for other names.
pub fn get(context: &mut Context, name: u32) -> Option<Value> {
    let desktop = !context.is_es();
    Some(match name {
        GL_TIMESTAMP => Value::from(i64::try_from(query::timestamp(context)).unwrap_or(i64::MAX)),
        // Every glGet returns -1 for 0xFFFFFFFF, as on Mesa, so that all of them return the same number.
        GL_MAX_SHADER_COMPILER_THREADS_KHR => Value::from(context.programs.compiler_threads.unwrap_or(u32::MAX) as i32),
        GL_CURRENT_PROGRAM => Value::from(context.programs.current),
        GL_PROGRAM_PIPELINE_BINDING => Value::from(context.programs.pipelines.bound),
        GL_TRANSFORM_FEEDBACK_BINDING => Value::from(context.feedback.bound),
        GL_TRANSFORM_FEEDBACK_ACTIVE => Value::from(context.feedback.is_active()),
        GL_TRANSFORM_FEEDBACK_PAUSED => Value::from(context.feedback.is_paused()),
        GL_PATCH_VERTICES => Value::from(context.draws.patch_vertices),
        // True: patches are drawn with primitive restart.
        GL_PRIMITIVE_RESTART_FOR_PATCHES_SUPPORTED if desktop || context.config.version >= (3, 2) => Value::from(true),
        GL_PATCH_DEFAULT_OUTER_LEVEL if desktop => Value::Float(context.draws.default_tess_levels.0.map(f64::from).to_vec()),
        GL_PATCH_DEFAULT_INNER_LEVEL if desktop => Value::Float(context.draws.default_tess_levels.1.map(f64::from).to_vec()),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]
    use super::*;
    use crate::command::get::value;
    use crate::testing::fixtures::core;

    #[test]
    fn every_get_returns_the_same_number_of_compiler_threads() {
        let mut context = core();
        let threads = value(&mut context, GL_MAX_SHADER_COMPILER_THREADS_KHR).unwrap();
        assert_eq!((threads.answer::<i32>()[0], threads.answer::<i64>()[0], threads.answer::<f32>()[0]), (-1, -1, -1.0));
    }

    #[test]
    fn a_timestamp_does_not_fit_into_an_int() {
        let mut context = core();
        let first = value(&mut context, GL_TIMESTAMP).unwrap().answer::<i64>()[0];
        let second = value(&mut context, GL_TIMESTAMP).unwrap().answer::<i64>()[0];
        assert!(0 < first && first < second);
        assert_eq!(Value::from(i64::MAX / 2).answer::<i32>(), [i32::MAX]);
    }
}
