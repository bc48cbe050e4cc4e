//! The file of a program, by which `glmeter run` knows beforehand what the loader will do with it.

use object::elf::{DT_NEEDED, FileHeader64, PT_INTERP};
use object::read::elf::{FileHeader, ProgramHeader};
use object::{Endianness, FileKind};
use std::ffi::{CString, OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// How often the kernel follows a script to its interpreter.
const MOST_INTERPRETERS: usize = 5;

/// Returns why the loader does not preload glmeter into a program, as the end of a sentence. Returns `None` if it does, if the program cannot be
/// read, or if there is no such program: then starting it tells more.
pub(crate) fn reason_against_preloading(program: &OsStr) -> Option<String> {
    let mut file = find(program)?;
    for _ in 0..MOST_INTERPRETERS {
        if has_privileges(&file) {
            return Some("it has more privileges than its caller (setuid, setgid or file capabilities)".to_string());
        }
        let bytes = std::fs::read(&file).ok()?;
        if let Some(interpreter) = interpreter_of_script(&bytes) {
            file = interpreter;
            continue;
        }
        let own = loader_of(&std::fs::read("/proc/self/exe").ok()?);
        return match (FileKind::parse(&*bytes), loader_of(&bytes)) {
            (Ok(FileKind::Elf32), _) => Some("it is a 32-bit program".to_string()),
            (Ok(FileKind::Elf64), None) => Some("it is statically linked".to_string()),
            (Ok(FileKind::Elf64), loader) if loader != own => {
                Some(format!("its loader, {}, is not that of glmeter", loader?.to_string_lossy()))
            }
            _ => None,
        };
    }
    None
}

/// Returns true if a program is linked with the library of this SONAME.
pub(crate) fn needs(program: &OsStr, soname: &str) -> bool {
    needs_any(program, |name| name == soname.as_bytes())
}

/// Returns true if a program is built with AddressSanitizer and linked with its runtime, which ends the program unless the loader loads it first.
pub(crate) fn has_address_sanitizer(program: &OsStr) -> bool {
    needs_any(program, |name| name.starts_with(b"libasan.so") || name.starts_with(b"libclang_rt.asan"))
}

/// Returns true if a program is linked with a library whose SONAME meets a condition.
fn needs_any(program: &OsStr, is_wanted: impl Fn(&[u8]) -> bool) -> bool {
    let needed = || {
        let bytes = std::fs::read(find(program)?).ok()?;
        let header = FileHeader64::<Endianness>::parse(&*bytes).ok()?;
        let endian = header.endian().ok()?;
        let table = header.sections(endian, &*bytes).ok()?.dynamic_table(endian, &*bytes).ok()?;
        let is_needed = |entry| table.string(entry).is_ok_and(&is_wanted);
        Some(table.iter().filter(|entry| entry.tag == DT_NEEDED).any(is_needed))
    };
    needed().unwrap_or(false)
}

/// Returns the file of a program as `execvp` finds it.
fn find(program: &OsStr) -> Option<PathBuf> {
    if program.as_bytes().contains(&b'/') {
        return Some(program.into());
    }
    let is_executable = |file: &PathBuf| file.metadata().is_ok_and(|about| about.is_file() && about.mode() & 0o111 != 0);
    std::env::split_paths(&std::env::var_os("PATH")?).map(|folder| folder.join(program)).find(is_executable)
}

/// Returns the interpreter that a script's first line names.
fn interpreter_of_script(bytes: &[u8]) -> Option<PathBuf> {
    let line = bytes.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let path = line.trim_ascii_start().split(|byte| matches!(byte, b' ' | b'\t')).next()?;
    Some(OsStr::from_bytes(path).into())
}

/// Returns the file name of the loader that a program of 64 bits asks for; `None` for a statically linked one.
fn loader_of(bytes: &[u8]) -> Option<OsString> {
    let header = FileHeader64::<Endianness>::parse(bytes).ok()?;
    let endian = header.endian().ok()?;
    let headers = header.program_headers(endian, bytes).ok()?;
    let path = headers.iter().find(|header| header.p_type(endian) == PT_INTERP)?.data(endian, bytes).ok()?;
    let path = path.split(|byte| *byte == 0).next()?;
    Path::new(OsStr::from_bytes(path)).file_name().map(OsStr::to_os_string)
}

/// Returns true if a program runs with privileges that this process does not have, for which the loader ignores `LD_PRELOAD`.
fn has_privileges(file: &Path) -> bool {
    let Ok(about) = file.metadata() else { return false };
    // SAFETY: the functions take no pointers.
    let (user, group) = unsafe { (libc::geteuid(), libc::getegid()) };
    let is_set_id =
        (about.mode() & libc::S_ISUID != 0 && about.uid() != user) || (about.mode() & libc::S_ISGID != 0 && about.gid() != group);
    let Ok(path) = CString::new(file.as_os_str().as_bytes()) else { return false };
    // SAFETY: both names are C strings; a null value of length 0 asks for the attribute's length.
    let capabilities = unsafe { libc::getxattr(path.as_ptr(), c"security.capability".as_ptr(), core::ptr::null_mut(), 0) };
    is_set_id || (user != 0 && capabilities > 0)
}
