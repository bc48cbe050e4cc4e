/* The commands and tokens that glmeter gives to OpenGL and OpenGL ES programs: link with -lglmeter, or take the commands
 * from GetProcAddress.
 *
 * Made from the tables in src/spec by `BLESS=1 cargo test --test header`; not to be edited.
 *
 * It may be included before, after and without the system's GL headers, in C and in C++: its types are theirs, its tokens
 * step back behind theirs, and a prototype may be repeated. It defines no GL_<extension> macro that they test, because
 * they would then leave out their own part. A prototype steps back behind a macro of its name, as the headers of function
 * loaders have them; GLMETER_NO_PROTOTYPES leaves all of them out, for programs with function pointers of these names.
 */

#ifndef GLMETER_H
#define GLMETER_H

#include <KHR/khrplatform.h>

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
typedef khronos_float_t GLfloat;
typedef double GLdouble;
typedef khronos_int64_t GLint64;
typedef khronos_uint64_t GLuint64;
typedef khronos_intptr_t GLintptr;

/* GL_ARB_timer_query */

#ifndef GL_TIME_ELAPSED
#define GL_TIME_ELAPSED 0x88BF
#endif
#ifndef GL_TIMESTAMP
#define GL_TIMESTAMP 0x8E28
#endif

#ifndef GLMETER_NO_PROTOTYPES
#ifndef glQueryCounter
void KHRONOS_APIENTRY glQueryCounter(GLuint id, GLenum target);
#endif
#ifndef glGetQueryObjecti64v
void KHRONOS_APIENTRY glGetQueryObjecti64v(GLuint id, GLenum pname, GLint64 *params);
#endif
#ifndef glGetQueryObjectui64v
void KHRONOS_APIENTRY glGetQueryObjectui64v(GLuint id, GLenum pname, GLuint64 *params);
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
void KHRONOS_APIENTRY glGenQueriesEXT(GLsizei n, GLuint *ids);
#endif
#ifndef glDeleteQueriesEXT
void KHRONOS_APIENTRY glDeleteQueriesEXT(GLsizei n, const GLuint *ids);
#endif
#ifndef glIsQueryEXT
GLboolean KHRONOS_APIENTRY glIsQueryEXT(GLuint id);
#endif
#ifndef glBeginQueryEXT
void KHRONOS_APIENTRY glBeginQueryEXT(GLenum target, GLuint id);
#endif
#ifndef glEndQueryEXT
void KHRONOS_APIENTRY glEndQueryEXT(GLenum target);
#endif
#ifndef glQueryCounterEXT
void KHRONOS_APIENTRY glQueryCounterEXT(GLuint id, GLenum target);
#endif
#ifndef glGetQueryivEXT
void KHRONOS_APIENTRY glGetQueryivEXT(GLenum target, GLenum pname, GLint *params);
#endif
#ifndef glGetQueryObjectivEXT
void KHRONOS_APIENTRY glGetQueryObjectivEXT(GLuint id, GLenum pname, GLint *params);
#endif
#ifndef glGetQueryObjectuivEXT
void KHRONOS_APIENTRY glGetQueryObjectuivEXT(GLuint id, GLenum pname, GLuint *params);
#endif
#ifndef glGetQueryObjecti64vEXT
void KHRONOS_APIENTRY glGetQueryObjecti64vEXT(GLuint id, GLenum pname, GLint64 *params);
#endif
#ifndef glGetQueryObjectui64vEXT
void KHRONOS_APIENTRY glGetQueryObjectui64vEXT(GLuint id, GLenum pname, GLuint64 *params);
#endif
#ifndef glGetInteger64vEXT
void KHRONOS_APIENTRY glGetInteger64vEXT(GLenum pname, GLint64 *data);
#endif
#endif

/* GL_ANGLE_timer_query */

