//! Puts the page into the program: a table of all files under `dist`, with their content types and tags.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Says from which sources the page was built; it is not served.
const NOT_SERVED: &str = "SOURCE";

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = std::fs::read_dir(folder).expect("the folder dist can be read");
    for entry in entries {
        let path = entry.expect("an entry of dist can be read").path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

fn content_type(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json" | "webmanifest") => "application/json",
        Some("woff2") => "font/woff2",
        Some("txt") => "text/plain; charset=utf-8",
        other => panic!("no content type is known for files with the ending {other:?} in dist"),
    }
}

/// The FNV-1a hash: a tag that changes with the content.
fn tag(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let dist = Path::new(&std::env::var("CARGO_MANIFEST_DIR").expect("cargo says where it is")).join("dist");
    let mut found = Vec::new();
    files(&dist, &mut found);
    found.sort();
    let mut table = "&[\n".to_owned();
    for path in found {
        let name = path.strip_prefix(&dist).expect("it was found in dist").to_str().expect("names are plain");
        if name == NOT_SERVED {
            continue;
        }
        println!("cargo::rerun-if-changed={}", path.display());
        let bytes = std::fs::read(&path).expect("a file of dist can be read");
        let name = format!("/{}", name.replace('\\', "/"));
        let (kind, tag, file) = (content_type(&path), format!("\"{:016x}\"", tag(&bytes)), path.display().to_string());
        let _ = writeln!(
            table,
            "    Asset {{ path: {name:?}, kind: {kind:?}, tag: {tag:?}, bytes: include_bytes!({file:?}) }},"
        );
    }
    table.push_str("]\n");
    let out = Path::new(&std::env::var("OUT_DIR").expect("cargo says where to write")).join("assets.rs");
    std::fs::write(out, table).expect("the table can be written");
}
