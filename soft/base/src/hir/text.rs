//! The text form of checked shaders, for developers: the syntax of GLSL where it has one. A variable is its name and its number, `color%3`.

use super::{
    BinaryOp, Builtin, Direction, Expr, ExprKind, Scalar, Shader, Statement, Storage, TextureCall, Type, UnaryOp, VarId, type_name,
};
use std::fmt::{self, Display, Formatter};

/// The text of a part of a shader.
struct Text<'shader, T> {
    shader: &'shader Shader,
    part: T,
}

impl Display for Shader {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        writeln!(out, "{:?} shader, version {}{}", self.stage, self.version, if self.es { " es" } else { "" })?;
        for (id, variable) in
            self.variables.iter().enumerate().filter(|(_, variable)| variable.used && variable.storage != Storage::Private)
        {
            write!(out, "{:?} {} {}", variable.storage, type_name(&variable.ty), Text { shader: self, part: id })?;
            match self.locations.get(id).and_then(Option::as_ref) {
                Some(location) => writeln!(out, " at {location:?}")?,
                None => writeln!(out)?,
            }
        }
        if !self.initialise.is_empty() {
            writeln!(out, "initialise")?;
            self.write_body(&self.initialise, 1, out)?;
        }
        for (id, function) in self.functions.iter().enumerate() {
            let Some(body) = &function.body else { continue };
            write!(out, "{} {}#{id}(", type_name(&function.result), function.name)?;
            for (number, (parameter, direction)) in function.parameters.iter().enumerate() {
                let direction = match direction {
                    Direction::In => "",
                    Direction::Out => "out ",
                    Direction::InOut => "inout ",
                };
                let ty = self.variables.get(*parameter).map_or_else(String::new, |variable| type_name(&variable.ty));
                let separator = if number > 0 { ", " } else { "" };
                write!(out, "{separator}{direction}{ty} {}", Text { shader: self, part: *parameter })?;
            }
            writeln!(out, ")")?;
            self.write_body(body, 1, out)?;
        }
        Ok(())
    }
}

impl Shader {
    /// Writes statements, one to a line.
    fn write_body(&self, body: &[Statement], depth: usize, out: &mut Formatter<'_>) -> fmt::Result {
        body.iter().try_for_each(|statement| self.write_statement(statement, depth, out))
    }

    fn write_statement(&self, statement: &Statement, depth: usize, out: &mut Formatter<'_>) -> fmt::Result {
        let expr = |part: &Expr| Text { shader: self, part }.to_string();
        let indent = depth * 2;
        write!(out, "{:indent$}", "")?;
        match statement {
            Statement::Expression(value) => writeln!(out, "{}", expr(value)),
            Statement::Declare(id, value) => {
                let ty = self.variables.get(*id).map_or_else(String::new, |variable| type_name(&variable.ty));
                write!(out, "{ty} {}", Text { shader: self, part: *id })?;
                match value {
                    Some(value) => writeln!(out, " = {}", expr(value)),
                    None => writeln!(out),
                }
            }
            Statement::If { condition, then, otherwise } => {
                writeln!(out, "if {}", expr(condition))?;
                self.write_body(then, depth + 1, out)?;
                if otherwise.is_empty() {
                    return Ok(());
                }
                writeln!(out, "{:indent$}else", "")?;
                self.write_body(otherwise, depth + 1, out)
            }
            Statement::Loop { condition, test_first, step, body } => {
                let test = |out: &mut Formatter<'_>| match condition {
                    Some(condition) => writeln!(out, "{:indent$}while {}", "", expr(condition), indent = indent + 2),
                    None => Ok(()),
                };
                writeln!(out, "loop")?;
                if *test_first {
                    test(out)?;
                }
                self.write_body(body, depth + 1, out)?;
                if let Some(step) = step {
                    writeln!(out, "{:indent$}step {}", "", expr(step), indent = indent + 2)?;
                }
                if *test_first { Ok(()) } else { test(out) }
            }
            Statement::Switch { selector, cases } => {
                writeln!(out, "switch {}", expr(selector))?;
                for (labels, body) in cases {
                    for label in labels {
                        match label {
                            Some(label) => writeln!(out, "{:indent$}case {}", "", label.cast_signed())?,
                            None => writeln!(out, "{:indent$}default", "")?,
                        }
                    }
                    self.write_body(body, depth + 1, out)?;
                }
                Ok(())
            }
            Statement::Break => writeln!(out, "break"),
            Statement::Continue => writeln!(out, "continue"),
            Statement::Return(None) => writeln!(out, "return"),
            Statement::Return(Some(value)) => writeln!(out, "return {}", expr(value)),
            Statement::Discard => writeln!(out, "discard"),
        }
    }
}

impl Display for Text<'_, VarId> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let name = self.shader.variables.get(self.part).map_or("", |variable| &variable.name);
        write!(out, "{name}%{}", self.part)
    }
}

