//! Operators, conversions and constructors.

use super::{Rule, bounded, plain, rounded, rule_of, unit};
use crate::bounded::{Bounded, Expect, dot};
use crate::inputs::Domain::{All, Convertible, Moderate, NotZero, Shift, Unit};
use crate::signatures::Signature;
use crate::types::{Scalar, Ty, Value};

/// The operators as function prototypes, named by their symbols; constructors are named by their types.
pub const OPERATORS: &str = "
@ d110 e100
genType + (genType, genType) (genType, float) (float, genType)
genType - (genType, genType) (genType, float) (float, genType)
genType * (genType, genType) (genType, float) (float, genType)
genType / (genType, genType) (genType, float) (float, genType)
genType neg (genType)
genType ++ (genType)
genType -- (genType)
genIType + (genIType, genIType) (genIType, int) (int, genIType)
genIType - (genIType, genIType) (genIType, int) (int, genIType)
genIType * (genIType, genIType) (genIType, int) (int, genIType)
genIType / (genIType, genIType) (genIType, int) (int, genIType)
genIType neg (genIType)
genIType ++ (genIType)
genIType -- (genIType)
bool < (float, float) (int, int)
bool <= (float, float) (int, int)
bool > (float, float) (int, int)
bool >= (float, float) (int, int)
bool == (genType, genType) (genIType, genIType) (genBType, genBType) (mat, mat)
bool != (genType, genType) (genIType, genIType) (genBType, genBType) (mat, mat)
bool && (bool, bool)
bool || (bool, bool)
bool ^^ (bool, bool)
bool ! (bool)
genType ?: (bool, genType, genType)
genIType ?: (bool, genIType, genIType)
genBType ?: (bool, genBType, genBType)
mat + (mat, mat) (mat, float) (float, mat)
mat - (mat, mat) (mat, float) (float, mat)
mat * (mat, float) (float, mat)
mat / (mat, mat) (mat, float) (float, mat)
mat neg (mat)
mat2 * (mat2, mat2) (mat3x2, mat2x3) (mat4x2, mat2x4)
mat3 * (mat3, mat3) (mat2x3, mat3x2) (mat4x3, mat3x4)
mat4 * (mat4, mat4) (mat2x4, mat4x2) (mat3x4, mat4x3)
mat2x3 * (mat3, mat2x3) (mat2x3, mat2) (mat4x3, mat2x4)
mat4x2 * (mat2, mat4x2) (mat3x2, mat4x3) (mat4x2, mat4)
vec2 * (mat2, vec2) (mat3x2, vec3) (mat4x2, vec4) (vec2, mat2) (vec3, mat2x3) (vec4, mat2x4)
vec3 * (mat2x3, vec2) (mat3, vec3) (mat4x3, vec4) (vec2, mat3x2) (vec3, mat3) (vec4, mat3x4)
vec4 * (mat2x4, vec2) (mat3x4, vec3) (mat4, vec4) (vec2, mat4x2) (vec3, mat4x3) (vec4, mat4)
float float (int) (bool) (vec3)
int int (float) (bool) (ivec4)
bool bool (float) (int)
vec2 vec2 (float) (ivec2) (bvec2) (float, float) (vec3)
vec3 vec3 (float) (ivec3) (bvec3) (vec2, float) (float, ivec2) (vec4)
vec4 vec4 (float) (ivec4) (bvec4) (vec2, vec2) (float, vec3) (int, ivec2, bool) (mat2)
ivec2 ivec2 (int) (vec2) (bvec2) (int, float)
ivec3 ivec3 (int) (vec3) (bvec3) (ivec2, int)
ivec4 ivec4 (int) (vec4) (bvec4) (ivec2, vec2)
bvec2 bvec2 (bool) (vec2) (ivec2)
bvec3 bvec3 (bool) (vec3) (ivec3)
bvec4 bvec4 (bool) (vec4) (ivec4) (bool, bvec3)
mat2 mat2 (float) (vec2, vec2) (float, float, float, float)
mat3 mat3 (float) (vec3, vec3, vec3)
mat4 mat4 (float) (vec4, vec4, vec4, vec4)
@ d120 e300
mat2 mat2 (mat3) (mat4) (mat2x3) (mat4x2)
mat3 mat3 (mat2) (mat4) (mat2x4) (mat4x3)
mat4 mat4 (mat2) (mat3) (mat2x3) (mat3x4)
mat2x3 mat2x3 (float) (vec3, vec3) (mat4x2) (mat3)
mat2x4 mat2x4 (float) (vec4, vec4) (mat4x2) (mat3)
mat3x2 mat3x2 (float) (vec2, vec2, vec2) (mat4) (mat2x4)
mat3x4 mat3x4 (float) (vec4, vec4, vec4) (mat2) (mat4x3)
mat4x2 mat4x2 (float) (vec2, vec2, vec2, vec2) (mat3) (mat2x4)
mat4x3 mat4x3 (float) (vec3, vec3, vec3, vec3) (mat2) (mat3x4)
@ d130 e300
genUType + (genUType, genUType) (genUType, uint) (uint, genUType)
genUType - (genUType, genUType) (genUType, uint) (uint, genUType)
genUType * (genUType, genUType) (genUType, uint) (uint, genUType)
genUType / (genUType, genUType) (genUType, uint) (uint, genUType)
genUType neg (genUType)
genUType % (genUType, genUType) (genUType, uint) (uint, genUType)
genIType % (genIType, genIType) (genIType, int) (int, genIType)
genIType << (genIType, genIType) (genIType, genUType) (genIType, int)
genUType << (genUType, genUType) (genUType, genIType) (genUType, uint)
genIType >> (genIType, genIType) (genIType, genUType) (genIType, uint)
genUType >> (genUType, genUType) (genUType, genIType) (genUType, int)
genIType & (genIType, genIType) (genIType, int) (int, genIType)
genUType & (genUType, genUType) (genUType, uint) (uint, genUType)
genIType | (genIType, genIType) (genIType, int) (int, genIType)
genUType | (genUType, genUType) (genUType, uint) (uint, genUType)
genIType ^ (genIType, genIType) (genIType, int) (int, genIType)
genUType ^ (genUType, genUType) (genUType, uint) (uint, genUType)
genIType ~ (genIType)
genUType ~ (genUType)
bool < (uint, uint)
bool <= (uint, uint)
bool > (uint, uint)
bool >= (uint, uint)
bool == (genUType, genUType)
bool != (genUType, genUType)
uint uint (int) (float) (bool)
float float (uint)
int int (uint)
bool bool (uint)
uvec2 uvec2 (uint) (vec2) (ivec2) (bvec2)
uvec3 uvec3 (uint) (vec3) (ivec3) (bvec3)
uvec4 uvec4 (uint) (vec4) (ivec4) (bvec4) (uint, ivec2, float)
vec4 vec4 (uvec4)
ivec4 ivec4 (uvec4)
@ d400
genDType + (genDType, genDType) (genDType, double) (double, genDType)
genDType - (genDType, genDType) (genDType, double) (double, genDType)
genDType * (genDType, genDType) (genDType, double) (double, genDType)
genDType / (genDType, genDType) (genDType, double) (double, genDType)
genDType neg (genDType)
genDType + (genDType, genType) (genIType, genDType)
bool < (double, double)
bool <= (double, double)
bool > (double, double)
bool >= (double, double)
bool == (genDType, genDType) (dmat, dmat)
bool != (genDType, genDType) (dmat, dmat)
dmat + (dmat, dmat)
dmat - (dmat, dmat)
dmat * (dmat, double)
dmat2 * (dmat2, dmat2) (dmat3x2, dmat2x3) (dmat4x2, dmat2x4)
dmat3 * (dmat3, dmat3) (dmat2x3, dmat3x2)
dmat4 * (dmat4, dmat4) (dmat3x4, dmat4x3)
dvec2 * (dmat2, dvec2) (dmat3x2, dvec3) (dvec4, dmat2x4)
dvec3 * (dmat2x3, dvec2) (dmat3, dvec3) (dvec3, dmat3)
dvec4 * (dmat2x4, dvec2) (dmat4, dvec4) (dvec4, dmat4)
double double (float) (int) (uint) (bool)
float float (double)
int int (double)
uint uint (double)
bool bool (double)
dvec3 dvec3 (double) (vec3) (ivec3) (uvec3) (bvec3) (dvec2, float)
vec3 vec3 (dvec3)
ivec3 ivec3 (dvec3)
uvec3 uvec3 (dvec3)
dmat2 dmat2 (double) (mat2) (dmat4)
mat3 mat3 (dmat3)
";

