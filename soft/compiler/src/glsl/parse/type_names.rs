//! The type names of each version.

/// The properties of the language that type names depend on.
#[derive(Clone, Copy)]
pub(super) struct Dialect<'a> {
    pub version: u32,
    pub es: bool,
    pub extensions: &'a [String],
    /// True if there are rectangle textures before version 1.40.
    pub rectangles: bool,
}

/// The class of a word as a type name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TypeWord {
    Type,
    Reserved,
    Free,
}

/// The built-in structures; semantic analysis knows which of them a version has.
const STRUCTURES: [&str; 8] = [
    "gl_DepthRangeParameters",
    "gl_PointParameters",
    "gl_MaterialParameters",
    "gl_LightSourceParameters",
    "gl_LightModelParameters",
    "gl_LightModelProducts",
    "gl_LightProducts",
    "gl_FogParameters",
];

/// The texture kinds in the names of samplers and images.
const KINDS: [&str; 11] = ["1D", "2D", "3D", "Cube", "2DRect", "Buffer", "1DArray", "2DArray", "CubeArray", "2DMS", "2DMSArray"];

/// The extensions with 64-bit integers.
const INT64: &[&str] = &["GL_ARB_gpu_shader_int64", "GL_AMD_gpu_shader_int64"];
/// The extensions that bring buffer textures to OpenGL ES 3.1.
const BUFFERS: &[&str] = &["GL_EXT_texture_buffer", "GL_OES_texture_buffer"];
/// The extensions that bring cube map arrays to OpenGL ES 3.1.
const CUBE_ARRAYS: &[&str] = &["GL_EXT_texture_cube_map_array", "GL_OES_texture_cube_map_array"];

/// The extensions that bring external textures to OpenGL ES.
const EXTERNAL: &[&str] = &["GL_OES_EGL_image_external", "GL_OES_EGL_image_external_essl3"];

impl Dialect<'_> {
    fn since(&self, desktop: u32, es: u32, extensions: &[&str]) -> bool {
        let version = if self.es { es } else { desktop };
        (version != 0 && self.version >= version) || self.extensions.iter().any(|enabled| extensions.contains(&enabled.as_str()))
    }
}

/// Returns the class of a word as a type name.
pub(super) fn type_word(word: &str, language: &Dialect) -> TypeWord {
    let when = |exists: bool, reserved: bool| {
        if exists {
            TypeWord::Type
        } else if reserved {
            TypeWord::Reserved
        } else {
            TypeWord::Free
        }
    };
    let shape = |name: &str| matches!(name, "2" | "3" | "4");
    let rectangle = |name: &str| matches!(name.as_bytes(), [b'2'..=b'4', b'x', b'2'..=b'4']);
    match word {
        "float" | "int" | "bool" => return TypeWord::Type,
        "uint" => return when(language.since(130, 300, &["GL_EXT_gpu_shader4"]), false),
        "int64_t" | "uint64_t" => return when(language.since(0, 0, INT64), false),
        "samplerExternalOES" => return when(language.es && language.since(0, 0, EXTERNAL), false),
        "double" => return when(language.since(400, 0, &["GL_ARB_gpu_shader_fp64"]), true),
        // The two words of `unsigned int` (GL_EXT_gpu_shader4) were joined before.
        _ if STRUCTURES.contains(&word) => return when(!language.es || word == "gl_DepthRangeParameters", false),
        "atomic_uint" => return when(language.since(420, 310, &["GL_ARB_shader_atomic_counters"]), language.es && language.version >= 300),
        _ => {}
    }
    if let Some(rest) = word.strip_prefix("dmat") {
        return when((shape(rest) || rectangle(rest)) && language.since(400, 0, &["GL_ARB_gpu_shader_fp64"]), false);
    }
    if let Some(rest) = word.strip_prefix("mat") {
        return when(shape(rest) || (rectangle(rest) && language.since(120, 300, &[])), false);
    }
    for (prefix, exists) in [
        ("vec", true),
        ("ivec", true),
        ("bvec", true),
        ("uvec", language.since(130, 300, &["GL_EXT_gpu_shader4"])),
        ("i64vec", language.since(0, 0, INT64)),
        ("u64vec", language.since(0, 0, INT64)),
        ("dvec", language.since(400, 0, &["GL_ARB_gpu_shader_fp64"])),
    ] {
        if word.strip_prefix(prefix).is_some_and(shape) {
            return when(exists, prefix == "dvec");
        }
    }
    let (base, integer) = match word.as_bytes().first() {
        Some(b'i' | b'u') if !word.starts_with("image") => (word.get(1..).unwrap_or(""), true),
        _ => (word, false),
    };
    if let Some(kind) = base.strip_prefix("sampler") {
        return sampler(kind, integer, language, when);
    }
    if matches!(word, "image1DShadow" | "image2DShadow" | "image1DArrayShadow" | "image2DArrayShadow") {
        return when(false, language.since(130, 0, &[]));
    }
    if let Some(kind) = base.strip_prefix("image").filter(|kind| KINDS.contains(kind)) {
        let (es, extensions) = match kind {
            "2D" | "3D" | "Cube" | "2DArray" => (310, &[][..]),
            "Buffer" => (320, BUFFERS),
            "CubeArray" => (320, CUBE_ARRAYS),
            _ => (0, &[][..]),
        };
        let exists = language.since(420, es, &["GL_ARB_shader_image_load_store"]) || language.es && language.since(0, 0, extensions);
        return when(exists, language.since(130, 300, &[]));
    }
    TypeWord::Free
}

