#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| retrace_core_fuzz::card_pack(bytes));
