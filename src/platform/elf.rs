//! The loaded ELF objects of this process, read from their dynamic sections.
//!
//! `dlsym` is no help here: other interposers override it, and so does glmeter.
#![cfg_attr(not(stubs), allow(dead_code, reason = "glmeter hides symbols and answers dlsym on the processors of `arch` alone"))]

use core::ffi::{CStr, c_char, c_int, c_void};

const DT_NEEDED: isize = 1;
const DT_PLTRELSZ: isize = 2;
const DT_HASH: isize = 4;
const DT_STRTAB: isize = 5;
const DT_SYMTAB: isize = 6;
const DT_RELA: isize = 7;
const DT_RELASZ: isize = 8;
const DT_SONAME: isize = 14;
const DT_JMPREL: isize = 23;
const DT_GNU_HASH: isize = 0x6fff_fef5;
const DT_VERSYM: isize = 0x6fff_fff0;

/// A program header of the process.
#[cfg(target_pointer_width = "64")]
type Header = libc::Elf64_Phdr;
/// A program header of the process.
#[cfg(target_pointer_width = "32")]
type Header = libc::Elf32_Phdr;

/// A symbol, as in the ELF specification for 64 bits (`Elf64_Sym`).
#[cfg(target_pointer_width = "64")]
#[repr(C)]
pub(crate) struct Symbol {
    name: u32,
    info: u8,
    /// The visibility.
    pub(crate) other: u8,
    section: u16,
    value: usize,
    size: usize,
}

/// A symbol, as in the ELF specification for 32 bits (`Elf32_Sym`).
#[cfg(target_pointer_width = "32")]
#[repr(C)]
pub(crate) struct Symbol {
    name: u32,
    value: usize,
    size: usize,
    info: u8,
    /// The visibility.
    pub(crate) other: u8,
    section: u16,
}

/// A relocation with an addend (`Elf64_Rela`), which the processors of `arch` use.
#[repr(C)]
pub(crate) struct Relocation {
    /// The address to relocate, relative to the object's base.
    pub(crate) offset: u64,
    /// The index of the symbol and the type.
    pub(crate) info: u64,
    /// The number to add to the symbol's value.
    pub(crate) addend: i64,
}

/// A loaded object.
pub(crate) struct Object<'a> {
    /// The path of its file, as the loader reports it; empty for the program itself.
    pub(crate) name: &'a CStr,
    /// The base address, to which addresses in the object are relative.
    pub(crate) base: usize,
    /// Its index in load order; the program itself is 0.
    pub(crate) order: usize,
    /// The address range of its segments.
    pub(crate) range: core::ops::Range<usize>,
    headers: &'a [Header],
    dynamic: *const [isize; 2],
}

/// Calls `visit` for each object until it returns true. Returns false if it never did.
pub(crate) fn any_object(mut visit: impl FnMut(&Object) -> bool) -> bool {
    struct Iteration<'a> {
        visit: &'a mut dyn FnMut(&Object) -> bool,
        order: usize,
    }
    unsafe extern "C" fn step(info: *mut libc::dl_phdr_info, _: usize, iteration: *mut c_void) -> c_int {
        // SAFETY: dl_iterate_phdr passes a valid record and the iteration given to it below.
        let (info, iteration) = unsafe { (&*info, &mut *iteration.cast::<Iteration>()) };
        let order = iteration.order;
        iteration.order += 1;
        // SAFETY: the record states the number of headers.
        let headers = unsafe { core::slice::from_raw_parts(info.dlpi_phdr, usize::from(info.dlpi_phnum)) };
        let base = info.dlpi_addr as usize;
        let mut object = Object {
            // SAFETY: the name is the loader's own string.
            name: if info.dlpi_name.is_null() { c"" } else { unsafe { CStr::from_ptr(info.dlpi_name) } },
            base,
            order,
            range: 0..0,
            headers,
            dynamic: core::ptr::null(),
        };
        for header in headers {
            let start = base.wrapping_add(header.p_vaddr as usize);
            let end = start.wrapping_add(header.p_memsz as usize);
            match header.p_type {
                libc::PT_LOAD if object.range.is_empty() => object.range = start..end,
                libc::PT_LOAD => object.range = object.range.start.min(start)..object.range.end.max(end),
                libc::PT_DYNAMIC => object.dynamic = start as *const [isize; 2],
                _ => {}
            }
        }
        c_int::from(!object.dynamic.is_null() && (iteration.visit)(&object))
    }
    let mut iteration = Iteration { visit: &mut visit, order: 0 };
    // SAFETY: the callback has the right type for the iteration, which outlives the call.
    unsafe { libc::dl_iterate_phdr(Some(step), (&raw mut iteration).cast()) != 0 }
}

