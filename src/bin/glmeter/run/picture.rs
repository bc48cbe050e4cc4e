//! The picture of a frame as a PNG file.

use super::recording_file::inherit;
use crate::Failure;
use glmeter_recording::{Options, Picture, PictureMemory};
use std::fs::File;
use std::io::BufWriter;
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A PNG file, open before the program runs, and the memory in which the program leaves the picture.
pub(super) struct PictureFile {
    path: PathBuf,
    file: File,
    memory: PictureMemory,
}

impl PictureFile {
    /// Opens the file, and creates the memory.
    pub(super) fn create(path: &Path) -> Result<Self, Failure> {
        let failed = |error: std::io::Error| Failure::Failed(format!("--picture {}: {error}", path.display()));
        Ok(Self { path: path.to_owned(), file: File::create(path).map_err(failed)?, memory: PictureMemory::create().map_err(failed)? })
    }

    /// Returns options that ask for the picture.
    pub(super) fn asked(&self, options: Options) -> Options {
        Options { picture_descriptor: u32::try_from(self.memory.file().as_raw_fd()).ok(), ..options }
    }

    /// Lets a program leave the picture.
    pub(super) fn pass_to(&self, command: &mut Command) {
        inherit(command, self.memory.file());
    }

    /// Writes the file. If there is no picture, returns the reason, and removes the file.
    pub(super) fn write(self, frame: Option<u64>) -> Result<(), String> {
        let picture = self.memory.picture().map_err(|error| error.to_string());
        let written = picture.and_then(|picture| match picture {
            Some(picture) => encode(&self.file, &picture).map_err(|error| error.to_string()),
            None => Err(format!("the program did not reach frame {}", frame.unwrap_or_default())),
        });
        written.map_err(|reason| {
            let _ = std::fs::remove_file(&self.path);
            format!("--picture {}: {reason}", self.path.display())
        })
    }
}

/// Encodes the colours of a picture, the upper row first: what the alpha of a window means is not known.
fn encode(file: &File, Picture { width, height, pixels }: &Picture) -> Result<(), png::EncodingError> {
    let row = *width as usize * 4;
    let colours = |row: &[u8]| row.as_chunks::<4>().0.iter().flat_map(|&[red, green, blue, _]| [red, green, blue]).collect::<Vec<_>>();
    let bytes: Vec<u8> = pixels.chunks_exact(row.max(1)).rev().flat_map(colours).collect();
    let mut encoder = png::Encoder::new(BufWriter::new(file), *width, *height);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&bytes)?;
    writer.finish()
}
