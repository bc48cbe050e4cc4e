//! Fuzz target: hostile sequences of commands; see `gl::fuzzing`.
#![no_main]

#[global_allocator]
static ALLOCATOR: glmeter_abi::allocator::Allocator = glmeter_abi::allocator::Allocator;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    gl::fuzzing::limited(gl::fuzzing::LIMITS, data, gl::fuzzing::call_sequences);
});
