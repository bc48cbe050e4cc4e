//! The named sections of a report: a fixed number of places in the page, which all threads and processes of the program share.

use core::sync::atomic::{AtomicU64, Ordering};

/// The number of different sections that a report has room for.
pub(super) const SECTIONS: usize = 256;
/// The length of the longest name of a section, bytes. Longer names are cut.
pub(super) const LONGEST_NAME: usize = 63;

/// States of a place.
const EMPTY: u64 = 0;
const CLAIMED: u64 = 1;
const NAMED: u64 = 2;

/// The words of a name: its bytes, and a zero at the end.
const WORDS: usize = (LONGEST_NAME + 1) / size_of::<u64>();

/// One section: a name inside another section.
#[derive(Default)]
#[repr(C)]
pub(super) struct Section {
    /// [`EMPTY`], [`CLAIMED`] while its name is being written, or [`NAMED`].
    state: AtomicU64,
    /// The number of the section around it plus 1; 0 if there is none.
    parent: AtomicU64,
    /// The name, padded with zeros.
    name: [AtomicU64; WORDS],
    /// How often it ended.
    times: AtomicU64,
    /// The sum of its times by CLOCK_MONOTONIC, nanoseconds.
    wall_time: AtomicU64,
    /// How often its GPU time was measured.
    timed: AtomicU64,
    /// The sum of these GPU times, nanoseconds.
    gpu_time: AtomicU64,
    /// The sum of the uncertainties of the GPU times, nanoseconds.
    uncertainty: AtomicU64,
}

/// The figures of one section.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SectionFigures {
    /// How often it ended.
    pub(crate) times: u64,
    /// The sum of its times by CLOCK_MONOTONIC, nanoseconds.
    pub(crate) wall_time: u64,
    /// How often its GPU time was measured.
    pub(crate) timed: u64,
    /// The sum of these GPU times, nanoseconds.
    pub(crate) gpu_time: u64,
    /// The sum of the uncertainties of the GPU times, nanoseconds.
    pub(crate) uncertainty: u64,
}

/// The sections of a page.
#[derive(Clone, Copy)]
pub(super) struct Sections<'page>(pub(super) &'page [Section]);

/// Cuts a name to [`LONGEST_NAME`] bytes at the end of a character.
fn cut(name: &str) -> &str {
    let end = (0..=name.len().min(LONGEST_NAME)).rev().find(|end| name.is_char_boundary(*end));
    &name[..end.unwrap_or_default()]
}

/// Returns the words of a name.
fn words(name: &str) -> [u64; WORDS] {
    let mut bytes = [0; WORDS * size_of::<u64>()];
    bytes.iter_mut().zip(name.bytes()).for_each(|(place, byte)| *place = byte);
    let mut words = [0; WORDS];
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks::<8>().0) {
        *word = u64::from_ne_bytes(*bytes);
    }
    words
}

impl Section {
    /// Returns true if this is the section of a name inside `parent`. Waits for another thread that is writing the name, but not for one that
    /// was ended meanwhile.
    fn is(&self, parent: u64, name: &[u64; WORDS]) -> bool {
        for _ in 0..10_000 {
            if self.state.load(Ordering::Acquire) != CLAIMED {
                break;
            }
            core::hint::spin_loop();
        }
        self.state.load(Ordering::Acquire) == NAMED
            && self.parent.load(Ordering::Relaxed) == parent
            && self.name.iter().zip(name).all(|(own, word)| own.load(Ordering::Relaxed) == *word)
    }

    /// Returns the name.
    fn name(&self) -> String {
        let bytes: Vec<u8> = self.name.iter().flat_map(|word| word.load(Ordering::Relaxed).to_ne_bytes()).collect();
        String::from_utf8_lossy(bytes.split(|byte| *byte == 0).next().unwrap_or_default()).into_owned()
    }

    /// Returns the figures.
    fn figures(&self) -> SectionFigures {
        let read = |figure: &AtomicU64| figure.load(Ordering::Relaxed);
        SectionFigures {
            times: read(&self.times),
            wall_time: read(&self.wall_time),
            timed: read(&self.timed),
            gpu_time: read(&self.gpu_time),
            uncertainty: read(&self.uncertainty),
        }
    }
}

impl<'page> Sections<'page> {
    /// Returns the number of the section of a name inside the section `parent`. Returns `None` if there is no more room for its first use.
    pub(super) fn number(self, parent: Option<usize>, name: &str) -> Option<usize> {
        let (parent, name) = (parent.map_or(0, |parent| parent as u64 + 1), words(cut(name)));
        for (number, section) in self.0.iter().enumerate() {
            if section.is(parent, &name) {
                return Some(number);
            }
            let claimed = section.state.compare_exchange(EMPTY, CLAIMED, Ordering::AcqRel, Ordering::Acquire);
            if claimed.is_ok() {
                section.parent.store(parent, Ordering::Relaxed);
                section.name.iter().zip(name).for_each(|(place, word)| place.store(word, Ordering::Relaxed));
                section.state.store(NAMED, Ordering::Release);
                return Some(number);
            }
            // Another thread was faster, perhaps with the same name.
            if claimed == Err(CLAIMED) && section.is(parent, &name) {
                return Some(number);
            }
        }
        None
    }

