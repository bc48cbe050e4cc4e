//! Scopes: the passes, groups, programs and sections to which GPU time belongs. A recording has a fixed number of places for them, which all
//! threads and processes of the program share.

use crate::context::CONTEXTS;
use crate::text::Text;
use core::hash::Hasher;
use core::sync::atomic::{AtomicU64, Ordering};
use std::borrow::Cow;
use std::hash::DefaultHasher;

/// The number of different scopes that a recording has room for.
pub const SCOPES: usize = 4096;
/// The length of the longest name of a scope, bytes. Longer names are cut, and end with a hash of the whole name that tells them apart.
pub const LONGEST_NAME: usize = WORDS * 8 - 1;

/// The words of a name.
const WORDS: usize = 16;

/// States of a place.
const EMPTY: u64 = 0;
const CLAIMED: u64 = 1;
const NAMED: u64 = 2;

/// What a scope is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScopeKind {
    /// A part of a frame between two changes of the draw framebuffer.
    Pass,
    /// A debug group of KHR_debug, or a marker group of EXT_debug_marker.
    Group,
    /// A program, or a program pipeline.
    Program,
    /// A section that the program names by glmeter's control interface.
    Section,
}

impl ScopeKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Pass, Self::Group, Self::Program, Self::Section];

    /// Returns the kind of a number.
    fn of(number: u64) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| *kind as u64 == number)
    }
}

/// One scope's place.
#[repr(C)]
pub(crate) struct Scope {
    /// [`EMPTY`], [`CLAIMED`] while its key is being written, or [`NAMED`].
    state: AtomicU64,
    kind: AtomicU64,
    /// The number of its context plus 1; 0 for a section, which all contexts share.
    context: AtomicU64,
    /// The number of the scope around it plus 1; 0 if there is none.
    parent: AtomicU64,
    name: Text<WORDS>,
    times: AtomicU64,
    wall_time: AtomicU64,
    timed: AtomicU64,
    gpu_time: AtomicU64,
    uncertainty: AtomicU64,
    draws: AtomicU64,
}

/// The figures of one scope.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScopeFigures {
    /// How often it ended, as far as that was counted: sections always, the others in detailed frames.
    pub times: u64,
    /// The sum of its times by CLOCK_MONOTONIC; of sections alone.
    pub wall_time: u64,
    /// How often its GPU time was measured.
    pub timed: u64,
    /// The sum of these GPU times.
    pub gpu_time: u64,
    /// The sum of the uncertainties of the GPU times; 0 if the driver's own timer measured them.
    pub uncertainty: u64,
    /// The number of draws and dispatches inside, in detailed frames.
    pub draws: u64,
}

/// A scope with its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedScope {
    /// What it is.
    pub kind: ScopeKind,
    /// Its context; `None` for a section.
    pub context: Option<usize>,
    /// The number of the scope around it.
    pub parent: Option<usize>,
    /// Its name.
    pub name: String,
    /// Its figures.
    pub figures: ScopeFigures,
}

impl NamedScope {
    /// Returns true if scopes of its kind may lie inside each other.
    fn nests(&self) -> bool {
        matches!(self.kind, ScopeKind::Group | ScopeKind::Section)
    }
}

/// The scopes of a recording.
#[derive(Clone, Copy)]
pub(crate) struct Scopes<'memory>(pub(crate) &'memory [Scope]);

/// Returns a name as it is kept: a longer one than [`LONGEST_NAME`] is cut, and ends with `…` and a hash of the whole.
fn kept(name: &str) -> Cow<'_, str> {
    if name.len() <= LONGEST_NAME {
        return Cow::Borrowed(name);
    }
    // FNV-1a, which is the same in each process.
    let hash = name.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    let end = format!("…{hash:08x}");
    let most = LONGEST_NAME - end.len();
    let cut = (0..=most).rev().find(|cut| name.is_char_boundary(*cut)).unwrap_or_default();
    Cow::Owned(format!("{}{end}", name.get(..cut).unwrap_or_default()))
}

/// Returns a name as a part of a path, in which `/` separates the names: a `/` in it is `%2F`, and a `%` that could be the beginning of one is
/// `%25`, so that different names stay different.
fn part_of_path(name: &str) -> String {
    name.replace("%2", "%252").replace('/', "%2F")
}

/// What tells a scope from the others.
struct Key {
    kind: u64,
    context: u64,
    parent: u64,
    name: [u64; WORDS],
}

impl Key {
    /// Returns the place at which the search for the key begins.
    fn hash(&self) -> usize {
        let mut hasher = DefaultHasher::new();
        [self.kind, self.context, self.parent].iter().chain(&self.name).for_each(|word| hasher.write_u64(*word));
        hasher.finish() as usize
    }
}

