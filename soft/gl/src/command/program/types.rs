//! The tokens of GLSL types.

use crate::tokens::*;
use base::hir::{SamplerType, Scalar, TextureKind, Type};

/// Returns a type's token, as glGetActiveUniform and similar getters return it; 0 for types that no variable of an interface has.
pub fn type_token(ty: &Type) -> u32 {
    match ty {
        Type::Scalar(scalar) => vector(*scalar, 1),
        Type::Vector(scalar, size) => vector(*scalar, *size),
        Type::Matrix(scalar, columns, rows) => matrix(*scalar == Scalar::Double, *columns, *rows),
        Type::Array(element, _) => match &**element {
            Type::Array(..) => 0,
            element => type_token(element),
        },
        Type::Sampler(sampler) => sampler_token(*sampler),
        Type::Image(image) => image_token(*image),
        Type::AtomicCounter => GL_UNSIGNED_INT_ATOMIC_COUNTER,
        Type::Void | Type::Struct(_) => 0,
    }
}

/// Returns the token of a scalar or vector.
fn vector(scalar: Scalar, size: u8) -> u32 {
    let tokens = match scalar {
        Scalar::Bool => [GL_BOOL, GL_BOOL_VEC2, GL_BOOL_VEC3, GL_BOOL_VEC4],
        Scalar::Int => [GL_INT, GL_INT_VEC2, GL_INT_VEC3, GL_INT_VEC4],
        Scalar::Uint => [GL_UNSIGNED_INT, GL_UNSIGNED_INT_VEC2, GL_UNSIGNED_INT_VEC3, GL_UNSIGNED_INT_VEC4],
        Scalar::Float => [GL_FLOAT, GL_FLOAT_VEC2, GL_FLOAT_VEC3, GL_FLOAT_VEC4],
        Scalar::Int64 => [GL_INT64_ARB, GL_INT64_VEC2_ARB, GL_INT64_VEC3_ARB, GL_INT64_VEC4_ARB],
        Scalar::Uint64 => [GL_UNSIGNED_INT64_ARB, GL_UNSIGNED_INT64_VEC2_ARB, GL_UNSIGNED_INT64_VEC3_ARB, GL_UNSIGNED_INT64_VEC4_ARB],
        Scalar::Double => [GL_DOUBLE, GL_DOUBLE_VEC2, GL_DOUBLE_VEC3, GL_DOUBLE_VEC4],
    };
    tokens[usize::from(size.clamp(1, 4) - 1)]
}

/// Returns the token of a matrix.
fn matrix(double: bool, columns: u8, rows: u8) -> u32 {
    const FLOATS: [[u32; 3]; 3] = [
        [GL_FLOAT_MAT2, GL_FLOAT_MAT2x3, GL_FLOAT_MAT2x4],
        [GL_FLOAT_MAT3x2, GL_FLOAT_MAT3, GL_FLOAT_MAT3x4],
        [GL_FLOAT_MAT4x2, GL_FLOAT_MAT4x3, GL_FLOAT_MAT4],
    ];
    const DOUBLES: [[u32; 3]; 3] = [
        [GL_DOUBLE_MAT2, GL_DOUBLE_MAT2x3, GL_DOUBLE_MAT2x4],
        [GL_DOUBLE_MAT3x2, GL_DOUBLE_MAT3, GL_DOUBLE_MAT3x4],
        [GL_DOUBLE_MAT4x2, GL_DOUBLE_MAT4x3, GL_DOUBLE_MAT4],
    ];
    let tokens = if double { &DOUBLES } else { &FLOATS };
    tokens[usize::from(columns.clamp(2, 4) - 2)][usize::from(rows.clamp(2, 4) - 2)]
}

/// Selects the token for texels of floats, ints or unsigned ints.
fn by_result(result: Scalar, tokens: [u32; 3]) -> u32 {
    match result {
        Scalar::Int => tokens[1],
        Scalar::Uint => tokens[2],
        _ => tokens[0],
    }
}

