/* Checks every sentence of the specifications' Errors sections through the extension's own commands: exactly the named error, and nothing
 * written. (intel_performance_query.c checks those of INTEL_performance_query.) */
#define DESKTOP
#include "check.h"

enum { UNTOUCHED = 0x7e57ab1e };

/* The four readers of a query object in one spelling. */
typedef struct {
    const char *spelling;
    void (*iv)(GLuint, GLenum, GLint *);
    void (*uiv)(GLuint, GLenum, GLuint *);
    void (*i64v)(GLuint, GLenum, GLint64 *);
    void (*ui64v)(GLuint, GLenum, GLuint64 *);
} Getters;

#define SPELLED2(suffix) #suffix
#define OBJECT_GETTERS2(suffix)                                                                                     \
    (Getters) { SPELLED2(suffix), GL(GetQueryObjectiv##suffix), GL(GetQueryObjectuiv##suffix), GL(GetQueryObjecti64v##suffix), \
                GL(GetQueryObjectui64v##suffix) }
#define OBJECT_GETTERS(suffix) OBJECT_GETTERS2(suffix)

static void object_error(GLuint id, GLenum pname, GLenum error, Getters get, const char *when)
{
    char sentence[300];
    GLint integer = UNTOUCHED;
    GLuint natural = UNTOUCHED;
    GLint64 wide = UNTOUCHED;
    GLuint64 wide_natural = UNTOUCHED;
    const char *format = "the error %s is generated if GetQueryObject%s%s %s";
    snprintf(sentence, sizeof sentence, format, error_name(error), "iv", get.spelling, when);
    get.iv(id, pname, &integer);
    EXPECT_ERROR(error, sentence);
    snprintf(sentence, sizeof sentence, format, error_name(error), "uiv", get.spelling, when);
    get.uiv(id, pname, &natural);
    EXPECT_ERROR(error, sentence);
    snprintf(sentence, sizeof sentence, format, error_name(error), "i64v", get.spelling, when);
    get.i64v(id, pname, &wide);
    EXPECT_ERROR(error, sentence);
    snprintf(sentence, sizeof sentence, format, error_name(error), "ui64v", get.spelling, when);
    get.ui64v(id, pname, &wide_natural);
    EXPECT_ERROR(error, sentence);
    EXPECT(integer == UNTOUCHED && natural == UNTOUCHED && wide == UNTOUCHED && wide_natural == UNTOUCHED,
           "errors leave <params> alone where GetQueryObject*%s %s", get.spelling, when);
}

/* The same for the two values that every getter accepts, and for one that it rejects: the object's error comes first. */
static void object_errors(GLuint id, GLenum error, Getters get, const char *when)
{
    object_error(id, GL_QUERY_RESULT, error, get, when);
    object_error(id, GL_QUERY_RESULT_AVAILABLE, error, get, when);
    object_error(id, GL_TEXTURE_2D, error, get, when);
}

#define SUFFIX EXT
#include "errors_es_timer.h"
#undef SUFFIX
#define SUFFIX ANGLE
#include "errors_es_timer.h"
#undef SUFFIX

/* The desktop spelling has no suffix. */
#define CORE_GETTERS \
    (Getters) { "", GL(GetQueryObjectiv), GL(GetQueryObjectuiv), GL(GetQueryObjecti64v), GL(GetQueryObjectui64v) }

static void arb_timer_query(Api api)
{
    static const GLenum bad_targets[] = { 0, GL_TEXTURE_2D, GL_QUERY_RESULT };
    GLuint elapsed, stamp, generated, unused = 4711, kept = UNTOUCHED;
    GLint value = UNTOUCHED;
    GL(GenQueries)(-1, &kept);
    EXPECT_ERROR(GL_INVALID_VALUE, "the error INVALID_VALUE is generated if GenQueries is called where <n> is negative");
    EXPECT(kept == UNTOUCHED, "and <ids> is left alone");
    GL(DeleteQueries)(-1, &kept);
    EXPECT_ERROR(GL_INVALID_VALUE, "the error INVALID_VALUE is generated if DeleteQueries is called where <n> is negative");
    GL(GenQueries)(1, &elapsed);
    GL(GenQueries)(1, &stamp);
    GL(GenQueries)(1, &generated);

    for (size_t i = 0; i < sizeof bad_targets / sizeof *bad_targets; i++) {
        GL(BeginQuery)(bad_targets[i], elapsed);
        EXPECT_ERROR(GL_INVALID_ENUM, "the error INVALID_ENUM is generated if BeginQuery is called where <target> is not a query target");
        GL(EndQuery)(bad_targets[i]);
        EXPECT_ERROR(GL_INVALID_ENUM, "the error INVALID_ENUM is generated if EndQuery is called where <target> is not a query target");
        GL(GetQueryiv)(bad_targets[i], GL_CURRENT_QUERY, &value);
        EXPECT_ERROR(GL_INVALID_ENUM, "the error INVALID_ENUM is generated if GetQueryiv is called where <target> is not a query target");
        GL(QueryCounter)(0, bad_targets[i]);
        EXPECT_ERROR(GL_INVALID_ENUM, "the error INVALID_ENUM is generated if QueryCounter is called where <target> is not TIMESTAMP");
    }
    GL(BeginQuery)(GL_TIMESTAMP, elapsed);
    EXPECT_ERROR(GL_INVALID_ENUM, "the error INVALID_ENUM is generated if BeginQuery is called where <target> is TIMESTAMP");
    GL(EndQuery)(GL_TIMESTAMP);
    EXPECT_ERROR(GL_INVALID_ENUM, "the error INVALID_ENUM is generated if EndQuery is called where <target> is TIMESTAMP");
    GL(QueryCounter)(stamp, GL_TIME_ELAPSED);
    EXPECT_ERROR(GL_INVALID_ENUM, "the error INVALID_ENUM is generated if QueryCounter is called where <target> is TIME_ELAPSED");
    GL(GetQueryiv)(GL_TIME_ELAPSED, GL_QUERY_RESULT, &value);
    EXPECT_ERROR(GL_INVALID_ENUM, "an INVALID_ENUM error is generated if <pname> of GetQueryiv is not accepted");
    EXPECT(value == UNTOUCHED, "errors leave <params> alone (it became 0x%x)", value);
    EXPECT(!GL(IsQuery)(elapsed) && !GL(IsQuery)(stamp), "the failed calls made no objects");

    GL(BeginQuery)(GL_TIME_ELAPSED, 0);
    EXPECT_ERROR(GL_INVALID_OPERATION, "INVALID_OPERATION from BeginQuery where <id> is zero");
    GL(EndQuery)(GL_TIME_ELAPSED);
    EXPECT_ERROR(GL_INVALID_OPERATION, "INVALID_OPERATION from EndQuery where no query of <target> is active");
    GL(BeginQuery)(GL_TIME_ELAPSED, elapsed);
    GL(BeginQuery)(GL_TIME_ELAPSED, generated);
    EXPECT_ERROR(GL_INVALID_OPERATION, "INVALID_OPERATION from BeginQuery where a query of <target> is active");
    GL(BeginQuery)(GL_SAMPLES_PASSED, elapsed);
    EXPECT_ERROR(GL_INVALID_OPERATION, "INVALID_OPERATION from BeginQuery where <id> is active under another target");
    GL(QueryCounter)(elapsed, GL_TIMESTAMP);
    EXPECT_ERROR(GL_INVALID_OPERATION,
                 "the error INVALID_OPERATION is generated if QueryCounter is called on a query object that is already in use inside a "
                 "BeginQuery/EndQuery");
    object_errors(elapsed, GL_INVALID_OPERATION, CORE_GETTERS, "is called where <id> is the name of a currently active query object");
    GL(EndQuery)(GL_TIME_ELAPSED);
    GL(QueryCounter)(elapsed, GL_TIMESTAMP);
    EXPECT_ERROR(GL_INVALID_OPERATION, "the error INVALID_OPERATION is generated if QueryCounter is called on a query object whose type is "
                 "not TIMESTAMP");
    GL(QueryCounter)(stamp, GL_TIMESTAMP);
    EXPECT_ERROR(GL_NO_ERROR, "QueryCounter takes a generated name");
    GL(BeginQuery)(GL_TIME_ELAPSED, stamp);
    EXPECT_ERROR(GL_INVALID_OPERATION, "INVALID_OPERATION from BeginQuery where the type of <id> does not match <target>");
    GL(QueryCounter)(0, GL_TIMESTAMP);
    EXPECT_ERROR(GL_INVALID_OPERATION, "INVALID_OPERATION from QueryCounter where <id> is zero");
    object_errors(0, GL_INVALID_OPERATION, CORE_GETTERS, "is called where <id> is not the name of a query object: zero");
    object_errors(unused, GL_INVALID_OPERATION, CORE_GETTERS, "is called where <id> is not the name of a query object: unused");
    object_errors(generated, GL_INVALID_OPERATION, CORE_GETTERS, "is called where <id> is not the name of a query object: generated only");
    object_error(elapsed, GL_CURRENT_QUERY, GL_INVALID_ENUM, CORE_GETTERS,
                 "is called where <pname> is not QUERY_RESULT or QUERY_RESULT_AVAILABLE");
    object_error(stamp, 0, GL_INVALID_ENUM, CORE_GETTERS, "is called where <pname> is not QUERY_RESULT or QUERY_RESULT_AVAILABLE");

    GL(DeleteQueries)(1, &elapsed);
    object_errors(elapsed, GL_INVALID_OPERATION, CORE_GETTERS, "is called where <id> is not the name of a query object: deleted");
    if (api == CORE) {
        GL(QueryCounter)(unused, GL_TIMESTAMP);
        EXPECT_ERROR(GL_INVALID_OPERATION, "(in the core profile only) the error INVALID_OPERATION is generated if QueryCounter is called "
                     "where <id> is not a name returned from a previous call to GenQueries");
        GL(QueryCounter)(elapsed, GL_TIMESTAMP);
        EXPECT_ERROR(GL_INVALID_OPERATION, "(in the core profile only) or if such a name has since been deleted with DeleteQueries");
        GL(BeginQuery)(GL_TIME_ELAPSED, unused);
        EXPECT_ERROR(GL_INVALID_OPERATION, "(in the core profile only) INVALID_OPERATION from BeginQuery where <id> was never generated");
    }
    GL(DeleteQueries)(1, &stamp);
    GL(DeleteQueries)(1, &generated);
    CHECK_NO_ERROR("deleting");
}

static const GLenum statistics[] = { GL_VERTICES_SUBMITTED_ARB, GL_PRIMITIVES_SUBMITTED_ARB, GL_VERTEX_SHADER_INVOCATIONS_ARB,
    GL_TESS_CONTROL_SHADER_PATCHES_ARB, GL_TESS_EVALUATION_SHADER_INVOCATIONS_ARB, GL_GEOMETRY_SHADER_INVOCATIONS,
    GL_GEOMETRY_SHADER_PRIMITIVES_EMITTED_ARB, GL_FRAGMENT_SHADER_INVOCATIONS_ARB, GL_COMPUTE_SHADER_INVOCATIONS_ARB,
    GL_CLIPPING_INPUT_PRIMITIVES_ARB, GL_CLIPPING_OUTPUT_PRIMITIVES_ARB };

static void arb_pipeline_statistics_query(void)
{
    static const GLenum bad_targets[] = { GL_TIMESTAMP, GL_TEXTURE_2D, 0 };
    GLuint query;
    GLint value = UNTOUCHED;
    GL(GenQueries)(1, &query);
    for (int i = 0; i < 3; i++)
        for (GLuint index = 0; index <= 1; index++) {
            GL(BeginQueryIndexed)(bad_targets[i], index, query);
            EXPECT_ERROR(GL_INVALID_ENUM, "BeginQueryIndexed: an INVALID_ENUM error is generated if <target> is TIMESTAMP, or is not one of "
                         "the query object targets, whatever <index>");
            GL(EndQueryIndexed)(bad_targets[i], index);
            EXPECT_ERROR(GL_INVALID_ENUM, "EndQueryIndexed: an INVALID_ENUM error is generated if <target> is TIMESTAMP, or is not one of "
                         "the query object targets, whatever <index>");
            if (bad_targets[i] != GL_TIMESTAMP) {
                GL(GetQueryIndexediv)(bad_targets[i], index, GL_CURRENT_QUERY, &value);
                EXPECT_ERROR(GL_INVALID_ENUM, "GetQueryIndexediv: an INVALID_ENUM error is generated if <target> is not one of the query "
                             "object targets, whatever <index>");
            }
        }
    for (size_t i = 0; i < sizeof statistics / sizeof *statistics; i++) {
        GLenum target = statistics[i];
        /* The extension's text says INVALID_OPERATION here; OpenGL 4.4 to 4.6 and every implementation say INVALID_VALUE. */
        GL(BeginQueryIndexed)(target, 1, query);
        EXPECT_ERROR(GL_INVALID_VALUE, "BeginQueryIndexed: INVALID_VALUE if <target> is a valid target other than PRIMITIVES_GENERATED or "
                     "TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, and <index> is not zero");
        GL(EndQueryIndexed)(target, 1);
        EXPECT_ERROR(GL_INVALID_VALUE, "EndQueryIndexed: INVALID_VALUE if <target> is a valid target other than PRIMITIVES_GENERATED or "
                     "TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, and <index> is not zero");
        GL(GetQueryIndexediv)(target, 1, GL_CURRENT_QUERY, &value);
        EXPECT_ERROR(GL_INVALID_VALUE, "GetQueryIndexediv: INVALID_VALUE if <target> is a valid target other than PRIMITIVES_GENERATED or "
                     "TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, and <index> is not zero");
        GL(GetQueryIndexediv)(target, 0, GL_QUERY_RESULT, &value);
        EXPECT_ERROR(GL_INVALID_ENUM, "GetQueryIndexediv: INVALID_ENUM if <pname> is not accepted");
        GL(QueryCounter)(query, target);
        EXPECT_ERROR(GL_INVALID_ENUM, "INVALID_ENUM from QueryCounter with the target of a statistic");
        GL(EndQuery)(target);
        EXPECT_ERROR(GL_INVALID_OPERATION, "INVALID_OPERATION from EndQuery where no query of <target> is active");
        GL(BeginQuery)(target, 0);
        EXPECT_ERROR(GL_INVALID_OPERATION, "INVALID_OPERATION from BeginQuery where <id> is zero");
        GLuint pair[2];
        GL(GenQueries)(2, pair);
        GL(BeginQuery)(target, pair[0]);
        GL(BeginQuery)(target, pair[1]);
        EXPECT_ERROR(GL_INVALID_OPERATION, "INVALID_OPERATION from BeginQuery where a query of <target> is active");
        object_errors(pair[0], GL_INVALID_OPERATION, CORE_GETTERS, "is called where <id> is the name of a currently active query object");
        GL(EndQuery)(target);
        GL(DeleteQueries)(2, pair);
        CHECK_NO_ERROR("ending a statistics query");
    }
    EXPECT(value == UNTOUCHED, "errors leave <params> alone (it became 0x%x)", value);
    GLint streams = 0;
    GL(GetIntegerv)(GL_MAX_VERTEX_STREAMS, &streams);
    GL(BeginQueryIndexed)(GL_PRIMITIVES_GENERATED, (GLuint)streams, query);
    EXPECT_ERROR(GL_INVALID_VALUE, "INVALID_VALUE from BeginQueryIndexed where <index> of an indexed target is MAX_VERTEX_STREAMS");
    GL(BeginQueryIndexed)(GL_PRIMITIVES_GENERATED, (GLuint)streams - 1, query);
    GL(EndQueryIndexed)(GL_PRIMITIVES_GENERATED, 0);
    EXPECT_ERROR(GL_INVALID_OPERATION, "INVALID_OPERATION from EndQueryIndexed at an index where nothing is active");
    GL(EndQueryIndexed)(GL_PRIMITIVES_GENERATED, (GLuint)streams - 1);
    EXPECT_ERROR(GL_NO_ERROR, "EndQueryIndexed at the index of the active query");
    GL(DeleteQueries)(1, &query);
}

/* Only desktop GL has the statistics: in OpenGL ES their targets are unknown. */
static void not_in_es(void)
{
    GLuint query;
    GLint value = UNTOUCHED;
    GL(GenQueriesEXT)(1, &query);
    for (size_t i = 0; i < sizeof statistics / sizeof *statistics; i++) {
        GL(BeginQueryEXT)(statistics[i], query);
        EXPECT_ERROR(GL_INVALID_ENUM, "INVALID_ENUM from BeginQueryEXT with the target of a statistic");
        GL(GetQueryivEXT)(statistics[i], GL_CURRENT_QUERY, &value);
        EXPECT_ERROR(GL_INVALID_ENUM, "INVALID_ENUM from GetQueryivEXT with the target of a statistic");
    }
    EXPECT(value == UNTOUCHED, "errors leave <params> alone (it became 0x%x)", value);
    GL(DeleteQueriesEXT)(1, &query);
}

/* Only OpenGL ES has GPU_DISJOINT, and GetInteger64vEXT rejects unknown tokens. */
static void disjoint(Api api)
{
    GLint value = UNTOUCHED;
    GLint64 wide = UNTOUCHED;
    if (api == ES) {
        GL(GetInteger64vEXT)(0x7fff, &wide);
        EXPECT_ERROR(GL_INVALID_ENUM, "INVALID_ENUM from GetInteger64vEXT where <pname> is unknown");
        EXPECT(wide == UNTOUCHED, "and <data> is left alone");
    } else {
        GL(GetIntegerv)(GL_GPU_DISJOINT_EXT, &value);
        EXPECT_ERROR(GL_INVALID_ENUM, "INVALID_ENUM from GetIntegerv(GPU_DISJOINT_EXT) outside OpenGL ES");
        EXPECT(value == UNTOUCHED, "and <data> is left alone");
    }
}

int main(void)
{
    static const struct {
        Api api;
        int major, minor;
    } kinds[] = { { ES, 2, 0 }, { ES, 3, 0 }, { ES, 3, 2 }, { CORE, 3, 3 }, { CORE, 4, 5 }, { COMPATIBILITY, 4, 5 } };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        Api api = kinds[i].api;
        Context context = open_context(api, kinds[i].major, kinds[i].minor);
        int before = failed_expectations;
        if (api == ES) {
            CHECK(listed("GL_EXT_disjoint_timer_query") == 1 && listed("GL_ANGLE_timer_query") == 1, "both timer queries in OpenGL ES");
            es_timer_errors_EXT();
            es_timer_errors_ANGLE();
            not_in_es();
        } else {
            CHECK(listed("GL_ARB_timer_query") == 1 && listed("GL_ARB_pipeline_statistics_query") == 1, "both ARB extensions");
            arb_timer_query(api);
            arb_pipeline_statistics_query();
        }
        disjoint(api);
        if (failed_expectations != before)
            fprintf(stderr, "  (those were in a context of kind %d, version %d.%d)\n", (int)api, kinds[i].major, kinds[i].minor);
        close_context(&context);
    }
    return verdict("errors");
}
