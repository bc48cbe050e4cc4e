/** @file
 * The commands and tokens that glmeter gives to OpenGL and OpenGL ES programs, and glmeter's control interface: link with
 * -lglmeter, or take the GL commands from GetProcAddress.
 *
 * Made from the tables in src/spec and from src/control.rs by `BLESS=1 cargo test --test header`; not to be edited.
 *
 * It may be included before, after and without the system's GL headers, in C and in C++: its types are theirs, its tokens
 * step back behind theirs, and a prototype may be repeated. It defines no GL_<extension> macro that they test, because
 * they would then leave out their own part. A prototype steps back behind a macro of its name, as the headers of function
 * loaders have them; GLMETER_NO_PROTOTYPES leaves all prototypes of GL commands out, for programs with function pointers
 * of these names.
 *
 * All GL commands act on the context that is current on the calling thread; without one they do nothing. Each thread may
 * have a context of its own, and query objects belong to one context. Pointers belong to the caller and are not kept. A
 * command that raises an error, which glGetError returns, changes no state. Times are nanoseconds. In a lost context every
 * command raises GL_CONTEXT_LOST, and between glBegin and glEnd GL_INVALID_OPERATION.
 */

#ifndef GLMETER_H
#define GLMETER_H

/* Before C11 a type may be defined twice, by this header and by another GL header, only if one of the two is a system header. */
#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned int GLenum;
typedef unsigned char GLboolean;
typedef int GLint;
typedef unsigned int GLuint;
typedef int GLsizei;
typedef char GLchar;
typedef unsigned char GLubyte;
typedef float GLfloat;
typedef double GLdouble;
typedef int64_t GLint64;
typedef uint64_t GLuint64;
typedef long GLintptr;

/* The control interface */

#define GLMETER_VERSION_MAJOR 0
#define GLMETER_VERSION_MINOR 1
#define GLMETER_VERSION_PATCH 0

/**
 * The figures that glmeter run prints. Later versions may append members.
 */
struct glmeter_report {
  /**
   * The number of frames: calls of eglSwapBuffers, glXSwapBuffers and their variants.
   */
  GLuint64 frames;
  /**
   * The time from the first context or the last reset to the end of the last frame, nanoseconds of CLOCK_MONOTONIC.
   */
  GLuint64 wall_time;
  /**
   * The number of frames whose GPU time is known.
   */
  GLuint64 timed_frames;
  /**
   * The sum of these frames' GPU times, nanoseconds.
   */
  GLuint64 gpu_time;
  /**
   * The sum of the uncertainties of these GPU times, nanoseconds. 0 if the driver's own timer measured them.
   */
  GLuint64 gpu_time_uncertainty;
};

/**
 * The figures of one named section. Later versions may append members.
 */
struct glmeter_section {
  /**
   * How often the section ended.
   */
  GLuint64 times;
  /**
   * The sum of its times on the calling threads, nanoseconds of CLOCK_MONOTONIC.
   */
  GLuint64 wall_time;
  /**
   * How many of its GPU times are known.
   */
  GLuint64 timed;
  /**
   * The sum of these GPU times, nanoseconds. Sections inside the section count for it too.
   */
  GLuint64 gpu_time;
  /**
   * The sum of the uncertainties of these GPU times, nanoseconds. 0 if the driver's own timer measured them.
   */
  GLuint64 gpu_time_uncertainty;
};

/**
 * A source of a query target's values: there is none, the target has 0 counter bits, and its results are 0.
 */
#define GLMETER_SOURCE_ABSENT 0

/**
 * A source of a query target's values: the driver's own query of the target.
 */
#define GLMETER_SOURCE_NATIVE 1

/**
 * A source of a query target's values: another query of the driver.
 */
#define GLMETER_SOURCE_DERIVED 2

/**
 * A source of a query target's values: the machine's clock, read when a fence after the work is reached.
 */
#define GLMETER_SOURCE_FENCED 3

/**
 * A source of a query target's values: the arguments of the draw and dispatch commands.
 */
#define GLMETER_SOURCE_COUNTED 4

/**
 * Returns the version of the library, such as "0.1.0". GLMETER_VERSION_MAJOR, MINOR and PATCH are those of the header.
 *
 * The string belongs to the library and is valid until the process ends.
 */
const char *glmeter_version(void);

/**
 * Returns the provider of the context: "software" for glmeter's software pipeline, "host" for any other driver. Returns NULL if no
 * context is current, and in contexts of OpenGL ES 1.x.
 *
 * The string belongs to the library and is valid until the process ends.
 */
const char *glmeter_provider(void);

/**
 * Returns the source of a query target's values in the context: one of the GLMETER_SOURCE tokens.
 *
 * target is GL_TIME_ELAPSED, GL_TIMESTAMP or one of the eleven targets of GL_ARB_pipeline_statistics_query. For other targets, and if
 * no context is current, the result is GLMETER_SOURCE_ABSENT.
 */
GLint glmeter_source(GLenum target);

/**
 * Returns the number of bits of a query target's counter in the context, as GL_QUERY_COUNTER_BITS does, but for all targets of
 * glmeter_source in every kind of context. 0 if there is no counter.
 */
GLint glmeter_counter_bits(GLenum target);

/**
 * Reads the figures of this program so far. Under glmeter run they are those of all its processes.
 *
 * Writes at most size bytes; pass sizeof(struct glmeter_report). Returns 1, or 0 without writing anything if report is NULL or
 * nothing is measured: outside glmeter run and without GLMETER_REPORT=summary, that begins with glmeter_reset_report.
 *
 * Does not wait for the GPU: the GPU times of the last frames, and of those of contexts that are current elsewhere, may be missing.
 */
GLint glmeter_read_report(struct glmeter_report *report,
                          size_t size);

/**
 * Sets all figures to 0, those of the sections too, and begins to measure if nothing did so far. What glmeter run prints then begins
 * here. Sections that have begun and not ended are not measured.
 *
 * Returns 1, or 0 if there is no memory.
 */
GLint glmeter_reset_report(void);