/// Returns the number of libraries that the process has opened so far.
pub(crate) fn opened() -> u64 {
    unsafe extern "C" fn first(info: *mut libc::dl_phdr_info, _: usize, opened: *mut c_void) -> c_int {
        // SAFETY: dl_iterate_phdr passes a valid record and the number given to it below.
        unsafe { *opened.cast::<u64>() = (*info).dlpi_adds };
        1
    }
    let mut opened = 0_u64;
    // SAFETY: the callback has the right type for the number, which outlives the call.
    unsafe { libc::dl_iterate_phdr(Some(first), (&raw mut opened).cast()) };
    opened
}

impl Object<'_> {
    /// Returns the name of the file without its folder.
    pub(crate) fn file_name(&self) -> &[u8] {
        self.name.to_bytes().rsplit(|byte| *byte == b'/').next().unwrap_or(b"")
    }

    /// Returns the memory of each segment that is readable alone, such as the object's string constants.
    pub(crate) fn constants(&self) -> impl Iterator<Item = &[u8]> {
        self.headers.iter().filter(|header| header.p_type == libc::PT_LOAD && header.p_flags == libc::PF_R).map(|header| {
            let start = self.base.wrapping_add(header.p_vaddr as usize);
            // SAFETY: the loader maps the file's part of the segment, and nothing writes to it.
            unsafe { core::slice::from_raw_parts(start as *const u8, header.p_filesz as usize) }
        })
    }

    /// Returns the protection (PROT_…) of the memory at an address after relocation.
    pub(crate) fn protection(&self, address: usize) -> c_int {
        let of_kind = |kind| {
            self.headers.iter().filter(move |header| header.p_type == kind).map(|header| {
                let start = self.base.wrapping_add(header.p_vaddr as usize);
                (header, start..start.wrapping_add(header.p_memsz as usize))
            })
        };
        let Some((segment, _)) = of_kind(libc::PT_LOAD).find(|(_, range)| range.contains(&address)) else { return libc::PROT_READ };
        // The loader protects whole pages only; the rest on the last page stays writable.
        let of_whole_pages = |range: core::ops::Range<usize>| page_of(range.start)..page_of(range.end);
        let relocated = of_kind(libc::PT_GNU_RELRO).any(|(_, range)| of_whole_pages(range).contains(&address));
        let flag = |flag: u32, protection: c_int| if segment.p_flags & flag != 0 { protection } else { 0 };
        let write = if relocated { 0 } else { flag(libc::PF_W, libc::PROT_WRITE) };
        flag(libc::PF_R, libc::PROT_READ) | flag(libc::PF_X, libc::PROT_EXEC) | write
    }

    /// Returns the entries of the dynamic section.
    fn entries(&self) -> impl Iterator<Item = (isize, usize)> + '_ {
        let mut place = self.dynamic;
        core::iter::from_fn(move || {
            // SAFETY: the dynamic section ends with a DT_NULL entry, at which this stops.
            let [tag, value] = unsafe { *place };
            // SAFETY: a DT_NULL entry follows every other entry.
            place = unsafe { place.add(usize::from(tag != 0)) };
            (tag != 0).then_some((tag, value as usize))
        })
    }

    /// Returns the value of a tag in the dynamic section.
    fn value(&self, tag: isize) -> Option<usize> {
        self.entries().find(|(found, _)| *found == tag).map(|(_, value)| value)
    }

    /// Returns the address of a tag in the dynamic section. glibc has already relocated it, musl has not.
    fn address(&self, tag: isize) -> Option<usize> {
        self.value(tag).map(|value| if value < self.base { value + self.base } else { value })
    }

    /// Returns a string of the string table.
    fn string(&self, offset: usize) -> &CStr {
        match self.address(DT_STRTAB) {
            // SAFETY: the offset comes from this object's own tables.
            Some(strings) => unsafe { CStr::from_ptr(strings.wrapping_add(offset) as *const c_char) },
            None => c"",
        }
    }

    /// Replaces the object's SONAME in memory, by which the loader recognises it when a library of that name is opened.
    ///
    /// # Safety
    /// The object must be glmeter's own, and no other thread may be opening a library.
    pub(crate) unsafe fn set_soname(&self, name: &'static CStr) {
        let Some(strings) = self.address(DT_STRTAB) else { return };
        let mut place = self.dynamic;
        // SAFETY: the dynamic section ends with a DT_NULL entry, at which this stops.
        while unsafe { (*place)[0] } != 0 {
            // SAFETY: as above.
            if unsafe { (*place)[0] } == DT_SONAME {
                let start = place as usize;
                // The loader adds the entry to the address of the strings, wherever the sum is.
                let offset = (name.as_ptr() as usize).wrapping_sub(strings) as isize;
                // SAFETY: the entry is in glmeter's own object, and no other code writes there, as the caller promises.
                unsafe {
                    while_writable(start, start + size_of::<[isize; 2]>(), self.protection(start), || (*place.cast_mut())[1] = offset);
                }
                return;
            }
            // SAFETY: a DT_NULL entry follows every other entry.
            place = unsafe { place.add(1) };
        }
    }

    /// Returns true if the object has a DT_NEEDED entry for `library`.
    pub(crate) fn needs(&self, library: &CStr) -> bool {
        self.entries().any(|(tag, value)| tag == DT_NEEDED && self.string(value) == library)
    }

    /// Returns true if this is the object's SONAME.
    pub(crate) fn is_named(&self, soname: &CStr) -> bool {
        self.value(DT_SONAME).is_some_and(|offset| self.string(offset) == soname)
    }

    /// Returns the contents of the object's first note of this name, with its NUL, and of this type.
    pub(crate) fn note(&self, owner: &[u8], kind: u32) -> Option<*const u8> {
        for header in self.headers.iter().filter(|header| header.p_type == libc::PT_NOTE) {
            let align = if header.p_align == 8 { 8 } else { 4 };
            let place = self.base.wrapping_add(header.p_vaddr as usize);
            let (mut at, end) = (0, header.p_memsz as usize);
            while at + 12 <= end {
                // SAFETY: the note's three words lie within the segment.
                let [name, size, found] = unsafe { ((place + at) as *const [u32; 3]).read_unaligned() };
                let contents = (at + 12 + name as usize).next_multiple_of(align);
                let next = (contents + size as usize).next_multiple_of(align);
                // SAFETY: the name lies within the segment.
                let is_owners = || unsafe { core::slice::from_raw_parts((place + at + 12) as *const u8, name as usize) } == owner;
                if contents + size as usize <= end && found == kind && is_owners() {
                    return Some((place + contents) as *const u8);
                }
                at = next;
            }
        }
        None
    }

    /// Returns the number of the object's symbols.
    fn symbol_count(&self) -> usize {
        if let Some(table) = self.address(DT_HASH) {
            // SAFETY: the table's second word is the number of chains, one for each symbol.
            return unsafe { *((table + 4) as *const u32) } as usize;
        }
        let Some(table) = self.address(DT_GNU_HASH) else { return 0 };
        // SAFETY: the table has a header, a filter, buckets, and then chains that each end with an odd word.
        unsafe {
            let header = table as *const u32;
            let (buckets, first, filter) = (*header as usize, *header.add(1) as usize, *header.add(2) as usize);
            let bucket = header.add(4 + filter * (size_of::<usize>() / 4));
            let last = (0..buckets).map(|index| *bucket.add(index) as usize).max().unwrap_or(0);
            if last < first {
                return first;
            }
            let chains = bucket.add(buckets);
            let mut symbol = last;
            while *chains.add(symbol - first) & 1 == 0 {
                symbol += 1;
            }
            symbol + 1
        }
    }

    /// Returns the object's symbols by name.
    pub(crate) fn symbols(&self) -> impl Iterator<Item = (&CStr, *mut Symbol)> {
        let table = self.address(DT_SYMTAB).unwrap_or(0) as *mut Symbol;
        let count = if table.is_null() { 0 } else { self.symbol_count() };
        (1..count).map(move |index| {
            // SAFETY: the index is within the symbol table.
            let symbol = unsafe { table.add(index) };
            // SAFETY: as above.
            (self.string(unsafe { (*symbol).name } as usize), symbol)
        })
    }

    /// Returns a function from this object's symbols to the places of their versions. Returns `None` if they have none.
    pub(crate) fn versions(&self) -> Option<impl Fn(*mut Symbol) -> *mut u16> {
        let table = self.address(DT_SYMTAB)?;
        let versions = self.address(DT_VERSYM)? as *mut u16;
        Some(move |symbol: *mut Symbol| versions.wrapping_add((symbol as usize).wrapping_sub(table) / size_of::<Symbol>()))
    }

    /// Returns the address of this object's definition of a name, looked up in its GNU hash table.
    pub(crate) fn definition(&self, name: &CStr) -> Option<*mut c_void> {
        let hash = name.to_bytes().iter().fold(5381u32, |hash, byte| hash.wrapping_mul(33).wrapping_add(u32::from(*byte)));
        let table = self.address(DT_GNU_HASH)?;
        let symbols = self.address(DT_SYMTAB)? as *const Symbol;
        let versions = self.address(DT_VERSYM).unwrap_or(0) as *const u16;
        // SAFETY: the table has a header, a filter, buckets, and then chains that each end with an odd word; a chain word's index is
        // that of its symbol in the symbol table and in the version table.
        unsafe {
            let header = table as *const u32;
            let (buckets, first, filter) = (*header, *header.add(1) as usize, *header.add(2) as usize);
            if buckets == 0 {
                return None;
            }
            let bucket = header.add(4 + filter * (size_of::<usize>() / 4));
            let chains = bucket.add(buckets as usize);
            let mut index = *bucket.add((hash % buckets) as usize) as usize;
            while index >= first {
                let chain = *chains.add(index - first);
                let symbol = &*symbols.add(index);
                let default = versions.is_null() || *versions.add(index) & 0x8000 == 0;
                if chain | 1 == hash | 1
                    && default
                    && symbol.section != 0
                    && symbol.other & 3 == 0
                    && self.string(symbol.name as usize) == name
                {
                    return Some((self.base + symbol.value) as *mut c_void);
                }
                if chain & 1 != 0 {
                    return None;
                }
                index += 1;
            }
        }
        None
    }

    /// Returns the object's relocations with the names of their symbols; none on processors whose relocations have another form.
    pub(crate) fn relocations(&self) -> impl Iterator<Item = (&Relocation, &CStr)> {
        let table = |address, size| (self.address(address).unwrap_or(0) as *const Relocation, self.value(size).unwrap_or(0));
        let symbols = match cfg!(stubs) {
            true => self.address(DT_SYMTAB).unwrap_or(0) as *const Symbol,
            false => core::ptr::null(),
        };
        [table(DT_RELA, DT_RELASZ), table(DT_JMPREL, DT_PLTRELSZ)].into_iter().flat_map(move |(first, bytes)| {
            let count = if first.is_null() || symbols.is_null() { 0 } else { bytes / size_of::<Relocation>() };
            (0..count).filter_map(move |index| {
                // SAFETY: the index is within the table, and the relocation states its symbol's index.
                unsafe {
                    let relocation = &*first.add(index);
                    let symbol = (relocation.info >> 32) as usize;
                    (symbol != 0).then(|| (relocation, self.string((*symbols.add(symbol)).name as usize)))
                }
            })
        })
    }
}

