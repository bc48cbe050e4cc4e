//! The sizes and numbers of levels that textures of each kind can have. A size is width, height and depth as commands give them: the height of a
//! one-dimensional array, and the depth of other arrays, is its number of layers.

use super::targets::ImageTarget;
use crate::error::{Result, invalid_value};
use crate::limits;
use crate::object::format::InternalFormat;
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

/// Returns the number of levels that textures of a kind can have.
pub(super) fn level_count(kind: TextureKind) -> usize {
    match kind {
        TextureKind::Rect | TextureKind::D2Multisample | TextureKind::D2MultisampleArray | TextureKind::Buffer | TextureKind::External => 1,
        TextureKind::D3 => limits::MAX_TEXTURE_LAYERS.ilog2() as usize + 1,
        _ => limits::MAX_TEXTURE_LEVELS,
    }
}

/// Returns true if a level of this size can be made: what a proxy says.
pub(super) fn is_supported(kind: TextureKind, level: usize, format: &InternalFormat, size: Size) -> bool {
    // All faces of a cube map count: no machine has the memory of six faces of the largest size.
    let [width, height, layers] = layered(kind, size);
    let layers = if kind == TextureKind::Cube { layers.saturating_mul(6) } else { layers };
    fits(kind, level, size) && Level::is_storable(format, [width, height, layers])
}

/// Checks a level's number and size; returns them.
pub(super) fn check_level(target: ImageTarget, level: i32, arguments: &[i32]) -> Result<(usize, Size)> {
    let level = usize::try_from(level).ok().filter(|&level| level < level_count(target.kind())).ok_or(invalid_value(
        &"An INVALID_VALUE error is generated if a negative level-of-detail is specified [GL 4.4, 8.5.3] GL_INVALID_VALUE may be generated \
          if level is greater than … [reference page glTexImage2D] An INVALID_VALUE error is generated if target is TEXTURE_RECTANGLE and \
          level is non-zero. [GL 4.4, 8.5.3]",
    ))?;
    let size =
        size(arguments).ok_or(invalid_value(&"An INVALID_VALUE error is generated if wt, ht, or dt are negative. [GL 4.4, 8.5.3]"))?;
    check_cube(target, size)?;
    if !matches!(target, ImageTarget::Proxy(_)) && !fits(target.kind(), level, size) {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if width, height, or depth exceed the corresponding maximum size. [GL 4.4, 8.5.3]",
        ));
    }
    Ok((level, size))
}

/// Checks that the faces of cube maps are square, and that an array of cube maps has all their faces. A proxy cube map that is not square does not
/// fit.
pub(super) fn check_cube(target: ImageTarget, [width, height, depth]: Size) -> Result<()> {
    let fits = match target {
        ImageTarget::Proxy(TextureKind::CubeArray) | ImageTarget::Texture(TextureKind::CubeArray) => {
            width == height && depth.is_multiple_of(6)
        }
        ImageTarget::Face(_) | ImageTarget::Texture(TextureKind::Cube) => width == height,
        _ => true,
    };
    if fits {
        Ok(())
    } else {
        Err(invalid_value(
            &"An INVALID_VALUE error is generated if target is TEXTURE_CUBE_MAP_ARRAY or PROXY_TEXTURE_CUBE_MAP_ARRAY, and width and \
              height are not equal. … An INVALID_VALUE error is generated if depth is not a multiple of six, indicating 6N layer-faces in \
              the cube map array. … An INVALID_VALUE error is generated if target is one of the cube map face targets from table 8.26, and \
              width and height are not equal. [GL 4.4, 8.5.3]",
        ))
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
