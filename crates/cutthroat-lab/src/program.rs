//! A program that plays: how it is written, and a conversation with it while it runs.
//!
//! A program is started in a process group of its own, and the whole group is killed when its game is over, whatever
//! happens. It is never trusted: lines, output and time are limited, and what it writes is only ever compared with what is
//! legal.

use std::fmt;
use std::io::{BufReader, Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use cutthroat_catalog::PROGRAM;
use cutthroat_catalog::protocol::{FromPlayer, LineRead, ToPlayer, read_line};

use crate::error::LabError;

/// What a program may write from one choice to the next, in bytes.
const MOST_OUTPUT: usize = 2 << 20;
/// What is kept of its standard error, in bytes.
const MOST_ERRORS: usize = 64 << 10;
/// How long it may take to end by itself.
const TO_END: Duration = Duration::from_millis(500);
/// How often a conversation looks whether it was stopped.
const BETWEEN_LOOKS: Duration = Duration::from_millis(25);

/// A program as it is written: `exec:` and a command with arguments, which are split at spaces; quotes keep spaces, commas
/// and semicolons together. No shell is started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    words: Vec<String>,
}

impl FromStr for Program {
    type Err = LabError;

    fn from_str(text: &str) -> Result<Self, LabError> {
        let wrong = |what: &str| LabError::Usage(format!("player `{text}`: {what}"));
        let command = text.trim().strip_prefix(PROGRAM).ok_or_else(|| wrong("a program begins with exec:"))?;
        let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
        for letter in command.chars() {
            match quote {
                Some(open) if letter == open => quote = None,
                None if letter == '"' || letter == '\'' => {
                    quote = Some(letter);
                    word.get_or_insert_default();
                }
                None if letter.is_whitespace() => words.extend(word.take()),
                _ => word.get_or_insert_default().push(letter),
            }
        }
        if quote.is_some() {
            return Err(wrong("a quotation mark is not closed"));
        }
        words.extend(word);
        if words.first().is_none_or(String::is_empty) {
            return Err(wrong("say which program, such as exec:./mybot"));
        }
        if words.iter().any(|word| word.contains(['\n', '\r', '\0'])) {
            return Err(wrong("a line break cannot be part of it"));
        }
        Ok(Self { words })
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(PROGRAM)?;
        for (place, word) in self.words.iter().enumerate() {
            let space = if place > 0 { " " } else { "" };
            let plain = !word.is_empty() && !word.contains([' ', '\t', ',', ';', '"', '\'']);
            let quote = match word.contains('"') {
                _ if plain => "",
                true => "'",
                false => "\"",
            };
            write!(f, "{space}{quote}{word}{quote}")?;
        }
        Ok(())
    }
}

/// What was heard of a program.
enum Said {
    Message(Box<FromPlayer>),
    /// Something that cannot be borne, in words.
    Broken(String),
    /// It has closed its output.
    Closed,
}

/// Why there is no answer.
pub(crate) enum NoAnswer {
    /// The match was stopped.
    Stopped,
    /// The program failed, and how.
    Failed(String),
}

/// A conversation with a running program.
pub(crate) struct Talk {
    child: Child,
    to: Option<Sender<String>>,
    from: Receiver<Said>,
    /// What it has written since it was last asked.
    output: Arc<AtomicUsize>,
    errors: Arc<Mutex<Vec<u8>>>,
    errors_end: Receiver<()>,
    /// Whether the program itself has ended, of which something may still be to read.
    has_ended: bool,
}

