//! Cutthroat at a web page: one server that has the page inside, for the games of any registry.
//!
//! Port 0 is any that is free. `run` serves until the process is told to end.
//!
//! ```
//! use cutthroat_catalog::Registry;
//! use cutthroat_server::{Server, ServerOptions};
//!
//! let options = ServerOptions { port: 0, ..ServerOptions::default() };
//! let server = Server::bind(Registry::standard(), options)?;
//! println!("{}", server.address());
//! # if false {
//! server.run();
//! # }
//! # Ok::<(), cutthroat_server::ServerError>(())
//! ```
//!
//! `docs/http.md` describes what it answers, `docs/serve.md` how it is used.

mod assets;
mod body;
mod connections;
mod error;
mod events;
mod guard;
mod limits;
mod place;
mod routes;
mod searches;
mod tables;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, UdpSocket};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use cutthroat_catalog::Registry;
use thiserror::Error;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Notify, Semaphore};

use crate::error::ApiError;
use crate::guard::Guard;
use crate::searches::Searches;
use crate::tables::Tables;

/// The stack of a thread that searches or reads a position.
const STACK: usize = 16 << 20;

/// Where the server listens, and what it may use.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// The address to listen at. Any other than that of this machine itself needs a token.
    pub bind: IpAddr,
    /// The port; 0 takes any that is free.
    pub port: u16,
    /// The secret that a browser or program has to know.
    pub token: Option<String>,
    /// Files of results that can be looked at.
    pub stores: Vec<PathBuf>,
    /// Folders of reports that can be looked at.
    pub reports: Vec<PathBuf>,
    /// Searches at once.
    pub searches: usize,
    /// MiB that all searches together may use.
    pub memory: usize,
    /// Where unfinished games are kept; nowhere if not given.
    pub games: Option<PathBuf>,
    /// The version of the program, for the page.
    pub version: String,
}

impl Default for ServerOptions {
    fn default() -> Self {
        Self {
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 7411,
            token: None,
            stores: Vec::new(),
            reports: Vec::new(),
            searches: 4,
            memory: 512,
            games: None,
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

/// Why a server could not be started.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServerError {
    /// Other machines are let in, and nobody has to know a secret.
    #[error(
        "at {0} other machines can use the server, so it needs a token, which only you know: 16 or more letters and digits"
    )]
    NoToken(IpAddr),
    /// A token that cannot be used.
    #[error("a token has 16 to 200 letters, digits, hyphens and underscores")]
    Token,
    /// There is too little memory for a search.
    #[error("{memory} MiB are too few for searches: 64 or more are needed")]
    Memory {
        /// What was given.
        memory: usize,
    },
    /// It cannot listen.
    #[error("cannot listen at {address}: {error}")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// Why not.
        error: std::io::Error,
    },
    /// It cannot keep games.
    #[error("games cannot be kept in {}: {error}", folder.display())]
    Games {
        /// Where.
        folder: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// It cannot start threads.
    #[error("cannot start threads: {0}")]
    Threads(std::io::Error),
}

/// What all routes share.
#[derive(Clone, Debug)]
pub(crate) struct Shared {
    pub(crate) registry: Registry,
    pub(crate) options: Arc<ServerOptions>,
    pub(crate) searches: Searches,
    /// Who may do small work, which takes a moment and needs no slot.
    small: Arc<Semaphore>,
    pub(crate) tables: Tables,
}

impl Shared {
    /// Does small work, such as reading a position, on another thread. It waits for its turn.
    pub(crate) async fn small_work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Registry) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let turn = self.small.clone().acquire_owned().await;
        let registry = self.registry.clone();
        let done = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work(&registry)
        });
        done.await.unwrap_or_else(|_| Err(ApiError::failed()))
    }
}

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    shared: Shared,
    handle: ServerHandle,
}

/// Ends a server from another thread.
#[derive(Clone, Debug)]
pub struct ServerHandle {
    searches: Searches,
    ends: Arc<Notify>,
}

impl ServerHandle {
    /// Stops all searches and ends the server.
    pub fn stop(&self) {
        self.searches.close();
        self.ends.notify_one();
    }
}

impl Server {
    /// Listens, with the games of `registry`.
    ///
    /// # Errors
    /// When an option makes no sense, or the port is taken.
    pub fn bind(registry: Registry, options: ServerOptions) -> Result<Self, ServerError> {
        match &options.token {
            None if !options.bind.is_loopback() => return Err(ServerError::NoToken(options.bind)),
            Some(token) if !guard::is_token(token) => return Err(ServerError::Token),
            _ => {}
        }
        if options.memory < 64 {
            return Err(ServerError::Memory { memory: options.memory });
        }
        let address = SocketAddr::new(options.bind, options.port);
        let unheard = |error| ServerError::Listen { address, error };
        let listener = TcpListener::bind(address).map_err(unheard)?;
        let address = listener.local_addr().map_err(unheard)?;
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .thread_stack_size(STACK)
            .enable_io()
            .enable_time()
            .build()
            .map_err(ServerError::Threads)?;
        let searches = Searches::new(options.searches, options.memory);
        let handle = ServerHandle { searches: searches.clone(), ends: Arc::default() };
        let small = Arc::new(Semaphore::new(limits::SMALL_WORK));
        let tables = Tables::new(&registry, options.games.clone());
        let tables =
            tables.map_err(|error| ServerError::Games { folder: options.games.clone().unwrap_or_default(), error })?;
        let shared = Shared { registry, options: Arc::new(options), searches, small, tables };
        Ok(Self { runtime, listener, address, shared, handle })
    }

    /// The address to open in a browser on this machine, with the token if there is one.
    #[must_use]
    pub fn address(&self) -> String {
        self.address_at(match self.address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
            ip => ip,
        })
    }

    /// The address for other machines of the network, if they are let in at any address of this one.
    #[must_use]
    pub fn address_in_network(&self) -> Option<String> {
        let ip = self.address.ip();
        let elsewhere: SocketAddr = match ip {
            IpAddr::V4(_) => (Ipv4Addr::new(192, 0, 2, 1), 9).into(),
            IpAddr::V6(_) => (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1), 9).into(),
        };
        // Nothing is sent: the system only chooses the address from which it would be.
        let socket = UdpSocket::bind((ip, 0)).ok().filter(|_| ip.is_unspecified())?;
        socket.connect(elsewhere).ok()?;
        Some(self.address_at(socket.local_addr().ok()?.ip()))
    }

    fn address_at(&self, ip: IpAddr) -> String {
        let token = self.shared.options.token.as_ref().map_or(String::new(), |token| format!("?token={token}"));
        format!("http://{}/{token}", SocketAddr::new(ip, self.address.port()))
    }

    /// What ends the server.
    #[must_use]
    pub fn handle(&self) -> ServerHandle {
        self.handle.clone()
    }

    /// Answers until the server is ended.
    pub fn run(self) {
        let Self { runtime, listener, address, shared, handle } = self;
        let searches = shared.searches.clone();
        let guard = Guard::new(address, shared.options.token.as_deref());
        let router = routes::router(shared, guard);
        runtime.block_on(async {
            let accepting = tokio::spawn(connections::accept(listener, router));
            handle.ends.notified().await;
            accepting.abort();
            // Streams say that they end.
            let began = Instant::now();
            while !searches.is_idle() && began.elapsed() < limits::FAREWELL {
                tokio::time::sleep(limits::PROGRESS / 10).await;
            }
            tokio::time::sleep(limits::PROGRESS / 5).await;
        });
        runtime.shutdown_background();
    }
}
