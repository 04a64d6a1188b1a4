//! `cutthroat completions`

use std::io::{Write as _, stdout};

use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::{Cli, program};

/// Options of `cutthroat completions`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), program(), &mut script);
    stdout().lock().write_all(&script)?;
    Ok(())
}
