//! Cutthroat at the command line, with all our games.

use std::process::ExitCode;

use cutthroat_catalog::Registry;

fn main() -> ExitCode {
    cutthroat_cli::run(Registry::standard())
}