#ifndef GL_ANGLE_timer_query
#define GL_ANGLE_timer_query 1
#endif

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
void KHRONOS_APIENTRY glGenQueriesANGLE(GLsizei n, GLuint *ids);
#endif
#ifndef glDeleteQueriesANGLE
void KHRONOS_APIENTRY glDeleteQueriesANGLE(GLsizei n, const GLuint *ids);
#endif
#ifndef glIsQueryANGLE
GLboolean KHRONOS_APIENTRY glIsQueryANGLE(GLuint id);
#endif
#ifndef glBeginQueryANGLE
void KHRONOS_APIENTRY glBeginQueryANGLE(GLenum target, GLuint id);
#endif
#ifndef glEndQueryANGLE
void KHRONOS_APIENTRY glEndQueryANGLE(GLenum target);
#endif
#ifndef glQueryCounterANGLE
void KHRONOS_APIENTRY glQueryCounterANGLE(GLuint id, GLenum target);
#endif
#ifndef glGetQueryivANGLE
void KHRONOS_APIENTRY glGetQueryivANGLE(GLenum target, GLenum pname, GLint *params);
#endif
#ifndef glGetQueryObjectivANGLE
void KHRONOS_APIENTRY glGetQueryObjectivANGLE(GLuint id, GLenum pname, GLint *params);
#endif
#ifndef glGetQueryObjectuivANGLE
void KHRONOS_APIENTRY glGetQueryObjectuivANGLE(GLuint id, GLenum pname, GLuint *params);
#endif
#ifndef glGetQueryObjecti64vANGLE
void KHRONOS_APIENTRY glGetQueryObjecti64vANGLE(GLuint id, GLenum pname, GLint64 *params);
#endif
#ifndef glGetQueryObjectui64vANGLE
void KHRONOS_APIENTRY glGetQueryObjectui64vANGLE(GLuint id, GLenum pname, GLuint64 *params);
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
void KHRONOS_APIENTRY glBeginPerfQueryINTEL(GLuint queryHandle);
#endif
#ifndef glCreatePerfQueryINTEL
void KHRONOS_APIENTRY glCreatePerfQueryINTEL(GLuint queryId, GLuint *queryHandle);
#endif
#ifndef glDeletePerfQueryINTEL
void KHRONOS_APIENTRY glDeletePerfQueryINTEL(GLuint queryHandle);
#endif
#ifndef glEndPerfQueryINTEL
void KHRONOS_APIENTRY glEndPerfQueryINTEL(GLuint queryHandle);
#endif
#ifndef glGetFirstPerfQueryIdINTEL
void KHRONOS_APIENTRY glGetFirstPerfQueryIdINTEL(GLuint *queryId);
#endif
#ifndef glGetNextPerfQueryIdINTEL
void KHRONOS_APIENTRY glGetNextPerfQueryIdINTEL(GLuint queryId, GLuint *nextQueryId);
#endif
#ifndef glGetPerfCounterInfoINTEL
void KHRONOS_APIENTRY glGetPerfCounterInfoINTEL(GLuint queryId, GLuint counterId, GLuint counterNameLength, GLchar *counterName, GLuint counterDescLength, GLchar *counterDesc, GLuint *counterOffset, GLuint *counterDataSize, GLuint *counterTypeEnum, GLuint *counterDataTypeEnum, GLuint64 *rawCounterMaxValue);
#endif
#ifndef glGetPerfQueryDataINTEL
void KHRONOS_APIENTRY glGetPerfQueryDataINTEL(GLuint queryHandle, GLuint flags, GLsizei dataSize, void *data, GLuint *bytesWritten);
#endif
#ifndef glGetPerfQueryIdByNameINTEL
void KHRONOS_APIENTRY glGetPerfQueryIdByNameINTEL(GLchar *queryName, GLuint *queryId);
#endif
#ifndef glGetPerfQueryInfoINTEL
void KHRONOS_APIENTRY glGetPerfQueryInfoINTEL(GLuint queryId, GLuint queryNameLength, GLchar *queryName, GLuint *dataSize, GLuint *noCounters, GLuint *noInstances, GLuint *capsMask);
#endif
#endif

/* Query commands of the core specifications and of GL_ARB_occlusion_query */

