//! EGL configs: the list that every display offers, and the selection of eglChooseConfig.

use super::tokens::*;
use super::x11::Visuals;
use super::{Error, Result};
use crate::image::format::Format;

/// EGL_MAX_PBUFFER_WIDTH and EGL_MAX_PBUFFER_HEIGHT, in pixels.
pub const MAX_PBUFFER: i32 = 16384;

/// An EGL config.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// EGL_CONFIG_ID, which is also the handle.
    pub id: i32,
    /// Bits of red, green, blue and alpha.
    pub sizes: [i32; 4],
    /// Bits of the depth buffer.
    pub depth: i32,
    /// Bits of the stencil buffer.
    pub stencil: i32,
    /// EGL_SAMPLES: 0 or 4.
    pub samples: i32,
    /// True if windows use the ARGB visual, whose alpha a compositor blends; false for the visual of the root window.
    argb: bool,
}

/// All configs, the multisampled ones after the others. RGB without alpha is stored as RGBA8 whose alpha is not written. The configs of the
/// ARGB visual come last among those of as many samples, so that a program gets them only if it searches for that visual. Those of 16 bits, which
/// have no visual and come before all others in the order of eglChooseConfig, have one sample.
const CONFIGS: [Config; 21] = {
    // The colours of a config, and whether it is one of the ARGB visual.
    const COLORS: [([i32; 4], bool); 7] = [
        ([8, 8, 8, 8], false),
        ([8, 8, 8, 0], false),
        ([5, 6, 5, 0], false),
        ([8, 8, 8, 8], true),
        ([8, 8, 8, 8], false),
        ([8, 8, 8, 0], false),
        ([8, 8, 8, 8], true),
    ];
    const DEPTHS: [(i32, i32); 3] = [(24, 8), (24, 0), (0, 0)];
    let mut all = [Config { id: 0, sizes: [0; 4], depth: 0, stencil: 0, samples: 0, argb: false }; 21];
    let mut index = 0;
    while index < 21 {
        let (depth, stencil) = DEPTHS[index % 3];
        let ((sizes, argb), samples) = (COLORS[index / 3], if index < 12 { 0 } else { 4 });
        all[index] = Config { id: index as i32 + 1, sizes, depth, stencil, samples, argb };
        index += 1;
    }
    all
};

/// Returns the configs of a display that has these visuals.
pub fn all(visuals: Visuals) -> Vec<Config> {
    CONFIGS.iter().copied().filter(|config| !config.argb || visuals.argb != 0).collect()
}

impl Config {
    /// Returns the config with an EGLConfig handle on a display that has these visuals.
    pub fn from_handle(handle: super::Handle, visuals: Visuals) -> Result<Self> {
        all(visuals).into_iter().find(|config| config.id as usize == handle as usize).ok_or(EGL_BAD_CONFIG)
    }

    /// Returns the EGLConfig handle.
    pub fn handle(self) -> super::Handle {
        self.id as usize as super::Handle
    }

    /// Returns the format of the colour buffer.
    pub fn color_format(self) -> Format {
        if self.sizes[0] == 5 { Format::Rgb565 } else { Format::Rgba8 }
    }

    /// Returns true if pbuffers can be the images of textures, which have one sample for each texel.
    pub fn binds_to_textures(self) -> bool {
        self.samples == 0
    }