/**
 * Begins a section of the context's commands, inside the sections that have begun and not ended. glmeter run prints its times.
 *
 * name is UTF-8; a / in it stands as %2F in paths. One of more than 127 bytes is cut and ends with a hash of the whole. The string is
 * copied. A report has room for 4,096 different sections, passes, groups and programs; the same name inside another section is a different
 * section.
 *
 * Returns 1 if the section is measured, otherwise 0. In both cases glmeter_pop_section ends it, unless no context is current. GPU time is
 * measured in contexts that have GL_TIMESTAMP, outside of display lists, and takes two timestamp queries; the program's own queries and
 * nested sections do not disturb each other.
 */
GLint glmeter_push_section(const char *name);

/**
 * Ends the context's section that began last. Returns 1, or 0 if none has begun or no context is current.
 */
GLint glmeter_pop_section(void);

/**
 * Reads the figures of a section so far. path is its name, after the names of the sections around it, outermost first, separated by
 * /: "frame/shadows".
 *
 * Writes at most size bytes; pass sizeof(struct glmeter_section). Returns 1, or 0 without writing anything if an argument is NULL or no
 * such section has ended since the last reset. Does not wait for the GPU: the GPU times of the last sections may be missing.
 */
GLint glmeter_read_section(const char *path,
                           struct glmeter_section *section,
                           size_t size);

/* GL_ARB_timer_query */

#ifndef GL_TIME_ELAPSED
#define GL_TIME_ELAPSED 0x88BF
#endif
#ifndef GL_TIMESTAMP
#define GL_TIMESTAMP 0x8E28
#endif

#ifndef GLMETER_NO_PROTOTYPES
#ifndef glQueryCounter
/** Records in a query object the time at which the GPU has executed the commands so far, in nanoseconds. target is
 *  GL_TIMESTAMP.
 *  Errors: GL_INVALID_ENUM for any other target; GL_INVALID_OPERATION if id is 0, active, an object of another target, or
 *  a name that was not generated. */
void glQueryCounter(GLuint id, GLenum target);
#endif
#ifndef glGetQueryObjecti64v
/** Writes to params, one value: GL_QUERY_RESULT, nanoseconds or a count, for which it waits;
 *  GL_QUERY_RESULT_AVAILABLE, for which it does not; GL_QUERY_RESULT_NO_WAIT, which is written only if it is available;
 *  GL_QUERY_TARGET. A result too large for the type becomes the largest value. With a buffer bound to GL_QUERY_BUFFER,
 *  params is an offset into it, bytes.
 *  Errors: GL_INVALID_OPERATION if id is no query object or active, or the value does not fit into the buffer;
 *  GL_INVALID_ENUM for any other pname; GL_INVALID_VALUE for a negative offset. */
void glGetQueryObjecti64v(GLuint id, GLenum pname, GLint64 *params);
#endif
#ifndef glGetQueryObjectui64v
/** Writes to params, one value: GL_QUERY_RESULT, nanoseconds or a count, for which it waits;
 *  GL_QUERY_RESULT_AVAILABLE, for which it does not; GL_QUERY_RESULT_NO_WAIT, which is written only if it is available;
 *  GL_QUERY_TARGET. A result too large for the type becomes the largest value. With a buffer bound to GL_QUERY_BUFFER,
 *  params is an offset into it, bytes.
 *  Errors: GL_INVALID_OPERATION if id is no query object or active, or the value does not fit into the buffer;
 *  GL_INVALID_ENUM for any other pname; GL_INVALID_VALUE for a negative offset. */
void glGetQueryObjectui64v(GLuint id, GLenum pname, GLuint64 *params);
#endif
#endif

/* GL_ARB_pipeline_statistics_query */

#ifndef GL_VERTICES_SUBMITTED_ARB
#define GL_VERTICES_SUBMITTED_ARB 0x82EE
#endif
#ifndef GL_PRIMITIVES_SUBMITTED_ARB
#define GL_PRIMITIVES_SUBMITTED_ARB 0x82EF
#endif
#ifndef GL_VERTEX_SHADER_INVOCATIONS_ARB
#define GL_VERTEX_SHADER_INVOCATIONS_ARB 0x82F0
#endif
#ifndef GL_TESS_CONTROL_SHADER_PATCHES_ARB
#define GL_TESS_CONTROL_SHADER_PATCHES_ARB 0x82F1
#endif
#ifndef GL_TESS_EVALUATION_SHADER_INVOCATIONS_ARB
#define GL_TESS_EVALUATION_SHADER_INVOCATIONS_ARB 0x82F2
#endif
#ifndef GL_GEOMETRY_SHADER_INVOCATIONS
#define GL_GEOMETRY_SHADER_INVOCATIONS 0x887F
#endif
#ifndef GL_GEOMETRY_SHADER_PRIMITIVES_EMITTED_ARB
#define GL_GEOMETRY_SHADER_PRIMITIVES_EMITTED_ARB 0x82F3
#endif
#ifndef GL_FRAGMENT_SHADER_INVOCATIONS_ARB
#define GL_FRAGMENT_SHADER_INVOCATIONS_ARB 0x82F4
#endif
#ifndef GL_COMPUTE_SHADER_INVOCATIONS_ARB
#define GL_COMPUTE_SHADER_INVOCATIONS_ARB 0x82F5
#endif
#ifndef GL_CLIPPING_INPUT_PRIMITIVES_ARB
#define GL_CLIPPING_INPUT_PRIMITIVES_ARB 0x82F6
#endif
#ifndef GL_CLIPPING_OUTPUT_PRIMITIVES_ARB
#define GL_CLIPPING_OUTPUT_PRIMITIVES_ARB 0x82F7
#endif

/* GL_EXT_disjoint_timer_query */

