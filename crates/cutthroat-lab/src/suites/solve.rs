//! What a node costs where whole deals are solved with all techniques: counted in nodes of a bare loop.

use super::SuiteRow;
use super::subject::Subject;

const SUBJECTS: [Subject; 9] = [
    Subject::new("bridge", 4, 10, "paranoid"),
    Subject::new("spades", 3, 12, "paranoid").by("tricks"),
    Subject::new("spades", 3, 10, "maxn").by("mot"),
    Subject::new("hearts", 3, 9, "paranoid"),
    Subject::new("hearts", 3, 9, "maxn"),
    Subject::new("hearts", 4, 7, "maxn"),
    Subject::new("oh-hell", 4, 7, "maxn"),
    Subject::new("sergeant-major", 3, 11, "paranoid"),
    Subject::new("sergeant-major", 3, 9, "maxn"),
];

pub(super) fn run() -> Vec<SuiteRow> {
    Subject::rows(&SUBJECTS, Subject::solved)
}
