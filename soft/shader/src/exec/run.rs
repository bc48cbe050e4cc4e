//! The interpreter loop, compiled for each instruction set.

use super::derivatives::derivative;
use super::operations::{choose, execute_pairs, execute_words};
use super::registers::{CHUNKS, RegisterFile, WIDTH, mask_chunk, mask_of, uniform};
use super::{ExecutionContext, Stop, Wave, buffers, clock, images, records, textures};
use crate::ir::Verified;
use crate::ir::bytecode::{Code, Elements, Op, Payload, Region, Regions};
use crate::ir::native::Native;
use crate::ir::operations::operations;
use base::core::cpu::versions;
use base::core::lanes::{Bits, Lanes};
use std::cell::Cell;
use std::sync::atomic::Ordering::Relaxed;

versions! {
    /// Executes a wave, compiled for the instruction set.
    pub(super) fn run = interpret(wave: &mut Wave, code: &Verified, native: Option<&Native>, context: &mut ExecutionContext) -> Stop
}

/// Executes operations until the wave stops; regions of operations by their generated code, if there is some.
#[inline(always)]
fn interpret(wave: &mut Wave, code: &Verified, native: Option<&Native>, context: &mut ExecutionContext) -> Stop {
    // If the allocation of the registers failed, nothing can run: operations rely on the register file holding all registers of the code, regions on one more.
    if wave.registers.len() < code.registers as usize + usize::from(native.is_some()) {
        return Stop::Interrupted;
    }
    let registers = Cell::from_mut(&mut wave.registers[..]).as_slice_of_cells();
    let file = RegisterFile::new(registers);
    // These are operations of the same verified code but where a region begins.
    let ops = native.map_or(&code.ops, |native| &native.ops);
    let control = &mut wave.control;
    let mut pc = control.pc;
    let mut active = control.active();
    let stop = loop {
        let Some(op) = ops.get(pc) else { break Stop::Done };
        pc += 1;
        // Test the most frequent operations first: then only one indirect jump depends on the operation.
        if (op.code as u16) < Code::WORDS {
            // SAFETY: the operation belongs to verified code, and the check above ensures that the register file holds its registers.
            unsafe { execute_words(file, op) };
            continue;
        }
        // SAFETY: as above.
        operations!(choose!(op.code, words => {}, pairs => unsafe { execute_pairs(file, op) }, {
            // SAFETY: as above.
            Code::MoveActive => unsafe { move_active(file, op, active, control.started) },
            // SAFETY: as above.
            Code::Active => unsafe { set_mask(file, op.dst, active) },
            Code::If => {
                // SAFETY: as above.
                control.begin_if(mask_of(&unsafe { file.lanes(op.a) }));
                active = control.active();
                if active == 0 {
                    pc = op.target();
                }
            }
            Code::Else => {
                control.begin_else();
                active = control.active();
                if active == 0 {
                    pc = op.target();
                }
            }
            Code::EndIf => {
                control.end_if();
                active = control.active();
            }
            Code::Loop => {
                control.begin_loop();
                if active == 0 {
                    pc = op.target();
                }
            }
            Code::LoopTest => {
                // SAFETY: as above.
                control.leave_loop(active & !mask_of(&unsafe { file.lanes(op.a) }));
                active = control.active();
                if active == 0 {
                    pc = op.target();
                }
            }
            Code::Break => {
                control.leave_loop(active);
                active = 0;
            }
            Code::Continue => {
                control.skip_round(active);
                active = 0;
            }
            Code::NextRound => {
                control.next_round();
                active = control.active();
            }
            Code::EndLoop => {
                if control.end_loop() {
                    if !charge(context, pc, op.target()) {
                        break Stop::Interrupted;
                    }
                    pc = op.target();
                }
                active = control.active();
            }
            Code::Enter => control.enter(),
            Code::Return => {
                if !control.return_lanes(Regions::decode(op.payload).0 as usize) {
                    break Stop::Done;
                }
                active = 0;
            }
            Code::Leave => {
                control.leave();
                active = control.active();
            }
            Code::Call => {
                if active != 0 {
                    control.call(pc);
                    pc = op.target() + 1;
                }
            }
            Code::Function => {}
            Code::FunctionEnd => {
                if !charge(context, pc, op.target()) {
                    break Stop::Interrupted;
                }
                let Some(after) = control.end_call() else { break Stop::Done };
                pc = after;
            }
            Code::Discard => {
                if !control.discard(active) {
                    break Stop::Done;
                }
                active = 0;
            }
            Code::Jump => {
                if op.target() < pc && !charge(context, pc, op.target()) {
                    break Stop::Interrupted;
                }
                pc = op.target();
            }
            Code::JumpUnless => {
                // If no lane is active, take the forward jump, which leads out.
                let back = op.target() < pc;
                let jump = match Bits(active).next() {
                    Some(lane) => file.lane(op.a, 0, lane) == 0,
                    None => !back,
                };
                if jump {
                    if back && !charge(context, pc, op.target()) {
                        break Stop::Interrupted;
                    }
                    pc = op.target();
                }
            }
            Code::Barrier => {
                *context.budget = context.budget.saturating_sub(BARRIER);
                break Stop::Barrier;
            }
            Code::End => break Stop::Done,
            Code::Native => {
                let number = Region::decode(op.payload).0;
                let Some((region, functions)) = native.and_then(|native| native.region(number)) else { break Stop::Interrupted };
                if !functions.run(number as usize, registers, active, context.budget, context.cancel) {
                    break Stop::Interrupted;
                }
                pc = region.end;
                if region.discards {
                    // SAFETY: the check above ensures that the register file holds the register behind those of the code.
                    let left = mask_of(&unsafe { file.lanes(code.registers as u16) });
                    if !control.discard(active & !left) {
                        break Stop::Done;
                    }
                    active = control.active();
                }
            }
            // SAFETY: as above.
            Code::LoadIndexed => unsafe { load_indexed(file, op) },
            // SAFETY: as above.
            Code::StoreIndexed => unsafe { store_indexed(file, op, active) },
            // SAFETY: as above.
            Code::Load | Code::Store | Code::Atomic | Code::BlockSize => unsafe { buffers::execute(file, op, active, context) },
            Code::LoadVertex | Code::LoadPatch | Code::StorePatch | Code::LoadOutput | Code::StoreOutput => {
                // SAFETY: as above.
                unsafe { records::execute(file, op, active, context) };
            }
            Code::EmitVertex => records::emit_vertex(file, op, active, context, &wave.emitted, code.output_stride),
            Code::EndPrimitive => records::end_primitive(op, active, context),
            // SAFETY: as above.
            Code::Clock => unsafe { clock::read(file, op) },
            // SAFETY: as above.
            Code::Sample => unsafe { textures::sample(wave.set, file, code, op, active, context) },
            Code::ImageLoad | Code::ImageStore | Code::ImageAtomic | Code::ImageSize => {
                // SAFETY: as above.
                unsafe { images::execute(file, code, op, active, context) };
            }
            // SAFETY: as above.
            Code::DdxFine => unsafe { derivative(file, op, |quad, lane| (quad[lane & 2], quad[lane | 1])) },
            // SAFETY: as above.
            Code::DdyFine => unsafe { derivative(file, op, |quad, lane| (quad[lane & 1], quad[lane | 2])) },
            // SAFETY: as above.
            Code::DdxCoarse => unsafe { derivative(file, op, |quad, _| (quad[0], quad[1])) },
            // SAFETY: as above.
            Code::DdyCoarse => unsafe { derivative(file, op, |quad, _| (quad[0], quad[2])) },
        }));
    };
    control.pc = pc;
    stop
}

