//! The commands that make multisampled textures. They have one level and no pixels of the application.

use super::sizes::{Size, fits, size};
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_enum, invalid_operation, invalid_value};
use crate::object::format::{self, InternalFormat};
use crate::object::memory_object::Storage;
use crate::object::texture::{Level, Multisampling, ProxyLevel, Texture};
use crate::tokens::*;
use base::core::sample_positions;
use base::hir::TextureKind;

commands! {
    fn glTexImage2DMultisample(target: u32, samples: i32, internal: u32, width: i32, height: i32, fixed: u8)
        => |context| target_image(context, target, samples, internal, &[width, height], fixed, None);
    fn glTexImage3DMultisample(target: u32, samples: i32, internal: u32, width: i32, height: i32, depth: i32, fixed: u8)
        => |context| target_image(context, target, samples, internal, &[width, height, depth], fixed, None);
    #[not_in_lists] fn glTexStorage2DMultisample(target: u32, samples: i32, internal: u32, width: i32, height: i32, fixed: u8) => storage_2d;
    #[not_in_lists] fn glTexStorage3DMultisample(target: u32, samples: i32, internal: u32, width: i32, height: i32, depth: i32, fixed: u8)
        => storage_3d;
    fn glTextureStorage2DMultisample(texture: u32, samples: i32, internal: u32, width: i32, height: i32, fixed: u8)
        => |context| named_image(context, texture, samples, internal, &[width, height], fixed, Storage::Allocated);
    fn glTextureStorage3DMultisample(texture: u32, samples: i32, internal: u32, width: i32, height: i32, depth: i32, fixed: u8)
        => |context| named_image(context, texture, samples, internal, &[width, height, depth], fixed, Storage::Allocated);
}

/// The arguments of a command that makes a multisampled image.
struct Request {
    /// The target's kind.
    kind: TextureKind,
    format: &'static InternalFormat,
    /// Its token in the command.
    requested: u32,
    size: Size,
    multisampling: Multisampling,
    /// True for the commands that make immutable textures.
    immutable: bool,
}

/// Returns the kind of the multisampled textures that a command of as many sizes makes.
fn kind_of(sizes: &[i32]) -> TextureKind {
    if sizes.len() == 2 { TextureKind::D2Multisample } else { TextureKind::D2MultisampleArray }
}

/// Returns true if a target names a proxy, false if it names the bound texture.
fn is_proxy(context: &Context, target: u32, kind: TextureKind) -> Result<bool> {
    let (bound, proxy) = match kind {
        TextureKind::D2Multisample => (GL_TEXTURE_2D_MULTISAMPLE, GL_PROXY_TEXTURE_2D_MULTISAMPLE),
        _ => (GL_TEXTURE_2D_MULTISAMPLE_ARRAY, GL_PROXY_TEXTURE_2D_MULTISAMPLE_ARRAY),
    };
    // OpenGL ES has no proxies.
    match target {
        _ if target == bound => super::binding::kind(context, target).map(|_| false),
        _ if target == proxy && !context.is_es() => Ok(true),
        _ => Err(invalid_enum(
            &"An INVALID_ENUM error is generated if target is not TEXTURE_2D_MULTISAMPLE or PROXY_TEXTURE_2D_MULTISAMPLE. [GL 4.4, 8.19]",
        )),
    }
}

/// Returns the format of the images that an internal format makes. Immutable textures have sized formats.
pub(super) fn image_format(context: &Context, internal: u32, immutable: bool) -> Result<&'static InternalFormat> {
    let es = context.is_es();
    let format = if immutable { format::sized_in(internal, es) } else { format::choose(internal, GL_UNSIGNED_BYTE, es) };
    let renders = |format: &&InternalFormat| !format.is_color() || format.color_renderable(es);
    // "No other formats, including compressed internal formats, are color-renderable." [GL 4.6, 9.4]
    format.filter(renders).filter(|_| internal > 4 && !format::is_generic(internal)).ok_or(invalid_enum(
        &"An INVALID_ENUM error is generated if internalformat is not color-renderable, depth-renderable, or stencil-renderable (as \
          defined in section 9.4). [GL 4.4, 8.8]",
    ))
}