impl<'shader> Display for Text<'shader, &'shader Expr> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let of = |part: &'shader Expr| Text { shader: self.shader, part };
        let Expr { kind, ty } = self.part;
        match kind {
            ExprKind::Constant(words) => write_constant(words, ty, out),
            ExprKind::Variable(id) => write!(out, "{}", Text { shader: self.shader, part: *id }),
            ExprKind::Index(array, index) => write!(out, "{}[{}]", of(array), of(index)),
            ExprKind::Field(structure, member) => match &structure.ty {
                Type::Struct(ty) => write!(out, "{}.{}", of(structure), ty.members.get(*member).map_or("", |member| &member.name)),
                _ => write!(out, "{}.{member}", of(structure)),
            },
            ExprKind::Swizzle(vector, components) => {
                let letters: String = components.iter().filter_map(|component| "xyzw".chars().nth(usize::from(*component))).collect();
                write!(out, "{}.{letters}", of(vector))
            }
            ExprKind::Unary(op, operand) => write!(out, "{}{}", unary(*op), of(operand)),
            ExprKind::Binary(op, left, right) => write!(out, "({} {} {})", of(left), binary(*op), of(right)),
            ExprKind::And(left, right) => write!(out, "({} && {})", of(left), of(right)),
            ExprKind::Or(left, right) => write!(out, "({} || {})", of(left), of(right)),
            ExprKind::Select(condition, then, otherwise) => write!(out, "({} ? {} : {})", of(condition), of(then), of(otherwise)),
            ExprKind::Assign(left, right) => write!(out, "{} = {}", of(left), of(right)),
            ExprKind::Update { op, lvalue, value, post } => {
                write!(out, "{} {}= {}{}", of(lvalue), binary(*op), of(value), if *post { " after it" } else { "" })
            }
            ExprKind::Call(function, arguments) => {
                let name = self.shader.functions.get(*function).map_or("", |function| &function.name);
                self.write_list(&format!("{name}#{function}"), arguments, out)
            }
            ExprKind::Builtin(Builtin::Texture(call), arguments) => self.write_list(&texture(*call), arguments, out),
            ExprKind::Builtin(function, arguments) => self.write_list(&format!("{function:?}"), arguments, out),
            ExprKind::Construct(parts) => self.write_list(&type_name(ty), parts, out),
            ExprKind::Convert(value) => write!(out, "({} as {})", of(value), type_name(ty)),
            ExprKind::RuntimeLength(array) => write!(out, "{}.length()", of(array)),
            ExprKind::Sequence(parts) => self.write_list("", parts, out),
        }
    }
}

impl Text<'_, &Expr> {
    /// Writes a name and expressions in parentheses.
    fn write_list(&self, name: &str, parts: &[Expr], out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "{name}(")?;
        for (number, part) in parts.iter().enumerate() {
            write!(out, "{}{}", if number > 0 { ", " } else { "" }, Text { shader: self.shader, part })?;
        }
        write!(out, ")")
    }
}

/// Writes a constant: the values of scalars and vectors of 32 bits, the words of other types.
fn write_constant(words: &[u32], ty: &Type, out: &mut Formatter<'_>) -> fmt::Result {
    let (Type::Scalar(scalar) | Type::Vector(scalar, _)) = ty else { return write!(out, "{}{words:x?}", type_name(ty)) };
    let value = |word: &u32| match scalar {
        Scalar::Bool => (*word != 0).to_string(),
        Scalar::Int => word.cast_signed().to_string(),
        Scalar::Uint => format!("{word}u"),
        Scalar::Float => format!("{:?}", f32::from_bits(*word)),
        Scalar::Double | Scalar::Int64 | Scalar::Uint64 => format!("{word:#x}"),
    };
    let values: Vec<_> = words.iter().map(value).collect();
    if values.len() == 1 { write!(out, "{}", values.concat()) } else { write!(out, "{}({})", type_name(ty), values.join(", ")) }
}

/// Returns the name of a texture function: its level of detail, and what else holds of it.
fn texture(call: TextureCall) -> String {
    let TextureCall { lod, project, offset, fetch, gather, separate_reference, component, single } = call;
    let parts = [
        (project, "project"),
        (offset, "offset"),
        (fetch, "fetch"),
        (gather, "gather"),
        (separate_reference, "reference"),
        (component, "component"),
        (single, "single"),
    ];
    let parts = parts.into_iter().filter(|(holds, _)| *holds).map(|(_, part)| format!(" {part}"));
    format!("Texture<{lod:?}{}>", parts.collect::<String>())
}

fn unary(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Negate => "-",
        UnaryOp::Not => "!",
        UnaryOp::Complement => "~",
    }
}

fn binary(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Mod => "%",
        BinaryOp::ShiftLeft => "<<",
        BinaryOp::ShiftRight => ">>",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitOr => "|",
        BinaryOp::BitXor => "^",
        BinaryOp::Less => "<",
        BinaryOp::LessEqual => "<=",
        BinaryOp::Greater => ">",
        BinaryOp::GreaterEqual => ">=",
        BinaryOp::Equal => "==",
        BinaryOp::NotEqual => "!=",
    }
}
