//! The selection and sorting of configs: glXChooseFBConfig and glXChooseVisual.

use super::config::Config;
use super::tokens::*;
use std::cmp::Reverse;

/// How the selection compares an attribute [GLX 1.4, table 3.4].
#[derive(Clone, Copy, PartialEq, Eq)]
enum Criterion {
    AtLeast,
    Exact,
    Mask,
    Ignored,
}

/// Returns the criterion of an attribute of glXChooseFBConfig and its default value, or `None` for what is no attribute.
fn criterion(name: i32) -> Option<(Criterion, i32)> {
    use Criterion::*;
    Some(match name {
        GLX_BUFFER_SIZE | GLX_AUX_BUFFERS | GLX_RED_SIZE | GLX_GREEN_SIZE | GLX_BLUE_SIZE | GLX_ALPHA_SIZE | GLX_DEPTH_SIZE
        | GLX_STENCIL_SIZE | GLX_ACCUM_RED_SIZE | GLX_ACCUM_GREEN_SIZE | GLX_ACCUM_BLUE_SIZE | GLX_ACCUM_ALPHA_SIZE
        | GLX_SAMPLE_BUFFERS | GLX_SAMPLES => (AtLeast, 0),
        GLX_LEVEL | GLX_STEREO => (Exact, 0),
        GLX_TRANSPARENT_TYPE => (Exact, GLX_NONE),
        GLX_RENDER_TYPE => (Mask, GLX_RGBA_BIT),
        GLX_DRAWABLE_TYPE => (Mask, GLX_WINDOW_BIT),
        GLX_BIND_TO_TEXTURE_TARGETS_EXT => (Mask, GLX_DONT_CARE),
        GLX_FBCONFIG_ID
        | GLX_DOUBLEBUFFER
        | GLX_X_RENDERABLE
        | GLX_X_VISUAL_TYPE
        | GLX_CONFIG_CAVEAT
        | GLX_SWAP_METHOD_OML
        | GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB
        | GLX_VISUAL_SELECT_GROUP_SGIX
        | GLX_BIND_TO_TEXTURE_RGB_EXT
        | GLX_BIND_TO_TEXTURE_RGBA_EXT
        | GLX_BIND_TO_MIPMAP_TEXTURE_EXT
        | GLX_Y_INVERTED_EXT => (Exact, GLX_DONT_CARE),
        // "If GLX_MAX_PBUFFER_WIDTH, GLX_MAX_PBUFFER_HEIGHT, GLX_MAX_PBUFFER_PIXELS, or GLX_VISUAL_ID are specified in attrib_list, then they are
        // ignored" [GLX 1.4, 3.3.3] "If GLX_OPTIMAL_PBUFFER_WIDTH_SGIX and/or GLX_OPTIMAL_PBUFFER_HEIGHT_SGIX are specified in <attrib_list> then
        // they are ignored." [GLX_SGIX_pbuffer] No config is transparent.
        GLX_MAX_PBUFFER_WIDTH
        | GLX_MAX_PBUFFER_HEIGHT
        | GLX_MAX_PBUFFER_PIXELS
        | GLX_OPTIMAL_PBUFFER_WIDTH_SGIX
        | GLX_OPTIMAL_PBUFFER_HEIGHT_SGIX
        | GLX_VISUAL_ID
        | GLX_SCREEN
        | GLX_TRANSPARENT_INDEX_VALUE
        | GLX_TRANSPARENT_RED_VALUE
        | GLX_TRANSPARENT_GREEN_VALUE
        | GLX_TRANSPARENT_BLUE_VALUE
        | GLX_TRANSPARENT_ALPHA_VALUE => (Ignored, GLX_DONT_CARE),
        _ => return None,
    })
}

