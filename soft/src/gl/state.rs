//! Fixed state of the per-fragment operations.

use crate::draw::state::{Blend, BlendEquation, BlendFactor, Compare, PolygonMode, RasterState, Stencil, StencilOp, Viewport};

/// What rasterisation is told, and what it is made of.
pub struct State {
    pub raster: RasterState,
    pub scissor_test: bool,
    /// x, y, width, height.
    pub scissor_boxes: [[i32; 4]; 16],
}

impl Default for State {
    fn default() -> Self {
        let stencil = Stencil {
            compare: Compare::Always,
            reference: 0,
            mask: 0xFF,
            write_mask: 0xFF,
            fail: StencilOp::Keep,
            depth_fail: StencilOp::Keep,
            pass: StencilOp::Keep,
        };
        let equation = (BlendEquation::Add, BlendFactor::One, BlendFactor::Zero);
        let blend = Blend { enabled: false, color: equation, alpha: equation, write_mask: [true; 4] };
        let viewport = Viewport { x: 0.0, y: 0.0, width: 0.0, height: 0.0, near: 0.0, far: 1.0 };
        let raster = RasterState {
            viewports: vec![viewport; 16],
            scissors: Vec::new(),
            rasterizer_discard: false,
            clip_enables: 0,
            clip_planes: [[0.0; 4]; 8],
            depth_clamp: false,
            clip_zero_to_one: false,
            clip_upper_left: false,
            cull_front: false,
            cull_back: false,
            front_counter_clockwise: true,
            polygon_mode: [PolygonMode::Fill; 2],
            polygon_offset: (0.0, 0.0),
            polygon_offset_enabled: [false; 3],
            line_width: 1.0,
            point_size: 1.0,
            program_point_size: false,
            point_sprite_upper_left: true,
            provoking_last: true,
            two_sided: false,
            flat_colors: false,
            depth_test: false,
            depth_write: true,
            depth_compare: Compare::Less,
            stencil_test: false,
            stencil: [stencil; 2],
            blend: vec![blend; 8],
            blend_color: [0.0; 4],
            logic_op: None,
            dither: true,
            framebuffer_srgb: false,
            alpha_test: None,
        };
        Self { raster, scissor_test: false, scissor_boxes: [[0; 4]; 16] }
    }
}
