//! Tests of attribute formats, divisors and reads out of bounds.

use super::*;
use crate::geometry::fetch::{Elements, Plan, Raw};
use crate::tokens::*;
use shader::exec::Wave;

fn format(ty: u32, size: u8) -> AttributeFormat {
    AttributeFormat { ty, size, bgra: false, normalized: false, integer: false, long: false }
}

fn array(bytes: &[u8], stride: u32, format: AttributeFormat) -> AttributeArray {
    let memory = Memory::new(bytes.len()).unwrap();
    memory.write(0, bytes);
    AttributeArray { memory: Arc::new(memory), offset: 0, stride, divisor: 0, format }
}

/// Returns all components of the elements as the shader reads them, for each vertex of each instance.
fn fetch(array: AttributeArray, vertices: &[u32], instances: &[u32], base_instance: u32) -> Vec<[u32; 8]> {
    let inputs: Vec<(u16, Input)> = (0..8).map(|component| (u16::from(component), Input::Attribute { location: 3, component })).collect();
    let code = shader::ir::verified(code(Vec::new(), &[], &inputs, &[]));
    let mut attributes = vec![VertexAttribute::Current([9; 8]); 16];
    attributes[3] = VertexAttribute::Array(array);
    let mut wave = Wave::default();
    wave.load(&code, &Resources::default());
    let (mut numbers, mut instance_numbers) = ([0; 64], [0; 64]);
    numbers[..vertices.len()].copy_from_slice(vertices);
    instance_numbers[..instances.len()].copy_from_slice(instances);
    let elements = Elements {
        vertices: &numbers,
        instances: &instance_numbers,
        one_instance: instances.iter().all(|&instance| instance == instances[0]),
        base_instance,
        count: vertices.len(),
    };
    Plan::new(&code).fetch(&attributes, &elements, &mut Raw::default(), &mut wave);
    (0..vertices.len()).map(|lane| std::array::from_fn(|component| wave.register(component as u16).0[lane])).collect()
}

/// Returns vertex 0 as floats.
fn floats(bytes: &[u8], format: AttributeFormat) -> [f32; 4] {
    let stride = bytes.len() as u32;
    let value = fetch(array(bytes, stride, format), &[0], &[0], 0)[0];
    // The same from an address that is not a multiple of four.
    let mut shifted = vec![0xEE];
    shifted.extend_from_slice(bytes);
    let mut unaligned = array(&shifted, stride, format);
    unaligned.offset = 1;
    assert_eq!(fetch(unaligned, &[0], &[0], 0)[0], value);
    [value[0], value[1], value[2], value[3]].map(f32::from_bits)
}

fn normalized(ty: u32, size: u8) -> AttributeFormat {
    AttributeFormat { normalized: true, ..format(ty, size) }
}

#[test]
fn float_formats() {
    let bytes: Vec<u8> = [1.5f32, -2.0, 3.25].iter().flat_map(|value| value.to_le_bytes()).collect();
    assert_eq!(floats(&bytes, format(GL_FLOAT, 3)), [1.5, -2.0, 3.25, 1.0]);
    assert_eq!(floats(&bytes, format(GL_FLOAT, 1)), [1.5, 0.0, 0.0, 1.0]);
    let bytes: Vec<u8> = [1.5f64, -2.0].iter().flat_map(|value| value.to_le_bytes()).collect();
    assert_eq!(floats(&bytes, format(GL_DOUBLE, 2)), [1.5, -2.0, 0.0, 1.0]);
    let bytes: Vec<u8> = [0x10000i32, -0x8000].iter().flat_map(|value| value.to_le_bytes()).collect();
    assert_eq!(floats(&bytes, format(GL_FIXED, 2)), [1.0, -0.5, 0.0, 1.0]);
    // 1, -2, the least denormal, infinity.
    let bytes: Vec<u8> = [0x3C00u16, 0xC000, 0x0001, 0x7C00].iter().flat_map(|value| value.to_le_bytes()).collect();
    let value = [1.0, -2.0, 1.0 / 16_777_216.0, f32::INFINITY];
    assert_eq!(floats(&bytes, format(GL_HALF_FLOAT, 4)), value);
    assert_eq!(floats(&bytes, format(GL_HALF_FLOAT_OES, 4)), value);
    // A NaN stays one, 2046/1024 · 2^15 is the largest but one.
    let bytes: Vec<u8> = [0x7E00u16, 0x7BFE].iter().flat_map(|value| value.to_le_bytes()).collect();
    let value = floats(&bytes, format(GL_HALF_FLOAT, 2));
    assert!(value[0].is_nan());
    assert_eq!(value[1], 65472.0);
}

