//! The tutorials show code as it is.

use std::path::Path;

fn file(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The blocks of a page in this language.
fn blocks<'p>(page: &'p str, language: &str) -> Vec<&'p str> {
    let opening = format!("```{language}\n");
    page.split(&opening).skip(1).map(|rest| rest.split_once("```").unwrap().0).collect()
}

#[test]
fn code_of_the_tutorial_is_that_of_the_example() {
    let page = file("docs/add-a-game.md");
    let tested = file("crates/cutthroat-catalog/src/game_info.rs");
    let tested =
        tested.lines().filter_map(|line| line.strip_prefix("///")).map(|line| line.strip_prefix(' ').unwrap_or(line));
    let tested = tested.collect::<Vec<_>>().join("\n");
    let code = file("examples/reversi/src/reversi.rs") + &file("examples/reversi/src/main.rs") + &tested;
    let excerpts = blocks(&page, "rust");
    assert!(excerpts.len() > 8);
    for excerpt in excerpts {
        assert!(code.contains(excerpt), "this is not in the example:\n{excerpt}");
    }
    let manifest = file("examples/reversi/Cargo.toml");
    for excerpt in blocks(&page, "toml") {
        assert!(manifest.contains(excerpt.trim_end()), "this is not in the manifest:\n{excerpt}");
    }
}
