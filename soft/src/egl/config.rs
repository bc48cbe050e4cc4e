//! EGL configs: the list that every display offers, and the selection of eglChooseConfig.

use super::tokens::*;
use super::x11::Visuals;
use super::{Error, Result};
use base::image::format::Format;

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
    /// EGL_SAMPLES: 0, 2, 4 or 8.
    pub samples: i32,
    /// True if windows use the ARGB visual, whose alpha a compositor blends; false for the visual of the root window.
    argb: bool,
}

/// The colours of the configs, and whether they are of the ARGB visual. RGB without alpha is stored as RGBA8 whose alpha is not written. Those of 5,
/// 10 and 16 bits have no visual.
const COLORS: [([i32; 4], bool); 6] = [
    ([8, 8, 8, 8], false),
    ([8, 8, 8, 0], false),
    ([5, 6, 5, 0], false),
    ([10, 10, 10, 2], false),
    ([16, 16, 16, 16], false),
    ([8, 8, 8, 8], true),
];
/// The bits of the depth and the stencil buffer.
const DEPTHS: [(i32, i32); 3] = [(24, 8), (24, 0), (0, 0)];
/// The samples.
const SAMPLES: [i32; 4] = [0, 2, 4, 8];
/// The number of configs.
const COUNT: usize = COLORS.len() * DEPTHS.len() * SAMPLES.len();

