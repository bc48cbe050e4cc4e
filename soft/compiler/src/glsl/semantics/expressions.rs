//! Expressions: names, literals, indices, members, assignments.

use super::scopes::Symbol;
use super::types::{has_array, has_unsized, name as type_name, opaque, scalar_of, vector, with_scalar};
use super::{Analyser, Checked, boxed, constant};
use crate::glsl::builtins;
use crate::glsl::constant::evaluate;
use crate::glsl::syntax;
use base::hir::{BinaryOp, Builtin, BuiltinVariable, Expr, ExprKind, Scalar, Stage, Storage, Type, UnaryOp};

/// The words of the largest constant that replaces uses of its variable. Larger ones stay variables, and only their elements at constant
/// indices are constants.
const COPIED: usize = 1024;

impl Analyser<'_> {
    /// Analyses an expression and determines its type.
    pub(super) fn expression(&mut self, expression: &syntax::Expr) -> Checked<Expr> {
        self.mark(expression.at);
        self.enter()?;
        let result = match &expression.kind {
            syntax::ExprKind::Variable(name) => self.variable_named(name)?,
            syntax::ExprKind::Constant(value) => literal(*value),
            syntax::ExprKind::Unary(operator, operand) => self.unary(*operator, operand)?,
            syntax::ExprKind::Binary(operator, left, right) => {
                let left = self.expression(left)?;
                let right = self.expression(right)?;
                self.mark(expression.at);
                self.binary(*operator, left, right)?
            }
            syntax::ExprKind::Conditional(condition, yes, no) => self.select(condition, yes, no)?,
            syntax::ExprKind::Assignment(lvalue, operator, value) => self.assignment(lvalue, *operator, value)?,
            syntax::ExprKind::Index(base, _) if self.is_subroutine(base) => {
                return self.error("a subroutine uniform can only be called");
            }
            syntax::ExprKind::Index(base, index) => self.index(base, index)?,
            syntax::ExprKind::Constructor(specifier, arguments) => self.constructor(specifier, arguments)?,
            syntax::ExprKind::Call(function, arguments) => self.call(function, arguments)?,
            syntax::ExprKind::Field(base, field) => self.field(base, field)?,
            syntax::ExprKind::PostIncrement(operand) => self.step(operand, BinaryOp::Add, true)?,
            syntax::ExprKind::PostDecrement(operand) => self.step(operand, BinaryOp::Sub, true)?,
            syntax::ExprKind::Sequence(left, right) => self.sequence(left, right)?,
        };
        self.leave();
        Ok(result)
    }

    fn variable_named(&mut self, name: &str) -> Checked<Expr> {
        match self.lookup(name) {
            Some(Symbol::Variable(id)) => {
                self.check_vertex_output(id)?;
                let sized = name != "gl_WorkGroupSize" || self.layout.local_size.is_some();
                self.check(sized, "gl_WorkGroupSize is used before the local size is declared")?;
                self.note_use(id);
                let ty = self.variables.get(id).map_or(Type::Void, |variable| variable.ty.clone());
                if let Some(words) = self.constants.get(&id).filter(|words| words.len() <= COPIED) {
                    return Ok(constant(words.clone(), ty));
                }
                Ok(Expr { kind: ExprKind::Variable(id), ty })
            }
            Some(Symbol::Member(block, index)) => {
                self.note_use(block);
                let Some(variable) = self.variables.get(block) else { return self.error("unknown block") };
                let block_type = variable.ty.clone();
                let member = match &block_type {
                    Type::Struct(structure) => structure.members.get(index).map(|member| member.ty.clone()),
                    _ => None,
                };
                let base = Expr { kind: ExprKind::Variable(block), ty: block_type };
                Ok(Expr { kind: ExprKind::Field(boxed(base), index), ty: member.unwrap_or(Type::Void) })
            }
            Some(Symbol::Type(_)) => self.error(&format!("`{name}` is a type, not a value")),
            Some(Symbol::SubroutineType) => self.error(&format!("`{name}` is a subroutine type, not a value")),
            Some(Symbol::Subroutine(_)) => self.error(&format!("`{name}` is a subroutine uniform, which can only be called")),
            Some(Symbol::Function) => self.error(&format!("`{name}` is a function, not a value")),
            None => self.error(&format!("`{name}` is not declared")),
        }
    }

    fn unary(&mut self, operator: syntax::UnaryOperator, operand: &syntax::Expr) -> Checked<Expr> {
        match operator {
            syntax::UnaryOperator::Increment => return self.step(operand, BinaryOp::Add, false),
            syntax::UnaryOperator::Decrement => return self.step(operand, BinaryOp::Sub, false),
            _ => {}
        }
        let value = self.expression(operand)?;
        let scalar = scalar_of(&value.ty);
        let (fits, op) = match operator {
            syntax::UnaryOperator::Not => (value.ty == Type::Scalar(Scalar::Bool), Some(UnaryOp::Not)),
            syntax::UnaryOperator::Complement => {
                self.need(130, 300, &["GL_EXT_gpu_shader4"], "bit operations")?;
                (scalar.is_some_and(Scalar::is_integer), Some(UnaryOp::Complement))
            }
            syntax::UnaryOperator::Minus => (scalar.is_some_and(|scalar| scalar != Scalar::Bool), Some(UnaryOp::Negate)),
            _ => (scalar.is_some_and(|scalar| scalar != Scalar::Bool), None),
        };
        if !fits {
            return self.error(&format!("this operator does not take {}", type_name(&value.ty)));
        }
        let ty = value.ty.clone();
        Ok(match op {
            Some(op) => Expr { kind: ExprKind::Unary(op, boxed(value)), ty },
            None => value,
        })
    }

    /// Analyses `++` and `--`.
    fn step(&mut self, operand: &syntax::Expr, op: BinaryOp, post: bool) -> Checked<Expr> {
        let lvalue = self.expression(operand)?;
        self.assignable(&lvalue, "this operand")?;
        let one = match scalar_of(&lvalue.ty) {
            Some(Scalar::Int | Scalar::Uint) => vec![1],
            Some(Scalar::Float) => vec![1.0_f32.to_bits()],
            Some(Scalar::Int64 | Scalar::Uint64) => vec![1, 0],
            Some(Scalar::Double) => vec![0, (1.0_f64.to_bits() >> 32) as u32],
            _ => return self.error(&format!("++ and -- do not take {}", type_name(&lvalue.ty))),
        };
        let scalar = scalar_of(&lvalue.ty).unwrap_or(Scalar::Int);
        let value = constant(one, Type::Scalar(scalar));
        let ty = lvalue.ty.clone();
        Ok(Expr { kind: ExprKind::Update { op, lvalue: boxed(lvalue), value: boxed(value), post }, ty })
    }

    fn select(&mut self, condition: &syntax::Expr, yes: &syntax::Expr, no: &syntax::Expr) -> Checked<Expr> {
        let condition = self.expression(condition)?;
        if condition.ty != Type::Scalar(Scalar::Bool) {
            return self.error(&format!("the condition of ?: must be bool, not {}", type_name(&condition.ty)));
        }
        let mut yes = self.expression(yes)?;
        let mut no = self.expression(no)?;
        if yes.ty != no.ty {
            if builtins::conversion(self.language, &yes.ty, &no.ty).is_some() {
                let ty = no.ty.clone();
                yes = self.converted(yes, &ty, "?:")?;
            } else if builtins::conversion(self.language, &no.ty, &yes.ty).is_some() {
                let ty = yes.ty.clone();
                no = self.converted(no, &ty, "?:")?;
            } else {
                return self.error(&format!(
                    "the two sides of ?: have types {} and {}; one type is accepted",
                    type_name(&yes.ty),
                    type_name(&no.ty)
                ));
            }
        }
        self.check(!opaque(&yes.ty), "?: cannot choose between samplers or images")?;
        if has_array(&yes.ty) {
            self.need(120, 300, &[], "arrays in ?:")?;
        }
        if yes.ty == Type::Void && self.language.es {
            return self.error("?: cannot choose between void values");
        }
        let ty = yes.ty.clone();
        Ok(Expr { kind: ExprKind::Select(boxed(condition), boxed(yes), boxed(no)), ty })
    }

    fn assignment(&mut self, target: &syntax::Expr, operator: Option<syntax::BinaryOperator>, value: &syntax::Expr) -> Checked<Expr> {
        let lvalue = self.expression(target)?;
        let value = self.expression(value)?;
        self.mark(target.at);
        self.assignable(&lvalue, "the left side of an assignment")?;
        let ty = lvalue.ty.clone();
        let Some(operator) = operator else {
            if has_array(&ty) && (matches!(ty, Type::Array(..)) || self.language.es) {
                self.need(120, 300, &[], "assignments of arrays")?;
            }
            self.check(!has_unsized(&ty), "an array without a size cannot be assigned")?;
            let value = self.converted(value, &ty, "an assignment")?;
            return Ok(Expr { kind: ExprKind::Assign(boxed(lvalue), boxed(value)), ty });
        };
        let (op, right) = self.compound(operator, &ty, value)?;
        Ok(Expr { kind: ExprKind::Update { op, lvalue: boxed(lvalue), value: boxed(right), post: false }, ty })
    }

    fn sequence(&mut self, left: &syntax::Expr, right: &syntax::Expr) -> Checked<Expr> {
        let left = self.expression(left)?;
        let right = self.expression(right)?;
        let ty = right.ty.clone();
        // A constant expression in the first versions; GLSL 1.20 and ESSL 3.00 exclude it.
        if !self.since(120, 300, &[])
            && let (Some(_), Some(words)) = (evaluate(&left), evaluate(&right))
        {
            return Ok(constant(words, ty));
        }
        let kind = match left.kind {
            ExprKind::Sequence(mut parts) => {
                parts.push(right);
                ExprKind::Sequence(parts)
            }
            _ => ExprKind::Sequence(vec![left, right]),
        };
        Ok(Expr { kind, ty })
    }

    /// Converts a value to a type; logs an error if impossible. `what` names the context: "an assignment".
    pub(super) fn converted(&mut self, value: Expr, ty: &Type, what: &str) -> Checked<Expr> {
        if value.ty == *ty {
            return Ok(value);
        }
        if let Some(integer) = self.integer_bound(&value).filter(|integer| integer.ty == *ty) {
            return Ok(integer);
        }
        if builtins::conversion(self.language, &value.ty, ty).is_none() {
            let message =
                format!("cannot convert {} to {} in {what}; a value of type {1} is accepted", type_name(&value.ty), type_name(ty));
            return self.error(&message);
        }
        Ok(convert(value, ty))
    }

    /// Returns a call of `min`, `max` or `clamp` with the integers that it converts to float, where only an integer is valid.
    ///
    /// GLSL 1.20 has these functions of floats only. Mesa has those of integers, too; here programs that the language lacks take them.
    fn integer_bound(&self, value: &Expr) -> Option<Expr> {
        let ExprKind::Builtin(builtin @ (Builtin::Min | Builtin::Max | Builtin::Clamp), arguments) = &value.kind else { return None };
        if self.language.es || self.language.version != 120 {
            return None;
        }
        let integers = arguments.iter().map(|argument| match &argument.kind {
            ExprKind::Convert(integer) if scalar_of(&integer.ty) == Some(Scalar::Int) => Some(Expr::clone(integer)),
            _ => None,
        });
        let integers: Option<Vec<Expr>> = integers.collect();
        Some(Expr { kind: ExprKind::Builtin(*builtin, integers?), ty: with_scalar(&value.ty, Scalar::Int) })
    }

    /// Analyses an element of an array, matrix or vector, or of an array of subroutine uniforms.
    pub(super) fn index(&mut self, base: &syntax::Expr, index: &syntax::Expr) -> Checked<Expr> {
        let mut value = if self.is_subroutine(base) { self.subroutine_operand(base)? } else { self.expression(base)? };
        let mut position = self.expression(index)?;
        self.mark(index.at);
        if let Some(integer) = self.integer_bound(&position) {
            position = integer;
        }
        if !matches!(position.ty, Type::Scalar(Scalar::Int | Scalar::Uint)) {
            // "In this document, the term integer is meant to generally include both signed and unsigned integers, including both 32-bit and
            // 64-bit integers." [ARB_gpu_shader_int64] No array has so many elements that an index needs more than 32 bits.
            if !matches!(position.ty, Type::Scalar(Scalar::Int64 | Scalar::Uint64)) {
                return self.error(&format!("an index must be an integer, not {}", type_name(&position.ty)));
            }
            if let Some([low, high]) = evaluate(&position).as_deref()
                && (*high != 0 || low.cast_signed() < 0)
            {
                return self.error("the index is out of range");
            }
            position = convert(position, &Type::Scalar(Scalar::Int));
        }
        let (element, length) = match &value.ty {
            Type::Array(element, length) => ((**element).clone(), *length),
            Type::Matrix(scalar, columns, rows) => (Type::Vector(*scalar, *rows), u32::from(*columns)),
            Type::Vector(scalar, size) => (Type::Scalar(*scalar), u32::from(*size)),
            other => {
                let message = format!("{} has no elements; arrays, matrices and vectors have", type_name(other));
                return self.error(&message);
            }
        };
        let known = evaluate(&position).and_then(|words| words.first().copied());
        let signed = position.ty == Type::Scalar(Scalar::Int);
        match known {
            Some(word) if signed && (word as i32) < 0 => return self.error(&format!("index {} is negative", word as i32)),
            Some(word) if length > 0 && word >= length => {
                return self.error(&format!("index {word} is out of range: {} has {length} elements", type_name(&value.ty)));
            }
            Some(word) if length == 0 => self.implicit_size(&value, word)?,
            None => self.dynamic_index(&mut value, &element, length, base)?,
            Some(_) => {}
        }
        if let (Some(word), Some(words)) = (known, self.constant_words(&value)) {
            let size = super::types::words(&element) as usize;
            let start = (word as usize).saturating_mul(size);
            if let Some(words) = words.get(start..start.saturating_add(size)) {
                return Ok(constant(words.to_vec(), element));
            }
        }
        Ok(Expr { kind: ExprKind::Index(boxed(value), boxed(position)), ty: element })
    }

    /// Returns the words of a constant, or of a const variable.
    fn constant_words<'a>(&'a self, value: &'a Expr) -> Option<&'a Vec<u32>> {
        match &value.kind {
            ExprKind::Constant(words) => Some(words),
            ExprKind::Variable(id) => self.constants.get(id),
            _ => None,
        }
    }

    /// Records the highest index into an unsized array.
    fn implicit_size(&mut self, value: &Expr, index: u32) -> Checked<()> {
        let key = match &value.kind {
            ExprKind::Variable(id) => (*id, None),
            ExprKind::Field(base, member) => {
                // A member of a block, or of an element of an array of blocks.
                let mut block = &**base;
                while let ExprKind::Index(array, _) = &block.kind {
                    block = array;
                }
                let ExprKind::Variable(id) = block.kind else { return Ok(()) };
                (id, Some(*member))
            }
            _ => return Ok(()),
        };
        let most = match self.variables.get(key.0).map(|variable| &variable.storage) {
            Some(Storage::StorageBlock) => u32::MAX,
            // "The size can be at most gl_MaxTextureCoords." [GLSL 1.10, 7.6]
            Some(Storage::Builtin(BuiltinVariable::TexCoord)) => builtins::FIXED_FUNCTION_UNITS,
            Some(Storage::Builtin(_)) => 16,
            _ => 65536,
        };
        self.check(index < most, &format!("index {index} is too large for an array without a size"))?;
        let highest = self.highest.entry(key).or_insert(0);
        *highest = (*highest).max(index);
        Ok(())
    }

    /// Returns true for `gl_ClipDistance` or `gl_CullDistance` of a geometry shader's `gl_in` whose size the shader does not declare.
    ///
    /// "The gl_ClipDistance array is predeclared as unsized and must be explicitly sized by the shader either redeclaring it with a size or
    /// implicitly sized by indexing it only with constant integral expressions." [GLSL 4.60, 7.1]
    pub(super) fn implicit_distance(&self, value: &Expr) -> bool {
        let ExprKind::Field(base, member) = &value.kind else { return false };
        let Type::Struct(structure) = &base.ty else { return false };
        let Some(member) = structure.members.get(*member) else { return false };
        let distance = matches!(member.qualifiers.builtin, Some(BuiltinVariable::ClipDistance | BuiltinVariable::CullDistance));
        let redeclared = self.layout.vertex_inputs.iter().flatten().find(|known| known.name == member.name);
        let sized = redeclared.is_some_and(|known| matches!(known.ty, Type::Array(_, 1..)));
        distance && self.language.stage == Stage::Geometry && !sized
    }

    /// Analyses an index that is not constant: checks the language's restrictions, and replaces the words of const arrays by their
    /// variables.
    fn dynamic_index(&mut self, value: &mut Expr, element: &Type, length: u32, base: &syntax::Expr) -> Checked<()> {
        if let (ExprKind::Constant(_), syntax::ExprKind::Variable(name)) = (&value.kind, &base.kind)
            && let Some(Symbol::Variable(id)) = self.lookup(name)
            && self.variables.get(id).is_some_and(|variable| !matches!(variable.storage, Storage::Builtin(_)))
        {
            value.kind = ExprKind::Variable(id);
        }
        self.check(!self.implicit_distance(value), "gl_ClipDistance and gl_CullDistance without a size need constant indices")?;
        if length == 0 {
            let runtime = match &value.kind {
                ExprKind::Field(base, _) => self.root_storage(base) == Some(Storage::StorageBlock),
                ExprKind::Variable(id) => self.variables.get(*id).is_some_and(|variable| {
                    matches!(variable.storage, Storage::In | Storage::InBlock | Storage::Out | Storage::OutBlock)
                        && self.language.stage == Stage::TessControl
                }),
                _ => false,
            };
            return self.check(runtime, "an array without a size needs constant indices; declare it with a size");
        }
        let storage = if let ExprKind::Variable(id) = value.kind { self.variables.get(id).map(|variable| &variable.storage) } else { None };
        let (uniform, buffer) = (storage == Some(&Storage::UniformBlock), storage == Some(&Storage::StorageBlock));
        // "All indices used to index a shader storage block array must be constant integral expressions. A uniform block array can only be indexed
        // with a dynamically uniform integral expression" [EXT_gpu_shader5]. Without the extension both need constants.
        self.check(!(buffer && self.language.es), "arrays of storage blocks need constant indices")?;
        if (uniform || buffer) && !self.since(400, 320, &["GL_ARB_gpu_shader5", "GL_EXT_gpu_shader5", "GL_OES_gpu_shader5"]) {
            return self.error("arrays of blocks need constant indices here; version 400 or GL_ARB_gpu_shader5 lifts that");
        }
        // [GLSL 3.30] 4.1.7: "Samplers aggregated into arrays within a shader (using square brackets [ ]) can only be indexed with integral
        // constant expressions". Structures that hold samplers are aggregated into arrays of structures, which the sentence does not
        // name: programs index them in loops, and Mesa accepts it.
        if matches!(element.without_array(), Type::Sampler(_))
            && (matches!(self.language.version, 130..=330) || self.language.es && self.language.version >= 300)
            && !self.since(400, 320, &["GL_ARB_gpu_shader5", "GL_EXT_gpu_shader5", "GL_OES_gpu_shader5"])
        {
            return self.error("arrays of samplers need constant indices here; version 400 or GL_ARB_gpu_shader5 lifts that");
        }
        // [ESSL 3.10] 4.1.7.2: images too need constant integral expressions.
        if matches!(element.without_array(), Type::Image(_))
            && self.language.es
            && !self.since(0, 320, &["GL_EXT_gpu_shader5", "GL_OES_gpu_shader5"])
        {
            return self.error("arrays of images need constant indices here; version 320 or GL_EXT_gpu_shader5 lifts that");
        }
        Ok(())
    }

    fn field(&mut self, base: &syntax::Expr, field: &str) -> Checked<Expr> {
        let value = self.expression(base)?;
        match &value.ty {
            Type::Struct(structure) => {
                let Some(index) = structure.members.iter().position(|member| member.name == field) else {
                    let message = format!("{} has no member `{field}`", type_name(&value.ty));
                    return self.error(&message);
                };
                let ty = structure.members.get(index).map_or(Type::Void, |member| member.ty.clone());
                Ok(Expr { kind: ExprKind::Field(boxed(value), index), ty })
            }
            Type::Vector(scalar, size) => {
                let (scalar, size) = (*scalar, *size);
                self.swizzle(value, scalar, size, field)
            }
            Type::Scalar(scalar) => {
                let scalar = *scalar;
                self.need(420, 0, &["GL_ARB_shading_language_420pack"], "components of a scalar")?;
                self.swizzle(value, scalar, 1, field)
            }
            other => {
                let message = format!("{} has no members; `.{field}` is not accepted", type_name(other));
                self.error(&message)
            }
        }
    }

    fn swizzle(&mut self, value: Expr, scalar: Scalar, size: u8, field: &str) -> Checked<Expr> {
        let set = ["xyzw", "rgba", "stpq"].into_iter().find(|set| field.chars().all(|letter| set.contains(letter)));
        let components: Vec<u8> = match set {
            Some(set) if (1..=4).contains(&field.len()) => {
                field.chars().filter_map(|letter| set.find(letter)).map(|index| index as u8).collect()
            }
            _ => return self.error(&format!("`.{field}` is not a selection of 1 to 4 components from xyzw, rgba or stpq")),
        };
        if components.iter().any(|&component| component >= size) {
            return self.error(&format!("`.{field}` names a component that {} does not have", type_name(&value.ty)));
        }
        let ty = vector(scalar, components.len() as u8);
        Ok(Expr { kind: ExprKind::Swizzle(boxed(value), components), ty })
    }
}

/// Converts component by component, even where the language has no implicit conversion.
pub(super) fn convert(value: Expr, ty: &Type) -> Expr {
    if value.ty == *ty { value } else { Expr { kind: ExprKind::Convert(boxed(value)), ty: ty.clone() } }
}

/// Returns the constant of a literal.
fn literal(value: syntax::Constant) -> Expr {
    let wide = |bits: u64| vec![bits as u32, (bits >> 32) as u32];
    let (words, scalar) = match value {
        syntax::Constant::Int(value) => (vec![value as u32], Scalar::Int),
        syntax::Constant::Uint(value) => (vec![value], Scalar::Uint),
        syntax::Constant::Int64(bits) => (wide(bits), Scalar::Int64),
        syntax::Constant::Uint64(bits) => (wide(bits), Scalar::Uint64),
        syntax::Constant::Bool(value) => (vec![if value { u32::MAX } else { 0 }], Scalar::Bool),
        syntax::Constant::Float(value) => (vec![value.to_bits()], Scalar::Float),
        syntax::Constant::Double(value) => (wide(value.to_bits()), Scalar::Double),
    };
    constant(words, Type::Scalar(scalar))
}
