//! Texture objects and texture units.

pub mod border;
mod implicit;

use crate::error::{NO_MEMORY, Result, out_of_memory};
use crate::limits;
use crate::object::buffer_texture::BufferTexels;
use crate::object::format::{self, InternalFormat};
use crate::object::image::Image;
use crate::object::memory_object::Storage;
use crate::object::names::lock;
use crate::object::sampler::{Parameters, Sampler};
use crate::tokens::*;
use base::hir::TextureKind;
use base::image::Surface;
use base::image::compressed::{Blocks, Codec};
pub use border::Border;
pub use implicit::Implicit;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Weak};

/// The number of texture kinds: a unit has a binding for each.
pub const KINDS: usize = 12;

/// A texture object; contexts share it. The first target that it is bound to sets its kind.
pub struct Texture {
    /// Its name.
    pub name: u32,
    /// Its kind.
    pub kind: TextureKind,
    /// Its images and parameters.
    pub contents: Mutex<Contents>,
    /// The multisampled buffers of framebuffers that render to its images.
    implicit: Mutex<Vec<Weak<Implicit>>>,
    /// True if there may be one.
    has_implicit: AtomicBool,
}

/// The images of one level; of one face, if the texture is a cube map. Clones share the texels.
#[derive(Clone)]
pub struct Level {
    /// Texels of a row.
    pub width: u32,
    /// Rows; 1 for one-dimensional textures and arrays of them.
    pub height: u32,
    /// The slices of a 3D texture, the elements of an array (six for each cube), one image otherwise. All have the same size and format. The
    /// texels of a compressed format are decoded from `blocks`, see [`Self::refresh`].
    pub layers: Arc<[Surface]>,
    /// The blocks of each layer of a compressed format; none for other formats.
    pub blocks: Option<Arc<[Blocks]>>,
    /// The internal format.
    pub format: &'static InternalFormat,
    /// The requested internal format, e.g. GL_RGBA.
    pub requested: u32,
    /// The samples of a multisampled image; of others `None`.
    pub multisampling: Option<Multisampling>,
    /// The border texels of an image that glTexImage or glCopyTexImage made with a border.
    pub border: Option<Border>,
}

/// The samples of a multisampled image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Multisampling {
    /// GL_TEXTURE_SAMPLES.
    pub samples: u32,
    /// GL_TEXTURE_FIXED_SAMPLE_LOCATIONS. The locations are the same for every format and size in any case.
    pub fixed_locations: bool,
}

impl Level {
    /// Creates a level of zeros, of `width` × `height` texels and as many layers as the third number says.
    pub fn new(format: &'static InternalFormat, requested: u32, size: [u32; 3]) -> Result<Self> {
        Self::in_storage(format, requested, size, &mut Storage::Allocated)
    }

    /// Creates a level as [`Self::new`] does, in a storage: the blocks, or the texels of formats without blocks, one layer after the other.
    /// [`Self::fill_alpha`] follows in imported memory.
    pub fn in_storage(
        format: &'static InternalFormat,
        requested: u32,
        [width, height, count]: [u32; 3],
        storage: &mut Storage,
    ) -> Result<Self> {
        if !Self::is_storable(format, [width, height, count]) {
            return Err(NO_MEMORY);
        }
        let blocks = format.codec.map(|codec| new_blocks(codec, [width, height], count as usize, storage)).transpose()?;
        let mut decoded = Storage::Allocated;
        let storage = if blocks.is_some() { &mut decoded } else { storage };
        let layers: Result<Arc<[Surface]>> = (0..count).map(|_| format::surface_in(format, width, height, storage)).collect();
        Ok(Self { width, height, layers: layers?, blocks, format, requested, multisampling: None, border: None })
    }

    /// Creates a multisampled level in a storage, of `width` × `height` texels and as many layers as the third number says. The samples of a layer
    /// are one after the other. [`Self::fill_alpha`] follows in imported memory.
    pub fn multisampled(
        format: &'static InternalFormat,
        requested: u32,
        [width, height, layers]: [u32; 3],
        multisampling: Multisampling,
        storage: &mut Storage,
    ) -> Result<Self> {
        let samples = multisampling.samples;
        if !Self::is_storable(format, [width, height, layers.saturating_mul(samples)]) {
            return Err(out_of_memory(
                &"An OUT_OF_MEMORY error is generated if the GL is unable to create a texture image of the requested size. [GL 4.4, 8.8]",
            ));
        }
        let layers: Result<Arc<[Surface]>> =
            (0..layers).map(|_| format::multisampled_in(format, width, height, samples, storage)).collect();
        Ok(Self { width, height, layers: layers?, blocks: None, format, requested, multisampling: Some(multisampling), border: None })
    }

