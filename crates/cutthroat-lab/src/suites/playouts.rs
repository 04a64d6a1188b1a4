//! How fast games are played to their end: playouts beside bare loops, and Monte-Carlo tree search, counted in nodes of a bare
//! loop.

use super::subject::Subject;
use super::{SuiteRow, hidden};

const SUBJECTS: [Subject; 6] = [
    Subject::new("hearts", 4, 13, "mcts:playout=uniform,nodes=2000000"),
    Subject::new("hearts", 4, 13, "mcts:nodes=1000000"),
    Subject::new("spades", 3, 17, "mcts:nodes=1000000"),
    Subject::new("oh-hell", 4, 10, "mcts:nodes=1000000"),
    Subject::new("sergeant-major", 3, 16, "mcts:nodes=1000000"),
    Subject::to_depth("chinese-checkers", 3, "mcts:nodes=200000"),
];

pub(super) fn run() -> Vec<SuiteRow> {
    let mut rows = hidden::playouts();
    rows.extend(Subject::rows(&SUBJECTS, Subject::analysed));
    rows
}