#ifndef GL_QUERY_COUNTER_BITS_EXT
#define GL_QUERY_COUNTER_BITS_EXT 0x8864
#endif
#ifndef GL_CURRENT_QUERY_EXT
#define GL_CURRENT_QUERY_EXT 0x8865
#endif
#ifndef GL_QUERY_RESULT_EXT
#define GL_QUERY_RESULT_EXT 0x8866
#endif
#ifndef GL_QUERY_RESULT_AVAILABLE_EXT
#define GL_QUERY_RESULT_AVAILABLE_EXT 0x8867
#endif
#ifndef GL_TIME_ELAPSED_EXT
#define GL_TIME_ELAPSED_EXT 0x88BF
#endif
#ifndef GL_TIMESTAMP_EXT
#define GL_TIMESTAMP_EXT 0x8E28
#endif
#ifndef GL_GPU_DISJOINT_EXT
#define GL_GPU_DISJOINT_EXT 0x8FBB
#endif

#ifndef GLMETER_NO_PROTOTYPES
#ifndef glGenQueriesEXT
/** Writes n unused names to ids, which has room for as many. A name becomes a query object when it is first used.
 *  Errors: GL_INVALID_VALUE if n is negative. */
void glGenQueriesEXT(GLsizei n, GLuint *ids);
#endif
#ifndef glDeleteQueriesEXT
/** Deletes the n query objects in ids, and ends those that are active. Ignores 0 and names of no object.
 *  Errors: GL_INVALID_VALUE if n is negative. */
void glDeleteQueriesEXT(GLsizei n, const GLuint *ids);
#endif
#ifndef glIsQueryEXT
/** Returns GL_TRUE if id is a query object: a name that has been used and not deleted. */
GLboolean glIsQueryEXT(GLuint id);
#endif
#ifndef glBeginQueryEXT
/** Begins a query: GL_TIME_ELAPSED, a statistic, or another target of the context. Sets the object's result to 0.
 *  Errors: GL_INVALID_ENUM if target is none of the context's or GL_TIMESTAMP; GL_INVALID_OPERATION if a query of the
 *  target is active, or id is 0, active, an object of another target, or a name that was not generated. */
void glBeginQueryEXT(GLenum target, GLuint id);
#endif
#ifndef glEndQueryEXT
/** Ends the active query of a target, whose result becomes available when the GPU has executed the commands so far.
 *  Errors: GL_INVALID_ENUM if target is none of the context's or GL_TIMESTAMP; GL_INVALID_OPERATION if no query of the
 *  target is active. */
void glEndQueryEXT(GLenum target);
#endif
#ifndef glQueryCounterEXT
/** Records in a query object the time at which the GPU has executed the commands so far, in nanoseconds. target is
 *  GL_TIMESTAMP.
 *  Errors: GL_INVALID_ENUM for any other target; GL_INVALID_OPERATION if id is 0, active, an object of another target, or
 *  a name that was not generated. */
void glQueryCounterEXT(GLuint id, GLenum target);
#endif
#ifndef glGetQueryivEXT
/** Writes to params, one value, the active query of a target (GL_CURRENT_QUERY; 0 for none), or the number of bits of its
 *  counter (GL_QUERY_COUNTER_BITS; 0 for no counter).
 *  Errors: GL_INVALID_ENUM if target is none of the context's, or for any other pname. */
void glGetQueryivEXT(GLenum target, GLenum pname, GLint *params);
#endif
#ifndef glGetQueryObjectivEXT
/** Writes to params, one value: GL_QUERY_RESULT, nanoseconds or a count, for which it waits;
 *  GL_QUERY_RESULT_AVAILABLE, for which it does not; GL_QUERY_RESULT_NO_WAIT, which is written only if it is available;
 *  GL_QUERY_TARGET. A result too large for the type becomes the largest value. With a buffer bound to GL_QUERY_BUFFER,
 *  params is an offset into it, bytes.
 *  Errors: GL_INVALID_OPERATION if id is no query object or active, or the value does not fit into the buffer;
 *  GL_INVALID_ENUM for any other pname; GL_INVALID_VALUE for a negative offset. */
void glGetQueryObjectivEXT(GLuint id, GLenum pname, GLint *params);
#endif
#ifndef glGetQueryObjectuivEXT
/** Writes to params, one value: GL_QUERY_RESULT, nanoseconds or a count, for which it waits;
 *  GL_QUERY_RESULT_AVAILABLE, for which it does not; GL_QUERY_RESULT_NO_WAIT, which is written only if it is available;
 *  GL_QUERY_TARGET. A result too large for the type becomes the largest value. With a buffer bound to GL_QUERY_BUFFER,
 *  params is an offset into it, bytes.
 *  Errors: GL_INVALID_OPERATION if id is no query object or active, or the value does not fit into the buffer;
 *  GL_INVALID_ENUM for any other pname; GL_INVALID_VALUE for a negative offset. */
void glGetQueryObjectuivEXT(GLuint id, GLenum pname, GLuint *params);
#endif
#ifndef glGetQueryObjecti64vEXT
/** Writes to params, one value: GL_QUERY_RESULT, nanoseconds or a count, for which it waits;
 *  GL_QUERY_RESULT_AVAILABLE, for which it does not; GL_QUERY_RESULT_NO_WAIT, which is written only if it is available;
 *  GL_QUERY_TARGET. A result too large for the type becomes the largest value. With a buffer bound to GL_QUERY_BUFFER,
 *  params is an offset into it, bytes.
 *  Errors: GL_INVALID_OPERATION if id is no query object or active, or the value does not fit into the buffer;
 *  GL_INVALID_ENUM for any other pname; GL_INVALID_VALUE for a negative offset. */
void glGetQueryObjecti64vEXT(GLuint id, GLenum pname, GLint64 *params);
#endif
#ifndef glGetQueryObjectui64vEXT
/** Writes to params, one value: GL_QUERY_RESULT, nanoseconds or a count, for which it waits;
 *  GL_QUERY_RESULT_AVAILABLE, for which it does not; GL_QUERY_RESULT_NO_WAIT, which is written only if it is available;
 *  GL_QUERY_TARGET. A result too large for the type becomes the largest value. With a buffer bound to GL_QUERY_BUFFER,
 *  params is an offset into it, bytes.
 *  Errors: GL_INVALID_OPERATION if id is no query object or active, or the value does not fit into the buffer;
 *  GL_INVALID_ENUM for any other pname; GL_INVALID_VALUE for a negative offset. */
