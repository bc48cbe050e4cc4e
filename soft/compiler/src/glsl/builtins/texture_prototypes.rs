//! The prototypes of texture and image functions, in the notation of [`super::prototypes`]. `gvec4` with `gsampler2D` stands for float, int
//! and uint alike. `IMAGE` is each image type with its coordinates. Sampler types have no conditions: a shader cannot pass a type that its
//! language lacks.

/// The prototypes of the texture and image functions.
pub const TEXTURE_PROTOTYPES: &str = "
@ d130 e300
gvec4 texture (gsampler2D, vec2, [float]) (gsampler3D, vec3, [float]) (gsamplerCube, vec3, [float]) (gsampler2DArray, vec3, [float])
gvec4 texture (gsampler1D, float, [float]) (gsampler1DArray, vec2, [float]) (gsampler2DRect, vec2)
float texture (sampler2DShadow, vec3, [float]) (sampler1DShadow, vec3, [float]) (samplerCubeShadow, vec4, [float])
float texture (sampler1DArrayShadow, vec3, [float]) (sampler2DArrayShadow, vec4) (sampler2DRectShadow, vec3)
gvec4 textureProj (gsampler1D, vec2, [float]) (gsampler1D, vec4, [float]) (gsampler2D, vec3, [float]) (gsampler2D, vec4, [float])
gvec4 textureProj (gsampler3D, vec4, [float]) (gsampler2DRect, vec3) (gsampler2DRect, vec4)
float textureProj (sampler1DShadow, vec4, [float]) (sampler2DShadow, vec4, [float]) (sampler2DRectShadow, vec4)
gvec4 textureLod (gsampler1D, float, float) (gsampler2D, vec2, float) (gsampler3D, vec3, float) (gsamplerCube, vec3, float)
gvec4 textureLod (gsampler1DArray, vec2, float) (gsampler2DArray, vec3, float)
float textureLod (sampler1DShadow, vec3, float) (sampler2DShadow, vec3, float) (sampler1DArrayShadow, vec3, float)
gvec4 textureOffset (gsampler1D, float, const int, [float]) (gsampler2D, vec2, const ivec2, [float])
gvec4 textureOffset (gsampler3D, vec3, const ivec3, [float]) (gsampler2DRect, vec2, const ivec2)
gvec4 textureOffset (gsampler1DArray, vec2, const int, [float]) (gsampler2DArray, vec3, const ivec2, [float])
float textureOffset (sampler1DShadow, vec3, const int, [float]) (sampler2DShadow, vec3, const ivec2, [float])
float textureOffset (sampler2DRectShadow, vec3, const ivec2) (sampler1DArrayShadow, vec3, const int, [float])
gvec4 texelFetch (gsampler1D, int, int) (gsampler2D, ivec2, int) (gsampler3D, ivec3, int) (gsampler2DRect, ivec2)
gvec4 texelFetch (gsampler1DArray, ivec2, int) (gsampler2DArray, ivec3, int) (gsamplerBuffer, int)
gvec4 texelFetch (gsampler2DMS, ivec2, int) (gsampler2DMSArray, ivec3, int)
gvec4 texelFetchOffset (gsampler1D, int, int, const int) (gsampler2D, ivec2, int, const ivec2) (gsampler3D, ivec3, int, const ivec3)
gvec4 texelFetchOffset (gsampler2DRect, ivec2, const ivec2) (gsampler1DArray, ivec2, int, const int) (gsampler2DArray, ivec3, int, const ivec2)
gvec4 textureProjOffset (gsampler1D, vec2, const int, [float]) (gsampler1D, vec4, const int, [float])
gvec4 textureProjOffset (gsampler2D, vec3, const ivec2, [float]) (gsampler2D, vec4, const ivec2, [float])
gvec4 textureProjOffset (gsampler3D, vec4, const ivec3, [float]) (gsampler2DRect, vec3, const ivec2) (gsampler2DRect, vec4, const ivec2)
float textureProjOffset (sampler1DShadow, vec4, const int, [float]) (sampler2DShadow, vec4, const ivec2, [float])
float textureProjOffset (sampler2DRectShadow, vec4, const ivec2)
gvec4 textureLodOffset (gsampler1D, float, float, const int) (gsampler2D, vec2, float, const ivec2) (gsampler3D, vec3, float, const ivec3)
gvec4 textureLodOffset (gsampler1DArray, vec2, float, const int) (gsampler2DArray, vec3, float, const ivec2)
float textureLodOffset (sampler1DShadow, vec3, float, const int) (sampler2DShadow, vec3, float, const ivec2)
float textureLodOffset (sampler1DArrayShadow, vec3, float, const int)
gvec4 textureProjLod (gsampler1D, vec2, float) (gsampler1D, vec4, float) (gsampler2D, vec3, float) (gsampler2D, vec4, float) (gsampler3D, vec4, float)
float textureProjLod (sampler1DShadow, vec4, float) (sampler2DShadow, vec4, float)
gvec4 textureProjLodOffset (gsampler1D, vec2, float, const int) (gsampler1D, vec4, float, const int)
gvec4 textureProjLodOffset (gsampler2D, vec3, float, const ivec2) (gsampler2D, vec4, float, const ivec2) (gsampler3D, vec4, float, const ivec3)
float textureProjLodOffset (sampler1DShadow, vec4, float, const int) (sampler2DShadow, vec4, float, const ivec2)
gvec4 textureGrad (gsampler1D, float, float, float) (gsampler2D, vec2, vec2, vec2) (gsampler3D, vec3, vec3, vec3)
gvec4 textureGrad (gsamplerCube, vec3, vec3, vec3) (gsampler2DRect, vec2, vec2, vec2) (gsampler1DArray, vec2, float, float)
gvec4 textureGrad (gsampler2DArray, vec3, vec2, vec2)
float textureGrad (sampler2DRectShadow, vec3, vec2, vec2) (sampler1DShadow, vec3, float, float) (sampler2DShadow, vec3, vec2, vec2)
float textureGrad (samplerCubeShadow, vec4, vec3, vec3) (sampler1DArrayShadow, vec3, float, float) (sampler2DArrayShadow, vec4, vec2, vec2)
gvec4 textureGradOffset (gsampler1D, float, float, float, const int) (gsampler2D, vec2, vec2, vec2, const ivec2)
gvec4 textureGradOffset (gsampler3D, vec3, vec3, vec3, const ivec3) (gsampler2DRect, vec2, vec2, vec2, const ivec2)
gvec4 textureGradOffset (gsampler1DArray, vec2, float, float, const int) (gsampler2DArray, vec3, vec2, vec2, const ivec2)
float textureGradOffset (sampler2DRectShadow, vec3, vec2, vec2, const ivec2) (sampler1DShadow, vec3, float, float, const int)
float textureGradOffset (sampler2DShadow, vec3, vec2, vec2, const ivec2) (sampler1DArrayShadow, vec3, float, float, const int)
float textureGradOffset (sampler2DArrayShadow, vec4, vec2, vec2, const ivec2)
gvec4 textureProjGrad (gsampler1D, vec2, float, float) (gsampler1D, vec4, float, float) (gsampler2D, vec3, vec2, vec2)
gvec4 textureProjGrad (gsampler2D, vec4, vec2, vec2) (gsampler3D, vec4, vec3, vec3)
gvec4 textureProjGrad (gsampler2DRect, vec3, vec2, vec2) (gsampler2DRect, vec4, vec2, vec2)
float textureProjGrad (sampler2DRectShadow, vec4, vec2, vec2) (sampler1DShadow, vec4, float, float) (sampler2DShadow, vec4, vec2, vec2)
gvec4 textureProjGradOffset (gsampler1D, vec2, float, float, const int) (gsampler1D, vec4, float, float, const int)
gvec4 textureProjGradOffset (gsampler2D, vec3, vec2, vec2, const ivec2) (gsampler2D, vec4, vec2, vec2, const ivec2)
gvec4 textureProjGradOffset (gsampler2DRect, vec3, vec2, vec2, const ivec2) (gsampler2DRect, vec4, vec2, vec2, const ivec2)
gvec4 textureProjGradOffset (gsampler3D, vec4, vec3, vec3, const ivec3)
float textureProjGradOffset (sampler2DRectShadow, vec4, vec2, vec2, const ivec2) (sampler1DShadow, vec4, float, float, const int)
float textureProjGradOffset (sampler2DShadow, vec4, vec2, vec2, const ivec2)
int textureSize (gsampler1D, int) (gsamplerBuffer) (sampler1DShadow, int)
ivec2 textureSize (gsampler2D, int) (gsamplerCube, int) (sampler2DShadow, int) (samplerCubeShadow, int) (gsampler2DRect) (sampler2DRectShadow)
ivec2 textureSize (gsampler1DArray, int) (sampler1DArrayShadow, int) (gsampler2DMS)
ivec3 textureSize (gsampler3D, int) (gsampler2DArray, int) (sampler2DArrayShadow, int)
ivec3 textureSize (gsampler2DMSArray)

