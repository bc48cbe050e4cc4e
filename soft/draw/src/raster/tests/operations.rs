//! Tests of the per-fragment tests and blending against scalar references.

use super::*;

const COMPARES: [Compare; 8] = [
    Compare::Never,
    Compare::Less,
    Compare::Equal,
    Compare::LessEqual,
    Compare::Greater,
    Compare::NotEqual,
    Compare::GreaterEqual,
    Compare::Always,
];

fn holds<T: PartialOrd>(compare: Compare, a: T, b: T) -> bool {
    match compare {
        Compare::Never => false,
        Compare::Less => a < b,
        Compare::Equal => a == b,
        Compare::LessEqual => a <= b,
        Compare::Greater => a > b,
        Compare::NotEqual => a != b,
        Compare::GreaterEqual => a >= b,
        Compare::Always => true,
    }
}

/// Marks code that never discards as discarding, so that tests run late.
fn late(mut code: Bytecode) -> Bytecode {
    code.uses_discard = true;
    code
}

#[test]
fn depth_tests_of_every_format_and_comparison_early_and_late() {
    for format in [Format::Depth16, Format::Depth24Stencil8, Format::Depth32f, Format::Depth32fStencil8] {
        for compare in COMPARES {
            for is_late in [false, true] {
                let mut scene = Scene::new(16, 16);
                // Left half 0.25, right half 0.5; the drawn depth is 0.5 or the nearest representable value.
                let (left, right, drawn) = match format {
                    Format::Depth16 => (16384, 32768, 32768),
                    Format::Depth24Stencil8 => (4_194_304, 8_388_608, 8_388_608),
                    _ => (0.25f32.to_bits(), 0.5f32.to_bits(), 0.5f32.to_bits()),
                };
                scene.add_depth(format, |word| match format {
                    Format::Depth16 => {
                        if word % 8 < 4 {
                            left | left << 16
                        } else {
                            right | right << 16
                        }
                    }
                    Format::Depth24Stencil8 => 0xAB00_0000 | if word % 16 < 8 { left } else { right },
                    Format::Depth32f => {
                        if word % 16 < 8 {
                            left
                        } else {
                            right
                        }
                    }
                    _ => {
                        if word % 2 == 1 {
                            0xAB
                        } else if word % 32 < 16 {
                            left
                        } else {
                            right
                        }
                    }
                });
                scene.state.depth_test = true;
                scene.state.depth_compare = compare;
                if is_late {
                    scene.program = with_fragment(late(pass_colors()));
                }
                scene.rectangle([0.0, 0.0, 16.0, 16.0], 0.0, [1.0; 4]);
                let statistics = scene.draw().unwrap();
                let expected = [holds(compare, drawn as f32, left as f32), holds(compare, drawn as f32, right as f32)];
                let passed: u64 = expected.iter().map(|&passes| if passes { 128 } else { 0 }).sum();
                assert_eq!(statistics.samples_passed, passed, "{format:?} {compare:?} {is_late}");
                assert_eq!(statistics.fragment_shader_invocations, if is_late { 256 } else { passed });
                assert_eq!(scene.pixel(3, 3) != 0, expected[0]);
                assert_eq!(scene.pixel(12, 3) != 0, expected[1]);
                let memory = &scene.targets.depth.as_ref().unwrap().memory;
                let stored = match format {
                    Format::Depth16 => memory.word(8 * 3 + 1) & 0xFFFF,
                    Format::Depth24Stencil8 => {
                        assert_eq!(memory.word(16 * 3 + 3) >> 24, 0xAB);
                        memory.word(16 * 3 + 3) & 0xFF_FFFF
                    }
                    Format::Depth32f => memory.word(16 * 3 + 3),
                    _ => {
                        assert_eq!(memory.word(32 * 3 + 7), 0xAB);
                        memory.word(32 * 3 + 6)
                    }
                };
                assert_eq!(stored, if expected[0] { drawn } else { left });
            }
        }
    }
}

