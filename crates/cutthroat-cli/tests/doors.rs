//! Dependencies: which crate may use which. Arrows only point left.

use std::path::Path;

/// From left to right; a crate may use those before it.
const HOUSE: [&str; 7] = [
    "cutthroat",
    "cutthroat-games",
    "cutthroat-catalog",
    "cutthroat-lab",
    "cutthroat-python",
    "cutthroat-server",
    "cutthroat-cli",
];

#[test]
fn no_crate_uses_one_to_its_right() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut seen = 0;
    for folder in std::fs::read_dir(&crates).unwrap() {
        let folder = folder.unwrap().path();
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        let place = HOUSE.iter().position(|room| *room == name);
        let place = place.unwrap_or_else(|| panic!("{name} has no place in the house: say where it stands"));
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let manifest: toml::Table = manifest.parse().unwrap();
        for kind in ["dependencies", "dev-dependencies", "build-dependencies"] {
            let Some(used) = manifest.get(kind).and_then(toml::Value::as_table) else { continue };
            for other in used.keys().filter(|other| other.starts_with("cutthroat")) {
                let allowed =
                    HOUSE[..place].contains(&other.as_str()) || (*other == name && kind == "dev-dependencies");
                assert!(allowed, "{name} may not use {other}");
            }
        }
        seen += 1;
    }
    assert!(seen >= 4);
}

#[test]
fn the_engine_knows_no_game() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cutthroat/src");
    let mut folders = vec![source];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let text = std::fs::read_to_string(&path).unwrap();
                assert!(!text.contains("cutthroat_games"), "{}", path.display());
            }
        }
    }
}
