//! What a release needs: every dependency comes from crates.io and may be passed on under a licence that deny.toml allows,
//! and everything has the same version.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The words of a licence expression.
fn words(expression: &str) -> Vec<String> {
    // Older crates write a choice with a slash.
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    spaced.split_whitespace().map(str::to_owned).collect()
}

/// Whether an expression can be fulfilled with the licences that are allowed. `AND` binds more closely than `OR`.
fn allows(allowed: &[&str], words: &mut std::iter::Peekable<std::vec::IntoIter<String>>) -> bool {
    let (mut any, mut all) = (false, true);
    while let Some(word) = words.next() {
        match word.as_str() {
            "OR" => {
                any |= all;
                all = true;
            }
            "AND" => {}
            ")" => break,
            "(" => all &= allows(allowed, words),
            licence => {
                let mut licence = licence.to_owned();
                if words.next_if(|word| word == "WITH").is_some() {
                    licence = format!("{licence} WITH {}", words.next().expect("an exception has a name"));
                }
                all &= allowed.contains(&licence.as_str());
            }
        }
    }
    any || all
}

#[test]
fn expressions_are_read_as_they_are_meant() {
    let allowed = ["MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"];
    let cases = [
        ("MIT", true),
        ("GPL-3.0", false),
        ("GPL-3.0 OR MIT", true),
        ("GPL-3.0/MIT", true),
        ("MIT AND GPL-3.0", false),
        ("(MIT OR GPL-3.0) AND Zlib", true),
        ("(MIT OR Zlib) AND GPL-3.0", false),
        ("GPL-3.0 AND MIT OR Zlib", true),
        ("Zlib WITH LLVM-exception", false),
        ("Zlib WITH LLVM-exception OR MIT", true),
        ("Apache-2.0 WITH LLVM-exception", true),
        ("Apache-2.0", false),
    ];
    for (expression, expected) in cases {
        assert_eq!(allows(&allowed, &mut words(expression).into_iter().peekable()), expected, "{expression}");
    }
}

/// The packages that one of our lock files names, on this platform; none if they are not all on this machine.
fn packages(manifest: &Path) -> Option<Vec<Value>> {
    let about = Command::new("rustc").arg("-vV").output().unwrap();
    let about = String::from_utf8(about.stdout).unwrap();
    let host = about.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["metadata", "--offline", "--locked", "--format-version", "1", "--filter-platform", host]);
    let run = cargo.arg("--manifest-path").arg(manifest).output().unwrap();
    if !run.status.success() {
        return None;
    }
    let found: Value = serde_json::from_slice(&run.stdout).unwrap();
    Some(found["packages"].as_array().unwrap().clone())
}

#[test]
fn every_dependency_may_be_passed_on() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let rules: toml::Table = std::fs::read_to_string(root.join("deny.toml")).unwrap().parse().unwrap();
    let allowed: Vec<&str> =
        rules["licenses"]["allow"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    for manifest in ["Cargo.toml", "crates/cutthroat-python/Cargo.toml", "examples/reversi/Cargo.toml"] {
        let Some(packages) = packages(&root.join(manifest)) else {
            assert_ne!(manifest, "Cargo.toml", "cargo metadata failed");
            eprintln!("NOT TESTED: dependencies of {manifest}, which are not all on this machine");
            continue;
        };
        assert!(packages.len() > 20);
        for package in packages {
            let name = package["name"].as_str().unwrap();
            let licence = package["license"].as_str().unwrap_or_else(|| panic!("{name} names no licence"));
            assert!(
                allows(&allowed, &mut words(licence).into_iter().peekable()),
                "{name}: {licence} is not in deny.toml"
            );
            let source = package["source"].as_str();
            let from = source.is_none_or(|source| source == "registry+https://github.com/rust-lang/crates.io-index");
            assert!(from, "{name} comes from {source:?}");
            if source.is_none() && package["publish"].is_null() {
                for field in ["description", "license", "repository", "readme"] {
                    assert!(package[field].is_string(), "{name} has no {field}");
                }
            }
        }
    }
}

#[test]
fn everything_has_the_same_version() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let version = env!("CARGO_PKG_VERSION");
    let places = [
        ("Cargo.toml", format!("path = \"crates/cutthroat\", version = \"{version}\"")),
        ("crates/cutthroat-python/Cargo.toml", format!("version = \"{version}\"")),
        ("web/package.json", format!("\"version\": \"{version}\"")),
        ("web/package-lock.json", format!("\"version\": \"{version}\"")),
        ("CITATION.cff", format!("version: {version}")),
        ("CHANGELOG.md", format!("## {version}")),
        ("docs/protocol.md", format!("\"version\":\"{version}\"")),
        ("docs/install.md", format!("cutthroat_{version}_amd64.deb")),
    ];
    for (file, expected) in places {
        let text = std::fs::read_to_string(root.join(file)).unwrap();
        assert!(text.contains(&expected), "{file} does not say {expected}");
    }
}
