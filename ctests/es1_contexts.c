/* Tests contexts of OpenGL ES 1.1, with the functions of libGLESv1_CM: the version, fixed-point arguments and arrays, lights, textures, points, buffer
 * objects, errors and the extensions that have commands. */
#include "check.h"
#include <GLES/gl.h>
#include <GLES/glext.h>

#define FIXED(number) ((GLfixed)((number) * 65536))

/* Checks a pixel of the framebuffer, with a tolerance of two in each component. */
static void expect_pixel(int x, int y, unsigned wanted, const char *what)
{
    GLubyte pixel[4];
    glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    for (int index = 0; index < 3; index++) {
        int difference = pixel[index] - (int)(wanted >> (16 - 8 * index) & 255);
        if (difference < -2 || difference > 2) {
            EXPECT(false, "%s: %06x at %d, %d, not %02x%02x%02x", what, wanted, x, y, pixel[0], pixel[1], pixel[2]);
            return;
        }
    }
}

static const GLfixed square[] = { FIXED(-1), FIXED(-1), FIXED(1), FIXED(-1), FIXED(-1), FIXED(1), FIXED(1), FIXED(1) };

static void draw_square(void)
{
    glVertexPointer(2, GL_FIXED, 0, square);
    glEnableClientState(GL_VERTEX_ARRAY);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

static void fixed_point(void)
{
    static const GLfixed colours[] = { 0, FIXED(1), 0, FIXED(1), 0, FIXED(1), 0, FIXED(1), 0, FIXED(1), 0, FIXED(1), 0, FIXED(1), 0, FIXED(1) };
    glClearColorx(0, 0, FIXED(0.5), FIXED(1));
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glMatrixMode(GL_PROJECTION);
    glOrthox(FIXED(-2), FIXED(2), FIXED(-1), FIXED(1), FIXED(-1), FIXED(1));
    glColorPointer(4, GL_FIXED, 0, colours);
    glEnableClientState(GL_COLOR_ARRAY);
    draw_square();
    glDisableClientState(GL_COLOR_ARRAY);
    expect_pixel(32, 128, 0x000080, "outside of the square");
    expect_pixel(96, 128, 0x00ff00, "the square");
    glLoadIdentity();
    glMatrixMode(GL_MODELVIEW);
    glPushMatrix();
    glTranslatex(FIXED(1), 0, 0);
    glScalef(0.5f, 1.0f, 1.0f);
    glColor4x(FIXED(1), 0, 0, FIXED(1));
    draw_square();
    glPopMatrix();
    expect_pixel(180, 128, 0x00ff00, "beside the moved square");
    expect_pixel(220, 128, 0xff0000, "the moved square");
    GLfixed matrix[16];
    glGetFixedv(GL_MODELVIEW_MATRIX, matrix);
    EXPECT(matrix[0] == FIXED(1) && matrix[12] == 0, "glPopMatrix restores the matrix");
    glPopMatrix();
    EXPECT_ERROR(GL_STACK_UNDERFLOW, "glPopMatrix");
    EXPECT_ERROR(GL_NO_ERROR, "fixed point");
}

static void lighting(void)
{
    static const GLfixed direction[] = { 0, 0, FIXED(1), 0 }, diffuse[] = { FIXED(0.25), FIXED(0.5), FIXED(1), FIXED(1) };
    static const GLfixed none[] = { 0, 0, 0, FIXED(1) };
    glLightxv(GL_LIGHT0, GL_POSITION, direction);
    glMaterialxv(GL_FRONT_AND_BACK, GL_DIFFUSE, diffuse);
    glMaterialxv(GL_FRONT_AND_BACK, GL_AMBIENT, none);
    glEnable(GL_LIGHTING);
    glEnable(GL_LIGHT0);
    glNormal3x(0, 0, FIXED(1));
    draw_square();
    expect_pixel(128, 128, 0x4080ff, "a lit square");
    glDisable(GL_LIGHTING);
    GLfixed found[4] = { 0 };
    glGetMaterialxv(GL_FRONT, GL_DIFFUSE, found);
    EXPECT(!memcmp(found, diffuse, sizeof found), "glGetMaterialxv returns the colour");
    static const GLfloat plane[] = { 1.0f, 0.0f, 0.0f, 0.0f };
    glClipPlanef(GL_CLIP_PLANE0, plane);
    glEnable(GL_CLIP_PLANE0);
    glColor4ub(255, 255, 0, 255);
    draw_square();
    glDisable(GL_CLIP_PLANE0);
    expect_pixel(127, 128, 0x4080ff, "what a plane cuts off");
    expect_pixel(129, 128, 0xffff00, "what a plane leaves");
    glMaterialf(GL_FRONT, GL_SHININESS, 1.0f);
    EXPECT_ERROR(GL_INVALID_ENUM, "glMaterialf of one face");
}

static void textures(void)
{
    static const GLubyte texels[] = { 255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255 };
    static const GLbyte coordinates[] = { 0, 0, 1, 0, 0, 1, 1, 1 };
    GLuint name;
    glGenTextures(1, &name);
    glBindTexture(GL_TEXTURE_2D, name);
    glTexParameterx(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    glEnable(GL_TEXTURE_2D);
    glTexEnvx(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    glTexCoordPointer(2, GL_BYTE, 0, coordinates);
    glEnableClientState(GL_TEXTURE_COORD_ARRAY);
    draw_square();
    glDisableClientState(GL_TEXTURE_COORD_ARRAY);
    expect_pixel(64, 64, 0xff0000, "the first texel");
    expect_pixel(192, 64, 0x00ff00, "the second texel");
    expect_pixel(64, 192, 0x0000ff, "the third texel");
    static const GLint region[] = { 2, 0, -2, 1 };
    EXPECT(listed("GL_OES_draw_texture"), "GL_OES_draw_texture");
    glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_CROP_RECT_OES, region);
    GL(DrawTexiOES)(64, 64, 0, 64, 64);
    expect_pixel(63, 63, 0xff0000, "beside glDrawTexiOES");
    expect_pixel(80, 96, 0x00ff00, "the left half of glDrawTexiOES");
    expect_pixel(112, 96, 0xff0000, "the right half of glDrawTexiOES");
    GL(DrawTexiOES)(0, 0, 0, 0, 1);
    EXPECT_ERROR(GL_INVALID_VALUE, "glDrawTexiOES without a width");
    static GLubyte palette[3 * 16 + 2] = { [3] = 10, [4] = 20, [5] = 30, [48] = 0x11, [49] = 0x11 };
    glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_PALETTE4_RGB8_OES, 2, 2, 0, sizeof palette, palette);
    draw_square();
    expect_pixel(128, 128, 0x0a141e, "a texture with a palette");
    EXPECT_ERROR(GL_NO_ERROR, "textures");
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    EXPECT_ERROR(GL_INVALID_OPERATION, "an internal format that is not the format");
    glDisable(GL_TEXTURE_2D);
    glDeleteTextures(1, &name);
}

static void points(void)
{
    static const GLfloat places[] = { -0.5f, 0.0f, 0.5f, 0.0f }, sizes[] = { 4.0f, 16.0f };
    glClear(GL_COLOR_BUFFER_BIT);
    glColor4f(1.0f, 1.0f, 1.0f, 1.0f);
    glVertexPointer(2, GL_FLOAT, 0, places);
    glPointSizePointerOES(GL_FLOAT, 0, sizes);
    glEnableClientState(GL_POINT_SIZE_ARRAY_OES);
    glDrawArrays(GL_POINTS, 0, 2);
    glDisableClientState(GL_POINT_SIZE_ARRAY_OES);
    expect_pixel(65, 128, 0xffffff, "a small point");
    expect_pixel(68, 128, 0x000080, "beside a small point");
    expect_pixel(198, 128, 0xffffff, "a large point");
    expect_pixel(202, 128, 0x000080, "beside a large point");
    EXPECT_ERROR(GL_NO_ERROR, "points");
}

static void buffers(void)
{
    static const GLubyte indices[] = { 0, 1, 2, 3 };
    GLuint names[2];
    GLint size = 0;
    glGenBuffers(2, names);
    glBindBuffer(GL_ARRAY_BUFFER, names[0]);
    glBufferData(GL_ARRAY_BUFFER, sizeof square, square, GL_STATIC_DRAW);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, names[1]);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices, GL_DYNAMIC_DRAW);
    glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &size);
    EXPECT(size == sizeof square, "GL_BUFFER_SIZE is %d", size);
    glVertexPointer(2, GL_FIXED, 0, NULL);
    glColor4ub(0, 255, 255, 255);
    glDrawElements(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_BYTE, NULL);
    expect_pixel(128, 128, 0x00ffff, "a square in buffers");
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
    glDeleteBuffers(2, names);
    glDrawArrays(GL_TRIANGLES + 3, 0, 4);
    EXPECT_ERROR(GL_INVALID_ENUM, "quadrilaterals");
    EXPECT_ERROR(GL_NO_ERROR, "buffers");
}