    /// Counts an end of a section.
    pub(super) fn count(self, number: usize, wall_time: u64) {
        if let Some(section) = self.0.get(number) {
            section.times.fetch_add(1, Ordering::Relaxed);
            section.wall_time.fetch_add(wall_time, Ordering::Relaxed);
        }
    }

    /// Adds a GPU time and its uncertainty to a section.
    pub(super) fn count_gpu_time(self, number: usize, nanoseconds: u64, uncertainty: u64) {
        if let Some(section) = self.0.get(number) {
            section.timed.fetch_add(1, Ordering::Relaxed);
            section.gpu_time.fetch_add(nanoseconds, Ordering::Relaxed);
            section.uncertainty.fetch_add(uncertainty, Ordering::Relaxed);
        }
    }

    /// Sets all figures to 0. The sections stay, because threads use their numbers.
    pub(super) fn reset(self) {
        for section in self.0 {
            for figure in [&section.times, &section.wall_time, &section.timed, &section.gpu_time, &section.uncertainty] {
                figure.store(0, Ordering::Relaxed);
            }
        }
    }

    /// Returns the path of a section: the names of those around it and its own, separated by `/`.
    fn path(self, section: &Section) -> String {
        match section.parent.load(Ordering::Relaxed).checked_sub(1).and_then(|parent| self.0.get(parent as usize)) {
            // A section stands behind the one around it; other contents are not this library's.
            Some(parent) if core::ptr::from_ref(parent) < core::ptr::from_ref(section) => {
                format!("{}/{}", self.path(parent), section.name())
            }
            _ => section.name(),
        }
    }

    /// Returns the path and the figures of each section that has ended, in the order of their paths' first uses.
    pub(super) fn ended(self) -> impl Iterator<Item = (String, SectionFigures)> {
        let named = self.0.iter().filter(|section| section.state.load(Ordering::Acquire) == NAMED);
        named.map(move |section| (self.path(section), section.figures())).filter(|(_, figures)| figures.times > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places() -> Vec<Section> {
        (0..SECTIONS).map(|_| Section::default()).collect()
    }

    #[test]
    fn a_name_inside_a_section_has_a_place_of_its_own() {
        let places = places();
        let sections = Sections(&places);
        let frame = sections.number(None, "frame");
        let shadows = sections.number(frame, "shadows");
        assert_eq!((frame, shadows, sections.number(None, "shadows")), (Some(0), Some(1), Some(2)));
        assert_eq!((sections.number(frame, "shadows"), sections.number(None, "frame")), (shadows, frame));
        sections.count(1, 30);
        sections.count(1, 12);
        sections.count_gpu_time(1, 100, 3);
        let ended: Vec<_> = sections.ended().collect();
        let figures = SectionFigures { times: 2, wall_time: 42, timed: 1, gpu_time: 100, uncertainty: 3 };
        assert_eq!(ended, [("frame/shadows".to_owned(), figures)]);
        sections.reset();
        assert_eq!((sections.ended().count(), sections.number(frame, "shadows")), (0, shadows));
    }

    #[test]
    fn a_long_name_is_cut_at_the_end_of_a_character() {
        let places = places();
        let sections = Sections(&places);
        let long = "ä".repeat(40);
        assert_eq!(sections.number(None, &long), sections.number(None, &"ä".repeat(31)));
        assert_eq!(places[0].name(), "ä".repeat(31));
        assert_eq!((sections.number(None, ""), places[1].name()), (Some(1), String::new()));
    }

    #[test]
    fn a_full_page_has_no_place_for_another_name() {
        let places = places();
        let sections = Sections(&places);
        for number in 0..SECTIONS {
            assert_eq!(sections.number(None, &number.to_string()), Some(number));
        }
        assert_eq!((sections.number(None, "one more"), sections.number(None, "17")), (None, Some(17)));
        sections.count(SECTIONS, 1);
        sections.count_gpu_time(SECTIONS, 1, 1);
        assert_eq!(sections.ended().count(), 0);
    }

    #[test]
    fn threads_that_use_a_name_at_once_share_its_place() {
        let places = places();
        let count = || {
            let sections = Sections(&places);
            for number in 0..SECTIONS {
                let number = sections.number(None, &number.to_string());
                sections.count(number.unwrap_or(SECTIONS), 1);
            }
        };
        std::thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(count))));
        let ended: Vec<_> = Sections(&places).ended().collect();
        assert_eq!((ended.len(), ended.iter().all(|(_, figures)| figures.times == 4)), (SECTIONS, true));
    }
}
