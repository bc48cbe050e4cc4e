=== fragment: layouts of subroutines and their uniforms
#version 430
out vec4 o;
subroutine float scale(float x, out float y);
subroutine(scale) float twice(float x, out float y) { y = x; return 2.0 * x; }
layout(index = 7) subroutine(scale) float same(float x, out float y) { y = x; return x; }
layout(location = 3) subroutine uniform scale f;
layout(index = 256) subroutine(scale) float g(float x, out float y) { y = x; return x; } // error: layout(index)
layout(location = 1024) subroutine uniform scale g; // error: layout(location)
layout(location = 1) subroutine(scale) float g(float x, out float y) { y = x; return x; } // error: layout(location)
layout(binding = 1) subroutine uniform scale g; // error: layout(binding)
layout(index = 1) subroutine float t(); // error: layout(…)
layout(index = 7) subroutine(scale) float g(float x, out float y) { y = x; return x; } // error: two subroutines have the index 7
void main() {}
=== fragment: layouts of subroutines need GL_ARB_explicit_uniform_location
#version 420
subroutine void t();
layout(index = 1) subroutine(t) void f() {} // error: GL_ARB_explicit_uniform_location
void main() {}
=== fragment: functions fit their subroutine types
#version 430
out vec4 o;
subroutine float scale(float x, out float y);
subroutine(scale) float twice(float x, out float y) { y = x; return 2.0 * x; }
subroutine(scale) int f(float x, out float y) { y = x; return 1; } // error: another result or other parameters
subroutine(scale) float f(float x, float y) { return 1.0; } // error: another result or other parameters
subroutine(scale) float f(float x) { return 1.0; } // error: another result or other parameters
subroutine(scale) float f(float x, out float y); // error: definitions of functions
subroutine() float f() { return 1.0; } // error: a subroutine type has no body
subroutine float f() { return 1.0; } // error: a subroutine type has no body
struct S { int i; }; subroutine(S) float f() { return 1.0; } // error: `S` is not a subroutine type
subroutine(scale) subroutine(scale) float f(float x, out float y) { y = x; return 1.0; } // error: twice
subroutine void other(); subroutine(other) void twice() {} // error: two functions of one name
void main() {}
=== fragment: subroutine uniforms can only be called
#version 430
out vec4 o;
subroutine float scale(float x, out float y);
subroutine(scale) float twice(float x, out float y) { y = x; return 2.0 * x; }
subroutine uniform scale f, g[2];
subroutine uniform scale h[]; // error: needs a size
subroutine uniform scale h = 1; // error: initialised
subroutine uniform float h; // error: not a subroutine type
uniform scale h; // error: not a type
subroutine scale h; // error: uniforms
subroutine int x; // error: uniforms
void h(subroutine int x) {} // error: subroutine is for
struct S { subroutine int x; }; // error: subroutine is for
void scale(void); // error: declared already
void main() {
    float a = f; // error: only be called
    float a = g[0]; // error: only be called
    float a; g(1.0, a); // error: its elements can
    float a; g[2](1.0, a); // error: out of range
    float a; f(1.0); // error: do not fit
    f(1.0, 2.0); // error: out parameter
    f = 1; // error: only be called
    float a; scale(1.0, a); // error: `scale` is not a type
    subroutine uniform scale h; // error: uniforms
}
=== fragment: recursion through subroutines
#version 430
out vec4 o;
subroutine float scale(float x, out float y);
subroutine(scale) float twice(float x, out float y) { y = x; return 2.0 * x; }
subroutine uniform scale f;
subroutine(scale) float again(float x, out float y) { return f(x, y); } // error elsewhere: `subroutine scale` calls itself, directly or through others
void main() {}
=== fragment: the word is free before GLSL 4.00
#version 330
int subroutine;
void main() {}
=== fragment: subroutines of GL_ARB_shader_subroutine
#version 150
#extension GL_ARB_shader_subroutine : require
#ifndef GL_ARB_shader_subroutine
#error
#endif
subroutine void t();
subroutine(t) void f() {}
subroutine uniform t u;
void main() { u(); }
