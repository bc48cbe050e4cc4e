//! Setting and querying the sampling parameters that samplers and textures share.

use crate::command::framebuffer;
use crate::config::Api;
use crate::context::Context;
use crate::error::{Result, invalid_enum, invalid_value};
use crate::object::sampler::Parameters;
use crate::pointer::In;
use crate::tokens::*;
use crate::{es, es1};

/// The argument of a parameter command. Arrays have four elements if the parameter has four components, otherwise one.
#[derive(Clone, Copy, Debug)]
pub enum ParameterValue {
    /// Of glTexParameteri.
    Integer(i32),
    /// Of glTexParameterf.
    Float(f32),
    /// Of glTexParameteriv: border colours are normalized.
    Integers(Components<i32>),
    /// Of glTexParameterfv.
    Floats(Components<f32>),
    /// Of glTexParameterIiv and glTexParameterIuiv: border colours are not converted.
    Pure(Components<i32>),
}

/// An application's array of up to four components, of which the driver reads as many as the parameter has.
#[derive(Clone, Copy)]
pub struct Components<T>(pub In<T>);

impl<T> std::fmt::Debug for Components<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("array")
    }
}

impl ParameterValue {
    /// Returns the (first) value as an integer; floats are rounded.
    pub fn integer(self) -> i32 {
        match self {
            ParameterValue::Integer(value) => value,
            ParameterValue::Float(value) => value.round() as i32,
            ParameterValue::Integers(values) | ParameterValue::Pure(values) => values.0.first().unwrap_or(0),
            ParameterValue::Floats(values) => values.0.first().unwrap_or(0.0).round() as i32,
        }
    }

    /// Returns the (first) value as a token.
    pub fn token(self) -> u32 {
        self.integer() as u32
    }

    /// Returns the (first) value as a float.
    pub fn float(self) -> f32 {
        match self {
            ParameterValue::Float(value) => value,
            ParameterValue::Floats(values) => values.0.first().unwrap_or(0.0),
            other => other.integer() as f32,
        }
    }

    /// Returns four integers.
    pub fn integers(self) -> Result<[i32; 4]> {
        match self {
            ParameterValue::Integer(_) | ParameterValue::Float(_) => Err(invalid_enum(
                &"An INVALID_ENUM error is generated if TexParameter{if} is called for a non-scalar parameter (TEXTURE_BORDER_COLOR or \
                  TEXTURE_SWIZZLE_RGBA. [GL 4.4, 8.10]",
            )),
            ParameterValue::Integers(values) | ParameterValue::Pure(values) => {
                Ok(std::array::from_fn(|index| values.0.at(index).unwrap_or(0)))
            }
            ParameterValue::Floats(values) => Ok(std::array::from_fn(|index| values.0.at(index).unwrap_or(0.0).round() as i32)),
        }
    }

    /// Returns a colour's bits. Integers become floats in [-1, 1] unless they are pure.
    fn color(self) -> Result<[u32; 4]> {
        match self {
            ParameterValue::Integer(_) | ParameterValue::Float(_) => Err(invalid_enum(
                &"An INVALID_ENUM error is generated if TexParameter{if} is called for a non-scalar parameter (TEXTURE_BORDER_COLOR or \
                  TEXTURE_SWIZZLE_RGBA. [GL 4.4, 8.10]",
            )),
            ParameterValue::Integers(values) => Ok(std::array::from_fn(|index| {
                let value = f64::from(values.0.at(index).unwrap_or(0));
                ((value / f64::from(i32::MAX)).max(-1.0) as f32).to_bits()
            })),
            ParameterValue::Pure(values) => Ok(std::array::from_fn(|index| values.0.at(index).unwrap_or(0) as u32)),
            ParameterValue::Floats(values) => Ok(std::array::from_fn(|index| values.0.at(index).unwrap_or(0.0).to_bits())),
        }
    }
}

/// A parameter's value, before a getter converts it to its own type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StateValue {
    /// An integer or a token.
    Integer(i32),
    /// A float.
    Float(f32),
    /// Four integers or tokens.
    Integers([i32; 4]),
    /// A colour's bits: floats, or the integers of glTexParameterI.
    Color([u32; 4]),
}

impl StateValue {
    /// Returns the value as a query that converts it shows it.
    pub fn shown(self, context: &mut Context) -> Self {
        match self {
            // "If fragment color clamping is enabled, querying of the texture border color … will clamp the corresponding state values to
            // [0, 1] before returning them." [GL 4.4 compatibility, 18.1.1]
            StateValue::Color(bits) if framebuffer::clamps_fragments(context) => {
                StateValue::Color(bits.map(|bits| f32::from_bits(bits).clamp(0.0, 1.0).to_bits()))
            }
            other => other,
        }
    }

