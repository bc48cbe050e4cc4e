/* Shows frames of the renderer. CTest runs it under `glmeter check`, whose budgets are in glmeter.toml. */
#include "../offscreen.h"
#include "renderer.h"

int main(void)
{
    open_offscreen(EGL_OPENGL_API, 3, 2, 256, 192);
    renderer_open();
    for (int frame = 0; frame < 20; ++frame) {
        renderer_draw(frame);
        eglSwapBuffers(eglGetCurrentDisplay(), eglGetCurrentSurface(EGL_DRAW));
    }
    return finish();
}
