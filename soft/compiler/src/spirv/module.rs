//! A parsed module: its global instructions, decorations and functions by id.

use super::{Result, Stage};
use rspirv::dr::{self, Instruction, Operand};
use rspirv::spirv::{self, Decoration, ExecutionModel, Op};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

/// The number of an instruction's result.
pub type Id = spirv::Word;

/// Returns the stage of an execution model, or `None` for one that OpenGL lacks.
pub fn stage_of(model: ExecutionModel) -> Option<Stage> {
    Some(match model {
        ExecutionModel::Vertex => Stage::Vertex,
        ExecutionModel::TessellationControl => Stage::TessControl,
        ExecutionModel::TessellationEvaluation => Stage::TessEvaluation,
        ExecutionModel::Geometry => Stage::Geometry,
        ExecutionModel::Fragment => Stage::Fragment,
        ExecutionModel::GLCompute => Stage::Compute,
        _ => return None,
    })
}

/// An entry point.
pub struct EntryPoint<'m> {
    /// Its stage, or `None` for an execution model that OpenGL lacks.
    pub stage: Option<Stage>,
    pub function: Id,
    pub name: &'m str,
    /// The variables that it lists.
    pub interface: Vec<Id>,
}

/// Returns the entry points in the order of their declarations.
pub fn entry_points(module: &dr::Module) -> impl Iterator<Item = EntryPoint<'_>> {
    module.entry_points.iter().filter_map(|instruction| match instruction.operands.as_slice() {
        [Operand::ExecutionModel(model), Operand::IdRef(function), Operand::LiteralString(name), interface @ ..] => {
            let id = |operand: &Operand| if let Operand::IdRef(id) = operand { Some(*id) } else { None };
            let interface = interface.iter().filter_map(id).collect();
            Some(EntryPoint { stage: stage_of(*model), function: *function, name, interface })
        }
        _ => None,
    })
}

/// Returns the index of each specialization constant.
pub fn specialization_indices(module: &dr::Module) -> impl Iterator<Item = u32> + '_ {
    module.annotations.iter().filter_map(|instruction| match instruction.operands.as_slice() {
        [Operand::IdRef(_), Operand::Decoration(Decoration::SpecId), Operand::LiteralBit32(index)] => Some(*index),
        _ => None,
    })
}

/// Returns an operand that is an id.
pub fn id_at(instruction: &Instruction, at: usize) -> Result<Id> {
    match instruction.operands.get(at) {
        Some(Operand::IdRef(id) | Operand::IdScope(id) | Operand::IdMemorySemantics(id)) => Ok(*id),
        _ => Err(format!("Op{} lacks an operand", instruction.class.opname)),
    }
}

/// Returns an operand that is a literal number.
pub fn literal_at(instruction: &Instruction, at: usize) -> Result<u32> {
    match instruction.operands.get(at) {
        Some(Operand::LiteralBit32(number)) => Ok(*number),
        _ => Err(format!("Op{} lacks a number", instruction.class.opname)),
    }
}

/// Returns the result and its type.
pub fn result_of(instruction: &Instruction) -> Result<(Id, Id)> {
    match (instruction.result_id, instruction.result_type) {
        (Some(id), Some(ty)) => Ok((id, ty)),
        _ => Err(format!("Op{} lacks a result", instruction.class.opname)),
    }
}

/// The target of a decoration: an id, or a member of the structure type with this id.
type Target = (Id, Option<u32>);

/// The operands of each decoration that was looked for; `None` if a target lacks it.
type Decorations<'m> = HashMap<(Target, Decoration), Option<&'m [Operand]>>;

/// A module's contents by id.
pub struct Index<'m> {
    /// The types, constants and variables.
    globals: HashMap<Id, &'m Instruction>,
    decorations: HashMap<(Target, Decoration), &'m [Operand]>,
    /// The decoration groups of each target.
    groups: HashMap<Target, Vec<Id>>,
    /// What was found in the groups of a target, which may be many.
    found: RefCell<Decorations<'m>>,
    functions: HashMap<Id, &'m dr::Function>,
    /// The ids of GLSL.std.450.
    extended: HashSet<Id>,
}

