//! A run through some of the experiments, which can be interrupted and resumed.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use super::finding::Findings;
use super::journal::Asked;
use super::report;
use super::workbench::{Scale, Step, Workbench, journal_file};
use super::{EXPERIMENTS, Experiment};
use crate::error::LabError;
use crate::shard::Shard;
use crate::{one_writer, threads};
use cutthroat_catalog::{Registry, whole_file};

/// Which experiments to run, and how.
pub struct Run {
    /// The experiments.
    pub experiments: Vec<&'static Experiment>,
    /// How much of each.
    pub scale: Scale,
    /// The percentage of the papers' samples; smaller scales have their own samples. Pieces of another sample that are
    /// in the folder are used.
    pub percent: u64,
    /// Nodes per move, for experiments that have such a budget; the papers' if not given.
    pub nodes: Option<u64>,
    /// The seed of all random choices.
    pub seed: u64,
    /// Threads; as many as there are cores if not given. They affect only the time.
    pub threads: Option<NonZeroUsize>,
    /// The folder in which results are kept and reports written; nothing is kept if not given.
    pub out: Option<PathBuf>,
    /// Whether to continue with what is in the folder.
    pub resume: bool,
    /// Whether to run nothing, and report what is in the folder.
    pub only_reports: bool,
    /// The part of all pieces to make; all if not given. A shard writes no report: that comes with the merge.
    pub shard: Option<Shard>,
    /// The commit of the program, if it is known; it is kept with the results.
    pub commit: Option<String>,
    /// A flag that stops it.
    pub stop: Arc<AtomicBool>,
}

/// An experiment that was run.
pub struct Finished {
    /// Which.
    pub experiment: &'static Experiment,
    /// Its result.
    pub findings: Findings,
    /// Nodes per move, if given.
    pub nodes: Option<u64>,
}

/// Where a report comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Provenance {
    /// The version of the program.
    pub version: &'static str,
    /// The commit of the program that began it, if it was known.
    pub commit: Option<String>,
    /// The scale.
    pub scale: &'static str,
    /// The seed.
    pub seed: u64,
    /// The machine and its operating system.
    pub machine: String,
}

impl Provenance {
    /// The commands that give these results: one if it is the same for all experiments, else one for each, as a folder
    /// may be filled by several runs with samples of different sizes.
    #[must_use]
    pub fn commands(&self, finished: &[Finished]) -> Vec<String> {
        let command = |what: &str, done: &Finished| {
            let percent = done.findings.percent;
            let sample = if percent < 100 { format!(" --sample {percent}") } else { String::new() };
            let nodes = done.nodes.map_or(String::new(), |nodes| format!(" --nodes {nodes}"));
            format!("cutthroat reproduce {what} --scale {}{sample}{nodes} --seed {}", self.scale, self.seed)
        };
        let settings = |done: &Finished| (done.findings.percent, done.nodes);
        let alike = finished.windows(2).all(|pair| settings(&pair[0]) == settings(&pair[1]));
        match finished {
            [first, ..] if alike && is_every_paper(finished) => vec![command("all", first)],
            _ => finished.iter().map(|done| command(done.experiment.id, done)).collect(),
        }
    }
}

/// Whether these are the experiments of all papers and no others.
fn is_every_paper(finished: &[Finished]) -> bool {
    let of_papers = EXPERIMENTS.iter().filter(|experiment| experiment.is_of_a_paper()).count();
    finished.len() == of_papers && finished.iter().all(|done| done.experiment.is_of_a_paper())
}

/// What all results in a folder have in common; results of another kind are not mixed with them.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Settings {
    pub(super) version: String,
    /// Of the program that began them. Another one may go on with them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) commit: Option<String>,
    pub(super) scale: String,
    pub(super) seed: u64,
    /// Which part of all pieces is there, if not all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) shard: Option<Shard>,
}

pub(super) const SETTINGS: &str = "run.json";

