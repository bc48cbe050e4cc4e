//! Memory instructions: access chains, loads, stores, atomics, barriers; and the vertices that geometry stages emit.

use super::functions::{Body, Value, ValueKind};
use super::interface::has_unsized_array;
use super::module::{Id, id_at, literal_at, result_of};
use super::places::{Place, field};
use super::{Result, call, int_expr, shape, to_scalar};
use base::hir::{BinaryOp, Builtin, Expr, ExprKind, Scalar, Stage, Statement, Storage, Type};
use rspirv::dr::Instruction;
use rspirv::spirv::{Op, StorageClass};

/// Returns the built-in function of an atomic instruction, for memory and for images.
fn atomic_function(op: Op) -> Option<(Builtin, Builtin)> {
    Some(match op {
        Op::AtomicIIncrement | Op::AtomicIDecrement | Op::AtomicIAdd | Op::AtomicISub => (Builtin::AtomicAdd, Builtin::ImageAtomicAdd),
        Op::AtomicSMin | Op::AtomicUMin => (Builtin::AtomicMin, Builtin::ImageAtomicMin),
        Op::AtomicSMax | Op::AtomicUMax => (Builtin::AtomicMax, Builtin::ImageAtomicMax),
        Op::AtomicAnd => (Builtin::AtomicAnd, Builtin::ImageAtomicAnd),
        Op::AtomicOr => (Builtin::AtomicOr, Builtin::ImageAtomicOr),
        Op::AtomicXor => (Builtin::AtomicXor, Builtin::ImageAtomicXor),
        Op::AtomicExchange | Op::AtomicStore => (Builtin::AtomicExchange, Builtin::ImageAtomicExchange),
        Op::AtomicCompareExchange => (Builtin::AtomicCompSwap, Builtin::ImageAtomicCompSwap),
        _ => return None,
    })
}

