//! Fuzz target: hostile shader text; see `gl::fuzzing`.
#![no_main]

#[global_allocator]
static ALLOCATOR: glmeter_abi::allocator::Allocator = glmeter_abi::allocator::Allocator;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    gl::fuzzing::limited(gl::fuzzing::LIMITS, data, gl::fuzzing::shader_text);
});

libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    if seed % 4 == 0 {
        return libfuzzer_sys::fuzzer_mutate(data, size, max_size);
    }
    let changed = gl::fuzzing::mutate(&data[..size], max_size, seed);
    data[..changed.len()].copy_from_slice(&changed);
    changed.len()
});
