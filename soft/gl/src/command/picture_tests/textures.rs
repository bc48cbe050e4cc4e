//! Scenes of textures.

use super::{SIZE, noise, painted, pixels, target};
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::tokens::*;
use std::ffi::{CStr, c_void};

/// Creates a texture with noise in its first level, and the levels below. Binds it to a unit.
fn noisy(unit: u32, kind: u32, format: u32, size: [i32; 3], parameters: &[(u32, u32)]) {
    let mut texture = 0u32;
    glCreateTextures(kind, 1, &raw mut texture);
    let levels = 32 - (size[0] as u32).leading_zeros() as i32;
    let faces = if kind == GL_TEXTURE_CUBE_MAP { 6 } else { size[2] };
    let is_depth = format == GL_DEPTH_COMPONENT24;
    let bytes = noise((size[0] * size[1] * faces.max(1) * 4) as usize);
    let address = bytes.as_ptr().cast::<c_void>();
    let (external, ty) = if is_depth { (GL_DEPTH_COMPONENT, GL_UNSIGNED_INT) } else { (GL_RGBA, GL_UNSIGNED_BYTE) };
    if faces == 1 || (kind == GL_TEXTURE_CUBE_MAP && size[2] == 1) {
        glTextureStorage2D(texture, levels, format, size[0], size[1]);
    } else {
        glTextureStorage3D(texture, levels, format, size[0], size[1], size[2]);
    }
    if faces == 1 {
        glTextureSubImage2D(texture, 0, 0, 0, size[0], size[1], external, ty, address);
    } else {
        glTextureSubImage3D(texture, 0, 0, 0, 0, size[0], size[1], faces, external, ty, address);
    }
    glGenerateTextureMipmap(texture);
    for &(name, value) in parameters {
        glTextureParameteri(texture, name, value as i32);
    }
    glBindTextureUnit(unit, texture);
}

