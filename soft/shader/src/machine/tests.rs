//! The assembler against a disassembler, and the check against damaged code.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use super::check::check;
use super::encode::{Assembler, NOT_ZERO, Place, Program, ZERO};
use super::instructions::{Form, Instruction, Tail};
use super::memory::Mapped;
use base::core::lanes::Lanes;
use iced_x86::{Decoder, DecoderOptions, Formatter, Mnemonic, NasmFormatter, OpKind, Register};
use std::cell::Cell;
use std::sync::atomic::AtomicBool;

const FRAME: i32 = 64;
const REGISTERS: u32 = 5;

/// Returns a program with every instruction and operand in one function.
fn everything() -> Program {
    let mut assembler = Assembler::default();
    let constants = [[1; 8], [2; 8]].map(|lanes| assembler.constant(lanes));
    assembler.begin(REGISTERS, 2, FRAME);
    for &instruction in Instruction::ALL {
        let row = instruction.row();
        let tail = if row.tail == Tail::Register { 0x90 } else { 3 };
        let mut places = vec![Place::File(0), Place::File(32), Place::File(4 * 256 + 32), Place::Stack(0), Place::Stack(32)];
        if row.form == Form::Store {
            places.iter().for_each(|&place| assembler.instruction(instruction, 0, 11, place, 0));
            continue;
        }
        places.extend(constants.map(Place::Constant));
        if row.bytes == 0 {
            places.clear();
        }
        places.extend([Place::Register(2), Place::Register(13)]);
        for place in places {
            for (d, a) in [(1, 3), (12, 5), (6, 14), (15, 8)] {
                assembler.instruction(instruction, d, a, place, tail);
            }
        }
    }
    let (front, back) = (assembler.label(), assembler.label());
    assembler.place(back);
    assembler.jump_if(ZERO, front);
    assembler.jump_if(NOT_ZERO, front);
    assembler.charge(7);
    assembler.jump(back);
    assembler.place(front);
    assembler.finish();
    assembler.program()
}

/// Returns the name that a disassembler gives to an instruction.
fn mnemonic(instruction: Instruction) -> Mnemonic {
    use Instruction as I;
    match instruction {
        I::Load | I::Store => Mnemonic::Vmovaps,
        I::Lanes => Mnemonic::Vmovd,
        I::Broadcast => Mnemonic::Vpbroadcastd,
        I::Test => Mnemonic::Vtestps,
        I::Add => Mnemonic::Vaddps,
        I::Sub => Mnemonic::Vsubps,
        I::Mul => Mnemonic::Vmulps,
        I::Div => Mnemonic::Vdivps,
        I::Min => Mnemonic::Vminps,
        I::Max => Mnemonic::Vmaxps,
        I::Sqrt => Mnemonic::Vsqrtps,
        I::Round => Mnemonic::Vroundps,
        I::Compare => Mnemonic::Vcmpps,
        I::IntToFloat => Mnemonic::Vcvtdq2ps,
        I::FloatToInt => Mnemonic::Vcvttps2dq,
        I::Permute => Mnemonic::Vpermilps,
        I::And => Mnemonic::Vandps,
        I::AndNot => Mnemonic::Vandnps,
        I::Or => Mnemonic::Vorps,
        I::Xor => Mnemonic::Vxorps,
        I::Blend => Mnemonic::Vblendvps,
        I::IntAdd => Mnemonic::Vpaddd,
        I::IntSub => Mnemonic::Vpsubd,
        I::IntMul => Mnemonic::Vpmulld,
        I::IntEqual => Mnemonic::Vpcmpeqd,
        I::IntGreater => Mnemonic::Vpcmpgtd,
        I::IntMin => Mnemonic::Vpminsd,
        I::IntMax => Mnemonic::Vpmaxsd,
        I::UintMin => Mnemonic::Vpminud,
        I::UintMax => Mnemonic::Vpmaxud,
        I::IntAbs => Mnemonic::Vpabsd,
        I::ShiftLeftBy => Mnemonic::Vpsllvd,
        I::ShiftRightBy => Mnemonic::Vpsrlvd,
        I::ShiftSignedBy => Mnemonic::Vpsravd,
        I::ShiftLeft => Mnemonic::Vpslld,
        I::ShiftRight => Mnemonic::Vpsrld,
        I::ShiftSigned => Mnemonic::Vpsrad,
        I::DoubleAdd => Mnemonic::Vaddpd,
        I::DoubleSub => Mnemonic::Vsubpd,
        I::DoubleMul => Mnemonic::Vmulpd,
        I::DoubleDiv => Mnemonic::Vdivpd,
        I::DoubleMin => Mnemonic::Vminpd,
        I::DoubleMax => Mnemonic::Vmaxpd,
        I::FloatToDouble => Mnemonic::Vcvtps2pd,
        I::IntToDouble => Mnemonic::Vcvtdq2pd,
        I::DoubleToFloat => Mnemonic::Vcvtpd2ps,
        I::Half => Mnemonic::Vextractf128,
        I::Join => Mnemonic::Vinsertf128,
    }
}

