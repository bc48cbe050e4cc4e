//! The same functions and operators with constant arguments, which the shader compiler evaluates.

use crate::inputs::arguments;
use crate::program::{Calls, Program, Work, buffers};
use crate::rules::{call, rule};
use crate::signatures::{Language, Signature};
use crate::types::{Scalar, Value};
use std::fmt::Write;

/// The number of argument sets for each overload.
const SETS: usize = 16;

/// Returns a value as a constant expression.
fn literal(value: &Value) -> String {
    let component = |at: &f64| match value.ty.scalar {
        Scalar::Float if at.is_finite() => format!("{:?}", *at as f32),
        Scalar::Float => format!("uintBitsToFloat({:#x}u)", (*at as f32).to_bits()),
        Scalar::Double if at.is_finite() => format!("{at:?}lf"),
        Scalar::Double => format!("packDouble2x32(uvec2({:#x}u, {:#x}u))", at.to_bits() as u32, at.to_bits() >> 32),
        // The least integer has no literal: a sign is an operator.
        Scalar::Int if *at == f64::from(i32::MIN) => "(-2147483647 - 1)".to_owned(),
        Scalar::Int => format!("{}", *at as i64),
        Scalar::Uint => format!("{}u", *at as u32),
        Scalar::Bool => format!("{}", *at != 0.0),
    };
    let components: Vec<String> = value.at.iter().map(component).collect();
    if components.len() == 1 { components.concat() } else { format!("{}({})", value.ty.name(), components.join(", ")) }
}

/// Returns a compute program of one invocation for the overloads of a function that constant expressions may call.
pub fn constants(name: &str, language: Language, signatures: &[Signature]) -> Option<Program> {
    // A function that writes to an argument is no constant expression.
    let takes = |signature: &&Signature| !["++", "--"].contains(&signature.name) && signature.parameters.iter().all(|(_, out)| !out);
    let called: Vec<&Signature> = signatures.iter().filter(takes).filter(|signature| signature.result.is_some()).collect();
    let mut calls = Calls::default();
    let places: Vec<_> = called.iter().filter_map(|signature| signature.result).map(|ty| (calls.place(ty, true), ty)).collect();
    let record = calls.output.next_multiple_of(2);
    let mut program = Program {
        name: format!("constants of {name}"),
        language,
        work: Work::Compute,
        shaders: Vec::new(),
        input: vec![0; 2],
        output_words: record * SETS,
        cases: called.iter().map(|signature| format!("{} of constants", signature.text())).collect(),
        expected: Vec::new(),
    };
    for (case, (signature, place)) in called.iter().zip(&places).enumerate() {
        let (at, result) = *place;
        let rule = rule(signature).unwrap_or_else(|| panic!("{}", signature.text()));
        for set in 0..SETS {
            let values = arguments(&signature.parameters, &rule.domains, set as u64);
            let _ = writeln!(calls.text, "    {{\n    const uint to = {}u;", set * record);
            let mut names = Vec::new();
            for (number, value) in values.iter().enumerate() {
                calls.doubles |= value.ty.double();
                names.push(format!("p{number}"));
                let _ = writeln!(calls.text, "    const {} p{number} = {};", value.ty.name(), literal(value));
            }
            let _ =
                writeln!(calls.text, "    const {} r = {};\n{}    }}", result.name(), call(signature.name, &names), result.store("r", at));
            program.expect(case, signature, &(rule.reference)(&values), &values, set * record, &[*place]);
        }
    }
    let text = format!("{}layout(local_size_x = 1) in;\n{}void main() {{\n{}}}\n", language.head(), buffers(calls.doubles), calls.text);
    program.shaders.push((crate::gl::COMPUTE_SHADER, text));
    (!called.is_empty()).then_some(program)
}
