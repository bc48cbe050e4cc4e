//! Several who listen to one target at once: the application's query, measurements, and values derived from the target.
//!
//! A driver runs one query of a target at a time. So at every begin and end by anybody the driver's running query is ended
//! and another begun: a segment. What a listener hears is the sum of the segments that ran while it listened.
//!
//! The application's own query runs in the driver under its own name for as long as nobody else listens; it then costs
//! nothing and the driver has its result.

use super::marks::take_spare;
use crate::driver::Provider;
use crate::driver::unbound;
use crate::gl::GLuint;
use crate::target::{SLOTS, STREAMS, TARGETS, Target};
use std::collections::VecDeque;

/// A target and the vertex stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The target.
    pub target: Target,
    /// The vertex stream; 0 for a target without streams.
    pub index: GLuint,
}

impl Place {
    /// Mesa takes a query of one stream for one of that stream for ever, so each has queries of its own.
    fn number(self) -> usize {
        self.target.number() * usize::from(STREAMS) + self.index as usize
    }

    fn slot(self) -> usize {
        self.target.slot(self.index).unwrap_or(0).min(SLOTS - 1)
    }
}

/// The places where what a geometry shader emits is heard, one for each vertex stream that the driver can have.
fn generated() -> impl Iterator<Item = Place> {
    (0..GLuint::from(STREAMS)).map(|index| Place { target: Target::PRIMITIVES_GENERATED, index })
}

/// How many places there could be.
const PLACES: usize = TARGETS * STREAMS as usize;

/// Who listens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listener {
    /// The application's query of this name.
    Query(GLuint),
    /// The application's query of this name, which is of another target and derived from this one.
    Derived(GLuint),
    /// A measurement.
    Measurement(GLuint),
}

/// What somebody heard: the sum of segments whose results were there, and those that are outstanding, by their place in the
/// list of segments.
#[derive(Clone, Debug, Default)]
pub struct Heard {
    sum: u64,
    segments: Vec<u32>,
}

/// From how many outstanding segments on a listener's are added up as they come: one that listens for long among many that
/// begin and end would gather them without limit.
const MANY: usize = 32;

/// One query of the driver's.
struct Segment {
    id: GLuint,
    place: Place,
    /// How many heard it and still hold it.
    held: u32,
    /// The query is the application's own, whose name is not ours to use again.
    own: bool,
    value: Option<u64>,
}

/// One who listens.
struct Ear {
    who: Listener,
    target: Target,
    /// Hears only what is drawn with a geometry shader.
    geometry: bool,
    heard: Heard,
}

/// Who listens in one slot of active queries.
#[derive(Default)]
struct Slot {
    /// The application's query that runs in the driver under its own name, while nobody else listens.
    direct: Option<(GLuint, Target)>,
    listeners: Vec<Ear>,
    running: Option<(u32, Place)>,
}

/// The slots and segments of a context.
pub struct Segments {
    slots: [Slot; SLOTS],
    segments: Vec<Segment>,
    /// Places in the list of segments that are free.
    vacant: Vec<u32>,
    /// Queries of the driver's that can be used again, oldest first: their results may still be outstanding.
    spare: [VecDeque<GLuint>; PLACES],
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
    fn slot(&mut self, place: Place) -> &mut Slot {
        &mut self.slots[place.slot()]
    }

    /// The application's query begins.
    #[inline]
    pub fn begin_own(&mut self, driver: &mut dyn Provider, place: Place, id: GLuint) {
        let slot = self.slot(place);
        if slot.listeners.is_empty() {
            slot.direct = Some((id, place.target));
            driver.begin_query(place.target.token(), place.index, id);
        } else {
            self.begin_beside(driver, place, id);
        }
    }

    #[cold]
    fn begin_beside(&mut self, driver: &mut dyn Provider, place: Place, id: GLuint) {
        self.stop(driver, place);
        // The driver must know the name as an object of this type: it gives out no name that is used, and labels objects.
        driver.begin_query(place.target.token(), place.index, id);
        driver.end_query(place.target.token(), place.index);
        self.subscribe(driver, place, id);
    }

    /// Adds the application's query to the subscribers of a place where no segment runs.
    fn subscribe(&mut self, driver: &mut dyn Provider, place: Place, id: GLuint) {
        let ear = Ear { who: Listener::Query(id), target: place.target, geometry: false, heard: Heard::default() };
        self.slot(place).listeners.push(ear);
        self.start(driver, place);
    }

    /// Begins the application's query, an object of another type, unless the driver refuses that by recording an error [C-14].
    /// Returns whether the driver took it.
    #[cold]
    pub fn begin_own_as_another_type(&mut self, driver: &mut dyn Provider, place: Place, id: GLuint) -> bool {
        // The driver must run no segment of the slot when it decides.
        self.stop(driver, place);
        let taken = driver.begin_query_as_another_type(place.target.token(), place.index, id);
        match (taken, self.slot(place).listeners.is_empty()) {
            (true, true) => self.slot(place).direct = Some((id, place.target)),
            (true, false) => {
                driver.end_query(place.target.token(), place.index);
                self.subscribe(driver, place, id);
            }
            (false, _) => self.start(driver, place),
        }
        taken
    }

