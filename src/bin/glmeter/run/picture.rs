//! The picture of a frame, and its PNG file.

use super::options::RunOptions;
use super::recording_file::inherit;
use crate::{Failure, pictures};
use glmeter_recording::{Options, PictureMemory};
use glmeter_report::check::Colours;
use glmeter_report::run::{FramePicture, Image, Run};
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

    /// Returns the picture that a program has left.
    pub(super) fn read(&self) -> Option<Colours> {
        self.memory.picture().ok().flatten().map(|picture| Colours::from(&picture))
    }

    /// Writes the file, if one is wanted. The error is the line that says why there is none.
    pub(super) fn save(self, picture: Option<&Colours>, frame: Option<u64>) -> Result<(), String> {
        let Some((path, file)) = self.file else { return Ok(()) };
        let written = match picture {
            Some(picture) => pictures::write(&file, picture).map_err(|error| error.to_string()),
            None => Err(format!("the program did not reach frame {}", frame.unwrap_or_default())),
        };
        written.map_err(|reason| {
            pictures::remove(&path, &file);
            format!("--picture {}: {reason}", path.display())
        })
    }
}

/// Adds the picture of a frame to a run, and for a page the reference and the difference too.
pub(super) fn add(run: &mut Run, picture: &Colours, options: &RunOptions) {
    let reference = options.reference.as_ref();
    let difference = reference.and_then(|reference| reference.difference(picture));
    let frame = options.recording.picture_frame.unwrap_or_default();
    run.picture = Some(FramePicture { frame, width: picture.width, height: picture.height, difference });
    if !options.has_page() {
        return;
    }
    let mut show = |title, colours: &Colours| {
        let mut png = Vec::new();
        // Memory takes whatever is written.
        if pictures::write(&mut png, colours).is_ok() {
            run.images.push(Image { title, png });
        }
    };
    show("Picture", picture);
    let Some(reference) = reference else { return };
    show("Reference", &reference.colours);
    if let Some(shown) = reference.shown(picture) {
        show("Difference", &shown);
    }
}
