//! The assembler: functions over the registers of a wave, as bytes.
//!
//! Every function has the same frame, which [`super::check`] knows: it takes the address of the registers (rdi), the active lanes (rsi), the
//! addresses of the budget (rdx) and of the flag that cancels (rcx), and returns whether it was interrupted (eax). It runs its body for the first lanes,
//! as many as its vectors have, and so on with the next lanes of all registers while any lane that follows is active. For each of these groups the body has
//! the whole budget (r8, of r9); the least rest of one of them (r10) is what remains.

use super::instructions::{Encoding, Form, Instruction, Row, Tail};
use super::isa::Isa;

/// The bytes of a register of a wave.
pub const REGISTER: i32 = 256;
/// The alignment of functions and of the constants behind them.
pub const ALIGNMENT: usize = 64;
/// The byte between functions, which traps.
pub const TRAP: u8 = 0xCC;

/// push rbp; mov rbp, rsp; and rsp, -64; sub rsp, …
pub const ENTER: [u8; 11] = [0x55, 0x48, 0x89, 0xE5, 0x48, 0x83, 0xE4, 0xC0, 0x48, 0x81, 0xEC];
/// mov r8, [rdx]; mov r9, r8; mov r10, r8
pub const READ_BUDGET: [u8; 9] = [0x4C, 0x8B, 0x02, 0x4D, 0x89, 0xC1, 0x4D, 0x89, 0xC2];
/// test esi, …
pub const TEST_LANES: [u8; 2] = [0xF7, 0xC6];
/// add rdi, …
pub const NEXT_LANES: [u8; 3] = [0x48, 0x81, 0xC7];
/// cmp r8, r10; cmovb r10, r8; mov r8, r9; shr rsi, …
pub const NEXT_BUDGET: [u8; 13] = [0x4D, 0x39, 0xD0, 0x4D, 0x0F, 0x42, 0xD0, 0x4D, 0x89, 0xC8, 0x48, 0xC1, 0xEE];
/// xor eax, eax
pub const DONE: [u8; 2] = [0x31, 0xC0];
/// mov [rdx], r10; vzeroupper; mov rsp, rbp; pop rbp; ret
pub const LEAVE: [u8; 11] = [0x4C, 0x89, 0x12, 0xC5, 0xF8, 0x77, 0x48, 0x89, 0xEC, 0x5D, 0xC3];
/// xor r8d, r8d
pub const EXCEEDED: [u8; 3] = [0x45, 0x31, 0xC0];
/// mov r10, r8; mov eax, 1
pub const CANCELLED: [u8; 8] = [0x4D, 0x89, 0xC2, 0xB8, 0x01, 0x00, 0x00, 0x00];
/// sub r8, …
pub const CHARGE: [u8; 3] = [0x49, 0x81, 0xE8];
/// cmp byte [rcx], 0
pub const IS_CANCELLED: [u8; 3] = [0x80, 0x39, 0x00];
/// jmp
pub const JUMP: u8 = 0xE9;
/// The first byte of conditional jumps; the second one is [`BELOW`], [`ZERO`] or [`NOT_ZERO`].
pub const JUMP_IF: u8 = 0x0F;
/// After a subtraction that borrowed.
pub const BELOW: u8 = 0x82;
/// After a result or a difference of 0.
pub const ZERO: u8 = 0x84;
/// After another result.
pub const NOT_ZERO: u8 = 0x85;

/// A place in a function that jumps lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label(u32);

/// Where the operand b of an instruction is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a vector register.
    Register(u8),
    /// In the registers of the wave, this many bytes behind the first lane of the group.
    File(i32),
    /// In the function's frame.
    Stack(i32),
    /// In the constants: the vector with this number.
    Constant(u32),
}

/// What a function needs of its caller, and what [`super::check`] holds it to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The first byte.
    pub start: usize,
    /// The number of registers that the wave must have.
    pub registers: u32,
    /// The vectors of a group of lanes: 1 or 2.
    pub vectors: u8,
    /// The bytes of its frame.
    pub frame: i32,
}

impl Shape {
    /// Returns the lanes of a group.
    pub fn lanes(&self, isa: Isa) -> u8 {
        isa.lanes() * self.vectors
    }

    /// Returns a mask of them.
    pub fn mask(&self, isa: Isa) -> i32 {
        (u64::MAX >> (64 - u32::from(self.lanes(isa)))) as i32
    }
}

/// Functions with their constants, not yet checked.
#[derive(Clone, Debug)]
pub struct Program {
    /// The instruction set of all functions.
    pub isa: Isa,
    /// The functions, then the constants.
    pub bytes: Vec<u8>,
    /// Where the constants begin.
    pub constants: usize,
    /// The functions in order.
    pub functions: Vec<Shape>,
}

