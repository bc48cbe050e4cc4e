#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::compatibility;
use crate::tokens::*;

/// The window as a surface: control points in u, each with those in v.
const WINDOW: [[f32; 3]; 4] = [[-1.0, -1.0, 0.0], [-1.0, 1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0]];

fn error() -> u32 {
    glGetError()
}

fn floats<const N: usize>(name: u32) -> [f32; N] {
    let mut values = [9.0; N];
    glGetFloatv(name, values.as_mut_ptr());
    values
}

fn integers<const N: usize>(name: u32) -> [i32; N] {
    let mut values = [9; N];
    glGetIntegerv(name, values.as_mut_ptr());
    values
}

fn map_1(target: u32, [u1, u2]: [f32; 2], stride: i32, order: i32, points: &[f32]) {
    glMap1f(target, u1, u2, stride, order, points.as_ptr());
}

fn map_2(target: u32, [ustride, vstride]: [i32; 2], [uorder, vorder]: [i32; 2], points: &[f32]) {
    glMap2f(target, 0.0, 1.0, ustride, uorder, 0.0, 1.0, vstride, vorder, points.as_ptr());
}

fn enable(capabilities: &[u32]) {
    capabilities.iter().for_each(|&capability| glEnable(capability));
}

fn get_map<const N: usize>(target: u32, query: u32) -> [f32; N] {
    let mut values = [9.0; N];
    glGetMapfv(target, query, values.as_mut_ptr());
    values
}

#[test]
fn maps_are_constant_at_first() {
    let gl = Gl::new(compatibility());
    assert_eq!(integers::<1>(GL_MAX_EVAL_ORDER), [30]);
    assert_eq!(get_map::<5>(GL_MAP1_COLOR_4, GL_COEFF), [1.0, 1.0, 1.0, 1.0, 9.0]);
    assert_eq!(get_map::<4>(GL_MAP1_NORMAL, GL_COEFF), [0.0, 0.0, 1.0, 9.0]);
    assert_eq!(get_map::<5>(GL_MAP2_VERTEX_4, GL_COEFF), [0.0, 0.0, 0.0, 1.0, 9.0]);
    assert_eq!(get_map::<2>(GL_MAP2_TEXTURE_COORD_1, GL_COEFF), [0.0, 9.0]);
    assert_eq!(get_map::<2>(GL_MAP1_INDEX, GL_COEFF), [1.0, 9.0]);
    assert_eq!((get_map::<2>(GL_MAP1_VERTEX_3, GL_ORDER), get_map::<3>(GL_MAP2_VERTEX_3, GL_ORDER)), ([1.0, 9.0], [1.0, 1.0, 9.0]));
    assert_eq!(get_map::<5>(GL_MAP2_VERTEX_3, GL_DOMAIN), [0.0, 1.0, 0.0, 1.0, 9.0]);
    assert_eq!((floats(GL_MAP1_GRID_DOMAIN), floats(GL_MAP2_GRID_DOMAIN)), ([0.0, 1.0], [0.0, 1.0, 0.0, 1.0]));
    assert_eq!((integers(GL_MAP1_GRID_SEGMENTS), integers(GL_MAP2_GRID_SEGMENTS)), ([1], [1, 1]));
    for capability in (GL_MAP1_COLOR_4..=GL_MAP1_VERTEX_4).chain(GL_MAP2_COLOR_4..=GL_MAP2_VERTEX_4) {
        assert_eq!((glIsEnabled(capability), integers::<1>(capability)), (0, [0]));
    }
    gl.no_error();
}

