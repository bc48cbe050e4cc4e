//! The parts of images that commands change: a box of texels, as layers of a level or as faces of a cube map.

use super::sizes::{Size, level_count, size_of};
use super::targets::Destination;
use crate::command::pixels::transfer::Upload;
use crate::error::{Result, invalid_value};
use crate::object::image::Image;
use crate::object::texture::{Contents, Level};
use base::hir::TextureKind;
use base::image::transfer::Input;

/// A box of texels as commands give it: the layers of a one-dimensional array are y and height, other layers z and depth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    /// The lowest x, y and z.
    at: [i32; 3],
    /// Width, height and depth.
    size: [i32; 3],
}

impl Region {
    /// Creates a region from the arguments of a command, of as many dimensions as it has.
    pub(super) fn new(at: &[i32], size: &[i32]) -> Self {
        let argument = |values: &[i32], index: usize, missing: i32| values.get(index).copied().unwrap_or(missing);
        Self { at: std::array::from_fn(|index| argument(at, index, 0)), size: std::array::from_fn(|index| argument(size, index, 1)) }
    }

    /// Returns the region in the texels of an image with a border in the first `axes` dimensions: there the first texel is that of the border.
    fn shifted(&self, axes: usize) -> Self {
        Self { at: std::array::from_fn(|axis| self.at[axis].saturating_add(i32::from(axis < axes))), ..*self }
    }

    /// Returns the region if it lies inside an image of that size.
    fn inside(&self, whole: Size) -> Option<(Size, Size)> {
        let (mut at, mut size) = ([0; 3], [0; 3]);
        for index in 0..3 {
            at[index] = u32::try_from(self.at[index]).ok()?;
            size[index] = u32::try_from(self.size[index]).ok()?;
            // Both are less than 2^31.
            if at[index] + size[index] > whole[index] {
                return None;
            }
        }
        Some((at, size))
    }
}

/// The reason why a texture has no such part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Missing {
    /// The level has no image.
    Image,
    /// The region is not inside the image.
    Region,
}

/// The part of one level that a command changes.
#[derive(Clone)]
pub(super) struct Part {
    /// The level, of one face of a cube map.
    pub(super) level: Level,
    /// The lowest x and y in each layer.
    pub(super) corner: [u32; 2],
    /// The texels of a row and the rows of a layer.
    pub(super) size: [u32; 2],
    /// The first layer.
    layer: u32,
    /// The number of layers.
    layers: u32,
    /// The number of the first layer in the command's pixels.
    source: u32,
    /// The level whose border and texels the images of `level` have.
    bordered: Option<Level>,
}

impl Part {
    /// Creates the part that is a whole level.
    pub(super) fn whole(level: &Level) -> Self {
        let (level, bordered) = match level.enlarged() {
            Some(enlarged) => (enlarged, Some(level.clone())),
            None => (level.clone(), None),
        };
        let (size, layers) = ([level.width, level.height], level.layers.len() as u32);
        Self { level, corner: [0; 2], size, layer: 0, layers, source: 0, bordered }
    }

    /// Creates the part of a level in a region.
    fn new(kind: TextureKind, level: Option<&Level>, region: &Region, source: u32) -> std::result::Result<Self, Missing> {
        let level = level.ok_or(Missing::Image)?;
        let axes = level.border.as_ref().map_or(0, |border| border.axes);
        let (level, bordered) = match level.enlarged() {
            Some(enlarged) => (enlarged, Some(level.clone())),
            None => (level.clone(), None),
        };
        let ([x, y, z], [width, height, depth]) = region.shifted(axes).inside(size_of(kind, &level)).ok_or(Missing::Region)?;
        Ok(if kind == TextureKind::D1Array {
            let layers = if depth == 0 { 0 } else { height };
            Self { level, corner: [x, 0], size: [width, 1], layer: y, layers, source, bordered }
        } else {
            Self { level, corner: [x, y], size: [width, height], layer: z, layers: depth, source, bordered }
        })
    }

