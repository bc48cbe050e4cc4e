//! Declarations of variables.

use super::{Parsed, Parser, Variable};
use crate::assembly::lexer::{Kind, Token};
use crate::assembly::limits;
use crate::assembly::program::{Array, Parameter, Target};

/// Returns true for the words that name nothing else. [ARB_vertex_program, 2.14.2; ARB_fragment_program, 3.11.2]
fn is_reserved(word: &str, target: Target) -> bool {
    const BOTH: &[&str] = &[
        "ABS", "ADD", "ALIAS", "ATTRIB", "DP3", "DP4", "DPH", "DST", "END", "EX2", "FLR", "FRC", "LG2", "LIT", "MAD", "MAX", "MIN", "MOV",
        "MUL", "OPTION", "OUTPUT", "PARAM", "POW", "RCP", "RSQ", "SGE", "SLT", "SUB", "SWZ", "TEMP", "XPD", "program", "result", "state",
    ];
    const VERTEX: &[&str] = &["ADDRESS", "ARL", "EXP", "LOG", "vertex"];
    const FRAGMENT: &[&str] = &["CMP", "COS", "LRP", "SIN", "SCS", "TEX", "TXB", "TXP", "fragment", "texture"];
    // The instructions, whose names have three letters, have a saturating form.
    const UNSATURATED: &[&str] = &["END"];
    match target {
        Target::Vertex => BOTH.contains(&word) || VERTEX.contains(&word),
        Target::Fragment => {
            let is_instruction = |base: &&str| base.len() == 3 && !UNSATURATED.contains(base);
            let base = word.strip_suffix("_SAT").filter(is_instruction).unwrap_or(word);
            word == "KIL" || BOTH.contains(&base) || FRAGMENT.contains(&base)
        }
    }
}

impl<'a> Parser<'a> {
    /// Consumes the name of a new variable.
    fn new_name(&mut self) -> Parsed<(Token<'a>, &'a str)> {
        let (token, name) = self.word("the name of a variable")?;
        if is_reserved(name, self.program.target) {
            return Err(Self::wrong(token, "the word is reserved"));
        }
        // "A vertex program will fail to load if it declares the same variable name more than once" [ARB_vertex_program, 2.14.3]
        if self.names.contains_key(name) {
            return Err(Self::wrong(token, "the name is declared more than once"));
        }
        Ok((token, name))
    }

    /// Parses the rest of `ATTRIB name = binding`.
    pub fn attribute_statement(&mut self) -> Parsed<()> {
        let (_, name) = self.new_name()?;
        self.expect(b'=')?;
        let input = self.input_binding()?;
        self.names.insert(name, Variable::Attribute(input));
        Ok(())
    }

    /// Parses the rest of `OUTPUT name = binding`.
    pub fn output_statement(&mut self) -> Parsed<()> {
        let (_, name) = self.new_name()?;
        self.expect(b'=')?;
        if !self.accept_word("result") {
            return Err(self.unexpected("\"result\""));
        }
        let output = self.output_binding()?;
        self.names.insert(name, Variable::Output(output));
        Ok(())
    }

    /// Parses the rest of `ALIAS new = known`.
    pub fn alias_statement(&mut self) -> Parsed<()> {
        let (_, name) = self.new_name()?;
        self.expect(b'=')?;
        let (token, known) = self.word("the name of a variable")?;
        let variable = self.variable(token, known)?;
        self.names.insert(name, variable);
        Ok(())
    }

    /// Returns the variable with a name.
    pub fn variable(&self, token: Token, name: &str) -> Parsed<Variable> {
        // "… or if it refers to a variable name that has not been previously declared in the program string." [ARB_vertex_program, 2.14.3]
        self.names.get(name).copied().ok_or_else(|| Self::wrong(token, "the name is not declared"))
    }

    /// Parses the rest of `TEMP a, b, …`.
    pub fn temporary_statement(&mut self) -> Parsed<()> {
        self.names_of(Variable::Temporary, limits::TEMPORARIES, "temporaries", |parser| &mut parser.program.temporaries)
    }

    /// Parses the rest of `ADDRESS a, b, …`.
    pub fn address_statement(&mut self) -> Parsed<()> {
        self.names_of(Variable::Address, limits::ADDRESSES, "address registers", |parser| &mut parser.program.addresses)
    }

    /// Parses a list of new names for variables that are counted.
    fn names_of(
        &mut self,
        variable: impl Fn(usize) -> Variable,
        limit: usize,
        what: &str,
        count: impl for<'s> Fn(&'s mut Self) -> &'s mut usize,
    ) -> Parsed<()> {
        loop {
            let (token, name) = self.new_name()?;
            let count = count(self);
            if *count >= limit {
                return Err(Self::wrong(token, format!("the program has more than {limit} {what}")));
            }
            let number = std::mem::replace(count, *count + 1);
            self.names.insert(name, variable(number));
            if !self.accept(b',') {
                return Ok(());
            }
        }
    }

    /// Parses the rest of `PARAM name = item` or `PARAM name[n] = { items }`.
    pub fn parameter_statement(&mut self) -> Parsed<()> {
        let (_, name) = self.new_name()?;
        let variable = if self.accept(b'[') {
            let declared = match self.ahead.kind {
                Kind::Integer(_) => {
                    let token = self.ahead;
                    let size = self.integer(limits::PARAMETERS as u32 + 1, "size of the array")?;
                    if size == 0 {
                        return Err(Self::wrong(token, "the size of the array is 0"));
                    }
                    Some((token, size as usize))
                }
                _ => None,
            };
            self.expect(b']')?;
            self.expect(b'=')?;
            let elements = self.initialisers()?;
            // "A vertex program that specifies an array size … that does not match the number of parameter bindings in the initialization list will
            // fail to load." [ARB_vertex_program, 2.14.3.2]
            if let Some((token, size)) = declared
                && size != elements.len()
            {
                return Err(Self::wrong(token, format!("the array has {} elements", elements.len())));
            }
            self.program.arrays.push(Array { elements, relative: false });
            Variable::Array(self.program.arrays.len() - 1)
        } else {
            self.expect(b'=')?;
            let parameter = self.single_parameter(true)?;
            self.program.parameters.push(parameter);
            Variable::Parameter(parameter)
        };
        self.names.insert(name, variable);
        Ok(())
    }

    /// Parses `{ item, item, … }`.
    fn initialisers(&mut self) -> Parsed<Vec<Parameter>> {
        self.expect(b'{')?;
        let mut elements = Vec::new();
        loop {
            let token = self.ahead;
            let before = elements.len();
            self.several_parameters(&mut elements)?;
            self.elements += elements.len() - before;
            // "A program that exceeds any of these resource limits will fail to load." [ARB_vertex_program, 2.14.3.7]
            if elements.len() > limits::PARAMETERS || self.elements > limits::ELEMENTS {
                return Err(Self::wrong(token, "the array has too many elements"));
            }
            if !self.accept(b',') {
                break;
            }
        }
        self.expect(b'}')?;
        Ok(elements)
    }
}