/// Returns the expression that calls a function or applies an operator.
pub fn call(name: &str, arguments: &[String]) -> String {
    match (name, arguments) {
        ("neg", [x]) => format!("-{x}"),
        ("++" | "--", [x]) => format!("{name}{x}"),
        ("~" | "!", [x]) => format!("{name}{x}"),
        ("?:", [x, y, z]) => format!("{x} ? {y} : {z}"),
        (symbol, [x, y]) if !symbol.starts_with(char::is_alphabetic) => format!("{x} {symbol} {y}"),
        _ => format!("{name}({})", arguments.join(", ")),
    }
}

/// Integer arithmetic, which wraps.
fn wrapped(value: i128, scalar: Scalar) -> Expect {
    Expect::Exact(if scalar == Scalar::Uint { f64::from(value as u32) } else { f64::from(value as i32) })
}

/// Converts a component to another scalar type.
fn converted(value: f64, to: Scalar) -> f64 {
    match to {
        Scalar::Float => super::single(value),
        Scalar::Double => value,
        Scalar::Int => f64::from(value.trunc() as i64 as i32),
        Scalar::Uint => f64::from(value.trunc() as i64 as u32),
        Scalar::Bool => f64::from(u8::from(value != 0.0)),
    }
}

fn constructed(ty: Ty, arguments: &[Value]) -> Vec<Expect> {
    let from = &arguments[0];
    let alone = arguments.len() == 1;
    let component = |column: usize, row: usize| {
        if ty.columns > 1 && alone && from.at.len() == 1 {
            return if column == row { from.at[0] } else { 0.0 };
        }
        if ty.columns > 1 && alone && from.ty.columns > 1 {
            let identity = f64::from(u8::from(column == row));
            return if column < from.ty.columns && row < from.ty.rows { from.element(column, row) } else { identity };
        }
        if alone && from.at.len() == 1 {
            return from.at[0];
        }
        let all: Vec<f64> = arguments.iter().flat_map(|argument| argument.at.iter().copied()).collect();
        all[column * ty.rows + row]
    };
    let places = (0..ty.columns).flat_map(|column| (0..ty.rows).map(move |row| (column, row)));
    // The conversion of a negative number to an unsigned integer is undefined.
    let real = arguments.iter().any(|argument| matches!(argument.ty.scalar, Scalar::Float | Scalar::Double));
    let undefined = |value: f64| real && ty.scalar == Scalar::Uint && value < 0.0;
    let expect = |value| if undefined(value) { Expect::Any } else { Expect::Exact(converted(value, ty.scalar)) };
    places.map(|(column, row)| expect(component(column, row))).collect()
}

