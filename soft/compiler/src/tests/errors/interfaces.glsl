=== program: an input that is used needs an output, of its type
--- vertex
#version 330
out vec2 t; void main() { t = vec2(1.0); gl_Position = vec4(0.0); }
out vec3 t; void main() { t = vec3(1.0); gl_Position = vec4(0.0); } // instead, error: vec3 and vec2
void main() { gl_Position = vec4(0.0); } // instead, error: fragment input t (vec2) has no matching output in the vertex stage
--- fragment
#version 330
in vec2 t; out vec4 c; void main() { c = t.xyxy; }
=== program: interpolation matches before GLSL 4.40
--- vertex
#version 330
out vec2 t; void main() { t = vec2(1.0); gl_Position = vec4(0.0); }
--- fragment
#version 330
in vec2 t; out vec4 c;
flat in vec2 t; out vec4 c; // instead, error: smooth and flat
void main() { c = t.xyxy; }
=== program: locations of inputs and outputs overlap
--- vertex
#version 440
layout(location = 0) out mat2 a; layout(location = 2) out vec2 b;
layout(location = 0) out mat2 a; layout(location = 1) out vec2 b; // instead, error: overlap at location 1
void main() { a = mat2(1.0); b = a[0]; gl_Position = vec4(0.0); }
--- fragment
#version 440
layout(location = 0) in mat2 a; out vec4 c; void main() { c = vec4(a[0], a[1]); }
=== program: blocks match in their members
--- vertex
#version 330
out Block { vec4 a; flat int b; } one; void main() { one.a = vec4(1.0); one.b = 1; gl_Position = vec4(0.0); }
--- fragment
#version 330
in Block { vec4 a; flat int b; } two; out vec4 c;
in Block { vec3 a; flat int b; } two; out vec4 c; // instead, error: different types
void main() { c = vec4(two.a.x); }
=== program: both stages declare a patch
--- control
#version 400
layout(vertices = 3) out;
patch out vec4 p; void main() { p = vec4(2.0); }
out vec4 p[]; void main() { p[gl_InvocationID] = vec4(2.0); } // instead, error: patch
--- evaluation
#version 400
layout(triangles) in; patch in vec4 p; void main() { gl_Position = p; }
=== program: redeclared colours agree in their interpolation
--- vertex
#version 130
flat out vec4 gl_FrontColor; void main() { gl_FrontColor = vec4(1.0); gl_Position = vec4(0.0); }
--- fragment
#version 130
flat in vec4 gl_Color;
// instead, error: gl_FrontColor and gl_Color have different interpolation qualifiers: flat and none
out vec4 c; void main() { c = gl_Color; }
=== program: varyings at one location have one basic type
--- fragment
#version 440
layout(location = 0) out vec2 a; layout(location = 0, component = 2) out vec2 b; void main() { a = vec2(1.0); b = vec2(1.0); }
layout(location = 0) out vec2 a; layout(location = 0, component = 2) out ivec2 b; void main() { a = vec2(1.0); b = ivec2(1); } // instead, error: basic type
=== program: inputs need different components, used or not
--- vertex
#version 440
layout(location = 0, component = 1) out vec3 a; void main() { a = vec3(1.0); }
--- fragment
#version 440
layout(location = 0, component = 1) in vec3 b; out vec4 o;
void main() { o = vec4(1.0, b); }
layout(location = 0, component = 1) in vec3 c; void main() { o = vec4(c.x, b); } // instead, error: overlap at location 0
layout(location = 0, component = 1) in vec3 c; void main() { o = vec4(c, 1.0); } // instead, error: overlap at location 0
layout(location = 0, component = 1) in vec3 c; void main() { o = vec4(1.0); } // instead, error: overlap at location 0
=== program: members of blocks match in their components
--- vertex
#version 440
out B { layout(location = 0, component = 3) float f; } b; void main() { b.f = 1.0; }
--- fragment
#version 440
in B { layout(location = 0, component = 3) float f; } b; out vec4 c;
in B { layout(location = 0, component = 0) float f; } b; out vec4 c; // instead, error: different locations or components
void main() { c = vec4(b.f); }
=== program: a block is sized by its use in all shaders of a stage, but not of another [GLSL 4.60, 4.2]
--- vertex
#version 150
out B { float a[]; } b; void f(); void main() { f(); b.a[0] = 1.0; gl_Position = vec4(0.0); }
--- vertex
#version 150
out B { float a[]; } b; void f() { b.a[1] = 1.0; }
--- fragment
#version 150
in B { float a[2]; } b; out vec4 c;
in B { float a[]; } b; out vec4 c; // instead, error: has different types
in B { float a[3]; } b; out vec4 c; // instead, error: has different types
void main() { c = vec4(b.a[0]); }
=== program: members of an array of blocks are sized by their use
--- vertex
#version 150
out B { float a[]; } b;
void main() {
    b.a[1] = 1.0; gl_Position = vec4(0.0);
    b.a[2] = 1.0; gl_Position = vec4(0.0); // instead, error: has different types
}
--- geometry
#version 150
layout(triangles) in; layout(points, max_vertices = 1) out; in B { float a[]; } b[];
void main() { gl_Position = vec4(b[0].a[0], b[0].a[1], 0, 1); EmitVertex(); }
=== program: constant indices stay within the input primitive
--- vertex
#version 150
out vec4 v; void main() { v = vec4(1.0); }
--- geometry
#version 150
layout(lines) in; layout(points, max_vertices = 1) out; void f(); void main() { f(); }
--- geometry
#version 150
in vec4 v[];
void f() { gl_Position = v[1]; EmitVertex(); }
void f() { gl_Position = v[2]; EmitVertex(); } // instead, error: has no element 2
=== program: blocks of vertices take the length that one shader gives
--- vertex
#version 150
out B { vec4 a; } b; void main() { b.a = vec4(1.0); }
--- geometry
#version 150
layout(lines) in; layout(points, max_vertices = 1) out; in B { vec4 a; } b[2]; vec4 f() { return b[1].a; }
--- geometry
#version 150
in B { vec4 a; } b[]; vec4 f(); void main() { gl_Position = f() + b[1].a; EmitVertex(); }
=== program: the first shader takes the length of blocks from the second
--- vertex
#version 150
out B { vec4 a; } b; void main() { b.a = vec4(1.0); }
--- geometry
#version 150
in B { vec4 a; } b[]; vec4 f(); void main() { gl_Position = f() + b[1].a; EmitVertex(); }
--- geometry
#version 150
layout(lines) in; layout(points, max_vertices = 1) out; in B { vec4 a; } b[2]; vec4 f() { return b[1].a; }
=== program: outputs that no stage reads overlap too
--- vertex
#version 450
layout(location = 2) out vec2 a; layout(location = 2, component = 2) out vec2 b;
layout(location = 2) out vec2 a; layout(location = 2) out vec2 b; // instead, error: overlap at location 2
void main() { a = b = vec2(0.0); gl_Position = vec4(0.0); }
=== program: OpenGL ES matches interpolation between all stages
--- vertex
#version 320 es
flat out vec4 a; void main() { a = vec4(1.0); gl_Position = a; }
out vec4 a; void main() { a = vec4(1.0); gl_Position = a; } // instead, error: different interpolation qualifiers: smooth and flat
--- geometry
#version 320 es
layout(points) in; layout(points, max_vertices = 1) out; flat in vec4 a[];
void main() { gl_Position = a[0]; EmitVertex(); }
--- fragment
#version 320 es
void main() {}
=== program: gl_FrontFacing is not invariant [GLSL ES 1.00, 4.6.4]
--- vertex
#version 100
void main() { gl_Position = vec4(0.0); }
--- fragment
#version 100
invariant gl_FrontFacing; // error: gl_FrontFacing is invariant
void main() { gl_FragColor = vec4(0.0); }
=== program: initialisers of a shared global are constant and equal
--- vertex
#version 110
uniform float u; float g = 2.0; void main() { gl_Position = vec4(g); }
uniform float u; float g = u; void main() { gl_Position = vec4(g); } // instead, error: g has two initialisers in the vertex stage that are not both constant
--- vertex
#version 110
uniform float u; float g = 1.0 + 1.0; void f() { }
uniform float u; float g = 1.0; void f() { } // instead, error: g has two different initialisers
uniform float u; float g = u; void f() { } // instead, error: g has two initialisers in the vertex stage that are not both constant
--- fragment
void main() {}
=== program: one shader may initialise a shared global with a uniform
--- vertex
#version 110
uniform float u; float g = u; void main() { gl_Position = vec4(g); }
--- vertex
#version 110
float g; void f() { }
uniform float u; float g = u; void f() { } // instead, error: g has two initialisers in the vertex stage that are not both constant
--- fragment
void main() {}
=== program: constants of one name have one value
--- vertex
#version 110
const float c = 1.0; void main() { gl_Position = vec4(c); }
--- vertex
#version 110
const float c = 1.0; void f() { }
const float c = 2.0; void f() { } // instead, error: c has two different initialisers
=== program: invariance is declared on both sides
--- vertex
#version 150
invariant out vec4 v; void main() { v = vec4(1.0); }
out vec4 v; void main() { v = vec4(1.0); } // instead, error: invariant on one side only
--- geometry
#version 150
layout(points) in; layout(points, max_vertices = 1) out;
invariant in vec4 v[];
in vec4 v[]; // instead, error: invariant on one side only
void main() { gl_Position = v[0]; EmitVertex(); }
=== program: the pragma of invariance is no qualifier
--- vertex
#version 150
#pragma STDGL invariant(all)
out vec4 v; void main() { v = vec4(1.0); }
--- geometry
#version 150
layout(points) in; layout(points, max_vertices = 1) out;
in vec4 v[];
void main() { gl_Position = v[0]; EmitVertex(); }
=== program: shaders of a stage declare the same invariance
--- vertex
#version 120
invariant varying float v; void main() { gl_Position = gl_Vertex; }
--- vertex
#version 120
invariant varying float v; void f() { }
varying float v; void f() { } // instead, error: v has different invariance
=== program: built-in inputs of GLSL ES 1.00 are as invariant as their outputs
--- vertex
#version 100
invariant gl_Position;
// instead, error: gl_FragCoord is invariant, and gl_Position is not
invariant gl_PointSize;
// instead, error: gl_PointCoord is invariant, and gl_PointSize is not
void main() { gl_PointSize = 1.0; gl_Position = vec4(0.0); }
--- fragment
#version 100
invariant gl_FragCoord;
invariant gl_PointCoord;
void main() { gl_FragColor = vec4(gl_FragCoord.x + gl_PointCoord.x); }
=== program: `sample` is declared on both sides
--- vertex
#version 400
sample out vec4 v; void main() { v = vec4(1.0); }
out vec4 v; void main() { v = vec4(1.0); } // instead, error: sample on one side only
--- fragment
#version 400
sample in vec4 v; out vec4 c; void main() { c = v; }
=== program: blocks of uniforms agree
--- vertex
#version 330
uniform A { vec4 a; }; void main() { gl_Position = a; }
layout(std140) uniform A { vec4 a; }; void main() { gl_Position = a; } // instead, error: std140
--- fragment
#version 330
uniform A { vec4 a; }; out vec4 c;
uniform A { vec3 a; }; out vec4 c; // instead, error: block A differs between the vertex and the fragment stage: member a is vec4 and vec3
void main() { c = vec4(a.x); }
=== program: members of blocks without instance names are global
--- vertex
#version 330
uniform A { float f; }; void main() { gl_Position = vec4(f); }
--- fragment
#version 330
uniform A { float f; };
uniform float f; // instead, error: a member of the block A
uniform B { float f; }; // instead, error: the blocks A and B
out vec4 color; void main() { color = vec4(f); }
=== program: members before the last have a size [GLSL 4.60, 4.1.9]
--- fragment
#version 450
buffer B { float u[]; float a[]; }; uniform int n; out float o;
void main() {
    o = u[2] + a[0];
    o = a[0]; // instead, error: u of the block B has no size
    o = u[n]; // instead, error: u of the block B has no size
}
=== program: subroutines have functions that fit
--- fragment
#version 430
out vec4 o;
subroutine float t(float x);
subroutine float s(float x);
subroutine(t) float a(float x) { return x; }
void a(int i) {} // error: overloaded
subroutine uniform s g; // error: no function is associated
subroutine uniform t f[1024];
subroutine uniform t f[1025]; // instead, error: the limit is 1024
subroutine uniform t f[1000]; subroutine uniform t h[25]; float i = h[0](1.0); // instead, error: the limit is 1024
layout(location = 1) subroutine uniform t f[1]; layout(location = 1) subroutine uniform t g; // instead, error: shares location 1
void main() { o = vec4(f[0](1.0)); }
