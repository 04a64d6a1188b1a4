//! What a node costs in searches to a depth or to the end, without tables: beside bare loops written for one tree and one
//! board, and counted in nodes of such a loop.

use super::subject::Subject;
use super::{SuiteRow, checkers_speed, overhead};

/// Searches that no bare loop is written for.
const SUBJECTS: [Subject; 9] = [
    Subject::new("sergeant-major", 3, 6, "maxn:pruning=none,memory=0"),
    Subject::new("sergeant-major", 3, 6, "maxn:memory=0"),
    Subject::new("hearts", 3, 7, "maxn:memory=0"),
    Subject::new("hearts", 3, 7, "paranoid:memory=0"),
    Subject::new("spades", 3, 7, "maxn:memory=0").by("mot"),
    Subject::new("bridge", 4, 6, "paranoid:memory=0"),
    Subject::to_depth("chinese-checkers", 3, "maxn:depth=4"),
    Subject::to_depth("chinese-checkers", 3, "paranoid:depth=5"),
    Subject::to_depth("chinese-checkers", 3, "brs:depth=5"),
];

pub(super) fn run() -> Vec<SuiteRow> {
    let mut rows = overhead::run();
    rows.extend(checkers_speed::run());
    rows.extend(Subject::rows(&SUBJECTS, Subject::analysed));
    rows
}
