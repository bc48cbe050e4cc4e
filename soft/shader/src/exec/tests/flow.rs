use super::*;
use crate::ir::bytecode::{Elements, Target};

const ODD: u64 = 0xAAAA_AAAA_AAAA_AAAA;

#[test]
fn conditions_mask_moves() {
    // Register 0: lane numbers; 1: odd lanes; 2: lanes below 8; 3, 4, 5: values to move; 6: the variable.
    let inputs = [numbers(), boolean(ODD), boolean(0xFF), [10; 64], [20; 64], [30; 64], [1; 64]];
    let ops = vec![
        flow(Code::If, 1, 5),
        op(Code::MoveActive, 6, 3, 0, 0),
        flow(Code::If, 2, 4),
        op(Code::MoveActive, 6, 4, 0, 0),
        flow(Code::EndIf, NONE, 0),
        flow(Code::Else, NONE, 8),
        op(Code::MoveActive, 6, 5, 0, 0),
        op(Code::Active, 7, 0, 0, 0),
        flow(Code::EndIf, NONE, 0),
        op(Code::Active, 8, 0, 0, 0),
    ];
    let (registers, alive) = run(ops.clone(), u64::MAX, &inputs);
    for lane in 0..64 {
        let wanted = if lane % 2 == 0 {
            30
        } else if lane < 8 {
            20
        } else {
            10
        };
        assert_eq!(registers[6][lane], wanted, "{lane}");
    }
    assert_eq!((registers[7], registers[8], alive), (boolean(!ODD), boolean(u64::MAX), u64::MAX));
    // Both branches are jumped over if no lane takes them.
    for (mask, wanted) in [(0, 30), (u64::MAX, 10)] {
        let inputs = [numbers(), boolean(mask), boolean(0), [10; 64], [20; 64], [30; 64], [1; 64], [5; 64]];
        let (registers, _) = run(ops.clone(), u64::MAX, &inputs);
        assert_eq!(registers[6], [wanted; 64]);
        assert_eq!(registers[7], if mask == 0 { [u32::MAX; 64] } else { [5; 64] });
    }
}

/// Returns the code of `for (i = 0; i < n; i++) { if (i == 3) continue; if (i == 7) break; sum += i; }`; n is the lane's number.
fn counting() -> Vec<Op> {
    // 0: n, 1: i, 2: one, 3: three, 4: seven, 5: sum
    vec![
        flow(Code::Loop, NONE, 15),
        op(Code::ILess, 10, 1, 0, 0),
        flow(Code::LoopTest, 10, 15),
        op(Code::IEqual, 11, 1, 3, 0),
        flow(Code::If, 11, 6),
        flow(Code::Continue, NONE, 0),
        flow(Code::EndIf, NONE, 0),
        op(Code::IEqual, 11, 1, 4, 0),
        flow(Code::If, 11, 10),
        flow(Code::Break, NONE, 0),
        flow(Code::EndIf, NONE, 0),
        op(Code::IAdd, 12, 5, 1, 0),
        op(Code::MoveActive, 5, 12, 0, 0),
        flow(Code::NextRound, NONE, 0),
        op(Code::IAdd, 13, 1, 2, 0),
        // The step, then the end of the loop.
        flow(Code::EndLoop, NONE, 1),
    ]
}

fn counting_with_step() -> Vec<Op> {
    let mut ops = counting();
    ops.insert(15, op(Code::MoveActive, 1, 13, 0, 0));
    for op in &mut ops {
        if matches!(op.code, Code::Loop | Code::LoopTest) {
            op.payload = Target(16).into();
        }
    }
    ops
}

fn counting_inputs() -> [[u32; 64]; 6] {
    [numbers(), [0; 64], [1; 64], [3; 64], [7; 64], [0; 64]]
}

#[test]
fn loops_let_each_lane_go_its_own_way() {
    let mut ops = counting_with_step();
    ops.push(op(Code::Active, 15, 0, 0, 0));
    let lanes = 0xFFFF_FFFF_FFFF_F0FF;
    let (registers, _) = run(ops, lanes, &counting_inputs());
    for lane in (0..64).filter(|lane| lanes >> lane & 1 != 0) {
        let wanted: u32 = (0..lane as u32).take_while(|&i| i != 7).filter(|&i| i != 3).sum();
        assert_eq!(registers[5][lane], wanted, "{lane}");
    }
    assert_eq!(registers[15], boolean(lanes));
}

