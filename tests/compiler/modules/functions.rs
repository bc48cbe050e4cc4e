//! Modules whose calls and values cost much.

use crate::module::op::*;
use crate::module::{FUNCTION_CLASS, Module, PRIVATE};

/// Adds the modules.
pub fn add(add: &mut dyn FnMut(&'static str, Module)) {
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
}