fn sampler(kind: &str, integer: bool, language: &Dialect, when: impl Fn(bool, bool) -> TypeWord) -> TypeWord {
    let (shape, shadow) = match kind.strip_suffix("Shadow") {
        Some(shape) => (shape, true),
        None => (kind, false),
    };
    if !KINDS.contains(&shape) || (shadow && (integer || matches!(shape, "3D" | "Buffer" | "2DMS" | "2DMSArray"))) {
        return TypeWord::Free;
    }
    let gpu_shader4 = "GL_EXT_gpu_shader4";
    let exists = match shape {
        "1D" => !language.es && (!integer || language.since(130, 0, &[gpu_shader4])),
        "2D" if integer => language.since(130, 300, &[gpu_shader4]),
        "2D" => !shadow || !language.es || language.version >= 300,
        "Cube" if !integer && !shadow => true,
        "3D" if integer => language.since(130, 300, &[gpu_shader4]),
        "3D" => language.since(110, 300, &["GL_OES_texture_3D"]),
        "1DArray" | "2DArray" if !integer && language.since(0, 0, &["GL_EXT_texture_array"]) => true,
        "Cube" | "2DArray" => language.since(130, 300, &[gpu_shader4]),
        "1DArray" => language.since(130, 0, &[gpu_shader4]),
        "2DRect" if integer => language.since(140, 0, &[gpu_shader4]),
        "2DRect" => language.since(140, 0, &[]) || language.rectangles,
        "Buffer" => language.since(140, 320, &[gpu_shader4]) || language.es && language.since(0, 0, BUFFERS),
        "2DMS" => language.since(150, 310, &["GL_ARB_texture_multisample"]),
        "2DMSArray" => language.since(150, 320, &["GL_ARB_texture_multisample", "GL_OES_texture_storage_multisample_2d_array"]),
        _ => language.since(400, 320, &["GL_ARB_texture_cube_map_array"]) || language.es && language.since(0, 0, CUBE_ARRAYS),
    };
    let old = matches!(kind, "1D" | "2D" | "3D" | "Cube" | "1DShadow" | "2DShadow" | "2DRect" | "2DRectShadow");
    when(exists, (!integer && old) || language.since(140, 300, &[]))
}