#ifndef GLMETER_NO_PROTOTYPES
#ifndef glGenQueries
void KHRONOS_APIENTRY glGenQueries(GLsizei n, GLuint *ids);
#endif
#ifndef glDeleteQueries
void KHRONOS_APIENTRY glDeleteQueries(GLsizei n, const GLuint *ids);
#endif
#ifndef glIsQuery
GLboolean KHRONOS_APIENTRY glIsQuery(GLuint id);
#endif
#ifndef glBeginQuery
void KHRONOS_APIENTRY glBeginQuery(GLenum target, GLuint id);
#endif
#ifndef glEndQuery
void KHRONOS_APIENTRY glEndQuery(GLenum target);
#endif
#ifndef glGetQueryiv
void KHRONOS_APIENTRY glGetQueryiv(GLenum target, GLenum pname, GLint *params);
#endif
#ifndef glGetQueryObjectiv
void KHRONOS_APIENTRY glGetQueryObjectiv(GLuint id, GLenum pname, GLint *params);
#endif
#ifndef glGetQueryObjectuiv
void KHRONOS_APIENTRY glGetQueryObjectuiv(GLuint id, GLenum pname, GLuint *params);
#endif
#ifndef glGenQueriesARB
void KHRONOS_APIENTRY glGenQueriesARB(GLsizei n, GLuint *ids);
#endif
#ifndef glDeleteQueriesARB
void KHRONOS_APIENTRY glDeleteQueriesARB(GLsizei n, const GLuint *ids);
#endif
#ifndef glIsQueryARB
GLboolean KHRONOS_APIENTRY glIsQueryARB(GLuint id);
#endif
#ifndef glBeginQueryARB
void KHRONOS_APIENTRY glBeginQueryARB(GLenum target, GLuint id);
#endif
#ifndef glEndQueryARB
void KHRONOS_APIENTRY glEndQueryARB(GLenum target);
#endif
#ifndef glGetQueryivARB
void KHRONOS_APIENTRY glGetQueryivARB(GLenum target, GLenum pname, GLint *params);
#endif
#ifndef glGetQueryObjectivARB
void KHRONOS_APIENTRY glGetQueryObjectivARB(GLuint id, GLenum pname, GLint *params);
#endif
#ifndef glGetQueryObjectuivARB
void KHRONOS_APIENTRY glGetQueryObjectuivARB(GLuint id, GLenum pname, GLuint *params);
#endif
#ifndef glCreateQueries
void KHRONOS_APIENTRY glCreateQueries(GLenum target, GLsizei n, GLuint *ids);
#endif
#ifndef glBeginQueryIndexed
void KHRONOS_APIENTRY glBeginQueryIndexed(GLenum target, GLuint index, GLuint id);
#endif
#ifndef glEndQueryIndexed
void KHRONOS_APIENTRY glEndQueryIndexed(GLenum target, GLuint index);
#endif
#ifndef glGetQueryIndexediv
void KHRONOS_APIENTRY glGetQueryIndexediv(GLenum target, GLuint index, GLenum pname, GLint *params);
#endif
#ifndef glGetQueryBufferObjectiv
void KHRONOS_APIENTRY glGetQueryBufferObjectiv(GLuint id, GLuint buffer, GLenum pname, GLintptr offset);
#endif
#ifndef glGetQueryBufferObjectuiv
void KHRONOS_APIENTRY glGetQueryBufferObjectuiv(GLuint id, GLuint buffer, GLenum pname, GLintptr offset);
#endif
#ifndef glGetQueryBufferObjecti64v
void KHRONOS_APIENTRY glGetQueryBufferObjecti64v(GLuint id, GLuint buffer, GLenum pname, GLintptr offset);
#endif
#ifndef glGetQueryBufferObjectui64v
void KHRONOS_APIENTRY glGetQueryBufferObjectui64v(GLuint id, GLuint buffer, GLenum pname, GLintptr offset);
#endif
#ifndef glBeginConditionalRender
void KHRONOS_APIENTRY glBeginConditionalRender(GLuint id, GLenum mode);
#endif
#ifndef glEndConditionalRender
void KHRONOS_APIENTRY glEndConditionalRender(void);
#endif
#ifndef glBeginConditionalRenderNV
void KHRONOS_APIENTRY glBeginConditionalRenderNV(GLuint id, GLenum mode);
#endif
#ifndef glEndConditionalRenderNV
void KHRONOS_APIENTRY glEndConditionalRenderNV(void);
#endif
#ifndef glBindBuffer
void KHRONOS_APIENTRY glBindBuffer(GLenum target, GLuint buffer);
#endif
#ifndef glBindBufferARB
void KHRONOS_APIENTRY glBindBufferARB(GLenum target, GLuint buffer);
#endif
#ifndef glDeleteBuffers
void KHRONOS_APIENTRY glDeleteBuffers(GLsizei n, const GLuint *buffers);
#endif
#ifndef glDeleteBuffersARB
void KHRONOS_APIENTRY glDeleteBuffersARB(GLsizei n, const GLuint *buffers);
#endif
#endif

/* Core commands whose answers the extensions change */

#ifndef GLMETER_NO_PROTOTYPES
#ifndef glGetBooleanv
void KHRONOS_APIENTRY glGetBooleanv(GLenum pname, GLboolean *data);
#endif
#ifndef glGetIntegerv
void KHRONOS_APIENTRY glGetIntegerv(GLenum pname, GLint *data);
#endif
#ifndef glGetInteger64v
void KHRONOS_APIENTRY glGetInteger64v(GLenum pname, GLint64 *data);
#endif
#ifndef glGetFloatv
void KHRONOS_APIENTRY glGetFloatv(GLenum pname, GLfloat *data);
#endif
#ifndef glGetDoublev
void KHRONOS_APIENTRY glGetDoublev(GLenum pname, GLdouble *data);
#endif
#ifndef glGetString
const GLubyte *KHRONOS_APIENTRY glGetString(GLenum name);
#endif
#ifndef glGetStringi
const GLubyte *KHRONOS_APIENTRY glGetStringi(GLenum name, GLuint index);
#endif
#ifndef glFinish
void KHRONOS_APIENTRY glFinish(void);
#endif
#ifndef glGetError
GLenum KHRONOS_APIENTRY glGetError(void);
#endif
#ifndef glGetGraphicsResetStatus
GLenum KHRONOS_APIENTRY glGetGraphicsResetStatus(void);
#endif
#ifndef glGetGraphicsResetStatusARB
GLenum KHRONOS_APIENTRY glGetGraphicsResetStatusARB(void);
#endif
#ifndef glGetGraphicsResetStatusEXT
GLenum KHRONOS_APIENTRY glGetGraphicsResetStatusEXT(void);
#endif
#ifndef glGetGraphicsResetStatusKHR
GLenum KHRONOS_APIENTRY glGetGraphicsResetStatusKHR(void);
#endif
#endif

#ifdef __cplusplus
}
#endif

#endif /* GLMETER_H */
