//! Function calls: they are inlined, but for those of functions that [stay functions](super::functions).

use super::path::Path;
use super::values::Words;
use super::{Binding, Frame, Lowered, Lowering};
use base::hir::{Direction, Expr, FunctionId, Statement, Type, VarId};
use std::rc::Rc;

pub const RESULT_TOO_LARGE: &str = "the shader is too large: a result has too many words";

/// The number of returns inside nested ifs up to which a body is lowered by [`Lowering::tail`].
const TAIL_RETURNS: u32 = 32;

/// The statements that follow a list of statements, a linked list from the inside out.
struct Continuation<'r> {
    statements: &'r [Statement],
    next: Option<&'r Continuation<'r>>,
}

impl Lowering<'_> {
    /// Returns the pseudo variable that holds a function's result.
    pub fn result_of(&self, function: FunctionId) -> VarId {
        self.shader.variables.len() + function
    }

    /// Returns the pseudo variable that holds the result of `?:`, `&&` and `||`.
    pub fn chosen(&self) -> VarId {
        self.shader.variables.len() + self.shader.functions.len()
    }

    /// Lowers the body of main.
    pub fn call_main(&mut self, main: FunctionId) -> Lowered<()> {
        let shader = self.shader;
        let Some(body) = shader.functions.get(main).and_then(|function| function.body.as_deref()) else {
            return Err(String::from("the shader has no main function"));
        };
        self.body(main, body)
    }

    /// Lowers a call; returns the result.
    pub fn call(&mut self, function: FunctionId, arguments: &[Expr]) -> Lowered<Words> {
        let shader = self.shader;
        let Some(callee) = shader.functions.get(function) else { return Err(String::from("a call of an unknown function")) };
        let Some(body) = callee.body.as_deref() else {
            return Err(format!("function {} is used but has no body", callee.name));
        };
        let mut paths: Vec<Option<Path>> = Vec::with_capacity(arguments.len());
        let mut values: Vec<Binding> = Vec::with_capacity(arguments.len());
        for (&(parameter, direction), argument) in callee.parameters.iter().zip(arguments) {
            let opaque = shader.variables.get(parameter).is_some_and(|variable| variable.ty.is_opaque());
            if opaque {
                let path = self.path(argument)?;
                values.push(Binding::Alias(Rc::new(path)));
                paths.push(None);
                continue;
            }
            let path = if direction == Direction::In { None } else { Some(self.path(argument)?) };
            let value = match (direction, &path) {
                (Direction::In, _) => self.expression(argument)?,
                (Direction::InOut, Some(path)) => self.read(path)?,
                _ => {
                    let count = self.checked_words(parameter)?;
                    self.zeros(count)
                }
            };
            values.push(Binding::Words(Rc::from(value)));
            paths.push(path);
        }
        if let Some(instance) = self.instance(function, &values)? {
            return self.call_instance(instance, &values, paths);
        }
        for (&(parameter, _), value) in callee.parameters.iter().zip(values) {
            match value {
                Binding::Words(words) => self.declare(parameter, &words)?,
                other => self.bind(parameter, other),
            }
        }
        self.body(function, body)?;
        let result = match self.bindings.get(self.result_of(function)) {
            Some(Binding::Words(words)) if callee.result != Type::Void => words.to_vec(),
            _ => {
                let count = super::types::words(&callee.result);
                if count > super::MAXIMUM_WORDS {
                    return Err(String::from(RESULT_TOO_LARGE));
                }
                self.zeros(count)
            }
        };
        for (&(parameter, _), path) in callee.parameters.iter().zip(paths) {
            if let Some(path) = path {
                let value = self.variable_value(parameter)?;
                self.write(&path, &value)?;
            }
        }
        Ok(result)
    }

    /// Lowers the body of a function.
    pub fn body(&mut self, function: FunctionId, body: &[Statement]) -> Lowered<()> {
        self.enter_nesting()?;
        let result = self.result_of(function);
        self.bind(result, Binding::None);
        if !always_returns(body) {
            // Where the end of the body is reached the result is undefined: 0.
            let count = self.shader.functions.get(function).map_or(0, |callee| super::types::words(&callee.result));
            if count > super::MAXIMUM_WORDS {
                return Err(String::from(RESULT_TOO_LARGE));
            }
            let zeros = self.zeros(count);
            self.bind_words(result, &zeros);
        }
        let mut budget = TAIL_RETURNS;
        if can_end_in_tails(body, &mut budget) {
            self.frames.push(Frame::Function { result, exit: None });
            self.tail(body, None)?;
            self.frames.pop();
        } else {
            let exit = self.begin_exit();
            self.frames.push(Frame::Function { result, exit: Some(exit) });
            self.block(body)?;
            if let Some(Frame::Function { exit: Some(exit), .. }) = self.frames.pop() {
                self.end_exit(exit)?;
            }
        }
        self.depth -= 1;
        Ok(())
    }

    /// Lowers statements at the end of a function: the statements after an `if` that returns move to its other side.
    fn tail(&mut self, statements: &[Statement], rest: Option<&Continuation>) -> Lowered<()> {
        self.enter_nesting()?;
        for (index, statement) in statements.iter().enumerate() {
            match statement {
                Statement::Return(value) => {
                    self.set_result(value.as_ref())?;
                    self.depth -= 1;
                    return Ok(());
                }
                Statement::If { condition, then, otherwise } if returns(statement) => {
                    let condition = self.scalar(condition)?;
                    let following = Continuation { statements: &statements[index + 1..], next: rest };
                    let rest_of = |side: &[Statement]| if always_returns(side) { None } else { Some(&following) };
                    self.conditional(condition, &mut |l| l.tail(then, rest_of(then)), &mut |l| l.tail(otherwise, rest_of(otherwise)))?;
                    self.depth -= 1;
                    return Ok(());
                }
                _ => self.block(std::slice::from_ref(statement))?,
            }
            if !self.reachable {
                self.depth -= 1;
                return Ok(());
            }
        }
        if let Some(rest) = rest {
            self.tail(rest.statements, rest.next)?;
        }
        self.depth -= 1;
        Ok(())
    }

    /// Binds the result of the innermost function.
    fn set_result(&mut self, value: Option<&Expr>) -> Lowered<()> {
        let result = self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Function { result, .. } => Some(*result),
            _ => None,
        });
        if let (Some(value), Some(result)) = (value, result) {
            let words = self.expression(value)?;
            self.bind_words(result, &words);
        }
        Ok(())
    }

    /// Lowers a `return` that is not at the end of the function.
    pub fn return_early(&mut self, value: Option<&Expr>) -> Lowered<()> {
        self.set_result(value)?;
        if let Some(index) = self.frames.iter().rposition(|frame| matches!(frame, Frame::Function { .. })) {
            self.exit(index);
        }
        Ok(())
    }
}

