//! Compiling and linking on threads with stacks of 32 KB: neither needs more, however large and deeply nested the shader is.

use crate::modules;
use crate::support::{self, root, run};
use crate::texts;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

fn program() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compile-on-small-stack");
        let mut compiler = Command::new("cc");
        compiler.args(["-std=gnu99", "-Wall", "-Wextra", "-Werror", "-O1", "-g", "-I"]).arg(root().join("include"));
        let ended = run(compiler.arg(root().join("ctests/compile_on_small_stack.c")).arg("-o").arg(&path).args(["-lEGL", "-lpthread"]));
        assert_eq!(ended.code, 0, "{}", ended.all());
        path
    })
}

/// Compiles on a thread with a stack of this many KB. Returns whether the shader linked, or what went wrong.
fn compile(name: &str, contents: &[u8], stack: usize) -> Result<bool, String> {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("small stack {name} {}", contents.len()));
    std::fs::write(&file, contents).unwrap();
    let mut command = Command::new(program());
    command.arg(stack.to_string()).arg(&file).env("__EGL_VENDOR_LIBRARY_FILENAMES", crate::pipeline());
    let ended = support::run_for(&mut command, 120);
    match ended.stdout.split_whitespace().next() {
        Some("linked") if ended.code == 0 => Ok(true),
        Some("refused") if ended.code == 0 => Ok(false),
        _ => Err(format!("{name} on a stack of {stack} KB: {}", ended.all())),
    }
}

#[test]
fn large_shaders_need_little_stack() {
    let mut wrong = Vec::new();
    for (kind, size, beyond) in crate::LARGE {
        for (size, expected) in [(size, true), (beyond, false)] {
            match compile(kind, texts::large(kind, size).as_bytes(), 32) {
                Ok(linked) if linked == expected => {}
                Ok(linked) => wrong.push(format!("{size} {kind}: {}", if linked { "linked" } else { "refused" })),
                Err(message) => wrong.push(message),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn bombs_need_little_stack() {
    let texts = texts::bombs().into_iter().map(|bomb| (bomb.name, bomb.text.into_bytes()));
    let bytes = |words: Vec<u32>| words.into_iter().flat_map(u32::to_ne_bytes).collect::<Vec<u8>>();
    let modules = modules::bombs().into_iter().map(|bomb| (bomb.name, bytes(bomb.module.words())));
    let wrong: Vec<String> = texts.chain(modules).filter_map(|(name, contents)| compile(name, &contents, 32).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
