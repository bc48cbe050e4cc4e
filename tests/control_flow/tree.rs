//! The syntax tree of a test's fragment shader, and its text.

use std::fmt::Write;

/// The number of elements of every array.
pub const ELEMENTS: u32 = 8;

/// An expression; its values are those of `uint`.
#[derive(Clone, Debug)]
pub enum Expr {
    Number(u32),
    /// The number of the pixel.
    Lane,
    /// The uniform, which is 1.
    Uniform,
    /// The global that every statement changes.
    Hash,
    Variable(usize),
    /// An element of an array, at an index modulo its length.
    Element(usize, Box<Expr>),
    /// `+ - * ^ &`, or a comparison `< == !=` of 0 or 1.
    Binary(&'static str, Box<Expr>, Box<Expr>),
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A call of a function with one argument.
    Call(usize, Box<Expr>),
}

/// A condition.
#[derive(Clone, Debug)]
pub enum Condition {
    /// True if the value is not 0.
    Of(Expr),
    Constant(bool),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
}

/// The label and the body of a case; a label of `None` is `default`.
pub type Case = (Vec<Option<u32>>, Vec<Statement>);

#[derive(Clone, Debug)]
pub enum Statement {
    /// Mixes a value into [`Expr::Hash`].
    Mix(Expr),
    Declare(usize, Option<Expr>),
    /// Declares an array without a value.
    DeclareArray(usize),
    Assign(usize, Expr),
    AssignElement(usize, Expr, Expr),
    If(Condition, Vec<Self>, Vec<Self>),
    /// `for (uint v = 0u; v < limit && also; ++v)`.
    For {
        counter: usize,
        limit: u32,
        also: Condition,
        body: Vec<Self>,
    },
    /// `uint v = 0u; while (v++ < limit && also)`.
    While {
        counter: usize,
        limit: u32,
        also: Condition,
        body: Vec<Self>,
    },
    /// `uint v = 0u; do … while (++v < limit && also)`.
    DoWhile {
        counter: usize,
        limit: u32,
        also: Condition,
        body: Vec<Self>,
    },
    Switch(Expr, Vec<Case>),
    Block(Vec<Self>),
    Break,
    Continue,
    /// Returns from the function, from main without a value.
    Return(Option<Expr>),
    Discard,
    /// Calls a function without a result, which changes its argument.
    Change(usize, usize),
}

#[derive(Clone, Debug)]
pub struct Function {
    pub parameter: usize,
    /// The parameter is `inout`, and there is no result.
    pub changes: bool,
    pub body: Vec<Statement>,
}

/// A shader. Each function calls only those before it; the last one is main.
#[derive(Clone, Debug)]
pub struct Tree {
    pub functions: Vec<Function>,
    /// The number of variables and arrays.
    pub variables: usize,
}

impl Tree {
    /// Returns the text of the shader beside calls that no pixel makes and of which there would be more than a million if each was inlined. Every
    /// function is called in several places, so that it stays a function.
    pub fn text_with_calls(&self) -> String {
        let mut chain = String::from("uint b0(uint v) {\n");
        for (number, function) in self.functions.iter().enumerate().take(self.functions.len() - 1) {
            chain += &match function.changes {
                true => format!("  f{number}(v); f{number}(v);\n"),
                false => format!("  v += f{number}(v) + f{number}(v + 1u);\n"),
            };
        }
        chain += "  return v;\n}\n";
        for level in 1..=20 {
            writeln!(chain, "uint b{level}(uint v) {{ return b{0}(v) + b{0}(v + 1u); }}", level - 1).unwrap();
        }
        self.text().replace("void main() {", &format!("{chain}void main() {{\n  if (z == 77u) h = b20(h);"))
    }

