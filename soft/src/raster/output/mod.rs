//! Colours to draw buffers: clamping, blending, logical operation, write masks, formats.

mod rgba8;
mod texels;

use super::isa::Isa;
use super::lanes::Words;
use super::per_fragment::{Pixels, Rows};
use crate::draw::state::{Blend, Draw};
use crate::exec::Wave;
use crate::image::Surface;
use crate::image::format::Format;
use crate::ir::bytecode::{NONE, Output};

/// One draw buffer that the shader writes.
pub struct ColorTarget<'a> {
    pub surface: &'a Surface,
    pub rows: Rows,
    /// What its texels are taken for: sRGB ones are linear where GL_FRAMEBUFFER_SRGB is off.
    pub format: Format,
    /// The registers of its colour; what the shader does not write is NONE.
    registers: [u16; 4],
    /// The second source colour.
    second: [u16; 4],
    /// Enabled blending.
    blend: Option<Blend>,
    write_mask: [bool; 4],
    logic_op: Option<u32>,
    constant: [f32; 4],
}

impl<'a> ColorTarget<'a> {
    /// The draw buffers for which a shader with these outputs does something.
    pub fn all(draw: &'a Draw<'a>, outputs: &[(u16, Output)]) -> Vec<Self> {
        let state = draw.raster;
        let find = |wanted: Output| outputs.iter().find(|(_, output)| *output == wanted).map(|(register, _)| *register);
        let targets = draw.targets.colors.iter().enumerate().filter_map(|(number, surface)| {
            let surface = surface.as_ref()?;
            let color = |index: u8| {
                [0, 1, 2, 3].map(|component| {
                    let own = find(Output::FragmentColor { location: number as u8, index, component });
                    own.or(if index == 0 { find(Output::AllColors { component }) } else { None }).unwrap_or(NONE)
                })
            };
            let registers = color(0);
            let blend = state.blend.get(number).copied();
            let write_mask = blend.map_or([true; 4], |blend| blend.write_mask);
            if registers == [NONE; 4] || write_mask == [false; 4] {
                return None;
            }
            let format = match surface.format {
                Format::Srgb8Alpha8 if !state.framebuffer_srgb => Format::Rgba8,
                format => format,
            };
            let logic_op = state.logic_op.filter(|_| texels::takes_logic_op(format));
            let blend = blend.filter(|blend| blend.enabled && logic_op.is_none() && !texels::is_integer(format));
            let constant = state.blend_color.map(|value| texels::clamped(format, value));
            let rows = Rows { flipped: draw.targets.flipped, height: draw.targets.height };
            Some(Self { surface, rows, format, registers, second: color(1), blend, write_mask, logic_op, constant })
        });
        targets.collect()
    }

    /// Whether what is stored matters.
    fn reads(&self) -> bool {
        self.blend.is_some() || self.logic_op.is_some() || self.write_mask != [true; 4]
    }
}

/// Writes a wave's colours to a draw buffer, in the lanes of `mask`.
pub fn write(isa: Isa, target: &ColorTarget, mask: u64, pixels: &Pixels, wave: &Wave) {
    static ZERO: Words = [0; 64];
    static ONE: Words = [1; 64];
    static ONE_FLOAT: Words = [1.0f32.to_bits(); 64];
    let one = if texels::is_integer(target.format) { &ONE } else { &ONE_FLOAT };
    let color = |registers: &[u16; 4]| {
        [0, 1, 2, 3].map(|component: usize| match registers[component] {
            NONE => {
                if component == 3 {
                    one
                } else {
                    &ZERO
                }
            }
            register => &wave.register(register).0,
        })
    };
    let (source, second) = (color(&target.registers), color(&target.second));
    if target.format == Format::Rgba8 {
        rgba8::write(isa, target, mask, pixels, &source, &second);
    } else {
        texels::write(isa, target, mask, pixels, &source, &second);
    }
}
