//! A run through some of the experiments, which can be interrupted and resumed.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use super::finding::Findings;
use super::report;
use super::workbench::{Scale, Step, Workbench};
use super::{EXPERIMENTS, Experiment};
use crate::error::LabError;
use crate::{one_writer, threads};
use cutthroat_catalog::whole_file;

/// Which experiments to run, and how.
pub struct Run {
    /// The experiments.
    pub experiments: Vec<&'static Experiment>,
    /// How much of each.
    pub scale: Scale,
    /// How many hundredths of the papers' samples; smaller scales have samples of their own. What is in the folder with
    /// another sample is made again, and what is left of it used.
    pub percent: u64,
    /// The seed of everything.
    pub seed: u64,
    /// Threads; as many as there are cores if not given. They change nothing but the time it takes.
    pub threads: Option<NonZeroUsize>,
    /// The folder in which results are kept and reports written; nothing is kept if not given.
    pub out: Option<PathBuf>,
    /// Whether to go on with what is in the folder.
    pub resume: bool,
    /// A flag that somebody may raise to stop it.
    pub stop: Arc<AtomicBool>,
}

/// An experiment that was run.
pub struct Finished {
    /// Which.
    pub experiment: &'static Experiment,
    /// What it came to.
    pub findings: Findings,
}

/// Where a report comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Provenance {
    /// The version of the program.
    pub version: &'static str,
    /// The scale.
    pub scale: &'static str,
    /// The seed.
    pub seed: u64,
    /// The machine and its operating system.
    pub machine: String,
}

impl Provenance {
    /// The commands that come to these results: one where it is the same for all experiments, else one for each, as a
    /// folder may be filled by several runs with samples of different sizes.
    #[must_use]
    pub fn commands(&self, finished: &[Finished]) -> Vec<String> {
        let command = |what: &str, percent: u64| {
            let sample = if percent < 100 { format!(" --sample {percent}") } else { String::new() };
            format!("cutthroat reproduce {what} --scale {}{sample} --seed {}", self.scale, self.seed)
        };
        let alike = finished.windows(2).all(|pair| pair[0].findings.percent == pair[1].findings.percent);
        match finished {
            [first, ..] if alike && finished.len() == EXPERIMENTS.len() => vec![command("all", first.findings.percent)],
            _ => finished.iter().map(|done| command(done.experiment.id, done.findings.percent)).collect(),
        }
    }
}

/// What all results in a folder have in common; results of another kind are not mixed with them.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct Settings {
    version: String,
    scale: String,
    seed: u64,
}

const SETTINGS: &str = "run.json";

impl Run {
    /// Runs the experiments one after the other, and writes a report after each. What comes back are all results of the
    /// folder, those of earlier runs included.
    ///
    /// # Errors
    /// When the folder has other results in it or cannot be written to, when somebody stopped the run, or an experiment
    /// could not be made.
    pub fn run(&self, watch: &(dyn Fn(Step) + Sync)) -> Result<Vec<Finished>, LabError> {
        let pool = threads::pool(self.threads, usize::MAX)?;
        let _lock = self.out.as_deref().map(|folder| self.prepare(folder)).transpose()?;
        let mut finished: Vec<Finished> = Vec::new();
        for experiment in EXPERIMENTS {
            let asked = self.experiments.iter().any(|asked| asked.id == experiment.id);
            if let Some(findings) = self.kept(experiment)?.filter(|kept| !asked || kept.percent == self.percent) {
                finished.push(Finished { experiment, findings });
            }
        }
        for experiment in &self.experiments {
            if finished.iter().any(|done| done.experiment.id == experiment.id) {
                continue;
            }
            let bench = Workbench {
                experiment: experiment.id,
                scale: self.scale,
                percent: self.percent,
                seed: self.seed,
                threads: self.threads,
                folder: self.out.clone(),
                stop: self.stop.clone(),
                watch,
            };
            let findings = pool.install(|| (experiment.run)(&bench))?;
            let findings = Findings { percent: self.percent, ..findings };
            finished.push(Finished { experiment, findings });
            finished.sort_by_key(|done| EXPERIMENTS.iter().position(|other| other.id == done.experiment.id));
            if let (Some(folder), Some(done)) =
                (&self.out, finished.iter().find(|done| done.experiment.id == experiment.id))
            {
                keep(folder, done)?;
                self.write_reports(folder, &finished)?;
            }
        }
        if let Some(folder) = &self.out {
            self.write_reports(folder, &finished)?;
        }
        Ok(finished)
    }

