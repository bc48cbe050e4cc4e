//! What a frame counts: one row for each count, of which its field, sums, names, unit and budget are made. `docs/counts.md` defines the words.

/// The unit of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Commands, objects or errors.
    Number,
    /// Bytes.
    Bytes,
    /// Nanoseconds of CLOCK_MONOTONIC.
    Nanoseconds,
}

/// One of the counts of a frame.
#[derive(Clone, Copy, Debug)]
pub struct Count {
    /// Its name in reports, in snake case.
    pub name: &'static str,
    /// The sentence that says what it counts.
    pub help: &'static str,
    /// Its unit.
    pub unit: Unit,
    /// Its name in a table for people.
    pub title: &'static str,
    /// The name of its metric in OpenMetrics, which ends with the unit.
    pub metric: &'static str,
    /// The name of the budget that limits it. Several counts with one budget are limited by their sum.
    pub budget: &'static str,
    /// What its budget limits unless it says otherwise: the sum of the run, and not a frame.
    pub limits_total: bool,
    /// Returns its value.
    pub of: fn(&Counts) -> u64,
}

impl Count {
    /// Returns its name as that of a number: for a time, with the unit in it.
    pub fn name_with_unit(&self) -> String {
        match self.unit {
            Unit::Nanoseconds => format!("{}_ns", self.name),
            Unit::Number | Unit::Bytes => self.name.to_owned(),
        }
    }
}

/// Declares the counts: the field with the sentence that says what it counts, the unit, the title, the metric, and what the budget limits.
macro_rules! counts {
    ($(#[doc = $help:literal] $field:ident: $unit:ident, $title:literal, $metric:literal, $limits:ident $budget:literal;)*) => {
        /// What a program did in a frame.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(C)]
        pub struct Counts {
            $(#[doc = $help] pub $field: u64,)*
        }

        impl Counts {
            /// No commands.
            pub const NONE: Self = Self { $($field: 0),* };

            /// The number of counts.
            pub const LEN: usize = size_of::<Self>() / size_of::<u64>();

            /// The counts, in the order of [`Self::values`].
            pub const ALL: [Count; Self::LEN] = [$(Count {
                name: stringify!($field),
                help: $help.trim_ascii_start(),
                unit: Unit::$unit,
                title: $title,
                metric: $metric,
                budget: $budget,
                limits_total: Limits::$limits.is_total(),
                of: |counts| counts.$field,
            }),*];

            /// Returns the values.
            #[inline]
            pub fn values(&self) -> [u64; Self::LEN] {
                [$(self.$field),*]
            }

            /// Returns the counts of these values, in the order of [`Self::values`].
            #[inline]
            pub fn of_values(values: [u64; Self::LEN]) -> Self {
                let [$($field),*] = values;
                Self { $($field),* }
            }

            /// Adds the counts of other commands. A sum that does not fit into 64 bits stays at the greatest value: display lists that call each
            /// other may hold more than any context ever does.
            #[inline]
            pub fn add(&mut self, more: &Self) {
                $(self.$field = self.$field.saturating_add(more.$field);)*
            }

            /// Returns the counts without those of earlier commands.
            #[must_use]
            pub fn since(&self, earlier: &Self) -> Self {
                Self { $($field: self.$field.saturating_sub(earlier.$field)),* }
            }
        }
    };
}

/// What a budget limits unless it says otherwise.
enum Limits {
    /// The frame in which the count is greatest.
    Worst,
    /// The sum of the run.
    Total,
}

impl Limits {
    const fn is_total(&self) -> bool {
        matches!(self, Self::Total)
    }
}

counts! {
    /// Draw commands.
    draws: Number, "draws", "glmeter_draws", Worst "draws";
    /// Dispatch commands.
    dispatches: Number, "dispatches", "glmeter_dispatches", Worst "dispatches";
    /// Clear commands.
    clears: Number, "clears", "glmeter_clears", Worst "clears";
    /// Commands that give the driver data: of buffers, textures and programs.
    uploads: Number, "uploads", "glmeter_uploads", Worst "uploads";
    /// Bytes of the uploads.
    upload_bytes: Bytes, "bytes uploaded", "glmeter_upload_bytes", Worst "uploads-mb";
    /// Commands that change state.
    state_changes: Number, "state changes", "glmeter_state_changes", Worst "state-changes";
    /// Queries that the program itself began, counted or waited for.
    queries: Number, "own queries", "glmeter_queries", Worst "queries";
    /// GL errors that the program raised.
    errors: Number, "errors", "glmeter_errors", Total "errors";
    /// Shaders compiled.
    compiles: Number, "shaders compiled", "glmeter_shader_compiles", Total "compiles";
    /// Time for which the thread waited for the compiler.
    compile_time: Nanoseconds, "time of the compiler", "glmeter_shader_compile_time_seconds", Total "compile-ms";
    /// Programs linked.
    links: Number, "programs linked", "glmeter_program_links", Total "links";
    /// Time for which the thread waited for the linker.
    link_time: Nanoseconds, "time of the linker", "glmeter_program_link_time_seconds", Total "compile-ms";
}

impl Default for Counts {
    fn default() -> Self {
        Self::NONE
    }
}

impl Counts {
    /// Returns true if there is work of the GPU among the commands.
    #[inline]
    pub fn has_work(&self) -> bool {
        self.work() > 0
    }

    /// Returns the number of commands that are work of the GPU: draws, dispatches and clears.
    #[inline]
    pub fn work(&self) -> u64 {
        self.draws.saturating_add(self.dispatches).saturating_add(self.clears)
    }

    /// Returns the number of draws and dispatches.
    #[inline]
    pub fn draws_and_dispatches(&self) -> u64 {
        self.draws.saturating_add(self.dispatches)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_values_are_those_of_the_fields_in_order() {
        let counts = Counts::of_values(core::array::from_fn(|place| place as u64 + 1));
        assert_eq!((counts.draws, counts.link_time), (1, Counts::LEN as u64));
        assert_eq!(counts.values().to_vec(), Counts::ALL.iter().map(|count| (count.of)(&counts)).collect::<Vec<_>>());
        let mut sum = Counts { draws: u64::MAX, ..counts };
        sum.add(&counts);
        assert_eq!((sum.draws, sum.link_time), (u64::MAX, 2 * Counts::LEN as u64));
    }
}