    /// Returns the values of glGetTexParameteriv: floats rounded, colours mapped to the whole range of integers.
    pub fn integers(self) -> Vec<i32> {
        let color = |bits: u32| (f64::from(f32::from_bits(bits)) * f64::from(i32::MAX)).round() as i32;
        match self {
            StateValue::Integer(value) => vec![value],
            StateValue::Float(value) => vec![value.round() as i32],
            StateValue::Integers(values) => values.to_vec(),
            StateValue::Color(bits) => bits.map(color).to_vec(),
        }
    }

    /// Returns the values of glGetTexParameterfv.
    pub fn floats(self) -> Vec<f32> {
        match self {
            StateValue::Float(value) => vec![value],
            StateValue::Color(bits) => bits.map(f32::from_bits).to_vec(),
            other => other.integers().into_iter().map(|value| value as f32).collect(),
        }
    }

    /// Returns the values of glGetTexParameterIiv.
    pub fn pure(self) -> Vec<i32> {
        match self {
            StateValue::Color(bits) => bits.map(|bits| bits as i32).to_vec(),
            other => other.integers(),
        }
    }
}

/// Checks that a token is in a list.
fn one_of(token: u32, list: &[u32]) -> Result<u32> {
    if list.contains(&token) {
        Ok(token)
    } else {
        Err(invalid_enum(
            &"An INVALID_ENUM error is generated if the type of the parameter specified by pname is enum, and the value(s) specified by \
              param or params are not among the legal values shown in table 8.24. [GL 4.4, 8.10]",
        ))
    }
}

const COMPARES: [u32; 8] = [GL_NEVER, GL_LESS, GL_EQUAL, GL_LEQUAL, GL_GREATER, GL_NOTEQUAL, GL_GEQUAL, GL_ALWAYS];

