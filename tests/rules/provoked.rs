//! Tests provoke every rule whose error a handler of the shim returns. What they provoke is known when all of them have ended, so the rules are
//! compared when the process ends, which fails then; only if it ran all tests.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Mutex, Once, PoisonError};
use syn::visit::Visit;

/// The functions that make an error of a rule.
const MAKERS: [&str; 4] = ["invalid_enum", "invalid_value", "invalid_operation", "out_of_memory"];

/// The rules that tests have provoked so far.
static PROVOKED: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());

/// Notes that a test provoked a rule.
pub fn note(rule: &'static str) {
    static REGISTERED: Once = Once::new();
    // SAFETY: the function takes no lock that a thread may hold when the process ends.
    REGISTERED.call_once(|| _ = unsafe { libc::atexit(compare) });
    PROVOKED.lock().unwrap_or_else(PoisonError::into_inner).insert(rule);
}

/// The rules of a file.
#[derive(Default)]
struct Rules(BTreeSet<String>);

impl Visit<'_> for Rules {
    /// Adds the rule of an error.
    fn visit_expr_call(&mut self, call: &syn::ExprCall) {
        if let syn::Expr::Path(function) = &*call.func
            && MAKERS.iter().any(|maker| function.path.is_ident(maker))
        {
            let rule = match call.args.first() {
                Some(syn::Expr::Reference(rule)) => &*rule.expr,
                other => panic!("an error is made of a literal rule, not of {other:?}"),
            };
            let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = rule else { panic!("{rule:?} is no text") };
            self.0.insert(text.value());
        }
        syn::visit::visit_expr_call(self, call);
    }
}

/// Adds the rules in the files below a folder.
fn read(folder: &Path, rules: &mut Rules) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read(&path, rules);
        } else {
            rules.visit_file(&syn::parse_file(&std::fs::read_to_string(&path).unwrap()).unwrap());
        }
    }
}

/// Returns the rules of the shim.
fn written() -> BTreeSet<String> {
    let mut rules = Rules::default();
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules"), &mut rules);
    rules.0
}

/// Compares the rules of the shim with those that tests provoked, when the process ends.
extern "C" fn compare() {
    // Arguments other than options choose tests.
    if std::env::args().skip(1).any(|argument| !argument.starts_with('-')) {
        return;
    }
    let provoked = PROVOKED.lock().unwrap_or_else(PoisonError::into_inner);
    let missed: Vec<String> = written().into_iter().filter(|rule| !provoked.contains(rule.as_str())).collect();
    missed.iter().for_each(|rule| eprintln!("no test of tests/rules provokes the rule: {rule}"));
    if !missed.is_empty() {
        // SAFETY: the process ends, and nothing else runs.
        unsafe { libc::_exit(101) };
    }
}

#[test]
fn rules_are_read_from_the_sources() {
    let rules = written();
    assert!(rules.len() > 35, "{} rules", rules.len());
    for rule in rules {
        assert!(!rule.is_empty() && rule.trim() == rule && !rule.contains("  ") && !rule.contains(['\n', '"']), "{rule}");
    }
}
