//! Every game of ours passes the checks of kits.

use cutthroat_catalog::{Registry, conformance};

#[test]
fn every_kit_of_ours_passes() {
    let registry = Registry::standard();
    for info in registry.games() {
        conformance::check(&registry, info.name).unwrap();
    }
    assert!(conformance::check(&registry, "chess").unwrap_err().to_string().starts_with("chess: there is no game"));
}