#[test]
fn maps_take_their_points_by_strides() {
    let gl = Gl::new(compatibility());
    map_1(GL_MAP1_TEXTURE_COORD_2, [2.0, -2.0], 3, 2, &[1.0, 2.5, 0.0, 3.0, 4.0, 0.0]);
    assert_eq!(get_map::<5>(GL_MAP1_TEXTURE_COORD_2, GL_COEFF), [1.0, 2.5, 3.0, 4.0, 9.0]);
    assert_eq!(get_map::<3>(GL_MAP1_TEXTURE_COORD_2, GL_DOMAIN), [2.0, -2.0, 9.0]);
    let mut whole = [9i32; 5];
    glGetMapiv(GL_MAP1_TEXTURE_COORD_2, GL_COEFF, whole.as_mut_ptr());
    assert_eq!(whole, [1, 3, 3, 4, 9]);
    // Here the points in u follow one another.
    map_2(GL_MAP2_INDEX, [1, 2], [2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    assert_eq!(get_map::<7>(GL_MAP2_INDEX, GL_COEFF), [1.0, 3.0, 5.0, 2.0, 4.0, 6.0, 9.0]);
    assert_eq!(get_map::<3>(GL_MAP2_INDEX, GL_ORDER), [2.0, 3.0, 9.0]);
    let points = [0.1f64, 0.2, 0.3];
    glMap1d(GL_MAP1_VERTEX_3, 0.0, 1.0, 3, 1, points.as_ptr());
    let mut back = [9.0f64; 4];
    glGetnMapdv(GL_MAP1_VERTEX_3, GL_COEFF, 24, back.as_mut_ptr());
    assert_eq!(back, [0.1, 0.2, 0.3, 9.0]);
    gl.no_error();
    let limited = |size: i32| {
        let mut back = [9.0f64; 3];
        glGetnMapdv(GL_MAP1_VERTEX_3, GL_COEFF, size, back.as_mut_ptr());
        (error(), back)
    };
    assert_eq!([23, -1].map(limited), [(GL_INVALID_OPERATION, [9.0; 3]), (GL_INVALID_VALUE, [9.0; 3])]);
}

#[test]
fn wrong_maps_and_grids_change_nothing() {
    let gl = Gl::new(compatibility());
    let points = [[5.0f32; 4]; 31];
    let one = |target: u32, domain: [f32; 2], stride: i32, order: i32| {
        map_1(target, domain, stride, order, points.as_flattened());
        error()
    };
    assert_eq!(one(GL_MAP2_VERTEX_3, [0.0, 1.0], 4, 1), GL_INVALID_ENUM);
    assert_eq!(one(GL_MAP1_GRID_DOMAIN, [0.0, 1.0], 4, 1), GL_INVALID_ENUM);
    assert_eq!(one(GL_MAP1_VERTEX_3, [1.0, 1.0], 4, 1), GL_INVALID_VALUE);
    assert_eq!(one(GL_MAP1_VERTEX_3, [0.0, 1.0], 2, 1), GL_INVALID_VALUE);
    assert_eq!([0, 31, -1].map(|order| one(GL_MAP1_VERTEX_3, [0.0, 1.0], 4, order)), [GL_INVALID_VALUE; 3]);
    let two = |strides: [i32; 2], orders: [i32; 2]| {
        map_2(GL_MAP2_VERTEX_3, strides, orders, points.as_flattened());
        error()
    };
    assert_eq!(two([2, 3], [1, 1]), GL_INVALID_VALUE);
    assert_eq!(two([3, 2], [1, 1]), GL_INVALID_VALUE);
    assert_eq!(two([3, 3], [1, 31]), GL_INVALID_VALUE);
    glActiveTexture(GL_TEXTURE1);
    assert_eq!((one(GL_MAP1_VERTEX_3, [0.0, 1.0], 4, 1), two([3, 3], [1, 1])), (GL_INVALID_OPERATION, GL_INVALID_OPERATION));
    glActiveTexture(GL_TEXTURE0);
    assert_eq!((get_map::<3>(GL_MAP1_VERTEX_3, GL_COEFF), get_map::<3>(GL_MAP2_VERTEX_3, GL_COEFF)), ([0.0; 3], [0.0; 3]));
    glMapGrid1f(0, 2.0, 3.0);
    assert_eq!((error(), floats(GL_MAP1_GRID_DOMAIN)), (GL_INVALID_VALUE, [0.0, 1.0]));
    for (un, vn) in [(0, 1), (1, -1)] {
        glMapGrid2d(un, 2.0, 3.0, vn, 2.0, 3.0);
        assert_eq!((error(), floats(GL_MAP2_GRID_DOMAIN)), (GL_INVALID_VALUE, [0.0, 1.0, 0.0, 1.0]));
    }
    for (target, query) in [(GL_MAP1_GRID_DOMAIN, GL_COEFF), (GL_MAP1_VERTEX_3, GL_RGBA)] {
        assert_eq!((get_map::<1>(target, query), error()), ([9.0], GL_INVALID_ENUM));
    }
    enable(&[GL_MAP1_VERTEX_3]);
    glEvalMesh1(GL_FILL, 0, 1);
    assert_eq!(error(), GL_INVALID_ENUM);
    glEvalMesh2(GL_POINTS, 0, 1, 0, 1);
    assert_eq!(error(), GL_INVALID_ENUM);
    glEvalMesh1(GL_LINE, i32::MIN, i32::MAX);
    assert_eq!(error(), GL_OUT_OF_MEMORY);
    glBegin(GL_POINTS);
    glEvalMesh1(GL_POINT, 0, 1);
    glEnd();
    assert_eq!(error(), GL_INVALID_OPERATION);
    gl.no_error();
}

#[test]
fn coordinates_become_vertices_with_evaluated_attributes() {
    let gl = Gl::new(compatibility());
    glColor4f(0.0, 0.0, 1.0, 1.0);
    map_1(GL_MAP1_VERTEX_3, [0.0, 15.0], 3, 2, &[-0.9375, -0.9375, 0.0, 0.9375, -0.9375, 0.0]);
    map_1(GL_MAP1_COLOR_4, [0.0, 15.0], 4, 2, &[1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0]);
    let points = || {
        glBegin(GL_POINTS);
        glEvalCoord1f(0.0);
        glVertex2f(0.0625, 0.0625);
        glEvalCoord1dv([15.0f64].as_ptr());
        glEnd();
    };
    assert_eq!(gl.count(&[GL_VERTICES_SUBMITTED], points), [1], "no map of vertices is enabled");
    enable(&[GL_MAP1_COLOR_4]);
    assert_eq!(gl.count(&[GL_VERTICES_SUBMITTED], points), [1]);
    enable(&[GL_MAP1_VERTEX_3]);
    // Outside glBegin and glEnd there is no vertex.
    glEvalCoord1f(3.0);
    assert_eq!(gl.count(&[GL_VERTICES_SUBMITTED], points), [3]);
    let [red, green, blue] = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255]];
    assert_eq!([gl.pixel(0, 0), gl.pixel(8, 8), gl.pixel(15, 0)], [red, blue, green]);
    assert_eq!(floats(GL_CURRENT_COLOR), [0.0, 0.0, 1.0, 1.0]);
    // A color that is not evaluated is the current one.
    glDisable(GL_MAP1_COLOR_4);
    points();
    assert_eq!(gl.pixel(0, 0), blue);
    gl.no_error();
}

