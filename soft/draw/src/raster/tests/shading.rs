//! Tests of the fragment shader's inputs and outputs.

use super::*;

/// Creates a scene whose shader copies the given inputs to the components of colour 0 of an RGBA32F target.
fn showing(inputs: [Input; 4]) -> Scene {
    let mut scene = Scene::new(16, 16);
    let registers = inputs.iter().enumerate().map(|(n, &input)| (n as u16, input));
    let code = Bytecode { inputs: registers.collect(), ..pass_colors() };
    scene.program = with_fragment(code);
    scene.targets.colors = vec![Some(Surface::new(Format::Rgba32f, 16, 16).unwrap())];
    scene
}

fn shown(scene: &Scene, x: u32, y: u32) -> [u32; 4] {
    let surface = scene.targets.colors[0].as_ref().unwrap();
    [0, 1, 2, 3].map(|n| surface.memory.word(y as usize * surface.row_words + x as usize * 4 + n))
}

fn floats(scene: &Scene, x: u32, y: u32) -> [f32; 4] {
    shown(scene, x, y).map(f32::from_bits)
}

#[test]
fn fragment_coordinates_are_pixel_centres() {
    let coordinates = [0, 1, 2, 3].map(Input::FragCoord);
    let mut scene = showing(coordinates);
    let corners = [[0.0, 0.0], [16.0, 0.0], [0.0, 16.0]].map(|[x, y]| {
        let w = 4.0;
        scene.vertex([(x / 8.0 - 1.0) * w, (y / 8.0 - 1.0) * w, 0.5 * w, w], [0.0; 4])
    });
    scene.primitives.push(corners);
    scene.draw().unwrap();
    assert_eq!(floats(&scene, 3, 5), [3.5, 5.5, 0.75, 0.25]);
    let fragment = &mut scene.program.fragment.as_mut().unwrap().1;
    (fragment.origin_upper_left, fragment.pixel_center_integer) = (true, true);
    scene.draw().unwrap();
    assert_eq!(floats(&scene, 3, 5), [3.0, 10.0, 0.75, 0.25]);
}

#[test]
fn varyings_are_perspective_linear_or_flat() {
    use Interpolation::*;
    let varying = |component, interpolation| Input::Varying { slot: 1, component, interpolation, sampling: Sampling::Center };
    let mut scene = showing([varying(0, Smooth), varying(1, NoPerspective), varying(2, Flat), varying(3, Smooth)]);
    // A value of x in window space, with w from 1 to 3.
    let points = [([0.0f32, 0.0], 1.0f32), ([16.0, 0.0], 3.0), ([0.0, 16.0], 2.0)];
    let vertices = points.map(|([x, y], w)| {
        let position = [(x / 8.0 - 1.0) * w, (y / 8.0 - 1.0) * w, 0.0, w];
        // Smooth: linear in clip space.
        scene.vertex(position, [position[0], x, f32::from_bits(0x7F80_0001 + x as u32), 0.3])
    });
    scene.primitives.push(vertices);
    scene.draw().unwrap();
    for (x, y) in [(0, 0), (4, 4), (13, 1), (1, 12)] {
        let [smooth, linear, flat, constant] = floats(&scene, x, y);
        // 1/w is linear over the window.
        let (fx, fy) = (x as f32 + 0.5, y as f32 + 0.5);
        let w = 1.0 / (1.0 + fx / 16.0 * (1.0 / 3.0 - 1.0) + fy / 16.0 * (0.5 - 1.0));
        let expected = (fx / 8.0 - 1.0) * w;
        assert!((smooth - expected).abs() < 1e-5, "{smooth} {expected}");
        assert!((linear - fx).abs() < 1e-5);
        assert_eq!(flat.to_bits(), 0x7F80_0001, "the last vertex provokes");
        assert_eq!(constant, 0.3);
    }
    scene.state.provoking_last = false;
    scene.provoking = vec![1];
    scene.draw().unwrap();
    assert_eq!(shown(&scene, 1, 1)[2], 0x7F80_0011);
}

