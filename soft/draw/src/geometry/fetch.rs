//! Vertex fetch: converts attributes from buffers of any format to the registers of a wave. Reads out of bounds return 0.
//!
//! The words of 64 elements are first gathered unconverted. Then each component that the shader reads is converted, with one decision on
//! the format for each wave and component.

use crate::tokens;
use shader::exec::Wave;
use shader::ir::bytecode::{Bytecode, Input, NONE};
use shader::pipeline::draw_call::{AttributeArray, AttributeFormat, VertexAttribute};
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

/// The words of 64 elements; the largest element (four doubles) has eight.
pub struct Raw([[u32; 64]; 8]);

impl Default for Raw {
    fn default() -> Self {
        Self([[0; 64]; 8])
    }
}

/// The attributes that a vertex shader reads.
#[derive(Debug, Default)]
pub struct Plan {
    attributes: Vec<AttributeRegisters>,
}

/// The registers of one attribute.
#[derive(Debug)]
struct AttributeRegisters {
    location: usize,
    /// By component (doubles: by word); NONE if it is not read.
    registers: [u16; 8],
}

/// The array elements that the lanes read.
pub struct Elements<'a> {
    /// Vertex numbers, with the base vertex.
    pub vertices: &'a [u32; 64],
    /// Instance numbers, without the base instance.
    pub instances: &'a [u32; 64],
    /// True if all lanes belong to one instance.
    pub one_instance: bool,
    /// Added to the instance number for attributes with a divisor.
    pub base_instance: u32,
    /// The number of lanes in use.
    pub count: usize,
}

impl Plan {
    /// Collects the attribute inputs of a vertex stage.
    pub fn new(code: &Bytecode) -> Self {
        let mut attributes: Vec<AttributeRegisters> = Vec::new();
        for &(register, input) in &code.inputs {
            let Input::Attribute { location, component } = input else { continue };
            let location = usize::from(location);
            let index =
                attributes.iter().position(|reads| reads.location == location && reads.registers[usize::from(component & 7)] == NONE);
            let index = index.unwrap_or_else(|| {
                attributes.push(AttributeRegisters { location, registers: [NONE; 8] });
                attributes.len() - 1
            });
            attributes[index].registers[usize::from(component & 7)] = register;
        }
        Self { attributes }
    }

    /// Fills the attribute registers of a wave.
    pub fn fetch(&self, attributes: &[VertexAttribute], elements: &Elements, raw: &mut Raw, wave: &mut Wave) {
        for reads in &self.attributes {
            match attributes.get(reads.location) {
                Some(VertexAttribute::Array(array)) => fetch_array(array, &reads.registers, elements, raw, wave),
                current => {
                    let zero = [0; 8];
                    let value = if let Some(VertexAttribute::Current(value)) = current { value } else { &zero };
                    for (&register, &value) in reads.registers.iter().zip(value) {
                        if register != NONE {
                            wave.register_mut(register).0 = [value; 64];
                        }
                    }
                }
            }
        }
    }

    /// Fills the attribute registers of a wave of one instance, whose lanes have several sets of attributes.
    pub fn fetch_parts(&self, parts: &[AttributesOfLanes], elements: &Elements, raw: &mut Raw, wave: &mut Wave) {
        let used = parts.iter().position(|&(_, end)| end >= elements.count).map_or(parts.len(), |last| last + 1);
        let parts = &parts[..used];
        if let [(attributes, _)] = parts {
            return self.fetch(attributes, elements, raw, wave);
        }
        for AttributeRegisters { location, registers } in &self.attributes {
            let (mut start, mut gathered): (usize, Option<(AttributeFormat, usize)>) = (0, None);
            for &(attributes, end) in parts {
                let attribute = attributes.get(*location);
                let format = if let Some(VertexAttribute::Array(array)) = attribute { Some(array.format) } else { None };
                // Arrays of one format are converted together.
                if let Some((before, from)) = gathered
                    && format != Some(before)
                {
                    convert_part(before, registers, raw, from..start, wave);
                    gathered = None;
                }
                match attribute {
                    Some(VertexAttribute::Array(array)) => {
                        if array.divisor == 0 {
                            gather(array, elements.vertices, start..end, raw);
                        } else {
                            gather(array, &[instance_element(array, elements, 0); 64], start..end, raw);
                        }
                        gathered = Some((array.format, gathered.map_or(start, |(_, from)| from)));
                    }
                    Some(VertexAttribute::Current(value)) => fill_part(registers, value, start..end, wave),
                    None => fill_part(registers, &[0; 8], start..end, wave),
                }
                start = end;
            }
            if let Some((format, from)) = gathered {
                convert_part(format, registers, raw, from..start, wave);
            }
        }
    }
}

