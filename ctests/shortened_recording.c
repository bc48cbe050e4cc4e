/* Shows frames, and tries to make the memory of the recording shorter between two of them: by its path, and by the descriptor that the program
 * inherited. glmeter and the program go on. */
#define DESKTOP
#include "check.h"

#include <unistd.h>

int main(void)
{
    Context context = open_context(CORE, 3, 3);
    const char *file = getenv("GLMETER_REPORT_FILE");
    const char *number = file ? strrchr(file, '/') : NULL;
    for (int frame = 0; frame < 10; frame++) {
        GL(Clear)(GL_COLOR_BUFFER_BIT);
        CHECK(eglSwapBuffers(context.display, context.surface), "the frame is shown");
        if (frame == 4) {
            CHECK(number, "the recording has a path");
            CHECK(truncate(file, 0), "the recording is not made shorter by its path");
            CHECK(ftruncate(atoi(number + 1), 0), "nor by its descriptor");
        }
    }
    CHECK_NO_ERROR("the frames");
    close_context(&context);
    return verdict("shortened_recording");
}