impl Talk {
    /// Starts a program.
    pub(crate) fn start(program: &Program) -> Result<Self, String> {
        let mut command = Command::new(&program.words[0]);
        command.args(&program.words[1..]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = groups::spawn(&mut command).map_err(|error| format!("cannot be started: {error}"))?;
        let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (to, lines) = channel::<String>();
        // One that does not read must not stop the game.
        std::thread::spawn(move || {
            let Some(mut input) = input else { return };
            while let Ok(line) = lines.recv() {
                if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
                    return;
                }
            }
        });
        let (said, from) = channel();
        let written = Arc::new(AtomicUsize::new(0));
        let counted = written.clone();
        std::thread::spawn(move || {
            let Some(output) = output else { return };
            hear(&mut BufReader::new(output), &counted, &said);
        });
        let kept = Arc::new(Mutex::new(Vec::new()));
        let keeps = kept.clone();
        let (end, errors_end) = channel();
        std::thread::spawn(move || {
            let (Some(mut errors), mut buffer) = (errors, [0; 4096]) else { return };
            while let Ok(read @ 1..) = errors.read(&mut buffer) {
                let mut kept = keeps.lock().unwrap_or_else(PoisonError::into_inner);
                let room = MOST_ERRORS - kept.len();
                kept.extend(&buffer[..read.min(room)]);
            }
            drop(end);
        });
        Ok(Self { child, to: Some(to), from, output: written, errors: kept, errors_end, has_ended: false })
    }

    /// Says something. Whether it is read, an answer will show.
    pub(crate) fn say(&self, message: &ToPlayer) {
        if let (Some(to), Ok(text)) = (&self.to, serde_json::to_string(message)) {
            let _ = to.send(format!("{text}\n"));
        }
    }

    /// Asks something: from now on the program may write as much again.
    pub(crate) fn ask(&self, message: &ToPlayer) {
        self.output.store(0, Ordering::Relaxed);
        self.say(message);
    }

