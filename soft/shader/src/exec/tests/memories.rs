use super::*;
use crate::ir::bytecode::{Atomic, AtomicMemory, Block, MemoryAccess, Space};
use std::sync::Arc;

fn range(words: &[u32], offset: usize, size: usize) -> BufferRange {
    let memory = Memory::new(words.len() * 4).unwrap();
    words.iter().enumerate().for_each(|(index, &word)| memory.set_word(index, word));
    BufferRange { memory: Some(Arc::new(memory)), offset, size }
}

fn access(code: Code, space: Space, dst: u16, a: u16, b: u16, c: u16, block: u32) -> Op {
    Op { code, dst, a, b, c, payload: MemoryAccess { space, block }.into() }
}

/// Runs code in a world with each instruction set; returns the last one's registers.
fn run_in(world: impl Fn() -> World, shared: Option<&Memory>, code: &Verified, lanes: u64, inputs: &[[u32; 64]]) -> (Wave, World) {
    let mut last = None;
    for way in ways() {
        let mut world = world();
        let mut wave = Wave::with_instruction_set(way.0).with_execution(way.1);
        wave.load(code, &world.resources);
        for (register, input) in inputs.iter().enumerate() {
            wave.register_mut(register as u16).0 = *input;
        }
        wave.start(code, lanes);
        let mut context = world.context();
        context.shared = shared;
        assert_eq!(wave.run(code, &mut context), Stop::Done);
        last = Some((wave, world));
    }
    last.unwrap()
}

#[test]
fn loads_are_bounded_by_their_range() {
    let world = || {
        let resources = Resources {
            uniforms: vec![5, 6, 7],
            uniform_blocks: vec![BufferRange::default(), range(&[10, 11, 12, 13, 14], 4, 12)],
            ..Resources::default()
        };
        World { resources, ..World::default() }
    };
    let addresses: [u32; 64] = std::array::from_fn(|lane| if lane < 32 { lane as u32 } else { u32::MAX - lane as u32 });
    let blocks: [u32; 64] = std::array::from_fn(|lane| (lane as u32 % 3).wrapping_mul(0x7FFF_FFFF) | 1);
    let code = code(vec![
        access(Code::Load, Space::Uniform, 10, 0, NONE, NONE, 0),
        access(Code::Load, Space::UniformBlock, 11, 0, NONE, NONE, 1),
        access(Code::Load, Space::UniformBlock, 12, 1, NONE, NONE, 1),
        access(Code::Load, Space::UniformBlock, 13, 1, NONE, NONE, 0),
        access(Code::Load, Space::UniformBlock, 14, 1, NONE, NONE, u32::MAX),
        access(Code::Load, Space::UniformBlock, 15, 1, NONE, 2, 0),
        access(Code::Load, Space::Shared, 16, 1, NONE, NONE, 0),
    ]);
    let (wave, _) = run_in(world, None, &code, u64::MAX, &[addresses, [8; 64], blocks]);
    for lane in 0..64 {
        let word = |list: &[u32]| list.get(addresses[lane] as usize / 4).copied().unwrap_or(0);
        assert_eq!(wave.register(10).0[lane], word(&[5, 6, 7]));
        assert_eq!(wave.register(11).0[lane], word(&[11, 12, 13]));
        assert_eq!(wave.register(15).0[lane], if blocks[lane] == 1 { 13 } else { 0 });
    }
    assert_eq!([12, 13, 14, 16].map(|register| wave.register(register).0[63]), [13, 0, 0, 0]);
}

#[test]
fn splats_come_from_constants_uniforms_and_blocks() {
    let resources = Resources { uniforms: vec![5, 6], uniform_blocks: vec![range(&[10, 11, 12], 4, 8)], ..Resources::default() };
    let splats = vec![
        (0, Splat::Constant(9)),
        (1, Splat::Uniform(1)),
        (2, Splat::Uniform(2)),
        (3, Splat::UniformBlock(0, 4)),
        (4, Splat::UniformBlock(0, 8)),
        (5, Splat::UniformBlock(1, 0)),
        (6, Splat::UniformBlock(0, u32::MAX)),
    ];
    let code = verified(Bytecode { splats, registers: 7, ..Bytecode::default() });
    let mut wave = Wave::default();
    wave.load(&code, &resources);
    assert_eq!([0, 1, 2, 3, 4, 5, 6].map(|register| wave.register(register).0[63]), [9, 6, 0, 12, 0, 0, 0]);
}