@ GL_OES_EGL_image_external
vec4 texture2D (samplerExternalOES, vec2)
vec4 texture2DProj (samplerExternalOES, vec3) (samplerExternalOES, vec4)

@ GL_OES_EGL_image_external_essl3
vec4 texture (samplerExternalOES, vec2, [float])
vec4 textureProj (samplerExternalOES, vec3, [float]) (samplerExternalOES, vec4, [float])
vec4 texelFetch (samplerExternalOES, ivec2, int)
ivec2 textureSize (samplerExternalOES, int)

@ d130 e300 GL_ARB_texture_cube_map_array
gvec4 texture (gsamplerCubeArray, vec4, [float])
float texture (samplerCubeArrayShadow, vec4, float)
gvec4 textureLod (gsamplerCubeArray, vec4, float)
gvec4 textureGrad (gsamplerCubeArray, vec4, vec3, vec3)
ivec3 textureSize (gsamplerCubeArray, int) (samplerCubeArrayShadow, int)

@ d430
float textureOffset (sampler2DArrayShadow, vec4, const ivec2)

@ d400 GL_ARB_texture_query_lod / f
vec2 textureQueryLod (gsampler1D, float) (gsampler2D, vec2) (gsampler3D, vec3) (gsamplerCube, vec3) (gsampler1DArray, float)
vec2 textureQueryLod (gsampler2DArray, vec2) (gsamplerCubeArray, vec3) (sampler1DShadow, float) (sampler2DShadow, vec2)
vec2 textureQueryLod (samplerCubeShadow, vec3) (sampler1DArrayShadow, float) (sampler2DArrayShadow, vec2) (samplerCubeArrayShadow, vec3)

