//! The text forms of linear code and of bytecode, for developers: one line for each operation, indented by its nesting.
//!
//! A register is `r5`, several consecutive ones are `r5..r8`, the last one included; those of linear code begin with `v`. After a semicolon
//! stand the operands that are no registers.

use super::bytecode::{Atomic, Bytecode, Code, NONE, Op, SAMPLED, Sample, Space};
use super::linear::{Linear, NO_REGISTER, Operation, Origin};
use std::fmt::{self, Display, Formatter};

/// An operation of either form.
struct Line {
    /// What a register's number stands behind.
    letter: char,
    code: Code,
    /// The first registers of the destination and of the operands a, b and c.
    registers: [Option<u32>; 4],
    d: u16,
    imm: u32,
}

impl From<&Op> for Line {
    fn from(op: &Op) -> Self {
        let registers = [op.dst, op.a, op.b, op.c].map(|register| (register != NONE).then(|| u32::from(register)));
        Self { letter: 'r', code: op.code, registers, d: op.d, imm: op.imm }
    }
}

impl From<&Operation> for Line {
    fn from(op: &Operation) -> Self {
        let registers = [op.dst, op.a, op.b, op.c].map(|register| (register != NO_REGISTER).then_some(register));
        Self { letter: 'v', code: op.code, registers, d: op.d, imm: op.imm }
    }
}

impl Display for Line {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let [dst, operands @ ..] = self.code.widths(self.d, self.imm);
        let [first, firsts @ ..] = self.registers;
        if let Some(first) = first.filter(|_| dst > 0) {
            write!(out, "{} = ", Registers { letter: self.letter, first, count: dst })?;
        }
        write!(out, "{:?}", self.code)?;
        let mut separator = " ";
        for (first, count) in firsts.into_iter().zip(operands).filter(|(_, count)| *count > 0) {
            match first {
                Some(first) => write!(out, "{separator}{}", Registers { letter: self.letter, first, count })?,
                None => write!(out, "{separator}-")?,
            }
            separator = ", ";
        }
        self.write_numbers(out)
    }
}

impl Line {
    /// Writes `d` and `imm`, by the names of what they stand for.
    fn write_numbers(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Self { code, d, imm, .. } = *self;
        match code {
            Code::Load | Code::Store => write!(out, "; {} {imm}", space(d)),
            Code::Atomic => write!(out, "; {} of {} {imm}", atomic(d & 0xFF), space(d >> 8)),
            Code::ImageAtomic => write!(out, "; {} of image {imm}{}", atomic(d & !SAMPLED), sampled(d)),
            Code::ImageLoad | Code::ImageStore | Code::ImageSize => write!(out, "; image {imm}{}", sampled(d)),
            Code::Sample => write!(out, "; sample {imm}"),
            Code::BlockSize => write!(out, "; block {imm}"),
            Code::EmitVertex | Code::EndPrimitive => write!(out, "; stream {imm}"),
            Code::LoadVertex | Code::LoadPatch | Code::StorePatch | Code::LoadOutput | Code::StoreOutput => write!(out, "; word {imm}"),
            Code::LoadIndexed | Code::StoreIndexed => write!(out, "; of {imm}"),
            _ if code.flags().control && self.letter == 'v' => write!(out, "; construct {imm}"),
            Code::If | Code::Else | Code::Loop | Code::LoopTest | Code::EndLoop | Code::Call | Code::FunctionEnd => write!(out, "; {imm}"),
            Code::Jump | Code::JumpUnless | Code::Return => write!(out, "; {imm}"),
            _ => Ok(()),
        }
    }
}

/// Returns the name of the space of a number.
fn space(number: u16) -> String {
    let spaces = [Space::Uniform, Space::UniformBlock, Space::Storage, Space::AtomicCounter, Space::Shared];
    spaces.get(usize::from(number)).map_or_else(|| format!("space {number}"), |space| format!("{space:?}"))
}

/// Returns the name of the atomic operation of a number.
fn atomic(number: u16) -> String {
    use Atomic::*;
    let atomics = [
        Add,
        MinSigned,
        MinUnsigned,
        MaxSigned,
        MaxUnsigned,
        And,
        Or,
        Xor,
        Exchange,
        CompareSwap,
        AddFloat,
        MinFloat,
        MaxFloat,
        CompareSwapFloat,
    ];
    atomics.get(usize::from(number)).map_or_else(|| format!("atomic {number}"), |atomic| format!("{atomic:?}"))
}

/// Returns what is said of images with samples.
fn sampled(d: u16) -> &'static str {
    if d & SAMPLED != 0 { ", samples" } else { "" }
}

/// Consecutive registers.
struct Registers {
    letter: char,
    first: u32,
    count: u32,
}

impl Display for Registers {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Self { letter, first, count } = self;
        write!(out, "{letter}{first}")?;
        if *count > 1 { write!(out, "..{letter}{}", first.saturating_add(count - 1)) } else { Ok(()) }
    }
}

/// Writes the lines of a body, each with its number.
fn write_lines(lines: impl Iterator<Item = Line>, out: &mut Formatter<'_>) -> fmt::Result {
    let mut depth = 0_usize;
    for (number, line) in lines.enumerate() {
        if matches!(line.code, Code::Else | Code::EndIf | Code::EndLoop | Code::Leave | Code::FunctionEnd) {
            depth = depth.saturating_sub(1);
        }
        writeln!(out, "{number:5}  {:indent$}{line}", "", indent = depth * 2)?;
        if matches!(line.code, Code::If | Code::Else | Code::Loop | Code::Enter | Code::Function) {
            depth += 1;
        }
    }
    Ok(())
}

impl Display for Bytecode {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        writeln!(out, "{} registers", self.registers)?;
        self.splats.iter().try_for_each(|(register, splat)| writeln!(out, "r{register} is {splat:x?}"))?;
        self.inputs.iter().try_for_each(|(register, input)| writeln!(out, "r{register} is {input:?}"))?;
        self.outputs.iter().try_for_each(|(register, output)| writeln!(out, "{output:?} is r{register}"))?;
        self.samples.iter().enumerate().try_for_each(|(number, sample)| writeln!(out, "sample {number} is {sample:?}"))?;
        self.images.iter().enumerate().try_for_each(|(number, image)| writeln!(out, "image {number} is {image:?}"))?;
        write_lines(self.ops.iter().map(Line::from), out)
    }
}

impl Display for Linear {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        for (register, origin) in self.origins.iter().enumerate().filter(|(_, origin)| **origin != Origin::Temporary) {
            writeln!(out, "v{register} is {origin:x?}")?;
        }
        self.outputs.iter().try_for_each(|(register, output)| writeln!(out, "{output:?} is v{register}"))?;
        for (number, access) in self.samples.iter().enumerate() {
            let Sample { sampler, kind, unit_word, .. } = &access.sample;
            let registers = access.registers.map(|register| if register == NO_REGISTER { "-".into() } else { format!("v{register}") });
            writeln!(out, "sample {number} of {} is {sampler:?}, {kind:?}, the unit in word {unit_word}", registers.join(" "))?;
        }
        self.edges.iter().try_for_each(|(before, op)| writeln!(out, "before {before}: {}", Line::from(op)))?;
        write_lines(self.ops.iter().map(Line::from), out)
    }
}
