//! Statements.

use super::parser::{Parse, Parser};
use super::token::Token;
use crate::glsl::syntax::{Condition, Expr, IterationStatement, JumpStatement, SelectionStatement, Statement, StatementKind};

impl<'a> Parser<'a, '_> {
    /// Reads statements in braces.
    pub(super) fn compound_statement(&mut self) -> Parse<Vec<Statement<'a>>> {
        self.expect(Token::LeftBrace)?;
        let mut statements = Vec::new();
        while !self.take(Token::RightBrace) {
            statements.push(self.statement()?);
        }
        Ok(statements)
    }

    fn statement(&mut self) -> Parse<Statement<'a>> {
        let at = self.position();
        let kind = match self.peek() {
            Some(Token::LeftBrace) => StatementKind::Compound(self.compound_statement()?),
            Some(Token::If) => return self.selection_statement(),
            Some(Token::Switch) => self.switch_statement()?,
            Some(Token::Case | Token::Default) => StatementKind::CaseLabel(self.case_label()?),
            Some(Token::While | Token::Do | Token::For) => StatementKind::Iteration(Box::new(self.iteration_statement()?)),
            Some(Token::Continue | Token::Break | Token::Return | Token::Discard) => StatementKind::Jump(self.jump_statement()?),
            _ => return self.simple_statement(),
        };
        Ok(Statement { at, kind })
    }

    /// Reads a declaration or an expression.
    fn simple_statement(&mut self) -> Parse<Statement<'a>> {
        let at = self.position();
        if self.at_declaration()? {
            return Ok(Statement { at, kind: StatementKind::Declaration(Box::new(self.declaration()?)) });
        }
        let expression = self.optional_expression(Token::Semicolon)?;
        self.expect(Token::Semicolon)?;
        Ok(Statement { at, kind: StatementKind::Expression(expression) })
    }

    /// Reads `if`, with all of a chain of `else if` in a loop.
    fn selection_statement(&mut self) -> Parse<Statement<'a>> {
        let mut chain = Vec::new();
        let mut otherwise = loop {
            let at = self.position();
            self.expect(Token::If)?;
            chain.push((at, self.parenthesized()?, self.statement()?));
            if !self.take(Token::Else) {
                break None;
            }
            if self.peek() != Some(Token::If) {
                break Some(self.statement()?);
            }
        };
        while let Some((at, condition, then)) = chain.pop() {
            let selection = Box::new(SelectionStatement { condition, then, otherwise });
            otherwise = Some(Statement { at, kind: StatementKind::Selection(selection) });
        }
        otherwise.map_or_else(|| self.unexpected(), Ok)
    }

    fn switch_statement(&mut self) -> Parse<StatementKind<'a>> {
        self.expect(Token::Switch)?;
        let selector = self.parenthesized()?;
        Ok(StatementKind::Switch(selector, self.compound_statement()?))
    }

    /// Reads `case value:` or `default:`.
    fn case_label(&mut self) -> Parse<Option<Expr<'a>>> {
        let value = match self.take(Token::Default) {
            true => None,
            false => {
                self.expect(Token::Case)?;
                Some(self.expression()?)
            }
        };
        self.expect(Token::Colon)?;
        Ok(value)
    }

    fn iteration_statement(&mut self) -> Parse<IterationStatement<'a>> {
        if self.take(Token::While) {
            self.expect(Token::LeftParenthesis)?;
            let condition = self.condition()?;
            self.expect(Token::RightParenthesis)?;
            return Ok(IterationStatement::While { condition, body: self.statement()? });
        }
        if self.take(Token::Do) {
            let body = self.statement()?;
            self.expect(Token::While)?;
            let condition = self.parenthesized()?;
            self.expect(Token::Semicolon)?;
            return Ok(IterationStatement::DoWhile { body, condition });
        }
        self.for_statement()
    }

    fn for_statement(&mut self) -> Parse<IterationStatement<'a>> {
        self.expect(Token::For)?;
        self.expect(Token::LeftParenthesis)?;
        let init = self.simple_statement()?;
        let condition = if self.peek() == Some(Token::Semicolon) { None } else { Some(self.condition()?) };
        self.expect(Token::Semicolon)?;
        let step = self.optional_expression(Token::RightParenthesis)?;
        self.expect(Token::RightParenthesis)?;
        Ok(IterationStatement::For { init, condition, step, body: self.statement()? })
    }

    /// Reads the condition of a loop, which may declare a variable.
    fn condition(&mut self) -> Parse<Condition<'a>> {
        if !self.at_declaration()? {
            return self.expression().map(Condition::Expr);
        }
        let ty = self.fully_specified_type()?;
        let name = self.identifier()?;
        self.expect(Token::Assign(None))?;
        Ok(Condition::Declaration(ty, name, self.initializer()?))
    }

    fn jump_statement(&mut self) -> Parse<JumpStatement<'a>> {
        let token = self.peek();
        self.skip();
        let jump = match token {
            Some(Token::Continue) => JumpStatement::Continue,
            Some(Token::Break) => JumpStatement::Break,
            Some(Token::Discard) => JumpStatement::Discard,
            _ => JumpStatement::Return(self.optional_expression(Token::Semicolon)?),
        };
        self.expect(Token::Semicolon)?;
        Ok(jump)
    }
}