/// Returns true if an object is ANGLE, which programs bring along as a libEGL and a libGLESv2 of their own: it alone exports commands of its
/// own extensions, under two spellings.
pub(crate) fn is_angle(object: &Object) -> bool {
    [c"eglCreateDeviceANGLE", c"EGL_CreateDeviceANGLE"].iter().any(|name| object.definition(name).is_some())
}

/// Finds the address range of glmeter's own object.
pub(crate) fn find_own_range() -> core::ops::Range<usize> {
    let here = find_own_range as *const () as usize;
    let mut found = 0..0;
    any_object(|object| {
        let ours = object.range.contains(&here);
        if ours {
            found = object.range.clone();
        }
        ours
    });
    found
}

/// Indices in load order: the program is 0, and its needed libraries come before those opened later.
pub(crate) struct Order {
    /// The index of glmeter's own object.
    pub(crate) own: usize,
    /// The index of glibc; `None` with another C library.
    pub(crate) c_library: Option<usize>,
}

/// Returns the indices of glmeter and the C library in load order.
pub(crate) fn order_of_loading() -> Order {
    let own = find_own_range();
    let mut order = Order { own: 0, c_library: None };
    any_object(|object| {
        if object.range == own {
            order.own = object.order;
        }
        if object.file_name().starts_with(b"libc.so.") {
            order.c_library = Some(object.order);
        }
        false
    });
    order
}

