//! Tests of the code that verification rejects.

use base::hir::{SamplerType, Scalar, TextureKind};
use shader::exec::{ExecutionContext, Stop, Wave};
use shader::ir::bytecode::{Bytecode, Code, Encoded, Image, NONE, Op};
use shader::ir::{Verified, verify};

fn op(code: Code, a: u16, number: u32) -> Op {
    Op { code, dst: 0, a, b: 0, c: 0, payload: Encoded::from_bits(0, number) }
}

fn code(ops: &[Op], depth: u32) -> Bytecode {
    Bytecode { ops: ops.to_vec(), registers: 4, depth, ..Bytecode::default() }
}

#[test]
fn the_interpreter_takes_only_verified_code() {
    // The interpreter does not check registers: it must only take the type that `verify` alone makes.
    let run: for<'a> fn(&mut Wave, &Verified, &mut ExecutionContext<'a>) -> Stop = Wave::run;
    let make: fn(Bytecode) -> Result<Verified, String> = verify;
    assert!(make(code(&[op(Code::Move, 60_000, 0), op(Code::End, 0, 0)], 0)).is_err());
    // This compiles only if verified code cannot be mutated or made by conversion: otherwise two of the implementations match.
    trait Sealed<Kind> {
        fn holds() -> bool {
            true
        }
    }
    struct Changed;
    struct Converted;
    impl<T> Sealed<()> for T {}
    impl<T: std::ops::DerefMut> Sealed<Changed> for T {}
    impl<T: From<Bytecode>> Sealed<Converted> for T {}
    assert!(<Verified as Sealed<_>>::holds());
    // Code that exists without `verify` ends at once.
    let nothing = Verified::default();
    assert_eq!((nothing.ops.len(), nothing.ops[0].code, nothing.registers), (1, Code::End, 0));
    let (resources, cancel) = (Default::default(), Default::default());
    let mut budget = 1;
    let mut context = ExecutionContext::new(&resources, &cancel, &mut budget, 0);
    assert_eq!(run(&mut Wave::default(), &nothing, &mut context), Stop::Done);
}

#[test]
fn accepts_nested_control_flow() {
    use Code::*;
    let nested = [
        op(Loop, 0, 6),
        op(LoopTest, 0, 6),
        op(If, 1, 4),
        op(Break, 0, 0),
        op(EndIf, 0, 0),
        op(JumpUnless, 0, 1),
        op(EndLoop, 0, 1),
        op(End, 0, 0),
    ];
    assert!(verify(code(&nested, 2)).is_ok());
    assert!(verify(code(&nested, 1)).is_err());
}

#[test]
fn rejects_registers_out_of_range() {
    let end = op(Code::End, 0, 0);
    assert!(verify(code(&[op(Code::FNeg, 4, 0), end], 0)).is_err());
    assert!(verify(code(&[op(Code::FNeg, NONE, 0), end], 0)).is_err());
    assert!(verify(code(&[op(Code::FNeg, 3, 0), end], 0)).is_ok());
    assert!(verify(code(&[op(Code::FDot3, 2, 0), end], 0)).is_err());
    assert!(verify(code(&[Op { dst: 1, ..op(Code::Sample, 0, 0) }, end], 0)).is_err());
    assert!(verify(code(&[Op { b: 1, ..op(Code::LoadIndexed, 0, 4) }, end], 0)).is_err());
    assert!(verify(code(&[Op { b: 1, ..op(Code::LoadIndexed, 0, 3) }, end], 0)).is_ok());
    assert!(verify(code(&[Op { c: NONE, ..op(Code::Load, 0, 0) }, end], 0)).is_ok());
    assert!(verify(code(&[Op { c: NONE, payload: Encoded::from_bits(5, 0), ..op(Code::Load, 0, 0) }, end], 0)).is_err());
}

#[test]
fn rejects_unstructured_control_flow() {
    use Code::*;
    let end = op(End, 0, 0);
    assert!(verify(code(&[], 0)).is_err());
    assert!(verify(code(&[op(Jump, 0, 0)], 0)).is_err());
    assert!(verify(code(&[op(Jump, 0, 2), end], 0)).is_err());
    assert!(verify(code(&[op(EndIf, 0, 0), end], 1)).is_err());
    assert!(verify(code(&[op(If, 0, 1), end], 1)).is_err());
    assert!(verify(code(&[op(Break, 0, 0), end], 1)).is_err());
    // A jump into, and out of, a masked side.
    assert!(verify(code(&[op(Jump, 0, 2), op(If, 0, 3), op(FNeg, 0, 0), op(EndIf, 0, 0), end], 1)).is_err());
    assert!(verify(code(&[op(If, 0, 2), op(Jump, 0, 3), op(EndIf, 0, 0), end], 1)).is_err());
    // A wrong target.
    assert!(verify(code(&[op(If, 0, 3), op(FNeg, 0, 0), op(EndIf, 0, 0), end], 1)).is_err());
    assert!(verify(code(&[op(Loop, 0, 1), op(EndLoop, 0, 0), end], 1)).is_err());
}

#[test]
fn rejects_images_that_do_not_exist_and_their_registers() {
    let end = op(Code::End, 0, 0);
    let with = |op: Op, units: u32| {
        let image = SamplerType { kind: TextureKind::D2, result: Scalar::Uint, shadow: false };
        let images = vec![Image { image, unit_word: 0, units }];
        verify(Bytecode { ops: vec![op, end], registers: 8, images, ..Bytecode::default() }).is_ok()
    };
    let load = Op { dst: 4, a: 1, b: NONE, c: NONE, ..op(Code::ImageLoad, 0, 0) };
    assert!(with(load, 1) && !with(load, 0));
    assert!(!with(Op { payload: Encoded::from_bits(0, 1), ..load }, 1));
    assert!(!with(Op { dst: 5, ..load }, 1) && !with(Op { a: 6, ..load }, 1) && !with(Op { c: 8, ..load }, 1));
    let store = Op { dst: NONE, a: 5, b: 4, c: 7, ..op(Code::ImageStore, 0, 0) };
    assert!(with(store, 1) && !with(Op { b: 5, ..store }, 1) && !with(Op { b: NONE, ..store }, 1));
    let with_atomic = |number: u16| Encoded::from_bits(number, 0);
    let atomic = Op { dst: 7, a: 5, b: 7, c: NONE, payload: with_atomic(8), ..op(Code::ImageAtomic, 0, 0) };
    assert!(with(atomic, 1) && !with(Op { payload: with_atomic(14), ..atomic }, 1));
    // A compare and swap has two operands.
    assert!(!with(Op { payload: with_atomic(9), ..atomic }, 1) && with(Op { payload: with_atomic(9), b: 6, ..atomic }, 1));
    let size = Op { dst: 5, a: NONE, b: NONE, c: NONE, ..op(Code::ImageSize, 0, 0) };
    assert!(with(size, 1) && !with(Op { dst: 6, ..size }, 1) && !with(Op { payload: Encoded::from_bits(0, 1), ..size }, 1));
}
