//! Functions: prototypes, definitions, recursion.

use super::memory::Memory;
use super::qualifiers::{ParsedQualifiers, Word};
use super::scopes::Symbol;
use super::types::{declared_precision, has_array, has_unsized, name as type_name, opaque};
use super::{Analyser, Body, Checked, FunctionInfo};
use crate::glsl::builtins;
use crate::glsl::syntax;
use base::hir::{Contents, Direction, Function, FunctionId, Type, VarId};
use std::collections::HashSet;

/// A declared parameter.
pub(super) struct Parameter {
    name: Option<String>,
    pub(super) ty: Type,
    pub(super) direction: Direction,
    constant: bool,
    /// The memory qualifiers.
    memory: Memory,
}

impl Analyser<'_> {
    /// Declares a function, or finds its earlier declaration; creates variables for the parameters if `define`.
    pub(super) fn prototype(&mut self, prototype: &syntax::FunctionPrototype, define: bool) -> Checked<(FunctionId, Vec<(String, VarId)>)> {
        self.mark(prototype.at);
        let name = prototype.name.to_owned();
        self.check_name(&name)?;
        let mut subroutine = ParsedQualifiers::default();
        if let Some(qualifier) = &prototype.ty.qualifier {
            subroutine = self.all_qualifiers(qualifier)?;
            let layouts = if subroutine.subroutine.is_some() { std::mem::take(&mut subroutine.layouts) } else { Vec::new() };
            self.check(subroutine.only_precision(), "a function's result takes only a precision")?;
            subroutine.layouts = layouts;
        }
        let result = self.type_of(&prototype.ty.specifier)?;
        self.check(!opaque(&result), "functions cannot return samplers, images or atomic counters")?;
        self.check(!has_unsized(&result), "an array that a function returns needs a size")?;
        if has_array(&result) && matches!(result, Type::Array(..)) {
            self.need(120, 300, &[], "functions that return arrays")?;
        }
        if self.language.es && self.language.version < 300 && has_array(&result) {
            return self.error("ES 100 functions cannot return arrays");
        }
        self.need_precision(&result, prototype.ty.qualifier.as_ref())?;
        let precision = self.precision_of(&result, prototype.ty.qualifier.as_ref().and_then(declared_precision));
        let parameters = self.parameters(&prototype.parameters)?;
        if subroutine.subroutine.as_ref().is_some_and(Vec::is_empty) {
            let id = self.subroutine_type(&name, result, &parameters, &subroutine, define)?;
            return Ok((id, Vec::new()));
        }
        self.check(subroutine.subroutine.is_none() || define, "subroutine(…) is for definitions of functions")?;
        if name == "main" {
            self.check(result == Type::Void && parameters.is_empty(), "main is declared as void main()")?;
        }
        let types: Vec<Type> = parameters.iter().map(|parameter| parameter.ty.clone()).collect();
        if self.language.es
            && builtins::is_function(self.language, &name)
            && (self.language.version >= 300 || builtins::is_overload(self.language, &name, &types))
        {
            return self.error(&format!("`{name}` is a built-in function; ES does not let it be declared again"));
        }
        match self.scopes.get(1).and_then(|scope| scope.names.get(&name)) {
            None if self.block_names.iter().any(|(block, _)| *block == name) => {
                return self.error(&format!("`{name}` is declared already, as a block"));
            }
            None => {
                if let Some(scope) = self.scopes.get_mut(1) {
                    scope.names.insert(name.clone(), Symbol::Function);
                }
            }
            Some(Symbol::Function) => {}
            Some(Symbol::Variable(_)) if self.functions_apart() => {}
            Some(_) => return self.error(&format!("`{name}` is declared already, not as a function")),
        }
        self.charge(self.overloads.get(&name).map_or(0, Vec::len))?;
        let known = self.overloads.get(&name).into_iter().flatten().copied().find(|&id| self.parameter_types(id) == types);
        let id = match known {
            Some(id) => {
                self.same_function(id, &result, &parameters, define)?;
                let same = self.functions.get(id).is_some_and(|known| known.precision == precision);
                self.check(same, &format!("`{name}` is declared already with another precision of its result"))?;
                id
            }
            None => {
                let id = self.functions.len();
                self.functions.push(FunctionInfo {
                    function: Function { name: name.clone(), result, parameters: Vec::new(), body: None },
                    precision,
                    at: self.here,
                    uses: HashSet::new(),
                    calls: HashSet::new(),
                });
                self.overloads.entry(name).or_default().push(id);
                id
            }
        };
        let mut named = Vec::new();
        if known.is_none() || define {
            let mut variables = Vec::with_capacity(parameters.len());
            for parameter in parameters {
                let name = parameter.name.unwrap_or_default();
                let variable = self.private(&name, parameter.ty);
                if let Some(variable) = self.variables.get_mut(variable) {
                    variable.qualifiers.constant = parameter.constant;
                    parameter.memory.set(&mut variable.qualifiers);
                }
                variables.push((variable, parameter.direction));
                self.parameters.insert(variable);
                if define {
                    self.check(!name.is_empty() || self.language.es || self.language.version >= 420, "a parameter needs a name here")?;
                }
                if !name.is_empty() {
                    named.push((name, variable));
                }
            }
            if let Some(known) = self.functions.get_mut(id) {
                known.function.parameters = variables;
            }
        }
        if subroutine.subroutine.is_some() {
            self.associate(id, &subroutine)?;
        }
        Ok((id, named))
    }

    /// Returns the types of a function's parameters.
    pub(super) fn parameter_types(&self, id: FunctionId) -> Vec<Type> {
        let parameters = self.functions.get(id).map_or(&[][..], |known| known.function.parameters.as_slice());
        parameters.iter().filter_map(|(variable, _)| self.variables.get(*variable)).map(|variable| variable.ty.clone()).collect()
    }

    fn same_function(&mut self, id: FunctionId, result: &Type, parameters: &[Parameter], define: bool) -> Checked<()> {
        let Some(known) = self.functions.get(id) else { return Ok(()) };
        let (name, old_result, defined) = (known.function.name.clone(), known.function.result.clone(), known.function.body.is_some());
        let same_directions = known.function.parameters.iter().zip(parameters).all(|((variable, direction), new)| {
            *direction == new.direction
                && self.variables.get(*variable).is_some_and(|variable| variable.qualifiers.constant == new.constant)
        });
        if old_result != *result {
            return self.error(&format!("`{name}` is declared already with the result {}", type_name(&old_result)));
        }
        self.check(same_directions, &format!("`{name}` is declared already with other parameter qualifiers"))?;
        self.check(!(define && defined), &format!("`{name}` has a body already"))?;
        if !define && self.language.es && self.language.version < 300 && !defined {
            return self.error(&format!("`{name}` is declared twice"));
        }
        Ok(())
    }

    fn parameters(&mut self, declarations: &[syntax::ParameterDeclaration]) -> Checked<Vec<Parameter>> {
        let mut result: Vec<Parameter> = Vec::with_capacity(declarations.len());
        for (index, declaration) in declarations.iter().enumerate() {
            self.mark(declaration.at);
            let syntax::FullySpecifiedType { qualifier, specifier } = &declaration.ty;
            let declarator = declaration.declarator.as_ref();
            let words = match qualifier {
                Some(qualifier) => self.parse_qualifiers(qualifier)?,
                None => ParsedQualifiers::default(),
            };
            if matches!(specifier.name, syntax::TypeName::Struct(_)) {
                return self.error("structures cannot be defined in parameters");
            }
            let base = self.type_of(specifier)?;
            if base == Type::Void {
                let alone = declarations.len() == 1 && index == 0 && declarator.is_none() && qualifier.is_none();
                self.check(alone, "parameters cannot be void")?;
                return Ok(Vec::new());
            }
            let dimensions = self.dimensions(declarator.map_or(&[], |declarator| &declarator.array))?;
            let ty = self.arrayed(base, &dimensions)?;
            self.check(!has_unsized(&ty), "an array parameter needs a size")?;
            self.need_precision(&ty, qualifier.as_ref())?;
            result.push(self.parameter(&words, ty, declarator.map(|declarator| declarator.name))?);
        }
        Ok(result)
    }

    fn parameter(&mut self, words: &ParsedQualifiers, ty: Type, name: Option<&str>) -> Checked<Parameter> {
        let direction = match words.storage {
            None | Some(Word::In | Word::Const) => Direction::In,
            Some(Word::Out) => Direction::Out,
            Some(Word::InOut) => Direction::InOut,
            _ => return self.error("parameters are in, out, inout or const in"),
        };
        self.check(
            !words.auxiliary() && !words.invariant && words.layouts.is_empty(),
            "parameters take only in, out, inout, const, precision and memory qualifiers",
        )?;
        if direction != Direction::In {
            self.check(
                !has_array(&ty) || !matches!(ty, Type::Array(..)) || self.language.es || self.language.version >= 120,
                "arrays cannot be out parameters in version 110",
            )?;
            self.check(!opaque(&ty), "samplers, images and atomic counters are only in parameters")?;
        }
        self.check(!words.any_memory() || ty.contents().any(Contents::IMAGE), "memory qualifiers are for images")?;
        Ok(Parameter { name: name.map(str::to_owned), ty, direction, constant: words.constant, memory: Memory::of_declaration(words) })
    }

    /// Analyses a function definition.
    pub(super) fn definition(&mut self, definition: &syntax::FunctionDefinition) -> Checked<()> {
        let (id, parameters) = self.prototype(&definition.prototype, true)?;
        let result = self.functions.get(id).map_or(Type::Void, |known| known.function.result.clone());
        self.body = Some(Body { id, result, loops: 0, switches: 0, nested: 0, returned: false });
        self.push_scope();
        let mut statements = Vec::new();
        let mut outcome = Ok(());
        for (name, variable) in parameters {
            outcome = outcome.and(self.declare(&name, Symbol::Variable(variable)));
        }
        // The body of a function in ES 1.00 is a scope of its own: its variables may hide the parameters.
        let own_scope = self.language.es && self.language.version < 300;
        if own_scope {
            self.push_scope();
        }
        outcome = outcome.and(self.statements(&definition.statements, &mut statements));
        if own_scope {
            self.pop_scope();
        }
        self.pop_scope();
        let returned = self.body.as_ref().is_some_and(|body| body.returned);
        self.body = None;
        self.depth = 0;
        if outcome.is_ok() && !returned && self.functions.get(id).is_some_and(|known| known.function.result != Type::Void) {
            let message = format!("`{}` has no return", definition.prototype.name);
            self.mark(definition.prototype.at);
            outcome = self.error(&message);
        }
        if let Some(known) = self.functions.get_mut(id) {
            known.function.body = Some(statements.into());
        }
        outcome
    }

    /// Checks for static recursion, which is an error even if it never happens at run time.
    pub(super) fn check_recursion(&mut self) -> Checked<()> {
        // 0: not visited, 1: on the path, 2: done. The path is an explicit stack, because it may be long.
        let mut state = vec![0_u8; self.functions.len()];
        let calls: Vec<Vec<FunctionId>> = self.functions.iter().map(|known| known.calls.iter().copied().collect()).collect();
        for root in 0..self.functions.len() {
            let mut path = vec![(root, 0_usize)];
            if state.get(root) != Some(&0) {
                continue;
            }
            if let Some(state) = state.get_mut(root) {
                *state = 1;
            }
            while let Some((function, next)) = path.last_mut() {
                let callee = calls.get(*function).and_then(|calls| calls.get(*next)).copied();
                *next += 1;
                match callee {
                    None => {
                        if let Some(state) = state.get_mut(*function) {
                            *state = 2;
                        }
                        path.pop();
                    }
                    Some(callee) => match state.get_mut(callee) {
                        Some(state @ 0) => {
                            *state = 1;
                            path.push((callee, 0));
                        }
                        Some(1) => {
                            let Some(known) = self.functions.get(callee) else { continue };
                            let message =
                                format!("`{}` calls itself, directly or through others; recursion is not allowed", known.function.name);
                            self.here = known.at;
                            return self.error(&message);
                        }
                        _ => {}
                    },
                }
            }
        }
        Ok(())
    }

    /// Marks the functions and variables that code reachable from main names; without main, those of every function.
    pub(super) fn mark_used(&mut self, main: Option<FunctionId>) {
        let mut pending: Vec<FunctionId> = match main {
            Some(main) => vec![main],
            None => (0..self.functions.len()).collect(),
        };
        pending.extend(&self.global_calls);
        let mut seen = HashSet::new();
        let mut uses = self.global_uses.clone();
        while let Some(function) = pending.pop() {
            if !seen.insert(function) {
                continue;
            }
            if let Some(known) = self.functions.get(function) {
                uses.extend(&known.uses);
                pending.extend(&known.calls);
            }
        }
        for id in uses {
            if let Some(variable) = self.variables.get_mut(id) {
                variable.used = true;
            }
        }
    }
}
