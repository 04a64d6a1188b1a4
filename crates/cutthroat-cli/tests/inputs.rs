//! The corpora and kept inputs of `fuzz/`, each read once. `fuzz/README.md` says how they are changed a million times over.

use std::path::{Path, PathBuf};

use crate::readers::READERS;

/// The files of a folder of `fuzz/`, by name; none where the sources are not.
fn files(kind: &str, reader: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz").join(kind).join(reader);
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Where a whole run of readers begins, every input is read, and most are accepted. Searches and servers take a few of them.
#[test]
fn what_is_read_is_written_and_read_back() {
    if !Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz").is_dir() {
        return;
    }
    std::thread::scope(|scope| {
        for reader in READERS {
            scope.spawn(move || {
                let every = match reader.name {
                    "searches" | "advice" => 5,
                    "bodies" => 3,
                    _ => 1,
                };
                let corpus: Vec<PathBuf> = files("corpus", reader.corpus).into_iter().step_by(every).collect();
                let read = |file: &PathBuf| (reader.read)(&std::fs::read(file).unwrap());
                let accepted = corpus.iter().filter(|file| read(file)).count();
                // Most requests are for tables that are not there.
                let enough = reader.name == "bodies" || accepted > 0 && 3 * accepted >= corpus.len();
                assert!(enough, "{}: {accepted} accepted", reader.name);
                // Each of these once showed a fault.
                files("kept", reader.name).iter().for_each(|file| {
                    read(file);
                });
            });
        }
    });
}
