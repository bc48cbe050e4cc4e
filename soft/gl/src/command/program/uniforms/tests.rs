#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::commands::*;
use super::{Component, linked as linked_program};
use crate::command::program::uniforms::get::{get_uniform, getn_uniform};
use crate::command::program::use_by_hand;
use crate::context::Context;
use crate::error::Result;
use crate::pointer::In;
use crate::testing::fixtures::{code_of, core, es, linked, outs, program, slice};
use crate::tokens::*;

/// A context with the fixture's program in use.
fn using(mut context: Context) -> (Context, u32) {
    let name = linked(&context, program());
    use_by_hand(&mut context, name).unwrap();
    (context, name)
}

fn read<T: Component + Default, const N: usize>(context: &mut Context, name: u32, location: i32) -> Result<[T; N]> {
    let mut values = [T::default(); N];
    get_uniform::<T>(context, name, location, outs(&mut values)).map(|()| values)
}

#[test]
fn values_come_back() {
    let (mut context, name) = using(core());
    one::<f32>(&mut context, 0, 2.5).unwrap();
    assert_eq!(read::<f32, 1>(&mut context, name, 0), Ok([2.5]));
    two::<f32>(&mut context, 3, 7.0, 8.0).unwrap();
    assert_eq!(read::<f32, 2>(&mut context, name, 3), Ok([7.0, 8.0]));
    assert_eq!(read::<f32, 2>(&mut context, name, 2), Ok([0.0, 0.0]));
    one::<f64>(&mut context, 9, 1e300).unwrap();
    assert_eq!(read::<f64, 1>(&mut context, name, 9), Ok([1e300]));
    program_one::<i32>(&mut context, name, 10, -4).unwrap();
    assert_eq!(read::<i32, 1>(&mut context, name, 10), Ok([-4]));
    one::<u32>(&mut context, 11, u32::MAX).unwrap();
    assert_eq!(read::<u32, 1>(&mut context, name, 11), Ok([u32::MAX]));
}

#[test]
fn answers_are_converted() {
    let (mut context, name) = using(core());
    one::<f32>(&mut context, 0, 2.5).unwrap();
    assert_eq!(read::<i32, 1>(&mut context, name, 0), Ok([2]));
    one::<f32>(&mut context, 0, 1e20).unwrap();
    assert_eq!(read::<i32, 1>(&mut context, name, 0), Ok([i32::MAX]));
    assert_eq!(read::<f64, 1>(&mut context, name, 0), Ok([f64::from(1e20f32)]));
    one::<i32>(&mut context, 10, -3).unwrap();
    assert_eq!(read::<f32, 1>(&mut context, name, 10), Ok([-3.0]));
    assert_eq!(read::<i64, 1>(&mut context, name, 10), Ok([-3]));
    assert_eq!(read::<u64, 1>(&mut context, name, 10), Ok([-3i64 as u64]));
    one::<u32>(&mut context, 11, u32::MAX).unwrap();
    assert_eq!(read::<i64, 1>(&mut context, name, 11), Ok([u32::MAX.into()]));
    one::<f64>(&mut context, 9, 1e30).unwrap();
    assert_eq!(read::<i64, 1>(&mut context, name, 9), Ok([i64::MAX]));
    assert_eq!(read::<u64, 1>(&mut context, name, 9), Ok([u64::MAX]));
    one::<f64>(&mut context, 9, -2.5).unwrap();
    assert_eq!(read::<i64, 1>(&mut context, name, 9), Ok([-2]));
    assert_eq!(read::<u64, 1>(&mut context, name, 9), Ok([0]));
}

#[test]
fn arrays_are_cut_at_their_end() {
    let (mut context, name) = using(core());
    let values: Vec<f32> = (1..=20).map(|value| value as f32).collect();
    one::<f32>(&mut context, 0, -1.0).unwrap();
    assert_eq!(vector::<f32, 2>(&mut context, 3, 10, slice(&values)), Ok(()));
    assert_eq!(read::<f32, 2>(&mut context, name, 3), Ok([1.0, 2.0]));
    assert_eq!(read::<f32, 2>(&mut context, name, 4), Ok([3.0, 4.0]));
    // The matrix behind the array keeps its zeros.
    assert_eq!(read::<f32, 6>(&mut context, name, 5), Ok([0.0; 6]));
    assert_eq!(program_vector::<f32, 2>(&mut context, name, 1, 2, slice(&values)), Ok(()));
    assert_eq!(read::<f32, 2>(&mut context, name, 2), Ok([3.0, 4.0]));
    assert_eq!(read::<f32, 2>(&mut context, name, 3), Ok([1.0, 2.0]));
}

