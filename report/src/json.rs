//! The JSON file: a [`Run`].

use crate::output::Output;
use crate::run::Run;
use glmeter_recording::{Frame, Recording};
use std::fs::{File, OpenOptions};
use std::io::{Error, ErrorKind, Result, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The JSON file of a run. It is replaced as a whole, every second and at the end, so that it has the last state if this process is killed, and
/// keeps the state before if the disk is full.
pub struct Json {
    target: PathBuf,
    /// The new file that takes the name of the target; `None` if the target is no plain file, which is written once, at the end.
    new: Option<PathBuf>,
}

impl Json {
    /// Creates the file. Fails if it cannot be written.
    pub fn create(target: &Path) -> Result<Self> {
        let is_plain = target.symlink_metadata().map_or_else(|error| error.kind() == ErrorKind::NotFound, |about| about.is_file());
        if !is_plain {
            // Opening a pipe waits for its reader.
            return Ok(Self { target: target.to_owned(), new: None });
        }
        let name = target.file_name().ok_or_else(|| Error::new(ErrorKind::InvalidInput, "no file is named"))?;
        let mut new = std::ffi::OsString::from(".");
        new.push(name);
        new.push(format!(".{}", std::process::id()));
        let new = target.with_file_name(new);
        File::create(&new)?;
        std::fs::remove_file(&new)?;
        Ok(Self { target: target.to_owned(), new: Some(new) })
    }

    /// Replaces the file.
    fn replace(&self, new: &Path, run: &Run) -> Result<()> {
        let replaced = write(&mut File::create(new)?, run).and_then(|()| std::fs::rename(new, &self.target));
        if replaced.is_err() {
            let _ = std::fs::remove_file(new);
        }
        replaced
    }
}

/// Writes a run as one line of JSON.
fn write(file: &mut File, run: &Run) -> Result<()> {
    let mut text = serde_json::to_vec(run)?;
    text.push(b'\n');
    file.write_all(&text)
}

/// Reads the JSON file of a run. The error says what is wrong with it.
pub fn read(file: &Path) -> core::result::Result<Run, String> {
    let wrong = |reason: String| format!("{}: {reason}", file.display());
    let text = std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
    let run: Run =
        serde_json::from_str(&text).map_err(|error| wrong(format!("this is no report of glmeter run --report json: {error}")))?;
    if run.schema != crate::run::SCHEMA {
        return Err(wrong(format!("its layout has version {}; this glmeter reads version {}", run.schema, crate::run::SCHEMA)));
    }
    Ok(run)
}

impl Output for Json {
    fn frame(&mut self, _: &Recording, _: &Frame) -> Result<()> {
        Ok(())
    }

    fn period(&self) -> Option<Duration> {
        self.new.is_some().then_some(Duration::from_secs(1))
    }

    fn tick(&mut self, run: &Run) -> Result<()> {
        self.new.as_ref().map_or(Ok(()), |new| self.replace(new, run))
    }

    fn finish(&mut self, run: &Run) -> Result<()> {
        match &self.new {
            Some(new) => self.replace(new, run),
            None => write(&mut OpenOptions::new().write(true).open(&self.target)?, run),
        }
    }
}
