//! Tests of loading programs.
