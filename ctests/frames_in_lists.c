/* Ends frames while a display list is being compiled, or between glBegin and glEnd, where the frame timer of `glmeter run` must not insert
 * queries. Its driver, classic_egl.c, ends the process at such a query. */
#define DESKTOP
#include "check.h"

static Context context;

static void swap(void)
{
    CHECK(eglSwapBuffers(context.display, context.surface), "eglSwapBuffers succeeds (error 0x%04x)", eglGetError());
}

static void frames(int count)
{
    for (int i = 0; i < count; i++) {
        GL(Clear)(GL_COLOR_BUFFER_BIT);
        swap();
        GL(Finish)();
    }
    CHECK_NO_ERROR("frames");
}

static void compiled(GLenum mode)
{
    GLuint list = GL(GenLists)(1);
    GL(NewList)(list, mode);
    GL(Clear)(GL_COLOR_BUFFER_BIT);
    swap();
    GL(Clear)(GL_COLOR_BUFFER_BIT);
    make_current(&context);
    swap();
    GL(EndList)();
    GL(CallList)(list);
    GL(DeleteLists)(list, 1);
    CHECK_NO_ERROR("frames that end in a display list");
}

int main(void)
{
    context = open_context(COMPATIBILITY, 3, 2);
    frames(3);
    compiled(GL_COMPILE);
    frames(3);
    compiled(GL_COMPILE_AND_EXECUTE);
    frames(3);
    GL(Begin)(GL_POINTS);
    swap();
    GL(End)();
    /* This is an error of the program, which GL may report. */
    GL(GetError)();
    frames(3);
    close_context(&context);
    return verdict("frames_in_lists");
}
