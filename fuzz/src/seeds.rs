//! The inputs with which runs begin: a few of each kind, made by the program itself.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cutthroat_catalog::protocol::{Choose, NewGame, ToPlayer};
use cutthroat_catalog::{
    ALGORITHMS, DefaultValue, GameInfo, LiveGame, PlayerSpec, Registry, Request, SeatingRequest, Setup, Values,
};
use cutthroat_games::boards::DistanceTable;
use cutthroat_games::trees::FIGURES;
use cutthroat_lab::matches::{Match, MatchRequest};
use cutthroat_lab::papers::{Run, Scale, named};
use cutthroat_lab::solving::Solving;
use cutthroat_lab::{HandRecord, RecordedMove, Shard};

use crate::change::Numbers;
use crate::folders;

/// Everybody holds a suit.
const PBN: &str = "[Board \"1\"]\n[Dealer \"N\"]\n[Vulnerable \"None\"]\n\
    [Deal \"N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432\"]\n[Declarer \"N\"]\n[Contract \"7S\"]\n\
    [Play \"E\"]\nHA D2 C2 S2\n*\n";
const LIN: &str = "md|1SHDAKQJT98765432C,SHDCAKQJT98765432,SAKQJT98765432HDC,SHAKQJT98765432DC|sv|o|mb|p|mb|p|mb|7S|mb|p|mb|p|mb|p|\
    pc|HA|pc|D2|pc|C2|pc|S2|";

/// Experiments whose journals are small.
const EXPERIMENTS: [&str; 2] = ["2003-table8", "2005-table1"];

/// Writes all inputs.
pub(crate) fn write() -> Result<(), String> {
    let registry = Registry::standard();
    let mut seeds = Seeds { registry: registry.clone(), numbers: Numbers(1) };
    for info in registry.games() {
        seeds.positions(info)?;
        seeds.options(info)?;
        seeds.games(info)?;
    }
    seeds.players()?;
    seeds.boards()?;
    seeds.results()?;
    seeds.journals()?;
    seeds.tables()?;
    seeds.bodies()
}

struct Seeds {
    registry: Registry,
    numbers: Numbers,
}

fn keep(reader: &str, input: impl AsRef<[u8]>) -> Result<(), String> {
    folders::write(&folders::corpus(reader), input.as_ref()).map(|_| ())
}

/// The text with the word VERSION in place of the version of the laboratory: readers put their own there.
fn of_any_version(text: &str) -> String {
    let key = "\"version\":\"";
    let version = text.split_once(key).and_then(|(_, rest)| rest.split('"').next()).unwrap_or_default();
    text.replace(&format!("{key}{version}\""), &format!("{key}VERSION\""))
}

fn text(error: impl ToString) -> String {
    error.to_string()
}

impl Seeds {
    fn positions(&self, info: &GameInfo) -> Result<(), String> {
        let game = info.name;
        let mut all = vec![info.example.to_owned()];
        let (fewest, most) = info.players;
        for players in fewest..=most {
            for cards in ["", "2", "5"] {
                let mut setup = Setup { deal: Some(players as u64), players: Some(players), ..Setup::default() };
                if !cards.is_empty() {
                    setup = setup.with_option("cards", cards);
                }
                all.extend(self.registry.open(game, &setup).map(|position| position.text()));
            }
        }
        for preset in &info.presets {
            let setup = Setup { deal: Some(3), ..Setup::default() }.with_option("rules", preset.name);
            all.extend(self.registry.open(game, &setup).map(|position| position.text()));
        }
        if game == "tree" {
            all.extend(FIGURES.iter().take(6).map(|figure| format!("figure {}", figure.id)));
            all.extend(
                ["random depth=3", "random depth=4 players=4 branching=2..3 seed=5 sum=constant"].map(str::to_owned),
            );
        }
        all.sort();
        all.dedup();
        for position in all.iter().filter(|position| position.len() < 600) {
            keep("positions", format!("{game}\n{position}"))?;
        }
        Ok(())
    }