/// Converts the gathered words of some lanes.
fn convert_part(format: AttributeFormat, registers: &[u16; 8], raw: &Raw, lanes: Range<usize>, wave: &mut Wave) {
    let decode = Converter::new(format);
    for (component, &register) in registers.iter().enumerate() {
        if register == NONE {
            continue;
        }
        let into = &mut wave.register_mut(register).0;
        if lanes.start == 0 {
            decode.convert(raw, component, lanes.end, into);
            continue;
        }
        let mut converted = [0; 64];
        decode.convert(raw, component, lanes.end, &mut converted);
        into[lanes.clone()].copy_from_slice(&converted[lanes.clone()]);
    }
}

/// Gives some lanes a current value.
fn fill_part(registers: &[u16; 8], value: &[u32; 8], lanes: Range<usize>, wave: &mut Wave) {
    for (&register, &value) in registers.iter().zip(value) {
        if register != NONE {
            wave.register_mut(register).0[lanes.clone()].fill(value);
        }
    }
}

/// The attributes of some lanes, and the lane after the last one of them.
pub type AttributesOfLanes<'a> = (&'a [VertexAttribute], usize);

/// Fills the registers of one attribute array.
fn fetch_array(array: &AttributeArray, registers: &[u16; 8], elements: &Elements, raw: &mut Raw, wave: &mut Wave) {
    let decode = Converter::new(array.format);
    let per_instance = array.divisor != 0;
    if per_instance && elements.one_instance || array.stride == 0 {
        // All lanes read the same element.
        let element = if per_instance { instance_element(array, elements, 0) } else { elements.vertices[0] };
        gather(array, &[element; 64], 0..1, raw);
        for (component, &register) in registers.iter().enumerate() {
            if register != NONE {
                let mut value = [0; 64];
                decode.convert(raw, component, 1, &mut value);
                wave.register_mut(register).0 = [value[0]; 64];
            }
        }
        return;
    }
    if per_instance {
        let mut indices = [0; 64];
        for (lane, index) in indices.iter_mut().enumerate() {
            *index = instance_element(array, elements, lane);
        }
        gather(array, &indices, 0..elements.count, raw);
    } else {
        gather(array, elements.vertices, 0..elements.count, raw);
    }
    for (component, &register) in registers.iter().enumerate() {
        if register != NONE {
            decode.convert(raw, component, elements.count, &mut wave.register_mut(register).0);
        }
    }
}

/// Returns the four components of one element of an array, converted as a vertex shader reads them.
pub fn element(array: &AttributeArray, element: u32) -> [u32; 4] {
    let decode = Converter::new(array.format);
    let mut raw = Raw::default();
    gather(array, &[if array.divisor == 0 { element } else { 0 }; 64], 0..1, &mut raw);
    std::array::from_fn(|component| {
        let mut value = [0; 64];
        decode.convert(&raw, component, 1, &mut value);
        value[0]
    })
}

/// Returns the element that a lane reads from an array with a divisor.
fn instance_element(array: &AttributeArray, elements: &Elements, lane: usize) -> u32 {
    (elements.instances[lane] / array.divisor.max(1)).wrapping_add(elements.base_instance)
}

/// Loads the words of the elements of some lanes, first word first.
fn gather(array: &AttributeArray, elements: &[u32; 64], lanes: Range<usize>, raw: &mut Raw) {
    let bytes = element_bytes(array.format);
    // Addresses may wrap: the result is bounds-checked.
    let address = |element: u32| (u64::from(element) * u64::from(array.stride)).wrapping_add(array.offset as u64);
    let Some(limit) = (array.memory.len() as u64).checked_sub(bytes) else {
        raw.0.iter_mut().for_each(|row| row[lanes.clone()].fill(0));
        return;
    };
    let words = bytes.div_ceil(4) as usize;
    let aligned = array.offset % 4 == 0 && array.stride.is_multiple_of(4);
    if aligned {
        match words {
            1 => gather_aligned::<1>(array, elements, lanes, limit, raw, address),
            2 => gather_aligned::<2>(array, elements, lanes, limit, raw, address),
            3 => gather_aligned::<3>(array, elements, lanes, limit, raw, address),
            4 => gather_aligned::<4>(array, elements, lanes, limit, raw, address),
            6 => gather_aligned::<6>(array, elements, lanes, limit, raw, address),
            _ => gather_aligned::<8>(array, elements, lanes, limit, raw, address),
        }
        return;
    }
    for (lane, &element) in elements.iter().enumerate().take(lanes.end).skip(lanes.start) {
        let at = address(element);
        for word in 0..words.min(8) {
            raw.0[word][lane] = if at <= limit { array.memory.unaligned_word(at + word as u64 * 4) } else { 0 };
        }
    }
}

