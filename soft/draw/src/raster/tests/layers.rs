//! Layered framebuffers: each primitive is drawn to the layer that its provoking vertex selects.

use super::*;

/// The word of a record that holds gl_Layer.
const LAYER: usize = 8;

fn surfaces(format: Format, width: u32, height: u32, count: usize) -> Arc<[Surface]> {
    (0..count).map(|_| Surface::new(format, width, height).unwrap()).collect()
}

/// Creates a scene whose records have a layer.
fn scene(width: u32, height: u32) -> Scene {
    let mut scene = Scene::new(width, height);
    scene.layout.slots.push(Semantic::Layer);
    scene
}

/// Gives a scene so many layers of colour and depth; depths are far away.
fn add_layers(scene: &mut Scene, count: usize) {
    let (width, height) = (scene.targets.width, scene.targets.height);
    let (color, depth) = (surfaces(Format::Rgba8, width, height, count), surfaces(Format::Depth32f, width, height, count));
    for surface in depth.iter() {
        (0..surface.memory.words().len()).for_each(|word| surface.memory.set_word(word, 1.0f32.to_bits()));
    }
    scene.targets.colors = vec![Some(color[0].clone())];
    scene.targets.depth = Some(depth[0].clone());
    scene.targets.layers = Some(Layers { count: count as u16, colors: vec![Some(color)], depth: Some(depth), stencil: None });
}

/// Sets the layer of the vertices from `first` on.
fn set_layer(scene: &mut Scene, first: usize, layer: u32) {
    let stride = scene.layout.stride();
    scene.records.chunks_mut(stride).skip(first).for_each(|record| record[LAYER] = layer);
}

fn rectangle(scene: &mut Scene, corners: [f32; 4], z: f32, color: [f32; 4], layer: u32) {
    let first = scene.records.len() / scene.layout.stride();
    scene.rectangle(corners, z, color);
    set_layer(scene, first, layer);
}

fn words(surface: &Surface) -> Vec<u32> {
    (0..surface.memory.words().len()).map(|index| surface.memory.word(index)).collect()
}

fn colors(scene: &Scene) -> &[Surface] {
    scene.targets.layers.as_ref().unwrap().colors[0].as_ref().unwrap()
}

#[test]
fn a_layer_has_its_own_colours_and_depths() {
    let mut scene = scene(8, 8);
    add_layers(&mut scene, 3);
    scene.state.depth_test = true;
    let red = [1.0, 0.0, 0.0, 1.0];
    rectangle(&mut scene, [0.0, 0.0, 8.0, 8.0], -0.5, [1.0; 4], 2);
    // Hidden in layer 2, seen in layer 0.
    rectangle(&mut scene, [0.0, 0.0, 8.0, 4.0], 0.5, red, 2);
    rectangle(&mut scene, [0.0, 0.0, 8.0, 4.0], 0.5, red, 0);
    let statistics = scene.draw().unwrap();
    assert_eq!((statistics.clipping_input_primitives, statistics.clipping_output_primitives), (6, 6));
    assert_eq!((statistics.fragment_shader_invocations, statistics.samples_passed), (64 + 32, 64 + 32));
    let pixel = |layer: usize, row: usize| colors(&scene)[layer].memory.word(row * colors(&scene)[layer].row_words);
    assert_eq!([0, 1, 2].map(|layer| (pixel(layer, 0), pixel(layer, 7))), [(0xFF00_00FF, 0), (0, 0), (u32::MAX, u32::MAX)]);
    let depths = scene.targets.layers.as_ref().unwrap().depth.as_ref().unwrap();
    assert_eq!([0, 1, 2].map(|layer: usize| f32::from_bits(depths[layer].memory.word(0))), [0.75, 1.0, 0.25]);
}

#[test]
fn layers_that_do_not_exist_drop_primitives_but_count_them() {
    for missing in [2, 65_536, u32::MAX] {
        let mut scene = scene(8, 8);
        add_layers(&mut scene, 2);
        scene.rectangle([0.0, 0.0, 8.0, 8.0], 0.0, [1.0; 4]);
        let stride = scene.layout.stride();
        // The last vertex of the first triangle provokes.
        scene.records[2 * stride + LAYER] = missing;
        let statistics = scene.draw().unwrap();
        assert_eq!(statistics.clipping_output_primitives, 2);
        assert!(statistics.fragment_shader_invocations < 64 && statistics.fragment_shader_invocations > 0);
    }
}

