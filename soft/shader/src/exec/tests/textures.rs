use super::*;
use crate::ir::bytecode::{Sample, TextureAccess};
use base::hir::{SamplerType, Scalar, TextureKind};
use base::image::Surface;
use base::image::format::Format;
use base::image::lookup::SampleKind;
use base::image::sampler::{Filter, Reduction, TextureView, Wrap};
use std::sync::Arc;

/// Creates a texture of one integer texel.
fn texture(value: u32) -> Option<Arc<TextureView>> {
    let surface = Surface::new(Format::R32ui, 1, 1).unwrap();
    surface.set_raw(0, 0, [value, 0, 0, 0]);
    Some(Arc::new(TextureView {
        bordered: None,
        compare_fail: 0.0,
        levels: vec![[surface].into()],
        swizzle: [0, 1, 2, 3],
        scalar: 0,
        min_filter: Filter::Nearest,
        mip_filter: None,
        mag_filter: Filter::Nearest,
        wrap: [Wrap::Repeat; 3],
        min_lod: -1000.0,
        max_lod: 1000.0,
        lod_bias: 0.0,
        border: [0.0; 4],
        compare: None,
        stencil: false,
        buffer: None,
        seamless: false,
        anisotropy: 1,
        reduction: Reduction::Average,
        fetched: None,
    }))
}

#[test]
fn samples_find_their_textures_through_uniforms() {
    let sampler = SamplerType { kind: TextureKind::D2, result: Scalar::Uint, shadow: false };
    let access = |unit_index, units| {
        let coordinates = [0, 1, NONE, NONE];
        Sample { unit_index, units, coordinates, ..Sample::new(sampler, 1, SampleKind::Explicit) }
    };
    let mut code = bytecode(vec![
        Op { payload: TextureAccess(0).into(), ..op(Code::Sample, 4, NONE, NONE, NONE) },
        Op { payload: TextureAccess(1).into(), ..op(Code::Sample, 8, NONE, NONE, NONE) },
        Op { payload: TextureAccess(2).into(), ..op(Code::Sample, 12, NONE, NONE, NONE) },
    ]);
    code.samples = vec![access(NONE, 1), access(2, 3), access(3, 3)];
    let code = verified(code);
    // Units 2, 0, 9: the last one has no texture. Indices run beyond the array.
    let resources = Resources { uniforms: vec![77, 2, 0, 9], textures: vec![texture(100), None, texture(102)], ..Resources::default() };
    let coordinate = [0.5f32.to_bits(); 64];
    let indices: [u32; 64] = std::array::from_fn(|lane| lane as u32 % 5);
    for way in ways() {
        let mut world = World { resources: resources.clone(), ..World::default() };
        let mut wave = begin(way, &code, u64::MAX, &[coordinate, coordinate, indices, [1; 64]]);
        assert_eq!(wave.run(&code, &mut world.context()), Stop::Done);
        let at = |first: u16, lane: usize| [0, 1, 2, 3].map(|component| wave.register(first + component).0[lane]);
        for lane in 0..64 {
            assert_eq!(at(4, lane), [102, 0, 0, 1]);
            let wanted = [[102, 0, 0, 1], [100, 0, 0, 1], [0, 0, 0, 1]][indices[lane].min(2) as usize];
            assert_eq!(at(8, lane), wanted, "{lane}");
            assert_eq!(at(12, lane), [100, 0, 0, 1]);
        }
    }
}

#[test]
fn look_ups_without_weight_give_the_products_that_texels_give() {
    let sampler = SamplerType { kind: TextureKind::D2, result: Scalar::Float, shadow: false };
    let access = Sample { coordinates: [0, 1, NONE, NONE], ..Sample::new(sampler, 0, SampleKind::Explicit) };
    let texture = |format: Format, texel: [f32; 4]| {
        let surface = Surface::new(format, 1, 1).unwrap();
        surface.set_texel(0, 0, texel.map(f32::to_bits));
        let view = texture(0).unwrap();
        Some(Arc::new(TextureView { levels: vec![[surface].into()], ..(*view).clone() }))
    };
    for texture in [
        texture(Format::Rgba8, [0.0, 0.2, 0.7, 1.0]),
        texture(Format::Rgba8Snorm, [-1.0, -0.5, 0.0, 1.0]),
        texture(Format::Rgba16f, [f32::INFINITY, f32::NEG_INFINITY, f32::NAN, -0.0]),
        None,
    ] {
        let products = [false, true].map(|weightless| {
            let mut ops = vec![op(Code::Sample, 4, NONE, NONE, NONE)];
            ops.extend((0..8).map(|index| op(Code::FMul, 8 + index, 4 + index % 4, 2 + index / 4, NONE)));
            let mut code = bytecode(ops);
            code.samples = vec![Sample { weightless, ..access.clone() }];
            let code = verified(code);
            let resources = Resources { uniforms: vec![0], textures: vec![texture.clone()], ..Resources::default() };
            let mut world = World { resources, ..World::default() };
            let zeros = [0f32, -0.0].map(|zero| [zero.to_bits(); 64]);
            let mut wave = begin(best(), &code, u64::MAX, &[[0; 64], [0; 64], zeros[0], zeros[1]]);
            assert_eq!(wave.run(&code, &mut world.context()), Stop::Done);
            // All NaN are one value.
            (8..16).map(|register| wave.register(register).0.map(|bits| if f32::from_bits(bits).is_nan() { 1 } else { bits })).collect()
        });
        let [all, weightless]: [Vec<[u32; 64]>; 2] = products;
        assert_eq!(all, weightless);
    }
}