#[test]
fn integer_types_as_floats() {
    assert_eq!(floats(&[1, 2, 255], format(GL_UNSIGNED_BYTE, 3)), [1.0, 2.0, 255.0, 1.0]);
    assert_eq!(floats(&[0, 51, 255, 102], normalized(GL_UNSIGNED_BYTE, 4)), [0.0, 0.2, 1.0, 0.4]);
    assert_eq!(floats(&[0x80, 0x81, 127], normalized(GL_BYTE, 3)), [-1.0, -1.0, 1.0, 1.0]);
    assert_eq!(floats(&[0x80, 5], format(GL_BYTE, 2)), [-128.0, 5.0, 0.0, 1.0]);
    assert_eq!(floats(&[0xFF, 0xFF, 0, 0x80], format(GL_UNSIGNED_SHORT, 2)), [65535.0, 32768.0, 0.0, 1.0]);
    assert_eq!(floats(&[0xFF, 0xFF, 0, 0], normalized(GL_UNSIGNED_SHORT, 2)), [1.0, 0.0, 0.0, 1.0]);
    assert_eq!(floats(&[0, 0x80, 0xFF, 0x7F], normalized(GL_SHORT, 2)), [-1.0, 1.0, 0.0, 1.0]);
    assert_eq!(floats(&[0xFE, 0xFF], format(GL_SHORT, 1)), [-2.0, 0.0, 0.0, 1.0]);
    assert_eq!(floats(&[0xFF; 4], format(GL_UNSIGNED_INT, 1)), [4_294_967_295u32 as f32, 0.0, 0.0, 1.0]);
    assert_eq!(floats(&[0xFF; 4], normalized(GL_UNSIGNED_INT, 1)), [1.0, 0.0, 0.0, 1.0]);
    assert_eq!(floats(&[0, 0, 0, 0x80], normalized(GL_INT, 1)), [-1.0, 0.0, 0.0, 1.0]);
    assert_eq!(floats(&[0xFF; 4], format(GL_INT, 1)), [-1.0, 0.0, 0.0, 1.0]);
}

#[test]
fn packed_types_and_bgra() {
    let bgra = AttributeFormat { bgra: true, ..normalized(GL_UNSIGNED_BYTE, 4) };
    assert_eq!(floats(&[255, 51, 0, 102], bgra), [0.0, 0.2, 1.0, 0.4]);
    let word = 1023u32 | 512 << 20 | 2 << 30;
    let bytes = word.to_le_bytes();
    assert_eq!(floats(&bytes, format(GL_UNSIGNED_INT_2_10_10_10_REV, 4)), [1023.0, 0.0, 512.0, 2.0]);
    let unsigned = normalized(GL_UNSIGNED_INT_2_10_10_10_REV, 4);
    assert_eq!(floats(&bytes, unsigned), [1.0, 0.0, 512.0 / 1023.0, 2.0 / 3.0]);
    assert_eq!(floats(&bytes, AttributeFormat { bgra: true, ..unsigned }), [512.0 / 1023.0, 0.0, 1.0, 2.0 / 3.0]);
    assert_eq!(floats(&bytes, format(GL_INT_2_10_10_10_REV, 4)), [-1.0, 0.0, -512.0, -2.0]);
    assert_eq!(floats(&bytes, normalized(GL_INT_2_10_10_10_REV, 4)), [-1.0 / 511.0, 0.0, -1.0, -1.0]);
    // 1.0 has the exponent 15; 6 bits of significand for red and green, 5 for blue.
    let word = 15u32 << 6 | (16 << 6 | 32) << 11 | (14 << 5) << 22;
    assert_eq!(floats(&word.to_le_bytes(), format(GL_UNSIGNED_INT_10F_11F_11F_REV, 3)), [1.0, 3.0, 0.5, 1.0]);
}