#[test]
fn matrices_can_come_row_by_row() {
    let (mut context, name) = using(core());
    let values = [1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0];
    matrix::<f32, 2, 3>(&mut context, 5, 1, 0, slice(&values)).unwrap();
    assert_eq!(read::<f32, 6>(&mut context, name, 5), Ok(values));
    // Three rows of two: columns are 1 3 5 and 2 4 6.
    matrix::<f32, 2, 3>(&mut context, 5, 1, 1, slice(&values)).unwrap();
    assert_eq!(read::<f32, 6>(&mut context, name, 5), Ok([1.0, 3.0, 5.0, 2.0, 4.0, 6.0]));
    assert_eq!(code_of(matrix::<f32, 3, 2>(&mut context, 5, 1, 0, slice(&values))), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(matrix::<f32, 2, 3>(&mut context, 5, 2, 0, slice(&values))), Err(GL_INVALID_OPERATION));
    let (mut context, _) = using(es(2, 0));
    assert_eq!(code_of(matrix::<f32, 2, 3>(&mut context, 5, 1, 1, slice(&values))), Err(GL_INVALID_VALUE));
    let (mut context, _) = using(es(3, 0));
    assert_eq!(matrix::<f32, 2, 3>(&mut context, 5, 1, 1, slice(&values)), Ok(()));
}

#[test]
fn booleans_take_floats_and_integers() {
    let (mut context, name) = using(core());
    two::<f32>(&mut context, 6, 0.5, -0.0).unwrap();
    assert_eq!(read::<i32, 2>(&mut context, name, 6), Ok([1, 0]));
    two::<u32>(&mut context, 6, 0, 77).unwrap();
    assert_eq!(read::<f32, 2>(&mut context, name, 6), Ok([0.0, 1.0]));
    assert_eq!(linked_program(&context, name).unwrap().values(|values| values.words[15..17].to_vec()), [0, 1]);
    assert_eq!(code_of(two::<f64>(&mut context, 6, 0.0, 1.0)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(two::<i64>(&mut context, 6, 0, 1)), Err(GL_INVALID_OPERATION));
}

#[test]
fn samplers_take_units() {
    let (mut context, name) = using(core());
    assert_eq!(one::<i32>(&mut context, 7, 5), Ok(()));
    assert_eq!(vector::<i32, 1>(&mut context, 7, 2, slice(&[3, 95])), Ok(()));
    assert_eq!(read::<i32, 1>(&mut context, name, 8), Ok([95]));
    assert_eq!(code_of(one::<i32>(&mut context, 7, 96)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(one::<i32>(&mut context, 7, -1)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(one::<f32>(&mut context, 7, 1.0)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(one::<u32>(&mut context, 7, 1)), Err(GL_INVALID_OPERATION));
    assert_eq!(read::<i32, 1>(&mut context, name, 7), Ok([3]));
}

#[test]
fn errors_of_setting() {
    let mut context = core();
    assert_eq!(code_of(one::<f32>(&mut context, 0, 1.0)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(program_one::<f32>(&mut context, 999, 0, 1.0)), Err(GL_INVALID_VALUE));
    let (mut context, name) = using(context);
    assert_eq!(one::<f32>(&mut context, -1, 1.0), Ok(()));
    assert_eq!(code_of(one::<f32>(&mut context, -2, 1.0)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(one::<f32>(&mut context, 12, 1.0)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(one::<f32>(&mut context, i32::MAX, 1.0)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(one::<i32>(&mut context, 0, 1)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(two::<f32>(&mut context, 0, 1.0, 1.0)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(one::<f32>(&mut context, 10, 1.0)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(one::<i32>(&mut context, 11, 1)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(vector::<f32, 1>(&mut context, 0, -1, slice(&[1.0]))), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(vector::<f32, 1>(&mut context, 0, 2, slice(&[1.0, 2.0]))), Err(GL_INVALID_OPERATION));
    assert_eq!(vector::<f32, 2>(&mut context, 1, 2, In::null()), Ok(()));
    let mut value = [0.0f32; 2];
    assert_eq!(code_of(getn_uniform::<f32>(&mut context, name, 1, 7, outs(&mut value))), Err(GL_INVALID_OPERATION));
    assert_eq!(getn_uniform::<f32>(&mut context, name, 1, 8, outs(&mut value)), Ok(()));
    // "If a negative number is provided where an argument of type sizei or sizeiptr is specified, an INVALID_VALUE error is generated."
    assert_eq!(code_of(getn_uniform::<f32>(&mut context, name, 1, -1, outs(&mut value))), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(read::<f32, 1>(&mut context, name, -1)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(read::<f32, 1>(&mut context, 999, 0)), Err(GL_INVALID_VALUE));
}