    fn options(&self, info: &GameInfo) -> Result<(), String> {
        let game = info.name;
        for field in info.options.iter().chain(info.dealing) {
            let value = match (field.default, field.values) {
                (_, Values::Switch) => "on".to_owned(),
                (_, Values::Names(names)) => names[names.len() - 1].0.to_owned(),
                (DefaultValue::Is(value), _) => value.to_owned(),
                (_, Values::Number { least, .. }) => (least + 1).to_string(),
                _ => "1,1,1".to_owned(),
            };
            keep("options", format!("{game}\n{}={value}", field.name))?;
            keep("words", value)?;
        }
        for preset in &info.presets {
            keep("options", format!("{game}\nrules={} players={}", preset.name, info.usual_players))?;
        }
        for (eval, _) in &info.evaluations {
            keep("options", format!("{game}\neval={eval} deal=7 players={}", info.players.1))?;
        }
        Ok(())
    }

    /// Games that are played at random: the game itself, what seats know, records, and what an engine is told.
    fn games(&mut self, info: &GameInfo) -> Result<(), String> {
        let game = info.name;
        let most = info.players.1;
        let plain = Setup { deal: Some(5), players: Some(info.usual_players), ..Setup::default() };
        let hidden = Setup { hidden: true, whole_deal: true, ..plain.clone() };
        let mut setups = vec![plain.clone(), hidden.clone(), Setup { players: Some(most), ..hidden.clone() }];
        let at_table = info.at_table.iter().fold(hidden.clone(), |setup, (name, value)| setup.with_option(name, value));
        setups.push(at_table);
        if !info.game_options.is_empty() {
            setups.push(Setup { whole_game: true, ..hidden });
        }
        let few = setups.iter().map(|setup| setup.clone().with_option("cards", 3)).collect::<Vec<_>>();
        for setup in setups.iter().chain(&few) {
            let Ok(mut live) = self.registry.begin(game, setup) else { continue };
            let start = if setup.whole_game { "game:5".to_owned() } else { live.text() };
            let players = vec!["random".to_owned(); live.seats()];
            let mut record = HandRecord::new(game, setup.clone(), start, 1, players);
            let stop = 3 + self.numbers.below(30);
            let mut views = Vec::new();
            while live.mover().is_some() && live.moves().len() < stop {
                if self.numbers.below(5) == 0 {
                    views.push(live.view(live.mover().unwrap_or(1)).map_err(text)?);
                }
                self.random_move(live.as_mut(), &mut record)?;
            }
            let moves = live.moves().join("\n");
            let json = serde_json::to_string(setup).map_err(text)?;
            keep("games", format!("{game}\n{json}\n{moves}\n"))?;
            keep("requests", json)?;
            keep("records", record.to_string())?;
            keep("records", record.to_json().map_err(text)?)?;
            for view in views.iter().filter(|view| view.len() < 800) {
                keep("views", format!("{game}\n{view}"))?;
            }
            self.messages(game, live.as_ref())?;
        }
        Ok(())
    }

    fn random_move(&mut self, live: &mut dyn LiveGame, record: &mut HandRecord) -> Result<(), String> {
        let legal = live.legal_moves();
        let seat = live.mover().unwrap_or(1);
        live.play(self.numbers.one_of::<String>(&legal)).map_err(text)?;
        let mv = live.moves().last().cloned().unwrap_or_default();
        record.moves.push(RecordedMove { seat, mv, expects: None });
        Ok(())
    }

    fn messages(&self, game: &str, live: &dyn LiveGame) -> Result<(), String> {
        let seat = live.mover().unwrap_or(1);
        let new = NewGame {
            game: game.to_owned(),
            players: live.seats(),
            seat,
            options: std::collections::BTreeMap::new(),
            seed: 3,
            whole_game: live.sheet().is_some(),
            patience: None,
            player: Some("random".to_owned()),
        };
        let mut said = vec![ToPlayer::Hello { protocol: 1 }, ToPlayer::NewGame(new)];
        said.extend(live.events(seat).map_err(text)?.into_iter().map(ToPlayer::Event));
        said.push(ToPlayer::Choose(Choose { id: 1, choices: live.choices(), nodes: Some(9), time: None }));
        said.push(ToPlayer::End { scores: vec![0.0; live.seats()] });
        let lines: Result<Vec<String>, _> = said.iter().map(serde_json::to_string).collect();
        keep("messages", format!("{}\n", lines.map_err(text)?.join("\n")))
    }

