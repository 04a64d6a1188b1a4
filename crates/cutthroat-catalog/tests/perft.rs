//! Every game's perft file: a new game adds a file here, not a test.

use std::path::Path;

use cutthroat_catalog::{Registry, Setup};

#[test]
fn every_game_has_as_many_positions_as_its_file_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../perft");
    let registry = Registry::standard();
    for entry in registry.games() {
        let file = folder.join(format!("{}.perft", entry.name));
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let mut checked = 0;
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
            let mut fields = line.split(';').map(str::trim);
            let text = fields.next().unwrap();
            let setup = Setup { position: Some(text.to_owned()), ..Setup::default() };
            let position = registry.open(entry.name, &setup).unwrap_or_else(|error| panic!("{text}: {error}"));
            for field in fields {
                let (depth, count) = field.split_once(' ').unwrap();
                let (depth, count): (usize, u64) = (depth.parse().unwrap(), count.parse().unwrap());
                assert_eq!(position.perft(depth), count, "{}: {text}, depth {depth}", entry.name);
                let divided: u64 = position.divide(depth).iter().map(|divided| divided.positions).sum();
                assert_eq!(divided, if depth == 0 { 0 } else { count });
                checked += 1;
            }
        }
        assert!(checked > 0, "{} counts nothing", file.display());
    }
}

#[test]
fn every_example_opens_and_is_written_as_it_can_be_read() {
    let registry = Registry::standard();
    for entry in registry.games() {
        let setup = Setup { position: Some(entry.example.to_owned()), ..Setup::default() };
        let text = registry.open(entry.name, &setup).unwrap().text();
        let again = Setup { position: Some(text.clone()), ..Setup::default() };
        assert_eq!(registry.open(entry.name, &again).unwrap().text(), text);
        let dealt = Setup { deal: Some(3), ..Setup::default() };
        assert!(registry.open(entry.name, &dealt).is_ok(), "{}", entry.name);
    }
}
