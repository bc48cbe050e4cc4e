//! The tokens of GLX 1.4 and its extensions, and the numbers of its protocol.

#![allow(missing_docs, reason = "the specifications define each token")]

pub const GLX_USE_GL: i32 = 1;
pub const GLX_BUFFER_SIZE: i32 = 2;
pub const GLX_LEVEL: i32 = 3;
pub const GLX_RGBA: i32 = 4;
pub const GLX_DOUBLEBUFFER: i32 = 5;
pub const GLX_STEREO: i32 = 6;
pub const GLX_AUX_BUFFERS: i32 = 7;
pub const GLX_RED_SIZE: i32 = 8;
pub const GLX_GREEN_SIZE: i32 = 9;
pub const GLX_BLUE_SIZE: i32 = 10;
pub const GLX_ALPHA_SIZE: i32 = 11;
pub const GLX_DEPTH_SIZE: i32 = 12;
pub const GLX_STENCIL_SIZE: i32 = 13;
pub const GLX_ACCUM_RED_SIZE: i32 = 14;
pub const GLX_ACCUM_GREEN_SIZE: i32 = 15;
pub const GLX_ACCUM_BLUE_SIZE: i32 = 16;
pub const GLX_ACCUM_ALPHA_SIZE: i32 = 17;
pub const GLX_CONFIG_CAVEAT: i32 = 0x20;
pub const GLX_SLOW_CONFIG: i32 = 0x8001;
pub const GLX_X_VISUAL_TYPE: i32 = 0x22;
pub const GLX_TRANSPARENT_TYPE: i32 = 0x23;
pub const GLX_TRANSPARENT_INDEX_VALUE: i32 = 0x24;
pub const GLX_TRANSPARENT_RED_VALUE: i32 = 0x25;
pub const GLX_TRANSPARENT_GREEN_VALUE: i32 = 0x26;
pub const GLX_TRANSPARENT_BLUE_VALUE: i32 = 0x27;
pub const GLX_TRANSPARENT_ALPHA_VALUE: i32 = 0x28;
pub const GLX_DONT_CARE: i32 = -1;
pub const GLX_NONE: i32 = 0x8000;
pub const GLX_TRUE_COLOR: i32 = 0x8002;
pub const GLX_TRANSPARENT_RGB: i32 = 0x8008;
pub const GLX_SHARE_CONTEXT_EXT: i32 = 0x800A;
pub const GLX_VISUAL_ID: i32 = 0x800B;
pub const GLX_SCREEN: i32 = 0x800C;
pub const GLX_DRAWABLE_TYPE: i32 = 0x8010;
pub const GLX_RENDER_TYPE: i32 = 0x8011;
pub const GLX_X_RENDERABLE: i32 = 0x8012;
pub const GLX_FBCONFIG_ID: i32 = 0x8013;
pub const GLX_RGBA_TYPE: i32 = 0x8014;
pub const GLX_COLOR_INDEX_TYPE: i32 = 0x8015;
pub const GLX_MAX_PBUFFER_WIDTH: i32 = 0x8016;
pub const GLX_MAX_PBUFFER_HEIGHT: i32 = 0x8017;
pub const GLX_MAX_PBUFFER_PIXELS: i32 = 0x8018;
pub const GLX_OPTIMAL_PBUFFER_WIDTH_SGIX: i32 = 0x8019;
pub const GLX_OPTIMAL_PBUFFER_HEIGHT_SGIX: i32 = 0x801A;
pub const GLX_PRESERVED_CONTENTS: i32 = 0x801B;
pub const GLX_LARGEST_PBUFFER: i32 = 0x801C;
pub const GLX_WIDTH: i32 = 0x801D;
pub const GLX_HEIGHT: i32 = 0x801E;
pub const GLX_EVENT_MASK: i32 = 0x801F;
pub const GLX_VISUAL_SELECT_GROUP_SGIX: i32 = 0x8028;
pub const GLX_PBUFFER_HEIGHT: i32 = 0x8040;
pub const GLX_PBUFFER_WIDTH: i32 = 0x8041;
pub const GLX_SWAP_METHOD_OML: i32 = 0x8060;
pub const GLX_SWAP_COPY_OML: i32 = 0x8062;
pub const GLX_SWAP_UNDEFINED_OML: i32 = 0x8063;
pub const GLX_SAMPLE_BUFFERS: i32 = 100_000;
pub const GLX_SAMPLES: i32 = 100_001;
pub const GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB: i32 = 0x20B2;

/// Bits of GLX_DRAWABLE_TYPE.
pub const GLX_WINDOW_BIT: i32 = 1;
pub const GLX_PIXMAP_BIT: i32 = 2;
pub const GLX_PBUFFER_BIT: i32 = 4;
/// Bits of GLX_RENDER_TYPE.
pub const GLX_RGBA_BIT: i32 = 1;