/// Returns true if a statement contains a return.
pub fn returns(statement: &Statement) -> bool {
    match statement {
        Statement::Return(_) => true,
        Statement::If { then, otherwise, .. } => then.iter().chain(otherwise).any(returns),
        Statement::Loop { body, .. } => body.iter().any(returns),
        Statement::Switch { cases, .. } => cases.iter().any(|(_, body)| body.iter().any(returns)),
        _ => false,
    }
}

/// Returns true if every path through the statements returns.
fn always_returns(statements: &[Statement]) -> bool {
    statements.iter().any(|statement| match statement {
        Statement::Return(_) => true,
        Statement::If { then, otherwise, .. } => always_returns(then) && always_returns(otherwise),
        _ => false,
    })
}

/// Returns true if [`Lowering::tail`] can lower a body: each return ends the function or a side of nested ifs whose other side can take the
/// statements that follow.
fn can_end_in_tails(statements: &[Statement], budget: &mut u32) -> bool {
    statements.iter().all(|statement| match statement {
        Statement::Return(_) => {
            *budget = budget.saturating_sub(1);
            *budget > 0
        }
        Statement::If { then, otherwise, .. } if returns(statement) => {
            (always_returns(then) || always_returns(otherwise)) && can_end_in_tails(then, budget) && can_end_in_tails(otherwise, budget)
        }
        _ => !returns(statement),
    })
}