impl Scope {
    /// Returns true if this is the scope of a key. Waits for another thread that is writing the key, but not for one that was ended meanwhile.
    fn is(&self, key: &Key) -> bool {
        for _ in 0..10_000 {
            if self.state.load(Ordering::Acquire) != CLAIMED {
                break;
            }
            core::hint::spin_loop();
        }
        let is = |own: &AtomicU64, word: u64| own.load(Ordering::Relaxed) == word;
        self.state.load(Ordering::Acquire) == NAMED
            && is(&self.kind, key.kind)
            && is(&self.context, key.context)
            && is(&self.parent, key.parent)
            && self.name.is(&key.name)
    }

    /// Returns the figures' words.
    fn sums(&self) -> [&AtomicU64; 6] {
        [&self.times, &self.wall_time, &self.timed, &self.gpu_time, &self.uncertainty, &self.draws]
    }

    /// Returns the scope with its key; `None` for an empty place.
    fn named(&self) -> Option<NamedScope> {
        if self.state.load(Ordering::Acquire) != NAMED {
            return None;
        }
        let read = |word: &AtomicU64| word.load(Ordering::Relaxed);
        let number = |word: &AtomicU64| read(word).checked_sub(1).map(|number| number as usize);
        let [times, wall_time, timed, gpu_time, uncertainty, draws] = self.sums().map(read);
        Some(NamedScope {
            kind: ScopeKind::of(read(&self.kind))?,
            context: number(&self.context),
            parent: number(&self.parent),
            name: self.name.get(),
            figures: ScopeFigures { times, wall_time, timed, gpu_time, uncertainty, draws },
        })
    }
}

