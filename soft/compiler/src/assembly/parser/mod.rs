//! Parses the text of a program and checks it against the rules of both languages. The grammars do not nest, so the parser does not recurse.

mod bindings;
mod declarations;
mod instructions;
mod matrices;
mod operands;

use super::lexer::{Kind, Lexer, Token};
use super::limits;
use super::program::{Array, Fog, Input, Options, Output, Parameter, Program, Target};
use std::collections::{HashMap, HashSet};

/// An error in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The offset of the first byte that is wrong; the length of the text if only the whole of it is.
    pub position: usize,
    /// One line for the error string.
    pub message: String,
}

/// The result of a rule of the grammar.
type Parsed<T> = Result<T, Failure>;

/// A variable that a name is established for.
#[derive(Clone, Copy, Debug)]
enum Variable {
    Attribute(Input),
    Parameter(Parameter),
    /// An array of parameters, by its number.
    Array(usize),
    Temporary(usize),
    Address(usize),
    Output(Output),
}

/// A parser of one text.
struct Parser<'a> {
    lexer: Lexer<'a>,
    /// The token that the lexer read last and no rule has consumed.
    ahead: Token<'a>,
    program: Program,
    names: HashMap<&'a str, Variable>,
    /// The members of [`Program::inputs`].
    inputs: HashSet<Input>,
    /// The number of elements of all arrays.
    elements: usize,
    /// The targets of texture instructions, by unit.
    units: HashMap<u8, super::program::TextureTarget>,
}

/// Parses a text for a target.
pub fn parse(target: Target, text: &[u8]) -> Parsed<Program> {
    let failed = |message: &str| Failure { position: 0, message: message.to_string() };
    // "A vertex program is required to begin with the header string "!!ARBvp1.0", without any preceding whitespace." [ARB_vertex_program, 2.14.2]
    // "A fragment program is required to begin with the header string "!!ARBfp1.0", without any preceding whitespace."
    // [ARB_fragment_program, 3.11.2]
    let header = if target == Target::Vertex { "!!ARBvp1.0" } else { "!!ARBfp1.0" };
    if !text.starts_with(header.as_bytes()) {
        return Err(failed(&format!("the text does not begin with {header}")));
    }
    if text.len() > limits::TEXT {
        return Err(failed("the text is too long"));
    }
    let mut lexer = Lexer::new(text, header.len());
    let ahead = lexer.token();
    let program = Program {
        target,
        options: Options::default(),
        instructions: Vec::new(),
        temporaries: 0,
        addresses: 0,
        arrays: Vec::new(),
        inputs: Vec::new(),
        parameters: Vec::new(),
    };
    let names = HashMap::new();
    let mut parser = Parser { lexer, ahead, program, names, inputs: HashSet::new(), elements: 0, units: HashMap::new() };
    parser.options()?;
    while !parser.accept_word("END") {
        parser.statement()?;
        parser.expect(b';')?;
    }
    match parser.ahead.kind {
        Kind::End => Ok(parser.program),
        _ => Err(parser.unexpected("the end of the text")),
    }
}

/// Describes a token for messages.
fn describe(kind: Kind) -> String {
    match kind {
        Kind::Identifier(text) | Kind::Integer(text) | Kind::Float(text) => {
            // A message has one line of a bounded length, whatever the text is.
            let short: String = text.chars().take(40).collect();
            format!("\"{short}\"")
        }
        Kind::Character(byte) => format!("\"{}\"", char::from(byte)),
        Kind::Range => "\"..\"".to_string(),
        Kind::Invalid => "a character that no token contains".to_string(),
        Kind::End => "the end of the text".to_string(),
    }
}

impl<'a> Parser<'a> {
    /// Returns the failure for a token.
    fn wrong(token: Token, message: impl Into<String>) -> Failure {
        Failure { position: token.start, message: message.into() }
    }

    /// Returns the failure for the next token.
    fn unexpected(&self, wanted: &str) -> Failure {
        Self::wrong(self.ahead, format!("{} stands where {wanted} is expected", describe(self.ahead.kind)))
    }

