//! Plain records of 64-bit words, which are written to shared memory and read from it word by word.

/// A record of `WORDS` 64-bit words.
pub(crate) trait Words<const WORDS: usize>: Copy {
    /// Returns the words.
    fn words(&self) -> [u64; WORDS];
    /// Returns the record of the words.
    fn of_words(words: &[u64; WORDS]) -> Self;
}

/// Declares a record whose fields are 64-bit words, after `records` counts, and after `arrays` arrays of words.
macro_rules! words {
    (
        $(#[$about:meta])*
        pub struct $name:ident {
            $($(#[$field_about:meta])* pub $field:ident: u64,)*
            $(records { $($(#[$record_about:meta])* pub $record:ident: Counts,)* })?
            $(arrays { $($(#[$array_about:meta])* pub $array:ident: [u64; $length:expr],)* })?
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[repr(C)]
        pub struct $name {
            $($(#[$field_about])* pub $field: u64,)*
            $($($(#[$record_about])* pub $record: Counts,)*)?
            $($($(#[$array_about])* pub $array: [u64; $length],)*)?
        }

        impl $crate::words::Words<{ size_of::<$name>() / size_of::<u64>() }> for $name {
            fn words(&self) -> [u64; size_of::<$name>() / size_of::<u64>()] {
                let mut words = [0; size_of::<$name>() / size_of::<u64>()];
                let fields = [$(self.$field),*];
                let values = fields.into_iter() $($(.chain(self.$record.values()))*)? $($(.chain(self.$array))*)?;
                words.iter_mut().zip(values).for_each(|(word, value)| *word = value);
                words
            }

            fn of_words(words: &[u64; size_of::<$name>() / size_of::<u64>()]) -> Self {
                let mut values = words.iter().copied();
                let mut next = || values.next().unwrap_or_default();
                Self {
                    $($field: next(),)*
                    $($($record: Counts::of_values(core::array::from_fn(|_| next())),)*)?
                    $($($array: core::array::from_fn(|_| next()),)*)?
                }
            }
        }
    };
}
pub(crate) use words;