#[test]
fn an_endless_loop_ends_with_the_budget_or_a_cancellation() {
    let endless = code(vec![flow(Code::Loop, NONE, 2), op(Code::Move, 1, 0, 0, 0), flow(Code::EndLoop, NONE, 1)]);
    let jump = code(vec![op(Code::Move, 1, 0, 0, 0), flow(Code::Jump, NONE, 0)]);
    let unless = code(vec![op(Code::Move, 1, 0, 0, 0), flow(Code::JumpUnless, 2, 0)]);
    for way in ways() {
        for code in [&endless, &jump, &unless] {
            let mut world = World { budget: 1001, ..World::default() };
            let mut wave = begin(way, code, 1, &[]);
            assert_eq!(wave.run(code, &mut world.context()), Stop::Interrupted);
            assert_eq!(world.budget, 0);
            let mut world = World { cancel: AtomicBool::new(true), ..World::default() };
            let mut wave = begin(way, code, 1, &[]);
            assert_eq!(wave.run(code, &mut world.context()), Stop::Interrupted);
            assert_eq!(world.budget, u64::MAX - 2);
        }
    }
}

#[test]
fn loops_cost_their_length_a_round() {
    let code = code(counting_with_step());
    let mut world = World { budget: 1000, ..World::default() };
    let mut wave = begin(best(), &code, 0b10000, &counting_inputs());
    assert_eq!(wave.run(&code, &mut world.context()), Stop::Done);
    // Four iterations of 16 operations; the iteration whose test fails ends the loop.
    assert_eq!(world.budget, 1000 - 4 * 16);
}

#[test]
fn returns_leave_the_innermost_call() {
    // Odd lanes return from the inner body, lanes below 8 from the outer one, inside a loop.
    let inputs = [numbers(), boolean(ODD), boolean(0xFF), [1; 64], [0; 64], [0; 64], [0; 64], [0; 64]];
    let ops = vec![
        flow(Code::Enter, NONE, 0),
        flow(Code::Enter, NONE, 0),
        flow(Code::If, 1, 4),
        flow(Code::Return, NONE, 0),
        flow(Code::EndIf, NONE, 0),
        op(Code::MoveActive, 4, 3, 0, 0),
        flow(Code::Leave, NONE, 0),
        op(Code::MoveActive, 5, 3, 0, 0),
        flow(Code::Loop, NONE, 14),
        flow(Code::If, 2, 11),
        flow(Code::Return, NONE, 0),
        flow(Code::Else, NONE, 13),
        flow(Code::Break, NONE, 0),
        flow(Code::EndIf, NONE, 0),
        flow(Code::EndLoop, NONE, 9),
        op(Code::MoveActive, 6, 3, 0, 0),
        flow(Code::Leave, NONE, 0),
        op(Code::MoveActive, 7, 3, 0, 0),
    ];
    let (registers, _) = run(ops, u64::MAX, &inputs);
    for lane in 0..64 {
        let wanted = [u32::from(lane % 2 == 0), 1, u32::from(lane >= 8), 1];
        assert_eq!([4, 5, 6, 7].map(|register: usize| registers[register][lane]), wanted, "{lane}");
    }
}

#[test]
fn returns_leave_several_calls() {
    // Odd lanes return from both bodies, inside a loop of the inner one.
    let inputs = [numbers(), boolean(ODD), [1; 64], [0; 64], [0; 64], [0; 64]];
    let ops = vec![
        flow(Code::Enter, NONE, 0),
        flow(Code::Enter, NONE, 0),
        flow(Code::Loop, NONE, 8),
        flow(Code::If, 1, 5),
        flow(Code::Return, NONE, 1),
        flow(Code::Else, NONE, 7),
        flow(Code::Break, NONE, 0),
        flow(Code::EndIf, NONE, 0),
        flow(Code::EndLoop, NONE, 3),
        op(Code::MoveActive, 3, 2, 0, 0),
        flow(Code::Leave, NONE, 0),
        op(Code::MoveActive, 4, 2, 0, 0),
        flow(Code::Leave, NONE, 0),
        op(Code::MoveActive, 5, 2, 0, 0),
    ];
    let (registers, _) = run(ops, u64::MAX, &inputs);
    for lane in 0..64 {
        let stays = u32::from(lane % 2 == 0);
        assert_eq!([3, 4, 5].map(|register: usize| registers[register][lane]), [stays, stays, 1], "{lane}");
    }
}

#[test]
fn a_return_from_main_ends_lanes() {
    let inputs = [numbers(), boolean(ODD), boolean(u64::MAX), [1; 64], [0; 64], [0; 64]];
    let ops = vec![
        flow(Code::If, 1, 2),
        flow(Code::Return, NONE, 0),
        flow(Code::EndIf, NONE, 0),
        op(Code::MoveActive, 4, 3, 0, 0),
        flow(Code::Return, NONE, 0),
        op(Code::Move, 5, 3, 0, 0),
    ];
    let (registers, alive) = run(ops, u64::MAX, &inputs);
    assert_eq!(registers[4], std::array::from_fn(|lane| u32::from(lane % 2 == 0)));
    assert_eq!(registers[5], [0; 64], "nothing is run when no lane is left");
    assert_eq!(alive, u64::MAX);
}