impl Request {
    /// Checks the arguments of a command, which has two or three sizes. Those of a proxy need not be supported.
    fn new(context: &Context, proxy: bool, samples: i32, internal: u32, sizes: &[i32], fixed: u8, immutable: bool) -> Result<Self> {
        let kind = kind_of(sizes);
        let format = image_format(context, internal, immutable)?;
        let size = size(sizes).filter(|size| !immutable || !size.contains(&0)).ok_or(invalid_value(
            &"An INVALID_VALUE error is generated if width, height, or depth is negative. [GL 4.4, 8.8] An INVALID_VALUE error is \
              generated if width, height, depth or levels are less than 1. [GL 4.4, 8.19]",
        ))?;
        if !proxy && !fits(kind, 0, size) || samples < 1 {
            return Err(invalid_value(
                &"An INVALID_VALUE error is generated if either width or height is greater than the value of MAX_TEXTURE_SIZE, or if \
                  samples is zero. [GL 4.4, 8.8]",
            ));
        }
        let supported = sample_positions::supported(samples as u32);
        // "However, if samples is not supported, then no error is generated." [GL 4.4, 8.22]
        let samples = if proxy {
            supported.unwrap_or(0)
        } else {
            supported.ok_or(invalid_operation(
                &"An INVALID_OPERATION error is generated if samples is greater than the maximum number of samples supported for this \
                  target and internalformat. [GL 4.4, 8.8]",
            ))?
        };
        let multisampling = Multisampling { samples, fixed_locations: fixed != 0 };
        Ok(Self { kind, format, requested: internal, size, multisampling, immutable })
    }

    /// Makes the image of a texture.
    fn make(&self, texture: &Texture, mut storage: Storage) -> Result<()> {
        if texture.contents().immutable_levels > 0 {
            return Err(invalid_operation(
                &"An INVALID_OPERATION error is generated by any of the following commands with the same texture, even if it does not \
                  affect the dimensions or format: … TexImage* … TexStorage* [GL 4.4, 8.19]",
            ));
        }
        let level = Level::multisampled(self.format, self.requested, self.size, self.multisampling, &mut storage)?;
        if storage.is_imported() {
            level.fill_alpha();
        }
        let mut contents = texture.contents();
        if let Some(face) = contents.faces.first_mut() {
            face[0] = Some(level);
        }
        contents.immutable_levels = self.immutable.into();
        Ok(())
    }

    /// Records the image for a proxy target.
    fn record(&self, context: &mut Context) {
        let [width, height, layers] = self.size;
        let samples = self.multisampling.samples;
        let is_storable = Level::is_storable(self.format, [width, height, layers.saturating_mul(samples)]);
        let fits = samples > 0 && fits(self.kind, 0, self.size) && is_storable;
        let multisampling = fits.then_some(self.multisampling);
        let proxy = ProxyLevel { multisampling, ..ProxyLevel::new(fits, self.size, self.format, self.requested) };
        context.textures.proxies.insert((self.kind, 0), proxy);
    }
}

/// Makes the image of the texture bound to a target, or of a proxy. Commands that name a storage make immutable textures.
pub(super) fn target_image(
    context: &mut Context,
    target: u32,
    samples: i32,
    internal: u32,
    sizes: &[i32],
    fixed: u8,
    storage: Option<Storage>,
) -> Result<()> {
    let immutable = storage.is_some();
    let kind = kind_of(sizes);
    let proxy = is_proxy(context, target, kind)?;
    let request = Request::new(context, proxy, samples, internal, sizes, fixed, immutable)?;
    if proxy {
        request.record(context);
        return Ok(());
    }
    let texture = context.textures.bound(context.textures.active, kind).clone();
    if immutable && texture.name == 0 {
        Err(invalid_operation(&"An INVALID_OPERATION error is generated if zero is bound to target. [GL 4.4, 8.19]"))
    } else {
        request.make(&texture, storage.unwrap_or(Storage::Allocated))
    }
}

/// Implements glTexStorage2DMultisample.
pub fn storage_2d(context: &mut Context, target: u32, samples: i32, internal: u32, width: i32, height: i32, fixed: u8) -> Result<()> {
    target_image(context, target, samples, internal, &[width, height], fixed, Some(Storage::Allocated))
}

/// Implements glTexStorage3DMultisample.
#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
pub fn storage_3d(
    context: &mut Context,
    target: u32,
    samples: i32,
    internal: u32,
    width: i32,
    height: i32,
    depth: i32,
    fixed: u8,
) -> Result<()> {
    target_image(context, target, samples, internal, &[width, height, depth], fixed, Some(Storage::Allocated))
}

/// Makes the image of a texture by name.
pub(super) fn named_image(
    context: &Context,
    texture: u32,
    samples: i32,
    internal: u32,
    sizes: &[i32],
    fixed: u8,
    storage: Storage,
) -> Result<()> {
    let texture = context.share.texture(texture)?;
    if texture.kind != kind_of(sizes) {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated by TextureStorage2DMultisample if the effective <target> is not \
              TEXTURE_2D_MULTISAMPLE. … An INVALID_OPERATION error is generated by TextureStorage3DMultisample if the effective <target> \
              is not TEXTURE_2D_MULTISAMPLE_ARRAY. [ARB_direct_state_access]",
        ));
    }
    Request::new(context, false, samples, internal, sizes, fixed, true)?.make(&texture, storage)
}

#[cfg(test)]
mod tests;
