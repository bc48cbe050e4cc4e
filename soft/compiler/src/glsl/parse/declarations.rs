//! Declarations of variables, functions and blocks.

use super::parser::{Parse, Parser};
use super::token::Token;
use crate::glsl::syntax::{
    Block, Declaration, DeclarationKind, FullySpecifiedType, FunctionDefinition, FunctionPrototype, InitDeclarator, InitDeclaratorList,
    Initializer, InitializerKind, ParameterDeclaration, Position, Qualifier, TypeQualifier,
};

impl<'a> Parser<'a, '_> {
    /// Returns true if a declaration follows, rather than an expression: a qualifier, or a type without arguments.
    pub(super) fn at_declaration(&mut self) -> Parse<bool> {
        match (self.peek(), self.second()) {
            (Some(Token::TypeName(_) | Token::Void), Some(Token::LeftBracket)) => {
                let start = self.position();
                self.type_specifier()?;
                let constructor = self.peek() == Some(Token::LeftParenthesis);
                self.rewind(start);
                Ok(!constructor)
            }
            (Some(Token::TypeName(_) | Token::Void), Some(Token::LeftParenthesis)) => Ok(false),
            (Some(Token::TypeName(_) | Token::Void | Token::Struct | Token::Precision), _) => Ok(true),
            (Some(token), _) => Ok(token.is_qualifier()),
            (None, _) => Ok(false),
        }
    }

    /// Reads a declaration.
    pub(super) fn declaration(&mut self) -> Parse<Declaration<'a>> {
        let declaration = self.declaration_without_semicolon()?;
        self.expect(Token::Semicolon)?;
        Ok(declaration)
    }

    /// Reads a declaration up to its semicolon.
    pub(super) fn declaration_without_semicolon(&mut self) -> Parse<Declaration<'a>> {
        let at = self.position();
        if self.take(Token::Precision) {
            return Ok(Declaration { at, kind: self.precision()? });
        }
        let kind = match self.type_qualifier()? {
            Some(qualifier) => self.qualified(at, qualifier)?,
            None => self.typed(at, None)?,
        };
        Ok(Declaration { at, kind })
    }

    /// Reads a default precision.
    fn precision(&mut self) -> Parse<DeclarationKind<'a>> {
        let Some(Token::PrecisionQualifier(precision)) = self.peek() else { return self.unexpected() };
        self.skip();
        Ok(DeclarationKind::Precision(precision, self.type_specifier()?))
    }

    /// Reads what follows qualifiers: names, a block, a type or nothing.
    fn qualified(&mut self, at: Position, qualifier: TypeQualifier<'a>) -> Parse<DeclarationKind<'a>> {
        let of_names = qualifier.qualifiers.iter().all(|qualifier| matches!(qualifier, Qualifier::Invariant | Qualifier::Precise));
        match (self.peek(), self.second()) {
            (Some(Token::Identifier(_) | Token::TypeName(_)), Some(Token::Comma | Token::Semicolon)) if of_names => {
                let names = self.names()?;
                let invariant = qualifier.qualifiers.iter().any(|qualifier| matches!(qualifier, Qualifier::Invariant));
                Ok(if invariant { DeclarationKind::Invariant(names) } else { DeclarationKind::Precise })
            }
            (Some(Token::Semicolon), _) if !of_names => Ok(DeclarationKind::Qualifier(qualifier)),
            (Some(Token::Identifier(_)), _) => self.block(qualifier),
            _ => self.typed(at, Some(qualifier)),
        }
    }

    /// Reads the names of variables that are declared before.
    fn names(&mut self) -> Parse<Vec<&'a str>> {
        let mut names = Vec::new();
        loop {
            let Some(Token::Identifier(name) | Token::TypeName(name)) = self.peek() else { return self.unexpected() };
            self.skip();
            names.push(name);
            if !self.take(Token::Comma) {
                return Ok(names);
            }
        }
    }

    fn block(&mut self, qualifier: TypeQualifier<'a>) -> Parse<DeclarationKind<'a>> {
        let name = self.identifier()?;
        let members = self.struct_declaration_list()?;
        let instance = if self.at_identifier() { Some(self.struct_declarator()?) } else { None };
        Ok(DeclarationKind::Block(Block { qualifier, name, members, instance }))
    }

    /// Reads a declaration from its type on: a function or variables.
    fn typed(&mut self, at: Position, qualifier: Option<TypeQualifier<'a>>) -> Parse<DeclarationKind<'a>> {
        let ty = FullySpecifiedType { qualifier, specifier: self.type_specifier()? };
        if self.at_identifier() && self.second() == Some(Token::LeftParenthesis) {
            return self.function_prototype(at, ty).map(DeclarationKind::FunctionPrototype);
        }
        self.init_declarator_list(at, ty).map(DeclarationKind::InitDeclaratorList)
    }

    /// Reads the names of variables. The first may be missing.
    fn init_declarator_list(&mut self, at: Position, ty: FullySpecifiedType<'a>) -> Parse<InitDeclaratorList<'a>> {
        let mut declarators = Vec::new();
        if self.at_identifier() {
            declarators.push(self.init_declarator(at)?);
        }
        while self.take(Token::Comma) {
            declarators.push(self.init_declarator(self.position())?);
        }
        Ok(InitDeclaratorList { ty, declarators })
    }

    fn init_declarator(&mut self, at: Position) -> Parse<InitDeclarator<'a>> {
        let name = self.identifier()?;
        let array = self.array_specifier()?;
        let initializer = if self.take(Token::Assign(None)) { Some(self.initializer()?) } else { None };
        Ok(InitDeclarator { at, name, array, initializer })
    }

    /// Reads an expression or a list in braces.
    pub(super) fn initializer(&mut self) -> Parse<Initializer<'a>> {
        let at = self.position();
        if !self.take(Token::LeftBrace) {
            return Ok(Initializer { at, kind: InitializerKind::Expr(self.assignment_expression()?) });
        }
        let mut list = Vec::new();
        while !self.take(Token::RightBrace) {
            list.push(self.initializer()?);
            if !self.take(Token::Comma) {
                self.expect(Token::RightBrace)?;
                break;
            }
        }
        Ok(Initializer { at, kind: InitializerKind::List(list) })
    }

    fn function_prototype(&mut self, at: Position, ty: FullySpecifiedType<'a>) -> Parse<FunctionPrototype<'a>> {
        let name = self.identifier()?;
        self.expect(Token::LeftParenthesis)?;
        let mut parameters = Vec::new();
        if !self.take(Token::RightParenthesis) {
            parameters.push(self.parameter_declaration()?);
            while self.take(Token::Comma) {
                parameters.push(self.parameter_declaration()?);
            }
            self.expect(Token::RightParenthesis)?;
        }
        Ok(FunctionPrototype { at, ty, name, parameters })
    }

    fn parameter_declaration(&mut self) -> Parse<ParameterDeclaration<'a>> {
        let at = self.position();
        let ty = self.fully_specified_type()?;
        let declarator = if self.at_identifier() { Some(self.struct_declarator()?) } else { None };
        Ok(ParameterDeclaration { at, ty, declarator })
    }

    /// Reads the body of a function after its prototype.
    pub(super) fn function_definition(&mut self, declaration: Declaration<'a>) -> Parse<FunctionDefinition<'a>> {
        let DeclarationKind::FunctionPrototype(prototype) = declaration.kind else { return self.unexpected() };
        Ok(FunctionDefinition { prototype, statements: self.compound_statement()? })
    }
}
