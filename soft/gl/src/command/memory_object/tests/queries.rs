//! The identifiers of the device and the driver, and the tiling of textures.

use super::*;

fn identifier(name: u32) -> [u8; 16] {
    let mut bytes = [0; 16];
    gl!(glGetUnsignedBytevEXT(name => u32, bytes.as_mut_ptr() => *mut u8));
    bytes
}

fn indexed(name: u32, index: u32) -> [u8; 16] {
    let mut bytes = [0; 16];
    gl!(glGetUnsignedBytei_vEXT(name => u32, index => u32, bytes.as_mut_ptr() => *mut u8));
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
        gl!(glGetIntegerv(GL_NUM_DEVICE_UUIDS_EXT => u32, &raw mut count => *mut i32));
        assert_eq!((count, identifier(GL_NUM_DEVICE_UUIDS_EXT)[..2].to_vec()), (1, vec![1, 0]));
        let mut integers = [0i32; 16];
        gl!(glGetIntegeri_v(GL_DEVICE_UUID_EXT => u32, 0 => u32, integers.as_mut_ptr() => *mut i32));
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
    gl!(glGetIntegeri_v(GL_DEVICE_UUID_EXT => u32, 1 => u32, &raw mut integer => *mut i32));
    assert_eq!((integer, error()), (5, GL_INVALID_VALUE));
}

#[test]
fn the_tiling_of_a_texture_is_state_until_it_is_immutable() {
    let _gl = Gl::new(core());
    for target in [GL_TEXTURE_2D, GL_TEXTURE_2D_MULTISAMPLE] {
        let mut texture = 0;
        gl!(glGenTextures(1 => i32, &raw mut texture => *mut u32));
        gl!(glBindTexture(target => u32, texture => u32));
        let set = |value: u32| {
            gl!(glTexParameteri(target => u32, GL_TEXTURE_TILING_EXT => u32, value.cast_signed() => i32));
            error()
        };
        let tiling = || {
            let mut value = 0u32;
            gl!(glGetTexParameteriv(target => u32, GL_TEXTURE_TILING_EXT => u32, (&raw mut value).cast() => *mut i32));
            value
        };
        assert_eq!(tiling(), GL_OPTIMAL_TILING_EXT);
        assert_eq!((set(GL_LINEAR_TILING_EXT), tiling()), (GL_NO_ERROR, GL_LINEAR_TILING_EXT));
        assert_eq!((set(GL_LINEAR), tiling()), (GL_INVALID_ENUM, GL_LINEAR_TILING_EXT));
        if target == GL_TEXTURE_2D {
            gl!(glTexStorage2D(target => u32, 1 => i32, GL_RGBA8 => u32, 4 => i32, 4 => i32));
        } else {
            gl!(glTexStorage2DMultisample(target => u32, 4 => i32, GL_RGBA8 => u32, 4 => i32, 4 => i32, 1 => u8));
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
            gl!(glGetInternalformativ(target => u32, format => u32, GL_NUM_TILING_TYPES_EXT => u32, 1 => i32, &raw mut count => *mut i32));
            let values = types.as_mut_ptr().cast();
            gl!(glGetInternalformativ(target => u32, format => u32, GL_TILING_TYPES_EXT => u32, 2 => i32, values => *mut i32));
            gl.no_error();
            (count, types)
        };
        let both = (2, [GL_OPTIMAL_TILING_EXT, GL_LINEAR_TILING_EXT]);
        assert_eq!((ask(GL_TEXTURE_2D, GL_RGBA8), ask(GL_TEXTURE_2D_ARRAY, GL_COMPRESSED_RGBA8_ETC2_EAC)), (both, both));
        assert_eq!(ask(GL_RENDERBUFFER, GL_RGBA8), (0, [0; 2]));
        if gl.0.lock().unwrap().is_es() {
            // "An INVALID_ENUM error is generated if internalformat is not color-, depth-, or stencil-renderable." [ES 3.2, 20.3]
            gl!(glGetInternalformativ(
                GL_TEXTURE_2D => u32, 0x1234_5678 => u32, GL_NUM_TILING_TYPES_EXT => u32, 1 => i32, std::ptr::null_mut() => *mut i32
            ));
            assert_eq!(gl!(glGetError() -> u32), GL_INVALID_ENUM);
        } else {
            assert_eq!(ask(GL_TEXTURE_2D, 0x1234_5678), (0, [0; 2]));
        }
    }
}
