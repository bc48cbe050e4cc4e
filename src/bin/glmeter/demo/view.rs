//! The camera and the knot's model matrices, in column-major order. Only additions, multiplications, divisions and square roots are
//! used, so that they are the same on every machine.

pub(super) type Vector = [f32; 3];
pub(super) type Matrix = [[f32; 4]; 4];

/// The position of the camera, and the point that it looks at.
pub(super) const EYE: Vector = [-0.7, 1.95, 5.9];
const TARGET: Vector = [0.0, 0.95, 0.0];
/// The direction to the light.
const LIGHT: Vector = [-0.55, 1.0, 0.6];
/// One over the tangent of half the field of view.
const ZOOM: f32 = 2.75;
const NEAR: f32 = 1.0;
const FAR: f32 = 60.0;

fn dot(a: Vector, b: Vector) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn normalize(a: Vector) -> Vector {
    let length = dot(a, a).sqrt();
    a.map(|component| component / length)
}

/// Returns the product `a` × `b`: applies `b` first, then `a`.
fn after(a: Matrix, b: Matrix) -> Matrix {
    b.map(|column| core::array::from_fn(|row| (0..4).map(|step| a[step][row] * column[step]).sum()))
}

/// Returns the matrix from the world to clip coordinates.
pub(super) fn camera(width: i32, height: i32) -> Matrix {
    let back = normalize([EYE[0] - TARGET[0], EYE[1] - TARGET[1], EYE[2] - TARGET[2]]);
    let right = normalize(cross([0.0, 1.0, 0.0], back));
    let up = cross(back, right);
    let column = |axis: usize| [right[axis], up[axis], back[axis], 0.0];
    let turned = [column(0), column(1), column(2), [-dot(right, EYE), -dot(up, EYE), -dot(back, EYE), 1.0]];
    let aspect = width as f32 / height as f32;
    let depth = 1.0 / (NEAR - FAR);
    let lens = [
        [ZOOM / aspect, 0.0, 0.0, 0.0],
        [0.0, ZOOM, 0.0, 0.0],
        [0.0, 0.0, (NEAR + FAR) * depth, -1.0],
        [0.0, 0.0, 2.0 * NEAR * FAR * depth, 0.0],
    ];
    after(lens, turned)
}

/// The identity matrix.
pub(super) const IDENTITY: Matrix = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];

/// Returns the matrix that places the knot above the floor: scaled down, upright, turned a little sideways and backwards.
pub(super) fn upright() -> Matrix {
    const SIZE: f32 = 0.84;
    let aside = [[0.96 * SIZE, 0.0, -0.28 * SIZE, 0.0], [0.0, SIZE, 0.0, 0.0], [0.28 * SIZE, 0.0, 0.96 * SIZE, 0.0], [0.0, 1.48, 0.0, 1.0]];
    let back = [[1.0, 0.0, 0.0, 0.0], [0.0, 0.96, -0.28, 0.0], [0.0, 0.28, 0.96, 0.0], [0.0, 0.0, 0.0, 1.0]];
    after(aside, back)
}

/// Returns the matrix that mirrors the knot in the floor.
pub(super) fn mirrored() -> Matrix {
    let mirror = [[1.0, 0.0, 0.0, 0.0], [0.0, -1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];
    after(mirror, upright())
}

/// Returns the matrix that projects the knot onto the floor along the light.
pub(super) fn shadow() -> Matrix {
    let down = [-LIGHT[0] / LIGHT[1], 0.0, -LIGHT[2] / LIGHT[1], 0.0];
    after([[1.0, 0.0, 0.0, 0.0], down, [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]], upright())
}