void glGetQueryObjectui64vEXT(GLuint id, GLenum pname, GLuint64 *params);
#endif
#ifndef glGetInteger64vEXT
/** Writes any state of glGetIntegerv as 64-bit values, with GL_TIMESTAMP, the GPU's time in nanoseconds, and GL_GPU_DISJOINT_EXT.
 *  Errors: GL_INVALID_ENUM for an unknown pname. */
void glGetInteger64vEXT(GLenum pname, GLint64 *data);
#endif
#endif

/* GL_ANGLE_timer_query */

#ifndef GL_QUERY_COUNTER_BITS_ANGLE
#define GL_QUERY_COUNTER_BITS_ANGLE 0x8864
#endif
#ifndef GL_CURRENT_QUERY_ANGLE
#define GL_CURRENT_QUERY_ANGLE 0x8865
#endif
#ifndef GL_QUERY_RESULT_ANGLE
#define GL_QUERY_RESULT_ANGLE 0x8866
#endif
#ifndef GL_QUERY_RESULT_AVAILABLE_ANGLE
#define GL_QUERY_RESULT_AVAILABLE_ANGLE 0x8867
#endif
#ifndef GL_TIME_ELAPSED_ANGLE
#define GL_TIME_ELAPSED_ANGLE 0x88BF
#endif
#ifndef GL_TIMESTAMP_ANGLE
#define GL_TIMESTAMP_ANGLE 0x8E28
#endif

#ifndef GLMETER_NO_PROTOTYPES
#ifndef glGenQueriesANGLE
/** Writes n unused names to ids, which has room for as many. A name becomes a query object when it is first used.
 *  Errors: GL_INVALID_VALUE if n is negative. */
void glGenQueriesANGLE(GLsizei n, GLuint *ids);
#endif
#ifndef glDeleteQueriesANGLE
/** Deletes the n query objects in ids, and ends those that are active. Ignores 0 and names of no object.
 *  Errors: GL_INVALID_VALUE if n is negative. */
void glDeleteQueriesANGLE(GLsizei n, const GLuint *ids);
#endif
#ifndef glIsQueryANGLE
/** Returns GL_TRUE if id is a query object: a name that has been used and not deleted. */
GLboolean glIsQueryANGLE(GLuint id);
#endif
#ifndef glBeginQueryANGLE
/** Begins a query: GL_TIME_ELAPSED, a statistic, or another target of the context. Sets the object's result to 0.
 *  Errors: GL_INVALID_ENUM if target is none of the context's or GL_TIMESTAMP; GL_INVALID_OPERATION if a query of the
 *  target is active, or id is 0, active, an object of another target, or a name that was not generated. */
void glBeginQueryANGLE(GLenum target, GLuint id);
#endif
#ifndef glEndQueryANGLE
/** Ends the active query of a target, whose result becomes available when the GPU has executed the commands so far.
 *  Errors: GL_INVALID_ENUM if target is none of the context's or GL_TIMESTAMP; GL_INVALID_OPERATION if no query of the
 *  target is active. */
void glEndQueryANGLE(GLenum target);
#endif
#ifndef glQueryCounterANGLE
/** Records in a query object the time at which the GPU has executed the commands so far, in nanoseconds. target is
 *  GL_TIMESTAMP.
 *  Errors: GL_INVALID_ENUM for any other target; GL_INVALID_OPERATION if id is 0, active, an object of another target, or
 *  a name that was not generated. */
void glQueryCounterANGLE(GLuint id, GLenum target);
#endif
#ifndef glGetQueryivANGLE
/** Writes to params, one value, the active query of a target (GL_CURRENT_QUERY; 0 for none), or the number of bits of its
 *  counter (GL_QUERY_COUNTER_BITS; 0 for no counter).
 *  Errors: GL_INVALID_ENUM if target is none of the context's, or for any other pname. */
void glGetQueryivANGLE(GLenum target, GLenum pname, GLint *params);
#endif
#ifndef glGetQueryObjectivANGLE
/** Writes to params, one value: GL_QUERY_RESULT, nanoseconds or a count, for which it waits;
 *  GL_QUERY_RESULT_AVAILABLE, for which it does not; GL_QUERY_RESULT_NO_WAIT, which is written only if it is available;
 *  GL_QUERY_TARGET. A result too large for the type becomes the largest value. With a buffer bound to GL_QUERY_BUFFER,
 *  params is an offset into it, bytes.
 *  Errors: GL_INVALID_OPERATION if id is no query object or active, or the value does not fit into the buffer;
 *  GL_INVALID_ENUM for any other pname; GL_INVALID_VALUE for a negative offset. */
void glGetQueryObjectivANGLE(GLuint id, GLenum pname, GLint *params);
#endif
#ifndef glGetQueryObjectuivANGLE
/** Writes to params, one value: GL_QUERY_RESULT, nanoseconds or a count, for which it waits;
 *  GL_QUERY_RESULT_AVAILABLE, for which it does not; GL_QUERY_RESULT_NO_WAIT, which is written only if it is available;
 *  GL_QUERY_TARGET. A result too large for the type becomes the largest value. With a buffer bound to GL_QUERY_BUFFER,
 *  params is an offset into it, bytes.
 *  Errors: GL_INVALID_OPERATION if id is no query object or active, or the value does not fit into the buffer;
 *  GL_INVALID_ENUM for any other pname; GL_INVALID_VALUE for a negative offset. */
void glGetQueryObjectuivANGLE(GLuint id, GLenum pname, GLuint *params);
#endif
#ifndef glGetQueryObjecti64vANGLE
/** Writes to params, one value: GL_QUERY_RESULT, nanoseconds or a count, for which it waits;
 *  GL_QUERY_RESULT_AVAILABLE, for which it does not; GL_QUERY_RESULT_NO_WAIT, which is written only if it is available;
 *  GL_QUERY_TARGET. A result too large for the type becomes the largest value. With a buffer bound to GL_QUERY_BUFFER,
 *  params is an offset into it, bytes.
 *  Errors: GL_INVALID_OPERATION if id is no query object or active, or the value does not fit into the buffer;
 *  GL_INVALID_ENUM for any other pname; GL_INVALID_VALUE for a negative offset. */
