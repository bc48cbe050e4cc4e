//! Tests of assembly: tables by mode, restart, windows smaller than the draw.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::*;
use base::core::memory::Memory;
use shader::pipeline::draw_call::Indices;
use std::sync::Arc;

const MODES: [Mode; 15] = [
    Mode::Points,
    Mode::Lines,
    Mode::LineLoop,
    Mode::LineStrip,
    Mode::Triangles,
    Mode::TriangleStrip,
    Mode::TriangleFan,
    Mode::Quads,
    Mode::QuadStrip,
    Mode::Polygon,
    Mode::LinesAdjacency,
    Mode::LineStripAdjacency,
    Mode::TrianglesAdjacency,
    Mode::TriangleStripAdjacency,
    Mode::Patches,
];

fn draw_call(mode: Mode, count: u32) -> DrawCall {
    DrawCall { mode, first: 0, count, instances: 1, base_instance: 0, base_vertex: 0, draw_id: 0, indices: None, patch_vertices: 3 }
}

fn topology(mode: Mode, adjacency: bool, provoking_last: bool) -> Topology {
    Topology { mode, patch_vertices: 3, adjacency, provoking_last }
}

fn indexed(mode: Mode, indices: &[u32], size: u32, restart: Option<u32>) -> DrawCall {
    let bytes: Vec<u8> = indices.iter().flat_map(|index| index.to_le_bytes().into_iter().take(size as usize)).collect();
    let memory = Memory::new(bytes.len()).unwrap();
    memory.write(0, &bytes);
    DrawCall { indices: Some(Indices { memory: Arc::new(memory), offset: 0, size, restart }), ..draw_call(mode, indices.len() as u32) }
}

/// Returns the vertex numbers of all primitives of an instance, the primitive numbers, the edge flags and the counts.
fn assemble(call: &DrawCall, topology: Topology, window_size: u64) -> (Vec<Vec<u32>>, Vec<u32>, Vec<u8>, Statistics) {
    let mut assembler = Assembler::new(call, topology, true).with_window(window_size);
    let mut window = Window::default();
    let mut statistics = Statistics::default();
    let (mut primitives, mut ids, mut flags) = (Vec::new(), Vec::new(), Vec::new());
    // The vertex number of each record.
    let mut carried: Vec<u32> = Vec::new();
    while assembler.next(&mut window, &mut statistics).unwrap() {
        statistics.vertex_shader_invocations += window.count as u64;
        let mut records = carried.clone();
        assert_eq!(records.len(), window.carried as usize);
        if window.indexed {
            assert_eq!(window.list.len(), window.count);
            records.extend_from_slice(&window.list);
        } else {
            records.extend((0..window.count as u32).map(|vertex| window.first + vertex));
        }
        let number = |record: &u32| records[*record as usize];
        let size = topology.vertices() as usize;
        if topology.is_wide() {
            primitives.extend(window.assembled.wide.chunks_exact(size).map(|primitive| primitive.iter().map(number).collect()));
        } else {
            let narrow = window.assembled.primitives.iter();
            primitives.extend(narrow.map(|primitive| primitive[..size].iter().map(number).collect::<Vec<u32>>()));
        }
        ids.extend_from_slice(&window.assembled.ids);
        flags.extend_from_slice(&window.assembled.edge_flags);
        carried = window.carry.iter().map(number).collect();
        if window.is_last {
            assert!(carried.is_empty());
            break;
        }
    }
    assert_eq!(ids.len(), primitives.len());
    (primitives, ids, flags, statistics)
}

fn submitted(mode: Mode, count: u32) -> (u64, u64) {
    let (_, _, _, statistics) = assemble(&draw_call(mode, count), topology(mode, false, true), WINDOW);
    (statistics.vertices_submitted, statistics.primitives_submitted)
}