    /// Returns the text of a fragment shader that writes the hash of each pixel to a buffer at its end.
    pub fn text(&self) -> String {
        let mut text = String::from(
            "#version 450\nlayout(std430, binding = 0) buffer Out { uint o[]; };\nuniform uint z = 1u;\nuint i, h;\n\
             void mix_in(uint value) { h = h * 31u + value; }\n",
        );
        for (number, function) in self.functions.iter().enumerate() {
            let main = number + 1 == self.functions.len();
            match (main, function.changes) {
                (true, _) => text += "void run() {\n",
                (_, true) => writeln!(text, "void f{number}(inout uint v{}) {{", function.parameter).unwrap(),
                (_, false) => writeln!(text, "uint f{number}(uint v{}) {{", function.parameter).unwrap(),
            }
            block(&function.body, 1, &mut text);
            text += "}\n";
        }
        text += "void main() {\n  i = uint(gl_FragCoord.x) + 16u * uint(gl_FragCoord.y);\n  h = 0u;\n  run();\n  o[i] = h;\n}\n";
        text
    }
}

fn block(statements: &[Statement], depth: usize, out: &mut String) {
    statements.iter().for_each(|it| statement(it, depth, out));
}

fn statement(it: &Statement, depth: usize, out: &mut String) {
    let pad = "  ".repeat(depth);
    let nested = |body: &[Statement], out: &mut String| {
        *out += "{\n";
        block(body, depth + 1, out);
        *out += &format!("{pad}}}");
    };
    *out += &pad;
    match it {
        Statement::Mix(value) => *out += &format!("mix_in({});", expr(value)),
        Statement::Declare(variable, None) => *out += &format!("uint v{variable};"),
        Statement::Declare(variable, Some(value)) => *out += &format!("uint v{variable} = {};", expr(value)),
        Statement::DeclareArray(array) => *out += &format!("uint a{array}[{ELEMENTS}];"),
        Statement::Assign(variable, value) => *out += &format!("v{variable} = {};", expr(value)),
        Statement::AssignElement(array, index, value) => {
            *out += &format!("a{array}[({}) & {}u] = {};", expr(index), ELEMENTS - 1, expr(value));
        }
        Statement::If(test, then, otherwise) => {
            *out += &format!("if ({}) ", condition(test));
            nested(then, out);
            if !otherwise.is_empty() {
                *out += " else ";
                nested(otherwise, out);
            }
        }
        Statement::For { counter, limit, also, body } => {
            *out += &format!("for (uint v{counter} = 0u; v{counter} < {limit}u && {}; ++v{counter}) ", condition(also));
            nested(body, out);
        }
        Statement::While { counter, limit, also, body } => {
            *out += &format!("uint v{counter} = 0u; while (v{counter}++ < {limit}u && {}) ", condition(also));
            nested(body, out);
        }
        Statement::DoWhile { counter, limit, also, body } => {
            *out += &format!("uint v{counter} = 0u; do ");
            nested(body, out);
            *out += &format!(" while (++v{counter} < {limit}u && {});", condition(also));
        }
        Statement::Switch(selector, cases) => {
            *out += &format!("switch ({}) {{\n", expr(selector));
            for (labels, body) in cases {
                for label in labels {
                    match label {
                        Some(label) => *out += &format!("{pad}case {label}u:\n"),
                        None => *out += &format!("{pad}default:\n"),
                    }
                }
                block(body, depth + 1, out);
            }
            *out += &format!("{pad}}}");
        }
        Statement::Block(body) => nested(body, out),
        Statement::Break => *out += "break;",
        Statement::Continue => *out += "continue;",
        Statement::Return(None) => *out += "return;",
        Statement::Return(Some(value)) => *out += &format!("return {};", expr(value)),
        Statement::Discard => *out += "discard;",
        Statement::Change(function, variable) => *out += &format!("f{function}(v{variable});"),
    }
    *out += "\n";
}

fn condition(it: &Condition) -> String {
    match it {
        Condition::Of(value) => format!("({}) != 0u", expr(value)),
        Condition::Constant(value) => value.to_string(),
        Condition::And(a, b) => format!("({} && {})", condition(a), condition(b)),
        Condition::Or(a, b) => format!("({} || {})", condition(a), condition(b)),
    }
}

fn expr(it: &Expr) -> String {
    match it {
        Expr::Number(value) => format!("{value}u"),
        Expr::Lane => String::from("i"),
        Expr::Uniform => String::from("z"),
        Expr::Hash => String::from("h"),
        Expr::Variable(variable) => format!("v{variable}"),
        Expr::Element(array, index) => format!("a{array}[({}) & {}u]", expr(index), ELEMENTS - 1),
        Expr::Binary(operator @ ("<" | "==" | "!="), a, b) => format!("uint(({}) {operator} ({}))", expr(a), expr(b)),
        Expr::Binary(operator, a, b) => format!("(({}) {operator} ({}))", expr(a), expr(b)),
        Expr::Select(test, a, b) => format!("(({}) != 0u ? {} : {})", expr(test), expr(a), expr(b)),
        Expr::Call(function, argument) => format!("f{function}({})", expr(argument)),
    }
}
