//! Modules whose types, constants and variables cost much.

use crate::module::op::*;
use crate::module::{Module, PRIVATE, UNIFORM, instruction};

/// Adds the modules.
pub fn add(add: &mut dyn FnMut(&'static str, Module)) {
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
    add("thousands of global variables", {
        let mut m = Module::new();
        let pointer = m.ty(TYPE_POINTER, &[PRIVATE, m.float]);
        for _ in 0..3_800 {
            m.global(VARIABLE, pointer, &[PRIVATE]);
        }
        m.plain_main();
        m
    });
}