@ GL_EXT_texture_query_lod / f
vec2 textureQueryLOD (gsampler2D, vec2) (gsampler3D, vec3) (gsamplerCube, vec3) (gsampler2DArray, vec2) (gsamplerCubeArray, vec3)
vec2 textureQueryLOD (sampler2DShadow, vec2) (samplerCubeShadow, vec3) (sampler2DArrayShadow, vec2) (samplerCubeArrayShadow, vec3)

@ GL_EXT_texture_shadow_lod / f
float texture (sampler2DArrayShadow, vec4, <float>)
float texture (samplerCubeArrayShadow, vec4, float, <float>)
float textureOffset (sampler2DArrayShadow, vec4, const ivec2, <float>)

@ GL_EXT_texture_shadow_lod
float textureOffset (sampler2DArrayShadow, vec4, const ivec2)
float textureLod (sampler2DArrayShadow, vec4, float) (samplerCubeShadow, vec4, float)
float textureLod (samplerCubeArrayShadow, vec4, float, float)
float textureLodOffset (sampler2DArrayShadow, vec4, float, const ivec2)

@ GL_ARB_texture_query_lod / f
vec2 textureQueryLOD (sampler1D, float) (sampler2D, vec2) (sampler3D, vec3) (samplerCube, vec3) (sampler1DArray, float)
vec2 textureQueryLOD (sampler2DArray, vec2) (samplerCubeArray, vec3) (sampler1DShadow, float) (sampler2DShadow, vec2)
vec2 textureQueryLOD (samplerCubeShadow, vec3) (sampler1DArrayShadow, float) (sampler2DArrayShadow, vec2) (samplerCubeArrayShadow, vec3)
vec2 textureQueryLOD (isampler1D, float) (isampler2D, vec2) (isampler3D, vec3) (isamplerCube, vec3) (isampler1DArray, float) (isampler2DArray, vec2)
vec2 textureQueryLOD (isamplerCubeArray, vec3) (usamplerCubeArray, vec3)
vec2 textureQueryLOD (usampler1D, float) (usampler2D, vec2) (usampler3D, vec3) (usamplerCube, vec3) (usampler1DArray, float) (usampler2DArray, vec2)

