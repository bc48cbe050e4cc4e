/* A core context without a vertex array object. "An INVALID_OPERATION error is generated if no vertex array object is bound" [GL 4.6 core, 10.3.1 and
 * 10.6], but drivers accept the commands that enable an attribute or set its divisor and those that ask for an attribute: tests of the conformance
 * suite call them so. Runs on Mesa's driver and on the software pipeline. */
#define DESKTOP
#include "check.h"

#define ACCEPTED(call) ((call), EXPECT_ERROR(GL_NO_ERROR, "it is accepted: " #call))
#define REFUSED(call) ((call), EXPECT_ERROR(GL_INVALID_OPERATION, "it needs a vertex array object: " #call))

static void expect_parameter(GLenum name, GLint wanted)
{
    GLint integers[4] = { -1, -1, -1, -1 };
    GLuint unsigneds[4] = { 0 };
    GLfloat floats[4] = { -1 };
    GLdouble doubles[4] = { -1 }, longs[4] = { -1 };
    ACCEPTED(GL(GetVertexAttribiv)(1, name, integers));
    EXPECT(integers[0] == wanted, "0x%04x is %d (got %d)", name, wanted, integers[0]);
    ACCEPTED(GL(GetVertexAttribfv)(1, name, floats));
    ACCEPTED(GL(GetVertexAttribdv)(1, name, doubles));
    ACCEPTED(GL(GetVertexAttribLdv)(1, name, longs));
    EXPECT(floats[0] == wanted && doubles[0] == wanted && longs[0] == wanted, "0x%04x is %d in every type", name, wanted);
    ACCEPTED(GL(GetVertexAttribIiv)(1, name, integers));
    ACCEPTED(GL(GetVertexAttribIuiv)(1, name, unsigneds));
    EXPECT(integers[0] == wanted && unsigneds[0] == (GLuint)wanted, "0x%04x is the integer %d", name, wanted);
}

static void ask(void)
{
    GLint values[4];
    void *address = &values;
    expect_parameter(GL_VERTEX_ATTRIB_ARRAY_ENABLED, 0);
    expect_parameter(GL_VERTEX_ATTRIB_ARRAY_SIZE, 4);
    expect_parameter(GL_VERTEX_ATTRIB_ARRAY_TYPE, GL_FLOAT);
    expect_parameter(GL_VERTEX_ATTRIB_ARRAY_STRIDE, 0);
    expect_parameter(GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, 0);
    expect_parameter(GL_VERTEX_ATTRIB_BINDING, 1);
    ACCEPTED(GL(GetVertexAttribiv)(0, GL_CURRENT_VERTEX_ATTRIB, values));
    ACCEPTED(GL(GetVertexAttribPointerv)(1, GL_VERTEX_ATTRIB_ARRAY_POINTER, &address));
    EXPECT(!address, "the pointer is null");
    ACCEPTED(GL(GetIntegerv)(GL_VERTEX_ARRAY_BINDING, values));
    ACCEPTED(GL(GetIntegeri_v)(GL_VERTEX_BINDING_OFFSET, 0, values));
    /* Other errors are as with an object. */
    GL(GetVertexAttribiv)(0, GL_TEXTURE_2D, values);
    EXPECT_ERROR(GL_INVALID_ENUM, "GL_TEXTURE_2D is no parameter of an attribute");
    GL(GetVertexAttribPointerv)(0, GL_TEXTURE_2D, &address);
    EXPECT_ERROR(GL_INVALID_ENUM, "GL_TEXTURE_2D is no pointer");
    GL(GetVertexAttribiv)(100, GL_VERTEX_ATTRIB_ARRAY_SIZE, values);
    EXPECT_ERROR(GL_INVALID_VALUE, "there is no attribute 100");
    /* Objects have names. */
    REFUSED(GL(GetVertexArrayiv)(0, GL_ELEMENT_ARRAY_BUFFER_BINDING, values));
    REFUSED(GL(GetVertexArrayIndexediv)(0, 0, GL_VERTEX_ATTRIB_ARRAY_SIZE, values));
}

