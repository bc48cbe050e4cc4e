//! Matrix stacks. Matrices are column-major, as applications pass them.

use crate::gl::context::Context;
use crate::gl::context::compat;
use crate::gl::context::recording::perform;
use crate::gl::dispatch::commands;
use crate::gl::error::Result;
use crate::gl::pointer::In;
use crate::gl::state::matrix::{IDENTITY, Matrix, multiply, top, transpose};
use crate::tokens::*;

/// Returns the stack of the current matrix mode and its maximum depth.
fn stack(context: &mut Context) -> Result<(&mut Vec<Matrix>, usize)> {
    compat::outside_begin(context)?;
    let unit = context.textures.active;
    Ok(context.compat.matrices.stack(unit))
}

fn load(context: &mut Context, matrix: Matrix) -> Result<()> {
    if let Some(top) = stack(context)?.0.last_mut() {
        *top = matrix;
    }
    Ok(())
}

fn mult(context: &mut Context, matrix: Matrix) -> Result<()> {
    if let Some(top) = stack(context)?.0.last_mut() {
        *top = multiply(top, &matrix);
    }
    Ok(())
}

fn matrix_mode(context: &mut Context, mode: u32) -> Result<()> {
    compat::outside_begin(context)?;
    // "If a command … is passed a symbolic constant that is not one of those specified …, an INVALID_ENUM error is generated." [GL 4.4, 2.3.1]
    if !matches!(mode, GL_MODELVIEW | GL_PROJECTION | GL_TEXTURE) {
        return Err(GL_INVALID_ENUM);
    }
    context.compat.matrices.mode = mode;
    Ok(())
}

fn load_identity(context: &mut Context) -> Result<()> {
    load(context, IDENTITY)
}

/// Implements glPushMatrix.
fn push(context: &mut Context) -> Result<()> {
    let (stack, depth) = stack(context)?;
    // "… pushing a matrix onto a full stack generates a STACK_OVERFLOW error." [GL 4.4, 12.1.1]
    if stack.len() >= depth {
        return Err(GL_STACK_OVERFLOW);
    }
    stack.push(top(stack));
    Ok(())
}

/// Implements glPopMatrix.
fn pop(context: &mut Context) -> Result<()> {
    let (stack, _) = stack(context)?;
    // "Popping a matrix off a stack with only one entry generates a STACK_UNDERFLOW error; …" [GL 4.4, 12.1.1]
    if stack.len() < 2 {
        return Err(GL_STACK_UNDERFLOW);
    }
    stack.pop();
    Ok(())
}

fn read_f(values: In<f32>) -> Option<Matrix> {
    values.copy(16).try_into().ok()
}

fn read_d(values: In<f64>) -> Option<Matrix> {
    let values: Vec<f32> = values.copy(16).into_iter().map(|value| value as f32).collect();
    values.try_into().ok()
}

/// Loads or multiplies by a matrix from client memory; a display list records the matrix, not the address.
fn with(context: &mut Context, matrix: Option<Matrix>, work: fn(&mut Context, Matrix) -> Result<()>) -> Result<()> {
    match matrix {
        Some(matrix) => perform(context, move |context| work(context, matrix)),
        None => Ok(()),
    }
}

fn load_f(context: &mut Context, values: In<f32>) -> Result<()> {
    with(context, read_f(values), load)
}

fn load_d(context: &mut Context, values: In<f64>) -> Result<()> {
    with(context, read_d(values), load)
}

fn mult_f(context: &mut Context, values: In<f32>) -> Result<()> {
    with(context, read_f(values), mult)
}

fn mult_d(context: &mut Context, values: In<f64>) -> Result<()> {
    with(context, read_d(values), mult)
}

fn load_transposed_f(context: &mut Context, values: In<f32>) -> Result<()> {
    with(context, read_f(values).map(|matrix| transpose(&matrix)), load)
}

fn load_transposed_d(context: &mut Context, values: In<f64>) -> Result<()> {
    with(context, read_d(values).map(|matrix| transpose(&matrix)), load)
}

fn mult_transposed_f(context: &mut Context, values: In<f32>) -> Result<()> {
    with(context, read_f(values).map(|matrix| transpose(&matrix)), mult)
}

fn mult_transposed_d(context: &mut Context, values: In<f64>) -> Result<()> {
    with(context, read_d(values).map(|matrix| transpose(&matrix)), mult)
}

fn translate_d(context: &mut Context, x: f64, y: f64, z: f64) -> Result<()> {
    translate_f(context, x as f32, y as f32, z as f32)
}

fn translate_f(context: &mut Context, x: f32, y: f32, z: f32) -> Result<()> {
    let mut matrix = IDENTITY;
    matrix[12..15].copy_from_slice(&[x, y, z]);
    mult(context, matrix)
}

fn scale_f(context: &mut Context, x: f32, y: f32, z: f32) -> Result<()> {
    let mut matrix = IDENTITY;
    (matrix[0], matrix[5], matrix[10]) = (x, y, z);
    mult(context, matrix)
}

fn scale_d(context: &mut Context, x: f64, y: f64, z: f64) -> Result<()> {
    scale_f(context, x as f32, y as f32, z as f32)
}

fn rotate_f(context: &mut Context, degrees: f32, x: f32, y: f32, z: f32) -> Result<()> {
    rotate_d(context, f64::from(degrees), f64::from(x), f64::from(y), f64::from(z))
}

