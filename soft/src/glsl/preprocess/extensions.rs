//! The extensions that `#extension` accepts. Each defines a macro of its name with the value 1.

/// The APIs in which an extension exists.
#[derive(Clone, Copy, PartialEq, Eq)]
enum In {
    Desktop,
    Es,
    Both,
}

const EXTENSIONS: &[(&str, In)] = &[
    ("GL_ARB_compute_shader", In::Desktop),
    ("GL_ARB_shader_storage_buffer_object", In::Desktop),
    ("GL_ARB_tessellation_shader", In::Desktop),
    ("GL_ARB_gpu_shader5", In::Desktop),
    ("GL_ARB_gpu_shader_fp64", In::Desktop),
    ("GL_ARB_explicit_attrib_location", In::Desktop),
    ("GL_ARB_explicit_uniform_location", In::Desktop),
    ("GL_ARB_uniform_buffer_object", In::Desktop),
    ("GL_ARB_shading_language_420pack", In::Desktop),
    ("GL_ARB_separate_shader_objects", In::Desktop),
    ("GL_ARB_draw_instanced", In::Desktop),
    ("GL_EXT_draw_instanced", In::Both),
    ("GL_ARB_fragment_coord_conventions", In::Desktop),
    ("GL_ARB_texture_rectangle", In::Desktop),
    ("GL_EXT_gpu_shader4", In::Desktop),
    ("GL_EXT_texture_array", In::Desktop),
    ("GL_ARB_shader_bit_encoding", In::Desktop),
    ("GL_ARB_shading_language_packing", In::Desktop),
    ("GL_ARB_texture_query_levels", In::Desktop),
    ("GL_ARB_texture_query_lod", In::Desktop),
    ("GL_ARB_texture_gather", In::Desktop),
    ("GL_ARB_shader_texture_lod", In::Desktop),
    ("GL_EXT_shader_texture_lod", In::Es),
    ("GL_ARB_shader_atomic_counters", In::Desktop),
    ("GL_ARB_shader_draw_parameters", In::Desktop),
    ("GL_ARB_cull_distance", In::Desktop),
    ("GL_ARB_conservative_depth", In::Desktop),
    ("GL_AMD_conservative_depth", In::Desktop),
    ("GL_ARB_fragment_layer_viewport", In::Desktop),
    ("GL_ARB_shader_precision", In::Desktop),
    ("GL_EXT_shader_integer_mix", In::Both),
    ("GL_ARB_enhanced_layouts", In::Desktop),
    ("GL_ARB_derivative_control", In::Desktop),
    ("GL_ARB_arrays_of_arrays", In::Desktop),
    ("GL_ARB_texture_cube_map_array", In::Desktop),
    ("GL_ARB_texture_multisample", In::Desktop),
    ("GL_ARB_shader_texture_image_samples", In::Desktop),
    ("GL_ARB_shader_viewport_layer_array", In::Desktop),
    ("GL_ARB_viewport_array", In::Desktop),
    ("GL_AMD_vertex_shader_layer", In::Desktop),
    ("GL_AMD_vertex_shader_viewport_index", In::Desktop),
    ("GL_ARB_shader_image_load_store", In::Desktop),
    ("GL_ARB_shader_image_size", In::Desktop),
    ("GL_EXT_shader_image_load_formatted", In::Desktop),
    ("GL_ARB_vertex_attrib_64bit", In::Desktop),
    ("GL_ARB_sample_shading", In::Desktop),
    ("GL_OES_shader_image_atomic", In::Es),
    ("GL_NV_image_formats", In::Es),
    ("GL_EXT_texture_buffer", In::Es),
    ("GL_OES_texture_buffer", In::Es),
    ("GL_EXT_texture_cube_map_array", In::Es),
    ("GL_OES_texture_cube_map_array", In::Es),
    ("GL_ARB_post_depth_coverage", In::Desktop),
    ("GL_ARB_ES3_1_compatibility", In::Desktop),
    ("GL_ARB_ES3_2_compatibility", In::Desktop),
    ("GL_KHR_blend_equation_advanced", In::Both),
    ("GL_ANDROID_extension_pack_es31a", In::Es),
    ("GL_OES_standard_derivatives", In::Es),
    ("GL_EXT_frag_depth", In::Es),
    ("GL_EXT_draw_buffers", In::Es),
    ("GL_NV_draw_buffers", In::Es),
    ("GL_OES_texture_3D", In::Es),
    ("GL_EXT_geometry_shader", In::Es),
    ("GL_OES_geometry_shader", In::Es),
    ("GL_EXT_tessellation_shader", In::Es),
    ("GL_OES_tessellation_shader", In::Es),
    ("GL_EXT_shader_io_blocks", In::Es),
    ("GL_OES_shader_io_blocks", In::Es),
    ("GL_EXT_gpu_shader5", In::Es),
    ("GL_OES_gpu_shader5", In::Es),
    ("GL_EXT_geometry_point_size", In::Es),
    ("GL_OES_geometry_point_size", In::Es),
    ("GL_EXT_tessellation_point_size", In::Es),
    ("GL_OES_tessellation_point_size", In::Es),
    ("GL_OES_primitive_bounding_box", In::Es),
    ("GL_OES_sample_variables", In::Es),
    ("GL_OES_viewport_array", In::Es),
    ("GL_NV_shader_noperspective_interpolation", In::Es),
    ("GL_EXT_primitive_bounding_box", In::Es),
    ("GL_OES_shader_multisample_interpolation", In::Es),
    ("GL_OES_texture_storage_multisample_2d_array", In::Es),
    ("GL_EXT_clip_cull_distance", In::Es),
    ("GL_EXT_separate_shader_objects", In::Es),
];

/// Returns the extensions that a pack stands for; none for other names.
pub(super) fn members(name: &str) -> &'static [&'static str] {
    // "Including the following line in a shader: #extension GL_ANDROID_extension_pack_es31a : <behavior> has the same effect as including the
    // following lines" [ANDROID_extension_pack_es31a]
    match name {
        "GL_ANDROID_extension_pack_es31a" => &[
            "GL_KHR_blend_equation_advanced",
            "GL_OES_sample_variables",
            "GL_OES_shader_image_atomic",
            "GL_OES_shader_multisample_interpolation",
            "GL_OES_texture_storage_multisample_2d_array",
            "GL_EXT_geometry_shader",
            "GL_EXT_gpu_shader5",
            "GL_EXT_primitive_bounding_box",
            "GL_EXT_shader_io_blocks",
            "GL_EXT_tessellation_shader",
            "GL_EXT_texture_buffer",
            "GL_EXT_texture_cube_map_array",
        ],
        _ => &[],
    }
}

/// Returns the names of all extensions that `#extension` accepts.
pub(super) fn names(es: bool) -> impl Iterator<Item = &'static str> {
    let absent = if es { In::Desktop } else { In::Es };
    EXTENSIONS.iter().filter(move |(_, api)| *api != absent).map(|(name, _)| *name)
}