    /// Consumes the next token and returns it.
    fn advance(&mut self) -> Token<'a> {
        std::mem::replace(&mut self.ahead, self.lexer.token())
    }

    /// Returns the token after the next one.
    fn second(&self) -> Kind<'a> {
        let mut lexer = self.lexer;
        lexer.token().kind
    }

    /// Consumes a character if it is next.
    fn accept(&mut self, character: u8) -> bool {
        let found = self.ahead.kind == Kind::Character(character);
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, character: u8) -> Parsed<()> {
        if self.accept(character) { Ok(()) } else { Err(self.unexpected(&format!("\"{}\"", char::from(character)))) }
    }

    /// Consumes a word if it is next.
    fn accept_word(&mut self, word: &str) -> bool {
        let found = self.ahead.kind == Kind::Identifier(word);
        if found {
            self.advance();
        }
        found
    }

    /// Consumes `.word` if it is next.
    fn accept_member(&mut self, word: &str) -> bool {
        let found = self.ahead.kind == Kind::Character(b'.') && self.second() == Kind::Identifier(word);
        if found {
            self.advance();
            self.advance();
        }
        found
    }

    /// Consumes an identifier or a keyword.
    fn word(&mut self, wanted: &str) -> Parsed<(Token<'a>, &'a str)> {
        match self.ahead.kind {
            Kind::Identifier(word) => Ok((self.advance(), word)),
            _ => Err(self.unexpected(wanted)),
        }
    }

    /// Consumes `.` and the word after it.
    fn member(&mut self, wanted: &str) -> Parsed<(Token<'a>, &'a str)> {
        self.expect(b'.')?;
        self.word(wanted)
    }

    /// Consumes an integer below a limit.
    fn integer(&mut self, limit: u32, what: &str) -> Parsed<u32> {
        let Kind::Integer(text) = self.ahead.kind else { return Err(self.unexpected("an integer")) };
        match text.parse::<u32>() {
            Ok(value) if value < limit => {
                self.advance();
                Ok(value)
            }
            _ => Err(Self::wrong(self.ahead, format!("the {what} is not below {limit}"))),
        }
    }

    /// Consumes `[integer]`.
    fn index(&mut self, limit: u32, what: &str) -> Parsed<u32> {
        self.expect(b'[')?;
        let value = self.integer(limit, what)?;
        self.expect(b']')?;
        Ok(value)
    }

    /// Consumes `[integer]` if it is next; otherwise the value is 0.
    fn optional_index(&mut self, limit: u32, what: &str) -> Parsed<u32> {
        if self.ahead.kind == Kind::Character(b'[') { self.index(limit, what) } else { Ok(0) }
    }

    /// Parses the options: "All program options used by the program must be declared at the beginning of the program string."
    /// [ARB_vertex_program, 2.14.4.5]
    fn options(&mut self) -> Parsed<()> {
        while self.accept_word("OPTION") {
            let (token, name) = self.word("the name of an option")?;
            self.option(name).map_err(|message| Self::wrong(token, message))?;
            self.expect(b';')?;
        }
        Ok(())
    }

    /// Applies an option; returns a message if it fails.
    fn option(&mut self, name: &str) -> Result<(), String> {
        let options = &mut self.program.options;
        if self.program.target == Target::Vertex {
            options.position_invariant |= name == "ARB_position_invariant";
            // "A program will fail to load if it specifies a program option not supported by the GL." [ARB_vertex_program, 2.14.4.5]
            return if name == "ARB_position_invariant" { Ok(()) } else { Err("the option is unknown".into()) };
        }
        let fog = match name {
            "ARB_fog_exp" => Some(Fog::Exponential),
            "ARB_fog_exp2" => Some(Fog::ExponentialSquared),
            "ARB_fog_linear" => Some(Fog::Linear),
            _ => None,
        };
        let nicest = match name {
            "ARB_precision_hint_nicest" => Some(true),
            "ARB_precision_hint_fastest" => Some(false),
            _ => None,
        };
        match name {
            "ARB_fragment_program_shadow" => options.shadow = true,
            "ARB_draw_buffers" | "ATI_draw_buffers" => options.draw_buffers = true,
            "ARB_fragment_coord_origin_upper_left" => options.upper_left = true,
            "ARB_fragment_coord_pixel_center_integer" => options.integer_centers = true,
            // "A fragment program that specifies more than one of the program options "ARB_fog_exp", "ARB_fog_exp2", and "ARB_fog_linear", will fail
            // to load." [ARB_fragment_program, 3.11.4.5.1]
            _ if fog.is_some() => match options.fog {
                Some(other) if Some(other) != fog => return Err("another option of fog is specified".into()),
                _ => options.fog = fog,
            },
            // "A fragment program that specifies both the "ARB_precision_hint_fastest" and "ARB_precision_hint_nicest" program options will fail to
            // load." [ARB_fragment_program, 3.11.4.5.2]
            _ if nicest.is_some() => match options.nicest {
                Some(other) if Some(other) != nicest => return Err("the other hint of precision is specified".into()),
                _ => options.nicest = nicest,
            },
            _ => return Err("the option is unknown".into()),
        }
        Ok(())
    }

    /// Parses a statement without its semicolon.
    fn statement(&mut self) -> Parsed<()> {
        let (token, word) = self.word("a statement")?;
        match word {
            "ATTRIB" => self.attribute_statement(),
            "PARAM" => self.parameter_statement(),
            "TEMP" => self.temporary_statement(),
            "ADDRESS" if self.program.target == Target::Vertex => self.address_statement(),
            "OUTPUT" => self.output_statement(),
            "ALIAS" => self.alias_statement(),
            _ => {
                let instruction = self.instruction(token, word)?;
                // "A program that exceeds any of these resource limits will fail to load." [ARB_vertex_program, 2.14.3.7]
                if self.program.instructions.len() >= limits::INSTRUCTIONS {
                    return Err(Self::wrong(token, format!("the program has more than {} instructions", limits::INSTRUCTIONS)));
                }
                self.program.instructions.push(instruction);
                Ok(())
            }
        }
    }
}

impl Array {
    /// Returns an element.
    fn get(&self, index: u32) -> Option<Parameter> {
        self.elements.get(index as usize).copied()
    }
}