/// Loads elements that are whole aligned words.
#[inline(always)]
fn gather_aligned<const WORDS: usize>(
    array: &AttributeArray,
    elements: &[u32; 64],
    lanes: Range<usize>,
    limit: u64,
    raw: &mut Raw,
    address: impl Fn(u32) -> u64,
) {
    let words = array.memory.words();
    for (lane, &element) in elements.iter().enumerate().take(lanes.end).skip(lanes.start) {
        let at = address(element);
        let start = (at / 4) as usize;
        let value: [u32; WORDS] = match words.get(start..).and_then(|words| words.first_chunk::<WORDS>()) {
            Some(words) if at <= limit => std::array::from_fn(|word| words[word].load(Relaxed)),
            _ => [0; WORDS],
        };
        for (row, value) in raw.0.iter_mut().zip(value) {
            row[lane] = value;
        }
    }
}

/// Returns the bytes of one component, 4 for packed types.
fn component_bytes(ty: u32) -> u64 {
    match ty {
        tokens::GL_BYTE | tokens::GL_UNSIGNED_BYTE => 1,
        tokens::GL_SHORT | tokens::GL_UNSIGNED_SHORT | tokens::GL_HALF_FLOAT | tokens::GL_HALF_FLOAT_OES => 2,
        tokens::GL_DOUBLE => 8,
        _ => 4,
    }
}

/// Returns true for types that pack all components into a word.
fn is_packed(ty: u32) -> bool {
    matches!(ty, tokens::GL_INT_2_10_10_10_REV | tokens::GL_UNSIGNED_INT_2_10_10_10_REV | tokens::GL_UNSIGNED_INT_10F_11F_11F_REV)
}

/// Returns the bytes of one element, at most 32.
pub fn element_bytes(format: AttributeFormat) -> u64 {
    if is_packed(format.ty) { 4 } else { component_bytes(format.ty) * u64::from(format.size.clamp(1, 4)) }
}

/// Converts gathered words of a format.
#[derive(Clone, Copy, Debug)]
struct Converter {
    format: AttributeFormat,
    size: usize,
}

impl Converter {
    fn new(format: AttributeFormat) -> Self {
        Self { format, size: usize::from(format.size.clamp(1, 4)) }
    }

