//! Shares one driver query per target among several subscribers: the application's query, measurements, and values derived from the target.
//!
//! A driver runs one query of a target at a time. So every begin and end of a subscription ends the driver's running query and begins
//! another: a segment. The count of a subscription is the sum of the segments that ran during it.
//!
//! While the application's query is the only subscriber, it runs in the driver under its own name: it costs nothing extra, and the driver
//! has its result.

use super::marks::take_spare;
use crate::driver::{Driver, unbound};
use crate::gl::GLuint;
use crate::target::{SLOTS, STREAMS, TARGETS, Target};
use std::collections::VecDeque;

/// A target and a vertex stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexedTarget {
    /// The target.
    pub target: Target,
    /// The vertex stream; 0 for a target without streams.
    pub index: GLuint,
}

impl IndexedTarget {
    /// Returns a number that identifies the target and stream. Queries are not reused across streams, because Mesa binds a query to the
    /// stream of its first use.
    fn number(self) -> usize {
        self.target.number() * usize::from(STREAMS) + self.index as usize
    }

    /// Returns the slot of active queries.
    fn slot(self) -> usize {
        self.target.slot(self.index).unwrap_or(0).min(SLOTS - 1)
    }
}

/// Returns PRIMITIVES_GENERATED for each possible vertex stream, which counts the output of geometry shaders.
fn generated() -> impl Iterator<Item = IndexedTarget> {
    (0..GLuint::from(STREAMS)).map(|index| IndexedTarget { target: Target::PRIMITIVES_GENERATED, index })
}

/// The number of targets with an index.
const INDEXED_TARGETS: usize = TARGETS * STREAMS as usize;

/// Identifies a subscriber.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subscriber {
    /// The application's query of this name.
    Query(GLuint),
    /// The application's query of this name, of another target that is derived from this one.
    Derived(GLuint),
    /// The measurement of this name.
    Measurement(GLuint),
}

/// The sum of the segments that ran during a subscription.
#[derive(Clone, Debug, Default)]
pub struct SegmentSum {
    /// The sum of the segments already added up (folded).
    folded: u64,
    /// The other segments, by index.
    pending: Vec<u32>,
}

/// Folds finished segments once this many are pending. Otherwise a long subscription during many short ones would collect segments
/// without limit.
const FOLD_AT: usize = 32;

/// A segment: one run of a driver query.
struct Segment {
    /// The driver's query.
    id: GLuint,
    indexed: IndexedTarget,
    /// The number of sums that refer to it.
    held: u32,
    /// The query is the application's own, whose name glmeter must not reuse.
    own: bool,
    /// The result, once read.
    value: Option<u64>,
}

/// An active subscription.
struct Subscription {
    subscriber: Subscriber,
    target: Target,
    /// Counts only draws with a geometry shader.
    geometry: bool,
    /// The segments so far.
    sum: SegmentSum,
}

/// The subscriptions of one slot of active queries.
#[derive(Default)]
struct Slot {
    /// The application's query that runs in the driver under its own name, while it is the only subscriber.
    direct: Option<(GLuint, Target)>,
    subscriptions: Vec<Subscription>,
    /// The segment that is running, by index, and its target.
    running: Option<(u32, IndexedTarget)>,
}

/// The slots and segments of a context. The arrays are made in their places: threads of the program may have small stacks.
pub struct Segments {
    slots: Box<[Slot]>,
    segments: Vec<Segment>,
    /// Unused indices in the list of segments.
    vacant: Vec<u32>,
    /// Driver queries to reuse, oldest first; their results may still be pending.
    spare: Box<[VecDeque<GLuint>]>,
    /// The current draws use a geometry shader.
    geometry: bool,
}

impl Default for Segments {
    fn default() -> Self {
        Self {
            slots: (0..SLOTS).map(|_| Slot::default()).collect(),
            segments: Vec::new(),
            vacant: Vec::new(),
            spare: (0..INDEXED_TARGETS).map(|_| VecDeque::new()).collect(),
            geometry: false,
        }
    }
}

impl Segments {
    /// Returns the slot of a target.
    fn slot(&mut self, indexed: IndexedTarget) -> &mut Slot {
        &mut self.slots[indexed.slot()]
    }

    /// Begins the application's query.
    #[inline]
    pub fn begin_own(&mut self, driver: &mut dyn Driver, indexed: IndexedTarget, id: GLuint) {
        let slot = self.slot(indexed);
        if slot.subscriptions.is_empty() {
            slot.direct = Some((id, indexed.target));
            driver.begin_query(indexed.target.token(), indexed.index, id);
        } else {
            self.begin_beside(driver, indexed, id);
        }
    }

