use super::*;
use crate::ir::bytecode::Word;

fn record(code: Code, dst: u16, a: u16, b: u16, c: u16, word: u32) -> Op {
    Op { code, dst, a, b, c, payload: Word(word).into() }
}

#[test]
fn input_vertices_are_found_through_the_table() {
    let records: Vec<u32> = (0..40).collect();
    // Record 10 does not exist.
    let table = [3, 1, 9, 10, 0];
    let first: [u32; 64] = std::array::from_fn(|lane| lane as u32 % 5);
    let number: [u32; 64] = std::array::from_fn(|lane| lane as u32 % 4);
    let code = code(vec![
        record(Code::LoadVertex, 5, 0, NONE, NONE, 2),
        record(Code::LoadVertex, 6, NONE, NONE, NONE, 3),
        record(Code::LoadVertex, 7, NONE, NONE, NONE, 4),
    ]);
    let mut world = World::default();
    let mut wave = begin(best(), &code, u64::MAX, &[number]);
    let mut context = world.context();
    context.vertices = Some(InputVertices { records: &records, stride: 4, table: &table, first: &first, count: 3 });
    assert_eq!(wave.run(&code, &mut context), Stop::Done);
    for lane in 0..64 {
        let wanted = |number: usize, word: u32| match table.get(lane % 5 + number) {
            Some(&record) if number < 3 && record < 10 => record * 4 + word,
            _ => 0,
        };
        assert_eq!(wave.register(5).0[lane], wanted(lane % 4, 2), "{lane}");
        assert_eq!(wave.register(6).0[lane], wanted(0, 3), "{lane}");
        assert_eq!(wave.register(7).0[lane], 0, "a word beyond the record");
    }
}

#[test]
fn patches_and_output_vertices_are_read_and_written() {
    let mut patches: Vec<u32> = (100..112).collect();
    let mut outputs: Vec<u32> = (200..224).collect();
    let patch_of: [u32; 64] = std::array::from_fn(|lane| lane as u32 / 2);
    let first: [u32; 64] = std::array::from_fn(|lane| lane as u32 / 2 * 2);
    let vertex: [u32; 64] = std::array::from_fn(|lane| lane as u32 % 2);
    // 0: vertex, 1: index, 2: values, 3: three
    let inputs = [vertex, [1; 64], numbers().map(|lane| lane + 1000), [3; 64]];
    let code = code(vec![
        record(Code::LoadPatch, 5, NONE, NONE, NONE, 1),
        record(Code::LoadPatch, 6, 1, NONE, NONE, 1),
        record(Code::LoadPatch, 7, 3, NONE, NONE, 1),
        record(Code::StorePatch, NONE, 1, 2, NONE, 0),
        record(Code::StorePatch, NONE, 3, 2, NONE, 0),
        record(Code::LoadOutput, 8, 0, 1, NONE, 1),
        record(Code::StoreOutput, NONE, 0, NONE, 2, 0),
        record(Code::LoadOutput, 9, 0, NONE, NONE, 0),
        record(Code::LoadOutput, 10, 3, NONE, NONE, 0),
        record(Code::StoreOutput, NONE, 3, NONE, 2, 0),
    ]);
    let mut world = World { writable: !1, ..World::default() };
    let mut wave = begin(best(), &code, u64::MAX, &inputs);
    let mut context = world.context();
    context.patch = Some(PatchRecords { words: &mut patches, stride: 3, record: &patch_of });
    context.outputs = Some(OutputVertices { words: &mut outputs, stride: 3, first: &first, count: 2 });
    assert_eq!(wave.run(&code, &mut context), Stop::Done);
    for lane in 0..64u32 {
        let at = |register| wave.register(register).0[lane as usize];
        let (patch, inside) = (lane / 2 * 3, lane < 8);
        assert_eq!([at(5), at(6), at(7)], if inside { [101 + patch, 102 + patch, 0] } else { [0; 3] });
        assert_eq!(at(8), if inside { 200 + lane * 3 + 2 } else { 0 });
        assert_eq!(
            at(9),
            if lane == 0 {
                200
            } else if inside {
                1000 + lane
            } else {
                0
            }
        );
        assert_eq!(at(10), 0, "vertex 3 of 2");
    }
    // If two lanes write the same word, the last one wins.
    assert_eq!(patches[..6], [100, 1001, 102, 103, 1003, 105]);
    assert_eq!(outputs[..6], [200, 201, 202, 1001, 204, 205]);
}

#[test]
fn emitted_vertices_carry_stream_and_record() {
    let mut code = bytecode(vec![
        flow(Code::EmitVertex, NONE, 0),
        op(Code::Move, 1, 2, 0, 0),
        flow(Code::EndPrimitive, NONE, 0),
        flow(Code::EndPrimitive, NONE, 0),
        flow(Code::If, 3, 6),
        flow(Code::EmitVertex, NONE, 1),
        flow(Code::EndIf, NONE, 0),
        flow(Code::EmitVertex, NONE, 0),
        flow(Code::EmitVertex, NONE, 0),
        flow(Code::EndPrimitive, NONE, 2),
    ]);
    code.output_stride = 8;
    code.outputs = vec![(0, Output::Varying { slot: 0, component: 1 }), (1, Output::Varying { slot: 1, component: 3 })];
    let code = verified(code);
    let inputs = [numbers(), [7; 64], [8; 64], boolean(0b100)];
    let mut emitted = Emitted { vertices: vec![Vec::new(); 64], events: vec![Vec::new(); 64], max_vertices: 3 };
    let mut world = World { writable: 0b111, ..World::default() };
    let mut wave = begin(best(), &code, 0b1110, &inputs);
    let mut context = world.context();
    context.emitted = Some(&mut emitted);
    assert_eq!(wave.run(&code, &mut context), Stop::Done);
    let vertex = |stream, lane, value| vec![stream, 0, lane, 0, 0, 0, 0, 0, value];
    assert_eq!(emitted.vertices[1], [vertex(0, 1, 7), vertex(0, 1, 8), vertex(0, 1, 8)].concat());
    assert_eq!(emitted.vertices[2], [vertex(0, 2, 7), vertex(1, 2, 8), vertex(0, 2, 8)].concat());
    assert_eq!(emitted.events[1], [(0, true), (0, false), (0, true), (0, true)]);
    assert_eq!(emitted.events[2], [(0, true), (0, false), (1, true), (0, true)]);
    assert!(emitted.vertices[0].is_empty() && emitted.vertices[3].is_empty(), "not started, not writable");
}
