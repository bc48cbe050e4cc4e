/* Draws to pbuffers in the color space of sRGB, and to linear ones [EGL_KHR_gl_colorspace]. It runs on the software pipeline alone.
 *
 *   colorspaces
 */
#define DESKTOP
#include "check.h"

static EGLSurface surface_of(const Context *context, EGLint space)
{
    const EGLint attributes[] = { EGL_WIDTH, 4, EGL_HEIGHT, 4, EGL_GL_COLORSPACE, space, EGL_NONE };
    EGLSurface surface = eglCreatePbufferSurface(context->display, context->config, attributes);
    CHECK(surface != EGL_NO_SURFACE, "a pbuffer of color space 0x%04x (error 0x%04x)", space, eglGetError());
    EGLint value = 0;
    EXPECT(eglQuerySurface(context->display, surface, EGL_GL_COLORSPACE, &value) && value == space, "EGL_GL_COLORSPACE (got 0x%04x)", value);
    return surface;
}

/* Returns the red of a pixel after a clear to one half. */
static int cleared(void)
{
    unsigned char pixel[4] = { 0 };
    GL(ClearColor)(0.5f, 0.5f, 0.5f, 0.5f);
    GL(Clear)(GL_COLOR_BUFFER_BIT);
    GL(ReadPixels)(1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    EXPECT(pixel[3] == 127 || pixel[3] == 128, "alpha is linear (got %d)", pixel[3]);
    return pixel[0];
}

static void expect_color(const char *what, bool encoded)
{
    int got = cleared();
    EXPECT(encoded ? got == 188 : got == 127 || got == 128, "%s: one half is %s (got %d)", what, encoded ? "188" : "127 or 128", got);
}

static void expect_encoding(Api api, GLenum wanted)
{
    GLint encoding = 0;
    GL(GetFramebufferAttachmentParameteriv)
    (GL_FRAMEBUFFER, api == ES ? GL_BACK : GL_BACK_LEFT, GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING, &encoding);
    EXPECT(encoding == (GLint)wanted, "the color encoding 0x%04x (got 0x%04x)", wanted, encoding);
}

static void spaces(Api api, int major, int minor)
{
    Context context = { api, major, minor, open_display(), NULL, NULL, NULL };
    const EGLint wanted[] = { EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, api == ES ? EGL_OPENGL_ES3_BIT : EGL_OPENGL_BIT,
                              EGL_RED_SIZE, 8, EGL_ALPHA_SIZE, 8, EGL_NONE };
    EGLint count = 0;
    CHECK(eglChooseConfig(context.display, wanted, &context.config, 1, &count) && count == 1, "a config with alpha");
    context.context = create_context(&context, EGL_NO_CONTEXT);
    CHECK(occurrences(eglQueryString(context.display, EGL_EXTENSIONS), "EGL_KHR_gl_colorspace") == 1, "EGL_KHR_gl_colorspace");
    EGLint value = 0;
    const EGLint size[] = { EGL_WIDTH, 4, EGL_HEIGHT, 4, EGL_NONE };
    EGLSurface plain = eglCreatePbufferSurface(context.display, context.config, size);
    EXPECT(eglQuerySurface(context.display, plain, EGL_GL_COLORSPACE, &value) && value == EGL_GL_COLORSPACE_LINEAR,
           "EGL_GL_COLORSPACE_LINEAR by default (got 0x%04x)", value);
    const EGLint odd[] = { EGL_WIDTH, 4, EGL_HEIGHT, 4, EGL_GL_COLORSPACE, EGL_NONE, EGL_NONE };
    EXPECT(!eglCreatePbufferSurface(context.display, context.config, odd) && eglGetError() == EGL_BAD_ATTRIBUTE, "no such color space");

    EGLSurface linear = surface_of(&context, EGL_GL_COLORSPACE_LINEAR), srgb = surface_of(&context, EGL_GL_COLORSPACE_SRGB);
    eglDestroySurface(context.display, plain);
    context.surface = srgb;
    make_current(&context);
    expect_encoding(api, GL_SRGB);
    /* OpenGL ES encodes colors for sRGB unless EXT_sRGB_write_control disables that; OpenGL does not unless it is enabled. */
    expect_color("the initial state", api == ES);
    GL(Enable)(GL_FRAMEBUFFER_SRGB);
    expect_color("GL_FRAMEBUFFER_SRGB enabled", true);
    GL(Disable)(GL_FRAMEBUFFER_SRGB);
    expect_color("GL_FRAMEBUFFER_SRGB disabled", false);

    GL(Enable)(GL_FRAMEBUFFER_SRGB);
    context.surface = linear;
    make_current(&context);
    expect_encoding(api, GL_LINEAR);
    expect_color("a linear pbuffer", false);
    CHECK_NO_ERROR("the commands");
    eglDestroySurface(context.display, srgb);
    close_context(&context);
}

int main(void)
{
    spaces(ES, 3, 2);
    spaces(CORE, 4, 6);
    spaces(COMPATIBILITY, 3, 0);
    return verdict("colorspaces");
}
