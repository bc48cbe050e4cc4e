//! SPIR-V modules that are small and cost much.

mod control_flow;
mod data;
mod functions;

use super::module::Module;

/// A module whose size does not show what it costs.
pub struct Bomb {
    pub name: &'static str,
    pub module: Module,
}

/// Returns modules of at most 64 KB.
pub fn bombs() -> Vec<Bomb> {
    let mut bombs = Vec::new();
    let mut add = |name, module| bombs.push(Bomb { name, module });
    add("a plain module", {
        let mut m = Module::new();
        m.plain_main();
        m
    });
    data::add(&mut add);
    functions::add(&mut add);
    control_flow::add(&mut add);
    bombs
}
