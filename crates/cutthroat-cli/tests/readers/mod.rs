//! Every text and file that comes in from outside, each with what must hold for any bytes at all: nothing panics, what is
//! refused is refused with a reason, and what is read is written and read back equal.
//!
//! A reader is a function of bytes. The ordinary tests feed it the corpora and kept inputs of `fuzz/`; the runner in `fuzz/`
//! changes these a million times over. Most inputs begin with a line that names the game.

mod boards;
mod files;
mod games;
mod messages;
mod positions;
mod results;
mod searches;
#[cfg(feature = "serve")]
mod served;
mod settings;

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use cutthroat_catalog::{Registry, Setup};

/// Something that is read.
#[derive(Clone, Copy)]
pub(crate) struct Reader {
    /// Its name.
    pub(crate) name: &'static str,
    /// The folder of the inputs with which it begins: those of another reader, if both read the same.
    pub(crate) corpus: &'static str,
    /// Reads the bytes, checks what must hold, and returns whether they were accepted.
    pub(crate) read: fn(&[u8]) -> bool,
}

/// All readers.
pub(crate) const READERS: &[Reader] = &[
    Reader { name: "positions", corpus: "positions", read: positions::position },
    Reader { name: "searches", corpus: "positions", read: searches::search },
    Reader { name: "views", corpus: "views", read: positions::view },
    Reader { name: "advice", corpus: "views", read: searches::advice },
    Reader { name: "options", corpus: "options", read: positions::options },
    Reader { name: "players", corpus: "players", read: settings::player },
    Reader { name: "requests", corpus: "requests", read: settings::request },
    Reader { name: "words", corpus: "words", read: settings::word },
    Reader { name: "games", corpus: "games", read: games::game },
    Reader { name: "records", corpus: "records", read: games::record },
    Reader { name: "messages", corpus: "messages", read: messages::messages },
    Reader { name: "boards", corpus: "boards", read: boards::boards },
    Reader { name: "stores", corpus: "stores", read: results::store },
    Reader { name: "deals", corpus: "deals", read: results::deals },
    Reader { name: "parts", corpus: "parts", read: results::parts },
    Reader { name: "journals", corpus: "journals", read: results::journal },
    Reader { name: "tables", corpus: "tables", read: files::table },
    #[cfg(feature = "serve")]
    Reader { name: "bodies", corpus: "bodies", read: served::body },
];

static GAMES: LazyLock<Registry> = LazyLock::new(Registry::standard);

fn registry() -> &'static Registry {
    &GAMES
}

/// The setup of a position that is written.
fn at(text: &str) -> Setup {
    Setup { position: Some(text.to_owned()), ..Setup::default() }
}

/// The first line and the rest of a text.
fn headed(bytes: &[u8]) -> Option<(&str, &str)> {
    std::str::from_utf8(bytes).ok()?.split_once('\n')
}

/// What is wrong has to be said. The command line puts it into one line.
#[track_caller]
fn is_told(error: &impl Display) {
    assert!(!error.to_string().trim().is_empty(), "an error that says nothing");
}

/// The value, or `None` if it was refused with a reason.
#[track_caller]
fn accepted<T, E: Display>(read: Result<T, E>) -> Option<T> {
    read.inspect_err(is_told).ok()
}

/// A number that depends on the bytes, to choose what else is tried with them (FNV-1a by Fowler, Noll and Vo).
fn number_of(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A folder that is removed when it is dropped, in memory where the system has such a place.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Self {
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let made = MADE.fetch_add(1, Ordering::Relaxed);
        let memory = Path::new("/dev/shm");
        let place = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
        let folder = place.join(format!("cutthroat-readers-{}-{made}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// A file with these bytes.
    fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let file = self.path(name);
        std::fs::write(&file, bytes).unwrap();
        file
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
