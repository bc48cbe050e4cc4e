//! The plan of a draw: the state of its fragments that is computed once for each draw.

use super::batch::Batch;
use super::interpolate::Wanted;
use super::output::ColorTarget;
use super::per_fragment::DepthStencil;
use super::pixel_rectangle::RectangleFragments;
use super::samples::Samples;
use super::smooth::Smooth;
use super::stipple::Stippled;
use base::core::compare::Compare;
use base::core::cpu::InstructionSet;
use base::hir::{Interpolation, Sampling, Semantic};
use base::image::format::{Format, Kind};
use base::image::lookup::SampleKind;
use shader::ir::Verified;
use shader::ir::bytecode::{Input, NONE, Output};
use shader::pipeline::state::Draw;

/// An interpolated input register.
#[derive(Clone, Copy, Debug)]
pub struct Varying {
    /// The register to fill.
    pub register: u16,
    /// The word of the record for front faces and for back faces.
    pub words: [usize; 2],
    pub interpolation: Interpolation,
    pub sampling: Sampling,
    /// True if the values at the vertices are clamped to [0, 1]: colours.
    pub clamped: bool,
    /// The coefficient of the varying's interpolation that the register takes instead of its value: see [`Input::VaryingCoefficient`].
    pub coefficient: Option<(Interpolation, u8)>,
}

/// The plan of a draw, shared by all workers.
pub struct Plan<'a> {
    pub draw: &'a Draw<'a>,
    pub isa: InstructionSet,
    /// The fragment shader, if it has a visible effect.
    pub code: Option<&'a Verified>,
    /// The interpolated inputs.
    pub varyings: Vec<Varying>,
    /// True if lanes need weights or depth.
    pub located: bool,
    /// The weights and depths that lanes need.
    pub wanted: Wanted,
    /// True if each lane of a whole block needs its coordinates in the tile.
    pub placed: bool,
    /// True if lanes need their window coordinates.
    pub needs_pixels: bool,
    /// The registers of inputs other than varyings.
    pub builtins: Vec<(u16, Input)>,
    /// The registers of texture coordinates that point sprites replace, with the component: s, t, r or q.
    pub replaced: Vec<(u16, u8)>,
    pub depth_stencil: Option<DepthStencil<'a>>,
    /// True if depth and stencil are tested before the shader runs.
    pub early: bool,
    /// The draw buffers.
    pub colors: Vec<ColorTarget<'a>>,
    /// The register of gl_FragDepth, if written.
    pub depth_register: Option<u16>,
    /// The register of gl_FragStencilRefARB, if written.
    pub stencil_register: Option<u16>,
    /// The register of gl_SampleMask, if written.
    pub sample_mask_register: Option<u16>,
    /// The alpha test: comparison, reference, and the register of colour 0's alpha if written.
    pub alpha_test: Option<(Compare, f32, Option<u16>)>,
    /// True if the shader takes differences between lanes, so that helper lanes must run.
    pub whole_quads: bool,
    /// True if the order in which fragments run is observable, so that one worker must run them all.
    pub ordered: bool,
    pub origin_upper_left: bool,
    pub pixel_center_integer: bool,
    /// The samples of multisampled targets; the members above are those of sample 0.
    pub samples: Option<Samples<'a>>,
    /// The shapes with antialiasing, if any.
    pub smooth: Option<Smooth>,
    /// The stipples, if any.
    pub stipple: Option<Stippled<'a>>,
    /// True if the shader reads values that the framebuffer stores.
    pub reads_stored: bool,
    /// The fragments of a pixel rectangle, if the draw is one.
    pub pixel_rectangle: Option<RectangleFragments<'a>>,
    /// The layer that the plan draws to.
    pub layer: u16,
}

