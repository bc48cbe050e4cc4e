//! Linking: shader objects to a program.

pub mod layout;