    /// Leaves all texels undefined, which the caller then sets.
    pub fn discard(&self) {
        for surface in self.layers.iter().flat_map(Surface::each_sample) {
            surface.take_fill();
        }
    }

    /// Sets alpha to one in the texels of imported memory if the format has no alpha but its storage has it.
    pub fn fill_alpha(&self) {
        if self.blocks.is_none() {
            self.layers.iter().flat_map(Surface::each_sample).for_each(|surface| format::fill_alpha(self.format, surface));
        }
    }

    /// Returns true if another level has this size, format and border.
    pub fn is_alike(&self, other: &Self) -> bool {
        (self.width, self.height, self.layers.len()) == (other.width, other.height, other.layers.len())
            && std::ptr::eq(self.format, other.format)
            && self.border_width() == other.border_width()
    }

    /// Returns true if a level of this size is not larger than [`limits::MAX_LEVEL_BYTES`].
    pub fn is_storable(format: &InternalFormat, [width, height, layers]: [u32; 3]) -> bool {
        let bytes =
            [width, height, layers].iter().try_fold(u64::from(format.format.bytes()), |bytes, &size| bytes.checked_mul(size.into()));
        bytes.is_some_and(|bytes| bytes <= limits::MAX_LEVEL_BYTES)
    }

    /// Returns a level of another size with new layers; blocks are encoded from their texels.
    pub fn with_layers(&self, width: u32, height: u32, layers: Arc<[Surface]>) -> Result<Self> {
        let blocks =
            self.format.codec.map(|codec| new_blocks(codec, [width, height], layers.len(), &mut Storage::Allocated)).transpose()?;
        let level = Self { width, height, layers, blocks, border: None, ..self.clone() };
        level.encode();
        Ok(level)
    }

    /// Returns the layers in a range with their texels in another format of the same class. The levels share the texels, or the blocks.
    pub fn reinterpret(&self, layers: Range<usize>, format: &'static InternalFormat) -> Result<Self> {
        let surfaces = self.layers.get(layers.clone()).unwrap_or_default().iter();
        let Some((blocks, codec)) = self.blocks.as_ref().zip(format.codec) else {
            let layers = surfaces.map(|surface| Surface { format: format.format, ..surface.clone() }).collect();
            return Ok(Self { layers, format, requested: format.token, ..self.clone() });
        };
        let blocks = blocks.get(layers).unwrap_or_default();
        let shares = |blocks: &Blocks| blocks.codec == codec;
        let surface = |(surface, blocks): (&Surface, &Blocks)| match shares(blocks) {
            true => Ok(Surface { format: format.format, ..surface.clone() }),
            false => format::new_surface(format, self.width, self.height),
        };
        let layers: Result<Arc<[Surface]>> = surfaces.zip(blocks).map(surface).collect();
        let blocks = Some(blocks.iter().map(|blocks| blocks.reinterpret(codec)).collect());
        Ok(Self { layers: layers?, blocks, format, requested: format.token, ..self.clone() })
    }

    /// Returns each layer's blocks and the surface that they are decoded to; none for uncompressed formats.
    pub fn block_layers(&self) -> impl Iterator<Item = (&Blocks, &Surface)> {
        self.blocks.iter().flat_map(|blocks| blocks.iter()).zip(self.layers.iter())
    }

    /// Decodes the blocks that changed since the texels of the layers were decoded. Look-ups and read-backs of texels begin with it.
    pub fn refresh(&self) {
        self.block_layers().for_each(|(blocks, surface)| blocks.refresh(surface));
    }

    /// Encodes the texels of all layers.
    pub fn encode(&self) {
        self.block_layers().for_each(|(blocks, surface)| blocks.encode(surface, [0; 2], [self.width, self.height]));
    }