impl Parameters {
    /// Sets a parameter. Returns false if samplers have no such parameter. `rectangle` selects the values that rectangle textures accept.
    pub fn set(&mut self, context: &Context, rectangle: bool, name: u32, value: ParameterValue) -> Result<bool> {
        match name {
            GL_TEXTURE_MIN_FILTER => {
                let mipmaps = [
                    GL_NEAREST,
                    GL_LINEAR,
                    GL_NEAREST_MIPMAP_NEAREST,
                    GL_NEAREST_MIPMAP_LINEAR,
                    GL_LINEAR_MIPMAP_NEAREST,
                    GL_LINEAR_MIPMAP_LINEAR,
                ];
                let filter = one_of(value.token(), &mipmaps)?;
                if rectangle && !mipmaps[..2].contains(&filter) {
                    return Err(invalid_enum(
                        &"An INVALID_ENUM error is generated if target is TEXTURE_RECTANGLE and pname TEXTURE_MIN_FILTER is set to a value \
                          other than NEAREST or LINEAR (no mipmap filtering is permitted). [GL 4.4, 8.10]",
                    ));
                }
                self.min_filter = filter;
            }
            GL_TEXTURE_MAG_FILTER => self.mag_filter = one_of(value.token(), &[GL_NEAREST, GL_LINEAR])?,
            GL_TEXTURE_WRAP_S | GL_TEXTURE_WRAP_T | GL_TEXTURE_WRAP_R => {
                let index = match name {
                    GL_TEXTURE_WRAP_S => 0,
                    GL_TEXTURE_WRAP_T => 1,
                    _ => 2,
                };
                let token = value.token();
                let lacks = match context.config.api {
                    Api::Es1 => !es1::has_token(token),
                    Api::Es => !es::Version::of(context.config.version).has_token(token),
                    Api::Core | Api::Compatibility => false,
                };
                let known = match token {
                    GL_CLAMP_TO_EDGE | GL_CLAMP_TO_BORDER => true,
                    GL_REPEAT | GL_MIRRORED_REPEAT | GL_MIRROR_CLAMP_TO_EDGE => !rectangle,
                    GL_MIRROR_CLAMP_EXT | GL_MIRROR_CLAMP_TO_BORDER_EXT => !rectangle && !context.is_es(),
                    GL_CLAMP => context.config.api == Api::Compatibility,
                    _ => false,
                };
                if !known || lacks {
                    return Err(invalid_enum(
                        &"An INVALID_ENUM error is generated if the type of the parameter specified by pname is enum, and the value(s) \
                          specified by param or params are not among the legal values shown in table 8.24. [GL 4.4, 8.10] An INVALID_ENUM \
                          error is generated if target is TEXTURE_RECTANGLE and either of pnames TEXTURE_WRAP_S or TEXTURE_WRAP_T is set \
                          to either REPEAT or MIRRORED_REPEAT. [GL 4.4, 8.10] INVALID_ENUM is generated when TexParameter is called with a \
                          target of TEXTURE_RECTANGLE_NV and the TEXTURE_WRAP_S, TEXTURE_WRAP_T, or TEXTURE_WRAP_R parameter is set to \
                          REPEAT, MIRRORED_REPEAT_IBM, MIRROR_CLAMP_EXT, MIRROR_CLAMP_TO_EDGE_EXT, or MIRROR_CLAMP_TO_BORDER_EXT. \
                          [EXT_texture_mirror_clamp]",
                    ));
                }
                self.wrap[index] = token;
            }
            GL_TEXTURE_MIN_LOD => self.min_lod = value.float(),
            GL_TEXTURE_MAX_LOD => self.max_lod = value.float(),
            GL_TEXTURE_LOD_BIAS if !context.is_es() => self.lod_bias = value.float(),
            GL_TEXTURE_COMPARE_MODE => self.compare_mode = one_of(value.token(), &[GL_NONE, GL_COMPARE_REF_TO_TEXTURE])?,
            GL_TEXTURE_COMPARE_FUNC => self.compare_func = one_of(value.token(), &COMPARES)?,
            // "The value set by TEXTURE_COMPARE_FAIL_VALUE_ARB is clamped to lie in [0, 1]." [ARB_shadow_ambient]
            GL_TEXTURE_COMPARE_FAIL_VALUE_ARB if context.config.api == Api::Compatibility => {
                self.compare_fail = value.float().clamp(0.0, 1.0);
            }
            GL_TEXTURE_BORDER_COLOR => self.border = value.color()?,
            GL_TEXTURE_MAX_ANISOTROPY => {
                let value = value.float();
                if value.is_nan() || value < 1.0 {
                    return Err(invalid_value(
                        &"INVALID_VALUE is generated when TexParameter is called with <pname> of TEXTURE_MAX_ANISOTROPY_EXT and a <param> \
                          value or value of what <params> points to less than 1.0. [EXT_texture_filter_anisotropic]",
                    ));
                }
                self.max_anisotropy = value;
            }
            GL_TEXTURE_REDUCTION_MODE_ARB => {
                self.reduction = one_of(value.token(), &[GL_WEIGHTED_AVERAGE_ARB, GL_MIN, GL_MAX]).map_err(|_| {
                    invalid_enum(
                        &"INVALID_ENUM is generated when SamplerParameter*, TexParameter*, TextureParameter*EXT, and \
                          MultiTextureParameter*EXT is called with a <pname> of TEXTURE_REDUCTION_MODE_EXT and a <param> value or value \
                          pointed to by <params> points that is not one of WEIGHTED_AVERAGE_EXT, MIN, or MAX. [EXT_texture_filter_minmax]",
                    )
                })?;
            }
            GL_TEXTURE_SRGB_DECODE_EXT => self.srgb_decode = one_of(value.token(), &[GL_DECODE_EXT, GL_SKIP_DECODE_EXT])?,
            GL_TEXTURE_CUBE_MAP_SEAMLESS if !context.is_es() => self.seamless = value.float() != 0.0,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Returns a parameter's value; `None` if samplers have no such parameter.
    pub fn get(&self, api: Api, name: u32) -> Option<StateValue> {
        let es = matches!(api, Api::Es | Api::Es1);
        let token = |token: u32| Some(StateValue::Integer(token as i32));
        match name {
            GL_TEXTURE_MIN_FILTER => token(self.min_filter),
            GL_TEXTURE_MAG_FILTER => token(self.mag_filter),
            GL_TEXTURE_WRAP_S => token(self.wrap[0]),
            GL_TEXTURE_WRAP_T => token(self.wrap[1]),
            GL_TEXTURE_WRAP_R => token(self.wrap[2]),
            GL_TEXTURE_MIN_LOD => Some(StateValue::Float(self.min_lod)),
            GL_TEXTURE_MAX_LOD => Some(StateValue::Float(self.max_lod)),
            GL_TEXTURE_LOD_BIAS if !es => Some(StateValue::Float(self.lod_bias)),
            GL_TEXTURE_COMPARE_MODE => token(self.compare_mode),
            GL_TEXTURE_COMPARE_FUNC => token(self.compare_func),
            GL_TEXTURE_COMPARE_FAIL_VALUE_ARB if api == Api::Compatibility => Some(StateValue::Float(self.compare_fail)),
            GL_TEXTURE_BORDER_COLOR => Some(StateValue::Color(self.border)),
            GL_TEXTURE_MAX_ANISOTROPY => Some(StateValue::Float(self.max_anisotropy)),
            GL_TEXTURE_REDUCTION_MODE_ARB => token(self.reduction),
            GL_TEXTURE_SRGB_DECODE_EXT => token(self.srgb_decode),
            GL_TEXTURE_CUBE_MAP_SEAMLESS if !es => token(self.seamless.into()),
            _ => None,
        }
    }
}