    /// The next message, until `patience` is at its end.
    pub(crate) fn listen(
        &mut self,
        begun: Instant,
        patience: Duration,
        stop: &AtomicBool,
    ) -> Result<FromPlayer, NoAnswer> {
        loop {
            if stop.load(Ordering::Relaxed) {
                return Err(NoAnswer::Stopped);
            }
            let left = patience.saturating_sub(begun.elapsed());
            match self.from.recv_timeout(left.min(BETWEEN_LOOKS)) {
                Ok(Said::Message(message)) => return Ok(*message),
                Ok(Said::Broken(what)) => return Err(NoAnswer::Failed(what)),
                Ok(Said::Closed) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(NoAnswer::Failed(self.how_it_ended()));
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    let seconds = patience.as_secs_f64();
                    return Err(NoAnswer::Failed(format!("did not answer within {seconds} s")));
                }
                // A child of it may keep the output open.
                Err(RecvTimeoutError::Timeout) if !self.has_ended => {
                    self.has_ended = matches!(self.child.try_wait(), Ok(Some(_)));
                }
                Err(RecvTimeoutError::Timeout) => return Err(NoAnswer::Failed(self.how_it_ended())),
            }
        }
    }

    /// Why it writes nothing more.
    fn how_it_ended(&mut self) -> String {
        let begun = Instant::now();
        while begun.elapsed() < TO_END {
            if let Ok(Some(status)) = self.child.try_wait() {
                return format!("ended without an answer ({status})");
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        "closed its output without an answer".to_owned()
    }

    /// Ends the conversation in a friendly way: the program may end by itself.
    pub(crate) fn part(mut self) {
        self.say(&ToPlayer::Quit);
        self.to = None;
        let begun = Instant::now();
        while begun.elapsed() < TO_END {
            match self.from.recv_timeout(TO_END.saturating_sub(begun.elapsed())) {
                Ok(Said::Message(_)) => {}
                _ => return,
            }
        }
    }

    /// Kills the program, and returns what it has written to its standard error.
    pub(crate) fn end(mut self) -> Vec<u8> {
        self.kill();
        let _ = self.errors_end.recv_timeout(TO_END);
        std::mem::take(&mut *self.errors.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn kill(&mut self) {
        self.to = None;
        groups::kill(&mut self.child);
        let _ = self.child.wait();
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Reads what a program writes, until it cannot be borne.
fn hear(output: &mut BufReader<impl std::io::Read>, written: &AtomicUsize, said: &Sender<Said>) {
    let mut line = Vec::new();
    loop {
        let heard = match read_line(output, &mut line) {
            Err(_) | Ok(LineRead::End) => Said::Closed,
            Ok(LineRead::TooLong) => Said::Broken("wrote a line that is too long".to_owned()),
            Ok(LineRead::Line) if written.fetch_add(line.len() + 1, Ordering::Relaxed) > MOST_OUTPUT => {
                Said::Broken(format!("wrote more than {} MiB without an answer", MOST_OUTPUT >> 20))
            }
            Ok(LineRead::Line) if line.iter().all(u8::is_ascii_whitespace) => continue,
            Ok(LineRead::Line) => match serde_json::from_slice(&line) {
                Ok(message) => Said::Message(Box::new(message)),
                Err(_) if is_of_later_version(&line) => continue,
                Err(_) => Said::Broken(format!("wrote a line that is no message: {}", shortened(&line))),
            },
        };
        let goes_on = matches!(heard, Said::Message(_));
        if said.send(heard).is_err() || !goes_on {
            return;
        }
    }
}

/// Whether it is a message that this version does not know.
fn is_of_later_version(line: &[u8]) -> bool {
    let value: Option<serde_json::Value> = serde_json::from_slice(line).ok();
    let kind = value.as_ref().and_then(|value| value.get("type")?.as_str());
    kind.is_some_and(|kind| !["hello", "choice", "info", "error"].contains(&kind))
}

/// The beginning of what a program wrote, fit to be printed.
pub(crate) fn shortened(text: &[u8]) -> String {
    const MOST: usize = 60;
    let text = String::from_utf8_lossy(&text[..text.len().min(4 * MOST)]).into_owned();
    let clean = |letter: char| if letter.is_control() { '?' } else { letter };
    let mut short: String = text.trim().chars().map(clean).take(MOST).collect();
    if text.trim().chars().count() > MOST {
        short.push_str("...");
    }
    short
}

/// Kills every program that still runs: for a process that is about to end.
pub fn kill_all() {
    groups::kill_all();
}

/// The process groups of programs that run.
mod groups {
    use std::collections::BTreeSet;
    use std::process::{Child, Command};
    use std::sync::{Mutex, PoisonError};

    /// Groups, and whether everything is over, so that no more may start.
    static RUNNING: Mutex<(BTreeSet<u32>, bool)> = Mutex::new((BTreeSet::new(), false));

    /// Starts a program, which is in the list before anybody can miss it.
    pub(super) fn spawn(command: &mut Command) -> std::io::Result<Child> {
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        if running.1 {
            return Err(std::io::Error::other("everything is being stopped"));
        }
        let child = command.spawn()?;
        running.0.insert(child.id());
        Ok(child)
    }

    /// Kills the group of a program, once.
    pub(super) fn kill(child: &mut Child) {
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        if running.0.remove(&child.id()) {
            kill_group(child.id());
            let _ = child.kill();
        }
    }

    pub(super) fn kill_all() {
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        running.1 = true;
        for group in std::mem::take(&mut running.0) {
            kill_group(group);
        }
    }

    #[cfg(unix)]
    fn kill_group(leader: u32) {
        if let Ok(group) = i32::try_from(leader) {
            let _ = nix::sys::signal::killpg(nix::unistd::Pid::from_raw(group), nix::sys::signal::Signal::SIGKILL);
        }
    }

    #[cfg(not(unix))]
    fn kill_group(_: u32) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_split_at_spaces_and_written_as_it_is_read() {
        for (text, words) in [
            ("exec:./bot", &["./bot"][..]),
            ("exec:python3 bot.py  --level 3", &["python3", "bot.py", "--level", "3"]),
            (r#"exec:"/my bots/one" 'a "b"' x,y"#, &["/my bots/one", "a \"b\"", "x,y"]),
            ("exec:./bot ''", &["./bot", ""]),
        ] {
            let program: Program = text.parse().unwrap();
            assert_eq!(program.words, words);
            assert_eq!(program.to_string().parse::<Program>().unwrap(), program);
        }
        for wrong in ["exec:", "exec: ", "exec:'a", "exec:a 'b\nc'", "./bot"] {
            assert!(wrong.parse::<Program>().is_err(), "{wrong}");
        }
    }
}
