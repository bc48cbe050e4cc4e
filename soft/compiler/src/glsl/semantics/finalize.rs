//! The end of the analysis: sizes that later declarations or indices determine, recursion, static use.

use super::{Analyser, Checked};
use base::hir::{Expr, ExprKind, Shader, Stage, Statement, Storage, StructType, Type, Variable};
use std::sync::Arc;

impl Analyser<'_> {
    /// Ends the analysis; returns the shader unless there was an error.
    pub(super) fn finish(mut self) -> Option<Shader> {
        let _ = self.whole();
        if self.log.failed() {
            return None;
        }
        let main = self
            .overloads
            .get("main")
            .and_then(|ids| ids.first())
            .copied()
            .filter(|&id| self.functions.get(id).is_some_and(|known| known.function.body.is_some()));
        self.mark_used(main);
        self.size_arrays();
        let mut initialise = self.initialise;
        let mut functions: Vec<_> = self.functions.into_iter().map(|known| known.function).collect();
        finalize_statements(&mut initialise, &self.variables);
        for function in &mut functions {
            if let Some(body) = &mut function.body {
                finalize_statements(body, &self.variables);
            }
        }
        Some(Shader {
            version: self.language.version,
            es: self.language.es,
            compatibility: self.language.compatibility,
            layout: self.layout,
            variables: self.variables,
            functions,
            initialise: initialise.into(),
            main,
            subroutines: self.subroutines,
            ..Shader::new(self.language.stage)
        })
    }

    /// Runs the checks that require the whole text.
    fn whole(&mut self) -> Checked<()> {
        self.check_recursion()?;
        self.check_reads()?;
        if self.language.stage == Stage::Fragment {
            let written = |name: &str| self.written.iter().filter_map(|&id| self.variables.get(id)).any(|variable| variable.name == name);
            let color = written("gl_FragColor") || written("gl_SecondaryFragColorEXT");
            let data = written("gl_FragData") || written("gl_SecondaryFragDataEXT");
            if color && data {
                return self.error("a shader writes either gl_FragColor or gl_FragData, not both");
            }
            let own = self.written.iter().filter_map(|&id| self.variables.get(id)).any(|variable| variable.storage == Storage::Out);
            if own && (color || data) {
                return self.error("a shader writes either its own outputs or gl_FragColor and gl_FragData, not both");
            }
            self.check_stored_values()?;
            // "If there is more than one fragment output, the location must be specified for all outputs unless the EXT_blend_func_extended
            // extension is enabled" [EXT_blend_func_extended]
            self.layout.free_outputs = self.language.has("GL_EXT_blend_func_extended");
        }
        Ok(())
    }

    /// Checks the uses of values that the framebuffer stores.
    fn check_stored_values(&mut self) -> Checked<()> {
        let uses = |analyser: &Self, name: &str| {
            let id = analyser.variables.iter().position(|variable| variable.name == name);
            id.is_some_and(|id| analyser.is_used(id))
        };
        // "Unless the GL_EXT_shader_framebuffer_fetch extension has been enabled in addition, it's an error to use gl_LastFragData if it hasn't
        // been explicitly redeclared with layout(noncoherent)." [EXT_shader_framebuffer_fetch]
        if uses(self, "gl_LastFragData") && !self.noncoherent_colors && !self.language.has("GL_EXT_shader_framebuffer_fetch") {
            return self.error("gl_LastFragData needs a redeclaration with layout(noncoherent), or GL_EXT_shader_framebuffer_fetch");
        }
        // "It is not legal for a fragment shader to read from gl_LastFragDepthARM and gl_LastFragStencilARM if the early_fragment_tests layout
        // qualifier is specified." [ARM_shader_framebuffer_fetch_depth_stencil]
        let tested = ["gl_LastFragDepthARM", "gl_LastFragStencilARM"].into_iter().find(|name| uses(self, name));
        match tested.filter(|_| self.layout.early_fragment_tests) {
            Some(name) => self.error(&format!("{name} cannot be read with layout(early_fragment_tests)")),
            None => Ok(()),
        }
    }

    /// Sizes each unsized array by its highest index plus 1.
    fn size_arrays(&mut self) {
        for (id, variable) in self.variables.iter_mut().enumerate() {
            let own = self.highest.get(&(id, None)).map_or(1, |highest| highest + 1);
            if let Type::Array(element, 0) = &variable.ty {
                let vertices = matches!(variable.storage, Storage::In | Storage::InBlock) && self.language.stage == Stage::Geometry;
                // Without an input primitive, linking sizes the inputs of a geometry shader.
                if !vertices {
                    variable.ty = Type::Array(Arc::clone(element), own);
                }
            }
            let block = matches!(variable.storage, Storage::UniformBlock | Storage::StorageBlock | Storage::InBlock | Storage::OutBlock);
            if !block || variable.qualifiers.block_name == "gl_PerVertex" {
                continue;
            }
            // A member of a buffer block that is not the last and that no constant index sizes keeps no size: linking rejects it.
            let unknown = u32::from(variable.storage != Storage::StorageBlock);
            let highest = |member: usize| self.highest.get(&(id, Some(member))).map_or(unknown, |highest| highest + 1);
            // The last member of a buffer block is sized by the buffer.
            if let Some(ty) = sized_members(&variable.ty, variable.storage == Storage::StorageBlock, &highest) {
                variable.ty = ty;
            }
        }
    }
}

