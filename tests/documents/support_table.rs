//! Checks that the support table matches `glmeter info` on each driver, and that the README has every setting.

use crate::{read, support};
use std::collections::BTreeMap;

/// The source of each extension or target, by kind of context and name.
type Table = BTreeMap<(String, String), String>;

/// One of Mesa's drivers, or glmeter's, and the extensions to remove.
type Driver = (&'static str, &'static str);

const DRIVERS: [Driver; 5] = [("llvmpipe", ""), ("softpipe", ""), ("llvmpipe", WITHOUT), ("softpipe", WITHOUT), (SOFTWARE, "")];

/// glmeter's own driver, by the name of its renderer.
const SOFTWARE: &str = "glmeter software pipeline";

/// The extensions to remove in the columns "without them".
const WITHOUT: &str = "-GL_ARB_timer_query -GL_EXT_timer_query -GL_EXT_disjoint_timer_query -GL_ARB_pipeline_statistics_query";

/// Returns the output of `glmeter info` on a driver.
fn info((driver, without): Driver) -> Table {
    let mut command = support::glmeter();
    command.arg("info").env("GALLIUM_DRIVER", driver).env("MESA_EXTENSION_OVERRIDE", without).env_remove("LIBGL_ALWAYS_SOFTWARE");
    command.env("GLMETER_PROVIDER", if driver == SOFTWARE { "software" } else { "host" });
    let ended = support::run(&mut command);
    assert_eq!(ended.code, 0, "{}", ended.all());
    assert!(ended.stdout.contains(driver), "{driver} is not the driver\n{}", ended.all());
    let mut table = Table::new();
    let mut context = String::new();
    for line in ended.stdout.lines() {
        if line.starts_with("OpenGL") {
            context = line.to_string();
        } else if let Some(row) = line.strip_prefix("    ") {
            let (name, rest) = row.split_once(' ').unwrap();
            let source = rest.trim().trim_start_matches("64").trim().trim_start_matches("bits").trim();
            table.insert((context.clone(), name.to_string()), source.to_string());
        }
    }
    table
}

/// Returns true if a row for `row`, "OpenGL" or "OpenGL ES", applies to `context`.
fn fits(context: &str, row: &str) -> bool {
    context.starts_with("OpenGL ES") == (row == "OpenGL ES")
}

/// Returns the rows of the table: context, name, then a column for each driver.
fn rows() -> Vec<[String; 7]> {
    let text = read("docs/support.md");
    let table = text
        .split(
            "| context | extension or target | llvmpipe | softpipe | llvmpipe without them | softpipe without them | software pipeline |",
        )
        .nth(1)
        .expect("docs/support.md has the support table");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|line| {
        let cells: Vec<_> = line.trim_matches('|').split('|').map(|cell| cell.trim().replace('`', "")).collect();
        cells.try_into().expect("seven cells a row")
    })
    .collect()
}

#[test]
fn the_support_table_is_what_info_says_on_each_driver() {
    let rows = rows();
    assert!(rows.len() > 20, "the table was not read");
    for (column, driver) in (2..).zip(DRIVERS) {
        let told = info(driver);
        let mut checked = 0;
        for row in &rows {
            for (context, _) in told.keys().filter(|(context, name)| fits(context, &row[0]) && *name == row[1]) {
                let source = &told[&(context.clone(), row[1].clone())];
                assert_eq!(&row[column], source, "{} of {context} on {driver:?}", row[1]);
                checked += 1;
            }
        }
        assert!(checked >= rows.len(), "every row is about something on {driver:?}");
    }
    // The table has every row that the output has.
    for (context, name) in info(("llvmpipe", "")).into_iter().filter(|(_, source)| source != "absent").map(|(key, _)| key) {
        assert!(rows.iter().any(|row| fits(&context, &row[0]) && row[1] == name), "{name} of {context} is not in the table");
    }
}

#[test]
fn every_setting_is_in_the_readme_with_what_it_accepts() {
    let text = read("README.md");
    for setting in &glmeter::config::SETTINGS {
        let row =
            text.lines().find(|line| line.contains(&format!("`{}`", setting.variable))).unwrap_or_else(|| panic!("{}", setting.variable));
        let option = format!("`--{}`", setting.variable.trim_start_matches("GLMETER_").to_lowercase());
        assert!(row.contains(&option), "{}: the option", setting.variable);
        for word in setting.words {
            assert!(row.contains(&format!("`{word}`")), "{}: {word}", setting.variable);
        }
    }
}
