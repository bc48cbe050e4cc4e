//! Registers with their swizzles and masks.

use super::{Parsed, Parser, Variable};
use crate::assembly::lexer::{Kind, Token};
use crate::assembly::limits;
use crate::assembly::program::{Destination, Input, Output, Parameter, Program, Register, Source, Target, Written};

/// The components in both sets of names; those of colours belong to fragment programs.
const COMPONENTS: [&[u8; 4]; 2] = [b"xyzw", b"rgba"];

/// Returns the components that a word of one set names.
fn components(word: &str, target: Target) -> Option<Vec<u8>> {
    let sets = if target == Target::Vertex { &COMPONENTS[..1] } else { &COMPONENTS[..] };
    sets.iter().find_map(|set| word.bytes().map(|byte| set.iter().position(|name| *name == byte).map(|at| at as u8)).collect())
}

/// Returns the row of an attribute in the table of pairs of which a program binds only one. [ARB_vertex_program, table X.2.1]
fn row(input: Input) -> u8 {
    match input {
        Input::Position => 0,
        Input::Normal => 2,
        Input::Color => 3,
        Input::SecondaryColor => 4,
        Input::FogCoordinate => 5,
        Input::TextureCoordinates(unit) => 8 + unit,
        Input::Generic(number) => number,
    }
}

impl Program {
    /// Returns true if an attribute may not be bound because its other name is.
    fn excludes(&self, input: Input) -> bool {
        // "a vertex program will fail to load if it binds both a conventional vertex attribute and a generic vertex attribute listed in the same row
        // of Table X.2.1." [ARB_vertex_program, 2.14.3.1]
        let generic = |input: Input| matches!(input, Input::Generic(_));
        self.target == Target::Vertex && self.inputs.iter().any(|&bound| row(bound) == row(input) && generic(bound) != generic(input))
    }
}