#[test]
fn vertices_and_primitives_submitted_by_mode() {
    // Vertices and primitives for 0 to 9 vertices, from the specification's definitions of the modes.
    let expected: [(Mode, [(u64, u64); 10]); 15] = [
        (Mode::Points, [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7), (8, 8), (9, 9)]),
        (Mode::Lines, [(0, 0), (0, 0), (2, 1), (2, 1), (4, 2), (4, 2), (6, 3), (6, 3), (8, 4), (8, 4)]),
        (Mode::LineLoop, [(0, 0), (0, 0), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7), (8, 8), (9, 9)]),
        (Mode::LineStrip, [(0, 0), (0, 0), (2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6), (8, 7), (9, 8)]),
        (Mode::Triangles, [(0, 0), (0, 0), (0, 0), (3, 1), (3, 1), (3, 1), (6, 2), (6, 2), (6, 2), (9, 3)]),
        (Mode::TriangleStrip, [(0, 0), (0, 0), (0, 0), (3, 1), (4, 2), (5, 3), (6, 4), (7, 5), (8, 6), (9, 7)]),
        (Mode::TriangleFan, [(0, 0), (0, 0), (0, 0), (3, 1), (4, 2), (5, 3), (6, 4), (7, 5), (8, 6), (9, 7)]),
        (Mode::Quads, [(0, 0), (0, 0), (0, 0), (0, 0), (4, 1), (4, 1), (4, 1), (4, 1), (8, 2), (8, 2)]),
        (Mode::QuadStrip, [(0, 0), (0, 0), (0, 0), (0, 0), (4, 1), (4, 1), (6, 2), (6, 2), (8, 3), (8, 3)]),
        (Mode::Polygon, [(0, 0), (0, 0), (0, 0), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1), (8, 1), (9, 1)]),
        (Mode::LinesAdjacency, [(0, 0), (0, 0), (0, 0), (0, 0), (4, 1), (4, 1), (4, 1), (4, 1), (8, 2), (8, 2)]),
        (Mode::LineStripAdjacency, [(0, 0), (0, 0), (0, 0), (0, 0), (4, 1), (5, 2), (6, 3), (7, 4), (8, 5), (9, 6)]),
        (Mode::TrianglesAdjacency, [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (6, 1), (6, 1), (6, 1), (6, 1)]),
        (Mode::TriangleStripAdjacency, [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (6, 1), (6, 1), (8, 2), (8, 2)]),
        (Mode::Patches, [(0, 0), (0, 0), (0, 0), (3, 1), (3, 1), (3, 1), (6, 2), (6, 2), (6, 2), (9, 3)]),
    ];
    for (mode, counts) in expected {
        for (count, wanted) in counts.into_iter().enumerate() {
            assert_eq!(submitted(mode, count as u32), wanted, "{mode:?} of {count}");
        }
    }
    // Ten vertices of a strip with adjacency are three triangles.
    assert_eq!(submitted(Mode::TriangleStripAdjacency, 10), (10, 3));
}

#[test]
fn incomplete_tails_are_not_shaded() {
    let (_, _, _, statistics) = assemble(&draw_call(Mode::Triangles, 8), topology(Mode::Triangles, false, true), WINDOW);
    assert_eq!(statistics.vertex_shader_invocations, 6);
    let draw = indexed(Mode::Triangles, &[0, 1, 2, 2, 1, 3, 4, 5], 2, None);
    let (_, _, _, statistics) = assemble(&draw, topology(Mode::Triangles, false, true), WINDOW);
    assert_eq!(statistics.vertex_shader_invocations, 4);
}

fn primitives(mode: Mode, count: u32, adjacency: bool, last: bool) -> Vec<Vec<u32>> {
    assemble(&draw_call(mode, count), topology(mode, adjacency, last), WINDOW).0
}

#[test]
fn provoking_vertices_and_facing() {
    assert_eq!(primitives(Mode::LineLoop, 3, false, true), [[0, 1], [1, 2], [2, 0]]);
    assert_eq!(primitives(Mode::LineLoop, 2, false, true), [[0, 1], [1, 0]]);
    assert_eq!(primitives(Mode::TriangleStrip, 5, false, true), [[0, 1, 2], [2, 1, 3], [2, 3, 4]]);
    assert_eq!(primitives(Mode::TriangleStrip, 5, false, false), [[0, 1, 2], [1, 3, 2], [2, 3, 4]]);
    assert_eq!(primitives(Mode::TriangleFan, 4, false, true), [[0, 1, 2], [0, 2, 3]]);
    assert_eq!(primitives(Mode::TriangleFan, 4, false, false), [[1, 2, 0], [2, 3, 0]]);
    assert_eq!(primitives(Mode::LinesAdjacency, 4, false, true), [[1, 2]]);
    assert_eq!(primitives(Mode::LineStripAdjacency, 5, false, true), [[1, 2], [2, 3]]);
    assert_eq!(primitives(Mode::TrianglesAdjacency, 6, false, true), [[0, 2, 4]]);
    assert_eq!(primitives(Mode::TriangleStripAdjacency, 8, false, true), [[0, 2, 4], [4, 2, 6]]);
    // A polygon's first vertex provokes under both conventions.
    assert_eq!(primitives(Mode::Polygon, 4, false, true), [[1, 2, 0], [2, 3, 0]]);
    assert_eq!(primitives(Mode::Polygon, 4, false, false), [[0, 1, 2], [0, 2, 3]]);
    // Quads: the first or the last; quad strips: the first or the fourth.
    assert_eq!(primitives(Mode::Quads, 4, false, true), [[0, 1, 3], [1, 2, 3]]);
    assert_eq!(primitives(Mode::Quads, 4, false, false), [[0, 1, 2], [0, 2, 3]]);
    assert_eq!(primitives(Mode::QuadStrip, 4, false, true), [[0, 1, 3], [2, 0, 3]]);
    assert_eq!(primitives(Mode::QuadStrip, 4, false, false), [[0, 1, 3], [0, 3, 2]]);
}