#[test]
fn integers_and_doubles_keep_their_bits() {
    let integer =
        |ty: u32, size: u8, bytes: &[u8]| fetch(array(bytes, 0, AttributeFormat { integer: true, ..format(ty, size) }), &[0], &[0], 0)[0];
    assert_eq!(integer(GL_BYTE, 2, &[0xFF, 1])[..4], [u32::MAX, 1, 0, 1]);
    assert_eq!(integer(GL_UNSIGNED_SHORT, 1, &[0xFE, 0xFF])[..4], [0xFFFE, 0, 0, 1]);
    assert_eq!(integer(GL_SHORT, 1, &[0xFE, 0xFF])[..4], [0xFFFF_FFFE, 0, 0, 1]);
    assert_eq!(integer(GL_UNSIGNED_INT, 1, &[1, 2, 3, 0x84])[..4], [0x8403_0201, 0, 0, 1]);
    let bytes: Vec<u8> = [1.0f64, -0.1, 1e300, 4.0].iter().flat_map(|value| value.to_le_bytes()).collect();
    let words = |value: f64| [value.to_bits() as u32, (value.to_bits() >> 32) as u32];
    let long = |size: u8| fetch(array(&bytes, 32, AttributeFormat { long: true, ..format(GL_DOUBLE, size) }), &[0], &[0], 0)[0];
    assert_eq!(long(4), *[words(1.0), words(-0.1), words(1e300), words(4.0)].as_flattened());
    assert_eq!(long(2), *[words(1.0), words(-0.1), words(0.0), words(1.0)].as_flattened());
}

#[test]
fn strides_offsets_and_ends() {
    let bytes: Vec<u8> = (0..40).collect();
    let integers = AttributeFormat { integer: true, ..format(GL_UNSIGNED_BYTE, 2) };
    for stride in [2, 3, 4, 5, 8] {
        let mut bytes_array = array(&bytes, stride, integers);
        bytes_array.offset = 4;
        let values = fetch(bytes_array, &[0, 3, 1], &[0, 0, 0], 0);
        assert_eq!(values.iter().map(|value| value[1]).collect::<Vec<u32>>(), [5, 5 + 3 * stride, 5 + stride]);
    }
    // The last whole element, a partial one, one before the beginning, and addresses that overflow.
    let mut at_end = array(&bytes[..15], 2, integers);
    assert_eq!(fetch(at_end.clone(), &[6, 7, 8], &[0; 3], 0).map_words(), [[12, 13], [0, 0], [0, 0]]);
    at_end.offset = -2;
    assert_eq!(fetch(at_end.clone(), &[0, 1, u32::MAX], &[0; 3], 0).map_words(), [[0, 0], [0, 1], [0, 0]]);
    at_end.stride = u32::MAX;
    assert_eq!(fetch(at_end.clone(), &[u32::MAX, 1, 2], &[0; 3], 0).map_words(), [[0, 0]; 3]);
    let empty = array(&[], 16, format(GL_FLOAT, 4));
    assert_eq!(fetch(empty, &[0, 1], &[0; 2], 0)[1][..4], [0; 4]);
}

trait Words {
    fn map_words(&self) -> Vec<[u32; 2]>;
}

impl Words for Vec<[u32; 8]> {
    fn map_words(&self) -> Vec<[u32; 2]> {
        self.iter().map(|value| [value[0], value[1]]).collect()
    }
}

#[test]
fn divisors() {
    let bytes: Vec<u8> = (0..40).collect();
    let mut per_instance = array(&bytes, 1, AttributeFormat { integer: true, ..format(GL_UNSIGNED_BYTE, 1) });
    let first = |values: Vec<[u32; 8]>| values.iter().map(|value| value[0]).collect::<Vec<u32>>();
    per_instance.divisor = 1;
    assert_eq!(first(fetch(per_instance.clone(), &[5, 6], &[3, 3], 10)), [13, 13]);
    assert_eq!(first(fetch(per_instance.clone(), &[5, 6, 7], &[0, 1, 2], 10)), [10, 11, 12]);
    // The base instance is not divided.
    per_instance.divisor = 2;
    assert_eq!(first(fetch(per_instance.clone(), &[0; 5], &[0, 1, 2, 3, 4], 10)), [10, 10, 11, 11, 12]);
    per_instance.divisor = u32::MAX;
    assert_eq!(first(fetch(per_instance, &[0; 2], &[7, 9], u32::MAX)), [0, 0]);
    let constant = array(&bytes, 0, AttributeFormat { integer: true, ..format(GL_UNSIGNED_BYTE, 1) });
    assert_eq!(first(fetch(constant, &[5, 600], &[0, 0], 0)), [0, 0]);
}
