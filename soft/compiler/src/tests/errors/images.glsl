=== compute: declarations of images
#version 450
layout(local_size_x = 1) in;
uniform image2D i; // error: needs a format
layout(binding = 1) readonly uniform image2D i; // error: needs a format
layout(rgba8ui) uniform image2D i; // error: does not fit image2D
layout(rgba8) uniform iimage2D i; // error: does not fit iimage2D
layout(r32i) uniform uimage2D i; // error: does not fit uimage2D
layout(rgba8) uniform sampler2D i; // error: formats are for images
layout(rgb8) uniform image2D i; // error: layout(rgb8)
layout(rgba8, binding = 16) uniform image2D i; // error: needs a value from 0 to 15
layout(rgba8, binding = 14) uniform image2D i[3]; // error: needs image unit 16
coherent uniform sampler2D i; // error: memory qualifiers are for images
layout(r8) uniform image2D i; shared image2D j; // error: must be a uniform
void main() {}
=== compute: declarations of images in OpenGL ES
#version 310 es
layout(local_size_x = 1) in;
uniform writeonly highp image2D i; // error: ES needs a format
layout(rgba8) uniform highp image2D i; // error: ES needs readonly or writeonly
layout(rg16f) writeonly uniform highp image2D i; // error: ES has no format rg16f
layout(rgba8) writeonly uniform image2D i; // error: no default precision
layout(r32f) uniform highp image2D i; layout(rgba8) readonly uniform highp image2D j; // good
void main() {}
=== compute: GL_EXT_shader_image_load_formatted needs no formats
#version 430
#extension GL_EXT_shader_image_load_formatted : require
uniform image2D i;
layout(local_size_x = 1) in;
void main() {}
=== compute: GL_NV_image_formats has more formats
#version 310 es
#extension GL_NV_image_formats : require
layout(r8ui) readonly uniform highp uimage2D i;
layout(local_size_x = 1) in;
void main() {}
=== compute: accesses of images
#version 450
#version 440 // instead, good
layout(local_size_x = 1) in;
layout(rgba8) uniform image2D i; layout(rgba8) readonly uniform image2D r; writeonly uniform image2D w;
layout(r32i) uniform iimage2D s; layout(r16i) uniform iimage2D n; layout(r32f) uniform image2D f; writeonly uniform iimage2D u;
void main() {
    imageStore(w, ivec2(0), imageLoad(r, ivec2(0)) + imageLoad(i, ivec2(1))); imageStore(i, ivec2(0), vec4(1)); // good
    int a = imageAtomicAdd(s, ivec2(0), imageSize(w).x + imageSize(r).y); // good
    float a = imageAtomicExchange(f, ivec2(0), 1.0); // good
    imageStore(r, ivec2(0), vec4(1)); // error: the image is readonly
    vec4 v = imageLoad(w, ivec2(0)); // error: the image is writeonly
    imageAtomicAdd(n, ivec2(0), 1); // error: needs an image of format r32i
    imageAtomicAdd(u, ivec2(0), 1); // error: the image is writeonly
    imageAtomicExchange(i, ivec2(0), 1.0); // error: needs an image of format r32f
    imageAtomicAdd(f, ivec2(0), 1.0); // error: no function fits
    imageStore(i, ivec3(0), vec4(1)); // error: no function fits
    imageStore(s, ivec2(0), vec4(1)); // error: no function fits
    i = i; // error: cannot be assigned
}
=== compute: floats are exchanged from GLSL 4.50 on
#version 450
#version 440 // instead, error elsewhere: no function fits imageAtomicExchange(image2D, ivec2, float)
layout(local_size_x = 1) in;
layout(r32f) uniform image2D f;
void main() { imageAtomicExchange(f, ivec2(0), 1.0); }
=== compute: images of GLSL ES 3.20 have atomic functions, and their arrays any index
#version 320 es
layout(local_size_x = 1) in;
layout(r32i) uniform highp iimage2D s[2]; uniform int n;
void main() { imageAtomicAdd(s[n], ivec2(0), 1); }
=== compute: images of GLSL ES 3.10 have no atomic functions, and their arrays constant indices
#version 310 es
layout(local_size_x = 1) in;
layout(r32i) uniform highp iimage2D s[2]; uniform int n;
void main() {
    imageAtomicAdd(s[0], ivec2(0), 1); // error: there is no function `imageAtomicAdd` in this version
    imageStore(s[n], ivec2(0), ivec4(1)); // error: arrays of images need constant indices here
}
=== compute: arrays of coherent images need coherent parameters
#version 450
layout(local_size_x = 1) in;
layout(rgba8) coherent uniform image2D i[2]; layout(rgba8) uniform image2D j;
void f(image2D p[2]) {}
void g(coherent readonly image2D p) {}
void main() {
    f(i); // error: coherent image
    g(j);
}
