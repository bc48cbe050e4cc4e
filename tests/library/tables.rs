//! Tests the tables of `src/entry`: the addresses of commands, and the extension that the Khronos registry lacks.

use super::{name, names};
use glmeter::entry::{self, Procedure};
use std::collections::BTreeMap;

#[test]
fn get_proc_address_knows_every_procedure_and_no_other() {
    let mut addresses = BTreeMap::new();
    for procedure in entry::procedures() {
        let address = entry::get_proc_address(procedure.name).unwrap_or_else(|| panic!("{} has no address", name(procedure)));
        assert!(!address.is_null(), "{} has a null address", name(procedure));
        assert_eq!(address, (procedure.address)(), "{}", name(procedure));
        addresses.insert(name(procedure), address);
    }
    for other in [c"glNormal3f", c"glColor3b", c"glGenQueriesX", c"glGenQuerie", c"gl", c"", c"GenQueries", c"eglMakeCurrent"] {
        assert!(entry::get_proc_address(other).is_none(), "{other:?} is not in the tables");
    }
    assert_eq!(addresses.len(), names().len());
}

/// ANGLE_timer_query has the signatures and values of EXT_disjoint_timer_query, of which it was the draft.
#[test]
fn angle_timer_query_is_disjoint_timer_query_by_another_name() {
    let (ours, theirs) = (&entry::angle_timer_query::EXTENSION, &entry::ext_disjoint_timer_query::EXTENSION);
    // The compiler breaks long ones into lines.
    let signature = |procedure: &Procedure| procedure.signature.split_whitespace().collect::<String>();
    for procedure in ours.procedures {
        let wanted = signature(procedure).replace("ANGLE", "EXT");
        assert!(theirs.procedures.iter().any(|procedure| signature(procedure) == wanted), "{wanted}");
    }
    for (token, value) in ours.tokens {
        let other = token.replace("ANGLE", "EXT");
        assert!(theirs.tokens.contains(&(other.as_str(), *value)), "GL_{token} is not GL_{other}");
    }
    assert_eq!((ours.procedures.len(), ours.tokens.len()), (11, 6));
}
