//! The commands of docs/reports-trace.md and docs/reports-page.md, and what is in the files that they write.

use crate::page::open;
use crate::support::{build_folder, display, glmeter, library, root, run, run_for};
use crate::trace::{ERRORS, MISPLACED, file, query};
use std::path::PathBuf;
use std::process::Command;

/// Runs the commands of a page that belong to this suite, each for some seconds. Returns the folder with their files.
fn run_page(page: &str) -> PathBuf {
    library();
    let text = std::fs::read_to_string(root().join("docs").join(page)).unwrap();
    let folder = file(page).with_extension("");
    std::fs::create_dir_all(&folder).unwrap();
    let blocks: Vec<&str> = text.split("```sh reports\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(!blocks.is_empty(), "{page}");
    for block in blocks {
        // A person closes the window.
        let command = block.replace("target/release", &build_folder().to_string_lossy()).replace("-- glxgears", "-- timeout 2 glxgears");
        let ended = run_for(Command::new("bash").args(["-euc", &command]).current_dir(&folder).env("DISPLAY", display()), 60);
        assert_eq!(ended.code, 124, "{block}{}", ended.all());
    }
    folder
}

#[test]
fn the_traces_of_the_guide_show_frames_passes_and_draws() {
    let folder = run_page("reports-trace.md");
    let frames = "select count(*) as frames from slice where name glob 'Frame *' and category = 'gpu' and dur > 0";
    // The GPU works on a frame after its beginning on the CPU.
    let apart = "select count(*) as frames from slice g join slice c on g.name = c.name
                  where g.category = 'gpu' and c.category = 'cpu' and c.depth = 0 and g.ts not between c.ts - 5000000 and c.ts + 1000000000";
    let passes = "select count(*) as passes from slice s join slice f on s.parent_id = f.id
                   where s.name = 'default framebuffer' and s.category = 'pass' and f.name glob 'Frame *'";
    let counters =
        "select t.name as name from counter_track t join counter c on c.track_id = t.id where c.value > 0 group by t.name order by 1";
    for (name, has_draws) in [("gears.pftrace", false), ("draws.pftrace", true)] {
        let draws = "select count(*) as draws from slice s join args a using (arg_set_id)
                      where s.category = 'draw' and a.key = 'debug.VERTICES_SUBMITTED' and a.int_value > 0 and s.depth > 1";
        let process = "select name from process where name = 'glxgears'";
        let rows = query(&folder.join(name), &[ERRORS, MISPLACED, frames, apart, passes, draws, process, counters]);
        assert_eq!((&rows[0], &rows[1]), (&vec![], &vec![]), "{name}");
        let number = |row: usize, column: &str| rows[row][0][column].as_u64().unwrap();
        assert!(number(2, "frames") >= 5, "{name}: {rows:?}");
        assert_eq!(number(3, "frames"), 0, "{name}");
        assert!(number(4, "passes") >= 1, "{name}: {rows:?}");
        assert_eq!(number(5, "draws") > 0, has_draws, "{name}: {rows:?}");
        assert_eq!(rows[6].len(), 1, "{name}");
        let counters: Vec<&str> = rows[7].iter().filter_map(|row| row["name"].as_str()).collect();
        for counter in ["CPU time", "Draws", "Frame time", "GPU time"] {
            assert!(counters.contains(&counter), "{name}: {counters:?}");
        }
    }
}

#[test]
fn the_page_of_the_guide_shows_the_program() {
    let folder = run_page("reports-page.md");
    let found = open(&folder.join("gears.html"));
    assert!(found["title"].as_str().unwrap().ends_with("glxgears – glmeter report"), "{}", found["title"]);
    assert!(found["points"].as_u64().unwrap() >= 5, "{found}");
    let headings = found["headings"].as_array().unwrap();
    for heading in ["glxgears", "Times of frames", "Distribution", "Percentiles", "Framebuffer passes", "Counts", "Sources"] {
        assert!(headings.iter().any(|one| one == heading), "{headings:?}");
    }
    assert_eq!(found["narrow"], serde_json::json!([360, 360]));
}

#[test]
fn a_trace_nests_the_groups_of_a_program_in_its_passes() {
    library();
    let folder = file("groups").with_extension("");
    std::fs::create_dir_all(&folder).unwrap();
    let program = folder.join("passes");
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c99", "-O1", "-I"]).arg(root().join("include")).arg(root().join("ctests/passes.c")).arg("-o").arg(&program);
    let compiled = run(compiler.args(["-lEGL", "-lpthread", "-ldl"]));
    assert_eq!(compiled.code, 0, "{}", compiled.all());
    let trace = folder.join("passes.pftrace");
    let mut command = glmeter();
    command.args(["run", "--every-frame", "--report=off", "--report", &format!("trace={}", trace.display()), "--"]);
    let ended = run(command.arg(&program).args(["12", "swap"]));
    assert_eq!(ended.code, 0, "{}", ended.all());
    // The path of each group and program below its frame, and in how many frames it is.
    let paths = "with recursive up(id, leaf, path, parent) as (
                   select id, id, name, parent_id from slice where category in ('group', 'program')
                   union all select s.id, up.leaf, s.name || '/' || up.path, s.parent_id from up join slice s on up.parent = s.id
                   where s.name not glob 'Frame *')
                 select path, count(distinct root.name) as frames from up join slice root on up.parent = root.id
                  where root.name glob 'Frame *' group by path order by path";
    let rows = query(&trace, &[ERRORS, MISPLACED, paths]);
    assert_eq!((&rows[0], &rows[1]), (&vec![], &vec![]));
    let seen: Vec<(&str, u64)> = rows[2].iter().map(|row| (row["path"].as_str().unwrap(), row["frames"].as_u64().unwrap())).collect();
    let expected = [
        "default framebuffer/scene",
        "default framebuffer/scene/lit",
        "default framebuffer/scene/water",
        "default framebuffer/scene/water/lit",
        "shadow map/shadows",
        "shadow map/shadows/depth",
    ];
    assert_eq!(seen, expected.map(|path| (path, 12)));
}
