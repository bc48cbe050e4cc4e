//! An interpreter of the syntax tree, for one pixel.

use crate::tree::{Condition, ELEMENTS, Expr, Statement, Tree};

/// The value of the uniform.
const UNIFORM: u32 = 1;
/// The most statements that a pixel may take.
const STEPS: u32 = 20_000;

/// What a pixel leaves in the buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Hash(u32),
    /// The pixel is discarded before it writes.
    Discarded,
    /// The hash, or whether it is written, depends on an undefined value.
    Undefined,
    /// The pixel takes too long for a test.
    Endless,
}

/// A value; `None` if it is undefined.
type Value = Option<u32>;

/// How a list of statements ends.
enum Flow {
    Normal,
    Break,
    Continue,
    Return(Value),
}

/// The reason for which a pixel ends within a statement.
type Run<T> = Result<T, Outcome>;

struct Pixel<'a> {
    tree: &'a Tree,
    lane: u32,
    hash: Value,
    variables: Vec<Value>,
    arrays: Vec<[Value; ELEMENTS as usize]>,
    steps: u32,
}

/// Interprets the shader for a pixel.
pub fn interpret(tree: &Tree, lane: u32) -> Outcome {
    let (variables, arrays) = (vec![None; tree.variables], vec![[None; ELEMENTS as usize]; tree.variables]);
    let mut pixel = Pixel { tree, lane, hash: Some(0), variables, arrays, steps: 0 };
    let main = tree.functions.last().unwrap();
    match pixel.block(&main.body) {
        Ok(_) => pixel.hash.map_or(Outcome::Undefined, Outcome::Hash),
        Err(outcome) => outcome,
    }
}

