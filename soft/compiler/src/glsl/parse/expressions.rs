//! Expressions, by the precedence of their operators. Chains of operators are loops, so only brackets and the middle of `?:` recurse.

use super::parser::{Parse, Parser};
use super::token::Token;
use crate::glsl::syntax::{BinaryOperator, Expr, ExprKind, Position, UnaryOperator};

/// The left part of an operator that groups from right to left.
enum Left<'a> {
    Assignment(Expr<'a>, Option<BinaryOperator>),
    Conditional(Expr<'a>, Expr<'a>),
}

/// Returns the precedence of an operator: higher ones bind tighter.
fn precedence(operator: BinaryOperator) -> u8 {
    use BinaryOperator as B;
    match operator {
        B::Or => 1,
        B::Xor => 2,
        B::And => 3,
        B::BitOr => 4,
        B::BitXor => 5,
        B::BitAnd => 6,
        B::Equal | B::NotEqual => 7,
        B::Less | B::Greater | B::LessEqual | B::GreaterEqual => 8,
        B::ShiftLeft | B::ShiftRight => 9,
        B::Add | B::Sub => 10,
        B::Mul | B::Div | B::Mod => 11,
    }
}

impl<'a> Parser<'a, '_> {
    /// Reads an expression with commas.
    pub(super) fn expression(&mut self) -> Parse<Expr<'a>> {
        let at = self.position();
        let mut left = self.assignment_expression()?;
        while self.take(Token::Comma) {
            let right = self.assignment_expression()?;
            left = Expr { at, kind: ExprKind::Sequence(Box::new(left), Box::new(right)) };
        }
        Ok(left)
    }

    /// Reads an expression, unless the next token is `end`.
    pub(super) fn optional_expression(&mut self, end: Token) -> Parse<Option<Expr<'a>>> {
        if self.peek() == Some(end) { Ok(None) } else { self.expression().map(Some) }
    }

    /// Reads `(expression)`.
    pub(super) fn parenthesized(&mut self) -> Parse<Expr<'a>> {
        self.expect(Token::LeftParenthesis)?;
        let inner = self.expression()?;
        self.expect(Token::RightParenthesis)?;
        Ok(inner)
    }

    /// Reads an expression without commas.
    pub(super) fn assignment_expression(&mut self) -> Parse<Expr<'a>> {
        let mut lefts = Vec::new();
        let last = loop {
            let at = self.position();
            let operand = self.unary_expression()?;
            if let Some(Token::Assign(operator)) = self.peek() {
                self.skip();
                lefts.push((at, Left::Assignment(operand, operator)));
                continue;
            }
            let condition = self.binary_expression(at, operand, 0)?;
            match self.chosen()? {
                Some(yes) => lefts.push((at, Left::Conditional(condition, yes))),
                None => break condition,
            }
        };
        Ok(lefts.into_iter().rev().fold(last, |right, (at, left)| combined(at, left, right)))
    }

    /// Reads an expression without commas and assignments.
    pub(super) fn conditional_expression(&mut self) -> Parse<Expr<'a>> {
        let at = self.position();
        let operand = self.unary_expression()?;
        let condition = self.binary_expression(at, operand, 0)?;
        match self.chosen()? {
            Some(yes) => {
                let no = self.assignment_expression()?;
                Ok(combined(at, Left::Conditional(condition, yes), no))
            }
            None => Ok(condition),
        }
    }

    /// Reads `? expression :`, if it follows.
    fn chosen(&mut self) -> Parse<Option<Expr<'a>>> {
        if !self.take(Token::Question) {
            return Ok(None);
        }
        let yes = self.expression()?;
        self.expect(Token::Colon)?;
        Ok(Some(yes))
    }

    /// Reads the binary operators of at least a precedence that follow their first operand, which begins at `at`.
    fn binary_expression(&mut self, at: Position, first: Expr<'a>, least: u8) -> Parse<Expr<'a>> {
        let mut left = first;
        while let Some(Token::Operator(operator)) = self.peek() {
            let own = precedence(operator);
            if own < least {
                break;
            }
            self.skip();
            let right_at = self.position();
            let operand = self.unary_expression()?;
            let right = self.binary_expression(right_at, operand, own + 1)?;
            left = Expr { at, kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)) };
        }
        Ok(left)
    }

    fn unary_expression(&mut self) -> Parse<Expr<'a>> {
        let mut operators = Vec::new();
        while let Some(operator) = self.unary_operator() {
            operators.push((self.position(), operator));
            self.skip();
        }
        let operand = self.postfix_expression()?;
        let unary = |operand, (at, operator)| Expr { at, kind: ExprKind::Unary(operator, Box::new(operand)) };
        Ok(operators.into_iter().rev().fold(operand, unary))
    }

    fn unary_operator(&self) -> Option<UnaryOperator> {
        match self.peek()? {
            Token::Increment => Some(UnaryOperator::Increment),
            Token::Decrement => Some(UnaryOperator::Decrement),
            Token::Operator(BinaryOperator::Add) => Some(UnaryOperator::Plus),
            Token::Operator(BinaryOperator::Sub) => Some(UnaryOperator::Minus),
            Token::Not => Some(UnaryOperator::Not),
            Token::Complement => Some(UnaryOperator::Complement),
            _ => None,
        }
    }

    /// Reads an operand with its indices, members, calls, `++` and `--`.
    fn postfix_expression(&mut self) -> Parse<Expr<'a>> {
        let at = self.position();
        let mut base = self.primary_expression()?;
        loop {
            let kind = match self.peek() {
                Some(Token::LeftBracket) => ExprKind::Index(Box::new(base), Box::new(self.index()?)),
                Some(Token::LeftParenthesis) => ExprKind::Call(Box::new(base), self.arguments()?),
                Some(Token::Dot) => {
                    self.skip();
                    ExprKind::Field(Box::new(base), self.identifier()?)
                }
                Some(Token::Increment) => {
                    self.skip();
                    ExprKind::PostIncrement(Box::new(base))
                }
                Some(Token::Decrement) => {
                    self.skip();
                    ExprKind::PostDecrement(Box::new(base))
                }
                _ => return Ok(base),
            };
            base = Expr { at, kind };
        }
    }

    /// Reads `[expression]`.
    fn index(&mut self) -> Parse<Expr<'a>> {
        self.expect(Token::LeftBracket)?;
        let index = self.expression()?;
        self.expect(Token::RightBracket)?;
        Ok(index)
    }

    fn primary_expression(&mut self) -> Parse<Expr<'a>> {
        let at = self.position();
        let kind = match self.peek() {
            Some(Token::Identifier(name)) => ExprKind::Variable(name),
            Some(Token::Constant(constant)) => ExprKind::Constant(constant),
            Some(Token::LeftParenthesis) => return self.parenthesized(),
            Some(Token::TypeName(_) | Token::Void | Token::Struct) => return self.constructor(at),
            _ => return self.unexpected(),
        };
        self.skip();
        Ok(Expr { at, kind })
    }

    fn constructor(&mut self, at: Position) -> Parse<Expr<'a>> {
        let specifier = Box::new(self.type_specifier()?);
        Ok(Expr { at, kind: ExprKind::Constructor(specifier, self.arguments()?) })
    }

    /// Reads the arguments of a call: `()`, `(void)` or a list.
    fn arguments(&mut self) -> Parse<Vec<Expr<'a>>> {
        self.expect(Token::LeftParenthesis)?;
        if self.peek() == Some(Token::Void) && self.second() == Some(Token::RightParenthesis) {
            self.skip();
        }
        let mut arguments = Vec::new();
        if self.take(Token::RightParenthesis) {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.assignment_expression()?);
            if !self.take(Token::Comma) {
                self.expect(Token::RightParenthesis)?;
                return Ok(arguments);
            }
        }
    }
}

/// Returns an assignment or a conditional expression.
fn combined<'a>(at: Position, left: Left<'a>, right: Expr<'a>) -> Expr<'a> {
    let right = Box::new(right);
    let kind = match left {
        Left::Assignment(lvalue, operator) => ExprKind::Assignment(Box::new(lvalue), operator, right),
        Left::Conditional(condition, yes) => ExprKind::Conditional(Box::new(condition), Box::new(yes), right),
    };
    Expr { at, kind }
}