void glGetQueryObjecti64vANGLE(GLuint id, GLenum pname, GLint64 *params);
#endif
#ifndef glGetQueryObjectui64vANGLE
/** Writes to params, one value: GL_QUERY_RESULT, nanoseconds or a count, for which it waits;
 *  GL_QUERY_RESULT_AVAILABLE, for which it does not; GL_QUERY_RESULT_NO_WAIT, which is written only if it is available;
 *  GL_QUERY_TARGET. A result too large for the type becomes the largest value. With a buffer bound to GL_QUERY_BUFFER,
 *  params is an offset into it, bytes.
 *  Errors: GL_INVALID_OPERATION if id is no query object or active, or the value does not fit into the buffer;
 *  GL_INVALID_ENUM for any other pname; GL_INVALID_VALUE for a negative offset. */
void glGetQueryObjectui64vANGLE(GLuint id, GLenum pname, GLuint64 *params);
#endif
#endif

/* GL_INTEL_performance_query */

#ifndef GL_PERFQUERY_SINGLE_CONTEXT_INTEL
#define GL_PERFQUERY_SINGLE_CONTEXT_INTEL 0x00000000
#endif
#ifndef GL_PERFQUERY_GLOBAL_CONTEXT_INTEL
#define GL_PERFQUERY_GLOBAL_CONTEXT_INTEL 0x00000001
#endif
#ifndef GL_PERFQUERY_WAIT_INTEL
#define GL_PERFQUERY_WAIT_INTEL 0x83FB
#endif
#ifndef GL_PERFQUERY_FLUSH_INTEL
#define GL_PERFQUERY_FLUSH_INTEL 0x83FA
#endif
#ifndef GL_PERFQUERY_DONOT_FLUSH_INTEL
#define GL_PERFQUERY_DONOT_FLUSH_INTEL 0x83F9
#endif
#ifndef GL_PERFQUERY_COUNTER_EVENT_INTEL
#define GL_PERFQUERY_COUNTER_EVENT_INTEL 0x94F0
#endif
#ifndef GL_PERFQUERY_COUNTER_DURATION_NORM_INTEL
#define GL_PERFQUERY_COUNTER_DURATION_NORM_INTEL 0x94F1
#endif
#ifndef GL_PERFQUERY_COUNTER_DURATION_RAW_INTEL
#define GL_PERFQUERY_COUNTER_DURATION_RAW_INTEL 0x94F2
#endif
#ifndef GL_PERFQUERY_COUNTER_THROUGHPUT_INTEL
#define GL_PERFQUERY_COUNTER_THROUGHPUT_INTEL 0x94F3
#endif
#ifndef GL_PERFQUERY_COUNTER_RAW_INTEL
#define GL_PERFQUERY_COUNTER_RAW_INTEL 0x94F4
#endif
#ifndef GL_PERFQUERY_COUNTER_TIMESTAMP_INTEL
#define GL_PERFQUERY_COUNTER_TIMESTAMP_INTEL 0x94F5
#endif
#ifndef GL_PERFQUERY_COUNTER_DATA_UINT32_INTEL
#define GL_PERFQUERY_COUNTER_DATA_UINT32_INTEL 0x94F8
#endif
#ifndef GL_PERFQUERY_COUNTER_DATA_UINT64_INTEL
#define GL_PERFQUERY_COUNTER_DATA_UINT64_INTEL 0x94F9
#endif
#ifndef GL_PERFQUERY_COUNTER_DATA_FLOAT_INTEL
#define GL_PERFQUERY_COUNTER_DATA_FLOAT_INTEL 0x94FA
#endif
#ifndef GL_PERFQUERY_COUNTER_DATA_DOUBLE_INTEL
#define GL_PERFQUERY_COUNTER_DATA_DOUBLE_INTEL 0x94FB
#endif
#ifndef GL_PERFQUERY_COUNTER_DATA_BOOL32_INTEL
#define GL_PERFQUERY_COUNTER_DATA_BOOL32_INTEL 0x94FC
#endif
#ifndef GL_PERFQUERY_QUERY_NAME_LENGTH_MAX_INTEL
#define GL_PERFQUERY_QUERY_NAME_LENGTH_MAX_INTEL 0x94FD
#endif
#ifndef GL_PERFQUERY_COUNTER_NAME_LENGTH_MAX_INTEL
#define GL_PERFQUERY_COUNTER_NAME_LENGTH_MAX_INTEL 0x94FE
#endif
#ifndef GL_PERFQUERY_COUNTER_DESC_LENGTH_MAX_INTEL
#define GL_PERFQUERY_COUNTER_DESC_LENGTH_MAX_INTEL 0x94FF
#endif
#ifndef GL_PERFQUERY_GPA_EXTENDED_COUNTERS_INTEL
#define GL_PERFQUERY_GPA_EXTENDED_COUNTERS_INTEL 0x9500
#endif

#ifndef GLMETER_NO_PROTOTYPES
#ifndef glBeginPerfQueryINTEL
/** Begins a performance query.
 *  Errors: GL_INVALID_VALUE if queryHandle is none; GL_INVALID_OPERATION if it, or a query that cannot overlap it, is active. */
void glBeginPerfQueryINTEL(GLuint queryHandle);
#endif
#ifndef glCreatePerfQueryINTEL
/** Creates a performance query of a type, and writes its handle to queryHandle.
 *  Errors: GL_INVALID_VALUE if queryId is no type or queryHandle is NULL; GL_OUT_OF_MEMORY. */
void glCreatePerfQueryINTEL(GLuint queryId, GLuint *queryHandle);
#endif
#ifndef glDeletePerfQueryINTEL
/** Deletes a performance query, and ends it if it is active.
 *  Errors: GL_INVALID_VALUE if queryHandle is none. */
void glDeletePerfQueryINTEL(GLuint queryHandle);
#endif
#ifndef glEndPerfQueryINTEL
/** Ends a performance query.
 *  Errors: GL_INVALID_VALUE if queryHandle is none; GL_INVALID_OPERATION if it is not active. */