#[test]
fn two_sided_colours_follow_the_facing() {
    let varying = |component| Input::Varying { slot: 1, component, interpolation: Interpolation::Smooth, sampling: Sampling::Center };
    let mut scene = showing([varying(0), varying(1), Input::FrontFacing, Input::PrimitiveId]);
    scene.layout.slots = vec![Semantic::Position, Semantic::FrontColor, Semantic::BackColor];
    scene.state.two_sided = true;
    scene.triangle([[0.0, 0.0], [8.0, 0.0], [0.0, 8.0]], 0.0, [0.25, 0.5, 0.0, 0.0]);
    scene.triangle([[8.0, 8.0], [8.0, 16.0], [16.0, 8.0]], 0.0, [0.25, 0.5, 0.0, 0.0]);
    for record in scene.records.chunks_mut(12) {
        (record[8], record[9]) = (0.75f32.to_bits(), 1.0f32.to_bits());
    }
    scene.draw().unwrap();
    assert_eq!(shown(&scene, 1, 1), [0.25f32.to_bits(), 0.5f32.to_bits(), u32::MAX, 0]);
    assert_eq!(shown(&scene, 9, 9), [0.75f32.to_bits(), 1.0f32.to_bits(), 0, 1]);
}

#[test]
fn point_coordinates_run_over_the_square() {
    let mut scene = showing([Input::PointCoord(0), Input::PointCoord(1), Input::SampleMaskIn, Input::HelperInvocation]);
    scene.kind = PrimitiveKind::Point;
    scene.layout.slots.push(Semantic::PointSize);
    scene.state.program_point_size = true;
    let vertex = scene.window_vertex(8.0, 8.0, 0.0, [0.0; 4]);
    scene.records[8] = 4.0f32.to_bits();
    scene.primitives.push([vertex; 3]);
    assert_eq!(scene.draw().unwrap().fragment_shader_invocations, 16);
    assert_eq!(shown(&scene, 6, 6), [0.125f32.to_bits(), 0.875f32.to_bits(), 1, 0]);
    scene.state.point_sprite_upper_left = false;
    scene.draw().unwrap();
    assert_eq!(floats(&scene, 9, 6)[..2], [0.875, 0.125]);
}

#[test]
fn discarded_fragments_count_as_run_but_leave_nothing() {
    let mut code = pass_colors();
    // Lanes whose red is above one half are discarded.
    code.splats = vec![(4, shader::ir::bytecode::Splat::Constant(0.5f32.to_bits()))];
    code.ops = vec![
        op(Code::FLess, 5, 4, 0, NONE),
        Op { payload: Target(3).into(), ..op(Code::If, NONE, 5, NONE, NONE) },
        op(Code::Discard, NONE, NONE, NONE, NONE),
        op(Code::EndIf, NONE, NONE, NONE, NONE),
        op(Code::End, NONE, NONE, NONE, NONE),
    ];
    (code.uses_discard, code.depth) = (true, 1);
    let mut scene = Scene::new(16, 16);
    scene.program = with_fragment(code);
    let red = |x: f32| [x / 16.0, 1.0, 1.0, 1.0];
    let corners = [[0.0, 0.0], [32.0, 0.0], [0.0, 32.0]].map(|[x, y]| scene.window_vertex(x, y, 0.0, red(x)));
    scene.primitives.push(corners);
    let statistics = scene.draw().unwrap();
    assert_eq!((statistics.fragment_shader_invocations, statistics.samples_passed), (256, 128));
    assert!(scene.pixel(7, 9) != 0 && scene.pixel(8, 9) == 0);
}