impl Scopes<'_> {
    /// Returns the number of a scope. Returns `None` if there is no more room for its first use.
    pub(crate) fn number(self, kind: ScopeKind, context: Option<usize>, parent: Option<usize>, name: &str) -> Option<usize> {
        let word = |number: Option<usize>| number.map_or(0, |number| number as u64 + 1);
        let key = Key { kind: kind as u64, context: word(context), parent: word(parent), name: Text::words(&kept(name)) };
        let first = key.hash() % self.0.len().max(1);
        for number in (first..self.0.len()).chain(0..first) {
            let scope = &self.0[number];
            if scope.is(&key) {
                return Some(number);
            }
            let claimed = scope.state.compare_exchange(EMPTY, CLAIMED, Ordering::AcqRel, Ordering::Acquire);
            if claimed.is_ok() {
                scope.kind.store(key.kind, Ordering::Relaxed);
                scope.context.store(key.context, Ordering::Relaxed);
                scope.parent.store(key.parent, Ordering::Relaxed);
                scope.name.set_words(&key.name);
                scope.state.store(NAMED, Ordering::Release);
                return Some(number);
            }
            // Another thread was faster, perhaps with the same key.
            if scope.is(&key) {
                return Some(number);
            }
        }
        None
    }

    /// Adds figures to those of a scope.
    pub(crate) fn add(self, number: usize, figures: &ScopeFigures) {
        let ScopeFigures { times, wall_time, timed, gpu_time, uncertainty, draws } = *figures;
        let Some(scope) = self.0.get(number) else { return };
        for (sum, more) in scope.sums().into_iter().zip([times, wall_time, timed, gpu_time, uncertainty, draws]) {
            if more != 0 {
                sum.fetch_add(more, Ordering::Relaxed);
            }
        }
    }

    /// Sets all figures to 0. The scopes stay, because threads use their numbers.
    pub(crate) fn reset(self) {
        self.0.iter().flat_map(Scope::sums).for_each(|sum| sum.store(0, Ordering::Relaxed));
    }

    /// Sets the figures of a context's scopes to 0.
    pub(crate) fn reset_of(self, context: usize) {
        let is_own =
            |scope: &&Scope| scope.context.load(Ordering::Relaxed) == context as u64 + 1 && scope.state.load(Ordering::Acquire) == NAMED;
        self.0.iter().filter(is_own).flat_map(Scope::sums).for_each(|sum| sum.store(0, Ordering::Relaxed));
    }

    /// Returns the scope of a number.
    pub(crate) fn get(self, number: usize) -> Option<NamedScope> {
        self.0.get(number)?.named()
    }

    /// Returns true if each place has a state, a kind, a context and a parent that glmeter gives it.
    pub(crate) fn are_whole(self) -> bool {
        let is_whole = |scope: &Scope| {
            let read = |word: &AtomicU64| word.load(Ordering::Relaxed);
            match scope.state.load(Ordering::Acquire) {
                NAMED => {
                    ScopeKind::of(read(&scope.kind)).is_some()
                        && read(&scope.context) <= CONTEXTS as u64
                        && read(&scope.parent) <= SCOPES as u64
                }
                state => state <= CLAIMED,
            }
        };
        self.0.iter().all(is_whole)
    }

    /// Returns the path of a scope: the names of those around it and its own, separated by `/`. A `/` in the name of a group or section is `%2F`.
    pub(crate) fn path(self, number: usize) -> String {
        let mut names = Vec::new();
        let mut next = Some(number);
        // A file with other contents may contain a circle.
        while let Some(scope) = next.and_then(|number| self.get(number)).filter(|_| names.len() < 64) {
            names.push(if scope.nests() { part_of_path(&scope.name) } else { scope.name });
            next = scope.parent;
        }
        names.reverse();
        names.join("/")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ScopeKind::{Group, Section};

    fn places(count: usize) -> Vec<Scope> {
        // SAFETY: zeros are valid atomics.
        (0..count).map(|_| unsafe { core::mem::zeroed() }).collect()
    }

    #[test]
    fn a_name_inside_a_scope_has_a_place_of_its_own() {
        let places = places(16);
        let scopes = Scopes(&places);
        let frame = scopes.number(Section, None, None, "frame");
        let shadows = scopes.number(Section, None, frame, "shadows");
        let others = [scopes.number(Section, None, None, "shadows"), scopes.number(Group, Some(1), frame, "shadows")];
        assert!(others.iter().all(|other| other.is_some() && *other != shadows) && others[0] != others[1]);
        assert_eq!((scopes.number(Section, None, frame, "shadows"), scopes.number(Section, None, None, "frame")), (shadows, frame));
        let number = shadows.unwrap();
        scopes.add(number, &ScopeFigures { times: 1, wall_time: 30, ..ScopeFigures::default() });
        scopes.add(number, &ScopeFigures { times: 1, wall_time: 12, timed: 1, gpu_time: 100, uncertainty: 3, draws: 7 });
        let figures = ScopeFigures { times: 2, wall_time: 42, timed: 1, gpu_time: 100, uncertainty: 3, draws: 7 };
        let named = NamedScope { kind: Section, context: None, parent: frame, name: "shadows".to_owned(), figures };
        assert_eq!((scopes.get(number), scopes.path(number)), (Some(named), "frame/shadows".to_owned()));
        scopes.reset();
        assert_eq!(scopes.get(number).map(|scope| scope.figures), Some(ScopeFigures::default()));
        scopes.add(16, &figures);
    }

    #[test]
    fn long_names_are_cut_and_stay_different() {
        let places = places(8);
        let scopes = Scopes(&places);
        let names = ["ä".repeat(70), "ä".repeat(71), format!("{}b", "ä".repeat(70))];
        let numbers: Vec<_> = names.iter().map(|name| scopes.number(Section, None, None, name)).collect();
        let paths: Vec<_> = numbers.iter().map(|number| scopes.path(number.unwrap())).collect();
        for (number, path) in paths.iter().enumerate() {
            assert!(path.len() <= LONGEST_NAME && path.starts_with("ääääää") && path.contains('…'), "{path}");
            assert!(!paths[..number].contains(path), "{paths:?}");
            assert_eq!(scopes.number(Section, None, None, &names[number]), numbers[number]);
        }
        let empty = scopes.number(Section, None, None, "");
        assert_eq!(empty.map(|number| scopes.path(number)), Some(String::new()));
    }

    #[test]
    fn names_with_slashes_have_paths_of_their_own() {
        let places = places(16);
        let scopes = Scopes(&places);
        let outer = scopes.number(Group, Some(0), None, "a");
        let all = [("b", outer), ("a/b", None), ("a%2Fb", None), ("a%252Fb", None), ("50%", None)];
        let paths = all.map(|(name, parent)| scopes.path(scopes.number(Group, Some(0), parent, name).unwrap()));
        assert_eq!(paths, ["a/b", "a%2Fb", "a%252Fb", "a%25252Fb", "50%"]);
        let pass = scopes.number(ScopeKind::Pass, Some(0), None, "shadow/map");
        assert_eq!(scopes.path(pass.unwrap()), "shadow/map", "passes do not nest");
    }

    #[test]
    fn a_full_recording_has_no_place_for_another_name() {
        let places = places(32);
        let scopes = Scopes(&places);
        let numbers: Vec<_> = (0..32).map(|number| scopes.number(Section, None, None, &number.to_string())).collect();
        assert!(numbers.iter().all(Option::is_some));
        assert_eq!((scopes.number(Section, None, None, "one more"), scopes.number(Section, None, None, "17")), (None, numbers[17]));
    }

    #[test]
    fn threads_that_use_a_name_at_once_share_its_place() {
        let places = places(256);
        let count = || {
            let scopes = Scopes(&places);
            for number in 0..256 {
                let number = scopes.number(Section, None, None, &number.to_string()).unwrap();
                scopes.add(number, &ScopeFigures { times: 1, ..ScopeFigures::default() });
            }
        };
        std::thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(count))));
        assert!((0..256).all(|number| Scopes(&places).get(number).is_some_and(|scope| scope.figures.times == 4)));
    }
}
