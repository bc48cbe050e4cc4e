#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]
use super::*;
use crate::command::buffer::binding;
use crate::compat::client_arrays;
use crate::config::Api;
use crate::context::Context;
use crate::pointer::In;
use crate::state::value::Value;
use crate::testing::fixtures::{code_of, context, offset, out, outs, slice};
use crate::testing::windows::{compatibility, core, es};
use crate::tokens::*;
use base::hir::fixed_attribute;
use shader::pipeline::draw_call::{AttributeArray, VertexAttribute};

fn address<T>(values: &[T]) -> In<u8> {
    slice(values).cast()
}

fn array(attribute: &VertexAttribute) -> &AttributeArray {
    match attribute {
        VertexAttribute::Array(array) => array,
        VertexAttribute::Current(_) => panic!("not an array"),
    }
}

fn with_array(mut context: Context) -> Context {
    let mut name = 0;
    objects::generate(&mut context, 1, out(&mut name)).unwrap();
    objects::bind(&mut context, name).unwrap();
    context
}

fn with_buffer(mut context: Context) -> Context {
    let mut name = 0;
    binding::generate(&mut context, 1, out(&mut name)).unwrap();
    binding::bind(&mut context, GL_ARRAY_BUFFER, name).unwrap();
    context
}

#[test]
fn core_contexts_want_an_array_object() {
    let mut context = core();
    // Other drivers accept these three without an object, and the conformance suite relies on it.
    assert_eq!(formats::enable(&mut context, 0), Ok(()));
    assert_eq!(formats::disable(&mut context, 0), Ok(()));
    assert_eq!(formats::attribute_divisor(&mut context, 0, 1), Ok(()));
    assert_eq!(code_of(formats::enable(&mut context, 16)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(formats::format(&mut context, 0, 4, GL_FLOAT, 0, 0)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(formats::attribute_binding(&mut context, 0, 0)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(formats::binding_divisor(&mut context, 0, 0)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(pointers::float_pointer(&mut context, 0, 4, GL_FLOAT, 0, 0, offset(0))), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(objects::bind(&mut context, 5)), Err(GL_INVALID_OPERATION));
    let mut context = with_array(context);
    assert_eq!(formats::enable(&mut context, 0), Ok(()));
    assert_eq!(code_of(formats::enable(&mut context, 16)), Err(GL_INVALID_VALUE));
    assert_eq!(formats::enable(&mut compatibility(), 0), Ok(()));
}

#[test]
fn pointer_errors() {
    let mut context = with_buffer(with_array(core()));
    let mut point = |index, size: u32, ty, normalized, stride| {
        pointers::float_pointer(&mut context, index, size as i32, ty, normalized, stride, offset(0))
    };
    assert_eq!(code_of(point(16, 4, GL_FLOAT, 0, 0)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(point(0, 5, GL_FLOAT, 0, 0)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(point(0, 0, GL_FLOAT, 0, 0)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(point(0, 4, GL_RGBA, 0, 0)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(point(0, 4, GL_FLOAT, 0, -1)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(point(0, 4, GL_FLOAT, 0, 2049)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(point(0, GL_BGRA, GL_FLOAT, 1, 0)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(point(0, GL_BGRA, GL_UNSIGNED_BYTE, 0, 0)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(point(0, 3, GL_INT_2_10_10_10_REV, 0, 0)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(point(0, 4, GL_UNSIGNED_INT_10F_11F_11F_REV, 0, 0)), Err(GL_INVALID_OPERATION));
    assert_eq!(point(0, GL_BGRA, GL_UNSIGNED_BYTE, 1, 0), Ok(()));
    let integers = pointers::integer_pointer(&mut context, 0, 4, GL_FLOAT, 0, offset(0));
    assert_eq!(code_of(integers), Err(GL_INVALID_ENUM));
}

#[test]
fn array_objects_take_no_addresses() {
    let data = [0_f32; 4];
    for context in [core(), compatibility(), es()] {
        let mut context = with_array(context);
        assert_eq!(code_of(pointers::float_pointer(&mut context, 0, 4, GL_FLOAT, 0, 0, address(&data))), Err(GL_INVALID_OPERATION));
        assert_eq!(pointers::float_pointer(&mut context, 0, 4, GL_FLOAT, 0, 0, offset(0)), Ok(()));
    }
    assert_eq!(pointers::float_pointer(&mut es(), 0, 4, GL_FLOAT, 0, 0, address(&data)), Ok(()));
}

#[test]
fn pointers_set_the_binding_of_the_same_number() {
    let mut context = with_buffer(with_array(core()));
    formats::enable(&mut context, 3).unwrap();
    pointers::float_pointer(&mut context, 3, 3, GL_SHORT, 1, 0, offset(10)).unwrap();
    let found = resolve(&context, 1 << 3, (0, 0), (0, 1)).unwrap();
    let found = array(&found[3]);
    assert_eq!((found.offset, found.stride, found.divisor, found.format.normalized), (10, 6, 0, true));
}

#[test]
fn the_pipeline_gets_current_values_where_no_array_is_enabled() {
    let mut context = compatibility();
    current::set(&mut context, 2, current::float_words(&[1.0, 2.0])).unwrap();
    let found = resolve(&context, u32::MAX, (0, 0), (0, 1)).unwrap();
    assert_eq!(found.len(), fixed_attribute::COUNT);
    let words = |location: u32| match &found[location as usize] {
        VertexAttribute::Current(words) => [words[0], words[1], words[2], words[3]].map(f32::from_bits),
        VertexAttribute::Array(_) => panic!("an array"),
    };
    assert_eq!(words(2), [1.0, 2.0, 0.0, 1.0]);
    assert_eq!(words(fixed_attribute::COLOR), [1.0; 4]);
    assert_eq!(words(fixed_attribute::NORMAL)[..3], [0.0, 0.0, 1.0]);
    assert_eq!(words(fixed_attribute::MULTI_TEX_COORD + 7), [0.0, 0.0, 0.0, 1.0]);
    assert_eq!(code_of(current::set(&mut context, 16, [0; 8])), Err(GL_INVALID_VALUE));
}

#[test]
fn client_arrays_are_copied_as_far_as_the_draw_needs() {
    let mut context = compatibility();
    let data: Vec<f32> = (0..40).map(|value| value as f32).collect();
    // Two of every four floats.
    client_arrays::vertex(&mut context, 2, GL_FLOAT, 16, address(&data)).unwrap();
    client_arrays::enable(&mut context, GL_VERTEX_ARRAY).unwrap();
    let found = resolve(&context, 1 << fixed_attribute::VERTEX, (3, 5), (0, 1)).unwrap();
    let found = array(&found[fixed_attribute::VERTEX as usize]);
    assert_eq!(found.memory.len(), 3 * 8);
    for vertex in 3..=5_i64 {
        let at = (found.offset + vertex * i64::from(found.stride)) as usize / 4;
        let read = [found.memory.word(at), found.memory.word(at + 1)].map(f32::from_bits);
        assert_eq!(read, [vertex as f32 * 4.0, vertex as f32 * 4.0 + 1.0]);
    }
}

#[test]
fn instanced_client_arrays_take_the_instances_range() {
    let mut context = compatibility();
    let data: Vec<u8> = (0..64).collect();
    pointers::float_pointer(&mut context, 1, 3, GL_UNSIGNED_BYTE, 0, 3, address(&data)).unwrap();
    formats::attribute_divisor(&mut context, 1, 2).unwrap();
    formats::enable(&mut context, 1).unwrap();
    let found = resolve(&context, 1 << 1, (0, 1000), (4, 5)).unwrap();
    let found = array(&found[1]);
    // Instances 0 to 4 by twos are three values, from base instance 4 on.
    assert_eq!((found.memory.len(), found.divisor, found.stride), (12, 2, 4));
    let at = (found.offset + 5 * i64::from(found.stride)) as usize;
    assert_eq!(found.memory.word(at / 4), 0x0011_100F);
}

#[test]
fn the_position_and_attribute_0_are_one_in_the_compatibility_profile() {
    let mut context = compatibility();
    let data = [1_f32; 8];
    client_arrays::vertex(&mut context, 4, GL_FLOAT, 0, address(&data)).unwrap();
    client_arrays::enable(&mut context, GL_VERTEX_ARRAY).unwrap();
    let found = resolve(&context, 1, (0, 0), (0, 1)).unwrap();
    assert_eq!(array(&found[0]).memory.len(), 16);
    pointers::float_pointer(&mut context, 0, 2, GL_FLOAT, 0, 0, address(&data)).unwrap();
    formats::enable(&mut context, 0).unwrap();
    let found = resolve(&context, 1 << fixed_attribute::VERTEX, (0, 0), (0, 1)).unwrap();
    assert_eq!(array(&found[fixed_attribute::VERTEX as usize]).format.size, 2);
}

#[test]
fn interleaved_arrays_follow_the_table() {
    let mut context = compatibility();
    client_arrays::interleaved(&mut context, GL_T2F_C4F_N3F_V3F, 0, offset(64)).unwrap();
    let array = context.vertex_arrays.array();
    let pointer = |location: u32| array.attributes[location as usize].pointer - 64;
    assert_eq!(
        [fixed_attribute::MULTI_TEX_COORD, fixed_attribute::COLOR, fixed_attribute::NORMAL, fixed_attribute::VERTEX].map(pointer),
        [0, 8, 24, 36]
    );
    assert_eq!(array.bindings[fixed_attribute::VERTEX as usize].stride, 48);
    assert_eq!(code_of(client_arrays::interleaved(&mut context, GL_FLOAT, 0, offset(0))), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(client_arrays::interleaved(&mut context, GL_V2F, -1, offset(0))), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(client_arrays::interleaved(&mut core(), GL_V2F, 0, offset(0))), Err(GL_INVALID_OPERATION));
}

#[test]
fn client_state_errors() {
    let mut context = compatibility();
    assert_eq!(code_of(client_arrays::enable(&mut context, GL_TEXTURE_2D)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(client_arrays::vertex(&mut context, 1, GL_FLOAT, 0, offset(0))), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(client_arrays::vertex(&mut context, 4, GL_UNSIGNED_BYTE, 0, offset(0))), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(client_arrays::vertex(&mut context, 4, GL_FLOAT, -1, offset(0))), Err(GL_INVALID_VALUE));
    // "type is INT_2_10_10_10_REV or UNSIGNED_INT_2_10_10_10_REV, and size is neither 4 nor BGRA".
    assert_eq!(code_of(client_arrays::vertex(&mut context, 3, GL_INT_2_10_10_10_REV, 0, offset(0))), Err(GL_INVALID_OPERATION));
    assert_eq!(
        code_of(client_arrays::texture_coordinates(&mut context, 2, GL_INT_2_10_10_10_REV, 0, offset(0))),
        Err(GL_INVALID_OPERATION)
    );
    assert_eq!(client_arrays::vertex(&mut context, 4, GL_INT_2_10_10_10_REV, 0, offset(0)), Ok(()));
    assert_eq!(client_arrays::normal(&mut context, GL_INT_2_10_10_10_REV, 0, offset(0)), Ok(()));
    assert_eq!(code_of(client_arrays::enable(&mut core(), GL_VERTEX_ARRAY)), Err(GL_INVALID_OPERATION));
    client_arrays::enable(&mut context, GL_EDGE_FLAG_ARRAY).unwrap();
    assert_eq!(client_arrays::is_enabled(&context, GL_EDGE_FLAG_ARRAY), Some(true));
    assert_eq!(client_arrays::is_enabled(&context, GL_COLOR_ARRAY), Some(false));
    assert_eq!(client_arrays::is_enabled(&context, GL_BLEND), None);
    let integer = |context: &Context, name| match client_arrays::array_parameter(context, name) {
        Some(Value::Int(values)) => values[0],
        _ => panic!("{name:#x} is an integer"),
    };
    client_arrays::color(&mut context, GL_BGRA as i32, GL_UNSIGNED_BYTE, 12, offset(0)).unwrap();
    let color = [GL_COLOR_ARRAY_SIZE, GL_COLOR_ARRAY_TYPE, GL_COLOR_ARRAY_STRIDE, GL_COLOR_ARRAY_BUFFER_BINDING];
    let bound = context.buffers.array.as_ref().map_or(0, |buffer| buffer.name);
    assert_eq!(color.map(|name| integer(&context, name)), [GL_BGRA, GL_UNSIGNED_BYTE, 12, bound].map(i64::from));
    assert_eq!(integer(&context, GL_NORMAL_ARRAY_TYPE), i64::from(GL_INT_2_10_10_10_REV));
}

#[test]
fn packed_values_unpack() {
    let word = 1023 | 511 << 10 | 1 << 20 | 2 << 30;
    assert_eq!(current::unpack(GL_UNSIGNED_INT_2_10_10_10_REV, false, word, false), Ok([1023.0, 511.0, 1.0, 2.0]));
    assert_eq!(current::unpack(GL_INT_2_10_10_10_REV, true, word, false), Ok([-1.0 / 511.0, 1.0, 1.0 / 511.0, -1.0]));
    assert_eq!(
        current::unpack(GL_UNSIGNED_INT_10F_11F_11F_REV, false, 0x3C0 | 0x7C0 << 11, true).map(|v| v[..2].to_vec()),
        Ok(vec![1.0, f32::INFINITY])
    );
    assert_eq!(code_of(current::unpack(GL_UNSIGNED_INT_10F_11F_11F_REV, false, 0, false)), Err(GL_INVALID_ENUM));
}

#[test]
fn deleting_the_bound_array_binds_the_default_one() {
    let mut context = with_array(core());
    let name = context.vertex_arrays.bound;
    objects::delete(&mut context, 1, slice(&[name])).unwrap();
    assert_eq!(context.vertex_arrays.bound, 0);
    assert_eq!(code_of(objects::bind(&mut context, name)), Err(GL_INVALID_OPERATION));
}

#[test]
fn mapped_buffers_are_no_sources() {
    let mut context = with_buffer(with_array(core()));
    let buffer = context.buffers.array.clone().unwrap();
    crate::testing::fixtures::map_buffer(&buffer);
    formats::enable(&mut context, 0).unwrap();
    pointers::float_pointer(&mut context, 0, 4, GL_FLOAT, 0, 0, offset(0)).unwrap();
    assert_eq!(code_of(resolve(&context, 1, (0, 0), (0, 1)).map(|_| ())), Err(GL_INVALID_OPERATION));
    assert!(resolve(&context, 2, (0, 0), (0, 1)).is_ok(), "attributes that are not read do not matter");
}

#[test]
fn packed_floats_have_up_to_three_components() {
    let mut context = compatibility();
    let ty = GL_UNSIGNED_INT_10F_11F_11F_REV;
    assert_eq!(attributes::packed::<1>(&mut context, 1, ty, 0, 0x3C0), Ok(()));
    assert_eq!(context.vertex_arrays.current[1][..4], [1.0, 0.0, 0.0, 1.0].map(f32::to_bits));
    assert_eq!(attributes::packed::<2>(&mut context, 1, ty, 0, 0), Ok(()));
    assert_eq!(attributes::packed::<3>(&mut context, 1, ty, 0, 0), Ok(()));
    // "An INVALID_ENUM error is generated by VertexAttribP4ui and VertexAttribP4uiv if type is UNSIGNED_INT_10F_11F_11F_REV."
    assert_eq!(code_of(attributes::packed::<4>(&mut context, 1, ty, 0, 0)), Err(GL_INVALID_ENUM));
}

#[test]
fn es_limits_strides_since_3_1() {
    let long = |mut context: Context| pointers::float_pointer(&mut context, 0, 4, GL_FLOAT, 0, 2049, offset(0));
    assert_eq!(long(context(Api::Es, (2, 0))), Ok(()));
    assert_eq!(long(context(Api::Es, (3, 0))), Ok(()));
    // "An INVALID_VALUE error is generated if stride is greater than the value of MAX_VERTEX_ATTRIB_STRIDE."
    assert_eq!(code_of(long(context(Api::Es, (3, 1)))), Err(GL_INVALID_VALUE));
}

#[test]
fn vertex_buffers_have_generated_names() {
    let bind = |context: Context| pointers::bind_vertex_buffer(&mut with_array(context), 0, 77, 0, 16);
    // "[Core profile only:] An INVALID_OPERATION error is generated if buffer is not zero or a name returned from a previous call to GenBuffers".
    assert_eq!(code_of(bind(core())), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(bind(es())), Err(GL_INVALID_OPERATION));
    assert_eq!(bind(compatibility()), Ok(()));
}

/// See `Which::BoundOrDefault`; `ctests/no_vertex_array.c` compares with Mesa.
#[test]
fn core_contexts_without_an_array_answer_what_was_enabled() {
    let mut context = core();
    let (mut values, mut address) = ([7; 4], 7);
    formats::enable(&mut context, 1).unwrap();
    formats::attribute_divisor(&mut context, 1, 3).unwrap();
    for (name, wanted) in [(GL_VERTEX_ATTRIB_ARRAY_ENABLED, 1), (GL_VERTEX_ATTRIB_ARRAY_DIVISOR, 3), (GL_VERTEX_ATTRIB_ARRAY_SIZE, 4)] {
        assert_eq!((get::integers(&mut context, 1, name, outs(&mut values)), values[0]), (Ok(()), wanted));
    }
    assert_eq!(code_of(get::integers(&mut context, 1, GL_TEXTURE_2D, outs(&mut values))), Err(GL_INVALID_ENUM));
    assert_eq!((get::pointer(&mut context, 0, GL_VERTEX_ATTRIB_ARRAY_POINTER, out(&mut address)), address), (Ok(()), 0));
    assert_eq!(get::integers(&mut context, 0, GL_CURRENT_VERTEX_ATTRIB, outs(&mut values)), Ok(()));
}
