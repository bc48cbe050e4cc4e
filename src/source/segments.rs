//! Shares one driver query per target among several subscribers: the application's query, measurements, and values derived from the target.
//!
//! A driver runs one query of a target at a time. So at every begin and end of a subscription the driver's running query is ended
//! and another begun: a segment. A subscription counts the sum of the segments that ran during it.
//!
//! The application's own query runs in the driver under its own name for as long as it is the only subscriber; it then costs
//! nothing and the driver has its result.

use super::marks::take_spare;
use crate::driver::{Driver, unbound};
use crate::gl::GLuint;
use crate::target::{SLOTS, STREAMS, TARGETS, Target};
use std::collections::VecDeque;

/// A target and the vertex stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexedTarget {
    /// The target.
    pub target: Target,
    /// The vertex stream; 0 for a target without streams.
    pub index: GLuint,
}

impl IndexedTarget {
    /// Returns a number for each target and stream. Mesa takes a query of one stream for one of that stream for ever, so each has
    /// queries of its own.
    fn number(self) -> usize {
        self.target.number() * usize::from(STREAMS) + self.index as usize
    }

    fn slot(self) -> usize {
        self.target.slot(self.index).unwrap_or(0).min(SLOTS - 1)
    }
}

/// Returns the targets that count what a geometry shader emits, one for each vertex stream that the driver can have.
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
    /// The application's query of this name, which is of another target and derived from this one.
    Derived(GLuint),
    /// A measurement.
    Measurement(GLuint),
}

/// The sum of the segments that ran during a subscription.
#[derive(Clone, Debug, Default)]
pub struct SegmentSum {
    /// The sum of those that are folded.
    folded: u64,
    /// The others, by their position in the list of segments.
    pending: Vec<u32>,
}

/// Folds finished segments once this many are pending: a long subscription among many that begin and end would gather them
/// without limit.
const FOLD_AT: usize = 32;

/// One query of the driver's.
struct Segment {
    id: GLuint,
    indexed: IndexedTarget,
    /// The number of sums that refer to it.
    held: u32,
    /// The query is the application's own, whose name is not ours to use again.
    own: bool,
    value: Option<u64>,
}

/// A count that is under way.
struct Subscription {
    subscriber: Subscriber,
    target: Target,
    /// Counts only what is drawn with a geometry shader.
    geometry: bool,
    sum: SegmentSum,
}

/// The subscriptions of one slot of active queries.
#[derive(Default)]
struct Slot {
    /// The application's query that runs in the driver under its own name, while it is the only subscriber.
    direct: Option<(GLuint, Target)>,
    subscriptions: Vec<Subscription>,
    running: Option<(u32, IndexedTarget)>,
}

/// The slots and segments of a context.
pub struct Segments {
    slots: [Slot; SLOTS],
    segments: Vec<Segment>,
    /// Free positions in the list of segments.
    vacant: Vec<u32>,
    /// Queries of the driver's that can be used again, oldest first: their results may still be outstanding.
    spare: [VecDeque<GLuint>; INDEXED_TARGETS],
    /// What is drawn now is drawn with a geometry shader.
    geometry: bool,
}

impl Default for Segments {
    fn default() -> Self {
        Self {
            slots: core::array::from_fn(|_| Slot::default()),
            segments: Vec::new(),
            vacant: Vec::new(),
            spare: core::array::from_fn(|_| VecDeque::new()),
            geometry: false,
        }
    }
}

impl Segments {
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

