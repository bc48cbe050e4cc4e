//! The verifier: checks everything that the interpreter relies on, because it accesses registers, tables and jump targets unchecked.
//!
//! Only [`verify`] makes [`Verified`] code, and the interpreter runs nothing else.

use super::bytecode::{AtomicImage, Bytecode, Code, ImageAccess, NONE, Op, Payload, Regions, Sample, TextureAccess, depth};
use super::linear::{sample_registers, widths};
use super::native::{Generated, Native};
use crate::machine::Isa;
use base::core::cpu::InstructionSet;
use base::image::lookup::SINGLE_COMPONENT;
use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Bytecode that passed [`verify`] and is immutable: every register that an operation or table names is below `registers`, every jump
/// target and table index exists, control flow nests, and no function calls itself.
#[derive(Clone, Debug)]
pub struct Verified {
    code: Bytecode,
    generated: Generated,
    /// A number that no other code of the process has.
    number: u64,
}

impl Verified {
    /// Counts a wave, and returns the generated code to run it with on a processor with an instruction set, if there is some.
    pub fn native(&self, set: InstructionSet) -> Option<&Native> {
        self.generated.of_wave(set, &self.code)
    }

    /// Returns the generated code of every region, long or short, for tests.
    pub fn native_everywhere(&self, set: InstructionSet) -> Option<&Native> {
        self.generated.of_all_regions(set, &self.code)
    }

    /// Generates code for every region and each instruction set, for tests: returns the number of regions that have some, or what the check of the code
    /// refused, and where.
    pub fn native_regions(&self) -> Result<usize, (&'static str, usize)> {
        Isa::ALL.into_iter().try_fold(0, |most, isa| Ok(most.max(Native::count(isa, &self.code)?)))
    }

    /// Returns a number that no other code of the process has; it is not 0.
    pub fn number(&self) -> u64 {
        self.number
    }

    fn new(code: Bytecode) -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Self { code, generated: Generated::default(), number: LAST.fetch_add(1, Relaxed) + 1 }
    }
}

impl Deref for Verified {
    type Target = Bytecode;

    #[inline(always)]
    fn deref(&self) -> &Bytecode {
        &self.code
    }
}

/// Returns code that ends at once.
impl Default for Verified {
    fn default() -> Self {
        // There are no registers, tables or jumps to verify.
        let end = Op { code: Code::End, dst: NONE, a: NONE, b: NONE, c: NONE, payload: ().into() };
        Self::new(Bytecode { ops: vec![end], ..Bytecode::default() })
    }
}

/// Verifies code that tests write, which must pass; appends an `End` if there is none.
pub fn verified(mut code: Bytecode) -> Verified {
    if code.ops.last().is_none_or(|op| op.code != Code::End) {
        code.ops.extend(Verified::default().ops.iter());
    }
    verify(code).unwrap_or_else(|message| unreachable!("a test's code does not pass: {message}"))
}

struct Checker<'a> {
    code: &'a Bytecode,
    /// For each operation its region: regions change where masks do.
    regions: Vec<u32>,
}

impl Checker<'_> {
    /// Checks a range of registers.
    fn range(&self, first: u16, count: u32, what: &str, index: usize) -> Result<(), String> {
        if count > 0 && (first == NONE || u64::from(first) + u64::from(count) > u64::from(self.code.registers)) {
            return Err(format!("operation {index}: {what} is no register"));
        }
        Ok(())
    }

    /// Checks the registers of an operation.
    fn operands(&self, op: &Op, index: usize) -> Result<(), String> {
        let wrong = || Err(format!("operation {index}: {:?} with a wrong payload", op.code));
        if !op.code.takes(op.payload) {
            return wrong();
        }
        let w = widths(op.code, op.payload);
        let may = op.code.flags();
        self.range(op.dst, w.dst, "dst", index)?;
        for (register, width, may, what) in
            [(op.a, w.a, may.optional_a, "a"), (op.b, w.b, may.optional_b, "b"), (op.c, w.c, may.optional_c, "c")]
        {
            if !(may && register == NONE) {
                self.range(register, width, what, index)?;
            }
        }
        let image = |image: u32| (image as usize) < self.code.images.len();
        let valid = match op.code {
            Code::Sample => (TextureAccess::decode(op.payload).0 as usize) < self.code.samples.len(),
            Code::ImageLoad | Code::ImageStore | Code::ImageSize => image(ImageAccess::decode(op.payload).image),
            Code::ImageAtomic => image(AtomicImage::decode(op.payload).access.image),
            // Calls lead forward, so that they cannot be recursive.
            Code::Call => op.target() > index && self.code.ops.get(op.target()).is_some_and(|to| to.code == Code::Function),
            // Only the code generator makes these, of verified code.
            Code::Native => false,
            _ => true,
        };
        if valid { Ok(()) } else { wrong() }
    }

    /// Checks a jump, which must stay in its region: masks change nowhere else.
    fn jump(&self, op: &Op, index: usize) -> Result<(), String> {
        if !matches!(op.code, Code::Jump | Code::JumpUnless) {
            return Ok(());
        }
        match self.regions.get(op.target()) {
            Some(&region) if region == self.regions[index] => Ok(()),
            _ => Err(format!("operation {index}: a jump out of its region")),
        }
    }
}

