//! The identifiers of the device and the driver, and the tiling of textures.

use super::*;

fn identifier(name: u32) -> [u8; 16] {
    let mut bytes = [0; 16];
    glGetUnsignedBytevEXT(name, bytes.as_mut_ptr());
    bytes
}

fn indexed(name: u32, index: u32) -> [u8; 16] {
    let mut bytes = [0; 16];
    glGetUnsignedBytei_vEXT(name, index, bytes.as_mut_ptr());
    bytes
}

#[test]
fn the_device_and_the_driver_have_identifiers() {
    for context in [core(), compatibility(), es(3, 2)] {
        let gl = Gl::new(context);
        let (device, driver) = (indexed(GL_DEVICE_UUID_EXT, 0), identifier(GL_DRIVER_UUID_EXT));
        assert!(device != [0; 16] && driver != [0; 16] && device != driver);
        assert_eq!((identifier(GL_DEVICE_UUID_EXT), indexed(GL_DRIVER_UUID_EXT, 0)), (device, driver));
        let mut count = 0;
        glGetIntegerv(GL_NUM_DEVICE_UUIDS_EXT, &raw mut count);
        assert_eq!((count, identifier(GL_NUM_DEVICE_UUIDS_EXT)[..2].to_vec()), (1, vec![1, 0]));
        let mut integers = [0i32; 16];
        glGetIntegeri_v(GL_DEVICE_UUID_EXT, 0, integers.as_mut_ptr());
        assert_eq!(integers.map(|value| value as u8), device);
        gl.no_error();
    }
}

#[test]
fn errors_of_identifiers() {
    let _gl = Gl::new(core());
    assert_eq!((identifier(u32::MAX), error()), ([0; 16], GL_INVALID_ENUM));
    assert_eq!((identifier(GL_MAX_TEXTURE_SIZE), error()), ([0; 16], GL_INVALID_ENUM));
    assert_eq!((indexed(u32::MAX, 0), error()), ([0; 16], GL_INVALID_ENUM));
    assert_eq!((indexed(GL_DEVICE_UUID_EXT, 1), error()), ([0; 16], GL_INVALID_VALUE));
    let mut integer = 5;
    glGetIntegeri_v(GL_DEVICE_UUID_EXT, 1, &raw mut integer);
    assert_eq!((integer, error()), (5, GL_INVALID_VALUE));
}

#[test]
fn the_tiling_of_a_texture_is_state_until_it_is_immutable() {
    let _gl = Gl::new(core());
    for target in [GL_TEXTURE_2D, GL_TEXTURE_2D_MULTISAMPLE] {
        let mut texture = 0;
        glGenTextures(1, &raw mut texture);
        glBindTexture(target, texture);
        let set = |value: u32| {
            glTexParameteri(target, GL_TEXTURE_TILING_EXT, value.cast_signed());
            error()
        };
        let tiling = || {
            let mut value = 0u32;
            glGetTexParameteriv(target, GL_TEXTURE_TILING_EXT, (&raw mut value).cast());
            value
        };
        assert_eq!(tiling(), GL_OPTIMAL_TILING_EXT);
        assert_eq!((set(GL_LINEAR_TILING_EXT), tiling()), (GL_NO_ERROR, GL_LINEAR_TILING_EXT));
        assert_eq!((set(GL_LINEAR), tiling()), (GL_INVALID_ENUM, GL_LINEAR_TILING_EXT));
        if target == GL_TEXTURE_2D {
            glTexStorage2D(target, 1, GL_RGBA8, 4, 4);
        } else {
            glTexStorage2DMultisample(target, 4, GL_RGBA8, 4, 4, 1);
        }
        assert_eq!((set(GL_OPTIMAL_TILING_EXT), tiling()), (GL_INVALID_OPERATION, GL_LINEAR_TILING_EXT));
    }
}

#[test]
fn formats_of_textures_have_both_tiling_types() {
    for context in [core(), es(3, 2)] {
        let gl = Gl::new(context);
        let ask = |target: u32, format: u32| {
            let (mut count, mut types) = (9, [0u32; 2]);
            glGetInternalformativ(target, format, GL_NUM_TILING_TYPES_EXT, 1, &raw mut count);
            let values = types.as_mut_ptr().cast();
            glGetInternalformativ(target, format, GL_TILING_TYPES_EXT, 2, values);
            gl.no_error();
            (count, types)
        };
        let both = (2, [GL_OPTIMAL_TILING_EXT, GL_LINEAR_TILING_EXT]);
        assert_eq!((ask(GL_TEXTURE_2D, GL_RGBA8), ask(GL_TEXTURE_2D_ARRAY, GL_COMPRESSED_RGBA8_ETC2_EAC)), (both, both));
        assert_eq!(ask(GL_RENDERBUFFER, GL_RGBA8), (0, [0; 2]));
        if gl.0.lock().unwrap().is_es() {
            // "An INVALID_ENUM error is generated if internalformat is not color-, depth-, or stencil-renderable." [ES 3.2, 20.3]
            glGetInternalformativ(GL_TEXTURE_2D, 0x1234_5678, GL_NUM_TILING_TYPES_EXT, 1, std::ptr::null_mut());
            assert_eq!(glGetError(), GL_INVALID_ENUM);
        } else {
            assert_eq!(ask(GL_TEXTURE_2D, 0x1234_5678), (0, [0; 2]));
        }
    }
}
