//! Tests of multisampled targets.

use super::*;
use base::core::sample_positions::{covered_by, positions};
use base::hir::Sampling;
use shader::pipeline::multisample::Multisample;

const ADD: Blend = Blend {
    enabled: true,
    color: (BlendEquation::Add, BlendFactor::One, BlendFactor::One),
    alpha: (BlendEquation::Add, BlendFactor::One, BlendFactor::One),
    write_mask: [true; 4],
};
const ONE: [f32; 4] = [1.0 / 255.0, 0.0, 0.0, 0.0];

fn surface(format: Format, width: u32, height: u32, samples: u32) -> Surface {
    Surface::from_samples((0..samples).map(|_| Surface::new(format, width, height).unwrap())).unwrap()
}

/// Creates a scene with a target of that many samples.
fn scene(width: u32, height: u32, samples: u32) -> Scene {
    let mut scene = Scene::new(width, height);
    scene.targets.colors[0] = Some(surface(Format::Rgba8, width, height, samples));
    scene.targets.samples = samples;
    scene
}

/// Creates a scene that adds 1 to the red of every covered sample.
fn counting(width: u32, height: u32, samples: u32) -> Scene {
    let mut scene = scene(width, height, samples);
    scene.state.blend[0] = ADD;
    scene
}

fn add_depth(scene: &mut Scene, format: Format, word: u32) {
    let depth = surface(format, scene.targets.width, scene.targets.height, scene.targets.samples);
    for sample in depth.each_sample() {
        (0..sample.memory.words().len()).for_each(|index| sample.memory.set_word(index, word));
    }
    scene.targets.depth = Some(depth.clone());
    scene.targets.stencil = Some(depth);
}

/// Returns the words of all samples of a pixel.
fn samples_of(scene: &Scene, x: u32, y: u32) -> Vec<u32> {
    scene.targets.colors[0].as_ref().unwrap().each_sample().map(|sample| sample.raw(x, y)[0]).collect()
}

/// Returns the words of all samples of all pixels.
fn all(scene: &Scene) -> Vec<u32> {
    let (width, height) = (scene.targets.width, scene.targets.height);
    (0..width * height).flat_map(|pixel| samples_of(scene, pixel % width, pixel / width)).collect()
}

/// Returns the samples of a pixel whose red is not 0, one bit each.
fn covered(scene: &Scene, x: u32, y: u32) -> u32 {
    samples_of(scene, x, y).iter().enumerate().fold(0, |mask, (sample, &word)| mask | u32::from(word & 0xFF != 0) << sample)
}

/// Returns the samples of a pixel whose positions fulfil a condition, in 1/256 pixel of the window.
fn expected(samples: u32, x: u32, y: u32, inside: impl Fn(i64, i64) -> bool) -> u32 {
    let position = |place: u8, pixel: u32| i64::from(pixel) * 256 + i64::from(place) * 16;
    let held = |place: &[u8; 2]| inside(position(place[0], x), position(place[1], y));
    positions(samples).iter().enumerate().fold(0, |mask, (sample, place)| mask | u32::from(held(place)) << sample)
}

fn fragment(inputs: Vec<(u16, Input)>, outputs: Vec<(u16, Output)>, registers: u16) -> Program {
    let ops = vec![op(Code::End, NONE, NONE, NONE, NONE)];
    with_fragment(Bytecode { ops, registers: registers.into(), inputs, outputs, ..Bytecode::default() })
}

fn varying(component: u8, sampling: Sampling) -> Input {
    Input::Varying { slot: 1, component, interpolation: Interpolation::Smooth, sampling }
}

fn color(component: u8) -> Output {
    Output::FragmentColor { location: 0, index: 0, component }
}

/// Replaces the first inputs of the program that passes slot 1 as the colour.
fn pass(scene: &mut Scene, input: impl Fn(u8) -> Input, extra: Vec<(u16, Output)>) {
    let outputs = (0..4).map(|component| (component.into(), color(component))).chain(extra).collect();
    scene.program = fragment((0..4).map(|component| (component.into(), input(component))).collect(), outputs, 8);
}

