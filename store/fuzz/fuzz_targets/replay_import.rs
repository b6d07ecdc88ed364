#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| retrace_store_fuzz::replay_import(bytes));
