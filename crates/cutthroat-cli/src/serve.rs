//! `cutthroat serve`

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::{ErrorKind, Write as _, stdout};
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use cutthroat_catalog::{Registry, data_folder};
use cutthroat_server::{Server, ServerError, ServerOptions};

use crate::{Usage, interrupt, program};

/// Options of `cutthroat serve`.
#[derive(clap::Args)]
#[command(
    after_help = "The page is only for this machine. With --bind 0.0.0.0 others in the network can open it too, if they \
                        know the token. What the server answers is described in docs/http.md."
)]
pub(crate) struct Args {
    /// The port to listen at; 0 takes any that is free.
    #[arg(long, default_value_t = 7411, value_name = "PORT")]
    port: u16,
    /// The address to listen at. Any other than that of this machine itself wants a --token.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_name = "ADDRESS")]
    bind: IpAddr,
    /// A secret of 16 or more letters and digits that browsers and programs have to know.
    #[arg(long, value_name = "SECRET")]
    token: Option<String>,
    /// Results of matches to look at; may be repeated.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    store: Vec<PathBuf>,
    /// Folders that `reproduce` has written, to look at; may be repeated.
    #[arg(long, value_name = "DIR", num_args = 1..)]
    report: Vec<PathBuf>,
    /// Open the page in the browser.
    #[arg(long)]
    browser: bool,
    /// Searches at once; who asks for more is refused until one has ended.
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    searches: u16,
    /// MiB that all searches together may use.
    #[arg(long, default_value_t = 512, value_name = "MIB", value_parser = clap::value_parser!(u32).range(64..=1_048_576))]
    memory: u32,
    /// Where unfinished games are kept; in the folder CUTTHROAT_DATA or in the user's data folder if not given.
    #[arg(long, value_name = "DIR")]
    games: Option<PathBuf>,
}

/// Servers that keep games in the user's data folder at the same time.
const MOST_SERVERS: usize = 16;

/// The message of a server that did not end in time.
const KEPT: &str = "unfinished games are kept";

pub(crate) fn run(games: &Registry, args: Args, quiet: bool) -> anyhow::Result<()> {
    let options = ServerOptions {
        bind: args.bind,
        port: args.port,
        token: args.token,
        stores: args.store,
        reports: args.report,
        searches: args.searches.into(),
        memory: args.memory as usize,
        games: None,
        version: env!("CUTTHROAT_VERSION").to_owned(),
    };
    let server = match args.games {
        Some(folder) => Server::bind(games.clone(), ServerOptions { games: Some(folder), ..options }),
        None => bind_with_own_folder(games, &options),
    };
    let server = server.map_err(in_words)?;
    let handle = server.handle();
    interrupt::on_first(KEPT, move || handle.stop())?;
    let address = server.address();
    let mut told = format!("{}: {address}\n", program());
    if !quiet {
        if let Some(address) = server.address_in_network() {
            told += &format!("from other machines: {address}\n");
        }
        told += "Ctrl-C ends it\n";
    }
    // All at once: who reads only the first line and closes the pipe has started a server all the same.
    stdout().write_all(told.as_bytes())?;
    if args.browser {
        open(&address);
    }
    server.run();
    Ok(())
}

/// A server that keeps its games in the user's data folder. Each of several servers has a folder of its own there.
fn bind_with_own_folder(games: &Registry, options: &ServerOptions) -> Result<Server, ServerError> {
    let named = |number: usize| if number == 1 { "games".to_owned() } else { format!("games-{number}") };
    let mut number = 1;
    loop {
        let folder = data_folder().map(|folder| folder.join(named(number)));
        match Server::bind(games.clone(), ServerOptions { games: folder, ..options.clone() }) {
            Err(ServerError::Games { error, .. })
                if error.kind() == ErrorKind::ResourceBusy && number < MOST_SERVERS =>
            {
                number += 1;
            }
            bound => return bound,
        }
    }
}

/// An error in the words of the command line.
fn in_words(error: ServerError) -> anyhow::Error {
    match error {
        ServerError::NoToken(address) => {
            let half = || RandomState::new().build_hasher().finish();
            Usage(format!(
                "--bind {address} lets other machines in, so a secret is needed that only you know: for example --token \
                 {:016x}{:016x}",
                half(),
                half()
            ))
            .into()
        }
        ServerError::Token => Usage(format!("--token: {error}")).into(),
        ServerError::Listen { address, error } if error.kind() == ErrorKind::AddrInUse => {
            anyhow::anyhow!("another program listens at {address}; --port 0 takes a port that is free")
        }
        error => error.into(),
    }
}

/// Opens an address in the browser. Where that cannot be done, the address on the terminal is enough.
fn open(address: &str) {
    let opener = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let mut command = Command::new(opener);
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if command.spawn().is_err() {
        crate::complain(&format!("no browser could be opened; open {address} yourself"));
    }
}
