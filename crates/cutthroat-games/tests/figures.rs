//! Every worked figure of the papers, under its own name: its value, what is pruned, and what must not be.

use cutthroat::chain::Conditions;
use cutthroat::maxn::{MaxnOptions, Test};
use cutthroat::{
    Analysis, Evaluation, Game, Maxn, Notation, Paranoid, ParanoidOptions, Player, Pruning, TieRule, Trace, Verdict,
    paranoid,
};
use cutthroat_games::trees::{FIGURES, Place, Tree, TreeEvaluation};

fn figure(id: &str) -> Tree {
    FIGURES.iter().find(|figure| figure.id == id).unwrap_or_else(|| panic!("no figure {id}")).tree()
}

fn options(pruning: Pruning) -> MaxnOptions {
    MaxnOptions { pruning, bounds: pruning.is_by_bounds(), ..MaxnOptions::default() }
}

fn search(tree: &Tree, options: &MaxnOptions) -> (Analysis<u16>, Trace<u16>) {
    let mut trace = Trace::new(1000);
    let found = Maxn::new(tree, &TreeEvaluation).options(options).observer(&mut trace).run(&tree.root()).unwrap();
    (found, trace)
}

fn value(tree: &Tree, pruning: Pruning) -> Vec<i16> {
    search(tree, &options(pruning)).0.payoff.seats(tree.players()).to_vec()
}

/// The path to the node with a label, or given by the numbers of the children on the way ("1.2.1").
fn path(tree: &Tree, name: &str) -> Vec<u16> {
    fn find(tree: &Tree, place: Place, label: &str, path: &mut Vec<u16>) -> bool {
        if tree.label(place) == Some(label) {
            return true;
        }
        for (index, child) in tree.children(place).enumerate() {
            path.push(index as u16);
            if find(tree, child, label, path) {
                return true;
            }
            path.pop();
        }
        false
    }
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        return name.split('.').map(|child| child.parse::<u16>().unwrap() - 1).collect();
    }
    let mut path = Vec::new();
    assert!(find(tree, tree.root(), name, &mut path), "no node {name}");
    path
}

/// Whether a search sees a node.
fn sees(tree: &Tree, pruning: Pruning, name: &str) -> bool {
    search(tree, &options(pruning)).1.seen(&path(tree, name)).is_some()
}

/// Naive deep pruning: any chain, every prune taken as final, levels without a best passed over.
struct NaiveConditions;

impl Conditions for NaiveConditions {
    const DAGGER: bool = false;
    const SEARCH_AGAIN: bool = false;
}

fn naive_deep_value(tree: &Tree, bounds: bool) -> Vec<i16> {
    let search = Maxn::new(tree, &TreeEvaluation).pruning(Pruning::DEEP).bounds(bounds);
    search.run_under::<NaiveConditions>(&tree.root()).unwrap().payoff.seats(tree.players()).to_vec()
}

#[test]
fn all_figures_read_and_have_one_value_under_every_pruning() {
    for figure in FIGURES {
        let tree = figure.tree();
        let plain = value(&tree, Pruning::NONE);
        let bounded = TreeEvaluation.payoff_bounds(&tree, &tree.root()).is_some();
        for pruning in Pruning::ALL.into_iter().filter(|pruning| bounded || !pruning.is_by_bounds()) {
            assert_eq!(value(&tree, pruning), plain, "{} with {pruning}", figure.id);
        }
        let table = MaxnOptions { pruning: Pruning::SPECULATIVE, test: Test::Table, ..MaxnOptions::default() };
        assert_eq!(search(&tree, &table).0.payoff.seats(tree.players()), plain, "{}", figure.id);
    }
}

#[test]
fn fig_2000_1_a_maxn_tree_with_an_immediate_prune() {
    let tree = figure("2000-1");
    assert_eq!(value(&tree, Pruning::NONE), [7, 3, 0]);
    assert!(sees(&tree, Pruning::NONE, "2.2"));
    assert!(!sees(&tree, Pruning::IMMEDIATE, "2.2"), "Player 2 has maxp at (b)");
    assert!(sees(&tree, Pruning::IMMEDIATE, "1.2") && sees(&tree, Pruning::IMMEDIATE, "3.2"));
}