@ d430 GL_ARB_texture_query_levels
int textureQueryLevels (gsampler1D) (gsampler2D) (gsampler3D) (gsamplerCube) (gsampler1DArray) (gsampler2DArray) (gsamplerCubeArray)
int textureQueryLevels (sampler1DShadow) (sampler2DShadow) (samplerCubeShadow) (sampler1DArrayShadow) (sampler2DArrayShadow) (samplerCubeArrayShadow)

@ d450 GL_ARB_shader_texture_image_samples
int textureSamples (gsampler2DMS) (gsampler2DMSArray)
int imageSamples (gimage2DMS) (gimage2DMSArray)

@ d400 e310 GL_ARB_texture_gather GL_ARB_gpu_shader5
gvec4 textureGather (gsampler2D, vec2) (gsampler2DArray, vec3) (gsamplerCube, vec3) (gsamplerCubeArray, vec4)
gvec4 textureGatherOffset (gsampler2D, vec2, ivec2) (gsampler2DArray, vec3, ivec2)

@ d400 e310 GL_ARB_gpu_shader5
gvec4 textureGather (gsampler2DRect, vec2) (gsampler2DRect, vec2, const int) (gsampler2D, vec2, const int) (gsampler2DArray, vec3, const int)
gvec4 textureGather (gsamplerCube, vec3, const int) (gsamplerCubeArray, vec4, const int)
vec4 textureGather (sampler2DShadow, vec2, float) (sampler2DArrayShadow, vec3, float) (samplerCubeShadow, vec3, float)
vec4 textureGather (samplerCubeArrayShadow, vec4, float) (sampler2DRectShadow, vec2, float)
gvec4 textureGatherOffset (gsampler2D, vec2, ivec2, const int) (gsampler2DArray, vec3, ivec2, const int)
gvec4 textureGatherOffset (gsampler2DRect, vec2, ivec2) (gsampler2DRect, vec2, ivec2, const int)
vec4 textureGatherOffset (sampler2DShadow, vec2, float, ivec2) (sampler2DArrayShadow, vec3, float, ivec2) (sampler2DRectShadow, vec2, float, ivec2)

@ d400 e320 GL_ARB_gpu_shader5 GL_EXT_gpu_shader5 GL_OES_gpu_shader5
gvec4 textureGatherOffsets (gsampler2D, vec2, const ivec2[4]) (gsampler2D, vec2, const ivec2[4], const int)
gvec4 textureGatherOffsets (gsampler2DArray, vec3, const ivec2[4]) (gsampler2DArray, vec3, const ivec2[4], const int)
gvec4 textureGatherOffsets (gsampler2DRect, vec2, const ivec2[4]) (gsampler2DRect, vec2, const ivec2[4], const int)
vec4 textureGatherOffsets (sampler2DShadow, vec2, float, const ivec2[4]) (sampler2DArrayShadow, vec3, float, const ivec2[4])
vec4 textureGatherOffsets (sampler2DRectShadow, vec2, float, const ivec2[4])

@ d110-410 c110 e100-100
vec4 texture2D (sampler2D, vec2, [float])
vec4 texture2DProj (sampler2D, vec3, [float]) (sampler2D, vec4, [float])
vec4 textureCube (samplerCube, vec3, [float])

@ d110-410 c110 GL_OES_texture_3D
vec4 texture3D (sampler3D, vec3, [float])
vec4 texture3DProj (sampler3D, vec4, [float])

@ d110-410 c110
vec4 texture1D (sampler1D, float, [float])
vec4 texture1DProj (sampler1D, vec2, [float]) (sampler1D, vec4, [float])
vec4 shadow1D (sampler1DShadow, vec3, [float])
vec4 shadow2D (sampler2DShadow, vec3, [float])
vec4 shadow1DProj (sampler1DShadow, vec4, [float])
vec4 shadow2DProj (sampler2DShadow, vec4, [float])
vec4 texture2DRect (sampler2DRect, vec2)
vec4 texture2DRectProj (sampler2DRect, vec3) (sampler2DRect, vec4)
vec4 shadow2DRect (sampler2DRectShadow, vec3)
vec4 shadow2DRectProj (sampler2DRectShadow, vec4)