/// Decodes the first instruction of bytes; returns it with its text.
fn decode(bytes: &[u8]) -> (iced_x86::Instruction, String) {
    let instruction = Decoder::new(64, bytes, DecoderOptions::NONE).decode();
    let mut text = String::new();
    NasmFormatter::new().format(&instruction, &mut text);
    (instruction, text)
}

/// Encodes one instruction; returns its bytes.
fn encode(instruction: Instruction, d: u8, a: u8, b: Place, tail: u8) -> Vec<u8> {
    let mut assembler = Assembler::default();
    assembler.instruction(instruction, d, a, b, tail);
    let mut bytes = assembler.program().bytes;
    while bytes.last() == Some(&super::encode::TRAP) {
        bytes.pop();
    }
    bytes
}

#[test]
fn a_disassembler_finds_the_instructions_with_their_operands() {
    for &instruction in Instruction::ALL {
        let row = instruction.row();
        let (d, a) = (12, 5);
        for b in [Place::Register(13), Place::Register(2), Place::File(0), Place::File(1056), Place::Stack(96)] {
            if row.bytes == 0 && !matches!(b, Place::Register(_)) || row.form == Form::Store && matches!(b, Place::Register(_)) {
                continue;
            }
            let bytes = encode(instruction, d, a, b, if row.tail == Tail::Register { 0x90 } else { 3 });
            let (found, text) = decode(&bytes);
            assert_eq!((found.mnemonic(), found.len()), (mnemonic(instruction), bytes.len()), "{instruction:?}: {text}");
            // The numbers of the operands' registers; vectors of 128 bits count as those of 256.
            let operands: Vec<String> = (0..found.op_count())
                .map(|operand| match found.op_kind(operand) {
                    OpKind::Register => format!("{:?}", found.op_register(operand)).replace("XMM", "").replace("YMM", ""),
                    OpKind::Memory => format!("{:?}+{}", found.memory_base(), found.memory_displacement64()),
                    _ => String::from("byte"),
                })
                .collect();
            let memory = match b {
                Place::Register(register) => register.to_string(),
                Place::File(offset) => format!("RDI+{offset}"),
                Place::Stack(offset) => format!("RSP+{offset}"),
                Place::Constant(_) => unreachable!(),
            };
            let (d, a) = (d.to_string(), a.to_string());
            let mut expected = match row.form {
                Form::Binary => vec![d, a, memory],
                Form::Unary => vec![d, memory],
                Form::Shift(_) => vec![d, a],
                Form::Extract => vec![d, a],
                Form::Store => vec![memory, a],
                Form::Lanes => vec![d, String::from("ESI")],
            };
            match row.tail {
                Tail::Nothing => {}
                Tail::Byte => expected.push(String::from("byte")),
                Tail::Register => expected.push(String::from("9")),
            }
            assert_eq!(operands, expected, "{instruction:?}: {text}");
            let vectors = (0..found.op_count()).filter(|&operand| found.op_kind(operand) == OpKind::Register);
            let longest = vectors.map(|operand| found.op_register(operand)).any(|register| format!("{register:?}").starts_with('Y'));
            assert!(longest == row.long || !matches!(b, Place::Register(_)), "{text}");
        }
    }
}

/// Decodes a whole program by the disassembler; returns whether every instruction is one that a function may have. It does not look at the frames, whose
/// instructions the check compares byte by byte.
fn is_harmless(program: &Program) -> bool {
    let allowed: Vec<Mnemonic> = Instruction::ALL.iter().map(|&instruction| mnemonic(instruction)).collect();
    let own = [
        Mnemonic::Push,
        Mnemonic::Mov,
        Mnemonic::And,
        Mnemonic::Sub,
        Mnemonic::Test,
        Mnemonic::Add,
        Mnemonic::Cmp,
        Mnemonic::Cmovb,
        Mnemonic::Shr,
        Mnemonic::Xor,
        Mnemonic::Vzeroupper,
        Mnemonic::Pop,
        Mnemonic::Ret,
        Mnemonic::Je,
        Mnemonic::Jne,
        Mnemonic::Jb,
        Mnemonic::Jmp,
        Mnemonic::Int3,
    ];
    let code = &program.bytes[..program.constants];
    let decoder = Decoder::new(64, code, DecoderOptions::NONE);
    decoder.into_iter().all(|instruction| {
        let memory = !(0..instruction.op_count()).any(|operand| instruction.op_kind(operand) == OpKind::Memory) || {
            let at = instruction.memory_displacement64();
            match (instruction.memory_base(), instruction.memory_index()) {
                (Register::RDI, Register::None) => at / 256 < u64::from(REGISTERS) && at % 256 < 64,
                (Register::RSP, Register::None) => at + 32 <= FRAME as u64,
                (Register::RIP, Register::None) => (program.constants as u64..program.bytes.len() as u64).contains(&at),
                (Register::RDX | Register::RCX, Register::None) => at == 0,
                _ => false,
            }
        };
        memory && (allowed.contains(&instruction.mnemonic()) || own.contains(&instruction.mnemonic()))
    })
}