#[test]
fn a_layer_has_no_effect_on_a_framebuffer_without_layers() {
    let mut scene = scene(8, 8);
    rectangle(&mut scene, [0.0, 0.0, 8.0, 8.0], 0.0, [1.0; 4], 5);
    assert_eq!(scene.draw().unwrap().fragment_shader_invocations, 64);
    assert!(scene.image().iter().all(|&word| word == u32::MAX));
}

#[test]
fn shaders_that_write_no_layer_draw_to_the_first() {
    let mut scene = Scene::new(8, 8);
    add_layers(&mut scene, 2);
    scene.rectangle([0.0, 0.0, 8.0, 8.0], 0.0, [1.0; 4]);
    assert_eq!(scene.draw().unwrap().samples_passed, 64);
    assert_eq!([0, 1].map(|layer: usize| colors(&scene)[layer].memory.word(9)), [u32::MAX, 0]);
}

#[test]
fn fragment_shaders_read_the_layer_that_was_written() {
    let mut code = pass_colors();
    code.inputs = vec![(0, Input::Layer)];
    code.outputs = vec![(0, Output::FragmentColor { location: 0, index: 0, component: 0 })];
    // 7 is no layer; without layers it has no effect.
    for (layered, layer) in [(true, 3), (false, 7)] {
        let mut scene = scene(4, 4);
        scene.program = with_fragment(code.clone());
        let images = surfaces(Format::R32ui, 4, 4, 4);
        scene.targets.colors = vec![Some(images[0].clone())];
        if layered {
            scene.targets.layers = Some(Layers { count: 4, colors: vec![Some(images.clone())], ..Layers::default() });
        }
        rectangle(&mut scene, [0.0, 0.0, 4.0, 4.0], 0.0, [0.0; 4], layer);
        scene.draw().unwrap();
        assert_eq!(images[if layered { 3 } else { 0 }].memory.word(5), layer);
    }
}

/// Many primitives in many tiles and layers give what draws to each layer alone give, with any number of threads.
#[test]
fn layers_equal_draws_of_their_own() {
    let (size, count) = (200, 5);
    let mut random = Random(7);
    let primitives: Vec<([f32; 4], f32, [f32; 4], u32)> = (0..1500)
        .map(|_| {
            let corner = [random.unit() * 180.0, random.unit() * 180.0];
            let corners = [corner[0], corner[1], corner[0] + random.unit() * 90.0, corner[1] + random.unit() * 90.0];
            (corners, random.unit() * 2.0 - 1.0, [random.unit(), random.unit(), random.unit(), random.unit()], random.below(count))
        })
        .collect();
    let draw = |threads: usize, wanted: Option<u32>| {
        let mut scene = scene(size, size);
        add_layers(&mut scene, count as usize);
        scene.state.depth_test = true;
        scene.state.blend[0] = ALPHA_BLEND;
        scene.threads = threads;
        for &(corners, z, color, layer) in primitives.iter().filter(|primitive| wanted.is_none_or(|wanted| wanted == primitive.3)) {
            rectangle(&mut scene, corners, z, color, layer);
        }
        if let Some(layer) = wanted {
            // The same images without layers.
            let layers = scene.targets.layers.take().unwrap();
            scene.targets.colors = vec![Some(layers.colors[0].as_ref().unwrap()[layer as usize].clone())];
            scene.targets.depth = Some(layers.depth.unwrap()[layer as usize].clone());
        }
        let statistics = scene.draw().unwrap();
        (scene, statistics)
    };
    let (one, counted) = draw(1, None);
    let (several, same) = draw(3, None);
    assert_eq!(counted.samples_passed, same.samples_passed);
    let mut samples = 0;
    for layer in 0..count {
        let (alone, statistics) = draw(1, Some(layer));
        samples += statistics.samples_passed;
        let expected = alone.image();
        assert!(words(&colors(&one)[layer as usize]) == expected && words(&colors(&several)[layer as usize]) == expected, "{layer}");
    }
    assert_eq!(counted.samples_passed, samples);
}