    /// Returns the numbers of the layers, each after its number in the command's pixels.
    pub(super) fn layers(&self) -> impl Iterator<Item = (u32, usize)> + use<> {
        let (source, first) = (self.source, self.layer);
        (0..self.layers).map(move |index| (source + index, (first + index) as usize))
    }

    /// Returns the images of the layers, each with its number in the command's pixels.
    pub(super) fn images(&self) -> impl Iterator<Item = (u32, Image)> + '_ {
        self.layers().filter_map(|(source, layer)| Some((source, self.level.image(layer)?)))
    }

    /// Decodes the blocks of a compressed image before its texels change in part.
    pub(super) fn refresh(&self) {
        self.level.refresh();
    }

    /// Encodes the texels of a compressed image after they changed, and copies those that are inside of a border to their place.
    pub(super) fn finish(&self) {
        if let Some(level) = &self.bordered {
            let first = self.layer as usize;
            level.take_inside(first..first + self.layers as usize, self.corner, self.size);
        }
        let Some(blocks) = &self.level.blocks else { return };
        for (_, layer) in self.layers() {
            if let Some((blocks, surface)) = blocks.get(layer).zip(self.level.layers.get(layer)) {
                blocks.encode(surface, self.corner, self.size);
            }
        }
    }

    /// Writes a command's pixels.
    pub(super) fn upload(&self, upload: &Upload, bytes: Input) -> Result<()> {
        self.refresh();
        match upload.convolved(bytes)? {
            Some(pixels) => self.images().try_for_each(|(layer, image)| pixels.store(layer, self.corner, &image))?,
            None => self.images().try_for_each(|(layer, image)| upload.unpack(bytes, layer, self.corner, &image))?,
        }
        self.finish();
        Ok(())
    }
}

/// Returns the number of a level that textures of a kind can have.
pub(super) fn level_number(kind: TextureKind, level: i32) -> Result<usize> {
    usize::try_from(level).ok().filter(|&level| level < level_count(kind)).ok_or(invalid_value(
        &"An INVALID_VALUE error is generated if level is negative or greater than the base 2 logarithm of the maximum texture width, \
          height, or depth. … An INVALID_VALUE error is generated if target is TEXTURE_RECTANGLE and level is not zero. [GL 4.4, 8.6]",
    ))
}

/// Returns a level of one face.
fn level_of(contents: &Contents, face: usize, level: usize) -> Option<&Level> {
    contents.faces.get(face)?.get(level)?.as_ref()
}

/// Returns the parts of one level in a region: one for each face of a cube map by name, one otherwise.
pub(super) fn parts(destination: &Destination, level: usize, region: &Region) -> std::result::Result<Vec<Part>, Missing> {
    let Destination { texture, face } = destination;
    let contents = texture.contents();
    if let Some(face) = *face {
        return Ok(vec![Part::new(texture.kind, level_of(&contents, face, level), region, 0)?]);
    }
    // "Cube map textures are treated as an array of six slices in the z-dimension" [GL 4.4, 8.21]
    let Region { at: [x, y, z], size: [width, height, depth] } = *region;
    let slices = Region { at: [0, 0, z], size: [0, 0, depth] };
    let ([.., first], [.., count]) = slices.inside([0, 0, 6]).ok_or(Missing::Region)?;
    let region = Region::new(&[x, y], &[width, height]);
    let part = |index: u32| Part::new(texture.kind, level_of(&contents, (first + index) as usize, level), &region, index);
    (0..count).map(part).collect()
}

/// Returns the parts that are one whole level; `None` if it has no image, or a face of it has none.
pub(super) fn whole(destination: &Destination, level: usize) -> Option<Vec<Part>> {
    let Destination { texture, face } = destination;
    let contents = texture.contents();
    let faces = face.map_or(0..6, |face| face..face + 1);
    faces.map(|face| level_of(&contents, face, level).map(Part::whole)).collect()
}
