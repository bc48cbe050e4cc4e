#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]
use super::*;
use crate::context::Context;
use crate::limits;
use crate::pointer::In;
use crate::testing::fixtures::{code_of, out, outs, slice};
use crate::testing::windows::{compatibility, core, es};
use crate::tokens::*;

fn bound_buffer(context: &mut Context, data: &[u8]) -> u32 {
    let mut name = 0;
    binding::generate(context, 1, out(&mut name)).unwrap();
    binding::bind(context, GL_ARRAY_BUFFER, name).unwrap();
    data::fill(context, GL_ARRAY_BUFFER, data.len() as isize, slice(data), GL_STATIC_DRAW).unwrap();
    name
}

fn bytes(context: &mut Context, count: usize) -> Vec<u8> {
    let mut bytes = vec![0xEE; count];
    data::get_sub_data(context, GL_ARRAY_BUFFER, 0, count as isize, outs(&mut bytes)).unwrap();
    bytes
}

#[test]
fn a_name_becomes_a_buffer_when_it_is_bound() {
    let mut context = core();
    let mut names = [0; 3];
    binding::generate(&mut context, 3, outs(&mut names)).unwrap();
    assert_eq!(names, [1, 2, 3]);
    assert_eq!(binding::is_buffer(&mut context, 2), Ok(0));
    binding::bind(&mut context, GL_UNIFORM_BUFFER, 2).unwrap();
    assert_eq!(binding::is_buffer(&mut context, 2), Ok(1));
    assert_eq!(code_of(binding::generate(&mut context, -1, outs(&mut names))), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(binding::bind(&mut context, GL_TEXTURE_2D, 2)), Err(GL_INVALID_ENUM));
}

#[test]
fn only_core_contexts_want_generated_names() {
    assert_eq!(code_of(binding::bind(&mut core(), GL_ARRAY_BUFFER, 77)), Err(GL_INVALID_OPERATION));
    assert_eq!(binding::bind(&mut compatibility(), GL_ARRAY_BUFFER, 77), Ok(()));
    assert_eq!(binding::bind(&mut es(), GL_ARRAY_BUFFER, 77), Ok(()));
}

