//! The check of encoded functions: decodes what the assembler wrote and holds every instruction to what a function may do. It trusts neither the
//! assembler nor what drives it; only [`check`] makes [`Checked`] programs, and nothing else is ever mapped to be executed.
//!
//! A function that passes reads and writes only the registers of the wave, its own frame, the constants, the budget and the flag that cancels; it calls
//! nothing, jumps only to instructions of its own, and charges the budget before every jump back. So it ends, and leaves the frame that it made.

use super::encode::{
    BELOW, CANCELLED, CHARGE, DONE, ENTER, EXCEEDED, IS_CANCELLED, JUMP, JUMP_IF, LEAVE, NEXT_BUDGET, NEXT_LANES, NOT_ZERO, Program,
    READ_BUDGET, REGISTER, Shape, TEST_LANES, TRAP, ZERO,
};
use super::instructions::{Encoding, Form, Instruction, Masks, Row, Tail};
use super::isa::Isa;
use std::ops::Deref;

/// The largest frame: callers may have small stacks.
pub const MOST_FRAME: i32 = 4096;

/// What is wrong, and the position.
pub type Wrong = (&'static str, usize);

/// A program that passed [`check`] and is immutable.
#[derive(Debug)]
pub struct Checked(Program);

impl Deref for Checked {
    type Target = Program;

    fn deref(&self) -> &Program {
        &self.0
    }
}

/// Checks all functions and what is between them.
pub fn check(program: Program) -> Result<Checked, Wrong> {
    let Program { isa, bytes, constants, functions } = &program;
    let vector = isa.vector() as usize;
    let aligned = constants.is_multiple_of(vector) && (bytes.len().max(*constants) - constants).is_multiple_of(vector);
    if *constants > bytes.len() || !aligned || i32::try_from(bytes.len()).is_err() {
        return Err(("the constants are misplaced", *constants));
    }
    let mut at = 0;
    for shape in functions {
        let mut function = Function {
            isa: *isa,
            code: &bytes[..*constants],
            at,
            constants: *constants,
            end: bytes.len(),
            shape,
            jumps: Vec::new(),
            starts: Vec::new(),
        };
        function.traps(shape.start)?;
        function.whole()?;
        at = function.at;
    }
    let last = Shape { start: *constants, registers: 0, vectors: 1, frame: 0 };
    let mut rest = Function {
        isa: *isa,
        code: &bytes[..*constants],
        at,
        constants: *constants,
        end: bytes.len(),
        shape: &last,
        jumps: Vec::new(),
        starts: Vec::new(),
    };
    rest.traps(*constants)?;
    Ok(Checked(program))
}

/// What the prefix of a vector instruction says; `reg`, `rm` are the upper bits of registers.
struct Prefix {
    encoding: Encoding,
    prefix: u8,
    map: u8,
    wide: bool,
    length: u8,
    reg: u8,
    vex: u8,
    rm: u8,
    mask: u8,
    zeroing: bool,
}

/// The function that is checked.
struct Function<'a> {
    isa: Isa,
    /// All functions.
    code: &'a [u8],
    /// The position of the next byte.
    at: usize,
    /// Where the constants begin and end.
    constants: usize,
    end: usize,
    shape: &'a Shape,
    /// The jumps of the body, with their targets.
    jumps: Vec<(usize, i64)>,
    /// The positions of the body's instructions, in order.
    starts: Vec<usize>,
}

