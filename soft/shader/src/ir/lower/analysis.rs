//! An analysis of the whole shader before lowering: which variables are local, which variables each function changes, which arrays need a
//! stack slot.

use super::cases::shared_by_cases;
use super::types;
use super::walk::{each_expression, each_expression_of, each_statement};
use base::hir::{Builtin, Direction, Expr, ExprKind, FunctionId, Shader, Statement, Storage, Type, VarId};

/// Properties of a shader's variables and functions.
#[derive(Default)]
pub struct Analysis {
    /// For each variable, true if it is declared in a function or a parameter.
    pub local: Vec<bool>,
    /// For each variable, true if it is an array that is indexed dynamically and assigned: it lives in a stack slot.
    pub in_stack_slot: Vec<bool>,
    /// For each variable, true if it is assigned anywhere.
    pub assigned: Vec<bool>,
    /// For each variable, true if an expression names it.
    pub named: Vec<bool>,
    /// For each variable, true if it is declared under a label of a switch and used under another one.
    pub shared_by_cases: Vec<bool>,
    /// For each variable, true if it is assigned or initialised with what is not constant.
    varies: Vec<bool>,
    /// For each function, the variables that it and its callees change, except its own locals.
    pub changes: Vec<Vec<VarId>>,
    /// All functions, each after those that it calls.
    pub order: Vec<FunctionId>,
}

/// Arrays of at most this many words are indexed by comparisons instead of in a stack slot.
const SMALL_ARRAY: u32 = 4;

impl Analysis {
    /// Analyses a shader. Returns an error if functions are recursive.
    pub fn new(shader: &Shader) -> Result<Self, String> {
        let count = shader.variables.len();
        let mut analysis = Self {
            local: vec![false; count],
            in_stack_slot: vec![false; count],
            assigned: vec![false; count],
            named: vec![false; count],
            shared_by_cases: shared_by_cases(shader),
            varies: vec![false; count],
            changes: vec![Vec::new(); shader.functions.len()],
            order: Vec::with_capacity(shader.functions.len()),
        };
        let mut assignments = vec![0u32; count];
        let mut dynamic = vec![false; count];
        let bodies = shader.functions.iter().filter_map(|function| function.body.as_deref()).map(|body| (body, true));
        for (statements, in_function) in bodies.chain([(&*shader.initialise, false)]) {
            each_statement(statements, &mut |statement| {
                if let Statement::Declare(variable, initialiser) = statement {
                    if in_function {
                        set(&mut analysis.local, *variable);
                    }
                    if let Some(value) = initialiser {
                        count_up(&mut assignments, *variable);
                        if !matches!(value.kind, ExprKind::Constant(_)) {
                            set(&mut analysis.varies, *variable);
                        }
                    }
                }
            });
            each_expression_of(statements, &mut |expression| {
                changed_by(shader, expression, &mut |variable| {
                    count_up(&mut assignments, variable);
                    set(&mut analysis.assigned, variable);
                    let constant = matches!(&expression.kind, ExprKind::Assign(lvalue, value)
                        if matches!(lvalue.kind, ExprKind::Variable(_)) && matches!(value.kind, ExprKind::Constant(_)));
                    if !constant {
                        set(&mut analysis.varies, variable);
                    }
                });
                if let ExprKind::Variable(variable) = &expression.kind {
                    set(&mut analysis.named, *variable);
                }
                if let ExprKind::Index(base, index) = &expression.kind
                    && !matches!(index.kind, ExprKind::Constant(_))
                    && let Some(variable) = root(base)
                {
                    set(&mut dynamic, variable);
                }
            });
        }
        for function in &shader.functions {
            for &(parameter, _) in &function.parameters {
                set(&mut analysis.local, parameter);
                set(&mut analysis.varies, parameter);
            }
        }
        for (index, variable) in shader.variables.iter().enumerate() {
            let changes = analysis.varies[index] || assignments[index] > 1;
            analysis.in_stack_slot[index] = dynamic[index]
                && changes
                && is_bound(&variable.storage)
                && has_array(&variable.ty)
                && types::words(&variable.ty) > SMALL_ARRAY;
        }
        let mut state = vec![0u8; shader.functions.len()];
        for function in 0..shader.functions.len() {
            analysis.summarise(shader, function, &mut state)?;
        }
        Ok(analysis)
    }

    /// Computes the changes of a function after those of its callees.
    fn summarise(&mut self, shader: &Shader, function: usize, state: &mut [u8]) -> Result<(), String> {
        match state.get(function) {
            Some(0) => state[function] = 1,
            Some(2) => return Ok(()),
            Some(_) => return Err(format!("recursive call of {}", shader.functions[function].name)),
            None => return Err(String::from("a call of an unknown function")),
        }
        let body = shader.functions[function].body.as_deref().unwrap_or_default();
        let mut callees = Vec::new();
        let mut changed = Vec::new();
        each_expression_of(body, &mut |expression| {
            changed_by(shader, expression, &mut |variable| changed.push(variable));
            if let ExprKind::Call(callee, _) = expression.kind {
                callees.push(callee);
            }
        });
        callees.sort_unstable();
        callees.dedup();
        for callee in callees {
            self.summarise(shader, callee, state)?;
            changed.extend_from_slice(&self.changes[callee]);
        }
        changed.retain(|&variable| !self.local.get(variable).copied().unwrap_or(true));
        changed.sort_unstable();
        changed.dedup();
        self.changes[function] = changed;
        self.order.push(function);
        state[function] = 2;
        Ok(())
    }

