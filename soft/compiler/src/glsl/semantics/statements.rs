//! Statements.

use super::expressions::convert;
use super::scopes::Symbol;
use super::types::name as type_name;
use super::{Analyser, Checked, boxed, constant, int};
use crate::glsl::constant::evaluate;
use crate::glsl::syntax;
use base::hir::{BinaryOp, Expr, ExprKind, Scalar, Stage, Statement, Storage, Type};

impl Analyser<'_> {
    /// Analyses a list of statements in the current scope.
    pub(super) fn statements(&mut self, statements: &[syntax::Statement], out: &mut Vec<Statement>) -> Checked<()> {
        let mut result = Ok(());
        for statement in statements {
            if self.log.full() {
                break;
            }
            let depth = self.depth;
            let scopes = self.scopes.len();
            let control = self.body.as_ref().map(|body| (body.loops, body.switches, body.nested));
            if let Err(reported) = self.statement(statement, out) {
                // Continue with the next statement in the scope where this one began.
                result = Err(reported);
                self.depth = depth;
                self.scopes.truncate(scopes);
                if let (Some(body), Some(control)) = (&mut self.body, control) {
                    (body.loops, body.switches, body.nested) = control;
                }
            }
        }
        result
    }

    fn statement(&mut self, statement: &syntax::Statement, out: &mut Vec<Statement>) -> Checked<()> {
        self.mark(statement.at);
        self.enter()?;
        match &statement.kind {
            syntax::StatementKind::Declaration(declaration) => self.declaration(declaration, false, out)?,
            syntax::StatementKind::Expression(expression) => {
                if let Some(expression) = expression {
                    let value = self.expression(expression)?;
                    out.push(Statement::Expression(value));
                }
            }
            syntax::StatementKind::Selection(selection) => self.selection(selection, out)?,
            syntax::StatementKind::Switch(selector, statements) => self.switch(selector, statements, out)?,
            syntax::StatementKind::CaseLabel(_) => return self.error("case and default must be directly in a switch"),
            syntax::StatementKind::Iteration(iteration) => self.iteration(iteration, out)?,
            syntax::StatementKind::Jump(jump) => self.jump(jump, out)?,
            syntax::StatementKind::Compound(compound) => {
                self.push_scope();
                let result = self.statements(compound, out);
                self.pop_scope();
                result?;
            }
        }
        self.leave();
        Ok(())
    }

    /// Analyses a statement in a scope of its own.
    fn scoped(&mut self, statement: &syntax::Statement) -> Checked<Vec<Statement>> {
        let mut out = Vec::new();
        self.push_scope();
        self.nest(1);
        let result = match &statement.kind {
            syntax::StatementKind::Compound(compound) => self.statements(compound, &mut out),
            _ => self.statement(statement, &mut out),
        };
        self.nest(-1);
        self.pop_scope();
        result.map(|()| out)
    }

    fn nest(&mut self, by: i32) {
        if let Some(body) = &mut self.body {
            body.nested = body.nested.saturating_add_signed(by);
        }
    }

    /// Analyses a condition, which must be a single bool.
    fn condition(&mut self, expression: &syntax::Expr, what: &str) -> Checked<Expr> {
        let value = self.expression(expression)?;
        if value.ty != Type::Scalar(Scalar::Bool) {
            return self.error(&format!("the condition of {what} must be bool, not {}", type_name(&value.ty)));
        }
        Ok(value)
    }

    fn selection(&mut self, selection: &syntax::SelectionStatement, out: &mut Vec<Statement>) -> Checked<()> {
        let condition = self.condition(&selection.condition, "if")?;
        let then = self.scoped(&selection.then)?;
        let otherwise = match &selection.otherwise {
            Some(otherwise) => self.scoped(otherwise)?,
            None => Vec::new(),
        };
        out.push(Statement::If { condition, then, otherwise });
        Ok(())
    }

    fn switch(&mut self, selector: &syntax::Expr, statements: &[syntax::Statement], out: &mut Vec<Statement>) -> Checked<()> {
        let selector = self.expression(selector)?;
        let wide = matches!(selector.ty, Type::Scalar(Scalar::Int64 | Scalar::Uint64));
        if !wide && !matches!(selector.ty, Type::Scalar(Scalar::Int | Scalar::Uint)) {
            return self.error(&format!("switch needs an int or uint, or a 64-bit integer, not {}", type_name(&selector.ty)));
        }
        self.push_scope();
        self.nest(1);
        if let Some(body) = &mut self.body {
            body.switches += 1;
        }
        let mut cases: Vec<(Vec<Option<u32>>, Vec<Statement>)> = Vec::new();
        let mut seen: std::collections::HashSet<Option<Vec<u32>>> = std::collections::HashSet::new();
        // The constants of a switch with a 64-bit selector: the labels are their indices.
        let mut constants: Vec<Vec<u32>> = Vec::new();
        let mut after_label = false;
        for statement in statements {
            self.mark(statement.at);
            if let syntax::StatementKind::CaseLabel(label) = &statement.kind {
                let words = self.label(label.as_ref(), &selector.ty)?;
                let value = match &words {
                    Some(words) if wide => {
                        constants.push(words.clone());
                        Some(constants.len() as u32 - 1)
                    }
                    Some(words) => words.first().copied(),
                    None => None,
                };
                if !seen.insert(words) {
                    return self.error(if value.is_some() {
                        "this case appears twice in its switch"
                    } else {
                        "default appears twice in its switch"
                    });
                }
                match cases.last_mut() {
                    Some((labels, _)) if after_label => labels.push(value),
                    _ => cases.push((vec![value], Vec::new())),
                }
                after_label = true;
                continue;
            }
            let Some((_, body)) = cases.last_mut() else {
                return self.error("a switch begins with case or default");
            };
            let mut statements = std::mem::take(body);
            let result = self.statement(statement, &mut statements);
            if let Some((_, body)) = cases.last_mut() {
                *body = statements;
            }
            result?;
            after_label = false;
        }
        if after_label {
            return self.error("a label at the end of a switch needs a statement after it");
        }
        if let Some(body) = &mut self.body {
            body.switches -= 1;
        }
        self.nest(-1);
        self.pop_scope();
        let selector = if wide { self.case_index(selector, constants) } else { selector };
        out.push(Statement::Switch { selector, cases });
        Ok(())
    }

    /// Returns the index of the constant that a 64-bit selector equals, or -1: labels have 32 bits.
    fn case_index(&mut self, selector: Expr, constants: Vec<Vec<u32>>) -> Expr {
        let wide = selector.ty.clone();
        let int_type = Type::Scalar(Scalar::Int);
        let (value, index) = (self.temporary(&wide), self.temporary(&int_type));
        let assign =
            |target: &Expr, value: Expr| Expr { ty: value.ty.clone(), kind: ExprKind::Assign(boxed(target.clone()), boxed(value)) };
        let mut parts = vec![assign(&value, selector), assign(&index, int(-1))];
        for (number, words) in constants.into_iter().enumerate() {
            let label = constant(words, wide.clone());
            let equal =
                Expr { kind: ExprKind::Binary(BinaryOp::Equal, boxed(value.clone()), boxed(label)), ty: Type::Scalar(Scalar::Bool) };
            let found = ExprKind::Select(boxed(equal), boxed(int(number as i32)), boxed(index.clone()));
            parts.push(assign(&index, Expr { kind: found, ty: int_type.clone() }));
        }
        parts.push(index);
        Expr { kind: ExprKind::Sequence(parts), ty: int_type }
    }

    /// Returns the words of a label's constant in a switch whose selector has the type `ty`; none for `default`.
    fn label(&mut self, label: Option<&syntax::Expr>, ty: &Type) -> Checked<Option<Vec<u32>>> {
        let Some(expression) = label else { return Ok(None) };
        let value = self.expression(expression)?;
        let wide = matches!(ty, Type::Scalar(Scalar::Int64 | Scalar::Uint64));
        let fits = match value.ty {
            Type::Scalar(Scalar::Int | Scalar::Uint) => true,
            Type::Scalar(Scalar::Int64 | Scalar::Uint64) => wide,
            _ => false,
        };
        // int and uint may be mixed where one converts to the other.
        let converts = wide || value.ty == *ty || self.since(400, 0, &["GL_ARB_gpu_shader5", "GL_MESA_shader_integer_functions"]);
        if !fits || !converts {
            return self.error(&format!("a case of this switch must be {}, not {}", type_name(ty), type_name(&value.ty)));
        }
        match evaluate(&if wide { convert(value, ty) } else { value }) {
            Some(words) => Ok(Some(words)),
            None => self.error("the value of a case must be a constant expression"),
        }
    }

    fn iteration(&mut self, iteration: &syntax::IterationStatement, out: &mut Vec<Statement>) -> Checked<()> {
        self.push_scope();
        self.nest(1);
        let (loops, switches) = self.body.as_ref().map_or((0, 0), |body| (body.loops, body.switches));
        if let Some(body) = &mut self.body {
            body.loops += 1;
            // `break` refers to the loop, even inside a switch.
            body.switches = 0;
        }
        match iteration {
            syntax::IterationStatement::While { condition, body } => {
                let condition = self.loop_condition(condition, "while", out)?;
                let body = self.unscoped(body)?;
                out.push(Statement::Loop { condition: Some(condition), test_first: true, step: None, body });
            }
            syntax::IterationStatement::DoWhile { body, condition } => {
                let body = self.scoped(body)?;
                let condition = self.condition(condition, "do while")?;
                out.push(Statement::Loop { condition: Some(condition), test_first: false, step: None, body });
            }
            syntax::IterationStatement::For { init, condition, step, body } => {
                self.statement(init, out)?;
                let condition = match condition {
                    Some(condition) => Some(self.loop_condition(condition, "for", out)?),
                    None => None,
                };
                let step = match step {
                    Some(step) => Some(self.expression(step)?),
                    None => None,
                };
                let body = self.unscoped(body)?;
                out.push(Statement::Loop { condition, test_first: true, step, body });
            }
        }
        if let Some(body) = &mut self.body {
            (body.loops, body.switches) = (loops, switches);
        }
        self.nest(-1);
        self.pop_scope();
        Ok(())
    }

    /// Analyses the body of a loop, which shares the scope of the loop's head.
    fn unscoped(&mut self, statement: &syntax::Statement) -> Checked<Vec<Statement>> {
        let mut out = Vec::new();
        match &statement.kind {
            syntax::StatementKind::Compound(compound) => self.statements(compound, &mut out)?,
            _ => self.statement(statement, &mut out)?,
        }
        Ok(out)
    }

    /// Analyses the condition of a loop. A variable that it declares is declared before the loop and assigned at every test.
    fn loop_condition(&mut self, condition: &syntax::Condition, what: &str, out: &mut Vec<Statement>) -> Checked<Expr> {
        match condition {
            syntax::Condition::Expr(expression) => self.condition(expression, what),
            syntax::Condition::Declaration(ty, name, initialiser) => {
                let ty = self.type_of(&ty.specifier)?;
                if ty != Type::Scalar(Scalar::Bool) {
                    return self.error(&format!("the condition of {what} must be bool, not {}", type_name(&ty)));
                }
                let value = self.initialiser(initialiser, &ty)?;
                let value = self.converted(value, &ty, "an initialiser")?;
                let id = self.private(name, ty.clone());
                self.declare(name, Symbol::Variable(id))?;
                out.push(Statement::Declare(id, None));
                let lvalue = Expr { kind: ExprKind::Variable(id), ty: ty.clone() };
                Ok(Expr { kind: ExprKind::Assign(boxed(lvalue), boxed(value)), ty })
            }
        }
    }

    fn jump(&mut self, jump: &syntax::JumpStatement, out: &mut Vec<Statement>) -> Checked<()> {
        let (loops, switches, result) =
            self.body.as_ref().map_or((0, 0, Type::Void), |body| (body.loops, body.switches, body.result.clone()));
        match jump {
            syntax::JumpStatement::Continue => {
                self.check(loops > 0, "continue must be in a loop")?;
                out.push(Statement::Continue);
            }
            syntax::JumpStatement::Break => {
                self.check(loops > 0 || switches > 0, "break must be in a loop or a switch")?;
                out.push(Statement::Break);
            }
            syntax::JumpStatement::Discard => {
                self.check(self.language.stage == Stage::Fragment, "discard is for fragment shaders")?;
                out.push(Statement::Discard);
            }
            syntax::JumpStatement::Return(None) => {
                if result != Type::Void {
                    return self.error(&format!("return needs a value of type {}", type_name(&result)));
                }
                if let Some(body) = &mut self.body {
                    body.returned = true;
                }
                out.push(Statement::Return(None));
            }
            syntax::JumpStatement::Return(Some(expression)) => {
                let value = self.expression(expression)?;
                if result == Type::Void {
                    return self.error("this function is void: return takes no value");
                }
                if value.ty != result && !self.since(420, 0, &["GL_ARB_shading_language_420pack"]) {
                    let message = format!("this function returns {}, not {}", type_name(&result), type_name(&value.ty));
                    return self.error(&message);
                }
                let value = self.converted(value, &result, "a return value")?;
                if let Some(body) = &mut self.body {
                    body.returned = true;
                }
                out.push(Statement::Return(Some(value)));
            }
        }
        Ok(())
    }

    /// Returns true if a variable is the given built-in.
    pub(super) fn is_builtin(&self, id: usize, builtin: base::hir::BuiltinVariable) -> bool {
        self.variables.get(id).is_some_and(|variable| variable.storage == Storage::Builtin(builtin))
    }
}