fn rotate_d(context: &mut Context, degrees: f64, x: f64, y: f64, z: f64) -> Result<()> {
    let length = (x * x + y * y + z * z).sqrt();
    if length == 0.0 || !length.is_finite() {
        return mult(context, IDENTITY);
    }
    let (x, y, z) = (x / length, y / length, z / length);
    let (sin, cos) = degrees.to_radians().sin_cos();
    let rest = 1.0 - cos;
    let columns = [
        [x * x * rest + cos, y * x * rest + z * sin, x * z * rest - y * sin, 0.0],
        [x * y * rest - z * sin, y * y * rest + cos, y * z * rest + x * sin, 0.0],
        [x * z * rest + y * sin, y * z * rest - x * sin, z * z * rest + cos, 0.0],
        [0.0, 0.0, 0.0, 1.0],
    ];
    mult(context, std::array::from_fn(|index| columns[index / 4][index % 4] as f32))
}

/// Implements glOrtho.
fn ortho(context: &mut Context, left: f64, right: f64, bottom: f64, top: f64, near: f64, far: f64) -> Result<()> {
    compat::outside_begin(context)?;
    // "An INVALID_VALUE error is generated if l = r, b = t, or n = f ." [GL 4.4, 12.1.1]
    if left == right || bottom == top || near == far {
        return Err(GL_INVALID_VALUE);
    }
    let mut matrix = IDENTITY;
    (matrix[0], matrix[5], matrix[10]) = ((2.0 / (right - left)) as f32, (2.0 / (top - bottom)) as f32, (-2.0 / (far - near)) as f32);
    matrix[12] = (-(right + left) / (right - left)) as f32;
    matrix[13] = (-(top + bottom) / (top - bottom)) as f32;
    matrix[14] = (-(far + near) / (far - near)) as f32;
    mult(context, matrix)
}

/// Implements glFrustum.
fn frustum(context: &mut Context, left: f64, right: f64, bottom: f64, top: f64, near: f64, far: f64) -> Result<()> {
    compat::outside_begin(context)?;
    // "An INVALID_VALUE error is generated if n ≤ 0, f ≤ 0, l = r, b = t, or n = f." [GL 4.4, 12.1.1]
    if near <= 0.0 || far <= 0.0 || left == right || bottom == top || near == far {
        return Err(GL_INVALID_VALUE);
    }
    let mut matrix = [0.0; 16];
    matrix[0] = (2.0 * near / (right - left)) as f32;
    matrix[5] = (2.0 * near / (top - bottom)) as f32;
    matrix[8] = ((right + left) / (right - left)) as f32;
    matrix[9] = ((top + bottom) / (top - bottom)) as f32;
    matrix[10] = (-(far + near) / (far - near)) as f32;
    matrix[11] = -1.0;
    matrix[14] = (-2.0 * far * near / (far - near)) as f32;
    mult(context, matrix)
}

commands! {
    fn glMatrixMode(mode: u32) => matrix_mode;
    fn glLoadIdentity() => load_identity;
    fn glPushMatrix() => push;
    fn glPopMatrix() => pop;
    fn glLoadMatrixf(values: In<f32>) => load_f;
    fn glLoadMatrixd(values: In<f64>) => load_d;
    fn glMultMatrixf(values: In<f32>) => mult_f;
    fn glMultMatrixd(values: In<f64>) => mult_d;
    fn glLoadTransposeMatrixf(values: In<f32>) => load_transposed_f;
    fn glLoadTransposeMatrixd(values: In<f64>) => load_transposed_d;
    fn glMultTransposeMatrixf(values: In<f32>) => mult_transposed_f;
    fn glMultTransposeMatrixd(values: In<f64>) => mult_transposed_d;
    fn glTranslatef(x: f32, y: f32, z: f32) => translate_f;
    fn glTranslated(x: f64, y: f64, z: f64) => translate_d;
    fn glScalef(x: f32, y: f32, z: f32) => scale_f;
    fn glScaled(x: f64, y: f64, z: f64) => scale_d;
    fn glRotatef(degrees: f32, x: f32, y: f32, z: f32) => rotate_f;
    fn glRotated(degrees: f64, x: f64, y: f64, z: f64) => rotate_d;
    fn glOrtho(left: f64, right: f64, bottom: f64, top: f64, near: f64, far: f64) => ortho;
    fn glFrustum(left: f64, right: f64, bottom: f64, top: f64, near: f64, far: f64) => frustum;
    alias glLoadTransposeMatrixfARB = glLoadTransposeMatrixf;
    alias glLoadTransposeMatrixdARB = glLoadTransposeMatrixd;
    alias glMultTransposeMatrixfARB = glMultTransposeMatrixf;
    alias glMultTransposeMatrixdARB = glMultTransposeMatrixd;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gl::state::matrix::inverse;

    #[test]
    fn a_matrix_times_its_inverse_is_the_identity() {
        let m: Matrix = [2.0, 1.0, 0.0, 0.0, 0.5, 3.0, 1.0, 0.0, 1.0, 0.0, 4.0, 0.0, 5.0, 6.0, 7.0, 1.0];
        let product = multiply(&m, &inverse(&m));
        for (value, wanted) in product.iter().zip(IDENTITY) {
            assert!((value - wanted).abs() < 1e-6, "{product:?}");
        }
    }

    #[test]
    fn a_singular_matrix_has_the_zero_matrix_for_an_inverse() {
        assert_eq!(inverse(&[1.0; 16]), [0.0; 16]);
    }
}