/// Returns the address range of glmeter's own object, which is searched for only once.
pub(crate) fn own_range() -> core::ops::Range<usize> {
    use std::sync::OnceLock;
    static OWN: OnceLock<core::ops::Range<usize>> = OnceLock::new();
    OWN.get_or_init(find_own_range).clone()
}

/// Returns true if an address lies in glmeter's own object.
pub(crate) fn is_ours(address: usize) -> bool {
    own_range().contains(&address)
}

/// Returns the size of the system's pages, bytes: on AArch64 4, 16 or 64 KiB, as the kernel is configured.
fn page_size() -> usize {
    // SAFETY: reads a number that the kernel gave the process.
    unsafe { libc::getauxval(libc::AT_PAGESZ) as usize }
}

/// Returns the beginning of the page of an address.
fn page_of(address: usize) -> usize {
    address & !(page_size() - 1)
}

/// Makes the pages of a range of memory writable, runs `write`, and sets their protection to `protection`, which they have now. Does nothing if the
/// pages cannot be made writable.
///
/// # Safety
/// The range must be mapped, and no other code may write to its pages meanwhile.
pub(crate) unsafe fn while_writable(start: usize, end: usize, protection: c_int, write: impl FnOnce()) {
    if protection & libc::PROT_WRITE != 0 {
        return write();
    }
    let first = page_of(start);
    let length = end.next_multiple_of(page_size()) - first;
    // SAFETY: whole pages around a mapped range.
    unsafe {
        if libc::mprotect(first as *mut c_void, length, libc::PROT_READ | libc::PROT_WRITE) == 0 {
            write();
            libc::mprotect(first as *mut c_void, length, protection);
        }
    }
}
