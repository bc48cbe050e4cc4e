//! `glmeter shader`: the text of a shader after each step of the compiler.

use super::{ends_with, folder, glmeter, support};
use support::run;

#[test]
fn each_form_of_a_shader_is_printed() {
    let folder = folder("shader");
    let file = folder.join("gray.frag");
    std::fs::write(&file, "#version 450\nout vec4 color;\nuniform float gray;\nvoid main() { color = vec4(gray * 2.0); }\n").unwrap();
    let text = |arguments: &[&str]| {
        let ended = run(glmeter(&["shader", file.to_str().unwrap()]).args(arguments));
        assert_eq!((ended.code, ended.stderr.as_str()), (0, ""), "{arguments:?}");
        ended.stdout
    };
    let bytecode = text(&[]);
    assert!(bytecode.contains("FMul"), "{bytecode}");
    assert_eq!(text(&["--dump", "bytecode"]), bytecode);
    assert!(text(&["--dump=linear"]).contains("FMul"));
    assert!(text(&["--dump", "hir"]).contains("gray"));
}

#[test]
fn what_is_wrong_with_a_shader_is_told() {
    let folder = folder("wrong-shader");
    let file = folder.join("wrong.vert");
    std::fs::write(&file, "#version 300 es\nvoid main() { gl_Position = 1; }\n").unwrap();
    let path = file.to_str().unwrap();
    let ended = run(&mut glmeter(&["shader", path, "--es"]));
    assert!(ended.code == 1 && ended.stderr.starts_with(&format!("glmeter: {path}: ")) && ended.stderr.contains("0:2"), "{}", ended.stderr);
    let wanted = "shader wants a file that ends with .vert, .tesc, .tese, .geom, .frag or .comp";
    ends_with(&["shader", "a.glsl"], 2, &format!("glmeter: {wanted}, got \"a.glsl\"\n"));
    ends_with(&["shader"], 2, "glmeter: shader wants a file; see glmeter shader --help\n");
    ends_with(&["shader", path, "--dump=tree"], 2, "glmeter: --dump wants hir, linear or bytecode, got \"tree\"\n");
    ends_with(&["shader", "/no/such.frag"], 1, "glmeter: /no/such.frag: No such file or directory (os error 2)\n");
}
