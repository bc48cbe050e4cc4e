=== program: shaders of a stage redeclare gl_PerVertex alike
--- vertex
#version 150
out gl_PerVertex { vec4 gl_Position; };
void f(); void main() { f(); gl_Position = vec4(0.0); }
--- vertex
#version 150
void f() { }
out gl_PerVertex { float gl_PointSize; }; void f() { gl_PointSize = 1.0; } // instead, error: differ between two vertex shaders
void f() { gl_PointSize = 1.0; } // instead, error: on one side only, of two vertex shaders
--- fragment
#version 150
void main() {}
=== program: stages redeclare gl_PerVertex alike
--- vertex
#version 150
out gl_PerVertex { vec4 gl_Position; };
// instead, error: on one side only
void main() { gl_Position = vec4(0.0); }
--- geometry
#version 150
layout(triangles) in; layout(points, max_vertices = 1) out;
in gl_PerVertex { vec4 gl_Position; } gl_in[];
// instead, error: on one side only, of the vertex and the geometry stage
in gl_PerVertex { vec4 gl_Position; float gl_PointSize; } gl_in[]; // instead, error: differ between the vertex and the geometry stage
void main() { gl_Position = gl_in[0].gl_Position; EmitVertex(); }
--- fragment
#version 150
void main() {}
=== program: a stage that reads no member redeclares gl_PerVertex alike
--- vertex
#version 150
out gl_PerVertex { vec4 gl_Position; };
void main() { gl_Position = vec4(0.0); }
--- geometry
#version 150
layout(triangles) in; layout(points, max_vertices = 1) out;
// Without the block, nothing uses the other side.
in gl_PerVertex { float gl_PointSize; } gl_in[]; // error: differ between the vertex and the geometry stage
void main() { gl_Position = vec4(1.0); EmitVertex(); }
--- fragment
#version 150
void main() {}
=== program: neither stage redeclares gl_PerVertex
--- vertex
#version 150
void main() { gl_Position = vec4(0.0); }
--- geometry
#version 150
layout(triangles) in; layout(points, max_vertices = 1) out;
void main() { gl_Position = gl_in[0].gl_Position; EmitVertex(); }
--- fragment
#version 150
void main() {}
=== geometry: gl_in is redeclared before it is used
#version 150
layout(triangles) in; layout(points, max_vertices = 1) out;
in gl_PerVertex { vec4 gl_Position; } gl_in[];
vec4 f() { return gl_in[0].gl_Position; } in gl_PerVertex { vec4 gl_Position; } gl_in[]; // instead, error: redeclared before its members are used
void main() { EmitVertex(); }
=== program: precisions of uniforms agree in GLSL ES 1.00
--- vertex
#version 100
uniform mediump float u; void main() { gl_Position = vec4(u); }
uniform float u; void main() { gl_Position = vec4(u); } // instead, error: another precision
uniform float u; void main() { gl_Position = vec4(0.0); } // instead, good
--- fragment
#version 100
precision mediump float;
uniform float u; void main() { gl_FragColor = vec4(u); }
=== program: precisions of uniforms agree in GLSL ES 3.00, used or not
--- vertex
#version 300 es
uniform mediump float u; void main() { gl_Position = vec4(u); }
uniform float u; void main() { gl_Position = vec4(u); } // instead, error: another precision
uniform float u; void main() { gl_Position = vec4(0.0); } // instead, error: another precision
--- fragment
#version 300 es
precision mediump float;
out mediump vec4 o; uniform float u; void main() { o = vec4(u); }
=== program: precisions of members agree
--- vertex
#version 300 es
struct S { mediump float x; };
struct S { float x; }; // instead, error: another precision
uniform S u; void main() { gl_Position = vec4(u.x); }
--- fragment
#version 300 es
precision mediump float;
struct S { float x; }; uniform S u; out vec4 o; void main() { o = vec4(u.x); }
=== program: storage blocks of OpenGL ES have the same sizes and names of their own
--- vertex
#version 310 es
layout(binding = 0) buffer B { highp float x[]; }; void main() { gl_Position = vec4(x[0]); }
--- fragment
#version 310 es
precision highp float;
layout(binding = 0) buffer B { highp float x[]; };
layout(binding = 0) buffer B { highp float x[1]; }; // instead, error: different sizes
layout(binding = 0) buffer C { highp float x[]; }; // instead, error: a member of the blocks B and C
out vec4 o; void main() { o = vec4(x[0]); }