    /// Makes a query of the application's run in the driver under its own name, if it is the only subscriber, before the driver begins it.
    #[inline]
    pub fn begin_directly(&mut self, target: Target, slot: usize, id: GLuint) -> bool {
        let free = self.slots.get_mut(slot).filter(|slot| slot.subscriptions.is_empty());
        free.map(|slot| slot.direct = Some((id, target))).is_some()
    }

    /// Ends the application's query that runs in the driver under its own name, before the driver ends it. Returns false if none does.
    #[inline]
    pub fn end_directly(&mut self, slot: usize) -> bool {
        self.slots.get_mut(slot).is_some_and(|slot| slot.direct.take().is_some())
    }

    /// Begins the application's query while the target has other subscribers.
    #[cold]
    fn begin_beside(&mut self, driver: &mut dyn Driver, indexed: IndexedTarget, id: GLuint) {
        self.stop(driver, indexed);
        // Creates the driver's object of this name: the driver then does not generate the name again and can label the object.
        driver.begin_query(indexed.target.token(), indexed.index, id);
        driver.end_query(indexed.target.token(), indexed.index);
        self.subscribe(driver, indexed, id);
    }

    /// Adds the application's query to the subscribers of a slot where no segment runs.
    fn subscribe(&mut self, driver: &mut dyn Driver, indexed: IndexedTarget, id: GLuint) {
        let subscription =
            Subscription { subscriber: Subscriber::Query(id), target: indexed.target, geometry: false, sum: SegmentSum::default() };
        self.slot(indexed).subscriptions.push(subscription);
        self.start(driver, indexed);
    }

    /// Begins the application's query with an object of another type. Returns false if the driver rejects it with an error [C-14].
    #[cold]
    pub fn begin_own_as_another_type(&mut self, driver: &mut dyn Driver, indexed: IndexedTarget, id: GLuint) -> bool {
        // No segment of the slot may run in the driver meanwhile.
        self.stop(driver, indexed);
        let taken = driver.begin_query_as_another_type(indexed.target.token(), indexed.index, id);
        match (taken, self.slot(indexed).subscriptions.is_empty()) {
            (true, true) => self.slot(indexed).direct = Some((id, indexed.target)),
            (true, false) => {
                driver.end_query(indexed.target.token(), indexed.index);
                self.subscribe(driver, indexed, id);
            }
            (false, _) => self.start(driver, indexed),
        }
        taken
    }

    /// Returns true if the application's query runs in the driver under its own name.
    #[inline]
    pub fn runs_itself(&self, indexed: IndexedTarget) -> bool {
        self.slots.get(indexed.slot()).is_some_and(|slot| slot.direct.is_some())
    }

    /// Ends the application's query. Returns its sum, or `None` if it ran in the driver under its own name.
    #[inline]
    pub fn end_own(&mut self, driver: &mut dyn Driver, indexed: IndexedTarget, id: GLuint) -> Option<SegmentSum> {
        let slot = self.slot(indexed);
        if slot.direct.take().is_some() {
            driver.end_query(indexed.target.token(), indexed.index);
            return None;
        }
        Some(self.end(driver, indexed, Subscriber::Query(id), false))
    }

    /// Begins a subscription. An active query of the application that runs under its own name becomes a segment. `geometry` restricts the
    /// count to draws with a geometry shader.
    pub fn begin(&mut self, driver: &mut dyn Driver, indexed: IndexedTarget, subscriber: Subscriber, geometry: bool) {
        self.split(driver, indexed);
        self.slot(indexed).subscriptions.push(Subscription { subscriber, target: indexed.target, geometry, sum: SegmentSum::default() });
        self.start(driver, indexed);
    }

    /// Ends the query that runs in the driver, before [`Self::start`] begins another. The application's query becomes a subscription.
    fn split(&mut self, driver: &mut dyn Driver, indexed: IndexedTarget) {
        self.stop(driver, indexed);
        if let Some((id, target)) = self.slot(indexed).direct.take() {
            driver.end_query(target.token(), indexed.index);
            let segment = self.add(Segment { id, indexed: IndexedTarget { target, ..indexed }, held: 1, own: true, value: None });
            let sum = SegmentSum { folded: 0, pending: vec![segment] };
            self.slot(indexed).subscriptions.push(Subscription { subscriber: Subscriber::Query(id), target, geometry: false, sum });
        }
    }

