//! The one list of algorithms, and the pages that show it.

use cutthroat_catalog::{ALGORITHMS, Algorithm, Field};

#[test]
fn every_algorithm_is_described_and_told_apart() {
    for (place, algorithm) in ALGORITHMS.iter().enumerate() {
        let Algorithm { name, about, paper, assumes, settings, .. } = *algorithm;
        for words in [name, about, paper, assumes] {
            assert!(!words.is_empty(), "{name}");
        }
        assert_eq!(Algorithm::named(name), Ok(*algorithm));
        assert!(!ALGORITHMS[..place].contains(algorithm), "{name} is there twice");
        for (place, setting) in settings.iter().enumerate() {
            assert!(!settings[..place].iter().any(|other| other.name == setting.name), "{name}: {}", setting.name);
        }
    }
}

/// The list as a page of the documentation has it.
fn table() -> String {
    let mut text = "| algorithm | what it is | settings |\n|---|---|---|\n".to_owned();
    for Algorithm { name, about, paper, settings, .. } in ALGORITHMS {
        let names: Vec<String> = settings.iter().map(|setting| format!("`{}`", setting.name)).collect();
        text += &format!("| `{name}` | {about} ({paper}) | {} |\n", names.join(", "));
    }
    text += "\n| setting | of | what it means | values | if not given |\n|---|---|---|---|---|\n";
    let mut told: Vec<Field> = Vec::new();
    for setting in ALGORITHMS.iter().flat_map(|algorithm| algorithm.settings) {
        if told.contains(setting) {
            continue;
        }
        told.push(*setting);
        let of = ALGORITHMS.iter().filter(|algorithm| algorithm.settings.contains(setting));
        let of: Vec<&str> = of.map(|algorithm| algorithm.name).collect();
        let Field { name, about, values, default } = setting;
        let default = default.to_string();
        let default = default.trim_end_matches(" if not given").trim_start_matches("if not given, ");
        text += &format!("| `{name}` | {} | {about} | {values} | {default} |\n", of.join(", "));
    }
    text
}

/// Updated by `CUTTHROAT_UPDATE=1 cargo test -p cutthroat-catalog`.
#[test]
fn the_table_in_the_documentation_is_the_list() {
    if std::env::var_os("CUTTHROAT_UPDATE").is_some() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/algorithms/table.md");
        std::fs::write(file, table()).unwrap();
        return;
    }
    assert_eq!(include_str!("../src/algorithms/table.md"), table(), "CUTTHROAT_UPDATE=1 writes it anew");
}

/// The code in `docs/add-an-algorithm.md` is in the files it names.
#[test]
fn the_page_on_algorithms_shows_what_is_there() {
    let page = include_str!("../../../docs/add-an-algorithm.md");
    let files = [
        include_str!("../src/algorithms.rs"),
        include_str!("../src/algorithms/best_reply.rs"),
        include_str!("../src/algorithms/heuristic.rs"),
    ];
    let excerpts: Vec<&str> = page.split("```rust\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert_eq!(excerpts.len(), 6);
    for excerpt in excerpts {
        assert!(files.iter().any(|file| file.contains(excerpt)), "no file has\n{excerpt}");
    }
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let first_cells = page.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let files: Vec<&str> = first_cells.filter(|name| name.contains('/')).collect();
    assert_eq!(files.len(), 5);
    for name in files {
        assert!(root.join(name).exists(), "{name}");
    }
    let between = |text: &'static str, from: &str, to: &str| text.split_once(from).unwrap().1.split_once(to).unwrap().0;
    let fields = between(include_str!("../src/algorithms.rs"), "struct Terms<", "\n}").lines();
    let fields: Vec<&str> =
        fields.filter_map(|line| line.trim().strip_prefix("pub(crate) ")?.split(':').next()).collect();
    let terms = between(page, "| term |", "\n\n").lines();
    let terms: Vec<&str> = terms.filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    assert_eq!(terms, fields, "the terms of the page are those of a run");
}
