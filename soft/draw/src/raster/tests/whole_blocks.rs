//! Tests that 8×8 blocks drawn at once equal the same pixels drawn in pieces, and that fills that wait are done.

use super::*;
use base::image::later::clear_color_later;

const ADD: (BlendEquation, BlendFactor, BlendFactor) = (BlendEquation::Add, BlendFactor::One, BlendFactor::One);

/// Returns a target of a format with random texels.
fn target(format: Format, samples: u32) -> Surface {
    let mut random = Random(7);
    let surfaces: Vec<_> = (0..samples.max(1)).map(|_| Surface::new(format, 41, 27).unwrap()).collect();
    for surface in &surfaces {
        for (x, y) in (0..27).flat_map(|y| (0..41).map(move |x| (x, y))) {
            surface.set_texel(x, y, [0; 4].map(|_: i32| random.unit().to_bits()));
        }
    }
    Surface::from_samples(surfaces).unwrap()
}

/// Creates a scene of two triangles with random colours, some of them outside 0 to 1, that cover the target.
fn scene(format: Format, samples: u32, blend: Blend, logic_op: Option<u32>) -> Scene {
    let mut random = Random(11);
    let mut scene = Scene::new(41, 27);
    scene.targets.colors[0] = Some(target(format, samples));
    scene.targets.samples = samples;
    scene.state.framebuffer_srgb = true;
    scene.state.blend[0] = blend;
    scene.state.blend_color = [0.2, 0.4, 0.6, 0.8];
    scene.state.logic_op = logic_op;
    let mut corner = |x: f32, y: f32| {
        let color = [0; 4].map(|_| random.unit() * 1.5 - 0.25);
        scene.window_vertex(x, y, 0.0, color)
    };
    let [a, b, c, d] = [corner(0.0, 0.0), corner(41.0, 0.0), corner(0.0, 27.0), corner(41.0, 27.0)];
    scene.primitives = vec![[a, b, d], [a, d, c]];
    scene
}

/// Creates a scene of random triangles and rectangles that overlap, so that whole blocks are drawn over parts of blocks and under them. Some colours are
/// much greater than 1.
fn overlapping(seed: u64, format: Format, samples: u32, blend: Blend, depth: Option<Format>) -> Scene {
    let mut random = Random(seed);
    let mut scene = scene(format, samples, blend, None);
    scene.primitives.clear();
    for _ in 0..16 {
        let scale = [1.0, 1.0, 3.0, 60_000.0][random.below(4) as usize];
        let [x, y, across, up] = [41, 27, 41, 27].map(|limit| random.below(limit * 4) as f32 / 4.0);
        let z = random.unit() * 2.0 - 1.0;
        let mut corner = |x: f32, y: f32| {
            let color = [0; 4].map(|_| random.unit() * scale - 0.25);
            scene.window_vertex(x, y, z, color)
        };
        let [a, b, c, d] = [corner(x, y), corner(x + across, y), corner(x, y + up), corner(x + across, y + up)];
        scene.primitives.push([a, b, c]);
        if random.below(2) == 0 {
            scene.primitives.push([b, d, c]);
        }
    }
    if let Some(depth) = depth {
        let half = if depth == Format::Depth32f { 0.5f32.to_bits() } else { 0xA580_0000 };
        let surfaces: Vec<_> = (0..samples.max(1)).map(|_| Surface::new(depth, 41, 27).unwrap()).collect();
        for surface in &surfaces {
            (0..surface.memory.words().len()).for_each(|word| surface.memory.set_word(word, half));
        }
        scene.targets.depth = Some(Surface::from_samples(surfaces).unwrap());
        scene.state.depth_test = true;
        scene.state.depth_write = true;
        scene.state.depth_compare = [Compare::Less, Compare::LessEqual, Compare::Greater, Compare::NotEqual][seed as usize % 4];
    }
    scene
}

/// Returns all texels of all samples of colour buffer 0 and of the depth buffer.
fn texels(scene: &Scene) -> Vec<[u32; 4]> {
    let surfaces = scene.targets.colors[0].iter().chain(&scene.targets.depth);
    let samples = surfaces.flat_map(|surface| surface.each_sample());
    let pixels = || (0..27).flat_map(|y| (0..41).map(move |x| (x, y)));
    samples.flat_map(|sample| pixels().map(|(x, y)| sample.raw(x, y))).collect()
}