#[test]
fn the_check_knows_every_instruction_and_operand() {
    let program = everything();
    assert!(is_harmless(&program));
    check(program).unwrap();
}

#[test]
fn damaged_code_that_passes_the_check_is_harmless() {
    let program = everything();
    let (mut passed, mut count) = (0, 0);
    // Every seventh bit: all bits of all kinds of bytes.
    for bit in (0..program.constants * 8).step_by(7) {
        let mut damaged = program.clone();
        damaged.bytes[bit / 8] ^= 1 << (bit % 8);
        count += 1;
        if let Ok(checked) = check(damaged) {
            passed += 1;
            assert!(is_harmless(&checked), "bit {bit}");
        }
    }
    // Other registers, operands, comparisons and constants are as good.
    assert!(passed > count / 20 && passed < count * 2 / 3, "{passed} of {count}");
}

/// Encodes a function with a body, and checks it as if it had other properties.
fn checked(registers: u32, frame: i32, body: impl Fn(&mut Assembler)) -> Result<(), &'static str> {
    let mut assembler = Assembler::default();
    assembler.constant([7; 8]);
    assembler.begin(registers, 1, frame);
    body(&mut assembler);
    assembler.finish();
    check(assembler.program()).map(drop).map_err(|(what, _)| what)
}

#[test]
fn functions_reach_nothing_but_their_registers_their_frame_and_the_constants() {
    let load = |place| checked(3, 32, |assembler| assembler.instruction(Instruction::Load, 1, 0, place, 0));
    let store = |place| checked(3, 32, |assembler| assembler.instruction(Instruction::Store, 0, 1, place, 0));
    for place in [Place::File(0), Place::File(512), Place::Stack(0)] {
        assert_eq!((load(place), store(place)), (Ok(()), Ok(())));
    }
    assert_eq!((load(Place::Constant(0)), store(Place::Constant(0))), (Ok(()), Err("a constant")));
    assert_eq!(store(Place::Register(1)), Err("a store to a register"));
    for place in
        [Place::File(768), Place::File(32), Place::File(-256), Place::File(4), Place::Stack(32), Place::Stack(-32), Place::Stack(16)]
    {
        assert_eq!((load(place), store(place)), (Err("an address"), Err("an address")), "{place:?}");
    }
    for frame in [-32, 16, 8192] {
        assert_eq!(checked(3, frame, |_| ()), Err("the shape"));
    }
}

#[test]
fn jumps_back_charge_the_budget() {
    let back = |charge: bool| {
        checked(0, 0, |assembler| {
            let label = assembler.label();
            assembler.place(label);
            if charge {
                assembler.charge(3);
            }
            assembler.jump(label);
        })
    };
    assert_eq!((back(true), back(false)), (Ok(()), Err("a jump back without a charge")));
    let under_condition = checked(0, 0, |assembler| {
        let label = assembler.label();
        assembler.place(label);
        assembler.jump_if(ZERO, label);
    });
    assert_eq!(under_condition, Err("a jump back under a condition"));
}

#[test]
fn a_function_runs_for_the_groups_with_active_lanes() {
    if !Mapped::is_possible() {
        return;
    }
    let mut assembler = Assembler::default();
    assembler.begin(2, 1, 0);
    assembler.instruction(Instruction::Load, 3, 0, Place::File(0), 0);
    assembler.instruction(Instruction::IntAdd, 3, 3, Place::File(0), 0);
    assembler.instruction(Instruction::Store, 0, 3, Place::File(256), 0);
    assembler.finish();
    let mapped = Mapped::new(check(assembler.program()).unwrap()).unwrap();
    let mut registers = [Lanes(std::array::from_fn(|lane| lane as u32)), Lanes([1000; 64])];
    let (mut budget, cancel) = (5, AtomicBool::new(false));
    let cells = Cell::from_mut(&mut registers[..]).as_slice_of_cells();
    assert!(mapped.run(0, cells, 1 << 63 | 1 << 17, &mut budget, &cancel));
    assert!(!mapped.run(1, cells, 1, &mut budget, &cancel), "there is no such function");
    assert!(!mapped.run(0, &cells[1..], 1, &mut budget, &cancel), "there are too few registers");
    let expected = std::array::from_fn(|lane| if lane / 8 == 7 || lane / 8 == 2 { 2 * lane as u32 } else { 1000 });
    assert_eq!((registers[1].0, budget), (expected, 5));
}

#[test]
fn the_memory_of_functions_cannot_be_written() {
    if !Mapped::is_possible() {
        return;
    }
    let mut assembler = Assembler::default();
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
