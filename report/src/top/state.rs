//! What the screen of `glmeter top` shows: the programs, the selection, the order.

use super::Options;
use super::watched::{Found, Identity, Watched};
use crate::live::rows::Row;
use glmeter_recording::ScopeKind;
use std::cmp::Ordering;
use std::time::Instant;

/// A context of a program. `None` for a program that has done nothing yet.
pub(crate) type Key = (Identity, Option<usize>);

/// A line of the list.
#[derive(Clone, Copy)]
pub(crate) struct Entry<'state> {
    pub(crate) watched: &'state Watched,
    /// `None` if the program has done nothing yet.
    pub(crate) row: Option<&'state Row>,
}

impl Entry<'_> {
    /// Returns what tells it from others.
    pub(crate) fn key(&self) -> Key {
        (self.watched.identity, self.row.map(|row| row.context))
    }

    /// Returns the number of its process.
    pub(crate) fn process(&self) -> u64 {
        self.row.map_or(u64::from(self.watched.process), |row| row.record.process)
    }

    /// Returns its name.
    pub(crate) fn name(&self) -> &str {
        self.row.map_or("no frame yet", |row| row.record.program.as_str())
    }
}

/// By what the list is ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// By GPU time a second: the programs that use the GPU most come first.
    Gpu,
    /// By frames a second.
    Rate,
    /// By the worst frame.
    Worst,
    /// By CPU time a second.
    Cpu,
    /// By draws a frame.
    Draws,
    /// By name.
    Name,
}

impl Order {
    const ALL: [Self; 6] = [Self::Gpu, Self::Rate, Self::Worst, Self::Cpu, Self::Draws, Self::Name];

    /// Returns the title of its column.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Gpu => "GPU",
            Self::Rate => "fps",
            Self::Worst => "worst",
            Self::Cpu => "CPU",
            Self::Draws => "draws",
            Self::Name => "program",
        }
    }

    /// Compares two lines of the list.
    fn compare(self, one: &Entry, other: &Entry) -> Ordering {
        let value = |entry: &Entry| {
            let values = entry.row.and_then(|row| row.values.as_ref());
            values.map_or(-1.0, |values| match self {
                Self::Gpu => values.gpu.unwrap_or_default() * values.rate,
                Self::Rate => values.rate,
                Self::Worst => values.worst,
                Self::Cpu => values.cpu * values.rate,
                Self::Draws => values.draws,
                Self::Name => 0.0,
            })
        };
        let by_name =
            || one.name().cmp(other.name()).then_with(|| one.process().cmp(&other.process())).then_with(|| one.key().cmp(&other.key()));
        match self {
            Self::Name => by_name(),
            _ => value(other).total_cmp(&value(one)).then_with(by_name),
        }
    }
}

/// What the lower part of a context's details shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tab {
    /// Passes, groups or programs.
    Scopes(ScopeKind),
    /// The counts and statistics of a frame.
    Counts,
}

impl Tab {
    /// All of them with their titles, from left to right.
    pub(crate) const ALL: [(Self, &str); 4] = [
        (Self::Scopes(ScopeKind::Pass), "Passes"),
        (Self::Scopes(ScopeKind::Group), "Groups"),
        (Self::Scopes(ScopeKind::Program), "Programs"),
        (Self::Counts, "Counts"),
    ];
}

/// Something that a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Moves the selection, or scrolls the details.
    Move(isize),
    /// Shows the next tab of the details, or the one before.
    Turn(isize),
    /// Shows the details of the selection.
    Open,
    /// Goes back; ends the program from the list.
    Back,
    /// Ends the program.
    Quit,
    /// Takes the next order.
    Sort,
    /// Shows or hides the help.
    Help,
}

/// The state of the screen.
pub(crate) struct ScreenState {
    pub(crate) options: Options,
    watched: Vec<Watched>,
    pub(crate) order: Order,
    selected: Option<Key>,
    /// The context whose details are shown.
    pub(crate) open: Option<Key>,
    pub(crate) tab: Tab,
    /// The number of lines of the details above those shown.
    pub(crate) scroll: usize,
    pub(crate) has_help: bool,
    /// When the interval began.
    begun: Instant,
}

