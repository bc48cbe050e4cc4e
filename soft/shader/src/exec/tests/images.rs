use super::*;
use crate::ir::bytecode::{Atomic, AtomicImage, Image, ImageAccess};
use base::hir::{SamplerType, Scalar, TextureKind};
use base::image::Surface;
use base::image::format::Format;
use base::image::load_store::{ImageView, Texels};
use std::sync::Arc;

/// Creates an image of 8 by 2 texels; texel (x, y) is `first` + x + 10 y.
/// Returns the access to an image without samples.
fn access(image: u32) -> ImageAccess {
    ImageAccess { image, samples: false }
}

fn image(first: u32) -> Option<Arc<ImageView>> {
    let surface = Surface::new(Format::R32ui, 8, 2).unwrap();
    for (x, y) in (0..16).map(|index| (index % 8, index / 8)) {
        surface.set_raw(x, y, [first + x + 10 * y, 0, 0, 0]);
    }
    Some(Arc::new(ImageView { kind: TextureKind::D2, format: Format::R32ui, texels: Texels::Layers([surface].into()) }))
}

/// Returns the texel of an image of the resources.
fn texel(resources: &Resources, unit: usize, x: u32, y: u32) -> u32 {
    resources.images[unit].as_ref().unwrap().load([x, y, 0], 0)[0]
}

/// Code whose image 0 is one variable at word 1 and whose image 1 is an array of three from there on.
fn image_code(ops: Vec<Op>) -> Verified {
    let of = |units| Image { image: SamplerType { kind: TextureKind::D2, result: Scalar::Uint, shadow: false }, unit_word: 1, units };
    verified(Bytecode { images: vec![of(1), of(3)], ..bytecode(ops) })
}

/// Units 2, 0, 5: the last one has no image.
fn resources() -> Resources {
    Resources { uniforms: vec![77, 2, 0, 5], images: vec![image(100), None, image(200)], ..Resources::default() }
}

/// The coordinates of each lane in registers 0 to 2, and its element in register 3.
fn inputs() -> [[u32; 64]; 4] {
    [
        std::array::from_fn(|lane| if lane == 9 { u32::MAX } else { lane as u32 % 8 }),
        std::array::from_fn(|lane| lane as u32 / 8 % 4),
        [99; 64],
        std::array::from_fn(|lane| if lane == 3 { 70 } else { lane as u32 % 3 }),
    ]
}

#[test]
fn loads_find_their_images_through_uniforms() {
    let load = |dst, c, image| Op { payload: access(image).into(), ..op(Code::ImageLoad, dst, 0, NONE, c) };
    // The last load overwrites its own coordinates.
    let code = image_code(vec![
        load(8, NONE, 0),
        load(12, 3, 1),
        Op { payload: access(1).into(), ..op(Code::ImageSize, 16, NONE, NONE, 3) },
        load(0, NONE, 0),
    ]);
    for way in ways() {
        let mut world = World { resources: resources(), ..World::default() };
        let mut wave = begin(way, &code, !(1 << 20), &inputs());
        assert_eq!(wave.run(&code, &mut world.context()), Stop::Done);
        let at = |first: u16, lane: usize| [0, 1, 2, 3].map(|component| wave.register(first + component).0[lane]);
        for lane in 0..64 {
            let [x, y, _, element] = inputs().map(|input| input[lane]);
            let exists = x < 8 && y < 2 && lane != 20;
            let value = |first: u32| if exists { [first + x + 10 * y, 0, 0, 1] } else { [0; 4] };
            assert_eq!(at(8, lane), value(200), "{lane}");
            assert_eq!(at(0, lane), value(200), "{lane}");
            let element = element.min(2);
            assert_eq!(at(12, lane), [value(200), value(100), [0; 4]][element as usize], "{lane}");
            assert_eq!(at(16, lane)[..3], if element < 2 { [8, 2, 1] } else { [0; 3] }, "{lane}");
        }
    }
}

