//! All readers for libFuzzer. The one that `CUTTHROAT_READER` names is fed; `positions` if it names none.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/cutthroat-cli/tests/readers/mod.rs"]
mod readers;

static READER: LazyLock<readers::Reader> = LazyLock::new(|| {
    let name = std::env::var("CUTTHROAT_READER").unwrap_or_else(|_| "positions".to_owned());
    let known = || readers::READERS.iter().map(|reader| reader.name).collect::<Vec<_>>().join(", ");
    let found = readers::READERS.iter().find(|reader| reader.name == name);
    *found.unwrap_or_else(|| panic!("there is no reader `{name}`; there are {}", known()))
});

fuzz_target!(|bytes: &[u8]| {
    (READER.read)(bytes);
});