    /// Begins and ends a query without work between. Returns its name, whose result stays 0. Active queries continue.
    #[cold]
    pub fn run_empty(&mut self, driver: &mut dyn Driver, indexed: IndexedTarget) -> GLuint {
        let id = driver.own_query();
        self.split(driver, indexed);
        driver.begin_query(indexed.target.token(), indexed.index, id);
        driver.end_query(indexed.target.token(), indexed.index);
        self.start(driver, indexed);
        id
    }

    /// Ends a subscription and returns its sum.
    pub fn end(&mut self, driver: &mut dyn Driver, indexed: IndexedTarget, subscriber: Subscriber, geometry: bool) -> SegmentSum {
        let slot = self.slot(indexed);
        let is = |subscription: &Subscription| {
            subscription.subscriber == subscriber && subscription.target == indexed.target && subscription.geometry == geometry
        };
        let Some(at) = slot.subscriptions.iter().position(is) else { return SegmentSum::default() };
        self.stop(driver, indexed);
        let subscription = self.slot(indexed).subscriptions.remove(at);
        self.start(driver, indexed);
        subscription.sum
    }

    /// Returns true if a subscription counts only draws with a geometry shader.
    pub fn asks_for_geometry(&self) -> bool {
        generated().any(|indexed| {
            self.slots.get(indexed.slot()).is_some_and(|slot| slot.subscriptions.iter().any(|subscription| subscription.geometry))
        })
    }

    /// Sets whether the next draws use a geometry shader.
    pub fn set_geometry(&mut self, driver: &mut dyn Driver, geometry: bool) {
        if self.geometry != geometry {
            generated().for_each(|indexed| self.stop(driver, indexed));
            self.geometry = geometry;
            generated().for_each(|indexed| self.start(driver, indexed));
        }
    }

    /// Ends the running segment of a slot.
    fn stop(&mut self, driver: &mut dyn Driver, indexed: IndexedTarget) {
        if let Some((_, running)) = self.slot(indexed).running.take() {
            driver.end_query(running.target.token(), running.index);
        }
    }

    /// Begins a segment for the subscriptions of a slot, if they have something to count.
    fn start(&mut self, driver: &mut dyn Driver, indexed: IndexedTarget) {
        let open = self.geometry;
        let counts = |subscription: &Subscription| open || !subscription.geometry;
        let subscriptions =
            || self.slots.get(indexed.slot()).into_iter().flat_map(|slot| &slot.subscriptions).filter(|subscription| counts(subscription));
        // The occlusion targets share a slot; SAMPLES_PASSED also answers the two others.
        let Some(target) = subscriptions().map(|subscription| subscription.target).min_by_key(|target| *target != Target::SAMPLES_PASSED)
        else {
            return;
        };
        let held = subscriptions().count() as u32;
        let indexed = IndexedTarget { target, ..indexed };
        let id = match self.spare.get_mut(indexed.number()) {
            Some(spare) => take_spare(spare, driver),
            None => driver.own_query(),
        };
        // The driver has no memory for another query.
        if id == 0 {
            return;
        }
        driver.begin_query(target.token(), indexed.index, id);
        let segment = self.add(Segment { id, indexed, held, own: false, value: None });
        let slot = self.slot(indexed);
        slot.running = Some((segment, indexed));
        let mut many = false;
        for subscription in slot.subscriptions.iter_mut().filter(|subscription| counts(subscription)) {
            subscription.sum.pending.push(segment);
            many |= subscription.sum.pending.len() > FOLD_AT;
        }
        if many {
            self.fold(driver, indexed);
        }
    }

    /// Folds the segments of a slot whose results are available.
    #[cold]
    fn fold(&mut self, driver: &mut dyn Driver, indexed: IndexedTarget) {
        let bound = driver.query_buffer();
        unbound(driver, bound, |driver| self.fold_unbound(driver, indexed));
    }

    /// Does [`Self::fold`] while no query buffer is bound.
    fn fold_unbound(&mut self, driver: &mut dyn Driver, indexed: IndexedTarget) {
        let mut subscriptions = core::mem::take(&mut self.slot(indexed).subscriptions);
        for Subscription { sum, .. } in &mut subscriptions {
            // The last segment may still be running.
            while sum.pending.len() > 1 && sum.pending.first().is_some_and(|segment| self.is_available(driver, *segment)) {
                let segment = sum.pending.remove(0);
                sum.folded = sum.folded.saturating_add(self.value(driver, segment));
                self.release_one(segment);
            }
        }
        self.slot(indexed).subscriptions = subscriptions;
    }

