//! Modules whose blocks cost much.

use crate::module::op::*;
use crate::module::{Module, PRIVATE};

/// Adds the modules.
pub fn add(add: &mut dyn FnMut(&'static str, Module)) {
    for (name, levels) in [("blocks in blocks", 190), ("blocks in blocks without end", 1_200)] {
        let mut m = Module::new();
        m.begin_main();
        let input = m.load();
        let x = m.component(input, 0);
        let condition = m.value(F_ORD_LESS_THAN, m.boolean, &[x, x]);
        let merges: Vec<u32> = (0..levels)
            .map(|_| {
                let (then, merge) = (m.id(), m.id());
                m.act(SELECTION_MERGE, &[merge, 0]);
                m.act(BRANCH_CONDITIONAL, &[condition, then, merge]);
                m.act(LABEL, &[then]);
                merge
            })
            .collect();
        for &merge in merges.iter().rev() {
            m.act(BRANCH, &[merge]);
            m.act(LABEL, &[merge]);
        }
        m.end_main(input);
        add(name, m);
    }
    add("loops in loops", {
        let mut m = Module::new();
        let pointer = m.ty(TYPE_POINTER, &[PRIVATE, m.vec4]);
        let variables: Vec<u32> = (0..200).map(|_| m.global(VARIABLE, pointer, &[PRIVATE])).collect();
        m.begin_main();
        let input = m.load();
        let x = m.component(input, 0);
        let condition = m.value(F_ORD_LESS_THAN, m.boolean, &[x, x]);
        let ends: Vec<(u32, u32, u32)> = (0..80)
            .map(|_| {
                let (header, test, body, merge, target) = (m.id(), m.id(), m.id(), m.id(), m.id());
                m.act(BRANCH, &[header]);
                m.act(LABEL, &[header]);
                m.act(LOOP_MERGE, &[merge, target, 0]);
                m.act(BRANCH, &[test]);
                m.act(LABEL, &[test]);
                m.act(BRANCH_CONDITIONAL, &[condition, body, merge]);
                m.act(LABEL, &[body]);
                (header, merge, target)
            })
            .collect();
        for &variable in &variables {
            let value = m.value(LOAD, m.vec4, &[variable]);
            let sum = m.value(F_ADD, m.vec4, &[value, input]);
            m.act(STORE, &[variable, sum]);
        }
        for &(header, merge, target) in ends.iter().rev() {
            m.act(BRANCH, &[target]);
            m.act(LABEL, &[target]);
            m.act(BRANCH, &[header]);
            m.act(LABEL, &[merge]);
        }
        let value = m.value(LOAD, m.vec4, &[variables[7]]);
        m.end_main(value);
        m
    });
    add("a ladder of phis", {
        let mut m = Module::new();
        m.begin_main();
        let input = m.load();
        let x = m.component(input, 0);
        let condition = m.value(F_ORD_LESS_THAN, m.boolean, &[x, x]);
        let mut value = input;
        for _ in 0..450 {
            let (then, other, merge) = (m.id(), m.id(), m.id());
            m.act(SELECTION_MERGE, &[merge, 0]);
            m.act(BRANCH_CONDITIONAL, &[condition, then, other]);
            m.act(LABEL, &[then]);
            let a = m.value(F_ADD, m.vec4, &[value, input]);
            m.act(BRANCH, &[merge]);
            m.act(LABEL, &[other]);
            let b = m.value(F_MUL, m.vec4, &[value, value]);
            m.act(BRANCH, &[merge]);
            m.act(LABEL, &[merge]);
            value = m.value(PHI, m.vec4, &[a, then, b, other]);
        }
        m.end_main(value);
        m
    });
    add("phis of a large type", {
        let mut m = Module::new();
        let ty = m.array(m.vec4, 10_000);
        let pointer = m.ty(TYPE_POINTER, &[PRIVATE, ty]);
        let variable = m.global(VARIABLE, pointer, &[PRIVATE]);
        m.begin_main();
        let input = m.load();
        let x = m.component(input, 0);
        let condition = m.value(F_ORD_LESS_THAN, m.boolean, &[x, x]);
        let mut value = m.value(LOAD, ty, &[variable]);
        for at in 0..400 {
            let (then, other, merge) = (m.id(), m.id(), m.id());
            m.act(SELECTION_MERGE, &[merge, 0]);
            m.act(BRANCH_CONDITIONAL, &[condition, then, other]);
            m.act(LABEL, &[then]);
            let a = m.value(COMPOSITE_INSERT, ty, &[input, value, at]);
            m.act(BRANCH, &[merge]);
            m.act(LABEL, &[other]);
            m.act(BRANCH, &[merge]);
            m.act(LABEL, &[merge]);
            value = m.value(PHI, ty, &[a, then, value, other]);
        }
        let value = m.value(COMPOSITE_EXTRACT, m.vec4, &[value, 0]);
        m.end_main(value);
        m
    });
    add("phis of many blocks", {
        let mut m = Module::new();
        let zero = m.global(CONSTANT, m.float, &[0]);
        m.begin_main();
        let input = m.load();
        let x = m.component(input, 0);
        let select = m.value(110, m.int, &[x]);
        let (count, phis) = (85u32, 80);
        let targets: Vec<u32> = (0..count).map(|_| m.id()).collect();
        let merge = m.id();
        m.act(SELECTION_MERGE, &[merge, 0]);
        let cases: Vec<u32> = (0..count).flat_map(|at| [at, targets[at as usize]]).collect();
        m.act(SWITCH, &[&[select, targets[0]], cases.as_slice()].concat());
        for &target in &targets {
            m.act(LABEL, &[target]);
            m.act(BRANCH, &[merge]);
        }
        m.act(LABEL, &[merge]);
        let mut sum = x;
        let values: Vec<u32> = (0..phis)
            .map(|at| {
                let pairs: Vec<u32> = targets.iter().flat_map(|&target| [if (target + at) % 2 == 0 { x } else { zero }, target]).collect();
                m.value(PHI, m.float, &pairs)
            })
            .collect();
        for value in values {
            sum = m.value(F_ADD, m.float, &[sum, value]);
        }
        let value = m.value(COMPOSITE_CONSTRUCT, m.vec4, &[sum, sum, sum, sum]);
        m.end_main(value);
        m
    });
    add("thousands of cases", {
        let mut m = Module::new();
        m.begin_main();
        let input = m.load();
        let x = m.component(input, 0);
        let select = m.value(110, m.int, &[x]);
        let count = 1_800u32;
        let targets: Vec<u32> = (0..count).map(|_| m.id()).collect();
        let merge = m.id();
        m.act(SELECTION_MERGE, &[merge, 0]);
        let cases: Vec<u32> = (0..count).flat_map(|at| [at, targets[at as usize]]).collect();
        m.act(SWITCH, &[&[select, merge], cases.as_slice()].concat());
        for (at, &target) in targets.iter().enumerate() {
            m.act(LABEL, &[target]);
            // Each falls through to the next one.
            m.act(BRANCH, &[targets.get(at + 1).copied().unwrap_or(merge)]);
        }
        m.act(LABEL, &[merge]);
        m.end_main(input);
        m
    });
}
