=== fragment: names have scopes
#version 330
in vec4 v; uniform float u; uniform int n; out vec4 o;
void main() {
    int i = 1; { int i = 2; i++; } for (int i = 0; i < 3; i++) { o.x += float(i); } o.y = float(i); // good
    int i; int i; // error: declared already
    { int i; } i = 2; // error: `i` is not declared
    int gl_mine; // error: reserved
    for (int i = 0; i < 3; i++) { int i = 1; } // error: declared already
    o = w; // error: `w` is not declared
}
=== fragment: parameters and variables hide structures
struct S { float a; };
void f(float S) { S = 1.0; }
void main() { S s = S(1.0); f(s.a); float S = 2.0; gl_FragColor = vec4(S); }
=== fragment: statements stand where they may
#version 330
in vec4 v; uniform float u; uniform int n; out vec4 o;
int f() { return 1; }
int f() { return; } // instead, error: return needs a value of type int
void main() {
    break; // error: break must be in
    continue; // error: continue must be in
    case 1: o = v; // error: switch
    switch (n) { case 1: break; case 1: break; } // error: twice
    switch (u) { default: break; } // error: int or uint
    return 1; // error: void
}
=== vertex: only fragments are discarded
void main() {
    discard; // error: discard is for fragment shaders
}
=== fragment: a variable hides a structure after its initialiser
#version 300 es
precision highp float;
struct S { int a; };
out vec4 o;
void main() {
    S S = S(3); o = vec4(S.a); // good
    int S = S(3).a; o = vec4(S); // good
    int S = S(3).a, b = S; { S = b; } o = vec4(b); // good
    int S = 1; S t = S(2); // error: syntax error: unexpected `t` after `S`
}
=== fragment: variables and members hide structures
#version 330
struct S { int i; };
int f(int S) { return S; }
void main() {
    int S = 1; S = S + 1; // good
    S S = S(1); S.i = 2; // good
    S S, b; S.i = 2; // good
    S s = S(f(1)); // good
}
=== vertex: members have the names of structures
struct S { vec4 S; }; struct T { S S; }; void main() { S s = S(gl_Vertex); T t = T(s); gl_Position = t.S.S; }
=== fragment: declarations of several members and variables
#version 330
struct T { int a; };
struct S { T[2] a, b; T c, d[2]; };
struct R { T[2] ,b; }; // error: syntax error: unexpected `,` after a type
void f(int, T[2], T);
void main() {
    int a[2], b; b = a[0], a[1];
    struct S { int ,a; }; // error: syntax error: unexpected `,` after a type
}
=== fragment: declarations without a name
#version 300 es
precision mediump float;
float ,f;
void main() {
    int ,a;
    int[]; // error: needs a size
}
=== fragment: default precisions of OpenGL ES
#version 300 es
precision mediump float;
precision mediump bool; // error: default precisions are for float, int, samplers and images
void main() { float f; int i; bool b; { float i; } }
=== fragment: OpenGL ES has no default precision of floats
#version 300 es
uniform float u; // error: float has no default precision here
void main() {
    float f; // error: float has no default precision here
}
=== fragment: variables hide those around them
#version 100
void main() { int a; { int a; } for (int a = 0; a < 2; a++) { int b; } }
=== fragment: precisions are for numbers
#version 330
void main() {
    lowp bool b; // error: precisions are for float, int, uint, samplers and images
}
=== vertex: a type alone takes a precision
#version 130
lowp float;
mediump int;
lowp bool; // error: precisions are for
void main() {}
=== fragment: a parameter hides itself in GLSL ES 1.00 only
#version 100
int f(int a, int b) { int b = 5; return a + b; }
void main() { gl_FragColor = vec4(f(1, 2)); }
=== fragment: a body has the scope of its parameters in GLSL ES 3.00
#version 300 es
int f(int a, int b) { return a + b; }
int f(int a, int b) { int b = 5; return a + b; } // instead, error: declared already
void main() {}
=== fragment: `precise` is a reserved word
#version 320 es
void f(int precise) {} // error: `precise` is a reserved word
void main() {}
=== fragment: precisions of results agree
#version 100
precision mediump float;
float f();
highp float f() { return 1.0; } // error: another precision of its result
void main() {}
=== fragment: precisions of results agree in GLSL ES 3.00
#version 300 es
precision mediump float;
float f();
highp float f() { return 1.0; } // error: `f` is declared already with another precision of its result
void main() {}
