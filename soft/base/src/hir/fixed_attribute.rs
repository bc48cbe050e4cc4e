//! The attribute locations of the compatibility profile's fixed attributes, after the 16 generic ones. gl_Vertex reads generic attribute 0
//! if its array is enabled, otherwise `VERTEX`.

/// gl_Vertex.
pub const VERTEX: u32 = 16;
/// gl_Normal.
pub const NORMAL: u32 = 17;
/// gl_Color.
pub const COLOR: u32 = 18;
/// gl_SecondaryColor.
pub const SECONDARY_COLOR: u32 = 19;
/// gl_FogCoord.
pub const FOG_COORD: u32 = 20;
/// gl_MultiTexCoord0; seven more follow.
pub const MULTI_TEX_COORD: u32 = 21;
/// glEdgeFlag. No shader reads it; primitive assembly does, when polygons are drawn as lines or points.
pub const EDGE_FLAG: u32 = 29;
/// glIndex, for getters: no shader reads it, and no framebuffer has colour indices.
pub const COLOR_INDEX: u32 = 30;
/// The number of all locations, generic ones included.
pub const COUNT: usize = 31;