impl<'a> Plan<'a> {
    /// Creates the plan of a draw to a layer, whose batches have this layout.
    pub fn new(draw: &'a Draw<'a>, batch: &Batch, layer: u16, isa: InstructionSet) -> Self {
        let state = draw.raster;
        let stage = draw.program.fragment.as_ref();
        let code = stage.map(|(executable, _)| &*executable.code);
        let layout = stage.map(|(_, layout)| layout);
        let forced_early = layout.is_some_and(|layout| layout.early_fragment_tests);
        let depth_stencil = DepthStencil::new(draw, layer, 0);
        let outputs = code.map_or(&[][..], |code| &code.outputs);
        let find = |wanted: Output| outputs.iter().find(|(_, output)| *output == wanted).map(|(register, _)| *register);
        let alpha_test = state.alpha_test.map(|(compare, reference)| {
            let alpha = find(Output::FragmentColor { location: 0, index: 0, component: 3 });
            (compare, reference, alpha.or(find(Output::AllColors { component: 3 })))
        });
        let alpha_test = alpha_test.filter(|(compare, ..)| *compare != Compare::Always && code.is_some());
        let colors = ColorTarget::all(draw, layer, 0, outputs);
        let samples = (draw.targets.samples > 1).then(|| Samples::new(draw, layer, code));
        let depth_register = if forced_early { None } else { find(Output::FragmentDepth) };
        let stencil_register = if forced_early { None } else { find(Output::FragmentStencil) };
        // "No changes to the fragment alpha or coverage values are made at this step if MULTISAMPLE is disabled, or if the value of SAMPLE_BUFFERS
        // is not one." [GL 4.4, 17.3.3]
        let sample_mask_register = find(Output::SampleMask).filter(|_| draw.is_multisampled());
        let covers = samples.as_ref().is_some_and(|samples| samples.alpha_register.is_some());
        let kills = code.is_some_and(|code| code.uses_discard) || alpha_test.is_some() || sample_mask_register.is_some() || covers;
        let side_effects = code.is_some_and(|code| code.has_side_effects);
        // Early tests would write the depth and the stencil value that the shader reads.
        let tested_inputs = |input: &Input| matches!(input, Input::StoredDepth | Input::StoredStencil);
        let reads_tested = code.is_some_and(|code| code.inputs.iter().any(|(_, input)| tested_inputs(input)));
        let rectangle = draw.resources.pixel_rectangle.as_deref();
        let pixel_rectangle = rectangle.map(|rectangle| RectangleFragments { rectangle, colors: Vec::new() });
        let depths = pixel_rectangle.as_ref().is_some_and(RectangleFragments::has_depths);
        let late =
            depths || (kills || side_effects || depth_register.is_some() || stencil_register.is_some() || reads_tested) && !forced_early;
        let tested = draw.occlusion || depth_stencil.is_some();
        let seen = !colors.is_empty() || side_effects || late && tested;
        let mut plan = Self {
            draw,
            isa,
            code: code.filter(|_| seen),
            varyings: Vec::new(),
            located: false,
            wanted: Wanted::default(),
            placed: false,
            needs_pixels: false,
            builtins: Vec::new(),
            replaced: Vec::new(),
            depth_stencil,
            early: !late,
            colors,
            depth_register,
            stencil_register,
            sample_mask_register,
            alpha_test,
            whole_quads: code.is_some_and(|code| {
                code.uses_derivatives || code.samples.iter().any(|sample| matches!(sample.kind, SampleKind::Implicit | SampleKind::Lod))
            }),
            ordered: side_effects,
            origin_upper_left: layout.is_some_and(|layout| layout.origin_upper_left),
            pixel_center_integer: layout.is_some_and(|layout| layout.pixel_center_integer),
            samples,
            smooth: Smooth::new(draw, batch.kind),
            stipple: Stippled::new(draw, batch.kind),
            reads_stored: false,
            pixel_rectangle,
            layer,
        };
        plan.early |= plan.code.is_none();
        if plan.clamps_alpha()
            && let Some((_, reference, _)) = &mut plan.alpha_test
        {
            *reference = reference.clamp(0.0, 1.0);
        }
        plan.inputs(batch);
        let reads = |wanted: fn(&Input) -> bool| plan.builtins.iter().any(|(_, input)| wanted(input));
        // Where nothing tests depths, discarded fragments need none either.
        let tests_late = !plan.early && (plan.depth_stencil.is_some() || plan.samples.is_some());
        plan.wanted.depth = tests_late || reads(|input| matches!(input, Input::FragCoord(2)));
        plan.wanted.inverse_w = reads(|input| matches!(input, Input::FragCoord(3)));
        plan.reads_stored = reads(Input::is_stored);
        plan.needs_pixels =
            plan.reads_stored || plan.pixel_rectangle.is_some() || tests_late || reads(|input| matches!(input, Input::FragCoord(0 | 1)));
        plan.located =
            plan.varyings.iter().any(|varying| varying.interpolation != Interpolation::Flat) || plan.wanted.depth || plan.wanted.inverse_w;
        plan.placed = plan.samples.is_some() || !plan.builtins.is_empty() || !plan.replaced.is_empty();
        plan
    }