void glEndPerfQueryINTEL(GLuint queryHandle);
#endif
#ifndef glGetFirstPerfQueryIdINTEL
/** Writes the first type of performance query.
 *  Errors: GL_INVALID_VALUE if queryId is NULL; GL_INVALID_OPERATION, with 0 written, if there is none. */
void glGetFirstPerfQueryIdINTEL(GLuint *queryId);
#endif
#ifndef glGetNextPerfQueryIdINTEL
/** Writes the type after queryId, 0 after the last one.
 *  Errors: GL_INVALID_VALUE if queryId is no type, with 0 written, or nextQueryId is NULL. */
void glGetNextPerfQueryIdINTEL(GLuint queryId, GLuint *nextQueryId);
#endif
#ifndef glGetPerfCounterInfoINTEL
/** Writes what a counter of a type is: its name and description, of which at most counterNameLength and counterDescLength
 *  bytes with a zero at the end, its offset and size in the data, bytes, its types, and the largest raw value, 0 if unknown.
 *  Pointers that are NULL are ignored.
 *  Errors: GL_INVALID_VALUE if there is no such type or counter; counters begin with 1. */
void glGetPerfCounterInfoINTEL(GLuint queryId, GLuint counterId, GLuint counterNameLength, GLchar *counterName, GLuint counterDescLength, GLchar *counterDesc, GLuint *counterOffset, GLuint *counterDataSize, GLuint *counterTypeEnum, GLuint *counterDataTypeEnum, GLuint64 *rawCounterMaxValue);
#endif
#ifndef glGetPerfQueryDataINTEL
/** Writes the data of a query to data, at most dataSize bytes, and how many to bytesWritten: 0 if they are not available.
 *  flags is GL_PERFQUERY_WAIT_INTEL, _FLUSH_INTEL or _DONOT_FLUSH_INTEL.
 *  Errors: GL_INVALID_VALUE if queryHandle or flags is none, a pointer is NULL, or dataSize is too small;
 *  GL_INVALID_OPERATION if the query is active or has never begun. */
void glGetPerfQueryDataINTEL(GLuint queryHandle, GLuint flags, GLsizei dataSize, void *data, GLuint *bytesWritten);
#endif
#ifndef glGetPerfQueryIdByNameINTEL
/** Writes the type of a name, a string that is not changed.
 *  Errors: GL_INVALID_VALUE if a pointer is NULL or there is no such type. */
void glGetPerfQueryIdByNameINTEL(GLchar *queryName, GLuint *queryId);
#endif
#ifndef glGetPerfQueryInfoINTEL
/** Writes what a type is: its name, of which at most queryNameLength bytes with a zero at the end, the size of its data,
 *  bytes, the numbers of its counters and of its active queries, and GL_PERFQUERY_SINGLE_CONTEXT_INTEL or _GLOBAL_.
 *  Pointers that are NULL are ignored.
 *  Errors: GL_INVALID_VALUE if queryId is no type. */
void glGetPerfQueryInfoINTEL(GLuint queryId, GLuint queryNameLength, GLchar *queryName, GLuint *dataSize, GLuint *noCounters, GLuint *noInstances, GLuint *capsMask);
#endif
#endif

/* Query commands of the core specifications and of GL_ARB_occlusion_query */

#ifndef GLMETER_NO_PROTOTYPES
#ifndef glGenQueries
/** Writes n unused names to ids, which has room for as many. A name becomes a query object when it is first used.
 *  Errors: GL_INVALID_VALUE if n is negative. */
void glGenQueries(GLsizei n, GLuint *ids);
#endif
#ifndef glDeleteQueries
/** Deletes the n query objects in ids, and ends those that are active. Ignores 0 and names of no object.
 *  Errors: GL_INVALID_VALUE if n is negative. */
void glDeleteQueries(GLsizei n, const GLuint *ids);
#endif
#ifndef glIsQuery
/** Returns GL_TRUE if id is a query object: a name that has been used and not deleted. */
GLboolean glIsQuery(GLuint id);
#endif
#ifndef glBeginQuery
/** Begins a query: GL_TIME_ELAPSED, a statistic, or another target of the context. Sets the object's result to 0.
 *  Errors: GL_INVALID_ENUM if target is none of the context's or GL_TIMESTAMP; GL_INVALID_OPERATION if a query of the
 *  target is active, or id is 0, active, an object of another target, or a name that was not generated. */
void glBeginQuery(GLenum target, GLuint id);
#endif
#ifndef glEndQuery
/** Ends the active query of a target, whose result becomes available when the GPU has executed the commands so far.
 *  Errors: GL_INVALID_ENUM if target is none of the context's or GL_TIMESTAMP; GL_INVALID_OPERATION if no query of the
 *  target is active. */
void glEndQuery(GLenum target);
#endif
#ifndef glGetQueryiv
/** Writes to params, one value, the active query of a target (GL_CURRENT_QUERY; 0 for none), or the number of bits of its
 *  counter (GL_QUERY_COUNTER_BITS; 0 for no counter).
 *  Errors: GL_INVALID_ENUM if target is none of the context's, or for any other pname. */
void glGetQueryiv(GLenum target, GLenum pname, GLint *params);
#endif
#ifndef glGetQueryObjectiv
/** Writes to params, one value: GL_QUERY_RESULT, nanoseconds or a count, for which it waits;
 *  GL_QUERY_RESULT_AVAILABLE, for which it does not; GL_QUERY_RESULT_NO_WAIT, which is written only if it is available;
 *  GL_QUERY_TARGET. A result too large for the type becomes the largest value. With a buffer bound to GL_QUERY_BUFFER,
 *  params is an offset into it, bytes.
 *  Errors: GL_INVALID_OPERATION if id is no query object or active, or the value does not fit into the buffer;
 *  GL_INVALID_ENUM for any other pname; GL_INVALID_VALUE for a negative offset. */