    /// Whether the application's query runs in the driver under its own name.
    #[inline]
    pub fn runs_itself(&self, place: Place) -> bool {
        self.slots.get(place.slot()).is_some_and(|slot| slot.direct.is_some())
    }

    /// The application's query ends. What it heard, if it does not stand in the driver under its own name.
    #[inline]
    pub fn end_own(&mut self, driver: &mut dyn Provider, place: Place, id: GLuint) -> Option<Heard> {
        let slot = self.slot(place);
        if slot.direct.take().is_some() {
            driver.end_query(place.target.token(), place.index);
            return None;
        }
        Some(self.end(driver, place, Listener::Query(id), false))
    }

    /// Somebody begins to listen. What the application's query under way has heard so far becomes a segment of its own.
    /// `geometry` says that only what is drawn with a geometry shader is to be heard.
    pub fn begin(&mut self, driver: &mut dyn Provider, place: Place, who: Listener, geometry: bool) {
        self.split(driver, place);
        self.slot(place).listeners.push(Ear { who, target: place.target, geometry, heard: Heard::default() });
        self.start(driver, place);
    }

    /// Ends the query that runs in the driver, before [`Self::start`] begins another. The application's query becomes a subscriber.
    fn split(&mut self, driver: &mut dyn Provider, place: Place) {
        self.stop(driver, place);
        if let Some((id, target)) = self.slot(place).direct.take() {
            driver.end_query(target.token(), place.index);
            let segment = self.add(Segment { id, place: Place { target, ..place }, held: 1, own: true, value: None });
            let heard = Heard { sum: 0, segments: vec![segment] };
            self.slot(place).listeners.push(Ear { who: Listener::Query(id), target, geometry: false, heard });
        }
    }

    /// Begins and ends a query around no work, and returns its name. Its result stays 0; the active queries count on.
    #[cold]
    pub fn run_empty(&mut self, driver: &mut dyn Provider, place: Place) -> GLuint {
        let id = driver.own_query();
        self.split(driver, place);
        driver.begin_query(place.target.token(), place.index, id);
        driver.end_query(place.target.token(), place.index);
        self.start(driver, place);
        id
    }

    /// Somebody ends listening.
    pub fn end(&mut self, driver: &mut dyn Provider, place: Place, who: Listener, geometry: bool) -> Heard {
        let slot = self.slot(place);
        let is = |ear: &Ear| ear.who == who && ear.target == place.target && ear.geometry == geometry;
        let Some(at) = slot.listeners.iter().position(is) else { return Heard::default() };
        self.stop(driver, place);
        let ear = self.slot(place).listeners.remove(at);
        self.start(driver, place);
        ear.heard
    }

    /// Whether somebody hears only what is drawn with a geometry shader.
    pub fn asks_for_geometry(&self) -> bool {
        generated().any(|place| self.slots.get(place.slot()).is_some_and(|slot| slot.listeners.iter().any(|ear| ear.geometry)))
    }

    /// What is drawn from here on is drawn with a geometry shader, or without.
    pub fn set_geometry(&mut self, driver: &mut dyn Provider, geometry: bool) {
        if self.geometry != geometry {
            generated().for_each(|place| self.stop(driver, place));
            self.geometry = geometry;
            generated().for_each(|place| self.start(driver, place));
        }
    }

    fn stop(&mut self, driver: &mut dyn Provider, place: Place) {
        if let Some((_, running)) = self.slot(place).running.take() {
            driver.end_query(running.target.token(), running.index);
        }
    }

    fn start(&mut self, driver: &mut dyn Provider, place: Place) {
        let open = self.geometry;
        let hears = |ear: &Ear| open || !ear.geometry;
        let listeners = || self.slots.get(place.slot()).into_iter().flat_map(|slot| &slot.listeners).filter(|ear| hears(ear));
        // Of the occlusion targets, which share a slot, the count tells what the others ask.
        let Some(target) = listeners().map(|ear| ear.target).min_by_key(|target| *target != Target::SAMPLES_PASSED) else { return };
        let held = listeners().count() as u32;
        let place = Place { target, ..place };
        let id = match self.spare.get_mut(place.number()) {
            Some(spare) => take_spare(spare, driver),
            None => driver.own_query(),
        };
        // The driver has no memory for another query.
        if id == 0 {
            return;
        }
        driver.begin_query(target.token(), place.index, id);
        let segment = self.add(Segment { id, place, held, own: false, value: None });
        let slot = self.slot(place);
        slot.running = Some((segment, place));
        let mut many = false;
        for ear in slot.listeners.iter_mut().filter(|ear| hears(ear)) {
            ear.heard.segments.push(segment);
            many |= ear.heard.segments.len() > MANY;
        }
        if many {
            self.fold(driver, place);
        }
    }