#[test]
fn written_depth_is_tested_and_stored() {
    let mut code = pass_colors();
    code.outputs.push((0, Output::FragmentDepth));
    code.writes_depth = true;
    let mut scene = Scene::new(8, 8);
    scene.program = with_fragment(code);
    scene.add_depth(Format::Depth32f, |_| 0.5f32.to_bits());
    scene.state.depth_test = true;
    scene.rectangle([0.0, 0.0, 4.0, 8.0], 0.9, [0.25; 4]);
    scene.rectangle([4.0, 0.0, 8.0, 8.0], -0.9, [0.75; 4]);
    let statistics = scene.draw().unwrap();
    assert_eq!((statistics.fragment_shader_invocations, statistics.samples_passed), (64, 32));
    let memory = &scene.targets.depth.as_ref().unwrap().memory;
    assert_eq!((memory.word(0), memory.word(7)), (0.25f32.to_bits(), 0.5f32.to_bits()));
}

#[test]
fn early_tests_write_depth_even_where_the_shader_discards() {
    let mut code = pass_colors();
    code.ops.insert(0, op(Code::Discard, NONE, NONE, NONE, NONE));
    code.uses_discard = true;
    let mut scene = Scene::new(8, 8);
    scene.program = with_fragment(code);
    scene.program.fragment.as_mut().unwrap().1.early_fragment_tests = true;
    scene.add_depth(Format::Depth32f, |_| 1.0f32.to_bits());
    scene.state.depth_test = true;
    scene.rectangle([0.0, 0.0, 8.0, 8.0], 0.0, [1.0; 4]);
    let statistics = scene.draw().unwrap();
    assert_eq!((statistics.samples_passed, scene.pixel(0, 0)), (64, 0));
    assert_eq!(scene.targets.depth.as_ref().unwrap().memory.word(0), 0.5f32.to_bits());
}

#[test]
fn fragments_count_without_visible_effects() {
    let mut scene = Scene::new(8, 8);
    scene.state.blend[0].write_mask = [false; 4];
    scene.rectangle([0.0, 0.0, 8.0, 8.0], 0.0, [1.0; 4]);
    assert_eq!(scene.draw().unwrap().fragment_shader_invocations, 64);
    scene.program = Program::default();
    assert_eq!(scene.draw().unwrap().fragment_shader_invocations, 64);
    scene.occlusion = false;
    assert_eq!(scene.draw().unwrap().samples_passed, 0);
    scene.state.rasterizer_discard = true;
    assert_eq!(scene.draw().unwrap(), Statistics::default());
    assert_eq!(scene.pixel(0, 0), 0);
}

#[test]
fn several_draw_buffers_get_their_own_colours() {
    let mut code = pass_colors();
    code.outputs = vec![
        (0, Output::FragmentColor { location: 0, index: 0, component: 0 }),
        (1, Output::FragmentColor { location: 2, index: 0, component: 0 }),
    ];
    let mut scene = Scene::new(8, 8);
    scene.program = with_fragment(code);
    scene.targets.colors = (0..3).map(|_| Some(Surface::new(Format::R32ui, 8, 8).unwrap())).collect();
    scene.targets.colors[1] = None;
    scene.state.blend[2].enabled = true;
    scene.rectangle([0.0, 0.0, 8.0, 8.0], 0.0, [1.0, 2.0, 0.0, 0.0]);
    scene.draw().unwrap();
    let word = |n: usize| scene.targets.colors[n].as_ref().unwrap().memory.word(11);
    assert_eq!((word(0), word(2)), (1.0f32.to_bits(), 2.0f32.to_bits()));
}

#[test]
fn one_colour_goes_to_all_buffers() {
    let mut code = pass_colors();
    code.outputs = (0..4).map(|component: u8| (component.into(), Output::AllColors { component })).collect();
    let mut scene = Scene::new(8, 8);
    scene.program = with_fragment(code);
    scene.targets.colors.push(Some(Surface::new(Format::Rgba8, 8, 8).unwrap()));
    scene.rectangle([0.0, 0.0, 8.0, 8.0], 0.0, [1.0, 0.0, 1.0, 1.0]);
    scene.draw().unwrap();
    assert_eq!((scene.pixel(2, 2), scene.targets.colors[1].as_ref().unwrap().memory.word(9)), (0xFFFF_00FF, 0xFFFF_00FF));
}