impl<'m> Index<'m> {
    /// Indexes a module. Returns an error for an id that two instructions define.
    pub fn new(module: &'m dr::Module) -> Result<Self> {
        let mut index = Self {
            globals: HashMap::new(),
            decorations: HashMap::new(),
            groups: HashMap::new(),
            found: RefCell::default(),
            functions: HashMap::new(),
            extended: HashSet::new(),
        };
        for instruction in &module.types_global_values {
            if let Some(id) = instruction.result_id
                && index.globals.insert(id, instruction).is_some()
            {
                return Err(format!("two instructions define %{id}"));
            }
        }
        for function in &module.functions {
            if let Some(id) = function.def.as_ref().and_then(|definition| definition.result_id)
                && index.functions.insert(id, function).is_some()
            {
                return Err(format!("two functions define %{id}"));
            }
        }
        for instruction in &module.ext_inst_imports {
            match (instruction.result_id, instruction.operands.first()) {
                (Some(id), Some(Operand::LiteralString(name))) if name == "GLSL.std.450" => {
                    index.extended.insert(id);
                }
                (_, Some(Operand::LiteralString(name))) if name.starts_with("NonSemantic.") => {}
                _ => return Err(String::from("the module imports extended instructions other than GLSL.std.450")),
            }
        }
        for instruction in &module.annotations {
            index.annotate(instruction);
        }
        Ok(index)
    }

    fn annotate(&mut self, instruction: &'m Instruction) {
        match (instruction.class.opcode, instruction.operands.as_slice()) {
            (Op::GroupDecorate, [Operand::IdRef(group), targets @ ..]) => {
                for target in targets {
                    if let Operand::IdRef(id) = target {
                        self.groups.entry((*id, None)).or_default().push(*group);
                    }
                }
            }
            (Op::GroupMemberDecorate, [Operand::IdRef(group), targets @ ..]) => {
                for target in targets.chunks(2) {
                    if let [Operand::IdRef(id), Operand::LiteralBit32(member)] = target {
                        self.groups.entry((*id, Some(*member))).or_default().push(*group);
                    }
                }
            }
            (_, [Operand::IdRef(id), Operand::Decoration(decoration), rest @ ..]) => {
                self.decorations.entry(((*id, None), *decoration)).or_insert(rest);
            }
            (_, [Operand::IdRef(id), Operand::LiteralBit32(member), Operand::Decoration(decoration), rest @ ..]) => {
                self.decorations.entry(((*id, Some(*member)), *decoration)).or_insert(rest);
            }
            _ => {}
        }
    }

    /// Returns the operands of a decoration of an id, or of a member of a structure type.
    pub fn decoration(&self, id: Id, member: Option<u32>, decoration: Decoration) -> Option<&'m [Operand]> {
        let own = self.decorations.get(&((id, member), decoration));
        own.copied().or_else(|| {
            let groups = self.groups.get(&(id, member))?;
            let find = || groups.iter().find_map(|group| self.decorations.get(&((*group, None), decoration))).copied();
            *self.found.borrow_mut().entry(((id, member), decoration)).or_insert_with(find)
        })
    }

    /// Returns true if an id, or a member of a structure type, has a decoration.
    pub fn has(&self, id: Id, member: Option<u32>, decoration: Decoration) -> bool {
        self.decoration(id, member, decoration).is_some()
    }

    /// Returns the number of a decoration.
    pub fn number(&self, id: Id, member: Option<u32>, decoration: Decoration) -> Option<u32> {
        match self.decoration(id, member, decoration)? {
            [Operand::LiteralBit32(number), ..] => Some(*number),
            _ => None,
        }
    }

    /// Returns the built-in variable that an id, or a member of a structure type, is decorated as.
    pub fn builtin(&self, id: Id, member: Option<u32>) -> Option<spirv::BuiltIn> {
        match self.decoration(id, member, Decoration::BuiltIn)? {
            [Operand::BuiltIn(builtin), ..] => Some(*builtin),
            _ => None,
        }
    }

    /// Returns the instruction that defines a type, a constant or a global variable.
    pub fn global(&self, id: Id) -> Option<&'m Instruction> {
        self.globals.get(&id).copied()
    }

    /// Returns a function.
    pub fn function(&self, id: Id) -> Option<&'m dr::Function> {
        self.functions.get(&id).copied()
    }

    /// Returns true if an id is the instruction set GLSL.std.450.
    pub fn is_glsl(&self, set: Id) -> bool {
        self.extended.contains(&set)
    }
}
