//! The worked figures of the papers, as trees.
//!
//! The drawings are lost. Each tree is rebuilt from the text of its paper, and leaves that the text does not give are
//! marked as made up. The trees are files under `figures/`.

use cutthroat::NotationError;

use super::text::parse;
use super::tree::Tree;

/// A figure of one of the papers.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    /// Year and number, for example `2003-4`.
    pub id: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// The tree.
    pub text: &'static str,
}

impl Figure {
    /// The tree of the figure.
    ///
    /// # Panics
    /// Never: a test reads them all.
    #[must_use]
    pub fn tree(&self) -> Tree {
        parse(self.text).expect("a figure is a tree")
    }
}

macro_rules! figure {
    ($id:literal, $title:literal) => {
        Figure { id: $id, title: $title, text: include_str!(concat!("../../figures/", $id, ".tree")) }
    };
}

/// All of them, in the order of the papers.
pub const FIGURES: &[Figure] = &[
    figure!("2000-1", "A 3-player max^n tree; immediate pruning at (b)"),
    figure!("2000-2", "Shallow pruning at (b), and where deep pruning of (d) would be wrong"),
    figure!("2000-2-other", "Figure 2 of 2000 with the other value at (d)"),
    figure!("2000-5", "One agent's branch-and-bound: immediate at (a), shallow at (b), deep at (c)"),
    figure!("2000-6", "Branch-and-bound pruning; deep branch-and-bound at (c) would be wrong"),
    figure!("2000-6-other", "Figure 6 of 2000 with the other value below (c)"),
    figure!("2000-7", "Alpha-beta branch-and-bound: backed-up scores and bounds together"),
    figure!("2002-2", "A 3-player max^n tree with a tie at (c)"),
    figure!("2002-4", "Tie breaking: either value of either side can come out"),
    figure!("2002-5", "Hearts, two cards each: will Player 2 drop the queen of spades?"),
    figure!("2002-6", "Why zero-window search does not work in max^n"),
    figure!("2003-1", "A 3-player max^n tree"),
    figure!("2003-2", "Shallow pruning"),
    figure!("2003-3", "The failure of deep pruning"),
    figure!("2003-3-other", "Figure 3 of 2003 with the other value at (b)"),
    figure!("2003-4", "Last-branch pruning: three players' bests add up to maxsum"),
    figure!("2003-6", "Speculative pruning that holds"),
    figure!("2003-6-other", "Speculative pruning that has to be searched again"),
    figure!("2003-9", "Discrete cut-off: with whole numbers Player 3 needs only 1"),
    figure!("2003-9-zero", "Discrete cut-off: even 0 for Player 3 is enough when Player 2 refuses what they have"),
    figure!("2005-4", "Shallow pruning; the bound vector is (5,6,0)"),
    figure!("2005-6", "Speculative pruning; the bound vector is (5,3,3)"),
    figure!("two-players", "Deep pruning fails for two players without zero sum"),
];

/// The tree of the figure with this name.
pub(super) fn read(id: &str) -> Result<Tree, NotationError> {
    match FIGURES.iter().find(|figure| figure.id == id) {
        Some(figure) => Ok(figure.tree()),
        None => {
            let known: Vec<&str> = FIGURES.iter().map(|figure| figure.id).collect();
            Err(NotationError(format!("there is no figure `{id}`; there are {}", known.join(", "))))
        }
    }
}