#[test]
fn stores_are_masked_and_go_lane_by_lane() {
    let code = image_code(vec![
        flow(Code::If, 8, 2),
        Op { payload: access(1).into(), ..op(Code::ImageStore, NONE, 0, 4, 3) },
        flow(Code::EndIf, NONE, 0),
    ]);
    let [x, y, z, element] = inputs();
    let values = [x, y, z, element, numbers(), [0; 64], [0; 64], [0; 64], boolean(!(1 << 4))];
    for way in ways() {
        let mut world = World { resources: resources(), writable: !(1 << 5), ..World::default() };
        let mut wave = begin(way, &code, !(1 << 6), &values);
        assert_eq!(wave.run(&code, &mut world.context()), Stop::Done);
        let mut wanted = [[0; 16]; 2];
        for (image, first) in [(0, 100), (1, 200)] {
            wanted[image] = std::array::from_fn(|index| first + index as u32 % 8 + 10 * (index as u32 / 8));
        }
        for lane in (0..64).filter(|lane| ![4, 5, 6].contains(lane)) {
            let image = [Some(1), Some(0), None][element[lane].min(2) as usize];
            if let Some(image) = image.filter(|_| x[lane] < 8 && y[lane] < 2) {
                wanted[image][(x[lane] + 8 * y[lane]) as usize] = lane as u32;
            }
        }
        for index in 0..16u32 {
            let found = [0, 2].map(|unit| texel(&world.resources, unit, index % 8, index / 8));
            assert_eq!(found, wanted.map(|image| image[index as usize]), "{index}");
        }
    }
}

#[test]
fn atomics_return_the_old_value_and_spare_helpers() {
    let atomic =
        |atomic: Atomic, dst, b| Op { payload: AtomicImage { atomic, access: access(0) }.into(), ..op(Code::ImageAtomic, dst, 0, b, NONE) };
    let code = image_code(vec![atomic(Atomic::Add, 8, 3), atomic(Atomic::CompareSwap, 9, 4)]);
    // All lanes are at texel (1, 1), which is 211; lane 7 is outside.
    let at = |value: u32| std::array::from_fn(|lane| if lane == 7 { 8 } else { value });
    let values = [at(1), [1; 64], [0; 64], [2; 64], [211 + 2 * 61; 64], [5; 64], [0; 64], [0; 64], [42; 64]];
    for way in ways() {
        // Lane 3 is a helper, lane 63 was not started.
        let mut world = World { resources: resources(), writable: !(1 << 3), ..World::default() };
        let mut wave = begin(way, &code, u64::MAX >> 1, &values);
        assert_eq!(wave.run(&code, &mut world.context()), Stop::Done);
        let mut sum = 211;
        for lane in 0..64 {
            let wanted = match lane {
                7 => 0,
                63 => 42,
                _ => sum,
            };
            assert_eq!(wave.register(8).0[lane], wanted, "{lane}");
            sum += if [3, 7, 63].contains(&lane) { 0 } else { 2 };
        }
        assert_eq!((wave.register(9).0[0], wave.register(9).0[1]), (211 + 2 * 61, 5));
        assert_eq!(texel(&world.resources, 2, 1, 1), 5);
    }
}

#[test]
fn images_of_other_types_are_not_accessed() {
    let code = image_code(vec![
        Op { payload: access(0).into(), ..op(Code::ImageStore, NONE, 0, 3, NONE) },
        Op { payload: access(0).into(), ..op(Code::ImageLoad, 8, 0, NONE, NONE) },
        Op { payload: AtomicImage { atomic: Atomic::Add, access: access(0) }.into(), ..op(Code::ImageAtomic, 12, 0, 3, NONE) },
    ]);
    let mut resources = resources();
    let signed = ImageView { format: Format::R32i, ..(**resources.images[2].as_ref().unwrap()).clone() };
    resources.images[2] = Some(Arc::new(signed));
    let mut world = World { resources, ..World::default() };
    let mut wave = begin(best(), &code, u64::MAX, &[[1; 64], [1; 64], [0; 64], [7; 64]]);
    assert_eq!(wave.run(&code, &mut world.context()), Stop::Done);
    assert_eq!((wave.register(8).0[0], wave.register(11).0[0], wave.register(12).0[0]), (0, 0, 0));
    assert_eq!(texel(&world.resources, 2, 1, 1), 211);
}
