//! Commands on the state of multisampling. `texture/multisampled.rs` and `renderbuffer.rs` make multisampled images.

use crate::command::framebuffer;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_enum, invalid_value};
use crate::pointer::Out;
use crate::tokens::*;
use base::core::sample_positions;

commands! {
    fn glSampleCoverage(value: f32, invert: u8) => sample_coverage;
    fn glSampleMaski(word: u32, mask: u32) => sample_mask;
    fn glMinSampleShading(value: f32) => min_sample_shading;
    fn glGetMultisamplefv(name: u32, index: u32, values: Out<f32>) => get_multisample;
}

/// Implements glSampleCoverage.
pub fn sample_coverage(context: &mut Context, value: f32, invert: u8) -> Result<()> {
    context.state.sample_coverage = (value.clamp(0.0, 1.0), invert != 0);
    Ok(())
}

fn sample_mask(context: &mut Context, word: u32, mask: u32) -> Result<()> {
    *context.state.sample_mask.get_mut(word as usize).ok_or(invalid_value(
        &"An INVALID_VALUE error is generated if maskNumber is greater than or equal to the value of MAX_SAMPLE_MASK_WORDS. \
          [GL 4.4, 17.3.3]",
    ))? = mask;
    Ok(())
}

fn min_sample_shading(context: &mut Context, value: f32) -> Result<()> {
    context.state.min_sample_shading = value.clamp(0.0, 1.0);
    Ok(())
}

fn get_multisample(context: &mut Context, name: u32, index: u32, values: Out<f32>) -> Result<()> {
    if name != GL_SAMPLE_POSITION {
        return Err(invalid_enum(&"pname must be SAMPLE_POSITION [GL 4.4, 14.3.1]"));
    }
    let samples = framebuffer::samples(context, context.framebuffers.draw, false);
    let position = sample_positions::positions(samples).get(index as usize).filter(|_| index < samples).ok_or(invalid_value(
        &"An INVALID_VALUE error is generated if index is greater than or equal to the value of SAMPLES. [GL 4.4, 14.3.1]",
    ))?;
    values.write(&position.map(|place| f32::from(place) / 16.0));
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

    use crate::testing::calling::Gl;
    use crate::testing::calls::*;
    use crate::testing::fixtures::{compatibility, core, es};
    use crate::tokens::*;

    fn error() -> u32 {
        glGetError()
    }

    fn floats(name: u32) -> f32 {
        let mut value = -1.0;
        glGetFloatv(name, &raw mut value);
        value
    }

    #[test]
    fn sample_masks_are_state() {
        for context in [core(), compatibility(), es(3, 1), es(3, 2)] {
            let gl = Gl::new(context);
            let mask = |index: u32| {
                let mut value = 7;
                glGetIntegeri_v(GL_SAMPLE_MASK_VALUE, index, &raw mut value);
                value.cast_unsigned()
            };
            assert_eq!(mask(0), u32::MAX, "all bits of all words set");
            glSampleMaski(0, 0x8000_0001);
            assert_eq!(mask(0), 0x8000_0001);
            let mut wide = 0i64;
            glGetInteger64i_v(GL_SAMPLE_MASK_VALUE, 0, &raw mut wide);
            assert_eq!(wide, -0x7FFF_FFFF);
            gl.no_error();
            glSampleMaski(1, 0);
            assert_eq!(error(), GL_INVALID_VALUE);
            mask(1);
            assert_eq!(error(), GL_INVALID_VALUE);
            assert_eq!(glIsEnabled(GL_SAMPLE_MASK), 0);
            glEnable(GL_SAMPLE_MASK);
            assert_eq!(glIsEnabled(GL_SAMPLE_MASK), 1);
            gl.no_error();
        }
    }

    #[test]
    fn fractions_are_clamped() {
        let gl = Gl::new(core());
        glSampleCoverage(2.0, 1);
        let mut invert = 0;
        glGetBooleanv(GL_SAMPLE_COVERAGE_INVERT, &raw mut invert);
        assert_eq!((floats(GL_SAMPLE_COVERAGE_VALUE), invert), (1.0, 1));
        glMinSampleShading(-0.5);
        assert_eq!(floats(GL_MIN_SAMPLE_SHADING_VALUE), 0.0);
        gl.no_error();
    }

    #[test]
    fn sample_state_is_an_attribute_group() {
        let gl = Gl::new(compatibility());
        let state = || {
            let enabled = [GL_SAMPLE_COVERAGE, GL_SAMPLE_SHADING, GL_SAMPLE_MASK].map(glIsEnabled);
            (floats(GL_SAMPLE_COVERAGE_VALUE), floats(GL_MIN_SAMPLE_SHADING_VALUE), enabled)
        };
        let change = |mask: u32| {
            glPushAttrib(mask);
            glSampleCoverage(0.25, 0);
            glMinSampleShading(0.5);
            for capability in [GL_SAMPLE_COVERAGE, GL_SAMPLE_SHADING, GL_SAMPLE_MASK] {
                glEnable(capability);
            }
            glPopAttrib();
            gl.no_error();
        };
        change(GL_MULTISAMPLE_BIT);
        // The mask belongs to no group.
        assert_eq!(state(), (1.0, 0.0, [0, 0, 1]));
        glDisable(GL_SAMPLE_MASK);
        change(GL_ENABLE_BIT);
        assert_eq!(state(), (0.25, 0.5, [0, 0, 1]));
        change(GL_VIEWPORT_BIT);
        assert_eq!(state(), (0.25, 0.5, [1, 1, 1]));
    }

    #[test]
    fn positions_are_of_samples_that_there_are() {
        let gl = Gl::new(core());
        let mut samples = -1;
        glGetIntegerv(GL_SAMPLES, &raw mut samples);
        assert_eq!(samples, 0);
        let position = |name: u32, index: u32| {
            let mut values = [7.0f32; 2];
            glGetMultisamplefv(name, index, values.as_mut_ptr());
            (values, error())
        };
        // "An INVALID_VALUE error is generated if index is greater than or equal to the value of SAMPLES."
        assert_eq!(position(GL_SAMPLE_POSITION, 0), ([7.0; 2], GL_INVALID_VALUE));
        assert_eq!(position(GL_SAMPLES, 0), ([7.0; 2], GL_INVALID_ENUM));
        gl.no_error();
    }

    #[test]
    fn sample_state_changes_no_picture_of_a_single_sampled_framebuffer() {
        let gl = Gl::new(core());
        let vertex = c"#version 330
void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }";
        let fragment = c"#version 330\nout vec4 pixel;\nvoid main() { pixel = vec4(0.0, 1.0, 0.0, 0.0); }";
        gl.program(&[(GL_VERTEX_SHADER, vertex), (GL_FRAGMENT_SHADER, fragment)], &[]);
        for capability in [GL_SAMPLE_MASK, GL_SAMPLE_COVERAGE, GL_SAMPLE_ALPHA_TO_COVERAGE, GL_SAMPLE_ALPHA_TO_ONE, GL_SAMPLE_SHADING] {
            glEnable(capability);
        }
        glSampleMaski(0, 0);
        glSampleCoverage(0.0, 0);
        glMinSampleShading(1.0);
        let counts = gl.count(&[GL_SAMPLES_PASSED], || glDrawArrays(GL_TRIANGLES, 0, 3));
        assert_eq!((counts, gl.pixel(8, 8)), (vec![256], [0, 255, 0, 0]));
    }
}
