/* Tests images of EGL on the software pipeline: made of textures and renderbuffers in one thread, used in another by a context of another share
 * group, and kept when their source is specified again, deleted or the image destroyed. */
#include "check.h"

#include <pthread.h>

enum { SIZE = 4, LEVELS = 2, IMAGES = 5 };

/* The images that the first context makes, with the value of their red component. */
static struct {
    const char *name;
    EGLImage image;
    GLubyte red;
    GLsizei size;
} images[IMAGES];

static Context first, second;

static EGLImage image_of(EGLenum target, GLuint name, EGLAttrib level, EGLAttrib slice)
{
    EGLAttrib attributes[] = { EGL_IMAGE_PRESERVED, EGL_TRUE, EGL_GL_TEXTURE_LEVEL, level, EGL_NONE, EGL_NONE, EGL_NONE };
    if (target == EGL_GL_TEXTURE_3D) {
        attributes[4] = EGL_GL_TEXTURE_ZOFFSET;
        attributes[5] = slice;
    }
    if (target == EGL_GL_RENDERBUFFER)
        attributes[2] = EGL_NONE;
    EGLImage image = eglCreateImage(first.display, first.context, target, (EGLClientBuffer)(uintptr_t)name, attributes);
    EXPECT(image, "an image of target 0x%x (error 0x%x)", target, eglGetError());
    return image;
}

/* Returns texels of one value. */
static const GLubyte *texels(GLubyte red)
{
    static GLubyte all[SIZE * SIZE * SIZE * 4];
    for (size_t index = 0; index < sizeof all; index += 4) {
        all[index] = red;
        all[index + 3] = 255;
    }
    return all;
}

static void set(int index, const char *name, EGLImage image, GLubyte red, GLsizei size)
{
    images[index].name = name;
    images[index].image = image;
    images[index].red = red;
    images[index].size = size;
}

static GLuint attached(void)
{
    GLuint framebuffer = 0;
    GL(GenFramebuffers)(1, &framebuffer);
    GL(BindFramebuffer)(GL_FRAMEBUFFER, framebuffer);
    return framebuffer;
}

