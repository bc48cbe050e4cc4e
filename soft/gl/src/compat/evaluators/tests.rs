#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::testing::calling::{Gl, gl};
use crate::testing::fixtures::compatibility;
use crate::tokens::*;

/// The window as a surface: control points in u, each with those in v.
const WINDOW: [[f32; 3]; 4] = [[-1.0, -1.0, 0.0], [-1.0, 1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0]];

fn error() -> u32 {
    gl!(glGetError() -> u32)
}

fn floats<const N: usize>(name: u32) -> [f32; N] {
    let mut values = [9.0; N];
    gl!(glGetFloatv(name => u32, values.as_mut_ptr() => *mut f32));
    values
}

fn integers<const N: usize>(name: u32) -> [i32; N] {
    let mut values = [9; N];
    gl!(glGetIntegerv(name => u32, values.as_mut_ptr() => *mut i32));
    values
}

fn map_1(target: u32, [u1, u2]: [f32; 2], stride: i32, order: i32, points: &[f32]) {
    gl!(glMap1f(target => u32, u1 => f32, u2 => f32, stride => i32, order => i32, points.as_ptr() => *const f32));
}

fn map_2(target: u32, [ustride, vstride]: [i32; 2], [uorder, vorder]: [i32; 2], points: &[f32]) {
    gl!(glMap2f(
        target => u32, 0.0 => f32, 1.0 => f32, ustride => i32, uorder => i32, 0.0 => f32, 1.0 => f32, vstride => i32, vorder => i32,
        points.as_ptr() => *const f32
    ));
}

fn enable(capabilities: &[u32]) {
    capabilities.iter().for_each(|&capability| gl!(glEnable(capability => u32)));
}

