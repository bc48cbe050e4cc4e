/* Query commands in display lists: they are executed in the order of the list's commands whenever the list is called, and measure what is
 * between them. */
#define DESKTOP
#include "check.h"

enum { HEAVY = 8 };

static GLuint lists, id[4];

static void draw(int times)
{
    for (int count = 0; count < times; count++)
        draw_load();
}

static GLuint64 result(GLuint query)
{
    GLuint64 value = 0;
    GL(GetQueryObjectui64v)(query, GL_QUERY_RESULT, &value);
    return value;
}

/* Returns the shortest of five times of one draw. On a busy machine, each of several draws may take less. */
static uint64_t time_of_a_draw(void)
{
    uint64_t least = UINT64_MAX;
    for (int time = 0; time < 5; time++) {
        uint64_t begin = nanoseconds();
        draw(1);
        GL(Finish)();
        uint64_t took = nanoseconds() - begin;
        least = took < least ? took : least;
    }
    return least;
}

/* Returns half of what `draws` draws take of `wall` nanoseconds in which there was little else: a time of them is not less. */
static uint64_t half(int draws, uint64_t one, uint64_t wall)
{
    uint64_t alone = one * (uint64_t)draws;
    return (alone < wall ? alone : wall) / 2;
}

/* Calls a list, and checks a time that it measures against `draws` times the time of a draw and the time that the call takes. */
static void expect_time(GLuint list, GLuint query, int draws, uint64_t one, const char *what)
{
    uint64_t begin = nanoseconds();
    GL(CallList)(list);
    GLuint64 elapsed = result(query);
    uint64_t wall = nanoseconds() - begin;
    EXPECT(elapsed >= half(draws, one, wall) && elapsed <= wall, "%s: %llu ns of %d draws of %llu ns, within %llu ns", what,
           (unsigned long long)elapsed, draws, (unsigned long long)one, (unsigned long long)wall);
    EXPECT_ERROR(GL_NO_ERROR, what);
}

/* A query before and after what was compiled, as a program uses it, still measures. */
static void expect_query(const char *what)
{
    static GLuint own;
    if (!own)
        GL(GenQueries)(1, &own);
    uint64_t begin = nanoseconds();
    GL(BeginQuery)(GL_TIME_ELAPSED, own);
    draw(1);
    GL(EndQuery)(GL_TIME_ELAPSED);
    GLuint64 elapsed = result(own);
    EXPECT(elapsed > 0 && elapsed <= nanoseconds() - begin, "%s: a query of the program's own measures (%llu ns)", what,
           (unsigned long long)elapsed);
    EXPECT_ERROR(GL_NO_ERROR, what);
}

static GLint list_index(void)
{
    GLint index = -1;
    GL(GetIntegerv)(GL_LIST_INDEX, &index);
    return index;
}

/* Draws a square of the left or right half of the window in a colour. */
static void square(int right, GLfloat red, GLfloat green)
{
    GL(UseProgram)(0);
    GL(Color4f)(red, green, 0.0f, 1.0f);
    GL(Rectf)(right ? 0.0f : -1.0f, -1.0f, right ? 1.0f : 0.0f, 1.0f);
}

static void expect_squares(const unsigned char *left, const unsigned char *right, const char *what)
{
    for (int side = 0; side < 2; side++) {
        const unsigned char *wanted = side ? right : left;
        unsigned char found[4] = { 1, 2, 3, 4 };
        GL(ReadPixels)(side ? 200 : 50, 100, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, found);
        EXPECT(found[0] == wanted[0] && found[1] == wanted[1], "%s: the %s square is %d %d", what, side ? "right" : "left", found[0], found[1]);
    }
}