/// All configs, the multisampled ones after the others. The configs of the ARGB visual come last among those of as many samples, so that a program
/// gets them only if it searches for that visual.
const CONFIGS: [Config; COUNT] = {
    let mut all = [Config { id: 0, sizes: [0; 4], depth: 0, stencil: 0, samples: 0, argb: false }; COUNT];
    let mut index = 0;
    while index < COUNT {
        let (depth, stencil) = DEPTHS[index % DEPTHS.len()];
        let (sizes, argb) = COLORS[index / DEPTHS.len() % COLORS.len()];
        let samples = SAMPLES[index / DEPTHS.len() / COLORS.len()];
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
        match self.sizes[0] {
            5 => Format::Rgb565,
            10 => Format::Rgb10A2,
            16 => Format::Rgba16f,
            _ => Format::Rgba8,
        }
    }

    /// Returns true if pbuffers can be the images of textures, which have one sample for each texel and at most 8 bits.
    pub fn binds_to_textures(self) -> bool {
        self.samples == 0 && self.sizes[0] <= 8
    }

    /// Returns the value of an attribute on a display that has these visuals.
    pub fn attribute(self, attribute: i32, visuals: Visuals) -> Result<i32> {
        let visual = if self.argb { visuals.argb } else { visuals.root };
        let pixmaps = visual != 0 && self.sizes[0] == 8;
        let windows = pixmaps || visuals.without_visuals && self.sizes[0] == 8;
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
            // "rendering to a surface with this configuration may run at reduced performance" [EGL 1.5, 3.4], so that programs that ask for at least
            // 8 bits get 8.
            EGL_CONFIG_CAVEAT if self.sizes[0] > 8 => EGL_SLOW_CONFIG,
            EGL_CONFIG_CAVEAT | EGL_TRANSPARENT_TYPE => EGL_NONE,
            EGL_COLOR_COMPONENT_TYPE_EXT if self.sizes[0] == 16 => EGL_COLOR_COMPONENT_TYPE_FLOAT_EXT,
            EGL_COLOR_COMPONENT_TYPE_EXT => EGL_COLOR_COMPONENT_TYPE_FIXED_EXT,
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
        EGL_COLOR_COMPONENT_TYPE_EXT => (Exact, EGL_COLOR_COMPONENT_TYPE_FIXED_EXT),
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

/// Returns true if eglChooseConfig accepts a value of an attribute.
fn accepts(attribute: i32, value: i32) -> bool {
    const APIS: i32 = EGL_OPENGL_BIT | EGL_OPENGL_ES_BIT | EGL_OPENGL_ES2_BIT | EGL_OPENGL_ES3_BIT | EGL_OPENVG_BIT;
    const SURFACES: i32 = EGL_PBUFFER_BIT
        | EGL_PIXMAP_BIT
        | EGL_WINDOW_BIT
        | EGL_VG_COLORSPACE_LINEAR_BIT
        | EGL_VG_ALPHA_FORMAT_PRE_BIT
        | EGL_MULTISAMPLE_RESOLVE_BOX_BIT
        | EGL_SWAP_BEHAVIOR_PRESERVED_BIT;
    if value == EGL_DONT_CARE {
        return true;
    }
    match attribute {
        EGL_BUFFER_SIZE
        | EGL_RED_SIZE
        | EGL_GREEN_SIZE
        | EGL_BLUE_SIZE
        | EGL_ALPHA_SIZE
        | EGL_DEPTH_SIZE
        | EGL_STENCIL_SIZE
        | EGL_LUMINANCE_SIZE
        | EGL_ALPHA_MASK_SIZE
        | EGL_SAMPLES
        | EGL_SAMPLE_BUFFERS
        | EGL_MIN_SWAP_INTERVAL
        | EGL_MAX_SWAP_INTERVAL => value >= 0,
        EGL_SURFACE_TYPE => value & !SURFACES == 0,
        EGL_RENDERABLE_TYPE | EGL_CONFORMANT => value & !APIS == 0,
        EGL_COLOR_BUFFER_TYPE => matches!(value, EGL_RGB_BUFFER | EGL_LUMINANCE_BUFFER),
        EGL_COLOR_COMPONENT_TYPE_EXT => matches!(value, EGL_COLOR_COMPONENT_TYPE_FIXED_EXT | EGL_COLOR_COMPONENT_TYPE_FLOAT_EXT),
        EGL_CONFIG_CAVEAT => matches!(value, EGL_NONE | EGL_SLOW_CONFIG | EGL_NON_CONFORMANT_CONFIG),
        EGL_TRANSPARENT_TYPE => matches!(value, EGL_NONE | EGL_TRANSPARENT_RGB),
        EGL_NATIVE_RENDERABLE | EGL_BIND_TO_TEXTURE_RGB | EGL_BIND_TO_TEXTURE_RGBA => matches!(value, 0 | 1),
        _ => true,
    }
}

/// Returns the configs that match eglChooseConfig's attributes, best first.
pub fn choose(wanted: &[(i32, isize)], visuals: Visuals) -> Result<Vec<Config>> {
    let wanted: Vec<(i32, i32)> = wanted.iter().map(|&(key, value)| (key, value as i32)).collect();
    // "An EGL_BAD_ATTRIBUTE error is generated if attrib list contains an undefined EGL attribute or an attribute value that is unrecognized or out of
    // range." [EGL 1.5, 3.4.1]
    for &(key, value) in &wanted {
        criterion(key)?;
        if !accepts(key, value) {
            return Err(EGL_BAD_ATTRIBUTE);
        }
    }
    let value_of = |key: i32| wanted.iter().rev().find(|pair| pair.0 == key).map(|pair| pair.1);
    // "When EGL_CONFIG_ID is specified, all other attributes are ignored, and only the EGLConfig with the given ID is returned." [EGL 1.5, 3.4.1.1]
    if let Some(id) = value_of(EGL_CONFIG_ID).filter(|&id| id != EGL_DONT_CARE) {
        return Ok(all(visuals).into_iter().filter(|config| config.id == id).collect());
    }
    let mut keys: Vec<i32> = wanted.iter().map(|pair| pair.0).collect();
    // The attributes whose default value some configs do not match.
    for key in [EGL_SURFACE_TYPE, EGL_COLOR_COMPONENT_TYPE_EXT] {
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    // "If EGL_SURFACE_TYPE is specified in attrib list and the mask that follows does not have EGL_WINDOW_BIT set, or if there are no native visual
    // types, then the EGL_NATIVE_VISUAL_TYPE attribute is ignored." [EGL 1.5, 3.4.1.1]
    if value_of(EGL_SURFACE_TYPE).is_some_and(|mask| mask & EGL_WINDOW_BIT == 0) || visuals.root == 0 {
        keys.retain(|&key| key != EGL_NATIVE_VISUAL_TYPE);
    }
    let mut found = Vec::new();
    'configs: for config in all(visuals) {
        for &key in &keys {
            let (criterion, default) = criterion(key)?;
            let value = value_of(key).unwrap_or(default);
            // "EGL_DONT_CARE may be specified for all attributes except EGL_LEVEL and EGL_MATCH_NATIVE_PIXMAP." [EGL 1.5, 3.4.1]
            if matches!(criterion, Criterion::Ignored) || (value == EGL_DONT_CARE && key != EGL_LEVEL) {
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
        // "EGL_CONFIG_CAVEAT where the precedence is EGL_NONE, EGL_SLOW_CONFIG" [EGL 1.5, 3.4.1.2]. EGL_COLOR_COMPONENT_TYPE_EXT comes next,
        // with fixed-point colours before floats [EGL_EXT_pixel_format_float].
        let slow = config.sizes[0] > 8;
        let float = config.sizes[0] == 16;
        (slow, float, -bits, config.sizes.iter().sum::<i32>(), config.samples, config.depth, config.stencil, config.id)
    });
    Ok(found)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    const BOTH: Visuals = Visuals { root: 0x21, argb: 0x40, without_visuals: false };

    fn visual_of(config: &Config) -> i32 {
        config.attribute(EGL_NATIVE_VISUAL_ID, BOTH).unwrap()
    }

    #[test]
    fn programs_get_samples_only_if_they_ask_for_them() {
        let samples = |config: &Config| [EGL_SAMPLE_BUFFERS, EGL_SAMPLES].map(|name| config.attribute(name, BOTH).unwrap());
        for wanted in [&[][..], &[(EGL_SAMPLES, 0)], &[(EGL_RED_SIZE, 8), (EGL_DEPTH_SIZE, 24), (EGL_STENCIL_SIZE, 8)]] {
            assert_eq!(samples(&choose(wanted, BOTH).unwrap()[0]), [0, 0], "{wanted:?}");
        }
        for (wanted, least) in [
            (&[(EGL_SAMPLE_BUFFERS, 1)][..], 2),
            (&[(EGL_SAMPLES, 2)], 2),
            (&[(EGL_SAMPLES, 3)], 4),
            (&[(EGL_SAMPLES, 4), (EGL_DEPTH_SIZE, 1)], 4),
            (&[(EGL_SAMPLES, 5)], 8),
        ] {
            assert_eq!(samples(&choose(wanted, BOTH).unwrap()[0]), [1, least], "{wanted:?}");
        }
        assert_eq!(choose(&[(EGL_SAMPLES, 9)], BOTH), Ok(vec![]));
    }

    #[test]
    fn configs_of_a_visual_render_to_pixmaps() {
        let pixmaps = [(EGL_SURFACE_TYPE, (EGL_PIXMAP_BIT | EGL_WINDOW_BIT) as isize)];
        let found = choose(&pixmaps, BOTH).unwrap();
        for samples in SAMPLES {
            assert_eq!(found.iter().filter(|config| config.samples == samples).count(), 9);
        }
        assert!(found.iter().all(|config| config.sizes[0] == 8));
        assert_eq!(choose(&pixmaps, Visuals::default()), Ok(vec![]));
    }

    #[test]
    fn configs_of_wayland_have_windows_but_no_visuals_and_pixmaps() {
        let wayland = Visuals { without_visuals: true, ..Visuals::default() };
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
        assert_eq!(of_argb.iter().map(|config| config.sizes).collect::<Vec<_>>(), [[8; 4]; 3 * SAMPLES.len()]);
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

    #[test]
    fn deeper_colors_come_if_programs_ask_for_them() {
        let pbuffers = (EGL_SURFACE_TYPE, EGL_PBUFFER_BIT as isize);
        let sizes = |wanted: &[(i32, isize)]| choose(&[&[pbuffers], wanted].concat(), BOTH).unwrap().first().map(|config| config.sizes);
        let colors = |red: isize, alpha: isize| [(EGL_RED_SIZE, red), (EGL_GREEN_SIZE, red), (EGL_BLUE_SIZE, red), (EGL_ALPHA_SIZE, alpha)];
        assert_eq!(sizes(&colors(8, 0)), Some([8, 8, 8, 0]));
        assert_eq!(sizes(&colors(8, 8)), Some([8; 4]));
        assert_eq!(sizes(&colors(10, 2)), Some([10, 10, 10, 2]));
        assert_eq!(sizes(&colors(16, 16)), None, "fixed-point colours are the default");
        let float = (EGL_COLOR_COMPONENT_TYPE_EXT, EGL_COLOR_COMPONENT_TYPE_FLOAT_EXT as isize);
        assert_eq!(sizes(&[float]), Some([16; 4]));
        assert_eq!(sizes(&[(EGL_COLOR_COMPONENT_TYPE_EXT, EGL_DONT_CARE as isize), (EGL_RED_SIZE, 11)]), Some([16; 4]));
        assert_eq!(sizes(&[float, (EGL_CONFIG_CAVEAT, EGL_NONE as isize)]), None);
        let found = choose(&[pbuffers, float], BOTH).unwrap();
        assert!(found.iter().all(|config| config.attribute(EGL_SURFACE_TYPE, BOTH).unwrap() & EGL_WINDOW_BIT == 0));
        assert_eq!(found[0].color_format(), Format::Rgba16f);
    }

    #[test]
    fn values_that_attributes_do_not_have_are_errors() {
        for (attribute, value) in [
            (EGL_BIND_TO_TEXTURE_RGB, 4),
            (EGL_COLOR_BUFFER_TYPE, 0),
            (EGL_COLOR_COMPONENT_TYPE_EXT, 0),
            (EGL_CONFIG_CAVEAT, 1),
            (EGL_NATIVE_RENDERABLE, 6),
            (EGL_TRANSPARENT_TYPE, 6),
            (EGL_RED_SIZE, -2),
            (EGL_SURFACE_TYPE, 1 << 20),
            (EGL_RENDERABLE_TYPE, 1 << 20),
            (0, 0),
        ] {
            assert_eq!(choose(&[(attribute, value)], BOTH), Err(EGL_BAD_ATTRIBUTE), "{attribute:#x} {value}");
        }
        let anything = [EGL_SURFACE_TYPE, EGL_COLOR_COMPONENT_TYPE_EXT].map(|attribute| (attribute, EGL_DONT_CARE as isize));
        assert_eq!(choose(&anything, BOTH).map(|found| found.len()), Ok(COUNT));
        assert_eq!(choose(&[(EGL_LEVEL, EGL_DONT_CARE as isize)], BOTH), Ok(vec![]), "there is no level -1");
    }

    #[test]
    fn the_type_of_visuals_is_a_criterion_of_windows() {
        let found = |mask: i32| choose(&[(EGL_SURFACE_TYPE, mask as isize), (EGL_NATIVE_VISUAL_TYPE, 3)], BOTH).unwrap().len();
        assert_eq!((found(EGL_WINDOW_BIT), found(EGL_PBUFFER_BIT) > 0), (0, true));
    }
}