/// Names of strings.
pub const GLX_VENDOR: i32 = 1;
pub const GLX_VERSION: i32 = 2;
pub const GLX_EXTENSIONS: i32 = 3;
pub const GLX_VENDOR_NAMES_EXT: i32 = 0x20F6;

/// Results of glXGetConfig and glXGetFBConfigAttrib.
pub const GLX_BAD_SCREEN: i32 = 1;
pub const GLX_BAD_ATTRIBUTE: i32 = 2;
pub const GLX_NO_EXTENSION: i32 = 3;
pub const GLX_BAD_VISUAL: i32 = 4;
pub const GLX_BAD_CONTEXT: i32 = 5;
pub const GLX_BAD_VALUE: i32 = 6;

/// Attributes of glXCreateContextAttribsARB.
pub const GLX_CONTEXT_MAJOR_VERSION_ARB: i32 = 0x2091;
pub const GLX_CONTEXT_MINOR_VERSION_ARB: i32 = 0x2092;
pub const GLX_CONTEXT_FLAGS_ARB: i32 = 0x2094;
pub const GLX_CONTEXT_RELEASE_BEHAVIOR_ARB: i32 = 0x2097;
pub const GLX_CONTEXT_RELEASE_BEHAVIOR_FLUSH_ARB: i32 = 0x2098;
pub const GLX_CONTEXT_PROFILE_MASK_ARB: i32 = 0x9126;
pub const GLX_CONTEXT_OPENGL_NO_ERROR_ARB: i32 = 0x31B3;
pub const GLX_CONTEXT_RESET_NOTIFICATION_STRATEGY_ARB: i32 = 0x8256;
pub const GLX_NO_RESET_NOTIFICATION_ARB: i32 = 0x8261;
pub const GLX_LOSE_CONTEXT_ON_RESET_ARB: i32 = 0x8252;
/// Bits of GLX_CONTEXT_FLAGS_ARB.
pub const GLX_CONTEXT_DEBUG_BIT_ARB: i32 = 1;
pub const GLX_CONTEXT_FORWARD_COMPATIBLE_BIT_ARB: i32 = 2;
pub const GLX_CONTEXT_ROBUST_ACCESS_BIT_ARB: i32 = 4;
/// Bits of GLX_CONTEXT_PROFILE_MASK_ARB.
pub const GLX_CONTEXT_CORE_PROFILE_BIT_ARB: i32 = 1;
pub const GLX_CONTEXT_COMPATIBILITY_PROFILE_BIT_ARB: i32 = 2;
pub const GLX_CONTEXT_ES2_PROFILE_BIT_EXT: i32 = 4;

/// GLX_EXT_texture_from_pixmap.
pub const GLX_BIND_TO_TEXTURE_RGB_EXT: i32 = 0x20D0;
pub const GLX_BIND_TO_TEXTURE_RGBA_EXT: i32 = 0x20D1;
pub const GLX_BIND_TO_MIPMAP_TEXTURE_EXT: i32 = 0x20D2;
pub const GLX_BIND_TO_TEXTURE_TARGETS_EXT: i32 = 0x20D3;
pub const GLX_Y_INVERTED_EXT: i32 = 0x20D4;
pub const GLX_TEXTURE_FORMAT_EXT: i32 = 0x20D5;
pub const GLX_TEXTURE_TARGET_EXT: i32 = 0x20D6;
pub const GLX_MIPMAP_TEXTURE_EXT: i32 = 0x20D7;
pub const GLX_TEXTURE_FORMAT_NONE_EXT: i32 = 0x20D8;
pub const GLX_TEXTURE_FORMAT_RGB_EXT: i32 = 0x20D9;
pub const GLX_TEXTURE_FORMAT_RGBA_EXT: i32 = 0x20DA;
pub const GLX_TEXTURE_2D_BIT_EXT: i32 = 2;
pub const GLX_TEXTURE_RECTANGLE_BIT_EXT: i32 = 4;
pub const GLX_TEXTURE_2D_EXT: i32 = 0x20DC;
pub const GLX_TEXTURE_RECTANGLE_EXT: i32 = 0x20DD;
pub const GLX_FRONT_LEFT_EXT: i32 = 0x20DE;

/// GLX_EXT_swap_control, GLX_EXT_swap_control_tear and GLX_EXT_buffer_age.
pub const GLX_SWAP_INTERVAL_EXT: i32 = 0x20F1;
pub const GLX_MAX_SWAP_INTERVAL_EXT: i32 = 0x20F2;
pub const GLX_LATE_SWAPS_TEAR_EXT: i32 = 0x20F3;
pub const GLX_BACK_BUFFER_AGE_EXT: i32 = 0x20F4;