impl Pixel<'_> {
    fn block(&mut self, statements: &[Statement]) -> Run<Flow> {
        for statement in statements {
            match self.statement(statement)? {
                Flow::Normal => {}
                flow => return Ok(flow),
            }
        }
        Ok(Flow::Normal)
    }

    fn statement(&mut self, statement: &Statement) -> Run<Flow> {
        self.steps += 1;
        if self.steps > STEPS {
            return Err(Outcome::Endless);
        }
        match statement {
            Statement::Mix(value) => {
                let value = self.expr(value)?;
                self.hash = self.hash.zip(value).map(|(hash, value)| hash.wrapping_mul(31).wrapping_add(value));
            }
            Statement::Declare(variable, value) => {
                self.variables[*variable] = match value {
                    Some(value) => self.expr(value)?,
                    None => None,
                };
            }
            Statement::DeclareArray(array) => self.arrays[*array] = [None; ELEMENTS as usize],
            Statement::Assign(variable, value) => self.variables[*variable] = self.expr(value)?,
            Statement::AssignElement(array, index, value) => {
                let index = self.expr(index)?;
                let value = self.expr(value)?;
                match index {
                    Some(index) => self.arrays[*array][(index % ELEMENTS) as usize] = value,
                    None => self.arrays[*array] = [None; ELEMENTS as usize],
                }
            }
            Statement::If(test, then, otherwise) => {
                return if self.condition(test)? { self.block(then) } else { self.block(otherwise) };
            }
            Statement::For { counter, limit, also, body } => {
                self.variables[*counter] = Some(0);
                while self.variables[*counter] < Some(*limit) && self.condition(also)? {
                    match self.round(body)? {
                        Some(Flow::Normal) => break,
                        Some(flow) => return Ok(flow),
                        None => self.count(*counter),
                    }
                }
            }
            Statement::While { counter, limit, also, body } => {
                self.variables[*counter] = Some(0);
                loop {
                    let before = self.variables[*counter];
                    self.count(*counter);
                    if before >= Some(*limit) || !self.condition(also)? {
                        break;
                    }
                    match self.round(body)? {
                        Some(Flow::Normal) => break,
                        Some(flow) => return Ok(flow),
                        None => {}
                    }
                }
            }
            Statement::DoWhile { counter, limit, also, body } => {
                self.variables[*counter] = Some(0);
                loop {
                    match self.round(body)? {
                        Some(Flow::Normal) => break,
                        Some(flow) => return Ok(flow),
                        None => {}
                    }
                    self.count(*counter);
                    if self.variables[*counter] >= Some(*limit) || !self.condition(also)? {
                        break;
                    }
                }
            }
            Statement::Switch(selector, cases) => {
                let selector = self.defined(selector)?;
                // A jump past a declaration leaves its variable undefined.
                for statement in cases.iter().flat_map(|(_, body)| body) {
                    match statement {
                        Statement::Declare(variable, _) => self.variables[*variable] = None,
                        Statement::DeclareArray(array) => self.arrays[*array] = [None; ELEMENTS as usize],
                        _ => {}
                    }
                }
                let labelled = |label| cases.iter().position(|(labels, _)| labels.contains(&label));
                let Some(first) = labelled(Some(selector)).or_else(|| labelled(None)) else { return Ok(Flow::Normal) };
                for (_, body) in &cases[first..] {
                    match self.block(body)? {
                        Flow::Normal => {}
                        Flow::Break => break,
                        flow => return Ok(flow),
                    }
                }
            }
            Statement::Block(body) => return self.block(body),
            Statement::Break => return Ok(Flow::Break),
            Statement::Continue => return Ok(Flow::Continue),
            Statement::Return(None) => return Ok(Flow::Return(None)),
            Statement::Return(Some(value)) => return self.expr(value).map(Flow::Return),
            Statement::Discard => return Err(Outcome::Discarded),
            Statement::Change(function, variable) => {
                let tree = self.tree;
                let function = &tree.functions[*function];
                self.variables[function.parameter] = self.variables[*variable];
                self.block(&function.body)?;
                self.variables[*variable] = self.variables[function.parameter];
            }
        }
        Ok(Flow::Normal)
    }

    /// Runs the body of a loop. Returns what the loop ends with, or `None` if it goes on.
    fn round(&mut self, body: &[Statement]) -> Run<Option<Flow>> {
        Ok(match self.block(body)? {
            Flow::Normal | Flow::Continue => None,
            Flow::Break => Some(Flow::Normal),
            flow => Some(flow),
        })
    }

    fn count(&mut self, counter: usize) {
        self.variables[counter] = self.variables[counter].map(|value| value + 1);
    }

    fn defined(&mut self, expr: &Expr) -> Run<u32> {
        self.expr(expr)?.ok_or(Outcome::Undefined)
    }

    fn condition(&mut self, condition: &Condition) -> Run<bool> {
        Ok(match condition {
            Condition::Of(value) => self.defined(value)? != 0,
            Condition::Constant(value) => *value,
            Condition::And(a, b) => self.condition(a)? && self.condition(b)?,
            Condition::Or(a, b) => self.condition(a)? || self.condition(b)?,
        })
    }

    fn expr(&mut self, expr: &Expr) -> Run<Value> {
        Ok(match expr {
            Expr::Number(value) => Some(*value),
            Expr::Lane => Some(self.lane),
            Expr::Uniform => Some(UNIFORM),
            Expr::Hash => self.hash,
            Expr::Variable(variable) => self.variables[*variable],
            Expr::Element(array, index) => {
                let index = self.expr(index)?;
                index.and_then(|index| self.arrays[*array][(index % ELEMENTS) as usize])
            }
            Expr::Binary(operator, a, b) => {
                let (a, b) = (self.expr(a)?, self.expr(b)?);
                a.zip(b).map(|(a, b)| match *operator {
                    "+" => a.wrapping_add(b),
                    "-" => a.wrapping_sub(b),
                    "*" => a.wrapping_mul(b),
                    "^" => a ^ b,
                    "&" => a & b,
                    "<" => u32::from(a < b),
                    "==" => u32::from(a == b),
                    _ => u32::from(a != b),
                })
            }
            Expr::Select(test, a, b) => {
                if self.defined(test)? != 0 {
                    self.expr(a)?
                } else {
                    self.expr(b)?
                }
            }
            Expr::Call(function, argument) => {
                let tree = self.tree;
                let function = &tree.functions[*function];
                self.variables[function.parameter] = self.expr(argument)?;
                match self.block(&function.body)? {
                    Flow::Return(value) => value,
                    _ => None,
                }
            }
        })
    }
}
