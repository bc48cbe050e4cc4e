//! `cargo cinstall`, of cargo-c, lays a part of what `glmeter install` lays, to the same places.

use super::support::{root, run, run_for};
use super::{Found, command, files_below, folder, install};
use std::collections::BTreeSet;
use std::path::Path;

/// What cargo-c lays nothing of: the command, the software pipeline, and links.
const WITHOUT: [&str; 5] = ["bin/glmeter", "lib/glmeter/", "lib/libGLX_glmeter.so.0", "lib/libGLX_glmeter_soft.so.0", "share/glvnd/"];

#[test]
fn cargo_cinstall_lays_the_same_library_as_glmeter_install() {
    let folder = folder("cinstall");
    let [theirs, ours] = ["cinstall", "install"].map(|name| folder.join(name));
    install(Path::new("/opt/glmeter"), &["--destdir", ours.to_str().unwrap()]);
    let mut cinstall = command(env!("CARGO"));
    cinstall.current_dir(root()).args(["cinstall", "--locked", "--debug", "-p", "glmeter", "--prefix", "/opt/glmeter"]);
    cinstall.args(["--libdir", "lib", "--destdir"]).arg(&theirs).arg("--target-dir").arg(folder.with_file_name("cinstall-build"));
    // Nothing that is checked depends on the optimiser.
    cinstall.envs([("CARGO_PROFILE_DEV_OPT_LEVEL", "0"), ("CARGO_PROFILE_DEV_DEBUG", "0"), ("CARGO_INCREMENTAL", "0")]);
    let ended = run_for(&mut cinstall, 1800);
    assert_eq!(ended.code, 0, "tests/cargo-c installs cargo-c\n{}", ended.all());

    let [mut theirs, mut ours] = [theirs, ours].map(|root| files_below(&root.join("opt/glmeter")));
    let names = |files: &std::collections::BTreeMap<String, Found>| files.keys().cloned().collect::<BTreeSet<_>>();
    let is_without = |name: &&String| WITHOUT.iter().any(|without| name.starts_with(without));
    let wanted: BTreeSet<_> = names(&ours).iter().filter(|name| !is_without(name)).cloned().collect();
    assert_eq!(names(&theirs), wanted);
    // The two builds differ in their options.
    let library = concat!("lib/libglmeter.so.", env!("CARGO_PKG_VERSION"));
    for name in [library, "lib/libglmeter.a"] {
        theirs.remove(name);
    }
    ours.retain(|name, _| theirs.contains_key(name));
    assert!(
        theirs == ours,
        "the same texts and links: {:?}",
        theirs.iter().filter(|(name, found)| ours[*name] != **found).map(|(name, _)| name).collect::<Vec<_>>()
    );
    let built = folder.join("cinstall/opt/glmeter").join(library);
    let ended = run(command("readelf").args(["-dVW"]).arg(built));
    assert!(ended.stdout.contains("Library soname: [libglmeter.so.0]") && ended.stdout.contains("Name: GLMETER_0.1"), "{}", ended.all());
}