/// Returns the type of a block, or of an array of blocks, whose unsized members have the lengths that `length` gives for their indices. Returns
/// `None` if there are none; the last member may stay unsized.
fn sized_members(ty: &Type, last_unsized: bool, length: &dyn Fn(usize) -> u32) -> Option<Type> {
    match ty {
        Type::Array(element, count) => Some(Type::Array(Arc::new(sized_members(element, last_unsized, length)?), *count)),
        Type::Struct(structure) => {
            let mut members = structure.members.clone();
            let sized = members.len().saturating_sub(usize::from(last_unsized));
            let mut found = false;
            for (index, member) in members.iter_mut().enumerate().take(sized) {
                if let Type::Array(element, 0) = &member.ty {
                    member.ty = Type::Array(Arc::clone(element), length(index));
                    member.qualifiers.implicitly_sized = true;
                    found = true;
                }
            }
            found.then(|| Type::Struct(Arc::new(StructType::new(structure.name.clone(), members))))
        }
        _ => None,
    }
}

/// Updates the types of expressions to the final types of their variables.
pub(in crate::glsl) fn finalize_statements(statements: &mut [Statement], variables: &[Variable]) {
    for statement in statements {
        match statement {
            Statement::Expression(expr) => finalize(expr, variables),
            Statement::Declare(_, value) | Statement::Return(value) => {
                if let Some(value) = value {
                    finalize(value, variables);
                }
            }
            Statement::If { condition, then, otherwise } => {
                finalize(condition, variables);
                finalize_statements(then, variables);
                finalize_statements(otherwise, variables);
            }
            Statement::Loop { condition, step, body, .. } => {
                for expr in condition.iter_mut().chain(step.iter_mut()) {
                    finalize(expr, variables);
                }
                finalize_statements(body, variables);
            }
            Statement::Switch { selector, cases } => {
                finalize(selector, variables);
                for (_, body) in cases {
                    finalize_statements(body, variables);
                }
            }
            Statement::Break | Statement::Continue | Statement::Discard => {}
        }
    }
}

/// Updates the types of variables, and of their elements and members, to the final types.
fn finalize(expr: &mut Expr, variables: &[Variable]) {
    match &mut expr.kind {
        ExprKind::Constant(_) => {}
        ExprKind::Variable(id) => {
            if let Some(variable) = variables.get(*id) {
                expr.ty.clone_from(&variable.ty);
            }
        }
        ExprKind::Index(base, index) => {
            finalize(base, variables);
            finalize(index, variables);
            if let Type::Array(element, _) = &base.ty {
                expr.ty = Type::clone(element);
            }
        }
        ExprKind::Field(base, member) => {
            finalize(base, variables);
            if let Type::Struct(structure) = &base.ty
                && let Some(member) = structure.members.get(*member)
            {
                expr.ty.clone_from(&member.ty);
            }
        }
        ExprKind::Swizzle(base, _) | ExprKind::Unary(_, base) | ExprKind::Convert(base) => finalize(base, variables),
        ExprKind::RuntimeLength(base) => {
            finalize(base, variables);
            // Another shader of the stage may use a larger index of an array that its uses size: then lowering inserts the length.
            if let Type::Array(_, length @ 1..) = base.ty
                && !sized_by_use(base, variables)
            {
                expr.kind = ExprKind::Constant(vec![length]);
            }
        }
        ExprKind::Binary(_, left, right) | ExprKind::And(left, right) | ExprKind::Or(left, right) | ExprKind::Assign(left, right) => {
            finalize(left, variables);
            finalize(right, variables);
        }
        ExprKind::Update { lvalue, value, .. } => {
            finalize(lvalue, variables);
            finalize(value, variables);
        }
        ExprKind::Select(condition, yes, no) => {
            finalize(condition, variables);
            finalize(yes, variables);
            finalize(no, variables);
        }
        ExprKind::Call(_, arguments) | ExprKind::Builtin(_, arguments) | ExprKind::Construct(arguments) | ExprKind::Sequence(arguments) => {
            for argument in arguments {
                finalize(argument, variables);
            }
        }
    }
}

/// Returns true if the uses of an array in the shaders of its stage determine its size.
fn sized_by_use(array: &Expr, variables: &[Variable]) -> bool {
    match &array.kind {
        ExprKind::Variable(id) => variables.get(*id).is_some_and(|variable| variable.qualifiers.implicitly_sized),
        ExprKind::Field(base, member) => match &base.ty {
            Type::Struct(structure) => structure.members.get(*member).is_some_and(|member| member.qualifiers.implicitly_sized),
            _ => false,
        },
        _ => false,
    }
}