    /// Adds a segment. Returns its index.
    fn add(&mut self, segment: Segment) -> u32 {
        if let Some(vacant) = self.vacant.pop()
            && let Some(free) = self.segments.get_mut(vacant as usize)
        {
            *free = segment;
            return vacant;
        }
        self.segments.push(segment);
        (self.segments.len() - 1) as u32
    }

    /// Returns the application's active query of the target, 0 for none. Returns `None` if the driver's own answer is right.
    pub fn current(&self, indexed: IndexedTarget) -> Option<GLuint> {
        let slot = self.slots.get(indexed.slot()).filter(|slot| !slot.subscriptions.is_empty())?;
        let own = slot.subscriptions.iter().find_map(|subscription| match subscription.subscriber {
            Subscriber::Query(id) if subscription.target == indexed.target => Some(id),
            _ => None,
        });
        Some(own.unwrap_or(0))
    }

    /// Ends a query that the application deletes, if it is active.
    pub fn deleted(&mut self, driver: &mut dyn Driver, id: GLuint) {
        for slot in 0..SLOTS {
            let Some(state) = self.slots.get_mut(slot) else { continue };
            if state.direct.is_some_and(|(direct, _)| direct == id) {
                state.direct = None;
            }
            let subscribed = state
                .subscriptions
                .iter()
                .find(|subscription| subscription.subscriber == Subscriber::Query(id))
                .map(|subscription| subscription.target);
            if let Some(target) = subscribed {
                let index = slot - target.slot(0).unwrap_or(slot);
                let sum = self.end(driver, IndexedTarget { target, index: index as GLuint }, Subscriber::Query(id), false);
                self.release(&sum);
            }
        }
    }

    /// Begins subscriptions to the output of geometry shaders in each of `streams` vertex streams.
    pub fn begin_geometry(&mut self, driver: &mut dyn Driver, subscriber: Subscriber, streams: GLuint) {
        generated().take(streams as usize).for_each(|indexed| self.begin(driver, indexed, subscriber, true));
    }

    /// Ends the subscriptions of [`Self::begin_geometry`]. Returns the sum over all streams.
    pub fn end_geometry(&mut self, driver: &mut dyn Driver, subscriber: Subscriber) -> SegmentSum {
        generated().fold(SegmentSum::default(), |mut all, indexed| {
            let sum = self.end(driver, indexed, subscriber, true);
            all.folded = all.folded.saturating_add(sum.folded);
            all.pending.extend(sum.pending);
            all
        })
    }

    /// Returns true if every segment's result is available. Checks the last one first, which arrives last.
    pub fn available(&mut self, driver: &mut dyn Driver, sum: &SegmentSum) -> bool {
        sum.pending.iter().rev().all(|segment| self.is_available(driver, *segment))
    }

    /// Returns true if a segment's result is available.
    fn is_available(&self, driver: &mut dyn Driver, segment: u32) -> bool {
        match self.segments.get(segment as usize) {
            Some(Segment { value: None, id, .. }) => driver.result_available(*id),
            _ => true,
        }
    }

    /// Waits for the segments' results and returns their sum.
    pub fn sum(&mut self, driver: &mut dyn Driver, sum: &SegmentSum) -> u64 {
        sum.pending.iter().fold(sum.folded, |sum, segment| sum.saturating_add(self.value(driver, *segment)))
    }

    /// Waits for a segment's result and returns it.
    fn value(&mut self, driver: &mut dyn Driver, segment: u32) -> u64 {
        let Some(segment) = self.segments.get_mut(segment as usize) else { return 0 };
        *segment.value.get_or_insert_with(|| {
            let raw = driver.result(segment.id);
            // A statistic that ran backwards is negative [H-05].
            if segment.indexed.target.is_statistic() && raw > i64::MAX as u64 { 0 } else { raw }
        })
    }

    /// Releases the segments of a sum.
    pub fn release(&mut self, sum: &SegmentSum) {
        for segment in &sum.pending {
            self.release_one(*segment);
        }
    }

    /// Releases one reference to a segment.
    fn release_one(&mut self, at: u32) {
        let Some(segment) = self.segments.get_mut(at as usize) else { return };
        segment.held = segment.held.saturating_sub(1);
        if segment.held == 0 {
            if !segment.own
                && let Some(spare) = self.spare.get_mut(segment.indexed.number())
            {
                spare.push_back(segment.id);
            }
            self.vacant.push(at);
        }
    }
}
