//! Names the commit that is built, if this is a git checkout of the project. Only the command line uses it, so that a
//! commit does not compile the searches again.

use std::path::{Path, PathBuf};
use std::process::Command;

fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    let run = Command::new("git").current_dir(folder).args(arguments).output().ok()?;
    let text = String::from_utf8(run.stdout).ok()?;
    run.status.success().then(|| text.trim().to_owned())
}

/// The commit, and a file that changes whenever another one is checked out.
fn commit(folder: &Path) -> Option<(String, PathBuf)> {
    // A project that has a copy of this one inside is another project.
    let top = PathBuf::from(git(folder, &["rev-parse", "--show-toplevel"])?);
    if top.join("crates/cutthroat-cli").canonicalize().ok()? != folder.canonicalize().ok()? {
        return None;
    }
    let log = folder.join(git(folder, &["rev-parse", "--git-path", "logs/HEAD"])?);
    Some((git(folder, &["rev-parse", "--short=10", "HEAD"])?, log))
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let mut version = env!("CARGO_PKG_VERSION").to_owned();
    if let Some((commit, log)) = commit(Path::new(env!("CARGO_MANIFEST_DIR"))) {
        if log.is_file() {
            println!("cargo::rerun-if-changed={}", log.display());
        }
        println!("cargo::rustc-env=CUTTHROAT_COMMIT={commit}");
        version = format!("{version} (commit {commit})");
    }
    println!("cargo::rustc-env=CUTTHROAT_VERSION={version}");
}
