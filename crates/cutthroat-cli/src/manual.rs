//! `cutthroat manual`

use std::fs;
use std::io::{Write as _, stdout};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::CommandFactory as _;
use clap_mangen::Man;

use crate::table::counted;
use crate::{Cli, program, whole_file};

/// Options of `cutthroat manual`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder to write to; it is created if it does not exist.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub(crate) fn run(args: &Args, quiet: bool) -> anyhow::Result<()> {
    let folder = &args.folder;
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    // The command `help` prints what the pages say.
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    let pages = write_pages(&command, program(), folder)?;
    if !quiet {
        let first = folder.join(format!("{}.1", program()));
        writeln!(stdout().lock(), "{} written; `man {}` shows the first", counted(pages, "page"), first.display())?;
    }
    Ok(())
}

/// Writes a page for a command and for each of the commands in it.
fn write_pages(command: &clap::Command, name: &str, folder: &Path) -> anyhow::Result<u64> {
    let mut page = Vec::new();
    Man::new(command.clone()).title(name).render(&mut page)?;
    whole_file::write(&folder.join(format!("{name}.1")), &String::from_utf8(page)?)?;
    let mut pages = 1;
    for inner in command.get_subcommands() {
        pages += write_pages(inner, &format!("{name}-{}", inner.get_name()), folder)?;
    }
    Ok(pages)
}
