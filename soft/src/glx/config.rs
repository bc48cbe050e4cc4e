//! Framebuffer configurations: those of the server's GLX extension that the pipeline can render to, with the server's ids.

use super::server::Attributes;
use super::tokens::*;
use super::{Error, Handle, Result};
use crate::winsys::buffers::Layout;
use crate::winsys::xlib::VisualInfo;
use base::core::sample_positions;
use base::image::format::Format;
use gl::context::Accumulation;
use std::sync::{Mutex, PoisonError};

/// GLX_MAX_PBUFFER_WIDTH and GLX_MAX_PBUFFER_HEIGHT, in pixels.
pub const MAX_PBUFFER: i32 = 16384;

/// A framebuffer configuration. Its address is the GLXFBConfig.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// GLX_FBCONFIG_ID.
    pub id: i32,
    /// The number of the screen.
    pub screen: i32,
    /// GLX_VISUAL_ID; 0 if windows cannot have the config.
    pub visual: i32,
    /// GLX_DOUBLEBUFFER.
    pub double_buffered: bool,
    /// GLX_RED_SIZE, GLX_GREEN_SIZE and GLX_BLUE_SIZE.
    pub colors: [i32; 3],
    /// GLX_ALPHA_SIZE.
    pub alpha: i32,
    /// GLX_DEPTH_SIZE.
    pub depth: i32,
    /// GLX_STENCIL_SIZE.
    pub stencil: i32,
    /// GLX_ACCUM_RED_SIZE and those of the other components; 0 without an accumulation buffer.
    pub accumulation: i32,
    /// GLX_CONFIG_CAVEAT: servers have accumulation buffers in slow configs.
    pub caveat: i32,
    /// GLX_SAMPLES; 0 without multisampling.
    pub samples: i32,
    /// GLX_DRAWABLE_TYPE.
    pub drawables: i32,
    /// GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB.
    pub srgb: bool,
    /// GLX_VISUAL_SELECT_GROUP_SGIX.
    pub group: i32,
}

/// The pairs of depth and stencil bits that the pipeline has.
const DEPTHS: [(i32, i32); 3] = [(24, 8), (24, 0), (0, 0)];

/// Returns true for a number of samples that the pipeline has.
fn has_samples(samples: i32) -> bool {
    u32::try_from(samples).is_ok_and(|samples| sample_positions::supported(samples) == Some(samples))
}

/// The bits of red, green, blue and alpha that configs may have.
const COLORS: [[i32; 4]; 5] = [[8, 8, 8, 8], [8, 8, 8, 0], [5, 6, 5, 0], [10, 10, 10, 2], [10, 10, 10, 0]];

/// Returns the bits of red, green and blue of a visual that has a pixel layout which presentation writes.
fn colors_of(visual: &VisualInfo) -> Option<[i32; 3]> {
    const TRUE_COLOR: i32 = 4;
    match (visual.class, visual.depth, visual.masks) {
        (TRUE_COLOR, 24 | 32, [0xFF_0000, 0xFF00, 0xFF]) => Some([8; 3]),
        (TRUE_COLOR, 30, [0x3FF0_0000, 0xF_FC00, 0x3FF]) => Some([10; 3]),
        (TRUE_COLOR, 16, [0xF800, 0x7E0, 0x1F]) => Some([5, 6, 5]),
        _ => None,
    }
}

