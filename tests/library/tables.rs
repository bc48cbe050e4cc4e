//! Compares the tables of `src/spec` with the Khronos registry.

use super::{name, names};
use glmeter::driver::ABSENT_FROM_REGISTRY;
use glmeter::spec::{self, EXTENSIONS};
use glmeter_registry::{CType, Registry};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn get_proc_address_knows_every_procedure_and_no_other() {
    let mut addresses = BTreeMap::new();
    for procedure in spec::procedures() {
        let address = spec::get_proc_address(procedure.name).unwrap_or_else(|| panic!("{} has no address", name(procedure)));
        assert!(!address.is_null(), "{} has a null address", name(procedure));
        assert_eq!(address, (procedure.address)(), "{}", name(procedure));
        addresses.insert(name(procedure), address);
    }
    for other in [c"glNormal3f", c"glColor3b", c"glGenQueriesX", c"glGenQuerie", c"gl", c"", c"GenQueries", c"eglMakeCurrent"] {
        assert!(spec::get_proc_address(other).is_none(), "{other:?} is not in the tables");
    }
    assert_eq!(addresses.len(), names().len());
}

/// Returns a type without its module's name, and GLint64 for GLint64EXT.
fn plain(kind: &str) -> String {
    kind.split_whitespace().collect::<Vec<_>>().join(" ").replace("64EXT", "64")
}

/// Returns the argument types and the result of `fn glX(name: type, …) -> type`.
fn types_of(signature: &str) -> (Vec<String>, String) {
    let (_, rest) = signature.split_once('(').unwrap();
    let (arguments, result) = rest.split_once(')').unwrap();
    let arguments = arguments.split(',').filter(|argument| !argument.trim().is_empty());
    let arguments = arguments.map(|argument| plain(argument.split_once(':').unwrap().1)).collect();
    let result = plain(result.trim_start().trim_start_matches("->"));
    (arguments, if result.is_empty() { "()".to_owned() } else { result })
}

#[test]
fn every_signature_is_the_registrys() {
    let mut absent = BTreeSet::new();
    for procedure in spec::procedures() {
        assert_eq!(
            procedure.signature.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').nth(1),
            Some(name(procedure)),
            "{}",
            procedure.signature
        );
        let Some(command) = Registry::gl().commands.get(name(procedure)) else {
            absent.insert(name(procedure));
            continue;
        };
        // `void **` stands in `src/spec` as a pointer to constant pointers.
        let ty = |ty: &CType| plain(&ty.rust()).replace("*mut *", "*const *");
        let theirs = (command.parameters.iter().map(|parameter| ty(&parameter.ty)).collect(), ty(&command.result));
        assert_eq!(types_of(procedure.signature), theirs, "{}: here and in the registry", procedure.signature);
    }
    let excused: BTreeSet<&str> = ABSENT_FROM_REGISTRY.iter().copied().collect();
    assert_eq!(absent, excused, "what the registry lacks");
    let angle: BTreeSet<&str> = spec::angle_timer_query::EXTENSION.procedures.iter().map(name).collect();
    assert_eq!(angle.len(), 11);
    let expected: BTreeSet<&str> = angle.into_iter().chain(["glGetInteger64vEXT"]).collect();
    assert_eq!(excused, expected, "the registry lacks these and no more");
}

/// ANGLE_timer_query has the signatures and values of EXT_disjoint_timer_query, of which it was the draft.
#[test]
fn angle_timer_query_is_disjoint_timer_query_by_another_name() {
    let theirs = &spec::ext_disjoint_timer_query::EXTENSION;
    for procedure in spec::angle_timer_query::EXTENSION.procedures {
        let other = name(procedure).replace("ANGLE", "EXT");
        let other = theirs.procedures.iter().find(|procedure| name(procedure) == other).unwrap_or_else(|| panic!("no {other}"));
        assert_eq!(types_of(procedure.signature), types_of(other.signature), "{}", procedure.signature);
    }
    for (token, value) in spec::angle_timer_query::EXTENSION.tokens {
        let other = token.replace("ANGLE", "EXT");
        assert!(theirs.tokens.contains(&(other.as_str(), *value)), "GL_{token} is not GL_{other}");
    }
}

#[test]
fn every_token_is_the_registrys() {
    let known: BTreeMap<&str, Option<u64>> = Registry::gl().enums.iter().map(|token| (token.name, token.number())).collect();
    for extension in EXTENSIONS {
        for (token, value) in extension.tokens {
            match known.get(format!("GL_{token}").as_str()) {
                Some(theirs) => assert_eq!(Some(u64::from(*value)), *theirs, "GL_{token} of {}", extension.name),
                None => assert!(token.ends_with("_ANGLE"), "the registry has no GL_{token} of {}", extension.name),
            }
        }
    }
}
