//! The control interface of the header, in programs that are linked with glmeter.

use super::support::run;
use super::{Mode, build, command, desktop, expect_verdict};

/// Runs the program that checks the interface.
fn control(mode: Mode, arguments: &[&str], variables: &[(&str, &str)]) -> String {
    let mut command = command(&build(desktop("control.c"), Mode::Linked), mode, arguments);
    let ended = run(command.envs(variables.iter().copied()));
    expect_verdict(&ended, &format!("the control interface ({mode:?}, {variables:?})"));
    ended.stderr
}

#[test]
fn a_linked_program_controls_what_is_measured() {
    for emulate in ["auto", "always"] {
        let printed = control(Mode::Linked, &["host"], &[("GLMETER_EMULATE", emulate)]);
        assert_eq!(printed, "", "what a program reads for itself is not printed");
    }
    control(Mode::LinkedPreloaded, &["host"], &[]);
    control(Mode::Linked, &["software"], &[("GLMETER_PROVIDER", "software"), ("LIBGL_ALWAYS_SOFTWARE", "")]);
}

/// The report begins with the last reset, and has a line for each section.
#[test]
fn a_report_has_the_sections_of_the_program() {
    let reports = [
        control(Mode::Linked, &["host", "measured"], &[("GLMETER_REPORT", "summary")]),
        control(Mode::LinkedRun, &["host", "measured"], &[]),
    ];
    for report in reports {
        let lines: Vec<&str> = report.lines().collect();
        assert!(lines[0].starts_with("glmeter: 3 frames in ") && lines[0].contains("GPU time"), "{report}");
        for (section, times) in [("thread", 3), ("frame", 3), ("frame/shadows", 6)] {
            let front = format!("glmeter: section {section}: {times} times in ");
            let line = lines.iter().find(|line| line.starts_with(&front)).unwrap_or_else(|| panic!("{section}\n{report}"));
            assert!(line.contains(&format!(" ms over {times} times (")) && line.contains(" ms each"), "{line}");
        }
    }
}