impl Run {
    /// Runs the experiments, the quickest first, and writes a report after each. What comes back is all that is in the
    /// folder, also of experiments that were not asked for or are not finished.
    ///
    /// # Errors
    /// When the folder has other results in it or cannot be written to, if the run was stopped, or an experiment could
    /// not be made. A stopped run has reported what is finished.
    pub fn run(&self, watch: &(dyn Fn(Step) + Sync)) -> Result<Vec<Finished>, LabError> {
        let pool = threads::pool(self.threads, usize::MAX)?;
        if self.shard.is_some() && (self.out.is_none() || self.only_reports) {
            return Err(LabError::Usage("a shard needs a folder for its pieces, and has no report".into()));
        }
        let _lock = self.out.as_deref().map(|folder| self.prepare(folder)).transpose()?;
        let asked = |experiment: &Experiment| self.experiments.iter().any(|asked| asked.id == experiment.id);
        let others = |experiment: &Experiment| self.shard.is_none() && (self.only_reports || !asked(experiment));
        let mut finished = pool.install(|| self.reported(others, watch))?;
        let mut in_turn = if self.only_reports { Vec::new() } else { self.experiments.clone() };
        in_turn.sort_by_key(|experiment| experiment.minutes);
        for experiment in in_turn {
            let bench = self.bench(experiment, false, watch);
            bench.journal()?.ask(Asked { percent: self.percent, nodes: self.nodes })?;
            match pool.install(|| made(experiment, &bench)) {
                Err(LabError::Stopped) if self.out.is_some() && self.shard.is_none() => {
                    self.write_reports(&pool.install(|| self.reported(|_| true, watch))?)?;
                    return Err(LabError::Stopped);
                }
                done => finished.push(done?),
            }
            self.bench(experiment, false, watch).journal()?.put_in_order(self.shard)?;
            finished.sort_by_key(|done| EXPERIMENTS.iter().position(|other| other.id == done.experiment.id));
            self.write_reports(&finished)?;
        }
        self.write_reports(&finished)?;
        Ok(finished)
    }