impl Parser<'_> {
    /// Parses `vertex.…` or `fragment.…` and binds the attribute.
    pub fn input_binding(&mut self) -> Parsed<Input> {
        let start = self.ahead;
        let word = if self.program.target == Target::Vertex { "vertex" } else { "fragment" };
        if !self.accept_word(word) {
            return Err(self.unexpected(&format!("\"{word}\"")));
        }
        let input = self.input()?;
        if self.inputs.contains(&input) {
            return Ok(input);
        }
        if self.program.excludes(input) {
            return Err(Self::wrong(start, "the conventional and the generic attribute of the same number are both bound"));
        }
        // "A program that exceeds any of these resource limits will fail to load." [ARB_vertex_program, 2.14.3.7]
        let limit = limits::attributes(self.program.target);
        if self.program.inputs.len() >= limit {
            return Err(Self::wrong(start, format!("the program binds more than {limit} attributes")));
        }
        self.inputs.insert(input);
        self.program.inputs.push(input);
        Ok(input)
    }

    /// Parses the name of an attribute after `vertex` or `fragment`.
    fn input(&mut self) -> Parsed<Input> {
        let (token, word) = self.member("an attribute")?;
        let vertex = self.program.target == Target::Vertex;
        Ok(match word {
            "position" => Input::Position,
            "normal" if vertex => Input::Normal,
            "color" if self.accept_member("secondary") => Input::SecondaryColor,
            "color" => {
                self.accept_member("primary");
                Input::Color
            }
            "fogcoord" => Input::FogCoordinate,
            "texcoord" => Input::TextureCoordinates(self.optional_index(limits::COORDINATES, "number of the texture coordinates")? as u8),
            "attrib" if vertex => Input::Generic(self.index(limits::GENERIC_ATTRIBUTES, "number of the attribute")? as u8),
            _ => return Err(Self::wrong(token, "the attribute is unknown")),
        })
    }

    /// Parses the name of a result after `result`.
    pub fn output_binding(&mut self) -> Parsed<Output> {
        let (token, word) = self.member("a result")?;
        if self.program.target == Target::Fragment {
            return match word {
                "color" if self.program.options.draw_buffers => {
                    Ok(Output::FragmentColor(self.optional_index(limits::COLORS, "number of the colour")? as u8))
                }
                "color" => Ok(Output::FragmentColor(0)),
                "depth" => Ok(Output::Depth),
                _ => Err(Self::wrong(token, "the result is unknown")),
            };
        }
        Ok(match word {
            // "The <resultBinding> rule is modified to remove "result.position" from the list of token sequences matching the rule."
            // [ARB_vertex_program, 2.14.4.5.1]
            "position" if !self.program.options.position_invariant => Output::Position,
            "color" => {
                let back = self.face();
                let secondary = self.accept_member("secondary");
                if !secondary {
                    self.accept_member("primary");
                }
                Output::Color { back, secondary }
            }
            "fogcoord" => Output::FogCoordinate,
            "pointsize" => Output::PointSize,
            "texcoord" => Output::TextureCoordinates(self.optional_index(limits::COORDINATES, "number of the texture coordinates")? as u8),
            _ => return Err(Self::wrong(token, "the result is unknown")),
        })
    }

    /// Parses the destination of an instruction with its mask.
    pub fn destination(&mut self, saturated: bool) -> Parsed<Destination> {
        let (token, word) = self.word("a destination")?;
        let register = if word == "result" {
            Written::Output(self.output_binding()?)
        } else {
            match self.variable(token, word)? {
                Variable::Temporary(number) => Written::Temporary(number),
                Variable::Output(output) => Written::Output(output),
                _ => return Err(Self::wrong(token, "the variable is read-only")),
            }
        };
        let mut mask = 0b1111;
        if self.accept(b'.') {
            let (token, word) = self.word("a write mask")?;
            // "The grammar requires that the destination register mask components must be listed in "xyzw" order." [ARB_vertex_program, 2.14.4.3]
            let named = components(word, self.program.target).filter(|list| list.is_sorted_by(|a, b| a < b));
            let Some(named) = named else { return Err(Self::wrong(token, "the write mask is invalid")) };
            mask = named.iter().fold(0, |mask, component| mask | 1 << component);
        }
        Ok(Destination { register, mask, saturated })
    }

    /// Parses an operand with its sign and its swizzle: of one component if it is a scalar.
    pub fn operand(&mut self, scalar: bool) -> Parsed<Source> {
        let negated = self.accept(b'-');
        if !negated {
            self.accept(b'+');
        }
        let register = self.register()?;
        let swizzle = self.swizzle(scalar)?;
        Ok(Source { register, swizzle, negated })
    }

    fn swizzle(&mut self, scalar: bool) -> Parsed<[u8; 4]> {
        if !scalar && self.ahead.kind != Kind::Character(b'.') {
            return Ok([0, 1, 2, 3]);
        }
        self.expect(b'.')?;
        let (token, word) = self.word("a component")?;
        match components(word, self.program.target).as_deref() {
            Some(&[component]) => Ok([component; 4]),
            Some(&[x, y, z, w]) if !scalar => Ok([x, y, z, w]),
            _ => Err(Self::wrong(token, if scalar { "the operand is not a component" } else { "the swizzle is invalid" })),
        }
    }

    /// Parses the register of an operand.
    pub fn register(&mut self) -> Parsed<Register> {
        let token = self.ahead;
        match token.kind {
            Kind::Identifier("vertex") if self.program.target == Target::Vertex => Ok(Register::Input(self.input_binding()?)),
            Kind::Identifier("fragment") if self.program.target == Target::Fragment => Ok(Register::Input(self.input_binding()?)),
            Kind::Identifier(name) if !matches!(name, "state" | "program") => {
                self.advance();
                match self.variable(token, name)? {
                    Variable::Attribute(input) => Ok(Register::Input(input)),
                    Variable::Parameter(parameter) => Ok(Register::Parameter(parameter)),
                    Variable::Temporary(number) => Ok(Register::Temporary(number)),
                    Variable::Array(number) => self.element(number),
                    Variable::Output(_) => Err(Self::wrong(token, "the variable is write-only")),
                    Variable::Address(_) => Err(Self::wrong(token, "an address register is no operand")),
                }
            }
            _ => {
                let parameter = self.single_parameter(false)?;
                self.bind(parameter, token)?;
                Ok(Register::Parameter(parameter))
            }
        }
    }

    /// Notes a parameter that an instruction binds.
    fn bind(&mut self, parameter: Parameter, token: Token) -> Parsed<()> {
        // Each instruction binds three at most, and the number of those is limited.
        if self.program.parameters.len() > limits::ELEMENTS {
            return Err(Self::wrong(token, "the program binds too many parameters"));
        }
        self.program.parameters.push(parameter);
        Ok(())
    }

    /// Parses the index of an element of an array of parameters.
    fn element(&mut self, array: usize) -> Parsed<Register> {
        self.expect(b'[')?;
        let token = self.ahead;
        let register = match token.kind {
            Kind::Identifier(name) if self.program.target == Target::Vertex => {
                self.advance();
                let Variable::Address(address) = self.variable(token, name)? else {
                    return Err(Self::wrong(token, "the variable is no address register"));
                };
                self.exactly("x")?;
                // <addrRegPosOffset> is an "<integer> from 0 to 63", <addrRegNegOffset> one "from 0 to 64". [ARB_vertex_program, 2.14.2]
                let offset = if self.accept(b'+') {
                    self.integer(64, "offset")?.cast_signed()
                } else if self.accept(b'-') {
                    -self.integer(65, "offset")?.cast_signed()
                } else {
                    0
                };
                if let Some(array) = self.program.arrays.get_mut(array) {
                    array.relative = true;
                }
                Register::Relative { array, address, offset }
            }
            _ => {
                let index = self.integer(u32::MAX, "index")?;
                // "If any vertex program instruction accesses a program parameter array using absolute addressing with an out-of-range index (greater
                // than or equal to the size of the array), the vertex program will fail to load." [ARB_vertex_program, 2.14.3.2]
                let element = self.program.arrays.get(array).and_then(|array| array.get(index));
                Register::Parameter(element.ok_or_else(|| Self::wrong(token, "the index is not within the array"))?)
            }
        };
        self.expect(b']')?;
        Ok(register)
    }
}
