=== program: attributes have a limit
--- vertex
#version 330
in mat4 m[4]; void main() { gl_Position = m[3][0]; }
in mat4 m[5]; void main() { gl_Position = m[4][0]; } // instead, error: too many attributes: no 20 locations are left for m (mat4[5])
=== program: attributes do not share locations in GLSL ES 3.00
--- vertex
#version 300 es
layout(location = 2) in vec4 a; layout(location = 3) in vec4 b;
layout(location = 2) in vec4 a; layout(location = 2) in vec4 b; // instead, error: shares location 2
void main() { gl_Position = a + b; }
--- fragment
#version 300 es
precision mediump float; out vec4 c; void main() { c = vec4(0.0); }
=== program: attributes may share locations in OpenGL
--- vertex
#version 330
layout(location = 2) in vec4 a; layout(location = 3) in vec4 b;
layout(location = 2) in vec4 a; layout(location = 2) in vec4 b; // instead, warning: attribute b shares location 2
void main() { gl_Position = a + b; }
=== program: fragment outputs do not share locations
--- fragment
#version 330
layout(location = 1) out vec4 a; layout(location = 2) out vec4 b;
layout(location = 1) out vec4 a; layout(location = 1) out vec4 b; // instead, error: shares location 1
void main() { a = b = vec4(1.0); }
=== program: several outputs of OpenGL ES need locations
--- vertex
#version 300 es
void main() { gl_Position = vec4(0.0); }
--- fragment
#version 300 es
precision mediump float;
layout(location = 0) out vec4 a; layout(location = 1) out vec4 b;
out vec4 a; out vec4 b; // instead, error: needs a location
void main() { a = b = vec4(1.0); }
=== program: second colors exclude further draw buffers [GL 4.4, 15.2.3]
--- fragment
#version 330
layout(location = 0) out vec4 a;
layout(location = 1) out vec4 a; // instead, error: a is beyond location 0, and b is a second colour
layout(location = 0, index = 1) out vec4 b;
void main() { a = b = vec4(1.0); }
=== program: outputs of OpenGL ES may lack locations with a second color [EXT_blend_func_extended]
--- vertex
#version 300 es
void main() { gl_Position = vec4(0.0); }
--- fragment
#version 300 es
#extension GL_EXT_blend_func_extended : enable
// instead, error: each needs a location
out highp vec4 v; out highp vec4 a[2];
void main() { v = vec4(0.0); a[0] = v; a[1] = v; }
=== program: locations have limits, used or not
--- vertex
#version 330
layout(location = 15) in vec4 v; void main() { gl_Position = v; }
layout(location = 1000) in vec4 v; void main() { gl_Position = v; } // instead, error: needs locations 1000
layout(location = 1000) in vec4 v; void main() { gl_Position = vec4(0.0); } // instead, error: location 1000
--- fragment
#version 330
out vec4 color;
layout(location = 1000) out vec4 color; // instead, error: 1000
void main() { color = vec4(1.0); }
=== program: uniforms have one initialiser
--- vertex
#version 330
uniform float a = 1.0; void main() { gl_Position = vec4(a); }
--- fragment
#version 330
uniform float a = 1.0; out vec4 c;
uniform float a = 2.0; out vec4 c; // instead, error: different initialisers
void main() { c = vec4(a); }
=== program: uniforms and samplers have limits
--- fragment
#version 330
uniform int i; out vec4 color;
uniform vec4 a[4000]; uniform sampler2D s[16]; void main() { color = a[i] + texture(s[15], vec2(0.0)); }
uniform vec4 a[5000]; void main() { color = a[i]; } // instead, error: the fragment stage's uniforms have 20001 components
uniform sampler2D s[17]; void main() { color = texture(s[16], vec2(0.0)); } // instead, error: 17 samplers
=== program: locations of uniforms do not overlap
--- vertex
#version 430
void main() { gl_Position = vec4(0.0); }
--- fragment
#version 430
layout(location = 2) uniform float a; layout(location = 0) uniform float b[2]; out vec4 color;
layout(location = 1) uniform float a; layout(location = 0) uniform float b[2]; out vec4 color; // instead, error: shares location
void main() { color = vec4(a, b[0], b[1], 1.0); }
=== program: counters do not overlap
--- vertex
#version 430
void main() { gl_Position = vec4(0.0); }
--- fragment
#version 430
layout(binding = 0, offset = 8) uniform atomic_uint a; layout(binding = 0, offset = 0) uniform atomic_uint b[2]; out vec4 color;
layout(binding = 0, offset = 4) uniform atomic_uint a; layout(binding = 0, offset = 0) uniform atomic_uint b[2]; out vec4 color; // instead, error: overlap in binding 0
void main() { color = vec4(atomicCounter(a) + atomicCounter(b[1])); }
=== program: names of structures do not count at locations, their members do
--- vertex
#version 440
layout(location = 1) out struct S { vec4 a; } s; void main() { s.a = vec4(1.0); gl_Position = s.a; }
--- fragment
#version 440
layout(location = 1) in struct T { vec4 a; } s; out vec4 c; void main() { c = s.a; }
layout(location = 1) in struct T { vec4 b; } s; out vec4 c; void main() { c = s.b; } // instead, error: different types