    #[cold]
    fn begin_beside(&mut self, driver: &mut dyn Driver, indexed: IndexedTarget, id: GLuint) {
        self.stop(driver, indexed);
        // The driver must know the name as an object of this type: it gives out no name that is used, and labels objects.
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

    /// Begins the application's query, an object of another type, unless the driver refuses that by recording an error [C-14].
    /// Returns whether the driver took it.
    #[cold]
    pub fn begin_own_as_another_type(&mut self, driver: &mut dyn Driver, indexed: IndexedTarget, id: GLuint) -> bool {
        // The driver must run no segment of the slot when it decides.
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

    /// Ends the application's query. Returns its sum, if it does not run in the driver under its own name.
    #[inline]
    pub fn end_own(&mut self, driver: &mut dyn Driver, indexed: IndexedTarget, id: GLuint) -> Option<SegmentSum> {
        let slot = self.slot(indexed);
        if slot.direct.take().is_some() {
            driver.end_query(indexed.target.token(), indexed.index);
            return None;
        }
        Some(self.end(driver, indexed, Subscriber::Query(id), false))
    }

    /// Begins a subscription. What the application's query under way has counted so far becomes a segment of its own.
    /// `geometry` says that only what is drawn with a geometry shader is counted.
    pub fn begin(&mut self, driver: &mut dyn Driver, indexed: IndexedTarget, subscriber: Subscriber, geometry: bool) {
        self.split(driver, indexed);
        self.slot(indexed).subscriptions.push(Subscription { subscriber, target: indexed.target, geometry, sum: SegmentSum::default() });
        self.start(driver, indexed);
    }

    /// Ends the query that runs in the driver, before [`Self::start`] begins another. The application's query becomes a subscriber.
    fn split(&mut self, driver: &mut dyn Driver, indexed: IndexedTarget) {
        self.stop(driver, indexed);
        if let Some((id, target)) = self.slot(indexed).direct.take() {
            driver.end_query(target.token(), indexed.index);
            let segment = self.add(Segment { id, indexed: IndexedTarget { target, ..indexed }, held: 1, own: true, value: None });
            let sum = SegmentSum { folded: 0, pending: vec![segment] };
            self.slot(indexed).subscriptions.push(Subscription { subscriber: Subscriber::Query(id), target, geometry: false, sum });
        }
    }

    /// Begins and ends a query around no work, and returns its name. Its result stays 0; the active queries count on.
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

    /// Returns true if a subscription counts only what is drawn with a geometry shader.
    pub fn asks_for_geometry(&self) -> bool {
        generated().any(|indexed| {
            self.slots.get(indexed.slot()).is_some_and(|slot| slot.subscriptions.iter().any(|subscription| subscription.geometry))
        })
    }

    /// Notes whether the draws from here on run a geometry shader.
    pub fn set_geometry(&mut self, driver: &mut dyn Driver, geometry: bool) {
        if self.geometry != geometry {
            generated().for_each(|indexed| self.stop(driver, indexed));
            self.geometry = geometry;
            generated().for_each(|indexed| self.start(driver, indexed));
        }
    }

    fn stop(&mut self, driver: &mut dyn Driver, indexed: IndexedTarget) {
        if let Some((_, running)) = self.slot(indexed).running.take() {
            driver.end_query(running.target.token(), running.index);
        }
    }

    fn start(&mut self, driver: &mut dyn Driver, indexed: IndexedTarget) {
        let open = self.geometry;
        let counts = |subscription: &Subscription| open || !subscription.geometry;
        let subscriptions =
            || self.slots.get(indexed.slot()).into_iter().flat_map(|slot| &slot.subscriptions).filter(|subscription| counts(subscription));
        // Of the occlusion targets, which share a slot, the count tells what the others ask.
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

    fn fold_unbound(&mut self, driver: &mut dyn Driver, indexed: IndexedTarget) {
        let mut subscriptions = core::mem::take(&mut self.slot(indexed).subscriptions);
        for Subscription { sum, .. } in &mut subscriptions {
            // The last one may run.
            while sum.pending.len() > 1 && sum.pending.first().is_some_and(|segment| self.is_there(driver, *segment)) {
                let segment = sum.pending.remove(0);
                sum.folded = sum.folded.saturating_add(self.value(driver, segment));
                self.release_one(segment);
            }
        }
        self.slot(indexed).subscriptions = subscriptions;
    }

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

    /// Returns the application's query of the target that is active, where the driver cannot tell; 0 for none.
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

    /// Begins subscriptions to what a geometry shader emits into any of so many vertex streams.
    pub fn begin_geometry(&mut self, driver: &mut dyn Driver, subscriber: Subscriber, streams: GLuint) {
        generated().take(streams as usize).for_each(|indexed| self.begin(driver, indexed, subscriber, true));
    }

    /// Ends what [`Self::begin_geometry`] began.
    pub fn end_geometry(&mut self, driver: &mut dyn Driver, subscriber: Subscriber) -> SegmentSum {
        generated().fold(SegmentSum::default(), |mut all, indexed| {
            let sum = self.end(driver, indexed, subscriber, true);
            all.folded = all.folded.saturating_add(sum.folded);
            all.pending.extend(sum.pending);
            all
        })
    }

    /// Returns true if every segment's result is available. Looks at the last one first: it is the last to come.
    pub fn available(&mut self, driver: &mut dyn Driver, sum: &SegmentSum) -> bool {
        sum.pending.iter().rev().all(|segment| self.is_there(driver, *segment))
    }

    fn is_there(&self, driver: &mut dyn Driver, segment: u32) -> bool {
        match self.segments.get(segment as usize) {
            Some(Segment { value: None, id, .. }) => driver.result_available(*id),
            _ => true,
        }
    }

    /// Returns the sum of the segments; waits for them.
    pub fn sum(&mut self, driver: &mut dyn Driver, sum: &SegmentSum) -> u64 {
        sum.pending.iter().fold(sum.folded, |sum, segment| sum.saturating_add(self.value(driver, *segment)))
    }

    fn value(&mut self, driver: &mut dyn Driver, segment: u32) -> u64 {
        let Some(segment) = self.segments.get_mut(segment as usize) else { return 0 };
        *segment.value.get_or_insert_with(|| {
            let told = driver.result(segment.id);
            // No count runs backwards [H-05].
            if segment.indexed.target.is_statistic() && told > i64::MAX as u64 { 0 } else { told }
        })
    }

    /// Releases the segments of a sum.
    pub fn release(&mut self, sum: &SegmentSum) {
        for segment in &sum.pending {
            self.release_one(*segment);
        }
    }

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
