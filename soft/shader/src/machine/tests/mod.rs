//! The assembler against a disassembler, the check against damaged code, and what functions may reach.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod functions;

use super::check::check;
use super::encode::{Assembler, NOT_ZERO, Place, Program, ZERO};
use super::instructions::{Form, Instruction, Masks, Row, Tail};
use super::isa::Isa;
use iced_x86::{Decoder, DecoderOptions, Formatter, Mnemonic, NasmFormatter, OpKind, Register};

const FRAME: i32 = 128;
const REGISTERS: u32 = 5;

/// Iterates over the instructions of an instruction set.
fn instructions(isa: Isa) -> impl Iterator<Item = (Instruction, Row)> {
    Instruction::ALL.iter().filter_map(move |&instruction| Some((instruction, isa.row(instruction)?)))
}

/// Returns registers for d and a, of those that an instruction can name.
fn operands(isa: Isa, row: &Row) -> Vec<(u8, u8)> {
    let (result, operand) = (matches!(row.masks, Masks::Result | Masks::All), row.masks == Masks::All);
    let all = [(1, 3), (12, 5), (6, 14), (15, 8), (27, 17), (18, 31)];
    let number = |register: u8, is_mask: bool| if is_mask { register & 7 } else { register & (isa.registers() - 1) };
    all.into_iter().map(|(d, a)| (number(d, result), number(a, operand))).collect()
}

/// Returns registers for b.
fn others(isa: Isa, row: &Row) -> Vec<u8> {
    let is_mask = matches!(row.masks, Masks::Operand | Masks::All);
    if is_mask { vec![2, 5] } else { [2, 13, 21, 29].into_iter().filter(|&register| register < isa.registers()).collect() }
}

/// Returns the places of b in memory that are inside of what functions of two vectors may access.
fn memory(isa: Isa) -> Vec<Place> {
    let vector = isa.vector();
    vec![Place::File(0), Place::File(vector), Place::File(4 * 256 + vector), Place::Stack(0), Place::Stack(vector)]
}