/// Encodes the functions of a program.
pub struct Assembler {
    program: Program,
    /// Each constant has a word for each lane of a vector.
    constants: Vec<Vec<u32>>,
    /// The operands that refer to constants: the position of the offset, where the instruction ends, and the constant.
    references: Vec<(usize, usize, u32)>,
    labels: Vec<usize>,
    /// The jumps of the function: the position of the offset, and the label.
    jumps: Vec<(usize, Label)>,
    frame: Frame,
}

/// The places of a function's frame.
#[derive(Clone, Copy)]
struct Frame {
    top: Label,
    next: Label,
    exceeded: Label,
    cancelled: Label,
}

impl Default for Frame {
    fn default() -> Self {
        Self { top: Label(0), next: Label(1), exceeded: Label(2), cancelled: Label(3) }
    }
}

impl Assembler {
    /// Creates an assembler for functions of an instruction set.
    pub fn new(isa: Isa) -> Self {
        Self {
            program: Program { isa, bytes: Vec::new(), constants: 0, functions: Vec::new() },
            constants: Vec::new(),
            references: Vec::new(),
            labels: Vec::new(),
            jumps: Vec::new(),
            frame: Frame::default(),
        }
    }

    /// Returns the instruction set.
    pub fn isa(&self) -> Isa {
        self.program.isa
    }

    /// Returns the number of a constant, by its words.
    pub fn constant(&mut self, word: impl FnMut(usize) -> u32) -> u32 {
        let lanes: Vec<u32> = (0..usize::from(self.isa().lanes())).map(word).collect();
        let known = self.constants.iter().position(|constant| *constant == lanes);
        known.unwrap_or_else(|| {
            self.constants.push(lanes);
            self.constants.len() - 1
        }) as u32
    }

    /// Returns a label that is not placed yet.
    pub fn label(&mut self) -> Label {
        self.labels.push(usize::MAX);
        Label(self.labels.len() as u32 - 1)
    }

    /// Places a label here.
    pub fn place(&mut self, label: Label) {
        self.labels[label.0 as usize] = self.program.bytes.len();
    }

    /// Begins a function; `registers`, `vectors` and `frame` are those of its [`Shape`].
    pub fn begin(&mut self, registers: u32, vectors: u8, frame: i32) {
        self.align();
        self.labels.clear();
        let [top, next, exceeded, cancelled] = std::array::from_fn(|_| self.label());
        self.frame = Frame { top, next, exceeded, cancelled };
        let shape = Shape { start: self.program.bytes.len(), registers, vectors, frame };
        self.program.functions.push(shape);
        self.number(&ENTER, frame);
        self.bytes(&READ_BUDGET);
        self.place(top);
        self.number(&TEST_LANES, shape.mask(self.isa()));
        self.jump_if(ZERO, next);
    }

    /// Ends the function's body and the function.
    pub fn finish(&mut self) {
        let isa = self.isa();
        let lanes = self.program.functions.last().map_or(0, |function| function.lanes(isa));
        let leave = self.label();
        self.place(self.frame.next);
        self.number(&NEXT_LANES, 4 * i32::from(lanes));
        self.bytes(&NEXT_BUDGET);
        self.bytes(&[lanes]);
        self.jump_if(NOT_ZERO, self.frame.top);
        self.bytes(&DONE);
        self.place(leave);
        self.bytes(&LEAVE);
        self.place(self.frame.exceeded);
        self.bytes(&EXCEEDED);
        self.place(self.frame.cancelled);
        self.bytes(&CANCELLED);
        self.jump(leave);
        for (at, label) in std::mem::take(&mut self.jumps) {
            self.patch(at, at + 4, self.labels[label.0 as usize]);
        }
    }

    /// Returns the program, with its constants.
    pub fn program(mut self) -> Program {
        self.align();
        self.program.constants = self.program.bytes.len();
        for lanes in &self.constants {
            lanes.iter().for_each(|word| self.program.bytes.extend(word.to_le_bytes()));
        }
        for (at, end, constant) in std::mem::take(&mut self.references) {
            self.patch(at, end, self.program.constants + constant as usize * self.isa().vector() as usize);
        }
        self.program
    }