#[test]
fn discarded_lanes_stay_dead() {
    let inputs = [numbers(), boolean(ODD), [0; 64], [1; 64], [0; 64]];
    let ops = vec![
        flow(Code::Loop, NONE, 4),
        flow(Code::If, 1, 3),
        flow(Code::Discard, NONE, 0),
        flow(Code::Else, NONE, 5),
        flow(Code::Break, NONE, 0),
        flow(Code::EndIf, NONE, 0),
        flow(Code::EndLoop, NONE, 1),
        op(Code::MoveActive, 4, 3, 0, 0),
        op(Code::Active, 6, 0, 0, 0),
    ];
    let mut ops = ops;
    ops[0].payload = Target(6).into();
    let (registers, alive) = run(ops, 0xFFFF, &inputs);
    assert_eq!(alive, !ODD & 0xFFFF);
    assert_eq!(registers[6], boolean(!ODD & 0xFFFF));
    assert_eq!(registers[4][..16], std::array::from_fn::<u32, 16, _>(|lane| u32::from(lane % 2 == 0)));
    // If all lanes are discarded, the rest is not executed.
    let (registers, alive) = run(vec![flow(Code::Discard, NONE, 0), op(Code::Move, 6, 3, 0, 0)], 0xFFFF, &inputs);
    assert_eq!((registers[6], alive), ([0; 64], 0));
}

#[test]
fn jumps_with_equal_conditions() {
    let ops = |condition| {
        vec![
            flow(Code::JumpUnless, condition, 3),
            op(Code::Move, 6, 3, 0, 0),
            flow(Code::Jump, NONE, 4),
            op(Code::Move, 6, 0, 0, 0),
            op(Code::Move, 7, 6, 0, 0),
        ]
    };
    let inputs = [numbers(), [0; 64], [u32::MAX; 64], [1; 64]];
    assert_eq!(run(ops(2), 0b1000, &inputs).0[7], [1; 64]);
    assert_eq!(run(ops(1), 0b1000, &inputs).0[7], numbers());
}

#[test]
fn a_wave_resumes_after_a_barrier() {
    let inputs = [numbers(), boolean(ODD), [1; 64], [0; 64], [0; 64]];
    let code = code(vec![
        flow(Code::If, 1, 4),
        op(Code::MoveActive, 3, 2, 0, 0),
        flow(Code::Barrier, NONE, 0),
        op(Code::MoveActive, 4, 2, 0, 0),
        flow(Code::EndIf, NONE, 0),
    ]);
    for way in ways() {
        let mut world = World::default();
        let mut wave = begin(way, &code, u64::MAX, &inputs);
        assert_eq!(wave.run(&code, &mut world.context()), Stop::Barrier);
        let odd: [u32; 64] = std::array::from_fn(|lane| lane as u32 & 1);
        assert_eq!((wave.register(3).0, wave.register(4).0), (odd, [0; 64]));
        assert_eq!(wave.run(&code, &mut world.context()), Stop::Done);
        assert_eq!(wave.register(4).0, odd);
    }
}

#[test]
fn indexed_registers() {
    // 10 to 13 are an array; some indices are out of range.
    let mut inputs = vec![numbers(), [2; 64], [77; 64], boolean(ODD), [u32::MAX; 64]];
    inputs.resize(10, [0; 64]);
    inputs.extend([[100; 64], [101; 64], [102; 64], [103; 64]]);
    let indexed = |code, dst, a, b| Op { code, dst, a, b, c: NONE, payload: Elements::new(4).into() };
    let ops = vec![
        indexed(Code::LoadIndexed, 20, 0, 10),
        indexed(Code::LoadIndexed, 21, 1, 10),
        indexed(Code::LoadIndexed, 22, 4, 10),
        flow(Code::If, 3, 6),
        indexed(Code::StoreIndexed, 10, 0, 2),
        indexed(Code::StoreIndexed, 10, 4, 2),
        flow(Code::EndIf, NONE, 0),
    ];
    let (registers, _) = run(ops, u64::MAX, &inputs);
    assert_eq!(registers[20], std::array::from_fn(|lane| 100 + lane.min(3) as u32));
    assert_eq!((registers[21], registers[22]), ([102; 64], [103; 64]));
    for element in 0..4 {
        let wanted = std::array::from_fn(|lane| if lane == element && lane % 2 == 1 { 77 } else { 100 + element as u32 });
        assert_eq!(registers[10 + element], wanted);
    }
}