/// GLX_INTEL_swap_event: the bit of a mask of events, the event's code from GLX's first event on, and its type.
pub const GLX_BUFFER_SWAP_COMPLETE_INTEL_MASK: std::ffi::c_ulong = 0x0400_0000;
pub const GLX_BUFFER_SWAP_COMPLETE: u8 = 1;
pub const GLX_COPY_COMPLETE_INTEL: u16 = 0x8181;

/// Error codes of the core protocol.
pub const BAD_REQUEST: u8 = 1;
pub const BAD_VALUE: u8 = 2;
pub const BAD_WINDOW: u8 = 3;
pub const BAD_PIXMAP: u8 = 4;
pub const BAD_FONT: u8 = 7;
pub const BAD_MATCH: u8 = 8;
pub const BAD_ACCESS: u8 = 10;
pub const BAD_ALLOC: u8 = 11;

/// Error codes of GLX, from its first error on.
pub const GLX_BAD_CONTEXT_ERROR: u8 = 0;
pub const GLX_BAD_CONTEXT_STATE: u8 = 1;
pub const GLX_BAD_DRAWABLE: u8 = 2;
pub const GLX_BAD_PIXMAP: u8 = 3;
pub const GLX_BAD_FB_CONFIG: u8 = 9;
pub const GLX_BAD_PBUFFER: u8 = 10;
pub const GLX_BAD_CURRENT_DRAWABLE: u8 = 11;
pub const GLX_BAD_WINDOW: u8 = 12;
pub const GLX_BAD_PROFILE_ARB: u8 = 13;

/// Minor opcodes of GLX's requests.
pub const X_CREATE_CONTEXT: u8 = 3;
pub const X_DESTROY_CONTEXT: u8 = 4;
pub const X_MAKE_CURRENT: u8 = 5;
pub const X_IS_DIRECT: u8 = 6;
pub const X_QUERY_VERSION: u8 = 7;
pub const X_WAIT_GL: u8 = 8;
pub const X_WAIT_X: u8 = 9;
pub const X_COPY_CONTEXT: u8 = 10;
pub const X_SWAP_BUFFERS: u8 = 11;
pub const X_USE_X_FONT: u8 = 12;
pub const X_CREATE_GLX_PIXMAP: u8 = 13;
pub const X_GET_VISUAL_CONFIGS: u8 = 14;
pub const X_DESTROY_GLX_PIXMAP: u8 = 15;
pub const X_VENDOR_PRIVATE: u8 = 16;
pub const X_VENDOR_PRIVATE_WITH_REPLY: u8 = 17;
pub const X_QUERY_SERVER_STRING: u8 = 19;
pub const X_GET_FB_CONFIGS: u8 = 21;
pub const X_CREATE_PIXMAP: u8 = 22;
pub const X_DESTROY_PIXMAP: u8 = 23;
pub const X_CREATE_NEW_CONTEXT: u8 = 24;
pub const X_QUERY_CONTEXT: u8 = 25;
pub const X_MAKE_CONTEXT_CURRENT: u8 = 26;
pub const X_CREATE_PBUFFER: u8 = 27;
pub const X_DESTROY_PBUFFER: u8 = 28;
pub const X_GET_DRAWABLE_ATTRIBUTES: u8 = 29;
pub const X_CHANGE_DRAWABLE_ATTRIBUTES: u8 = 30;
pub const X_CREATE_WINDOW: u8 = 31;
pub const X_DESTROY_WINDOW: u8 = 32;
pub const X_CREATE_CONTEXT_ATTRIBS_ARB: u8 = 34;

/// GLX_MESA_query_renderer.
pub const GLX_RENDERER_VENDOR_ID_MESA: i32 = 0x8183;
pub const GLX_RENDERER_DEVICE_ID_MESA: i32 = 0x8184;
pub const GLX_RENDERER_VERSION_MESA: i32 = 0x8185;
pub const GLX_RENDERER_ACCELERATED_MESA: i32 = 0x8186;
pub const GLX_RENDERER_VIDEO_MEMORY_MESA: i32 = 0x8187;
pub const GLX_RENDERER_UNIFIED_MEMORY_ARCHITECTURE_MESA: i32 = 0x8188;
pub const GLX_RENDERER_PREFERRED_PROFILE_MESA: i32 = 0x8189;
pub const GLX_RENDERER_OPENGL_CORE_PROFILE_VERSION_MESA: i32 = 0x818A;
pub const GLX_RENDERER_OPENGL_COMPATIBILITY_PROFILE_VERSION_MESA: i32 = 0x818B;
pub const GLX_RENDERER_OPENGL_ES_PROFILE_VERSION_MESA: i32 = 0x818C;
pub const GLX_RENDERER_OPENGL_ES2_PROFILE_VERSION_MESA: i32 = 0x818D;