#[test]
fn triangles_that_share_an_edge_cover_every_sample_once() {
    let mut random = Random(11);
    for samples in [2, 4, 8] {
        for round in 0..20 {
            let size = if round % 2 == 0 { 24 } else { 100 };
            let mut scene = counting(size, size, samples);
            let grid = |random: &mut Random| random.below(size * 64) as f32 / 64.0;
            let limit = size as f32;
            let inner = [grid(&mut random), grid(&mut random)];
            let rim = [[0.0, 0.0], [grid(&mut random), 0.0], [limit, 0.0], [limit, limit], [grid(&mut random), limit], [0.0, limit]];
            for n in 0..rim.len() {
                scene.triangle([inner, rim[n], rim[(n + 1) % rim.len()]], 0.0, ONE);
            }
            let statistics = scene.draw().unwrap();
            assert!(all(&scene).iter().all(|&word| word == 1), "{samples} samples, round {round}");
            assert_eq!(statistics.samples_passed, u64::from(size * size * samples));
        }
    }
}

#[test]
fn a_triangle_covers_the_samples_inside_it() {
    // The right angle at (1.25, 1.25), legs of 5.5 pixels.
    for samples in [2, 4, 8] {
        let mut scene = scene(8, 8, samples);
        scene.triangle([[1.25, 1.25], [6.75, 1.25], [1.25, 6.75]], 0.0, [1.0; 4]);
        let statistics = scene.draw().unwrap();
        let (mut pixels, mut total) = (0, 0);
        for (x, y) in (0..64).map(|n| (n % 8, n / 8)) {
            // The sloping edge goes through no sample of these.
            let wanted = expected(samples, x, y, |x, y| x >= 320 && y >= 320 && x + y < 2048);
            assert_eq!(covered(&scene, x, y), wanted, "{samples} samples, ({x}, {y})");
            pixels += u64::from(wanted != 0);
            total += u64::from(wanted.count_ones());
        }
        assert_eq!((statistics.fragment_shader_invocations, statistics.samples_passed), (pixels, total));
    }
}

#[test]
fn a_line_is_a_rectangle() {
    let mut scene = scene(16, 16, 8);
    scene.kind = PrimitiveKind::Line;
    scene.state.line_width = 2.0;
    // Length 10 along (3, 4) / 5.
    let ends = [scene.window_vertex(4.0, 4.0, 0.0, [1.0; 4]), scene.window_vertex(10.0, 12.0, 0.0, [1.0; 4])];
    scene.primitives.push([ends[0], ends[1], ends[0]]);
    scene.draw().unwrap();
    for (x, y) in (0..256).map(|n| (n % 16, n / 16)) {
        let wanted = expected(8, x, y, |x, y| {
            let (x, y) = (x - 1024, y - 1024);
            let (along, across) = (3 * x + 4 * y, 3 * y - 4 * x);
            (0..12800).contains(&along) && (-1280..=1280).contains(&across)
        });
        assert_eq!(covered(&scene, x, y), wanted, "({x}, {y})");
    }
}

#[test]
fn points_are_squares_or_circles() {
    for round in [false, true] {
        let mut scene = scene(8, 8, 8);
        scene.kind = PrimitiveKind::Point;
        (scene.state.point_size, scene.state.multisample.round_points) = (4.5, round);
        let centre = scene.window_vertex(3.25, 4.5, 0.0, [1.0; 4]);
        scene.primitives.push([centre; 3]);
        scene.draw().unwrap();
        for (x, y) in (0..64).map(|n| (n % 8, n / 8)) {
            let wanted = expected(8, x, y, |x, y| {
                let (x, y) = (x - 832, y - 1152);
                if round { x * x + y * y <= 576 * 576 } else { (-576..576).contains(&x) && (-576..576).contains(&y) }
            });
            assert_eq!(covered(&scene, x, y), wanted, "round: {round}, ({x}, {y})");
        }
    }
}