#[test]
fn fig_2000_2_shallow_pruning_and_the_failure_of_deep_pruning() {
    let tree = figure("2000-2");
    assert_eq!(value(&tree, Pruning::NONE), [7, 3, 0]);
    assert!(!sees(&tree, Pruning::SHALLOW, "2.2"), "Player 1 gets at most 5 at (b)");
    assert!(sees(&tree, Pruning::SHALLOW, "d"));
    assert!(sees(&tree, Pruning::DEEP, "d"), "(d) can still change the value of the tree");
    assert_eq!(value(&figure("2000-2-other"), Pruning::NONE), [6, 3, 1]);
    assert_eq!(naive_deep_value(&figure("2000-2-other"), false), [7, 3, 0], "naive deep pruning is wrong here");
}

#[test]
fn figure_2000_5() {
    let tree = figure("2000-5");
    let bnb = Pruning::BRANCH_AND_BOUND;
    assert_eq!(value(&tree, bnb), [8, 2]);
    assert!(sees(&tree, bnb, "1.1") && !sees(&tree, bnb, "1.2"), "immediate");
    assert!(sees(&tree, bnb, "b") && !sees(&tree, bnb, "2.1"), "shallow");
    // Below (c) one agent may prune by the bound of the root, which max^n must not; for one agent that is alpha-beta.
    assert!(sees(&tree, bnb, "3.1.1"));
    let nodes = |bounds| Paranoid::new(&tree, &TreeEvaluation).bounds(bounds).run(&tree.root()).unwrap().nodes;
    assert_eq!((nodes(false), nodes(true)), (12, 6), "(a) and its first child, (b), (d), (c) and the leaf beside it");
}

#[test]
fn fig_2000_6_branch_and_bound_and_its_failure_when_deep() {
    let tree = figure("2000-6");
    assert_eq!(value(&tree, Pruning::NONE), [10, 5, 1]);
    let bnb = Pruning::BRANCH_AND_BOUND;
    assert!(!sees(&tree, bnb, "1.2"), "h(2) <= 9 at (a), and Player 2 has 9");
    assert!(!sees(&tree, bnb, "2.1"), "h(1) <= 5 at (b), and Player 1 has 7");
    assert!(sees(&tree, bnb, "3.1.1"), "the bound at (c) may not be used from the root");
    assert_eq!(value(&figure("2000-6-other"), bnb), [7, 9, 0]);
    assert_eq!(naive_deep_value(&figure("2000-6-other"), true), [10, 5, 1], "naive deep pruning is wrong here");
}

#[test]
fn fig_2000_7_alpha_beta_branch_and_bound_combines_both() {
    let tree = figure("2000-7");
    assert!(sees(&tree, Pruning::SHALLOW, "2.2"));
    assert!(sees(&tree, Pruning::BRANCH_AND_BOUND, "2.2"));
    assert!(!sees(&tree, Pruning::ALPHA_BETA_BRANCH_AND_BOUND, "2.2"), "10 - 3 - 2 = 5 for Player 1");
}

#[test]
fn fig_2000_7_aside_with_whole_numbers_shallow_pruning_is_enough() {
    let text = figure("2000-7").write_position(&figure("2000-7").root()).replace("step=0", "step=1");
    let (tree, _) = Tree::read_position(&text).unwrap();
    assert!(!sees(&tree, Pruning::SHALLOW, "2.2"));
}

#[test]
fn fig_2002_2_and_2005_3_a_maxn_tree() {
    let tree = figure("2002-2");
    let (found, trace) = search(&tree, &MaxnOptions::default());
    assert_eq!(found.payoff.seats(3), [6, 4, 0]);
    for (node, payoff) in [("a", [1, 3, 5]), ("b", [3, 5, 2]), ("c", [6, 4, 0])] {
        let seen = trace.seen(&path(&tree, node)).unwrap();
        assert_eq!(seen.verdict, Verdict::Exact(cutthroat::Payoff::new(&payoff)), "at ({node})");
    }
}

