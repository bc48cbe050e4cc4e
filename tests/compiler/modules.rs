//! SPIR-V modules that are small and cost much.

use super::module::op::*;
use super::module::{FUNCTION_CLASS, Module, PRIVATE, UNIFORM, instruction};

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
    for (name, levels) in
        [("types that double", 12), ("types that double without end", 60), ("types that double beyond every number", 2_000)]
    {
        let mut m = Module::new();
        let ty = (0..levels).fold(m.float, |inner, _| m.ty(TYPE_STRUCT, &[inner, inner]));
        let pointer = m.ty(TYPE_POINTER, &[PRIVATE, ty]);
        m.global(VARIABLE, pointer, &[PRIVATE]);
        m.plain_main();
        add(name, m);
    }
    for (name, levels) in [("structures in structures", 60), ("a chain of structures", 4_000)] {
        let mut m = Module::new();
        let ty = (0..levels).fold(m.vec4, |inner, _| m.ty(TYPE_STRUCT, &[inner]));
        let pointer = m.ty(TYPE_POINTER, &[PRIVATE, ty]);
        let variable = m.global(VARIABLE, pointer, &[PRIVATE]);
        m.begin_main();
        let value = m.value(LOAD, ty, &[variable]);
        let path: Vec<u32> = std::iter::once(value).chain((0..levels).map(|_| 0)).collect();
        let value = m.value(COMPOSITE_EXTRACT, m.vec4, &path);
        m.end_main(value);
        add(name, m);
    }
    add("arrays of arrays", {
        let mut m = Module::new();
        let ty = (0..1_000).fold(m.float, |inner, _| m.array(inner, 2));
        let pointer = m.ty(TYPE_POINTER, &[PRIVATE, ty]);
        m.global(VARIABLE, pointer, &[PRIVATE]);
        m.plain_main();
        m
    });
    add("a huge array", {
        let mut m = Module::new();
        let inner = m.array(m.float, 0x7FFF_FFFF);
        let ty = m.array(inner, 0x7FFF_FFFF);
        let pointer = m.ty(TYPE_POINTER, &[PRIVATE, ty]);
        m.global(VARIABLE, pointer, &[PRIVATE]);
        m.plain_main();
        m
    });
    add("thousands of members", {
        let mut m = Module::new();
        let ty = m.ty(TYPE_STRUCT, &vec![m.float; 7_000]);
        let pointer = m.ty(TYPE_POINTER, &[PRIVATE, ty]);
        let variable = m.global(VARIABLE, pointer, &[PRIVATE]);
        m.begin_main();
        let input = m.load();
        let whole = m.value(LOAD, ty, &[variable]);
        let mut sum = m.component(input, 0);
        for at in 0..900 {
            let member = m.value(COMPOSITE_EXTRACT, m.float, &[whole, 6_999 - at]);
            sum = m.value(F_ADD, m.float, &[sum, member]);
        }
        let value = m.value(COMPOSITE_CONSTRUCT, m.vec4, &[sum, sum, sum, sum]);
        m.end_main(value);
        m
    });
    add("variables of thousands of members", {
        let mut m = Module::new();
        let ty = m.ty(TYPE_STRUCT, &vec![m.float; 7_000]);
        let pointer = m.ty(TYPE_POINTER, &[PRIVATE, ty]);
        let variables: Vec<u32> = (0..700).map(|_| m.global(VARIABLE, pointer, &[PRIVATE])).collect();
        m.begin_main();
        for pair in variables.windows(2) {
            let value = m.value(LOAD, ty, &[pair[0]]);
            m.act(STORE, &[pair[1], value]);
        }
        let value = m.load();
        m.end_main(value);
        m
    });
    add("blocks of thousands of members", {
        let mut m = Module::new();
        let ty = m.ty(TYPE_STRUCT, &vec![m.float; 1_000]);
        m.annotations.extend(instruction(DECORATE, &[ty, 2]));
        for at in 0..1_000 {
            m.annotations.extend(instruction(MEMBER_DECORATE, &[ty, at, 35, at * 4]));
        }
        let pointer = m.ty(TYPE_POINTER, &[UNIFORM, ty]);
        for binding in 0..1_000 {
            let block = m.global(VARIABLE, pointer, &[UNIFORM]);
            m.annotations.extend(instruction(DECORATE, &[block, 33, binding % 12]));
        }
        m.plain_main();
        m
    });
    add("decoration groups", {
        let mut m = Module::new();
        let element = m.array(m.float, 4);
        for _ in 0..2_500 {
            let group = m.id();
            m.annotations.extend(instruction(DECORATION_GROUP, &[group]));
            m.annotations.extend(instruction(GROUP_DECORATE, &[group, element]));
        }
        m.ty(TYPE_STRUCT, &vec![element; 3_000]);
        m.plain_main();
        m
    });
    add("null constants", {
        let mut m = Module::new();
        let ty = m.array(m.float, 60_000);
        for _ in 0..4_000 {
            m.global(CONSTANT_NULL, ty, &[]);
        }
        m.plain_main();
        m
    });
    for (name, count) in [("as many large constants as fit", 33), ("some large constants", 270), ("constants of large constants", 1_400)] {
        let mut m = Module::new();
        let ty = m.array(m.int, 60_000);
        let mut composite = m.global(CONSTANT_NULL, ty, &[]);
        for at in 0..count {
            let object = m.constant(at + 1);
            composite = m.global(SPEC_CONSTANT_OP, ty, &[COMPOSITE_INSERT, object, composite, at]);
        }
        m.plain_main();
        add(name, m);
    }
    add("constants that double", {
        let mut m = Module::new();
        let (mut ty, mut value) = (m.float, m.global(CONSTANT, m.float, &[0x3F80_0000]));
        for _ in 0..60 {
            ty = m.ty(TYPE_STRUCT, &[ty, ty]);
            value = m.global(CONSTANT_COMPOSITE, ty, &[value, value]);
        }
        m.plain_main();
        m
    });
    add("a chain of specialization constants", {
        let mut m = Module::new();
        let (mut value, zero) = (m.global(SPEC_CONSTANT, m.int, &[7]), m.constant(0));
        for _ in 0..2_500 {
            value = m.global(SPEC_CONSTANT_OP, m.int, &[I_ADD, value, zero]);
        }
        let ty = m.ty(TYPE_ARRAY, &[m.float, value]);
        let pointer = m.ty(TYPE_POINTER, &[PRIVATE, ty]);
        m.global(VARIABLE, pointer, &[PRIVATE]);
        m.plain_main();
        m
    });
    add("insertions into a large composite", {
        let mut m = Module::new();
        let ty = m.array(m.float, 50_000);
        let pointer = m.ty(TYPE_POINTER, &[PRIVATE, ty]);
        let variable = m.global(VARIABLE, pointer, &[PRIVATE]);
        m.begin_main();
        let input = m.load();
        let object = m.component(input, 1);
        let mut whole = m.value(LOAD, ty, &[variable]);
        for at in 0..2_500 {
            whole = m.value(COMPOSITE_INSERT, ty, &[object, whole, at]);
        }
        let sum = m.value(COMPOSITE_EXTRACT, m.float, &[whole, 3]);
        let value = m.value(COMPOSITE_CONSTRUCT, m.vec4, &[sum, sum, sum, sum]);
        m.end_main(value);
        m
    });
    add("extractions from composites of composites", {
        let mut m = Module::new();
        let mut ty = m.vec4;
        let types: Vec<u32> = (0..50)
            .map(|_| {
                ty = m.ty(TYPE_STRUCT, &[ty, m.vec4]);
                ty
            })
            .collect();
        m.begin_main();
        let input = m.load();
        let mut value = input;
        for _ in 0..20 {
            for &ty in &types {
                value = m.value(COMPOSITE_CONSTRUCT, ty, &[value, input]);
            }
            let path: Vec<u32> = std::iter::once(value).chain((0..50).map(|_| 0)).collect();
            value = m.value(COMPOSITE_EXTRACT, m.vec4, &path);
        }
        m.end_main(value);
        m
    });
    add("a ladder of shuffles", {
        let mut m = Module::new();
        m.begin_main();
        let (mut a, mut b) = (m.load(), m.load());
        for _ in 0..1_600 {
            (a, b) = (b, m.value(VECTOR_SHUFFLE, m.vec4, &[a, b, 0, 5, 2, 7]));
        }
        m.end_main(b);
        m
    });
    for (name, levels) in [("calls that double", 24), ("calls that double without end", 400)] {
        let mut m = Module::new();
        let ty = m.ty(TYPE_FUNCTION, &[m.float, m.float]);
        let mut callee = None;
        for _ in 0..levels {
            let function = m.value(FUNCTION, m.float, &[0, ty]);
            let x = m.value(FUNCTION_PARAMETER, m.float, &[]);
            m.label();
            let twice = m.value(F_ADD, m.float, &[x, x]);
            let value = match callee {
                Some(callee) => {
                    let (a, b) = (m.value(FUNCTION_CALL, m.float, &[callee, x]), m.value(FUNCTION_CALL, m.float, &[callee, twice]));
                    m.value(F_ADD, m.float, &[a, b])
                }
                None => twice,
            };
            m.result(value);
            callee = Some(function);
        }
        m.begin_main();
        let input = m.load();
        let x = m.component(input, 0);
        let sum = m.value(FUNCTION_CALL, m.float, &[callee.unwrap(), x]);
        let value = m.value(COMPOSITE_CONSTRUCT, m.vec4, &[sum, sum, sum, sum]);
        m.end_main(value);
        add(name, m);
    }
    for (name, levels, length) in [("pointers into each part", 14, 1), ("a long function with pointers into each part", 11, 230)] {
        let mut m = Module::new();
        let mut ty = m.float;
        let mut types = vec![ty];
        for _ in 0..levels {
            ty = m.array(ty, 2);
            types.push(ty);
        }
        let indices = [m.constant(0), m.constant(1)];
        let pointers: Vec<u32> = types.iter().map(|&ty| m.ty(TYPE_POINTER, &[FUNCTION_CLASS, ty])).collect();
        let mut callee = None;
        for &pointer in &pointers {
            let signature = m.ty(TYPE_FUNCTION, &[m.void, pointer]);
            let function = m.value(FUNCTION, m.void, &[0, signature]);
            let place = m.value(FUNCTION_PARAMETER, pointer, &[]);
            m.label();
            match callee {
                Some((callee, inner)) => {
                    for index in indices {
                        let part = m.value(ACCESS_CHAIN, inner, &[place, index]);
                        m.value(FUNCTION_CALL, m.void, &[callee, part]);
                    }
                }
                None => {
                    let value = m.value(LOAD, m.float, &[place]);
                    let sum = (0..length).fold(value, |sum, _| m.value(F_ADD, m.float, &[sum, value]));
                    m.act(STORE, &[place, sum]);
                }
            }
            m.act(RETURN, &[]);
            m.act(FUNCTION_END, &[]);
            callee = Some((function, pointer));
        }
        m.begin_main();
        let (callee, pointer) = callee.unwrap();
        let variable = m.value(VARIABLE, pointer, &[FUNCTION_CLASS]);
        m.value(FUNCTION_CALL, m.void, &[callee, variable]);
        let value = m.load();
        m.end_main(value);
        add(name, m);
    }
    add("undefined values of a large type", {
        let mut m = Module::new();
        let element = m.array(m.float, 4_096);
        let ty = m.array(element, 15_000);
        m.begin_main();
        let undefined = m.value(UNDEF, element, &[]);
        m.value(COMPOSITE_CONSTRUCT, ty, &vec![undefined; 15_000]);
        let value = m.load();
        m.end_main(value);
        m
    });
    add("loads of a block of many members", {
        let mut m = Module::new();
        let ty = m.ty(TYPE_STRUCT, &vec![m.float; 120]);
        m.annotations.extend(instruction(DECORATE, &[ty, 2]));
        for at in 0..120 {
            m.annotations.extend(instruction(MEMBER_DECORATE, &[ty, at, 30, at + 1]));
        }
        let pointer = m.ty(TYPE_POINTER, &[1, ty]);
        let block = m.global(VARIABLE, pointer, &[1]);
        m.interface.push(block);
        m.begin_main();
        for _ in 0..3_700 {
            m.value(LOAD, ty, &[block]);
        }
        let value = m.load();
        m.end_main(value);
        m
    });
    add("thousands of arguments", {
        let mut m = Module::new();
        let pointer = m.ty(TYPE_POINTER, &[PRIVATE, m.float]);
        let variable = m.global(VARIABLE, pointer, &[PRIVATE]);
        let count = 850;
        let signature = m.ty(TYPE_FUNCTION, &[&[m.void], vec![pointer; count].as_slice()].concat());
        let mut callee = None;
        for _ in 0..4 {
            let function = m.value(FUNCTION, m.void, &[0, signature]);
            let places: Vec<u32> = (0..count).map(|_| m.value(FUNCTION_PARAMETER, pointer, &[])).collect();
            m.label();
            if let Some(callee) = callee {
                m.value(FUNCTION_CALL, m.void, &[&[callee], places.as_slice()].concat());
            }
            m.act(RETURN, &[]);
            m.act(FUNCTION_END, &[]);
            callee = Some(function);
        }
        m.begin_main();
        m.value(FUNCTION_CALL, m.void, &[&[callee.unwrap()], vec![variable; count].as_slice()].concat());
        let value = m.load();
        m.end_main(value);
        m
    });
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
    add("thousands of global variables", {
        let mut m = Module::new();
        let pointer = m.ty(TYPE_POINTER, &[PRIVATE, m.float]);
        for _ in 0..3_800 {
            m.global(VARIABLE, pointer, &[PRIVATE]);
        }
        m.plain_main();
        m
    });
    add("a sum without end", {
        let mut m = Module::new();
        m.begin_main();
        let input = m.load();
        let mut value = input;
        for _ in 0..3_000 {
            value = m.value(F_ADD, m.vec4, &[value, input]);
        }
        m.end_main(value);
        m
    });
    bombs
}
