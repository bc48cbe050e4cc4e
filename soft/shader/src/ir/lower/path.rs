//! Access paths into variables and values, such as `a[i].b.xy` (NIR's deref chains), and their reads and writes.

use super::values::Words;
use super::{Binding, Lowered, Lowering, MAXIMUM_WORDS, types};
use crate::ir::bytecode::{Code, Elements, MemoryAccess, Space, Splat};
use crate::ir::linear::{NO_REGISTER, Operation, Virtual};
use base::hir::layout::{self, Arrangement};
use base::hir::{BlockLayout, Expr, ExprKind, Scalar, Type, VarId};
use std::rc::Rc;

/// The base of a [`Path`]. Offsets are in words, in buffers in bytes.
#[derive(Clone)]
pub enum Root {
    /// A variable bound to words or to a stack slot.
    Variable(VarId),
    /// Read-only words.
    Value(Rc<[Virtual]>),
    /// The default uniform block.
    Uniform,
    /// A uniform or storage block, or shared memory.
    Buffer {
        space: Space,
        block: u32,
        /// A register added to `block`.
        block_index: Virtual,
        layout: BlockLayout,
        arrangement: Arrangement,
        /// True while the path's type is an array of blocks.
        blocks: bool,
    },
    /// A vertex or patch record.
    Record {
        kind: Record,
        /// The vertex number; NO_REGISTER until the array over vertices is indexed.
        vertex: Virtual,
        /// True if elements are stored word by word instead of slot by slot.
        packed: bool,
        /// The first word of the member, and its number of words.
        member: (u32, u32),
    },
    /// The atomic counters of a buffer; offsets are in bytes.
    Counter { buffer: u32 },
    /// A variable without a location: reads return 0, writes are dropped.
    Unassigned,
}

/// The kind of a record.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Record {
    Input,
    Output,
    Patch,
}

/// A part of a variable or value.
#[derive(Clone)]
pub struct Path {
    /// The variable or value.
    pub root: Root,
    /// The type of the part.
    pub ty: Type,
    /// The constant offset from the root.
    pub offset: u32,
    /// A register that is added to the offset; NO_REGISTER if none.
    pub index: Virtual,
    /// A number that divides all values of `index`.
    pub step: u32,
    /// Buffers: the bytes from one component of the vector to the next.
    pub component_stride: u32,
    /// The components of the vector `ty`, in the order of the swizzle.
    pub swizzle: Option<Vec<u8>>,
    /// Default uniform block: the first word after the variable.
    pub end: u32,
}

