//! The text forms of linear code and of bytecode, for developers: one line for each operation, indented by its nesting.
//!
//! A register is `r5`, several consecutive ones are `r5..r8`, the last one included; those of linear code begin with `v`. After a semicolon
//! stand the operands that are no registers.

use super::bytecode::{Bytecode, Code, Encoded, NONE, Op, Payload, Sample};
use super::linear::{Flow, Linear, NO_REGISTER, Operation, Origin};
use std::fmt::{self, Display, Formatter};

/// An operation of either form.
struct Line {
    /// What a register's number stands behind.
    letter: char,
    code: Code,
    /// The first registers of the destination and of the operands a, b and c.
    registers: [Option<u32>; 4],
    payload: Encoded,
}

impl From<&Op> for Line {
    fn from(op: &Op) -> Self {
        let registers = [op.dst, op.a, op.b, op.c].map(|register| (register != NONE).then(|| u32::from(register)));
        Self { letter: 'r', code: op.code, registers, payload: op.payload }
    }
}

impl From<&Operation> for Line {
    fn from(op: &Operation) -> Self {
        let registers = [op.dst, op.a, op.b, op.c].map(|register| (register != NO_REGISTER).then_some(register));
        Self { letter: 'v', code: op.code, registers, payload: op.payload }
    }
}

impl Display for Line {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let [dst, operands @ ..] = self.code.widths(self.payload);
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
        // Control flow of linear code has a payload of its own.
        if self.letter == 'v' && self.code.flags().control {
            return Flow::decode(self.payload).write(out);
        }
        self.code.write_payload(self.payload, out)
    }
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
