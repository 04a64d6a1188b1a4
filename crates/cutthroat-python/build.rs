//! Names the commit that is built, if this is a git checkout of the project: parts of one run have to be of one build.

use std::path::{Path, PathBuf};
use std::process::Command;

fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    let run = Command::new("git").current_dir(folder).args(arguments).output().ok()?;
    let text = String::from_utf8(run.stdout).ok()?;
    run.status.success().then(|| text.trim().to_owned())
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let Some(top) = git(folder, &["rev-parse", "--show-toplevel"]).map(PathBuf::from) else { return };
    // A project that has a copy of this one inside is another project.
    if top.join("crates/cutthroat-python").canonicalize().ok() != folder.canonicalize().ok() {
        return;
    }
    if let Some(log) = git(folder, &["rev-parse", "--git-path", "logs/HEAD"]).map(|log| folder.join(log))
        && log.is_file()
    {
        println!("cargo::rerun-if-changed={}", log.display());
    }
    if let Some(commit) = git(folder, &["rev-parse", "--short=10", "HEAD"]) {
        println!("cargo::rustc-env=CUTTHROAT_COMMIT={commit}");
    }
}
