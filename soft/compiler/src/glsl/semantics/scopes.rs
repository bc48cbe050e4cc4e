//! Scopes and names.

use super::{Analyser, Checked};
use base::hir::{Precision, Qualifiers, Storage, StructType, Type, VarId, Variable};
use std::collections::HashMap;
use std::sync::Arc;

/// The meaning of a name.
#[derive(Clone, Debug)]
pub(super) enum Symbol {
    Variable(VarId),
    /// A member of a block without an instance name.
    Member(VarId, usize),
    Type(Arc<StructType>),
    /// One or more functions, which [`Analyser::overloads`] lists.
    Function,
    /// A subroutine type.
    SubroutineType,
    /// A subroutine uniform.
    Subroutine(VarId),
}

/// The names of a scope.
#[derive(Default)]
pub(super) struct Scope {
    pub names: HashMap<String, Symbol>,
    /// The default precisions of types.
    pub precisions: HashMap<String, Precision>,
}

impl Analyser<'_> {
    /// Opens a scope.
    pub(super) fn push_scope(&mut self) {
        self.scopes.push(Scope::default());
    }

    /// Closes the innermost scope.
    pub(super) fn pop_scope(&mut self) {
        self.scopes.pop();
    }

    /// Returns true outside all functions.
    pub(super) fn global(&self) -> bool {
        self.scopes.len() <= 2
    }

    /// Looks a name up. Built-in variables are declared at their first use.
    pub(super) fn lookup(&mut self, name: &str) -> Option<Symbol> {
        if let Some(symbol) = self.scopes.iter().rev().find_map(|scope| scope.names.get(name)) {
            return Some(symbol.clone());
        }
        self.builtin(name).map(Symbol::Variable)
    }

    /// Returns the built-in variable of this name.
    pub(super) fn builtin(&mut self, name: &str) -> Option<VarId> {
        if let Some(Symbol::Variable(id)) = self.scopes.first().and_then(|scope| scope.names.get(name)) {
            return Some(*id);
        }
        let number =
            if name.starts_with("gl_") { self.builtins.iter().position(|declaration| declaration.name == name)? } else { return None };
        let declaration = self.builtins.swap_remove(number);
        let id = self.variables.len();
        let mut qualifiers = declaration.qualifiers;
        qualifiers.implicitly_sized |= matches!(declaration.ty, Type::Array(_, 0));
        if self.invariant_all && declaration.writable {
            qualifiers.invariant = true;
        }
        let mut ty = declaration.ty;
        if matches!(declaration.storage, Storage::InBlock)
            && let (Type::Array(element, 0), Some(input)) = (&ty, self.layout.geometry_input)
            && self.language.stage == base::hir::Stage::Geometry
        {
            ty = Type::Array(Arc::clone(element), input.vertices());
        }
        if declaration.storage == Storage::OutBlock
            && let (Type::Array(element, 0), Some(vertices)) = (&ty, self.layout.output_vertices)
        {
            ty = Type::Array(Arc::clone(element), vertices);
        }
        self.variables.push(Variable {
            name: declaration.name.into(),
            ty,
            storage: declaration.storage,
            qualifiers,
            initialiser: None,
            used: false,
        });
        if !declaration.writable {
            self.read_only.insert(id);
        }
        if let Some(words) = declaration.constant {
            self.constants.insert(id, words);
        }
        if let Some(scope) = self.scopes.first_mut() {
            scope.names.insert(declaration.name.into(), Symbol::Variable(id));
        }
        Some(id)
    }

    /// Declares the built-in structures that built-in variables use.
    pub(super) fn builtin_structures(&mut self) {
        let mut found: Vec<Arc<StructType>> = Vec::new();
        for declaration in &self.builtins {
            if let Type::Struct(structure) = declaration.ty.without_array()
                && structure.name != "gl_PerVertex"
            {
                found.push(Arc::clone(structure));
            }
        }
        if let Some(scope) = self.scopes.first_mut() {
            scope.names.extend(found.into_iter().map(|structure| (structure.name.clone(), Symbol::Type(structure))));
        }
    }

    /// Returns true if functions and variables share no names: "Functions names are always identifiable as function names based on context, and
    /// they have their own name space." [GLSL 1.10, 4.2.6]
    pub(super) fn functions_apart(&self) -> bool {
        !self.language.es && self.language.version == 110
    }

    /// Declares a name in the current scope; logs an error if it is already declared there.
    pub(super) fn declare(&mut self, name: &str, symbol: Symbol) -> Checked<()> {
        self.check_name(name)?;
        let known = self.scopes.last().and_then(|scope| scope.names.get(name));
        let taken =
            known.is_some_and(|known| !(self.functions_apart() && matches!((known, &symbol), (Symbol::Function, Symbol::Variable(_)))));
        let block = self.global() && self.block_names.iter().any(|(block, _)| block == name);
        if taken || block {
            return self.error(&format!("`{name}` is declared already in this scope"));
        }
        if let Some(scope) = self.scopes.last_mut() {
            scope.names.insert(name.to_owned(), symbol);
        }
        Ok(())
    }

    /// Logs an error for names that programs must not declare.
    pub(super) fn check_name(&mut self, name: &str) -> Checked<()> {
        if name.starts_with("gl_") {
            return self.error(&format!("`{name}`: names that begin with gl_ are reserved"));
        }
        if name.contains("__") {
            if self.language.es && self.language.version < 300 {
                return self.error(&format!("`{name}`: names with two underscores are reserved"));
            }
            self.warning(&format!("`{name}`: names with two underscores are reserved"));
        }
        if self.language.es && name.len() > 1024 {
            return self.error("a name is too long; ES accepts 1024 characters");
        }
        Ok(())
    }

    /// Adds a local variable or a plain global.
    pub(super) fn private(&mut self, name: &str, ty: Type) -> VarId {
        self.add_variable(name, ty, Storage::Private, Qualifiers::default())
    }

    /// Adds a variable without declaring a name.
    pub(super) fn add_variable(&mut self, name: &str, ty: Type, storage: Storage, qualifiers: Qualifiers) -> VarId {
        let id = self.variables.len();
        self.variables.push(Variable { name: name.to_owned(), ty, storage, qualifiers, initialiser: None, used: false });
        id
    }
}
