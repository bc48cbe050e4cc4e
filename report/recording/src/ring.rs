//! A ring of records in shared memory, which many threads write and any number of readers read without waiting for each other.

use crate::plausible::Plausible;
use crate::words::Words;
use core::marker::PhantomData;
use core::sync::atomic::{AtomicU64, Ordering, fence};

/// A place is being written.
const WRITING: u64 = 1;
/// A place has a record whose GPU results are pending.
const PENDING: u64 = 2;
/// A place has a whole record.
const COMPLETE: u64 = 3;

/// One record's place. `WORDS` is its record's length.
#[repr(C)]
pub(crate) struct Place<const WORDS: usize> {
    /// The number of the record times 4, plus one of the states above; 0 before the first.
    state: AtomicU64,
    words: [AtomicU64; WORDS],
}

/// The right to complete a record that was written without its GPU results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket(u64);

/// A reader's position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    /// The number of the next record to read.
    next: u64,
    /// The number of records that were overwritten before they were read.
    pub lost: u64,
}

/// Returns the state of a record's place. The number of a ring that the program overwrote may be any.
fn tagged(number: u64, stage: u64) -> u64 {
    number.wrapping_mul(4).wrapping_add(stage)
}

/// A ring.
pub(crate) struct Ring<'memory, R, const WORDS: usize> {
    /// The number of records begun so far.
    head: &'memory AtomicU64,
    places: &'memory [Place<WORDS>],
    records: PhantomData<R>,
}

impl<'memory, R: Words<WORDS> + Plausible, const WORDS: usize> Ring<'memory, R, WORDS> {
    /// Creates the view of a ring; `places` has at least one.
    pub(crate) fn new(head: &'memory AtomicU64, places: &'memory [Place<WORDS>]) -> Self {
        Self { head, places, records: PhantomData }
    }