    /// Adds up what is there of the segments that were heard in a place.
    #[cold]
    fn fold(&mut self, driver: &mut dyn Provider, place: Place) {
        let bound = driver.query_buffer();
        unbound(driver, bound, |driver| self.fold_unbound(driver, place));
    }

    fn fold_unbound(&mut self, driver: &mut dyn Provider, place: Place) {
        let mut listeners = core::mem::take(&mut self.slot(place).listeners);
        for Ear { heard, .. } in &mut listeners {
            // The last one may run.
            while heard.segments.len() > 1 && heard.segments.first().is_some_and(|segment| self.is_there(driver, *segment)) {
                let segment = heard.segments.remove(0);
                heard.sum = heard.sum.saturating_add(self.value(driver, segment));
                self.release_one(segment);
            }
        }
        self.slot(place).listeners = listeners;
    }

    fn add(&mut self, segment: Segment) -> u32 {
        if let Some(vacant) = self.vacant.pop()
            && let Some(place) = self.segments.get_mut(vacant as usize)
        {
            *place = segment;
            return vacant;
        }
        self.segments.push(segment);
        (self.segments.len() - 1) as u32
    }

    /// The application's query that is active in a place, where the driver cannot tell; 0 for none.
    pub fn current(&self, place: Place) -> Option<GLuint> {
        let slot = self.slots.get(place.slot()).filter(|slot| !slot.listeners.is_empty())?;
        let own = slot.listeners.iter().find_map(|ear| match ear.who {
            Listener::Query(id) if ear.target == place.target => Some(id),
            _ => None,
        });
        Some(own.unwrap_or(0))
    }

    /// The application deletes a query, which ends if it is active.
    pub fn deleted(&mut self, driver: &mut dyn Provider, id: GLuint) {
        for slot in 0..SLOTS {
            let Some(state) = self.slots.get_mut(slot) else { continue };
            if state.direct.is_some_and(|(direct, _)| direct == id) {
                state.direct = None;
            }
            let listens = state.listeners.iter().find(|ear| ear.who == Listener::Query(id)).map(|ear| ear.target);
            if let Some(target) = listens {
                let index = slot - target.slot(0).unwrap_or(slot);
                let heard = self.end(driver, Place { target, index: index as GLuint }, Listener::Query(id), false);
                self.release(&heard);
            }
        }
    }

    /// Begins to listen to what a geometry shader emits into any of so many vertex streams.
    pub fn begin_geometry(&mut self, driver: &mut dyn Provider, who: Listener, streams: GLuint) {
        generated().take(streams as usize).for_each(|place| self.begin(driver, place, who, true));
    }

    /// Ends what [`Self::begin_geometry`] began.
    pub fn end_geometry(&mut self, driver: &mut dyn Provider, who: Listener) -> Heard {
        generated().fold(Heard::default(), |mut all, place| {
            let heard = self.end(driver, place, who, true);
            all.sum = all.sum.saturating_add(heard.sum);
            all.segments.extend(heard.segments);
            all
        })
    }

    /// Whether every segment's result is there. The last one is looked at first: it is the last to come.
    pub fn available(&mut self, driver: &mut dyn Provider, heard: &Heard) -> bool {
        heard.segments.iter().rev().all(|segment| self.is_there(driver, *segment))
    }

    fn is_there(&self, driver: &mut dyn Provider, segment: u32) -> bool {
        match self.segments.get(segment as usize) {
            Some(Segment { value: None, id, .. }) => driver.result_available(*id),
            _ => true,
        }
    }

    /// The sum of the segments; waits for them.
    pub fn sum(&mut self, driver: &mut dyn Provider, heard: &Heard) -> u64 {
        heard.segments.iter().fold(heard.sum, |sum, segment| sum.saturating_add(self.value(driver, *segment)))
    }

    fn value(&mut self, driver: &mut dyn Provider, segment: u32) -> u64 {
        let Some(segment) = self.segments.get_mut(segment as usize) else { return 0 };
        *segment.value.get_or_insert_with(|| {
            let told = driver.result(segment.id);
            // No count runs backwards [H-05].
            if segment.place.target.is_statistic() && told > i64::MAX as u64 { 0 } else { told }
        })
    }

    /// Whoever heard these segments needs them no longer.
    pub fn release(&mut self, heard: &Heard) {
        for segment in &heard.segments {
            self.release_one(*segment);
        }
    }

    fn release_one(&mut self, at: u32) {
        let Some(segment) = self.segments.get_mut(at as usize) else { return };
        segment.held = segment.held.saturating_sub(1);
        if segment.held == 0 {
            if !segment.own
                && let Some(spare) = self.spare.get_mut(segment.place.number())
            {
                spare.push_back(segment.id);
            }
            self.vacant.push(at);
        }
    }
}