/// Returns the configs that match glXChooseFBConfig's attributes, best first, or `None` if one of them is no attribute.
pub fn choose(configs: &'static [Config], wanted: &[(i32, i32)]) -> Option<Vec<&'static Config>> {
    if wanted.iter().any(|pair| criterion(pair.0).is_none()) {
        return None;
    }
    let value_of = |name: i32| wanted.iter().rev().find(|pair| pair.0 == name).map(|pair| pair.1);
    // "When GLX_FBCONFIG_ID is specified, all other attributes are ignored, and only the GLXFBConfig with the given XID is returned"
    // [GLX 1.4, 3.3.3]
    if let Some(id) = value_of(GLX_FBCONFIG_ID).filter(|&id| id != GLX_DONT_CARE) {
        return Some(configs.iter().filter(|config| config.id == id).collect());
    }
    let mut names: Vec<i32> = wanted.iter().map(|pair| pair.0).collect();
    names.extend([GLX_LEVEL, GLX_STEREO, GLX_TRANSPARENT_TYPE, GLX_RENDER_TYPE, GLX_DRAWABLE_TYPE]);
    let drawables = value_of(GLX_DRAWABLE_TYPE).unwrap_or(GLX_WINDOW_BIT);
    let fits = |config: &&Config| {
        names.iter().all(|&name| {
            let Some((criterion, default)) = criterion(name) else { return false };
            let value = value_of(name).unwrap_or(default);
            // "If GLX_DRAWABLE_TYPE is specified in attrib_list and the mask that follows does not have GLX_WINDOW_BIT set, then the
            // GLX_X_VISUAL_TYPE attribute is ignored." [GLX 1.4, 3.3.3]
            let ignored = criterion == Criterion::Ignored || name == GLX_X_VISUAL_TYPE && drawables & GLX_WINDOW_BIT == 0;
            // "GLX_DONT_CARE may be specified for all attributes except GLX_LEVEL." [GLX 1.4, 3.3.3]
            if ignored || value == GLX_DONT_CARE && name != GLX_LEVEL {
                return true;
            }
            let has = config.attribute(name).unwrap_or(0);
            match criterion {
                Criterion::AtLeast => has >= value,
                Criterion::Exact => has == value,
                Criterion::Mask => has & value == value,
                Criterion::Ignored => true,
            }
        })
    };
    let mut found: Vec<&'static Config> = configs.iter().filter(fits).collect();
    sort(&mut found, &value_of);
    Some(found)
}

/// Sorts configs by the rules of glXChooseFBConfig. `value_of` returns the requested value of an attribute.
fn sort(configs: &mut [&'static Config], value_of: &dyn Fn(i32) -> Option<i32>) {
    // "If the requested number of bits in attrib_list for a particular color component is 0 or GLX_DONT_CARE, then the number of bits for that
    // component is not considered." [GLX 1.4, 3.3.3]
    let asked: Vec<i32> = [GLX_RED_SIZE, GLX_GREEN_SIZE, GLX_BLUE_SIZE, GLX_ALPHA_SIZE]
        .into_iter()
        .filter(|&name| value_of(name).is_some_and(|value| value != 0 && value != GLX_DONT_CARE))
        .collect();
    let bits = |config: &Config| asked.iter().filter_map(|&name| config.attribute(name)).sum::<i32>();
    // "If the requested number of accumulation buffer bits for a particular color component is 0 or GLX_DONT_CARE, then the number of bits for that
    // component is not considered." [GLX 1.4, 3.3.3] All components have as many.
    let sums = [GLX_ACCUM_RED_SIZE, GLX_ACCUM_GREEN_SIZE, GLX_ACCUM_BLUE_SIZE, GLX_ACCUM_ALPHA_SIZE];
    let accumulates = sums.into_iter().any(|name| value_of(name).is_some_and(|value| value != 0 && value != GLX_DONT_CARE));
    let accumulation = |config: &Config| if accumulates { Reverse(config.accumulation) } else { Reverse(0) };
    // The rules of section 3.3.3, as far as configs differ. The order of the server decides between equals.
    configs.sort_by_key(|config| {
        let slow = config.caveat == GLX_SLOW_CONFIG;
        let colors = (Reverse(bits(config)), config.attribute(GLX_BUFFER_SIZE), config.double_buffered);
        (slow, colors, config.samples, Reverse(config.depth), config.stencil, accumulation(config))
    });
}

/// Reads the attributes of glXChooseVisual as those of glXChooseFBConfig. Returns `None` for what is no attribute, and for a request of colour
/// indices, which no visual has.
///
/// # Safety
/// `list` must end with None; it need not be aligned.
pub unsafe fn of_visual(list: *const i32) -> Option<Vec<(i32, i32)>> {
    // "If an attribute is not specified in attrib_list, then the default value is used." [GLX 1.4, 3.4.1]
    let (mut found, mut rgba, mut double_buffered, mut stereo) = (Vec::new(), false, 0, 0);
    let mut index = 0;
    while !list.is_null() && index < 512 {
        // SAFETY: the list ends with None, and nothing after that is read.
        let name = unsafe { list.add(index).read_unaligned() };
        index += 1;
        // "Boolean attributes appearing in attrib_list have an implicit True value; such attributes are never followed by an explicit True or
        // False value." [GLX 1.4, 3.4.1]
        match name {
            0 => break,
            GLX_USE_GL => continue,
            GLX_RGBA => rgba = true,
            GLX_DOUBLEBUFFER => double_buffered = 1,
            GLX_STEREO => stereo = 1,
            _ => {
                // SAFETY: a value follows every other attribute.
                let value = unsafe { list.add(index).read_unaligned() };
                index += 1;
                // "If GLX_FBCONFIG_ID is specified in attrib_list, then it is ignored" [GLX 1.4, 3.4.1]
                if name != GLX_FBCONFIG_ID {
                    found.push((name, value));
                }
            }
        }
    }
    found.extend([(GLX_DOUBLEBUFFER, double_buffered), (GLX_STEREO, stereo)]);
    rgba.then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::glx::config::intern;

    fn config(id: i32, double_buffered: bool, alpha: i32, depth: i32, stencil: i32, samples: i32) -> Config {
        let drawables = GLX_PBUFFER_BIT | if id < 100 { GLX_WINDOW_BIT | GLX_PIXMAP_BIT } else { 0 };
        Config {
            id,
            screen: 0,
            visual: 0x21,
            double_buffered,
            colors: [8; 3],
            alpha,
            depth,
            stencil,
            accumulation: 0,
            caveat: GLX_NONE,
            samples,
            drawables,
            srgb: false,
            group: 0,
        }
    }

    fn configs() -> &'static [Config] {
        intern(vec![
            config(1, true, 8, 24, 8, 0),
            config(2, false, 8, 24, 8, 0),
            config(3, true, 0, 24, 0, 0),
            config(4, true, 0, 0, 0, 0),
            config(5, true, 8, 24, 8, 4),
            config(100, true, 8, 24, 8, 0),
        ])
    }

    fn ids(wanted: &[(i32, i32)]) -> Option<Vec<i32>> {
        choose(configs(), wanted).map(|found| found.iter().map(|config| config.id).collect())
    }

    #[test]
    fn the_list_is_sorted_by_the_rules_of_the_specification() {
        // Without requested colours: smaller buffers, single-buffered, fewer samples, more depth, less stencil.
        assert_eq!(ids(&[]), Some(vec![3, 4, 2, 1, 5]));
        // Requested alpha selects, and red alone does not make alpha count.
        assert_eq!(ids(&[(GLX_ALPHA_SIZE, 1)]), Some(vec![2, 1, 5]));
        assert_eq!(ids(&[(GLX_RED_SIZE, 1), (GLX_DOUBLEBUFFER, 1)]), Some(vec![3, 4, 1, 5]));
        assert_eq!(ids(&[(GLX_SAMPLES, 2)]), Some(vec![5]));
        assert_eq!(ids(&[(GLX_DOUBLEBUFFER, 0)]), Some(vec![2]));
    }

    #[test]
    fn slow_configs_are_the_last() {
        let slow = |id: i32| Config { accumulation: 16, caveat: GLX_SLOW_CONFIG, ..config(id, true, 0, 24, 0, 0) };
        let list = intern(vec![slow(1), config(2, true, 8, 24, 8, 4), config(3, true, 0, 24, 0, 0)]);
        let ids = |wanted: &[(i32, i32)]| choose(list, wanted).map(|found| found.iter().map(|config| config.id).collect::<Vec<_>>());
        assert_eq!(ids(&[]), Some(vec![3, 2, 1]));
        assert_eq!(ids(&[(GLX_ACCUM_RED_SIZE, 1)]), Some(vec![1]));
        assert_eq!(ids(&[(GLX_ACCUM_RED_SIZE, 17)]), Some(vec![]));
    }

    #[test]
    fn ids_masks_and_ignored_attributes_select_as_specified() {
        assert_eq!(ids(&[(GLX_FBCONFIG_ID, 5), (GLX_SAMPLES, 0), (GLX_RED_SIZE, 99)]), Some(vec![5]));
        assert_eq!(ids(&[(GLX_FBCONFIG_ID, 77)]), Some(vec![]));
        assert_eq!(
            ids(&[(GLX_DRAWABLE_TYPE, GLX_PBUFFER_BIT), (GLX_DEPTH_SIZE, 24), (GLX_STENCIL_SIZE, 8), (GLX_SAMPLES, 0)])
                .map(|ids| ids.len()),
            Some(4)
        );
        assert_eq!(ids(&[(GLX_VISUAL_ID, 7), (GLX_MAX_PBUFFER_WIDTH, 1 << 30), (GLX_DOUBLEBUFFER, 0)]), Some(vec![2]));
        assert_eq!(ids(&[(GLX_LEVEL, GLX_DONT_CARE)]), Some(vec![]));
        assert_eq!(ids(&[(0x7777, 1)]), None);
        assert_eq!(ids(&[(GLX_X_VISUAL_TYPE, 0x8003)]), Some(vec![]));
        assert_eq!(ids(&[(GLX_X_VISUAL_TYPE, 0x8003), (GLX_DRAWABLE_TYPE, GLX_PBUFFER_BIT)]).map(|ids| ids.len()), Some(6));
    }

    #[test]
    fn a_visuals_attributes_have_their_own_defaults() {
        // SAFETY: each list ends with None.
        let read = |list: &[i32]| unsafe { of_visual(list.as_ptr()) };
        assert_eq!(read(&[GLX_RGBA, GLX_DEPTH_SIZE, 1, 0]), Some(vec![(GLX_DEPTH_SIZE, 1), (GLX_DOUBLEBUFFER, 0), (GLX_STEREO, 0)]));
        assert_eq!(
            read(&[GLX_USE_GL, GLX_DOUBLEBUFFER, GLX_RGBA, GLX_FBCONFIG_ID, 9, 0]),
            Some(vec![(GLX_DOUBLEBUFFER, 1), (GLX_STEREO, 0)])
        );
        // Without GLX_RGBA the program asks for colour indices.
        assert_eq!(read(&[GLX_DOUBLEBUFFER, 0]), None);
    }
}
