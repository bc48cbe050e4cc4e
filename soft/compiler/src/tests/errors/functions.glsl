=== fragment: calls fit a function
#version 330
out vec4 o;
void f(out int a) { a = 1; }
void main() {
    float x; f(x); o.x = x; // good
    f(3); // error: out parameter
    f(); // error: no function fits f()
    g(1); // error: no function `g`
}
=== fragment: functions do not call themselves
float h(float x);
float g(float x);
float f(float x) { return x; }
float f(float x) { return f(x - 1.0); } // instead, error: recursion
float f(float x) { return g(x); } float g(float x) { return f(x); } // instead, error elsewhere: `g` calls itself, directly or through others
void main() {}
=== fragment: functions return what they say
void main() {}
int main() { return 1; } // instead, error: main is declared as void main()
float f() { } // error: `f` has no return
=== vertex: functions of GLSL 1.10 have names of their own
const float f = 1.0; float f(float x) { return x; } // good
float f() { return 0.5; } const float f = 1.0; // good
float f() { return 0.5; } struct f { float x; }; // error: declared already
void main() { gl_Position = vec4(1.0); }
=== vertex: constants and functions of GLSL 1.10 are told apart
const float f = 1.0; float f(float x) { return x; } void main() { gl_Position = vec4(f(f)); }
=== vertex: functions and constants of GLSL 1.10 are told apart
float f() { return 0.5; } const float f = 1.0; void main() { gl_Position = vec4(f - f()); }
=== vertex: functions and variables of GLSL 1.20 share names
#version 120
const float f = 1.0; float f(float x) { return x; } // error: declared already
float f() { return 0.5; } const float f = 1.0; // error: declared already
void main() { gl_Position = vec4(1.0); }