/// Asserts that a scene gives the same drawn at once and drawn in columns of three pixels.
fn check(what: &str, make: impl Fn() -> Scene) {
    let whole = make();
    let mut sum = Statistics::default();
    let counted = whole.draw().unwrap();
    let mut columns = make();
    for x0 in (0..41).step_by(3) {
        columns.state.scissors = vec![Rectangle { x0, y0: 0, x1: x0 + 3, y1: 27 }; 16];
        let part = columns.draw().unwrap();
        sum.samples_passed += part.samples_passed;
        sum.fragment_shader_invocations += part.fragment_shader_invocations;
    }
    assert_eq!(counted.samples_passed, sum.samples_passed, "{what}");
    assert_eq!(counted.fragment_shader_invocations, sum.fragment_shader_invocations, "{what}");
    assert!(texels(&whole) == texels(&columns), "{what}");
}

/// Returns states of blending: the frequent ones, which have loops of their own, and others.
fn blends() -> Vec<Blend> {
    use BlendFactor::*;
    let state = |color, alpha| Blend { enabled: true, color, alpha, write_mask: [true; 4] };
    let add = |source, stored| (BlendEquation::Add, source, stored);
    let both = |source, stored| state(add(source, stored), add(source, stored));
    vec![
        Blend::default(),
        ALPHA_BLEND,
        both(DstAlpha, OneMinusDstAlpha),
        both(One, OneMinusSrcAlpha),
        state(add(SrcAlpha, OneMinusSrcAlpha), add(One, OneMinusSrcAlpha)),
        state(ADD, ADD),
        both(SrcAlpha, One),
        both(DstColor, Zero),
        both(Zero, SrcColor),
        state(add(One, OneMinusSrcAlpha), add(OneMinusDstAlpha, DstAlpha)),
        state(add(SrcAlphaSaturate, ConstantColor), add(SrcAlphaSaturate, OneMinusConstantAlpha)),
        state((BlendEquation::ReverseSubtract, DstColor, SrcColor), (BlendEquation::Max, One, One)),
        Blend { write_mask: [true, false, true, false], ..ALPHA_BLEND },
        Blend { write_mask: [false, true, true, true], ..Blend::default() },
    ]
}

const FORMATS: [Format; 13] = [
    Format::Rgba8,
    Format::Srgb8Alpha8,
    Format::R8,
    Format::Rgb565,
    Format::R16f,
    Format::Rg16f,
    Format::Rgba16f,
    Format::Rg32f,
    Format::R32f,
    Format::Rgb10A2,
    Format::R11fG11fB10f,
    Format::Rgba16,
    Format::Rgba8Snorm,
];

#[test]
fn blocks_and_pieces_get_the_same_texels() {
    let states = blends();
    for (format, blend) in FORMATS.into_iter().flat_map(|format| states.iter().map(move |blend| (format, *blend))) {
        for samples in [0, 4] {
            check(&format!("{format:?}, {samples} samples, {blend:?}"), || scene(format, samples, blend, None));
        }
        let baseline = Scene { baseline: true, ..scene(format, 0, blend, None) };
        let best = scene(format, 0, blend, None);
        baseline.draw().unwrap();
        best.draw().unwrap();
        assert!(texels(&baseline) == texels(&best), "{format:?}, {blend:?}");
    }
    for operation in 0x1500..0x1510 {
        check(&format!("operation {operation:#x}"), || scene(Format::Rgba8, 0, Blend::default(), Some(operation)));
        check(&format!("operation {operation:#x} of ten bits"), || scene(Format::Rgb10A2, 0, Blend::default(), Some(operation)));
    }
}

#[test]
fn blocks_over_and_under_pieces_get_the_same_texels() {
    let states = blends();
    for (seed, (format, blend)) in (0..).zip(FORMATS.into_iter().flat_map(|format| states.iter().map(move |blend| (format, *blend)))) {
        let depth = [None, Some(Format::Depth24Stencil8), Some(Format::Depth32f)][seed as usize % 3];
        let samples = if seed % 4 == 0 { 4 } else { 0 };
        let make = || overlapping(seed, format, samples, blend, depth);
        check(&format!("seed {seed}, {format:?}, {samples} samples, {blend:?}, {depth:?}"), make);
        let (baseline, best) = (Scene { baseline: true, ..make() }, make());
        assert_eq!(baseline.draw().unwrap(), best.draw().unwrap());
        assert!(texels(&baseline) == texels(&best), "seed {seed}, {format:?}, {blend:?}, {depth:?}");
        // Upside down, where the rows of memory descend.
        let flipped = || {
            let mut scene = make();
            scene.targets.flipped = true;
            scene
        };
        check(&format!("seed {seed}, upside down, {format:?}, {blend:?}"), flipped);
    }
}