impl Body<'_, '_> {
    /// Translates a memory instruction; returns false for other instructions.
    pub fn memory_instruction(&mut self, instruction: &Instruction) -> Result<bool> {
        match instruction.class.opcode {
            Op::AccessChain | Op::InBoundsAccessChain => self.access_chain(instruction)?,
            Op::Load => self.load(instruction)?,
            Op::Store => self.store_value(id_at(instruction, 0)?, id_at(instruction, 1)?)?,
            Op::CopyMemory => self.copy_memory(instruction)?,
            Op::CopyObject => {
                let (id, ty) = result_of(instruction)?;
                let value = self.value(id_at(instruction, 0)?)?;
                if value.ty != ty {
                    return Err(format!("%{id} is the copy of a value of another type"));
                }
                self.set(id, value)?;
            }
            Op::Undef => {
                let (id, ty) = result_of(instruction)?;
                let value = self.translator.value_type(ty)?;
                let words = self.translator.known_type(ty)?.words;
                if words > 4096 || value == Type::Void || value.is_opaque() {
                    return Err(format!("the undefined value %{id} has a type that is not supported"));
                }
                let zeros = Expr { kind: ExprKind::Constant(vec![0; words as usize]), ty: value };
                // A variable holds many words, so that not each use has a copy of them.
                let zeros = if words > 16 { self.keep(zeros)? } else { zeros };
                self.set(id, Value { ty, kind: ValueKind::Expr(zeros) })?;
            }
            Op::ArrayLength => {
                let (id, ty) = result_of(instruction)?;
                let (place, _) = self.place(id_at(instruction, 0)?)?;
                let (Place::Lvalue(block), Some((Scalar::Uint | Scalar::Int, 1))) = (place, shape(&self.translator.value_type(ty)?)) else {
                    return Err(format!("%{id} is not the length of an array"));
                };
                let array = field(block, literal_at(instruction, 1)? as usize)?;
                if !matches!(array.ty, Type::Array(_, 0)) {
                    return Err(format!("%{id} is the length of an array with a constant length"));
                }
                let ty_of_length = self.translator.value_type(ty)?;
                let length = Expr { kind: ExprKind::RuntimeLength(Box::new(array)), ty: Type::Scalar(Scalar::Int) };
                self.define(id, ty, Expr { kind: ExprKind::Convert(Box::new(length)), ty: ty_of_length })?;
            }
            Op::ControlBarrier => {
                if !matches!(self.translator.stage, Stage::Compute | Stage::TessControl) {
                    return Err(String::from("OpControlBarrier is in a stage that has no barriers"));
                }
                self.effect(Builtin::Barrier, Vec::new());
            }
            Op::MemoryBarrier => self.effect(Builtin::MemoryBarrier, Vec::new()),
            Op::EmitVertex | Op::EndPrimitive | Op::EmitStreamVertex | Op::EndStreamPrimitive => self.emit(instruction)?,
            Op::ImageTexelPointer => self.texel_pointer(instruction)?,
            Op::AtomicLoad => self.atomic_load(instruction)?,
            op if atomic_function(op).is_some() => self.atomic(instruction)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Appends the call of a function without a result.
    fn effect(&mut self, builtin: Builtin, arguments: Vec<Expr>) {
        self.push(Statement::Expression(call(builtin, arguments, Type::Void)));
    }

    fn emit(&mut self, instruction: &Instruction) -> Result<()> {
        if self.translator.stage != Stage::Geometry {
            return Err(format!("Op{} is not in a geometry shader", instruction.class.opname));
        }
        let builtin = match instruction.class.opcode {
            Op::EmitVertex => Builtin::EmitVertex,
            Op::EndPrimitive => Builtin::EndPrimitive,
            Op::EmitStreamVertex => Builtin::EmitStreamVertex,
            _ => Builtin::EndStreamPrimitive,
        };
        let mut arguments = Vec::new();
        if !instruction.operands.is_empty() {
            match self.translator.integer_constant(id_at(instruction, 0)?)? {
                stream @ 0..=3 => arguments.push(int_expr(stream)),
                stream => return Err(format!("vertex stream {stream} does not exist")),
            }
        }
        self.effect(builtin, arguments);
        Ok(())
    }

    fn access_chain(&mut self, instruction: &Instruction) -> Result<()> {
        let (id, ty) = result_of(instruction)?;
        let base = id_at(instruction, 0)?;
        let (mut place, mut pointee) = self.place(base)?;
        let class = self.translator.pointer_type(self.type_id(base)?)?.0;
        for at in 1..instruction.operands.len() {
            let mut index = self.expr(id_at(instruction, at)?)?;
            match shape(&index.ty) {
                Some((Scalar::Int | Scalar::Uint, 1)) => {}
                Some((scalar, 1)) if scalar.is_integer() => {
                    index = match index.kind {
                        ExprKind::Constant(words) => {
                            let low = words.into_iter().take(1).collect();
                            Expr { kind: ExprKind::Constant(low), ty: Type::Scalar(Scalar::Int) }
                        }
                        _ => to_scalar(index, Scalar::Int),
                    };
                }
                _ => return Err(format!("access chain %{id} has an index that is not an integer")),
            }
            let constant = match &index.kind {
                ExprKind::Constant(words) => words.first().copied(),
                _ => None,
            };
            pointee = self.translator.part_type(pointee, constant.unwrap_or(0))?;
            place = self.translator.step(&place, &index)?;
        }
        if self.translator.pointer_type(ty)? != (class, pointee) {
            return Err(format!("access chain %{id} has a wrong type"));
        }
        self.set(id, Value { ty, kind: ValueKind::Place(place) })
    }

    fn load(&mut self, instruction: &Instruction) -> Result<()> {
        let (id, ty) = result_of(instruction)?;
        let (place, pointee) = self.place(id_at(instruction, 0)?)?;
        if pointee != ty {
            return Err(format!("load %{id} has another type than its pointer"));
        }
        let value = self.loaded(&place, ty)?;
        self.define(id, ty, value)
    }

    /// Returns the value at a place.
    fn loaded(&mut self, place: &Place, ty: Id) -> Result<Expr> {
        let ty = self.translator.value_type(ty)?;
        if has_unsized_array(&ty) {
            return Err(String::from("a load of an array without a length"));
        }
        let value = self.translator.load(place, &ty)?;
        if value.ty.is_opaque() && !matches!(value.ty, Type::Sampler(_) | Type::Image(_)) {
            return Err(String::from("a load of what has no value"));
        }
        Ok(value)
    }

    /// Stores a value. Returns an error for places that shaders cannot write.
    fn store_value(&mut self, pointer: Id, object: Id) -> Result<()> {
        let value = self.expr(object)?;
        let ty = self.type_id(object)?;
        self.store_expr(pointer, value, ty)
    }

    fn store_expr(&mut self, pointer: Id, value: Expr, ty: Id) -> Result<()> {
        let place = self.writable(pointer)?;
        if self.place(pointer)?.1 != ty {
            return Err(format!("a store to %{pointer} has a value of another type"));
        }
        let mut assignments = Vec::new();
        self.translator.store(&place, value, &mut assignments)?;
        assignments.into_iter().for_each(|assignment| self.push(Statement::Expression(assignment)));
        Ok(())
    }

    /// Returns the place of a pointer through which shaders can write.
    pub fn writable(&self, pointer: Id) -> Result<Place> {
        let class = self.translator.pointer_type(self.type_id(pointer)?)?.0;
        let place = self.place(pointer)?.0;
        let writable = match class {
            StorageClass::Output | StorageClass::Workgroup | StorageClass::Private | StorageClass::Function => true,
            StorageClass::Uniform | StorageClass::StorageBuffer => self.root_storage(&place) == Some(&Storage::StorageBlock),
            _ => false,
        };
        if writable { Ok(place) } else { Err(format!("%{pointer} points to what a shader cannot write")) }
    }

    /// Returns the storage of the variable that a place is a part of.
    fn root_storage(&self, place: &Place) -> Option<&Storage> {
        let Place::Lvalue(mut expr) = place.clone() else { return None };
        loop {
            match expr.kind {
                ExprKind::Variable(variable) => return self.translator.variables.get(variable).map(|variable| &variable.storage),
                ExprKind::Index(base, _) | ExprKind::Field(base, _) => expr = *base,
                _ => return None,
            }
        }
    }

    fn copy_memory(&mut self, instruction: &Instruction) -> Result<()> {
        let (target, source) = (id_at(instruction, 0)?, id_at(instruction, 1)?);
        let (place, ty) = self.place(source)?;
        let value = self.loaded(&place, ty)?;
        if value.ty.is_opaque() {
            return Err(String::from("OpCopyMemory copies a sampler or an image"));
        }
        let value = self.keep(value)?;
        self.store_expr(target, value, ty)
    }

    fn texel_pointer(&mut self, instruction: &Instruction) -> Result<()> {
        let (id, ty) = result_of(instruction)?;
        let (Place::Lvalue(image), _) = self.place(id_at(instruction, 0)?)? else {
            return Err(format!("%{id} is a pointer to a texel of what is no image"));
        };
        let Type::Image(kind) = image.ty else { return Err(format!("%{id} is a pointer to a texel of what is no image")) };
        let (class, pointee) = self.translator.pointer_type(ty)?;
        if class != StorageClass::Image || self.translator.value_type(pointee)? != Type::Scalar(kind.result) {
            return Err(format!("%{id} is a pointer to a texel of another type"));
        }
        let coordinates = self.coordinates(self.expr(id_at(instruction, 1)?)?, kind.kind)?;
        let sample = super::images::is_multisampled(kind.kind).then(|| self.expr(id_at(instruction, 2)?)).transpose()?;
        let place = Place::Texel { image: Box::new(image), coordinates: Box::new(coordinates), sample: sample.map(Box::new) };
        self.set(id, Value { ty, kind: ValueKind::Place(place) })
    }

    /// Returns the place of an atomic instruction's pointer, as an expression or as a texel.
    fn atomic_place(&mut self, instruction: &Instruction, ty: Id, at: usize) -> Result<Place> {
        let pointer = id_at(instruction, at)?;
        let (place, pointee) = self.place(pointer)?;
        let class = self.translator.pointer_type(self.type_id(pointer)?)?.0;
        let integer = matches!(shape(&self.translator.value_type(pointee)?), Some((Scalar::Int | Scalar::Uint, 1)));
        let shared = match (class, &place) {
            (StorageClass::AtomicCounter, Place::Lvalue(counter)) => counter.ty == Type::AtomicCounter,
            (StorageClass::Image, Place::Texel { .. }) | (StorageClass::Workgroup, Place::Lvalue(_)) => true,
            (StorageClass::Uniform | StorageClass::StorageBuffer, place) => self.root_storage(place) == Some(&Storage::StorageBlock),
            _ => false,
        };
        // "Atomic instructions must declare a scalar 32-bit integer type" [ARB_gl_spirv]
        if pointee != ty || !integer || !shared {
            return Err(format!("Op{} has a pointer that is not supported", instruction.class.opname));
        }
        Ok(place)
    }

    fn atomic_load(&mut self, instruction: &Instruction) -> Result<()> {
        let (id, ty) = result_of(instruction)?;
        let value = self.translator.value_type(ty)?;
        let loaded = match self.atomic_place(instruction, ty, 0)? {
            Place::Lvalue(place) if place.ty == Type::AtomicCounter => call(Builtin::AtomicCounter, vec![place], value),
            Place::Lvalue(place) => place,
            Place::Texel { image, coordinates, sample } => {
                let Type::Image(kind) = image.ty else { return Err(String::from("OpAtomicLoad loads what is no texel")) };
                let mut arguments = vec![*image, *coordinates];
                arguments.extend(sample.map(|sample| *sample));
                let texel = self.keep(call(Builtin::ImageLoad, arguments, Type::Vector(kind.result, 4)))?;
                Expr { kind: ExprKind::Swizzle(Box::new(texel), vec![0]), ty: value }
            }
            _ => return Err(String::from("OpAtomicLoad loads what has no value")),
        };
        self.define(id, ty, loaded)
    }

    fn atomic(&mut self, instruction: &Instruction) -> Result<()> {
        let op = instruction.class.opcode;
        let Some((memory, image)) = atomic_function(op) else { return Ok(()) };
        let store = op == Op::AtomicStore;
        let ty = if store { self.place(id_at(instruction, 0)?)?.1 } else { result_of(instruction)?.1 };
        let place = self.atomic_place(instruction, ty, 0)?;
        let value = self.translator.value_type(ty)?;
        let operand = |at: usize| -> Result<Expr> {
            let id = id_at(instruction, at)?;
            if self.type_id(id)? == ty {
                self.expr(id)
            } else {
                Err(format!("Op{} has an operand of a wrong type", instruction.class.opname))
            }
        };
        let one = |number: u32| Expr { kind: ExprKind::Constant(vec![number]), ty: value.clone() };
        let operands = match op {
            Op::AtomicIIncrement => vec![one(1)],
            Op::AtomicIDecrement => vec![one(u32::MAX)],
            Op::AtomicISub => {
                let zero = Box::new(one(0));
                vec![Expr { kind: ExprKind::Binary(BinaryOp::Sub, zero, Box::new(operand(3)?)), ty: value.clone() }]
            }
            // First the comparison, then the new value.
            Op::AtomicCompareExchange => vec![operand(5)?, operand(4)?],
            _ => vec![operand(3)?],
        };
        // The type of the arguments decides which of two numbers is the smaller.
        let signed = match op {
            Op::AtomicSMin | Op::AtomicSMax => Type::Scalar(Scalar::Int),
            Op::AtomicUMin | Op::AtomicUMax => Type::Scalar(Scalar::Uint),
            _ => value.clone(),
        };
        let result = match place {
            Place::Lvalue(mut place) => {
                place.ty = signed.clone();
                let mut arguments = vec![place];
                arguments.extend(operands);
                call(memory, arguments, signed)
            }
            Place::Texel { image: texels, coordinates, sample } => {
                let mut arguments = vec![*texels, *coordinates];
                arguments.extend(sample.map(|sample| *sample));
                arguments.extend(operands);
                call(image, arguments, signed)
            }
            _ => return Err(String::from("an atomic instruction on what has no value")),
        };
        if store {
            self.push(Statement::Expression(result));
            return Ok(());
        }
        let id = result_of(instruction)?.0;
        let result = if result.ty == value { result } else { Expr { kind: ExprKind::Convert(Box::new(result)), ty: value } };
        self.define(id, ty, result)
    }
}
