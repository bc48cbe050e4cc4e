//! Tests of dispatches.

use super::*;
use crate::geometry::dispatch;
use shader::ir::bytecode::{Atomic, AtomicMemory, MemoryAccess, Space};
use shader::pipeline::program::Compute;

fn run(bytecode: Bytecode, local_size: [u32; 3], groups: [u32; 3], threads: usize, words: usize) -> (Result<(), Failure>, u64, Vec<u32>) {
    let memory = Arc::new(Memory::new(words * 4).unwrap());
    let range = BufferRange { memory: Some(memory.clone()), offset: 0, size: words * 4 };
    let resources = Resources { storage_blocks: vec![range], ..Resources::default() };
    let program = Program { compute: Some((executable(bytecode), Compute { local_size })), ..Program::default() };
    let mut pipeline = Pipeline::new(Arc::new(Pool::new(threads)));
    let mut statistics = Statistics::default();
    let cancel = AtomicBool::new(false);
    let result = dispatch(&mut pipeline, &program, &resources, groups, &cancel, 100_000, &mut statistics);
    (
        result,
        statistics.compute_shader_invocations,
        memory.words().iter().map(|word| word.load(std::sync::atomic::Ordering::Relaxed)).collect(),
    )
}

fn store(space: Space, address: u16, value: u16) -> Op {
    Op { payload: MemoryAccess { space, block: 0 }.into(), ..op(Code::Store, NONE, address, value, NONE, 0) }
}

/// Adds a register to a word of the storage block.
fn atomic_add(dst: u16, address: u16, value: u16) -> Op {
    let payload = AtomicMemory { atomic: Atomic::Add, memory: MemoryAccess { space: Space::Storage, block: 0 } };
    Op { payload: payload.into(), ..op(Code::Atomic, dst, address, value, NONE, 0) }
}

fn load(space: Space, dst: u16, address: u16) -> Op {
    Op { payload: MemoryAccess { space, block: 0 }.into(), ..op(Code::Load, dst, address, NONE, NONE, 0) }
}

type Tables = (Vec<Op>, Vec<(u16, u32)>, Vec<(u16, Input)>);

/// Computes register 20 = byte address of word (group · local + index).
fn address(local: u32) -> Tables {
    let ops = vec![op(Code::IMul, 20, 10, 12, NONE, 0), op(Code::IAdd, 20, 20, 11, NONE, 0), op(Code::IMul, 20, 20, 13, NONE, 0)];
    (ops, vec![(12, local), (13, 4)], vec![(10, Input::WorkGroupId(0)), (11, Input::LocalInvocationIndex)])
}

#[test]
fn invocation_ids_and_group_ids() {
    // Each invocation writes x + 10 y + 100 z of its id in the group, + 1000 of the group's y; one group along x is a slot.
    for (threads, groups) in [(1, 3), (4, 50)] {
        let (mut ops, mut splats, mut inputs) = address(30);
        inputs.extend([(0, Input::LocalInvocationId(0)), (1, Input::LocalInvocationId(1)), (2, Input::LocalInvocationId(2))]);
        inputs.push((3, Input::NumWorkGroups(0)));
        splats.extend([(14, 10), (15, 100), (16, 1000)]);
        ops.extend([
            op(Code::IMul, 21, 1, 14, NONE, 0),
            op(Code::IAdd, 21, 21, 0, NONE, 0),
            op(Code::IMul, 22, 2, 15, NONE, 0),
            op(Code::IAdd, 21, 21, 22, NONE, 0),
            op(Code::IMul, 22, 3, 16, NONE, 0),
            op(Code::IAdd, 21, 21, 22, NONE, 0),
            store(Space::Storage, 20, 21),
        ]);
        let bytecode = code(ops, &splats, &inputs, &[]);
        let (result, invocations, words) = run(bytecode, [2, 5, 3], [groups, 1, 1], threads, groups as usize * 30);
        assert_eq!(result, Ok(()));
        assert_eq!(invocations, u64::from(groups) * 30);
        let expected = (0..groups * 30).map(|number| {
            let index = number % 30;
            index % 2 + index / 2 % 5 * 10 + index / 10 * 100 + groups * 1000
        });
        assert!(words == expected.collect::<Vec<u32>>());
    }
}