    /// Returns the image of one layer.
    pub fn image(&self, layer: usize) -> Option<Image> {
        Some(Image { surface: self.layers.get(layer)?.clone(), format: self.format, requested: self.requested })
    }
}

/// Creates the blocks of each layer in a storage.
fn new_blocks(codec: Codec, [width, height]: [u32; 2], layers: usize, storage: &mut Storage) -> Result<Arc<[Blocks]>> {
    let bytes = Blocks::size(codec, width, height).map_err(|_| NO_MEMORY)?;
    (0..layers).map(|_| Ok(Blocks::in_memory(codec, width, height, storage.allocate(bytes)?))).collect()
}

/// The levels of a texture, or of one face of a cube map; none for levels without an image.
pub type Levels = [Option<Level>; limits::MAX_TEXTURE_LEVELS];

/// The part of a texture's storage that a view of glTextureView has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViewRange {
    /// GL_TEXTURE_IMMUTABLE_LEVELS: the levels of the texture that glTexStorage made.
    pub storage_levels: u32,
    /// GL_TEXTURE_VIEW_MIN_LEVEL: the first level of the storage.
    pub min_level: u32,
    /// GL_TEXTURE_VIEW_MIN_LAYER: the first layer of the storage.
    pub min_layer: u32,
}

/// The images and parameters of a texture.
#[derive(Clone)]
pub struct Contents {
    /// The levels of each face: six faces for cube maps, one for other kinds.
    pub faces: Vec<Levels>,
    /// The texels of a buffer texture, once glTexBuffer set them.
    pub buffer: Option<BufferTexels>,
    /// Sampling parameters.
    pub parameters: Parameters,
    /// GL_TEXTURE_BASE_LEVEL.
    pub base_level: u32,
    /// GL_TEXTURE_MAX_LEVEL.
    pub max_level: u32,
    /// GL_TEXTURE_SWIZZLE_RGBA: GL_RED to GL_ALPHA, GL_ZERO, GL_ONE.
    pub swizzle: [u32; 4],
    /// GL_DEPTH_STENCIL_TEXTURE_MODE: GL_DEPTH_COMPONENT or GL_STENCIL_INDEX.
    pub depth_stencil_mode: u32,
    /// The levels that an immutable texture has, of glTexStorage or glTextureView; 0 if the texture is not immutable.
    pub immutable_levels: u32,
    /// The part of the storage that the texture has; none if glTextureView did not make it.
    pub view: Option<ViewRange>,
    /// GL_TEXTURE_TILING_EXT: GL_OPTIMAL_TILING_EXT or GL_LINEAR_TILING_EXT. Both have the rows of a surface one after the other.
    pub tiling: u32,
    /// GL_TEXTURE_PRIORITY.
    pub priority: f32,
    /// GL_GENERATE_MIPMAP.
    pub generate_mipmap: bool,
    /// GL_DEPTH_TEXTURE_MODE of the compatibility profile: GL_LUMINANCE, GL_INTENSITY, GL_ALPHA, GL_RED.
    pub depth_texture_mode: u32,
    /// GL_TEXTURE_CROP_RECT_OES of OpenGL ES 1.1: left and bottom edge, width, height.
    pub crop_rectangle: [i32; 4],
}

/// Returns the number of faces that a texture's levels belong to.
fn faces_of(kind: TextureKind) -> usize {
    if kind == TextureKind::Cube { 6 } else { 1 }
}

impl Contents {
    /// Returns the base level; for an immutable texture at most its last level.
    pub fn first_level(&self) -> usize {
        match self.immutable_levels as usize {
            0 => self.base_level as usize,
            levels => (self.base_level as usize).min(levels - 1),
        }
    }

    /// Returns true if the base levels of a cube map or a cube map array are square, not empty, and of one size and format.
    pub fn is_cube_complete(&self) -> bool {
        let base = self.first_level();
        let mut levels = self.faces.iter().map(|levels| levels.get(base)?.as_ref());
        let Some(Some(first)) = levels.next() else { return false };
        let is_square = first.width > 0 && first.width == first.height && !first.layers.is_empty();
        let is_whole = self.faces.len() == 6 || first.layers.len().is_multiple_of(6);
        is_square && is_whole && levels.all(|level| level.is_some_and(|level| level.is_alike(first)))
    }