@ d110-410 c110 e100-100 / vcegk
vec4 texture2DLod (sampler2D, vec2, float)
vec4 texture2DProjLod (sampler2D, vec3, float) (sampler2D, vec4, float)
vec4 textureCubeLod (samplerCube, vec3, float)

@ d130-410 c130 GL_ARB_shader_texture_lod GL_EXT_gpu_shader4 / f
vec4 texture2DLod (sampler2D, vec2, float)
vec4 texture2DProjLod (sampler2D, vec3, float) (sampler2D, vec4, float)
vec4 textureCubeLod (samplerCube, vec3, float)

@ d110-410 c110 GL_OES_texture_3D / vcegk
vec4 texture3DLod (sampler3D, vec3, float)
vec4 texture3DProjLod (sampler3D, vec4, float)

@ d130-410 c130 GL_ARB_shader_texture_lod GL_EXT_gpu_shader4 / f
vec4 texture3DLod (sampler3D, vec3, float)
vec4 texture3DProjLod (sampler3D, vec4, float)

@ d110-410 c110 / vcegk
vec4 texture1DLod (sampler1D, float, float)
vec4 texture1DProjLod (sampler1D, vec2, float) (sampler1D, vec4, float)
vec4 shadow1DLod (sampler1DShadow, vec3, float)
vec4 shadow2DLod (sampler2DShadow, vec3, float)
vec4 shadow1DProjLod (sampler1DShadow, vec4, float)
vec4 shadow2DProjLod (sampler2DShadow, vec4, float)

@ d130-410 c130 GL_ARB_shader_texture_lod GL_EXT_gpu_shader4 / f
vec4 texture1DLod (sampler1D, float, float)
vec4 texture1DProjLod (sampler1D, vec2, float) (sampler1D, vec4, float)
vec4 shadow1DLod (sampler1DShadow, vec3, float)
vec4 shadow2DLod (sampler2DShadow, vec3, float)
vec4 shadow1DProjLod (sampler1DShadow, vec4, float)
vec4 shadow2DProjLod (sampler2DShadow, vec4, float)

@ GL_EXT_shader_texture_lod
vec4 texture2DLodEXT (sampler2D, vec2, float)
vec4 texture2DProjLodEXT (sampler2D, vec3, float) (sampler2D, vec4, float)
vec4 textureCubeLodEXT (samplerCube, vec3, float)
vec4 texture2DGradEXT (sampler2D, vec2, vec2, vec2)
vec4 texture2DProjGradEXT (sampler2D, vec3, vec2, vec2) (sampler2D, vec4, vec2, vec2)
vec4 textureCubeGradEXT (samplerCube, vec3, vec3, vec3)

@ GL_ARB_shader_texture_lod
vec4 texture1DGradARB (sampler1D, float, float, float)
vec4 texture1DProjGradARB (sampler1D, vec2, float, float) (sampler1D, vec4, float, float)
vec4 texture2DGradARB (sampler2D, vec2, vec2, vec2)
vec4 texture2DProjGradARB (sampler2D, vec3, vec2, vec2) (sampler2D, vec4, vec2, vec2)
vec4 texture3DGradARB (sampler3D, vec3, vec3, vec3)
vec4 texture3DProjGradARB (sampler3D, vec4, vec3, vec3)
vec4 textureCubeGradARB (samplerCube, vec3, vec3, vec3)
vec4 shadow1DGradARB (sampler1DShadow, vec3, float, float)
vec4 shadow1DProjGradARB (sampler1DShadow, vec4, float, float)
vec4 shadow2DGradARB (sampler2DShadow, vec3, vec2, vec2)
vec4 shadow2DProjGradARB (sampler2DShadow, vec4, vec2, vec2)
vec4 texture2DRectGradARB (sampler2DRect, vec2, vec2, vec2)
vec4 texture2DRectProjGradARB (sampler2DRect, vec3, vec2, vec2) (sampler2DRect, vec4, vec2, vec2)
vec4 shadow2DRectGradARB (sampler2DRectShadow, vec3, vec2, vec2)
vec4 shadow2DRectProjGradARB (sampler2DRectShadow, vec4, vec2, vec2)