#[test]
fn adjacency_for_geometry_shaders() {
    assert_eq!(primitives(Mode::LineStripAdjacency, 5, true, true), [[0, 1, 2, 3], [1, 2, 3, 4]]);
    assert_eq!(primitives(Mode::TrianglesAdjacency, 7, true, true), [[0, 1, 2, 3, 4, 5]]);
    // The specification's table, numbered from 0: only, then first and last, then first, middle and last.
    assert_eq!(primitives(Mode::TriangleStripAdjacency, 6, true, true), [[0, 1, 2, 5, 4, 3]]);
    assert_eq!(primitives(Mode::TriangleStripAdjacency, 8, true, true), [[0, 1, 2, 6, 4, 3], [4, 0, 2, 5, 6, 7]]);
    assert_eq!(primitives(Mode::TriangleStripAdjacency, 10, true, true), [[0, 1, 2, 6, 4, 3], [4, 0, 2, 5, 6, 8], [4, 2, 6, 9, 8, 7]]);
}

/// Returns the edges that are drawn, each from a vertex to a vertex.
fn drawn_edges(mode: Mode, count: u32, last: bool) -> Vec<(u32, u32)> {
    let (primitives, _, flags, _) = assemble(&draw_call(mode, count), topology(mode, false, last), WINDOW);
    assert_eq!(flags.len(), primitives.len());
    let mut edges = Vec::new();
    for (primitive, flags) in primitives.iter().zip(flags) {
        for corner in (0..3).filter(|corner| flags >> corner & 1 == 1) {
            edges.push((primitive[corner], primitive[(corner + 1) % 3]));
        }
    }
    edges.sort_unstable();
    edges
}

#[test]
fn outlines_of_quads_and_polygons() {
    for last in [false, true] {
        assert_eq!(drawn_edges(Mode::Quads, 4, last), [(0, 1), (1, 2), (2, 3), (3, 0)]);
        assert_eq!(drawn_edges(Mode::QuadStrip, 4, last), [(0, 1), (1, 3), (2, 0), (3, 2)]);
        assert_eq!(drawn_edges(Mode::Polygon, 5, last), [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]);
        assert_eq!(drawn_edges(Mode::Polygon, 3, last), [(0, 1), (1, 2), (2, 0)]);
    }
}

#[test]
fn restart_splits_runs_and_trims_each() {
    let counts = |mode, runs: &[u32]| {
        let mut indices = Vec::new();
        for &run in runs {
            indices.extend(0..run);
            indices.push(0xFF);
        }
        let draw = indexed(mode, &indices, 1, Some(0xFF));
        let (primitives, _, _, statistics) = assemble(&draw, topology(mode, false, true), WINDOW);
        assert_eq!(primitives.len() as u64, statistics.primitives_submitted);
        (statistics.vertices_submitted, statistics.primitives_submitted)
    };
    assert_eq!(counts(Mode::TriangleStrip, &[3, 3, 4]), (10, 4));
    assert_eq!(counts(Mode::Triangles, &[3, 3, 4]), (9, 3));
    assert_eq!(counts(Mode::LineLoop, &[3, 3, 4]), (10, 10));
    assert_eq!(counts(Mode::Points, &[3, 3, 4]), (10, 10));
    assert_eq!(counts(Mode::Triangles, &[2, 2, 2, 0, 1]), (0, 0));
}

#[test]
fn restart_begins_a_new_strip_and_ids_continue() {
    let draw = indexed(Mode::TriangleStrip, &[0, 1, 2, 3, 4, 9, 5, 6, 7, 8], 2, Some(9));
    let (primitives, ids, _, _) = assemble(&draw, topology(Mode::TriangleStrip, false, true), WINDOW);
    assert_eq!(primitives, [[0, 1, 2], [2, 1, 3], [2, 3, 4], [5, 6, 7], [7, 6, 8]]);
    assert_eq!(ids, [0, 1, 2, 3, 4]);
    let draw = indexed(Mode::Polygon, &[0, 1, 2, 3, 9, 5, 6, 7], 4, Some(9));
    assert_eq!(assemble(&draw, topology(Mode::Polygon, false, true), WINDOW).1, [0, 0, 1]);
    assert_eq!(assemble(&draw_call(Mode::Quads, 8), topology(Mode::Quads, false, true), WINDOW).1, [0, 0, 1, 1]);
}