/// An open construct.
struct Open {
    /// The operation that began it.
    code: Code,
    start: usize,
    /// The target of that operation, or of its Else.
    target: usize,
    region: u32,
}

/// Checks the nesting of control flow; returns the region of each operation.
fn nesting(code: &Bytecode) -> Result<Vec<u32>, String> {
    let mut regions = Vec::with_capacity(code.ops.len());
    let mut open: Vec<Open> = Vec::new();
    let (mut region, mut count, mut enters) = (0u32, 0u32, 0u32);
    for (index, op) in code.ops.iter().enumerate() {
        let wrong = || format!("operation {index}: {:?} is not nested", op.code);
        if op.code == Code::Function {
            // Neither the operations before a function nor jumps lead into it.
            let before = index.checked_sub(1).and_then(|before| code.ops.get(before)).map(|op| op.code);
            if !open.is_empty() || !matches!(before, Some(Code::End | Code::FunctionEnd)) {
                return Err(wrong());
            }
            open.push(Open { code: op.code, start: index, target: 0, region: 0 });
            count += 1;
            region = count;
        }
        regions.push(region);
        match op.code {
            Code::If | Code::Loop | Code::Enter => {
                open.push(Open { code: op.code, start: index, target: op.target(), region });
                enters += u32::from(op.code == Code::Enter);
                count += 1;
                region = count;
            }
            Code::Else => {
                let construct = open.last_mut().filter(|open| open.code == Code::If && open.target == index).ok_or_else(wrong)?;
                construct.code = Code::Else;
                construct.target = op.target();
                count += 1;
                region = count;
            }
            Code::EndIf => {
                let construct = open.pop().filter(|open| matches!(open.code, Code::If | Code::Else)).ok_or_else(wrong)?;
                if construct.target != index {
                    return Err(wrong());
                }
                region = construct.region;
            }
            Code::EndLoop => {
                let construct = open.pop().filter(|open| open.code == Code::Loop).ok_or_else(wrong)?;
                if construct.target != index || op.target() != construct.start + 1 {
                    return Err(wrong());
                }
                region = construct.region;
            }
            Code::Return if Regions::decode(op.payload).0 > enters.saturating_sub(1) => return Err(wrong()),
            // A function is left at its end.
            Code::Return if enters == 0 && open.first().is_some_and(|open| open.code == Code::Function) => return Err(wrong()),
            Code::FunctionEnd => {
                let function = open.pop().filter(|open| open.code == Code::Function).ok_or_else(wrong)?;
                if op.target() != function.start {
                    return Err(wrong());
                }
                count += 1;
                region = count;
            }
            Code::Leave => {
                let construct = open.pop().filter(|open| open.code == Code::Enter).ok_or_else(wrong)?;
                enters -= 1;
                region = construct.region;
            }
            Code::Break | Code::Continue | Code::NextRound | Code::LoopTest => {
                let innermost = open.iter().rev().find(|open| open.code == Code::Loop).ok_or_else(wrong)?;
                if op.code == Code::LoopTest && op.target() != innermost.target {
                    return Err(wrong());
                }
                // NextRound and LoopTest stand directly in their loop.
                let direct = open.last().is_some_and(|last| last.code == Code::Loop);
                if matches!(op.code, Code::NextRound | Code::LoopTest) && !direct {
                    return Err(wrong());
                }
            }
            _ => {}
        }
    }
    if open.is_empty() { Ok(regions) } else { Err(String::from("a construct is not closed")) }
}

fn sample(checker: &Checker, sample: &Sample) -> Result<(), String> {
    let mut copy = sample.clone();
    for register in sample_registers(&mut copy) {
        if *register != NONE {
            checker.range(*register, 1, "a sample's register", 0)?;
        }
    }
    if sample.units == 0 || sample.component > SINGLE_COMPONENT {
        Err(String::from("a sample without units or components"))
    } else {
        Ok(())
    }
}

/// Checks registers, jump targets, nesting and tables, in time linear in the size of the code. The error is a line for the program's info
/// log.
pub fn verify(code: Bytecode) -> Result<Verified, String> {
    check(&code)?;
    Ok(Verified::new(code))
}

fn check(code: &Bytecode) -> Result<(), String> {
    if code.registers > u32::from(NONE) {
        return Err(String::from("too many registers"));
    }
    if code.ops.last().is_none_or(|op| !matches!(op.code, Code::End | Code::FunctionEnd)) {
        return Err(String::from("the code does not end"));
    }
    let regions = nesting(code)?;
    if depth(&code.ops) > code.depth {
        return Err(String::from("nested more deeply than it says"));
    }
    let checker = Checker { code, regions };
    for (index, op) in code.ops.iter().enumerate() {
        checker.operands(op, index)?;
        checker.jump(op, index)?;
    }
    for item in &code.samples {
        sample(&checker, item)?;
    }
    if code.images.iter().any(|image| image.units == 0) {
        return Err(String::from("an image without units"));
    }
    let registers = code.splats.iter().map(|&(register, _)| register);
    let registers = registers.chain(code.inputs.iter().map(|&(register, _)| register));
    for register in registers.chain(code.outputs.iter().map(|&(register, _)| register)) {
        checker.range(register, 1, "a table's register", 0)?;
    }
    Ok(())
}