@ GL_EXT_texture_array GL_EXT_gpu_shader4
vec4 texture1DArray (sampler1DArray, vec2, [float])
vec4 texture2DArray (sampler2DArray, vec3, [float])
vec4 shadow1DArray (sampler1DArrayShadow, vec3, [float])
vec4 shadow2DArray (sampler2DArrayShadow, vec4)

@ GL_EXT_texture_array GL_EXT_gpu_shader4 / vcegk
vec4 texture1DArrayLod (sampler1DArray, vec2, float)
vec4 texture2DArrayLod (sampler2DArray, vec3, float)
vec4 shadow1DArrayLod (sampler1DArrayShadow, vec3, float)

@ GL_EXT_gpu_shader4 / f
vec4 texture1DArrayLod (sampler1DArray, vec2, float)
vec4 texture2DArrayLod (sampler2DArray, vec3, float)
vec4 shadow1DArrayLod (sampler1DArrayShadow, vec3, float)

@ GL_EXT_gpu_shader4
gvec4 texture1D (gsampler1D, float, [float])
gvec4 texture1DProj (gsampler1D, vec2, [float]) (gsampler1D, vec4, [float])
gvec4 texture1DOffset (gsampler1D, float, const int, [float])
gvec4 texture1DProjOffset (gsampler1D, vec2, const int, [float]) (gsampler1D, vec4, const int, [float])
gvec4 texture1DLod (gsampler1D, float, float)
gvec4 texture1DProjLod (gsampler1D, vec2, float) (gsampler1D, vec4, float)
gvec4 texture1DLodOffset (gsampler1D, float, float, const int)
gvec4 texture1DProjLodOffset (gsampler1D, vec2, float, const int) (gsampler1D, vec4, float, const int)
gvec4 texture1DGrad (gsampler1D, float, float, float)
gvec4 texture1DProjGrad (gsampler1D, vec2, float, float) (gsampler1D, vec4, float, float)
gvec4 texture1DGradOffset (gsampler1D, float, float, float, const int)
gvec4 texture1DProjGradOffset (gsampler1D, vec2, float, float, const int) (gsampler1D, vec4, float, float, const int)
gvec4 texelFetch1D (gsampler1D, int, int)
gvec4 texelFetch1DOffset (gsampler1D, int, int, const int)
gvec4 texture2D (gsampler2D, vec2, [float])
gvec4 texture2DProj (gsampler2D, vec3, [float]) (gsampler2D, vec4, [float])
gvec4 texture2DOffset (gsampler2D, vec2, const ivec2, [float])
gvec4 texture2DProjOffset (gsampler2D, vec3, const ivec2, [float]) (gsampler2D, vec4, const ivec2, [float])
gvec4 texture2DLod (gsampler2D, vec2, float)
gvec4 texture2DProjLod (gsampler2D, vec3, float) (gsampler2D, vec4, float)
gvec4 texture2DLodOffset (gsampler2D, vec2, float, const ivec2)
gvec4 texture2DProjLodOffset (gsampler2D, vec3, float, const ivec2) (gsampler2D, vec4, float, const ivec2)
gvec4 texture2DGrad (gsampler2D, vec2, vec2, vec2)
gvec4 texture2DProjGrad (gsampler2D, vec3, vec2, vec2) (gsampler2D, vec4, vec2, vec2)
gvec4 texture2DGradOffset (gsampler2D, vec2, vec2, vec2, const ivec2)
gvec4 texture2DProjGradOffset (gsampler2D, vec3, vec2, vec2, const ivec2) (gsampler2D, vec4, vec2, vec2, const ivec2)
gvec4 texelFetch2D (gsampler2D, ivec2, int)
gvec4 texelFetch2DOffset (gsampler2D, ivec2, int, const ivec2)
gvec4 texture3D (gsampler3D, vec3, [float])
gvec4 texture3DProj (gsampler3D, vec4, [float])
gvec4 texture3DOffset (gsampler3D, vec3, const ivec3, [float])
gvec4 texture3DProjOffset (gsampler3D, vec4, const ivec3, [float])
gvec4 texture3DLod (gsampler3D, vec3, float)
gvec4 texture3DProjLod (gsampler3D, vec4, float)
gvec4 texture3DLodOffset (gsampler3D, vec3, float, const ivec3)
gvec4 texture3DProjLodOffset (gsampler3D, vec4, float, const ivec3)
gvec4 texture3DGrad (gsampler3D, vec3, vec3, vec3)
gvec4 texture3DProjGrad (gsampler3D, vec4, vec3, vec3)
gvec4 texture3DGradOffset (gsampler3D, vec3, vec3, vec3, const ivec3)
gvec4 texture3DProjGradOffset (gsampler3D, vec4, vec3, vec3, const ivec3)
gvec4 texelFetch3D (gsampler3D, ivec3, int)
gvec4 texelFetch3DOffset (gsampler3D, ivec3, int, const ivec3)
gvec4 texture2DRect (gsampler2DRect, vec2)
gvec4 texture2DRectProj (gsampler2DRect, vec3) (gsampler2DRect, vec4)
gvec4 texture2DRectOffset (gsampler2DRect, vec2, const ivec2)
gvec4 texture2DRectProjOffset (gsampler2DRect, vec3, const ivec2) (gsampler2DRect, vec4, const ivec2)
gvec4 texture2DRectGrad (gsampler2DRect, vec2, vec2, vec2)
gvec4 texture2DRectProjGrad (gsampler2DRect, vec3, vec2, vec2) (gsampler2DRect, vec4, vec2, vec2)
gvec4 texture2DRectGradOffset (gsampler2DRect, vec2, vec2, vec2, const ivec2)
gvec4 texture2DRectProjGradOffset (gsampler2DRect, vec3, vec2, vec2, const ivec2) (gsampler2DRect, vec4, vec2, vec2, const ivec2)
gvec4 texelFetch2DRect (gsampler2DRect, ivec2)
gvec4 texelFetch2DRectOffset (gsampler2DRect, ivec2, const ivec2)
vec4 shadow1DOffset (sampler1DShadow, vec3, const int, [float])
vec4 shadow1DProjOffset (sampler1DShadow, vec4, const int, [float])
vec4 shadow1DLodOffset (sampler1DShadow, vec3, float, const int)
vec4 shadow1DProjLodOffset (sampler1DShadow, vec4, float, const int)
vec4 shadow1DGrad (sampler1DShadow, vec3, float, float)
vec4 shadow1DProjGrad (sampler1DShadow, vec4, float, float)
vec4 shadow1DGradOffset (sampler1DShadow, vec3, float, float, const int)
vec4 shadow1DProjGradOffset (sampler1DShadow, vec4, float, float, const int)
vec4 shadow2DOffset (sampler2DShadow, vec3, const ivec2, [float])
vec4 shadow2DProjOffset (sampler2DShadow, vec4, const ivec2, [float])
vec4 shadow2DLodOffset (sampler2DShadow, vec3, float, const ivec2)
vec4 shadow2DProjLodOffset (sampler2DShadow, vec4, float, const ivec2)
vec4 shadow2DGrad (sampler2DShadow, vec3, vec2, vec2)
vec4 shadow2DProjGrad (sampler2DShadow, vec4, vec2, vec2)
vec4 shadow2DGradOffset (sampler2DShadow, vec3, vec2, vec2, const ivec2)
vec4 shadow2DProjGradOffset (sampler2DShadow, vec4, vec2, vec2, const ivec2)
vec4 shadow2DRectOffset (sampler2DRectShadow, vec3, const ivec2)
vec4 shadow2DRectProjOffset (sampler2DRectShadow, vec4, const ivec2)
vec4 shadow2DRectGrad (sampler2DRectShadow, vec3, vec2, vec2)
vec4 shadow2DRectProjGrad (sampler2DRectShadow, vec4, vec2, vec2)
vec4 shadow2DRectGradOffset (sampler2DRectShadow, vec3, vec2, vec2, const ivec2)
vec4 shadow2DRectProjGradOffset (sampler2DRectShadow, vec4, vec2, vec2, const ivec2)
vec4 shadowCubeGrad (samplerCubeShadow, vec4, vec3, vec3)
gvec4 textureCube (gsamplerCube, vec3, [float])
gvec4 textureCubeLod (gsamplerCube, vec3, float)
gvec4 textureCubeGrad (gsamplerCube, vec3, vec3, vec3)
ivec4 texture1DArray (isampler1DArray, vec2, [float])
uvec4 texture1DArray (usampler1DArray, vec2, [float])
ivec4 texture1DArrayLod (isampler1DArray, vec2, float)
uvec4 texture1DArrayLod (usampler1DArray, vec2, float)
gvec4 texture1DArrayOffset (gsampler1DArray, vec2, const int, [float])
gvec4 texture1DArrayLodOffset (gsampler1DArray, vec2, float, const int)
gvec4 texture1DArrayGrad (gsampler1DArray, vec2, float, float)
gvec4 texture1DArrayGradOffset (gsampler1DArray, vec2, float, float, const int)
ivec4 texture2DArray (isampler2DArray, vec3, [float])
uvec4 texture2DArray (usampler2DArray, vec3, [float])
ivec4 texture2DArrayLod (isampler2DArray, vec3, float)
uvec4 texture2DArrayLod (usampler2DArray, vec3, float)
gvec4 texture2DArrayOffset (gsampler2DArray, vec3, const ivec2, [float])
gvec4 texture2DArrayLodOffset (gsampler2DArray, vec3, float, const ivec2)
gvec4 texture2DArrayGrad (gsampler2DArray, vec3, vec2, vec2)
gvec4 texture2DArrayGradOffset (gsampler2DArray, vec3, vec2, vec2, const ivec2)
vec4 shadow1DArrayOffset (sampler1DArrayShadow, vec3, const int, [float])
vec4 shadow1DArrayLodOffset (sampler1DArrayShadow, vec3, float, const int)
vec4 shadow1DArrayGrad (sampler1DArrayShadow, vec3, float, float)
vec4 shadow1DArrayGradOffset (sampler1DArrayShadow, vec3, float, float, const int)
vec4 shadow2DArrayOffset (sampler2DArrayShadow, vec4, const ivec2)
vec4 shadow2DArrayGrad (sampler2DArrayShadow, vec4, vec2, vec2)
vec4 shadow2DArrayGradOffset (sampler2DArrayShadow, vec4, vec2, vec2, const ivec2)
vec4 shadowCube (samplerCubeShadow, vec4, [float])
gvec4 texelFetch1DArray (gsampler1DArray, ivec2, int)
gvec4 texelFetch1DArrayOffset (gsampler1DArray, ivec2, int, const int)
gvec4 texelFetch2DArray (gsampler2DArray, ivec3, int)
gvec4 texelFetch2DArrayOffset (gsampler2DArray, ivec3, int, const ivec2)
gvec4 texelFetchBuffer (gsamplerBuffer, int)
int textureSize1D (gsampler1D, int)
ivec2 textureSize2D (gsampler2D, int)
ivec3 textureSize3D (gsampler3D, int)
ivec2 textureSizeCube (gsamplerCube, int)
ivec2 textureSize2DRect (gsampler2DRect)
ivec2 textureSize1DArray (gsampler1DArray, int)
ivec3 textureSize2DArray (gsampler2DArray, int)
int textureSizeBuffer (gsamplerBuffer)