#[test]
fn viewports_clip_at_each_sample() {
    let mut scene = scene(8, 8, 8);
    scene.state.viewports[0] = Viewport { x: 1.25, y: 2.5, width: 3.5, height: 4.0, near: 0.0, far: 1.0 };
    let corners = [[-3.0, -3.0], [9.0, -3.0], [-3.0, 9.0]].map(|[x, y]| scene.vertex([x, y, 0.0, 1.0], [1.0; 4]));
    scene.primitives.push(corners);
    scene.draw().unwrap();
    for (x, y) in (0..64).map(|n| (n % 8, n / 8)) {
        let wanted = expected(8, x, y, |x, y| (320..1216).contains(&x) && (640..1664).contains(&y));
        assert_eq!(covered(&scene, x, y), wanted, "({x}, {y})");
    }
}

#[test]
fn depth_is_tested_at_each_sample() {
    let mut scene = scene(4, 4, 8);
    add_depth(&mut scene, Format::Depth24Stencil8, 0xFF_FFFF);
    (scene.state.depth_test, scene.state.depth_compare) = (true, Compare::Less);
    scene.rectangle([0.0, 0.0, 4.0, 4.0], 0.0, [0.0; 4]);
    scene.draw().unwrap();
    // A plane from depth -1 at x = 0 to depth 1 at x = 4: in front where x < 2.
    scene.clear_geometry();
    let corner = |scene: &mut Scene, x: f32, y: f32| scene.window_vertex(x, y, x / 2.0 - 1.0, [1.0; 4]);
    for points in [[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0]], [[0.0, 0.0], [4.0, 4.0], [0.0, 4.0]]] {
        let primitive = points.map(|[x, y]| corner(&mut scene, x, y));
        scene.primitives.push(primitive);
    }
    let statistics = scene.draw().unwrap();
    for (x, y) in (0..16).map(|n| (n % 4, n / 4)) {
        assert_eq!(covered(&scene, x, y), if x < 2 { 0xFF } else { 0 }, "({x}, {y})");
    }
    // Two pixels have samples of both triangles.
    assert_eq!((statistics.samples_passed, statistics.fragment_shader_invocations), (64, 8 + 2));
    // The same, cut at x = 2.5: late tests decide as early ones.
    for late in [false, true] {
        let scene = scene_with_cut(late);
        scene.draw().unwrap();
        for x in 0..4 {
            assert_eq!(covered(&scene, x, 1), expected(4, x, 1, |x, _| x < 640), "{late}, {x}");
        }
    }
}

/// Creates a scene whose depth buffer lets samples left of x = 2.5 pass.
fn scene_with_cut(late: bool) -> Scene {
    let mut scene = scene(4, 4, 4);
    // Depth 0.5.
    add_depth(&mut scene, Format::Depth32f, 0.5_f32.to_bits());
    (scene.state.depth_test, scene.state.depth_compare) = (true, Compare::Less);
    for points in [[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0]], [[0.0, 0.0], [4.0, 4.0], [0.0, 4.0]]] {
        let primitive = points.map(|[x, y]: [f32; 2]| scene.window_vertex(x, y, (x - 2.5) / 4.0, [1.0; 4]));
        scene.primitives.push(primitive);
    }
    scene.state.alpha_test = late.then_some((Compare::Greater, 0.5));
    scene
}

#[test]
fn stencil_counts_each_sample() {
    let mut scene = scene(8, 8, 4);
    add_depth(&mut scene, Format::Depth24Stencil8, 0);
    scene.state.stencil_test = true;
    let increment = Stencil { pass: StencilOp::Increment, ..Stencil::default() };
    scene.state.stencil = [increment; 2];
    scene.triangle([[0.5, 0.5], [7.5, 0.5], [0.5, 7.5]], 0.0, [1.0; 4]);
    scene.triangle([[0.5, 0.5], [7.5, 0.5], [0.5, 7.5]], 0.0, [1.0; 4]);
    scene.draw().unwrap();
    let stencil = scene.targets.stencil.clone().unwrap();
    for (x, y) in (0..64).map(|n| (n % 8, n / 8)) {
        let mask = covered(&scene, x, y);
        for (number, sample) in stencil.each_sample().enumerate() {
            assert_eq!(sample.raw(x, y)[0] >> 24, 2 * (mask >> number & 1), "({x}, {y}), sample {number}");
        }
    }
}