    /// Converts one component of `count` lanes.
    fn convert(&self, raw: &Raw, component: usize, count: usize, into: &mut [u32; 64]) {
        let format = self.format;
        if format.long {
            match raw.0.get(component) {
                Some(words) if component < self.size * 2 => *into = *words,
                // Missing components are (0, 0, 0, 1): of the double 1.0 only the high word is not 0.
                _ => *into = [if component == 7 { 0x3FF0_0000 } else { 0 }; 64],
            }
            return;
        }
        if component >= self.size {
            let one = if format.integer { 1 } else { 1.0f32.to_bits() };
            *into = [if component == 3 { one } else { 0 }; 64];
            return;
        }
        let component = if format.bgra { [2, 1, 0, 3][component] } else { component };
        let row = |bytes: usize| &raw.0[(component * bytes / 4).min(7)];
        let byte_shift = (component % 4) as u32 * 8;
        let short_shift = (component % 2) as u32 * 16;
        let AttributeFormat { normalized, integer, .. } = format;
        match format.ty {
            tokens::GL_UNSIGNED_BYTE => {
                let bits = |word: u32| word >> byte_shift & 0xFF;
                match (integer, normalized) {
                    (true, _) => map(row(1), count, into, bits),
                    (_, true) => map(row(1), count, into, |word| (bits(word) as f32 / 255.0).to_bits()),
                    _ => map(row(1), count, into, |word| (bits(word) as f32).to_bits()),
                }
            }
            tokens::GL_BYTE => {
                let bits = |word: u32| (word >> byte_shift) as u8 as i8;
                match (integer, normalized) {
                    (true, _) => map(row(1), count, into, |word| i32::from(bits(word)) as u32),
                    (_, true) => map(row(1), count, into, |word| signed_normalized(f32::from(bits(word)), 127.0)),
                    _ => map(row(1), count, into, |word| f32::from(bits(word)).to_bits()),
                }
            }
            tokens::GL_UNSIGNED_SHORT => {
                let bits = |word: u32| word >> short_shift & 0xFFFF;
                match (integer, normalized) {
                    (true, _) => map(row(2), count, into, bits),
                    (_, true) => map(row(2), count, into, |word| (bits(word) as f32 / 65535.0).to_bits()),
                    _ => map(row(2), count, into, |word| (bits(word) as f32).to_bits()),
                }
            }
            tokens::GL_SHORT => {
                let bits = |word: u32| (word >> short_shift) as u16 as i16;
                match (integer, normalized) {
                    (true, _) => map(row(2), count, into, |word| i32::from(bits(word)) as u32),
                    (_, true) => map(row(2), count, into, |word| signed_normalized(f32::from(bits(word)), 32767.0)),
                    _ => map(row(2), count, into, |word| f32::from(bits(word)).to_bits()),
                }
            }
            tokens::GL_UNSIGNED_INT => match (integer, normalized) {
                (true, _) => *into = *row(4),
                (_, true) => map(row(4), count, into, |word| ((f64::from(word) / 4_294_967_295.0) as f32).to_bits()),
                _ => map(row(4), count, into, |word| (word as f32).to_bits()),
            },
            tokens::GL_INT => match (integer, normalized) {
                (true, _) => *into = *row(4),
                (_, true) => {
                    let value = |word: u32| (f64::from(word as i32) / 2_147_483_647.0).max(-1.0) as f32;
                    map(row(4), count, into, |word| value(word).to_bits());
                }
                _ => map(row(4), count, into, |word| (word as i32 as f32).to_bits()),
            },
            tokens::GL_FIXED => map(row(4), count, into, |word| ((f64::from(word as i32) / 65536.0) as f32).to_bits()),
            tokens::GL_HALF_FLOAT | tokens::GL_HALF_FLOAT_OES => {
                map(row(2), count, into, |word| half_to_float(word >> short_shift & 0xFFFF))
            }
            tokens::GL_DOUBLE => {
                let (low, high) = (&raw.0[component * 2], &raw.0[component * 2 + 1]);
                for lane in 0..count.min(64) {
                    let double = f64::from_bits(u64::from(high[lane]) << 32 | u64::from(low[lane]));
                    into[lane] = (double as f32).to_bits();
                }
            }
            tokens::GL_UNSIGNED_INT_2_10_10_10_REV => {
                let (shift, width) = (component as u32 * 10, if component == 3 { 2 } else { 10 });
                let mask = (1 << width) - 1;
                let divisor = if normalized { mask as f32 } else { 1.0 };
                map(&raw.0[0], count, into, |word| ((word >> shift & mask) as f32 / divisor).to_bits());
            }
            tokens::GL_INT_2_10_10_10_REV => {
                let (shift, width) = (component as u32 * 10, if component == 3 { 2 } else { 10 });
                let divisor = ((1 << (width - 1)) - 1) as f32;
                let bits = |word: u32| ((word << (32 - shift - width)) as i32 >> (32 - width)) as f32;
                if normalized {
                    map(&raw.0[0], count, into, |word| signed_normalized(bits(word), divisor));
                } else {
                    map(&raw.0[0], count, into, |word| bits(word).to_bits());
                }
            }
            tokens::GL_UNSIGNED_INT_10F_11F_11F_REV => match component {
                // Unsigned small floats: the exponent of a half, and fewer significand bits.
                0 => map(&raw.0[0], count, into, |word| half_to_float((word & 0x7FF) << 4)),
                1 => map(&raw.0[0], count, into, |word| half_to_float((word >> 11 & 0x7FF) << 4)),
                _ => map(&raw.0[0], count, into, |word| half_to_float((word >> 22) << 5)),
            },
            // GL_FLOAT
            _ => *into = *row(4),
        }
    }
}

/// Converts each of `count` words.
#[inline(always)]
fn map(from: &[u32; 64], count: usize, into: &mut [u32; 64], convert: impl Fn(u32) -> u32) {
    for (into, &word) in into.iter_mut().zip(from).take(count) {
        *into = convert(word);
    }
}

/// Returns the bits of a signed normalised value.
fn signed_normalized(value: f32, greatest: f32) -> u32 {
    (value / greatest).max(-1.0).to_bits()
}

/// Converts a half float to the bits of a float.
fn half_to_float(half: u32) -> u32 {
    let sign = (half & 0x8000) << 16;
    let magnitude = half & 0x7FFF;
    let bits = if magnitude >= 0x7C00 {
        0x7F80_0000 | (magnitude & 0x3FF) << 13
    } else if magnitude >= 0x400 {
        (magnitude << 13) + 0x3800_0000
    } else {
        (magnitude as f32 / 16_777_216.0).to_bits()
    };
    sign | bits
}

/// Returns true if the edge flag of a vertex is set: its first component is not 0.
pub fn edge_flag(attribute: &VertexAttribute, vertex: u32) -> bool {
    let array = match attribute {
        VertexAttribute::Current(value) => return f32::from_bits(value[0]) != 0.0,
        VertexAttribute::Array(array) => array,
    };
    let start = array.offset.saturating_add(i64::from(vertex).saturating_mul(i64::from(array.stride)));
    let size = component_bytes(array.format.ty).min(8) as usize;
    let mut bytes = [0; 8];
    // Out of bounds everything reads as 0.
    if let Ok(start) = usize::try_from(start)
        && start.checked_add(size).is_some_and(|end| end <= array.memory.len())
    {
        array.memory.read(start, &mut bytes[..size]);
    }
    bytes != [0; 8]
}