#[test]
fn stores_are_masked_and_bounded() {
    let world = || {
        let resources = Resources { storage_blocks: vec![BufferRange::default(), range(&[1; 40], 8, 128)], ..Resources::default() };
        World { resources, writable: 0xFFFF_FFFF_FFFF_FF0F, ..World::default() }
    };
    let addresses: [u32; 64] = std::array::from_fn(|lane| lane as u32 * 4);
    let code = code(vec![
        flow(Code::If, 1, 2),
        access(Code::Store, Space::Storage, NONE, 0, 2, NONE, 1),
        flow(Code::EndIf, NONE, 0),
        access(Code::Store, Space::Storage, NONE, 0, 2, NONE, 7),
        Op { payload: Block(1).into(), ..op(Code::BlockSize, 5, NONE, NONE, NONE) },
        Op { payload: Block(0).into(), ..op(Code::BlockSize, 6, NONE, NONE, 2) },
    ]);
    let (wave, world) = run_in(world, None, &code, u64::MAX, &[addresses, boolean(!3), numbers()]);
    let memory = world.resources.storage_blocks[1].memory.clone().unwrap();
    for word in 0..40usize {
        // Words 2 to 33 are the range; lanes 0 and 1 are not active, 4 to 7 must not write.
        let lane = word.wrapping_sub(2);
        let written = (2..4).contains(&lane) || (8..32).contains(&lane);
        assert_eq!(memory.word(word), if written { lane as u32 } else { 1 }, "word {word}");
    }
    assert_eq!((wave.register(5).0, wave.register(6).0[1], wave.register(6).0[2]), ([128; 64], 128, 0));
}

#[test]
fn atomics_go_lane_by_lane() {
    let operations: [(Atomic, fn(u32, u32) -> u32); 9] = [
        (Atomic::Add, u32::wrapping_add),
        (Atomic::MinSigned, |old, new| (old as i32).min(new as i32) as u32),
        (Atomic::MinUnsigned, u32::min),
        (Atomic::MaxSigned, |old, new| (old as i32).max(new as i32) as u32),
        (Atomic::MaxUnsigned, u32::max),
        (Atomic::And, |old, new| old & new),
        (Atomic::Or, |old, new| old | new),
        (Atomic::Xor, |old, new| old ^ new),
        (Atomic::Exchange, |_, new| new),
    ];
    let operands: [u32; 64] = std::array::from_fn(|lane| (lane as u32 ^ 21).wrapping_mul(0x9E37_79B9));
    for (atomic, reference) in operations {
        let world = || {
            let resources = Resources { atomic_buffers: vec![range(&[9, 0x1234_5678], 0, 8)], ..Resources::default() };
            World { resources, writable: !2, ..World::default() }
        };
        let code = code(vec![Op {
            code: Code::Atomic,
            dst: 3,
            a: 0,
            b: 1,
            c: NONE,
            payload: AtomicMemory { atomic, memory: MemoryAccess { space: Space::AtomicCounter, block: 0 } }.into(),
        }]);
        // Lane 5 is out of range, lane 1 is a helper, lane 63 was not started.
        let addresses = std::array::from_fn(|lane| if lane == 5 { 8 } else { 4 });
        let (wave, world) = run_in(world, None, &code, u64::MAX >> 1, &[addresses, operands, [0; 64], [42; 64]]);
        let mut value = 0x1234_5678;
        for lane in 0..64 {
            let wanted = match lane {
                5 => 0,
                63 => 42,
                _ => value,
            };
            assert_eq!(wave.register(3).0[lane], wanted, "{atomic:?} {lane}");
            if ![1, 5, 63].contains(&lane) {
                value = reference(value, operands[lane]);
            }
        }
        let memory = world.resources.atomic_buffers[0].memory.clone().unwrap();
        assert_eq!((memory.word(0), memory.word(1)), (9, value), "{atomic:?}");
    }
}

#[test]
fn compare_and_swap_works_on_shared_memory() {
    let shared = Memory::new(16).unwrap();
    let code = code(vec![Op {
        code: Code::Atomic,
        dst: 4,
        a: 0,
        b: 1,
        c: NONE,
        payload: AtomicMemory { atomic: Atomic::CompareSwap, memory: MemoryAccess { space: Space::Shared, block: 0 } }.into(),
    }]);
    // Each lane replaces its own number by the next one.
    let next = numbers().map(|number| number + 1);
    for way in ways() {
        shared.set_word(2, 3);
        let mut world = World::default();
        let mut wave = begin(way, &code, u64::MAX, &[[8; 64], numbers(), next]);
        let mut context = world.context();
        context.shared = Some(&shared);
        assert_eq!(wave.run(&code, &mut context), Stop::Done);
        assert_eq!(wave.register(4).0, std::array::from_fn(|lane| lane.max(3) as u32));
        assert_eq!(shared.word(2), 64);
    }
}