    /// Returns the place of a record.
    fn place(&self, number: u64) -> Option<&'memory Place<WORDS>> {
        self.places.get((number % self.places.len().max(1) as u64) as usize)
    }

    /// Writes the words of a place.
    fn write(place: &Place<WORDS>, number: u64, state: u64, record: &R) {
        place.state.store(tagged(number, WRITING), Ordering::Relaxed);
        fence(Ordering::Release);
        place.words.iter().zip(record.words()).for_each(|(place, word)| place.store(word, Ordering::Relaxed));
        place.state.store(tagged(number, state), Ordering::Release);
    }

    /// Adds a record. Its GPU results follow by [`Self::complete`] if `is_complete` is false.
    pub(crate) fn push(&self, record: &R, is_complete: bool) -> Ticket {
        let number = self.head.fetch_add(1, Ordering::AcqRel);
        if let Some(place) = self.place(number) {
            Self::write(place, number, if is_complete { COMPLETE } else { PENDING }, record);
        }
        Ticket(number)
    }

    /// Replaces a record by one with its GPU results, unless the ring has overwritten it.
    pub(crate) fn complete(&self, Ticket(number): Ticket, record: &R) {
        let Some(place) = self.place(number) else { return };
        let (pending, writing) = (tagged(number, PENDING), tagged(number, WRITING));
        let taken = place.state.compare_exchange(pending, writing, Ordering::AcqRel, Ordering::Relaxed);
        if taken.is_ok() {
            Self::write(place, number, COMPLETE, record);
        }
    }

    /// Returns true if each place has the state of a record that it can have.
    pub(crate) fn is_whole(&self) -> bool {
        let (head, length) = (self.head.load(Ordering::Acquire), self.places.len() as u64);
        self.places.iter().enumerate().all(|(index, place)| {
            let state = place.state.load(Ordering::Acquire);
            let (number, stage) = (state / 4, state % 4);
            state == 0 || stage >= WRITING && number < head && number % length.max(1) == index as u64
        })
    }

    /// Returns the position before the oldest record that is still there.
    pub(crate) fn oldest(&self) -> Cursor {
        Cursor { next: self.head.load(Ordering::Acquire).saturating_sub(self.places.len() as u64), lost: 0 }
    }

    /// Calls `read` with each record from the cursor on, in their order. Stops before one whose GPU results are pending, unless so many
    /// have followed it that it might be overwritten, or `is_over` says that no results will come. Leaves out records that glmeter does not
    /// write. Ends also if the program writes to the ring as fast as it is read.
    pub(crate) fn read(&self, cursor: &mut Cursor, is_over: bool, mut read: impl FnMut(R)) {
        let length = self.places.len() as u64;
        for _ in 0..length * 4 {
            let head = self.head.load(Ordering::Acquire);
            if cursor.next >= head {
                return;
            }
            if head - cursor.next > length {
                let next = head - length;
                cursor.lost = cursor.lost.saturating_add(next - cursor.next);
                cursor.next = next;
            }
            let Some(place) = self.place(cursor.next) else { return };
            let state = place.state.load(Ordering::Acquire);
            let (number, stage) = (state / 4, state % 4);
            if number > cursor.next {
                cursor.lost = cursor.lost.saturating_add(1);
                cursor.next += 1;
                continue;
            }
            let is_there = number == cursor.next && stage >= PENDING;
            let is_late = is_over || head - cursor.next > length / 2;
            if number < cursor.next || !(stage == COMPLETE && is_there || is_late) {
                if !is_late {
                    return;
                }
                // Its writer ended in the middle.
                cursor.lost = cursor.lost.saturating_add(1);
                cursor.next += 1;
                continue;
            }
            let words: [u64; WORDS] = core::array::from_fn(|word| place.words[word].load(Ordering::Relaxed));
            fence(Ordering::Acquire);
            let is_same = place.state.load(Ordering::Relaxed) == state;
            let record = R::of_words(&words);
            if is_same && is_there && record.is_plausible() {
                read(record);
            } else if is_same {
                cursor.lost = cursor.lost.saturating_add(1);
            } else {
                continue;
            }
            cursor.next += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::Span;

    const WORDS: usize = size_of::<Span>() / size_of::<u64>();

    fn places(count: usize) -> Vec<Place<WORDS>> {
        (0..count).map(|_| Place { state: AtomicU64::new(0), words: [const { AtomicU64::new(0) }; WORDS] }).collect()
    }

    fn span(draw: u64) -> Span {
        Span { draw, end: draw * 10, ..Span::default() }
    }

    fn draws(ring: &Ring<Span, WORDS>, cursor: &mut Cursor, is_over: bool) -> Vec<(u64, u64)> {
        let mut draws = Vec::new();
        ring.read(cursor, is_over, |span| draws.push((span.draw, span.end)));
        draws
    }

    #[test]
    fn records_are_read_once_and_in_order() {
        let (head, places) = (AtomicU64::new(0), places(8));
        let ring = Ring::<Span, WORDS>::new(&head, &places);
        let mut cursor = ring.oldest();
        (1..=5).for_each(|draw| _ = ring.push(&span(draw), true));
        assert_eq!(draws(&ring, &mut cursor, false), [(1, 10), (2, 20), (3, 30), (4, 40), (5, 50)]);
        assert_eq!(draws(&ring, &mut cursor, false), []);
        ring.push(&span(6), true);
        assert_eq!(draws(&ring, &mut cursor, false), [(6, 60)]);
        assert_eq!(cursor.lost, 0);
    }

    #[test]
    fn a_reader_waits_for_pending_results() {
        let (head, places) = (AtomicU64::new(0), places(8));
        let ring = Ring::<Span, WORDS>::new(&head, &places);
        let mut cursor = ring.oldest();
        let ticket = ring.push(&span(1), false);
        ring.push(&span(2), true);
        assert_eq!(draws(&ring, &mut cursor, false), []);
        ring.complete(ticket, &Span { end: 7, ..span(1) });
        assert_eq!(draws(&ring, &mut cursor, false), [(1, 7), (2, 20)]);
        ring.push(&span(3), false);
        assert_eq!(draws(&ring, &mut cursor, true), [(3, 30)], "nothing is lost at the end");
    }

    #[test]
    fn a_slow_reader_counts_what_it_lost() {
        let (head, places) = (AtomicU64::new(0), places(4));
        let ring = Ring::<Span, WORDS>::new(&head, &places);
        let mut cursor = ring.oldest();
        let late = ring.push(&span(1), false);
        (2..=10).for_each(|draw| _ = ring.push(&span(draw), true));
        ring.complete(late, &span(99));
        assert_eq!(draws(&ring, &mut cursor, false), [(7, 70), (8, 80), (9, 90), (10, 100)]);
        assert_eq!((cursor.lost, ring.oldest().next), (6, 6));
    }

    #[test]
    fn threads_write_at_once() {
        let (head, places) = (AtomicU64::new(0), places(64));
        let ring = || Ring::<Span, WORDS>::new(&head, &places);
        let mut cursor = Cursor::default();
        let mut read = 0;
        std::thread::scope(|scope| {
            let writers: Vec<_> =
                (0..4).map(|_| scope.spawn(|| (1..=10_000).for_each(|draw| _ = ring().push(&span(draw), true)))).collect();
            while writers.iter().any(|writer| !writer.is_finished()) {
                ring().read(&mut cursor, false, |span| {
                    assert_eq!(span.end, span.draw * 10);
                    read += 1;
                });
            }
        });
        ring().read(&mut cursor, true, |_| read += 1);
        assert_eq!(read + cursor.lost, 40_000);
    }
}
