//! Tests of programs in assembly languages through the GL commands.