    fn players(&self) -> Result<(), String> {
        for algorithm in ALGORITHMS {
            let mut settings = cutthroat_catalog::Settings::new(*algorithm);
            for field in algorithm.settings {
                let value = match (field.default, field.values) {
                    (_, Values::Names(names)) => names[0].0.to_owned(),
                    (_, Values::Switch) => "off".to_owned(),
                    (DefaultValue::Is(value), _) => value.to_owned(),
                    (_, Values::Number { least, .. }) => (least + 2).to_string(),
                    (_, Values::Decimal { most, .. }) => format!("{most}"),
                    _ => continue,
                };
                settings.set(field.name, &value).map_err(text)?;
                keep("words", value)?;
            }
            keep("players", settings.to_string())?;
            keep("players", format!("{},random", algorithm.name))?;
            keep("requests", serde_json::to_string(&Request { settings, ..Request::default() }).map_err(text)?)?;
        }
        keep("players", "maxn:depth=3,time=0.25;paranoid:nodes=500 heuristic")?;
        for info in self.registry.games() {
            keep("players", info.expert)?;
        }
        for word in ["SA", "AK3.Q2..T9", "1/3", "exec:./bot --fast", "depth=3 players=3 branching=2..4", "1.5"] {
            keep("words", word)?;
        }
        let text = r#"{"type":"choice","id":4,"move":"SA","expects":[1.5,2.0],"nodes":9,"depth":2,"line":["SA","SK"]}"#;
        keep("messages", format!("{text}\n"))?;
        keep(
            "messages",
            "{\"type\":\"hello\",\"protocol\":1,\"name\":\"a\",\"games\":[\"hearts\"]}\n{\"type\":\"stop\"}\n{\"type\":\"quit\"}\n{\"type\":\"error\",\"message\":\"no\"}\n{\"type\":\"info\",\"nodes\":5,\"time\":0.5}\n",
        )
    }

    fn boards(&self) -> Result<(), String> {
        keep("boards", PBN)?;
        keep("boards", LIN)?;
        keep("boards", PBN.replace("[Play", "[Note \"1:x\"]\n{remark}\n; more\n[Play"))?;
        let solved = "[OptimumResultTable \"Declarer;Denomination\\2R;Result\\2R\"]\nN NT 0\nN S 13\nN H 0\nN D 0\nN C 0\nE NT 0\nE S 0\nE H 13\nE D 0\nE C 0\nS NT 0\nS S 0\nS H 0\nS D 13\nS C 0\nW NT 0\nW S 0\nW H 0\nW D 0\nW C 13\n";
        keep("boards", PBN.replace("[Play", &format!("{solved}[Play")))?;
        let setup = Setup { deal: Some(9), ..Setup::default() };
        let dealt = self.registry.open("bridge", &setup).map_err(text)?.text();
        let hands = dealt.split_once(':').and_then(|(_, rest)| rest.split(" trump").next()).unwrap_or_default();
        keep(
            "boards",
            format!("% PBN 2.1\n[Deal \"N:{hands}\"]\n[Vulnerable \"NS\"]\n[Contract \"4SX\"]\n[Declarer \"S\"]\n"),
        )
    }

