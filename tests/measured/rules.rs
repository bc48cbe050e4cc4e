//! The rules that a program's commands broke.

use super::{clean, compile, fresh, report};
use crate::support::{glmeter, root, run};

/// The software pipeline says the rule of each of its errors, and the report quotes it as it quotes glmeter's own.
#[test]
fn the_report_quotes_the_rules_of_the_software_pipeline() {
    let include = root().join("include");
    let [json, page] = ["json", "page"].map(fresh);
    let mut command = clean(glmeter().get_program());
    command.args(["run", "--provider", "software", "--warmup", "0", "--report", "summary"]);
    command.arg("--report").arg(format!("json={}", json.display())).arg("--report").arg(format!("html={}", page.display()));
    let ended = run(command.arg("--").arg(compile("broken_rules.c", &["-I", include.to_str().unwrap(), "-lEGL"])));
    assert_eq!(ended.code, 0, "{}", ended.all());
    let report = report(&json);
    let errors = report["contexts"][0]["errors"].as_array().unwrap();
    let found: Vec<_> =
        errors.iter().map(|error| (["name", "command", "rule"].map(|member| error[member].as_str().unwrap()), &error["times"])).collect();
    let mapped = "Any GL command which attempts to read from, write to, or change the state of a buffer object may generate an \
                  INVALID_OPERATION error if all or part of the buffer object is mapped, unless it was allocated by a call to BufferStorage \
                  with the MAP_PERSISTENT_BIT included in flags. [GL 4.4, 6.3.2]";
    let unknown = "If a command that requires an enumerated value is passed a symbolic constant that is not one of those specified as allowable \
                   for that command, an INVALID_ENUM error is generated. [GL 4.4, 2.3.1]";
    let expected = [(["GL_INVALID_OPERATION", "glDrawArrays", mapped], &3.into()), (["GL_INVALID_ENUM", "glEnable", unknown], &1.into())];
    assert_eq!(found, expected, "{}", ended.all());
    let words = ended.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [format!("GL_INVALID_OPERATION in glDrawArrays: 3 times, first in frame 0 {mapped}"), unknown.to_owned()] {
        assert!(words.contains(&part), "{part}\n{}", ended.stderr);
    }
    let text = std::fs::read_to_string(&page).unwrap();
    std::fs::remove_file(&page).unwrap();
    assert!(text.contains(mapped) && text.contains(unknown), "the page quotes the rules");
}
