=== geometry: inputs have the primitive's vertices
#version 150
in vec4 v[];
in vec4 v; // instead, error: `v` must be an array: one element for each vertex
in vec4 v[4]; // instead, error elsewhere: input `v` has 4 vertices, but the input primitive has 3
layout(triangles) in; layout(triangle_strip, max_vertices = 3) out;
layout(points) in; // error: the kind of input primitive differs from before
out vec4 c;
void main() { for (int i = 0; i < v.length(); i++) { c = v[i]; gl_Position = gl_in[i].gl_Position; EmitVertex(); } EndPrimitive(); }
=== control: outputs of the invocation, and barriers
#version 400
layout(vertices = 3) out;
in vec4 a[]; out vec4 b[]; patch out float p;
void main() {
    b[gl_InvocationID] = a[gl_InvocationID]; p = 1.0; gl_TessLevelOuter[0] = 2.0; barrier(); // good
    b[0] = a[0]; // error: gl_InvocationID
    if (a[0].x > 0.0) barrier(); // error: barrier
}
=== compute: sizes and shared variables
#version 430
layout(local_size_x = 8) in;
layout(local_size_x = 5000) in; // instead, error: local_size_x
shared uint s; uint t;
void main() {
    atomicAdd(s, 1u);
    atomicAdd(t, 1u); // error: buffer block or shared
}
=== geometry: outputs of old words
#version 150 compatibility
#version 150 core // instead, error elsewhere: varying is for vertex and fragment shaders
layout(triangles) in; layout(points, max_vertices = 1) out; varying float v;
void main() { v = 1.0; EmitVertex(); }
=== vertex: inputs are no arrays before GLSL 1.30
#version 150
#version 110 // instead, error elsewhere: vertex inputs cannot be arrays
#version 120 // instead, error elsewhere: vertex inputs cannot be arrays
#extension GL_ARB_explicit_attrib_location : require
layout(location = 1) in vec4 a[4];
void main() {}
=== fragment: built-in arrays have their limits
void main() {
    gl_FragColor = gl_TexCoord[7];
    gl_FragColor = gl_TexCoord[8]; // instead, error: too large
}
=== geometry: distances of vertices have a size
#version 150
layout(triangles) in; layout(points, max_vertices = 1) out; uniform int n;
void main() {
    gl_Position = vec4(gl_in[0].gl_ClipDistance[1]);
    gl_Position = vec4(gl_in[0].gl_ClipDistance.length()); // instead, error: without a size
    gl_Position = vec4(gl_in[0].gl_ClipDistance[n]); // instead, error: without a size
    EmitVertex();
}
=== geometry: a declaration sizes the distances of vertices
#version 150
layout(triangles) in; layout(points, max_vertices = 1) out; uniform int n;
in gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[4]; } gl_in[];
void main() {
    gl_Position = vec4(gl_in[0].gl_ClipDistance.length());
    gl_Position = vec4(gl_in[0].gl_ClipDistance[n]); // instead, good
    EmitVertex();
}
=== geometry: gl_Layer is not redeclared
#version 150
layout(points) in; layout(points, max_vertices = 1) out;
out int gl_Layer; // error: cannot be redeclared
void main() { gl_Layer = 1; EmitVertex(); }
=== control: the layout sizes gl_out
#version 400
layout(vertices = 3) out;
layout(vertices = 4) out; // instead, error elsewhere: an array's size must be greater than zero, not -1
float a[gl_out.length() == 3 ? 2 : -1];
void main() { gl_out[gl_InvocationID].gl_Position = vec4(a[1]); }
=== control: gl_out has no size before the layout
#version 400
layout(vertices = 3) out;
 // instead, error elsewhere: length() of an array without a size
float a[gl_out.length() == 3 ? 2 : -1];
layout(vertices = 3) out;
void main() { gl_out[gl_InvocationID].gl_Position = vec4(a[1]); }
=== fragment: rectangle samplers go with their extension
#extension GL_ARB_texture_rectangle : enable
// instead, good
#extension GL_ARB_texture_rectangle : disable // instead, error elsewhere: `sampler2DRect` is a reserved word in this version
#extension all : disable // instead, error elsewhere: `sampler2DRect` is a reserved word in this version
uniform sampler2DRect s;
void main() { gl_FragColor = texture2DRect(s, vec2(1.0)); }
=== fragment: an extension follows the directive about all of them
#extension all : disable
#extension GL_ARB_texture_rectangle : require
uniform sampler2DRect s;
void main() { gl_FragColor = texture2DRect(s, vec2(1.0)); }
=== fragment: rectangle samplers of GLSL 1.40
#version 140
#extension all : disable
uniform sampler2DRect s;
out vec4 c;
void main() { c = texture(s, vec2(1.0)); }
=== vertex: layouts have contents in OpenGL ES
#version 300 es
in vec4 a;
layout() in vec4 a; // instead, error: syntax error: layout() without a name
void main() { gl_Position = a; }
=== vertex: structures between stages hold none in GLSL ES 3.10
#version 150
#version 310 es // instead, error elsewhere: structures between stages cannot hold structures here
struct A { float a; }; struct B { A a; };
out B b;
void main() { b.a.a = 1.0; }
=== vertex: distances share their limit [GLSL 4.60, 7.1]
#version 450
out float gl_ClipDistance[4]; out float gl_CullDistance[4];
out float gl_ClipDistance[5]; out float gl_CullDistance[4]; // instead, error: gl_ClipDistance and gl_CullDistance have 9 elements
void main() { gl_Position = vec4(0.0); }
=== fragment: old shaders redeclare gl_FragCoord as varying
#version 120
#extension GL_ARB_fragment_coord_conventions : enable
layout(pixel_center_integer) varying vec4 gl_FragCoord;
void main() { gl_FragColor = gl_FragCoord; }
=== fragment: qualifiers stand in any order from GLSL 4.20 on
#version 420
in flat centroid int a;
centroid in flat int b;
highp in centroid float c;
highp uniform float d;
void f(highp const in float x) {}
void main() {}
=== fragment: locations may be repeated
#version 420
highp in layout(location = 1) smooth invariant vec4 a;
void main() {}
=== fragment: the last location counts
#version 310 es
precision mediump float;
layout(location = 1, location = 0) out vec4 o;
void main() { o = vec4(1.0); }
=== fragment: locations of uniforms have a limit
#version 430
layout(location = 65535) uniform float f;
layout(location = 65536) uniform float f; // instead, error: layout(location) needs a value from 0 to 65535, not 65536
void main() {}
=== fragment: samplers are uniforms
#version 330
uniform sampler2D s;
void main() {
    sampler2D t = s; // error: samplers, images and atomic counters cannot be initialised
}
=== fragment: built-in outputs are not redeclared
#version 130
out vec4 c;
out vec4 gl_FragColor; // error: `gl_FragColor` cannot be redeclared
out vec4 gl_FragData[8]; // error: `gl_FragData` cannot be redeclared
void main() { c = vec4(1.0); }
