//! Instructions on values.

use super::Result;
use super::arithmetic::known;
use super::composites::same_shape;
use super::functions::Body;
use super::module::id_at;
use base::hir::Expr;
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::Op;

impl Body<'_, '_> {
    /// Translates an instruction on values; returns false for other instructions.
    pub fn value_instruction(&mut self, instruction: &Instruction) -> Result<bool> {
        if instruction.class.opcode == Op::ExtInst {
            return self.extended_instruction(instruction).map(|()| true);
        }
        let (Some(id), Some(ty)) = (instruction.result_id, instruction.result_type) else { return Ok(false) };
        let result = self.translator.value_type(ty)?;
        let value = match instruction.class.opcode {
            Op::CompositeConstruct => Some(self.construct(instruction, ty, &result)?),
            Op::CompositeExtract | Op::CompositeInsert => Some(self.composite(instruction, ty)?),
            Op::VectorShuffle => Some(self.shuffle(instruction, &result)?),
            Op::VectorExtractDynamic | Op::VectorInsertDynamic => Some(self.dynamic_component(instruction, &result)?),
            Op::CopyLogical => {
                let value = self.expr(id_at(instruction, 0)?)?;
                if !same_shape(&value.ty, &result) {
                    return Err(format!("%{id} is the copy of a value of another type"));
                }
                Some(Expr { ty: result.clone(), ..value })
            }
            Op::IAddCarry | Op::ISubBorrow | Op::UMulExtended | Op::SMulExtended => Some(self.pair_of_results(instruction, &result)?),
            _ => {
                let operands = self.operands_of(instruction)?;
                self.operation(instruction.class.opcode, operands, &result)
            }
        };
        match value {
            Some(value) if value.ty == result => self.define(id, ty, value).map(|()| true),
            Some(_) => Err(format!("Op{} %{id} has operands of a wrong type", instruction.class.opname)),
            None if known(instruction.class.opcode) => Err(format!("Op{} %{id} has operands of a wrong type", instruction.class.opname)),
            None => Ok(false),
        }
    }

    /// Returns the operands of an instruction that are values.
    fn operands_of(&self, instruction: &Instruction) -> Result<Vec<Expr>> {
        let ids = instruction.operands.iter().filter_map(|operand| if let Operand::IdRef(id) = operand { Some(*id) } else { None });
        if !known(instruction.class.opcode) {
            return Ok(Vec::new());
        }
        ids.map(|id| self.expr(id)).collect()
    }
}