    /// What is in the folder of some of the experiments, finished or not.
    fn reported(
        &self,
        wanted: impl Fn(&Experiment) -> bool,
        watch: &(dyn Fn(Step) + Sync),
    ) -> Result<Vec<Finished>, LabError> {
        let there = EXPERIMENTS.iter().filter(|experiment| wanted(experiment) && self.has_pieces(experiment));
        let report = |experiment: &'static Experiment| {
            let bench = self.bench(experiment, true, watch);
            let Asked { percent, nodes } = bench.journal()?.asked().unwrap_or(Asked { percent: 100, nodes: None });
            made(experiment, &Workbench { percent, nodes, ..bench })
        };
        there.map(report).collect()
    }

    /// A workbench for the experiment.
    fn bench<'w>(
        &self,
        experiment: &Experiment,
        only_reports: bool,
        watch: &'w (dyn Fn(Step) + Sync),
    ) -> Workbench<'w> {
        Workbench {
            registry: Registry::standard(),
            experiment: experiment.id,
            scale: self.scale,
            percent: self.percent,
            nodes: self.nodes,
            seed: self.seed,
            threads: self.threads,
            folder: self.out.clone(),
            only_reports,
            shard: self.shard,
            unfinished: AtomicBool::new(false),
            stop: self.stop.clone(),
            watch,
        }
    }

    /// Whether there is something of the experiment in the folder.
    fn has_pieces(&self, experiment: &Experiment) -> bool {
        self.out.as_ref().is_some_and(|folder| folder.join(journal_file(experiment.id)).exists())
    }

    /// Where the results come from.
    #[must_use]
    pub fn provenance(&self) -> Provenance {
        let kept = self.out.as_ref().and_then(|folder| whole_file::read(&folder.join(SETTINGS)).ok());
        let begun: Option<Settings> = kept.and_then(|text| serde_json::from_str(&text).ok());
        Provenance {
            version: env!("CARGO_PKG_VERSION"),
            commit: begun.map_or_else(|| self.commit.clone(), |begun| begun.commit),
            scale: self.scale.name(),
            seed: self.seed,
            machine: machine(),
        }
    }

    /// Sees that the folder has results of these settings or none, and that no other run writes to it as long as what
    /// comes back is open.
    fn prepare(&self, folder: &Path) -> Result<fs::File, LabError> {
        let cannot = |error: std::io::Error| LabError::file(folder, format!("cannot be written to: {error}"));
        let file = folder.join(SETTINGS);
        // Shards are made on several machines, so every piece has to be of the same build.
        if self.is_begun(folder, self.shard.is_some())? {
            if !self.resume && !self.only_reports {
                return Err(LabError::kept(folder, "has results in it already"));
            }
        } else if self.only_reports {
            return Err(LabError::file(folder, "has no results in it to report"));
        } else {
            fs::create_dir_all(folder).map_err(cannot)?;
            whole_file::write(&file, &written(&self.settings())).map_err(cannot)?;
        }
        one_writer::open(&file)
    }

    /// What its results have in common.
    fn settings(&self) -> Settings {
        Settings {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: self.commit.clone(),
            scale: self.scale.name().to_owned(),
            seed: self.seed,
            shard: self.shard,
        }
    }

    /// Whether there are results in the folder, which have to be of these settings, and of this build if that is asked for.
    fn is_begun(&self, folder: &Path, same_build: bool) -> Result<bool, LabError> {
        let (file, asked) = (folder.join(SETTINGS), self.settings());
        let text = match whole_file::read(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(LabError::file(&file, format!("cannot be read: {error}"))),
        };
        let kept: Settings = serde_json::from_str(&text)
            .map_err(|error| LabError::file(&file, format!("is not what a run leaves there: {error}")))?;
        let Settings { version, scale, seed, .. } = &kept;
        if (version, scale, seed) != (&asked.version, &asked.scale, &asked.seed) {
            let what = format!("has results of version {version}, scale {scale} and seed {seed} in it already");
            return Err(LabError::file(folder, what));
        }
        if kept.shard != self.shard {
            let word = |shard: Option<Shard>| shard.map_or("no shard".to_owned(), |shard| format!("shard {shard}"));
            let what = format!("has results of {} in it, not of {}", word(kept.shard), word(self.shard));
            return Err(LabError::file(folder, what));
        }
        if same_build && kept.commit != asked.commit {
            return Err(LabError::file(folder, "has results of another build in it"));
        }
        Ok(true)
    }

    /// Whether all that is asked for is in the folder, which is left as it is. Results that could not be merged with those
    /// of this run are refused.
    ///
    /// # Errors
    /// When the folder has results of other settings, of another sample, or of another build.
    pub fn is_finished(&self) -> Result<bool, LabError> {
        let Some(folder) = &self.out else { return Ok(false) };
        if !self.is_begun(folder, true)? {
            return Ok(false);
        }
        for experiment in &self.experiments {
            let bench = self.bench(experiment, true, &|_| ());
            let journal = bench.journal()?;
            journal.check_asked(Asked { percent: self.percent, nodes: self.nodes })?;
            let finished = match self.shard {
                Some(_) => journal.finished() == self.shard,
                None => self.has_pieces(experiment) && !made(experiment, &bench)?.findings.unfinished,
            };
            if !finished {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn write_reports(&self, finished: &[Finished]) -> Result<(), LabError> {
        let Some(folder) = self.out.as_ref().filter(|_| self.shard.is_none()) else { return Ok(()) };
        for drawing in finished.iter().flat_map(|done| &done.findings.drawings) {
            write(&folder.join(format!("{}.svg", drawing.name)), &drawing.svg)?;
            if !drawing.csv.is_empty() {
                write(&folder.join(format!("{}.csv", drawing.name)), &drawing.csv)?;
            }
        }
        for table in finished.iter().flat_map(|done| &done.findings.tables) {
            write(&folder.join(format!("{}.csv", table.name)), &report::csv_of_table(table))?;
        }
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

/// Makes an experiment.
fn made(experiment: &'static Experiment, bench: &Workbench<'_>) -> Result<Finished, LabError> {
    let findings = (experiment.run)(bench)?;
    let unfinished = bench.unfinished.load(Ordering::Relaxed);
    Ok(Finished {
        experiment,
        findings: Findings { percent: bench.percent, unfinished, ..findings },
        nodes: bench.nodes,
    })
}

fn write(file: &Path, text: &str) -> Result<(), LabError> {
    whole_file::write(file, text).map_err(|error| LabError::file(file, format!("cannot be written: {error}")))
}

pub(super) fn written(value: &impl Serialize) -> String {
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    text + "\n"
}

/// The machine, as far as it is known.
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