/// Returns the config of the server's attributes, if the pipeline can render to it. `visuals` are those of the screen.
pub fn of_server(attributes: &Attributes, screen: i32, visuals: &[VisualInfo]) -> Option<Config> {
    let value = |name: i32| attributes.iter().find(|pair| pair.0 == name).map_or(0, |pair| pair.1);
    let is = |name: i32, wanted: i32| value(name) == wanted;
    let zeros = [GLX_LEVEL, GLX_STEREO, GLX_AUX_BUFFERS];
    let accumulation = value(GLX_ACCUM_RED_SIZE);
    let accumulates = [0, Accumulation::BITS.into()].contains(&accumulation)
        && [GLX_ACCUM_GREEN_SIZE, GLX_ACCUM_BLUE_SIZE, GLX_ACCUM_ALPHA_SIZE].iter().all(|&name| is(name, accumulation));
    // Floating-point configs have other bits instead of GLX_RGBA_BIT.
    let fits = value(GLX_RENDER_TYPE) & GLX_RGBA_BIT != 0
        && COLORS.contains(&[GLX_RED_SIZE, GLX_GREEN_SIZE, GLX_BLUE_SIZE, GLX_ALPHA_SIZE].map(value))
        && zeros.iter().all(|&name| is(name, 0))
        && accumulates
        && !is(GLX_TRANSPARENT_TYPE, GLX_TRANSPARENT_RGB)
        && DEPTHS.contains(&(value(GLX_DEPTH_SIZE), value(GLX_STENCIL_SIZE)))
        && has_samples(value(GLX_SAMPLES));
    if !fits {
        return None;
    }
    let visual = value(GLX_VISUAL_ID);
    let colors = [GLX_RED_SIZE, GLX_GREEN_SIZE, GLX_BLUE_SIZE].map(value);
    let supported = visuals.iter().any(|known| known.id == visual as u32 as std::ffi::c_ulong && colors_of(known) == Some(colors));
    let visual = if supported && is(GLX_X_VISUAL_TYPE, GLX_TRUE_COLOR) { visual } else { 0 };
    let samples = value(GLX_SAMPLES);
    let mut drawables = GLX_PBUFFER_BIT | value(GLX_DRAWABLE_TYPE) & (GLX_WINDOW_BIT | GLX_PIXMAP_BIT);
    if visual == 0 {
        drawables &= !GLX_WINDOW_BIT;
    }
    if samples > 0 || visual == 0 {
        // A pixmap has one sample for each pixel, and what renders to it renders to its pixels.
        drawables &= !GLX_PIXMAP_BIT;
    }
    Some(Config {
        id: value(GLX_FBCONFIG_ID),
        screen,
        visual: if drawables & GLX_WINDOW_BIT != 0 { visual } else { 0 },
        double_buffered: value(GLX_DOUBLEBUFFER) != 0,
        colors,
        alpha: value(GLX_ALPHA_SIZE),
        depth: value(GLX_DEPTH_SIZE),
        stencil: value(GLX_STENCIL_SIZE),
        accumulation,
        caveat: if is(GLX_CONFIG_CAVEAT, GLX_SLOW_CONFIG) { GLX_SLOW_CONFIG } else { GLX_NONE },
        samples,
        drawables,
        srgb: value(GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB) != 0 && colors == [8; 3],
        group: value(GLX_VISUAL_SELECT_GROUP_SGIX),
    })
}

/// Returns the configs of a screen whose server has none that the pipeline can render to, with ids of their own.
pub fn of_visuals(screen: i32, visuals: &[VisualInfo]) -> Vec<Config> {
    let mut found = Vec::new();
    for (visual, colors) in visuals.iter().filter_map(|visual| Some((visual, colors_of(visual)?))) {
        for (double_buffered, samples) in [(true, 0), (false, 0), (true, 4)] {
            // One config more with an accumulation buffer.
            let accumulating = DEPTHS.first().map(|&depth| (depth, Accumulation::BITS.into()));
            for ((depth, stencil), accumulation) in DEPTHS.map(|depth| (depth, 0)).into_iter().chain(accumulating) {
                let pixmaps = if samples == 0 { GLX_PIXMAP_BIT } else { 0 };
                found.push(Config {
                    id: found.len() as i32 + 1,
                    screen,
                    visual: visual.id as i32,
                    double_buffered,
                    colors,
                    alpha: if visual.depth == 32 { 8 } else { 0 },
                    depth,
                    stencil,
                    accumulation,
                    caveat: GLX_NONE,
                    samples,
                    drawables: GLX_WINDOW_BIT | GLX_PBUFFER_BIT | pixmaps,
                    srgb: false,
                    group: i32::from(visual.depth == 32),
                });
            }
        }
    }
    found
}

/// The configs of all screens. They are never freed, and screens with the same configs share them, because "some applications even depend
/// on this: they will look up a GLXFBConfig handle with one connection, and then try to use that config on another connection"
/// [libglxabi.h].
static CONFIGS: Mutex<Vec<&'static [Config]>> = Mutex::new(Vec::new());

/// Returns a list of configs that lives as long as the process.
pub fn intern(configs: Vec<Config>) -> &'static [Config] {
    let mut known = CONFIGS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(same) = known.iter().find(|list| ***list == *configs) {
        return same;
    }
    let list: &'static [Config] = Vec::leak(configs);
    known.push(list);
    list
}