/// Returns the token of a sampler.
fn sampler_token(sampler: SamplerType) -> u32 {
    use TextureKind::*;
    if sampler.shadow {
        return match sampler.kind {
            D1 => GL_SAMPLER_1D_SHADOW,
            Cube => GL_SAMPLER_CUBE_SHADOW,
            Rect => GL_SAMPLER_2D_RECT_SHADOW,
            D1Array => GL_SAMPLER_1D_ARRAY_SHADOW,
            D2Array => GL_SAMPLER_2D_ARRAY_SHADOW,
            CubeArray => GL_SAMPLER_CUBE_MAP_ARRAY_SHADOW,
            _ => GL_SAMPLER_2D_SHADOW,
        };
    }
    let tokens = match sampler.kind {
        D1 => [GL_SAMPLER_1D, GL_INT_SAMPLER_1D, GL_UNSIGNED_INT_SAMPLER_1D],
        D2 => [GL_SAMPLER_2D, GL_INT_SAMPLER_2D, GL_UNSIGNED_INT_SAMPLER_2D],
        D3 => [GL_SAMPLER_3D, GL_INT_SAMPLER_3D, GL_UNSIGNED_INT_SAMPLER_3D],
        Cube => [GL_SAMPLER_CUBE, GL_INT_SAMPLER_CUBE, GL_UNSIGNED_INT_SAMPLER_CUBE],
        Rect => [GL_SAMPLER_2D_RECT, GL_INT_SAMPLER_2D_RECT, GL_UNSIGNED_INT_SAMPLER_2D_RECT],
        Buffer => [GL_SAMPLER_BUFFER, GL_INT_SAMPLER_BUFFER, GL_UNSIGNED_INT_SAMPLER_BUFFER],
        D1Array => [GL_SAMPLER_1D_ARRAY, GL_INT_SAMPLER_1D_ARRAY, GL_UNSIGNED_INT_SAMPLER_1D_ARRAY],
        D2Array => [GL_SAMPLER_2D_ARRAY, GL_INT_SAMPLER_2D_ARRAY, GL_UNSIGNED_INT_SAMPLER_2D_ARRAY],
        CubeArray => [GL_SAMPLER_CUBE_MAP_ARRAY, GL_INT_SAMPLER_CUBE_MAP_ARRAY, GL_UNSIGNED_INT_SAMPLER_CUBE_MAP_ARRAY],
        External => [GL_SAMPLER_EXTERNAL_OES; 3],
        D2Multisample => [GL_SAMPLER_2D_MULTISAMPLE, GL_INT_SAMPLER_2D_MULTISAMPLE, GL_UNSIGNED_INT_SAMPLER_2D_MULTISAMPLE],
        D2MultisampleArray => {
            [GL_SAMPLER_2D_MULTISAMPLE_ARRAY, GL_INT_SAMPLER_2D_MULTISAMPLE_ARRAY, GL_UNSIGNED_INT_SAMPLER_2D_MULTISAMPLE_ARRAY]
        }
    };
    by_result(sampler.result, tokens)
}

/// Returns the token of an image.
fn image_token(image: SamplerType) -> u32 {
    use TextureKind::*;
    let tokens = match image.kind {
        D1 => [GL_IMAGE_1D, GL_INT_IMAGE_1D, GL_UNSIGNED_INT_IMAGE_1D],
        // External textures are accessed as two-dimensional images.
        D2 | External => [GL_IMAGE_2D, GL_INT_IMAGE_2D, GL_UNSIGNED_INT_IMAGE_2D],
        D3 => [GL_IMAGE_3D, GL_INT_IMAGE_3D, GL_UNSIGNED_INT_IMAGE_3D],
        Cube => [GL_IMAGE_CUBE, GL_INT_IMAGE_CUBE, GL_UNSIGNED_INT_IMAGE_CUBE],
        Rect => [GL_IMAGE_2D_RECT, GL_INT_IMAGE_2D_RECT, GL_UNSIGNED_INT_IMAGE_2D_RECT],
        Buffer => [GL_IMAGE_BUFFER, GL_INT_IMAGE_BUFFER, GL_UNSIGNED_INT_IMAGE_BUFFER],
        D1Array => [GL_IMAGE_1D_ARRAY, GL_INT_IMAGE_1D_ARRAY, GL_UNSIGNED_INT_IMAGE_1D_ARRAY],
        D2Array => [GL_IMAGE_2D_ARRAY, GL_INT_IMAGE_2D_ARRAY, GL_UNSIGNED_INT_IMAGE_2D_ARRAY],
        CubeArray => [GL_IMAGE_CUBE_MAP_ARRAY, GL_INT_IMAGE_CUBE_MAP_ARRAY, GL_UNSIGNED_INT_IMAGE_CUBE_MAP_ARRAY],
        D2Multisample => [GL_IMAGE_2D_MULTISAMPLE, GL_INT_IMAGE_2D_MULTISAMPLE, GL_UNSIGNED_INT_IMAGE_2D_MULTISAMPLE],
        D2MultisampleArray => {
            [GL_IMAGE_2D_MULTISAMPLE_ARRAY, GL_INT_IMAGE_2D_MULTISAMPLE_ARRAY, GL_UNSIGNED_INT_IMAGE_2D_MULTISAMPLE_ARRAY]
        }
    };
    by_result(image.result, tokens)
}