    fn results(&self) -> Result<(), String> {
        let folder = folders::work().join("seeds");
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).map_err(text)?;
        for (game, cards, shard) in [("hearts", 2, None), ("tree", 0, Some("2/3"))] {
            let mut setup = Setup { players: Some(3), ..Setup::default() };
            if cards > 0 {
                setup = setup.with_option("cards", cards);
            }
            let players = PlayerSpec::read_list("random,heuristic").map_err(text)?;
            let seating = SeatingRequest { game: game.to_owned(), setup, players, ..SeatingRequest::default() };
            let shard = shard.map(str::parse::<Shard>).transpose().map_err(text)?;
            let wanted = MatchRequest {
                seating,
                games: 12,
                seed: 1,
                threads: NonZeroUsize::new(1),
                until_decided: false,
                commit: None,
                shard,
            };
            let played = Match::new(&self.registry, &wanted).map_err(text)?;
            let file = folder.join(format!("{game}.db"));
            let mut store = played.store(Some(&file), false).map_err(text)?;
            played.play(&mut store, &|_| {}).map_err(text)?;
            drop(store);
            keep("stores", std::fs::read(&file).map_err(text)?)?;
        }
        let hands = ["1:A.2.. K.3.. Q.4..", "2:.A.2. .K.3. .Q.4.", "3:A..K. .A..K 2..3."];
        let deals = format!("{}\n", hands.join("\n"));
        let mut parts = Vec::new();
        for shard in [None, Some("1/2"), Some("2/2")] {
            let solving = Solving {
                registry: self.registry.clone(),
                game: "hearts".to_owned(),
                setup: Setup::default(),
                request: Request::of("maxn:memory=1").map_err(text)?,
                threads: None,
                commit: None,
                stop: None,
                shard: shard.map(str::parse::<Shard>).transpose().map_err(text)?,
            };
            let out = folder.join(format!("solved{}", parts.len()));
            solving.many(&deals, &out, false, &|_, _| {}).map_err(text)?;
            parts.push(std::fs::read_to_string(&out).map_err(text)?);
        }
        keep("deals", format!("hearts\n{deals}"))?;
        let solved = of_any_version(&parts[0]);
        keep("deals", format!("hearts\n{deals}---\n{solved}"))?;
        let begun: String = solved.split_inclusive('\n').take(2).collect();
        keep("deals", format!("hearts\n{deals}---\n{begun}"))?;
        keep("deals", "tree\n1[(1,2,3) 2[(3,2,1) (0,0,6)]]\nfigure 2003-1\n")?;
        keep("parts", format!("{}---\n{}", parts[1], parts[2]))?;
        keep("parts", format!("{}---\n{}---\n{}", parts[2], parts[1], parts[1]))
    }

    fn journals(&self) -> Result<(), String> {
        for id in EXPERIMENTS {
            let folder = folders::work().join("seeds").join(id);
            let run = Run {
                experiments: named(id).map_err(text)?,
                scale: Scale::Quick,
                percent: 100,
                nodes: None,
                seed: 1,
                threads: NonZeroUsize::new(1),
                out: Some(folder.clone()),
                resume: false,
                only_reports: false,
                shard: None,
                commit: None,
                stop: Arc::new(AtomicBool::new(false)),
            };
            run.run(&|_| {}).map_err(text)?;
            let read = |name: &str| std::fs::read_to_string(folder.join(name)).map_err(text);
            let (settings, journal) = (read("run.json")?, read(&format!("{id}.jsonl"))?);
            let settings = of_any_version(&settings.split_whitespace().collect::<String>());
            keep("journals", format!("{id}\n{settings}\n{journal}"))?;
            let begun: String = journal.split_inclusive('\n').take(4).collect();
            keep("journals", format!("{id}\n{settings}\n{begun}"))?;
        }
        Ok(())
    }

    fn tables(&self) -> Result<(), String> {
        for pieces in [1, 3] {
            let table = DistanceTable::build(pieces, |_| {}).ok_or("no table")?;
            let mut bytes = Vec::new();
            table.write_to(&mut bytes).map_err(text)?;
            keep("tables", &bytes)?;
            // Its checksum is put right by the reader, whatever has changed.
            bytes[40..48].fill(0);
            keep("tables", &bytes)?;
        }
        Ok(())
    }

    /// The examples of the documentation.
    fn bodies(&self) -> Result<(), String> {
        let page = include_str!("../../docs/http.md");
        for block in page.split("```http\n").skip(1).filter_map(|rest| rest.split("```").next()) {
            // Short searches.
            keep("bodies", block.replace("\"time\": 30", "\"time\": 0.1").replace("\"time\": 0.6", "\"time\": 0.1"))?;
        }
        for path in ["/api/stores", "/api/stores/1", "/api/stores/1/games?after=1", "/reports/1/", "/"] {
            keep("bodies", format!("GET {path}\n"))?;
        }
        Ok(())
    }
}
