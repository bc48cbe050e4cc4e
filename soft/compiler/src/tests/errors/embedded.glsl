=== compute: compute shaders come with GLSL ES 3.10
#version 310 es
#version 300 es // instead, error elsewhere: compute shaders need version 310
layout(local_size_x = 1) in;
void main() {}
=== geometry: geometry shaders need an extension
#version 310 es
#extension GL_EXT_geometry_shader : require
// instead, error elsewhere: geometry shaders need version 320 or GL_EXT_geometry_shader
void main() {}
=== control: control shaders need an extension
#version 310 es
#extension GL_OES_tessellation_shader : require
// instead, error elsewhere: tessellation shaders need version 320 or GL_EXT_tessellation_shader
void main() {}
=== evaluation: evaluation shaders come with GLSL ES 3.20
#version 320 es
#version 310 es // instead, error elsewhere: tessellation shaders need version 320 or GL_EXT_tessellation_shader
void main() {}
=== control: structures for each patch hold no arrays
#version 320 es
layout(vertices = 1) out;
struct S { highp float x; };
struct A { highp float x[2]; };
patch out S s;
patch out S s[2]; // instead, error: for each patch
patch out A s; // instead, error: for each patch
void main() {}
=== fragment: inputs of fragments have sizes, and uniforms no initialisers
#version 300 es
precision mediump float;
in vec4 v;
in vec4 v[]; // instead, error: needs a size
uniform float a;
uniform float a = 1.0; // instead, error: initialisers of uniforms need version 120
float g = a; // error: the initialiser of `g` must be a constant expression
void main() {}
=== fragment: interpolants are whole inputs
#version 320 es
precision mediump float;
in vec4 v; in B { vec4 w; float a[2]; }; in C { vec4 v; } c; struct S { vec4 v; }; in S s; out vec4 o;
void main() {
    o = vec4(interpolateAtCentroid(v).x);
    o = vec4(interpolateAtCentroid(v.xyzw).x); // instead, error: must be a whole input
    o = vec4(interpolateAtCentroid(v.xy).x); // instead, error: must be a whole input
    o = vec4(interpolateAtCentroid(v.yzxw).x); // instead, error: must be a whole input
    o = vec4(interpolateAtSample(w, 0)); // good
    o = vec4(interpolateAtSample(a[1], 0)); // good
    o = vec4(interpolateAtSample(c.v, 0)); // error: must be a whole input
    o = vec4(interpolateAtSample(s.v, 0)); // error: must be a whole input
}
=== fragment: members are interpolants in OpenGL
#version 430
struct S { vec4 v; }; in S s; out vec4 c;
void main() { c = interpolateAtSample(s.v, 0); }
=== fragment: inout outputs need an extension
#version 300 es
#extension GL_EXT_shader_framebuffer_fetch : require
// instead, error elsewhere: inout is for parameters
precision mediump float;
layout(location = 0) inout vec4 c;
layout(noncoherent) inout vec4 c; // instead, error: layout(noncoherent)
void main() { c += c; }
=== fragment: GLSL ES 1.00 has no inout outputs
#version 300 es
#version 100 // instead, error elsewhere: inout outputs
#extension GL_EXT_shader_framebuffer_fetch : require
precision mediump float;
inout vec4 c;
void main() { c += c; }
=== fragment: inout outputs that are not coherent say so
#version 310 es
#version 300 es // instead, good
#extension GL_EXT_shader_framebuffer_fetch_non_coherent : require
precision mediump float;
layout(noncoherent, location = 1) inout vec4 c;
inout vec4 c; // instead, error: needs layout(noncoherent)
layout(noncoherent = 1) inout vec4 c; // instead, error: takes no value
void main() { c += c; }
=== fragment: inout outputs have no interpolation, and other outputs are coherent
#version 300 es
#extension GL_EXT_shader_framebuffer_fetch : require
#extension GL_EXT_shader_framebuffer_fetch_non_coherent : require
precision mediump float;
out vec4 c;
flat inout vec4 c; // instead, error: interpolation
layout(noncoherent) out vec4 c; // instead, error: not for this declaration
void main() { c = vec4(1.0); }
=== fragment: coherence is for outputs that are read
#version 300 es
precision mediump float;
out vec4 c;
layout(noncoherent) out vec4 c; // instead, error: not for this declaration
void main() {}
=== fragment: stored colors need an extension
#version 100
#extension GL_EXT_shader_framebuffer_fetch : require
// instead, error elsewhere: gl_LastFragData
#extension GL_EXT_shader_framebuffer_fetch_non_coherent : require // instead, error elsewhere: layout(noncoherent)
precision mediump float;
highp vec4 gl_LastFragData[gl_MaxDrawBuffers]; // good
mediump vec4 gl_LastFragData[2]; // error: gl_LastFragData
void main() {
    gl_FragColor = gl_LastFragData[0];
    gl_LastFragData[0] = vec4(1.0); // instead, error: gl_LastFragData
}
=== fragment: stored colors that are not coherent say so
#version 100
#extension GL_EXT_shader_framebuffer_fetch_non_coherent : require
precision mediump float;
layout(noncoherent) mediump vec4 gl_LastFragData[gl_MaxDrawBuffers];
void main() { gl_FragColor = gl_LastFragData[0]; }
=== fragment: early tests exclude reads of depth [ARM_shader_framebuffer_fetch_depth_stencil]
#version 310 es
#extension GL_ARM_shader_framebuffer_fetch_depth_stencil : require
precision highp float;
mediump float gl_LastFragDepthARM; // good
out vec4 c;
void main() {
    c = vec4(gl_LastFragDepthARM);
    c = vec4(gl_LastFragStencilARM); // instead, good
}
=== fragment: reads of depth exclude early tests [ARM_shader_framebuffer_fetch_depth_stencil]
#version 310 es
#extension GL_ARM_shader_framebuffer_fetch_depth_stencil : require
precision highp float;
layout(early_fragment_tests) in;
out vec4 c;
void main() {
    c = vec4(1.0);
    c = vec4(gl_LastFragDepthARM); // instead, error: gl_LastFragDepthARM
    c = vec4(gl_LastFragStencilARM); // instead, error: gl_LastFragStencilARM
}
=== fragment: the depth is not redeclared
#version 300 es
precision highp float;
out highp float gl_FragDepth; // error: gl_FragDepth
out vec4 c;
void main() { c = vec4(1.0); gl_FragDepth = 0.5; }
=== fragment: a shader writes one set of second colors
#version 100
#extension GL_EXT_blend_func_extended : require
// instead, error elsewhere: gl_SecondaryFragColorEXT
precision mediump float;
void main() {
    gl_FragColor = vec4(1.0); gl_SecondaryFragColorEXT = vec4(1.0);
    gl_FragData[0] = vec4(1.0); gl_SecondaryFragDataEXT[0] = vec4(1.0); // instead, good
    gl_FragColor = vec4(1.0); gl_SecondaryFragDataEXT[0] = vec4(1.0); // instead, error: a shader writes either gl_FragColor or gl_FragData, not both
    gl_FragData[0] = vec4(1.0); gl_SecondaryFragColorEXT = vec4(1.0); // instead, error: a shader writes either gl_FragColor or gl_FragData, not both
}
=== fragment: geometry shaders have their constants
#version 320 es
#version 310 es // instead, error elsewhere: not declared
precision highp float;
out vec4 o;
void main() { o = vec4(gl_MaxGeometryAtomicCounters + gl_MaxGeometryAtomicCounterBuffers + gl_MaxGeometryImageUniforms); }
=== fragment: geometry shaders of extensions have their constants
#version 310 es
#extension GL_EXT_geometry_shader : require
#extension GL_OES_geometry_shader : require // instead, good
precision highp float;
out vec4 o;
void main() { o = vec4(gl_MaxGeometryAtomicCounters + gl_MaxGeometryAtomicCounterBuffers + gl_MaxGeometryImageUniforms); }
=== fragment: inputs of fragments are no arrays of arrays [ESSL 3.20, 4.3.4]
#version 320 es
precision highp float;
in float a[2];
in float a[2][2]; // instead, error: cannot be arrays of arrays here
out vec4 o;
void main() { o = vec4(a[1]); }
=== vertex: outputs are no arrays of arrays [ESSL 3.20, 4.3.4]
#version 310 es
out float a[2];
out float a[2][2]; // instead, error: cannot be arrays of arrays here
void main() { a[0]; }
=== geometry: inputs of vertices are no arrays of arrays [ESSL 3.20, 4.3.4]
#version 320 es
layout(points) in; layout(points, max_vertices = 1) out;
in float a[][2];
in float a[][2][2]; // instead, error: cannot be arrays of arrays here
void main() { gl_Position = vec4(a[0][1]); }
