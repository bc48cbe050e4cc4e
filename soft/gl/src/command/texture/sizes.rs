//! The sizes and numbers of levels that textures of each kind can have. A size is width, height and depth as commands give them: the height of a
//! one-dimensional array, and the depth of other arrays, is its number of layers.

use crate::limits;
use crate::object::texture::Level;
use base::hir::TextureKind;

/// Width, height and depth.
pub(super) type Size = [u32; 3];

/// Returns the size that the arguments of a command give, of as many dimensions as it has; `None` if one is negative.
pub(super) fn size(arguments: &[i32]) -> Option<Size> {
    let mut size = [1; 3];
    for (to, &from) in size.iter_mut().zip(arguments) {
        *to = u32::try_from(from).ok()?;
    }
    Some(size)
}

/// Returns the texels of a row, the rows of a layer and the number of layers of an image.
pub(super) fn layered(kind: TextureKind, [width, height, depth]: Size) -> [u32; 3] {
    if kind == TextureKind::D1Array { [width, 1, height] } else { [width, height, depth] }
}

/// Returns the size of a level, of one face of a cube map.
pub(super) fn size_of(kind: TextureKind, level: &Level) -> Size {
    let layers = level.layers.len() as u32;
    if kind == TextureKind::D1Array { [level.width, layers, 1] } else { [level.width, level.height, layers] }
}

/// Returns true if a level of this size is within the limits of its kind.
pub(super) fn fits(kind: TextureKind, level: usize, [width, height, depth]: Size) -> bool {
    let largest = limits::MAX_TEXTURE_SIZE >> level;
    let layers = limits::MAX_TEXTURE_LAYERS;
    match kind {
        TextureKind::Rect => width.max(height) <= limits::MAX_TEXTURE_SIZE,
        TextureKind::D1Array => width <= largest && height <= layers,
        TextureKind::D2Array | TextureKind::CubeArray | TextureKind::D2MultisampleArray => width.max(height) <= largest && depth <= layers,
        TextureKind::D3 => width.max(height).max(depth) <= layers >> level,
        TextureKind::Cube => width == height && width <= largest,
        _ => width.max(height) <= largest,
    }
}

/// Returns the largest size of the base level of a texture of a kind: 0 for dimensions that it lacks.
pub(super) fn largest(kind: TextureKind) -> Size {
    let (size, layers) = (limits::MAX_TEXTURE_SIZE, limits::MAX_TEXTURE_LAYERS);
    match kind {
        TextureKind::D1 => [size, 0, 0],
        TextureKind::D1Array => [size, layers, 0],
        TextureKind::D2 | TextureKind::Rect | TextureKind::Cube | TextureKind::D2Multisample | TextureKind::External => [size, size, 0],
        TextureKind::D2Array | TextureKind::D2MultisampleArray => [size, size, layers],
        // Six layers for each cube.
        TextureKind::CubeArray => [size, size, layers - layers % 6],
        TextureKind::D3 => [layers; 3],
        TextureKind::Buffer => [limits::MAX_TEXTURE_BUFFER_SIZE, 0, 0],
    }
}

/// Returns the number of levels from a base level of this size to the smallest one.
pub(super) fn most_levels(kind: TextureKind, [width, height, depth]: Size) -> u32 {
    let largest = match kind {
        TextureKind::Rect | TextureKind::External => 1,
        TextureKind::D1Array => width,
        TextureKind::D3 => width | height | depth,
        _ => width | height,
    };
    largest.checked_ilog2().map_or(0, |last| last + 1)
}

/// Returns the size of a level above a base level of this size: layers of arrays stay.
pub(super) fn reduced(kind: TextureKind, [width, height, depth]: Size, level: u32) -> Size {
    let half = |size: u32| (size >> level).max(1);
    match kind {
        TextureKind::D1Array => [half(width), height, depth],
        TextureKind::D3 => [half(width), half(height), half(depth)],
        _ => [half(width), half(height), depth],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_size_fits_and_no_larger_one() {
        use TextureKind::*;
        for kind in [D1, D2, D3, Cube, Rect, D1Array, D2Array, CubeArray, D2Multisample, D2MultisampleArray] {
            let most = largest(kind).map(|size| size.max(1));
            assert!(fits(kind, 0, most), "{kind:?}");
            for dimension in (0..3).filter(|&dimension| largest(kind)[dimension] > 0) {
                let mut more = most;
                more[dimension] += if kind == CubeArray && dimension == 2 { 6 } else { 1 };
                assert!(!fits(kind, 0, more), "{kind:?} {more:?}");
            }
        }
    }
}