/// The operations in whose time a wave is suspended and resumed.
const BARRIER: u64 = 16;

/// Charges the length of a backward jump or of a function to the budget. Returns false if the budget is exceeded or the draw was cancelled.
fn charge(context: &mut ExecutionContext, pc: usize, target: usize) -> bool {
    let length = pc.saturating_sub(target).max(1) as u64;
    match context.budget.checked_sub(length) {
        Some(rest) => {
            *context.budget = rest;
            !context.cancel.load(Relaxed)
        }
        None => {
            *context.budget = 0;
            false
        }
    }
}

/// Writes a mask to a register as booleans.
///
/// # Safety
/// `file` must hold the register.
#[inline(always)]
unsafe fn set_mask(file: RegisterFile, register: u16, mask: u64) {
    for chunk in 0..CHUNKS {
        // SAFETY: verified code only writes registers of its register file.
        unsafe { file.set_chunk(register, chunk, mask_chunk(mask, chunk)) };
    }
}

/// Executes `MoveActive`. It may also write lanes that were never started.
///
/// # Safety
/// `op` must be an operation of verified code that this function executes, and `file` must hold the registers of that code.
#[inline(always)]
unsafe fn move_active(file: RegisterFile, op: &Op, active: u64, started: u64) {
    if active | !started == u64::MAX {
        for chunk in 0..CHUNKS {
            // SAFETY: verified code only writes registers of its register file.
            unsafe { file.set_chunk(op.dst, chunk, file.chunk(op.a, chunk)) };
        }
        return;
    }
    for chunk in 0..CHUNKS {
        // SAFETY: verified code only reads registers of its register file.
        let (mask, new, old) = (mask_chunk(active, chunk), unsafe { file.chunk(op.a, chunk) }, unsafe { file.chunk(op.dst, chunk) });
        let mut result = [0; WIDTH];
        for lane in 0..WIDTH {
            result[lane] = new[lane] & mask[lane] | old[lane] & !mask[lane];
        }
        // SAFETY: verified code only writes registers of its register file.
        unsafe { file.set_chunk(op.dst, chunk, result) };
    }
}

/// Executes `LoadIndexed`.
///
/// # Safety
/// `op` must be an operation of verified code that this function executes, and `file` must hold the registers of that code.
unsafe fn load_indexed(file: RegisterFile, op: &Op) {
    let last = Elements::decode(op.payload).count() - 1;
    // SAFETY: verified code only reads registers of its register file.
    let index = unsafe { file.lanes(op.a) };
    if let Some(index) = uniform(&index) {
        // The verifier checked the whole range.
        let register = u32::from(op.b).wrapping_add(index.min(last)) as u16;
        // SAFETY: verified code only writes registers of its register file.
        unsafe { file.set_lanes(op.dst, &file.lanes(register)) };
        return;
    }
    let mut result = Lanes([0; 64]);
    for lane in 0..64 {
        result.0[lane] = file.lane(op.b, index.0[lane].min(last) as usize, lane);
    }
    // SAFETY: verified code only writes registers of its register file.
    unsafe { file.set_lanes(op.dst, &result) };
}

/// Executes `StoreIndexed`.
///
/// # Safety
/// `op` must be an operation of verified code that this function executes, and `file` must hold the registers of that code.
unsafe fn store_indexed(file: RegisterFile, op: &Op, active: u64) {
    // SAFETY: verified code only reads registers of its register file.
    let (index, value) = unsafe { (file.lanes(op.a), file.lanes(op.b)) };
    let count = Elements::decode(op.payload).count();
    for lane in Bits(active) {
        if index.0[lane] < count {
            file.set_lane(op.dst, index.0[lane] as usize, lane, value.0[lane]);
        }
    }
}
