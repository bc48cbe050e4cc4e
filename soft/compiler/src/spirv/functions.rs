//! Functions and their calls. A function is translated once for each set of places that its pointer parameters refer to: a pointer is not a
//! value here.

use super::flow::Flow;
use super::hoist;
use super::module::{Id, id_at, result_of};
use super::places::Place;
use super::types::SpirvType;
use super::{Result, Translator, variable_expr};
use base::hir::{Direction, Expr, ExprKind, Function, FunctionId, Statement, Type, VarId};
use rspirv::dr::{self, Instruction};
use rspirv::spirv::Op;
use std::collections::{HashMap, HashSet};

/// A step of the path from a variable to the place that an argument refers to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Step {
    Variable(VarId),
    /// An input or output block, and whether it is indexed by vertex.
    Block(Id),
    PerVertex(VarId, usize),
    Member(usize),
    Element(u32),
    /// An element whose index is a value.
    Dynamic,
}

/// The places of a function's pointer arguments; empty for other arguments.
type Key = (Id, Vec<Vec<Step>>);

/// A function that is called and not yet translated.
struct Pending {
    id: Id,
    function: FunctionId,
    /// The place of each pointer parameter.
    places: Vec<Option<Place>>,
}

/// The translations of functions.
#[derive(Default)]
pub struct Instances {
    /// The function, and the variables that hold the dynamic indices of its places.
    known: HashMap<Key, (FunctionId, Vec<VarId>)>,
    pending: Vec<Pending>,
    /// The functions that were translated.
    translated: HashSet<Id>,
    /// The number of instructions translated again, for other arguments.
    repeated: usize,
}

/// The largest number of translations.
const MAX_INSTANCES: usize = 4096;
/// The largest number of instructions in the translations of functions beyond the first of each. A translated instruction takes about a kilobyte.
const MAX_REPEATED: usize = 1 << 16;

/// A value or pointer of a function, with its type.
#[derive(Clone)]
pub struct Value {
    pub ty: Id,
    pub kind: ValueKind,
}

/// What a value is.
#[derive(Clone)]
pub enum ValueKind {
    Expr(Expr),
    Place(Place),
}

/// The state of translating a function.
pub struct Body<'t, 'm> {
    pub translator: &'t mut Translator<'m>,
    /// The type of the function's result.
    pub result: Id,
    values: HashMap<Id, Value>,
    /// The lists of statements that are being translated, the innermost last.
    pub lists: Vec<Vec<Statement>>,
    /// The variables that are declared where the function begins: phis and variables of the module.
    pub first: Vec<Statement>,
    pub flow: Flow<'m>,
}

impl<'m> Translator<'m> {
    /// Translates an entry point and the functions that it calls.
    pub fn translate_functions(&mut self, entry: Id) -> Result<FunctionId> {
        let main = self.instance(entry, Vec::new(), Vec::new())?.0;
        while let Some(pending) = self.instances.pending.pop() {
            self.translate_function(pending)?;
        }
        // "Every entry point must have no return value and accept no arguments." [ARB_gl_spirv]
        match self.functions.get(main) {
            Some(function) if function.result == Type::Void && function.parameters.is_empty() => Ok(main),
            _ => Err(String::from("the entry point has a result or parameters")),
        }
    }

    /// Returns the translation of a function for given places.
    fn instance(&mut self, id: Id, key: Vec<Vec<Step>>, places: Vec<Option<Place>>) -> Result<(FunctionId, Vec<VarId>)> {
        if let Some(known) = self.instances.known.get(&(id, key.clone())) {
            return Ok(known.clone());
        }
        if self.instances.known.len() >= MAX_INSTANCES {
            return Err(String::from("the module is too large: its functions have too many different arguments"));
        }
        let function = self.functions.len();
        self.functions.push(Function { name: format!("function {id}"), result: Type::Void, parameters: Vec::new(), body: None });
        // The indices of the arguments are variables, which each call sets.
        let mut indices = Vec::new();
        let mut own = Vec::with_capacity(places.len());
        for place in places {
            own.push(place.map(|place| self.with_own_indices(place, &mut indices)).transpose()?);
        }
        self.instances.pending.push(Pending { id, function, places: own });
        self.instances.known.insert((id, key), (function, indices.clone()));
        Ok((function, indices))
    }