impl Config {
    /// Returns the config with a GLXFBConfig handle.
    pub fn from_handle(handle: Handle) -> Result<&'static Self> {
        let known = CONFIGS.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().copied().flatten().find(|config| config.handle() == handle).ok_or(Error::Glx(GLX_BAD_FB_CONFIG, 0))
    }

    /// Returns the GLXFBConfig handle.
    pub fn handle(&self) -> Handle {
        core::ptr::from_ref(self).cast_mut().cast()
    }

    /// Returns what the buffers consist of.
    pub fn layout(&self) -> Layout {
        Layout {
            color: match self.colors[0] {
                5 => Format::Rgb565,
                10 => Format::Rgb10A2,
                _ if self.srgb => Format::Srgb8Alpha8,
                _ => Format::Rgba8,
            },
            alpha: self.alpha as u8,
            depth: self.depth as u8,
            stencil: self.stencil as u8,
            accumulation: self.accumulation as u8,
            samples: self.samples as u32,
        }
    }

    /// Returns true if windows and pixmaps of `depth` bits have the pixels of the config.
    pub fn has_pixels_of(&self, depth: u8) -> bool {
        match self.colors[0] {
            5 => depth == 16,
            10 => depth == 30,
            _ => matches!(depth, 24 | 32),
        }
    }

    /// Returns true if a context of a config can render to a drawable of another.
    pub fn is_compatible(&self, other: &Self) -> bool {
        // "A drawable and context are compatible if they … have color buffers and ancillary buffers of the same depth" [GLX 1.4, 2.1]
        let sizes = |one: i32, two: i32| one == two || one == 0 || two == 0;
        self.screen == other.screen
            && self.colors == other.colors
            && sizes(self.alpha, other.alpha)
            && sizes(self.depth, other.depth)
            && sizes(self.stencil, other.stencil)
            && sizes(self.accumulation, other.accumulation)
    }

    /// Returns the value of an attribute, or `None` if it is none.
    pub fn attribute(&self, name: i32) -> Option<i32> {
        let windows = self.drawables & GLX_WINDOW_BIT != 0;
        let pixmaps = self.drawables & GLX_PIXMAP_BIT != 0;
        Some(match name {
            GLX_FBCONFIG_ID => self.id,
            GLX_BUFFER_SIZE => self.colors.iter().sum::<i32>() + self.alpha,
            GLX_DOUBLEBUFFER => i32::from(self.double_buffered),
            GLX_RED_SIZE => self.colors[0],
            GLX_GREEN_SIZE => self.colors[1],
            GLX_BLUE_SIZE => self.colors[2],
            GLX_ALPHA_SIZE => self.alpha,
            GLX_DEPTH_SIZE => self.depth,
            GLX_STENCIL_SIZE => self.stencil,
            GLX_SAMPLE_BUFFERS => i32::from(self.samples > 0),
            GLX_SAMPLES => self.samples,
            GLX_RENDER_TYPE => GLX_RGBA_BIT,
            GLX_DRAWABLE_TYPE => self.drawables,
            GLX_X_RENDERABLE => i32::from(windows || pixmaps),
            GLX_X_VISUAL_TYPE if windows => GLX_TRUE_COLOR,
            GLX_X_VISUAL_TYPE | GLX_TRANSPARENT_TYPE => GLX_NONE,
            GLX_CONFIG_CAVEAT => self.caveat,
            GLX_ACCUM_RED_SIZE | GLX_ACCUM_GREEN_SIZE | GLX_ACCUM_BLUE_SIZE | GLX_ACCUM_ALPHA_SIZE => self.accumulation,
            GLX_MAX_PBUFFER_WIDTH | GLX_MAX_PBUFFER_HEIGHT => MAX_PBUFFER,
            GLX_MAX_PBUFFER_PIXELS => MAX_PBUFFER * MAX_PBUFFER,
            GLX_VISUAL_ID => self.visual,
            GLX_SCREEN => self.screen,
            GLX_USE_GL | GLX_RGBA => 1,
            GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB => i32::from(self.srgb),
            GLX_VISUAL_SELECT_GROUP_SGIX => self.group,
            // A swap copies the back buffer.
            GLX_SWAP_METHOD_OML if self.double_buffered => GLX_SWAP_COPY_OML,
            GLX_SWAP_METHOD_OML => GLX_SWAP_UNDEFINED_OML,
            GLX_LEVEL
            | GLX_STEREO
            | GLX_AUX_BUFFERS
            | GLX_OPTIMAL_PBUFFER_WIDTH_SGIX
            | GLX_OPTIMAL_PBUFFER_HEIGHT_SGIX
            | GLX_TRANSPARENT_INDEX_VALUE
            | GLX_TRANSPARENT_RED_VALUE
            | GLX_TRANSPARENT_GREEN_VALUE
            | GLX_TRANSPARENT_BLUE_VALUE
            | GLX_TRANSPARENT_ALPHA_VALUE => 0,
            GLX_BIND_TO_TEXTURE_RGB_EXT => i32::from(pixmaps),
            GLX_BIND_TO_TEXTURE_RGBA_EXT => i32::from(pixmaps && self.alpha > 0),
            GLX_BIND_TO_TEXTURE_TARGETS_EXT if pixmaps => GLX_TEXTURE_2D_BIT_EXT | GLX_TEXTURE_RECTANGLE_BIT_EXT,
            GLX_BIND_TO_TEXTURE_TARGETS_EXT | GLX_BIND_TO_MIPMAP_TEXTURE_EXT => 0,
            // The first row of texels is the highest row of the pixmap, as on other drivers: window managers rely on it without asking.
            GLX_Y_INVERTED_EXT => 1,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn visual(id: u32, depth: i32) -> VisualInfo {
        VisualInfo { depth, class: 4, masks: [0xFF_0000, 0xFF00, 0xFF], ..VisualInfo::wanted(id, 0) }
    }

    /// The attributes of a config of the server, some of them replaced.
    fn attributes(changes: &[(i32, i32)]) -> Attributes {
        let mut all = vec![
            (GLX_FBCONFIG_ID, 0x77),
            (GLX_VISUAL_ID, 0x21),
            (GLX_X_VISUAL_TYPE, GLX_TRUE_COLOR),
            (GLX_RENDER_TYPE, GLX_RGBA_BIT),
            (GLX_DRAWABLE_TYPE, GLX_WINDOW_BIT | GLX_PIXMAP_BIT | GLX_PBUFFER_BIT),
            (GLX_DOUBLEBUFFER, 1),
            (GLX_RED_SIZE, 8),
            (GLX_GREEN_SIZE, 8),
            (GLX_BLUE_SIZE, 8),
            (GLX_ALPHA_SIZE, 8),
            (GLX_DEPTH_SIZE, 24),
            (GLX_STENCIL_SIZE, 8),
            (GLX_TRANSPARENT_TYPE, GLX_NONE),
        ];
        all.retain(|pair| changes.iter().all(|change| change.0 != pair.0));
        all.extend(changes);
        all
    }

    #[test]
    fn configs_have_the_servers_ids_and_attributes() {
        let found = of_server(&attributes(&[]), 0, &[visual(0x21, 24)]).unwrap();
        let value = |name| found.attribute(name);
        assert_eq!(
            (value(GLX_FBCONFIG_ID), value(GLX_VISUAL_ID), value(GLX_X_VISUAL_TYPE)),
            (Some(0x77), Some(0x21), Some(GLX_TRUE_COLOR))
        );
        assert_eq!((value(GLX_BUFFER_SIZE), value(GLX_DEPTH_SIZE), value(GLX_SAMPLE_BUFFERS)), (Some(32), Some(24), Some(0)));
        assert_eq!(value(GLX_DRAWABLE_TYPE), Some(GLX_WINDOW_BIT | GLX_PIXMAP_BIT | GLX_PBUFFER_BIT));
        assert_eq!(value(0x7777), None);
        // Windows cannot have a visual of other pixels.
        let found = of_server(&attributes(&[]), 0, &[visual(0x21, 16)]).unwrap();
        assert_eq!((found.attribute(GLX_DRAWABLE_TYPE), found.attribute(GLX_VISUAL_ID)), (Some(GLX_PBUFFER_BIT), Some(0)));
        assert_eq!(found.attribute(GLX_X_VISUAL_TYPE), Some(GLX_NONE));
        // Those of ten bits do.
        let tens = [(GLX_RED_SIZE, 10), (GLX_GREEN_SIZE, 10), (GLX_BLUE_SIZE, 10), (GLX_ALPHA_SIZE, 2)];
        let deep = VisualInfo { depth: 30, masks: [0x3FF0_0000, 0xF_FC00, 0x3FF], ..visual(0x21, 24) };
        let found = of_server(&attributes(&tens), 0, &[deep]).unwrap();
        assert_eq!((found.attribute(GLX_VISUAL_ID), found.attribute(GLX_BUFFER_SIZE)), (Some(0x21), Some(32)));
        assert_eq!((found.layout().color, found.has_pixels_of(30), found.has_pixels_of(24)), (Format::Rgb10A2, true, false));
        let fives = [(GLX_RED_SIZE, 5), (GLX_GREEN_SIZE, 6), (GLX_BLUE_SIZE, 5), (GLX_ALPHA_SIZE, 0)];
        let shallow = VisualInfo { depth: 16, masks: [0xF800, 0x7E0, 0x1F], ..visual(0x21, 24) };
        let found = of_server(&attributes(&fives), 0, &[shallow]).unwrap();
        assert_eq!((found.layout().color, found.attribute(GLX_BUFFER_SIZE)), (Format::Rgb565, Some(16)));
        assert!(found.has_pixels_of(16) && !found.has_pixels_of(32));
        // A pixmap has one sample for each pixel.
        let found = of_server(&attributes(&[(GLX_SAMPLES, 4), (GLX_SAMPLE_BUFFERS, 1)]), 0, &[visual(0x21, 24)]).unwrap();
        assert_eq!((found.attribute(GLX_DRAWABLE_TYPE), found.samples), (Some(GLX_WINDOW_BIT | GLX_PBUFFER_BIT), 4));
    }

    #[test]
    fn configs_have_the_servers_accumulation_buffers() {
        const SIZES: [i32; 4] = [GLX_ACCUM_RED_SIZE, GLX_ACCUM_GREEN_SIZE, GLX_ACCUM_BLUE_SIZE, GLX_ACCUM_ALPHA_SIZE];
        let mut changes = SIZES.map(|name| (name, 16)).to_vec();
        changes.push((GLX_CONFIG_CAVEAT, GLX_SLOW_CONFIG));
        let found = of_server(&attributes(&changes), 0, &[visual(0x21, 24)]).unwrap();
        assert_eq!(SIZES.map(|name| found.attribute(name)), [Some(16); 4]);
        assert_eq!((found.attribute(GLX_CONFIG_CAVEAT), found.layout().accumulation), (Some(GLX_SLOW_CONFIG), 16));
        let without = of_server(&attributes(&[]), 0, &[visual(0x21, 24)]).unwrap();
        assert_eq!((without.attribute(GLX_ACCUM_RED_SIZE), without.attribute(GLX_CONFIG_CAVEAT)), (Some(0), Some(GLX_NONE)));
        assert!(found.is_compatible(&without));
    }

    #[test]
    fn configs_that_the_pipeline_lacks_are_left_out() {
        let others = [
            (GLX_RED_SIZE, 10),
            (GLX_ALPHA_SIZE, 2),
            (GLX_DEPTH_SIZE, 16),
            (GLX_ACCUM_RED_SIZE, 16),
            (GLX_ACCUM_ALPHA_SIZE, 8),
            (GLX_STEREO, 1),
            (GLX_AUX_BUFFERS, 1),
            (GLX_SAMPLES, 16),
            (GLX_RENDER_TYPE, 4),
            (GLX_LEVEL, 1),
        ];
        for change in others {
            assert_eq!(of_server(&attributes(&[change]), 0, &[visual(0x21, 24)]), None, "{change:?}");
        }
    }

    #[test]
    fn visuals_have_configs_where_the_server_has_none() {
        let found = of_visuals(0, &[visual(0x21, 24), visual(0x40, 32), visual(0x41, 16)]);
        assert_eq!(found.len(), 24);
        assert_eq!(found.iter().filter(|config| config.attribute(GLX_ACCUM_BLUE_SIZE) == Some(16)).count(), 6);
        assert!(found.iter().enumerate().all(|(index, config)| config.id == index as i32 + 1));
        assert!(found.iter().all(|config| config.alpha == if config.visual == 0x40 { 8 } else { 0 }));
        let list = intern(found.clone());
        assert!(core::ptr::eq(list, intern(found)));
        assert_eq!(Config::from_handle(list[3].handle()), Ok(&list[3]));
        assert_eq!(Config::from_handle(0x1000 as Handle), Err(Error::Glx(GLX_BAD_FB_CONFIG, 0)));
    }
}
