//! Fuzz target: hostile sequences of commands; see `glmeter_soft::fuzzing`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    glmeter_soft::fuzzing::limited(glmeter_soft::fuzzing::LIMITS, data, glmeter_soft::fuzzing::call_sequences);
});
