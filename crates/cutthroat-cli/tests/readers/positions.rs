//! Positions, views and options as text.

use cutthroat_catalog::{AnyPosition, AnyView, Setup};

use super::{accepted, at, headed, registry};

/// `GAME`, and a position of it.
pub(super) fn position(bytes: &[u8]) -> bool {
    let Some((game, text)) = headed(bytes) else { return false };
    open(game, &at(text)).is_some()
}

/// Opens a position, and sees that what it writes is the same position.
pub(super) fn open(game: &str, setup: &Setup) -> Option<Box<dyn AnyPosition>> {
    let opened = accepted(registry().open(game, setup))?;
    let text = opened.text();
    let again = registry().open(game, &Setup { eval: setup.eval.clone(), ..at(&text) });
    let again = again.unwrap_or_else(|error| panic!("{game} writes `{text}`, which it does not read: {error}"));
    assert_eq!(again.text(), text, "{game} writes a position in two ways");
    assert_eq!(again.terms(), opened.terms(), "{text}");
    assert_eq!(again.searched_moves(), opened.searched_moves(), "{text}");
    assert_eq!(again.ranges(), opened.ranges(), "{text}");
    Some(opened)
}

/// `GAME`, and what one seat of it knows.
pub(super) fn view(bytes: &[u8]) -> bool {
    let Some((game, text)) = headed(bytes) else { return false };
    open_view(game, text).is_some()
}

/// Opens a view, and sees that what it writes is the same view, and that its deals can be read.
pub(super) fn open_view(game: &str, text: &str) -> Option<Box<dyn AnyView>> {
    let open = |text: &str| registry().open_view(game, text, &Setup::default());
    let mut view = accepted(open(text))?;
    let text = view.text();
    let mut again =
        open(&text).unwrap_or_else(|error| panic!("{game} writes `{text}`, which it does not read: {error}"));
    assert_eq!(again.text(), text, "{game} writes a view in two ways");
    assert_eq!((again.seat(), again.mover(), again.worlds()), (view.seat(), view.mover(), view.worlds()), "{text}");
    assert_eq!((again.terms(), again.task()), (view.terms(), view.task()), "{text}");
    assert_ne!(view.worlds(), Some(0), "{text} fits no deal");
    let deal = view.deal(7, 3);
    assert_eq!(again.deal(7, 3), deal, "{text}");
    let begun = registry().begin(game, &at(&deal));
    begun.unwrap_or_else(|error| panic!("{text} has the deal `{deal}`, which is not read: {error}"));
    if let Some(deals) = view.all_deals(50) {
        assert_eq!(view.worlds().unwrap_or(deals.len() as u128), deals.len() as u128, "{text}");
        assert!(deals.contains(&deal), "{text}: {deal} is none of its deals");
    }
    Some(view)
}

/// `GAME`, and options for a deal, such as `cards=3 rules=table players=4`.
pub(super) fn options(bytes: &[u8]) -> bool {
    let Some((game, text)) = headed(bytes) else { return false };
    let mut setup = Setup { deal: Some(1), ..Setup::default() };
    for option in text.split_whitespace() {
        let Some((name, value)) = option.split_once('=') else { return false };
        match name {
            "players" => setup.players = value.parse().ok(),
            "deal" => setup.deal = value.parse().ok(),
            "eval" => setup.eval = Some(value.to_owned()),
            _ => setup = setup.with_option(name, value),
        }
    }
    // A table of distances may not be there.
    let opened = open(game, &setup).is_some();
    setup.whole_deal = true;
    setup.hidden = true;
    let Some(begun) = accepted(registry().begin(game, &setup)) else { return opened };
    for seat in 1..=begun.seats() {
        open_view(game, &begun.view(seat).unwrap()).expect("a view of a game in progress is read");
    }
    true
}