fn common_divisor(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Converts to 32 bits; saturates.
fn narrow(value: u64) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

impl Path {
    /// Creates the path of a whole variable or value.
    pub fn new(root: Root, ty: Type, offset: u32) -> Self {
        let component_stride = types::scalar(&ty).words() * 4;
        let end = offset.saturating_add(types::words(&ty));
        Self { root, ty, offset, index: NO_REGISTER, step: 0, component_stride, swizzle: None, end }
    }
}

impl Lowering<'_> {
    /// Resolves an lvalue, or any expression, to its path. Evaluates its indices, once.
    pub fn path(&mut self, expression: &Expr) -> Lowered<Path> {
        self.enter_nesting()?;
        let path = match &expression.kind {
            ExprKind::Variable(variable) => self.variable_path(*variable),
            ExprKind::Index(base, index) => {
                let base = self.path(base)?;
                let index = self.scalar(index)?;
                self.element(base, index)
            }
            ExprKind::Field(base, member) => {
                let base = self.path(base)?;
                self.member(base, *member)
            }
            ExprKind::Swizzle(base, components) => {
                let mut base = self.path(base)?;
                base.swizzle = Some(match &base.swizzle {
                    Some(outer) => components.iter().map(|&c| outer.get(usize::from(c)).copied().unwrap_or(0)).collect(),
                    None => components.clone(),
                });
                Ok(base)
            }
            _ => {
                let words = self.expression(expression)?;
                Ok(Path::new(Root::Value(Rc::from(words)), expression.ty.clone(), 0))
            }
        };
        self.depth -= 1;
        path
    }

    /// Returns the path of an element, column or component.
    pub fn element(&mut self, mut path: Path, index: Virtual) -> Lowered<Path> {
        if let Some(swizzle) = path.swizzle.take() {
            if let Some(constant) = self.constant_value(index) {
                let component = swizzle.get(constant as usize).or(swizzle.last()).copied().unwrap_or(0);
                let index = self.constant(u32::from(component));
                return self.element(path, index);
            }
            let in_order = swizzle.iter().enumerate().all(|(at, &component)| at == usize::from(component));
            let writable = matches!(path.root, Root::Variable(_) | Root::Buffer { .. } | Root::Record { .. });
            if !in_order && writable && matches!(path.ty, Type::Vector(..)) {
                let component = self.component_of_swizzle(&swizzle, index);
                return self.element(path, component);
            }
            if !in_order {
                path.swizzle = Some(swizzle);
                let words = self.read(&path)?;
                let ty = Type::Vector(types::scalar(&path.ty), words.len().min(4) as u8);
                return self.element(Path::new(Root::Value(Rc::from(words)), ty, 0), index);
            }
        }
        let Some((element, length)) = types::element(&path.ty) else { return Err(String::from("an index into what has no elements")) };
        let was_vector = matches!(path.ty, Type::Vector(..));
        let stride = match &mut path.root {
            Root::Buffer { blocks, block, block_index, .. } if *blocks => {
                let (mut inner, mut each) = (&element, 1u32);
                while let Type::Array(next, count) = inner {
                    each = each.saturating_mul(*count);
                    inner = next;
                }
                *blocks = matches!(element, Type::Array(..));
                let (block, block_index) = (*block, *block_index);
                if let Some(constant) = self.constant_value(index) {
                    let first = block.saturating_add(constant.min(length.saturating_sub(1)).saturating_mul(each));
                    if let Root::Buffer { block, .. } = &mut path.root {
                        *block = first;
                    }
                } else {
                    let last = self.constant(length.saturating_sub(1));
                    let clamped = self.binary(Code::UMin, index, last);
                    let each = self.constant(each);
                    let mut sum = self.binary(Code::IMul, clamped, each);
                    if block_index != NO_REGISTER {
                        sum = self.binary(Code::IAdd, sum, block_index);
                    }
                    if let Root::Buffer { block_index, .. } = &mut path.root {
                        *block_index = sum;
                    }
                }
                path.ty = element;
                return Ok(path);
            }
            Root::Record { vertex, kind, .. } if *vertex == NO_REGISTER && *kind != Record::Patch => {
                *vertex = index;
                path.ty = element;
                return Ok(path);
            }
            Root::Buffer { layout, arrangement, .. } => match &path.ty {
                Type::Array(..) => {
                    let stride = narrow(layout::array_stride(&path.ty, *layout, *arrangement));
                    *arrangement = arrangement.element();
                    stride
                }
                Type::Matrix(scalar, ..) => {
                    let stride = narrow(layout::matrix_stride(&path.ty, *layout, *arrangement));
                    if arrangement.row_major {
                        path.component_stride = stride;
                        scalar.words() * 4
                    } else {
                        stride
                    }
                }
                _ => path.component_stride,
            },
            Root::Record { packed, .. } => match &path.ty {
                _ if *packed => types::words(&element),
                Type::Vector(scalar, _) => scalar.words(),
                _ => types::slots(&element).saturating_mul(4),
            },
            Root::Counter { .. } => types::words(&element).saturating_mul(4),
            _ => types::words(&element),
        };
        if matches!(path.root, Root::Buffer { .. }) && !was_vector && !matches!(path.ty, Type::Matrix(..)) {
            path.component_stride = types::scalar(&element).words() * 4;
        }
        path.ty = element;
        match self.constant_value(index) {
            Some(constant) => {
                let index = if length == 0 { constant } else { constant.min(length - 1) };
                path.offset = path.offset.saturating_add(index.saturating_mul(stride));
            }
            None => {
                let factor = self.constant(stride);
                let scaled = self.binary(Code::IMul, index, factor);
                path.index = if path.index == NO_REGISTER { scaled } else { self.binary(Code::IAdd, path.index, scaled) };
                path.step = common_divisor(path.step, stride);
            }
        }
        Ok(path)
    }

    /// Returns a register with the component that a swizzle has at an index.
    fn component_of_swizzle(&mut self, swizzle: &[u8], index: Virtual) -> Virtual {
        let mut component = self.constant(u32::from(swizzle.first().copied().unwrap_or(0)));
        for (at, &other) in swizzle.iter().enumerate().skip(1) {
            let (at, other) = (self.constant(at as u32), self.constant(u32::from(other)));
            let matches = self.binary(Code::IEqual, index, at);
            component = self.ternary(Code::Select, matches, other, component);
        }
        component
    }

    /// Returns the path of a member of a structure or block.
    pub fn member(&mut self, mut path: Path, member: usize) -> Lowered<Path> {
        let Type::Struct(structure) = path.ty.clone() else { return Err(String::from("a member of what is no structure")) };
        let Some(field) = structure.members.get(member) else { return Err(String::from("a member that does not exist")) };
        let before = &structure.members[..member];
        match &mut path.root {
            Root::Buffer { layout, arrangement, .. } => {
                let offsets = self.member_offsets(&structure, *layout, *arrangement);
                path.offset = path.offset.saturating_add(narrow(offsets.get(member).copied().unwrap_or(0)));
                *arrangement = arrangement.member(&field.qualifiers);
            }
            Root::Record { kind, packed, member: bounds, .. } => {
                if let Some(builtin) = field.qualifiers.builtin {
                    let input = *kind == Record::Input;
                    let words = types::words(&field.ty);
                    let Some(word) = types::builtin_word(self.shader, builtin, 0, input) else {
                        return Ok(Path::new(Root::Unassigned, field.ty.clone(), 0));
                    };
                    *packed = true;
                    *bounds = (word, words);
                    path.offset = word;
                } else if !*packed {
                    path.offset = path.offset.saturating_add(types::member_word(&structure, member));
                }
            }
            Root::Counter { .. } => {}
            _ => {
                let words = before.iter().fold(0u32, |sum, other| sum.saturating_add(types::words(&other.ty)));
                path.offset = path.offset.saturating_add(words);
            }
        }
        path.component_stride = types::scalar(&field.ty).words() * 4;
        path.ty = field.ty.clone();
        Ok(path)
    }

    /// Loads the words of the value at a path.
    pub fn read(&mut self, path: &Path) -> Lowered<Words> {
        let count = types::words(&path.ty);
        if count > MAXIMUM_WORDS {
            return Err(format!("the shader is too large: a value of {count} words"));
        }
        let words = match &path.root {
            Root::Variable(variable) => match self.bindings.get(*variable) {
                Some(&Binding::StackSlot(stack_slot)) => {
                    let total = self.checked_words(*variable)?;
                    self.read_words_of_stack_slot(stack_slot, total, path, count)
                }
                _ => {
                    let words = self.variable_value(*variable)?;
                    self.choose_words(&words, path, count)
                }
            },
            Root::Value(words) => self.choose_words(words, path, count),
            Root::Uniform => self.read_uniform(path),
            Root::Buffer { .. } => self.read_buffer(path)?,
            Root::Record { .. } => self.read_record(path)?,
            Root::Counter { buffer } => {
                let address = self.address(path.offset, path.index);
                vec![self.emit_impure(
                    Code::Load,
                    [address, NO_REGISTER, NO_REGISTER],
                    MemoryAccess { space: Space::AtomicCounter, block: *buffer },
                )]
            }
            Root::Unassigned => self.zeros(count),
        };
        Ok(self.swizzled(path, words))
    }

    /// Applies the path's swizzle.
    fn swizzled(&mut self, path: &Path, words: Words) -> Words {
        let Some(swizzle) = &path.swizzle else { return words };
        let size = types::scalar(&path.ty).words() as usize;
        let zero = self.constant(0);
        swizzle
            .iter()
            .flat_map(|&c| (0..size).map(move |word| usize::from(c) * size + word))
            .map(|at| words.get(at).copied().unwrap_or(zero))
            .collect()
    }

    /// Returns the words at a path in a list of words that does not change, selected by its index.
    fn choose_words(&mut self, words: &[Virtual], path: &Path, count: u32) -> Words {
        let zero = self.constant(0);
        let offset = path.offset as usize;
        if path.index == NO_REGISTER {
            return (0..count as usize).map(|word| words.get(offset + word).copied().unwrap_or(zero)).collect();
        }
        let Some(rest) = words.get(offset..).filter(|rest| !rest.is_empty()) else { return vec![zero; count as usize] };
        let step = path.step.max(1) as usize;
        let choices = (rest.len().saturating_sub(count as usize)) / step + 1;
        if choices <= 4 && !Self::are_consecutive(rest) {
            let mut chosen: Words = (0..count as usize).map(|word| rest.get(word).copied().unwrap_or(zero)).collect();
            for choice in 1..choices {
                let at = self.constant((choice * step) as u32);
                let matches = self.binary(Code::IEqual, path.index, at);
                for (word, value) in chosen.iter_mut().enumerate() {
                    if let Some(&other) = rest.get(choice * step + word) {
                        *value = self.ternary(Code::Select, matches, other, *value);
                    }
                }
            }
            return chosen;
        }
        let first = self.consecutive(rest);
        (0..count)
            .map(|word| {
                let left = (rest.len() as u32).saturating_sub(word);
                if left == 0 {
                    zero
                } else {
                    self.emit_pure(Code::LoadIndexed, [path.index, first + word, NO_REGISTER], Elements::new(left))
                }
            })
            .collect()
    }

    fn read_words_of_stack_slot(&mut self, stack_slot: Virtual, total: u32, path: &Path, count: u32) -> Words {
        let zero = self.constant(0);
        let first = self.registers(count, crate::ir::linear::Origin::Temporary);
        for word in 0..count {
            let at = path.offset.saturating_add(word);
            let dst = first + word;
            if at >= total {
                self.push(Operation::copy(Code::Move, dst, zero));
            } else if path.index == NO_REGISTER {
                self.push(Operation::copy(Code::Move, dst, stack_slot + at));
            } else {
                let operands = [path.index, stack_slot + at, NO_REGISTER];
                self.push(Operation::new(Code::LoadIndexed, dst, operands, Elements::new(total - at)));
            }
        }
        (first..first + count).collect()
    }

    fn read_uniform(&mut self, path: &Path) -> Words {
        let mut leaves = Vec::new();
        types::leaves(&path.ty, &mut leaves);
        let mut words = Words::new();
        let mut at = path.offset;
        let zero = self.constant(0);
        for scalar in leaves {
            for _ in 0..scalar.words() {
                let mut word = if path.index == NO_REGISTER {
                    self.splat(Splat::Uniform(at))
                } else {
                    let bytes = self.constant(4);
                    let index = self.binary(Code::IMul, path.index, bytes);
                    let address = self.address(at.saturating_mul(4), index);
                    self.load_uniform(Space::Uniform, 0, NO_REGISTER, address)
                };
                if scalar == Scalar::Bool {
                    word = self.binary(Code::INotEqual, word, zero);
                }
                words.push(word);
                at = at.saturating_add(1);
            }
        }
        words
    }

    /// Returns a register with a constant offset plus an index (NO_REGISTER for none).
    pub fn address(&mut self, offset: u32, index: Virtual) -> Virtual {
        let offset = self.constant(offset);
        if index == NO_REGISTER { offset } else { self.binary(Code::IAdd, index, offset) }
    }

    /// Stores a value at a path.
    pub fn write(&mut self, path: &Path, value: &[Virtual]) -> Lowered<()> {
        let size = types::scalar(&path.ty).words();
        // The index within the path's type of each word of the value.
        let targets: Vec<u32> = match &path.swizzle {
            Some(swizzle) => swizzle.iter().flat_map(|&c| (0..size).map(move |word| u32::from(c) * size + word)).collect(),
            None => (0..types::words(&path.ty).min(MAXIMUM_WORDS)).collect(),
        };
        match &path.root {
            Root::Variable(variable) => match self.bindings.get(*variable) {
                Some(&Binding::StackSlot(stack_slot)) => {
                    let total = self.checked_words(*variable)?;
                    for (&target, &word) in targets.iter().zip(value) {
                        let at = path.offset.saturating_add(target);
                        if at >= total {
                            continue;
                        }
                        let (dst, left) = (stack_slot + at, total - at);
                        self.push(if path.index == NO_REGISTER {
                            Operation::copy(Code::MoveActive, dst, word)
                        } else {
                            Operation::new(Code::StoreIndexed, dst, [path.index, word, NO_REGISTER], Elements::new(left))
                        });
                    }
                    Ok(())
                }
                _ => self.rebind(*variable, path, &targets, value),
            },
            Root::Buffer { .. } => self.write_buffer(path, &targets, value),
            Root::Record { .. } => {
                self.write_record(path, &targets, value);
                Ok(())
            }
            Root::Value(_) | Root::Uniform | Root::Counter { .. } | Root::Unassigned => Ok(()),
        }
    }

    /// Writes to a variable that is bound to words, by binding it to new ones.
    fn rebind(&mut self, variable: VarId, path: &Path, targets: &[u32], value: &[Virtual]) -> Lowered<()> {
        let mut words = self.variable_value(variable)?.to_vec();
        let offset = path.offset as usize;
        if path.index == NO_REGISTER {
            for (&target, &word) in targets.iter().zip(value) {
                if let Some(slot) = words.get_mut(offset + target as usize) {
                    *slot = word;
                }
            }
        } else {
            let step = path.step.max(1) as usize;
            let span = types::words(&path.ty) as usize;
            let room = words.len().saturating_sub(offset);
            if room >= span {
                for choice in 0..=(room - span) / step {
                    let at = self.constant((choice * step) as u32);
                    let matches = self.binary(Code::IEqual, path.index, at);
                    for (&target, &word) in targets.iter().zip(value) {
                        let index = offset + choice * step + target as usize;
                        if let Some(&old) = words.get(index) {
                            words[index] = self.ternary(Code::Select, matches, word, old);
                        }
                    }
                }
            }
        }
        self.bind_words(variable, &words);
        Ok(())
    }
}
