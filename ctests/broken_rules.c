/* Breaks two rules of the driver: draws with a mapped buffer in each frame, and enables what is no capability once, after the last. */
#define DESKTOP
#include "check.h"

int main(void)
{
    Context context = open_context(CORE, 4, 5);
    prepare_load(CORE);
    for (int frame = 0; frame < 3; frame++) {
        CHECK(GL(MapBuffer)(GL_ARRAY_BUFFER, GL_READ_WRITE), "a mapping");
        draw_load();
        EXPECT_ERROR(GL_INVALID_OPERATION, "the vertices are mapped");
        GL(UnmapBuffer)(GL_ARRAY_BUFFER);
        draw_load();
        EXPECT_ERROR(GL_NO_ERROR, "the vertices are not mapped");
        eglSwapBuffers(context.display, context.surface);
    }
    GL(Enable)(0xffff);
    EXPECT_ERROR(GL_INVALID_ENUM, "not a capability");
    eglSwapBuffers(context.display, context.surface);
    close_context(&context);
    return verdict("broken_rules");
}