#[test]
fn fig_2002_3_the_paranoid_version_of_the_tree() {
    let tree = figure("2002-2");
    for (name, window) in paranoid::Window::ALL {
        let options = ParanoidOptions { window, ..Default::default() };
        let found = Paranoid::new(&tree, &TreeEvaluation).options(&options).run(&tree.root()).unwrap();
        assert_eq!(found.payoff[Player::new(0)], 3, "{name}");
        assert_eq!(tree.write_move(&tree.root(), found.best.unwrap()), "b", "{name}");
    }
}

#[test]
fn fig_2002_4_ties_decide_everything() {
    let tree = figure("2002-4");
    let under = |ties| search(&tree, &MaxnOptions { ties, ..MaxnOptions::default() }).0.payoff.seats(3).to_vec();
    assert_eq!(under(TieRule::First), [6, 4, 0]);
    assert_eq!(under(TieRule::WorstForRoot), [2, 5, 3], "another rule, another move and another value for Player 2");
    assert_eq!(under(TieRule::Spiteful), [2, 5, 3]);
}

#[test]
fn fig_2002_5_will_he_drop_the_queen() {
    let tree = figure("2002-5");
    let under = |ties| {
        let found = search(&tree, &MaxnOptions { ties, ..MaxnOptions::default() }).0;
        (tree.write_move(&tree.root(), found.best.unwrap()), found.payoff.seats(3).to_vec())
    };
    assert_eq!(under(TieRule::First), ("SA".into(), vec![13, 13, 0]));
    assert_eq!(under(TieRule::WorstForRoot), ("C3".into(), vec![13, 13, 0]), "Player 1 expects the queen on the ace");
}

#[test]
fn fig_2002_6_zero_window_search_is_wrong_for_maxn() {
    let tree = figure("2002-6");
    let found = search(&tree, &MaxnOptions::default()).0;
    assert_eq!(tree.write_move(&tree.root(), found.best.unwrap()), "c");
    assert_eq!(value(&tree, Pruning::NONE), [2, 4, 4]);
    // The same tree with every score above 2 a win: Player 2 is content with the first child of (a).
    let (windowed, root) = Tree::read_position("maxp=1 b:1[ a:2[ (1,1,0) (0,1,0) ] c:(0,1,1) ]").unwrap();
    let found = search(&windowed, &MaxnOptions::default()).0;
    assert_eq!(windowed.write_move(&root, found.best.unwrap()), "a", "which would be a loss");
    assert_eq!(found.payoff.seats(3), [1, 1, 0]);
}

#[test]
fn fig_2003_1_a_maxn_tree() {
    let tree = figure("2003-1");
    let (found, trace) = search(&tree, &MaxnOptions::default());
    assert_eq!(found.best, Some(0));
    assert_eq!(found.payoff.seats(3), [5, 4, 1]);
    let at_a = trace.seen(&path(&tree, "a")).unwrap().verdict;
    assert_eq!(at_a, Verdict::Exact(cutthroat::Payoff::new(&[0, 6, 4])), "ties go to the left");
}

#[test]
fn fig_2003_2_shallow_pruning() {
    let tree = figure("2003-2");
    assert!(sees(&tree, Pruning::IMMEDIATE, "2.2"));
    assert!(!sees(&tree, Pruning::SHALLOW, "2.2"));
    assert_eq!(value(&tree, Pruning::SHALLOW), [5, 4, 1]);
}

#[test]
fn fig_2003_3_the_failure_of_deep_pruning() {
    assert_eq!(value(&figure("2003-3"), Pruning::NONE), [6, 4, 0]);
    assert_eq!(value(&figure("2003-3"), Pruning::DEEP), [6, 4, 0]);
    assert_eq!(value(&figure("2003-3-other"), Pruning::DEEP), [5, 4, 1]);
    assert_eq!(naive_deep_value(&figure("2003-3-other"), false), [6, 4, 0], "naive deep pruning is wrong here");
}