    /// Returns the value of an attribute on a display that has these visuals.
    pub fn attribute(self, attribute: i32, visuals: Visuals) -> Result<i32> {
        let visual = if self.argb { visuals.argb } else { visuals.root };
        let pixmaps = visual != 0 && self.sizes[0] == 8;
        let windows = pixmaps || visuals.wayland && self.sizes[0] == 8;
        let apis = EGL_OPENGL_BIT | EGL_OPENGL_ES_BIT | EGL_OPENGL_ES2_BIT | EGL_OPENGL_ES3_BIT;
        Ok(match attribute {
            EGL_BUFFER_SIZE => self.sizes.iter().sum(),
            EGL_RED_SIZE => self.sizes[0],
            EGL_GREEN_SIZE => self.sizes[1],
            EGL_BLUE_SIZE => self.sizes[2],
            EGL_ALPHA_SIZE => self.sizes[3],
            EGL_DEPTH_SIZE => self.depth,
            EGL_STENCIL_SIZE => self.stencil,
            EGL_CONFIG_ID => self.id,
            EGL_SAMPLES => self.samples,
            EGL_SAMPLE_BUFFERS => i32::from(self.samples > 0),
            EGL_CONFIG_CAVEAT | EGL_TRANSPARENT_TYPE => EGL_NONE,
            EGL_MAX_PBUFFER_WIDTH | EGL_MAX_PBUFFER_HEIGHT => MAX_PBUFFER,
            EGL_MAX_PBUFFER_PIXELS => MAX_PBUFFER * MAX_PBUFFER,
            EGL_NATIVE_VISUAL_ID => visual as i32 * i32::from(pixmaps),
            // TrueColor, the class of the X11 visuals.
            EGL_NATIVE_VISUAL_TYPE => {
                if pixmaps {
                    4
                } else {
                    EGL_NONE
                }
            }
            // A flush resolves the samples of a pixmap's colour buffer.
            EGL_SURFACE_TYPE => {
                let windows = if windows { EGL_WINDOW_BIT } else { 0 };
                EGL_PBUFFER_BIT | EGL_SWAP_BEHAVIOR_PRESERVED_BIT | windows | if pixmaps { EGL_PIXMAP_BIT } else { 0 }
            }
            EGL_COLOR_BUFFER_TYPE => EGL_RGB_BUFFER,
            EGL_RENDERABLE_TYPE | EGL_CONFORMANT => apis,
            EGL_MAX_SWAP_INTERVAL => 1,
            EGL_BIND_TO_TEXTURE_RGB => self.binds_to_textures().into(),
            EGL_BIND_TO_TEXTURE_RGBA => (self.binds_to_textures() && self.sizes[3] > 0).into(),
            EGL_LEVEL
            | EGL_NATIVE_RENDERABLE
            | EGL_LUMINANCE_SIZE
            | EGL_ALPHA_MASK_SIZE
            | EGL_MIN_SWAP_INTERVAL
            | EGL_TRANSPARENT_RED_VALUE
            | EGL_TRANSPARENT_GREEN_VALUE
            | EGL_TRANSPARENT_BLUE_VALUE => 0,
            _ => return Err(EGL_BAD_ATTRIBUTE),
        })
    }
}

/// How eglChooseConfig compares an attribute (EGL 1.5, table 3.4).
enum Criterion {
    AtLeast,
    Exact,
    Mask,
    Ignored,
}

/// Returns the criterion and the default value of an attribute.
fn criterion(attribute: i32) -> std::result::Result<(Criterion, i32), Error> {
    use Criterion::*;
    Ok(match attribute {
        EGL_BUFFER_SIZE | EGL_RED_SIZE | EGL_GREEN_SIZE | EGL_BLUE_SIZE | EGL_ALPHA_SIZE | EGL_DEPTH_SIZE | EGL_STENCIL_SIZE
        | EGL_LUMINANCE_SIZE | EGL_ALPHA_MASK_SIZE | EGL_SAMPLES | EGL_SAMPLE_BUFFERS => (AtLeast, 0),
        EGL_SURFACE_TYPE => (Mask, EGL_WINDOW_BIT),
        EGL_RENDERABLE_TYPE => (Mask, EGL_OPENGL_ES_BIT),
        EGL_CONFORMANT => (Mask, 0),
        EGL_LEVEL => (Exact, 0),
        EGL_COLOR_BUFFER_TYPE => (Exact, EGL_RGB_BUFFER),
        EGL_TRANSPARENT_TYPE => (Exact, EGL_NONE),
        EGL_CONFIG_ID
        | EGL_CONFIG_CAVEAT
        | EGL_NATIVE_RENDERABLE
        | EGL_NATIVE_VISUAL_TYPE
        | EGL_MIN_SWAP_INTERVAL
        | EGL_MAX_SWAP_INTERVAL
        | EGL_BIND_TO_TEXTURE_RGB
        | EGL_BIND_TO_TEXTURE_RGBA => (Exact, EGL_DONT_CARE),
        // "EGL_MAX_PBUFFER_… and EGL_NATIVE_VISUAL_ID … ignored". The display compares pixmaps.
        EGL_MAX_PBUFFER_WIDTH
        | EGL_MAX_PBUFFER_HEIGHT
        | EGL_MAX_PBUFFER_PIXELS
        | EGL_NATIVE_VISUAL_ID
        | EGL_MATCH_NATIVE_PIXMAP
        | EGL_TRANSPARENT_RED_VALUE
        | EGL_TRANSPARENT_GREEN_VALUE
        | EGL_TRANSPARENT_BLUE_VALUE => (Ignored, EGL_DONT_CARE),
        _ => return Err(EGL_BAD_ATTRIBUTE),
    })
}

