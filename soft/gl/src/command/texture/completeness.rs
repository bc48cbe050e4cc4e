//! Texture completeness, and the views of textures that draws sample.

use super::buffer_texture;
use super::parameters::last_level;
use crate::config::Api;
use crate::context::Context;
use crate::limits;
use crate::object::format::InternalFormat;
use crate::object::sampler::Parameters;
use crate::object::texture::{Contents, Level, Levels, Texture};
use crate::tokens::*;
use base::core::compare::Compare;
use base::hir::TextureKind;
use base::image::Surface;
use base::image::sampler::{Filter, Reduction, TextureView, Wrap};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Returns the view of a unit's texture of that kind; `None` if the texture is incomplete, which reads as (0, 0, 0, 1).
pub fn view(context: &Context, unit: usize, kind: TextureKind) -> Option<Arc<TextureView>> {
    let texture = context.textures.bound(unit, kind);
    let sampler = context.textures.units.get(unit)?.sampler.as_ref().map(|sampler| *sampler.parameters());
    let mut view = texture_view(context, texture, sampler)?;
    if context.config.api.has_fixed_function() {
        // "λbase (x, y) + clamp(biastexobj + biastexunit + biasshader )" [GL 4.4, 8.14.1]: only the fixed function has the bias of a unit.
        view.lod_bias += context.compat.environment.units.get(unit).map_or(0.0, |unit| unit.lod_bias);
    }
    Some(Arc::new(view))
}

/// Returns the base format that a unit's texture of that kind is sampled with, and true if its depths are compared; `None` where [`view`] is
/// `None`.
pub fn complete_base_format(context: &Context, unit: usize, kind: TextureKind) -> Option<(u32, bool)> {
    let sampler = context.textures.units.get(unit)?.sampler.as_ref().map(|sampler| *sampler.parameters());
    let contents = context.textures.bound(unit, kind).contents();
    let parameters = sampler.unwrap_or(contents.parameters);
    let first = complete_levels(&contents, kind, &parameters, is_es3(context))?.first;
    let compared = parameters.compare_mode == GL_COMPARE_REF_TO_TEXTURE && first.format.has_depth() && !samples_stencil(&contents, first);
    // "If the currently bound texture’s base internal format is DEPTH_COMPONENT or DEPTH_STENCIL, then DEPTH_TEXTURE_MODE, TEXTURE_COMPARE_MODE and
    // TEXTURE_COMPARE_FUNC control the output of the texture unit" [GL 4.4 compatibility, 8.23.1]
    let sampled = first.format.has_depth() && !samples_stencil(&contents, first);
    Some((if sampled { contents.depth_texture_mode } else { first.format.base }, compared))
}

/// Returns true if the context is one of OpenGL ES 3.0 or later.
fn is_es3(context: &Context) -> bool {
    context.is_es() && context.config.version >= (3, 0)
}

/// The levels that sampling may use.
pub(super) struct CompleteLevels<'a> {
    /// The levels of each face: six faces for cube maps, one for other kinds.
    pub(super) faces: &'a [Levels],
    /// The base level of the first face.
    first: &'a Level,
    /// The base level and the last level.
    pub(super) range: RangeInclusive<usize>,
}

impl<'a> CompleteLevels<'a> {
    /// Iterates over the levels of one face; they exist.
    fn of(&self, face: &'a Levels) -> impl Iterator<Item = &'a Level> + use<'a> {
        face.get(self.range.clone()).into_iter().flatten().flatten()
    }
}

