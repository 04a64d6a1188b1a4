//! Who has won, by a score.

use cutthroat_catalog::Tally;

#[test]
fn a_game_is_won_by_the_best_score() {
    let points = Tally { unit: "points", of: "a hand", low_is_good: true };
    assert_eq!(points.wins(&[13.0, 0.0, 13.0, 0.0]), [0.0, 0.5, 0.0, 0.5]);
    let tricks = Tally { low_is_good: false, ..points };
    assert_eq!(tricks.wins(&[5.0, 8.0, 3.0]), [0.0, 1.0, 0.0]);
}
