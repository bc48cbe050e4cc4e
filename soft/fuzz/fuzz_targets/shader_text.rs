//! Fuzz target: hostile shader text; see `glmeter_soft::fuzzing`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    glmeter_soft::fuzzing::limited(glmeter_soft::fuzzing::LIMITS, data, glmeter_soft::fuzzing::shader_text);
});

libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    if seed % 4 == 0 {
        return libfuzzer_sys::fuzzer_mutate(data, size, max_size);
    }
    let changed = glmeter_soft::fuzzing::mutate(&data[..size], max_size, seed);
    data[..changed.len()].copy_from_slice(&changed);
    changed.len()
});
