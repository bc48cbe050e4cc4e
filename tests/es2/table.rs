//! The table of docs/es2.md against what glmeter says of each driver.

use super::boards::{Driver, Names, Way, command};
use super::support::{root, run};

/// Returns the source that glmeter's log names for TIMESTAMP over a driver, as the table's column has it.
fn extensions(driver: Driver) -> String {
    let ended = run(command(driver, Names::Ext, Way::Preloaded).env("GLMETER_LOG", "info"));
    let line = ended.stderr.lines().find(|line| line.contains("OpenGL ES")).unwrap_or_else(|| panic!("a context\n{}", ended.all()));
    line.to_owned()
}

#[test]
fn every_driver_of_the_page_has_its_row_and_the_extensions() {
    let page = std::fs::read_to_string(root().join("docs/es2.md")).unwrap();
    for driver in Driver::ALL {
        let line = extensions(driver);
        assert!(line.contains("GL_EXT_disjoint_timer_query") && line.contains("GL_ANGLE_timer_query"), "{driver:?}: {line}");
        let test = driver.test();
        assert!(page.lines().any(|row| row.starts_with('|') && row.contains(&format!("`{test}`"))), "a row with {test}");
    }
}