fn get_map<const N: usize>(target: u32, query: u32) -> [f32; N] {
    let mut values = [9.0; N];
    gl!(glGetMapfv(target => u32, query => u32, values.as_mut_ptr() => *mut f32));
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
        assert_eq!((gl!(glIsEnabled(capability => u32) -> u8), integers::<1>(capability)), (0, [0]));
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
    gl!(glGetMapiv(GL_MAP1_TEXTURE_COORD_2 => u32, GL_COEFF => u32, whole.as_mut_ptr() => *mut i32));
    assert_eq!(whole, [1, 3, 3, 4, 9]);
    // Here the points in u follow one another.
    map_2(GL_MAP2_INDEX, [1, 2], [2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    assert_eq!(get_map::<7>(GL_MAP2_INDEX, GL_COEFF), [1.0, 3.0, 5.0, 2.0, 4.0, 6.0, 9.0]);
    assert_eq!(get_map::<3>(GL_MAP2_INDEX, GL_ORDER), [2.0, 3.0, 9.0]);
    let points = [0.1f64, 0.2, 0.3];
    gl!(glMap1d(GL_MAP1_VERTEX_3 => u32, 0.0 => f64, 1.0 => f64, 3 => i32, 1 => i32, points.as_ptr() => *const f64));
    let mut back = [9.0f64; 4];
    gl!(glGetnMapdv(GL_MAP1_VERTEX_3 => u32, GL_COEFF => u32, 24 => i32, back.as_mut_ptr() => *mut f64));
    assert_eq!(back, [0.1, 0.2, 0.3, 9.0]);
    gl.no_error();
    let limited = |size: i32| {
        let mut back = [9.0f64; 3];
        gl!(glGetnMapdv(GL_MAP1_VERTEX_3 => u32, GL_COEFF => u32, size => i32, back.as_mut_ptr() => *mut f64));
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
    gl!(glActiveTexture(GL_TEXTURE1 => u32));
    assert_eq!((one(GL_MAP1_VERTEX_3, [0.0, 1.0], 4, 1), two([3, 3], [1, 1])), (GL_INVALID_OPERATION, GL_INVALID_OPERATION));
    gl!(glActiveTexture(GL_TEXTURE0 => u32));
    assert_eq!((get_map::<3>(GL_MAP1_VERTEX_3, GL_COEFF), get_map::<3>(GL_MAP2_VERTEX_3, GL_COEFF)), ([0.0; 3], [0.0; 3]));
    gl!(glMapGrid1f(0 => i32, 2.0 => f32, 3.0 => f32));
    assert_eq!((error(), floats(GL_MAP1_GRID_DOMAIN)), (GL_INVALID_VALUE, [0.0, 1.0]));
    for (un, vn) in [(0, 1), (1, -1)] {
        gl!(glMapGrid2d(un => i32, 2.0 => f64, 3.0 => f64, vn => i32, 2.0 => f64, 3.0 => f64));
        assert_eq!((error(), floats(GL_MAP2_GRID_DOMAIN)), (GL_INVALID_VALUE, [0.0, 1.0, 0.0, 1.0]));
    }
    for (target, query) in [(GL_MAP1_GRID_DOMAIN, GL_COEFF), (GL_MAP1_VERTEX_3, GL_RGBA)] {
        assert_eq!((get_map::<1>(target, query), error()), ([9.0], GL_INVALID_ENUM));
    }
    enable(&[GL_MAP1_VERTEX_3]);
    gl!(glEvalMesh1(GL_FILL => u32, 0 => i32, 1 => i32));
    assert_eq!(error(), GL_INVALID_ENUM);
    gl!(glEvalMesh2(GL_POINTS => u32, 0 => i32, 1 => i32, 0 => i32, 1 => i32));
    assert_eq!(error(), GL_INVALID_ENUM);
    gl!(glEvalMesh1(GL_LINE => u32, i32::MIN => i32, i32::MAX => i32));
    assert_eq!(error(), GL_OUT_OF_MEMORY);
    gl!(glBegin(GL_POINTS => u32));
    gl!(glEvalMesh1(GL_POINT => u32, 0 => i32, 1 => i32));
    gl!(glEnd());
    assert_eq!(error(), GL_INVALID_OPERATION);
    gl.no_error();
}

#[test]
fn coordinates_become_vertices_with_evaluated_attributes() {
    let gl = Gl::new(compatibility());
    gl!(glColor4f(0.0 => f32, 0.0 => f32, 1.0 => f32, 1.0 => f32));
    map_1(GL_MAP1_VERTEX_3, [0.0, 15.0], 3, 2, &[-0.9375, -0.9375, 0.0, 0.9375, -0.9375, 0.0]);
    map_1(GL_MAP1_COLOR_4, [0.0, 15.0], 4, 2, &[1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0]);
    let points = || {
        gl!(glBegin(GL_POINTS => u32));
        gl!(glEvalCoord1f(0.0 => f32));
        gl!(glVertex2f(0.0625 => f32, 0.0625 => f32));
        gl!(glEvalCoord1dv([15.0f64].as_ptr() => *const f64));
        gl!(glEnd());
    };
    assert_eq!(gl.count(&[GL_VERTICES_SUBMITTED], points), [1], "no map of vertices is enabled");
    enable(&[GL_MAP1_COLOR_4]);
    assert_eq!(gl.count(&[GL_VERTICES_SUBMITTED], points), [1]);
    enable(&[GL_MAP1_VERTEX_3]);
    // Outside glBegin and glEnd there is no vertex.
    gl!(glEvalCoord1f(3.0 => f32));
    assert_eq!(gl.count(&[GL_VERTICES_SUBMITTED], points), [3]);
    let [red, green, blue] = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255]];
    assert_eq!([gl.pixel(0, 0), gl.pixel(8, 8), gl.pixel(15, 0)], [red, blue, green]);
    assert_eq!(floats(GL_CURRENT_COLOR), [0.0, 0.0, 1.0, 1.0]);
    // A color that is not evaluated is the current one.
    gl!(glDisable(GL_MAP1_COLOR_4 => u32));
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
    gl!(glBegin(GL_POINTS => u32));
    gl!(glEvalPoint1(0 => i32));
    gl!(glEnd());
    assert_eq!([gl.pixel(0, 0), gl.pixel(12, 12)], [[0, 0, 255, 255], [0; 4]]);
    gl.no_error();
}

#[test]
fn meshes_cover_their_part_of_the_grid() {
    let gl = Gl::new(compatibility());
    map_2(GL_MAP2_VERTEX_3, [6, 3], [2, 2], WINDOW.as_flattened());
    gl!(glMapGrid2f(4 => i32, 0.0 => f32, 1.0 => f32, 2 => i32, 0.0 => f32, 1.0 => f32));
    let counts = [GL_VERTICES_SUBMITTED, GL_PRIMITIVES_SUBMITTED];
    let mesh = |mode: u32, [i1, i2, j1, j2]: [i32; 4]| {
        gl.count(&counts, || gl!(glEvalMesh2(mode => u32, i1 => i32, i2 => i32, j1 => i32, j2 => i32)))
    };
    assert_eq!(mesh(GL_FILL, [0, 4, 0, 2]), [0, 0], "the map is not enabled");
    enable(&[GL_MAP2_VERTEX_3]);
    assert_eq!(mesh(GL_FILL, [0, 4, 0, 2]), [20, 8]);
    assert_eq!([gl.pixel(0, 0), gl.pixel(15, 15)], [[255; 4]; 2]);
    assert_eq!(mesh(GL_LINE, [0, 4, 0, 2]), [30, 22]);
    assert_eq!(mesh(GL_POINT, [1, 3, 0, 2]), [9, 9]);
    assert_eq!([mesh(GL_FILL, [3, 2, 0, 2]), mesh(GL_POINT, [0, 4, 1, 0])], [[0, 0]; 2]);
    gl!(glClear(GL_COLOR_BUFFER_BIT => u32));
    mesh(GL_FILL, [2, 3, 1, 2]);
    assert_eq!(
        [gl.pixel(7, 15), gl.pixel(8, 8), gl.pixel(11, 15), gl.pixel(12, 8), gl.pixel(8, 7)],
        [[0; 4], [255; 4], [255; 4], [0; 4], [0; 4]]
    );
    map_1(GL_MAP1_VERTEX_3, [0.0, 1.0], 3, 2, &[-1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    enable(&[GL_MAP1_VERTEX_3]);
    gl!(glMapGrid1d(8 => i32, 0.0 => f64, 1.0 => f64));
    assert_eq!(gl.count(&counts, || gl!(glEvalMesh1(GL_LINE => u32, 2 => i32, 8 => i32))), [7, 6]);
    assert_eq!(gl.count(&counts, || gl!(glEvalMesh1(GL_POINT => u32, -1 => i32, 1 => i32))), [3, 3]);
    gl.no_error();
}

#[test]
fn normals_of_surfaces_are_computed_or_evaluated() {
    let gl = Gl::new(compatibility());
    // The plane z = x / 2, twice as long in u as in v.
    map_2(GL_MAP2_VERTEX_3, [6, 3], [2, 2], &[-1.0, -1.0, -0.5, -1.0, 1.0, -0.5, 1.0, -1.0, 0.5, 1.0, 1.0, 0.5]);
    map_2(GL_MAP2_NORMAL, [3, 3], [1, 1], &[0.0, 1.0, 0.0]);
    gl!(glNormal3f(1.0 => f32, 0.0 => f32, 0.0 => f32));
    let vertex = c"varying vec3 n; void main() { n = gl_Normal; gl_Position = vec4(gl_Vertex.xy, 0.0, 1.0); }";
    let fragment = c"varying vec3 n; void main() { gl_FragColor = vec4(abs(n) / 8.0, 1.0); }";
    gl.program(&[(GL_VERTEX_SHADER, vertex), (GL_FRAGMENT_SHADER, fragment)], &[]);
    enable(&[GL_MAP2_VERTEX_3]);
    let drawn = || {
        gl!(glBegin(GL_POINTS => u32));
        gl!(glEvalCoord2fv([0.53125f32, 0.53125].as_ptr() => *const f32));
        gl!(glEnd());
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
    gl!(glUseProgram(0 => u32));
    gl!(glLightfv(GL_LIGHT0 => u32, GL_POSITION => u32, [0.0f32, 0.0, 1.0, 0.0].as_ptr() => *const f32));
    gl!(glLightModelfv(GL_LIGHT_MODEL_AMBIENT => u32, [0.0f32; 4].as_ptr() => *const f32));
    gl!(glMaterialfv(GL_FRONT_AND_BACK => u32, GL_DIFFUSE => u32, [1.0f32; 4].as_ptr() => *const f32));
    enable(&[GL_LIGHTING, GL_LIGHT0]);
    assert_eq!(drawn()[0], (2.0 / 5.0f32.sqrt() * 255.0).round() as u8);
    // Evaluated colors are those of the material that follows the color.
    map_2(GL_MAP2_COLOR_4, [4, 4], [1, 1], &[0.0, 1.0, 0.0, 1.0]);
    gl!(glColorMaterial(GL_FRONT_AND_BACK => u32, GL_DIFFUSE => u32));
    enable(&[GL_COLOR_MATERIAL, GL_MAP2_COLOR_4]);
    assert_eq!(drawn()[..2], [0, (2.0 / 5.0f32.sqrt() * 255.0).round() as u8]);
    let mut diffuse = [9.0f32; 4];
    gl!(glGetMaterialfv(GL_FRONT => u32, GL_DIFFUSE => u32, diffuse.as_mut_ptr() => *mut f32));
    assert_eq!(diffuse, [1.0; 4]);
    gl.no_error();
}

#[test]
fn lists_have_the_points_of_their_compilation() {
    let gl = Gl::new(compatibility());
    let mut points = [0.0f32, 0.0, 0.0, 1.0, 1.0, 0.0];
    gl!(glNewList(1 => u32, GL_COMPILE => u32));
    map_1(GL_MAP1_VERTEX_3, [0.0, 1.0], 3, 2, &points);
    gl!(glEnable(GL_MAP1_VERTEX_3 => u32));
    gl!(glBegin(GL_POINTS => u32));
    gl!(glEvalCoord1fv([0.25f32].as_ptr() => *const f32));
    gl!(glEvalPoint1(0 => i32));
    gl!(glEnd());
    gl!(glEvalMesh1(GL_POINT => u32, 0 => i32, 1 => i32));
    gl!(glEndList());
    gl!(glNewList(2 => u32, GL_COMPILE => u32));
    map_1(GL_MAP1_VERTEX_3, [0.0, 1.0], 2, 2, &points);
    gl!(glEndList());
    gl.no_error();
    points.fill(7.0);
    assert_eq!(get_map::<3>(GL_MAP1_VERTEX_3, GL_COEFF), [0.0; 3]);
    assert_eq!(gl.count(&[GL_VERTICES_SUBMITTED], || gl!(glCallList(1 => u32))), [4]);
    gl!(glCallList(2 => u32));
    assert_eq!(error(), GL_INVALID_VALUE);
    assert_eq!(get_map::<7>(GL_MAP1_VERTEX_3, GL_COEFF), [0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 9.0]);
    assert_eq!(gl.pixel(10, 10), [255; 4]);
    assert_eq!(points, [7.0; 6]);
}

#[test]
fn attribute_groups_have_grids_and_capabilities() {
    let gl = Gl::new(compatibility());
    let set = || {
        gl!(glMapGrid1f(5 => i32, 2.0 => f32, 3.0 => f32));
        enable(&[GL_MAP1_VERTEX_3, GL_MAP2_COLOR_4, GL_AUTO_NORMAL]);
        map_1(GL_MAP1_INDEX, [0.0, 1.0], 1, 1, &[4.0]);
    };
    let state = || {
        let enabled = [GL_MAP1_VERTEX_3, GL_MAP2_COLOR_4, GL_AUTO_NORMAL].map(|capability| gl!(glIsEnabled(capability => u32) -> u8));
        (integers::<1>(GL_MAP1_GRID_SEGMENTS), floats::<2>(GL_MAP1_GRID_DOMAIN), enabled)
    };
    for (mask, after) in
        [(GL_EVAL_BIT, ([1], [0.0, 1.0], [0; 3])), (GL_ENABLE_BIT, ([5], [2.0, 3.0], [0; 3])), (GL_LIGHTING_BIT, ([5], [2.0, 3.0], [1; 3]))]
    {
        gl!(glPushAttrib(mask => u32));
        set();
        assert_eq!(state(), ([5], [2.0, 3.0], [1; 3]));
        gl!(glPopAttrib());
        assert_eq!(state(), after);
    }
    assert_eq!(get_map::<1>(GL_MAP1_INDEX, GL_COEFF), [4.0], "maps belong to no group");
    gl.no_error();
}