#[test]
fn blocks_whose_shader_drops_samples_keep_the_others() {
    for (format, samples) in [(Format::Rgba8, 0), (Format::Rgba8, 4), (Format::Rgba16f, 4)] {
        check(&format!("{format:?}, {samples} samples"), || {
            let mut scene = scene(format, samples, Blend::default(), None);
            scene.state.alpha_test = Some((Compare::Greater, 0.5));
            scene.state.multisample.alpha_to_coverage = samples > 0;
            scene
        });
    }
}

#[test]
fn blocks_with_holes_over_and_under_others_get_the_same_texels() {
    let states = blends();
    for seed in 0..168 {
        let (blend, format) = (states[seed as usize % states.len()], [Format::Rgba8, Format::Srgb8Alpha8][seed as usize / 14 % 2]);
        let make = || {
            let mut scene = overlapping(seed, format, 0, blend, None);
            scene.state.alpha_test = Some((Compare::Greater, 0.4));
            scene.targets.flipped = seed % 3 == 0;
            scene
        };
        check(&format!("seed {seed}, {format:?}, {blend:?}"), make);
        let (baseline, best) = (Scene { baseline: true, ..make() }, make());
        assert_eq!(baseline.draw().unwrap(), best.draw().unwrap());
        assert!(texels(&baseline) == texels(&best), "seed {seed}, {format:?}, {blend:?}");
    }
}

#[test]
fn fills_that_wait_are_done_where_nothing_is_drawn() {
    for (flipped, samples) in [(false, 0), (true, 0), (false, 4)] {
        let make = |later: bool| {
            let mut scene = Scene::new(150, 71);
            let surfaces = (0..samples.max(1)).map(|_| Surface::new(Format::Rgba8, 150, 71).unwrap());
            let surface = Surface::from_samples(surfaces).unwrap();
            let area = Rectangle { x0: 0, y0: 0, x1: 150, y1: 71 };
            for sample in surface.each_sample() {
                clear_color_later(sample, area, [0.25f32, 0.5, 0.75, 1.0].map(f32::to_bits), [true; 4]);
                assert!(later || !sample.memory.words().is_empty());
                assert_eq!(sample.memory.fill_waits(), later);
            }
            (scene.targets.colors[0], scene.targets.samples, scene.targets.flipped) = (Some(surface), samples, flipped);
            scene.state.blend[0] = ALPHA_BLEND;
            scene.triangle([[3.0, 5.0], [90.0, 9.0], [70.0, 68.0]], 0.0, [1.0, 0.5, 0.0, 0.5]);
            scene
        };
        let (later, now) = (make(true), make(false));
        later.draw().unwrap();
        now.draw().unwrap();
        let samples = |scene: &Scene| scene.targets.colors[0].clone().unwrap().each_sample().cloned().collect::<Vec<_>>();
        for (later, now) in samples(&later).iter().zip(&samples(&now)) {
            assert!(!later.memory.fill_waits());
            let texels = |surface: &Surface| (0..150 * 71).map(|n| surface.raw(n % 150, n / 150)).collect::<Vec<_>>();
            assert!(texels(later) == texels(now), "flipped {flipped}");
        }
    }
}

#[test]
fn fills_of_targets_that_a_draw_does_not_access_still_wait() {
    let mut scene = Scene::new(16, 16);
    scene.add_depth(Format::Depth24Stencil8, |_| 0);
    let depth = scene.targets.depth.clone().unwrap();
    assert!(depth.memory.fill_later([1; 4]));
    scene.rectangle([0.0, 0.0, 16.0, 16.0], 0.0, [1.0; 4]);
    scene.draw().unwrap();
    assert!(depth.memory.fill_waits());
    scene.state.depth_test = true;
    scene.draw().unwrap();
    assert!(!depth.memory.fill_waits());
}

#[test]
fn interrupted_draws_leave_no_fill_undone() {
    let mut scene = Scene::new(200, 200);
    let mut code = pass_colors();
    code.ops = vec![
        Op { payload: Target(1).into(), ..op(Code::Loop, NONE, NONE, NONE, NONE) },
        Op { payload: Target(1).into(), ..op(Code::EndLoop, NONE, NONE, NONE, NONE) },
        op(Code::End, NONE, NONE, NONE, NONE),
    ];
    code.depth = 1;
    scene.program = with_fragment(code);
    scene.budget = 1000;
    scene.rectangle([0.0, 0.0, 200.0, 200.0], 0.0, [1.0; 4]);
    let surface = scene.targets.colors[0].clone().unwrap();
    assert!(surface.memory.fill_later([5; 4]));
    assert_eq!(scene.draw().unwrap_err(), Failure::Interrupted);
    assert!((0..200 * 200).all(|n| surface.raw(n % 200, n / 200)[0] == 5));
}
