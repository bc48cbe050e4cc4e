=== program: a called function needs a body
--- vertex
#version 330
vec4 there();
void main() {
    gl_Position = vec4(0.0);
    gl_Position = there(); // instead, error: function there is called in the vertex stage but has no body
}
=== program: a function has one body, and a stage one main
--- vertex
#version 330
float f(); void main() { gl_Position = vec4(f()); }
float f(); // instead, error: no main
--- vertex
#version 330
float f() { return 1.0; }
--- vertex
#version 330
float f() { return 1.0; } // error: more than one body
void main() { gl_Position = vec4(0.0); } // error: more than one main
=== program: recursion across objects
--- vertex
#version 330
float g(float x); float f(float x) { return g(x); } void main() { gl_Position = vec4(f(1.0)); }
--- vertex
#version 330
float f(float x);
float g(float x) { return x; }
float g(float x) { return f(x); } // instead, error: calls itself
=== program: objects share their globals
--- vertex
#version 330
vec4 g; void set(); void main() { set(); gl_Position = g; }
--- vertex
#version 330
vec4 g; void set() { g = vec4(1.0); }
vec3 g; void set() { g = vec3(1.0); } // instead, error: g is vec4 in one vertex shader and vec3 in another
=== program: OpenGL ES links with OpenGL ES of its version
--- vertex
#version 100
#version 300 es // instead, error: different versions
void main() { gl_Position = vec4(0.0); }
--- fragment
#version 100
#version 330 // instead, error: OpenGL ES
void main() {}
=== program: layouts must be declared somewhere
--- vertex
#version 150
out vec4 a; void main() { a = vec4(1.0); gl_Position = a; }
--- geometry
#version 150
layout(points) in;
// instead, error: input primitive type
--- geometry
#version 150
layout(lines) in; // error: input primitives
layout(points, max_vertices = 1) out; in vec4 a[]; void main() { gl_Position = a[0]; EmitVertex(); }
=== program: a compute shader has a local size
--- compute
#version 430
layout(local_size_x = 1) in;
// instead, error: local size
void main() {}
=== program: clip and cull distances share a limit [GLSL 4.60, 7.1.1]
--- vertex
#version 450
void main() {
    gl_Position = vec4(0.0);
    gl_ClipDistance[3] = 0.0; gl_CullDistance[3] = 0.0;
    gl_ClipDistance[4] = 0.0; gl_CullDistance[3] = 0.0; // instead, error: the vertex stage has 5 clip distances and 4 cull distances
    gl_ClipDistance[3] = 0.0; gl_CullDistance[4] = 0.0; // instead, error: the vertex stage has 4 clip distances and 5 cull distances
    gl_ClipDistance[8] = 0.0; // instead, error: 9 clip distances
}
=== program: fragments read at most the limit of clip distances
--- vertex
#version 130
void main() { gl_Position = vec4(0.0); gl_ClipDistance[7] = 0.0; }
--- fragment
#version 130
void main() {
    gl_FragColor = vec4(gl_ClipDistance[gl_MaxClipDistances - 1]);
    gl_FragColor = vec4(gl_ClipDistance[gl_MaxClipDistances]); // instead, error: 9 clip distances
}
=== program: gl_in of OpenGL ES has both arrays at their largest sizes
--- vertex
#version 320 es
#extension GL_EXT_clip_cull_distance : require
out float gl_ClipDistance[1]; out float gl_CullDistance[1];
void main() { gl_Position = vec4(0.0); gl_ClipDistance[0] = 0.0; gl_CullDistance[0] = 0.0; }
--- geometry
#version 320 es
#extension GL_EXT_clip_cull_distance : require
layout(points) in; layout(points, max_vertices = 1) out;
out float gl_ClipDistance[1]; out float gl_CullDistance[1];
void main() {
    gl_Position = gl_in[0].gl_Position; gl_ClipDistance[0] = gl_in[0].gl_ClipDistance[0]; gl_CullDistance[0] = gl_in[0].gl_CullDistance[0]; EmitVertex();
}
--- fragment
#version 320 es
void main() {}
=== program: clip vertices and clip distances exclude each other [GLSL 1.30, 7.1]
--- vertex
#version 130
uniform bool b;
void main() {
    gl_Position = vec4(0.0);
    gl_ClipDistance[0] = 1.0; // good
    gl_ClipVertex = vec4(0.0); // good
    gl_ClipDistance[0] = 1.0; gl_ClipVertex = vec4(0.0); // error: either gl_ClipVertex or gl_ClipDistance
    if (b) { gl_ClipDistance[0] = 1.0; } else { gl_ClipVertex = vec4(0.0); } // error: gl_ClipVertex
}
--- fragment
#version 130
void main() {}
=== program: the position is written before GLSL 1.30
--- vertex
void f(out vec4 p) { p = vec4(0.0); }
void main() {
    gl_FrontColor = vec4(0.3);
    f(gl_Position);
    if (gl_Vertex.x > 0.0) gl_Position.x = 1.0; // instead, good
    // instead, error: does not write gl_Position
}
--- fragment
void main() { gl_FragColor = gl_Color; }
=== program: GLSL 1.30 may leave the position undefined
--- vertex
#version 130
void main() { gl_FrontColor = vec4(0.3); }
--- fragment
#version 130
void main() { gl_FragColor = gl_Color; }
=== program: GLSL ES 1.00 may leave the position undefined
--- vertex
#version 100
void main() {}
--- fragment
#version 100
void main() {}
=== program: varyings that are read are written before GLSL 1.30
--- vertex
varying vec4 v;
void main() {
    gl_Position = ftransform();
    v.x = 1.0;
    // instead, error: v is read in the fragment stage and not written
}
--- fragment
varying vec4 v;
void main() {
    gl_FragColor = v;
    gl_FragColor = vec4(1.0); // instead, good
}
=== program: varyings that nothing reads need no value
--- vertex
varying vec4 v; void main() { gl_Position = ftransform(); }
--- fragment
varying vec4 v; void main() { gl_FragColor = vec4(1.0); }
=== program: GLSL 1.30 may leave varyings undefined
--- vertex
#version 130
varying vec4 v; void main() { gl_Position = ftransform(); }
--- fragment
#version 130
varying vec4 v; void main() { gl_FragColor = v; }
=== program: constant conditions exclude calls
--- vertex
#version 120
void main() { gl_Position = gl_Vertex; }
--- fragment
#version 120
float missing(); uniform float u;
void main() {
    gl_FragColor = vec4(u);
    if (false) gl_FragColor.x = missing(); else gl_FragColor.y = 1.0;
    if (sqrt(1.0) != 1.0) gl_FragColor.x = missing(); else gl_FragColor.y = 1.0; // instead, good
    if (true) gl_FragColor.x = missing(); else gl_FragColor.y = 1.0; // instead, error: missing is called
    if (u > 0.0) gl_FragColor.x = missing(); else gl_FragColor.y = 1.0; // instead, error: missing is called
}
=== program: fragments have the outputs of stream 0
--- geometry
#version 400
layout(points) in; layout(points, max_vertices = 1) out;
layout(stream = 0) out vec4 v;
layout(stream = 1) out vec4 v; // instead, error: fragment input v (vec4) has no matching output
void main() { v = vec4(1.0); gl_Position = v; EmitStreamVertex(0); EmitStreamVertex(1); }
--- fragment
#version 400
in vec4 v; out vec4 c; void main() { c = v; }
=== program: streams have the numbers 0 to 3
--- geometry
#version 400
layout(points) in; layout(points, max_vertices = 1) out;
void main() {
    EmitStreamVertex(1 + 2); EndStreamPrimitive(1 + 2);
    EmitStreamVertex(-1); EndStreamPrimitive(-1); // instead, error: a stream that does not exist
    EmitStreamVertex(4); EndStreamPrimitive(4); // instead, error: a stream that does not exist
}
=== program: only points go to several streams
--- geometry
#version 400
layout(points) in; layout(points, max_vertices = 3) out; layout(stream = 1) out vec4 v;
layout(points) in; layout(triangle_strip, max_vertices = 3) out; layout(stream = 1) out vec4 v; // instead, error: emits to stream 1
void main() { v = vec4(1.0); EmitStreamVertex(1); }
=== program: every output goes to stream 0 of triangles
--- geometry
#version 400
layout(points) in; layout(triangle_strip, max_vertices = 3) out; layout(stream = 0) out vec4 v;
void main() { v = vec4(1.0); EmitStreamVertex(0); }
