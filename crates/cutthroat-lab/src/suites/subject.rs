//! A search that the catalog makes, as one row of a suite.

use cutthroat_catalog::{Error, Registry, Report, Request, Setup, SolveTerms};

use super::{SuiteRow, overhead, timed};

/// The deals of each row.
const DEALS: u64 = 4;

/// What is searched, and how.
pub(super) struct Subject {
    game: &'static str,
    players: usize,
    /// Cards in each hand, in card games.
    cards: Option<usize>,
    /// The algorithm and its settings.
    spec: &'static str,
    /// The evaluation, if not the game's first.
    eval: Option<&'static str>,
}

impl Subject {
    /// Hands of so many cards.
    pub(super) const fn new(game: &'static str, players: usize, cards: usize, spec: &'static str) -> Self {
        Self { game, players, cards: Some(cards), spec, eval: None }
    }

    /// The start of a board game.
    pub(super) const fn to_depth(game: &'static str, players: usize, spec: &'static str) -> Self {
        Self { game, players, cards: None, spec, eval: None }
    }

    /// With another evaluation.
    pub(super) const fn by(self, eval: &'static str) -> Self {
        Self { eval: Some(eval), ..self }
    }

    /// How often it is searched: deals differ, the start of a board game does not.
    fn deals(&self) -> u64 {
        if self.cards.is_some() { DEALS } else { 1 }
    }

    fn setup(&self, deal: u64) -> Setup {
        let eval = self.eval.map(str::to_owned);
        let setup = Setup { deal: Some(deal), players: Some(self.players), eval, ..Setup::default() };
        self.cards.map_or(setup.clone(), |cards| setup.with_option("cards", cards))
    }

    /// A search as `analyse` makes it, with no limit but its own.
    pub(super) fn analysed(&self, registry: &Registry, deal: u64) -> Result<Report, Error> {
        let mut request = Request::of(self.spec)?;
        if request.settings.get("nodes").is_none() {
            request.settings = request.settings.with("nodes", u64::MAX)?;
        }
        registry.open(self.game, &self.setup(deal))?.analyse(&request)
    }

    /// A search as `solve` makes it.
    pub(super) fn solved(&self, registry: &Registry, deal: u64) -> Result<Report, Error> {
        registry.open(self.game, &self.setup(deal))?.solve(&Request::of(self.spec)?, &SolveTerms::default())
    }

    /// A row for each subject: its nodes and its speed, and how many nodes of a bare loop take as long as one of its nodes.
    pub(super) fn rows(subjects: &[Self], search: fn(&Self, &Registry, u64) -> Result<Report, Error>) -> Vec<SuiteRow> {
        let registry = Registry::standard();
        let row = |subject: &Self| {
            let Self { game, players, cards, spec, eval } = subject;
            let cards = cards.map_or(String::new(), |cards| format!(", {cards} cards"));
            let eval = eval.map_or(String::new(), |eval| format!(", {eval}"));
            let bare = overhead::seconds_of_a_bare_node();
            let mut row = timed(format!("{game}, {players} players{cards}{eval}, {spec}"), || {
                (0..subject.deals()).fold((0, 0), |(nodes, researches), deal| {
                    let found = search(subject, &registry, deal).expect("a search that fits");
                    (nodes + found.nodes, researches + found.researches)
                })
            });
            row.figures = vec![("bare nodes a node", row.seconds / row.nodes.max(1) as f64 / bare)];
            row
        };
        subjects.iter().map(row).collect()
    }
}
