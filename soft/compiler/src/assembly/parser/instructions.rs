//! Instructions.

use super::{Parsed, Parser, Variable};
use crate::assembly::lexer::{Kind, Token};
use crate::assembly::limits;
use crate::assembly::program::{Instruction, Lookup, Opcode, Selected, Selection, Target, TextureTarget};
use base::hir::TextureKind;

/// Operands: a vector or a component of one.
const VECTOR: bool = false;
const SCALAR: bool = true;

/// The languages that have an operation: both, or that of vertex or fragment programs.
const BOTH: Option<Target> = None;
const VERTEX: Option<Target> = Some(Target::Vertex);
const FRAGMENT: Option<Target> = Some(Target::Fragment);

/// The arithmetic instructions: name, operation, language, operands.
const ARITHMETIC: &[(&str, Opcode, Option<Target>, &[bool])] = &[
    ("ABS", Opcode::Abs, BOTH, &[VECTOR]),
    ("ADD", Opcode::Add, BOTH, &[VECTOR; 2]),
    ("CMP", Opcode::Cmp, FRAGMENT, &[VECTOR; 3]),
    ("COS", Opcode::Cos, FRAGMENT, &[SCALAR]),
    ("DP3", Opcode::Dp3, BOTH, &[VECTOR; 2]),
    ("DP4", Opcode::Dp4, BOTH, &[VECTOR; 2]),
    ("DPH", Opcode::Dph, BOTH, &[VECTOR; 2]),
    ("DST", Opcode::Dst, BOTH, &[VECTOR; 2]),
    ("EX2", Opcode::Ex2, BOTH, &[SCALAR]),
    ("EXP", Opcode::Exp, VERTEX, &[SCALAR]),
    ("FLR", Opcode::Flr, BOTH, &[VECTOR]),
    ("FRC", Opcode::Frc, BOTH, &[VECTOR]),
    ("LG2", Opcode::Lg2, BOTH, &[SCALAR]),
    ("LIT", Opcode::Lit, BOTH, &[VECTOR]),
    ("LOG", Opcode::Log, VERTEX, &[SCALAR]),
    ("LRP", Opcode::Lrp, FRAGMENT, &[VECTOR; 3]),
    ("MAD", Opcode::Mad, BOTH, &[VECTOR; 3]),
    ("MAX", Opcode::Max, BOTH, &[VECTOR; 2]),
    ("MIN", Opcode::Min, BOTH, &[VECTOR; 2]),
    ("MOV", Opcode::Mov, BOTH, &[VECTOR]),
    ("MUL", Opcode::Mul, BOTH, &[VECTOR; 2]),
    ("POW", Opcode::Pow, BOTH, &[SCALAR; 2]),
    ("RCP", Opcode::Rcp, BOTH, &[SCALAR]),
    ("RSQ", Opcode::Rsq, BOTH, &[SCALAR]),
    ("SCS", Opcode::Scs, FRAGMENT, &[SCALAR]),
    ("SGE", Opcode::Sge, BOTH, &[VECTOR; 2]),
    ("SIN", Opcode::Sin, FRAGMENT, &[SCALAR]),
    ("SLT", Opcode::Slt, BOTH, &[VECTOR; 2]),
    ("SUB", Opcode::Sub, BOTH, &[VECTOR; 2]),
    ("XPD", Opcode::Xpd, BOTH, &[VECTOR; 2]),
];