/// Returns the levels that sampling may use; `None` if the texture is incomplete for these parameters.
pub(super) fn complete_levels<'a>(
    contents: &'a Contents,
    kind: TextureKind,
    parameters: &Parameters,
    es: bool,
) -> Option<CompleteLevels<'a>> {
    let (mut base, mut max) = (contents.base_level as usize, last_level(contents.max_level));
    if contents.immutable_levels > 0 {
        let last = contents.immutable_levels as usize - 1;
        base = base.min(last);
        max = max.clamp(base, last);
    }
    if contents.base_level > contents.max_level && contents.immutable_levels == 0 {
        return None;
    }
    let first = contents.faces.first()?.get(base)?.as_ref()?;
    let (width, height, layers) = (first.width, first.height, first.layers.len());
    if width == 0 || height == 0 || layers == 0 {
        return None;
    }
    // "The levelbase arrays of each of the six texture images making up the cube map have identical, positive, and square dimensions."
    // [GL 4.4, 8.17] The comparison of levels below finds faces that differ.
    let square = match kind {
        TextureKind::Cube => width == height,
        TextureKind::CubeArray => width == height && layers.is_multiple_of(6),
        _ => true,
    };
    if !square {
        return None;
    }
    let mipmapped = !matches!(parameters.min_filter, GL_NEAREST | GL_LINEAR);
    // "If state is present in a sampler object bound to a texture unit that would have been rejected by a call to TexParameter* for the texture bound
    // to that unit, the behavior of the implementation is as if the texture were incomplete." [OES_EGL_image_external_essl3]
    if kind == TextureKind::External && (mipmapped || parameters.wrap[..2] != [GL_CLAMP_TO_EDGE; 2]) {
        return None;
    }
    let linear = parameters.mag_filter == GL_LINEAR || !matches!(parameters.min_filter, GL_NEAREST | GL_NEAREST_MIPMAP_NEAREST);
    let stencil = samples_stencil(contents, first);
    let compared = parameters.compare_mode == GL_COMPARE_REF_TO_TEXTURE;
    // OpenGL ES 3 filters depth only where it is compared.
    let depth_unfiltered = es && first.format.has_depth() && !compared && contents.immutable_levels > 0;
    // "The internal format of the texture arrays is integer (see tables 8.19- 8.20), and the texture reduction mode is WEIGHTED_AVERAGE_ARB; THe
    // internal format is STENCIL_INDEX; The internal format is DEPTH_STENCIL, the value of DEPTH_STENCIL_TEXTURE_MODE for the texture is
    // STENCIL_INDEX, and the texture reduction mode is WEIGHTED_AVERAGE_ARB" [ARB_texture_filter_minmax]
    let averaged = parameters.reduction == GL_WEIGHTED_AVERAGE_ARB || !es && first.format.base == GL_STENCIL_INDEX;
    if linear && averaged && (first.format.is_integer() || stencil || depth_unfiltered) {
        return None;
    }
    let volume = kind == TextureKind::D3;
    let largest = width | height | if volume { layers as u32 } else { 1 };
    let last = (base + largest.ilog2() as usize).min(max);
    let fits = |(step, level): (usize, &Option<Level>)| {
        level.as_ref().is_some_and(|level| {
            let size = ((width >> step).max(1), (height >> step).max(1), if volume { (layers >> step).max(1) } else { layers });
            // "The border widths of each image are the same." [GL 4.6 compatibility, 8.17]
            (level.width, level.height, level.layers.len()) == size
                && std::ptr::eq(level.format, first.format)
                && level.border_width() == first.border_width()
        })
    };
    let fitting = |face: &Levels| {
        face.get(base..).map_or(0, |levels| levels.iter().take(last - base + 1).enumerate().take_while(|level| fits(*level)).count())
    };
    let count = contents.faces.iter().map(fitting).min().unwrap_or(0);
    // Filters without mipmaps need the base level alone; fetches and sizes reach the levels that are there.
    let complete = if mipmapped { base + count > last } else { count > 0 };
    complete.then(|| CompleteLevels { faces: &contents.faces, first, range: base..=base + count - 1 })
}

/// Returns true if a texture has the levels that its minification filter reads. Whether its format can be filtered plays no part: the caller
/// does not filter. Multisampled textures have no filters.
pub fn has_levels(texture: &Texture) -> bool {
    let contents = texture.contents();
    let mipmapped = !matches!(contents.parameters.min_filter, GL_NEAREST | GL_LINEAR);
    let min_filter = if mipmapped { GL_NEAREST_MIPMAP_NEAREST } else { GL_NEAREST };
    let parameters = Parameters { min_filter, mag_filter: GL_NEAREST, ..contents.parameters };
    matches!(texture.kind, TextureKind::D2Multisample | TextureKind::D2MultisampleArray)
        || complete_levels(&contents, texture.kind, &parameters, false).is_some()
}

/// Returns true if sampling reads the stencil indices of a level.
fn samples_stencil(contents: &Contents, level: &Level) -> bool {
    level.format.base == GL_STENCIL_INDEX || (level.format.base == GL_DEPTH_STENCIL && contents.depth_stencil_mode == GL_STENCIL_INDEX)
}

/// Returns the border colour as texels of a format are stored: "the values of TEXTURE_BORDER_COLOR are interpreted as an RGBA color to match the
/// texture’s internal format in a manner consistent with table 8.18." [GL 4.4 compatibility, 8.14.2]
fn stored_border(format: &InternalFormat, mut border: [u32; 4]) -> [u32; 4] {
    if matches!(format.base, GL_ALPHA | GL_LUMINANCE_ALPHA)
        && let (alpha, Some(stored)) = (border[3], border.get_mut(usize::from(format.swizzle()[3])))
    {
        *stored = alpha;
    }
    border
}