#[test]
fn data_errors() {
    let mut context = core();
    let fill = |context: &mut Context, target, size, usage| data::fill(context, target, size, In::null(), usage);
    assert_eq!(code_of(fill(&mut context, GL_ARRAY_BUFFER, 4, GL_STATIC_DRAW)), Err(GL_INVALID_OPERATION));
    bound_buffer(&mut context, &[1]);
    assert_eq!(code_of(fill(&mut context, GL_TEXTURE_2D, 4, GL_STATIC_DRAW)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(fill(&mut context, GL_ARRAY_BUFFER, -1, GL_STATIC_DRAW)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(fill(&mut context, GL_ARRAY_BUFFER, 4, GL_READ_ONLY)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(fill(&mut context, GL_ARRAY_BUFFER, isize::MAX, GL_STATIC_DRAW)), Err(GL_OUT_OF_MEMORY));
    assert_eq!(bytes(&mut context, 1), [1]);
}

#[test]
fn parts_are_written_and_checked() {
    let mut context = core();
    bound_buffer(&mut context, &[1, 2, 3, 4, 5]);
    let new = [9, 8];
    data::sub_data(&mut context, GL_ARRAY_BUFFER, 3, 2, slice(&new)).unwrap();
    assert_eq!(bytes(&mut context, 5), [1, 2, 3, 9, 8]);
    assert_eq!(code_of(data::sub_data(&mut context, GL_ARRAY_BUFFER, 4, 2, slice(&new))), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(data::sub_data(&mut context, GL_ARRAY_BUFFER, -1, 1, slice(&new))), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(data::sub_data(&mut context, GL_ARRAY_BUFFER, isize::MAX, isize::MAX, slice(&new))), Err(GL_INVALID_VALUE));
}

#[test]
fn whoever_holds_a_store_keeps_what_it_saw() {
    let mut context = core();
    let name = bound_buffer(&mut context, &[1, 2, 3, 4]);
    let store = context.share.buffer(name).unwrap().memory();
    let new = [5, 6, 7, 8];
    data::fill(&mut context, GL_ARRAY_BUFFER, 4, slice(&new), GL_DYNAMIC_DRAW).unwrap();
    assert_eq!((store.word(0), bytes(&mut context, 4)), (0x0403_0201, new.to_vec()));
}

#[test]
fn immutable_storage_has_its_own_rules() {
    let mut context = core();
    let name = bound_buffer(&mut context, &[]);
    let store = |context: &mut Context, size, flags| data::storage(context, GL_ARRAY_BUFFER, size, In::null(), flags);
    assert_eq!(code_of(store(&mut context, 0, 0)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(store(&mut context, 8, GL_MAP_PERSISTENT_BIT)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(store(&mut context, 8, GL_MAP_READ_BIT | GL_MAP_COHERENT_BIT)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(store(&mut context, 8, 0x8000)), Err(GL_INVALID_VALUE));
    assert_eq!(store(&mut context, 8, GL_MAP_READ_BIT | GL_MAP_PERSISTENT_BIT), Ok(()));
    assert_eq!(code_of(store(&mut context, 8, 0)), Err(GL_INVALID_OPERATION));
    let byte = 1;
    assert_eq!(code_of(data::fill(&mut context, GL_ARRAY_BUFFER, 1, slice(&[byte]), GL_STATIC_DRAW)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(data::sub_data(&mut context, GL_ARRAY_BUFFER, 0, 1, slice(&[byte]))), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(mapping::map_range(&mut context, GL_ARRAY_BUFFER, 0, 8, GL_MAP_WRITE_BIT)), Err(GL_INVALID_OPERATION));
    mapping::map_range(&mut context, GL_ARRAY_BUFFER, 0, 8, GL_MAP_READ_BIT | GL_MAP_PERSISTENT_BIT).unwrap();
    assert!(!context.share.buffer(name).unwrap().is_mapped(), "a persistent mapping stops no other command");
}

#[test]
fn a_mapped_buffer_is_the_applications() {
    let mut context = core();
    bound_buffer(&mut context, &[1, 2, 3, 4]);
    let address = mapping::map_range(&mut context, GL_ARRAY_BUFFER, 1, 2, GL_MAP_WRITE_BIT).unwrap() as *mut u8;
    assert_eq!((address as usize - 1) % 64, 0);
    // SAFETY: two bytes are mapped there.
    unsafe { address.write(77) };
    let mut byte = 0;
    assert_eq!(code_of(data::get_sub_data(&mut context, GL_ARRAY_BUFFER, 0, 1, out(&mut byte))), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(data::sub_data(&mut context, GL_ARRAY_BUFFER, 1, 1, slice(&[byte]))), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(mapping::map_range(&mut context, GL_ARRAY_BUFFER, 0, 1, GL_MAP_READ_BIT)), Err(GL_INVALID_OPERATION));
    assert_eq!(mapping::unmap(&mut context, GL_ARRAY_BUFFER), Ok(1));
    assert_eq!(code_of(mapping::unmap(&mut context, GL_ARRAY_BUFFER)), Err(GL_INVALID_OPERATION));
    assert_eq!(bytes(&mut context, 4), [1, 77, 3, 4]);
}

#[test]
fn parts_beside_the_mapped_range_can_change() {
    let mut context = core();
    let name = bound_buffer(&mut context, &[1, 2, 3, 4, 5, 6, 7, 8]);
    mapping::map_range(&mut context, GL_ARRAY_BUFFER, 2, 2, GL_MAP_WRITE_BIT).unwrap();
    for (offset, outcome) in [(0, Ok(())), (1, Err(GL_INVALID_OPERATION)), (3, Err(GL_INVALID_OPERATION)), (4, Ok(()))] {
        // "An INVALID_OPERATION error is generated if any part of the specified buffer range is mapped with MapBufferRange or MapBuffer".
        assert_eq!(code_of(data::sub_data(&mut context, GL_ARRAY_BUFFER, offset, 2, slice(&[9, 9]))), outcome);
        let clear = clear::range(&mut context, GL_ARRAY_BUFFER, GL_R8UI, offset, 2, GL_RED_INTEGER, GL_UNSIGNED_BYTE, slice(&[9]));
        assert_eq!(code_of(clear), outcome);
        // "if the invalidate range intersects the range currently mapped by MapBufferRange".
        assert_eq!(code_of(data::invalidate_part(&mut context, name, offset, 2)), outcome);
    }
    // "An INVALID_OPERATION error is generated if the buffer object bound to target is currently mapped".
    let mut byte = 0;
    assert_eq!(code_of(data::get_sub_data(&mut context, GL_ARRAY_BUFFER, 0, 1, out(&mut byte))), Err(GL_INVALID_OPERATION));
    assert_eq!(mapping::unmap(&mut context, GL_ARRAY_BUFFER), Ok(1));
    assert_eq!(bytes(&mut context, 8), [9, 9, 3, 4, 9, 9, 7, 8]);
}

#[test]
fn an_empty_store_cannot_be_mapped() {
    let mut context = core();
    bound_buffer(&mut context, &[]);
    // "An INVALID_OPERATION error is generated for any of the following conditions: … length is zero."
    assert_eq!(code_of(mapping::map(&mut context, GL_ARRAY_BUFFER, GL_READ_ONLY)), Err(GL_INVALID_OPERATION));
}

#[test]
fn clears_need_a_buffer() {
    let mut context = core();
    // "An INVALID_VALUE error is generated if zero is bound to target."
    let whole = clear::whole(&mut context, GL_ARRAY_BUFFER, GL_R8, GL_RED, GL_UNSIGNED_BYTE, In::null());
    assert_eq!(code_of(whole), Err(GL_INVALID_VALUE));
    let range = clear::range(&mut context, GL_ARRAY_BUFFER, GL_R8, 0, 0, GL_RED, GL_UNSIGNED_BYTE, In::null());
    assert_eq!(code_of(range), Err(GL_INVALID_VALUE));
}

#[test]
fn mapping_errors() {
    let mut context = core();
    bound_buffer(&mut context, &[0; 8]);
    let mut map = |offset, length, access| mapping::map_range(&mut context, GL_ARRAY_BUFFER, offset, length, access);
    assert_eq!(code_of(map(-1, 1, GL_MAP_READ_BIT)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(map(0, 9, GL_MAP_READ_BIT)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(map(0, 8, GL_MAP_READ_BIT | 0x1000)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(map(0, 0, GL_MAP_READ_BIT)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(map(0, 8, 0)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(map(0, 8, GL_MAP_READ_BIT | GL_MAP_INVALIDATE_RANGE_BIT)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(map(0, 8, GL_MAP_READ_BIT | GL_MAP_FLUSH_EXPLICIT_BIT)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(mapping::map(&mut context, GL_ARRAY_BUFFER, GL_MAP_READ_BIT)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(mapping::flush(&mut context, GL_ARRAY_BUFFER, 0, 1)), Err(GL_INVALID_OPERATION));
    mapping::map_range(&mut context, GL_ARRAY_BUFFER, 4, 4, GL_MAP_WRITE_BIT | GL_MAP_FLUSH_EXPLICIT_BIT).unwrap();
    assert_eq!(mapping::flush(&mut context, GL_ARRAY_BUFFER, 0, 4), Ok(()));
    assert_eq!(code_of(mapping::flush(&mut context, GL_ARRAY_BUFFER, 1, 4)), Err(GL_INVALID_VALUE));
}

#[test]
fn copies_check_ranges_and_overlap() {
    let mut context = core();
    let name = bound_buffer(&mut context, &[1, 2, 3, 4, 5, 6]);
    binding::bind(&mut context, GL_COPY_READ_BUFFER, name).unwrap();
    let copy = |context: &mut Context, from, to, size| data::copy_sub_data(context, GL_COPY_READ_BUFFER, GL_ARRAY_BUFFER, from, to, size);
    assert_eq!(code_of(copy(&mut context, 0, 2, 3)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(copy(&mut context, 0, 4, 3)), Err(GL_INVALID_VALUE));
    assert_eq!(copy(&mut context, 0, 3, 3), Ok(()));
    assert_eq!(bytes(&mut context, 6), [1, 2, 3, 1, 2, 3]);
}

#[test]
fn indexed_bindings_also_bind_the_target() {
    let mut context = core();
    let name = bound_buffer(&mut context, &[0; 64]);
    binding::bind_range(&mut context, GL_UNIFORM_BUFFER, 3, name, 16, 100).unwrap();
    assert_eq!(context.buffers.uniform.as_ref().map(|buffer| buffer.name), Some(name));
    let range = context.buffers.uniform_bindings[3].range();
    assert_eq!((range.offset, range.size), (16, 48), "cut to the buffer");
    let mut bind = |target, index, offset, size| binding::bind_range(&mut context, target, index, name, offset, size);
    assert_eq!(code_of(bind(GL_ARRAY_BUFFER, 0, 0, 4)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(bind(GL_UNIFORM_BUFFER, 84, 0, 4)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(bind(GL_UNIFORM_BUFFER, 0, -4, 4)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(bind(GL_UNIFORM_BUFFER, 0, 0, 0)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(bind(GL_UNIFORM_BUFFER, 0, 2, 4)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(bind(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0, 6)), Err(GL_INVALID_VALUE));
    context.buffers.feedback_active = true;
    assert_eq!(code_of(binding::bind_base(&mut context, GL_TRANSFORM_FEEDBACK_BUFFER, 0, name)), Err(GL_INVALID_OPERATION));
}

#[test]
fn offsets_are_aligned_also_without_a_buffer() {
    let mut context = core();
    let alignments = [
        (GL_UNIFORM_BUFFER, limits::UNIFORM_BUFFER_OFFSET_ALIGNMENT),
        (GL_SHADER_STORAGE_BUFFER, limits::SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT),
        (GL_ATOMIC_COUNTER_BUFFER, 4),
        (GL_TRANSFORM_FEEDBACK_BUFFER, 4),
    ];
    for (target, alignment) in alignments {
        let mut bind = |offset, size| {
            let several = |context: &mut Context| {
                binding::bind_several_ranges(context, target, 0, 1, slice(&[0]), slice(&[offset]), slice(&[size])).unwrap();
                std::mem::replace(&mut context.error, GL_NO_ERROR)
            };
            [code_of(binding::bind_range(&mut context, target, 0, 0, offset, size)).err().unwrap_or(GL_NO_ERROR), several(&mut context)]
        };
        for (offset, size) in [(0, 0), (alignment, 0), (0, 16), (alignment, 16), (0, -4)] {
            assert_eq!(bind(offset, size), [GL_NO_ERROR; 2], "{target:#x} {offset} {size}");
        }
        for (offset, size) in [(alignment - 1, 0), (alignment - 1, 16), (1, 0), (-1, 16), (-alignment, 16)] {
            assert_eq!(bind(offset, size), [GL_INVALID_VALUE; 2], "{target:#x} {offset} {size}");
        }
        let wanted = if target == GL_TRANSFORM_FEEDBACK_BUFFER { GL_INVALID_VALUE } else { GL_NO_ERROR };
        assert_eq!(bind(0, 3), [wanted; 2], "{target:#x}");
        let unbound = binding::bind_several_ranges(&mut context, target, 0, 1, In::null(), In::null(), In::null());
        assert_eq!((unbound, context.error), (Ok(()), GL_NO_ERROR));
    }
}

#[test]
fn several_bindings_go_on_after_an_error() {
    let mut context = core();
    let name = bound_buffer(&mut context, &[0; 64]);
    let names = [name, 99, name];
    binding::bind_several_bases(&mut context, GL_SHADER_STORAGE_BUFFER, 1, 3, slice(&names)).unwrap();
    assert_eq!(context.error, GL_INVALID_OPERATION);
    let bound: Vec<bool> = context.buffers.shader_storage_bindings[..5].iter().map(|binding| binding.buffer.is_some()).collect();
    assert_eq!(bound, [false, true, false, true, false]);
    assert!(context.buffers.shader_storage.is_none(), "the generic binding stays");
    assert_eq!(
        code_of(binding::bind_several_bases(&mut context, GL_SHADER_STORAGE_BUFFER, 95, 2, slice(&names))),
        Err(GL_INVALID_OPERATION)
    );
}

#[test]
fn a_deleted_buffer_leaves_its_bindings() {
    let mut context = compatibility();
    let name = bound_buffer(&mut context, &[0; 64]);
    binding::bind(&mut context, GL_ELEMENT_ARRAY_BUFFER, name).unwrap();
    binding::bind_base(&mut context, GL_SHADER_STORAGE_BUFFER, 2, name).unwrap();
    let names = [name, 0, 1234];
    binding::delete(&mut context, 3, slice(&names)).unwrap();
    assert!(context.buffers.array.is_none() && context.buffers.shader_storage_bindings[2].buffer.is_none());
    assert!(context.vertex_arrays.array().element_buffer.is_none());
    assert_eq!(binding::is_buffer(&mut context, name), Ok(0));
}

#[test]
fn clearing_repeats_a_texel() {
    let mut context = core();
    bound_buffer(&mut context, &[7; 16]);
    let value = [1_u8, 2];
    clear::range(&mut context, GL_ARRAY_BUFFER, GL_RG8UI, 4, 6, GL_RG_INTEGER, GL_UNSIGNED_BYTE, slice(&value)).unwrap();
    assert_eq!(bytes(&mut context, 12), [7, 7, 7, 7, 1, 2, 1, 2, 1, 2, 7, 7]);
    let mut clear = |internal, offset, size, format| {
        clear::range(&mut context, GL_ARRAY_BUFFER, internal, offset, size, format, GL_UNSIGNED_BYTE, In::null())
    };
    assert_eq!(code_of(clear(GL_RGB8, 0, 6, GL_RGB)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(clear(GL_RGBA8, 2, 4, GL_RGBA)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(clear(GL_RGBA8, 0, 4, GL_RGBA_INTEGER)), Err(GL_INVALID_VALUE));
    assert_eq!(clear(GL_RGBA8, 0, 4, GL_RGBA), Ok(()));
    assert_eq!(bytes(&mut context, 6), [0, 0, 0, 0, 1, 2]);
}

#[test]
fn what_can_be_asked() {
    let mut context = core();
    let name = bound_buffer(&mut context, &[0; 5]);
    let mut ask = |parameter| {
        let mut value = -1;
        get::named_parameter(&mut context, name, parameter, out(&mut value)).map(|()| value as u32)
    };
    assert_eq!(ask(GL_BUFFER_SIZE), Ok(5));
    assert_eq!(ask(GL_BUFFER_USAGE), Ok(GL_STATIC_DRAW));
    assert_eq!(ask(GL_BUFFER_ACCESS), Ok(GL_READ_WRITE));
    assert_eq!(ask(GL_BUFFER_MAPPED), Ok(0));
    assert_eq!(code_of(ask(GL_ARRAY_BUFFER)), Err(GL_INVALID_ENUM));
}

#[test]
fn no_name_is_given_where_not_all_can_be() {
    let mut context = core();
    let mut name = 77;
    assert_eq!(code_of(binding::generate(&mut context, i32::MAX, out(&mut name))), Err(GL_OUT_OF_MEMORY));
    assert_eq!(code_of(binding::create(&mut context, i32::MAX, out(&mut name))), Err(GL_OUT_OF_MEMORY));
    assert_eq!(name, 77);
    binding::generate(&mut context, 1, out(&mut name)).unwrap();
    assert_eq!(name, 1);
}

#[test]
fn several_bindings_lie_within_their_target_however_many_they_are() {
    let mut context = core();
    let names = slice(&[0]);
    assert_eq!(code_of(binding::bind_several_bases(&mut context, GL_UNIFORM_BUFFER, 0, -1, names)), Err(GL_INVALID_VALUE));
    assert_eq!(binding::bind_several_bases(&mut context, GL_UNIFORM_BUFFER, 0, 1, names), Ok(()));
    // "An INVALID_OPERATION error is generated if first + count is greater than the number of target-specific indexed binding points".
    assert_eq!(code_of(binding::bind_several_bases(&mut context, GL_UNIFORM_BUFFER, u32::MAX, 1, names)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(binding::bind_several_bases(&mut context, GL_UNIFORM_BUFFER, 1, i32::MAX, names)), Err(GL_INVALID_OPERATION));
}

/// Binds a new buffer over the program's memory to the array buffer too.
fn borrowed_buffer(context: &mut Context, words: &[u32]) -> u32 {
    let mut name = 0;
    binding::generate(context, 1, out(&mut name)).unwrap();
    binding::bind(context, GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD, name).unwrap();
    binding::bind(context, GL_ARRAY_BUFFER, name).unwrap();
    let size = size_of_val(words) as isize;
    data::fill(context, GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD, size, slice(words).cast(), GL_STREAM_COPY).unwrap();
    name
}

/// Returns words at an address, which the driver and the test share.
fn words_at<const N: usize>(address: *const [u32; N]) -> [u32; N] {
    // SAFETY: the tests own the words.
    unsafe { address.read_volatile() }
}

#[test]
fn a_buffer_can_be_the_programs_memory() {
    let mut context = core();
    let mut words = [1u32, 2, 3, 4];
    let address = &raw mut words;
    let name = borrowed_buffer(&mut context, &words);
    assert_eq!(bytes(&mut context, 5), [1, 0, 0, 0, 2]);
    // SAFETY: the test owns the words.
    unsafe { address.write_volatile([5, 6, 7, 8]) };
    assert_eq!(bytes(&mut context, 5), [5, 0, 0, 0, 6]);
    data::sub_data(&mut context, GL_ARRAY_BUFFER, 4, 2, slice(&[9, 9])).unwrap();
    assert_eq!(words_at(address), [5, 0x0909, 7, 8]);
    let access = GL_MAP_WRITE_BIT;
    assert_eq!(mapping::map_range(&mut context, GL_ARRAY_BUFFER, 4, 8, access), Ok(address.addr() + 4));
    assert_eq!(mapping::unmap(&mut context, GL_ARRAY_BUFFER), Ok(1));
    // Ordinary data replace the store, and not what the memory holds.
    data::fill(&mut context, GL_ARRAY_BUFFER, 16, slice(&[0xEE; 16]), GL_STATIC_DRAW).unwrap();
    assert_eq!((words_at(address), bytes(&mut context, 1)), ([5, 0x0909, 7, 8], vec![0xEE]));
    binding::delete(&mut context, 1, slice(&[name])).unwrap();
}

#[test]
fn a_deleted_buffer_leaves_the_programs_memory() {
    let mut context = core();
    let words = [1u32, 2];
    let name = borrowed_buffer(&mut context, &words);
    let buffer = context.buffers.array.clone().unwrap();
    binding::delete(&mut context, 1, slice(&[name])).unwrap();
    let memory = buffer.memory();
    assert!(!memory.is_borrowed() && memory.address().addr() != words.as_ptr().addr());
    assert_eq!((memory.len(), memory.word(0), memory.word(1)), (8, 1, 2));
}

#[test]
fn memory_that_the_driver_cannot_use_is_an_invalid_operation() {
    let mut context = core();
    let words = [1u32, 2, 3];
    borrowed_buffer(&mut context, &words[..1]);
    let mut fill =
        |address: In<u8>, size: isize| data::fill(&mut context, GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD, size, address, GL_STREAM_COPY);
    let start: In<u8> = slice(&words).cast();
    assert_eq!(code_of(fill(start.byte_add(2), 4)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(fill(start, 6)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(fill(In::null(), 4)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(fill(start, isize::MAX - 3)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(fill(start, -4)), Err(GL_INVALID_VALUE));
    assert_eq!(bytes(&mut context, 4), [1, 0, 0, 0]);
    assert_eq!(data::fill(&mut context, GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD, 0, In::null(), GL_STREAM_COPY), Ok(()));
    assert_eq!(context.buffers.array.clone().unwrap().size(), 0);
    assert_eq!(code_of(binding::bind(&mut es(), GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD, 1)), Err(GL_INVALID_ENUM));
}
