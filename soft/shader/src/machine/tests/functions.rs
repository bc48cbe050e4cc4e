//! What functions may reach, and how they run.

use super::{everything, instructions};
use crate::machine::check::check;
use crate::machine::encode::{Assembler, Place, ZERO};
use crate::machine::instructions::{Encoding, Instruction};
use crate::machine::isa::Isa;
use crate::machine::memory::Mapped;
use base::core::lanes::Lanes;
use std::cell::Cell;
use std::sync::atomic::AtomicBool;

/// Encodes a function with a body, and checks it as if it had other properties.
fn checked(isa: Isa, registers: u32, frame: i32, body: impl Fn(&mut Assembler)) -> Result<(), &'static str> {
    let mut assembler = Assembler::new(isa);
    assembler.constant(|_| 7);
    assembler.begin(registers, 1, frame);
    body(&mut assembler);
    assembler.finish();
    check(assembler.program()).map(drop).map_err(|(what, _)| what)
}

#[test]
fn functions_reach_nothing_but_their_registers_their_frame_and_the_constants() {
    for isa in Isa::ALL {
        let vector = isa.vector();
        let load = |place| checked(isa, 3, vector, |assembler| assembler.instruction(Instruction::Load, 1, 0, place, 0));
        let store = |place| checked(isa, 3, vector, |assembler| assembler.instruction(Instruction::Store, 0, 1, place, 0));
        for place in [Place::File(0), Place::File(512), Place::Stack(0)] {
            assert_eq!((load(place), store(place)), (Ok(()), Ok(())));
        }
        assert_eq!((load(Place::Constant(0)), store(Place::Constant(0))), (Ok(()), Err("a constant")));
        assert_eq!(store(Place::Register(1)), Err("a store to a register"));
        let places = [
            Place::File(768),
            Place::File(vector),
            Place::File(-256),
            Place::File(4),
            Place::Stack(vector),
            Place::Stack(-vector),
            Place::Stack(vector / 2),
        ];
        for place in places {
            assert_eq!((load(place), store(place)), (Err("an address"), Err("an address")), "{place:?}");
        }
        for frame in [-vector, vector / 2, 8192] {
            assert_eq!(checked(isa, 3, frame, |_| ()), Err("the shape"));
        }
    }
}

#[test]
fn masks_reach_no_more_than_vectors() {
    let of = |instruction, place| checked(Isa::Avx512, 3, 64, |assembler| assembler.instruction(instruction, 1, 1, place, 0));
    for instruction in [Instruction::MaskLoad, Instruction::MaskStore] {
        for place in [Place::File(512), Place::File(62), Place::Stack(0), Place::Stack(62)] {
            assert_eq!(of(instruction, place), Ok(()));
        }
        for place in [Place::File(64), Place::File(61), Place::File(768), Place::Stack(64), Place::Stack(-2), Place::Stack(63)] {
            assert_eq!(of(instruction, place), Err("an address"), "{place:?}");
        }
    }
    assert_eq!(
        (of(Instruction::MaskLoad, Place::Constant(0)), of(Instruction::MaskStore, Place::Constant(0))),
        (Ok(()), Err("a constant"))
    );
    // An instruction of the other instruction set.
    for (isa, instruction) in [(Isa::Avx2, Instruction::Expand), (Isa::Avx512, Instruction::Broadcast)] {
        let body = |assembler: &mut Assembler| assembler.instruction(instruction, 1, 0, Place::Register(2), 0);
        assert_eq!(checked(isa, 3, 0, body), Err("no instruction"));
    }
}

#[test]
fn functions_have_instructions_of_their_instruction_set_alone() {
    let mut program = everything(Isa::Avx512);
    program.isa = Isa::Avx2;
    assert!(check(program).is_err());
    let count = |encoding| instructions(Isa::Avx2).filter(|(_, row)| row.encoding == encoding).count();
    assert_eq!(count(Encoding::Evex), 0);
}

#[test]
fn jumps_back_charge_the_budget() {
    for isa in Isa::ALL {
        let back = |charge: bool| {
            checked(isa, 0, 0, |assembler| {
                let label = assembler.label();
                assembler.place(label);
                if charge {
                    assembler.charge(3);
                }
                assembler.jump(label);
            })
        };
        assert_eq!((back(true), back(false)), (Ok(()), Err("a jump back without a charge")));
        let under_condition = checked(isa, 0, 0, |assembler| {
            let label = assembler.label();
            assembler.place(label);
            assembler.jump_if(ZERO, label);
        });
        assert_eq!(under_condition, Err("a jump back under a condition"));
    }
}

#[test]
fn a_function_runs_for_the_groups_with_active_lanes() {
    for (isa, vectors) in Isa::ALL.into_iter().flat_map(|isa| [(isa, 1), (isa, 2)]).filter(|(isa, _)| isa.is_possible()) {
        let mut assembler = Assembler::new(isa);
        assembler.begin(2, vectors, 0);
        for vector in 0..i32::from(vectors) {
            let at = vector * isa.vector();
            assembler.instruction(Instruction::Load, 3, 0, Place::File(at), 0);
            assembler.instruction(Instruction::IntAdd, 3, 3, Place::File(at), 0);
            assembler.instruction(Instruction::Store, 0, 3, Place::File(256 + at), 0);
        }
        assembler.finish();
        let mapped = Mapped::new(check(assembler.program()).unwrap()).unwrap();
        let mut registers = [Lanes(std::array::from_fn(|lane| lane as u32)), Lanes([1000; 64])];
        let (mut budget, cancel) = (5, AtomicBool::new(false));
        let cells = Cell::from_mut(&mut registers[..]).as_slice_of_cells();
        assert!(mapped.run(0, cells, 1 << 63 | 1 << 17, &mut budget, &cancel));
        assert!(!mapped.run(1, cells, 1, &mut budget, &cancel), "there is no such function");
        assert!(!mapped.run(0, &cells[1..], 1, &mut budget, &cancel), "there are too few registers");
        let group = usize::from(isa.lanes() * vectors);
        let expected =
            std::array::from_fn(|lane| if [17, 63].map(|lane| lane / group).contains(&(lane / group)) { 2 * lane as u32 } else { 1000 });
        assert_eq!((registers[1].0, budget), (expected, 5), "{isa:?}");
    }
}

#[test]
fn the_memory_of_functions_cannot_be_written() {
    if !Isa::Avx2.is_possible() {
        return;
    }
    let mut assembler = Assembler::new(Isa::Avx2);
    assembler.begin(0, 1, 0);
    assembler.finish();
    let mapped = Mapped::new(check(assembler.program()).unwrap()).unwrap();
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
    let access = maps.lines().filter_map(|line| {
        let (range, rest) = line.split_once(' ')?;
        let (from, to) = range.split_once('-')?;
        let [from, to] = [from, to].map(|address| usize::from_str_radix(address, 16).unwrap());
        (from..to).contains(&mapped.address()).then(|| rest[..3].to_owned())
    });
    assert_eq!(access.collect::<Vec<_>>(), ["r-x"]);
}