#[test]
fn masks_take_samples_away() {
    let draw = |change: &dyn Fn(&mut Scene)| {
        let mut scene = scene(2, 2, 4);
        scene.rectangle([0.0, 0.0, 2.0, 2.0], 0.0, [1.0, 0.0, 0.0, 0.5]);
        change(&mut scene);
        let statistics = scene.draw().unwrap();
        (covered(&scene, 1, 1), statistics.samples_passed)
    };
    assert_eq!(draw(&|_| {}), (0xF, 16));
    assert_eq!(draw(&|scene| scene.state.multisample.mask = 0b0101), (0b0101, 8));
    assert_eq!(draw(&|scene| scene.state.multisample.alpha_to_coverage = true), (0b0011, 8));
    let shader_mask = |scene: &mut Scene| pass(scene, |component| varying(component, Sampling::Center), vec![(0, Output::SampleMask)]);
    // The bits of 1.0 have none of the lowest four.
    assert_eq!(draw(&|scene| shader_mask(scene)), (0, 0));
    // Without multisample rasterisation nothing changes the coverage.
    let disabled = draw(&|scene| {
        shader_mask(scene);
        scene.state.multisample = Multisample { enabled: false, mask: 1, alpha_to_coverage: true, ..Multisample::default() };
    });
    assert_eq!(disabled, (0xF, 16));
    let mut single = Scene::new(2, 2);
    single.rectangle([0.0, 0.0, 2.0, 2.0], 0.0, [1.0, 0.0, 0.0, 0.5]);
    shader_mask(&mut single);
    assert_eq!(single.draw().unwrap().samples_passed, 4, "SAMPLE_BUFFERS is not one");
}

#[test]
fn alpha_to_one_comes_after_alpha_to_coverage() {
    let mut scene = scene(1, 1, 4);
    (scene.state.multisample.alpha_to_one, scene.state.multisample.alpha_to_coverage) = (true, true);
    scene.rectangle([0.0, 0.0, 1.0, 1.0], 0.0, [1.0, 0.0, 0.0, 0.5]);
    scene.draw().unwrap();
    assert_eq!(samples_of(&scene, 0, 0), [0xFF00_00FF, 0xFF00_00FF, 0, 0]);
}

#[test]
fn coverage_is_proportional() {
    let counts: Vec<u32> = [f32::NAN, -1.0, 0.0, 0.25, 0.5, 0.75, 1.0, 9.0].map(|value| covered_by(value, 8).count_ones()).to_vec();
    assert_eq!(counts, [0, 0, 0, 2, 4, 6, 8, 8]);
}

#[test]
fn without_multisample_rasterisation_the_centre_decides_for_all_samples() {
    let mut scene = scene(4, 1, 8);
    scene.state.multisample.enabled = false;
    scene.rectangle([0.0, 0.0, 2.5, 1.0], 0.0, [1.0; 4]);
    scene.draw().unwrap();
    assert_eq!([0, 1, 2, 3].map(|x| covered(&scene, x, 0)), [0xFF, 0xFF, 0, 0]);
}

#[test]
fn a_shader_that_reads_the_sample_runs_for_each() {
    let mut scene = scene(2, 2, 8);
    let inputs = vec![(0, Input::SampleId), (1, Input::SamplePosition(0)), (2, Input::SamplePosition(1)), (3, Input::SampleMaskIn)];
    scene.targets.colors[0] = Some(surface(Format::Rgba32ui, 2, 2, 8));
    scene.program = fragment(inputs, (0..4).map(|component| (component.into(), color(component))).collect(), 8);
    scene.rectangle([0.0, 0.0, 2.0, 2.0], 0.0, [1.0; 4]);
    // Two triangles share the pixels of the diagonal.
    let statistics = scene.draw().unwrap();
    assert_eq!(statistics.fragment_shader_invocations, 4 * 8);
    let target = scene.targets.colors[0].as_ref().unwrap();
    for (number, (sample, place)) in target.each_sample().zip(positions(8)).enumerate() {
        let position = place.map(|part| (f32::from(part) / 16.0).to_bits());
        assert_eq!(sample.raw(1, 1), [number as u32, position[0], position[1], 1 << number]);
    }
}