#[test]
fn fig_2003_4_last_branch_pruning() {
    let tree = figure("2003-4");
    assert!(sees(&tree, Pruning::SHALLOW, "2.2.2"));
    assert!(!sees(&tree, Pruning::LAST_BRANCH, "2.2.2"), "5 + 3 + 2 = maxsum");
    let (found, trace) = search(&tree, &options(Pruning::LAST_BRANCH));
    assert_eq!(found.payoff.seats(3), [5, 4, 1]);
    let cut = trace.cut_at(&path(&tree, "b")).unwrap();
    let chain: Vec<_> = cut.prune.chain.iter().map(|link| (link.player.seat(), link.has)).collect();
    assert_eq!(chain, [(3, 2), (2, 3), (1, 5)]);
}

#[test]
fn fig_2003_6_speculative_pruning_that_holds() {
    let tree = figure("2003-6");
    assert!(sees(&tree, Pruning::LAST_BRANCH, "2.2.2"), "(b) is not the last child of (a)");
    let (found, trace) = search(&tree, &options(Pruning::SPECULATIVE));
    assert_eq!((found.payoff.seats(3), found.researches), (&[5, 4, 1][..], 0));
    assert_eq!(trace.seen(&path(&tree, "2.2.2")), None);
    assert_eq!(trace.seen(&path(&tree, "b")).unwrap().verdict, Verdict::SetAside { top: 0 });
}

#[test]
fn fig_2003_6_speculative_pruning_that_is_searched_again() {
    let tree = figure("2003-6-other");
    let (found, trace) = search(&tree, &options(Pruning::SPECULATIVE));
    assert_eq!((found.payoff.seats(3), found.researches), (&[5, 4, 1][..], 1));
    assert_eq!(trace.seen(&path(&tree, "b")).unwrap().visits, 2);
    assert!(trace.seen(&path(&tree, "2.2.2")).is_some());
    assert!(trace.cuts().iter().any(|cut| *cut.path == *path(&tree, "b") && cut.searched_again));
}

#[test]
fn fig_2003_9_discrete_cut_off() {
    for id in ["2003-9", "2003-9-zero"] {
        let tree = figure(id);
        assert!(!sees(&tree, Pruning::SPECULATIVE, "2.2.2"), "{id}");
        let text = tree.write_position(&tree.root());
        let (continuous, _) = Tree::read_position(&format!("step=0 {text}")).unwrap();
        assert!(sees(&continuous, Pruning::SPECULATIVE, "2.2.2"), "{id} without the step");
    }
    // If Players 1 and 2 both prefer what (b) shows, nothing may be pruned.
    let text = figure("2003-9-zero").write_position(&figure("2003-9-zero").root()).replace("(7,3,0)", "(6,4,0)");
    let (wanted, _) = Tree::read_position(&text).unwrap();
    assert!(sees(&wanted, Pruning::SPECULATIVE, "2.2.2"));
}

#[test]
fn fig_2005_4_shallow_pruning() {
    let tree = figure("2005-4");
    let (_, trace) = search(&tree, &options(Pruning::SHALLOW));
    assert_eq!(trace.seen(&path(&tree, "e")), None);
    let chain: Vec<_> = trace.cuts()[0].prune.chain.iter().map(|link| (link.player.seat(), link.has)).collect();
    assert_eq!(chain, [(2, 6), (1, 5)], "the bound vector (5, 6, 0)");
}

#[test]
fn fig_2005_6_speculative_pruning() {
    let tree = figure("2005-6");
    let (_, trace) = search(&tree, &options(Pruning::SPECULATIVE));
    let chain: Vec<_> = trace.cuts()[0].prune.chain.iter().map(|link| (link.player.seat(), link.has)).collect();
    assert_eq!(chain, [(3, 3), (2, 3), (1, 5)], "the bound vector (5, 3, 3)");
}

#[test]
fn deep_pruning_fails_for_two_players_without_zero_sum() {
    let tree = figure("two-players");
    let plain = value(&tree, Pruning::NONE);
    assert_eq!(value(&tree, Pruning::DEEP), plain);
    assert_eq!(plain, [6, 1]);
    assert_eq!(naive_deep_value(&tree, false), [8, 2]);
}
