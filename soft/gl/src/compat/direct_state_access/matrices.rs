//! Matrix commands of a named stack.

use super::declare::commands_within;
use super::scope::on_matrices;
use crate::compat::matrices;
use crate::pointer::In;

commands_within! {
    fn glMatrixLoadfEXT(mode: u32, values: In<f32>) [16] => on_matrices(mode): matrices::load_f(values);
    fn glMatrixLoaddEXT(mode: u32, values: In<f64>) [16] => on_matrices(mode): matrices::load_d(values);
    fn glMatrixMultfEXT(mode: u32, values: In<f32>) [16] => on_matrices(mode): matrices::mult_f(values);
    fn glMatrixMultdEXT(mode: u32, values: In<f64>) [16] => on_matrices(mode): matrices::mult_d(values);
    fn glMatrixLoadTransposefEXT(mode: u32, values: In<f32>) [16] => on_matrices(mode): matrices::load_transposed_f(values);
    fn glMatrixLoadTransposedEXT(mode: u32, values: In<f64>) [16] => on_matrices(mode): matrices::load_transposed_d(values);
    fn glMatrixMultTransposefEXT(mode: u32, values: In<f32>) [16] => on_matrices(mode): matrices::mult_transposed_f(values);
    fn glMatrixMultTransposedEXT(mode: u32, values: In<f64>) [16] => on_matrices(mode): matrices::mult_transposed_d(values);
    fn glMatrixLoadIdentityEXT(mode: u32) => on_matrices(mode): matrices::load_identity();
    fn glMatrixRotatefEXT(mode: u32, degrees: f32, x: f32, y: f32, z: f32) => on_matrices(mode): matrices::rotate_f(degrees, x, y, z);
    fn glMatrixRotatedEXT(mode: u32, degrees: f64, x: f64, y: f64, z: f64) => on_matrices(mode): matrices::rotate_d(degrees, x, y, z);
    fn glMatrixScalefEXT(mode: u32, x: f32, y: f32, z: f32) => on_matrices(mode): matrices::scale_f(x, y, z);
    fn glMatrixScaledEXT(mode: u32, x: f64, y: f64, z: f64) => on_matrices(mode): matrices::scale_d(x, y, z);
    fn glMatrixTranslatefEXT(mode: u32, x: f32, y: f32, z: f32) => on_matrices(mode): matrices::translate_f(x, y, z);
    fn glMatrixTranslatedEXT(mode: u32, x: f64, y: f64, z: f64) => on_matrices(mode): matrices::translate_d(x, y, z);
    fn glMatrixOrthoEXT(mode: u32, left: f64, right: f64, bottom: f64, top: f64, near: f64, far: f64)
        => on_matrices(mode): matrices::ortho(left, right, bottom, top, near, far);
    fn glMatrixFrustumEXT(mode: u32, left: f64, right: f64, bottom: f64, top: f64, near: f64, far: f64)
        => on_matrices(mode): matrices::frustum(left, right, bottom, top, near, far);
    fn glMatrixPushEXT(mode: u32) => on_matrices(mode): matrices::push();
    fn glMatrixPopEXT(mode: u32) => on_matrices(mode): matrices::pop();
}