/// Returns the configs that match eglChooseConfig's attributes, best first.
pub fn choose(wanted: &[(i32, isize)], visuals: Visuals) -> Result<Vec<Config>> {
    let wanted: Vec<(i32, i32)> = wanted.iter().map(|&(key, value)| (key, value as i32)).collect();
    for &(key, _) in &wanted {
        criterion(key)?;
    }
    let value_of = |key: i32| wanted.iter().rev().find(|pair| pair.0 == key).map(|pair| pair.1);
    // "If EGL_CONFIG_ID is specified …, it must match exactly, and all other attributes are ignored."
    if let Some(id) = value_of(EGL_CONFIG_ID).filter(|&id| id != EGL_DONT_CARE) {
        return Ok(all(visuals).into_iter().filter(|config| config.id == id).collect());
    }
    let mut keys: Vec<i32> = wanted.iter().map(|pair| pair.0).collect();
    if !keys.contains(&EGL_SURFACE_TYPE) {
        keys.push(EGL_SURFACE_TYPE);
    }
    let mut found = Vec::new();
    'configs: for config in all(visuals) {
        for &key in &keys {
            let (criterion, default) = criterion(key)?;
            let value = value_of(key).unwrap_or(default);
            if matches!(criterion, Criterion::Ignored) || value == EGL_DONT_CARE {
                continue;
            }
            let has = config.attribute(key, visuals)?;
            let fits = match criterion {
                Criterion::AtLeast => has >= value,
                Criterion::Exact => has == value,
                Criterion::Mask => has & value == value,
                Criterion::Ignored => true,
            };
            if !fits {
                continue 'configs;
            }
        }
        found.push(config);
    }
    // "… larger total number of color bits" sums only the components that the attributes request. Smaller buffers come first after that.
    let asked: Vec<usize> = [EGL_RED_SIZE, EGL_GREEN_SIZE, EGL_BLUE_SIZE, EGL_ALPHA_SIZE]
        .iter()
        .enumerate()
        .filter(|(_, key)| value_of(**key).is_some_and(|value| value != 0 && value != EGL_DONT_CARE))
        .map(|(index, _)| index)
        .collect();
    found.sort_by_key(|config| {
        let bits: i32 = asked.iter().map(|&index| config.sizes[index]).sum();
        (-bits, config.sizes.iter().sum::<i32>(), config.samples, config.depth, config.stencil, config.id)
    });
    Ok(found)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    const BOTH: Visuals = Visuals { root: 0x21, argb: 0x40, wayland: false };

    fn visual_of(config: &Config) -> i32 {
        config.attribute(EGL_NATIVE_VISUAL_ID, BOTH).unwrap()
    }

    #[test]
    fn programs_get_samples_only_if_they_ask_for_them() {
        let samples = |config: &Config| [EGL_SAMPLE_BUFFERS, EGL_SAMPLES].map(|name| config.attribute(name, BOTH).unwrap());
        for wanted in [&[][..], &[(EGL_SAMPLES, 0)], &[(EGL_RED_SIZE, 8), (EGL_DEPTH_SIZE, 24), (EGL_STENCIL_SIZE, 8)]] {
            assert_eq!(samples(&choose(wanted, BOTH).unwrap()[0]), [0, 0], "{wanted:?}");
        }
        for wanted in [&[(EGL_SAMPLE_BUFFERS, 1)][..], &[(EGL_SAMPLES, 2)], &[(EGL_SAMPLES, 4), (EGL_DEPTH_SIZE, 1)]] {
            assert_eq!(samples(&choose(wanted, BOTH).unwrap()[0]), [1, 4], "{wanted:?}");
        }
        assert_eq!(choose(&[(EGL_SAMPLES, 5)], BOTH), Ok(vec![]));
    }

    #[test]
    fn configs_of_a_visual_render_to_pixmaps() {
        let pixmaps = [(EGL_SURFACE_TYPE, (EGL_PIXMAP_BIT | EGL_WINDOW_BIT) as isize)];
        let found = choose(&pixmaps, BOTH).unwrap();
        assert_eq!(found.iter().filter(|config| config.samples == 0).count(), 9);
        assert_eq!(found.iter().filter(|config| config.samples == 4).count(), 9);
        assert!(found.iter().all(|config| config.sizes[0] == 8));
        assert_eq!(choose(&pixmaps, Visuals::default()), Ok(vec![]));
    }

    #[test]
    fn configs_of_wayland_have_windows_but_no_visuals_and_pixmaps() {
        let wayland = Visuals { wayland: true, ..Visuals::default() };
        let found = choose(&[(EGL_SURFACE_TYPE, EGL_WINDOW_BIT as isize)], wayland).unwrap();
        assert!([0, 8].into_iter().all(|alpha| found.iter().any(|config| config.sizes[3] == alpha)));
        for config in &found {
            let values = [EGL_NATIVE_VISUAL_ID, EGL_NATIVE_VISUAL_TYPE].map(|name| config.attribute(name, wayland).unwrap());
            assert_eq!((config.sizes[0], values), (8, [0, EGL_NONE]));
        }
        assert_eq!(choose(&[(EGL_SURFACE_TYPE, EGL_PIXMAP_BIT as isize)], wayland), Ok(vec![]));
    }

    #[test]
    fn configs_of_the_visual_with_alpha_come_last() {
        let windows = [(EGL_SURFACE_TYPE, EGL_WINDOW_BIT as isize)];
        for alpha in [0, 8] {
            let wanted = [windows[0], (EGL_ALPHA_SIZE, alpha)];
            assert_eq!(visual_of(&choose(&wanted, BOTH).unwrap()[0]), 0x21, "alpha {alpha}");
        }
        let of_argb: Vec<Config> = choose(&windows, BOTH).unwrap().into_iter().filter(|config| visual_of(config) == 0x40).collect();
        assert_eq!(of_argb.iter().map(|config| config.sizes).collect::<Vec<_>>(), [[8; 4]; 6]);
        for config in of_argb {
            assert_eq!(config.attribute(EGL_SURFACE_TYPE, BOTH).unwrap() & EGL_WINDOW_BIT, EGL_WINDOW_BIT);
            assert_eq!(config.attribute(EGL_NATIVE_VISUAL_TYPE, BOTH).unwrap(), 4);
            assert_eq!(Config::from_handle(config.handle(), BOTH), Ok(config));
            // A display without the ARGB visual lacks the config.
            assert_eq!(Config::from_handle(config.handle(), Visuals::default()), Err(EGL_BAD_CONFIG));
            assert_eq!(choose(&[(EGL_CONFIG_ID, config.id as isize)], Visuals::default()), Ok(vec![]));
        }
        assert_eq!(choose(&windows, Visuals::default()), Ok(vec![]));
    }
}
