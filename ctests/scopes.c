/* Passes, groups and programs that are hard to tell apart, for tests/recorded.rs: a kind for each argument. */
#define DESKTOP
#include "check.h"

enum { FRAMES = 3, MANY = 20000 };

static GLuint programs[2], framebuffer;

static void draw(int program)
{
    GL(UseProgram)(programs[program]);
    GL(DrawArrays)(GL_POINTS, 0, 1);
}

static void push(GLenum source, const char *name)
{
    GL(PushDebugGroup)(source, 0, -1, name);
}

static void prepare(void)
{
    GLuint array, texture;
    GL(GenVertexArrays)(1, &array);
    GL(BindVertexArray)(array);
    for (int program = 0; program < 2; program++) {
        programs[program] = GL(CreateProgram)();
        GL(AttachShader)(programs[program], shader_of(GL_VERTEX_SHADER, "#version 330\n", "void main() { gl_Position = vec4(0.0); }"));
        GL(AttachShader)(programs[program], shader_of(GL_FRAGMENT_SHADER, "#version 330\n", "out vec4 c; void main() { c = vec4(1.0); }"));
        link_program(programs[program]);
    }
    GL(GenTextures)(1, &texture);
    GL(BindTexture)(GL_TEXTURE_2D, texture);
    GL(TexStorage2D)(GL_TEXTURE_2D, 1, GL_RGBA8, 64, 64);
    GL(GenFramebuffers)(1, &framebuffer);
    GL(BindFramebuffer)(GL_FRAMEBUFFER, framebuffer);
    GL(FramebufferTexture)(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0);
    GL(BindFramebuffer)(GL_FRAMEBUFFER, 0);
    GL(ObjectLabel)(GL_PROGRAM, programs[0], -1, "first");
    GL(ObjectLabel)(GL_PROGRAM, programs[1], -1, "second");
    GL(ObjectLabel)(GL_FRAMEBUFFER, framebuffer, -1, "shadow/map");
}

/* What the GL refuses changes nothing. */
static void refused(void)
{
    push(GL_DEBUG_SOURCE_APPLICATION, "outer");
    push(GL_DEBUG_SOURCE_API, "refused");
    draw(0);
    GL(PopDebugGroup)();
    GL(UseProgram)(9999);
    GL(DrawArrays)(GL_POINTS, 0, 1);
    GL(BindFramebuffer)(GL_FRAMEBUFFER, framebuffer);
    GL(BindFramebuffer)(GL_FRAMEBUFFER, 9999);
    draw(1);
    GL(BindFramebuffer)(GL_FRAMEBUFFER, 0);
    GL(ObjectLabel)(GL_PROGRAM, 9999, -1, "refused");
    GL(DrawArrays)(0xffff, 0, 1);
    while (GL(GetError)() != GL_NO_ERROR)
        continue;
}

static void names(void)
{
    char name[301];
    for (int last = 0; last < 2; last++) {
        memset(name, 'x', 300);
        name[299] = (char)('0' + last);
        name[300] = '\0';
        push(GL_DEBUG_SOURCE_APPLICATION, name);
        draw(last);
        GL(PopDebugGroup)();
    }
    push(GL_DEBUG_SOURCE_APPLICATION, "a/b");
    draw(0);
    GL(PopDebugGroup)();
    push(GL_DEBUG_SOURCE_APPLICATION, "a");
    push(GL_DEBUG_SOURCE_APPLICATION, "b");
    draw(1);
    GL(PopDebugGroup)();
    GL(PopDebugGroup)();
}

static void many_groups(int groups)
{
    char name[32];
    for (int group = 0; group < groups; group++) {
        snprintf(name, sizeof name, "group %d", group);
        push(GL_DEBUG_SOURCE_APPLICATION, name);
        draw(0);
        GL(PopDebugGroup)();
    }
}

int main(int count, char **arguments)
{
    const char *kind = count > 1 ? arguments[1] : "";
    Context context = open_context(CORE, 4, 5);
    prepare();
    if (!strcmp(kind, "shared")) {
        /* Another context of the share group labels the program after this one did. */
        Context other = context;
        other.context = create_context(&context, context.context);
        make_current(&other);
        GL(ObjectLabel)(GL_PROGRAM, programs[1], -1, "labelled elsewhere");
        make_current(&context);
    }
    for (int frame = 0; frame < FRAMES; frame++) {
        if (!strcmp(kind, "refused"))
            refused();
        else if (!strcmp(kind, "names"))
            names();
        else if (!strcmp(kind, "shared"))
            draw(1);
        else if (!strcmp(kind, "groups"))
            many_groups(3000);
        else if (!strcmp(kind, "more groups"))
            many_groups(5000);
        else
            for (int number = 0; number < MANY; number++)
                draw(number & 1);
        EXPECT_ERROR(GL_NO_ERROR, "a frame");
        eglSwapBuffers(context.display, context.surface);
    }
    close_context(&context);
    return verdict("scopes");
}
