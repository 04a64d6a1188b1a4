//! Deals and positions as data, and how older versions wrote them.

use cutthroat_catalog::Setup;

#[test]
fn a_setup_of_the_first_version_is_read() {
    let old = r#"{"position":null,"deal":4,"players":3,"cards":6,"trump":"S","bids":null,"rules":null,"eval":"mot"}"#;
    let setup: Setup = serde_json::from_str(old).unwrap();
    let expected = Setup { deal: Some(4), players: Some(3), eval: Some("mot".into()), ..Setup::default() };
    assert_eq!(setup, expected.with_option("cards", 6).with_option("trump", "S"));
    let again: Setup = serde_json::from_str(&serde_json::to_string(&setup).unwrap()).unwrap();
    assert_eq!(again, setup);
    assert!(serde_json::from_str::<Setup>(r#"{"trumps":"S"}"#).is_err());
}