    /// Returns the layers of the texture as glTextureView counts them: the faces of a cube map, one for kinds without layers.
    pub fn layer_count(&self, kind: TextureKind) -> usize {
        let levels = self.faces.first().into_iter().flatten().flatten();
        match kind {
            TextureKind::Cube => 6,
            TextureKind::D1Array | TextureKind::D2Array | TextureKind::CubeArray | TextureKind::D2MultisampleArray => {
                levels.map(|level| level.layers.len()).next().unwrap_or(0)
            }
            _ => 1,
        }
    }
}

impl Texture {
    /// Creates a texture with the initial state.
    pub fn new(name: u32, kind: TextureKind) -> Self {
        let contents = Contents {
            faces: vec![const { [const { None }; limits::MAX_TEXTURE_LEVELS] }; faces_of(kind)],
            buffer: None,
            parameters: Parameters::new(kind),
            base_level: 0,
            max_level: 1000,
            swizzle: [GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA],
            depth_stencil_mode: GL_DEPTH_COMPONENT,
            immutable_levels: 0,
            view: None,
            tiling: GL_OPTIMAL_TILING_EXT,
            priority: 1.0,
            generate_mipmap: false,
            depth_texture_mode: GL_LUMINANCE,
            crop_rectangle: [0; 4],
        };
        Self { name, kind, contents: Mutex::new(contents), implicit: Mutex::default(), has_implicit: AtomicBool::new(false) }
    }

    /// Locks the contents; hold them for a moment only, and no contents of another object at the same time. Implicit buffers are resolved
    /// before.
    pub fn contents(&self) -> MutexGuard<'_, Contents> {
        if self.has_implicit.load(Ordering::Relaxed) {
            self.resolve_implicit();
        }
        self.attached_contents()
    }

    /// Locks the contents as [`Self::contents`] does, without resolving. Framebuffers look at their attachments by it.
    pub fn attached_contents(&self) -> MutexGuard<'_, Contents> {
        lock(&self.contents)
    }

    /// Notes an implicit buffer of one of the images.
    pub fn add_implicit(&self, implicit: &Arc<Implicit>) {
        let mut all = lock(&self.implicit);
        all.push(Arc::downgrade(implicit));
        self.has_implicit.store(true, Ordering::Relaxed);
    }

    /// Resolves the implicit buffers.
    #[cold]
    fn resolve_implicit(&self) {
        let living: Vec<Arc<Implicit>> = {
            let mut all = lock(&self.implicit);
            all.retain(|implicit| implicit.strong_count() > 0);
            self.has_implicit.store(!all.is_empty(), Ordering::Relaxed);
            all.iter().filter_map(Weak::upgrade).collect()
        };
        living.iter().for_each(|implicit| implicit.resolve());
    }

    /// Returns one level of a face; the face is 0 for all but cube maps.
    pub fn level(&self, face: usize, level: usize) -> Option<Level> {
        self.contents().faces.get(face)?.get(level)?.clone()
    }

    /// Returns a level with all of its images as layers, the faces of a cube map too; `None` if one is absent or differs in size or format.
    pub fn whole_level(&self, level: usize) -> Option<Level> {
        let contents = self.contents();
        let mut faces = contents.faces.iter().map(|levels| levels.get(level)?.as_ref());
        let first = faces.next()??.clone();
        if contents.faces.len() == 1 {
            return Some(first);
        }
        let mut layers = first.layers.to_vec();
        let mut blocks = first.blocks.as_ref().map(|blocks| blocks.to_vec());
        let mut borders = first.border.as_ref().map(|border| border.layers.to_vec());
        for face in faces {
            let face = face.filter(|face| face.is_alike(&first))?;
            layers.extend_from_slice(&face.layers);
            if let Some((blocks, more)) = blocks.as_mut().zip(face.blocks.as_ref()) {
                blocks.extend_from_slice(more);
            }
            if let Some((borders, more)) = borders.as_mut().zip(face.border.as_ref()) {
                borders.extend_from_slice(&more.layers);
            }
        }
        let border = borders.zip(first.border.as_ref()).map(|(layers, border)| Border { layers: layers.into(), axes: border.axes });
        Some(Level { layers: layers.into(), blocks: blocks.map(Into::into), border, ..first })
    }

    /// Returns the image of one level that an attachment's layer selects: a face of a cube map, a layer of other kinds.
    pub fn image(&self, level: usize, layer: usize) -> Option<Image> {
        let (face, layer) = if self.kind == TextureKind::Cube { (layer, 0) } else { (0, layer) };
        self.level(face, level)?.image(layer)
    }

    /// Returns the same image without resolving implicit buffers.
    pub fn attached_image(&self, level: usize, layer: usize) -> Option<Image> {
        let (face, layer) = if self.kind == TextureKind::Cube { (layer, 0) } else { (0, layer) };
        self.attached_contents().faces.get(face)?.get(level)?.as_ref()?.image(layer)
    }
}