    /// Replaces the dynamic indices of a place by variables.
    fn with_own_indices(&mut self, mut place: Place, indices: &mut Vec<VarId>) -> Result<Place> {
        for index in dynamic_indices(&mut place) {
            let variable = self.add_private(index.ty.clone())?;
            *index = variable_expr(variable, index.ty.clone());
            indices.push(variable);
        }
        Ok(place)
    }

    fn translate_function(&mut self, pending: Pending) -> Result<()> {
        let source = self.index.function(pending.id).ok_or_else(|| format!("%{} is not a function", pending.id))?;
        let definition = source.def.as_ref().ok_or_else(|| String::from("a function lacks its definition"))?;
        let (_, result) = result_of(definition)?;
        let SpirvType::Function { result: declared, parameters: types } = self.known_type(id_at(definition, 1)?)?.ty.clone() else {
            return Err(format!("function %{} has a wrong type", pending.id));
        };
        if declared != result || types.len() != source.parameters.len() {
            return Err(format!("function %{} does not have its type", pending.id));
        }
        let result_type = self.value_type(result)?;
        if result_type.is_opaque() {
            return Err(format!("function %{} returns a sampler or an image", pending.id));
        }
        let mut body =
            Body { translator: self, result, values: HashMap::new(), lists: Vec::new(), first: Vec::new(), flow: Flow::new(source)? };
        let mut parameters = Vec::new();
        for (at, (parameter, ty)) in source.parameters.iter().zip(types).enumerate() {
            let (id, own) = result_of(parameter)?;
            if own != ty {
                return Err(format!("parameter %{id} has a wrong type"));
            }
            let kind = match pending.places.get(at).cloned().flatten() {
                Some(Place::Lvalue(expr)) if body.translator.pointer_type(ty).is_err() => ValueKind::Expr(expr),
                Some(place) => ValueKind::Place(place),
                None => {
                    let value = body.translator.value_type(ty)?;
                    let variable = body.translator.add_private(value.clone())?;
                    parameters.push((variable, Direction::In));
                    ValueKind::Expr(variable_expr(variable, value))
                }
            };
            body.set(id, Value { ty, kind })?;
        }
        let mut statements = body.statements()?;
        let first = std::mem::take(&mut body.first);
        hoist::hoist(&mut statements, &self.variables);
        statements.splice(0..0, first);
        if !self.instances.translated.insert(pending.id) {
            self.instances.repeated += source.blocks.iter().map(|block| block.instructions.len()).sum::<usize>();
        }
        if self.instances.repeated > MAX_REPEATED {
            return Err(String::from("the module is too large: its functions have too many instructions for different arguments"));
        }
        if let Some(function) = self.functions.get_mut(pending.function) {
            function.result = result_type;
            function.parameters = parameters;
            function.body = Some(statements.into());
        }
        Ok(())
    }
}

/// Returns the indices of a place that are not constant, the outermost first.
fn dynamic_indices(place: &mut Place) -> Vec<&mut Expr> {
    let mut found = Vec::new();
    let mut expr = match place {
        Place::Lvalue(expr) => expr,
        Place::Block { vertex: Some(vertex), .. } => {
            if !matches!(vertex.kind, ExprKind::Constant(_)) {
                found.push(&mut **vertex);
            }
            return found;
        }
        _ => return found,
    };
    loop {
        match &mut expr.kind {
            ExprKind::Index(base, index) => {
                if !matches!(index.kind, ExprKind::Constant(_)) {
                    found.push(&mut **index);
                }
                expr = base;
            }
            ExprKind::Field(base, _) => expr = base,
            _ => return found,
        }
    }
}

