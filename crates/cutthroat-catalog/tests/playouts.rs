//! Playouts as a setting of players.

use cutthroat_catalog::{Error, Registry, Request, Setup};

/// The playouts of a search, as its report names them.
fn playouts(spec: &str, game: &str) -> Result<String, Error> {
    let setup = Setup { deal: Some(1), ..Setup::default() };
    let report = Registry::standard().open(game, &setup)?.analyse(&Request::of(spec)?)?;
    Ok(report.spec.get("playout").expect("a report names them").to_owned())
}

#[test]
fn playouts_are_read_and_written() {
    for text in ["uniform", "none", "order", "order:0.1", "two-ply:0.25", "order:0", "order:1"] {
        assert_eq!(playouts(&format!("mcts:nodes=200,playout={text}"), "hearts").unwrap(), text);
    }
    for (text, said) in [
        ("greedy", "is none of uniform, order:CHANCE"),
        ("uniform:0.5", "is none of uniform"),
        ("order:2", "chance that is not from 0 to 1"),
        ("order:", "chance that is not from 0 to 1"),
    ] {
        let error = playouts(&format!("mcts:nodes=200,playout={text}"), "hearts").unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn a_game_with_an_order_follows_it() {
    assert_eq!(playouts("mcts:nodes=200", "hearts").unwrap(), "order:0.1");
}