#[test]
fn the_map_of_most_coordinates_counts() {
    let gl = Gl::new(compatibility());
    map_1(GL_MAP1_VERTEX_3, [0.0, 1.0], 3, 1, &[0.5, 0.5, 0.0]);
    map_1(GL_MAP1_VERTEX_4, [0.0, 1.0], 4, 1, &[-1.875, -1.875, 0.0, 2.0]);
    map_1(GL_MAP1_TEXTURE_COORD_1, [0.0, 1.0], 1, 1, &[1.0]);
    map_1(GL_MAP1_TEXTURE_COORD_3, [0.0, 1.0], 3, 1, &[0.0, 0.0, 1.0]);
    enable(&[GL_MAP1_VERTEX_3, GL_MAP1_VERTEX_4, GL_MAP1_TEXTURE_COORD_1, GL_MAP1_TEXTURE_COORD_3]);
    let vertex = c"varying vec4 color; void main() { color = gl_MultiTexCoord0; gl_Position = gl_Vertex; }";
    let fragment = c"varying vec4 color; void main() { gl_FragColor = color; }";
    gl.program(&[(GL_VERTEX_SHADER, vertex), (GL_FRAGMENT_SHADER, fragment)], &[]);
    glBegin(GL_POINTS);
    glEvalPoint1(0);
    glEnd();
    assert_eq!([gl.pixel(0, 0), gl.pixel(12, 12)], [[0, 0, 255, 255], [0; 4]]);
    gl.no_error();
}

