//! Points that geometry and tessellation shaders of OpenGL ES give a size.

use super::*;

const POINT_FRAGMENT: &str = "#version 310 es\nprecision highp float;\nout vec4 pixel;\nvoid main() { pixel = vec4(0.0, 1.0, 0.0, 1.0); }";

/// A geometry shader gives a point its size.
pub fn geometry_points(gl: &Gl, other: &str, name: &str) {
    let vertex = "#version 310 es\nvoid main() { gl_Position = vec4(0.0, 0.0, 0.0, 1.0); gl_PointSize = 1.0; }";
    let geometry = format!(
        "{}layout(points) in;\nlayout(points, max_vertices = 1) out;\nvoid main() {{ gl_Position = gl_in[0].gl_Position; gl_PointSize = gl_in[0].gl_PointSize + 7.0; EmitVertex(); }}",
        header_with("310 es", name, other)
    );
    gl.program(&[(GL_VERTEX_SHADER, &c(vertex)), (GL_GEOMETRY_SHADER, &c(&geometry)), (GL_FRAGMENT_SHADER, &c(POINT_FRAGMENT))], &[]);
    glDrawArrays(GL_POINTS, 0, 1);
    gl.no_error();
    assert_eq!(gl.pixel(8, 8), GREEN);
}

fn tessellated(gl: &Gl, suffix: &str, control: &str, evaluation: &str) {
    let vertex = "#version 310 es\nvoid main() { gl_Position = vec4(0.0, 0.0, 0.0, 1.0); gl_PointSize = 3.0; }";
    let head = format!("#version 310 es\n#extension GL_{suffix}_tessellation_shader : require\n");
    let levels = "gl_TessLevelOuter[0] = 1.0; gl_TessLevelOuter[1] = 1.0; gl_TessLevelOuter[2] = 1.0; gl_TessLevelInner[0] = 1.0; gl_out[gl_InvocationID].gl_Position = gl_in[0].gl_Position;";
    let (first, body) = control.split_once('|').unwrap();
    let control = format!("{head}{first}\nprecision highp float;\nlayout(vertices = 1) out;\nvoid main() {{ {levels} {body} }}");
    let (first, body) = evaluation.split_once('|').unwrap();
    let evaluation = format!(
        "{head}{first}\nprecision highp float;\nlayout(triangles, point_mode) in;\nvoid main() {{ gl_Position = gl_in[0].gl_Position; {body} }}"
    );
    let stages = [
        (GL_VERTEX_SHADER, vertex),
        (GL_TESS_CONTROL_SHADER, &control),
        (GL_TESS_EVALUATION_SHADER, &evaluation),
        (GL_FRAGMENT_SHADER, POINT_FRAGMENT),
    ];
    let texts = stages.map(|(stage, text)| (stage, c(text)));
    gl.program(&texts.each_ref().map(|(stage, text)| (*stage, text.as_c_str())), &[]);
    glPatchParameteri(GL_PATCH_VERTICES, 1);
    glDrawArrays(GL_PATCHES, 0, 1);
    gl.no_error();
    assert_eq!(gl.pixel(8, 8), GREEN);
}

/// Tessellation shaders pass the size of points on.
pub fn tessellated_points(gl: &Gl, suffix: &str, name: &str) {
    let line = format!("#extension {name} : require");
    let control = format!("{line}|gl_out[gl_InvocationID].gl_PointSize = gl_in[0].gl_PointSize;");
    tessellated(gl, suffix, &control, &format!("{line}|gl_PointSize = gl_in[0].gl_PointSize + 4.0;"));
}

pub fn bounding_box(gl: &Gl, name: &str, suffix: &str, variable: &str) {
    let control = format!("#extension {name} : require|{variable}[0] = vec4(-1.0); {variable}[1] = vec4(1.0);");
    tessellated(gl, suffix, &control, &format!("#extension GL_{suffix}_tessellation_point_size : require|gl_PointSize = 4.0;"));
}
