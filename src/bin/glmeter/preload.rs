//! The path by which `LD_PRELOAD` names the library, for programs of 64 and of 32 bits.
//!
//! The loader prints an error in every program into which it cannot preload a library, such as a program of 32 bits that one of 64 bits starts. It
//! replaces `$LIB` in a path with the name of the system's folder of libraries, which is another one for each of the two. So the library has a link
//! in a folder of each name for programs of 64 bits; in those for 32 bits is a library of that class, or one without any contents.

use crate::layout::LIBRARY;
use std::path::{Path, PathBuf};

/// The folder of these links, beside the library or in its folder `glmeter`.
const FOLDER: &str = "preload";
/// The token that the loader replaces.
const TOKEN: &str = "$LIB";
/// The loader's folders of libraries of 64 bits, and of 32: Debian's, then those of other systems. `lib` may be either.
const OF_64_BITS: [&str; 2] = ["lib/x86_64-linux-gnu", "lib64"];
const OF_32_BITS: [&str; 2] = ["lib/i386-linux-gnu", "lib32"];
const OF_EITHER: &str = "lib";

/// What `glmeter install` lays at a path.
pub(crate) enum Contents {
    /// A link with this target.
    Link(PathBuf),
    /// A library of 32 bits without contents, unless there is a library.
    Empty,
}

/// Returns the files to lay, with paths relative to the folder of the library.
pub(crate) fn files() -> Vec<(PathBuf, Contents)> {
    if !cfg!(target_arch = "x86_64") {
        return Vec::new();
    }
    let either_is_64 = own_folder().is_some_and(|own| own == Path::new(OF_EITHER));
    let (more_64, more_32) = if either_is_64 { (Some(OF_EITHER), None) } else { (None, Some(OF_EITHER)) };
    let path = |folder: &str| Path::new(FOLDER).join(folder).join(LIBRARY);
    let link = |folder: &str| {
        let up: PathBuf = Path::new(FOLDER).join(folder).components().map(|_| "..").collect();
        (path(folder), Contents::Link(up.join(LIBRARY)))
    };
    let links = OF_64_BITS.into_iter().chain(more_64).map(link);
    links.chain(OF_32_BITS.into_iter().chain(more_32).map(|folder| (path(folder), Contents::Empty))).collect()
}

/// Returns the path for `LD_PRELOAD`: with `$LIB` if programs of 32 bits find a library there too, otherwise the library's own.
pub(crate) fn path(library: &Path) -> PathBuf {
    with_token(library).unwrap_or_else(|| library.to_owned())
}

/// Returns a path of the library with `$LIB`.
fn with_token(library: &Path) -> Option<PathBuf> {
    let own = own_folder()?;
    let (folder, name) = (library.parent()?, library.file_name()?);
    let is_for_both = |prefix: &Path| {
        let is =
            |folder: &Path, same: bool| prefix.join(folder).join(name).canonicalize().is_ok_and(|file| same == is_file(&file, library));
        is(&own, true) && OF_32_BITS.iter().chain([&OF_EITHER]).any(|folder| is(Path::new(folder), false))
    };
    // In the system's folders of libraries, or in glmeter's own folder.
    let system = folder.ancestors().nth(own.components().count()).filter(|prefix| prefix.join(&own) == folder).map(Path::to_owned);
    let prefixes = system.into_iter().chain([folder.join(FOLDER), folder.join("glmeter").join(FOLDER)]);
    prefixes.into_iter().find(|prefix| is_for_both(prefix)).map(|prefix| prefix.join(TOKEN).join(name))
}

/// Returns true if a canonical path is that of the library.
fn is_file(file: &Path, library: &Path) -> bool {
    library.canonicalize().is_ok_and(|library| library == file)
}

/// Returns the loader's folder of libraries for this process: that of the C library, relative to the root folder or to `/usr`.
fn own_folder() -> Option<PathBuf> {
    let maps = std::fs::read_to_string("/proc/self/maps").ok()?;
    let library =
        maps.lines().filter_map(|line| line.find('/').map(|at| Path::new(&line[at..]))).find(|path| path.ends_with("libc.so.6"))?;
    let folder = library.parent()?;
    folder.strip_prefix("/usr").or_else(|_| folder.strip_prefix("/")).ok().map(Path::to_owned)
}

/// Returns a library for i386 that defines and needs nothing: an ELF header, two program headers, and the tables that the loader reads.
pub(crate) fn empty_library() -> Vec<u8> {
    const EHDR: u32 = 52;
    const PHDR: u32 = 32;
    const STRINGS: &[u8] = b"\0libglmeter.so\0";
    const DYNAMIC: u32 = EHDR + 2 * PHDR;
    const DYNAMIC_SIZE: u32 = 6 * 8;
    const SYMBOLS: u32 = DYNAMIC + DYNAMIC_SIZE;
    const SYMBOL_SIZE: u32 = 16;
    const NAMES: u32 = SYMBOLS + SYMBOL_SIZE;
    let end = NAMES + STRINGS.len() as u32;
    let mut file = Vec::new();
    let halves = |file: &mut Vec<u8>, values: &[u16]| values.iter().for_each(|value| file.extend(value.to_le_bytes()));
    let words = |file: &mut Vec<u8>, values: &[u32]| values.iter().for_each(|value| file.extend(value.to_le_bytes()));
    // ELFCLASS32, ELFDATA2LSB, EV_CURRENT; ET_DYN, EM_386.
    file.extend(b"\x7fELF\x01\x01\x01");
    file.resize(16, 0);
    halves(&mut file, &[3, 3]);
    words(&mut file, &[1, 0, EHDR, 0, 0]);
    halves(&mut file, &[EHDR as u16, PHDR as u16, 2, 0, 0, 0]);
    // PT_LOAD of the whole file, and PT_DYNAMIC, both readable and writable: the loader relocates addresses in the dynamic section.
    words(&mut file, &[1, 0, 0, 0, end, end, 6, 0x1000]);
    words(&mut file, &[2, DYNAMIC, DYNAMIC, DYNAMIC, DYNAMIC_SIZE, DYNAMIC_SIZE, 6, 4]);
    // DT_STRTAB, DT_STRSZ, DT_SYMTAB, DT_SYMENT, DT_SONAME, DT_NULL.
    words(&mut file, &[5, NAMES, 10, STRINGS.len() as u32, 6, SYMBOLS, 11, SYMBOL_SIZE, 14, 1, 0, 0]);
    // The symbol table has the null symbol alone.
    file.extend([0; SYMBOL_SIZE as usize]);
    file.extend(STRINGS);
    file
}