#[test]
fn meshes_cover_their_part_of_the_grid() {
    let gl = Gl::new(compatibility());
    map_2(GL_MAP2_VERTEX_3, [6, 3], [2, 2], WINDOW.as_flattened());
    glMapGrid2f(4, 0.0, 1.0, 2, 0.0, 1.0);
    let counts = [GL_VERTICES_SUBMITTED, GL_PRIMITIVES_SUBMITTED];
    let mesh = |mode: u32, [i1, i2, j1, j2]: [i32; 4]| gl.count(&counts, || glEvalMesh2(mode, i1, i2, j1, j2));
    assert_eq!(mesh(GL_FILL, [0, 4, 0, 2]), [0, 0], "the map is not enabled");
    enable(&[GL_MAP2_VERTEX_3]);
    assert_eq!(mesh(GL_FILL, [0, 4, 0, 2]), [20, 8]);
    assert_eq!([gl.pixel(0, 0), gl.pixel(15, 15)], [[255; 4]; 2]);
    assert_eq!(mesh(GL_LINE, [0, 4, 0, 2]), [30, 22]);
    assert_eq!(mesh(GL_POINT, [1, 3, 0, 2]), [9, 9]);
    assert_eq!([mesh(GL_FILL, [3, 2, 0, 2]), mesh(GL_POINT, [0, 4, 1, 0])], [[0, 0]; 2]);
    glClear(GL_COLOR_BUFFER_BIT);
    mesh(GL_FILL, [2, 3, 1, 2]);
    assert_eq!(
        [gl.pixel(7, 15), gl.pixel(8, 8), gl.pixel(11, 15), gl.pixel(12, 8), gl.pixel(8, 7)],
        [[0; 4], [255; 4], [255; 4], [0; 4], [0; 4]]
    );
    map_1(GL_MAP1_VERTEX_3, [0.0, 1.0], 3, 2, &[-1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    enable(&[GL_MAP1_VERTEX_3]);
    glMapGrid1d(8, 0.0, 1.0);
    assert_eq!(gl.count(&counts, || glEvalMesh1(GL_LINE, 2, 8)), [7, 6]);
    assert_eq!(gl.count(&counts, || glEvalMesh1(GL_POINT, -1, 1)), [3, 3]);
    gl.no_error();
}

#[test]
fn normals_of_surfaces_are_computed_or_evaluated() {
    let gl = Gl::new(compatibility());
    // The plane z = x / 2, twice as long in u as in v.
    map_2(GL_MAP2_VERTEX_3, [6, 3], [2, 2], &[-1.0, -1.0, -0.5, -1.0, 1.0, -0.5, 1.0, -1.0, 0.5, 1.0, 1.0, 0.5]);
    map_2(GL_MAP2_NORMAL, [3, 3], [1, 1], &[0.0, 1.0, 0.0]);
    glNormal3f(1.0, 0.0, 0.0);
    let vertex = c"varying vec3 n; void main() { n = gl_Normal; gl_Position = vec4(gl_Vertex.xy, 0.0, 1.0); }";
    let fragment = c"varying vec3 n; void main() { gl_FragColor = vec4(abs(n) / 8.0, 1.0); }";
    gl.program(&[(GL_VERTEX_SHADER, vertex), (GL_FRAGMENT_SHADER, fragment)], &[]);
    enable(&[GL_MAP2_VERTEX_3]);
    let drawn = || {
        glBegin(GL_POINTS);
        glEvalCoord2fv([0.53125f32, 0.53125].as_ptr());
        glEnd();
        gl.no_error();
        gl.pixel(8, 8)
    };
    assert_eq!(drawn(), [32, 0, 0, 255], "the current normal");
    enable(&[GL_MAP2_NORMAL]);
    assert_eq!(drawn(), [0, 32, 0, 255]);
    enable(&[GL_AUTO_NORMAL]);
    // The cross product of (2, 0, 1) and (0, 2, 0), not scaled because a vertex shader is active.
    assert_eq!(drawn(), [64, 0, 128, 255]);
    // Lighting has the unit normal, (-1, 0, 2) / √5.
    glUseProgram(0);
    glLightfv(GL_LIGHT0, GL_POSITION, [0.0f32, 0.0, 1.0, 0.0].as_ptr());
    glLightModelfv(GL_LIGHT_MODEL_AMBIENT, [0.0f32; 4].as_ptr());
    glMaterialfv(GL_FRONT_AND_BACK, GL_DIFFUSE, [1.0f32; 4].as_ptr());
    enable(&[GL_LIGHTING, GL_LIGHT0]);
    assert_eq!(drawn()[0], (2.0 / 5.0f32.sqrt() * 255.0).round() as u8);
    // Evaluated colors are those of the material that follows the color.
    map_2(GL_MAP2_COLOR_4, [4, 4], [1, 1], &[0.0, 1.0, 0.0, 1.0]);
    glColorMaterial(GL_FRONT_AND_BACK, GL_DIFFUSE);
    enable(&[GL_COLOR_MATERIAL, GL_MAP2_COLOR_4]);
    assert_eq!(drawn()[..2], [0, (2.0 / 5.0f32.sqrt() * 255.0).round() as u8]);
    let mut diffuse = [9.0f32; 4];
    glGetMaterialfv(GL_FRONT, GL_DIFFUSE, diffuse.as_mut_ptr());
    assert_eq!(diffuse, [1.0; 4]);
    gl.no_error();
}

#[test]
fn lists_have_the_points_of_their_compilation() {
    let gl = Gl::new(compatibility());
    let mut points = [0.0f32, 0.0, 0.0, 1.0, 1.0, 0.0];
    glNewList(1, GL_COMPILE);
    map_1(GL_MAP1_VERTEX_3, [0.0, 1.0], 3, 2, &points);
    glEnable(GL_MAP1_VERTEX_3);
    glBegin(GL_POINTS);
    glEvalCoord1fv([0.25f32].as_ptr());
    glEvalPoint1(0);
    glEnd();
    glEvalMesh1(GL_POINT, 0, 1);
    glEndList();
    glNewList(2, GL_COMPILE);
    map_1(GL_MAP1_VERTEX_3, [0.0, 1.0], 2, 2, &points);
    glEndList();
    gl.no_error();
    points.fill(7.0);
    assert_eq!(get_map::<3>(GL_MAP1_VERTEX_3, GL_COEFF), [0.0; 3]);
    assert_eq!(gl.count(&[GL_VERTICES_SUBMITTED], || glCallList(1)), [4]);
    glCallList(2);
    assert_eq!(error(), GL_INVALID_VALUE);
    assert_eq!(get_map::<7>(GL_MAP1_VERTEX_3, GL_COEFF), [0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 9.0]);
    assert_eq!(gl.pixel(10, 10), [255; 4]);
    assert_eq!(points, [7.0; 6]);
}

#[test]
fn attribute_groups_have_grids_and_capabilities() {
    let gl = Gl::new(compatibility());
    let set = || {
        glMapGrid1f(5, 2.0, 3.0);
        enable(&[GL_MAP1_VERTEX_3, GL_MAP2_COLOR_4, GL_AUTO_NORMAL]);
        map_1(GL_MAP1_INDEX, [0.0, 1.0], 1, 1, &[4.0]);
    };
    let state = || {
        let enabled = [GL_MAP1_VERTEX_3, GL_MAP2_COLOR_4, GL_AUTO_NORMAL].map(glIsEnabled);
        (integers::<1>(GL_MAP1_GRID_SEGMENTS), floats::<2>(GL_MAP1_GRID_DOMAIN), enabled)
    };
    for (mask, after) in
        [(GL_EVAL_BIT, ([1], [0.0, 1.0], [0; 3])), (GL_ENABLE_BIT, ([5], [2.0, 3.0], [0; 3])), (GL_LIGHTING_BIT, ([5], [2.0, 3.0], [1; 3]))]
    {
        glPushAttrib(mask);
        set();
        assert_eq!(state(), ([5], [2.0, 3.0], [1; 3]));
        glPopAttrib();
        assert_eq!(state(), after);
    }
    assert_eq!(get_map::<1>(GL_MAP1_INDEX, GL_COEFF), [4.0], "maps belong to no group");
    gl.no_error();
}