#[test]
fn group_coordinates_and_counts() {
    let inputs = [(0, Input::WorkGroupId(0)), (1, Input::WorkGroupId(1)), (2, Input::WorkGroupId(2))];
    // Each invocation increments the word at (z · 2 + y) · 3 + x.
    let ops = vec![
        op(Code::IAdd, 20, 2, 2, NONE, 0),
        op(Code::IAdd, 20, 20, 1, NONE, 0),
        op(Code::IMul, 20, 20, 10, NONE, 0),
        op(Code::IAdd, 20, 20, 0, NONE, 0),
        op(Code::IMul, 20, 20, 11, NONE, 0),
        atomic_add(21, 20, 12),
    ];
    let bytecode = code(ops, &[(10, 3), (11, 4), (12, 1)], &inputs, &[]);
    let (result, invocations, words) = run(bytecode.clone(), [16, 1, 1], [3, 2, 4], 2, 24);
    assert_eq!((result, invocations), (Ok(()), 24 * 16));
    assert_eq!(words, [16; 24]);
    assert_eq!(run(bytecode, [16, 1, 1], [3, 0, 4], 2, 24).1, 0);
}

#[test]
fn barriers_hold_all_waves_of_a_group() {
    // 200 invocations write their index to shared memory and read the one opposite.
    let (mut ops, mut splats, inputs) = address(200);
    splats.extend([(14, 199), (15, 4)]);
    ops.extend([
        op(Code::IMul, 21, 11, 15, NONE, 0),
        op(Code::IAdd, 22, 11, 10, NONE, 0),
        store(Space::Shared, 21, 22),
        op(Code::Barrier, NONE, NONE, NONE, NONE, 0),
        op(Code::ISub, 21, 14, 11, NONE, 0),
        op(Code::IMul, 21, 21, 15, NONE, 0),
        load(Space::Shared, 23, 21),
        store(Space::Storage, 20, 23),
    ]);
    let bytecode = Bytecode { uses_barrier: true, shared_size: 800, ..code(ops, &splats, &inputs, &[]) };
    for threads in [1, 3] {
        let (result, invocations, words) = run(bytecode.clone(), [200, 1, 1], [9, 1, 1], threads, 1800);
        assert_eq!((result, invocations), (Ok(()), 1800));
        let expected: Vec<u32> = (0..1800).map(|number| 199 - number % 200 + number / 200).collect();
        assert!(words == expected);
    }
}

#[test]
fn the_waves_of_a_group_with_barriers_share_a_budget() {
    let add = atomic_add(20, 12, 13);
    let ops = vec![
        op(Code::Loop, NONE, NONE, NONE, NONE, 3),
        add,
        op(Code::Barrier, NONE, NONE, NONE, NONE, 0),
        op(Code::EndLoop, NONE, NONE, NONE, NONE, 1),
    ];
    let bytecode = Bytecode { shared_size: 4, uses_barrier: true, ..code(ops, &[(12, 0), (13, 1)], &[], &[]) };
    let (result, _, words) = run(bytecode, [1024, 1, 1], [1, 1, 1], 1, 1);
    assert_eq!(result, Err(Failure::Interrupted));
    // Each of 64 lanes adds 1 in each round of its wave, and a round costs more than 16 operations of the 100,000.
    assert!((64..64 * 100_000 / 16).contains(&words[0]), "{}", words[0]);
}

#[test]
fn endless_dispatches_are_interrupted() {
    let ops = vec![op(Code::Loop, NONE, NONE, NONE, NONE, 1), op(Code::EndLoop, NONE, NONE, NONE, NONE, 1)];
    for shared_size in [0, 4] {
        let mut bytecode = Bytecode { shared_size, ..code(ops.clone(), &[], &[], &[]) };
        assert_eq!(run(bytecode.clone(), [100, 1, 1], [4, 1, 1], 2, 1).0, Err(Failure::Interrupted));
        bytecode.uses_barrier = true;
        assert_eq!(run(bytecode, [100, 1, 1], [4, 1, 1], 2, 1).0, Err(Failure::Interrupted));
    }
}