/// Mip maps, anisotropy, seamless cube maps, 3D textures, arrays, comparisons, borders, gathering, explicit gradients.
pub fn filters(gl: &Gl) -> Vec<u32> {
    let trilinear = (GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    noisy(0, GL_TEXTURE_2D, GL_RGBA8, [64, 64, 1], &[trilinear, (GL_TEXTURE_MAX_ANISOTROPY, 8)]);
    noisy(1, GL_TEXTURE_CUBE_MAP, GL_SRGB8_ALPHA8, [16, 16, 1], &[trilinear]);
    noisy(2, GL_TEXTURE_3D, GL_RGBA16F, [8, 8, 8], &[trilinear, (GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER)]);
    noisy(
        3,
        GL_TEXTURE_2D_ARRAY,
        GL_RGB10_A2,
        [16, 16, 4],
        &[(GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_LINEAR), (GL_TEXTURE_WRAP_T, GL_MIRRORED_REPEAT)],
    );
    noisy(4, GL_TEXTURE_2D, GL_DEPTH_COMPONENT24, [32, 32, 1], &[trilinear, (GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE)]);
    let fragment = c"#version 460
noperspective in vec2 at;
layout(binding = 0) uniform sampler2D plane;
layout(binding = 1) uniform samplerCube cube;
layout(binding = 2) uniform sampler3D volume;
layout(binding = 3) uniform sampler2DArray layers;
layout(binding = 4) uniform sampler2DShadow shadow;
out vec4 pixel;
void main() {
    vec2 ground = vec2((at.x - 0.5) / (at.y + 0.02), 1.0 / (at.y + 0.02));
    pixel = texture(plane, ground) + texture(cube, vec3(at * 2.0 - 1.0, sin(at.x * 9.0)));
    pixel += texture(volume, vec3(at, at.x * at.y) * 1.3 - 0.1) + texture(layers, vec3(at * 5.0, at.x * 4.0), 0.5);
    pixel += vec4(texture(shadow, vec3(ground, at.x)), textureProj(shadow, vec4(at, at.y, 1.5)), 0.0, 0.0);
    pixel += textureGather(plane, ground, 2) * 0.5 + textureGrad(plane, at, vec2(0.1, 0.02), vec2(0.0, 0.3));
    pixel += textureLodOffset(plane, at, at.x * 5.0, ivec2(3, -2)) + texelFetch(layers, ivec3(at * 8.0, 2), 1);
    pixel.xy += textureQueryLod(plane, ground) * 0.1;
}";
    painted(gl, GL_RGBA32F, GL_FLOAT, fragment)
}

/// The compressed formats, and the size of their blocks: texels across and down, and bytes.
const COMPRESSED: &[(u32, [i32; 3])] = &[
    (GL_COMPRESSED_RGB_S3TC_DXT1_EXT, [4, 4, 8]),
    (GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, [4, 4, 8]),
    (GL_COMPRESSED_RGBA_S3TC_DXT3_EXT, [4, 4, 16]),
    (GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, [4, 4, 16]),
    (GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT, [4, 4, 16]),
    (GL_COMPRESSED_RED_RGTC1, [4, 4, 8]),
    (GL_COMPRESSED_SIGNED_RG_RGTC2, [4, 4, 16]),
    (GL_COMPRESSED_RGBA_BPTC_UNORM, [4, 4, 16]),
    (GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT, [4, 4, 16]),
    (GL_COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT, [4, 4, 16]),
    (GL_COMPRESSED_RGB8_ETC2, [4, 4, 8]),
    (GL_COMPRESSED_RGB8_PUNCHTHROUGH_ALPHA1_ETC2, [4, 4, 8]),
    (GL_COMPRESSED_SRGB8_ALPHA8_ETC2_EAC, [4, 4, 16]),
    (GL_COMPRESSED_SIGNED_R11_EAC, [4, 4, 8]),
    (GL_COMPRESSED_RG11_EAC, [4, 4, 16]),
    (GL_COMPRESSED_RGBA_ASTC_4x4_KHR, [4, 4, 16]),
    (GL_COMPRESSED_RGBA_ASTC_6x5_KHR, [6, 5, 16]),
    (GL_COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR, [10, 8, 16]),
    (GL_COMPRESSED_RGBA_ASTC_12x12_KHR, [12, 12, 16]),
];

/// Every kind of compressed texture with random blocks, each in a part of the picture.
pub fn compressed(gl: &Gl) -> Vec<u32> {
    target(GL_RGBA32F, 0);
    let fragment = c"#version 460
noperspective in vec2 at;
layout(binding = 0) uniform sampler2D image;
out vec4 pixel;
void main() { pixel = textureLod(image, at, 0.0); }";
    gl.program(&[(GL_VERTEX_SHADER, super::WHOLE_WINDOW), (GL_FRAGMENT_SHADER, fragment)], &[]);
    for (index, &(format, [width, height, bytes])) in (0..).zip(COMPRESSED) {
        const EDGE: i32 = 48;
        let blocks = ((EDGE + width - 1) / width) * ((EDGE + height - 1) / height);
        let data = noise((blocks * bytes) as usize);
        let mut texture = 0u32;
        glGenTextures(1, &raw mut texture);
        glBindTexture(GL_TEXTURE_2D, texture);
        glCompressedTexImage2D(GL_TEXTURE_2D, 0, format, EDGE, EDGE, 0, blocks * bytes, data.as_ptr().cast());
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
        glViewport(index % 5 * 40, index / 5 * 37, 39, 36);
        super::draw(GL_TRIANGLES, 3);
        gl.no_error();
    }
    pixels(GL_FLOAT)
}

/// Paints what the conversions convert.
const PAINTING: &CStr = c"#version 460
noperspective in vec2 at;
out vec4 pixel;
void main() { pixel = vec4(sin(at * 40.0) * 0.6 + 0.5, fract(at.x * at.y * 30.0), at.x * 1.5 - 0.2); }";

/// Colours converted to every kind of format, scaled by blits, read as floats and as packed pixels.
pub fn conversions(gl: &Gl) -> Vec<u32> {
    // Signed components are read as they are stored.
    glClampColor(GL_CLAMP_READ_COLOR, 0);
    let mut words = painted(gl, GL_RGBA32F, GL_FLOAT, PAINTING);
    let mut source = 0i32;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &raw mut source);
    for format in [GL_RGBA8_SNORM, GL_RGBA16, GL_RGB565, GL_RGB5_A1, GL_RGBA4, GL_R11F_G11F_B10F, GL_RG16F, GL_SRGB8_ALPHA8] {
        let scaled = target(format, 0);
        glEnable(GL_FRAMEBUFFER_SRGB);
        glBindFramebuffer(GL_READ_FRAMEBUFFER, source as u32);
        glBlitFramebuffer(0, 0, SIZE[0], SIZE[1], SIZE[0] - 7, 3, 11, SIZE[1] - 20, GL_COLOR_BUFFER_BIT, GL_LINEAR);
        glBindFramebuffer(GL_READ_FRAMEBUFFER, scaled);
        gl.no_error();
        words.extend(pixels(GL_FLOAT));
    }
    glBindFramebuffer(GL_READ_FRAMEBUFFER, source as u32);
    for (format, ty) in
        [(GL_RGB, GL_UNSIGNED_INT_5_9_9_9_REV), (GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV), (GL_RGB, GL_UNSIGNED_INT_10F_11F_11F_REV)]
    {
        let mut packed = vec![0u32; (SIZE[0] * SIZE[1]) as usize];
        glReadPixels(0, 0, SIZE[0], SIZE[1], format, ty, packed.as_mut_ptr().cast());
        gl.no_error();
        words.extend(packed);
    }
    words
}
