//! The page: files that are part of the program, found by their whole path and by nothing else.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};

/// A file of the page.
struct Asset {
    path: &'static str,
    kind: &'static str,
    tag: &'static str,
    bytes: &'static [u8],
}

const ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The file at a path, if there is one. A client that has it already is told so.
pub(crate) fn find(path: &str, asked: &HeaderMap) -> Option<Response> {
    let path = if path == "/" { "/index.html" } else { path };
    let asset = ASSETS.iter().find(|asset| asset.path == path)?;
    let tags = [(header::ETAG, asset.tag), (header::CACHE_CONTROL, "no-cache")];
    let known = asked.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    if known.is_some_and(|known| known.split(',').any(|tag| tag.trim() == asset.tag)) {
        return Some((StatusCode::NOT_MODIFIED, tags).into_response());
    }
    let mut response = (tags, asset.bytes).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.kind));
    Some(response)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    /// Everything that the built page depends on, as `web/source-digest.ts` has it.
    const FILES: [&str; 7] = [
        "index.html",
        "package-lock.json",
        "package.json",
        "source-digest.ts",
        "svelte.config.js",
        "tsconfig.json",
        "vite.config.ts",
    ];

    fn sources(root: &Path, folder: &str, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(root.join(folder)).expect("the sources of the page can be read") {
            let entry = entry.expect("the sources of the page can be read");
            let path = format!("{folder}/{}", entry.file_name().to_str().expect("names are plain"));
            if entry.path().is_dir() {
                sources(root, &path, found);
            } else if !path.ends_with(".test.ts") && !path.starts_with("src/api/examples/") {
                found.push(path);
            }
        }
    }

    /// FNV-1a over path, a zero byte, contents and a zero byte of each file, sorted by path.
    fn digest(root: &Path) -> String {
        let mut paths: Vec<String> = FILES.iter().map(|&file| file.to_owned()).collect();
        sources(root, "src", &mut paths);
        paths.sort();
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for path in paths {
            let content = std::fs::read(root.join(&path)).expect("a source of the page can be read");
            for byte in [path.as_bytes(), &[0], &content, &[0]].concat() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
        format!("{hash:016x}")
    }

    #[test]
    fn the_page_was_built_from_the_sources_that_are_here() {
        let server = Path::new(env!("CARGO_MANIFEST_DIR"));
        let web = server.join("../../web");
        if !web.exists() {
            // A package of the crate has the page without its sources.
            return;
        }
        let built = std::fs::read_to_string(server.join("dist/SOURCE")).expect("dist/SOURCE can be read");
        assert_eq!(built.trim(), digest(&web), "the page is stale: run `npm ci && npm run build` in web");
    }
}
