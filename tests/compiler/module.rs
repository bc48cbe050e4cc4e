//! Writes SPIR-V modules, one instruction after another.

/// A module that is being written: the instructions of each section in the order that SPIR-V demands.
#[derive(Clone, Default)]
pub struct Module {
    pub next: u32,
    pub annotations: Vec<u32>,
    pub globals: Vec<u32>,
    pub functions: Vec<u32>,
    /// The ids of what every module has.
    pub void: u32,
    pub procedure: u32,
    pub float: u32,
    pub vec4: u32,
    pub int: u32,
    pub boolean: u32,
    pub main: u32,
    pub output: u32,
    /// An input that is not constant.
    pub input: u32,
    /// The inputs and outputs of the entry point.
    pub interface: Vec<u32>,
}

/// The codes of the instructions.
pub mod op {
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

pub const FUNCTION_CLASS: u32 = 7;
pub const PRIVATE: u32 = 6;
pub const UNIFORM: u32 = 2;

pub fn instruction(code: u32, operands: &[u32]) -> Vec<u32> {
    let mut words = vec![(operands.len() as u32 + 1) << 16 | code];
    words.extend(operands);
    words
}

impl Module {
    /// Begins a fragment shader with an input and an output.
    pub fn new() -> Self {
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

    pub fn id(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }

    /// Defines a type.
    pub fn ty(&mut self, code: u32, operands: &[u32]) -> u32 {
        let id = self.id();
        self.globals.extend(instruction(code, &[&[id], operands].concat()));
        id
    }

    /// Defines a constant or a global variable.
    pub fn global(&mut self, code: u32, ty: u32, operands: &[u32]) -> u32 {
        let id = self.id();
        self.globals.extend(instruction(code, &[&[ty, id], operands].concat()));
        id
    }

    pub fn constant(&mut self, value: u32) -> u32 {
        self.global(CONSTANT, self.int, &[value])
    }

    pub fn array(&mut self, element: u32, length: u32) -> u32 {
        let length = self.constant(length);
        self.ty(TYPE_ARRAY, &[element, length])
    }

    /// Appends an instruction without a result to a function.
    pub fn act(&mut self, code: u32, operands: &[u32]) {
        self.functions.extend(instruction(code, operands));
    }

    /// Appends an instruction with a result.
    pub fn value(&mut self, code: u32, ty: u32, operands: &[u32]) -> u32 {
        let id = self.id();
        self.act(code, &[&[ty, id], operands].concat());
        id
    }

    pub fn label(&mut self) -> u32 {
        let id = self.id();
        self.act(LABEL, &[id]);
        id
    }

    pub fn begin_main(&mut self) {
        self.act(FUNCTION, &[self.void, self.main, 0, self.procedure]);
        self.label();
    }

    /// Stores a value to the output and ends main.
    pub fn end_main(&mut self, value: u32) {
        self.act(STORE, &[self.output, value]);
        self.act(RETURN, &[]);
        self.act(FUNCTION_END, &[]);
    }

    /// Returns the value of the input.
    pub fn load(&mut self) -> u32 {
        self.value(LOAD, self.vec4, &[self.input])
    }

    /// Returns a component of a vector.
    pub fn component(&mut self, vector: u32, at: u32) -> u32 {
        self.value(COMPOSITE_EXTRACT, self.float, &[vector, at])
    }

    /// Ends a main that returns the input.
    pub fn plain_main(&mut self) {
        self.begin_main();
        let value = self.load();
        self.end_main(value);
    }

    /// Ends a function of one float that returns `value`.
    pub fn result(&mut self, value: u32) {
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