#[test]
fn stencil_operations_follow_the_outcome() {
    let operations = [
        (StencilOp::Keep, 0xFF),
        (StencilOp::Zero, 0),
        (StencilOp::Replace, 0x21),
        (StencilOp::Increment, 0xFF),
        (StencilOp::Decrement, 0xFE),
        (StencilOp::Invert, 0),
        (StencilOp::IncrementWrap, 0),
        (StencilOp::DecrementWrap, 0xFE),
    ];
    for (operation, expected) in operations {
        // The outcomes: 0 the stencil test fails, 1 the depth test fails, 2 both pass.
        for outcome in 0..3 {
            for format in [Format::Depth24Stencil8, Format::Depth32fStencil8] {
                let mut scene = Scene::new(8, 8);
                let half = if format == Format::Depth24Stencil8 { 0xFF80_0000 } else { 0.5f32.to_bits() };
                scene.add_depth(format, |word| if format == Format::Depth32fStencil8 && word % 2 == 1 { 0xFF } else { half });
                scene.state.depth_test = true;
                scene.state.stencil_test = true;
                let mut face = Stencil { reference: 0x21, write_mask: 0x0F, ..Stencil::default() };
                let mut z = -0.5;
                match outcome {
                    0 => (face.compare, face.fail) = (Compare::Equal, operation),
                    1 => (z, face.depth_fail) = (0.5, operation),
                    _ => face.pass = operation,
                }
                // The state of the back face must not matter.
                scene.state.stencil = [face, Stencil { compare: Compare::Never, fail: StencilOp::Zero, ..Stencil::default() }];
                scene.rectangle([0.0, 0.0, 8.0, 8.0], z, [1.0; 4]);
                let statistics = scene.draw().unwrap();
                assert_eq!(statistics.samples_passed, if outcome == 2 { 64 } else { 0 });
                let memory = &scene.targets.stencil.as_ref().unwrap().memory;
                let stored = if format == Format::Depth24Stencil8 { memory.word(5) >> 24 } else { memory.word(11) };
                assert_eq!(stored, 0xF0 | expected & 0x0F, "{operation:?} {outcome}");
            }
        }
    }
}

#[test]
fn a_stencil_buffer_alone_masks_by_value() {
    let mut scene = Scene::new(64, 4);
    let surface = Surface::new(Format::Stencil8, 64, 4).unwrap();
    for x in 0..64 {
        surface.memory.write(x + 64, &[x as u8]);
    }
    scene.targets.stencil = Some(surface);
    scene.state.stencil_test = true;
    scene.state.stencil = [Stencil { compare: Compare::Equal, reference: 0x15, mask: 0x1F, ..Stencil::default() }; 2];
    scene.rectangle([0.0, 0.0, 64.0, 4.0], 0.0, [1.0; 4]);
    assert_eq!(scene.draw().unwrap().samples_passed, 2);
    assert!(scene.pixel(0x15, 1) != 0 && scene.pixel(0x35, 1) != 0);
}

fn factor(which: BlendFactor, source: [f64; 4], stored: [f64; 4], constant: [f64; 4], n: usize) -> f64 {
    use BlendFactor::*;
    match which {
        Zero => 0.0,
        One => 1.0,
        SrcColor => source[n],
        OneMinusSrcColor => 1.0 - source[n],
        DstColor => stored[n],
        OneMinusDstColor => 1.0 - stored[n],
        SrcAlpha => source[3],
        OneMinusSrcAlpha => 1.0 - source[3],
        DstAlpha => stored[3],
        OneMinusDstAlpha => 1.0 - stored[3],
        ConstantColor => constant[n],
        OneMinusConstantColor => 1.0 - constant[n],
        ConstantAlpha => constant[3],
        OneMinusConstantAlpha => 1.0 - constant[3],
        SrcAlphaSaturate => {
            if n == 3 {
                1.0
            } else {
                source[3].min(1.0 - stored[3])
            }
        }
        Src1Color | OneMinusSrc1Color | Src1Alpha | OneMinusSrc1Alpha => unreachable!(),
    }
}

