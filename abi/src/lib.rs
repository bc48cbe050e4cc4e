//! What the C interfaces of glmeter and of its software pipeline share.
//!
//! - [`border`]: runs what a program called, so that no panic reaches the program and no cancellation ends it.

pub mod border;
