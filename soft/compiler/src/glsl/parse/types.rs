//! Types, structures and qualifiers.

use super::parser::{Parse, Parser};
use super::token::Token;
use crate::glsl::syntax::{
    ArraySpecifier, FullySpecifiedType, LayoutQualifierId, Qualifier, StorageQualifier, StructDeclaration, StructDeclarator,
    StructSpecifier, TypeName, TypeQualifier, TypeSpecifier,
};

impl<'a> Parser<'a, '_> {
    pub(super) fn fully_specified_type(&mut self) -> Parse<FullySpecifiedType<'a>> {
        Ok(FullySpecifiedType { qualifier: self.type_qualifier()?, specifier: self.type_specifier()? })
    }

    /// Reads a type without qualifiers.
    pub(super) fn type_specifier(&mut self) -> Parse<TypeSpecifier<'a>> {
        let at = self.position();
        let name = match self.peek() {
            Some(Token::Void) => TypeName::Void,
            Some(Token::TypeName(name)) => TypeName::Name(name),
            Some(Token::Struct) => {
                let name = TypeName::Struct(self.struct_specifier()?);
                return Ok(TypeSpecifier { at, name, array: self.array_specifier()? });
            }
            _ => return self.unexpected(),
        };
        self.skip();
        Ok(TypeSpecifier { at, name, array: self.array_specifier()? })
    }

    /// Reads the sizes of an array, if any.
    pub(super) fn array_specifier(&mut self) -> Parse<ArraySpecifier<'a>> {
        let mut sizes = Vec::new();
        while self.take(Token::LeftBracket) {
            if self.take(Token::RightBracket) {
                sizes.push(None);
                continue;
            }
            sizes.push(Some(self.conditional_expression()?));
            self.expect(Token::RightBracket)?;
        }
        Ok(sizes)
    }

    fn struct_specifier(&mut self) -> Parse<StructSpecifier<'a>> {
        self.expect(Token::Struct)?;
        let name = if self.at_identifier() { Some(self.identifier()?) } else { None };
        Ok(StructSpecifier { name, members: self.struct_declaration_list()? })
    }

    /// Reads the members of a structure or block, in braces.
    pub(super) fn struct_declaration_list(&mut self) -> Parse<Vec<StructDeclaration<'a>>> {
        self.expect(Token::LeftBrace)?;
        let mut members = Vec::new();
        while !self.take(Token::RightBrace) {
            members.push(self.struct_declaration()?);
        }
        Ok(members)
    }

    fn struct_declaration(&mut self) -> Parse<StructDeclaration<'a>> {
        let at = self.position();
        let ty = self.fully_specified_type()?;
        let mut declarators = Vec::new();
        if self.peek() == Some(Token::Comma) {
            return self.malformed("syntax error: unexpected `,` after a type");
        }
        if self.at_identifier() {
            declarators.push(self.struct_declarator()?);
            while self.take(Token::Comma) {
                declarators.push(self.struct_declarator()?);
            }
        }
        self.expect(Token::Semicolon)?;
        Ok(StructDeclaration { at, ty, declarators })
    }

    /// Reads a name with the sizes of an array.
    pub(super) fn struct_declarator(&mut self) -> Parse<StructDeclarator<'a>> {
        Ok(StructDeclarator { name: self.identifier()?, array: self.array_specifier()? })
    }

    /// Reads qualifiers, if any.
    pub(super) fn type_qualifier(&mut self) -> Parse<Option<TypeQualifier<'a>>> {
        let at = self.position();
        let mut qualifiers = Vec::new();
        while let Some(token) = self.peek().filter(|token| token.is_qualifier()) {
            if token == Token::Invariant {
                self.invariant_after(&qualifiers)?;
            }
            qualifiers.push(self.single_type_qualifier(token)?);
        }
        Ok(if qualifiers.is_empty() { None } else { Some(TypeQualifier { at, qualifiers }) })
    }

    /// Checks that `invariant` may follow qualifiers.
    fn invariant_after(&self, qualifiers: &[Qualifier]) -> Parse<()> {
        if qualifiers.iter().any(|qualifier| matches!(qualifier, Qualifier::Invariant)) {
            return self.unexpected();
        }
        if self.any_order || qualifiers.iter().all(|qualifier| matches!(qualifier, Qualifier::Precise)) {
            return Ok(());
        }
        self.malformed("invariant must come before all other qualifiers")
    }

    fn single_type_qualifier(&mut self, token: Token<'a>) -> Parse<Qualifier<'a>> {
        self.skip();
        Ok(match token {
            Token::Storage(storage) => Qualifier::Storage(storage),
            Token::Auxiliary(auxiliary) => Qualifier::Auxiliary(auxiliary),
            Token::Memory(memory) => Qualifier::Memory(memory),
            Token::Interpolation(interpolation) => Qualifier::Interpolation(interpolation),
            Token::PrecisionQualifier(precision) => Qualifier::Precision(precision),
            Token::Invariant => Qualifier::Invariant,
            Token::Layout => Qualifier::Layout(self.layout_qualifier_id_list()?),
            Token::Subroutine => Qualifier::Subroutine(self.subroutine_types()?),
            _ => Qualifier::Precise,
        })
    }

    /// Reads the identifiers of `layout(…)`.
    fn layout_qualifier_id_list(&mut self) -> Parse<Vec<LayoutQualifierId<'a>>> {
        if self.peek() == Some(Token::LeftParenthesis) && self.second() == Some(Token::RightParenthesis) {
            return self.malformed("syntax error: layout() without a name");
        }
        self.expect(Token::LeftParenthesis)?;
        let mut list = vec![self.layout_qualifier_id()?];
        while self.take(Token::Comma) {
            list.push(self.layout_qualifier_id()?);
        }
        self.expect(Token::RightParenthesis)?;
        Ok(list)
    }

    fn layout_qualifier_id(&mut self) -> Parse<LayoutQualifierId<'a>> {
        let at = self.position();
        if self.take(Token::Storage(StorageQualifier::Shared)) {
            return Ok(LayoutQualifierId { at, name: "shared", value: None });
        }
        let name = self.identifier()?;
        let value = if self.take(Token::Assign(None)) { Some(self.conditional_expression()?) } else { None };
        Ok(LayoutQualifierId { at, name, value })
    }

    /// Reads the types of `subroutine(…)`, if any.
    fn subroutine_types(&mut self) -> Parse<Vec<TypeSpecifier<'a>>> {
        let mut types = Vec::new();
        if !self.take(Token::LeftParenthesis) || self.take(Token::RightParenthesis) {
            return Ok(types);
        }
        types.push(self.type_specifier()?);
        while self.take(Token::Comma) {
            types.push(self.type_specifier()?);
        }
        self.expect(Token::RightParenthesis)?;
        Ok(types)
    }
}
