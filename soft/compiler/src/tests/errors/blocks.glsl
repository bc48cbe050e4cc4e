=== fragment: storage blocks are read as they say
#version 430
buffer C { readonly int n; } c;
void main() {
    int n = c.n;
    c.n = 1; // error: readonly
}
=== fragment: blocks of uniforms
#version 330
uniform A { float x; };
uniform float x; // error: `x` is declared already in this scope
uniform B { sampler2D s; }; // error: blocks cannot hold samplers, images or atomic counters
void main() {}
=== vertex: blocks are for outputs of vertices
#version 330
in vec4 s;
in A { vec4 s; }; // instead, error: vertex inputs cannot be blocks
void main() {}
=== fragment: blocks need GLSL 1.40
#version 140
#version 130 // instead, error elsewhere: uniform blocks need version 140 or ES 300 or GL_ARB_uniform_buffer_object
uniform A { vec4 s; };
void main() {}
=== vertex: blocks define structures in GLSL 1.10 only
#version 110
#version 120 // instead, error elsewhere: a block cannot define a structure
#version 150 // instead, error elsewhere: a block cannot define a structure
#extension GL_ARB_uniform_buffer_object : require
uniform B { struct { vec2 p; } s[4]; int n; };
void main() { gl_Position = vec4(s[2].p, 0.0, 1.0); }
=== vertex: arrays of blocks have a size
#version 150
uniform B { float a; } b[2];
uniform B { float a; } b[]; // instead, error: needs a size
void main() { gl_Position = vec4(b[0].a); }
=== vertex: locations of blocks need GLSL 4.10
#version 420
#version 400 // instead, error elsewhere: locations of blocks need
layout(location = 1) out B { vec4 a; } b;
void main() { b.a = vec4(1.0); }
=== vertex: feedback offsets of blocks with doubles
#version 440
layout(xfb_offset = 8) out B { vec4 a; dvec3 b; };
layout(xfb_offset = 4) out B { vec4 a; dvec3 b; }; // instead, error: multiple of 8
void main() {}
=== fragment: layouts and names of blocks
#version 460
layout() uniform U { vec4 v; }; // error: syntax error: layout() without a name
uniform U { vec4 v; } precise; // error: `precise` is a reserved word: it cannot be a name
struct precise { vec4 v; }; // error: `precise` is a reserved word: it cannot be a name
buffer struct { vec4 v; }; // error: buffer is for blocks
uniform U { precise vec4 v; }; // good
void main() {}
=== fragment: words may be repeated
#version 300 es
precision mediump float;
layout(std140, shared, std140) uniform U { vec4 v; };
out vec4 o;
void main() { o = v; }
=== fragment: members and variables are precise
#version 400
uniform B { precise vec4 v; };
struct S { int i; };
void main() { precise vec4 a = v; }
=== fragment: members of structures are not precise
#version 320 es
precision highp float;
struct S { mat4 m; };
struct S { precise mat4 m; }; // instead, error: members of structures take no qualifiers but precision
void main() {}
=== fragment: bindings of arrays end within the limits
#version 310 es
precision mediump float;
layout(binding = 94) uniform sampler2D s[2]; // good
layout(binding = 95) uniform sampler2D s[2]; // error: the limit is 96
layout(binding = 82) uniform U { vec4 v; } u[2]; // good
layout(binding = 83) uniform U { vec4 v; } u[2]; // error: the limit is 84
layout(binding = 94) buffer B { vec4 v; } b[2]; // good
layout(binding = 95) buffer B { vec4 v; } b[2]; // error: the limit is 96
void main() {}
=== fragment: blocks are no arrays of arrays
#version 310 es
precision mediump float;
uniform A { float f; } a[2];
uniform A { float f; } a[2][2]; // instead, error: blocks cannot be arrays of arrays
buffer B { float f; } b[2];
buffer B { float f; } b[2][2]; // instead, error: blocks cannot be arrays of arrays
void main() {}
=== fragment: members of blocks have locations of their own
#version 320 es
precision mediump float;
layout(location = 1) in B { vec4 a; layout(location = 0) vec4 b;
    layout(location = 2) vec4 c;
    vec4 c; // instead, error: members `a` and `c` overlap at location 1
};
void main() {}
=== fragment: blocks of uniforms are not invariant
#version 310 es
invariant uniform B { mediump float v; }; // error: invariant is for outputs
invariant buffer B { mediump float v; }; // error: invariant is for outputs
void main() {}
=== fragment: blocks of uniforms are not invariant in GLSL ES 3.00
#version 300 es
invariant uniform B { mediump float v; }; // error: invariant is for outputs
void main() {}
=== fragment: arrays of storage blocks are indexed with constants
#version 310 es
#version 320 es // instead, good
#extension GL_EXT_gpu_shader5 : require // good
precision highp float;
uniform int n;
buffer A { float x; } a[4];
uniform B { float x; } b[4];
out vec4 o;
void main() {
    o = vec4(a[1 + 2].x + b[3].x);
    o = vec4(a[n].x); // error: arrays of storage blocks need constant indices
    o = vec4(b[n].x); // error: arrays of blocks need constant indices here
}
=== fragment: arrays of storage blocks are indexed with constants in GLSL ES 3.20
#version 320 es
precision highp float;
uniform int n;
buffer A { float x; } a[4];
uniform B { float x; } b[4];
out vec4 o;
void main() {
    o = vec4(a[n].x); // error: arrays of storage blocks need constant indices
    o = vec4(b[n].x); // good
}
=== fragment: arrays of storage blocks are indexed with constants with GL_EXT_gpu_shader5
#version 310 es
#extension GL_EXT_gpu_shader5 : require
precision highp float;
uniform int n;
buffer A { float x; } a[4];
uniform B { float x; } b[4];
out vec4 o;
void main() {
    o = vec4(a[n].x); // error: arrays of storage blocks need constant indices
    o = vec4(b[n].x); // good
}
