#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::*;
use crate::glsl::builtins::type_named;
use base::hir::{BinaryOp, Member, MemberQualifiers, StructType, UnaryOp};
use std::sync::Arc;

fn ty(name: &str) -> Type {
    type_named(name).expect("a type")
}

fn floats(name: &str, values: &[f32]) -> Expr {
    Expr { kind: ExprKind::Constant(values.iter().map(|value| value.to_bits()).collect()), ty: ty(name) }
}

fn ints(name: &str, values: &[i32]) -> Expr {
    Expr { kind: ExprKind::Constant(values.iter().map(|value| *value as u32).collect()), ty: ty(name) }
}

fn expr(name: &str, kind: ExprKind) -> Expr {
    Expr { kind, ty: ty(name) }
}

fn operate(result: &str, op: BinaryOp, a: Expr, b: Expr) -> Vec<u32> {
    evaluate(&expr(result, ExprKind::Binary(op, Box::new(a), Box::new(b)))).expect("constant")
}

fn as_floats(words: Vec<u32>) -> Vec<f32> {
    words.into_iter().map(f32::from_bits).collect()
}

fn call(result: &str, builtin: Builtin, arguments: Vec<Expr>) -> Option<Vec<u32>> {
    evaluate(&expr(result, ExprKind::Builtin(builtin, arguments)))
}

#[test]
fn vectors_and_scalars_by_component() {
    let sum = operate("vec3", BinaryOp::Add, floats("vec3", &[1.0, 2.0, 3.0]), floats("float", &[0.5]));
    assert_eq!(as_floats(sum), [1.5, 2.5, 3.5]);
    assert_eq!(operate("ivec2", BinaryOp::ShiftLeft, ints("ivec2", &[1, -1]), ints("uint", &[33])), [2, (-2i32) as u32]);
}

#[test]
fn integer_division_by_zero_gives_all_ones() {
    assert_eq!(operate("int", BinaryOp::Div, ints("int", &[7]), ints("int", &[0])), [u32::MAX]);
    assert_eq!(operate("int", BinaryOp::Mod, ints("int", &[7]), ints("int", &[0])), [7]);
    assert_eq!(operate("uint", BinaryOp::Div, ints("uint", &[7]), ints("uint", &[0])), [u32::MAX]);
    assert_eq!(operate("int", BinaryOp::Div, ints("int", &[i32::MIN]), ints("int", &[-1])), [i32::MIN as u32]);
}