@ d420 e310 GL_ARB_shader_image_load_store
gvec4 imageLoad (IMAGE)
void imageStore (IMAGE, gvec4)

@ d420 e320 GL_ARB_shader_image_load_store GL_OES_shader_image_atomic
gscalar imageAtomicAdd (IMAGEI, gscalar)
gscalar imageAtomicMin (IMAGEI, gscalar)
gscalar imageAtomicMax (IMAGEI, gscalar)
gscalar imageAtomicAnd (IMAGEI, gscalar)
gscalar imageAtomicOr (IMAGEI, gscalar)
gscalar imageAtomicXor (IMAGEI, gscalar)
gscalar imageAtomicExchange (IMAGEI, gscalar)
gscalar imageAtomicCompSwap (IMAGEI, gscalar, gscalar)

@ d450 e320 GL_OES_shader_image_atomic GL_ARB_ES3_1_compatibility
float imageAtomicExchange (IMAGEF, float)

@ GL_NV_shader_atomic_float
float imageAtomicAdd (IMAGEF, float)
float imageAtomicExchange (IMAGEF, float)

@ GL_AMD_texture_texture4
vec4 texture4 (sampler2D, vec2)

@ d430 e310 GL_ARB_shader_image_size
int imageSize (gimage1D) (gimageBuffer)
ivec2 imageSize (gimage2D) (gimageCube) (gimage2DRect) (gimage1DArray) (gimage2DMS)
ivec3 imageSize (gimage3D) (gimage2DArray) (gimageCubeArray) (gimage2DMSArray)
";