static void framebuffers(void)
{
    GLuint texture, framebuffer;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    GL(GenFramebuffersOES)(1, &framebuffer);
    GL(BindFramebufferOES)(GL_FRAMEBUFFER_OES, framebuffer);
    GL(FramebufferTexture2DOES)(GL_FRAMEBUFFER_OES, GL_COLOR_ATTACHMENT0_OES, GL_TEXTURE_2D, texture, 0);
    EXPECT(GL(CheckFramebufferStatusOES)(GL_FRAMEBUFFER_OES) == GL_FRAMEBUFFER_COMPLETE_OES, "a framebuffer is complete");
    glClearColor(1.0f, 0.5f, 0.0f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    expect_pixel(4, 4, 0xff8000, "a framebuffer object");
    GL(BindFramebufferOES)(GL_FRAMEBUFFER_OES, 0);
    GL(DeleteFramebuffersOES)(1, &framebuffer);
    glDeleteTextures(1, &texture);
    EXPECT_ERROR(GL_NO_ERROR, "framebuffers");
}

int main(void)
{
    for (int minor = 0; minor < 2; minor++) {
        Context context = open_context(ES, 1, minor);
        EGLint client = 0;
        const char *version = (const char *)glGetString(GL_VERSION);
        CHECK(version && !strncmp(version, "OpenGL ES-CM 1.1 ", 17), "GL_VERSION is %s", version);
        eglQueryContext(context.display, context.context, EGL_CONTEXT_CLIENT_VERSION, &client);
        EXPECT(client == 1, "EGL_CONTEXT_CLIENT_VERSION is %d", client);
        /* Extensions of glmeter, which OpenGL ES 1.1 has not. */
        static const char *const absent[] = { "GL_ARB_timer_query", "GL_EXT_disjoint_timer_query", "GL_ARB_pipeline_statistics_query",
                                              "GL_INTEL_performance_query" };
        for (int index = 0; index < 4; index++)
            EXPECT(!listed(absent[index]), "%s is listed", absent[index]);
        glViewport(0, 0, SURFACE_SIZE, SURFACE_SIZE);
        fixed_point();
        lighting();
        textures();
        points();
        buffers();
        framebuffers();
        close_context(&context);
    }
    EGLDisplay display = open_display();
    EGLint list[] = { EGL_CONTEXT_MAJOR_VERSION, 1, EGL_CONTEXT_MINOR_VERSION, 2, EGL_NONE };
    EXPECT(!eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, list) && eglGetError() == EGL_BAD_MATCH, "OpenGL ES 1.2 is refused");
    return verdict("es1_contexts");
}