/// Returns the view of a texture with a sampler's parameters, or its own without a sampler; `None` if it is incomplete.
pub fn texture_view(context: &Context, texture: &Texture, sampler: Option<Parameters>) -> Option<TextureView> {
    if texture.kind == TextureKind::Buffer {
        return buffer_texture::view(texture);
    }
    let contents = texture.contents();
    if matches!(texture.kind, TextureKind::D2Multisample | TextureKind::D2MultisampleArray) {
        return multisampled_view(context, &contents);
    }
    let parameters = sampler.unwrap_or(contents.parameters);
    let complete = complete_levels(&contents, texture.kind, &parameters, is_es3(context))?;
    let first = complete.first;
    if first.blocks.is_some() {
        complete.faces.iter().flat_map(|face| complete.of(face)).for_each(Level::refresh);
    }
    let plain = first.format.format.without_srgb();
    // "if the original image is in the sRGB color space then the RGB value returned by the sampler will also be sRGB" [OES_EGL_image_external]
    let external = texture.kind == TextureKind::External;
    let skip_decode = (external || parameters.srgb_decode == GL_SKIP_DECODE_EXT) && first.format.format != plain;
    let without_decoding = |surface: &Surface| surface.with_format(plain);
    let levels = match complete.faces {
        [face] if !skip_decode => complete.of(face).map(|level| level.layers.clone()).collect(),
        [face] => complete.of(face).map(|level| level.layers.iter().map(without_decoding).collect()).collect(),
        faces => {
            let image = |level: usize, face: &Levels| {
                let surface = face.get(level)?.as_ref()?.layers.first()?;
                Some(if skip_decode { without_decoding(surface) } else { surface.clone() })
            };
            complete.range.clone().map(|level| faces.iter().filter_map(|face| image(level, face)).collect()).collect()
        }
    };
    let bordered = first.border.is_some().then(|| {
        let image = |level: &Level| level.border.as_ref().map_or(Vec::new(), |border| border.layers.to_vec());
        let of_level = |level: usize| {
            let faces = complete.faces.iter().filter_map(move |face| face.get(level)?.as_ref());
            let layers = faces.flat_map(image).map(|surface| if skip_decode { without_decoding(&surface) } else { surface });
            layers.collect()
        };
        complete.range.clone().map(of_level).collect()
    });
    let stencil = samples_stencil(&contents, first);
    let (min_filter, mip_filter) = match parameters.min_filter {
        GL_NEAREST => (Filter::Nearest, None),
        GL_LINEAR => (Filter::Linear, None),
        GL_NEAREST_MIPMAP_NEAREST => (Filter::Nearest, Some(Filter::Nearest)),
        GL_LINEAR_MIPMAP_NEAREST => (Filter::Linear, Some(Filter::Nearest)),
        GL_NEAREST_MIPMAP_LINEAR => (Filter::Nearest, Some(Filter::Linear)),
        _ => (Filter::Linear, Some(Filter::Linear)),
    };
    let compared = parameters.compare_mode == GL_COMPARE_REF_TO_TEXTURE && first.format.has_depth() && !stencil;
    Some(TextureView {
        levels,
        bordered,
        compare_fail: parameters.compare_fail,
        swizzle: swizzle(context, &contents, first, stencil, false),
        scalar: swizzle(context, &contents, first, stencil, true)[0],
        min_filter,
        mip_filter,
        mag_filter: if parameters.mag_filter == GL_NEAREST { Filter::Nearest } else { Filter::Linear },
        wrap: parameters.wrap.map(wrap),
        min_lod: parameters.min_lod,
        max_lod: parameters.max_lod,
        lod_bias: parameters.lod_bias,
        border: stored_border(first.format, parameters.border).map(f32::from_bits),
        compare: compared.then(|| compare(parameters.compare_func)),
        stencil,
        buffer: None,
        // "OpenGL ES 3.0 requires that all cube map filtering be seamless." [ES 3.0, F.2]
        // "Seamless filtering is enabled for a cube map texture either when TEXTURE_CUBE_MAP_SEAMLESS is enabled globally or when the value of the
        // individual samper's (or texture's) TEXTURE_CUBE_MAP_SEAMLESS parameter is TRUE." [ARB_seamless_cubemap_per_texture]
        seamless: parameters.seamless || is_es3(context) || context.state.enabled.contains(&GL_TEXTURE_CUBE_MAP_SEAMLESS),
        // "implementations are free to consider the current texture minification and magnification modes to control the specifics of the
        // anisotropic filtering scheme used" [ARB_texture_filter_anisotropic]: nearest texels are not averaged.
        anisotropy: if min_filter == Filter::Linear { parameters.max_anisotropy.min(limits::MAX_TEXTURE_MAX_ANISOTROPY) as u32 } else { 1 },
        reduction: match parameters.reduction {
            GL_MIN => Reduction::Min,
            GL_MAX => Reduction::Max,
            _ => Reduction::Average,
        },
        fetched: (skip_decode && !external).then_some(first.format.format),
    })
}