/// Returns a program with every instruction and operand in one function.
fn everything(isa: Isa) -> Program {
    let mut assembler = Assembler::new(isa);
    let constants = [1, 2].map(|word| assembler.constant(|_| word));
    assembler.begin(REGISTERS, 2, FRAME);
    for (instruction, row) in instructions(isa) {
        let mut places = memory(isa);
        if row.form == Form::Store {
            for place in places {
                operands(isa, &row).into_iter().for_each(|(_, a)| assembler.instruction(instruction, 0, a, place, 0));
            }
            continue;
        }
        places.extend(constants.map(Place::Constant));
        if row.bytes == 0 {
            places.clear();
        }
        places.extend(others(isa, &row).into_iter().map(Place::Register));
        for place in places {
            for (d, a) in operands(isa, &row) {
                assembler.instruction(instruction, d, a, place, 3);
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
fn mnemonic(isa: Isa, instruction: Instruction) -> Mnemonic {
    use Instruction as I;
    if isa.has_masks() {
        match instruction {
            I::Lanes => return Mnemonic::Kmovd,
            I::Test => return Mnemonic::Ktestw,
            I::Round => return Mnemonic::Vrndscaleps,
            I::DoubleRound => return Mnemonic::Vrndscalepd,
            I::Blend => return Mnemonic::Vblendmps,
            I::MaskAnd => return Mnemonic::Kandw,
            I::MaskAndNot => return Mnemonic::Kandnw,
            I::MaskOr => return Mnemonic::Korw,
            I::MaskXor => return Mnemonic::Kxorw,
            I::MaskXnor => return Mnemonic::Kxnorw,
            I::Half => return Mnemonic::Vextractf64x4,
            I::Join => return Mnemonic::Vinsertf64x4,
            _ => {}
        }
    }
    match instruction {
        I::Load | I::Store | I::Keep => Mnemonic::Vmovaps,
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
        I::And | I::MaskAnd => Mnemonic::Vandps,
        I::AndNot | I::MaskAndNot => Mnemonic::Vandnps,
        I::Or | I::MaskOr => Mnemonic::Vorps,
        I::Xor | I::MaskXor => Mnemonic::Vxorps,
        I::Blend => Mnemonic::Vblendvps,
        I::IntAdd => Mnemonic::Vpaddd,
        I::IntSub => Mnemonic::Vpsubd,
        I::IntMul => Mnemonic::Vpmulld,
        I::IntMulWide => Mnemonic::Vpmuldq,
        I::UintMulWide => Mnemonic::Vpmuludq,
        I::ShiftRightWide => Mnemonic::Vpsrlq,
        I::DoubleRound => Mnemonic::Vroundpd,
        I::DoubleToInt => Mnemonic::Vcvttpd2dq,
        I::IntEqual | I::MaskXnor => Mnemonic::Vpcmpeqd,
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
        I::UintToFloat => Mnemonic::Vcvtudq2ps,
        I::FloatToUint => Mnemonic::Vcvttps2udq,
        I::Ternary => Mnemonic::Vpternlogd,
        I::MaskLoad | I::MaskStore => Mnemonic::Kmovw,
        I::MaskNot => Mnemonic::Knotw,
        I::MaskShiftRight => Mnemonic::Kshiftrd,
        I::TestBits => Mnemonic::Vptestmd,
        I::Signs => Mnemonic::Vpmovd2m,
        I::Expand => Mnemonic::Vpmovm2d,
        I::IntCompare => Mnemonic::Vpcmpd,
        I::UintCompare => Mnemonic::Vpcmpud,
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
fn encode(isa: Isa, instruction: Instruction, d: u8, a: u8, b: Place) -> Vec<u8> {
    let mut assembler = Assembler::new(isa);
    assembler.instruction(instruction, d, a, b, 3);
    let mut bytes = assembler.program().bytes;
    while bytes.last() == Some(&super::encode::TRAP) {
        bytes.pop();
    }
    bytes
}

/// Compares an instruction with what the disassembler finds.
fn compare(isa: Isa, (instruction, row): (Instruction, Row), d: u8, a: u8, b: Place) {
    let bytes = encode(isa, instruction, d, a, b);
    let (found, text) = decode(&bytes);
    assert_eq!((found.mnemonic(), found.len()), (mnemonic(isa, instruction), bytes.len()), "{instruction:?}: {text}");
    // The numbers of the operands' registers; vectors of 128 bits count as those of 256.
    let name = |operand: u32| match found.op_kind(operand) {
        OpKind::Register => format!("{:?}", found.op_register(operand)).replace(['X', 'Y', 'Z'], "").replace("MM", ""),
        OpKind::Memory => format!("{:?}+{}", found.memory_base(), found.memory_displacement64()),
        _ => String::from("byte"),
    };
    let operands: Vec<String> = (0..found.op_count()).map(name).collect();
    let number = |register: u8, is_mask: bool| if is_mask { format!("K{register}") } else { register.to_string() };
    let memory = match b {
        Place::Register(register) => number(register, matches!(row.masks, Masks::Operand | Masks::All)),
        Place::File(offset) => format!("RDI+{offset}"),
        Place::Stack(offset) => format!("RSP+{offset}"),
        Place::Constant(_) => unreachable!(),
    };
    let (d, a) = (number(d, matches!(row.masks, Masks::Result | Masks::All)), number(a, row.masks == Masks::All));
    let mut expected = match row.form {
        Form::Binary => vec![d, a, memory],
        Form::Unary => vec![d, memory],
        Form::Shift(_) => vec![d, a],
        Form::Extract => vec![d, a],
        Form::Store => vec![memory, a],
        Form::Lanes => vec![d, String::from("ESI")],
    };
    match row.tail {
        Tail::Nothing | Tail::Mask | Tail::Zeroing => {}
        Tail::Byte => expected.push(String::from("byte")),
        Tail::Register => expected.push(String::from("3")),
    }
    assert_eq!(operands, expected, "{instruction:?}: {text}");
    let mask = if matches!(row.tail, Tail::Mask | Tail::Zeroing) { Register::K3 } else { Register::None };
    assert_eq!((found.op_mask(), found.zeroing_masking()), (mask, row.tail == Tail::Zeroing), "{text}");
    assert!(!found.is_broadcast(), "{text}");
    let vectors = (0..found.op_count()).filter(|&operand| found.op_kind(operand) == OpKind::Register);
    let bytes = vectors.map(|operand| found.op_register(operand)).filter(|register| register.is_vector_register()).map(Register::size);
    let longest = if row.masks == Masks::All { None } else { Some(16 << row.length) };
    assert!(bytes.max() == longest || !matches!(b, Place::Register(_)), "{text}");
}

#[test]
fn a_disassembler_finds_the_instructions_with_their_operands() {
    for isa in Isa::ALL {
        for (instruction, row) in instructions(isa) {
            let registers = others(isa, &row).into_iter().map(Place::Register);
            // Short and long offsets, also those that are no whole number of operands.
            let memory =
                [Place::File(0), Place::File(1056), Place::File(8 << 10), Place::Stack(96), Place::Stack(64), Place::Stack(127 * 64)];
            for b in registers.chain(memory) {
                let in_memory = !matches!(b, Place::Register(_));
                if row.bytes == 0 && in_memory || row.form == Form::Store && !in_memory {
                    continue;
                }
                operands(isa, &row).into_iter().for_each(|(d, a)| compare(isa, (instruction, row), d, a, b));
            }
        }
    }
}

/// Decodes a whole program by the disassembler; returns whether every instruction is one that a function may have. It does not look at the frames, whose
/// instructions the check compares byte by byte.
fn is_harmless(program: &Program) -> bool {
    let isa = program.isa;
    let allowed: Vec<Mnemonic> = instructions(isa).map(|(instruction, _)| mnemonic(isa, instruction)).collect();
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
    let group = 2 * isa.vector() as u64;
    decoder.into_iter().all(|instruction| {
        let memory = !(0..instruction.op_count()).any(|operand| instruction.op_kind(operand) == OpKind::Memory) || {
            let (at, bytes) = (instruction.memory_displacement64(), instruction.memory_size().size() as u64);
            match (instruction.memory_base(), instruction.memory_index()) {
                (Register::RDI, Register::None) => at / 256 < u64::from(REGISTERS) && at % 256 + bytes <= group,
                (Register::RSP, Register::None) => at + bytes <= FRAME as u64,
                (Register::RIP, Register::None) => {
                    at >= program.constants as u64 && at + bytes <= program.bytes.len() as u64 && !instruction.is_broadcast()
                }
                (Register::RDX | Register::RCX, Register::None) => at == 0,
                _ => false,
            }
        };
        memory && (allowed.contains(&instruction.mnemonic()) || own.contains(&instruction.mnemonic()))
    })
}

#[test]
fn the_check_knows_every_instruction_and_operand() {
    for isa in Isa::ALL {
        let program = everything(isa);
        assert!(is_harmless(&program));
        check(program).unwrap();
    }
}

#[test]
fn damaged_code_that_passes_the_check_is_harmless() {
    for isa in Isa::ALL {
        let program = everything(isa);
        let (mut passed, mut count) = (0, 0);
        // Every seventh bit: all bits of all kinds of bytes.
        for bit in (0..program.constants * 8).step_by(7) {
            let mut damaged = program.clone();
            damaged.bytes[bit / 8] ^= 1 << (bit % 8);
            count += 1;
            if let Ok(checked) = check(damaged) {
                passed += 1;
                assert!(is_harmless(&checked), "{isa:?}, bit {bit}");
            }
        }
        // Other registers, operands, comparisons and constants are as good.
        assert!(passed > count / 20 && passed < count * 2 / 3, "{isa:?}: {passed} of {count}");
    }
}

/// What a bit of a prefix of four bytes must not say: it reaches other registers or memory, or the processor refuses it.
#[test]
fn the_check_refuses_prefixes_that_the_encoder_does_not_write() {
    let damaged = |instruction, d, a, b, damage: &dyn Fn(&mut [u8])| {
        let mut assembler = Assembler::new(Isa::Avx512);
        assembler.constant(|_| 7);
        assembler.begin(3, 1, 64);
        assembler.instruction(instruction, d, a, b, 3);
        assembler.finish();
        let mut program = assembler.program();
        let at = program.bytes.windows(2).position(|bytes| bytes[0] == 0x62 && bytes[1] & 8 == 0).unwrap();
        damage(&mut program.bytes[at..]);
        check(program).map(drop).map_err(|(what, _)| what)
    };
    let flip = |byte: usize, bits: u8| move |bytes: &mut [u8]| bytes[byte] ^= bits;
    let file = Place::File(256);
    assert_eq!(damaged(Instruction::Add, 1, 2, file, &|_| ()), Ok(()));
    // Other bases and an index register.
    assert_eq!(damaged(Instruction::Add, 1, 2, file, &flip(1, 0x20)), Err("an operand in memory"));
    assert_eq!(damaged(Instruction::Add, 1, 2, file, &flip(1, 0x40)), Err("an operand in memory"));
    for (byte, bits) in [(1, 8), (2, 4)] {
        assert_eq!(damaged(Instruction::Add, 1, 2, file, &flip(byte, bits)), Err("a prefix"));
    }
    // A broadcast reads less; a rounding is another operation.
    for b in [file, Place::Constant(0), Place::Register(4)] {
        assert_eq!(damaged(Instruction::Add, 1, 2, b, &flip(3, 0x10)), Err("a broadcast or a rounding"));
    }
    // Masks that the row does not have, zeroing without a mask, no mask for an instruction of masks.
    for (instruction, bits) in [(Instruction::Add, 1), (Instruction::Add, 0x80), (Instruction::Blend, 0x80), (Instruction::Blend, 3)] {
        assert_eq!(damaged(instruction, 1, 2, file, &flip(3, bits)), Err("an unknown instruction"), "{instruction:?}, {bits}");
    }
    // Other lengths, with other operands in memory.
    for bits in [0x20, 0x40, 0x60] {
        assert_eq!(damaged(Instruction::Add, 1, 2, file, &flip(3, bits)), Err("an unknown instruction"));
    }
    assert_eq!(damaged(Instruction::Add, 1, 2, file, &flip(2, 0x80)), Err("an unknown instruction"));
    assert_eq!(damaged(Instruction::Sqrt, 1, 0, file, &flip(3, 8)), Err("an operand too many"));
    // Results in masks have eight registers.
    for bits in [0x80, 0x10] {
        assert_eq!(damaged(Instruction::Compare, 1, 2, file, &flip(1, bits)), Err("a mask register"));
    }
    for bits in [0x20, 0x40] {
        assert_eq!(damaged(Instruction::Expand, 1, 0, Place::Register(4), &flip(1, bits)), Err("a mask register"));
    }
}