impl Function<'_> {
    fn wrong<T>(&self, what: &'static str) -> Result<T, Wrong> {
        Err((what, self.at))
    }

    fn byte(&mut self) -> Result<u8, Wrong> {
        let Some(&byte) = self.code.get(self.at) else { return self.wrong("the code ends") };
        self.at += 1;
        Ok(byte)
    }

    fn number(&mut self) -> Result<i32, Wrong> {
        let Some(&[a, b, c, d]) = self.code.get(self.at..self.at + 4) else { return self.wrong("the code ends") };
        self.at += 4;
        Ok(i32::from_le_bytes([a, b, c, d]))
    }

    /// Skips the bytes before a position, which must trap.
    fn traps(&mut self, to: usize) -> Result<(), Wrong> {
        match self.code.get(self.at..to) {
            Some(bytes) if bytes.iter().all(|&byte| byte == TRAP) => {
                self.at = to;
                Ok(())
            }
            _ => self.wrong("bytes between functions"),
        }
    }

    fn is(&self, bytes: &[u8]) -> bool {
        self.code.get(self.at..).is_some_and(|rest| rest.starts_with(bytes))
    }

    /// Skips bytes that must stand here.
    fn expect(&mut self, bytes: &[u8], what: &'static str) -> Result<(), Wrong> {
        if !self.is(bytes) {
            return self.wrong(what);
        }
        self.at += bytes.len();
        Ok(())
    }

    /// Reads the offset of a jump; returns the target.
    fn target(&mut self) -> Result<i64, Wrong> {
        let offset = self.number()?;
        Ok(self.at as i64 + i64::from(offset))
    }

    fn whole(&mut self) -> Result<(), Wrong> {
        let Shape { vectors, frame, .. } = *self.shape;
        if !(1..=2).contains(&vectors) || !(0..=MOST_FRAME).contains(&frame) || frame % self.isa.vector() != 0 {
            return self.wrong("the shape");
        }
        let lanes = self.shape.lanes(self.isa);
        self.expect(&ENTER, "the entry")?;
        if self.number()? != frame {
            return self.wrong("the frame");
        }
        self.expect(&READ_BUDGET, "the entry")?;
        let top = self.at;
        self.expect(&TEST_LANES, "the test of the lanes")?;
        if self.number()? != self.shape.mask(self.isa) {
            return self.wrong("the test of the lanes");
        }
        self.expect(&[JUMP_IF, ZERO], "the test of the lanes")?;
        let skip = self.target()?;
        let (exceeded, cancelled) = self.body()?;
        let next = self.at;
        self.expect(&NEXT_LANES, "the next lanes")?;
        if self.number()? != 4 * i32::from(lanes) {
            return self.wrong("the next lanes");
        }
        self.expect(&NEXT_BUDGET, "the next lanes")?;
        self.expect(&[lanes, JUMP_IF, NOT_ZERO], "the next lanes")?;
        let again = self.target()?;
        self.expect(&DONE, "the end")?;
        let leave = self.at;
        self.expect(&LEAVE, "the end")?;
        let end_of_budget = self.at;
        self.expect(&EXCEEDED, "the end")?;
        let end_by_flag = self.at;
        self.expect(&CANCELLED, "the end")?;
        self.expect(&[JUMP], "the end")?;
        let last = self.target()?;
        let fixed = [(skip, next), (again, top), (last, leave)];
        let charges = exceeded.iter().map(|&to| (to, end_of_budget)).chain(cancelled.iter().map(|&to| (to, end_by_flag)));
        if fixed.into_iter().chain(charges).any(|(found, wanted)| found != wanted as i64) {
            return self.wrong("a jump of the frame");
        }
        for &(at, target) in &self.jumps {
            let inside = usize::try_from(target).is_ok_and(|target| target == next || self.starts.binary_search(&target).is_ok());
            if !inside {
                return Err(("a jump to no instruction", at));
            }
        }
        Ok(())
    }

    /// Checks the body; returns the targets of the charges' jumps.
    fn body(&mut self) -> Result<(Vec<i64>, Vec<i64>), Wrong> {
        let (mut exceeded, mut cancelled) = (Vec::new(), Vec::new());
        // Where a jump back may stand.
        let mut charged = usize::MAX;
        while !self.is(&NEXT_LANES) {
            let start = self.at;
            self.starts.push(start);
            match self.byte()? {
                prefix @ (0xC4 | 0xC5) => {
                    let prefix = self.vex(prefix)?;
                    self.vector(&prefix)?;
                }
                0x62 => {
                    let prefix = self.evex()?;
                    self.vector(&prefix)?;
                }
                JUMP => {
                    let target = self.target()?;
                    if target <= start as i64 && charged != start {
                        return self.wrong("a jump back without a charge");
                    }
                    self.jumps.push((start, target));
                }
                JUMP_IF => {
                    if !matches!(self.byte()?, ZERO | NOT_ZERO) {
                        return self.wrong("a condition");
                    }
                    let target = self.target()?;
                    if target <= start as i64 {
                        return self.wrong("a jump back under a condition");
                    }
                    self.jumps.push((start, target));
                }
                first if first == CHARGE[0] => {
                    self.expect(&CHARGE[1..], "a charge")?;
                    if self.number()? <= 0 {
                        return self.wrong("a charge of nothing");
                    }
                    self.expect(&[JUMP_IF, BELOW], "a charge")?;
                    exceeded.push(self.target()?);
                    self.expect(&IS_CANCELLED, "a charge")?;
                    self.expect(&[JUMP_IF, NOT_ZERO], "a charge")?;
                    cancelled.push(self.target()?);
                    charged = self.at;
                }
                _ => return self.wrong("no instruction"),
            }
        }
        Ok((exceeded, cancelled))
    }

    /// Reads a prefix of two or three bytes behind the first one.
    fn vex(&mut self, first: u8) -> Result<Prefix, Wrong> {
        let mut bits = self.byte()?;
        let (mut map, mut wide, mut rm) = (1, false, 0);
        let reg = (!bits >> 7) << 3;
        if first == 0xC4 {
            (map, rm) = (bits & 31, (!bits >> 5 & 1) << 3);
            if bits & 0x40 == 0 {
                return self.wrong("an index register");
            }
            bits = self.byte()?;
            wide = bits & 0x80 != 0;
        }
        let (prefix, length, vex) = (bits & 3, bits >> 2 & 1, !(bits >> 3) & 15);
        Ok(Prefix { encoding: Encoding::Vex, prefix, map, wide, length, reg, vex, rm, mask: 0, zeroing: false })
    }

    /// Reads a prefix of four bytes behind the first one.
    fn evex(&mut self) -> Result<Prefix, Wrong> {
        let (first, second, third) = (self.byte()?, self.byte()?, self.byte()?);
        if first & 8 != 0 || second & 4 == 0 {
            return self.wrong("a prefix");
        }
        if third & 0x10 != 0 {
            return self.wrong("a broadcast or a rounding");
        }
        // The upper bits of registers are inverted.
        let (high, vex, last) = (!first, !(second >> 3) & 15, !third);
        Ok(Prefix {
            encoding: Encoding::Evex,
            prefix: second & 3,
            map: first & 7,
            wide: second & 0x80 != 0,
            length: third >> 5 & 3,
            reg: (high >> 7) << 3 | (high >> 4 & 1) << 4,
            vex: vex | (last >> 3 & 1) << 4,
            rm: (high >> 5 & 1) << 3 | (high >> 6 & 1) << 4,
            mask: third & 7,
            zeroing: third & 0x80 != 0,
        })
    }

    /// Checks a vector instruction behind its prefix.
    fn vector(&mut self, found: &Prefix) -> Result<(), Wrong> {
        let (opcode, modrm) = (self.byte()?, self.byte()?);
        let (mode, reg, rm) = (modrm >> 6, modrm >> 3 & 7, modrm & 7);
        // Some instructions differ only in the mask.
        let masked = |row: &Row| match row.tail {
            Tail::Mask => found.mask != 0 && !found.zeroing,
            Tail::Zeroing => found.mask != 0 && found.zeroing,
            Tail::Nothing | Tail::Byte | Tail::Register => found.mask == 0 && !found.zeroing,
        };
        let known = |row: &Row| {
            (row.encoding, row.prefix, row.map, row.opcode) == (found.encoding, found.prefix, found.map, opcode)
                && (row.wide, row.length) == (found.wide, found.length)
                && masked(row)
                && !matches!(row.form, Form::Shift(extension) if extension != reg | found.reg)
        };
        let Some(row) = Instruction::ALL.iter().filter_map(|&instruction| self.isa.row(instruction)).find(known) else {
            return self.wrong("an unknown instruction");
        };
        if !matches!(row.form, Form::Binary | Form::Shift(_)) && found.vex != 0 {
            return self.wrong("an operand too many");
        }
        let masks = match row.masks {
            Masks::None => false,
            Masks::Result => found.reg != 0,
            Masks::Operand => mode == 3 && found.rm != 0,
            Masks::All => found.reg != 0 || found.vex >= 8 || mode == 3 && found.rm != 0,
        };
        if masks {
            return self.wrong("a mask register");
        }
        match mode {
            3 if row.form == Form::Store => return self.wrong("a store to a register"),
            // Register 6 is esi.
            3 if row.form == Form::Lanes && (rm != 6 || found.rm != 0) => return self.wrong("a general register"),
            3 => {}
            _ if row.bytes == 0 || found.rm != 0 => return self.wrong("an operand in memory"),
            0 if rm == 5 => self.constant(&row)?,
            1 | 2 => self.address(&row, mode == 1, rm)?,
            _ => return self.wrong("an address"),
        }
        match row.tail {
            Tail::Nothing | Tail::Mask | Tail::Zeroing => {}
            Tail::Byte => drop(self.byte()?),
            Tail::Register => {
                if self.byte()? & 15 != 0 {
                    return self.wrong("a third operand");
                }
            }
        }
        Ok(())
    }

    fn constant(&mut self, row: &Row) -> Result<(), Wrong> {
        let target = self.target()? + i64::from(matches!(row.tail, Tail::Byte | Tail::Register));
        let range = self.constants as i64..self.end as i64;
        let aligned = (target - range.start) % i64::from(self.isa.vector()) == 0;
        if row.form == Form::Store || !range.contains(&target) || !aligned {
            return self.wrong("a constant");
        }
        Ok(())
    }

    fn address(&mut self, row: &Row, short: bool, base: u8) -> Result<(), Wrong> {
        let sib = if base == 4 { self.byte()? } else { 0 };
        let bytes = row.bytes as i32;
        let unit = if row.encoding == Encoding::Evex { bytes } else { 1 };
        let offset = if short { i32::from(self.byte()? as i8) * unit } else { self.number()? };
        let inside = match base {
            // rdi: the group's lanes of the registers. Groups are whole vectors, so that none of them reaches beyond a register.
            7 => {
                let lanes = 4 * i32::from(self.shape.lanes(self.isa));
                offset >= 0 && i64::from(offset / REGISTER) < i64::from(self.shape.registers) && offset % REGISTER + bytes <= lanes
            }
            // rsp
            4 => sib == 0x24 && offset >= 0 && offset <= self.shape.frame - bytes,
            _ => false,
        };
        // Moves of vectors need aligned addresses.
        if !inside || offset % bytes != 0 {
            return self.wrong("an address");
        }
        Ok(())
    }
}
