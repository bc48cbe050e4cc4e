/* The Errors section that EXT_disjoint_timer_query and ANGLE_timer_query share, in the spelling of SUFFIX. Included by errors.c. */
#define PASTE2(name, suffix) name##suffix
#define PASTE(name, suffix) PASTE2(name, suffix)
#define CALL2(name) GL(name)
#define CALL(name) CALL2(PASTE(name, SUFFIX))
#define TOKEN(name) PASTE(GL_##name##_, SUFFIX)
#define TEXT2(word) #word
#define TEXT(word) TEXT2(word)
#define NAMED(name) #name TEXT(SUFFIX)

static void PASTE(es_timer_errors_, SUFFIX)(void)
{
    static const GLenum bad_targets[] = { 0, GL_TEXTURE_2D, GL_SAMPLES_PASSED, GL_VERTICES_SUBMITTED_ARB };
    GLuint queries[3], unused = 4711, generated;
    GLuint kept[2] = { UNTOUCHED, UNTOUCHED };
    GLint value = UNTOUCHED;

    CALL(GenQueries)(-1, kept);
    EXPECT_ERROR(GL_INVALID_VALUE, "the error INVALID_VALUE is generated if " NAMED(GenQueries) " is called where <n> is negative");
    EXPECT(kept[0] == UNTOUCHED && kept[1] == UNTOUCHED, "and <ids> is left alone");
    CALL(GenQueries)(0, NULL);
    EXPECT_ERROR(GL_NO_ERROR, NAMED(GenQueries) " of no name is no error");
    CALL(GenQueries)(3, queries);
    CALL(GenQueries)(1, &generated);
    CALL(DeleteQueries)(-1, queries);
    EXPECT_ERROR(GL_INVALID_VALUE, "the error INVALID_VALUE is generated if " NAMED(DeleteQueries) " is called where <n> is negative");

    CALL(BeginQuery)(TOKEN(TIME_ELAPSED), 0);
    EXPECT_ERROR(GL_INVALID_OPERATION,
                 "the error INVALID_OPERATION is generated if " NAMED(BeginQuery) " is called where <id> is zero");
    CALL(EndQuery)(TOKEN(TIME_ELAPSED));
    EXPECT_ERROR(GL_INVALID_OPERATION,
                 "the error INVALID_OPERATION is generated if " NAMED(EndQuery) " is called when a query of the given <target> is not active");
    CALL(BeginQuery)(TOKEN(TIME_ELAPSED), unused);
    EXPECT_ERROR(GL_INVALID_OPERATION, NAMED(BeginQuery) " wants a generated name, as OpenGL ES 3 and EXT_occlusion_query_boolean rule");
    EXPECT(!CALL(IsQuery)(unused), "and makes no object of another");

    CALL(BeginQuery)(TOKEN(TIME_ELAPSED), queries[0]);
    EXPECT_ERROR(GL_NO_ERROR, NAMED(BeginQuery) " begins");
    CALL(BeginQuery)(TOKEN(TIME_ELAPSED), queries[1]);
    EXPECT_ERROR(GL_INVALID_OPERATION, "the error INVALID_OPERATION is generated if " NAMED(BeginQuery)
                 " is called when a query of the given <target> is already active");
    EXPECT(!CALL(IsQuery)(queries[1]), "and the name of the failed call has no object");
    CALL(BeginQuery)(TOKEN(TIME_ELAPSED), queries[0]);
    EXPECT_ERROR(GL_INVALID_OPERATION, "the error INVALID_OPERATION is generated if " NAMED(BeginQuery)
                 " is called where <id> is the name of a query currently in progress");
    CALL(QueryCounter)(queries[0], TOKEN(TIMESTAMP));
    EXPECT_ERROR(GL_INVALID_OPERATION, "the error INVALID_OPERATION is generated if " NAMED(QueryCounter)
                 " is called on a query object that is already in use inside a " NAMED(BeginQuery) "/" NAMED(EndQuery));
    object_errors(queries[0], GL_INVALID_OPERATION, OBJECT_GETTERS(SUFFIX), "is called where <id> is the name of a currently active query object");
    CALL(EndQuery)(TOKEN(TIME_ELAPSED));
    EXPECT_ERROR(GL_NO_ERROR, "the failed calls did not end the active query");

    CALL(QueryCounter)(queries[2], TOKEN(TIMESTAMP));
    CALL(BeginQuery)(TOKEN(TIME_ELAPSED), queries[2]);
    EXPECT_ERROR(GL_INVALID_OPERATION, "the error INVALID_OPERATION is generated if " NAMED(BeginQuery)
                 " is called where <id> is the name of an existing query object whose type does not match <target>");
    CALL(QueryCounter)(queries[0], TOKEN(TIMESTAMP));
    EXPECT_ERROR(GL_INVALID_OPERATION, "INVALID_OPERATION from " NAMED(QueryCounter) " on an object whose type is not TIMESTAMP");
    CALL(QueryCounter)(unused, TOKEN(TIMESTAMP));
    EXPECT_ERROR(GL_INVALID_OPERATION, "INVALID_OPERATION from " NAMED(QueryCounter) " where <id> was never generated");
    CALL(QueryCounter)(0, TOKEN(TIMESTAMP));
    EXPECT_ERROR(GL_INVALID_OPERATION, "INVALID_OPERATION from " NAMED(QueryCounter) " where <id> is zero");

    CALL(BeginQuery)(TOKEN(TIMESTAMP), queries[1]);
    EXPECT_ERROR(GL_INVALID_ENUM, "the error INVALID_ENUM is generated if " NAMED(BeginQuery) " is called where <target> is TIMESTAMP");
    CALL(EndQuery)(TOKEN(TIMESTAMP));
    EXPECT_ERROR(GL_INVALID_ENUM, "the error INVALID_ENUM is generated if " NAMED(EndQuery) " is called where <target> is TIMESTAMP");
    CALL(QueryCounter)(queries[2], TOKEN(TIME_ELAPSED));
    EXPECT_ERROR(GL_INVALID_ENUM, "the error INVALID_ENUM is generated if " NAMED(QueryCounter) " is called where <target> is not TIMESTAMP");
    for (size_t i = 0; i < sizeof bad_targets / sizeof *bad_targets; i++) {
        GLenum target = bad_targets[i];
        CALL(BeginQuery)(target, queries[1]);
        EXPECT_ERROR(GL_INVALID_ENUM, "the error INVALID_ENUM is generated if " NAMED(BeginQuery) " is called where <target> is no query target");
        CALL(EndQuery)(target);
        EXPECT_ERROR(GL_INVALID_ENUM, "the error INVALID_ENUM is generated if " NAMED(EndQuery) " is called where <target> is no query target");
        CALL(QueryCounter)(0, target);
        EXPECT_ERROR(GL_INVALID_ENUM,
                     "the error INVALID_ENUM is generated if " NAMED(QueryCounter) " is called where <target> is not TIMESTAMP, whatever <id>");
        CALL(GetQueryiv)(target, TOKEN(CURRENT_QUERY), &value);
        EXPECT_ERROR(GL_INVALID_ENUM, "the error INVALID_ENUM is generated if " NAMED(GetQueryiv)
                     " is called where <target> is not TIME_ELAPSED or TIMESTAMP");
    }
    CALL(GetQueryiv)(TOKEN(TIME_ELAPSED), TOKEN(QUERY_RESULT), &value);
    EXPECT_ERROR(GL_INVALID_ENUM, "the error INVALID_ENUM is generated if " NAMED(GetQueryiv)
                 " is called where <pname> is not QUERY_COUNTER_BITS or CURRENT_QUERY");
    CALL(GetQueryiv)(TOKEN(TIMESTAMP), 0, &value);
    EXPECT_ERROR(GL_INVALID_ENUM, "the same for TIMESTAMP");
    EXPECT(value == UNTOUCHED, "errors leave <params> alone (it became 0x%x)", value);

    object_errors(0, GL_INVALID_OPERATION, OBJECT_GETTERS(SUFFIX), "is called where <id> is not the name of a query object: zero");
    object_errors(unused, GL_INVALID_OPERATION, OBJECT_GETTERS(SUFFIX), "is called where <id> is not the name of a query object: unused");
    object_errors(generated, GL_INVALID_OPERATION, OBJECT_GETTERS(SUFFIX), "is called where <id> is not the name of a query object: generated only");
    static const GLenum bad_names[] = { 0, GL_CURRENT_QUERY, GL_QUERY_RESULT_NO_WAIT, GL_QUERY_TARGET };
    for (int i = 0; i < 4; i++)
        object_error(queries[0], bad_names[i], GL_INVALID_ENUM, OBJECT_GETTERS(SUFFIX),
                     "is called where <pname> is not QUERY_RESULT or QUERY_RESULT_AVAILABLE");
    CALL(DeleteQueries)(3, queries);
    object_errors(queries[0], GL_INVALID_OPERATION, OBJECT_GETTERS(SUFFIX), "is called where <id> is not the name of a query object: deleted");
    CALL(QueryCounter)(queries[2], TOKEN(TIMESTAMP));
    EXPECT_ERROR(GL_INVALID_OPERATION, "INVALID_OPERATION from " NAMED(QueryCounter) " where <id> has been deleted");
    CALL(BeginQuery)(TOKEN(TIME_ELAPSED), queries[0]);
    EXPECT_ERROR(GL_INVALID_OPERATION, "INVALID_OPERATION from " NAMED(BeginQuery) " where <id> has been deleted");
    CALL(DeleteQueries)(1, &generated);
    EXPECT_ERROR(GL_NO_ERROR, NAMED(DeleteQueries) " of a name without an object is no error");
}

#undef PASTE2
#undef PASTE
#undef CALL2
#undef CALL
#undef TOKEN
#undef TEXT2
#undef TEXT
#undef NAMED
