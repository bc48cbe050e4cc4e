//! The state of the compatibility profile: matrices, lights, materials, texture environments, client arrays, attribute stacks. The values of a
//! vertex, such as `glColor`, and the raster position are data and no state changes.
//!
//! They are not part of `EXTENSIONS`: the system headers declare their prototypes.

use crate::gl::*;

observed! {
    /// State changes, counted for the report.
    "GL_fixed_function";
    work {
    }
    state {
        fn glAlphaFunc(func: GLenum, reference: GLfloat);
        fn glClearAccum(red: GLfloat, green: GLfloat, blue: GLfloat, alpha: GLfloat);
        fn glClearIndex(c: GLfloat);
        fn glClientActiveTexture(texture: GLenum);
        fn glClipPlane(plane: GLenum, equation: *const GLdouble);
        fn glColorMaterial(face: GLenum, mode: GLenum);
        fn glDisableClientState(array: GLenum);
        fn glEnableClientState(array: GLenum);
        fn glFogf(pname: GLenum, param: GLfloat);
        fn glFogfv(pname: GLenum, params: *const GLfloat);
        fn glFogi(pname: GLenum, param: GLint);
        fn glFogiv(pname: GLenum, params: *const GLint);
        fn glFrustum(left: GLdouble, right: GLdouble, bottom: GLdouble, top: GLdouble, zNear: GLdouble, zFar: GLdouble);
        fn glIndexMask(mask: GLuint);
        fn glLightModelf(pname: GLenum, param: GLfloat);
        fn glLightModelfv(pname: GLenum, params: *const GLfloat);
        fn glLightModeli(pname: GLenum, param: GLint);
        fn glLightModeliv(pname: GLenum, params: *const GLint);
        fn glLightf(light: GLenum, pname: GLenum, param: GLfloat);
        fn glLightfv(light: GLenum, pname: GLenum, params: *const GLfloat);
        fn glLighti(light: GLenum, pname: GLenum, param: GLint);
        fn glLightiv(light: GLenum, pname: GLenum, params: *const GLint);
        fn glLineStipple(factor: GLint, pattern: GLushort);
        fn glListBase(base: GLuint);
        fn glLoadIdentity();
        fn glLoadMatrixd(m: *const GLdouble);
        fn glLoadMatrixf(m: *const GLfloat);
        fn glLoadTransposeMatrixd(m: *const GLdouble);
        fn glLoadTransposeMatrixf(m: *const GLfloat);
        fn glMaterialf(face: GLenum, pname: GLenum, param: GLfloat);
        fn glMaterialfv(face: GLenum, pname: GLenum, params: *const GLfloat);
        fn glMateriali(face: GLenum, pname: GLenum, param: GLint);
        fn glMaterialiv(face: GLenum, pname: GLenum, params: *const GLint);
        fn glMatrixMode(mode: GLenum);
        fn glMultMatrixd(m: *const GLdouble);
        fn glMultMatrixf(m: *const GLfloat);
        fn glMultTransposeMatrixd(m: *const GLdouble);
        fn glMultTransposeMatrixf(m: *const GLfloat);
        fn glOrtho(left: GLdouble, right: GLdouble, bottom: GLdouble, top: GLdouble, zNear: GLdouble, zFar: GLdouble);
        fn glPixelTransferf(pname: GLenum, param: GLfloat);
        fn glPixelTransferi(pname: GLenum, param: GLint);
        fn glPixelZoom(xfactor: GLfloat, yfactor: GLfloat);
        fn glPopAttrib();
        fn glPopClientAttrib();
        fn glPopMatrix();
        fn glPushAttrib(mask: GLbitfield);
        fn glPushClientAttrib(mask: GLbitfield);
        fn glPushMatrix();
        fn glRotated(angle: GLdouble, x: GLdouble, y: GLdouble, z: GLdouble);
        fn glRotatef(angle: GLfloat, x: GLfloat, y: GLfloat, z: GLfloat);
        fn glScaled(x: GLdouble, y: GLdouble, z: GLdouble);
        fn glScalef(x: GLfloat, y: GLfloat, z: GLfloat);
        fn glShadeModel(mode: GLenum);
        fn glTexEnvf(target: GLenum, pname: GLenum, param: GLfloat);
        fn glTexEnvfv(target: GLenum, pname: GLenum, params: *const GLfloat);
        fn glTexEnvi(target: GLenum, pname: GLenum, param: GLint);
        fn glTexEnviv(target: GLenum, pname: GLenum, params: *const GLint);
        fn glTexGend(coord: GLenum, pname: GLenum, param: GLdouble);
        fn glTexGendv(coord: GLenum, pname: GLenum, params: *const GLdouble);
        fn glTexGenf(coord: GLenum, pname: GLenum, param: GLfloat);
        fn glTexGenfv(coord: GLenum, pname: GLenum, params: *const GLfloat);
        fn glTexGeni(coord: GLenum, pname: GLenum, param: GLint);
        fn glTexGeniv(coord: GLenum, pname: GLenum, params: *const GLint);
        fn glTranslated(x: GLdouble, y: GLdouble, z: GLdouble);
        fn glTranslatef(x: GLfloat, y: GLfloat, z: GLfloat);
        fn glClientActiveTextureARB(texture: GLenum);
        fn glMap1d(target: GLenum, u1: GLdouble, u2: GLdouble, stride: GLint, order: GLint, points: *const GLdouble);
        fn glMap1f(target: GLenum, u1: GLfloat, u2: GLfloat, stride: GLint, order: GLint, points: *const GLfloat);
        fn glMap2d(target: GLenum, u1: GLdouble, u2: GLdouble, ustride: GLint, uorder: GLint, v1: GLdouble, v2: GLdouble, vstride: GLint, vorder: GLint, points: *const GLdouble);
        fn glMap2f(target: GLenum, u1: GLfloat, u2: GLfloat, ustride: GLint, uorder: GLint, v1: GLfloat, v2: GLfloat, vstride: GLint, vorder: GLint, points: *const GLfloat);
        fn glMapGrid1d(un: GLint, u1: GLdouble, u2: GLdouble);
        fn glMapGrid1f(un: GLint, u1: GLfloat, u2: GLfloat);
        fn glMapGrid2d(un: GLint, u1: GLdouble, u2: GLdouble, vn: GLint, v1: GLdouble, v2: GLdouble);
        fn glMapGrid2f(un: GLint, u1: GLfloat, u2: GLfloat, vn: GLint, v1: GLfloat, v2: GLfloat);
        fn glPixelMapfv(map: GLenum, mapsize: GLsizei, values: *const GLfloat);
        fn glPixelMapuiv(map: GLenum, mapsize: GLsizei, values: *const GLuint);
        fn glPixelMapusv(map: GLenum, mapsize: GLsizei, values: *const GLushort);
    }
}
