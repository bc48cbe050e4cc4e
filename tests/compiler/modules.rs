//! SPIR-V modules that are small and cost much.

/// A module that is being written: the instructions of each section in the order that SPIR-V demands.
#[derive(Clone, Default)]
pub struct Module {
    next: u32,
    annotations: Vec<u32>,
    globals: Vec<u32>,
    functions: Vec<u32>,
    /// The ids of what every module has.
    void: u32,
    procedure: u32,
    float: u32,
    vec4: u32,
    int: u32,
    boolean: u32,
    main: u32,
    output: u32,
    /// An input that is not constant.
    input: u32,
    /// The inputs and outputs of the entry point.
    interface: Vec<u32>,
}

/// The codes of the instructions.
mod op {
    pub const UNDEF: u32 = 1;
    pub const TYPE_VOID: u32 = 19;
    pub const TYPE_BOOL: u32 = 20;
    pub const TYPE_INT: u32 = 21;
    pub const TYPE_FLOAT: u32 = 22;
    pub const TYPE_VECTOR: u32 = 23;
    pub const TYPE_ARRAY: u32 = 28;
    pub const TYPE_STRUCT: u32 = 30;
    pub const TYPE_POINTER: u32 = 32;
    pub const TYPE_FUNCTION: u32 = 33;
    pub const CONSTANT: u32 = 43;
    pub const CONSTANT_COMPOSITE: u32 = 44;
    pub const CONSTANT_NULL: u32 = 46;
    pub const SPEC_CONSTANT: u32 = 50;
    pub const SPEC_CONSTANT_OP: u32 = 52;
    pub const FUNCTION: u32 = 54;
    pub const FUNCTION_PARAMETER: u32 = 55;
    pub const FUNCTION_END: u32 = 56;
    pub const FUNCTION_CALL: u32 = 57;
    pub const VARIABLE: u32 = 59;
    pub const LOAD: u32 = 61;
    pub const STORE: u32 = 62;
    pub const ACCESS_CHAIN: u32 = 65;
    pub const DECORATE: u32 = 71;
    pub const MEMBER_DECORATE: u32 = 72;
    pub const DECORATION_GROUP: u32 = 73;
    pub const GROUP_DECORATE: u32 = 74;
    pub const VECTOR_SHUFFLE: u32 = 79;
    pub const COMPOSITE_CONSTRUCT: u32 = 80;
    pub const COMPOSITE_EXTRACT: u32 = 81;
    pub const COMPOSITE_INSERT: u32 = 82;
    pub const I_ADD: u32 = 128;
    pub const F_ADD: u32 = 129;
    pub const F_MUL: u32 = 133;
    pub const F_ORD_LESS_THAN: u32 = 184;
    pub const PHI: u32 = 245;
    pub const LOOP_MERGE: u32 = 246;
    pub const SELECTION_MERGE: u32 = 247;
    pub const LABEL: u32 = 248;
    pub const BRANCH: u32 = 249;
    pub const BRANCH_CONDITIONAL: u32 = 250;
    pub const SWITCH: u32 = 251;
    pub const RETURN: u32 = 253;
    pub const RETURN_VALUE: u32 = 254;
}
use op::*;

const FUNCTION_CLASS: u32 = 7;
const PRIVATE: u32 = 6;
const UNIFORM: u32 = 2;

fn instruction(code: u32, operands: &[u32]) -> Vec<u32> {
    let mut words = vec![(operands.len() as u32 + 1) << 16 | code];
    words.extend(operands);
    words
}

impl Module {
    /// Begins a fragment shader with an input and an output.
    fn new() -> Self {
        let mut module = Self { next: 1, ..Self::default() };
        module.main = module.id();
        module.void = module.ty(TYPE_VOID, &[]);
        module.procedure = module.ty(TYPE_FUNCTION, &[module.void]);
        module.float = module.ty(TYPE_FLOAT, &[32]);
        module.vec4 = module.ty(TYPE_VECTOR, &[module.float, 4]);
        module.int = module.ty(TYPE_INT, &[32, 1]);
        module.boolean = module.ty(TYPE_BOOL, &[]);
        let input = module.ty(TYPE_POINTER, &[1, module.vec4]);
        let output = module.ty(TYPE_POINTER, &[3, module.vec4]);
        module.input = module.global(VARIABLE, input, &[1]);
        module.output = module.global(VARIABLE, output, &[3]);
        module.interface = vec![module.input, module.output];
        module.annotations.extend(instruction(DECORATE, &[module.input, 30, 0]));
        module.annotations.extend(instruction(DECORATE, &[module.output, 30, 0]));
        module
    }

    fn id(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }

    /// Defines a type.
    fn ty(&mut self, code: u32, operands: &[u32]) -> u32 {
        let id = self.id();
        self.globals.extend(instruction(code, &[&[id], operands].concat()));
        id
    }

    /// Defines a constant or a global variable.
    fn global(&mut self, code: u32, ty: u32, operands: &[u32]) -> u32 {
        let id = self.id();
        self.globals.extend(instruction(code, &[&[ty, id], operands].concat()));
        id
    }

    fn constant(&mut self, value: u32) -> u32 {
        self.global(CONSTANT, self.int, &[value])
    }

    fn array(&mut self, element: u32, length: u32) -> u32 {
        let length = self.constant(length);
        self.ty(TYPE_ARRAY, &[element, length])
    }

    /// Appends an instruction without a result to a function.
    fn act(&mut self, code: u32, operands: &[u32]) {
        self.functions.extend(instruction(code, operands));
    }

    /// Appends an instruction with a result.
    fn value(&mut self, code: u32, ty: u32, operands: &[u32]) -> u32 {
        let id = self.id();
        self.act(code, &[&[ty, id], operands].concat());
        id
    }

    fn label(&mut self) -> u32 {
        let id = self.id();
        self.act(LABEL, &[id]);
        id
    }

    fn begin_main(&mut self) {
        self.act(FUNCTION, &[self.void, self.main, 0, self.procedure]);
        self.label();
    }

    /// Stores a value to the output and ends main.
    fn end_main(&mut self, value: u32) {
        self.act(STORE, &[self.output, value]);
        self.act(RETURN, &[]);
        self.act(FUNCTION_END, &[]);
    }

    /// Returns the value of the input.
    fn load(&mut self) -> u32 {
        self.value(LOAD, self.vec4, &[self.input])
    }

    /// Returns a component of a vector.
    fn component(&mut self, vector: u32, at: u32) -> u32 {
        self.value(COMPOSITE_EXTRACT, self.float, &[vector, at])
    }

    /// Ends a main that returns the input.
    fn plain_main(&mut self) {
        self.begin_main();
        let value = self.load();
        self.end_main(value);
    }

    /// Ends a function of one float that returns `value`.
    fn result(&mut self, value: u32) {
        self.act(RETURN_VALUE, &[value]);
        self.act(FUNCTION_END, &[]);
    }

    /// Returns the words of the module.
    pub fn words(&self) -> Vec<u32> {
        let mut words = vec![0x0723_0203, 0x0001_0000, 0, self.next, 0];
        words.extend(instruction(17, &[1]));
        words.extend(instruction(14, &[0, 1]));
        let name = u32::from_le_bytes(*b"main");
        words.extend(instruction(15, &[&[4, self.main, name, 0], self.interface.as_slice()].concat()));
        words.extend(instruction(16, &[self.main, 8]));
        [&words, &self.annotations, &self.globals, &self.functions].into_iter().flatten().copied().collect()
    }
}

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
