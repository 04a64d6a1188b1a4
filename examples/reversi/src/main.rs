//! Three-player Reversi at the command line: games, analyse, perft, match, results, replay.

mod reversi;

fn main() -> std::process::ExitCode {
    cutthroat_cli::run(cutthroat_catalog::Registry::empty().with(reversi::ReversiKit))
}