/// A level of a proxy texture: the values that a texture would have.
#[derive(Clone, Copy)]
pub struct ProxyLevel {
    /// GL_TEXTURE_WIDTH.
    pub width: u32,
    /// GL_TEXTURE_HEIGHT: the layers of a one-dimensional array.
    pub height: u32,
    /// GL_TEXTURE_DEPTH: the slices of a 3D texture, the layers of other arrays, 1 otherwise.
    pub depth: u32,
    /// The internal format.
    pub format: &'static InternalFormat,
    /// The requested internal format.
    pub requested: u32,
    /// The samples of a multisampled image.
    pub multisampling: Option<Multisampling>,
    /// GL_TEXTURE_BORDER.
    pub border: u32,
}

impl ProxyLevel {
    /// Creates a level of a width, height and depth; one that does not fit has zeros.
    pub fn new(fits: bool, [width, height, depth]: [u32; 3], format: &'static InternalFormat, requested: u32) -> Self {
        let size = |value: u32| if fits { value } else { 0 };
        Self {
            width: size(width),
            height: size(height),
            depth: size(depth),
            format,
            requested: size(requested),
            multisampling: None,
            border: 0,
        }
    }
}

/// Bindings of a texture unit.
#[derive(Clone, Default)]
pub struct Unit {
    /// By kind; none for texture 0 of the kind.
    pub bound: [Option<Arc<Texture>>; KINDS],
    /// The bound sampler.
    pub sampler: Option<Arc<Sampler>>,
}

/// Texture state of a context.
pub struct TextureUnits {
    /// Texture units.
    pub units: Vec<Unit>,
    /// The unit of glActiveTexture, from 0.
    pub active: usize,
    /// Texture 0 of each kind.
    pub defaults: [Arc<Texture>; KINDS],
    /// Levels of proxy textures, by kind and level.
    pub proxies: HashMap<(TextureKind, usize), ProxyLevel>,
}

/// Returns the index of a kind in [`Unit::bound`] and [`TextureUnits::defaults`].
pub fn kind_index(kind: TextureKind) -> usize {
    kind as usize
}

/// Every kind of texture, in the order of [`kind_index`].
pub const ALL_KINDS: [TextureKind; KINDS] = [
    TextureKind::D1,
    TextureKind::D2,
    TextureKind::D3,
    TextureKind::Cube,
    TextureKind::Rect,
    TextureKind::Buffer,
    TextureKind::D1Array,
    TextureKind::D2Array,
    TextureKind::CubeArray,
    TextureKind::D2Multisample,
    TextureKind::D2MultisampleArray,
    TextureKind::External,
];

impl Default for TextureUnits {
    fn default() -> Self {
        Self {
            units: vec![Unit::default(); limits::MAX_COMBINED_TEXTURE_UNITS],
            active: 0,
            defaults: ALL_KINDS.map(|kind| Arc::new(Texture::new(0, kind))),
            proxies: HashMap::new(),
        }
    }
}

impl TextureUnits {
    /// Returns the texture bound to a unit, or texture 0. Units beyond the last are unit 0.
    pub fn bound(&self, unit: usize, kind: TextureKind) -> &Arc<Texture> {
        let index = kind_index(kind);
        let unit = self.units.get(unit).or(self.units.first());
        unit.and_then(|unit| unit.bound[index].as_ref()).unwrap_or(&self.defaults[index])
    }
}
