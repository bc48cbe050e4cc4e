//! The picture of a frame, and its PNG file.

use super::recording_file::inherit;
use crate::{Failure, pictures};
use glmeter_recording::{Options, PictureMemory};
use glmeter_report::check::Colours;
use std::fs::File;
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The memory in which the program leaves the picture, and the PNG file, if one is wanted, open before the program runs.
pub(super) struct PictureFile {
    memory: PictureMemory,
    file: Option<(PathBuf, File)>,
}

impl PictureFile {
    /// Opens the file, and creates the memory.
    pub(super) fn create(path: Option<&Path>) -> Result<Self, Failure> {
        let file = path.map(|path| pictures::create("--picture", path).map(|file| (path.to_owned(), file))).transpose()?;
        let memory = PictureMemory::create().map_err(|error| Failure::Failed(format!("there is no memory for a picture: {error}")))?;
        Ok(Self { memory, file })
    }

    /// Returns options that ask for the picture.
    pub(super) fn asked(&self, options: Options) -> Options {
        Options { picture_descriptor: u32::try_from(self.memory.file().as_raw_fd()).ok(), ..options }
    }

    /// Lets a program leave the picture.
    pub(super) fn pass_to(&self, command: &mut Command) {
        inherit(command, self.memory.file());
    }

    /// Returns the picture, if there is one, and writes the file. The error is the line that says why there is no file.
    pub(super) fn finish(self, frame: Option<u64>) -> (Option<Colours>, Result<(), String>) {
        let picture = self.memory.picture().ok().flatten().map(|picture| Colours::from(&picture));
        let Some((path, file)) = self.file else { return (picture, Ok(())) };
        let written = match &picture {
            Some(picture) => pictures::write(&file, picture).map_err(|error| error.to_string()),
            None => Err(format!("the program did not reach frame {}", frame.unwrap_or_default())),
        };
        let written = written.map_err(|reason| {
            pictures::remove(&path, &file);
            format!("--picture {}: {reason}", path.display())
        });
        (picture, written)
    }
}
