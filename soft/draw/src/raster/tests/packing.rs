//! Tests that packing preserves the order of primitives, with any number of threads and any instruction set.

use super::*;

/// Creates random triangles with blending and depth, whose result depends on the order.
fn random_scene(seed: u64, count: usize, large: bool) -> Scene {
    let mut random = Random(seed);
    let mut scene = Scene::new(200, 150);
    scene.state.blend[0] = ALPHA_BLEND;
    scene.add_depth(Format::Depth24Stencil8, |_| 0x80_0000 + 0x20_0000);
    scene.state.depth_test = true;
    scene.state.depth_compare = Compare::LessEqual;
    for _ in 0..count {
        let reach = if large { 200 } else { 12 };
        let (x, y) = (random.below(200) as f32, random.below(150) as f32);
        let color = [random.unit(), random.unit(), random.unit(), random.unit()];
        let mut corner = || {
            let (dx, dy) = (random.below(reach * 16) as f32 / 16.0, random.below(reach * 16) as f32 / 16.0);
            let (z, w) = (random.unit() * 1.6 - 0.8, 0.5 + random.unit());
            let p = [((x + dx) / 100.0 - 1.0) * w, ((y + dy) / 75.0 - 1.0) * w, z * w, w];
            scene.vertex(p, color)
        };
        let primitive = [corner(), corner(), corner()];
        scene.primitives.push(primitive);
    }
    scene
}

fn everything(scene: &Scene) -> (Vec<u32>, Vec<u32>) {
    let memory = &scene.targets.depth.as_ref().unwrap().memory;
    (scene.image(), (0..memory.words().len()).map(|n| memory.word(n)).collect())
}

#[test]
fn packed_waves_draw_what_single_primitives_draw() {
    for (seed, large) in [(1, false), (2, true), (3, false)] {
        for late in [false, true] {
            let make = || {
                let mut scene = random_scene(seed, 150, large);
                if late {
                    let mut code = pass_colors();
                    code.uses_discard = true;
                    scene.program = with_fragment(code);
                }
                scene
            };
            let together = make();
            let counted = together.draw().unwrap();
            let mut alone = make();
            let mut sum = Statistics::default();
            for primitive in std::mem::take(&mut alone.primitives) {
                alone.primitives = vec![primitive];
                sum.add(&alone.draw().unwrap());
            }
            assert!(everything(&together) == everything(&alone), "seed {seed}, late {late}");
            assert_eq!(counted, sum);
            assert!(counted.fragment_shader_invocations > 1000 && counted.samples_passed > 1000);
        }
    }
}

#[test]
fn threads_and_instruction_sets_change_nothing() {
    let reference = random_scene(11, 3000, false);
    let counted = reference.draw().unwrap();
    let expected = everything(&reference);
    for threads in 1..=3 {
        for baseline in [false, true] {
            let mut scene = random_scene(11, 3000, false);
            (scene.threads, scene.baseline) = (threads, baseline);
            let mut raster = Raster { baseline, ..Raster::default() };
            if baseline {
                raster.workers.resize_with(3, Mutex::default);
                for worker in &mut raster.workers {
                    inner(worker).wave = shader::exec::Wave::with_instruction_set(base::core::cpu::InstructionSet::BASELINE);
                }
            }
            assert_eq!(scene.draw_with(&mut raster).unwrap(), counted);
            assert!(everything(&scene) == expected, "{threads} threads, baseline {baseline}");
        }
    }
}

#[test]
fn every_fragment_of_overlapping_primitives_is_blended_in_order() {
    let mut scene = Scene::new(8, 8);
    scene.state.blend[0] = ALPHA_BLEND;
    for n in 0..40 {
        let red = if n == 39 { 1.0 } else { 0.0 };
        scene.rectangle([2.0, 2.0, 5.0, 5.0], 0.0, [red, 1.0 - red, 0.0, 0.5]);
    }
    scene.draw().unwrap();
    let [red, green, ..] = scene.pixel(3, 3).to_le_bytes();
    assert!((127..=129).contains(&red) && (126..=128).contains(&green), "{red} {green}");
}