    /// Puts the variables into stack slots that functions which stay functions share with the rest of the shader.
    pub fn share(&mut self, shader: &Shader, stays: &[bool]) {
        let mut reached = stays.to_vec();
        let mut named = vec![false; shader.variables.len()];
        let mut emits = false;
        // Callers come before their callees.
        for &function in self.order.iter().rev() {
            let body = match shader.functions.get(function) {
                Some(callee) if reached[function] => callee.body.as_deref().unwrap_or_default(),
                _ => continue,
            };
            each_expression_of(body, &mut |expression| match expression.kind {
                ExprKind::Variable(variable) => set(&mut named, variable),
                ExprKind::Call(callee, _) => set(&mut reached, callee),
                ExprKind::Builtin(Builtin::EmitVertex | Builtin::EmitStreamVertex, _) => emits = true,
                _ => {}
            });
        }
        for (index, variable) in shader.variables.iter().enumerate() {
            let emitted = emits && matches!(variable.storage, Storage::Out | Storage::OutBlock | Storage::Builtin(_));
            let changes = self.assigned[index] || self.varies[index];
            self.in_stack_slot[index] |= (named[index] || emitted) && changes && !self.local[index] && is_bound(&variable.storage);
        }
    }

    /// Returns the variables declared outside that statements and expressions change, and the number of expressions that it visited.
    pub fn changed(&self, shader: &Shader, statements: &[Statement], expressions: [Option<&Expr>; 2]) -> (Vec<VarId>, usize) {
        let mut changed = Vec::new();
        let mut visited = 0;
        let mut visit = |expression: &Expr| {
            visited += 1;
            changed_by(shader, expression, &mut |variable| changed.push(variable));
            if let ExprKind::Call(callee, _) = expression.kind {
                changed.extend_from_slice(self.changes.get(callee).map_or(&[], Vec::as_slice));
            }
        };
        each_expression_of(statements, &mut visit);
        for expression in expressions.into_iter().flatten() {
            each_expression(expression, &mut visit);
        }
        let mut declared = Vec::new();
        each_statement(statements, &mut |statement| {
            if let Statement::Declare(variable, _) = statement {
                declared.push(*variable);
            }
        });
        declared.sort_unstable();
        changed.sort_unstable();
        changed.dedup();
        changed.retain(|variable| declared.binary_search(variable).is_err());
        (changed, visited)
    }
}

/// Returns true if variables of a storage are bound to registers.
fn is_bound(storage: &Storage) -> bool {
    matches!(storage, Storage::Private | Storage::Out | Storage::OutBlock | Storage::Builtin(_))
}

fn set(flags: &mut [bool], index: usize) {
    if let Some(flag) = flags.get_mut(index) {
        *flag = true;
    }
}

fn count_up(counts: &mut [u32], index: usize) {
    if let Some(count) = counts.get_mut(index) {
        *count += 1;
    }
}

fn has_array(ty: &Type) -> bool {
    match ty {
        Type::Array(..) => true,
        Type::Struct(structure) => structure.members.iter().any(|member| has_array(&member.ty)),
        _ => false,
    }
}

/// Returns the variable that an lvalue refers to a part of.
pub fn root(mut lvalue: &Expr) -> Option<VarId> {
    loop {
        match &lvalue.kind {
            ExprKind::Variable(variable) => return Some(*variable),
            ExprKind::Index(base, _) | ExprKind::Field(base, _) | ExprKind::Swizzle(base, _) => lvalue = base,
            _ => return None,
        }
    }
}

/// Returns the range of arguments that a built-in function writes.
pub fn written_arguments(builtin: Builtin) -> std::ops::Range<usize> {
    match builtin {
        Builtin::Modf | Builtin::Frexp => 1..2,
        Builtin::UaddCarry | Builtin::UsubBorrow => 2..3,
        Builtin::MulExtended => 2..4,
        _ => 0..0,
    }
}

/// Calls `visit` for each variable that this expression writes, its operands excluded.
fn changed_by(shader: &Shader, expression: &Expr, visit: &mut dyn FnMut(VarId)) {
    match &expression.kind {
        ExprKind::Assign(lvalue, _) | ExprKind::Update { lvalue, .. } => root(lvalue).into_iter().for_each(visit),
        ExprKind::Call(function, arguments) => {
            let Some(function) = shader.functions.get(*function) else { return };
            for ((_, direction), argument) in function.parameters.iter().zip(arguments) {
                if *direction != Direction::In {
                    root(argument).into_iter().for_each(&mut *visit);
                }
            }
        }
        ExprKind::Builtin(builtin, arguments) => {
            for argument in arguments.get(written_arguments(*builtin)).unwrap_or_default() {
                root(argument).into_iter().for_each(&mut *visit);
            }
        }
        _ => {}
    }
}
