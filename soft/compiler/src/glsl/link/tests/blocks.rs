use super::*;
use shader::pipeline::program::{BlockKind, BlockMember};

fn member(result: &LinkedStages, name: &str) -> BlockMember {
    let found = result.program.uniforms.iter().find(|uniform| uniform.name == name).and_then(|uniform| uniform.block);
    found.unwrap_or_else(|| panic!("{name} is not among {:?}", result.program.uniforms.iter().map(|it| &it.name).collect::<Vec<_>>()))
}

fn compute(body: &str) -> String {
    format!("#version 450\nlayout(local_size_x = 1) in; {body}")
}

#[test]
fn members_have_offsets_and_strides() {
    let result = linked(&[(
        C,
        &compute(
            "struct S { float x; vec3 y; }; layout(std140, binding = 4) uniform B { float a; layout(row_major) mat2x3 m; S s[2]; float l[3]; } b; layout(std430) buffer O { float o; }; void main() { o = b.a; }",
        ),
    )]);
    assert_eq!(result.program.uniform_blocks[0].binding, 4);
    assert_eq!(member(&result, "B.a").offset, 0);
    let matrix = member(&result, "B.m");
    assert_eq!((matrix.offset, matrix.matrix_stride, matrix.row_major), (16, 16, true));
    assert_eq!(member(&result, "B.s[1].y").offset, 64 + 32 + 16);
    assert_eq!((member(&result, "B.l[0]").offset, member(&result, "B.l[0]").array_stride), (128, 16));
    assert_eq!(result.program.uniform_blocks[0].size, 176);
    let own = member(&result, "o");
    assert_eq!((own.kind, own.index, own.offset), (BlockKind::Storage, 0, 0));
}

#[test]
fn arrays_of_blocks_are_listed_by_element() {
    let result =
        linked(&[(C, &compute("layout(binding = 1) uniform B { float a; } b[3]; buffer O { float o; }; void main() { o = b[2].a; }"))]);
    let listed: Vec<(&str, u32)> = result.program.uniform_blocks.iter().map(|block| (block.name.as_str(), block.binding)).collect();
    assert_eq!(listed, [("B[0]", 1), ("B[1]", 2), ("B[2]", 3)]);
    assert_eq!(location_of(&result, C, "B"), Some(Location::Block { index: 0 }));
    assert_eq!(member(&result, "B.a").index, 0);
}

#[test]
fn storage_blocks_end_in_unsized_arrays() {
    let result = linked(&[(
        C,
        &compute("struct S { vec2 a; float b; }; layout(std430) buffer O { uint n; S data[]; } o; void main() { o.data[o.n].b = 1.0; }"),
    )]);
    assert_eq!(result.program.storage_blocks[0].size, 8 + 16);
    let inner = member(&result, "O.data[0].b");
    assert_eq!((inner.offset, inner.top_level_array_size, inner.top_level_array_stride), (16, 0, 16));
}

#[test]
fn block_indices_hold_for_the_whole_program() {
    let result = linked(&[
        (V, "#version 330\nuniform A { vec4 a; }; void main() { gl_Position = a; }"),
        (F, "#version 330\nuniform B { vec4 b; }; uniform A { vec4 a; }; out vec4 c; void main() { c = a + b; }"),
    ]);
    assert_eq!(location_of(&result, V, "A"), Some(Location::Block { index: 0 }));
    assert_eq!(location_of(&result, F, "A"), Some(Location::Block { index: 0 }));
    assert_eq!(location_of(&result, F, "B"), Some(Location::Block { index: 1 }));
    assert_eq!(result.program.uniform_blocks[0].stages, 0b1_0001);
}

#[test]
fn a_stage_references_the_blocks_that_it_uses() {
    let declarations = "uniform A { vec4 a; }; uniform B { vec4 b; }; uniform C { vec4 c; } many[3];";
    let result = linked(&[
        (V, &format!("#version 400\n{declarations} uniform int i; void main() {{ gl_Position = a + many[i].c; }}")),
        (F, &format!("#version 400\n{declarations} out vec4 o; void main() {{ o = b + many[1].c; }}")),
    ]);
    let stages: Vec<_> = result.program.uniform_blocks.iter().map(|block| (block.name.as_str(), block.stages)).collect();
    assert_eq!(stages, [("A", 1), ("B", 0b1_0000), ("C[0]", 1), ("C[1]", 0b1_0001), ("C[2]", 1)]);
    let members: Vec<_> = result.program.uniforms.iter().filter(|uniform| uniform.block.is_some()).map(|uniform| uniform.stages).collect();
    assert_eq!(members, [1, 0b1_0000, 0b1_0001]);
    let nested =
        linked(&[(V, PLAIN_VERTEX), (F, "#version 430\nuniform C { vec4 c; } many[2][2]; out vec4 o; void main() { o = many[1][0].c; }")]);
    assert_eq!(nested.program.uniform_blocks.iter().map(|block| block.stages).collect::<Vec<_>>(), [0b1_0000; 4]);
    let unused = linked(&[(V, &format!("#version 330\n{declarations} void main() {{ gl_Position = vec4(0.0); }}")), (F, PLAIN_FRAGMENT)]);
    assert_eq!(unused.program.uniform_blocks.iter().map(|block| block.stages).collect::<Vec<_>>(), [0; 5], "active, and not referenced");
}

#[test]
fn unused_packed_blocks_are_inactive() {
    let result = linked(&[
        (V, "#version 330\nlayout(packed) uniform A { vec4 a; }; uniform B { vec4 b; }; void main() { gl_Position = vec4(0.0); }"),
        (F, PLAIN_FRAGMENT),
    ]);
    assert_eq!(result.program.uniform_blocks.iter().map(|block| block.name.as_str()).collect::<Vec<_>>(), ["B"]);
    assert_eq!(location_of(&result, V, "A"), Some(Location::Unassigned));
}

#[test]
fn blocks_have_limits() {
    let log = refused(&[(C, &compute("uniform B { vec4 a[5000]; } b; buffer O { float o; }; void main() { o = b.a[1].x; }"))]);
    assert!(log.contains("80000") && log.contains("65536"), "{log}");
    let log = refused(&[(C, &compute("uniform B { vec4 a; } b[15]; buffer O { float o; }; void main() { o = b[1].a.x; }"))]);
    assert!(log.contains("15 uniform blocks"), "{log}");
}

#[test]
fn shared_variables_are_contiguous() {
    let result = linked(&[(
        C,
        &compute(
            "shared float a; shared vec4 b[2]; shared float c; buffer O { float o; }; void main() { a = 1.0; b[1] = vec4(a); c = a; barrier(); o = b[0].x + c; }",
        ),
    )]);
    assert_eq!(location_of(&result, C, "b"), Some(Location::Shared { offset: 16 }));
    assert_eq!(location_of(&result, C, "c"), Some(Location::Shared { offset: 48 }));
    let log = refused(&[(C, &compute("shared vec4 a[4000]; void main() { a[gl_LocalInvocationIndex] = vec4(1.0); }"))]);
    assert!(log.contains("64000"), "{log}");
}