#[test]
fn base_vertex_comes_after_restart() {
    let mut draw = indexed(Mode::Points, &[3, 0xFF, 5, 3], 1, Some(0xFF));
    draw.base_vertex = -4;
    let (primitives, _, _, statistics) = assemble(&draw, topology(Mode::Points, false, true), WINDOW);
    assert_eq!(primitives, [[u32::MAX], [1], [u32::MAX]]);
    assert_eq!((statistics.vertices_submitted, statistics.vertex_shader_invocations), (3, 2));
    draw.base_vertex = 252;
    // 3 + 252 is the restart index only after the addition.
    assert_eq!(assemble(&draw, topology(Mode::Points, false, true), WINDOW).0, [[255], [257], [255]]);
}

#[test]
fn index_sizes_offsets_and_ends() {
    for size in [1, 2, 4] {
        let mut draw = indexed(Mode::Points, &[7, 8, 9, 10], size, None);
        assert_eq!(assemble(&draw, topology(Mode::Points, false, true), WINDOW).0, [[7], [8], [9], [10]]);
        let Some(indices) = &mut draw.indices else { panic!() };
        indices.offset = u64::from(size) * 2;
        // After the end, indices read as 0.
        assert_eq!(assemble(&draw, topology(Mode::Points, false, true), WINDOW).0, [[9], [10], [0], [0]]);
        let Some(indices) = &mut draw.indices else { panic!() };
        indices.offset = u64::MAX - 3;
        assert_eq!(assemble(&draw, topology(Mode::Points, false, true), WINDOW).0, [[0]; 4]);
    }
    let mut draw = indexed(Mode::Points, &[0x0102, 0x0304], 2, None);
    draw.count = 1;
    let Some(indices) = &mut draw.indices else { panic!() };
    indices.offset = 1;
    assert_eq!(assemble(&draw, topology(Mode::Points, false, true), WINDOW).0, [[0x0401]]);
}

#[test]
fn windows_change_nothing_but_shading() {
    for mode in MODES {
        for adjacency in [false, true] {
            for count in [1, 5, 6, 7, 8, 12, 13, 23, 40] {
                let topology = topology(mode, adjacency, count % 2 == 0);
                let arrays = DrawCall { first: 100, ..draw_call(mode, count) };
                let whole = assemble(&arrays, topology, WINDOW);
                for size in [1, 2, 3, 4, 5, 6, 7, 8, 11] {
                    let cut = assemble(&arrays, topology, size);
                    assert_eq!(cut, whole, "{mode:?} of {count}, windows of {size}");
                }
                let indices: Vec<u32> = (0..count).map(|position| if position % 9 == 8 { 999 } else { position * 7 % 10 }).collect();
                let elements = indexed(mode, &indices, 2, Some(999));
                let (primitives, ids, flags, counted) = assemble(&elements, topology, WINDOW);
                for size in [1, 2, 3, 4, 5, 6, 7, 8, 11] {
                    let (cut, cut_ids, cut_flags, cut_counted) = assemble(&elements, topology, size);
                    assert_eq!(
                        (cut, cut_ids, cut_flags),
                        (primitives.clone(), ids.clone(), flags.clone()),
                        "{mode:?} of {count}, windows of {size}"
                    );
                    assert_eq!(cut_counted.vertices_submitted, counted.vertices_submitted);
                    assert_eq!(cut_counted.primitives_submitted, counted.primitives_submitted);
                    assert!(cut_counted.vertex_shader_invocations >= counted.vertex_shader_invocations);
                    assert!(cut_counted.vertex_shader_invocations <= counted.vertices_submitted);
                }
            }
        }
    }
}

#[test]
fn hostile_counts_stay_bounded() {
    // The assembler reads nothing after the memory, and allocates nothing for vertices that do not exist.
    let mut draw = indexed(Mode::LineStrip, &[1, 2], 4, None);
    draw.count = u32::MAX;
    draw.base_vertex = i32::MIN;
    let mut assembler = Assembler::new(&draw, topology(Mode::LineStrip, false, true), true);
    let mut window = Window::default();
    let mut statistics = Statistics::default();
    for _ in 0..3 {
        assert!(assembler.next(&mut window, &mut statistics).unwrap());
    }
    assert_eq!(statistics.vertices_submitted, u64::from(u32::MAX));
    assert_eq!(window.assembled.primitives.len() as u64, WINDOW);
}

#[test]
fn restart_index_0_after_the_memory() {
    let mut draw = indexed(Mode::Points, &[5, 0, 6], 4, Some(0));
    draw.count = u32::MAX;
    assert_eq!(assemble(&draw, topology(Mode::Points, false, true), WINDOW).0, [[5], [6]]);
    // Another restart index does not occur there: one long strip follows.
    let mut draw = indexed(Mode::LineStrip, &[5, 9, 6], 4, Some(9));
    draw.count = 5;
    assert_eq!(assemble(&draw, topology(Mode::LineStrip, false, true), WINDOW).0, [[6, 0], [0, 0]]);
}
