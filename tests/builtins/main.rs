//! Tests every overload of every built-in function and operator with many arguments, on the software pipeline and on Mesa's llvmpipe. The
//! results of both are compared with the specification's definitions over f64 ([`rules`]): bit for bit where the specification demands it,
//! otherwise within its precision ([`bounded`]).
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod bounded;
mod compare;
mod constants;
mod coverage;
#[path = "../mesa_rules/egl.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod egl;
mod fragments;
#[path = "../mesa_rules/gl.rs"]
mod gl;
mod inputs;
mod memory;
mod program;
#[path = "../../soft/compiler/src/glsl/builtins/prototypes.rs"]
mod prototypes;
mod rules;
mod run;
#[path = "../support/shaders.rs"]
mod shaders;
mod signatures;
mod specified;
mod stages;
#[path = "../support/mod.rs"]
mod support;
#[path = "../../soft/compiler/src/glsl/builtins/texture_prototypes.rs"]
mod texture_prototypes;
mod textures;
mod types;

use program::Program;
use shaders::Driver;
use signatures::{Language, Signature};

/// Returns the programs that a driver runs, always in the same order. The pipeline runs all. llvmpipe, whose compiler takes most of the
/// time, runs one in six and those of its listed differences; with `BUILTINS=all` in the environment it runs all as well.
fn programs_of(driver: Driver) -> Vec<Program> {
    let all = driver == Driver::Ours || std::env::var_os("BUILTINS").is_some_and(|value| value == "all");
    let listed = |program: &Program| program.cases.iter().any(|case| compare::LLVMPIPE.iter().any(|(listed, _)| case.starts_with(listed)));
    let numbered = programs().into_iter().enumerate();
    numbered.filter(|(number, program)| all || number % 6 == 0 || listed(program)).map(|(_, program)| program).collect()
}

/// Returns every program, always in the same order.
fn programs() -> Vec<Program> {
    let mut programs = Vec::new();
    for language in Language::ALL {
        for (name, signatures) in numeric(language) {
            // llvmpipe's compile time grows faster than the program.
            let mut rest = signatures.as_slice();
            while !rest.is_empty() {
                let ends = rest.iter().scan(0, |sum, signature| Some(std::mem::replace(sum, *sum + signature.components())));
                let (some, others) = rest.split_at(ends.take_while(|before| *before < 48).count());
                programs.push(program::functions(name, language, some));
                programs.extend(constants::constants(name, language, some));
                rest = others;
            }
        }
        programs.extend(memory::programs(language));
        programs.extend(stages::programs(language));
        programs.extend(fragments::programs(prototypes::PROTOTYPES, language));
        programs.extend(textures::programs(texture_prototypes::TEXTURE_PROTOTYPES, language));
    }
    programs
}

/// Returns the overloads of the functions and operators that map numbers to numbers, by name.
fn numeric(language: Language) -> Vec<(&'static str, Vec<Signature>)> {
    let mut names: Vec<(&'static str, Vec<Signature>)> = Vec::new();
    for table in [prototypes::PROTOTYPES, rules::OPERATORS] {
        for line in signatures::lines(table).iter().filter(|line| line.exists(language) && line.stages.is_empty()) {
            for signature in signatures::overloads(line).into_iter().filter(|signature| rules::rule(signature).is_some()) {
                match names.iter_mut().find(|(name, _)| *name == line.name) {
                    Some((_, signatures)) if signatures.contains(&signature) => {}
                    Some((_, signatures)) => signatures.push(signature),
                    None => names.push((line.name, vec![signature])),
                }
            }
        }
    }
    names
}