static void enable(void)
{
    ACCEPTED(GL(EnableVertexAttribArray)(1));
    expect_parameter(GL_VERTEX_ATTRIB_ARRAY_ENABLED, 1);
    ACCEPTED(GL(DisableVertexAttribArray)(1));
    expect_parameter(GL_VERTEX_ATTRIB_ARRAY_ENABLED, 0);
    ACCEPTED(GL(VertexAttribDivisor)(1, 3));
    expect_parameter(GL_VERTEX_ATTRIB_ARRAY_DIVISOR, 3);
    ACCEPTED(GL(VertexAttrib4f)(1, 1, 2, 3, 4));
    GL(EnableVertexAttribArray)(100);
    EXPECT_ERROR(GL_INVALID_VALUE, "there is no attribute 100");
    REFUSED(GL(EnableVertexArrayAttrib)(0, 1));
}

static void specify(GLuint buffer)
{
    GLintptr offset = 0;
    GLsizei stride = 16;
    ACCEPTED(GL(BindBuffer)(GL_ARRAY_BUFFER, buffer));
    ACCEPTED(GL(BindBuffer)(GL_ELEMENT_ARRAY_BUFFER, buffer));
    REFUSED(GL(VertexAttribFormat)(1, 2, GL_FLOAT, 0, 8));
    REFUSED(GL(VertexAttribIFormat)(1, 2, GL_INT, 8));
    REFUSED(GL(VertexAttribLFormat)(1, 2, GL_DOUBLE, 8));
    REFUSED(GL(VertexAttribBinding)(1, 2));
    REFUSED(GL(VertexBindingDivisor)(1, 2));
    REFUSED(GL(BindVertexBuffer)(1, buffer, 0, 16));
    REFUSED(GL(BindVertexBuffers)(0, 1, &buffer, &offset, &stride));
    REFUSED(GL(VertexAttribPointer)(1, 2, GL_FLOAT, 0, 0, NULL));
    REFUSED(GL(VertexAttribIPointer)(1, 2, GL_INT, 0, NULL));
    REFUSED(GL(VertexAttribLPointer)(1, 2, GL_DOUBLE, 0, NULL));
}

static void draw(void)
{
    GLuint program = GL(CreateProgram)();
    GLint first = 0;
    GLsizei count = 3;
    GL(AttachShader)(program, shader_of(GL_VERTEX_SHADER, "#version 150\n", "void main() { gl_Position = vec4(0.0); }"));
    GL(AttachShader)(program, shader_of(GL_FRAGMENT_SHADER, "#version 150\n", "out vec4 color; void main() { color = vec4(0.0); }"));
    link_program(program);
    GL(UseProgram)(program);
    REFUSED(GL(DrawArrays)(GL_TRIANGLES, 0, 3));
    REFUSED(GL(DrawElements)(GL_TRIANGLES, 3, GL_UNSIGNED_INT, NULL));
    REFUSED(GL(MultiDrawArrays)(GL_TRIANGLES, &first, &count, 1));
    REFUSED(GL(DrawArraysIndirect)(GL_TRIANGLES, NULL));
}

int main(void)
{
    Context context = open_context(CORE, 4, 5);
    GLuint buffer, array;
    GLint enabled = -1;
    GL(GenBuffers)(1, &buffer);
    ask();
    enable();
    specify(buffer);
    draw();
    /* Nothing of it belongs to objects. */
    GL(GenVertexArrays)(1, &array);
    GL(EnableVertexAttribArray)(2);
    GL(BindVertexArray)(array);
    ACCEPTED(GL(GetVertexAttribiv)(2, GL_VERTEX_ATTRIB_ARRAY_ENABLED, &enabled));
    EXPECT(enabled == 0, "a new object enables none");
    close_context(&context);
    return verdict("no_vertex_array");
}
