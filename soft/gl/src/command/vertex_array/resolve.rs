//! Resolution of the bound vertex array for draws.

use super::formats::bytes;
use crate::config::Api;
use crate::context::Context;
use crate::error::{NO_MEMORY, Result, invalid_operation};
use crate::limits;
use crate::object::vertex_array::{Attribute, Binding};
use crate::pointer::In;
use base::core::memory::Memory;
use base::hir::fixed_attribute;
use shader::pipeline::draw_call::{AttributeArray, VertexAttribute};
use std::sync::Arc;

/// Resolves the bound vertex array into the pipeline's attributes, one for each of the 31 locations. `mask` has a bit for each location that the
/// program reads: the others keep their current value. Copies client arrays: vertices `vertices.0 ..= vertices.1` (indices plus base vertex) and
/// instances `instances.0 .. instances.0 + instances.1` (base instance, count).
pub fn resolve(context: &Context, mask: u32, vertices: (u32, u32), instances: (u32, u32)) -> Result<Vec<VertexAttribute>> {
    let arrays = &context.vertex_arrays;
    let array = arrays.array();
    let compatibility = context.config.api == Api::Compatibility;
    let mut resolved = arrays.current.map(VertexAttribute::Current).to_vec();
    for (location, result) in resolved.iter_mut().enumerate() {
        if mask >> location & 1 == 0 {
            continue;
        }
        // Generic attribute 0 and the vertex position are one in the compatibility profile; the generic one goes first.
        const VERTEX: usize = fixed_attribute::VERTEX as usize;
        let source = match location {
            VERTEX if array.attributes[0].enabled => 0,
            0 if compatibility && !array.attributes[0].enabled => VERTEX,
            other => other,
        };
        let attribute = &array.attributes[source];
        if !attribute.enabled {
            continue;
        }
        let Some(binding) = array.bindings.get(attribute.binding) else { continue };
        *result = VertexAttribute::Array(resolve_array(attribute, binding, vertices, instances)?);
    }
    Ok(resolved)
}

fn resolve_array(attribute: &Attribute, binding: &Binding, vertices: (u32, u32), instances: (u32, u32)) -> Result<AttributeArray> {
    let (stride, divisor, format) = (binding.stride, binding.divisor, attribute.format);
    if let Some(buffer) = &binding.buffer {
        if buffer.is_mapped() {
            return Err(invalid_operation(
                &"Any GL command which attempts to read from, write to, or change the state of a buffer object may generate an \
                  INVALID_OPERATION error if all or part of the buffer object is mapped, unless it was allocated by a call to \
                  BufferStorage with the MAP_PERSISTENT_BIT included in flags. [GL 4.4, 6.3.2]",
            ));
        }
        let offset = binding.offset.saturating_add(attribute.relative_offset as usize);
        let offset = i64::try_from(offset).unwrap_or(i64::MAX);
        return Ok(AttributeArray { memory: buffer.memory(), offset, stride, divisor, format });
    }
    if binding.offset == 0 {
        let memory = Arc::new(Memory::new(0).map_err(|_| NO_MEMORY)?);
        return Ok(AttributeArray { memory, offset: 0, stride, divisor, format });
    }
    let (first, count) = match binding.divisor {
        0 => (vertices.0, u64::from(vertices.1.saturating_sub(vertices.0)) + 1),
        divisor => (instances.0, u64::from(instances.1.div_ceil(divisor).max(1))),
    };
    let size = bytes(attribute.format) as usize;
    // Packs values, each at a word: interleaved arrays are not copied once for each of their components.
    let packed = size.next_multiple_of(4);
    let total = (count as usize).checked_mul(packed).filter(|&total| total <= limits::MAX_BUFFER_BYTES).ok_or(NO_MEMORY)?;
    let address =
        binding.offset.wrapping_add(attribute.relative_offset as usize).wrapping_add((first as usize).wrapping_mul(stride as usize));
    if stride == 0 {
        let memory = copy(address, size, size, packed, 1, packed)?;
        return Ok(AttributeArray { memory, offset: 0, stride: 0, divisor, format });
    }
    let memory = copy(address, size, stride as usize, packed, count as usize, total)?;
    Ok(AttributeArray { memory, offset: -(i64::from(first) * packed as i64), stride: packed as u32, divisor, format })
}

/// Copies `count` values of `size` bytes, `stride` bytes apart in client memory, to `packed` bytes apart.
fn copy(address: usize, size: usize, stride: usize, packed: usize, count: usize, total: usize) -> Result<Arc<Memory>> {
    let memory = Memory::new(total).map_err(|_| NO_MEMORY)?;
    let length = stride.checked_mul(count - 1).and_then(|length| length.checked_add(size)).ok_or(NO_MEMORY)?;
    // SAFETY: the application gave the array with glVertexAttribPointer or one of its kind, and draws vertices that lie in it.
    unsafe { In::new(address as *const u8) }.with_bytes(length, |bytes| {
        if stride == packed && size == packed {
            memory.write(0, bytes);
            return;
        }
        // The values of a stride that is shorter than a value overlap.
        for (index, value) in bytes.windows(size).step_by(stride.max(1)).enumerate() {
            memory.write(index * packed, value);
        }
    });
    Ok(Arc::new(memory))
}