/// Returns a product of matrices and vectors; a vector on the left is a row.
fn product(arguments: &[Value]) -> Vec<Expect> {
    let unit = unit(arguments);
    let (left, right) = (&arguments[0], &arguments[1]);
    let (a, b) = (bounded(left, unit), bounded(right, unit));
    let row_vector = left.ty.columns == 1;
    let (rows, inner) = if row_vector { (1, left.ty.rows) } else { (left.ty.rows, left.ty.columns) };
    let row = |row: usize| -> Vec<Bounded> { (0..inner).map(|k| if row_vector { a[k] } else { a[k * rows + row] }).collect() };
    let columns = right.ty.columns;
    (0..columns)
        .flat_map(|column| (0..rows).map(move |row| (column, row)))
        .map(|(column, at)| dot(&row(at), &b[column * inner..][..inner]).expect())
        .collect()
}

pub fn rule(signature: &Signature) -> Option<Rule> {
    let result = signature.result?;
    let scalar = result.scalar;
    let real = matches!(scalar, Scalar::Float | Scalar::Double);
    let matrices = signature.parameters.iter().filter(|(ty, _)| ty.columns > 1).count();
    let vectors = signature.parameters.iter().filter(|(ty, _)| ty.columns == 1 && ty.rows > 1).count();
    let arithmetic = |real_one: fn(f64, f64) -> f64, integer: fn(i128, i128) -> i128| {
        let domains = if real { [All, Moderate] } else { [All, All] };
        rule_of(&domains, move |x| {
            let unit = unit(x);
            let count = x[0].at.len().max(x[1].at.len());
            let one = |k| {
                if real {
                    rounded(real_one(x[0].get(k), x[1].get(k)), unit)
                } else {
                    wrapped(integer(x[0].get(k) as i128, x[1].get(k) as i128), scalar)
                }
            };
            (0..count).map(one).collect()
        })
    };
    let truth = |value: bool| Expect::Exact(f64::from(u8::from(value)));
    let whole = |x: f64| x as i64 as u32;
    let bits = move |value: u32| wrapped(if scalar == Scalar::Int { i128::from(value as i32) } else { value.into() }, scalar);
    match signature.name {
        name if Ty::named(name) == Some(result) => {
            rule_of(&[if signature.parameters.len() == 1 && !real { Convertible } else { Moderate }], move |x| constructed(result, x)).map(
                |rule| Rule {
                    domains: signature
                        .parameters
                        .iter()
                        .map(|(ty, _)| {
                            if scalar == Scalar::Uint || matches!(ty.scalar, Scalar::Float | Scalar::Double) && !real {
                                Convertible
                            } else {
                                All
                            }
                        })
                        .collect(),
                    ..rule
                },
            )
        }
        "*" if matrices == 2 || matrices == 1 && vectors == 1 => rule_of(&[Moderate], product),
        "+" => arithmetic(|x, y| x + y, |x, y| x + y),
        "-" => arithmetic(|x, y| x - y, |x, y| x - y),
        "*" => arithmetic(|x, y| x * y, |x, y| x * y),
        "/" if real => super::each(&[Moderate, NotZero], |x| (x[0] / x[1]).expect()),
        // Dividing the least integer by -1 overflows.
        "/" => plain(&[All, NotZero], move |x| if x[1] == -1.0 { Expect::Any } else { wrapped(x[0] as i128 / x[1] as i128, scalar) }),
        // Undefined if an operand is negative.
        "%" => plain(
            &[All, NotZero],
            move |x| if x[0] < 0.0 || x[1] < 0.0 { Expect::Any } else { wrapped(x[0] as i128 % x[1] as i128, scalar) },
        ),
        "neg" => plain(&[All], move |x| if real { Expect::Exact(-x[0]) } else { wrapped(-(x[0] as i128), scalar) }),
        "++" => {
            super::each(
                &[Moderate],
                move |x| if real { (x[0] + x[0].with(1.0, 0.0)).expect() } else { wrapped(x[0].value as i128 + 1, scalar) },
            )
        }
        "--" => {
            super::each(
                &[Moderate],
                move |x| if real { (x[0] - x[0].with(1.0, 0.0)).expect() } else { wrapped(x[0].value as i128 - 1, scalar) },
            )
        }
        "<" => plain(&[All], move |x| truth(x[0] < x[1])),
        "<=" => plain(&[All], move |x| truth(x[0] <= x[1])),
        ">" => plain(&[All], move |x| truth(x[0] > x[1])),
        ">=" => plain(&[All], move |x| truth(x[0] >= x[1])),
        "==" => rule_of(&[Unit], move |x| vec![truth(x[0].at == x[1].at)]),
        "!=" => rule_of(&[Unit], move |x| vec![truth(x[0].at != x[1].at)]),
        "&&" => plain(&[All], move |x| truth(x[0] != 0.0 && x[1] != 0.0)),
        "||" => plain(&[All], move |x| truth(x[0] != 0.0 || x[1] != 0.0)),
        "^^" => plain(&[All], move |x| truth(x[0] != x[1])),
        "!" => plain(&[All], move |x| truth(x[0] == 0.0)),
        "?:" => plain(&[All], |x| Expect::Exact(if x[0] != 0.0 { x[1] } else { x[2] })),
        "<<" => plain(&[All, Shift], move |x| bits(whole(x[0]) << whole(x[1]))),
        ">>" if scalar == Scalar::Int => plain(&[All, Shift], move |x| bits((whole(x[0]) as i32 >> whole(x[1])) as u32)),
        ">>" => plain(&[All, Shift], move |x| bits(whole(x[0]) >> whole(x[1]))),
        "&" => plain(&[All], move |x| bits(whole(x[0]) & whole(x[1]))),
        "|" => plain(&[All], move |x| bits(whole(x[0]) | whole(x[1]))),
        "^" => plain(&[All], move |x| bits(whole(x[0]) ^ whole(x[1]))),
        "~" => plain(&[All], move |x| bits(!whole(x[0]))),
        _ => None,
    }
}