int main(void)
{
    static const unsigned char red[2] = { 255, 0 }, green[2] = { 0, 255 }, black[2] = { 0, 0 };
    Context context = open_context(COMPATIBILITY, 4, 5);
    GLint loaded;
    prepare_load(COMPATIBILITY);
    GL(GetIntegerv)(GL_CURRENT_PROGRAM, &loaded);
    lists = GL(GenLists)(10);

    /* Compiled before the program has a query: a list that calls one that will contain queries. */
    GL(NewList)(lists + 8, GL_COMPILE);
    GL(CallList)(lists + 7);
    GL(EndList)();
    GL(GenQueries)(4, id);
    uint64_t one = time_of_a_draw();

    /* The commands are compiled and not executed; the program does not see that its list is compiled in parts. */
    GL(NewList)(lists, GL_COMPILE);
    draw(1);
    GL(BeginQuery)(GL_TIME_ELAPSED, id[0]);
    EXPECT(list_index() == (GLint)lists, "GL_LIST_INDEX is %d, not %d", list_index(), (int)lists);
    GLint current = -1;
    GL(GetQueryiv)(GL_TIME_ELAPSED, GL_CURRENT_QUERY, &current);
    EXPECT(current == 0 && !GL(IsQuery)(id[0]), "a compiled glBeginQuery begins nothing");
    draw(HEAVY);
    GL(EndQuery)(GL_TIME_ELAPSED);
    draw(1);
    GL(EndList)();
    EXPECT(list_index() == 0, "no list is compiled");
    EXPECT_ERROR(GL_NO_ERROR, "compiling a list with queries");
    expect_query("after the list was compiled");
    for (int time = 0; time < 2; time++)
        expect_time(lists, id[0], HEAVY, one, "a list that measures its middle");
    expect_query("after the list was called");

    /* Begun by one list and ended by another, both called by a third. */
    GL(NewList)(lists + 1, GL_COMPILE);
    GL(BeginQuery)(GL_TIME_ELAPSED, id[1]);
    GL(EndList)();
    GL(NewList)(lists + 2, GL_COMPILE);
    GL(EndQuery)(GL_TIME_ELAPSED);
    GL(EndList)();
    GL(NewList)(lists + 3, GL_COMPILE);
    draw(1);
    GL(CallList)(lists + 1);
    draw(HEAVY);
    GL(CallList)(lists + 2);
    draw(1);
    GL(EndList)();
    expect_time(lists + 3, id[1], HEAVY, one, "lists that call lists with queries");
    GL(NewList)(lists + 4, GL_COMPILE);
    draw(HEAVY);
    GL(EndList)();
    static const GLubyte offsets[3] = { 1, 4, 2 };
    GL(NewList)(lists + 5, GL_COMPILE);
    GL(CallLists)(3, GL_UNSIGNED_BYTE, offsets);
    GL(EndList)();
    GL(ListBase)(lists);
    expect_time(lists + 5, id[1], HEAVY, one, "glCallLists in a list");
    uint64_t begin = nanoseconds();
    GL(CallLists)(3, GL_UNSIGNED_BYTE, offsets);
    GLuint64 elapsed = result(id[1]);
    uint64_t wall = nanoseconds() - begin;
    EXPECT(elapsed >= half(HEAVY, one, wall) && elapsed <= wall, "glCallLists: %llu ns", (unsigned long long)elapsed);

    /* Executed while it is compiled, and called again. */
    begin = nanoseconds();
    GL(NewList)(lists + 6, GL_COMPILE_AND_EXECUTE);
    GL(BeginQuery)(GL_TIME_ELAPSED, id[2]);
    draw(HEAVY);
    GL(EndQuery)(GL_TIME_ELAPSED);
    GL(QueryCounter)(id[3], GL_TIMESTAMP);
    GL(EndList)();
    elapsed = result(id[2]);
    wall = nanoseconds() - begin;
    EXPECT(elapsed >= half(HEAVY, one, wall) && elapsed <= wall, "compiled and executed: %llu ns of %llu ns", (unsigned long long)elapsed,
           (unsigned long long)wall);
    GLuint64 before = result(id[3]);
    expect_time(lists + 6, id[2], HEAVY, one, "a list that was executed while it was compiled");
    GLint64 now = 0;
    GL(GetInteger64v)(GL_TIMESTAMP, &now);
    GLuint64 counted = result(id[3]);
    EXPECT(before < counted && counted <= (GLuint64)now, "counters: %llu, %llu, now %lld", (unsigned long long)before,
           (unsigned long long)counted, (long long)now);

    /* Errors are those of the call. */
    GL(CallList)(lists + 2);
    EXPECT_ERROR(GL_INVALID_OPERATION, "a list that ends a query that no list has begun");
    GL(CallList)(lists + 1);
    GL(CallList)(lists + 1);
    EXPECT_ERROR(GL_INVALID_OPERATION, "a list that begins a query twice");
    GL(CallList)(lists + 2);
    EXPECT_ERROR(GL_NO_ERROR, "a list that ends a query");

    /* Everything is drawn, also by lists from before. */
    GL(NewList)(lists + 7, GL_COMPILE);
    square(0, 1.0f, 0.0f);
    GL(BeginQuery)(GL_TIME_ELAPSED, id[0]);
    square(1, 0.0f, 1.0f);
    GL(EndQuery)(GL_TIME_ELAPSED);
    GL(UseProgram)((GLuint)loaded);
    GL(EndList)();
    GL(Clear)(GL_COLOR_BUFFER_BIT);
    GL(CallList)(lists + 8);
    expect_squares(red, green, "a list from before that calls a list with queries");
    expect_time(lists + 8, id[0], 0, one, "a list from before that calls a list with queries");
    GL(DeleteLists)(lists + 7, 1);
    GL(Clear)(GL_COLOR_BUFFER_BIT);
    GL(CallList)(lists + 8);
    expect_squares(black, black, "a list that calls a deleted list");
    EXPECT_ERROR(GL_NO_ERROR, "deleting a list with queries");
    expect_query("at the end");
    close_context(&context);
    return verdict("queries_in_lists");
}