    /// Encodes an instruction: d and a are registers, `tail` is the byte or the register of the third operand. One that the instruction set does not have
    /// becomes a byte that [`super::check`] refuses.
    pub fn instruction(&mut self, instruction: Instruction, d: u8, a: u8, b: Place, tail: u8) {
        let Some(row) = self.isa().row(instruction) else { return self.bytes(&[TRAP]) };
        let (reg, vex, b) = match row.form {
            Form::Binary => (d, a, b),
            Form::Unary => (d, 0, b),
            Form::Shift(extension) => (extension, d, Place::Register(a)),
            Form::Extract => (a, 0, Place::Register(d)),
            Form::Store => (a, 0, b),
            Form::Lanes => (d, 0, Place::Register(RSI)),
        };
        match row.encoding {
            Encoding::Vex => self.vex(&row, reg, vex, b),
            Encoding::Evex => self.evex(&row, reg, vex, b, tail),
        }
        let reg = (reg & 7) << 3;
        let unit = if row.encoding == Encoding::Evex { row.bytes as i32 } else { 1 };
        let trailing = match row.tail {
            Tail::Byte => Some(tail),
            Tail::Register => Some(tail << 4),
            Tail::Nothing | Tail::Mask | Tail::Zeroing => None,
        };
        match b {
            Place::Register(register) => self.program.bytes.push(0xC0 | reg | register & 7),
            Place::File(offset) => self.address(reg | RDI, None, offset, unit),
            Place::Stack(offset) => self.address(reg | RSP, Some(0x24), offset, unit),
            Place::Constant(constant) => {
                self.program.bytes.push(reg | 5);
                let at = self.program.bytes.len();
                self.references.push((at, at + 4 + usize::from(trailing.is_some()), constant));
                self.bytes(&[0; 4]);
            }
        }
        self.program.bytes.extend(trailing);
    }

    /// Jumps to a label.
    pub fn jump(&mut self, label: Label) {
        self.program.bytes.push(JUMP);
        self.jumps.push((self.program.bytes.len(), label));
        self.bytes(&[0; 4]);
    }

    /// Jumps to a label under a condition.
    pub fn jump_if(&mut self, condition: u8, label: Label) {
        self.bytes(&[JUMP_IF, condition]);
        self.jumps.push((self.program.bytes.len(), label));
        self.bytes(&[0; 4]);
    }

    /// Charges the budget, and ends the function if it is exceeded or cancelled. Only this may stand before a jump back.
    pub fn charge(&mut self, length: i32) {
        self.number(&CHARGE, length);
        self.jump_if(BELOW, self.frame.exceeded);
        self.bytes(&IS_CANCELLED);
        self.jump_if(NOT_ZERO, self.frame.cancelled);
    }

    fn vex(&mut self, row: &Row, reg: u8, vex: u8, b: Place) {
        let high = matches!(b, Place::Register(8..));
        let last = u8::from(row.wide) << 7 | (!vex & 15) << 3 | row.length << 2 | row.prefix;
        let reg = u8::from(reg < 8) << 7;
        if row.map == 1 && !high && !row.wide {
            self.bytes(&[0xC5, reg | last]);
        } else {
            self.bytes(&[0xC4, reg | 1 << 6 | u8::from(!high) << 5 | row.map, last]);
        }
        self.program.bytes.push(row.opcode);
    }

    fn evex(&mut self, row: &Row, reg: u8, vex: u8, b: Place, tail: u8) {
        let rm = if let Place::Register(register) = b { register } else { 0 };
        // The upper bits of registers are inverted.
        let bit = |register: u8, bit: u8| !register >> bit & 1;
        let (mask, zeroing) = match row.tail {
            Tail::Mask => (tail, false),
            Tail::Zeroing => (tail, true),
            Tail::Nothing | Tail::Byte | Tail::Register => (0, false),
        };
        self.bytes(&[
            0x62,
            bit(reg, 3) << 7 | bit(rm, 4) << 6 | bit(rm, 3) << 5 | bit(reg, 4) << 4 | row.map,
            u8::from(row.wide) << 7 | (!vex & 15) << 3 | 1 << 2 | row.prefix,
            u8::from(zeroing) << 7 | row.length << 5 | bit(vex, 4) << 3 | mask & 7,
            row.opcode,
        ]);
    }

    /// Encodes an address; a short offset counts units.
    fn address(&mut self, modrm: u8, sib: Option<u8>, offset: i32, unit: i32) {
        let short = i8::try_from(offset / unit).ok().filter(|_| offset % unit == 0);
        self.program.bytes.push(modrm | if short.is_some() { 0x40 } else { 0x80 });
        self.program.bytes.extend(sib);
        match short {
            Some(short) => self.program.bytes.push(short as u8),
            None => self.bytes(&offset.to_le_bytes()),
        }
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.program.bytes.extend_from_slice(bytes);
    }

    fn number(&mut self, bytes: &[u8], number: i32) {
        self.bytes(bytes);
        self.bytes(&number.to_le_bytes());
    }

    fn align(&mut self) {
        let length = self.program.bytes.len().next_multiple_of(ALIGNMENT);
        self.program.bytes.resize(length, TRAP);
    }

    fn patch(&mut self, at: usize, end: usize, to: usize) {
        let offset = (to as i64 - end as i64) as i32;
        self.program.bytes[at..at + 4].copy_from_slice(&offset.to_le_bytes());
    }
}

/// The numbers of general registers.
const RSP: u8 = 4;
const RSI: u8 = 6;
const RDI: u8 = 7;