void glGetQueryObjectiv(GLuint id, GLenum pname, GLint *params);
#endif
#ifndef glGetQueryObjectuiv
/** Writes to params, one value: GL_QUERY_RESULT, nanoseconds or a count, for which it waits;
 *  GL_QUERY_RESULT_AVAILABLE, for which it does not; GL_QUERY_RESULT_NO_WAIT, which is written only if it is available;
 *  GL_QUERY_TARGET. A result too large for the type becomes the largest value. With a buffer bound to GL_QUERY_BUFFER,
 *  params is an offset into it, bytes.
 *  Errors: GL_INVALID_OPERATION if id is no query object or active, or the value does not fit into the buffer;
 *  GL_INVALID_ENUM for any other pname; GL_INVALID_VALUE for a negative offset. */
void glGetQueryObjectuiv(GLuint id, GLenum pname, GLuint *params);
#endif
#ifndef glGenQueriesARB
/** Writes n unused names to ids, which has room for as many. A name becomes a query object when it is first used.
 *  Errors: GL_INVALID_VALUE if n is negative. */
void glGenQueriesARB(GLsizei n, GLuint *ids);
#endif
#ifndef glDeleteQueriesARB
/** Deletes the n query objects in ids, and ends those that are active. Ignores 0 and names of no object.
 *  Errors: GL_INVALID_VALUE if n is negative. */
void glDeleteQueriesARB(GLsizei n, const GLuint *ids);
#endif
#ifndef glIsQueryARB
/** Returns GL_TRUE if id is a query object: a name that has been used and not deleted. */
GLboolean glIsQueryARB(GLuint id);
#endif
#ifndef glBeginQueryARB
/** Begins a query: GL_TIME_ELAPSED, a statistic, or another target of the context. Sets the object's result to 0.
 *  Errors: GL_INVALID_ENUM if target is none of the context's or GL_TIMESTAMP; GL_INVALID_OPERATION if a query of the
 *  target is active, or id is 0, active, an object of another target, or a name that was not generated. */
void glBeginQueryARB(GLenum target, GLuint id);
#endif
#ifndef glEndQueryARB
/** Ends the active query of a target, whose result becomes available when the GPU has executed the commands so far.
 *  Errors: GL_INVALID_ENUM if target is none of the context's or GL_TIMESTAMP; GL_INVALID_OPERATION if no query of the
 *  target is active. */
void glEndQueryARB(GLenum target);
#endif
#ifndef glGetQueryivARB
/** Writes to params, one value, the active query of a target (GL_CURRENT_QUERY; 0 for none), or the number of bits of its
 *  counter (GL_QUERY_COUNTER_BITS; 0 for no counter).
 *  Errors: GL_INVALID_ENUM if target is none of the context's, or for any other pname. */
void glGetQueryivARB(GLenum target, GLenum pname, GLint *params);
#endif
#ifndef glGetQueryObjectivARB
/** Writes to params, one value: GL_QUERY_RESULT, nanoseconds or a count, for which it waits;
 *  GL_QUERY_RESULT_AVAILABLE, for which it does not; GL_QUERY_RESULT_NO_WAIT, which is written only if it is available;
 *  GL_QUERY_TARGET. A result too large for the type becomes the largest value. With a buffer bound to GL_QUERY_BUFFER,
 *  params is an offset into it, bytes.
 *  Errors: GL_INVALID_OPERATION if id is no query object or active, or the value does not fit into the buffer;
 *  GL_INVALID_ENUM for any other pname; GL_INVALID_VALUE for a negative offset. */
void glGetQueryObjectivARB(GLuint id, GLenum pname, GLint *params);
#endif
#ifndef glGetQueryObjectuivARB
/** Writes to params, one value: GL_QUERY_RESULT, nanoseconds or a count, for which it waits;
 *  GL_QUERY_RESULT_AVAILABLE, for which it does not; GL_QUERY_RESULT_NO_WAIT, which is written only if it is available;
 *  GL_QUERY_TARGET. A result too large for the type becomes the largest value. With a buffer bound to GL_QUERY_BUFFER,
 *  params is an offset into it, bytes.
 *  Errors: GL_INVALID_OPERATION if id is no query object or active, or the value does not fit into the buffer;
 *  GL_INVALID_ENUM for any other pname; GL_INVALID_VALUE for a negative offset. */
void glGetQueryObjectuivARB(GLuint id, GLenum pname, GLuint *params);
#endif
#ifndef glCreateQueries
/** Writes the names of n new query objects of a target to ids, which has room for as many.
 *  Errors: GL_INVALID_ENUM if target is none of the context's, GL_INVALID_VALUE if n is negative. */
void glCreateQueries(GLenum target, GLsizei n, GLuint *ids);
#endif
#ifndef glBeginQueryIndexed
/** Begins a query of a vertex stream; otherwise as glBeginQuery.
 *  Errors: those of glBeginQuery, and GL_INVALID_VALUE if there is no such stream, or index is not 0 for a target
 *  without streams. */
void glBeginQueryIndexed(GLenum target, GLuint index, GLuint id);
#endif
#ifndef glEndQueryIndexed
/** Ends the active query of a vertex stream.
 *  Errors: those of glEndQuery, and GL_INVALID_VALUE for index as in glBeginQueryIndexed. */
void glEndQueryIndexed(GLenum target, GLuint index);
#endif
#ifndef glGetQueryIndexediv
/** Writes what glGetQueryiv does, for a vertex stream.
 *  Errors: those of glGetQueryiv, and GL_INVALID_VALUE for index as in glBeginQueryIndexed. */
void glGetQueryIndexediv(GLenum target, GLuint index, GLenum pname, GLint *params);
#endif
#ifndef glGetQueryBufferObjectiv
/** Writes what glGetQueryObject does to a buffer object, at an offset in bytes.
 *  Errors: those of glGetQueryObject, and GL_INVALID_OPERATION if buffer is no buffer object. */
void glGetQueryBufferObjectiv(GLuint id, GLuint buffer, GLenum pname, GLintptr offset);
#endif
#ifndef glGetQueryBufferObjectuiv
/** Writes what glGetQueryObject does to a buffer object, at an offset in bytes.
 *  Errors: those of glGetQueryObject, and GL_INVALID_OPERATION if buffer is no buffer object. */