/// Returns the view of a multisampled texture, whose samples take the place of levels; `None` if it has no image.
fn multisampled_view(context: &Context, contents: &Contents) -> Option<TextureView> {
    let level = contents.faces.first()?.first()?.as_ref()?;
    if level.width == 0 || level.height == 0 || level.layers.is_empty() {
        return None;
    }
    let samples = level.multisampling.map_or(1, |multisampling| multisampling.samples as usize);
    let of_sample = |sample: usize| level.layers.iter().filter_map(|layer| layer.sample(sample).cloned()).collect();
    let stencil = samples_stencil(contents, level);
    Some(TextureView {
        bordered: None,
        compare_fail: 0.0,
        levels: (0..samples).map(of_sample).collect(),
        swizzle: swizzle(context, contents, level, stencil, false),
        scalar: swizzle(context, contents, level, stencil, true)[0],
        min_filter: Filter::Nearest,
        mip_filter: None,
        mag_filter: Filter::Nearest,
        wrap: [Wrap::ClampToEdge; 3],
        min_lod: 0.0,
        max_lod: 0.0,
        lod_bias: 0.0,
        border: [0.0; 4],
        compare: None,
        stencil,
        buffer: None,
        seamless: false,
        anisotropy: 1,
        reduction: Reduction::Average,
        fetched: None,
    })
}

/// Returns the format's own swizzle combined with GL_TEXTURE_SWIZZLE. For depth comparisons that return a scalar, GL_ALPHA of
/// GL_DEPTH_TEXTURE_MODE does not hide the result: the mode belongs to textures whose look-ups return four components.
fn swizzle(context: &Context, contents: &Contents, level: &Level, stencil: bool, scalar: bool) -> [u8; 4] {
    let depth = level.format.has_depth() && !stencil;
    let own = match contents.depth_texture_mode {
        GL_LUMINANCE if depth && context.config.api == Api::Compatibility => [0, 0, 0, 5],
        GL_INTENSITY if depth && context.config.api == Api::Compatibility => [0; 4],
        GL_ALPHA if depth && scalar && context.config.api == Api::Compatibility => [0; 4],
        GL_ALPHA if depth && context.config.api == Api::Compatibility => [4, 4, 4, 0],
        _ => level.format.swizzle(),
    };
    contents.swizzle.map(|token| match token {
        GL_RED => own[0],
        GL_GREEN => own[1],
        GL_BLUE => own[2],
        GL_ALPHA => own[3],
        GL_ONE => 5,
        _ => 4,
    })
}

fn wrap(token: u32) -> Wrap {
    match token {
        GL_CLAMP_TO_EDGE => Wrap::ClampToEdge,
        GL_MIRRORED_REPEAT => Wrap::MirroredRepeat,
        GL_CLAMP_TO_BORDER => Wrap::ClampToBorder,
        GL_MIRROR_CLAMP_TO_EDGE => Wrap::MirrorClampToEdge,
        GL_MIRROR_CLAMP_EXT => Wrap::MirrorClamp,
        GL_MIRROR_CLAMP_TO_BORDER_EXT => Wrap::MirrorClampToBorder,
        GL_CLAMP => Wrap::Clamp,
        _ => Wrap::Repeat,
    }
}

fn compare(token: u32) -> Compare {
    match token {
        GL_NEVER => Compare::Never,
        GL_LESS => Compare::Less,
        GL_EQUAL => Compare::Equal,
        GL_LEQUAL => Compare::LessEqual,
        GL_GREATER => Compare::Greater,
        GL_NOTEQUAL => Compare::NotEqual,
        GL_GEQUAL => Compare::GreaterEqual,
        _ => Compare::Always,
    }
}