impl Parser<'_> {
    /// Parses an instruction, whose name has been read.
    pub fn instruction(&mut self, token: Token, word: &str) -> Parsed<Instruction> {
        let target = self.program.target;
        let fragment = target == Target::Fragment;
        match word {
            "ARL" if !fragment => return self.load_address(),
            "KIL" if fragment => return Ok(Instruction::Kill { from: self.operand(VECTOR)? }),
            _ => {}
        }
        let (name, saturated) = match word.strip_suffix("_SAT") {
            Some(name) if fragment => (name, true),
            _ => (word, false),
        };
        let lookup = match name {
            "TEX" if fragment => Some(Lookup::Plain),
            "TXP" if fragment => Some(Lookup::Projected),
            "TXB" if fragment => Some(Lookup::Biased),
            _ => None,
        };
        if let Some(lookup) = lookup {
            return self.sample(lookup, saturated);
        }
        if name == "SWZ" {
            return self.extended_swizzle(saturated);
        }
        let known = ARITHMETIC.iter().find(|known| known.0 == name && known.2.is_none_or(|language| language == target));
        let Some(&(_, opcode, _, kinds)) = known else { return Err(Self::wrong(token, "the instruction is unknown")) };
        let to = self.destination(saturated)?;
        let mut operands = Vec::with_capacity(kinds.len());
        for &kind in kinds {
            self.expect(b',')?;
            operands.push(self.operand(kind)?);
        }
        Ok(Instruction::Arithmetic { opcode, to, operands })
    }

    /// Parses the rest of `ARL a.x, operand`.
    fn load_address(&mut self) -> Parsed<Instruction> {
        let (token, name) = self.word("an address register")?;
        let Variable::Address(address) = self.variable(token, name)? else {
            return Err(Self::wrong(token, "the variable is no address register"));
        };
        self.exactly("x")?;
        self.expect(b',')?;
        Ok(Instruction::LoadAddress { address, from: self.operand(SCALAR)? })
    }

    /// Parses the rest of `SWZ destination, register, x, y, z, w`.
    fn extended_swizzle(&mut self, saturated: bool) -> Parsed<Instruction> {
        let to = self.destination(saturated)?;
        self.expect(b',')?;
        let register = self.register()?;
        let from = crate::assembly::program::Source { register, swizzle: [0, 1, 2, 3], negated: false };
        let mut selections = [Selection { value: Selected::Zero, negated: false }; 4];
        // True once components have names of colours, false once they have others: the grammar does not mix them.
        let mut colors = None;
        for selection in &mut selections {
            self.expect(b',')?;
            let negated = self.accept(b'-');
            if !negated {
                self.accept(b'+');
            }
            let value = self.selected(&mut colors)?;
            *selection = Selection { value, negated };
        }
        Ok(Instruction::Swizzle { to, from, selections })
    }

    /// Parses 0, 1 or a component.
    fn selected(&mut self, colors: &mut Option<bool>) -> Parsed<Selected> {
        let value = match self.ahead.kind {
            Kind::Integer("0") => Selected::Zero,
            Kind::Integer("1") => Selected::One,
            Kind::Identifier(name) => {
                let sets: &[&str] = if self.program.target == Target::Fragment { &["xyzw", "rgba"] } else { &["xyzw"] };
                let found =
                    sets.iter().enumerate().find_map(|(set, names)| Some((set == 1, names.find(name).filter(|_| name.len() == 1)?)));
                match found {
                    Some((set, at)) if *colors.get_or_insert(set) == set => Selected::Component(at as u8),
                    _ => return Err(self.unexpected("a component")),
                }
            }
            _ => return Err(self.unexpected("0, 1 or a component")),
        };
        self.advance();
        Ok(value)
    }

    /// Parses the rest of `TEX destination, coordinates, texture[n], target`.
    fn sample(&mut self, lookup: Lookup, saturated: bool) -> Parsed<Instruction> {
        let to = self.destination(saturated)?;
        self.expect(b',')?;
        let coordinates = self.operand(VECTOR)?;
        self.expect(b',')?;
        if !self.accept_word("texture") {
            return Err(self.unexpected("\"texture\""));
        }
        let unit = self.optional_index(limits::IMAGE_UNITS, "number of the texture image unit")? as u8;
        self.expect(b',')?;
        let token = self.ahead;
        let target = self.texture_target()?;
        // "A fragment program will fail to load if it attempts to sample from multiple texture targets on the same texture image unit."
        // [ARB_fragment_program, 3.11.6]
        if *self.units.entry(unit).or_insert(target) != target {
            return Err(Self::wrong(token, "the program samples another texture target on the same texture image unit"));
        }
        Ok(Instruction::Sample { lookup, to, coordinates, unit, target })
    }

    fn texture_target(&mut self) -> Parsed<TextureTarget> {
        let token = self.advance();
        let plain = |kind| TextureTarget { kind, shadow: false };
        let shadow = |kind| TextureTarget { kind, shadow: true };
        let allowed = self.program.options.shadow;
        let target = match (token.kind, self.ahead.kind) {
            // "1D" is a number and a name without space between them.
            (Kind::Integer(digit), Kind::Identifier("D")) if token.end == self.ahead.start => {
                self.advance();
                match digit {
                    "1" => Some(plain(TextureKind::D1)),
                    "2" => Some(plain(TextureKind::D2)),
                    "3" => Some(plain(TextureKind::D3)),
                    _ => None,
                }
            }
            (Kind::Identifier("CUBE"), _) => Some(plain(TextureKind::Cube)),
            (Kind::Identifier("RECT"), _) => Some(plain(TextureKind::Rect)),
            (Kind::Identifier("SHADOW1D"), _) if allowed => Some(shadow(TextureKind::D1)),
            (Kind::Identifier("SHADOW2D"), _) if allowed => Some(shadow(TextureKind::D2)),
            (Kind::Identifier("SHADOWRECT"), _) if allowed => Some(shadow(TextureKind::Rect)),
            _ => None,
        };
        target.ok_or_else(|| Self::wrong(token, "the texture target is unknown"))
    }
}
