//! Subroutines: their types, the functions that are associated with types, and the uniforms through which they are called.

use super::functions::Parameter;
use super::qualifiers::{Layout, ParsedQualifiers, Word};
use super::scopes::Symbol;
use super::types::{has_unsized, name as type_name};
use super::{Analyser, Checked, FunctionInfo};
use crate::glsl::syntax;
use base::hir::{
    Direction, Expr, ExprKind, Function, FunctionId, Precision, Qualifiers, Scalar, Storage, Subroutine, SubroutineType, Type, VarId,
};
use std::collections::HashSet;

/// The type of the subroutine index.
const INDEX: Type = Type::Scalar(Scalar::Uint);

impl Analyser<'_> {
    /// Adds `subroutine` or `subroutine(…)` to the qualifiers of a declaration.
    pub(super) fn subroutine_word(&mut self, types: &[syntax::TypeSpecifier], result: &mut ParsedQualifiers) -> Checked<()> {
        let mut names = Vec::with_capacity(types.len());
        for specifier in types {
            self.mark(specifier.at);
            match (&specifier.name, specifier.array.as_slice()) {
                (syntax::TypeName::Name(name), []) => names.push((*name).to_owned()),
                _ => return self.error("subroutine(…) takes names of subroutine types"),
            }
        }
        let twice = result.subroutine.replace(names).is_some();
        self.check(!twice, "a qualifier appears twice")
    }

    /// Declares a subroutine type; returns its dispatcher.
    pub(super) fn subroutine_type(
        &mut self,
        name: &str,
        result: Type,
        parameters: &[Parameter],
        words: &ParsedQualifiers,
        define: bool,
    ) -> Checked<FunctionId> {
        self.check(self.global(), "subroutine types are declared outside of functions")?;
        self.check(!define, "a subroutine type has no body")?;
        self.check(words.layouts.is_empty(), "subroutine types take no layout(…)")?;
        self.declare(name, Symbol::SubroutineType)?;
        let index = self.private("subroutine index", INDEX);
        let mut declared = vec![(index, Direction::In)];
        for parameter in parameters {
            declared.push((self.private("", parameter.ty.clone()), parameter.direction));
        }
        self.parameters.extend(declared.iter().map(|(id, _)| *id));
        let dispatcher = self.functions.len();
        self.functions.push(FunctionInfo {
            // No function of a shader has a space in its name.
            function: Function { name: format!("subroutine {name}"), result, parameters: declared, body: None },
            precision: Precision::None,
            at: self.here,
            uses: HashSet::new(),
            calls: HashSet::new(),
        });
        self.subroutines.types.push(SubroutineType { name: name.to_owned(), dispatcher });
        Ok(dispatcher)
    }

    /// Associates a function with the subroutine types of its `subroutine(…)`.
    pub(super) fn associate(&mut self, id: FunctionId, words: &ParsedQualifiers) -> Checked<()> {
        let Some(known) = self.functions.get(id) else { return Ok(()) };
        let (name, result) = (known.function.name.clone(), known.function.result.clone());
        let signature = |analyser: &Self, id: FunctionId| -> Vec<(Type, Direction)> {
            let parameters = analyser.functions.get(id).map_or(&[][..], |known| known.function.parameters.as_slice());
            let ty = |variable: VarId| analyser.variables.get(variable).map_or(Type::Void, |variable| variable.ty.clone());
            parameters.iter().map(|(variable, direction)| (ty(*variable), *direction)).collect()
        };
        let own = signature(self, id);
        let types = words.subroutine.clone().unwrap_or_default();
        for ty in &types {
            let Some(dispatcher) = self.dispatcher(ty) else {
                return self.error(&format!("`{ty}` is not a subroutine type"));
            };
            let same_result = self.functions.get(dispatcher).is_some_and(|known| known.function.result == result);
            if !same_result || signature(self, dispatcher).get(1..) != Some(&own) {
                return self.error(&format!("`{name}` has another result or other parameters than the subroutine type `{ty}`"));
            }
            // A call through the type may call this function: recursion counts it.
            if let Some(known) = self.functions.get_mut(dispatcher) {
                known.calls.insert(id);
            }
        }
        let overloaded = self
            .subroutines
            .functions
            .iter()
            .any(|other| other.function != id && self.functions.get(other.function).is_some_and(|known| known.function.name == name));
        self.check(!overloaded, &format!("`{name}`: two functions of one name cannot both be subroutines"))?;
        let mut index = None;
        for layout in &words.layouts {
            self.check(layout.name == "index", &format!("layout({}) is not for this declaration", layout.name))?;
            self.need(430, 0, &["GL_ARB_explicit_uniform_location"], "layout(index) of subroutines")?;
            let value = self.layout_value(layout, self.language.limits.subroutines.saturating_sub(1))?;
            // "Each subroutine with an index qualifier in the shader must be given a unique index, otherwise a compile or link error will be
            // generated." [ARB_explicit_uniform_location]
            let taken = self.subroutines.functions.iter().any(|other| other.index == Some(value));
            self.check(!taken, &format!("two subroutines have the index {value}"))?;
            index = Some(value);
        }
        self.subroutines.functions.push(Subroutine { function: id, types, index });
        Ok(())
    }

    fn dispatcher(&self, ty: &str) -> Option<FunctionId> {
        self.subroutines.types.iter().find(|known| known.name == ty).map(|known| known.dispatcher)
    }

    /// Declares subroutine uniforms.
    pub(super) fn subroutine_uniforms(&mut self, list: &syntax::InitDeclaratorList, words: &ParsedQualifiers, global: bool) -> Checked<()> {
        let plain = !words.auxiliary() && !words.invariant && words.precision.is_none() && !words.any_memory();
        self.check(global && words.storage == Some(Word::Uniform) && plain, "variables of subroutine types are uniforms")?;
        self.check(words.subroutine.as_ref().is_some_and(Vec::is_empty), "subroutine(…) is for definitions of functions")?;
        let specifier = &list.ty.specifier;
        let ty = match specifier.name {
            syntax::TypeName::Name(name) => name.to_owned(),
            _ => return self.error("a subroutine uniform needs a subroutine type"),
        };
        self.check(self.dispatcher(&ty).is_some(), &format!("`{ty}` is not a subroutine type"))?;
        let dimensions = self.dimensions(&specifier.array)?;
        let base = self.arrayed(INDEX, &dimensions)?;
        let mut location = None;
        for layout in &words.layouts {
            location = Some(self.subroutine_location(layout)?);
        }
        self.check(!list.declarators.is_empty(), "this declaration needs a name")?;
        for declarator in &list.declarators {
            let name = declarator.name;
            self.check(declarator.initializer.is_none(), "subroutine uniforms cannot be initialised")?;
            let dimensions = self.dimensions(&declarator.array)?;
            let shape = self.arrayed(base.clone(), &dimensions)?;
            self.check(!has_unsized(&shape), "an array of subroutine uniforms needs a size")?;
            let qualifiers = Qualifiers { subroutine: Some(ty.clone()), location, ..Qualifiers::default() };
            let id = self.add_variable(name, shape, Storage::Uniform, qualifiers);
            self.declare(name, Symbol::Subroutine(id))?;
        }
        Ok(())
    }

    fn subroutine_location(&mut self, layout: &Layout) -> Checked<u32> {
        self.check(layout.name == "location", &format!("layout({}) is not for this declaration", layout.name))?;
        self.need(430, 0, &["GL_ARB_explicit_uniform_location"], "locations of uniforms")?;
        self.layout_value(layout, self.language.limits.subroutine_uniform_locations.saturating_sub(1))
    }

    /// Returns true if an expression is a subroutine uniform or an element of an array of them.
    pub(super) fn is_subroutine(&mut self, expression: &syntax::Expr) -> bool {
        let mut expression = expression;
        while let syntax::ExprKind::Index(base, _) = &expression.kind {
            expression = base;
        }
        match &expression.kind {
            syntax::ExprKind::Variable(name) => matches!(self.lookup(name), Some(Symbol::Subroutine(_))),
            _ => false,
        }
    }

    /// Returns the value of a subroutine uniform, its subroutine index.
    pub(super) fn subroutine_uniform(&mut self, id: VarId) -> Expr {
        self.note_use(id);
        let ty = self.variables.get(id).map_or(Type::Void, |variable| variable.ty.clone());
        Expr { kind: ExprKind::Variable(id), ty }
    }

    /// Analyses a subroutine uniform, or an element of an array of them.
    pub(super) fn subroutine_operand(&mut self, expression: &syntax::Expr) -> Checked<Expr> {
        match &expression.kind {
            syntax::ExprKind::Variable(name) => match self.lookup(name) {
                Some(Symbol::Subroutine(id)) => Ok(self.subroutine_uniform(id)),
                _ => self.error("only functions and subroutine uniforms can be called"),
            },
            syntax::ExprKind::Index(base, index) if self.is_subroutine(base) => {
                self.enter()?;
                let element = self.index(base, index)?;
                self.leave();
                Ok(element)
            }
            _ => self.error("only functions and subroutine uniforms can be called"),
        }
    }

    /// Analyses a call through a subroutine uniform.
    pub(super) fn subroutine_call(&mut self, uniform: Expr, arguments: Vec<Expr>) -> Checked<Expr> {
        let mut root = &uniform;
        while let ExprKind::Index(base, _) = &root.kind {
            root = base;
        }
        let ty = match root.kind {
            ExprKind::Variable(id) => self.variables.get(id).and_then(|variable| variable.qualifiers.subroutine.clone()),
            _ => None,
        };
        let Some(dispatcher) = ty.as_deref().and_then(|ty| self.dispatcher(ty)) else {
            return self.error("only functions and subroutine uniforms can be called");
        };
        self.check(uniform.ty == INDEX, "an array of subroutine uniforms cannot be called; its elements can")?;
        let wanted = self.parameter_types(dispatcher);
        if wanted.len() != arguments.len() + 1 {
            let types: Vec<String> = wanted.iter().skip(1).map(type_name).collect();
            return self.error(&format!("the arguments do not fit the subroutine type's parameters ({})", types.join(", ")));
        }
        let mut all = Vec::with_capacity(wanted.len());
        all.push(uniform);
        all.extend(arguments);
        self.user_call(dispatcher, all)
    }
}