/* Returns the red component of the framebuffer's first pixel. */
static int red(void)
{
    GLubyte pixel[4] = { 0 };
    EXPECT(GL(CheckFramebufferStatus)(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE, "the framebuffer is complete");
    GL(ReadPixels)(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    return pixel[0];
}

static int red_of(GLenum target, GLuint texture)
{
    GLuint framebuffer = attached();
    GL(FramebufferTexture2D)(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, target, texture, 0);
    int found = red();
    GL(DeleteFramebuffers)(1, &framebuffer);
    return found;
}

static GLuint program_of_external(void)
{
    static const char *texts[] = {
        "#version 300 es\nvoid main() { gl_Position = vec4(0.0, 0.0, 0.0, 1.0); gl_PointSize = 64.0; }\n",
        "#version 300 es\n#extension GL_OES_EGL_image_external_essl3 : require\nprecision highp float;\nuniform samplerExternalOES image;\n"
        "out vec4 color; void main() { color = texture(image, vec2(0.5)); }\n",
    };
    GLuint program = GL(CreateProgram)();
    for (int stage = 0; stage < 2; stage++) {
        GLuint shader = GL(CreateShader)(stage ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
        GL(ShaderSource)(shader, 1, &texts[stage], NULL);
        GL(CompileShader)(shader);
        GL(AttachShader)(program, shader);
    }
    link_program(program);
    return program;
}

/* Reads each image as a texture, an external texture and a renderbuffer, in another share group and thread, and changes it. */
static void *use(void *unused)
{
    make_current(&second);
    GLuint program = program_of_external();
    for (int index = 0; index < IMAGES; index++) {
        GLuint names[3] = { 0 };
        GL(GenTextures)(2, names);
        GL(GenRenderbuffers)(1, &names[2]);
        GL(BindTexture)(GL_TEXTURE_2D, names[0]);
        GL(EGLImageTargetTexture2DOES)(GL_TEXTURE_2D, images[index].image);
        CHECK_NO_ERROR(images[index].name);
        EXPECT(red_of(GL_TEXTURE_2D, names[0]) == images[index].red, "%s as a texture", images[index].name);
        GL(BindTexture)(GL_TEXTURE_EXTERNAL_OES, names[1]);
        GL(EGLImageTargetTexture2DOES)(GL_TEXTURE_EXTERNAL_OES, images[index].image);
        GL(BindFramebuffer)(GL_FRAMEBUFFER, 0);
        GL(UseProgram)(program);
        GL(DrawArrays)(GL_POINTS, 0, 1);
        GLubyte pixel[4] = { 0 };
        GL(ReadPixels)(SURFACE_SIZE / 2, SURFACE_SIZE / 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
        EXPECT(pixel[0] == images[index].red, "%s as an external texture: %d", images[index].name, pixel[0]);
        GL(BindRenderbuffer)(GL_RENDERBUFFER, names[2]);
        GL(EGLImageTargetRenderbufferStorageOES)(GL_RENDERBUFFER, images[index].image);
        GLint width = 0;
        GL(GetRenderbufferParameteriv)(GL_RENDERBUFFER, GL_RENDERBUFFER_WIDTH, &width);
        EXPECT(width == images[index].size, "%s has %d columns", images[index].name, width);
        attached();
        GL(FramebufferRenderbuffer)(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, names[2]);
        GL(ClearColor)((float)(images[index].red + 100) / 255.0f, 0.0f, 0.0f, 1.0f);
        GL(Clear)(GL_COLOR_BUFFER_BIT);
        EXPECT(red_of(GL_TEXTURE_2D, names[0]) == images[index].red + 100, "%s: siblings share texels", images[index].name);
        CHECK_NO_ERROR(images[index].name);
    }
    release_current(&second);
    return unused;
}

int main(void)
{
    first = open_context(ES, 3, 0);
    GLuint flat = 0, cube = 0, volume = 0, renderbuffer = 0;
    GL(GenTextures)(1, &flat);
    GL(BindTexture)(GL_TEXTURE_2D, flat);
    GL(TexStorage2D)(GL_TEXTURE_2D, LEVELS, GL_RGBA8, SIZE, SIZE);
    GL(TexSubImage2D)(GL_TEXTURE_2D, 0, 0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, texels(10));
    GL(TexSubImage2D)(GL_TEXTURE_2D, 1, 0, 0, SIZE / 2, SIZE / 2, GL_RGBA, GL_UNSIGNED_BYTE, texels(20));
    set(0, "level 0 of a texture", image_of(EGL_GL_TEXTURE_2D, flat, 0, 0), 10, SIZE);
    set(1, "level 1 of a texture", image_of(EGL_GL_TEXTURE_2D, flat, 1, 0), 20, SIZE / 2);
    GL(GenTextures)(1, &cube);
    GL(BindTexture)(GL_TEXTURE_CUBE_MAP, cube);
    for (GLenum face = 0; face < 6; face++)
        GL(TexImage2D)(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGBA, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels((GLubyte)(30 + face)));
    set(2, "a face of a cube map", image_of(EGL_GL_TEXTURE_CUBE_MAP_NEGATIVE_Y, cube, 0, 0), 33, SIZE);
    GL(GenTextures)(1, &volume);
    GL(BindTexture)(GL_TEXTURE_3D, volume);
    GL(TexStorage3D)(GL_TEXTURE_3D, LEVELS, GL_RGBA8, SIZE, SIZE, SIZE);
    GL(TexSubImage3D)(GL_TEXTURE_3D, 1, 0, 0, 1, SIZE / 2, SIZE / 2, 1, GL_RGBA, GL_UNSIGNED_BYTE, texels(40));
    set(3, "a slice of a 3D texture", image_of(EGL_GL_TEXTURE_3D, volume, 1, 1), 40, SIZE / 2);
    GL(GenRenderbuffers)(1, &renderbuffer);
    GL(BindRenderbuffer)(GL_RENDERBUFFER, renderbuffer);
    GL(RenderbufferStorage)(GL_RENDERBUFFER, GL_RGBA8, SIZE, SIZE);
    attached();
    GL(FramebufferRenderbuffer)(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
    GL(ClearColor)(50.0f / 255.0f, 0.0f, 0.0f, 1.0f);
    GL(Clear)(GL_COLOR_BUFFER_BIT);
    set(4, "a renderbuffer", image_of(EGL_GL_RENDERBUFFER, renderbuffer, 0, 0), 50, SIZE);
    CHECK_NO_ERROR("the sources");
    EGLAttrib wrong[] = { EGL_GL_TEXTURE_ZOFFSET, 0, EGL_NONE };
    EXPECT(!eglCreateImage(first.display, first.context, EGL_GL_TEXTURE_2D, (EGLClientBuffer)(uintptr_t)flat, wrong)
               && eglGetError() == EGL_BAD_MATCH, "an attribute of another target");
    EXPECT(!eglCreateImage(first.display, first.context, EGL_GL_TEXTURE_2D, (EGLClientBuffer)(uintptr_t)flat, NULL)
               && eglGetError() == EGL_BAD_ACCESS, "the level is a sibling");
    EXPECT(!eglCreateImage(first.display, EGL_NO_CONTEXT, EGL_GL_TEXTURE_2D, (EGLClientBuffer)(uintptr_t)flat, NULL)
               && eglGetError() == EGL_BAD_CONTEXT, "a texture without a context");

    /* The other thread changes the sources. */
    second = new_context(ES, 3, 0);
    release_current(&first);
    pthread_t thread;
    CHECK(!pthread_create(&thread, NULL, use, NULL) && !pthread_join(thread, NULL), "a thread");
    make_current(&first);
    EXPECT(red_of(GL_TEXTURE_2D, flat) == 110, "the source of an image has the texels of its siblings");
    EXPECT(red_of(GL_TEXTURE_CUBE_MAP_NEGATIVE_Y, cube) == 133, "the face has the texels of its siblings");
    EXPECT(red_of(GL_TEXTURE_CUBE_MAP_POSITIVE_Y, cube) == 32, "other faces keep theirs");

    /* "Respecification and/or deletion of any EGLImage sibling … affects only that client API context and other contexts within its share
     * group … always results in orphaning of the EGLImage" [EGL 1.5, 3.9.1] */
    GL(BindTexture)(GL_TEXTURE_CUBE_MAP, cube);
    GL(TexImage2D)(GL_TEXTURE_CUBE_MAP_NEGATIVE_Y, 0, GL_RGBA, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels(60));
    EXPECT(red_of(GL_TEXTURE_CUBE_MAP_NEGATIVE_Y, cube) == 60, "the new texels of the source");
    GL(DeleteTextures)(1, &volume);
    GLuint target = 0, last = 0;
    GL(GenTextures)(1, &target);
    GL(BindTexture)(GL_TEXTURE_2D, target);
    GL(EGLImageTargetTexture2DOES)(GL_TEXTURE_2D, images[2].image);
    EXPECT(red_of(GL_TEXTURE_2D, target) == 133, "the image keeps its texels when its source is specified again");
    GL(TexImage2D)(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels(70));
    EXPECT(red_of(GL_TEXTURE_2D, target) == 70, "a target that is specified again leaves the image");
    GL(GenTextures)(1, &last);
    GL(BindTexture)(GL_TEXTURE_2D, last);
    GL(EGLImageTargetTexture2DOES)(GL_TEXTURE_2D, images[3].image);
    for (int index = 0; index < IMAGES; index++)
        EXPECT(eglDestroyImage(first.display, images[index].image), "%s is destroyed", images[index].name);
    EXPECT(!eglDestroyImage(first.display, images[0].image) && eglGetError() == EGL_BAD_PARAMETER, "an image is destroyed once");
    EXPECT(red_of(GL_TEXTURE_2D, last) == 140, "siblings outlive their source and the image");
    CHECK_NO_ERROR("siblings");
    GL(EGLImageTargetTexture2DOES)(GL_TEXTURE_2D, images[0].image);
    EXPECT(GL(GetError)() == GL_INVALID_VALUE, "the handle of a destroyed image");
    close_context(&second);
    close_context(&first);
    return verdict("egl_images");
}
