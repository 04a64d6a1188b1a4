//! Games and algorithms described for other programs. The command line and the server both write these as JSON.

use std::collections::BTreeMap;

use cutthroat_games::field::{DefaultValue, Field, Values};
use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};

use crate::algorithms::Algorithm;
use crate::game_info::GameInfo;
use crate::tally::Tally;

/// A game, described.
///
/// ```
/// use cutthroat_catalog::{GameDescription, Registry};
///
/// let registry = Registry::standard();
/// let spades = GameDescription::of(registry.game("spades")?);
/// assert_eq!((spades.players.fewest, spades.hides), (2, true));
/// # Ok::<(), cutthroat_catalog::Error>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct GameDescription<'g> {
    /// Its name.
    pub name: &'g str,
    /// What it is, in a line.
    pub about: &'g str,
    /// How many can play.
    pub players: PlayersDescription,
    /// How it is played.
    pub play: &'g str,
    /// How a position is written.
    pub notation: &'g str,
    /// A position to try.
    pub example: &'g str,
    /// Its evaluations, the default first.
    pub evaluations: Vec<Named<'g>>,
    /// The names of its sets of rules, the default first.
    pub rules: Vec<&'g str>,
    /// The sets of rules.
    pub presets: Vec<PresetDescription<'g>>,
    /// The options of its rules.
    pub options: Vec<FieldDescription<'g>>,
    /// What can be chosen for a position that is drawn.
    pub dealing: Vec<FieldDescription<'g>>,
    /// The options of whole games.
    pub game_options: Vec<FieldDescription<'g>>,
    /// Options of a single deal as people play it at a table.
    pub at_table: BTreeMap<&'g str, &'g str>,
    /// The fields of a position, in groups.
    pub position: Vec<GroupDescription<'g>>,
    /// The nodes of an analysis if nothing limits it.
    pub default_nodes: Option<u64>,
    /// The MiB of the table of an analysis.
    pub default_memory: usize,
    /// Whether players do not see everything.
    pub hides: bool,
    /// What is counted at the end.
    pub tally: &'g Tally,
    /// The player that `expert` means.
    pub expert: &'g str,
    /// Whether every game begins with the same position, so that none is drawn.
    pub start: bool,
    /// Whether records of other programs can be read.
    pub records: bool,
}

/// How many can play.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PlayersDescription {
    /// At least.
    pub fewest: usize,
    /// At most.
    pub most: usize,
    /// If it is not said.
    pub usual: usize,
}

/// A name and what it means.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Named<'g> {
    /// The name.
    pub name: &'g str,
    /// What it means.
    pub about: &'g str,
}

/// A set of rules.
#[derive(Clone, Debug, Serialize)]
pub struct PresetDescription<'g> {
    /// Its name.
    pub name: &'g str,
    /// What it is.
    pub about: &'g str,
    /// The options that differ from the default.
    pub sets: BTreeMap<&'g str, &'g str>,
}

/// Fields of a position that belong together.
#[derive(Clone, Debug, Serialize)]
pub struct GroupDescription<'g> {
    /// What they are for.
    pub about: &'g str,
    /// The fields.
    pub fields: Vec<FieldDescription<'g>>,
}

/// An option or a setting. In JSON: its name, what it is about, which values fit, and the default.
#[derive(Clone, Copy, Debug)]
pub struct FieldDescription<'g>(pub &'g Field);

/// An algorithm, described.
#[derive(Clone, Debug, Serialize)]
pub struct AlgorithmDescription {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Where it was published.
    pub paper: &'static str,
    /// What it assumes about the other players.
    pub assumes: &'static str,
    /// What can be set.
    pub settings: Vec<FieldDescription<'static>>,
    /// Whether it gives values of positions.
    pub searches: bool,
    /// Whether a whole deal can be solved with it.
    pub solves: bool,
    /// Whether each step can be watched.
    pub watched: bool,
    /// Whether it may be asked, and play, where cards are hidden.
    pub hidden: bool,
    /// Whether it can sit at a table.
    pub plays: bool,
    /// Whether a seed decides what it finds.
    pub by_chance: bool,
}

fn fields(fields: &[Field]) -> Vec<FieldDescription<'_>> {
    fields.iter().map(FieldDescription).collect()
}

impl<'g> GameDescription<'g> {
    /// The description of a game.
    #[must_use]
    pub fn of(info: &'g GameInfo) -> Self {
        let presets = info.presets.iter().map(|preset| PresetDescription {
            name: preset.name,
            about: preset.about,
            sets: preset.sets.iter().map(|(name, value)| (*name, value.as_str())).collect(),
        });
        let group =
            |(about, group): &(&'static str, &'static [Field])| GroupDescription { about, fields: fields(group) };
        Self {
            name: info.name,
            about: info.about,
            players: PlayersDescription { fewest: info.players.0, most: info.players.1, usual: info.usual_players },
            play: info.play,
            notation: info.notation,
            example: info.example,
            evaluations: info.evaluations.iter().map(|(name, about)| Named { name, about }).collect(),
            rules: info.presets.iter().map(|preset| preset.name).collect(),
            presets: presets.collect(),
            options: fields(info.options),
            dealing: fields(info.dealing),
            game_options: fields(info.game_options),
            at_table: info.at_table.iter().copied().collect(),
            position: info.fields.iter().map(group).collect(),
            default_nodes: info.default_nodes,
            default_memory: info.default_memory,
            hides: info.hides,
            tally: &info.tally,
            expert: info.expert,
            start: info.start.is_some(),
            records: info.records.is_some(),
        }
    }
}

impl AlgorithmDescription {
    /// The description of an algorithm.
    #[must_use]
    pub fn of(algorithm: &Algorithm) -> Self {
        let Algorithm { name, about, paper, assumes, settings, searches, solves, by_chance, .. } = *algorithm;
        let (watched, hidden) = (algorithm.can_be_watched, !algorithm.needs_to_see);
        let (settings, plays) = (fields(settings), true);
        Self { name, about, paper, assumes, settings, searches, solves, watched, hidden, plays, by_chance }
    }
}

impl Serialize for FieldDescription<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(4))?;
        map.serialize_entry("name", self.0.name)?;
        map.serialize_entry("about", self.0.about)?;
        map.serialize_entry("values", &DescribedValues::of(self.0.values))?;
        map.serialize_entry("default", &DescribedDefault::of(self.0.default))?;
        map.end()
    }
}

/// The values that fit a field.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum DescribedValues {
    Switch,
    Number { least: i64, most: u64 },
    Decimal { least: i32, most: i32 },
    Numbers { each: &'static str, least: i64, most: u64 },
    Names { names: Vec<Named<'static>> },
    Text { form: &'static str },
}

impl DescribedValues {
    fn of(values: Values) -> Self {
        match values {
            Values::Switch => Self::Switch,
            Values::Number { least, most } => Self::Number { least, most },
            Values::Decimal { least, most } => Self::Decimal { least, most },
            Values::Numbers { each, least, most } => Self::Numbers { each, least, most },
            Values::Names(names) => {
                Self::Names { names: names.iter().map(|(name, about)| Named { name, about }).collect() }
            }
            Values::Form(form) => Self::Text { form },
        }
    }
}

/// What holds if a field is not given.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum DescribedDefault {
    Value(&'static str),
    Derived(&'static str),
    Required(bool),
}

impl DescribedDefault {
    const fn of(default: DefaultValue) -> Self {
        match default {
            DefaultValue::Is(value) => Self::Value(value),
            DefaultValue::Derived(words) => Self::Derived(words),
            DefaultValue::Required => Self::Required(true),
        }
    }
}
