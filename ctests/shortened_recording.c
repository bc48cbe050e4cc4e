/* Shows frames, and makes the file of the recording shorter between two of them: glmeter stops to measure, and the program goes on. */
#define DESKTOP
#include "check.h"

#include <unistd.h>

int main(void)
{
    Context context = open_context(CORE, 3, 3);
    const char *file = getenv("GLMETER_REPORT_FILE");
    struct timespec moment = { 0, 5000000 };
    for (int frame = 0; frame < 10; frame++) {
        GL(Clear)(GL_COLOR_BUFFER_BIT);
        CHECK(eglSwapBuffers(context.display, context.surface), "the frame is shown");
        if (frame == 4)
            CHECK(file && !truncate(file, 0), "the recording is made shorter");
        nanosleep(&moment, NULL);
    }
    CHECK_NO_ERROR("the frames");
    close_context(&context);
    return verdict("shortened_recording");
}