#[test]
fn blending_follows_a_scalar_reference() {
    use BlendFactor::*;
    let factors = [
        Zero,
        One,
        SrcColor,
        OneMinusSrcColor,
        DstColor,
        OneMinusDstColor,
        SrcAlpha,
        OneMinusSrcAlpha,
        DstAlpha,
        OneMinusDstAlpha,
        ConstantColor,
        OneMinusConstantColor,
        ConstantAlpha,
        OneMinusConstantAlpha,
        SrcAlphaSaturate,
    ];
    let equations = [BlendEquation::Add, BlendEquation::Subtract, BlendEquation::ReverseSubtract, BlendEquation::Min, BlendEquation::Max];
    let mut random = Random(5);
    for round in 0..200 {
        let pick = |random: &mut Random| {
            let equation = equations[random.below(5) as usize];
            (equation, factors[random.below(15) as usize], factors[random.below(15) as usize])
        };
        let mut scene = Scene::new(4, 4);
        let blend = Blend { enabled: true, color: pick(&mut random), alpha: pick(&mut random), write_mask: [true; 4] };
        let constant = [random.unit(), random.unit(), random.unit(), random.unit()];
        let old = random.next();
        let color = [random.unit(), random.unit() * 1.5, random.unit(), random.unit()];
        scene.state.blend[0] = blend;
        scene.state.blend_color = constant;
        for index in 0..16 {
            scene.targets.colors[0].as_ref().unwrap().memory.set_word(index, old);
        }
        scene.rectangle([0.0, 0.0, 4.0, 4.0], 0.0, color);
        scene.draw().unwrap();
        let source = color.map(|v| f64::from(v).min(1.0));
        let stored = old.to_le_bytes().map(|v| f64::from(v) / 255.0);
        let constant = constant.map(f64::from);
        for n in 0..4 {
            let (equation, one, two) = if n == 3 { blend.alpha } else { blend.color };
            let (a, b) = (source[n] * factor(one, source, stored, constant, n), stored[n] * factor(two, source, stored, constant, n));
            let result = match equation {
                BlendEquation::Add => a + b,
                BlendEquation::Subtract => a - b,
                BlendEquation::ReverseSubtract => b - a,
                BlendEquation::Min => source[n].min(stored[n]),
                BlendEquation::Max => source[n].max(stored[n]),
                BlendEquation::Advanced { .. } => unreachable!("not in the list"),
            };
            let expected = result.clamp(0.0, 1.0) * 255.0;
            let got = f64::from(scene.pixel(1, 1).to_le_bytes()[n]);
            assert!((got - expected).abs() < 0.501, "round {round}, component {n}: {got} for {expected}, {blend:?}");
        }
    }
}

#[test]
fn advanced_equations_blend_every_format() {
    for format in [Format::Rgba8, Format::Rgba16f, Format::Rgba4] {
        let mut scene = Scene::new(4, 4);
        let surface = Surface::new(format, 4, 4).unwrap();
        scene.targets.colors[0] = Some(surface.clone());
        let equation = BlendEquation::Advanced { equation: AdvancedEquation::Multiply, opaque: false };
        let equation = (equation, BlendFactor::One, BlendFactor::Zero);
        scene.state.blend[0] = Blend { enabled: true, color: equation, alpha: equation, write_mask: [true; 4] };
        (0..16).for_each(|index| surface.set_texel(index % 4, index / 4, [0.2f32, 0.4, 0.6, 1.0].map(f32::to_bits)));
        scene.rectangle([0.0, 0.0, 4.0, 4.0], 0.0, [0.5, 0.5, 0.5, 1.0]);
        scene.draw().unwrap();
        let found = f32::from_bits(surface.texel(1, 1)[0]);
        assert!((found - 0.1).abs() < 0.04, "{format:?}: {found}");
    }
}

#[test]
fn the_second_colour_is_a_factor() {
    let mut code = pass_colors();
    // The second colour is the first one's red in all components.
    code.outputs.extend((0..4).map(|component| (0, Output::FragmentColor { location: 0, index: 1, component })));
    let mut scene = Scene::new(4, 4);
    scene.program = with_fragment(code);
    let blended = (BlendEquation::Add, BlendFactor::Src1Color, BlendFactor::OneMinusSrc1Alpha);
    scene.state.blend[0] = Blend { enabled: true, color: blended, alpha: blended, write_mask: [true; 4] };
    scene.targets.colors[0].as_ref().unwrap().memory.set_word(0, 0x6480_00FF);
    scene.rectangle([0.0, 0.0, 4.0, 4.0], 0.0, [0.25, 1.0, 0.0, 0.5]);
    scene.draw().unwrap();
    let expected = [255.0 * (0.0625 + 0.75), 255.0 * 0.25, 128.0 * 0.75, 255.0 * 0.125 + 100.0 * 0.75];
    for (got, expected) in scene.pixel(0, 0).to_le_bytes().iter().zip(expected) {
        assert!((f32::from(*got) - expected).abs() <= 0.51, "{got} {expected}");
    }
}