    /// Collects the inputs of the fragment shader.
    fn inputs(&mut self, batch: &Batch) {
        let state = self.draw.raster;
        for &(register, input) in self.code.map_or(&[][..], |code| &code.inputs) {
            if register == NONE {
                continue;
            }
            let written = match input {
                Input::Layer => batch.layout.word_of(Semantic::Layer),
                Input::ViewportIndex => batch.layout.word_of(Semantic::ViewportIndex),
                _ => None,
            };
            if let Some(word) = written {
                // The value that the shader wrote, whether or not there is such a layer or viewport.
                self.varyings.push(Varying {
                    register,
                    words: [word; 2],
                    interpolation: Interpolation::Flat,
                    sampling: Sampling::Center,
                    clamped: false,
                    coefficient: None,
                });
                continue;
            }
            let (slot, component, mut interpolation, sampling, coefficient) = match input {
                Input::Varying { slot, component, interpolation, sampling } => (slot, component, interpolation, sampling, None),
                Input::VaryingCoefficient { slot, component, interpolation, coefficient } => {
                    (slot, component, interpolation, Sampling::Center, Some(coefficient))
                }
                _ => {
                    self.builtins.push((register, input));
                    continue;
                }
            };
            let front = slot as usize * 4 + component as usize;
            // "for each texture coordinate set where COORD_REPLACE is TRUE, these texture coordinates are replaced with point sprite texture
            // coordinates." [GL 4.4 compatibility, 14.4.1]
            if let Some(&Semantic::TexCoord(set)) = batch.layout.slots.get(slot as usize)
                && state.coord_replace.checked_shr(set.into()).is_some_and(|bits| bits & 1 != 0)
            {
                self.replaced.push((register, component));
            }
            let mut words = [front; 2];
            let back = match batch.layout.slots.get(slot as usize) {
                Some(Semantic::FrontColor) => Some((0, Semantic::BackColor)),
                Some(Semantic::FrontSecondaryColor) => Some((1, Semantic::BackSecondaryColor)),
                _ => None,
            };
            if let (Some((0, _)), Some(fragments)) = (back, &mut self.pixel_rectangle) {
                fragments.colors.push((register, component));
            }
            if let Some((color, back)) = back {
                let given = self.draw.program.fragment.as_ref().is_some_and(|(_, fragment)| fragment.colors_interpolated[color]);
                if state.flat_colors && !given {
                    interpolation = Interpolation::Flat;
                }
                if let Some(word) = batch.layout.word_of(back).filter(|_| state.two_sided) {
                    words[1] = word + component as usize;
                }
            }
            let coefficient = coefficient.map(|number| (interpolation, number));
            if coefficient.is_some() {
                // A coefficient is the same all over the primitive.
                interpolation = Interpolation::Flat;
            }
            self.wanted.linear |= interpolation == Interpolation::NoPerspective;
            let clamped = back.is_some() && state.clamp_vertex_colors;
            self.varyings.push(Varying { register, words, interpolation, sampling, clamped, coefficient });
        }
    }

    /// Returns the smallest difference that the depth buffer resolves near a depth: "the smallest difference in window
    /// coordinate z values that is guaranteed to remain distinct throughout polygon rasterization and in the depth buffer" (OpenGL 4.4,
    /// 14.6.5).
    pub fn depth_step(&self, depth: f32) -> f32 {
        match self.draw.targets.depth.as_ref().map(|surface| surface.format) {
            // A little more than a step of 1 / 65535, for the rounding of single precision.
            Some(Format::Depth16) => 129.0 / 8_388_608.0,
            // "If n is the number of bits in the floating-point mantissa, the minimum resolvable difference … is defined as r = 2^(e-n)."
            // Interpolation rounds twice and keeps 21 bits.
            Some(Format::Depth32f | Format::Depth32fStencil8) => {
                let exponent = (depth.to_bits() >> 23 & 0xFF).clamp(22, 254);
                f32::from_bits((exponent - 21) << 23)
            }
            // Four steps, for the same reason.
            _ => 1.0 / 4_194_304.0,
        }
    }

    /// Returns the range that depths of a viewport are clamped to.
    pub fn depth_range(&self, viewport: u8) -> (f32, f32) {
        if !self.draw.raster.depth_clamp {
            return (0.0, 1.0);
        }
        let range = self.draw.raster.viewports.get(viewport as usize).map_or((0.0, 1.0), |v| (v.near as f32, v.far as f32));
        (range.0.min(range.1), range.0.max(range.1))
    }

    /// Returns true if the alpha test must clamp alpha, because colour 0 goes to a fixed-point buffer.
    pub fn clamps_alpha(&self) -> bool {
        if self.draw.raster.clamp_fragment_colors {
            return true;
        }
        let surface = self.draw.targets.colors.first().and_then(|surface| surface.as_ref());
        surface.is_none_or(|surface| surface.format.kind() != Kind::Float)
    }
}