/// Returns the path of a place, or `None` for places that cannot be arguments.
fn steps(place: &Place) -> Option<Vec<Step>> {
    let index = |index: &Expr| match &index.kind {
        ExprKind::Constant(words) => Some(Step::Element(words.first().copied()?)),
        _ => Some(Step::Dynamic),
    };
    let mut path = Vec::new();
    match place {
        Place::Texel { .. } => return None,
        Place::PerVertex { variable, member, .. } => path.push(Step::PerVertex(*variable, *member)),
        Place::Block { id, vertex, .. } => {
            path.push(Step::Block(*id));
            if let Some(vertex) = vertex {
                path.push(index(vertex)?);
            }
        }
        Place::Lvalue(expr) => {
            let mut expr = expr;
            loop {
                match &expr.kind {
                    ExprKind::Index(base, at) => {
                        path.push(index(at)?);
                        expr = base;
                    }
                    ExprKind::Field(base, member) => {
                        path.push(Step::Member(*member));
                        expr = base;
                    }
                    ExprKind::Variable(variable) => {
                        path.push(Step::Variable(*variable));
                        break;
                    }
                    _ => return None,
                }
            }
        }
    }
    Some(path)
}

impl<'m> Body<'_, 'm> {
    /// Defines a value. Returns an error if it is already defined.
    pub fn set(&mut self, id: Id, value: Value) -> Result<()> {
        let global = self.translator.index.global(id).is_some() || self.translator.index.function(id).is_some();
        if global || self.values.insert(id, value).is_some() {
            return Err(format!("two instructions define %{id}"));
        }
        Ok(())
    }

    /// Appends a statement to the innermost list.
    pub fn push(&mut self, statement: Statement) {
        if let Some(list) = self.lists.last_mut() {
            list.push(statement);
        }
    }

    /// Defines a value as the value of an expression at this point.
    pub fn define(&mut self, id: Id, ty: Id, expr: Expr) -> Result<()> {
        let expr = match expr.kind {
            ExprKind::Constant(_) => expr,
            _ if expr.ty.is_opaque() => expr,
            _ => self.keep(expr)?,
        };
        self.set(id, Value { ty, kind: ValueKind::Expr(expr) })
    }

    /// Evaluates an expression at this point; returns the variable that holds its value.
    pub fn keep(&mut self, expr: Expr) -> Result<Expr> {
        let ty = expr.ty.clone();
        let variable = self.translator.add_private(ty.clone())?;
        self.push(Statement::Declare(variable, Some(expr)));
        Ok(variable_expr(variable, ty))
    }

    /// Returns a value or pointer.
    pub fn value(&self, id: Id) -> Result<Value> {
        if let Some(value) = self.values.get(&id) {
            return Ok(value.clone());
        }
        if let Some(expr) = self.translator.constant_expr(id) {
            return Ok(Value { ty: self.translator.constant(id)?.ty, kind: ValueKind::Expr(expr) });
        }
        match (self.translator.globals.get(&id), self.translator.index.global(id)) {
            (Some(global), Some(definition)) => {
                Ok(Value { ty: definition.result_type.unwrap_or(0), kind: ValueKind::Place(global.place.clone()) })
            }
            _ => Err(format!("%{id} is used before its definition")),
        }
    }

    /// Returns the type of a value or pointer.
    pub fn type_id(&self, id: Id) -> Result<Id> {
        Ok(self.value(id)?.ty)
    }

    /// Returns the expression of a value.
    pub fn expr(&self, id: Id) -> Result<Expr> {
        match self.value(id)?.kind {
            ValueKind::Expr(expr) => Ok(expr),
            ValueKind::Place(_) => Err(format!("%{id} is a pointer, not a value")),
        }
    }

    /// Returns the place of a pointer, and the type that it points to.
    pub fn place(&self, id: Id) -> Result<(Place, Id)> {
        let value = self.value(id)?;
        match value.kind {
            ValueKind::Place(place) => Ok((place, self.translator.pointer_type(value.ty)?.1)),
            ValueKind::Expr(_) => Err(format!("%{id} is a value, not a pointer")),
        }
    }

    /// Declares a variable of a function.
    pub fn local_variable(&mut self, instruction: &Instruction) -> Result<()> {
        let (id, ty) = result_of(instruction)?;
        let (class, pointee) = self.translator.pointer_type(ty)?;
        let value = self.translator.value_type(pointee)?;
        if class != rspirv::spirv::StorageClass::Function || value.is_opaque() || value == Type::Void {
            return Err(format!("variable %{id} cannot be in a function"));
        }
        let initial = match instruction.operands.get(1) {
            Some(_) => {
                let constant = id_at(instruction, 1)?;
                if self.translator.constant(constant)?.ty != pointee {
                    return Err(format!("variable %{id} has an initial value of another type"));
                }
                Some(self.expr(constant)?)
            }
            None => None,
        };
        let variable = if self.translator.escaping.contains(&id) {
            let variable = match self.translator.escaped.get(&id) {
                Some(variable) => *variable,
                None => self.translator.add_private(value.clone())?,
            };
            self.translator.escaped.insert(id, variable);
            if let Some(initial) = initial {
                let target = Box::new(variable_expr(variable, value.clone()));
                let assign = Expr { kind: ExprKind::Assign(target, Box::new(initial)), ty: value.clone() };
                self.first.push(Statement::Expression(assign));
            }
            variable
        } else {
            let variable = self.translator.add_private(value.clone())?;
            self.first.push(Statement::Declare(variable, initial));
            variable
        };
        self.set(id, Value { ty, kind: ValueKind::Place(Place::Lvalue(variable_expr(variable, value))) })
    }

    /// Translates a call.
    pub fn call(&mut self, instruction: &Instruction) -> Result<()> {
        let (id, ty) = result_of(instruction)?;
        let callee = id_at(instruction, 0)?;
        let function = self.translator.index.function(callee).ok_or_else(|| format!("%{callee} is not a function"))?;
        let parameters = parameter_types(function)?;
        if parameters.len() + 1 != instruction.operands.len() || function.def.as_ref().and_then(|it| it.result_type) != Some(ty) {
            return Err(format!("the call %{id} does not fit the function"));
        }
        let (mut key, mut places, mut arguments, mut indices) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (at, parameter) in parameters.into_iter().enumerate() {
            let argument = id_at(instruction, at + 1)?;
            let value = self.value(argument)?;
            if value.ty != parameter {
                return Err(format!("argument %{argument} of the call %{id} has a wrong type"));
            }
            let place = match value.kind {
                ValueKind::Place(place) => place,
                ValueKind::Expr(expr) if expr.ty.is_opaque() => Place::Lvalue(expr),
                ValueKind::Expr(expr) => {
                    key.push(Vec::new());
                    places.push(None);
                    arguments.push(expr);
                    continue;
                }
            };
            key.push(steps(&place).ok_or_else(|| format!("argument %{argument} is a pointer that cannot be passed"))?);
            let mut copy = place.clone();
            indices.extend(dynamic_indices(&mut copy).into_iter().map(|index| index.clone()));
            places.push(Some(place));
        }
        let (function, variables) = self.translator.instance(callee, key, places)?;
        for (variable, index) in variables.into_iter().zip(indices) {
            let ty = index.ty.clone();
            let target = Box::new(variable_expr(variable, ty.clone()));
            self.push(Statement::Expression(Expr { kind: ExprKind::Assign(target, Box::new(index)), ty }));
        }
        let result = self.translator.value_type(ty)?;
        let call = Expr { kind: ExprKind::Call(function, arguments), ty: result.clone() };
        if result == Type::Void {
            self.push(Statement::Expression(call));
            return self.set(id, Value { ty, kind: ValueKind::Expr(Expr { kind: ExprKind::Constant(Vec::new()), ty: Type::Void }) });
        }
        self.define(id, ty, call)
    }

    /// Translates an instruction that is neither a label nor the end of a block.
    pub fn instruction(&mut self, instruction: &Instruction) -> Result<()> {
        match instruction.class.opcode {
            Op::Variable => self.local_variable(instruction),
            Op::FunctionCall => self.call(instruction),
            Op::Nop | Op::Line | Op::NoLine | Op::SelectionMerge | Op::LoopMerge | Op::Phi => Ok(()),
            _ => {
                let done =
                    self.memory_instruction(instruction)? || self.image_instruction(instruction)? || self.value_instruction(instruction)?;
                if done { Ok(()) } else { Err(format!("Op{} is not supported", instruction.class.opname)) }
            }
        }
    }
}

/// Returns the types of a function's parameters.
fn parameter_types(function: &dr::Function) -> Result<Vec<Id>> {
    function.parameters.iter().map(|parameter| Ok(result_of(parameter)?.1)).collect()
}
