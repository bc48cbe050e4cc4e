//! Checks that every built-in function is run: compares the pipeline's own table with the programs.

use crate::programs;
use crate::prototypes::PROTOTYPES;
use crate::signatures::lines;
use crate::texture_prototypes::TEXTURE_PROTOTYPES;
use std::collections::BTreeSet;
use std::io::Write;

/// The functions that are not run, by a word in the name, with the reason.
const NOT_RUN: [(&str, &str); 18] = [
    ("image", "the programs bind no images; images_end_to_end.rs of the pipeline's draws runs these functions"),
    ("Cube", "the programs have textures of one layer; textures_end_to_end.rs runs these functions"),
    ("3D", "as those of cube maps"),
    ("Array", "as those of cube maps"),
    ("Buffer", "the programs have no buffer textures; the tests of command/texture/buffer_texture run these functions"),
    ("textureSamples", "the programs have one sample; multisample_end_to_end.rs runs it"),
    ("EXT", "of ESSL 1.00, which can write nothing but a colour; those of GL_ARB_shader_texture_lod are the same functions"),
    ("atomicCounter", "of GLSL 4.60 and of GL_ARB_shader_atomic_counter_ops; extension_tests/functions.rs of the pipeline runs the latter"),
    ("nvocation", "of GLSL 4.60 and of extensions; extension_tests/functions.rs runs the latter"),
    ("min3", "of GL_AMD_shader_trinary_minmax; extension_tests/functions.rs runs it"),
    ("max3", "as min3"),
    ("mid3", "as min3"),
    ("nt64", "of GL_ARB_gpu_shader_int64; ir/tests/longs.rs of the pipeline runs these functions"),
    ("nt2x32", "as those of int64"),
    ("ballot", "of GL_ARB_shader_ballot; extension_tests/invocations.rs runs it"),
    ("clock", "of GL_ARB_shader_clock; extension_tests/invocations.rs runs it"),
    ("texture4", "of GL_AMD_texture_texture4; extension_tests/invocations.rs runs it"),
    ("truncate", "of GL_EXT_gpu_shader4 alone; trunc is the same function"),
];

/// Returns the identifiers of the cases: the names of the functions that are run.
fn run() -> BTreeSet<String> {
    let names = |case: &String| case.split(|c: char| !c.is_alphanumeric()).map(str::to_owned).collect::<Vec<_>>();
    programs().iter().flat_map(|program| program.cases.iter().flat_map(names).collect::<Vec<_>>()).collect()
}

#[test]
fn every_function_of_the_pipelines_table_is_run() {
    let run = run();
    let mut names: BTreeSet<&str> = [PROTOTYPES, TEXTURE_PROTOTYPES].into_iter().flat_map(lines).map(|line| line.name).collect();
    let all = names.len();
    names.retain(|name| !run.contains(*name));
    let missing: Vec<&&str> = names.iter().filter(|name| !NOT_RUN.iter().any(|(word, _)| name.contains(word))).collect();
    assert!(missing.is_empty(), "no case runs {missing:?}");
    let stale = NOT_RUN.iter().find(|(word, _)| !names.iter().any(|name| name.contains(word)));
    assert_eq!(stale, None, "all of it is run by now");
    let _ = writeln!(std::io::stderr(), "built-ins: {} functions of {all} are run", all - names.len());
    assert!(all - names.len() > 200, "{} of {all} functions are run", all - names.len());
}