#[test]
fn write_masks_and_logical_operations_work_on_bits() {
    let mut scene = Scene::new(4, 4);
    scene.targets.colors[0].as_ref().unwrap().memory.set_word(0, 0x1234_5678);
    scene.state.logic_op = Some(0x1506);
    scene.state.blend[0].write_mask = [true, false, true, true];
    scene.rectangle([0.0, 0.0, 4.0, 4.0], 0.0, [1.0, 1.0, 0.0, 1.0]);
    scene.draw().unwrap();
    assert_eq!(scene.pixel(0, 0), 0xED34_5687);
    assert_eq!(scene.pixel(1, 0), 0xFF00_00FF);
}

#[test]
fn the_alpha_test_drops_before_depth_is_written() {
    let mut scene = Scene::new(8, 8);
    scene.add_depth(Format::Depth32f, |_| 1.0f32.to_bits());
    scene.state.depth_test = true;
    scene.state.alpha_test = Some((Compare::Greater, 0.5));
    scene.rectangle([0.0, 0.0, 8.0, 8.0], 0.0, [1.0, 1.0, 1.0, 0.5]);
    let statistics = scene.draw().unwrap();
    assert_eq!((statistics.fragment_shader_invocations, statistics.samples_passed), (64, 0));
    assert_eq!(scene.targets.depth.as_ref().unwrap().memory.word(0), 1.0f32.to_bits());
    scene.clear_geometry();
    scene.rectangle([0.0, 0.0, 8.0, 8.0], 0.0, [1.0, 1.0, 1.0, 0.75]);
    assert_eq!(scene.draw().unwrap().samples_passed, 64);
    assert_eq!(scene.targets.depth.as_ref().unwrap().memory.word(0), 0.5f32.to_bits());
}

#[test]
fn polygon_offset_moves_depth() {
    let mut scene = Scene::new(8, 8);
    scene.add_depth(Format::Depth24Stencil8, |_| 0xFF_FFFF);
    scene.state.depth_test = true;
    scene.state.polygon_offset = (0.0, 3.0);
    scene.state.polygon_offset_enabled = [false, false, true];
    scene.rectangle([0.0, 0.0, 8.0, 8.0], 0.0, [1.0; 4]);
    scene.draw().unwrap();
    let stored = scene.targets.depth.as_ref().unwrap().memory.word(9);
    assert!((8_388_608 + 10..=8_388_608 + 13).contains(&stored), "{stored}");
    // A slope of 1/8 a pixel, doubled.
    scene.clear_geometry();
    scene.state.polygon_offset = (-2.0, 0.0);
    scene.state.depth_compare = Compare::Always;
    let vertices = [[0.0, 0.0, 0.0], [8.0, 0.0, 1.0], [8.0, 8.0, 1.0]].map(|[x, y, z]| scene.window_vertex(x, y, z, [1.0; 4]));
    scene.primitives.push(vertices);
    scene.draw().unwrap();
    let stored = scene.targets.depth.as_ref().unwrap().memory.word(7) as f32 / 16_777_215.0;
    assert!((stored - (0.5 + 7.5 / 16.0 - 0.125)).abs() < 1e-5, "{stored}");
}

/// "All pairs of fragments generated by the rasterization of two polygons with otherwise identical vertices, but zw values that differ by r,
/// will have distinct depth values." (OpenGL 4.4, 14.6.5)
#[test]
fn depths_that_differ_by_one_unit_are_distinct() {
    for format in [Format::Depth16, Format::Depth24Stencil8, Format::Depth32f] {
        let mut scene = Scene::new(64, 64);
        scene.targets.depth = Some(Surface::new(format, 64, 64).unwrap());
        (scene.state.depth_test, scene.state.depth_compare) = (true, Compare::Always);
        scene.state.polygon_offset_enabled = [false, false, true];
        let corners = [[0.0, 0.0, 0.01], [64.0, 0.0, 0.4], [0.0, 64.0, 0.93]].map(|[x, y, z]| scene.window_vertex(x, y, z, [1.0; 4]));
        scene.primitives.push(corners);
        let mut stored = [1.0, 0.0, -1.0].map(|units| {
            scene.state.polygon_offset = (0.0, units);
            scene.draw().unwrap();
            let surface = scene.targets.depth.as_ref().unwrap();
            (0..64 * 63).filter(|n| n % 64 + n / 64 < 63).map(|n| surface.texel(n % 64, n / 64)[0]).collect::<Vec<_>>()
        });
        stored.reverse();
        for pair in stored.windows(2) {
            assert!(pair[0].iter().zip(&pair[1]).all(|(low, high)| f32::from_bits(*low) < f32::from_bits(*high)), "{format:?}");
        }
    }
}