#[test]
fn matrices_multiply() {
    let matrix = || floats("mat2x3", &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let product = operate("vec3", BinaryOp::Mul, matrix(), floats("vec2", &[10.0, 1.0]));
    assert_eq!(as_floats(product), [14.0, 25.0, 36.0]);
    let product = operate("vec2", BinaryOp::Mul, floats("vec3", &[1.0, 0.0, 1.0]), matrix());
    assert_eq!(as_floats(product), [4.0, 10.0]);
    let product = operate("mat2", BinaryOp::Mul, floats("mat2", &[1.0, 2.0, 3.0, 4.0]), floats("mat2", &[0.0, 1.0, 1.0, 0.0]));
    assert_eq!(as_floats(product), [3.0, 4.0, 1.0, 2.0]);
}

#[test]
fn whole_values_compare() {
    let nan = || floats("vec2", &[f32::NAN, 1.0]);
    assert_eq!(operate("bool", BinaryOp::Equal, nan(), nan()), [0]);
    let zeros = operate("bool", BinaryOp::Equal, floats("float[2]", &[0.0, 1.0]), floats("float[2]", &[-0.0, 1.0]));
    assert_eq!(zeros, [u32::MAX]);
}

#[test]
fn constructors_fill_and_copy() {
    let diagonal = evaluate(&expr("mat2x3", ExprKind::Construct(vec![floats("float", &[2.0])]))).unwrap();
    assert_eq!(as_floats(diagonal), [2.0, 0.0, 0.0, 0.0, 2.0, 0.0]);
    let grown = evaluate(&expr("mat3", ExprKind::Construct(vec![floats("mat2", &[1.0, 2.0, 3.0, 4.0])]))).unwrap();
    assert_eq!(as_floats(grown), [1.0, 2.0, 0.0, 3.0, 4.0, 0.0, 0.0, 0.0, 1.0]);
    let parts = vec![floats("vec2", &[1.0, 2.0]), floats("vec2", &[3.0, 4.0])];
    assert_eq!(as_floats(evaluate(&expr("vec3", ExprKind::Construct(parts))).unwrap()), [1.0, 2.0, 3.0]);
}

#[test]
fn indices_fields_and_swizzles_select() {
    let column = ExprKind::Index(Box::new(floats("mat2", &[1.0, 2.0, 3.0, 4.0])), Box::new(ints("int", &[1])));
    assert_eq!(as_floats(evaluate(&expr("vec2", column)).unwrap()), [3.0, 4.0]);
    let swizzled = ExprKind::Swizzle(Box::new(floats("vec3", &[1.0, 2.0, 3.0])), vec![2, 0, 0]);
    assert_eq!(as_floats(evaluate(&expr("vec3", swizzled)).unwrap()), [3.0, 1.0, 1.0]);
    let member = |name: &str, of: &str| Member { name: name.into(), ty: ty(of), qualifiers: MemberQualifiers::default() };
    let structure = StructType::new("S", vec![member("a", "dvec2"), member("b", "int")]);
    let value = Expr { kind: ExprKind::Constant(vec![0, 1, 2, 3, 4]), ty: Type::Struct(Arc::new(structure)) };
    assert_eq!(evaluate(&expr("int", ExprKind::Field(Box::new(value), 1))), Some(vec![4]));
}

#[test]
fn an_index_out_of_range_gives_some_element() {
    // The last one, as at run time.
    let element = ExprKind::Index(Box::new(ints("int[2]", &[5, 6])), Box::new(ints("int", &[i32::MIN])));
    assert_eq!(evaluate(&expr("int", element)), Some(vec![6]));
}

#[test]
fn conversions_saturate() {
    let convert = |to: &str, value: Expr| evaluate(&expr(to, ExprKind::Convert(Box::new(value)))).unwrap();
    assert_eq!(convert("int", floats("float", &[1e20])), [i32::MAX as u32]);
    assert_eq!(convert("uint", floats("float", &[f32::NAN])), [0]);
    assert_eq!(convert("bvec2", ints("ivec2", &[0, 7])), [0, u32::MAX]);
    assert_eq!(convert("double", floats("float", &[1.0])), [0, 0x3FF0_0000]);
}

#[test]
fn functions_of_constants() {
    assert_eq!(as_floats(call("float", Builtin::Length, vec![floats("vec2", &[3.0, 4.0])]).unwrap()), [5.0]);
    assert_eq!(as_floats(call("vec2", Builtin::Max, vec![floats("vec2", &[1.0, 3.0]), floats("float", &[2.0])]).unwrap()), [2.0, 3.0]);
    assert_eq!(call("int", Builtin::Clamp, vec![ints("int", &[9]), ints("int", &[0]), ints("int", &[4])]), Some(vec![4]));
    assert_eq!(as_floats(call("float", Builtin::Min, vec![floats("float", &[f32::NAN]), floats("float", &[2.0])]).unwrap()), [2.0]);
    assert_eq!(as_floats(call("float", Builtin::Min, vec![floats("float", &[2.0]), floats("float", &[f32::NAN])]).unwrap()), [2.0]);
    let transposed = call("mat3x2", Builtin::Transpose, vec![floats("mat2x3", &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])]);
    assert_eq!(as_floats(transposed.unwrap()), [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
    let outer = call("mat2x3", Builtin::OuterProduct, vec![floats("vec3", &[1.0, 2.0, 3.0]), floats("vec2", &[1.0, 10.0])]);
    assert_eq!(as_floats(outer.unwrap()), [1.0, 2.0, 3.0, 10.0, 20.0, 30.0]);
    assert_eq!(call("uint", Builtin::PackUnorm4x8, vec![floats("vec4", &[1.0, 0.0, 2.0, -1.0])]), Some(vec![0x00FF_00FF]));
    assert_eq!(
        call("int", Builtin::BitfieldExtract, vec![ints("int", &[0xF0]), ints("int", &[4]), ints("int", &[4])]),
        Some(vec![u32::MAX])
    );
}

#[test]
fn expressions_that_are_not_constant_have_no_value() {
    assert_eq!(evaluate(&expr("float", ExprKind::Variable(0))), None);
    let sum = ExprKind::Binary(BinaryOp::Add, Box::new(floats("float", &[1.0])), Box::new(expr("float", ExprKind::Variable(0))));
    assert_eq!(evaluate(&expr("float", sum)), None);
}

#[test]
fn endless_nesting_is_refused() {
    let mut value = ints("int", &[1]);
    for _ in 0..10_000 {
        value = expr("int", ExprKind::Unary(UnaryOp::Negate, Box::new(value)));
    }
    assert_eq!(evaluate(&value), None);
    // Dropping it would recurse as deeply.
    std::mem::forget(value);
}

#[test]
fn transcendental_functions_match_the_interpreter() {
    use base::core::math;
    let x = 0.7f32;
    let value = |builtin| f32::from_bits(call("float", builtin, vec![floats("float", &[x])]).unwrap()[0]);
    assert_eq!(value(Builtin::Sin), math::sin(x));
    assert_eq!(value(Builtin::Log2), math::log2(x));
    for (builtin, expected) in [
        (Builtin::Exp, 2.013_752_7),
        (Builtin::Log, -0.356_674_94),
        (Builtin::Sinh, 0.758_583_7),
        (Builtin::Cosh, 1.255_169),
        (Builtin::Tanh, 0.604_367_8),
        (Builtin::Asinh, 0.652_666_6),
        (Builtin::Atanh, 0.867_300_5),
    ] {
        assert!((value(builtin) - expected).abs() < 2e-6, "{builtin:?}: {} instead of {expected}", value(builtin));
    }
    let power = call("float", Builtin::Pow, vec![floats("float", &[2.0]), floats("float", &[10.0])]).unwrap();
    assert_eq!(as_floats(power), [1024.0]);
    assert_eq!(call("uint", Builtin::PackHalf2x16, vec![floats("vec2", &[1.0, -2.0])]), Some(vec![0xC000_3C00]));
}