    /// Where the results come from.
    #[must_use]
    pub fn provenance(&self) -> Provenance {
        Provenance { version: env!("CARGO_PKG_VERSION"), scale: self.scale.name(), seed: self.seed, machine: machine() }
    }

    /// Sees that the folder has results of these settings or none, and that no other run writes to it as long as what
    /// comes back is open.
    fn prepare(&self, folder: &Path) -> Result<fs::File, LabError> {
        let cannot = |error: std::io::Error| LabError::file(folder, format!("cannot be written to: {error}"));
        let file = folder.join(SETTINGS);
        let asked = Settings {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            scale: self.scale.name().to_owned(),
            seed: self.seed,
        };
        match whole_file::read(&file) {
            Ok(text) => {
                let kept: Settings = serde_json::from_str(&text)
                    .map_err(|error| LabError::file(&file, format!("is not what a run leaves there: {error}")))?;
                if kept != asked {
                    let Settings { version, scale, seed } = kept;
                    let what = format!("has results of version {version}, scale {scale} and seed {seed} in it already");
                    return Err(LabError::file(folder, what));
                }
                if !self.resume {
                    return Err(LabError::file(folder, "has results in it already; --resume goes on with them"));
                }
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                fs::create_dir_all(folder).map_err(cannot)?;
                whole_file::write(&file, &written(&asked)).map_err(cannot)?;
            }
            Err(error) => return Err(LabError::file(&file, format!("cannot be read: {error}"))),
        }
        one_writer::open(&file)
    }

    fn kept(&self, experiment: &Experiment) -> Result<Option<Findings>, LabError> {
        let Some(folder) = &self.out else { return Ok(None) };
        let file = folder.join(format!("{}.json", experiment.id));
        match whole_file::read(&file) {
            Ok(text) => serde_json::from_str(&text)
                .map(Some)
                .map_err(|error| LabError::file(&file, format!("is not what a run leaves there: {error}"))),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(LabError::file(&file, error.to_string())),
        }
    }

    fn write_reports(&self, folder: &Path, finished: &[Finished]) -> Result<(), LabError> {
        let provenance = self.provenance();
        for (name, text) in [
            ("report.md", report::markdown(&provenance, finished)),
            ("report.csv", report::csv(finished)),
            ("report.html", report::html(&provenance, finished)),
        ] {
            write(&folder.join(name), &text)?;
        }
        Ok(())
    }
}

/// Keeps what an experiment came to. Its pieces are not needed any more; the games of matches are kept.
fn keep(folder: &Path, done: &Finished) -> Result<(), LabError> {
    for drawing in &done.findings.drawings {
        write(&folder.join(format!("{}.svg", drawing.name)), &drawing.svg)?;
        if !drawing.csv.is_empty() {
            write(&folder.join(format!("{}.csv", drawing.name)), &drawing.csv)?;
        }
    }
    let id = done.experiment.id;
    write(&folder.join(format!("{id}.json")), &written(&done.findings))?;
    match fs::remove_file(folder.join(format!("{id}.parts"))) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(LabError::file(folder, error.to_string())),
        _ => Ok(()),
    }
}

fn write(file: &Path, text: &str) -> Result<(), LabError> {
    whole_file::write(file, text).map_err(|error| LabError::file(file, format!("cannot be written: {error}")))
}

fn written(value: &impl Serialize) -> String {
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    text + "\n"
}

/// The machine, as far as it says what it is.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let processor = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    let processor = processor.map_or(String::new(), |name| format!("{name}, "));
    let cores = if cores == 1 { "1 core".to_owned() } else { format!("{cores} cores") };
    format!("{processor}{cores}, {} {}", std::env::consts::OS, std::env::consts::ARCH)
}