#[test]
fn every_format_gets_what_its_encoding_says_and_masks_keep_components() {
    for format in Format::SINGLE.into_iter().filter(|format| format.is_color() && *format != Format::Rgb9E5) {
        for write_mask in [[true; 4], [true, false, true, false], [false, true, false, true]] {
            let mut scene = Scene::new(9, 4);
            let surface = Surface::new(format, 9, 4).unwrap();
            scene.state.framebuffer_srgb = true;
            scene.state.blend[0].write_mask = write_mask;
            let old = format.encode(if format.is_integer() { [77, 5, 9, 2] } else { [0.5f32, 0.25, 1.0, 0.75].map(f32::to_bits) });
            for y in 0..4 {
                for x in 0..9 {
                    surface.set_raw(x, y, old);
                }
            }
            scene.targets.colors[0] = Some(surface.clone());
            let color = if format.is_integer() { [3, 60, 1, 1].map(f32::from_bits) } else { [0.2, 0.9, 0.4, 0.1] };
            let code = pass_colors();
            let flat = |(register, input): &(u16, Input)| match *input {
                Input::Varying { slot, component, .. } => {
                    (*register, Input::Varying { slot, component, interpolation: Interpolation::Flat, sampling: Sampling::Center })
                }
                other => (*register, other),
            };
            scene.program = with_fragment(Bytecode { inputs: code.inputs.iter().map(flat).collect(), ..code });
            scene.rectangle([1.0, 1.0, 8.0, 3.0], 0.0, color);
            scene.draw().unwrap();
            let words = color.map(f32::to_bits);
            let (new, before) = (format.decode(format.encode(words)), format.decode(old));
            let expected: Vec<u32> = (0..4).map(|n| if write_mask[n] { new[n] } else { before[n] }).collect();
            assert_eq!(surface.texel(4, 2).to_vec(), expected, "{format:?} {write_mask:?}");
            assert_eq!(surface.texel(1, 1), surface.texel(7, 2));
            for (x, y) in [(0, 1), (8, 1), (4, 0), (4, 3)] {
                assert_eq!(surface.raw(x, y), old, "{format:?}: a neighbour at {x} {y}");
            }
        }
    }
}

#[test]
fn other_formats_blend_too() {
    for format in [Format::Rgb565, Format::Rgba16f, Format::Rgba32f, Format::Rgb10A2, Format::Srgb8Alpha8] {
        let mut scene = Scene::new(8, 8);
        scene.state.framebuffer_srgb = true;
        let surface = Surface::new(format, 8, 8).unwrap();
        let old = format.encode([1.0f32, 0.5, 0.0, 1.0].map(f32::to_bits));
        (0..64).for_each(|n| surface.set_raw(n % 8, n / 8, old));
        scene.targets.colors[0] = Some(surface.clone());
        scene.state.blend[0] = ALPHA_BLEND;
        scene.rectangle([0.0, 0.0, 8.0, 8.0], 0.0, [0.0, 1.0, 1.0, 0.25]);
        scene.draw().unwrap();
        let before = format.decode(old).map(f32::from_bits);
        let got = surface.texel(5, 5).map(f32::from_bits);
        let expected = [0.75 * before[0], 0.25 + 0.75 * before[1], 0.25, 0.0625 + 0.75];
        let count = if format == Format::Rgb565 { 3 } else { 4 };
        for n in 0..count {
            let limit = match format {
                Format::Rgb565 => 0.02,
                Format::Rgb10A2 if n == 3 => 0.17,
                _ => 0.004,
            };
            assert!((got[n] - expected[n]).abs() < limit, "{format:?} {n}: {} {}", got[n], expected[n]);
        }
    }
}

#[test]
fn drawn_and_cleared_depths_are_the_same_codes() {
    for format in [Format::Depth16, Format::Depth24Stencil8, Format::Depth32f] {
        for n in 0..40 {
            let ndc = -1.0 + n as f32 / 20.0;
            let mut scene = Scene::new(8, 8);
            scene.add_depth(format, |_| 0);
            scene.state.depth_test = true;
            scene.state.depth_compare = Compare::Always;
            scene.rectangle([0.0, 0.0, 8.0, 8.0], ndc, [1.0; 4]);
            scene.draw().unwrap();
            let expected = format.encode([(ndc * 0.5 + 0.5).to_bits(), 0, 0, 0]);
            assert_eq!(scene.targets.depth.as_ref().unwrap().raw(3, 3)[0], expected[0], "{format:?} {ndc}");
        }
    }
}
