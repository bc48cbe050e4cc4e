=== fragment: `defined` of macros
#version 330
#define D defined(GL_ES)
#if !D
void main() {}
#endif
=== fragment: `defined` without parentheses
#version 330
#define D defined GL_ES || defined UNKNOWN
#if D
#error
#endif
void main() {}
=== fragment: skipped groups hold anything
#version 330
#if 0
#unknown
'
#else
#endif
void main() {}
=== fragment: unknown extensions may be warned of
#version 330
#extension all : warn
#extension GL_ARB_unknown : warn // warning: GL_ARB_unknown
void main() {}
=== fragment: nothing follows a directive in OpenGL ES
#version 300 es
#ifdef A
#else
#else tokens // instead, error: unexpected `tokens` after #else
#endif
#endif tokens // instead, error: unexpected `tokens` after #endif
#define A
#undef A B // error: unexpected `B` after #undef
void main() {}
#extension GL_OES_standard_derivatives : enable // error: #extension must come before everything but other directives
=== fragment: extensions stand before all text in GLSL ES 1.00
#version 100
void f() {}
#extension GL_OES_standard_derivatives : enable // error: #extension must come before everything but other directives
void main() {}
=== fragment: macros and conditions
#version 330
#define A(x, x) x // error: macro parameter `x` appears twice
#define GL_mine 1 // error: `GL_mine` cannot be defined: names that begin with GL_ are reserved
#if 1 // error: this #if has no #endif
#if 1
#if 1 + // instead, error: the expression of #if ends too early
#endif
#ifdef A
#ifdef // instead, error: #ifdef needs a name
#endif
void main() {}
=== fragment: conditions
#version 330
#if 1
#if 1 / 0 // instead, error: division by zero in the expression of #if
#if (1 // instead, error: a closing parenthesis is missing in the expression of #if
#else
#else more // instead, error: unexpected `more`
#else // error: #else after #else
#endif
#endif more // instead, error: unexpected `more`
#ifdef A
#ifdef A B // instead, error: unexpected `B` after #ifdef
#endif
#ifndef A
#ifndef A B // instead, error: unexpected `B` after #ifndef
#endif
#undef A B // error: unexpected `B` after #undef
#else // error: #else without #if
void main() {}
=== fragment: definitions
#version 330
#define a 1
#define a  1 // good
#define a 2 // error: macro `a` is defined already, in another way
#define defined 1 // error: `defined` cannot be defined: it is predefined
#define __LINE__ 1 // error: `__LINE__` cannot be defined: it is predefined
#undef GL_core_profile // error: `GL_core_profile` cannot be undefined: names that begin with GL_ are reserved
#undef __LINE__ // error: `__LINE__` cannot be undefined: it is predefined
#nonsense // error: unknown directive #nonsense
#error it is so // error: it is so
#define f(x) x
int i = f(1);
int i = f(1, 2); // instead, error: macro `f` has 2 arguments here
void main() {}
int i = f(1 // error: the call of macro `f` has no closing parenthesis
=== fragment: definitions of OpenGL ES
#version 300 es
#define glue(a) token##a // error: ## is no operator
#undef __VERSION__ // error: `__VERSION__` cannot be undefined: it is predefined
void main() {}
=== fragment: extensions that are unknown, and all of them
#version 330
#extension GL_FOO_bar : require // error: extension GL_FOO_bar is not supported
#extension GL_FOO_bar : enable // warning: GL_FOO_bar
#extension all : enable // error: `all` goes only with warn and disable
void main() {}
=== fragment: versions
#version 330
#version 331 // instead, error: #version 331 does not exist
#version 330 es // instead, error: #version 330 es does not exist
#version 140 core // instead, error: #version 140 core does not exist
void main() {}