#[test]
fn an_endless_shader_is_interrupted() {
    let mut code = pass_colors();
    code.ops = vec![
        Op { payload: Target(1).into(), ..op(Code::Loop, NONE, NONE, NONE, NONE) },
        Op { payload: Target(1).into(), ..op(Code::EndLoop, NONE, NONE, NONE, NONE) },
        op(Code::End, NONE, NONE, NONE, NONE),
    ];
    code.depth = 1;
    let mut scene = Scene::new(100, 100);
    scene.program = with_fragment(code);
    scene.budget = 10_000;
    scene.threads = 2;
    scene.rectangle([0.0, 0.0, 100.0, 100.0], 0.0, [1.0; 4]);
    assert_eq!(scene.draw(), Err(Failure::Interrupted));
    // The reused memory works afterwards.
    let mut raster = Raster::default();
    assert_eq!(scene.draw_with(&mut raster), Err(Failure::Interrupted));
    scene.program = with_fragment(pass_colors());
    assert_eq!(scene.draw_with(&mut raster).unwrap().fragment_shader_invocations, 10_000);
}

#[test]
fn hostile_numbers_are_survived() {
    let mut random = Random(3);
    let values = [0.0, -0.0, 1.0, -1.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN_POSITIVE, 1e-45, 1e30, -1e30, 3e7];
    for round in 0..3000 {
        let mut scene = Scene::new(70, 70);
        scene.kind = [PrimitiveKind::Triangle, PrimitiveKind::Line, PrimitiveKind::Point][round % 3];
        let value = |random: &mut Random| values[random.below(13) as usize];
        scene.state.viewports[0].x = value(&mut random);
        scene.state.viewports[0].width = value(&mut random);
        scene.state.line_width = value(&mut random);
        scene.state.point_size = value(&mut random);
        scene.state.depth_clamp = round % 2 == 0;
        scene.state.polygon_mode = [[PolygonMode::Fill, PolygonMode::Line, PolygonMode::Point][round % 5 % 3]; 2];
        scene.state.polygon_offset = (value(&mut random), value(&mut random));
        scene.state.polygon_offset_enabled = [true; 3];
        scene.state.clip_enables = random.next() as u8;
        scene.state.clip_planes = [[value(&mut random), value(&mut random), value(&mut random), value(&mut random)]; 8];
        scene.add_depth(Format::Depth24Stencil8, |_| 0xFF_FFFF);
        scene.state.depth_test = true;
        for _ in 0..4 {
            let p = [0; 4].map(|_| value(&mut random));
            scene.vertex(p, p);
        }
        scene.primitives = vec![[0, 1, 2], [1, 2, 3], [3, 9, 1], [u32::MAX, 0, 1]];
        let statistics = scene.draw().unwrap();
        assert_eq!(statistics.clipping_input_primitives, 4);
    }
}

/// Adds a triangle over the whole target.
fn cover(scene: &mut Scene) {
    scene.triangle([[0.0, 0.0], [32.0, 0.0], [0.0, 32.0]], 0.0, [0.25, 0.5, 0.75, 1.0]);
}

/// Returns code that adds slot 1's components to the stored colour.
fn adding_stored() -> Bytecode {
    let mut code = pass_colors();
    code.inputs.extend((0..4u8).map(|component| (4 + u16::from(component), Input::StoredColor { location: 0, component })));
    code.ops = (0..4).map(|n| op(Code::FAdd, n, n, n + 4, NONE)).chain([op(Code::End, NONE, NONE, NONE, NONE)]).collect();
    code
}