impl ScreenState {
    /// Creates the state with no programs.
    pub(crate) fn new(options: Options) -> Self {
        let tab = Tab::Scopes(ScopeKind::Pass);
        let (order, begun) = (Order::Gpu, Instant::now());
        Self { options, watched: Vec::new(), order, selected: None, open: None, tab, scroll: 0, has_help: false, begun }
    }

    /// Takes the programs that run now.
    pub(crate) fn find(&mut self, found: Vec<Found>) {
        let open = self.open.map(|(identity, _)| identity);
        for watched in &mut self.watched {
            watched.has_ended = !found.iter().any(|found| found.identity == watched.identity);
        }
        // The details of a program stay when it ends.
        self.watched.retain(|watched| !watched.has_ended || Some(watched.identity) == open);
        for found in &found {
            if !self.watched.iter().any(|watched| watched.identity == found.identity) {
                let wanted = |watched: &Watched| self.options.process.is_none_or(|process| watched.has_process(process));
                self.watched.extend(Watched::new(found, self.options.interval).filter(wanted));
            }
        }
        if self.open.is_none() && self.options.process.is_some() {
            // The only one is shown at once.
            if let [only] = self.contexts().as_slice() {
                self.open = only.row.is_some().then(|| only.key());
            }
        }
    }

    /// Reads the frames that have come. Returns true if an interval has ended.
    pub(crate) fn read(&mut self) -> bool {
        self.watched.iter_mut().for_each(Watched::read);
        let length = self.begun.elapsed();
        if length < self.options.interval {
            return false;
        }
        self.begun = Instant::now();
        self.watched.iter_mut().for_each(|watched| watched.end_interval(length.as_nanos() as u64));
        true
    }

    /// Returns true if the list has no work of a context that works without a swap: its first interval is not over.
    pub(crate) fn has_begun_work(&self) -> bool {
        self.watched.iter().any(Watched::has_begun)
    }

    /// Returns the lines of the list in their order.
    pub(crate) fn contexts(&self) -> Vec<Entry<'_>> {
        let mut entries = Vec::new();
        for watched in &self.watched {
            if watched.rows().len() == 0 {
                entries.push(Entry { watched, row: None });
            }
            entries.extend(watched.rows().map(|row| Entry { watched, row: Some(row) }));
        }
        if let Some(process) = self.options.process {
            // All of `glmeter run`, or those of one process of its program.
            entries.retain(|entry| entry.watched.process == process || entry.process() == u64::from(process));
        }
        entries.sort_by(|one, other| self.order.compare(one, other));
        entries
    }

    /// Returns the place of the selection in the list.
    pub(crate) fn selection(&self, entries: &[Entry]) -> usize {
        entries.iter().position(|entry| Some(entry.key()) == self.selected).unwrap_or_default()
    }

    /// Does what a key asks for. Returns false if the program shall end.
    pub(crate) fn act(&mut self, action: Action) -> bool {
        if self.has_help && action != Action::Quit {
            self.has_help = false;
            return true;
        }
        match action {
            Action::Quit => return false,
            Action::Help => self.has_help = true,
            Action::Sort => self.order = next(&Order::ALL, self.order, 1),
            Action::Move(by) if self.open.is_some() => self.scroll = self.scroll.saturating_add_signed(by),
            Action::Move(by) => {
                let entries = self.contexts();
                let to = self.selection(&entries).saturating_add_signed(by).min(entries.len().saturating_sub(1));
                self.selected = entries.get(to).map(Entry::key);
            }
            Action::Turn(by) => {
                self.tab = next(&Tab::ALL.map(|(tab, _)| tab), self.tab, by);
                self.scroll = 0;
            }
            Action::Open if self.open.is_none() => {
                let entries = self.contexts();
                let key = entries.get(self.selection(&entries)).filter(|entry| entry.row.is_some()).map(Entry::key);
                self.selected = key.or(self.selected);
                self.open = key;
                self.scroll = 0;
            }
            Action::Open => {}
            Action::Back if self.open.is_some() && self.options.process.is_none() => self.open = None,
            Action::Back => return false,
        }
        true
    }
}

/// Returns the element of a list that is so many places after another, in a circle.
fn next<T: Copy + PartialEq>(all: &[T], of: T, by: isize) -> T {
    let place = all.iter().position(|one| *one == of).unwrap_or_default() as isize;
    all.get((place + by).rem_euclid(all.len().max(1) as isize) as usize).copied().unwrap_or(of)
}