#[test]
fn sample_shading_has_a_threshold() {
    let invocations = |minimum: f32| {
        let mut scene = scene(4, 4, 4);
        scene.state.multisample.min_sample_shading = minimum;
        scene.rectangle([0.0, 0.0, 4.0, 4.0], 0.0, [1.0; 4]);
        scene.draw().unwrap().fragment_shader_invocations
    };
    // Pixels on the diagonal have samples of both triangles.
    assert_eq!([0.0, 0.25, 0.3, 1.0].map(invocations), [20, 20, 64, 64]);
}

/// Draws a triangle over 8 × 8 pixels whose red is x / 8, and returns the target's texels as floats by pixel and sample.
fn ramp(sampling: Sampling) -> (Scene, Surface) {
    let mut scene = scene(8, 8, 4);
    let target = surface(Format::Rgba32f, 8, 8, 4);
    scene.targets.colors[0] = Some(target.clone());
    pass(&mut scene, |component| varying(component, sampling), Vec::new());
    let corners = [[0.625, 0.0], [8.0, 0.0], [0.625, 8.0]];
    let primitive = corners.map(|[x, y]: [f32; 2]| scene.window_vertex(x, y, 0.0, [x, y, 0.0, 1.0]));
    scene.primitives.push(primitive);
    scene.draw().unwrap();
    (scene, target)
}

#[test]
fn inputs_are_interpolated_where_they_say() {
    let near = |a: u32, b: f32| (f32::from_bits(a) - b).abs() < 1e-4;
    for sampling in [Sampling::Center, Sampling::Centroid, Sampling::Sample] {
        let (_, target) = ramp(sampling);
        for (x, y) in (0..64).map(|n| (n % 8, n / 8)) {
            let texels: Vec<[u32; 4]> = target.each_sample().map(|sample| sample.raw(x, y)).collect();
            let lit: Vec<usize> = (0..4).filter(|&sample| texels[sample][3] != 0).collect();
            for &sample in &lit {
                let at = match sampling {
                    Sampling::Sample => positions(4)[sample],
                    Sampling::Centroid if lit.len() < 4 => positions(4)[lit[0]],
                    _ => [8, 8],
                };
                let [red, green, ..] = texels[sample];
                let (wanted_x, wanted_y) = (x as f32 + f32::from(at[0]) / 16.0, y as f32 + f32::from(at[1]) / 16.0);
                assert!(near(red, wanted_x) && near(green, wanted_y), "{sampling:?} ({x}, {y}) {sample}");
            }
        }
    }
}

#[test]
fn results_do_not_depend_on_threads_or_instructions() {
    let draw = |threads: usize, baseline: bool| {
        let mut random = Random(5);
        let mut scene = scene(150, 130, 8);
        (scene.threads, scene.baseline) = (threads, baseline);
        add_depth(&mut scene, Format::Depth24Stencil8, 0xFF_FFFF);
        (scene.state.depth_test, scene.state.depth_compare) = (true, Compare::LessEqual);
        scene.state.blend[0] = ALPHA_BLEND;
        for _ in 0..200 {
            let point = |random: &mut Random| [random.unit() * 150.0, random.unit() * 130.0];
            let points = [point(&mut random), point(&mut random), point(&mut random)];
            let tint = [random.unit(), random.unit(), random.unit(), random.unit()];
            let z = random.unit();
            scene.triangle(points, z, tint);
        }
        let statistics = scene.draw().unwrap();
        (all(&scene), statistics.samples_passed, statistics.fragment_shader_invocations)
    };
    let first = draw(1, false);
    assert!(first.1 > 0);
    assert!(draw(4, false) == first && draw(2, true) == first);
}
