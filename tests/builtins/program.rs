//! Programs that call functions with many arguments and write the results to a buffer.

use crate::bounded::Expect;
use crate::inputs::arguments;
use crate::rules::{call, rule};
use crate::signatures::{Language, Signature};
use crate::types::{Scalar, Ty, Value};
use std::fmt::Write;

/// The number of invocations in a work group, and of argument sets for each overload.
pub const INVOCATIONS: usize = 128;

/// The draw or dispatch that starts a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// One work group.
    Compute,
    /// A rectangle over 16 by 8 pixels.
    Fragments,
    /// One point.
    Point,
    /// One patch of three vertices.
    Patch,
    /// One point of immediate mode.
    Immediate,
}

/// The expected value of a word.
pub struct Expected {
    /// Index in [`Program::cases`].
    pub case: usize,
    pub at: usize,
    pub ty: Ty,
    pub expect: Expect,
    /// The arguments, for messages.
    pub with: String,
}

/// A program with its inputs and its expected outputs.
pub struct Program {
    pub name: String,
    pub language: Language,
    pub work: Work,
    /// The stages: token and source.
    pub shaders: Vec<(u32, String)>,
    pub input: Vec<u32>,
    pub output_words: usize,
    /// The overloads that it runs.
    pub cases: Vec<String>,
    pub expected: Vec<Expected>,
}

impl Program {
    /// Expects the results of an overload's case with these arguments, at the offsets `outputs` in the record at word `record`.
    pub fn expect(
        &mut self,
        case: usize,
        signature: &Signature,
        results: &[Expect],
        values: &[Value],
        record: usize,
        outputs: &[(usize, Ty)],
    ) {
        let with = values.iter().map(|value| format!("{:?}", value.at)).collect::<Vec<_>>().join(", ");
        let places = outputs.iter().flat_map(|(at, ty)| (0..ty.components()).map(move |component| (at + component * ty.words(), *ty)));
        assert_eq!(results.len(), places.clone().count(), "{}", signature.text());
        self.expected.extend(places.zip(results).map(|((at, ty), expect)| Expected {
            case,
            at: record + at,
            ty,
            expect: *expect,
            with: with.clone(),
        }));
    }
}

/// Returns the declarations of the buffers, which alias the same words as every type.
pub fn buffers(doubles: bool) -> String {
    let mut text = String::new();
    let types: &[&str] = if doubles { &["float", "int", "uint", "double"] } else { &["float", "int", "uint"] };
    for (index, ty) in types.iter().enumerate() {
        let _ = writeln!(text, "layout(std430, binding = {index}) readonly buffer in_{ty} {{ {ty} {ty}_in[]; }};");
        let _ = writeln!(text, "layout(std430, binding = {}) buffer out_{ty} {{ {ty} {ty}_out[]; }};", index + 4);
    }
    text
}

/// The calls of one overload in a function's body.
#[derive(Default)]
pub struct Calls {
    pub input: usize,
    pub output: usize,
    pub doubles: bool,
    pub text: String,
}

impl Calls {
    /// Reserves space for a type in a record. Returns its offset.
    pub fn place(&mut self, ty: Ty, output: bool) -> usize {
        let end = if output { &mut self.output } else { &mut self.input };
        *end = end.next_multiple_of(ty.words());
        let at = *end;
        *end += ty.components() * ty.words();
        self.doubles |= ty.double();
        at
    }
}

/// Word offsets in the records: of an overload's parameters, and of its results.
type Layout = (Vec<usize>, Vec<(usize, Ty)>);

/// Returns a compute program that runs these overloads of a function. Each must have a rule.
pub fn functions(name: &str, language: Language, signatures: &[Signature]) -> Program {
    let mut calls = Calls::default();
    let mut layout: Vec<Layout> = Vec::new();
    for signature in signatures {
        let (mut inputs, mut outputs, mut names) = (Vec::new(), Vec::new(), Vec::new());
        let mut stores = String::new();
        if let Some(result) = signature.result {
            let at = calls.place(result, true);
            outputs.push((at, result));
            stores += &result.store("r", at);
        }
        calls.text += "    {\n";
        for (number, (ty, out)) in signature.parameters.iter().enumerate() {
            let variable = format!("p{number}");
            if *out {
                let _ = writeln!(calls.text, "    {} {variable};", ty.name());
                let at = calls.place(*ty, true);
                outputs.push((at, *ty));
                stores += &ty.store(&variable, at);
            } else {
                let at = calls.place(*ty, false);
                inputs.push(at);
                let _ = writeln!(calls.text, "    {} {variable} = {};", ty.name(), ty.load(at));
            }
            names.push(variable);
        }
        let expression = call(signature.name, &names);
        let _ = match signature.result {
            Some(result) => writeln!(calls.text, "    {} r = {expression};", result.name()),
            None => writeln!(calls.text, "    {expression};"),
        };
        calls.text += &stores;
        calls.text += "    }\n";
        layout.push((inputs, outputs));
    }
    let (input, output) = (calls.input.next_multiple_of(2), calls.output.next_multiple_of(2));
    let text = format!(
        "{}layout(local_size_x = {INVOCATIONS}) in;\n{}void main() {{\n    uint from = gl_LocalInvocationIndex * {input}u;\n    uint to = gl_LocalInvocationIndex * {output}u;\n{}}}\n",
        language.head(),
        buffers(calls.doubles),
        calls.text
    );
    let mut program = Program {
        name: name.to_owned(),
        language,
        work: Work::Compute,
        shaders: vec![(crate::gl::COMPUTE_SHADER, text)],
        input: Vec::new(),
        output_words: output * INVOCATIONS,
        cases: signatures.iter().map(Signature::text).collect(),
        expected: Vec::new(),
    };
    program.input.resize((input * INVOCATIONS).max(2), 0);
    for (case, (signature, (inputs, outputs))) in signatures.iter().zip(&layout).enumerate() {
        let rule = rule(signature).unwrap_or_else(|| panic!("{}", signature.text()));
        for invocation in 0..INVOCATIONS {
            let values = arguments(&signature.parameters, &rule.domains, invocation as u64);
            for (value, at) in values.iter().zip(inputs) {
                let mut words = Vec::new();
                value.at.iter().for_each(|component| value.ty.encode(*component, &mut words));
                program.input[invocation * input + at..][..words.len()].copy_from_slice(&words);
            }
            program.expect(case, signature, &(rule.reference)(&values), &values, invocation * output, outputs);
        }
    }
    program
}

/// The type of a word that a hand-written program writes.
pub const UINT: Ty = Ty::vector(Scalar::Uint, 1);
/// The type of a word that holds a number in single precision.
pub const FLOAT: Ty = Ty::vector(Scalar::Float, 1);