#[test]
fn fragments_read_what_those_before_them_stored() {
    for (format, kept) in [(Format::Rgba8, false), (Format::Rgba32f, true), (Format::Rgba16f, true)] {
        let mut scene = Scene::new(16, 16);
        scene.program = with_fragment(adding_stored());
        scene.targets.colors = vec![Some(Surface::new(format, 16, 16).unwrap())];
        // Three layers of overlapping triangles in one draw.
        for _ in 0..3 {
            cover(&mut scene);
        }
        scene.draw().unwrap();
        let surface = scene.targets.colors[0].as_ref().unwrap();
        let found = surface.texel(5, 9).map(f32::from_bits);
        let wanted = if kept { [0.75, 1.5, 2.25, 3.0] } else { [0.75, 1.0, 1.0, 1.0] };
        assert!((0..4).all(|n| (found[n] - wanted[n]).abs() < 0.01), "{format:?}: {found:?}");
    }
}

#[test]
fn a_masked_buffer_can_be_read() {
    let mut scene = showing([0, 1, 2, 3].map(|component| Input::StoredColor { location: 1, component }));
    let other = Surface::new(Format::Rgba8, 16, 16).unwrap();
    other.memory.set_word(9 * other.row_words + 5, 0x80FF_0033);
    scene.targets.colors.push(Some(other));
    cover(&mut scene);
    scene.draw().unwrap();
    assert_eq!(floats(&scene, 5, 9), [0.2, 0.0, 1.0, 128.0 / 255.0]);
    // Without alpha it is 1.
    scene.targets.without_alpha = 2;
    scene.draw().unwrap();
    assert_eq!(floats(&scene, 5, 9), [0.2, 0.0, 1.0, 1.0]);
}

#[test]
fn depth_and_stencil_are_read_before_the_tests() {
    let mut scene = showing([Input::StoredDepth, Input::StoredStencil, Input::FragCoord(2), Input::FragCoord(3)]);
    scene.add_depth(Format::Depth32fStencil8, |word| if word % 2 == 0 { 0.75f32.to_bits() } else { 9 });
    (scene.state.depth_test, scene.state.stencil_test) = (true, true);
    scene.state.stencil[0].pass = StencilOp::Increment;
    scene.state.stencil[1].pass = StencilOp::Increment;
    cover(&mut scene);
    cover(&mut scene);
    scene.state.depth_compare = Compare::LessEqual;
    scene.draw().unwrap();
    let shown = shown(&scene, 5, 9);
    assert_eq!((f32::from_bits(shown[0]), shown[1]), (0.5, 10), "what the first triangle stored");
    // Without buffers they are 0.
    (scene.targets.depth, scene.targets.stencil) = (None, None);
    scene.draw().unwrap();
    assert_eq!(self::shown(&scene, 5, 9)[..2], [0, 0]);
}

#[test]
fn each_sample_reads_its_own_colour() {
    for enabled in [true, false] {
        let mut scene = Scene::new(16, 16);
        scene.program = with_fragment(adding_stored());
        let samples = (0..4).map(|_| Surface::new(Format::Rgba8, 16, 16).unwrap());
        scene.targets.colors = vec![Some(Surface::from_samples(samples).unwrap())];
        (scene.targets.samples, scene.state.multisample.enabled) = (4, enabled);
        for (number, sample) in scene.targets.colors[0].as_ref().unwrap().each_sample().enumerate() {
            sample.memory.set_word(9 * sample.row_words + 5, number as u32 * 10);
        }
        cover(&mut scene);
        let statistics = scene.draw().unwrap();
        assert_eq!(statistics.fragment_shader_invocations, 4 * 256);
        let red = |sample: &Surface| sample.memory.word(9 * sample.row_words + 5) & 0xFF;
        let found: Vec<u32> = scene.targets.colors[0].as_ref().unwrap().each_sample().map(red).collect();
        assert_eq!(found, [64, 74, 84, 94]);
    }
}
