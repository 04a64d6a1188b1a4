//! Errors of the libraries in the words of the command line. The only place where a field (`nodes`) becomes an option
//! (`--nodes`), if the command that was given has that option.

use cutthroat_catalog::{ALGORITHMS, Error};
use cutthroat_lab::LabError;

use crate::{command_here, program};

/// Where the results of a run that was stopped are.
pub(crate) const KEPT: &str = "what was finished is kept in a folder given by --out, and --resume goes on with it";

/// What went wrong, in the words of the command line.
pub(crate) fn in_words(error: &anyhow::Error) -> String {
    match (error.downcast_ref::<Error>(), error.downcast_ref::<LabError>()) {
        (Some(error), _) | (_, Some(LabError::Catalog(error))) => of_catalog(error),
        (_, Some(LabError::Deal { number, error })) => format!("deal {number}: {}", of_catalog(error)),
        (_, Some(error)) => of_laboratory(error),
        _ => format!("{error:#}"),
    }
}

/// Whether the command that was given has an option of this name.
fn is_option(field: &str) -> bool {
    command_here().get_arguments().any(|argument| argument.get_long() == Some(field))
}

fn of_laboratory(error: &LabError) -> String {
    match error {
        LabError::NoExperiment { name } => {
            format!("there is no experiment or paper `{name}`; --list tells what there is")
        }
        LabError::Kept { file, what } => format!("{}: {what}; --resume goes on with it", file.display()),
        LabError::Stopped => format!("stopped; {KEPT}"),
        LabError::NothingBeforePlay { .. } => error.to_string().replacen("`play_only`", "--play-only", 1),
        LabError::TooManyPlayers { .. } => error.to_string().replacen("`against`", "--against", 1),
        error => error.to_string(),
    }
}

fn of_catalog(error: &Error) -> String {
    match error {
        Error::Unfit { field, value, misfit } if is_option(field) => format!("--{field} {value} {misfit}"),
        Error::Setting { algorithm, field } if is_option(field) => {
            // Where a setting is asked for, those that there are help; `--trace` is not one.
            if ALGORITHMS.iter().any(|algorithm| algorithm.setting(field).is_some()) {
                error.to_string().replacen(&format!("`{field}`"), &format!("--{field}"), 1)
            } else {
                format!("{algorithm} has no use for --{field}")
            }
        }
        Error::NeedsToSee { .. } if is_option("open") => {
            error.to_string().replacen("play it open", "--open shows them", 1)
        }
        // Advice is for those who do not see.
        Error::NeedsToSee { .. } => error.to_string().replacen("play it open, or let", "let", 1),
        Error::Useless { what, field } if is_option(field) => format!("{what} has no use for --{field}"),
        Error::NoPosition { game } => {
            format!("{game} needs a --position (see `{} games {game}`) or a --deal", program())
        }
        Error::Exclusive { fields: [one, other] } => format!("give either --{one} or --{other}, not both"),
        Error::NotDealt { field } if field == "players" => {
            "--players goes with --deal; a --position says that itself".to_owned()
        }
        // An option may be given by a flag of its own or by --option, so neither is named.
        Error::NotDealt { field } => format!("the option `{field}` goes with --deal; a --position says that itself"),
        Error::TableMissing { file, pieces } => {
            let file = file.display();
            format!("there is no table {file}; `{} table chinese-checkers --pieces {pieces} build` makes it", program())
        }
        Error::TableThere { error, pieces } => format!("{error}; --force builds it anew for {pieces}"),
        Error::NoTableFolder => "nothing says where tables lie; give a --file, or set CUTTHROAT_DATA".to_owned(),
        Error::TooLargeToDraw { limit } => {
            format!("the tree has more than {limit} nodes, too many to draw; give a smaller --depth")
        }
        // The settings of a player keep their own names.
        Error::Player { player, error } => match &**error {
            Error::Unfit { .. } | Error::Setting { .. } | Error::Useless { .. } => {
                format!("player `{player}`: {error}")
            }
            error => format!("player `{player}`: {}", of_catalog(error)),
        },
        error => error.to_string(),
    }
}

/// Whether the request is wrong in itself, for any position.
pub(crate) fn is_usage(error: &anyhow::Error) -> bool {
    match (error.downcast_ref::<Error>(), error.downcast_ref::<LabError>()) {
        (Some(error), _) | (_, Some(LabError::Catalog(error) | LabError::Deal { error, .. })) => error.is_usage(),
        (
            _,
            Some(
                LabError::Usage(_)
                | LabError::NoExperiment { .. }
                | LabError::NothingBeforePlay { .. }
                | LabError::TooManyPlayers { .. },
            ),
        ) => true,
        _ => error.is::<crate::Usage>(),
    }
}