void glGetQueryBufferObjectuiv(GLuint id, GLuint buffer, GLenum pname, GLintptr offset);
#endif
#ifndef glGetQueryBufferObjecti64v
/** Writes what glGetQueryObject does to a buffer object, at an offset in bytes.
 *  Errors: those of glGetQueryObject, and GL_INVALID_OPERATION if buffer is no buffer object. */
void glGetQueryBufferObjecti64v(GLuint id, GLuint buffer, GLenum pname, GLintptr offset);
#endif
#ifndef glGetQueryBufferObjectui64v
/** Writes what glGetQueryObject does to a buffer object, at an offset in bytes.
 *  Errors: those of glGetQueryObject, and GL_INVALID_OPERATION if buffer is no buffer object. */
void glGetQueryBufferObjectui64v(GLuint id, GLuint buffer, GLenum pname, GLintptr offset);
#endif
#ifndef glBeginConditionalRender
/** Makes the commands until glEndConditionalRender depend on the result of an occlusion or overflow query.
 *  Errors: GL_INVALID_ENUM for an unknown mode; GL_INVALID_VALUE if id is no query object; GL_INVALID_OPERATION if id
 *  is active or of another target, or conditional rendering has begun. */
void glBeginConditionalRender(GLuint id, GLenum mode);
#endif
#ifndef glEndConditionalRender
/** Ends conditional rendering.
 *  Errors: GL_INVALID_OPERATION if it has not begun. */
void glEndConditionalRender(void);
#endif
#ifndef glBeginConditionalRenderNV
/** Makes the commands until glEndConditionalRender depend on the result of an occlusion or overflow query.
 *  Errors: GL_INVALID_ENUM for an unknown mode; GL_INVALID_VALUE if id is no query object; GL_INVALID_OPERATION if id
 *  is active or of another target, or conditional rendering has begun. */
void glBeginConditionalRenderNV(GLuint id, GLenum mode);
#endif
#ifndef glEndConditionalRenderNV
/** Ends conditional rendering.
 *  Errors: GL_INVALID_OPERATION if it has not begun. */
void glEndConditionalRenderNV(void);
#endif
#ifndef glBindBuffer
/** Binds a buffer object as the core specification says; glmeter notes that of GL_QUERY_BUFFER. */
void glBindBuffer(GLenum target, GLuint buffer);
#endif
#ifndef glBindBufferARB
/** Binds a buffer object as the core specification says; glmeter notes that of GL_QUERY_BUFFER. */
void glBindBufferARB(GLenum target, GLuint buffer);
#endif
#ifndef glDeleteBuffers
/** Deletes buffer objects as the core specification says. */
void glDeleteBuffers(GLsizei n, const GLuint *buffers);
#endif
#ifndef glDeleteBuffersARB
/** Deletes buffer objects as the core specification says. */
void glDeleteBuffersARB(GLsizei n, const GLuint *buffers);
#endif
#endif

/* Core commands whose answers the extensions change */

#ifndef GLMETER_NO_PROTOTYPES
#ifndef glGetBooleanv
/** Writes state as the core specification says, with GL_TIMESTAMP, the GPU's time in nanoseconds, and GL_GPU_DISJOINT_EXT.
 *  Errors: GL_INVALID_ENUM for an unknown pname. */
void glGetBooleanv(GLenum pname, GLboolean *data);
#endif
#ifndef glGetIntegerv
/** Writes state as the core specification says, with GL_TIMESTAMP, the GPU's time in nanoseconds, and GL_GPU_DISJOINT_EXT.
 *  Errors: GL_INVALID_ENUM for an unknown pname. */
void glGetIntegerv(GLenum pname, GLint *data);
#endif
#ifndef glGetInteger64v
/** Writes state as the core specification says, with GL_TIMESTAMP, the GPU's time in nanoseconds, and GL_GPU_DISJOINT_EXT.
 *  Errors: GL_INVALID_ENUM for an unknown pname. */
void glGetInteger64v(GLenum pname, GLint64 *data);
#endif
#ifndef glGetFloatv
/** Writes state as the core specification says, with GL_TIMESTAMP, the GPU's time in nanoseconds, and GL_GPU_DISJOINT_EXT.
 *  Errors: GL_INVALID_ENUM for an unknown pname. */
void glGetFloatv(GLenum pname, GLfloat *data);
#endif
#ifndef glGetDoublev
/** Writes state as the core specification says, with GL_TIMESTAMP, the GPU's time in nanoseconds, and GL_GPU_DISJOINT_EXT.
 *  Errors: GL_INVALID_ENUM for an unknown pname. */
void glGetDoublev(GLenum pname, GLdouble *data);
#endif
#ifndef glGetString
/** Returns a string as the core specification says; GL_EXTENSIONS has what glmeter adds. It belongs to glmeter or the driver. */
const GLubyte *glGetString(GLenum name);
#endif
#ifndef glGetStringi
/** Returns one string as the core specification says; GL_EXTENSIONS has what glmeter adds. It belongs to glmeter or the driver. */
const GLubyte *glGetStringi(GLenum name, GLuint index);
#endif
#ifndef glFinish
/** Waits until the GPU has executed all commands so far. */
void glFinish(void);
#endif
#ifndef glGetError
/** Returns an error that a command has raised since the last call, and GL_NO_ERROR if there is none. */
GLenum glGetError(void);
#endif
#ifndef glGetGraphicsResetStatus
/** Returns whether and why the context is lost, as the extensions of robustness say. */
GLenum glGetGraphicsResetStatus(void);
#endif
#ifndef glGetGraphicsResetStatusARB
/** Returns whether and why the context is lost, as the extensions of robustness say. */
GLenum glGetGraphicsResetStatusARB(void);
#endif
#ifndef glGetGraphicsResetStatusEXT
/** Returns whether and why the context is lost, as the extensions of robustness say. */
GLenum glGetGraphicsResetStatusEXT(void);
#endif
#ifndef glGetGraphicsResetStatusKHR
/** Returns whether and why the context is lost, as the extensions of robustness say. */
GLenum glGetGraphicsResetStatusKHR(void);
#endif
#endif

#ifdef __cplusplus
}
#endif

#endif /* GLMETER_H */
